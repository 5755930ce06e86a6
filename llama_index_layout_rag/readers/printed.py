"""What the PDF beside a parser's JSON prints, for what the JSON does not say.

Parsers flatten levels, lose numbers and bullets, take paragraphs for headings and join items. Where the source PDF is at hand its
own reading (tags, bookmarks, numbers, type) settles that, so that a manual gives the same sections and steps whichever parser
read it. What the parser says otherwise is kept: its order, tables, pictures, boxes, labels, and levels that it tells apart.
"""

from __future__ import annotations

import logging
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from llama_index_layout_rag.layout.boxes import union
from llama_index_layout_rag.layout.captions import attach_captions
from llama_index_layout_rag.layout.document import LayoutDocument
from llama_index_layout_rag.layout.elements import FURNITURE_KINDS, HEADING_KINDS, ElementKind, LayoutElement
from llama_index_layout_rag.layout.normalize import fold_text
from llama_index_layout_rag.layout.numbering import Label, split_label
from llama_index_layout_rag.layout.sections import assign_section_paths
from llama_index_layout_rag.readers.levels import LEVEL_BY, levels_beside

logger = logging.getLogger(__name__)

LEAST_IN_COMMON = 0.3
"""Share of the parser's texts that the PDF must print on the same page: with less it is another file, or a scan."""

SHORTEST_KEY = 4
"""Letters and digits of a text from which on its being part of a longer one means something."""

LEAST_OF_HEADING = 0.5
"""Share of a printed heading that a parser's must hold to be it: the rest is its number or its wrapped second line."""

LONGEST_HEADING = 60
"""Characters of a line that is a heading for a parser and for the PDF only a text."""

_SENTENCE = re.compile(r"[。．]|[.:：;；,、]$")

MOST_LINES = 6
"""Lines of a heading or item that a parser may have taken apart."""

LONGEST_RUN = 60
"""Printed elements that one element of a parser may have joined (a page of contents lines)."""

_JUDGED = frozenset({ElementKind.TEXT, ElementKind.LIST_ITEM, ElementKind.SECTION_HEADER, ElementKind.TITLE})
_BODY = frozenset({ElementKind.TEXT, ElementKind.LIST_ITEM, ElementKind.CAPTION, ElementKind.FOOTNOTE})
_TAKEN = FURNITURE_KINDS | {ElementKind.CAPTION, ElementKind.PICTURE_OCR_TEXT, ElementKind.FOOTNOTE}
"""Kinds of the PDF's reading that a parser's text or heading takes over."""

_NO_LETTERS = re.compile(r"[\W_]+")


def settle_by_print(layout: LayoutDocument, printed: LayoutDocument) -> LayoutDocument:
    """A parser's layout with kinds, numbers and levels settled by the reading of its PDF.

    Args:
        layout: As the format's module gives it.
        printed: The PDF's own reading.

    Returns:
        A new layout; the given one where the PDF prints something else (its texts are not found).
    """
    pages = {number: _Page(elements) for number, elements in _by_page(printed.elements).items()}
    elements = [element.model_copy(deep=True) for element in layout.elements]
    judged = [element for element in elements if _is_judged(element, pages)]
    known = sum(1 for element in judged if pages[element.page or 0].holds(_key(element)))
    if not judged or known < LEAST_IN_COMMON * len(judged):
        logger.info("The PDF beside the JSON prints other text; the JSON is read alone.")
        return layout
    elements = list(_merged(_split(elements, pages), pages))
    levels = _judge(elements, pages)
    _one_title(elements, printed)
    levels_beside(elements, levels)
    elements = assign_section_paths(attach_captions(elements))
    for number, element in enumerate(elements):
        element.seq_no = number
    heading = next((element.text for element in elements if element.kind is ElementKind.TITLE), None)
    return layout.model_copy(update={"elements": elements, "title": heading or layout.title})


