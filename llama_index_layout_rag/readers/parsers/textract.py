"""Amazon Textract's answers as layout: blocks LAYOUT_* joined with TABLE and KEY_VALUE_SET.

Boxes are shares of the page from the top left; pages count from 1 and are not named in answers of one page. LAYOUT_*
blocks come in reading order; the texts of a list stand among them once more, and a table's cells hang on another
block than its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from llama_index_layout_rag.layout.boxes import Box, area, intersection, union
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutPage, LayoutSource
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement, Table, TableCell
from llama_index_layout_rag.layout.normalize import join_lines
from llama_index_layout_rag.readers.parsers.draft import Draft, PageSizes, PrintedLine, paragraphs_of
from llama_index_layout_rag.readers.parsers.values import FormatError, as_dict, as_int, as_list, as_text

_KINDS = {
    "LAYOUT_TITLE": ElementKind.TITLE,
    "LAYOUT_SECTION_HEADER": ElementKind.SECTION_HEADER,
    "LAYOUT_TEXT": ElementKind.TEXT,
    "LAYOUT_LIST": ElementKind.LIST_ITEM,
    "LAYOUT_TABLE": ElementKind.TABLE,
    "LAYOUT_FIGURE": ElementKind.PICTURE,
    "LAYOUT_HEADER": ElementKind.PAGE_HEADER,
    "LAYOUT_FOOTER": ElementKind.PAGE_FOOTER,
    "LAYOUT_PAGE_NUMBER": ElementKind.PAGE_FOOTER,
    "LAYOUT_KEY_VALUE": ElementKind.FORM,
}
SAME_TABLE = 0.5
"""Share of the smaller box that a LAYOUT_TABLE and a TABLE have in common when they are one table."""
_DEEPEST_TEXT = 10
"""Layouts hold lines and lines words: references that go deeper run in a circle."""


def is_textract(value: Any) -> bool:
    """Whether a JSON value is an answer of Textract, or the list of answers of an asynchronous job."""
    if isinstance(value, list):
        return bool(value) and is_textract(value[0])
    blocks = value.get("Blocks") if isinstance(value, dict) else None
    return isinstance(blocks, list) and bool(blocks) and isinstance(blocks[0], dict) and "BlockType" in blocks[0]


def read_textract(value: Any, source: LayoutSource, pages: Sequence[LayoutPage] = ()) -> LayoutDocument:
    """Reads one answer or a list of them; `pages` are those of the source PDF, since answers name no sizes.

    Raises:
        FormatError: When it is not as the schema says.
    """
    answers = value if isinstance(value, list) else [value]
    blocks = [
        as_dict(block, "a block")
        for answer in answers
        for block in as_list(as_dict(answer, "an answer").get("Blocks"), "Blocks")
    ]
    reader = _TextractReader(blocks, pages)
    reader.read()
    return reader.draft.document(source, reader.sizes.pages())


class _TextractReader:
    """One walk over the blocks."""

    def __init__(self, blocks: Sequence[dict[str, Any]], pages: Sequence[LayoutPage]) -> None:
        self.blocks = blocks
        self.by_id = {as_text(block.get("Id")): block for block in blocks}
        self.draft = Draft()
        self.sizes = PageSizes(pages, self.draft)
        self.tables = [block for block in blocks if block.get("BlockType") == "TABLE"]
        self.used: set[str] = set()

    def read(self) -> None:
        layout = [block for block in self.blocks if as_text(block.get("BlockType")).startswith("LAYOUT_")]
        in_list = {
            as_text(child.get("Id"))
            for block in layout
            if block.get("BlockType") == "LAYOUT_LIST"
            for child in self._children(block)
            if as_text(child.get("BlockType")).startswith("LAYOUT_")
        }
        for block in layout:
            if as_text(block.get("Id")) not in in_list:
                self._layout(block)
        if not layout:
            self._plain()
        for block in self.tables:
            if as_text(block.get("Id")) not in self.used:
                self._table(block, block)
        self._forms()

    def _layout(self, block: dict[str, Any]) -> None:
        label = as_text(block.get("BlockType"))
        kind = _KINDS.get(label) or self.draft.unknown_label(label)
        common = self._common(block)
        if kind is ElementKind.TABLE:
            self._table(block, self._cells_of(block))
        elif kind is ElementKind.LIST_ITEM:
            for child in self._children(block):
                text = self._text(child) if child.get("BlockType") != "LINE" else as_text(child.get("Text"))
                self.draft.add(kind, text, **self._common(child))
        elif kind is ElementKind.PICTURE:
            picture = self.draft.add(kind, **common)
            for line in self._children(block):
                self.draft.add(ElementKind.PICTURE_OCR_TEXT, self._text(line), container=picture, **self._common(line))
        else:
            self.draft.add(kind, self._text(block), **common)

    def _common(self, block: dict[str, Any]) -> dict[str, Any]:
        page = as_int(block.get("Page")) or 1
        return {
            "page": page,
            "bbox": self._box(block, page),
            "label": block.get("BlockType"),
            "source_id": block.get("Id"),
            "confidence": block.get("Confidence"),
        }

    def _box(self, block: dict[str, Any], page: int) -> Box | None:
        geometry = as_dict(block.get("Geometry"), "Geometry")
        box = as_dict(geometry.get("BoundingBox"), "BoundingBox")
        sides = [box.get(name) for name in ("Left", "Top", "Width", "Height")]
        numbers = [float(side) for side in sides if isinstance(side, (int, float))]
        if len(numbers) != len(sides):
            return None
        left, top, wide, high = numbers
        return self.sizes.relative(page, (left, top, left + wide, top + high))

    def _related(self, block: dict[str, Any], kind: str) -> Iterator[dict[str, Any]]:
        for relation in as_list(block.get("Relationships"), "Relationships"):
            relation = as_dict(relation, "Relationships")
            if relation.get("Type") == kind:
                for name in as_list(relation.get("Ids"), "Ids"):
                    found = self.by_id.get(as_text(name))
                    if found is not None:
                        yield found

    def _children(self, block: dict[str, Any]) -> Iterator[dict[str, Any]]:
        return self._related(block, "CHILD")

    def _text(self, block: dict[str, Any], nesting: int = 0) -> str:
        """Text of a block: its own, or its lines' or words'."""
        if nesting > _DEEPEST_TEXT:
            raise FormatError("blocks refer to each other in a circle")
        if as_text(block.get("Text")):
            return as_text(block["Text"])
        if block.get("BlockType") == "SELECTION_ELEMENT":
            return "☑" if block.get("SelectionStatus") == "SELECTED" else "☐"
        text = ""
        for child in self._children(block):
            piece = self._text(child, nesting + 1)
            text = join_lines(text, piece) if child.get("BlockType") == "LINE" else f"{text} {piece}".strip()
        return text

    def _cells_of(self, block: dict[str, Any]) -> dict[str, Any] | None:
        """The TABLE that stands where a LAYOUT_TABLE does."""
        page = as_int(block.get("Page")) or 1
        place = self._box(block, page)
        best: tuple[float, dict[str, Any]] | None = None
        for table in self.tables:
            other = self._box(table, as_int(table.get("Page")) or 1)
            if (as_int(table.get("Page")) or 1) != page or place is None or other is None:
                continue
            shared = intersection(place, other)
            share = area(shared) / max(min(area(place), area(other)), 1e-9) if shared else 0.0
            if share >= SAME_TABLE and (best is None or share > best[0]):
                best = share, table
        return best[1] if best else None

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
        covered = {as_text(child.get("Id")) for cell in merged for child in self._children(cell)}
        cells = [cell for cell in self._children(block) if as_text(cell.get("Id")) not in covered]
        made = [self._cell(cell) for cell in [*cells, *merged] if "RowIndex" in cell]
        made.sort(key=lambda cell: (cell.row, cell.column))
        rows = max((cell.row + cell.row_span for cell in made), default=0)
        columns = max((cell.column + cell.column_span for cell in made), default=0)
        if rows * columns > 2_000_000:
            raise FormatError(f"a table of {rows} rows and {columns} columns is too large")
        return Table(row_count=rows, column_count=columns, cells=made)

    def _cell(self, cell: dict[str, Any]) -> TableCell:
        row, column = as_int(cell.get("RowIndex")), as_int(cell.get("ColumnIndex"))
        if row is None or column is None or row < 1 or column < 1:
            raise FormatError("a table cell has no row or column")
        children = list(self._children(cell))
        kinds = set(as_list(cell.get("EntityTypes"), "EntityTypes"))
        for child in children:
            kinds |= set(as_list(child.get("EntityTypes"), "EntityTypes"))
        return TableCell(
            row=row - 1,
            column=column - 1,
            row_span=max(1, as_int(cell.get("RowSpan")) or 1),
            column_span=max(1, as_int(cell.get("ColumnSpan")) or 1),
            text=self._text(cell),
            is_header="COLUMN_HEADER" in kinds,
            bbox=self._box(cell, as_int(cell.get("Page")) or 1),
        )

    def _forms(self) -> None:
        for block in self.blocks:
            if block.get("BlockType") == "KEY_VALUE_SET" and "KEY" in as_list(block.get("EntityTypes"), "EntityTypes"):
                value = " ".join(self._text(found) for found in self._related(block, "VALUE")).strip()
                text = f"{self._text(block)}: {value}".rstrip()
                self.draft.add(ElementKind.FORM, text, duplicates_text=True, **self._common(block))

    def _plain(self) -> None:
        """Answers of text detection have lines and no layout."""
        for group in paragraphs_of(list(self._lines())):
            text = ""
            for line in group:
                text = join_lines(text, line.text)
            self.draft.add(ElementKind.TEXT, text, page=group[0].page, bbox=union(_boxes(group)))

    def _lines(self) -> Iterator[PrintedLine]:
        inside = {
            as_text(word.get("Id"))
            for table in self.tables
            for cell in self._children(table)
            for word in self._children(cell)
        }
        for block in self.blocks:
            if block.get("BlockType") != "LINE":
                continue
            words = [as_text(word.get("Id")) for word in self._children(block)]
            page = as_int(block.get("Page")) or 1
            box = self._box(block, page)
            if box is not None and not (words and all(word in inside for word in words)):
                yield PrintedLine(as_text(block.get("Text")), page, box)


def _boxes(lines: Iterable[PrintedLine]) -> list[Box]:
    return [line.box for line in lines]
