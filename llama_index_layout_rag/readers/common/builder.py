"""Builds a LayoutDocument from the blocks of a markup file in reading order.

The readers of Markdown, HTML, Word and text files call `LayoutBuilder` for each block. It assigns ids, turns paragraphs
that begin with a printed marker into list items and, at the end, decides what needs the whole file: which
heading is the title, how deep the levels really are, which lines are a table of contents, which caption names which
picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from llama_index_layout_rag.layout.captions import attach_captions, is_caption
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutSource
from llama_index_layout_rag.layout.elements import (
    BoxType,
    CellAddress,
    ElementKind,
    ImageInfo,
    LayoutElement,
    Table,
)
from llama_index_layout_rag.layout.furniture import is_contents_title
from llama_index_layout_rag.layout.language import language_of
from llama_index_layout_rag.layout.markers import BULLET, ListMarker, split_marker
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.layout.sections import assign_section_paths
from llama_index_layout_rag.readers.common.icons import mark_unnamed_icons
from llama_index_layout_rag.readers.common.inline import InlineImage, Line, RichText
from llama_index_layout_rag.readers.common.notices import mark_notices


@dataclass
class OpenItem:
    """A list item whose content is being read: its first paragraph becomes the item, the rest continues it."""

    marker: str | None
    depth: int
    element_id: str | None = None
    term: RichText | None = None
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Place:
    """The context of a block: its list item and list depth, its box, and the page furniture it belongs to."""

    depth: int = 0
    item: OpenItem | None = None
    furniture: ElementKind | None = None
    box: BoxType | None = None
    admonition: str | None = None

    def fields(self) -> dict[str, Any]:
        """Return the fields that every element of this place shares."""
        return {"box": self.box, "admonition": self.admonition}


class LayoutBuilder:
    """Collector of the elements of one file."""

    def __init__(self) -> None:
        self.elements: list[LayoutElement] = []
        self.page: int | None = None
        self.warnings: list[str] = []
        self._marker_styles: list[str] = []
        self._empty_heading = 0
        self._sole_links: dict[str, str] = {}

    def title(self, rich: RichText, place: Place) -> None:
        """Add the title of the document, where the source marks it as such; a second one is text."""
        known = any(element.kind is ElementKind.TITLE for element in self.elements)
        text = rich.text.replace("\n", " ")
        element = self._add(ElementKind.TEXT if known else ElementKind.TITLE, text, place.fields())
        self._inline_images(rich.images, element)

    def heading(self, level: int, rich: RichText, place: Place, anchor: str = "") -> None:
        """Add a heading of the source's level (1 is the highest)."""
        self._marker_styles = []
        if not rich.text:
            self.images(rich.images, place)
            self._empty_heading = 0 if rich.images else level
            return
        fields = {**rich.fields(), **place.fields(), "emphasis": []}
        if anchor:
            fields["metadata"] = {**fields["metadata"], "anchor": anchor}
        kind = place.furniture or ElementKind.SECTION_HEADER
        text = rich.text.replace("\n", " ")
        fields["level"] = level if kind is ElementKind.SECTION_HEADER else None
        element = self._add(kind, text, fields)
        self._inline_images(rich.images, element)

    def paragraph(self, lines: Sequence[Line], place: Place) -> None:
        """Add a paragraph, given as its lines; pictures, captions and marked items among them become elements of their own."""
        if not lines:
            return
        level, self._empty_heading = self._empty_heading, 0
        if level and place.item is None and _could_be_heading(lines):
            # Converters write a heading with a page break in it as an empty heading and a line of text.
            self.heading(level, lines[0].rich, place)
            return
        for piece in _pieces(lines):
            if isinstance(piece, RichText):
                self._text(piece, place)
            else:
                self.images(piece, place)

    def images(self, images: Iterable[InlineImage], place: Place) -> list[LayoutElement]:
        """Add pictures that are blocks of their own, and return them."""
        added = []
        self._flush_term(place)
        for image in images:
            fields = {**_image_fields(image), **place.fields()}
            if place.item is not None:
                fields["list_depth"] = place.item.depth
                if place.item.element_id is None and place.item.marker:
                    fields["metadata"] = {**fields["metadata"], "marker": place.item.marker}
            kind = place.furniture or ElementKind.PICTURE
            added.append(self._add(kind, "", fields))
        return added

    def table(
        self, table: Table, place: Place, images: Sequence[tuple[InlineImage, int, int]] = (), **metadata: Any
    ) -> LayoutElement:
        """Add a table and return it; `images` are the pictures in its cells with their row and column."""
        self._flush_term(place)
        depth = place.item.depth if place.item is not None else None
        kind = place.furniture or ElementKind.TABLE
        text = (
            "\n".join("\t".join(cell.replace("\n", " ") for cell in row).strip() for row in table.grid())
            if place.furniture
            else ""
        )
        element = self._add(kind, text, {"metadata": metadata, "list_depth": depth, **place.fields()})
        element.table = table
        for image, row, column in images:
            place_in_table = {"container": element.element_id, "cell": CellAddress(row=row, column=column)}
            self._add(ElementKind.PICTURE, "", {**_image_fields(image, inline=True), **place_in_table})
        return element

    def code(self, text: str, place: Place, language: str = "") -> None:
        """Add a block of code or preformatted text; its line breaks are kept."""
        self._flush_term(place)
        text = text.strip("\n")
        if not text.strip():
            return
        depth = place.item.depth if place.item is not None else None
        fields = {**place.fields(), "code_language": language or None, "list_depth": depth}
        self._add(place.furniture or ElementKind.CODE, text, fields)

    def caption(self, rich: RichText, place: Place, owner: LayoutElement | None, position: int | None = None) -> None:
        """Add a caption that the source marks as one; `position` is its place among the elements, by default the last."""
        if not rich.text:
            return
        element = self._add(place.furniture or ElementKind.CAPTION, rich.text, {**rich.fields(), **place.fields()})
        if owner is not None and element.kind is ElementKind.CAPTION:
            element.caption_of = owner.element_id
        if position is not None:
            self.elements.insert(position, self.elements.pop())

    def formula(self, text: str, place: Place) -> None:
        """Add a formula on a line of its own."""
        self._flush_term(place)
        self._add(place.furniture or ElementKind.FORMULA, text, place.fields())

    def printed_in_picture(self, text: str, picture: str, place: Place) -> None:
        """Add text that is printed in a picture (a label of a diagram); `picture` is its element id."""
        kind = place.furniture or ElementKind.PICTURE_OCR_TEXT
        self._add(kind, text, {**place.fields(), "container": picture})

    def footnote(self, marker: str, rich: RichText) -> None:
        """Add a footnote with its printed mark."""
        element = self._add(ElementKind.FOOTNOTE, rich.text, rich.fields())
        element.marker = marker or None

    def label(self, text: str, place: Place) -> None:
        """Add the printed label of a box ("Note", "注意"); with an empty text the word for its type."""
        self._add(place.furniture or ElementKind.TEXT, text, {**place.fields(), "is_box_label": True})

    def open_item_without_text(self, place: Place) -> None:
        """Add the term of a definition whose description does not begin with a paragraph, where there is one."""
        self._flush_term(place)

    def document(
        self,
        source: LayoutSource,
        *,
        title: str | None = None,
        language: str | None = None,
        metadata_title: str | None = None,
        version: str | None = None,
    ) -> LayoutDocument:
        """Return the finished layout.

        Args:
            source: The file.
            title: Title that the source declares as such (front matter); it wins over headings.
            language: ISO 639-1 code where the source declares one; otherwise it is detected.
            metadata_title: Title of last resort (HTML's `<title>`).
            version: Version of the manual where the source declares it.
        """
        language = language or language_of(self.elements)
        mark_unnamed_icons(self.elements, language)
        elements = mark_notices(mark_contents(self.elements, self._sole_links), language)
        elements = resolve_headings(elements)
        elements = assign_section_paths(attach_captions(_mark_alt_captions(elements)))
        for number, element in enumerate(elements):
            element.seq_no = number
        heading = next((element.text for element in elements if element.kind is ElementKind.TITLE), None)
        return LayoutDocument(
            source=source,
            title=title or heading or metadata_title,
            version=version,
            language=language,
            elements=elements,
            warnings=list(self.warnings),
        )

    def _text(self, rich: RichText, place: Place) -> None:
        item = place.item
        if item is not None and item.element_id is None:
            self._item(rich, item, place)
            return
        marker = split_marker(rich.text) if place.furniture is None else None
        if marker is not None and marker.rest:
            self._marked_paragraph(rich, marker, place)
            return
        fields = {**rich.fields(), **place.fields()}
        if item is not None:
            fields |= {"list_depth": item.depth, "list_item": item.element_id}
            if item.term is not None:
                fields["metadata"] = {**fields["metadata"], "term": item.term.text}
        element = self._add(place.furniture or ElementKind.TEXT, rich.text, fields)
        self._note_link(element, rich)
        self._inline_images(rich.images, element)

    def _item(self, rich: RichText, item: OpenItem, place: Place) -> None:
        marker = item.marker
        metadata: dict[str, Any] = {**item.metadata}
        printed = split_marker(rich.text)
        if printed is not None and printed.rest and printed.is_ordered and (marker is None or not _counts(marker)):
            # "- ① Press …": the number that is printed in the text says more than the bullet before it.
            if marker is not None:
                metadata["bullet"] = marker
            marker, rich = printed.marker, rich.drop(len(rich.text) - len(printed.rest))
        elif marker is None and printed is not None and printed.rest and item.term is None:
            marker, rich = printed.marker, rich.drop(len(rich.text) - len(printed.rest))
        if item.term is not None:
            metadata["term"] = item.term.text
            rich = item.term.join(rich, hard=True)
        fields = {**rich.fields(), **place.fields()}
        fields["metadata"] = {**fields["metadata"], **metadata}
        element = self._add(place.furniture or ElementKind.LIST_ITEM, rich.text, fields)
        self._note_link(element, rich)
        if element.kind is ElementKind.LIST_ITEM:
            element.marker, element.depth = marker, item.depth
        item.element_id = element.element_id
        self._inline_images(rich.images, element)

    def _marked_paragraph(self, rich: RichText, marker: ListMarker, place: Place) -> None:
        rich = rich.drop(len(rich.text) - len(marker.rest))
        element = self._add(ElementKind.LIST_ITEM, rich.text, {**rich.fields(), **place.fields()})
        self._note_link(element, rich)
        element.marker = marker.marker
        element.depth = place.depth + self._depth_of_style(marker)
        self._inline_images(rich.images, element)

    def _depth_of_style(self, marker: ListMarker) -> int:
        """Return the depth of a marker in running text: a new style opens a list below, a known one goes back to its own."""
        style = f"{BULLET} {marker.marker}" if marker.style == BULLET else marker.style
        if style in self._marker_styles:
            del self._marker_styles[self._marker_styles.index(style) + 1 :]
        elif len(self._marker_styles) < _MAX_PRINTED_DEPTH:
            self._marker_styles.append(style)
        else:
            self._marker_styles[-1] = style
        return len(self._marker_styles)

    def _flush_term(self, place: Place) -> None:
        if place.item is not None and place.item.term is not None and place.item.element_id is None:
            self._item(RichText(), place.item, place)

    def _inline_images(self, images: Iterable[InlineImage], host: LayoutElement) -> None:
        for image in images:
            self._add(ElementKind.PICTURE, "", {**_image_fields(image, inline=True), "container": host.element_id})

    def _note_link(self, element: LayoutElement, rich: RichText) -> None:
        href = rich.sole_link()
        if href is not None:
            self._sole_links[element.element_id] = href

    def _add(self, kind: ElementKind, text: str, fields: dict[str, Any]) -> LayoutElement:
        self._empty_heading = 0
        element = LayoutElement(
            element_id=f"e{len(self.elements)}",
            kind=kind,
            text=text,
            page=self.page,
            seq_no=len(self.elements),
            **fields,
        )
        self.elements.append(element)
        return element


