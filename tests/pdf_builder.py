"""Small PDFs for tests, drawn with reportlab: what a test says is what stands on the page.

Coordinates are points from the top left corner. Japanese is set in reportlab's CID fonts, which need no font file.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen import canvas

from llama_index_layout_rag.layout import LayoutDocument, LayoutElement, LayoutSource
from llama_index_layout_rag.readers.pdf import read_pdf

GOTHIC, MINCHO = "HeiseiKakuGo-W5", "HeiseiMin-W3"
for _font in (GOTHIC, MINCHO):
    pdfmetrics.registerFont(UnicodeCIDFont(_font))

LEADING = 1.5
LEFT, RIGHT, TOP = 57.0, 538.0, 70.0


class PdfBuilder:
    """Writes one PDF from top to bottom; `y` is where the next thing goes."""

    def __init__(self, width: float = 595, height: float = 842, font: str = GOTHIC, title: str | None = None) -> None:
        self._buffer = io.BytesIO()
        self.width, self.height, self.font = width, height, font
        self.canvas = canvas.Canvas(self._buffer, pagesize=(width, height), pageCompression=1)
        if title is not None:
            self.canvas.setTitle(title)
        self.y = TOP
        self.left, self.right = LEFT, min(RIGHT, width - LEFT)
        self.page_number = 1

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 10,
        bold: bool = False,
        color: str = "#000000",
        font: str | None = None,
    ) -> PdfBuilder:
        """A line whose baseline is `y` points below the top; bold as Word imitates it, filled and outlined."""
        font = font or (self.font if not text.isascii() or self.font != GOTHIC else "Helvetica")
        # The rendering mode outlives a text object; without its own graphics state all that follows would be bold.
        self.canvas.saveState()
        writer = self.canvas.beginText(x, self.height - y)
        writer.setFont(font, size)
        writer.setFillColor(color)
        writer.setStrokeColor(color)
        if bold:
            writer.setTextRenderMode(2)
        writer.textOut(text)
        self.canvas.drawText(writer)
        self.canvas.restoreState()
        return self

    def heading(self, text: str, size: float = 14, bold: bool = True, color: str = "#000000") -> PdfBuilder:
        """A line with space above and below."""
        self.y += 0.9 * size + 9
        self.text(self.left, self.y, text, size, bold, color)
        self.y += 0.5 * size + 6
        return self

    def paragraph(self, text: str, size: float = 10, indent: float = 0, gap: float = 7, hang: float = 0) -> PdfBuilder:
        """Wrapped text; `hang` indents all lines but the first further."""
        start = indent
        for line in self._wrapped(text, size, indent, hang):
            self.y += LEADING * size
            self.text(self.left + start, self.y, line, size)
            start = indent + hang
        self.y += gap
        return self

    def item(
        self, marker: str, text: str, indent: float = 0, hang: float = 22, size: float = 10, gap: float = 5
    ) -> PdfBuilder:
        """A list item with its marker at `indent` and its text `hang` points further right."""
        first = True
        for line in self._wrapped(text, size, indent + hang, 0):
            self.y += LEADING * size
            if first:
                # Without a CJK font on the machine, PDFium gives single characters no width and drops them.
                printed = marker if marker.isascii() else marker + "\u3000"
                self.text(self.left + indent, self.y, printed, size)
            self.text(self.left + indent + hang, self.y, line, size)
            first = False
        self.y += gap
        return self

    def _wrapped(self, text: str, size: float, indent: float, hang: float) -> list[str]:
        lines, line, room = [], "", self.right - self.left - indent
        words = text.split(" ") if text.isascii() else list(text)
        glue = " " if text.isascii() else ""
        font = "Helvetica" if text.isascii() and self.font == GOTHIC else self.font
        for word in words:
            longer = line + glue + word if line else word
            if pdfmetrics.stringWidth(longer, font, size) > room and line:
                lines.append(line)
                line, room = word, self.right - self.left - indent - hang
            else:
                line = longer
        return [*lines, line]

    def image(self, width: float, height: float, x: float | None = None, color: str = "#4477aa") -> PdfBuilder:
        """A bitmap below what stands above."""
        picture = Image.new("RGB", (max(2, round(width)), max(2, round(height))), color)
        x = self.left if x is None else x
        self.canvas.drawImage(ImageReader(picture), x, self.height - self.y - height - 6, width, height)
        self.y += height + 12
        return self

    def caption(self, text: str, size: float = 9) -> PdfBuilder:
        """A centred line."""
        self.y += LEADING * size
        font = "Helvetica" if text.isascii() else self.font
        middle = (self.left + self.right) / 2
        self.text(middle - pdfmetrics.stringWidth(text, font, size) / 2, self.y, text, size)
        self.y += 8
        return self

    def rule(self, x0: float, y0: float, x1: float, y1: float, width: float = 0.75) -> PdfBuilder:
        """A line between two points."""
        self.canvas.setLineWidth(width)
        self.canvas.line(x0, self.height - y0, x1, self.height - y1)
        return self

    def table(self, rows: Sequence[Sequence[str]], widths: Sequence[float], row_height: float = 18) -> PdfBuilder:
        """A table with all its rules; the first row is shaded."""
        top = self.y + 4
        edges = [self.left + sum(widths[:i]) for i in range(len(widths) + 1)]
        bottom = top + row_height * len(rows)
        self.canvas.setFillColor("#dde4ee")
        self.canvas.rect(edges[0], self.height - top - row_height, edges[-1] - edges[0], row_height, stroke=0, fill=1)
        self.canvas.setFillColor("#000000")
        for index in range(len(rows) + 1):
            self.rule(edges[0], top + index * row_height, edges[-1], top + index * row_height)
        for edge in edges:
            self.rule(edge, top, edge, bottom)
        for r, row in enumerate(rows):
            for c, cell in enumerate(row):
                if cell:
                    self.text(edges[c] + 4, top + r * row_height + 12.5, cell, 9)
        self.y = bottom + 8
        return self

    def running(self, header: str | None = None, footer: str | None = None) -> PdfBuilder:
        """Header and footer of the current page, in small type."""
        if header:
            self.text(self.left, 32, header, 8.5)
        if footer:
            self.text(self.width / 2, self.height - 24, footer, 8.5)
        return self

    def page(self) -> PdfBuilder:
        """Begins the next page."""
        self.canvas.showPage()
        self.y = TOP
        self.page_number += 1
        return self

    def bookmark(self, title: str, level: int, y: float | None = None) -> PdfBuilder:
        """An entry of the outline that points to the current place."""
        key = f"{title}-{level}-{self.page_number}"
        self.canvas.bookmarkHorizontal(key, 0, self.height - (self.y if y is None else y))
        self.canvas.addOutlineEntry(title, key, level=level)
        return self

    def build(self) -> bytes:
        """The file."""
        self.canvas.showPage()
        self.canvas.save()
        return self._buffer.getvalue()

    def read(self) -> LayoutDocument:
        """The file as this package reads it."""
        return read(self.build())


def read(data: bytes, name: str = "manual.pdf") -> LayoutDocument:
    """The layout of a PDF."""
    return read_pdf(data, LayoutSource(uri=name, name=name, media_type="application/pdf"))


def of_kind(layout: LayoutDocument, kind: str) -> list[LayoutElement]:
    """The elements of one kind."""
    return [element for element in layout.elements if str(element.kind) == kind]


def texts(layout: LayoutDocument, kind: str) -> list[str]:
    """The texts of one kind."""
    return [element.text for element in of_kind(layout, kind)]
