"""Texts as Qdrant sparse vectors: BM25 without its inverse document frequency, which Qdrant's IDF modifier adds.

Qdrant's modifier is ln((N - df + 0.5) / (df + 0.5) + 1) over the points that carry the vector, so the scalar product
of a question's and a text's vector is the text's BM25 score.

Constants were chosen with the lexical list alone (no embeddings, no manual filter) on 81 questions over 48 Japanese and
English manuals and confirmed on 41 held-out questions (mean reciprocal rank 0.55 before, 0.60 after).
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from llama_index_layout_rag.lexical.tokens import query_weights, tokenize

K1 = 1.2
B = 0.4
"""BM25's usual saturation, and a weaker length normalisation than the usual 0.75: chunks are of similar length by
design, and a long one is a whole procedure rather than verbose (mean reciprocal rank 0.59 against 0.56, flat between
0.3 and 0.5)."""

HEADING_TIMES = 2
"""Factor for term frequencies in the first line, the heading path (mean reciprocal rank 0.61 against 0.59; no gain at 3)."""

AVERAGE_CHARACTERS = 500
"""Average length of a chunk in characters, not tokens: a Japanese text has five times as many tokens (pairs) as an
English one of the same length. Constant, since a vector must not depend on other stored texts."""

_KNOWN_IDS_LIMIT = 500_000
"""Number of tokens whose index is cached: a few dozen megabytes, and more than large collections contain."""

_known_ids: dict[str, int] = {}


def token_id(token: str) -> int:
    """Return the index of a token in sparse vectors: a 32-bit hash that is stable across processes and versions."""
    known = _known_ids.get(token)
    if known is None:
        if len(_known_ids) > _KNOWN_IDS_LIMIT:
            _known_ids.clear()
        known = _known_ids[token] = zlib.crc32(token.encode("utf-8", "surrogatepass"))
    return known


def sparse_document_vectors(texts: Sequence[str]) -> tuple[list[list[int]], list[list[float]]]:
    """Return the sparse vectors of stored texts in the form of QdrantVectorStore's `sparse_doc_fn`.

    Returns:
        Indices and values, one list each per text, indices ascending. A text without any token has an empty vector.
    """
    return _vectors(texts, _document_values)


def sparse_query_vectors(texts: Sequence[str]) -> tuple[list[list[int]], list[list[float]]]:
    """Return the sparse vectors of questions in the form of QdrantVectorStore's `sparse_query_fn`."""
    return _vectors(texts, _query_values)


def _vectors(
    texts: Sequence[str], encode: Callable[[str], tuple[list[int], list[float]]]
) -> tuple[list[list[int]], list[list[float]]]:
    encoded = [encode(text) for text in texts]
    return [indices for indices, _ in encoded], [values for _, values in encoded]


def _document_values(text: str) -> tuple[list[int], list[float]]:
    counts = Counter(tokenize(text))
    heading, newline, _ = text.partition("\n")
    if newline:
        counts.update({token: count * (HEADING_TIMES - 1) for token, count in Counter(tokenize(heading)).items()})
    indices, frequencies = _as_arrays(_summed_by_id(counts.items()))
    norm = K1 * (1 - B + B * len(text) / AVERAGE_CHARACTERS)
    # Single precision, as stored in the database, so that every engine computes with the same numbers.
    return indices.tolist(), (frequencies * (K1 + 1) / (frequencies + norm)).astype(np.float32).tolist()


def _query_values(text: str) -> tuple[list[int], list[float]]:
    indices, values = _as_arrays(_summed_by_id(query_weights(text).items()))
    return indices.tolist(), values.astype(np.float32).tolist()


def _summed_by_id(weights: Iterable[tuple[str, float]]) -> Mapping[int, float]:
    summed: dict[int, float] = {}
    known = _known_ids.get
    for token, weight in weights:
        index = known(token)
        if index is None:
            index = token_id(token)
        # Rare hash collisions are summed.
        summed[index] = summed[index] + weight if index in summed else weight
    return summed


def _as_arrays(weights: Mapping[int, float]) -> tuple[np.ndarray, np.ndarray]:
    indices = np.fromiter(weights.keys(), dtype=np.int64, count=len(weights))
    values = np.fromiter(weights.values(), dtype=np.float64, count=len(weights))
    order = np.argsort(indices)
    return indices[order], values[order]
