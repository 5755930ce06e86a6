"""Texts that a parser has joined, taken apart.

By their markers: "① Open. ② Close." is two items, and "The parts: • case • cable" a sentence and two. Only what a list
prints is cut: the first marker begins the text or follows the end of a sentence, and every further one goes on with it.
By their type: a numbered line larger than the text is a heading, and what a parser has put behind it stands below it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.layout.boxes import height, width
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement, Provenance
from llama_index_layout_rag.layout.markers import BULLET, CHAIN, WORD, ListMarker, continues, split_marker
from llama_index_layout_rag.layout.normalize import detect_language
from llama_index_layout_rag.layout.numbering import CHAPTER, DECIMAL, split_label
from llama_index_layout_rag.layout.writing import JAPANESE
from llama_index_layout_rag.readers.parsers.typography import LARGER, Looks, body_size, ems, is_body_bold

_PLACE = re.compile(r"(?:^|(?<=[\s\u3000]))(?=\S)")
"""Where a marker may stand: at the beginning and behind white space."""

_ENDS = frozenset("。．.:：!！?？;；）)」』")
"""Signs behind which the first marker of a list may stand inside a text; a new line does as well."""

_PLAIN_DASHES = frozenset("-–—−－*+＊＋")
"""Bullets that are dashes and signs in the middle of a sentence too."""

LONGEST_JOINED = 20_000
"""Characters; longer texts are no paragraphs, and every place in them is looked at."""

MOST_BETWEEN, MOST_OPEN = 50, 12
"""Markers among which the next one of a list comes, and the last lists begun that may go on."""

MOST_COPIED = 100_000
"""Characters of original texts that the pieces of one element repeat."""


@dataclass(frozen=True)
class _Place:
    start: int
    marker: ListMarker
    ends_before: bool


def take_apart(elements: Sequence[LayoutElement]) -> list[LayoutElement]:
    """The elements with texts and items that hold several items as those, in their order.

    Each piece keeps the whole as `original_text`; of very many only the first does.
    """
    return [piece for element in elements for piece in _pieces_of(element)]


def _pieces_of(element: LayoutElement) -> list[LayoutElement]:
    text = element.text
    if element.kind not in (ElementKind.TEXT, ElementKind.LIST_ITEM) or len(text) > LONGEST_JOINED:
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
    copied = len(pieces) * len(element.text) <= MOST_COPIED
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


def item_starts(text: str, own: ListMarker | None = None) -> list[int]:
    """Where the items of a list begin in a text that holds more than one; empty where it holds none.

    Args:
        text: A paragraph as a parser gives it.
        own: The marker that stands before the text, where the parser has split it off.
    """
    places = list(_places(text))
    chosen: list[int] = []
    open_lists: list[ListMarker] = [own] if own is not None else []
    for index, place in enumerate(places):
        known = next((n for n, marker in enumerate(open_lists) if continues(marker, place.marker)), None)
        if known is not None and (place.marker.marker not in _PLAIN_DASHES or place.ends_before):
            open_lists[known:] = [place.marker]
        elif _opens(place, places[index + 1 : index + 1 + MOST_BETWEEN]):
            open_lists = [*open_lists[1 - MOST_OPEN :], place.marker]
        else:
            continue
        chosen.append(place.start)
    return chosen


def _places(text: str) -> Iterator[_Place]:
    for match in _PLACE.finditer(text):
        marker = split_marker(text[match.start() : match.start() + 80])
        if marker is not None and marker.rest and marker.style != CHAIN:
            yield _Place(match.start(), marker, _ends_before(text, match.start()))


def _ends_before(text: str, start: int) -> bool:
    """Whether a place is the beginning of the text or of a line, or stands behind the end of a sentence."""
    end = start
    while end and text[end - 1].isspace():
        end -= 1
        if text[end] == "\n":
            return True
    return start == 0 or text[end - 1 : end] in _ENDS


def _opens(place: _Place, later: Sequence[_Place]) -> bool:
    """Whether a list begins at a place: it is at an end, counts from the start, and goes on later or stands first."""
    if not place.ends_before:
        return False
    if place.start == 0:
        return True
    goes_on = any(continues(place.marker, other.marker) for other in later)
    if place.marker.style == BULLET:
        return goes_on or place.marker.marker not in _PLAIN_DASHES
    return place.marker.value == 1 and (goes_on or place.marker.style == WORD)


MULTILINE = 1.7
"""Height of a box in type sizes from which it holds more than one line."""

_BEGINS_BELOW_JA = re.compile(rf"(?<=[{JAPANESE}）」』])[ \n](?=[{JAPANESE}「『（<＜])")
"""White space between two Japanese characters: only the end of a line puts it there."""

_BEGINS_BELOW_EN = re.compile(r"(?<=\w)[ \n](?=[A-Z][a-z]* [a-z]|[A-Z][a-z]+ [A-Z\d]|\d+[.)] [A-Z]|[•●○·-] )")
"""White space before a capital letter that begins a sentence, or before a marker."""

_BEGINS_CAPTION = re.compile(
    rf"[ \n](?=(?:{any_of(lambda words: words.captions.picture)}|{any_of(lambda words: words.captions.table)})\.? ?\d)"
)

SHORTEST_BELOW = 12
"""Characters of what stands below a heading; less is its second half."""


def split_headings(elements: Sequence[LayoutElement], looks: Looks) -> list[LayoutElement]:
    """The elements with numbered headings taken off the text below them, where their type is not the body's.

    Args:
        elements: In reading order.
        looks: Type of the first line of each, where the parser names it.
    """
    if not looks.sizes:
        return list(elements)
    body, bold_body = body_size(elements, looks), is_body_bold(elements, looks)
    result: list[LayoutElement] = []
    for element in elements:
        size = looks.sizes.get(element.element_id, 0.0)
        stands_out = size >= LARGER * body or (looks.is_bold(element) and not bold_body)
        cut = _end_of_heading(element, size, stands_out) if body else 0
        if not cut:
            result.append(element)
            continue
        provenance = Provenance(original_text=element.text, original_kind=element.kind.value)
        heading: dict[str, Any] = {
            "kind": ElementKind.SECTION_HEADER,
            "text": element.text[:cut].strip(),
            "provenance": provenance,
        }
        below: dict[str, Any] = {
            "kind": ElementKind.TEXT,
            "text": element.text[cut:].strip(),
            "element_id": f"{element.element_id}.b",
        }
        result.append(element.model_copy(update={**heading, "marker": None, "depth": None}, deep=True))
        result.append(element.model_copy(update={**below, "marker": None, "depth": None, "level": None}, deep=True))
    return result


def _end_of_heading(element: LayoutElement, size: float, stands_out: bool) -> int:
    """Where the text below a heading begins in an element; 0 where it is one or the other.

    A number of several levels is enough for a heading whose line ends early and has sentences below it; one of a single
    level needs larger or bolder type.
    """
    kinds = (ElementKind.TEXT, ElementKind.LIST_ITEM, ElementKind.SECTION_HEADER)
    if element.kind not in kinds or not size or element.bbox is None or element.marker:
        return 0
    label = split_label(element.text)
    if label is None or label.style not in (DECIMAL, CHAPTER) or height(element.bbox) < MULTILINE * size:
        return 0
    start = len(element.text) - len(label.rest)
    below = _BEGINS_BELOW_JA if detect_language(label.rest) == "ja" else _BEGINS_BELOW_EN
    found = [match for pattern in (below, _BEGINS_CAPTION) if (match := pattern.search(element.text, start))]
    cut = min((match.end() for match in found), default=0)
    if not cut or len(element.text) - cut < SHORTEST_BELOW:
        return 0
    if stands_out:
        return cut
    ends_early = ems(element.text[:cut]) * size <= EARLY * width(element.bbox)
    told_below = bool(_SENTENCE.search(element.text[cut:]))
    return cut if len(label.values) > 1 and ends_early and told_below else 0


EARLY = 0.85
"""Share of a box's width at which a line in it ends before the next word did not fit."""

