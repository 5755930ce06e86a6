"""The elements of a page: what every reader gives and every later stage reads.

An element is one thing that a person would point at: a heading, a paragraph, one list item, a table, a picture, a caption.
Words used throughout the package: *furniture* is what belongs to the page and not to the text (running headers and footers,
contents lines, ornaments); it is kept with its kind and skipped by later stages.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from llama_index_layout_rag.layout.boxes import Box, union


class ElementKind(str, Enum):
    """What an element is. The values are what is in JSON and in payloads."""

    TITLE = "title"
    SECTION_HEADER = "section_header"
    TEXT = "text"
    LIST_ITEM = "list_item"
    TABLE = "table"
    PICTURE = "picture"
    PICTURE_OCR_TEXT = "picture_ocr_text"
    CAPTION = "caption"
    FOOTNOTE = "footnote"
    FORM = "form"
    FORMULA = "formula"
    CODE = "code"
    REFERENCE = "reference"
    TOC_ENTRY = "toc_entry"
    PAGE_HEADER = "page_header"
    PAGE_FOOTER = "page_footer"
    DECORATIVE = "decorative"

    __str__ = str.__str__


FURNITURE_KINDS = frozenset(
    {ElementKind.TOC_ENTRY, ElementKind.PAGE_HEADER, ElementKind.PAGE_FOOTER, ElementKind.DECORATIVE}
)
"""Kinds that are on the page but are not part of the text; kept in the layout, never in a chunk."""

HEADING_KINDS = frozenset({ElementKind.TITLE, ElementKind.SECTION_HEADER})


class Region(BaseModel):
    """A box on one page."""

    model_config = ConfigDict(frozen=True)

    page: int = Field(description="Page number, 1-based.")
    bbox: Box = Field(description="(x0, y0, x1, y1) in points, origin top left of the displayed page.")


class TableCell(BaseModel):
    """One cell of a table. A cell that spans several rows or columns occurs once, at its first row and column."""

    model_config = ConfigDict(frozen=True)

    row: int = Field(ge=0, description="First row, 0-based.")
    column: int = Field(ge=0, description="First column, 0-based.")
    row_span: int = Field(default=1, ge=1)
    column_span: int = Field(default=1, ge=1)
    text: str = ""
    is_header: bool = Field(default=False, description="Whether the cell names a column.")
    bbox: Box | None = None
    page: int | None = Field(default=None, description="1-based page of the box; tables may continue over pages.")


class Table(BaseModel):
    """The cells of a table, in row order."""

    model_config = ConfigDict(frozen=True)

    row_count: int = Field(ge=0)
    column_count: int = Field(ge=0)
    cells: list[TableCell] = Field(default_factory=list)

    @classmethod
    def from_rows(cls, rows: list[list[str]], header_rows: int = 0) -> Table:
        """Return a table without spans.

        Args:
            rows: Cell texts, row by row; shorter rows are taken as filled up with empty cells.
            header_rows: How many rows at the top name the columns.
        """
        cells = [
            TableCell(row=r, column=c, text=text, is_header=r < header_rows)
            for r, row in enumerate(rows)
            for c, text in enumerate(row)
        ]
        return cls(row_count=len(rows), column_count=max(map(len, rows), default=0), cells=cells)

    def grid(self) -> list[list[str]]:
        """Cell texts as `row_count` rows of `column_count` strings; a spanning cell's text is in each place it covers."""
        rows = [[""] * self.column_count for _ in range(self.row_count)]
        for cell in self.cells:
            for r in range(cell.row, min(cell.row + cell.row_span, self.row_count)):
                for c in range(cell.column, min(cell.column + cell.column_span, self.column_count)):
                    rows[r][c] = cell.text
        return rows

    def row_regions(self) -> dict[int, list[Region]]:
        """Where each row stands: one box a page around its cells; without rows of which the source gives no boxes of cells."""
        boxes: dict[int, dict[int, list[Box]]] = {}
        for cell in self.cells:
            if cell.row_span == 1 and cell.page is not None and cell.bbox is not None:
                boxes.setdefault(cell.row, {}).setdefault(cell.page, []).append(cell.bbox)
        return {
            row: [Region(page=page, bbox=union(parts)) for page, parts in pages.items()] for row, pages in boxes.items()
        }

    def header_row_count(self) -> int:
        """Return number of rows at the top all of whose cells are headers."""
        count = 0
        for row in range(self.row_count):
            cells = [cell for cell in self.cells if cell.row <= row < cell.row + cell.row_span]
            if not cells or not all(cell.is_header for cell in cells):
                break
            count += 1
        return count


