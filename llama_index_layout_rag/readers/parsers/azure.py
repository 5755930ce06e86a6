"""Azure Document Intelligence's layout result as layout (GA, previews, Form Recognizer 2.1; camelCase and snake_case).

Boxes are polygons in inches (PDF) or pixels (images) from the top left, pages count from 1, reading order is the
order of the offsets in the text. There is no role for list items; words of table cells and figures stand among the
paragraphs once more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from llama_index_layout_rag.layout.boxes import POINTS_PER_INCH, Box, union
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutPage, LayoutSource
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement, Region, Table, TableCell
from llama_index_layout_rag.layout.normalize import join_lines
from llama_index_layout_rag.readers.parsers.draft import Draft, PrintedLine, paragraphs_of
from llama_index_layout_rag.readers.parsers.values import (
    MAX_NESTING,
    FormatError,
    as_dict,
    as_int,
    as_list,
    as_text,
    box_of_points,
    checked_pages,
)

_ROLES = {
    "title": ElementKind.TITLE,
    "sectionHeading": ElementKind.SECTION_HEADER,
    "pageHeader": ElementKind.PAGE_HEADER,
    "pageFooter": ElementKind.PAGE_FOOTER,
    "pageNumber": ElementKind.PAGE_FOOTER,
    "footnote": ElementKind.FOOTNOTE,
    "formulaBlock": ElementKind.FORMULA,
}
_POINTS = {"inch": POINTS_PER_INCH, "pixel": 1.0}
"""Points per unit; a pixel of a picture stands for a point, since the result names no resolution."""

_BEHIND_ALL = 1 << 60


def is_azure(value: Any) -> bool:
    """Whether a JSON value is an analysis result of Azure Document Intelligence."""
    if not isinstance(value, dict):
        return False
    result = _get(value, "analyzeResult") if isinstance(_get(value, "analyzeResult"), dict) else value
    if "readResults" in result or "read_results" in result:
        return True
    return _get(result, "apiVersion") is not None and _get(result, "modelId") is not None and "pages" in result


def read_azure(value: dict[str, Any], source: LayoutSource, pages: Sequence[LayoutPage] = ()) -> LayoutDocument:
    """Reads an analysis result; `pages` are those of the source PDF.

    Raises:
        FormatError: When it is not as the schema says.
    """
    result = as_dict(_get(value, "analyzeResult") or value, "analyzeResult")
    if _get(result, "readResults") is not None:
        return _read_old(result, source)
    reader = _AzureReader(result, pages)
    reader.read()
    return reader.draft.document(source, reader.pages)


class _AzureReader:
    """One walk over a result."""

    def __init__(self, result: dict[str, Any], pages: Sequence[LayoutPage]) -> None:
        self.result = result
        self.draft = Draft()
        self.scales: dict[int, float] = {}
        self.pages = self._read_pages(pages)
        self.paragraphs = [as_dict(entry, "paragraphs") for entry in as_list(result.get("paragraphs"), "paragraphs")]
        self.levels = self._levels()

    def read(self) -> None:
        taken: set[int] = set()
        entries: list[tuple[int, int, str, dict[str, Any]]] = []
        ranges: list[tuple[int, int]] = []
        for name in ("tables", "figures"):
            for number, entry in enumerate(as_list(self.result.get(name), name)):
                entry = as_dict(entry, name)
                taken |= self._referenced(entry)
                spans = self._spans(entry)
                ranges += spans if name == "tables" else []
                entries.append((min((start for start, _ in spans), default=_BEHIND_ALL), number, name, entry))
        for number, paragraph in enumerate(self.paragraphs):
            spans = self._spans(paragraph)
            start = spans[0][0] if spans else _BEHIND_ALL
            inside = bool(spans) and any(first <= start < end for first, end in ranges)
            furniture = as_text(paragraph.get("role")) in ("pageHeader", "pageFooter", "pageNumber")
            if number not in taken and (furniture or not inside):
                entries.append((start, number, "paragraphs", paragraph))
        for _, number, name, entry in sorted(entries, key=lambda item: (item[0], item[2], item[1])):
            if name == "tables":
                self._table(entry)
            elif name == "figures":
                self._figure(entry)
            else:
                self._paragraph(entry, number)
        self._forms()
        if not self.draft.elements:
            self._lines()

    def _read_pages(self, known: Sequence[LayoutPage]) -> list[LayoutPage]:
        sizes = {page.number: page for page in known}
        pages = []
        for entry in as_list(self.result.get("pages"), "pages"):
            entry = as_dict(entry, "pages")
            number = as_int(_get(entry, "pageNumber"))
            if number is None or number < 1:
                raise FormatError("a page has no number")
            page_width, page_height = _size(entry.get("width")), _size(entry.get("height"))
            scale = _POINTS.get(as_text(entry.get("unit")), POINTS_PER_INCH)
            if number in sizes and page_width:
                scale = sizes[number].width / page_width
            self.scales[number] = scale
            if number in sizes:
                pages.append(sizes[number])
            elif page_width and page_height:
                size = round(page_width * scale, 2), round(page_height * scale, 2)
                pages.append(LayoutPage(number=number, width=size[0], height=size[1]))
        return checked_pages(pages)

    def _levels(self) -> dict[int, int]:
        """Level of each heading paragraph: the depth of the section that it opens."""
        sections = [as_dict(entry, "sections") for entry in as_list(self.result.get("sections"), "sections")]
        levels: dict[int, int] = {}
        waiting = [(0, 0)] if sections else []
        seen: set[int] = set()
        while waiting:
            index, depth = waiting.pop()
            if index in seen or depth > MAX_NESTING or not 0 <= index < len(sections):
                continue
            seen.add(index)
            for pointer in as_list(sections[index].get("elements"), "elements"):
                kind, target = _pointer(pointer)
                if kind == "sections":
                    waiting.append((target, depth + 1))
                elif kind == "paragraphs" and index and self._is_heading(target):
                    levels.setdefault(target, depth)
        return levels

    def _is_heading(self, number: int) -> bool:
        known = 0 <= number < len(self.paragraphs)
        return known and as_text(self.paragraphs[number].get("role")) == "sectionHeading"

    def _referenced(self, entry: dict[str, Any]) -> set[int]:
        """Paragraphs that a table or figure says are its own."""
        pointers = [*as_list(entry.get("elements"), "elements")]
        notes = [
            entry.get("caption"),
            *as_list(entry.get("footnotes"), "footnotes"),
            *as_list(entry.get("cells"), "cells"),
        ]
        for note in notes:
            pointers += as_list(as_dict(note, "caption").get("elements"), "elements")
        return {target for kind, target in map(_pointer, pointers) if kind == "paragraphs"}

    def _paragraph(self, paragraph: dict[str, Any], number: int) -> LayoutElement:
        role = as_text(paragraph.get("role"))
        kind = _ROLES.get(role) or (self.draft.unknown_label(role) if role else ElementKind.TEXT)
        text, level = _without_markdown(_with_boxes(as_text(paragraph.get("content"))))
        if kind is ElementKind.SECTION_HEADER:
            level = self.levels.get(number, level)
        return self.draft.add(
            kind,
            text,
            regions=self._regions(paragraph),
            level=level if kind is ElementKind.SECTION_HEADER else None,
            label=role,
            source_id=f"/paragraphs/{number}",
        )

    def _table(self, entry: dict[str, Any]) -> None:
        cells = [self._cell(as_dict(cell, "cells")) for cell in as_list(entry.get("cells"), "cells")]
        rows = max([as_int(_get(entry, "rowCount")) or 0, *(cell.row + cell.row_span for cell in cells)])
        columns = max([as_int(_get(entry, "columnCount")) or 0, *(cell.column + cell.column_span for cell in cells)])
        table = Table(row_count=rows, column_count=columns, cells=cells)
        element = self.draft.add(ElementKind.TABLE, regions=self._regions(entry), table=table)
        self._notes(entry, element)

    def _cell(self, cell: dict[str, Any]) -> TableCell:
        row, column = as_int(_get(cell, "rowIndex")), as_int(_get(cell, "columnIndex"))
        if row is None or column is None or not 0 <= row < 100_000 or not 0 <= column < 10_000:
            raise FormatError("a table cell has no row or column")
        regions = self._regions(cell)
        return TableCell(
            row=row,
            column=column,
            row_span=max(1, as_int(_get(cell, "rowSpan")) or 1),
            column_span=max(1, as_int(_get(cell, "columnSpan")) or 1),
            text=_with_boxes(as_text(_get(cell, "content") if _get(cell, "content") is not None else cell.get("text"))),
            is_header=as_text(cell.get("kind")) in ("columnHeader", "stubHead"),
            bbox=regions[0].bbox if regions else None,
        )

    def _figure(self, entry: dict[str, Any]) -> None:
        caption = as_dict(entry.get("caption"), "caption")
        regions = _without_caption(self._regions_list(entry), self._regions_list(caption))
        picture = self.draft.add(ElementKind.PICTURE, regions=_merged(regions), source_id=entry.get("id"))
        noted = self._referenced({"caption": caption, "footnotes": entry.get("footnotes")})
        for pointer in as_list(entry.get("elements"), "elements"):
            kind, target = _pointer(pointer)
            if kind == "paragraphs" and target not in noted and 0 <= target < len(self.paragraphs):
                element = self._paragraph(self.paragraphs[target], target)
                element.kind, element.level = ElementKind.PICTURE_OCR_TEXT, None
                element.container = picture.element_id
        self._notes(entry, picture)

    def _notes(self, entry: dict[str, Any], owner: LayoutElement) -> None:
        caption = as_dict(entry.get("caption"), "caption")
        if as_text(caption.get("content")):
            text, _ = _without_markdown(as_text(caption["content"]))
            self.draft.add(ElementKind.CAPTION, text, regions=self._regions(caption), caption_of=owner)
        for note in as_list(entry.get("footnotes"), "footnotes"):
            note = as_dict(note, "footnotes")
            self.draft.add(ElementKind.FOOTNOTE, as_text(note.get("content")), regions=self._regions(note))

    def _forms(self) -> None:
        for pair in as_list(_get(self.result, "keyValuePairs"), "keyValuePairs"):
            pair = as_dict(pair, "keyValuePairs")
            key, value = as_dict(pair.get("key"), "key"), as_dict(pair.get("value"), "value")
            if as_text(key.get("content")):
                text = _with_boxes(f"{as_text(key.get('content'))}: {as_text(value.get('content'))}".rstrip())
                confidence = pair.get("confidence")
                regions = self._regions(key) or self._regions(value)
                self.draft.add(ElementKind.FORM, text, regions=regions, confidence=confidence, duplicates_text=True)

    def _lines(self) -> None:
        """Results of the read model have lines and no paragraphs."""
        for entry in as_list(self.result.get("pages"), "pages"):
            number = as_int(_get(entry, "pageNumber")) or 1
            lines = []
            for line in as_list(entry.get("lines"), "lines"):
                box = _polygon(as_dict(line, "lines"), self.scales.get(number, POINTS_PER_INCH))
                if box is not None and as_text(line.get("content")):
                    lines.append(PrintedLine(as_text(line["content"]), number, box))
            _add_lines(self.draft, lines)

    def _spans(self, entry: dict[str, Any]) -> list[tuple[int, int]]:
        spans = []
        for span in as_list(entry.get("spans"), "spans"):
            start, length = as_int(as_dict(span, "spans").get("offset")), as_int(as_dict(span, "spans").get("length"))
            if start is not None:
                spans.append((start, start + (length or 0)))
        return spans

    def _regions(self, entry: dict[str, Any]) -> list[Region]:
        return _merged(self._regions_list(entry))

    def _regions_list(self, entry: dict[str, Any]) -> list[Region]:
        regions = []
        for region in as_list(_get(entry, "boundingRegions"), "boundingRegions"):
            region = as_dict(region, "boundingRegions")
            page = as_int(_get(region, "pageNumber"))
            box = _polygon(region, self.scales.get(page or 0, POINTS_PER_INCH))
            if page is not None and page >= 1 and box is not None:
                regions.append(Region(page=page, bbox=box))
        return regions


_SNAKE = re.compile(r"(?<=[a-z])(?=[A-Z])")


def _get(entry: dict[str, Any], name: str) -> Any:
    """A value under its camelCase name or, as old SDKs dump it, its snake_case one."""
    return entry.get(name, entry.get(_SNAKE.sub("_", name).lower()))


def _size(value: Any) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else 0.0


def _pointer(value: Any) -> tuple[str, int]:
    """(kind, index) of a pointer such as "/paragraphs/3"; an unknown one is ("", -1)."""
    match = re.fullmatch(r"/(\w+)/(\d+)", value) if isinstance(value, str) else None
    return (match.group(1), int(match.group(2))) if match else ("", -1)


def _polygon(entry: dict[str, Any], scale: float) -> Box | None:
    points = entry.get("polygon") or _get(entry, "boundingBox") or _get(entry, "boundingPolygon")
    if not isinstance(points, list) or not points:
        return None
    if isinstance(points[0], dict):
        return box_of_points([(point.get("x"), point.get("y")) for point in points], scale)
    if isinstance(points[0], list):
        return box_of_points(points, scale)
    return box_of_points(list(zip(points[::2], points[1::2], strict=False)), scale)


def _merged(regions: Sequence[Region]) -> list[Region]:
    by_page: dict[int, list[Box]] = {}
    for region in regions:
        by_page.setdefault(region.page, []).append(region.bbox)
    return [Region(page=page, bbox=union(boxes)) for page, boxes in by_page.items()]


def _without_caption(regions: Sequence[Region], caption: Sequence[Region]) -> list[Region]:
    """Regions of a figure without those that are its caption's."""
    boxes = {(region.page, region.bbox) for region in caption}
    rest = [region for region in regions if (region.page, region.bbox) not in boxes]
    return rest or list(regions)


