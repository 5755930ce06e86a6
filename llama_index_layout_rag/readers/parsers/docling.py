"""Docling's document JSON (DoclingDocument 1.x).

Boxes of PDF output count from the bottom left, those of table cells from the top left; each says so itself. Reading order is
the tree below `body`. The PDF pipeline gives every heading level 1 and flat lists; DOCX and HTML output has no pages.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement, Region, Table
from llama_index_layout_rag.readers.common import format_number
from llama_index_layout_rag.readers.parsers.coordinates import Coordinates
from llama_index_layout_rag.readers.parsers.draft import Draft, ParserFormat, labels
from llama_index_layout_rag.readers.parsers.values import (
    FormatError,
    as_box,
    as_dict,
    as_dicts,
    as_int,
    as_list,
    as_text,
    rounded,
    table_cell,
    table_of,
)

_KINDS = labels(
    {
        ElementKind.TITLE: "title",
        ElementKind.SECTION_HEADER: "section_header|field_heading",
        ElementKind.TEXT: "text|paragraph|handwritten_text|marker",
        ElementKind.LIST_ITEM: "list_item",
        ElementKind.CAPTION: "caption",
        ElementKind.FOOTNOTE: "footnote",
        ElementKind.FORMULA: "formula",
        ElementKind.CODE: "code",
        ElementKind.PAGE_HEADER: "page_header",
        ElementKind.PAGE_FOOTER: "page_footer",
        ElementKind.REFERENCE: "reference",
        ElementKind.FORM: "checkbox_selected|checkbox_unselected|form|key_value_region|field_region|field_item|field_key"
        "|field_value|field_hint",
        ElementKind.DECORATIVE: "empty_value|grading_scale",
    }
)
_FROM_BOTTOM = Coordinates(from_bottom=True)
_HIDDEN_LAYERS = frozenset({"furniture", "background", "invisible"})
_LISTS = frozenset({"list", "ordered_list"})
_ARRAYS = ("texts", "tables", "pictures", "groups", "key_value_items", "form_items", "field_regions", "field_items")
_MAX_DEPTH = 200
"""Levels of the tree; real documents stay below 20."""


def is_docling_object(value: Any) -> bool:
    """Return whether a value is docling_core's DoclingDocument, or the converter's result that holds one.

    Recognised by what it can do, since neither package need be installed.
    """
    document = _document_in(value)
    return callable(getattr(document, "export_to_dict", None)) or (
        getattr(document, "schema_name", None) == "DoclingDocument" and callable(getattr(document, "model_dump", None))
    )


def docling_value(value: Any) -> tuple[dict[str, Any], str]:
    """Return the JSON of a DoclingDocument object and the address of its file ("" where it names none)."""
    document = _document_in(value)
    export = getattr(document, "export_to_dict", None)
    exported = export() if callable(export) else document.model_dump(mode="json", by_alias=True, exclude_none=True)
    origin = as_dict(exported.get("origin"), "origin")
    return exported, as_text(origin.get("uri")) or as_text(origin.get("filename")) or as_text(exported.get("name"))


def _document_in(value: Any) -> Any:
    inner = getattr(value, "document", None)
    return inner if inner is not None and not isinstance(value, str | dict) else value


def _is_docling(value: Any) -> bool:
    return isinstance(value, dict) and value.get("schema_name") == "DoclingDocument"


class _Walker:
    """One walk over a document's tree."""

    def __init__(self, value: dict[str, Any], draft: Draft) -> None:
        self.value, self.draft = value, draft
        for key, entry in as_dict(value.get("pages"), "pages").items():
            entry = as_dict(entry, "pages")
            size = as_dict(entry.get("size"), "size")
            number = draft.pages.number(entry.get("page_no")) or draft.pages.number(key)
            draft.pages.declare(number, size.get("width"), size.get("height"))
        # Where a node is in the file is its name; what it says of itself may be missing or wrong.
        self.paths = {
            id(node): f"#/{name}/{index}"
            for name in _ARRAYS
            for index, node in enumerate(as_list(value.get(name), name))
        }
        self.done: set[str] = set()

    def walk(self) -> None:
        body = as_dict(self.value.get("body"), "body")
        if not body:
            raise FormatError("a DoclingDocument must have a body")
        for tree in (body, as_dict(self.value.get("furniture"), "furniture")):
            for child in self._children(tree):
                self._node(child, 0, [], 0)
        # What no tree refers to is still part of the document.
        for name in ("texts", "tables", "pictures"):
            for index, node in enumerate(as_dicts(self.value.get(name), name)):
                if f"#/{name}/{index}" not in self.done and not node.get("parent"):
                    self._node(node, 0, [], 0)

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
        """Add a node and what is below it."""
        own = self.paths[id(node)]
        if nesting > _MAX_DEPTH:
            raise FormatError(f"the tree is deeper than {_MAX_DEPTH} levels at {own!r}")
        if own in self.done:
            return None
        self.done.add(own)
        label, array = as_text(node.get("label")), own.split("/")[1]
        if array == "groups":
            self._group(node, label, list_depth, nesting)
        elif array == "pictures":
            return self._picture(node, label, list_depth, nesting)
        elif array == "tables":
            return self._table(node, label)
        elif array in ("key_value_items", "form_items"):
            cells = as_dicts(as_dict(node.get("graph"), "graph").get("cells"), "cells")
            text = "\n".join(line for cell in cells if (line := as_text(cell.get("text"))))
            self.draft.add(ElementKind.FORM, text, **self._common(node, label))
        else:
            element = self._text(node, label, list_depth, numbers)
            for child in self._children(node):
                self._node(child, list_depth, [], nesting + 1)
            return element
        return None

    def _group(self, node: dict[str, Any], label: str, list_depth: int, nesting: int) -> None:
        children = list(self._children(node))
        if label == "inline" and all(self.paths[id(child)].startswith("#/texts/") for child in children):
            # One paragraph that is cut at its formatting.
            self.done.update(self.paths[id(child)] for child in children)
            text = " ".join(text for child in children if (text := as_text(child.get("text"))))
            regions = [region for child in children for region in self._regions(child)]
            self.draft.add(ElementKind.TEXT, text, **(self._common(node, label) | {"regions": regions}))
            return
        inner, numbers = list_depth + (label in _LISTS), [0]
        for child in children:
            self._node(child, inner, numbers, nesting + 1)

    def _text(self, node: dict[str, Any], label: str, list_depth: int, numbers: list[int]) -> LayoutElement:
        kind = self.draft.kind(label)
        layer = as_text(node.get("content_layer"))
        if layer in ("background", "invisible"):
            kind = ElementKind.DECORATIVE
        elif layer == "furniture" and kind is not ElementKind.PAGE_FOOTER:
            kind = ElementKind.PAGE_HEADER
        is_item = kind is ElementKind.LIST_ITEM
        return self.draft.add(
            kind,
            as_text(node.get("text")) or as_text(node.get("orig")),
            level=as_int(node.get("level")) if kind is ElementKind.SECTION_HEADER else None,
            marker=_marker(node, numbers) if is_item else None,
            depth=list_depth if is_item and list_depth > 1 else None,
            checked=label == "checkbox_selected" if label.startswith("checkbox") else None,
            code_language=node.get("code_language"),
            original_text=node.get("orig") if node.get("orig") != node.get("text") else None,
            **self._common(node, label),
        )

    def _picture(self, node: dict[str, Any], label: str, list_depth: int, nesting: int) -> LayoutElement:
        uri = as_text(as_dict(node.get("image"), "image").get("uri"))
        hidden = as_text(node.get("content_layer")) in _HIDDEN_LAYERS
        picture = self.draft.add(
            ElementKind.DECORATIVE if hidden else ElementKind.PICTURE,
            src=uri if not uri.startswith("data:") else None,
            annotations=[a for a in as_list(node.get("annotations"), "annotations") if isinstance(a, dict)][:5],
            **self._common(node, label),
        )
        self._notes(node, picture)
        before = len(self.draft.elements)
        for child in self._children(node):
            self._node(child, list_depth, [], nesting + 1)
        for element in self.draft.elements[before:]:
            if element.kind in (ElementKind.TEXT, ElementKind.LIST_ITEM, ElementKind.SECTION_HEADER):
                element.kind, element.level = ElementKind.PICTURE_OCR_TEXT, None
                element.container = picture.element_id
        return picture

    def _table(self, node: dict[str, Any], label: str) -> LayoutElement:
        table = _table(as_dict(node.get("data"), "data"))
        is_index = label == "document_index"
        element = self.draft.add(
            ElementKind.TOC_ENTRY if is_index else ElementKind.TABLE,
            "\n".join("\t".join(row).strip() for row in table.grid()) if is_index else "",
            table=table,
            **self._common(node, label),
        )
        self._notes(node, element)
        # Rich cells hold their text once as cell and once as element.
        waiting = list(self._children(node))
        while waiting:
            child = waiting.pop()
            path = self.paths[id(child)]
            waiting += self._children(child) if path not in self.done else ()
            self.done.add(path)
        return element

    def _notes(self, node: dict[str, Any], owner: LayoutElement) -> None:
        for name, kind in (("captions", ElementKind.CAPTION), ("footnotes", ElementKind.FOOTNOTE)):
            for reference in as_list(node.get(name), name):
                element = self._node(self._resolve(reference), 0, [], 1)
                if element is not None:
                    element.kind = kind
                    element.caption_of = owner.element_id if kind is ElementKind.CAPTION else None

    def _common(self, node: dict[str, Any], label: str) -> dict[str, Any]:
        return {"regions": self._regions(node), "label": label, "source_id": node.get("self_ref")}

    def _regions(self, node: dict[str, Any]) -> list[Region]:
        regions = []
        for entry in as_dicts(node.get("prov"), "prov"):
            page = self.draft.pages.number(entry.get("page_no"))
            bbox = as_dict(entry.get("bbox"), "bbox")
            from_bottom = as_text(bbox.get("coord_origin")).upper() == "BOTTOMLEFT"
            box = self.draft.pages.box(page, _sides(bbox), _FROM_BOTTOM if from_bottom else None)
            if page is not None and box is not None:
                regions.append(Region(page=page, bbox=box))
        return regions


