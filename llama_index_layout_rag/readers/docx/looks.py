"""Headings of a Word file whose author has used no heading styles: told by how they look, as in a PDF."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from llama_index_layout_rag.layout.captions import is_caption
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement
from llama_index_layout_rag.layout.markers import BULLET, split_marker
from llama_index_layout_rag.readers.parsers.levels import settle_levels
from llama_index_layout_rag.readers.parsers.postprocess import complete_numbering

LONGEST_HEADING = 60
"""Characters; what is longer and bold is a stressed paragraph."""

LARGER = 1.12
"""Type size of a heading over that of the text: Word's smallest step from 10.5 points is 12."""

_SENTENCE_END = re.compile(r"[。．.!?！？:：;；,、]$")


def _is_set_apart(element: LayoutElement) -> bool:
    """Whether an element lies in another one, in a box, or continues a list item."""
    return element.container is not None or element.box is not None or element.list_depth is not None


@dataclass(frozen=True)
class Look:
    """How a paragraph looks: type size in points (None where the file names none), and whether all of it is bold."""

    size: float | None
    bold: bool
    characters: int


TITLE_SIZE = 1.3
"""Type size of a title over that of the text, where no style marks it: 14 points over 10.5 are one."""

LONGEST_TITLE = 120
"""Characters of a paragraph that may be a title."""


def mark_title(elements: Sequence[LayoutElement], looks: Mapping[str, Look]) -> None:
    """Makes the title of the largest paragraph above the first heading, where no style marks a title."""
    if any(element.kind is ElementKind.TITLE for element in elements):
        return
    body = _body_size(looks)
    opening: list[tuple[float, LayoutElement]] = []
    for element in elements:
        if element.kind is ElementKind.SECTION_HEADER:
            break
        look = looks.get(element.element_id)
        if (
            element.kind is ElementKind.TEXT
            and look is not None
            and look.size is not None
            and not _is_set_apart(element)
        ):
            opening.append((look.size, element))
    else:
        return
    size, title = max(opening, key=lambda entry: entry[0], default=(0.0, None))
    if title is not None and size >= TITLE_SIZE * body and len(title.text) <= LONGEST_TITLE:
        title.kind = ElementKind.TITLE
        title.text = title.text.replace("\n", " ")
        title.emphasis = []


def mark_headings(elements: Sequence[LayoutElement], looks: Mapping[str, Look]) -> None:
    """Makes headings of short paragraphs that are larger than the text or bold, and of those that fill gaps in their
    numbers.

    Nothing is done where the file has headings of its own, or where most of the paragraphs look like that.
    """
    if any(element.kind is ElementKind.SECTION_HEADER for element in elements):
        return
    body = _body_size(looks)
    chosen = [element for element in elements if _looks_like_heading(element, looks.get(element.element_id), body)]
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
    sizes: dict[str, float] = {}
    for element in elements:
        known = looks.get(element.element_id)
        if element.kind is ElementKind.SECTION_HEADER and known is not None:
            # Bold type counts as a little larger: it heads what plain type of its size does not.
            sizes[element.element_id] = (known.size or body) + (0.5 if known.bold else 0.0)
    settle_levels(list(elements), sizes)


def _body_size(looks: Mapping[str, Look]) -> float:
    counted: Counter[float] = Counter()
    for look in looks.values():
        if look.size is not None:
            counted[look.size] += look.characters
    return counted.most_common(1)[0][0] if counted else 10.0


def _looks_like_heading(element: LayoutElement, look: Look | None, body: float) -> bool:
    if look is None or element.kind not in (ElementKind.TEXT, ElementKind.LIST_ITEM):
        return False
    text = element.text
    if not text or len(text) > LONGEST_HEADING or _SENTENCE_END.search(text) or "\n" in text or is_caption(text):
        return False
    if _is_set_apart(element) or (element.depth or 1) > 1:
        return False
    marker = split_marker(f"{element.marker} {text}") if element.marker else None
    if marker is not None and marker.style == BULLET and element.marker not in ("■", "◆", "●", "▪", "□", "◇", "★"):
        return False
    return look.bold or (look.size is not None and look.size >= LARGER * body)