_MAX_PRINTED_DEPTH = 4
"""Styles of printed markers that can be open within each other; a further one takes the place of the last."""


_MAX_SPLIT_HEADING_CHARS = 60
"""Characters of a line that may be the text of the empty heading before it."""


def _could_be_heading(lines: Sequence[Line]) -> bool:
    text = lines[0].rich.text
    return len(lines) == 1 and 0 < len(text) <= _MAX_SPLIT_HEADING_CHARS and text[-1] not in "。．.!?！？:："


def _pieces(lines: Sequence[Line]) -> list[RichText | tuple[InlineImage, ...]]:
    """Return the parts of a paragraph that are elements of their own: pictures on their own lines, captions, marked lines."""
    pieces: list[RichText | tuple[InlineImage, ...]] = []
    current: RichText | None = None
    hard = False
    marked = sum(1 for line in lines if _begins_item(line.rich)) >= 2
    beside_picture = any(line.rich.images and not line.rich.text for line in lines)
    for line in lines:
        rich = line.rich
        if not rich.text:
            if rich.images:
                if current is not None:
                    pieces.append(current)
                current = None
                pieces.append(rich.images)
            hard = True
            continue
        starts = (
            current is None or (_begins_item(rich) and (marked or hard)) or (beside_picture and is_caption(rich.text))
        )
        if starts:
            if current is not None:
                pieces.append(current)
            current = rich
        else:
            assert current is not None
            current = current.join(rich, hard)
        hard = line.hard
    if current is not None:
        pieces.append(current)
    return pieces


