"""Tables without vertical rules: between horizontal rules, below a table caption, or rows of short aligned pieces.

White space alone makes no table of two columns: text in two columns is aligned as well. So such a table needs evidence
beside the alignment, and every row must be cut by the same white channels.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from llama_index_layout_rag.layout.boxes import Box, union
from llama_index_layout_rag.layout.captions import caption_owner_kind
from llama_index_layout_rag.layout.elements import ElementKind
from llama_index_layout_rag.layout.markers import split_marker
from llama_index_layout_rag.readers.pdf.extract import TYPEWRITER, RawPage
from llama_index_layout_rag.readers.pdf.page.grids import Grid, GridCell
from llama_index_layout_rag.readers.pdf.page.lines import COLUMN_GAP, Line, line_of

MIN_TABLE_RULE = 90.0
"""Points: shorter rules underline words or part footnotes from the text."""

SAME_EXTENT = 5.0
"""Points by which the ends of the rules of one table may differ."""

MIN_RULES = 3
MIN_ROWS = 2
MIN_ROWS_BELOW_CAPTION = 3

CHANNEL = 0.7
"""Em: narrowest white channel between two columns."""

DIVIDED_ROWS = 0.6
"""Share of rows that hold pieces in more than one column."""

MIN_ALIGNED_COLUMNS, MIN_ALIGNED_ROWS, MAX_PIECE, MAX_CODE_PIECE = 3, 4, 24, 60
"""A table that neither rules nor a caption show has so many columns and rows, of pieces that are no running text; pieces
beside a code ("F-11") may be longer. Two columns are enough if column names are above codes."""

WRAPPED_GAP = 0.5
"""Em between a row and the wrapped line of one of its cells."""

_CODE = re.compile(r"(?:[A-Z]{1,4}|[A-Z][a-z]{1,3})[-. ]?\d{1,4}[A-Z]?(?:[-.]\d{1,3})?")

SAME_COLUMN = 0.5
"""Em by which the left edges, right edges or middles of the pieces of one column differ."""

MAX_COLUMNS = 16
ROW_GAP = 2.6
"""Em between two rows from which the table has ended, where no rule says so."""


def find_borderless_tables(lines: Sequence[Line], rules: Sequence[Box], page: RawPage) -> list[tuple[Grid, list[Line]]]:
    """Return tables between horizontal rules or below table captions, each with the lines it takes.

    Args:
        lines: Lines of a page outside ruled tables and pictures.
        rules: Horizontal rules outside ruled tables and pictures.
        page: The page of the lines.
    """
    found: list[tuple[Grid, list[Line]]] = []
    used: set[int] = set()
    for group in _rule_groups(rules):
        inside = [line for line in lines if _between(line, group) and id(line) not in used]
        table = _table(inside, MIN_ROWS, [rule[1] for rule in group]) if _rules_divide_rows(inside, group) else None
        if table is not None:
            found.append((table, inside))
            used.update(map(id, inside))
    for caption in lines:
        if id(caption) in used or caption_owner_kind(caption.text) is not ElementKind.TABLE:
            continue
        below = _rows_below(caption, [line for line in lines if id(line) not in used])
        table = _table(below, MIN_ROWS_BELOW_CAPTION, []) if below else None
        if table is not None:
            found.append((table, below))
            used.update(map(id, below))
    whole: dict[int, Line] = {}
    pieces: list[Line] = []
    for line in lines:
        if id(line) not in used:
            parts = _split_after_code(line, page)
            whole.update((id(part), line) for part in parts)
            pieces += parts
    for run in _aligned_runs(_rows(pieces)):
        full = len(run[0])
        titles = [row[0] for row in run if len(row) == 1 and abs(row[0].x0 - run[0][0].x0) <= row[0].size]
        table = _table([piece for row in run for piece in row], MIN_ALIGNED_ROWS, [], titles)
        if table is not None and table.column_count == full:
            found.append(
                (table, list({id(line): line for row in run for line in (whole[id(p)] for p in row)}.values()))
            )
    return found


def _split_after_code(line: Line, page: RawPage) -> list[Line]:
    """Return a line cut after the code that it begins with, where a column gap follows; a code may look like a marker."""
    for position, (left, right) in enumerate(pairwise(line.words), start=1):
        if right.x0 - left.x1 > COLUMN_GAP * line.size:
            head = line_of(line.words[:position], page)
            return [head, line_of(line.words[position:], page)] if _CODE.fullmatch(head.text) else [line]
    return [line]


def _aligned_runs(rows: Sequence[list[Line]]) -> list[list[list[Line]]]:
    """Return runs of rows made of the same number of short pieces, each piece aligned with the one above.

    A wrapped line of a cell and a single title over a group of rows may be among them.
    """
    runs: list[list[list[Line]]] = []
    above: list[Line] | None = None
    for row in rows:
        row.sort(key=lambda line: line.x0)
        if above is not None and _is_next_row(above, runs[-1][-1], row):
            runs[-1].append(row)
            above = row
        elif above is not None and (_is_wrapped(above, runs[-1][-1], row) or _is_title(above, runs[-1][-1], row)):
            runs[-1].append(row)
        elif _is_table_row(row):
            runs.append([row])
            above = row
        else:
            above = None
    for run in runs:
        while len(run[-1]) == 1 and abs(run[-1][0].x0 - run[0][0].x0) <= run[0][0].size:
            run.pop()
    return [run for run in runs if _is_table(run)]


def _is_table(run: Sequence[Sequence[Line]]) -> bool:
    full = [row for row in run if len(row) == len(run[0])]
    if len(full) < MIN_ALIGNED_ROWS:
        return False
    codes = [_CODE.fullmatch(row[0].text) is not None for row in full]
    if not codes[0] and all(codes[1:]):
        return True
    return len(run[0]) >= MIN_ALIGNED_COLUMNS and not _is_index_or_list(full)


def _is_table_row(row: Sequence[Line]) -> bool:
    if len(row) < 2:
        return False
    longest = MAX_CODE_PIECE if _CODE.fullmatch(row[0].text) else MAX_PIECE
    return all(len(line.text) <= longest and not TYPEWRITER.search(line.style.font) for line in row)


def _is_next_row(above: Sequence[Line], last: Sequence[Line], row: Sequence[Line]) -> bool:
    size = above[0].size
    gap = row[0].y0 - max(line.y1 for line in last)
    if len(row) != len(above) or gap > ROW_GAP * size or abs(row[0].size - size) > 0.2 * size or not _is_table_row(row):
        return False
    return all(
        min(abs(a.x0 - b.x0), abs(a.x1 - b.x1), abs(a.x0 + a.x1 - b.x0 - b.x1) / 2) <= SAME_COLUMN * size
        for a, b in zip(above, row, strict=True)
    )


def _is_wrapped(above: Sequence[Line], last: Sequence[Line], row: Sequence[Line]) -> bool:
    """Return whether a row holds only wrapped lines of cells of the row above, other than its first."""
    size = above[0].size
    close = row[0].y0 - max(line.y1 for line in last) <= WRAPPED_GAP * size
    starts = [line.x0 for line in above[1:]]
    return close and all(min(abs(line.x0 - x) for x in starts) <= SAME_COLUMN * size for line in row)


def _is_title(above: Sequence[Line], last: Sequence[Line], row: Sequence[Line]) -> bool:
    """Return whether a row may be the title of the rows below it: one piece at the left edge, below a row of cells."""
    size = above[0].size
    close = row[0].y0 - max(line.y1 for line in last) <= ROW_GAP * size
    return close and len(row) == 1 and len(last) > 1 and abs(row[0].x0 - above[0].x0) <= SAME_COLUMN * size


def _is_index_or_list(run: Sequence[Sequence[Line]]) -> bool:
    """Return whether the columns are those of an index ("Valve 12") or of a list set in columns ("□ Paper").

    The columns of an index are alike: all of them end in page numbers. Only the first column of a table has codes
    ("F-11", "Err 1"), which may look like entries of an index or like list markers.
    """
    columns = range(len(run[0]))
    numbered = [sum(_is_index_entry(row[column].text) for row in run) > 0.5 * len(run) for column in columns]
    marked = [sum(split_marker(row[column].text) is not None for row in run) > 0.5 * len(run) for column in columns]
    return sum(numbered) > 0.5 * len(columns) or sum(marked) > 1


def _is_index_entry(text: str) -> bool:
    return text[-1:].isdigit() and not text[:1].isdigit()


def split_at(line: Line, xs: Sequence[float], page: RawPage) -> list[Line]:
    """Return the parts of a line that are in different columns."""
    parts: list[list] = []
    last = -1
    for word in line.words:
        column = sum(x <= (word.x0 + word.x1) / 2 for x in xs[1:-1])
        if column != last:
            parts.append([])
            last = column
        parts[-1].append(word)
    return [line_of(part, page) for part in parts] if len(parts) > 1 else [line]


def _rule_groups(rules: Sequence[Box]) -> list[list[Box]]:
    groups: list[list[Box]] = []
    for rule in sorted(rules, key=lambda r: r[1]):
        if rule[2] - rule[0] < MIN_TABLE_RULE:
            continue
        for group in groups:
            same = abs(group[-1][0] - rule[0]) <= SAME_EXTENT and abs(group[-1][2] - rule[2]) <= SAME_EXTENT
            if same and rule[1] - group[-1][1] > 3:
                group.append(rule)
                break
        else:
            groups.append([rule])
    return [group for group in groups if len(group) >= MIN_RULES]


def _between(line: Line, group: Sequence[Box]) -> bool:
    middle = line.base - 0.3 * line.size
    return group[0][1] < middle < group[-1][1] and line.x0 >= group[0][0] - 6 and line.x1 <= group[0][2] + 6


def _rules_divide_rows(lines: Sequence[Line], group: Sequence[Box]) -> bool:
    """Return whether the row above every rule but the first has pieces in several columns, unlike the underline of a heading."""
    if not lines:
        return False
    for rule in group[1:-1]:
        above = [line for line in lines if line.base <= rule[1] + 1]
        if not above:
            return False
        last = max(line.base for line in above)
        row = [line for line in above if last - line.base < 0.6 * line.size]
        if len(row) < 2 and not _has_wide_gap(row[0]):
            return False
    return True


def _has_wide_gap(line: Line) -> bool:
    pairs = zip(line.words, line.words[1:], strict=False)
    return any(right.x0 - left.x1 > CHANNEL * line.size for left, right in pairs)


def _rows_below(caption: Line, lines: Sequence[Line]) -> list[Line]:
    """Return the lines below a caption as long as rows are close and divided into pieces."""
    start = caption.base + 0.5 * caption.size
    below = sorted((line for line in lines if line.base > start), key=lambda line: line.base)
    taken: list[Line] = []
    bottom = caption.y1
    for row in _rows(below):
        top = min(line.y0 for line in row)
        if top - bottom > ROW_GAP * row[0].size:
            break
        if len(row) < 2 and not _has_wide_gap(row[0]):
            break
        taken += row
        bottom = max(line.y1 for line in row)
    return taken


def _rows(lines: Sequence[Line]) -> list[list[Line]]:
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: line.base):
        if rows and line.base - rows[-1][0].base < 0.5 * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def _table(lines: Sequence[Line], min_rows: int, rule_ys: Sequence[float], titles: Sequence[Line] = ()) -> Grid | None:
    """Return the grid of aligned lines; `titles` are lines that take the whole width."""
    rows = _rows(lines)
    if len(rows) < min_rows:
        return None
    wide = set(map(id, titles))
    xs = _columns([row for row in rows if id(row[0]) not in wide])
    if xs is None:
        return None
    divided = sum(len({_column(word.x0, word.x1, xs) for line in row for word in line.words}) > 1 for row in rows)
    if divided < DIVIDED_ROWS * len(rows):
        return None
    ys = _row_borders(rows, xs, rule_ys)
    last = len(xs) - 1
    cells: list[GridCell] = []
    for r in range(len(ys) - 1):
        if any(ys[r] <= title.base <= ys[r + 1] for title in titles):
            cells.append(GridCell(r, 0, 1, last, (xs[0], ys[r], xs[-1], ys[r + 1])))
        else:
            cells += [GridCell(r, c, 1, 1, (xs[c], ys[r], xs[c + 1], ys[r + 1])) for c in range(last)]
    return Grid((xs[0], ys[0], xs[-1], ys[-1]), tuple(xs), tuple(ys), tuple(cells))


def _columns(rows: Sequence[Sequence[Line]]) -> list[float] | None:
    """Return the borders of the columns: middles of the white channels through all rows."""
    words = sorted((word.x0, word.x1) for row in rows for line in row for word in line.words)
    size = rows[0][0].size
    borders: list[float] = []
    reach = words[0][1]
    for x0, x1 in words[1:]:
        if x0 - reach >= CHANNEL * size:
            borders.append((reach + x0) / 2)
        reach = max(reach, x1)
    if not 1 <= len(borders) < MAX_COLUMNS:
        return None
    box = union(line.box for row in rows for line in row)
    return [box[0] - 2, *borders, box[2] + 2]


def _column(x0: float, x1: float, xs: Sequence[float]) -> int:
    return sum(x <= (x0 + x1) / 2 for x in xs[1:-1])


def _row_borders(rows: Sequence[Sequence[Line]], xs: Sequence[float], rule_ys: Sequence[float]) -> list[float]:
    """Return the borders of the rows; a line with nothing in the first column continues the row above."""
    tops: list[float] = []
    for row in rows:
        first = any(_column(word.x0, word.x1, xs) == 0 for line in row for word in line.words)
        top = min(line.y0 for line in row)
        ruled = bool(tops) and any(tops[-1] < y < top + 3 for y in rule_ys)
        if not tops or first or ruled:
            tops.append(top - 1)
    bottom = max(line.y1 for row in rows for line in row) + 1
    return [*tops, bottom]
