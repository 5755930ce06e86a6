"""What stands around a picture: caption, heading, neighbours, table and the text inside it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from llama_index_layout_rag.layout import HEADING_KINDS, ElementKind, LayoutDocument, LayoutElement
from llama_index_layout_rag.pictures.captions import captions_of_pictures
from llama_index_layout_rag.pictures.pairing import pictures_of_texts

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
    owners = pictures_of_texts(elements)
    inside: dict[str, list[LayoutElement]] = {}
    for element in elements:
        if element.element_id in owners:
            inside.setdefault(owners[element.element_id], []).append(element)
    result = {}
    for index, element in enumerate(elements):
        if element.kind not in (ElementKind.PICTURE, ElementKind.DECORATIVE):
            continue
        result[element.element_id] = PictureSurroundings(
            caption=captions.get(element.element_id),
            heading=next((e for e in reversed(elements[:index]) if e.kind in HEADING_KINDS), None),
            previous=next((e for e in reversed(elements[:index]) if _is_body(e)), None),
            following=next((e for e in elements[index + 1 :] if _is_body(e)), None),
            table=tables.get(element.container or ""),
            texts=inside.get(element.element_id, []),
        )
    return result


def _is_body(element: LayoutElement) -> bool:
    return element.kind in _BODY and bool(element.text.strip())
