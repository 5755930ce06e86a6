"""Lines become paragraphs: what belongs to one sentence or item is one block, wherever its lines were wrapped.

A new block begins where the type changes, where the lines stand further apart than wrapped lines do in this
document, where a marker begins an item, and where the line above ended although the next word would still have fitted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from llama_index_layout_rag.layout.boxes import Box, center, contains_point, overlap_share, union
from llama_index_layout_rag.layout.captions import is_caption
from llama_index_layout_rag.layout.markers import BULLET, ListMarker, split_marker
from llama_index_layout_rag.layout.normalize import is_cjk, join_lines
from llama_index_layout_rag.layout.writing import FORBIDDEN_AT_LINE_START
from llama_index_layout_rag.readers.pdf.document.columns import Column, Placed, reading_order, usual_gutter
from llama_index_layout_rag.readers.pdf.extract import TYPEWRITER
from llama_index_layout_rag.readers.pdf.page import (
    Line,
    PageLayout,
    PageTable,
    Picture,
    badge_marker,
    band_of,
    dot_of,
    underline_of,
)

SAME_SIZE = 0.05
"""Share by which type sizes of one paragraph may differ (rounding of producers)."""

WIDER_LEADING = 1.14
"""Line distance, relative to wrapped lines, from which a new paragraph begins; browsers and Word add at least 0.2
lines."""

USUAL_LEADING = 1.75
"""Line distance in type sizes where the document does not show its own: 1.2 to 1.75 is set for running text."""

LOOSEST_LEADING = 2.6

BLANK_LINE = 1.85
"""Line distance, relative to wrapped lines, from which a blank line was typed: that divides groups, not paragraphs."""

SPACED_SHARE = 0.15
FEWEST_SPACED = 3
"""A document sets its paragraphs apart when at least this share (and number) of the lines after a sentence's end
are; lines that go on at the usual distance after an early end are then line breaks, of which some manuals have more
than paragraphs."""

LARGE_TYPE, TIGHT_HEADING = 1.15, 1.45
"""Type size relative to the body, and line distance in its own size, of lines that are one heading however long
they are."""

FITS = 0.35
"""Em of slack in the question whether the next word would have fitted."""

_SENTENCE_END = "。．.!?！？:：」』）)】］]"
_OPENERS = "「『（【［〔〈《([{"

_CUT_WORD = re.compile(r"[a-z]-$")


@dataclass
class Block:
    """A paragraph, heading or item before it is known which; or a table or a picture in its place.

    Attributes:
        lines: Its lines in order; they may stand on several pages.
        column: Left and right edge of its column on the first page.
        frame: Box around it (a caution box), where it stands in one.
        band: Colour of the band behind it, or None.
        underlined: Whether a rule across the column runs below it.
        gap_above: Points to what stands above it in its column, None at the top.
        marker: The list marker it begins with.
        text_x: Where its text begins after the marker.
        dotted: Whether its bullet is drawn.
        unseen: Whether it is set in white with nothing behind it.
        height_share: Where it begins, as a share of the page's height.
        breaks: Positions of lines before which the author broke the line.
    """

    page: int
    lines: list[Line]
    column: tuple[float, float]
    whole: bool = True
    frame: Box | None = None
    band: int | None = None
    underlined: bool = False
    gap_above: float | None = None
    gap_below: float | None = None
    marker: ListMarker | None = None
    text_x: float = 0.0
    dotted: bool = False
    unseen: bool = False
    height_share: float = 0.0
    table: PageTable | None = None
    picture: Picture | None = None
    box: Box = (0.0, 0.0, 0.0, 0.0)
    right: float = 0.0
    contents: bool = False
    contents_page: str | None = None
    breaks: set[int] = field(default_factory=set)
    extra: dict[str, object] = field(default_factory=dict)

    @property
    def is_text(self) -> bool:
        return self.table is None and self.picture is None

    @property
    def text(self) -> str:
        """Running text with mended wraps, marker included."""
        joined = ""
        for position, line in enumerate(self.lines):
            if not joined:
                joined = line.text
            elif position in self.breaks:
                joined = f"{joined}\n{line.text}"
            else:
                joined = join_lines(joined, line.text)
        return joined

    @property
    def body(self) -> str:
        """Running text without the marker."""
        if self.marker is None:
            return self.text
        if self.dotted:
            return self.text
        split = split_marker(self.text)
        if split is None:
            # A number in a badge is a marker only by what is drawn around it.
            return self.text.lstrip().removeprefix(self.marker.marker).lstrip()
        return split.rest

    @property
    def size(self) -> float:
        return self.lines[0].size if self.lines else 0.0

    @property
    def bold(self) -> bool:
        return bool(self.lines) and all(line.bold for line in self.lines)

    @property
    def x0(self) -> float:
        return self.lines[0].x0 if self.lines else self.box[0]

    def close(self) -> None:
        """Sets the box from the lines of the first page."""
        own = [line.box for line in self.lines if line.page == self.page]
        if own:
            self.box = union(own)


NEARLY_WHITE = 0xF0
"""Red, green and blue from which type does not show on white paper."""

NOTE_SIGNS, NOTE_INDENT = ("※", "＊"), 0.6
"""Signs that begin a note, and em by which notes below each other may differ on the left."""

PageItem: TypeAlias = Line | PageTable | Picture


@dataclass
class Typography:
    """What is usual in the document.

    Attributes:
        body_size, body_color: Of most characters.
        leading: Distance of wrapped lines in points by type size.
        right_edges: Right edge of full-width text by page width.
        spaced: Whether paragraphs are set apart by space: then a line that ends early with the next one at the usual
            distance is a line break inside a paragraph.
    """

    body_size: float = 10.0
    body_color: int = 0
    leading: dict[float, float] = field(default_factory=dict)
    right_edges: dict[int, float] = field(default_factory=dict)
    spaced: bool = False

    def leading_of(self, size: float) -> float | None:
        """Usual distance of wrapped lines in points for a type size, or None where it is not known."""
        return self.leading.get(round(size, 1))


def order_pages(layouts: Sequence[PageLayout]) -> list[tuple[PageLayout, list[Column[PageItem]]]]:
    """Lines, tables and pictures of every page in reading order, column by column."""
    placed = [_placed_items(layout) for layout in layouts]
    usual = usual_gutter(placed)
    return [(layout, reading_order(items, usual)) for layout, items in zip(layouts, placed, strict=True)]


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


def measure_typography(pages: Sequence[tuple[PageLayout, list[Column[PageItem]]]]) -> Typography:
    """Body type, line distances and margins of the document."""
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
    typography.leading = _leadings(pages, typography.right_edges)
    typography.spaced = _paragraphs_are_spaced(pages, typography)
    return typography


def _paragraphs_are_spaced(pages: Sequence[tuple[PageLayout, list[Column[PageItem]]]], typography: Typography) -> bool:
    spaced = tight = 0
    for layout, columns in pages:
        for column in columns:
            right = _right_of(column, layout, typography.right_edges)
            previous: Line | None = None
            for item in column.items:
                line = item if isinstance(item, Line) and item.contents is None else None
                same = line is not None and previous is not None and line.size == previous.size == typography.body_size
                if same and line is not None and previous is not None:
                    leading = typography.leading_of(line.size)
                    beside = abs(line.x0 - previous.x0) < 3 * line.size and split_marker(line.text) is None
                    if leading is not None and beside:
                        distance = line.base - previous.base
                        spaced += leading * WIDER_LEADING < distance < BLANK_LINE * leading
                        short = right - previous.x1 > 3 * line.size and previous.text.rstrip()[-1:] in _SENTENCE_END
                        tight += short and 0.5 * leading < distance <= leading * WIDER_LEADING
                previous = line
    return spaced >= FEWEST_SPACED and spaced >= SPACED_SHARE * (spaced + tight)


def _right_edges(pages: Sequence[tuple[PageLayout, list[Column[PageItem]]]], body_size: float) -> dict[int, float]:
    """Right edge of full-width text by page width: the furthest edge that at least three lines reach."""
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


def _leadings(
    pages: Sequence[tuple[PageLayout, list[Column[PageItem]]]], right_edges: dict[int, float]
) -> dict[float, float]:
    """Distance of wrapped lines by type size: the commonest distance below lines that reach the right edge."""
    distances: dict[float, Counter[float]] = {}
    for layout, columns in pages:
        for column in columns:
            right = _right_of(column, layout, right_edges)
            previous: Line | None = None
            for item in column.items:
                line = item if isinstance(item, Line) and item.contents is None else None
                if line is not None and previous is not None and abs(line.size - previous.size) < 0.11:
                    distance = line.base - previous.base
                    if (
                        0.9 * line.size < distance < LOOSEST_LEADING * line.size
                        and right - previous.x1 < 2.2 * line.size
                    ):
                        distances.setdefault(round(line.size, 1), Counter())[round(distance * 4) / 4] += 1
                previous = line
    leading = {}
    for size, counter in distances.items():
        total = sum(counter.values())
        if total < 3:
            continue
        common = counter.most_common(1)[0][1]
        # Paragraphs of one full line each look like wrapped lines; the closest of the common distances is the
        # wrapped one.
        frequent = [distance for distance, count in counter.items() if count >= max(2, 0.3 * common)]
        if frequent:
            leading[size] = min(frequent)
    return leading


def _right_of(column: Column[PageItem], layout: PageLayout, right_edges: dict[int, float]) -> float:
    if column.whole:
        return max(right_edges.get(round(layout.width), 0.0), _text_right(column))
    return column.right


def _text_right(column: Column[PageItem]) -> float:
    return max((item.x1 for item in column.items if isinstance(item, Line)), default=column.right)


def build_blocks(layout: PageLayout, columns: Sequence[Column[PageItem]], typography: Typography) -> list[Block]:
    """The blocks of one page in reading order."""
    blocks: list[Block] = []
    for column in columns:
        blocks += _column_blocks(layout, column, typography)
    return blocks


def _column_blocks(layout: PageLayout, column: Column[PageItem], typography: Typography) -> list[Block]:
    right = _right_of(column, layout, typography.right_edges)
    blocks: list[Block] = []
    bottom: float | None = None
    current: Block | None = None
    for item in column.items:
        if not isinstance(item, Line):
            box = item.box
            inline = current is not None and isinstance(item, Picture) and _is_inline(item, current)
            block = Block(layout.number, [], (column.left, right), column.whole, box=box, right=right)
            block.gap_above = None if bottom is None else box[1] - bottom
            if isinstance(item, PageTable):
                block.table = item
            else:
                block.picture = item
                block.extra["inline"] = inline
            blocks.append(block)
            if not inline:
                bottom = box[3]
                current = None
            continue
        frame = _frame_of(layout, item)
        edge = frame[2] - 0.5 * item.size if frame is not None else right
        if current is not None and not _begins(item, current, frame, edge, typography, layout):
            last = current.lines[-1]
            if not _is_full(last, item, edge, layout) and not _is_hyphenated(last, item):
                current.breaks.add(len(current.lines))
            current.lines.append(item)
            current.box = union((current.box, item.box))
            bottom = max(bottom or 0.0, item.y1)
            continue
        current = _new_block(layout, item, column, edge, frame)
        current.gap_above = None if bottom is None else item.y0 - bottom
        if blocks:
            blocks[-1].gap_below = current.gap_above
        blocks.append(current)
        bottom = item.y1 if bottom is None else max(bottom, item.y1)
    return blocks


def _is_hyphenated(last: Line, line: Line) -> bool:
    """Whether a word is cut between two lines, however short the first one is."""
    return bool(_CUT_WORD.search(last.text)) and line.text[:1].islower()


def _is_inline(picture: Picture, block: Block) -> bool:
    line = block.lines[-1]
    beside = min(picture.box[3], line.y1) - max(picture.box[1], line.y0)
    return beside > 0.5 * line.size and picture.box[3] - picture.box[1] <= 3.2 * line.size


def _new_block(layout: PageLayout, line: Line, column: Column[PageItem], edge: float, frame: Box | None) -> Block:
    block = Block(layout.number, [line], (column.left, edge), column.whole, frame=frame, right=edge)
    block.marker = split_marker(line.text) or badge_marker(line, layout.badges)
    block.text_x = line.x0
    if block.marker is not None:
        block.text_x = _text_start(line, block.marker.marker)
    elif dot_of(layout, line) is not None:
        block.marker = ListMarker("•", line.text, BULLET)
        block.dotted = True
    band = band_of(layout, line)
    block.band = band[1] if band is not None else None
    block.underlined = underline_of(layout, line) is not None
    block.unseen = _is_unseen(layout, line)
    block.height_share = line.y0 / max(1.0, layout.height)
    block.close()
    return block


def _is_unseen(layout: PageLayout, line: Line) -> bool:
    """Whether a line is nearly white and stands on nothing that the page draws."""
    if min(line.color >> 16, (line.color >> 8) & 0xFF, line.color & 0xFF) < NEARLY_WHITE:
        return False
    grounds = [box for box, _ in layout.bands] + layout.frames + [o.box for o in layout.ornaments]
    grounds += [picture.box for picture in layout.pictures] + [table.box for table in layout.tables]
    return not any(overlap_share(line.box, box) > 0 for box in grounds)


def _text_start(line: Line, marker: str) -> float:
    """x of the text after the marker."""
    length = sum(not char.isspace() for char in marker)
    seen = 0
    for word in line.words:
        if seen >= length:
            return word.x0
        seen += len(word.text)
        if seen > length:
            share = (length - (seen - len(word.text))) / max(1, len(word.text))
            return word.x0 + share * (word.x1 - word.x0)
    return line.x1


def _frame_of(layout: PageLayout, line: Line) -> Box | None:
    x, y = center(line.box)
    inside = [box for box in layout.frames if contains_point(box, x, y)]
    return min(inside, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]), default=None)


def _begins(
    line: Line, block: Block, frame: Box | None, edge: float, typography: Typography, layout: PageLayout
) -> bool:
    """Whether a line begins a new block after `block`."""
    last = block.lines[-1]
    if frame != block.frame or line.page != last.page or line.contents is not None or last.contents is not None:
        return True
    other_type = abs(line.size - last.size) > max(0.35, SAME_SIZE * last.size) and not _same_type(line, last)
    if other_type and not (_same_type(last, line) and _is_full(last, line, edge)):
        return True
    if line.bold != last.bold and not (line.lead_bold == last.bold and len(line.text) <= 2):
        # A paragraph may begin bold and go on plain, or end in a bold word; a heading is bold throughout.
        if last.bold and not line.lead_bold and len(block.lines) == 1 and not _is_full(last, line, edge):
            return True
        if line.bold and not _is_full(last, line, edge):
            return True
    if last.style.italic and not line.style.italic and len(block.lines) == 1 and not _is_full(last, line, edge):
        return True
    distance = line.base - last.base
    if distance < 0.5 * line.size:
        return abs(line.base - last.base) > 0.5 * line.size or line.x0 - last.x1 > 2.5 * line.size
    leading = typography.leading_of(line.size)
    wide = distance > (leading * WIDER_LEADING if leading is not None else USUAL_LEADING * line.size) + 0.3
    if wide and not _stretched(layout, line, last, distance):
        return True
    if block.band is not None and band_of(layout, line) is None:
        return True
    if block.underlined and last is not block.lines[0]:
        return True
    full = _is_full(last, line, edge, layout)
    full = full or _is_wrapped_heading(line, last, block, distance, typography)
    if _starts_item(line, block, last, full, layout):
        return True
    if is_caption(line.text) and not full:
        return True
    if line.text.startswith(NOTE_SIGNS) and (not full or abs(line.x0 - block.x0) < NOTE_INDENT * line.size):
        return True
    if line.x0 < block.x0 - 1.5 * line.size and block.marker is None and len(block.lines) > 1:
        return True
    if abs(center(line.box)[0] - center(last.box)[0]) < 2 and abs(line.x0 - last.x0) > line.size:
        # Two centred lines: a wrapped caption or title, unless the upper one was short.
        return not full and len(last.text) < 0.6 * len(line.text)
    return not full and (wide or not _is_line_break(line, last, block, typography))


def _is_wrapped_heading(line: Line, last: Line, block: Block, distance: float, typography: Typography) -> bool:
    """Whether two lines of large type set tight are one heading, which authors break where it reads well."""
    large = line.size >= LARGE_TYPE * typography.body_size and line.bold == last.bold
    return (
        large
        and distance <= TIGHT_HEADING * line.size
        and abs(line.x0 - last.x0) < 2.5 * line.size
        and len(block.lines) < 3
    )


def _is_line_break(line: Line, last: Line, block: Block, typography: Typography) -> bool:
    """Whether a line goes on with its paragraph although the one above ended early."""
    if not typography.spaced or typography.leading_of(line.size) is None or is_caption(last.text):
        return False
    expected = block.text_x if block.marker is not None else block.lines[-1].x0
    return line.bold == last.bold and abs(line.x0 - expected) <= 0.6 * line.size


def _same_type(line: Line, last: Line) -> bool:
    """Whether two lines share a type size although most of their characters do not (inline code, small print)."""
    sizes = {round(word.size, 1) for word in line.words}
    return round(last.size, 1) in sizes and len(line.words) > 2


def _stretched(layout: PageLayout, line: Line, last: Line, distance: float) -> bool:
    """Whether a tall inline icon pushed two wrapped lines apart."""
    if distance > 5 * line.size:
        return False
    return any(
        not p.background
        and p.box[1] < line.y1
        and p.box[3] > last.y0
        and p.box[3] - p.box[1] <= 4 * line.size
        and (_on_row(p.box, line) or _on_row(p.box, last))
        for p in layout.pictures
    )


def _on_row(box: Box, line: Line) -> bool:
    middle = line.base - 0.4 * line.size
    return box[1] <= middle <= box[3] and box[2] > line.x0 - 3 * line.size and box[0] < line.x1 + 3 * line.size


def _is_full(last: Line, line: Line, edge: float, layout: PageLayout | None = None) -> bool:
    """Whether the next line's first word would not have fitted at the end of the last line."""
    reach, lead = last.x1, _first_width(line)
    if layout is not None:
        for picture in layout.pictures:
            box = picture.box
            if picture.background or box[3] - box[1] > 4 * line.size:
                continue
            if _on_row(box, last) and box[0] >= last.x1 - 2:
                reach = max(reach, box[2])
            if _on_row(box, line) and box[2] <= line.x0 + 2:
                lead += box[2] - box[0]
    return reach + lead > edge - FITS * line.size