def _begins_item(rich: RichText) -> bool:
    marker = split_marker(rich.text)
    return marker is not None and bool(marker.rest)


def _counts(marker: str) -> bool:
    return any(character.isalnum() for character in marker)


def _image_fields(image: InlineImage, inline: bool = False) -> dict[str, Any]:
    given = {key: value for key, value in image.attributes.items() if value}
    info = ImageInfo(
        src=given.pop("src", None),
        alt=given.pop("alt", None),
        title=given.pop("title", None),
        inline=inline,
        offset=image.offset if inline else None,
    )
    return {"image": info, "metadata": given}


_ALT_FRAME = re.compile(r"^[<＜〈《【\[［(（]?\s*(.*?)\s*[>＞〉》】\]］)）]?$", re.DOTALL)


def _mark_alt_captions(elements: list[LayoutElement]) -> list[LayoutElement]:
    """Make a line beside a picture that repeats the alternative text of the picture its caption."""
    for index, element in enumerate(elements):
        alt = (element.image.alt or "") if element.image is not None and not element.image.inline else ""
        if element.kind is not ElementKind.PICTURE or len(alt) < 2:
            continue
        for neighbour in elements[max(0, index - 1) : index + 2]:
            if neighbour.kind is not ElementKind.TEXT or neighbour.list_depth is not None:
                continue
            match = _ALT_FRAME.match(neighbour.text)
            if match and squash(match.group(1)) == squash(alt):
                neighbour.kind = ElementKind.CAPTION
                neighbour.caption_of = element.element_id
                break
    return elements


