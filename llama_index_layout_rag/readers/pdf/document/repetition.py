"""What comes back on page after page: running tables, logos and ornaments, texts of contents pages."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from llama_index_layout_rag.layout.furniture import FOOTER, HEADER
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.readers.pdf.page import PageLayout, PageTable, Picture

REPEATED_PICTURE_PAGES = 3
"""Pages on which one bitmap in one place is a logo or an ornament."""

RUNNING_TABLE_PAGES, RUNNING_TABLE_REACH = 3, 0.16
"""Pages on which one table at the edge is a running header or footer, and the share of the page it may reach into:
title blocks of procedures are 40 to 90 points high."""

_DIGITS = re.compile(r"\d+")
_LONGEST_ENTRY = 80
"""Characters of a line that may be an entry of a table of contents."""

_LARGEST_LOGO_SHARE = 0.12
"""Share of the page that a logo takes at most; a larger picture on several pages is shown there on purpose."""

_SAME_PLACE = 4.0
"""Points by which one picture may be moved from page to page."""


def running_tables(layouts: Sequence[PageLayout]) -> list[tuple[PageLayout, PageTable, str]]:
    """Tables that are on top or at the foot of many pages with the same cells but for numbers, with HEADER or FOOTER."""
    places: dict[tuple[str, str], list[tuple[PageLayout, PageTable]]] = defaultdict(list)
    for layout in layouts:
        for table in layout.tables:
            band = _band_of_table(layout, table)
            if band is not None:
                texts = (line.text for index in sorted(table.lines) for line in table.lines[index])
                places[band, _DIGITS.sub("", squash("".join(texts)))].append((layout, table))
    running: list[tuple[PageLayout, PageTable, str]] = []
    for (band, _), found in places.items():
        if len(found) < max(RUNNING_TABLE_PAGES, len(layouts) // 4):
            continue
        running += [(layout, table, band) for layout, table in found]
    return running


def _band_of_table(layout: PageLayout, table: PageTable) -> str | None:
    """HEADER or FOOTER where a table lies wholly in a margin of the page."""
    if layout.vertical:
        return None
    if table.box[3] <= RUNNING_TABLE_REACH * layout.height:
        return HEADER
    return FOOTER if table.box[1] >= (1 - RUNNING_TABLE_REACH) * layout.height else None


def repeated_texts(layouts: Sequence[PageLayout]) -> frozenset[str]:
    """Short lines that are on more than one page: what a contents page without leaders is made of."""
    pages: dict[str, set[int]] = defaultdict(set)
    for layout in layouts:
        for line in layout.lines:
            if len(line.text) <= _LONGEST_ENTRY:
                pages[squash(line.text)].add(layout.number)
    return frozenset(text for text, numbers in pages.items() if len(numbers) > 1)


def running_turned_texts(layouts: Sequence[PageLayout]) -> frozenset[str]:
    """Return the squashed texts that run up or down the edge of more than one page: running titles."""
    counts = Counter(text for layout in layouts for text in {squash(line.text) for line in layout.turned})
    return frozenset(text for text, count in counts.items() if count > 1)


def place_of(picture: Picture) -> tuple[str, int, int]:
    """Return what a picture and its place have in common with the same picture in the same place of another page."""
    return picture.key, round(picture.box[0] / _SAME_PLACE), round(picture.box[1] / _SAME_PLACE)


def repeated_pictures(layouts: Sequence[PageLayout]) -> dict[tuple[str, int, int], int]:
    """Bitmaps that are in one place on several pages: logos and ornaments, with the number of their pages."""
    pages: dict[tuple[str, int, int], set[int]] = defaultdict(set)
    for layout in layouts:
        page_area = max(1.0, layout.width * layout.height)
        for picture in layout.pictures:
            box = picture.box
            small = (box[2] - box[0]) * (box[3] - box[1]) <= _LARGEST_LOGO_SHARE * page_area
            if picture.key and (small or picture.background):
                pages[place_of(picture)].add(layout.number)
    fewest = max(REPEATED_PICTURE_PAGES, len(layouts) // 4)
    return {key: len(numbers) for key, numbers in pages.items() if len(numbers) >= fewest}
