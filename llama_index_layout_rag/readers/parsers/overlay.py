"""A parser's layout laid over the PDF that it was made from.

The reading of the PDF is the document: its texts, numbers, list markers and heading levels. The parser adds what a look
at the page gives: tables, pictures and their captions, kinds of texts that the PDF shows as plain text, confidence, and the
reading order of columns. Pages whose text layer is empty (scans among other pages) are the parser's.
"""

from __future__ import annotations

import logging
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from llama_index_layout_rag.layout.boxes import (
    Box,
    area,
    center,
    contains_point,
    horizontal_overlap,
    intersection,
    overlap_share,
)
from llama_index_layout_rag.layout.captions import attach_captions
from llama_index_layout_rag.layout.document import LayoutDocument
from llama_index_layout_rag.layout.elements import HEADING_KINDS, ElementKind, ImageInfo, LayoutElement
from llama_index_layout_rag.layout.normalize import fold_text
from llama_index_layout_rag.layout.notices import signal_word
from llama_index_layout_rag.layout.sections import assign_section_paths
from llama_index_layout_rag.readers.parsers.levels import complete_levels

logger = logging.getLogger(__name__)

MIN_COMMON_TEXT = 0.3
"""Share of the parser's texts that the PDF has on the same page: with less it is another file, or a scan."""

MAX_HEADING_LENGTH = 60
"""Characters of a line that is a heading by the parser's word alone."""

SAME_PICTURE, PART_OF_PICTURE, WHOLE_PAGE = 0.5, 0.8, 0.8
"""Intersection over union of one picture in both readings; share of a box that lies in a picture; share of the page."""

MIN_CELL_TEXT, MAX_LOOSE_TEXT, LISTED = 0.8, 0.3, 0.75
"""Share of the text in a table's box that its cells hold; that lies outside the PDF's tables; of list items in a list."""

EMPTY_AREA = 0.2
"""Share of a box that one text of the PDF covers at most where the PDF has no text."""

PLAIN_SIZE = 1.05
"""Type size relative to the body up to which a line does not stand out."""

_JUDGED = frozenset({ElementKind.TEXT, ElementKind.LIST_ITEM, ElementKind.SECTION_HEADER, ElementKind.TITLE})
_BODY = frozenset({ElementKind.TEXT, ElementKind.LIST_ITEM})
_ADOPTED = frozenset(
    {
        ElementKind.LIST_ITEM,
        ElementKind.CAPTION,
        ElementKind.FOOTNOTE,
        ElementKind.FORM,
        ElementKind.CODE,
        ElementKind.REFERENCE,
        ElementKind.TOC_ENTRY,
        ElementKind.PAGE_HEADER,
        ElementKind.PAGE_FOOTER,
    }
)
"""Kinds that a plain text of the PDF takes over from the parser."""

_SUPPLIED = _JUDGED | {ElementKind.CODE, ElementKind.CAPTION, ElementKind.FOOTNOTE, ElementKind.FORM}
"""Kinds of texts that the parser supplies where the PDF has no text (it has read a bitmap)."""

_MARGINS = frozenset({ElementKind.PAGE_HEADER, ElementKind.PAGE_FOOTER})

_NO_LETTERS = re.compile(r"[\W_]+")
_SENTENCE_END = re.compile(r"。|[．.;；,、]$")


def merge_with_pdf(parsed: LayoutDocument, pdf: LayoutDocument) -> LayoutDocument:
    """Return the PDF's layout with what a parser adds to it.

    Args:
        parsed: The parser's layout. It decides which pages the document has: from its first to its last.
        pdf: The reading of the PDF that the parser was given.

    Returns:
        A new layout; `parsed` itself where the PDF holds other text.
    """
    pages = _pages_of(pdf)
    judged = [e for e in parsed.elements if e.kind in _JUDGED and e.page in pages and key_of(e)]
    known = sum(1 for element in judged if key_of(element) in pages[element.page or 0].text)
    if not judged or known < MIN_COMMON_TEXT * len(judged):
        logger.info("The PDF beside the JSON holds other text; the JSON is read alone.")
        return parsed
    numbers = [element.page for element in parsed.elements if element.page is not None]
    by_page: dict[int, list[LayoutElement]] = defaultdict(list)
    for element in parsed.elements:
        by_page[element.page or 0].append(element)
    merger = _Merger(_body_size(pdf.elements), _cover_page(pdf), any(e.kind is ElementKind.TITLE for e in pdf.elements))
    elements: list[LayoutElement] = []
    for number in range(min(numbers), max(numbers) + 1):
        elements += merger.merge(pages.get(number, _PdfPage(0.0)), by_page[number])
    elements = merger.linked(elements)
    complete_levels(elements)
    elements = assign_section_paths(attach_captions(elements))
    for position, element in enumerate(elements):
        element.seq_no = position
    heading = next((element.text for element in elements if element.kind is ElementKind.TITLE), None)
    warnings = [*parsed.warnings, *([] if merger.supplied_pages else pdf.warnings)]
    return parsed.model_copy(
        update={"elements": elements, "title": heading or parsed.title or pdf.title, "warnings": warnings}
    )


