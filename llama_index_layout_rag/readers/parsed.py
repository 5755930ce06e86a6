"""From the output of a layout parser to a finished layout: what a format does not say, the shared rules fill in.

A format module walks its JSON and drafts elements: kind, text, page, box, what the format knows of levels, markers,
captions. `Draft.document` then does, for all formats alike, what the PDF reader does for PDFs: running headers and
footers that the parser left in the text, text printed inside pictures, contents lines, list markers, levels of
headings, captions, sections.
"""

from __future__ import annotations

import logging
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from typing import Any, cast

from llama_index_layout_rag.layout.boxes import Box, area, cluster_values, height, overlap_share, union, width
from llama_index_layout_rag.layout.captions import attach_captions
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutPage, LayoutSource
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement, Region, Table
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.layout.furniture import (
    HEADER,
    MarginLine,
    find_furniture,
    is_contents_title,
    is_page_number,
    split_contents_line,
)
from llama_index_layout_rag.layout.markers import BULLET, split_marker
from llama_index_layout_rag.layout.normalize import detect_language
from llama_index_layout_rag.layout.numbering import DECIMAL, follows, split_label
from llama_index_layout_rag.layout.sections import assign_section_paths
from llama_index_layout_rag.readers.builder import settle_headings

logger = logging.getLogger(__name__)

INSIDE_PICTURE = 0.8
"""Share of a text's box inside a picture from which on it is printed in the picture."""

LARGEST_PICTURE = 0.8
"""Share of the page: a larger picture is the page's background or a scan, and the text on it is text."""

FEWEST_CONTENTS_LINES = 4
"""Lines with leaders on one page that make it a contents page."""

HEIGHT_TOLERANCE = 2.5
"""Points by which line boxes of one type size differ (with and without descenders)."""

PLAIN_SIZE = 10.0
"""Type size that stands for "not known"."""

MOST_PAGES = 100_000
"""More pages than any manual has: such a number is a mistake or an attack."""


@dataclass
class Draft:
    """Elements of a parser's output as they come, in reading order."""

    elements: list[LayoutElement] = field(default_factory=list)
    sizes: dict[str, float] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    unknown: set[str] = field(default_factory=set)

    def add(
        self,
        kind: ElementKind,
        text: str = "",
        *,
        page: int | None = None,
        bbox: Box | None = None,
        level: int | None = None,
        marker: str | None = None,
        depth: int | None = None,
        table: Table | None = None,
        caption_of: LayoutElement | None = None,
        regions: Sequence[Region] = (),
        size: float | None = None,
        **metadata: Any,
    ) -> LayoutElement:
        """Adds an element; `size` is its type size in points, `metadata` what the format says beyond the model."""
        if regions and page is None:
            page = regions[0].page
            bbox = union([region.bbox for region in regions if region.page == page])
        if page is not None and not 1 <= page <= MOST_PAGES:
            raise FormatError(f"page number {page} is out of range")
        element = LayoutElement(
            element_id=f"e{len(self.elements)}",
            kind=kind,
            text=text.strip(),
            page=page,
            bbox=bbox,
            level=level,
            marker=marker or None,
            depth=depth,
            table=table,
            caption_of=caption_of.element_id if caption_of is not None else None,
            regions=list(regions) if len(regions) > 1 else [],
            metadata={key: value for key, value in metadata.items() if value not in (None, "", [], {})},
        )
        if size is not None:
            self.sizes[element.element_id] = size
        self.elements.append(element)
        return element

    def unknown_label(self, label: str) -> ElementKind:
        """A label that the format module does not know is text; it is logged once."""
        if label not in self.unknown:
            self.unknown.add(label)
            logger.info("Unknown label %r is read as text.", label)
        return ElementKind.TEXT

    def document(
        self,
        source: LayoutSource,
        pages: Sequence[LayoutPage] = (),
        *,
        title: str | None = None,
        language: str | None = None,
    ) -> LayoutDocument:
        """The finished layout; `title` is one that the format declares beside the text."""
        elements = [e for e in self.elements if e.text or e.table or e.kind in _TEXTLESS]
        if not elements:
            raise FormatError("it holds no elements")
        _keep_one_title(elements)
        _mark_rules(elements)
        _mark_furniture(elements, pages, self.sizes)
        _mark_picture_text(elements, pages)
        elements = _join_lone_numbers(elements)
        _mark_contents(elements)
        _mark_contents_pages(elements)
        _demote_sentences(elements)
        complete_numbering(elements)
        _strip_glyph_names(elements)
        _split_markers(elements)
        _find_title(elements, self.sizes)
        settle_levels(elements, self.sizes)
        elements = assign_section_paths(attach_captions(elements))
        for number, element in enumerate(elements):
            element.seq_no = number
        heading = next((element.text for element in elements if element.kind is ElementKind.TITLE), None)
        sample = "\n".join(element.text for element in elements[:400])
        return LayoutDocument(
            source=source,
            title=title or heading,
            language=language or detect_language(sample),
            pages=list(pages),
            elements=elements,
            warnings=list(self.warnings),
        )


