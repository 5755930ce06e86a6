"""How bold a glyph is drawn, for fonts that do not say it.

Browsers write outline fonts as Type 3 fonts, which have no name and no weight, and imitate bold faces by thickening the
outlines. What is left is what a reader sees: the width of the strokes. One glyph per font is drawn and measured.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from llama_index_layout_rag.readers.pdf.calls import direct_calls

PIXELS_PER_EM = 48
"""Resolution of the measurement: strokes of a regular face are 3 to 5 pixels wide there."""

SCRIPT_STROKES = {"ideograph": 1.0, "kana": 1.04, "letter": 1.12, "digit": 1.1}
"""Stroke widths of one weight relative to its ideographs: means of Noto Sans CJK, IPA Gothic and IPA Mincho."""

_SINGLE_STROKES = "一ー・゠1１Iil|｜"
"""Characters of hardly more than one stroke, whose measure says nothing."""

_MAX_PIXELS = 400_000
_STROKE_CORRECTION = 1.2
"""Area over half the perimeter underestimates the width of anti-aliased strokes by about this much."""


class InkCache:
    """Stroke widths measured so far in one document, by character and drawn size."""

    def __init__(self) -> None:
        self._strokes: dict[tuple[int, int, int], float] = {}
        self._named: dict[tuple[str, str], tuple[float, str]] = {}
        self._edges = [ctypes.c_float() for _ in range(4)]
        self._edges_at = [ctypes.addressof(edge) for edge in self._edges]

    def measure(
        self,
        raw: Any,
        document: Any,
        page: Any,
        address: int,
        code: int,
        size: float,
        unit: float,
        font: str,
        known: bool = False,
    ) -> tuple[float, str]:
        """Mean stroke width in em of a text object's glyphs and its first character; (0, '') if unknown.

        A font with a name is measured once per script: it serves as the yardstick for those without. With `known`,
        nothing is drawn: only what was measured before is told.
        Must be called under the PDFium lock.
        """
        script = script_class(chr(code))
        if not script or size <= 0:
            return 0.0, ""
        # Ten digits differ more among each other than a thousand ideographs.
        sample = chr(code) if script == "digit" else script
        if font and (font, sample) in self._named:
            return self._named[font, sample]
        if not direct_calls().bounds(address, *self._edges_at):
            return 0.0, ""
        left, bottom, right, top = self._edges
        width, height = right.value - left.value, top.value - bottom.value
        # The same character with the same outline box is the same glyph; in half percents of an em.
        key = (code, round(width * unit / size * 200), round(height * unit / size * 200))
        if key not in self._strokes:
            if known:
                return 0.0, ""
            text_object = ctypes.cast(address, raw.FPDF_PAGEOBJECT)
            self._strokes[key] = _stroke_width(raw, document, page, text_object, size / unit, width)
        if font:
            self._named[font, sample] = self._strokes[key], chr(code)
        return self._strokes[key], chr(code)


def script_class(char: str) -> str:
    """'ideograph', 'kana', 'letter' or 'digit'; '' for signs and single strokes, which say nothing about weight."""
    if char in _SINGLE_STROKES:
        return ""
    if "\u3041" <= char <= "\u9fff":
        return "kana" if char <= "\u30fa" else "ideograph" if char >= "\u3400" else ""
    return "digit" if char.isdecimal() else "letter" if char.isalpha() else ""


def _stroke_width(raw: Any, document: Any, page: Any, text_object: Any, size: float, width: float) -> float:
    scale = PIXELS_PER_EM / size
    if width * scale * PIXELS_PER_EM * 2 > _MAX_PIXELS or scale > 200:
        return 0.0
    bitmap = raw.FPDFTextObj_GetRenderedBitmap(document, page, text_object, scale)
    if not bitmap:
        return 0.0
    try:
        alpha = _alpha(raw, bitmap)
    finally:
        raw.FPDFBitmap_Destroy(bitmap)
    if alpha is None:
        return 0.0
    perimeter = int(np.abs(alpha[1:] - alpha[:-1]).sum() + np.abs(alpha[:, 1:] - alpha[:, :-1]).sum())
    return _STROKE_CORRECTION * 2 * int(alpha.sum()) / perimeter / PIXELS_PER_EM if perimeter else 0.0


def _alpha(raw: Any, bitmap: Any) -> np.ndarray | None:
    """How much ink each pixel holds, with an empty border around."""
    calls, address = direct_calls(), ctypes.addressof(bitmap.contents)
    width, height, stride = (ask(address) for ask in (calls.bitmap_width, calls.bitmap_height, calls.bitmap_stride))
    buffer = calls.bitmap_buffer(address)
    if calls.bitmap_format(address) != raw.FPDFBitmap_BGRA or not buffer or width * height > _MAX_PIXELS * 4:
        return None
    rows = np.frombuffer(ctypes.string_at(buffer, height * stride), np.uint8).reshape(height, stride)
    alpha = np.zeros((height + 2, width + 2), np.int32)
    alpha[1:-1, 1:-1] = rows[:, 3 : width * 4 : 4]
    return alpha
