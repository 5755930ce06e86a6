"""An open PDF file: its handle, the loaded pages, and the thread that loads pages ahead.

PDFium is not thread-safe. Every call holds `PDFIUM_LOCK`, page by page, so that two readers in two threads
take turns and the Python work between the pages runs outside the lock. Parallel reading is by process.
"""

from __future__ import annotations

import atexit
import logging
import os
import threading
import weakref
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple, TypeVar

from llama_index_layout_rag.readers.pdf.extract.fonts import FontMemory

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
"""Earlier pages that stay open while a page is read: fonts they share with it need not be parsed and measured again.
More bring nothing: instructions fell by 1.3 % with 7 and by 1.8 % with 15, which cost memory."""

_Result = TypeVar("_Result")


class OpenPage(NamedTuple):
    """Handles of a loaded page and of its text, which may be missing; pages are numbered from 1."""

    number: int
    page: Any
    text: Any


class OpenFile:
    """A PDF that PDFium has open, with its loaded pages.

    Args:
        handle: The file as pypdfium2 opened it.
        data: Its bytes, to open it anew.
        name: Path or URL for messages.

    Attributes:
        page_count: Pages of the file.
        fonts: Fonts of the pages that are open.
    """

    def __init__(self, handle: Any, data: bytes, name: str) -> None:
        self._handle, self._data = handle, data
        self.name = name
        self.page_count = len(handle)
        self.fonts = FontMemory(PAGES_KEPT_OPEN)
        self._open: deque[OpenPage] = deque()
        self._thread: ThreadPoolExecutor | None = None
        self._process = os.getpid()
        self._parsed: Future[OpenPage | None] | None = None
        self._reading = self._loading = self._closed = False
        _not_closed.add(self)
        _close_at_exit()

    @property
    def handle(self) -> Any:
        """Return the pypdfium2 document; callers hold the lock. Long files get a new handle while they are read.

        Raises:
            RuntimeError: When the file is closed.
        """
        self._check_open()
        return self._handle

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError(f"{self.name} is closed; ask before that for its pages and all else.")

    def load(self, index: int) -> OpenPage | None:
        """Return a parsed page (0-based index) with its text, None if it cannot be loaded.

        The caller, who holds the lock, closes it with `close_page`.
        """
        import pypdfium2.raw as raw

        page = raw.FPDF_LoadPage(self.handle.raw, index)
        return OpenPage(index + 1, page, raw.FPDFText_LoadPage(page)) if page else None

    # --- pages in a row ---

    def begin_reading(self) -> None:
        """Start loading the first page in the background.

        Raises:
            RuntimeError: When another reading is under way, or the file is closed.
        """
        self._check_open()
        if self._reading:
            raise RuntimeError(f"{self.name} is being read already; end that reading, or open the file once more.")
        self._parsed = self._aside(self._load_ahead, 0)
        self._reading = True
        self.fonts.forget()

    def take(self, index: int) -> OpenPage | None:
        """Return the page (0-based index) loaded in the background, None if it cannot be loaded.

        It stays open while the next pages are read.
        """
        parsed, self._parsed = self._parsed, None
        if parsed is None or self._process != os.getpid():
            return self._load_ahead(index)
        self._check_open()
        return parsed.result()

    def go_on(self, following: int) -> None:
        """Load the next page (0-based index) in the background, then close pages that are no longer needed.

        In this order fonts keep their addresses as long as a page that uses them is open.
        """
        if following % PAGES_PER_OPENING == 0:
            self._open_anew()
        if following < self.page_count:
            self._parsed = self._aside(self._load_ahead, following)
            self._aside(self._close_pages, PAGES_KEPT_OPEN + 1)
        else:
            self._aside(self._close_pages, 0)

    def end_reading(self) -> None:
        """End the reading without waiting: the garbage collector may call this in any thread, whatever locks it holds.

        A page that was loaded in vain is closed with the file or early in the next reading.
        """
        self._parsed, self._reading = None, False

    def _aside(self, work: Callable[..., _Result], *arguments: Any) -> Future[_Result]:
        """Submit work to the background thread, after all earlier work."""
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

    def _load_ahead(self, index: int) -> OpenPage | None:
        """Return a page that stays open until `_close_pages` reaches it; None if it cannot be loaded."""
        with PDFIUM_LOCK:
            self._loading = True
            try:
                page = self.load(index)
                if page is not None:
                    self._open.append(page)
                return page
            finally:
                self._loading = False
                if self._closed:
                    self._close_handle()

    def _close_pages(self, kept: int) -> None:
        """Close the oldest pages until only `kept` are open."""
        with PDFIUM_LOCK:
            while len(self._open) > kept:
                close_page(self._open.popleft())

    def _open_anew(self) -> None:
        """Free the memory that PDFium keeps for the pages read so far."""
        import pypdfium2 as pdfium

        with PDFIUM_LOCK:
            if self._closed:
                return
            self._close_pages(0)
            self.fonts.forget()
            try:
                fresh = pdfium.PdfDocument(self._data)
            except pdfium.PdfiumError:
                # It opened before: memory is short. The pages left are read as they are, and the memory stays taken.
                logger.warning("%s could not be opened anew to free memory; reading goes on.", self.name)
                return
            self._handle.close()
            self._handle = fresh

    # --- the end ---

    def close(self) -> None:
        """Free PDFium's memory, in the background thread if there is one; a closed file cannot be read."""
        if self._closed:
            return
        self._closed = True
        if self._thread is None:
            self._close_handle()
        else:
            self._aside(self._close_handle)
            self._thread.shutdown(wait=False)
            self._thread = None

    def abandon(self) -> None:
        """Close the file at once.

        Unlike `close`, safe in the garbage collector, which may run in the background thread or hold its
        locks.
        """
        with PDFIUM_LOCK:
            self._closed, self._thread = True, None
            if not self._loading:
                self._close_handle()

    def _close_handle(self) -> None:
        with PDFIUM_LOCK:
            self._close_pages(0)
            self._handle.close()


def close_page(page: OpenPage) -> None:
    """Free a loaded page."""
    import pypdfium2.raw as raw

    with PDFIUM_LOCK:
        if page.text:
            raw.FPDFText_ClosePage(page.text)
        raw.FPDF_ClosePage(page.page)


_not_closed: weakref.WeakSet[OpenFile] = weakref.WeakSet()


@cache
def _close_at_exit() -> None:
    # After PDFium was loaded: what is registered last runs first, and pypdfium2 ends with taking the library down.
    atexit.register(_close_for_good)


def _close_for_good() -> None:
    """Close all open files and block daemon threads, since a call into the unloaded library would crash."""
    PDFIUM_LOCK.acquire()
    for file in list(_not_closed):
        file.abandon()
