"""Text in pictures, verbatim. It is labelled where it is displayed, and kept apart from descriptions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.layout import Box, LayoutElement

if TYPE_CHECKING:
    from PIL.Image import Image

MIN_CONFIDENCE = 0.5
"""OCR lines of less confidence are noise: textures and pictograms read as letters."""

MAX_TEXT_CHARS = 4_000
"""Characters of a picture's text that are kept; a picture with more is a scanned page."""

OCR_LABEL_WORDS = any_of(lambda words: words.pictures.ocr_label)
_LABEL = re.compile(
    rf"^(?:[ \t]*(?:docling\s+)?(?:OCR|ＯＣＲ)\s*{OCR_LABEL_WORDS}?[ \t]*[:：][ \t]*)+",
    re.IGNORECASE | re.MULTILINE,
)


class TextLine(BaseModel):
    """One recognised line. `confidence` is 0 to 1, or None if the source gives none."""

    model_config = ConfigDict(frozen=True)

    text: str
    bbox: Box | None = Field(default=None, description="Points, origin top left of the page.")
    confidence: float | None = None


class PictureText(BaseModel):
    """Text in a picture and its origin: "text layer", "parser" or "ocr"."""

    model_config = ConfigDict(frozen=True)

    text: str = ""
    origin: str = ""
    lines: list[TextLine] = Field(default_factory=list)


def without_labels(text: str) -> str:
    """Return text without labels of recognised text, so that it is not labelled twice."""
    return _LABEL.sub("", text).strip()


def text_from_elements(elements: Sequence[LayoutElement]) -> PictureText:
    """Return the source's own text of a picture: the PDF's text inside its box, or a parser's."""
    lines = [
        TextLine(
            text=text,
            bbox=element.bbox,
            confidence=element.provenance.confidence if element.provenance is not None else None,
        )
        for element in elements
        if (text := without_labels(element.text))
    ]
    if not lines:
        return PictureText()
    layer = all(element.is_from_text_layer for element in elements)
    joined = "\n".join(dict.fromkeys(line.text for line in lines))[:MAX_TEXT_CHARS]
    return PictureText(text=joined, origin="text layer" if layer else "parser", lines=lines)


def can_read() -> bool:
    """Return whether the extra `ocr` is installed."""
    from llama_index_layout_rag.readers.ocr import ocr_available

    return ocr_available()


def text_from_image(image: Image, box: Box) -> PictureText:
    """Return the OCR text of a crop.

    Args:
        image: The crop.
        box: Its box on the page, in points; boxes of lines are in coordinates of the page.

    Raises:
        ImportError: If the extra `ocr` is not installed.
    """
    from llama_index_layout_rag.readers.ocr import read_picture_text

    scale_x, scale_y = (box[2] - box[0]) / image.width, (box[3] - box[1]) / image.height
    lines = [
        TextLine(
            text=line.text,
            bbox=(
                round(box[0] + line.box[0] * scale_x, 1),
                round(box[1] + line.box[1] * scale_y, 1),
                round(box[0] + line.box[2] * scale_x, 1),
                round(box[1] + line.box[3] * scale_y, 1),
            ),
            confidence=line.confidence,
        )
        for line in read_picture_text(image)
        if line.confidence >= MIN_CONFIDENCE and line.text.strip()
    ]
    text = "\n".join(line.text for line in lines)[:MAX_TEXT_CHARS]
    return PictureText(text=text, origin="ocr" if lines else "", lines=lines)
