"""What users of other PDF readers complain about in public, each as a small document that shows the symptom."""

from __future__ import annotations

import hostile_pdf
import pytest
from pdf_builder import PdfBuilder, of_kind, texts

from llama_index_layout_rag.layout import LayoutSource
from llama_index_layout_rag.readers.pdf import read_pdf

BODY = "The cover protects the drive unit and must stay closed while the machine is running. " * 3
JAPANESE = "この画面では、申請の内容を登録して、承認を依頼することができます。" * 3


def test_heading_levels_are_not_all_one() -> None:
    builder = PdfBuilder().heading("PART I Operation", 20).paragraph(BODY)
    builder.heading("1. Setup", 15).paragraph(BODY).heading("1.1 Unpacking", 12).paragraph(BODY)
    builder.heading("2. Printing", 15).paragraph(BODY).heading("2.1 Loading paper", 12).paragraph(BODY)
    assert [e.level for e in of_kind(builder.read(), "section_header")] == [1, 2, 3, 2, 3]


def test_numbered_headings_keep_their_numbers() -> None:
    builder = PdfBuilder().heading("2.1.3 Limits", 13).paragraph(BODY).heading("2.1.4 Units", 13).paragraph(BODY)
    assert texts(builder.read(), "section_header") == ["2.1.3 Limits", "2.1.4 Units"]


def test_numbering_goes_on_after_bullets_and_prose() -> None:
    builder = PdfBuilder().heading("Setup", 14).paragraph(BODY)
    builder.item("1.", "Open the cover.").item("2.", "Remove the tape.")
    builder.item("•", "Keep the tape.", indent=22).paragraph("The lamp turns green.", indent=22)
    builder.item("3.", "Close the cover.").item("4.", "Press Start.")
    markers = [e.marker for e in of_kind(builder.read(), "list_item")]
    assert [marker for marker in markers if marker and marker[0].isdigit()] == ["1.", "2.", "3.", "4."]


def test_letters_figures_and_roman_numbers_in_brackets_are_items() -> None:
    builder = PdfBuilder().heading("Setup", 14).paragraph(BODY)
    for marker in ("(a)", "(b)", "(c)"):
        builder.item(marker, "Check the lamp of the unit.")
    for marker in ("(i)", "(ii)", "(iii)"):
        builder.item(marker, "Check the switch.", indent=30)
    assert [e.marker for e in of_kind(builder.read(), "list_item")] == ["(a)", "(b)", "(c)", "(i)", "(ii)", "(iii)"]


def test_east_asian_numbers_stay_as_printed() -> None:
    builder = PdfBuilder().heading("操作", 14).paragraph(JAPANESE)
    for marker in ("（一）", "（二）", "（三）"):
        builder.item(marker, "登録ボタンを押します。", hang=34)
    assert [e.marker for e in of_kind(builder.read(), "list_item")] == ["（一）", "（二）", "（三）"]


def test_hyphen_at_a_line_end_begins_no_item() -> None:
    builder = PdfBuilder().heading("Setup", 14).paragraph(BODY)
    builder.text(60, builder.y + 15, "1.").text(80, builder.y + 15, "Fasten the cover of the trans-")
    builder.text(80, builder.y + 30, "mission with four screws.")
    builder.text(60, builder.y + 50, "2.").text(80, builder.y + 50, "Close the door.")
    items = of_kind(builder.read(), "list_item")
    assert [item.marker for item in items] == ["1.", "2."]
    assert items[0].text == "Fasten the cover of the transmission with four screws."


def test_row_of_dashes_is_no_item() -> None:
    builder = PdfBuilder().paragraph(BODY).paragraph("-----------").paragraph(BODY)
    assert of_kind(builder.read(), "list_item") == []


def test_number_written_after_its_text_in_the_stream_stands_in_front_of_it() -> None:
    builder = PdfBuilder().heading("Setup", 14).paragraph(BODY)
    for number in (1, 2, 3):
        builder.y += 18
        builder.text(82, builder.y, f"Check lamp {number}.").text(60, builder.y, f"{number}.")
    items = of_kind(builder.read(), "list_item")
    assert [(item.marker, item.text) for item in items] == [(f"{n}.", f"Check lamp {n}.") for n in (1, 2, 3)]


def test_header_row_of_a_table_stays_in_it() -> None:
    builder = PdfBuilder().paragraph(BODY)
    builder.table([["Code", "Meaning"], ["E-01", "Paper jam"], ["E-02", "No paper"]], [120, 200])
    layout = builder.read()
    (table,) = of_kind(layout, "table")
    assert table.table is not None
    assert table.table.grid()[0] == ["Code", "Meaning"]
    assert "Code" not in "".join(texts(layout, "text"))


