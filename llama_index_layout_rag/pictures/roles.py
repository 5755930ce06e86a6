"""Roles of pictures: evidence (content), a sign in a line of text (inline icon), or decoration.

The decision is made before any model is asked, from what the layout says: place, size, repetition over the pages, the
text beside and over the picture, its own words. It comes with its reason, so that a wrong one can be explained.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.layout import Box, ElementKind, LayoutDocument, LayoutElement, LayoutPage, VisualRole
from llama_index_layout_rag.layout.boxes import (
    area,
    center,
    height,
    horizontal_overlap,
    overlap_share,
    vertical_overlap,
    width,
)
from llama_index_layout_rag.layout.normalize import fold_text
from llama_index_layout_rag.pictures.context import pictures_of_texts

SMALL_SHARE = 0.006
SMALL_SIDE = 0.08
"""A picture is small up to this share of the page's area, or of both its sides: buttons are, screens are not."""

CELL_ICON_HEIGHT, CELL_ICON_WIDTH = 56.0, 0.24
"""Pictures in table cells are icons up to this height in points (four lines of a table) and this share of the page's
width; the smallest screenshot seen in a cell is 147 points high, the largest button 48."""

LINE_ICON_HEIGHT = 36.0
"""Points; higher pictures are beside a paragraph and not in a line, even if the reader found them in a line's gap."""

BESIDE_SHARE, GAP_SHARE = 0.5, 0.3
"""Share of an icon's height that overlaps the text beside it; one in a gap of the first line extends above it."""

BESIDE_GAP = 36.0
"""Maximum points between an icon and the text beside it: an indent and a space."""

MARK_SIZE = 64.0
"""Points; the largest caution and note signs before a paragraph."""

BAND_SHARE = 0.12
"""Share of the page's height of the header and the footer band."""

ALONE_GAP = 24.0
"""Points without text around an isolated picture in a band: two lines."""

FOOTER_PICTURE = 36.0
"""Points; a picture in a band with larger sides that occurs once in a longer document is no logo."""

REPEATED_PAGES = 3
SAME_PLACE = 6.0
"""A bitmap at the same position (points) on this many pages is decoration; icons may repeat on fewer."""

BAR_ASPECT, BAR_HEIGHT = 6.0, 44.0
"""Minimum aspect ratio and maximum height (points) of the background bar of a heading."""

BACKGROUND_SHARE, BACKGROUND_CHARS = 0.45, 80
"""A bitmap under more running text than this (share of its area, characters) is a background."""

CHARACTER_AREA = 200.0
"""Maximum area of a character in square points: a 12 point ideograph with its leading. The box of all text in a picture
would overestimate: five labels spread over a screenshot cover little of it."""

BULLET_SIZE = 15.0
"""Points; a picture up to this size before a line that names no operation is its bullet."""

WRAPPED_ICON, WRAPPED_GAP = 24.0, 10.0
"""Points; maximum size of an icon wrapped to a line of its own, and its distance below its paragraph."""

BLEED = 1.0
LOGO_SHARE = 0.06
"""Pictures up to this share of the page that touch its upper or lower edge (points), or are above the title of the
first page, are logos."""

COVER_PAGES, COVER_CHARACTERS = 8, 400
"""The first page of a document with at least this many pages is a cover, whose pictures are decoration, if it has a
title, no more characters than these, and no heading, item, table or sentence. A leaflet's first page shows the product."""

TINY = 12.0
"""Points; smaller pictures without text beside them are dots."""

_LOGO_WORDS = re.compile(rf"©|{any_of(lambda words: words.pictures.logo)}", re.IGNORECASE)
_OPERATION_WORDS = re.compile(any_of(lambda words: words.instructions.operations), re.IGNORECASE)
_NOTE_WORDS = re.compile(rf"^\W*{any_of(lambda words: words.notices.signal_words, bounded=True)}", re.IGNORECASE)
"""Words that follow the sign of a caution or a note."""

_EMPTY_BRACKETS = re.compile(r"[［\[（(「『【<〈]\s*[］\])）」』】>〉]")
_TEXT_KINDS = frozenset(
    map(ElementKind, ["text", "list_item", "section_header", "title", "footnote", "form", "code", "reference"])
)
_BODY_KINDS = frozenset({ElementKind.SECTION_HEADER, ElementKind.LIST_ITEM, ElementKind.CAPTION, ElementKind.TOC_ENTRY})
_SENTENCE_END = re.compile(r"[。！？]|[a-z]{2,}[.!?]$")


@dataclass(frozen=True)
class RoleDecision:
    """The role of one picture, the reason, and the element whose text contains an inline icon."""

    role: VisualRole
    reason: str
    host: str | None = None


