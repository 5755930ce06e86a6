"""`PictureEvidenceTransform`: adds picture evidence to the elements of layout Documents.

The class only adapts to LlamaIndex; roles, crops, text and descriptions come from the functions of this folder.
"""

from __future__ import annotations

import asyncio
import importlib.metadata
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from llama_index.core.llms.llm import LLM
from llama_index.core.schema import BaseNode, Document, TransformComponent
from llama_index.core.utils import get_tqdm_iterable
from pydantic import Field, PrivateAttr, model_validator

from llama_index_layout_rag.layout import LayoutDocument, LayoutElement, VisualRole, is_layout_document, known_fields
from llama_index_layout_rag.pictures.batch import Budget, PictureCache, PictureFailuresError, PictureReport, VisionRun
from llama_index_layout_rag.pictures.collection import CollectionOptions, PictureCollection, collect_pictures
from llama_index_layout_rag.pictures.context import pictures_of_texts
from llama_index_layout_rag.pictures.crops import CropOptions
from llama_index_layout_rag.pictures.describing import describe_pictures, name_icons
from llama_index_layout_rag.pictures.description import ICON_PROMPT_VERSION, PROMPT_VERSION, IconContext, PictureContext
from llama_index_layout_rag.pictures.evidence import PictureEvidence, with_state
from llama_index_layout_rag.pictures.icons import icons_by_host, with_icon_names
from llama_index_layout_rag.pictures.vision import RequestOptions

logger = logging.getLogger(__name__)

_ONLY_IN_KEY = ("model_class", "model", "prompt_version", "icon_prompt_version", "package_version")
"""Keys of `to_dict` that are no fields."""

_NOT_IN_KEY = frozenset({"num_workers", "max_retries", "retry_backoff", "timeout", "show_progress", "cache_dir"})
"""Fields that do not change the result, and so are no part of a pipeline's cache key."""


