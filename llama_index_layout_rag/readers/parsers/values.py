"""Values of untrusted JSON: lists, texts, numbers and boxes as the formats write them, or an error that says what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from llama_index_layout_rag.layout.boxes import Box
from llama_index_layout_rag.layout.elements import Table, TableCell
from llama_index_layout_rag.layout.errors import LayoutReadError


class FormatError(ValueError):
    """The JSON is of a known format but not as its schema says; the message says what was expected."""


MAX_NESTING = 100
"""Levels of blocks in blocks that a file may have: real ones have fewer than twenty, and what is read by recursion takes up
to four of the thousand calls that Python allows for each."""

_TAGS = re.compile(r"<[^>]+>")


def refuse_deep(nesting: int, what: str) -> None:
    """Stop where a file is nested so deep that it was made to do harm.

    Args:
        nesting: Level that is about to be read, the outermost being 0 or 1.
        what: What is nested, in the plural, for the message.

    Raises:
        FormatError: Beyond `MAX_NESTING` levels.
    """
    if nesting > MAX_NESTING:
        raise FormatError(f"{what} are nested deeper than {MAX_NESTING} levels")


def as_list(value: Any, name: str) -> list[Any]:
    """Return a list from the JSON; nothing is an empty list.

    Raises:
        FormatError: When it is something else.
    """
    if value is None:
        return []
    if not isinstance(value, list):
        raise FormatError(f"{name} must be a list, it is {type(value).__name__}")
    return value


def as_dict(value: Any, name: str) -> dict[str, Any]:
    """Return an object from the JSON; nothing is an empty one.

    Raises:
        FormatError: When it is something else.
    """
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise FormatError(f"{name} must be an object, it is {type(value).__name__}")
    return value


def as_dicts(value: Any, name: str) -> list[dict[str, Any]]:
    """Return a list of objects from the JSON; nothing is an empty list.

    Raises:
        FormatError: When it is no list, or holds something else.
    """
    return [as_dict(entry, name) for entry in as_list(value, name)]


_WORD_START = re.compile(r"(?<=[a-z])(?=[A-Z])")


def get(entry: dict[str, Any], name: str) -> Any:
    """Return the value of a camelCase name, which some programs write in snake_case."""
    return entry.get(name, entry.get(_WORD_START.sub("_", name).lower()))


def as_number(value: Any) -> float | None:
    """Return a number from the JSON, None for anything else."""
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def as_text(value: Any) -> str:
    """Return a text from the JSON: strings as they are, numbers as written, anything else empty."""
    if isinstance(value, str):
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return ""


def as_int(value: Any) -> int | None:
    """Return a whole number from the JSON (also as a string or 3.0), or None."""
    if isinstance(value, bool) or value is None:
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return int(number) if abs(number) < 2**53 and number == int(number) else None


def as_box(values: Sequence[Any]) -> Box | None:
    """Return a box from four numbers (x0, y0, x1, y1), put in order; None where they are no numbers."""
    try:
        x0, y0, x1, y1 = (float(value) for value in values)
    except (TypeError, ValueError, OverflowError):
        return None
    if not all(abs(value) < MAX_COORDINATE for value in (x0, y0, x1, y1)):
        return None
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def rounded(box: Box) -> Box:
    """Return a box in hundredths of a point."""
    return round(box[0], 2), round(box[1], 2), round(box[2], 2), round(box[3], 2)


MAX_COORDINATE = 1e7
"""Points (3.5 km): beyond it a number is damaged, and squares of it lose their precision."""


def sized_box(entry: dict[str, Any], names: tuple[str, str, str, str]) -> Box | None:
    """Return the box that left edge, top edge, width and height give; `names` are their keys."""
    values = [as_number(entry.get(name)) for name in names]
    if any(value is None for value in values):
        return None
    left, top, wide, high = (value or 0.0 for value in values)
    return as_box((left, top, left + wide, top + high))


def box_of_points(points: Iterable[Sequence[Any]]) -> Box | None:
    """Return the box around (x, y) points, or None where they are no points."""
    try:
        pairs = [(float(x), float(y)) for x, y in points]
    except (TypeError, ValueError, OverflowError):
        return None
    if not pairs:
        return None
    xs, ys = zip(*pairs, strict=True)
    return as_box((min(xs), min(ys), max(xs), max(ys)))


MAX_CELLS = 2_000_000
"""More cells than any table of a manual has, spans counted; the grid of a larger one would fill the memory."""


def checked_table(table: Table) -> Table:
    """Return the table.

    Raises:
        FormatError: When it is so large that it must be a mistake or an attack.
    """
    covered = sum(
        min(cell.row_span, table.row_count) * min(cell.column_span, table.column_count) for cell in table.cells
    )
    if max(table.row_count * table.column_count, covered) > MAX_CELLS:
        raise FormatError(f"a table of {table.row_count} by {table.column_count} cells is out of range")
    return table


def table_cell(
    row: Any,
    column: Any,
    text: str,
    *,
    spans: tuple[Any, Any] = (1, 1),
    is_header: bool = False,
    bbox: Box | None = None,
) -> TableCell:
    """Return a cell from the numbers of the JSON.

    Args:
        row: 0-based.
        column: 0-based.
        text: The text.
        spans: Rows and columns that it covers; what is no number is 1.
        is_header: Whether it names a column.
        bbox: Points.

    Raises:
        FormatError: When it has no row or column.
    """
    first_row, first_column = as_int(row), as_int(column)
    if first_row is None or first_column is None or not 0 <= first_row < MAX_CELLS or not 0 <= first_column < MAX_CELLS:
        raise FormatError("a table cell has no row or column")
    row_span, column_span = (max(1, as_int(span) or 1) for span in spans)
    return TableCell(
        row=first_row,
        column=first_column,
        row_span=row_span,
        column_span=column_span,
        text=text,
        is_header=is_header,
        bbox=bbox,
    )


def table_of(cells: Sequence[TableCell], rows: Any = 0, columns: Any = 0) -> Table:
    """Return the table of cells; it has the given numbers of rows and columns at least."""
    row_count = max([as_int(rows) or 0, *(cell.row + cell.row_span for cell in cells)])
    column_count = max([as_int(columns) or 0, *(cell.column + cell.column_span for cell in cells)])
    return checked_table(Table(row_count=row_count, column_count=column_count, cells=list(cells)))


def html_table(html: str) -> Table | None:
    """Return the table of an HTML text, read by the HTML reader's rules; None where it holds none."""
    from llama_index_layout_rag.readers.common import LayoutBuilder
    from llama_index_layout_rag.readers.markup import parse_html, read_tree

    if "<t" not in html.lower():
        return None
    builder = LayoutBuilder()
    try:
        read_tree(parse_html(f"<html><body>{html}</body></html>", "table"), builder, "table")
    except LayoutReadError:
        return None
    return next((element.table for element in builder.elements if element.table is not None), None)


def plain_html(html: str) -> str:
    """Return an HTML fragment as text: line breaks kept, tags gone, entities read."""
    import html as entities

    text = re.sub(r"<br\s*/?>|</(?:p|div|li|tr|h\d)>", "\n", html, flags=re.IGNORECASE)
    lines = (re.sub(r"[ \t]+", " ", line).strip() for line in entities.unescape(_TAGS.sub("", text)).split("\n"))
    return "\n".join(line for line in lines if line)
