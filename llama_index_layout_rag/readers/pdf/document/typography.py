"""Typography of a document: its usual type size, line distances and right edges, and how it separates paragraphs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from llama_index_layout_rag.layout.boxes import Box, center, contains_point, overlap_share, union
from llama_index_layout_rag.layout.markers import split_marker
from llama_index_layout_rag.readers.pdf.document.columns import Column, Placed, reading_order, usual_gutter
from llama_index_layout_rag.readers.pdf.page import Line, PageLayout, PageTable, Picture, band_of, underline_of

WIDER_LEADING = 1.14
"""Line distance, relative to that of wrapped lines, from which space was added; browsers and Word add at least 0.2 lines."""

BLANK_LINE = 1.85
"""Line distance, relative to that of wrapped lines, from which a blank line was typed; it separates groups, not paragraphs."""

MAX_LEADING = 2.6
"""Line distance in type sizes of the most widely set running text."""

MIN_SPACED = 3
"""Lines set apart by space from which a document is taken to separate its paragraphs so."""

SENTENCE_END = "。．.!?！？:：」』）)】］]"
"""Characters that end a sentence or a title."""

PageItem: TypeAlias = Line | PageTable | Picture
OrderedPage: TypeAlias = tuple[PageLayout, list[Column[PageItem]]]


@dataclass
class Typography:
    """The usual typography of a document; all lengths in points.

    Attributes:
        body_size: Type size of most characters.
        body_color: Colour of most characters.
        leading: Distance between the baselines of wrapped lines, by type size.
        right_edges: Right edge of full-width text, by page width.
        spaced_share: Share of the lines after a sentence end that are set apart by space, 0 to 1. Where it is high, a line
            that ends early with the next one at the usual distance is a line break inside a paragraph.
    """

    body_size: float = 10.0
    body_color: int = 0
    leading: dict[float, float] = field(default_factory=dict)
    right_edges: dict[int, float] = field(default_factory=dict)
    spaced_share: float = 0.0

    def leading_of(self, size: float) -> float | None:
        """Return the usual baseline distance for a type size, or None where the document does not show it."""
        return self.leading.get(round(size, 1))

    def right_of(self, column: Column[PageItem], layout: PageLayout) -> float:
        """Return the right edge up to which the lines of a column may be filled."""
        if not column.whole:
            return column.right
        own = max((item.x1 for item in column.items if isinstance(item, Line)), default=column.right)
        return max(self.right_edges.get(round(layout.width), 0.0), own)


def order_pages(layouts: Sequence[PageLayout]) -> list[OrderedPage]:
    """Return the lines, tables and pictures of every page in reading order, column by column."""
    placed = [_placed_items(layout) for layout in layouts]
    usual = usual_gutter(placed)
    return [
        (layout, _order_with_cards(items, layout.cards, usual)) for layout, items in zip(layouts, placed, strict=True)
    ]


def _order_with_cards(
    placed: Sequence[Placed[PageItem]], cards: Sequence[Box], usual: float | None
) -> list[Column[PageItem]]:
    """Return the columns of a page; numbered cards come one after the other, after what is above them."""
    if not cards:
        return reading_order(placed, usual)
    inside: dict[int, list[Placed[PageItem]]] = {}
    above: list[Placed[PageItem]] = []
    below: list[Placed[PageItem]] = []
    for item in placed:
        x, y = center(item.box)
        card = next((number for number, box in enumerate(cards) if contains_point(box, x, y)), None)
        if card is not None:
            inside.setdefault(card, []).append(item)
        else:
            (above if y < cards[-1][1] else below).append(item)
    columns = reading_order(above, usual)
    for number in sorted(inside):
        items = sorted(inside[number], key=lambda item: (item.box[1], item.box[0]))
        columns.append(Column([item.item for item in items], cards[number][0], cards[number][2]))
    return columns + reading_order(below, usual)


def _placed_items(layout: PageLayout) -> list[Placed[PageItem]]:
    placed: list[Placed[PageItem]] = []
    for line in layout.lines:
        reach = line.box
        band, rule = band_of(layout, line), underline_of(layout, line)
        if band is not None:
            reach = union((reach, band[0]))
        if rule is not None:
            reach = union((reach, (rule[0], line.y0, rule[2], line.y1)))
        placed.append(Placed(line, line.box, reach))
    placed += [Placed(table, table.box, table.box) for table in layout.tables]
    placed += [
        Placed(picture, picture.box, picture.box)
        for picture in layout.pictures
        if not picture.background and not any(overlap_share(picture.box, t.box) > 0.8 for t in layout.tables)
    ]
    return placed


def measure_typography(pages: Sequence[OrderedPage]) -> Typography:
    """Return the usual typography of a document's pages."""
    sizes: Counter[float] = Counter()
    colors: Counter[int] = Counter()
    for _, columns in pages:
        for column in columns:
            for item in column.items:
                if isinstance(item, Line) and item.contents is None:
                    sizes[item.size] += len(item.text)
                    colors[item.color] += len(item.text)
    typography = Typography()
    if sizes:
        typography.body_size = sizes.most_common(1)[0][0]
        typography.body_color = colors.most_common(1)[0][0]
    typography.right_edges = _right_edges(pages, typography.body_size)
    typography.leading = _leadings(pages, typography)
    typography.spaced_share = _spaced_share(pages, typography)
    return typography


