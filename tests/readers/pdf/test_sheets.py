"""Operating procedures printed in forms: the border of the page and the cells above the text are no table around it."""

from __future__ import annotations

import pytest
from pdf_builder import PdfBuilder, of_kind, texts

from llama_index_layout_rag.layout import LayoutDocument

BODY = "この画面では、申請の内容を登録して、承認を依頼することができます。" * 3
NAMES = ("点検", "清掃", "保管")


def _lines(builder: PdfBuilder, *ends: tuple[float, float, float, float]) -> None:
    """Rules between points that are measured from the top left corner."""
    for x0, y0, x1, y1 in ends:
        builder.rule(x0, y0, x1, y1)


def _form(builder: PdfBuilder, page: int, pages: int) -> PdfBuilder:
    """The border of a page whose first two rows name the document."""
    builder.canvas.rect(40, 40, 515, 762)
    _lines(builder, (40, 80, 555, 80), (40, 100, 555, 100), (300, 40, 300, 80), (420, 40, 420, 80), (200, 80, 200, 100))
    builder.text(50, 60, "標準作業手順書", 12).text(310, 60, "文書番号 SOP-001").text(430, 60, "版 3")
    builder.text(50, 96, "作成部署 品質保証").text(210, 96, f"ページ {page} / {pages}")
    builder.y = 120
    return builder


def _procedure(builder: PdfBuilder, number: int) -> PdfBuilder:
    builder.heading(f"{number}. {NAMES[number - 1]}の手順", 12).paragraph(BODY)
    return builder.item("1.", "カバーを開けます。").item("2.", "電源を切ります。")


def _headings(layout: LayoutDocument) -> list[str]:
    return texts(layout, "section_header")


@pytest.mark.parametrize("size", [16, 12, 10])
def test_headings_inside_a_page_border_are_headings(size: float) -> None:
    builder = PdfBuilder()
    for number, name in enumerate(NAMES, 1):
        builder.canvas.rect(40, 40, 515, 762)
        builder.heading(f"{name}の手順", size).paragraph(BODY).item("1.", "カバーを開けます。")
        builder.paragraph(BODY).paragraph(BODY)
        if number < len(NAMES):
            builder.page()
    layout = builder.read()
    assert _headings(layout) == [f"{name}の手順" for name in NAMES]
    assert not any(element.box is not None for element in layout.elements)


def test_text_of_a_form_is_text_and_its_cells_run_with_the_pages() -> None:
    builder = PdfBuilder()
    for number in (1, 2, 3):
        _procedure(_form(builder, number, 3), number)
        if number < 3:
            builder.page()
    layout = builder.read()
    assert _headings(layout) == ["1. 点検の手順", "2. 清掃の手順", "3. 保管の手順"]
    assert [item.marker for item in of_kind(layout, "list_item")] == ["1.", "2."] * 3
    assert not of_kind(layout, "table")
    assert texts(layout, "page_header").count("文書番号 SOP-001") == 3


def test_last_page_of_a_form_may_hold_one_line() -> None:
    builder = _procedure(_form(PdfBuilder(), 1, 2), 1)
    builder.page()
    _form(builder, 2, 2).item("3.", "カバーを閉めます。")
    items = of_kind(builder.read(), "list_item")
    assert [(item.marker, item.text) for item in items][-1] == ("3.", "カバーを閉めます。")


def test_approvals_below_the_text_are_a_table_of_their_own() -> None:
    builder = _form(PdfBuilder(), 1, 1)
    _lines(builder, (40, 762, 555, 762), (400, 762, 400, 802), (450, 762, 450, 802), (500, 762, 500, 802))
    builder.text(405, 780, "承認").text(455, 780, "確認").text(505, 780, "作成")
    layout = _procedure(builder, 1).read()
    assert _headings(layout) == ["1. 点検の手順"]
    approvals = [element.table.grid() for element in of_kind(layout, "table") if element.table is not None][-1]
    assert approvals == [["", "承認", "確認", "作成"]]


def test_table_that_touches_the_border_stays_a_table_between_the_steps() -> None:
    builder = _procedure(_form(PdfBuilder(), 1, 1), 1)
    top = builder.y + 10
    _lines(builder, *((40, top + 20 * row, 555, top + 20 * row) for row in range(4)), (150, top, 150, top + 60))
    for row, (code, meaning) in enumerate((("コード", "意味"), ("E-01", "紙詰まり"), ("E-02", "用紙なし"))):
        builder.text(50, top + 14 + 20 * row, code).text(160, top + 14 + 20 * row, meaning)
    builder.y = top + 70
    builder.item("3.", "表のとおり処置します。").item("4.", "カバーを閉めます。").item("5.", "電源を入れます。")
    layout = builder.read()
    grids = [element.table.grid() for element in of_kind(layout, "table") if element.table is not None]
    assert grids[-1] == [["コード", "意味"], ["E-01", "紙詰まり"], ["E-02", "用紙なし"]]
    assert [item.marker for item in of_kind(layout, "list_item")] == ["1.", "2.", "3.", "4.", "5."]


def test_table_of_steps_does_not_begin_with_the_cells_of_the_form() -> None:
    builder = _form(PdfBuilder(), 1, 1)
    _lines(builder, (80, 100, 80, 802), (350, 100, 350, 802), *((40, y, 555, y) for y in (120, 200, 280, 360)))
    builder.text(45, 114, "No").text(90, 114, "作業手順").text(360, 114, "急所")
    steps = [("カバーを開けます。", "静かに開ける"), ("電源を切ります。", "消灯を確認"), ("紙を抜きます。", "破らない")]
    for row, (work, point) in enumerate(steps):
        y = 137 + 80 * row
        builder.text(50, y, f"({row + 1})").text(90, y, work).text(360, y, point)
    table = of_kind(builder.read(), "table")[-1].table
    assert table is not None
    assert table.grid()[0] == ["No", "作業手順", "急所"]
    assert table.grid()[1] == ["(1)", "カバーを開けます。", "静かに開ける"]


def test_page_number_beside_a_running_line_is_furniture_in_an_extract_too() -> None:
    builder = PdfBuilder()
    for number, printed in enumerate(("iii", "17", "4"), 1):
        builder.heading(f"{number}. {NAMES[number - 1]}の手順", 14).paragraph(BODY).paragraph(BODY)
        builder.text(57, 810, "保守要領書 第3版", 8).text(500, 810, printed, 9)
        if number < 3:
            builder.page()
    layout = builder.read()
    assert texts(layout, "page_footer") == [
        "保守要領書 第3版",
        "iii",
        "保守要領書 第3版",
        "17",
        "保守要領書 第3版",
        "4",
    ]
    assert [page.label for page in layout.pages] == ["iii", "17", "4"]
