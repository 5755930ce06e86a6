"""liteparse's JSON as layout.

Boxes are points from the top left, pages count from 1, reading order is that of a page's blocks. Texts carry Markdown
emphasis and escapes; there are no captions, and headers and footers are dropped unless liteparse was told to keep
them. Beside the blocks stand all pieces of text with font and size: read as the page of a PDF, they settle what the
blocks join, flatten or drop, and where there are no blocks they are the whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from llama_index_layout_rag.layout.boxes import Box, area, union
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutPage, LayoutSource
from llama_index_layout_rag.layout.elements import ElementKind, Table, TableCell
from llama_index_layout_rag.layout.normalize import join_lines
from llama_index_layout_rag.layout.sections import assign_section_paths
from llama_index_layout_rag.readers.parsers.draft import Draft, PrintedLine, paragraphs_of
from llama_index_layout_rag.readers.parsers.levels import complete_levels
from llama_index_layout_rag.readers.parsers.overlay import merge_with_pdf
from llama_index_layout_rag.readers.parsers.postprocess import complete_numbering
from llama_index_layout_rag.readers.parsers.values import (
    MAX_NESTING,
    FormatError,
    as_box,
    as_dict,
    as_int,
    as_list,
    as_text,
    checked_pages,
)
from llama_index_layout_rag.readers.pdf import TypedPage, TypedPiece, read_typed_pages, tagged_nodes

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
    draft = Draft(by_rules=True)
    known = {page.number: page for page in pages}
    typed: list[TypedPage] = []
    blockless = True
    for position, page in enumerate(as_list(value.get("pages"), "pages")):
        page = as_dict(page, "a page")
        number = as_int(page.get("page")) or position + 1
        size = as_box([0, 0, page.get("width"), page.get("height")])
        if number not in known and size is not None and size[2] and size[3]:
            label = as_text(page.get("page_label")) or None
            known[number] = LayoutPage(number=number, width=size[2], height=size[3], label=label)
        blocks = [as_dict(block, "a block") for block in as_list(page.get("blocks"), "blocks")]
        items = [as_dict(item, "text_items") for item in as_list(page.get("text_items"), "text_items")]
        for block in blocks:
            _block(draft, block, number)
        if not blocks:
            _items(draft, items, number)
        blockless = blockless and not blocks
        if number in known:
            typed.append(_typed_page(known[number], page, blocks, items))
    layout = draft.document(source, checked_pages(known.values()))
    if pages or not any(page.pieces for page in typed):
        # With the PDF at hand its own reading settles more than the pieces do.
        return layout
    printed = _with_numbering(read_typed_pages(sorted(typed, key=lambda page: page.number), source))
    if blockless:
        return printed.model_copy(update={"pages": layout.pages, "warnings": layout.warnings})
    return merge_with_pdf(layout, printed)


def _with_numbering(printed: LayoutDocument) -> LayoutDocument:
    """A reading of the pieces with the headings that only the numbers show: not every font says that it is bold."""
    elements = printed.elements
    complete_numbering(elements)
    complete_levels(elements)
    return printed.model_copy(update={"elements": assign_section_paths(elements)})


def _typed_page(
    known: LayoutPage, page: dict[str, Any], blocks: Sequence[dict[str, Any]], items: Sequence[dict[str, Any]]
) -> TypedPage:
    """The pieces of text of a page with their type, and where its pictures and ruled tables stand."""
    typed = TypedPage(known.number, known.width, known.height)
    for item in items:
        piece = _typed_piece(item)
        if piece is not None:
            typed.pieces.append(piece)
    for block in blocks:
        box = _box(block.get("bbox"))
        if block.get("kind") == "figure" and box is not None:
            typed.pictures.append(box)
        elif block.get("kind") == "table" and box is not None:
            typed.cells += _ruled_cells(block, box)
    roots = as_list(as_dict(page.get("structure_tree"), "structure_tree").get("roots"), "roots")
    typed.nodes = tagged_nodes([root for root in roots if isinstance(root, dict)], MAX_NESTING)
    return typed


def _typed_piece(item: dict[str, Any]) -> TypedPiece | None:
    """A piece of text; None where it is empty, turned, or its size is not told."""
    box, text = _box(item), as_text(item.get("text"))
    turned = isinstance(item.get("rotation"), (int, float)) and abs(item["rotation"]) > 1
    size = _type_size(item, box[3] - box[1]) if box is not None else 0.0
    if box is None or turned or not text.strip() or not size:
        return None
    ascent, descent = item.get("font_ascent"), item.get("font_descent")
    above = ABOVE_BASE_OF_BOX
    if isinstance(ascent, (int, float)) and isinstance(descent, (int, float)) and ascent - descent > 0:
        above = ascent / (ascent - descent)
    color = as_text(item.get("fill_color"))
    return TypedPiece(
        text=text,
        x0=box[0],
        x1=box[2],
        base=round(box[1] + above * (box[3] - box[1]), 2),
        size=size,
        font=as_text(item.get("font_name")),
        color=int(color[-6:], 16) if re.fullmatch(r"[0-9a-fA-F]{6,8}", color) else 0,
        mcid=mcid if (mcid := as_int(item.get("mcid"))) is not None else -1,
    )


SIZE_OF_BOX = 0.5, 1.6
"""Type sizes over the height of the box that can be: in scaled text the size is named without the scale."""


def _type_size(item: dict[str, Any], box_height: float) -> float:
    """Type size of a piece in points; 0 where none that fits its box is told."""
    for name in ("font_height", "font_size"):
        size = item.get(name)
        if isinstance(size, (int, float)) and SIZE_OF_BOX[0] * box_height <= size <= SIZE_OF_BOX[1] * box_height:
            return float(size)
    return 0.0


ABOVE_BASE_OF_BOX = 0.8
"""Share of an item's box above its baseline where the font's own measures are not told."""

WHOLE_TABLE = 0.9
"""Share of a table's box that its cells fill when they are those of its rules and not only the places of its words."""


def _ruled_cells(block: dict[str, Any], box: Box) -> list[Box]:
    """Boxes of a table's cells where they fill it; empty where they only surround the words.

    liteparse draws paragraphs above a table into it, cut at its columns: rows whose cells begin alike are left out.
    """
    rows = [row for row in [block.get("header"), *as_list(block.get("rows"), "rows")] if isinstance(row, list)]
    cells = [[cell for cell in row if isinstance(cell, dict)] for row in rows]
    placed = [[found for cell in row if (found := _box(cell.get("bbox"))) is not None] for row in cells]
    if sum(area(found) for row in placed for found in row) < WHOLE_TABLE * area(box):
        return []
    return [found for row, boxes in zip(cells, placed, strict=True) if not _is_smeared(row) for found in boxes]


SMEARED = 6
"""Characters at the beginning of two cells of a row that are not equal by chance."""


def _is_smeared(row: Sequence[dict[str, Any]]) -> bool:
    """Whether cells of a row begin alike: one text has been cut into them."""
    starts = [text[:SMEARED] for cell in row if len(text := as_text(cell.get("text")).strip()) >= SMEARED]
    return len(set(starts)) < len(starts)


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


def _items(draft: Draft, items: Sequence[dict[str, Any]], number: int) -> None:
    """Without block detection there are only lines."""
    lines = []
    for item in items:
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
