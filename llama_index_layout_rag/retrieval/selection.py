"""Selection of results from ranked chunks: duplicates merged, neighbours joined, every product and code meaning kept.

A segment is one result: neighbouring chunks of a section that are both ranked high, in reading order (relevant segment
extraction as in dsRAG, by rank instead of tuned penalties).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.retrieval.manuals import ManualMatch
from llama_index_layout_rag.retrieval.ranking import Candidate, Meaning, own_heading

NO_MATCH = ManualMatch()

SEGMENT_CHARS = 2_000
"""Size limit of a segment. On the development questions 1,000 / 1,400 / 2,000 characters gave recall@5 0.872 / 0.881 / 0.890
(0.856 without segments); above 2,000 nothing changes."""

JOINED_RANKS = 30
"""Only chunks up to this rank are joined to a better one; lower neighbours add length and no evidence."""

MAX_GAP = 2
"""Number of chunks that may lie between two joined ones; the omission is marked in the text."""

MAX_PER_SECTION = 3
"""Segments of one section before those of other sections; the remaining ones follow at the end."""

MAX_CONSIDERED = 150
"""Number of ranked chunks that selection considers."""

LEADERS, COUNTERPART_RANKS, COUNTERPART_SCORE = 2, 40, 0.6
"""The first `LEADERS` results are followed by their counterparts, within this rank and above this share of the score."""

MAX_COUNTERPARTS = 2
"""Counterparts per leader; more would crowd out other results."""


@dataclass
class Segment:
    """One result: neighbouring chunks of a section, the best one first."""

    members: list[Candidate]
    equals: list[Candidate] = field(default_factory=list)
    """Chunks with the same text elsewhere."""

    @property
    def candidate(self) -> Candidate:
        """The best chunk, which determines the rank of the segment."""
        return self.members[0]

    @property
    def meanings(self) -> frozenset[Meaning]:
        """Meanings of the question's codes in any of the chunks."""
        return frozenset[Meaning]().union(*(member.meanings for member in self.members))

    @property
    def size(self) -> int:
        """Number of characters of all chunks."""
        return sum(member.char_count for member in self.members)

    def in_reading_order(self) -> list[Candidate]:
        """Return the chunks in reading order."""
        return sorted(self.members, key=lambda member: member.order)

    def adjoins(self, candidate: Candidate) -> bool:
        """Return whether a chunk of the same section lies next to these, with at most `MAX_GAP` chunks between."""
        if not candidate.section_id or candidate.section_id != self.candidate.section_id:
            return False  # Nodes of other pipelines have no sections.
        orders = [member.order for member in self.members]
        return min(orders) - 1 - MAX_GAP <= candidate.order <= max(orders) + 1 + MAX_GAP


def join_neighbours(
    segments: Sequence[Segment], size_limit: int = SEGMENT_CHARS, ranks: int = JOINED_RANKS
) -> list[Segment]:
    """Return the segments with high-ranked neighbours joined, in the order of their best chunks.

    Args:
        segments: Single chunks, best first.
        size_limit: Maximum number of characters of a segment; 0 joins nothing.
        ranks: Number of first chunks that may be joined.
    """
    joined: list[Segment] = []
    of_section: dict[str, list[Segment]] = {}
    for rank, segment in enumerate(segments):
        room = size_limit - segment.size
        hosts = of_section.setdefault(segment.candidate.section_id, [])
        host = (
            next((s for s in hosts if s.size <= room and s.adjoins(segment.candidate)), None) if rank < ranks else None
        )
        if host is None:
            segment = Segment(list(segment.members), list(segment.equals))
            joined.append(segment)
            hosts.append(segment)
        else:
            host.members += segment.members
            host.equals += segment.equals
    return joined


