"""Units: the smallest pieces of a section that are never cut apart.

A *unit* is a step with what belongs to it (sub-steps, the sentence that says what happens then, the caution around
it, the pictures' captions), a paragraph, or one row of a table. A *piece* is one printed element inside a unit.
`blocks` packs units.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from llama_index_layout_rag.chunking.content import ContentReader, labelled_runs
from llama_index_layout_rag.chunking.payload import CodeCell, ContentType
from llama_index_layout_rag.chunking.step_tables import row_steps
from llama_index_layout_rag.chunking.tables import TableReading, read_table, says_continued
from llama_index_layout_rag.layout import ElementKind, LayoutElement, Region, VisualRole
from llama_index_layout_rag.layout.markers import split_marker
from llama_index_layout_rag.layout.writing import HIRAGANA
from llama_index_layout_rag.pictures import evidence_of, role_of
from llama_index_layout_rag.steps import RESULT_MARKS, StepRecord, StepRecorder, all_spans

INDENT = "  "
SENTENCE_END = re.compile(rf"(?<=[。！？!?])|(?<=[{HIRAGANA}]．)|(?<=[.!?])\s+(?=[A-Z(\"'])")
"""After a Japanese full stop, or after an English one before a capital."""

MAX_CAUTION_CHARS = 120
"""A longer warning before a list is not repeated with every part of the list."""

MAX_LEAD_CHARS = 240
"""A longer paragraph before a list is a text of its own and not the list's introduction."""


@dataclass(frozen=True)
class Piece:
    """One printed element as text."""

    text: str
    elements: tuple[LayoutElement, ...]


@dataclass
class Unit:
    """What is never cut apart."""

    content_type: ContentType
    pieces: list[Piece] = field(default_factory=list)
    steps: list[StepRecord] = field(default_factory=list)
    code_cells: list[CodeCell] = field(default_factory=list)
    linked: list[LayoutElement] = field(default_factory=list)
    """Pictures, tables and forms that are in or beside the unit, in reading order."""
    lead: str = ""
    """Condition or introduction of the list that the unit's step inherits; repeated where a block begins inside the
    list."""
    lead_caution: str = ""
    """Warning before the list that the unit's step inherits; repeated like the condition."""
    table_id: str = ""
    """Rows of one table are packed together, under its caption."""
    alone: bool = False
    """Whether the unit makes a block by itself: a case, an item of a checklist."""

    @property
    def text(self) -> str:
        """The pieces as printed, a line each."""
        return "\n".join(piece.text for piece in self.pieces)

    @property
    def elements(self) -> list[LayoutElement]:
        """The elements that the pieces were made from."""
        return [element for piece in self.pieces for element in piece.elements]


def section_units(
    elements: Sequence[LayoutElement],
    recorder: StepRecorder,
    section_path: Sequence[str],
    reader: ContentReader | None = None,
) -> list[Unit]:
    """Return the units of one section, in reading order and texts of pictures last; every element's text is in exactly one of them.

    Args:
        elements: The section's elements in reading order, without furniture.
        recorder: Finds steps, conditions, results and cautions.
        section_path: Headings above and of the section.
        reader: Tells the content types; by default without anything declared by the user.
    """
    return list(_UnitBuilder(recorder, section_path, reader or ContentReader()).build(elements))


