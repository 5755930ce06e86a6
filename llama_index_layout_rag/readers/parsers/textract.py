"""Amazon Textract's answers: blocks LAYOUT_* joined with TABLE and KEY_VALUE_SET, of one answer or of several.

Pages are not named in answers of one page. LAYOUT_* blocks come in reading order; the texts of a list occur among them once
more, and a table's cells belong to another block than its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from llama_index_layout_rag.layout.boxes import Box, area, intersection
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement, Table, TableCell
from llama_index_layout_rag.layout.normalize import join_lines
from llama_index_layout_rag.readers.parsers.coordinates import SHARE, Coordinates
from llama_index_layout_rag.readers.parsers.draft import Draft, ParserFormat, TextLine, labels
from llama_index_layout_rag.readers.parsers.values import (
    FormatError,
    as_dict,
    as_dicts,
    as_int,
    as_list,
    as_text,
    sized_box,
    table_cell,
    table_of,
)

_KINDS = labels(
    {
        ElementKind.TITLE: "LAYOUT_TITLE",
        ElementKind.SECTION_HEADER: "LAYOUT_SECTION_HEADER",
        ElementKind.TEXT: "LAYOUT_TEXT",
        ElementKind.LIST_ITEM: "LAYOUT_LIST",
        ElementKind.TABLE: "LAYOUT_TABLE",
        ElementKind.PICTURE: "LAYOUT_FIGURE",
        ElementKind.PAGE_HEADER: "LAYOUT_HEADER",
        ElementKind.PAGE_FOOTER: "LAYOUT_FOOTER|LAYOUT_PAGE_NUMBER",
        ElementKind.FORM: "LAYOUT_KEY_VALUE",
    }
)
SAME_TABLE = 0.5
"""Share of the smaller box that a LAYOUT_TABLE and a TABLE have in common when they are one table."""
_MAX_TEXT_DEPTH = 10
"""Layouts hold lines and lines words: references that go deeper run in a circle."""


def _is_textract(value: Any) -> bool:
    value = value[0] if isinstance(value, list) and value else value
    blocks = value.get("Blocks") if isinstance(value, dict) else None
    return isinstance(blocks, list) and bool(blocks) and isinstance(blocks[0], dict) and "BlockType" in blocks[0]


class _Walker:
    """One walk over the blocks of all answers."""

    def __init__(self, value: Any, draft: Draft) -> None:
        answers = as_dicts(value if isinstance(value, list) else [value], "an answer")
        self.blocks = [block for answer in answers for block in as_dicts(answer.get("Blocks"), "Blocks")]
        if len(answers) > 1 and all(block.get("Page") in (None, 1) for block in self.blocks):
            self.blocks = _numbered(answers)
        self.by_id = {as_text(block.get("Id")): block for block in self.blocks}
        self.draft = draft
        self.tables = [block for block in self.blocks if block.get("BlockType") == "TABLE"]
        self.used: set[str] = set()

    def walk(self) -> None:
        layout = [block for block in self.blocks if as_text(block.get("BlockType")).startswith("LAYOUT_")]
        lists = [block for block in layout if block.get("BlockType") == "LAYOUT_LIST"]
        in_list = {as_text(child.get("Id")) for block in lists for child in self._related(block)}
        for block in layout:
            if as_text(block.get("Id")) not in in_list:
                self._layout(block)
        if not layout:
            # Answers of text detection have lines and no layout.
            self.draft.add_lines(list(self._lines()))
        for block in self.tables:
            if as_text(block.get("Id")) not in self.used:
                self._table(block, block)
        for block in self.blocks:
            if block.get("BlockType") == "KEY_VALUE_SET" and "KEY" in as_list(block.get("EntityTypes"), "EntityTypes"):
                value = " ".join(self._text(found) for found in self._related(block, "VALUE")).strip()
                text = f"{self._text(block)}: {value}".rstrip()
                self.draft.add(ElementKind.FORM, text, duplicates_text=True, **self._common(block))

    def _layout(self, block: dict[str, Any]) -> None:
        kind = self.draft.kind(as_text(block.get("BlockType")))
        if kind is ElementKind.TABLE:
            self._table(block, self._cells_of(block))
        elif kind is ElementKind.LIST_ITEM:
            for child in self._related(block):
                self.draft.add(kind, self._text(child), **self._common(child))
        elif kind is ElementKind.PICTURE:
            picture = self.draft.add(kind, **self._common(block))
            for line in self._related(block):
                self.draft.add(ElementKind.PICTURE_OCR_TEXT, self._text(line), container=picture, **self._common(line))
        else:
            self.draft.add(kind, self._text(block), **self._common(block))

    def _common(self, block: dict[str, Any]) -> dict[str, Any]:
        return {
            "page": self._page(block),
            "bbox": self._box(block),
            "label": block.get("BlockType"),
            "source_id": block.get("Id"),
            "confidence": block.get("Confidence"),
        }

    def _page(self, block: dict[str, Any]) -> int:
        return self.draft.pages.number(block.get("Page")) or 1

    def _box(self, block: dict[str, Any]) -> Box | None:
        raw = as_dict(as_dict(block.get("Geometry"), "Geometry").get("BoundingBox"), "BoundingBox")
        return self.draft.pages.box(self._page(block), sized_box(raw, ("Left", "Top", "Width", "Height")))

    def _related(self, block: dict[str, Any], kind: str = "CHILD") -> Iterator[dict[str, Any]]:
        for relation in as_dicts(block.get("Relationships"), "Relationships"):
            if relation.get("Type") == kind:
                ids = map(as_text, as_list(relation.get("Ids"), "Ids"))
                yield from (self.by_id[name] for name in ids if name in self.by_id)

    def _text(self, block: dict[str, Any], nesting: int = 0) -> str:
        """Return the text of a block: its own, or its lines' or words'."""
        if nesting > _MAX_TEXT_DEPTH:
            raise FormatError("blocks refer to each other in a circle")
        if as_text(block.get("Text")):
            return as_text(block["Text"])
        if block.get("BlockType") == "SELECTION_ELEMENT":
            return "☑" if block.get("SelectionStatus") == "SELECTED" else "☐"
        text = ""
        for child in self._related(block):
            piece = self._text(child, nesting + 1)
            text = join_lines(text, piece) if child.get("BlockType") == "LINE" else f"{text} {piece}".strip()
        return text

    def _cells_of(self, block: dict[str, Any]) -> dict[str, Any] | None:
        """Return the TABLE in the place of a LAYOUT_TABLE."""
        place = self._box(block)
        found: list[tuple[float, dict[str, Any]]] = []
        for table in self.tables:
            other = self._box(table)
            if self._page(table) == self._page(block) and place is not None and other is not None:
                shared = intersection(place, other)
                found.append((area(shared) / max(min(area(place), area(other)), 1e-9) if shared else 0.0, table))
        share, best = max(found, key=lambda pair: pair[0], default=(0.0, None))
        return best if share >= SAME_TABLE else None

    def _table(self, place: dict[str, Any], block: dict[str, Any] | None) -> None:
        if block is None:
            self.draft.add(ElementKind.TEXT, self._text(place), **self._common(place))
            return
        if as_text(block.get("Id")) in self.used:
            return
        self.used.add(as_text(block.get("Id")))
        element = self.draft.add(ElementKind.TABLE, table=self._grid(block), **self._common(block))
        for title in self._related(block, "TABLE_TITLE"):
            self._note(ElementKind.CAPTION, title, element)
        for footer in self._related(block, "TABLE_FOOTER"):
            self._note(ElementKind.FOOTNOTE, footer, None)

    def _note(self, kind: ElementKind, block: dict[str, Any], owner: LayoutElement | None) -> None:
        self.draft.add(kind, self._text(block), caption_of=owner, **self._common(block))

    def _grid(self, block: dict[str, Any]) -> Table:
        merged = list(self._related(block, "MERGED_CELL"))
        covered = {as_text(child.get("Id")) for cell in merged for child in self._related(cell)}
        cells = [cell for cell in self._related(block) if as_text(cell.get("Id")) not in covered]
        made = [self._cell(cell) for cell in [*cells, *merged] if "RowIndex" in cell]
        return table_of(sorted(made, key=lambda cell: (cell.row, cell.column)))

    def _cell(self, cell: dict[str, Any]) -> TableCell:
        row, column = as_int(cell.get("RowIndex")), as_int(cell.get("ColumnIndex"))
        kinds = set(as_list(cell.get("EntityTypes"), "EntityTypes"))
        for child in self._related(cell):
            kinds |= set(as_list(child.get("EntityTypes"), "EntityTypes"))
        return table_cell(
            row - 1 if row is not None else None,
            column - 1 if column is not None else None,
            self._text(cell),
            spans=(cell.get("RowSpan"), cell.get("ColumnSpan")),
            is_header="COLUMN_HEADER" in kinds,
            bbox=self._box(cell),
        )

    def _lines(self) -> Iterator[TextLine]:
        """Yield the lines outside of tables."""
        cells = (cell for table in self.tables for cell in self._related(table))
        inside = {as_text(word.get("Id")) for cell in cells for word in self._related(cell)}
        for block in self.blocks:
            if block.get("BlockType") != "LINE":
                continue
            words = [as_text(word.get("Id")) for word in self._related(block)]
            box = self._box(block)
            if box is not None and not (words and all(word in inside for word in words)):
                yield TextLine(as_text(block.get("Text")), self._page(block), box)


def _numbered(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the blocks of answers that call all pages the first.

    Those of a job continue, those of single calls are a page each.
    """
    blocks, page = [], 0
    for answer in answers:
        page += "JobStatus" not in answer or page == 0
        blocks += [{**block, "Page": page} for block in as_dicts(answer.get("Blocks"), "Blocks")]
    return blocks


TEXTRACT = ParserFormat(
    "Textract", _KINDS, Coordinates(unit=SHARE), _is_textract, lambda value, draft: _Walker(value, draft).walk()
)
