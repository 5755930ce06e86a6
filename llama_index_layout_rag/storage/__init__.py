"""Storage: a Qdrant collection for manuals, ingestion into it, and a docstore view of it."""

from llama_index_layout_rag.storage.docstore import VectorStoreDocstore
from llama_index_layout_rag.storage.ingest import (
    adelete_manual,
    aingest,
    delete_manual,
    ingest,
    is_current,
    stored_manuals,
)
from llama_index_layout_rag.storage.local import Journal, journal_of, local_backend, local_collection, slot_of
from llama_index_layout_rag.storage.manifest import EMBEDDING_KEY, embedding_fingerprint, schema_mismatch
from llama_index_layout_rag.storage.payload import CHUNK_LEVEL_KEY, MANUAL_ID_KEY, payload_indexes
from llama_index_layout_rag.storage.processes import WorkerStartError
from llama_index_layout_rag.storage.report import IngestReport, ManualChange, StaleManual, StoredManual
from llama_index_layout_rag.storage.vector_store import CollectionMismatchError, LayoutVectorStore, layout_vector_store

__all__ = [
    "CHUNK_LEVEL_KEY",
    "EMBEDDING_KEY",
    "MANUAL_ID_KEY",
    "CollectionMismatchError",
    "IngestReport",
    "Journal",
    "LayoutVectorStore",
    "ManualChange",
    "StaleManual",
    "StoredManual",
    "VectorStoreDocstore",
    "WorkerStartError",
    "adelete_manual",
    "aingest",
    "delete_manual",
    "embedding_fingerprint",
    "ingest",
    "is_current",
    "journal_of",
    "layout_vector_store",
    "local_backend",
    "local_collection",
    "payload_indexes",
    "schema_mismatch",
    "slot_of",
    "stored_manuals",
]
