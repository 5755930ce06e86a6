"""Other ways to cut a manual into chunks, and their comparison with ours on one question set."""

from __future__ import annotations

import hashlib
import statistics
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.bridge.pydantic import Field
from llama_index.core.node_parser import NodeParser
from llama_index.core.schema import BaseNode, Document, NodeRelationship, ObjectType, RelatedNodeInfo, TextNode
from llama_index.core.utils import get_tqdm_iterable
from pydantic import BaseModel, ConfigDict, model_validator

from llama_index_layout_rag.chunking.identity import ManualIdentity, identify_manual
from llama_index_layout_rag.chunking.parser import ProcedureNodeParser, group_by_manual
from llama_index_layout_rag.chunking.payload import ChunkLevel, ContentType, NodePayload, RegionRecord
from llama_index_layout_rag.chunking.units import SENTENCE_END
from llama_index_layout_rag.evaluation.questions import EvaluationQuestion
from llama_index_layout_rag.evaluation.recall import RetrievalReport, evaluate_retrieval, figure_table
from llama_index_layout_rag.layout import LayoutDocument, LayoutElement, is_layout_document
from llama_index_layout_rag.layout.boxes import whole_box
from llama_index_layout_rag.layout.elements import HEADING_KINDS, ElementKind
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.readers.ordinary import layout_of_ordinary_document
from llama_index_layout_rag.retrieval import SEGMENT_CHARS, SectionFirstRetriever
from llama_index_layout_rag.storage import LayoutVectorStore, ingest, layout_vector_store

_NAMESPACE = uuid.UUID("6b2f3a64-3f0a-5a39-8d0e-5a7f4f1c9b21")

COMPARED_TOP_K = 10
"""Results that each strategy may give for a question."""


class ChunkStrategy(str, Enum):
    """Ways to cut a manual."""

    SENTENCE = "sentence"
    WINDOW = "window"
    HEADING = "heading"
    CONTENT_TYPE = "content_type"
    PROCEDURE = "procedure"

    def __str__(self) -> str:
        return self.value


class Passage(BaseModel):
    """Text of one chunk, and the elements it was taken from."""

    model_config = ConfigDict(frozen=True)

    text: str
    elements: list[LayoutElement]


def sentence_passages(layout: LayoutDocument) -> list[Passage]:
    """Every sentence is a chunk; list items, table rows and headings count as sentences."""
    return [
        Passage(text=sentence, elements=[element]) for element in layout.body() for sentence in _sentences_of(element)
    ]


def window_passages(layout: LayoutDocument, sentences: int = 3, overlap: int = 1) -> list[Passage]:
    """Windows of some sentences that slide over the text, whatever its sections.

    Raises:
        ValueError: When the windows would not advance.
    """
    check_window(sentences, overlap)
    told = sentence_passages(layout)
    step = sentences - overlap
    return [
        Passage(
            text="\n".join(passage.text for passage in window),
            elements=list({e.element_id: e for passage in window for e in passage.elements}.values()),
        )
        for start in range(0, max(1, len(told) - overlap), step)
        if (window := told[start : start + sentences])
    ]


def heading_passages(layout: LayoutDocument) -> list[Passage]:
    """All that is below a heading, up to the next one, is a chunk, however long."""
    return [_joined(group) for group in _grouped(layout.body(), lambda element: "")]


def content_type_passages(layout: LayoutDocument) -> list[Passage]:
    """Neighbouring elements of one kind (list, table, text, picture) below one heading are a chunk."""
    return [_joined(group) for group in _grouped(layout.body(), _kind_of_text)]


def check_window(sentences: int, overlap: int) -> None:
    """Refuse windows that would not advance."""
    if sentences < 1 or overlap < 0 or sentences - overlap <= 0:
        raise ValueError(
            f"A window of {sentences} sentences with an overlap of {overlap} does not advance; "
            "make the window larger than its overlap."
        )


