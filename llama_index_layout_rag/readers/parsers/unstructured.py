"""Unstructured's element list.

Boxes come in several coordinate systems, which each element names; pages may be missing, reading order is the order of the
list. Numbers stay in the text of items, bullets are removed.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

from llama_index_layout_rag.layout.boxes import POINTS_PER_INCH, Box
from llama_index_layout_rag.layout.elements import ElementKind, Table
from llama_index_layout_rag.readers.parsers.coordinates import PIXEL, SHARE, Coordinates
from llama_index_layout_rag.readers.parsers.draft import Draft, ParserFormat, labels
from llama_index_layout_rag.readers.parsers.values import (
    FormatError,
    as_dict,
    as_dicts,
    as_int,
    as_list,
    as_number,
    as_text,
    box_of_points,
    html_table,
)

_KINDS = labels(
    {
        ElementKind.SECTION_HEADER: "Title|Headline|Subheadline|Section-header",
        ElementKind.TEXT: "NarrativeText|Text|UncategorizedText|Paragraph|Address|EmailAddress|Abstract|CompositeElement",
        ElementKind.LIST_ITEM: "ListItem|BulletedText|List-item|List",
        ElementKind.TABLE: "Table|TableChunk",
        ElementKind.PICTURE: "Image|Picture|Figure",
        ElementKind.CAPTION: "FigureCaption|Caption",
        ElementKind.FOOTNOTE: "Footnote",
        ElementKind.FORM: "Form|FormKeysValues|Field-Name|Value|CheckBox|CheckBoxChecked|CheckBoxUnchecked"
        "|RadioButtonChecked|RadioButtonUnchecked",
        ElementKind.FORMULA: "Formula",
        ElementKind.CODE: "CodeSnippet|Code",
        ElementKind.PAGE_HEADER: "Header|Page-header",
        ElementKind.PAGE_FOOTER: "Footer|Page-footer|PageNumber",
        ElementKind.DECORATIVE: "PageBreak|Threading",
    }
)
_SYSTEMS = {
    "PointSpace": Coordinates(from_bottom=True),
    "RelativeCoordinateSystem": Coordinates(unit=SHARE, from_bottom=True),
}
"""Coordinate systems other than pixels from the top left."""

_PIXELS_PER_INCH = 200
"""Resolution at which the hi_res strategy renders pages; the "pixels" of the fast strategy are points."""

_MAX_POINTS = 1250
"""Longest side of an A3 page in points is 1191: larger numbers are pixels of a rendered page."""

_MAX_CHUNK = 50_000_000
"""Bytes that the packed elements of one chunk may unpack to."""


def _is_unstructured(value: Any) -> bool:
    first = value[0] if isinstance(value, list) and value else None
    return isinstance(first, dict) and {"type", "element_id", "metadata"} <= first.keys()


def _walk(value: Sequence[Any], draft: Draft) -> None:
    entries = [(entry, as_dict(entry.get("metadata"), "metadata")) for entry in _unpacked(value)]
    # The models of the hi_res strategy say how sure they are; the others judge by words.
    draft.rule_based = not any(metadata.get("detection_class_prob") for _, metadata in entries)
    for entry, metadata in entries:
        _element(draft, entry, metadata)


def _unpacked(value: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """Yield the elements; of chunks those that they were made of, which carry pages and boxes."""
    for entry in as_dicts(value, "an element"):
        packed = as_dict(entry.get("metadata"), "metadata").get("orig_elements")
        yield from _original(packed) if isinstance(packed, str) and packed else [entry]


def _original(packed: str) -> list[dict[str, Any]]:
    try:
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(base64.b64decode(packed, validate=True), _MAX_CHUNK)
        if unpacker.unconsumed_tail:
            raise FormatError("the packed elements of a chunk are too large")
        return as_dicts(json.loads(data), "orig_elements")
    except (binascii.Error, zlib.error, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise FormatError("the packed elements of a chunk (orig_elements) cannot be unpacked") from error


def _element(draft: Draft, entry: dict[str, Any], metadata: dict[str, Any]) -> None:
    label, text = as_text(entry.get("type")), as_text(entry.get("text"))
    kind = draft.kind(label)
    page = draft.pages.number(metadata.get("page_number"))
    depth = as_int(metadata.get("category_depth"))
    table: Table | None = None
    if kind is ElementKind.TABLE:
        table = html_table(as_text(metadata.get("text_as_html")))
        kind = ElementKind.TEXT if table is None else kind
    element = draft.add(
        kind,
        "" if table is not None or kind is ElementKind.PICTURE else text,
        page=page,
        bbox=_box(draft, as_dict(metadata.get("coordinates"), "coordinates"), page),
        level=depth + 1 if kind is ElementKind.SECTION_HEADER and depth is not None else None,
        depth=depth + 1 if kind is ElementKind.LIST_ITEM and depth is not None else None,
        table=table,
        label=label,
        source_id=entry.get("element_id"),
        parent_id=metadata.get("parent_id"),
        emphasis=_emphasis(metadata, text),
        src=metadata.get("image_path"),
        links=_links(metadata),
        confidence=metadata.get("detection_class_prob"),
    )
    if kind is ElementKind.PICTURE:
        draft.add_picture_text(text, element)


def _box(draft: Draft, coordinates: dict[str, Any], page: int | None) -> Box | None:
    points = coordinates.get("points")
    if not isinstance(points, list) or page is None:
        return None
    system = as_text(coordinates.get("system"))
    size = [as_number(coordinates.get(f"layout_{side}")) or 0.0 for side in ("width", "height")]
    rendered = system == "PixelSpace" and max(size) > _MAX_POINTS
    draft.pages.declare(page, *size, points=POINTS_PER_INCH / _PIXELS_PER_INCH if rendered else 1.0)
    return draft.pages.box(page, box_of_points(points), _SYSTEMS.get(system))


def _emphasis(metadata: dict[str, Any], text: str) -> list[dict[str, Any]]:
    spans: list[dict[str, Any]] = []
    tags = as_list(metadata.get("emphasized_text_tags"), "emphasized_text_tags")
    for content, tag in zip(as_list(metadata.get("emphasized_text_contents"), "emphasized"), tags, strict=False):
        start = text.find(content) if isinstance(content, str) and content else -1
        if start >= 0 and tag in ("b", "strong"):
            spans.append({"text": content, "start": start, "end": start + len(content)})
    return spans


def _links(metadata: dict[str, Any]) -> list[dict[str, str]]:
    urls = as_list(metadata.get("link_urls"), "link_urls")
    texts = as_list(metadata.get("link_texts"), "link_texts")
    return [{"text": as_text(text), "href": as_text(url)} for text, url in zip(texts, urls, strict=False)]


UNSTRUCTURED = ParserFormat("Unstructured", _KINDS, Coordinates(unit=PIXEL), _is_unstructured, _walk)
