"""What a search engine of this package does: ranked lists per arm, nodes by id, the list of manuals.

An arm is one ranked list: children by meaning (dense), children by words (lexical), sections by meaning; per manual
where several are asked about. Engines only rank; fusion, section scores and selection are shared code that sees the
same lists from every engine: equal scores within 1e-5, ties in the order of the ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from llama_index.core.schema import BaseNode
from llama_index.core.vector_stores.utils import metadata_dict_to_node
from qdrant_client import models

from llama_index_layout_rag.chunking.payload import ChunkLevel
from llama_index_layout_rag.storage.indexes import CHUNK_LEVEL_KEY

Arm = Literal["dense", "lexical"]


@dataclass(frozen=True, eq=False)
class ArmQuery:
    """One ranked list to be made.

    Attributes:
        arm: "dense" needs `dense`, "lexical" needs `sparse`.
        level: Level of the nodes in the list; None for all of them (collections of other pipelines have no levels).
        limit: Length of the list at most.
        filter: Further restriction, such as one manual.
        dense: The question's embedding.
        sparse: The question's lexical vector. Nodes without any common token are not in the list.
    """

    arm: Arm
    level: ChunkLevel | None
    limit: int
    filter: models.Filter | None = None
    dense: Sequence[float] | None = None
    sparse: models.SparseVector | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """One place of a ranked list.

    Attributes:
        id: Node id.
        score: Cosine similarity, or BM25 score.
        payload: Payload of the point; a server's lists leave the node's JSON out (see `carries_node`). It may be the
            store's own object: do not change it.
    """

    id: str
    score: float
    payload: Mapping[str, Any]

    def node(self) -> BaseNode:
        """The stored node, made anew from the payload."""
        return node_from_payload(self.payload)


@runtime_checkable
class SearchEngine(Protocol):
    """Ranked lists over one collection. A collection that does not exist is empty."""

    def search(self, queries: Sequence[ArmQuery]) -> list[list[Hit]]:
        """The ranked lists, one per query, best first, from one state of the collection where the engine can see to
        that."""
        ...

    async def asearch(self, queries: Sequence[ArmQuery]) -> list[list[Hit]]:
        """`search`, asynchronously."""
        ...

    def fetch(self, ids: Iterable[str]) -> dict[str, BaseNode]:
        """Nodes by id, in one request; ids that are not stored are missing from the answer."""
        ...

    async def afetch(self, ids: Iterable[str]) -> dict[str, BaseNode]:
        """`fetch`, asynchronously."""
        ...

    def manuals(self, filter: models.Filter | None = None) -> list[Mapping[str, Any]]:
        """Payloads of the manual nodes that the filter admits, in the order of manual_id and node id; cached."""
        ...

    async def amanuals(self, filter: models.Filter | None = None) -> list[Mapping[str, Any]]:
        """`manuals`, asynchronously."""
        ...


def node_from_payload(payload: Mapping[str, Any]) -> BaseNode:
    """The node that LlamaIndex stored in a payload."""
    return metadata_dict_to_node(dict(payload))


NODE_KEY = "_node_content"
"""Payload key of the node itself, as LlamaIndex stores it."""


def carries_node(payload: Mapping[str, Any]) -> bool:
    """Whether a hit's payload holds the node; a server's lists leave it out, and the chosen ones are fetched."""
    return NODE_KEY in payload


def with_level(filter: models.Filter | None, level: ChunkLevel | None) -> models.Filter | None:
    """A filter that also asks for a level."""
    if level is None:
        return filter
    condition = models.FieldCondition(key=CHUNK_LEVEL_KEY, match=models.MatchValue(value=str(level)))
    return models.Filter(must=[condition] if filter is None else [condition, filter])


def in_rank_order(hits: Iterable[Hit], limit: int) -> list[Hit]:
    """The best hits, best first, equal scores in the order of their ids."""
    return sorted(hits, key=lambda hit: (-hit.score, hit.id))[:limit]
