"""Tables as evidence: every row carries the names of its columns, so that a code in two columns means two things."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from llama_index_layout_rag.chunking.payload import CodeCell
from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.layout import Table
from llama_index_layout_rag.layout.normalize import collapse_spaces, fold_text
from llama_index_layout_rag.lexical import find_codes

_MAY_HOLD_DIGIT = re.compile(r"[\d²³¹⁰-₉Ⅰ-ⅿ①-⓿❶-➓㈠-㊿]")
"""A quick look before codes are looked for: signs that are digits once folded."""

MAX_COLUMN_NAME_CHARS = 40
"""A longer "header" is a sentence, and repeating it in every row would drown the values."""

CELL_SEPARATOR = " | "
"""Between the cells of a row whose columns have no names."""

_ROW_NUMBER = re.compile(r"[a-z$#]?\d{1,5}[a-z]?")
_NUMBERING_COLUMN = re.compile(rf"#|{any_of(lambda words: words.tables.identifier)}", re.I)
"""Columns whose short numbers are names and not amounts. The words are those of table headings in general."""

_VALUE = re.compile(r"[\d０-９]")
_SENTENCE_END = re.compile(r"[。！？]|[.!?](?:\s|$)")

_CONTINUED = re.compile(any_of(lambda words: words.tables.continued), re.I)
"""Words of captions on the pages that a table continues to."""

MAX_CODE_CHARS = 12
"""A longer first cell is no code."""

MAX_NUMBERING_DIGITS = 4
"""A longer number in the first cell is a value."""


@dataclass(frozen=True)
class TableRow:
    """One row as evidence."""

    lines: tuple[str, ...]
    """'column: value' lines, part of the payload's schema version: the lexical tokens `code@column` come from them."""
    code_cells: tuple[CodeCell, ...] = ()
    number: int = 0
    """Row of the table, 0-based, the header counted."""
    cells: tuple[str, ...] = ()
    """The row's cells, one for each column of the table."""

    @property
    def text(self) -> str:
        """The lines of the row as one text."""
        return "\n".join(self.lines)


@dataclass(frozen=True)
class TableReading:
    """The rows of a table and what the next table needs to know to be its continuation."""

    rows: tuple[TableRow, ...]
    names: tuple[str, ...] = ()
    """Names of the columns; "" where a column has none."""
    continues: bool = False
    """Whether the rows continue from the table before and carry its column names."""
    last_number: int | None = None
    """Number in the first cell of the last row, where the rows are numbered."""
    code_shapes: frozenset[str] = frozenset()
    """Shapes of the codes in the first column ("A9" for E2)."""


def read_table(table: Table, before: TableReading | None = None, *, adjoining: bool = False) -> TableReading:
    """Return the rows of a table below its header, in order; empty ones are left out.

    The column names are the header cells from top to bottom, joined with a blank where the header has several rows.
    A first row is taken as header where the reader has marked none but its cells are all short, all different and
    free of digits while the rows below it hold digits or longer text; otherwise the columns have no names and a row
    is one line. A row that holds a sentence is no header whatever the source says: it is where somebody divided a
    table.

    Args:
        table: The table.
        before: The table read last in the same section, where this one may continue.
        adjoining: Whether nothing is between the two but the end of a page or of the source's markup. Without it
            only numbers that continue make a continuation.
    """
    grid = [[collapse_spaces(cell) for cell in row] for row in table.grid()]
    groups = _group_rows(table, grid)
    title, header_start = _title_row(table, grid, groups)
    header_count = max(_header_count(table, grid), header_start + bool(header_start))
    header_count = min([header_count, *(row for row in groups if row >= header_start)])
    names = _column_names(grid[header_start:header_count], table.column_count)
    continues = before is not None and _continues(before, grid, header_count, names, adjoining)
    if continues and before is not None:
        if tuple(names) != before.names:
            header_count = 0
        names = list(before.names)
    cut = [title] if title else []
    cut += [] if continues else _header_cut_short(grid[header_start:header_count], names)
    rows = list(_rows(grid, names, header_count, groups))
    if cut and rows:
        rows.insert(0, TableRow(lines=(CELL_SEPARATOR.join(_without_repeats(cut)),)))
    last_number = _number(grid[-1][0]) if grid and grid[-1] else None
    shapes = frozenset(shape for row in rows if row.cells and (shape := _code_shape(row.cells[0])))
    return TableReading(tuple(rows), tuple(names), continues, last_number, shapes)


def _group_rows(table: Table, grid: list[list[str]]) -> set[int]:
    """Return the rows that are headings of the rows below them.

    Such a row says one thing over the whole width, as one cell or in the first of otherwise empty ones, and rows of
    several cells follow it. The first row of a table is none: it is a title or names the columns.
    """
    if table.column_count < 2:
        return set()
    spanning = {cell.row for cell in table.cells if cell.column == 0 and cell.column_span >= table.column_count}
    spanning |= {n for n, row in enumerate(grid) if row[0] and len(set(row)) == 1 and n not in spanning}
    alone = {n for n, row in enumerate(grid) if row[0] and not any(row[1:])} if len(spanning) > 1 else set()
    full = {n for n, row in enumerate(grid) if len({cell for cell in row if cell}) > 1}
    return {n for n in spanning | alone if n > 0 and n + 1 in full and not _is_sentence(grid[n][0])}


