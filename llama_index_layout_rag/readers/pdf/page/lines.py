"""Words become lines by their position on the page, never by their order in the stream.

A *line* is a row of words that belong together: a gap wider than
a column gap or a ruling line between two words divides a row into two lines.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from llama_index_layout_rag.layout.boxes import Box
from llama_index_layout_rag.layout.markers import continues, split_marker
from llama_index_layout_rag.readers.pdf.extract import UPRIGHT, Glyphs, RawPage, TextStyle, fold_radicals, symbol_text
from llama_index_layout_rag.readers.pdf.page.words import Word, words_text

COLUMN_GAP = 2.2
"""Em between two words that belong to different lines: side-by-side captions were 2.4 em apart, justified words up
to 1.5."""

CHANNEL_GAP, CHANNEL_ROWS, CHANNEL_SHARE, MAX_CHANNELS = 0.9, 8, 0.75, 4
"""A narrower gap (in em) divides columns where at least so many rows, and this share of those that reach over it,
have one at the same place; columns of handbooks are 1.2 to 2 em apart."""

NARROW_ROWS, NARROWEST_TEXT = 4, 6.0
"""Rows of a channel in which the gap is so narrow that it would not divide them by itself: wide gaps alone are those of
tables and forms. Left of it most rows have text as wide as so many em: markers and line numbers are less."""

NEXT_MARKER_GAP = 0.6
"""Em before the next number of a list ("1. Open … 2. Close …", "(a) … (b) …") from which it begins a line of its own."""

MARKER_GAP = 6.0
"""Em between a list marker and its text, which is set at a tab stop."""

SAME_ROW_OVERLAP = 0.5
"""Share of the lower height that two words of one row have in common; raised and lowered figures pass."""

SAME_BASELINE = 0.25
"""Em by which baselines of words of one size and row may differ; columns of different leading drift apart by more."""

_VERTICAL_SAMPLE = 600
"""Number of glyphs from which the writing direction is inferred."""

_VERTICAL_SHARE = 0.6
"""Share of neighbouring glyphs that are below each other on a page of vertical writing."""


@dataclass(slots=True)
class Line:
    """A line of text.

    Attributes:
        words: Left to right.
        text: Words with blanks between them where the page shows some; radicals folded to ordinary ideographs.
        original: The text before folding where it differs.
        box: Cell of the line: left and right edge of its ink, em box in height.
        base: y of the baseline.
        size: Type size of most of its characters, points.
        style: The style of most of its characters.
        bold: Whether (nearly) all its letters are bolder than the document's text; set by `weights.mark_bold`.
        lead_bold: Whether its first word is.
        turn: Direction of its text; UPRIGHT for nearly all.
        mcids: Marked-content ids of its words.
        contents: (entry, page label) if it is a line of a contents page.
        caption: Whether it is the caption of a part of a figure: "(a) …" below a picture.
    """

    page: int
    words: list[Word]
    text: str
    box: Box
    base: float
    size: float
    style: TextStyle
    bold: bool = False
    lead_bold: bool = False
    turn: int = UPRIGHT
    mcids: frozenset[int] = field(default_factory=frozenset)
    original: str | None = None
    contents: tuple[str, str | None] | None = None
    caption: bool = False

    @property
    def color(self) -> int:
        """Colour of the type."""
        return self.style.color

    @property
    def x0(self) -> float:
        """Left edge in points."""
        return self.box[0]

    @property
    def x1(self) -> float:
        """Right edge in points."""
        return self.box[2]

    @property
    def y0(self) -> float:
        """Upper edge in points."""
        return self.box[1]

    @property
    def y1(self) -> float:
        """Lower edge in points."""
        return self.box[3]


def is_vertical(glyphs: Glyphs, styles: Sequence[TextStyle]) -> bool:
    """Return whether the page is in Japanese vertical writing."""
    sample = glyphs[:_VERTICAL_SAMPLE]
    upright = np.array([style.turn == UPRIGHT for style in styles] + [False])
    seen = (sample.codes != 0x20) & (sample.style >= 0) & upright[sample.style]
    size = np.array([style.size for style in styles] + [0.0])[sample.style[1:]]
    pair = seen[1:] & seen[:-1]
    dx, dy = np.abs(np.diff(sample.x0)), np.diff(sample.base)
    below = pair & (dx < 0.3 * size) & (dy > 0.5 * size) & (dy < 1.6 * size)
    down = int(np.count_nonzero(below))
    across = int(np.count_nonzero(pair & ~below & (np.abs(dy) < 0.3 * size)))
    return down > 10 and down > _VERTICAL_SHARE * (down + across)


def build_lines(
    words: Iterable[Word], page: RawPage, upright_rules: Sequence[Box] = (), fillers: Sequence[Box] = ()
) -> list[Line]:
    """Return the lines of one page, from top to bottom and left to right.

    Args:
        words: Words of the page.
        page: For number and styles.
        upright_rules: Vertical ruling lines; a line never crosses one.
        fillers: Boxes of pictures; a gap that an inline icon fills does not divide a line.
    """
    rows = _rows(words)
    rules = sorted(upright_rules)
    starts = [rule[0] for rule in rules]
    lines: list[Line] = []
    for row in rows:
        row.sort(key=lambda word: word.x0)
    channels = _channels(rows, rules, starts)
    for row in rows:
        for part in _split_row(row, rules, starts, fillers, channels):
            # A word of another column that is as high as two lines may have held them together.
            pieces = _rows(part) if len(part) < len(row) else [part]
            lines += [line_of(sorted(piece, key=lambda word: word.x0), page) for piece in pieces]
    return lines


def _rows(words: Iterable[Word]) -> list[list[Word]]:
    rows: list[tuple[float, float, list[Word]]] = []
    open_rows: list[int] = []
    for word in sorted(words, key=lambda w: w.y0 + w.y1):
        height = word.y1 - word.y0
        best, best_overlap = -1, 0.0
        for index in open_rows:
            top, bottom, _ = rows[index]
            if abs(bottom - top - height) < 0.15 * height and abs(bottom - word.y1) > SAME_BASELINE * height:
                continue
            overlap = (min(bottom, word.y1) - max(top, word.y0)) / max(0.01, min(height, bottom - top))
            if overlap >= SAME_ROW_OVERLAP and overlap > best_overlap:
                best, best_overlap = index, overlap
        if best < 0:
            rows.append((word.y0, word.y1, [word]))
            open_rows.append(len(rows) - 1)
        else:
            top, bottom, members = rows[best]
            members.append(word)
            # The row takes the height of its largest type, so that a raised figure does not drag it upwards.
            if height > bottom - top:
                rows[best] = (word.y0, word.y1, members)
        open_rows = [index for index in open_rows if rows[index][1] > word.y0 - height]
    return [members for _, _, members in rows]


def _split_row(
    row: list[Word],
    rules: Sequence[Box],
    starts: Sequence[float],
    fillers: Sequence[Box],
    channels: Sequence[float] = (),
) -> Iterable[list[Word]]:
    part = [row[0]]
    reach = row[0].x1
    for word in row[1:]:
        gap = word.x0 - reach
        size = min(max(part[-1].size, 1.0), max(word.size, 1.0))
        # Lines of two columns at almost equal height are closer than columns usually are.
        uneven = abs(part[-1].base - word.base) > 0.06 * size and abs(part[-1].size - word.size) < 0.1 * size
        wide = gap > (COLUMN_GAP / 2 if uneven else COLUMN_GAP) * size and not _filled(reach, word, size, fillers)
        wide = wide or (gap > CHANNEL_GAP * size and any(reach <= x <= word.x0 for x in channels))
        wide = wide or (gap > NEXT_MARKER_GAP * size and _begins_next_item(part, word, row))
        if wide and gap <= MARKER_GAP * size and _is_marker("".join(w.text for w in part)):
            wide = False
        if wide or (rules and _crosses(reach, word, rules, starts)):
            yield part
            part = [word]
        else:
            part.append(word)
        reach = max(reach, word.x1)
    yield part


def _channels(rows: Sequence[Sequence[Word]], rules: Sequence[Box], starts: Sequence[float]) -> list[float]:
    """Return x of the white channels between columns that are closer than columns usually are.

    Where nearly all rows with words on both sides of an x have a gap there, the gap is no word space. Beside short lines and
    before indented ones it is as wide as that of other columns. A gap with a rule in it belongs to a table.
    """
    gaps: list[tuple[float, float, int, bool]] = []
    for number, row in enumerate(rows):
        reach = row[0].x1
        for left, right in pairwise(row):
            reach = max(reach, left.x1)
            if right.x0 - reach > CHANNEL_GAP * left.size and not (rules and _crosses(reach, right, rules, starts)):
                gaps.append((reach, right.x0, number, right.x0 - reach <= COLUMN_GAP * left.size))
    found: list[float] = []
    while len(gaps) >= CHANNEL_ROWS and len(found) < MAX_CHANNELS:
        x, covered = _most_covered(gaps)
        if covered < CHANNEL_ROWS:
            break
        here = [gap for gap in gaps if gap[0] <= x <= gap[1]]
        narrow = sum(gap[3] for gap in here)
        texts = sum(x - rows[gap[2]][0].x0 > NARROWEST_TEXT * rows[gap[2]][0].size for gap in here)
        spanning = sum(row[0].x0 < x - row[0].size and row[-1].x1 > x + row[0].size for row in rows)
        if narrow >= NARROW_ROWS and covered >= CHANNEL_SHARE * spanning and 2 * texts > len(here):
            found.append(x)
        gaps = [gap for gap in gaps if not gap[0] <= x <= gap[1]]
    return found


def _most_covered(gaps: Sequence[tuple[float, float, int, bool]]) -> tuple[float, int]:
    """Return the x that most gaps cover, and their number."""
    marks = sorted([(gap[0], 0, 1) for gap in gaps] + [(gap[1], 1, -1) for gap in gaps])
    best, best_x, depth = 0, 0.0, 0
    for position, (x, _, step) in enumerate(marks):
        depth += step
        if depth > best:
            best, best_x = depth, (x + marks[position + 1][0]) / 2
    return best_x, best


def _begins_next_item(part: Sequence[Word], word: Word, row: Sequence[Word]) -> bool:
    """Return whether a word of a row is the marker that follows the one the part before it begins with."""
    if len(part) < 2 or not word.text or word.text[0].isalpha() or len(word.text) > 6:
        return False
    current = split_marker(word.text + " x")
    if current is None or current.rest != "x" or current.value is None or word is row[-1]:
        return False
    first = split_marker(words_text(part))
    return first is not None and continues(first, current) and len(first.rest) > 1


def _is_marker(text: str) -> bool:
    marker = split_marker(text + " x") if len(text) <= 6 else None
    return marker is not None and marker.rest == "x"


def _filled(reach: float, word: Word, size: float, fillers: Sequence[Box]) -> bool:
    middle = (word.y0 + word.y1) / 2
    # A picture under the word is the background of a heading, and no icon before it.
    behind = (word.x0 + word.x1) / 2
    inside = [box for box in fillers if box[1] <= middle <= box[3] and reach - 1 < box[2] and box[0] < word.x0 + 1]
    inside = [box for box in inside if box[2] < behind]
    if not inside:
        return False
    covered = reach
    for box in sorted(inside):
        if box[3] - box[1] > 6 * size or box[0] - covered > COLUMN_GAP * size:
            return False
        covered = max(covered, box[2])
    return word.x0 - covered <= COLUMN_GAP * size


def _crosses(reach: float, word: Word, rules: Sequence[Box], starts: Sequence[float]) -> bool:
    middle = (word.y0 + word.y1) / 2
    low, high = min(reach, word.x0) - 1.0, max(reach, word.x0) + 1.0
    for index in range(bisect_left(starts, low - 3.0), len(rules)):
        rule = rules[index]
        if rule[0] > high:
            return False
        if low <= (rule[0] + rule[2]) / 2 <= high and rule[1] <= middle <= rule[3]:
            return True
    return False


def line_of(words: list[Word], page: RawPage) -> Line:
    """Return the line that the words of one row form."""
    style, size = _usual_style(words, page.styles)
    main = [word for word in words if word.size >= 0.8 * size] or words
    box = (
        min([word.x0 for word in words]),
        min([word.y0 for word in main]),
        max([word.x1 for word in words]),
        max([word.y1 for word in main]),
    )
    for word in words:
        if len(word.text) <= 2 or "\uf000" <= word.text[0] <= "\uf0ff":
            word.text = symbol_text(word.text, page.styles[next(iter(word.styles))].font)
    mcids = frozenset([word.mcid for word in words if word.mcid >= 0])
    original = words_text(words)
    text = fold_radicals(original)
    return Line(
        page.number,
        words,
        text,
        box,
        main[0].base,
        size,
        style,
        mcids=mcids,
        original=original if text != original else None,
    )


def _usual_style(words: Sequence[Word], styles: Sequence[TextStyle]) -> tuple[TextStyle, float]:
    """Return the style of most characters, and the size of most."""
    if len(words) == 1 and len(words[0].styles) == 1:
        style = styles[next(iter(words[0].styles))]
        return style, style.size
    counts: dict[int, int] = {}
    for word in words:
        for index, count in word.styles.items():
            counts[index] = counts.get(index, 0) + count
    sizes: dict[float, int] = {}
    for index, count in counts.items():
        points = styles[index].size
        sizes[points] = sizes.get(points, 0) + count
    return styles[max(counts, key=counts.__getitem__)], max(sizes, key=sizes.__getitem__)
