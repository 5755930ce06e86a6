"""Procedure steps as records: what one list item tells the reader to do, to what, under which condition, with what result.

The words are those of the field: an *action* is what the reader does, in dictionary form; a *target* is what it is
done to; a *condition* limits when; a *result* is what happens then; a *caution* forbids or warns. Spans are exact
pieces of the text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from llama_index_layout_rag.layout.boxes import WholeBox


class Span(BaseModel):
    """A piece of a step's text."""

    model_config = ConfigDict(frozen=True)

    text: str
    start: int = Field(description="Offset of the first character in the step's text.")
    end: int = Field(description="Offset after the last character.")


class StepAnalysis(BaseModel):
    """What the language rules find in one item's text; spans in printed order."""

    model_config = ConfigDict(frozen=True)

    is_step: bool = False
    actions: list[str] = Field(default_factory=list, description="Dictionary forms, in printed order.")
    targets: list[str] = Field(default_factory=list, description="Without quotation marks and UI suffixes.")
    target: str = Field(default="", description="Object of the first action: of a menu path the last element.")
    target_type: str = "other"
    conditions: list[Span] = Field(default_factory=list)
    results: list[Span] = Field(default_factory=list)
    cautions: list[Span] = Field(default_factory=list)
    refs: list[str] = Field(default_factory=list, description="Numbered references: 'Figure 3', 'Section 15.2'.")
    condition_results: list[tuple[int, int]] = Field(
        default_factory=list, description="Pairs (index into conditions, index into results) that belong together."
    )

    @property
    def action(self) -> str:
        """The first action, or an empty string."""
        return self.actions[0] if self.actions else ""

    @property
    def condition(self) -> str:
        """The first condition, or an empty string."""
        return self.conditions[0].text if self.conditions else ""

    @property
    def result(self) -> str:
        """The first result, or an empty string."""
        return self.results[0].text if self.results else ""

    @property
    def caution(self) -> str:
        """The first caution, or an empty string."""
        return self.cautions[0].text if self.cautions else ""


class StepRecord(BaseModel):
    """One procedure step as it is in the payload. Empty fields are left out."""

    model_config = ConfigDict(frozen=True)

    step_id: str = Field(
        description="Id of the list item; of a table's row, the table's id, ':row' and the row (0-based)."
    )
    step_number: str = Field(default="", description="As printed: '①', '(1)', 'A-1', 'Step 3'.")
    action: str = ""
    actions: list[str] = Field(default_factory=list, description="Only where there are several.")
    target: str = ""
    targets: list[str] = Field(default_factory=list, description="Only where there are several.")
    condition: str = ""
    conditions: list[str] = Field(default_factory=list, description="Only where there are several.")
    result: str = ""
    results: list[str] = Field(default_factory=list, description="Only where there are several.")
    caution: str = ""
    cautions: list[str] = Field(default_factory=list, description="Only where there are several.")
    condition_results: list[list[str]] = Field(default_factory=list, description="[condition, result] pairs.")
    refs: list[str] = Field(default_factory=list, description="Numbered references: 'Figure 3', 'Section 15.2'.")
    parent_step_id: str = Field(default="", description="Sub-steps: the step they belong to.")
    page: int | None = None
    bbox: WholeBox | None = None

    def with_spans(self, conditions: list[str], results: list[str], cautions: list[str]) -> StepRecord:
        """Return the record with these spans: the first of each, and all of them where there are several."""
        update: dict[str, Any] = {}
        for name, values in (("condition", conditions), ("result", results), ("caution", cautions)):
            update[name] = values[0] if values else ""
            update[f"{name}s"] = values if len(values) > 1 else []
        return self.model_copy(update=update)

    def with_spans_where(self, wanted: Callable[[str], bool]) -> StepRecord:
        """Return the record with those conditions, results, cautions and pairs only for whose text `wanted` is true."""
        spans = [all_spans(self.condition, self.conditions), all_spans(self.result, self.results)]
        conditions, results, cautions = (
            [s for s in group if wanted(s)] for group in [*spans, all_spans(self.caution, self.cautions)]
        )
        pairs = [pair for pair in self.condition_results if all(map(wanted, pair))]
        return self.with_spans(conditions, results, cautions).model_copy(update={"condition_results": pairs})


def all_spans(first: str, several: list[str]) -> list[str]:
    """Return the spans of a record's field, whether there are several or one."""
    return several or ([first] if first else [])
