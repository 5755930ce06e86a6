"""What stands around a picture: caption, heading, neighbours, table and the text inside it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from llama_index_layout_rag.layout import HEADING_KINDS, Box, ElementKind, LayoutDocument, LayoutElement
from llama_index_layout_rag.pictures.captions import captions_of_pictures

_BODY = frozenset({ElementKind.TEXT, ElementKind.LIST_ITEM, *HEADING_KINDS})


@dataclass(frozen=True)
class PictureSurroundings:
    """Elements around one picture."""

    caption: LayoutElement | None = None
    heading: LayoutElement | None = None
    previous: LayoutElement | None = None
    following: LayoutElement | None = None
    table: LayoutElement | None = None
    texts: list[LayoutElement] = field(default_factory=list)
    """Elements with text that stands inside the picture."""


def surroundings_of(layout: LayoutDocument, content: Collection[str]) -> dict[str, PictureSurroundings]:
    """What stands around every picture of a document.

    Args:
        layout: The document.
        content: Ids of the content pictures; only they have captions.

    Returns:
        By element id.
    """
    elements = layout.elements
    captions = captions_of_pictures(layout, content)
    tables = {element.element_id: element for element in elements if element.kind is ElementKind.TABLE}
    inside: dict[str, list[LayoutElement]] = {}
    for element in elements:
        owner = element.metadata.get("picture") or element.metadata.get("in_element")
        if element.kind is ElementKind.PICTURE_OCR_TEXT and owner:
            inside.setdefault(str(owner), []).append(element)
    result = {}
    for index, element in enumerate(elements):
        if element.kind not in (ElementKind.PICTURE, ElementKind.DECORATIVE):
            continue
        result[element.element_id] = PictureSurroundings(
            caption=captions.get(element.element_id),
            heading=next((e for e in reversed(elements[:index]) if e.kind in HEADING_KINDS), None),
            previous=next((e for e in reversed(elements[:index]) if _is_body(e)), None),
            following=next((e for e in elements[index + 1 :] if _is_body(e)), None),
            table=tables.get(str(element.metadata.get("in_table") or "")),
            texts=inside.get(element.element_id, []) or _texts_at(element, elements),
        )
    return result


def _is_body(element: LayoutElement) -> bool:
    return element.kind in _BODY and bool(element.text.strip())


def _texts_at(picture: LayoutElement, elements: Sequence[LayoutElement]) -> list[LayoutElement]:
    """Text of pictures is paired by page and box where no id says it (1 point of tolerance)."""
    if picture.bbox is None:
        return []
    return [
        e
        for e in elements
        if e.kind is ElementKind.PICTURE_OCR_TEXT
        and e.page == picture.page
        and e.bbox is not None
        and "picture" not in e.metadata
        and "in_element" not in e.metadata
        and all(side <= 1.0 for side in _outside(e.bbox, picture.bbox))
    ]


def _outside(inner: Box, outer: Box) -> tuple[float, float, float, float]:
    return outer[0] - inner[0], outer[1] - inner[1], inner[2] - outer[2], inner[3] - outer[3]
