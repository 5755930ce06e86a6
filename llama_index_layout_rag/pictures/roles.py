"""Roles of pictures: evidence (content), a sign inside a line of text (inline icon), or decoration.

The decision is made before any model is asked, from what the layout says: place, size, repetition over the pages, the
text beside and over the picture, its own words. It comes with its reason, so that a wrong one can be explained.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.layout import Box, ElementKind, LayoutDocument, LayoutElement, LayoutPage
from llama_index_layout_rag.layout.boxes import (
    area,
    center,
    height,
    horizontal_overlap,
    overlap_share,
    vertical_overlap,
    width,
)
from llama_index_layout_rag.layout.elements import VisualRole
from llama_index_layout_rag.layout.normalize import fold_text
from llama_index_layout_rag.pictures.pairing import pictures_of_texts

SMALL_SHARE = 0.006
SMALL_SIDE = 0.08
"""A picture is small up to this share of the page's area, or of both its sides: buttons are, screens are not."""

CELL_ICON_HEIGHT, CELL_ICON_WIDTH = 56.0, 0.24
"""Pictures in table cells are signs up to this height in points (four lines of a table) and this share of the page's
width; the smallest screen seen in a cell is 147 points high, the largest button 48."""

LINE_ICON_HEIGHT = 36.0
"""Points; what is higher stands beside a paragraph and not in a line, even if the reader found it in a line's gap."""

BESIDE_SHARE, GAP_SHARE = 0.5, 0.3
"""Share of an icon's height on which the text beside it stands; one in a gap of the first line rises above its paragraph."""

BESIDE_GAP = 36.0
"""Points between an icon and the text it stands beside: an indent and a blank."""

MARK_SIZE = 64.0
"""Points; caution and note marks in front of a paragraph are no larger."""

BAND_SHARE = 0.12
"""Share of the page's height above and below in which headers and footers stand."""

ALONE_GAP = 24.0
"""Points without text around a picture in a band: two lines."""

FOOTER_PICTURE = 36.0
"""Points; a picture in a band that is larger on both sides and stands once in a longer document is no footer logo."""

REPEATED_PAGES = 3
SAME_PLACE = 6.0
"""The same bitmap at the same place (points) on so many pages is a running ornament; one icon may well be repeated."""

BAR_ASPECT, BAR_HEIGHT = 6.0, 44.0
"""A bitmap so flat and so low (points) with text on it is the bar behind a heading."""

BEHIND_TEXT_SHARE, BEHIND_TEXT_CHARS = 0.45, 80
"""A bitmap under so much running text (share of its area, characters) is a tint or a background."""

CHARACTER_AREA = 200.0
"""Square points that a character takes up at most: 12 point ideographs with their leading. The box of all text in a picture
says less: five labels spread over a screen fill none of it."""

BULLET_SIZE = 15.0
"""Points; a picture no larger in front of a line that tells nobody to do anything is its bullet."""

WRAPPED_ICON, WRAPPED_GAP = 24.0, 10.0
"""An icon (points) that wrapped onto a line of its own stands so close below its paragraph (points)."""

BLEED = 1.0
LOGO_SHARE = 0.06
"""Small pictures that touch the upper edge of the page (points), or stand above the title of the first page and take up
to this share of it, are logos."""

COVER_PAGES, COVER_CHARACTERS = 8, 400
"""A document of so many pages has a cover where its first page holds a title, not more characters than these, and no heading,
item, table or sentence: its pictures are cover art. On the first page of a leaflet the product itself is shown."""

TINY = 12.0
"""Points; smaller pictures that stand beside no text are dots."""

_LOGO_WORDS = re.compile(rf"©|{any_of(lambda words: words.pictures.logo)}", re.IGNORECASE)
_OPERATION_WORDS = re.compile(any_of(lambda words: words.instructions.operations), re.IGNORECASE)
_NOTE_WORDS = re.compile(rf"^\W*{any_of(lambda words: words.notices.signal_words, bounded=True)}", re.IGNORECASE)
"""What stands behind the mark of a caution or a note."""

