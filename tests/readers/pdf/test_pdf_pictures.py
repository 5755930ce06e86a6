"""Drawings, their frames, and what is drawn for ornament only."""

from __future__ import annotations

import pytest
from pdf_builder import PdfBuilder, of_kind, read
from PIL import Image, ImageDraw
from reportlab.lib.colors import HexColor
from reportlab.lib.utils import ImageReader

from llama_index_layout_rag.layout import Box, LayoutElement, LayoutSource
from llama_index_layout_rag.layout.boxes import contains
from llama_index_layout_rag.readers.pdf import read_pdf
from llama_index_layout_rag.readers.pdf.extract.glyphs import PageImage
from llama_index_layout_rag.readers.pdf.page.pictures import Picture, find_pictures, join_framed

RUNNING = "利用者の登録情報は、ログイン後の「メンバーログイン」画面で確認して編集することができます。"


def outline(page: PdfBuilder, box: Box, filled: str = "") -> PdfBuilder:
    """A rectangle with round corners, coordinates from the top."""
    x0, y0, x1, y1 = box
    page.canvas.setStrokeColor(HexColor("#334455"))
    if filled:
        page.canvas.setFillColor(HexColor(filled))
    page.canvas.roundRect(x0, page.height - y1, x1 - x0, y1 - y0, 6, stroke=1, fill=1 if filled else 0)
    return page


def bar(page: PdfBuilder, box: Box) -> PdfBuilder:
    x0, y0, x1, y1 = box
    page.canvas.setFillColor(HexColor("#224488"))
    page.canvas.rect(x0, page.height - y1, x1 - x0, y1 - y0, stroke=0, fill=1)
    return page


def bitmap(page: PdfBuilder, box: Box, color: str) -> PdfBuilder:
    page.y = box[1]
    page.image(box[2] - box[0], box[3] - box[1], x=box[0], color=color)
    return page


def boxes(elements: list[LayoutElement]) -> list[Box]:
    return [element.bbox for element in elements if element.bbox is not None]


def test_a_frame_around_the_text_of_a_page_takes_no_screenshots_in() -> None:
    page = PdfBuilder()
    outline(page, (40, 55, 555, 785), filled="#eef2ff")
    page.text(60, 100, RUNNING)
    bitmap(page, (70, 140, 520, 350), "#4477aa")
    bitmap(page, (70, 400, 520, 700), "#88aa44")
    for x in (100, 200, 300):
        outline(page, (x, 150, x + 60, 190))
    layout = read(page.build())
    found = boxes(of_kind(layout, "picture"))
    assert [round(box[3] - box[1]) for box in found] == [210, 300]
    (frame,) = of_kind(layout, "decorative")
    assert frame.reason == "frame around the text of the page"


def test_tiles_that_reach_over_the_frame_of_a_figure_are_one_picture() -> None:
    page = PdfBuilder()
    page.text(60, 100, RUNNING)
    frame = (300, 420, 540, 690)
    outline(page, frame)
    for x, y in ((310, 440), (400, 430), (420, 560)):
        bitmap(page, (x, y, x + 160, y + 110), "#aa7744")
    for y in (560, 600, 640):
        outline(page, (310, y, 400, y + 30), filled="#ffcc44")
    found = boxes(of_kind(read(page.build()), "picture"))
    assert len(found) == 1
    assert found[0] == pytest.approx(frame, abs=1.5)


def test_a_shade_that_is_clipped_does_not_widen_its_figure() -> None:
    page = PdfBuilder()
    page.text(60, 100, RUNNING)
    canvas = page.canvas
    canvas.saveState()
    window = canvas.beginPath()
    window.rect(100, page.height - 400, 200, 150)
    canvas.clipPath(window, stroke=0)
    for n in range(6):
        canvas.setFillColor(HexColor("#6b5633"))
        canvas.circle(150 + 20 * n, page.height - 320, 200, stroke=0, fill=1)
    canvas.restoreState()
    (found,) = boxes(of_kind(read(page.build()), "picture"))
    assert contains((100, 250, 300, 400), found, 1.0)


