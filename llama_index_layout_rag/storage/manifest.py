"""Ingestion manifests: what stored manuals were made from, and what a collection holds according to them.

A manual's own node carries its manifest: from which content, by which parser and embedding model its nodes were made,
and how many there are. It is written last, so a manual whose manifest matches is stored completely.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import logging
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.node_parser import NodeParser
from llama_index.core.schema import BaseNode, Document
from qdrant_client import models

from llama_index_layout_rag.chunking import SCHEMA_VERSION, ChunkLevel
from llama_index_layout_rag.storage.local import local_backend
from llama_index_layout_rag.storage.payload import CHUNK_LEVEL_KEY, MANUAL_ID_KEY, is_value
from llama_index_layout_rag.storage.report import IngestReport, StaleManual
from llama_index_layout_rag.storage.vector_store import LayoutVectorStore

logger = logging.getLogger(__name__)

CONTENT_HASH_KEY = "content_hash"
PARSER_KEY = "parser_fingerprint"
EMBEDDING_KEY = "embedding_fingerprint"
NODE_COUNT_KEY = "node_count"
COMPLETE_KEY = "complete"
SCHEMA_KEY = "schema_version"
SOURCE_KEY = "source_uri"
SOURCE_HASH_KEY = "source_sha256"
TITLE_KEY = "manual_title"

SCROLL_PAGE = 512
EMBEDDED_PAGE = 1_000_000
"""Points of one request: a server answers in pages, an embedded store scans all points for each."""

MANUALS_LIMIT = 1_000_000
"""Manuals that are counted; far more than one collection holds."""

NOT_ASKED = "prune=True deletes it"
FOLDER_GONE = "its folder is gone as well and may come back; if not, delete_manual deletes it"

_VOLATILE_KEYS = frozenset({"file_size", "creation_date", "last_modified_date", "last_accessed_date"})
"""Metadata that changes when a file is only copied or opened."""

Payload = Mapping[str, Any]


@dataclass(frozen=True)
class IngestionManifest:
    """Hash of a manual's content, and fingerprints of what made its nodes."""

    content_hash: str
    parser: str
    embedding: str
    schema_version: int = SCHEMA_VERSION

    @classmethod
    def of(cls, documents: Sequence[Document], parser: NodeParser, embedding: str) -> IngestionManifest:
        """Return the manifest of these Documents if they were stored now."""
        return cls(_content_hash(documents), _parser_fingerprint(parser), embedding)

    @classmethod
    def of_payload(cls, payload: Payload) -> IngestionManifest | None:
        """Return the manifest in a stored manual node; None if it is withdrawn."""
        if payload.get(COMPLETE_KEY) != 1:
            return None
        content, parser, embedding = (str(payload.get(key)) for key in (CONTENT_HASH_KEY, PARSER_KEY, EMBEDDING_KEY))
        return cls(content, parser, embedding, payload.get(SCHEMA_KEY, 0))

    def write_to(self, nodes: Sequence[BaseNode], manual_node: BaseNode) -> None:
        """Write the embedding model into the metadata of all nodes, and the manifest into that of the manual node."""
        for node in nodes:
            _add_hidden(node, {EMBEDDING_KEY: self.embedding})
        _add_hidden(
            manual_node,
            {
                CONTENT_HASH_KEY: self.content_hash,
                PARSER_KEY: self.parser,
                NODE_COUNT_KEY: len(nodes),
                COMPLETE_KEY: 1,
                SCHEMA_KEY: self.schema_version,
            },
        )


@dataclass(frozen=True)
class Inventory:
    """What a collection holds, by manual id: payloads of manual nodes, and the number of all nodes.

    Read once for all manuals of a call, since an embedded store scans all points for every query.
    """

    payloads: Mapping[str, Sequence[Payload]]
    counts: Mapping[str, int]

    def payload(self, manual_id: str) -> Payload:
        """Return the payload of a manual's node; empty if a run was interrupted before it wrote one."""
        return next(iter(self.payloads.get(manual_id, ())), {})

    def complete(self) -> dict[str, IngestionManifest]:
        """Return the manifests of the manuals that are stored completely.

        Chunks that were deleted since, or left over by a run that was interrupted after writing its manifest, make the
        number of nodes differ.
        """
        complete = {}
        for manual_id, found in self.payloads.items():
            manifest = IngestionManifest.of_payload(found[0])
            if len(found) == 1 and manifest and self.counts.get(manual_id) == found[0].get(NODE_COUNT_KEY):
                complete[manual_id] = manifest
        return complete


