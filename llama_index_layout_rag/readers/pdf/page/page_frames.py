"""Boxes and cells that hold the page itself: page borders, and the large cell of a form in which its text stands.

Operating procedures are often printed in a form: a border around the page, and at its top or bottom small cells with
number, issue and approval whose lines run into that border. Drawn like this the whole page is a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from llama_index_layout_rag.layout.boxes import (
    Box,
    area,
    center,
    contains,
    contains_point,
    height,
    intersection,
    overlap_share,
    width,
)
from llama_index_layout_rag.readers.pdf.page.grids import MEETING, Grid, find_grids
from llama_index_layout_rag.readers.pdf.page.lines import Line

SHEET_AREA, SHEET_LINES, FEWEST_SHEET_LINES = 0.5, 0.75, 8
"""Shares of the page and of its lines, and lines, that a box holds which is no box in the text but the sheet itself."""

PAGE_HEIGHT, PAGE_WIDTH = 0.75, 0.7
"""Shares of the page that a page border or the grid of a form takes."""

BODY_HEIGHT, BODY_WIDTH, FEWEST_BODY_ROWS = 0.5, 0.97, 3
"""The body of a form is as wide as its grid, and half as high as the page or holds some rows of text: a table inside it
divides it."""


def is_sheet(box: Box, lines: Sequence[Line], page_size: tuple[float, float]) -> bool:
    """Whether a box holds the page itself: its border, or another document's page shown as one.

    A listing or a long note that fills the page is set in one type.

    Args:
        box: An outlined or filled box.
        lines: All lines of text of the page.
        page_size: Width and height in points.
    """
    if area(box) < SHEET_AREA * page_size[0] * page_size[1]:
        return False
    inside = [line for line in lines if overlap_share(line.box, box) > 0.6]
    if _fills_page(box, page_size) and len(inside) < FEWEST_SHEET_LINES:
        return True
    styles = {(round(line.size), line.style.font, line.style.weight, line.style.stroked) for line in inside}
    return len(styles) > 1 and len(inside) >= max(FEWEST_SHEET_LINES, SHEET_LINES * len(lines))


def open_forms(
    grids: Sequence[Grid],
    horizontal: Sequence[Box],
    vertical: Sequence[Box],
    lines: Sequence[Line],
    page_size: tuple[float, float],
) -> list[Grid]:
    """The grids of a page, those of forms without the bodies in which the text stands, and taken apart where all columns
    change: the cells above a table of steps are none of its rows.

    Args:
        grids: All grids of the page.
        horizontal, vertical: The rules that they were found in.
        lines: All lines of text of the page.
        page_size: Width and height in points.
    """
    opened: list[Grid] = []
    for grid in grids:
        bands = _bands(grid, lines, page_size) if len(grid.cells) > 1 and _fills_page(grid.box, page_size) else None
        if bands is None:
            opened.append(grid)
            continue
        for top, bottom in bands:
            rows = (grid.box[0] - MEETING, top - MEETING, grid.box[2] + MEETING, bottom + MEETING)
            opened += find_grids(
                [rule for rule in horizontal if contains(rows, rule)],
                [part for rule in vertical if (part := intersection(rule, rows)) and height(part) > 2 * MEETING],
            )
    return opened


def _bands(form: Grid, lines: Sequence[Line], page_size: tuple[float, float]) -> list[tuple[float, float]] | None:
    """Top and bottom of the parts of a form that are grids of their own; None where it is one as it is."""
    bodies = [cell for cell in form.cells if _is_body(cell.box, form.box, lines, page_size[1])]
    in_body = {row for cell in bodies for row in range(cell.row, cell.row + cell.row_span)}
    breaks = _rows_with_new_columns(form)
    if not in_body and not breaks:
        return None
    bands: list[tuple[float, float]] = []
    start = 0
    for row in range(form.row_count + 1):
        ends = row == form.row_count or row in in_body or row in breaks
        if ends and row > start:
            bands.append((form.ys[start], form.ys[row]))
        if ends:
            start = row + 1 if row in in_body else row
    return bands


def _rows_with_new_columns(form: Grid) -> set[int]:
    """Rows into which no column border of the row above goes on, though both have some."""
    borders: list[set[int]] = [set() for _ in range(form.row_count)]
    crossed: set[int] = set()
    for cell in form.cells:
        rows = range(cell.row, cell.row + cell.row_span)
        crossed.update(rows[1:])
        if cell.column > 0:
            for row in rows:
                borders[row].add(cell.column)
    return {
        row
        for row in range(1, form.row_count)
        if row not in crossed and borders[row - 1] and borders[row] and not borders[row - 1] & borders[row]
    }


def _fills_page(box: Box, page_size: tuple[float, float]) -> bool:
    return width(box) >= PAGE_WIDTH * page_size[0] and height(box) >= PAGE_HEIGHT * page_size[1]


def _is_body(cell: Box, form: Box, lines: Sequence[Line], page_height: float) -> bool:
    if width(cell) < BODY_WIDTH * width(form):
        return False
    return _rows_of_text(cell, lines) >= (1 if height(cell) >= BODY_HEIGHT * page_height else FEWEST_BODY_ROWS)


def _rows_of_text(box: Box, lines: Iterable[Line]) -> int:
    return len({round(line.base) for line in lines if contains_point(box, *center(line.box))})
