"""Descriptions of the content pictures of a document, and the report of what a run did with its pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from llama_index.core.llms.llm import LLM
from pydantic import BaseModel, Field

from llama_index_layout_rag.pictures.asking import Answer, AskOptions, Request
from llama_index_layout_rag.pictures.batch import Batch, Budget, Outcome, ask_all
from llama_index_layout_rag.pictures.cache import CachedDescription, PictureCache, description_key
from llama_index_layout_rag.pictures.crops import Crops
from llama_index_layout_rag.pictures.description import (
    PROMPT_VERSION,
    PictureContext,
    PictureDescription,
    description_request,
)
from llama_index_layout_rag.pictures.evidence import PictureEvidence

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


def describe_pictures(
    llm: LLM,
    contexts: Mapping[str, tuple[PictureContext, Crops]],
    evidence: dict[str, PictureEvidence],
    cache: PictureCache,
    budget: Budget,
    options: AskOptions,
    *,
    num_workers: int,
    show_progress: bool,
    document: str,
    report: PictureReport,
) -> None:
    """Writes descriptions, failures and what was left out into `evidence` and `report`.

    Pictures with one key (the same picture twice in a section) are asked for once.

    Args:
        llm: A model that takes images.
        contexts: What the model is told and shown, by picture.
        evidence: Of all pictures of the document; updated.
        cache: Descriptions that were paid for before.
        budget: Shared by all documents of a run.
        options: Retries and deadline.
        num_workers: How many pictures are asked for at once.
        show_progress: Whether to show a bar.
        document: Name of the document for the report.
        report: Of the run; updated.
    """
    model = llm.metadata.model_name
    by_key: dict[str, list[str]] = {}
    for name, (context, crops) in contexts.items():
        key = description_key(crops.sha256, model, context.language, context.section_path, context.caption)
        by_key.setdefault(key, []).append(name)

    def request(key: str) -> Request[PictureDescription]:
        context, crops = contexts[by_key[key][0]]
        return description_request(context, [png for png in (crops.target, crops.context, crops.page) if png])

    def known(key: str) -> PictureDescription | None:
        kept = cache.description(key)
        return kept.description if kept is not None else None

    def keep(key: str, answer: Answer[PictureDescription]) -> None:
        kept = CachedDescription(description=answer.value, model=model, tokens=answer.tokens)
        cache.keep_description(key, kept)

    batch = Batch(by_key, request, known, keep, title=f"Describing pictures of {document}")
    for key, outcome in ask_all(llm, batch, budget, options, num_workers=num_workers, show_progress=show_progress):
        _enter(outcome, by_key[key], model, evidence, document, report)


def _enter(
    outcome: Outcome[PictureDescription],
    names: Sequence[str],
    model: str,
    evidence: dict[str, PictureEvidence],
    document: str,
    report: PictureReport,
) -> None:
    fields: dict[str, object] = {"failure": outcome.failure, "left_out": outcome.left_out}
    if outcome.value is not None:
        fields |= {"description": outcome.value, "model": model, "prompt_version": PROMPT_VERSION}
        report.described += len(names)
        report.from_cache += len(names) if outcome.from_cache else len(names) - 1
        report.tokens += outcome.tokens
    report.asked += 0 if outcome.from_cache or outcome.left_out else 1
    for name in names:
        evidence[name] = evidence[name].model_copy(update=fields)
        note = PictureNote(document=document, page=evidence[name].page, image_id=name)
        if outcome.failure:
            report.failures.append(note.model_copy(update={"reason": outcome.failure}))
        elif outcome.left_out:
            report.left_out.append(note.model_copy(update={"reason": outcome.left_out}))