class FormatError(ValueError):
    """The JSON is of a known format but not as its schema says; the message says what was expected."""


_TEXTLESS = frozenset({ElementKind.PICTURE, ElementKind.DECORATIVE, ElementKind.TABLE, ElementKind.LIST_ITEM})


_RULE = re.compile(r"^[\s\-_=*~.·—―─━＿－]{3,}$")


def _mark_rules(elements: Sequence[LayoutElement]) -> None:
    """Lines drawn with characters ("-----") are ornaments, whatever the parser calls them."""
    for element in elements:
        if element.kind in _BODY_TEXT and _RULE.match(element.text):
            element.metadata["original_kind"] = element.kind.value
            element.kind, element.level = ElementKind.DECORATIVE, None


def _keep_one_title(elements: Sequence[LayoutElement]) -> None:
    """A document has one title; what a parser calls so on later pages heads a section."""
    titles = [element for element in elements if element.kind is ElementKind.TITLE]
    for element in titles[1:]:
        element.metadata["original_kind"] = element.kind.value
        element.kind = ElementKind.SECTION_HEADER


def _mark_furniture(elements: Sequence[LayoutElement], pages: Sequence[LayoutPage], sizes: dict[str, float]) -> None:
    """Running headers, footers and page numbers that the parser has left among the text."""
    if not pages:
        return
    by_page: dict[int, list[LayoutElement]] = defaultdict(list)
    for element in elements:
        if element.bbox is not None and element.page is not None and element.kind in _BODY_TEXT and element.text:
            by_page[element.page].append(element)
    lines = [
        [
            MarginLine(e.text, e.bbox, e.bbox[3], round(sizes.get(e.element_id, height(e.bbox))))
            for e in by_page[page.number]
            if e.bbox is not None
        ]
        for page in pages
    ]
    found = find_furniture(lines, [page.height for page in pages])
    for (page_index, line), side in found.roles.items():
        element = by_page[pages[page_index].number][line]
        if element.kind is ElementKind.SECTION_HEADER and not is_page_number(element.text) and element.level:
            continue
        element.metadata["original_kind"] = element.kind.value
        element.kind = ElementKind.PAGE_HEADER if side == HEADER else ElementKind.PAGE_FOOTER
        element.level = None


_BODY_TEXT = frozenset({ElementKind.TEXT, ElementKind.SECTION_HEADER, ElementKind.LIST_ITEM, ElementKind.CAPTION})


def _mark_picture_text(elements: Sequence[LayoutElement], pages: Sequence[LayoutPage]) -> None:
    """Text whose box lies inside a picture's is printed in the picture."""
    page_area = {page.number: page.width * page.height for page in pages}
    pictures: dict[int, list[LayoutElement]] = defaultdict(list)
    for element in elements:
        if element.kind is ElementKind.PICTURE and element.bbox is not None and element.page is not None:
            whole = page_area.get(element.page)
            if whole is None or area(element.bbox) < LARGEST_PICTURE * whole:
                pictures[element.page].append(element)
    for element in elements:
        if element.kind not in _MAY_BE_PRINTED_IN_PICTURE or element.bbox is None or element.page is None:
            continue
        for picture in pictures.get(element.page, ()):
            if picture.bbox is not None and overlap_share(element.bbox, picture.bbox) >= INSIDE_PICTURE:
                element.metadata["original_kind"] = element.kind.value
                element.metadata["in_element"] = picture.element_id
                element.kind = ElementKind.PICTURE_OCR_TEXT
                break