class StrategyNodeParser(NodeParser):
    """Cuts layout Documents as a strategy does, into nodes that `ingest` and `SectionFirstRetriever` take.

    Args:
        strategy: How to cut; `ProcedureNodeParser` is the parser for "procedure".
        window_sentences: Sentences of a window.
        window_overlap: Sentences that two windows share.
    """

    strategy: ChunkStrategy = ChunkStrategy.SENTENCE
    window_sentences: int = Field(default=3, ge=1)
    window_overlap: int = Field(default=1, ge=0)

    @model_validator(mode="after")
    def _check(self) -> StrategyNodeParser:
        check_window(self.window_sentences, self.window_overlap)
        if self.strategy is ChunkStrategy.PROCEDURE:
            raise ValueError("StrategyNodeParser makes no procedure chunks; use ProcedureNodeParser.")
        return self

    @classmethod
    def class_name(cls) -> str:
        """Name of the class in serialised form."""
        return "StrategyNodeParser"

    def fingerprint(self) -> str:
        """Return what decides which nodes come out."""
        return f"{self.strategy}:{self.window_sentences}:{self.window_overlap}"

    def passages(self, layout: LayoutDocument) -> list[Passage]:
        """Return the chunks of a layout."""
        if self.strategy is ChunkStrategy.SENTENCE:
            return sentence_passages(layout)
        if self.strategy is ChunkStrategy.WINDOW:
            return window_passages(layout, self.window_sentences, self.window_overlap)
        if self.strategy is ChunkStrategy.HEADING:
            return heading_passages(layout)
        return content_type_passages(layout)

    def _parse_nodes(self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any) -> list[BaseNode]:
        documents = [node for node in nodes if isinstance(node, Document)]
        return [node for parts in group_by_manual(documents).items() for node in self._manual_nodes(*parts)]

    def _manual_nodes(self, manual_id: str, documents: Sequence[Document]) -> Iterator[TextNode]:
        layouts = [_layout(document) for document in documents]
        identity = identify_manual(manual_id, layouts, documents[0].metadata)
        yield _node(identity, layouts[0], documents[0], ChunkLevel.MANUAL, identity.title, 0, [])
        order = 0
        for document, layout in zip(documents, layouts, strict=True):
            for passage in self.passages(layout):
                yield _node(identity, layout, document, ChunkLevel.CHILD, passage.text, order, passage.elements)
                order += 1

    def _postprocess_parsed_nodes(self, nodes: list[BaseNode], parent_doc_map: dict[str, Document]) -> list[BaseNode]:
        return nodes


class StrategyResult(BaseModel):
    """A strategy's chunks and figures."""

    strategy: ChunkStrategy
    chunks: int
    mean_chars: float
    report: RetrievalReport


class StrategyComparison(BaseModel):
    """The strategies side by side, on the same questions."""

    results: list[StrategyResult]

    def figures(self) -> dict[str, dict[str, float]]:
        """Figures per strategy."""
        return {str(result.strategy): result.report.figures() for result in self.results}

    def __str__(self) -> str:
        sizes = [f"{r.strategy}: {r.chunks} chunks of {r.mean_chars:.0f} characters on average" for r in self.results]
        return "\n".join([figure_table(self.figures()), "", *sizes])

    def to_markdown(self) -> str:
        """Return the comparison as a Markdown table."""
        columns = ("recall@1", "recall@5", "recall@10", "all@5", "recall@2000c", "recall@4000c", "wrong_manual", "auc")
        lines = [
            "| strategy | chunks | characters | " + " | ".join(columns) + " |",
            "|---|" + "---:|" * (len(columns) + 2),
        ]
        for result in self.results:
            figures = result.report.figures()
            cells = [f"{figures[column]:.3f}" if column in figures else "–" for column in columns]
            lines.append(
                f"| {result.strategy} | {result.chunks} | {result.mean_chars:.0f} | " + " | ".join(cells) + " |"
            )
        return "\n".join(lines) + "\n"


def compare_strategies(
    documents: Sequence[Document] | Mapping[str, Sequence[Document]],
    questions: Iterable[EvaluationQuestion],
    *,
    embed_model: BaseEmbedding,
    strategies: Sequence[ChunkStrategy | str] = tuple(ChunkStrategy),
    top_k: int = COMPARED_TOP_K,
    window_sentences: int = 3,
    window_overlap: int = 1,
    show_progress: bool = False,
) -> StrategyComparison:
    """Cut the same documents in several ways and ask the same questions of each.

    All chunks are searched alike: by `SectionFirstRetriever` (dense and lexical, manuals recognised by the question) in an
    embedded store in memory. The other strategies' chunks are results as they are; ours are joined to segments, as
    they are by default. Compare by `recall@4000c` rather than by ranks: a large chunk wins ranks through its size.

    Args:
        documents: Layout Documents of all manuals; or Documents per collection that the questions name.
        questions: As `read_questions` gives them.
        embed_model: Embeds every chunk of every strategy: sentences are many.
        strategies: Which ones, in this order.
        top_k: Results per question.
        window_sentences: Sentences of a sliding window.
        window_overlap: Sentences that two windows share.
        show_progress: Whether to show progress bars.

    Raises:
        ValueError: When the windows would not advance, or a manual cannot be cut or stored.
    """
    check_window(window_sentences, window_overlap)
    asked = list(questions)
    collections = dict(documents) if isinstance(documents, Mapping) else {"": documents}
    results = []
    chosen = [ChunkStrategy(strategy) for strategy in strategies]
    for strategy in get_tqdm_iterable(chosen, show_progress, "Comparing strategies"):
        parser = (
            ProcedureNodeParser()
            if strategy is ChunkStrategy.PROCEDURE
            else StrategyNodeParser(strategy=strategy, window_sentences=window_sentences, window_overlap=window_overlap)
        )
        stores = {
            name: _indexed(documents_of, strategy, parser, embed_model, show_progress)
            for name, documents_of in collections.items()
        }
        retrievers: dict[str, BaseRetriever] = {
            name: SectionFirstRetriever(
                store, embed_model, similarity_top_k=top_k, segment_chars=_segment_chars(strategy)
            )
            for name, store in stores.items()
        }
        report = evaluate_retrieval(retrievers if isinstance(documents, Mapping) else retrievers[""], asked)
        sizes = [len(node.get_content()) for store in stores.values() for node in store.get_nodes() if _is_child(node)]
        mean = statistics.mean(sizes) if sizes else 0.0
        results.append(StrategyResult(strategy=strategy, chunks=len(sizes), mean_chars=mean, report=report))
    return StrategyComparison(results=results)


