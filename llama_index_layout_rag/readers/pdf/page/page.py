"""Analysis of one page: lines, tables, pictures and boxes, before other pages are considered."""

from __future__ import annotations

import re
import string
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

from llama_index_layout_rag.layout.boxes import (
    Box,
    area,
    center,
    contains,
    contains_point,
    height,
    overlap_share,
    width,
)
from llama_index_layout_rag.readers.pdf.extract import (
    HAS_RIGHT_TO_LEFT,
    UPRIGHT,
    Glyph,
    Glyphs,
    RawPage,
    TaggedNode,
    TextStyle,
    is_garbled,
)
from llama_index_layout_rag.readers.pdf.page.borderless_tables import find_borderless_tables, split_at
from llama_index_layout_rag.readers.pdf.page.cards import find_cards
from llama_index_layout_rag.readers.pdf.page.grids import Grid, GridCell, find_grids, is_page_frame, open_form_frames
from llama_index_layout_rag.readers.pdf.page.lines import Line, build_lines, is_vertical
from llama_index_layout_rag.readers.pdf.page.number_badges import find_badges, rules_that_divide
from llama_index_layout_rag.readers.pdf.page.pictures import (
    Ornament,
    Picture,
    absorb,
    find_drawings,
    find_ornaments,
    find_pictures,
    holds,
    is_page_decoration,
    join_framed,
    linked_boxes,
    with_surrounding_boxes,
    with_ticks,
)
from llama_index_layout_rag.readers.pdf.page.ruby import attach_ruby
from llama_index_layout_rag.readers.pdf.page.ruled_lines import find_ruling
from llama_index_layout_rag.readers.pdf.page.words import build_words, left_to_right

_BAND_LINES = 3.2
"""A filled area up to this many times as high as the line in it is the band of that line; a higher one is a box."""

_RUNNING_TEXT = 30
"""Characters of a line that is text and no label of a drawing."""

ROTATED_BLANK = 0.15
"""Em between two characters of rotated text that a blank takes."""

_NUMBER = re.compile(r"^[\s\d.,:%°+−–-]*\d[\s\d.,:%°+−–-]*$")
"""A line that is numbers only, as along the axes of a chart."""

WIDEST_INDENT = 45.0
"""Points that a boxed step is indented by at most; empty cells of forms and checklists are as wide or in every row."""

_MIN_NODES = 3
"""Boxes that lines join in the smallest flow chart."""

_BAR_REACH = 1.6
"""Em between an upright bar and the heading it marks."""

_PART_CAPTION = re.compile(r"\(([a-z])\) ?\S")
MIN_PARTS, CAPTION_REACH = 2, 2.0
"""Lettered parts of one figure, and em between a picture and its caption."""

_SIGN_LETTERS = frozenset("!！i?？ℹ⚠⚡☞")
SIGN_REACH, LARGE_SIGN, MAX_SIGN = 4.0, 1.3, 3.0
"""Em between the sign of a notice and its text, its size relative to the text, and em across the shape around it."""

MIN_UNDIVIDED_ROWS = 3
"""Rows that a cell without drawn borders inside spans at least."""

MAX_WORD_BACKGROUND = 1.8
"""Type sizes that the background of words in a line is high at most."""

_UNDERLINE_REACH = 0.9
"""Em between a line and the rule that underlines it across the column."""


@dataclass
class PageTable:
    """A table with the lines of each cell."""

    box: Box
    grid: Grid
    lines: dict[int, list[Line]]
    shaded: frozenset[int] = frozenset()
    pictures: int = 0