class _Page:
    """The printed texts of one page by key, in order."""

    def __init__(self, elements: Sequence[LayoutElement]) -> None:
        self.elements = [element for element in elements if _key(element)]
        self.keys = [_key(element) for element in self.elements]
        self.by_key: dict[str, list[LayoutElement]] = defaultdict(list)
        for key, element in zip(self.keys, self.elements, strict=True):
            self.by_key[key].append(element)
        self.unnumbered = {_plain(label.rest): e for e in self.elements if (label := _label(e)) is not None}
        cells = (cell.text for element in elements if element.table for cell in element.table.cells)
        self.cells = {_plain(text) for text in cells}
        self.text = "\n".join(self.keys)

    def holds(self, key: str) -> bool:
        return bool(key) and key in self.text

    def exact(self, key: str) -> LayoutElement | None:
        """The printed element of a key; of several equal ones each is given once, the last again and again."""
        found = self.by_key.get(key)
        if not found:
            return None
        return found.pop(0) if len(found) > 1 else found[0]

    def around(self, key: str) -> LayoutElement | None:
        """The printed element that holds a key and more; of several a heading, or else the first."""
        if len(key) < SHORTEST_KEY:
            return None
        found = [e for k, e in zip(self.keys, self.elements, strict=True) if key in k and key != k]
        return next((element for element in found if element.kind in HEADING_KINDS), found[0] if found else None)

    def wholes(self) -> Iterator[tuple[str, LayoutElement]]:
        """Keys of the headings and items, which a parser may have cut at their line ends."""
        for key, element in zip(self.keys, self.elements, strict=True):
            if element.kind in HEADING_KINDS or element.kind is ElementKind.LIST_ITEM:
                yield key, element

    def run(self, key: str) -> list[LayoutElement]:
        """Two or more printed elements in a row that a key joins; empty where it is none."""
        for start, first in enumerate(self.keys):
            if len(first) >= len(key) or not key.startswith(first):
                continue
            joined = first
            for end in range(start + 1, min(start + LONGEST_RUN, len(self.keys))):
                joined += self.keys[end]
                if joined == key:
                    return self.elements[start : end + 1]
                if not key.startswith(joined):
                    break
        return []


def _by_page(elements: Iterable[LayoutElement]) -> dict[int, list[LayoutElement]]:
    pages: dict[int, list[LayoutElement]] = defaultdict(list)
    for element in elements:
        if element.page is not None:
            pages[element.page].append(element)
    return pages


def _plain(text: str) -> str:
    return _NO_LETTERS.sub("", fold_text(text)).lower()


def _key(element: LayoutElement) -> str:
    return _plain(f"{element.marker or ''}{element.text}")


def _label(element: LayoutElement) -> Label | None:
    return split_label(element.text) if element.kind is ElementKind.SECTION_HEADER else None


def _is_judged(element: LayoutElement, pages: dict[int, _Page]) -> bool:
    return element.kind in _JUDGED and element.page in pages and bool(_key(element))


def _split(elements: Iterable[LayoutElement], pages: dict[int, _Page]) -> Iterator[LayoutElement]:
    """Elements in which the parser has joined several printed ones, as those."""
    for element in elements:
        page = pages.get(element.page or 0)
        run = page.run(_key(element)) if page is not None and _is_judged(element, pages) else []
        if not any(
            piece.kind in HEADING_KINDS or piece.kind in (ElementKind.LIST_ITEM, ElementKind.TOC_ENTRY) for piece in run
        ):
            yield element
            continue
        for number, piece in enumerate(run):
            metadata = {**element.metadata, "original_kind": element.kind.value, "original_text": element.text}
            yield piece.model_copy(
                update={
                    "element_id": element.element_id if number == 0 else f"{element.element_id}.{number}",
                    "metadata": metadata,
                    "caption_of": None,
                },
                deep=True,
            )


def _merged(elements: Iterable[LayoutElement], pages: dict[int, _Page]) -> Iterator[LayoutElement]:
    """Elements in a row that are the lines of one printed heading or item, as one."""
    waiting = list(elements)
    index = 0
    while index < len(waiting):
        first = waiting[index]
        run = _lines_of_one(waiting, index, pages)
        if run > 1:
            parts = waiting[index : index + run]
            first.metadata["original_text"] = "\n".join(part.text for part in parts)
            first.text = " ".join(part.text if n == 0 else _whole(part) for n, part in enumerate(parts))
            boxes = [part.bbox for part in parts if part.bbox is not None]
            first.bbox = union(boxes) if boxes else None
        yield first
        index += run


def _whole(element: LayoutElement) -> str:
    return f"{element.marker} {element.text}" if element.marker else element.text


def _lines_of_one(elements: Sequence[LayoutElement], start: int, pages: dict[int, _Page]) -> int:
    """How many elements from `start` on are one printed heading or item; 1 where it is itself.

    Of a heading the number in front may be lacking.
    """
    first = elements[start]
    page = pages.get(first.page or 0)
    if page is None or not _is_judged(first, pages) or _key(first) in page.by_key:
        return 1
    joined, run = _key(first), 1
    wholes = [key for key, element in page.wholes() if _can_open(joined, key, element)]
    for end in range(start + 1, min(start + MOST_LINES, len(elements))):
        if not wholes or elements[end].page != first.page or elements[end].kind not in _JUDGED:
            break
        joined += _key(elements[end])
        wholes = [key for key in wholes if joined in key]
        if any(key.endswith(joined) for key in wholes):
            run = end - start + 1
    return run


