"""The examples embed the same sample manuals over and over; here each passage is embedded once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from llama_index_layout_rag import embeddings


@pytest.fixture(scope="session", autouse=True)
def each_passage_is_embedded_once() -> Iterator[None]:
    """The real model, remembering what it has embedded in this run."""
    known: dict[tuple[str, bool], list[float]] = {}
    encode = embeddings._encode

    def remembering(texts: Sequence[str], is_query: bool) -> list[list[float]]:
        new = [text for text in dict.fromkeys(texts) if (text, is_query) not in known]
        known.update(((text, is_query), vector) for text, vector in zip(new, encode(new, is_query), strict=True))
        return [known[text, is_query] for text in texts]

    embeddings._encode = remembering
    yield
    embeddings._encode = encode
