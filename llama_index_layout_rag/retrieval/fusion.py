"""Reciprocal rank fusion: what a place in a ranked list counts."""

from __future__ import annotations

RRF_K = 60
"""Cormack, Clarke and Büttcher (SIGIR 2009); ranks count from 0, so the first of one list scores 1/60."""


def reciprocal_rank(rank: int | None, k: int = RRF_K) -> float:
    """1 / (k + rank); 0 for an item that is not in the list.

    Args:
        rank: Place in the list, counted from 0, or None.
        k: Damping constant.
    """
    return 0.0 if rank is None else 1.0 / (k + rank)