def _rows(grid: list[list[str]], names: list[str], header_count: int, groups: set[int]) -> Iterator[TableRow]:
    """Yield the rows below the header that say something; each begins with the name of its group."""
    group = ""
    for number, cells in enumerate(grid):
        if number < header_count:
            continue
        if number in groups:
            group = cells[0]
            continue
        row = _row(cells, names, number)
        if row is not None:
            yield replace(row, lines=(group, *row.lines)) if group else row


def _title_row(table: Table, grid: list[list[str]], groups: set[int]) -> tuple[str, int]:
    """(title, 1) where the first row is the table's title and the second names the columns; else ("", 0)."""
    if len(grid) < 3 or table.column_count < 2 or 1 in groups:
        return "", 0
    said = {cell for cell in grid[0] if cell}
    if len(said) != 1 or not (table.header_row_count() == 1 or all(grid[0])):
        return "", 0
    named = all(grid[1]) and len(set(grid[1])) == len(grid[1]) and not any(map(_is_sentence, grid[1]))
    if not named or not (table.header_row_count() == 2 or _first_row_names_columns(grid[1:])):
        return "", 0
    return said.pop(), 1


def says_continued(caption: str) -> bool:
    """Whether a caption says that the table continues from the page before."""
    return _CONTINUED.search(caption) is not None


def _header_count(table: Table, grid: list[list[str]]) -> int:
    count = table.header_row_count() or (1 if _first_row_names_columns(grid) else 0)
    if count >= len(grid) or any(map(_is_sentence, grid[0] if grid else [])):
        return 0
    return count


def _continues(
    before: TableReading, grid: list[list[str]], header_count: int, names: list[str], adjoining: bool
) -> bool:
    if not grid or len(names) != len(before.names):
        return False
    first = _number(grid[0][0])
    if first is not None and before.last_number is not None and first == before.last_number + 1:
        return True
    if not adjoining or not any(before.names):
        return False
    if header_count == 0 or tuple(names) == before.names:
        return True
    # Table models name the first row of every page a header; one that begins like the rows before is a row.
    return header_count == 1 and _code_shape(grid[0][0]) in before.code_shapes and not _same_kind(before.names, names)


def _same_kind(names: Sequence[str], others: Sequence[str]) -> bool:
    """Whether two headers begin with the same kind of code: then the columns are named by codes."""
    return bool(names and _code_shape(names[0])) and _code_shape(names[0]) == _code_shape(others[0])


def _code_shape(cell: str) -> str:
    """Return the shape of a code: letters as "A", digits as "9", runs once; empty for what holds no digit or is long."""
    folded = fold_text(cell).strip()
    if len(folded) > MAX_CODE_CHARS or not any(sign.isdigit() for sign in folded):
        return ""
    return re.sub(r"(.)\1+", r"\1", "".join("9" if c.isdigit() else "A" if c.isalpha() else c for c in folded))


def _number(cell: str) -> int | None:
    """Return the number that a numbering cell is; blanks inside it come from narrow columns."""
    digits = fold_text(cell).replace(" ", "").rstrip(".)")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= MAX_NUMBERING_DIGITS else None


def _is_sentence(cell: str) -> bool:
    return len(cell) > MAX_COLUMN_NAME_CHARS and (
        bool(_SENTENCE_END.search(cell)) or len(cell) > 2 * MAX_COLUMN_NAME_CHARS
    )


def _header_cut_short(header: list[list[str]], names: list[str]) -> list[str]:
    """Return the header cells as printed, where one is too long to be repeated in every row."""
    cells = [collapse_spaces(" ".join(dict.fromkeys(filter(None, column)))) for column in zip(*header, strict=True)]
    return cells if cells != names else []


def _column_names(header: list[list[str]], column_count: int) -> list[str]:
    names = []
    for column in range(column_count):
        parts: list[str] = []
        for row in header:
            # A spanning header cell is in each of its rows; say it once.
            if row[column] and row[column] not in parts:
                parts.append(row[column])
        names.append(collapse_spaces(" ".join(parts))[:MAX_COLUMN_NAME_CHARS])
    return names


def _row(cells: list[str], names: list[str], number: int) -> TableRow | None:
    if not any(cells):
        return None
    if not any(names):
        return TableRow((CELL_SEPARATOR.join(_without_repeats(cells)),), number=number, cells=tuple(cells))
    lines, code_cells, previous = [], [], None
    for name, cell in zip(names, cells, strict=True):
        if not cell or (name, cell) == previous:
            continue
        previous = (name, cell)
        lines.append(f"{name}: {cell}" if name else cell)
        if name:
            if _MAY_HOLD_DIGIT.search(cell) is None:
                continue
            codes = find_codes(cell) or _numbering(cell, name, is_first=len(lines) == 1)
            code_cells += [CodeCell(code=code, column=name) for code in codes]
    return TableRow(tuple(lines), tuple(code_cells), number, tuple(cells))


def _numbering(cell: str, column: str, is_first: bool) -> list[str]:
    """Return a short number that tells one row from another: alone in the first cell, or below a column that says so."""
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