def _line_pairs(pages: Sequence[OrderedPage], typography: Typography) -> Iterator[tuple[Line, Line, float]]:
    """Yield (line, next line, right edge) for lines directly below each other in one column."""
    for layout, columns in pages:
        for column in columns:
            right = typography.right_of(column, layout)
            previous: Line | None = None
            for item in column.items:
                line = item if isinstance(item, Line) and item.contents is None else None
                if line is not None and previous is not None:
                    yield previous, line, right
                previous = line


def _spaced_share(pages: Sequence[OrderedPage], typography: Typography) -> float:
    spaced = tight = 0
    for previous, line, right in _line_pairs(pages, typography):
        leading = typography.leading_of(line.size)
        if leading is None or not line.size == previous.size == typography.body_size:
            continue
        if abs(line.x0 - previous.x0) >= 3 * line.size or split_marker(line.text) is not None:
            continue
        distance = line.base - previous.base
        spaced += leading * WIDER_LEADING < distance < BLANK_LINE * leading
        short = right - previous.x1 > 3 * line.size and previous.text.rstrip()[-1:] in SENTENCE_END
        tight += short and 0.5 * leading < distance <= leading * WIDER_LEADING
    return spaced / (spaced + tight) if spaced >= MIN_SPACED else 0.0


def _right_edges(pages: Sequence[OrderedPage], body_size: float) -> dict[int, float]:
    """Return the furthest right edge that at least three lines reach, by page width."""
    by_width: dict[int, list[float]] = {}
    for layout, columns in pages:
        for column in columns:
            if column.whole:
                by_width.setdefault(round(layout.width), []).extend(
                    item.x1 for item in column.items if isinstance(item, Line) and len(item.text) > 15
                )
    edges = {}
    for page_width, values in by_width.items():
        values.sort(reverse=True)
        near = next((v for i, v in enumerate(values) if i + 2 < len(values) and v - values[i + 2] < body_size), None)
        if near is not None:
            edges[page_width] = near
    return edges


def _leadings(pages: Sequence[OrderedPage], typography: Typography) -> dict[float, float]:
    """Return the baseline distance of wrapped lines by type size: the commonest below lines that reach the right edge."""
    distances: dict[float, Counter[float]] = {}
    for previous, line, right in _line_pairs(pages, typography):
        distance = line.base - previous.base
        full = right - previous.x1 < 2.2 * line.size
        if full and abs(line.size - previous.size) < 0.11 and 0.9 * line.size < distance < MAX_LEADING * line.size:
            distances.setdefault(round(line.size, 1), Counter())[round(distance * 4) / 4] += 1
    leading = {}
    for size, counter in distances.items():
        if sum(counter.values()) < 3:
            continue
        # Paragraphs of one full line look like wrapped lines; the smallest of the common distances is the wrapped one.
        common = counter.most_common(1)[0][1]
        frequent = [distance for distance, count in counter.items() if count >= max(2, 0.3 * common)]
        if frequent:
            leading[size] = min(frequent)
    return leading
