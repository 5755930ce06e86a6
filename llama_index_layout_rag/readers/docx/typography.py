"""Headings of a Word file whose author has used no heading styles: inferred from type size and weight, as in a PDF."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from llama_index_layout_rag.layout.captions import is_caption
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement
from llama_index_layout_rag.layout.markers import BULLET, split_marker
from llama_index_layout_rag.readers.parsers import complete_numbering, resolve_levels

MAX_HEADING_CHARS = 60
"""What is longer and bold is an emphasised paragraph."""

HEADING_RATIO = 1.12
"""Type size of a heading over that of the text: Word's smallest step from 10.5 points is 12."""

MAX_TITLE_CHARS = 120
TITLE_RATIO = 1.3
"""Type size of a title over that of the text, where no style marks it: 14 points over 10.5 are one."""

_DEFAULT_SIZE = 10.0
_HEADING_BULLETS = "■◆●▪□◇★"
_SENTENCE_END = re.compile(r"[。．.!?！？:：;；,、]$")


def mark_title(elements: Sequence[LayoutElement]) -> None:
    """Make the largest paragraph above the first heading the title, where no style marks a title."""
    if any(element.kind is ElementKind.TITLE for element in elements):
        return
    first = next((n for n, e in enumerate(elements) if e.kind is ElementKind.SECTION_HEADER), 0)
    texts = [e for e in elements[:first] if e.kind is ElementKind.TEXT and _size(e) and not _is_set_apart(e)]
    title = max(texts, key=_size, default=None)
    if title is not None and _size(title) >= TITLE_RATIO * _body_size(elements) and len(title.text) <= MAX_TITLE_CHARS:
        title.kind, title.text, title.emphasis = ElementKind.TITLE, title.text.replace("\n", " "), []


def mark_headings(elements: Sequence[LayoutElement]) -> None:
    """Make short paragraphs headings that are larger than the text or bold, and those that fill gaps in their numbers.

    Nothing is done where the file has headings of its own, or where most of the paragraphs are typeset like that.
    """
    if any(element.kind is ElementKind.SECTION_HEADER for element in elements):
        return
    body = _body_size(elements)
    chosen = [element for element in elements if _is_typeset_as_heading(element, body)]
    texts = [element for element in elements if element.kind in (ElementKind.TEXT, ElementKind.LIST_ITEM)]
    if not chosen or len(chosen) > 0.5 * len(texts):
        return
    for element in chosen:
        if element.marker:
            element.text = f"{element.marker} {element.text}"
        element.kind, element.marker, element.depth, element.level = ElementKind.SECTION_HEADER, None, None, None
        element.emphasis = []
        element.origin().original_kind = "paragraph"
    complete_numbering(elements)
    # Bold type counts as a little larger: it heads what plain type of its size does not.
    sizes = {
        element.element_id: (element.style.size or body) + (0.5 if element.style.bold else 0.0)
        for element in elements
        if element.kind is ElementKind.SECTION_HEADER and element.style is not None
    }
    resolve_levels(list(elements), sizes)


def _size(element: LayoutElement) -> float:
    return (element.style.size or 0.0) if element.style is not None else 0.0


def _body_size(elements: Sequence[LayoutElement]) -> float:
    counted: Counter[float] = Counter()
    for element in elements:
        if size := _size(element):
            counted[size] += len(element.text)
    return counted.most_common(1)[0][0] if counted else _DEFAULT_SIZE


def _is_set_apart(element: LayoutElement) -> bool:
    """Return whether an element lies in another one, in a box, or continues a list item."""
    return element.container is not None or element.box is not None or element.list_depth is not None


def _is_typeset_as_heading(element: LayoutElement, body: float) -> bool:
    text = element.text
    if element.style is None or element.kind not in (ElementKind.TEXT, ElementKind.LIST_ITEM):
        return False
    if not text or len(text) > MAX_HEADING_CHARS or _SENTENCE_END.search(text) or "\n" in text or is_caption(text):
        return False
    if _is_set_apart(element) or (element.depth or 1) > 1:
        return False
    marker = split_marker(f"{element.marker} {text}") if element.marker else None
    if marker is not None and marker.style == BULLET and element.marker not in tuple(_HEADING_BULLETS):
        return False
    return element.style.bold or _size(element) >= HEADING_RATIO * body
