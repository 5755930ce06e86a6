"""The store: a Qdrant collection set up for manuals, and putting manuals into it."""

from llama_index_layout_rag.storage.indexes import payload_indexes
from llama_index_layout_rag.storage.ingest import (
    adelete_manual,
    aingest,
    delete_manual,
    ingest,
    is_current,
    stored_manuals,
)
from llama_index_layout_rag.storage.processes import WorkerStartError
from llama_index_layout_rag.storage.report import IngestReport, ManualChange, StaleManual, StoredManual
from llama_index_layout_rag.storage.vector_store import CollectionMismatchError, LayoutVectorStore, layout_vector_store

__all__ = [
    "CollectionMismatchError",
    "IngestReport",
    "LayoutVectorStore",
    "ManualChange",
    "StaleManual",
    "StoredManual",
    "WorkerStartError",
    "adelete_manual",
    "aingest",
    "delete_manual",
    "ingest",
    "is_current",
    "layout_vector_store",
    "payload_indexes",
    "stored_manuals",
]
