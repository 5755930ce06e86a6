"""The decision whether a line continues the block above it: a logistic model of named features.

The weights are fitted by `benchmarks/line_decisions.py` on the lines of documents whose elements are labelled.
"""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from llama_index_layout_rag.layout.boxes import Box, center
from llama_index_layout_rag.layout.captions import is_caption
from llama_index_layout_rag.layout.markers import BULLET, ListMarker, continues, split_marker
from llama_index_layout_rag.layout.normalize import is_cjk
from llama_index_layout_rag.layout.writing import FORBIDDEN_AT_LINE_START
from llama_index_layout_rag.readers.pdf.document.blocks import Block
from llama_index_layout_rag.readers.pdf.document.typography import BLANK_LINE, WIDER_LEADING, Typography
from llama_index_layout_rag.readers.pdf.extract import TYPEWRITER
from llama_index_layout_rag.readers.pdf.page import Line, PageLayout, badge_marker, band_of, dot_of

SLACK = 0.35
"""Em of tolerance in the question whether the next word would have fitted on the line above."""

NEIGHBOURS = 6
"""Lines above and below whose right edges are compared with the right edge of a line."""

USUAL_LEADING = 1.4
"""Line distance in type sizes where the document does not show its own."""

LARGE_TYPE = 1.15
"""Type size relative to the body from which lines are a heading or a title."""

NOTE_SIGNS = ("※", "＊")
"""Signs at the beginning of a note."""

_OPENING_BRACKETS = "「『（【［〔〈《([{"
_CUT_WORD = re.compile(r"[a-z][-‐\u00ad]$")
_STRICT_END = "。．.!?！？"
_BLOCK_ROLES = frozenset({"P", "LBody", "Lbl", "LI", "Caption", "Note", "TOCI", "Title", "BlockQuote", "Code"})


@dataclass
class ColumnContext:
    """What the decision knows of a line's surroundings besides the block.

    Attributes:
        layout: The page.
        typography: The usual typography of the document.
        edge: Right edge of the column, or of the frame that the line is in; points from the left.
        local_edges: Right edge that the neighbouring lines reach, by `id` of the line.
        following: The next line of the column, if any.
        tags: Number of the structure element, by marked-content id.
    """

    layout: PageLayout
    typography: Typography
    edge: float = 0.0
    local_edges: Mapping[int, float] = field(default_factory=dict)
    following: Line | None = None
    tags: Mapping[int, int] = field(default_factory=dict)


def local_right_edges(lines: Sequence[Line]) -> dict[int, float]:
    """Return the right edge that the neighbours of each line reach, by `id` of the line.

    The furthest neighbour is passed over: page numbers, hanging punctuation and one wide line are outliers.
    """
    edges: dict[int, float] = {}
    for index, line in enumerate(lines):
        reached: list[float] = []
        for other in lines[max(0, index - NEIGHBOURS) : index + NEIGHBOURS + 1]:
            if abs(other.size - line.size) < 0.1 * line.size and other.x0 < line.x1 and other.x1 > line.x0:
                insort(reached, other.x1)
        if len(reached) > 2:
            edges[id(line)] = reached[-2]
    return edges


def structure_elements(layout: PageLayout) -> dict[int, int]:
    """Return the number of the innermost paragraph-like structure element of every marked content of a page."""
    tags: dict[int, int] = {}
    for number, node in enumerate(layout.nodes):
        if node.role in _BLOCK_ROLES or node.role[:1] == "H":
            tags.update(dict.fromkeys(node.mcids, number))
    return tags


FEATURES = (
    "bias",
    "next_word_fits",
    "room",
    "next_word_fits_locally",
    "japanese_room",
    "wide_leading",
    "excess_leading",
    "blank_line",
    "wider_than_own_leading",
    "wider_than_next",
    "leading_unknown",
    "aligned",
    "indented",
    "first_line_indent",
    "left_of_block",
    "sentence_end",
    "sentence_end_and_fits",
    "colon",
    "open_end",
    "lower_case",
    "marker",
    "next_marker",
    "marker_in_sentence",
    "drawn_bullet",
    "size_change",
    "bold_begins",
    "bold_ends",
    "style_change",
    "colour_change",
    "large_type",
    "band_ends",
    "same_tag",
    "other_tag",
    "spaced_share",
    "spaced_document",
    "item_block_aligned",
    "typewriter",
)
"""Names of the features, in the order of `continuation_features`."""