def key_of(element: LayoutElement) -> str:
    """Return the letters and digits of an element's marker, text and cells, folded, in lower case."""
    cells = "".join(cell.text for cell in element.table.cells) if element.table is not None else ""
    return _key(f"{element.marker or ''}{element.text}{cells}")


def _key(text: str) -> str:
    return _NO_LETTERS.sub("", fold_text(text)).lower()


@dataclass
class _PdfPage:
    """The PDF's elements that begin on a page, and everything that has a box on it."""

    area: float
    elements: list[LayoutElement] = field(default_factory=list)
    placed: list[tuple[Box, LayoutElement]] = field(default_factory=list)
    text: str = ""

    def inside(self, box: Box | None) -> list[LayoutElement]:
        """Return the elements whose centre lies in a box."""
        return [e for own, e in self.placed if box is not None and contains_point(box, *center(own))]

    def has_text_in(self, box: Box) -> bool:
        """Return whether a text of the PDF lies in a box or covers a part of it."""
        own = [(other, e) for other, e in self.placed if e.kind is not ElementKind.PICTURE]
        return any(contains_point(box, *center(other)) or overlap_share(box, other) > EMPTY_AREA for other, _ in own)


def _pages_of(pdf: LayoutDocument) -> dict[int, _PdfPage]:
    pages = {page.number: _PdfPage(page.width * page.height) for page in pdf.pages}
    for element in (element.model_copy(deep=True) for element in pdf.elements):
        if element.page is not None:
            pages.setdefault(element.page, _PdfPage(0.0)).elements.append(element)
        for region in element.all_regions():
            pages.setdefault(region.page, _PdfPage(0.0)).placed.append((region.bbox, element))
    for page in pages.values():
        page.text = "\n".join(key_of(element) for element in page.elements)
    return pages


