"""Reading order from geometry: columns are read one after the other, whatever order the file writes them in.

A page is cut at *gutters*, white channels with substantial text on both sides. What reaches across a gutter (a wide
heading, a wide table) divides the page into bands; within a band the left column is read before the right one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from llama_index_layout_rag.layout.boxes import Box, cluster_values, height, union, width

WIDE_SHARE = 0.5
"""Share of its column that an item fills to count as column text: labels of a two-column list do not."""

LEAST_RATIO = 0.4
"""Width of the narrower side relative to the wider one: one column beside two is 0.48, labels beside text are less."""

LEAST_COLUMN_HEIGHT = 55.0
"""Points of wide items that both columns hold side by side: four lines."""

LEAST_RUNNING_HEIGHT, LINE_GAP = 90.0, 1.0
"""The same with the gaps between lines, for columns whose lines are at different heights: six lines of text. A gap is
up to so many heights of the line above it."""

SAME_ROW, MOST_LEVEL = 2.0, 0.5
"""Points by which lines of one row differ, and the share of lines that two such columns may have on one height."""

FEWEST_ALIKE, SHARE_ALIKE, SAME_GUTTER, LEAST_USUAL_HEIGHT = 2, 0.4, 8.0, 30.0
"""Pages, and the share of all pages, that have a gutter within so many points of each other; on the pages without one it
counts where items are beside each other over that many points: two lines."""

LAST_LINE_INDENT = 2.2
"""Line heights that the last line of a paragraph may stand left or right of the line above."""

NARROWEST_COLUMN = 0.2
"""Share of the region's width; narrower ones are side notes and labels, which are read where they stand."""

SPREAD_CHANNEL, SPREAD_LINES = 0.12, 8
"""Share of the width that the white between two pages on one sheet takes (two margins of 2 cm on A4 sheets are 0.13), and
the fewest lines of either page: then lines may be as short as they are on forms."""

TALL, FEWEST_BESIDE = 3.0, 2
"""Line heights from which an item is a picture beside lines and no line of the row, and how many of them there are."""

WITHIN_PARAGRAPH = 0.6
"""Line heights of white between lines of one paragraph, at most."""

CROSSING = 3.0
"""Points an item must reach over a gutter on both sides to cross it."""

MAX_DEPTH = 4

Item = TypeVar("Item")


@dataclass(frozen=True)
class Placed(Generic[Item]):
    """An item to order: `box` is its ink, `reach` its box together with the rule or band that belongs to it."""

    item: Item
    box: Box
    reach: Box


@dataclass(frozen=True)
class Column(Generic[Item]):
    """Items of one column in reading order, with the column's edges. `whole` is set where the page has only this one."""

    items: list[Item]
    left: float
    right: float
    whole: bool = False


def reading_order(placed: Sequence[Placed[Item]], usual: float | None = None) -> list[Column[Item]]:
    """Items of one page as columns, in reading order.

    Args:
        placed: The items.
        usual: The gutter of the other pages: where it is white on this page as well, a few lines beside each other are
            columns.
    """
    if not placed:
        return []
    boxes = [(p.box, p.reach) for p in placed]
    if usual is not None and find_gutter(boxes) is None and _divides(boxes, usual):
        columns = _cut(list(placed), usual, 0)
    else:
        columns = _order(list(placed), 0)
    if len(columns) == 1:
        only = columns[0]
        return [Column(only.items, only.left, only.right, whole=True)]
    return columns


def _order(placed: list[Placed[Item]], depth: int) -> list[Column[Item]]:
    gutter = find_gutter([(p.box, p.reach) for p in placed]) if depth < MAX_DEPTH else None
    if gutter is None:
        region = union(p.box for p in placed)
        return [Column(_by_rows(placed), region[0], region[2])]
    return _cut(placed, gutter, depth)


