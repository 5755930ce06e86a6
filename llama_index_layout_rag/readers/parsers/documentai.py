"""Google Document AI's output: the layout parser's blocks, and pages of the OCR and form processors.

The layout parser nests what belongs to a heading below it and gives boxes only where they were asked for. REST answers
write camelCase, proto dumps snake_case.
"""

from __future__ import annotations

import re
from typing import Any

from llama_index_layout_rag.layout.boxes import Box
from llama_index_layout_rag.layout.elements import ElementKind, Table
from llama_index_layout_rag.readers.common import SourceCell, SourceRow, lay_out
from llama_index_layout_rag.readers.parsers.coordinates import SHARE, Coordinates
from llama_index_layout_rag.readers.parsers.draft import Draft, ParserFormat, labels
from llama_index_layout_rag.readers.parsers.values import (
    as_dict,
    as_dicts,
    as_int,
    as_text,
    box_of_points,
    get,
    refuse_deep,
)

_KINDS = labels(
    {
        ElementKind.TEXT: "paragraph",
        ElementKind.SECTION_HEADER: "subtitle|heading-1|heading-2|heading-3|heading-4|heading-5|heading-6",
        ElementKind.PAGE_HEADER: "header",
        ElementKind.PAGE_FOOTER: "footer",
    }
)
_HEADING = re.compile(r"^heading-?(\d)$")
_NO_OFFSET = 1 << 60


