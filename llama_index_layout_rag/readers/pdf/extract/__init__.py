"""What PDFium knows of a PDF file, as plain data: characters, fonts, bitmaps, vector paths, outline, structure tree."""

from llama_index_layout_rag.readers.pdf.extract.characters import (
    HAS_RIGHT_TO_LEFT,
    TYPEWRITER,
    fold_radicals,
    is_garbled,
    logical_text,
    symbol_text,
)
from llama_index_layout_rag.readers.pdf.extract.fonts import face_of, is_bold_name
from llama_index_layout_rag.readers.pdf.extract.glyphs import (
    DIAGONAL,
    UPRIGHT,
    Bookmark,
    Glyph,
    Glyphs,
    PageImage,
    PagePath,
    RawPage,
    TaggedNode,
    TextStyle,
    advance_of,
    row_glyphs,
    text_of_codes,
)
from llama_index_layout_rag.readers.pdf.extract.pdfium import (
    PageContent,
    PdfDocument,
    RenderedPage,
    has_text_layer,
    open_pdf,
    pages_of_pdf,
    render_page,
)
from llama_index_layout_rag.readers.pdf.extract.stroke_width import SCRIPT_STROKES, script_class

__all__ = [
    "DIAGONAL",
    "HAS_RIGHT_TO_LEFT",
    "SCRIPT_STROKES",
    "TYPEWRITER",
    "UPRIGHT",
    "Bookmark",
    "Glyph",
    "Glyphs",
    "PageContent",
    "PageImage",
    "PagePath",
    "PdfDocument",
    "RawPage",
    "RenderedPage",
    "TaggedNode",
    "TextStyle",
    "advance_of",
    "face_of",
    "fold_radicals",
    "has_text_layer",
    "is_bold_name",
    "is_garbled",
    "logical_text",
    "open_pdf",
    "pages_of_pdf",
    "render_page",
    "row_glyphs",
    "script_class",
    "symbol_text",
    "text_of_codes",
]
