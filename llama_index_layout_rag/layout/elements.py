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
    """What an element is. The values are what stands in JSON and in payloads."""

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
"""Kinds that stand on the page but are not part of the text; kept in the layout, never in a chunk."""

HEADING_KINDS = frozenset({ElementKind.TITLE, ElementKind.SECTION_HEADER})


class Region(BaseModel):
    """A box on one page."""

    model_config = ConfigDict(frozen=True)

    page: int = Field(description="Page number, 1-based.")
    bbox: Box = Field(description="(x0, y0, x1, y1) in points, origin top left of the displayed page.")


class TableCell(BaseModel):
    """One cell of a table. A cell that spans several rows or columns stands once, at its first row and column."""

    model_config = ConfigDict(frozen=True)

    row: int = Field(ge=0, description="First row, 0-based.")
    column: int = Field(ge=0, description="First column, 0-based.")
    row_span: int = Field(default=1, ge=1)
    column_span: int = Field(default=1, ge=1)
    text: str = ""
    is_header: bool = Field(default=False, description="Whether the cell names a column.")
    bbox: Box | None = None
    page: int | None = Field(default=None, description="1-based page of the box; tables may go on over pages.")


class Table(BaseModel):
    """The cells of a table, in row order."""

    model_config = ConfigDict(frozen=True)

    row_count: int = Field(ge=0)
    column_count: int = Field(ge=0)
    cells: list[TableCell] = Field(default_factory=list)

    @classmethod
    def from_rows(cls, rows: list[list[str]], header_rows: int = 0) -> Table:
        """A table without spans.

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
        """Cell texts as `row_count` rows of `column_count` strings; a spanning cell's text stands in each place it covers."""
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
        """Number of rows at the top all of whose cells are headers."""
        count = 0
        for row in range(self.row_count):
            cells = [cell for cell in self.cells if cell.row <= row < cell.row + cell.row_span]
            if not cells or not all(cell.is_header for cell in cells):
                break
            count += 1
        return count


class LayoutElement(BaseModel):
    """One element of a document, in reading order."""

    element_id: str = Field(description="Unique in its document and stable between two reads of the same file.")
    kind: ElementKind
    text: str = Field(default="", description="Text as printed, without the list marker; line wraps are mended.")
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
    metadata: dict[str, Any] = Field(default_factory=dict, description="What the source says beyond this model.")

    @property
    def is_furniture(self) -> bool:
        """Whether the element belongs to the page and not to the text."""
        return self.kind in FURNITURE_KINDS

    def all_regions(self) -> list[Region]:
        """Every page and box of the element; empty where the source has none."""
        if self.regions:
            return list(self.regions)
        if self.page is not None and self.bbox is not None:
            return [Region(page=self.page, bbox=self.bbox)]
        return []
