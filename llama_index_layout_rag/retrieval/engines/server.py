"""Search through Qdrant's query API: a server or cluster, and clients that the embedded engine does not support."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from llama_index.core.schema import BaseNode
from llama_index.vector_stores.qdrant import QdrantVectorStore
from qdrant_client import models
from qdrant_client.http.exceptions import UnexpectedResponse

from llama_index_layout_rag.chunking.payload import ChunkLevel
from llama_index_layout_rag.retrieval.engines.interface import (
    NODE_KEY,
    Hit,
    ListQuery,
    in_rank_order,
    node_from_payload,
    with_level,
)
from llama_index_layout_rag.storage import MANUAL_ID_KEY, local_backend

logger = logging.getLogger(__name__)

TIE_MARGIN = 8
"""Number of additional hits requested, since Qdrant does not order equal scores by id as the lists here are."""

MANUALS_KEPT_SECONDS = 30.0
"""The list of manuals is read again after this time to see changes of other processes; changes through the same vector
store are seen immediately."""

UNRANKED_KEYS = [NODE_KEY, "source_record_refs", "related_elements", "regions"]
"""Large payload keys that ranking does not read: omitted from the lists and fetched for the selected chunks."""

SCROLL_PAGE = 256
"""Number of points per request when all manual nodes are read."""


class ServerEngine:
    """Search engine over `query_batch_points`: one request for all lists, one for nodes by id.

    Args:
        vector_store: A LayoutVectorStore, or a plain QdrantVectorStore with its limits: without `enable_hybrid` its
            lexical lists are empty, and it needs an `aclient` for searching asynchronously without worker threads.
    """

    def __init__(self, vector_store: QdrantVectorStore) -> None:
        self._store = vector_store
        self._client: Any = vector_store._client
        self._aclient: Any = vector_store._aclient
        self._remote = local_backend(self._client) is None and local_backend(self._aclient) is None
        self._manuals: dict[str, tuple[float, int, list[Mapping[str, Any]]]] = {}
        self._warned = False

    def search(self, queries: Sequence[ListQuery]) -> list[list[Hit]]:
        """Return the ranked lists, in one request."""
        if self._client is None:
            return asyncio.run(self.asearch(queries))
        places, requests = self._requests(queries)
        if not requests:
            return [[] for _ in queries]
        try:
            answers = self._client.query_batch_points(self._store.collection_name, requests=requests)
        except (ValueError, UnexpectedResponse) as error:
            return self._nothing_if_missing(error, queries)
        return _lists(queries, places, answers)

    async def asearch(self, queries: Sequence[ListQuery]) -> list[list[Hit]]:
        """Return the ranked lists asynchronously, in one request."""
        if self._aclient is None:
            return await asyncio.to_thread(self.search, queries)
        places, requests = self._requests(queries)
        if not requests:
            return [[] for _ in queries]
        try:
            answers = await self._aclient.query_batch_points(self._store.collection_name, requests=requests)
        except (ValueError, UnexpectedResponse) as error:
            return self._nothing_if_missing(error, queries)
        return _lists(queries, places, answers)

    def fetch(self, ids: Iterable[str]) -> dict[str, BaseNode]:
        """Return nodes by id, in one request."""
        if self._client is None:
            return asyncio.run(self.afetch(ids))
        wanted = list(dict.fromkeys(ids))
        if not wanted:
            return {}
        try:
            return _nodes(self._client.retrieve(self._store.collection_name, ids=wanted, with_payload=True))
        except (ValueError, UnexpectedResponse) as error:
            return _reraise_unless_missing(error, {})

    async def afetch(self, ids: Iterable[str]) -> dict[str, BaseNode]:
        """Return nodes by id asynchronously, in one request."""
        if self._aclient is None:
            return await asyncio.to_thread(self.fetch, ids)
        wanted = list(dict.fromkeys(ids))
        if not wanted:
            return {}
        try:
            return _nodes(await self._aclient.retrieve(self._store.collection_name, ids=wanted, with_payload=True))
        except (ValueError, UnexpectedResponse) as error:
            return _reraise_unless_missing(error, {})

    def manuals(self, filter: models.Filter | None = None) -> list[Mapping[str, Any]]:
        """Return the payloads of manual nodes; cached for `MANUALS_KEPT_SECONDS`."""
        if self._client is None:
            return asyncio.run(self.amanuals(filter))
        kept = self._kept_manuals(filter)
        if kept is not None:
            return kept
        payloads: list[Mapping[str, Any]] = []
        offset: Any = None
        revision = self._revision()
        while True:
            try:
                records, offset = self._client.scroll(**self._manual_request(filter, offset))
            except (ValueError, UnexpectedResponse) as error:
                return _reraise_unless_missing(error, [])
            payloads += [record.payload for record in records]
            if offset is None:
                return self._keep_manuals(filter, payloads, revision)

    async def amanuals(self, filter: models.Filter | None = None) -> list[Mapping[str, Any]]:
        """Return the payloads of manual nodes asynchronously."""
        if self._aclient is None:
            return await asyncio.to_thread(self.manuals, filter)
        kept = self._kept_manuals(filter)
        if kept is not None:
            return kept
        payloads: list[Mapping[str, Any]] = []
        offset: Any = None
        revision = self._revision()
        while True:
            try:
                records, offset = await self._aclient.scroll(**self._manual_request(filter, offset))
            except (ValueError, UnexpectedResponse) as error:
                return _reraise_unless_missing(error, [])
            payloads += [record.payload for record in records]
            if offset is None:
                return self._keep_manuals(filter, payloads, revision)

    def _requests(self, queries: Sequence[ListQuery]) -> tuple[list[int], list[models.QueryRequest]]:
        """Return the requests and the positions of their queries; queries without a vector in the collection have none."""
        places, requests = [], []
        for place, query in enumerate(queries):
            request = self._request(query)
            if request is not None:
                places.append(place)
                requests.append(request)
        return places, requests

    def _request(self, query: ListQuery) -> models.QueryRequest | None:
        vector: Any
        if query.kind == "dense":
            vector, using = query.dense, self._store.dense_vector_name or None
            vector = None if vector is None else [float(value) for value in vector]
        else:
            vector, using = query.sparse, self._store.sparse_vector_name
            if not self._store.enable_hybrid:
                self._warn_of_dense_only()
                return None
            if vector is not None and not vector.indices:
                return None
        if vector is None:
            raise ValueError(f"A {query.kind} query needs the question's {query.kind} vector.")
        exact = self._remote and query.kind == "dense" and names_a_manual(query.filter)
        return models.QueryRequest(
            query=vector,
            using=using,
            filter=with_level(query.filter, query.level),
            limit=query.limit + TIE_MARGIN,
            with_payload=models.PayloadSelectorExclude(exclude=UNRANKED_KEYS),
            params=models.SearchParams(exact=True) if exact else None,
        )

    def _manual_request(self, filter: models.Filter | None, offset: Any) -> dict[str, Any]:
        return {
            "collection_name": self._store.collection_name,
            "scroll_filter": with_level(filter, ChunkLevel.MANUAL),
            "limit": SCROLL_PAGE,
            "offset": offset,
            "with_payload": True,
            "with_vectors": False,
        }

    def _kept_manuals(self, filter: models.Filter | None) -> list[Mapping[str, Any]] | None:
        read, revision, payloads = self._manuals.get(_cache_key(filter), (0.0, -1, []))
        fresh = revision == self._revision() and time.monotonic() - read < MANUALS_KEPT_SECONDS
        # An embedded collection without a journal (unknown internals) can change unnoticed.
        return payloads if fresh and (self._remote or self._has_journal()) else None

    def _keep_manuals(
        self, filter: models.Filter | None, payloads: list[Mapping[str, Any]], revision: int
    ) -> list[Mapping[str, Any]]:
        payloads.sort(key=lambda payload: str(payload.get(MANUAL_ID_KEY)))
        if len(self._manuals) > 100:
            self._manuals.clear()
        self._manuals[_cache_key(filter)] = (time.monotonic(), revision, payloads)
        return payloads

    def _revision(self) -> int:
        journal = self._journal()
        return journal.version if journal is not None else int(getattr(self._store, "revision", 0))

    def _has_journal(self) -> bool:
        return self._journal() is not None

    def _journal(self) -> Any:
        journal = getattr(self._store, "journal", None)
        return journal() if callable(journal) else None

    def _nothing_if_missing(self, error: Exception, queries: Sequence[ListQuery]) -> list[list[Hit]]:
        return _reraise_unless_missing(error, [[] for _ in queries])

    def _warn_of_dense_only(self) -> None:
        if not self._warned:
            self._warned = True
            logger.warning(
                "Collection %r is opened without lexical vectors (enable_hybrid): words and codes of a question do not "
                "count. Use layout_vector_store to have them.",
                self._store.collection_name,
            )


def names_a_manual(filter: models.Filter | None) -> bool:
    """Return whether a filter restricts the search to named manuals, which is cheap enough for an exact search."""
    if filter is None or filter.must is None:
        return False
    conditions = filter.must if isinstance(filter.must, list) else [filter.must]
    return any(
        names_a_manual(condition)
        if isinstance(condition, models.Filter)
        else isinstance(condition, models.FieldCondition)
        and condition.key == MANUAL_ID_KEY
        and isinstance(condition.match, models.MatchValue | models.MatchAny)
        for condition in conditions
    )


def _cache_key(filter: models.Filter | None) -> str:
    return "" if filter is None else filter.model_dump_json(exclude_none=True)


def _lists(queries: Sequence[ListQuery], places: Sequence[int], answers: Sequence[Any]) -> list[list[Hit]]:
    lists: list[list[Hit]] = [[] for _ in queries]
    for place, answer in zip(places, answers, strict=True):
        hits = (Hit(str(point.id), point.score, point.payload) for point in answer.points)
        lists[place] = in_rank_order(hits, queries[place].limit)
    return lists


def _nodes(records: Iterable[Any]) -> dict[str, BaseNode]:
    return {str(record.id): node_from_payload(record.payload) for record in records}


def _reraise_unless_missing(error: Exception, nothing: Any) -> Any:
    """Return the empty result if the collection does not exist; raise any other error."""
    missing = getattr(error, "status_code", None) == 404 or (
        "collection" in str(error).lower() and "not found" in str(error).lower()
    )
    if not missing:
        raise error
    return nothing