def test_bars_at_the_edge_and_signs_in_the_margin_are_ornaments_with_a_reason() -> None:
    page = PdfBuilder()
    bar(page, (60, 0, 595, 32))
    page.text(60, 120, RUNNING)
    bar(page, (60, 200, 400, 230))
    page.canvas.setFillColor(HexColor("#9999cc"))
    page.canvas.circle(297, page.height - 812, 18, stroke=0, fill=1)
    page.canvas.roundRect(575, page.height - 480, 30, 60, 8, stroke=0, fill=1)
    found = of_kind(read(page.build()), "decorative")
    bars = [e.bbox for e in found if e.reason == "filled area at the edge of the page"]
    signs = [e.bbox for e in found if e.reason == "drawn sign in the margin of the page"]
    assert [tuple(round(side) for side in box) for box in bars if box] == [(60, 0, 595, 32)]
    assert [round(box[1]) for box in signs if box] == [420, 794]
    assert len(found) == 3


def test_the_frame_of_a_diagram_with_long_labels_stays_its_frame() -> None:
    page = PdfBuilder()
    page.paragraph(RUNNING)
    outline(page, (127, 418, 468, 550))
    outline(page, (141, 503, 454, 538))
    page.text(150, 525, "Shared helper ensures each path is validated before it is written")
    for x in (190, 280, 370):
        page.canvas.setFillColor(HexColor("#266dd3"))
        page.canvas.circle(x, page.height - 480, 17, stroke=0, fill=1)
    (found,) = boxes(of_kind(read(page.build()), "picture"))
    assert found == pytest.approx((127, 418, 468, 550), abs=1.5)


def scanned_page(hidden: bool) -> bytes:
    """A scan of two paragraphs and a photograph, with its text laid over it."""
    width, height = 595, 842
    scan = Image.new("L", (2 * width, 2 * height), 250)
    draw = ImageDraw.Draw(scan)
    draw.rectangle((200, 800, 800, 1200), fill=110)
    for row in range(8):
        for column in range(30):
            draw.rectangle((120 + 30 * column, 200 + 45 * row, 124 + 30 * column, 222 + 45 * row), fill=0)
    page = PdfBuilder(width, height)
    page.canvas.drawImage(ImageReader(scan), 0, 0, width, height)
    for row in range(8):
        writer = page.canvas.beginText(60, height - 111 - 22.5 * row)
        writer.setFont(page.font, 10)
        writer.setTextRenderMode(3 if hidden else 0)
        writer.textOut(RUNNING)
        page.canvas.drawText(writer)
    return page.build()


def test_pictures_of_a_scan_that_brings_its_text_along_are_found() -> None:
    pytest.importorskip("cv2")
    source = LayoutSource(uri="scan.pdf", name="scan.pdf")
    layout = read_pdf(scanned_page(hidden=True), source, ocr="auto")
    (photograph,) = boxes(of_kind(layout, "picture"))
    assert photograph == pytest.approx((100, 400, 400, 600), abs=2)
    assert [element.reason for element in of_kind(layout, "decorative")] == ["page background"]
    designed = read_pdf(scanned_page(hidden=False), source, ocr="auto")
    assert of_kind(designed, "picture") == []


def found_in(*places: Box) -> list[Box]:
    """What becomes of bitmaps at these places."""
    images = [PageImage(place, f"key{number}", (100, 100)) for number, place in enumerate(places)]
    return [picture.box for picture in find_pictures(images, 595, 842)]


def test_strips_that_overlap_by_their_margin_are_one_picture() -> None:
    strips = [(129.0, 380 + 53.0 * n, 539.0, 435 + 53.0 * n) for n in range(5)]
    assert found_in(*strips) == [(129.0, 380.0, 539.0, 647.0)]
    screens = (60.0, 100.0, 540.0, 380.0), (60.0, 380.0, 540.0, 660.0)
    assert found_in(*screens) == list(screens)