_MAY_BE_PRINTED_IN_PICTURE = frozenset({ElementKind.TEXT, ElementKind.LIST_ITEM})


def _mark_contents(elements: Sequence[LayoutElement]) -> None:
    """Lines with leaders and a page number, where a page has several of them, are contents lines."""
    by_page: dict[int | None, list[LayoutElement]] = defaultdict(list)
    for element in elements:
        if element.kind in _BODY_TEXT and split_contents_line(element.text) is not None:
            by_page[element.page].append(element)
    for lines in by_page.values():
        if len(lines) < FEWEST_CONTENTS_LINES:
            continue
        for element in lines:
            entry = split_contents_line(element.text)
            if entry is not None:
                element.kind, element.level = ElementKind.TOC_ENTRY, None
                element.text = entry[0]
                if entry[1]:
                    element.metadata["page_label"] = entry[1]


def _mark_contents_pages(elements: Sequence[LayoutElement]) -> None:
    """What follows a title "目次" or "Contents" on its page, where parsers have lost the leaders and page numbers.

    All of it are short lines without the end of a sentence, or the title only happens to be called so.
    """
    for start, title in enumerate(elements):
        if title.kind not in _BODY_TEXT or not is_contents_title(title.text):
            continue
        page = _rest_of_page(elements, start)
        entries = [e for e in page if e.kind in _BODY_TEXT and not _SENTENCE_END.search(e.text.strip())]
        known = [e for e in page if e.kind is ElementKind.TOC_ENTRY]
        if not known and (len(entries) < FEWEST_CONTENTS_LINES or len(entries) < 0.9 * len(page)):
            continue
        for element in [title, *(entries if not known else [])]:
            element.metadata.setdefault("original_kind", element.kind.value)
            element.kind, element.level = ElementKind.TOC_ENTRY, None


def _rest_of_page(elements: Sequence[LayoutElement], start: int) -> list[LayoutElement]:
    """What follows an element on its page, without running lines; the next element where there are no pages."""
    number = elements[start].page
    rest = [e for e in elements[start + 1 :] if not e.is_furniture or e.kind is ElementKind.TOC_ENTRY]
    return list(takewhile(lambda element: element.page == number, rest)) if number else rest[:1]


_SENTENCE_END = re.compile(r"[。．.;；,、]$")

LONGEST_HEADING_SENTENCE = 40
"""Characters of a heading that may end like a sentence: "Do this first." is one, a paragraph is none."""

LONGEST_HEADING = 150
"""Characters of any heading; the longest of the manuals looked at has 96."""


def _demote_sentences(elements: Sequence[LayoutElement]) -> None:
    """Paragraphs that a parser has taken for headings: whole sentences, and what is longer than any heading."""
    for element in elements:
        if element.kind is not ElementKind.SECTION_HEADER:
            continue
        text = element.text.strip()
        if len(text) > LONGEST_HEADING or (len(text) > LONGEST_HEADING_SENTENCE and _SENTENCE_END.search(text)):
            element.metadata.setdefault("original_kind", element.kind.value)
            element.kind, element.level = ElementKind.TEXT, None


_LONE_NUMBER = re.compile(
    r"^(?:第\s*)?(?:chapter|part|section|appendix)?\s*[0-9一二三四五六七八九十IVX]{1,4}[.章部編]?$", re.IGNORECASE
)


def _join_lone_numbers(elements: Sequence[LayoutElement]) -> list[LayoutElement]:
    """Numbers of headings that stand in a line or box of their own, with the heading that follows."""
    joined: list[LayoutElement] = []
    for element in elements:
        last = joined[-1] if joined else None
        if (
            last is not None
            and element.kind is last.kind is ElementKind.SECTION_HEADER
            and element.page == last.page
            and _LONE_NUMBER.match(last.text)
            and split_label(element.text) is None
        ):
            element.text = f"{last.text} {element.text}"
            element.level = last.level or element.level
            if element.bbox is not None and last.bbox is not None:
                element.bbox = union([element.bbox, last.bbox])
            joined.pop()
        joined.append(element)
    return joined


