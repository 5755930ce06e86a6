"""Search engines over an embedded Qdrant collection or a Qdrant server."""

from llama_index.vector_stores.qdrant import QdrantVectorStore

from llama_index_layout_rag.retrieval.engines.combined import CombinedEngine
from llama_index_layout_rag.retrieval.engines.embedded import EmbeddedEngine
from llama_index_layout_rag.retrieval.engines.interface import (
    Hit,
    ListQuery,
    SearchEngine,
    carries_node,
    node_from_payload,
    with_level,
)
from llama_index_layout_rag.retrieval.engines.server import ServerEngine
from llama_index_layout_rag.storage import local_backend

__all__ = ["Hit", "ListQuery", "SearchEngine", "carries_node", "engine_for", "node_from_payload", "with_level"]


def engine_for(*vector_stores: QdrantVectorStore) -> SearchEngine:
    """Return the fastest search engine for vector stores: the embedded one in local mode, else the server engine.

    Both return the same lists; several collections are searched as one.

    Args:
        vector_stores: One or more of LayoutVectorStore, or plain QdrantVectorStore.
    """
    engines = [_engine_for_one(vector_store) for vector_store in vector_stores]
    return engines[0] if len(engines) == 1 else CombinedEngine(engines)


def _engine_for_one(vector_store: QdrantVectorStore) -> SearchEngine:
    backend = local_backend(vector_store._client) or local_backend(vector_store._aclient)
    return ServerEngine(vector_store) if backend is None else EmbeddedEngine(vector_store, backend)
