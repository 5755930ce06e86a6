"""What PDFium says about one page, as plain data: glyphs in stream order, type styles, images and paths.

All coordinates are points from the top left corner of the page as it is displayed (crop box, rotation and user unit
applied).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from llama_index_layout_rag.layout.boxes import Box

UPRIGHT = 0
"""Turn of text that runs to the right; 90 runs down the page, 270 up; DIAGONAL is anything between (watermarks)."""

DIAGONAL = -1


class TextStyle(NamedTuple):
    """How characters look.

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
into the page's styles (-1 for blanks that PDFium inferred), `mcid` the marked-content id or -1. A plain tuple, since a
manual has a million of them.
"""


class PageImage(NamedTuple):
    """A bitmap on the page. `key` is equal for equal bitmaps; pixels are (width, height)."""

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
    """Everything on one page."""

    number: int
    width: float
    height: float
    rotation: int
    label: str | None = None
    glyphs: list[Glyph] = field(default_factory=list)
    styles: list[TextStyle] = field(default_factory=list)
    images: list[PageImage] = field(default_factory=list)
    paths: list[PagePath] = field(default_factory=list)
    unmapped: int = 0
    truncated: str | None = None


class Bookmark(NamedTuple):
    """One entry of the outline. `y` is points from the top of the page, None where the target names no place."""

    title: str
    level: int
    page: int | None
    y: float | None


class TaggedNode(NamedTuple):
    """One element of the structure tree of one page, in tree order.

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
