"""JSON of layout parsers, changed at random places: a layout, or an error that names the file; nothing else."""

from __future__ import annotations

import copy
import json
import random
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_parser_json import azure, docling, paddle, prov, textract

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.layout import LayoutDocument, LayoutPage, LayoutReadError, LayoutSource
from llama_index_layout_rag.readers.parsers.formats import read_parser_json

BOX = [60, 80, 300, 120]
TABLE = "<table><tr><th>Code</th><th>Cause</th></tr><tr><td>E-1</td><td>Heat</td></tr></table>"


def a_docling() -> Any:
    return docling(
        texts=[
            {"label": "section_header", "level": 1, "text": "1 Setup", "prov": prov(780, 760)},
            {
                "label": "list_item",
                "text": "Press start.",
                "orig": "1. Press start.",
                "marker": "1.",
                "prov": prov(700, 680),
            },
            {"label": "caption", "text": "Figure 1 Panel", "prov": prov(500, 480), "nested": True},
        ],
        tables=[
            {
                "label": "table",
                "prov": prov(400, 300),
                "data": {
                    "num_rows": 1,
                    "num_cols": 1,
                    "table_cells": [
                        {
                            "text": "Code",
                            "start_row_offset_idx": 0,
                            "end_row_offset_idx": 1,
                            "start_col_offset_idx": 0,
                            "end_col_offset_idx": 1,
                            "column_header": True,
                        }
                    ],
                },
            }
        ],
        pictures=[{"label": "picture", "prov": prov(600, 510), "captions": [{"$ref": "#/texts/2"}]}],
    )


def documentai() -> Any:
    def block(text: str, kind: str, *blocks: Any) -> Any:
        span = {"pageStart": 1, "pageEnd": 1}
        return {"blockId": text, "textBlock": {"text": text, "type": kind, "blocks": list(blocks)}, "pageSpan": span}

    rows = [{"cells": [{"blocks": [block("Code", "paragraph")], "rowSpan": 1}]}]
    entries = [{"blocks": [block("Press start.", "paragraph")]}]
    listed = {"listBlock": {"type": "ordered", "listEntries": entries}}
    table = {"tableBlock": {"headerRows": rows, "bodyRows": rows, "caption": "Codes"}}
    return {"documentLayout": {"blocks": [block("Setup", "heading-1", block("Words.", "paragraph"), listed, table)]}}


def unstructured() -> Any:
    points = [[60, 700], [60, 640], [300, 640], [300, 700]]
    coordinates = {"system": "PointSpace", "layout_width": 600, "layout_height": 800, "points": points}
    return [
        {
            "type": kind,
            "element_id": text,
            "text": text,
            "metadata": {"page_number": 1, "coordinates": coordinates, **more},
        }
        for kind, text, more in [
            ("Title", "Setup", {"category_depth": 0}),
            ("ListItem", "1. Press start.", {"parent_id": "Setup"}),
            ("Table", "Code", {"text_as_html": TABLE}),
            ("Image", "START", {"image_path": "a.png"}),
            ("FigureCaption", "Figure 1 Panel", {}),
        ]
    ]


def mineru() -> Any:
    return [
        {"type": "text", "text": "1 Setup", "text_level": 1, "bbox": BOX, "page_idx": 0},
        {"type": "list", "sub_type": "text", "list_items": ["1. Press start.", "2. Wait."], "bbox": BOX, "page_idx": 0},
        {"type": "table", "table_body": TABLE, "table_caption": ["Table 1 Codes"], "page_idx": 0},
        {"type": "image", "img_path": "../../a.jpg", "img_caption": ["Figure 1 Panel"], "page_idx": 0},
    ]


def mineru_middle() -> Any:
    def block(kind: str, line: str) -> Any:
        return {"type": kind, "bbox": BOX, "lines": [{"bbox": BOX, "spans": [{"type": "text", "content": line}]}]}

    image = {
        "type": "image",
        "bbox": BOX,
        "blocks": [block("image_body", ""), block("image_caption", "Figure 1 Panel")],
    }
    page = {
        "page_idx": 0,
        "page_size": [600, 800],
        "para_blocks": [block("title", "1 Setup"), block("text", "x"), image],
    }
    return {"pdf_info": [{**page, "discarded_blocks": [block("discarded", "7")]}]}


def marker() -> Any:
    def block(kind: str, html: str, *children: Any) -> Any:
        return {
            "id": f"/page/0/{kind}/{html}",
            "block_type": kind,
            "html": html,
            "bbox": BOX,
            "children": list(children),
        }

    items = block("ListGroup", "", block("ListItem", "<li>1. Press <b>start</b>.</li>"))
    page = block(
        "Page", "", block("SectionHeader", "<h2>Setup</h2>"), items, block("Table", TABLE), block("Figure", "")
    )
    return {"block_type": "Document", "children": [{**page, "id": "/page/0/Page/9", "bbox": [0, 0, 600, 800]}]}


