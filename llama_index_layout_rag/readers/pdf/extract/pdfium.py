"""PDF documents through PDFium: page content, outline, structure tree, rendered pages.

One call through ctypes costs up to a microsecond, so properties of every object are read through the cheapest interface
(`direct_calls`), and properties of every character for the whole page at once (`text_layer`).
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from llama_index_layout_rag.layout.document import LayoutPage
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.readers.pdf.extract.fonts import FontMemory
from llama_index_layout_rag.readers.pdf.extract.glyphs import Bookmark, RawPage, TaggedNode
from llama_index_layout_rag.readers.pdf.extract.open_file import PDFIUM_LOCK, OpenFile, OpenPage, close_page
from llama_index_layout_rag.readers.pdf.extract.page_objects import read_objects
from llama_index_layout_rag.readers.pdf.extract.page_transform import PageTransform
from llama_index_layout_rag.readers.pdf.extract.text_layer import PageContext, read_text_layer

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_BOOKMARKS = 20_000
"""Entries of the outline that are read."""

MAX_RENDER_PIXELS = 40_000_000
"""Pixels of one rendered page; a page larger than this is drawn at a lower resolution."""

_END_OF_FILE_WINDOW, _HEADER_WINDOW = 4096, 1024
"""Bytes in which the header and the end of a PDF are searched: mail and web servers add bytes before and after it."""
_USER_UNIT = re.compile(rb"/UserUnit\s+([0-9]*\.?[0-9]+)")
_NO_PAGES, _SOME_PAGE = re.compile(rb"/Count\s+0\b"), re.compile(rb"/Type\s*/Page\b")


PageContent = tuple[RawPage, list[TaggedNode]]
"""A page and its part of the structure tree."""

_MODE_SAMPLE = 200
"""Page objects whose render mode is checked for invisible text."""


class PdfDocument:
    """An open PDF; `open_pdf` creates it and closes it under the lock.

    All methods raise RuntimeError once it is closed.
    """

    def __init__(self, file: OpenFile, data: bytes) -> None:
        self.file = file
        self.name, self.page_count = file.name, file.page_count
        self.user_unit = _user_unit(data)

    def metadata_title(self) -> str:
        """Return the title in the document information, stripped; empty if there is none."""
        with PDFIUM_LOCK:
            try:
                return str(self.file.handle.get_metadata_value("Title") or "").strip("\x00 \t\r\n")
            except UnicodeDecodeError:
                return ""

    def is_tagged(self) -> bool:
        """Return whether the file declares a structure tree."""
        import pypdfium2.raw as raw

        with PDFIUM_LOCK:
            return bool(raw.FPDFCatalog_IsTagged(self.file.handle.raw))

    def bookmarks(self) -> list[Bookmark]:
        """Return the outline in order, without entries that have no title."""
        found: list[Bookmark] = []
        with PDFIUM_LOCK:
            for entry in self.file.handle.get_toc(max_depth=10):
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

    def read_page(self, index: int, tagged: bool = False) -> PageContent | None:
        """Return the content of a page (0-based index) and its part of the structure tree; None if the page cannot be loaded."""
        with PDFIUM_LOCK:
            page = self.file.load(index)
            if page is None:
                return None
            self.file.fonts.forget()
            try:
                return self._take_apart(page, tagged)
            finally:
                # The page's fonts go with it, also when a reading is under way.
                self.file.fonts.forget()
                close_page(page)

    def read_pages(self, tagged: bool = False) -> Iterator[PageContent | None]:
        """Yield the result of `read_page` for all pages in order.

        While the caller works on one page, a thread parses the next one.

        Raises:
            RuntimeError: When another reading of the document is under way, or the document is closed before the end.
        """
        self.file.begin_reading()
        try:
            for index in range(self.page_count):
                page = self.file.take(index)
                content = None if page is None else self._take_apart(page, tagged)
                self.file.go_on(index + 1)
                yield content
        finally:
            self.file.end_reading()

    def _take_apart(self, page: OpenPage, tagged: bool) -> PageContent:
        """Return the content and structure of a parsed page."""
        import pypdfium2.raw as raw

        with PDFIUM_LOCK:
            content = _read_loaded_page(raw, self.file.handle.raw, page, self.user_unit, self.file.fonts, tagged)
            return content, _structure(raw, page.page) if tagged else []

    def hides_text(self, index: int) -> bool:
        """Return whether most text of a page (0-based index) is invisible, as OCR lays it over a scan."""
        import pypdfium2.raw as raw

        with PDFIUM_LOCK:
            page = raw.FPDF_LoadPage(self.file.handle.raw, index)
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

    def page_size(self, index: int) -> tuple[float, float]:
        """Return width and height of a page (0-based index) in points as displayed."""
        with PDFIUM_LOCK:
            width, height = self.file.handle.get_page_size(index)
            return width * self.user_unit, height * self.user_unit

    def character_count(self, index: int) -> int:
        """Return the number of characters of a page's text layer (0-based index) including blanks.

        0 if the page cannot be loaded.
        """
        import pypdfium2.raw as raw

        with PDFIUM_LOCK:
            page = self.file.load(index)
            if page is None:
                return 0
            try:
                return max(0, int(raw.FPDFText_CountChars(page.text))) if page.text else 0
            finally:
                close_page(page)

    def render(self, index: int, dpi: float) -> Image:
        """Return a page (0-based index) as an RGB image of `dpi` / 72 pixels a point, or less: see `MAX_RENDER_PIXELS`."""
        with PDFIUM_LOCK:
            page = self.file.handle[index]
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
    """Open a PDF held in memory.

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
            file = OpenFile(pdfium.PdfDocument(data), data, name)
        except pdfium.PdfiumError as error:
            raise LayoutReadError(name, _open_failure(error, data)) from error
    try:
        if file.page_count == 0:
            raise LayoutReadError(name, "the PDF has no pages; export it again from its source.")
        yield PdfDocument(file, data)
    except GeneratorExit:
        file.abandon()
        raise
    finally:
        file.close()


