"""Word files read as Word prints them."""

from __future__ import annotations

import io
import random
import re
import zipfile
from pathlib import Path

import pytest
from docx_builder import (
    NAMESPACES,
    cell,
    docx,
    field,
    item,
    level,
    numbering,
    paragraph,
    picture,
    row,
    run,
    style,
    styled,
    table,
    text_box,
)
from PIL import Image

from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutElement, LayoutReadError, LayoutSource
from llama_index_layout_rag.layout.elements import BoxType, ImageInfo, TextSpan
from llama_index_layout_rag.pictures.sources import open_picture, picture_content
from llama_index_layout_rag.readers import LayoutReader
from llama_index_layout_rag.readers.docx import package, read_docx
from llama_index_layout_rag.readers.files import archives

K = ElementKind
OUTLINE = style("H1", "heading 1") + style("H2", "heading 2") + style("Cap", "caption") + style("T", "Title")


def read(data: bytes) -> LayoutDocument:
    return read_docx(data, LayoutSource(uri="/m/a.docx", name="a.docx"))


def of(layout: LayoutDocument, kind: ElementKind) -> list[LayoutElement]:
    return [element for element in layout.elements if element.kind is kind]


def kinds(layout: LayoutDocument) -> list[tuple[str, str]]:
    return [(element.kind.value, element.text) for element in layout.elements]


def png() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (30, 20), "red").save(buffer, "PNG")
    return buffer.getvalue()


# Styles


def test_headings_come_from_levels_of_styles_their_ancestors_and_the_paragraph_itself() -> None:
    styles = (
        style("Base", "社内見出し", '<w:outlineLvl w:val="0"/>')
        + style("Own", "章", based_on="Base")
        + style("Sub", "heading 2")
        + style("Plain", "本文", '<w:outlineLvl w:val="9"/>', based_on="Base")
        + style("T", "Title")
    )
    layout = read(
        docx(
            styled("T", "ES-200 取扱説明書"),
            styled("Own", "概要"),
            styled("Sub", "目的"),
            styled("Plain", "本文です。"),
            paragraph("範囲", '<w:outlineLvl w:val="1"/>'),
            paragraph("続きです。"),
            styles=styles,
        )
    )
    assert layout.title == "ES-200 取扱説明書"
    assert [(e.level, e.text) for e in of(layout, K.SECTION_HEADER)] == [(1, "概要"), (2, "目的"), (2, "範囲")]
    assert layout.elements[-1].section_path == ["概要", "範囲"]


def test_a_long_paragraph_in_a_heading_style_is_text() -> None:
    layout = read(docx(styled("H1", "概要"), styled("H1", "とても長い説明の文です。" * 20), styles=OUTLINE))
    assert [element.kind for element in layout.elements] == [K.TITLE, K.TEXT]


def test_without_heading_styles_the_looks_and_numbers_tell_the_headings() -> None:
    large = '<w:b/><w:sz w:val="28"/>'
    body = '<w:sz w:val="21"/>'
    layout = read(
        docx(
            paragraph(run("1. 概要", large)),
            paragraph(run("この章では概要を述べます。装置は三つの部分からなります。", body)),
            paragraph(run("1.1 目的", '<w:b/><w:sz w:val="21"/>')),
            paragraph(run("目的を述べます。次の章で手順を述べます。", body)),
            paragraph(run("2. 操作", large)),
            paragraph(run("① ボタンを押します。", body)),
            paragraph(run("② 待ちます。", body)),
        )
    )
    assert [(e.level, e.text) for e in of(layout, K.SECTION_HEADER)] == [
        (1, "1. 概要"),
        (2, "1.1 目的"),
        (1, "2. 操作"),
    ]
    assert [(e.marker, e.section_path) for e in of(layout, K.LIST_ITEM)] == [("①", ["2. 操作"]), ("②", ["2. 操作"])]


# Text


