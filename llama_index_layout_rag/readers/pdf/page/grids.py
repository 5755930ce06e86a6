"""Ruled tables: crossing rules form a grid, and rules missing inside it make spans.

A table cut by the page end lacks its lower or upper line, and many tables have no lines at their sides; both are
taken as drawn where the crossing rules reach out that far.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from llama_index_layout_rag.layout.boxes import (
    Box,
    area,
    center,
    cluster_values,
    contains,
    contains_point,
    height,
    intersection,
    overlap_share,
    width,
)
from llama_index_layout_rag.readers.pdf.page.lines import Line

MEETING = 3.0
"""Points by which two rules may miss each other and still meet."""

SMALLEST_CELL = 4.0
"""Points: rows and columns narrower than this are double lines."""

OPEN_SIDE = 8.0
"""Points a rule must reach beyond the outermost crossing rule to close an open side there."""

MAX_GRID_CELLS = 20_000


@dataclass(frozen=True)
class GridCell:
    """A cell of a ruled grid, with its spans."""

    row: int
    column: int
    row_span: int
    column_span: int
    box: Box


@dataclass(frozen=True)
class Grid:
    """A ruled table without its text.

    Attributes:
        box: Outer box.
        xs, ys: Places of the column and row borders.
        cells: In row order.
    """

    box: Box
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    cells: tuple[GridCell, ...]

    @property
    def row_count(self) -> int:
        """Number of rows."""
        return len(self.ys) - 1

    @property
    def column_count(self) -> int:
        """Number of columns."""
        return len(self.xs) - 1


def find_grids(horizontal: Sequence[Box], vertical: Sequence[Box]) -> list[Grid]:
    """Return the grids formed by rules that meet, including single boxes (one cell)."""
    grids = []
    for h_rules, v_rules in _components(horizontal, vertical):
        grid = _grid(h_rules, v_rules)
        if grid is not None:
            grids.append(grid)
    return grids


def _components(horizontal: Sequence[Box], vertical: Sequence[Box]) -> list[tuple[list[Box], list[Box]]]:
    parent = list(range(len(horizontal) + len(vertical)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    by_x = sorted(range(len(vertical)), key=lambda i: vertical[i][0])
    xs = [vertical[i][0] for i in by_x]
    for h_index, h in enumerate(horizontal):
        for position in range(bisect_left(xs, h[0] - MEETING - 3), len(xs)):
            v_index = by_x[position]
            v = vertical[v_index]
            if v[0] > h[2] + MEETING:
                break
            if v[1] - MEETING <= h[3] and v[3] + MEETING >= h[1]:
                parent[root(len(horizontal) + v_index)] = root(h_index)
    groups: dict[int, tuple[list[Box], list[Box]]] = defaultdict(lambda: ([], []))
    for index, h in enumerate(horizontal):
        groups[root(index)][0].append(h)
    for index, v in enumerate(vertical):
        groups[root(len(horizontal) + index)][1].append(v)
    return [(hs, vs) for hs, vs in groups.values() if hs and vs]


def _places(rules: Sequence[Box], axis: int) -> list[float]:
    middles = [(rule[axis] + rule[axis + 2]) / 2 for rule in rules]
    return [sum(group) / len(group) for group in cluster_values(middles, MEETING)]


def _grid(h_rules: list[Box], v_rules: list[Box]) -> Grid | None:
    xs, ys = _places(v_rules, 0), _places(h_rules, 1)
    left, right = min(h[0] for h in h_rules), max(h[2] for h in h_rules)
    top, bottom = min(v[1] for v in v_rules), max(v[3] for v in v_rules)
    if xs[0] - left > OPEN_SIDE:
        xs.insert(0, left)
    if right - xs[-1] > OPEN_SIDE:
        xs.append(right)
    if ys[0] - top > OPEN_SIDE:
        ys.insert(0, top)
    if bottom - ys[-1] > OPEN_SIDE:
        ys.append(bottom)
    xs, ys = _spaced(xs), _spaced(ys)
    if len(xs) < 2 or len(ys) < 2 or (len(xs) - 1) * (len(ys) - 1) > MAX_GRID_CELLS:
        return None
    cells = _cells(xs, ys, h_rules, v_rules)
    return Grid((xs[0], ys[0], xs[-1], ys[-1]), tuple(xs), tuple(ys), tuple(cells))


def _spaced(places: list[float]) -> list[float]:
    kept = places[:1]
    for place in places[1:]:
        if place - kept[-1] >= SMALLEST_CELL:
            kept.append(place)
    return kept


def _cells(xs: list[float], ys: list[float], h_rules: list[Box], v_rules: list[Box]) -> list[GridCell]:
    rows, columns = len(ys) - 1, len(xs) - 1
    parent = list(range(rows * columns))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    def merge(first: int, second: int) -> None:
        parent[max(root(first), root(second))] = min(root(first), root(second))

    v_at = _by_place(v_rules, xs, 0)
    h_at = _by_place(h_rules, ys, 1)
    for r in range(rows):
        middle = (ys[r] + ys[r + 1]) / 2
        for c in range(columns - 1):
            if not any(rule[1] - 1 <= middle <= rule[3] + 1 for rule in v_at[c + 1]):
                merge(r * columns + c, r * columns + c + 1)
    for c in range(columns):
        middle = (xs[c] + xs[c + 1]) / 2
        for r in range(rows - 1):
            if not any(rule[0] - 1 <= middle <= rule[2] + 1 for rule in h_at[r + 1]):
                merge(r * columns + c, (r + 1) * columns + c)
    members: dict[int, list[int]] = defaultdict(list)
    for index in range(rows * columns):
        members[root(index)].append(index)
    cells = []
    for indexes in members.values():
        r0, r1 = min(i // columns for i in indexes), max(i // columns for i in indexes)
        c0, c1 = min(i % columns for i in indexes), max(i % columns for i in indexes)
        cells.append(GridCell(r0, c0, r1 - r0 + 1, c1 - c0 + 1, (xs[c0], ys[r0], xs[c1 + 1], ys[r1 + 1])))
    cells.sort(key=lambda cell: (cell.row, cell.column))
    return cells


def _by_place(rules: Sequence[Box], places: Sequence[float], axis: int) -> list[list[Box]]:
    found: list[list[Box]] = [[] for _ in places]
    for rule in rules:
        middle = (rule[axis] + rule[axis + 2]) / 2
        nearest = min(range(len(places)), key=lambda i: abs(places[i] - middle))
        if abs(places[nearest] - middle) <= MEETING + SMALLEST_CELL:
            found[nearest].append(rule)
    return found


FRAME_AREA, FRAME_LINES, MIN_FRAME_LINES = 0.5, 0.75, 8
"""Shares of the page and of its lines, and lines, that a box holds which is no box in the text but the sheet itself."""

PAGE_HEIGHT, PAGE_WIDTH = 0.75, 0.7
"""Shares of the page that a page border or the grid of a form takes."""

BODY_HEIGHT, BODY_WIDTH, MIN_BODY_ROWS = 0.5, 0.97, 3
"""The body of a form is as wide as its grid, and half as high as the page or holds some rows of text: a table inside it
divides it."""


def is_page_frame(box: Box, lines: Sequence[Line], page_size: tuple[float, float]) -> bool:
    """Return whether a box is the frame of the page itself, or another document's page shown on it.

    A listing or a long note that fills the page is set in one type.

    Args:
        box: An outlined or filled box.
        lines: All lines of text of the page.
        page_size: Width and height in points.
    """
    if area(box) < FRAME_AREA * page_size[0] * page_size[1]:
        return False
    inside = [line for line in lines if overlap_share(line.box, box) > 0.6]
    if _fills_page(box, page_size) and len(inside) < MIN_FRAME_LINES:
        return True
    styles = {(round(line.size), line.style.font, line.style.weight, line.style.stroked) for line in inside}
    return len(styles) > 1 and len(inside) >= max(MIN_FRAME_LINES, FRAME_LINES * len(lines))


def open_form_frames(
    grids: Sequence[Grid],
    horizontal: Sequence[Box],
    vertical: Sequence[Box],
    lines: Sequence[Line],
    page_size: tuple[float, float],
) -> list[Grid]:
    """Return the grids of a page with form-style page frames taken apart.

    Without the cells that hold the body text, and divided where all columns change.

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
    """Return top and bottom of the parts of a form that are grids of their own; None if it is one grid."""
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
    """Return the rows that share no column border with the row above, though both have some."""
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
    return _rows_of_text(cell, lines) >= (1 if height(cell) >= BODY_HEIGHT * page_height else MIN_BODY_ROWS)


def _rows_of_text(box: Box, lines: Iterable[Line]) -> int:
    return len({round(line.base) for line in lines if contains_point(box, *center(line.box))})