LONGEST_NUMBERED_HEADING = 80
"""Characters of a numbered line that may be a heading; what is longer is a paragraph."""


def complete_numbering(elements: Sequence[LayoutElement]) -> None:
    """Headings that the parser took for text or items, where the numbers of the others show the gap they fill.

    Between the headings "1.1" and "2" a line "1.2 Purpose" is the heading that is missing, as is "1. Introduction"
    before "1.1".
    """
    labels = [_decimal_values(element) for element in elements]
    headings = [n for n, e in enumerate(elements) if e.kind is ElementKind.SECTION_HEADER and labels[n]]
    if len(headings) < 2:
        return
    previous: tuple[int, ...] = ()
    for number, element in enumerate(elements):
        values = labels[number]
        if not values:
            continue
        if element.kind is ElementKind.SECTION_HEADER:
            previous = values
        elif element.kind in _MAY_BE_HEADING and follows(previous, values):
            following = next((labels[n] for n in headings if n > number), ())
            opens = following[: len(values)] == values
            fills = bool(previous) and bool(following) and follows(values, following)
            if len(values) > 1 or opens or fills:
                text = f"{element.marker} {element.text}" if element.marker else element.text
                element.metadata["original_kind"] = element.kind.value
                element.kind, element.text = ElementKind.SECTION_HEADER, text
                element.marker, element.depth = None, None
                previous = values


_MAY_BE_HEADING = frozenset({ElementKind.TEXT, ElementKind.LIST_ITEM})


def _decimal_values(element: LayoutElement) -> tuple[int, ...]:
    """The decimal number that a short line without the end of a sentence begins with; empty where there is none."""
    text = f"{element.marker} {element.text}" if element.marker else element.text
    if len(text) > LONGEST_NUMBERED_HEADING or re.search(r"[。．.、,;；:：]$", text):
        return ()
    label = split_label(text)
    return label.values if label is not None and label.style == DECIMAL and label.rest else ()


TITLE_SHARE = 1.15
"""How many times larger than every other heading the first one is when only its size makes it the title."""


def _find_title(elements: Sequence[LayoutElement], sizes: dict[str, float]) -> None:
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


_GLYPH_NAME = re.compile(r"^(?:[^\w\s(\[{「『【（]|[b-z]|[\x80-\x9f]+|[A-Z]{1,4}\d{3,})$")
"""A bullet that a parser could not map: one odd character, or the name of the glyph in its font."""


def _strip_glyph_names(elements: Sequence[LayoutElement]) -> None:
    """Bullets that a parser has left in the text: of symbol fonts as a letter or a glyph's name, or a dash set tight.

    The former show by standing before every item of a run of at least two: "r First", "r Second"; "SM590000 First" …
    """
    items = [element for element in elements if element.kind is ElementKind.LIST_ITEM and not element.marker]
    for word in _leading_glyphs(elements):
        for item in items:
            while _first_word(item) == word:
                _strip_bullet(item, word, "•")
    for item in items:
        if len(item.text) > 1 and item.text[0] in "-–—" and item.text[1].isalpha():
            _strip_bullet(item, item.text[0], item.text[0])


def _leading_glyphs(elements: Sequence[LayoutElement]) -> set[str]:
    """Words that are a bullet in disguise, since every item of some list begins with them."""
    found: set[str] = set()
    run: list[str] = []
    for element in [*elements, None]:
        unmarked = element is not None and element.kind is ElementKind.LIST_ITEM and not element.marker
        word = _first_word(element) if element is not None and unmarked else ""
        if run and word == run[0]:
            run.append(word)
            continue
        if len(run) >= 2 and _GLYPH_NAME.match(run[0]):
            found.add(run[0])
        run = [word] if word else []
    return found


def _strip_bullet(item: LayoutElement, bullet: str, marker: str) -> None:
    item.metadata.setdefault("original_text", item.text)
    item.text, item.marker = item.text[len(bullet) :].lstrip(), marker


