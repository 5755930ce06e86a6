"""LlamaParse's JSON as layout: version 1 (pages with items) and version 2 (items of pages).

Boxes are points from the top left and may be missing or nonsense in version 1; pages count from 1. Version 1 hides
lists inside the Markdown of text items; version 2 nests them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llama_index_layout_rag.layout.boxes import Box, union
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutPage, LayoutSource
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement, Table
from llama_index_layout_rag.readers.parsers.draft import Draft
from llama_index_layout_rag.readers.parsers.values import (
    as_box,
    as_dict,
    as_int,
    as_list,
    as_text,
    checked_pages,
    html_table,
    refuse_deep,
)

_KINDS = {
    "text": ElementKind.TEXT,
    "heading": ElementKind.SECTION_HEADER,
    "table": ElementKind.TABLE,
    "image": ElementKind.PICTURE,
    "figure": ElementKind.PICTURE,
    "code": ElementKind.CODE,
    "link": ElementKind.TEXT,
    "list": ElementKind.LIST_ITEM,
    "header": ElementKind.PAGE_HEADER,
    "footer": ElementKind.PAGE_FOOTER,
    "caption": ElementKind.CAPTION,
    "formula": ElementKind.FORMULA,
}


def is_llamaparse(value: Any) -> bool:
    """Whether a JSON value is LlamaParse's, of version 1 or 2."""
    pages = _pages_of(value)
    if not pages or not isinstance(pages[0], dict) or not isinstance(pages[0].get("items"), list):
        return False
    return "page_number" in pages[0] or "md" in pages[0] or "job_metadata" in value


def _pages_of(value: Any) -> list[Any]:
    if not isinstance(value, dict):
        return []
    inner = value.get("items")
    pages = inner.get("pages") if isinstance(inner, dict) else value.get("pages")
    return pages if isinstance(pages, list) else []


def read_llamaparse(value: dict[str, Any], source: LayoutSource, pages: Sequence[LayoutPage] = ()) -> LayoutDocument:
    """Reads LlamaParse's JSON; `pages` are those of the source PDF.

    Raises:
        FormatError: When it is not as the schema says.
    """
    draft = Draft()
    known = {page.number: page for page in pages}
    for position, page in enumerate(_pages_of(value)):
        page = as_dict(page, "a page")
        number = as_int(page.get("page_number")) or as_int(page.get("page")) or position + 1
        if page.get("success") is False:
            draft.warnings.append(f"Page {number} could not be parsed by LlamaParse and is missing.")
            continue
        size = as_box(
            [0, 0, page.get("page_width") or page.get("width"), page.get("page_height") or page.get("height")]
        )
        if number not in known and size is not None and size[2] and size[3]:
            known[number] = LayoutPage(number=number, width=size[2], height=size[3])
        for item in as_list(page.get("items"), "items"):
            _item(draft, as_dict(item, "an item"), number, known.get(number), 0, None)
        for image in as_list(page.get("images"), "images"):
            _image(draft, as_dict(image, "an image"), number)
    return draft.document(source, checked_pages(known.values()))


def _item(
    draft: Draft, item: dict[str, Any], number: int, page: LayoutPage | None, depth: int, furniture: ElementKind | None
) -> None:
    refuse_deep(depth, "items")
    label = as_text(item.get("type"))
    kind = _KINDS.get(label) or draft.unknown_label(label)
    common: dict[str, Any] = {"page": number, "bbox": _box(item, page), "label": label}
    if label in ("header", "footer"):
        for child in as_list(item.get("items"), "items"):
            _item(draft, as_dict(child, "items"), number, page, depth + 1, kind)
        if not item.get("items") and as_text(item.get("md")):
            draft.add(kind, as_text(item["md"]), **common)
    elif furniture is not None:
        draft.add(furniture, as_text(item.get("value")) or as_text(item.get("md")), **common)
    elif kind is ElementKind.LIST_ITEM:
        _list(draft, item, number, page, depth + 1)
    elif kind is ElementKind.TABLE:
        draft.add(kind, table=_table(item), merged_from=item.get("merged_from_pages"), **common)
    elif kind is ElementKind.PICTURE:
        picture = draft.add(kind, src=item.get("url") or item.get("name"), **common)
        if as_text(item.get("caption")):
            draft.add(ElementKind.CAPTION, as_text(item["caption"]), page=number, caption_of=picture)
    elif kind is ElementKind.TEXT and _holds_list(as_text(item.get("md"))):
        _markdown(draft, as_text(item["md"]), common)
    else:
        level = as_int(item.get("level")) or as_int(item.get("lvl")) if kind is ElementKind.SECTION_HEADER else None
        text = as_text(item.get("value")) or as_text(item.get("text")) or as_text(item.get("md"))
        draft.add(kind, text, level=level, href=item.get("url"), code_language=item.get("language"), **common)


