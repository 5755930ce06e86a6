"""Automatic numbers of Word files are those that Word prints."""

from __future__ import annotations

from itertools import pairwise

import pytest
from docx_builder import docx, item, level, numbering, paragraph, style, styled

from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutSource
from llama_index_layout_rag.layout.markers import continues, split_marker
from llama_index_layout_rag.readers.docx import read_docx
from llama_index_layout_rag.readers.docx.numbering import print_number


def read(data: bytes) -> LayoutDocument:
    return read_docx(data, LayoutSource(uri="/m/a.docx", name="a.docx"))


def markers(layout: LayoutDocument) -> list[str | None]:
    return [element.marker for element in layout.elements if element.kind is ElementKind.LIST_ITEM]


@pytest.mark.parametrize(
    ("number_format", "printed"),
    [
        ("decimal", {1: "1", 12: "12"}),
        ("decimalZero", {1: "01", 12: "12", 100: "100"}),
        ("decimalHalfWidth", {3: "3"}),
        ("decimalFullWidth", {12: "１２"}),
        ("decimalFullWidth2", {12: "１２"}),
        ("upperRoman", {4: "IV", 1999: "MCMXCIX"}),
        ("lowerRoman", {9: "ix"}),
        ("upperLetter", {1: "A", 26: "Z", 27: "AA", 28: "BB"}),
        ("lowerLetter", {27: "aa", 53: "aaa"}),
        ("aiueo", {1: "ｱ", 46: "ﾝ", 47: "ｱ"}),
        ("aiueoFullWidth", {1: "ア", 5: "オ", 6: "カ", 46: "ン"}),
        ("iroha", {1: "ｲ", 2: "ﾛ"}),
        ("irohaFullWidth", {1: "イ", 3: "ハ", 47: "ス", 48: "ン"}),
        ("ideographDigital", {1: "一", 10: "一〇", 25: "二五"}),
        ("japaneseCounting", {1: "一", 10: "十", 11: "十一", 20: "二十", 123: "百二十三", 1100: "千百"}),
        ("decimalEnclosedCircle", {1: "①", 20: "⑳", 21: "21"}),
        ("decimalEnclosedParen", {1: "⑴", 20: "⒇", 21: "21"}),
        ("decimalEnclosedFullstop", {1: "⒈"}),
        ("ideographEnclosedCircle", {1: "㊀", 10: "㊉", 11: "11"}),
        ("none", {1: ""}),
    ],
)
def test_number_formats_print_as_in_word(number_format: str, printed: dict[int, str]) -> None:
    assert {number: print_number(number, number_format) for number in printed} == printed


def test_custom_formats_are_padded_like_their_sample() -> None:
    assert print_number(7, "custom", "001, 002, 003, ...") == "007"
    custom = (
        '<mc:AlternateContent><mc:Choice Requires="w14"><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/>'
        '</mc:Choice><mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent>'
    )
    lvl = level(0, "decimal", "No.%1").replace('<w:numFmt w:val="decimal"/>', custom)
    assert markers(read(docx(item("a"), item("b"), numbers=numbering({0: lvl}, {1: 0})))) == ["No.001", "No.002"]


def test_an_unknown_format_is_given_in_digits_with_a_warning() -> None:
    layout = read(docx(item("a"), numbers=numbering({0: level(0, "bahtText", "%1.")}, {1: 0})))
    assert markers(layout) == ["1."]
    assert "bahtText" in layout.warnings[0]


@pytest.mark.parametrize(
    ("number_format", "text"),
    [
        ("aiueoFullWidth", "（%1）"),
        ("decimalEnclosedCircle", "%1"),
        ("japaneseCounting", "%1、"),
        ("decimal", "(%1)"),
        ("decimal", "手順%1"),
        ("lowerLetter", "%1)"),
        ("irohaFullWidth", "(%1)"),
    ],
)
def test_printed_numbers_are_markers_that_later_stages_count(number_format: str, text: str) -> None:
    layout = read(
        docx(item("開く"), item("閉じる"), item("外す"), numbers=numbering({0: level(0, number_format, text)}, {1: 0}))
    )
    split = [split_marker(f"{marker} 開く") for marker in markers(layout)]
    if number_format == "irohaFullWidth":
        assert all(split)
        return
    assert all(first and second and continues(first, second) for first, second in pairwise(split))


def test_chapters_number_their_sections_and_legal_levels_print_digits() -> None:
    levels = (
        level(0, "japaneseCounting", "第%1章")
        + level(1, "decimal", "%1.%2", "<w:isLgl/>")
        + level(2, "aiueoFullWidth", "(%3)")
    )
    layout = read(
        docx(
            *(
                item(text, 1, depth)
                for text, depth in [("概要", 0), ("目的", 1), ("範囲", 1), ("対象", 2), ("操作", 0), ("起動", 1)]
            ),
            numbers=numbering({0: levels}, {1: 0}),
        )
    )
    assert markers(layout) == ["第一章", "1.1", "1.2", "(ア)", "第二章", "2.1"]
    assert [element.depth for element in layout.elements] == [1, 2, 2, 3, 1, 2]


def test_lists_resume_after_bullets_and_restart_where_they_say_so() -> None:
    """Known trouble of other converters: the third item after bullets became "1."."""
    restarted = '<w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    numbers = numbering(
        {0: level(0, "decimal", "%1."), 1: level(0, "bullet", "•", left=420)}, {1: 0, 2: 1, 3: restarted}
    )
    texts = [("a", 1), ("b", 1), ("note", 2), ("c", 1), ("d", 3), ("e", 3), ("f", 1)]
    layout = read(docx(*(item(text, number) for text, number in texts), numbers=numbers))
    assert markers(layout) == ["1.", "2.", "•", "3.", "1.", "2.", "3."]


