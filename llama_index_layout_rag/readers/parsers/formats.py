"""JSON of layout parsers: the formats, the envelopes that services put around them, and which format a value is of."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from llama_index_layout_rag.layout.document import LayoutDocument, LayoutPage, LayoutSource
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.layout.normalize import without_half_pairs
from llama_index_layout_rag.readers.files import decode_text
from llama_index_layout_rag.readers.parsers.draft import ParserFormat
from llama_index_layout_rag.readers.parsers.values import FormatError

_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")
"""Escaped characters beyond U+FFFF are written as two; a broken file may have one of them only."""

_ENVELOPES = (
    ("document", "json_content"),
    ("analyzeResult",),
    ("results",),
    ("result",),
    ("document",),
    ("json",),
    ("middle_json",),
    ("content_list",),
    ("data",),
)
"""Fields in which services hand over a result: docling-serve, Azure's REST, MinerU's server, Datalab's Marker …"""

_MAX_ENVELOPES = 6

_ERRORS = (TypeError, ValueError, KeyError, IndexError, AttributeError, RecursionError, OverflowError)


def read_parser_json(
    data: bytes, source: LayoutSource, pages: Sequence[LayoutPage] = (), uri: str | None = None
) -> LayoutDocument:
    """Return the layout in the JSON output of a layout parser.

    Args:
        data: The JSON file.
        source: What the layout points back to: the JSON, or the PDF it was made from where that is at hand.
        pages: Pages of that PDF, whose sizes win over those of the JSON.
        uri: Address of the JSON for messages; by default the source's.

    Raises:
        LayoutReadError: When it is no JSON, of no known format, or not as its schema says.
    """
    name = uri or source.uri
    text, warnings = decode_text(data, name)
    try:
        value = json.loads(text)
        if _HALF_PAIR.search(text):
            value = json.loads(without_half_pairs(json.dumps(value, ensure_ascii=False)))
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise LayoutReadError(name, f"the file is no valid JSON ({reason}); write it again.") from error
    layout = read_parser_value(value, source, pages, name)
    layout.warnings[:0] = warnings
    return layout


def read_parser_value(value: Any, source: LayoutSource, pages: Sequence[LayoutPage], name: str) -> LayoutDocument:
    """Return the layout in the output of a layout parser that is already parsed JSON; see `read_parser_json`."""
    formats = _formats()
    candidates = list(_opened(value))
    for candidate in candidates:
        for known in formats:
            if not _recognises(known, candidate):
                continue
            try:
                return known.read(candidate, source, pages)
            except FormatError as error:
                raise LayoutReadError(
                    name, f"it looks like {known.name} JSON, but {error}; run the parser again."
                ) from error
            except _ERRORS as error:
                reason = "it is nested too deeply" if isinstance(error, RecursionError) else repr(error)
                raise LayoutReadError(
                    name,
                    f"it looks like {known.name} JSON, but not as its schema says ({reason}); run the parser again.",
                ) from error
    if isinstance(value, list) and any(_recognises(known, entry) for known in formats for entry in value[1:]):
        raise LayoutReadError(name, f"it holds the results of {len(value)} files; save each in a file of its own.")
    known_names = ", ".join(known.name for known in formats)
    raise LayoutReadError(name, f"this JSON is of no known layout parser (known: {known_names}).")


def _recognises(known: ParserFormat, value: Any) -> bool:
    try:
        return known.recognises(value)
    except (FormatError, RecursionError):
        return False


def _opened(value: Any) -> Iterator[Any]:
    """Yield a value and what its envelopes hold: lists and objects of one entry, the fields that services use, JSON in text."""
    for _ in range(_MAX_ENVELOPES):
        if value is None:
            return
        yield value
        value = _content(value)


def _content(value: Any) -> Any:
    if isinstance(value, str):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return None
    if isinstance(value, list):
        return value[0] if len(value) == 1 else None
    if not isinstance(value, dict):
        return None
    for path in _ENVELOPES:
        content: Any = value
        for key in path:
            content = content.get(key) if isinstance(content, dict) else None
        if content:
            return content
    return next(iter(value.values())) if len(value) == 1 else None


def _formats() -> list[ParserFormat]:
    """Return all formats; imported on use."""
    from llama_index_layout_rag.readers.parsers.azure import AZURE
    from llama_index_layout_rag.readers.parsers.docling import DOCLING
    from llama_index_layout_rag.readers.parsers.documentai import DOCUMENT_AI
    from llama_index_layout_rag.readers.parsers.liteparse import LITEPARSE
    from llama_index_layout_rag.readers.parsers.llamaparse import LLAMAPARSE
    from llama_index_layout_rag.readers.parsers.marker import MARKER
    from llama_index_layout_rag.readers.parsers.mineru import MINERU
    from llama_index_layout_rag.readers.parsers.opendataloader import OPENDATALOADER
    from llama_index_layout_rag.readers.parsers.paddle import PADDLE
    from llama_index_layout_rag.readers.parsers.textract import TEXTRACT
    from llama_index_layout_rag.readers.parsers.unstructured import UNSTRUCTURED

    return [
        DOCLING,
        AZURE,
        TEXTRACT,
        DOCUMENT_AI,
        UNSTRUCTURED,
        MINERU,
        MARKER,
        PADDLE,
        LITEPARSE,
        LLAMAPARSE,
        OPENDATALOADER,
    ]
