"""Tables that tell a procedure row by row: each row whose operation can be read is a step with a record.

Work instructions are often laid out so: a column of numbers, one of operations, and beside them what is seen, what is
to be heeded. Fault tables are the same with a symptom in place of the number. What a column holds is recognised by its name;
that it holds operations is checked on its cells, since "action" may as well head a list of menu entries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cache, lru_cache

from llama_index_layout_rag.chunking.tables import TableReading, TableRow
from llama_index_layout_rag.languages import Columns, any_of
from llama_index_layout_rag.layout import ElementKind, LayoutElement
from llama_index_layout_rag.layout.normalize import fold_text, squash
from llama_index_layout_rag.layout.writing import IDEOGRAPHS, KANJI_NUMERALS, KATAKANA
from llama_index_layout_rag.steps import StepRecord, StepRecorder, all_spans

LEAST_STEP_SHARE = 0.5
"""Share of a column's cells that must read as operations: a fault table says "Contact your dealer" and "Normal" as well."""

LEAST_NUMBERED_SHARE = 0.6
"""Share of a column's cells that must be numbers: rows of groups and a last row ("Total") have none."""

# 1, 2-1, A-1, Step 3, 手順4, 第5, #6, 7番, iv, ア, 三, ①
_STEP_NUMBER = re.compile(
    rf"""[(（\[]?(?:{any_of(lambda words: words.tables.number_prefix)}|\#)?[\s.-]*
    (?:[a-z]{{0,2}}-?\d{{1,4}}[a-z]?(?:[-.]\d{{1,2}}){{0,3}}  # 1, 2-1, A-1
        |[a-z]|[ivx]{{1,5}}|[①-⑳❶-❿➀-➓]|[{KATAKANA}]|[{KANJI_NUMERALS}]{{1,3}}  # b, iv, ①, ア, 三
    )\s*(?:{any_of(lambda words: words.tables.number_suffix)}|[)）\].:、])?""",
    re.I | re.VERBOSE,
)
_NUMBERS, _OPERATIONS = {"step_number", "number"}, {"operation", "remedy", "description"}
_AND = re.compile(rf"[・/,、&]|{any_of(lambda words: words.tables.joiners)}")
_SAYS = re.compile(rf"[^\W\d_]\w|[{IDEOGRAPHS}]")
"""Two signs of which the first is a letter ("E1"), or an ideograph ("赤"): a dash or a tick says nothing."""
_END = "。．. "


@dataclass(frozen=True)
class StepColumns:
    """Which columns of a table (0-based) say what of a step."""

    operation: int
    number: int | None
    conditions: list[int]
    results: list[int]
    cautions: list[int]
    remarks: list[int]
    """Columns of remarks, of which only those that warn are cautions."""


def row_steps(
    reading: TableReading, places: Sequence[LayoutElement], recorder: StepRecorder, section_path: Sequence[str]
) -> dict[int, StepRecord]:
    """Return the records of a table's rows that are steps.

    Args:
        reading: The table's rows and the names of its columns.
        places: For each row the table as its element, at the row's place.
        recorder: Reads the cells of operations.
        section_path: Headings above the table.

    Returns:
        Row (0-based, the header counted) -> record. Its `step_id` is the table's id with the row. Empty where the table tells
        no procedure.
    """
    named = [_roles_of(name) for name in reading.names]
    if not any(_OPERATIONS & roles for roles in named) or any("other" in roles for roles in named):
        return {}
    # A cell over all columns divides the table, as a heading does.
    rows = [(row, place) for row, place in zip(reading.rows, places, strict=True) if len(set(row.cells)) > 1]
    found: dict[int, StepRecord] = {}
    for columns in _candidates(named, [row.cells for row, _ in rows]):
        told = [(row, place) for row, place in rows if _is_told(row.cells, columns)]
        steps = {}
        for row, place in told:
            step = recorder.step(_as_item(row, place, columns), section_path)
            if step is not None:
                steps[row.number] = _with_other_columns(step, row.cells, columns, recorder)
        if len(steps) >= LEAST_STEP_SHARE * len(told) and len(steps) > len(found):
            found = steps
    return found


def _is_told(cells: Sequence[str], columns: StepColumns) -> bool:
    """Whether a row may be a step: where rows are numbered, the last one may be a sum or a signature."""
    numbered = columns.number is None or not cells[columns.number] or _is_number(cells[columns.number])
    return bool(cells[columns.operation]) and numbered


def _is_number(cell: str) -> bool:
    return _STEP_NUMBER.fullmatch(fold_text(cell)) is not None


