"""Tables without vertical rules: three horizontal rules, a caption "表 1 …" with rows of aligned pieces below it, or
rows of short pieces in three and more columns.

White space alone makes no table of two columns: text in two columns is aligned as well. So such a table needs evidence
beside the alignment, and every row must be cut by the same white channels.
"""

from __future__ import annotations

from collections.abc import Sequence

from llama_index_layout_rag.layout.boxes import Box, union
from llama_index_layout_rag.layout.captions import caption_owner_kind
from llama_index_layout_rag.layout.elements import ElementKind
from llama_index_layout_rag.layout.markers import split_marker
from llama_index_layout_rag.readers.pdf.extract import TYPEWRITER, RawPage
from llama_index_layout_rag.readers.pdf.page.grids import Grid, GridCell
from llama_index_layout_rag.readers.pdf.page.lines import Line, line_of

SHORTEST_TABLE_RULE = 90.0
"""Points: shorter rules underline words or part footnotes from the text."""

SAME_EXTENT = 5.0
"""Points by which the ends of the rules of one table may differ."""

FEWEST_RULES = 3
FEWEST_ROWS = 2
FEWEST_ROWS_BELOW_CAPTION = 3

CHANNEL = 0.7
"""Em: narrowest white channel between two columns."""

DIVIDED_ROWS = 0.6
"""Share of rows that hold pieces in more than one column."""

FEWEST_ALIGNED_COLUMNS, FEWEST_ALIGNED_ROWS, LONGEST_PIECE = 3, 4, 24
"""A table that neither rules nor a caption show has so many columns and rows, of pieces that are no running text."""

SAME_COLUMN = 0.5
"""Em by which the left edges, right edges or middles of the pieces of one column differ."""

MOST_COLUMNS = 16
ROW_GAP = 2.6
"""Em between two rows from which the table has ended, where no rule says so."""


def find_open_tables(lines: Sequence[Line], rules: Sequence[Box]) -> list[tuple[Grid, list[Line]]]:
    """Tables between horizontal rules or below table captions, each with the lines it takes.

    Args:
        lines: Free lines of a page.
        rules: Horizontal rules outside ruled tables and pictures.
    """
    found: list[tuple[Grid, list[Line]]] = []
    used: set[int] = set()
    for group in _rule_groups(rules):
        inside = [line for line in lines if _between(line, group) and id(line) not in used]
        table = _table(inside, FEWEST_ROWS, [rule[1] for rule in group]) if _rules_divide_rows(inside, group) else None
        if table is not None:
            found.append((table, inside))
            used.update(map(id, inside))
    for caption in lines:
        if id(caption) in used or caption_owner_kind(caption.text) is not ElementKind.TABLE:
            continue
        below = _rows_below(caption, [line for line in lines if id(line) not in used])
        table = _table(below, FEWEST_ROWS_BELOW_CAPTION, []) if below else None
        if table is not None:
            found.append((table, below))
            used.update(map(id, below))
    for run in _aligned_runs([line for line in lines if id(line) not in used]):
        table = _table(run, FEWEST_ALIGNED_ROWS, [])
        if table is not None and table.column_count == len(_rows(run)[0]):
            found.append((table, run))
    return found


def _aligned_runs(lines: Sequence[Line]) -> list[list[Line]]:
    """Rows right below each other that are made of the same number of short pieces, each below the one above."""
    runs: list[list[list[Line]]] = []
    for row in _rows(lines):
        row.sort(key=lambda line: line.x0)
        short = all(len(line.text) <= LONGEST_PIECE and not TYPEWRITER.search(line.style.font) for line in row)
        if len(row) < FEWEST_ALIGNED_COLUMNS or not short:
            runs.append([])
        elif runs and runs[-1] and _goes_on(runs[-1][-1], row):
            runs[-1].append(row)
        else:
            runs.append([row])
    return [
        [line for row in run for line in row]
        for run in runs
        if len(run) >= FEWEST_ALIGNED_ROWS and not _is_index_or_list(run)
    ]


