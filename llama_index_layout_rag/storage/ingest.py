"""Putting manuals into the store so that nothing is embedded twice and no crash leaves a manual half stored.

For each manual the store is asked which chunks it has, with their vectors. Only the missing are embedded and written
beside the old ones; then the manual's own node, which serves as its record (what was indexed, by which parser and
embedding model, how many nodes); then the manual's other nodes are deleted. A run that is stopped anywhere leaves the
old chunks, or the new ones, or both, and a record that does not vouch for them: the next run finishes the work and
embeds only what is still missing.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib.metadata
import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.node_parser import NodeParser
from llama_index.core.schema import BaseNode, Document, MetadataMode
from llama_index.core.utils import get_tqdm_iterable, iter_batch
from qdrant_client import models

from llama_index_layout_rag.procedures.parser import ProcedureNodeParser, group_by_manual
from llama_index_layout_rag.procedures.payload import SCHEMA_VERSION, ChunkLevel
from llama_index_layout_rag.storage.indexes import CHUNK_LEVEL_KEY, DOC_ID_KEY, MANUAL_ID_KEY
from llama_index_layout_rag.storage.local import local_backend
from llama_index_layout_rag.storage.vector_store import CollectionMismatchError, LayoutVectorStore

logger = logging.getLogger(__name__)

CONTENT_HASH_KEY = "content_hash"
PARSER_KEY = "parser_fingerprint"
EMBEDDING_KEY = "embedding_fingerprint"
NODE_COUNT_KEY = "node_count"
COMPLETE_KEY = "complete"

WRITE_BATCH = 64
"""Nodes that are embedded and written at a time: what a crash costs at most is the embedding of one batch."""

SCROLL_PAGE = 512
EMBEDDED_PAGE = 1_000_000
MANUALS_LIMIT = 1_000_000

_VOLATILE_KEYS = frozenset({"file_size", "creation_date", "last_modified_date", "last_accessed_date"})
"""Metadata that changes when a file is only copied or opened."""


@dataclass
class IngestReport:
    """What `ingest` did.

    Attributes:
        added: Ids of manuals that were not stored before.
        updated: Ids of manuals that were stored in another form, or not wholly.
        unchanged: Ids of manuals that were stored as they are, and not parsed.
        failed: Ids of manuals that could not be parsed, embedded or stored, with the reason; what was stored stands.
        nodes_written: Nodes sent to the store.
        nodes_reused: Nodes whose embedding was found in the store.
        nodes_embedded: Nodes that were embedded; those with the same text in one manual count once.
        nodes_deleted: Nodes of older versions that were deleted.
    """

    added: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    nodes_written: int = 0
    nodes_reused: int = 0
    nodes_embedded: int = 0
    nodes_deleted: int = 0

    def __str__(self) -> str:
        manuals = (
            f"manuals: {len(self.added)} added, {len(self.updated)} updated, {len(self.unchanged)} unchanged, "
            f"{len(self.failed)} failed"
        )
        nodes = (
            f"nodes: {self.nodes_written} written, {self.nodes_embedded} embedded, {self.nodes_reused} reused, "
            f"{self.nodes_deleted} deleted"
        )
        failures = "".join(f"\n  failed: {manual_id}: {reason}" for manual_id, reason in self.failed.items())
        return f"{manuals}; {nodes}{failures}"


@dataclass(frozen=True)
class _Record:
    """What the node of a manual vouches for."""

    content_hash: str
    parser: str
    embedding: str
    schema_version: int = SCHEMA_VERSION

    def matches(self, payload: Mapping[str, Any]) -> bool:
        return (
            payload.get(COMPLETE_KEY) == 1
            and payload.get(CONTENT_HASH_KEY) == self.content_hash
            and payload.get(PARSER_KEY) == self.parser
            and payload.get(EMBEDDING_KEY) == self.embedding
            and payload.get("schema_version") == self.schema_version
        )


@dataclass(frozen=True)
class _Inventory:
    """What the store holds, manual by manual: the payloads of manual nodes, and the number of all nodes.

    Read once for all manuals of a call: an embedded store looks at every point for every question.
    """

    records: Mapping[str, Sequence[Mapping[str, Any]]]
    counts: Mapping[str, int]

    def has(self, manual_id: str, record: _Record) -> bool:
        """Whether a manual is stored whole as the record says.

        Chunks that were deleted since, or left over by a run that was stopped after writing its record, show in
        the number.
        """
        found = self.records.get(manual_id, ())
        return (
            len(found) == 1 and record.matches(found[0]) and self.counts.get(manual_id) == found[0].get(NODE_COUNT_KEY)
        )


@dataclass
class _Stored:
    """What the store holds of a manual: payloads and embeddings by node id."""

    payloads: dict[str, dict[str, Any]] = field(default_factory=dict)
    vectors: dict[str, list[float]] = field(default_factory=dict)

    def record_ids(self) -> list[str]:
        """Ids of the manual nodes; there are two where a run was stopped between writing the new and deleting the
        old."""
        return [node_id for node_id, payload in self.payloads.items() if _level(payload) == ChunkLevel.MANUAL]


@dataclass(frozen=True)
class _Job:
    """One manual to be stored, and with what."""

    manual_id: str
    documents: Sequence[Document]
    record: _Record
    store: LayoutVectorStore
    embed_model: BaseEmbedding
    parser: NodeParser
    show_progress: bool
    report: IngestReport


def ingest(
    documents: Sequence[Document],
    *,
    vector_store: LayoutVectorStore,
    embed_model: BaseEmbedding,
    node_parser: NodeParser | None = None,
    show_progress: bool = False,
) -> IngestReport:
    """Store manuals, or bring stored ones up to date.

    A manual that cannot be parsed, embedded or stored is reported and the others are stored all the same; nothing of
    what was stored of it before is lost. Manuals that are in the store and not among the documents are left alone.

    Args:
        documents: Documents of one or several manuals; those with the same `manual_id` make one manual, and a manual is
            given whole: what is stored of it and not among its documents is deleted.
        vector_store: What `layout_vector_store` returns.
        embed_model: The model that questions will be embedded with.
        node_parser: Makes the nodes; ProcedureNodeParser with its defaults if not given. A parser of your own must
            give nodes with the payload of this package.
        show_progress: Whether to show progress bars.

    Raises:
        CollectionMismatchError: When the collection holds vectors of another kind or size.
    """
    _check_arguments(documents, vector_store, embed_model, node_parser)
    parser = node_parser or ProcedureNodeParser()
    report = IngestReport()
    manuals = group_by_manual(documents)
    inventory = _take_inventory(vector_store)
    _warn_of_other_models(inventory, manuals, embedding_fingerprint(embed_model))
    for manual_id, parts in get_tqdm_iterable(list(manuals.items()), show_progress, "Indexing manuals"):
        try:
            record = _record(parts, parser, embed_model)
            if inventory.has(manual_id, record):
                report.unchanged.append(manual_id)
            else:
                _ingest_manual(_Job(manual_id, parts, record, vector_store, embed_model, parser, show_progress, report))
        except CollectionMismatchError:
            raise
        except Exception as error:
            logger.error("Manual %r was not indexed: %s", manual_id, error)
            report.failed[manual_id] = f"{type(error).__name__}: {error}"
    return report


async def aingest(
    documents: Sequence[Document],
    *,
    vector_store: LayoutVectorStore,
    embed_model: BaseEmbedding,
    node_parser: NodeParser | None = None,
    show_progress: bool = False,
) -> IngestReport:
    """`ingest` in a worker thread, so that the event loop stays free; works with either client."""
    return await asyncio.to_thread(
        ingest,
        documents,
        vector_store=vector_store,
        embed_model=embed_model,
        node_parser=node_parser,
        show_progress=show_progress,
    )


def is_current(
    documents: Sequence[Document],
    *,
    vector_store: LayoutVectorStore,
    embed_model: BaseEmbedding,
    node_parser: NodeParser | None = None,
) -> bool:
    """Whether the store holds these documents' manuals as `ingest` would store them; nothing is parsed or embedded."""
    parser = node_parser or ProcedureNodeParser()
    inventory = _take_inventory(vector_store)
    return all(
        inventory.has(manual_id, _record(parts, parser, embed_model))
        for manual_id, parts in group_by_manual(documents).items()
    )


