"""Readers: a file of any supported kind becomes one LayoutDocument."""

from llama_index_layout_rag.readers.reader import LayoutReader, LayoutReadReport, ReadFailure

__all__ = ["LayoutReadReport", "LayoutReader", "ReadFailure"]
