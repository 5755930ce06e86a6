"""PaddleOCR's PP-StructureV3 and VL results as layout.

Boxes are pixels of the rendered page from the top left, in the order of the list (not of `block_order`, which figures
lack). A page's number is `page_index` (from 0, missing for pictures) or its place in a service's answer. There is no
label for list items.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from llama_index_layout_rag.layout.boxes import Box
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutPage, LayoutSource
from llama_index_layout_rag.layout.elements import ElementKind
from llama_index_layout_rag.readers.parsers.draft import Draft
from llama_index_layout_rag.readers.parsers.values import (
    as_box,
    as_dict,
    as_int,
    as_list,
    as_text,
    checked_pages,
    html_table,
    plain_html,
)

_KINDS = {
    "doc_title": ElementKind.TITLE,
    "paragraph_title": ElementKind.SECTION_HEADER,
    "abstract_title": ElementKind.SECTION_HEADER,
    "reference_title": ElementKind.SECTION_HEADER,
    "content_title": ElementKind.SECTION_HEADER,
    "text": ElementKind.TEXT,
    "abstract": ElementKind.TEXT,
    "content": ElementKind.TEXT,
    "vertical_text": ElementKind.TEXT,
    "table": ElementKind.TABLE,
    "image": ElementKind.PICTURE,
    "chart": ElementKind.PICTURE,
    "figure": ElementKind.PICTURE,
    "flowchart": ElementKind.PICTURE,
    "seal": ElementKind.PICTURE,
    "figure_title": ElementKind.CAPTION,
    "table_title": ElementKind.CAPTION,
    "chart_title": ElementKind.CAPTION,
    "figure_table_chart_title": ElementKind.CAPTION,
    "footnote": ElementKind.FOOTNOTE,
    "vision_footnote": ElementKind.FOOTNOTE,
    "formula": ElementKind.FORMULA,
    "display_formula": ElementKind.FORMULA,
    "inline_formula": ElementKind.FORMULA,
    "algorithm": ElementKind.CODE,
    "code": ElementKind.CODE,
    "header": ElementKind.PAGE_HEADER,
    "header_image": ElementKind.PAGE_HEADER,
    "footer": ElementKind.PAGE_FOOTER,
    "footer_image": ElementKind.PAGE_FOOTER,
    "number": ElementKind.PAGE_FOOTER,
    "reference": ElementKind.REFERENCE,
    "reference_content": ElementKind.REFERENCE,
    "aside_text": ElementKind.DECORATIVE,
    "formula_number": ElementKind.DECORATIVE,
}
_HEADING_SIGNS = re.compile(r"^(#{1,6})\s+")
_PICTURE_SOURCE = re.compile(r"<img[^>]+src=[\"']([^\"']+)", re.IGNORECASE)


def is_paddle(value: Any) -> bool:
    """Whether a JSON value is a result of PP-StructureV3 or PaddleOCR-VL, of one page or of several."""
    if isinstance(value, dict) and "layoutParsingResults" in as_dict(value.get("result"), "result"):
        return True
    return (isinstance(value, dict) and "layoutParsingResults" in value) or next(_results(value), None) is not None


def read_paddle(value: Any, source: LayoutSource, pages: Sequence[LayoutPage] = ()) -> LayoutDocument:
    """Reads the results of one or more pages; `pages` are those of the source PDF.

    Raises:
        FormatError: When it is not as the schema says.
    """
    draft = Draft()
    known = {page.number: page for page in pages}
    for position, (result, declared) in enumerate(_results(value)):
        index = as_int(result.get("page_index"))
        number = (position if index is None else index) + 1
        scale = _page(known, number, result, declared)
        for block in as_list(result.get("parsing_res_list"), "parsing_res_list"):
            _block(draft, as_dict(block, "a block"), number, scale)
    return draft.document(source, checked_pages(known.values()))


def _results(value: Any) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Page results with what the service says of the page: single results, lists of them, service answers."""
    if isinstance(value, list):
        for entry in value:
            yield from _results(entry) if isinstance(entry, dict) else ()
        return
    if not isinstance(value, dict):
        return
    if "parsing_res_list" in value:
        yield value, {}
    elif isinstance(value.get("res"), dict):
        yield from _results(value["res"])
    elif isinstance(value.get("result"), dict):
        yield from _results(value["result"])
    elif "layoutParsingResults" in value:
        infos = as_list(as_dict(value.get("dataInfo"), "dataInfo").get("pages"), "pages")
        for position, entry in enumerate(as_list(value["layoutParsingResults"], "layoutParsingResults")):
            pruned = as_dict(entry, "layoutParsingResults").get("prunedResult")
            if isinstance(pruned, dict) and "parsing_res_list" in pruned:
                yield pruned, as_dict(infos[position], "pages") if position < len(infos) else {}


def _page(
    known: dict[int, LayoutPage], number: int, result: dict[str, Any], declared: dict[str, Any]
) -> tuple[float, float] | None:
    """Points per pixel of a page, which joins the known ones; None where nothing tells the size of its picture."""
    size = as_box([0, 0, result.get("width") or declared.get("width"), result.get("height") or declared.get("height")])
    if size is None or not size[2] or not size[3]:
        return (1.0, 1.0) if number not in known else None
    if number not in known:
        known[number] = LayoutPage(number=number, width=size[2], height=size[3])
    return known[number].width / size[2], known[number].height / size[3]


def _block(draft: Draft, block: dict[str, Any], number: int, scale: tuple[float, float] | None) -> None:
    label = as_text(block.get("block_label") or block.get("label"))
    kind = _KINDS.get(label) or draft.unknown_label(label)
    content = as_text(block.get("block_content") if "block_content" in block else block.get("content"))
    raw = block.get("block_bbox") or block.get("bbox")
    box: Box | None = as_box(raw, *scale) if isinstance(raw, list) and scale is not None else None
    metadata: dict[str, Any] = {
        "label": label,
        "source_id": block.get("block_id"),
        "group_id": block.get("group_id"),
        "confidence": block.get("score"),
    }
    if kind is ElementKind.TABLE:
        table = html_table(content)
        text = "" if table else plain_html(content)
        draft.add(kind if table else ElementKind.TEXT, text, page=number, bbox=box, table=table, **metadata)
        return
    if kind is ElementKind.PICTURE:
        source = _PICTURE_SOURCE.search(content)
        picture = draft.add(kind, page=number, bbox=box, src=source.group(1) if source else None, **metadata)
        text = plain_html(content)
        if text:
            draft.add(ElementKind.PICTURE_OCR_TEXT, text, page=number, bbox=box, container=picture)
        return
    level = None
    if kind in (ElementKind.SECTION_HEADER, ElementKind.TITLE) and (match := _HEADING_SIGNS.match(content)):
        level, content = len(match.group(1)), content[match.end() :]
    draft.add(
        kind,
        plain_html(content) if "<" in content else content,
        page=number,
        bbox=box,
        level=level if kind is ElementKind.SECTION_HEADER else None,
        **metadata,
    )
