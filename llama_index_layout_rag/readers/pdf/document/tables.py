"""Tables: cells with their text, header rows, and tables that continue after a page or column end."""

from __future__ import annotations

from collections.abc import Sequence

from llama_index_layout_rag.layout.boxes import Box
from llama_index_layout_rag.layout.elements import Table, TableCell
from llama_index_layout_rag.layout.markers import split_marker
from llama_index_layout_rag.layout.normalize import join_lines, squash
from llama_index_layout_rag.readers.pdf.document.blocks import Block
from llama_index_layout_rag.readers.pdf.page import Line, PageLayout, PageTable

SAME_BORDER = 4.0
"""Points by which column borders of a table and its continuation may differ."""

LONGEST_HEADER = 40
"""Characters of a header cell."""


def cell_text(lines: Sequence[Line], box: Box) -> str:
    """Text of a cell: wrapped lines joined, paragraphs and items on lines of their own."""
    # One row height for all lines: those that OCR read differ in size.
    step = max(2.0, 0.5 * max((line.size for line in lines), default=0.0))
    ordered = sorted(lines, key=lambda line: (round(line.base / step), line.x0))
    text = ""
    previous: Line | None = None
    for line in ordered:
        if previous is None:
            text = line.text
        elif abs(previous.base - line.base) < 0.5 * line.size:
            text = f"{text} {line.text}"
        elif split_marker(line.text) is not None or box[2] - previous.x1 > 2.5 * line.size:
            text = f"{text}\n{line.text}"
        else:
            text = join_lines(text, line.text)
        previous = line
    return text


def build_table(table: PageTable, layout: PageLayout, page: int) -> Table:
    """Return the cells of a table, with boxes on the displayed page (its number is 1-based)."""
    headers = _header_rows(table)
    cells = [
        TableCell(
            row=cell.row,
            column=cell.column,
            row_span=cell.row_span,
            column_span=cell.column_span,
            text=cell_text(table.lines.get(index, ()), cell.box),
            is_header=cell.row < headers,
            bbox=layout.shown(cell.box),
            page=page,
        )
        for index, cell in enumerate(table.grid.cells)
    ]
    return Table(row_count=table.grid.row_count, column_count=table.grid.column_count, cells=cells)


def _header_rows(table: PageTable) -> int:
    """Rows at the top that name the columns: shaded or bold where the others are not."""
    rows = table.grid.row_count
    if rows < 2:
        return 0
    marked = [_is_marked(table, row) for row in range(rows)]
    count = 0
    while count < rows and marked[count] and not (count and _is_group_row(table, count)):
        count += 1
    if 0 < count < rows:
        return count
    first = [cell for cell in table.grid.cells if cell.row == 0]
    texts = [cell_text(table.lines.get(i, ()), c.box) for i, c in enumerate(table.grid.cells) if c.row == 0]
    named = rows >= 3 and len(first) >= 2 and all(0 < len(t) <= LONGEST_HEADER and not t[0].isdigit() for t in texts)
    return 1 if named and count == 0 else 0


def _is_group_row(table: PageTable, row: int) -> bool:
    """Return whether the first cell alone has text: the title of the rows below it, which names no column."""
    cells = [(index, cell) for index, cell in enumerate(table.grid.cells) if cell.row <= row < cell.row + cell.row_span]
    return all((cell.column == 0) == bool(table.lines.get(index)) for index, cell in cells)


def _is_marked(table: PageTable, row: int) -> bool:
    cells = [(i, cell) for i, cell in enumerate(table.grid.cells) if cell.row <= row < cell.row + cell.row_span]
    filled = [(i, cell) for i, cell in cells if table.lines.get(i)]
    if not filled:
        return False
    shaded = all(i in table.shaded for i, _ in cells)
    bold = all(line.bold for i, _ in filled for line in table.lines[i])
    return shaded or bold


def continues_table(upper: Block, lower: Block) -> bool:
    """Whether a table at the top of a page or column continues with the one that ended the page or column before."""
    if upper.table is None or lower.table is None:
        return False
    first, second = upper.table.grid, lower.table.grid
    if first.column_count != second.column_count:
        return False
    new_page = lower.page == upper.page + 1
    new_column = lower.page == upper.page and lower.box[1] < upper.box[1] + 1
    if not (new_page or new_column):
        return False
    widths = zip(first.xs, second.xs, strict=True)
    return all(abs((a - first.xs[0]) - (b - second.xs[0])) <= SAME_BORDER for a, b in widths)


def joined_tables(upper: Table, lower: Table) -> Table:
    """One table of two parts. A repeated header is dropped; a row that the page end cut in two is made whole."""
    skip = _repeated_header_rows(upper, lower)
    rest = [cell for cell in lower.cells if cell.row >= skip]
    cut = _row_was_cut(upper, lower, skip)
    offset = upper.row_count - skip - (1 if cut else 0)
    cells = list(upper.cells)
    for cell in rest:
        if cut and cell.row == skip:
            cells = [_lengthened(known, cell, upper.row_count - 1) for known in cells]
            continue
        cells.append(cell.model_copy(update={"row": cell.row + offset, "is_header": False}))
    return Table(
        row_count=lower.row_count + offset, column_count=max(upper.column_count, lower.column_count), cells=cells
    )


def _repeated_header_rows(upper: Table, lower: Table) -> int:
    rows = upper.header_row_count()
    first, second = upper.grid(), lower.grid()
    count = 0
    while count < min(max(rows, 1), lower.row_count - 1) and count < upper.row_count:
        same = [squash(a) for a in first[count]] == [squash(b) for b in second[count]]
        if not same or not any(second[count]):
            break
        count += 1
    return count


def _row_was_cut(upper: Table, lower: Table, skip: int) -> bool:
    """Whether the first row is the rest of the last one: its key cell is empty, and no cell of it is below an empty one."""
    first, second = upper.grid(), lower.grid()
    if not first or skip >= len(second) or lower.row_count - skip < 1:
        return False
    last_row, next_row = first[-1], second[skip]
    spans = any(cell.row_span > 1 and cell.row == skip for cell in lower.cells)
    if spans or next_row[0].strip() or not last_row[0].strip() or not any(cell.strip() for cell in next_row):
        return False
    return all(last_row[c].strip() for c, text in enumerate(next_row) if text.strip() and c < len(last_row))


def _lengthened(known: TableCell, piece: TableCell, last_row: int) -> TableCell:
    in_last = known.row <= last_row < known.row + known.row_span
    if not in_last or known.column != piece.column or not piece.text:
        return known
    return known.model_copy(update={"text": join_lines(known.text, piece.text)})