def _as_item(row: TableRow, place: LayoutElement, columns: StepColumns) -> LayoutElement:
    """Return the operation of a row as the list item that it would be outside of a table."""
    return LayoutElement(
        element_id=f"{place.element_id}:row{row.number}",
        kind=ElementKind.LIST_ITEM,
        text=_sentences(row.cells[columns.operation]),
        marker=row.cells[columns.number] or None if columns.number is not None else None,
        page=place.page,
        bbox=place.bbox,
    )


def _sentences(cell: str) -> str:
    """Return the text of a cell in which the items of a list are sentences: "• Open it • Close it" is "Open it. Close it."."""
    starts = list(_BULLET.finditer(cell))
    if not starts:
        starts = list(_NUMBER_IN_CELL.finditer(cell))
        if [int(start.group(1)) for start in starts] != list(range(1, len(starts) + 1)) or starts[:1] == []:
            return cell
    ends = [*(start.start() for start in starts[1:]), len(cell)]
    lead = cell[: starts[0].start()].strip()
    items = [cell[start.end() : end].strip() for start, end in zip(starts, ends, strict=True)]
    return " ".join([*([lead] if lead else []), *(_as_sentence(item) for item in items if item)])


def _as_sentence(item: str) -> str:
    return item if item[-1] in "。．.!?！？:：" else item + ("." if item.isascii() else "。")


_BULLET = re.compile(r"(?:^|(?<=\s))[•◦▪・●‣]\s*")
_NUMBER_IN_CELL = re.compile(r"(?:^|(?<=\s))(\d{1,2})[.)]\s+")
"""Markers of the items of a list in a cell."""


def _with_other_columns(
    step: StepRecord, cells: Sequence[str], columns: StepColumns, recorder: StepRecorder
) -> StepRecord:
    """Return a step with what the other cells of its row say of it."""

    def said(places: Sequence[int]) -> list[str]:
        return [text for n in places if (text := cells[n].rstrip(_END)) and _says_something(text)]

    warnings = [caution for n in columns.remarks if cells[n] for caution in recorder.cautions(cells[n])]
    return step.with_spans(
        [*said(columns.conditions), *all_spans(step.condition, step.conditions)],
        [*all_spans(step.result, step.results), *said(columns.results)],
        [*all_spans(step.caution, step.cautions), *said(columns.cautions), *warnings],
    )


def _says_something(cell: str) -> bool:
    return _SAYS.search(cell) is not None and not _roles()["nothing"].fullmatch(fold_text(cell))


def _candidates(named: Sequence[frozenset[str]], rows: Sequence[Sequence[str]]) -> Iterator[StepColumns]:
    """Yield what the columns may say, where operations are beside numbers or remedies beside states.

    Often one is called "inspection item" and another "inspection method", and the cells tell which of them holds
    the operations.
    """
    numbers = [n for n, roles in enumerate(named) if _NUMBERS & roles and _is_numbered(rows, n)]
    number = numbers[0] if numbers else None
    wanted = set()
    if number is not None:
        wanted |= {"operation", "description"} if "step_number" in named[number] else {"operation"}
    if any("condition" in roles for roles in named):
        wanted.add("remedy")

    def others(role: str) -> list[int]:
        return [n for n, roles in enumerate(named) if role in roles and n not in (operation, number)]

    for operation, roles in enumerate(named):
        if roles & wanted and operation != number:
            yield StepColumns(operation, number, *map(others, ("condition", "result", "caution", "remark")))


def _is_numbered(rows: Sequence[Sequence[str]], column: int) -> bool:
    """Whether a column numbers the rows; numbers that stand for several rows are printed once."""
    cells = [row[column] for row in rows if row[column]]
    return bool(cells) and sum(map(_is_number, cells)) >= LEAST_NUMBERED_SHARE * len(cells)


@lru_cache(maxsize=1024)
def _roles_of(name: str) -> frozenset[str]:
    """Return the roles that a column may have by its name."""
    folded = fold_text(name).strip(" :()")
    if not folded.isascii():
        folded = squash(folded)  # "作 業 手 順", and names over two lines
    whole = _roles_of_word(folded)
    if whole:
        return whole
    several = frozenset().union(*map(_roles_of_word, filter(None, map(str.strip, _AND.split(folded)))))
    return several - {"caution"} | {"remark"} if "caution" in several else several


def _roles_of_word(word: str) -> frozenset[str]:
    return frozenset(role for role, pattern in _roles().items() if word and pattern.fullmatch(word))


@cache
def _roles() -> dict[str, re.Pattern[str]]:
    def pattern(role: str) -> re.Pattern[str]:
        return re.compile(any_of(lambda words: getattr(words.columns, role)), re.IGNORECASE)

    return {role.name: pattern(role.name) for role in fields(Columns)}