@dataclass
class _PageContents:
    """The elements of one page that decide on the roles of its pictures."""

    page: LayoutPage | None
    texts: list[LayoutElement] = field(default_factory=list)
    tables: list[LayoutElement] = field(default_factory=list)
    inside: dict[str, list[LayoutElement]] = field(default_factory=dict)
    title: LayoutElement | None = None
    cover: bool = False


def is_picture(element: LayoutElement) -> bool:
    """Return whether an element is a picture, also a decorative one (decorative text has no role)."""
    return element.kind is ElementKind.PICTURE or (element.kind is ElementKind.DECORATIVE and not element.text)


def picture_roles(layout: LayoutDocument) -> dict[str, RoleDecision]:
    """Return the role of every picture of a document, by element id."""
    pages = _page_contents(layout)
    repeated = _repeated(layout.elements)
    captioned = {element.caption_of for element in layout.elements if element.caption_of}
    by_id = {element.element_id: element for element in layout.elements}
    decisions = {}
    for element in filter(is_picture, layout.elements):
        contents = pages.get(element.page or 0) or _PageContents(page=None)
        decisions[element.element_id] = _decide(
            element,
            contents,
            by_id,
            element.element_id in captioned,
            repeated.get(element.element_id, 1),
            len(layout.pages),
        )
    return decisions


def _decide(
    picture: LayoutElement,
    contents: _PageContents,
    by_id: dict[str, LayoutElement],
    captioned: bool,
    repeated: int,
    page_count: int,
) -> RoleDecision:
    box, page = picture.bbox, contents.page
    if picture.kind is ElementKind.DECORATIVE:
        return _repeated_icon(picture, contents) or _decorative(picture.reason or "the reader found it decorative")
    if box is None or page is None:
        return _without_box(picture, by_id)
    small = _is_small(box, page)
    # Captions are attached before icons are recognised, so a caption near a small picture is no evidence.
    if captioned and not small and not picture.is_inline:
        return RoleDecision(VisualRole.CONTENT, "it has a caption")
    return (
        _by_words(picture, contents, small)
        or _by_table(picture, box, page, contents, by_id)
        or _by_text_over(picture, box, contents)
        or (_repeated_icon(picture, contents) if repeated >= REPEATED_PAGES else None)
        or _by_place(box, page, contents, small, repeated, page_count)
        or _by_line(picture, box, contents, small)
        or _by_isolation(box, contents)
        or RoleDecision(VisualRole.CONTENT, "it carries information of its own")
    )


def _decorative(reason: str) -> RoleDecision:
    return RoleDecision(VisualRole.DECORATIVE, reason)


def _without_box(picture: LayoutElement, by_id: dict[str, LayoutElement]) -> RoleDecision:
    """Decide for sources without pages, which declare inline pictures; logos are recognised by words only."""
    host = picture.container or ""
    if picture.is_inline and host in by_id:
        return RoleDecision(VisualRole.INLINE_ICON, "the source has it inside a line", host)
    if _LOGO_WORDS.search(_own_words(picture)):
        return _decorative("its name or alternative text says logo")
    return RoleDecision(VisualRole.CONTENT, "it stands on its own")


def _by_words(picture: LayoutElement, contents: _PageContents, small: bool) -> RoleDecision | None:
    inside = contents.inside.get(picture.element_id, [])
    words = " ".join([_own_words(picture), *(element.text for element in inside)])
    match = _LOGO_WORDS.search(fold_text(words)) if small and words.strip() else None
    return _decorative(f"small, and its text says {match.group()!r}") if match else None


def _by_table(
    picture: LayoutElement, box: Box, page: LayoutPage, contents: _PageContents, by_id: dict[str, LayoutElement]
) -> RoleDecision | None:
    named = by_id.get(picture.container or "")
    table = named or next((t for t in contents.tables if t.bbox is not None and overlap_share(box, t.bbox) > 0.8), None)
    if table is None or (not table.text.strip() and table.table is None):
        return None
    behind = overlap_share(table.bbox, box) if table.bbox is not None else 0.0
    if behind > BACKGROUND_SHARE and len(_text_of(table)) > BACKGROUND_CHARS:
        return _decorative("background behind a table")
    if height(box) <= CELL_ICON_HEIGHT and width(box) <= CELL_ICON_WIDTH * page.width:
        return RoleDecision(VisualRole.INLINE_ICON, "small picture in a table cell", table.element_id)
    return RoleDecision(VisualRole.CONTENT, "large picture in a table cell")


