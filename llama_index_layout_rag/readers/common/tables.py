"""Tables of markup files: rows of cells with spans laid out as a grid, and header rows where the source says none."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from llama_index_layout_rag.layout.elements import Table, TableCell

MAX_COLUMNS = 1000
"""More columns than any manual prints; a `colspan` beyond it is a mistake or an attack."""

MAX_ROWS = 100_000
"""More rows than any table that is read by people."""


@dataclass
class SourceCell:
    """A cell as the source writes it: `is_header` says that the source marks it so."""

    text: str
    row_span: int = 1
    column_span: int = 1
    is_header: bool = False


@dataclass
class SourceRow:
    """A row as the source writes it; `is_header` for rows of a table head."""

    cells: list[SourceCell] = field(default_factory=list)
    is_header: bool = False


def lay_out(rows: Sequence[SourceRow]) -> tuple[Table, list[tuple[int, int]]]:
    """Return the rows as a grid, and the place (row, column) of every source cell in source order.

    Spans are cut at the table's last row, as browsers do. A cell names a column (`is_header`) when its whole row is
    marked as a header; where no row is, the first one is taken when it reads like one (`reads_as_header`). Below the
    header, one cell over the whole width is the title of a group of rows and no header, whatever the source marks.
    """
    taken: set[tuple[int, int]] = set()
    placed: list[tuple[int, int, SourceCell]] = []
    width = 0
    for r, row in enumerate(rows):
        column = 0
        for cell in row.cells:
            while (r, column) in taken:
                column += 1
            if column >= MAX_COLUMNS:
                break
            row_span = min(max(cell.row_span, 1), len(rows) - r)
            column_span = min(max(cell.column_span, 1), MAX_COLUMNS - column)
            if row_span * column_span > 1:
                taken.update((r + i, column + j) for i in range(row_span) for j in range(column_span))
            placed.append((r, column, SourceCell(cell.text, row_span, column_span, cell.is_header)))
            column += column_span
            width = max(width, column)
    header_rows = _leading_header_rows(rows, {r for r, c, cell in placed if c == 0 and cell.column_span == width > 1})
    if not header_rows and reads_as_header([[cell.text for cell in row.cells] for row in rows]):
        header_rows = 1
    cells = [
        TableCell(
            row=r,
            column=c,
            row_span=cell.row_span,
            column_span=cell.column_span,
            text=cell.text,
            is_header=r < header_rows,
        )
        for r, c, cell in placed
    ]
    return Table(row_count=len(rows), column_count=width, cells=cells), [(r, c) for r, c, _ in placed]


def _leading_header_rows(rows: Sequence[SourceRow], full_width: Set[int]) -> int:
    """Return the number of rows at the top that are marked as header; a title over the whole width comes before them."""
    count = 0
    for index, row in enumerate(rows):
        marked = row.is_header or (bool(row.cells) and all(cell.is_header for cell in row.cells))
        if not marked or (index in full_width and any(above not in full_width for above in range(index))):
            break
        count += 1
    # A table whose every row is marked has row headings, not column headings.
    return count if count < len(rows) else min(count, 1 if rows and rows[0].is_header else 0)


_SENTENCE = re.compile(r"[。．!?！？]|\.\s*$|、")
_NUMBER = re.compile(r"^[\s0-9０-９.,:+\-–−~～%％()/]+$")
MAX_HEADER_CHARS = 24
"""Characters of a column name that only its form shows; names in the manuals examined had up to 18."""


def reads_as_header(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row reads like column names: short distinct words over numbers or much longer cells."""
    if len(rows) < 2 or len(rows[0]) < 2 or any(len(row) > len(rows[0]) for row in rows):
        return False
    first = [cell.strip() for cell in rows[0]]
    if any(not cell or len(cell) > MAX_HEADER_CHARS or _SENTENCE.search(cell) or _NUMBER.match(cell) for cell in first):
        return False
    if len(set(first)) < len(first):
        return False
    return any(_differs(first[c], [row[c].strip() for row in rows[1:] if c < len(row)]) for c in range(len(first)))


def _differs(name: str, column: Sequence[str]) -> bool:
    filled = [cell for cell in column if cell]
    if not filled:
        return False
    numbers = sum(1 for cell in filled if _NUMBER.match(cell))
    longer = sum(len(cell) for cell in filled) / len(filled) >= _LONGER * len(name)
    return numbers == len(filled) or longer


_LONGER = 2.5
"""How many times longer than its name a column's cells are on average."""
