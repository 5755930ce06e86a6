"""Fusion of ranked lists: every item counts, and a better place never counts less."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from llama_index_layout_rag.retrieval.fusion import RRF_K, reciprocal_rank_fusion

LISTS = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=8), max_size=4)
PROPERTIES = settings(derandomize=True, deadline=None, max_examples=300)


@PROPERTIES
@given(LISTS)
def test_exactly_the_listed_items_score_and_within_bounds(lists: list[list[str]]) -> None:
    scores = reciprocal_rank_fusion(lists)
    assert set(scores) == {item for ranked in lists for item in ranked}
    for item, score in scores.items():
        times = sum(item in ranked for ranked in lists)
        assert 0 < score <= times / RRF_K + 1e-12


@PROPERTIES
@given(LISTS)
def test_the_order_of_the_lists_does_not_matter(lists: list[list[str]]) -> None:
    forwards, backwards = reciprocal_rank_fusion(lists), reciprocal_rank_fusion(lists[::-1])
    assert forwards.keys() == backwards.keys()
    assert all(abs(forwards[item] - backwards[item]) < 1e-12 for item in forwards)


@PROPERTIES
@given(LISTS.filter(bool), st.data())
def test_moving_an_item_to_the_front_never_makes_it_less(lists: list[list[str]], data: st.DataObject) -> None:
    ranked = data.draw(st.sampled_from(lists))
    if not ranked:
        return
    item = data.draw(st.sampled_from(ranked))
    moved = [[item, *(other for other in one if other != item)] if one is ranked else one for one in lists]
    assert reciprocal_rank_fusion(moved)[item] >= reciprocal_rank_fusion(lists)[item] - 1e-12