_HEADING_SIGNS = re.compile(r"^(#{1,6})\s+")
_COMMENT = re.compile(r"^<!--\s*\w+\s*=\s*\"(.*)\"\s*-->$", re.DOTALL)
_ESCAPES = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|>])")


def _with_boxes(text: str) -> str:
    """Selection marks, which stand in the text as ":selected:", as the boxes that are printed."""
    return text.replace(":selected:", "☑").replace(":unselected:", "☐")


def _without_markdown(text: str) -> tuple[str, int | None]:
    """Text without the Markdown that previews write into paragraphs, and the level of its heading sign."""
    level = None
    if comment := _COMMENT.match(text.strip()):
        text = comment.group(1)
    if match := _HEADING_SIGNS.match(text):
        level, text = len(match.group(1)), text[match.end() :]
        text = _ESCAPES.sub(r"\1", text)
    lines = text.split("\n")
    if len(lines) == 2 and re.fullmatch(r"[=-]{3,}", lines[1]):
        level, text = (1 if lines[1][0] == "=" else 2), _ESCAPES.sub(r"\1", lines[0])
    return text, level


def _add_lines(draft: Draft, lines: Sequence[PrintedLine]) -> None:
    for group in paragraphs_of(lines):
        text = ""
        for line in group:
            text = join_lines(text, line.text)
        box = union([line.box for line in group])
        draft.add(ElementKind.TEXT, text, page=group[0].page, bbox=box)


