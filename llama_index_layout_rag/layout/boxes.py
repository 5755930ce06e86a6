"""Boxes on a page: plain tuples and the pure functions over them.

A `Box` is (x0, y0, x1, y1) in PDF points (1/72 inch). The origin is the top left corner of the page as it is displayed
(crop box, rotation applied); x grows to the right and y grows downwards, so y0 is the upper edge.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

Box = tuple[float, float, float, float]

WholeBox = tuple[int, int, int, int]
"""A box in whole points, grown to the next one on every side: payloads are stored twice, and a frame needs no more."""

POINTS_PER_INCH = 72.0
"""A page rendered at `dpi` has dpi / 72 pixels a point."""


def width(box: Box) -> float:
    """Width in points; 0 for an empty box."""
    return max(0.0, box[2] - box[0])


def height(box: Box) -> float:
    """Height in points; 0 for an empty box."""
    return max(0.0, box[3] - box[1])


def area(box: Box) -> float:
    """Area in square points."""
    return width(box) * height(box)


def center(box: Box) -> tuple[float, float]:
    """Centre (x, y) in points."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def union(boxes: Iterable[Box]) -> Box:
    """Smallest box that holds all boxes.

    Raises:
        ValueError: When there is no box.
    """
    x0s, y0s, x1s, y1s = zip(*boxes, strict=True)
    return min(x0s), min(y0s), max(x1s), max(y1s)


def intersection(first: Box, second: Box) -> Box | None:
    """Return the part two boxes share, or None where they share no area."""
    x0, y0 = max(first[0], second[0]), max(first[1], second[1])
    x1, y1 = min(first[2], second[2]), min(first[3], second[3])
    return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None


def overlap_share(inner: Box, outer: Box) -> float:
    """Share of `inner`'s area that lies inside `outer`, from 0 to 1."""
    # Asked for every pair of a line and a box: written out, since calls cost more than the sums.
    x0, y0, x1, y1 = inner
    across = (x1 if x1 < outer[2] else outer[2]) - (x0 if x0 > outer[0] else outer[0])
    if across <= 0:
        return 0.0
    down = (y1 if y1 < outer[3] else outer[3]) - (y0 if y0 > outer[1] else outer[1])
    own = (x1 - x0) * (y1 - y0)
    return across * down / own if down > 0 and own else 0.0


def contains(outer: Box, inner: Box, tolerance: float = 0.0) -> bool:
    """Whether `inner` lies inside `outer`, with `tolerance` points of slack on every side."""
    return (
        inner[0] >= outer[0] - tolerance
        and inner[1] >= outer[1] - tolerance
        and inner[2] <= outer[2] + tolerance
        and inner[3] <= outer[3] + tolerance
    )


def contains_point(box: Box, x: float, y: float, tolerance: float = 0.0) -> bool:
    """Whether the point lies inside the box, with `tolerance` points of slack on every side."""
    return box[0] - tolerance <= x <= box[2] + tolerance and box[1] - tolerance <= y <= box[3] + tolerance


def expand(box: Box, dx: float, dy: float | None = None) -> Box:
    """Return the box grown by `dx` points to the left and right, and by `dy` (default `dx`) above and below."""
    dy = dx if dy is None else dy
    return box[0] - dx, box[1] - dy, box[2] + dx, box[3] + dy


def clip(box: Box, page_width: float, page_height: float) -> Box:
    """Return the part of the box on a page of that size; a box off the page collapses onto its edge."""
    return (
        min(max(box[0], 0.0), page_width),
        min(max(box[1], 0.0), page_height),
        min(max(box[2], 0.0), page_width),
        min(max(box[3], 0.0), page_height),
    )


def vertical_gap(upper: Box, lower: Box) -> float:
    """Points between the lower edge of `upper` and the upper edge of `lower`; negative where they overlap."""
    return lower[1] - upper[3]


def horizontal_overlap(first: Box, second: Box) -> float:
    """Points that the two boxes share along x; 0 or less where they share none."""
    return min(first[2], second[2]) - max(first[0], second[0])


def vertical_overlap(first: Box, second: Box) -> float:
    """Points that the two boxes share along y; 0 or less where they share none."""
    return min(first[3], second[3]) - max(first[1], second[1])


def cluster_values(values: Iterable[float], tolerance: float) -> list[list[float]]:
    """Return groups of sorted values in which neighbours are at most `tolerance` apart (lines, columns, indents)."""
    groups: list[list[float]] = []
    for value in sorted(values):
        if groups and value - groups[-1][-1] <= tolerance:
            groups[-1].append(value)
        else:
            groups.append([value])
    return groups


def whole_box(box: Box | None) -> WholeBox | None:
    """Return the box in whole points that holds it."""
    return None if box is None else (math.floor(box[0]), math.floor(box[1]), math.ceil(box[2]), math.ceil(box[3]))
