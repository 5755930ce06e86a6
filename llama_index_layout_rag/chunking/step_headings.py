"""Headings that are steps, and headings without anything below them: their text belongs into chunks.

Sources often call "Step 3: Empty the tray", "(1) 金額を設定する" or "7.4. Close the flap." a heading. Where little text
follows such a heading, it is an item of the section above, and the text continues the item. A heading without text and
without subsections becomes a line of the section above, so that nothing printed is in no chunk.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from llama_index_layout_rag.layout import ElementKind, LayoutElement
from llama_index_layout_rag.layout.markers import BULLET, split_marker
from llama_index_layout_rag.layout.numbering import CHAPTER, DECIMAL, Label, split_label
from llama_index_layout_rag.steps import StepRecorder

MAX_BODY_CHARS = 400
"""Characters below a heading that is a step; a longer text is a section."""

_SENTENCE_END = re.compile(r"[。．]$|[^\d\s]\.$")
_CONTINUING = frozenset({ElementKind.TEXT, ElementKind.CODE, ElementKind.PICTURE, ElementKind.CAPTION, ElementKind.FOOTNOTE})


def resolve_step_headings(elements: Sequence[LayoutElement], recorder: StepRecorder) -> list[LayoutElement]:
    """Return the elements with headings that are steps as list items, and empty headings as lines of the section above.

    Args:
        elements: In reading order, with their section paths.
        recorder: Decides whether a heading tells the reader to do something.
    """
    result: list[LayoutElement] = []
    body = [n for n, e in enumerate(elements) if not e.is_furniture and not e.duplicates_text]
    next_heading = _next_headings(elements, body)
    above: list[str] = []
    moved: tuple[tuple[str, ...], list[str]] | None = None
    for n, element in enumerate(elements):
        if element.kind is not ElementKind.SECTION_HEADER:
            result.append(_continued(element, *moved) if moved is not None else element)
            continue
        moved = None
        own = (*element.section_path, element.text)
        below = [elements[i] for i in range(n + 1, next_heading[n]) if not elements[i].is_furniture]
        following = elements[next_heading[n]] if next_heading[n] < len(elements) else None
        has_subsections = following is not None and tuple(following.section_path[: len(own)]) == own
        item = None if has_subsections else _as_step(element, below, recorder)
        if item is not None:
            is_decimal = (label := split_label(element.text)) is not None and label.style == DECIMAL
            path = list(element.section_path) if is_decimal else above
            result.append(item.model_copy(update={"section_path": path}))
            moved = (own, path)
        elif not below and not has_subsections and element.section_path:
            result.append(_as_line(element))
        else:
            result.append(element)
            above = list(own)
    return result


def _next_headings(elements: Sequence[LayoutElement], body: Sequence[int]) -> dict[int, int]:
    """Return, for every heading, the place of the next one; the number of elements for the last."""
    headings = [n for n in body if elements[n].kind is ElementKind.SECTION_HEADER]
    return dict(zip(headings, [*headings[1:], len(elements)][: len(headings)], strict=True))


def _as_step(heading: LayoutElement, below: Sequence[LayoutElement], recorder: StepRecorder) -> LayoutElement | None:
    """Return a heading as the list item that it is, or None where it heads a section."""
    marker = split_marker(heading.text)
    label = split_label(heading.text)
    if marker is not None and marker.style != BULLET and (label is None or label.style not in (DECIMAL, CHAPTER)):
        number, text, is_step_number = marker.marker, marker.rest, True
    elif label is not None and label.style == DECIMAL:
        number, text, is_step_number = label.printed, label.rest, False
    else:
        return None
    text = text.strip()
    if not text or not (is_step_number or _SENTENCE_END.search(text)):
        return None
    below = list(takewhile(lambda e: not _is_next_number(e, label), below))
    if any(e.kind not in _CONTINUING for e in below) or sum(len(e.text) for e in below) > MAX_BODY_CHARS:
        return None
    fields = {"kind": ElementKind.LIST_ITEM, "text": text, "marker": number, "depth": 1, "level": None}
    item = heading.model_copy(update=fields)
    return item if recorder.step(item, heading.section_path) is not None else None


def _is_next_number(element: LayoutElement, label: Label | None) -> bool:
    """Whether a list item has the number after that of a heading: then both are items of one list."""
    if element.kind is not ElementKind.LIST_ITEM or label is None or not label.values:
        return False
    own = split_label(f"{element.marker} {element.text}" if element.marker else element.text)
    return own is not None and own.values == (*label.values[:-1], label.values[-1] + 1)


def _as_line(heading: LayoutElement) -> LayoutElement:
    return heading.model_copy(update={"kind": ElementKind.TEXT, "level": None})


def _continued(element: LayoutElement, own: tuple[str, ...], path: list[str]) -> LayoutElement:
    """Return what stood below a heading that is a step as the continuation of the item."""
    if tuple(element.section_path) != own:
        return element
    depth = element.list_depth or (1 if element.kind in (ElementKind.TEXT, ElementKind.CODE) else None)
    return element.model_copy(update={"section_path": path, "list_depth": depth})