class _Merger:
    """Merges page by page; `ids` are those of the parser's elements in the merged layout."""

    def __init__(self, body_size: float, cover: int | None, titled: bool) -> None:
        self.body_size, self.cover, self.titled = body_size, cover, titled
        self.ids: dict[str, str] = {}
        self.captions: dict[str, str] = {}
        self.supplied_pages: list[int] = []

    def merge(self, page: _PdfPage, parsed: Sequence[LayoutElement]) -> list[LayoutElement]:
        """Return the elements of one page in reading order."""
        if not any(key_of(element) for element in page.elements if element.kind not in _MARGINS) and parsed:
            return [self._supply(element, page=True) for element in parsed]
        merged = list(page.elements)
        matches = _matches(page, parsed)
        for index, element in enumerate(parsed):
            match = matches.exact.get(index)
            if match is not None:
                self._adopt(match, element)
                self.ids[element.element_id] = match.element_id
        for index, element in enumerate(parsed):
            if element.kind is ElementKind.TABLE and element.table is not None:
                self._table(merged, page, element, index, matches)
            elif element.kind is ElementKind.PICTURE:
                self._picture(merged, page, element, index, matches)
        for index, element in enumerate(parsed):
            if element.element_id not in self.ids and self._is_missing(page, element):
                _insert(merged, self._supply(element), index, matches)
        fields = [self._supply(element) for element in parsed if element.duplicates_text]
        return [*_in_reading_order(merged, matches), *fields]

    def linked(self, elements: Sequence[LayoutElement]) -> list[LayoutElement]:
        """Return the elements with captions and containers that refer to merged ones."""
        present = {element.element_id for element in elements}
        for element in elements:
            owner = self.ids.get(self.captions.get(element.element_id, ""))
            element.caption_of = owner or element.caption_of
            if element.caption_of not in present:
                element.caption_of = None
            if element.container is not None and element.container not in present:
                element.container = None
        return list(elements)

    def _supply(self, element: LayoutElement, page: bool = False) -> LayoutElement:
        """Return a copy of an element that only the parser has."""
        copy = element.model_copy(update={"element_id": f"parser-{element.element_id}"}, deep=True)
        self.ids[element.element_id] = copy.element_id
        if element.caption_of is not None:
            self.captions[copy.element_id] = element.caption_of
        copy.container = self.ids.get(element.container or "")
        if page and element.page is not None:
            self.supplied_pages.append(element.page)
        return copy

    def _adopt(self, own: LayoutElement, parsed: LayoutElement) -> None:
        """Give an element of the PDF the parser's label, confidence and, where the PDF has plain text, kind."""
        _take_metadata(own, parsed)
        if parsed.caption_of is not None and own.kind in (ElementKind.TEXT, ElementKind.CAPTION):
            self.captions[own.element_id] = parsed.caption_of
        if parsed.kind is ElementKind.TITLE and not self.titled and not parsed.was_reclassified:
            own.reclassify(ElementKind.TITLE)
            own.level, self.titled = None, True
        elif parsed.kind in HEADING_KINDS and own.kind is ElementKind.TEXT and self._is_heading(own, parsed):
            own.reclassify(ElementKind.SECTION_HEADER)
        elif own.kind is ElementKind.TEXT and parsed.kind in _ADOPTED:
            own.reclassify(parsed.kind)
            own.depth = own.depth or parsed.depth
            own.marker = own.marker or parsed.marker
            if parsed.kind is ElementKind.CODE:
                own.text, own.code_language = parsed.text, parsed.code_language

    def _is_heading(self, own: LayoutElement, parsed: LayoutElement) -> bool:
        text = own.text.strip()
        if signal_word(text) is not None or _SENTENCE_END.search(text) or "://" in text:
            return False
        if len(text) > MAX_HEADING_LENGTH or own.page == self.cover:
            return False
        size = own.style.size or 0.0 if own.style is not None else 0.0
        plain = size <= PLAIN_SIZE * self.body_size and not (own.style is not None and own.style.bold)
        return not (plain and parsed.provenance is not None and parsed.provenance.rule_based)

    def _table(
        self, merged: list[LayoutElement], page: _PdfPage, parsed: LayoutElement, index: int, matches: _Matches
    ) -> None:
        """Take a parser's table in where the PDF's reading has none, or a worse one."""
        cells = key_of(parsed)
        inside = page.inside(parsed.bbox) if parsed.bbox is not None else [e for e in page.elements if _in(e, cells)]
        inside = [e for e in inside if e.kind is not ElementKind.PICTURE and not e.is_furniture]
        tables = [element for element in inside if element.kind is ElementKind.TABLE]
        loose = [element for element in inside if element.kind is not ElementKind.TABLE]
        if tables and not _is_worse(tables, loose, parsed):
            _take_metadata(tables[0], parsed)
            self.ids[parsed.element_id] = tables[0].element_id
            return
        text = "".join(map(key_of, inside))
        if _reads_as_text(loose) or _shared(text, cells) < MIN_CELL_TEXT * len(text):
            return
        table = self._supply(parsed)
        positions = [position for position, element in enumerate(merged) if element in inside]
        gone = {element.element_id for element in inside}
        if positions:
            merged.insert(positions[0], table)
        else:
            _insert(merged, table, index, matches)
        merged[:] = [element for element in merged if element.element_id not in gone]
        matches.replace(gone, table, index)

    def _picture(
        self, merged: list[LayoutElement], page: _PdfPage, parsed: LayoutElement, index: int, matches: _Matches
    ) -> None:
        """Describe the picture of the PDF in the same place, or add the parser's."""
        pictures = [(box, element) for box, element in page.placed if element.kind is ElementKind.PICTURE]
        box = parsed.bbox
        if box is None:
            if not pictures:
                _insert(merged, self._supply(parsed), index, matches)
            return
        same = max(pictures, key=lambda pair: _intersection_over_union(pair[0], box), default=None)
        if same is not None and (
            _intersection_over_union(same[0], box) >= SAME_PICTURE or overlap_share(box, same[0]) >= PART_OF_PICTURE
        ):
            _take_metadata(same[1], parsed)
            if parsed.src and same[1].image is not None and not same[1].image.src:
                same[1].image = same[1].image.model_copy(update={"src": parsed.src})
            elif parsed.src and same[1].image is None:
                same[1].image = ImageInfo(src=parsed.src)
            self.ids[parsed.element_id] = same[1].element_id
            return
        inside = page.inside(box)
        if _reads_as_text(inside) or _is_part_of_table(box, page) or area(box) >= WHOLE_PAGE * page.area > 0:
            return
        picture = self._supply(parsed)
        _insert(merged, picture, index, matches)
        for element in inside:
            if element.kind is ElementKind.PICTURE:
                element.reclassify(ElementKind.DECORATIVE)
                element.reason = "part of a larger picture"
            elif element.kind in _BODY and not _SENTENCE_END.search(element.text.strip()):
                element.reclassify(ElementKind.PICTURE_OCR_TEXT)
                element.container = picture.element_id

    def _is_missing(self, page: _PdfPage, parsed: LayoutElement) -> bool:
        """Whether the PDF has no text where the parser has read one."""
        text = page.text.replace("\n", "")
        words = [word for part in parsed.text.split() if (word := _key(part))]
        if not words or key_of(parsed) in text or all(word in text for word in words):
            return False
        if parsed.kind is ElementKind.PICTURE_OCR_TEXT:
            return (parsed.container or "") in self.ids
        return (
            parsed.kind in _SUPPLIED
            and not parsed.duplicates_text
            and parsed.bbox is not None
            and not page.has_text_in(parsed.bbox)
        )


