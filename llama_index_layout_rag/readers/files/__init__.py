"""Files as bytes: where they come from, what they are, how their text is encoded, and folders as manuals."""

from llama_index_layout_rag.readers.files.archives import refuse_absurd_archive, refuse_zip_bomb
from llama_index_layout_rag.readers.files.encodings import decode_text, looks_binary
from llama_index_layout_rag.readers.files.folders import join_manual, navigation_order, products_apart
from llama_index_layout_rag.readers.files.sources import ASCIIDOC, SourceFile, names_of_source_pdf, open_source

__all__ = [
    "ASCIIDOC",
    "SourceFile",
    "decode_text",
    "join_manual",
    "looks_binary",
    "names_of_source_pdf",
    "navigation_order",
    "open_source",
    "products_apart",
    "refuse_absurd_archive",
    "refuse_zip_bomb",
]
