"""Text recognition on pictures: the only module that calls the OCR engine (extra `ocr`: rapidocr and onnxruntime).

The engine's models are part of its wheel, so nothing is downloaded. One engine is created per process, on first use.
"""

from __future__ import annotations

import importlib.util
import re
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from llama_index_layout_rag.layout.boxes import Box
from llama_index_layout_rag.layout.writing import (
    IDEOGRAPHS,
    KANJI_LIKE_KATAKANA,
    KATAKANA,
    KATAKANA_LIKE_KANJI,
    KATAKANA_MEANT,
    MISREAD_IN_KATAKANA,
    NUMERALS_BEFORE_COUNTERS,
)

if TYPE_CHECKING:
    from PIL.Image import Image

OCR_EXTRA = 'the "ocr" extra (pip install "llama-index-layout-rag[ocr]")'
"""The extra as messages name it."""

ENGINE_OPTIONS: dict[str, object] = {
    # The engine logs every model it loads at info.
    "Global.log_level": "critical",
    # Telling upside-down lines cost 2 % of the characters of screenshots that were upright, and no page was turned.
    "Global.use_cls": False,
    # An A4 page at 200 dpi is 2,339 pixels high; 2,000 of them lose no character and 2,600 take half as long again.
    "Global.max_side_len": 2000,
}
"""How the engine is set up, as measured on rasterised manuals."""

VERTICAL_ASPECT = 1.5
"""A box this many times as high as wide that holds several characters is a column; the engine turns it the same way."""

_ENGINE_LOCK = threading.Lock()
_engine: Any = None


class OcrLine(NamedTuple):
    """A recognised line of text.

    Attributes:
        text: What the engine read, look-alike characters repaired.
        box: Box in pixels of the picture, origin top left.
        confidence: 0 to 1, as the engine says.
        vertical: Whether it runs from top to bottom.
        slope: How far the line falls from left to right, in pixels a pixel; 0 for vertical ones.
    """

    text: str
    box: Box
    confidence: float
    vertical: bool = False
    slope: float = 0.0


def ocr_available() -> bool:
    """Return whether the extra is installed, without loading it."""
    return all(importlib.util.find_spec(name) is not None for name in ("rapidocr", "onnxruntime"))


def read_picture_text(image: Image) -> list[OcrLine]:
    """Return the lines of text on a picture in reading order: columns from right to left if most text is vertical.

    Args:
        image: Any mode. Text is read best at 200 to 300 dpi, when its letters are 20 to 60 pixels high.

    Raises:
        ImportError: When the extra is not installed.
    """
    pixels = np.ascontiguousarray(np.asarray(image.convert("RGB"))[:, :, ::-1])
    with _ENGINE_LOCK:
        result = _the_engine()(pixels)
    if result.boxes is None or result.txts is None:
        return []
    lines = [
        _line(quad, text, float(score))
        for quad, text, score in zip(result.boxes, result.txts, result.scores, strict=True)
        if text.strip()
    ]
    return _in_reading_order(lines)


def _the_engine() -> Any:
    """Return the engine of this process; callers hold its lock, since calls write to it."""
    global _engine
    if _engine is None:
        try:
            from rapidocr import RapidOCR
        except ImportError as error:
            raise ImportError(f"Reading text off pictures needs {OCR_EXTRA}.") from error
        _engine = RapidOCR(params=dict(ENGINE_OPTIONS))
    return _engine


def _line(quad: Any, text: str, confidence: float) -> OcrLine:
    points = np.asarray(quad, dtype=float)
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    text = repair_look_alikes(text.strip())
    vertical = len(text) > 1 and y1 - y0 > VERTICAL_ASPECT * (x1 - x0)
    left, right = points[[0, 3]].mean(axis=0), points[[1, 2]].mean(axis=0)
    run = float(right[0] - left[0])
    slope = 0.0 if vertical or run <= 0 else float(right[1] - left[1]) / run
    return OcrLine(text, (float(x0), float(y0), float(x1), float(y1)), round(confidence, 4), vertical, slope)


def _in_reading_order(lines: Sequence[OcrLine]) -> list[OcrLine]:
    if runs_down(lines):
        return sorted(lines, key=lambda line: (-line.box[2], line.box[1]))
    rows: list[list[OcrLine]] = []
    for line in sorted(lines, key=lambda line: (line.box[1] + line.box[3], line.box[0])):
        middle = (line.box[1] + line.box[3]) / 2
        if rows and middle < rows[-1][0].box[1] + 0.7 * (rows[-1][0].box[3] - rows[-1][0].box[1]):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda line: line.box[0])]


def runs_down(lines: Sequence[OcrLine]) -> bool:
    """Return whether most characters are in vertical columns."""
    down = sum(len(line.text) for line in lines if line.vertical)
    return down > sum(len(line.text) for line in lines) / 2


_TO_IDEOGRAPH = str.maketrans(KATAKANA_LIKE_KANJI, KANJI_LIKE_KATAKANA)
_TO_KATAKANA = str.maketrans(MISREAD_IN_KATAKANA, KATAKANA_MEANT)
_LONE_KATAKANA = re.compile(
    rf"(?<=[{IDEOGRAPHS}])(?<![{NUMERALS_BEFORE_COUNTERS}])[{KATAKANA_LIKE_KANJI}](?![{KATAKANA}])"
)
_LONE_IDEOGRAPH = re.compile(rf"(?<=[{KATAKANA}])[{MISREAD_IN_KATAKANA}](?=[{KATAKANA}])")


def repair_look_alikes(text: str) -> str:
    """Replace characters that OCR confuses because they look alike, judging by their neighbours.

    One katakana letter after an ideograph ("入カ") is the ideograph it looks like; one ideograph or べ between katakana
    ("ユ一ザ") is the letter. Counters such as 一カ所 stay.
    """
    text = _LONE_KATAKANA.sub(lambda match: match.group().translate(_TO_IDEOGRAPH), text)
    return _LONE_IDEOGRAPH.sub(lambda match: match.group().translate(_TO_KATAKANA), text)