def _first_word(element: LayoutElement) -> str:
    return element.text.split(maxsplit=1)[0] if " " in element.text.strip() else ""


def _split_markers(elements: Sequence[LayoutElement]) -> None:
    """Paragraphs that begin with a printed marker are list items; items lose the marker that stands in their text."""
    styles: list[str] = []
    for element in elements:
        if element.kind in (ElementKind.SECTION_HEADER, ElementKind.TITLE):
            styles = []
        if element.kind not in (ElementKind.TEXT, ElementKind.LIST_ITEM):
            continue
        found = split_marker(element.text)
        is_item = element.kind is ElementKind.LIST_ITEM
        if found is not None and found.rest and (not element.marker or (is_item and found.marker == element.marker)):
            element.metadata.setdefault("original_text", element.text)
            element.text, element.marker = found.rest, found.marker
            if not is_item:
                element.metadata["original_kind"] = element.kind.value
                element.kind = ElementKind.LIST_ITEM
        if element.kind is ElementKind.LIST_ITEM and element.depth is None:
            style = "none" if found is None else f"{BULLET} {found.marker}" if found.style == BULLET else found.style
            if style in styles:
                del styles[styles.index(style) + 1 :]
            else:
                styles.append(style)
            element.depth = len(styles)


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


# Values of untrusted JSON

_TAGS = re.compile(r"<[^>]+>")


def as_list(value: Any, name: str) -> list[Any]:
    """A list from the JSON; nothing is an empty list.

    Raises:
        FormatError: When it is something else.
    """
    if value is None:
        return []
    if not isinstance(value, list):
        raise FormatError(f"{name} must be a list, it is {type(value).__name__}")
    return value


def as_dict(value: Any, name: str) -> dict[str, Any]:
    """An object from the JSON; nothing is an empty one.

    Raises:
        FormatError: When it is something else.
    """
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise FormatError(f"{name} must be an object, it is {type(value).__name__}")
    return value


def as_text(value: Any) -> str:
    """A text from the JSON: strings as they are, numbers as written, anything else empty."""
    if isinstance(value, str):
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return ""


def as_int(value: Any) -> int | None:
    """A whole number from the JSON (also as a string or 3.0), or None."""
    if isinstance(value, bool) or value is None:
        return None
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return int(number) if number == int(number) and abs(number) < 2**53 else None


def as_box(values: Sequence[Any], scale_x: float = 1.0, scale_y: float | None = None) -> Box | None:
    """A box from four numbers (x0, y0, x1, y1), scaled to points and put in order; None where they are no numbers."""
    scale_y = scale_x if scale_y is None else scale_y
    try:
        x0, y0, x1, y1 = (float(value) for value in values)
    except (TypeError, ValueError):
        return None
    if not all(abs(value) < _LARGEST_COORDINATE for value in (x0, y0, x1, y1)):
        return None
    return (
        round(min(x0, x1) * scale_x, 2),
        round(min(y0, y1) * scale_y, 2),
        round(max(x0, x1) * scale_x, 2),
        round(max(y0, y1) * scale_y, 2),
    )


_LARGEST_COORDINATE = 1e7


def box_of_points(points: Iterable[Sequence[Any]], scale_x: float = 1.0, scale_y: float | None = None) -> Box | None:
    """The box around (x, y) points, or None where they are no points."""
    try:
        pairs = [(float(x), float(y)) for x, y in points]
    except (TypeError, ValueError):
        return None
    if not pairs:
        return None
    xs, ys = zip(*pairs, strict=True)
    return as_box((min(xs), min(ys), max(xs), max(ys)), scale_x, scale_y)


def from_bottom(box: Box, page_height: float) -> Box:
    """A box counted from the bottom left corner as one from the top left."""
    return box[0], round(page_height - box[3], 2), box[2], round(page_height - box[1], 2)


def checked_pages(pages: Iterable[LayoutPage]) -> list[LayoutPage]:
    """Pages in order.

    Raises:
        FormatError: When two have one number or a size is no size.
    """
    ordered = sorted(pages, key=lambda page: page.number)
    if any(first.number == second.number for first, second in pairwise(ordered)):
        raise FormatError("two pages have the same number")
    if any(not 0 < page.width < _LARGEST_COORDINATE or not 0 < page.height < _LARGEST_COORDINATE for page in ordered):
        raise FormatError("a page has an impossible size")
    return ordered


