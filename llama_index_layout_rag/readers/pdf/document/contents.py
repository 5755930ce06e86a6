"""Lines of contents pages: found by their leaders, or below the word "Contents" by the page numbers at their ends."""

from __future__ import annotations

from llama_index_layout_rag.layout.furniture import is_contents_title, is_page_number, split_contents_line
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.readers.pdf.page import Line, PageLayout

FEWEST_ENTRIES = 3
"""Lines with leaders that make a contents page; one or two are blanks to fill in."""

FEWEST_WITH_TITLE = 1
"""With the word "Contents" above them, one is enough."""

BARE_SHARE = 0.6
"""Share of the lines below "Contents" that are on other pages too, where there are no page numbers."""

LISTED_SHARE, FEWEST_LISTED, LONGEST_LISTED = 0.2, 6, 60
"""The same where all lines are short and none ends a sentence (only the first pages of a manual may be at hand), how many
lines that takes, and their characters at most."""

LARGEST_STRAY_SHARE = 0.5
"""Up to this share of lines between the entries may lack a page number: they are wrapped entries."""


def mark_contents(layout: PageLayout, after_contents: bool, repeated: frozenset[str] = frozenset()) -> bool:
    """Mark the contents lines of a page and joins entries with the page numbers that stand apart from them.

    Args:
        layout: The page.
        after_contents: Whether the page before was a contents page, which this one may continue.
        repeated: Squashed texts of short lines that are on several pages.

    Returns:
        Whether the page is one.
    """
    title = next((line for line in layout.lines if is_contents_title(line.text) and len(line.text) < 40), None)
    entries: dict[int, tuple[str, str | None]] = {}
    numbers: dict[int, Line] = {}
    for index, line in enumerate(layout.lines):
        entry = split_contents_line(line.text)
        if entry is None:
            continue
        if entry[1] is None:
            number = _number_beside(layout.lines, line)
            if number is None:
                continue
            numbers[id(number)] = number
            entry = entry[0], number.text.strip()
        entries[index] = entry
    if title is not None and len(entries) < FEWEST_ENTRIES:
        _entries_without_leaders(layout, title, entries, numbers)
    if title is not None and not entries:
        return _mark_bare_contents(layout, title, repeated)
    needed = FEWEST_WITH_TITLE if title is not None or after_contents else FEWEST_ENTRIES
    if len(entries) < needed:
        return False
    for index, line in enumerate(layout.lines):
        # Chapters stand without leaders in many contents.
        number = None if index in entries or line is title else _number_beside(layout.lines, line)
        if number is not None and not is_page_number(line.text):
            entries[index] = line.text, number.text.strip()
            numbers[id(number)] = number
    if title is not None:
        title.contents = (title.text, None)
    for index, entry in entries.items():
        layout.lines[index].contents = entry
    first = min(layout.lines[index].y0 for index in entries)
    last = max(layout.lines[index].y1 for index in entries)
    between = [
        line for line in layout.lines if line.contents is None and id(line) not in numbers and first < line.base < last
    ]
    if len(between) <= LARGEST_STRAY_SHARE * len(entries):
        for line in between:
            line.contents = (line.text, None)
    layout.lines = [line for line in layout.lines if id(line) not in numbers]
    return True


def _mark_bare_contents(layout: PageLayout, title: Line, repeated: frozenset[str]) -> bool:
    """Mark a contents page without page numbers: below its title stand lines that are headings on other pages."""
    below = [line for line in layout.lines if line is not title and line.base > title.base]
    known = sum(squash(line.text) in repeated for line in below)
    share = LISTED_SHARE if len(below) >= FEWEST_LISTED and all(map(_is_short, below)) else BARE_SHARE
    if len(below) < FEWEST_ENTRIES or known < share * len(below):
        return False
    for line in [title, *below]:
        line.contents = (line.text, None)
    return True


def _is_short(line: Line) -> bool:
    return len(line.text) <= LONGEST_LISTED and not line.text.rstrip().endswith(("。", ".", "、", ","))


def _number_beside(lines: list[Line], line: Line) -> Line | None:
    """Return the page number on the same row, right of a line."""
    for other in lines:
        right = other is not line and other.x0 > line.x1 - 1 and abs(other.base - line.base) < 0.4 * line.size
        if right and is_page_number(other.text):
            return other
    return None


def _entries_without_leaders(
    layout: PageLayout, title: Line, entries: dict[int, tuple[str, str | None]], numbers: dict[int, Line]
) -> None:
    found: dict[int, tuple[str, str | None]] = {}
    right: list[Line] = []
    for index, line in enumerate(layout.lines):
        if line is title or line.base < title.base or is_page_number(line.text):
            continue
        number = _number_beside(layout.lines, line)
        if number is not None:
            found[index] = line.text, number.text.strip()
            right.append(number)
    if len(found) >= FEWEST_ENTRIES:
        entries.update(found)
        numbers.update({id(number): number for number in right})
