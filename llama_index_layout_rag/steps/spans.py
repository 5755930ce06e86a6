"""Ranges of a text as spans, and which result belongs to which condition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from llama_index_layout_rag.steps.model import Span


def span(text: str, start: int, end: int) -> Span:
    """The range [start, end) of the text as a span."""
    return Span(text=text[start:end], start=start, end=end)


def spans(text: str, ranges: Iterable[tuple[int, int]]) -> list[Span]:
    """The ranges in printed order, each once, empty ones left out."""
    return [span(text, start, end) for start, end in sorted(set(ranges)) if end > start]


def pair_results(
    masked: str,
    conditions: Sequence[tuple[int, int]],
    results: Sequence[tuple[int, int]],
    sentence_end: re.Pattern[str],
) -> list[tuple[int, int]]:
    """Each result goes to the nearest condition in front of it in its own sentence; indexes into the two lists."""
    pairs = []
    for index, (start, _) in enumerate(results):
        before = [c for c, (_, end) in enumerate(conditions) if end <= start]
        if before and sentence_end.search(masked, conditions[before[-1]][1], start) is None:
            pairs.append((before[-1], index))
    return pairs