class PictureEvidenceTransform(TransformComponent):
    """Turn the pictures of manuals into evidence for search, answers and citations, between reader and node parser.

    Every picture gets a role without a model: decorative ones stay in the layout, with the reason, and reach no chunk;
    inline icons add their name, if known, to the text that contains them; content pictures get two crops (the picture,
    and its context with the picture framed in red), their text verbatim, and, with an `llm`, a `PictureDescription`.
    Documents keep their ids, other nodes pass unchanged, and a second run changes nothing.

    A picture that cannot be described does not stop the others. Afterwards `PictureFailuresError` is raised, because a
    pipeline's cache would keep the failure; descriptions are cached, and the next run requests only the missing ones.

    Args:
        llm: Any LlamaIndex model that takes images. Without one, the evidence consists of caption, section, neighbouring
            text and OCR text.
        crop_dir: Folder for the crops. Without one they are kept in memory and rendered again when an answer needs them.
        cache_dir: Folder for descriptions and OCR texts, by hash of the crop, prompt version and model; by default
            `.cache` in `crop_dir`, or this object's memory without one.
        crops: Resolution and sizes.
        ocr: "auto" uses OCR if the extra `ocr` is installed, "never" does not.
        name_icons: Whether the model names inline icons that neither their alternative text nor OCR names, once for each
            bitmap.
        max_pictures: Requests of one run at most; cached descriptions do not count.
        max_tokens: Tokens of one run after which no picture is requested.
        on_error: "raise" after the last picture, or "mark" failures in the evidence.
        num_workers: Number of concurrent requests.
        max_retries: Retries of a request after rate limits, server errors, timeouts and broken connections.
        retry_backoff: Seconds before the first retry, doubled each time; a server's Retry-After takes precedence.
        timeout: Seconds for one request.
        show_progress: Whether to show progress bars.
    """

    llm: LLM | None = Field(default=None, exclude=True, repr=False)
    crop_dir: str | None = None
    cache_dir: str | None = None
    crops: CropOptions = Field(default_factory=CropOptions)
    ocr: Literal["auto", "never"] = "auto"
    name_icons: bool = False
    max_pictures: int | None = Field(default=None, ge=0)
    max_tokens: int | None = Field(default=None, ge=0)
    on_error: Literal["raise", "mark"] = "raise"
    num_workers: int = Field(default=4, ge=1)
    max_retries: int = Field(default=3, ge=0)
    retry_backoff: float = Field(default=2.0, ge=0)
    timeout: float = Field(default=120.0, gt=0)
    show_progress: bool = False

    _report: PictureReport = PrivateAttr(default_factory=PictureReport)
    _memory: PictureCache = PrivateAttr(default_factory=PictureCache)

    @model_validator(mode="before")
    @classmethod
    def _refuse_unknown(cls, values: Any) -> Any:
        return known_fields(values, cls)

    @classmethod
    def class_name(cls) -> str:
        """Return the name of the class in serialised form."""
        return "PictureEvidenceTransform"

    @property
    def report(self) -> PictureReport:
        """The report of the last run in this process."""
        return self._report

    def to_dict(self, **kwargs: Any) -> dict[str, Any]:
        """Return what determines the result: a pipeline's cache key.

        The model is represented by class and name, as its own dict would contain the API key.
        """
        data = self.model_dump(mode="json", exclude=set(_NOT_IN_KEY))
        data.pop("class_name", None)
        return {
            "class_name": self.class_name(),
            "model_class": self.llm.class_name() if self.llm is not None else "",
            "model": self.llm.metadata.model_name if self.llm is not None else "",
            "prompt_version": PROMPT_VERSION,
            "icon_prompt_version": ICON_PROMPT_VERSION if self.name_icons else "",
            "package_version": importlib.metadata.version("llama-index-layout-rag"),
            **data,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any], **kwargs: Any) -> PictureEvidenceTransform:
        """Return the transform of a dict by `to_dict`, without a model."""
        fields = {key: value for key, value in data.items() if key not in _ONLY_IN_KEY}
        return super().from_dict(fields, **kwargs)

    def __call__(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[BaseNode]:
        """Return the nodes, with picture evidence in layout Documents.

        Raises:
            PictureFailuresError: If pictures could not be described and `on_error` is "raise".
            CropError: If a crop cannot be written.
        """
        self._report = PictureReport()
        budget = Budget(self.max_pictures, self.max_tokens)
        show = bool(kwargs.get("show_progress")) or self.show_progress
        done = [
            self._with_evidence(node, budget, show) if _carries_layout(node) else node
            for node in get_tqdm_iterable(list(nodes), show, "Reading pictures")
        ]
        for note in self._report.left_out:
            logger.warning("%s; raise max_pictures or max_tokens to have it described.", note)
        for note in self._report.failures:
            logger.warning("%s", note)
        logger.info("Pictures: %s.", self._report)
        if self._report.failures and self.on_error == "raise":
            raise PictureFailuresError(self._report.failures)
        return done

    async def acall(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[BaseNode]:
        """Run `__call__` in a thread, since rendering, OCR and requests would block the loop."""
        return await asyncio.to_thread(self.__call__, nodes, **kwargs)

    def _with_evidence(self, document: BaseNode, budget: Budget, show: bool) -> BaseNode:
        layout = LayoutDocument.from_document(_as_document(document))
        cache = self._cache()
        options = CollectionOptions(
            crops=self.crops,
            crop_dir=Path(self.crop_dir) if self.crop_dir else None,
            keep_images=self.llm is not None,
            keep_icons=self.llm is not None and self.name_icons,
            read_text=self.ocr == "auto",
        )
        collection = collect_pictures(layout, cache, options)
        if self.llm is not None:
            request_options = RequestOptions(self.max_retries, self.retry_backoff, self.timeout)
            run = VisionRun(self.llm, budget, request_options, self.num_workers, show)
            self._ask(run, collection, cache)
        _count(collection.evidence, self._report)
        result = document.model_copy()
        # Assigned directly, since `set_content` would drop the media type.
        result.text_resource = assembled(collection).to_document(doc_id=document.node_id).text_resource  # type: ignore[attr-defined]
        return result

    def _ask(self, run: VisionRun, collection: PictureCollection, cache: PictureCache) -> None:
        """Name icons first: they cost little, and pictures beyond the budget still have captions and OCR text."""
        document = collection.layout.source.name
        if collection.icons:
            contexts = _icon_contexts(collection)
            icons = {name: (contexts[name], crops) for name, crops in collection.icons.items()}
            name_icons(run, icons, collection.evidence, cache, document=document, report=self._report)
        pictures = {name: (_context(collection, name), crops) for name, crops in collection.images.items()}
        describe_pictures(run, pictures, collection.evidence, cache, document=document, report=self._report)

    def _cache(self) -> PictureCache:
        folder = self.cache_dir or (str(Path(self.crop_dir) / ".cache") if self.crop_dir else None)
        return PictureCache(Path(folder)) if folder else self._memory


def _carries_layout(node: BaseNode) -> bool:
    return isinstance(node, Document) and is_layout_document(node)


def _as_document(node: BaseNode) -> Document:
    assert isinstance(node, Document)
    return node


def _context(collection: PictureCollection, name: str) -> PictureContext:
    record, layout = collection.evidence[name], collection.layout
    return PictureContext(
        language=layout.language or "en",
        manual=layout.title or layout.source.name,
        page=record.page,
        section_path=record.section_path,
        caption=record.caption,
        before=record.before,
        after=record.after,
        ocr_text=record.ocr.text,
    )


def _icon_contexts(collection: PictureCollection) -> dict[str, IconContext]:
    places, layout = collection.places, collection.layout
    return {
        element.element_id: IconContext(
            language=layout.language or "en",
            section_path=list(element.section_path),
            line=places[element.element_id].text if element.element_id in places else "",
            bitmap=str(
                (element.image.key if element.image is not None else None)
                or collection.icons[element.element_id].sha256
            ),
        )
        for element in layout.elements
        if element.element_id in collection.icons
    }


def _count(evidence: dict[str, PictureEvidence], report: PictureReport) -> None:
    roles = [record.visual_role for record in evidence.values()]
    report.content += roles.count(VisualRole.CONTENT)
    report.inline_icons += roles.count(VisualRole.INLINE_ICON)
    report.decorative += roles.count(VisualRole.DECORATIVE)


def assembled(collection: PictureCollection) -> LayoutDocument:
    """Return the layout with evidence in its picture elements, and names of icons in the texts that contain them."""
    language = collection.layout.language or "en"
    by_id = {element.element_id: element for element in collection.layout.elements}
    owners = pictures_of_texts(collection.layout.elements)
    hosts = icons_by_host(collection.evidence)
    content = {n for n, record in collection.evidence.items() if record.visual_role is VisualRole.CONTENT}

    def finished(element: LayoutElement) -> LayoutElement:
        record = collection.evidence.get(element.element_id)
        if record is not None:
            kept = record.model_dump(mode="json", exclude_defaults=True)
            kept |= {"image_id": record.image_id, "visual_role": str(record.visual_role)}
            return with_state(element, evidence=kept)
        owner = owners.get(element.element_id)
        if owner in content:
            return with_state(element, carried_by=owner)
        icons = [
            (by_id[n], collection.evidence[n], collection.places.get(n)) for n in hosts.get(element.element_id, [])
        ]
        return with_icon_names(element, icons, language) if icons else element

    return collection.layout.model_copy(
        update={"elements": [finished(element) for element in collection.layout.elements]}
    )
