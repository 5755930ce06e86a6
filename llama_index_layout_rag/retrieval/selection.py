"""Which of the ranked chunks are handed on: no text twice, no product left out, no meaning of a code left out."""

from __future__ import annotations

from collections.abc import Sequence

from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.retrieval.ranking import Candidate, own_heading
from llama_index_layout_rag.retrieval.segments import SEGMENT_CHARS, Segment, join_neighbours

MAX_PER_SECTION = 3
"""Segments of one section among the first results before other sections are asked; the rest follow behind them."""

CONSIDERED = 150
"""Ranked chunks that selection looks at."""

LEADERS, COUNTERPART_RANKS, COUNTERPART_SCORE = 2, 40, 0.6
"""The first results get their counterparts beside them, when these are ranked so high and score this share of the leader's."""

MAX_COUNTERPARTS = 2
"""More siblings beside each leader would crowd out everything else."""


def select(
    candidates: Sequence[Candidate],
    top_k: int,
    groups: Sequence[frozenset[str]] = (),
    segment_chars: int = SEGMENT_CHARS,
) -> list[Segment]:
    """The chunks that answer, neighbours joined, best first.

    Args:
        candidates: Ranked chunks, best first.
        top_k: How many segments at most.
        groups: Sets of manual ids, one per product that the question names. With two or more, each gets its share of places,
            and the same text in two of them is an answer for each.
        segment_chars: Size limit of a segment in characters; 0 joins nothing.

    Each distinct meaning of the question's codes (see `retrieval.codes`) keeps a place as far as there is room.
    """
    if top_k <= 0:
        return []
    candidates = candidates[: max(CONSIDERED, 2 * top_k)]
    if len(groups) < 2:
        return _with_every_meaning(_with_counterparts(_segments(candidates, segment_chars)), top_k)
    shares = [[c for c in candidates if c.manual_id in group] for group in groups]
    return _in_turn([_with_every_meaning(_segments(share, segment_chars), top_k) for share in shares], top_k)


def _segments(candidates: Sequence[Candidate], segment_chars: int) -> list[Segment]:
    return _spread_over_sections(join_neighbours(without_repeats(candidates), segment_chars))


def without_repeats(candidates: Sequence[Candidate]) -> list[Segment]:
    """The chunks with each text once, at its best place; the others are named as its equals."""
    by_text: dict[str, Segment] = {}
    for candidate in candidates:
        key = str(candidate.payload.get("text_hash") or candidate.id)
        if key in by_text:
            by_text[key].equals.append(candidate)
        else:
            by_text[key] = Segment([candidate])
    return list(by_text.values())


def _spread_over_sections(chosen: Sequence[Segment]) -> list[Segment]:
    """At most `MAX_PER_SECTION` chunks of a section in a row of results; the others move behind the rest, in their order."""
    counts: dict[str, int] = {}
    first: list[Segment] = []
    later: list[Segment] = []
    for segment in chosen:
        section = segment.candidate.section_id
        counts[section] = counts.get(section, 0) + 1
        (first if counts[section] <= MAX_PER_SECTION else later).append(segment)
    return [*first, *later]


def _with_counterparts(ordered: Sequence[Segment]) -> list[Segment]:
    """The first results each followed by its counterparts: the section of the same name in other manuals.

    Siblings explain a thing in sections of one name. Whoever names no model is helped by seeing them side by side, and whoever
    compares models in other words than their names needs them. On the development questions recall@5 rose from 0.881 to 0.896.
    """
    result: list[Segment] = []
    placed: set[str] = set()
    for place, segment in enumerate(ordered):
        if segment.candidate.id in placed:
            continue
        result.append(segment)
        placed.add(segment.candidate.id)
        if place >= LEADERS:
            continue
        manuals = {segment.candidate.manual_id}
        for other in ordered[place + 1 : place + COUNTERPART_RANKS]:
            candidate = other.candidate
            if len(manuals) > MAX_COUNTERPARTS:
                break
            if (
                candidate.id not in placed
                and candidate.manual_id not in manuals
                and _is_counterpart(segment.candidate, candidate)
            ):
                result.append(other)
                placed.add(candidate.id)
                manuals.add(candidate.manual_id)
    return result


def _is_counterpart(leader: Candidate, other: Candidate) -> bool:
    heading = squash(own_heading(leader.payload))
    return (
        bool(heading)
        and heading == squash(own_heading(other.payload))
        and other.score >= COUNTERPART_SCORE * leader.score
    )


def _in_turn(shares: Sequence[Sequence[Segment]], top_k: int) -> list[Segment]:
    """One of each share in turn, the share with the best chunk first; a chunk in two shares stands once."""
    order = sorted((share for share in shares if share), key=lambda share: -share[0].candidate.score)
    result: list[Segment] = []
    seen: set[str] = set()
    for place in range(max(map(len, order), default=0)):
        for share in order:
            if place < len(share) and share[place].candidate.id not in seen:
                seen.add(share[place].candidate.id)
                result.append(share[place])
    return result[:top_k]


def _with_every_meaning(ordered: Sequence[Segment], top_k: int) -> list[Segment]:
    """The first `top_k`, in which every meaning of the question's codes has a place as far as there is room."""
    result = list(ordered[:top_k])
    held = {meaning for segment in result for meaning in segment.meanings}
    missing: list[Segment] = []
    for segment in ordered[top_k:]:
        if not segment.meanings <= held:
            held |= segment.meanings
            missing.append(segment)
    # What gives way is the end of the list, and of that only what carries none of the codes.
    replaceable = [place for place in range(len(result) - 1, 0, -1) if not result[place].meanings]
    for place, segment in zip(replaceable, missing, strict=False):
        result[place] = segment
    return result
