"""Which of the ranked chunks are handed on: no text twice, no product left out, no meaning of a code left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from llama_index_layout_rag.retrieval.ranking import Candidate

MAX_PER_SECTION = 3
"""Chunks of one section among the first results before other sections are asked; the rest follow behind them."""


@dataclass
class Selected:
    """A chosen chunk, and the chunks that say the same elsewhere."""

    candidate: Candidate
    equals: list[Candidate] = field(default_factory=list)
    code_columns: tuple[str, ...] = ()


def select(
    candidates: Sequence[Candidate], top_k: int, groups: Sequence[frozenset[str]] = (), codes: Iterable[str] = ()
) -> list[Selected]:
    """The chunks that answer, best first.

    Args:
        candidates: Ranked chunks, best first.
        top_k: How many at most.
        groups: Sets of manual ids, one per product that the question names. With two or more, each gets its share of places,
            and the same text in two of them is an answer for each.
        codes: Codes of the question, normalised. Each distinct meaning (manual and table column, or section) keeps a place.
    """
    if top_k <= 0:
        return []
    if len(groups) < 2:
        distinct = without_repeats(candidates)
        ordered = _spread_over_sections(distinct)
        return _with_every_meaning(ordered, top_k, tuple(codes))
    shares = [without_repeats([c for c in candidates if c.manual_id in group]) for group in groups]
    return _in_turn([_spread_over_sections(share) for share in shares], top_k)


def without_repeats(candidates: Sequence[Candidate]) -> list[Selected]:
    """The chunks with each text once, at its best place; the others are named as its equals."""
    by_text: dict[str, Selected] = {}
    chosen = []
    for candidate in candidates:
        key = str(candidate.payload.get("text_hash") or candidate.id)
        if key in by_text:
            by_text[key].equals.append(candidate)
            continue
        by_text[key] = Selected(candidate)
        chosen.append(by_text[key])
    return chosen


def _spread_over_sections(chosen: Sequence[Selected]) -> list[Selected]:
    """At most `MAX_PER_SECTION` chunks of a section in a row of results; the others move behind the rest, in their order."""
    counts: dict[str, int] = {}
    first: list[Selected] = []
    later: list[Selected] = []
    for selected in chosen:
        section = selected.candidate.section_id
        counts[section] = counts.get(section, 0) + 1
        (first if counts[section] <= MAX_PER_SECTION else later).append(selected)
    return [*first, *later]


def _in_turn(shares: Sequence[Sequence[Selected]], top_k: int) -> list[Selected]:
    """One of each share in turn, the share with the best chunk first; a chunk in two shares stands once."""
    order = sorted((share for share in shares if share), key=lambda share: -share[0].candidate.score)
    result: list[Selected] = []
    seen: set[str] = set()
    for place in range(max(map(len, order), default=0)):
        for share in order:
            if place < len(share) and share[place].candidate.id not in seen:
                seen.add(share[place].candidate.id)
                result.append(share[place])
    return result[:top_k]


def _with_every_meaning(ordered: Sequence[Selected], top_k: int, codes: tuple[str, ...]) -> list[Selected]:
    """The first `top_k`, in which every meaning of the question's codes has a place as far as there is room."""
    result = list(ordered[:top_k])
    if not codes:
        return result
    held = {meaning for selected in result for meaning in code_meanings(selected.candidate, codes)}
    missing: list[Selected] = []
    for selected in ordered[top_k:]:
        new = code_meanings(selected.candidate, codes) - held
        if new:
            held |= new
            missing.append(selected)
    # What gives way is the end of the list, and of that only what carries none of the codes.
    replaceable = [place for place in range(len(result) - 1, 0, -1) if not code_meanings(result[place].candidate, codes)]
    for place, selected in zip(replaceable, missing, strict=False):
        result[place] = selected
    return result


def code_meanings(candidate: Candidate, codes: Iterable[str]) -> set[tuple[str, str, str]]:
    """(code, manual id, column or section) for each of the codes that the chunk carries."""
    payload = candidate.payload
    wanted = set(codes)
    cells = {
        (cell["code"], candidate.manual_id, cell["column"]) for cell in payload.get("code_cells", ()) if cell["code"] in wanted
    }
    in_cells = {code for code, _, _ in cells}
    plain = (wanted & set(payload.get("codes", ()))) - in_cells
    return cells | {(code, candidate.manual_id, candidate.section_id) for code in plain}
