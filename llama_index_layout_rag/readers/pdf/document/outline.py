"""Bookmarks: which blocks the outline names, and at which level."""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.layout.numbering import APPENDIX_WORDS, ORDINAL_PREFIX, UNITS_AFTER_NUMBER
from llama_index_layout_rag.layout.writing import KANJI_NUMERALS
from llama_index_layout_rag.readers.pdf.document.blocks import Block
from llama_index_layout_rag.readers.pdf.extract import Bookmark

SIMILAR = 0.86
"""Likeness of a bookmark and its heading, which differ in dashes, numbers or a typing error."""

PAGE_SLACK = 1
"""Pages a bookmark may be off: some targets name the end of the page before."""

_NUMBER = re.compile(
    rf"^(?:{ORDINAL_PREFIX}?[0-9{KANJI_NUMERALS}]+(?:[-.][0-9]+)*(?:{UNITS_AFTER_NUMBER}|[.)])?|(?i:{APPENDIX_WORDS})[a-z])"
)


def match_bookmarks(bookmarks: Sequence[Bookmark], blocks: Sequence[Block]) -> dict[int, int]:
    """Levels (1-based) by index of the block that a bookmark names. Bookmarks without a block are no heading on the page."""
    by_page: dict[int, list[int]] = defaultdict(list)
    for index, block in enumerate(blocks):
        if block.is_text and not block.contents and len(block.lines) <= 4:
            by_page[block.page].append(index)
    keys = {index: squash(blocks[index].text) for indexes in by_page.values() for index in indexes}
    levels: dict[int, int] = {}
    for bookmark in bookmarks:
        if bookmark.page is None:
            continue
        title = squash(bookmark.title)
        pages = [bookmark.page, *(bookmark.page + step for step in range(1, PAGE_SLACK + 1))]
        best = _best(title, (i for page in pages for i in by_page.get(page, ()) if i not in levels), keys)
        if best is not None:
            levels[best] = bookmark.level
    return levels


def _best(title: str, indexes: Iterable[int], keys: dict[int, str]) -> int | None:
    close: list[tuple[float, int]] = []
    for index in indexes:
        key = keys[index]
        if key == title:
            return index
        if not key or abs(len(key) - len(title)) > 0.5 * max(len(key), len(title)):
            continue
        bare = _NUMBER.sub("", key), _NUMBER.sub("", title)
        if bare[0] and bare[0] == bare[1]:
            close.append((0.99, index))
            continue
        likeness = difflib.SequenceMatcher(None, title, key, autojunk=False).ratio()
        if likeness >= SIMILAR:
            close.append((likeness, index))
    return max(close, key=lambda pair: (pair[0], -pair[1]))[1] if close else None
