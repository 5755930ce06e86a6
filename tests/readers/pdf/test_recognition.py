"""Pages that OCR reads: which they are, and that its lines become pages like any other."""

from __future__ import annotations

import difflib
import io
import logging
import re
import unicodedata
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from pdf_builder import PdfBuilder, read, texts
from PIL import Image, ImageDraw

from llama_index_layout_rag.layout import LayoutDocument, LayoutReadError, LayoutSource
from llama_index_layout_rag.layout.elements import Extraction, LayoutElement
from llama_index_layout_rag.readers.ocr import OcrLine
from llama_index_layout_rag.readers.pdf.extract.glyphs import PageImage, RawPage
from llama_index_layout_rag.readers.pdf.extract.pdfium import open_pdf
from llama_index_layout_rag.readers.pdf.page.page import PageLayout, analyse_page
from llama_index_layout_rag.readers.pdf.page.recognition import (
    EMPTY,
    SCANNED,
    measure_page,
    pictures_of_image,
    recognised_pages,
    ruling_of_image,
    why_recognise,
)
from llama_index_layout_rag.readers.pdf.reader import read_pdf
from llama_index_layout_rag.readers.reader import LayoutReader

PIXELS = 1654, 2339
SCALE = 595 / PIXELS[0]


def _is_recognised(element: LayoutElement) -> bool:
    return element.provenance is not None and element.provenance.extraction is Extraction.OCR


def line(text: str, x: float, y: float, size: float, confidence: float = 0.99, vertical: bool = False) -> OcrLine:
    """A line whose box begins at (x, y) points, in pixels of a page at 200 dpi."""
    across, down = (size * 1.17, size * len(text)) if vertical else (size * len(text), size * 1.17)
    box = (x / SCALE, y / SCALE, (x + across) / SCALE, (y + down) / SCALE)
    return OcrLine(text, box, confidence, vertical)


def page_of(lines: list[OcrLine], reason: str = EMPTY) -> tuple[PageLayout, dict[int, float]]:
    """The page that lines read on an empty scan form."""
    raw = RawPage(1, 595, 842, 0, images=[PageImage((0, 0, 595, 842), "scan", PIXELS)])
    image = Image.new("L", PIXELS, 255)
    pytest.importorskip("cv2")
    ((recognised, confidence),) = recognised_pages([measure_page(raw, analyse_page(raw), reason, lines, image)])
    return analyse_page(recognised), confidence


def image_only(data: bytes, pages: int | None = None, dpi: float = 200) -> bytes:
    """A PDF with pictures of another one's (first) pages."""
    with open_pdf(data, "manual.pdf") as document:
        images = [document.render(index, dpi) for index in range(pages or document.page_count)]
    buffer = io.BytesIO()
    images[0].save(buffer, "PDF", resolution=dpi, save_all=True, append_images=images[1:], quality=85)
    return buffer.getvalue()


def test_pages_without_text_and_scans_with_a_stamp_need_ocr() -> None:
    scan = PageImage((0, 0, 595, 842), "scan", PIXELS)
    empty = RawPage(1, 595, 842, 0, images=[scan])
    assert why_recognise(empty, analyse_page(empty)) == EMPTY
    blank = RawPage(1, 595, 842, 0)
    assert why_recognise(blank, analyse_page(blank)) is None
    builder = PdfBuilder().text(290, 820, "12", 9)
    builder.y = 20
    stamped = builder.image(560, 780, x=15).build()
    text = (
        PdfBuilder()
        .paragraph("この画面では、申請の内容を登録して、承認を依頼することができます。" * 3)
        .image(200, 100)
        .build()
    )
    for data, reason in ((stamped, SCANNED), (text, None)):
        with open_pdf(data, "manual.pdf") as document:
            content = document.read_page(0)
        assert content is not None
        assert why_recognise(content[0], analyse_page(*content)) == reason


def test_recognised_lines_have_boxes_in_points_and_confidence() -> None:
    layout, confidence = page_of(
        [line("登録ボタンを押します。", 60, 100, 10, 0.97), line("次へ進みます。", 60, 118, 10, 0.5)]
    )
    assert [printed.text for printed in layout.lines] == ["登録ボタンを押します。", "次へ進みます。"]
    x0, y0, x1, y1 = layout.lines[0].box
    assert (x0, x1) == pytest.approx((60, 170), abs=1)
    assert y0 < 105 < y1
    assert [confidence[next(iter(printed.mcids))] for printed in layout.lines] == [0.97, 0.5]