def _by_text_over(picture: LayoutElement, box: Box, contents: _PageContents) -> RoleDecision | None:
    """Recognise bitmaps after text of the page as backgrounds; text over drawings is a label."""
    if picture.image is not None and picture.image.drawn:
        return None
    inside = [e for e in contents.inside.get(picture.element_id, []) if e.is_from_text_layer]
    over = [e for e in contents.texts if e.bbox is not None and overlap_share(e.bbox, box) > 0.5]
    crossing = [e for e in contents.texts if e.bbox is not None and overlap_share(e.bbox, box) > 0.1]
    if _is_bar(box) and (inside or crossing):
        return _decorative("bar behind a line of text")
    covered = sum(
        min(area(e.bbox) * overlap_share(e.bbox, box), CHARACTER_AREA * len(e.text))
        for e in [*inside, *over]
        if e.bbox is not None
    )
    characters = sum(len(e.text) for e in [*inside, *over])
    if covered > BACKGROUND_SHARE * area(box) and characters > BACKGROUND_CHARS:
        return _decorative("background behind running text")
    return None


def _by_place(
    box: Box, page: LayoutPage, contents: _PageContents, small: bool, repeated: int, page_count: int
) -> RoleDecision | None:
    if repeated >= REPEATED_PAGES and area(box) < LOGO_SHARE * 2 * page.width * page.height:
        return _decorative(f"the same picture stands in the same place on {repeated} pages")
    modest = area(box) <= LOGO_SHARE * page.width * page.height
    if contents.cover:
        return _decorative("art of the cover")
    if modest and (box[1] <= BLEED or box[3] >= page.height - BLEED):
        return _decorative("touches the edge of the page")
    title = contents.title
    if modest and title is not None and title.bbox is not None and box[3] <= title.bbox[1] + 2:
        return _decorative("stands above the title of the first page")
    if not _in_band(box, page) or not small or _nearest_text(box, contents.texts) <= ALONE_GAP:
        return None
    once_and_large = page_count >= REPEATED_PAGES and min(width(box), height(box)) >= FOOTER_PICTURE
    return None if once_and_large else _decorative("small and alone in the margin of the page")


def _by_line(picture: LayoutElement, box: Box, contents: _PageContents, small: bool) -> RoleDecision | None:
    """Recognise icons inside or next to a line of text."""
    in_gap = picture.is_inline and height(box) <= LINE_ICON_HEIGHT
    mark = max(width(box), height(box)) <= MARK_SIZE
    if not (in_gap or small or mark):
        return None
    host = _host(box, contents.texts, GAP_SHARE if in_gap else BESIDE_SHARE)
    if host is None:
        return None
    text = f"{host.marker or ''} {host.text}"
    folded = fold_text(text)
    is_operation = bool(_OPERATION_WORDS.search(folded) or _NOTE_WORDS.search(folded) or _EMPTY_BRACKETS.search(text))
    if height(box) > LINE_ICON_HEIGHT and not is_operation:
        return None
    if max(width(box), height(box)) <= BULLET_SIZE and not is_operation and _leads_or_ends(box, host):
        return _decorative("bullet or emoticon of a line that names no operation")
    return RoleDecision(
        VisualRole.INLINE_ICON,
        "stands in a line of text" if in_gap else "stands beside a line of text",
        host.element_id,
    )


def _repeated_icon(picture: LayoutElement, contents: _PageContents) -> RoleDecision | None:
    """Recognise an icon that repeats in the same step of similar pages; logos are in no sentence."""
    box, page = picture.bbox, contents.page
    if box is None or page is None or _in_band(box, page) or "background" in (picture.reason or ""):
        return None
    decision = _by_line(picture, box, contents, _is_small(box, page))
    host = next((t for t in contents.texts if decision is not None and t.element_id == decision.host), None)
    inside = host is not None and host.bbox is not None and overlap_share(box, host.bbox) > 0.5
    is_operation = host is not None and bool(_OPERATION_WORDS.search(fold_text(host.text)))
    return (
        decision
        if decision is not None and decision.role is VisualRole.INLINE_ICON and inside and is_operation
        else None
    )


def _in_band(box: Box, page: LayoutPage) -> bool:
    return not BAND_SHARE <= center(box)[1] / page.height <= 1 - BAND_SHARE


def _by_isolation(box: Box, contents: _PageContents) -> RoleDecision | None:
    if max(width(box), height(box)) < TINY and _nearest_text(box, contents.texts) > TINY:
        return _decorative("a dot that stands beside no text")
    return None


# --- page contents ---


