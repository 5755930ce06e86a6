"""Headings of PDFs that neither a number nor large type shows, and lines that only look like headings."""

from __future__ import annotations

import pytest
from pdf_builder import MINCHO, PdfBuilder, of_kind, texts

from llama_index_layout_rag.readers.pdf.extract.fonts import is_bold_name

LONG = "この画面では、申請の内容を登録して、承認を依頼することができます。" * 4
ENGLISH = "The pump starts when the tank level falls below the value that is set in the menu of the controller. " * 4


@pytest.mark.parametrize(
    ("name", "bold"),
    [
        ("CMBX10", True),
        ("SFBX1000", True),
        ("ECBX1200", True),
        ("NimbusRomNo9L-Medi", True),
        ("AdobeCorpID-MyriadBd", True),
        ("Swiss721BT-Bd", True),
        ("FrutigerBdCn", True),
        ("Helvetica-Bold", True),
        ("CMR10", False),
        ("SFRM1000", False),
        ("NimbusRomNo9L-Regu", False),
        ("KoPubDotumMedium", False),
        ("BdGothic", False),
        ("ABDEEF+Abdo", False),
    ],
)
def test_short_forms_of_bold_in_font_names(name: str, bold: bool) -> None:
    assert is_bold_name(name) is bold


def test_heading_whose_bold_was_forgotten_stands_among_the_bold_ones_of_its_size() -> None:
    builder = PdfBuilder().heading("計測器の説明書", 24).heading("1. 動作確認", 18).paragraph(LONG)
    for name in ("内容物", "接続の方法", "データの形式"):
        builder.heading(name, 14).paragraph(LONG)
    builder.heading("準備するもの", 14, bold=False).paragraph(LONG)
    assert texts(builder.read(), "section_header")[-1] == "準備するもの"


def test_names_of_authors_above_bold_headings_are_no_headings() -> None:
    builder = PdfBuilder().heading("配水の記録と解析", 18)
    builder.y += 20
    builder.text(builder.left, builder.y, "山田太郎　佐藤花子", 12)
    builder.y += 20
    for name in ("はじめに", "方法と材料", "結果の一覧", "おわりに"):
        builder.heading(name, 12).paragraph(LONG)
    assert texts(builder.read(), "section_header") == ["はじめに", "方法と材料", "結果の一覧", "おわりに"]


def test_lines_in_brackets_that_open_every_section_are_headings() -> None:
    builder = PdfBuilder()
    for name in ("【概要】", "【動作環境】", "【注意事項】", "【更新の履歴】"):
        builder.y += 22
        builder.paragraph(name, gap=0).paragraph(LONG)
    assert texts(builder.read(), "section_header") == ["【概要】", "【動作環境】", "【注意事項】", "【更新の履歴】"]


def test_labels_in_brackets_that_every_section_repeats_are_no_headings() -> None:
    builder = PdfBuilder()
    for name in ("1. 電源を入れる", "2. 申請を登録する", "3. 電源を切る"):
        builder.heading(name, 14).paragraph(LONG)
        builder.y += 14
        builder.paragraph("【手順】", gap=0).paragraph(LONG)
        builder.y += 14
        builder.paragraph("【注意】", gap=0).paragraph(LONG)
    assert texts(builder.read(), "section_header") == ["1. 電源を入れる", "2. 申請を登録する", "3. 電源を切る"]


def _english(font: str, size: float) -> PdfBuilder:
    builder = PdfBuilder(font="Times-Roman")
    for name in ("(1) Contents of the contract", "(2) Terms of payment", "(3) How to cancel", "(4) Whom to ask"):
        builder.y += 26
        builder.text(builder.left, builder.y, name, size, font=font)
        builder.y += 4
        builder.paragraph(ENGLISH)
    return builder


def test_font_that_only_sets_lone_lines_is_a_style_of_headings() -> None:
    assert len(texts(_english("Helvetica", 10.8).read(), "section_header")) == 4


@pytest.mark.parametrize(("font", "size"), [("Times-Roman", 10.8), ("Helvetica", 10)])
def test_font_of_the_text_or_its_size_is_no_style_of_headings(font: str, size: float) -> None:
    assert texts(_english(font, size).read(), "section_header") == []


