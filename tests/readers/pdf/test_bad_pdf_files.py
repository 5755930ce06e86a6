"""Files that cannot be read are refused with a sentence; what is missing from a file that can is said in its
warnings."""

from __future__ import annotations

import io
import logging
import time

import pytest
from pdf_builder import PdfBuilder, of_kind, read, texts
from pypdf import PdfReader, PdfWriter

from llama_index_layout_rag.layout import LayoutReadError


def _small() -> bytes:
    return PdfBuilder().heading("1. 登録").paragraph("登録ボタンを押します。").build()


def _encrypted() -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(_small())))
    writer.encrypt("secret", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def _without_pages() -> bytes:
    writer = PdfWriter()
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"\x00" * 500, "empty"),
        ("これは文章です。".encode() * 40, "not a PDF"),
        (b"PK\x03\x04" + b"x" * 400, "not a PDF"),
        (_small()[: len(_small()) // 2], "truncated"),
        (b"%PDF-1.7\n" + b"garbage\n" * 50 + b"%%EOF", "damaged"),
        (_encrypted(), "password"),
        (_without_pages(), "no pages"),
    ],
    ids=["empty", "zeros", "text", "zip", "truncated", "damaged", "encrypted", "no pages"],
)
def test_unreadable_file_is_refused_with_file_and_reason(data: bytes, reason: str) -> None:
    with pytest.raises(LayoutReadError, match=reason) as error:
        read(data, "folder/manual.pdf")
    assert str(error.value).startswith("folder/manual.pdf: ")


def test_broken_cross_reference_table_is_repaired() -> None:
    data = _small()
    position = data.rindex(b"startxref")
    broken = data[:position] + b"startxref\n999999\n%%EOF\n"
    assert texts(read(broken), "text") == ["登録ボタンを押します。"]


def test_page_without_text_is_named_with_the_ocr_extra(caplog: pytest.LogCaptureFixture) -> None:
    builder = PdfBuilder().paragraph("最初のページの文章です。").page()
    builder.image(400, 500).page().paragraph("最後のページの文章です。")
    with caplog.at_level(logging.WARNING):
        layout = builder.read()
    assert len(layout.warnings) == 1
    assert "Page 2" in layout.warnings[0]
    assert "llama-index-layout-rag[ocr]" in layout.warnings[0]
    assert "Page 2" in caplog.text
    assert len(texts(layout, "text")) == 2


def test_blank_page_between_text_pages_is_no_defect() -> None:
    layout = PdfBuilder().paragraph("文章です。").page().page().paragraph("続きの文章です。").read()
    assert layout.warnings == []
    assert len(layout.pages) == 3


def test_text_layer_in_scripts_that_nobody_mixes_is_called_unreadable() -> None:
    layout_text = "אבגדהוזחטי ابتثجحخدذر 가나다라마바사아자차 " * 6
    from llama_index_layout_rag.readers.pdf.extract.characters import is_garbled

    assert is_garbled(layout_text)
    assert not is_garbled("登録ボタンを押します。ENTER キー αβγ ①②③ ⚠ ■●" * 10)
    assert not is_garbled("Вводная часть руководства пользователя, раздел первый." * 3)
    assert is_garbled("abc" * 10, unmapped=40)


def test_document_information_that_a_program_wrote_is_no_title() -> None:
    builder = PdfBuilder(title="Microsoft Word - manual.docx").paragraph("本文です。本文です。")
    assert builder.read().title is None


def test_ten_thousand_images_on_a_page_are_read_in_bounded_time() -> None:
    builder = PdfBuilder()
    builder.paragraph("写真の一覧です。")
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    reader = ImageReader(Image.new("RGB", (4, 4), "#123456"))
    for index in range(10_000):
        builder.canvas.drawImage(reader, 60 + index % 100 * 4.5, 60 + index // 100 * 6, 3, 3)
    started = time.monotonic()
    layout = builder.read()
    assert time.monotonic() - started < 20
    assert texts(layout, "text") == ["写真の一覧です。"]
    assert len(of_kind(layout, "picture")) <= 2_000


def test_hundred_thousand_glyphs_on_a_page_are_read_in_bounded_time() -> None:
    builder = PdfBuilder()
    for row in range(500):
        builder.text(10, 10 + row * 1.6, "x" * 200, size=1.4)
    started = time.monotonic()
    layout = builder.read()
    assert time.monotonic() - started < 30
    assert sum(element.text.count("x") for element in layout.elements) == 100_000


def test_error_survives_pickling_for_worker_processes() -> None:
    import pickle

    error = LayoutReadError("a.pdf", "the file is empty.")
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.source, copy.reason) == ("a.pdf", "the file is empty.")
