"""The vector store: LlamaIndex's QdrantVectorStore, set up for manuals.

It has dense and lexical vectors (the package's own tokens, nothing is downloaded), Qdrant's IDF modifier and payload
indexes, and works sync and async with either client. It can be used wherever a QdrantVectorStore can.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any

from llama_index.core.schema import BaseNode, MetadataMode
from llama_index.core.utils import iter_batch
from llama_index.core.vector_stores.types import MetadataFilters, VectorStoreQuery, VectorStoreQueryResult
from llama_index.core.vector_stores.utils import node_to_metadata_dict
from llama_index.vector_stores.qdrant import QdrantVectorStore
from qdrant_client import AsyncQdrantClient, QdrantClient, models
from qdrant_client.http.exceptions import UnexpectedResponse

from llama_index_layout_rag.chunking import ChunkLevel
from llama_index_layout_rag.layout import refuse_unknown
from llama_index_layout_rag.lexical import sparse_document_vectors, sparse_query_vectors
from llama_index_layout_rag.storage.clients import AsyncOverSync, sync_client_over
from llama_index_layout_rag.storage.local import Journal, journal_of, local_backend, local_collection
from llama_index_layout_rag.storage.payload import CHUNK_LEVEL_KEY, payload_indexes, supported_filters

DENSE_VECTOR = "text-dense"
LEXICAL_VECTOR = "text-sparse-new"
"""QdrantVectorStore's own names, so that a plain one opens the same collection."""

SCROLL_PAGE = 1_000
"""Points of one request when many are read."""

ALMOST_NO_ALPHA = 1e-12
"""Replaces alpha=0 in `aquery`, where QdrantVectorStore takes 0 for "not given"."""


class CollectionMismatchError(ValueError):
    """A collection cannot hold this package's nodes. The message says why and what to do."""


