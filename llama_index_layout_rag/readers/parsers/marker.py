"""Marker's JSON: the block tree, and the flat list of its chunks renderer.

Pages are in the ids ("/page/0/Text/4"), texts are HTML. Headers and footers are empty unless Marker was told to keep them;
the level of a heading is that of its HTML tag.
"""

from __future__ import annotations

import re
from typing import Any

from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement
from llama_index_layout_rag.readers.parsers.coordinates import Coordinates
from llama_index_layout_rag.readers.parsers.draft import Draft, ParserFormat, labels
from llama_index_layout_rag.readers.parsers.values import (
    as_box,
    as_dict,
    as_dicts,
    as_text,
    html_table,
    plain_html,
    refuse_deep,
)

_KINDS = labels(
    {
        ElementKind.SECTION_HEADER: "SectionHeader",
        ElementKind.TEXT: "Text|TextInlineMath|Handwriting|ComplexRegion",
        ElementKind.LIST_ITEM: "ListItem",
        ElementKind.TABLE: "Table",
        ElementKind.FORM: "Form",
        ElementKind.TOC_ENTRY: "TableOfContents",
        ElementKind.PICTURE: "Figure|Picture|Diagram|ChemicalBlock",
        ElementKind.CAPTION: "Caption",
        ElementKind.FOOTNOTE: "Footnote",
        ElementKind.FORMULA: "Equation",
        ElementKind.CODE: "Code",
        ElementKind.PAGE_HEADER: "PageHeader",
        ElementKind.PAGE_FOOTER: "PageFooter",
        ElementKind.REFERENCE: "Reference|Bibliography",
    }
)
_GROUPS = frozenset({"ListGroup", "FigureGroup", "TableGroup", "PictureGroup", "Document", "Page"})
_PAGE = re.compile(r"^/page/(\d+)/")
_LEVEL = re.compile(r"<h([1-6])", re.IGNORECASE)
_INDENT = re.compile(r"list-indent-(\d+)")


def _is_marker(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    if value.get("block_type") == "Document":
        return isinstance(value.get("children"), list)
    blocks = value.get("blocks")
    return "page_info" in value and isinstance(blocks, list) and bool(blocks) and "block_type" in as_dict(blocks[0], "")


def _walk(value: dict[str, Any], draft: Draft) -> None:
    if value.get("block_type") == "Document":
        for page in as_dicts(value.get("children"), "children"):
            _declare(draft, _page(draft, page), page)
            _children(draft, page, 0)
        return
    for key, info in as_dict(value.get("page_info"), "page_info").items():
        _declare(draft, draft.pages.number(key), as_dict(info, "page_info"))
    for block in as_dicts(value.get("blocks"), "blocks"):
        _block(draft, block, 0)


def _declare(draft: Draft, number: int | None, page: dict[str, Any]) -> None:
    box = as_box(page["bbox"]) if isinstance(page.get("bbox"), list) else None
    if box is not None:
        draft.pages.declare(number, box[2], box[3])


def _page(draft: Draft, block: dict[str, Any]) -> int | None:
    match = _PAGE.match(as_text(block.get("id")))
    return draft.pages.number(match.group(1) if match else block.get("page"))


def _children(draft: Draft, block: dict[str, Any], nesting: int) -> None:
    for child in as_dicts(block.get("children"), "children"):
        _block(draft, child, nesting + 1)


def _block(draft: Draft, block: dict[str, Any], nesting: int) -> None:
    refuse_deep(nesting, "blocks")
    label = as_text(block.get("block_type"))
    if label in _GROUPS:
        before = len(draft.elements)
        _children(draft, block, nesting)
        _link_captions(draft.elements[before:])
        return
    kind = draft.kind(label)
    html = as_text(block.get("html"))
    page, raw = _page(draft, block), block.get("bbox")
    common: dict[str, Any] = {"page": page, "label": label, "source_id": block.get("id")}
    common["bbox"] = draft.pages.box(page, raw) if isinstance(raw, list) else None
    if kind in (ElementKind.TABLE, ElementKind.FORM) and (table := html_table(html)) is not None:
        draft.add(kind, "" if kind is ElementKind.TABLE else plain_html(html), table=table, **common)
        return
    if kind is ElementKind.TOC_ENTRY:
        for line in plain_html(html.replace("</th>", " ").replace("</td>", " ")).split("\n"):
            draft.add(kind, line, **common)
        return
    level = _LEVEL.search(html) if kind is ElementKind.SECTION_HEADER else None
    indent = _INDENT.search(html) if kind is ElementKind.LIST_ITEM else None
    text = plain_html(html)
    draft.add(
        kind,
        text if kind is ElementKind.CODE else text.replace("\n", " "),
        level=int(level.group(1)) if level else None,
        depth=int(indent.group(1)) + 1 if indent else None,
        **common,
    )
    if kind in (ElementKind.TEXT, ElementKind.LIST_ITEM):
        _children(draft, block, nesting)


def _link_captions(members: list[LayoutElement]) -> None:
    """Link the caption of a group to its picture or table."""
    owners = [e for e in members if e.kind in (ElementKind.PICTURE, ElementKind.TABLE)]
    for element in members:
        if element.kind is ElementKind.CAPTION and len(owners) == 1:
            element.caption_of = owners[0].element_id


MARKER = ParserFormat("Marker", _KINDS, Coordinates(first_page=0), _is_marker, _walk)
