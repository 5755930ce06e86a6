"""Blocks: the units of one section packed up to a size, never cutting what belongs together. A block becomes a child
node."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from llama_index_layout_rag.layout import LayoutElement
from llama_index_layout_rag.procedures.labels import Labels
from llama_index_layout_rag.procedures.payload import ContentType, StepRecord
from llama_index_layout_rag.procedures.units import SENTENCE_END, Piece, Unit


@dataclass(frozen=True)
class BlockSizes:
    """Sizes in characters of a block's text without its heading path line.

    Attributes:
        target: Units are packed up to this size.
        limit: No block is larger; a unit that is larger by itself is divided.
    """

    target: int
    limit: int


@dataclass
class Block:
    """Consecutive units of one section."""

    content_type: ContentType
    units: list[Unit] = field(default_factory=list)
    inherited: list[str] = field(default_factory=list)
    """Labelled lines that repeat what the block inherits from outside itself."""

    def body(self, labels: Labels, step_text: str) -> str:
        """Text of the block without its heading path line."""
        separator = "\n\n" if self.content_type is ContentType.TABLE else "\n"
        rendered = [
            labelled_unit(unit, labels) if step_text == "labelled" and unit.steps else unit.text for unit in self.units
        ]
        return "\n".join([*self.inherited, separator.join(rendered)])

    @property
    def elements(self) -> list[LayoutElement]:
        return list({e.element_id: e for unit in self.units for e in unit.elements}.values())

    @property
    def steps(self) -> list[StepRecord]:
        return [step for unit in self.units for step in unit.steps]

    @property
    def size(self) -> int:
        return sum(len(unit.text) + 1 for unit in self.units) + sum(len(line) + 1 for line in self.inherited)


def pack_blocks(units: Sequence[Unit], sizes: BlockSizes, labels: Labels) -> list[Block]:
    """Units packed into blocks, in order; every unit is in exactly one block unless it is larger than the limit by
    itself.

    Rows of a table are packed apart from text. A block that begins inside a list repeats the condition that the
    list's steps inherit; one that begins inside a table repeats the table's caption.
    """
    blocks: list[Block] = []
    for unit in units:
        for part in _within_limit(unit, sizes, labels):
            block = blocks[-1] if blocks else None
            if block is None or not _fits(block, part, sizes):
                block = Block(content_type=part.content_type, inherited=_inherited(part, blocks, labels))
                blocks.append(block)
            block.units.append(part)
            if part.content_type is ContentType.PROCEDURE:
                block.content_type = ContentType.PROCEDURE
    return blocks


def _fits(block: Block, unit: Unit, sizes: BlockSizes) -> bool:
    if block.units[-1].table_id != unit.table_id:
        return False
    return block.size + len(unit.text) + 1 <= sizes.target


def _inherited(unit: Unit, blocks: list[Block], labels: Labels) -> list[str]:
    if not unit.lead or not blocks:
        return []
    previous = blocks[-1].units[-1]
    if unit.table_id:
        return [f"{unit.lead} {labels.continued}"] if previous.table_id == unit.table_id else []
    return [f"{labels.condition}: {unit.lead}"] if previous.lead == unit.lead else []


def _within_limit(unit: Unit, sizes: BlockSizes, labels: Labels) -> Iterator[Unit]:
    """The unit, or parts of it that are each within the limit: cut between pieces, and inside a piece between
    sentences.

    Every part after the first repeats the number of the step and its condition. A step's record stands in the part
    where the step begins; what is said of it in a later part stands in a record there.
    """
    if len(unit.text) <= sizes.limit:
        yield unit
        return
    head = _repeated_head(unit, labels)
    parts = [Unit(unit.content_type, [], [], unit.code_cells, unit.linked, unit.lead, unit.table_id)]
    for piece in _small_pieces(unit, sizes.limit - len(head) - 1):
        if parts[-1].pieces and len(parts[-1].text) + len(piece.text) + 1 > sizes.limit:
            pieces = [Piece(head, ())] if head else []
            parts.append(Unit(unit.content_type, pieces, lead=unit.lead, table_id=unit.table_id))
        parts[-1].pieces.append(piece)
    for step in unit.steps:
        _share_record(step, parts)
    yield from parts


def _share_record(step: StepRecord, parts: Sequence[Unit]) -> None:
    """Gives each part the record of a step with the conditions, results and cautions that can be read in that part."""
    home = next((part for part in parts if step.step_id in {e.element_id for e in part.elements}), parts[0])
    texts = [part.text for part in parts]
    for part, text in zip(parts, texts, strict=True):
        elsewhere = [other for other in texts if other is not text]

        def here(span: str, text: str = text, part: Unit = part, elsewhere: list[str] = elsewhere) -> bool:
            # A span that is cut itself stays where the step begins.
            return span in text or (part is home and not any(span in other for other in elsewhere))

        record = step.with_spans_where(here)
        if part is home or record.result or record.caution:
            part.steps.append(record)


def _repeated_head(unit: Unit, labels: Labels) -> str:
    if unit.table_id:
        # A long row goes on below its first cell, which is what the row is about.
        return f"{unit.pieces[-1].text.splitlines()[0][:80]} {labels.continued}"
    step = unit.steps[0] if unit.steps else None
    if step is None:
        return ""
    parts = [f"{labels.step_number}: {step.step_number} {labels.continued}"] if step.step_number else []
    if step.condition:
        parts.append(f"{labels.condition}: {step.condition[:200]}")
    return "\n".join(parts)


def _small_pieces(unit: Unit, limit: int) -> Iterator[Piece]:
    for piece in unit.pieces:
        if len(piece.text) <= limit:
            yield piece
            continue
        for text in _split_text(piece.text, limit):
            yield Piece(text, piece.elements)


def _split_text(text: str, limit: int) -> Iterator[str]:
    """Text in parts of at most `limit` characters: at line ends, then between sentences, then anywhere."""
    buffer = ""
    for sentence in _sentences(text):
        while len(sentence) > limit:
            room = limit - len(buffer)
            buffer += sentence[:room]
            sentence = sentence[room:]
            yield buffer
            buffer = ""
        if buffer and len(buffer) + len(sentence) > limit:
            yield buffer.rstrip("\n")
            buffer = ""
        buffer += sentence
    if buffer.strip():
        yield buffer.rstrip("\n")


def _sentences(text: str) -> Iterator[str]:
    for line in text.splitlines(keepends=True):
        start = 0
        for match in SENTENCE_END.finditer(line):
            if match.end() > start:
                yield line[start : match.end()]
                start = match.end()
        if start < len(line):
            yield line[start:]


def labelled_unit(unit: Unit, labels: Labels) -> str:
    """A step unit with each of its steps as labelled lines; empty ones are left out (`step_text="labelled"`)."""
    lines = []
    texts = {e.element_id: e.text for e in unit.elements}
    shown = {step.step_id for step in unit.steps}
    for piece in unit.pieces:
        ids = [e.element_id for e in piece.elements]
        step = next((s for s in unit.steps if s.step_id in ids), None)
        if step is None:
            lines.append(piece.text)
            continue
        fields = [
            (labels.step_number, step.step_number),
            (labels.action, labels.separator.join(step.actions) or step.action),
            (labels.target, labels.separator.join(step.targets) or step.target),
            (labels.body, texts[step.step_id]),
            (labels.condition, labels.separator.join(step.conditions) or step.condition),
            (labels.result, labels.separator.join(step.results) or step.result),
            (labels.caution, labels.separator.join(step.cautions) or step.caution),
        ]
        lines += [f"{label}: {value}" for label, value in fields if value]
    return "\n".join(lines) if shown else unit.text
