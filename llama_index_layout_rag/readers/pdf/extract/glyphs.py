"""The content of one page as plain data: glyphs in stream order, text styles, images and vector paths.

All coordinates are points from the top left corner of the page as it is displayed (crop box, rotation and user unit
applied).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, overload

import numpy as np

from llama_index_layout_rag.layout.boxes import Box

UPRIGHT = 0
"""Turn of text that runs to the right; 90 runs down the page, 270 up; DIAGONAL is anything between (watermarks)."""

DIAGONAL = -1

ASCENT, DESCENT = 0.88, 0.2
"""Parts of the em above and below the baseline that a line box takes; font metrics are often wrong."""


class TextStyle(NamedTuple):
    """Typography of characters.

    Attributes:
        font: Font name without its subset prefix; empty for Type 3 fonts, which have none.
        size: Type size in points as displayed.
        weight: 100 to 900 as the font says; 0 where it says nothing.
        italic: Whether the font is slanted.
        color: Fill colour as 0xRRGGBB.
        turn: Direction of the text (UPRIGHT, 90, 180, 270, DIAGONAL).
        ink: Mean stroke width in em as measured on the drawn glyph, 0 where it was not measured.
        ink_char: The measured character, since every shape and script has strokes of its own.
        stroked: Whether glyphs are filled and outlined, the usual imitation of bold type.
    """

    font: str
    size: float
    weight: int = 0
    italic: bool = False
    color: int = 0
    turn: int = UPRIGHT
    ink: float = 0.0
    ink_char: str = ""
    stroked: bool = False


Glyph = tuple[str, float, float, float, float, float, int, int]
"""One character: (char, x0, y0, x1, y1, base, style, mcid).