class VisualRole(str, Enum):
    """What a picture is for: evidence of its own, a sign inside a line of text, or decoration."""

    CONTENT = "content"
    INLINE_ICON = "inline_icon"
    DECORATIVE = "decorative"

    __str__ = str.__str__


class BoxType(str, Enum):
    """The box that an element is set in, apart from the running text."""

    FRAME = "frame"
    ADMONITION = "admonition"
    QUOTE = "quote"
    TEXT_BOX = "text_box"

    __str__ = str.__str__


class TextSpan(BaseModel):
    """A range of an element's text: `text[start:end]`."""

    model_config = ConfigDict(frozen=True)

    start: int = Field(ge=0)
    end: int = Field(ge=0)


class CellAddress(BaseModel):
    """Row and column of a table cell, 0-based."""

    model_config = ConfigDict(frozen=True)

    row: int = Field(ge=0)
    column: int = Field(ge=0)


class ImageInfo(BaseModel):
    """What the source says of a picture beside its place on the page."""

    src: str | None = Field(default=None, description="File or URL as the source names it; never fetched.")
    alt: str | None = Field(default=None, description="Alternative text.")
    title: str | None = None
    key: str | None = Field(default=None, description="Identifies the bitmap; equal for every use of the same one.")
    pixels: tuple[int, int] | None = Field(default=None, description="Width and height of the bitmap.")
    drawn: bool = Field(default=False, description="Whether it consists of vector paths.")
    inline: bool = Field(default=False, description="Whether it is set inside a line of text or a table cell.")
    offset: int | None = Field(default=None, description="Inline pictures: offset in the text of the container.")


class TextStyle(BaseModel):
    """How an element is typeset."""

    model_config = ConfigDict(frozen=True)

    size: float | None = Field(default=None, description="Type size in points.")
    bold: bool = False


class Extraction(str, Enum):
    """Where an element's text was taken from."""

    TEXT_LAYER = "text_layer"
    OCR = "ocr"
    GENERATED = "generated"

    __str__ = str.__str__


class Provenance(BaseModel):
    """How an element came to be what it is, where that is not simply what the source says."""

    extraction: Extraction | None = Field(default=None, description="None where the source gives the text itself.")
    confidence: float | None = Field(default=None, description="Mean confidence of OCR or of the parser, 0 to 1.")
    original_kind: str | None = Field(default=None, description="The kind before a later stage corrected it.")
    original_text: str | None = Field(default=None, description="The text before a later stage corrected it.")
    original_level: int | None = Field(default=None, description="The level before a later stage corrected it.")
    rule_based: bool = Field(default=False, description="Whether the parser infers this kind from type, by rules.")
    inferred_level: bool = Field(default=False, description="Whether the level is inferred and not the source's.")
    evidence: list[str] = Field(default_factory=list, description="Headings: the signals that made it one.")


class PictureState(BaseModel):
    """What the picture stage has decided about an element, and what the element was before."""

    role: VisualRole | None = Field(default=None, description="Pictures: the role.")
    host: str | None = Field(default=None, description="Inline icons: element_id of the text they belong to.")
    evidence: dict[str, Any] | None = Field(default=None, description="`pictures.PictureEvidence` as JSON.")
    carried_by: str | None = Field(
        default=None, description="Text of a picture: element_id of the picture whose evidence holds this text."
    )
    kind_before: ElementKind | None = None
    reason_before: str | None = None
    text_before: str | None = None
    cells_before: list[str] | None = None


