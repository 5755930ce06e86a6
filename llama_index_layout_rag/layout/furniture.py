"""Furniture of a paged document: running headers and footers, page numbers, lines of a contents page.

Furniture is recognised by what it does over the pages, not by where it is on one: the same words in the same
place, or a number that grows with the pages. A heading that occurs once at the top of a page is never furniture.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.layout.boxes import Box
from llama_index_layout_rag.layout.normalize import fold_text, squash

MARGIN_SHARE = 0.16
"""Share of the page height, above and below, in which running lines stand."""

OUTER_ROWS = 3
"""Running headers have at most three rows; what lies further in is text."""

SAME_PLACE = 3.0
"""Points by which the baseline of one running line may differ between pages."""

LARGEST_RUNNING, EVERYWHERE = 1.25, 0.5
"""Type size of running lines relative to the body; headings that open pages are larger. A line that is the same on so large
a share of the pages is a running line in any size."""

TIGHT = 1.9
"""Line distance in type sizes up to which a line belongs to the next one."""

SHORT_DOCUMENT, FEWEST_LINES = 2, 10
"""Pages of a document whose running header no repetition shows (left and right pages have their own), and lines of a
page that is more than a form or a letterhead."""

SMALL_HEADER, APART = 0.95, 1.2
"""Type size of such a header relative to the body, and body sizes of white below it."""

FEWEST_PAGES = 3
"""Pages on which words must repeat; two in a document of up to four pages."""

_PAGE_NUMBER = re.compile(
    rf"""^(?:[-–—~<〈\[(]\s*)?
    (?:{any_of(lambda words: f"{words.headings.page}|{words.headings.page_prefix}".strip("|"))}\s*)?  # Page, 付
    (?P<n>\d{{1,4}}|[ivxlc]{{1,7}}|[A-Z]?-?\d{{1,3}}-\d{{1,3}})  # 12, iv, A-12
    (?:\s*(?:[/／]|{any_of(lambda words: words.headings.page_total, lambda words: words.headings.page_suffix)})  # of
        \s*(?P<total>\d{{1,4}})?)?
    (?:\s*{any_of(lambda words: words.headings.page_suffix)})?  # 12ページ
    (?:\s*[-–—~>〉\])])?$""",
    re.IGNORECASE | re.VERBOSE,
)
_NUMBERS = re.compile(r"\d+")
_LEADER = re.compile(r"(?:[.．…‥・･·_＿\-–―─]\s?){4,}|[…‥]{2,}|\.{3,}")
_CONTENTS_LINE = re.compile(
    rf"^(?P<text>.*?\S)\s*(?:{_LEADER.pattern})\s*(?P<page>\d{{1,4}}|[ivxlc]{{1,7}}|[A-Z]?-?\d{{1,3}}-\d{{1,3}})?\s*$",
    re.IGNORECASE | re.S,
)
_CONTENTS_TITLE = re.compile(rf"^{any_of(lambda words: words.headings.contents)}$", re.IGNORECASE)

LONGEST_RUNNING_TITLE = 80
"""Characters of a chapter title that a running header repeats."""

HEADER, FOOTER = "header", "footer"


@dataclass(frozen=True)
class MarginLine:
    """A line that may be furniture: its text, box (points), baseline and type size."""

    text: str
    box: Box
    base: float
    size: float


@dataclass(frozen=True)
class Furniture:
    """What was found. `roles` maps (page index, line index) to HEADER or FOOTER, `labels` page indexes to printed numbers."""

    roles: Mapping[tuple[int, int], str]
    labels: Mapping[int, str]


def is_page_number(text: str) -> bool:
    """Whether a text is a page number and nothing else: "12", "3 / 20", "- 3 -", "iii", "Page 3 of 20"."""
    return _page_number(text) is not None


def _page_number(text: str) -> re.Match[str] | None:
    return _PAGE_NUMBER.match(fold_text(text).strip())


def is_contents_title(text: str) -> bool:
    """Whether a text is the heading of a contents page, a list of figures or an index."""
    return bool(
        _CONTENTS_TITLE.match(re.sub(r"[\s\u3000]+", "" if not text.isascii() else " ", fold_text(text)).strip())
    )


def split_contents_line(text: str) -> tuple[str, str | None] | None:
    """(entry, printed page) of a contents line with leaders ("2.1 登録 ……… 12"); the page is None where it stands apart."""
    match = _CONTENTS_LINE.match(fold_text(text).strip())
    return (match.group("text").strip(), match.group("page")) if match else None


def find_furniture(
    pages: Sequence[Sequence[MarginLine]], heights: Sequence[float], titles: frozenset[str] = frozenset()
) -> Furniture:
    """Return running headers, running footers and page numbers of a document.

    Args:
        pages: Lines of every page, in any order.
        heights: Height of every page in points.
        titles: Squashed titles that the document's outline names: a running line may repeat each of them.
    """
    slots: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for side in (HEADER, FOOTER):
        for slot_id, members in enumerate(_slots(pages, heights, side)):
            slots[side, slot_id] = members
    roles: dict[tuple[int, int], str] = {}
    labels: dict[int, str] = {}
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for page, lines in enumerate(pages):
        for index, candidate in enumerate(lines):
            if len(candidate.text) <= LONGEST_RUNNING_TITLE:
                places[squash(candidate.text)].append((page, index))
    body_size = _body_size(pages)
    for (side, _), members in slots.items():
        large = pages[members[0][0]][members[0][1]].size > LARGEST_RUNNING * body_size
        if large and not _is_everywhere(members, pages):
            continue
        chosen = _running(members, pages, len(pages), places, titles)
        for place in chosen:
            roles[place] = side
        labels.update(_labels(members, pages))
        for page, line in members:
            if page in labels and is_page_number(pages[page][line].text):
                roles[page, line] = side
    _take_numbers_beside(roles, labels, pages)
    if len(pages) <= SHORT_DOCUMENT:
        for page, lines in enumerate(pages):
            roles.update({(page, index): HEADER for index in _lone_header(lines, heights[page], body_size)})
    _release_text(roles, pages)
    for members in slots.values():
        kept = [place for place in members if place in roles]
        # What is left alone in its place after text was released is no running line.
        if len(kept) == 1 and kept[0][0] not in labels and len(members) > 1:
            del roles[kept[0]]
    return Furniture(roles, labels)


def _is_everywhere(members: Sequence[tuple[int, int]], pages: Sequence[Sequence[MarginLine]]) -> bool:
    """Return whether the same words, or page numbers, are in this place on half of at least five pages."""
    pages_of: dict[str, set[int]] = defaultdict(set)
    for page, line in members:
        pages_of["#" if is_page_number(pages[page][line].text) else squash(pages[page][line].text)].add(page)
    return max(map(len, pages_of.values())) >= max(FEWEST_PAGES, EVERYWHERE * len(pages)) and len(pages) > 4


def _take_numbers_beside(
    roles: dict[tuple[int, int], str], labels: dict[int, str], pages: Sequence[Sequence[MarginLine]]
) -> None:
    """Add page numbers that are in one row with a running line.

    In an extract of a manual they do not grow with the pages, and chapters count anew.
    """
    for (page, index), side in list(roles.items()):
        base = pages[page][index].base
        for other, line in enumerate(pages[page]):
            if (page, other) in roles or abs(line.base - base) > SAME_PLACE:
                continue
            match = _page_number(line.text)
            if match:
                roles[page, other] = side
                labels.setdefault(page, match.group("n"))


def _lone_header(lines: Sequence[MarginLine], height: float, body_size: float) -> list[int]:
    """Indexes of the topmost row of a page where it is a running header by its place and size.

    Smaller than the text and set off from it.
    """
    if len(lines) < FEWEST_LINES:
        return []
    top = min(line.base for line in lines)
    row = [index for index, line in enumerate(lines) if line.base - top <= SAME_PLACE]
    below = [line for line in lines if line.base - top > SAME_PLACE]
    if not below or max(lines[index].box[3] for index in row) > MARGIN_SHARE * height:
        return []
    following = min(below, key=lambda line: line.base)
    small = all(
        lines[index].size <= SMALL_HEADER * body_size and len(lines[index].text) <= LONGEST_RUNNING_TITLE
        for index in row
    )
    apart = following.box[1] - max(lines[index].box[3] for index in row) >= APART * body_size
    return row if small and apart and following.size > SMALL_HEADER * body_size else []


def _body_size(pages: Sequence[Sequence[MarginLine]]) -> float:
    sizes: Counter[float] = Counter()
    for lines in pages:
        for line in lines:
            sizes[line.size] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _release_text(roles: dict[tuple[int, int], str], pages: Sequence[Sequence[MarginLine]]) -> None:
    """Take roles back from lines that are set tight onto a line of text: they are the beginning or end of it."""
    released = True
    while released:
        released = False
        for (page, index), side in list(roles.items()):
            neighbour = _inner_neighbour(pages[page], index, side)
            if neighbour is not None and (page, neighbour) not in roles:
                del roles[page, index]
                released = True


def _inner_neighbour(lines: Sequence[MarginLine], index: int, side: str) -> int | None:
    """Return the line of the same size that follows towards the middle of the page at the distance of wrapped lines."""
    line = lines[index]
    for other_index, other in enumerate(lines):
        step = other.base - line.base if side == HEADER else line.base - other.base
        beside = min(line.box[2], other.box[2]) - max(line.box[0], other.box[0]) <= 0
        if 0.5 * line.size < step < TIGHT * line.size and not beside and abs(other.size - line.size) < 0.4:
            return other_index
    return None


def _slots(pages: Sequence[Sequence[MarginLine]], heights: Sequence[float], side: str) -> list[list[tuple[int, int]]]:
    """Places (page, line) that are at one height in one type size on their pages."""
    entries: list[tuple[float, float, int, int]] = []
    for page, lines in enumerate(pages):
        if not lines:
            continue
        margin = MARGIN_SHARE * heights[page]
        inside = [
            (line.base if side == HEADER else heights[page] - line.base, index)
            for index, line in enumerate(lines)
            if (line.box[3] <= margin if side == HEADER else line.box[1] >= heights[page] - margin)
        ]
        inside.sort()
        rows: list[float] = []
        for distance, index in inside:
            if not rows or distance - rows[-1] > SAME_PLACE:
                rows.append(distance)
            if len(rows) > OUTER_ROWS:
                break
            entries.append((distance, lines[index].size, page, index))
    entries.sort()
    slots: list[list[tuple[int, int]]] = []
    last: dict[float, tuple[float, int]] = {}
    for distance, size, page, index in entries:
        key = round(size * 2)
        known = last.get(key)
        if known is not None and distance - known[0] <= SAME_PLACE:
            slots[known[1]].append((page, index))
            last[key] = distance, known[1]
        else:
            slots.append([(page, index)])
            last[key] = distance, len(slots) - 1
    return slots


def _running(
    members: Sequence[tuple[int, int]],
    pages: Sequence[Sequence[MarginLine]],
    page_count: int,
    places: Mapping[str, Sequence[tuple[int, int]]],
    titles: frozenset[str],
) -> list[tuple[int, int]]:
    fewest = FEWEST_PAGES if page_count > 4 else 2
    if len({page for page, _ in members}) < min(fewest, 2):
        return []
    by_pattern: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for page, line in members:
        by_pattern[_NUMBERS.sub("#", squash(pages[page][line].text))].append((page, line))
    repeated: set[tuple[int, int]] = set()
    for group in by_pattern.values():
        on_pages = {page for page, _ in group}
        if len(on_pages) >= fewest and _numbers_agree(group, pages):
            repeated.update(group)
    in_slot = {page for page, _ in members}
    by_text: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for page, line in members:
        by_text[squash(pages[page][line].text)].append((page, line))
    twice = {place for group in by_text.values() if len({p for p, _ in group}) >= 2 for place in group}
    own = frozenset(members)
    largest = {
        text: max((pages[p][i].size for p, i in places.get(text, ()) if (p, i) not in own), default=0.0)
        for text in by_text
    }
    known = {
        (page, line)
        for text, group in by_text.items()
        for page, line in group
        if _repeats_larger(pages[page][line], text, largest, titles)
    }
    # A running chapter title: every page has a line in this place, and most of them repeat or are headings elsewhere.
    if len(in_slot) >= max(fewest, 0.5 * page_count) and len(repeated | twice | known) >= 0.6 * len(members):
        return list(members)
    if len(in_slot) >= fewest and len(repeated) >= 0.6 * len(members):
        return list(members)
    return sorted(repeated)


def _repeats_larger(line: MarginLine, text: str, largest: Mapping[str, float], titles: frozenset[str]) -> bool:
    """Whether a line repeats a heading that stands elsewhere in larger type, or in no smaller type if the outline names it.

    The heading itself repeats nothing: its running line is smaller.

    Args:
        line: The line.
        text: Its text, squashed.
        largest: Type size of the largest line of each text that stands elsewhere, 0 where there is none.
        titles: Squashed titles that the outline names.
    """
    return largest[text] > max(0.0, line.size + (-0.4 if text in titles else 0.4))


def _numbers_agree(places: Sequence[tuple[int, int]], pages: Sequence[Sequence[MarginLine]]) -> bool:
    """Whether the numbers in repeated lines are page numbers: equal, or at an end of the line and growing with the pages."""
    columns: list[list[tuple[int, int]]] = []
    at_end: list[bool] = []
    for page, line in places:
        text = fold_text(pages[page][line].text).strip()
        for position, match in enumerate(_NUMBERS.finditer(text)):
            if position >= len(columns):
                columns.append([])
                at_end.append(True)
            columns[position].append((page, int(match.group()[:9])))
            at_end[position] &= match.start() == 0 or len(text) - match.end() <= 2
    return all(_steady(column, may_grow) for column, may_grow in zip(columns, at_end, strict=True))


def _steady(column: Sequence[tuple[int, int]], may_grow: bool) -> bool:
    values = Counter(number for _, number in column)
    offsets = Counter(number - page for page, number in column)
    growing = offsets.most_common(1)[0][1] if may_grow else 0
    return max(values.most_common(1)[0][1], growing) >= 0.7 * len(column)


_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


def _labels(members: Sequence[tuple[int, int]], pages: Sequence[Sequence[MarginLine]]) -> dict[int, str]:
    """Return printed page numbers of one slot: numbers that grow by one with every page, for at least two pages in a row."""
    found: list[tuple[int, str, int]] = []
    for page, line in members:
        match = _page_number(pages[page][line].text)
        if match:
            printed = match.group("n")
            found.append((page, printed, _value(printed)))
    offsets = Counter((value - page, printed.isdecimal()) for page, printed, value in found)
    single = len(pages) == 1 and len(found) == 1
    return {
        page: printed
        for page, printed, value in found
        if offsets[value - page, printed.isdecimal()] >= 2 or single or (value == page + 1 and len(pages) <= 2)
    }


def _value(printed: str) -> int:
    lower = printed.lower()
    if lower.isdecimal():
        return int(lower)
    if "-" in lower:
        return int(lower.rsplit("-", 1)[1])
    total = 0
    for index, char in enumerate(lower):
        value = _ROMAN[char]
        total += -value if index + 1 < len(lower) and _ROMAN[lower[index + 1]] > value else value
    return total
