"""Unstructured's element list as layout.

Boxes come in several coordinate systems (pixels from the top left, points from the bottom left, shares of the page),
pages count from 1 and may be missing, reading order is the order of the list. Numbers stay in the text of items,
bullets are removed.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

from llama_index_layout_rag.layout.boxes import POINTS_PER_INCH, Box
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutPage, LayoutSource
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement, Table
from llama_index_layout_rag.readers.parsers.draft import Draft
from llama_index_layout_rag.readers.parsers.values import (
    FormatError,
    as_dict,
    as_int,
    as_list,
    as_text,
    box_of_points,
    checked_pages,
    from_bottom,
    html_table,
)

_KINDS = {
    "Title": ElementKind.SECTION_HEADER,
    "Headline": ElementKind.SECTION_HEADER,
    "Subheadline": ElementKind.SECTION_HEADER,
    "Section-header": ElementKind.SECTION_HEADER,
    "NarrativeText": ElementKind.TEXT,
    "Text": ElementKind.TEXT,
    "UncategorizedText": ElementKind.TEXT,
    "Paragraph": ElementKind.TEXT,
    "Address": ElementKind.TEXT,
    "EmailAddress": ElementKind.TEXT,
    "Abstract": ElementKind.TEXT,
    "CompositeElement": ElementKind.TEXT,
    "ListItem": ElementKind.LIST_ITEM,
    "BulletedText": ElementKind.LIST_ITEM,
    "List-item": ElementKind.LIST_ITEM,
    "List": ElementKind.LIST_ITEM,
    "Table": ElementKind.TABLE,
    "TableChunk": ElementKind.TABLE,
    "Image": ElementKind.PICTURE,
    "Picture": ElementKind.PICTURE,
    "Figure": ElementKind.PICTURE,
    "FigureCaption": ElementKind.CAPTION,
    "Caption": ElementKind.CAPTION,
    "Footnote": ElementKind.FOOTNOTE,
    "Form": ElementKind.FORM,
    "FormKeysValues": ElementKind.FORM,
    "Field-Name": ElementKind.FORM,
    "Value": ElementKind.FORM,
    "CheckBox": ElementKind.FORM,
    "CheckBoxChecked": ElementKind.FORM,
    "CheckBoxUnchecked": ElementKind.FORM,
    "RadioButtonChecked": ElementKind.FORM,
    "RadioButtonUnchecked": ElementKind.FORM,
    "Formula": ElementKind.FORMULA,
    "CodeSnippet": ElementKind.CODE,
    "Code": ElementKind.CODE,
    "Header": ElementKind.PAGE_HEADER,
    "Page-header": ElementKind.PAGE_HEADER,
    "Footer": ElementKind.PAGE_FOOTER,
    "Page-footer": ElementKind.PAGE_FOOTER,
    "PageNumber": ElementKind.PAGE_FOOTER,
    "PageBreak": ElementKind.DECORATIVE,
    "Threading": ElementKind.DECORATIVE,
}
_LARGEST_CHUNK = 50_000_000
"""Bytes that the packed elements of one chunk may unpack to."""


def is_unstructured(value: Any) -> bool:
    """Whether a JSON value is a list of Unstructured elements."""
    return (
        isinstance(value, list)
        and bool(value)
        and isinstance(value[0], dict)
        and {"type", "element_id", "metadata"} <= value[0].keys()
    )


def read_unstructured(value: list[Any], source: LayoutSource, pages: Sequence[LayoutPage] = ()) -> LayoutDocument:
    """Reads a list of elements; `pages` are those of the source PDF.

    Raises:
        FormatError: When it is not as the schema says.
    """
    entries = list(_unpacked(value))
    reader = _UnstructuredReader(entries, pages)
    for entry in entries:
        reader.add(entry)
    return reader.draft.document(source, checked_pages(reader.pages.values()))


def _unpacked(value: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """The elements; chunks give the elements that they were made of, which carry pages and boxes."""
    for entry in value:
        entry = as_dict(entry, "an element")
        packed = as_dict(entry.get("metadata"), "metadata").get("orig_elements")
        yield from _original(packed) if isinstance(packed, str) and packed else [entry]


def _original(packed: str) -> list[dict[str, Any]]:
    try:
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(base64.b64decode(packed, validate=True), _LARGEST_CHUNK)
        if unpacker.unconsumed_tail:
            raise FormatError("the packed elements of a chunk are too large")
        return [as_dict(entry, "orig_elements") for entry in as_list(json.loads(data), "orig_elements")]
    except (binascii.Error, zlib.error, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise FormatError("the packed elements of a chunk (orig_elements) cannot be unpacked") from error


class _UnstructuredReader:
    """Collects elements one by one."""

    def __init__(self, entries: Sequence[dict[str, Any]], pages: Sequence[LayoutPage]) -> None:
        self.draft = Draft()
        # The models of the hi_res strategy say how sure they are; the others judge by words.
        self.draft.by_rules = not any(
            as_dict(entry.get("metadata"), "metadata").get("detection_class_prob") for entry in entries
        )
        self.pages = {page.number: page for page in pages}
        self.given = bool(pages)

    def add(self, entry: dict[str, Any]) -> None:
        """Adds one element."""
        metadata = as_dict(entry.get("metadata"), "metadata")
        label = as_text(entry.get("type"))
        kind = _KINDS.get(label) or self.draft.unknown_label(label)
        text = as_text(entry.get("text"))
        page = as_int(metadata.get("page_number"))
        box = self._box(metadata, page)
        depth = as_int(metadata.get("category_depth"))
        table: Table | None = None
        if kind is ElementKind.TABLE:
            table = html_table(as_text(metadata.get("text_as_html")))
            if table is None:
                kind = ElementKind.TEXT
        element = self.draft.add(
            kind,
            "" if table is not None or kind is ElementKind.PICTURE else text,
            page=page if page is None or page >= 1 else None,
            bbox=box,
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
        if kind is ElementKind.PICTURE and text:
            self._picture_text(text, element)

    def _picture_text(self, text: str, picture: LayoutElement) -> None:
        self.draft.add(ElementKind.PICTURE_OCR_TEXT, text, page=picture.page, bbox=picture.bbox, container=picture)

    def _box(self, metadata: dict[str, Any], page: int | None) -> Box | None:
        coordinates = as_dict(metadata.get("coordinates"), "coordinates")
        points = coordinates.get("points")
        if not isinstance(points, list) or page is None or page < 1:
            return None
        page_width, page_height = _number(coordinates.get("layout_width")), _number(coordinates.get("layout_height"))
        system = as_text(coordinates.get("system"))
        known = self.pages.get(page)
        if known is None and page_width and page_height:
            # hi_res renders pages at 200 dots per inch; the fast strategy's "pixels" are points.
            rendered = system == "PixelSpace" and max(page_width, page_height) > _LARGEST_IN_POINTS
            scale = POINTS_PER_INCH / _PIXELS_PER_INCH if rendered else 1.0
            size = round(page_width * scale, 2), round(page_height * scale, 2)
            known = LayoutPage(number=page, width=size[0], height=size[1])
            self.pages[page] = known
        if known is None:
            return None
        if system == "RelativeCoordinateSystem":
            box = box_of_points(points, known.width, known.height)
        elif page_width and page_height:
            box = box_of_points(points, known.width / page_width, known.height / page_height)
        else:
            box = box_of_points(points)
        if box is not None and system in ("PointSpace", "RelativeCoordinateSystem"):
            return from_bottom(box, known.height)
        return box


_PIXELS_PER_INCH = 200
_LARGEST_IN_POINTS = 1250
"""Longest side of an A3 page in points is 1191: larger numbers are pixels of a rendered page."""


def _number(value: Any) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0 else 0.0


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