def _take_metadata(own: LayoutElement, parsed: LayoutElement) -> None:
    own.metadata = {**parsed.metadata, **own.metadata}
    if parsed.provenance is not None and parsed.provenance.confidence is not None:
        own.origin().confidence = parsed.provenance.confidence


def _is_worse(tables: Sequence[LayoutElement], loose: Sequence[LayoutElement], parsed: LayoutElement) -> bool:
    """Whether the PDF's tables leave out much of the text in a table, or have no columns where it has."""
    assert parsed.table is not None
    outside = sum(len(key_of(element)) for element in loose)
    whole = outside + sum(len(key_of(element)) for element in tables)
    if outside > MAX_LOOSE_TEXT * whole and not _reads_as_text(loose):
        return True
    single = all(table.table is not None and table.table.column_count < 2 for table in tables)
    return single and parsed.table.column_count > 1 and parsed.table.row_count > 1


def _reads_as_text(inside: Sequence[LayoutElement]) -> bool:
    """Whether the elements in a box are sections, or items of a list."""
    items = sum(1 for element in inside if element.kind is ElementKind.LIST_ITEM)
    if any(element.kind is ElementKind.SECTION_HEADER for element in inside):
        return True
    return items >= 2 and items >= LISTED * len(inside)


def _is_part_of_table(box: Box, page: _PdfPage) -> bool:
    """Return whether a box holds several cells of a table of the PDF."""
    cells = [cell for e in page.elements if e.table is not None for cell in e.table.cells if cell.text and cell.bbox]
    return sum(1 for cell in cells if cell.bbox is not None and contains_point(box, *center(cell.bbox))) > 1


def _in(element: LayoutElement, cells: str) -> bool:
    key = key_of(element)
    return bool(key) and key in cells


def _shared(first: str, second: str) -> int:
    """Return how many characters two texts share, whatever their order."""
    return sum((Counter(first) & Counter(second)).values())


def _intersection_over_union(first: Box, second: Box) -> float:
    shared = intersection(first, second)
    both = area(shared) if shared is not None else 0.0
    return both / max(area(first) + area(second) - both, 1e-9)


# Places of the parser's elements in the PDF's reading order


@dataclass
class _Matches:
    """Which elements of the PDF the parser's are.

    Attributes:
        exact: By index of the parser's element, the element of the PDF with the same text.
        places: By `element_id` of the PDF's element, the index of the parser's element that holds its text.
    """

    exact: dict[int, LayoutElement] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)

    def replace(self, gone: Iterable[str], element: LayoutElement, index: int) -> None:
        """Put a parser's element in the place of others."""
        for element_id in gone:
            self.places.pop(element_id, None)
        self.places[element.element_id] = index


MIN_KEY = 4
"""Letters and digits of a text from which its being part of a longer one means something."""


