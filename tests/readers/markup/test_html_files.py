"""The HTML reader: what a page prints is what the layout holds."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutElement, LayoutReadError, LayoutSource
from llama_index_layout_rag.readers.markup.html import read_html


def read(body: str, head: str = "") -> LayoutDocument:
    page = f"<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>"
    return read_html(page.encode(), LayoutSource(uri="/m/a.html", name="a.html"))


def items(layout: LayoutDocument) -> list[tuple[str | None, int | None, str]]:
    return [(e.marker, e.depth, e.text) for e in layout.elements if e.kind is ElementKind.LIST_ITEM]


def only(layout: LayoutDocument, kind: ElementKind) -> LayoutElement:
    (element,) = [element for element in layout.elements if element.kind is kind]
    return element


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<ol><li>a<li>b</ol>", [("1.", 1, "a"), ("2.", 1, "b")]),
        ("<ol start=3><li>a<li value=7>b<li>c</ol>", [("3.", 1, "a"), ("7.", 1, "b"), ("8.", 1, "c")]),
        ("<ol type=a><li>a<li>b</ol>", [("a.", 1, "a"), ("b.", 1, "b")]),
        ("<ol type=I start=4><li>a</ol>", [("IV.", 1, "a")]),
        ("<ol reversed><li>a<li>b</ol>", [("2.", 1, "a"), ("1.", 1, "b")]),
        ('<ol style="list-style-type: katakana-iroha"><li>a<li>b</ol>', [("イ、", 1, "a"), ("ロ、", 1, "b")]),
        ("<ul><li>a<ul><li>b<ul><li>c</ul></ul></ul>", [("•", 1, "a"), ("◦", 2, "b"), ("▪", 3, "c")]),
        ("<ul><li>a</li><ul><li>b</li></ul></ul>", [("•", 1, "a"), ("◦", 2, "b")]),
        ('<ul style="list-style:none"><li>① a<li>② b</ul>', [("①", 1, "a"), ("②", 1, "b")]),
        ("<p>(1) 開く</p><p>(2) 閉じる</p>", [("(1)", 1, "開く"), ("(2)", 1, "閉じる")]),
    ],
)
def test_items_have_the_markers_that_a_browser_prints(body: str, expected: list[tuple[str, int, str]]) -> None:
    assert items(read(body)) == expected


def test_definition_and_its_term_are_one_item() -> None:
    layout = read("<dl><dt>Copy<dd>複写します。<p>続き</p><dt>Paste<dd><ul><li>a</ul><dt>Cut</dl>")
    assert items(layout) == [(None, 1, "Copy\n複写します。"), (None, 1, "Paste"), ("◦", 2, "a"), (None, 1, "Cut")]
    assert layout.elements[0].metadata["term"] == "Copy"
    assert layout.elements[1].text == "続き"
    assert layout.elements[1].list_depth == 1


def test_terms_outside_of_a_list_are_definitions_too() -> None:
    assert items(read("<dl><dt>a<dd>b</dl><dt>c</dt><dd>d</dd>")) == [(None, 1, "a\nb"), (None, 1, "c\nd")]


def test_table_with_spans_header_and_caption() -> None:
    layout = read(
        "<table><caption>表1 原因</caption><tr><th>コード<th colspan=2>原因</tr>"
        "<tr><td rowspan=2>E-1<td>a<td>b</tr><tr><td>c<td>d</tr></table>"
    )
    caption, table = layout.elements
    assert (caption.kind, caption.caption_of) == (ElementKind.CAPTION, table.element_id)
    assert table.table is not None
    assert table.table.grid() == [["コード", "原因", "原因"], ["E-1", "a", "b"], ["E-1", "c", "d"]]
    assert table.table.header_row_count() == 1


@pytest.mark.parametrize(
    ("rows", "headers"),
    [
        ("<tr><td>番号<td>内容</tr><tr><td>1<td>電源が入りません。</tr>", 1),
        ("<tr><td><b>Key</b><td><b>Use</b></tr><tr><td>A<td>B</tr>", 1),
        ("<tr><td>a<td>b</tr><tr><td>c<td>d</tr>", 0),
        ("<tr><th>名前<td>太郎</tr><tr><th>住所<td>東京</tr>", 0),
        ("<thead><tr><td>x<td>y</tr></thead><tbody><tr><td>1<td>2</tr></tbody>", 1),
    ],
)
def test_header_rows_are_marked_or_told_from_their_looks(rows: str, headers: int) -> None:
    table = only(read(f"<table>{rows}</table>"), ElementKind.TABLE).table
    assert table is not None
    assert table.header_row_count() == headers


def test_table_that_lays_out_the_page_is_read_as_a_flow() -> None:
    layout = read("<table><tr><td><h2>A</h2><p>text</p></td><td><img src=x.png></td></tr></table>")
    assert [e.kind.value for e in layout.elements] == ["title", "text", "picture"]


def test_lists_in_cells_are_lines() -> None:
    table = only(read("<table><tr><td>a<td><ol><li>x<li>y</ol></tr><tr><td>b<td>c</table>"), ElementKind.TABLE).table
    assert table is not None
    assert table.grid()[0][1] == "1. x\n2. y"


def test_navigation_header_and_footer_are_furniture() -> None:
    layout = read(
        "<header>Site</header><nav><ul><li><a href=a.html>A</a></ul></nav><main><h1>T</h1><p>body</p></main>"
        "<footer>©</footer>"
    )
    assert [(e.kind.value, e.text) for e in layout.elements] == [
        ("page_header", "Site"),
        ("toc_entry", "A"),
        ("title", "T"),
        ("text", "body"),
        ("page_footer", "©"),
    ]


def test_scripts_and_styles_are_dropped_and_code_keeps_its_lines() -> None:
    layout = read("<style>p{}</style><script>x()</script><pre><code class=language-sh>a\n  b</code></pre>")
    (code,) = layout.elements
    assert (code.kind, code.text, code.code_language) == (ElementKind.CODE, "a\n  b", "sh")


def test_figure_caption_names_its_picture() -> None:
    layout = read('<figure><img src="a.png"><figcaption>The main screen</figcaption></figure>')
    picture, caption = layout.elements
    assert (caption.kind, caption.caption_of) == (ElementKind.CAPTION, picture.element_id)


def test_admonition_and_its_label() -> None:
    layout = read('<div class="admonition warning"><p class="admonition-title">警告</p><p>熱い。</p></div>')
    label, text = layout.elements
    assert label.is_box_label
    assert text.admonition == "warning"


def test_heading_closed_with_the_wrong_tag_ends_there() -> None:
    layout = read("<h1>T</h1><h2>A</h3><p>text</p><h2>B</h2>")
    assert [(e.kind.value, e.text) for e in layout.elements] == [
        ("title", "T"),
        ("section_header", "A"),
        ("text", "text"),
        ("section_header", "B"),
    ]


def test_page_title_is_the_title_of_last_resort() -> None:
    assert read("<h2>a</h2>x<h2>b</h2>y", "<title>Page</title>").title == "Page"


JAPANESE = "<p>電源ボタンを押すと、ランプが点灯します。株式会社の表示①も確認してください。</p>"


@pytest.mark.parametrize("codec", ["cp932", "euc_jp", "utf-8", "utf-16", "iso2022_jp_2004"])
@pytest.mark.parametrize("declares", [True, False])
def test_japanese_encodings_are_declared_or_detected(codec: str, declares: bool) -> None:
    label = {"cp932": "Shift_JIS", "iso2022_jp_2004": "ISO-2022-JP-2004"}.get(codec, codec)
    head = f'<meta http-equiv="Content-Type" content="text/html; charset={label}">' if declares else ""
    text = JAPANESE.replace("①", "") if codec in ("euc_jp", "iso2022_jp_2004") else JAPANESE
    data = f"<html><head>{head}</head><body>{text}</body></html>".encode(codec)
    layout = read_html(data, LayoutSource(uri="a.html", name="a.html"))
    assert layout.elements[0].text == text[3:-4]
    assert not layout.warnings


def test_wrong_declaration_is_overruled_with_a_warning() -> None:
    data = f'<html><head><meta charset="utf-8"></head><body>{JAPANESE}</body></html>'.encode("cp932")
    layout = read_html(data, LayoutSource(uri="a.html", name="a.html"))
    assert layout.elements[0].text == JAPANESE[3:-4]
    assert "declares utf-8" in layout.warnings[0]


def test_given_encoding_that_does_not_fit_is_an_error() -> None:
    with pytest.raises(LayoutReadError, match="it is not utf-8"):
        read_html(JAPANESE.encode("cp932"), LayoutSource(uri="a.html", name="a.html"), "utf-8")


@pytest.mark.parametrize("tag", ["div", "ul><li", "b", "table><tr><td", "dl><div", "dl><dd", "table><tr><td><table"])
def test_deep_nesting_loses_no_text(tag: str) -> None:
    layout = read(f"<{tag}>" * 500 + "deep")
    cells = [cell.text for element in layout.elements if element.table for cell in element.table.cells]
    assert "deep" in "".join([*(element.text for element in layout.elements), *cells])


def test_nesting_beyond_the_parser_is_refused_instead_of_cut() -> None:
    with pytest.raises(LayoutReadError, match="cannot be read to its end"):
        read("<ul><li>" * 3000 + "deep")


def test_huge_spans_are_cut() -> None:
    layout = read("<table><tr><td colspan=999999 rowspan=999999>a<td>b</tr><tr><td>c</tr></table>")
    table = only(layout, ElementKind.TABLE).table
    assert table is not None
    assert table.row_count == 2
    assert table.column_count <= 1000
