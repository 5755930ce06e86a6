"""The printed pieces that a parser's elements are: what it joined is taken apart, what it cut is joined, and pages of text
that it took for a table, or headings that it lost, come back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from llama_index_layout_rag.layout.boxes import overlap_share, union
from llama_index_layout_rag.layout.elements import (
    FURNITURE_KINDS,
    HEADING_KINDS,
    ElementKind,
    Extraction,
    LayoutElement,
    Provenance,
)
from llama_index_layout_rag.layout.markers import BULLETS
from llama_index_layout_rag.readers.parsers.text_layer_match import (
    JUDGED,
    SHORTEST_KEY,
    PrintedPage,
    is_judged,
    key_of,
    plain_key,
)

LEAST_OF_HEADING = 0.5
"""Share of a printed heading that a parser's must hold to be it: the rest is its number or its wrapped second line."""

MOST_LINES = 6
"""Lines of a heading or item that a parser may have taken apart."""

LEAST_BESIDE = 6
"""Letters and digits before and after a heading inside a paragraph that must be those printed before and after it."""

SHORTEST_LOST = 2
"""Letters and digits of a heading that may be lost: 操作, "2 操作"."""

_BREAKS = frozenset({ElementKind.SECTION_HEADER, ElementKind.LIST_ITEM})
"""Printed elements that stand for themselves wherever a parser has put them."""

_NO_TEXT = FURNITURE_KINDS | {ElementKind.PICTURE, ElementKind.PICTURE_OCR_TEXT}


def without_false_tables(elements: Sequence[LayoutElement], pages: Mapping[int, PrintedPage]) -> list[LayoutElement]:
    """Tables in whose place headings or a list are printed, as what is printed there: the parser took columns of text, or
    bullets and what is behind them, for cells."""
    own = {(e.page, key_of(e)) for e in elements if e.kind is not ElementKind.TABLE and not e.is_furniture}
    result: list[LayoutElement] = []
    gone: set[str] = set()
    for element in elements:
        page = pages.get(element.page or 0)
        inside = page.within(element.bbox) if page is not None and element.kind is ElementKind.TABLE else []
        if not _reads_as_text(inside):
            result.append(element)
            continue
        gone.add(element.element_id)
        pieces = [piece for piece in inside if piece.kind not in _NO_TEXT and (element.page, key_of(piece)) not in own]
        result.extend(_copies(pieces, element))
    for element in result:
        if element.caption_of in gone:
            element.caption_of = None
    return result


LISTED = 0.75
"""Share of the printed texts in a parser's table that are list items where it is a list."""


def _reads_as_text(inside: Sequence[LayoutElement]) -> bool:
    items = sum(1 for piece in inside if piece.kind is ElementKind.LIST_ITEM)
    return (items >= 2 and items >= LISTED * len(inside)) or any(
        piece.kind is ElementKind.SECTION_HEADER for piece in inside
    )


def _copies(pieces: Iterable[LayoutElement], origin: LayoutElement) -> Iterator[LayoutElement]:
    """Printed elements in place of a parser's, with its label and what it was."""
    for number, piece in enumerate(pieces):
        provenance = Provenance(original_kind=origin.kind.value, original_text=origin.text or None)
        yield piece.model_copy(
            update={
                "element_id": origin.element_id if number == 0 else f"{origin.element_id}.{number}",
                "metadata": dict(origin.metadata),
                "provenance": provenance,
                "caption_of": None,
            },
            deep=True,
        )


def split_joined(elements: Iterable[LayoutElement], pages: Mapping[int, PrintedPage]) -> Iterator[LayoutElement]:
    """Elements in which the parser has joined several printed ones, as those."""
    for element in elements:
        page = pages.get(element.page or 0)
        run = page.run(key_of(element)) if page is not None and is_judged(element, pages) else []
        if not any(
            piece.kind in HEADING_KINDS or piece.kind in (ElementKind.LIST_ITEM, ElementKind.TOC_ENTRY) for piece in run
        ):
            yield element
            continue
        yield from _copies(run, element)


