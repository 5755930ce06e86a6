"""At which level the headings of a document stand: the author's where there is one, else by numbers, else by look."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from llama_index_layout_rag.layout.boxes import cluster_values
from llama_index_layout_rag.layout.numbering import APPENDIX, CHAPTER, DECIMAL, Label
from llama_index_layout_rag.readers.pdf.document.blocks import Block

CHAPTER_STYLES = frozenset({DECIMAL, CHAPTER, APPENDIX, "letter_decimal"})
"""Label styles that place a heading in the document's own hierarchy."""

SMALLER_CLASS = 0.8
"""Points by which numbers that restart are smaller than those of the chapters."""

SAME_CLASS = 0.36
"""Points by which type sizes of one class of headings may differ."""


@dataclass
class Heading:
    """A block chosen as a heading. `explicit` is the level that tags or bookmarks give."""

    index: int
    block: Block
    label: Label | None
    explicit: int | None = None
    level: int = 1
    evidence: list[str] = field(default_factory=list)

    @property
    def look(self) -> tuple[float, bool, int, bool]:
        """What a reader sees: size, weight, colour, band."""
        return self.block.size, self.block.bold, self.block.lines[0].color, self.block.band is not None


def assign_levels(headings: Sequence[Heading]) -> None:
    """Set the level of every heading: the author's where there is one, else by numbers, else by look."""
    if not headings:
        return
    explicit = [h for h in headings if h.explicit is not None]
    if len(explicit) >= max(2, 0.3 * len(headings)):
        _levels_beside_explicit(headings)
        return
    numbered = [h for h in headings if h.label is not None and h.label.style in CHAPTER_STYLES and h.label.counts]
    labelled = [h for h in headings if h.label is not None]
    if len(numbered) >= 0.4 * len(headings) or (len(numbered) >= 2 and len(labelled) >= 0.6 * len(headings)):
        _levels_by_number(headings)
    else:
        _levels_by_look(headings)


def _levels_beside_explicit(headings: Sequence[Heading]) -> None:
    lowest = min(h.explicit for h in headings if h.explicit is not None)
    by_look: dict[tuple[float, bool], Counter[int]] = defaultdict(Counter)
    by_depth: dict[int, Counter[int]] = defaultdict(Counter)
    for heading in headings:
        if heading.explicit is not None:
            heading.level = heading.explicit - lowest + 1
            by_look[_class(heading)][heading.level] += 1
            if heading.label is not None and heading.label.style == DECIMAL:
                by_depth[heading.label.rank][heading.level] += 1
    largest = max(h.block.size for h in headings if h.explicit is not None)
    level = 1
    for heading in headings:
        if heading.explicit is None:
            depth = heading.label.rank if heading.label is not None and heading.label.style == DECIMAL else 0
            if by_depth.get(depth):
                heading.level = by_depth[depth].most_common(1)[0][0]
            elif by_look.get(_class(heading)):
                heading.level = by_look[_class(heading)].most_common(1)[0][0]
            elif heading.block.size > largest + SAME_CLASS:
                heading.level = 1
            else:
                heading.level = level + 1
        else:
            level = heading.level


def _class(heading: Heading) -> tuple[float, bool]:
    return round(heading.block.size, 0), heading.block.bold


