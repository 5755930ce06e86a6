"""Sizes of a PDF's pages and whether it has text at all, without reading what is on them."""

from __future__ import annotations

from llama_index_layout_rag.layout.document import LayoutPage
from llama_index_layout_rag.readers.pdf.open_file import PDFIUM_LOCK
from llama_index_layout_rag.readers.pdf.pdfium import open_pdf


def pages_of_pdf(data: bytes, name: str) -> list[LayoutPage]:
    """The pages of a PDF as displayed (crop box, rotation applied), in points.

    Raises:
        LayoutReadError: When the PDF cannot be opened.
    """
    with open_pdf(data, name) as document:
        return [
            LayoutPage(number=number, width=width, height=height)
            for number, (width, height) in enumerate(document.page_sizes(), 1)
        ]


FEWEST_CHARACTERS = 200
"""Characters on the pages looked at from which on a PDF has a text layer; stamps on scans have fewer."""

_PAGES_LOOKED_AT = 5
"""A cover and a page left blank have no text in many PDFs that have it everywhere else."""


def has_text_layer(data: bytes) -> bool:
    """Whether a PDF prints text on its first pages; False for a scan, and for a file that cannot be opened."""
    import pypdfium2 as pdfium

    with PDFIUM_LOCK:
        try:
            document = pdfium.PdfDocument(data)
        except pdfium.PdfiumError:
            return False
        try:
            count = 0
            for index in range(min(_PAGES_LOOKED_AT, len(document))):
                page = document[index]
                text = page.get_textpage()
                count += text.count_chars()
                text.close()
                page.close()
            return count >= min(FEWEST_CHARACTERS, 40 * len(document))
        except pdfium.PdfiumError:
            return False
        finally:
            document.close()
