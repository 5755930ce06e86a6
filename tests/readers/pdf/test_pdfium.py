"""Pages come one after the other, as they would come alone, however the reading is left."""

from __future__ import annotations

import gc
import multiprocessing
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import hostile_pdf
import pytest
from pdf_builder import PdfBuilder

from llama_index_layout_rag.readers.pdf.extract import open_file
from llama_index_layout_rag.readers.pdf.extract.pdfium import PageContent, PdfDocument, open_pdf

FONTS = ("Helvetica", "Courier-Bold", "Times-Italic", "Times-Bold")


def _document(pages: int) -> bytes:
    """Pages with a line in Japanese, one in a font that changes from page to page, and a picture; every fifth is empty."""
    builder = PdfBuilder()
    for page in range(1, pages + 1):
        if page % 5:
            builder.text(72, 100, f"{page} ページの画面を開きます。").image(60, 30)
            builder.text(72, 130, "Open the screen.", font=FONTS[page % 4])
        if page < pages:
            builder.page()
    return builder.build()


@pytest.mark.parametrize("per_opening", [1, 3, 64])
def test_pages_in_a_row_are_those_read_alone(per_opening: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_file, "PAGES_PER_OPENING", per_opening)
    data = _document(7)
    with open_pdf(data, "long.pdf") as document:
        alone = [document.read_page(index) for index in range(7)]
        together = list(document.read_pages())
    assert len(together) == 7
    for one, other in zip(alone, together, strict=True):
        assert one is not None
        assert other is not None
        assert list(one[0].glyphs) == list(other[0].glyphs)
        assert (one[0].number, one[0].images) == (other[0].number, other[0].images)
        # Which characters the strokes are measured on depends on the pages before.
        looks = [[style._replace(ink=0.0, ink_char="") for style in each[0].styles] for each in (one, other)]
        assert looks[0] == looks[1]


def _document_of_many_fonts(pages: int, missing: Collection[int] = ()) -> bytes:
    """Pages with fonts of their own, so that one takes another's place in memory; some are empty, some missing."""
    objects = [hostile_pdf.CATALOG, b""]
    kids = []
    for page in range(pages):
        if page in missing:
            kids.append(b"9999 0 R")
            continue
        first = len(objects) + 1
        count = 0 if page % 7 == 6 else 4
        names = [f"F{number}" for number in range(count)]
        fonts = " ".join(f"/{name} {first + 2 + number} 0 R" for number, name in enumerate(names))
        shown = "".join(
            f"BT /{name} 12 Tf 72 {700 - 30 * line} Td (Stop the pump.) Tj ET\n" for line, name in enumerate(names)
        )
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {first + 1} 0 R "
            f"/Resources << /Font << {fonts} >> >> >>".encode()
        )
        objects.append(hostile_pdf.stream(shown.encode()))
        for number in range(count):
            face = FONTS[(page * page + 3 * number) % 4]
            objects.append(f"<< /Type /Font /Subtype /Type1 /BaseFont /{face} >>".encode())
        kids.append(f"{first} 0 R".encode())
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%b] >>" % (pages, b" ".join(kids))
    return hostile_pdf.pdf(objects)


def _faces(content: PageContent | None) -> list[tuple[str, int, bool]] | None:
    """Font, weight and slant of every character that is printed."""
    if content is None:
        return None
    raw = content[0]
    used = [raw.styles[glyph[6]] for glyph in raw.glyphs if glyph[6] >= 0]
    return [(style.font, style.weight, style.italic) for style in used]


@pytest.mark.parametrize("kept", [0, 1, 7])
@pytest.mark.parametrize("per_opening", [2, 64])
def test_fonts_that_come_and_go_are_never_taken_for_each_other(
    per_opening: int, kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_file, "PAGES_PER_OPENING", per_opening)
    monkeypatch.setattr(open_file, "PAGES_KEPT_OPEN", kept)
    missing = range(10, 60, 11)
    with open_pdf(_document_of_many_fonts(60, missing), "fonts.pdf") as document:
        alone = [_faces(document.read_page(index)) for index in range(60)]
        assert alone == [_faces(content) for content in document.read_pages()]
        assert [index for index, faces in enumerate(alone) if faces is None] == list(missing)


def test_page_read_between_two_pages_of_a_reading_leaves_no_fonts_behind() -> None:
    with open_pdf(_document_of_many_fonts(60), "fonts.pdf") as document:
        alone = [_faces(document.read_page(index)) for index in range(60)]
        between = []
        for index, content in enumerate(document.read_pages()):
            between.append(_faces(content))
            document.read_page((7 * index) % 60)
        assert between == alone


