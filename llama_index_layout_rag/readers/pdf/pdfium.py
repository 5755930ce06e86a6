"""Where PDFium is opened, asked for pages and closed; the modules that take a page apart get it from here, loaded.

PDFium is not thread-safe. Every call stands under `PDFIUM_LOCK`, page by page, so that two readers in two threads
take turns and the Python work between the pages runs outside the lock. Parallel reading is by process.

One call through ctypes costs up to a microsecond, so what is asked of every object goes through the cheapest kind
(`direct_calls`), and what is asked of every character is asked for the whole page at once (`text_layer`).
"""

from __future__ import annotations

import atexit
import ctypes
import logging
import os
import re
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.readers.pdf.display import Display
from llama_index_layout_rag.readers.pdf.fonts import FontMemory
from llama_index_layout_rag.readers.pdf.glyphs import Bookmark, RawPage, TaggedNode
from llama_index_layout_rag.readers.pdf.page_objects import read_objects
from llama_index_layout_rag.readers.pdf.text_layer import LoadedPage, read_text_layer

if TYPE_CHECKING:
    from PIL.Image import Image

logger = logging.getLogger(__name__)

PDFIUM_LOCK = threading.RLock()
"""Held around every PDFium call of the package."""

if hasattr(os, "register_at_fork"):
    # A process that forks while a thread of it reads a PDF would hand the child a lock that nobody gives back.
    os.register_at_fork(
        before=PDFIUM_LOCK.acquire, after_in_parent=PDFIUM_LOCK.release, after_in_child=PDFIUM_LOCK.release
    )

PAGES_PER_OPENING = 64
"""Pages read before the file is opened anew: PDFium keeps every object it has parsed until the file is closed. Of 25 to
200, memory grew least up to 50 (0.10 MB a page of a file of 1,300), and opening cost nothing that could be measured."""

PAGES_KEPT_OPEN = 7
"""Pages that stay open behind the one that is read: fonts they share with it need not be parsed and measured again.
More bring nothing: instructions fell by 1.3 % with 7 and by 1.8 % with 15, which cost memory."""

MAX_BOOKMARKS = 20_000
"""Entries of the outline that are read."""

MAX_RENDER_PIXELS = 40_000_000
"""Pixels of one rendered page; a page larger than this is drawn at a lower resolution."""

_END_OF_FILE_WINDOW = 4096
_HEADER_WINDOW = 1024
_USER_UNIT = re.compile(rb"/UserUnit\s+([0-9]*\.?[0-9]+)")
_NO_PAGES, _SOME_PAGE = re.compile(rb"/Count\s+0\b"), re.compile(rb"/Type\s*/Page\b")


_Result = TypeVar("_Result")

PageContent = tuple[RawPage, list[TaggedNode]]
"""A page and its part of the structure tree."""

_MODE_SAMPLE = 200
"""Page objects whose way of drawing is asked to tell whether text is invisible."""


class _OpenPage(NamedTuple):
    """Handles of a loaded page and of its text, which may be missing."""

    number: int
    page: Any
    text: Any


