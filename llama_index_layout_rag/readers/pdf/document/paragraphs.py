"""Paragraphs: lines are joined into blocks, within a column and over column and page breaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeAlias

from llama_index_layout_rag.layout.boxes import Box, center, contains_point, overlap_share, union
from llama_index_layout_rag.layout.captions import is_caption
from llama_index_layout_rag.layout.markers import BULLET, ListMarker, split_marker
from llama_index_layout_rag.readers.pdf.document.blocks import Block
from llama_index_layout_rag.readers.pdf.document.columns import Column
from llama_index_layout_rag.readers.pdf.document.continuation import (
    SLACK,
    ColumnContext,
    continues_block,
    is_hyphenated,
    local_right_edges,
    room_after,
    structure_elements,
)
from llama_index_layout_rag.readers.pdf.document.typography import PageItem, Typography
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
"""Share by which the type sizes of one paragraph may differ (rounding of producers)."""

NEARLY_WHITE = 0xF0
"""Red, green and blue from which text does not show on white paper."""

Decision: TypeAlias = Callable[[Line, Block, ColumnContext], bool]
"""Decides whether a line continues a block."""


def build_blocks(
    layout: PageLayout, columns: Sequence[Column[PageItem]], typography: Typography, decide: Decision = continues_block
) -> list[Block]:
    """Return the blocks of one page in reading order.

    Args:
        layout: The page.
        columns: Its columns in reading order.
        typography: The usual typography of the document.
        decide: The decision whether a line continues the block above it.
    """
    context = ColumnContext(layout, typography, tags=structure_elements(layout))
    return [block for column in columns for block in _column_blocks(column, context, decide)]


def _column_blocks(column: Column[PageItem], context: ColumnContext, decide: Decision) -> list[Block]:
    layout, right = context.layout, context.typography.right_of(column, context.layout)
    lines = [item for item in column.items if isinstance(item, Line)]
    context.local_edges = local_right_edges(lines)
    following = {id(line): after for line, after in pairwise(lines)}
    blocks: list[Block] = []
    bottom: float | None = None
    current: Block | None = None
    for item in column.items:
        if not isinstance(item, Line):
            after = following.get(id(current.lines[-1])) if current is not None else None
            block = _object_block(item, layout.number, (column.left, right), current, after)
            block.whole, block.gap_above = column.whole, None if bottom is None else item.box[1] - bottom
            blocks.append(block)
            if not block.inline:
                bottom, current = item.box[3], None
            continue
        frame = _frame_of(layout, item)
        context.edge = frame[2] - 0.5 * item.size if frame is not None else right
        context.following = following.get(id(item))
        if current is not None and _may_continue(item, current, frame) and _continues(item, current, context, decide):
            last = current.lines[-1]
            if room_after(last, item, context.edge, layout) > SLACK * item.size and not is_hyphenated(last, item):
                current.breaks.add(len(current.lines))
            current.lines.append(item)
            current.box = union((current.box, item.box))
            bottom = max(bottom or 0.0, item.y1)
            continue
        current = _text_block(layout, item, column, context.edge, frame)
        current.gap_above = None if bottom is None else item.y0 - bottom
        if blocks:
            blocks[-1].gap_below = current.gap_above
        blocks.append(current)
        bottom = item.y1 if bottom is None else max(bottom, item.y1)
    return blocks


def _may_continue(line: Line, block: Block, frame: Box | None) -> bool:
    last = block.lines[-1]
    return frame == block.frame and line.page == last.page and line.contents is None and last.contents is None


def _continues(line: Line, block: Block, context: ColumnContext, decide: Decision) -> bool:
    last = block.lines[-1]
    if line.base - last.base < 0.5 * line.size:
        # A second piece of the same row; the lines of another column are far away or far above.
        return abs(line.base - last.base) <= 0.5 * line.size and line.x0 - last.x1 <= 2.5 * line.size
    return is_hyphenated(last, line) or decide(line, block, context)


def _object_block(
    item: PageTable | Picture, page: int, column: tuple[float, float], current: Block | None, after: Line | None
) -> Block:
    block = Block(page, [], column, box=item.box, right=column[1])
    if isinstance(item, PageTable):
        block.table = item
    else:
        block.picture, block.inline = item, current is not None and _is_inline(item, current, after)
    return block


def _is_inline(picture: Picture, block: Block, after: Line | None) -> bool:
    """Return whether a picture is an icon in a line of text, or beside the last line of a block or the line after it."""
    x0, y0, x1, y1 = picture.box
    for line in (block.lines[-1], after):
        if line is not None and min(y1, line.y1) - max(y0, line.y0) > 0.5 * line.size and y1 - y0 <= 3.2 * line.size:
            return line is not after or x1 <= line.x0 + 1 or x0 >= line.x1 - 1
    return False


def _text_block(layout: PageLayout, line: Line, column: Column[PageItem], edge: float, frame: Box | None) -> Block:
    block = Block(layout.number, [line], (column.left, edge), column.whole, frame=frame, right=edge)
    block.marker = None if line.caption else split_marker(line.text) or badge_marker(line, layout.badges)
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
    block.update_box()
    return block


def _is_unseen(layout: PageLayout, line: Line) -> bool:
    """Whether a line is nearly white and is on nothing that the page draws."""
    if min(line.color >> 16, (line.color >> 8) & 0xFF, line.color & 0xFF) < NEARLY_WHITE:
        return False
    grounds = [box for box, _ in layout.bands] + layout.frames + [o.box for o in layout.ornaments]
    grounds += [picture.box for picture in layout.pictures] + [table.box for table in layout.tables]
    return not any(overlap_share(line.box, box) > 0 for box in grounds)


def _text_start(line: Line, marker: str) -> float:
    """X of the text after the marker."""
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


MONOSPACED, FEWEST_CODE_WORDS = 0.06, 3
"""Relative scatter of character widths below which a text is typewriter type, and how many different words show it."""


def is_code(blocks: Sequence[Block]) -> bool:
    """Whether the blocks of a box are code: typewriter type, recognised by letters of one width whatever the font is called.

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
            block.code = True
            block.breaks.update(range(1, len(block.lines)))
            if above is not None and above.code and (above.page, above.frame) == place:
                above.breaks.add(len(above.lines))
                above.breaks.update(len(above.lines) + position for position in block.breaks)
                above.lines += block.lines
                above.update_box()
                continue
        joined.append(block)
    return joined


def _typed(block: Block) -> bool:
    return all(TYPEWRITER.search(line.style.font) for line in block.lines)


def join_over_breaks(blocks: list[Block]) -> list[Block]:
    """Blocks with paragraphs joined that a column or page end had cut: the last line was full and no sentence had ended."""
    joined: list[Block] = []
    for block in blocks:
        # Pictures and captions often are between the two halves; only what ends a column is looked at.
        target = next((b for b in reversed(joined) if b.is_text), None) if block.is_text else None
        if target is not None and joined[-1] is target and _continues_over_break(target, block):
            target.lines += block.lines
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
    return room_after(last, first, upper.right) <= SLACK * first.size
