"""Ranking of chunks: every hit counts, a better place in a list never counts less, step fields break ties."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llama_index_layout_rag.lexical import query_weights
from llama_index_layout_rag.retrieval.engines import Hit
from llama_index_layout_rag.retrieval.question import analyze_question
from llama_index_layout_rag.retrieval.ranking import (
    Candidate,
    RankedLists,
    RankingOptions,
    field_coverage,
    rank_candidates,
    reciprocal_rank,
)

QUESTION = analyze_question("止め方")
RANKED = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8)
PROPERTIES = settings(derandomize=True, deadline=None, max_examples=300)


def hits(ids: Sequence[str]) -> list[Hit]:
    return [Hit(id_, 1 - rank / 10, {"section_id": f"section of {id_}"}) for rank, id_ in enumerate(ids)]


def ranked(dense: Sequence[str], lexical: Sequence[str]) -> list[Candidate]:
    return rank_candidates(RankedLists(hits(dense), hits(lexical), []), QUESTION, RankingOptions())


@PROPERTIES
@given(RANKED, RANKED)
def test_every_hit_is_ranked_once_and_the_best_score_comes_first(dense: list[str], lexical: list[str]) -> None:
    candidates = ranked(dense, lexical)
    assert sorted(candidate.id for candidate in candidates) == sorted({*dense, *lexical})
    assert candidates == sorted(candidates, key=lambda candidate: (-candidate.score, candidate.id))


@PROPERTIES
@given(RANKED.filter(bool), RANKED, st.data())
def test_moving_a_chunk_to_the_front_of_a_list_never_makes_it_less(
    moved: list[str], other: list[str], data: st.DataObject
) -> None:
    chunk = data.draw(st.sampled_from(moved))
    front = [chunk, *(id_ for id_ in moved if id_ != chunk)]

    def score(dense: list[str], lexical: list[str]) -> float:
        return next(candidate.score for candidate in ranked(dense, lexical) if candidate.id == chunk)

    assert score(front, other) >= score(moved, other) - 1e-12
    assert score(other, front) >= score(other, moved) - 1e-12


def test_ranks_count_from_zero_with_a_constant_of_sixty() -> None:
    assert [reciprocal_rank(rank) for rank in (0, 60, None)] == [1.0, 0.5, 0.0]


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
    with_field = field_coverage(asked, query_weights(asked.text), {"procedure_steps": [STEP]})
    without = field_coverage(
        asked, query_weights(asked.text), {"procedure_steps": [{k: v for k, v in STEP.items() if k != fits}]}
    )
    assert with_field > without


def test_a_chunk_without_steps_fits_no_field() -> None:
    assert field_coverage(analyze_question("異常音がする場合は？"), {"場合": 1.0}, {}) == 0.0


def test_of_two_equal_chunks_the_one_whose_condition_fits_comes_first() -> None:
    def hit(id_: str, step: dict[str, str]) -> Hit:
        return Hit(id_, 0.9, {"section_id": "s", "manual_id": "m", "procedure_steps": [step]})

    hits = [hit("a", {"target": "停止ボタン"}), hit("b", STEP)]
    lists = RankedLists(dense=hits, lexical=hits, sections=[])
    question = analyze_question("異常音がする場合は？")
    ranked = rank_candidates(lists, question, RankingOptions(rank_share=0.0, field_weight=0.1))
    assert [c.id for c in ranked] == ["b", "a"]
    assert [c.id for c in rank_candidates(lists, question, RankingOptions(rank_share=0.0, field_weight=0.0))] == [
        "a",
        "b",
    ]
