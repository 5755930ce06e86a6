"""Numbers of steps on discs and squares are list markers, and the labels of notices are no headings."""

from __future__ import annotations

import pytest
from pdf_builder import PdfBuilder, of_kind, texts

STEPS = ("カセットを手前に引き出します。", "用紙ガイドを合わせます。", "カセットを奥まで差し込みます。")


def _badge(builder: PdfBuilder, number: str, radius: float, square: bool, filled: bool = True) -> None:
    y, canvas = builder.height - builder.y - 6, builder.canvas
    canvas.setFillColorRGB(0.1, 0.3, 0.6)
    if square:
        canvas.rect(70 - radius, y - radius, 2 * radius, 2 * radius, fill=int(filled), stroke=int(not filled))
    else:
        canvas.circle(70, y, radius, fill=int(filled), stroke=int(not filled))
    canvas.setFillColorRGB(0, 0, 0)
    builder.text(67, builder.y + 10, number, 11, color="#ffffff" if filled else "#000000")


@pytest.mark.parametrize("filled", [True, False])
@pytest.mark.parametrize("square", [True, False])
def test_number_in_a_badge_is_the_marker_of_its_step(square: bool, filled: bool) -> None:
    builder = PdfBuilder().heading("2. 用紙の補給", 16)
    for number, step in enumerate(STEPS, 1):
        builder.y += 20
        _badge(builder, str(number), 9, square, filled)
        builder.text(92, builder.y + 10, step)
        builder.y += 14
    items = of_kind(builder.read(), "list_item")
    assert [(item.marker, item.text) for item in items] == [(str(n), step) for n, step in enumerate(STEPS, 1)]


def test_number_in_front_of_a_line_without_a_badge_is_text() -> None:
    builder = PdfBuilder().heading("2. 用紙の補給", 16)
    for number, step in enumerate(STEPS, 1):
        builder.y += 34
        builder.text(67, builder.y, str(number), 11).text(92, builder.y, step)
    assert not of_kind(builder.read(), "list_item")


def test_large_box_around_a_number_is_no_badge() -> None:
    builder = PdfBuilder().heading("2. 用紙の補給", 16)
    for number, step in enumerate(STEPS, 1):
        builder.y += 30
        _badge(builder, str(number), 24, square=True)
        builder.text(100, builder.y + 10, step)
        builder.y += 30
    assert not of_kind(builder.read(), "list_item")


def test_numbered_choices_on_one_line_are_no_steps() -> None:
    builder = PdfBuilder().heading("2. 申込書", 16).paragraph("該当する番号を丸で囲んでください。" * 4)
    builder.y += 20
    y, canvas = builder.height - builder.y - 6, builder.canvas
    for number, choice in enumerate(("新規", "変更", "解約"), 1):
        x = 60 + 90 * number
        canvas.rect(x - 3, y - 7, 14, 14, fill=0, stroke=1)
        builder.text(x, builder.y + 10, str(number), 11).text(x + 20, builder.y + 10, choice)
    assert not of_kind(builder.read(), "list_item")


def test_numbers_in_a_row_of_square_cells_stay_apart() -> None:
    builder = PdfBuilder().heading("2. 用紙の補給", 16)
    canvas, y = builder.canvas, builder.height - builder.y - 40
    for column in range(3):
        canvas.rect(60 + 20 * column, y, 20, 20, fill=0, stroke=1)
        canvas.rect(60 + 20 * column, y - 20, 20, 20, fill=0, stroke=1)
        for row in range(2):
            builder.text(67 + 20 * column, builder.y + 34 + 20 * row, str(1 + column + 3 * row), 11)
    (table,) = of_kind(builder.read(), "table")
    assert table.table is not None
    assert [cell.text for cell in table.table.cells] == ["1", "2", "3", "4", "5", "6"]


@pytest.mark.parametrize("label", ["⚠ 警告", "注意", "メモ"])
def test_steps_behind_a_notice_stay_in_their_section(label: str) -> None:
    builder = PdfBuilder().heading("3. 清掃", 16).paragraph("電源を切り、部品が冷えてから作業を始めます。" * 3)
    y, canvas = builder.y + 10, builder.canvas
    canvas.setFillColorRGB(1, 0.8, 0)
    canvas.rect(57, builder.height - y - 20, 481, 20, fill=1, stroke=0)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.rect(57, builder.height - y - 80, 481, 80)
    builder.text(70, y + 14, label, 11, bold=True)
    builder.text(70, y + 38, "作業の前に、必ず電源プラグを抜いてください。感電のおそれがあります。")
    builder.text(70, y + 58, "可燃性のスプレーを使用しないでください。")
    builder.y = y + 95
    layout = builder.item("1.", "カバーを開けます。").item("2.", "乾いた布で拭きます。").read()
    assert texts(layout, "section_header") == ["3. 清掃"]
    assert [item.section_path for item in of_kind(layout, "list_item")] == [["3. 清掃"]] * 2
