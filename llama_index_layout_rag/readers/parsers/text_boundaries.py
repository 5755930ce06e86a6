"""Texts that a parser has joined or cut where the document does not.

"① Open. ② Close." is two items, and "The parts: • case • cable" a sentence and two: a text is cut where the first marker begins
it or follows the end of a sentence, and the next ones continue counting. The number of a heading in a box of its own belongs to
the heading, and an item that a page break has cut is one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from llama_index_layout_rag.layout.boxes import Box, union
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement, Provenance
from llama_index_layout_rag.layout.markers import BULLET, CHAIN, WORD, ListMarker, continues, split_marker
from llama_index_layout_rag.layout.normalize import join_lines
from llama_index_layout_rag.layout.numbering import (
    APPENDIX_WORDS,
    ORDINAL_PREFIX,
    UNITS_AFTER_NUMBER,
    UNITS_BEFORE_NUMBER,
    split_label,
)
from llama_index_layout_rag.layout.writing import HIRAGANA, JAPANESE, KANJI_NUMERALS

_PLACE = re.compile(r"(?:^|(?<=[\s\u3000]))(?=\S)")
"""Where a marker may be: at the beginning and after white space."""

_SENTENCE_ENDS = frozenset("。．.:：!！?？;；）)」』")
"""Signs after which the first marker of a list may occur inside a text; after a new line it may as well."""

_PLAIN_DASHES = frozenset("-–—−－*+＊＋")
"""Bullets that are dashes and signs in the middle of a sentence too."""

MAX_JOINED = 20_000
"""Characters; longer texts are no paragraphs, and every place in them is tried."""

MAX_BETWEEN, MAX_OPEN = 50, 12
"""Markers among which the next one of a list comes, and the last lists begun that may continue."""

MAX_COPIED = 100_000
"""Characters of original texts that the pieces of one element repeat."""


def split_items(elements: Sequence[LayoutElement]) -> list[LayoutElement]:
    """Return the elements, with texts and items that hold several items cut into those.

    Each piece keeps the whole as `original_text`; of very many only the first does.
    """
    return [piece for element in elements for piece in _pieces_of(element)]


def _pieces_of(element: LayoutElement) -> list[LayoutElement]:
    text = element.text
    if element.kind not in (ElementKind.TEXT, ElementKind.LIST_ITEM) or len(text) > MAX_JOINED:
        return [element]
    own = split_marker(f"{element.marker} x") if element.marker else None
    starts = item_starts(text, own)
    if not starts or starts == [0]:
        return [element]
    bounds = sorted({0, *starts, len(text)})
    pieces = [text[start:end].strip() for start, end in pairwise(bounds)]
    return list(_as_elements(element, pieces))


def _as_elements(element: LayoutElement, pieces: Sequence[str]) -> Iterator[LayoutElement]:
    before = element.provenance.original_text if element.provenance is not None else None
    whole = (element.provenance or Provenance()).model_copy(update={"original_text": before or element.text})
    copied = len(pieces) * len(element.text) <= MAX_COPIED
    for number, piece in enumerate(pieces):
        update: dict[str, Any] = {"text": piece, "provenance": whole if copied or not number else element.provenance}
        if number:
            # What the piece is its marker will say.
            update |= {
                "element_id": f"{element.element_id}.{number}",
                "kind": ElementKind.TEXT,
                "marker": None,
                "depth": None,
            }
        yield element.model_copy(update=update, deep=True)


@dataclass(frozen=True)
class _Place:
    start: int
    marker: ListMarker
    follows_end: bool


def item_starts(text: str, own: ListMarker | None = None) -> list[int]:
    """Return where the items of a list begin in a text that holds more than one; empty where it holds none.

    Args:
        text: A paragraph as a parser gives it.
        own: The marker before the text, where the parser has split it off.
    """
    places = list(_places(text))
    chosen: list[int] = []
    open_lists: list[ListMarker] = [own] if own is not None else []
    for index, place in enumerate(places):
        known = next((n for n, marker in enumerate(open_lists) if continues(marker, place.marker)), None)
        if known is not None and (place.marker.marker not in _PLAIN_DASHES or place.follows_end):
            open_lists[known:] = [place.marker]
        elif _opens(place, places[index + 1 : index + 1 + MAX_BETWEEN]):
            open_lists = [*open_lists[1 - MAX_OPEN :], place.marker]
        else:
            continue
        chosen.append(place.start)
    return chosen


def _places(text: str) -> Iterator[_Place]:
    for match in _PLACE.finditer(text):
        marker = split_marker(text[match.start() : match.start() + 80])
        if marker is not None and marker.rest and marker.style != CHAIN:
            yield _Place(match.start(), marker, _follows_end(text, match.start()))


def _follows_end(text: str, start: int) -> bool:
    """Return whether a place begins the text or a line, or follows the end of a sentence."""
    end = start
    while end and text[end - 1].isspace():
        end -= 1
        if text[end] == "\n":
            return True
    return start == 0 or text[end - 1 : end] in _SENTENCE_ENDS


def _opens(place: _Place, later: Sequence[_Place]) -> bool:
    """Return whether a list begins at a place: after a sentence, with its first number, and with more items or at the start."""
    if not place.follows_end:
        return False
    if place.start == 0:
        return True
    goes_on = any(continues(place.marker, other.marker) for other in later)
    if place.marker.style == BULLET:
        return goes_on or place.marker.marker not in _PLAIN_DASHES
    return place.marker.value == 1 and (goes_on or place.marker.style == WORD)


_BRACKETED = re.compile(r"^(?P<head>【[^【】]{1,40}】)(?:[\s\u3000]+(?P<rest>\S.*))?$", re.DOTALL)

MIN_BRACKETED = 3
"""Lines in brackets with words of their own that are the headings of a document; fewer may be labels."""


def split_bracketed_headings(elements: Sequence[LayoutElement]) -> list[LayoutElement]:
    """Return the elements, with lines such as "【概要】" as headings where they open the sections of a document.

    Labels of notes, and of parts that every section has, occur more than once.
    """
    found = [_BRACKETED.match(e.text.strip()) if e.kind is ElementKind.TEXT else None for e in elements]
    counts = Counter(match.group("head") for match in found if match is not None)
    own = [head for head, count in counts.items() if count == 1]
    if len(own) < MIN_BRACKETED or len(own) < 0.6 * counts.total():
        return list(elements)
    result: list[LayoutElement] = []
    for element, match in zip(elements, found, strict=True):
        if match is None or match.group("head") not in own:
            result.append(element)
            continue
        provenance = Provenance(original_text=element.text, original_kind=element.kind.value)
        heading: dict[str, Any] = {"kind": ElementKind.SECTION_HEADER, "text": match.group("head")}
        result.append(element.model_copy(update={**heading, "provenance": provenance}, deep=True))
        if match.group("rest"):
            below = {"text": match.group("rest").strip(), "element_id": f"{element.element_id}.b"}
            result.append(element.model_copy(update=below, deep=True))
    return result


_LONE_NUMBER = re.compile(
    rf"^(?:{ORDINAL_PREFIX}\s*)?(?:{UNITS_BEFORE_NUMBER}|{APPENDIX_WORDS})?\s*[0-9{KANJI_NUMERALS}IVX]{{1,4}}(?:\.|{UNITS_AFTER_NUMBER})?$",
    re.IGNORECASE,
)


def join_lone_numbers(elements: Sequence[LayoutElement]) -> list[LayoutElement]:
    """Return the elements, with numbers of headings in boxes of their own put before the heading that follows."""
    joined: list[LayoutElement] = []
    for element in elements:
        last = joined[-1] if joined else None
        if (
            last is not None
            and element.kind is last.kind is ElementKind.SECTION_HEADER
            and element.page == last.page
            and _LONE_NUMBER.match(last.text)
            and split_label(element.text) is None
        ):
            element.text = f"{last.text} {element.text}"
            element.level = last.level or element.level
            if element.bbox is not None and last.bbox is not None and _on_one_row(element.bbox, last.bbox):
                element.bbox = union([element.bbox, last.bbox])
            joined.pop()
        joined.append(element)
    return joined


_CHAPTER_WORD = re.compile(
    rf"""^(?:
        (?:{UNITS_BEFORE_NUMBER}|{APPENDIX_WORDS})\s+(?P<after>[0-9IVXA-Z]{{1,4}})  # Chapter 3
        |{ORDINAL_PREFIX}\s*(?P<between>[0-9{KANJI_NUMERALS}]{{1,3}})\s*{UNITS_AFTER_NUMBER}  # 第3章
    )[.:：]?$""",
    re.IGNORECASE | re.VERBOSE,
)


def join_chapter_words(elements: Sequence[LayoutElement]) -> list[LayoutElement]:
    """Return the elements, with "Chapter 1." in a text of its own put before the heading beside it.

    The number that the heading may have from another box ("1 Safety") is the same one and goes.
    """
    gone: set[str] = set()
    for index, element in enumerate(elements):
        found = _CHAPTER_WORD.match(element.text.strip())
        if element.kind not in _BODY or found is None or element.page is None:
            continue
        beside = [e for e in elements[max(0, index - 2) : index + 3] if e.kind is ElementKind.SECTION_HEADER]
        heading = next((e for e in beside if e.page == element.page and not _CHAPTER_WORD.match(e.text)), None)
        label = split_label(heading.text) if heading is not None else None
        number = found.group("after") or found.group("between")
        if heading is None or (label is not None and label.printed.rstrip(".") != number):
            continue
        rest = label.rest if label is not None else heading.text.removeprefix(number).strip()
        heading.rewrite(f"{element.text.strip()} {rest}")
        gone.add(element.element_id)
    return [element for element in elements if element.element_id not in gone]


def _on_one_row(first: Box, second: Box) -> bool:
    return min(first[3], second[3]) > max(first[1], second[1])


_BODY = frozenset({ElementKind.TEXT, ElementKind.LIST_ITEM})

_UNFINISHED = re.compile(r"[^\s。．.!?！？:：;；）)」』】]$")
_GOES_ON = re.compile(rf"(?P<latin>[a-z]+\b)|[{HIRAGANA}]")
_JAPANESE_END = re.compile(rf"[{JAPANESE}]$")


def join_cut_texts(elements: Sequence[LayoutElement]) -> list[LayoutElement]:
    """Return the elements, with items and paragraphs joined that a page break or a picture has cut in mid-sentence.

    The second part begins in lower case (or with hiragana on the next page) and has no marker, whatever the parser calls it.
    """
    joined: list[LayoutElement] = []
    last: int | None = None
    for element in elements:
        if last is not None and _is_cut(joined[last], element):
            joined[last] = _joined(joined[last], element)
            continue
        if element.kind in _BODY:
            last = len(joined)
        elif element.kind is not ElementKind.PICTURE and not element.is_furniture:
            last = None
        joined.append(element)
    return joined


def _is_cut(first: LayoutElement, second: LayoutElement) -> bool:
    goes_on = _GOES_ON.match(second.text)
    is_text = second.kind in _BODY or second.kind is ElementKind.SECTION_HEADER
    if (
        goes_on is None
        or not is_text
        or second.marker
        or split_marker(second.text)
        or not _UNFINISHED.search(first.text)
    ):
        return False
    last_page = first.regions[-1].page if first.regions else first.page
    if last_page is None or second.page not in (last_page, last_page + 1):
        return False
    # On one page only items of Latin script are joined: other short lines may be a list without markers.
    is_item = bool(first.marker or split_marker(first.text))
    is_next_page = second.page == last_page + 1
    if goes_on.group("latin"):
        return is_item or is_next_page
    return is_item and is_next_page and _JAPANESE_END.search(first.text) is not None


def _joined(first: LayoutElement, second: LayoutElement) -> LayoutElement:
    regions = [*first.all_regions(), *second.all_regions()]
    origin = (first.provenance or Provenance()).model_copy()
    origin.original_text = origin.original_text or first.text
    update: dict[str, Any] = {"text": join_lines(first.text, second.text), "provenance": origin}
    if len({region.page for region in regions}) > 1:
        update["regions"] = regions
    elif regions:
        update["bbox"] = union([region.bbox for region in regions])
    return first.model_copy(update=update)
