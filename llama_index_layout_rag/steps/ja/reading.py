"""Where the reading of one sentence of a verb-final language stands."""

from __future__ import annotations

from dataclasses import dataclass, field

from llama_index_layout_rag.steps.ja.predicate import Predicate
from llama_index_layout_rag.steps.ja.step_judge import ItemFindings
from llama_index_layout_rag.steps.marking import MarkedText


@dataclass
class Reading:
    """A sentence on its way from left to right, and the findings of its item.

    `pending` are the operations read but not yet recorded: what follows may make them part of a condition.
    `result_start` and `system_start` are set while a result, or what the system does, is being told; `gapped` are the
    ranges of objects whose verb stands behind a further condition.
    """

    marked: MarkedText
    found: ItemFindings
    label: tuple[str, int] | None
    start: int
    end: int
    pending: list[Predicate] = field(default_factory=list)
    result_start: int = -1
    system_start: int = -1
    closed: bool = False
    resumes: bool = False
    said_until: int = -1
    previous: Predicate | None = None
    gapped: list[tuple[int, int]] = field(default_factory=list)
