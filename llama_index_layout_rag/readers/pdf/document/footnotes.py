"""Footnotes: small print that begins with a mark, and marked notes that the text of the page refers to."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.layout.normalize import fold_text
from llama_index_layout_rag.readers.pdf.document.blocks import Block
from llama_index_layout_rag.readers.pdf.page import Line

SMALL_PRINT = 0.93
"""Type size of footnotes relative to the body."""

MIN_FOOT = 0.6
"""Share of the page's height below which numbered footnotes begin."""

RAISED_SIZE = 0.8
"""Size of a raised number relative to its line."""

_TRAILING_DIGITS = re.compile(r"\d{1,2}$")
_NOTE = any_of(lambda words: words.notices.footnote)
_FOOTNOTE = re.compile(
    rf"^(?:[*＊※†‡§]\s?\d{{0,2}}|{_NOTE}\s?\d{{0,2}}[)）:：]?|\[\d{{1,2}}\]|[(（]{_NOTE}|\d{{1,2}}[)）]\s?|\d{{1,2}}\s+(?=[^\W\d]))"
)
_REFERRED = re.compile(r"^(?:\d{1,2}[)）]|[*＊†‡§])$")
"""Marks that are a list's as well: only a reference in the text makes footnotes of what begins with them."""


def is_footnote(block: Block, body_size: float) -> bool:
    """Whether a block is a footnote: small print that begins with a reference mark."""
    return _is_small(block, body_size) and bool(_FOOTNOTE.match(block.text))


def raised_footnotes(blocks: Sequence[Block], body_size: float) -> frozenset[int]:
    """Return the indexes of numbered blocks at the foot of a column that a raised number in the text refers to."""
    found: set[int] = set()
    for indexes in _by_page(blocks).values():
        raised = {mark for index in indexes for line in blocks[index].lines for mark in _raised_numbers(line)}
        for place, index in enumerate(indexes) if raised else ():
            block, after = blocks[index], blocks[indexes[place + 1]] if place + 1 < len(indexes) else None
            if block.marker is None or block.marker.marker.rstrip(".)") not in raised or block.frame is not None:
                continue
            lowest = after is None or after.box[1] < block.box[1] or (index + 1 in found)
            set_off = block.gap_above is not None and block.gap_above > 1.5 * block.size
            if block.height_share > MIN_FOOT and (_is_small(block, body_size) or (lowest and set_off)):
                found.add(index)
    return frozenset(found)


def _raised_numbers(line: Line) -> Iterator[str]:
    """Yield the numbers that are set smaller and higher than the rest of a line."""
    for word in line.words:
        digits = _TRAILING_DIGITS.search(word.text)
        if digits is None or not line.words:
            continue
        small = word.size <= RAISED_SIZE * line.size and word.base < line.base - 0.1 * line.size
        counts = sorted(word.styles.values())
        mixed = len(word.styles) > 1 and counts[0] == len(digits.group()) and len(digits.group()) < len(word.text)
        if (small and digits.group() == word.text.strip()) or mixed:
            yield digits.group()


def referred_footnotes(blocks: Sequence[Block], body_size: float) -> frozenset[int]:
    """Indexes of blocks that look like list items and are the notes of their page.

    In small print the first one with a mark that larger text of the page has after a word ("since 2019 3)") makes notes
    of itself and of the marked small print that follows. A lone "*" is a note in any size.
    """
    found: set[int] = set()
    for indexes in _by_page(blocks).values():
        if not any(_mark(blocks[index]) for index in indexes):
            continue
        text = "\n".join(
            fold_text(blocks[index].text) for index in indexes if blocks[index].is_text and not _mark(blocks[index])
        )
        referred = {mark: _refers(text, mark) for mark in {_mark(blocks[index]) for index in indexes} - {""}}
        in_notes = False
        for index in indexes:
            block = blocks[index]
            mark = _mark(block)
            if not _is_small(block, body_size):
                in_notes = False
                if mark and not mark[0].isdigit() and _is_lone(blocks, index) and referred[mark]:
                    found.add(index)
                continue
            in_notes = in_notes or (bool(mark) and referred[mark])
            if in_notes and block.marker is not None:
                found.add(index)
    return frozenset(found)


def _by_page(blocks: Sequence[Block]) -> dict[int, list[int]]:
    pages: dict[int, list[int]] = defaultdict(list)
    for index, block in enumerate(blocks):
        if block.is_text and not block.contents:
            pages[block.page].append(index)
    return pages


def _is_small(block: Block, body_size: float) -> bool:
    return block.size <= SMALL_PRINT * body_size and block.frame is None


def _mark(block: Block) -> str:
    """Return the mark of a block that may be a note, folded; empty where it begins otherwise."""
    if block.marker is None or block.frame is not None or not _REFERRED.match(block.marker.marker):
        return ""
    return fold_text(block.marker.marker)


def _refers(text: str, mark: str) -> bool:
    """Whether a text has a mark after a word."""
    return re.search(rf"[^\W\d_][’”'\"」』）)]?\s?{re.escape(mark)}(?![\d*])", text) is not None


def _is_lone(blocks: Sequence[Block], index: int) -> bool:
    """Whether no neighbour begins with the same mark."""
    marker = blocks[index].marker
    beside = [blocks[other] for other in (index - 1, index + 1) if 0 <= other < len(blocks)]
    return all(b.marker is None or marker is None or b.marker.marker != marker.marker for b in beside)
