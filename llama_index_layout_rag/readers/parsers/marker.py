"""Marker's JSON as layout: the block tree, and the flat list of its chunks renderer.

Boxes are points from the top left, pages count from 0 in the ids ("/page/0/Text/4"), texts are HTML. Headers and
footers are empty unless Marker was told to keep them; the level of a heading is that of its HTML tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from llama_index_layout_rag.layout.document import LayoutDocument, LayoutPage, LayoutSource
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement
from llama_index_layout_rag.readers.parsers.draft import Draft
from llama_index_layout_rag.readers.parsers.values import (
    as_box,
    as_dict,
    as_int,
    as_list,
    as_text,
    checked_pages,
    html_table,
    plain_html,
    refuse_deep,
)

_KINDS = {
    "SectionHeader": ElementKind.SECTION_HEADER,
    "Text": ElementKind.TEXT,
    "TextInlineMath": ElementKind.TEXT,
    "Handwriting": ElementKind.TEXT,
    "ListItem": ElementKind.LIST_ITEM,
    "Table": ElementKind.TABLE,
    "Form": ElementKind.FORM,
    "TableOfContents": ElementKind.TOC_ENTRY,
    "Figure": ElementKind.PICTURE,
    "Picture": ElementKind.PICTURE,
    "Diagram": ElementKind.PICTURE,
    "ChemicalBlock": ElementKind.PICTURE,
    "Caption": ElementKind.CAPTION,
    "Footnote": ElementKind.FOOTNOTE,
    "Equation": ElementKind.FORMULA,
    "Code": ElementKind.CODE,
    "PageHeader": ElementKind.PAGE_HEADER,
    "PageFooter": ElementKind.PAGE_FOOTER,
    "Reference": ElementKind.REFERENCE,
    "Bibliography": ElementKind.REFERENCE,
    "ComplexRegion": ElementKind.TEXT,
}
_GROUPS = frozenset({"ListGroup", "FigureGroup", "TableGroup", "PictureGroup", "Document", "Page"})
_PAGE = re.compile(r"^/page/(\d+)/")
_LEVEL = re.compile(r"<h([1-6])", re.IGNORECASE)
_INDENT = re.compile(r"list-indent-(\d+)")


def is_marker(value: Any) -> bool:
    """Whether a JSON value is Marker's, of the JSON or the chunks renderer."""
    if not isinstance(value, dict):
        return False
    if value.get("block_type") == "Document":
        return isinstance(value.get("children"), list)
    blocks = value.get("blocks")
    return "page_info" in value and isinstance(blocks, list) and bool(blocks) and "block_type" in as_dict(blocks[0], "")


def read_marker(value: dict[str, Any], source: LayoutSource, pages: Sequence[LayoutPage] = ()) -> LayoutDocument:
    """Reads Marker's JSON; `pages` are those of the source PDF.

    Raises:
        FormatError: When it is not as the schema says.
    """
    draft = Draft()
    known = {page.number: page for page in pages}
    if value.get("block_type") == "Document":
        for page in as_list(value.get("children"), "children"):
            page = as_dict(page, "a page")
            number, box = _number(page), _box(page)
            if number is not None and number not in known and box is not None and box[2] and box[3]:
                known[number] = LayoutPage(number=number, width=box[2], height=box[3])
            _children(draft, page, 0)
    else:
        for key, info in as_dict(value.get("page_info"), "page_info").items():
            number, box = as_int(key), _box(as_dict(info, "page_info"))
            if number is not None and number + 1 not in known and box is not None and box[2] and box[3]:
                known[number + 1] = LayoutPage(number=number + 1, width=box[2], height=box[3])
        for block in as_list(value.get("blocks"), "blocks"):
            _block(draft, as_dict(block, "a block"), 0)
    return draft.document(source, checked_pages(known.values()))


def _children(draft: Draft, block: dict[str, Any], nesting: int) -> None:
    for child in as_list(block.get("children"), "children"):
        _block(draft, as_dict(child, "a block"), nesting + 1)


def _block(draft: Draft, block: dict[str, Any], nesting: int) -> None:
    refuse_deep(nesting, "blocks")
    label = as_text(block.get("block_type"))
    if label in _GROUPS:
        before = len(draft.elements)
        _children(draft, block, nesting)
        _link_captions(draft.elements[before:])
        return
    kind = _KINDS.get(label) or draft.unknown_label(label)
    html = as_text(block.get("html"))
    common: dict[str, Any] = {
        "page": _number(block),
        "bbox": _box(block),
        "label": label,
        "source_id": block.get("id"),
    }
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
    if kind is not ElementKind.CODE:
        text = text.replace("\n", " ")
    draft.add(
        kind,
        text,
        level=int(level.group(1)) if level else None,
        depth=int(indent.group(1)) + 1 if indent else None,
        **common,
    )
    if kind in (ElementKind.TEXT, ElementKind.LIST_ITEM):
        _children(draft, block, nesting)


def _link_captions(elements: Iterable[LayoutElement]) -> None:
    """A group holds a picture or table and its caption."""
    members = list(elements)
    owners = [e for e in members if e.kind in (ElementKind.PICTURE, ElementKind.TABLE)]
    for element in members:
        if element.kind is ElementKind.CAPTION and len(owners) == 1:
            element.caption_of = owners[0].element_id


def _number(block: dict[str, Any]) -> int | None:
    match = _PAGE.match(as_text(block.get("id")))
    page = as_int(block.get("page"))
    return int(match.group(1)) + 1 if match else page + 1 if page is not None else None


def _box(block: dict[str, Any]) -> tuple[float, float, float, float] | None:
    raw = block.get("bbox")
    return as_box(raw) if isinstance(raw, list) else None
