"""`SectionFirstRetriever`: manual, then section, then passage; no model reads body text during a search.

The class adapts to LlamaIndex. A question becomes a plan (which manuals, which ranked lists), an engine returns the
lists, and plain functions rank, select and explain. Sync and async differ only in how they wait.
"""

from __future__ import annotations

import copy
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.callbacks import CallbackManager
from llama_index.core.embeddings.utils import resolve_embed_model
from llama_index.core.indices.vector_store.base import VectorStoreIndex
from llama_index.core.schema import BaseNode, IndexNode, NodeWithScore, QueryBundle
from llama_index.core.settings import Settings
from llama_index.core.vector_stores.types import MetadataFilters
from llama_index.vector_stores.qdrant import QdrantVectorStore
from qdrant_client import models

from llama_index_layout_rag.chunking.payload import ChunkLevel
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.lexical import query_weights, sparse_query_vectors
from llama_index_layout_rag.retrieval.confidence import (
    CODE_RESULTS,
    READ_CHUNKS,
    ConfidenceModel,
    QuestionSignals,
    word_coverage,
)
from llama_index_layout_rag.retrieval.engines import Hit, ListQuery, SearchEngine, carries_node, engine_for
from llama_index_layout_rag.retrieval.expansion import QueryExpander
from llama_index_layout_rag.retrieval.incomplete import incomplete_manuals, without_manuals
from llama_index_layout_rag.retrieval.manuals import ManualIndex, ManualMatch
from llama_index_layout_rag.retrieval.question import Question, QuestionKind, analyze_question
from llama_index_layout_rag.retrieval.ranking import Candidate, RankedLists, RankingOptions, rank_candidates
from llama_index_layout_rag.retrieval.results import annotate, member_nodes, parent_id, parent_node, segment_node, trace
from llama_index_layout_rag.retrieval.selection import SEGMENT_CHARS, Segment, select
from llama_index_layout_rag.storage import schema_mismatch

logger = logging.getLogger(__name__)

LIST_LENGTH, SECTION_LIST_LENGTH = 200, 100
"""Lengths of the ranked lists of chunks and of sections; longer ones change nothing."""

LISTS_PER_PRODUCT = 3
"""Ranked lists per product: chunks by embedding, chunks by words, sections by embedding."""

CHUNKS_PER_PARENT = 3
"""Number of chunks selected per requested parent, since several may share one."""

ADDED_WORD_WEIGHT = 0.3
"""Weight of a query expander's words, relative to the question's own."""

MIN_SEARCH_CHARS = 4
"""A question with fewer characters beside the manual's name ("ES-200とは？") is searched with the name."""


@dataclass(frozen=True)
class _Plan:
    """The interpretation of a question before the search.

    Args:
        question: The question.
        match: The manuals that it names.
        search_text: The question without the names of manuals that restrict the search: all chunks of these share them.
        level: Level of the chunks searched; None in a collection of another pipeline, which has no levels.
        added_words: Words of a query expander.
    """

    question: Question
    match: ManualMatch
    search_text: str
    level: ChunkLevel | None = ChunkLevel.CHILD
    added_words: tuple[str, ...] = ()

    @property
    def products(self) -> list[frozenset[str]]:
        """The sets of manuals that are searched one by one; the empty set is for all manuals."""
        match = self.match
        products = [*match.groups, *([match.siblings] if match.siblings else [])]
        return products if match.excludes and products else [*products, frozenset()]