The box is its cell (advance width, font height), `base` the y of the baseline for upright text, `style` an index
into the page's styles (-1 for blanks that PDFium inferred), `mcid` the marked-content id or -1.
"""


class Glyphs(Sequence[Glyph]):
    """The characters of a page as columns of arrays; a manual has a million characters, and tuples would be slow.

    Attributes:
        codes: Code points.
        x0, y0, x1, y1, base: Points from the top left of the page.
        style: Indices into the page's styles, -1 for inferred blanks.
        mcid: Marked-content ids, -1 if there is none.
    """

    __slots__ = ("base", "codes", "mcid", "style", "x0", "x1", "y0", "y1")

    def __init__(
        self,
        codes: np.ndarray,
        x0: np.ndarray,
        y0: np.ndarray,
        x1: np.ndarray,
        y1: np.ndarray,
        base: np.ndarray,
        style: np.ndarray,
        mcid: np.ndarray,
    ) -> None:
        self.codes, self.x0, self.y0, self.x1, self.y1 = codes, x0, y0, x1, y1
        self.base, self.style, self.mcid = base, style, mcid

    @classmethod
    def of(cls, glyphs: Sequence[Glyph]) -> Glyphs:
        """Return single glyphs as columns; columns are returned as they are."""
        if isinstance(glyphs, Glyphs):
            return glyphs
        columns = list(zip(*glyphs, strict=True)) or [()] * 8
        codes = np.array([ord(char) for char in columns[0]], dtype=np.uint32)
        places = [np.array(column, dtype=np.float64) for column in columns[1:6]]
        return cls(codes, *places, *(np.array(column, dtype=np.int64) for column in columns[6:]))

    @property
    def text(self) -> str:
        """Return all characters in stream order."""
        return text_of_codes(self.codes)

    def columns(self) -> tuple[np.ndarray, ...]:
        """Return codes, x0, y0, x1, y1, base, style and mcid."""
        return self.codes, self.x0, self.y0, self.x1, self.y1, self.base, self.style, self.mcid

    def where(self, wanted: np.ndarray) -> Glyphs:
        """Return the characters that a mask or an array of indices selects."""
        return Glyphs(*(column[wanted] for column in self.columns()))

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[Glyph]:
        return zip(self.text, *(column.tolist() for column in self.columns()[1:]), strict=True)

    @overload
    def __getitem__(self, place: int) -> Glyph: ...

    @overload
    def __getitem__(self, place: slice) -> Glyphs: ...

    def __getitem__(self, place: int | slice) -> Glyph | Glyphs:
        if isinstance(place, slice):
            return Glyphs(*(column[place] for column in self.columns()))
        code, x0, y0, x1, y1, base, style, mcid = (column[place].item() for column in self.columns())
        return chr(code), x0, y0, x1, y1, base, style, mcid


def text_of_codes(codes: np.ndarray) -> str:
    """Return code points as a string."""
    return codes.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")


class PageImage(NamedTuple):
    """A bitmap on the page; `key` is equal for equal bitmaps, pixels are (width, height), the box is the visible part."""

    box: Box
    key: str
    pixels: tuple[int, int]


class PagePath(NamedTuple):
    """A vector path.

    Attributes:
        box: Bounds.
        filled: Whether it is filled.
        stroked: Whether it is outlined.
        color: Fill colour (or line colour when not filled) as 0xRRGGBB.
        shape: "rect" for axis-parallel rectangles, "lines" for other axis-parallel segments, "free" for anything else.
        segments: The axis-parallel segments of a "lines" path, as degenerate boxes.
    """

    box: Box
    filled: bool
    stroked: bool
    color: int
    shape: str
    segments: tuple[Box, ...] = ()


@dataclass
class RawPage:
    """The content of one page."""

    number: int
    width: float
    height: float
    rotation: int
    label: str | None = None
    glyphs: Sequence[Glyph] = field(default_factory=list)
    styles: list[TextStyle] = field(default_factory=list)
    images: list[PageImage] = field(default_factory=list)
    paths: list[PagePath] = field(default_factory=list)
    unmapped: int = 0
    truncated: str | None = None


class Bookmark(NamedTuple):
    """An entry of the outline; `y` is in points from the top of the page, None if the target names no position."""

    title: str
    level: int
    page: int | None
    y: float | None


class TaggedNode(NamedTuple):
    """An element of the structure tree of one page, in tree order.

    Attributes:
        role: Standard structure type, such as "H2", "P", "LI", "Figure".
        mcids: Marked-content ids below it on this page.
        parents: Roles above it, outermost first.
        alt: Alternative text.
    """

    role: str
    mcids: tuple[int, ...]
    parents: tuple[str, ...]
    alt: str = ""


_NARROW, _NARROW_ADVANCE, _LATIN_ADVANCE, _BLANK_ADVANCE = "ijltfrI.,:;'|!()[]", 0.34, 0.56, 0.3
"""Letters that are narrower than others, and em that each kind of character takes in a sans-serif face."""


def advance_of(char: str) -> float:
    """Return the advance width of a character in em."""
    if char.isspace():
        return 1.0 if char == "\u3000" else _BLANK_ADVANCE
    if unicodedata.east_asian_width(char) in "FWA":
        return 1.0
    return _NARROW_ADVANCE if char in _NARROW else _LATIN_ADVANCE


def row_glyphs(
    text: str, edges: tuple[float, float], base: float, size: float, style: int, mcid: int
) -> Iterator[Glyph]:
    """Yield the characters of a horizontal line of which only the ends are known, as OCR and parsers give them.

    Args:
        text: The line.
        edges: Its left and right edge, points from the left of the page.
        base: Its baseline, points from the top of the page.
        size: Type size in points.
        style: Index into the page's styles.
        mcid: Marked-content id, -1 if there is none.
    """
    advances = [advance_of(char) for char in text]
    x, right = edges
    unit = (right - x) / max(0.01, sum(advances))
    for char, advance in zip(text, advances, strict=True):
        yield char, x, base - ASCENT * size, x + advance * unit, base + DESCENT * size, base, style, mcid
        x += advance * unit
