"""Google Document AI's output as layout: the layout parser's blocks, and pages of the OCR and form processors.

The layout parser nests what belongs to a heading below it; boxes are there only when they were asked for, as shares
of the page from the top left; pages count from 1. REST answers write camelCase, proto dumps snake_case.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from llama_index_layout_rag.layout.boxes import Box
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutPage, LayoutSource
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement, Table
from llama_index_layout_rag.readers.common.tables import SourceCell, SourceRow, lay_out
from llama_index_layout_rag.readers.parsers.draft import Draft, PageSizes
from llama_index_layout_rag.readers.parsers.values import (
    as_dict,
    as_int,
    as_list,
    as_text,
    box_of_points,
    refuse_deep,
)

_KINDS = {
    "paragraph": ElementKind.TEXT,
    "subtitle": ElementKind.SECTION_HEADER,
    "header": ElementKind.PAGE_HEADER,
    "footer": ElementKind.PAGE_FOOTER,
}
_HEADING = re.compile(r"^heading-?(\d)$")


def is_documentai(value: Any) -> bool:
    """Whether a JSON value is a Document of Google Document AI."""
    if not isinstance(value, dict):
        return False
    document = value["document"] if isinstance(value.get("document"), dict) else value
    if isinstance(_get(document, "documentLayout"), dict):
        return True
    pages = document.get("pages")
    return "text" in document and isinstance(pages, list) and bool(pages) and _is_page(pages[0])


def _is_page(page: Any) -> bool:
    layout = page.get("layout") if isinstance(page, dict) else None
    return isinstance(layout, dict) and (_get(layout, "textAnchor") is not None or "dimension" in page)


def read_documentai(value: dict[str, Any], source: LayoutSource, pages: Sequence[LayoutPage] = ()) -> LayoutDocument:
    """Reads a Document; `pages` are those of the source PDF.

    Raises:
        FormatError: When it is not as the schema says.
    """
    document = as_dict(value["document"], "document") if isinstance(value.get("document"), dict) else value
    reader = _DocumentAiReader(document, pages)
    layout = _get(document, "documentLayout")
    if isinstance(layout, dict):
        for block in as_list(layout.get("blocks"), "blocks"):
            reader.block(as_dict(block, "blocks"), 0, 0)
    else:
        for page in as_list(document.get("pages"), "pages"):
            reader.page(as_dict(page, "pages"))
    return reader.draft.document(source, reader.sizes.pages())


class _DocumentAiReader:
    """Collects blocks or pages."""

    def __init__(self, document: dict[str, Any], pages: Sequence[LayoutPage]) -> None:
        self.text = as_text(document.get("text"))
        self.draft = Draft()
        self.sizes = PageSizes(pages, self.draft)

    # The layout parser

    def block(self, block: dict[str, Any], nesting: int, list_depth: int, marker: str | None = None) -> None:
        """Adds a block and what is below it."""
        refuse_deep(nesting, "blocks")
        text_block, list_block = _get(block, "textBlock"), _get(block, "listBlock")
        table_block, image_block = _get(block, "tableBlock"), _get(block, "imageBlock")
        common = self._common(block)
        if isinstance(text_block, dict):
            self._text_block(text_block, common, nesting, list_depth, marker)
        elif isinstance(list_block, dict):
            self._list(list_block, nesting, list_depth)
        elif isinstance(table_block, dict):
            self._table_block(table_block, common)
        elif isinstance(image_block, dict):
            self._image(image_block, common)

    def _text_block(
        self, block: dict[str, Any], common: dict[str, Any], nesting: int, list_depth: int, marker: str | None
    ) -> None:
        label = as_text(block.get("type"))
        heading = _HEADING.match(label)
        if list_depth and not heading:
            kind = ElementKind.LIST_ITEM
        elif heading:
            kind = ElementKind.SECTION_HEADER
        else:
            kind = _KINDS.get(label) or self.draft.unknown_label(label)
        self.draft.add(
            kind,
            as_text(block.get("text")),
            level=int(heading.group(1)) if heading else None,
            marker=marker,
            depth=list_depth if kind is ElementKind.LIST_ITEM else None,
            label=label,
            **common,
        )
        for child in as_list(block.get("blocks"), "blocks"):
            self.block(as_dict(child, "blocks"), nesting + 1, 0)

    def _list(self, block: dict[str, Any], nesting: int, list_depth: int) -> None:
        ordered = as_text(block.get("type")) == "ordered"
        for number, entry in enumerate(as_list(_get(block, "listEntries"), "listEntries")):
            inner = as_list(as_dict(entry, "listEntries").get("blocks"), "blocks")
            for position, child in enumerate(inner):
                marker = (f"{number + 1}." if ordered else None) if position == 0 else None
                depth = list_depth + 1 if position == 0 or _get(as_dict(child, "blocks"), "listBlock") else 0
                self.block(as_dict(child, "blocks"), nesting + 1, depth, marker)

    def _table_block(self, block: dict[str, Any], common: dict[str, Any]) -> None:
        rows = []
        for name in ("headerRows", "bodyRows"):
            for row in as_list(_get(block, name), name):
                cells = []
                for cell in as_list(as_dict(row, name).get("cells"), "cells"):
                    cell = as_dict(cell, "cells")
                    text = "\n".join(_texts(cell.get("blocks"), 0))
                    cells.append(
                        SourceCell(text, as_int(_get(cell, "rowSpan")) or 1, as_int(_get(cell, "colSpan")) or 1)
                    )
                rows.append(SourceRow(cells, is_header=name == "headerRows"))
        table, _ = lay_out(rows)
        element = self.draft.add(ElementKind.TABLE, table=table, **common)
        self._caption(as_text(block.get("caption")), element)

    def _image(self, block: dict[str, Any], common: dict[str, Any]) -> None:
        address = as_text(_get(block, "gcsUri")) or as_text(_get(block, "blobAssetId"))
        annotations = as_dict(block.get("annotations"), "annotations")
        picture = self.draft.add(ElementKind.PICTURE, src=address, description=annotations.get("description"), **common)
        text = as_text(_get(block, "imageText"))
        if text:
            self.draft.add(ElementKind.PICTURE_OCR_TEXT, text, container=picture, **common)
        self._caption(as_text(block.get("caption")), picture)

    def _caption(self, text: str, owner: LayoutElement) -> None:
        if text:
            self.draft.add(ElementKind.CAPTION, text, page=owner.page, caption_of=owner)

    def _common(self, block: dict[str, Any]) -> dict[str, Any]:
        span = as_dict(_get(block, "pageSpan"), "pageSpan")
        page = as_int(_get(span, "pageStart"))
        end = as_int(_get(span, "pageEnd"))
        box = self._box(as_dict(_get(block, "boundingBox"), "boundingBox"), page)
        return {
            "page": page if page and page >= 1 else None,
            "bbox": box,
            "source_id": _get(block, "blockId"),
            "page_end": end if end != page else None,
        }

    def _box(self, poly: dict[str, Any], page: int | None) -> Box | None:
        normalized = as_list(_get(poly, "normalizedVertices"), "normalizedVertices")
        if normalized:
            points = [(as_dict(p, "a vertex").get("x", 0), as_dict(p, "a vertex").get("y", 0)) for p in normalized]
            size = self.sizes.size(page)
            return box_of_points(points, *size) if size is not None else None
        vertices = as_list(poly.get("vertices"), "vertices")
        points = [(as_dict(p, "a vertex").get("x", 0), as_dict(p, "a vertex").get("y", 0)) for p in vertices]
        return box_of_points(points) if points and page else None

    # The OCR and form processors

    def page(self, page: dict[str, Any]) -> None:
        """Adds the paragraphs, tables and form fields of a page."""
        number = as_int(_get(page, "pageNumber")) or len(self.sizes.known) + 1
        dimension = as_dict(page.get("dimension"), "dimension")
        wide, high = dimension.get("width"), dimension.get("height")
        sized = isinstance(wide, (int, float)) and isinstance(high, (int, float)) and wide > 0 and high > 0
        if sized and number not in self.sizes.known:
            self.sizes.known[number] = LayoutPage(number=number, width=float(wide or 0), height=float(high or 0))
        tables = [as_dict(entry, "tables") for entry in as_list(page.get("tables"), "tables")]
        inside = [span for entry in tables for span in self._spans(as_dict(entry.get("layout"), "layout"))]
        pending = sorted(tables, key=lambda entry: self._start(entry))
        for entry in as_list(page.get("paragraphs"), "paragraphs"):
            layout = as_dict(as_dict(entry, "paragraphs").get("layout"), "layout")
            start = self._start(entry)
            while pending and self._start(pending[0]) <= start:
                self._classic_table(pending.pop(0), number)
            if not any(first <= start < end for first, end in inside):
                self._add(ElementKind.TEXT, layout, number)
        for entry in pending:
            self._classic_table(entry, number)
        for entry in as_list(_get(page, "formFields"), "formFields"):
            self._field(as_dict(entry, "formFields"), number)

    def _field(self, entry: dict[str, Any], number: int) -> None:
        name = as_dict(_get(entry, "fieldName"), "fieldName")
        value = as_dict(_get(entry, "fieldValue"), "fieldValue")
        text = f"{self._anchored(name).strip()} {self._anchored(value).strip()}".strip()
        box = self._box(as_dict(_get(name, "boundingPoly"), "boundingPoly"), number)
        self.draft.add(ElementKind.FORM, text, page=number, bbox=box, duplicates_text=True)

    def _classic_table(self, entry: dict[str, Any], number: int) -> None:
        rows = []
        for name in ("headerRows", "bodyRows"):
            for row in as_list(_get(entry, name), name):
                cells = []
                for cell in as_list(as_dict(row, name).get("cells"), "cells"):
                    cell = as_dict(cell, "cells")
                    text = self._anchored(as_dict(cell.get("layout"), "layout")).strip()
                    cells.append(
                        SourceCell(text, as_int(_get(cell, "rowSpan")) or 1, as_int(_get(cell, "colSpan")) or 1)
                    )
                rows.append(SourceRow(cells, is_header=name == "headerRows"))
        table: Table = lay_out(rows)[0]
        self._add(ElementKind.TABLE, as_dict(entry.get("layout"), "layout"), number, table)

    def _add(self, kind: ElementKind, layout: dict[str, Any], number: int, table: Table | None = None) -> None:
        box = self._box(as_dict(_get(layout, "boundingPoly"), "boundingPoly"), number)
        text = "" if table is not None else self._anchored(layout).strip().replace("\n", " ")
        self.draft.add(kind, text, page=number, bbox=box, table=table, confidence=layout.get("confidence"))

    def _spans(self, layout: dict[str, Any]) -> list[tuple[int, int]]:
        anchor = as_dict(_get(layout, "textAnchor"), "textAnchor")
        spans = []
        for segment in as_list(_get(anchor, "textSegments"), "textSegments"):
            segment = as_dict(segment, "textSegments")
            start, end = as_int(_get(segment, "startIndex")) or 0, as_int(_get(segment, "endIndex")) or 0
            spans.append((start, end))
        return spans

    def _start(self, entry: dict[str, Any]) -> int:
        return min((start for start, _ in self._spans(as_dict(entry.get("layout"), "layout"))), default=1 << 60)

    def _anchored(self, layout: dict[str, Any]) -> str:
        anchor = as_dict(_get(layout, "textAnchor"), "textAnchor")
        return "".join(self.text[start:end] for start, end in self._spans(layout)) or as_text(anchor.get("content"))


_SNAKE = re.compile(r"(?<=[a-z])(?=[A-Z])")


def _get(entry: dict[str, Any], name: str) -> Any:
    return entry.get(name, entry.get(_SNAKE.sub("_", name).lower()))


def _texts(blocks: Any, nesting: int) -> list[str]:
    """Texts of the blocks in a table cell."""
    refuse_deep(nesting, "blocks")
    texts: list[str] = []
    for block in as_list(blocks, "blocks"):
        block = as_dict(block, "blocks")
        text_block = as_dict(_get(block, "textBlock"), "textBlock")
        if as_text(text_block.get("text")):
            texts.append(as_text(text_block["text"]))
        texts += _texts(text_block.get("blocks"), nesting + 1)
        for entry in as_list(_get(as_dict(_get(block, "listBlock"), "listBlock"), "listEntries"), "listEntries"):
            texts += _texts(as_dict(entry, "listEntries").get("blocks"), nesting + 1)
    return texts
