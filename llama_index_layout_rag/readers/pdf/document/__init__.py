"""The pages of one PDF as one document: reading order, paragraphs, headings, lists, captions and page furniture."""

from llama_index_layout_rag.readers.pdf.document.assembly import Assembly, assemble

__all__ = ["Assembly", "assemble"]