WEIGHTS: Mapping[str, float] = {
    "bias": 3.75,
    "next_word_fits": -3.40,
    "room": -0.80,
    "next_word_fits_locally": -1.03,
    "japanese_room": -1.64,
    "wide_leading": -4.09,
    "excess_leading": -0.47,
    "blank_line": 1.06,
    "wider_than_own_leading": -0.20,
    "wider_than_next": -0.53,
    "leading_unknown": -1.45,
    "aligned": 0.74,
    "indented": -1.68,
    "first_line_indent": 0.29,
    "left_of_block": -0.39,
    "sentence_end": -2.46,
    "sentence_end_and_fits": 1.07,
    "colon": -1.91,
    "open_end": 1.02,
    "lower_case": 1.28,
    "marker": -3.20,
    "next_marker": -1.27,
    "marker_in_sentence": 0.28,
    "drawn_bullet": -5.88,
    "size_change": -2.07,
    "bold_begins": -1.00,
    "bold_ends": -0.83,
    "style_change": -0.75,
    "colour_change": -1.08,
    "large_type": 2.15,
    "band_ends": -0.71,
    "same_tag": 3.30,
    "other_tag": -3.64,
    "spaced_share": 2.25,
    "spaced_document": 1.92,
    "item_block_aligned": -0.43,
    "typewriter": 4.58,
}
"""Fitted by `benchmarks/line_decisions.py` on 3,325 labelled lines of 38 documents; see there for precision and recall."""


def continues_block(line: Line, block: Block, context: ColumnContext) -> bool:
    """Return whether a line continues with the block above it.

    Args:
        line: The line, below the last line of the block in the same column.
        block: The block that the lines above form.
        context: The column around it.
    """
    features = continuation_features(line, block, context)
    return sum(WEIGHTS.get(name, 0.0) * value for name, value in zip(FEATURES, features, strict=True) if value) > 0


def continuation_features(line: Line, block: Block, context: ColumnContext) -> list[float]:
    """Return the values of `FEATURES` for a line below a block; all are 0 to 1 or in units of lines or em."""
    last, size, typography = block.lines[-1], line.size, context.typography
    room = room_after(last, line, context.edge, context.layout) / size
    local = min(context.edge, context.local_edges.get(id(last), context.edge))
    local_room = room_after(last, line, local, context.layout) / size
    fits, fits_locally = room > SLACK, local_room > SLACK
    usual = typography.leading_of(size)
    leading = usual or USUAL_LEADING * size
    distance = line.base - last.base
    own = last.base - block.lines[-2].base if len(block.lines) > 1 and block.lines[-2].page == last.page else None
    next_distance = context.following.base - line.base if context.following is not None else None
    stretched = distance > WIDER_LEADING * leading and _is_stretched(context.layout, line, last, distance)
    wide = distance > WIDER_LEADING * leading + 0.3 and not stretched
    marker = split_marker(line.text)
    drawn = dot_of(context.layout, line) is not None or badge_marker(line, context.layout.badges) is not None
    opens = marker is not None or line.text.startswith(NOTE_SIGNS) or is_caption(line.text)
    expected = block.text_x if block.marker is not None and len(block.lines) == 1 else last.x0
    dx = (line.x0 - expected) / size
    shift = (line.x0 - last.x0) / size
    end, start = last.text.rstrip()[-1:], line.text[:1]
    ended = end in _STRICT_END
    centred = abs(center(line.box)[0] - center(last.box)[0]) < 2 and abs(line.x0 - last.x0) > size
    first_indent = len(block.lines) == 1 and block.marker is None and -4.2 < shift < -0.5
    own_tags, other_tags = _tags(last, context.tags), _tags(line, context.tags)
    same_type = abs(size - last.size) <= max(0.35, 0.05 * last.size) or _shares_type(line, last)
    style, last_style = line.style, last.style
    same_weight = line.bold == last.bold
    tight = usual is not None and distance <= WIDER_LEADING * leading + 0.3
    break_in_paragraph = fits and tight and same_weight and abs(dx) <= 0.6
    return [
        1.0,
        fits,
        min(max(room, 0.0), 12.0) / 12 if fits else 0.0,
        fits_locally,
        min(max(local_room, 0.0), 6.0) / 6 if fits_locally and end and is_cjk(end) else 0.0,
        wide,
        min(max(distance / leading - 1.0, 0.0), 2.0) if wide else 0.0,
        distance > BLANK_LINE * leading and not stretched,
        own is not None and not stretched and distance > 1.1 * own + 0.3,
        next_distance is not None and not stretched and 0 < next_distance < 0.9 * distance - 0.3,
        usual is None,
        abs(dx) <= 0.4,
        dx > 0.4 and not centred,
        first_indent and not centred,
        line.x0 < block.x0 - 0.5 * size and block.marker is not None,
        ended,
        ended and fits_locally,
        end in ":：",
        end in ",，、-–(（「" or (end.islower() and end.isascii()),
        start.islower() and marker is None,
        opens,
        marker is not None and block.marker is not None and _belongs_to_list(block.marker, marker),
        opens and not ended and not fits_locally,
        drawn,
        not same_type,
        line.bold and not last.bold and fits,
        last.bold and not line.lead_bold and fits,
        style.italic != last_style.italic or (style.font != last_style.font and same_weight),
        style.color != last_style.color,
        same_type and size >= LARGE_TYPE * typography.body_size and distance <= 1.45 * size,
        block.band is not None and band_of(context.layout, line) is None,
        bool(own_tags & other_tags),
        bool(own_tags) and bool(other_tags) and not own_tags & other_tags,
        typography.spaced_share if break_in_paragraph else 0.0,
        break_in_paragraph and typography.spaced_share > 0,
        block.marker is not None and abs(dx) <= 0.6,
        bool(TYPEWRITER.search(style.font)),
    ]


