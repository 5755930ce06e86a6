"""LlamaParse's JSON: version 1 (pages with items), also its pages alone, and version 2 (items of pages).

Boxes may be missing or nonsense in version 1, which hides lists inside the Markdown of text items; version 2 nests them.
"""

from __future__ import annotations

from typing import Any

from llama_index_layout_rag.layout.boxes import Box, union
from llama_index_layout_rag.layout.document import LayoutSource
from llama_index_layout_rag.layout.elements import ElementKind, Table
from llama_index_layout_rag.readers.parsers.coordinates import Coordinates
from llama_index_layout_rag.readers.parsers.draft import Draft, ParserFormat, labels
from llama_index_layout_rag.readers.parsers.values import (
    as_dict,
    as_dicts,
    as_int,
    as_list,
    as_text,
    html_table,
    refuse_deep,
    sized_box,
)

_KINDS = labels(
    {
        ElementKind.TEXT: "text|link",
        ElementKind.SECTION_HEADER: "heading",
        ElementKind.TABLE: "table",
        ElementKind.PICTURE: "image|figure",
        ElementKind.CODE: "code",
        ElementKind.LIST_ITEM: "list",
        ElementKind.PAGE_HEADER: "header",
        ElementKind.PAGE_FOOTER: "footer",
        ElementKind.CAPTION: "caption",
        ElementKind.FORMULA: "formula",
    }
)
_PAGE_SLACK = 2.0
"""Points by which a box may leave its page; one that is further out is an invention."""


def _is_llamaparse(value: Any) -> bool:
    pages = _pages_of(value)
    if not pages or not isinstance(pages[0], dict) or not isinstance(pages[0].get("items"), list):
        return False
    return "page_number" in pages[0] or "md" in pages[0] or (isinstance(value, dict) and "job_metadata" in value)


def _pages_of(value: Any) -> list[Any]:
    if isinstance(value, dict):
        inner = value.get("items")
        value = inner.get("pages") if isinstance(inner, dict) else value.get("pages")
    return value if isinstance(value, list) else []


def _walk(value: Any, draft: Draft) -> None:
    for position, page in enumerate(_pages_of(value)):
        page = as_dict(page, "a page")
        number = draft.pages.number(page.get("page_number")) or draft.pages.number(page.get("page")) or position + 1
        if page.get("success") is False:
            draft.warnings.append(f"Page {number} could not be parsed by LlamaParse and is missing.")
            continue
        size = [page.get(f"page_{side}") or page.get(side) for side in ("width", "height")]
        draft.pages.declare(number, *size)
        for item in as_dicts(page.get("items"), "items"):
            _item(draft, item, number, 0, None)
        for image in as_dicts(page.get("images"), "images"):
            _image(draft, image, number)


def _item(draft: Draft, item: dict[str, Any], number: int, depth: int, furniture: ElementKind | None) -> None:
    refuse_deep(depth, "items")
    label = as_text(item.get("type"))
    kind = draft.kind(label)
    common: dict[str, Any] = {"page": number, "bbox": _box(draft, item, number), "label": label}
    text, markdown = as_text(item.get("value")) or as_text(item.get("text")), as_text(item.get("md"))
    if kind in (ElementKind.PAGE_HEADER, ElementKind.PAGE_FOOTER):
        for child in as_dicts(item.get("items"), "items"):
            _item(draft, child, number, depth + 1, kind)
        if not item.get("items") and markdown:
            draft.add(kind, markdown, **common)
    elif furniture is not None:
        draft.add(furniture, text or markdown, **common)
    elif kind is ElementKind.LIST_ITEM:
        _list(draft, item, number, depth + 1)
    elif kind is ElementKind.TABLE:
        draft.add(kind, table=_table(item), merged_from=item.get("merged_from_pages"), **common)
    elif kind is ElementKind.PICTURE:
        draft.add_caption(
            as_text(item.get("caption")), draft.add(kind, src=item.get("url") or item.get("name"), **common)
        )
    elif kind is ElementKind.TEXT and _holds_list(markdown):
        _markdown(draft, markdown, common)
    else:
        level = as_int(item.get("level")) or as_int(item.get("lvl")) if kind is ElementKind.SECTION_HEADER else None
        language = item.get("language")
        draft.add(kind, text or markdown, level=level, href=item.get("url"), code_language=language, **common)


def _list(draft: Draft, item: dict[str, Any], number: int, depth: int) -> None:
    refuse_deep(depth, "lists")
    count = (as_int(item.get("start")) or 1) - 1
    for entry in as_dicts(item.get("items"), "items"):
        if as_text(entry.get("type")) == "list":
            _list(draft, entry, number, depth + 1)
            continue
        count += 1
        draft.add(
            ElementKind.LIST_ITEM,
            as_text(entry.get("value")) or as_text(entry.get("md")),
            page=number,
            bbox=_box(draft, entry, number) or _box(draft, item, number),
            marker=f"{count}." if item.get("ordered") else None,
            depth=depth,
            label="list",
        )
        for child in as_list(entry.get("items"), "items"):
            _list(draft, {"items": [child], "ordered": False}, number, depth + 1)


def _holds_list(markdown: str) -> bool:
    lines = [line.lstrip() for line in markdown.split("\n")]
    return sum(1 for line in lines if line[:2] in ("- ", "* ", "+ ") or line.split(". ", 1)[0].isdecimal()) >= 2


def _markdown(draft: Draft, markdown: str, common: dict[str, Any]) -> None:
    """Add the paragraphs and items of a text item of version 1."""
    from llama_index_layout_rag.readers.markup import read_markdown_text

    for element in read_markdown_text(markdown, LayoutSource(uri="item", name="item")).elements:
        kind = ElementKind.TEXT if element.kind is ElementKind.TITLE else element.kind
        draft.add(kind, element.text, marker=element.marker, depth=element.depth, table=element.table, **common)


def _table(item: dict[str, Any]) -> Table:
    table = html_table(as_text(item.get("html")))
    if table is not None:
        return table
    rows = [[as_text(cell) for cell in as_list(row, "a row")] for row in as_list(item.get("rows"), "rows")]
    return Table.from_rows(rows, header_rows=1 if len(rows) > 1 else 0)


def _image(draft: Draft, image: dict[str, Any], number: int) -> None:
    """Add an image of version 1, where they are listed beside the items; screenshots of whole pages are none."""
    if as_text(image.get("type")) == "full_page_screenshot":
        return
    box = draft.pages.box(number, sized_box(image, ("x", "y", "width", "height")))
    picture = draft.add(ElementKind.PICTURE, page=number, bbox=box, src=image.get("name"), label="image")
    lines = [as_text(line.get("text")) for line in as_dicts(image.get("ocr"), "ocr")]
    draft.add_picture_text(" ".join(line for line in lines if line), picture)


def _box(draft: Draft, item: dict[str, Any], number: int) -> Box | None:
    """Return the box of an item, None where it leaves the page or lacks a number."""
    raw = item.get("bBox") or item.get("bbox")
    boxes = [
        box
        for entry in (raw if isinstance(raw, list) else [raw])
        if isinstance(entry, dict) and (box := draft.pages.box(number, sized_box(entry, ("x", "y", "w", "h"))))
    ]
    page = draft.pages.known.get(number)
    if not boxes:
        return None
    box = union(boxes)
    outside = page is not None and (box[2] > page.width + _PAGE_SLACK or box[3] > page.height + _PAGE_SLACK)
    return None if outside else box


LLAMAPARSE = ParserFormat("LlamaParse", _KINDS, Coordinates(), _is_llamaparse, _walk)
