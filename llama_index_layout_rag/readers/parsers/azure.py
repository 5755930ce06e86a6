"""Azure Document Intelligence's layout result (GA, previews, Form Recognizer 2.1; camelCase and snake_case).

Reading order is that of the offsets in the text. There is no role for list items; words of table cells and figures occur
among the paragraphs once more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from llama_index_layout_rag.layout.boxes import Box, contains
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement, Region, TableCell
from llama_index_layout_rag.readers.parsers.coordinates import INCH, PIXEL, Coordinates
from llama_index_layout_rag.readers.parsers.draft import Draft, ParserFormat, TextLine, labels, merged_regions
from llama_index_layout_rag.readers.parsers.values import (
    MAX_NESTING,
    FormatError,
    as_dict,
    as_dicts,
    as_int,
    as_list,
    as_text,
    box_of_points,
    get,
    table_cell,
    table_of,
)

_KINDS = labels(
    {
        ElementKind.TEXT: "",
        ElementKind.TITLE: "title",
        ElementKind.SECTION_HEADER: "sectionHeading",
        ElementKind.PAGE_HEADER: "pageHeader",
        ElementKind.PAGE_FOOTER: "pageFooter|pageNumber",
        ElementKind.FOOTNOTE: "footnote",
        ElementKind.FORMULA: "formulaBlock",
    }
)
_UNITS = {"inch": INCH, "pixel": PIXEL}
_NO_OFFSET = 1 << 60


def _is_azure(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    if "readResults" in value or "read_results" in value:
        return True
    return get(value, "apiVersion") is not None and get(value, "modelId") is not None and "pages" in value


def _walk(result: dict[str, Any], draft: Draft) -> None:
    if get(result, "readResults") is not None:
        _walk_version_2(result, draft)
    else:
        _Walker(result, draft).walk()


class _Walker:
    """One walk over a result."""

    def __init__(self, result: dict[str, Any], draft: Draft) -> None:
        self.result, self.draft = result, draft
        self.page_entries = as_dicts(result.get("pages"), "pages")
        for entry in self.page_entries:
            number = draft.pages.number(get(entry, "pageNumber"))
            if number is None:
                raise FormatError("a page has no number")
            draft.pages.declare(
                number, entry.get("width"), entry.get("height"), unit=_UNITS.get(as_text(entry.get("unit")))
            )
        self.paragraphs = as_dicts(result.get("paragraphs"), "paragraphs")
        self.levels = self._levels()

    def walk(self) -> None:
        taken: set[int] = set()
        cells: list[tuple[int, int]] = []
        entries: list[tuple[int, str, int, dict[str, Any]]] = []
        for name in ("tables", "figures"):
            for number, entry in enumerate(as_dicts(self.result.get(name), name)):
                taken |= _paragraphs_in(entry)
                spans = _spans(entry)
                cells += spans if name == "tables" else []
                entries.append((min((start for start, _ in spans), default=_NO_OFFSET), name, number, entry))
        for number, paragraph in enumerate(self.paragraphs):
            start = min((start for start, _ in _spans(paragraph)), default=_NO_OFFSET)
            furniture = as_text(paragraph.get("role")) in ("pageHeader", "pageFooter", "pageNumber")
            if number not in taken and (furniture or not any(first <= start < end for first, end in cells)):
                entries.append((start, "paragraphs", number, paragraph))
        for _, name, number, entry in sorted(entries, key=lambda item: item[:3]):
            if name == "tables":
                self._table(entry)
            elif name == "figures":
                self._figure(entry)
            else:
                self._paragraph(number)
        self._forms()
        if not self.draft.elements:
            for entry in self.page_entries:
                # Results of the read model have lines and no paragraphs.
                page = self.draft.pages.number(get(entry, "pageNumber")) or 1
                self.draft.add_lines(_lines(self.draft, entry, page, "content"))

    def _levels(self) -> dict[int, int]:
        """Return the level of each heading paragraph: the depth of the section that it opens."""
        sections = as_dicts(self.result.get("sections"), "sections")
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
                elif kind == "paragraphs" and index:
                    levels.setdefault(target, depth)
        return levels

    def _paragraph(self, number: int) -> LayoutElement:
        paragraph = self.paragraphs[number]
        role = as_text(paragraph.get("role"))
        kind = self.draft.kind(role)
        text, level = _without_markdown(_with_boxes(as_text(paragraph.get("content"))))
        level = self.levels.get(number, level) if kind is ElementKind.SECTION_HEADER else None
        source_id = f"/paragraphs/{number}"
        return self.draft.add(
            kind, text, regions=self._regions(paragraph), level=level, label=role, source_id=source_id
        )

    def _table(self, entry: dict[str, Any]) -> None:
        cells = [_cell(cell, self._regions(cell)) for cell in as_dicts(entry.get("cells"), "cells")]
        table = table_of(cells, get(entry, "rowCount"), get(entry, "columnCount"))
        self._notes(entry, self.draft.add(ElementKind.TABLE, regions=self._regions(entry), table=table))

    def _figure(self, entry: dict[str, Any]) -> None:
        caption = as_dict(entry.get("caption"), "caption")
        of_caption = self._regions(caption)
        regions = [region for region in self._regions(entry) if region not in of_caption] or self._regions(entry)
        picture = self.draft.add(ElementKind.PICTURE, regions=regions, source_id=entry.get("id"))
        noted = _paragraphs_in({"caption": caption, "footnotes": entry.get("footnotes")})
        for kind, target in map(_pointer, as_list(entry.get("elements"), "elements")):
            if kind == "paragraphs" and target not in noted and target < len(self.paragraphs):
                element = self._paragraph(target)
                element.kind, element.level = ElementKind.PICTURE_OCR_TEXT, None
                element.container = picture.element_id
        self._notes(entry, picture)

    def _notes(self, entry: dict[str, Any], owner: LayoutElement) -> None:
        caption = as_dict(entry.get("caption"), "caption")
        text, _ = _without_markdown(as_text(caption.get("content")))
        if text:
            self.draft.add(ElementKind.CAPTION, text, regions=self._regions(caption), caption_of=owner)
        for note in as_dicts(entry.get("footnotes"), "footnotes"):
            self.draft.add(ElementKind.FOOTNOTE, as_text(note.get("content")), regions=self._regions(note))

    def _forms(self) -> None:
        for pair in as_dicts(get(self.result, "keyValuePairs"), "keyValuePairs"):
            key, value = as_dict(pair.get("key"), "key"), as_dict(pair.get("value"), "value")
            if as_text(key.get("content")):
                text = _with_boxes(f"{as_text(key.get('content'))}: {as_text(value.get('content'))}".rstrip())
                regions = self._regions(key) or self._regions(value)
                confidence = pair.get("confidence")
                self.draft.add(ElementKind.FORM, text, regions=regions, confidence=confidence, duplicates_text=True)

    def _regions(self, entry: dict[str, Any]) -> list[Region]:
        regions = []
        for region in as_dicts(get(entry, "boundingRegions"), "boundingRegions"):
            page = self.draft.pages.number(get(region, "pageNumber"))
            box = self.draft.pages.box(page, _polygon(region))
            if page is not None and box is not None:
                regions.append(Region(page=page, bbox=box))
        return regions


def _paragraphs_in(entry: dict[str, Any]) -> set[int]:
    """Return the paragraphs that a table or figure says are its own."""
    pointers = list(as_list(entry.get("elements"), "elements"))
    parts = [as_dict(entry.get("caption"), "caption")]
    for part in [*parts, *as_dicts(entry.get("footnotes"), "footnotes"), *as_dicts(entry.get("cells"), "cells")]:
        pointers += as_list(part.get("elements"), "elements")
    return {target for kind, target in map(_pointer, pointers) if kind == "paragraphs"}


def _pointer(value: Any) -> tuple[str, int]:
    """Return (kind, index) of a pointer such as "/paragraphs/3"; an unknown one is ("", -1)."""
    match = re.fullmatch(r"/(\w+)/(\d+)", value) if isinstance(value, str) else None
    return (match.group(1), int(match.group(2))) if match else ("", -1)


def _spans(entry: dict[str, Any]) -> list[tuple[int, int]]:
    spans = as_dicts(entry.get("spans"), "spans")
    starts = [
        (start, as_int(span.get("length")) or 0) for span in spans if (start := as_int(span.get("offset"))) is not None
    ]
    return [(start, start + length) for start, length in starts]


def _cell(cell: dict[str, Any], regions: Sequence[Region]) -> TableCell:
    return table_cell(
        get(cell, "rowIndex"),
        get(cell, "columnIndex"),
        _with_boxes(as_text(cell.get("content")) or as_text(cell.get("text"))),
        spans=(get(cell, "rowSpan"), get(cell, "columnSpan")),
        is_header=as_text(cell.get("kind")) in ("columnHeader", "stubHead") or bool(get(cell, "isHeader")),
        bbox=merged_regions(regions)[0].bbox if regions else None,
    )


def _polygon(entry: dict[str, Any]) -> Box | None:
    points = entry.get("polygon") or get(entry, "boundingBox") or get(entry, "boundingPolygon")
    if not isinstance(points, list) or not points:
        return None
    if isinstance(points[0], dict):
        return box_of_points([(point.get("x"), point.get("y")) for point in points])
    return box_of_points(points if isinstance(points[0], list) else list(zip(points[::2], points[1::2], strict=False)))


_HEADING_SIGNS = re.compile(r"^(#{1,6})\s+")
_COMMENT = re.compile(r"^<!--\s*\w+\s*=\s*\"(.*)\"\s*-->$", re.DOTALL)
_ESCAPES = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|>])")


def _with_boxes(text: str) -> str:
    """Return a text with the boxes that are printed in place of ":selected:" and ":unselected:"."""
    return text.replace(":selected:", "☑").replace(":unselected:", "☐")


def _without_markdown(text: str) -> tuple[str, int | None]:
    """Return a text without the Markdown that previews write into paragraphs, and the level of its heading sign."""
    level = None
    if comment := _COMMENT.match(text.strip()):
        text = comment.group(1)
    if match := _HEADING_SIGNS.match(text):
        level, text = len(match.group(1)), _ESCAPES.sub(r"\1", text[match.end() :])
    lines = text.split("\n")
    if len(lines) == 2 and re.fullmatch(r"[=-]{3,}", lines[1]):
        level, text = (1 if lines[1][0] == "=" else 2), _ESCAPES.sub(r"\1", lines[0])
    return text, level


def _lines(draft: Draft, entry: dict[str, Any], page: int, name: str) -> list[TextLine]:
    lines = [
        (as_text(line.get(name)), draft.pages.box(page, _polygon(line)))
        for line in as_dicts(entry.get("lines"), "lines")
    ]
    return [TextLine(text, page, box) for text, box in lines if text and box is not None]


def _walk_version_2(result: dict[str, Any], draft: Draft) -> None:
    """Form Recognizer 2.1 has lines per page, and tables beside them."""
    tables: dict[int, list[dict[str, Any]]] = {}
    for entry in as_dicts(get(result, "pageResults"), "pageResults"):
        tables.setdefault(draft.pages.number(entry.get("page")) or 1, []).extend(
            as_dicts(entry.get("tables"), "tables")
        )
    for entry in as_dicts(get(result, "readResults"), "readResults"):
        page = draft.pages.number(entry.get("page")) or 1
        draft.pages.declare(page, entry.get("width"), entry.get("height"), unit=_UNITS.get(as_text(entry.get("unit"))))
        placed = [(box, table) for table in tables.get(page, []) if (box := draft.pages.box(page, _polygon(table)))]
        placed.sort(key=lambda pair: pair[0][1])
        above: list[TextLine] = []
        for line in _lines(draft, entry, page, "text"):
            if any(contains(box, line.box, tolerance=1) for box, _ in placed):
                continue
            while placed and placed[0][0][1] <= line.box[1]:
                draft.add_lines(above)
                above = []
                _table_version_2(draft, page, *placed.pop(0))
            above.append(line)
        draft.add_lines(above)
        for box, table in placed:
            _table_version_2(draft, page, box, table)


def _table_version_2(draft: Draft, page: int, box: Box, table: dict[str, Any]) -> None:
    cells = []
    for entry in as_dicts(table.get("cells"), "cells"):
        place = draft.pages.box(page, _polygon(entry))
        cells.append(_cell(entry, [Region(page=page, bbox=place)] if place is not None else []))
    draft.add(ElementKind.TABLE, page=page, bbox=box, table=table_of(cells, table.get("rows"), table.get("columns")))


AZURE = ParserFormat("Azure Document Intelligence", _KINDS, Coordinates(unit=INCH), _is_azure, _walk)