class SectionFirstRetriever(BaseRetriever):
    """Retriever that finds the manual, then the section, then the passage.

    Args:
        vector_store: A store from `layout_vector_store`, or another QdrantVectorStore (without lexical search where its
            collection has no sparse vectors). A list of stores with the same embedding model is searched as one.
        embed_model: The model that the chunks were embedded with; by default LlamaIndex's `Settings.embed_model`.
        similarity_top_k: Number of results.
        filters: LlamaIndex metadata filters (a tenant, a language). They apply to every stage; no question widens them.
        manual_ids: Restricts the search to these manuals, whatever the question names.
        aliases: Other names of products: model number, title or manual id to a list of names.
        return_level: "child" returns the chunks found, "parent" their context blocks, each once.
        segment_chars: Maximum number of characters of neighbouring chunks that are joined into one result
            (`return_level="child"`); 0 returns single chunks.
        use_manual_stage: Whether manuals named in the question exclude the others.
        ranking: Weights of the ranked lists and stages.
        confidence_model: Coefficients of `node.metadata["confidence"]` (do the manuals answer the question?) and
            `["result_confidence"]` (does this result?), for another embedding model. `NodeWithScore.score` is the latter,
            from 0 to 1 and comparable across questions.
        min_confidence: Returns nothing for a question whose confidence is lower: the manuals do not answer it.
        query_expander: Adds words to the lexical query, such as `LLMQueryExpander`; it sees the question only.
        callback_manager: LlamaIndex callbacks.
        object_map: LlamaIndex objects by node id.
        objects: LlamaIndex index nodes.
        verbose: Whether to print a trace of every question.
    """

    def __init__(
        self,
        vector_store: QdrantVectorStore | Sequence[QdrantVectorStore],
        embed_model: BaseEmbedding | None = None,
        *,
        similarity_top_k: int = 10,
        filters: MetadataFilters | None = None,
        manual_ids: Sequence[str] | None = None,
        aliases: Mapping[str, Sequence[str]] | None = None,
        return_level: Literal["child", "parent"] = "child",
        segment_chars: int = SEGMENT_CHARS,
        use_manual_stage: bool = True,
        ranking: RankingOptions | None = None,
        confidence_model: ConfidenceModel | None = None,
        min_confidence: float = 0.0,
        query_expander: QueryExpander | None = None,
        callback_manager: CallbackManager | None = None,
        object_map: dict | None = None,
        objects: list[IndexNode] | None = None,
        verbose: bool = False,
    ) -> None:
        stores = _checked_stores(vector_store)
        if isinstance(similarity_top_k, bool) or not isinstance(similarity_top_k, int) or similarity_top_k < 0:
            raise ValueError(f"similarity_top_k is {similarity_top_k!r}; give the number of results, 0 or more.")
        if isinstance(manual_ids, str):
            raise TypeError(f"manual_ids is the text {manual_ids!r}; give a list of manual ids.")
        if filters is not None and not isinstance(filters, MetadataFilters):
            raise TypeError(f"filters is a {type(filters).__name__}; give LlamaIndex MetadataFilters.")
        if return_level not in ("child", "parent"):
            raise ValueError(f"return_level is {return_level!r}; give 'child' or 'parent'.")
        if not 0.0 <= min_confidence <= 1.0:
            raise ValueError(f"min_confidence is {min_confidence!r}; give a probability from 0 to 1.")
        self._embed_model = resolve_embed_model(embed_model) if embed_model is not None else Settings.embed_model
        self._engine: SearchEngine = engine_for(*stores)
        self._aliases = dict(aliases or {})
        self.similarity_top_k = similarity_top_k
        self.return_level = return_level
        self.manual_ids = list(manual_ids) if manual_ids is not None else None
        self.segment_chars = segment_chars
        self.use_manual_stage = use_manual_stage
        self.ranking = ranking or RankingOptions()
        self._query_expander = query_expander
        self.confidence_model = confidence_model or ConfidenceModel()
        self.min_confidence = min_confidence
        self._filter = _qdrant_filter(stores[0], filters)
        self._manual_index: tuple[tuple[tuple[str, ...], ...], ManualIndex] | None = None
        super().__init__(callback_manager=callback_manager, object_map=object_map, objects=objects, verbose=verbose)

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> SectionFirstRetriever:
        """Return a copy with the same store and models, since an embedded store has only one connection."""
        return copy.copy(self)

    @property
    def embed_model(self) -> BaseEmbedding:
        """The model that questions are embedded with."""
        return self._embed_model

    @classmethod
    def from_defaults(
        cls, index: VectorStoreIndex, *, embed_model: BaseEmbedding | None = None, **options: Any
    ) -> SectionFirstRetriever:
        """Return a retriever over an index that is built on a QdrantVectorStore.

        Args:
            index: The index.
            embed_model: Embedding model of questions; the index's own by default.
            **options: Further keyword arguments of `SectionFirstRetriever`.

        Raises:
            ValueError: If the index has another vector store.
        """
        store = index.vector_store
        if not isinstance(store, QdrantVectorStore):
            raise ValueError(
                f"SectionFirstRetriever searches Qdrant, but the index has a {type(store).__name__}; "
                "build the index on layout_vector_store()."
            )
        return cls(store, embed_model or index._embed_model, **options)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        if not query_bundle.query_str.strip():
            return []
        manuals = self._engine.manuals(self._base_filter()) or self._engine.manuals()
        plan = self._plan(query_bundle.query_str, manuals)
        if self._query_expander is not None:
            plan = replace(plan, added_words=tuple(self._query_expander.expand(query_bundle.query_str)))
        embedding = self._embed_model.get_query_embedding(plan.search_text)
        lists = self._engine.search(self._list_queries(plan, embedding))
        if incomplete_manuals(lists, manuals):
            lists = without_manuals(lists, incomplete_manuals(lists, self._engine.manuals()))
        chosen = self._select(plan, lists)
        return self._results(plan, chosen, self._engine.fetch(self._ids_to_fetch(chosen)), best_similarity(lists))

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        if not query_bundle.query_str.strip():
            return []
        manuals = await self._engine.amanuals(self._base_filter()) or await self._engine.amanuals()
        plan = self._plan(query_bundle.query_str, manuals)
        if self._query_expander is not None:
            plan = replace(plan, added_words=tuple(await self._query_expander.aexpand(query_bundle.query_str)))
        embedding = await self._embed_model.aget_query_embedding(plan.search_text)
        lists = await self._engine.asearch(self._list_queries(plan, embedding))
        if incomplete_manuals(lists, manuals):
            lists = without_manuals(lists, incomplete_manuals(lists, await self._engine.amanuals()))
        chosen = self._select(plan, lists)
        fetched = await self._engine.afetch(self._ids_to_fetch(chosen))
        return self._results(plan, chosen, fetched, best_similarity(lists))

    def _base_filter(self) -> models.Filter | None:
        return _restricted(self._filter, self.manual_ids)

    def _plan(self, text: str, manuals: Sequence[Mapping[str, Any]]) -> _Plan:
        """Interpret a question.

        Args:
            text: The question.
            manuals: Payloads of the manual nodes that match the user's filter; of all manuals where the filter refers
                to keys of chunks only. Names only choose among manuals, the filter applies to every search.
        """
        question = analyze_question(text)
        match = self._match(question, manuals)
        rest = without_mentions(question.text, match)
        # A collection without manual nodes was filled by another pipeline: its nodes have no levels.
        level = ChunkLevel.CHILD if manuals else None
        if rest == question.text:
            return _Plan(question, match, question.text, level)
        stripped = analyze_question(rest)
        return _Plan(replace(question, codes=stripped.codes, numbers=stripped.numbers), match, rest, level)

    def _match(self, question: Question, manuals: Sequence[Mapping[str, Any]]) -> ManualMatch:
        if not self.use_manual_stage:
            return ManualMatch()
        names = ("manual_id", "manual_title", "manual_version", "model_numbers", "product_names")
        key = tuple(tuple(str(manual.get(name)) for name in names) for manual in manuals)
        if self._manual_index is None or self._manual_index[0] != key:
            self._manual_index = (key, ManualIndex.from_payloads(manuals, self._aliases))
            mismatch = schema_mismatch(manuals)
            if mismatch:
                logger.warning("%s", mismatch)
        return self._manual_index[1].match(question.text, compared=QuestionKind.COMPARISON in question.kinds)

    def _list_queries(self, plan: _Plan, embedding: Sequence[float]) -> list[ListQuery]:
        """Return three queries per product that is searched."""
        sparse = _lexical_query(plan.search_text, plan.added_words)
        queries: list[ListQuery] = []
        length = max(LIST_LENGTH, self.similarity_top_k)
        base = _excluding(self._base_filter(), plan.match.superseded)
        for product in plan.products:
            filter_ = _restricted(base, sorted(product) if product else None)
            queries += [
                ListQuery("dense", plan.level, length, filter_, dense=embedding),
                ListQuery("lexical", plan.level, length, filter_, sparse=sparse),
                ListQuery("dense", ChunkLevel.SECTION, SECTION_LIST_LENGTH, filter_, dense=embedding),
            ]
        return queries

    def _select(self, plan: _Plan, lists: Sequence[Sequence[Hit]]) -> list[Segment]:
        match = plan.match
        ranked: dict[str, Candidate] = {}
        for start in range(0, len(lists), LISTS_PER_PRODUCT):
            of_product = RankedLists(*lists[start : start + LISTS_PER_PRODUCT])
            for candidate in rank_candidates(of_product, plan.question, self.ranking):
                known = ranked.get(candidate.id)
                if known is None or candidate.score > known.score:
                    ranked[candidate.id] = candidate
        if match.groups and not match.excludes:
            preferred = match.manual_ids
            for id_, candidate in ranked.items():
                if candidate.manual_id in preferred:
                    ranked[id_] = replace(candidate, score=candidate.score + self.ranking.preference_weight)
        candidates = sorted(ranked.values(), key=lambda c: (-c.score, c.id))
        places = self.similarity_top_k * (CHUNKS_PER_PARENT if self.return_level == "parent" else 1)
        return select(candidates, places, match, self.segment_chars)

    def _ids_to_fetch(self, chosen: Sequence[Segment]) -> list[str]:
        """Return the ids of chosen chunks whose payload has no text, and of requested parents."""
        ids = [member.id for segment in chosen for member in segment.members if not carries_node(member.payload)]
        if self.return_level == "parent":
            ids += [parent for segment in chosen if (parent := parent_id(segment))]
        return list(dict.fromkeys(ids))

    def _results(
        self, plan: _Plan, chosen: Sequence[Segment], fetched: Mapping[str, BaseNode], similarity: float
    ) -> list[NodeWithScore]:
        found = [(segment, nodes) for segment in chosen if (nodes := member_nodes(segment, fetched))]
        signals = _signals(plan, found, similarity)
        confidence = self.confidence_model.question_probability(signals)
        if confidence < self.min_confidence:
            return []
        score = 1.0  # never rises from one result to the next, so that sorting by score keeps the order
        results: dict[str, NodeWithScore] = {}
        for segment, nodes in found:
            # A missing parent (another process is replacing the manual) is represented by its child.
            parent = fetched.get(parent_id(segment)) if self.return_level == "parent" else None
            node = parent_node(parent, nodes) if parent else segment_node(nodes, segment.candidate.id)
            if node.node_id not in results and len(results) < self.similarity_top_k:
                annotate(node, segment, plan.match)
                relative = segment.candidate.score / (found[0][0].candidate.score or 1.0)
                result_confidence = self.confidence_model.result_probability(signals, relative, place=len(results) + 1)
                node.metadata |= {"confidence": round(confidence, 4), "result_confidence": round(result_confidence, 4)}
                score = min(score, result_confidence)
                results[node.node_id] = NodeWithScore(node=node, score=score)
        if self._verbose:
            print(trace(plan.question, plan.match, list(results.values())))
        return list(results.values())