def _is_documentai(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    if isinstance(get(value, "documentLayout"), dict):
        return True
    pages = value.get("pages")
    return "text" in value and isinstance(pages, list) and bool(pages) and _is_page(pages[0])


def _is_page(page: Any) -> bool:
    layout = page.get("layout") if isinstance(page, dict) else None
    return isinstance(layout, dict) and (get(layout, "textAnchor") is not None or "dimension" in page)


def _walk(document: dict[str, Any], draft: Draft) -> None:
    walker = _Walker(document, draft)
    layout = get(document, "documentLayout")
    if isinstance(layout, dict):
        for block in as_dicts(layout.get("blocks"), "blocks"):
            walker.block(block, 0, 0)
    else:
        for page in as_dicts(document.get("pages"), "pages"):
            walker.page(page)


class _Walker:
    """One walk over blocks or pages."""

    def __init__(self, document: dict[str, Any], draft: Draft) -> None:
        self.text, self.draft = as_text(document.get("text")), draft

    # The layout parser

    def block(self, block: dict[str, Any], nesting: int, list_depth: int, marker: str | None = None) -> None:
        """Add a block and what is below it."""
        refuse_deep(nesting, "blocks")
        common = self._common(block)
        if isinstance(inner := get(block, "textBlock"), dict):
            self._text_block(inner, common, nesting, list_depth, marker)
        elif isinstance(inner := get(block, "listBlock"), dict):
            self._list(inner, nesting, list_depth)
        elif isinstance(inner := get(block, "tableBlock"), dict):
            table = _table(inner, lambda cell: "\n".join(_texts(cell.get("blocks"), 0)))
            self.draft.add_caption(
                as_text(inner.get("caption")), self.draft.add(ElementKind.TABLE, table=table, **common)
            )
        elif isinstance(inner := get(block, "imageBlock"), dict):
            self._image(inner, common)

    def _text_block(
        self, block: dict[str, Any], common: dict[str, Any], nesting: int, list_depth: int, marker: str | None
    ) -> None:
        label = as_text(block.get("type"))
        heading = _HEADING.match(label)
        kind = ElementKind.LIST_ITEM if list_depth and not heading else self.draft.kind(label)
        self.draft.add(
            kind,
            as_text(block.get("text")),
            level=int(heading.group(1)) if heading else None,
            marker=marker,
            depth=list_depth if kind is ElementKind.LIST_ITEM else None,
            label=label,
            **common,
        )
        for child in as_dicts(block.get("blocks"), "blocks"):
            self.block(child, nesting + 1, 0)

    def _list(self, block: dict[str, Any], nesting: int, list_depth: int) -> None:
        ordered = as_text(block.get("type")) == "ordered"
        for number, entry in enumerate(as_dicts(get(block, "listEntries"), "listEntries")):
            for position, child in enumerate(as_dicts(entry.get("blocks"), "blocks")):
                marker = f"{number + 1}." if ordered and position == 0 else None
                depth = list_depth + 1 if position == 0 or get(child, "listBlock") else 0
                self.block(child, nesting + 1, depth, marker)

    def _image(self, block: dict[str, Any], common: dict[str, Any]) -> None:
        address = as_text(get(block, "gcsUri")) or as_text(get(block, "blobAssetId"))
        annotations = as_dict(block.get("annotations"), "annotations")
        picture = self.draft.add(ElementKind.PICTURE, src=address, description=annotations.get("description"), **common)
        self.draft.add_picture_text(as_text(get(block, "imageText")), picture)
        self.draft.add_caption(as_text(block.get("caption")), picture)

    def _common(self, block: dict[str, Any]) -> dict[str, Any]:
        span = as_dict(get(block, "pageSpan"), "pageSpan")
        page, end = self.draft.pages.number(get(span, "pageStart")), as_int(get(span, "pageEnd"))
        return {
            "page": page,
            "bbox": self._box(get(block, "boundingBox"), page),
            "source_id": get(block, "blockId"),
            "page_end": end if end != page else None,
        }

    def _box(self, poly: Any, page: int | None) -> Box | None:
        poly = as_dict(poly, "a box")
        for name, system in (("normalizedVertices", None), ("vertices", Coordinates())):
            points = [(point.get("x", 0), point.get("y", 0)) for point in as_dicts(get(poly, name), name)]
            if points:
                return self.draft.pages.box(page, box_of_points(points), system)
        return None

    # The OCR and form processors

    def page(self, page: dict[str, Any]) -> None:
        """Add the paragraphs, tables and form fields of a page."""
        number = self.draft.pages.number(get(page, "pageNumber")) or len(self.draft.pages.known) + 1
        dimension = as_dict(page.get("dimension"), "dimension")
        self.draft.pages.declare(number, dimension.get("width"), dimension.get("height"), points=1.0)
        tables = sorted(as_dicts(page.get("tables"), "tables"), key=self._start)
        cells = [span for entry in tables for span in _spans(as_dict(entry.get("layout"), "layout"))]
        for entry in as_dicts(page.get("paragraphs"), "paragraphs"):
            start = self._start(entry)
            while tables and self._start(tables[0]) <= start:
                self._table(tables.pop(0), number)
            if not any(first <= start < end for first, end in cells):
                text = self._anchored(entry.get("layout")).replace("\n", " ")
                self.draft.add(ElementKind.TEXT, text, **self._placed(entry, number))
        for entry in tables:
            self._table(entry, number)
        for entry in as_dicts(get(page, "formFields"), "formFields"):
            name = as_dict(get(entry, "fieldName"), "fieldName")
            text = f"{self._anchored(name)} {self._anchored(get(entry, 'fieldValue'))}"
            box = self._box(get(name, "boundingPoly"), number)
            self.draft.add(ElementKind.FORM, text, page=number, bbox=box, duplicates_text=True)

    def _table(self, entry: dict[str, Any], number: int) -> None:
        table = _table(entry, lambda cell: self._anchored(cell.get("layout")))
        self.draft.add(ElementKind.TABLE, table=table, **self._placed(entry, number))

    def _placed(self, entry: dict[str, Any], number: int) -> dict[str, Any]:
        layout = as_dict(entry.get("layout"), "layout")
        box = self._box(get(layout, "boundingPoly"), number)
        return {"page": number, "bbox": box, "confidence": layout.get("confidence")}

    def _start(self, entry: dict[str, Any]) -> int:
        return min((start for start, _ in _spans(as_dict(entry.get("layout"), "layout"))), default=_NO_OFFSET)

    def _anchored(self, layout: Any) -> str:
        layout = as_dict(layout, "layout")
        text = "".join(self.text[start:end] for start, end in _spans(layout))
        return (text or as_text(as_dict(get(layout, "textAnchor"), "textAnchor").get("content"))).strip()


def _table(block: dict[str, Any], text_of: Any) -> Table:
    rows = [
        SourceRow(
            [
                SourceCell(text_of(cell), as_int(get(cell, "rowSpan")) or 1, as_int(get(cell, "colSpan")) or 1)
                for cell in as_dicts(row.get("cells"), "cells")
            ],
            is_header=name == "headerRows",
        )
        for name in ("headerRows", "bodyRows")
        for row in as_dicts(get(block, name), name)
    ]
    return lay_out(rows)[0]


def _spans(layout: dict[str, Any]) -> list[tuple[int, int]]:
    segments = as_dicts(get(as_dict(get(layout, "textAnchor"), "textAnchor"), "textSegments"), "textSegments")
    return [(as_int(get(entry, "startIndex")) or 0, as_int(get(entry, "endIndex")) or 0) for entry in segments]


def _texts(blocks: Any, nesting: int) -> list[str]:
    """Return the texts of the blocks in a table cell."""
    refuse_deep(nesting, "blocks")
    texts: list[str] = []
    for block in as_dicts(blocks, "blocks"):
        text_block = as_dict(get(block, "textBlock"), "textBlock")
        if as_text(text_block.get("text")):
            texts.append(as_text(text_block["text"]))
        texts += _texts(text_block.get("blocks"), nesting + 1)
        for entry in as_dicts(get(as_dict(get(block, "listBlock"), "listBlock"), "listEntries"), "listEntries"):
            texts += _texts(entry.get("blocks"), nesting + 1)
    return texts


DOCUMENT_AI = ParserFormat("Document AI", _KINDS, Coordinates(unit=SHARE), _is_documentai, _walk)