def select(
    candidates: Sequence[Candidate],
    top_k: int,
    match: ManualMatch = NO_MATCH,
    segment_chars: int = SEGMENT_CHARS,
) -> list[Segment]:
    """Return the results, best first.

    Each distinct meaning of the question's codes (see `ranking.code_meanings`) keeps a place while there is room.

    Args:
        candidates: Ranked chunks, best first.
        top_k: Maximum number of segments.
        match: The manuals that the question names. Several products share the places equally, and the same text in two of
            them is a result for each; siblings of the only one get every third place.
        segment_chars: Maximum number of characters of a segment; 0 joins nothing.
    """
    if top_k <= 0:
        return []
    named, groups = match.manual_ids, [*match.groups]
    if len(groups) < 2 and not match.siblings:
        considered = candidates[: max(MAX_CONSIDERED, 2 * top_k)]
        ordered = _with_counterparts(_segments(considered, segment_chars))
        return _with_every_meaning(_with_every_product(ordered, match.tied), top_k)
    if match.siblings:
        groups.append(match.siblings)
    shares = [[c for c in candidates if c.manual_id in group] for group in groups]
    if not match.excludes:
        shares.append([c for c in candidates if c.manual_id not in named | match.siblings])
    turns = [0, 0, *range(1, len(shares))] if match.siblings else [*range(len(shares))]
    segments = [_with_every_meaning(_segments(share[:MAX_CONSIDERED], segment_chars), top_k) for share in shares]
    if not match.siblings and match.excludes:
        segments.sort(key=lambda share: -share[0].candidate.score if share else 0.0)
    return _in_turn(segments, turns, top_k)


def _segments(candidates: Sequence[Candidate], segment_chars: int) -> list[Segment]:
    return _spread_over_sections(join_neighbours(without_duplicates(candidates), segment_chars))


def without_duplicates(candidates: Sequence[Candidate]) -> list[Segment]:
    """Return each text once, at its best rank, with its other occurrences as `equals`."""
    by_text: dict[str, Segment] = {}
    for candidate in candidates:
        key = str(candidate.payload.get("text_hash") or candidate.id)
        if key in by_text:
            by_text[key].equals.append(candidate)
        else:
            by_text[key] = Segment([candidate])
    return list(by_text.values())


def _spread_over_sections(chosen: Sequence[Segment]) -> list[Segment]:
    """Return the segments with all beyond `MAX_PER_SECTION` per section moved to the end."""
    counts: dict[str, int] = {}
    first: list[Segment] = []
    later: list[Segment] = []
    for segment in chosen:
        section = segment.candidate.section_id
        counts[section] = counts.get(section, 0) + 1
        (first if counts[section] <= MAX_PER_SECTION else later).append(segment)
    return [*first, *later]


def _with_counterparts(ordered: Sequence[Segment]) -> list[Segment]:
    """Return the segments with the first ones each followed by the section of the same heading in other manuals.

    Sibling manuals use the same headings. Questions that name no model, or compare models without naming them, need these
    sections side by side: on the development questions recall@5 rose from 0.881 to 0.896.
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


def _in_turn(shares: Sequence[Sequence[Segment]], turns: Sequence[int], top_k: int) -> list[Segment]:
    """Return segments of the shares in turn; a chunk in two shares is returned once.

    Args:
        shares: Segments, best first.
        turns: Indices of the shares in the order in which each round takes from them.
        top_k: Maximum number of segments.
    """
    result: dict[str, Segment] = {}
    rest = [iter(share) for share in shares]
    for _ in range(max(map(len, shares), default=0)):
        for turn in turns:
            segment = next((s for s in rest[turn] if s.candidate.id not in result), None)
            if segment is not None:
                result[segment.candidate.id] = segment
    return list(result.values())[:top_k]


def _with_every_product(ordered: Sequence[Segment], tied: Sequence[frozenset[str]]) -> list[Segment]:
    """Return the segments with one of each product that a name fits equally among the first."""
    result = list(ordered)
    last = len(tied) + 1
    for product in tied:
        place = next((i for i, segment in enumerate(result) if segment.candidate.manual_id in product), 0)
        if place > last:
            result.insert(last, result.pop(place))
    return result


def _with_every_meaning(ordered: Sequence[Segment], top_k: int) -> list[Segment]:
    """Return the first `top_k`, with a place for every meaning of the question's codes while there is room."""
    result = list(ordered[:top_k])
    held = {meaning for segment in result for meaning in segment.meanings}
    missing: list[Segment] = []
    for segment in ordered[top_k:]:
        if not segment.meanings <= held:
            held |= segment.meanings
            missing.append(segment)
    # Replace from the end, and only segments without any of the codes.
    replaceable = [place for place in range(len(result) - 1, 0, -1) if not result[place].meanings]
    for place, segment in zip(replaceable, missing, strict=False):
        result[place] = segment
    return result