@dataclass
class PageLayout:
    """The content of one page. `turned` holds rotated text; `frames` are boxes around several lines of text.

    `upside` maps boxes of the page as it was analysed back to the displayed page: vertical writing is analysed
    transposed down. `confidence` is set for pages that OCR read: by marked-content id of the line.
    """

    number: int
    width: float
    height: float
    rotation: int
    label: str | None
    styles: list[TextStyle]
    lines: list[Line] = field(default_factory=list)
    tables: list[PageTable] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    picture_lines: list[tuple[int, Line]] = field(default_factory=list)
    ornaments: list[Ornament] = field(default_factory=list)
    turned: list[Line] = field(default_factory=list)
    frames: list[Box] = field(default_factory=list)
    bands: list[tuple[Box, int]] = field(default_factory=list)
    rules: list[Box] = field(default_factory=list)
    dots: list[Box] = field(default_factory=list)
    badges: list[Box] = field(default_factory=list)
    cards: list[Box] = field(default_factory=list)
    nodes: list[TaggedNode] = field(default_factory=list)
    quarter_turns: int = 0
    vertical: bool = False
    garbled: bool = False
    character_count: int = 0
    truncated: str | None = None
    confidence: dict[int, float] | None = None

    def shown(self, box: Box) -> Box:
        """Return a box of the analysed page as a box of the displayed page."""
        for _ in range(self.quarter_turns):
            box = self._back(box)
        return box

    def _back(self, box: Box) -> Box:
        # One step undoes one quarter turn of `_turned_page`; the analysed page's height is the displayed page's width.
        return self.width - box[3], box[0], self.width - box[1], box[2]


def analyse_page(raw: RawPage, nodes: Sequence[TaggedNode] = ()) -> PageLayout:
    """Return lines, tables, pictures and boxes of one page."""
    glyphs = Glyphs.of(raw.glyphs)
    text = glyphs.text
    vertical = is_vertical(glyphs, raw.styles)
    layout = PageLayout(raw.number, raw.width, raw.height, raw.rotation, raw.label, raw.styles, nodes=list(nodes))
    if vertical:
        raw, glyphs = _transposed(raw, glyphs)
    layout.vertical, layout.quarter_turns = vertical, 1 if vertical else 0
    layout.truncated = raw.truncated
    layout.garbled = is_garbled(text, raw.unmapped)
    layout.character_count = len("".join(text.split()))
    ruling = find_ruling(raw.paths, raw.width, raw.height)
    upright = _upright(glyphs, raw.styles)
    if HAS_RIGHT_TO_LEFT.search(text):
        upright = Glyphs.of(left_to_right(upright))
    pictures = find_pictures(raw.images, raw.width, raw.height)
    grids = find_grids(ruling.horizontal, ruling.vertical)
    words = attach_ruby(build_words(upright, raw.styles))
    dividing = rules_that_divide(ruling.vertical, [grid.box for grid in grids if len(grid.cells) == 1], words)
    lines = build_lines(words, raw, dividing, [p.box for p in pictures])
    grids = open_form_frames(grids, ruling.horizontal, ruling.vertical, lines, (raw.width, raw.height))
    pictures = join_framed(pictures, ruling.frames, [line.box for line in lines])
    running, page_area = _running_text(lines), raw.width * raw.height
    fills = [box for box, _ in ruling.fills]
    rules, bitmaps = ruling.horizontal + ruling.vertical, [p.box for p in pictures]
    chart = linked_boxes(ruling.frames + fills, ruling.drawings, rules, bitmaps, running, page_area)
    layout.tables = [table for table in _tables(grids, ruling.fills) if not _is_chart(table.box, chart, lines)]
    taken = [table.box for table in layout.tables] + bitmaps
    chart = with_surrounding_boxes(chart, ruling.frames + fills, running)
    free = [path for path in ruling.drawings if not _is_behind_words(path, lines)]
    drawings = _drawings(free + chart, taken, lines, page_area)
    corners = [d for d in drawings if is_page_decoration(d.box, raw.width, raw.height)]
    drawings = [d for d in drawings if d not in corners]
    layout.pictures = [*absorb(drawings, pictures, running), *drawings]
    taken += [drawing.box for drawing in drawings]
    layout.ornaments = find_ornaments(fills, ruling.drawings, taken, running, raw.width, raw.height)
    signs = _notice_signs(lines, ruling.drawings + fills)
    layout.ornaments += [Ornament(box, "sign of a notice", sign.text) for box, sign in signs]
    lines = [line for line in lines if not any(line is sign for _, sign in signs)]
    layout.ornaments += [Ornament(d.box, "drawing at the edge of the page") for d in corners]
    _place_lines(layout, lines)
    for table in layout.tables:
        _draw_missing_borders(table)
    _drop_empty_tables(layout)
    _add_borderless_tables(layout, raw, ruling.horizontal)
    _sort_areas(layout, ruling.fills, [grid.box for grid in grids if len(grid.cells) <= 2] + ruling.frames)
    _mark_part_captions(layout)
    layout.cards = find_cards(layout.lines, [p.box for p in layout.pictures if not p.background])
    layout.rules, layout.dots = ruling.horizontal, ruling.dots
    layout.badges = find_badges(ruling.dots + ruling.drawings + ruling.frames + fills)
    if len(upright) < len(glyphs):
        layout.turned = _rotated_lines(raw)
    return layout


