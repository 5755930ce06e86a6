"""Small documents for tests, written as they are read: `manual("ES-200").heading("1. 登録").step("①", "…").build()`."""

from __future__ import annotations

from typing import Any

from llama_index.core.schema import Document

from llama_index_layout_rag.layout import (
    ElementKind,
    LayoutDocument,
    LayoutElement,
    LayoutPage,
    LayoutSource,
    Table,
)
from llama_index_layout_rag.layout.sections import assign_section_paths

PAGE_WIDTH, PAGE_HEIGHT = 600.0, 800.0
LINE = 20.0


class ManualBuilder:
    """Elements one below the other, 20 points each, on pages of 600 x 800 points."""

    def __init__(self, title: str, language: str = "ja", **identity: Any) -> None:
        self._title = title
        self._language = language
        self._identity = identity
        self._elements: list[LayoutElement] = []
        self._page, self._y = 1, 40.0

    def _add(self, kind: ElementKind, text: str, **fields: Any) -> ManualBuilder:
        number = len(self._elements)
        fields.setdefault("bbox", (60.0, self._y, 540.0, self._y + LINE))
        element = LayoutElement(element_id=f"e{number}", kind=kind, text=text, page=self._page, seq_no=number, **fields)
        self._elements.append(element)
        self._y += LINE
        return self

    def heading(self, text: str, level: int = 1) -> ManualBuilder:
        return self._add(ElementKind.SECTION_HEADER, text, level=level)

    def text(self, text: str, **fields: Any) -> ManualBuilder:
        return self._add(ElementKind.TEXT, text, **fields)

    def step(self, marker: str, text: str, depth: int = 1, **fields: Any) -> ManualBuilder:
        return self._add(ElementKind.LIST_ITEM, text, marker=marker, depth=depth, **fields)

    def table(self, rows: list[list[str]], header_rows: int = 1, caption: str | None = None) -> ManualBuilder:
        if caption is not None:
            self._add(ElementKind.CAPTION, caption, caption_of=f"e{len(self._elements) + 1}")
        return self._add(ElementKind.TABLE, "", table=Table.from_rows(rows, header_rows))

    def picture(self, caption: str | None = None, **fields: Any) -> ManualBuilder:
        self._add(ElementKind.PICTURE, "", **fields)
        if caption is not None:
            self._add(ElementKind.CAPTION, caption, caption_of=self._elements[-1].element_id)
        return self

    def header(self, text: str) -> ManualBuilder:
        return self._add(ElementKind.PAGE_HEADER, text)

    def contents_line(self, text: str) -> ManualBuilder:
        return self._add(ElementKind.TOC_ENTRY, text)

    def new_page(self) -> ManualBuilder:
        self._page, self._y = self._page + 1, 40.0
        return self

    def layout(self) -> LayoutDocument:
        return LayoutDocument(
            source=LayoutSource(uri=f"/manuals/{self._title}.pdf", name=f"{self._title}.pdf", sha256="0" * 64),
            title=self._title,
            language=self._language,
            pages=[LayoutPage(number=n, width=PAGE_WIDTH, height=PAGE_HEIGHT) for n in range(1, self._page + 1)],
            elements=assign_section_paths(self._elements),
            **self._identity,
        )

    def document(self, **metadata: Any) -> Document:
        return self.layout().to_document(metadata=metadata)


def manual(title: str = "ES-200 取扱説明書", language: str = "ja", **identity: Any) -> ManualBuilder:
    """A new manual; `identity` are fields of LayoutDocument (manual_id, model_numbers, version …)."""
    return ManualBuilder(title, language, **identity)
