"""What every language's step reader offers: `StepReader`, and the item it reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from llama_index_layout_rag.steps.model import Span, StepAnalysis


class StepItem(NamedTuple):
    """One list item or paragraph, with what the layout says about it."""

    text: str
    """The item as printed, without its marker; lines joined."""
    marker: str | None = None
    """Its number or bullet as printed."""
    section_path: Sequence[str] = ()
    """Headings above it, the outermost first."""
    emphasis: Sequence[tuple[int, int]] = ()
    """Ranges (start, end) of `text` that are printed bold; they are read as names of controls."""


class ConditionResult(NamedTuple):
    """What happens under which condition, as one sentence about the system says it."""

    condition: Span
    result: Span


class StepReader(Protocol):
    """Reads procedure steps in one language. A reader holds no state of an item, so threads may share it."""

    def read(self, item: StepItem) -> StepAnalysis:
        """Return what an item tells its reader to do; of an item that is no step only cautions and references."""

    def explain(self, item: StepItem) -> dict[str, str]:
        """Return the name of the rule that decided each field of `read(item)`; fields that are empty are left out."""

    def condition_results(self, text: str) -> list[ConditionResult]:
        """Return the condition and consequence of each sentence that describes the system."""

    def is_system_sentence(self, text: str) -> bool:
        """Return whether a text only describes what the system does, without an instruction."""

    def has_condition(self, text: str) -> bool:
        """Return whether a text may hold a condition; quick, and wrong only by answering yes."""

    def find_cautions(self, text: str) -> list[Span]:
        """Return the sentences that forbid or warn."""

    def find_refs(self, text: str) -> list[str]:
        """Return the numbered references to figures, tables and sections, as printed, each once."""
