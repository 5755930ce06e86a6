"""Markup and text files as layout: HTML, Markdown, reStructuredText, plain text, CSV."""

from llama_index_layout_rag.readers.markup.fallback import read_with_llama_index
from llama_index_layout_rag.readers.markup.html import read_html, read_tree
from llama_index_layout_rag.readers.markup.html_tree import parse_html
from llama_index_layout_rag.readers.markup.markdown import read_markdown, read_markdown_text
from llama_index_layout_rag.readers.markup.restructuredtext import read_restructured_text
from llama_index_layout_rag.readers.markup.text import read_csv, read_plain_text, read_sectioned_text

__all__ = [
    "parse_html",
    "read_csv",
    "read_html",
    "read_markdown",
    "read_markdown_text",
    "read_plain_text",
    "read_restructured_text",
    "read_sectioned_text",
    "read_tree",
    "read_with_llama_index",
]
