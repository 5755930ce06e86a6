"""The only module that talks to PDFium: opening documents, taking pages out of them, drawing pages.

PDFium is not thread-safe. Every call stands under `PDFIUM_LOCK`, page by page, so that two readers in two threads
take turns and the Python work between the pages runs outside the lock. Parallel reading is by process.

One call through ctypes costs up to a microsecond, so what is asked per character is kept to three calls of the cheapest
kind (`direct_calls`), and what is asked per text object is asked once per font and line.
"""

from __future__ import annotations

import ctypes
import re
import struct
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from llama_index_layout_rag.layout.boxes import Box, intersection
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.readers.pdf import ink
from llama_index_layout_rag.readers.pdf.calls import DirectCalls, direct_calls
from llama_index_layout_rag.readers.pdf.glyphs import (
    DIAGONAL,
    UPRIGHT,
    Bookmark,
    PageImage,
    PagePath,
    RawPage,
    TaggedNode,
    TextStyle,
)

if TYPE_CHECKING:
    from PIL.Image import Image

PDFIUM_LOCK = threading.RLock()
"""Held around every PDFium call of the package."""

MAX_GLYPHS = 400_000
"""Characters read from one page; a page that has more (a map, an attack) is cut there, with a warning."""

SMALLEST_TYPE, LARGEST_TYPE = 0.5, 5_000.0
"""Points that type sizes are held to; damaged files ask for 0, infinity and worse."""

FURTHEST = 1e6
"""Points from the page beyond which a character is not on it."""

MAX_OBJECTS = 300_000
"""Page objects looked at on one page."""

MAX_BOOKMARKS = 20_000
"""Entries of the outline that are read."""

MAX_FORM_DEPTH = 6
"""Forms inside forms that are followed; a file may nest them without end."""

MAX_SEGMENTS = 4_000
"""Segments of one path that are decoded; a path with more is a drawing anyway."""

MAX_HASHED_BYTES = 4_000_000
"""Bytes of a compressed bitmap that are hashed to recognise it on other pages."""

MAX_RENDER_PIXELS = 40_000_000
"""Pixels of one rendered page; a page larger than this is drawn at a lower resolution."""

ASCENT, DESCENT = 0.88, 0.2
"""Parts of the em above and below the baseline that a line's box takes; what fonts say of themselves is often wrong."""

_END_OF_FILE_WINDOW = 4096
_HEADER_WINDOW = 1024
_USER_UNIT = re.compile(rb"/UserUnit\s+([0-9]*\.?[0-9]+)")
_NO_PAGES, _SOME_PAGE = re.compile(rb"/Count\s+0\b"), re.compile(rb"/Type\s*/Page\b")
_BOLD_NAME = re.compile(r"bold|black|heavy|extrab|demi|ゴシックB|-W[6-9]\b|-[6-9]00", re.IGNORECASE)
_LIGHT_NAME = re.compile(r"semilight|demilight|light", re.IGNORECASE)
_ITALIC_NAME = re.compile(r"italic|oblique", re.IGNORECASE)
_SUBSET_PREFIX = re.compile(r"^[A-Z]{6}\+")
_BOLD, _REGULAR = 700, 400
_MODE_SAMPLE = 200
_INK_SAMPLES, _INK_ATTEMPTS = 3, 5


