"""Docling's document JSON (DoclingDocument 1.x) as layout.

Boxes are points from the bottom left in PDF output (those of table cells from the top left), pages count from 1,
reading order is the tree below `body`. The PDF pipeline gives every heading level 1 and flat lists; DOCX and HTML
output has no pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from llama_index_layout_rag.layout.boxes import Box, union
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutPage, LayoutSource
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement, Region, Table, TableCell
from llama_index_layout_rag.readers.common.list_markers import format_number
from llama_index_layout_rag.readers.parsers.draft import Draft
from llama_index_layout_rag.readers.parsers.values import (
    FormatError,
    as_box,
    as_dict,
    as_int,
    as_list,
    as_text,
    checked_pages,
    checked_table,
    from_bottom,
)

_KINDS = {
    "title": ElementKind.TITLE,
    "section_header": ElementKind.SECTION_HEADER,
    "field_heading": ElementKind.SECTION_HEADER,
    "text": ElementKind.TEXT,
    "paragraph": ElementKind.TEXT,
    "list_item": ElementKind.LIST_ITEM,
    "caption": ElementKind.CAPTION,
    "footnote": ElementKind.FOOTNOTE,
    "formula": ElementKind.FORMULA,
    "code": ElementKind.CODE,
    "page_header": ElementKind.PAGE_HEADER,
    "page_footer": ElementKind.PAGE_FOOTER,
    "reference": ElementKind.REFERENCE,
    "checkbox_selected": ElementKind.FORM,
    "checkbox_unselected": ElementKind.FORM,
    "form": ElementKind.FORM,
    "key_value_region": ElementKind.FORM,
    "field_region": ElementKind.FORM,
    "field_item": ElementKind.FORM,
    "field_key": ElementKind.FORM,
    "field_value": ElementKind.FORM,
    "field_hint": ElementKind.FORM,
    "handwritten_text": ElementKind.TEXT,
    "empty_value": ElementKind.DECORATIVE,
    "grading_scale": ElementKind.DECORATIVE,
    "marker": ElementKind.TEXT,
}
_LISTS = frozenset({"list", "ordered_list"})
_ARRAYS = ("texts", "tables", "pictures", "groups", "key_value_items", "form_items", "field_regions", "field_items")
_DEEPEST = 200
"""Levels of the tree; real documents stay below 20."""


def is_docling(value: Any) -> bool:
    """Whether a JSON value is a DoclingDocument."""
    return isinstance(value, dict) and value.get("schema_name") == "DoclingDocument"


def is_docling_object(value: Any) -> bool:
    """Whether a value is docling_core's DoclingDocument, or the converter's result that holds one.

    Told by what it can do, since neither package need be installed.
    """
    document = _document_in(value)
    return callable(getattr(document, "export_to_dict", None)) or (
        getattr(document, "schema_name", None) == "DoclingDocument" and callable(getattr(document, "model_dump", None))
    )


def docling_value(value: Any) -> tuple[dict[str, Any], str]:
    """The JSON of a DoclingDocument object and the address of the file it was made from ("" where it names none)."""
    document = _document_in(value)
    export = getattr(document, "export_to_dict", None)
    exported = export() if callable(export) else document.model_dump(mode="json", by_alias=True, exclude_none=True)
    origin = as_dict(exported.get("origin"), "origin")
    return exported, as_text(origin.get("uri")) or as_text(origin.get("filename")) or as_text(exported.get("name"))


def _document_in(value: Any) -> Any:
    inner = getattr(value, "document", None)
    return inner if inner is not None and not isinstance(value, (str, dict)) else value


def read_docling(value: dict[str, Any], source: LayoutSource, pages: Sequence[LayoutPage] = ()) -> LayoutDocument:
    """Reads a DoclingDocument; `pages` are those of the source PDF, for sizes that the JSON lacks.

    Raises:
        FormatError: When it is not as the schema says.
    """
    reader = _DoclingReader(value, pages)
    reader.read()
    return reader.draft.document(source, reader.pages)


class _DoclingReader:
    """One walk over a document's tree."""

    def __init__(self, value: dict[str, Any], pages: Sequence[LayoutPage]) -> None:
        self.value = value
        self.draft = Draft()
        self.pages = _pages(as_dict(value.get("pages"), "pages")) or list(pages)
        self.heights = {page.number: page.height for page in self.pages}
        # Where a node stands is its name; what it says of itself may be missing or wrong.
        self.paths = {
            id(node): f"#/{name}/{index}"
            for name in _ARRAYS
            for index, node in enumerate(as_list(value.get(name), name))
        }
        self.done: set[str] = set()

    def read(self) -> None:
        body = as_dict(self.value.get("body"), "body")
        if not body:
            raise FormatError("a DoclingDocument must have a body")
        for tree in (body, as_dict(self.value.get("furniture"), "furniture")):
            for child in self._children(tree):
                self._node(child, 0, [], 0)
        # What no tree refers to is still part of the document.
        for name in ("texts", "tables", "pictures"):
            for index, node in enumerate(as_list(self.value.get(name), name)):
                if f"#/{name}/{index}" not in self.done and not as_dict(node, name).get("parent"):
                    self._node(as_dict(node, name), 0, [], 0)

    def _children(self, node: dict[str, Any]) -> Iterator[dict[str, Any]]:
        for reference in as_list(node.get("children"), "children"):
            yield self._resolve(reference)

    def _resolve(self, reference: Any) -> dict[str, Any]:
        path = as_text(as_dict(reference, "a reference").get("$ref") or as_dict(reference, "a reference").get("cref"))
        parts = path.removeprefix("#/").split("/")
        if parts[0] in ("body", "furniture"):
            raise FormatError(f"{path} refers back to the root")
        index = as_int(parts[1]) if len(parts) == 2 else None
        array = as_list(self.value.get(parts[0]), parts[0]) if parts[0] in _ARRAYS else []
        if index is None or not 0 <= index < len(array):
            raise FormatError(f"the reference {path!r} leads nowhere")
        return as_dict(array[index], path)

    def _node(self, node: dict[str, Any], list_depth: int, numbers: list[int], nesting: int) -> LayoutElement | None:
        """Reads a node and what is below it."""
        own = self.paths[id(node)]
        if nesting > _DEEPEST:
            raise FormatError(f"the tree is deeper than {_DEEPEST} levels at {own!r}")
        if own in self.done:
            return None
        self.done.add(own)
        label = as_text(node.get("label"))
        if own.startswith("#/groups/"):
            self._group(node, label, list_depth, nesting)
            return None
        if own.startswith("#/pictures/"):
            return self._picture(node, label, list_depth, nesting)
        if own.startswith("#/tables/"):
            return self._table(node, label, list_depth, nesting)
        if own.startswith(("#/key_value_items/", "#/form_items/")):
            self._form(node, label)
            return None
        element = self._text(node, label, list_depth, numbers)
        self._below(node, list_depth, nesting)
        return element

    def _below(self, node: dict[str, Any], list_depth: int, nesting: int) -> None:
        for child in self._children(node):
            self._node(child, list_depth, [], nesting + 1)

    def _group(self, node: dict[str, Any], label: str, list_depth: int, nesting: int) -> None:
        inner = list_depth + 1 if label in _LISTS else list_depth
        numbers = [0]
        if label == "inline":
            self._inline(node, list_depth, nesting)
            return
        for child in self._children(node):
            self._node(child, inner, numbers, nesting + 1)

    def _inline(self, node: dict[str, Any], list_depth: int, nesting: int) -> None:
        """An inline group is one paragraph cut at its formatting."""
        children = list(self._children(node))
        if any(not self.paths[id(child)].startswith("#/texts/") for child in children):
            for child in children:
                self._node(child, list_depth, [], nesting + 1)
            return
        self.done.update(self.paths[id(child)] for child in children)
        text = " ".join(as_text(child.get("text")) for child in children if as_text(child.get("text")))
        regions = [region for child in children for region in self._regions(child)]
        self.draft.add(ElementKind.TEXT, text, regions=_merged(regions), label="inline", source_id=node.get("self_ref"))

    def _text(self, node: dict[str, Any], label: str, list_depth: int, numbers: list[int]) -> LayoutElement:
        kind = _KINDS.get(label) or self.draft.unknown_label(label)
        layer = as_text(node.get("content_layer"))
        if layer in ("background", "invisible"):
            kind = ElementKind.DECORATIVE
        elif layer == "furniture" and kind not in (ElementKind.PAGE_HEADER, ElementKind.PAGE_FOOTER):
            kind = ElementKind.PAGE_HEADER
        text = as_text(node.get("text")) or as_text(node.get("orig"))
        marker = as_text(node.get("marker")).strip()
        if kind is ElementKind.LIST_ITEM:
            marker = marker or self._marker(node, numbers)
        return self.draft.add(
            kind,
            text,
            regions=self._regions(node),
            level=as_int(node.get("level")) if kind is ElementKind.SECTION_HEADER else None,
            marker=marker if kind is ElementKind.LIST_ITEM else None,
            depth=max(1, list_depth) if kind is ElementKind.LIST_ITEM and list_depth > 1 else None,
            label=label,
            source_id=node.get("self_ref"),
            checked=label == "checkbox_selected" if label.startswith("checkbox") else None,
            code_language=node.get("code_language"),
            original_text=node.get("orig") if node.get("orig") != node.get("text") else None,
        )

    def _marker(self, node: dict[str, Any], numbers: list[int]) -> str:
        """Marker of an item that carries none: what `orig` printed before the text, or the count of an ordered list."""
        text, original = as_text(node.get("text")).strip(), as_text(node.get("orig")).strip()
        if text and original != text and original.endswith(text):
            return original[: -len(text)].strip()
        if node.get("enumerated") and numbers:
            numbers[0] += 1
            return format_number(numbers[0], "decimal") + "."
        return ""

    def _picture(self, node: dict[str, Any], label: str, list_depth: int, nesting: int) -> LayoutElement:
        image = as_dict(node.get("image"), "image")
        uri = as_text(image.get("uri"))
        furniture = as_text(node.get("content_layer")) in ("furniture", "background", "invisible")
        picture = self.draft.add(
            ElementKind.DECORATIVE if furniture else ElementKind.PICTURE,
            regions=self._regions(node),
            label=label,
            source_id=node.get("self_ref"),
            src=uri if not uri.startswith("data:") else None,
            annotations=[a for a in as_list(node.get("annotations"), "annotations") if isinstance(a, dict)][:5],
        )
        self._notes(node, picture)
        for child in self._children(node):
            before = len(self.draft.elements)
            self._node(child, list_depth, [], nesting + 1)
            for element in self.draft.elements[before:]:
                if element.kind in (ElementKind.TEXT, ElementKind.LIST_ITEM, ElementKind.SECTION_HEADER):
                    element.kind, element.level = ElementKind.PICTURE_OCR_TEXT, None
                    element.container = picture.element_id
        return picture

    def _notes(self, node: dict[str, Any], owner: LayoutElement) -> None:
        for name, kind in (("captions", ElementKind.CAPTION), ("footnotes", ElementKind.FOOTNOTE)):
            for reference in as_list(node.get(name), name):
                element = self._node(self._resolve(reference), 0, [], 1)
                if element is not None:
                    element.kind = kind
                    element.caption_of = owner.element_id if kind is ElementKind.CAPTION else None

    def _table(self, node: dict[str, Any], label: str, list_depth: int, nesting: int) -> LayoutElement:
        data = as_dict(node.get("data"), "data")
        regions = self._regions(node)
        kind = ElementKind.TOC_ENTRY if label == "document_index" else ElementKind.TABLE
        table = checked_table(_table_of(data))
        element = self.draft.add(
            kind,
            "\n".join("\t".join(row).strip() for row in table.grid()) if kind is ElementKind.TOC_ENTRY else "",
            regions=regions,
            table=table,
            label=label,
            source_id=node.get("self_ref"),
        )
        self._notes(node, element)
        before = len(self.draft.elements)
        self._below(node, list_depth, nesting)
        # Rich cells hold their text once as cell and once as element.
        for child in self.draft.elements[before:]:
            if child.kind in (ElementKind.TEXT, ElementKind.LIST_ITEM):
                child.container = element.element_id
        del self.draft.elements[before:]
        return element

    def _form(self, node: dict[str, Any], label: str) -> None:
        graph = as_dict(node.get("graph"), "graph")
        cells = [as_dict(cell, "cells") for cell in as_list(graph.get("cells"), "cells")]
        lines = [as_text(cell.get("text")) for cell in cells]
        text = "\n".join(line for line in lines if line)
        self.draft.add(ElementKind.FORM, text, regions=self._regions(node), label=label, source_id=node.get("self_ref"))

    def _regions(self, node: dict[str, Any]) -> list[Region]:
        regions = []
        for entry in as_list(node.get("prov"), "prov"):
            entry = as_dict(entry, "prov")
            page = as_int(entry.get("page_no"))
            box = self._box(as_dict(entry.get("bbox"), "bbox"), page)
            if page is not None and page >= 1 and box is not None:
                regions.append(Region(page=page, bbox=box))
        return _merged(regions)

    def _box(self, bbox: dict[str, Any], page: int | None) -> Box | None:
        box = as_box([bbox.get(side) for side in ("l", "t", "r", "b")]) if bbox else None
        if box is None or page is None:
            return None
        if as_text(bbox.get("coord_origin")).upper() == "BOTTOMLEFT":
            page_height = self.heights.get(page)
            return from_bottom(box, page_height) if page_height else None
        return box


