"""What lies where on a page: cut and blank bitmaps, cards, signs of notices, tables without drawn borders."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from pdf_builder import PdfBuilder, of_kind, texts

from llama_index_layout_rag.readers.pdf.extract import PagePath
from llama_index_layout_rag.readers.pdf.page.recognition import _is_ruled

INTRO = "Hot water leaves the spout at up to 95 degrees. Keep your hands away from it and follow these steps in order."


def _cells(page: PdfBuilder) -> list[list[str]]:
    (table,) = of_kind(page.read(), "table")
    assert table.table is not None
    return [[cell.replace("\n", " ") for cell in row] for row in table.table.grid()]


def _rows(page: PdfBuilder, rows: Sequence[Sequence[str]], xs: Sequence[float]) -> PdfBuilder:
    for row in rows:
        page.y += 18
        for x, cell in zip(xs, row, strict=False):
            page.text(x, page.y, cell, 9)
    page.y += 10
    return page


def test_text_in_the_hidden_part_of_a_bitmap_is_text_of_the_page() -> None:
    page = PdfBuilder()
    page.text(80, 150, "Attach the camera to the stage.")
    page.canvas.saveState()
    clip = page.canvas.beginPath()
    clip.rect(60, page.height - 500, 400, 200)
    page.canvas.clipPath(clip, stroke=0)
    page.y = 100
    page.image(400, 400, x=60)
    page.canvas.restoreState()
    layout = page.read()
    assert texts(layout, "text") == ["Attach the camera to the stage."]
    (picture,) = of_kind(layout, "picture")
    assert picture.bbox is not None
    assert (round(picture.bbox[1]), round(picture.bbox[3])) == (300, 500)


def test_blank_bitmap_behind_a_caption_is_no_picture() -> None:
    page = PdfBuilder().paragraph(INTRO).image(200, 120)
    page.image(200, 30, color="#ffffff")
    page.text(page.left + 4, page.y - 18, "Figure 7: Polarity of the sensor", 9)
    layout = page.read()
    assert len(of_kind(layout, "picture")) == 1
    assert texts(layout, "caption") == ["Figure 7: Polarity of the sensor"]


@pytest.mark.parametrize(("columns", "gutter"), [(2, 40), (3, 30), (3, 11)])
@pytest.mark.parametrize("marker", ["{}.", "Step {}", "{}"])
def test_cards_are_read_in_the_order_of_their_numbers(columns: int, gutter: float, marker: str) -> None:
    page = PdfBuilder().heading("Dispensing hot water").paragraph(INTRO)
    page.paragraph(INTRO)
    names = [
        "Press the button.",
        "Select 85 degrees.",
        "Put the cup down.",
        "Open the valve.",
        "Wait a while.",
        "Stop.",
    ]
    across = (page.right - page.left - gutter * (columns - 1)) / columns
    for start in range(0, len(names), columns):
        top = page.y
        for place, name in enumerate(names[start : start + columns]):
            page.y = top
            x = page.left + place * (across + gutter)
            page.image(across, 70, x=x)
            page.text(x, page.y + 8, f"{marker.format(start + place + 1)} {name}", 9)
        page.y += 40
    found = [e.text for e in page.read().elements if e.text.endswith(".") and "Hot water" not in e.text]
    assert [text for name in names for text in found if text.endswith(name)] == found
    assert len(found) == len(names)


def test_sign_of_a_notice_does_not_divide_its_text() -> None:
    page = PdfBuilder().paragraph(INTRO)
    page.text(60, page.y + 22, "!", 20)
    first = "The disk is emptied and all of the settings that were made on it are lost when the"
    for line in (first, "button is pressed, so save them first."):
        page.y += 14
        page.text(90, page.y, line)
    assert f"{first} button is pressed, so save them first." in [
        text.replace("\n", " ") for text in texts(page.read(), "text")
    ]


@pytest.mark.parametrize("codes", [["F-11", "F-12", "F-13"], ["E01", "E02", "E03"], ["Err 1", "Err 2", "Err 3"]])
@pytest.mark.parametrize("names", [["Code", "Cause", "Remedy", "Who"], ["Code", "Meaning"]])
def test_codes_in_columns_are_a_table(codes: list[str], names: list[str]) -> None:
    values = [
        ["Oil cold", "Warm up", "Operator"],
        ["Filter full", "Clean", "Service"],
        ["Guard open", "Close", "Anyone"],
    ]
    rows = [names, *([code, *value][: len(names)] for code, value in zip(codes, values, strict=True))]
    page = PdfBuilder().heading("5 Fault codes").paragraph(INTRO)
    assert _cells(_rows(page, rows, [57, 150, 280, 400]).paragraph(INTRO)) == rows


def test_titles_and_wrapped_cells_stay_in_a_table_without_rules() -> None:
    rows = [["Code", "Cause", "Who"], ["Valid from number 4000 on."], ["F-11", "Oil too", "Operator"]]
    page = _rows(PdfBuilder().paragraph(INTRO), rows, [57, 150, 280])
    page.text(150, page.y, "cold", 9)
    page.y += 8
    page = _rows(page, [["F-12", "Filter", "Service"], ["F-13", "Guard", "Service"]], [57, 150, 280])
    assert _cells(page.paragraph(INTRO)) == [
        ["Code", "Cause", "Who"],
        ["Valid from number 4000 on."] * 3,
        ["F-11", "Oil too cold", "Operator"],
        ["F-12", "Filter", "Service"],
        ["F-13", "Guard", "Service"],
    ]


def test_index_in_columns_is_no_table() -> None:
    rows = [[f"Valve {n}", f"Pump {n + 20}", f"Cover {n + 40}"] for n in range(1, 7)]
    assert not of_kind(_rows(PdfBuilder().paragraph(INTRO), rows, [57, 220, 380]).read(), "table")


def test_bold_title_over_a_group_of_rows_names_no_column() -> None:
    page = PdfBuilder()
    rows = [["Part", "Normal", "Dusty"], ["Drive", "", ""], ["Belt", "500 h", "200 h"], ["Chain", "100 h", "50 h"]]
    page.table([row if row[1] else ["", "", ""] for row in rows], [120, 90, 90])
    page.text(62, 104.5, "Drive", 9, bold=True)
    (table,) = of_kind(page.read(), "table")
    assert table.table is not None
    assert [cell.text for cell in table.table.cells if cell.is_header] == ["Part", "Normal", "Dusty"]


def test_first_column_without_drawn_borders_has_a_cell_for_each_row() -> None:
    page = PdfBuilder().paragraph(INTRO)
    top, heights = page.y, [16, 16, 30, 16]
    edges = [top + sum(heights[:n]) for n in range(len(heights) + 1)]
    for y in (edges[0], edges[-1]):
        page.rule(57, y, 400, y)
    for y in edges[1:-1]:
        page.rule(150, y, 400, y)
    for x in (57, 150, 400):
        page.rule(x, edges[0], x, edges[-1])
    for y, (name, value) in zip(
        edges, [("GUI", "Purpose"), ("Channels", "Used"), ("Filter", "Sorted"), ("Max", "Limit")], strict=False
    ):
        page.text(62, y + 11, name, 9)
        page.text(155, y + 11, value, 9)
    page.text(155, edges[2] + 24, "by size", 9)
    assert _cells(page) == [["GUI", "Purpose"], ["Channels", "Used"], ["Filter", "Sorted by size"], ["Max", "Limit"]]


def test_rotated_text_that_recurs_is_furniture_and_keeps_its_blanks() -> None:
    page = PdfBuilder()
    for number in range(3):
        page.y += 150 * number
        page.paragraph(f"{number} {INTRO}")
        page.canvas.saveState()
        page.canvas.translate(575, 300)
        page.canvas.rotate(90)
        page.canvas.setFont("Helvetica", 14)
        page.canvas.drawString(0, 0, "04 assembly")
        page.canvas.restoreState()
        page.page()
    assert texts(page.read(), "page_header") == ["04 assembly"] * 3


def test_tight_character_spacing_keeps_blanks() -> None:
    page = PdfBuilder()
    writer = page.canvas.beginText(60, 700)
    writer.setFont("Helvetica", 11)
    writer.setCharSpace(-3.2)
    writer.textOut("Underscore is used as a delimiter")
    page.canvas.drawText(writer)
    assert texts(page.read(), "text") == ["Underscore is used as a delimiter"]


def test_backgrounds_of_words_in_a_line_are_no_drawing() -> None:
    page = PdfBuilder()
    for name in ("first.csv", "second.csv", "third.csv", "fourth.csv", "fifth.csv"):
        page.y += 16
        page.canvas.setFillColor("#eeeeee")
        page.canvas.roundRect(96, page.height - page.y - 3, 52, 14, 3, stroke=0, fill=1)
        page.text(60, page.y, "Open")
        page.text(98, page.y, name)
        page.text(152, page.y, "and read the rest of the file from there.")
    assert not of_kind(page.read(), "picture")


def test_drawing_in_the_corner_of_a_page_is_decoration() -> None:
    page = PdfBuilder().paragraph(INTRO)
    for x in (0, 30, 60, 90):
        page.canvas.setFillColor("#1836b2")
        page.canvas.roundRect(x, 0, 50, 80 - x / 3, 20, stroke=0, fill=1)
    layout = page.read()
    assert not of_kind(layout, "picture")
    assert "drawing at the edge of the page" in [element.reason for element in of_kind(layout, "decorative")]


def test_ruby_is_the_reading_of_its_word_and_no_line() -> None:
    page = PdfBuilder()
    for place, line in enumerate(
        ("この装置の電源を入れてから、次の手順で操作してください。", "操作が終わったら電源を切ります。")
    ):
        page.text(60, 120 + 24 * place, line, 11)
    page.text(115, 110, "でんげん", 5)
    text = of_kind(page.read(), "text")[0]
    assert text.text == "この装置の電源を入れてから、次の手順で操作してください。"
    assert text.metadata["ruby"] == [{"text": "電源", "reading": "でんげん"}]


def test_shaded_table_of_a_scan_is_no_picture() -> None:
    region = (50.0, 50.0, 450.0, 250.0)
    rules = [(50.0, y, 450.0, y + 1) for y in (50, 100, 150, 249)] + [(x, 50.0, x + 1, 250.0) for x in (50, 200, 449)]
    paths = [PagePath(rule, True, False, 0, "rect") for rule in rules]
    assert _is_ruled(region, paths)
    assert not _is_ruled(region, paths[:4])


def test_lettered_lines_below_pictures_are_captions_of_parts() -> None:
    page = PdfBuilder().paragraph(INTRO)
    top = page.y
    for place, caption in enumerate(("(a) As printed", "(b) With supports", "(c) Smoothed")):
        page.y = top
        page.image(120, 80, x=60 + 160 * place)
        page.text(70 + 160 * place, page.y + 6, caption, 9)
    page.y += 20
    page.paragraph("(a) is the usual state of a part, and the others need some work before they can be used.")
    assert texts(page.read(), "caption") == ["(a) As printed", "(b) With supports", "(c) Smoothed"]
