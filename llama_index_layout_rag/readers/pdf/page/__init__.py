"""One page at a time: words, lines, tables, pictures, boxes and list markers, before other pages are considered."""

from llama_index_layout_rag.readers.pdf.page.background_images import release_headings
from llama_index_layout_rag.readers.pdf.page.bold import mark_bold
from llama_index_layout_rag.readers.pdf.page.grids import Grid, GridCell
from llama_index_layout_rag.readers.pdf.page.lines import Line
from llama_index_layout_rag.readers.pdf.page.number_badges import badge_marker
from llama_index_layout_rag.readers.pdf.page.page import (
    PageLayout,
    PageTable,
    analyse_page,
    band_of,
    dot_of,
    underline_of,
)
from llama_index_layout_rag.readers.pdf.page.pictures import Ornament, Picture
from llama_index_layout_rag.readers.pdf.page.recognition import (
    EMPTY,
    FORCED,
    GARBLED,
    RECOGNITION_DPI,
    SCAN_DPI,
    OcrMode,
    RecognisedPage,
    measure_page,
    recognised_pages,
    scanned_pictures,
    why_recognise,
)
from llama_index_layout_rag.readers.pdf.page.words import Word

__all__ = [
    "EMPTY",
    "FORCED",
    "GARBLED",
    "RECOGNITION_DPI",
    "SCAN_DPI",
    "Grid",
    "GridCell",
    "Line",
    "OcrMode",
    "Ornament",
    "PageLayout",
    "PageTable",
    "Picture",
    "RecognisedPage",
    "Word",
    "analyse_page",
    "badge_marker",
    "band_of",
    "dot_of",
    "mark_bold",
    "measure_page",
    "recognised_pages",
    "release_headings",
    "scanned_pictures",
    "underline_of",
    "why_recognise",
]