@pytest.mark.parametrize("stop", [1, 2, 3])
def test_document_can_be_used_and_closed_when_the_reading_is_left(stop: int) -> None:
    with open_pdf(_document(3), "left.pdf") as document:
        for number, content in enumerate(document.read_pages(), 1):
            assert content is not None
            if number == stop:
                break
        assert document.render(0, 72).size == (595, 842)
        assert [content is not None for content in document.read_pages()] == [True] * 3


def _fail_on_the_first_page(data: bytes) -> None:
    with open_pdf(data, "fails.pdf") as document:
        for _ in document.read_pages():
            raise ZeroDivisionError


def test_reading_that_fails_in_the_middle_closes_the_document() -> None:
    data = _document(3)
    # The error's traceback keeps the reading alive, and with it the page that is parsed ahead, while the file is closed.
    with pytest.raises(ZeroDivisionError):
        _fail_on_the_first_page(data)
    with open_pdf(data, "again.pdf") as document:
        assert len(list(document.read_pages())) == 3


def test_second_reading_of_a_document_is_refused_while_the_first_goes_on() -> None:
    with open_pdf(_document(3), "two.pdf") as document:
        first = document.read_pages()
        next(first)
        with pytest.raises(RuntimeError, match=r"two\.pdf is being read already"):
            next(document.read_pages())
        assert len(list(first)) == 2
        assert len(list(document.read_pages())) == 3


def test_reading_ends_with_an_error_when_its_document_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_file, "PAGES_PER_OPENING", 2)
    with open_pdf(_document(6), "closed.pdf") as document:
        pages = document.read_pages()
        next(pages)
    with pytest.raises(RuntimeError, match=r"closed\.pdf is closed"):
        list(pages)


_QUESTIONS: dict[str, Callable[[PdfDocument], object]] = {
    "metadata_title": PdfDocument.metadata_title,
    "is_tagged": PdfDocument.is_tagged,
    "bookmarks": PdfDocument.bookmarks,
    "page_size": lambda document: document.page_size(0),
    "character_count": lambda document: document.character_count(0),
    "hides_text": lambda document: document.hides_text(0),
    "read_page": lambda document: document.read_page(0),
    "read_pages": lambda document: list(document.read_pages()),
    "render": lambda document: document.render(0, 72),
}


@pytest.mark.parametrize("ask", _QUESTIONS.values(), ids=_QUESTIONS)
@pytest.mark.parametrize("read_before", [False, True])
def test_closed_document_says_so(ask: Callable[[PdfDocument], object], read_before: bool) -> None:
    with open_pdf(_document(2), "closed.pdf") as document:
        if read_before:
            assert len(list(document.read_pages())) == 2
        ask(document)
    with pytest.raises(RuntimeError, match=r"closed\.pdf is closed"):
        ask(document)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only where processes fork")
def test_child_forked_while_a_thread_reads_can_read_too() -> None:
    data, stop = _document(30), threading.Event()

    def read_on() -> None:
        while not stop.is_set():
            with open_pdf(data, "thread.pdf") as document:
                list(document.read_pages())

    thread = threading.Thread(target=read_on)
    thread.start()
    try:
        children = [multiprocessing.get_context("fork").Process(target=_count_pages, args=(data,)) for _ in range(8)]
        for child in children:
            child.start()
        for child in children:
            child.join(30)
        assert [child.exitcode for child in children] == [30] * 8
    finally:
        stop.set()
        thread.join()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only where processes fork")
@pytest.mark.parametrize("read_before", [0, 2, 6])
def test_forked_child_goes_on_with_the_document_of_its_parent(read_before: int) -> None:
    with open_pdf(_document(6), "parent.pdf") as document:
        pages = document.read_pages()
        for _ in range(read_before):
            next(pages)
        child = multiprocessing.get_context("fork").Process(target=_read_on, args=(document, pages))
        child.start()
        child.join(30)
        child.kill()
        assert child.exitcode == 6 - read_before + 6
        assert len(list(pages)) == 6 - read_before


def _read_on(document: PdfDocument, pages: Iterator[PageContent | None]) -> None:
    sys.exit(len(list(pages)) + len(list(document.read_pages())))


class _Ring:
    """Something that only the garbage collector frees: a reading that was left in the middle, with its file open."""

    def __init__(self, data: bytes) -> None:
        self.itself = self
        self.opening = open_pdf(data, "ring.pdf")
        self.document = self.opening.__enter__()
        self.pages = self.document.read_pages()
        next(self.pages)