def llamaparse() -> Any:
    box = {"x": 60, "y": 80, "w": 240, "h": 40}
    items = [
        {"type": "heading", "lvl": 1, "value": "Setup", "md": "# Setup", "bBox": box},
        {"type": "text", "value": "x", "md": "1. Press start.\n2. Wait.", "bBox": box},
        {"type": "table", "rows": [["Code"], ["E-1"]], "bBox": box},
    ]
    images = [{"name": "a.png", "x": 60, "y": 300, "width": 100, "height": 50, "ocr": [{"text": "START"}]}]
    page = {"page": 1, "width": 600, "height": 800, "md": "", "items": items, "images": images}
    return {"job_metadata": {}, "pages": [page]}


def liteparse() -> Any:
    box = {"x": 60.0, "y": 80.0, "width": 240.0, "height": 40.0}
    blocks = [
        {"kind": "heading", "text": "Setup", "level": 1, "bbox": box},
        {"kind": "list_item", "text": "Press **start**.", "level": 0, "ordered": True, "marker": "1.", "bbox": box},
        {"kind": "table", "header": [{"text": "Code"}], "rows": [[{"text": "E-1"}]], "bbox": box},
    ]
    page = {"page": 1, "width": 600.0, "height": 800.0, "text_items": [], "blocks": blocks}
    return {"total_pages": 1, "pages": [page]}


def opendataloader() -> Any:
    def node(kind: str, number: int, content: str = "", **more: Any) -> Any:
        place = {"page number": 1, "bounding box": [60, 680, 300, 720]}
        return {"type": kind, "id": number, **place, "content": content, **more}

    items = {"type": "list", "list items": [node("list item", 3, "1. Press start.")]}
    cell = {"row number": 1, "column number": 1, "is_header": True, "kids": [node("paragraph", 8, "Code")]}
    table = node("table", 7, rows=[{"type": "table row", "row number": 1, "cells": [cell]}])
    return {"number of pages": 1, "kids": [node("heading", 2, "Setup", **{"heading level": 1}), items, table]}


FORMATS = {
    "docling": a_docling,
    "azure": azure,
    "textract": textract,
    "documentai": documentai,
    "unstructured": unstructured,
    "mineru": mineru,
    "mineru middle": mineru_middle,
    "marker": marker,
    "paddle": paddle,
    "llamaparse": llamaparse,
    "liteparse": liteparse,
    "opendataloader": opendataloader,
}
ODD_VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    10**12,
    1e308,
    float("nan"),
    "",
    "x",
    "\ud800",
    "\0",
    [],
    {},
    [[]],
    {"x": []},
    BOX,
]
PAGES = [LayoutPage(number=1, width=600, height=800)]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) in a JSON value."""
    found: list[tuple[Any, Any]] = []
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(entries):
        found += [(value, key), *places(inner)]
    return found


def mutated(value: Any, rng: random.Random) -> Any:
    value = copy.deepcopy(value)
    for _ in range(rng.randint(1, 6)):
        found = places(value)
        if not found:
            break
        container, key = rng.choice(found)
        kind = rng.randrange(4)
        if kind == 0:
            container[key] = copy.deepcopy(rng.choice(ODD_VALUES))
        elif kind == 1:
            del container[key]
        elif kind == 2:
            other, other_key = rng.choice(found)
            container[key] = copy.deepcopy(other[other_key])
        elif isinstance(container, list):
            container.insert(rng.randint(0, len(container)), copy.deepcopy(container[key]))
    return value


def read(value: Any) -> LayoutDocument:
    return read_parser_json(json.dumps(value).encode(), LayoutSource(uri="/m/a.json", name="a.json"), PAGES)


@pytest.mark.parametrize("name", FORMATS)
def test_the_seeds_are_read(name: str) -> None:
    assert "Setup" in read(FORMATS[name]()).model_dump_json() or name in ("azure", "paddle")


@pytest.mark.parametrize("name", FORMATS)
@settings(derandomize=True, deadline=None, max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_changed_json_is_read_or_refused(name: str, seed: int) -> None:
    value = mutated(FORMATS[name](), random.Random(seed))
    started = time.process_time()
    try:
        layout = read(value)
    except LayoutReadError as refusal:
        refused = str(refusal)
    else:
        refused = ""
    if refused:
        assert refused.startswith("/m/a.json: ")
        return
    assert layout.elements or layout.warnings or layout.pages
    assert len({element.element_id for element in layout.elements}) == len(layout.elements)
    document = layout.to_document()
    back = LayoutDocument.from_document(document)
    assert [(one.kind, one.text, one.bbox) for one in back.elements] == [
        (one.kind, one.text, one.bbox) for one in layout.elements
    ]
    assert LayoutDocument.from_document(back.to_document()) == back
    nodes = ProcedureNodeParser().get_nodes_from_documents([document])
    assert sum(node.metadata["chunk_level"] == "manual" for node in nodes) == 1
    assert time.process_time() - started < 10