def _first_width(line: Line) -> float:
    text = line.text
    if not text:
        return 0.0
    end = 0
    while end < len(text) and text[end] in _OPENERS:
        end += 1
    if end < len(text) and is_cjk(text[end]):
        end += 1
    else:
        while end < len(text) and not text[end].isspace() and not is_cjk(text[end]) and text[end] not in _OPENERS:
            end += 1
    while end < len(text) and text[end] in FORBIDDEN_AT_LINE_START:
        end += 1
    return sum(line.size if ord(char) > 0x2E7F else 0.52 * line.size for char in text[:end])


def _starts_item(line: Line, block: Block, last: Line, full: bool, layout: PageLayout) -> bool:
    """Whether a line begins a list item (or numbered heading) rather than going on with a sentence that begins like
    one."""
    if dot_of(layout, line) is not None or badge_marker(line, layout.badges) is not None:
        return True
    marker = split_marker(line.text)
    if marker is None:
        return False
    if not full:
        return True
    ended = last.text.rstrip()[-1:] in _SENTENCE_END
    if block.marker is not None and not block.dotted:
        if line.x0 >= block.text_x - 0.3 * line.size and not ended:
            return False
        return line.x0 <= block.x0 + 0.7 * line.size or ended
    return ended or line.x0 > block.x0 + 0.8 * line.size