class RenderedPage(NamedTuple):
    """A page as an RGB image.

    Attributes:
        image: The page as displayed.
        scale: Pixels of the image a point.
    """

    image: Image
    scale: float


def render_page(source: bytes | str | Path, page: int, dpi: float = 150) -> RenderedPage:
    """Return a page as an image, for highlights.

    Args:
        source: The file's bytes or its path.
        page: 1-based page number.
        dpi: Resolution; pages so large that they would take more than `MAX_RENDER_PIXELS` are drawn smaller, which the scale
            tells.

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
        image = document.render(page - 1, dpi)
        return RenderedPage(image, image.height / document.page_size(page - 1)[1])


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
    """Return the UserUnit of the pages, which PDFium neither applies nor reports.

    Files that use it have one value for all pages.
    """
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


def _read_loaded_page(
    raw: Any, document: Any, open_page: OpenPage, unit: float, fonts: FontMemory, tagged: bool
) -> RawPage:
    """Return the content of a loaded page."""
    number, page, text = open_page
    rect = raw.FS_RECTF()
    raw.FPDF_GetPageBoundingBox(page, ctypes.byref(rect))
    rotation = (raw.FPDFPage_GetRotation(page) % 4) * 90
    transform = PageTransform((rect.left, rect.bottom, rect.right, rect.top), rotation, unit)
    width, height = raw.FPDF_GetPageWidthF(page) * unit, raw.FPDF_GetPageHeightF(page) * unit
    layer = read_text_layer(PageContext(raw, document, page, text, transform, unit, fonts), tagged)
    result = RawPage(number, width, height, rotation, _page_label(raw, document, number - 1))
    result.glyphs, result.styles = layer.glyphs, layer.styles
    result.unmapped, result.truncated = layer.unmapped, layer.truncated
    result.images, result.paths = read_objects(raw, document, page, transform, (width, height), layer.objects)
    return result


def _page_label(raw: Any, document: Any, index: int) -> str | None:
    length = raw.FPDF_GetPageLabel(document, index, None, 0)
    if length <= 2:
        return None
    buffer = ctypes.create_string_buffer(length)
    raw.FPDF_GetPageLabel(document, index, buffer, length)
    return buffer.raw[: length - 2].decode("utf-16-le", "replace").strip() or None


_MAX_TREE_NODES, _MAX_TREE_DEPTH = 20_000, 40
"""Elements of one page's structure tree that are read, and how deep: a broken file may nest them without end."""


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


def pages_of_pdf(data: bytes, name: str) -> list[LayoutPage]:
    """Return the sizes of the pages as displayed (crop box, rotation and user unit applied), in points.

    Raises:
        LayoutReadError: When the PDF cannot be opened.
    """
    with open_pdf(data, name) as document:
        sizes = [document.page_size(index) for index in range(document.page_count)]
    return [LayoutPage(number=number, width=width, height=height) for number, (width, height) in enumerate(sizes, 1)]


MIN_CHARACTERS = 200
"""Characters on the pages looked at from which on a PDF has a text layer; stamps on scans have fewer."""

_PAGES_LOOKED_AT = 5
"""A cover and a page left blank have no text in many PDFs that have it everywhere else."""


def has_text_layer(data: bytes) -> bool:
    """Return whether a PDF has text on its first pages; False for a scan and for a file that cannot be opened."""
    try:
        with open_pdf(data, "PDF") as document:
            pages = document.page_count
            count = sum(document.character_count(index) for index in range(min(_PAGES_LOOKED_AT, pages)))
    except LayoutReadError:
        return False
    return count >= min(MIN_CHARACTERS, 40 * pages)