class PdfDocument:
    """An open PDF. Use `open_pdf`, which closes it under the lock."""

    def __init__(self, handle: Any, data: bytes, name: str) -> None:
        self._handle = handle
        self.name = name
        self.user_unit = _user_unit(data)
        self.page_count = len(handle)
        self._inks = ink.InkCache()

    def metadata_title(self) -> str:
        """Title in the document information, stripped; empty where there is none."""
        with PDFIUM_LOCK:
            try:
                return str(self._handle.get_metadata_value("Title") or "").strip("\x00 \t\r\n")
            except UnicodeDecodeError:
                return ""

    def is_tagged(self) -> bool:
        """Whether the file says that it carries a structure tree."""
        import pypdfium2.raw as raw

        with PDFIUM_LOCK:
            return bool(raw.FPDFCatalog_IsTagged(self._handle.raw))

    def bookmarks(self) -> list[Bookmark]:
        """The outline in order; entries without a title are left out."""
        found: list[Bookmark] = []
        with PDFIUM_LOCK:
            for entry in self._handle.get_toc(max_depth=10):
                try:
                    title = entry.get_title().replace("\x00", "").strip()
                    page, top = _bookmark_target(entry)
                except ValueError:
                    # Broken text (UnicodeDecodeError) or a broken target costs one entry, not the outline.
                    continue
                if not title or len(found) >= MAX_BOOKMARKS:
                    continue
                found.append(Bookmark(title, entry.level + 1, page, top))
        return found

    def read_page(self, index: int, tagged: bool = False) -> tuple[RawPage, list[TaggedNode]] | None:
        """The contents of a page (0-based index) and its part of the structure tree; None when the page cannot be
        loaded."""
        import pypdfium2.raw as raw

        with PDFIUM_LOCK:
            page = raw.FPDF_LoadPage(self._handle.raw, index)
            if not page:
                return None
            try:
                extraction = _PageExtraction(raw, self._handle.raw, page, index, self.user_unit, self._inks, tagged)
                return extraction.run(), _structure(raw, page) if tagged else []
            finally:
                raw.FPDF_ClosePage(page)

    def hides_text(self, index: int) -> bool:
        """Whether most of a page's text (0-based index) is invisible: OCR laid it over a scan."""
        import pypdfium2.raw as raw

        with PDFIUM_LOCK:
            page = raw.FPDF_LoadPage(self._handle.raw, index)
            if not page:
                return False
            try:
                items = [
                    raw.FPDFPage_GetObject(page, n) for n in range(min(raw.FPDFPage_CountObjects(page), _MODE_SAMPLE))
                ]
                texts = [item for item in items if raw.FPDFPageObj_GetType(item) == raw.FPDF_PAGEOBJ_TEXT]
                hidden = [
                    raw.FPDFTextObj_GetTextRenderMode(text) == raw.FPDF_TEXTRENDERMODE_INVISIBLE for text in texts
                ]
                return 2 * sum(hidden) > len(hidden)
            finally:
                raw.FPDF_ClosePage(page)

    def page_height(self, index: int) -> float:
        """Height of a page in points as displayed."""
        with PDFIUM_LOCK:
            return float(self._handle.get_page_size(index)[1]) * self.user_unit

    def render(self, index: int, dpi: float) -> Image:
        """A page (0-based index) as an RGB image."""
        with PDFIUM_LOCK:
            page = self._handle[index]
            try:
                width, height = page.get_size()
                scale = dpi / 72 * self.user_unit
                pixels = width * height * scale * scale
                if pixels > MAX_RENDER_PIXELS:
                    scale *= (MAX_RENDER_PIXELS / pixels) ** 0.5
                bitmap = page.render(scale=scale, rev_byteorder=True)
                image: Image = bitmap.to_pil().convert("RGB").copy()
                bitmap.close()
                return image
            finally:
                page.close()


@contextmanager
def open_pdf(data: bytes, name: str) -> Iterator[PdfDocument]:
    """Opens a PDF held in memory.

    Args:
        data: The file.
        name: Path or URL for messages.

    Raises:
        LayoutReadError: When the file is empty, no PDF, truncated, encrypted with a password, broken, or has no pages.
    """
    _check_bytes(data, name)
    import pypdfium2 as pdfium

    with PDFIUM_LOCK:
        try:
            handle = pdfium.PdfDocument(data)
        except pdfium.PdfiumError as error:
            raise LayoutReadError(name, _open_failure(error, data)) from error
    try:
        with PDFIUM_LOCK:
            document = PdfDocument(handle, data, name)
        if document.page_count == 0:
            raise LayoutReadError(name, "the PDF has no pages; export it again from its source.")
        yield document
    finally:
        with PDFIUM_LOCK:
            handle.close()


