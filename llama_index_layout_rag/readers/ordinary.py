"""Ordinary Documents (plain text, Markdown, HTML, a layout parser's JSON) that other readers made, as layout."""

from __future__ import annotations

import json
import re
from pathlib import PurePosixPath
from typing import Any

from llama_index.core.schema import Document

from llama_index_layout_rag.layout.document import LayoutDocument, LayoutSource

_MARKDOWN_SUFFIXES = frozenset({".md", ".markdown", ".mdx", ".qmd"})
_HTML_SUFFIXES = frozenset({".html", ".htm", ".xhtml"})
_MARKDOWN_SIGNS = re.compile(r"^(?:#{1,6} \S|```|~~~|\|.*\|\s*$|!\[[^\]]*\]\(|[-*+] \[[ x]\])", re.M)
"""A line that only Markdown has: ATX heading, fence, table row, picture, task."""


def layout_of_ordinary_document(document: Document) -> LayoutDocument:
    """Return the layout of a Document whose text is plain text, Markdown, HTML, or the JSON of a layout parser (DoclingReader's).

    The format is recognised by the media type, then by the file name in the metadata, then by the text. The layout's source is
    the file that the metadata names (`file_path`, `file_name`), or else the Document's id.

    Raises:
        LayoutReadError: When HTML cannot be parsed, or JSON is of no known layout parser.
    """
    metadata = document.metadata
    uri = str(metadata.get("file_path") or metadata.get("file_name") or document.node_id)
    name = str(metadata.get("file_name") or PurePosixPath(uri).name)
    text = document.text or ""
    media_type = (document.text_resource.mimetype if document.text_resource else "") or ""
    source = LayoutSource(uri=uri, name=name, media_type=media_type or "text/plain")
    if not text.strip():
        return LayoutDocument(source=source)
    return _read(text, source, PurePosixPath(name).suffix.lower())


def _read(text: str, source: LayoutSource, suffix: str) -> LayoutDocument:
    if text.lstrip()[:1] in ("{", "[") and (value := _parsed_json(text)) is not None:
        from llama_index_layout_rag.readers.parsers import read_parser_value

        return read_parser_value(value, source, (), source.uri)
    if source.media_type == "text/html" or suffix in _HTML_SUFFIXES:
        from llama_index_layout_rag.readers.markup import read_html

        return read_html(text.encode("utf-8"), source, "utf-8")
    if source.media_type == "text/markdown" or suffix in _MARKDOWN_SUFFIXES or _MARKDOWN_SIGNS.search(text):
        from llama_index_layout_rag.readers.markup import read_markdown_text

        return read_markdown_text(text, source)
    from llama_index_layout_rag.readers.markup import read_sectioned_text

    return read_sectioned_text(text, source)


def _parsed_json(text: str) -> Any | None:
    """Return the text as JSON, or None where it only begins like it."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) else None
