"""liteparse's JSON as layout.

Boxes are points from the top left, pages count from 1, reading order is that of a page's blocks. Texts carry Markdown
emphasis and escapes; there are no captions, and headers and footers are dropped unless liteparse was told to keep
them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from llama_index_layout_rag.layout.boxes import Box, union
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutPage, LayoutSource
from llama_index_layout_rag.layout.elements import ElementKind, Table, TableCell
from llama_index_layout_rag.layout.normalize import join_lines
from llama_index_layout_rag.readers.parsed import Draft, PrintedLine, paragraphs_of
from llama_index_layout_rag.readers.values import FormatError, as_box, as_dict, as_int, as_list, as_text, checked_pages

_KINDS = {
    "heading": ElementKind.SECTION_HEADER,
    "paragraph": ElementKind.TEXT,
    "list_item": ElementKind.LIST_ITEM,
    "table": ElementKind.TABLE,
    "grid_fallback": ElementKind.TEXT,
    "figure": ElementKind.PICTURE,
    "code": ElementKind.CODE,
    "form_fields": ElementKind.FORM,
    "header": ElementKind.PAGE_HEADER,
    "page_header": ElementKind.PAGE_HEADER,
    "footer": ElementKind.PAGE_FOOTER,
    "page_footer": ElementKind.PAGE_FOOTER,
}


def is_liteparse(value: Any) -> bool:
    """Whether a JSON value is liteparse's."""
    pages = value.get("pages") if isinstance(value, dict) else None
    return isinstance(pages, list) and bool(pages) and isinstance(pages[0], dict) and "text_items" in pages[0]


def read_liteparse(value: dict[str, Any], source: LayoutSource, pages: Sequence[LayoutPage] = ()) -> LayoutDocument:
    """Reads liteparse's JSON; `pages` are those of the source PDF.

    Raises:
        FormatError: When it is not as the schema says.
    """
    draft = Draft()
    known = {page.number: page for page in pages}
    for position, page in enumerate(as_list(value.get("pages"), "pages")):
        page = as_dict(page, "a page")
        number = as_int(page.get("page")) or position + 1
        size = as_box([0, 0, page.get("width"), page.get("height")])
        if number not in known and size is not None and size[2] and size[3]:
            label = as_text(page.get("page_label")) or None
            known[number] = LayoutPage(number=number, width=size[2], height=size[3], label=label)
        blocks = as_list(page.get("blocks"), "blocks")
        for block in blocks:
            _block(draft, as_dict(block, "a block"), number)
        if not blocks:
            _items(draft, as_list(page.get("text_items"), "text_items"), number)
    return draft.document(source, checked_pages(known.values()))


def _block(draft: Draft, block: dict[str, Any], number: int) -> None:
    label = as_text(block.get("kind"))
    kind = _KINDS.get(label) or draft.unknown_label(label)
    common: dict[str, Any] = {"page": number, "bbox": _box(block.get("bbox")), "label": label}
    if kind is ElementKind.TABLE:
        draft.add(kind, table=_table(block), **common)
        return
    lines = [as_text(line) for line in as_list(block.get("lines"), "lines")]
    text, spans = _without_emphasis(as_text(block.get("text")))
    depth = as_int(block.get("level")) if kind is ElementKind.LIST_ITEM else None
    draft.add(
        kind,
        "\n".join(lines) if lines else text,
        level=as_int(block.get("level")) if kind is ElementKind.SECTION_HEADER else None,
        marker=as_text(block.get("marker")) if kind is ElementKind.LIST_ITEM else None,
        depth=depth + 1 if depth is not None else None,
        emphasis=spans,
        source_id=block.get("id"),
        **common,
    )


def _table(block: dict[str, Any]) -> Table:
    rows = [as_list(row, "a row") for row in as_list(block.get("rows"), "rows")]
    header = as_list(block.get("header"), "header")
    cells = []
    for r, row in enumerate([header, *rows] if header else rows):
        for c, cell in enumerate(row):
            cell = cell if isinstance(cell, dict) else {"text": cell}
            text, _ = _without_emphasis(as_text(cell.get("text")))
            is_header = bool(header) and r == 0
            cells.append(TableCell(row=r, column=c, text=text, is_header=is_header, bbox=_box(cell.get("bbox"))))
    count = len(rows) + bool(header)
    columns = max((cell.column + 1 for cell in cells), default=0)
    if count * columns > 2_000_000:
        raise FormatError(f"a table of {count} rows and {columns} columns is too large")
    return Table(row_count=count, column_count=columns, cells=cells)


def _items(draft: Draft, items: Sequence[Any], number: int) -> None:
    """Without block detection there are only lines."""
    lines = []
    for item in items:
        item = as_dict(item, "text_items")
        box = _box(item)
        if box is not None and as_text(item.get("text")).strip():
            lines.append(PrintedLine(as_text(item["text"]), number, box))
    for group in paragraphs_of(lines):
        text = ""
        for line in group:
            text = join_lines(text, line.text)
        draft.add(ElementKind.TEXT, text, page=number, bbox=union([line.box for line in group]))


def _box(raw: Any) -> Box | None:
    if not isinstance(raw, dict):
        return None
    values = [raw.get(name) for name in ("x", "y", "width", "height")]
    if not all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
        return None
    x, y, wide, high = (float(value) for value in values if value is not None)
    return as_box((x, y, x + wide, y + high))


_MARKS = re.compile(
    r"\*\*\*(.+?)\*\*\*|\*\*(.+?)\*\*|(?<!\*)\*([^*\s][^*]*)\*(?!\*)|\\([\\`*_{}\[\]()#+\-.!|<>~])", re.DOTALL
)


def _without_emphasis(text: str) -> tuple[str, list[dict[str, Any]]]:
    """Text without Markdown marks and escapes, and the bold pieces of it."""
    out, position, spans = "", 0, []
    for match in _MARKS.finditer(text):
        out += text[position : match.start()]
        position = match.end()
        both, bold, italic, escaped = match.groups()
        inner = both or bold
        if inner:
            inner = re.sub(r"\\([\\`*_{}\[\]()#+\-.!|<>~])", r"\1", inner)
            spans.append({"text": inner, "start": len(out), "end": len(out) + len(inner)})
        out += inner or italic or escaped
    return out + text[position:], spans
