"""`SectionFirstRetriever`: manual, then section, then the place in it; no model reads body text while searching.

The class adapts to LlamaIndex. A question becomes a *plan* (which manuals, which ranked lists), an engine makes the lists, and
plain functions rank, select and explain. Sync and async differ only in how they wait for the engine and the embedding.
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

from llama_index_layout_rag.chunking.payload import LLM_VISIBLE_KEYS, ChunkLevel
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.lexical.sparse import sparse_query_vectors
from llama_index_layout_rag.lexical.tokens import query_weights
from llama_index_layout_rag.retrieval.confidence import READ_CHUNKS, ConfidenceModel, QuestionSignals, word_coverage
from llama_index_layout_rag.retrieval.engines import (
    ArmQuery,
    Hit,
    SearchEngine,
    carries_node,
    engine_for,
    node_from_payload,
)
from llama_index_layout_rag.retrieval.expansion import QueryExpander
from llama_index_layout_rag.retrieval.manuals import ManualIndex, ManualMatch
from llama_index_layout_rag.retrieval.question import Question, QuestionKind, analyze_question
from llama_index_layout_rag.retrieval.ranking import Arms, Candidate, RankingOptions, rank_candidates
from llama_index_layout_rag.retrieval.segments import SEGMENT_CHARS, Segment, joined_evidence, segment_node
from llama_index_layout_rag.retrieval.selection import select
from llama_index_layout_rag.retrieval.unfinished import manuals_without_node, without_manuals
from llama_index_layout_rag.storage.records import schema_mismatch

logger = logging.getLogger(__name__)

CHILDREN_PER_ARM = 200
"""Places of a ranked list of children. RRF gives place 200 a fourth of the first one's score: more change nothing."""

SECTIONS_PER_ARM = 100
"""Places of the ranked list of sections; a manual has seldom more than twice as many."""

ARMS = 3
"""Ranked lists per product: children by meaning, children by words, sections by meaning."""

CHUNKS_PER_PARENT = 3
"""Chunks that are selected for each parent asked for."""

ADDED_WORD_WEIGHT = 0.3
"""Weight of a query expander's words beside the question's own."""

MIN_SEARCH_CHARS = 4
"""A question of fewer characters beside the name of a manual ("ES-200とは？") is searched whole."""

RETRIEVAL_KEYS = ("why", "confidence", "result_confidence", "equals")
"""Metadata that the retriever adds; neither embedded nor shown to an answering model."""


@dataclass(frozen=True)
class _Plan:
    """What was understood of a question before anything is searched."""

    question: Question
    match: ManualMatch
    search_text: str
    """The question as the arms see it: without the names of manuals once these restrict the search, since what is common to
    all chunks of a manual tells none of them from the others."""
    level: ChunkLevel | None = ChunkLevel.CHILD
    """Level of the nodes that answer; None in a collection that knows no levels."""
    added_words: tuple[str, ...] = ()


