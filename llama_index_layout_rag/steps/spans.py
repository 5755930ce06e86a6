"""Ranges of a text as spans, and which result belongs to which condition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from llama_index_layout_rag.steps.model import Span


def span(text: str, start: int, end: int) -> Span:
    """Return the range [start, end) of the text as a span."""
    return Span(text=text[start:end], start=start, end=end)


def spans(text: str, ranges: Iterable[tuple[int, int]]) -> list[Span]:
    """Return the ranges as spans in printed order, each once, without empty ones."""
    return [span(text, start, end) for start, end in sorted(set(ranges)) if end > start]


def pair_results(
    masked: str,
    conditions: Sequence[tuple[int, int]],
    results: Sequence[tuple[int, int]],
    sentence_end: re.Pattern[str],
) -> list[tuple[int, int]]:
    """Return pairs of indexes: each result with the nearest condition before it in the same sentence."""
    pairs = []
    for index, (start, _) in enumerate(results):
        before = [c for c, (_, end) in enumerate(conditions) if end <= start]
        if before and sentence_end.search(masked, conditions[before[-1]][1], start) is None:
            pairs.append((before[-1], index))
    return pairs
