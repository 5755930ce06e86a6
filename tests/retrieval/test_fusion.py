"""What a place in a ranked list counts."""

from __future__ import annotations

from llama_index_layout_rag.retrieval.fusion import reciprocal_rank


def test_ranks_count_from_zero_and_k_is_sixty() -> None:
    assert [reciprocal_rank(rank) for rank in (0, 1, 60)] == [1 / 60, 1 / 61, 1 / 120]


def test_an_item_that_is_in_no_list_scores_nothing() -> None:
    assert reciprocal_rank(None) == 0.0