def _upright(glyphs: Glyphs, styles: Sequence[TextStyle]) -> Glyphs:
    turned = np.array([style.turn != UPRIGHT for style in styles] + [False])
    return glyphs.where(~turned[glyphs.style]) if turned.any() else glyphs


def _transposed(raw: RawPage, glyphs: Glyphs) -> tuple[RawPage, Glyphs]:
    """Return a page of vertical writing transposed, so that its columns become lines from top to bottom."""
    w = raw.width

    def transpose(box: Box) -> Box:
        return box[1], w - box[2], box[3], w - box[0]

    top, bottom = w - glyphs.x1, w - glyphs.x0
    base = bottom - 0.12 * (bottom - top)
    transposed = Glyphs(glyphs.codes, glyphs.y0, top, glyphs.y1, bottom, base, glyphs.style, glyphs.mcid)
    images = [image._replace(box=transpose(image.box)) for image in raw.images]
    paths = [
        path._replace(box=transpose(path.box), segments=tuple(transpose(segment) for segment in path.segments))
        for path in raw.paths
    ]
    return replace(raw, width=raw.height, height=raw.width, glyphs=transposed, images=images, paths=paths), transposed


def _rotated_lines(page: RawPage) -> list[Line]:
    """Return lines of rotated or slanted text; their boxes are boxes of the page."""
    groups: dict[int, list[Glyph]] = defaultdict(list)
    for glyph in page.glyphs:
        if glyph[6] >= 0 and page.styles[glyph[6]].turn != UPRIGHT and not glyph[0].isspace():
            groups[page.styles[glyph[6]].turn].append(glyph)
    lines: list[Line] = []
    for turn, glyphs in groups.items():
        run: list[Glyph] = []
        for glyph in glyphs:
            if run and not _continues(run[-1], glyph, page.styles[glyph[6]].size):
                lines.append(_rotated_line(run, page, turn))
                run = []
            run.append(glyph)
        if run:
            lines.append(_rotated_line(run, page, turn))
    return lines


def _continues(previous: Glyph, glyph: Glyph, size: float) -> bool:
    dx = max(glyph[1] - previous[3], previous[1] - glyph[3], 0)
    dy = max(glyph[2] - previous[4], previous[2] - glyph[4], 0)
    return dx < 0.7 * size and dy < 0.7 * size


def _rotated_line(glyphs: list[Glyph], page: RawPage, turn: int) -> Line:
    style = page.styles[glyphs[0][6]]
    box = (min(g[1] for g in glyphs), min(g[2] for g in glyphs), max(g[3] for g in glyphs), max(g[4] for g in glyphs))
    text = glyphs[0][0]
    for previous, glyph in pairwise(glyphs):
        gap = max(glyph[1] - previous[3], previous[1] - glyph[3], glyph[2] - previous[4], previous[2] - glyph[4])
        text += (" " if gap > ROTATED_BLANK * style.size else "") + glyph[0]
    return Line(page.number, [], text, box, box[3], style.size, style, turn=turn)


def _tables(grids: Sequence[Grid], fills: Sequence[tuple[Box, int]]) -> list[PageTable]:
    tables = []
    candidates = [grid for grid in grids if grid.column_count >= 2 and len(grid.cells) >= 2]
    for grid in candidates:
        # A grid inside a cell of another one is part of that cell.
        if any(
            other is not grid and contains(other.box, grid.box, 1.0) and area(other.box) > area(grid.box)
            for other in candidates
        ):
            continue
        shaded = frozenset(
            index
            for index, cell in enumerate(grid.cells)
            if any(overlap_share(cell.box, fill) > 0.6 for fill, _ in fills)
        )
        tables.append(PageTable(grid.box, grid, defaultdict(list), shaded))
    return tables


