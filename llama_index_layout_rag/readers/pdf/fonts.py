"""The fonts of a page: what their names say of the face, and how bold they are drawn."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterable
from itertools import groupby, islice
from operator import attrgetter
from typing import Any, NamedTuple

from llama_index_layout_rag.readers.pdf.ink import INK_SAMPLES, InkCache, Specimen, Stroke

_BOLD_NAME = re.compile(r"bold|black|heavy|extrab|demi|ゴシックB|-W[6-9]\b|-[6-9]00", re.IGNORECASE)
_BOLD_SHORT = re.compile(r"(?:CM|EC|LM|SF|TC)BX|(?:^|[a-z-])Bd(?:It|Cn|Ex|MT|BT)?\b|Nimbus\w+-Medi")
"""Short forms of bold in font names: TeX's bold extended, Adobe's and Bitstream's Bd, URW's Medi for the bold of Times."""

_LIGHT_NAME = re.compile(r"semilight|demilight|light", re.IGNORECASE)
_ITALIC_NAME = re.compile(r"italic|oblique", re.IGNORECASE)
_SUBSET_PREFIX = re.compile(r"^[A-Z]{6}\+")
_BOLD, _REGULAR, _LIGHT = 700, 400, 300


class Face(NamedTuple):
    """What is told of a font: its name without subset prefix, its weight (100 to 900) and whether it slants. Type 3
    fonts have no name, and then 0 for the weight."""

    name: str
    weight: int
    italic: bool


_NAMELESS = Face("", 0, False)


class FontMemory:
    """Faces and strokes of the fonts of the page read last, by address, and the strokes of all characters measured.

    An address stands for the same font on the next page only when that page was loaded while the last one was open:
    else the font may have been freed, and another stands there. Who reads pages otherwise calls `forget` between them.
    """

    def __init__(self) -> None:
        self._faces: dict[int, Face] = {}
        self._strokes: dict[int, list[Stroke]] = {}
        self._inks = InkCache()

    def forget(self) -> None:
        """Forgets the fonts of the page read last; what was measured of their characters stays known."""
        self._faces, self._strokes = {}, {}

    def faces_of(self, raw: Any, fonts: Iterable[int]) -> dict[int, Face]:
        """The faces of a page's fonts; from now on only these are remembered.

        Args:
            raw: The PDFium library; the lock is held.
            fonts: Addresses of all fonts of the page, each once.
        """
        known = self._faces
        self._faces = {font: known.get(font) or _face(raw, font) for font in fonts}
        self._strokes = {font: strokes for font, strokes in self._strokes.items() if font in self._faces}
        return self._faces

    def is_measured(self, font: int) -> bool:
        """Whether more specimens of a font of the page would tell little."""
        return len(self._strokes.get(font, ())) >= self._wanted(font)

    def _wanted(self, font: int) -> int:
        # A font with a name is the yardstick for those without, of which a page may have dozens.
        return INK_SAMPLES if self._faces[font].name else 1

    def measure(self, document: int, page: int, specimens: Iterable[Specimen]) -> dict[int, Stroke]:
        """Strokes of every font of the page of which any could be measured: the middle one of up to three.

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
        return {font: sorted(strokes)[len(strokes) // 2] for font, strokes in self._strokes.items() if strokes}


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
    """The face that the name of a font tells.

    A name that says nothing bold is a regular face: what PDFium tells of the weight is a guess from StemV.
    """
    name = _SUBSET_PREFIX.sub("", font)
    weight = _LIGHT if _LIGHT_NAME.search(name) else _BOLD if is_bold_name(name) else _REGULAR
    return Face(name, weight, bool(_ITALIC_NAME.search(name)))


def is_bold_name(name: str) -> bool:
    """Whether the name of a font says that its face is bold, in full or in a short form."""
    return bool(_BOLD_NAME.search(name) or _BOLD_SHORT.search(name))
