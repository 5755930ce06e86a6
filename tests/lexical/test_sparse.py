"""Sparse vectors are BM25 without the inverse document frequency, in the form that Qdrant wants."""

from __future__ import annotations

import subprocess
import sys
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from llama_index_layout_rag.lexical import sparse_document_vectors, sparse_query_vectors, token_id, tokenize
from llama_index_layout_rag.lexical.sparse import AVERAGE_CHARACTERS, K1, B


def test_values_are_bm25_term_frequencies() -> None:
    text = "電源 電源 設定"
    indices, values = sparse_document_vectors([text])
    norm = K1 * (1 - B + B * len(text) / AVERAGE_CHARACTERS)
    weights = dict(zip(indices[0], values[0], strict=True))
    assert weights[token_id("電源")] == pytest.approx(2 * (K1 + 1) / (2 + norm))
    assert weights[token_id("設定")] == pytest.approx(1 * (K1 + 1) / (1 + norm))


def test_the_heading_line_counts_twice() -> None:
    (first, second), (with_heading, without) = sparse_document_vectors(["電源\n設定", "設定\n電源"])
    assert first == second
    weights = dict(zip(first, with_heading, strict=True))
    assert weights[token_id("電源")] > weights[token_id("設定")]
    assert dict(zip(first, without, strict=True))[token_id("設定")] == weights[token_id("電源")]


def test_longer_texts_count_a_word_less() -> None:
    (_, _), (short, long) = sparse_document_vectors(["電源", "電源" + "。" * 2_000])
    assert long[0] < short[0]


def test_hashes_are_the_same_in_every_process() -> None:
    code = "from llama_index_layout_rag.lexical import token_id; print(token_id('電源'), token_id('=e042'))"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output.split() == [str(token_id("電源")), str(token_id("=e042"))]


def test_texts_without_tokens_have_empty_vectors() -> None:
    assert sparse_document_vectors(["", "。。。 ---"]) == ([[], []], [[], []])
    assert sparse_query_vectors([""]) == ([[]], [[]])


@given(st.lists(st.text(max_size=80), max_size=4))
def test_vectors_are_valid_for_qdrant(texts: list[str]) -> None:
    for encode in (sparse_document_vectors, sparse_query_vectors):
        indices, values = encode(texts)
        assert len(indices) == len(values) == len(texts)
        for one, numbers in zip(indices, values, strict=True):
            assert len(one) == len(numbers)
            assert one == sorted(set(one))
            assert all(0 <= index < 2**32 for index in one)
            assert all(number > 0 and np.isfinite(number) for number in numbers)


def test_values_are_single_precision() -> None:
    _, values = sparse_document_vectors(["電源を入れて、設定ボタンを押します。"])
    assert values[0] == np.array(values[0], dtype=np.float32).tolist()


def test_one_text_encodes_like_many() -> None:
    texts = ["電源", "E-042", "Press OK"]
    together = sparse_document_vectors(texts)
    assert [sparse_document_vectors([text]) for text in texts] == [([i], [v]) for i, v in zip(*together, strict=True)]


@pytest.mark.slow
def test_more_than_five_hundred_long_texts_a_second() -> None:
    """About 2,000 a second on a free core; the bound leaves room for a busy machine."""
    text = "警告ランプが点灯した場合は、電源スイッチを切り、コンセントからプラグを抜いてください。E-042\n" * 12
    assert len(tokenize(text)) > 400
    begin = time.perf_counter()
    sparse_document_vectors([text] * 200)
    assert 200 / (time.perf_counter() - begin) > 500
