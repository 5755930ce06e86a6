"""Ranking of chunks: every hit counts, and a better place in a list never counts less."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from llama_index_layout_rag.retrieval.engines.interface import Hit
from llama_index_layout_rag.retrieval.question import analyze_question
from llama_index_layout_rag.retrieval.ranking import Arms, Candidate, RankingOptions, rank_candidates

QUESTION = analyze_question("止め方")
RANKED = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8)
PROPERTIES = settings(derandomize=True, deadline=None, max_examples=300)


def hits(ids: Sequence[str]) -> list[Hit]:
    return [Hit(id_, 1 - rank / 10, {"section_id": f"section of {id_}"}) for rank, id_ in enumerate(ids)]


def ranked(dense: Sequence[str], lexical: Sequence[str]) -> list[Candidate]:
    return rank_candidates(Arms(hits(dense), hits(lexical), []), QUESTION, RankingOptions())


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
