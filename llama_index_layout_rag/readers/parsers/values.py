"""Values of untrusted JSON: lists, texts, numbers and boxes as the formats write them, or an error that says what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from llama_index_layout_rag.layout.boxes import Box
from llama_index_layout_rag.layout.document import LayoutPage
from llama_index_layout_rag.layout.elements import Table
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
    """A list from the JSON; nothing is an empty list.

    Raises:
        FormatError: When it is something else.
    """
    if value is None:
        return []
    if not isinstance(value, list):
        raise FormatError(f"{name} must be a list, it is {type(value).__name__}")
    return value


def as_dict(value: Any, name: str) -> dict[str, Any]:
    """An object from the JSON; nothing is an empty one.

    Raises:
        FormatError: When it is something else.
    """
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise FormatError(f"{name} must be an object, it is {type(value).__name__}")
    return value


def as_text(value: Any) -> str:
    """A text from the JSON: strings as they are, numbers as written, anything else empty."""
    if isinstance(value, str):
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return ""


def as_int(value: Any) -> int | None:
    """A whole number from the JSON (also as a string or 3.0), or None."""
    if isinstance(value, bool) or value is None:
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return int(number) if abs(number) < 2**53 and number == int(number) else None


def as_box(values: Sequence[Any], scale_x: float = 1.0, scale_y: float | None = None) -> Box | None:
    """A box from four numbers (x0, y0, x1, y1), scaled to points and put in order; None where they are no numbers."""
    scale_y = scale_x if scale_y is None else scale_y
    try:
        x0, y0, x1, y1 = (float(value) for value in values)
    except (TypeError, ValueError, OverflowError):
        return None
    if not all(abs(value) < _LARGEST_COORDINATE for value in (x0, y0, x1, y1)):
        return None
    return (
        round(min(x0, x1) * scale_x, 2),
        round(min(y0, y1) * scale_y, 2),
        round(max(x0, x1) * scale_x, 2),
        round(max(y0, y1) * scale_y, 2),
    )


_LARGEST_COORDINATE = 1e7
"""Points (3.5 km): beyond it a number is damaged, and squares of it lose their precision."""


def box_of_points(points: Iterable[Sequence[Any]], scale_x: float = 1.0, scale_y: float | None = None) -> Box | None:
    """The box around (x, y) points, or None where they are no points."""
    try:
        pairs = [(float(x), float(y)) for x, y in points]
    except (TypeError, ValueError, OverflowError):
        return None
    if not pairs:
        return None
    xs, ys = zip(*pairs, strict=True)
    return as_box((min(xs), min(ys), max(xs), max(ys)), scale_x, scale_y)


def from_bottom(box: Box, page_height: float) -> Box:
    """A box counted from the bottom left corner as one from the top left."""
    return box[0], round(page_height - box[3], 2), box[2], round(page_height - box[1], 2)


def checked_pages(pages: Iterable[LayoutPage]) -> list[LayoutPage]:
    """Pages in order.

    Raises:
        FormatError: When two have one number or a size is no size.
    """
    ordered = sorted(pages, key=lambda page: page.number)
    if any(first.number == second.number for first, second in pairwise(ordered)):
        raise FormatError("two pages have the same number")
    if any(not 0 < page.width < _LARGEST_COORDINATE or not 0 < page.height < _LARGEST_COORDINATE for page in ordered):
        raise FormatError("a page has an impossible size")
    return ordered


MOST_CELLS = 2_000_000
"""More cells than any table of a manual has, spans counted; the grid of a larger one would fill the memory."""


def checked_table(table: Table) -> Table:
    """The table.

    Raises:
        FormatError: When it is so large that it must be a mistake or an attack.
    """
    covered = sum(
        min(cell.row_span, table.row_count) * min(cell.column_span, table.column_count) for cell in table.cells
    )
    if max(table.row_count * table.column_count, covered) > MOST_CELLS:
        raise FormatError(f"a table of {table.row_count} by {table.column_count} cells is out of range")
    return table


def html_table(html: str) -> Table | None:
    """The table of an HTML text, read by the HTML reader's rules; None where it holds none."""
    from llama_index_layout_rag.readers.common.builder import LayoutBuilder
    from llama_index_layout_rag.readers.markup.html import read_tree
    from llama_index_layout_rag.readers.markup.html_tree import parse_html

    if "<t" not in html.lower():
        return None
    builder = LayoutBuilder()
    try:
        read_tree(parse_html(f"<html><body>{html}</body></html>", "table"), builder, "table")
    except LayoutReadError:
        return None
    return next((element.table for element in builder.elements if element.table is not None), None)


def plain_html(html: str) -> str:
    """An HTML fragment as text: line breaks kept, tags gone, entities read."""
    import html as entities

    text = re.sub(r"<br\s*/?>|</(?:p|div|li|tr|h\d)>", "\n", html, flags=re.IGNORECASE)
    lines = (re.sub(r"[ \t]+", " ", line).strip() for line in entities.unescape(_TAGS.sub("", text)).split("\n"))
    return "\n".join(line for line in lines if line)