def _counted(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a sync or async method that increases the store's revision afterwards, also if it fails."""

    @functools.wraps(method)
    def counted(self: LayoutVectorStore, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(self, *args, **kwargs)
        finally:
            self._revision += 1

    @functools.wraps(method)
    async def acounted(self: LayoutVectorStore, *args: Any, **kwargs: Any) -> Any:
        try:
            return await method(self, *args, **kwargs)
        finally:
            self._revision += 1

    return acounted if inspect.iscoroutinefunction(method) else counted


class LayoutVectorStore(QdrantVectorStore):
    """QdrantVectorStore with dense and lexical vectors for manuals, usable sync and async with either client.

    Only children (and nodes of other pipelines, which have no `chunk_level`) get a lexical vector: with those of parents
    and sections, the document frequency would count every word several times.

    A collection that does not exist yet counts as empty; the first `add` creates it.

    Args:
        collection_name: Name of the collection, which is created on the first `add` for embeddings of that size.
        client: Sync client. Without an async one, async methods call it in worker threads.
        aclient: Async client. Without a sync one, sync methods run an embedded client's coroutines in place, and open a
            second connection to a server with the same options.
        embed_dim: Size of the embeddings; a collection for another size is then refused at once.
        search_all_levels: Whether LlamaIndex's own retrievers (`index.as_retriever()`) also find manual, section and
            parent nodes; by default only children, and nodes of other pipelines.
        kwargs: Further arguments of QdrantVectorStore.

    Raises:
        CollectionMismatchError: If the collection exists and has other vectors.
    """

    embed_dim: int | None = None
    search_all_levels: bool = False
    _verified: bool = False
    _revision: int = 0

    def __init__(
        self,
        collection_name: str,
        client: QdrantClient | None = None,
        aclient: AsyncQdrantClient | None = None,
        embed_dim: int | None = None,
        search_all_levels: bool = False,
        **kwargs: Any,
    ) -> None:
        """Connect to the collection; `layout_vector_store` also creates the clients."""
        if client is None and aclient is None:
            raise ValueError(
                "A vector store needs a `client` or an `aclient`; layout_vector_store also takes a path or a URL."
            )
        if not isinstance(collection_name, str) or not collection_name:
            raise TypeError(
                f"collection_name is {collection_name!r}; give the name of a collection, such as 'manuals'."
            )
        refuse_unknown(type(self).__name__, kwargs, _store_arguments())
        embedded = local_backend(client) is not None or local_backend(aclient) is not None
        options: dict[str, Any] = {
            "enable_hybrid": True,
            "sparse_doc_fn": sparse_document_vectors,
            "sparse_query_fn": sparse_query_vectors,
            "sparse_config": models.SparseVectorParams(modifier=models.Modifier.IDF),
            # Embedded collections have no payload indexes and log a warning for each.
            "payload_indexes": None if embedded else payload_indexes(),
            "index_doc_id": not embedded,
            "dense_vector_name": DENSE_VECTOR,
            "sparse_vector_name": LEXICAL_VECTOR,
        }
        super().__init__(collection_name, client=client, aclient=aclient, **(options | kwargs))
        self.embed_dim = self._asked_dim = embed_dim
        self.search_all_levels = search_all_levels
        if client is None:
            self._client = sync_client_over(aclient)  # type: ignore[arg-type]
        if aclient is None:
            self._aclient = AsyncOverSync(client)  # type: ignore[arg-type, assignment]
        if self._collection_initialized:
            self._verify(self._client.get_collection(collection_name))
        self.journal()

    @classmethod
    def class_name(cls) -> str:
        """Return name of the class in serialised form."""
        return "LayoutVectorStore"

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> LayoutVectorStore:
        """Return a copy with the same connection, since an embedded store has only one."""
        return self.model_copy()

    def __getstate__(self) -> dict[str, Any]:
        """Refuse to be pickled."""
        raise TypeError(
            f"The vector store of collection {self.collection_name!r} cannot be pickled: its connection belongs to this "
            "process. Make it in the other process with layout_vector_store(url=...); an embedded store is open in one "
            "process at a time."
        )

    @property
    def aclient(self) -> Any:
        """The async client, or the adapter in its place."""
        return self._aclient

    @property
    def revision(self) -> int:
        """Number of changes made through this object; other changes on a server are not counted."""
        return self._revision

    def journal(self) -> Journal | None:
        """Return the change journal of an embedded collection; None for a server, or if there is no collection."""
        backend = local_backend(self._client)
        collection = local_collection(backend, self.collection_name) if backend is not None else None
        return journal_of(collection) if collection is not None else None

    def exists(self) -> bool:
        """Return whether the collection exists.

        Raises:
            CollectionMismatchError: If it exists and has other vectors.
        """
        exists = bool(self._client.collection_exists(self.collection_name))
        if exists and not self._verified:
            self._verify(self._client.get_collection(self.collection_name))
        return self._note_existence(exists)

    async def aexists(self) -> bool:
        """Return whether the collection exists, asynchronously."""
        exists = bool(await self._aclient.collection_exists(self.collection_name))
        if exists and not self._verified:
            self._verify(await self._aclient.get_collection(self.collection_name))
        return self._note_existence(exists)

    def create(self, embed_dim: int) -> None:
        """Create the collection for embeddings of that size, unless it exists.

        Raises:
            CollectionMismatchError: If it exists with other vectors or for embeddings of another size.
        """
        if not self.exists():
            self._create_collection(self.collection_name, embed_dim)
            self.exists()
        self._check_size(embed_dim, "embeddings to store have")

    async def acreate(self, embed_dim: int) -> None:
        """Create the collection for embeddings of that size, unless it exists, asynchronously."""
        if not await self.aexists():
            await self._acreate_collection(self.collection_name, embed_dim)
            await self.aexists()
        self._check_size(embed_dim, "embeddings to store have")

    @_counted
    def add(self, nodes: Sequence[BaseNode], **add_kwargs: Any) -> list[str]:
        """Store nodes with embeddings; a node replaces the stored one with its id.

        Raises:
            CollectionMismatchError: If the collection holds vectors of another kind or size.
        """
        if not nodes:
            return []
        self.create(_common_size(nodes))
        if local_backend(self._client) is None:
            return super().add(list(nodes), **add_kwargs)
        points, ids = self._build_points(list(nodes), self.sparse_vector_name)
        # In batches: readers wait for one batch, not for all of them.
        for batch in iter_batch(points, self.batch_size):
            self._client.upsert(self.collection_name, points=batch)
        return ids

    @_counted
    async def async_add(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[str]:
        """Store nodes with embeddings, asynchronously."""
        if not nodes:
            return []
        if isinstance(self._aclient, AsyncOverSync):
            return await asyncio.to_thread(self.add, nodes, **kwargs)
        await self.acreate(_common_size(nodes))
        return await super().async_add(list(nodes), **kwargs)

    def query(self, query: VectorStoreQuery, **kwargs: Any) -> VectorStoreQueryResult:
        """Search; a collection that does not exist gives no results."""
        if not (self._verified or self.exists()):
            return _nothing()
        self._check_query(query)
        try:
            return _without_none(super().query(query, **kwargs))
        except (ValueError, UnexpectedResponse) as error:
            if self._is_gone(error) and not self.exists():
                return _nothing()
            raise

    async def aquery(self, query: VectorStoreQuery, **kwargs: Any) -> VectorStoreQueryResult:
        """Search asynchronously."""
        if not (self._verified or await self.aexists()):
            return _nothing()
        self._check_query(query)
        if query.alpha == 0:
            query = replace(query, alpha=ALMOST_NO_ALPHA)
        try:
            return _without_none(await super().aquery(query, **kwargs))
        except (ValueError, UnexpectedResponse) as error:
            if self._is_gone(error) and not await self.aexists():
                return _nothing()
            raise

    def get_nodes(
        self,
        node_ids: list[str] | None = None,
        filters: MetadataFilters | None = None,
        limit: int | None = None,
        shard_identifier: Any | None = None,
    ) -> list[BaseNode]:
        """Return the nodes with these ids *and* matching the filters, in the order of the ids.

        Their number is not limited by default, and unknown ids are ignored.
        """
        if node_ids == [] or not self.exists():
            return []
        records: list[Any] = []
        offset: Any = None
        while True:
            request = self._scroll_request(node_ids, filters, limit, shard_identifier, len(records), offset)
            page, offset = self._client.scroll(**request)
            records += page
            if offset is None or (limit is not None and len(records) >= limit):
                return self._in_order(records, node_ids)

    async def aget_nodes(
        self,
        node_ids: list[str] | None = None,
        filters: MetadataFilters | None = None,
        limit: int | None = None,
        shard_identifier: Any | None = None,
    ) -> list[BaseNode]:
        """Return the nodes with these ids *and* matching the filters, asynchronously."""
        if node_ids == [] or not await self.aexists():
            return []
        records: list[Any] = []
        offset: Any = None
        while True:
            request = self._scroll_request(node_ids, filters, limit, shard_identifier, len(records), offset)
            page, offset = await self._aclient.scroll(**request)
            records += page
            if offset is None or (limit is not None and len(records) >= limit):
                return self._in_order(records, node_ids)

    @_counted
    def delete(self, ref_doc_id: str, **delete_kwargs: Any) -> None:
        """Delete the nodes of a Document, if there is a collection."""
        if self.exists():
            super().delete(ref_doc_id, **delete_kwargs)

    @_counted
    async def adelete(self, ref_doc_id: str, **delete_kwargs: Any) -> None:
        """Delete the nodes of a Document, asynchronously."""
        if await self.aexists():
            await super().adelete(ref_doc_id, **delete_kwargs)

    @_counted
    def delete_nodes(
        self,
        node_ids: list[str] | None = None,
        filters: MetadataFilters | None = None,
        shard_identifier: Any | None = None,
        **delete_kwargs: Any,
    ) -> None:
        """Delete the nodes with these ids *and* matching the filters.

        Raises:
            ValueError: If neither is given; QdrantVectorStore would delete everything.
        """
        selector = self._selector(node_ids, filters)
        if node_ids != [] and self.exists():
            self._client.delete(self.collection_name, selector, shard_key_selector=self._shard(shard_identifier))

    @_counted
    async def adelete_nodes(
        self,
        node_ids: list[str] | None = None,
        filters: MetadataFilters | None = None,
        shard_identifier: Any | None = None,
        **delete_kwargs: Any,
    ) -> None:
        """Delete the nodes with these ids *and* matching the filters, asynchronously."""
        selector = self._selector(node_ids, filters)
        if node_ids != [] and await self.aexists():
            await self._aclient.delete(self.collection_name, selector, shard_key_selector=self._shard(shard_identifier))

    @_counted
    def delete_points(self, selector: models.Filter | models.PointIdsList) -> None:
        """Delete the points that a filter or a list of ids selects."""
        self._client.delete(self.collection_name, selector, wait=True)

    @_counted
    def clear(self) -> None:
        """Drop the collection."""
        super().clear()
        self._note_existence(False)

    @_counted
    async def aclear(self) -> None:
        """Drop the collection, asynchronously."""
        await super().aclear()
        self._note_existence(False)

    def metadata_filter(self, filters: MetadataFilters | None) -> models.Filter | None:
        """LlamaIndex's filters as a Qdrant filter; None when there are none."""
        return self._build_subfilter(filters) if filters is not None and filters.filters else None

    def _build_points(self, nodes: list[BaseNode], sparse_vector_name: str) -> tuple[list[Any], list[str]]:
        indices, values = self._sparse_doc_fn([_lexical_text(node) for node in nodes])  # type: ignore[misc]
        points = []
        for node, node_indices, node_values in zip(nodes, indices, values, strict=True):
            vector: dict[str, Any] = {self.dense_vector_name: node.get_embedding()}
            if node_indices:
                vector[sparse_vector_name] = models.SparseVector(indices=node_indices, values=node_values)
            points.append(models.PointStruct(id=node.node_id, payload=self.payload_of(node), vector=vector))
        return points, [node.node_id for node in nodes]

    def payload_of(self, node: BaseNode) -> dict[str, Any]:
        """Return the payload that a node is stored with."""
        payload = node_to_metadata_dict(node, remove_text=False, flat_metadata=self.flat_metadata)
        payload["_node_content"] = _unescaped(payload["_node_content"])
        return payload

    def _build_query_filter(self, query: VectorStoreQuery) -> models.Filter | None:
        """Return the filter of a query, without manual, section and parent nodes unless it names levels or nodes."""
        asked: models.Filter | None = super()._build_query_filter(query)
        if self.search_all_levels or query.node_ids or _names_levels(query.filters):
            return asked
        above = models.FieldCondition(key=CHUNK_LEVEL_KEY, match=models.MatchAny(any=_LEVELS_ABOVE))
        return models.Filter(must=asked.must if asked is not None else None, must_not=[above])

    def _build_subfilter(self, filters: MetadataFilters) -> models.Filter:
        return super()._build_subfilter(supported_filters(filters))

    def _detect_vector_format(self, collection_name: str) -> None:
        # `_verify` refuses other collections, so there is no old format to support.
        self._legacy_vector_format = False

    async def _adetect_vector_format(self, collection_name: str) -> None:
        self._legacy_vector_format = False

    def _note_existence(self, exists: bool) -> bool:
        if not exists:
            self._verified = False
            self.embed_dim = self._asked_dim  # The size of the old collection no longer counts.
        elif not self._collection_initialized or self._verified:
            self.journal()
        self._collection_initialized = exists
        return exists

    def _verify(self, info: models.CollectionInfo) -> None:
        """Check the collection's vectors and take over the size of its embeddings."""
        dense = info.config.params.vectors
        sparse = info.config.params.sparse_vectors or {}
        name = self.collection_name
        remedy = "Choose another collection_name, or delete this collection and ingest the manuals again."
        made_elsewhere = f"Collection {name!r} was made by something else"
        if not isinstance(dense, dict) or self.dense_vector_name not in dense:
            found = "an unnamed vector" if not isinstance(dense, dict) else f"the vectors {sorted(dense)}"
            raise CollectionMismatchError(
                f"{made_elsewhere}: it has {found} and no dense vector {self.dense_vector_name!r}. {remedy}"
            )
        if self.sparse_vector_name not in sparse:
            raise CollectionMismatchError(
                f"Collection {name!r} is dense only: it has no lexical vector {self.sparse_vector_name!r}. {remedy}"
            )
        if sparse[self.sparse_vector_name].modifier != models.Modifier.IDF:
            raise CollectionMismatchError(
                f"{made_elsewhere}: its lexical vector lacks the IDF modifier, so scores would be wrong. {remedy}"
            )
        size = dense[self.dense_vector_name].size
        if self.embed_dim is not None and self.embed_dim != size:
            raise CollectionMismatchError(
                f"Collection {name!r} holds embeddings of size {size}, not {self.embed_dim}: it was made with another "
                f"embedding model. Use that model. {remedy}"
            )
        self.embed_dim = size
        self._verified = True

    def _check_query(self, query: VectorStoreQuery) -> None:
        if query.query_embedding is not None:
            self._check_size(len(query.query_embedding), "question's embedding has")

    def _check_size(self, size: int, whose: str) -> None:
        if self.embed_dim is not None and size != self.embed_dim:
            raise CollectionMismatchError(
                f"Collection {self.collection_name!r} holds embeddings of size {self.embed_dim}, but "
                f"the {whose} {size}: "
                "use the embedding model that the manuals were ingested with, or another collection."
            )

    def _is_gone(self, error: Exception) -> bool:
        return "not found" in str(error).lower() or getattr(error, "status_code", None) == 404

    def _selector(self, node_ids: list[str] | None, filters: MetadataFilters | None) -> Any:
        if node_ids is None and filters is None:
            raise ValueError("delete_nodes needs node_ids, filters, or both; use clear() to delete everything.")
        if filters is None:
            return models.PointIdsList(points=list(node_ids or []))
        return self._points_filter(node_ids, filters) or models.Filter()

    def _points_filter(self, node_ids: list[str] | None, filters: MetadataFilters | None) -> models.Filter | None:
        conditions: list[Any] = [] if node_ids is None else [models.HasIdCondition(has_id=list(node_ids))]
        metadata_filter = self.metadata_filter(filters)
        if metadata_filter is not None:
            conditions.append(metadata_filter)
        return models.Filter(must=conditions) if conditions else None

    def _scroll_request(
        self,
        node_ids: list[str] | None,
        filters: MetadataFilters | None,
        limit: int | None,
        shard_identifier: Any | None,
        read: int,
        offset: Any,
    ) -> dict[str, Any]:
        return {
            "collection_name": self.collection_name,
            "scroll_filter": self._points_filter(node_ids, filters),
            "limit": SCROLL_PAGE if limit is None else min(SCROLL_PAGE, limit - read),
            "offset": offset,
            "with_payload": True,
            "with_vectors": [self.dense_vector_name],
            "shard_key_selector": self._shard(shard_identifier),
        }

    def _shard(self, shard_identifier: Any | None) -> Any:
        return None if shard_identifier is None else self._generate_shard_key_selector(shard_identifier)

    def _in_order(self, records: list[Any], node_ids: list[str] | None) -> list[BaseNode]:
        nodes: list[BaseNode] = list(self.parse_to_query_result(records).nodes or [])
        if node_ids is None:
            return nodes
        by_id = {node.node_id: node for node in nodes}
        return [by_id[node_id] for node_id in dict.fromkeys(node_ids) if node_id in by_id]


def layout_vector_store(
    collection_name: str = "manuals",
    *,
    client: QdrantClient | None = None,
    aclient: AsyncQdrantClient | None = None,
    path: str | PurePath | None = None,
    url: str | None = None,
    api_key: str | None = None,
    embed_dim: int | None = None,
    client_kwargs: dict[str, Any] | None = None,
    **kwargs: Any,
) -> LayoutVectorStore:
    """Return a vector store for manuals, embedded or on a server, for sync and async use.

    Args:
        collection_name: Name of the collection, which is created on first use.
        client: The application's own QdrantClient.
        aclient: The application's own AsyncQdrantClient. A server client's connections belong to its event loop: with
            `aclient` alone, sync calls open a second connection with the same options.
        path: Folder of an embedded store (one process at a time). Without client, path and URL the store is in memory.
        url: URL of a Qdrant server, or ":memory:".
        api_key: API key of the server.
        embed_dim: Size of the embeddings; a collection for another size is then refused at once.
        search_all_levels: Whether LlamaIndex's own retrievers (`index.as_retriever()`) also find manual, section and
            parent nodes; by default only children, and nodes of other pipelines.
        client_kwargs: Further arguments of the clients created here (`timeout`, `prefer_grpc` …).
        kwargs: Further arguments of QdrantVectorStore (`batch_size`, `shard_number`, `quantization_config` …).

    Raises:
        ValueError: If clients, path and URL are mixed, or the path is not that of a folder.
        TypeError: If the store has no such argument.
        CollectionMismatchError: If the collection exists with other vectors or another embedding size.
    """
    choices = {"client/aclient": client or aclient, "path": path, "url": url}
    given = [name for name, value in choices.items() if value is not None]
    if len(given) > 1:
        raise ValueError(f"Give one of client/aclient, path and url to layout_vector_store, not {' and '.join(given)}.")
    client_kwargs = client_kwargs or {}
    if path is not None:
        client = QdrantClient(path=_checked_folder(path), **client_kwargs)
    elif url is not None and url != ":memory:":
        client = QdrantClient(url=url, api_key=api_key, **client_kwargs)
        aclient = AsyncQdrantClient(url=url, api_key=api_key, **client_kwargs)
    elif client is None and aclient is None:
        client = QdrantClient(location=":memory:", **client_kwargs)
    return LayoutVectorStore(collection_name, client=client, aclient=aclient, embed_dim=embed_dim, **kwargs)


@functools.cache
def _store_arguments() -> frozenset[str]:
    """Return everything that a QdrantVectorStore can be made with."""
    named = inspect.signature(QdrantVectorStore.__init__).parameters.values()
    return frozenset(LayoutVectorStore.model_fields) | {one.name for one in named if one.kind != one.VAR_KEYWORD}


def _checked_folder(path: str | PurePath) -> str:
    """Return the folder of an embedded store, which need not exist.

    Raises:
        ValueError: If it or one of its parents is no folder.
    """
    if not isinstance(path, str | PurePath) or not str(path):
        raise ValueError(f"path is {path!r}; give the folder of an embedded store.")
    for place in (Path(path), *Path(path).parents):
        if place.exists() and not place.is_dir():
            raise ValueError(f"path {str(path)!r}: {place} is a file; give the folder of an embedded store.")
    return str(path)


def _lexical_text(node: BaseNode) -> str:
    is_child = node.metadata.get(CHUNK_LEVEL_KEY, ChunkLevel.CHILD.value) == ChunkLevel.CHILD.value
    return node.get_content(metadata_mode=MetadataMode.EMBED) if is_child else ""


def _common_size(nodes: Sequence[BaseNode]) -> int:
    sizes = {len(node.get_embedding()) for node in nodes}
    if len(sizes) > 1:
        raise ValueError(f"The nodes to store have embeddings of sizes {sorted(sizes)}: embed all with one model.")
    return sizes.pop()


def _without_none(result: VectorStoreQueryResult) -> VectorStoreQueryResult:
    return _nothing() if result.nodes is None else result


def _nothing() -> VectorStoreQueryResult:
    return VectorStoreQueryResult(nodes=[], similarities=[], ids=[])


def _unescaped(content: str) -> str:
    """Return JSON without escapes, which take six characters for each Japanese one: a node needs a third."""
    if "\\u" not in content:
        return content
    written_out = json.dumps(json.loads(content), ensure_ascii=False)
    try:
        written_out.encode()
    except UnicodeEncodeError:
        # A lone surrogate, as in broken PDFs, must stay escaped.
        return content
    return written_out


_LEVELS_ABOVE = [ChunkLevel.MANUAL.value, ChunkLevel.SECTION.value, ChunkLevel.PARENT.value]


def _names_levels(filters: MetadataFilters | None) -> bool:
    """Return whether filters name the levels of nodes that are searched."""
    if filters is None:
        return False
    nested = (one for one in filters.filters if isinstance(one, MetadataFilters))
    own = (one for one in filters.filters if not isinstance(one, MetadataFilters))
    return any(one.key == CHUNK_LEVEL_KEY for one in own) or any(map(_names_levels, nested))