def delete_manual(manual_id: str, *, vector_store: LayoutVectorStore) -> int:
    """Delete all nodes of a manual.

    Returns:
        How many there were.
    """
    if not vector_store.exists():
        return 0
    selector = models.Filter(must=[_is(MANUAL_ID_KEY, manual_id)])
    count = _count(vector_store, selector)
    if count:
        vector_store.delete_points(selector)
    return count


async def adelete_manual(manual_id: str, *, vector_store: LayoutVectorStore) -> int:
    """`delete_manual` in a worker thread."""
    return await asyncio.to_thread(delete_manual, manual_id, vector_store=vector_store)


def embedding_fingerprint(embed_model: BaseEmbedding) -> str:
    """Name of an embedding model, such as "LocalEmbedding:multilingual-e5-small": vectors of two names cannot be
    mixed."""
    size = getattr(embed_model, "embed_dim", None) or getattr(embed_model, "dimensions", None)
    return ":".join(str(part) for part in (embed_model.class_name(), embed_model.model_name, size) if part)


def _ingest_manual(job: _Job) -> None:
    nodes = _signed_nodes(job)
    stored = _read_stored(job)
    _withdraw_records(job, stored)
    vectors = _reusable_vectors(nodes, stored, job.record.embedding)
    job.report.nodes_reused += len(vectors)
    written = _embed_missing(job, nodes, vectors)
    _average_parents(nodes, vectors)
    rest = [node for node in nodes[:-1] if node.node_id not in written and not _is_same(job, node, stored, vectors)]
    _write(job, rest, vectors)
    _finish(job, nodes[-1], stored, vectors)
    (job.report.updated if stored.payloads else job.report.added).append(job.manual_id)


