"""Sizes of a PDF's pages and whether it has text at all, without reading what is on them."""

from __future__ import annotations

from llama_index_layout_rag.layout.document import LayoutPage
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.readers.pdf.extract.pdfium import open_pdf


def pages_of_pdf(data: bytes, name: str) -> list[LayoutPage]:
    """The pages of a PDF as displayed: crop box, rotation and user unit applied, in points.

    Raises:
        LayoutReadError: When the PDF cannot be opened.
    """
    with open_pdf(data, name) as document:
        sizes = [document.page_size(index) for index in range(document.page_count)]
    return [LayoutPage(number=number, width=width, height=height) for number, (width, height) in enumerate(sizes, 1)]


FEWEST_CHARACTERS = 200
"""Characters on the pages looked at from which on a PDF has a text layer; stamps on scans have fewer."""

_PAGES_LOOKED_AT = 5
"""A cover and a page left blank have no text in many PDFs that have it everywhere else."""


def has_text_layer(data: bytes) -> bool:
    """Whether a PDF prints text on its first pages; False for a scan, and for a file that cannot be opened."""
    try:
        with open_pdf(data, "PDF") as document:
            pages = document.page_count
            count = sum(document.character_count(index) for index in range(min(_PAGES_LOOKED_AT, pages)))
    except LayoutReadError:
        return False
    return count >= min(FEWEST_CHARACTERS, 40 * pages)
