"""MinerU's output as layout: content_list (1 and 2) and middle.json (up to 3, and 4).

Pages count from 0. Boxes are thousandths of the page in content lists, points in middle.json up to 3 and shares of
the page in 4. The pipeline gives headings level 1 throughout unless it ran title levelling; captions have no box of
their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from llama_index_layout_rag.layout.boxes import Box
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutPage, LayoutSource
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement, Table
from llama_index_layout_rag.layout.normalize import join_lines
from llama_index_layout_rag.readers.parsers.draft import Draft, PageSizes
from llama_index_layout_rag.readers.parsers.values import (
    as_box,
    as_dict,
    as_int,
    as_list,
    as_text,
    checked_pages,
    html_table,
    refuse_deep,
)

_KINDS = {
    "text": ElementKind.TEXT,
    "paragraph": ElementKind.TEXT,
    "abstract": ElementKind.TEXT,
    "title": ElementKind.SECTION_HEADER,
    "paragraph_title": ElementKind.SECTION_HEADER,
    "doc_title": ElementKind.TITLE,
    "list": ElementKind.LIST_ITEM,
    "index": ElementKind.TOC_ENTRY,
    "table": ElementKind.TABLE,
    "simple_table": ElementKind.TABLE,
    "complex_table": ElementKind.TABLE,
    "image": ElementKind.PICTURE,
    "chart": ElementKind.PICTURE,
    "seal": ElementKind.PICTURE,
    "equation": ElementKind.FORMULA,
    "interline_equation": ElementKind.FORMULA,
    "equation_interline": ElementKind.FORMULA,
    "code": ElementKind.CODE,
    "algorithm": ElementKind.CODE,
    "header": ElementKind.PAGE_HEADER,
    "page_header": ElementKind.PAGE_HEADER,
    "footer": ElementKind.PAGE_FOOTER,
    "page_footer": ElementKind.PAGE_FOOTER,
    "page_number": ElementKind.PAGE_FOOTER,
    "page_footnote": ElementKind.FOOTNOTE,
    "footnote": ElementKind.FOOTNOTE,
    "ref_text": ElementKind.REFERENCE,
    "reference_list": ElementKind.REFERENCE,
    "discarded": ElementKind.DECORATIVE,
    "aside_text": ElementKind.DECORATIVE,
    "page_aside_text": ElementKind.DECORATIVE,
    "image_caption": ElementKind.CAPTION,
    "table_caption": ElementKind.CAPTION,
    "chart_caption": ElementKind.CAPTION,
    "code_caption": ElementKind.CAPTION,
    "image_footnote": ElementKind.FOOTNOTE,
    "table_footnote": ElementKind.FOOTNOTE,
    "chart_footnote": ElementKind.FOOTNOTE,
}
_CAPTIONS = ("image_caption", "img_caption", "table_caption", "chart_caption", "code_caption")
_FOOTNOTES = ("image_footnote", "img_footnote", "table_footnote", "chart_footnote", "code_footnote")


def is_mineru(value: Any) -> bool:
    """Whether a JSON value is a content list or a middle.json of MinerU."""
    if isinstance(value, dict):
        return "pdf_info" in value or ("schema_version" in value and _is_blocks(value.get("pages")))
    if not isinstance(value, list) or not value:
        return False
    if isinstance(value[0], list):
        first = next((entry for page in value if isinstance(page, list) for entry in page), None)
        return isinstance(first, dict) and "type" in first and "content" in first
    return isinstance(value[0], dict) and "type" in value[0] and "page_idx" in value[0]


def _is_blocks(pages: Any) -> bool:
    return isinstance(pages, list) and bool(pages) and isinstance(pages[0], dict) and "blocks" in pages[0]


def read_mineru(value: Any, source: LayoutSource, pages: Sequence[LayoutPage] = ()) -> LayoutDocument:
    """Reads MinerU's output; `pages` are those of the source PDF, since content lists name no sizes.

    Raises:
        FormatError: When it is not as the schema says.
    """
    reader = _MineruReader(pages)
    if isinstance(value, list) and isinstance(value[0], list):
        for index, page in enumerate(value):
            for entry in as_list(page, "a page"):
                reader.content_2(as_dict(entry, "a block"), index + 1)
    elif isinstance(value, list):
        for entry in value:
            entry = as_dict(entry, "a block")
            reader.content(entry, (as_int(entry.get("page_idx")) or 0) + 1)
    elif "pdf_info" in value:
        reader.middle(as_list(value["pdf_info"], "pdf_info"))
    else:
        reader.middle_4(as_list(value["pages"], "pages"))
    return reader.draft.document(source, checked_pages(reader.pages.values()))


class _MineruReader:
    """Collects blocks page by page."""

    def __init__(self, pages: Sequence[LayoutPage]) -> None:
        self.draft = Draft()
        self.sizes = PageSizes(pages, self.draft)
        self.pages = self.sizes.known

    # Content lists

    def content(self, entry: dict[str, Any], page: int) -> None:
        """Adds a block of a content list of version 1."""
        label = as_text(entry.get("type"))
        level = as_int(entry.get("text_level"))
        kind = _KINDS.get(label) or self.draft.unknown_label(label)
        if kind is ElementKind.TEXT and level:
            kind = ElementKind.SECTION_HEADER
        box = self._relative(entry.get("bbox"), page, 1000.0)
        common: dict[str, Any] = {"page": page, "bbox": box, "label": label, "sub_type": entry.get("sub_type")}
        if kind in (ElementKind.TABLE, ElementKind.PICTURE, ElementKind.CODE):
            self._captioned(kind, entry, common)
        elif kind is ElementKind.LIST_ITEM:
            reference = entry.get("sub_type") == "ref_text"
            for item in as_list(entry.get("list_items"), "list_items"):
                self.draft.add(ElementKind.REFERENCE if reference else kind, as_text(item), **common)
        else:
            self.draft.add(kind, as_text(entry.get("text")), level=level, **common)

    def content_2(self, entry: dict[str, Any], page: int) -> None:
        """Adds a block of a content list of version 2, whose text is a list of spans."""
        label = as_text(entry.get("type"))
        content = as_dict(entry.get("content"), "content")
        kind = _KINDS.get(label) or self.draft.unknown_label(label)
        box = self._relative(entry.get("bbox"), page, 1000.0)
        common: dict[str, Any] = {"page": page, "bbox": box, "label": label}
        if kind in (ElementKind.TABLE, ElementKind.PICTURE, ElementKind.CODE):
            self._captioned(kind, _flat(content), common)
        elif kind is ElementKind.LIST_ITEM:
            for item in as_list(content.get("list_items"), "list_items"):
                self.draft.add(kind, _span_text(item), **common)
        else:
            text = _span_text([item for key, item in content.items() if key != "level"])
            level = as_int(content.get("level")) if kind is ElementKind.SECTION_HEADER else None
            self.draft.add(kind, text, level=level, **common)

    def _captioned(self, kind: ElementKind, entry: dict[str, Any], common: dict[str, Any]) -> None:
        """Adds a table, picture or code block with the captions and notes that hang on it."""
        table: Table | None = html_table(as_text(entry.get("table_body"))) if kind is ElementKind.TABLE else None
        text = as_text(entry.get("code_body")) or as_text(entry.get("text")) if kind is ElementKind.CODE else ""
        element = self.draft.add(kind, text, table=table, src=entry.get("img_path"), **common)
        page = common["page"]
        for name in _CAPTIONS:
            for caption in _strings(entry.get(name)):
                self.draft.add(ElementKind.CAPTION, caption, page=page, caption_of=element)
        if kind is ElementKind.PICTURE and as_text(entry.get("content")):
            self._printed(as_text(entry["content"]), element)
        for name in _FOOTNOTES:
            for note in _strings(entry.get(name)):
                self.draft.add(ElementKind.FOOTNOTE, note, page=page)

    def _printed(self, text: str, picture: LayoutElement) -> None:
        self.draft.add(ElementKind.PICTURE_OCR_TEXT, text, page=picture.page, bbox=picture.bbox, container=picture)

    def _relative(self, bbox: Any, page: int, whole: float) -> Box | None:
        """A box in parts of the page in points."""
        return self.sizes.relative(page, bbox, whole) if isinstance(bbox, list) else None

    # middle.json

    def middle(self, infos: Sequence[Any]) -> None:
        """Adds the pages of a middle.json up to version 3."""
        for position, info in enumerate(infos):
            info = as_dict(info, "pdf_info")
            index = as_int(info.get("page_idx"))
            page = (position if index is None else index) + 1
            size = as_box([0, 0, *as_list(info.get("page_size"), "page_size")])
            if page not in self.pages and size is not None and size[2] and size[3]:
                self.pages[page] = LayoutPage(number=page, width=size[2], height=size[3])
            for name in ("para_blocks", "discarded_blocks"):
                for block in as_list(info.get(name), name):
                    self._block(as_dict(block, name), page, 0)

    def middle_4(self, pages: Sequence[Any]) -> None:
        """Adds the pages of a middle.json of version 4, whose boxes are shares of the page."""
        for position, entry in enumerate(pages):
            entry = as_dict(entry, "pages")
            index = as_int(entry.get("page_idx"))
            page = (position if index is None else index) + 1
            for block in as_list(entry.get("blocks"), "blocks"):
                self._block(as_dict(block, "blocks"), page, 0, shares=True)

    def _block(self, block: dict[str, Any], page: int, nesting: int, shares: bool = False) -> LayoutElement | None:
        refuse_deep(nesting, "blocks")
        label = as_text(block.get("type"))
        kind = _KINDS.get(label) or (ElementKind.TEXT if label.endswith("_body") else self.draft.unknown_label(label))
        bbox = block.get("bbox")
        box = self._relative(bbox, page, 1.0) if shares else as_box(bbox) if isinstance(bbox, list) else None
        inner = [as_dict(entry, "blocks") for entry in as_list(block.get("blocks"), "blocks")]
        common: dict[str, Any] = {"page": page, "bbox": box, "label": label}
        if kind in (ElementKind.TABLE, ElementKind.PICTURE) and not label.endswith("_body"):
            return self._block_with_parts(block, kind, inner, common, shares, nesting)
        if inner:
            for entry in inner:
                self._block(entry, page, nesting + 1, shares)
            return None
        text = _lines_text(block)
        if kind in (ElementKind.LIST_ITEM, ElementKind.TOC_ENTRY):
            for line in _items_of_lines(block):
                self.draft.add(kind, line, **common)
            return None
        if kind is ElementKind.DECORATIVE and text:
            # The pipeline throws headers, footers and page numbers into one pot; where they stand tells which.
            kind = self._margin_kind(box, page)
        level = (as_int(block.get("level")) or 1) if kind is ElementKind.SECTION_HEADER else None
        return self.draft.add(kind, text, level=level, **common)

    def _block_with_parts(
        self,
        block: dict[str, Any],
        kind: ElementKind,
        parts: Sequence[dict[str, Any]],
        common: dict[str, Any],
        shares: bool,
        nesting: int,
    ) -> LayoutElement:
        spans = [span for part in (parts or [block]) for span in _spans(part)]
        html = next((as_text(span.get("html")) for span in spans if as_text(span.get("html"))), "")
        source = next((as_text(span.get("image_path")) for span in spans if as_text(span.get("image_path"))), "")
        table = html_table(html) if kind is ElementKind.TABLE else None
        element = self.draft.add(kind, table=table, src=source, **common)
        for part in parts:
            if as_text(part.get("type")).endswith(("_caption", "_footnote")):
                note = self._block(part, common["page"], nesting + 1, shares)
                if note is not None and note.kind is ElementKind.CAPTION:
                    note.caption_of = element.element_id
        return element

    def _margin_kind(self, box: Box | None, page: int) -> ElementKind:
        known = self.pages.get(page)
        if box is None or known is None:
            return ElementKind.DECORATIVE
        middle = (box[1] + box[3]) / 2 / known.height
        if middle < _MARGIN:
            return ElementKind.PAGE_HEADER
        return ElementKind.PAGE_FOOTER if middle > 1 - _MARGIN else ElementKind.DECORATIVE


_MARGIN = 0.15
"""Share of the page height in which discarded text is a header or footer."""


def _strings(value: Any) -> Iterator[str]:
    for entry in value if isinstance(value, list) else [value]:
        if as_text(entry):
            yield as_text(entry)


def _span_text(value: Any, nesting: int = 0) -> str:
    """Text of a span, of a list of spans, or of an object that holds spans."""
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
    """The content of a version 2 block under the names of version 1."""
    flat: dict[str, Any] = {}
    for key, item in content.items():
        flat[key] = [_span_text(item)] if key.endswith(("caption", "footnote")) else _span_text(item)
    flat["table_body"] = as_text(content.get("html"))
    flat["img_path"] = as_text(as_dict(content.get("image_source"), "image_source").get("path"))
    flat["code_body"] = flat.get("code_content") or flat.get("algorithm_content") or ""
    return flat


def _spans(block: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for line in as_list(block.get("lines"), "lines"):
        for span in as_list(as_dict(line, "lines").get("spans"), "spans"):
            yield as_dict(span, "spans")


def _line_texts(block: dict[str, Any]) -> list[tuple[str, bool]]:
    """Text of each line, and whether the block says that an item begins there."""
    texts = []
    for line in as_list(block.get("lines"), "lines"):
        line = as_dict(line, "lines")
        spans = [as_text(as_dict(span, "spans").get("content")) for span in as_list(line.get("spans"), "spans")]
        texts.append((" ".join(span for span in spans if span), bool(line.get("is_list_start_line"))))
    return [(text, starts) for text, starts in texts if text]


def _lines_text(block: dict[str, Any]) -> str:
    text = ""
    for line, _ in _line_texts(block):
        text = join_lines(text, line)
    return text


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