def _read_old(result: dict[str, Any], source: LayoutSource) -> LayoutDocument:
    """Form Recognizer 2.1: lines per page and tables, no roles."""
    draft = Draft()
    pages = []
    tables: dict[int, list[dict[str, Any]]] = {}
    for entry in as_list(_get(result, "pageResults"), "pageResults"):
        entry = as_dict(entry, "pageResults")
        found = [as_dict(table, "tables") for table in as_list(entry.get("tables"), "tables")]
        tables.setdefault(as_int(entry.get("page")) or 1, []).extend(found)
    for entry in as_list(_get(result, "readResults"), "readResults"):
        entry = as_dict(entry, "readResults")
        number = as_int(entry.get("page")) or 1
        scale = _POINTS.get(as_text(entry.get("unit")), POINTS_PER_INCH)
        page_width, page_height = _size(entry.get("width")) * scale, _size(entry.get("height")) * scale
        if page_width and page_height:
            pages.append(LayoutPage(number=number, width=round(page_width, 2), height=round(page_height, 2)))
        _read_old_page(draft, entry, number, scale, tables.get(number, []))
    return draft.document(source, checked_pages(pages))


def _read_old_page(
    draft: Draft, entry: dict[str, Any], number: int, scale: float, tables: Sequence[dict[str, Any]]
) -> None:
    boxes = [box for table in tables if (box := _polygon(table, scale)) is not None]
    lines = []
    for line in as_list(entry.get("lines"), "lines"):
        box = _polygon(as_dict(line, "lines"), scale)
        inside = box is not None and any(
            b[0] <= box[0] + 1 and box[2] <= b[2] + 1 and b[1] <= box[1] + 1 and box[3] <= b[3] + 1 for b in boxes
        )
        if box is not None and not inside and as_text(line.get("text")):
            lines.append(PrintedLine(as_text(line["text"]), number, box))
    pending = sorted(zip(boxes, tables, strict=False), key=lambda pair: pair[0][1])
    above: list[PrintedLine] = []
    for line in lines:
        while pending and pending[0][0][1] <= line.box[1]:
            _add_lines(draft, above)
            above = []
            _add_old_table(draft, *pending.pop(0), number, scale)
        above.append(line)
    _add_lines(draft, above)
    for box, table in pending:
        _add_old_table(draft, box, table, number, scale)


def _add_old_table(draft: Draft, box: Box, table: dict[str, Any], number: int, scale: float) -> None:
    cells = [
        TableCell(
            row=max(0, as_int(_get(cell, "rowIndex")) or 0),
            column=max(0, as_int(_get(cell, "columnIndex")) or 0),
            row_span=max(1, as_int(_get(cell, "rowSpan")) or 1),
            column_span=max(1, as_int(_get(cell, "columnSpan")) or 1),
            text=as_text(cell.get("text")),
            is_header=bool(_get(cell, "isHeader")),
            bbox=_polygon(cell, scale),
        )
        for cell in (as_dict(entry, "cells") for entry in as_list(table.get("cells"), "cells"))
    ]
    rows = max([as_int(table.get("rows")) or 0, *(cell.row + cell.row_span for cell in cells)])
    columns = max([as_int(table.get("columns")) or 0, *(cell.column + cell.column_span for cell in cells)])
    if rows * columns > 2_000_000:
        raise FormatError(f"a table of {rows} rows and {columns} columns is too large")
    draft.add(ElementKind.TABLE, page=number, bbox=box, table=Table(row_count=rows, column_count=columns, cells=cells))
