"""Other ways to cut, and their comparison on the same questions."""

from __future__ import annotations

import pytest
from layout_builder import manual
from llama_index.core.schema import Document
from word_embedding import WordEmbedding

from llama_index_layout_rag.evaluation import ChunkStrategy, EvaluationQuestion, StrategyNodeParser, compare_strategies
from llama_index_layout_rag.evaluation.strategies import (
    content_type_passages,
    heading_passages,
    sentence_passages,
    window_passages,
)
from llama_index_layout_rag.layout import LayoutDocument


def sample_layout() -> LayoutDocument:
    return (
        manual()
        .header("取扱説明書")
        .heading("1. 登録")
        .text("画面を開きます。次に進みます。")
        .step("1.", "選択します。")
        .step("2.", "押します。")
        .table([["コード", "意味"], ["008", "紙切れ"]])
        .heading("2. 削除")
        .text("消します。")
        .layout()
    )


def texts(passages: list) -> list[str]:
    return [passage.text for passage in passages]


def test_by_sentence() -> None:
    assert texts(sentence_passages(sample_layout())) == [
        "1. 登録", "画面を開きます。", "次に進みます。", "1. 選択します。", "2. 押します。",
        "コード | 意味", "008 | 紙切れ", "2. 削除", "消します。",
    ]  # fmt: skip


def test_windows_slide_with_an_overlap() -> None:
    told = texts(sentence_passages(sample_layout()))
    windows = [text.split("\n") for text in texts(window_passages(sample_layout(), 3, 1))]
    assert windows[0] == told[:3]
    assert windows[1] == told[2:5]
    assert [s for window in windows for s in window[: None if window is windows[-1] else -1]] == told


@pytest.mark.parametrize("sentences", [2, 3, 4])
def test_no_sentence_is_lost_between_windows(sentences: int) -> None:
    for length in range(1, 12):
        builder = manual().heading("1")
        for number in range(length):
            builder.text(f"文{number}です。")
        joined = "\n".join(texts(window_passages(builder.layout(), sentences, 1)))
        assert all(f"文{number}です。" in joined for number in range(length))


def test_by_heading_and_by_content_type() -> None:
    assert texts(heading_passages(sample_layout())) == [
        "1. 登録\n画面を開きます。次に進みます。\n1. 選択します。\n2. 押します。\nコード | 意味\n008 | 紙切れ",
        "2. 削除\n消します。",
    ]
    assert texts(content_type_passages(sample_layout())) == [
        "1. 登録\n画面を開きます。次に進みます。",
        "1. 登録\n1. 選択します。\n2. 押します。",
        "1. 登録\nコード | 意味\n008 | 紙切れ",
        "2. 削除\n消します。",
    ]


def test_a_window_that_does_not_advance_is_refused() -> None:
    with pytest.raises(ValueError, match="does not advance"):
        StrategyNodeParser(strategy="window", window_sentences=2, window_overlap=2)
    with pytest.raises(ValueError, match="does not advance"):
        window_passages(sample_layout(), 1, 1)


def test_empty_manuals_have_no_passages() -> None:
    empty = manual().layout()
    assert [f(empty) for f in (sentence_passages, window_passages, heading_passages, content_type_passages)] == [[]] * 4


def test_strategies_are_compared_on_the_same_questions(
    sample_documents: list[Document], sample_questions: list[EvaluationQuestion]
) -> None:
    comparison = compare_strategies(sample_documents, sample_questions, embed_model=WordEmbedding())
    assert [result.strategy for result in comparison.results] == list(ChunkStrategy)
    figures = comparison.figures()
    assert len({f["answerable"] for f in figures.values()}) == 1
    by_name = {result.strategy: result for result in comparison.results}
    assert by_name[ChunkStrategy.SENTENCE].chunks > by_name[ChunkStrategy.WINDOW].chunks
    assert by_name[ChunkStrategy.HEADING].mean_chars > by_name[ChunkStrategy.SENTENCE].mean_chars
    assert figures["procedure"]["recall@4000c"] >= figures["sentence"]["recall@4000c"]
    assert "| procedure |" in comparison.to_markdown()
    assert "sentence" in str(comparison)


def test_collections_are_compared_each_with_its_own_documents(
    sample_documents: list[Document], sample_questions: list[EvaluationQuestion]
) -> None:
    english = [d for d in sample_documents if LayoutDocument.from_document(d).language == "en"]
    asked = [q.model_copy(update={"collection": "en"}) for q in sample_questions if q.lang == "en"]
    comparison = compare_strategies({"en": english}, asked, embed_model=WordEmbedding(), strategies=["heading"])
    assert comparison.figures()["heading"]["questions"] == len(asked)
