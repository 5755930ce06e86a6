"""JSON of layout parsers: each format's own words become the same layout; broken JSON is refused in bounded time."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from llama_index_layout_rag.layout import (
    ElementKind,
    LayoutDocument,
    LayoutElement,
    LayoutPage,
    LayoutReadError,
    LayoutSource,
)
from llama_index_layout_rag.readers import LayoutReader
from llama_index_layout_rag.readers.parsers.formats import read_parser_json

LETTER = [LayoutPage(number=1, width=600, height=800)]
K = ElementKind


def read(value: Any, pages: list[LayoutPage] | None = None) -> LayoutDocument:
    return read_parser_json(json.dumps(value).encode(), LayoutSource(uri="/m/a.json", name="a.json"), pages or [])


def of(layout: LayoutDocument, kind: ElementKind) -> list[LayoutElement]:
    return [element for element in layout.elements if element.kind is kind]


def only(layout: LayoutDocument, kind: ElementKind) -> LayoutElement:
    (element,) = of(layout, kind)
    return element


# Docling


def docling(**arrays: list[dict[str, Any]]) -> dict[str, Any]:
    value: dict[str, Any] = {"schema_name": "DoclingDocument", "version": "1.10.0", "pages": {}}
    value["pages"]["1"] = {"page_no": 1, "size": {"width": 600.0, "height": 800.0}}
    children = []
    for name in ("texts", "tables", "pictures", "groups"):
        value[name] = arrays.get(name, [])
        for index, node in enumerate(value[name]):
            node["self_ref"] = f"#/{name}/{index}"
            node.setdefault("children", [])
            if not node.pop("nested", False):
                children.append({"$ref": node["self_ref"]})
    value["body"] = {"self_ref": "#/body", "children": children}
    return value


def prov(top: float, bottom: float, origin: str = "BOTTOMLEFT") -> list[dict[str, Any]]:
    return [{"page_no": 1, "bbox": {"l": 50, "t": top, "r": 300, "b": bottom, "coord_origin": origin}}]


def test_docling_levels_are_told_from_numbers_where_all_are_1() -> None:
    headings = ["1 概要", "1.1 目的", "1.2 範囲", "2 操作"]
    layout = read(docling(texts=[{"label": "section_header", "level": 1, "text": t} for t in headings]))
    assert [(e.level, e.text) for e in of(layout, K.SECTION_HEADER)] == [
        (1, "1 概要"),
        (2, "1.1 目的"),
        (2, "1.2 範囲"),
        (1, "2 操作"),
    ]


def test_docling_boxes_are_turned_and_markers_come_from_orig() -> None:
    layout = read(
        docling(
            texts=[
                {"label": "section_header", "level": 1, "text": "手順", "prov": prov(780, 760)},
                {
                    "label": "list_item",
                    "text": "開く",
                    "orig": "① 開く",
                    "marker": "",
                    "prov": prov(700, 690),
                    "nested": True,
                },
                {"label": "list_item", "text": "押す", "enumerated": True, "marker": "2.", "nested": True},
            ],
            groups=[{"label": "ordered_list", "children": [{"$ref": "#/texts/1"}, {"$ref": "#/texts/2"}]}],
        )
    )
    first, second = of(layout, K.LIST_ITEM)
    assert (first.marker, first.text, first.page, first.bbox) == ("①", "開く", 1, (50, 100, 300, 110))
    assert second.marker == "2."
    assert first.section_path == ["手順"]


def test_docling_picture_holds_its_caption_and_printed_text() -> None:
    value = docling(
        texts=[
            {"label": "caption", "text": "Figure 1 Panel", "nested": True},
            {"label": "text", "text": "START", "nested": True},
        ],
        pictures=[
            {
                "label": "picture",
                "captions": [{"$ref": "#/texts/0"}],
                "children": [{"$ref": "#/texts/0"}, {"$ref": "#/texts/1"}],
                "prov": prov(500, 300),
            }
        ],
    )
    layout = read(value)
    picture = only(layout, K.PICTURE)
    assert only(layout, K.CAPTION).caption_of == picture.element_id
    assert only(layout, K.PICTURE_OCR_TEXT).text == "START"


def test_docling_table_furniture_and_unknown_labels() -> None:
    cells = [
        {
            "start_row_offset_idx": r,
            "start_col_offset_idx": c,
            "row_span": 1,
            "col_span": 1,
            "text": t,
            "column_header": r == 0,
        }
        for r, row in enumerate([["Code", "Cause"], ["E-1", "Heat"]])
        for c, t in enumerate(row)
    ]
    layout = read(
        docling(
            texts=[
                {"label": "page_header", "content_layer": "furniture", "text": "Manual"},
                {"label": "novel_label", "text": "words"},
            ],
            tables=[{"label": "table", "data": {"num_rows": 2, "num_cols": 2, "table_cells": cells}}],
        )
    )
    table = only(layout, K.TABLE).table
    assert table is not None
    assert table.grid() == [["Code", "Cause"], ["E-1", "Heat"]]
    assert table.header_row_count() == 1
    assert only(layout, K.PAGE_HEADER).text == "Manual"
    assert only(layout, K.TEXT).metadata["label"] == "novel_label"


def test_headings_that_the_parser_took_for_items_are_completed_by_their_numbers() -> None:
    labels = [
        ("section_header", "Guide"),
        ("list_item", "1. Introduction"),
        ("text", "Words."),
        ("section_header", "1.1 Background"),
        ("text", "Words."),
        ("text", "1.2 Purpose"),
        ("text", "Words."),
        ("section_header", "2. Use"),
        ("list_item", "1. Press start."),
        ("list_item", "2. Wait."),
    ]
    layout = read(docling(texts=[{"label": label, "level": 1, "text": text} for label, text in labels]))
    assert layout.title == "Guide"
    assert [(e.level, e.text) for e in of(layout, K.SECTION_HEADER)] == [
        (1, "1. Introduction"),
        (2, "1.1 Background"),
        (2, "1.2 Purpose"),
        (1, "2. Use"),
    ]
    assert [(e.marker, e.text) for e in of(layout, K.LIST_ITEM)] == [("1.", "Press start."), ("2.", "Wait.")]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["r First", "r Second"], [("•", "First"), ("•", "Second")]),
        (["SM590000 First", "SM590000 Second"], [("•", "First"), ("•", "Second")]),
        (["\x84 \x84 First", "\x84 \x84 Second"], [("•", "First"), ("•", "Second")]),
        (["-First", "-Second"], [("-", "First"), ("-", "Second")]),
        (["Press A", "Press B"], [(None, "Press A"), (None, "Press B")]),
        (["A first", "A second"], [(None, "A first"), (None, "A second")]),
    ],
)
def test_bullets_that_the_parser_could_not_map(texts: list[str], expected: list[tuple[str | None, str]]) -> None:
    layout = read(docling(texts=[{"label": "list_item", "text": text, "marker": ""} for text in texts]))
    assert [(e.marker, e.text) for e in of(layout, K.LIST_ITEM)] == expected


# Azure


def azure_paragraph(text: str, offset: int, role: str | None = None, y: float = 1.0) -> dict[str, Any]:
    polygon = [1.0, y, 5.0, y, 5.0, y + 0.2, 1.0, y + 0.2]
    value = {
        "content": text,
        "spans": [{"offset": offset, "length": len(text)}],
        "boundingRegions": [{"pageNumber": 1, "polygon": polygon}],
    }
    return {**value, "role": role} if role else value


def azure() -> dict[str, Any]:
    region = [{"pageNumber": 1, "polygon": [1, 4, 5, 4, 5, 6, 1, 6]}]
    cells = [
        {"rowIndex": r, "columnIndex": c, "content": t, "kind": "columnHeader" if r == 0 else "content"}
        for r, row in enumerate([["Code", "Cause"], ["E-1", "Heat"]])
        for c, t in enumerate(row)
    ]
    cells[3]["elements"] = ["/paragraphs/4"]
    return {
        "apiVersion": "2024-11-30",
        "modelId": "prebuilt-layout",
        "content": "",
        "pages": [{"pageNumber": 1, "unit": "inch", "width": 8.5, "height": 11}],
        "paragraphs": [
            azure_paragraph("Guide", 0, "title"),
            azure_paragraph("Setup", 10, "sectionHeading", 2),
            azure_paragraph("Power", 20, "sectionHeading", 2.5),
            azure_paragraph("1. Press start.", 30, None, 3),
            azure_paragraph("Heat", 45, None, 5),
            azure_paragraph("START", 60, None, 7),
            azure_paragraph("Figure 1 Panel", 70, None, 8.2),
            azure_paragraph("Page 1", 90, "pageNumber", 10.5),
        ],
        "sections": [
            {"elements": ["/paragraphs/0", "/sections/1"]},
            {"elements": ["/paragraphs/1", "/sections/2"]},
            {"elements": ["/paragraphs/2", "/paragraphs/3", "/tables/0", "/figures/0"]},
        ],
        "tables": [
            {
                "rowCount": 2,
                "columnCount": 2,
                "cells": cells,
                "boundingRegions": region,
                "spans": [{"offset": 40, "length": 10}],
            }
        ],
        "figures": [
            {
                "id": "1.1",
                "elements": ["/paragraphs/5", "/paragraphs/6"],
                "boundingRegions": [{"pageNumber": 1, "polygon": [1, 6.5, 5, 6.5, 5, 8, 1, 8]}],
                "caption": {
                    "content": "Figure 1 Panel",
                    "elements": ["/paragraphs/6"],
                    "boundingRegions": [{"pageNumber": 1, "polygon": [1, 8.2, 5, 8.2, 5, 8.4, 1, 8.4]}],
                },
                "spans": [{"offset": 60, "length": 20}],
            }
        ],
    }


def snake(value: Any) -> Any:
    """The same result as old SDKs dump it."""
    import re

    if isinstance(value, dict):
        renamed = {re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key).lower(): snake(item) for key, item in value.items()}
        if "polygon" in renamed:
            points = renamed["polygon"]
            renamed["polygon"] = [{"x": x, "y": y} for x, y in zip(points[::2], points[1::2], strict=True)]
        return renamed
    return [snake(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("value", [azure(), {"status": "succeeded", "analyzeResult": azure()}, snake(azure())])
def test_azure_sections_tables_and_figures(value: dict[str, Any]) -> None:
    layout = read(value)
    assert layout.title == "Guide"
    assert [(e.level, e.text) for e in of(layout, K.SECTION_HEADER)] == [(1, "Setup"), (2, "Power")]
    item = only(layout, K.LIST_ITEM)
    assert (item.marker, item.text, item.section_path) == ("1.", "Press start.", ["Setup", "Power"])
    assert item.bbox == (72, 216, 360, 230.4)
    table = only(layout, K.TABLE).table
    assert table is not None
    assert table.grid() == [["Code", "Cause"], ["E-1", "Heat"]]
    picture = only(layout, K.PICTURE)
    assert only(layout, K.PICTURE_OCR_TEXT).text == "START"
    assert only(layout, K.CAPTION).caption_of == picture.element_id
    assert only(layout, K.PAGE_FOOTER).text == "Page 1"
    assert "Heat" not in [element.text for element in layout.elements]


def test_azure_preview_markdown_is_taken_out_of_paragraphs() -> None:
    value = azure()
    value["sections"] = []
    value["paragraphs"][1]["content"] = "# 1\\. Setup"
    value["paragraphs"][7]["content"] = '<!-- PageNumber="1" -->'
    layout = read(value)
    assert of(layout, K.SECTION_HEADER)[0].text == "1. Setup"
    assert only(layout, K.PAGE_FOOTER).text == "1"


def test_azure_2_1_lines_become_paragraphs_and_tables_stand_in_their_place() -> None:
    def line(text: str, y: float) -> dict[str, Any]:
        return {"text": text, "boundingBox": [1, y, 5, y, 5, y + 0.2, 1, y + 0.2]}

    cell = {"rowIndex": 0, "columnIndex": 0, "text": "A", "boundingBox": [1, 3, 5, 3, 5, 3.2, 1, 3.2]}
    value = {
        "status": "succeeded",
        "analyzeResult": {
            "version": "2.1.0",
            "readResults": [
                {
                    "page": 1,
                    "unit": "inch",
                    "width": 8.5,
                    "height": 11,
                    "lines": [line("First line", 1), line("goes on.", 1.25), line("A", 3), line("Last.", 6)],
                }
            ],
            "pageResults": [
                {
                    "page": 1,
                    "tables": [{"rows": 1, "columns": 1, "cells": [cell], "boundingBox": [1, 3, 5, 3, 5, 4, 1, 4]}],
                }
            ],
        },
    }
    layout = read(value)
    assert [(e.kind, e.text) for e in layout.elements] == [
        (K.TEXT, "First line goes on."),
        (K.TABLE, ""),
        (K.TEXT, "Last."),
    ]


# Textract


def textract() -> dict[str, Any]:
    def block(name: str, kind: str, top: float, children: list[str] | None = None, **more: Any) -> dict[str, Any]:
        geometry = {"BoundingBox": {"Left": 0.1, "Top": top, "Width": 0.5, "Height": 0.05}}
        relations = [{"Type": "CHILD", "Ids": children}] if children else []
        return {"Id": name, "BlockType": kind, "Geometry": geometry, "Relationships": relations, **more}

    words = [block(f"w{n}", "WORD", 0, Text=t) for n, t in enumerate(["Code", "Cause", "E-1", "Heat"])]
    cells = [
        block(
            f"c{n}",
            "CELL",
            0,
            [f"w{n}"],
            RowIndex=n // 2 + 1,
            ColumnIndex=n % 2 + 1,
            EntityTypes=["COLUMN_HEADER"] if n < 2 else [],
        )
        for n in range(4)
    ]
    return {
        "Blocks": [
            block("p", "PAGE", 0),
            block("l1", "LINE", 0.1, Text="Setup"),
            block("l2", "LINE", 0.2, Text="1. Press"),
            block("l3", "LINE", 0.25, Text="start."),
            *words,
            *cells,
            block("t", "TABLE", 0.5, [f"c{n}" for n in range(4)]),
            block("h", "LAYOUT_SECTION_HEADER", 0.1, ["l1"]),
            block("li", "LAYOUT_LIST", 0.2, ["lt"]),
            block("lt", "LAYOUT_TEXT", 0.2, ["l2", "l3"]),
            block("lta", "LAYOUT_TABLE", 0.5, []),
            block("n", "LAYOUT_PAGE_NUMBER", 0.95, ["l4"]),
            block("l4", "LINE", 0.95, Text="7"),
        ]
    }


@pytest.mark.parametrize("value", [textract(), [textract()]])
def test_textract_lists_are_read_once_and_tables_joined(value: Any) -> None:
    layout = read(value, LETTER)
    assert [e.kind for e in layout.elements] == [K.SECTION_HEADER, K.LIST_ITEM, K.TABLE, K.PAGE_FOOTER]
    item = only(layout, K.LIST_ITEM)
    assert (item.marker, item.text, item.page, item.bbox) == ("1.", "Press start.", 1, (60, 160, 360, 200))
    table = only(layout, K.TABLE).table
    assert table is not None
    assert table.grid() == [["Code", "Cause"], ["E-1", "Heat"]]
    assert table.header_row_count() == 1
    assert not layout.warnings


def test_formats_without_page_sizes_say_so_when_there_is_no_pdf() -> None:
    assert "no page sizes" in read(textract()).warnings[0]


# Document AI


@pytest.mark.parametrize("names", ["camel", "snake"])
def test_document_ai_nested_blocks(names: str) -> None:
    def text(content: str, kind: str, blocks: list[Any] | None = None) -> dict[str, Any]:
        return {
            "textBlock": {"text": content, "type": kind, "blocks": blocks or []},
            "pageSpan": {"pageStart": 1, "pageEnd": 1},
        }

    entries = [{"blocks": [text("Press start.", "paragraph")]}, {"blocks": [text("Wait.", "paragraph")]}]
    table = {
        "headerRows": [{"cells": [{"blocks": [text("Code", "paragraph")]}]}],
        "bodyRows": [{"cells": [{"blocks": [text("E-1", "paragraph")]}]}],
    }
    steps = text("Steps", "heading-2", [{"listBlock": {"type": "ordered", "listEntries": entries}}])
    value: Any = {
        "documentLayout": {
            "blocks": [
                text("Manual", "header"),
                text("Setup", "heading-1", [text("Words.", "paragraph"), steps, {"tableBlock": table}]),
            ]
        }
    }
    layout = read({"document": snake(value)} if names == "snake" else value)
    # A list is part of the section that it stands in, at its level.
    assert [e.text for e in of(layout, K.LIST_ITEM)] == ["Press start.", "Wait."]
    assert [(e.marker, e.depth, e.section_path[-1]) for e in of(layout, K.LIST_ITEM)] == [
        ("1.", 1, "Steps"),
        ("2.", 1, "Steps"),
    ]
    assert only(layout, K.PAGE_HEADER).text == "Manual"
    grid = only(layout, K.TABLE).table
    assert grid is not None
    assert grid.grid() == [["Code"], ["E-1"]]


# Unstructured


def test_unstructured_coordinates_tables_and_pictures() -> None:
    def element(kind: str, text: str, **metadata: Any) -> dict[str, Any]:
        return {"type": kind, "element_id": text, "text": text, "metadata": {"page_number": 1, **metadata}}

    def coordinates(system: str, width: float, height: float, points: list[list[float]]) -> dict[str, Any]:
        return {"system": system, "layout_width": width, "layout_height": height, "points": points}

    box = [[200, 200], [200, 400], [600, 400], [600, 200]]
    value = [
        element("Header", "Manual"),
        element("Title", "Setup", category_depth=0),
        element("Title", "Power", category_depth=1),
        element("ListItem", "Press start.", coordinates=coordinates("PixelSpace", 1700, 2200, box)),
        element("Table", "Code Cause", text_as_html="<table><tr><th>Code</th></tr><tr><td>E-1</td></tr></table>"),
        element("Image", "START"),
        element("FigureCaption", "Figure 1 Panel"),
        element("UncategorizedText", "② Wait."),
    ]
    layout = read(value)
    assert [(e.level, e.text) for e in of(layout, K.SECTION_HEADER)] == [(1, "Power")]
    assert layout.title == "Setup"
    first, second = of(layout, K.LIST_ITEM)
    assert (first.text, first.bbox) == ("Press start.", (72, 72, 216, 144))
    assert (second.marker, second.text) == ("②", "Wait.")
    assert only(layout, K.PICTURE_OCR_TEXT).text == "START"
    assert only(layout, K.CAPTION).caption_of == only(layout, K.PICTURE).element_id
    assert only(layout, K.TABLE).table is not None


def test_unstructured_points_count_from_the_bottom() -> None:
    points = [[60, 700], [60, 640], [300, 640], [300, 700]]
    coordinates = {"system": "PointSpace", "layout_width": 600, "layout_height": 800, "points": points}
    value = [
        {"type": "Text", "element_id": "a", "text": "x", "metadata": {"page_number": 1, "coordinates": coordinates}}
    ]
    assert read(value).elements[0].bbox == (60, 100, 300, 160)


def test_unstructured_chunks_give_their_original_elements() -> None:
    original = [
        {"type": "Title", "element_id": "t", "text": "Setup", "metadata": {}},
        {"type": "Text", "element_id": "x", "text": "Words.", "metadata": {}},
    ]
    packed = base64.b64encode(zlib.compress(json.dumps(original).encode())).decode()
    value = [
        {"type": "CompositeElement", "element_id": "c", "text": "Setup Words.", "metadata": {"orig_elements": packed}}
    ]
    assert [e.text for e in read(value).elements] == ["Setup", "Words."]


# MinerU


def test_mineru_content_list() -> None:
    value = [
        {"type": "text", "text": "1 Setup", "text_level": 1, "bbox": [100, 100, 500, 150], "page_idx": 0},
        {
            "type": "list",
            "sub_type": "text",
            "list_items": ["1. Press start.", "2. Wait."],
            "bbox": [100, 200, 500, 250],
            "page_idx": 0,
        },
        {
            "type": "table",
            "table_body": "<table><tr><td>Code</td><td>Cause</td></tr><tr><td>1</td><td>Heat</td></tr></table>",
            "table_caption": ["Table 1 Codes"],
            "page_idx": 0,
        },
        {"type": "image", "img_path": "a.jpg", "img_caption": ["Figure 1 Panel"], "page_idx": 1},
        {"type": "page_number", "text": "2", "page_idx": 1},
    ]
    layout = read(value, [*LETTER, LayoutPage(number=2, width=600, height=800)])
    assert only(layout, K.SECTION_HEADER).bbox == (60, 80, 300, 120)
    assert [(e.marker, e.text) for e in of(layout, K.LIST_ITEM)] == [("1.", "Press start."), ("2.", "Wait.")]
    table, picture = only(layout, K.TABLE), only(layout, K.PICTURE)
    assert {e.text: e.caption_of for e in of(layout, K.CAPTION)} == {
        "Table 1 Codes": table.element_id,
        "Figure 1 Panel": picture.element_id,
    }
    assert (picture.page, picture.image.src) == (2, "a.jpg")


def test_mineru_content_list_2_and_middle() -> None:
    spans = [{"type": "text", "content": "1 Set"}, {"type": "text", "content": "up"}]
    second = [
        [
            {"type": "title", "content": {"title_content": spans, "level": 1}, "bbox": [100, 100, 500, 150]},
            {"type": "paragraph", "content": {"paragraph_content": [{"type": "text", "content": "Words."}]}},
        ]
    ]
    layout = read(second, LETTER)
    assert [(e.kind, e.text) for e in layout.elements] == [(K.SECTION_HEADER, "1 Setup"), (K.TEXT, "Words.")]

    def block(kind: str, *lines: str, **more: Any) -> dict[str, Any]:
        return {
            "type": kind,
            "bbox": [60, 80, 300, 120],
            "lines": [{"spans": [{"content": line}]} for line in lines],
            **more,
        }

    image = {
        "type": "image",
        "bbox": [60, 200, 300, 400],
        "blocks": [block("image_body"), block("image_caption", "Figure 1 Panel")],
    }
    middle = {
        "pdf_info": [
            {
                "page_idx": 0,
                "page_size": [600, 800],
                "para_blocks": [block("title", "1 Setup"), block("text", "Wrapped", "words."), image],
                "discarded_blocks": [{**block("discarded", "7"), "bbox": [280, 770, 320, 780]}],
            }
        ]
    }
    layout = read(middle)
    assert [(e.kind, e.text) for e in layout.elements] == [
        (K.SECTION_HEADER, "1 Setup"),
        (K.TEXT, "Wrapped words."),
        (K.PICTURE, ""),
        (K.CAPTION, "Figure 1 Panel"),
        (K.PAGE_FOOTER, "7"),
    ]


# Marker, PaddleOCR


def test_marker_tree() -> None:
    def block(kind: str, number: int, html: str, children: list[Any] | None = None) -> dict[str, Any]:
        return {
            "id": f"/page/0/{kind}/{number}",
            "block_type": kind,
            "html": html,
            "bbox": [60, 300, 300, 400] if kind.startswith("Figure") else [60, 80, 300, 120],
            "children": children,
        }

    group = block("FigureGroup", 6, "", [block("Figure", 4, ""), block("Caption", 5, "<p>Figure 1 Panel</p>")])
    items = [
        block("ListItem", 2, "<li>1. Press <b>start</b>.</li>"),
        block("ListItem", 3, "<li class='list-indent-1'>Wait.</li>"),
    ]
    page = {"id": "/page/0/Page/9", "block_type": "Page", "bbox": [0, 0, 600, 800], "html": ""}
    page["children"] = [
        block("SectionHeader", 0, "<h1>Guide</h1>"),
        block("SectionHeader", 1, "<h2>Setup &amp; use</h2>"),
        block("ListGroup", 7, "", items),
        group,
    ]
    layout = read({"block_type": "Document", "children": [page]})
    assert layout.title == "Guide"
    assert only(layout, K.SECTION_HEADER).text == "Setup & use"
    assert [(e.marker, e.depth, e.text) for e in of(layout, K.LIST_ITEM)] == [
        ("1.", 1, "Press start."),
        (None, 2, "Wait."),
    ]
    assert only(layout, K.CAPTION).caption_of == only(layout, K.PICTURE).element_id
    assert layout.pages[0].width == 600


def paddle() -> dict[str, Any]:
    def block(label: str, content: str, top: float) -> dict[str, Any]:
        return {"block_label": label, "block_content": content, "block_bbox": [100, top, 500, top + 50]}

    return {
        "page_index": 0,
        "width": 1200,
        "height": 1600,
        "parsing_res_list": [
            block("doc_title", "# Guide", 100),
            block("paragraph_title", "## Setup", 200),
            block("text", "① 開く", 300),
            block("table", "<table><tr><td>番号</td><td>内容</td></tr><tr><td>1</td><td>電源</td></tr></table>", 400),
            block("image", '<div><img src="imgs/a.jpg" /></div>', 600),
            block("figure_title", "図1 画面", 700),
            block("number", "7", 1500),
        ],
    }


@pytest.mark.parametrize(
    "value",
    [
        paddle(),
        {"res": paddle()},
        [paddle()],
        {"result": {"layoutParsingResults": [{"prunedResult": paddle()}]}},
    ],
)
def test_paddle_results_and_service_answers(value: Any) -> None:
    layout = read(value, LETTER)
    assert (layout.title, only(layout, K.SECTION_HEADER).text) == ("Guide", "Setup")
    item = only(layout, K.LIST_ITEM)
    assert (item.marker, item.text, item.bbox) == ("①", "開く", (50, 150, 250, 175))
    picture = only(layout, K.PICTURE)
    assert picture.image.src == "imgs/a.jpg"
    assert only(layout, K.CAPTION).caption_of == picture.element_id
    assert only(layout, K.TABLE).table is not None
    assert only(layout, K.PAGE_FOOTER).text == "7"


# LlamaParse, liteparse, OpenDataLoader


def test_llamaparse_1_and_2() -> None:
    box = {"x": 60, "y": 80, "w": 240, "h": 40}
    first = {
        "job_metadata": {},
        "pages": [
            {
                "page": 1,
                "width": 600,
                "height": 800,
                "md": "",
                "items": [
                    {"type": "heading", "lvl": 1, "value": "Setup", "md": "# Setup", "bBox": box},
                    {
                        "type": "text",
                        "value": "x",
                        "md": "1. Press start.\n2. Wait.\n   - Lamp",
                        "bBox": {"x": None, "y": 1, "w": 1, "h": 1},
                    },
                    {"type": "table", "rows": [["Code"], ["E-1"]], "bBox": {**box, "w": 9000}},
                ],
                "images": [
                    {"name": "a.png", "x": 60, "y": 300, "width": 100, "height": 50, "ocr": [{"text": "START"}]}
                ],
            }
        ],
    }
    layout = read(first)
    assert [(e.marker, e.depth, e.text) for e in of(layout, K.LIST_ITEM)] == [
        ("1.", 1, "Press start."),
        ("2.", 1, "Wait."),
        ("◦", 2, "Lamp"),
    ]
    assert only(layout, K.TABLE).bbox is None
    assert only(layout, K.PICTURE_OCR_TEXT).text == "START"
    nested = {"type": "list", "ordered": False, "items": [{"type": "text", "value": "Lamp"}]}
    second = {
        "items": {
            "pages": [
                {
                    "page_number": 1,
                    "success": True,
                    "page_width": 600,
                    "page_height": 800,
                    "items": [
                        {"type": "header", "items": [{"type": "text", "value": "Manual"}]},
                        {"type": "heading", "level": 1, "value": "Setup", "bbox": [box]},
                        {
                            "type": "list",
                            "ordered": True,
                            "items": [
                                {"type": "text", "value": "Press start."},
                                nested,
                                {"type": "text", "value": "Wait."},
                            ],
                        },
                        {"type": "image", "url": "a.png", "caption": "Figure 1 Panel"},
                    ],
                },
                {"page_number": 2, "success": False, "items": []},
            ]
        }
    }
    layout = read(second)
    assert [(e.marker, e.depth, e.text) for e in of(layout, K.LIST_ITEM)] == [
        ("1.", 1, "Press start."),
        (None, 2, "Lamp"),
        ("2.", 1, "Wait."),
    ]
    assert only(layout, K.PAGE_HEADER).text == "Manual"
    assert only(layout, K.CAPTION).caption_of == only(layout, K.PICTURE).element_id
    assert "Page 2" in layout.warnings[0]


def test_liteparse_blocks() -> None:
    box = {"x": 60.0, "y": 80.0, "width": 240.0, "height": 40.0}
    page = {
        "page": 1,
        "width": 600.0,
        "height": 800.0,
        "text_items": [],
        "blocks": [
            {"kind": "heading", "text": "Setup", "level": 1, "bbox": box},
            {
                "kind": "list_item",
                "text": "Press **start**\\.",
                "level": 0,
                "ordered": True,
                "marker": "1.",
                "bbox": box,
            },
            {"kind": "table", "header": [{"text": "Code"}], "rows": [[{"text": "E-1"}]], "bbox": box},
            {"kind": "figure", "id": "p1_1", "bbox": {**box, "y": 300.0}},
        ],
    }
    layout = read({"total_pages": 1, "pages": [page]})
    item = only(layout, K.LIST_ITEM)
    assert (item.marker, item.depth, item.text, item.bbox) == ("1.", 1, "Press start.", (60, 80, 300, 120))
    assert item.metadata["emphasis"] == [{"text": "start", "start": 6, "end": 11}]
    table = only(layout, K.TABLE).table
    assert table is not None
    assert table.header_row_count() == 1


def test_opendataloader_tree() -> None:
    def node(kind: str, number: int, content: str = "", **more: Any) -> dict[str, Any]:
        return {
            "type": kind,
            "id": number,
            "page number": 1,
            "bounding box": [60, 680, 300, 720],
            "content": content,
            **more,
        }

    inner = {"type": "list", "list items": [node("list item", 5, "・ Lamp")]}
    items = {
        "type": "list",
        "list items": [node("list item", 3, "1. Press start."), node("list item", 4, "2. Wait.", kids=[inner])],
    }
    cell = {"row number": 1, "column number": 1, "is_header": True, "kids": [node("paragraph", 8, "Code")]}
    value = {
        "number of pages": 1,
        "kids": [
            node("heading", 1, "Guide", level="Doctitle", **{"heading level": 1}),
            node("heading", 2, "Setup", level="Subtitle", **{"heading level": 2}),
            items,
            node("table", 6, rows=[{"cells": [cell]}], **{"number of rows": 1, "number of columns": 1}),
            node("caption", 7, "Screen", **{"linked content id": 9}),
            node("image", 9, source="a.png", **{"bounding box": [60, 100, 300, 300]}),
        ],
    }
    layout = read(value, LETTER)
    assert layout.title == "Guide"
    assert [(e.marker, e.depth, e.text) for e in of(layout, K.LIST_ITEM)] == [
        ("1.", 1, "Press start."),
        ("2.", 1, "Wait."),
        ("・", 2, "Lamp"),
    ]
    assert of(layout, K.LIST_ITEM)[0].bbox == (60, 80, 300, 120)
    assert only(layout, K.CAPTION).caption_of == only(layout, K.PICTURE).element_id


# What is common to all


def test_text_inside_a_picture_and_running_headers_left_in_the_body() -> None:
    texts = []
    for page in range(1, 6):
        bbox = {"l": 50, "t": 30, "r": 300, "b": 40, "coord_origin": "TOPLEFT"}
        texts.append({"label": "text", "text": f"ES-200 Manual {page}", "prov": [{"page_no": page, "bbox": bbox}]})
        body = {"l": 50, "t": 300, "r": 300, "b": 340, "coord_origin": "TOPLEFT"}
        texts.append(
            {"label": "text", "text": f"Body {'abcde'[page - 1]} words", "prov": [{"page_no": page, "bbox": body}]}
        )
    inside = {"l": 60, "t": 410, "r": 100, "b": 420, "coord_origin": "TOPLEFT"}
    texts.append({"label": "text", "text": "START", "prov": [{"page_no": 5, "bbox": inside}]})
    around = {"l": 50, "t": 400, "r": 300, "b": 500, "coord_origin": "TOPLEFT"}
    value = docling(texts=texts, pictures=[{"label": "picture", "prov": [{"page_no": 5, "bbox": around}]}])
    value["pages"] = {str(n): {"page_no": n, "size": {"width": 600.0, "height": 800.0}} for n in range(1, 6)}
    layout = read(value)
    assert len(of(layout, K.PAGE_HEADER)) == 5
    assert len(of(layout, K.TEXT)) == 5
    assert only(layout, K.PICTURE_OCR_TEXT).text == "START"


def headings_of(*texts: str) -> dict[str, Any]:
    return docling(
        texts=[{"label": "section_header", "level": 1, "text": text, "prov": prov(780 - 30 * n, 765 - 30 * n)}
               for n, text in enumerate(texts)]
    )  # fmt: skip


def test_a_number_in_a_box_of_its_own_belongs_to_the_heading_after_it() -> None:
    layout = read(headings_of("第1章", "準備", "1.1 接続", "2", "操作"))
    assert [e.text for e in of(layout, K.SECTION_HEADER)] == ["第1章 準備", "1.1 接続", "2 操作"]


def test_paragraphs_that_a_parser_took_for_headings_are_text() -> None:
    sentence = "画面に確認のメッセージが表示されたら、内容を読んでから実行ボタンを押して、次の画面が出るまで待ちます。"
    layout = read(headings_of("1 準備", sentence, "2 操作", "長" * 151))
    assert [e.text for e in of(layout, K.SECTION_HEADER)] == ["1 準備", "2 操作"]
    assert [e.provenance.original_kind for e in of(layout, K.TEXT)] == ["section_header"] * 2


def test_a_contents_page_without_leaders_is_furniture_and_a_section_of_that_name_is_not() -> None:
    entries = ["目次", "1. 準備", "2. 操作", "3. 保守", "4. 付録"]
    layout = read(docling(texts=[{"label": "text", "text": t, "prov": prov(700, 690)} for t in entries]))
    assert [e.text for e in of(layout, K.TOC_ENTRY)] == entries
    section = ["Index", "The index speeds up queries.", "It is built at night.", "It needs space.", "Drop it."]
    layout = read(docling(texts=[{"label": "text", "text": t, "prov": prov(700, 690)} for t in section]))
    assert not of(layout, K.TOC_ENTRY)


def cyclic() -> dict[str, Any]:
    value = docling(groups=[{"label": "list", "children": [{"$ref": "#/groups/1"}]}, {"label": "list", "nested": True}])
    value["groups"][1]["children"] = [{"$ref": "#/groups/0"}]
    value["texts"] = [{"self_ref": "#/texts/0", "label": "text", "text": "x", "parent": {"$ref": "#/body"}}]
    return value


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"{", "no valid JSON"),
        (b"[" * 100_000, "no valid JSON"),
        (b'{"a": 1}', "no known layout parser"),
        (b"[]", "no known layout parser"),
        (json.dumps(cyclic()).encode(), "Docling JSON, but it holds no elements"),
        (json.dumps({**docling(), "body": {"children": [{"$ref": "#/texts/9"}]}}).encode(), "leads nowhere"),
        (json.dumps({**docling(), "body": {"children": "x"}}).encode(), "children must be a list"),
        (json.dumps({**docling(), "pages": {"1": {"size": {"width": 1e12, "height": 1}}}}).encode(), "Docling"),
        (json.dumps({**azure(), "pages": [{"width": 1}]}).encode(), "a page has no number"),
        (json.dumps({"Blocks": [{"BlockType": "TABLE", "Relationships": 3}]}).encode(), "Relationships must be a list"),
        (json.dumps([{"type": "text", "text": "x", "page_idx": 10**12}]).encode(), "out of range"),
        (json.dumps({"number of pages": 1, "kids": []}).encode(), "holds no elements"),
    ],
)
def test_broken_and_unknown_json_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(LayoutReadError, match=reason) as caught:
        read_parser_json(data, LayoutSource(uri="/m/a.json", name="a.json"))
    assert caught.value.source == "/m/a.json"


@pytest.mark.parametrize("label", ["table", "document_index"])
@pytest.mark.parametrize(
    ("rows", "cells"),
    [
        (10**9, [{"start_row_offset_idx": 0, "start_col_offset_idx": 0, "text": "x"}]),
        (1000, [{"start_row_offset_idx": 0, "start_col_offset_idx": 0, "row_span": 1000, "col_span": 1000}] * 50),
    ],
)
def test_tables_of_absurd_sizes_are_refused(label: str, rows: int, cells: list[dict[str, Any]]) -> None:
    data = {"num_rows": rows, "num_cols": 1000, "table_cells": cells}
    with pytest.raises(LayoutReadError, match=r"out of range|too large"):
        read(docling(tables=[{"label": label, "data": data}]))


def test_deep_trees_end_in_an_error() -> None:
    value: dict[str, Any] = {"number of pages": 1, "kids": []}
    node = value
    for _ in range(400):
        node["kids"] = [{"type": "text block", "kids": []}]
        node = node["kids"][0]
    with pytest.raises(LayoutReadError, match="deeper than"):
        read(value)


def test_json_beside_its_pdf_points_to_the_pdf_and_keeps_its_own_id(tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "guide.pdf"), pagesize=(600, 800))
    canvas.drawString(60, 700, "Setup")
    canvas.save()
    (tmp_path / "guide_content_list.json").write_text(
        json.dumps([{"type": "text", "text": "Setup", "text_level": 1, "bbox": [100, 100, 500, 150], "page_idx": 0}])
    )
    reader = LayoutReader()
    (from_json,) = reader.load_data(tmp_path / "guide_content_list.json")
    (from_pdf,) = reader.load_data(tmp_path / "guide.pdf")
    assert from_json.id_ != from_pdf.id_
    layout = LayoutDocument.from_document(from_json)
    assert layout.source.uri == str(tmp_path / "guide.pdf")
    assert layout.elements[0].bbox == (60, 80, 300, 120)
    assert layout.pages[0].height == 800


def test_docling_nodes_that_do_not_say_where_they_stand_are_all_read() -> None:
    texts = [{"label": "text", "text": "One."}, {"label": "text", "text": "Two."}]
    body = {"children": [{"$ref": "#/texts/0"}, {"$ref": "#/texts/1"}]}
    layout = read({"schema_name": "DoclingDocument", "texts": texts, "body": body})
    assert [element.text for element in layout.elements] == ["One.", "Two."]


@pytest.mark.parametrize("level", ["NaN", "Infinity", "-Infinity", "1e400", "9" * 400])
def test_number_that_is_none_costs_no_document(level: str) -> None:
    text = f'{{"label": "section_header", "text": "Setup", "level": {level}, "self_ref": "#/texts/0"}}'
    data = f'{{"schema_name": "DoclingDocument", "texts": [{text}], "body": {{"children": [{{"$ref": "#/texts/0"}}]}}}}'
    layout = read_parser_json(data.encode(), LayoutSource(uri="/m.json", name="m.json"), (), "/m.json")
    assert [element.text for element in layout.elements] == ["Setup"]


@pytest.mark.parametrize("pdf", [b"%PDF-1.7 cut off", b""])
def test_broken_pdf_beside_a_json_is_told_and_the_json_read_alone(tmp_path: Path, pdf: bytes) -> None:
    (tmp_path / "guide.pdf").write_bytes(pdf)
    path = tmp_path / "guide_content_list.json"
    path.write_text(
        json.dumps([{"type": "text", "text": "Setup", "text_level": 1, "bbox": [100, 100, 500, 150], "page_idx": 0}])
    )
    (document,) = LayoutReader().load_data(path)
    layout = LayoutDocument.from_document(document)
    assert [element.text for element in layout.elements] == ["Setup"]
    assert any("guide.pdf" in warning and "read alone" in warning for warning in layout.warnings)
    assert not any("is not beside" in warning for warning in layout.warnings)
    with pytest.raises(LayoutReadError, match=r"guide\.pdf"):
        LayoutReader(source_pdf=str(tmp_path / "guide.pdf")).load_data(path)


SAMPLES = Path(__file__).parents[3].parent / "shared" / "samples"
NO_PARSER_OUTPUT = {
    "p3_84.json": "raw detections of a model",
    "multicolcnn_meta.json": "figures about a document, no text",
    "json_sample.json": "a skeleton without results",
}


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the shared samples are not beside the project")
def test_real_samples_read_without_error() -> None:
    files = sorted(SAMPLES.glob("*/*.json"))
    assert len(files) > 50
    for path in files:
        if path.name in NO_PARSER_OUTPUT:
            with pytest.raises(LayoutReadError):
                LayoutReader().read(path)
            continue
        layout = LayoutReader().read(path)
        assert any(element.text or element.table for element in layout.elements), path.name
        ids = [element.element_id for element in layout.elements]
        assert len(ids) == len(set(ids)), path.name
        assert {element.caption_of for element in layout.elements if element.caption_of} <= set(ids), path.name
