"""Rules for all formats that correct the kinds of a parser's elements by their texts and boxes.

Running headers and footers left in the text, text inside pictures, contents lines, paragraphs labelled as headings and headings
labelled as items, list markers, notices.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice, takewhile

from llama_index_layout_rag.layout.boxes import area, height, overlap_share
from llama_index_layout_rag.layout.captions import is_caption
from llama_index_layout_rag.layout.document import LayoutPage
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement
from llama_index_layout_rag.layout.furniture import (
    HEADER,
    MarginLine,
    find_furniture,
    is_contents_title,
    is_page_number,
    split_contents_line,
)
from llama_index_layout_rag.layout.markers import BULLET, split_marker
from llama_index_layout_rag.layout.numbering import (
    CHAPTER,
    DECIMAL,
    follows,
    split_label,
)
from llama_index_layout_rag.readers.common import mark_notices
from llama_index_layout_rag.readers.parsers.text_boundaries import (
    join_chapter_words,
    join_cut_texts,
    join_lone_numbers,
    split_bracketed_headings,
    split_items,
)

INSIDE_PICTURE = 0.8
"""Share of a text's box inside a picture from which on it is a part of the picture."""

MAX_PICTURE_SHARE = 0.8
"""Share of the page: a larger picture is the page's background or a scan, and the text on it is text."""

MIN_CONTENTS_LINES = 4
"""Lines with leaders on one page that make it a contents page."""


def resolve_kinds(
    elements: Sequence[LayoutElement], pages: Sequence[LayoutPage], sizes: Mapping[str, float]
) -> list[LayoutElement]:
    """Return the elements with their kinds, numbers and markers resolved; some are joined or cut.

    Args:
        elements: In reading order; they are changed.
        pages: For running lines and pictures that fill a page.
        sizes: Type sizes in points by `element_id`, where the format gives them.
    """
    _keep_one_title(elements)
    _mark_rules(elements)
    _mark_furniture(elements, pages, sizes)
    _mark_picture_text(elements, pages)
    resolved = split_bracketed_headings(join_chapter_words(join_lone_numbers(elements)))
    resolved = split_items(join_cut_texts(resolved))
    _mark_contents(resolved)
    _mark_contents_pages(resolved)
    _demote_sentences(resolved)
    complete_numbering(resolved)
    _strip_glyph_names(resolved)
    _split_markers(resolved)
    return mark_notices(resolved, None)


_RULE = re.compile(r"^[\s\-_=*~.·—―─━＿－]{3,}$")


def _mark_rules(elements: Sequence[LayoutElement]) -> None:
    """Mark lines drawn with characters ("-----") as ornaments, whatever the parser calls them."""
    for element in elements:
        if element.kind in _BODY_TEXT and _RULE.match(element.text):
            element.reclassify(ElementKind.DECORATIVE)
            element.level = None


def _keep_one_title(elements: Sequence[LayoutElement]) -> None:
    """Make section headers of all titles but the first."""
    titles = [element for element in elements if element.kind is ElementKind.TITLE]
    for element in titles[1:]:
        element.reclassify(ElementKind.SECTION_HEADER)


def _mark_furniture(elements: Sequence[LayoutElement], pages: Sequence[LayoutPage], sizes: Mapping[str, float]) -> None:
    """Mark running headers, footers and page numbers that the parser has left among the text."""
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
        element.reclassify(ElementKind.PAGE_HEADER if side == HEADER else ElementKind.PAGE_FOOTER)
        element.level = None


_BODY_TEXT = frozenset({ElementKind.TEXT, ElementKind.SECTION_HEADER, ElementKind.LIST_ITEM, ElementKind.CAPTION})


def _mark_picture_text(elements: Sequence[LayoutElement], pages: Sequence[LayoutPage]) -> None:
    """Mark text whose box lies inside a picture as a part of it."""
    page_area = {page.number: page.width * page.height for page in pages}
    pictures: dict[int, list[LayoutElement]] = defaultdict(list)
    for element in elements:
        if element.kind is ElementKind.PICTURE and element.bbox is not None and element.page is not None:
            whole = page_area.get(element.page)
            if whole is None or area(element.bbox) < MAX_PICTURE_SHARE * whole:
                pictures[element.page].append(element)
    for element in elements:
        if element.kind not in _MAY_BE_IN_PICTURE or element.bbox is None or element.page is None:
            continue
        for picture in pictures.get(element.page, ()):
            if picture.bbox is not None and overlap_share(element.bbox, picture.bbox) >= INSIDE_PICTURE:
                element.container = picture.element_id
                element.reclassify(ElementKind.PICTURE_OCR_TEXT)
                break


