"""Searching several collections as one: their ranked lists merged by score."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from llama_index.core.schema import BaseNode
from qdrant_client import models

from llama_index_layout_rag.chunking.payload import ChunkLevel
from llama_index_layout_rag.retrieval.engines.interface import ArmQuery, Hit, SearchEngine, in_rank_order
from llama_index_layout_rag.storage.indexes import MANUAL_ID_KEY


class CombinedEngine:
    """Search engine over the collections of several others.

    Cosine similarities of one embedding model compare over collections. BM25 scores compare nearly: each collection knows only
    how rare a word is among its own chunks. A node id that several collections hold is taken from the first of them.

    Args:
        engines: Engines of the single collections.
    """

    def __init__(self, engines: Sequence[SearchEngine]) -> None:
        self._engines = list(engines)

    def search(self, queries: Sequence[ArmQuery]) -> list[list[Hit]]:
        """The ranked lists, one per query, over all collections."""
        found = [engine.search(_asked_of(queries, engine.manuals())) for engine in self._engines]
        return _merged(queries, found)

    async def asearch(self, queries: Sequence[ArmQuery]) -> list[list[Hit]]:
        """The ranked lists; the collections are searched at the same time."""

        async def one(engine: SearchEngine) -> list[list[Hit]]:
            return await engine.asearch(_asked_of(queries, await engine.amanuals()))

        return _merged(queries, await asyncio.gather(*map(one, self._engines)))

    def fetch(self, ids: Iterable[str]) -> dict[str, BaseNode]:
        """Nodes by id, one request per collection."""
        wanted = list(ids)
        return _first_of_each([engine.fetch(wanted) for engine in self._engines])

    async def afetch(self, ids: Iterable[str]) -> dict[str, BaseNode]:
        """Nodes by id, the collections at the same time."""
        wanted = list(ids)
        return _first_of_each(await asyncio.gather(*(engine.afetch(wanted) for engine in self._engines)))

    def manuals(self, filter: models.Filter | None = None) -> list[Mapping[str, Any]]:
        """Payloads of the manual nodes of all collections."""
        return _by_manual_id([engine.manuals(filter) for engine in self._engines])

    async def amanuals(self, filter: models.Filter | None = None) -> list[Mapping[str, Any]]:
        """Payloads of the manual nodes, the collections at the same time."""
        return _by_manual_id(await asyncio.gather(*(engine.amanuals(filter) for engine in self._engines)))


def _asked_of(queries: Sequence[ArmQuery], manuals: Sequence[Mapping[str, Any]]) -> list[ArmQuery]:
    """The queries as a collection can answer them: one without manual nodes was made by another pipeline and has no levels."""
    if manuals:
        return list(queries)
    return [replace(query, level=None) if query.level is ChunkLevel.CHILD else query for query in queries]


def _merged(queries: Sequence[ArmQuery], found: Sequence[Sequence[Sequence[Hit]]]) -> list[list[Hit]]:
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