def test_runs_keep_bold_words_links_symbols_breaks_and_readings() -> None:
    content = (
        run("「")
        + run("設定", "<w:b/>")
        + run("」を")
        + '<w:r><w:sym w:font="Wingdings" w:char="F0E8"/></w:r>'
        + '<w:r><w:noBreakHyphen/></w:r><w:hyperlink r:id="rId9">'
        + run("こちら")
        + "</w:hyperlink>"
        + "<w:r><w:br/></w:r>"
        + "<w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>かなづち</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>金槌</w:t></w:r>"
        "</w:rubyBase></w:ruby></w:r>" + run("で") + "<w:r><w:softHyphen/></w:r>" + run("叩く")
    )
    layout = read(docx(paragraph(content), relations={"rId9": ("hyperlink", "external:https://example.com/a")}))
    (element,) = layout.elements
    assert element.text == "「設定」を➔-こちら\n金槌で叩く"
    assert [element.text[span.start : span.end] for span in element.emphasis] == ["設定"]
    assert element.metadata["links"] == [{"text": "こちら", "href": "https://example.com/a"}]
    assert element.metadata["ruby"] == [{"text": "金槌", "reading": "かなづち"}]


def test_bold_of_a_style_stresses_no_word() -> None:
    styles = style("B", "強調段落", run_properties="<w:b/>") + (
        '<w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>'
    )
    layout = read(
        docx(
            styled("B", "これは枠の中の文で、全部が太字です。"),
            paragraph(run("次に") + run("実行", '<w:rStyle w:val="Strong"/>') + run("を", '<w:b w:val="0"/>')),
            styles=styles,
        )
    )
    assert layout.elements[0].emphasis == []
    assert layout.elements[1].emphasis == [TextSpan(start=2, end=4)]


def test_tracked_changes_keep_what_was_inserted_and_drop_what_was_deleted() -> None:
    deleted_mark = "<w:rPr><w:del w:id='1' w:author='a'/></w:rPr>"
    layout = read(
        docx(
            paragraph(
                run("電源を")
                + "<w:del><w:r><w:delText>切り</w:delText></w:r></w:del><w:ins>"
                + run("入れ")
                + "</w:ins>"
                + run("ます。")
            ),
            paragraph(run("前半と、"), deleted_mark),
            paragraph("後半。"),
            "<w:moveFrom>" + run("元") + "</w:moveFrom>",
            paragraph("<w:moveTo>" + run("移した文。") + "</w:moveTo>"),
            table(row("a", "b"), row("c", "d", properties="<w:del/>"), row("e", "f")),
        )
    )
    assert kinds(layout)[:3] == [("text", "電源を入れます。"), ("text", "前半と、後半。"), ("text", "移した文。")]
    (found,) = of(layout, K.TABLE)
    assert found.table is not None
    assert found.table.grid() == [["a", "b"], ["e", "f"]]


def test_hidden_text_is_left_out_whether_by_run_or_by_style() -> None:
    styles = style("Hide", "非表示", run_properties="<w:vanish/>")
    layout = read(
        docx(
            paragraph(run("見える") + run("見えない", "<w:vanish/>")),
            styled("Hide", "これも見えない"),
            styled("Hide", run("これは見える", '<w:vanish w:val="0"/>')),
            styles=styles,
        )
    )
    assert kinds(layout) == [("text", "見える"), ("text", "これは見える")]


@pytest.mark.parametrize(
    ("instruction", "result", "printed"),
    [
        (" REF _Ref1 \\h ", "図 2", "図 2を見ます"),
        (" EQ \\o\\ac(○,21) ", "", "㉑を見ます"),
        (" EQ \\* jc2 \\* hps10 \\o\\ad(\\s\\up 9(かんじ),漢字) ", "", "漢字を見ます"),
        (" PAGE ", "3", "3を見ます"),
        (" FORMTEXT ", "名前", "名前を見ます"),
    ],
)
def test_of_a_field_its_result_is_read(instruction: str, result: str, printed: str) -> None:
    content = field(instruction, result)
    if not result:
        content = content.replace('<w:r><w:fldChar w:fldCharType="separate"/></w:r>', "")
    layout = read(
        docx(
            paragraph(run("次の") + content + run("を見ます")),
            paragraph('<w:fldSimple w:instr="DATE">' + run("今日") + "</w:fldSimple>"),
        )
    )
    assert [element.text for element in layout.elements] == [f"次の{printed}", "今日"]


