"""Pictures: bitmaps, bitmaps cut into strips, and drawings made of many paths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from llama_index_layout_rag.layout.boxes import (
    Box,
    area,
    center,
    contains,
    contains_point,
    expand,
    height,
    overlap_share,
    union,
    width,
)
from llama_index_layout_rag.readers.pdf.extract import PageImage

SMALLEST_PICTURE = 6.0
"""Points: smaller bitmaps are dots, lines and spacers."""

STRIP_GAP, STRIP_OVERLAP = 1.5, 3.0
"""Points between two strips of one picture, and points by which they overlap: some programs cut with a margin."""

BACKGROUND_SHARE = 0.8
"""Share of the page from which a bitmap is its background (or a scan of it)."""

BAND_ASPECT = 12.0
"""A bitmap this many times wider than high under a line is the background bar of a heading, not a picture."""

OVERLAY_SHARE, CALLOUT_SHARE = 0.9, 0.5
"""Share of a bitmap that lies on a larger one or in a drawing to be part of it; a callout that is small beside the screen it
explains may reach over its edge."""

PIECE_SHARE = 0.2
"""Area of a bitmap relative to the drawing or the screen it touches up to which it is a piece of it."""

FILLED_FRAME = 0.5
"""Share of an outlined box that is covered by the bitmaps of the one figure in it."""

TICK_REACH, MIN_TICKS = 14.0, 3
"""Points between the axes of a drawn chart and the numbers along them, and how many there are at least."""

DRAWING_REACH = 9.0
"""Points between two paths of one drawing."""

SMALLEST_DRAWING = 36.0
MIN_DRAWING_PATHS = 4
MAX_CLUSTERED_PATHS = 3_000
"""A drawing is larger than 36 by 36 points and made of at least four free paths: arrows and logos are less."""

LARGEST_NODE, LINK_REACH, MIN_LINK = 0.15, 3.0, 6.0
"""Boxes of a flow chart take up at most so much of the page; an arrow ends so close to them (points) and is so long."""

FRAME_SHARE, FRAMED_SHARE = 0.7, 0.5
"""A path that takes up so much of a drawing and holds all others is its frame; a bitmap belongs into a framed drawing with so
much of its area, since the transparent margins of tiles reach over the frame."""

LARGE_FRAME = 0.25
"""Share of the page from which a path around running text is a frame of the page and no part of a drawing: boxes of diagrams
hold lines of text, too."""

EDGE = 1.5
"""Points between a filled area and the edge of the page that it touches."""

SMALLEST_ORNAMENT = 12.0
BAND_SHARE = 0.12
"""Points on both sides from which a filled area or drawn sign is named as an ornament, and the share of the page's height above
and below in which signs are ornaments."""

MAX_LINK_TESTS = 500_000
"""Boxes times lines of a page beyond which nobody drew it by hand: a map or a plan."""

MAX_IMAGES = 2_000
"""Bitmaps of one page that become pictures one by one; beyond that they are the tiles of one."""


@dataclass
class Picture:
    """A picture on a page.

    `key` identifies the bitmap, `drawn` is set for vector drawings, `framed` for those with an outline;
    `overlays` counts bitmaps on top of it.
    """

    box: Box
    key: str = ""
    pixels: tuple[int, int] | None = None
    strips: int = 1
    drawn: bool = False
    framed: bool = False
    background: bool = False
    overlays: int = 0


@dataclass(frozen=True)
class Ornament:
    """A drawn shape without information (bar, page frame, sign in the margin), with the reason."""

    box: Box
    reason: str
    text: str = ""


def find_pictures(images: Iterable[PageImage], page_width: float, page_height: float) -> list[Picture]:
    """Return the bitmaps of a page with strips joined and duplicates dropped; page backgrounds are marked."""
    found: list[Picture] = []
    seen: set[tuple[str, int, int, int, int]] = set()
    for image in images:
        box = image.box
        if min(width(box), height(box)) < SMALLEST_PICTURE and max(width(box), height(box)) < 8 * SMALLEST_PICTURE:
            continue
        place = (image.key, round(box[0]), round(box[1]), round(box[2]), round(box[3]))
        if place in seen:
            continue
        seen.add(place)
        found.append(Picture(box, image.key, image.pixels))
    pictures = _join_strips(found)
    pictures = [p for p in pictures if min(width(p.box), height(p.box)) >= SMALLEST_PICTURE]
    if len(pictures) > MAX_IMAGES:
        pictures = [Picture(union(p.box for p in pictures), strips=len(pictures))]
    page_area = page_width * page_height
    for picture in pictures:
        picture.background = area(picture.box) > BACKGROUND_SHARE * page_area
    return _without_overlays(pictures)


def _without_overlays(pictures: list[Picture]) -> list[Picture]:
    """Merge pictures on top of a larger one (callouts on a screenshot) into it."""
    kept: list[Picture] = []
    for picture in sorted(pictures, key=lambda p: -area(p.box)):
        below = next((k for k in kept if not k.background and _lies_on(picture.box, k.box)), None)
        if below is None:
            kept.append(picture)
        else:
            below.overlays += 1
            below.box = union((below.box, picture.box))
    return sorted(kept, key=lambda p: (p.box[1], p.box[0]))


def _lies_on(picture: Box, larger: Box) -> bool:
    small = area(picture) < PIECE_SHARE * area(larger)
    return overlap_share(picture, larger) > (CALLOUT_SHARE if small else OVERLAY_SHARE)


def join_framed(pictures: list[Picture], frames: Iterable[Box], texts: Sequence[Box]) -> list[Picture]:
    """Return pictures with those that fill one outlined box without text between them joined to one figure.

    Args:
        pictures: Bitmaps of a page.
        frames: Outlined rectangles.
        texts: Boxes of the lines of the page.
    """
    if len(pictures) < 2:
        return pictures
    for frame in sorted(dict.fromkeys(frames), key=area):
        inside = [p for p in pictures if not p.background and contains(frame, p.box, STRIP_GAP)]
        filled = sum(area(p.box) for p in inside) >= FILLED_FRAME * area(frame)
        if len(inside) < 2 or not filled or _text_between(frame, inside, texts):
            continue
        largest = max(inside, key=lambda p: area(p.box))
        figure = Picture(
            union(p.box for p in inside),
            largest.key,
            strips=sum(p.strips for p in inside),
            overlays=len(inside) - 1 + sum(p.overlays for p in inside),
        )
        pictures = [p for p in pictures if p not in inside] + [figure]
    return sorted(pictures, key=lambda p: (p.box[1], p.box[0]))


def _text_between(frame: Box, pictures: Sequence[Picture], texts: Sequence[Box]) -> bool:
    return any(
        overlap_share(text, frame) > 0.5 and not any(overlap_share(text, p.box) > 0.5 for p in pictures)
        for text in texts
    )


def with_ticks(drawing: Picture, numbers: Iterable[Box]) -> Picture:
    """Extend a drawing by the numbers along its axes, so that they become text of the chart.

    Args:
        drawing: A drawing.
        numbers: Boxes of lines that are numbers only.
    """
    reach = expand(drawing.box, TICK_REACH)
    ticks = [box for box in numbers if overlap_share(box, reach) > 0.5]
    if len(ticks) >= MIN_TICKS:
        drawing.box = union((drawing.box, *ticks))
    return drawing


def absorb(drawings: Sequence[Picture], pictures: Sequence[Picture], texts: Sequence[Box] = ()) -> list[Picture]:
    """Return pictures without those that are parts of a drawing (shaded boxes of a diagram); the drawings grow around them."""
    kept = []
    for picture in sorted(pictures, key=lambda p: area(p.box)):
        owners = [d for d in drawings if not picture.background and _is_piece(picture.box, d, texts)]
        if not owners:
            kept.append(picture)
            continue
        owner = max(owners, key=lambda d: overlap_share(picture.box, d.box))
        owner.overlays += 1
        if not owner.framed:
            owner.box = union((owner.box, picture.box))
    return sorted(kept, key=lambda p: (p.box[1], p.box[0]))


def _is_piece(picture: Box, drawing: Picture, texts: Sequence[Box]) -> bool:
    inside = overlap_share(picture, drawing.box)
    if inside > (FRAMED_SHARE if drawing.framed else OVERLAY_SHARE):
        return True
    small = area(picture) < PIECE_SHARE * area(drawing.box)
    return small and _near(picture, drawing.box) and not _encloses_text(drawing.box, picture, texts)


def _join_strips(pictures: list[Picture]) -> list[Picture]:
    """Join bitmaps that continue each other edge to edge with the same width or height."""
    joined = _join_along(pictures, axis=1)
    return _join_along(joined, axis=0)


def _join_along(pictures: list[Picture], axis: int) -> list[Picture]:
    across = 1 - axis
    result: list[Picture] = []
    open_strips: dict[tuple[int, int], Picture] = {}
    for picture in sorted(pictures, key=lambda p: (p.box[axis], p.box[across])):
        key = round(picture.box[across]), round(picture.box[across + 2])
        above = open_strips.get(key)
        if (
            above is not None
            and -STRIP_OVERLAP <= picture.box[axis] - above.box[axis + 2] <= STRIP_GAP
            and _is_strip(picture, above, axis)
        ):
            above.box = union((above.box, picture.box))
            above.strips += picture.strips
            above.key = f"{above.key}+{picture.key}" if above.strips <= 4 else above.key
            above.pixels = None
            continue
        open_strips[key] = picture
        result.append(picture)
    return result


def _is_strip(picture: Picture, above: Picture, axis: int) -> bool:
    # Two screenshots that touch are two; strips are flat in the direction they are cut.
    across = 1 - axis
    thickness = picture.box[axis + 2] - picture.box[axis]
    span = picture.box[across + 2] - picture.box[across]
    return thickness < 0.5 * span or above.strips > 1


def find_drawings(
    drawings: Sequence[Box], taken: Sequence[Box], texts: Sequence[Box] = (), page_area: float = float("inf")
) -> list[Picture]:
    """Return clusters of paths that form a drawing.

    Args:
        drawings: Bounds of paths that are neither rules nor plain areas.
        taken: Boxes of tables and bitmaps, whose paths belong to them.
        texts: Boxes of running text; two drawings with text between them stay two.
        page_area: In square points; a frame around the text of the page is no part of a drawing.
    """
    free = _free_paths(drawings, taken, texts, page_area)
    if len(free) > MAX_CLUSTERED_PATHS:
        box = union(free)
        return [Picture(box, drawn=True, strips=len(free))]
    return [_drawing(box, count, free) for box, count in _clusters(free, texts) if _is_drawing(box, count)]


def linked_boxes(
    boxes: Iterable[Box],
    paths: Sequence[Box],
    rules: Sequence[Box],
    taken: Sequence[Box],
    texts: Sequence[Box],
    page_area: float,
) -> list[Box]:
    """Return the boxes of flow charts, with the lines between them: rectangles connected by arrows or lines.

    Args:
        boxes: Outlined and filled rectangles.
        paths: Bounds of paths that are neither rules nor rectangles; arrows and diamonds are among them.
        rules: Horizontal and vertical rules.
        taken: Boxes of tables and bitmaps.
        texts: Boxes of running text; a box around it is a note and no part of a chart.
        page_area: In square points.
    """
    free = [box for box in dict.fromkeys(boxes) if not any(contains(outer, box, 2.0) for outer in taken)]
    plain = [box for box in free if not any(overlap_share(text, box) > 0.9 for text in texts)]
    nodes = [box for box in plain if area(box) <= LARGEST_NODE * page_area and min(width(box), height(box)) >= 8]
    shapes = [path for path in paths if min(width(path), height(path)) >= 8]
    if not nodes or len(nodes) + len(shapes) < 2 or len(nodes) * (len(paths) + len(rules)) > MAX_LINK_TESTS:
        return []
    linked: dict[Box, None] = {}
    for path, near in zip(paths, _touching(paths, nodes), strict=True):
        ends = [node for node in near if _ends_at(path, node)]
        if any(_gap(first, second) > MIN_LINK for first in ends for second in ends):
            linked |= dict.fromkeys(ends)
    known = frozenset(nodes)
    for rule, near in zip(rules, _touching(rules, [*nodes, *shapes]), strict=True):
        length = max(width(rule), height(rule))
        ends = [box for box in near if _ends_at(rule, box)] if length >= MIN_LINK else []
        # Rules of a table run along its cells; a line between two boxes is as long as the room between them.
        if len(ends) == 2 and abs(_gap(*ends) - length) <= 2 * LINK_REACH:
            linked |= dict.fromkeys([*(end for end in ends if end in known), rule])
    return list(linked)


def _touching(links: Sequence[Box], boxes: Sequence[Box]) -> list[list[Box]]:
    """Return the boxes that each link touches."""
    if not links or not boxes:
        return [[] for _ in links]
    one, other = np.array(links)[:, None, :], np.array(boxes)[None, :, :]
    touch = (one[..., 0] - LINK_REACH <= other[..., 2]) & (other[..., 0] <= one[..., 2] + LINK_REACH)
    touch &= (one[..., 1] - LINK_REACH <= other[..., 3]) & (other[..., 1] <= one[..., 3] + LINK_REACH)
    found: list[list[Box]] = [[] for _ in links]
    for link, box in zip(*np.nonzero(touch), strict=True):
        found[int(link)].append(boxes[int(box)])
    return found


def _ends_at(link: Box, node: Box) -> bool:
    """Return whether an arrow or a line touches a box from outside."""
    return overlap_share(link, node) < 0.2 and overlap_share(node, link) < 0.9


def _gap(first: Box, second: Box) -> float:
    """Return the distance of two boxes in points, 0 if they touch."""
    across = max(first[0] - second[2], second[0] - first[2])
    down = max(first[1] - second[3], second[1] - first[3])
    return max(0.0, across, down)


def with_surrounding_boxes(linked: Sequence[Box], boxes: Iterable[Box], texts: Sequence[Box]) -> list[Box]:
    """Return the boxes of a flow chart with outlines around several of them, unless these contain running text."""
    around = [
        box
        for box in dict.fromkeys(boxes)
        if sum(contains(box, node, 1.0) for node in linked if node != box) >= 2
        and not any(overlap_share(text, box) > 0.9 for text in texts)
    ]
    return list(dict.fromkeys([*linked, *around]))


def _free_paths(drawings: Sequence[Box], taken: Sequence[Box], texts: Sequence[Box], page_area: float) -> list[Box]:
    free = [box for box in drawings if not any(contains(outer, box, 2.0) for outer in taken)]
    return [box for box in free if not _is_page_frame(box, texts, page_area)]


def _is_page_frame(box: Box, texts: Sequence[Box], page_area: float) -> bool:
    return area(box) >= LARGE_FRAME * page_area and any(overlap_share(text, box) > 0.9 for text in texts)


def _is_drawing(box: Box, count: int) -> bool:
    return count >= MIN_DRAWING_PATHS and width(box) >= SMALLEST_DRAWING and height(box) >= SMALLEST_DRAWING


def _drawing(box: Box, count: int, paths: Sequence[Box]) -> Picture:
    """Return a drawing, clipped at its frame unless only a badge on the frame reaches over it."""
    members = [path for path in paths if contains(box, path)]
    frame = max(members, key=area)
    framed = area(frame) >= FRAME_SHARE * area(box) and all(contains_point(frame, *center(path)) for path in members)
    clipped = framed and not contains(frame, box, DRAWING_REACH)
    return Picture(frame if clipped else box, drawn=True, strips=count, framed=framed)


def _clusters(free: Sequence[Box], texts: Sequence[Box]) -> list[tuple[Box, int]]:
    """Return boxes around paths that are close to each other, with the number of paths."""
    clusters: list[tuple[Box, int]] = []
    for box in sorted(free, key=lambda b: (b[1], b[0])):
        grown, count = box, 1
        rest: list[tuple[Box, int]] = []
        for other, members in clusters:
            if _near(grown, other) and not _encloses_text(grown, other, texts):
                grown, count = union((grown, other)), count + members
            else:
                rest.append((other, members))
        clusters = [*rest, (grown, count)]
    merged = True
    while merged:
        merged = False
        for index, (box, count) in enumerate(clusters):
            partner = next(
                (
                    j
                    for j in range(index + 1, len(clusters))
                    if _near(box, clusters[j][0]) and not _encloses_text(box, clusters[j][0], texts)
                ),
                None,
            )
            if partner is not None:
                other, members = clusters.pop(partner)
                clusters[index] = (union((box, other)), count + members)
                merged = True
                break
    return clusters


def find_ornaments(
    fills: Iterable[Box],
    drawings: Sequence[Box],
    taken: Sequence[Box],
    texts: Sequence[Box],
    page_width: float,
    page_height: float,
) -> list[Ornament]:
    """Return bars at the page edge, frames around its text, and signs in its margins that are no drawings.

    Args:
        fills: Filled rectangles.
        drawings: Bounds of all paths that are neither rules nor rectangles.
        taken: Boxes of tables, bitmaps and drawings, whose paths belong to them.
        texts: Boxes of running text.
        page_width: In points.
        page_height: In points.
    """
    page_area, band = page_width * page_height, BAND_SHARE * page_height
    bars = [box for box in fills if _is_large_enough(box) and _at_edge(box, page_width, page_height)]
    frames = [box for box in drawings if _is_page_frame(box, texts, page_area)]
    marginal = [
        box
        for box in _free_paths(drawings, taken, texts, page_area)
        if box[3] <= band + EDGE or box[1] >= page_height - band - EDGE or box[0] <= EDGE or box[2] >= page_width - EDGE
    ]
    clusters = _clusters(marginal, texts) if len(marginal) <= MAX_CLUSTERED_PATHS else []
    signs = [box for box, count in clusters if _is_large_enough(box) and not _is_drawing(box, count)]
    return [
        Ornament(box, reason)
        for boxes, reason in (
            (bars, "filled area at the edge of the page"),
            (frames, "frame around the text of the page"),
            (signs, "drawn sign in the margin of the page"),
        )
        for box in dict.fromkeys(boxes)
    ]


def is_page_decoration(box: Box, page_width: float, page_height: float) -> bool:
    """Return whether a drawing runs into the edge of the page and stays in its upper or lower margin."""
    band = BAND_SHARE * page_height + EDGE
    return _at_edge(box, page_width, page_height) and (box[3] <= band or box[1] >= page_height - band)


def _is_large_enough(box: Box) -> bool:
    return min(width(box), height(box)) >= SMALLEST_ORNAMENT


def _at_edge(box: Box, page_width: float, page_height: float) -> bool:
    return box[0] <= EDGE or box[1] <= EDGE or box[2] >= page_width - EDGE or box[3] >= page_height - EDGE


def _encloses_text(first: Box, second: Box, texts: Sequence[Box]) -> bool:
    """Return whether the box around two drawings would enclose running text that is in neither."""
    both = union((first, second))
    return any(
        overlap_share(text, both) > 0.5 and overlap_share(text, first) < 0.5 and overlap_share(text, second) < 0.5
        for text in texts
    )


def _near(first: Box, second: Box) -> bool:
    grown = expand(first, DRAWING_REACH)
    return grown[0] <= second[2] and second[0] <= grown[2] and grown[1] <= second[3] and second[1] <= grown[3]


def holds(picture: Picture, line: Box, size: float) -> bool:
    """Return whether a line of text is part of a picture: inside it, and the picture is more than a background bar."""
    if picture.background or overlap_share(line, picture.box) < 0.6:
        return False
    flat = width(picture.box) > BAND_ASPECT * height(picture.box) or height(picture.box) < 1.8 * size
    return not flat