def test_text_between_items_does_not_restart_a_list() -> None:
    numbers = numbering({0: level(0, "decimal", "%1.")}, {1: 0})
    layout = read(docx(item("a"), item("b"), paragraph("文です。"), item("c"), item("d"), numbers=numbers))
    assert markers(layout) == ["1.", "2.", "3.", "4."]


@pytest.mark.parametrize(("restart", "expected"), [("", "1)"), ('<w:lvlRestart w:val="0"/>', "3)")])
def test_a_level_starts_again_after_a_higher_one_unless_it_says_never(restart: str, expected: str) -> None:
    levels = level(0, "decimal", "%1.") + level(1, "decimal", "%2)", restart)
    numbers = numbering({0: levels}, {1: 0})
    layout = read(docx(item("a"), item("b", 1, 1), item("c", 1, 1), item("d"), item("e", 1, 1), numbers=numbers))
    assert markers(layout)[-1] == expected


def test_overridden_levels_and_starts() -> None:
    override = (
        '<w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0">'
        + level(0, "upperLetter", "%1)", start=3)
        + "</w:lvlOverride>"
    )
    numbers = numbering({0: level(0, "decimal", "%1.", start=5)}, {1: 0, 2: override})
    assert markers(read(docx(item("a"), item("b"), numbers=numbers))) == ["5.", "6."]
    assert markers(read(docx(item("a", 2), item("b", 2), numbers=numbers))) == ["C)", "D)"]


def test_numbers_come_from_styles_and_from_numbering_styles() -> None:
    levels = level(0, "decimal", "%1", '<w:pStyle w:val="H1"/>') + level(
        1, "decimal", "%1.%2", '<w:pStyle w:val="H2"/>'
    )
    styles = (
        style("H1", "heading 1", '<w:numPr><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="0"/>')
        + style(
            "H2", "heading 2", '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="1"/>'
        )
        + '<w:style w:type="numbering" w:styleId="Steps"><w:name w:val="Steps"/><w:pPr><w:numPr><w:numId w:val="2"/>'
        "</w:numPr></w:pPr></w:style>"
    )
    numbers = numbering(
        {
            0: levels,
            1: '<w:styleLink w:val="Steps"/>' + level(0, "decimal", "手順%1"),
            2: '<w:numStyleLink w:val="Steps"/>',
        },
        {1: 0, 2: 1, 3: 2},
    )
    layout = read(
        docx(
            styled("H1", "概要"),
            styled("H2", "目的"),
            styled("H1", "操作"),
            styled("H2", "起動"),
            item("押します。", 3),
            styled("H2", "番号なし", '<w:numPr><w:numId w:val="0"/></w:numPr>'),
            styles=styles,
            numbers=numbers,
        )
    )
    headings = [(e.level, e.text) for e in layout.elements if e.kind is ElementKind.SECTION_HEADER]
    assert headings == [(1, "1 概要"), (2, "1.1 目的"), (1, "2 操作"), (2, "2.1 起動"), (2, "番号なし")]
    assert markers(layout) == ["手順1"]
    assert layout.elements[4].section_path == ["2 操作", "2.1 起動"]


@pytest.mark.parametrize(
    ("font", "code", "printed"),
    [
        ("Symbol", "\uf0b7", "•"),
        ("Wingdings", "\uf06c", "●"),
        ("Wingdings", "\uf06e", "■"),
        ("Wingdings", "\uf0d8", "➢"),
        ("Wingdings", "\uf0fc", "✔"),
        ("Wingdings", "\uf081", "①"),
        ("Wingdings 2", "\uf052", "☑"),
        ("Courier New", "o", "◦"),
        ("MS Mincho", "※", "※"),
        ("Wingdings", "\uf02f", "•"),
    ],
)
def test_bullets_of_symbol_fonts_are_what_they_look_like(font: str, code: str, printed: str) -> None:
    fonts = f'<w:rPr><w:rFonts w:ascii="{font}"/></w:rPr></w:lvl>'
    lvl = level(0, "bullet", code).replace("</w:lvl>", fonts)
    assert markers(read(docx(item("a"), numbers=numbering({0: lvl}, {1: 0})))) == [printed]


def test_a_suffix_of_nothing_sets_number_and_heading_tight() -> None:
    lvl = level(0, "decimal", "第%1条", '<w:suff w:val="nothing"/>')
    properties = '<w:outlineLvl w:val="0"/>'
    numbers = numbering({0: lvl}, {1: 0})
    layout = read(
        docx(item("（目的）", properties=properties), item("（範囲）", properties=properties), numbers=numbers)
    )
    assert [element.text for element in layout.elements] == ["第1条（目的）", "第2条（範囲）"]


def test_empty_numbered_paragraphs_count_and_hidden_ones_do_not() -> None:
    hidden = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:vanish/></w:rPr>'
    numbers = numbering({0: level(0, "decimal", "%1.")}, {1: 0})
    assert markers(read(docx(item("a"), item(""), item("b"), numbers=numbers))) == ["1.", "3."]
    assert markers(read(docx(item("a"), paragraph("", hidden), item("b"), numbers=numbers))) == ["1.", "2."]


def test_a_list_indented_further_is_nested_in_the_item_before_it() -> None:
    numbers = numbering({0: level(0, "decimal", "%1.", left=420), 1: level(0, "bullet", "・", left=840)}, {1: 0, 2: 1})
    layout = read(docx(item("a"), item("b", 2), item("c", 2), item("d"), item("e", 2), numbers=numbers))
    assert [(e.marker, e.depth) for e in layout.elements] == [("1.", 1), ("・", 2), ("・", 2), ("2.", 1), ("・", 2)]