_MIN_CONTENTS_LINES = 4
"""Lines in a row that are nothing but links within the file: fewer may be "see also" lines."""


def mark_contents(elements: list[LayoutElement], links: Mapping[str, str]) -> list[LayoutElement]:
    """Make consecutive lines that are nothing but a link within the same manual contents entries.

    Below a heading "目次" or "Contents" one such line is enough, and the heading goes with them when nothing else is
    below it.

    Args:
        elements: In reading order.
        links: Target of the link that the whole text of an element is, by element id.
    """
    index, below = 0, 0
    heading: LayoutElement | None = None
    while index < len(elements):
        element = elements[index]
        if element.kind is ElementKind.SECTION_HEADER:
            heading, below = element, 0
        end = index
        while end < len(elements) and _is_contents_line(elements[end], links):
            end += 1
        if end == index:
            below += element is not heading and not element.is_furniture
            index += 1
            continue
        announced = heading is not None and below == 0 and is_contents_title(heading.text)
        within = all(links[line.element_id].startswith("#") for line in elements[index:end])
        if announced or (within and end - index >= _MIN_CONTENTS_LINES):
            for line in elements[index:end]:
                line.kind = ElementKind.TOC_ENTRY
            ends_section = end == len(elements) or elements[end].kind is ElementKind.SECTION_HEADER
            if announced and ends_section and heading is not None:
                heading.kind, heading.level = ElementKind.TOC_ENTRY, None
        else:
            below += end - index
        index = end
    return elements


def _is_contents_line(element: LayoutElement, links: Mapping[str, str]) -> bool:
    if element.kind not in (ElementKind.TEXT, ElementKind.LIST_ITEM):
        return False
    href = links.get(element.element_id)
    return href is not None and not re.match(r"^[a-z][a-z0-9+.-]*:|^//", href, re.IGNORECASE)


def resolve_headings(elements: list[LayoutElement]) -> list[LayoutElement]:
    """Infer the title from the section headers, and count their levels from 1 below it.

    The first heading is the title when it has the highest level and no other heading has it, or when nothing comes
    between it and the next heading of its level (manuals that write the title and the chapters alike). "Contents" is
    no title. Where the source has marked a title itself, all headings are sections.
    """
    headings = [element for element in elements if element.kind is ElementKind.SECTION_HEADER]
    candidates = [heading for heading in headings if not is_contents_title(heading.text)]
    if candidates and not any(element.kind is ElementKind.TITLE for element in elements):
        first, top = candidates[0], min(element.level or 1 for element in candidates)
        if first.level == top and (_is_alone(candidates, top) or _is_bare(elements, first)):
            first.kind, first.level = ElementKind.TITLE, None
            headings.remove(first)
    base = min((element.level or 1 for element in headings), default=1)
    for element in headings:
        element.level = (element.level or 1) - base + 1
    return elements


def _is_alone(headings: Sequence[LayoutElement], level: int) -> bool:
    return sum(1 for element in headings if element.level == level) == 1


def _is_bare(elements: Sequence[LayoutElement], heading: LayoutElement) -> bool:
    start = next(i for i, element in enumerate(elements) if element is heading)
    for element in elements[start + 1 :]:
        if not element.is_furniture:
            return element.kind is ElementKind.SECTION_HEADER and element.level == heading.level
    return True
