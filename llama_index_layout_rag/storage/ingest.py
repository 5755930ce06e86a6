"""Incremental, crash-safe ingestion: nothing is embedded twice, and no manual stays half stored.

For each manual, the chunks that the store has are read with their vectors. Only missing ones are embedded and written
beside the old ones; then the manual's own node with the manifest; then the manual's other nodes are deleted. A run that
is interrupted leaves old chunks, new chunks or both, and a manifest that does not match: the next run finishes the work
and embeds only what is still missing.

Files are read and parsed in this process or in worker processes; embedding and writing happen in this one, in the order
of the files, so the result is the same.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.node_parser import NodeParser
from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import BaseNode, Document, MetadataMode
from llama_index.core.utils import get_tqdm_iterable, iter_batch
from llama_index.core.vector_stores.utils import metadata_dict_to_node
from qdrant_client import models

from llama_index_layout_rag.chunking import ChunkLevel, ProcedureNodeParser, group_by_manual
from llama_index_layout_rag.readers import LayoutReader
from llama_index_layout_rag.storage.manifest import (
    COMPLETE_KEY,
    EMBEDDING_KEY,
    NODE_COUNT_KEY,
    SCROLL_PAGE,
    TITLE_KEY,
    IngestionManifest,
    Inventory,
    embedding_fingerprint,
    file_of,
    renamed_from,
    scrolled,
    stale_manuals,
    stored_twice,
    take_inventory,
    warn_of_incompatible_manuals,
)
from llama_index_layout_rag.storage.payload import CHUNK_LEVEL_KEY, DOC_ID_KEY, MANUAL_ID_KEY, is_value
from llama_index_layout_rag.storage.preparation import PathLike, Preparation, Prepared, PreparedManual, Source
from llama_index_layout_rag.storage.processes import Limits, check_memory_limit, outcomes_in_order
from llama_index_layout_rag.storage.report import IngestReport, ManualChange, StoredManual
from llama_index_layout_rag.storage.vector_store import CollectionMismatchError, LayoutVectorStore

logger = logging.getLogger(__name__)

WRITE_BATCH = 64
"""Nodes that are embedded and written at a time: a crash costs the embedding of one batch at most."""


def ingest(
    documents: Sequence[Document | PathLike],
    *,
    vector_store: LayoutVectorStore,
    embed_model: BaseEmbedding,
    node_parser: NodeParser | None = None,
    reader: BaseReader | None = None,
    num_workers: int = 1,
    file_timeout: float | None = None,
    file_memory: int | None = None,
    dry_run: bool = False,
    prune: bool = False,
    show_progress: bool = False,
) -> IngestReport:
    """Store manuals, or bring stored ones up to date.

    A file that cannot be read, or a manual that cannot be parsed, embedded or stored, is reported, what was stored of
    it before is kept, and the others are stored. Stored manuals that are not among those given are left alone.

    Args:
        documents: Documents, or paths of files and folders for the reader. Documents with the same `manual_id` make one
            manual, and must be given together: what is stored of it and not among its documents is deleted. Each path
            is a manual (a folder as well), unless the reader makes one manual of all (`manual_id`, `as_manual`).
        vector_store: What `layout_vector_store` returns.
        embed_model: The model that questions will be embedded with.
        node_parser: Makes the nodes; by default a ProcedureNodeParser. Nodes of other parsers must have the payload of
            this package.
        reader: Reads paths; by default a LayoutReader.
        num_workers: Processes that read and parse. With more than one, or with limits, a script must keep its calls
            under `if __name__ == "__main__":`.
        file_timeout: Seconds that reading and parsing one manual may take; its process is ended then.
        file_memory: Bytes that reading and parsing one manual may take (Linux).
        dry_run: Read, parse and compare, but write nothing and embed nothing.
        prune: Delete stored manuals whose files are gone. Without it the report names them.
        show_progress: Whether to show progress bars.

    Raises:
        CollectionMismatchError: If the collection holds vectors of another kind or size.
        WorkerStartError: If worker processes cannot be started.
    """
    _check_arguments(documents, vector_store, embed_model, node_parser, reader, num_workers)
    limits = _limits(file_timeout, file_memory)
    inventory = take_inventory(vector_store)
    preparation = Preparation(
        reader=reader or LayoutReader(),
        parser=node_parser or ProcedureNodeParser(),
        embedding=embedding_fingerprint(embed_model),
        stored=inventory.complete(),
    )
    sources = _sources(documents, preparation.reader)
    report = IngestReport(dry_run=dry_run)
    renamed: dict[str, str] = {}
    prepared_sources = _prepared(sources, preparation, num_workers, limits)
    for prepared in get_tqdm_iterable(prepared_sources, show_progress, "Indexing manuals", len(sources)):
        report.unreadable.update(prepared.unreadable)
        report.failed.update(prepared.failed)
        report.warnings += prepared.warnings
        for manual in prepared.manuals:
            manual = _without_partial_update(manual, prepared, inventory)
            old = renamed_from(manual.file_hashes, inventory) if manual.manual_id not in inventory.payloads else None
            if old is not None:
                renamed[old] = manual.manual_id
            _ingest_or_report(_Job(manual, old, vector_store, embed_model, inventory, dry_run, show_progress, report))
    warn_of_incompatible_manuals(inventory, report.changes, preparation.embedding)
    given = {*report.changes, *report.failed}
    report.stale = stale_manuals(vector_store, inventory, given, renamed, prune)
    report.warnings += stored_twice(inventory, report)
    for manual_id in report.pruned:
        report.nodes_deleted += inventory.counts.get(manual_id, 0)
        if not dry_run:
            delete_manual(manual_id, vector_store=vector_store)
    return report


async def aingest(
    documents: Sequence[Document | PathLike],
    *,
    vector_store: LayoutVectorStore,
    embed_model: BaseEmbedding,
    node_parser: NodeParser | None = None,
    reader: BaseReader | None = None,
    num_workers: int = 1,
    file_timeout: float | None = None,
    file_memory: int | None = None,
    dry_run: bool = False,
    prune: bool = False,
    show_progress: bool = False,
) -> IngestReport:
    """Run `ingest`, with the same arguments, in a worker thread; works with either client."""
    return await asyncio.to_thread(
        ingest,
        documents,
        vector_store=vector_store,
        embed_model=embed_model,
        node_parser=node_parser,
        reader=reader,
        num_workers=num_workers,
        file_timeout=file_timeout,
        file_memory=file_memory,
        dry_run=dry_run,
        prune=prune,
        show_progress=show_progress,
    )


def is_current(
    documents: Sequence[Document],
    *,
    vector_store: LayoutVectorStore,
    embed_model: BaseEmbedding,
    node_parser: NodeParser | None = None,
) -> bool:
    """Return whether the store holds these Documents' manuals as `ingest` would store them, without parsing them."""
    parser = node_parser or ProcedureNodeParser()
    stored = take_inventory(vector_store).complete()
    embedding = embedding_fingerprint(embed_model)
    return all(
        stored.get(manual_id) == IngestionManifest.of(parts, parser, embedding)
        for manual_id, parts in group_by_manual(documents).items()
    )


