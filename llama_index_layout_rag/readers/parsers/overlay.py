"""What the PDF beside a parser's JSON prints, for what the JSON does not say.

Parsers flatten levels, lose numbers and bullets, take paragraphs for headings and pages for tables, and join items. Where the
source PDF is at hand its own reading (tags, bookmarks, numbers, type) settles that, so that a manual gives the same sections
and steps whichever parser read it. What the parser says otherwise is kept: its order, tables, pictures, boxes and labels.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from llama_index_layout_rag.layout.captions import attach_captions
from llama_index_layout_rag.layout.document import LayoutDocument
from llama_index_layout_rag.layout.elements import FURNITURE_KINDS, HEADING_KINDS, ElementKind, LayoutElement
from llama_index_layout_rag.layout.sections import assign_section_paths
from llama_index_layout_rag.readers.parsers.levels import levels_beside
from llama_index_layout_rag.readers.parsers.repair import (
    LEAST_OF_HEADING,
    merge_cut,
    split_inside,
    split_joined,
    whole_text,
    with_lost_headings,
    without_false_tables,
    without_fragments,
)
from llama_index_layout_rag.readers.parsers.text_layer_match import (
    JUDGED,
    PrintedPage,
    elements_by_page,
    is_judged,
    key_of,
)

logger = logging.getLogger(__name__)

LEAST_IN_COMMON = 0.3
"""Share of the parser's texts that the PDF must print on the same page: with less it is another file, or a scan."""

LONGEST_HEADING = 60
"""Characters of a line that is a heading for a parser and for the PDF only a text."""

_SENTENCE = re.compile(r"[。．]|[.:：;；,、]$")

_BODY = frozenset({ElementKind.TEXT, ElementKind.LIST_ITEM, ElementKind.CAPTION, ElementKind.FOOTNOTE})
_TAKEN = FURNITURE_KINDS | {ElementKind.CAPTION, ElementKind.PICTURE_OCR_TEXT, ElementKind.FOOTNOTE}
"""Kinds of the PDF's reading that a parser's text or heading takes over."""


def settle_by_print(layout: LayoutDocument, printed: LayoutDocument) -> LayoutDocument:
    """A parser's layout with kinds, numbers and levels settled by the reading of its PDF.

    Args:
        layout: As the format's module gives it.
        printed: The PDF's own reading.

    Returns:
        A new layout; the given one where the PDF prints something else (its texts are not found).
    """
    pages = {number: PrintedPage(elements) for number, elements in elements_by_page(printed.elements).items()}
    elements = [element.model_copy(deep=True) for element in layout.elements]
    judged = [element for element in elements if is_judged(element, pages)]
    known = sum(1 for element in judged if pages[element.page or 0].holds(key_of(element)))
    if not judged or known < LEAST_IN_COMMON * len(judged):
        logger.info("The PDF beside the JSON prints other text; the JSON is read alone.")
        return layout
    elements = without_false_tables(elements, pages)
    elements = list(split_inside(split_joined(elements, pages), pages))
    elements = list(merge_cut(elements, pages))
    levels = _judge(elements, pages, body_type(printed.elements), cover_of(printed))
    elements = without_fragments(with_lost_headings(elements, pages, levels))
    _one_title(elements, printed)
    levels_beside(elements, levels)
    elements = assign_section_paths(attach_captions(elements))
    for number, element in enumerate(elements):
        element.seq_no = number
    heading = next((element.text for element in elements if element.kind is ElementKind.TITLE), None)
    return layout.model_copy(update={"elements": elements, "title": heading or layout.title})


def _judge(
    elements: Sequence[LayoutElement], pages: Mapping[int, PrintedPage], body: float, cover: int | None
) -> dict[str, int]:
    """Settles the kind of every text; gives the printed level of the headings that the PDF's reading knows."""
    levels: dict[str, int] = {}
    for element in elements:
        page = pages.get(element.page or 0)
        if page is None or element.kind not in JUDGED | {ElementKind.PAGE_HEADER} or not key_of(element):
            continue
        found = page.exact(key_of(element), element.bbox)
        if element.kind is ElementKind.PAGE_HEADER:
            # Parsers take a heading that opens a page for a running line, although it stands there once.
            found = found if found is not None and found.kind is ElementKind.SECTION_HEADER else None
        if found is not None:
            _take(element, found)
            if element.kind is ElementKind.SECTION_HEADER and found.kind is ElementKind.TEXT:
                plain = _is_rule_based(element) and _is_plain(found, body)
                if plain or element.page == cover:
                    _become(element, ElementKind.TEXT, found)
        elif element.kind in HEADING_KINDS:
            found = _judge_lost_heading(element, page)
            if element.page == cover and found is None and element.kind is ElementKind.SECTION_HEADER:
                _become(element, ElementKind.TEXT, element)
        elif _is_rule_based(element) and element.kind is ElementKind.LIST_ITEM and not element.marker:
            around = page.around(key_of(element))
            if around is not None and around.kind is ElementKind.TEXT:
                _become(element, ElementKind.TEXT, around)
        if found is not None and element.kind is ElementKind.SECTION_HEADER and found.kind in HEADING_KINDS:
            levels[element.element_id] = found.level or 1
    return levels


