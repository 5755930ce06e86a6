"""A LlamaIndex embedding that keeps every vector on disk by the hash of its text, so that a rerun embeds only what changed."""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from pathlib import Path
from typing import Any

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.bridge.pydantic import Field, PrivateAttr


class CachedEmbedding(BaseEmbedding):
    """Wraps an embedding model.

    Args:
        model: The model that embeds what is not in the cache.
        cache_path: SQLite file; made where it is missing.
    """

    model: BaseEmbedding
    cache_path: str
    embedded: int = Field(default=0, description="Texts that were not in the cache.")
    _database: sqlite3.Connection = PrivateAttr()
    _lock: Any = PrivateAttr(default_factory=threading.Lock)

    def __init__(self, model: BaseEmbedding, cache_path: str | Path, **kwargs: Any) -> None:
        super().__init__(
            model=model, cache_path=str(cache_path), model_name=model.model_name, embed_batch_size=64, **kwargs
        )
        Path(cache_path).parent.mkdir(parents=True, exist_ok=True)
        self._database = sqlite3.connect(str(cache_path), check_same_thread=False)
        self._database.execute("create table if not exists vectors (key text primary key, vector blob)")

    @classmethod
    def class_name(cls) -> str:
        return "CachedEmbedding"

    def _cached(self, texts: list[str], kind: str) -> list[list[float]]:
        keys = [hashlib.sha256(f"{self.model_name}\n{kind}\n{text}".encode()).hexdigest() for text in texts]
        with self._lock:
            found = {key: self._vector(key) for key in set(keys)}
            missing = [i for i, key in enumerate(keys) if found[key] is None]
            if missing:
                missing_texts = [texts[i] for i in missing]
                embed = self.model.get_text_embedding_batch if kind == "text" else self._queries
                for i, vector in zip(missing, embed(missing_texts), strict=True):
                    found[keys[i]] = vector
                    blob = np.asarray(vector, dtype=np.float32).tobytes()
                    self._database.execute("insert or replace into vectors values (?, ?)", (keys[i], blob))
                self._database.commit()
                self.embedded += len(missing)
        return [found[key] or [] for key in keys]

    def _queries(self, texts: list[str]) -> list[list[float]]:
        return [self.model.get_query_embedding(text) for text in texts]

    def _vector(self, key: str) -> list[float] | None:
        row = self._database.execute("select vector from vectors where key = ?", (key,)).fetchone()
        return np.frombuffer(row[0], dtype=np.float32).tolist() if row else None

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._cached([query], "query")[0]

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_query_embedding(query)

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._cached([text], "text")[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return self._cached(texts, "text")