def _goes_on(above: Sequence[Line], row: Sequence[Line]) -> bool:
    size = above[0].size
    if len(row) != len(above) or row[0].y0 - above[0].y1 > ROW_GAP * size or abs(row[0].size - size) > 0.2 * size:
        return False
    return all(
        min(abs(a.x0 - b.x0), abs(a.x1 - b.x1), abs(a.x0 + a.x1 - b.x0 - b.x1) / 2) <= SAME_COLUMN * size
        for a, b in zip(above, row, strict=True)
    )


def _is_index_or_list(run: Sequence[Sequence[Line]]) -> bool:
    """Whether the columns are those of an index ("Valve 12") or of a list set in columns ("□ Paper")."""
    numbered = sum(row[0].text[-1:].isdigit() and not row[0].text[:1].isdigit() for row in run)
    marked = [sum(split_marker(row[column].text) is not None for row in run) for column in range(len(run[0]))]
    return numbered > 0.5 * len(run) or sum(count > 0.5 * len(run) for count in marked) > 1


def split_at(line: Line, xs: Sequence[float], page: RawPage) -> list[Line]:
    """The parts of a line that lie in different columns."""
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
        if rule[2] - rule[0] < SHORTEST_TABLE_RULE:
            continue
        for group in groups:
            same = abs(group[-1][0] - rule[0]) <= SAME_EXTENT and abs(group[-1][2] - rule[2]) <= SAME_EXTENT
            if same and rule[1] - group[-1][1] > 3:
                group.append(rule)
                break
        else:
            groups.append([rule])
    return [group for group in groups if len(group) >= FEWEST_RULES]


def _between(line: Line, group: Sequence[Box]) -> bool:
    middle = line.base - 0.3 * line.size
    return group[0][1] < middle < group[-1][1] and line.x0 >= group[0][0] - 6 and line.x1 <= group[0][2] + 6


def _rules_divide_rows(lines: Sequence[Line], group: Sequence[Box]) -> bool:
    """Whether the row above every rule but the first has pieces in several columns: the underline of a heading has
    one."""
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
    """Lines below a caption as long as rows stay close and are divided into pieces."""
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


def _table(lines: Sequence[Line], fewest_rows: int, rule_ys: Sequence[float]) -> Grid | None:
    rows = _rows(lines)
    if len(rows) < fewest_rows:
        return None
    xs = _columns(rows)
    if xs is None:
        return None
    divided = sum(len({_column(word.x0, word.x1, xs) for line in row for word in line.words}) > 1 for row in rows)
    if divided < DIVIDED_ROWS * len(rows):
        return None
    ys = _row_borders(rows, xs, rule_ys)
    cells = tuple(
        GridCell(r, c, 1, 1, (xs[c], ys[r], xs[c + 1], ys[r + 1]))
        for r in range(len(ys) - 1)
        for c in range(len(xs) - 1)
    )
    return Grid((xs[0], ys[0], xs[-1], ys[-1]), tuple(xs), tuple(ys), cells)


def _columns(rows: Sequence[Sequence[Line]]) -> list[float] | None:
    """Borders of the columns: middles of the white channels that run through all rows."""
    words = sorted((word.x0, word.x1) for row in rows for line in row for word in line.words)
    size = rows[0][0].size
    borders: list[float] = []
    reach = words[0][1]
    for x0, x1 in words[1:]:
        if x0 - reach >= CHANNEL * size:
            borders.append((reach + x0) / 2)
        reach = max(reach, x1)
    if not 1 <= len(borders) < MOST_COLUMNS:
        return None
    box = union(line.box for row in rows for line in row)
    return [box[0] - 2, *borders, box[2] + 2]


def _column(x0: float, x1: float, xs: Sequence[float]) -> int:
    return sum(x <= (x0 + x1) / 2 for x in xs[1:-1])


def _row_borders(rows: Sequence[Sequence[Line]], xs: Sequence[float], rule_ys: Sequence[float]) -> list[float]:
    """Borders of the rows: a printed row without anything in the first column goes on with the row above."""
    tops: list[float] = []
    for row in rows:
        first = any(_column(word.x0, word.x1, xs) == 0 for line in row for word in line.words)
        top = min(line.y0 for line in row)
        ruled = bool(tops) and any(tops[-1] < y < top + 3 for y in rule_ys)
        if not tops or first or ruled:
            tops.append(top - 1)
    bottom = max(line.y1 for row in rows for line in row) + 1
    return [*tops, bottom]