_SENTENCE = re.compile(r"[。．]|\.\s*$")


_BRACKETED = re.compile(r"^(?P<head>【[^【】]{1,40}】)(?:[\s\u3000]+(?P<rest>\S.*))?$", re.DOTALL)

FEWEST_BRACKETED = 3
"""Lines in brackets with words of their own that are the headings of a document; fewer may be labels."""


def split_brackets(elements: Sequence[LayoutElement]) -> list[LayoutElement]:
    """The elements with lines such as "【概要】" as headings where they head the sections of a document.

    Labels of notes and of parts that every section has stand there more than once.
    """
    found = [_BRACKETED.match(e.text.strip()) if e.kind is ElementKind.TEXT else None for e in elements]
    counts = Counter(match.group("head") for match in found if match is not None)
    own = [head for head, count in counts.items() if count == 1]
    if len(own) < FEWEST_BRACKETED or len(own) < 0.6 * counts.total():
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


_NEXT_LINE = re.compile(r"(?<=。)[ \n](?=\S)")
"""White space behind a Japanese full stop: the text goes on in a line of its own."""


def split_results(elements: Sequence[LayoutElement]) -> list[LayoutElement]:
    """The elements with Japanese items cut where a sentence begins a line of its own: "① 開きます。" and what happens then.

    For parsers that join the lines of an item by rule; a model keeps paragraphs apart itself.
    """
    result: list[LayoutElement] = []
    for element in elements:
        found = _NEXT_LINE.search(element.text) if element.kind is ElementKind.LIST_ITEM and element.marker else None
        if found is None:
            result.append(element)
            continue
        before = element.provenance.original_text if element.provenance is not None else None
        whole = (element.provenance or Provenance()).model_copy(update={"original_text": before or element.text})
        item = {"text": element.text[: found.start()], "provenance": whole}
        below: dict[str, Any] = {"text": element.text[found.end() :], "element_id": f"{element.element_id}.r"}
        below |= {"kind": ElementKind.TEXT, "marker": None, "depth": None}
        below |= {"provenance": whole, "list_depth": element.depth or 1}
        result.append(element.model_copy(update=item, deep=True))
        result.append(element.model_copy(update=below, deep=True))
    return result