def delete_manual(manual_id: str, *, vector_store: LayoutVectorStore) -> int:
    """Delete all nodes of a manual and return their number."""
    if not vector_store.exists():
        return 0
    selector = models.Filter(must=[is_value(MANUAL_ID_KEY, manual_id)])
    count = int(vector_store.client.count(vector_store.collection_name, count_filter=selector, exact=True).count)
    if count:
        vector_store.delete_points(selector)
    return count


def stored_manuals(vector_store: LayoutVectorStore) -> list[StoredManual]:
    """Return the manuals of a collection, in the order of their ids."""
    inventory = take_inventory(vector_store)
    complete = inventory.complete()
    return [
        StoredManual(
            manual_id=manual_id,
            title=str(inventory.payload(manual_id).get(TITLE_KEY, "")),
            source=file_of(inventory.payload(manual_id)),
            nodes=inventory.counts.get(manual_id, 0),
            complete=manual_id in complete,
        )
        for manual_id in sorted({*inventory.counts, *inventory.payloads})
    ]


async def adelete_manual(manual_id: str, *, vector_store: LayoutVectorStore) -> int:
    """Run `delete_manual` in a worker thread."""
    return await asyncio.to_thread(delete_manual, manual_id, vector_store=vector_store)


def _check_arguments(
    documents: Any, vector_store: Any, embed_model: Any, node_parser: Any, reader: Any, num_workers: Any
) -> None:
    if isinstance(documents, BaseNode | str | PurePath) or not isinstance(documents, Sequence):
        raise TypeError(f"documents is a {type(documents).__name__}; give a list of Documents or of paths.")
    strange = next((one for one in documents if not isinstance(one, Document | str | PurePath)), None)
    if strange is not None:
        raise TypeError(f"documents holds a {type(strange).__name__}; give Documents, or paths of files and folders.")
    for name, value, kinds, wanted in (
        ("vector_store", vector_store, (LayoutVectorStore,), "what layout_vector_store() returns"),
        ("embed_model", embed_model, (BaseEmbedding,), "a LlamaIndex embedding model"),
        ("node_parser", node_parser, (NodeParser, type(None)), "a ProcedureNodeParser or another NodeParser"),
        ("reader", reader, (BaseReader, type(None)), "a LayoutReader or another LlamaIndex reader"),
    ):
        if not isinstance(value, kinds):
            raise TypeError(f"{name} is a {type(value).__name__}; give {wanted}.")
    if isinstance(num_workers, bool) or not isinstance(num_workers, int) or num_workers < 1:
        raise ValueError(f"num_workers is {num_workers!r}; give the number of processes, 1 or more.")