_MAY_BE_IN_PICTURE = frozenset({ElementKind.TEXT, ElementKind.LIST_ITEM})


def _mark_contents(elements: Sequence[LayoutElement]) -> None:
    """Mark lines with leaders and a page number as contents lines where a page has several of them."""
    by_page: dict[int | None, list[LayoutElement]] = defaultdict(list)
    for element in elements:
        if element.kind in _BODY_TEXT and split_contents_line(element.text) is not None:
            by_page[element.page].append(element)
    for lines in by_page.values():
        if len(lines) < MIN_CONTENTS_LINES:
            continue
        for element in lines:
            entry = split_contents_line(element.text)
            if entry is not None:
                element.kind, element.level = ElementKind.TOC_ENTRY, None
                element.text = entry[0]
                if entry[1]:
                    element.page_label = entry[1]


def _mark_contents_pages(elements: Sequence[LayoutElement]) -> None:
    """Mark what follows a title "目次" or "Contents" on its page, where parsers have lost the leaders and page numbers.

    All of it are short lines without the end of a sentence, or the title only happens to be called so.
    """
    for start, title in enumerate(elements):
        if title.kind not in _BODY_TEXT or not is_contents_title(title.text):
            continue
        page = _rest_of_page(elements, start)
        entries = [e for e in page if e.kind in _BODY_TEXT and not _SENTENCE_END.search(e.text.strip())]
        known = [e for e in page if e.kind is ElementKind.TOC_ENTRY]
        if not known and (len(entries) < MIN_CONTENTS_LINES or len(entries) < 0.9 * len(page)):
            continue
        for element in [title, *(entries if not known else [])]:
            element.reclassify(ElementKind.TOC_ENTRY)
            element.level = None


def _rest_of_page(elements: Sequence[LayoutElement], start: int) -> list[LayoutElement]:
    """Return what follows an element on its page, without running lines; the next element where there are no pages."""
    number = elements[start].page
    rest = (elements[place] for place in range(start + 1, len(elements)))
    rest = (e for e in rest if not e.is_furniture or e.kind is ElementKind.TOC_ENTRY)
    if not number:
        return list(islice(rest, 1))
    return list(islice(takewhile(lambda element: element.page == number, rest), MAX_ON_PAGE))


MAX_ON_PAGE = 500
"""Elements of a page that are tried; contents pages have up to 100."""


_SENTENCE_END = re.compile(r"[。．.;；,、]$")

MAX_HEADING_SENTENCE = 40
"""Characters of a heading that may end like a sentence: "Do this first." is one, a paragraph is none."""

MAX_HEADING = 150
"""Characters of any heading; the longest of the sample manuals has 96."""


def _demote_sentences(elements: Sequence[LayoutElement]) -> None:
    """Make text of paragraphs and captions that a parser calls headings.

    They are whole sentences, longer than any heading, or read "Figure 3-1 Panel", which is no item either.
    """
    for element in elements:
        text = element.text.strip()
        listed = element.kind is ElementKind.LIST_ITEM and not element.marker
        if (listed or element.kind is ElementKind.SECTION_HEADER) and is_caption(text):
            element.reclassify(ElementKind.TEXT)
            element.level = None
            element.depth = None
        if element.kind is not ElementKind.SECTION_HEADER:
            continue
        ends = len(text) > MAX_HEADING_SENTENCE and _SENTENCE_END.search(text)
        if len(text) > MAX_HEADING or ends or "://" in text:
            element.reclassify(ElementKind.TEXT)
            element.level = None


MAX_NUMBERED_HEADING = 80
"""Characters of a numbered line that may be a heading; what is longer is a paragraph."""