def test_check_boxes_of_forms_and_of_content_controls() -> None:
    old = (
        '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>'
        "</w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r>"
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    new = "<w:sdt><w:sdtPr><w14:checkbox/></w:sdtPr><w:sdtContent>" + run("☐") + "</w:sdtContent></w:sdt>"
    prompt = (
        "<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>" + run("ここに入力") + "</w:sdtContent></w:sdt>"
    )
    layout = read(docx(paragraph(old + run("済み")), paragraph(run("A") + new + run("未") + prompt)))
    assert [(e.marker, e.text) for e in layout.elements] == [("☑", "済み"), (None, "A☐未")]


def test_contents_are_marked_and_their_pages_kept() -> None:
    entry = (
        '<w:hyperlink w:anchor="_Toc1">'
        + run("1 概要")
        + "<w:r><w:tab/></w:r>"
        + field(" PAGEREF _Toc1 ", "3")
        + "</w:hyperlink>"
    )
    begin = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TOC \\o "1-3" </w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
    )
    end = paragraph('<w:r><w:fldChar w:fldCharType="end"/></w:r>')
    control = (
        '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>'
        + paragraph("目次")
        + paragraph(begin + entry)
        + paragraph(run("2 操作") + "<w:r><w:tab/></w:r>" + run("5"))
        + end
        + "</w:sdtContent></w:sdt>"
    )
    layout = read(docx(control, styled("H1", "概要"), paragraph("本文です。"), styles=OUTLINE))
    entries = of(layout, K.TOC_ENTRY)
    assert [(e.text, e.page_label) for e in entries] == [
        ("目次", None),
        ("1 概要", "3"),
        ("2 操作", "5"),
    ]
    assert [element.text for element in layout.body()] == ["概要", "本文です。"]
    bare = read(docx(paragraph(begin + entry), end, paragraph("本文です。")))
    assert [element.kind for element in bare.elements] == [K.TOC_ENTRY, K.TEXT]


def test_continued_paragraphs_and_pictures_belong_to_their_item() -> None:
    inside = '<w:ind w:left="420"/>'
    layout = read(
        docx(
            item("ボタンを押します。"),
            paragraph("ランプが点きます。", inside),
            paragraph(picture("rId5", "ランプ"), inside),
            item("待ちます。"),
            paragraph("以上で終わりです。"),
            numbers=numbering({0: level(0, "decimal", "%1.")}, {1: 0}),
            parts={"media/i.png": png()},
            relations={"rId5": ("image", "media/i.png")},
        )
    )
    first, note, image, second, last = layout.elements
    assert (note.list_depth, note.list_item) == (1, first.element_id)
    assert image.kind is K.PICTURE
    assert image.list_depth == 1
    assert (second.marker, last.list_depth) == ("2.", None)


def test_code_quotes_formulas_and_typed_lists() -> None:
    styles = style("Code", "HTML Preformatted") + style("Q", "Quote")
    math = "<m:oMathPara><m:oMath><m:r><m:t>E=m</m:t></m:r><m:r><m:t>c2</m:t></m:r></m:oMath></m:oMathPara>"
    layout = read(
        docx(
            styled("Code", "if x:"), styled("Code", run("    y()")), styled("Q", "引用です。"), paragraph(math),
            paragraph("（１）電源を切る。"), paragraph("（２）蓋を開ける。"), styles=styles,
        )
    )  # fmt: skip
    assert kinds(layout)[:3] == [("code", "if x:\n    y()"), ("text", "引用です。"), ("formula", "E=mc2")]
    assert layout.elements[1].box is BoxType.QUOTE
    assert [(e.marker, e.text) for e in of(layout, K.LIST_ITEM)] == [
        ("（１）", "電源を切る。"),
        ("（２）", "蓋を開ける。"),
    ]


# Tables


def test_tables_keep_spans_header_rows_and_lists_in_cells() -> None:
    header = row(
        cell("コード", '<w:vMerge w:val="restart"/>'),
        cell("意味", '<w:gridSpan w:val="2"/>'),
        properties="<w:tblHeader/>",
    )
    second = row(cell("", "<w:vMerge/>"), cell("機種A"), cell("機種B"), properties="<w:tblHeader/>")
    body = row("E-01", cell(item("切る") + item("待つ")), "正常")
    short = row("合計", properties='<w:gridBefore w:val="1"/>')
    layout = read(
        docx(
            table(header, second, body, short, properties='<w:tblCaption w:val="一覧"/>'),
            numbers=numbering({0: level(0, "decimalEnclosedCircle", "%1")}, {1: 0}),
        )
    )
    (found,) = of(layout, K.TABLE)
    assert found.table is not None
    assert found.table.grid() == [
        ["コード", "意味", "意味"],
        ["コード", "機種A", "機種B"],
        ["E-01", "① 切る\n② 待つ", "正常"],
        ["", "合計", ""],
    ]
    assert found.table.header_row_count() == 2
    assert found.metadata["title"] == "一覧"