_EMPTY_BRACKETS = re.compile(r"[［\[（(「『【<〈]\s*[］\])）」』】>〉]")
_TEXT_KINDS = frozenset(
    {
        ElementKind.TEXT,
        ElementKind.LIST_ITEM,
        ElementKind.SECTION_HEADER,
        ElementKind.TITLE,
        ElementKind.FOOTNOTE,
        ElementKind.FORM,
        ElementKind.CODE,
        ElementKind.REFERENCE,
    }
)
_BODY_KINDS = frozenset({ElementKind.SECTION_HEADER, ElementKind.LIST_ITEM, ElementKind.CAPTION, ElementKind.TOC_ENTRY})
_SENTENCE_END = re.compile(r"[。！？]|[a-z]{2,}[.!?]$")


@dataclass(frozen=True)
class RoleDecision:
    """The role of one picture and why; `host` is the element whose text an inline icon belongs to."""

    role: VisualRole
    reason: str
    host: str | None = None


@dataclass
class _Surroundings:
    """What decisions about the pictures of one page are made from."""

    page: LayoutPage | None
    texts: list[LayoutElement] = field(default_factory=list)
    tables: list[LayoutElement] = field(default_factory=list)
    inside: dict[str, list[LayoutElement]] = field(default_factory=dict)
    title: LayoutElement | None = None
    cover: bool = False


def is_picture(element: LayoutElement) -> bool:
    """Whether an element is a picture, also one that has been found decorative (slanted text has no role)."""
    return element.kind is ElementKind.PICTURE or (element.kind is ElementKind.DECORATIVE and not element.text)


def picture_roles(layout: LayoutDocument) -> dict[str, RoleDecision]:
    """The role of every picture of a document, by element id."""
    pages = _surroundings(layout)
    repeated = _repeated(layout.elements)
    captioned = {element.caption_of for element in layout.elements if element.caption_of}
    by_id = {element.element_id: element for element in layout.elements}
    decisions = {}
    for element in filter(is_picture, layout.elements):
        around = pages.get(element.page or 0) or _Surroundings(page=None)
        decisions[element.element_id] = _decide(
            element,
            around,
            by_id,
            element.element_id in captioned,
            repeated.get(element.element_id, 1),
            len(layout.pages),
        )
    return decisions


def _decide(
    picture: LayoutElement,
    around: _Surroundings,
    by_id: dict[str, LayoutElement],
    captioned: bool,
    repeated: int,
    page_count: int,
) -> RoleDecision:
    box, page = picture.bbox, around.page
    if picture.kind is ElementKind.DECORATIVE:
        return _repeated_icon(picture, around) or _decorative(picture.reason or "the reader found it decorative")
    if box is None or page is None:
        return _without_box(picture, by_id)
    small = _is_small(box, page)
    # Captions are attached before anything is known of icons, so that a caption near a small picture says nothing.
    if captioned and not small and not picture.is_inline:
        return RoleDecision(VisualRole.CONTENT, "it has a caption")
    return (
        _by_words(picture, around, small)
        or _by_table(picture, box, page, around, by_id)
        or _by_text_over(picture, box, around)
        or (_repeated_icon(picture, around) if repeated >= REPEATED_PAGES else None)
        or _by_place(box, page, around, small, repeated, page_count)
        or _by_line(picture, box, around, small)
        or _by_loneliness(box, around)
        or RoleDecision(VisualRole.CONTENT, "it carries information of its own")
    )


def _decorative(reason: str) -> RoleDecision:
    return RoleDecision(VisualRole.DECORATIVE, reason)


def _without_box(picture: LayoutElement, by_id: dict[str, LayoutElement]) -> RoleDecision:
    """Sources without pages say what stands in a line; of a logo only its words speak."""
    host = picture.container or ""
    if picture.is_inline and host in by_id:
        return RoleDecision(VisualRole.INLINE_ICON, "the source has it inside a line", host)
    if _LOGO_WORDS.search(_own_words(picture)):
        return _decorative("its name or alternative text says logo")
    return RoleDecision(VisualRole.CONTENT, "it stands on its own")


def _by_words(picture: LayoutElement, around: _Surroundings, small: bool) -> RoleDecision | None:
    inside = around.inside.get(picture.element_id, [])
    words = " ".join([_own_words(picture), *(element.text for element in inside)])
    match = _LOGO_WORDS.search(fold_text(words)) if small and words.strip() else None
    return _decorative(f"small, and its text says {match.group()!r}") if match else None