def test_measured_sizes_that_scatter_are_one_type_size() -> None:
    lines = [line("本文の行です。", 60, 100 + 20 * n, 10 + 0.4 * (n % 3)) for n in range(9)]
    layout, _ = page_of([line("大きい見出し", 60, 60, 16), *lines])
    sizes = [printed.size for printed in layout.lines]
    assert len(set(sizes[1:])) == 1
    assert sizes[0] > 1.4 * sizes[1]


def test_pieces_of_one_printed_line_stand_on_one_baseline() -> None:
    left, right = line("設定画面を", 60, 100, 10), line("開きます。", 115, 100.9, 10)
    layout, _ = page_of([left, right])
    assert [printed.text for printed in layout.lines] == ["設定画面を開きます。"]


def test_columns_of_vertical_writing_are_read_from_right_to_left() -> None:
    columns = ["縦書きの一行目です", "左へ進む二行目です", "最後の三行目です。"]
    layout, _ = page_of([line(text, 500 - 20 * n, 80, 12, vertical=True) for n, text in enumerate(columns)])
    assert layout.vertical
    assert [printed.text for printed in layout.lines] == columns
    assert layout.shown(layout.lines[0].box)[0] > layout.shown(layout.lines[2].box)[0]


def test_a_scan_that_lies_askew_is_straightened() -> None:
    slope = 0.02
    lines = []
    for row in range(4):
        for x in (60, 300):
            flat = line("傾いた紙の長い行の片方です", x, 100 + 20 * row + slope * (x - 60), 10)
            fall = slope * (flat.box[2] - flat.box[0])
            lines.append(flat._replace(box=(*flat.box[:3], flat.box[3] + fall), slope=slope))
    layout, _ = page_of(lines)
    bases = [round(printed.base, 1) for printed in layout.lines]
    assert len(set(bases)) == 4