def merge_cut(elements: Iterable[LayoutElement], pages: Mapping[int, PrintedPage]) -> Iterator[LayoutElement]:
    """Elements in a row that are the lines of one printed heading or item, as one."""
    waiting = list(elements)
    index = 0
    while index < len(waiting):
        first = waiting[index]
        run = _lines_of_one(waiting, index, pages)
        if run > 1:
            parts = waiting[index : index + run]
            first.origin().original_text = "\n".join(part.text for part in parts)
            first.text = " ".join(part.text if n == 0 else whole_text(part) for n, part in enumerate(parts))
            boxes = [part.bbox for part in parts if part.bbox is not None]
            first.bbox = union(boxes) if boxes else None
        yield first
        index += run


def whole_text(element: LayoutElement) -> str:
    """The text of an element behind its marker."""
    return f"{element.marker} {element.text}" if element.marker else element.text


def _lines_of_one(elements: Sequence[LayoutElement], start: int, pages: Mapping[int, PrintedPage]) -> int:
    """How many elements from `start` on are one printed heading or item; 1 where it is itself.

    Of a heading the number in front may be lacking.
    """
    first = elements[start]
    page = pages.get(first.page or 0)
    if page is None or not is_judged(first, pages) or key_of(first) in page.by_key:
        return 1
    joined, run = key_of(first), 1
    wholes = [key for key, element in page.wholes() if _can_open(joined, key, element)]
    for end in range(start + 1, min(start + MOST_LINES, len(elements))):
        if not wholes or elements[end].page != first.page or elements[end].kind not in JUDGED:
            break
        joined += key_of(elements[end])
        wholes = [key for key in wholes if joined in key]
        if any(key.endswith(joined) for key in wholes):
            run = end - start + 1
    return run


def _can_open(key: str, whole: str, element: LayoutElement) -> bool:
    """Whether a text may be the beginning of a printed heading or item."""
    if element.kind is ElementKind.LIST_ITEM:
        return whole.startswith(key)
    most_of_it = key in whole and len(whole) * LEAST_OF_HEADING <= len(key)
    return most_of_it or (whole.startswith(key) and len(key) >= SHORTEST_KEY)


def split_inside(elements: Iterable[LayoutElement], pages: Mapping[int, PrintedPage]) -> Iterator[LayoutElement]:
    """Texts that run over a printed heading or item, cut before and after it."""
    for element in elements:
        page = pages.get(element.page or 0)
        if page is None or not is_judged(element, pages) or key_of(element) in page.by_key:
            yield element
            continue
        yield from _cut(element, page)


def _cut(element: LayoutElement, page: PrintedPage) -> Iterator[LayoutElement]:
    text = whole_text(element)
    places = [place for place, character in enumerate(text) if plain_key(character)]
    key = key_of(element)
    if len(places) != len(key):
        # Characters that fold to several (㈱) have no place of their own.
        yield element
        return
    start, number = 0, 0
    for begin, heading in _breaks_inside(key, page):
        if begin < start:
            continue
        end = begin + len(key_of(heading))
        for piece in (text[_place(places, start) : _place(places, begin)], None):
            if piece is None:
                (found,) = _copies([heading], element)
                found.element_id = f"{element.element_id}.h{number}"
                yield found
            elif plain_key(piece):
                yield _part(element, piece, number, page)
        start, number = end, number + 1
    rest = text[_place(places, start) :]
    if number == 0:
        yield element
    elif plain_key(rest):
        yield _part(element, rest, number, page)


def _place(places: Sequence[int], index: int) -> int:
    return places[index] if index < len(places) else places[-1] + 1 if index == len(places) and places else 0


def _part(element: LayoutElement, text: str, number: int, page: PrintedPage) -> LayoutElement:
    """A piece of a text: the element itself in its first part, else what the print begins so."""
    first = number == 0 and element.kind not in HEADING_KINDS
    begun = None if first else page.beginning_with(plain_key(text))
    is_item = begun is not None and begun.kind is ElementKind.LIST_ITEM
    kind = element.kind if first else ElementKind.LIST_ITEM if is_item else ElementKind.TEXT
    marker = element.marker if first else begun.marker if is_item and begun is not None else None
    text = text.strip().rstrip(BULLETS).rstrip()
    if marker and text.startswith(marker):
        text = text[len(marker) :].lstrip()
    return element.model_copy(
        update={
            "element_id": element.element_id if number == 0 else f"{element.element_id}.{number}",
            "kind": kind,
            "text": text.lstrip(BULLETS).lstrip() if is_item else text,
            "marker": marker,
            "depth": begun.depth if is_item and begun is not None else element.depth if first else None,
            "level": None,
            "provenance": (element.provenance or Provenance()).model_copy(update={"original_text": element.text}),
        },
        deep=True,
    )