def _drawings(drawings: Sequence[Box], taken: Sequence[Box], lines: Sequence[Line], page_area: float) -> list[Picture]:
    found = []
    numbers = [line.box for line in lines if _NUMBER.match(line.text)]
    for drawing in find_drawings(drawings, taken, _running_text(lines), page_area):
        inside = [line for line in lines if overlap_share(line.box, drawing.box) > 0.6]
        text_area = sum(area(line.box) for line in inside)
        # Ornaments under running text are not drawings.
        if text_area <= 0.5 * area(drawing.box):
            found.append(with_ticks(drawing, numbers))
    return found


def _is_behind_words(path: Box, lines: Sequence[Line]) -> bool:
    """Return whether a shape is the background of some words of a longer line, as inline code has it."""
    high, middle = height(path), (path[1] + path[3]) / 2
    if high > width(path):
        return False
    for line in lines:
        if line.y0 < middle < line.y1 and len(line.words) > 1 and high <= MAX_WORD_BACKGROUND * line.size:
            inside = sum(overlap_share(word.box, path) > 0.8 for word in line.words)
            if 0 < inside < len(line.words):
                return True
    return False


def _is_chart(table: Box, chart: Sequence[Box], lines: Sequence[Line]) -> bool:
    """Return whether a grid consists of the boxes of a flow chart and the lines between them, with all text in the boxes."""
    nodes = [box for box in chart if contains(table, box, 2.0)]
    inside = [line.box for line in lines if overlap_share(line.box, table) > 0.6]
    return len(nodes) >= _MIN_NODES and all(any(overlap_share(line, n) > 0.6 for n in nodes) for line in inside)


def _running_text(lines: Sequence[Line]) -> list[Box]:
    """Return the boxes of lines that are too long for labels in a drawing."""
    return [line.box for line in lines if len(line.text) >= _RUNNING_TEXT]


def _place_lines(layout: PageLayout, lines: Sequence[Line]) -> None:
    for line in lines:
        x, y = center(line.box)
        table = next((t for t in layout.tables if contains_point(t.box, x, y)), None)
        if table is not None:
            cell = _cell_at(table.grid, x, y, line)
            if cell is not None:
                table.lines[cell].append(line)
                continue
        picture = next((i for i, p in enumerate(layout.pictures) if holds(p, line.box, line.size)), None)
        if picture is not None:
            layout.picture_lines.append((picture, line))
            continue
        layout.lines.append(line)


def _mark_part_captions(layout: PageLayout) -> None:
    """Mark the captions of the parts of a figure: lettered lines right below pictures, from "(a)" on."""
    pictures = [picture.box for picture in layout.pictures if not picture.background]
    found: dict[str, Line] = {}
    for line in layout.lines if pictures else ():
        letter = _PART_CAPTION.match(line.text)
        if letter and any(_is_right_below(line, box) for box in pictures):
            found.setdefault(letter[1], line)
    parts = [found[letter] for letter in string.ascii_lowercase[: len(found)] if letter in found]
    if len(parts) >= MIN_PARTS and len(parts) == len(found):
        for line in parts:
            line.caption = True


def _is_right_below(line: Line, picture: Box) -> bool:
    shared = min(line.x1, picture[2]) - max(line.x0, picture[0])
    return shared > 0.5 * width(line.box) and -0.5 * line.size <= line.y0 - picture[3] <= CAPTION_REACH * line.size


def _notice_signs(lines: Sequence[Line], shapes: Sequence[Box]) -> list[tuple[Box, Line]]:
    """Return the signs of notices that are set as one large letter ("!", "i") left of several lines, with their boxes.

    As lines of text they would come between the first and the second line of the notice.
    """
    found = []
    for sign in lines:
        if sign.text not in _SIGN_LETTERS:
            continue
        middle = (sign.y0 + sign.y1) / 2
        beside = [
            line
            for line in lines
            if 0 < line.x0 - sign.x1 <= SIGN_REACH * sign.size and line.y0 < sign.y1 and line.y1 > sign.y0
        ]
        if not beside or sign.size < LARGE_SIGN * min(line.size for line in beside):
            continue
        around = [box for box in shapes if contains_point(box, center(sign.box)[0], middle)]
        around = [box for box in around if max(width(box), height(box)) <= MAX_SIGN * sign.size]
        found.append((max(around, key=area, default=sign.box), sign))
    return found


