"""Procedure steps as records: what one list item tells the reader to do, to what, under which condition, with what
result.

The words are those of the field: an *action* is what the reader does, in dictionary form; a *target* is what it is
done to; a *condition* limits when; a *result* is what happens then; a *caution* forbids or warns. Spans are exact
pieces of the text.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class Span(BaseModel):
    """A piece of a step's text."""

    model_config = ConfigDict(frozen=True)

    text: str
    start: int = Field(description="Offset of the first character in the step's text.")
    end: int = Field(description="Offset behind the last character.")


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