# --- reading and parsing ---


def _sources(documents: Sequence[Document | PathLike], reader: BaseReader) -> list[Source]:
    """Return one source for each manual and path, or one for all paths if the reader makes one manual of them."""
    paths = list(dict.fromkeys(one for one in documents if not isinstance(one, Document)))
    manuals = group_by_manual([one for one in documents if isinstance(one, Document)])
    sources = [Source(manual_id, documents=parts) for manual_id, parts in manuals.items()]
    if paths and (getattr(reader, "manual_id", None) or getattr(reader, "as_manual", False)):
        return [*sources, Source(str(paths[0]), paths=paths)]
    return [*sources, *(Source(str(path), paths=[path]) for path in paths)]


def _prepared(
    sources: Sequence[Source], preparation: Preparation, num_workers: int, limits: Limits
) -> Iterator[Prepared]:
    """Yield the sources, read and parsed, in their order."""
    if num_workers == 1 and not limits:
        yield from map(preparation, sources)
        return
    for source, outcome in zip(sources, outcomes_in_order(preparation, sources, num_workers, limits), strict=True):
        yield _failed(source, outcome.error) if outcome.error else outcome.result


def _without_partial_update(manual: PreparedManual, prepared: Prepared, inventory: Inventory) -> PreparedManual:
    """Refuse to update a stored manual with unreadable files: the stored chunks of these files would be deleted."""
    if not prepared.unreadable or manual.nodes is None or manual.manual_id not in inventory.payloads:
        return manual
    reason = f"{len(prepared.unreadable)} of its files cannot be read; what is stored of the manual stays."
    return replace(manual, nodes=None, error=reason)


def _failed(source: Source, reason: str) -> Prepared:
    if source.paths:
        return Prepared(unreadable={os.path.abspath(path): reason for path in source.paths})
    return Prepared(failed={source.name: reason})


def _limits(seconds: float | None, memory: int | None) -> Limits:
    for name, value in (("file_timeout", seconds), ("file_memory", memory)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float) or value <= 0):
            raise ValueError(f"{name} is {value!r}; give a number above 0, or None for no limit.")
    limits = Limits(seconds, None if memory is None else int(memory))
    check_memory_limit(limits)
    return limits


# --- one manual ---


@dataclass
class _Stored:
    """Stored payloads and embeddings of a manual, by node id."""

    payloads: dict[str, dict[str, Any]] = field(default_factory=dict)
    vectors: dict[str, list[float]] = field(default_factory=dict)

    def manual_node_ids(self) -> list[str]:
        """Return the ids of manual nodes: two if a run was interrupted before it deleted the old one."""
        return [node_id for node_id, payload in self.payloads.items() if _level(payload) == ChunkLevel.MANUAL]


@dataclass(frozen=True)
class _Job:
    """One manual to be stored, and what it takes.

    `renamed_from` is the stored manual whose file had the same content and is gone; its embeddings are reused.
    """

    manual: PreparedManual
    renamed_from: str | None
    store: LayoutVectorStore
    embed_model: BaseEmbedding
    inventory: Inventory
    dry_run: bool
    show_progress: bool
    report: IngestReport

    @property
    def manual_id(self) -> str:
        return self.manual.manual_id