def _can_open(key: str, whole: str, element: LayoutElement) -> bool:
    """Whether a text may be the beginning of a printed heading or item."""
    if element.kind is ElementKind.LIST_ITEM:
        return whole.startswith(key)
    return key in whole and len(whole) * LEAST_OF_HEADING <= len(key)


def _judge(elements: Sequence[LayoutElement], pages: dict[int, _Page]) -> dict[str, int]:
    """Settles the kind of every text; gives the printed level of the headings that the PDF's reading knows."""
    levels: dict[str, int] = {}
    for element in elements:
        page = pages.get(element.page or 0)
        if page is None or element.kind not in _JUDGED | {ElementKind.PAGE_HEADER} or not _key(element):
            continue
        found = page.exact(_key(element))
        if element.kind is ElementKind.PAGE_HEADER:
            # Parsers take a heading that opens a page for a running line, although it stands there once.
            found = found if found is not None and found.kind is ElementKind.SECTION_HEADER else None
        if found is not None:
            _take(element, found)
        elif element.kind in HEADING_KINDS:
            found = _judge_lost_heading(element, page)
        if found is not None and element.kind is ElementKind.SECTION_HEADER and found.kind in HEADING_KINDS:
            levels[element.element_id] = found.level or 1
    return levels


def _take(element: LayoutElement, found: LayoutElement) -> None:
    """An element takes over what the printed one of the same text is, except that a parser's heading stays one where
    the PDF only sees a short line."""
    if found.kind in HEADING_KINDS:
        titled = element.kind is ElementKind.TITLE and "original_kind" not in element.metadata
        _become(element, ElementKind.TITLE if titled else found.kind, found)
        element.text, element.marker, element.depth = _whole(element), None, None
    elif element.kind is ElementKind.SECTION_HEADER and found.kind is ElementKind.TEXT and _reads_on(found.text):
        _become(element, ElementKind.TEXT, found)
    elif found.kind in _TAKEN or (found.kind is ElementKind.LIST_ITEM and element.kind is not ElementKind.TITLE):
        kind = found.kind
        if kind is ElementKind.LIST_ITEM:
            if not element.marker or element.kind is not ElementKind.LIST_ITEM:
                element.marker, element.text = found.marker, found.text
            element.depth = found.depth
        _become(element, kind, found)


def _reads_on(text: str) -> bool:
    """Whether a text is a sentence or a paragraph, which no heading is where the PDF does not set it off either."""
    return len(text) > LONGEST_HEADING or _SENTENCE.search(text.strip()) is not None


def _judge_lost_heading(element: LayoutElement, page: _Page) -> LayoutElement | None:
    """A parser's heading that the PDF does not print as a line of its own."""
    key = _key(element)
    if key in page.unnumbered:
        element.metadata.setdefault("original_text", element.text)
        element.text = page.unnumbered[key].text
        return page.unnumbered[key]
    if page.run(key):
        _become(element, ElementKind.TEXT, element)
        return None
    around = page.around(key)
    if around is not None and around.kind in HEADING_KINDS and len(key) >= LEAST_OF_HEADING * len(_key(around)):
        element.metadata.setdefault("original_text", element.text)
        element.text = around.text
        return around
    if (around is not None and around.kind in _BODY | FURNITURE_KINDS) or key in page.cells:
        _become(element, ElementKind.TEXT, element)
    return None


def _become(element: LayoutElement, kind: ElementKind, found: LayoutElement) -> None:
    if element.kind is not kind:
        element.metadata.setdefault("original_kind", element.kind.value)
        element.kind = kind
    if kind not in HEADING_KINDS:
        element.level = None
    for name in ("in_element", "page_label"):
        value: Any = found.metadata.get(name)
        if name == "page_label" and value and kind is ElementKind.TOC_ENTRY:
            element.metadata[name] = value


def _one_title(elements: Sequence[LayoutElement], printed: LayoutDocument) -> None:
    """A title that only the rules for JSON have found gives way to the one that is printed, or to none."""
    titles = [element for element in elements if element.kind is ElementKind.TITLE]
    wanted = {_key(element) for element in printed.elements if element.kind is ElementKind.TITLE}
    keep = next((title for title in titles if _key(title) in wanted), None)
    guessed = [title for title in titles if title.metadata.get("original_kind") == ElementKind.SECTION_HEADER.value]
    for title in titles:
        if (keep is not None and title is not keep) or (keep is None and wanted and title in guessed):
            title.kind, title.metadata[LEVEL_BY] = ElementKind.SECTION_HEADER, "rules"
