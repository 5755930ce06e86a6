"""OpenDataLoader's JSON as layout.

Boxes are points from the bottom left without page sizes, pages count from 1, reading order is the tree of `kids`.
Markers stay in the text of list items; captions name the picture or table that they belong to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llama_index_layout_rag.layout.boxes import Box
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutPage, LayoutSource
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement, Table, TableCell
from llama_index_layout_rag.readers.parsers.draft import Draft, PageSizes
from llama_index_layout_rag.readers.parsers.values import (
    FormatError,
    as_box,
    as_dict,
    as_int,
    as_list,
    as_text,
    from_bottom,
    refuse_deep,
)
from llama_index_layout_rag.readers.pdf import is_bold_name

_KINDS = {
    "heading": ElementKind.SECTION_HEADER,
    "paragraph": ElementKind.TEXT,
    "list item": ElementKind.LIST_ITEM,
    "table": ElementKind.TABLE,
    "image": ElementKind.PICTURE,
    "figure": ElementKind.PICTURE,
    "caption": ElementKind.CAPTION,
    "formula": ElementKind.FORMULA,
    "header": ElementKind.PAGE_HEADER,
    "footer": ElementKind.PAGE_FOOTER,
    "footnote": ElementKind.FOOTNOTE,
    "code": ElementKind.CODE,
}


def is_opendataloader(value: Any) -> bool:
    """Whether a JSON value is OpenDataLoader's."""
    return isinstance(value, dict) and "number of pages" in value and isinstance(value.get("kids"), list)


def read_opendataloader(
    value: dict[str, Any], source: LayoutSource, pages: Sequence[LayoutPage] = ()
) -> LayoutDocument:
    """Reads OpenDataLoader's JSON; `pages` are those of the source PDF, since it names no sizes.

    Raises:
        FormatError: When it is not as the schema says.
    """
    reader = _OpenDataLoaderReader(pages, value)
    reader.kids(value, 0, 0)
    reader.link_captions()
    reader.settle_title()
    title = as_text(value.get("title")).strip() or None
    return reader.draft.document(source, reader.sizes.pages(), title=title if not reader.has_title else None)


