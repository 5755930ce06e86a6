"""JSON of layout parsers: one module a format, and what is common to them.

A format declares its labels and coordinates as data and walks its JSON (`draft`); rules fill in what it does not say
(`postprocess`, `text_boundaries`, `levels`); beside its PDF the parser's layout is laid over the PDF's reading (`overlay`).
"""

from llama_index_layout_rag.readers.parsers.docling import docling_value, is_docling_object
from llama_index_layout_rag.readers.parsers.formats import read_parser_json, read_parser_value
from llama_index_layout_rag.readers.parsers.levels import resolve_levels
from llama_index_layout_rag.readers.parsers.overlay import merge_with_pdf
from llama_index_layout_rag.readers.parsers.postprocess import complete_numbering

__all__ = [
    "complete_numbering",
    "docling_value",
    "is_docling_object",
    "merge_with_pdf",
    "read_parser_json",
    "read_parser_value",
    "resolve_levels",
]