def html_table(html: str) -> Table | None:
    """The table of an HTML text, read by the HTML reader's rules; None where it holds none."""
    from llama_index_layout_rag.readers.builder import LayoutBuilder
    from llama_index_layout_rag.readers.html import parse_html, read_tree

    if "<t" not in html.lower():
        return None
    builder = LayoutBuilder()
    try:
        read_tree(parse_html(f"<html><body>{html}</body></html>", "table"), builder)
    except LayoutReadError:
        return None
    return next((element.table for element in builder.elements if element.table is not None), None)


def plain_html(html: str) -> str:
    """An HTML fragment as text: line breaks kept, tags gone, entities read."""
    import html as entities

    text = re.sub(r"<br\s*/?>|</(?:p|div|li|tr|h\d)>", "\n", html, flags=re.IGNORECASE)
    lines = (re.sub(r"[ \t]+", " ", line).strip() for line in entities.unescape(_TAGS.sub("", text)).split("\n"))
    return "\n".join(line for line in lines if line)


@dataclass(frozen=True)
class PrintedLine:
    """A line of print as formats without paragraphs give it."""

    text: str
    page: int
    box: Box


def paragraphs_of(lines: Sequence[PrintedLine]) -> list[list[PrintedLine]]:
    """Lines in reading order as paragraphs: set tight, of one height, over each other, and not begun by a marker."""
    groups: list[list[PrintedLine]] = []
    for line in lines:
        last = groups[-1][-1] if groups else None
        if last is not None and _runs_on(last, line):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


TIGHT_LEADING = 0.7
"""Gap between lines of one paragraph over the height of a line, at most."""


def _runs_on(last: PrintedLine, line: PrintedLine) -> bool:
    if last.page != line.page or split_marker(line.text) is not None:
        return False
    first_height, second_height = height(last.box), height(line.box)
    if not first_height or not second_height or not 0.7 <= first_height / second_height <= 1.4:
        return False
    gap = line.box[1] - last.box[3]
    overlap = min(last.box[2], line.box[2]) - max(last.box[0], line.box[0])
    return -0.5 * first_height <= gap <= TIGHT_LEADING * first_height and overlap > 0


ASSUMED_WIDTH, ASSUMED_HEIGHT = 612.0, 792.0
"""Size in points that stands for a page whose size nothing tells: boxes are then right in proportion only."""


class PageSizes:
    """Page sizes of a format that names none: those of the source PDF, or an assumed one with a warning."""

    def __init__(self, pages: Sequence[LayoutPage], draft: Draft) -> None:
        self.known = {page.number: page for page in pages}
        self.draft = draft
        self.assumed = False

    def size(self, number: int | None, least_height: float = 0.0) -> tuple[float, float] | None:
        """Width and height of a page; `least_height` is where its boxes reach. None where the element has no page."""
        if number is None or number < 1:
            return None
        if number > MOST_PAGES:
            raise FormatError(f"page number {number} is out of range")
        if number not in self.known:
            if not self.assumed:
                self.assumed = True
                self.draft.warnings.append(
                    "The JSON names no page sizes and the PDF it was made from is not beside it: boxes are right in "
                    "proportion only; give source_pdf= or put the PDF beside the JSON."
                )
            page_height = max(ASSUMED_HEIGHT, least_height)
            self.known[number] = LayoutPage(number=number, width=ASSUMED_WIDTH, height=page_height)
        page = self.known[number]
        return page.width, page.height

    def relative(self, number: int | None, values: Sequence[Any], whole: float = 1.0) -> Box | None:
        """A box in parts of the page (x0, y0, x1, y1 from the top left, `whole` for its full width) in points."""
        size = self.size(number)
        return None if size is None else as_box(values, size[0] / whole, size[1] / whole)

    def pages(self) -> list[LayoutPage]:
        """All pages seen, in order."""
        return checked_pages(self.known.values())
