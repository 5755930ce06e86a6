"""OpenDataLoader's JSON.

Boxes count from the bottom left of pages whose sizes it does not name; reading order is the tree of `kids`. Markers stay in
the text of list items; captions name the picture or table that they belong to.
"""

from __future__ import annotations

from typing import Any

from llama_index_layout_rag.layout.boxes import Box
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement, Table
from llama_index_layout_rag.readers.parsers.coordinates import Coordinates
from llama_index_layout_rag.readers.parsers.draft import Draft, ParserFormat, labels
from llama_index_layout_rag.readers.parsers.values import (
    as_box,
    as_dicts,
    as_int,
    as_number,
    as_text,
    refuse_deep,
    table_cell,
    table_of,
)

_KINDS = labels(
    {
        ElementKind.SECTION_HEADER: "heading",
        ElementKind.TEXT: "paragraph",
        ElementKind.LIST_ITEM: "list item",
        ElementKind.TABLE: "table",
        ElementKind.PICTURE: "image|figure",
        ElementKind.CAPTION: "caption",
        ElementKind.FORMULA: "formula",
        ElementKind.PAGE_HEADER: "header",
        ElementKind.PAGE_FOOTER: "footer",
        ElementKind.FOOTNOTE: "footnote",
        ElementKind.CODE: "code",
    }
)


def _is_opendataloader(value: Any) -> bool:
    return isinstance(value, dict) and "number of pages" in value and isinstance(value.get("kids"), list)


def _walk(value: dict[str, Any], draft: Draft) -> None:
    draft.rule_based = True
    draft.pages.assume(*_reach(value))
    walker = _Walker(draft)
    walker.kids(value, 0, 0)
    walker.finish()
    if not walker.has_title:
        draft.title = as_text(value.get("title")).strip() or None


class _Walker:
    """One walk over the tree."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.by_id: dict[int, LayoutElement] = {}
        self.captions: list[tuple[LayoutElement, int]] = []
        self.has_title = False
        self.title_level: int | None = None

    def kids(self, node: dict[str, Any], list_depth: int, nesting: int) -> None:
        """Add what is below a node."""
        refuse_deep(nesting, "elements")
        for kid in as_dicts(node.get("kids"), "kids"):
            self._node(kid, list_depth, nesting + 1)

    def finish(self) -> None:
        """Link captions to their owners, which may come later; a "title" with headings of its level heads a section."""
        for caption, target in self.captions:
            owner = self.by_id.get(target)
            caption.caption_of = owner.element_id if owner is not None else None
        title = next((e for e in self.draft.elements if e.kind is ElementKind.TITLE), None)
        level = self.title_level
        headings = [e for e in self.draft.elements if e.kind is ElementKind.SECTION_HEADER]
        if title is not None and level is not None and any(element.level == level for element in headings):
            title.kind, title.level, self.has_title = ElementKind.SECTION_HEADER, level, False

    def _node(self, node: dict[str, Any], list_depth: int, nesting: int) -> None:
        refuse_deep(nesting, "elements")
        label = as_text(node.get("type"))
        if label == "list":
            for item in as_dicts(node.get("list items"), "list items"):
                self._node(item, list_depth + 1, nesting + 1)
        elif label in ("header", "footer") and node.get("kids"):
            for text, kid in _texts(node, nesting):
                self.draft.add(self.draft.kind(label), text, label=label, **self._common(kid))
        elif label == "text block":
            self.kids(node, list_depth, nesting)
        else:
            self._element(node, label, list_depth, nesting)

    def _element(self, node: dict[str, Any], label: str, list_depth: int, nesting: int) -> None:
        kind = self.draft.kind(label)
        if kind is ElementKind.SECTION_HEADER and as_text(node.get("level")) == "Doctitle" and not self.has_title:
            kind, self.has_title = ElementKind.TITLE, True
            self.title_level = as_int(node.get("heading level"))
        element = self.draft.add(
            kind,
            as_text(node.get("content")),
            level=as_int(node.get("heading level")) if kind is ElementKind.SECTION_HEADER else None,
            depth=list_depth if kind is ElementKind.LIST_ITEM else None,
            table=self._table(node, nesting) if kind is ElementKind.TABLE else None,
            size=as_number(node.get("font size")),
            src=node.get("source"),
            label=label,
            **self._common(node),
        )
        number, target = as_int(node.get("id")), as_int(node.get("linked content id"))
        if number is not None:
            self.by_id[number] = element
        if kind is ElementKind.CAPTION and target is not None:
            self.captions.append((element, target))
        if kind is not ElementKind.TABLE:
            self.kids(node, list_depth, nesting)

    def _common(self, node: dict[str, Any]) -> dict[str, Any]:
        page = self.draft.pages.number(node.get("page number"))
        return {"page": page, "bbox": self._box(node), "source_id": node.get("id"), "font": node.get("font")}

    def _box(self, node: dict[str, Any]) -> Box | None:
        raw = node.get("bounding box")
        page = self.draft.pages.number(node.get("page number"))
        return self.draft.pages.box(page, raw) if isinstance(raw, list) else None

    def _table(self, node: dict[str, Any], nesting: int) -> Table:
        cells = []
        for row in as_dicts(node.get("rows"), "rows"):
            for cell in as_dicts(row.get("cells"), "cells"):
                number, column = as_int(cell.get("row number")), as_int(cell.get("column number"))
                cells.append(
                    table_cell(
                        number - 1 if number is not None else None,
                        column - 1 if column is not None else None,
                        "\n".join(text for text, _ in _texts(cell, nesting)),
                        spans=(cell.get("row span"), cell.get("column span")),
                        is_header=bool(cell.get("is_header")),
                        bbox=self._box(cell),
                    )
                )
        return table_of(cells, node.get("number of rows"), node.get("number of columns"))


def _texts(node: dict[str, Any], nesting: int) -> list[tuple[str, dict[str, Any]]]:
    """Return the texts below a node with the nodes that carry them."""
    refuse_deep(nesting, "elements")
    found = []
    for name in ("kids", "list items"):
        for kid in as_dicts(node.get(name), name):
            if as_text(kid.get("content")):
                found.append((as_text(kid["content"]), kid))
            found += _texts(kid, nesting + 1)
    return found


_MAX_PAGE_SIDE = 14_400.0
"""Points; PDF allows no larger page."""


def _reach(value: dict[str, Any]) -> tuple[float, float]:
    """Return how far right and up the boxes reach, in points, over all pages."""
    right = top = 0.0
    waiting: list[Any] = [value]
    while waiting:
        node = waiting.pop()
        box = as_box(node["bounding box"]) if isinstance(node.get("bounding box"), list) else None
        if box is not None and max(box[2], box[3]) <= _MAX_PAGE_SIDE:
            right, top = max(right, box[2]), max(top, box[3])
        for name in ("kids", "list items"):
            waiting += [kid for kid in node[name] if isinstance(kid, dict)] if isinstance(node.get(name), list) else []
    return right, top


OPENDATALOADER = ParserFormat("OpenDataLoader", _KINDS, Coordinates(from_bottom=True), _is_opendataloader, _walk)
