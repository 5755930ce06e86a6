"""The fonts of a page: typeface by name, and boldness as drawn."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterable
from itertools import groupby, islice
from operator import attrgetter
from typing import Any, NamedTuple

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.readers.pdf.extract.stroke_width import INK_SAMPLES, InkCache, Specimen, Stroke

_BOLD_NAME = re.compile(
    rf"bold|black|heavy|extrab|demi|{any_of(lambda words: words.bold_fonts)}|-W[6-9]\b|-[6-9]00", re.IGNORECASE
)
_BOLD_SHORT = re.compile(r"(?:CM|EC|LM|SF|TC)BX|(?:^|[a-z-])Bd(?:It|Cn|Ex|MT|BT)?\b|Nimbus\w+-Medi")
"""Short forms of bold in font names: TeX's bold extended, Adobe's and Bitstream's Bd, URW's Medi for the bold of Times."""

_LIGHT_NAME = re.compile(r"semilight|demilight|light", re.IGNORECASE)
_ITALIC_NAME = re.compile(r"italic|oblique", re.IGNORECASE)
_SUBSET_PREFIX = re.compile(r"^[A-Z]{6}\+")
_BOLD, _REGULAR, _LIGHT = 700, 400, 300


class Face(NamedTuple):
    """A typeface: font name without subset prefix, weight (100 to 900) and slant; Type 3 fonts have no name and weight 0."""

    name: str
    weight: int
    italic: bool


_NAMELESS = Face("", 0, False)


class FontMemory:
    """Typefaces and stroke widths of the fonts of recent pages by address, and of all characters measured.

    An address denotes the same font on a later page as long as a page with that font is open; otherwise the font may have
    been freed and the address used again. Callers that read single pages call `forget` between them.

    Args:
        pages_before: Number of earlier pages that are still open.
    """

    def __init__(self, pages_before: int) -> None:
        self._pages_before = pages_before
        self._page = 0
        self._seen: dict[int, int] = {}
        self._faces: dict[int, Face] = {}
        self._strokes: dict[int, list[Stroke]] = {}
        self._inks = InkCache()

    def forget(self) -> None:
        """Forget all fonts; stroke widths of their characters are kept."""
        self._seen, self._faces, self._strokes = {}, {}, {}

    def next_page(self, raw: Any, fonts: Iterable[int]) -> dict[int, Face]:
        """Turn to the next page and return the typefaces of its fonts.

        Args:
            raw: The PDFium library; the lock is held.
            fonts: Addresses of all fonts of the page, each once.
        """
        self._page += 1
        # Forget closed fonts first: this page may use their addresses again.
        for font in [font for font, page in self._seen.items() if page < self._page - self._pages_before]:
            del self._seen[font]
            self._faces.pop(font, None)
            self._strokes.pop(font, None)
        self._seen.update(dict.fromkeys(fonts, self._page))
        here = {}
        for font in fonts:
            face = self._faces.get(font)
            here[font] = self._faces[font] = face if face is not None else _face(raw, font)
        return here

    def is_measured(self, font: int) -> bool:
        """Return whether a font of the page has enough measured characters."""
        return len(self._strokes.get(font, ())) >= self._wanted(font)

    def _wanted(self, font: int) -> int:
        # A font with a name is the yardstick for those without, of which a page may have dozens.
        return INK_SAMPLES if self._faces[font].name else 1

    def stroke_of(self, font: int) -> Stroke:
        """Return the median of up to three stroke widths of a font of the page, 0 em if none could be measured."""
        strokes = self._strokes.get(font)
        return sorted(strokes)[len(strokes) // 2] if strokes else (0.0, "")

    def measure(self, document: int, page: int, specimens: Iterable[Specimen]) -> None:
        """Measure fonts of the page on some of their characters.

        Args:
            document, page: Addresses of PDFium's objects; the lock is held.
            specimens: Text objects of fonts not measured yet, those of one font one after the other.
        """
        for font, group in groupby(specimens, attrgetter("font")):
            of_font, wanted = list(group), self._wanted(font)
            strokes = self._inks.measured_before(of_font)
            if len(strokes) < wanted:
                strokes = list(islice(self._inks.measure(document, page, of_font), wanted))
            self._strokes[font] = max(self._strokes.get(font, []), strokes, key=len)


def _face(raw: Any, address: int) -> Face:
    if not address:
        return _NAMELESS
    font = ctypes.cast(address, raw.FPDF_FONT)
    length = raw.FPDFFont_GetBaseFontName(font, None, 0)
    if length <= 1:
        return _NAMELESS
    buffer = ctypes.create_string_buffer(length)
    raw.FPDFFont_GetBaseFontName(font, buffer, length)
    face = face_of(buffer.value.decode("utf-8", "replace"))
    angle = ctypes.c_int()
    slanted = bool(raw.FPDFFont_GetItalicAngle(font, ctypes.byref(angle))) and angle.value not in (0, -1)
    return face._replace(italic=face.italic or (slanted and abs(angle.value) < 45))


def face_of(font: str) -> Face:
    """Return the typeface that the name of a font indicates.

    A name without a word for bold is a regular face: PDFium only guesses the weight from StemV.
    """
    name = _SUBSET_PREFIX.sub("", font)
    weight = _LIGHT if _LIGHT_NAME.search(name) else _BOLD if is_bold_name(name) else _REGULAR
    return Face(name, weight, bool(_ITALIC_NAME.search(name)))


def is_bold_name(name: str) -> bool:
    """Return whether the name of a font indicates a bold face, in full or abbreviated."""
    return bool(_BOLD_NAME.search(name) or _BOLD_SHORT.search(name))