class _UnitBuilder:
    """Walks a section once and keeps the unit that the next element may belong to."""

    def __init__(self, recorder: StepRecorder, section_path: Sequence[str], reader: ContentReader) -> None:
        self._recorder = recorder
        self._reader = reader
        self._kind = reader.section_type(section_path)
        self._declared = reader.declared_type(section_path)
        self._told: dict[str, Unit] = {}
        """By the element that opens it: the unit of a case or rule told in labelled parts."""
        self._section_path = list(section_path)
        self._units: list[Unit] = []
        self._apart: list[Unit] = []
        """Texts of pictures, after the section's other units."""
        self._lead: Piece | None = None
        self._lead_text = self._lead_caution = ""
        self._paragraph: tuple[int, LayoutElement | None] = (0, None)
        """The last paragraph, whose warning a list directly after it repeats, and how many units there were after it."""
        self._step_depth = 0
        self._table: TableReading | None = None
        self._table_id = ""
        self._table_lead = ""
        self._rows: dict[str, dict[int, Unit]] = {}
        """By table: the unit of each of its rows, for the pictures in its cells."""

    def build(self, elements: Sequence[LayoutElement]) -> Iterator[Unit]:
        tables = {e.element_id: e for e in elements if e.kind is ElementKind.TABLE}
        captions = _table_captions(elements, tables)
        runs = labelled_runs(elements, self._reader)
        icons: list[LayoutElement] = []
        for position, element in enumerate(elements):
            following = elements[position + 1] if position + 1 < len(elements) else None
            if element.element_id in runs:
                self._add_part(element, *runs[element.element_id])
            elif element.kind is ElementKind.TABLE:
                adjoining = position > 0 and _adjoins(_last_but_captions(elements[:position]), element)
                self._add_table(element, captions[element.element_id], adjoining)
            elif element.kind is ElementKind.LIST_ITEM:
                self._add_list_item(element)
            elif element.kind is ElementKind.PICTURE:
                if role_of(element) is VisualRole.INLINE_ICON:
                    icons.append(element)
                else:
                    self._add_picture(element, tables)
            elif element.picture is not None and element.picture.carried_by is not None:
                continue  # Stands in the chunk of its picture.
            elif element.kind is ElementKind.CAPTION and element.caption_of in tables:
                continue  # Stands at the head of its table's rows.
            elif element.kind is ElementKind.FORM and element.text.strip():
                self._add_form(element)
            elif element.text.strip():
                self._add_text(element, following)
        self._flush_lead()
        for icon in icons:
            self._add_icon(icon, tables)
        self._give_section_type()
        return iter([*self._units, *self._apart])

    def _give_section_type(self) -> None:
        """Apply the type of the section: a declared one to all text, an inferred one where nothing else is known."""
        for unit in self._units:
            if unit.table_id or self._kind is None:
                continue
            if self._declared is not None or (
                self._kind in (ContentType.POLICY, ContentType.CASE) and unit.content_type is ContentType.REFERENCE
            ):
                unit.content_type = self._kind

    def _add_part(self, element: LayoutElement, opener: str, kind: ContentType) -> None:
        """Add a labelled part of a case or a rule; all parts of one stay together."""
        text = f"{element.marker} {element.text}" if element.marker else element.text
        piece = Piece(text=f"{INDENT * max(0, (element.depth or 1) - 1)}{text}", elements=(element,))
        if element.element_id == opener:
            self._flush_lead()
            self._lead_text = self._lead_caution = ""
            self._told[opener] = Unit(content_type=kind, alone=kind is ContentType.CASE)
            self._units.append(self._told[opener])
        unit = self._told[opener]
        unit.pieces.append(piece)
        step = self._recorder.step(element, self._section_path) if element.kind is ElementKind.LIST_ITEM else None
        if step is not None:
            unit.steps.append(step)

    def _add_list_item(self, item: LayoutElement) -> None:
        depth = item.depth or 1
        line = (
            f"{INDENT * (depth - 1)}{item.marker} {item.text}" if item.marker else f"{INDENT * (depth - 1)}{item.text}"
        )
        piece = Piece(text=line, elements=(item,))
        step = self._recorder.step(item, self._section_path)
        open_unit = self._open_step_unit()
        if open_unit is not None and _is_result_mark(item):
            self._extend(open_unit, Piece(item.text, (item,)), item)
            return
        if depth > 1 and open_unit is not None and depth > self._step_depth:
            if step is None:
                self._extend(open_unit, piece, item)
            else:
                open_unit.pieces.append(piece)
                open_unit.steps.append(self._as_sub_step(step, open_unit))
            return
        kind = ContentType.PROCEDURE if step else ContentType.REFERENCE
        unit = Unit(content_type=kind, lead=self._lead_text, lead_caution=self._lead_caution)
        if self._lead is not None:
            unit.pieces.append(self._lead)
            self._lead = None
        unit.pieces.append(piece)
        if step is not None:
            unit.steps.append(step)
        if self._kind is ContentType.CHECKLIST or self._reader.is_check_item(item):
            unit.content_type, unit.alone = ContentType.CHECKLIST, True
        self._step_depth = depth
        self._units.append(unit)

    def _extend(self, unit: Unit, piece: Piece, element: LayoutElement) -> None:
        """Add what follows a step and is no step itself: its result, a caution, a note."""
        unit.pieces.append(piece)
        unit.steps = self._recorder.extend(unit.steps, element)

    def _as_sub_step(self, step: StepRecord, unit: Unit) -> StepRecord:
        """Return a step with the item above it as its parent, and with the condition under which that item puts it."""
        item = next(e for e in unit.elements if e.kind is ElementKind.LIST_ITEM)
        step = step.model_copy(update={"parent_step_id": item.element_id})
        condition = self._recorder.inherited_condition(item)
        own = all_spans(step.condition, step.conditions)
        if not condition or condition in own:
            return step
        results, cautions = all_spans(step.result, step.results), all_spans(step.caution, step.cautions)
        return step.with_spans([condition, *own], results, cautions)

    def _add_text(self, element: LayoutElement, following: LayoutElement | None) -> None:
        depth = element.list_depth or 0
        piece = Piece(text=f"{INDENT * depth}{element.text}", elements=(element,))
        open_unit = self._open_step_unit()
        if open_unit is not None and self._belongs_to_step(element):
            self._extend(open_unit, piece, element)
            return
        if self._is_exception_of_last(element):
            last = self._units[-1]
            last.pieces.append(piece)
            if last.content_type is ContentType.REFERENCE and self._reader.is_rule(last.text):
                last.content_type = ContentType.POLICY
            return
        self._flush_lead()
        self._lead_text = self._lead_caution = ""
        if following is not None and _starts_list(following, open_unit) and len(element.text) <= MAX_LEAD_CHARS:
            before = self._paragraph[1] if self._paragraph[0] == len(self._units) else None
            self._lead, self._lead_text = piece, self._recorder.inherited_condition(element)
            self._lead_caution = self._short_caution(element) or self._short_caution(before)
            return
        kind = ContentType.POLICY if self._reader.is_rule(element.text) else ContentType.REFERENCE
        self._units.append(Unit(content_type=kind, pieces=[piece]))
        self._paragraph = (len(self._units), element)

    def _short_caution(self, paragraph: LayoutElement | None) -> str:
        """Return the warning in a paragraph before a list, where it is short enough to be repeated."""
        cautions = self._recorder.cautions_of(paragraph) if paragraph is not None else []
        return cautions[0] if cautions and len(cautions[0]) <= MAX_CAUTION_CHARS else ""

    def _add_form(self, form: LayoutElement) -> None:
        """Add a form as a text of its own, linked to what precedes it; a list continues after it."""
        self._flush_lead()
        if self._units and not self._units[-1].table_id:
            self._units[-1].linked.append(form)
        self._units.append(Unit(content_type=ContentType.REFERENCE, pieces=[Piece(text=form.text, elements=(form,))]))

    def _is_exception_of_last(self, element: LayoutElement) -> bool:
        last = self._units[-1] if self._units and self._lead is None else None
        return last is not None and bool(last.pieces) and not last.table_id and self._reader.is_exception(element.text)

    def _belongs_to_step(self, element: LayoutElement) -> bool:
        if element.is_box_label and element.admonition is None:
            return False  # the label of a tab opens what follows
        if element.list_depth or element.kind in (ElementKind.CAPTION, ElementKind.PICTURE_OCR_TEXT):
            return True
        return self._recorder.explains_step(element)

    def _add_picture(self, picture: LayoutElement, tables: Mapping[str, LayoutElement]) -> None:
        table_id = picture.container or ""
        unit = self._row_with(picture, tables[table_id]) if table_id in tables else None
        if unit is None and self._units and not self._units[-1].table_id and self._lead is None:
            unit = self._units[-1]
        if unit is None:
            unit = Unit(content_type=ContentType.REFERENCE)
            self._units.append(unit)
        unit.linked.append(picture)
        if picture.text.strip() and evidence_of(picture) is None:
            # What a source says of a picture may be long: it is no part of the step beside it, nor does it end the list.
            text = Piece(text=picture.text.strip(), elements=(picture,))
            self._apart.append(Unit(content_type=ContentType.PICTURE, pieces=[text], alone=True))

    def _add_icon(self, icon: LayoutElement, tables: Mapping[str, LayoutElement]) -> None:
        """Add an icon to the fragment of text that it lies in; it is no evidence of its own."""
        host = (icon.picture.host if icon.picture is not None else None) or ""
        row = self._row_with(icon, tables[host]) if host in tables else None
        for unit in [row] if row is not None else self._units:
            for index, piece in enumerate(unit.pieces):
                if any(element.element_id == host for element in piece.elements):
                    unit.pieces[index] = Piece(piece.text, (*piece.elements, icon))
                    return
        if not any(unit.pieces for unit in self._units):
            return  # It is in the heading, which has no unit.
        last = next(unit for unit in reversed(self._units) if unit.pieces)
        last.pieces[-1] = Piece(last.pieces[-1].text, (*last.pieces[-1].elements, icon))

    def _row_with(self, picture: LayoutElement, table: LayoutElement) -> Unit | None:
        """Return the unit of the table row that a picture is in: by its row, or by the place of its box."""
        rows = self._rows.get(table.element_id)
        if not rows:
            return None
        row = picture.cell.row if picture.cell is not None else None
        if row is None and picture.bbox is not None and table.table is not None:
            middle = (picture.bbox[1] + picture.bbox[3]) / 2
            boxes = {cell.row: cell.bbox for cell in table.table.cells if cell.bbox is not None}
            row = next((number for number, box in boxes.items() if box[1] <= middle <= box[3]), None)
        return rows.get(row) if row in rows else next(iter(rows.values()))

    def _add_table(self, table: LayoutElement, captions: Sequence[LayoutElement], adjoining: bool) -> None:
        self._flush_lead()
        if self._units and not self._units[-1].table_id:
            self._units[-1].linked.append(table)
        head = [Piece(text=caption.text, elements=(caption,)) for caption in captions]
        goes_on = bool(captions) and all(says_continued(caption.text) for caption in captions)
        before = self._table if goes_on or not captions else None
        reading = (
            read_table(table.table, before, adjoining=adjoining or goes_on)
            if table.table is not None
            else TableReading(())
        )
        self._table = reading
        if not reading.continues:
            self._table_id, self._table_lead = table.element_id, captions[0].text if captions else ""
        regions = table.table.row_regions() if table.table is not None else {}
        places = [_row_element(table, regions.get(row.number, ())) for row in reading.rows]
        rows = [Piece(row.text, (place,)) for row, place in zip(reading.rows, places, strict=True)]
        steps = row_steps(reading, places, self._recorder, self._section_path)
        if not rows:
            rows = [Piece(table.text, (table,))] if table.text.strip() else []
        if not rows and head:
            self._units.append(Unit(content_type=ContentType.REFERENCE, pieces=head))
        for number, piece in enumerate(rows):
            row = reading.rows[number] if reading.rows else None
            is_checklist = self._kind is ContentType.CHECKLIST
            unit = Unit(
                content_type=ContentType.CHECKLIST if is_checklist else ContentType.TABLE,
                alone=is_checklist,
                pieces=[*head, piece] if number == 0 else [piece],
                steps=[steps[row.number]] if row and row.number in steps else [],
                code_cells=list(row.code_cells) if row else [],
                lead=self._table_lead,
                table_id=self._table_id,
            )
            self._units.append(unit)
            self._rows.setdefault(table.element_id, {})[row.number if row else 0] = unit

    def _open_step_unit(self) -> Unit | None:
        """Return the last unit, when it is a list item that what follows may belong to."""
        if self._lead is not None or not self._units:
            return None
        unit = self._units[-1]
        is_item = any(element.kind is ElementKind.LIST_ITEM for element in unit.elements)
        return unit if is_item else None

    def _flush_lead(self) -> None:
        if self._lead is not None:
            self._units.append(Unit(content_type=ContentType.REFERENCE, pieces=[self._lead]))
            self._lead = None