def test_headings_above_tables_side_by_side_stay_two() -> None:
    builder = PdfBuilder().heading("Operation manual of the unit", 20).paragraph(BODY)
    builder.y += 30
    builder.text(60, builder.y, "Front panel", 12, bold=True).text(310, builder.y, "Rear panel", 12, bold=True)
    joined = [text for text in (e.text for e in builder.paragraph(BODY).read().elements) if "panel" in text]
    assert joined == ["Front panel", "Rear panel"]


def test_first_and_last_line_of_a_page_are_kept() -> None:
    builder = PdfBuilder().text(57, 30, "Title line of this single sheet", 16)
    builder.paragraph(BODY).text(57, 815, "Order the spare parts from your dealer.", 10)
    everything = " ".join(element.text for element in builder.read().elements)
    assert "Title line of this single sheet" in everything
    assert "Order the spare parts from your dealer." in everything


def test_s_p_a_c_e_d_letters_of_one_word_are_one_word() -> None:
    builder = PdfBuilder().paragraph(BODY)
    builder.canvas.saveState()
    writer = builder.canvas.beginText(60, builder.height - builder.y - 30)
    writer.setFont("Helvetica", 10)
    writer.setCharSpace(1.5)
    writer.textOut("Maintenance")
    builder.canvas.drawText(writer)
    builder.canvas.restoreState()
    assert any("Maintenance" in element.text for element in builder.read().elements)


@pytest.mark.parametrize("letters", ["ff", "ffi", "fl", "st"])
def test_letters_of_a_ligature_all_stand_in_the_text(letters: str) -> None:
    """One glyph that the font's map gives several letters: they have one place, and one of two equal ones got lost."""
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>"
    utf16 = letters.encode("utf-16-be").hex().encode()
    ranges = b"1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <20> <7d> <0020> endbfrange "
    character_map = b"begincmap " + ranges + b"1 beginbfchar <7e> <%b> endbfchar endcmap" % utf16
    page = b"BT /F1 12 Tf 72 720 Td (Move the o~set lever to the di~erent stop.) Tj ET\n"
    data = hostile_pdf.pdf(
        [
            hostile_pdf.CATALOG,
            hostile_pdf.PAGES,
            hostile_pdf.page(),
            hostile_pdf.stream(page),
            font,
            hostile_pdf.stream(character_map),
        ]
    )
    layout = read_pdf(data, LayoutSource(uri="ligature.pdf", name="ligature.pdf"))
    assert [element.text for element in layout.elements] == [
        f"Move the o{letters}set lever to the di{letters}erent stop."
    ]


@pytest.mark.parametrize("letters", ["キロ", "株式会社", "ーー", "ff"])
def test_sign_of_several_letters_stays_in_its_place_in_text_written_downwards(letters: str) -> None:
    """Parts of its cell side by side would be a column of their own."""
    ranges = b"1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0001> <0030> <3042> endbfrange "
    sign = b"1 beginbfchar <0100> <%b> endbfchar" % letters.encode("utf-16-be").hex().encode()
    font = (
        b"<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiKakuGo-W5 /Encoding /Identity-V "
        b"/DescendantFonts [7 0 R] /ToUnicode 6 0 R >>"
    )
    descendant = (
        b"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiKakuGo-W5 /DW 1000 /FontDescriptor 8 0 R "
        b"/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>"
    )
    descriptor = (
        b"<< /Type /FontDescriptor /FontName /HeiseiKakuGo-W5 /Flags 4 /FontBBox [-92 -250 1010 922] /ItalicAngle 0 "
        b"/Ascent 709 /Descent -241 /CapHeight 737 /StemV 114 >>"
    )
    plain = "".join(f"{code:04x}" for code in range(1, 31))
    lines = [plain, plain[:20] + "0100" + plain[20:], plain]
    page = "BT /F1 12 Tf 500 750 Td " + " -20 0 Td ".join(f"<{line}> Tj" for line in lines) + " ET\n"
    data = hostile_pdf.pdf(
        [
            hostile_pdf.CATALOG,
            hostile_pdf.PAGES,
            hostile_pdf.page(),
            hostile_pdf.stream(page.encode()),
            font,
            hostile_pdf.stream(b"begincmap " + ranges + sign + b" endcmap"),
            descendant,
            descriptor,
        ]
    )
    layout = read_pdf(data, LayoutSource(uri="downwards.pdf", name="downwards.pdf"))
    text = "".join(element.text for element in layout.elements)
    kana = "".join(chr(0x3042 + code) for code in range(30))
    shown = "".join(dict.fromkeys(letters)) if len(set(letters)) == 1 else letters
    assert text == kana + kana[:5] + shown + kana[5:] + kana