def _collect_in_the_readings_thread(ring: _Ring) -> None:
    ring.document.file._aside(threading.Event().wait, 0.05)
    collected = ring.document.file._aside(gc.collect)
    next(ring.pages)
    del ring
    collected.result(20)


def _collect_while_a_page_waits_for_the_lock(ring: _Ring) -> None:
    with open_file.PDFIUM_LOCK:
        waiting = ring.document.file._aside(ring.document.file._load_ahead, 3)
        del ring
        gc.collect()
        assert not waiting.done()


def test_file_is_not_closed_while_its_page_is_being_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    collected = threading.Event()
    still_open: list[bool] = []
    load = open_file.OpenFile.load

    def load_while_the_collector_runs(file: open_file.OpenFile, index: int) -> open_file.OpenPage | None:
        handle = file.handle
        if threading.current_thread().name.startswith("pdfium") and index == 1:
            collected.wait(10)
            gc.collect()
            still_open.append(handle.raw is not None)
            assert handle.raw is not None
            return None
        return load(file, index)

    monkeypatch.setattr(open_file.OpenFile, "load", load_while_the_collector_runs)
    gc.disable()
    try:
        ring = _Ring(_document(6))
        file = ring.document.file
        handle, waiting = file.handle, file._parsed
        del ring
        collected.set()
        assert waiting is not None
        waiting.result(20)
    finally:
        gc.enable()
    assert still_open == [True]
    assert handle.raw is None


class _CollectingExecutor(ThreadPoolExecutor):
    """Has the garbage collector run while the locks are held that handing over work takes."""

    def _adjust_thread_count(self) -> None:
        gc.collect()
        super()._adjust_thread_count()


def test_collector_may_end_a_reading_while_another_one_hands_over_work(monkeypatch: pytest.MonkeyPatch) -> None:
    data = _document(3)
    pages: list[int] = []

    def read() -> None:
        with open_pdf(data, "other.pdf") as document:
            pages.append(len(list(document.read_pages())))

    gc.disable()
    try:
        _Ring(data)
        monkeypatch.setattr(open_file, "ThreadPoolExecutor", _CollectingExecutor)
        thread = threading.Thread(target=read, daemon=True)
        thread.start()
        thread.join(20)
        assert pages == [3]
    finally:
        gc.enable()


@pytest.mark.parametrize("collect", [_collect_in_the_readings_thread, _collect_while_a_page_waits_for_the_lock])
def test_collector_ends_a_reading_without_waiting(collect: Callable[[_Ring], None]) -> None:
    data = _document(6)
    gc.disable()
    try:
        # In a thread of its own, since what goes wrong here waits for ever.
        rings = [_Ring(data)]
        thread = threading.Thread(target=lambda: collect(rings.pop()), daemon=True)
        thread.start()
        thread.join(20)
        assert not thread.is_alive()
    finally:
        gc.enable()
        gc.collect()
    with open_pdf(data, "again.pdf") as document:
        assert len(list(document.read_pages())) == 6


_LEFT_OPEN = """
import gc, sys, threading
from llama_index_layout_rag.readers.pdf.extract.pdfium import open_pdf

opening = open_pdf(sys.stdin.buffer.read(), "left.pdf")
document = opening.__enter__()
pages = document.read_pages()
next(pages)
"""

_ENDINGS = {
    "reading left in the middle": "print(1)",
    # The collector comes after pypdfium2 has taken the library down.
    "garbage": "ring = [opening, document, pages]; ring.append(ring); del opening, document, pages, ring; print(1)",
    "thread that reads on": "threading.Thread(target=lambda: print(len(list(pages)) - 28)).start()",
    "daemon thread": "threading.Thread(target=lambda: list(pages), daemon=True).start(); print(1)",
}


@pytest.mark.parametrize("ending", _ENDINGS.values(), ids=_ENDINGS)
def test_program_ends_quietly_whatever_is_being_read(ending: str) -> None:
    root = Path(open_file.__file__).parents[4]
    run = subprocess.run(
        [sys.executable, "-c", _LEFT_OPEN + ending], input=_document(30), capture_output=True, timeout=60, cwd=root
    )
    assert (run.returncode, run.stdout.split(), run.stderr) == (0, [b"1"], b"")


def _count_pages(data: bytes) -> None:
    with open_pdf(data, "child.pdf") as document:
        sys.exit(len(list(document.read_pages())))
