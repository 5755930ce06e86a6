"""The title and the levels of headings, where a format does not distinguish them: by numbers and type size, as for PDFs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, cast

from llama_index_layout_rag.layout.boxes import cluster_values, height, width
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement
from llama_index_layout_rag.layout.furniture import is_contents_title
from llama_index_layout_rag.layout.markers import split_marker
from llama_index_layout_rag.layout.numbering import DECIMAL, split_label
from llama_index_layout_rag.readers.common import resolve_headings

HEIGHT_TOLERANCE = 2.5
"""Points by which line boxes of one type size differ (with and without descenders)."""

PLAIN_SIZE = 10.0
"""Type size of headings whose size is unknown."""

TITLE_SHARE = 1.15
"""How many times larger than every other heading the first one is when only its size makes it the title."""


MAX_ABOVE_TITLE = 60
"""Characters of the texts above a title: the name of a series or of the maker, but no paragraph."""

MAX_TITLE = 120
"""Characters of a heading that may be the title."""

MAX_COVER_TEXT = 400
"""Characters on a cover beside its title."""


def find_title(elements: Sequence[LayoutElement], sizes: Mapping[str, float]) -> None:
    """Make a heading of the first page the title, where the parser names none.

    It opens the document and has no number where most of the others have one; or it is larger than all others, with no
    paragraph above it; or it is the largest line of a cover, whose other lines are then no headings.
    """
    if any(element.kind is ElementKind.TITLE for element in elements):
        return
    headings = [element for element in elements if element.kind is ElementKind.SECTION_HEADER]
    body = [element for element in elements if not element.is_furniture and element.kind is not ElementKind.PICTURE]
    if not headings or not body:
        return
    own = [e for e in headings if e.page == body[0].page and split_label(e.text) is None]
    own = [e for e in own if not is_contents_title(e.text) and len(e.text) <= MAX_TITLE]
    if not own:
        return
    size = {e.element_id: sizes.get(e.element_id) or line_height(e) for e in headings}
    best = max(own, key=lambda element: size[element.element_id])
    rest = [e for e in headings if e is not best and e.text != best.text and not is_step_heading(e)]
    if _is_cover(elements, best):
        _make_title(best)
        for element in rest:
            if element.page == best.page:
                element.reclassify(ElementKind.TEXT)
                element.level = None
        return
    numbered = [label for element in rest if (label := split_label(element.text)) is not None and label.counts]
    if rest and own[0] is body[0] and len(numbered) >= 0.6 * len(rest):
        _make_title(own[0])
        return
    has_levels = len({element.level for element in headings if element.level}) > 1
    above = body[: next(n for n, element in enumerate(body) if element is best)]
    opens = best is headings[0] and sum(len(element.text) for element in above) <= MAX_ABOVE_TITLE
    largest = max((size[element.element_id] for element in rest), default=0.0)
    if opens and not has_levels and size[best.element_id] >= TITLE_SHARE * largest > 0:
        _make_title(best)


def _make_title(element: LayoutElement) -> None:
    element.reclassify(ElementKind.TITLE)
    element.level = None


def _is_cover(elements: Sequence[LayoutElement], title: LayoutElement) -> bool:
    """Return whether the page of a heading is a cover: little text, no list, table or numbered heading, and pages after it."""
    if title.page is None or not any((element.page or 0) > title.page for element in elements):
        return False
    own = [e for e in elements if e.page == title.page and e is not title and not e.is_furniture]
    if any(e.kind in (ElementKind.LIST_ITEM, ElementKind.TABLE) or split_label(e.text) is not None for e in own):
        return False
    texts = [e.text for e in own if e.kind in (ElementKind.TEXT, ElementKind.SECTION_HEADER)]
    return sum(map(len, texts)) <= MAX_COVER_TEXT and not any(text.endswith("。") for text in texts)


@dataclass
class _Typography:
    """How a heading is set, for the rules that infer levels."""

    size: float
    bold: bool = False
    band: int | None = None


def resolve_levels(elements: list[LayoutElement], sizes: dict[str, float]) -> None:
    """Set the levels of headings: those of the format where it distinguishes them, else by numbers and type size.

    Args:
        elements: In reading order; they are changed.
        sizes: Type sizes in points by `element_id`, where the format gives them.
    """
    _resolve_levels(elements, sizes)
    _lower_steps(elements)


def is_step_heading(element: LayoutElement) -> bool:
    """Return whether a heading is the number of a step with what to do: "Step 3: …", 手順3, "(1) Set the amount"."""
    marker = split_marker(element.text)
    return marker is not None and marker.value is not None and bool(marker.rest) and marker.style in _STEP_STYLES


_STEP_STYLES = frozenset({"word_decimal", "paren_decimal", "circled"})


def _lower_steps(elements: Sequence[LayoutElement]) -> None:
    """Put headings that are steps below the heading before the first of them."""
    section: LayoutElement | None = None
    for element in elements:
        if element.kind is not ElementKind.SECTION_HEADER:
            continue
        if not is_step_heading(element):
            section = element
        elif section is not None and (element.level or 1) <= (section.level or 1):
            element.origin().original_level = element.level
            element.level = (section.level or 1) + 1


def _resolve_levels(elements: list[LayoutElement], sizes: dict[str, float]) -> None:
    headings = [element for element in elements if element.kind is ElementKind.SECTION_HEADER]
    if not headings:
        return
    said = [element for element in headings if element.level]
    if _contradicts_numbers(said):
        said = []
    if said and len({element.level for element in said}) > 1 and len(said) == len(headings):
        if not any(element.kind is ElementKind.TITLE for element in elements):
            resolve_headings(elements)
        else:
            _from_one(headings)
        return
    apart = len({element.level for element in said}) > 1
    explicit = [element.level if apart else None for element in headings]
    _assign_levels(headings, sizes, _without_outliers(headings, explicit))
    for element in headings:
        if not apart:
            element.origin().inferred_level = True
    _raise_title(elements, headings)


def _contradicts_numbers(headings: Sequence[LayoutElement]) -> bool:
    """Return whether a format puts headings of more numbers ("5-1") no lower than those of fewer ("5.")."""
    usual = _usual_levels([_rank(element) for element in headings], [element.level for element in headings], 1)
    levels = [level for _, level in sorted(usual.items())]
    return len({e.level for e in headings}) > 1 and any(lower <= higher for higher, lower in pairwise(levels))


def _rank(heading: LayoutElement) -> int:
    """Return how many numbers a heading begins with; 0 for other labels and for none."""
    label = split_label(heading.text)
    return label.rank if label is not None and label.style == DECIMAL else 0


def _usual_levels(ranks: Sequence[int], levels: Sequence[int | None], minimum: int) -> dict[int, int]:
    """Return the level that most headings of a rank have, where at least `minimum` have it."""
    votes: dict[int, Counter[int]] = defaultdict(Counter)
    for rank, level in zip(ranks, levels, strict=True):
        if rank and level:
            votes[rank][level] += 1
    most = {rank: count.most_common(1)[0] for rank, count in votes.items()}
    return {rank: level for rank, (level, count) in most.items() if count >= minimum}


def _without_outliers(headings: Sequence[LayoutElement], levels: Sequence[int | None]) -> list[int | None]:
    """Return the levels, with those of numbered headings that differ from most of as many numbers corrected."""
    ranks = [_rank(element) for element in headings]
    usual = _usual_levels(ranks, levels, 2)
    return [usual.get(rank, level) if level else level for rank, level in zip(ranks, levels, strict=True)]


def complete_levels(elements: Sequence[LayoutElement]) -> None:
    """Give headings without a level one by their numbers and typography beside those that have one."""
    headings = [element for element in elements if element.kind is ElementKind.SECTION_HEADER]
    if any(element.level is None for element in headings):
        _assign_levels(headings, {}, [element.level for element in headings])
    if headings:
        _from_one(headings)


def _from_one(headings: Sequence[LayoutElement]) -> None:
    base = min(element.level or 1 for element in headings)
    for element in headings:
        element.level = (element.level or 1) - base + 1


def _assign_levels(
    headings: Sequence[LayoutElement], sizes: Mapping[str, float], explicit: Sequence[int | None]
) -> None:
    from llama_index_layout_rag.readers.pdf.document.heading_levels import Heading, assign_levels

    found = [
        Heading(index, cast(Any, _Typography(size)), split_label(element.text), explicit[index])
        for index, (element, size) in enumerate(zip(headings, _type_sizes(headings, sizes), strict=True))
    ]
    assign_levels(found)
    for heading, element in zip(found, headings, strict=True):
        if element.level and element.level != heading.level:
            element.origin().original_level = element.level
        element.level = heading.level


def _raise_title(elements: Sequence[LayoutElement], headings: Sequence[LayoutElement]) -> None:
    """Make a heading without a number the title where it opens the document, alone at the highest level."""
    if len(headings) < 2 or any(element.kind is ElementKind.TITLE for element in elements):
        return
    first, rest = headings[0], headings[1:]
    opening = next(element for element in elements if not element.is_furniture and element.kind in _OPENING)
    top = min(element.level or 1 for element in headings)
    alone = first.level == top and all((element.level or 1) > top for element in rest)
    if opening is not first or not alone or split_label(first.text) is not None or is_contents_title(first.text):
        return
    _make_title(first)
    _from_one(rest)


_OPENING = frozenset({ElementKind.SECTION_HEADER, ElementKind.TEXT, ElementKind.LIST_ITEM, ElementKind.TABLE})


def _type_sizes(headings: Sequence[LayoutElement], sizes: Mapping[str, float]) -> list[float]:
    """Return a type size for every heading: the format's, or its line height, averaged within a class."""
    known = [sizes.get(element.element_id) for element in headings]
    if all(size is not None for size in known):
        return [float(size) for size in known if size is not None]
    heights = [line_height(element) for element in headings]
    even: dict[float, float] = {}
    for group in cluster_values([value for value in heights if value], HEIGHT_TOLERANCE):
        even.update(dict.fromkeys(group, sum(group) / len(group)))
    return [even.get(value, PLAIN_SIZE) for value in heights]


def line_height(element: LayoutElement) -> float:
    """Return the height of a line in an element's box in points, 0 where it has none; the box may hold several lines."""
    if element.bbox is None or not element.text:
        return 0.0
    box_height, box_width = height(element.bbox), width(element.bbox)
    if not box_height or not box_width:
        return 0.0
    # Japanese characters are as wide as high, others half as wide.
    ems = sum(1.0 if ord(character) > 0x2E7F else 0.5 for character in element.text)
    lines = max(1, round((ems * box_height / box_width) ** 0.5 * 0.9))
    return round(box_height / lines, 2)
