"""Word files (DOCX) as layout. `read_docx` is what others use."""

from llama_index_layout_rag.readers.docx.reader import read_docx

__all__ = ["read_docx"]
