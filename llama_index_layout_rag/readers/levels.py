"""The title and the levels of headings, where a format does not tell them apart: by numbers and looks, as for PDFs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from llama_index_layout_rag.layout.boxes import cluster_values, height, width
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement
from llama_index_layout_rag.layout.furniture import is_contents_title
from llama_index_layout_rag.layout.numbering import split_label
from llama_index_layout_rag.readers.builder import settle_headings

HEIGHT_TOLERANCE = 2.5
"""Points by which line boxes of one type size differ (with and without descenders)."""

PLAIN_SIZE = 10.0
"""Type size that stands for "not known"."""

TITLE_SHARE = 1.15
"""How many times larger than every other heading the first one is when only its size makes it the title."""


def find_title(elements: Sequence[LayoutElement], sizes: dict[str, float]) -> None:
    """The title, where the parser names none: a first heading without a number over numbered ones, or the largest."""
    if any(element.kind is ElementKind.TITLE for element in elements):
        return
    headings = [element for element in elements if element.kind is ElementKind.SECTION_HEADER]
    body = [element for element in elements if not element.is_furniture and element.kind is not ElementKind.PICTURE]
    if len(headings) < 2 or body[0] is not headings[0] or is_contents_title(headings[0].text):
        return
    if split_label(headings[0].text) is not None:
        return
    numbered = [label for element in headings[1:] if (label := split_label(element.text)) is not None and label.counts]
    looks = _type_sizes(headings, sizes)
    larger = looks[0] >= TITLE_SHARE * max(looks[1:])
    told_apart = len({element.level for element in headings if element.level}) > 1
    if len(numbered) >= 0.6 * len(headings[1:]) or (larger and not told_apart):
        headings[0].kind, headings[0].level = ElementKind.TITLE, None
        headings[0].metadata["original_kind"] = ElementKind.SECTION_HEADER.value


@dataclass
class _Look:
    """How a heading looks, for the rules that tell levels."""

    size: float
    bold: bool = False
    band: int | None = None


LEVEL_BY = "level_by"
"""Key in the metadata of a heading whose level the format does not tell; the value says what told it."""


def settle_levels(elements: list[LayoutElement], sizes: dict[str, float]) -> None:
    """Levels of headings: those of the format where it tells them apart, else by numbers and looks, as for PDFs."""
    headings = [element for element in elements if element.kind is ElementKind.SECTION_HEADER]
    if not headings:
        return
    said = [element for element in headings if element.level]
    if len({element.level for element in said}) > 1 and len(said) == len(headings):
        if not any(element.kind is ElementKind.TITLE for element in elements):
            settle_headings(elements)
        else:
            _from_one(headings)
        return
    apart = len({element.level for element in said}) > 1
    _assign_levels(headings, sizes, [element.level if apart else None for element in headings])
    for element in headings:
        if not apart:
            element.metadata[LEVEL_BY] = "rules"
    _raise_title(elements, headings)


def levels_beside(elements: Sequence[LayoutElement], levels: Mapping[str, int]) -> None:
    """Levels of headings beside some that are known.

    `levels` (by element id) hold, and the others follow from their numbers and looks beside those. Where few headings
    are known and the format tells levels apart, those stay, and only headings that it took for text get one.
    """
    headings = [element for element in elements if element.kind is ElementKind.SECTION_HEADER]
    if not headings:
        return
    told = [element.level if _is_told(element) else None for element in headings]
    known = [levels.get(element.element_id) for element in headings]
    few = sum(1 for level in known if level) < MOST_KNOWN * len(headings)
    _assign_levels(headings, {}, told if few and len({level for level in told if level}) > 1 else known)
    _from_one(headings)


MOST_KNOWN = 0.5
"""Share of the headings whose level must be known for it to hold against the format's own."""


def _is_told(heading: LayoutElement) -> bool:
    """Whether a heading's level is what the format says."""
    return LEVEL_BY not in heading.metadata and "original_kind" not in heading.metadata


def _from_one(headings: Sequence[LayoutElement]) -> None:
    base = min(element.level or 1 for element in headings)
    for element in headings:
        element.level = (element.level or 1) - base + 1


def _assign_levels(
    headings: Sequence[LayoutElement], sizes: Mapping[str, float], explicit: Sequence[int | None]
) -> None:
    from llama_index_layout_rag.readers.pdf.headings import Heading, assign_levels

    looks = _type_sizes(headings, sizes)
    found = [
        Heading(index, cast(Any, _Look(looks[index])), split_label(element.text), explicit[index])
        for index, element in enumerate(headings)
    ]
    assign_levels(found)
    for heading, element in zip(found, headings, strict=True):
        if element.level and element.level != heading.level:
            element.metadata["original_level"] = element.level
        element.level = heading.level


def _raise_title(elements: Sequence[LayoutElement], headings: Sequence[LayoutElement]) -> None:
    """A heading without a number that opens the document, alone at the highest level, is its title."""
    if len(headings) < 2 or any(element.kind is ElementKind.TITLE for element in elements):
        return
    first, rest = headings[0], headings[1:]
    opening = next(element for element in elements if not element.is_furniture and element.kind in _OPENING)
    top = min(element.level or 1 for element in headings)
    alone = first.level == top and all((element.level or 1) > top for element in rest)
    if opening is not first or not alone or split_label(first.text) is not None or is_contents_title(first.text):
        return
    first.kind, first.level = ElementKind.TITLE, None
    first.metadata["original_kind"] = ElementKind.SECTION_HEADER.value
    _from_one(rest)


_OPENING = frozenset({ElementKind.SECTION_HEADER, ElementKind.TEXT, ElementKind.LIST_ITEM, ElementKind.TABLE})


def _type_sizes(headings: Sequence[LayoutElement], sizes: Mapping[str, float]) -> list[float]:
    """A type size for every heading: the format's, or its box height over its lines, evened out within a class."""
    known = [sizes.get(element.element_id) for element in headings]
    if all(size is not None for size in known):
        return [float(size) for size in known if size is not None]
    heights = [_line_height(element) for element in headings]
    even: dict[float, float] = {}
    for group in cluster_values([value for value in heights if value], HEIGHT_TOLERANCE):
        even.update(dict.fromkeys(group, sum(group) / len(group)))
    return [even.get(value, PLAIN_SIZE) for value in heights]


def _line_height(element: LayoutElement) -> float:
    """Height of a line in a heading's box, 0 where it has none; the box may hold several lines."""
    if element.bbox is None or not element.text:
        return 0.0
    box_height, box_width = height(element.bbox), width(element.bbox)
    if not box_height or not box_width:
        return 0.0
    # A character is about as wide as high in Japanese and half as wide in Latin text.
    em = sum(1.0 if ord(character) > 0x2E7F else 0.5 for character in element.text)
    lines = max(1, round((em * box_height / box_width) ** 0.5 * 0.9))
    return round(box_height / lines, 2)