class PdfDocument:
    """An open PDF. Use `open_pdf`, which closes it under the lock."""

    def __init__(self, handle: Any, data: bytes, name: str) -> None:
        self._handle, self._data = handle, data
        self.name = name
        self.user_unit = _user_unit(data)
        self.page_count = len(handle)
        self._fonts = FontMemory(PAGES_KEPT_OPEN)
        self._open: deque[_OpenPage] = deque()
        self._thread: ThreadPoolExecutor | None = None
        self._process = os.getpid()
        self._parsed: Future[_OpenPage | None] | None = None
        self._reading = self._loading = self._closed = False
        _not_closed.add(self)
        _close_at_exit()

    def close(self) -> None:
        """Gives PDFium's memory back, in the reading's thread where there is one; nothing can be read any more."""
        self._closed = True
        if self._thread is None:
            self._close_handle()
        else:
            self._aside(self._close_handle)
            self._thread.shutdown(wait=False)
            self._thread = None

    def abandon(self) -> None:
        """Does what `close` does, in a way that the garbage collector may ask for at any time: the thread it runs in may
        be the reading's own, or hold the locks that handing work over takes."""
        with PDFIUM_LOCK:
            self._closed, self._thread = True, None
            if not self._loading:
                self._close_handle()

    def _close_handle(self) -> None:
        with PDFIUM_LOCK:
            self._close_pages(0)
            self._handle.close()

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

    def read_page(self, index: int, tagged: bool = False) -> PageContent | None:
        """The contents of a page (0-based index) and its part of the structure tree; None when the page cannot be
        loaded."""
        with PDFIUM_LOCK:
            page = self._load_page(index)
            if page is None:
                return None
            self._fonts.forget()
            try:
                return self._take_apart(page, tagged)
            finally:
                # The page's fonts go with it, also when a reading is under way.
                self._fonts.forget()
                _close_page(page)

    def read_pages(self, tagged: bool = False) -> Iterator[PageContent | None]:
        """What `read_page` gives, for all pages in order. While the caller works on one page, a thread parses the
        next and closes an earlier one, which needs no interpreter lock.

        Raises:
            RuntimeError: When another reading of the document is under way, or the document is closed before the end.
        """
        if self._reading:
            raise RuntimeError(f"{self.name} is being read already; end that reading, or open the file once more.")
        self._reading = True
        try:
            self._parsed = self._aside(self._load, 0)
            self._fonts.forget()
            for index in range(self.page_count):
                page = self._take_parsed(index)
                content = None if page is None else self._take_apart(page, tagged)
                self._go_on(index + 1)
                yield content
        finally:
            # Nothing here may wait: the garbage collector may end the reading, whatever the thread it runs in holds.
            # A page parsed in vain is closed with the document, or before the next reading has gone far.
            self._parsed, self._reading = None, False

    def _go_on(self, following: int) -> None:
        """Has the next page loaded and those that are no longer needed closed; in this order, since fonts stay where
        they are as long as a page that uses them is open."""
        if following % PAGES_PER_OPENING == 0:
            self._open_anew()
        if following < self.page_count:
            self._parsed = self._aside(self._load, following)
            self._aside(self._close_pages, PAGES_KEPT_OPEN + 1)
        else:
            self._aside(self._close_pages, 0)

    def _aside(self, work: Callable[..., _Result], *arguments: Any) -> Future[_Result]:
        """Has the reading's thread do some work after all it was given before."""
        if self._thread is None or self._process != os.getpid():
            # Threads do not live on in a forked process.
            self._thread, self._process = ThreadPoolExecutor(1, "pdfium"), os.getpid()
        try:
            return self._thread.submit(work, *arguments)
        except RuntimeError:
            # Once the main thread has ended no thread takes work any more; those that run may still read.
            done: Future[_Result] = Future()
            done.set_result(work(*arguments))
            return done

    def _close_pages(self, kept: int) -> None:
        """Closes the pages opened first, until only so many are open."""
        with PDFIUM_LOCK:
            while len(self._open) > kept:
                _close_page(self._open.popleft())

    def _take_parsed(self, index: int) -> _OpenPage | None:
        """The page that the thread has parsed, once it is ready; None when it cannot be loaded."""
        parsed, self._parsed = self._parsed, None
        if parsed is None or self._process != os.getpid():
            return self._load(index)
        if self._closed:
            raise self._closed_error()
        return parsed.result()

    def _load(self, index: int) -> _OpenPage | None:
        """A parsed page with its text, which stays open until `_close_pages` comes to it; None when it cannot be
        loaded."""
        with PDFIUM_LOCK:
            self._loading = True
            try:
                page = self._load_page(index)
                if page is not None:
                    self._open.append(page)
                return page
            finally:
                self._loading = False
                if self._closed:
                    self._close_handle()

    def _load_page(self, index: int) -> _OpenPage | None:
        """A parsed page with its text, to be closed by the caller; the lock is held."""
        import pypdfium2.raw as raw

        if self._closed:
            raise self._closed_error()
        page = raw.FPDF_LoadPage(self._handle.raw, index)
        return _OpenPage(index + 1, page, raw.FPDFText_LoadPage(page)) if page else None

    def _closed_error(self) -> RuntimeError:
        return RuntimeError(f"{self.name} is closed; read its pages before that.")

    def _open_anew(self) -> None:
        """Frees what PDFium keeps of the pages read so far."""
        import pypdfium2 as pdfium

        with PDFIUM_LOCK:
            if self._closed:
                return
            self._close_pages(0)
            self._fonts.forget()
            try:
                fresh = pdfium.PdfDocument(self._data)
            except pdfium.PdfiumError:
                # It opened before: memory is short. The pages left are read as they are, and the memory stays taken.
                logger.warning("%s could not be opened anew to free memory; reading goes on.", self.name)
                return
            self._handle.close()
            self._handle = fresh

    def _take_apart(self, page: _OpenPage, tagged: bool) -> PageContent:
        """Everything on a parsed page."""
        import pypdfium2.raw as raw

        with PDFIUM_LOCK:
            if self._closed:
                raise self._closed_error()
            content = _read_loaded_page(raw, self._handle.raw, page, self.user_unit, self._fonts, tagged)
            return content, _structure(raw, page.page) if tagged else []

    def hides_text(self, index: int) -> bool:
        """Whether most of a page's text (0-based index) is invisible: OCR laid it over a scan."""
        import pypdfium2.raw as raw

        with PDFIUM_LOCK:
            if self._closed:
                raise self._closed_error()
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

    def page_sizes(self) -> list[tuple[float, float]]:
        """Width and height of all pages as displayed (crop box, rotation applied), in the page's own units."""
        with PDFIUM_LOCK:
            return [self._handle.get_page_size(index) for index in range(self.page_count)]

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