def take_inventory(store: LayoutVectorStore) -> Inventory:
    """Return what the collection holds now; nothing if there is no collection."""
    if not store.exists():
        return Inventory({}, {})
    payloads: dict[str, list[Payload]] = {}
    for point in scrolled(store, is_value(CHUNK_LEVEL_KEY, ChunkLevel.MANUAL.value), with_payload=True):
        payloads.setdefault(str(point.payload.get(MANUAL_ID_KEY)), []).append(point.payload)
    counts = store.client.facet(store.collection_name, key=MANUAL_ID_KEY, limit=MANUALS_LIMIT, exact=True)
    return Inventory(payloads, {str(hit.value): hit.count for hit in counts.hits})


def embedding_fingerprint(embed_model: BaseEmbedding) -> str:
    """Return what distinguishes an embedding model, such as "LocalEmbedding:multilingual-e5-small".

    Vectors of two fingerprints cannot be mixed.
    """
    size = getattr(embed_model, "embed_dim", None) or getattr(embed_model, "dimensions", None)
    return ":".join(str(part) for part in (embed_model.class_name(), embed_model.model_name, size) if part)


def warn_of_incompatible_manuals(inventory: Inventory, ingested: Iterable[str], embedding: str) -> None:
    """Log which other stored manuals were made by another embedding model or version of the package.

    Two models of one vector size mix without an error, and similarities between them are meaningless.
    """
    others = {manual_id: found for manual_id, found in inventory.payloads.items() if manual_id not in set(ingested)}
    foreign = [
        manual_id
        for manual_id, found in others.items()
        if any(payload.get(EMBEDDING_KEY, embedding) != embedding for payload in found)
    ]
    if foreign:
        logger.warning(
            "%d manuals of the collection were embedded with another model (such as %r) than %s; ingest them again with "
            "this one, or use a collection of its own for each model.",
            len(foreign),
            foreign[0],
            embedding,
        )
    message = schema_mismatch(payload for found in others.values() for payload in found)
    if message:
        logger.warning("%s", message)


def schema_mismatch(manuals: Iterable[Payload]) -> str | None:
    """Return a warning about manual nodes that another version of the package has stored; None if there are none."""
    versions: dict[str, Any] = {
        str(payload.get(MANUAL_ID_KEY)): payload.get(SCHEMA_KEY, 0)
        for payload in manuals
        if payload.get(SCHEMA_KEY, 0) != SCHEMA_VERSION
    }
    if not versions:
        return None
    example = next(iter(versions))
    newer = any(isinstance(version, int) and version > SCHEMA_VERSION for version in versions.values())
    made_by, remedy = (
        ("a newer version", "upgrade llama-index-layout-rag")
        if newer
        else ("an older version", "ingest them again; what is unchanged in them is not embedded again")
    )
    return (
        f"{len(versions)} manuals of the collection (such as {example!r}) were stored by {made_by} of this package, with "
        f"payload schema {versions[example]} instead of {SCHEMA_VERSION}: searches may miss them. {remedy.capitalize()}."
    )


def scrolled(store: LayoutVectorStore, *must: models.Condition, **arguments: Any) -> Iterator[Any]:
    """Yield the points that meet all conditions, read in pages; an embedded store is read in one."""
    limit = SCROLL_PAGE if local_backend(store.client) is None else EMBEDDED_PAGE
    selector = models.Filter(must=list(must))
    offset: Any = None
    while True:
        page, offset = store.client.scroll(
            store.collection_name, scroll_filter=selector, limit=limit, offset=offset, **arguments
        )
        yield from page
        if offset is None:
            return