def complete_numbering(elements: Sequence[LayoutElement]) -> None:
    """Make headings of texts and items that fill a gap in the numbers of the headings.

    Between the headings "1.1" and "2" a line "1.2 Purpose" is the heading that is missing, as is "1. Introduction"
    before "1.1".
    """
    labels = [_decimal_values(element) for element in elements]
    headings = [n for n, e in enumerate(elements) if e.kind is ElementKind.SECTION_HEADER and labels[n]]
    if len(headings) < (1 if any(_is_chapter(elements[n]) for n in headings) else 2):
        return
    previous: tuple[int, ...] = ()
    for number, element in enumerate(elements):
        values = labels[number]
        if not values:
            continue
        if element.kind is ElementKind.SECTION_HEADER:
            previous = previous if _is_stray(previous, labels[number : number + MAX_AHEAD]) else values
        elif element.kind in _MAY_BE_HEADING and follows(previous, values):
            following = next((labels[n] for n in headings if n > number), ())
            opens = following[: len(values)] == values
            fills = bool(previous) and bool(following) and follows(values, following)
            if len(values) > 1 or opens or fills:
                text = f"{element.marker} {element.text}" if element.marker else element.text
                element.reclassify(ElementKind.SECTION_HEADER)
                element.text = text
                element.marker, element.depth = None, None
                previous = values


MAX_AHEAD = 60
"""Elements among which the next number of the headings comes."""


def _is_stray(previous: tuple[int, ...], ahead: Sequence[tuple[int, ...]]) -> bool:
    """Return whether a heading's number, the first of those ahead, is outside of the sequence, which continues after it."""
    if not previous or follows(previous, ahead[0]):
        return False
    return any(values and len(values) > 1 and follows(previous, values) for values in ahead[1:])


_MAY_BE_HEADING = frozenset({ElementKind.TEXT, ElementKind.LIST_ITEM})


def _decimal_values(element: LayoutElement) -> tuple[int, ...]:
    """Return the decimal number that a short line without the end of a sentence begins with; empty where there is none."""
    text = f"{element.marker} {element.text}" if element.marker else element.text
    if len(text) > MAX_NUMBERED_HEADING or re.search(r"[。．.、,;；:：]$", text):
        return ()
    label = split_label(text)
    if label is not None and label.style == CHAPTER and label.rank == CHAPTER_RANK and label.rest:
        # "4.1" continues with "第4章" as it does with "4."
        return label.values[:1]
    return label.values if label is not None and label.style == DECIMAL and label.rest else ()


CHAPTER_RANK = 2
"""Rank of the labels that count chapters, not parts or sections."""


def _is_chapter(element: LayoutElement) -> bool:
    label = split_label(element.text)
    return label is not None and label.style == CHAPTER


_GLYPH_NAME = re.compile(r"^(?:[^\w\s(\[{「『【（]|[b-z]|[\x80-\x9f]+|[A-Z]{1,4}\d{3,})$")
"""A bullet that a parser could not map: one odd character, or the name of the glyph in its font."""


def _strip_glyph_names(elements: Sequence[LayoutElement]) -> None:
    """Take bullets that a parser has left in the text off: letters and glyph names of symbol fonts, dashes without a space.

    The former are recognised before every item of a run of at least two: "r First", "r Second"; "SM590000 First" …
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
    """Return words that are a bullet, since every item of some list begins with them."""
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
    item.rewrite(item.text[len(bullet) :].lstrip())
    item.marker = marker


def _first_word(element: LayoutElement) -> str:
    return element.text.split(maxsplit=1)[0] if " " in element.text.strip() else ""


def _split_chain(item: LayoutElement) -> None:
    """Take a number of several levels that ends with a full stop ("7.2. Open …") off an item."""
    label = split_label(item.text)
    if label is not None and label.style == DECIMAL and len(label.values) > 1 and label.rest:
        item.rewrite(label.rest)
        item.marker = label.printed


def _split_markers(elements: Sequence[LayoutElement]) -> None:
    """Make list items of paragraphs that begin with a marker, and take markers off the texts of items."""
    styles: list[str] = []
    for element in elements:
        if element.kind in (ElementKind.SECTION_HEADER, ElementKind.TITLE):
            styles = []
        if element.kind not in (ElementKind.TEXT, ElementKind.LIST_ITEM):
            continue
        found = split_marker(element.text)
        is_item = element.kind is ElementKind.LIST_ITEM
        if found is None and element.kind is ElementKind.LIST_ITEM and not element.marker:
            _split_chain(element)
        if found is not None and found.rest and (not element.marker or (is_item and found.marker == element.marker)):
            element.rewrite(found.rest)
            element.marker = found.marker
            if not is_item:
                element.reclassify(ElementKind.LIST_ITEM)
        if element.kind is ElementKind.LIST_ITEM and element.depth is None:
            style = "none" if found is None else f"{BULLET} {found.marker}" if found.style == BULLET else found.style
            if style in styles:
                del styles[styles.index(style) + 1 :]
            else:
                styles.append(style)
            element.depth = len(styles)