def _matches(page: _PdfPage, parsed: Sequence[LayoutElement]) -> _Matches:
    found = _Matches()
    by_key: dict[str, list[int]] = defaultdict(list)
    texts = [n for n, e in enumerate(parsed) if e.kind not in _WITHOUT_PLACE and not e.duplicates_text]
    keys = {index: key for index in texts if (key := key_of(parsed[index]))}
    for index, key in keys.items():
        by_key[key].append(index)
    for element in page.elements:
        key = key_of(element)
        if not key or element.kind in _WITHOUT_PLACE:
            continue
        free = [index for index in by_key.get(key, ()) if index not in found.exact]
        if free:
            index = min(free, key=lambda n: _distance(parsed[n].bbox, element.bbox))
            found.exact[index] = element
            found.places[element.element_id] = index
            continue
        holders = [index for index, other in keys.items() if _hold_each_other(key, element, other, parsed[index])]
        if holders:
            place = min(holders, key=lambda n: _distance(parsed[n].bbox, element.bbox))
            found.places[element.element_id] = place
    return found


_WITHOUT_PLACE = frozenset({ElementKind.TABLE, ElementKind.PICTURE, ElementKind.PICTURE_OCR_TEXT})
"""Kinds whose texts may occur in other elements of the page too."""


def _hold_each_other(key: str, element: LayoutElement, other: str, parsed: LayoutElement) -> bool:
    """Return whether one text is a part of the other, in the same place."""
    if min(len(key), len(other)) < MIN_KEY or (key not in other and other not in key):
        return False
    return element.bbox is None or parsed.bbox is None or intersection(element.bbox, parsed.bbox) is not None


def _distance(first: Box | None, second: Box | None) -> float:
    """Return points between the centres of two boxes, 0 where one is not known."""
    if first is None or second is None:
        return 0.0
    (x0, y0), (x1, y1) = center(first), center(second)
    return abs(x0 - x1) + abs(y0 - y1)


def _insert(merged: list[LayoutElement], element: LayoutElement, index: int, matches: _Matches) -> None:
    """Insert a parser's element after the one that precedes it in the parser's order."""
    before = [(matches.places[e.element_id], n) for n, e in enumerate(merged) if e.element_id in matches.places]
    above = [pair for pair in before if pair[0] <= index]
    merged.insert(max(above)[1] + 1 if above else min((n for _, n in before), default=len(merged)), element)
    matches.places[element.element_id] = index


MIN_COLUMN_JUMPS, FEWER_JUMPS, MIN_PLACED = 3, 0.5, 0.8
"""Jumps between columns that make an order doubtful; share of them that a better order has at most; share of the texts
whose place in the parser's order must be known."""


def _in_reading_order(elements: list[LayoutElement], matches: _Matches) -> list[LayoutElement]:
    """Return the elements in the parser's order where that jumps between the columns of the page much less often."""
    texts = [element for element in elements if element.kind in _JUDGED]
    jumps = _column_jumps(texts)
    known = sum(1 for element in texts if element.element_id in matches.places)
    if jumps < MIN_COLUMN_JUMPS or known < MIN_PLACED * len(texts):
        return elements
    place, last = {}, -1
    for element in elements:
        last = matches.places.get(element.element_id, last)
        place[element.element_id] = last
    ordered = sorted(elements, key=lambda element: place[element.element_id])
    better = _column_jumps([element for element in ordered if element.kind in _JUDGED]) <= FEWER_JUMPS * jumps
    return ordered if better else elements


def _column_jumps(elements: Sequence[LayoutElement]) -> int:
    """Return how often an element follows one that lies beside it."""
    boxes = [element.bbox for element in elements if element.bbox is not None]
    return sum(1 for a, b in pairwise(boxes) if horizontal_overlap(a, b) <= 0)


def _body_size(elements: Sequence[LayoutElement]) -> float:
    """Return the type size in points that most characters have."""
    counts: Counter[float] = Counter()
    for element in elements:
        if element.kind in _BODY and element.style is not None:
            counts[element.style.size or 0.0] += len(element.text)
    return max(counts, key=lambda size: counts[size], default=0.0)


def _cover_page(pdf: LayoutDocument) -> int | None:
    """Return the page of the title where no section, list or table begins on it and pages follow."""
    page = next((element.page for element in pdf.elements if element.kind is ElementKind.TITLE), None)
    last = max((element.page or 0 for element in pdf.elements), default=0)
    own = {element.kind for element in pdf.elements if element.page == page}
    busy = own & {ElementKind.SECTION_HEADER, ElementKind.LIST_ITEM, ElementKind.TABLE}
    return page if page is not None and page < last and not busy else None