def test_a_bold_first_row_names_the_columns() -> None:
    bold = [cell(paragraph(run(name, "<w:b/>"))) for name in ("名前", "値")]
    (found,) = read(docx(table(row(*bold), row("a", "b"), row("c", "d")))).elements
    assert found.table is not None
    assert found.table.header_row_count() == 1


def test_signal_words_in_headings_and_tables_are_labels_of_notices() -> None:
    frame = "<w:tbl><w:tr><w:tc>{}</w:tc><w:tc>{}</w:tc></w:tr></w:tbl>".format(
        paragraph("警告"), paragraph("高温です。")
    )
    heading = paragraph("注意", '<w:outlineLvl w:val="1"/>')
    chapter = paragraph("準備", '<w:outlineLvl w:val="0"/>')
    layout = read(
        docx(chapter, paragraph("本文です。"), heading, paragraph("感電します。"), frame, paragraph("おわり。"))
    )
    assert [(e.admonition, e.is_box_label, e.text) for e in layout.elements[2:]] == [
        ("caution", True, "注意"),
        ("caution", False, "感電します。"),
        ("warning", True, "警告"),
        ("warning", False, "高温です。"),
        (None, False, "おわり。"),
    ]


def test_tables_in_tables_and_tables_that_only_frame() -> None:
    inner = table(row("x", "y"), row("1", "2"))
    layout = read(
        docx(
            table(row("a", cell(inner + paragraph(""))), row("b", "c")),
            table(row(cell(paragraph("枠の中の注意です。")))),
        )
    )
    outer = layout.elements[0]
    assert outer.table is not None
    assert outer.table.grid()[0] == ["a", "x\ty\n1\t2"]
    assert kinds(layout)[1:] == [("text", "枠の中の注意です。")]
    side_by_side = read(docx(table(row(cell(inner + paragraph("")), cell(inner + paragraph(""))))))
    assert [element.kind for element in side_by_side.elements] == [K.TABLE, K.TABLE]


# Pictures


def test_pictures_and_tables_take_their_captions_from_both_sides() -> None:
    numbered = run("図 ") + field(" SEQ 図 \\* ARABIC ", "1") + run(" 設定画面")
    layout = read(
        docx(
            paragraph(picture("rId5", "設定の画面")),
            paragraph(numbered),
            paragraph("文です。"),
            styled("Cap", "表 1 部品"),
            table(row("名前", "数"), row("ねじ", "4")),
            styles=OUTLINE,
            parts={"media/i.png": png()},
            relations={"rId5": ("image", "media/i.png")},
        )
    )
    image, first, _, second, found = layout.elements
    assert image.image == ImageInfo(src="word/media/i.png", alt="設定の画面")
    assert image.metadata == {"width": "60pt", "height": "30pt"}
    assert (first.text, first.kind, first.caption_of) == ("図 1 設定画面", K.CAPTION, image.element_id)
    assert (second.kind, second.caption_of) == (K.CAPTION, found.element_id)


def test_pictures_in_a_line_beside_the_text_decorative_linked_and_old_ones() -> None:
    decorative = (
        '<a:extLst><a:ext><adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/>'
        "</a:ext></a:extLst>"
    )
    vml = '<w:r><w:pict><v:shape alt="古い図" style="width:100pt;height:50pt"><v:imagedata r:id="rId5"/></v:shape></w:pict></w:r>'
    layout = read(
        docx(
            paragraph(run("左の") + picture("rId5", "印") + run("を押します。")),
            paragraph(run("右の図を見ます。") + picture("rId5", "配置図", "anchor")),
            paragraph(picture("rId5", "飾り", extra=decorative)),
            paragraph(vml),
            paragraph(picture("rId6", "外の図\n\n自動的に生成された説明")),
            parts={"media/i.png": png()},
            relations={"rId5": ("image", "media/i.png"), "rId6": ("image", "external:https://example.com/i.png")},
        )
    )
    text, inline, beside, floating, ornament, old, outside = layout.elements
    assert text.text == "左のを押します。"
    assert (inline.container, inline.image.offset) == (text.element_id, 2)
    assert (beside.text, floating.image.alt, floating.is_inline) == (
        "右の図を見ます。",
        "配置図",
        False,
    )
    assert ornament.kind is K.DECORATIVE
    assert (old.image.alt, old.metadata["width"]) == ("古い図", "100pt")
    assert (outside.image.src, outside.metadata["generated_alt"]) == ("https://example.com/i.png", "外の図")