def _breaks_inside(key: str, page: PrintedPage) -> list[tuple[int, LayoutElement]]:
    """Printed headings and items in a text, with their place, where what stands around them is printed so too."""
    found = []
    for index, (heading, own) in enumerate(zip(page.elements, page.keys, strict=True)):
        place = key.find(own) if heading.kind in _BREAKS and len(own) >= SHORTEST_KEY else -1
        if place < 0:
            continue
        before, after = key[:place][-LEAST_BESIDE:], key[place + len(own) :][:LEAST_BESIDE]
        previous = page.keys[index - 1] if index else ""
        following = page.keys[index + 1] if index + 1 < len(page.keys) else ""
        if (not before or previous.endswith(before)) and (not after or following.startswith(after)):
            found.append((place, heading))
    return sorted(found, key=lambda entry: entry[0])


def with_lost_headings(
    elements: Sequence[LayoutElement], pages: Mapping[int, PrintedPage], levels: dict[str, int]
) -> list[LayoutElement]:
    """The elements and the printed headings that the parser has lost, each before what is printed below it.

    The printed levels of those are added to `levels`, by element id.
    """
    result = list(elements)
    of_page: dict[int, list[LayoutElement]] = defaultdict(list)
    for element in elements:
        if element.page is not None:
            of_page[element.page].append(element)
    last = max(of_page, default=0)
    for number, page in sorted(pages.items()):
        if number > last:
            break
        said = "\n".join(_said(element) for element in of_page[number] if not element.is_furniture)
        for index, (heading, key) in enumerate(zip(page.elements, page.keys, strict=True)):
            if heading.kind not in HEADING_KINDS or len(key) < SHORTEST_LOST or key in said:
                continue
            place = _place_of_lost(result, number, set(page.keys[index + 1 :]))
            lost = heading.model_copy(
                update={
                    "element_id": f"lost-{heading.element_id}",
                    "provenance": Provenance(extraction=Extraction.SOURCE_PDF),
                    "metadata": {},
                    "caption_of": None,
                }
            )
            if heading.kind is ElementKind.SECTION_HEADER:
                levels[lost.element_id] = heading.level or 1
            result.insert(place, lost)
    return result


def _said(element: LayoutElement) -> str:
    cells = "".join(cell.text for cell in element.table.cells) if element.table is not None else ""
    return key_of(element) + plain_key(cells)


def _place_of_lost(elements: Sequence[LayoutElement], page: int, below: set[str]) -> int:
    """Before the first element of the page that is printed below; else behind the page's last element."""
    behind = next((n for n, element in enumerate(elements) if (element.page or 0) > page), len(elements))
    for number, element in enumerate(elements):
        if element.page == page:
            if key_of(element) in below:
                return number
            behind = number + 1
    return behind


WITHIN = 0.8
"""Share of a fragment's box that lies in the heading that it is a part of."""


def _is_rewritten(element: LayoutElement) -> bool:
    return element.provenance is not None and element.provenance.original_text is not None


def without_fragments(elements: Sequence[LayoutElement]) -> list[LayoutElement]:
    """The elements without pieces of a heading that stand beside the whole: its number, or its wrapped line."""
    headings: dict[int | None, list[LayoutElement]] = defaultdict(list)
    for element in elements:
        if element.kind in HEADING_KINDS and element.bbox is not None and _is_rewritten(element):
            headings[element.page].append(element)
    return [e for e in elements if not any(_is_part_of(e, heading) for heading in headings.get(e.page, ()))]


def _is_part_of(element: LayoutElement, heading: LayoutElement) -> bool:
    if element is heading or element.bbox is None or heading.bbox is None:
        return False
    part, whole = key_of(element), key_of(heading)
    text = element.kind in JUDGED and bool(part) and part != whole
    return text and part in whole and overlap_share(element.bbox, heading.bbox) >= WITHIN
