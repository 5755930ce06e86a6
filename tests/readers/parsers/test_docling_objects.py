"""A DoclingDocument object reads like its JSON file, whether docling_core is installed or not."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pdf_builder import PdfBuilder

from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutReadError, is_layout_document
from llama_index_layout_rag.readers import LayoutReader

VALUE: dict[str, Any] = {
    "schema_name": "DoclingDocument",
    "version": "1.10.0",
    "name": "manual",
    "origin": {"filename": "manual.pdf", "mimetype": "application/pdf", "binary_hash": 1},
    "body": {"self_ref": "#/body", "children": [{"$ref": "#/texts/0"}, {"$ref": "#/texts/1"}]},
    "texts": [
        {"self_ref": "#/texts/0", "label": "section_header", "level": 1, "text": "1 操作", "children": []},
        {"self_ref": "#/texts/1", "label": "list_item", "text": "押します。", "marker": "①", "children": []},
    ],
    "pages": {},
}


class Exporting:
    """What docling_core's DoclingDocument can do."""

    schema_name = "DoclingDocument"

    def export_to_dict(self) -> dict[str, Any]:
        return VALUE


class Dumping:
    """A pydantic model with the schema of a DoclingDocument."""

    schema_name = "DoclingDocument"

    def model_dump(self, mode: str, by_alias: bool, exclude_none: bool) -> dict[str, Any]:
        return VALUE if mode == "json" and by_alias and exclude_none else {}


@pytest.mark.parametrize("value", [Exporting(), Dumping(), SimpleNamespace(document=Exporting(), status="success")])
def test_objects_are_told_by_what_they_can_do(value: Any) -> None:
    layout = LayoutReader(title="T").read(value)
    assert [(e.kind, e.marker, e.text) for e in layout.elements] == [
        (ElementKind.SECTION_HEADER, None, "1 操作"),
        (ElementKind.LIST_ITEM, "①", "押します。"),
    ]
    assert (layout.title, layout.source.uri) == ("T", "manual.pdf")
    (document,) = LayoutReader().load_data(value)
    assert is_layout_document(document)
    assert document.metadata["file_name"] == "manual.pdf"
    assert len(LayoutReader().load_data([value, value])) == 2


def test_pages_come_from_the_source_pdf(tmp_path: Path) -> None:
    pdf = tmp_path / "manual.pdf"
    pdf.write_bytes(PdfBuilder().heading("1 Operation").build())
    layout = LayoutReader(source_pdf=str(pdf)).read(Exporting())
    assert layout.source.uri == str(pdf)
    assert [page.number for page in layout.pages] == [1]


def test_an_object_that_exports_something_else_is_refused() -> None:
    with pytest.raises(LayoutReadError, match="no known layout parser"):
        LayoutReader().read(SimpleNamespace(export_to_dict=lambda: {"a": 1}))


def test_documents_of_docling_core_read_like_their_json(tmp_path: Path) -> None:
    core = pytest.importorskip("docling_core.types.doc")
    made = core.DoclingDocument(name="manual")
    made.add_title("ES-200")
    made.add_heading("操作", level=1)
    steps = made.add_list_group() if hasattr(made, "add_list_group") else made.add_group(label="list")
    made.add_list_item("押します。", enumerated=True, marker="1.", parent=steps)
    cells = [core.TableCell(text=text, start_row_offset_idx=0, end_row_offset_idx=1, start_col_offset_idx=column,
                            end_col_offset_idx=column + 1) for column, text in enumerate(["a", "b"])]  # fmt: skip
    made.add_table(data=core.TableData(table_cells=cells, num_rows=1, num_cols=2))
    made.save_as_json(tmp_path / "a.json")

    def plain(layout: LayoutDocument) -> list[dict[str, Any]]:
        return [element.model_dump() for element in layout.elements]

    layout = LayoutReader().read(made)
    assert plain(layout) == plain(LayoutReader().read(tmp_path / "a.json"))
    assert [element.kind.value for element in layout.elements] == ["title", "section_header", "list_item", "table"]
