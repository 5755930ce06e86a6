"""What a format declares, and the draft of a layout that its walker fills.

A format module says how its output is recognised, which kinds its labels are, how it writes pages and boxes, and walks its
JSON. What a format does not say, shared rules fill in (`postprocess`, `levels`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from llama_index_layout_rag.layout.boxes import Box, height, horizontal_overlap, union
from llama_index_layout_rag.layout.captions import attach_captions
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutPage, LayoutSource
from llama_index_layout_rag.layout.elements import (
    HEADING_KINDS,
    ElementKind,
    ImageInfo,
    LayoutElement,
    Provenance,
    Region,
    Table,
)
from llama_index_layout_rag.layout.language import language_of
from llama_index_layout_rag.layout.markers import split_marker
from llama_index_layout_rag.layout.normalize import join_lines
from llama_index_layout_rag.layout.sections import assign_section_paths
from llama_index_layout_rag.readers.parsers.coordinates import Coordinates, Pages
from llama_index_layout_rag.readers.parsers.levels import find_title, resolve_levels
from llama_index_layout_rag.readers.parsers.postprocess import resolve_kinds
from llama_index_layout_rag.readers.parsers.values import FormatError, checked_table
from llama_index_layout_rag.readers.pdf import fold_radicals

logger = logging.getLogger(__name__)

NO_PAGE_SIZES = (
    "The JSON names no page sizes and no readable PDF that it was made from is beside it: boxes are right in "
    "proportion only; give source_pdf= or put the PDF beside the JSON."
)


@dataclass(frozen=True)
class ParserFormat:
    """The output of one layout parser.

    Attributes:
        name: For messages.
        kinds: Label of the format -> kind.
        coordinates: How it writes pages and boxes.
        recognises: Whether a JSON value is of this format.
        walk: Adds the elements of a value to a draft.
    """

    name: str
    kinds: Mapping[str, ElementKind]
    coordinates: Coordinates
    recognises: Callable[[Any], bool]
    walk: Callable[[Any, Draft], None]

    def read(self, value: Any, source: LayoutSource, pages: Sequence[LayoutPage] = ()) -> LayoutDocument:
        """Return the layout of a value.

        Args:
            value: Parsed JSON of this format.
            source: What the layout points back to.
            pages: Pages of the source PDF.

        Raises:
            FormatError: When it is not as the schema says.
        """
        draft = Draft(self.kinds, Pages(self.coordinates, pages))
        self.walk(value, draft)
        return draft.document(source)


def labels(by_kind: Mapping[ElementKind, str]) -> dict[str, ElementKind]:
    """Return kinds by label, from labels by kind that are separated by "|"."""
    return {label: kind for kind, names in by_kind.items() for label in names.split("|")}


MAX_METADATA_DEPTH = 12
"""Objects in objects that metadata may hold; what is deeper cannot be stored."""


def _is_storable(value: Any, depth: int = 0) -> bool:
    if value in (None, "", [], {}) or depth > MAX_METADATA_DEPTH:
        return False
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(not isinstance(entry, dict | list) or not entry or _is_storable(entry, depth + 1) for entry in inner)


class Draft:
    """Elements of a parser's output as they come, in reading order.

    Attributes:
        pages: Pages and their coordinate system.
        rule_based: Whether the parser infers headings and items from type, by rules, and not by a model that sees the page.
        title: A title that the format declares beside the text.
    """

    def __init__(self, kinds: Mapping[str, ElementKind], pages: Pages) -> None:
        self.kinds, self.pages = kinds, pages
        self.elements: list[LayoutElement] = []
        self.sizes: dict[str, float] = {}
        self.warnings: list[str] = []
        self.rule_based = False
        self.title: str | None = None
        self._unknown: set[str] = set()

    def kind(self, label: str) -> ElementKind:
        """Return the kind of a label; one that the format does not declare is text, and logged once."""
        if label not in self.kinds and label not in self._unknown:
            self._unknown.add(label)
            logger.info("Unknown label %r is read as text.", label)
        return self.kinds.get(label, ElementKind.TEXT)

    def add(
        self,
        kind: ElementKind,
        text: str = "",
        *,
        page: int | None = None,
        bbox: Box | None = None,
        level: int | None = None,
        marker: str | None = None,
        depth: int | None = None,
        table: Table | None = None,
        caption_of: LayoutElement | None = None,
        regions: Sequence[Region] = (),
        size: float | None = None,
        container: LayoutElement | None = None,
        src: Any = None,
        confidence: float | None = None,
        original_text: str | None = None,
        code_language: str | None = None,
        duplicates_text: bool = False,
        **metadata: Any,
    ) -> LayoutElement:
        """Add an element.

        Args:
            kind: What it is.
            text: Its text as the parser gives it.
            page: 1-based page.
            bbox: Points, origin top left of the displayed page.
            level: Headings: the format's level.
            marker: List items: the printed marker.
            depth: List items: nesting from 1.
            table: The cells of a table.
            caption_of: Captions: the picture or table they name.
            regions: All pages and boxes, also several of one page; they give `page` and `bbox` where those are missing.
            size: Type size in points.
            container: The element that it lies in.
            src: Pictures: file or URL as the parser names it.
            confidence: The parser's confidence.
            original_text: The text before the parser changed it.
            code_language: Programming language of code.
            duplicates_text: Whether other elements carry the same text.
            **metadata: What the format says beyond the model; empty values and deeply nested ones are left out.
        """
        whole = merged_regions(regions)
        if whole and page is None:
            page, bbox = whole[0].page, whole[0].bbox
        element = LayoutElement(
            element_id=f"e{len(self.elements)}",
            kind=kind,
            text=fold_radicals(text.strip()),
            page=page,
            bbox=bbox,
            level=level,
            marker=marker or None,
            depth=depth,
            table=checked_table(table) if table is not None else None,
            caption_of=caption_of.element_id if caption_of is not None else None,
            regions=whole if len(whole) > 1 else [],
            container=container.element_id if container is not None else None,
            image=ImageInfo(src=src) if isinstance(src, str) and src else None,
            code_language=code_language or None,
            duplicates_text=duplicates_text,
            metadata={key: value for key, value in metadata.items() if _is_storable(value)},
        )
        if size is not None:
            self.sizes[element.element_id] = size
        if confidence is not None or original_text:
            element.provenance = Provenance(confidence=confidence, original_text=original_text or None)
        if self.rule_based and kind in HEADING_KINDS | {ElementKind.LIST_ITEM}:
            element.origin().rule_based = True
        self.elements.append(element)
        return element

    def add_lines(self, lines: Sequence[TextLine]) -> None:
        """Add lines in reading order as paragraphs."""
        for group in paragraphs_of(lines):
            text = ""
            for line in group:
                text = join_lines(text, line.text)
            self.add(ElementKind.TEXT, text, page=group[0].page, bbox=union([line.box for line in group]))

    def add_caption(self, text: str, owner: LayoutElement) -> None:
        """Add a caption that the format gives as a field of its picture or table."""
        if text:
            self.add(ElementKind.CAPTION, text, page=owner.page, caption_of=owner)

    def add_picture_text(self, text: str, picture: LayoutElement) -> None:
        """Add text that was read in a picture."""
        if text:
            self.add(ElementKind.PICTURE_OCR_TEXT, text, page=picture.page, bbox=picture.bbox, container=picture)

    def document(self, source: LayoutSource) -> LayoutDocument:
        """Return the finished layout.

        Raises:
            FormatError: When the draft has no elements.
        """
        elements = [e for e in self.elements if e.text or e.table or e.kind in _TEXTLESS]
        if not elements:
            raise FormatError("it holds no elements")
        pages = self.pages.checked()
        elements = resolve_kinds(elements, pages, self.sizes)
        find_title(elements, self.sizes)
        resolve_levels(elements, self.sizes)
        elements = assign_section_paths(attach_captions(elements))
        for number, element in enumerate(elements):
            element.seq_no = number
        heading = next((element.text for element in elements if element.kind is ElementKind.TITLE), None)
        return LayoutDocument(
            source=source,
            title=self.title or heading,
            language=language_of(elements),
            pages=pages,
            elements=elements,
            warnings=[*self.warnings, *([NO_PAGE_SIZES] if self.pages.is_assumed else [])],
        )


_TEXTLESS = frozenset({ElementKind.PICTURE, ElementKind.DECORATIVE, ElementKind.TABLE, ElementKind.LIST_ITEM})


def merged_regions(regions: Iterable[Region]) -> list[Region]:
    """Return one region a page."""
    by_page: dict[int, list[Box]] = {}
    for region in regions:
        by_page.setdefault(region.page, []).append(region.bbox)
    return [Region(page=page, bbox=union(boxes)) for page, boxes in by_page.items()]


@dataclass(frozen=True)
class TextLine:
    """A line of text as formats without paragraphs give it; the box is in points from the top left."""

    text: str
    page: int
    box: Box


MAX_LEADING = 0.7
"""Gap between lines of one paragraph over the height of a line."""


def paragraphs_of(lines: Sequence[TextLine]) -> list[list[TextLine]]:
    """Return lines in reading order as paragraphs: set tight, of one height, over each other, and not begun by a marker."""
    groups: list[list[TextLine]] = []
    for line in lines:
        if groups and _continues(groups[-1][-1], line):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def _continues(last: TextLine, line: TextLine) -> bool:
    if last.page != line.page or split_marker(line.text) is not None:
        return False
    first_height, second_height = height(last.box), height(line.box)
    if not first_height or not second_height or not 0.7 <= first_height / second_height <= 1.4:
        return False
    gap = line.box[1] - last.box[3]
    return -0.5 * first_height <= gap <= MAX_LEADING * first_height and horizontal_overlap(last.box, line.box) > 0
