"""Columns that stand close together, spreads of two pages, and what looks like columns but is one row."""

from __future__ import annotations

import pytest
from pdf_builder import MINCHO, PdfBuilder, texts

LINE = "段の文章がここに続いています。"


def _column(builder: PdfBuilder, side: str, x: float, top: float, rows: int, leading: float = 15.0) -> None:
    for row in range(rows):
        indent = 10 if row % 3 == 0 else 0
        builder.text(x + indent, top + row * leading, f"{side}{row:02d}" + LINE[indent // 10 :], 10, font=MINCHO)


def _order(builder: PdfBuilder) -> str:
    body = "".join(element.text for element in builder.read().elements)
    return "".join(char for char in body if char in "左右")


def test_columns_two_em_apart_are_columns_although_indented_lines_stand_further_apart() -> None:
    builder = PdfBuilder()
    width = 10 * (len(LINE) + 1) + 11
    _column(builder, "左", 57, 130, 20)
    _column(builder, "右", 57 + width + 20, 130, 20)
    assert _order(builder) == "左" * 20 + "右" * 20


def test_small_lines_beside_large_ones_stay_lines_of_their_own() -> None:
    builder = PdfBuilder()
    for row in range(20):
        builder.text(57, 130 + row * 16, f"左{row:02d}" + LINE, 11, font=MINCHO)
    for row in range(28):
        builder.text(57 + 11 * 18, 130 + row * 11, f"右{row:02d}" + LINE, 8, font=MINCHO)
    assert _order(builder) == "左" * 20 + "右" * 28


def test_numbers_in_front_of_lines_are_no_column() -> None:
    builder = PdfBuilder()
    for row in range(20):
        builder.text(57, 130 + row * 15, f"{row + 11}", 10)
        builder.text(83, 130 + row * 15, LINE * 2, 10, font=MINCHO)
    assert all(text[:1].isdigit() for text in "\n".join(texts(builder.read(), "text")).split("\n"))


def test_two_pages_on_one_sheet_are_read_one_after_the_other() -> None:
    builder = PdfBuilder(width=1190)
    for row in range(12):
        builder.text(80, 100 + row * 31, f"左{row:02d}" + LINE[: 3 + row % 5 * 3], 10, font=MINCHO)
        builder.text(690, 112 + row * 27, f"右{row:02d}" + LINE[: 3 + row % 4 * 4], 10, font=MINCHO)
    builder.text(80, 800, "18", 10).text(500, 800, "報告書", 10, font=MINCHO)
    builder.text(690, 800, "資料", 10, font=MINCHO)
    assert _order(builder) == "左" * 12 + "右" * 12


def test_box_of_text_with_words_of_one_width_is_no_code() -> None:
    builder = PdfBuilder().paragraph(LINE * 6)
    top = builder.y + 8
    builder.canvas.setFillColor("#e0e8ff")
    builder.canvas.rect(50, builder.height - top - 60, 480, 60, stroke=0, fill=1)
    for row, text in enumerate(("Women Women", "State funded legal aid for the elderly", "Refugees, asylum seekers")):
        builder.text(60, top + 16 + 18 * row, text, 10)
    assert texts(builder.read(), "code") == []


@pytest.mark.parametrize("picture_left", [True, False])
def test_picture_beside_lines_stands_before_or_behind_all_of_them(picture_left: bool) -> None:
    """Slides and floating figures: by its middle the picture would stand between the lines of one step."""
    builder = PdfBuilder(960, 540).heading("ログイン方法", 24)
    text, picture = (560, 30) if picture_left else (30, 480)
    builder.y = 90
    builder.image(420, 330, x=picture)
    steps = "ブラウザを起動し、アドレスを入力し", "ＩＤを入力します。", "［ログイン］をクリックしてから、数秒"
    for row, step in enumerate(steps):
        builder.text(text, 150 + 80 * row, f"{'①②③'[row]}\u3000{step}", 15)
    builder.text(text + 30, 172, "ます。", 15).text(text + 30, 332, "待ちます。", 15)
    layout = builder.read()
    told = [e.kind.value for e in layout.elements if e.kind.value in ("picture", "list_item")]
    assert told == (["picture"] + ["list_item"] * 3 if picture_left else ["list_item"] * 3 + ["picture"])
    assert texts(layout, "list_item")[2] == "［ログイン］をクリックしてから、数秒待ちます。"


def test_floating_picture_does_not_cut_the_paragraph_beside_it() -> None:
    builder = PdfBuilder()
    beside = [
        "Press the lever down and hold it there until the lamp",
        "lever stays down by itself then, and the lamp goes on",
    ]
    below = ["to blink until the lid is closed. Now open the lid and take the cartridge out of its holder, as shown"]
    for row, line in enumerate([*beside, *below, "on the right for the model with two holders."]):
        builder.text(57, 150 + 13 * row, line, 10)
    builder.y = 100
    builder.image(180, 60, x=350)
    kinds = [element.kind.value for element in builder.read().elements]
    assert kinds.count("picture") == 1
    assert kinds[-1] == "picture"
