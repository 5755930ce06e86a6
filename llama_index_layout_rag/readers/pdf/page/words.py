"""Glyphs become words: runs of glyphs without a visible gap, by their position on the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from llama_index_layout_rag.layout.boxes import Box
from llama_index_layout_rag.layout.writing import is_japanese
from llama_index_layout_rag.readers.pdf.extract import (
    HAS_RIGHT_TO_LEFT,
    Glyph,
    Glyphs,
    TextStyle,
    logical_text,
    text_of_codes,
)

WORD_GAP = 0.28
"""Em between two glyphs of one word; the blank of most fonts is 0.25 to 0.33 em wide."""

BACKWARDS = 0.6
"""Em by which a glyph may overlap the one before it; more begins a new word."""

WORD_BASELINE = 0.2
"""Em by which the baselines of two neighbouring glyphs of one word differ at most."""

SAME_PLACE = 0.1
"""Em between two strikes of one character, a way to print it bold."""


@dataclass(slots=True)
class Word:
    """A run of glyphs.

    `styles` counts characters by style index; `space_after` is set if PDFium saw a blank after it, `typed_space`
    if the file has one; `ruby` holds ideographs of the word with their readings.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    size: float
    text: str
    styles: dict[int, int]
    mcid: int = -1
    space_after: bool = False
    typed_space: bool = False
    doubled: bool = False
    ruby: tuple[tuple[str, str], ...] = ()

    @property
    def box(self) -> Box:
        """Return the box in points, origin top left."""
        return self.x0, self.y0, self.x1, self.y1


def left_to_right(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """Return glyphs with runs of Hebrew and Arabic in visual order; PDFium gives them in reading order."""
    ordered: list[Glyph] = []
    run: list[Glyph] = []
    for glyph in glyphs:
        if HAS_RIGHT_TO_LEFT.match(glyph[0]) or (run and glyph[0].isspace()):
            if run and glyph[6] >= 0 and abs(glyph[5] - run[0][5]) > 0.5 * (glyph[4] - glyph[2]):
                ordered += run[::-1]
                run = []
            run.append(glyph)
            continue
        ordered += run[::-1]
        run = []
        ordered.append(glyph)
    return ordered + run[::-1]


def build_words(glyphs: Glyphs, styles: Sequence[TextStyle]) -> list[Word]:
    """Return the words of one page or direction in stream order; doubled glyphs count once, as bold."""
    sizes = np.array([style.size for style in styles], dtype=np.float64)
    twice = _struck_twice(glyphs, sizes)
    once = glyphs.where(~twice) if twice.any() else glyphs
    blank = _blanks(once)
    place = np.flatnonzero(~blank)
    if not len(place):
        return []
    inked = once.where(place)
    starts = _word_starts(inked, np.cumsum(blank)[place], sizes)
    words = _words(inked, starts, sizes)
    _mark_blanks(words, once, blank, place[np.append(starts[1:], len(place)) - 1])
    if twice.any():
        struck = np.searchsorted(place, np.cumsum(~twice)[twice] - 1)
        for number in np.searchsorted(starts, struck, side="right") - 1:
            words[number].doubled = True
    return _without_doubles(words)


def _blanks(glyphs: Glyphs) -> np.ndarray:
    codes = glyphs.codes
    return (codes == 0x20) | (glyphs.style < 0) | (codes == 0xA0) | (codes == 0x3000)


def _struck_twice(glyphs: Glyphs, sizes: np.ndarray) -> np.ndarray:
    """Return which characters are printed over an equal one."""
    same = glyphs.codes[1:] == glyphs.codes[:-1]
    if same.any():
        reach = SAME_PLACE * sizes[glyphs.style[1:]]
        same &= (np.abs(np.diff(glyphs.x0)) < reach) & (np.abs(np.diff(glyphs.base)) < reach)
        same &= ~_blanks(glyphs)[1:]
    return np.append(np.zeros(min(1, len(glyphs)), dtype=bool), same)


def _word_starts(inked: Glyphs, blanks_before: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Return the indices of the characters that begin a word."""
    size = sizes[inked.style[1:]]
    gap = inked.x0[1:] - inked.x1[:-1]
    begins = (gap < -BACKWARDS * size) | (gap > WORD_GAP * size) | (np.diff(blanks_before) > 0)
    begins |= np.abs(np.diff(inked.base)) > WORD_BASELINE * size
    return np.append(0, np.flatnonzero(begins) + 1)


def _words(inked: Glyphs, starts: np.ndarray, sizes: np.ndarray) -> list[Word]:
    ends = np.append(starts[1:], len(inked))
    text, style = text_of_codes(inked.codes), inked.style
    one_style = (np.minimum.reduceat(style, starts) == np.maximum.reduceat(style, starts)).tolist()
    spans = zip(starts.tolist(), ends.tolist(), style[starts].tolist(), one_style, strict=True)
    columns = (
        inked.x0[starts],
        np.minimum.reduceat(inked.y0, starts),
        np.maximum.reduceat(inked.x1, starts),
        np.maximum.reduceat(inked.y1, starts),
        inked.base[starts],
        sizes[style[starts]],
        inked.mcid[starts],
    )
    # Words of one style and length share their count: nobody changes it, and a manual has a million words.
    shared: dict[tuple[int, int], dict[int, int]] = {}
    return [
        Word(
            x0,
            y0,
            x1,
            y1,
            base,
            size,
            text[start:end],
            shared.setdefault((first, end - start), {first: end - start})
            if plain
            else _style_counts(style[start:end].tolist()),
            mcid,
        )
        for (start, end, first, plain), x0, y0, x1, y1, base, size, mcid in zip(
            spans, *(column.tolist() for column in columns), strict=True
        )
    ]


def _style_counts(styles: Sequence[int]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for style in styles:
        counts[style] = counts.get(style, 0) + 1
    return counts


def _mark_blanks(words: Sequence[Word], glyphs: Glyphs, blank: np.ndarray, last: np.ndarray) -> None:
    """Set the blanks after each word; `last` are the indices of their last characters among all glyphs."""
    following = np.minimum(last + 1, len(blank) - 1)
    spaced = blank[following]
    typed = spaced & (glyphs.style[following] >= 0)
    for word, space, by_file in zip(words, spaced.tolist(), typed.tolist(), strict=True):
        if space:
            word.space_after, word.typed_space = True, by_file


def _without_doubles(words: list[Word]) -> list[Word]:
    seen: dict[tuple[str, int, int], Word] = {}
    kept = []
    for word in words:
        place = word.text, round(word.x0 / 1.5), round(word.base / 1.5)
        first = seen.setdefault(place, word)
        if first is not word:
            if abs(first.x0 - word.x0) < SAME_PLACE * word.size:
                first.doubled = True
                continue
            seen[place] = word
        kept.append(word)
    return kept


def words_text(words: Sequence[Word]) -> str:
    """Return words from left to right as text, with blanks where the page shows them."""
    pieces: list[str] = []
    previous: Word | None = None
    for word in words:
        if previous is not None and _blank_between(previous, word):
            pieces.append(" ")
        pieces.append(word.text)
        previous = word
    return logical_text("".join(pieces))


def _blank_between(left: Word, right: Word) -> bool:
    gap = right.x0 - left.x1
    size = max(1.0, min(left.size, right.size))
    both_cjk = is_japanese(left.text[-1:]) and is_japanese(right.text[:1])
    if left.typed_space and both_cjk:
        return gap > 0.15 * size
    if left.space_after and not both_cjk:
        return gap > 0.05 * size or gap > -0.1 * size
    return gap > (0.7 if both_cjk else 0.2) * size