def _by_table(
    picture: LayoutElement, box: Box, page: LayoutPage, around: _Surroundings, by_id: dict[str, LayoutElement]
) -> RoleDecision | None:
    named = by_id.get(picture.container or "")
    table = named or next((t for t in around.tables if t.bbox is not None and overlap_share(box, t.bbox) > 0.8), None)
    if table is None or (not table.text.strip() and table.table is None):
        return None
    behind = overlap_share(table.bbox, box) if table.bbox is not None else 0.0
    if behind > BEHIND_TEXT_SHARE and len(_text_of(table)) > BEHIND_TEXT_CHARS:
        return _decorative("background behind a table")
    if height(box) <= CELL_ICON_HEIGHT and width(box) <= CELL_ICON_WIDTH * page.width:
        return RoleDecision(VisualRole.INLINE_ICON, "small picture in a table cell", table.element_id)
    return RoleDecision(VisualRole.CONTENT, "large picture in a table cell")


def _by_text_over(picture: LayoutElement, box: Box, around: _Surroundings) -> RoleDecision | None:
    """Text of the page printed over a bitmap: the bitmap is its ground. Drawings carry labels instead."""
    if picture.image is not None and picture.image.drawn:
        return None
    inside = [e for e in around.inside.get(picture.element_id, []) if e.is_from_text_layer]
    over = [e for e in around.texts if e.bbox is not None and overlap_share(e.bbox, box) > 0.5]
    crossing = [e for e in around.texts if e.bbox is not None and overlap_share(e.bbox, box) > 0.1]
    if _is_bar(box) and (inside or crossing):
        return _decorative("bar behind a line of text")
    covered = sum(
        min(area(e.bbox) * overlap_share(e.bbox, box), CHARACTER_AREA * len(e.text))
        for e in [*inside, *over]
        if e.bbox is not None
    )
    characters = sum(len(e.text) for e in [*inside, *over])
    if covered > BEHIND_TEXT_SHARE * area(box) and characters > BEHIND_TEXT_CHARS:
        return _decorative("background behind running text")
    return None


def _by_place(
    box: Box, page: LayoutPage, around: _Surroundings, small: bool, repeated: int, page_count: int
) -> RoleDecision | None:
    if repeated >= REPEATED_PAGES and area(box) < LOGO_SHARE * 2 * page.width * page.height:
        return _decorative(f"the same picture stands in the same place on {repeated} pages")
    modest = area(box) <= LOGO_SHARE * page.width * page.height
    if around.cover:
        return _decorative("art of the cover")
    if modest and (box[1] <= BLEED or box[3] >= page.height - BLEED):
        return _decorative("touches the edge of the page")
    title = around.title
    if modest and title is not None and title.bbox is not None and box[3] <= title.bbox[1] + 2:
        return _decorative("stands above the title of the first page")
    if not _in_band(box, page) or not small or _nearest_text(box, around.texts) <= ALONE_GAP:
        return None
    once_and_large = page_count >= REPEATED_PAGES and min(width(box), height(box)) >= FOOTER_PICTURE
    return None if once_and_large else _decorative("small and alone in the margin of the page")


def _by_line(picture: LayoutElement, box: Box, around: _Surroundings, small: bool) -> RoleDecision | None:
    """Icons stand inside a text, or right beside a line of it."""
    in_gap = picture.is_inline and height(box) <= LINE_ICON_HEIGHT
    mark = max(width(box), height(box)) <= MARK_SIZE
    if not (in_gap or small or mark):
        return None
    host = _host(box, around.texts, GAP_SHARE if in_gap else BESIDE_SHARE)
    if host is None:
        return None
    text = f"{host.marker or ''} {host.text}"
    folded = fold_text(text)
    tells = bool(_OPERATION_WORDS.search(folded) or _NOTE_WORDS.search(folded) or _EMPTY_BRACKETS.search(text))
    if height(box) > LINE_ICON_HEIGHT and not tells:
        return None
    if max(width(box), height(box)) <= BULLET_SIZE and not tells and _leads_or_ends(box, host):
        return _decorative("bullet or emoticon of a line that names no operation")
    return RoleDecision(
        VisualRole.INLINE_ICON,
        "stands in a line of text" if in_gap else "stands beside a line of text",
        host.element_id,
    )