class LayoutElement(BaseModel):
    """One element of a document, in reading order."""

    element_id: str = Field(description="Unique in its document and stable between two reads of the same file.")
    kind: ElementKind
    text: str = Field(default="", description="Text as printed, without the list marker; line wraps are repaired.")
    page: int | None = Field(default=None, description="1-based page; None where the source has no pages.")
    seq_no: int = Field(default=0, description="Place in the reading order of the document, 0-based.")
    bbox: Box | None = Field(default=None, description="Points, origin top left of the displayed page, y down.")
    level: int | None = Field(default=None, description="Headings: 1 for the highest level below the title.")
    marker: str | None = Field(
        default=None, description="List items: number or bullet exactly as printed ('①', 'A-1')."
    )
    depth: int | None = Field(default=None, description="List items: nesting, 1 for the outermost list.")
    section_path: list[str] = Field(default_factory=list, description="Printed headings above, highest first.")
    table: Table | None = None
    caption_of: str | None = Field(default=None, description="Captions: element_id of the picture or table they name.")
    regions: list[Region] = Field(
        default_factory=list, description="All pages and boxes of an element that crosses pages."
    )
    container: str | None = Field(
        default=None, description="element_id of the table, picture or text that this element lies in."
    )
    cell: CellAddress | None = Field(default=None, description="The cell of the container table it lies in.")
    list_depth: int | None = Field(
        default=None, description="Nesting depth of the list item that this element continues; None outside of lists."
    )
    list_item: str | None = Field(default=None, description="element_id of the list item that this element continues.")
    box: BoxType | None = Field(default=None, description="The box that the element is set in.")
    admonition: str | None = Field(default=None, description="Type of the admonition: 'note', 'warning', 'caution' …")
    is_box_label: bool = Field(default=False, description="Whether it is the printed label of the box that follows.")
    emphasis: list[TextSpan] = Field(default_factory=list, description="Ranges of the text that are set in bold.")
    style: TextStyle | None = None
    image: ImageInfo | None = None
    code_language: str | None = Field(default=None, description="Programming language of code, as the source says.")
    page_label: str | None = Field(default=None, description="Contents entries: the page number they print.")
    source_file: str | None = Field(
        default=None, description="File of a manual of several files, relative to the manual's folder."
    )
    repeated_on: int | None = Field(default=None, description="Number of pages that show it in the same place.")
    duplicates_text: bool = Field(default=False, description="Whether other elements carry the same text.")
    reason: str | None = Field(default=None, description="Why a picture has its role, or why it is decorative.")
    provenance: Provenance | None = None
    picture: PictureState | None = None
    metadata: dict[str, Any] = Field(default_factory=dict, description="What the source says beyond this model.")

    @property
    def is_furniture(self) -> bool:
        """Whether the element belongs to the page and not to the text."""
        return self.kind in FURNITURE_KINDS

    def origin(self) -> Provenance:
        """Return the provenance, created on first use; meant to be written to."""
        if self.provenance is None:
            self.provenance = Provenance()
        return self.provenance

    def reclassify(self, kind: ElementKind) -> None:
        """Change the kind; the one it had first is kept in the provenance."""
        if kind is not self.kind:
            origin = self.origin()
            origin.original_kind = origin.original_kind or self.kind.value
            self.kind = kind

    def rewrite(self, text: str) -> None:
        """Change the text; the one it had first is kept in the provenance."""
        origin = self.origin()
        if origin.original_text is None:
            origin.original_text = self.text
        self.text = text

    @property
    def is_from_text_layer(self) -> bool:
        """Whether the text comes from the text layer of a PDF."""
        return self.provenance is not None and self.provenance.extraction is Extraction.TEXT_LAYER

    @property
    def is_inline(self) -> bool:
        """Whether this is a picture that is set inside a line of text or a table cell."""
        return self.image is not None and self.image.inline

    @property
    def src(self) -> str:
        """The file or URL of a picture as the source names it, or an empty string."""
        return (self.image.src or "") if self.image is not None else ""

    @property
    def was_reclassified(self) -> bool:
        """Whether a later stage has changed the kind."""
        return self.provenance is not None and self.provenance.original_kind is not None

    def all_regions(self) -> list[Region]:
        """Every page and box of the element; empty where the source has none."""
        if self.regions:
            return list(self.regions)
        if self.page is not None and self.bbox is not None:
            return [Region(page=self.page, bbox=self.bbox)]
        return []