MONOSPACED, FEWEST_CODE_WORDS = 0.06, 3
"""Relative scatter of character widths below which a text is typewriter type, and how many different words show it."""


def is_code(blocks: Sequence[Block]) -> bool:
    """Whether the blocks of a box are code: typewriter type, told by letters of one width whatever the font is called.

    All of the box is looked at: two words of ordinary type are often equally wide.
    """
    lines = [line for block in blocks for line in block.lines]
    widths = {
        word.text: (word.x1 - word.x0) / len(word.text) / word.size
        for line in lines
        for word in line.words
        if len(word.text) >= 5 and word.text.isascii()
    }
    if len(widths) < FEWEST_CODE_WORDS or sum(len(line.text) for line in lines if line.text.isascii()) < 8:
        return False
    middle = sorted(widths.values())[len(widths) // 2]
    return sum(abs(width - middle) <= MONOSPACED * middle for width in widths.values()) >= 0.8 * len(widths)


def join_code(blocks: list[Block]) -> list[Block]:
    """Blocks with the lines of one code box joined into one block that keeps its line breaks."""
    joined: list[Block] = []
    boxed: dict[tuple[int, Box], list[Block]] = {}
    for block in blocks:
        if block.is_text and block.frame is not None:
            boxed.setdefault((block.page, block.frame), []).append(block)
    code_frames = {place for place, inside in boxed.items() if is_code(inside) or any(map(_typed, inside))}
    for block in blocks:
        above = joined[-1] if joined else None
        place = (block.page, block.frame) if block.frame is not None else None
        if block.is_text and place in code_frames:
            block.extra["code"] = True
            block.breaks.update(range(1, len(block.lines)))
            if above is not None and above.extra.get("code") and (above.page, above.frame) == place:
                above.breaks.add(len(above.lines))
                above.breaks.update(len(above.lines) + position for position in block.breaks)
                above.lines += block.lines
                above.close()
                continue
        joined.append(block)
    return joined


def _typed(block: Block) -> bool:
    return all(TYPEWRITER.search(line.style.font) for line in block.lines)


def join_over_breaks(blocks: list[Block]) -> list[Block]:
    """Blocks with paragraphs joined that a column or page end had cut: the last line was full and no sentence had
    ended."""
    joined: list[Block] = []
    for block in blocks:
        # Pictures and captions often stand between the two halves; only what ends a column is looked at.
        target = next((b for b in reversed(joined) if b.is_text), None) if block.is_text else None
        if target is not None and joined[-1] is target and _continues_over_break(target, block):
            target.lines += block.lines
            target.extra["joined"] = True
            continue
        joined.append(block)
    return joined


def _continues_over_break(upper: Block, lower: Block) -> bool:
    last, first = upper.lines[-1], lower.lines[0]
    new_place = last.page != first.page or first.y0 < last.y0 - 3 * first.size or first.x0 > last.x1
    if not new_place or upper.contents or lower.contents or first.page - last.page > 1:
        return False
    if first.page == last.page and abs(first.base - last.base) < 0.5 * first.size:
        # Two pieces of one row ("Front panel", "Rear panel") are no column and its continuation.
        return False
    if lower.marker is not None or lower.band is not None or upper.band is not None or upper.underlined:
        return False
    if abs(last.size - first.size) > SAME_SIZE * last.size or last.bold != first.bold or is_caption(lower.text):
        return False
    if (upper.frame is None) != (lower.frame is None):
        return False
    if last.text.rstrip()[-1:] in "。．.!?！？:：】":
        return False
    expected = upper.text_x if upper.marker is not None else upper.column[0]
    indent = first.x0 - lower.column[0]
    if indent > expected - upper.column[0] + 1.5 * first.size:
        return False
    return _is_full(last, first, upper.right)
