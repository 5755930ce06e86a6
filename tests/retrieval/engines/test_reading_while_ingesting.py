"""Searches beside an ingestion find chunks of the old or of the new version, and never nothing."""

from __future__ import annotations

import hashlib
import threading
from pathlib import Path

import numpy as np
import pytest
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.schema import Document
from qdrant_client import AsyncQdrantClient, models

from llama_index_layout_rag.chunking.payload import ChunkLevel
from llama_index_layout_rag.lexical import sparse_query_vectors
from llama_index_layout_rag.retrieval.engines import ListQuery, engine_for
from llama_index_layout_rag.storage import LayoutVectorStore, ingest, layout_vector_store


class HashEmbedding(BaseEmbedding):
    """Deterministic embeddings without a model."""

    def _get_text_embedding(self, text: str) -> list[float]:
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
        return np.random.default_rng(seed).normal(size=8).tolist()

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)


def manual(version: int) -> Document:
    lines = [f"# {n}. 章{n}\n\n1. ボタン{n}を押します。版{version}です。\n2. 電源を確認します。\n" for n in range(15)]
    return Document(id_="doc", text="\n".join(lines), metadata={"manual_id": "m"})


@pytest.mark.parametrize("kind", ["memory", "path", "aclient"])
def test_every_search_finds_one_version_or_the_next(kind: str, tmp_path: Path) -> None:
    stores = {
        "memory": lambda: layout_vector_store(),
        "path": lambda: layout_vector_store(path=str(tmp_path)),
        "aclient": lambda: layout_vector_store(aclient=AsyncQdrantClient(":memory:")),
    }
    store: LayoutVectorStore = stores[kind]()
    model = HashEmbedding()
    ingest([manual(0)], vector_store=store, embed_model=model)
    indices, values = sparse_query_vectors(["電源を確認します 版"])
    sparse = models.SparseVector(indices=indices[0], values=values[0])
    query = ListQuery("lexical", ChunkLevel.CHILD, 100, sparse=sparse)
    engine = engine_for(store)
    failures: list[BaseException] = []
    finished = threading.Event()

    def ask() -> None:
        try:
            while not finished.is_set():
                hits = engine.search([query])[0]
                assert len(hits) >= 15
                parents = engine.fetch([hit.payload["parent_id"] for hit in hits])
                for hit in hits:
                    assert "版" in hit.node().get_content()
                    assert hit.payload["parent_id"] in parents or hit.payload["section_id"]
                assert 1 <= len(engine.manuals()) <= 2
        except BaseException as failure:
            failures.append(failure)

    readers = [threading.Thread(target=ask) for _ in range(8)]
    for reader in readers:
        reader.start()
    for version in range(1, 5):
        assert ingest([manual(version)], vector_store=store, embed_model=model).updated == ["m"]
    finished.set()
    for reader in readers:
        reader.join()
    assert not failures
    hits = engine.search([query])[0]
    assert len(hits) == 15
    assert all("版4" in hit.node().get_content() for hit in hits)
    assert len(engine.manuals()) == 1