def _cut(placed: list[Placed[Item]], gutter: float, depth: int) -> list[Column[Item]]:
    """Columns left and right of a gutter, divided by what reaches across it."""
    columns: list[Column[Item]] = []
    band: list[Placed[Item]] = []
    above: Placed[Item] | None = None
    spanning = sorted((p for p in placed if _crosses(p.reach, gutter)), key=lambda p: p.box[1])
    rest = sorted((p for p in placed if not _crosses(p.reach, gutter)), key=lambda p: p.box[1])
    for wide in spanning:
        middle = (wide.box[1] + wide.box[3]) / 2
        band = [p for p in rest if (p.box[1] + p.box[3]) / 2 < middle]
        rest = [p for p in rest if (p.box[1] + p.box[3]) / 2 >= middle]
        band = _after_wide(columns, band, above)
        columns += _band(band, gutter, depth)
        above = wide
        if columns and columns[-1].items and getattr(columns[-1], "whole", False):
            columns[-1].items.append(wide.item)
        else:
            columns.append(Column([wide.item], wide.reach[0], wide.reach[2], whole=True))
    rest = _after_wide(columns, rest, above)
    return columns + _band(rest, gutter, depth)


def _after_wide(
    columns: list[Column[Item]], band: list[Placed[Item]], above: Placed[Item] | None
) -> list[Placed[Item]]:
    """Take the lines that end a wide paragraph into its column; returns the rest of the band.

    The last line of a paragraph is often too short to reach over the gutter. It stands right below the wide line, on
    its left edge or one indent from it, and alone on its height.
    """
    if above is None or not columns or not columns[-1].whole:
        return band
    rest = sorted(band, key=lambda p: p.box[1])
    while rest:
        line, high = rest[0].box, height(above.box)
        near = line[1] - above.box[3] <= LINE_GAP * high and abs(height(line) - high) < 0.2 * high
        beside = len(rest) > 1 and rest[1].box[1] < line[3]
        if not near or beside or abs(line[0] - above.box[0]) > LAST_LINE_INDENT * high:
            break
        above = rest.pop(0)
        columns[-1].items.append(above.item)
    return rest


def _band(placed: list[Placed[Item]], gutter: float, depth: int) -> list[Column[Item]]:
    left = [p for p in placed if (p.box[0] + p.box[2]) / 2 < gutter]
    right = [p for p in placed if (p.box[0] + p.box[2]) / 2 >= gutter]
    return [column for side in (left, right) if side for column in _order(side, depth + 1)]


def _crosses(box: Box, gutter: float) -> bool:
    return box[0] < gutter - CROSSING and box[2] > gutter + CROSSING