# --- manuals whose files are gone, renamed, or part of another manual ---


def file_of(payload: Payload) -> str:
    """Return the file or folder of a node; "" if its source is only a name."""
    return str(payload[SOURCE_KEY]) if payload.get(SOURCE_HASH_KEY) and payload.get(SOURCE_KEY) else ""


def renamed_from(file_hashes: Collection[str], inventory: Inventory) -> str | None:
    """Return the id of the stored manual whose file had this content and is gone."""
    for manual_id, found in inventory.payloads.items():
        if found[0].get(SOURCE_HASH_KEY) in file_hashes and _is_gone(file_of(found[0])):
            return manual_id
    return None


def stale_manuals(
    store: LayoutVectorStore, inventory: Inventory, given: Collection[str], renamed: Mapping[str, str], prune: bool
) -> list[StaleManual]:
    """Return the stored manuals that are not among those given and whose files are all gone.

    A file whose folder is gone as well may be on a disk that is not mounted: such a manual is not pruned, unless its
    content is stored under another name.
    """
    stale = []
    for manual_id, found in sorted(inventory.payloads.items()):
        source = file_of(found[0])
        if manual_id in given or not _is_gone(source) or not _all_gone(store, manual_id):
            continue
        new_name = renamed.get(manual_id)
        sure = new_name is not None or os.path.isdir(os.path.dirname(source))
        reason = "" if prune and sure else FOLDER_GONE if prune else NOT_ASKED
        stale.append(StaleManual(manual_id, source, new_name, pruned=prune and sure, reason=reason))
    return stale


def stored_twice(inventory: Inventory, report: IngestReport) -> list[str]:
    """Return a warning for each manual of a single file that is now also part of a folder's manual."""
    folders = {change.source: manual_id for manual_id, change in report.changes.items() if os.path.isdir(change.source)}
    known = {*report.changes, *report.absorbed, *report.pruned}
    warnings = []
    for manual_id, found in sorted(inventory.payloads.items()):
        source = file_of(found[0])
        folder = next((folder for folder in folders if source.startswith(folder + os.sep)), None)
        if folder is not None and manual_id not in known:
            warnings.append(
                f"{manual_id}: {source} is stored as a manual of its own and in {folders[folder]} ({folder}) as well, so "
                "both will be found; delete one of them."
            )
    return warnings


def _is_gone(path: str) -> bool:
    """Return whether a local file no longer exists; URLs always count as existing, as a server may be out of reach."""
    return os.path.isabs(path) and not os.path.lexists(path)


def _all_gone(store: LayoutVectorStore, manual_id: str) -> bool:
    """Return whether no volume of a manual exists."""
    nodes: Any = scrolled(store, is_value(MANUAL_ID_KEY, manual_id), with_payload=[SOURCE_KEY, SOURCE_HASH_KEY])
    return all(_is_gone(path) for path in {file_of(node.payload) for node in nodes} if path)


def _content_hash(documents: Sequence[Document]) -> str:
    """Return the hash of texts, metadata and ids of Documents, and of the package's version."""
    digest = hashlib.sha256(importlib.metadata.version("llama-index-layout-rag").encode())
    for document in documents:
        metadata = {key: value for key, value in document.metadata.items() if key not in _VOLATILE_KEYS}
        for part in (document.node_id, document.text, json.dumps(metadata, sort_keys=True, default=str)):
            digest.update(b"\0" + part.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _parser_fingerprint(parser: NodeParser) -> str:
    fingerprint = getattr(parser, "fingerprint", None)
    if callable(fingerprint):
        return str(fingerprint())
    return hashlib.sha256(json.dumps(parser.to_dict(), sort_keys=True, default=str).encode()).hexdigest()[:16]


def _add_hidden(node: BaseNode, metadata: dict[str, Any]) -> None:
    node.metadata.update(metadata)
    for hidden in (node.excluded_embed_metadata_keys, node.excluded_llm_metadata_keys):
        hidden.extend(key for key in metadata if key not in hidden)