def _pages(entries: dict[str, Any]) -> list[LayoutPage]:
    pages = []
    for key, entry in entries.items():
        entry = as_dict(entry, "pages")
        size = as_dict(entry.get("size"), "size")
        number = as_int(entry.get("page_no")) or as_int(key)
        box = as_box((0, 0, size.get("width"), size.get("height"))) if size else None
        if number and number >= 1 and box is not None and box[2] and box[3]:
            pages.append(LayoutPage(number=number, width=box[2], height=box[3]))
    return checked_pages(pages)


def _merged(regions: Sequence[Region]) -> list[Region]:
    """One region per page."""
    by_page: dict[int, list[Box]] = {}
    for region in regions:
        by_page.setdefault(region.page, []).append(region.bbox)
    return [Region(page=page, bbox=union(boxes)) for page, boxes in by_page.items()]


def _table_of(data: dict[str, Any]) -> Table:
    cells = []
    rows, columns = as_int(data.get("num_rows")) or 0, as_int(data.get("num_cols")) or 0
    for cell in as_list(data.get("table_cells"), "table_cells"):
        cell = as_dict(cell, "table_cells")
        row, column = as_int(cell.get("start_row_offset_idx")), as_int(cell.get("start_col_offset_idx"))
        if row is None or column is None or row < 0 or column < 0:
            raise FormatError("a table cell has no row or column")
        bbox = as_dict(cell.get("bbox"), "bbox")
        top_left = as_text(bbox.get("coord_origin")).upper() == "TOPLEFT"
        cells.append(
            TableCell(
                row=row,
                column=column,
                row_span=max(1, as_int(cell.get("row_span")) or 1),
                column_span=max(1, as_int(cell.get("col_span")) or 1),
                text=as_text(cell.get("text")),
                is_header=bool(cell.get("column_header")),
                bbox=as_box([bbox.get(side) for side in ("l", "t", "r", "b")]) if top_left else None,
            )
        )
    rows = max([rows, *(cell.row + 1 for cell in cells)])
    columns = max([columns, *(cell.column + 1 for cell in cells)])
    if rows * columns > 2_000_000:
        raise FormatError(f"a table of {rows} rows and {columns} columns is too large")
    return Table(row_count=rows, column_count=columns, cells=cells)
