"""The kind of a question and the fields of the steps."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.retrieval.engines.interface import Hit
from llama_index_layout_rag.retrieval.fields import asked_field_share
from llama_index_layout_rag.retrieval.question import analyze_question
from llama_index_layout_rag.retrieval.ranking import Arms, RankingOptions, rank_candidates

STEP = {
    "step_number": "3",
    "action": "押す",
    "target": "停止ボタン",
    "condition": "異常音がする場合",
    "result": "運転が止まります",
    "caution": "カバーに触れないでください",
}


@pytest.mark.parametrize(
    ("question", "fits"),
    [
        ("異常音がする場合はどうなる？", "condition"),
        ("停止ボタンを押す手順は何番？", "target"),
        ("カバーに触れると危険？注意することは", "caution"),
    ],
)
def test_a_question_is_answered_by_the_field_it_asks_for(question: str, fits: str) -> None:
    asked = analyze_question(question)
    with_field = asked_field_share(asked, {"procedure_steps": [STEP]})
    without = asked_field_share(asked, {"procedure_steps": [{k: v for k, v in STEP.items() if k != fits}]})
    assert with_field > without


def test_a_chunk_without_steps_fits_no_field() -> None:
    assert asked_field_share(analyze_question("異常音がする場合は？"), {}) == 0.0


def test_of_two_equal_chunks_the_one_whose_condition_fits_comes_first() -> None:
    def hit(id_: str, step: dict[str, str]) -> Hit:
        return Hit(id_, 0.9, {"section_id": "s", "manual_id": "m", "procedure_steps": [step]})

    hits = [hit("a", {"target": "停止ボタン"}), hit("b", STEP)]
    arms = Arms(dense=hits, lexical=hits, sections=[])
    question = analyze_question("異常音がする場合は？")
    ranked = rank_candidates(arms, question, RankingOptions(rank_share=0.0, field_weight=0.1))
    assert [c.id for c in ranked] == ["b", "a"]
    assert [c.id for c in rank_candidates(arms, question, RankingOptions(rank_share=0.0, field_weight=0.0))] == [
        "a",
        "b",
    ]
