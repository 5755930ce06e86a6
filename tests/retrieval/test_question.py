"""What is told of a question without a model."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.retrieval.question import QuestionKind, analyze_question


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("What is number 10?", "10"),
        ("値2は何？", "2"),
        ("5番のランプは？", "5"),
        ("The display shows a 3. What does it mean?", "3"),
        ("It gave me a 7", "7"),
        ("パネルに3が点滅しています", "3"),
        ("12が表示されたら？", "12"),
        ("Why is it flashing 4?", "4"),
    ],
)
def test_a_bare_number_that_names_something(text: str, number: str) -> None:
    question = analyze_question(text)
    assert question.numbers == (number,)
    assert QuestionKind.CODE in question.kinds


@pytest.mark.parametrize(
    "text",
    [
        "How do I set a 3 minute timer?",
        "It shows 12.5 mm",
        "3回押すとどうなる？",
        "Is a 24 V supply enough?",
        "It gave me 3 copies",
        "10秒待っても点灯しない",
        "K-7とは？",
        "E042の意味",
    ],
)
def test_an_amount_names_nothing(text: str) -> None:
    assert analyze_question(text).numbers == ()
