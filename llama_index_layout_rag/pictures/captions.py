"""Captions of content pictures, numbered or not.

The reader attaches captions before it is known which pictures are icons. Here only content pictures compete for them,
all captions of a page at once, with the side that the document prefers.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutElement
from llama_index_layout_rag.layout.boxes import Box, center, height, horizontal_overlap, vertical_overlap, width
from llama_index_layout_rag.layout.captions import MAX_CAPTION_DISTANCE, caption_owner_kind

OTHER_SIDE = 24.0
"""Points added where a caption stands on the side on which the document's captions do not stand: two lines."""

BESIDE = 40.0
"""Points added for a caption to the left or right of its picture, and the furthest it may stand there."""

UNNUMBERED_GAP, UNNUMBERED_CHARS, UNNUMBERED_ASIDE = 9.0, 40, 36.0
"""A line that names the picture above it stands closer than the next paragraph would (points), is short (characters),
and begins or is centred near it (points)."""

TITLE_GAP = 20.0
"""Points between a bracketed name ("<構成図>") and the picture below it: a blank line."""

_BRACKETED = re.compile(r"^\s*[<＜〈《【\[［「][^>＞〉》】\]］」]{2,40}[>＞〉》】\]］」]\s*$")
_SENTENCE = re.compile(
    rf"{any_of(lambda words: words.instructions.sentence_end)}[。．.！!]?$|[：:、,？?…]$|[A-Za-z)]\.$|https?://|[>＞→⇒]"
)
_NAMING_KINDS = frozenset({ElementKind.TEXT, ElementKind.CAPTION, ElementKind.PICTURE_OCR_TEXT})


def captions_of_pictures(layout: LayoutDocument, pictures: Collection[str]) -> dict[str, LayoutElement]:
    """The caption of each picture that has one.

    Args:
        layout: The document.
        pictures: Ids of its content pictures.

    Returns:
        By id of the picture.
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
        return candidate[0] + (0.0 if candidate[3] in (usual, "order") else OTHER_SIDE)

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
                # Without a number or without boxes, what the source says of its captions stands.
                if caption.caption_of == owner.element_id:
                    found.append((0.0, owner, caption, "order"))
                continue
            placed = _place(caption.bbox, owner.bbox)
            if placed is not None:
                found.append((placed[0], owner, caption, placed[1]))
    return found


def _place(caption: Box, owner: Box) -> tuple[float, str] | None:
    """Points from a picture to a caption and the side it stands on; None where it is too far to be its caption."""
    if horizontal_overlap(caption, owner) > 0:
        below, above = caption[1] - owner[3], owner[1] - caption[3]
        gap, side = (below, "below") if below >= above else (above, "above")
        return (max(0.0, gap), side) if gap <= MAX_CAPTION_DISTANCE else None
    gap = max(caption[0] - owner[2], owner[0] - caption[2])
    if vertical_overlap(caption, owner) > 0 and gap <= BESIDE:
        return gap + BESIDE, "beside"
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
    """A caption that opens a page or column names the last thing of the one before, if that is a picture without one."""
    last: LayoutElement | None = None
    for element in elements:
        if element.is_furniture or element.kind is ElementKind.PICTURE_OCR_TEXT:
            continue
        names = _is_numbered(element) and element.element_id not in used
        waits = last is not None and last.element_id in pictures and last.element_id not in chosen
        if names and waits and last is not None and _begins_anew(element, last):
            chosen[last.element_id] = element
            used.add(element.element_id)
        last = element


def _begins_anew(caption: LayoutElement, last: LayoutElement) -> bool:
    """Whether a page or a column break lies between."""
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
    if _BRACKETED.match(text.text) and -2 <= above <= TITLE_GAP:
        return above
    below = text.bbox[1] - picture[3]
    one_line = height(text.bbox) <= 22 and width(text.bbox) <= 1.2 * width(picture)
    near = (
        abs(center(text.bbox)[0] - center(picture)[0]) <= UNNUMBERED_ASIDE
        or abs(text.bbox[0] - picture[0]) <= UNNUMBERED_ASIDE
    )
    stripped = text.text.strip()
    reads = 2 <= len(stripped) <= UNNUMBERED_CHARS and not _SENTENCE.search(stripped)
    return below if -2 <= below <= UNNUMBERED_GAP and one_line and near and reads else None
