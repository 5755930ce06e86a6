"""Background images of headings: one bitmap strip that recurs with a different text on it each time."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from llama_index_layout_rag.layout.boxes import height, width
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.readers.pdf.page.lines import Line
from llama_index_layout_rag.readers.pdf.page.page import PageLayout
from llama_index_layout_rag.readers.pdf.page.pictures import Ornament

MIN_TEXTS = 2
"""Different texts on a bitmap; a screenshot that is shown again has the same ones or none."""

LONG_SHAPE, HIGHEST = 4.0, 3.2
"""Width of such a strip relative to its height, and its height in sizes of the type on it: bands of headings are as
high at most."""

MAX_ON_PAGE, WIDTH_SHARE = 3, 0.3
"""Such strips on one page, and the share of the page's width that each takes: nodes of a flow chart are more and smaller."""

LARGER_TYPE = 1.1
"""Type size relative to the text from which plain type on a strip is a heading's; bold may be smaller."""

_BACKGROUND_COLOR = 0x808080


def release_headings(layouts: Sequence[PageLayout]) -> None:
    """Return headings on background images to the lines of their pages; the bitmap becomes an ornament."""
    places: dict[str, list[tuple[PageLayout, int, Line]]] = defaultdict(list)
    body_size = _body_size(layouts)
    for layout in layouts:
        for index, picture in enumerate(layout.pictures):
            line = _only_line(layout, index)
            long = width(picture.box) >= max(LONG_SHAPE * height(picture.box), WIDTH_SHARE * layout.width)
            if line is None or not picture.key or not long or height(picture.box) > HIGHEST * line.size:
                continue
            if line.bold or line.size >= LARGER_TYPE * body_size:
                places[picture.key].append((layout, index, line))
    released: dict[int, tuple[PageLayout, dict[int, Line]]] = {}
    for found in places.values():
        crowded = max(Counter(layout.number for layout, _, _ in found).values()) > MAX_ON_PAGE
        if not crowded and len({squash(line.text) for _, _, line in found}) >= MIN_TEXTS:
            for layout, index, line in found:
                released.setdefault(layout.number, (layout, {}))[1][index] = line
    for layout, lines in released.values():
        _release(layout, lines)


def _body_size(layouts: Sequence[PageLayout]) -> float:
    sizes: Counter[float] = Counter()
    for layout in layouts:
        for line in layout.lines:
            sizes[line.size] += len(line.text)
    return max(sizes, key=sizes.__getitem__, default=0.0)


def _only_line(layout: PageLayout, index: int) -> Line | None:
    """Return the line on a picture, None if it has none or several."""
    lines = [line for owner, line in layout.picture_lines if owner == index]
    return lines[0] if len(lines) == 1 and len(lines[0].text) > 1 else None


def _release(layout: PageLayout, lines: dict[int, Line]) -> None:
    kept = [index for index in range(len(layout.pictures)) if index not in lines]
    place = {index: position for position, index in enumerate(kept)}
    for index, line in lines.items():
        box = layout.pictures[index].box
        layout.bands.append((box, _BACKGROUND_COLOR))
        layout.ornaments.append(Ornament(box, "ground of a heading"))
        layout.lines.append(line)
    layout.picture_lines = [(place[owner], line) for owner, line in layout.picture_lines if owner in place]
    layout.pictures = [layout.pictures[index] for index in kept]