def _signed_nodes(job: _Job) -> list[BaseNode]:
    """The manual's nodes, checked and signed; its own node, the record, comes last."""
    nodes = job.parser.get_nodes_from_documents(list(job.documents))
    _check_nodes(job.manual_id, nodes, job.parser)
    nodes.sort(key=lambda node: _level(node.metadata) == ChunkLevel.MANUAL)
    _sign(nodes, nodes[-1], job.record)
    return nodes


def _embed_missing(job: _Job, nodes: Sequence[BaseNode], vectors: dict[str, list[float]]) -> set[str]:
    """Embed what the store has no embedding of, batch by batch, and write each at once, but for the record.

    Returns:
        Ids of the nodes that are taken care of.
    """
    missing = [node for node in nodes if node.node_id not in vectors and not _is_averaged(node)]
    by_text: dict[str, list[float]] = {}
    for batch in get_tqdm_iterable(list(iter_batch(missing, WRITE_BATCH)), job.show_progress, "Embedding"):
        job.report.nodes_embedded += _embed(batch, job.embed_model, vectors, by_text)
        _write(job, [node for node in batch if node is not nodes[-1]], vectors)
    return {node.node_id for node in missing}


def _average_parents(nodes: Sequence[BaseNode], vectors: dict[str, list[float]]) -> None:
    for node in nodes:
        if _is_averaged(node) and node.node_id not in vectors:
            vectors[node.node_id] = _mean_direction([vectors[child] for child in _children_of(node)])


def _finish(job: _Job, manual_node: BaseNode, stored: _Stored, vectors: Mapping[str, list[float]]) -> None:
    """Write the record and delete what is no longer part of the manual."""
    outdated = [node_id for node_id in stored.payloads if node_id not in vectors]
    # What the documents left under another manual id is not in this record's count, so it must go first.
    elsewhere = {node_id for node_id in outdated if stored.payloads[node_id].get(MANUAL_ID_KEY) != job.manual_id}
    _delete(job.store, sorted(elsewhere))
    _write(job, [manual_node], vectors)
    _delete(job.store, [node_id for node_id in outdated if node_id not in elsewhere])
    job.report.nodes_deleted += len(outdated)


def _record(documents: Sequence[Document], parser: NodeParser, embed_model: BaseEmbedding) -> _Record:
    return _Record(_content_hash(documents), _parser_fingerprint(parser), embedding_fingerprint(embed_model))


