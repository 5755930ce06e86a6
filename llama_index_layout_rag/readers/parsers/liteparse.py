"""liteparse's JSON.

Reading order is that of a page's blocks. Texts carry Markdown emphasis and escapes; there are no captions, and headers and
footers are dropped unless liteparse was told to keep them. Beside the blocks are all pieces of text with font and size:
without the PDF they are read as its pages would be, and the blocks laid over that reading.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from llama_index_layout_rag.layout.boxes import Box, area
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutSource
from llama_index_layout_rag.layout.elements import ElementKind, Table
from llama_index_layout_rag.layout.sections import assign_section_paths
from llama_index_layout_rag.readers.parsers.coordinates import Coordinates, Pages
from llama_index_layout_rag.readers.parsers.draft import Draft, ParserFormat, TextLine, labels
from llama_index_layout_rag.readers.parsers.levels import complete_levels
from llama_index_layout_rag.readers.parsers.overlay import merge_with_pdf
from llama_index_layout_rag.readers.parsers.postprocess import complete_numbering
from llama_index_layout_rag.readers.parsers.values import (
    MAX_NESTING,
    as_dict,
    as_dicts,
    as_int,
    as_list,
    as_number,
    as_text,
    rounded,
    sized_box,
    table_cell,
    table_of,
)
from llama_index_layout_rag.readers.pdf import TypedPage, TypedPiece, read_typed_pages, tagged_nodes

_KINDS = labels(
    {
        ElementKind.SECTION_HEADER: "heading",
        ElementKind.TEXT: "paragraph|grid_fallback",
        ElementKind.LIST_ITEM: "list_item",
        ElementKind.TABLE: "table",
        ElementKind.PICTURE: "figure",
        ElementKind.CODE: "code",
        ElementKind.FORM: "form_fields",
        ElementKind.PAGE_HEADER: "header|page_header",
        ElementKind.PAGE_FOOTER: "footer|page_footer",
    }
)
_SIDES = ("x", "y", "width", "height")


def _is_liteparse(value: Any) -> bool:
    pages = value.get("pages") if isinstance(value, dict) else None
    return isinstance(pages, list) and bool(pages) and isinstance(pages[0], dict) and "text_items" in pages[0]


class _Liteparse(ParserFormat):
    """liteparse's format, whose pieces of text are a reading of their own."""

    def read(self, value: Any, source: LayoutSource, pages: Sequence[Any] = ()) -> LayoutDocument:
        """Return the layout of a value; see `ParserFormat.read`."""
        draft = Draft(self.kinds, Pages(self.coordinates, pages))
        self.walk(value, draft)
        layout = draft.document(source)
        entries = as_dicts(value.get("pages"), "pages")
        typed = [page for number, entry in _numbered(draft, entries) if (page := _typed_page(draft, number, entry))]
        if pages or not any(page.pieces for page in typed):
            # With the PDF at hand its own reading tells more than the pieces do.
            return layout
        pieces = read_typed_pages(sorted(typed, key=lambda page: page.number), source)
        complete_numbering(pieces.elements)
        complete_levels(pieces.elements)
        pieces = pieces.model_copy(update={"elements": assign_section_paths(pieces.elements)})
        if not any(entry.get("blocks") for entry in entries):
            return pieces.model_copy(update={"pages": layout.pages, "warnings": layout.warnings})
        return merge_with_pdf(layout, pieces)


def _numbered(draft: Draft, entries: Sequence[dict[str, Any]]) -> list[tuple[int, dict[str, Any]]]:
    return [(draft.pages.number(entry.get("page")) or place + 1, entry) for place, entry in enumerate(entries)]


def _walk(value: dict[str, Any], draft: Draft) -> None:
    draft.rule_based = True
    for number, page in _numbered(draft, as_dicts(value.get("pages"), "pages")):
        draft.pages.declare(number, page.get("width"), page.get("height"), label=as_text(page.get("page_label")))
        blocks = as_dicts(page.get("blocks"), "blocks")
        for block in blocks:
            _block(draft, block, number)
        if not blocks:
            lines = [(as_text(item.get("text")), _box(item)) for item in as_dicts(page.get("text_items"), "text_items")]
            draft.add_lines([TextLine(text, number, box) for text, box in lines if text.strip() and box is not None])


def _block(draft: Draft, block: dict[str, Any], number: int) -> None:
    label = as_text(block.get("kind"))
    kind = draft.kind(label)
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
    header = as_list(block.get("header"), "header")
    rows = [header, *as_list(block.get("rows"), "rows")] if header else as_list(block.get("rows"), "rows")
    cells = []
    for r, row in enumerate(rows):
        for c, cell in enumerate(as_list(row, "a row")):
            cell = cell if isinstance(cell, dict) else {"text": cell}
            text, _ = _without_emphasis(as_text(cell.get("text")))
            cells.append(table_cell(r, c, text, is_header=bool(header) and r == 0, bbox=_box(cell.get("bbox"))))
    return table_of(cells, len(rows))