def test_rules_of_a_scanned_table_make_cells() -> None:
    image = Image.new("L", PIXELS, 255)
    draw = ImageDraw.Draw(image)
    for y in (400, 480, 560):
        draw.line((200, y, 1400, y), fill=0, width=3)
    for x in (200, 600, 1400):
        draw.line((x, 400, x, 560), fill=90, width=3)
    draw.rectangle((200, 1000, 900, 1200), fill=60)
    rules = ruling_of_image(np.asarray(image), SCALE)
    flat = {round(rule.box[1] / SCALE) // 10 for rule in rules if rule.box[2] - rule.box[0] > rule.box[3] - rule.box[1]}
    upright = {
        round(rule.box[0] / SCALE) // 10 for rule in rules if rule.box[2] - rule.box[0] < rule.box[3] - rule.box[1]
    }
    assert flat <= {39, 40, 47, 48, 55, 56}
    assert len(flat) >= 3
    assert len(upright) >= 3
    pytest.importorskip("cv2")
    raw = RawPage(1, 595, 842, 0, images=[PageImage((0, 0, 595, 842), "scan", PIXELS)])
    cells = [("項目", 80, 150), ("値", 230, 150), ("電圧", 80, 178), ("5 V", 230, 178)]
    lines = [line(text, x, y, 10) for text, x, y in cells]
    ((recognised, _),) = recognised_pages([measure_page(raw, analyse_page(raw), EMPTY, lines, image)])
    layout = analyse_page(recognised)
    assert len(layout.tables) == 1
    assert [layout.tables[0].lines[index][0].text for index in range(4)] == [text for text, _, _ in cells]


def test_photographs_of_a_scanned_page_are_pictures_and_text_is_none() -> None:
    pytest.importorskip("cv2")
    image = Image.new("L", PIXELS, 250)
    draw = ImageDraw.Draw(image)
    draw.rectangle((300, 900, 1000, 1300), fill=120)
    for row in range(12):
        for column in range(40):
            draw.rectangle((200 + 28 * column, 200 + 45 * row, 204 + 28 * column, 222 + 45 * row), fill=0)
    found = pictures_of_image(np.asarray(image), SCALE)
    assert [tuple(round(value / SCALE) for value in picture.box) for picture in found] == [(300, 900, 1001, 1301)]


def test_without_ocr_pages_and_extra_are_named(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "rapidocr", None)
    builder = PdfBuilder().paragraph("最初のページの文章です。").page().image(400, 500)
    source = LayoutSource(uri="manual.pdf", name="manual.pdf")
    with caplog.at_level(logging.WARNING):
        layout = read_pdf(builder.build(), source, ocr="auto")
    assert layout.warnings == [
        'Page 2 has no text layer; install the "ocr" extra (pip install "llama-index-layout-rag[ocr]") to read them.'
    ]
    with pytest.raises(LayoutReadError, match="ocr"):
        read_pdf(PdfBuilder().paragraph("文章です。").build(), source, ocr="force")


def test_reader_leaves_ocr_off_when_asked(tmp_path: Path) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(PdfBuilder().image(400, 500).build())
    layout = LayoutReader(ocr="off").read(path)
    assert 'ocr="auto"' in layout.warnings[0]
    assert not any(_is_recognised(element) for element in layout.elements)


def japanese(text: str) -> str:
    """The kana and ideographs of a text."""
    return "".join(re.findall("[ぁ-ヿ一-鿿]", unicodedata.normalize("NFKC", text)))


def share_found(truth: str, found: str) -> float:
    """Share of the truth's Japanese characters that stand in the right order in what was found."""
    truth, found = japanese(truth), japanese(found)
    blocks = difflib.SequenceMatcher(None, truth, found, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / max(1, len(truth))


def whole_text(layout: LayoutDocument) -> str:
    return "\n".join(element.text for element in layout.elements)


BULLETS = ("・", "•", "●", "-")


@pytest.mark.slow
def test_image_only_manual_keeps_text_headings_and_steps(sample_manuals: dict[str, Path]) -> None:
    pytest.importorskip("rapidocr")
    data, pages = sample_manuals["ES-200_manual_ja.pdf"].read_bytes(), 4
    truth = read(data)
    printed = [element for element in truth.elements if element.page is not None and element.page <= pages]
    progress: list[tuple[int, int]] = []
    source = LayoutSource(uri="scan.pdf", name="scan.pdf")
    scan = read_pdf(image_only(data, pages), source, lambda *done: progress.append(done), ocr="auto")
    text = "".join(element.text for element in printed)
    assert share_found(text, whole_text(scan)) > 0.95
    assert progress[-1] == (pages, pages)
    assert "read by OCR" in scan.warnings[0]
    marked = [element for element in scan.elements if element.text]
    assert all(_is_recognised(element) and 0 < element.provenance.confidence <= 1 for element in marked)
    for kind in ("section_header", "list_item"):
        # Small bullets are specks to the engine: their items come back as text.
        wanted = [e.text for e in printed if str(e.kind) == kind and e.marker not in BULLETS]
        found = texts(scan, kind)
        kept = [text for text in wanted if max((share_found(text, other) for other in found), default=0) >= 0.9]
        assert len(kept) >= 0.8 * len(wanted), set(wanted) - set(kept)


@pytest.mark.quality
def test_rasterised_manual_is_read_with_95_percent_of_its_japanese_characters(shared: Path) -> None:
    pytest.importorskip("rapidocr")
    data = (shared / "structure" / "dev" / "plateau-tree.pdf").read_bytes()
    source = LayoutSource(uri="scan.pdf", name="scan.pdf")
    truth, scan = read(data), read_pdf(image_only(data), source, ocr="auto")
    printed = "".join(element.text for element in truth.elements)
    assert share_found(printed, whole_text(scan)) >= 0.95


GARBLED_SAMPLE = "manuals/plateau-pdf/CityGML-production-system/wp-content/uploads/2020/12/User-Guide_User-login.pdf"
SEEN = [
    "この項目では、当サイトの各種サービスやコンテンツを利用するためのログインの手順について説明しています。",
    "ログインは、サイト右上の「メンバーログイン」より行うことができます。",
    "システム管理者より配布されたユーザ名またはメールアドレスとパスワードを入力してログインすると、当サイトのサービスをご利用いただけます。",
    "パスワードを忘れた場合、パスワードのリセットをクリックした後、メールアドレスを入力してパスワードリセットを行うことができます。",
    "※実環境は設定により動きが異なりますので、管理者にお問合せください",
    "パスワードの入力に5回失敗するとアカウントがロックされ、「アカウントが無効です。」と表示されます。"
    "アカウントが無効と表示される場合はシステム管理者に連絡をしてロックの解除を依頼してください。",
]
"""What a person sees on its pages; its text layer says something else."""


@pytest.mark.quality
def test_text_layer_that_lies_is_replaced_by_what_the_page_shows(shared: Path) -> None:
    pytest.importorskip("rapidocr")
    path = shared / GARBLED_SAMPLE
    layout = LayoutReader().read(path)
    elements = [element.text for element in layout.elements]
    # A paragraph may be read as two: pairs of neighbours are looked at.
    pairs = [first + second for first, second in pairwise(elements)]
    for sentence in SEEN:
        assert max(share_found(sentence, text) for text in pairs) >= 0.95, sentence
    assert all(_is_recognised(element) for element in layout.elements if element.text)
