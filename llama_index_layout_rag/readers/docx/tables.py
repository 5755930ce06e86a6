"""Tables of a Word file as rows of cells with spans."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from llama_index_layout_rag.readers.common import MAX_COLUMNS, MAX_ROWS, InlineImage, SourceCell, SourceRow
from llama_index_layout_rag.readers.docx.package import W, is_on, number_of, value_of

_WRAPPERS = frozenset([f"{W}{name}" for name in ("sdt", "sdtContent", "ins", "moveTo", "customXml", "smartTag")])


@dataclass
class CellContent:
    """What a cell prints: lines of text and the pictures among them; whether all of it is bold."""

    lines: list[str] = field(default_factory=list)
    images: list[InlineImage] = field(default_factory=list)
    bold: bool = False


ReadCell = Callable[[Any], CellContent]


def children_of(element: Any, name: str) -> Iterator[Any]:
    """Yield the children of one kind, also those inside content controls and tracked insertions."""
    for child in element:
        if child.tag == W + name:
            yield child
        elif child.tag in _WRAPPERS:
            yield from children_of(child, name)


def rows_of(table: Any) -> list[Any]:
    """Return the rows that are printed: not deleted ones, nor hidden ones."""
    rows = []
    for row in children_of(table, "tr"):
        properties = row.find(f"{W}trPr")
        gone = properties is not None and properties.find(f"{W}del") is not None
        if not gone and not is_on(properties, "hidden"):
            rows.append(row)
    return rows[:MAX_ROWS]


def cells_of(row: Any) -> list[Any]:
    """Return the cells of a row that are printed."""
    return [cell for cell in children_of(row, "tc") if cell.find(f"{W}tcPr/{W}cellDel") is None]


def is_page_layout(table: Any, rows: list[Any]) -> bool:
    """Return whether a table only places what it holds: one cell (a frame), or one column or row with tables in it."""
    widths = [len(cells_of(row)) for row in rows]
    if sum(widths) <= 1:
        return True
    return (len(rows) == 1 or max(widths) == 1) and next(_nested(table), None) is not None


def _nested(table: Any) -> Iterator[Any]:
    return (inner for inner in table.iter(f"{W}tbl") if inner is not table)


def read_rows(
    rows: list[Any], read_cell: ReadCell, begin_row: Callable[[], None], end_row: Callable[[], None]
) -> tuple[list[SourceRow], list[CellContent]]:
    """Return the rows with spans, and the contents of their cells in the same order.

    Args:
        rows: Rows of the table.
        read_cell: Reads a cell.
        begin_row, end_row: Called around the cells of a row, which are side by side.
    """
    source_rows: list[SourceRow] = []
    contents: list[CellContent] = []
    open_spans: dict[int, SourceCell] = {}
    for row in rows:
        properties = row.find(f"{W}trPr")
        source_row = SourceRow(is_header=bool(is_on(properties, "tblHeader")))
        column = min(number_of(value_of(properties, "gridBefore")) or 0, MAX_COLUMNS)
        if column > 0:
            source_row.cells.append(SourceCell("", column_span=column))
            contents.append(CellContent())
        begin_row()
        for cell in cells_of(row):
            span = min(max(number_of(value_of(cell.find(f"{W}tcPr"), "gridSpan")) or 1, 1), MAX_COLUMNS)
            merged = value_of(cell.find(f"{W}tcPr"), "vMerge")
            upper = open_spans.get(column)
            content = read_cell(cell)
            if merged is not None and merged != "restart" and upper is not None and upper.column_span == span:
                upper.row_span += 1
                upper.text = "\n".join(text for text in (upper.text, *content.lines) if text)
            else:
                source_cell = SourceCell("\n".join(content.lines), 1, span, content.bold)
                source_row.cells.append(source_cell)
                contents.append(content)
                open_spans[column] = source_cell
            column += span
        end_row()
        source_rows.append(source_row)
    return source_rows, contents
