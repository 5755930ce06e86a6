"""PaddleOCR's PP-StructureV3 and VL results.

Reading order is that of the list (not of `block_order`, which figures lack). A page's number is `page_index` (missing for
pictures) or its place in a service's answer. There is no label for list items.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from llama_index_layout_rag.layout.elements import HEADING_KINDS, ElementKind
from llama_index_layout_rag.readers.parsers.coordinates import PIXEL, Coordinates
from llama_index_layout_rag.readers.parsers.draft import Draft, ParserFormat, labels
from llama_index_layout_rag.readers.parsers.values import (
    MAX_NESTING,
    as_dict,
    as_dicts,
    as_text,
    html_table,
    plain_html,
)

_KINDS = labels(
    {
        ElementKind.TITLE: "doc_title",
        ElementKind.SECTION_HEADER: "paragraph_title|abstract_title|reference_title|content_title",
        ElementKind.TEXT: "text|abstract|content|vertical_text",
        ElementKind.TABLE: "table",
        ElementKind.PICTURE: "image|chart|figure|flowchart|seal",
        ElementKind.CAPTION: "figure_title|table_title|chart_title|figure_table_chart_title",
        ElementKind.FOOTNOTE: "footnote|vision_footnote",
        ElementKind.FORMULA: "formula|display_formula|inline_formula",
        ElementKind.CODE: "algorithm|code",
        ElementKind.PAGE_HEADER: "header|header_image",
        ElementKind.PAGE_FOOTER: "footer|footer_image|number",
        ElementKind.REFERENCE: "reference|reference_content",
        ElementKind.DECORATIVE: "aside_text|formula_number",
    }
)
_HEADING_SIGNS = re.compile(r"^(#{1,6})\s+")
_PICTURE_SOURCE = re.compile(r"<img[^>]+src=[\"']([^\"']+)", re.IGNORECASE)


def _is_paddle(value: Any) -> bool:
    return (isinstance(value, dict) and "layoutParsingResults" in value) or next(_results(value), None) is not None


def _results(value: Any, nesting: int = 0) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield page results with what the service says of the page: single results, lists of them, service answers."""
    if nesting > MAX_NESTING:
        return
    if isinstance(value, list):
        for entry in value:
            yield from _results(entry, nesting + 1)
    elif isinstance(value, dict) and "parsing_res_list" in value:
        yield value, {}
    elif isinstance(value, dict) and "layoutParsingResults" in value:
        infos = as_dicts(as_dict(value.get("dataInfo"), "dataInfo").get("pages"), "pages")
        for position, entry in enumerate(as_dicts(value["layoutParsingResults"], "layoutParsingResults")):
            pruned = entry.get("prunedResult")
            if isinstance(pruned, dict) and "parsing_res_list" in pruned:
                yield pruned, infos[position] if position < len(infos) else {}
    elif isinstance(value, dict) and isinstance(value.get("res"), dict):
        yield from _results(value["res"], nesting + 1)


def _walk(value: Any, draft: Draft) -> None:
    for position, (result, declared) in enumerate(_results(value)):
        index = result.get("page_index")
        number = draft.pages.number(position if index is None else index) or position + 1
        size = [result.get(side) or declared.get(side) for side in ("width", "height")]
        draft.pages.declare(number, *size)
        for block in as_dicts(result.get("parsing_res_list"), "parsing_res_list"):
            _block(draft, block, number)


def _block(draft: Draft, block: dict[str, Any], number: int) -> None:
    label = as_text(block.get("block_label") or block.get("label"))
    kind = draft.kind(label)
    content = as_text(block.get("block_content") if "block_content" in block else block.get("content"))
    raw = block.get("block_bbox") or block.get("bbox")
    common: dict[str, Any] = {
        "page": number,
        "bbox": draft.pages.box(number, raw) if isinstance(raw, list) else None,
        "label": label,
        "source_id": block.get("block_id"),
        "group_id": block.get("group_id"),
        "confidence": block.get("score"),
    }
    if kind is ElementKind.TABLE:
        table = html_table(content)
        draft.add(kind if table else ElementKind.TEXT, "" if table else plain_html(content), table=table, **common)
        return
    if kind is ElementKind.PICTURE:
        source = _PICTURE_SOURCE.search(content)
        picture = draft.add(kind, src=source.group(1) if source else None, **common)
        draft.add_picture_text(plain_html(content), picture)
        return
    signs = _HEADING_SIGNS.match(content) if kind in HEADING_KINDS else None
    content = content[signs.end() :] if signs else content
    level = len(signs.group(1)) if signs and kind is ElementKind.SECTION_HEADER else None
    draft.add(kind, plain_html(content) if "<" in content else content, level=level, **common)


PADDLE = ParserFormat("PaddleOCR", _KINDS, Coordinates(unit=PIXEL, first_page=0), _is_paddle, _walk)
