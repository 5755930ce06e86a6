"""PDF files: `extract` reads them through PDFium, `page` analyses single pages, `document` puts the pages together."""

from llama_index_layout_rag.readers.pdf.extract import (
    Glyph,
    PdfDocument,
    RenderedPage,
    fold_radicals,
    has_text_layer,
    is_bold_name,
    open_pdf,
    pages_of_pdf,
    render_page,
)
from llama_index_layout_rag.readers.pdf.reader import read_pdf
from llama_index_layout_rag.readers.pdf.typed_lines import TypedPage, TypedPiece, read_typed_pages, tagged_nodes

__all__ = [
    "Glyph",
    "PdfDocument",
    "RenderedPage",
    "TypedPage",
    "TypedPiece",
    "fold_radicals",
    "has_text_layer",
    "is_bold_name",
    "open_pdf",
    "pages_of_pdf",
    "read_pdf",
    "read_typed_pages",
    "render_page",
    "tagged_nodes",
]