def _indexed(
    documents: Sequence[Document],
    strategy: ChunkStrategy,
    parser: NodeParser,
    embed_model: BaseEmbedding,
    show_progress: bool,
) -> LayoutVectorStore:
    """Return the documents' chunks in a store of their own.

    Raises:
        ValueError: When a manual cannot be cut or stored: figures without it would mislead.
    """
    store = layout_vector_store(str(strategy))
    report = ingest(
        documents, vector_store=store, embed_model=embed_model, node_parser=parser, show_progress=show_progress
    )
    if report.failed:
        raise ValueError(f"The strategy {strategy} cannot be compared, since manuals were not stored: {report.failed}")
    return store


def _segment_chars(strategy: ChunkStrategy) -> int:
    return SEGMENT_CHARS if strategy is ChunkStrategy.PROCEDURE else 0


def _is_child(node: BaseNode) -> bool:
    return node.metadata.get("chunk_level") == ChunkLevel.CHILD.value


def _layout(document: Document) -> LayoutDocument:
    return (
        LayoutDocument.from_document(document)
        if is_layout_document(document)
        else layout_of_ordinary_document(document)
    )


def _sentences_of(element: LayoutElement) -> Iterator[str]:
    for line in _text_of(element).splitlines():
        yield from (sentence.strip() for sentence in SENTENCE_END.split(line) if sentence and sentence.strip())


def _text_of(element: LayoutElement) -> str:
    if element.table is not None:
        return "\n".join(" | ".join(cell for cell in row if cell) for row in element.table.grid())
    return f"{element.marker} {element.text}" if element.marker else element.text


def _grouped(elements: Iterable[LayoutElement], key: Any) -> Iterator[list[LayoutElement]]:
    """Run of elements between two headings, divided where the key changes; each begins with its heading."""
    heading: list[LayoutElement] = []
    group: list[LayoutElement] = []
    for element in elements:
        if element.kind in HEADING_KINDS:
            if group:
                yield [*heading, *group]
            elif heading:
                yield heading
            heading, group = [element], []
        elif group and key(group[-1]) != key(element):
            yield [*heading, *group]
            group = [element]
        else:
            group.append(element)
    if heading or group:
        yield [*heading, *group]


def _kind_of_text(element: LayoutElement) -> str:
    if element.kind is ElementKind.LIST_ITEM:
        return "list"
    if element.kind in (ElementKind.TABLE, ElementKind.FORM):
        return "table"
    if element.kind in (ElementKind.PICTURE, ElementKind.PICTURE_OCR_TEXT, ElementKind.CAPTION):
        return "picture"
    return "text"


def _joined(elements: list[LayoutElement]) -> Passage:
    return Passage(text="\n".join(text for text in map(_text_of, elements) if text.strip()), elements=elements)


def _node(
    identity: ManualIdentity,
    layout: LayoutDocument,
    document: Document,
    level: ChunkLevel,
    text: str,
    order: int,
    elements: Sequence[LayoutElement],
) -> TextNode:
    path = _path_of(elements[0]) if elements else []
    regions = [region for element in elements for region in element.all_regions()]
    payload = NodePayload(
        chunk_level=level,
        manual_id=identity.manual_id,
        manual_title=identity.title,
        manual_version=identity.version,
        product_names=identity.product_names,
        model_numbers=identity.model_numbers,
        language=identity.language,
        source_uri=layout.source.uri,
        source_sha256=layout.source.sha256,
        section_id=str(uuid.uuid5(_NAMESPACE, "\x1f".join([document.node_id, *path]))) if elements else "",
        section_path=path,
        order=order,
        pages=sorted({region.page for region in regions}),
        regions=[RegionRecord(page=r.page, bbox=box) for r in regions if (box := whole_box(r.bbox)) is not None],
        content_type=ContentType.REFERENCE if elements else None,
        text_hash=hashlib.sha256(squash(text).encode()).hexdigest()[:16],
        char_count=len(text),
    )
    metadata = payload.to_metadata()
    node = TextNode(
        id_=str(uuid.uuid5(_NAMESPACE, "\x1f".join([document.node_id, str(level), str(order), text]))),
        text=text,
        metadata=metadata,
        excluded_embed_metadata_keys=list(metadata),
        excluded_llm_metadata_keys=list(metadata),
    )
    node.relationships[NodeRelationship.SOURCE] = RelatedNodeInfo(
        node_id=document.node_id, node_type=ObjectType.DOCUMENT
    )
    return node


def _path_of(element: LayoutElement) -> list[str]:
    return [*element.section_path, element.text] if element.kind is ElementKind.SECTION_HEADER else element.section_path
