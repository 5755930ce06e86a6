"""A layout as Markdown."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutElement, LayoutSource, Table, TableCell
from llama_index_layout_rag.layout.markdown import layout_to_markdown, table_to_markdown


def document(*elements: LayoutElement, title: str | None = None) -> LayoutDocument:
    return LayoutDocument(source=LayoutSource(uri="a", name="a"), title=title, elements=list(elements))


def element(kind: ElementKind, text: str = "", **more: object) -> LayoutElement:
    return LayoutElement(element_id="e", kind=kind, text=text, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "more", "expected"),
    [
        (ElementKind.SECTION_HEADER, {"level": 2}, "### x"),
        (ElementKind.SECTION_HEADER, {"level": 9}, "###### x"),
        (ElementKind.LIST_ITEM, {"marker": "3.", "depth": 1}, "3. x"),
        (ElementKind.LIST_ITEM, {"marker": "2)", "depth": 2}, "    2) x"),
        (ElementKind.LIST_ITEM, {"marker": "①", "depth": 1}, "- ① x"),
        (ElementKind.LIST_ITEM, {"marker": "手順1", "depth": 1}, "- 手順1 x"),
        (ElementKind.LIST_ITEM, {"marker": "・", "depth": 1}, "- x"),
        (ElementKind.LIST_ITEM, {}, "- x"),
        (ElementKind.CODE, {"code_language": "sh"}, "```sh\nx\n```"),
        (ElementKind.FOOTNOTE, {"marker": "1"}, "[1] x"),
        (ElementKind.PICTURE_OCR_TEXT, {}, "> x"),
        (ElementKind.TEXT, {}, "x"),
    ],
)
def test_each_kind(kind: ElementKind, more: dict[str, object], expected: str) -> None:
    assert layout_to_markdown(document(element(kind, "x", **more))) == f"{expected}\n"


def test_items_stay_together_and_text_stands_apart() -> None:
    layout = document(
        element(ElementKind.TEXT, "a"),
        element(ElementKind.LIST_ITEM, "b", marker="1."),
        element(ElementKind.LIST_ITEM, "c", marker="2."),
        element(ElementKind.TEXT, "d"),
    )
    assert layout_to_markdown(layout) == "a\n\n1. b\n2. c\n\nd\n"


def test_furniture_is_left_out_and_the_title_put_on_top() -> None:
    layout = document(
        element(ElementKind.PAGE_HEADER, "head"),
        element(ElementKind.TOC_ENTRY, "1 a 3"),
        element(ElementKind.TEXT, "a"),
        title="T",
    )
    assert layout_to_markdown(layout) == "# T\n\na\n"


def test_table_with_spans_two_header_rows_and_pipes() -> None:
    table = Table(
        row_count=3,
        column_count=2,
        cells=[
            TableCell(row=0, column=0, column_span=2, text="Limits", is_header=True),
            TableCell(row=1, column=0, text="min", is_header=True),
            TableCell(row=1, column=1, text="max", is_header=True),
            TableCell(row=2, column=0, text="1|2"),
            TableCell(row=2, column=1, text="a\nb"),
        ],
    )
    assert table_to_markdown(table) == "| Limits / min | Limits / max |\n| --- | --- |\n| 1\\|2 | a<br>b |"


def test_table_without_header_and_empty_table() -> None:
    assert table_to_markdown(Table.from_rows([["a", "b"]])) == "|  |  |\n| --- | --- |\n| a | b |"
    assert table_to_markdown(Table(row_count=0, column_count=0)) == ""
