"""Vector paths sorted into ruled lines, coloured areas, drawn bullets and drawings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from llama_index_layout_rag.layout.boxes import Box, height, width
from llama_index_layout_rag.readers.pdf.extract import PagePath

THIN = 3.0
"""Points: what is thinner is a line, not an area. Rules of manuals are 0.25 to 2.25 points wide."""

MIN_RULE = 4.0
"""Points: shorter strokes are parts of letters or arrows."""

SNAP = 2.0
"""Points between two rules that are meant to be one, or to meet."""

LARGEST_DOT = 8.0
"""Points: a drawn bullet of 14 point type is about 6 points wide."""

_WHITE = 0xF8F8F8
_SMALLEST_BAND = 6.0


@dataclass
class Ruling:
    """The ruled lines and areas of one page.

    Attributes:
        horizontal: Horizontal rules as thin boxes, joined where they touch, sorted by y.
        vertical: Vertical rules, sorted by x.
        fills: Filled areas that are not white: background bars of headings, boxes, table cells; with their colour.
        frames: Rectangles that are outlined.
        drawings: Bounds of everything else.
        dots: Small compact shapes: bullets that are drawn instead of written.
    """

    horizontal: list[Box] = field(default_factory=list)
    vertical: list[Box] = field(default_factory=list)
    fills: list[tuple[Box, int]] = field(default_factory=list)
    frames: list[Box] = field(default_factory=list)
    drawings: list[Box] = field(default_factory=list)
    dots: list[Box] = field(default_factory=list)


def find_ruling(paths: Iterable[PagePath], page_width: float, page_height: float) -> Ruling:
    """Sort the paths of a page into rules, areas and drawings."""
    ruling = Ruling()
    horizontal: list[Box] = []
    vertical: list[Box] = []
    for path in paths:
        if _is_dot(path):
            ruling.dots.append(path.box)
        elif path.shape == "rect":
            _add_rect(path, ruling, horizontal, vertical, page_width * page_height)
        elif path.shape == "lines":
            for segment in path.segments:
                _add_segment(segment, horizontal, vertical)
            if path.filled and not path.segments:
                ruling.drawings.append(path.box)
        else:
            ruling.drawings.append(path.box)
    ruling.horizontal = _joined(horizontal, along=0)
    ruling.vertical = _joined(vertical, along=1)
    return ruling


def _add_rect(path: PagePath, ruling: Ruling, horizontal: list[Box], vertical: list[Box], page_area: float) -> None:
    box = path.box
    thin_x, thin_y = width(box) <= THIN, height(box) <= THIN
    if thin_x or thin_y:
        if not (path.filled and not path.stroked and _is_white(path.color)):
            _add_segment(box, horizontal, vertical)
        return
    covers_page = width(box) * height(box) > 0.9 * page_area
    if path.stroked and not covers_page:
        ruling.frames.append(box)
        x0, y0, x1, y1 = box
        horizontal += [(x0, y0, x1, y0), (x0, y1, x1, y1)]
        vertical += [(x0, y0, x0, y1), (x1, y0, x1, y1)]
    if path.filled and not _is_white(path.color) and not covers_page and height(box) >= _SMALLEST_BAND:
        ruling.fills.append((box, path.color))


def _is_dot(path: PagePath) -> bool:
    across, down = width(path.box), height(path.box)
    return 1.5 <= across <= LARGEST_DOT and 1.5 <= down <= LARGEST_DOT and 0.6 <= across / down <= 1.6


def _is_white(color: int) -> bool:
    return all((color >> shift) & 0xFF >= (_WHITE >> shift) & 0xFF for shift in (0, 8, 16))


def _add_segment(box: Box, horizontal: list[Box], vertical: list[Box]) -> None:
    if width(box) >= height(box) and width(box) >= MIN_RULE:
        horizontal.append(box)
    elif height(box) > width(box) and height(box) >= MIN_RULE:
        vertical.append(box)


def _joined(rules: Sequence[Box], along: int) -> list[Box]:
    """Join collinear rules that touch; `along` is the axis they run along."""
    across = 1 - along
    by_place = sorted(rules, key=lambda box: ((box[across] + box[across + 2]) / 2, box[along]))
    groups: list[list[Box]] = []
    place = 0.0
    for box in by_place:
        middle = (box[across] + box[across + 2]) / 2
        if groups and middle - place <= SNAP / 2:
            groups[-1].append(box)
        else:
            groups.append([box])
            place = middle
    joined: list[Box] = []
    for group in groups:
        group.sort(key=lambda box: box[along])
        current = group[0]
        for box in group[1:]:
            if box[along] <= current[along + 2] + SNAP:
                current = (
                    min(current[0], box[0]),
                    min(current[1], box[1]),
                    max(current[2], box[2]),
                    max(current[3], box[3]),
                )
            else:
                joined.append(current)
                current = box
        joined.append(current)
    return joined
