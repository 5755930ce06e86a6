"""An inverted index of sparse vectors: for every token the points that contain it, with their values.

It consists of a few segments, as in other search engines: a change adds a small segment and marks replaced points as
stale in older ones; segments of similar size are merged. An update costs in proportion to what changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

Slots = NDArray[np.int32]

STALE_SHARE = 0.5
"""A segment with a larger share of stale points is rebuilt."""

DENSE_SHARE = 1 / 16
"""Tokens of a larger share of points are added by a sequential pass over all points, which is three times as fast for
tokens that a tenth of the points have (measured at 60,000 points) and slower for rare ones."""


class Segment:
    """Postings of some points.

    Args:
        slots: Positions of the points in the collection, ascending.
        vectors: Their sparse vectors, in the same order.
    """

    def __init__(self, slots: Slots, vectors: Sequence[Any]) -> None:
        lengths = np.fromiter((len(vector.indices) for vector in vectors), dtype=np.int64, count=len(vectors))
        total = int(lengths.sum())
        tokens = np.fromiter(chain.from_iterable(v.indices for v in vectors), dtype=np.uint32, count=total)
        values = np.fromiter(chain.from_iterable(v.values for v in vectors), dtype=np.float32, count=total)
        # Stable, so that within a token the slots stay ascending.
        order = np.argsort(tokens, kind="stable")
        tokens = tokens[order]
        begins = np.flatnonzero(np.concatenate(([True], tokens[1:] != tokens[:-1]))) if total else np.zeros(0, np.int64)
        self.slots = slots
        self.stale = np.zeros(0, dtype=np.int32)
        self._tokens = tokens[begins]
        self._bounds = np.append(begins, total)
        self._rows = np.repeat(slots, lengths)[order]
        self._values = values[order]

    @property
    def live(self) -> int:
        """Number of points whose postings are valid."""
        return len(self.slots) - len(self.stale)

    @property
    def nbytes(self) -> int:
        """Memory of the arrays, in bytes."""
        arrays = (self._tokens, self._bounds, self._rows, self._values, self.slots, self.stale)
        return sum(array.nbytes for array in arrays)

    def live_slots(self) -> Slots:
        """Return the slots of points whose postings are valid."""
        return np.setdiff1d(self.slots, self.stale, assume_unique=True)

    def outdate(self, slots: Slots) -> None:
        """Mark points as stale."""
        self.stale = np.union1d(self.stale, np.intersect1d(self.slots, slots, assume_unique=True)).astype(np.int32)

    def frequencies(self, tokens: NDArray[np.uint32]) -> NDArray[np.int64]:
        """Return the number of valid points that contain each token."""
        places, known = self._places(tokens)
        counts = (
            np.where(known, self._bounds[places + 1] - self._bounds[places], 0)
            if known.any()
            else known.astype(np.int64)
        )
        if len(self.stale):
            is_stale = np.zeros(int(self.slots[-1]) + 1, dtype=bool)
            is_stale[self.stale] = True
            for number in np.flatnonzero(known).tolist():
                begin, end = self._bounds[places[number]], self._bounds[places[number] + 1]
                counts[number] -= np.count_nonzero(is_stale[self._rows[begin:end]])
        return counts

    def _places(self, tokens: NDArray[np.uint32]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the positions of tokens in the segment, and which of them it contains."""
        if not len(self._tokens):
            return np.zeros(len(tokens), dtype=np.int64), np.zeros(len(tokens), dtype=bool)
        places = np.searchsorted(self._tokens, tokens)
        places[places == len(self._tokens)] = 0
        return places, self._tokens[places] == tokens

    def add_scores(
        self, scores: NDArray[np.float64], first: int, tokens: NDArray[np.uint32], weights: NDArray[np.float64]
    ) -> None:
        """Add weight times value of every token to the scores of the points that have it.

        Args:
            scores: Scores of the slots from `first` on; slots outside of it are passed over.
            first: Slot of the first score.
            tokens: Tokens of the question.
            weights: Their weights.
        """
        last = first + len(scores)
        whole = first <= self.slots[0] and self.slots[-1] < last
        places, known = self._places(tokens)
        for place, weight in zip(places[known].tolist(), weights[known].tolist(), strict=True):
            begin, end = self._bounds[place], self._bounds[place + 1]
            rows = self._rows[begin:end]
            if not whole:
                left, right = np.searchsorted(rows, (first, last))
                rows, begin, end = rows[left:right], begin + left, begin + right
            values = weight * self._values[begin:end]
            if len(rows) > DENSE_SHARE * len(scores):
                scores += np.bincount(rows - first, weights=values, minlength=len(scores))
            elif len(rows):
                scores[rows - first] += values
        if len(self.stale):
            inside = self.stale[(self.stale >= first) & (self.stale < last)]
            scores[inside - first] = 0.0


class Postings:
    """Segments over all points of a collection that have a lexical vector.

    Args:
        vectors: The collection's own list of sparse vectors by slot; it is read again when segments are merged.
    """

    def __init__(self, vectors: Sequence[Any]) -> None:
        self._vectors = vectors
        self._segments: list[Segment] = []

    @property
    def nbytes(self) -> int:
        """Memory of the arrays, in bytes."""
        return sum(segment.nbytes for segment in self._segments)

    def update(self, changed: Slots, present: Slots) -> None:
        """Take note of changed points.

        Args:
            changed: Slots whose vectors may have changed, appeared or gone, ascending.
            present: Those of them that have a vector now, ascending.
        """
        for segment in self._segments:
            segment.outdate(changed)
        if len(present):
            self._segments.append(self._segment(present))
        self._tidy()

    def scores(
        self, first: int, last: int, tokens: NDArray[np.uint32], weights: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Scores of the slots from `first` to `last` (excluded); 0 where no token is shared."""
        scores = np.zeros(last - first, dtype=np.float64)
        # From old to new: a segment wipes what it holds of stale points before their newer postings are added.
        for segment in self._segments:
            segment.add_scores(scores, first, tokens, weights)
        return scores

    def frequencies(self, tokens: NDArray[np.uint32]) -> NDArray[np.int64]:
        """Return number of points that have each token."""
        return sum((segment.frequencies(tokens) for segment in self._segments), np.zeros(len(tokens), dtype=np.int64))

    def _segment(self, slots: Slots) -> Segment:
        vectors = self._vectors
        return Segment(slots, [vectors[slot] for slot in slots.tolist()])

    def _tidy(self) -> None:
        self._segments = [segment for segment in self._segments if segment.live]
        for place, segment in enumerate(self._segments):
            if len(segment.stale) > STALE_SHARE * len(segment.slots):
                self._segments[place] = self._segment(segment.live_slots())
        while len(self._segments) > 1 and self._segments[-1].live * 2 >= self._segments[-2].live:
            newer, older = self._segments.pop(), self._segments.pop()
            self._segments.append(self._segment(np.union1d(older.live_slots(), newer.live_slots())))
