"""JSON of layout parsers: which format it is, told by its content, and the module that reads it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from llama_index_layout_rag.layout.document import LayoutDocument, LayoutPage, LayoutSource
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.layout.normalize import without_half_pairs
from llama_index_layout_rag.readers.files.encodings import decode_text
from llama_index_layout_rag.readers.parsers.values import FormatError

_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")
"""Escaped characters beyond U+FFFF are written as two; a broken file may have one of them only."""

_Recognise = Callable[[Any], bool]
_Read = Callable[[Any, LayoutSource, Sequence[LayoutPage]], LayoutDocument]


def read_parser_json(
    data: bytes, source: LayoutSource, pages: Sequence[LayoutPage] = (), uri: str | None = None
) -> LayoutDocument:
    """Reads the JSON output of a layout parser.

    Args:
        data: The JSON file.
        source: What the layout points back to: the JSON, or the PDF it was made from where that is at hand.
        pages: Pages of that PDF, for formats that give no page sizes.
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
    """Reads the output of a layout parser that is already parsed JSON; see `read_parser_json`."""
    for format_name, recognise, read in _formats():
        if not recognise(value):
            continue
        try:
            return read(value, source, pages)
        except FormatError as error:
            raise LayoutReadError(
                name, f"it looks like {format_name} JSON, but {error}; run the parser again."
            ) from error
        except (TypeError, ValueError, KeyError, IndexError, AttributeError, RecursionError, OverflowError) as error:
            raise LayoutReadError(
                name, f"it looks like {format_name} JSON, but not as its schema says ({error!r}); run the parser again."
            ) from error
    known = ", ".join(format_name for format_name, _, _ in _formats())
    raise LayoutReadError(name, f"this JSON is of no known layout parser (known: {known}).")


def _formats() -> list[tuple[str, _Recognise, _Read]]:
    """Name, recogniser and reader of every format; imported on use."""
    from llama_index_layout_rag.readers.parsers import (
        azure,
        docling,
        documentai,
        liteparse,
        llamaparse,
        marker,
        mineru,
        opendataloader,
        paddle,
        textract,
        unstructured,
    )

    return [
        ("Docling", docling.is_docling, docling.read_docling),
        ("Azure Document Intelligence", azure.is_azure, azure.read_azure),
        ("Textract", textract.is_textract, textract.read_textract),
        ("Document AI", documentai.is_documentai, documentai.read_documentai),
        ("Unstructured", unstructured.is_unstructured, unstructured.read_unstructured),
        ("MinerU", mineru.is_mineru, mineru.read_mineru),
        ("Marker", marker.is_marker, marker.read_marker),
        ("PaddleOCR", paddle.is_paddle, paddle.read_paddle),
        ("liteparse", liteparse.is_liteparse, liteparse.read_liteparse),
        ("LlamaParse", llamaparse.is_llamaparse, llamaparse.read_llamaparse),
        ("OpenDataLoader", opendataloader.is_opendataloader, opendataloader.read_opendataloader),
    ]