class _OpenDataLoaderReader:
    """One walk over the tree."""

    def __init__(self, pages: Sequence[LayoutPage], value: dict[str, Any]) -> None:
        self.draft = Draft(by_rules=True)
        self.sizes = PageSizes(pages, self.draft, _reach(value))
        self.by_id: dict[int, LayoutElement] = {}
        self.captions: list[tuple[LayoutElement, int]] = []
        self.has_title = False
        self.title_level: int | None = None

    def kids(self, node: dict[str, Any], list_depth: int, nesting: int) -> None:
        """Reads what is below a node."""
        refuse_deep(nesting, "elements")
        for kid in as_list(node.get("kids"), "kids"):
            self._node(as_dict(kid, "kids"), list_depth, nesting + 1)

    def link_captions(self) -> None:
        """Gives captions their owners, which may come later."""
        for caption, target in self.captions:
            owner = self.by_id.get(target)
            if owner is not None:
                caption.caption_of = owner.element_id

    def settle_title(self) -> None:
        """A heading that is called the title with others of its level beside it heads a section like those."""
        title = next((e for e in self.draft.elements if e.kind is ElementKind.TITLE), None)
        level = self.title_level
        if title is None or level is None:
            return
        if any(e.kind is ElementKind.SECTION_HEADER and e.level == level for e in self.draft.elements):
            title.kind, title.level, self.has_title = ElementKind.SECTION_HEADER, level, False

    def _node(self, node: dict[str, Any], list_depth: int, nesting: int) -> None:
        label = as_text(node.get("type"))
        if label == "list":
            for item in as_list(node.get("list items"), "list items"):
                self._node(as_dict(item, "list items"), list_depth + 1, nesting + 1)
            return
        if label in ("header", "footer") and node.get("kids"):
            self._furniture(node, _KINDS[label], nesting)
            return
        if label == "text block":
            self.kids(node, list_depth, nesting)
            return
        kind = _KINDS.get(label) or self.draft.unknown_label(label)
        if kind is ElementKind.SECTION_HEADER and as_text(node.get("level")) == "Doctitle" and not self.has_title:
            kind, self.has_title = ElementKind.TITLE, True
            self.title_level = as_int(node.get("heading level"))
        element = self.draft.add(
            kind,
            as_text(node.get("content")),
            level=as_int(node.get("heading level")) if kind is ElementKind.SECTION_HEADER else None,
            depth=list_depth if kind is ElementKind.LIST_ITEM else None,
            table=self._table(node, nesting) if kind is ElementKind.TABLE else None,
            size=_number(node.get("font size")),
            bold=is_bold_name(as_text(node.get("font"))) if node.get("font") else None,
            src=node.get("source"),
            label=label,
            **self._common(node),
        )
        number = as_int(node.get("id"))
        if number is not None:
            self.by_id[number] = element
        target = as_int(node.get("linked content id"))
        if kind is ElementKind.CAPTION and target is not None:
            self.captions.append((element, target))
        if kind is not ElementKind.TABLE:
            self.kids(node, list_depth, nesting)

    def _furniture(self, node: dict[str, Any], kind: ElementKind, nesting: int) -> None:
        for text, kid in _texts(node, nesting):
            self.draft.add(kind, text, label=as_text(node.get("type")), **self._common(kid))

    def _common(self, node: dict[str, Any]) -> dict[str, Any]:
        page = as_int(node.get("page number"))
        return {
            "page": page if page and page >= 1 else None,
            "bbox": self._box(node, page),
            "source_id": node.get("id"),
            "font": node.get("font"),
        }

    def _box(self, node: dict[str, Any], page: int | None) -> Box | None:
        raw = node.get("bounding box")
        box = as_box(raw) if isinstance(raw, list) else None
        size = self.sizes.size(page, box[3]) if box is not None else None
        return from_bottom(box, size[1]) if box is not None and size is not None else None

    def _table(self, node: dict[str, Any], nesting: int) -> Table:
        cells = []
        for row in as_list(node.get("rows"), "rows"):
            for cell in as_list(as_dict(row, "rows").get("cells"), "cells"):
                cell = as_dict(cell, "cells")
                number, column = as_int(cell.get("row number")), as_int(cell.get("column number"))
                if number is None or column is None or number < 1 or column < 1:
                    raise FormatError("a table cell has no row or column")
                cells.append(
                    TableCell(
                        row=number - 1,
                        column=column - 1,
                        row_span=max(1, as_int(cell.get("row span")) or 1),
                        column_span=max(1, as_int(cell.get("column span")) or 1),
                        text="\n".join(text for text, _ in _texts(cell, nesting)),
                        is_header=bool(cell.get("is_header")),
                        bbox=self._box(cell, as_int(cell.get("page number"))),
                    )
                )
        rows = max([as_int(node.get("number of rows")) or 0, *(cell.row + cell.row_span for cell in cells)])
        columns = max([as_int(node.get("number of columns")) or 0, *(cell.column + cell.column_span for cell in cells)])
        if rows * columns > 2_000_000:
            raise FormatError(f"a table of {rows} rows and {columns} columns is too large")
        return Table(row_count=rows, column_count=columns, cells=cells)


def _texts(node: dict[str, Any], nesting: int) -> list[tuple[str, dict[str, Any]]]:
    """Texts below a node with the nodes that carry them."""
    refuse_deep(nesting, "elements")
    found = []
    for name in ("kids", "list items"):
        for kid in as_list(node.get(name), name):
            kid = as_dict(kid, name)
            if as_text(kid.get("content")):
                found.append((as_text(kid["content"]), kid))
            found += _texts(kid, nesting + 1)
    return found


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


_LARGEST_PAGE = 14_400.0
"""Points; PDF allows no larger page."""


def _reach(value: dict[str, Any]) -> tuple[float, float]:
    """How far right and up the boxes reach, over all pages."""
    right = top = 0.0
    waiting: list[Any] = [value]
    while waiting:
        node = waiting.pop()
        box = as_box(node["bounding box"]) if isinstance(node.get("bounding box"), list) else None
        if box is not None and max(box[2], box[3]) <= _LARGEST_PAGE:
            right, top = max(right, box[2]), max(top, box[3])
        for name in ("kids", "list items"):
            waiting += [kid for kid in node[name] if isinstance(kid, dict)] if isinstance(node.get(name), list) else []
    return right, top
