"""Search over several collections as one: ranked lists are merged by score."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from llama_index.core.schema import BaseNode
from qdrant_client import models

from llama_index_layout_rag.chunking.payload import ChunkLevel
from llama_index_layout_rag.retrieval.engines.interface import Hit, ListQuery, SearchEngine, in_rank_order
from llama_index_layout_rag.storage import MANUAL_ID_KEY


class CombinedEngine:
    """Search engine over the collections of several others.

    Cosine similarities of one embedding model are comparable across collections. BM25 scores are nearly so: document
    frequencies are per collection. A node id that several collections hold is taken from the first of them.

    Args:
        engines: Engines of the single collections.
    """

    def __init__(self, engines: Sequence[SearchEngine]) -> None:
        self._engines = list(engines)

    def search(self, queries: Sequence[ListQuery]) -> list[list[Hit]]:
        """Return one ranked list per query over all collections."""
        found = [engine.search(_supported(queries, engine.manuals())) for engine in self._engines]
        return _merged(queries, found)

    async def asearch(self, queries: Sequence[ListQuery]) -> list[list[Hit]]:
        """Return the ranked lists; collections are searched concurrently."""

        async def one(engine: SearchEngine) -> list[list[Hit]]:
            return await engine.asearch(_supported(queries, await engine.amanuals()))

        return _merged(queries, await asyncio.gather(*map(one, self._engines)))

    def fetch(self, ids: Iterable[str]) -> dict[str, BaseNode]:
        """Return nodes by id, with one request per collection."""
        wanted = list(ids)
        return _first_of_each([engine.fetch(wanted) for engine in self._engines])

    async def afetch(self, ids: Iterable[str]) -> dict[str, BaseNode]:
        """Return nodes by id; collections are read concurrently."""
        wanted = list(ids)
        return _first_of_each(await asyncio.gather(*(engine.afetch(wanted) for engine in self._engines)))

    def manuals(self, filter: models.Filter | None = None) -> list[Mapping[str, Any]]:
        """Return the payloads of manual nodes of all collections."""
        return _by_manual_id([engine.manuals(filter) for engine in self._engines])

    async def amanuals(self, filter: models.Filter | None = None) -> list[Mapping[str, Any]]:
        """Return the payloads of manual nodes; collections are read concurrently."""
        return _by_manual_id(await asyncio.gather(*(engine.amanuals(filter) for engine in self._engines)))


def _supported(queries: Sequence[ListQuery], manuals: Sequence[Mapping[str, Any]]) -> list[ListQuery]:
    """Return the queries without chunk levels for a collection of another pipeline, which has no manual nodes."""
    if manuals:
        return list(queries)
    return [replace(query, level=None) if query.level is ChunkLevel.CHILD else query for query in queries]


def _merged(queries: Sequence[ListQuery], found: Sequence[Sequence[Sequence[Hit]]]) -> list[list[Hit]]:
    merged = []
    for place, query in enumerate(queries):
        hits: dict[str, Hit] = {}
        for lists in found:
            for hit in lists[place]:
                hits.setdefault(hit.id, hit)
        merged.append(in_rank_order(hits.values(), query.limit))
    return merged


def _first_of_each(found: Sequence[Mapping[str, BaseNode]]) -> dict[str, BaseNode]:
    nodes: dict[str, BaseNode] = {}
    for one in found:
        for id_, node in one.items():
            nodes.setdefault(id_, node)
    return nodes


def _by_manual_id(found: Iterable[Sequence[Mapping[str, Any]]]) -> list[Mapping[str, Any]]:
    return sorted((payload for one in found for payload in one), key=lambda payload: str(payload.get(MANUAL_ID_KEY)))
