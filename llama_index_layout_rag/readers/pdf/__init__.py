"""The PDF reader: characters, images and paths of PDFium become the elements of a manual."""

from llama_index_layout_rag.readers.pdf.extract.pdfium import RenderedPage, render_page
from llama_index_layout_rag.readers.pdf.reader import read_pdf

__all__ = ["RenderedPage", "read_pdf", "render_page"]
