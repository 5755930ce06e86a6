"""Tables as evidence: every row carries the names of its columns, so that a code in two columns means two things."""

from __future__ import annotations

import re
from dataclasses import dataclass

from llama_index_layout_rag.layout import Table
from llama_index_layout_rag.layout.normalize import collapse_spaces, fold_text
from llama_index_layout_rag.lexical.codes import find_codes
from llama_index_layout_rag.procedures.payload import CodeCell

MAX_COLUMN_NAME_CHARS = 40
"""A longer "header" is a sentence, and repeating it in every row would drown the values."""

CELL_SEPARATOR = " | "
"""Between the cells of a row whose columns have no names."""

_ROW_NUMBER = re.compile(r"[a-z$#]?\d{1,5}[a-z]?")
_NUMBERING_COLUMN = re.compile(r"番号|項番|コード|\bno\b|\bcode\b|\bnumber\b|\bid\b|#", re.I)
"""Columns whose short numbers are names and not amounts. The words are those of table headings in general."""

_VALUE = re.compile(r"[\d０-９]")


@dataclass(frozen=True)
class TableRow:
    """One row as evidence."""

    lines: tuple[str, ...]
    """'column: value' lines, part of the payload's schema version: the lexical tokens `code@column` come from them."""
    code_cells: tuple[CodeCell, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def table_rows(table: Table) -> list[TableRow]:
    """The rows of a table below its header, in order; empty ones are left out.

    The column names are the header cells from top to bottom, joined with a blank where the header has several rows. A first
    row is taken as header where the reader has marked none but its cells are all short, all different and free of digits
    while the rows below it hold digits or longer text; otherwise the columns have no names and a row is one line.
    """
    grid = [[collapse_spaces(cell) for cell in row] for row in table.grid()]
    header_count = table.header_row_count() or (1 if _first_row_names_columns(grid) else 0)
    if header_count >= len(grid):
        header_count = 0
    names = _column_names(grid[:header_count], table.column_count)
    return [row for cells in grid[header_count:] if (row := _row(cells, names)) is not None]


def _column_names(header: list[list[str]], column_count: int) -> list[str]:
    names = []
    for column in range(column_count):
        parts: list[str] = []
        for row in header:
            # A spanning header cell stands in each of its rows; say it once.
            if row[column] and row[column] not in parts:
                parts.append(row[column])
        names.append(collapse_spaces(" ".join(parts))[:MAX_COLUMN_NAME_CHARS])
    return names


def _row(cells: list[str], names: list[str]) -> TableRow | None:
    if not any(cells):
        return None
    if not any(names):
        return TableRow(lines=(CELL_SEPARATOR.join(_without_repeats(cells)),), code_cells=())
    lines, code_cells, previous = [], [], None
    for name, cell in zip(names, cells, strict=True):
        if not cell or (name, cell) == previous:
            continue
        previous = (name, cell)
        lines.append(f"{name}: {cell}" if name else cell)
        if name:
            codes = find_codes(cell) or _numbering(cell, name, is_first=not lines[:-1])
            code_cells += [CodeCell(code=code, column=name) for code in codes]
    return TableRow(lines=tuple(lines), code_cells=tuple(code_cells))


def _numbering(cell: str, column: str, is_first: bool) -> list[str]:
    """A short number that tells one row from another: alone in the first cell, or below a column that says so."""
    number = fold_text(cell).strip().lower()
    if _ROW_NUMBER.fullmatch(number) and (is_first or _NUMBERING_COLUMN.search(fold_text(column))):
        return [number]
    return []


def _without_repeats(cells: list[str]) -> list[str]:
    """Cells of a row without empty ones and without the repeats that a column span makes."""
    kept: list[str] = []
    for cell in cells:
        if cell and (not kept or kept[-1] != cell):
            kept.append(cell)
    return kept


def _first_row_names_columns(grid: list[list[str]]) -> bool:
    if len(grid) < 2 or len(grid[0]) < 2:
        return False
    first, rest = grid[0], grid[1:]
    if not all(first) or len(set(first)) != len(first):
        return False
    if any(len(cell) > MAX_COLUMN_NAME_CHARS or _VALUE.search(cell) for cell in first):
        return False
    longest = max(map(len, first))
    return any(_VALUE.search(cell) or len(cell) > longest for row in rest for cell in row)
