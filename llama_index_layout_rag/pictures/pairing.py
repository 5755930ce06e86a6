"""Which picture a text is printed in: as the source says, or by page and box where it does not say."""

from __future__ import annotations

from collections.abc import Iterable

from llama_index_layout_rag.layout import Box, ElementKind, LayoutElement
from llama_index_layout_rag.layout.boxes import area

BOX_TOLERANCE = 1.0
"""Points by which the box of a text may reach out of its picture: sources round boxes differently."""


def pictures_of_texts(elements: Iterable[LayoutElement]) -> dict[str, str]:
    """The picture that each text in a picture belongs to; of several pictures that hold its box, the smallest.

    Args:
        elements: All elements of a document.

    Returns:
        Element id of the picture by element id of the text (kind `picture_ocr_text`); a text that stands in no picture is
        left out.
    """
    texts, pictures = [], []
    for element in elements:
        if element.kind is ElementKind.PICTURE_OCR_TEXT:
            texts.append(element)
        elif element.kind in (ElementKind.PICTURE, ElementKind.DECORATIVE) and element.bbox is not None:
            pictures.append(element)
    pictures.sort(key=lambda picture: area(picture.bbox or (0, 0, 0, 0)))
    owners = {}
    for text in texts:
        owner = text.container or _picture_at(text, pictures)
        if owner:
            owners[text.element_id] = str(owner)
    return owners


def _picture_at(text: LayoutElement, pictures: Iterable[LayoutElement]) -> str | None:
    if text.bbox is None:
        return None
    return next((p.element_id for p in pictures if p.page == text.page and p.bbox and _holds(p.bbox, text.bbox)), None)


def _holds(outer: Box, inner: Box) -> bool:
    overhang = (outer[0] - inner[0], outer[1] - inner[1], inner[2] - outer[2], inner[3] - outer[3])
    return max(overhang) <= BOX_TOLERANCE
