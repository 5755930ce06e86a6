"""Texts as Qdrant sparse vectors: BM25 without its inverse document frequency, which Qdrant's IDF modifier adds.

Qdrant's modifier is ln((N - df + 0.5) / (df + 0.5) + 1) over the points that carry the vector, so the scalar product
of a question's and a text's vector is the text's BM25 score.

Constants were found with the lexical arm alone (no embeddings, no manual filter) over 81 questions on 48 Japanese and
English manuals, and hold on 41 questions kept aside (mean reciprocal rank 0.55 before, 0.60 after).
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
design, and a long one is a whole procedure, not a verbose text (mean reciprocal rank 0.59 against 0.56, flat between
0.3 and 0.5)."""

HEADING_TIMES = 2
"""How often the first line, the heading path, counts: what a section is about is said there (0.61 against 0.59; three
times gives no more)."""

AVERAGE_CHARACTERS = 500
"""Length of an ordinary chunk. Length is counted in characters of text, since a Japanese text has five times as many
tokens (pairs) as an English one of the same length; a constant, since a vector must not depend on what else is
stored."""

_KNOWN_IDS_LIMIT = 500_000
"""Tokens whose index is remembered; a few dozen megabytes, and more than large collections have."""

_known_ids: dict[str, int] = {}


def token_id(token: str) -> int:
    """Index of a token in the sparse vectors: a 32-bit hash that is the same in every process and version."""
    known = _known_ids.get(token)
    if known is None:
        if len(_known_ids) > _KNOWN_IDS_LIMIT:
            _known_ids.clear()
        known = _known_ids[token] = zlib.crc32(token.encode("utf-8", "surrogatepass"))
    return known


def sparse_document_vectors(texts: Sequence[str]) -> tuple[list[list[int]], list[list[float]]]:
    """Sparse vectors of stored texts, in the form that QdrantVectorStore's `sparse_doc_fn` wants.

    Returns:
        Indices and values, one list each per text, indices ascending. A text without any token has an empty vector.
    """
    return _vectors(texts, _document_values)


def sparse_query_vectors(texts: Sequence[str]) -> tuple[list[list[int]], list[list[float]]]:
    """Sparse vectors of questions, in the form that QdrantVectorStore's `sparse_query_fn` wants."""
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
    # In single precision, as the database keeps them: every engine then starts from the same numbers.
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
        # Tokens that share a hash are rare, and then count together.
        summed[index] = summed[index] + weight if index in summed else weight
    return summed


def _as_arrays(weights: Mapping[int, float]) -> tuple[np.ndarray, np.ndarray]:
    indices = np.fromiter(weights.keys(), dtype=np.int64, count=len(weights))
    values = np.fromiter(weights.values(), dtype=np.float64, count=len(weights))
    order = np.argsort(indices)
    return indices[order], values[order]