def test_a_callout_that_reaches_over_the_edge_of_its_screen_is_part_of_it() -> None:
    screen = (77.0, 359.0, 467.0, 724.0)
    assert found_in(screen, (295.0, 364.0, 517.0, 402.0)) == [(77.0, 359.0, 517.0, 724.0)]
    beside = (440.0, 364.0, 560.0, 402.0)
    assert found_in(screen, beside) == [screen, beside]


def test_bitmaps_that_fill_one_outlined_box_are_one_figure_unless_text_stands_between() -> None:
    form, button = (77.0, 359.0, 467.0, 724.0), (292.0, 729.0, 326.0, 750.0)
    pictures = [Picture(form, "form"), Picture(button, "button")]
    frame = (71.0, 356.0, 523.0, 762.0)
    (figure,) = join_framed(pictures, [frame], [])
    assert figure.box == (77.0, 359.0, 467.0, 750.0)
    assert (figure.key, figure.overlays) == ("form", 1)
    assert join_framed(pictures, [frame], [(340.0, 730.0, 440.0, 744.0)]) == pictures
    assert join_framed(pictures, [(40.0, 40.0, 555.0, 800.0)], []) == pictures


def test_numbers_along_the_axes_belong_to_a_drawn_chart() -> None:
    page = PdfBuilder()
    page.paragraph(RUNNING)
    for n in range(4):
        page.canvas.line(150 + 50 * n, page.height - 500 + 40 * n, 200 + 50 * n, page.height - 460 + 40 * n)
    for n in range(5):
        page.text(136, 502 - 40 * n, str(2 * n), 8).text(148 + 50 * n, 512, str(10 * n), 8)
    page.text(60, 560, RUNNING)
    layout = read(page.build())
    (chart,) = boxes(of_kind(layout, "picture"))
    assert chart[0] <= 137
    assert chart[3] >= 511
    assert not [element for element in of_kind(layout, "text") if element.text.strip().isdigit()]


def boxed(page: PdfBuilder, x: float, y: float, text: str) -> None:
    """A labelled rectangle, 90 points wide and 30 high."""
    page.canvas.rect(x, page.height - y - 30, 90, 30, stroke=1, fill=0)
    page.text(x + 8, y + 18, text, 9)


def test_boxes_that_arrows_join_are_one_flow_chart_with_its_labels() -> None:
    page = PdfBuilder()
    page.paragraph(RUNNING)
    for number, text in enumerate(("受付", "確認", "登録", "通知")):
        boxed(page, 80 + 120 * (number % 3), 300 + 90 * (number // 3), text)
    for x0, y0, x1, y1 in ((170, 315, 200, 315), (290, 315, 320, 315), (365, 330, 365, 360), (125, 330, 125, 390)):
        page.canvas.line(x0, page.height - y0, x1, page.height - y1)
    page.text(60, 520, RUNNING)
    layout = read(page.build())
    (chart,) = boxes(of_kind(layout, "picture"))
    assert chart == pytest.approx((80, 300, 410, 420), abs=2)
    (labels,) = of_kind(layout, "picture_ocr_text")
    assert set(labels.text.split()) == {"受付", "確認", "登録", "通知"}


def test_boxes_that_nothing_joins_are_no_drawing() -> None:
    page = PdfBuilder()
    page.paragraph(RUNNING)
    for number, text in enumerate(("氏名", "住所", "電話", "備考", "日付")):
        boxed(page, 80 + 200 * (number % 2), 300 + 50 * (number // 2), text)
    page.text(60, 520, RUNNING)
    page.canvas.line(60, page.height - 530, 500, page.height - 530)
    assert of_kind(read(page.build()), "picture") == []


def test_a_ruled_table_beside_arrows_stays_a_table() -> None:
    page = PdfBuilder()
    page.paragraph(RUNNING)
    page.table([["項目", "内容"], ["氏名", "山田"], ["住所", "東京"]], [100, 200])
    layout = read(page.build())
    assert of_kind(layout, "picture") == []
    assert len(of_kind(layout, "table")) == 1