def _draw_missing_borders(table: PageTable) -> None:
    """Divide spanning cells whose borders are not drawn, though their text keeps to the rows or columns of the table."""
    cells: list[GridCell] = []
    for index, cell in enumerate(table.grid.cells):
        lines = table.lines.get(index, [])
        columns = range(cell.column, cell.column + cell.column_span)
        rows = range(cell.row, cell.row + cell.row_span)
        if len(columns) > 1 and _keeps_to_columns(cell, lines, table.grid.xs):
            boxes = [(c, (table.grid.xs[c], cell.box[1], table.grid.xs[c + 1], cell.box[3])) for c in columns]
            cells += [GridCell(cell.row, c, cell.row_span, 1, box) for c, box in boxes]
        elif len(rows) >= MIN_UNDIVIDED_ROWS and _keeps_to_rows(cell, lines, table):
            boxes = [(r, (cell.box[0], table.grid.ys[r], cell.box[2], table.grid.ys[r + 1])) for r in rows]
            cells += [GridCell(r, cell.column, 1, cell.column_span, box) for r, box in boxes]
        else:
            cells.append(cell)
    if len(cells) == len(table.grid.cells):
        return
    cells.sort(key=lambda cell: (cell.row, cell.column))
    lines = [line for index in sorted(table.lines) for line in table.lines[index]]
    shaded = [table.grid.cells[index].box for index in table.shaded]
    table.grid = replace(table.grid, cells=tuple(cells))
    table.shaded = frozenset(i for i, c in enumerate(cells) if any(overlap_share(c.box, box) > 0.6 for box in shaded))
    table.lines = defaultdict(list)
    for line in lines:
        place = _cell_at(table.grid, *center(line.box), line)
        if place is not None:
            table.lines[place].append(line)


def _keeps_to_columns(cell: GridCell, lines: Sequence[Line], xs: Sequence[float]) -> bool:
    """Return whether every column that a cell spans holds a line of its own, and no line reaches into another column."""
    inner = xs[cell.column : cell.column + cell.column_span + 1]
    taken = {sum(x <= center(line.box)[0] for x in inner[1:-1]) for line in lines}
    crossing = any(line.x0 < x - 1 and line.x1 > x + 1 for line in lines for x in inner[1:-1])
    return len(taken) == cell.column_span and not crossing


def _keeps_to_rows(cell: GridCell, lines: Sequence[Line], table: PageTable) -> bool:
    """Return whether the text of a cell begins anew on the first baseline of every row that it spans.

    Rows of different height show that this is no coincidence of equal line distances.
    """
    grid = table.grid
    neighbours: dict[int, list[Line]] = defaultdict(list)
    for index, other in enumerate(grid.cells):
        if other.row_span == 1 and other is not cell:
            neighbours[other.row] += table.lines.get(index, [])
    lengths = set()
    for row in range(cell.row, cell.row + cell.row_span):
        own = [line for line in lines if grid.ys[row] <= center(line.box)[1] < grid.ys[row + 1]]
        beside = neighbours.get(row)
        if not own or not beside:
            return False
        first = min(own, key=lambda line: line.base)
        if abs(first.base - min(line.base for line in beside)) > 0.25 * first.size:
            return False
        lengths.add(len({round(line.base) for line in own + beside}))
    return len(lengths) > 1


def _cell_at(grid: Grid, x: float, y: float, line: Line) -> int | None:
    for place in ((x, y), (line.x0 + 0.3 * line.size, y)):
        for index, cell in enumerate(grid.cells):
            if contains_point(cell.box, *place, tolerance=0.5):
                return index
    return None


def _drop_empty_tables(layout: PageLayout) -> None:
    """Remove grids with text in fewer than two cells, which are frames around pictures or text."""
    kept = []
    for table in layout.tables:
        table.pictures = sum(overlap_share(p.box, table.box) > 0.8 for p in layout.pictures if not p.background)
        filled = [index for index, lines in table.lines.items() if lines]
        has_text = len(filled) >= 2 or (len(filled) == 1 and table.pictures)
        if has_text and not _is_stack_of_boxes(table, filled):
            kept.append(table)
        else:
            layout.lines += [line for lines in table.lines.values() for line in lines]
    layout.tables = kept


