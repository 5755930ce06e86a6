"""The printed line that an icon stands in, and the place in it.

Layout elements are whole paragraphs, items and tables; where in them an icon stands is seen from the characters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from llama_index_layout_rag.layout import Box
from llama_index_layout_rag.layout.boxes import height
from llama_index_layout_rag.readers.pdf import Glyph

SAME_LINE = 3.0
"""Points by which baselines of one line differ."""

LEAST_WORDS = 3
"""Characters; a cell that says less beside its icon ("［ ］ボ") is read on into the next cell."""

LEAST_ROW_WORDS = 10
"""Characters; where the icon's line and the next cell's say less, the next cell's neighbouring line is read as well."""

ABOVE = 24.0
"""Points; an icon alone on a wrapped line belongs to the line so far above it."""

WORD_GAP = 0.3
"""Part of the character height: a wider gap between two characters is a blank."""

_BRACKETS = re.compile(r"[\s［］\[\]（）()「」『』【】<>]")
_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True)
class LinePlace:
    """A printed line as the text before and behind an icon."""

    before: str
    after: str

    @property
    def text(self) -> str:
        return _BLANKS.sub(" ", f"{self.before} {self.after}").strip()


def line_of_icon(glyphs: Sequence[Glyph], box: Box) -> LinePlace | None:
    """The line of a page that an icon stands in; None where no character stands on its height.

    Of several lines (an icon in a table cell is higher than a line) the nearest to the icon wins, and the lines of the
    neighbouring cells on the same height belong to it. An icon alone on its line belongs to the line above.

    Args:
        glyphs: Characters of the page.
        box: Box of the icon in points, origin top left.
    """
    lines: dict[int, list[Glyph]] = {}
    for glyph in glyphs:
        middle = (glyph[2] + glyph[4]) / 2
        if box[1] - 2 <= middle <= box[3] + 2 and not glyph[0].isspace():
            key = next((k for k in lines if abs(k - round(glyph[5])) <= SAME_LINE), round(glyph[5]))
            lines.setdefault(key, []).append(glyph)
    if not lines:
        above = (box[0], box[1] - ABOVE, box[2], box[1])
        reaches = any(above[1] - 2 <= (g[2] + g[4]) / 2 <= above[3] and not g[0].isspace() for g in glyphs)
        line = line_of_icon(glyphs, above) if reaches else None
        return LinePlace(before=f"{line.before}{line.after}", after="") if line is not None else None
    chosen = min(lines.values(), key=lambda line: _distance(line, box))
    others = [line for line in lines.values() if line is not chosen]
    x = (box[0] + box[2]) / 2
    own = sorted([*_beside(chosen, others, left=True), *chosen], key=lambda glyph: glyph[1])
    before = [g for g in own if (g[1] + g[3]) / 2 < x]
    after = [[g for g in own if (g[1] + g[3]) / 2 >= x]]
    cut_short = _words(chosen) < LEAST_WORDS
    while following := _beside(chosen, others, left=False):
        overlaps = abs(following[0][5] - chosen[0][5]) < chosen[0][4] - chosen[0][2]
        enough = sum(map(_words, [before, *after])) >= LEAST_ROW_WORDS
        if (len(after) > 1 or not overlaps) and (enough or not cut_short):
            break
        after.append(following)
        others = [line for line in others if following[0] not in line]
    return LinePlace(before=_text(before), after=" ".join(_text(sorted(part, key=lambda g: g[1])) for part in after))


def _beside(chosen: Sequence[Glyph], others: Sequence[Sequence[Glyph]], left: bool) -> list[Glyph]:
    """The line of the next table cell on one side; cells of a row are centred each on its own, so it may be shifted."""
    edge = min(g[1] for g in chosen) if left else max(g[3] for g in chosen)
    parts = [[g for g in line if (g[3] <= edge if left else g[1] >= edge)] for line in others]
    filled = [part for part in parts if part]
    return min(filled, key=lambda part: abs(part[0][5] - chosen[0][5])) if filled else []


def _words(line: Sequence[Glyph]) -> int:
    return len(_BRACKETS.sub("", "".join(g[0] for g in line)))


def _distance(line: Sequence[Glyph], box: Box) -> float:
    gaps = [max(box[0] - g[3], g[1] - box[2], 0.0) for g in line]
    middle = sum((g[2] + g[4]) / 2 for g in line) / len(line)
    off = abs(middle - (box[1] + box[3]) / 2)
    return min(gaps) + (off if off > 0.5 * height(box) or height(box) > 20 else 0.5 * off)


def _text(glyphs: Sequence[Glyph]) -> str:
    parts: list[str] = []
    for index, glyph in enumerate(glyphs):
        if index and glyph[1] - glyphs[index - 1][3] > WORD_GAP * (glyph[4] - glyph[2]):
            parts.append(" ")
        parts.append(glyph[0])
    return "".join(parts)
