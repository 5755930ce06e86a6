"""Every label of every layout parser becomes the right kind: one small document per label, written from the schemas."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutPage, LayoutSource
from llama_index_layout_rag.readers.parsers.formats import read_parser_json

K = ElementKind
PAGES = [LayoutPage(number=1, width=600, height=800)]
TABLE = "<table><tr><th>Code</th></tr><tr><td>E-1</td></tr></table>"
WORDS = "Some words of the manual"


def read(value: Any) -> LayoutDocument:
    return read_parser_json(json.dumps(value).encode(), LayoutSource(uri="/m/a.json", name="a.json"), PAGES)


def kinds(value: Any) -> list[ElementKind]:
    return [element.kind for element in read(value).elements]


# Docling


def docling(label: str, array: str = "texts", **fields: Any) -> dict[str, Any]:
    node = {
        "self_ref": f"#/{array}/0",
        "label": label,
        "text": WORDS,
        "children": [],
        "prov": [{"page_no": 1, "bbox": {"l": 60, "t": 80, "r": 300, "b": 100, "coord_origin": "TOPLEFT"}}],
        **fields,
    }
    body = {"self_ref": "#/body", "children": [{"$ref": f"#/{array}/0"}]}
    pages = {"1": {"page_no": 1, "size": {"width": 600, "height": 800}}}
    return {"schema_name": "DoclingDocument", "version": "1.10.0", "body": body, array: [node], "pages": pages}


CELL = {"start_row_offset_idx": 0, "start_col_offset_idx": 0, "text": "Code"}
GRAPH = {"cells": [{"cell_id": 0, "text": "Name"}, {"cell_id": 1, "text": "Value"}], "links": []}
DOCLING: list[tuple[dict[str, Any], ElementKind]] = [
    (docling("title"), K.TITLE),
    (docling("section_header", level=1), K.SECTION_HEADER),
    (docling("field_heading", level=1), K.SECTION_HEADER),
    (docling("text"), K.TEXT),
    (docling("paragraph"), K.TEXT),
    (docling("handwritten_text"), K.TEXT),
    (docling("list_item", enumerated=True, marker="1."), K.LIST_ITEM),
    (docling("caption"), K.CAPTION),
    (docling("footnote"), K.FOOTNOTE),
    (docling("formula"), K.FORMULA),
    (docling("code", code_language="Python"), K.CODE),
    (docling("page_header", content_layer="furniture"), K.PAGE_HEADER),
    (docling("page_footer"), K.PAGE_FOOTER),
    (docling("text", content_layer="furniture"), K.PAGE_HEADER),
    (docling("text", content_layer="background"), K.DECORATIVE),
    (docling("text", content_layer="invisible"), K.DECORATIVE),
    (docling("reference"), K.REFERENCE),
    (docling("checkbox_selected"), K.FORM),
    (docling("checkbox_unselected"), K.FORM),
    (docling("field_key"), K.FORM),
    (docling("field_value"), K.FORM),
    (docling("empty_value"), K.DECORATIVE),
    (docling("grading_scale"), K.DECORATIVE),
    (docling("a_label_of_tomorrow"), K.TEXT),
    (docling("table", "tables", data={"num_rows": 1, "num_cols": 1, "table_cells": [CELL]}), K.TABLE),
    (docling("document_index", "tables", data={"num_rows": 1, "num_cols": 1, "table_cells": [CELL]}), K.TOC_ENTRY),
    (docling("picture", "pictures"), K.PICTURE),
    (docling("chart", "pictures"), K.PICTURE),
    (docling("picture", "pictures", content_layer="furniture"), K.DECORATIVE),
    (docling("key_value_region", "key_value_items", graph=GRAPH), K.FORM),
    (docling("form", "form_items", graph=GRAPH), K.FORM),
]


@pytest.mark.parametrize(("value", "kind"), DOCLING)
def test_docling_labels(value: dict[str, Any], kind: ElementKind) -> None:
    layout = read(value)
    assert [element.kind for element in layout.elements] == [kind]
    assert layout.elements[0].metadata["source_id"].startswith("#/")
    assert (layout.elements[0].page, layout.elements[0].bbox) == (1, (60, 80, 300, 100))


def test_docling_states_and_languages_are_kept() -> None:
    assert read(docling("checkbox_selected")).elements[0].metadata["checked"] is True
    assert read(docling("code", code_language="Python")).elements[0].code_language == "Python"
    inline = docling("inline", "groups", children=[{"$ref": "#/texts/0"}, {"$ref": "#/texts/1"}])
    inline["texts"] = [
        {"self_ref": f"#/texts/{n}", "label": "text", "text": text, "children": []}
        for n, text in enumerate(["Press", "OK"])
    ]
    assert [element.text for element in read(inline).elements] == ["Press OK"]


# Azure


def azure(role: str | None, **more: Any) -> dict[str, Any]:
    polygon = [1, 1, 5, 1, 5, 1.2, 1, 1.2]
    paragraph = {
        "content": WORDS,
        "spans": [{"offset": 0, "length": len(WORDS)}],
        "boundingRegions": [{"pageNumber": 1, "polygon": polygon}],
    }
    page = {"pageNumber": 1, "unit": "inch", "width": 8.5, "height": 11}
    page.update(more.pop("page", {}))
    paragraphs = [{**paragraph, "role": role} if role else paragraph]
    return {"apiVersion": "2024-11-30", "modelId": "prebuilt-layout", "pages": [page], "paragraphs": paragraphs, **more}


@pytest.mark.parametrize(
    ("role", "kind"),
    [
        ("title", K.TITLE),
        ("sectionHeading", K.SECTION_HEADER),
        (None, K.TEXT),
        ("pageHeader", K.PAGE_HEADER),
        ("pageFooter", K.PAGE_FOOTER),
        ("pageNumber", K.PAGE_FOOTER),
        ("footnote", K.FOOTNOTE),
        ("formulaBlock", K.FORMULA),
        ("roleOfTomorrow", K.TEXT),
    ],
)
def test_azure_roles(role: str | None, kind: ElementKind) -> None:
    assert kinds(azure(role)) == [kind]


def test_azure_forms_and_marks() -> None:
    region = [{"pageNumber": 1, "polygon": [1, 3, 5, 3, 5, 3.2, 1, 3.2]}]
    pairs = [{"key": {"content": "Name", "boundingRegions": region}, "value": {"content": "ES-200"}, "confidence": 0.9}]
    layout = read(azure(None, keyValuePairs=pairs))
    assert [(e.text, e.provenance.confidence) for e in layout.elements if e.kind is K.FORM] == [("Name: ES-200", 0.9)]
    ticked = azure(None)
    ticked["paragraphs"] = [
        {**ticked["paragraphs"][0], "content": text} for text in (":selected: fuse", ":unselected: lamp")
    ]
    assert [(e.kind, e.marker, e.text) for e in read(ticked).elements] == [
        (K.LIST_ITEM, "☑", "fuse"),
        (K.LIST_ITEM, "☐", "lamp"),
    ]


# Textract


def textract(label: str) -> dict[str, Any]:
    def block(name: str, kind: str, *children: str, **fields: Any) -> dict[str, Any]:
        box = {"Left": 0.1, "Top": 0.1, "Width": 0.4, "Height": 0.05}
        links = [{"Type": "CHILD", "Ids": list(children)}] if children else []
        return {
            "Id": name,
            "BlockType": kind,
            "Page": 1,
            "Geometry": {"BoundingBox": box},
            "Relationships": links,
            **fields,
        }

    line = block("l", "LINE", Text=WORDS)
    return {"Blocks": [block("p", "PAGE", "l", "x"), line, block("x", label, "l", Confidence=99.0)]}


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("LAYOUT_TITLE", [K.TITLE]),
        ("LAYOUT_SECTION_HEADER", [K.SECTION_HEADER]),
        ("LAYOUT_TEXT", [K.TEXT]),
        ("LAYOUT_HEADER", [K.PAGE_HEADER]),
        ("LAYOUT_FOOTER", [K.PAGE_FOOTER]),
        ("LAYOUT_PAGE_NUMBER", [K.PAGE_FOOTER]),
        ("LAYOUT_KEY_VALUE", [K.FORM]),
        ("LAYOUT_FIGURE", [K.PICTURE, K.PICTURE_OCR_TEXT]),
        ("LAYOUT_OF_TOMORROW", [K.TEXT]),
    ],
)
def test_textract_layout_blocks(label: str, expected: list[ElementKind]) -> None:
    layout = read(textract(label))
    assert [element.kind for element in layout.elements] == expected
    assert layout.elements[0].bbox == (60, 80, 300, 120)


# Document AI


def documentai(block: dict[str, Any]) -> dict[str, Any]:
    return {"documentLayout": {"blocks": [{"blockId": "1", "pageSpan": {"pageStart": 1, "pageEnd": 1}, **block}]}}


def text_block(kind: str) -> dict[str, Any]:
    return {"textBlock": {"text": WORDS, "type": kind, "blocks": []}}


@pytest.mark.parametrize(
    ("block", "kind"),
    [
        *[(text_block(f"heading-{level}"), K.SECTION_HEADER) for level in range(2, 6)],
        (text_block("subtitle"), K.SECTION_HEADER),
        (text_block("paragraph"), K.TEXT),
        (text_block("header"), K.PAGE_HEADER),
        (text_block("footer"), K.PAGE_FOOTER),
        ({"listBlock": {"type": "unordered", "listEntries": [{"blocks": [text_block("paragraph")]}]}}, K.LIST_ITEM),
        ({"tableBlock": {"bodyRows": [{"cells": [{"blocks": [text_block("paragraph")]}]}]}}, K.TABLE),
        ({"imageBlock": {"imageText": "", "gcsUri": "gs://b/a.png"}}, K.PICTURE),
    ],
)
def test_document_ai_blocks(block: dict[str, Any], kind: ElementKind) -> None:
    assert kinds(documentai(block)) == [kind]


def test_document_ai_captions_picture_text_boxes_and_page_spans() -> None:
    corners = [{"x": 0.1, "y": 0.1}, {"x": 0.5, "y": 0.1}, {"x": 0.5, "y": 0.2}, {"x": 0.1, "y": 0.2}]
    table = {"caption": "Table 1 Codes", "bodyRows": [{"cells": [{"blocks": [text_block("paragraph")]}]}]}
    value = documentai({"tableBlock": table, "boundingBox": {"normalizedVertices": corners}})
    value["documentLayout"]["blocks"].append({"imageBlock": {"imageText": "START", "dataUri": "data:,"}})
    layout = read(value)
    caption = next(element for element in layout.elements if element.kind is K.CAPTION)
    found = next(element for element in layout.elements if element.kind is K.TABLE)
    assert (caption.text, caption.caption_of) == ("Table 1 Codes", found.element_id)
    assert found.bbox == (60, 80, 300, 160)
    assert [e.text for e in layout.elements if e.kind is K.PICTURE_OCR_TEXT] == ["START"]


# Formats with one list of labelled elements


def unstructured(label: str) -> Any:
    metadata = {"page_number": 1, **({"text_as_html": TABLE} if label.startswith("Table") else {})}
    return [{"type": label, "element_id": "a", "text": WORDS, "metadata": metadata}]


def mineru(label: str) -> Any:
    content: dict[str, Any] = {"text": WORDS}
    if label == "table":
        content = {"table_body": TABLE}
    elif label == "list":
        content = {"list_items": ["1. Press start."], "sub_type": "text"}
    elif label in ("image", "chart", "seal"):
        content = {"img_path": "a.jpg"}
    elif label in ("code", "algorithm"):
        content = {"code_body": WORDS}
    return [{"type": label, "bbox": [100, 100, 500, 150], "page_idx": 0, **content}]


def marker(label: str) -> Any:
    html = TABLE if label == "Table" else f"<p>{WORDS}</p>"
    block = {
        "id": f"/page/0/{label}/0",
        "block_type": label,
        "html": html,
        "bbox": [60, 80, 300, 120],
        "children": None,
    }
    page = {"id": "/page/0/Page/1", "block_type": "Page", "bbox": [0, 0, 600, 800], "html": "", "children": [block]}
    return {"block_type": "Document", "children": [page]}


def paddle(label: str) -> Any:
    content = TABLE if label == "table" else WORDS
    block = {"block_label": label, "block_content": content, "block_bbox": [100, 100, 500, 150]}
    return {"page_index": 0, "width": 1200, "height": 1600, "parsing_res_list": [block]}


def llamaparse(label: str) -> Any:
    item: dict[str, Any] = {"type": label, "value": WORDS, "md": WORDS}
    if label == "table":
        item = {"type": label, "rows": [["Code"], ["E-1"]]}
    elif label in ("list", "header", "footer"):
        item = {"type": label, "items": [{"type": "text", "value": WORDS}]}
    pages = [{"page_number": 1, "success": True, "page_width": 600, "page_height": 800, "items": [item]}]
    return {"items": {"pages": pages}}


def liteparse(label: str) -> Any:
    box = {"x": 60.0, "y": 80.0, "width": 240.0, "height": 40.0}
    block: dict[str, Any] = {"kind": label, "text": WORDS, "bbox": box}
    if label == "table":
        block = {"kind": label, "header": [{"text": "Code"}], "rows": [[{"text": "E-1"}]], "bbox": box}
    return {"total_pages": 1, "pages": [{"page": 1, "width": 600, "height": 800, "text_items": [], "blocks": [block]}]}


def opendataloader(label: str) -> Any:
    node: dict[str, Any] = {
        "type": label,
        "id": 1,
        "page number": 1,
        "bounding box": [60, 680, 300, 720],
        "content": WORDS,
    }
    if label == "table":
        cell = {"row number": 1, "column number": 1, "kids": [{**node, "type": "paragraph"}]}
        node = {**node, "number of rows": 1, "number of columns": 1, "rows": [{"cells": [cell]}]}
    elif label in ("header", "footer"):
        node = {**node, "kids": [{**node, "type": "paragraph"}]}
    elif label == "heading":
        node["heading level"] = 2
    return {"number of pages": 1, "kids": [node]}


_LABELS: dict[Callable[[str], Any], dict[ElementKind, str]] = {
    unstructured: {
        K.SECTION_HEADER: "Title Headline Subheadline Section-header",
        K.TEXT: "NarrativeText Text UncategorizedText Paragraph Address EmailAddress Abstract LabelOfTomorrow",
        K.LIST_ITEM: "ListItem BulletedText List-item",
        K.TABLE: "Table TableChunk",
        K.CAPTION: "FigureCaption Caption",
        K.FOOTNOTE: "Footnote",
        K.FORM: "Form FormKeysValues Field-Name Value CheckBox CheckBoxChecked CheckBoxUnchecked",
        K.FORMULA: "Formula",
        K.CODE: "CodeSnippet",
        K.PAGE_HEADER: "Header Page-header",
        K.PAGE_FOOTER: "Footer Page-footer PageNumber",
        K.DECORATIVE: "PageBreak Threading",
    },
    mineru: {
        K.SECTION_HEADER: "title paragraph_title",
        K.TITLE: "doc_title",
        K.TEXT: "text abstract label_of_tomorrow",
        K.LIST_ITEM: "list",
        K.TABLE: "table",
        K.PICTURE: "image chart",
        K.FORMULA: "equation interline_equation",
        K.CODE: "code algorithm",
        K.FOOTNOTE: "page_footnote",
        K.REFERENCE: "ref_text reference_list",
        K.PAGE_HEADER: "header page_header",
        K.PAGE_FOOTER: "footer page_footer page_number",
        K.TOC_ENTRY: "index",
        K.DECORATIVE: "discarded aside_text",
    },
    marker: {
        K.SECTION_HEADER: "SectionHeader",
        K.TEXT: "Text TextInlineMath Handwriting ComplexRegion LabelOfTomorrow",
        K.LIST_ITEM: "ListItem",
        K.TABLE: "Table",
        K.PICTURE: "Figure Picture Diagram ChemicalBlock",
        K.CAPTION: "Caption",
        K.FOOTNOTE: "Footnote",
        K.FORM: "Form",
        K.FORMULA: "Equation",
        K.CODE: "Code",
        K.REFERENCE: "Reference Bibliography",
        K.TOC_ENTRY: "TableOfContents",
        K.PAGE_HEADER: "PageHeader",
        K.PAGE_FOOTER: "PageFooter",
    },
    paddle: {
        K.TITLE: "doc_title",
        K.SECTION_HEADER: "paragraph_title abstract_title reference_title content_title",
        K.TEXT: "text abstract content vertical_text label_of_tomorrow",
        K.TABLE: "table",
        K.PICTURE: "image chart figure flowchart seal",
        K.CAPTION: "figure_title table_title chart_title figure_table_chart_title",
        K.FOOTNOTE: "footnote vision_footnote",
        K.FORMULA: "formula display_formula",
        K.CODE: "algorithm",
        K.REFERENCE: "reference reference_content",
        K.PAGE_HEADER: "header header_image",
        K.PAGE_FOOTER: "footer footer_image number",
        K.DECORATIVE: "aside_text formula_number",
    },
    llamaparse: {
        K.SECTION_HEADER: "heading",
        K.TEXT: "text link label_of_tomorrow",
        K.LIST_ITEM: "list",
        K.TABLE: "table",
        K.PICTURE: "image",
        K.CODE: "code",
        K.PAGE_HEADER: "header",
        K.PAGE_FOOTER: "footer",
    },
    liteparse: {
        K.SECTION_HEADER: "heading",
        K.TEXT: "paragraph grid_fallback label_of_tomorrow",
        K.LIST_ITEM: "list_item",
        K.TABLE: "table",
        K.PICTURE: "figure",
        K.CODE: "code",
        K.FORM: "form_fields",
        K.PAGE_HEADER: "header",
        K.PAGE_FOOTER: "footer",
    },
    opendataloader: {
        K.SECTION_HEADER: "heading",
        K.TEXT: "paragraph label_of_tomorrow",
        K.TABLE: "table",
        K.PICTURE: "image figure",
        K.CAPTION: "caption",
        K.FORMULA: "formula",
        K.PAGE_HEADER: "header",
        K.PAGE_FOOTER: "footer",
    },
}
_CASES = [
    pytest.param(make, label, kind, id=f"{make.__name__} {label}")
    for make, by_kind in _LABELS.items()
    for kind, labels in by_kind.items()
    for label in labels.split()
]


@pytest.mark.parametrize(("make", "label", "kind"), _CASES)
def test_labels_of_formats_with_one_list(make: Callable[[str], Any], label: str, kind: ElementKind) -> None:
    layout = read(make(label))
    assert layout.elements[0].kind is kind
    assert layout.elements[0].page == 1
    rest = {element.kind for element in layout.elements[1:]}
    assert rest <= {K.PICTURE_OCR_TEXT}
