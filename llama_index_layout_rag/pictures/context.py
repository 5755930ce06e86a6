"""Picture context: the caption, heading, neighbours and table of a picture, and the text inside it.

The reader attaches captions before icons are distinguished from content pictures. Here only content pictures compete for
captions, all captions of a page at once, and the side that the document prefers costs less.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.layout import HEADING_KINDS, Box, ElementKind, LayoutDocument, LayoutElement
from llama_index_layout_rag.layout.boxes import area, center, height, horizontal_overlap, vertical_overlap, width
from llama_index_layout_rag.layout.captions import MAX_CAPTION_DISTANCE, caption_owner_kind

OTHER_SIDE_COST = 24.0
"""Points added for a caption on the side that the document does not prefer: two lines."""

MAX_BESIDE = 40.0
"""Maximum distance, in points, of a caption to the left or right of its picture; also added to its cost."""

UNNUMBERED_GAP, UNNUMBERED_CHARS, UNNUMBERED_OFFSET = 9.0, 40, 36.0
"""Unnumbered captions are closer to the picture above than a paragraph (points), short (characters), and left-aligned
or centred with it up to an offset (points)."""

BOX_TOLERANCE = 1.0
"""Points by which the box of a text may exceed that of its picture; sources round boxes differently."""

NAME_GAP = 20.0
"""Maximum points between a bracketed name ("<構成図>") and the picture below it: a blank line."""

_BRACKETED = re.compile(r"^\s*[<＜〈《【\[［「][^>＞〉》】\]］」]{2,40}[>＞〉》】\]］」]\s*$")
_SENTENCE = re.compile(
    rf"{any_of(lambda words: words.instructions.sentence_end)}[。．.！!]?$|[：:、,？?…]$|[A-Za-z)]\.$|https?://|[>＞→⇒]"
)
_BODY = frozenset({ElementKind.TEXT, ElementKind.LIST_ITEM, *HEADING_KINDS})
_NAMING_KINDS = frozenset({ElementKind.TEXT, ElementKind.CAPTION, ElementKind.PICTURE_OCR_TEXT})


@dataclass(frozen=True)
class Surroundings:
    """Elements around and inside one picture."""

    caption: LayoutElement | None = None
    heading: LayoutElement | None = None
    previous: LayoutElement | None = None
    following: LayoutElement | None = None
    table: LayoutElement | None = None
    texts: list[LayoutElement] = field(default_factory=list)
    """Elements with the text inside the picture."""


def surroundings_of(layout: LayoutDocument, content: Collection[str]) -> dict[str, Surroundings]:
    """Return the surroundings of every picture of a document, by element id.

    Args:
        layout: The document.
        content: Ids of the content pictures; only they have captions.
    """
    elements = layout.elements
    captions = captions_of_pictures(layout, content)
    tables = {element.element_id: element for element in elements if element.kind is ElementKind.TABLE}
    owners = pictures_of_texts(elements)
    inside: dict[str, list[LayoutElement]] = {}
    for element in elements:
        if element.element_id in owners:
            inside.setdefault(owners[element.element_id], []).append(element)
    result = {}
    for index, element in enumerate(elements):
        if element.kind not in (ElementKind.PICTURE, ElementKind.DECORATIVE):
            continue
        result[element.element_id] = Surroundings(
            caption=captions.get(element.element_id),
            heading=next((e for e in reversed(elements[:index]) if e.kind in HEADING_KINDS), None),
            previous=next((e for e in reversed(elements[:index]) if _is_body(e)), None),
            following=next((e for e in elements[index + 1 :] if _is_body(e)), None),
            table=tables.get(element.container or ""),
            texts=inside.get(element.element_id, []),
        )
    return result


def _is_body(element: LayoutElement) -> bool:
    return element.kind in _BODY and bool(element.text.strip())


def pictures_of_texts(elements: Iterable[LayoutElement]) -> dict[str, str]:
    """Return the picture of each text (kind `picture_ocr_text`) that is inside one, by element ids.

    The source names it, or else it is the smallest picture that contains the box of the text.
    """
    texts, pictures = [], []
    for element in elements:
        if element.kind is ElementKind.PICTURE_OCR_TEXT:
            texts.append(element)
        elif element.kind in (ElementKind.PICTURE, ElementKind.DECORATIVE) and element.bbox is not None:
            pictures.append(element)
    pictures.sort(key=lambda picture: area(picture.bbox or (0, 0, 0, 0)))
    owners = {}
    for text in texts:
        owner = text.container or _picture_at(text, pictures)
        if owner:
            owners[text.element_id] = str(owner)
    return owners


def _picture_at(text: LayoutElement, pictures: Iterable[LayoutElement]) -> str | None:
    if text.bbox is None:
        return None
    return next((p.element_id for p in pictures if p.page == text.page and p.bbox and _holds(p.bbox, text.bbox)), None)


def _holds(outer: Box, inner: Box) -> bool:
    overhang = (outer[0] - inner[0], outer[1] - inner[1], inner[2] - outer[2], inner[3] - outer[3])
    return max(overhang) <= BOX_TOLERANCE


# --- captions ---


def captions_of_pictures(layout: LayoutDocument, pictures: Collection[str]) -> dict[str, LayoutElement]:
    """Return the caption of each picture that has one, by id of the picture.

    Args:
        layout: The document.
        pictures: Ids of its content pictures.
    """
    by_page: dict[int | None, list[LayoutElement]] = {}
    for element in layout.elements:
        by_page.setdefault(element.page, []).append(element)
    candidates = [pair for elements in by_page.values() for pair in _pairs(elements, pictures)]
    below = sum(1 for *_, side in _best_of_each(candidates) if side == "below")
    usual = "below" if 2 * below >= len(_best_of_each(candidates)) else "above"
    chosen: dict[str, LayoutElement] = {}
    used: set[str] = set()

    def cost(candidate: _Candidate) -> float:
        return candidate[0] + (0.0 if candidate[3] in (usual, "order") else OTHER_SIDE_COST)

    for _, picture, caption, _ in sorted(candidates, key=cost):
        if picture.element_id not in chosen and caption.element_id not in used:
            chosen[picture.element_id] = caption
            used.add(caption.element_id)
    _carry_over_pages(layout.elements, pictures, chosen, used)
    for elements in by_page.values():
        _add_unnumbered(elements, pictures, chosen, used)
    return chosen


_Candidate = tuple[float, LayoutElement, LayoutElement, str]


def _is_numbered(element: LayoutElement) -> bool:
    return element.kind in _NAMING_KINDS and caption_owner_kind(element.text) is ElementKind.PICTURE


def _pairs(elements: Sequence[LayoutElement], pictures: Collection[str]) -> list[_Candidate]:
    owners = [e for e in elements if e.element_id in pictures]
    found: list[_Candidate] = []
    for caption in elements:
        said = caption.caption_of if caption_owner_kind(caption.text) is None else None
        if said not in pictures and not _is_numbered(caption):
            continue
        for owner in owners:
            if said is not None or owner.bbox is None or caption.bbox is None:
                # Without a number or boxes, the caption that the source declares is kept.
                if caption.caption_of == owner.element_id:
                    found.append((0.0, owner, caption, "order"))
                continue
            placed = _place(caption.bbox, owner.bbox)
            if placed is not None:
                found.append((placed[0], owner, caption, placed[1]))
    return found


def _place(caption: Box, owner: Box) -> tuple[float, str] | None:
    """Return a caption's distance in points from a picture and its side; None if it is too far."""
    if horizontal_overlap(caption, owner) > 0:
        below, above = caption[1] - owner[3], owner[1] - caption[3]
        gap, side = (below, "below") if below >= above else (above, "above")
        return (max(0.0, gap), side) if gap <= MAX_CAPTION_DISTANCE else None
    gap = max(caption[0] - owner[2], owner[0] - caption[2])
    if vertical_overlap(caption, owner) > 0 and gap <= MAX_BESIDE:
        return gap + MAX_BESIDE, "beside"
    return None