_not_closed: weakref.WeakSet[PdfDocument] = weakref.WeakSet()


@cache
def _close_at_exit() -> None:
    # After PDFium was loaded: what is registered last runs first, and pypdfium2 ends with taking the library down.
    atexit.register(_close_for_good)


def _close_for_good() -> None:
    """Closes what nobody has closed, and lets no daemon thread go on: a call into the library that is gone crashes."""
    PDFIUM_LOCK.acquire()
    for document in list(_not_closed):
        document.abandon()


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
            document = PdfDocument(pdfium.PdfDocument(data), data, name)
        except pdfium.PdfiumError as error:
            raise LayoutReadError(name, _open_failure(error, data)) from error
    try:
        if document.page_count == 0:
            raise LayoutReadError(name, "the PDF has no pages; export it again from its source.")
        yield document
    except GeneratorExit:
        document.abandon()
        raise
    finally:
        document.close()


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


def _close_page(open_page: _OpenPage) -> None:
    import pypdfium2.raw as raw

    with PDFIUM_LOCK:
        if open_page.text:
            raw.FPDFText_ClosePage(open_page.text)
        raw.FPDF_ClosePage(open_page.page)


def _read_loaded_page(
    raw: Any, document: Any, open_page: _OpenPage, unit: float, fonts: FontMemory, tagged: bool
) -> RawPage:
    """Takes one loaded page apart."""
    number, page, text = open_page
    rect = raw.FS_RECTF()
    raw.FPDF_GetPageBoundingBox(page, ctypes.byref(rect))
    rotation = (raw.FPDFPage_GetRotation(page) % 4) * 90
    display = Display((rect.left, rect.bottom, rect.right, rect.top), rotation, unit)
    width, height = raw.FPDF_GetPageWidthF(page) * unit, raw.FPDF_GetPageHeightF(page) * unit
    layer = read_text_layer(LoadedPage(raw, document, page, text, display, unit, fonts), tagged)
    result = RawPage(number, width, height, rotation, _page_label(raw, document, number - 1))
    result.glyphs, result.styles = layer.glyphs, layer.styles
    result.unmapped, result.truncated = layer.unmapped, layer.truncated
    result.images, result.paths = read_objects(raw, page, display, (width, height), layer.objects)
    return result


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