def _page_contents(layout: LayoutDocument) -> dict[int, _PageContents]:
    pages: dict[int, _PageContents] = {}
    owners = pictures_of_texts(layout.elements)
    for element in layout.elements:
        for region in element.all_regions():
            contents = pages.get(region.page)
            if contents is None:
                contents = pages[region.page] = _PageContents(page=layout.page(region.page))
            part = element if region.bbox == element.bbox else element.model_copy(update={"bbox": region.bbox})
            _place(part, contents, owners)
    if 1 in pages and len(layout.pages) >= COVER_PAGES:
        pages[1].cover = _is_cover(pages[1], [element for element in layout.elements if element.page == 1])
    return pages


def _is_cover(contents: _PageContents, elements: Sequence[LayoutElement]) -> bool:
    if contents.title is None or contents.tables or any(element.kind in _BODY_KINDS for element in elements):
        return False
    texts = [text.text.strip() for text in contents.texts]
    return sum(map(len, texts)) <= COVER_CHARACTERS and not any(_SENTENCE_END.search(text) for text in texts)


def _place(element: LayoutElement, contents: _PageContents, owners: Mapping[str, str]) -> None:
    if element.kind is ElementKind.PICTURE_OCR_TEXT:
        if element.element_id in owners:
            contents.inside.setdefault(owners[element.element_id], []).append(element)
    elif element.kind is ElementKind.TABLE:
        contents.tables.append(element)
    elif element.kind in _TEXT_KINDS and element.text.strip():
        contents.texts.append(element)
        if element.kind is ElementKind.TITLE and element.page == 1 and contents.title is None:
            contents.title = element


def _repeated(elements: Sequence[LayoutElement]) -> dict[str, int]:
    """Return the number of pages with the same bitmap in the same position, by picture."""
    places: dict[tuple[str, int, int], list[LayoutElement]] = defaultdict(list)
    for element in filter(is_picture, elements):
        key = (element.image.key or element.image.src) if element.image is not None else None
        if key and element.bbox is not None:
            x, y = center(element.bbox)
            places[str(key), round(x / SAME_PLACE), round(y / SAME_PLACE)].append(element)
    return {element.element_id: len({other.page for other in group}) for group in places.values() for element in group}


def _own_words(picture: LayoutElement) -> str:
    image = picture.image
    named = [image.alt, image.title, image.src] if image is not None else []
    words = [picture.text, *named, str(picture.metadata.get("description") or "")]
    return " ".join(word for word in words if word).strip()


def _text_of(table: LayoutElement) -> str:
    return table.text or " ".join(cell.text for cell in table.table.cells) if table.table is not None else table.text


def _is_small(box: Box, page: LayoutPage) -> bool:
    share = area(box) / max(1.0, page.width * page.height)
    return share <= SMALL_SHARE or (width(box) <= SMALL_SIDE * page.width and height(box) <= SMALL_SIDE * page.height)


def _is_bar(box: Box) -> bool:
    return height(box) <= BAR_HEIGHT and width(box) >= BAR_ASPECT * height(box)


def _host(box: Box, texts: Sequence[LayoutElement], min_share: float) -> LayoutElement | None:
    """Return the text that contains an icon, or the nearest beside it with this share of its height in common."""
    best: tuple[float, LayoutElement] | None = None
    for text in texts:
        if text.bbox is None or vertical_overlap(box, text.bbox) < min_share * min(height(box), height(text.bbox)):
            continue
        gap = max(0.0, -horizontal_overlap(box, text.bbox))
        if gap <= BESIDE_GAP:
            distance = gap + abs(center(box)[1] - center(text.bbox)[1]) / 100
            if best is None or distance < best[0]:
                best = distance, text
    if best is None and max(width(box), height(box)) <= WRAPPED_ICON:
        best = min(
            ((box[1] - t.bbox[3], t) for t in texts if t.bbox is not None and _wraps_to(box, t.bbox)),
            key=lambda pair: pair[0],
            default=None,
        )
    return best[1] if best else None


def _wraps_to(icon: Box, text: Box) -> bool:
    """Return whether an icon can be the last line of a paragraph by itself."""
    return -2 <= icon[1] - text[3] <= WRAPPED_GAP and horizontal_overlap(icon, text) > 0


def _leads_or_ends(box: Box, host: LayoutElement) -> bool:
    if host.bbox is None:
        return False
    return box[0] <= host.bbox[0] + 2 * BULLET_SIZE or box[2] >= host.bbox[2] - 2 * BULLET_SIZE


def _nearest_text(box: Box, texts: Sequence[LayoutElement]) -> float:
    """Return the points to the nearest text: the larger of the horizontal and vertical distances."""
    distances = [
        max(0.0, -horizontal_overlap(box, text.bbox), -vertical_overlap(box, text.bbox))
        for text in texts
        if text.bbox is not None
    ]
    return min(distances, default=float("inf"))