def _take(element: LayoutElement, found: LayoutElement) -> None:
    """An element takes over what the printed one of the same text is, except that a parser's heading stays one where
    the PDF only sees a short line."""
    if found.kind in HEADING_KINDS:
        titled = element.kind is ElementKind.TITLE and not element.was_reclassified
        _become(element, ElementKind.TITLE if titled else found.kind, found)
        element.text, element.marker, element.depth = whole_text(element), None, None
    elif element.kind is ElementKind.SECTION_HEADER and found.kind is ElementKind.TEXT and _reads_on(found.text):
        _become(element, ElementKind.TEXT, found)
    elif found.kind in _TAKEN or (found.kind is ElementKind.LIST_ITEM and element.kind is not ElementKind.TITLE):
        kind = found.kind
        if kind is ElementKind.LIST_ITEM:
            if not element.marker or element.kind is not ElementKind.LIST_ITEM:
                element.marker, element.text = found.marker, found.text
            element.depth = found.depth
        _become(element, kind, found)


PLAIN = 1.05
"""Type size relative to the body of what does not stand out from it."""


def body_type(printed: Sequence[LayoutElement]) -> float:
    """The type size in points that most characters have."""
    counts: Counter[float] = Counter()
    for element in printed:
        if element.kind in _BODY:
            counts[_type_size(element)] += len(element.text)
    return max(counts, key=lambda size: counts[size], default=0.0)


def _is_plain(printed: LayoutElement, body: float) -> bool:
    """Whether a printed text is neither larger than the body nor bold."""
    return _type_size(printed) <= PLAIN * body and not (printed.style is not None and printed.style.bold)


def _type_size(element: LayoutElement) -> float:
    return element.style.size or 0.0 if element.style is not None else 0.0


def _is_rule_based(element: LayoutElement) -> bool:
    return element.provenance is not None and element.provenance.rule_based


def cover_of(printed: LayoutDocument) -> int | None:
    """The page of the title where no section or list begins on it and others follow: nothing there is a heading."""
    page = next((element.page for element in printed.elements if element.kind is ElementKind.TITLE), None)
    last = max((element.page or 0 for element in printed.elements), default=0)
    own = [element.kind for element in printed.elements if element.page == page]
    busy = {ElementKind.SECTION_HEADER, ElementKind.LIST_ITEM, ElementKind.TABLE} & set(own)
    return page if page is not None and page < last and not busy else None


def _reads_on(text: str) -> bool:
    """Whether a text is a sentence or a paragraph, which no heading is where the PDF does not set it off either."""
    return len(text) > LONGEST_HEADING or _SENTENCE.search(text.strip()) is not None or "://" in text


def _judge_lost_heading(element: LayoutElement, page: PrintedPage) -> LayoutElement | None:
    """A parser's heading that the PDF does not print as a line of its own."""
    key = key_of(element)
    if key in page.unnumbered:
        element.rewrite(page.unnumbered[key].text)
        return page.unnumbered[key]
    if page.run(key):
        _become(element, ElementKind.TEXT, element)
        return None
    around = page.around(key)
    if around is not None and around.kind in HEADING_KINDS and len(key) >= LEAST_OF_HEADING * len(key_of(around)):
        element.rewrite(around.text)
        return around
    if (around is not None and around.kind in _BODY | FURNITURE_KINDS) or page.in_table(key):
        _become(element, ElementKind.TEXT, element)
    elif page.in_picture(key):
        _become(element, ElementKind.PICTURE_OCR_TEXT, element)
    return None


def _become(element: LayoutElement, kind: ElementKind, found: LayoutElement) -> None:
    element.reclassify(kind)
    if kind not in HEADING_KINDS:
        element.level = None
    if kind is ElementKind.TOC_ENTRY and found.page_label:
        element.page_label = found.page_label


def _one_title(elements: Sequence[LayoutElement], printed: LayoutDocument) -> None:
    """A title that only the rules for JSON have found gives way to the one that is printed, or to none."""
    titles = [element for element in elements if element.kind is ElementKind.TITLE]
    wanted = {key_of(element) for element in printed.elements if element.kind is ElementKind.TITLE}
    keep = next((title for title in titles if key_of(title) in wanted), None)
    guessed = [title for title in titles if title.was_reclassified]
    for title in titles:
        if (keep is not None and title is not keep) or (keep is None and wanted and title in guessed):
            title.kind = ElementKind.SECTION_HEADER
            title.origin().inferred_level = True
