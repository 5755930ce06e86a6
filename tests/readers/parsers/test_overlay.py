"""A parser's JSON beside its PDF: the PDF's reading is the document, and the parser adds to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pdf_builder import PdfBuilder

from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutElement, LayoutPage, LayoutSource
from llama_index_layout_rag.readers import LayoutReader
from llama_index_layout_rag.readers.parsers.overlay import merge_with_pdf
from llama_index_layout_rag.readers.pdf import has_text_layer

K = ElementKind
HEADING = {"level": 1}
END = "終わったら電源を切ってください。長い間使わないときはケーブルも抜いてください。"


@pytest.fixture
def pdf() -> PdfBuilder:
    """A manual of one page: a title, numbered sections, steps, a note."""
    return (
        PdfBuilder()
        .heading("ES-200 取扱説明書", size=22)
        .heading("1 準備", size=16)
        .paragraph("装置を水平な台の上に置いてください。電源はまだ入れません。")
        .heading("1.1 接続", size=13)
        .item("①", "電源ケーブルを差し込みます。")
        .item("②", "表示灯が緑に変わるまで待ちます。")
        .heading("2 操作", size=16)
        .item("・", "画面の開始を押します。")
        .paragraph(END)
    )


def at(left: float, top: float, right: float, bottom: float, page: int = 1) -> dict[str, Any]:
    box = {"l": left, "t": top, "r": right, "b": bottom, "coord_origin": "TOPLEFT"}
    return {"prov": [{"page_no": page, "bbox": box}]}


def docling(*nodes: tuple[Any, ...]) -> dict[str, Any]:
    """A DoclingDocument of nodes, each with a label, a text (rows for a table) and perhaps more fields."""
    value: dict[str, Any] = {"schema_name": "DoclingDocument", "texts": [], "tables": [], "pictures": []}
    children = []
    for number, (label, content, *more) in enumerate(nodes):
        array = {"table": "tables", "picture": "pictures"}.get(label, "texts")
        node: dict[str, Any] = {"self_ref": f"#/{array}/{len(value[array])}", "label": label, "children": []}
        node |= at(57, 50 + 20 * number, 300, 62 + 20 * number) | (more[0] if more else {})
        if label == "table":
            cells = [
                {"start_row_offset_idx": row, "start_col_offset_idx": column, "text": text}
                for row, texts in enumerate(content)
                for column, text in enumerate(texts)
            ]
            node["data"] = {"num_rows": len(content), "num_cols": len(content[0]), "table_cells": cells}
        else:
            node["text"] = content
        value[array].append(node)
        children.append({"$ref": node["self_ref"]})
    value["body"] = {"self_ref": "#/body", "children": children}
    value["pages"] = {"1": {"page_no": 1, "size": {"width": 595, "height": 842}}}
    return value


def read(folder: Path, pdf: PdfBuilder, *nodes: tuple[Any, ...]) -> tuple[LayoutDocument, LayoutDocument]:
    """The JSON of the nodes beside a PDF, and the PDF alone."""
    (folder / "manual.pdf").write_bytes(pdf.build())
    (folder / "manual.json").write_text(json.dumps(docling(*nodes)), encoding="utf-8")
    layout = LayoutReader(ocr="off").read(folder / "manual.json")
    assert len({element.element_id for element in layout.elements}) == len(layout.elements)
    assert [element.seq_no for element in layout.elements] == list(range(len(layout.elements)))
    return layout, LayoutReader(ocr="off").read(folder / "manual.pdf")


def outline(layout: LayoutDocument) -> list[tuple[int | None, str]]:
    return [(e.level, e.text) for e in layout.elements if e.kind is K.SECTION_HEADER]


def steps(layout: LayoutDocument) -> list[tuple[str | None, str, list[str]]]:
    return [(e.marker, e.text, e.section_path) for e in layout.elements if e.kind is K.LIST_ITEM]


FIRST = ("text", "装置を水平な台の上に置いてください。電源はまだ入れません。")


@pytest.mark.parametrize(
    "nodes",
    [
        pytest.param(
            [
                ("section_header", "ES-200 取扱説明書", HEADING),
                ("section_header", "1 準備", HEADING),
                FIRST,
                ("text", "1.1 接続"),
                ("text", "電源ケーブルを差し込みます。"),
                ("list_item", "表示灯が緑に変わるまで待ちます。"),
                ("section_header", "2 操作", HEADING),
                ("text", "画面の開始を押します。"),
            ],
            id="flat levels, lost items",
        ),
        pytest.param(
            [
                ("section_header", "1 準備", HEADING),
                ("text", "① 電源ケーブルを差し込みます。② 表示灯が緑に変わるまで待ちます。"),
                ("list_item", "・画面の"),
                ("text", "開始を押します。"),
            ],
            id="joined and cut items, lost headings",
        ),
        pytest.param(
            [
                ("section_header", "準備 1", HEADING),
                ("section_header", "装置を水平な台の上に置いてください。", {"level": 2}),
                ("section_header", "接続", {"level": 3}),
                ("section_header", END, HEADING),
            ],
            id="sentences as headings, lost numbers",
        ),
        pytest.param(
            [
                ("section_header", "1 準備", HEADING),
                ("text", f"{FIRST[1]} 1.1 接続 ① 電源ケーブルを差し込みます。"),
            ],
            id="a paragraph that runs over a heading",
        ),
        pytest.param(
            [
                ("section_header", "1 準備", HEADING),
                ("text", END),
                ("table", [["1.1 接続"], ["① 電源ケーブルを差し込みます。"], ["2 操作"]], at(40, 60, 560, 330)),
            ],
            id="a page as table",
        ),
        pytest.param(
            [("section_header", "1 準備", HEADING), ("picture", "", at(40, 60, 560, 330))], id="a page as picture"
        ),
    ],
)
def test_sections_and_steps_are_those_of_the_pdf(tmp_path: Path, pdf: PdfBuilder, nodes: list[tuple[Any, ...]]) -> None:
    layout, printed = read(tmp_path, pdf, *nodes)
    assert layout.title == "ES-200 取扱説明書"
    assert outline(layout) == outline(printed) == [(1, "1 準備"), (2, "1.1 接続"), (1, "2 操作")]
    assert steps(layout) == steps(printed)
    assert [e.text for e in layout.elements] == [e.text for e in printed.elements]


def test_a_heading_that_only_the_parser_sees_becomes_one(tmp_path: Path, pdf: PdfBuilder) -> None:
    layout, _ = read(
        tmp_path,
        pdf.paragraph("お手入れ"),
        ("section_header", "1 準備", HEADING),
        ("section_header", "お手入れ", HEADING),
    )
    assert [text for _, text in outline(layout)] == ["1 準備", "1.1 接続", "2 操作", "お手入れ"]


@pytest.mark.parametrize("other", [PdfBuilder().paragraph("まったく別の文書です。" * 10), PdfBuilder().image(300, 300)])
def test_another_pdf_or_a_scan_changes_nothing(tmp_path: Path, other: PdfBuilder) -> None:
    nodes = [("section_header", "1 準備", HEADING), ("text", "2 操作"), ("text", "置いてください。")]
    (tmp_path / "alone").mkdir()
    (tmp_path / "alone" / "manual.json").write_text(json.dumps(docling(*nodes)), encoding="utf-8")
    alone = LayoutReader().read(tmp_path / "alone" / "manual.json")
    beside, _ = read(tmp_path, other, *nodes)
    assert [e.model_dump() for e in beside.elements] == [e.model_dump() for e in alone.elements]


def test_a_scan_has_no_text_layer() -> None:
    assert has_text_layer(PdfBuilder().paragraph("文があります。" * 10).build())
    assert not has_text_layer(PdfBuilder().image(300, 300).build())
    assert not has_text_layer(b"%PDF-1.7 broken")


def test_a_scanned_page_among_others_and_text_of_a_bitmap_are_what_the_parser_has_read(
    tmp_path: Path, pdf: PdfBuilder
) -> None:
    layout, _ = read(
        tmp_path,
        pdf.image(200, 60).page().image(480, 700),
        ("section_header", "1 準備", HEADING),
        FIRST,
        ("text", "型式 ES-200", at(70, 400, 200, 420)),
        ("section_header", "3 保守", HEADING | at(57, 60, 300, 80, page=2)),
        ("list_item", "① フィルターを外します。", at(57, 90, 300, 100, page=2)),
    )
    assert "型式 ES-200" in [element.text for element in layout.elements if element.page == 1]
    assert outline(layout)[-1] == (1, "3 保守")
    assert steps(layout)[-1] == ("①", "フィルターを外します。", ["3 保守"])


ROWS = [["Code", "Cause", "Remedy"], ["E1", "No water", "Open valve"], ["E2", "Too hot", "Wait"]]


def page_with_table(ruled: bool) -> tuple[PdfBuilder, dict[str, Any]]:
    pdf = PdfBuilder().heading("6 Faults", size=16).paragraph("Look up the code that the display shows.")
    top = pdf.y
    if ruled:
        pdf.table(ROWS, [100, 150, 150])
    else:
        for row in ROWS[:2]:
            pdf.y += 15
            for x, text in zip((60, 85, 110), row, strict=True):
                pdf.text(x, pdf.y, f"{text} ")
        pdf.y += 10
    return pdf.paragraph("Call the service if the fault remains."), at(50, top, 480, pdf.y - 20)


@pytest.mark.parametrize("ruled", [True, False])
def test_a_table_is_the_pdfs_where_it_has_one_and_else_the_parsers(tmp_path: Path, ruled: bool) -> None:
    pdf, place = page_with_table(ruled)
    rows = [["Code Cause Remedy", ""], *([r[0], " ".join(r[1:])] for r in ROWS[1:])] if ruled else ROWS[:2]
    layout, printed = read(
        tmp_path,
        pdf,
        ("section_header", "6 Faults", HEADING),
        ("text", "Look up the code that the display shows."),
        ("table", rows, place),
        ("text", "Call the service if the fault remains."),
    )
    (table,) = [element for element in layout.elements if element.kind is K.TABLE]
    assert table.table is not None
    assert table.table.grid() == (ROWS if ruled else ROWS[:2])
    assert table.metadata["label"] == "table"
    assert layout.elements[-1].text == "Call the service if the fault remains."
    assert len([e for e in printed.elements if e.kind is K.TABLE]) == int(ruled)
    assert not [e for e in layout.elements if e.kind is not K.TABLE and "E1" in e.text]


def test_pictures_are_described_or_added_and_have_their_captions(tmp_path: Path) -> None:
    pdf = PdfBuilder().heading("1 Panel", size=16).paragraph("The panel has two lamps.").image(200, 100)
    printed = next(e for e in pdf.paragraph("Front of the machine").read().elements if e.kind is K.PICTURE)
    assert printed.bbox is not None
    pdf = PdfBuilder().heading("1 Panel", size=16).paragraph("The panel has two lamps.").image(200, 100)
    pdf.paragraph("Front of the machine")
    top = pdf.y
    pdf.text(80, top + 20, "Pump").text(200, top + 60, "Tank")
    pdf.y += 90
    notes = {"captions": [{"$ref": "#/texts/2"}], "annotations": [{"kind": "description", "text": "Two lamps."}]}
    layout, _ = read(
        tmp_path,
        pdf.paragraph("Keep the area around the machine free."),
        ("section_header", "1 Panel", HEADING),
        ("text", "The panel has two lamps."),
        ("picture", "", at(*printed.bbox) | notes),
        ("caption", "Front of the machine"),
        ("picture", "", at(60, top, 400, top + 80)),
        ("text", "Keep the area around the machine free."),
    )
    first, second = [element for element in layout.elements if element.kind is K.PICTURE]
    assert first.image is not None
    assert first.image.key
    assert first.metadata["annotations"] == notes["annotations"]
    caption = next(element for element in layout.elements if element.kind is K.CAPTION)
    assert (caption.text, caption.caption_of) == ("Front of the machine", first.element_id)
    labels = [element for element in layout.elements if element.kind is K.PICTURE_OCR_TEXT]
    assert {element.container for element in labels} == {second.element_id}
    assert " ".join(element.text for element in labels).split() == ["Pump", "Tank"]


def test_nothing_on_a_cover_but_its_title_is_a_heading(tmp_path: Path) -> None:
    cover = PdfBuilder().heading("ES-200 取扱説明書", size=28)
    cover.y += 200
    cover.paragraph("第2版", size=14).paragraph("港機器株式会社", size=14)
    page = cover.page().heading("1 準備", size=16).paragraph("装置を水平な台の上に置いてください。")
    page.heading("2 操作", size=16).paragraph("画面の開始を押して、表示灯が緑に変わるまで待ってください。")
    layout, _ = read(
        tmp_path,
        page,
        ("section_header", "ES-200 取扱説明書", HEADING),
        ("section_header", "第2版", HEADING),
        ("section_header", "港機器株式会社", HEADING),
        ("section_header", "1 準備", HEADING | at(50, 60, 500, 80, page=2)),
        ("text", "装置を水平な台の上に置いてください。", at(50, 90, 500, 100, page=2)),
    )
    assert layout.title == "ES-200 取扱説明書"
    assert [text for _, text in outline(layout)] == ["1 準備", "2 操作"]


def test_columns_are_read_in_the_parsers_order_where_the_pdfs_jumps_between_them() -> None:
    def layout(*order: str) -> LayoutDocument:
        elements = []
        for name in order:
            x, y = (60.0 if name[0] == "L" else 320.0), 100.0 + 40 * int(name[1])
            text = f"{name} is a line of its column"
            box = (x, y, x + 200, y + 12)
            elements.append(LayoutElement(element_id=name, kind=K.TEXT, text=text, page=1, bbox=box))
        page = LayoutPage(number=1, width=595, height=842)
        return LayoutDocument(source=LayoutSource(uri="m", name="m"), pages=[page], elements=elements)

    rows = layout("L0", "R0", "L1", "R1", "L2", "R2")
    columns = layout("L0", "L1", "L2", "R0", "R1", "R2")
    assert [e.element_id for e in merge_with_pdf(columns, rows).elements] == [e.element_id for e in columns.elements]
    assert [e.element_id for e in merge_with_pdf(rows, columns).elements] == [e.element_id for e in columns.elements]