def test_sentence_with_larger_latin_letters_is_no_heading() -> None:
    builder = PdfBuilder(font=MINCHO).heading("値の登録", 20).paragraph(LONG)
    x = builder.left
    builder.y += 24
    for text, font, size in (("入力には", MINCHO, 10), ("Dictionary of List and String", "Helvetica", 13)):
        builder.text(x, builder.y, text, size, font=font)
        x += len(text) * (10 if font == MINCHO else 6.2)
    builder.text(x, builder.y, "の値を使うことになって", 10, font=MINCHO)
    builder.y += 8
    builder.paragraph(LONG)
    assert texts(builder.read(), "section_header") == []


def test_bold_items_whose_numbers_go_on_in_plain_ones_are_items() -> None:
    builder = PdfBuilder()
    for name in ("1.1 Kinds of objects", "1.2 Kinds of reports", "1.3 Kinds of files"):
        builder.heading(name, 14).paragraph(ENGLISH)
    for number, (name, bold) in enumerate((("Nodes", True), ("Links", True), ("Labels", False), ("Curves", False))):
        builder.y += 22
        builder.text(builder.left + 20, builder.y, f"{number + 1}.  {name}", 10, bold=bold)
    layout = builder.read()
    assert [e.marker for e in of_kind(layout, "list_item")] == ["1.", "2.", "3.", "4."]
    assert len(of_kind(layout, "section_header")) == 3


def _strip(builder: PdfBuilder, text: str, width: float, size: float = 13) -> None:
    """A bitmap with a line of text printed on it; reportlab writes equal bitmaps once."""
    top = builder.y
    builder.image(width, 28)
    builder.text(builder.left + 10, top + 25, text, size)


def test_headings_on_one_bitmap_that_comes_back_are_headings() -> None:
    builder = PdfBuilder().heading("申請の説明書", 22)
    for name in ("はじめに", "申請の手順", "問い合わせ先"):
        builder.paragraph(LONG)
        _strip(builder, name, 300)
        builder.paragraph(LONG)
    layout = builder.read()
    assert texts(layout, "section_header") == ["はじめに", "申請の手順", "問い合わせ先"]
    assert of_kind(layout, "picture") == []


def test_boxes_of_a_chart_that_share_a_bitmap_stay_pictures() -> None:
    builder = PdfBuilder()
    for name in ("資料の収集", "値の入力"):
        _strip(builder, name, 250, 10)
    assert len(of_kind(builder.paragraph(LONG).read(), "picture")) == 2


def test_title_of_a_cover_is_neither_its_publisher_nor_an_address_nor_what_nobody_sees() -> None:
    builder = PdfBuilder()
    builder.text(250, 40, "Front cover", 24, color="#fcfcfc")
    builder.text(57, 120, "Access control for pumps", 36)
    builder.text(57, 760, "example.com/manuals", 18)
    builder.text(57, 805, "Pumpbooks", 60)
    builder.page()
    for name in ("Reading the display", "Setting the levels", "Alarms"):
        builder.heading(name, 16).paragraph(ENGLISH)
    builder.page().text(57, 120, "Access control for pumps", 30)
    layout = builder.read()
    assert layout.title == "Access control for pumps"
    assert texts(layout, "section_header") == ["Reading the display", "Setting the levels", "Alarms"]


def test_white_title_on_a_band_is_seen() -> None:
    builder = PdfBuilder()
    builder.canvas.setFillColor("#204080")
    builder.canvas.rect(40, builder.height - 150, 500, 60, stroke=0, fill=1)
    builder.text(57, 130, "給水ポンプ説明書", 32, color="#ffffff")
    builder.text(57, 300, "据付と運転", 18)
    builder.page().heading("1. 据付", 14).paragraph(LONG)
    assert (builder.read().title or "").startswith("給水ポンプ説明書")


def test_small_line_on_top_of_a_single_page_is_its_running_header() -> None:
    builder = PdfBuilder(font="Times-Roman")
    builder.bookmark("Recording of pump data", 0, y=50)
    builder.text(200, 52, "Recording of pump data", 9)
    builder.paragraph(ENGLISH)
    for name in ("5.1 Choice of the interval", "5.2 Results"):
        builder.y += 24
        builder.text(builder.left, builder.y, name, 10, font="Times-Bold")
        builder.y += 6
        builder.paragraph(ENGLISH)
    layout = builder.read()
    assert texts(layout, "page_header") == ["Recording of pump data"]
    assert texts(layout, "section_header") == ["5.1 Choice of the interval", "5.2 Results"]


