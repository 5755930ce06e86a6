"""A deterministic embedding for tests: texts that share words and character pairs point in similar directions."""

from __future__ import annotations

import functools
import hashlib

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding

from llama_index_layout_rag.lexical import tokenize

SIZE = 128


@functools.cache
def _direction(token: str) -> np.ndarray:
    seed = int.from_bytes(hashlib.sha256(token.encode()).digest()[:4], "little")
    return np.random.default_rng(seed).standard_normal(SIZE, dtype=np.float32)


class WordEmbedding(BaseEmbedding):
    """Sums one fixed random direction per token."""

    model_name: str = "word-embedding-for-tests"

    @classmethod
    def class_name(cls) -> str:
        return "WordEmbedding"

    def _get_text_embedding(self, text: str) -> list[float]:
        vector = np.full(SIZE, 1e-3, dtype=np.float32)
        for token in tokenize(text):
            vector += _direction(token)
        return (vector / np.linalg.norm(vector)).tolist()

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)
