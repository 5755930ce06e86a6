"""Search engines: ranked lists per arm from an embedded collection or a server."""

from llama_index.vector_stores.qdrant import QdrantVectorStore

from llama_index_layout_rag.retrieval.engines.combined import CombinedEngine
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


def engine_for(*vector_stores: QdrantVectorStore) -> SearchEngine:
    """The engine that searches vector stores fastest: the embedded one for local mode, else the server's.

    Both give the same lists; several collections are searched as one.

    Args:
        vector_stores: One or more of LayoutVectorStore, or plain QdrantVectorStore.
    """
    engines = [_engine_for_one(vector_store) for vector_store in vector_stores]
    return engines[0] if len(engines) == 1 else CombinedEngine(engines)


def _engine_for_one(vector_store: QdrantVectorStore) -> SearchEngine:
    backend = local_backend(vector_store._client) or local_backend(vector_store._aclient)
    return ServerEngine(vector_store) if backend is None else EmbeddedEngine(vector_store, backend)