class SectionFirstRetriever(BaseRetriever):
    """Finds the manual, then the section, then the place.

    Args:
        vector_store: What `layout_vector_store` returns. A plain QdrantVectorStore works as well, without a lexical arm where its
            collection has none. Several stores, filled with the same embedding model, are searched as one.
        embed_model: The model that the chunks were embedded with; LlamaIndex's `Settings.embed_model` by default.
        similarity_top_k: How many results.
        filters: LlamaIndex metadata filters (a tenant, a language). They hold in every stage; no question can widen them.
        manual_ids: Search these manuals only, whatever the question names.
        aliases: Other names of products: model number, title or manual id to a list of names.
        return_level: "child": the chunks found. "parent": the context blocks they stand in, each once.
        segment_chars: Neighbouring chunks of a section that are both ranked high are one result of up to so many characters
            (`return_level="child"`); 0 keeps every chunk by itself.
        use_manual_stage: Whether manuals that the question names exclude the others.
        ranking: Weights of the arms and stages.
        confidence_model: Weights of the signals behind `node.metadata["confidence"]` (do the manuals answer the question?) and
            `["result_confidence"]` (does this result?), for another embedding model.
        query_expander: Adds words to the lexical query, such as `LLMQueryExpander`; it sees the question only.
        verbose: Print a trace of every question.
    """

    def __init__(
        self,
        vector_store: QdrantVectorStore | Sequence[QdrantVectorStore],
        embed_model: BaseEmbedding | None = None,
        similarity_top_k: int = 10,
        filters: MetadataFilters | None = None,
        manual_ids: Sequence[str] | None = None,
        aliases: Mapping[str, Sequence[str]] | None = None,
        return_level: Literal["child", "parent"] = "child",
        segment_chars: int = SEGMENT_CHARS,
        use_manual_stage: bool = True,
        ranking: RankingOptions | None = None,
        confidence_model: ConfidenceModel | None = None,
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
        self._filter = _qdrant_filter(stores[0], filters)
        self._manual_index: tuple[tuple[tuple[str, ...], ...], ManualIndex] | None = None
        super().__init__(callback_manager=callback_manager, object_map=object_map, objects=objects, verbose=verbose)

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> SectionFirstRetriever:
        """A copy over the same store and models: an embedded store has only one connection."""
        return copy.copy(self)

    @property
    def embed_model(self) -> BaseEmbedding:
        """The model that questions are embedded with."""
        return self._embed_model

    @classmethod
    def from_defaults(cls, index: VectorStoreIndex, **kwargs: Any) -> SectionFirstRetriever:
        """The retriever over an index that is built on a QdrantVectorStore.

        Raises:
            ValueError: When the index has another vector store.
        """
        store = index.vector_store
        if not isinstance(store, QdrantVectorStore):
            raise ValueError(
                f"SectionFirstRetriever searches Qdrant, but the index has a {type(store).__name__}; "
                "build the index on layout_vector_store()."
            )
        kwargs.setdefault("embed_model", index._embed_model)
        return cls(store, **kwargs)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        if not query_bundle.query_str.strip():
            return []
        manuals = self._engine.manuals(self._base_filter()) or self._engine.manuals()
        plan = self._plan(query_bundle.query_str, manuals)
        if self._query_expander is not None:
            plan = replace(plan, added_words=tuple(self._query_expander.expand(query_bundle.query_str)))
        embedding = self._embed_model.get_query_embedding(plan.search_text)
        lists = self._engine.search(self._arm_queries(plan, embedding))
        if manuals_without_node(lists, manuals):
            lists = without_manuals(lists, manuals_without_node(lists, self._engine.manuals()))
        chosen = self._choose(plan, lists)
        return self._results(plan, chosen, self._engine.fetch(self._ids_to_fetch(chosen)), best_similarity(lists))

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        if not query_bundle.query_str.strip():
            return []
        manuals = await self._engine.amanuals(self._base_filter()) or await self._engine.amanuals()
        plan = self._plan(query_bundle.query_str, manuals)
        if self._query_expander is not None:
            plan = replace(plan, added_words=tuple(await self._query_expander.aexpand(query_bundle.query_str)))
        embedding = await self._embed_model.aget_query_embedding(plan.search_text)
        lists = await self._engine.asearch(self._arm_queries(plan, embedding))
        if manuals_without_node(lists, manuals):
            lists = without_manuals(lists, manuals_without_node(lists, await self._engine.amanuals()))
        chosen = self._choose(plan, lists)
        return self._results(
            plan, chosen, await self._engine.afetch(self._ids_to_fetch(chosen)), best_similarity(lists)
        )

    # --- the stages ---

    def _base_filter(self) -> models.Filter | None:
        return _restricted(self._filter, "manual_id", self.manual_ids)

    def _plan(self, text: str, manuals: Sequence[Mapping[str, Any]]) -> _Plan:
        """What the question is about.

        Args:
            text: The question.
            manuals: Payloads of the manual nodes that the user's filter admits; all of them where it asks for something that
                only chunks have (a content type). Names only choose among manuals, the filter holds in every search.
        """
        question = analyze_question(text)
        match = self._match(question, manuals)
        rest = without_mentions(question.text, match)
        # A collection without manual nodes was made by another pipeline: its nodes have no levels.
        level = ChunkLevel.CHILD if manuals else None
        if rest == question.text:
            return _Plan(question, match, question.text, level)
        asked = analyze_question(rest)
        return _Plan(replace(question, codes=asked.codes, numbers=asked.numbers), match, rest, level)

    def _match(self, question: Question, manuals: Sequence[Mapping[str, Any]]) -> ManualMatch:
        if not self.use_manual_stage:
            return ManualMatch()
        key = tuple(
            tuple(
                str(m.get(name))
                for name in ("manual_id", "manual_title", "manual_version", "model_numbers", "product_names")
            )
            for m in manuals
        )
        if self._manual_index is None or self._manual_index[0] != key:
            self._manual_index = (key, ManualIndex.from_payloads(manuals, self._aliases))
            mismatch = schema_mismatch(manuals)
            if mismatch:
                logger.warning("%s", mismatch)
        return self._manual_index[1].match(question.text, compared=QuestionKind.COMPARISON in question.kinds)

    def _arm_queries(self, plan: _Plan, embedding: Sequence[float]) -> list[ArmQuery]:
        """Three ranked lists per product that the question names; for all manuals together where it names none."""
        sparse = _lexical_query(plan.search_text, plan.added_words)
        queries: list[ArmQuery] = []
        children = max(CHILDREN_PER_ARM, self.similarity_top_k)
        base = _without_manuals(self._base_filter(), plan.match.superseded)
        for group in plan.match.groups or (frozenset(),):
            filter_ = _restricted(base, "manual_id", sorted(group) if group else None)
            queries += [
                ArmQuery("dense", plan.level, children, filter_, dense=embedding),
                ArmQuery("lexical", plan.level, children, filter_, sparse=sparse),
                ArmQuery("dense", ChunkLevel.SECTION, SECTIONS_PER_ARM, filter_, dense=embedding),
            ]
        return queries

    def _choose(self, plan: _Plan, lists: Sequence[Sequence[Hit]]) -> list[Segment]:
        ranked: dict[str, Candidate] = {}
        for start in range(0, len(lists), ARMS):
            for candidate in rank_candidates(Arms(*lists[start : start + ARMS]), plan.question, self.ranking):
                held = ranked.get(candidate.id)
                if held is None or candidate.score > held.score:
                    ranked[candidate.id] = candidate
        candidates = sorted(ranked.values(), key=lambda c: (-c.score, c.id))
        # Several chunks may share a parent, which is one result.
        places = self.similarity_top_k * (CHUNKS_PER_PARENT if self.return_level == "parent" else 1)
        return select(candidates, places, plan.match.groups, self.segment_chars)

    def _ids_to_fetch(self, chosen: Sequence[Segment]) -> list[str]:
        """Chosen chunks that the engine's lists hold without their text, and their parents where these are asked for."""
        ids = [member.id for segment in chosen for member in segment.members if not carries_node(member.payload)]
        if self.return_level == "parent":
            ids += [parent for segment in chosen if (parent := _parent_id(segment))]
        return list(dict.fromkeys(ids))

    def _results(
        self, plan: _Plan, chosen: Sequence[Segment], fetched: Mapping[str, BaseNode], similarity: float
    ) -> list[NodeWithScore]:
        found = [(segment, nodes) for segment in chosen if (nodes := _member_nodes(segment, fetched))]
        signals = _signals(plan, found, similarity)
        results: dict[str, NodeWithScore] = {}
        for segment, nodes in found:
            # A parent that is missing (another process is replacing the manual) gives its child.
            parent = fetched.get(_parent_id(segment)) if self.return_level == "parent" else None
            node = _with_evidence(parent, nodes) if parent else segment_node(nodes, segment.candidate.id)
            if node.node_id not in results and len(results) < self.similarity_top_k:
                _annotate(node, segment, plan)
                relative_score = segment.candidate.score / (found[0][0].candidate.score or 1.0)
                node.metadata |= self._confidences(signals, relative_score, place=len(results) + 1)
                results[node.node_id] = NodeWithScore(node=node, score=segment.candidate.score)
        if self._verbose:
            print(trace(plan.question, plan.match, list(results.values())))
        return list(results.values())

    def _confidences(self, signals: QuestionSignals, relative_score: float, place: int) -> dict[str, float]:
        model = self.confidence_model
        return {
            "confidence": round(model.question_probability(signals), 4),
            "result_confidence": round(model.result_probability(signals, relative_score, place), 4),
        }


def best_similarity(lists: Sequence[Sequence[Hit]]) -> float:
    """The highest cosine similarity of any chunk that was searched."""
    return max((hits[0].score for hits in lists[::ARMS] if hits), default=0.0)


def without_mentions(text: str, match: ManualMatch) -> str:
    """A question without the names of the manuals it is about; the whole question where nothing else would be left."""
    rest = text
    for mention in sorted(match.mentions, key=lambda mention: -mention.start):
        rest = f"{rest[: mention.start]} {rest[mention.end :]}"
    return rest.strip() if len(squash(rest)) >= MIN_SEARCH_CHARS else text


def trace(question: Question, match: ManualMatch, results: Sequence[NodeWithScore]) -> str:
    """What the stages decided for a question, for people to read."""
    lines = [
        f"question: {question.text}",
        f"  kinds: {', '.join(sorted(kind.value for kind in question.kinds)) or '-'}",
    ]
    lines.append(f"  codes: {', '.join([*question.codes, *question.numbers]) or '-'}")
    if match.manual_ids:
        lines += [f"  names {mention.text!r}: {', '.join(sorted(mention.manual_ids))}" for mention in match.mentions]
    else:
        lines.append("  names no manual: all compete")
    lines += [f"  {model!r} is the model number of no manual" for model in match.unknown]
    for place, result in enumerate(results, start=1):
        metadata = result.node.metadata
        why = metadata["why"]
        path = " > ".join([str(metadata.get("manual_title", "")), *metadata.get("section_path", [])])
        ranks = ", ".join(
            f"{key.removesuffix('_rank')} {why[key]}"
            for key in ("section_rank", "dense_rank", "lexical_rank")
            if key in why
        )
        lines.append(f"  {place:2}. {result.score:.4f} [{ranks}] {path}")
    return "\n".join(lines)


def _signals(plan: _Plan, found: Sequence[tuple[Segment, list[BaseNode]]], similarity: float) -> QuestionSignals:
    """What the confidence is judged by."""
    read = [node for _, nodes in found for node in nodes][:READ_CHUNKS]
    if not query_weights(plan.search_text):  # only symbols: whatever is similar answers nothing
        return QuestionSignals(coverage=0.0, similarity=0.0)
    titles = {str(node.metadata.get("manual_title", "")) for node in read}
    coverage, title_share = word_coverage(plan.search_text, [node.get_content() for node in read], titles)
    return QuestionSignals(
        coverage=coverage,
        title_share=title_share,
        similarity=similarity,
        named=bool(plan.match.manual_ids),
        compares=QuestionKind.COMPARISON in plan.question.kinds,
        code_missing=bool(plan.question.codes) and not any(segment.meanings for segment, _ in found),
    )


def _annotate(node: BaseNode, segment: Segment, plan: _Plan) -> None:
    """Say in the node's metadata why it was chosen."""
    candidate = segment.candidate
    why: dict[str, Any] = {"section_rank": candidate.section_rank}
    if candidate.dense_rank is not None:
        why["dense_rank"] = candidate.dense_rank
    if candidate.lexical_rank is not None:
        why["lexical_rank"] = candidate.lexical_rank
    named = [mention.text for mention in plan.match.mentions if candidate.manual_id in mention.manual_ids]
    if named:
        why["manual"] = named
    if segment.meanings:
        why["codes"] = sorted({meaning.code for meaning in segment.meanings})
    older = sorted(old for old, newest in plan.match.superseded.items() if newest == candidate.manual_id)
    if older:
        why["older_revisions"] = older
    if plan.match.unknown:
        why["unknown_models"] = list(plan.match.unknown)
    node.metadata["why"] = why
    if segment.equals:
        node.metadata["equals"] = [
            {
                "node_id": equal.id,
                "manual_id": equal.manual_id,
                "manual_title": equal.payload.get("manual_title", ""),
                "section_path": equal.payload.get("section_path", []),
            }
            for equal in segment.equals
        ]
    node.excluded_embed_metadata_keys = list(dict.fromkeys([*node.excluded_embed_metadata_keys, *RETRIEVAL_KEYS]))
    node.excluded_llm_metadata_keys = list(dict.fromkeys([*node.excluded_llm_metadata_keys, *RETRIEVAL_KEYS]))


def _member_nodes(segment: Segment, fetched: Mapping[str, BaseNode]) -> list[BaseNode]:
    """The nodes of a segment in reading order; one that was deleted since it was found is left out."""
    nodes = []
    for member in segment.in_reading_order():
        node = node_from_payload(member.payload) if carries_node(member.payload) else fetched.get(member.id)
        if node is not None:
            nodes.append(node)
    return nodes


def _with_evidence(parent: BaseNode, nodes: Sequence[BaseNode]) -> BaseNode:
    """The parent with the pages, boxes and steps of the chunks that it was found by: they are what is cited and framed."""
    evidence = joined_evidence(nodes)
    parent.metadata.update(evidence)
    parent.excluded_embed_metadata_keys = list(dict.fromkeys([*parent.excluded_embed_metadata_keys, *evidence]))
    hidden = [key for key in evidence if key not in LLM_VISIBLE_KEYS]
    parent.excluded_llm_metadata_keys = list(dict.fromkeys([*parent.excluded_llm_metadata_keys, *hidden]))
    return parent


def _parent_id(segment: Segment) -> str:
    """Id of the best chunk's parent; "" where it stands right below its section, and so for itself."""
    parent = str(segment.candidate.payload.get("parent_id", ""))
    return "" if parent == segment.candidate.section_id else parent


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
    """The question's lexical vector; words that were added count less than those that were asked."""
    (own_ids, added_ids), (own_values, added_values) = sparse_query_vectors([text, " ".join(added_words)])
    weights = {id_: ADDED_WORD_WEIGHT * value for id_, value in zip(added_ids, added_values, strict=True)}
    weights.update(zip(own_ids, own_values, strict=True))
    return models.SparseVector(indices=list(weights), values=list(weights.values()))


def _restricted(filter_: models.Filter | None, key: str, values: Sequence[str] | None) -> models.Filter | None:
    """The filter, and the key must have one of the values."""
    if values is None:
        return filter_
    condition = models.FieldCondition(key=key, match=models.MatchAny(any=list(values)))
    return models.Filter(must=[condition] if filter_ is None else [filter_, condition])


def _without_manuals(filter_: models.Filter | None, manual_ids: Iterable[str]) -> models.Filter | None:
    """The filter, and none of these manuals."""
    ids = sorted(manual_ids)
    if not ids:
        return filter_
    condition = models.FieldCondition(key="manual_id", match=models.MatchAny(any=ids))
    return models.Filter(must=None if filter_ is None else [filter_], must_not=[condition])


def _qdrant_filter(vector_store: QdrantVectorStore, filters: MetadataFilters | None) -> models.Filter | None:
    if filters is None or not filters.filters:
        return None
    return vector_store._build_subfilter(filters)
