"""A parser's JSON beside its PDF: what the PDF prints settles what the JSON does not say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pdf_builder import PdfBuilder

from llama_index_layout_rag.layout import ElementKind, LayoutDocument
from llama_index_layout_rag.layout.elements import Extraction
from llama_index_layout_rag.readers import LayoutReader
from llama_index_layout_rag.readers.pdf.extract.page_sizes import has_text_layer

K = ElementKind


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
        .paragraph("終わったら電源を切ってください。長い間使わないときはケーブルも抜いてください。")
    )


def docling(*texts: tuple[Any, ...]) -> str:
    """A DoclingDocument of texts, each with a label, a text and perhaps more fields."""
    nodes = [
        {
            "self_ref": f"#/texts/{number}",
            "label": label,
            "text": text,
            "children": [],
            "prov": [{"page_no": 1, "bbox": {"l": 57, "t": 50 + 20 * number, "r": 300, "b": 62 + 20 * number}}],
            **(more[0] if more else {}),
        }
        for number, (label, text, *more) in enumerate(texts)
    ]
    body = {"self_ref": "#/body", "children": [{"$ref": node["self_ref"]} for node in nodes]}
    pages = {"1": {"page_no": 1, "size": {"width": 595, "height": 842}}}
    return json.dumps({"schema_name": "DoclingDocument", "body": body, "texts": nodes, "pages": pages})


def read(folder: Path, pdf: PdfBuilder, *texts: tuple[Any, ...]) -> LayoutDocument:
    (folder / "manual.pdf").write_bytes(pdf.build())
    (folder / "manual.json").write_text(docling(*texts), encoding="utf-8")
    return LayoutReader().read(folder / "manual.json")


def outline(layout: LayoutDocument) -> list[tuple[int | None, str]]:
    return [(e.level, e.text) for e in layout.elements if e.kind is K.SECTION_HEADER]


def steps(layout: LayoutDocument) -> list[tuple[str | None, str, list[str]]]:
    return [(e.marker, e.text, e.section_path) for e in layout.elements if e.kind is K.LIST_ITEM]


HEADING = {"level": 1}


def test_flat_levels_lost_items_and_lost_headings_are_those_of_the_print(tmp_path: Path, pdf: PdfBuilder) -> None:
    layout = read(
        tmp_path,
        pdf,
        ("section_header", "ES-200 取扱説明書", HEADING),
        ("section_header", "1 準備", HEADING),
        ("text", "装置を水平な台の上に置いてください。電源はまだ入れません。"),
        ("text", "1.1 接続"),
        ("text", "電源ケーブルを差し込みます。"),
        ("list_item", "表示灯が緑に変わるまで待ちます。"),
        ("section_header", "2 操作", HEADING),
        ("text", "画面の開始を押します。"),
    )
    assert layout.title == "ES-200 取扱説明書"
    assert outline(layout) == [(1, "1 準備"), (2, "1.1 接続"), (1, "2 操作")]
    printed = LayoutReader().read(tmp_path / "manual.pdf")
    assert outline(layout) == outline(printed)
    lost = next(element for element in layout.elements if element.text == "1.1 接続")
    assert lost.provenance.original_kind == "text"


def test_items_that_a_parser_joined_or_cut_are_whole(tmp_path: Path, pdf: PdfBuilder) -> None:
    layout = read(
        tmp_path,
        pdf,
        ("section_header", "1 準備", HEADING),
        ("section_header", "1.1 接続", HEADING),
        ("text", "① 電源ケーブルを差し込みます。② 表示灯が緑に変わるまで待ちます。"),
        ("section_header", "2 操作", HEADING),
        ("list_item", "・画面の"),
        ("text", "開始を押します。"),
    )
    assert steps(layout) == [
        ("①", "電源ケーブルを差し込みます。", ["1 準備", "1.1 接続"]),
        ("②", "表示灯が緑に変わるまで待ちます。", ["1 準備", "1.1 接続"]),
        ("・", "画面の 開始を押します。", ["2 操作"]),
    ]
    assert len({element.element_id for element in layout.elements}) == len(layout.elements)
    assert [element.seq_no for element in layout.elements] == list(range(len(layout.elements)))


def test_sentences_taken_for_headings_are_text_and_lost_numbers_come_back(tmp_path: Path, pdf: PdfBuilder) -> None:
    layout = read(
        tmp_path,
        pdf,
        ("section_header", "1 準備", HEADING),
        ("section_header", "装置を水平な台の上に置いてください。", {"level": 2}),
        ("section_header", "接続", {"level": 3}),
        ("section_header", "2 操作", HEADING),
        ("section_header", "終わったら電源を切ってください。長い間使わないときはケーブルも抜いてください。", HEADING),
    )
    assert outline(layout) == [(1, "1 準備"), (2, "1.1 接続"), (1, "2 操作")]


def test_a_heading_that_only_the_parser_sees_stays(tmp_path: Path, pdf: PdfBuilder) -> None:
    layout = read(
        tmp_path,
        pdf.paragraph("お手入れ"),
        ("section_header", "1 準備", HEADING),
        ("section_header", "2 操作", HEADING),
        ("section_header", "お手入れ", HEADING),
    )
    assert [text for _, text in outline(layout)] == ["1 準備", "1.1 接続", "2 操作", "お手入れ"]


@pytest.mark.parametrize("other", [PdfBuilder().paragraph("まったく別の文書です。" * 10), PdfBuilder().image(300, 300)])
def test_another_pdf_or_a_scan_changes_nothing(tmp_path: Path, other: PdfBuilder) -> None:
    texts = [("section_header", "1 準備", HEADING), ("text", "2 操作"), ("text", "置いてください。")]
    (tmp_path / "alone").mkdir()
    (tmp_path / "alone" / "manual.json").write_text(docling(*texts), encoding="utf-8")
    alone = LayoutReader().read(tmp_path / "alone" / "manual.json")
    beside = read(tmp_path, other, *texts)
    assert [e.model_dump() for e in beside.elements] == [e.model_dump() for e in alone.elements]


def test_a_scan_has_no_text_layer() -> None:
    assert has_text_layer(PdfBuilder().paragraph("文があります。" * 10).build())
    assert not has_text_layer(PdfBuilder().image(300, 300).build())
    assert not has_text_layer(b"%PDF-1.7 broken")


def test_headings_that_the_parser_lost_come_back_above_what_is_below_them(tmp_path: Path, pdf: PdfBuilder) -> None:
    layout = read(
        tmp_path,
        pdf,
        ("section_header", "1 準備", HEADING),
        ("text", "装置を水平な台の上に置いてください。電源はまだ入れません。"),
        ("list_item", "① 電源ケーブルを差し込みます。"),
        ("list_item", "・ 画面の開始を押します。"),
    )
    assert outline(layout) == [(1, "1 準備"), (2, "1.1 接続"), (1, "2 操作")]
    assert [path for _, _, path in steps(layout)] == [["1 準備", "1.1 接続"], ["2 操作"]]
    lost = [e for e in layout.elements if e.provenance and e.provenance.extraction is Extraction.SOURCE_PDF]
    assert [element.text for element in lost] == ["ES-200 取扱説明書", "1.1 接続", "2 操作"]


def test_a_paragraph_that_runs_over_a_heading_is_cut_at_it_and_a_mention_is_none(
    tmp_path: Path, pdf: PdfBuilder
) -> None:
    pdf = pdf.paragraph("「1.1 接続」を参照してください。ケーブルの種類は別の表にあります。")
    layout = read(
        tmp_path,
        pdf,
        ("section_header", "1 準備", HEADING),
        ("text", "装置を水平な台の上に置いてください。電源はまだ入れません。 1.1 接続 ① 電源ケーブルを差し込みます。"),
        ("section_header", "2 操作", HEADING),
        ("text", "「1.1 接続」を参照してください。ケーブルの種類は別の表にあります。"),
    )
    assert outline(layout) == [(1, "1 準備"), (2, "1.1 接続"), (1, "2 操作")]
    assert ("①", "電源ケーブルを差し込みます。", ["1 準備", "1.1 接続"]) in steps(layout)
    assert layout.elements[-1].text.startswith("「1.1 接続」を参照")


def test_a_page_of_text_that_a_parser_took_for_a_table_is_text(tmp_path: Path, pdf: PdfBuilder) -> None:
    cells = ["1.1 接続", "① 電源ケーブルを差し込みます。", "② 表示灯が緑に変わるまで待ちます。", "2 操作"]
    value = json.loads(docling(("section_header", "1 準備", HEADING), ("text", "終わったら電源を切ってください。")))
    prov = [{"page_no": 1, "bbox": {"l": 40, "t": 60, "r": 560, "b": 330, "coord_origin": "TOPLEFT"}}]
    table_cells = [{"start_row_offset_idx": n, "start_col_offset_idx": 0, "text": text} for n, text in enumerate(cells)]
    data = {"num_rows": 4, "num_cols": 1, "table_cells": table_cells}
    value["tables"] = [{"self_ref": "#/tables/0", "label": "table", "children": [], "prov": prov, "data": data}]
    value["body"]["children"].insert(1, {"$ref": "#/tables/0"})
    (tmp_path / "manual.pdf").write_bytes(pdf.build())
    (tmp_path / "manual.json").write_text(json.dumps(value), encoding="utf-8")
    layout = LayoutReader().read(tmp_path / "manual.json")
    assert not [element for element in layout.elements if element.kind is K.TABLE]
    assert outline(layout) == [(1, "1 準備"), (2, "1.1 接続"), (1, "2 操作")]
    assert [text for _, text, _ in steps(layout)][:2] == [
        "電源ケーブルを差し込みます。",
        "表示灯が緑に変わるまで待ちます。",
    ]
    assert len({element.element_id for element in layout.elements}) == len(layout.elements)


def test_a_number_that_the_parser_puts_behind_its_heading_stands_in_front(tmp_path: Path, pdf: PdfBuilder) -> None:
    layout = read(
        tmp_path,
        pdf,
        ("section_header", "準備 1", HEADING),
        ("section_header", "接続 1.1", HEADING),
        ("text", "終わったら電源を切ってください。長い間使わないときはケーブルも抜いてください。"),
    )
    assert outline(layout)[:2] == [(1, "1 準備"), (2, "1.1 接続")]


def covered() -> PdfBuilder:
    """A cover, and a page with a section, a list and a line in the type of the text."""
    cover = PdfBuilder().heading("ES-200 取扱説明書", size=28)
    cover.y += 200
    cover.paragraph("第2版", size=14).paragraph("港機器株式会社", size=14)
    page = cover.page().heading("1 準備", size=16).paragraph("装置を水平な台の上に置いてください。")
    page.item("●", "電源ケーブル").item("●", "取付金具").heading("2 操作", size=16).paragraph("予備の給水ホース")
    return page.paragraph("画面の開始を押して、表示灯が緑に変わるまで待ってください。")


def placed(page: int, top: int, bottom: int) -> dict[str, Any]:
    return {"prov": [{"page_no": page, "bbox": {"l": 50, "t": top, "r": 500, "b": bottom, "coord_origin": "TOPLEFT"}}]}


def test_nothing_on_a_cover_but_its_title_is_a_heading(tmp_path: Path) -> None:
    layout = read(
        tmp_path,
        covered(),
        ("section_header", "ES-200 取扱説明書", HEADING),
        ("section_header", "第2版", HEADING),
        ("section_header", "港機器株式会社", HEADING),
        ("section_header", "1 準備", {**HEADING, **placed(2, 60, 80)}),
        ("text", "装置を水平な台の上に置いてください。", placed(2, 90, 100)),
    )
    assert layout.title == "ES-200 取扱説明書"
    assert [text for _, text in outline(layout)] == ["1 準備", "2 操作"]


def test_bullets_that_a_parser_took_for_a_column_of_cells_are_a_list(tmp_path: Path) -> None:
    value = json.loads(docling(("section_header", "1 準備", {**HEADING, **placed(2, 60, 80)})))
    printed = [e for e in covered().read().elements if e.kind is K.LIST_ITEM]
    boxes = [e.bbox for e in printed if e.bbox is not None]
    cells = [
        {"start_row_offset_idx": row, "start_col_offset_idx": column, "text": text}
        for row, element in enumerate(printed)
        for column, text in enumerate(("●", element.text))
    ]
    place = placed(2, round(boxes[0][1]) - 3, round(boxes[-1][3]) + 3)
    data = {"num_rows": 2, "num_cols": 2, "table_cells": cells}
    value["tables"] = [{"self_ref": "#/tables/0", "label": "table", "children": [], **place, "data": data}]
    value["body"]["children"].append({"$ref": "#/tables/0"})
    (tmp_path / "manual.pdf").write_bytes(covered().build())
    (tmp_path / "manual.json").write_text(json.dumps(value), encoding="utf-8")
    layout = LayoutReader().read(tmp_path / "manual.json")
    assert not [element for element in layout.elements if element.kind is K.TABLE]
    assert [text for _, text, _ in steps(layout)] == ["電源ケーブル", "取付金具"]
