"""The text of an HTML page as a tree: its declared encoding, what browsers mend, its language and title. Nothing is fetched."""

from __future__ import annotations

import re
from typing import Any

from lxml import etree
from lxml import html as lxml_html

from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.layout.normalize import collapse_spaces

_META_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.\-]+)", re.IGNORECASE)
_XML_ENCODING = re.compile(rb"^\s*<\?xml[^>]+encoding\s*=\s*[\"']([A-Za-z0-9_:.\-]+)", re.IGNORECASE)
_DECLARATION_BYTES = 4096
"""Browsers look at the first 1,024 bytes; pages with long comments above the declaration exist."""


def declared_encoding(data: bytes) -> str | None:
    """The encoding that the page itself declares (XML declaration or meta element), or None."""
    head = data[:_DECLARATION_BYTES]
    match = _XML_ENCODING.search(head) or _META_CHARSET.search(head)
    return match.group(1).decode("ascii") if match else None


_STOPPING_ERRORS = frozenset(["ERR_RESOURCE_LIMIT", "ERR_NO_MEMORY", "ERR_INTERNAL_ERROR"])


def parse_html(text: str, name: str) -> Any:
    """The element tree of an HTML text.

    Raises:
        LayoutReadError: When there is nothing in it.
    """
    # As bytes: lxml refuses a str that carries an encoding declaration.
    parser = lxml_html.HTMLParser(
        encoding="utf-8", no_network=True, huge_tree=True, remove_comments=True, remove_pis=True
    )
    cleaned = _close_headings(text.replace("\x00", "")).encode("utf-8", "replace")
    try:
        root = lxml_html.document_fromstring(cleaned, parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as error:
        raise LayoutReadError(name, f"the HTML holds nothing to read ({error}); check the file.") from error
    # The parser stops at such an error and would pass off the first part of the page as the whole.
    fatal = next((entry for entry in parser.error_log if entry.type_name in _STOPPING_ERRORS), None)
    if fatal is not None:
        raise LayoutReadError(name, f"the HTML cannot be read to its end ({fatal.message}); check the file.")
    return root


_HEADING_TAG = re.compile(r"<(/?)h([1-6])\b", re.IGNORECASE)


def _close_headings(text: str) -> str:
    """<h2>…</h3> ends the heading in every browser; the parser would run on to the next </h2>."""
    opened = ""

    def close(match: re.Match[str]) -> str:
        nonlocal opened
        if not match.group(1):
            opened = match.group(2)
            return match.group()
        level, opened = opened or match.group(2), ""
        return f"</h{level}"

    return _HEADING_TAG.sub(close, text)


def language_of(root: Any) -> str | None:
    """The two- or three-letter code of the language that a page declares, or None."""
    value = root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or root.get("xml:lang")
    match = re.match(r"[A-Za-z]{2,3}", value or "")
    return match.group().lower() if match else None


def title_of(root: Any) -> str | None:
    """The title in the head of a page, or None."""
    title = root.find(".//head/title")
    return collapse_spaces("".join(title.itertext())) or None if title is not None else None
