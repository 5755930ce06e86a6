"""How sure the retriever is, from what is known without a model."""

from __future__ import annotations

from dataclasses import replace

import pytest

from llama_index_layout_rag.retrieval.confidence import ConfidenceModel, QuestionSignals, word_coverage

MODEL = ConfidenceModel()
USUAL = QuestionSignals(coverage=0.4, similarity=0.87)


@pytest.mark.parametrize(
    ("change", "rises"),
    [
        ({"coverage": 0.8}, True),
        ({"similarity": 0.9}, True),
        ({"compares": True}, True),
        ({"code_in_column": True}, True),
        ({"code_missing": True}, False),
    ],
)
def test_each_signal_moves_the_confidence_its_way(change: dict, rises: bool) -> None:
    before, after = MODEL.question_probability(USUAL), MODEL.question_probability(replace(USUAL, **change))
    assert 0.0 < before < 1.0
    assert (after > before) is rises


def test_the_first_results_are_surer_than_the_later_ones() -> None:
    confidences = [MODEL.result_probability(USUAL, 1.0 - 0.05 * place, place) for place in range(1, 11)]
    assert confidences == sorted(confidences, reverse=True)


def test_a_result_of_an_unlikely_question_is_unlikely() -> None:
    unlikely = replace(USUAL, coverage=0.0, similarity=0.8)
    assert MODEL.result_probability(unlikely, 1.0, 1) < MODEL.result_probability(USUAL, 1.0, 1)


def test_a_question_that_shares_no_word_with_the_manuals_is_not_answered() -> None:
    """Embeddings find something similar for any question: 0.85 is usual for unrelated texts."""
    assert MODEL.question_probability(QuestionSignals(coverage=0.0, similarity=0.85)) < 0.5
    assert MODEL.question_probability(QuestionSignals(coverage=0.5, similarity=0.88)) > 0.5


def test_coverage_is_that_of_the_best_single_chunk() -> None:
    assert word_coverage("battery cover", ["the battery", "a cover", "the battery cover"]) == 1.0
    assert word_coverage("battery cover", ["the battery", "a cover"]) == 0.5


def test_words_of_titles_tell_nothing() -> None:
    texts = ["Roaster BR-1 Manual > Cleaning\nClean the roaster."]
    assert word_coverage("roaster bluetooth", texts, ["Roaster BR-1 Manual"]) == 0.0
    assert word_coverage("roaster cleaning", texts, ["Roaster BR-1 Manual"]) == 1.0
    assert word_coverage("roaster", texts, ["Roaster BR-1 Manual"]) == 1.0


@pytest.mark.parametrize(("question", "texts"), [("battery", []), ("？！", ["text"]), ("", ["text"])])
def test_nothing_to_compare_covers_nothing(question: str, texts: list[str]) -> None:
    assert word_coverage(question, texts) == 0.0
