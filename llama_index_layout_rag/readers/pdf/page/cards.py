"""Numbered cards: steps set in a grid, each with its picture, whose printed numbers run along the rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from llama_index_layout_rag.layout.boxes import Box, height, union
from llama_index_layout_rag.layout.markers import ListMarker, continues, split_marker
from llama_index_layout_rag.readers.pdf.page.lines import Line

MIN_ROWS, MIN_COLUMNS = 2, 2
"""Rows and columns of the smallest grid; without a second row the order of the columns is the order of the numbers."""

SAME_COLUMN = 1.0
"""Em by which the numbers of one column differ on the left."""

_Numbered = tuple[Line, ListMarker]


def find_cards(lines: Sequence[Line], pictures: Sequence[Box]) -> list[Box]:
    """Return the boxes of the cards of a page in the order of their numbers; empty where there is no grid of cards.

    Args:
        lines: Lines of a page outside tables and pictures.
        pictures: Boxes of the pictures of the page.
    """
    rows = _number_rows(lines)
    if len(rows) < MIN_ROWS or not pictures:
        return []
    columns = [line.x0 for line, _ in rows[0]]
    size = rows[0][0][0].size
    if any(len(row) != len(columns) for row in rows[:-1]) or len(rows[-1]) > len(columns):
        return []
    if any(abs(row[place][0].x0 - columns[place]) > SAME_COLUMN * size for row in rows for place in range(len(row))):
        return []
    inside = _between_wide_items(rows, columns, [line.box for line in lines], pictures)
    cuts = _cuts(rows, inside)
    if cuts is None:
        return []
    left, right = min(box[0] for box in inside), max(box[2] for box in inside)
    edges = [min(left, columns[0]), *(_column_edge(x, inside) for x in columns[1:]), right]
    return [
        (edges[place], top, edges[place + 1], bottom)
        for row, (top, bottom) in zip(rows, pairwise(cuts), strict=True)
        for place in range(len(row))
    ]


def _number_rows(lines: Sequence[Line]) -> list[list[_Numbered]]:
    """Return the numbered lines row by row where their numbers count along the rows, else nothing."""
    rows: list[list[_Numbered]] = []
    for line in sorted(lines, key=lambda line: line.base):
        marker = split_marker(line.text) or _bare_number(line.text)
        if marker is None or marker.value is None:
            continue
        if rows and line.base - rows[-1][0][0].base < 0.5 * line.size:
            rows[-1].append((line, marker))
        else:
            rows.append([(line, marker)])
    for row in rows:
        row.sort(key=lambda numbered: numbered[0].x0)
    # The grid is the longest run of rows that begins with several numbers and counts on.
    start = next((place for place, row in enumerate(rows) if len(row) >= MIN_COLUMNS), len(rows))
    grid: list[list[_Numbered]] = []
    last: ListMarker | None = None
    for row in rows[start:]:
        markers = [marker for _, marker in row]
        chain = markers if last is None else [last, *markers]
        if not all(continues(first, second) for first, second in pairwise(chain)):
            break
        grid.append(row)
        last = markers[-1]
    return grid


def _bare_number(text: str) -> ListMarker | None:
    """Return the number before a text ("1 Press …"), which is a marker only in a grid of cards."""
    match = re.match(r"(\d{1,2})\s+(?=\D)", text)
    return ListMarker(match[1], text[match.end() :], "bare", int(match[1])) if match else None


def _between_wide_items(
    rows: Sequence[Sequence[_Numbered]], columns: Sequence[float], lines: Sequence[Box], pictures: Sequence[Box]
) -> list[Box]:
    """Return the boxes of the lines and pictures of the grid.

    From the pictures over the first numbers down to the next line that reaches over several columns.
    """
    first, last = rows[0][0][0], rows[-1][0][0]
    above = [box[3] for box in lines if box[3] <= first.y0 + 1]
    top = max(above, default=0.0)
    below = [box[1] for box in lines if box[1] >= last.y1 - 1 and any(box[0] < x - 2 < box[2] - 2 for x in columns[1:])]
    bottom = min(below, default=float("inf"))
    return [box for box in [*lines, *pictures] if box[1] >= top - 1 and box[3] <= bottom + 1]


def _cuts(rows: Sequence[Sequence[_Numbered]], inside: Sequence[Box]) -> list[float] | None:
    """Return the upper edges of the rows of cards and the lower edge of the last one: the largest gaps between numbers."""
    if not inside:
        return None
    box = union(inside)
    cuts = [box[1] - 1]
    for upper, lower in pairwise(rows):
        start, end = max(line.y1 for line, _ in upper), min(line.y0 for line, _ in lower)
        spans = sorted((b[1], b[3]) for b in inside if b[3] > start and b[1] < end)
        best, reach = (0.0, 0.0), start
        for y0, y1 in [*spans, (end, end)]:
            if y0 - reach > best[1] - best[0]:
                best = reach, y0
            reach = max(reach, y1)
        if best[1] - best[0] <= 0:
            return None
        cuts.append((best[0] + best[1]) / 2)
    return [*cuts, box[3] + 1]


def _column_edge(x: float, inside: Sequence[Box]) -> float:
    """Return the left edge of a column of cards, whose pictures may begin left of its numbers."""
    return min([x, *(box[0] for box in inside if box[0] <= x < box[2] and height(box) > 0)]) - 1
