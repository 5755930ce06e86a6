"""Sizes of a PDF's pages and whether it has text at all, without reading what is on them."""

from __future__ import annotations

from llama_index_layout_rag.layout.document import LayoutPage
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.readers.pdf.pdfium import PDFIUM_LOCK


def pages_of_pdf(data: bytes, name: str) -> list[LayoutPage]:
    """The pages of a PDF as displayed (crop box, rotation applied), in points.

    Raises:
        LayoutReadError: When the PDF cannot be opened.
    """
    import pypdfium2 as pdfium

    with PDFIUM_LOCK:
        try:
            document = pdfium.PdfDocument(data)
        except pdfium.PdfiumError as error:
            raise LayoutReadError(name, f"the PDF beside the JSON cannot be opened ({error}).") from error
        try:
            return [
                LayoutPage(number=index + 1, width=page_width, height=page_height)
                for index, (page_width, page_height) in enumerate(map(document.get_page_size, range(len(document))))
            ]
        finally:
            document.close()


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