def _belongs_to_list(marker: ListMarker, other: ListMarker) -> bool:
    return continues(marker, other) or marker.style == other.style == BULLET


def _tags(line: Line, tags: Mapping[int, int]) -> set[int]:
    return {tags[mcid] for mcid in line.mcids if mcid in tags} if tags else set()


def _shares_type(line: Line, last: Line) -> bool:
    """Return whether a line has words in the size of the last one (inline code, small print)."""
    return len(line.words) > 2 and round(last.size, 1) in {round(word.size, 1) for word in line.words}


def _is_stretched(layout: PageLayout, line: Line, last: Line, distance: float) -> bool:
    """Return whether a tall inline icon pushed two wrapped lines apart."""
    if distance > 5 * line.size:
        return False
    return any(
        not p.background
        and p.box[1] < line.y1
        and p.box[3] > last.y0
        and p.box[3] - p.box[1] <= 4 * line.size
        and (_is_in_row(p.box, line) or _is_in_row(p.box, last))
        for p in layout.pictures
    )


def _is_in_row(box: Box, line: Line) -> bool:
    middle = line.base - 0.4 * line.size
    return box[1] <= middle <= box[3] and box[2] > line.x0 - 3 * line.size and box[0] < line.x1 + 3 * line.size


def room_after(last: Line, line: Line, edge: float, layout: PageLayout | None = None) -> float:
    """Return the points left at the end of a line if the first word of the next line were moved up to it."""
    reach, needed = last.x1, _first_word_width(line)
    for picture in layout.pictures if layout is not None else ():
        box = picture.box
        if picture.background or box[3] - box[1] > 4 * line.size:
            continue
        if _is_in_row(box, last) and box[0] >= last.x1 - 2:
            reach = max(reach, box[2])
        if _is_in_row(box, line) and box[2] <= line.x0 + 2:
            needed += box[2] - box[0]
    return edge - reach - needed


def is_hyphenated(last: Line, line: Line) -> bool:
    """Return whether a word is divided between two lines."""
    return bool(_CUT_WORD.search(last.text)) and line.text[:1].islower()


def _first_word_width(line: Line) -> float:
    text = line.text
    end = 0
    while end < len(text) and text[end] in _OPENING_BRACKETS:
        end += 1
    if end < len(text) and is_cjk(text[end]):
        end += 1
    else:
        while end < len(text) and not (text[end].isspace() or is_cjk(text[end]) or text[end] in _OPENING_BRACKETS):
            end += 1
    while end < len(text) and text[end] in FORBIDDEN_AT_LINE_START:
        end += 1
    return sum(line.size if ord(char) > 0x2E7F else 0.52 * line.size for char in text[:end])