def _ingest_or_report(job: _Job) -> None:
    manual, report = job.manual, job.report
    try:
        if manual.manual_id in report.changes:
            raise ValueError("two of the sources are the same manual; give its files together, or another manual_id.")
        if manual.error:
            report.failed[manual.manual_id] = manual.error
            logger.error("Manual %r was not indexed: %s", manual.manual_id, manual.error)
        elif manual.nodes is None:
            report.note(_unchanged(job))
        else:
            _ingest_manual(job, manual.nodes)
    except CollectionMismatchError:
        raise
    except Exception as error:
        logger.error("Manual %r was not indexed: %s", manual.manual_id, error)
        report.failed[manual.manual_id] = f"{type(error).__name__}: {error}"


def _ingest_manual(job: _Job, nodes: Sequence[BaseNode]) -> None:
    stored = _read_stored(job)
    vectors = _reusable_vectors(job, nodes, stored)
    job.report.nodes_reused += len(vectors)
    before = job.report.nodes_embedded
    if job.dry_run:
        _count_changes(job, nodes, stored, vectors)
    else:
        _store_changes(job, nodes, stored, vectors)
    outdated = len(stored.payloads.keys() - {node.node_id for node in nodes})
    job.report.nodes_deleted += outdated
    kept = len(stored.payloads) - outdated
    owners = {str(payload.get(MANUAL_ID_KEY)) for payload in stored.payloads.values()}
    job.report.absorbed += sorted(owners - {job.manual_id})
    job.report.warnings += [_taken_over(job, owner) for owner in sorted(owners - {job.manual_id})]
    job.report.note(
        ManualChange(
            manual_id=job.manual_id,
            title=str(nodes[-1].metadata.get(TITLE_KEY, "")),
            source=file_of(nodes[-1].metadata),
            state="updated" if job.manual_id in owners else "added",
            nodes_new=len(nodes) - kept,
            nodes_kept=kept,
            nodes_deleted=outdated,
            passages_embedded=job.report.nodes_embedded - before,
        )
    )


def _taken_over(job: _Job, owner: str) -> str:
    title = str(job.inventory.payload(owner).get(TITLE_KEY, ""))
    return (
        f"{f'{title} ({owner})' if title else owner}: its Documents are part of {job.manual_id} now and are no longer "
        "stored under its own id; where they are manuals of their own, give their files instead of a folder."
    )


def _unchanged(job: _Job) -> ManualChange:
    found = job.inventory.payload(job.manual_id)
    return ManualChange(
        manual_id=job.manual_id,
        title=str(found.get(TITLE_KEY, "")),
        source=file_of(found),
        state="unchanged",
        nodes_kept=int(found.get(NODE_COUNT_KEY, 0)),
    )


def _store_changes(job: _Job, nodes: Sequence[BaseNode], stored: _Stored, vectors: dict[str, list[float]]) -> None:
    _withdraw_manifest(job, stored)
    written = _embed_missing(job, nodes, vectors)
    _average_parents(nodes, vectors)
    rest = [node for node in nodes[:-1] if node.node_id not in written and not _is_same(job, node, stored, vectors)]
    _write(job, rest, vectors)
    _finish(job, nodes[-1], stored, vectors)


def _count_changes(job: _Job, nodes: Sequence[BaseNode], stored: _Stored, vectors: Mapping[str, list[float]]) -> None:
    """Count what `_store_changes` would embed and write."""
    missing = _missing(nodes, vectors)
    job.report.nodes_embedded += len({_embedded_text(node) for node in missing})
    same = [node for node in nodes[:-1] if node.node_id in vectors and _is_same(job, node, stored, vectors)]
    job.report.nodes_written += len(nodes) - len(same)


def _missing(nodes: Sequence[BaseNode], vectors: Mapping[str, list[float]]) -> list[BaseNode]:
    return [node for node in nodes if node.node_id not in vectors and not _is_averaged(node)]


def _embed_missing(job: _Job, nodes: Sequence[BaseNode], vectors: dict[str, list[float]]) -> set[str]:
    """Embed nodes without a stored embedding, and write each batch at once, except for the manual node.

    Returns:
        Ids of the embedded nodes.
    """
    missing = _missing(nodes, vectors)
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
    """Write the manual node and delete nodes that are no longer part of the manual."""
    outdated = [node_id for node_id in stored.payloads if node_id not in vectors]
    # Nodes of these documents under another manual id are not in the manifest's count, so they are deleted first.
    elsewhere = {node_id for node_id in outdated if stored.payloads[node_id].get(MANUAL_ID_KEY) != job.manual_id}
    _delete(job.store, sorted(elsewhere))
    _write(job, [manual_node], vectors)
    _delete(job.store, [node_id for node_id in outdated if node_id not in elsewhere])


