"""MinerU's output: content_list (1 and 2) and middle.json (up to 3, and 4).

Boxes are thousandths of the page in content lists, points in middle.json up to 3 and shares of the page in 4. The pipeline
gives headings level 1 throughout unless it ran title levelling; captions have no box of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from llama_index_layout_rag.layout.boxes import Box
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement
from llama_index_layout_rag.layout.normalize import join_lines
from llama_index_layout_rag.readers.parsers.coordinates import POINT, SHARE, THOUSANDTH, Coordinates
from llama_index_layout_rag.readers.parsers.draft import Draft, ParserFormat, labels
from llama_index_layout_rag.readers.parsers.values import (
    as_dict,
    as_dicts,
    as_int,
    as_list,
    as_text,
    html_table,
    refuse_deep,
)

_KINDS = labels(
    {
        ElementKind.TITLE: "doc_title",
        ElementKind.SECTION_HEADER: "title|paragraph_title",
        ElementKind.TEXT: "text|paragraph|abstract|image_body|table_body|chart_body|code_body",
        ElementKind.LIST_ITEM: "list",
        ElementKind.TOC_ENTRY: "index",
        ElementKind.TABLE: "table|simple_table|complex_table",
        ElementKind.PICTURE: "image|chart|seal",
        ElementKind.FORMULA: "equation|interline_equation|equation_interline",
        ElementKind.CODE: "code|algorithm",
        ElementKind.PAGE_HEADER: "header|page_header",
        ElementKind.PAGE_FOOTER: "footer|page_footer|page_number",
        ElementKind.FOOTNOTE: "page_footnote|footnote|image_footnote|table_footnote|chart_footnote",
        ElementKind.REFERENCE: "ref_text|reference_list",
        ElementKind.DECORATIVE: "discarded|aside_text|page_aside_text",
        ElementKind.CAPTION: "image_caption|table_caption|chart_caption|code_caption",
    }
)
_CONTENT_LIST, _MIDDLE, _MIDDLE_4 = (Coordinates(unit, first_page=0) for unit in (THOUSANDTH, POINT, SHARE))
_CAPTIONS = ("image_caption", "img_caption", "table_caption", "chart_caption", "code_caption")
_FOOTNOTES = ("image_footnote", "img_footnote", "table_footnote", "chart_footnote", "code_footnote")
_MARGIN = 0.15
"""Share of the page height in which discarded text is a header or footer."""


def _is_mineru(value: Any) -> bool:
    if isinstance(value, dict):
        pages = value.get("pages")
        blocks = isinstance(pages, list) and bool(pages) and isinstance(pages[0], dict) and "blocks" in pages[0]
        return "pdf_info" in value or ("schema_version" in value and blocks)
    if not isinstance(value, list) or not value:
        return False
    if isinstance(value[0], list):
        first = next((entry for page in value if isinstance(page, list) for entry in page), None)
        return isinstance(first, dict) and "type" in first and "content" in first
    return isinstance(value[0], dict) and "type" in value[0] and "page_idx" in value[0]


def _walk(value: Any, draft: Draft) -> None:
    if isinstance(value, list):
        walker = _Walker(draft, _CONTENT_LIST)
        if isinstance(value[0], list):
            for index, page in enumerate(value):
                for entry in as_dicts(page, "a page"):
                    content = as_dict(entry.get("content"), "content")
                    walker.content({**_flat(content), "type": entry.get("type"), "bbox": entry.get("bbox")}, index)
            return
        for entry in as_dicts(value, "a block"):
            walker.content(entry, entry.get("page_idx") or 0)
        return
    walker = _Walker(draft, _MIDDLE if "pdf_info" in value else _MIDDLE_4)
    for position, info in enumerate(as_dicts(value.get("pdf_info", value.get("pages")), "pages")):
        given = as_int(info.get("page_idx"))
        number = draft.pages.number(position if given is None else given)
        size = as_list(info.get("page_size"), "page_size")
        if len(size) == 2:
            draft.pages.declare(number, *size)
        for name in ("para_blocks", "discarded_blocks", "blocks"):
            for block in as_dicts(info.get(name), name):
                walker.block(block, number, 0)


class _Walker:
    """One walk over blocks, page by page."""

    def __init__(self, draft: Draft, coordinates: Coordinates) -> None:
        self.draft, self.coordinates = draft, coordinates

    def _common(self, block: dict[str, Any], page: int | None) -> dict[str, Any]:
        raw = block.get("bbox")
        box = self.draft.pages.box(page, raw, self.coordinates) if isinstance(raw, list) else None
        return {"page": page, "bbox": box, "label": as_text(block.get("type")), "sub_type": block.get("sub_type")}

    # Content lists

    def content(self, entry: dict[str, Any], index: Any) -> None:
        """Add a block of a content list; `index` is the 0-based page."""
        level = as_int(entry.get("text_level"))
        kind = self.draft.kind(as_text(entry.get("type")))
        if kind is ElementKind.TEXT and level:
            kind = ElementKind.SECTION_HEADER
        common = self._common(entry, self.draft.pages.number(index))
        if kind in (ElementKind.TABLE, ElementKind.PICTURE, ElementKind.CODE):
            self._captioned(kind, entry, common)
        elif kind is ElementKind.LIST_ITEM:
            kind = ElementKind.REFERENCE if entry.get("sub_type") == "ref_text" else kind
            for item in as_list(entry.get("list_items"), "list_items"):
                self.draft.add(kind, _span_text(item), **common)
        else:
            is_heading = kind is ElementKind.SECTION_HEADER
            self.draft.add(kind, as_text(entry.get("text")), level=level if is_heading else None, **common)

    def _captioned(self, kind: ElementKind, entry: dict[str, Any], common: dict[str, Any]) -> None:
        """Add a table, picture or code block with its captions and notes."""
        table = html_table(as_text(entry.get("table_body"))) if kind is ElementKind.TABLE else None
        text = as_text(entry.get("code_body")) or as_text(entry.get("text")) if kind is ElementKind.CODE else ""
        element = self.draft.add(kind, text, table=table, src=entry.get("img_path"), **common)
        for caption in _strings(entry, _CAPTIONS):
            self.draft.add_caption(caption, element)
        if kind is ElementKind.PICTURE:
            self.draft.add_picture_text(as_text(entry.get("content")), element)
        for note in _strings(entry, _FOOTNOTES):
            self.draft.add(ElementKind.FOOTNOTE, note, page=element.page)

    # middle.json

    def block(self, block: dict[str, Any], page: int | None, nesting: int) -> LayoutElement | None:
        """Add a block of a middle.json and what is in it."""
        refuse_deep(nesting, "blocks")
        label = as_text(block.get("type"))
        kind = self.draft.kind(label)
        inner = as_dicts(block.get("blocks"), "blocks")
        common = self._common(block, page)
        if kind in (ElementKind.TABLE, ElementKind.PICTURE):
            return self._block_with_parts(block, kind, inner, common, nesting)
        for entry in inner:
            self.block(entry, page, nesting + 1)
        if inner:
            return None
        if kind in (ElementKind.LIST_ITEM, ElementKind.TOC_ENTRY):
            for line in _items_of_lines(block):
                self.draft.add(kind, line, **common)
            return None
        text = ""
        for line, _ in _line_texts(block):
            text = join_lines(text, line)
        if kind is ElementKind.DECORATIVE and text:
            # The pipeline discards headers, footers and page numbers under one label.
            kind = self._margin_kind(common["bbox"], page)
        level = (as_int(block.get("level")) or 1) if kind is ElementKind.SECTION_HEADER else None
        return self.draft.add(kind, text, level=level, **common)

    def _block_with_parts(
        self,
        block: dict[str, Any],
        kind: ElementKind,
        parts: Sequence[dict[str, Any]],
        common: dict[str, Any],
        nesting: int,
    ) -> LayoutElement:
        spans = [span for part in (parts or [block]) for span in _spans(part)]
        html, source = (
            next((text for span in spans if (text := as_text(span.get(name)))), "") for name in ("html", "image_path")
        )
        table = html_table(html) if kind is ElementKind.TABLE else None
        element = self.draft.add(kind, table=table, src=source, **common)
        for part in parts:
            if as_text(part.get("type")).endswith(("_caption", "_footnote")):
                note = self.block(part, common["page"], nesting + 1)
                if note is not None and note.kind is ElementKind.CAPTION:
                    note.caption_of = element.element_id
        return element

    def _margin_kind(self, box: Box | None, page: int | None) -> ElementKind:
        known = self.draft.pages.known.get(page or 0)
        if box is None or known is None:
            return ElementKind.DECORATIVE
        middle = (box[1] + box[3]) / 2 / known.height
        if middle < _MARGIN:
            return ElementKind.PAGE_HEADER
        return ElementKind.PAGE_FOOTER if middle > 1 - _MARGIN else ElementKind.DECORATIVE


def _strings(entry: dict[str, Any], names: Sequence[str]) -> Iterator[str]:
    for name in names:
        value = entry.get(name)
        yield from (text for one in (value if isinstance(value, list) else [value]) if (text := as_text(one)))


def _span_text(value: Any, nesting: int = 0) -> str:
    """Return the text of a span, of a list of spans, or of an object that holds spans."""
    refuse_deep(nesting, "spans")
    if isinstance(value, list):
        return "".join(_span_text(entry, nesting + 1) for entry in value)
    if isinstance(value, dict):
        if "content" in value:
            return _span_text(value["content"], nesting + 1)
        inner = (entry for key, entry in value.items() if key not in ("type", "path", "level"))
        return "".join(_span_text(entry, nesting + 1) for entry in inner)
    return as_text(value)


def _flat(content: dict[str, Any]) -> dict[str, Any]:
    """Return the content of a version 2 block, whose texts are lists of spans, under the names of version 1."""
    items = content.get("list_items")
    flat: dict[str, Any] = {
        key: [_span_text(item)] if key.endswith(("caption", "footnote")) else _span_text(item)
        for key, item in content.items()
        if key not in ("list_items", "level")
    }
    flat["text"] = "".join(text for text in flat.values() if isinstance(text, str))
    flat["table_body"] = as_text(content.get("html"))
    flat["img_path"] = as_text(as_dict(content.get("image_source"), "image_source").get("path"))
    flat["code_body"] = flat.get("code_content") or flat.get("algorithm_content") or ""
    return {**flat, "list_items": items, "text_level": content.get("level")}


def _spans(block: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for line in as_dicts(block.get("lines"), "lines"):
        yield from as_dicts(line.get("spans"), "spans")


def _line_texts(block: dict[str, Any]) -> list[tuple[str, bool]]:
    """Return the text of each line, and whether the block says that an item begins there."""
    texts = []
    for line in as_dicts(block.get("lines"), "lines"):
        spans = [as_text(span.get("content")) for span in as_dicts(line.get("spans"), "spans")]
        texts.append((" ".join(span for span in spans if span), bool(line.get("is_list_start_line"))))
    return [(text, starts) for text, starts in texts if text]


def _items_of_lines(block: dict[str, Any]) -> list[str]:
    lines = _line_texts(block)
    marked = any(starts for _, starts in lines)
    items: list[str] = []
    for text, starts in lines:
        if items and marked and not starts:
            items[-1] = join_lines(items[-1], text)
        else:
            items.append(text)
    return items


MINERU = ParserFormat("MinerU", _KINDS, Coordinates(first_page=0), _is_mineru, _walk)
