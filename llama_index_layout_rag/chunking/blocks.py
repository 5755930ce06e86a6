"""Blocks: the units of one section packed up to a size, never cutting what belongs together. A block becomes a child node."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from llama_index_layout_rag.chunking.payload import ContentType
from llama_index_layout_rag.chunking.units import SENTENCE_END, Piece, Unit
from llama_index_layout_rag.languages import Labels, any_of
from llama_index_layout_rag.layout import Box, LayoutElement, Region
from llama_index_layout_rag.layout.boxes import union
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.steps import StepRecord, all_spans


@dataclass(frozen=True)
class BlockSizes:
    """Sizes of a block's text without its heading path line, in characters or in what `measure` counts.

    Attributes:
        target: Units are packed up to this size.
        limit: No block is larger; a unit that is larger by itself is divided.
        least: A block of text with fewer characters joins its neighbour, where target and least together hold both.
        overlap: How much of the block before is said again at the beginning of a block of text.
        measure: Size of a text; characters by default.
    """

    target: int
    limit: int
    least: int = 0
    overlap: int = 0
    measure: Callable[[str], int] = len

    def reduced_by(self, line: str) -> BlockSizes:
        """Return the sizes for what is below a heading line, which counts where tokens are counted."""
        if self.measure is len:
            return self
        room = max(self.limit - self.measure(line) - 1, self.limit // 4, 1)
        return replace(self, target=min(self.target, room), limit=room)


@dataclass
class Block:
    """Consecutive units of one section."""

    content_type: ContentType
    units: list[Unit] = field(default_factory=list)
    inherited: list[str] = field(default_factory=list)
    """Labelled lines that repeat what the block inherits from outside itself."""
    repeated: str = ""
    """The end of the block before, where blocks overlap."""

    def body(self, labels: Labels, step_text: str) -> str:
        """Text of the block without its heading path line."""
        separator = "\n\n" if self.content_type is ContentType.TABLE else "\n"
        rendered = [
            labelled_unit(unit, labels) if step_text == "labelled" and unit.steps else unit.text for unit in self.units
        ]
        head = [self.repeated] if self.repeated else []
        return "\n".join([*head, *self.inherited, separator.join(filter(None, rendered))])

    def body_text(self) -> str:
        """Return the text of the units alone."""
        return "".join(unit.text for unit in self.units)

    @property
    def elements(self) -> list[LayoutElement]:
        """The elements in reading order, each once; rows of one table are the table at the places of these rows."""
        found: dict[str, list[LayoutElement]] = {}
        for unit in self.units:
            for piece in unit.pieces:
                for element in piece.elements:
                    parts = found.setdefault(element.element_id, [])
                    if not any(part is element for part in parts):
                        parts.append(element)
        return [parts[0] if len(parts) == 1 else _together(parts) for parts in found.values()]

    @property
    def steps(self) -> list[StepRecord]:
        """The steps of all units, in printed order."""
        return [step for unit in self.units for step in unit.steps]

    def size(self, measure: Callable[[str], int] = len) -> int:
        """Size of the block's text, line ends counted."""
        texts = [*(unit.text for unit in self.units), *self.inherited, *([self.repeated] if self.repeated else [])]
        return sum(measure(text) + 1 for text in texts)


def _together(parts: Sequence[LayoutElement]) -> LayoutElement:
    """Rows of one table as one element with one box a page."""
    boxes: dict[int, list[Box]] = {}
    for region in (region for part in parts for region in part.all_regions()):
        boxes.setdefault(region.page, []).append(region.bbox)
    regions = [Region(page=page, bbox=union(found)) for page, found in boxes.items()]
    if not regions:
        return parts[0]
    return parts[0].model_copy(update={"page": regions[0].page, "bbox": regions[0].bbox, "regions": regions})


def pack_blocks(units: Sequence[Unit], sizes: BlockSizes, labels: Labels) -> list[Block]:
    """Units packed into blocks, in order; every unit is in exactly one block unless it is larger than the limit by itself.

    Rows of a table are packed apart from text. A block that begins inside a list repeats the condition that the
    list's steps inherit; one that begins inside a table repeats the table's caption.
    """
    blocks: list[Block] = []
    filled = 0
    for unit in units:
        for part in _within_limit(unit, sizes, labels):
            block = blocks[-1] if blocks else None
            size = sizes.measure(part.text) + 1
            if block is None or not _may_follow(block, part) or filled + size > sizes.target:
                block = Block(content_type=part.content_type, inherited=_inherited(part, blocks, labels))
                block.repeated = _repeated(blocks[-1], part, sizes) if blocks and sizes.overlap else ""
                blocks.append(block)
                filled = block.size(sizes.measure)
            block.units.append(part)
            filled += size
            block.content_type = _joint_type(block.content_type, part.content_type)
    return _without_fragments(blocks, sizes)