def test_text_boxes_are_read_once_and_labels_of_a_picture_belong_to_it() -> None:
    inside = (
        '<pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p" descr="操作盤"/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId5"/>'
        "</pic:blipFill><pic:spPr/></pic:pic>"
    )
    layout = read(
        docx(
            paragraph(run("本文です。") + text_box(paragraph("注意：高温です。"))),
            paragraph(text_box(paragraph("電源ボタン"), inside)),
            parts={"media/i.png": png()},
            relations={"rId5": ("image", "media/i.png")},
        )
    )
    assert kinds(layout) == [
        ("text", "本文です。"),
        ("text", "注意：高温です。"),
        ("picture", ""),
        ("picture_ocr_text", "電源ボタン"),
    ]
    assert layout.elements[1].box is BoxType.TEXT_BOX
    assert layout.elements[3].container == layout.elements[2].element_id


def test_a_chart_is_a_picture_with_its_labels() -> None:
    frame = (
        '<w:r><w:drawing><wp:inline><wp:extent cx="762000" cy="381000"/><wp:docPr id="1" name="c" descr="売上"/><a:graphic>'
        '<a:graphicData><c:chart r:id="rId7"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'
    )
    chart = (
        f"<c:chartSpace {NAMESPACES}><a:p><a:r><a:t>月別の</a:t></a:r><a:r><a:t>回数</a:t></a:r></a:p></c:chartSpace>"
    )
    layout = read(
        docx(paragraph(frame), parts={"charts/chart1.xml": chart}, relations={"rId7": ("chart", "charts/chart1.xml")})
    )
    assert kinds(layout) == [("picture", ""), ("picture_ocr_text", "月別の回数")]


