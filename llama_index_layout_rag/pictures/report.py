"""What a run did with the pictures it met."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, Field

from llama_index_layout_rag.pictures.batch import Outcome

LISTED = 10
"""Failures that an error message names one by one."""


class PictureNote(BaseModel):
    """One picture in a report: where it stands and what happened to it."""

    document: str
    page: int | None = None
    image_id: str = ""
    reason: str = ""

    def __str__(self) -> str:
        place = f"{self.document}, page {self.page}" if self.page is not None else self.document
        return f"{place}, picture {self.image_id}: {self.reason}"


class PictureReport(BaseModel):
    """What a run did with the pictures it met."""

    content: int = 0
    inline_icons: int = 0
    decorative: int = 0
    described: int = Field(default=0, description="Pictures with a description, however they came by it.")
    from_cache: int = Field(default=0, description="Of these, those that cost nothing in this run.")
    icons_named: int = Field(default=0, description="Inline icons that the model named.")
    asked: int = Field(default=0, description="Requests for a picture, whatever came of them.")
    tokens: int = Field(default=0, description="Tokens of this run; estimated where the model does not say.")
    failures: list[PictureNote] = Field(default_factory=list)
    left_out: list[PictureNote] = Field(default_factory=list, description="Pictures that the budget had no room for.")

    def count(self, outcome: Outcome[Any]) -> None:
        """Enters what one request cost."""
        self.asked += 0 if outcome.from_cache or outcome.left_out else 1
        self.tokens += outcome.tokens

    def note(self, outcome: Outcome[Any], picture: PictureNote) -> None:
        """Enters a picture that got no answer, with the reason; one that got one needs no note."""
        if outcome.failure:
            self.failures.append(picture.model_copy(update={"reason": outcome.failure}))
        elif outcome.left_out:
            self.left_out.append(picture.model_copy(update={"reason": outcome.left_out}))

    def __str__(self) -> str:
        text = (
            f"{self.content} content pictures, {self.inline_icons} icons, {self.decorative} decorative; "
            f"{self.described} described ({self.from_cache} from the cache), {self.tokens} tokens"
        )
        if self.icons_named:
            text += f"; {self.icons_named} icons named"
        if self.left_out:
            text += f"; {len(self.left_out)} left out by the budget"
        return text + (f"; {len(self.failures)} failed" if self.failures else "")


class PictureFailuresError(RuntimeError):
    """Some pictures could not be described. The others were, and are kept: a second run asks only for these.

    Attributes:
        failures: The pictures with what went wrong.
    """

    def __init__(self, failures: Sequence[PictureNote]) -> None:
        self.failures = list(failures)
        lines = [f"- {note}" for note in self.failures[:LISTED]]
        if len(self.failures) > LISTED:
            lines.append(f"- and {len(self.failures) - LISTED} more (see .failures)")
        super().__init__(
            f"{len(self.failures)} picture(s) could not be described. What was described is kept; run again to ask only "
            'for these, or set on_error="mark" to go on without them:\n' + "\n".join(lines)
        )