def _read_stored(job: _Job) -> _Stored:
    stored, store = _Stored(), job.store
    if not store.exists():
        return stored
    of_manual = _of_manual(job.manual_id, job.manual.document_ids)
    for point in scrolled(store, of_manual, with_payload=True, with_vectors=[store.dense_vector_name]):
        stored.payloads[str(point.id)] = point.payload
        vector = (point.vector or {}).get(store.dense_vector_name)
        if vector is not None:
            stored.vectors[str(point.id)] = vector
    return stored


def _withdraw_manifest(job: _Job, stored: _Stored) -> None:
    """Mark the stored manual as incomplete before anything of it is changed."""
    if stored.manual_node_ids():
        job.store.client.set_payload(job.store.collection_name, {COMPLETE_KEY: 0}, points=stored.manual_node_ids())


def _reusable_vectors(job: _Job, nodes: Sequence[BaseNode], stored: _Stored) -> dict[str, list[float]]:
    """Return stored embeddings of nodes by the same model: equal ids have equal texts."""
    embedding = job.manual.manifest.embedding
    reusable = {
        node.node_id: stored.vectors[node.node_id]
        for node in nodes
        if node.node_id in stored.vectors and stored.payloads[node.node_id].get(EMBEDDING_KEY) == embedding
    }
    if job.renamed_from is not None:
        by_text = _vectors_by_text(job.store, job.renamed_from, embedding)
        for node in _missing(nodes, reusable):
            vector = by_text.get(_embedded_text(node))
            if vector is not None:
                reusable[node.node_id] = vector
    return reusable


def _vectors_by_text(store: LayoutVectorStore, manual_id: str, embedding: str) -> dict[str, list[float]]:
    of_manual, of_model = is_value(MANUAL_ID_KEY, manual_id), is_value(EMBEDDING_KEY, embedding)
    vectors = {}
    for point in scrolled(store, of_manual, of_model, with_payload=True, with_vectors=[store.dense_vector_name]):
        vector = (point.vector or {}).get(store.dense_vector_name)
        if vector is not None and _level(point.payload) != ChunkLevel.PARENT:
            vectors[_embedded_text(metadata_dict_to_node(dict(point.payload)))] = vector
    return vectors


def _embed(
    nodes: Sequence[BaseNode],
    embed_model: BaseEmbedding,
    vectors: dict[str, list[float]],
    by_text: dict[str, list[float]],
) -> int:
    """Embed nodes, equal texts once, and return the number of texts embedded."""
    texts = {node.node_id: _embedded_text(node) for node in nodes}
    new = [text for text in dict.fromkeys(texts.values()) if text not in by_text]
    by_text.update(zip(new, embed_model.get_text_embedding_batch(new), strict=True))
    vectors.update((node_id, by_text[text]) for node_id, text in texts.items())
    return len(new)


def _embedded_text(node: BaseNode) -> str:
    return node.get_content(metadata_mode=MetadataMode.EMBED)


def _mean_direction(vectors: Sequence[Sequence[float]]) -> list[float]:
    """Return the normalised mean of vectors, each scaled to length 1."""
    matrix = np.asarray(vectors, dtype=np.float64)
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    mean = (matrix / np.where(lengths > 0, lengths, 1)).mean(axis=0)
    length = float(np.linalg.norm(mean))
    return (mean / length if length > 0 else mean).tolist()


def _write(job: _Job, nodes: Sequence[BaseNode], vectors: Mapping[str, list[float]]) -> None:
    for batch in iter_batch(nodes, WRITE_BATCH):
        # Copies: the caller's nodes would keep large embeddings that nobody needs.
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
    """Return whether a node is a parent: it is fetched and not searched, so its embedding is its children's mean."""
    return _level(node.metadata) == ChunkLevel.PARENT and bool(_children_of(node))


def _children_of(node: BaseNode) -> list[str]:
    return list(node.metadata.get("child_ids", []))


def _level(metadata: Mapping[str, Any]) -> str | None:
    return metadata.get(CHUNK_LEVEL_KEY)


def _of_manual(manual_id: str, document_ids: Sequence[str]) -> models.Filter:
    """Return the filter for a manual's points, and for those of its Documents under another manual id."""
    left_elsewhere = models.FieldCondition(key=DOC_ID_KEY, match=models.MatchAny(any=list(document_ids)))
    return models.Filter(should=[is_value(MANUAL_ID_KEY, manual_id), left_elsewhere])
