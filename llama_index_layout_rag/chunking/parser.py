"""`ProcedureNodeParser`: layout Documents to manual, section, parent and child nodes.

The class only adapts to LlamaIndex. What a unit, a block and a node are is decided by the plain functions of this
package.
"""

from __future__ import annotations

import asyncio
import gc
import hashlib
import json
import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

from llama_index.core.callbacks import CallbackManager
from llama_index.core.node_parser import NodeParser
from llama_index.core.schema import BaseNode, Document, MetadataMode, TextNode
from llama_index.core.utils import get_tqdm_iterable
from pydantic import Field, model_validator

from llama_index_layout_rag.chunking.blocks import BlockSizes
from llama_index_layout_rag.chunking.identity import identify_manual
from llama_index_layout_rag.chunking.nodes import ManualSource, NodeOptions, manual_nodes
from llama_index_layout_rag.chunking.payload import SCHEMA_VERSION, ContentType, NodePayload
from llama_index_layout_rag.chunking.picture_units import layout_with_roles
from llama_index_layout_rag.chunking.sizes import size_measure
from llama_index_layout_rag.chunking.step_headings import resolve_step_headings
from llama_index_layout_rag.layout import LayoutDocument, is_layout_document
from llama_index_layout_rag.layout.arguments import SERIALISED_KEYS, known_fields
from llama_index_layout_rag.layout.notices import resolve_notices
from llama_index_layout_rag.readers.ordinary import layout_of_ordinary_document
from llama_index_layout_rag.steps import StepRecorder, StepVocabulary

logger = logging.getLogger(__name__)

_VOLATILE_KEYS = frozenset({"file_size", "creation_date", "last_modified_date", "last_accessed_date"})
"""Metadata that changes when a file is only copied."""

_IDENTITY_KEYS = frozenset(
    {"manual_id", "manual_title", "product_names", "model_numbers", "manual_version", "language", "source_sha256"}
)
"""Metadata of a Document that says which manual it is; is in the payload under the same names."""

MAX_METADATA_VALUE_CHARS = 200
MAX_METADATA_LIST = 50
"""Limits of what is taken over from a caller's metadata into every node: characters of a value, entries of a list."""


