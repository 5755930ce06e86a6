"""Tokens and lexical vectors of any text: a question made of a text's own words always finds it."""

from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from llama_index_layout_rag.lexical.sparse import sparse_document_vectors, sparse_query_vectors, token_id
from llama_index_layout_rag.lexical.tokens import query_weights, tokenize

WORDS = st.sampled_from(
    ["電源", "ボタンを押す", "E-042", "M3x10", "start", "Pressing", "008", "エラー: 3", " | ", "\n", "。", " "]
)
TEXT = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=15).map("".join))
PROPERTIES = settings(derandomize=True, deadline=None, max_examples=300)


@PROPERTIES
@given(TEXT)
def test_a_text_is_found_by_itself(text: str) -> None:
    stored = set(tokenize(text))
    asked = {token for token in query_weights(text) if "@" not in token}
    assert asked <= stored
    assert all(weight > 0 for weight in query_weights(text).values())


@PROPERTIES
@given(TEXT, TEXT)
def test_a_line_keeps_its_words_whatever_follows(first: str, second: str) -> None:
    together = {token for token in tokenize(f"{first}\n\n{second}") if not token.startswith("=")}
    assert {token for text in (first, second) for token in tokenize(text) if not token.startswith("=")} <= together


@PROPERTIES
@given(st.lists(TEXT, max_size=4))
def test_vectors_are_ascending_finite_and_positive(texts: list[str]) -> None:
    for encode in (sparse_document_vectors, sparse_query_vectors):
        indices, values = encode(texts)
        assert len(indices) == len(values) == len(texts)
        for ids, numbers in zip(indices, values, strict=True):
            assert ids == sorted(set(ids))
            assert all(0 <= one < 2**32 for one in ids)
            assert all(math.isfinite(number) and number > 0 for number in numbers)


@PROPERTIES
@given(TEXT)
def test_saying_it_again_never_counts_less_and_never_without_end(text: str) -> None:
    (once, thrice), (values, more) = sparse_document_vectors([text, text])
    assert (once, values) == (thrice, more)
    assert all(value < 2.2 + 1e-6 for value in values), "BM25 saturates at k1 + 1"
    assert set(once) == {token_id(token) for token in tokenize(text)}