def _best_of_each(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    best: dict[str, _Candidate] = {}
    for candidate in candidates:
        known = best.get(candidate[2].element_id)
        if known is None or candidate[0] < known[0]:
            best[candidate[2].element_id] = candidate
    return [candidate for candidate in best.values() if candidate[3] in ("below", "above")]


def _carry_over_pages(
    elements: Sequence[LayoutElement], pictures: Collection[str], chosen: dict[str, LayoutElement], used: set[str]
) -> None:
    """Assign a caption at the start of a page or column to a picture without one at the end of the previous."""
    last: LayoutElement | None = None
    for element in elements:
        if element.is_furniture or element.kind is ElementKind.PICTURE_OCR_TEXT:
            continue
        names = _is_numbered(element) and element.element_id not in used
        waits = last is not None and last.element_id in pictures and last.element_id not in chosen
        if names and waits and last is not None and _starts_page_or_column(element, last):
            chosen[last.element_id] = element
            used.add(element.element_id)
        last = element


def _starts_page_or_column(caption: LayoutElement, last: LayoutElement) -> bool:
    """Return whether a caption is on the next page or column."""
    if caption.page != last.page:
        return True
    if caption.bbox is None or last.bbox is None:
        return False
    return caption.bbox[0] >= last.bbox[2] and caption.bbox[3] <= last.bbox[1]


def _add_unnumbered(
    elements: Sequence[LayoutElement], pictures: Collection[str], chosen: dict[str, LayoutElement], used: set[str]
) -> None:
    for picture in elements:
        if picture.element_id not in pictures or picture.element_id in chosen or picture.bbox is None:
            continue
        if picture.container is not None and not picture.is_inline:
            continue
        named = [
            (gap, e) for e in elements if e.element_id not in used and (gap := _names(e, picture.bbox)) is not None
        ]
        if named:
            chosen[picture.element_id] = min(named, key=lambda pair: pair[0])[1]
            used.add(chosen[picture.element_id].element_id)


def _names(text: LayoutElement, picture: Box) -> float | None:
    if text.kind is not ElementKind.TEXT or text.bbox is None or horizontal_overlap(text.bbox, picture) <= 0:
        return None
    above = picture[1] - text.bbox[3]
    if _BRACKETED.match(text.text) and -2 <= above <= NAME_GAP:
        return above
    below = text.bbox[1] - picture[3]
    one_line = height(text.bbox) <= 22 and width(text.bbox) <= 1.2 * width(picture)
    near = (
        abs(center(text.bbox)[0] - center(picture)[0]) <= UNNUMBERED_OFFSET
        or abs(text.bbox[0] - picture[0]) <= UNNUMBERED_OFFSET
    )
    stripped = text.text.strip()
    reads = 2 <= len(stripped) <= UNNUMBERED_CHARS and not _SENTENCE.search(stripped)
    return below if -2 <= below <= UNNUMBERED_GAP and one_line and near and reads else None