def _joint_type(first: ContentType, second: ContentType) -> ContentType:
    """Type of a block of both: the one that says most."""
    return first if _SAYS_MOST.index(first) <= _SAYS_MOST.index(second) else second


_SAYS_MOST = (
    ContentType.TABLE,
    ContentType.PICTURE,
    ContentType.PROCEDURE,
    ContentType.CASE,
    ContentType.CHECKLIST,
    ContentType.POLICY,
    ContentType.REFERENCE,
)


def _repeated(before: Block, part: Unit, sizes: BlockSizes) -> str:
    """Return the last sentences of the block before, up to the overlap; nothing of tables and of what is alone."""
    last = before.units[-1]
    if last.table_id or part.table_id or last.alone or part.alone:
        return ""
    room = min(sizes.overlap, sizes.limit - sizes.measure(part.text) - 1)
    kept = ""
    for sentence in reversed(list(_sentences(last.text))):
        if sizes.measure(sentence + kept) > room:
            break
        kept = sentence + kept
    return kept.strip()


def _without_fragments(blocks: list[Block], sizes: BlockSizes) -> list[Block]:
    """Return the blocks with each fragment joined to a neighbour: to the next one, which it mostly introduces, or the one before.

    A block without any text (a picture that is on its own between others) joins whatever is beside it.
    """
    kept: list[Block] = []
    waiting: Block | None = None
    for position, block in enumerate(blocks):
        if waiting is not None:
            block, waiting = _joined(waiting, block), None
        size = len(block.body_text())
        behind = blocks[position + 1] if position + 1 < len(blocks) else None
        if size < sizes.least and behind is not None and _may_join(block, behind, sizes):
            waiting = block
        elif size < sizes.least and kept and _may_join(kept[-1], block, sizes):
            kept[-1] = _joined(kept[-1], block)
        else:
            kept.append(block)
    return kept


def _may_join(first: Block, second: Block, sizes: BlockSizes) -> bool:
    if not first.body_text() or not second.body_text():
        return True
    tables = {unit.table_id for unit in (first.units[-1], second.units[0])}
    if any(unit.alone for unit in [*first.units, *second.units]) or (len(tables) > 1 and "" not in tables):
        return False
    together = first.size(sizes.measure) + second.size(sizes.measure)
    return together <= min(sizes.target + sizes.least, sizes.limit)


def _joined(first: Block, second: Block) -> Block:
    """One block of both; what the second inherits is in the first or before it."""
    kind = _joint_type(first.content_type, second.content_type)
    return Block(kind, [*first.units, *second.units], first.inherited, first.repeated)


def _may_follow(block: Block, unit: Unit) -> bool:
    last = block.units[-1]
    return last.table_id == unit.table_id and not last.alone and not unit.alone


def _inherited(unit: Unit, blocks: list[Block], labels: Labels) -> list[str]:
    previous = blocks[-1].units[-1] if blocks else None
    if previous is None:
        return []
    if unit.table_id:
        return [f"{unit.lead} {labels.continued}"] if unit.lead and previous.table_id == unit.table_id else []
    same_list = (previous.lead, previous.lead_caution) == (unit.lead, unit.lead_caution)
    return _inheritable_lines(unit, labels) if same_list else []


def _inheritable_lines(unit: Unit, labels: Labels) -> list[str]:
    """Condition and warning of the list that a unit belongs to."""
    lines = [f"{labels.condition}: {unit.lead}"] if unit.lead else []
    return [*lines, labelled_caution(unit.lead_caution, labels)] if unit.lead_caution else lines


