"""Captions: which short texts name a picture or a table, and which picture or table they name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from llama_index_layout_rag.languages import alternatives, any_of
from llama_index_layout_rag.layout.boxes import Box, horizontal_overlap
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement
from llama_index_layout_rag.layout.normalize import fold_text

_PICTURE = any_of(lambda words: words.captions.picture)
_TABLE = any_of(lambda words: words.captions.table)
_EXAMPLE = any_of(lambda words: words.captions.example)
_OPENING = r"[【\[［〈<(（]?"
_CAPTION = re.compile(
    rf"""^{_OPENING}
    (?:(?P<picture>{_PICTURE})|(?P<table>{_TABLE})|(?P<other>{_EXAMPLE}))\.?[\s\u3000]*
    (?P<number>
        [A-Z]?[0-9]+(?:\s?[-.:―]\s?(?:[0-9]+[A-Za-z]?|[A-Za-z])(?![A-Za-z0-9]))*  # 3, 3-2, A1.4, 3-b
        |[A-Z][-.][0-9]+  # A-1
    )
    (?P<rest>.*)$""",
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)
_INITIALS = "".join({word[0] for words in (_PICTURE, _TABLE, _EXAMPLE) for word in alternatives(words[3:-1])})
_FULL_WIDTH = "".join(chr(ord(letter) + 0xFEE0) for letter in _INITIALS if letter.isascii())
_POSSIBLE = re.compile(rf"^\s*{_OPENING}\s*[{_INITIALS}{_FULL_WIDTH}]", re.IGNORECASE)
"""How every caption begins; most texts fail here before they are folded."""

_SENTENCE_START = re.compile(
    rf"^\s*(?:[、，,]|{any_of(lambda words: words.captions.sentence_start, bounded=True)})", re.IGNORECASE
)
_LONGEST_SENTENCE_LIKE_CAPTION = 30
"""Characters after the number: a caption may end with a full stop, a Japanese sentence longer than this is none."""

MAX_CAPTION_LENGTH = 200
"""Characters; what is longer is a paragraph that begins with a reference."""

MAX_CAPTION_DISTANCE = 120.0
"""Points between a caption and its picture or table: about eight lines, the height of a note between the two."""

_MAX_NEIGHBOURS = 3
"""Elements between a caption and its owner where there are no boxes."""

_MOST_STEPS, _MOST_OWNERS = 400, 40
"""Elements of the page that are looked at on each side of a caption, and pictures and tables among them."""

_OWNERS = (ElementKind.PICTURE, ElementKind.TABLE)


def is_caption(text: str) -> bool:
    """Whether a text reads as a caption: "図 3-2 設定画面", "Fig. 4", "表1 部品".

    A sentence that only begins with a reference ("図1に示す。", "Figure 3 shows …") is none.
    """
    return caption_owner_kind(text) is not None


def caption_owner_kind(text: str) -> ElementKind | None:
    """Return what a caption names by its own words: PICTURE (for "Example" and "List" too) or TABLE; None for no caption."""
    if len(text) > 2 * MAX_CAPTION_LENGTH or not _POSSIBLE.match(text):
        return None
    folded = fold_text(text).strip()
    if not folded or len(folded) > MAX_CAPTION_LENGTH:
        return None
    match = _CAPTION.match(folded)
    if match is None:
        return None
    rest = match.group("rest")
    if _SENTENCE_START.match(rest) or (rest.endswith("。") and len(rest) > _LONGEST_SENTENCE_LIKE_CAPTION):
        return None
    return ElementKind.TABLE if match.group("table") else ElementKind.PICTURE


def attach_captions(elements: Sequence[LayoutElement]) -> list[LayoutElement]:
    """Return the elements with `caption_of` set on every caption that has an owner.

    A text that reads as a caption becomes one where a picture or table is beside it. With boxes, the nearest
    owner of the right kind on the same page that shares the caption's columns wins; without boxes, the nearest in
    reading order. Pictures are named below and tables above more often than not, so that decides between two
    equally near owners. One owner takes one numbered caption as long as another owner is near.

    Args:
        elements: In reading order.

    Returns:
        Copies, in the same order.
    """
    taken: set[str] = {element.caption_of for element in elements if element.caption_of}
    result: list[LayoutElement] = []
    for index, element in enumerate(elements):
        can_name = element.kind in (ElementKind.TEXT, ElementKind.CAPTION)
        owner_kind = caption_owner_kind(element.text) if can_name else None
        if element.caption_of or (element.kind is not ElementKind.CAPTION and owner_kind is None):
            result.append(element)
            continue
        owner = _nearest_owner(elements, index, owner_kind, taken)
        if owner is None:
            result.append(element)
            continue
        taken.add(owner.element_id)
        result.append(element.model_copy(update={"kind": ElementKind.CAPTION, "caption_of": owner.element_id}))
    return result


def _nearest_owner(
    elements: Sequence[LayoutElement], index: int, kind: ElementKind | None, taken: set[str]
) -> LayoutElement | None:
    caption = elements[index]
    candidates: list[tuple[float, LayoutElement]] = []
    for offset, owner in _neighbours(elements, index):
        distance = _distance(caption, owner, offset)
        if distance is None:
            continue
        if kind is not None and owner.kind is not kind:
            distance += MAX_CAPTION_DISTANCE / 2
        if owner.element_id in taken:
            distance += MAX_CAPTION_DISTANCE
        candidates.append((distance, owner))
    return min(candidates, key=lambda pair: pair[0], default=(0.0, None))[1]


def _neighbours(elements: Sequence[LayoutElement], index: int) -> Iterable[tuple[int, LayoutElement]]:
    page = elements[index].page
    for step in (-1, 1):
        skipped, owners, position = 0, 0, index + step
        while 0 <= position < len(elements) and abs(position - index) <= _MOST_STEPS and owners < _MOST_OWNERS:
            other = elements[position]
            if other.page != page and page is not None:
                break
            if other.kind in _OWNERS:
                owners += 1
                yield position - index, other
            elif not other.is_furniture and other.kind is not ElementKind.PICTURE_OCR_TEXT:
                skipped += 1
            if page is None and skipped > _MAX_NEIGHBOURS:
                break
            position += step


def _distance(caption: LayoutElement, owner: LayoutElement, offset: int) -> float | None:
    usual_side = offset > 0 if owner.kind is ElementKind.TABLE else offset < 0
    if caption.bbox is None or owner.bbox is None:
        return abs(offset) * 10.0 + (0.0 if usual_side else 5.0) if abs(offset) <= _MAX_NEIGHBOURS else None
    gap = _gap(caption.bbox, owner.bbox)
    if gap > MAX_CAPTION_DISTANCE or horizontal_overlap(caption.bbox, owner.bbox) <= 0:
        beside = _beside(caption.bbox, owner.bbox)
        return None if beside is None else beside + MAX_CAPTION_DISTANCE / 2
    below = caption.bbox[1] >= owner.bbox[3] - 2
    usual_side = below if owner.kind is ElementKind.PICTURE else not below
    return gap + (0.0 if usual_side else 6.0)


def _gap(first: Box, second: Box) -> float:
    return max(0.0, first[1] - second[3], second[1] - first[3])


def _beside(caption: Box, owner: Box) -> float | None:
    """Points between a caption and an owner to its left or right, or None where they share no height."""
    if min(caption[3], owner[3]) <= max(caption[1], owner[1]):
        return None
    gap = max(caption[0] - owner[2], owner[0] - caption[2])
    return gap if 0 <= gap <= MAX_CAPTION_DISTANCE / 2 else None
