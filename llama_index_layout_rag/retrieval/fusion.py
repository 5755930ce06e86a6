"""Reciprocal rank fusion: several ranked lists as one score per item."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

RRF_K = 60
"""Cormack, Clarke and Büttcher (SIGIR 2009); ranks count from 0, so the first of one list scores 1/60."""


def reciprocal_rank(rank: int | None, k: int = RRF_K) -> float:
    """1 / (k + rank); 0 for an item that is not in the list.

    Args:
        rank: Place in the list, counted from 0, or None.
        k: Damping constant.
    """
    return 0.0 if rank is None else 1.0 / (k + rank)


def reciprocal_rank_fusion(lists: Iterable[Sequence[str]], k: int = RRF_K) -> dict[str, float]:
    """Score of every item by its ranks in the lists.

    Args:
        lists: Ranked lists of ids, best first. An item that did not match belongs in no list.
        k: Damping constant.

    Returns:
        Scores by id; an id that stands twice in one list counts at its better rank.
    """
    scores: dict[str, float] = {}
    for ranked in lists:
        seen: set[str] = set()
        for rank, item in enumerate(ranked):
            if item not in seen:
                seen.add(item)
                scores[item] = scores.get(item, 0.0) + reciprocal_rank(rank, k)
    return scores