def _box(raw: Any) -> Box | None:
    box = sized_box(raw, _SIDES) if isinstance(raw, dict) else None
    return rounded(box) if box is not None else None


_MARKS = re.compile(
    r"\*\*\*(.+?)\*\*\*|\*\*(.+?)\*\*|(?<!\*)\*([^*\s][^*]*)\*(?!\*)|\\([\\`*_{}\[\]()#+\-.!|<>~])", re.DOTALL
)


def _without_emphasis(text: str) -> tuple[str, list[dict[str, Any]]]:
    """Return a text without Markdown marks and escapes, and the bold pieces of it."""
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


# Pieces of text


def _typed_page(draft: Draft, number: int, page: dict[str, Any]) -> TypedPage | None:
    """Return the pieces of text of a page with their type, and the places of its pictures and ruled tables."""
    known = draft.pages.known.get(number)
    if known is None:
        return None
    typed = TypedPage(number, known.width, known.height)
    pieces = map(_typed_piece, as_dicts(page.get("text_items"), "text_items"))
    typed.pieces = [piece for piece in pieces if piece is not None]
    for block in as_dicts(page.get("blocks"), "blocks"):
        box = _box(block.get("bbox"))
        if block.get("kind") == "figure" and box is not None:
            typed.pictures.append(box)
        elif block.get("kind") == "table" and box is not None:
            typed.cells += _ruled_cells(block, box)
    roots = as_list(as_dict(page.get("structure_tree"), "structure_tree").get("roots"), "roots")
    typed.nodes = tagged_nodes([root for root in roots if isinstance(root, dict)], MAX_NESTING)
    return typed


def _typed_piece(item: dict[str, Any]) -> TypedPiece | None:
    """Return a piece of text; None where it is empty, rotated, or its size is not named."""
    box, text = _box(item), as_text(item.get("text"))
    size = _type_size(item, box[3] - box[1]) if box is not None else 0.0
    if box is None or abs(as_number(item.get("rotation")) or 0.0) > 1 or not text.strip() or not size:
        return None
    ascent, descent = as_number(item.get("font_ascent")), as_number(item.get("font_descent"))
    above = BASELINE_IN_BOX
    if ascent is not None and descent is not None and ascent - descent > 0:
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


MIN_SIZE_IN_BOX, MAX_SIZE_IN_BOX = 0.5, 1.6
"""Type sizes over the height of the box that can be: in scaled text the size is named without the scale."""


def _type_size(item: dict[str, Any], box_height: float) -> float:
    """Return the type size of a piece in points; 0 where none that fits its box is named."""
    for name in ("font_height", "font_size"):
        size = as_number(item.get(name))
        if size is not None and MIN_SIZE_IN_BOX * box_height <= size <= MAX_SIZE_IN_BOX * box_height:
            return size
    return 0.0


BASELINE_IN_BOX = 0.8
"""Share of an item's box above its baseline where the font's own measures are not named."""

WHOLE_TABLE = 0.9
"""Share of a table's box that its cells fill when they are those of its rules and not only the places of its words."""


def _ruled_cells(block: dict[str, Any], box: Box) -> list[Box]:
    """Return the boxes of a table's cells where they fill it; none where they only surround the words.

    liteparse draws paragraphs above a table into it, cut at its columns: rows whose cells begin alike are left out.
    """
    rows = [row for row in [block.get("header"), *as_list(block.get("rows"), "rows")] if isinstance(row, list)]
    cells = [[cell for cell in row if isinstance(cell, dict)] for row in rows]
    placed = [[found for cell in row if (found := _box(cell.get("bbox"))) is not None] for row in cells]
    if sum(area(found) for row in placed for found in row) < WHOLE_TABLE * area(box):
        return []
    return [found for row, boxes in zip(cells, placed, strict=True) if not _begin_alike(row) for found in boxes]


MIN_SAME_START = 6
"""Characters at the beginning of two cells of a row that are not equal by chance."""


def _begin_alike(row: Sequence[dict[str, Any]]) -> bool:
    texts = (as_text(cell.get("text")).strip() for cell in row)
    starts = [text[:MIN_SAME_START] for text in texts if len(text) >= MIN_SAME_START]
    return len(set(starts)) < len(starts)


LITEPARSE = _Liteparse("liteparse", _KINDS, Coordinates(), _is_liteparse, _walk)
