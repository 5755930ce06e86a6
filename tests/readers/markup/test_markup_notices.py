"""Signal words, boxes, tabs and icons mean the same in HTML, Markdown and reStructuredText."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutSource
from llama_index_layout_rag.readers.markup.html import read_html
from llama_index_layout_rag.readers.markup.markdown import read_markdown
from llama_index_layout_rag.readers.markup.restructuredtext import read_restructured_text

READERS = {"html": read_html, "md": read_markdown, "rst": read_restructured_text}


def read(suffix: str, text: str) -> LayoutDocument:
    return READERS[suffix](text.encode(), LayoutSource(uri=f"/m/a.{suffix}", name=f"a.{suffix}"))


def notices(layout: LayoutDocument) -> list[tuple[str | None, bool, str]]:
    return [(e.admonition, e.is_box_label, e.text) for e in layout.elements if e.admonition]


@pytest.mark.parametrize(
    ("suffix", "text", "expected"),
    [
        ("md", "WARNING\n\nThe blade is hot.", [("warning", True, "WARNING"), ("warning", False, "The blade is hot.")]),
        ("md", "**⚠ 警告**\n\n高温です。", [("warning", True, "⚠ 警告"), ("warning", False, "高温です。")]),
        ("md", "Note: Never set it.", [("note", False, "Note: Never set it.")]),
        ("md", "**CAUTION** Hot surface.", [("caution", False, "CAUTION Hot surface.")]),
        ("md", "【注意】高温です。", [("caution", False, "【注意】高温です。")]),
        ("md", "■危険\n\n感電します。", [("danger", True, "■危険"), ("danger", False, "感電します。")]),
        ("md", "### DANGER\n\nHigh voltage.", [("danger", True, "DANGER"), ("danger", False, "High voltage.")]),
        (
            "md",
            '!!! warning "Data loss"\n    Gone.',
            [("warning", True, "Warning: Data loss"), ("warning", False, "Gone.")],
        ),
        ("md", "> [!CAUTION]\n> No way back.", [("caution", True, "Caution"), ("caution", False, "No way back.")]),
        ("md", ":::tip\nKeep it.\n:::", [("tip", True, "Tip"), ("tip", False, "Keep it.")]),
        (
            "html",
            "<table class=note><tr><td>!<td>Keep dry.</table>",
            [("note", False, "!"), ("note", False, "Keep dry.")],
        ),
        ("html", "<table><tr><td>WARNING: Hot.</td></tr></table>", [("warning", False, "WARNING: Hot.")]),
        (
            "html",
            "<table><tr><th>CAUTION</th></tr><tr><td>Hot.</td></tr></table>",
            [("caution", True, "CAUTION"), ("caution", False, "Hot.")],
        ),
        (
            "html",
            '<div class="admonitionblock warning"><table><tr><td class="icon"><i class="fa" title="Warning"></i></td>'
            '<td class="content">Hot.</td></tr></table></div>',
            [("warning", True, "Warning"), ("warning", False, "Hot.")],
        ),
        (
            "html",
            '<div class="theme-admonition-danger alert alert--danger"><div class="admonitionHeading_x">danger</div>'
            "<div><p>Stop.</p></div></div>",
            [("danger", True, "danger"), ("danger", False, "Stop.")],
        ),
        ("rst", ".. danger::\n\n   High voltage.", [("danger", True, "!DANGER!"), ("danger", False, "High voltage.")]),
        ("rst", ".. seealso:: The guide.", [("note", True, "Note"), ("note", False, "The guide.")]),
    ],
)
def test_signal_words_and_boxes_keep_their_kind(suffix: str, text: str, expected: list[tuple[str, bool, str]]) -> None:
    assert notices(read(suffix, text)) == expected


@pytest.mark.parametrize(
    "text",
    ["# Notes\n\nText.", "# Warning lamps\n\nText.", "Note that it is hot.", "注意点を示します。", "A\n\nWarning"],
)
def test_words_that_only_resemble_signal_words_are_text(text: str) -> None:
    assert notices(read("md", text)) == []


def test_list_goes_on_in_its_section_behind_a_heading_that_is_a_signal_word() -> None:
    layout = read("md", "# Saw\n\n## Depth\n\n1. Loosen.\n\n### WARNING\n\nHot.\n\n2. Close.\n\n## Use\n\nText.\n")
    assert [e.text for e in layout.elements if e.kind is ElementKind.SECTION_HEADER] == ["Depth", "Use"]
    (item,) = [e for e in layout.elements if e.marker == "2."]
    assert item.section_path == ["Depth"]


def test_heading_with_sections_below_stays_a_section() -> None:
    layout = read("md", "# M\n\n## 警告\n\n### 感電\n\n本文\n\n## 操作\n\n本文\n")
    assert [e.text for e in layout.elements if e.kind is ElementKind.SECTION_HEADER] == ["警告", "感電", "操作"]


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        ("md", '=== "Linux"\n\n    1. Run A.\n\n=== "Windows"\n\n    1. Run B.\n'),
        ("md", '{% tabs %}\n{% tab title="Linux" %}\n1. Run A.\n{% endtab %}\n{% tab title="Windows" %}\n1. Run B.\n'),
        (
            "html",
            "<div role=tablist><button role=tab aria-controls=b>Windows</button><button role=tab aria-controls=a>Linux"
            "</button></div><div role=tabpanel id=a><ol><li>Run A.</ol></div><div role=tabpanel id=b><ol><li>Run B.</ol></div>",
        ),
        (
            "html",
            "<div><ul role=tablist><li role=tab>Linux</li><li role=tab>Windows</li></ul><div><div role=tabpanel><ol><li>Run A."
            "</ol></div><div role=tabpanel hidden><ol><li>Run B.</ol></div></div></div>",
        ),
        (
            "html",
            '<div class="tabbed-set"><input type=radio><div class="tabbed-labels"><label>Linux</label><label>Windows</label></div>'
            '<div class="tabbed-content"><div class="tabbed-block"><ol><li>Run A.</ol></div>'
            '<div class="tabbed-block"><ol><li>Run B.</ol></div></div></div>',
        ),
    ],
)
def test_labels_of_tabs_open_their_panels(suffix: str, text: str) -> None:
    assert [e.text for e in read(suffix, text).elements] == ["Linux", "Run A.", "Windows", "Run B."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Press ![](a.png) to open, then ![](b.png) (Size).", "Press [icon] to open, then [icon] (Size)."),
        ("1. 画面の![](a.png)を押します。", "画面の［アイコン］を押します。"),
        ("画面の［![](a.png)］を押します。", "画面の［アイコン］を押します。"),
        ("Press ![Save](a.png) now.", "Press now."),
        ("![](a.png) Press OK.", "Press OK."),
        ("Press OK. ![](a.png)", "Press OK."),
        ('Press <img src="a.png" width="400"> now.', "Press now."),
        ("Click a.png ![](a.png) now.", "Click a.png now."),
    ],
)
def test_unnamed_icon_in_a_sentence_leaves_a_placeholder(text: str, expected: str) -> None:
    assert read("md", text).elements[0].text == expected


def test_unnamed_icon_in_a_cell_leaves_a_placeholder_and_spans_move() -> None:
    layout = read(
        "md", "|No|Do|\n|--|--|\n|1|Press ![](a.png) now.|\n\nPress ![](a.png) and **OK** then ![](b.png) too.\n"
    )
    assert layout.elements[0].table is not None
    assert layout.elements[0].table.grid()[1] == ["1", "Press [icon] now."]
    text = next(e for e in layout.elements if e.kind is ElementKind.TEXT)
    (bold,) = text.emphasis
    assert text.text[bold.start : bold.end] == "OK"
    last = layout.elements[-1]
    assert last.image is not None
    assert text.text[last.image.offset :].startswith("[icon] too")


def test_rows_over_the_whole_width_below_the_header_are_no_header() -> None:
    rows = "<tr><th>Part<th>Interval</tr><tr><th colspan=2>Drive</tr><tr><td>Belt<td>500 h</tr>"
    for head, count in (("", 1), ("<tr><th colspan=2>Table of parts</tr>", 2)):
        (table,) = [e.table for e in read("html", f"<table>{head}{rows}</table>").elements]
        assert table is not None
        assert table.header_row_count() == count
        (group,) = [cell for cell in table.cells if cell.text == "Drive"]
        assert (group.column_span, group.is_header) == (table.column_count, False)


def test_contents_heading_is_no_title_and_invisible_characters_go() -> None:
    layout = read("html", "<h1>Contents</h1><p>x</p><h1>Rou\u00adter &#xFEFF;manual</h1><h2>A</h2><p>y</p>")
    assert layout.title == "Router manual"
    headed = "<html><head><title>Router manual</title></head><body><h1>Contents</h1><p>x</p></body></html>"
    assert read("html", headed).title == "Router manual"


def test_furigana_is_kept_apart_from_its_word() -> None:
    (text,) = read("html", "<p><ruby>電源<rp>(</rp><rt>でんげん</rt><rp>)</rp></ruby>を入れます。</p>").elements
    assert text.text == "電源を入れます。"
    assert text.metadata["ruby"] == [{"text": "電源", "reading": "でんげん"}]