def _list(draft: Draft, item: dict[str, Any], number: int, page: LayoutPage | None, depth: int) -> None:
    refuse_deep(depth, "lists")
    count = (as_int(item.get("start")) or 1) - 1
    for entry in as_list(item.get("items"), "items"):
        entry = as_dict(entry, "items")
        if as_text(entry.get("type")) == "list":
            _list(draft, entry, number, page, depth + 1)
            continue
        count += 1
        draft.add(
            ElementKind.LIST_ITEM,
            as_text(entry.get("value")) or as_text(entry.get("md")),
            page=number,
            bbox=_box(entry, page) or _box(item, page),
            marker=f"{count}." if item.get("ordered") else None,
            depth=depth,
            label="list",
        )
        for child in as_list(entry.get("items"), "items"):
            _list(draft, {"items": [child], "ordered": False}, number, page, depth + 1)


def _holds_list(markdown: str) -> bool:
    lines = [line.lstrip() for line in markdown.split("\n")]
    return sum(1 for line in lines if line[:2] in ("- ", "* ", "+ ") or line.split(". ", 1)[0].isdecimal()) >= 2


def _markdown(draft: Draft, markdown: str, common: dict[str, Any]) -> None:
    """Text items of version 1 hold whole lists as Markdown."""
    from llama_index_layout_rag.readers.markup.markdown import read_markdown_text

    inner = read_markdown_text(markdown, LayoutSource(uri="item", name="item"))
    for element in inner.elements:
        kind = ElementKind.TEXT if element.kind is ElementKind.TITLE else element.kind
        draft.add(kind, element.text, marker=element.marker, depth=element.depth, table=element.table, **common)


def _table(item: dict[str, Any]) -> Table:
    html = as_text(item.get("html"))
    table = html_table(html) if html else None
    if table is not None:
        return table
    rows = [[as_text(cell) for cell in as_list(row, "a row")] for row in as_list(item.get("rows"), "rows")]
    return Table.from_rows(rows, header_rows=1 if len(rows) > 1 else 0)


def _image(draft: Draft, image: dict[str, Any], number: int) -> LayoutElement | None:
    """Images of version 1 stand beside the items; screenshots of whole pages are none."""
    if as_text(image.get("type")) == "full_page_screenshot":
        return None
    x, y = image.get("x"), image.get("y")
    box = None
    if isinstance(x, (int, float)) and isinstance(y, (int, float)):
        wide, high = image.get("width"), image.get("height")
        if isinstance(wide, (int, float)) and isinstance(high, (int, float)):
            box = as_box((x, y, x + wide, y + high))
    picture = draft.add(ElementKind.PICTURE, page=number, bbox=box, src=image.get("name"), label="image")
    lines = [as_text(as_dict(line, "ocr").get("text")) for line in as_list(image.get("ocr"), "ocr")]
    text = " ".join(line for line in lines if line)
    if text:
        draft.add(ElementKind.PICTURE_OCR_TEXT, text, page=number, bbox=box, container=picture)
    return picture


def _box(item: dict[str, Any], page: LayoutPage | None) -> Box | None:
    """The box of an item; one that leaves the page or lacks a number is none."""
    raw = item.get("bBox") or item.get("bbox")
    boxes = []
    for entry in raw if isinstance(raw, list) else [raw]:
        if not isinstance(entry, dict):
            continue
        values = [entry.get(name) for name in ("x", "y", "w", "h")]
        if all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
            x, y, wide, high = values
            box = as_box((x, y, x + wide, y + high))  # type: ignore[operator]
            if box is not None:
                boxes.append(box)
    if not boxes:
        return None
    box = union(boxes)
    if page is not None and (box[2] > page.width + 2 or box[3] > page.height + 2):
        return None
    return box