def _by_rows(placed: Sequence[Placed[Item]]) -> list[Item]:
    """From top to bottom; what stands side by side, from left to right; a picture before or after all lines beside it."""
    # Against the usual height: beside a tiny sign every line is high.
    least = TALL * sorted(height(p.box) for p in placed)[len(placed) // 2]
    high = [p for p in placed if height(p.box) >= least]
    lines_beside = {id(p): beside for p in high if len(beside := _lines_beside(p, placed)) >= FEWEST_BESIDE}
    ordered = _in_rows([p for p in placed if id(p) not in lines_beside])
    # The lower ones first: they may are beside a higher one.
    for tall in sorted((p for p in high if id(p) in lines_beside), key=lambda p: height(p.box)):
        beside = lines_beside[id(tall)]
        places = [place for place, p in enumerate(ordered) if id(p) in beside]
        place = min(places)
        if tall.box[0] > min(ordered[index].box[0] for index in places):
            place = max(places) + 1
            while 0 < place < len(ordered) and _goes_on(ordered[place - 1], ordered[place]):
                place += 1
        else:
            while place > 0 and _goes_on(ordered[place - 1], ordered[place]):
                place -= 1
        ordered.insert(place, tall)
    return [p.item for p in ordered]


def _goes_on(first: Placed[Item], second: Placed[Item]) -> bool:
    """Whether two lines stand as close below each other as those of one paragraph, or in one row."""
    high = height(first.box)
    return second.box[1] - first.box[3] <= WITHIN_PARAGRAPH * high and abs(height(second.box) - high) < 0.2 * high


def _lines_beside(tall: Placed[Item], placed: Sequence[Placed[Item]]) -> set[int]:
    """Ids of the items left or right of one that is as high as several of them; none where it is not."""
    x0, y0, x1, y1 = tall.box
    return {
        id(p)
        for p in placed
        if TALL * height(p.box) <= y1 - y0
        and (p.box[2] <= x0 or p.box[0] >= x1)
        and y0 <= (p.box[1] + p.box[3]) / 2 <= y1
    }


def _in_rows(placed: Sequence[Placed[Item]]) -> list[Placed[Item]]:
    rows: list[tuple[float, float, list[Placed[Item]]]] = []
    for p in sorted(placed, key=lambda p: (p.box[1] + p.box[3]) / 2):
        if rows:
            top, bottom, members = rows[-1]
            middle = (p.box[1] + p.box[3]) / 2
            lowest = min(m.box[3] for m in members)
            if middle < lowest and min(bottom, p.box[3]) - max(top, p.box[1]) > 0.5 * min(bottom - top, height(p.box)):
                members.append(p)
                rows[-1] = (min(top, p.box[1]), max(bottom, p.box[3]), members)
                continue
        rows.append((p.box[1], p.box[3], [p]))
    return [p for _, _, members in rows for p in sorted(members, key=lambda p: p.box[0])]


def find_gutter(boxes: Sequence[tuple[Box, Box]]) -> float | None:
    """X of the white channel between two columns of text, or None where the region has one column.

    Args:
        boxes: (ink, reach) of the items.
    """
    if len(boxes) < 4:
        return None
    region = union(ink for ink, _ in boxes)
    if width(region) <= 0:
        return None
    best: tuple[float, float] | None = None
    for candidate in _candidates(boxes, region):
        score = _score(boxes, region, candidate)
        if score is not None and (best is None or score > best[0]):
            best = (score, candidate)
    return best[1] if best else None


def usual_gutter(pages: Sequence[Sequence[Placed[Item]]]) -> float | None:
    """Return the gutter that most pages with columns share, None where fewer than `FEWEST_ALIKE` do."""
    found = [find_gutter([(p.box, p.reach) for p in placed]) for placed in pages]
    groups = cluster_values((gutter for gutter in found if gutter is not None), SAME_GUTTER)
    largest = max(groups, key=len, default=[])
    if len(largest) < max(FEWEST_ALIKE, SHARE_ALIKE * len(pages)):
        return None
    return largest[len(largest) // 2]


def _divides(boxes: Sequence[tuple[Box, Box]], gutter: float) -> bool:
    """Whether the gutter of other pages is one here: white but for wide items, with lines beside each other."""
    own = [ink for ink, reach in boxes if not _crosses(reach, gutter)]
    crossing = sum(height(ink) for ink, reach in boxes if _crosses(reach, gutter))
    left = [ink for ink in own if (ink[0] + ink[2]) / 2 < gutter]
    right = [ink for ink in own if (ink[0] + ink[2]) / 2 >= gutter]
    beside = _beside(_running(left), _running(right))
    return beside >= LEAST_USUAL_HEIGHT and crossing <= 0.6 * (_total(left) + _total(right))


def _candidates(boxes: Sequence[tuple[Box, Box]], region: Box) -> list[float]:
    low = region[0] + NARROWEST_COLUMN * width(region)
    high = region[2] - NARROWEST_COLUMN * width(region)
    starts = sorted({round(ink[0] - 2.0) for ink, _ in boxes if low <= ink[0] - 2.0 <= high})
    return [float(start) for start in starts]


def _score(boxes: Sequence[tuple[Box, Box]], region: Box, gutter: float) -> float | None:
    left: list[Box] = []
    right: list[Box] = []
    crossing = 0.0
    for ink, reach in boxes:
        if _crosses(reach, gutter):
            crossing += height(ink)
        elif (ink[0] + ink[2]) / 2 < gutter:
            left.append(ink)
        else:
            right.append(ink)
    if not left or not right:
        return None
    left_edge, right_edge = max(box[2] for box in left), max(box[2] for box in right)
    left_start, right_start = min(box[0] for box in left), min(box[0] for box in right)
    narrow, wide = sorted((left_edge - left_start, right_edge - right_start))
    if narrow < NARROWEST_COLUMN * width(region) or narrow < LEAST_RATIO * wide:
        return None
    if not crossing and _is_spread(left, right, region, right_start - left_edge):
        return _total(left) + _total(right) + (right_start - left_edge)
    # One side may hold two columns, so the narrower side says how wide a line of a column is.
    wide_left = [box for box in left if width(box) >= WIDE_SHARE * narrow]
    wide_right = [box for box in right if width(box) >= WIDE_SHARE * narrow]
    if not wide_left or not wide_right:
        return None
    beside = _beside(wide_left, wide_right)
    if beside < LEAST_COLUMN_HEIGHT and not _run_side_by_side(wide_left, wide_right):
        return None
    if crossing > 0.6 * (_total(left) + _total(right)):
        return None
    # Short labels before a wide text are rows of a list, not a column.
    if _total(wide_left) < 0.4 * _total(left) or _total(wide_right) < 0.4 * _total(right):
        return None
    return beside - crossing + (right_start - left_edge)


def _total(boxes: Sequence[Box]) -> float:
    return sum(height(box) for box in boxes)


def _run_side_by_side(left: Sequence[Box], right: Sequence[Box]) -> bool:
    """Whether text runs on both sides over some height, its lines on heights of their own.

    Rows of a list (code and its comments) are on one height.
    """
    if _beside(_running(left), _running(right)) < LEAST_RUNNING_HEIGHT:
        return False
    return not _share_rows(left, right)


def _share_rows(left: Sequence[Box], right: Sequence[Box]) -> bool:
    """Whether many lines of two sides are on one height, as the rows of a list do."""
    bottoms = {round(box[3] / SAME_ROW) for box in right}
    level = sum(round(box[3] / SAME_ROW) in bottoms for box in left)
    return level > MOST_LEVEL * min(len(left), len(right))


def _is_spread(left: Sequence[Box], right: Sequence[Box], region: Box, channel: float) -> bool:
    """Whether two pages are printed side by side.

    A channel as wide as two margins runs from top to bottom, and the lines on both sides of it keep heights of
    their own.
    """
    if channel < SPREAD_CHANNEL * width(region) or min(len(left), len(right)) < SPREAD_LINES:
        return False
    beside = _beside([union(left)], [union(right)])
    return beside >= LEAST_RUNNING_HEIGHT and not _share_rows(left, right)


def _running(boxes: Sequence[Box]) -> list[Box]:
    """Boxes of one side with the gaps down to the next line closed."""
    closed: list[Box] = []
    for box in sorted(boxes, key=lambda b: b[1]):
        if closed and 0 < box[1] - closed[-1][3] <= LINE_GAP * height(closed[-1]):
            box = box[0], closed[-1][3], box[2], box[3]
        closed.append(box)
    return closed


def _beside(left: Sequence[Box], right: Sequence[Box]) -> float:
    """Points of height that both sides have items in."""
    marks: list[tuple[float, int, int]] = []
    for side, boxes in enumerate((left, right)):
        for box in boxes:
            marks += [(box[1], side, 1), (box[3], side, -1)]
    marks.sort()
    depth = [0, 0]
    covered, last = 0.0, 0.0
    for y, side, step in marks:
        if depth[0] and depth[1]:
            covered += y - last
        depth[side] += step
        last = y
    return covered
