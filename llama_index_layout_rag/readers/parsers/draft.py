"""From the output of a layout parser to a finished layout: what a format does not say, the shared rules fill in.

A format module walks its JSON and drafts elements: kind, text, page, box, what the format knows of levels, markers,
captions. `Draft.document` then does, for all formats alike, what the PDF reader does for PDFs.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from llama_index_layout_rag.layout.boxes import Box, height, union
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
from llama_index_layout_rag.layout.sections import assign_section_paths
from llama_index_layout_rag.readers.parsers.levels import find_title, settle_levels
from llama_index_layout_rag.readers.parsers.postprocess import settle_kinds
from llama_index_layout_rag.readers.parsers.typography import Looks, settle_by_look
from llama_index_layout_rag.readers.parsers.values import FormatError, as_box, checked_pages, checked_table
from llama_index_layout_rag.readers.pdf import fold_radicals

logger = logging.getLogger(__name__)

MOST_PAGES = 100_000
"""More pages than any manual has: such a number is a mistake or an attack."""


@dataclass
class Draft:
    """Elements of a parser's output as they come, in reading order.

    `by_rules` says that the parser tells headings by rules about type, not by a model that looks at the page.
    """

    elements: list[LayoutElement] = field(default_factory=list)
    sizes: dict[str, float] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    unknown: set[str] = field(default_factory=set)
    by_rules: bool = False
    bold: dict[str, bool] = field(default_factory=dict)

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
        bold: bool | None = None,
        container: LayoutElement | None = None,
        src: str | None = None,
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
            regions: All pages and boxes; they give `page` and `bbox` where those are missing.
            size: Type size in points.
            bold: Whether it is set in bold.
            container: The element that it lies in.
            src: Pictures: file or URL as the parser names it.
            confidence: The parser's confidence.
            original_text: The text before the parser changed it.
            code_language: Programming language of code.
            duplicates_text: Whether other elements carry the same text.
            **metadata: What the format says beyond the model; empty values are left out.
        """
        if regions and page is None:
            page = regions[0].page
            bbox = union([region.bbox for region in regions if region.page == page])
        if page is not None and not 1 <= page <= MOST_PAGES:
            raise FormatError(f"page number {page} is out of range")
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
            regions=list(regions) if len(regions) > 1 else [],
            container=container.element_id if container is not None else None,
            image=ImageInfo(src=src) if src else None,
            code_language=code_language or None,
            duplicates_text=duplicates_text,
            metadata={key: value for key, value in metadata.items() if value not in (None, "", [], {})},
        )
        if size is not None:
            self.sizes[element.element_id] = size
        if bold is not None:
            self.bold[element.element_id] = bold
        if confidence is not None or original_text:
            element.provenance = Provenance(confidence=confidence, original_text=original_text or None)
        if self.by_rules and kind in HEADING_KINDS | {ElementKind.LIST_ITEM}:
            element.origin().rule_based = True
        self.elements.append(element)
        return element

    def unknown_label(self, label: str) -> ElementKind:
        """A label that the format module does not know is text; it is logged once."""
        if label not in self.unknown:
            self.unknown.add(label)
            logger.info("Unknown label %r is read as text.", label)
        return ElementKind.TEXT

    def document(
        self,
        source: LayoutSource,
        pages: Sequence[LayoutPage] = (),
        *,
        title: str | None = None,
        language: str | None = None,
    ) -> LayoutDocument:
        """The finished layout; `title` is one that the format declares beside the text."""
        elements = [e for e in self.elements if e.text or e.table or e.kind in _TEXTLESS]
        if not elements:
            raise FormatError("it holds no elements")
        looks = Looks(self.sizes, self.bold, self.by_rules)
        elements = settle_kinds(elements, pages, looks)
        find_title(elements, self.sizes)
        settle_by_look(elements, looks)
        settle_levels(elements, self.sizes)
        elements = assign_section_paths(attach_captions(elements))
        for number, element in enumerate(elements):
            element.seq_no = number
        heading = next((element.text for element in elements if element.kind is ElementKind.TITLE), None)
        return LayoutDocument(
            source=source,
            title=title or heading,
            language=language or language_of(elements),
            pages=list(pages),
            elements=elements,
            warnings=list(self.warnings),
        )