def _within_limit(unit: Unit, sizes: BlockSizes, labels: Labels) -> Iterator[Unit]:
    """Yield the unit, or parts of it that are each within the limit.

    Cut between pieces, and inside a piece between sentences.

    Every part after the first repeats the number of the step and its condition. A step's record is in the part
    where the step begins; what is said of it in a later part is in a record there.
    """
    measure, limit = sizes.measure, sizes.limit - _inheritable(unit, sizes, labels)
    if measure(unit.text) <= limit:
        yield unit
        return
    head = _repeated_head(unit, labels)
    # Under a small limit what is repeated leaves at least half of the room to what is new.
    head = head[: _fitting(head, limit // 2, measure)].rstrip()
    shared: dict[str, Any] = {"lead": unit.lead, "lead_caution": unit.lead_caution, "table_id": unit.table_id}
    parts = [Unit(unit.content_type, [], [], unit.code_cells, unit.linked, **shared)]
    for piece in _small_pieces(unit, max(1, limit - measure(head) - 1), measure):
        if parts[-1].pieces and measure(parts[-1].text) + measure(piece.text) + 1 > limit:
            pieces = [Piece(head, ())] if head else []
            parts.append(Unit(unit.content_type, pieces, **shared))
        parts[-1].pieces.append(piece)
    for step in unit.steps:
        _share_record(step, parts)
    yield from parts


def _share_record(step: StepRecord, parts: Sequence[Unit]) -> None:
    """Return each part the record of a step with the conditions, results and cautions that can be read in that part."""
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
        # A long row continues below its first cell, which is what the row is about.
        return f"{unit.pieces[-1].text.splitlines()[0][:80]} {labels.continued}"
    step = unit.steps[0] if unit.steps else None
    if step is None:
        return ""
    numbered = any(sign.isalnum() for sign in step.step_number)
    parts = [f"{labels.step_number}: {step.step_number} {labels.continued}"] if numbered else []
    if step.condition:
        parts.append(f"{labels.condition}: {step.condition[:200]}")
    return "\n".join(parts)


def _inheritable(unit: Unit, sizes: BlockSizes, labels: Labels) -> int:
    """Room for the lines that a block which begins with this unit repeats."""
    lines = [f"{unit.lead} {labels.continued}"] if unit.table_id else _inheritable_lines(unit, labels)
    if not (unit.lead or unit.lead_caution):
        return 0
    return min(sum(sizes.measure(line) + 1 for line in lines), sizes.limit // 2)


def _small_pieces(unit: Unit, limit: int, measure: Callable[[str], int]) -> Iterator[Piece]:
    for piece in unit.pieces:
        if measure(piece.text) <= limit:
            yield piece
            continue
        for text in _split_text(piece.text, limit, measure):
            yield Piece(text, piece.elements)


def _split_text(text: str, limit: int, measure: Callable[[str], int]) -> Iterator[str]:
    """Text in parts of at most `limit`: at line ends, then between sentences, then anywhere."""
    buffer = ""
    for sentence in _sentences(text):
        while measure(sentence) > limit:
            room = _fitting(sentence, limit - measure(buffer), measure)
            if not room and not buffer:
                room = 1
            buffer += sentence[:room]
            sentence = sentence[room:]
            yield buffer
            buffer = ""
        if buffer and measure(buffer) + measure(sentence) > limit:
            yield buffer.rstrip("\n")
            buffer = ""
        buffer += sentence
    if buffer.strip():
        yield buffer.rstrip("\n")


def _fitting(text: str, room: int, measure: Callable[[str], int]) -> int:
    """How many characters from the beginning of a text take at most this room."""
    if measure is len:
        return max(0, room)
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if measure(text[:middle]) <= room else (low, middle - 1)
    return low


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
    """Return a step unit with each of its steps as labelled lines; empty ones are left out (`step_text="labelled"`).

    A sentence of its own that says a step's result or warning is in the labelled line and not once more.
    """
    lines = []
    said = {
        _said(span)
        for step in unit.steps
        for span in [*all_spans(step.result, step.results), *all_spans(step.caution, step.cautions)]
    }
    texts = {e.element_id: e.text for e in unit.elements}
    shown = {step.step_id for step in unit.steps}
    for piece in unit.pieces:
        ids = [e.element_id for e in piece.elements]
        step = next((s for s in unit.steps if s.step_id in ids), None)
        if step is None:
            if _said(piece.text) not in said:
                lines.append(piece.text)
            continue
        caution = labels.separator.join(step.cautions) or step.caution
        fields = [
            (labels.step_number, step.step_number),
            (labels.action, labels.separator.join(step.actions) or step.action),
            (labels.target, labels.separator.join(step.targets) or step.target),
            (labels.body, texts[step.step_id]),
            (labels.condition, labels.separator.join(step.conditions) or step.condition),
            (labels.result, labels.separator.join(step.results) or step.result),
        ]
        lines += [f"{label}: {value}" for label, value in fields if value]
        lines += [labelled_caution(caution, labels)] if caution else []
    return "\n".join(lines) if shown else unit.text


def _said(text: str) -> str:
    return squash(text).rstrip("。．.")


_LABELLED_CAUTION = re.compile(
    rf"\W{{0,2}}{any_of(lambda words: words.notices.hazards, lambda words: words.notices.section)}(?:\s*[:：】］\])）>＞」]|\s)",
    re.IGNORECASE,
)
"""A caution that carries its label as printed: "注意：…", "【警告】…", "Caution: …"."""


def labelled_caution(caution: str, labels: Labels) -> str:
    """Return a caution under its label, or as printed where it carries one itself."""
    return caution if _LABELLED_CAUTION.match(caution) else f"{labels.caution}: {caution}"