def render_page(source: bytes | str | Path, page: int, dpi: float = 150, password: None = None) -> Image:
    """A page as an RGB image, for crops and highlights. A point is `dpi / 72` pixels.

    Args:
        source: The file's bytes or its path.
        page: 1-based page number.
        dpi: Resolution; pages so large that they would take more than 40 million pixels are drawn smaller.
        password: Reserved; encrypted files are refused.

    Raises:
        LayoutReadError: When the file cannot be opened or has no such page.
    """
    name = "PDF" if isinstance(source, bytes) else str(source)
    try:
        data = source if isinstance(source, bytes) else Path(source).read_bytes()
    except OSError as error:
        raise LayoutReadError(name, f"the file cannot be opened ({error.strerror}); check the path.") from error
    with open_pdf(data, name) as document:
        if not 1 <= page <= document.page_count:
            raise LayoutReadError(name, f"there is no page {page}; the file has pages 1 to {document.page_count}.")
        return document.render(page - 1, dpi)


def _check_bytes(data: bytes, name: str) -> None:
    if not data.strip(b"\x00 \t\r\n"):
        raise LayoutReadError(name, "the file is empty; copy or download it again.")
    if b"%PDF-" not in data[:_HEADER_WINDOW]:
        raise LayoutReadError(name, "this is not a PDF file (no %PDF header); check what the file really is.")
    if b"%%EOF" not in data[-_END_OF_FILE_WINDOW:] and not _ends_with_padding(data):
        raise LayoutReadError(name, "the PDF is truncated (its end is missing); copy or download it again.")


def _ends_with_padding(data: bytes) -> bool:
    # Some tools pad files with zeros to a block size.
    return b"%%EOF" in data.rstrip(b"\x00 \t\r\n")[-_END_OF_FILE_WINDOW:]


def _open_failure(error: Exception, data: bytes) -> str:
    code = getattr(error, "err_code", None)
    text = str(error).lower()
    if _NO_PAGES.search(data) and not _SOME_PAGE.search(data):
        return "the PDF has no pages; export it again from its source."
    # PDFium keeps the code of an earlier failure where it sets none, so the file itself must say that it is encrypted.
    encrypted = b"/Encrypt" in data
    if encrypted and (code == 4 or "password" in text):
        return "the PDF is protected with a password; remove the protection and read it again."
    if encrypted and (code == 5 or "security" in text):
        return "the PDF is encrypted in a way that is not supported; export it without protection."
    return "the PDF is damaged and cannot be opened; repair it or export it again."


def _user_unit(data: bytes) -> float:
    """UserUnit of the pages. PDFium neither applies nor tells it; files that use it use one value for all pages."""
    values = {float(match) for match in _USER_UNIT.findall(data)}
    return values.pop() if len(values) == 1 and 0 not in values else 1.0


def _bookmark_target(entry: Any) -> tuple[int | None, float | None]:
    destination = entry.get_dest()
    if destination is None:
        return None, None
    index = destination.get_index()
    if index is None or index < 0:
        return None, None
    _, position = destination.get_view()
    # XYZ holds (left, top, zoom), FitH (top,): only these two name a height.
    top = position[1] if len(position) == 3 else position[0] if len(position) == 1 else None
    return index + 1, float(top) if top is not None else None


class _Display:
    """From user space to the displayed page: crop box, rotation, user unit."""

    def __init__(self, box: Box, rotation: int, unit: float) -> None:
        left, bottom, right, top = box
        rows = {
            0: (1, 0, -left, 0, -1, top),
            90: (0, 1, -bottom, 1, 0, -left),
            180: (-1, 0, right, 0, 1, -bottom),
            270: (0, -1, top, -1, 0, right),
        }[rotation]
        self.ax, self.bx, self.cx, self.ay, self.by, self.cy = (value * unit for value in rows)

    def point(self, x: float, y: float) -> tuple[float, float]:
        return self.ax * x + self.bx * y + self.cx, self.ay * x + self.by * y + self.cy

    def box(self, x0: float, y0: float, x1: float, y1: float) -> Box:
        ux, uy = self.point(x0, y0)
        vx, vy = self.point(x1, y1)
        return min(ux, vx), min(uy, vy), max(ux, vx), max(uy, vy)

    def direction(self, a: float, b: float) -> tuple[float, float]:
        return self.ax * a + self.bx * b, self.ay * a + self.by * b