def _repeated_icon(picture: LayoutElement, around: _Surroundings) -> RoleDecision | None:
    """Pages that are set alike have the same icon in the same step in the same place; a logo stands in no sentence."""
    box, page = picture.bbox, around.page
    if box is None or page is None or _in_band(box, page) or "background" in (picture.reason or ""):
        return None
    decision = _by_line(picture, box, around, _is_small(box, page))
    host = next((t for t in around.texts if decision is not None and t.element_id == decision.host), None)
    inside = host is not None and host.bbox is not None and overlap_share(box, host.bbox) > 0.5
    tells = host is not None and bool(_OPERATION_WORDS.search(fold_text(host.text)))
    return decision if decision is not None and decision.role is VisualRole.INLINE_ICON and inside and tells else None


def _in_band(box: Box, page: LayoutPage) -> bool:
    return not BAND_SHARE <= center(box)[1] / page.height <= 1 - BAND_SHARE


def _by_loneliness(box: Box, around: _Surroundings) -> RoleDecision | None:
    if max(width(box), height(box)) < TINY and _nearest_text(box, around.texts) > TINY:
        return _decorative("a dot that stands beside no text")
    return None


# --- what decisions are made from ---


def _surroundings(layout: LayoutDocument) -> dict[int, _Surroundings]:
    pages: dict[int, _Surroundings] = {}
    owners = pictures_of_texts(layout.elements)
    for element in layout.elements:
        for region in element.all_regions():
            around = pages.get(region.page)
            if around is None:
                around = pages[region.page] = _Surroundings(page=layout.page(region.page))
            part = element if region.bbox == element.bbox else element.model_copy(update={"bbox": region.bbox})
            _place(part, around, owners)
    if 1 in pages and len(layout.pages) >= COVER_PAGES:
        pages[1].cover = _is_cover(pages[1], [element for element in layout.elements if element.page == 1])
    return pages


def _is_cover(around: _Surroundings, elements: Sequence[LayoutElement]) -> bool:
    if around.title is None or around.tables or any(element.kind in _BODY_KINDS for element in elements):
        return False
    texts = [text.text.strip() for text in around.texts]
    return sum(map(len, texts)) <= COVER_CHARACTERS and not any(_SENTENCE_END.search(text) for text in texts)


def _place(element: LayoutElement, around: _Surroundings, owners: Mapping[str, str]) -> None:
    if element.kind is ElementKind.PICTURE_OCR_TEXT:
        if element.element_id in owners:
            around.inside.setdefault(owners[element.element_id], []).append(element)
    elif element.kind is ElementKind.TABLE:
        around.tables.append(element)
    elif element.kind in _TEXT_KINDS and element.text.strip():
        around.texts.append(element)
        if element.kind is ElementKind.TITLE and element.page == 1 and around.title is None:
            around.title = element


def _repeated(elements: Sequence[LayoutElement]) -> dict[str, int]:
    """On how many pages the bitmap of each picture stands in the same place."""
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


def _host(box: Box, texts: Sequence[LayoutElement], least: float) -> LayoutElement | None:
    """The text an icon stands in, or else the nearest one beside it on the same height; `least` of its height, that is."""
    best: tuple[float, LayoutElement] | None = None
    for text in texts:
        if text.bbox is None or vertical_overlap(box, text.bbox) < least * min(height(box), height(text.bbox)):
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
    """Whether an icon can be the last thing of a paragraph, alone on the line below it."""
    return -2 <= icon[1] - text[3] <= WRAPPED_GAP and horizontal_overlap(icon, text) > 0


def _leads_or_ends(box: Box, host: LayoutElement) -> bool:
    if host.bbox is None:
        return False
    return box[0] <= host.bbox[0] + 2 * BULLET_SIZE or box[2] >= host.bbox[2] - 2 * BULLET_SIZE


def _nearest_text(box: Box, texts: Sequence[LayoutElement]) -> float:
    """Points to the nearest text, measured along the larger of the two distances."""
    distances = [
        max(0.0, -horizontal_overlap(box, text.bbox), -vertical_overlap(box, text.bbox))
        for text in texts
        if text.bbox is not None
    ]
    return min(distances, default=float("inf"))
