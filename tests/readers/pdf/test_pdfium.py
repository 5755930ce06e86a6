"""Pages come one after the other, as they would come alone, however the reading is left."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading

import pytest
from pdf_builder import PdfBuilder

from llama_index_layout_rag.readers.pdf import pdfium
from llama_index_layout_rag.readers.pdf.pdfium import open_pdf

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
    monkeypatch.setattr(pdfium, "PAGES_PER_OPENING", per_opening)
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
    monkeypatch.setattr(pdfium, "PAGES_PER_OPENING", 2)
    with open_pdf(_document(6), "closed.pdf") as document:
        pages = document.read_pages()
        next(pages)
    with pytest.raises(RuntimeError, match=r"closed\.pdf is closed"):
        list(pages)


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


def _count_pages(data: bytes) -> None:
    with open_pdf(data, "child.pdf") as document:
        sys.exit(len(list(document.read_pages())))
