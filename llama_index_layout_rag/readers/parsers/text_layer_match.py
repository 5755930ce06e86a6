"""The texts that a page of a PDF prints, found by their letters and digits: what a parser's texts are compared with."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from llama_index_layout_rag.layout.boxes import Box, center
from llama_index_layout_rag.layout.elements import HEADING_KINDS, ElementKind, LayoutElement
from llama_index_layout_rag.layout.normalize import fold_text
from llama_index_layout_rag.layout.numbering import split_label

SHORTEST_KEY = 4
"""Letters and digits of a text from which on its being part of a longer one means something."""

LONGEST_RUN = 60
"""Printed elements that one element of a parser may have joined (a page of contents lines)."""

JUDGED = frozenset({ElementKind.TEXT, ElementKind.LIST_ITEM, ElementKind.SECTION_HEADER, ElementKind.TITLE})
"""Kinds of a parser's texts that the print may change."""

_IN_PICTURES = frozenset({ElementKind.PICTURE_OCR_TEXT})

_NO_LETTERS = re.compile(r"[\W_]+")


class PrintedPage:
    """The printed texts of one page by key, in order."""

    def __init__(self, elements: Sequence[LayoutElement]) -> None:
        self.elements = [element for element in elements if key_of(element)]
        self.keys = [key_of(element) for element in self.elements]
        self.by_key: dict[str, list[LayoutElement]] = defaultdict(list)
        for key, element in zip(self.keys, self.elements, strict=True):
            self.by_key[key].append(element)
        self.unnumbered = {key: e for e in self.elements for key in _keys_without_number(e)}
        self.table_keys = [
            "".join(plain_key(cell.text) for cell in element.table.cells) for element in elements if element.table
        ]
        self.picture_texts = [k for e, k in zip(self.elements, self.keys, strict=True) if e.kind in _IN_PICTURES]
        self.text = "\n".join(self.keys)

    def holds(self, key: str) -> bool:
        """Whether the page prints a key, alone or in a longer text."""
        return bool(key) and key in self.text

    def in_table(self, key: str) -> bool:
        """Whether a key is printed in the cells of a table: in one, or in several that follow each other."""
        return bool(key) and any(key in cells for cells in self.table_keys)

    def in_picture(self, key: str) -> bool:
        """Whether a key is printed in a picture and nowhere else."""
        return any(key in text for text in self.picture_texts) and not any(
            key in k for k, e in zip(self.keys, self.elements, strict=True) if e.kind not in _IN_PICTURES
        )

    def exact(self, key: str, box: Box | None = None) -> LayoutElement | None:
        """The printed element of a key; of several equal ones the nearest to a box, and each only once but the last."""
        found = self.by_key.get(key)
        if not found:
            return None
        nearest = min(found, key=lambda element: _distance(element.bbox, box))
        if len(found) > 1:
            found.remove(nearest)
        return nearest

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

    def beginning_with(self, key: str) -> LayoutElement | None:
        """The printed element that begins with a key; None where the key is short or nothing does."""
        if len(key) < SHORTEST_KEY:
            return None
        pairs = zip(self.keys, self.elements, strict=True)
        return next((element for own, element in pairs if own.startswith(key)), None)

    def within(self, box: Box | None) -> list[LayoutElement]:
        """The printed elements whose middle lies in a box."""
        if box is None:
            return []
        middles = [(center(element.bbox), element) for element in self.elements if element.bbox is not None]
        return [e for (x, y), e in middles if box[0] <= x <= box[2] and box[1] <= y <= box[3]]

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


def _distance(first: Box | None, second: Box | None) -> float:
    """Points between the middles of two boxes; 0 where one is not known."""
    if first is None or second is None:
        return 0.0
    (x0, y0), (x1, y1) = center(first), center(second)
    return abs(x0 - x1) + abs(y0 - y1)


def elements_by_page(elements: Iterable[LayoutElement]) -> dict[int, list[LayoutElement]]:
    """Elements by the number of their page; those without a page are left out."""
    pages: dict[int, list[LayoutElement]] = defaultdict(list)
    for element in elements:
        if element.page is not None:
            pages[element.page].append(element)
    return pages


def plain_key(text: str) -> str:
    """The letters and digits of a text, folded and in lower case: what two readings of one print share."""
    return _NO_LETTERS.sub("", fold_text(text)).lower()


def key_of(element: LayoutElement) -> str:
    """The key of an element, its marker included."""
    return plain_key(f"{element.marker or ''}{element.text}")


def _keys_without_number(element: LayoutElement) -> list[str]:
    """Keys of a heading as parsers write it that lose its number, or put it behind: a box beside the heading holds it."""
    label = split_label(element.text) if element.kind is ElementKind.SECTION_HEADER else None
    return [plain_key(label.rest), plain_key(label.rest + label.printed)] if label is not None else []


def is_judged(element: LayoutElement, pages: Mapping[int, PrintedPage]) -> bool:
    """Whether the print may change an element: it is text of a kind in `JUDGED` on one of the pages."""
    return element.kind in JUDGED and element.page in pages and bool(key_of(element))