class _PageExtraction:
    """Takes one loaded page apart. Lives for one page, under the lock."""

    def __init__(
        self, raw: Any, document: Any, page: Any, index: int, unit: float, inks: ink.InkCache, tagged: bool
    ) -> None:
        self.raw, self.document, self.page, self.inks, self.tagged = raw, document, page, inks, tagged
        self.calls: DirectCalls = direct_calls()
        rect = raw.FS_RECTF()
        raw.FPDF_GetPageBoundingBox(page, ctypes.byref(rect))
        rotation = (raw.FPDFPage_GetRotation(page) % 4) * 90
        self.display = _Display((rect.left, rect.bottom, rect.right, rect.top), rotation, unit)
        self.unit = unit
        width, height = raw.FPDF_GetPageWidthF(page) * unit, raw.FPDF_GetPageHeightF(page) * unit
        self.result = RawPage(index + 1, width, height, rotation, _page_label(raw, document, index))
        self._style_index: dict[TextStyle, int] = {}
        self._fonts: dict[int, tuple[str, int, bool]] = {}
        self._font_inks: dict[int, list[tuple[float, str]]] = {}
        self._ink_attempts: dict[int, int] = {}
        self._budget = MAX_OBJECTS
        self._looks: dict[tuple[float, ...], int] = {}
        self._size, self._matrix = ctypes.c_float(), raw.FS_MATRIX()
        self._size_at, self._matrix_at = ctypes.addressof(self._size), ctypes.addressof(self._matrix)
        self._channels = [ctypes.c_uint() for _ in range(4)]
        self._channels_at = [ctypes.addressof(channel) for channel in self._channels]
        self._edges = [ctypes.c_float() for _ in range(4)]
        self._edges_at = [ctypes.addressof(edge) for edge in self._edges]

    def run(self) -> RawPage:
        self._read_text()
        self._read_objects()
        return self.result

    def _read_text(self) -> None:
        text_page = self.raw.FPDFText_LoadPage(self.page)
        if not text_page:
            return
        try:
            self._read_glyphs(text_page)
        finally:
            self.raw.FPDFText_ClosePage(text_page)

    def _read_glyphs(self, text_page: Any) -> None:
        calls, display, glyphs = self.calls, self.display, self.result.glyphs
        count = self.raw.FPDFText_CountChars(text_page)
        if count > MAX_GLYPHS:
            self.result.truncated = f"{count:,} characters, of which the first {MAX_GLYPHS:,} were read"
            count = MAX_GLYPHS
        text_at = ctypes.addressof(text_page.contents)
        unicode_of, object_of, loose_of, origin_of = calls.unicode, calls.text_object, calls.loose_box, calls.origin
        # left, top, right, bottom, as FS_RECTF has them
        rect, ox, oy = (ctypes.c_float * 4)(), ctypes.c_double(), ctypes.c_double()
        rect_of = struct.Struct("4f").unpack_from
        rect_at, ox_at, oy_at = ctypes.addressof(rect), ctypes.addressof(ox), ctypes.addressof(oy)
        ax, bx, cx, ay, by, cy = display.ax, display.bx, display.cx, display.ay, display.by, display.cy
        plain = bx == 0 and ax > 0
        styles, last_object, style, mcid = self.result.styles, 0, -1, -1
        line_styles: dict[tuple[int, int, int], int] = {}
        high, base, base_x, last_y0, size, shifts, upright = 0, 0.0, 0.0, 0.0, 0.0, True, True
        for index in range(count):
            code = unicode_of(text_at, index)
            if 0xD800 <= code <= 0xDFFF:
                if code <= 0xDBFF:
                    high = code
                    continue
                if not high:
                    continue
                code, high = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00), 0
            address = object_of(text_at, index)
            if not address:
                # Blanks and line ends that PDFium infers have no object; line ends are ours to decide.
                if code == 32 and glyphs:
                    _, _, last_top, x, last_bottom, last_base, _, last_mcid = glyphs[-1]
                    glyphs.append((" ", x, last_top, x, last_bottom, last_base, -1, last_mcid))
                continue
            loose_of(text_at, index, rect_at)
            left, top, right, bottom = rect_of(rect)
            if plain:
                x0, x1, y0, y1 = ax * left + cx, ax * right + cx, by * top + cy, by * bottom + cy
            else:
                x0, y0, x1, y1 = display.box(left, bottom, right, top)
            if address != last_object or shifts or abs(y0 - last_y0) > 1:
                # A text object keeps its baseline, unless it is a Type 3 font or written downwards.
                origin_of(text_at, index, ox_at, oy_at)
                x, y = ox.value, oy.value
                base_x, base = ax * x + bx * y + cx, ay * x + by * y + cy
            else:
                base_x = x0
            last_y0 = y0
            if not (-FURTHEST < base < FURTHEST and -FURTHEST < x0 <= x1 < FURTHEST):
                continue
            if address != last_object:
                last_object = address
                face = calls.font(address) or 0
                # One font may stand on a line in two sizes; boxes of Type 3 fonts say nothing of the size.
                nameless = face in self._fonts and not self._fonts[face][0]
                key = (face, round(base * 2), 0 if nameless else round((y1 - y0) * 2))
                known = line_styles.get(key)
                if known is None:
                    known = self._style(text_at, index, address, face, code)
                    # A sign says nothing of its font's weight: the next character of the font is asked again.
                    if ink.script_class(chr(code)):
                        line_styles[key] = known
                style = known
                size, upright = styles[style].size, styles[style].turn == UPRIGHT
                shifts = not styles[style].font or not upright
                if self.tagged:
                    mcid = calls.marked_content(address)
            if code < 32 or code == 0xFFFE or code == 0xFFFF:
                if code == 2 or code == 0xFFFE:
                    code = 0x2D  # PDFium's sign for a hyphen at the end of a line
                else:
                    self.result.unmapped += code not in (9, 10, 13)
                    code = 32
            if upright and abs(base - (y0 + y1) / 2) < size:
                y0, y1 = base - ASCENT * size, base + DESCENT * size
                if base_x < x0:
                    x0 = base_x
                # A Type 3 font gives the drawn shape; an ideograph's cell is a full em.
                if 0x3040 <= code <= 0x9FFF and x1 - x0 < 0.9 * size:
                    x1 = max(x1, base_x + 0.95 * size)
            glyphs.append((chr(code), x0, y0, x1, y1, base, style, mcid))

    def _style(self, text_at: int, position: int, text_object: int, address: int, code: int) -> int:
        """Index of the style of a character; all but `position` and `code` are addresses."""
        calls, size, matrix, channels = self.calls, self._size, self._matrix, self._channels
        calls.font_size(text_object, self._size_at)
        # The character's own matrix holds those of the forms around it, the object's does not.
        calls.matrix(text_at, position, self._matrix_at)
        calls.fill_color(text_object, *self._channels_at)
        color = (channels[0].value << 16) | (channels[1].value << 8) | channels[2].value
        mode = calls.render_mode(text_object)
        look = (address, size.value, color, mode, matrix.a, matrix.b, matrix.c, matrix.d)
        known = self._font_inks.get(address)
        settled = self._ink_attempts.get(address, 0) >= _INK_ATTEMPTS or (
            known is not None and len(known) >= _INK_SAMPLES
        )
        if settled and look in self._looks:
            return self._looks[look]
        dx, dy = self.display.direction(matrix.a, matrix.b)
        # The height of the letters is what a reader sees; condensed type is narrower, not smaller.
        up_x, up_y = self.display.direction(matrix.c, matrix.d)
        points = abs(size.value) * ((up_x * up_x + up_y * up_y) ** 0.5 or (dx * dx + dy * dy) ** 0.5)
        points = min(points, LARGEST_TYPE) if points > SMALLEST_TYPE else SMALLEST_TYPE
        if address not in self._fonts:
            self._fonts[address] = self._font(ctypes.cast(address, self.raw.FPDF_FONT) if address else None)
        name, weight, italic = self._fonts[address]
        stroke, char = self._ink(text_object, address, code, points, name)
        style = TextStyle(
            name, round(points, 1), weight, italic, color, _turn(dx, dy), stroke, char, mode == 2 or mode == 6
        )
        index = self._style_index.get(style)
        if index is None:
            index = self._style_index[style] = len(self.result.styles)
            self.result.styles.append(style)
        if settled:
            self._looks[look] = index
        return index

    def _ink(self, text_object: int, address: int, code: int, points: float, name: str) -> tuple[float, str]:
        """Stroke width of a font on this page: the middle one of up to three characters.

        The first is measured; the others count where the document has measured them before, which costs nothing.
        """
        known = self._font_inks.setdefault(address, [])
        attempts = self._ink_attempts[address] = self._ink_attempts.get(address, 0) + 1
        if len(known) < _INK_SAMPLES and attempts <= _INK_ATTEMPTS:
            item = ctypes.cast(text_object, self.raw.FPDF_PAGEOBJECT)
            measured = self.inks.measure(
                self.raw, self.document, self.page, item, code, points, self.unit, name, known=bool(known)
            )
            if measured[0] > 0:
                known.append(measured)
        return sorted(known)[len(known) // 2] if known else (0.0, "")

    def _font(self, font: Any) -> tuple[str, int, bool]:
        raw = self.raw
        if not font:
            return "", 0, False
        length = raw.FPDFFont_GetBaseFontName(font, None, 0)
        if length <= 1:
            return "", 0, False
        buffer = ctypes.create_string_buffer(length)
        raw.FPDFFont_GetBaseFontName(font, buffer, length)
        name = _SUBSET_PREFIX.sub("", buffer.value.decode("utf-8", "replace"))
        angle = ctypes.c_int()
        slanted = bool(raw.FPDFFont_GetItalicAngle(font, ctypes.byref(angle))) and angle.value not in (0, -1)
        italic = bool(_ITALIC_NAME.search(name)) or (slanted and abs(angle.value) < 45)
        if _LIGHT_NAME.search(name):
            return name, 300, italic
        if _BOLD_NAME.search(name):
            return name, _BOLD, italic
        # PDFium derives the weight from StemV, which is a guess; a name that says nothing bold is a regular face.
        return name, _REGULAR, italic

    def _read_objects(self) -> None:
        raw = self.raw
        object_at, type_of, text = self.calls.object_at, self.calls.object_type, raw.FPDF_PAGEOBJ_TEXT
        page_at = ctypes.addressof(self.page.contents)
        for position in range(min(raw.FPDFPage_CountObjects(self.page), MAX_OBJECTS)):
            item = object_at(page_at, position)
            if item and type_of(item) != text:
                self._read_object(ctypes.cast(item, raw.FPDF_PAGEOBJECT), None, 0)

    def _read_object(self, item: Any, outer: Any, depth: int) -> None:
        raw = self.raw
        self._budget -= 1
        if not item or self._budget < 0:
            return
        kind = raw.FPDFPageObj_GetType(item)
        if kind == raw.FPDF_PAGEOBJ_PATH:
            self._read_path(item, outer)
        elif kind == raw.FPDF_PAGEOBJ_IMAGE:
            self._read_image(item, outer)
        elif kind == raw.FPDF_PAGEOBJ_SHADING:
            box = self._bounds(item, outer)
            if box:
                self.result.paths.append(PagePath(box, True, False, 0x808080, "free"))
        elif kind == raw.FPDF_PAGEOBJ_FORM and depth < MAX_FORM_DEPTH:
            matrix = raw.FS_MATRIX()
            raw.FPDFPageObj_GetMatrix(item, ctypes.byref(matrix))
            inner = _compose(matrix, outer)
            for position in range(raw.FPDFFormObj_CountObjects(item)):
                if self._budget < 0:
                    return
                self._read_object(raw.FPDFFormObj_GetObject(item, position), inner, depth + 1)

    def _bounds(self, item: Any, outer: Any) -> Box | None:
        left, bottom, right, top = self._edges
        if not self.calls.bounds(ctypes.addressof(item.contents), *self._edges_at):
            return None
        if outer is None:
            box = self.display.box(left.value, bottom.value, right.value, top.value)
        else:
            corners = [
                self.display.point(*_apply(outer, x, y))
                for x in (left.value, right.value)
                for y in (bottom.value, top.value)
            ]
            xs, ys = [x for x, _ in corners], [y for _, y in corners]
            box = min(xs), min(ys), max(xs), max(ys)
        page = self.result
        # What lies off the page is not seen; what reaches over its edge is cut there.
        if box[2] < 0 or box[3] < 0 or box[0] > page.width or box[1] > page.height:
            return None
        return max(box[0], 0.0), max(box[1], 0.0), min(box[2], page.width), min(box[3], page.height)

    def _read_image(self, item: Any, outer: Any) -> None:
        raw = self.raw
        box = self._bounds(item, outer)
        if box is None:
            return
        width, height = ctypes.c_uint(), ctypes.c_uint()
        raw.FPDFImageObj_GetImagePixelSize(item, ctypes.byref(width), ctypes.byref(height))
        length = raw.FPDFImageObj_GetImageDataRaw(item, None, 0)
        digest = 0
        if 0 < length <= MAX_HASHED_BYTES:
            buffer = (ctypes.c_ubyte * length)()
            raw.FPDFImageObj_GetImageDataRaw(item, buffer, length)
            digest = zlib.crc32(buffer)
        key = f"{width.value}x{height.value}-{length:x}-{digest:08x}"
        self.result.images.append(PageImage(box, key, (width.value, height.value)))

    def _read_path(self, item: Any, outer: Any) -> None:
        raw = self.raw
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        raw.FPDFPath_GetDrawMode(item, ctypes.byref(fill), ctypes.byref(stroke))
        if not fill.value and not stroke.value:
            return
        box = self._bounds(item, outer)
        if box is None:
            return
        channels = self._channels
        getter = raw.FPDFPageObj_GetFillColor if fill.value else raw.FPDFPageObj_GetStrokeColor
        getter(item, *map(ctypes.byref, channels))
        if channels[3].value == 0:
            return
        color = (channels[0].value << 16) | (channels[1].value << 8) | channels[2].value
        count = raw.FPDFPath_CountSegments(item)
        thin = min(box[2] - box[0], box[3] - box[1]) <= 3.0
        if thin and count <= 6:
            self.result.paths.append(PagePath(box, bool(fill.value), bool(stroke.value), color, "rect"))
            return
        shape, segments = self._shape(item, outer, count, box)
        if shape == "free" and outer is None:
            box = self._clipped(item, box)
        self.result.paths.append(PagePath(box, bool(fill.value), bool(stroke.value), color, shape, segments))

    def _clipped(self, item: Any, box: Box) -> Box:
        """The part of a shape's box that its clip path lets through: shades of a figure are drawn wider than its frame."""
        raw = self.raw
        path = raw.FPDFPageObj_GetClipPath(item)
        if not path or raw.FPDFClipPath_CountPaths(path) != 1:
            return box
        x, y = ctypes.c_float(), ctypes.c_float()
        points = []
        for position in range(min(MAX_SEGMENTS, max(0, raw.FPDFClipPath_CountPathSegments(path, 0)))):
            segment = raw.FPDFClipPath_GetPathSegment(path, 0, position)
            raw.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
            points.append(self.display.point(x.value, y.value))
        if not points:
            return box
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return intersection(box, (min(xs), min(ys), max(xs), max(ys))) or box

    def _shape(self, item: Any, outer: Any, count: int, box: Box) -> tuple[str, tuple[Box, ...]]:
        """Whether a path is a rectangle, a set of axis-parallel lines, or free; and its lines."""
        raw = self.raw
        if count > MAX_SEGMENTS:
            return "free", ()
        own = raw.FS_MATRIX()
        raw.FPDFPageObj_GetMatrix(item, ctypes.byref(own))
        matrix = _compose(own, outer)
        x, y = ctypes.c_float(), ctypes.c_float()
        lines: list[Box] = []
        current: tuple[float, float] | None = None
        start: tuple[float, float] | None = None
        for position in range(count):
            segment = raw.FPDFPath_GetPathSegment(item, position)
            kind = raw.FPDFPathSegment_GetType(segment)
            if kind == raw.FPDF_SEGMENT_BEZIERTO:
                return "free", ()
            raw.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
            point = self.display.point(*_apply(matrix, x.value, y.value))
            if kind == raw.FPDF_SEGMENT_MOVETO:
                start = point
            elif current is not None:
                if not _axis_parallel(current, point):
                    return "free", ()
                lines.append(_span(current, point))
            current = point
            if raw.FPDFPathSegment_GetClose(segment) and start is not None:
                if not _axis_parallel(current, start):
                    return "free", ()
                lines.append(_span(current, start))
                current = start
        lines = [line for line in lines if line[2] - line[0] > 0.01 or line[3] - line[1] > 0.01]
        on_edges = all(_on_edge(line, box) for line in lines)
        return ("rect", ()) if on_edges and 3 <= len(lines) <= 5 else ("lines", tuple(lines))


def _axis_parallel(first: tuple[float, float], second: tuple[float, float]) -> bool:
    return abs(first[0] - second[0]) < 0.5 or abs(first[1] - second[1]) < 0.5


def _span(first: tuple[float, float], second: tuple[float, float]) -> Box:
    return min(first[0], second[0]), min(first[1], second[1]), max(first[0], second[0]), max(first[1], second[1])


def _on_edge(line: Box, box: Box, tolerance: float = 2.5) -> bool:
    if line[2] - line[0] >= line[3] - line[1]:
        return min(abs(line[1] - box[1]), abs(line[1] - box[3])) <= tolerance
    return min(abs(line[0] - box[0]), abs(line[0] - box[2])) <= tolerance


_Matrix = tuple[float, float, float, float, float, float]


def _compose(inner: Any, outer: _Matrix | None) -> _Matrix:
    a, b, c, d, e, f = inner.a, inner.b, inner.c, inner.d, inner.e, inner.f
    if outer is None:
        return a, b, c, d, e, f
    oa, ob, oc, od, oe, of = outer
    return (
        a * oa + b * oc,
        a * ob + b * od,
        c * oa + d * oc,
        c * ob + d * od,
        e * oa + f * oc + oe,
        e * ob + f * od + of,
    )


def _apply(matrix: _Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _turn(dx: float, dy: float) -> int:
    if abs(dy) <= 0.1 * abs(dx):
        return UPRIGHT if dx > 0 else 180
    if abs(dx) <= 0.1 * abs(dy):
        return 90 if dy > 0 else 270
    return DIAGONAL


def _page_label(raw: Any, document: Any, index: int) -> str | None:
    length = raw.FPDF_GetPageLabel(document, index, None, 0)
    if length <= 2:
        return None
    buffer = ctypes.create_string_buffer(length)
    raw.FPDF_GetPageLabel(document, index, buffer, length)
    return buffer.raw[: length - 2].decode("utf-16-le", "replace").strip() or None


_MAX_TREE_NODES = 20_000
_MAX_TREE_DEPTH = 40


def _structure(raw: Any, page: Any) -> list[TaggedNode]:
    tree = raw.FPDF_StructTree_GetForPage(page)
    if not tree:
        return []
    nodes: list[TaggedNode] = []
    try:
        for position in range(raw.FPDF_StructTree_CountChildren(tree)):
            child = raw.FPDF_StructTree_GetChildAtIndex(tree, position)
            if child:
                _walk(raw, child, (), nodes)
    finally:
        raw.FPDF_StructTree_Close(tree)
    return nodes


def _walk(raw: Any, element: Any, parents: tuple[str, ...], nodes: list[TaggedNode]) -> list[int]:
    if len(nodes) >= _MAX_TREE_NODES or len(parents) >= _MAX_TREE_DEPTH:
        return []
    role = _utf16(raw.FPDF_StructElement_GetType, element)
    place = len(nodes)
    nodes.append(TaggedNode(role, (), parents))
    mcids: list[int] = []
    for position in range(max(0, raw.FPDF_StructElement_CountChildren(element))):
        child = raw.FPDF_StructElement_GetChildAtIndex(element, position)
        if child:
            mcids += _walk(raw, child, (*parents, role), nodes)
        else:
            mcid = raw.FPDF_StructElement_GetChildMarkedContentID(element, position)
            if mcid >= 0:
                mcids.append(mcid)
    alt = _utf16(raw.FPDF_StructElement_GetAltText, element) if role in ("Figure", "Formula") else ""
    nodes[place] = TaggedNode(role, tuple(mcids), parents, alt)
    return mcids


def _utf16(getter: Any, element: Any) -> str:
    length = getter(element, None, 0)
    if length <= 2:
        return ""
    buffer = ctypes.create_string_buffer(length)
    getter(element, buffer, length)
    return buffer.raw[: length - 2].decode("utf-16-le", "replace")
