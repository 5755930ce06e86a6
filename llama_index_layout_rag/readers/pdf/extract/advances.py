"""How wide characters are beside each other, for lines of which only the ends are known: OCR and parsers tell no more."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from llama_index_layout_rag.readers.pdf.extract.glyphs import Glyph
from llama_index_layout_rag.readers.pdf.extract.text_layer import ASCENT, DESCENT

_NARROW, _NARROW_ADVANCE, _LATIN_ADVANCE, _BLANK_ADVANCE = "ijltfrI.,:;'|!()[]", 0.34, 0.56, 0.3
"""Letters that are narrower than others, and em that each kind of character takes in a sans-serif face."""


def advance_of(char: str) -> float:
    """Em that a character takes."""
    if char.isspace():
        return 1.0 if char == "\u3000" else _BLANK_ADVANCE
    if unicodedata.east_asian_width(char) in "FWA":
        return 1.0
    return _NARROW_ADVANCE if char in _NARROW else _LATIN_ADVANCE


def row_glyphs(
    text: str, edges: tuple[float, float], base: float, size: float, style: int, mcid: int
) -> Iterator[Glyph]:
    """The characters of a horizontal line, each as wide as its kind is beside the others.

    Args:
        text: The line.
        edges: Its left and right edge, points from the left of the page.
        base: Its baseline, points from the top of the page.
        size: Type size in points.
        style: Index into the page's styles.
        mcid: Marked-content id, -1 where there is none.
    """
    advances = [advance_of(char) for char in text]
    x, right = edges
    unit = (right - x) / max(0.01, sum(advances))
    for char, advance in zip(text, advances, strict=True):
        yield char, x, base - ASCENT * size, x + advance * unit, base + DESCENT * size, base, style, mcid
        x += advance * unit
