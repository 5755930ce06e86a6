"""Stroke widths of drawn glyphs, for fonts whose names and weights say nothing.

Browsers write outline fonts as Type 3 fonts, which have no name and no weight, and imitate bold faces by thickening the
outlines. What is left is what a reader sees: the width of the strokes. One glyph per font is drawn and measured.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np

from llama_index_layout_rag.layout.writing import FIRST_IDEOGRAPH, LAST_KANA, SINGLE_STROKE, is_japanese
from llama_index_layout_rag.readers.pdf.extract.calls import direct_calls

PIXELS_PER_EM = 48
"""Resolution of the measurement: strokes of a regular face are 3 to 5 pixels wide there."""

INK_SAMPLES = 3
"""Measured characters of a font, of which the middle one counts."""

SCRIPT_STROKES = {"ideograph": 1.0, "kana": 1.04, "letter": 1.12, "digit": 1.1}
"""Stroke widths of one weight relative to its ideographs: means of Noto Sans CJK, IPA Gothic and IPA Mincho."""

"""Characters of hardly more than one stroke, whose measure says nothing."""

_MAX_PIXELS = 400_000
_BGRA = 4
"""PDFium's number of the only pixel format with an alpha channel."""

_STROKE_CORRECTION = 1.2
"""Area over half the perimeter underestimates the width of anti-aliased strokes by about this much."""


class Specimen(NamedTuple):
    """A text object on which the stroke width of its font can be measured.

    Attributes:
        font: Address of the font.
        address: Address of the text object.
        code: Code point of the first character.
        em: Type size in the page's own units.
        width, height: Of the object's outlines, in em.
    """

    font: int
    address: int
    code: int
    em: float
    width: float
    height: float


Stroke = tuple[float, str]
"""Stroke width in em, and the character it was measured on."""


class InkCache:
    """Stroke widths measured in one document, by character and drawn size."""

    def __init__(self) -> None:
        self._strokes: dict[tuple[int, int, int], float] = {}

    def measured_before(self, specimens: Iterable[Specimen]) -> list[Stroke]:
        """Return stroke widths of up to three specimens that are already known."""
        known = ((specimen, self._strokes.get(_outline(specimen), 0.0)) for specimen in specimens)
        strokes = ((stroke, chr(specimen.code)) for specimen, stroke in known if stroke > 0)
        return list(islice(strokes, INK_SAMPLES))

    def measure(self, document: int, page: int, specimens: Iterable[Specimen]) -> Iterator[Stroke]:
        """Yield stroke widths of the specimens that can be measured; glyphs are drawn on demand only.

        Args:
            document, page: Addresses of PDFium's objects; the lock is held.
            specimens: Text objects.
        """
        for specimen in specimens:
            outline = _outline(specimen)
            stroke = self._strokes.get(outline)
            if stroke is None:
                stroke = self._strokes[outline] = _stroke_width(document, page, specimen)
            if stroke > 0:
                yield stroke, chr(specimen.code)


def _outline(specimen: Specimen) -> tuple[int, int, int]:
    """Return the key of a glyph: the same character with the same outline box, in half percents of an em."""
    return specimen.code, round(specimen.width * 200), round(specimen.height * 200)


def script_class(char: str) -> str:
    """Return 'ideograph', 'kana', 'letter' or 'digit'; '' for signs and single strokes, which do not show the weight."""
    if char in SINGLE_STROKE:
        return ""
    if is_japanese(char):
        return "kana" if char <= LAST_KANA else "ideograph" if char >= FIRST_IDEOGRAPH else ""
    return "digit" if char.isdecimal() else "letter" if char.isalpha() else ""


def _stroke_width(document: int, page: int, specimen: Specimen) -> float:
    """Return the stroke width in em as drawn; 0 if it cannot be measured."""
    scale = PIXELS_PER_EM / specimen.em
    if specimen.width * PIXELS_PER_EM * PIXELS_PER_EM * 2 > _MAX_PIXELS or scale > 200:
        return 0.0
    calls = direct_calls()
    bitmap = calls.drawn_text(document, page, specimen.address, scale)
    if not bitmap:
        return 0.0
    try:
        alpha = _alpha(bitmap)
    finally:
        calls.bitmap_destroy(bitmap)
    if alpha is None:
        return 0.0
    ink = _total(alpha)
    # |a - b| is 2 max(a, b) - a - b, and a sum without its empty first or last line is the whole sum.
    perimeter = 2 * (
        _total(np.maximum(alpha[1:], alpha[:-1])) + _total(np.maximum(alpha[:, 1:], alpha[:, :-1])) - 2 * ink
    )
    return _STROKE_CORRECTION * 2 * ink / perimeter / PIXELS_PER_EM if perimeter else 0.0


def _total(pixels: np.ndarray) -> int:
    return int(np.add.reduce(pixels, axis=None, dtype=np.int64))


def _alpha(bitmap: int) -> np.ndarray | None:
    """Return the ink of each pixel, 0 to 255, with an empty border; None if the bitmap cannot be read."""
    calls = direct_calls()
    width, height, stride = calls.bitmap_width(bitmap), calls.bitmap_height(bitmap), calls.bitmap_stride(bitmap)
    buffer = calls.bitmap_buffer(bitmap)
    if calls.bitmap_format(bitmap) != _BGRA or not buffer or width * height > _MAX_PIXELS * 4:
        return None
    rows = np.frombuffer(ctypes.string_at(buffer, height * stride), np.uint8).reshape(height, stride)
    alpha = np.zeros((height + 2, width + 2), np.uint8)
    alpha[1:-1, 1:-1] = rows[:, 3 : width * 4 : 4]
    return alpha