def best_similarity(lists: Sequence[Sequence[Hit]]) -> float:
    """Return the highest cosine similarity of any chunk in the lists."""
    return max((hits[0].score for hits in lists[::LISTS_PER_PRODUCT] if hits), default=0.0)


def without_mentions(text: str, match: ManualMatch) -> str:
    """Return a question without the manual names in it; unchanged where hardly anything else would be left."""
    rest = text
    for mention in sorted(match.mentions, key=lambda mention: -mention.start):
        rest = f"{rest[: mention.start]} {rest[mention.end :]}"
    return rest.strip() if len(squash(rest)) >= MIN_SEARCH_CHARS else text


def _signals(plan: _Plan, found: Sequence[tuple[Segment, list[BaseNode]]], similarity: float) -> QuestionSignals:
    """Return the inputs of the confidence model."""
    read = [node for _, nodes in found for node in nodes][:READ_CHUNKS]
    if not query_weights(plan.search_text):  # a question of symbols only has no answer, whatever is similar
        return QuestionSignals(coverage=0.0, similarity=0.0)
    titles = {str(node.metadata.get("manual_title", "")) for node in read}
    coverage = word_coverage(plan.search_text, [node.get_content() for node in read], titles)
    return QuestionSignals(
        coverage=coverage,
        similarity=similarity,
        compares=QuestionKind.COMPARISON in plan.question.kinds,
        code_in_column=any(
            cell["code"] in plan.question.codes
            for segment, _ in found[:CODE_RESULTS]
            for member in segment.members
            for cell in member.payload.get("code_cells", ())
        ),
        code_missing=bool(plan.question.codes) and not any(segment.meanings for segment, _ in found),
    )


