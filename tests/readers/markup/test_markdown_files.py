"""The Markdown reader: what CommonMark, its dialects and HTML in it become."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutElement, LayoutReadError, LayoutSource
from llama_index_layout_rag.layout.elements import BoxType, TextSpan
from llama_index_layout_rag.readers.markup.markdown import read_markdown


def read(text: str) -> LayoutDocument:
    return read_markdown(text.encode(), LayoutSource(uri="/manuals/a.md", name="a.md"))


def kinds(layout: LayoutDocument) -> list[tuple[str, str]]:
    return [(element.kind.value, element.text) for element in layout.elements]


def items(layout: LayoutDocument) -> list[tuple[str | None, int | None, str]]:
    return [(e.marker, e.depth, e.text) for e in layout.elements if e.kind is ElementKind.LIST_ITEM]


def only(layout: LayoutDocument, kind: ElementKind) -> LayoutElement:
    (element,) = [element for element in layout.elements if element.kind is kind]
    return element


def test_single_first_heading_is_the_title_and_levels_count_below_it() -> None:
    layout = read("# 取扱説明書\n\n前書き\n\n## 1 準備\n\n### 1.1 電源\n\n本文\n\n## 2 操作\n")
    assert layout.title == "取扱説明書"
    headings = [(e.level, e.text) for e in layout.elements if e.kind is ElementKind.SECTION_HEADER]
    assert headings == [(1, "1 準備"), (2, "1.1 電源"), (1, "2 操作")]
    body = next(element for element in layout.elements if element.text == "本文")
    assert body.section_path == ["1 準備", "1.1 電源"]


def test_bare_first_heading_over_equal_chapters_is_the_title() -> None:
    layout = read("# 操作マニュアル\n\n# 1 本書について\n\n本文\n\n# 2 使い方\n\n本文\n")
    assert layout.title == "操作マニュアル"
    assert [e.text for e in layout.elements if e.kind is ElementKind.SECTION_HEADER] == ["1 本書について", "2 使い方"]


def test_setext_headings_and_bold_lines() -> None:
    layout = read("Title\n=====\n\nPart\n----\n\n**Not a heading**\n")
    assert kinds(layout) == [("title", "Title"), ("section_header", "Part"), ("text", "Not a heading")]
    assert layout.elements[2].emphasis == [TextSpan(start=0, end=13)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. a\n2. b\n", [("1.", 1, "a"), ("2.", 1, "b")]),
        ("1. a\n1. b\n1. c\n", [("1.", 1, "a"), ("2.", 1, "b"), ("3.", 1, "c")]),
        ("1. a\n\n![x](x.png)\n\n4. b\n5. c\n", [("1.", 1, "a"), ("4.", 1, "b"), ("5.", 1, "c")]),
        ("1. a\n3. b\n", [("1.", 1, "a"), ("3.", 1, "b")]),
        ("1)  a\n2)  b\n", [("1)", 1, "a"), ("2)", 1, "b")]),
        ("1. a\n   - b\n     1. c\n2. d\n", [("1.", 1, "a"), ("◦", 2, "b"), ("1.", 3, "c"), ("2.", 1, "d")]),
        ("- [ ] a\n- [x] b\n", [("☐", 1, "a"), ("☑", 1, "b")]),
        ("- ① a\n- ② b\n", [("①", 1, "a"), ("②", 1, "b")]),
    ],
)
def test_items_keep_their_printed_numbers_and_depth(text: str, expected: list[tuple[str, int, str]]) -> None:
    assert items(read(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("① 電源を入れます。\n\n② 待ちます。\n", [("①", 1, "電源を入れます。"), ("②", 1, "待ちます。")]),
        ("・一つ目\n・二つ目\n", [("・", 1, "一つ目"), ("・", 1, "二つ目")]),
        ("次の順に行います。<br>(1) 開く<br>(2) 閉じる\n", [("(1)", 1, "開く"), ("(2)", 1, "閉じる")]),
        (
            "手順1 登録する\n\n・名前\n\n手順2 保存する\n",
            [("手順1", 1, "登録する"), ("・", 2, "名前"), ("手順2", 1, "保存する")],
        ),
        ("2024.1.5 に改訂しました。\n", []),
    ],
)
def test_paragraphs_with_a_printed_marker_are_items(text: str, expected: list[tuple[str, int, str]]) -> None:
    assert items(read(text)) == expected


def test_later_paragraphs_of_an_item_say_which_item_they_continue() -> None:
    layout = read("1. 押す\n\n   画面が開きます。\n\n2. 閉じる\n")
    item, more, _ = layout.elements
    assert more.kind is ElementKind.TEXT
    assert more.list_depth == 1
    assert more.list_item == item.element_id


def test_picture_inside_a_line_keeps_its_place() -> None:
    layout = read("1. 画面の［![検索](icon.png)］ボタンを押します。\n")
    item, picture = layout.elements
    assert item.text == "画面の［］ボタンを押します。"
    assert picture.kind is ElementKind.PICTURE
    assert picture.image.alt == "検索"
    assert picture.image.inline is True
    assert picture.container == item.element_id
    assert picture.image.offset == item.text.index("］")
    assert picture.image.src == "icon.png"


def test_caption_below_a_picture_and_above_a_table() -> None:
    layout = read("![](a.png)\n\n図 5-1 登録画面\n\n表 5-1 項目の説明\n\n| 項目 | 説明 |\n|--|--|\n| 名前 | 氏名 |\n")
    picture, first, second, table = layout.elements
    assert (first.kind, first.caption_of) == (ElementKind.CAPTION, picture.element_id)
    assert (second.kind, second.caption_of) == (ElementKind.CAPTION, table.element_id)


def test_line_that_repeats_the_alternative_text_is_a_caption() -> None:
    layout = read("<ツール構成図>\n\n![ツール構成図](a.png)\n")
    caption, picture = layout.elements
    assert (caption.kind, caption.text, caption.caption_of) == (
        ElementKind.CAPTION,
        "<ツール構成図>",
        picture.element_id,
    )


def test_tables_have_header_rows_and_line_breaks() -> None:
    table = only(read("|コード|原因|\n|:-:|--|\n|E-042|・過熱<br>・断線|\n"), ElementKind.TABLE).table
    assert table is not None
    assert table.grid() == [["コード", "原因"], ["E-042", "・過熱\n・断線"]]
    assert table.header_row_count() == 1


def test_html_table_and_picture_inside_markdown() -> None:
    layout = read(
        "本文\n\n<table><thead><tr><th>番号</th><th>項目</th></tr></thead><tbody>"
        '<tr><td rowspan="2">1</td><td>［<img src="i.png" alt="保存">］ボタン</td></tr>'
        "<tr><td>二</td></tr></tbody></table>\n\n"
        '<img src="b.png" width="40%">\n'
    )
    table = only(layout, ElementKind.TABLE)
    assert table.table is not None
    assert table.table.grid() == [["番号", "項目"], ["1", "［］ボタン"], ["1", "二"]]
    in_cell, block = [e for e in layout.elements if e.kind is ElementKind.PICTURE]
    assert (in_cell.container, in_cell.cell.row, in_cell.cell.column) == (
        table.element_id,
        1,
        1,
    )
    assert block.metadata["width"] == "40%"
    assert not block.is_inline


def test_names_in_angle_brackets_stay_text() -> None:
    assert kinds(read("Press <Enter>, then <b>OK</b>.\n")) == [("text", "Press <Enter>, then OK.")]


def test_emphasis_offsets_fit_the_text_without_the_marker() -> None:
    layout = read("1. Press **Save As**, then `make`.\n")
    (item,) = layout.elements
    (bold,) = item.emphasis
    assert item.text[bold.start : bold.end] == "Save As"
    (code,) = item.metadata["code"]
    assert item.text[code["start"] : code["end"]] == "make"


def test_front_matter_names_title_version_and_language() -> None:
    layout = read("---\ntitle: 保守手順書\nversion: 2.1\nlang: ja-JP\n---\n\n# 1 準備\n\n本文\n\n# 2 作業\n\n本文\n")
    assert (layout.title, layout.version, layout.language) == ("保守手順書", "2.1", "ja")
    assert [e.level for e in layout.elements if e.kind is ElementKind.SECTION_HEADER] == [1, 1]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("> [!WARNING]\n> Hot.\n", "warning"),
        ('{% hint style="danger" %}\nHot.\n{% endhint %}\n', "danger"),
        ("!!! caution\n    Hot.\n", "caution"),
        (":::tip\nHot.\n:::\n", "tip"),
        ('<div class="admonition note">\n\nHot.\n\n</div>\n', "note"),
    ],
)
def test_admonitions_of_the_dialects(text: str, kind: str) -> None:
    element = next(e for e in read(text).elements if e.text == "Hot.")
    assert element.box is BoxType.ADMONITION
    assert element.admonition == kind


def test_dialect_marks_in_code_blocks_are_left_alone() -> None:
    layout = read("```\n{% hint %}\n!!! note\n[^1]: x\n```\n")
    assert kinds(layout) == [("code", "{% hint %}\n!!! note\n[^1]: x")]


def test_footnotes_and_quotes() -> None:
    layout = read("Text[^1].\n\n[^1]: see **the** guide\n\n> quoted\n")
    note = only(layout, ElementKind.FOOTNOTE)
    assert (note.marker, note.text) == ("1", "see the guide")
    assert layout.elements[-1].box is BoxType.QUOTE


def test_contents_lines_are_furniture() -> None:
    layout = read("# M\n\n## 目次\n\n- [準備](#a)\n- [操作](#b)\n\n## 準備\n\n本文\n")
    assert kinds(layout) == [
        ("title", "M"),
        ("toc_entry", "目次"),
        ("toc_entry", "準備"),
        ("toc_entry", "操作"),
        ("section_header", "準備"),
        ("text", "本文"),
    ]


def test_wrapped_japanese_lines_join_without_a_blank() -> None:
    assert kinds(read("電源を\n入れます。\n")) == [("text", "電源を入れます。")]


def test_empty_file_is_refused() -> None:
    with pytest.raises(LayoutReadError, match=r"/manuals/a\.md.*no text"):
        read(" \n\n")