class ProcedureNodeParser(NodeParser):
    """Turns Documents into evidence: procedure blocks, table rows and text, each below its section and manual.

    Takes what `LayoutReader` gives, and ordinary text or Markdown Documents as well. Documents with the same
    `manual_id` (in the layout or in the metadata) make one manual; a Document without one is a manual of its own.
    The nodes are `TextNode`s with the payload of `chunking.payload.NodePayload`; their ids depend on the document,
    the section path and the text only, so that an unchanged chunk keeps its id, and its embedding, when its
    neighbours change.

    Args:
        target_chars: Steps of one section are packed into a child up to about this many characters. 700 Japanese
            characters are about what small embedding models read.
        max_chars: No child's text below its heading line is longer. A longer step is divided between sentences, with
            its number and condition repeated.
        min_chars: A child of text with fewer characters joins its neighbour of the same section where both fit
            (never more than a quarter of `target_chars`).
        chunk_overlap: How much of the end of a block is said again, in whole sentences, at the beginning of the next one
            of its section. 0 by default: blocks end where their subject ends.
        tokenizer: Import path ("package.module:function") of a function from text to its tokens, or "llama_index" for
            the tokenizer of LlamaIndex's `Settings`. `target_chars`, `max_chars` and `chunk_overlap` then count tokens,
            and the heading line counts as well, so that no embedded text is longer than `max_chars` tokens.
        section_types: What kind of content sections are, where headings do not tell: regular expression over the heading
            path ("4 Leave > 4.2 Sick leave") to "procedure", "policy", "case", "checklist" or "reference"; the first one
            found in the path wins.
        include_parents: Whether to make parent nodes (the context for answering) where a section has several children.
        parent_children: How many children a parent holds at most.
        step_text: "plain": steps as printed. "labelled": each step as labelled lines (number, action, target, text,
            condition, result, caution).
        vocabulary: The user's own verbs, UI words and product words.
        show_progress: Whether to show a progress bar over the manuals.
    """

    target_chars: int = Field(default=700, ge=50)
    max_chars: int = Field(default=1_400, ge=50)
    min_chars: int = Field(default=80, ge=0)
    chunk_overlap: int = Field(default=0, ge=0)
    tokenizer: str | None = None
    section_types: dict[str, ContentType] = Field(default_factory=dict)
    include_parents: bool = True
    parent_children: int = Field(default=6, ge=2)
    step_text: Literal["plain", "labelled"] = "plain"
    vocabulary: StepVocabulary | None = None
    show_progress: bool = False

    @model_validator(mode="before")
    @classmethod
    def _known_arguments(cls, data: Any) -> Any:
        # `to_dict` writes `id_func` as a dict that no NodeParser of LlamaIndex can read back.
        if isinstance(data, dict) and isinstance(data.get("id_func"), dict):
            data = {key: value for key, value in data.items() if key != "id_func"}
        return known_fields(data, cls)

    @model_validator(mode="after")
    def _check_sizes(self) -> ProcedureNodeParser:
        if self.max_chars < self.target_chars:
            raise ValueError(
                f"max_chars ({self.max_chars}) is smaller than target_chars ({self.target_chars}); "
                "make it at least as large."
            )
        if self.target_chars - self.chunk_overlap <= 0:
            raise ValueError(
                f"chunk_overlap ({self.chunk_overlap}) leaves nothing of target_chars ({self.target_chars}); make it smaller."
            )
        for pattern in self.section_types:
            try:
                re.compile(pattern)
            except re.error as error:
                raise ValueError(f"section_types: {pattern!r} is no regular expression: {error}.") from error
        size_measure(self.tokenizer)
        return self

    @classmethod
    def class_name(cls) -> str:
        """Name of the class in serialised form."""
        return "ProcedureNodeParser"

    @classmethod
    def from_defaults(
        cls,
        target_chars: int = 700,
        max_chars: int = 1_400,
        min_chars: int = 80,
        chunk_overlap: int = 0,
        tokenizer: str | None = None,
        section_types: dict[str, ContentType] | None = None,
        include_parents: bool = True,
        parent_children: int = 6,
        step_text: Literal["plain", "labelled"] = "plain",
        vocabulary: StepVocabulary | None = None,
        show_progress: bool = False,
        callback_manager: CallbackManager | None = None,
    ) -> ProcedureNodeParser:
        """Return a parser; the arguments are those of the class, and the callback manager of all LlamaIndex parsers."""
        return cls(
            target_chars=target_chars,
            max_chars=max_chars,
            min_chars=min_chars,
            chunk_overlap=chunk_overlap,
            tokenizer=tokenizer,
            section_types=section_types or {},
            include_parents=include_parents,
            parent_children=parent_children,
            step_text=step_text,
            vocabulary=vocabulary,
            show_progress=show_progress,
            callback_manager=callback_manager or CallbackManager(),
        )

    @classmethod
    def from_dict(cls, data: dict[str, Any], **kwargs: Any) -> ProcedureNodeParser:
        """Return the parser that `to_dict` wrote.

        Fields that this version does not have are left out with a warning, so that what another version wrote
        can be read; misspelt keyword arguments are errors.
        """
        known = {key: value for key, value in data.items() if key in cls.model_fields or key in SERIALISED_KEYS}
        left_out = sorted(set(data) - set(known) - {"schema_version"})
        if left_out:
            logger.warning(
                "%s has no fields %s; written by another version, they are left out.", cls.__name__, left_out
            )
        return super().from_dict(known, **kwargs)

    def to_dict(self, **kwargs: Any) -> dict[str, Any]:
        """Return the fields and the version of the payload schema, which are a pipeline's cache key."""
        return {**super().to_dict(**kwargs), "schema_version": SCHEMA_VERSION}

    def fingerprint(self) -> str:
        """Hash of all that decides which nodes come out; is in the manual node as part of its record."""
        settings = self.model_dump(mode="json", include=set(_FINGERPRINT_FIELDS)) | {"schema_version": SCHEMA_VERSION}
        return hashlib.sha256(json.dumps(settings, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]

    def parse_manual(self, documents: Sequence[Document]) -> list[TextNode]:
        """Return the nodes of one manual from its Documents, in order.

        Args:
            documents: The Documents of the manual: a PDF, or the volumes or pages that belong together.

        Raises:
            LayoutReadError: When a Document says it carries a layout but does not, or cannot be read as text.
            ValueError: Without any Document.
        """
        if not documents:
            raise ValueError("parse_manual was given no Document; a manual has at least one.")
        with _collector_paused():
            return self._parse_manual(documents)

    def _parse_manual(self, documents: Sequence[Document]) -> list[TextNode]:
        layouts = [_layout(document) for document in documents]
        metadata = documents[0].metadata
        identity = identify_manual(manual_id_of(documents[0]), layouts, metadata)
        recorder = StepRecorder(identity.language, self.vocabulary)
        source = ManualSource(
            identity=identity,
            layouts=[_resolved(layout, identity.language, recorder) for layout in layouts],
            document_ids=[document.node_id for document in documents],
            metadata=[_carried_metadata(document) for document in documents],
        )
        options = NodeOptions(
            sizes=BlockSizes(
                target=self.target_chars,
                limit=self.max_chars,
                least=min(self.min_chars, self.target_chars // 4),
                overlap=self.chunk_overlap,
                measure=size_measure(self.tokenizer),
            ),
            section_types=tuple(self.section_types.items()),
            include_parents=self.include_parents,
            parent_children=self.parent_children,
            step_text=self.step_text,
            parser_fingerprint=self.fingerprint(),
        )
        return manual_nodes(source, recorder, options)

    def _parse_nodes(self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any) -> list[BaseNode]:
        manuals = group_by_manual([_as_document(node) for node in nodes])
        parsed: list[BaseNode] = []
        with _collector_paused():
            for documents in get_tqdm_iterable(
                list(manuals.values()), show_progress or self.show_progress, "Parsing manuals"
            ):
                parsed += self.parse_manual(documents)
        return parsed

    async def _aparse_nodes(
        self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any
    ) -> list[BaseNode]:
        return await asyncio.to_thread(self._parse_nodes, nodes, show_progress=show_progress, **kwargs)

    def _postprocess_parsed_nodes(self, nodes: list[BaseNode], parent_doc_map: dict[str, Document]) -> list[BaseNode]:
        # The base class would overwrite offsets, tie sections to children with PREVIOUS/NEXT and copy the whole metadata of
        # the Document into every node; the nodes are complete as they are.
        return nodes


_FINGERPRINT_FIELDS = (
    "target_chars",
    "max_chars",
    "min_chars",
    "chunk_overlap",
    "tokenizer",
    "section_types",
    "include_parents",
    "parent_children",
    "step_text",
    "vocabulary",
)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Keep Python's collector of cycles from running while nodes are built.

    Nearly all that is made then is kept, and every pass of the collector walks through all of it again: a third of the
    time on a 190-page manual. Other threads are not held up; their cycles are collected later, by the next full pass at
    the latest.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if gc.get_freeze_count() == 0:
            # What was made goes to the oldest generation as it is: it would be walked through once for nothing.
            gc.freeze()
            gc.unfreeze()
        gc.enable()


def group_by_manual(documents: Sequence[Document]) -> dict[str, list[Document]]:
    """Return the Documents of each manual, in order; the key is the manual's id."""
    manuals: dict[str, list[Document]] = {}
    for document in documents:
        manuals.setdefault(manual_id_of(document), []).append(document)
    return manuals


def manual_id_of(document: Document) -> str:
    """Id of the manual that a Document is a part of: from its metadata, or else its own id."""
    return str(document.metadata.get("manual_id") or document.node_id)


def _resolved(layout: LayoutDocument, language: str, recorder: StepRecorder) -> LayoutDocument:
    """Return a layout whose notices and steps are what they are, whatever its source calls them."""
    elements = resolve_step_headings(resolve_notices(layout.elements, language), recorder)
    return layout.model_copy(update={"elements": elements})


def _layout(document: Document) -> LayoutDocument:
    if is_layout_document(document):
        return layout_with_roles(LayoutDocument.from_document(document))
    return layout_with_roles(layout_of_ordinary_document(document))


def _as_document(node: BaseNode) -> Document:
    """Return a Document, or a node of an earlier step taken as one (its text, metadata and id)."""
    if isinstance(node, Document):
        return node
    return Document(
        id_=node.node_id, text=node.get_content(metadata_mode=MetadataMode.NONE), metadata=dict(node.metadata)
    )


def _carried_metadata(document: Document) -> dict[str, Any]:
    """Return the user's metadata that every node of the Document keeps for filters: short scalars and lists of them.

    What changes when a file is only copied is left out. Keys of this package's payload and values that no filter can use are
    left out with a warning.
    """
    own = set(NodePayload.model_fields) - {"source_sha256"}
    carried: dict[str, Any] = {}
    left_out: list[str] = []
    for key, value in document.metadata.items():
        if key in _VOLATILE_KEYS | _IDENTITY_KEYS:
            continue
        if key in own or not _is_filterable(value):
            left_out.append(key)
        else:
            carried[key] = int(value) if isinstance(value, bool) else value
    if left_out:
        logger.warning(
            "Metadata %s of Document %s is not on its nodes: these names are the package's own, or the values are no short "
            "texts, numbers or lists of them; rename or shorten them to filter by them.",
            sorted(left_out),
            document.node_id,
        )
    return carried


def _is_filterable(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) <= MAX_METADATA_LIST and all(
            _is_filterable(one) and not isinstance(one, list) for one in value
        )
    return isinstance(value, str | int | float) and len(str(value)) <= MAX_METADATA_VALUE_CHARS