def _checked_stores(vector_store: Any) -> list[QdrantVectorStore]:
    stores = list(vector_store) if isinstance(vector_store, list | tuple) else [vector_store]
    for store in stores:
        if not isinstance(store, QdrantVectorStore):
            raise TypeError(
                f"vector_store is a {type(store).__name__}; SectionFirstRetriever searches what layout_vector_store() "
                "returns, or another QdrantVectorStore, or a list of them."
            )
    if not stores:
        raise ValueError("vector_store is an empty list; give at least one store.")
    return stores


def _lexical_query(text: str, added_words: Sequence[str]) -> models.SparseVector:
    """Return the question's sparse vector; added words weigh less than the question's own."""
    (own_ids, added_ids), (own_values, added_values) = sparse_query_vectors([text, " ".join(added_words)])
    weights = {id_: ADDED_WORD_WEIGHT * value for id_, value in zip(added_ids, added_values, strict=True)}
    weights.update(zip(own_ids, own_values, strict=True))
    return models.SparseVector(indices=list(weights), values=list(weights.values()))


def _restricted(filter_: models.Filter | None, manual_ids: Sequence[str] | None) -> models.Filter | None:
    """Return the filter restricted to manuals; unchanged for None."""
    if manual_ids is None:
        return filter_
    condition = models.FieldCondition(key="manual_id", match=models.MatchAny(any=list(manual_ids)))
    return models.Filter(must=[condition] if filter_ is None else [filter_, condition])


def _excluding(filter_: models.Filter | None, manual_ids: Iterable[str]) -> models.Filter | None:
    """Return the filter with manuals excluded."""
    ids = sorted(manual_ids)
    if not ids:
        return filter_
    condition = models.FieldCondition(key="manual_id", match=models.MatchAny(any=ids))
    return models.Filter(must=None if filter_ is None else [filter_], must_not=[condition])


def _qdrant_filter(vector_store: QdrantVectorStore, filters: MetadataFilters | None) -> models.Filter | None:
    if filters is None or not filters.filters:
        return None
    return vector_store._build_subfilter(filters)