def _is_result_mark(item: LayoutElement) -> bool:
    """Whether an item is marked as a result; the arrows are bullets of other lists as well, but not after a step."""
    return item.marker is not None and item.marker.strip() in RESULT_MARKS.strip() and bool(item.marker.strip())


def _row_element(table: LayoutElement, regions: Sequence[Region]) -> LayoutElement:
    """Return the table as the element of one of its rows: at the row's place, so that a row is cited and framed where it stands."""
    if not regions:
        return table
    return table.model_copy(update={"page": regions[0].page, "bbox": regions[0].bbox, "regions": list(regions)})


def _starts_list(element: LayoutElement, open_unit: Unit | None) -> bool:
    """Whether an element is the first item of a list: it counts from one, or no list is open before it."""
    if element.kind is not ElementKind.LIST_ITEM:
        return False
    marker = split_marker(f"{element.marker} ") if element.marker else None
    return open_unit is None or (marker is not None and marker.value == 1)


def _table_captions(
    elements: Sequence[LayoutElement], tables: Mapping[str, LayoutElement]
) -> defaultdict[str, list[LayoutElement]]:
    """Return the captions of each table: usually one, two where the name of a picture beside it was taken for one."""
    captions: defaultdict[str, list[LayoutElement]] = defaultdict(list)
    for element in elements:
        if element.kind is ElementKind.CAPTION and element.caption_of and element.caption_of in tables:
            captions[element.caption_of].append(element)
    return captions


def _last_but_captions(elements: Sequence[LayoutElement]) -> LayoutElement:
    """Return the last element that is neither a caption nor a picture inside a table's cell."""
    kept = [e for e in elements[-4:] if e.kind is not ElementKind.CAPTION and e.container is None]
    return kept[-1] if kept else elements[-1]


def _adjoins(before: LayoutElement, table: LayoutElement) -> bool:
    """Whether a table follows another one over the end of a page, or directly in a source without pages."""
    if before.kind is not ElementKind.TABLE:
        return False
    last_page = max((region.page for region in before.all_regions()), default=before.page)
    return before.page is None or table.page is None or last_page != table.page