def _sides(bbox: dict[str, Any]) -> list[Any]:
    return [bbox.get(side) for side in ("l", "t", "r", "b")]


def _marker(node: dict[str, Any], numbers: list[int]) -> str:
    """Return the marker of an item: its own, what `orig` has before the text, or the count of an ordered list."""
    own = as_text(node.get("marker")).strip()
    text, original = as_text(node.get("text")).strip(), as_text(node.get("orig")).strip()
    if own:
        return own
    if text and original != text and original.endswith(text):
        return original[: -len(text)].strip()
    if node.get("enumerated") and numbers:
        numbers[0] += 1
        return format_number(numbers[0], "decimal") + "."
    return ""


def _table(data: dict[str, Any]) -> Table:
    cells = []
    for cell in as_dicts(data.get("table_cells"), "table_cells"):
        bbox = as_dict(cell.get("bbox"), "bbox")
        from_top = as_text(bbox.get("coord_origin")).upper() == "TOPLEFT"
        cells.append(
            table_cell(
                cell.get("start_row_offset_idx"),
                cell.get("start_col_offset_idx"),
                as_text(cell.get("text")),
                spans=(cell.get("row_span"), cell.get("col_span")),
                is_header=bool(cell.get("column_header")),
                bbox=rounded(box) if from_top and (box := as_box(_sides(bbox))) is not None else None,
            )
        )
    return table_of(cells, data.get("num_rows"), data.get("num_cols"))


DOCLING = ParserFormat("Docling", _KINDS, Coordinates(), _is_docling, lambda value, draft: _Walker(value, draft).walk())