def _levels_by_number(headings: Sequence[Heading]) -> None:
    ranks = sorted({h.label.rank for h in headings if h.label is not None and h.label.style == CHAPTER})
    chapter_level = {rank: position + 1 for position, rank in enumerate(ranks)}
    below_chapters = len(ranks)
    decimals = [h for h in headings if h.label is not None and h.label.style == DECIMAL]
    shift = _decimal_shift(headings, decimals, below_chapters)
    sizes: dict[int, list[float]] = defaultdict(list)
    for heading in headings:
        label = heading.label
        if label is None or not label.counts:
            continue
        if label.style == CHAPTER:
            heading.level = chapter_level[label.rank]
        elif label.style == DECIMAL:
            heading.level = max(1, label.rank + shift)
        elif label.style == "letter_decimal":
            heading.level = max(1, label.rank)
        else:
            continue
        sizes[heading.level].append(heading.block.size)
    usual = {level: sorted(values)[len(values) // 2] for level, values in sizes.items()}
    _levels_of_the_rest(headings, usual, _restarting(headings))


def _decimal_shift(headings: Sequence[Heading], decimals: Sequence[Heading], chapters: int) -> int:
    """How many levels are above the decimal numbers.

    "4.1" below "第4章" already counts the chapter; "1." below it does not.
    """
    if not decimals or not chapters:
        return 0
    shallow = sum(h.label is not None and h.label.rank == 1 for h in decimals)
    return chapters if shallow else max(0, chapters - 1)


def _restarting(headings: Sequence[Heading]) -> set[int]:
    """Indexes of headings numbered 1, 2, 3 in smaller type than the chapters, over and over: they count within a section."""
    plain = [h for h in headings if h.label is not None and h.label.style == DECIMAL and h.label.rank == 1]
    largest = max((h.block.size for h in plain), default=0.0)
    small = [h for h in plain if h.block.size < largest - SMALLER_CLASS]
    restarts = sum(h.label is not None and h.label.values == (1,) for h in small)
    return {h.index for h in small} if restarts >= 2 or (restarts and len(small) < len(plain)) else set()


def _between_numbers(headings: Sequence[Heading], position: int, level: int) -> bool:
    """Whether the chapter numbers of a level continue after a heading as they stood before it."""

    def number(run: Sequence[Heading]) -> int | None:
        for heading in run:
            if heading.label is not None and heading.label.style == DECIMAL and heading.level == level:
                return heading.label.values[-1]
            if heading.label is not None and heading.label.style in CHAPTER_STYLES and heading.level < level:
                return None
        return None

    before, after = number(headings[:position][::-1]), number(headings[position + 1 :])
    return before is not None and after is not None and after == before + 1


def _levels_of_the_rest(headings: Sequence[Heading], usual: Mapping[int, float], restarting: set[int]) -> None:
    """Levels of headings without a number of the chain: by their look beside the numbered ones, or below the last one."""
    enclosing = 0
    open_styles: list[str] = []
    unnumbered = [h for h in headings if h.label is None and not _has_size_of(h, usual)]
    for position, heading in enumerate(headings):
        label = heading.label
        restarts = heading.index in restarting
        if label is not None and label.counts and label.style in CHAPTER_STYLES - {APPENDIX} and not restarts:
            enclosing, open_styles = heading.level, []
            continue
        if label is not None and (label.style not in CHAPTER_STYLES or restarts):
            if label.style in open_styles:
                open_styles = open_styles[: open_styles.index(label.style) + 1]
            else:
                open_styles.append(label.style)
            heading.level = enclosing + len(open_styles)
            continue
        if label is not None and label.style == APPENDIX:
            heading.level = 1
        else:
            heading.level = _level_by_size(heading.block.size, usual, enclosing)
            if not _has_size_of(heading, usual):
                heading.level += _classes_above(heading, unnumbered, heading.level, usual, enclosing)
            if _between_numbers(headings, position, heading.level):
                heading.level += 1
        enclosing, open_styles = heading.level, []


def _has_size_of(heading: Heading, usual: Mapping[int, float]) -> bool:
    """Whether headings of the numbering have the size of this one."""
    return any(abs(size - heading.block.size) <= SAME_CLASS for size in usual.values())


def _classes_above(
    heading: Heading, unnumbered: Sequence[Heading], level: int, usual: Mapping[int, float], enclosing: int
) -> int:
    """How many larger sizes of headings without a number share the level that the numbers leave for this one.

    What is larger than every numbered heading is beside the chapters ("Preface").
    """
    if level == 1:
        return 0
    sizes = {round(h.block.size, 1) for h in unnumbered if h.block.size > heading.block.size + SAME_CLASS}
    return len(cluster_values((s for s in sizes if _level_by_size(s, usual, enclosing) == level), SAME_CLASS))


def _level_by_size(size: float, usual: Mapping[int, float], enclosing: int) -> int:
    same = [level for level, value in usual.items() if abs(value - size) <= SAME_CLASS]
    if same:
        return (
            max(same) if enclosing in same and enclosing == max(same) else min(same, key=lambda v: abs(v - enclosing))
        )
    larger = [level for level, value in usual.items() if value > size]
    return (max(larger) + 1) if larger else 1


def _levels_by_look(headings: Sequence[Heading]) -> None:
    """Larger type is higher; of one size, bold or banded is higher than plain; numbers decide within one look.

    Lines in brackets that come before the bold ones of their size are above those.
    """
    bracketed = _LEADING_BRACKETS if _brackets_lead(headings) else 0
    look_of = [_look(h, bracketed) for h in headings]
    classes: list[list[tuple[float, int]]] = []
    for look in sorted(set(look_of), reverse=True):
        if classes and classes[-1][-1][0] - look[0] <= SAME_CLASS and classes[-1][-1][1] == look[1]:
            classes[-1].append(look)
        else:
            classes.append([look])
    level_of = {look: position + 1 for position, members in enumerate(classes) for look in members}
    for heading, look in zip(headings, look_of, strict=True):
        heading.level = level_of[look]


_LEADING_BRACKETS = 4
"""Weight of brackets that are above bands (2) and bold type (1)."""


def _brackets_lead(headings: Sequence[Heading]) -> bool:
    return bool(headings) and "bracket" in headings[0].evidence


def _look(heading: Heading, bracketed: int = 0) -> tuple[float, int]:
    weight = bracketed if "bracket" in heading.evidence else 0
    return round(heading.block.size, 1), weight + 2 * (heading.block.band is not None) + heading.block.bold