_TEXTLESS = frozenset({ElementKind.PICTURE, ElementKind.DECORATIVE, ElementKind.TABLE, ElementKind.LIST_ITEM})


@dataclass(frozen=True)
class PrintedLine:
    """A line of print as formats without paragraphs give it."""

    text: str
    page: int
    box: Box


def paragraphs_of(lines: Sequence[PrintedLine]) -> list[list[PrintedLine]]:
    """Lines in reading order as paragraphs: set tight, of one height, over each other, and not begun by a marker."""
    groups: list[list[PrintedLine]] = []
    for line in lines:
        last = groups[-1][-1] if groups else None
        if last is not None and _runs_on(last, line):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


TIGHT_LEADING = 0.7
"""Gap between lines of one paragraph over the height of a line, at most."""


def _runs_on(last: PrintedLine, line: PrintedLine) -> bool:
    if last.page != line.page or split_marker(line.text) is not None:
        return False
    first_height, second_height = height(last.box), height(line.box)
    if not first_height or not second_height or not 0.7 <= first_height / second_height <= 1.4:
        return False
    gap = line.box[1] - last.box[3]
    overlap = min(last.box[2], line.box[2]) - max(last.box[0], line.box[0])
    return -0.5 * first_height <= gap <= TIGHT_LEADING * first_height and overlap > 0


ASSUMED_WIDTH, ASSUMED_HEIGHT = 612.0, 792.0
"""Size in points that stands for a page whose size nothing tells: boxes are then right in proportion only."""


A4_WIDTH, A4_HEIGHT = 595.0, 842.0

NARROWEST_MARGIN = 24.0
"""Points between the highest text of a document and the edge of its page."""


def _usual_size(right: float, top: float) -> tuple[float, float]:
    """A4 where the boxes fit it and reach higher than on US Letter, else US Letter."""
    if right <= A4_WIDTH and ASSUMED_HEIGHT - NARROWEST_MARGIN < top <= A4_HEIGHT:
        return A4_WIDTH, A4_HEIGHT
    return ASSUMED_WIDTH, ASSUMED_HEIGHT


class PageSizes:
    """Page sizes of a format that names none: those of the source PDF, or an assumed one with a warning."""

    def __init__(self, pages: Sequence[LayoutPage], draft: Draft, reach: tuple[float, float] = (0.0, 0.0)) -> None:
        """`reach` is how far right and up the boxes stand, in points, where the format gives them in points."""
        self.usual = _usual_size(*reach)
        self.known = {page.number: page for page in pages}
        self.draft = draft
        self.assumed = False

    def size(self, number: int | None, least_height: float = 0.0) -> tuple[float, float] | None:
        """Width and height of a page; `least_height` is where its boxes reach. None where the element has no page."""
        if number is None or number < 1:
            return None
        if number > MOST_PAGES:
            raise FormatError(f"page number {number} is out of range")
        if number not in self.known:
            if not self.assumed:
                self.assumed = True
                self.draft.warnings.append(
                    "The JSON names no page sizes and no readable PDF that it was made from is beside it: boxes are right in "
                    "proportion only; give source_pdf= or put the PDF beside the JSON."
                )
            page_width, page_height = self.usual[0], max(self.usual[1], least_height)
            self.known[number] = LayoutPage(number=number, width=page_width, height=page_height)
        page = self.known[number]
        return page.width, page.height

    def relative(self, number: int | None, values: Sequence[Any], whole: float = 1.0) -> Box | None:
        """A box in parts of the page (x0, y0, x1, y1 from the top left, `whole` for its full width) in points."""
        size = self.size(number)
        return None if size is None else as_box(values, size[0] / whole, size[1] / whole)

    def pages(self) -> list[LayoutPage]:
        """All pages seen, in order."""
        return checked_pages(self.known.values())
