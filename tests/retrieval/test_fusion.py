"""Reciprocal rank fusion."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from llama_index_layout_rag.retrieval.fusion import reciprocal_rank, reciprocal_rank_fusion


def test_ranks_count_from_zero_and_k_is_sixty() -> None:
    assert reciprocal_rank_fusion([["a", "b"], ["b"]]) == {"a": 1 / 60, "b": 1 / 61 + 1 / 60}


def test_an_item_that_is_in_no_list_scores_nothing() -> None:
    assert reciprocal_rank(None) == 0.0


def test_an_item_that_stands_twice_counts_once() -> None:
    assert reciprocal_rank_fusion([["a", "a"]]) == {"a": 1 / 60}


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), unique=True), max_size=4))
def test_every_item_is_scored_and_better_ranks_never_score_less(lists: list[list[str]]) -> None:
    scores = reciprocal_rank_fusion(lists)
    assert set(scores) == {item for ranked in lists for item in ranked}
    if len(lists) == 1:
        assert [scores[item] for item in lists[0]] == sorted(scores.values(), reverse=True)