def test_bytes_of_pictures_are_at_hand_for_crops(tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    path = tmp_path / "m" / "manual.docx"
    path.write_bytes(
        docx(
            styled("H1", "操作"), paragraph("文です。"), paragraph(picture("rId5", "画面")),
            styles=OUTLINE, parts={"media/i.png": png()}, relations={"rId5": ("image", "media/i.png")},
        )
    )  # fmt: skip
    (tmp_path / "m" / "other.md").write_text("# 別\n\n文です。\n", encoding="utf-8")
    for layout in (LayoutReader().read(path), LayoutReader().read(tmp_path / "m")):
        (element,) = of(layout, K.PICTURE)
        content = picture_content(layout, element)
        assert content is not None
        image = open_picture(content)
        assert image is not None
        assert image.size == (30, 20)
        element.image.src = "word/none.png"
        assert picture_content(layout, element) is None


# Furniture, notes, comments, pages, properties


def test_headers_and_footers_are_furniture_and_notes_stand_where_they_are_called() -> None:
    header = f"<w:hdr {NAMESPACES}>{paragraph('ES-200 取扱説明書')}{paragraph(picture('rId1', 'ロゴ'))}</w:hdr>"
    footer = f"<w:ftr {NAMESPACES}>{paragraph(field(' PAGE ', '2'))}</w:ftr>"
    first = f"<w:hdr {NAMESPACES}>{paragraph('表紙だけ')}</w:hdr>"
    notes = (
        f'<w:footnotes {NAMESPACES}><w:footnote w:id="0" w:type="separator"><w:p/></w:footnote><w:footnote w:id="2">'
        f"{paragraph('別売です。')}</w:footnote></w:footnotes>"
    )
    comments = f'<w:comments {NAMESPACES}><w:comment w:id="4" w:author="検査係">{paragraph("確認のこと")}</w:comment></w:comments>'
    section = (
        '<w:sectPr><w:headerReference w:type="default" r:id="rId2"/><w:headerReference w:type="first" r:id="rId4"/>'
        '<w:footerReference w:type="default" r:id="rId3"/></w:sectPr>'
    )
    layout = read(
        docx(
            paragraph(
                run("充電器") + '<w:r><w:footnoteReference w:id="2"/></w:r>' + run("をつなぐ。")
                + '<w:r><w:commentReference w:id="4"/></w:r>'
            ),
            paragraph("次です。", section),
            paragraph("最後です。"),
            parts={
                "header1.xml": header, "header2.xml": first, "footer1.xml": footer, "footnotes.xml": notes,
                "comments.xml": comments,
                "_rels/header1.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
                '<Relationship Id="rId1" Type="x/image" Target="media/i.png"/></Relationships>',
                "media/i.png": png(),
            },
            relations={
                "rId2": ("header", "header1.xml"), "rId3": ("footer", "footer1.xml"), "rId4": ("header", "header2.xml"),
                "rId6": ("footnotes", "footnotes.xml"), "rId7": ("comments", "comments.xml"),
            },
        )
    )  # fmt: skip
    assert kinds(layout) == [
        ("page_header", "ES-200 取扱説明書"),
        ("page_header", ""),
        ("text", "充電器をつなぐ。"),
        ("footnote", "別売です。"),
        ("text", "次です。"),
        ("page_footer", "2"),
        ("text", "最後です。"),
    ]
    assert layout.elements[1].image.src == "word/media/i.png"
    assert layout.elements[3].marker == "1"
    assert layout.elements[2].metadata["comments"] == [{"author": "検査係", "text": "確認のこと"}]


def test_pages_are_those_of_the_last_layout_and_unknown_without_one() -> None:
    new_page = "<w:r><w:lastRenderedPageBreak/></w:r>"
    cells = row(cell(paragraph(new_page + run("a"))), cell(paragraph(new_page + run("b"))))
    layout = read(docx(paragraph("一"), paragraph(new_page + run("二")), table(cells, row("c", "d")), paragraph("三")))
    assert [element.page for element in layout.elements] == [1, 2, 2, 3]
    assert layout.pages == []
    unpaged = read(docx(paragraph('<w:r><w:br w:type="page"/></w:r>' + run("一")), paragraph("二")))
    assert [element.page for element in unpaged.elements] == [None, None]


def test_the_title_of_the_properties_is_the_last_resort() -> None:
    core = "<dc:title>ES-200</dc:title><cp:version>3.1</cp:version>"
    layout = read(docx(paragraph("文です。"), core=core))
    assert (layout.title, layout.version) == ("ES-200", "3.1")
    assert read(docx(styled("T", "取扱説明書"), paragraph("文です。"), styles=OUTLINE, core=core)).title == "取扱説明書"


@pytest.mark.parametrize("title", ["文書1", "Microsoft Word - old.doc", "無題"])
def test_a_title_that_word_made_up_is_none(title: str) -> None:
    assert read(docx(paragraph("文です。"), core=f"<dc:title>{title}</dc:title>")).title is None


def test_a_large_first_paragraph_is_the_title_where_no_style_says_so() -> None:
    body = '<w:sz w:val="21"/>'
    opening = paragraph(run("第3版", body)) + paragraph(run("ES-200 取扱説明書", '<w:b/><w:sz w:val="44"/>'))
    rest = styled("H1", "概要") + paragraph(run("本文です。長い文が続きます。", body)) + styled("H1", "操作")
    layout = read(docx(opening, rest, styles=OUTLINE))
    assert layout.title == "ES-200 取扱説明書"
    assert [e.text for e in of(layout, K.SECTION_HEADER)] == ["概要", "操作"]
    assert of(layout, K.TEXT)[0].text == "第3版"


def test_the_strict_variant_reads_alike(tmp_path: Path) -> None:
    usual = docx(
        styled("H1", "概要"), item("押す"), styles=OUTLINE, numbers=numbering({0: level(0, "decimal", "%1.")}, {1: 0})
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(usual)) as old, zipfile.ZipFile(buffer, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            strict = re.sub(rb"http://schemas.openxmlformats.org/(\w+)/2006/", rb"http://purl.oclc.org/ooxml/\1/", data)
            new.writestr(name, data if name.endswith(".rels") else strict)
    assert kinds(read(buffer.getvalue())) == kinds(read(usual))


def test_files_made_by_python_docx_read_with_its_template(tmp_path: Path) -> None:
    python_docx = pytest.importorskip("docx")
    document = python_docx.Document()
    document.add_heading("ES-200", 0)
    document.add_heading("Operation", 1)
    document.add_paragraph("Press OK.", style="List Number")
    document.add_paragraph("Inside", style="List Bullet 2")
    document.add_paragraph("Wait.", style="List Number")
    document.save(str(tmp_path / "a.docx"))
    layout = LayoutReader().read(tmp_path / "a.docx")
    assert layout.title == "ES-200"
    assert [(e.marker, e.depth, e.text) for e in of(layout, K.LIST_ITEM)] == [
        ("1.", 1, "Press OK."),
        ("•", 2, "Inside"),
        ("2.", 1, "Wait."),
    ]
    assert of(layout, K.LIST_ITEM)[0].section_path == ["Operation"]


# Bad input


def repacked(data: bytes, **parts: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, parts.get(name.replace("/", "_").replace(".", "_"), old.read(name)))
    return buffer.getvalue()


PLAIN = docx(paragraph("文です。"))
BOMB = b'<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><w>&b;</w>'
OUTSIDE = b'<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/hostname">]><w>&x;</w>'


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (package.OLE_HEADER + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
        (package.OLE_HEADER + b"\0" * 600, "before 2007"),
        (b"{\\rtf1 text}", "RTF"),
        (b"PK\x03\x04\x00\x00", "truncated"),
        (PLAIN[: len(PLAIN) // 2], "truncated"),
        (repacked(PLAIN, word_document_xml=BOMB), "document type"),
        (repacked(PLAIN, word_document_xml=OUTSIDE), "document type"),
        (repacked(PLAIN, word_document_xml=b"<w:document"), "broken"),
        (repacked(PLAIN, word_document_xml=b"<a/>"), "no body"),
        (repacked(PLAIN, word_document_xml=b"<a>" * 3000), "nested too deeply|broken"),
        (repacked(PLAIN, word_document_xml=b"<a>" + b" " * (archives.SMALL_PART_BYTES + 1) + b"</a>"), "absurd size"),
        (docx(), "no text"),
        (docx(paragraph("")), "no text"),
    ],
)
def test_bad_files_are_refused_with_the_reason(tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(data)
    with pytest.raises(LayoutReadError, match=reason) as caught:
        LayoutReader().read(path)
    assert caught.value.source == str(path)


def test_a_zip_without_a_main_part_is_no_word_file() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("xl/workbook.xml", "<a/>")
    with pytest.raises(LayoutReadError, match="no Word file"):
        read(buffer.getvalue())


def test_deep_tables_end_in_an_error_and_lost_parts_in_a_layout() -> None:
    nested = paragraph("x")
    for _ in range(60):
        nested = table(row("a", cell(nested)), row("b", "c"))
    with pytest.raises(LayoutReadError, match="nested"):
        read(docx(nested))
    layout = read(
        docx(
            paragraph(picture("rIdNone", "図") + '<w:r><w:footnoteReference w:id="9"/></w:r>'),
            item("番号の定義がない"),
            '<w:altChunk r:id="rIdNone"/>',
            paragraph('<w:r><w:fldChar w:fldCharType="end"/></w:r>' + run("文です。")),
        )
    )
    assert [element.kind for element in layout.elements] == [K.PICTURE, K.TEXT, K.TEXT]
    assert any("embedded" in warning for warning in layout.warnings)
    assert any("footnote is missing" in warning for warning in layout.warnings)


@pytest.mark.slow
def test_mangled_files_give_a_layout_or_a_read_error() -> None:
    chance = random.Random(7)
    seed = (
        styled("H1", "概要") + item("押す") + table(row("a", cell(item("b"), '<w:vMerge w:val="restart"/>')), row("c", "d"))
        + paragraph(run("x", "<w:b/>") + picture("rId5", "図") + field(" SEQ 図 ", "1")) + paragraph(text_box(paragraph("y")))
    )  # fmt: skip
    words = [
        "w:p",
        "w:tbl",
        "w:tc",
        "w:r",
        "w:t",
        "w:fldChar",
        "w:numPr",
        "w:pPr",
        "w:sdt",
        "w:drawing",
        "mc:Choice",
        "w:val",
    ]
    numbers = numbering({0: level(0, "decimal", "%1.")}, {1: 0})
    read_files = 0
    for _ in range(1500):
        text = seed * chance.randrange(1, 3)
        for _ in range(chance.randrange(1, 6)):
            old = chance.choice(words)
            # Whole names are changed, so that the XML stays well-formed and the reader sees what it makes of it.
            text = (
                text.replace(old, chance.choice(words), 10**6)
                if chance.random() < 0.5
                else text.replace(old, f"{old}x")
            )
        try:
            layout = read(docx(text, styles=OUTLINE, numbers=numbers, relations={"rId5": ("image", "media/i.png")}))
        except LayoutReadError:
            continue
        read_files += 1
        layout.to_document()
        assert len({element.element_id for element in layout.elements}) == len(layout.elements)
    assert read_files > 500