def _content_hash(documents: Sequence[Document]) -> str:
    """Hash of what the nodes are made from: texts, metadata, ids, and the version of the code that makes them."""
    digest = hashlib.sha256(importlib.metadata.version("llama-index-layout-rag").encode())
    for document in documents:
        metadata = {key: value for key, value in document.metadata.items() if key not in _VOLATILE_KEYS}
        parts = (document.node_id, document.text, json.dumps(metadata, sort_keys=True, default=str))
        for part in parts:
            digest.update(b"\0" + part.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _parser_fingerprint(parser: NodeParser) -> str:
    fingerprint = getattr(parser, "fingerprint", None)
    if callable(fingerprint):
        return str(fingerprint())
    return hashlib.sha256(json.dumps(parser.to_dict(), sort_keys=True, default=str).encode()).hexdigest()[:16]


def _check_nodes(manual_id: str, nodes: Sequence[BaseNode], parser: NodeParser) -> None:
    name = type(parser).__name__
    if any(CHUNK_LEVEL_KEY not in node.metadata or MANUAL_ID_KEY not in node.metadata for node in nodes):
        raise ValueError(
            f"{name} gives nodes without {CHUNK_LEVEL_KEY} and {MANUAL_ID_KEY}, which searches go by: "
            "use ProcedureNodeParser."
        )
    if any(node.metadata[MANUAL_ID_KEY] != manual_id for node in nodes):
        raise ValueError(f"{name} gives nodes of another manual than {manual_id!r}.")
    manual_nodes = sum(_level(node.metadata) == ChunkLevel.MANUAL for node in nodes)
    if manual_nodes != 1:
        raise ValueError(
            f"{name} gives {manual_nodes} manual nodes for {manual_id!r}; there must be one, which is its record."
        )
    if len({node.node_id for node in nodes}) != len(nodes):
        raise ValueError(f"{name} gives several nodes of {manual_id!r} the same id; one would replace the other.")


def _check_arguments(documents: Any, vector_store: Any, embed_model: Any, node_parser: Any) -> None:
    if isinstance(documents, BaseNode) or not isinstance(documents, Sequence):
        raise TypeError(f"documents is a {type(documents).__name__}; give a list of Documents.")
    if not isinstance(vector_store, LayoutVectorStore):
        raise TypeError(f"vector_store is a {type(vector_store).__name__}; give what layout_vector_store() returns.")
    if not isinstance(embed_model, BaseEmbedding):
        raise TypeError(f"embed_model is a {type(embed_model).__name__}; give a LlamaIndex embedding model.")
    if node_parser is not None and not isinstance(node_parser, NodeParser):
        raise TypeError(
            f"node_parser is a {type(node_parser).__name__}; give a ProcedureNodeParser or another NodeParser."
        )


def _warn_of_other_models(inventory: _Inventory, manuals: Iterable[str], embedding: str) -> None:
    """Two models of one vector size mix without an error, and their similarities mean nothing to each other."""
    others = [
        manual_id
        for manual_id, records in inventory.records.items()
        if manual_id not in set(manuals)
        and any(record.get(EMBEDDING_KEY, embedding) != embedding for record in records)
    ]
    if others:
        logger.warning(
            "%d manuals of the collection were embedded with another model (such as %r) than %s; ingest them again with "
            "this one, or use a collection of its own for each model.",
            len(others),
            others[0],
            embedding,
        )


def _take_inventory(store: LayoutVectorStore) -> _Inventory:
    if not store.exists():
        return _Inventory({}, {})
    name, client = store.collection_name, store.client
    records: dict[str, list[Mapping[str, Any]]] = {}
    manual_nodes = models.Filter(must=[_is(CHUNK_LEVEL_KEY, ChunkLevel.MANUAL.value)])
    for point in _scrolled(store, manual_nodes, with_payload=True, with_vectors=False):
        records.setdefault(str(point.payload.get(MANUAL_ID_KEY)), []).append(point.payload)
    counts = client.facet(name, key=MANUAL_ID_KEY, limit=MANUALS_LIMIT, exact=True)
    return _Inventory(records, {str(hit.value): hit.count for hit in counts.hits})


def _read_stored(job: _Job) -> _Stored:
    stored, store = _Stored(), job.store
    if not store.exists():
        return stored
    of_manual = _of_manual(job.manual_id, job.documents)
    for point in _scrolled(store, of_manual, with_payload=True, with_vectors=[store.dense_vector_name]):
        stored.payloads[str(point.id)] = point.payload
        vector = (point.vector or {}).get(store.dense_vector_name)
        if vector is not None:
            stored.vectors[str(point.id)] = vector
    return stored


def _scrolled(store: LayoutVectorStore, selector: models.Filter, **arguments: Any) -> Iterator[Any]:
    """The points that a filter selects, page by page; an embedded store is read in one page, since each costs a full
    pass."""
    limit = SCROLL_PAGE if local_backend(store.client) is None else EMBEDDED_PAGE
    offset: Any = None
    while True:
        page, offset = store.client.scroll(
            store.collection_name, scroll_filter=selector, limit=limit, offset=offset, **arguments
        )
        yield from page
        if offset is None:
            return


def _withdraw_records(job: _Job, stored: _Stored) -> None:
    """From the first write on, the old record vouches for nothing."""
    if stored.record_ids():
        job.store.client.set_payload(job.store.collection_name, {COMPLETE_KEY: 0}, points=stored.record_ids())


def _sign(nodes: Sequence[BaseNode], manual_node: BaseNode, record: _Record) -> None:
    """Write down what made the nodes: the embedding model in each of them, everything in the manual node."""
    for node in nodes:
        _add_hidden(node, {EMBEDDING_KEY: record.embedding})
    _add_hidden(
        manual_node,
        {
            CONTENT_HASH_KEY: record.content_hash,
            PARSER_KEY: record.parser,
            NODE_COUNT_KEY: len(nodes),
            COMPLETE_KEY: 1,
            "schema_version": record.schema_version,
        },
    )


def _add_hidden(node: BaseNode, metadata: dict[str, Any]) -> None:
    node.metadata.update(metadata)
    for hidden in (node.excluded_embed_metadata_keys, node.excluded_llm_metadata_keys):
        hidden.extend(key for key in metadata if key not in hidden)


def _reusable_vectors(nodes: Sequence[BaseNode], stored: _Stored, embedding: str) -> dict[str, list[float]]:
    """Embeddings of nodes that the store has from the same model: equal ids have equal texts."""
    return {
        node.node_id: stored.vectors[node.node_id]
        for node in nodes
        if node.node_id in stored.vectors and stored.payloads[node.node_id].get(EMBEDDING_KEY) == embedding
    }


def _embed(
    nodes: Sequence[BaseNode],
    embed_model: BaseEmbedding,
    vectors: dict[str, list[float]],
    by_text: dict[str, list[float]],
) -> int:
    """Embed nodes, equal texts once; gives the number of texts embedded."""
    texts = {node.node_id: node.get_content(metadata_mode=MetadataMode.EMBED) for node in nodes}
    new = [text for text in dict.fromkeys(texts.values()) if text not in by_text]
    by_text.update(zip(new, embed_model.get_text_embedding_batch(new), strict=True))
    vectors.update((node_id, by_text[text]) for node_id, text in texts.items())
    return len(new)


def _mean_direction(vectors: Sequence[Sequence[float]]) -> list[float]:
    """Normalised mean of vectors, each counted with the same length."""
    matrix = np.asarray(vectors, dtype=np.float64)
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    mean = (matrix / np.where(lengths > 0, lengths, 1)).mean(axis=0)
    length = float(np.linalg.norm(mean))
    return (mean / length if length > 0 else mean).tolist()


def _write(job: _Job, nodes: Sequence[BaseNode], vectors: Mapping[str, list[float]]) -> None:
    for batch in iter_batch(nodes, WRITE_BATCH):
        # Copies: the caller's nodes need no embeddings, and a manual's together are large.
        job.store.add([node.model_copy(update={"embedding": vectors[node.node_id]}) for node in batch])
        job.report.nodes_written += len(batch)


def _delete(store: LayoutVectorStore, node_ids: Sequence[str]) -> None:
    for ids in iter_batch(node_ids, SCROLL_PAGE):
        store.delete_points(models.PointIdsList(points=ids))


def _is_same(job: _Job, node: BaseNode, stored: _Stored, vectors: Mapping[str, list[float]]) -> bool:
    payload = stored.payloads.get(node.node_id)
    unchanged_vector = stored.vectors.get(node.node_id) is vectors[node.node_id]
    return unchanged_vector and payload == job.store.payload_of(node)


def _is_averaged(node: BaseNode) -> bool:
    """Parents are fetched and not searched: their embedding is made from their children's."""
    return _level(node.metadata) == ChunkLevel.PARENT and bool(_children_of(node))


def _children_of(node: BaseNode) -> list[str]:
    return list(node.metadata.get("child_ids", []))


def _level(metadata: Mapping[str, Any]) -> str | None:
    return metadata.get(CHUNK_LEVEL_KEY)


def _of_manual(manual_id: str, documents: Iterable[Document]) -> models.Filter:
    """All points of a manual; also those that its documents left under another manual id."""
    ids = [document.node_id for document in documents]
    return models.Filter(
        should=[
            _is(MANUAL_ID_KEY, manual_id),
            models.FieldCondition(key=DOC_ID_KEY, match=models.MatchAny(any=ids)),
        ]
    )


def _is(key: str, value: str) -> models.FieldCondition:
    return models.FieldCondition(key=key, match=models.MatchValue(value=value))


def _count(store: LayoutVectorStore, selector: models.Filter) -> int:
    return int(store.client.count(store.collection_name, count_filter=selector, exact=True).count)