def _is_stack_of_boxes(table: PageTable, filled: Sequence[int]) -> bool:
    """Return whether a grid consists of stacked text boxes, some of them indented: steps, each in its own frame.

    Then every row holds one text, at least one of them over the whole width, and what is left over is an indent.
    """
    cells = table.grid.cells
    if table.pictures or len({cells[index].row for index in filled}) < len(filled):
        return False
    if len(filled) < len({cell.row for cell in cells}):
        return False
    whole = [index for index in filled if width(cells[index].box) >= width(table.box) - 2]
    left_over = [cell for index, cell in enumerate(cells) if index not in filled]
    return bool(whole) and len(whole) < len(filled) and all(width(cell.box) <= WIDEST_INDENT for cell in left_over)


def _add_borderless_tables(layout: PageLayout, page: RawPage, rules: Sequence[Box]) -> None:
    """Add tables whose columns are divided by white space only."""
    taken = [table.box for table in layout.tables] + [p.box for p in layout.pictures if not p.background]
    free = [rule for rule in rules if not any(contains(box, rule, 3.0) for box in taken)]
    for grid, used in find_borderless_tables(layout.lines, free, page):
        if any(overlap_share(grid.box, box) > 0.05 for box in taken):
            continue
        table = PageTable(grid.box, grid, defaultdict(list))
        for line in used:
            for part in split_at(line, grid.xs, page):
                x, y = center(part.box)
                cell = _cell_at(grid, x, y, part)
                if cell is not None:
                    table.lines[cell].append(part)
        layout.tables.append(table)
        taken.append(grid.box)
        gone = {id(line) for line in used}
        layout.lines = [line for line in layout.lines if id(line) not in gone]


def _sort_areas(layout: PageLayout, fills: Sequence[tuple[Box, int]], frames: Sequence[Box]) -> None:
    tables = [table.box for table in layout.tables]
    pictures = [p.box for p in layout.pictures if not p.background]
    page_size = layout.width, layout.height
    for box, color in fills:
        if any(contains(outer, box, 2.0) for outer in tables + pictures):
            continue
        if _rows_inside(layout.lines, box) >= 2 and not is_page_frame(box, layout.lines, page_size):
            layout.frames.append(box)
        else:
            layout.bands.append((box, color))
    for box in frames:
        taken = any(overlap_share(box, outer) > 0.85 for outer in tables + pictures)
        if taken or is_page_frame(box, layout.lines, page_size):
            continue
        if _rows_inside(layout.lines, box) >= 2 or any(contains(box, p, 1.0) for p in pictures):
            layout.frames.append(box)
        elif height(box) > 4 and width(box) > 20:
            layout.bands.append((box, 0xFFFFFF))


def _rows_inside(lines: Sequence[Line], box: Box) -> int:
    bases = sorted(line.base for line in lines if overlap_share(line.box, box) > 0.6)
    return sum(1 for index, base in enumerate(bases) if index == 0 or base - bases[index - 1] > 3)


def band_of(layout: PageLayout, line: Line) -> tuple[Box, int] | None:
    """Return the filled or outlined bar behind a line, or the upright bar beside it."""
    for box, color in layout.bands:
        if overlap_share(line.box, box) > 0.6 and height(box) <= _BAND_LINES * line.size:
            return box, color
        beside = 0 <= line.x0 - box[2] <= _BAR_REACH * line.size and box[1] <= line.base - 0.3 * line.size <= box[3]
        if beside and width(box) <= line.size and height(box) >= 0.9 * line.size:
            return box, color
    return None


def underline_of(layout: PageLayout, line: Line) -> Box | None:
    """Return the rule that underlines a line and is longer than it."""
    for rule in layout.rules:
        gap = rule[1] - line.y1
        if -0.3 * line.size <= gap <= _UNDERLINE_REACH * line.size and rule[0] <= line.x0 + 2 * line.size:
            inside_table = any(contains(table.box, rule, 2.0) for table in layout.tables)
            if rule[2] >= line.x1 + line.size and not inside_table:
                return rule
    return None


def dot_of(layout: PageLayout, line: Line) -> Box | None:
    """Return the drawn bullet before a line."""
    middle = line.base - 0.38 * line.size
    for dot in layout.dots:
        if 0 < line.x0 - dot[2] <= 1.8 * line.size and dot[1] - 1 <= middle <= dot[3] + 1:
            return dot
    return None


__all__ = [
    "Glyph",
    "GridCell",
    "PageLayout",
    "PageTable",
    "analyse_page",
    "band_of",
    "dot_of",
    "underline_of",
]
