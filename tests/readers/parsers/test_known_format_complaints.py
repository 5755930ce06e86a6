"""What people complain about in the output of layout parsers, as documents of our own that hold the same trouble.

The names of the projects say whose output it is; the numbers are those of their public threads.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from docx_builder import docx, item, level, numbering, paragraph, style, styled
from pdf_builder import PdfBuilder

from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutElement, LayoutSource
from llama_index_layout_rag.readers import LayoutReader
from llama_index_layout_rag.readers.docx import read_docx
from llama_index_layout_rag.readers.markup.markdown import read_markdown
from llama_index_layout_rag.readers.parsers.formats import read_parser_json

K = ElementKind


def read(value: Any) -> LayoutDocument:
    return read_parser_json(json.dumps(value).encode(), LayoutSource(uri="/m/a.json", name="a.json"))


def of(layout: LayoutDocument, kind: ElementKind) -> list[LayoutElement]:
    return [element for element in layout.elements if element.kind is kind]


def node(label: str, text: str, box: tuple[float, float, float, float] | None = None, **fields: Any) -> dict[str, Any]:
    left, top, right, bottom = box or (60, 80, 300, 100)
    bbox = {"l": left, "t": top, "r": right, "b": bottom, "coord_origin": "TOPLEFT"}
    return {"label": label, "text": text, "prov": [{"page_no": 1, "bbox": bbox}], "children": [], **fields}


def docling(*texts: dict[str, Any], pictures: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    value: dict[str, Any] = {
        "schema_name": "DoclingDocument",
        "pages": {"1": {"page_no": 1, "size": {"width": 595, "height": 842}}},
        "texts": list(texts),
        "pictures": list(pictures),
    }
    children = []
    for array in ("pictures", "texts"):
        for number, entry in enumerate(value[array]):
            entry["self_ref"] = f"#/{array}/{number}"
            children.append({"$ref": entry["self_ref"]})
    value["body"] = {"self_ref": "#/body", "children": children}
    return value


def unstructured(*entries: tuple[str, str]) -> list[dict[str, Any]]:
    return [
        {"type": kind, "element_id": str(number), "text": text, "metadata": {"page_number": 1, "category_depth": 0}}
        for number, (kind, text) in enumerate(entries)
    ]


def beside(folder: Path, value: Any, pdf: PdfBuilder) -> LayoutDocument:
    (folder / "manual.pdf").write_bytes(pdf.build())
    (folder / "manual.json").write_text(json.dumps(value), encoding="utf-8")
    return LayoutReader().read(folder / "manual.json")


@pytest.mark.parametrize(
    "headings",
    [
        {
            "PART I Basics": 1,
            "1. Start": 2,
            "1.1 Power": 3,
            "1.2 Lamp": 3,
            "2. Stop": 2,
            "PART II Care": 1,
            "3. Clean": 2,
        },
        {"第1章 準備": 1, "第1節 接続": 2, "第2節 確認": 2, "第2章 操作": 1},
        {"1 概要": 1, "1.1 目的": 2, "1.1.1 範囲": 3, "2 操作": 1},
    ],
)
@pytest.mark.parametrize("parser", ["docling 2121, 1023, 3555", "unstructured 4204, 1354"])
def test_flat_headings_have_the_levels_of_their_numbers(parser: str, headings: dict[str, int]) -> None:
    if parser.startswith("docling"):
        layout = read(docling(*(node("section_header", text, level=1) for text in headings)))
    else:
        layout = read(unstructured(*(("Title", text) for text in headings)))
    assert {e.text: e.level for e in of(layout, K.SECTION_HEADER)} == headings


def test_docling_592_nested_lists_of_pdfs_are_nested_by_their_markers() -> None:
    items = ["1. Open", "a. Lid", "b. Tray", "i. Left", "2. Close"]
    layout = read(docling(*(node("list_item", text) for text in items)))
    assert [(e.marker, e.depth) for e in layout.elements] == [("1.", 1), ("a.", 2), ("b.", 2), ("i.", 3), ("2.", 1)]


def test_docling_4134_steps_after_prose_keep_their_numbers() -> None:
    text = "1. Open\n2. Look\n\nWait a minute.\n\n3. Close\n4. Leave\n"
    layout = read_markdown(text.encode(), LayoutSource(uri="a.md", name="a.md"))
    assert [e.marker for e in of(layout, K.LIST_ITEM)] == ["1.", "2.", "3.", "4."]


def test_docling_3836_and_3916_a_numbered_outline_keeps_its_text_in_place_and_its_numbers() -> None:
    levels = level(0, "decimal", "%1.", '<w:pStyle w:val="H1"/>') + level(
        1, "decimal", "%1.%2", '<w:pStyle w:val="H2"/>'
    )
    number = '<w:numPr><w:ilvl w:val="{}"/><w:numId w:val="1"/></w:numPr>'
    styles = style("H1", "heading 1", number.format(0)) + style("H2", "heading 2", number.format(1))
    data = docx(
        styled("H1", "Start"), paragraph("First words."), styled("H2", "Power"), item("Press.", 2), paragraph("More words."),
        styled("H1", "Stop"), paragraph("Last words."), styles=styles,
        numbers=numbering({0: levels, 1: level(0, "lowerLetter", "%1)")}, {1: 0, 2: 1}),
    )  # fmt: skip
    layout = read_docx(data, LayoutSource(uri="a.docx", name="a.docx"))
    assert [(e.text, e.section_path) for e in layout.elements] == [
        ("1. Start", []),
        ("First words.", ["1. Start"]),
        ("1.1 Power", ["1. Start"]),
        ("Press.", ["1. Start", "1.1 Power"]),
        ("More words.", ["1. Start", "1.1 Power"]),
        ("2. Stop", []),
        ("Last words.", ["2. Stop"]),
    ]


def test_docling_3881_a_hyphenated_item_stays_one_and_the_count_goes_on(tmp_path: Path) -> None:
    pdf = (
        PdfBuilder()
        .heading("Setup")
        .item("1.", "Open the configuration of the device and wait until the lamp is green.")
        .item("2.", "Close it.")
    )
    value = docling(
        node("section_header", "Setup", level=1),
        node("list_item", "Open the configuration of the", enumerated=True, marker="1."),
        node("list_item", "device and wait until the lamp is green.", enumerated=True, marker=""),
        node("list_item", "Close it.", enumerated=True, marker="2."),
    )
    layout = beside(tmp_path, value, pdf)
    assert [(e.marker, e.text) for e in of(layout, K.LIST_ITEM)] == [
        ("1.", "Open the configuration of the device and wait until the lamp is green."),
        ("2.", "Close it."),
    ]


def test_docling_4016_a_wrapped_heading_is_one(tmp_path: Path) -> None:
    pdf = PdfBuilder().heading("1 Before you start the machine for the very first time").paragraph("Words follow here.")
    pdf = pdf.heading("2 After use").paragraph(
        "Switch it off and wait for the lamp to go out before you leave the room."
    )
    value = docling(
        node("section_header", "1 Before you start the machine", level=1),
        node("section_header", "for the very first time", level=1),
        node("text", "Words follow here."),
        node("section_header", "2 After use", level=1),
    )
    layout = beside(tmp_path, value, pdf)
    assert [e.text for e in of(layout, K.SECTION_HEADER)] == [
        "1 Before you start the machine for the very first time",
        "2 After use",
    ]


def test_docling_3693_a_heading_that_opens_a_page_is_no_running_line(tmp_path: Path) -> None:
    pdf = (
        PdfBuilder()
        .heading("1 Start")
        .paragraph("Press the button and wait for the lamp to turn green before going on.")
    )
    pdf = pdf.heading("2 Stop").paragraph("Press it again.")
    value = docling(
        node("page_header", "1 Start", content_layer="furniture"),
        node("text", "Press the button and wait for the lamp to turn green before going on."),
        node("section_header", "2 Stop", level=1),
        node("text", "Press it again."),
    )
    layout = beside(tmp_path, value, pdf)
    assert [e.text for e in of(layout, K.SECTION_HEADER)] == ["1 Start", "2 Stop"]


def test_docling_3015_a_footer_left_in_the_body_is_a_footer() -> None:
    value = docling(node("text", "Words."), node("page_footer", "Page 3 of 9", content_layer="body"))
    value["groups"] = [{"self_ref": "#/groups/0", "label": "section", "children": value["body"]["children"]}]
    value["body"]["children"] = [{"$ref": "#/groups/0"}]
    assert [e.kind for e in read(value).elements] == [K.TEXT, K.PAGE_FOOTER]


def test_docling_3514_captions_side_by_side_name_their_own_pictures() -> None:
    left, right = {**node("picture", "", (60, 100, 280, 300))}, {**node("picture", "", (310, 100, 530, 300))}
    captions = node("text", "Figure 1 Front", (60, 305, 280, 318)), node("text", "Figure 2 Back", (310, 305, 530, 318))
    layout = read(docling(*captions, pictures=(left, right)))
    first, second = of(layout, K.PICTURE)
    assert [e.caption_of for e in of(layout, K.CAPTION)] == [first.element_id, second.element_id]


def test_docling_ibm_models_148_a_caption_that_the_parser_links_is_not_stolen_by_a_nearer_picture() -> None:
    far, near = {**node("picture", "", (60, 100, 280, 300))}, {**node("picture", "", (60, 330, 280, 500))}
    far["captions"] = [{"$ref": "#/texts/0"}]
    layout = read(docling(node("caption", "The panel", (60, 312, 280, 325)), pictures=(far, near)))
    assert of(layout, K.CAPTION)[0].caption_of == of(layout, K.PICTURE)[0].element_id


@pytest.mark.parametrize("text", ["(a) Open", "(1) Open", "(i) Open", "① Open", "手順1 開く", "・開く", "a) Open"])
def test_unstructured_712_enumerated_paragraphs_are_items(text: str) -> None:
    layout = read(unstructured(("NarrativeText", text), ("NarrativeText", "Words.")))
    assert [e.kind for e in layout.elements] == [K.LIST_ITEM, K.TEXT]


@pytest.mark.parametrize("kind", ["ListItem", "Title", "UncategorizedText"])
def test_unstructured_786_a_drawn_rule_is_an_ornament(kind: str) -> None:
    layout = read(unstructured((kind, "-----"), ("NarrativeText", "Words.")))
    assert [e.kind for e in layout.elements] == [K.DECORATIVE, K.TEXT]


def test_unstructured_1925_and_3463_joined_items_and_stripped_bullets_come_back_from_the_print(tmp_path: Path) -> None:
    pdf = PdfBuilder().heading("部品")
    for text in ("電源ケーブルが一本あります。", "ねじが四本あります。", "説明書が一冊あります。"):
        pdf = pdf.item("・", text)
    value = unstructured(
        ("Title", "部品"),
        ("NarrativeText", "電源ケーブルが一本あります。 ・ねじが四本あります。"),
        ("ListItem", "説明書が一冊あります。"),
    )
    layout = beside(tmp_path, value, pdf)
    assert [(e.marker, e.text) for e in of(layout, K.LIST_ITEM)] == [
        ("・", "電源ケーブルが一本あります。"),
        ("・", "ねじが四本あります。"),
        ("・", "説明書が一冊あります。"),
    ]


def test_llamaparse_42_headers_and_footers_are_kept_apart() -> None:
    def running(kind: str, text: str) -> dict[str, Any]:
        return {"type": kind, "items": [{"type": "text", "value": text}]}

    items = [running("header", "Manual"), {"type": "text", "value": "Words."}, running("footer", "7")]
    page = {"page_number": 1, "success": True, "page_width": 600, "page_height": 800, "items": items}
    layout = read({"items": {"pages": [page]}})
    assert [e.text for e in layout.body()] == ["Words."]
    assert [e.kind for e in layout.elements] == [K.PAGE_HEADER, K.TEXT, K.PAGE_FOOTER]
