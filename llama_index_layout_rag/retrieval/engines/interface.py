"""The interface of search engines: ranked lists, nodes by id, payloads of manual nodes.

Engines only rank. Fusion and selection see the same lists from every engine: scores agree within 1e-5, ties are in the
order of the ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from llama_index.core.schema import BaseNode
from llama_index.core.vector_stores.utils import metadata_dict_to_node
from qdrant_client import models

from llama_index_layout_rag.chunking.payload import ChunkLevel
from llama_index_layout_rag.storage import CHUNK_LEVEL_KEY

ListKind = Literal["dense", "lexical"]


@dataclass(frozen=True, eq=False)
class ListQuery:
    """A request for one ranked list.

    Attributes:
        kind: "dense" needs `dense`, "lexical" needs `sparse`.
        level: Level of the nodes in the list; None for all of them (collections of other pipelines have no levels).
        limit: Length of the list at most.
        filter: Further restriction, such as one manual.
        dense: The question's embedding.
        sparse: The question's lexical vector. Nodes without any common token are not in the list.
    """

    kind: ListKind
    level: ChunkLevel | None
    limit: int
    filter: models.Filter | None = None
    dense: Sequence[float] | None = None
    sparse: models.SparseVector | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """One entry of a ranked list.

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
        """Return a new node built from the payload."""
        return node_from_payload(self.payload)


@runtime_checkable
class SearchEngine(Protocol):
    """Ranked lists over one collection. A missing collection is treated as empty."""

    def search(self, queries: Sequence[ListQuery]) -> list[list[Hit]]:
        """Return one ranked list per query, best first (from one consistent state of an embedded collection)."""
        ...

    async def asearch(self, queries: Sequence[ListQuery]) -> list[list[Hit]]:
        """Search asynchronously."""
        ...

    def fetch(self, ids: Iterable[str]) -> dict[str, BaseNode]:
        """Return nodes by id, in one request; ids that are not stored are left out."""
        ...

    async def afetch(self, ids: Iterable[str]) -> dict[str, BaseNode]:
        """Fetch asynchronously."""
        ...

    def manuals(self, filter: models.Filter | None = None) -> list[Mapping[str, Any]]:
        """Return the payloads of manual nodes that match the filter, ordered by manual_id and node id; cached."""
        ...

    async def amanuals(self, filter: models.Filter | None = None) -> list[Mapping[str, Any]]:
        """Read manual payloads asynchronously."""
        ...


def node_from_payload(payload: Mapping[str, Any]) -> BaseNode:
    """Return the node that LlamaIndex stored in a payload."""
    return metadata_dict_to_node(dict(payload))


NODE_KEY = "_node_content"
"""Payload key of the node itself, as LlamaIndex stores it."""


def carries_node(payload: Mapping[str, Any]) -> bool:
    """Return whether a payload holds the node; a server's lists omit it, and selected nodes are fetched later."""
    return NODE_KEY in payload


def with_level(filter: models.Filter | None, level: ChunkLevel | None) -> models.Filter | None:
    """Return the filter with a condition on the chunk level added."""
    if level is None:
        return filter
    condition = models.FieldCondition(key=CHUNK_LEVEL_KEY, match=models.MatchValue(value=str(level)))
    return models.Filter(must=[condition] if filter is None else [condition, filter])


def in_rank_order(hits: Iterable[Hit], limit: int) -> list[Hit]:
    """Return the best hits, best first; ties in the order of their ids."""
    return sorted(hits, key=lambda hit: (-hit.score, hit.id))[:limit]
