"""Search engines: ranked lists per arm from an embedded collection or a server."""

from llama_index.vector_stores.qdrant import QdrantVectorStore

from llama_index_layout_rag.retrieval.engines.embedded import EmbeddedEngine
from llama_index_layout_rag.retrieval.engines.interface import (
    ArmQuery,
    Hit,
    SearchEngine,
    carries_node,
    node_from_payload,
    with_level,
)
from llama_index_layout_rag.retrieval.engines.server import ServerEngine
from llama_index_layout_rag.storage.local import local_backend

__all__ = ["ArmQuery", "Hit", "SearchEngine", "carries_node", "engine_for", "node_from_payload", "with_level"]


def engine_for(vector_store: QdrantVectorStore) -> SearchEngine:
    """The engine that searches a vector store fastest: the embedded one for local mode, else the server's.

    Both give the same lists.

    Args:
        vector_store: A LayoutVectorStore, or a plain QdrantVectorStore.
    """
    backend = local_backend(vector_store._client) or local_backend(vector_store._aclient)
    return ServerEngine(vector_store) if backend is None else EmbeddedEngine(vector_store, backend)
