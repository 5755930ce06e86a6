"""Records: what the node of a stored manual vouches for, and what a collection holds according to them.

The manual's own node is its record: which content it was made from, by which parser and embedding model, how many
nodes there are. It is written last, so that a manual with a record that fits is stored whole.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.node_parser import NodeParser
from llama_index.core.schema import BaseNode, Document
from qdrant_client import models

from llama_index_layout_rag.chunking.payload import SCHEMA_VERSION, ChunkLevel
from llama_index_layout_rag.storage.indexes import CHUNK_LEVEL_KEY, MANUAL_ID_KEY
from llama_index_layout_rag.storage.local import local_backend
from llama_index_layout_rag.storage.vector_store import LayoutVectorStore

logger = logging.getLogger(__name__)

CONTENT_HASH_KEY = "content_hash"
PARSER_KEY = "parser_fingerprint"
EMBEDDING_KEY = "embedding_fingerprint"
NODE_COUNT_KEY = "node_count"
COMPLETE_KEY = "complete"
SCHEMA_KEY = "schema_version"
SOURCE_HASH_KEY = "source_sha256"
TITLE_KEY = "manual_title"

SCROLL_PAGE = 512
EMBEDDED_PAGE = 1_000_000
"""Points of one request: a server answers in pages, an embedded store looks at every point for each."""

MANUALS_LIMIT = 1_000_000
"""Manuals that are counted; far more than one collection holds."""

_VOLATILE_KEYS = frozenset({"file_size", "creation_date", "last_modified_date", "last_accessed_date"})
"""Metadata that changes when a file is only copied or opened."""

Payload = Mapping[str, Any]


@dataclass(frozen=True)
class ManualRecord:
    """What the node of a manual vouches for."""

    content_hash: str
    parser: str
    embedding: str
    schema_version: int = SCHEMA_VERSION

    @classmethod
    def of(cls, documents: Sequence[Document], parser: NodeParser, embedding: str) -> ManualRecord:
        """The record of what would be stored of these Documents now."""
        return cls(_content_hash(documents), _parser_fingerprint(parser), embedding)

    @classmethod
    def of_payload(cls, payload: Payload) -> ManualRecord | None:
        """The record that a stored manual node carries; None where it is withdrawn or of another make."""
        if payload.get(COMPLETE_KEY) != 1:
            return None
        content, parser, embedding = (str(payload.get(key)) for key in (CONTENT_HASH_KEY, PARSER_KEY, EMBEDDING_KEY))
        return cls(content, parser, embedding, payload.get(SCHEMA_KEY, 0))

    def sign(self, nodes: Sequence[BaseNode], manual_node: BaseNode) -> None:
        """Write down what made the nodes: the embedding model in each of them, everything in the manual node."""
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
    """What a collection holds, manual by manual: the payloads of manual nodes, and the number of all nodes.

    Read once for all manuals of a call: an embedded store looks at every point for every question.
    """

    records: Mapping[str, Sequence[Payload]]
    counts: Mapping[str, int]

    def payload(self, manual_id: str) -> Payload:
        """The payload of a manual's node; empty where a run was stopped before it wrote one."""
        return next(iter(self.records.get(manual_id, ())), {})

    def whole(self) -> dict[str, ManualRecord]:
        """The records of the manuals that are stored whole.

        Chunks that were deleted since, or left over by a run that was stopped after writing its record, show in the
        number.
        """
        whole = {}
        for manual_id, found in self.records.items():
            record = ManualRecord.of_payload(found[0])
            if len(found) == 1 and record and self.counts.get(manual_id) == found[0].get(NODE_COUNT_KEY):
                whole[manual_id] = record
        return whole


def take_inventory(store: LayoutVectorStore) -> Inventory:
    """What the collection holds now; nothing where there is no collection."""
    if not store.exists():
        return Inventory({}, {})
    records: dict[str, list[Payload]] = {}
    for point in scrolled(store, is_value(CHUNK_LEVEL_KEY, ChunkLevel.MANUAL.value), with_payload=True):
        records.setdefault(str(point.payload.get(MANUAL_ID_KEY)), []).append(point.payload)
    counts = store.client.facet(store.collection_name, key=MANUAL_ID_KEY, limit=MANUALS_LIMIT, exact=True)
    return Inventory(records, {str(hit.value): hit.count for hit in counts.hits})


def embedding_fingerprint(embed_model: BaseEmbedding) -> str:
    """Name of an embedding model, such as "LocalEmbedding:multilingual-e5-small": vectors of two names cannot be
    mixed."""
    size = getattr(embed_model, "embed_dim", None) or getattr(embed_model, "dimensions", None)
    return ":".join(str(part) for part in (embed_model.class_name(), embed_model.model_name, size) if part)


def warn_of_other_makes(inventory: Inventory, ingested: Iterable[str], embedding: str) -> None:
    """Say which stored manuals, beside those that are ingested now, do not go together with them.

    Two models of one vector size mix without an error, and their similarities mean nothing to each other.
    """
    others = {manual_id: found for manual_id, found in inventory.records.items() if manual_id not in set(ingested)}
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
    """What is to be said of manual nodes that another version of the package has stored; None where all are of this
    one's make."""
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
    """The points that fit all conditions, page by page; an embedded store is read in one page, since each costs a full
    pass."""
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


def is_value(key: str, value: str) -> models.FieldCondition:
    """The condition that a payload key has a value."""
    return models.FieldCondition(key=key, match=models.MatchValue(value=value))


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


def _add_hidden(node: BaseNode, metadata: dict[str, Any]) -> None:
    node.metadata.update(metadata)
    for hidden in (node.excluded_embed_metadata_keys, node.excluded_llm_metadata_keys):
        hidden.extend(key for key in metadata if key not in hidden)