def test_heading_on_top_of_a_single_page_is_no_running_header() -> None:
    layout = PdfBuilder().heading("点検の手順", 12).paragraph(LONG).paragraph(LONG).paragraph(LONG).read()
    assert texts(layout, "page_header") == []


def test_bold_lines_set_off_by_blank_lines_are_headings_between_numbered_ones_and_labels_are_not() -> None:
    builder = PdfBuilder()
    for name in ("1. 概要", "2. 接続の方法", "3. 動作の確認"):
        builder.heading(name, 16).paragraph(LONG)
        if name.startswith("2"):
            for part in ("USB 接続", "UART 接続"):
                builder.y += 28
                builder.text(builder.left, builder.y, part, 10, bold=True)
                builder.paragraph(LONG)
        builder.y += 16
        builder.text(builder.left, builder.y, "参考: 一部の環境で動作を確認.", 10, bold=True)
        builder.y += 6
        builder.paragraph(LONG)
    assert texts(builder.read(), "section_header") == [
        "1. 概要",
        "2. 接続の方法",
        "USB 接続",
        "UART 接続",
        "3. 動作の確認",
    ]


def test_sizes_below_numbered_headings_are_levels_of_their_own() -> None:
    builder = PdfBuilder().heading("計測器の説明書", 24)
    builder.heading("1. 概要", 18).paragraph(LONG).heading("2. 使い方", 18).paragraph(LONG)
    for name, size in (("接続の方法", 14), ("電源の接続", 12), ("通信の接続", 12), ("データの形式", 14)):
        builder.heading(name, size).paragraph(LONG)
    builder.heading("3. 保守", 18).paragraph(LONG).heading("4. 仕様", 18).paragraph(LONG)
    levels = [element.level for element in of_kind(builder.read(), "section_header")]
    assert levels == [1, 1, 2, 3, 3, 2, 1, 1]


def test_bold_line_right_below_another_line_is_a_heading_like_the_lone_ones_of_its_type() -> None:
    builder = PdfBuilder()
    for name in ("予報の取得", "警報の取得", "台風の取得"):
        builder.heading(name, 10.5).paragraph(LONG)
    builder.y += 30
    builder.paragraph("（随時の分類）", gap=0)
    builder.y += 3
    builder.text(builder.left, builder.y + 10, "注意報の取得", 10.5, bold=True)
    builder.y += 14
    builder.paragraph(LONG)
    assert texts(builder.read(), "section_header")[-1] == "注意報の取得"


def test_headings_in_brackets_stand_above_bold_ones_of_their_size() -> None:
    builder = PdfBuilder()
    for name in ("【概要】", "【準備】", "【各機能】"):
        builder.y += 22
        builder.paragraph(name, size=10.5, gap=0).paragraph(LONG)
    for name in ("予報の取得", "警報の取得"):
        builder.heading(name, 10.5).paragraph(LONG)
    headings = of_kind(builder.read(), "section_header")
    assert [heading.level for heading in headings] == [1, 1, 1, 2, 2]


@pytest.mark.parametrize(
    ("text", "kind"), [("装置の電源1)を入れます。", "footnote"), ("装置の電源を入れます。", "list_item")]
)
def test_small_marked_lines_are_footnotes_where_the_text_refers_to_them(text: str, kind: str) -> None:
    builder = PdfBuilder().paragraph(text + LONG)
    builder.y += 24
    builder.paragraph("1) 電源は別売です。", size=8).paragraph("2) 表示は機種によります。", size=8)
    assert [e.kind.value for e in builder.read().elements if e.text.endswith(("別売です。", "よります。"))] == [
        kind
    ] * 2


def test_lone_asterisk_that_a_word_refers_to_is_a_note_and_bullets_are_items() -> None:
    def items(*notes: str) -> list[str]:
        builder = PdfBuilder(font="Helvetica").paragraph("Training across terms* for all of the staff.")
        builder.paragraph(ENGLISH)
        for note in notes:
            builder.y += 8
            builder.paragraph(note)
        return texts(builder.read(), "list_item")

    assert items("* Attendance is required.") == []
    assert items("* Attendance is required.", "* Bring your card.") == ["Attendance is required.", "Bring your card."]
