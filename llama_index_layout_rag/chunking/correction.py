"""`StepCorrector`: an LLM reads the steps again and may fill or fix what the rules found, from the step's own words only.

Optional, after `ProcedureNodeParser` in a pipeline. The rules decide what a step is; the LLM never adds or removes one.
Every value it gives is looked for in the text of that step, and what is not there is dropped. Texts and ids of the nodes
stay as they are, so nothing is embedded anew.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from typing import Any

from llama_index.core.llms import LLM
from llama_index.core.prompts import PromptTemplate
from llama_index.core.schema import BaseNode, TextNode, TransformComponent
from pydantic import BaseModel, Field

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.steps import StepRecord

logger = logging.getLogger(__name__)

PROMPT_VERSION = 1
"""Part of the cache key; grows when the prompt changes."""

PROMPT = PromptTemplate(
    "Below are steps of an operation manual, each with its id, its text and the fields that rules found in it.\n"
    "Correct the fields. actions: what the reader does, verbs in dictionary form, in printed order. targets: what it is done\n"
    "to. conditions: when the step holds. results: what happens then. cautions: what is forbidden or warned of.\n"
    "Copy targets, conditions, results and cautions from the step's own text letter by letter; add nothing that is not\n"
    "printed there. Leave out steps whose fields are right.\n\n{steps}"
)

_VERB_ENDING = re.compile(rf"{any_of(lambda words: words.instructions.verb_ending)}$")
MIN_STEM = 2
"""Letters of a Latin verb that must are at the beginning of a word of the text; inflection changes what follows."""


class StepCorrection(BaseModel):
    """The fields of one step as the LLM reads them; a field left out stays as the rules found it."""

    step_id: str
    actions: list[str] | None = None
    targets: list[str] | None = None
    conditions: list[str] | None = None
    results: list[str] | None = None
    cautions: list[str] | None = None


class StepCorrections(BaseModel):
    """Corrections of the steps of one chunk."""

    steps: list[StepCorrection] = Field(default_factory=list)


class StepCorrector(TransformComponent):
    """Lets an LLM fill or fix the fields of step records; each value is checked against the step's text.

    A chunk whose correction fails keeps what the rules found, and a warning says so.

    Args:
        llm: Any LlamaIndex LLM that can give structured output.
        num_workers: How many chunks are asked about at a time in async use.
    """

    llm: LLM
    num_workers: int = Field(default=4, ge=1)

    @classmethod
    def class_name(cls) -> str:
        """Name of the class in serialised form."""
        return "StepCorrector"

    def to_dict(self, **kwargs: Any) -> dict[str, Any]:
        """Return what LlamaIndex's cache goes by: which model is asked what, and no credentials."""
        return {
            "class_name": self.class_name(),
            "llm": type(self.llm).__name__,
            "model": self.llm.metadata.model_name,
            "prompt_version": PROMPT_VERSION,
        }

    def __call__(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[BaseNode]:
        """Return the nodes, with corrected records where a chunk holds steps."""
        corrected: list[BaseNode] = []
        for node in nodes:
            asked = question_about(node)
            answer = None
            if asked:
                try:
                    answer = self.llm.structured_predict(StepCorrections, PROMPT, steps=asked)
                except Exception as error:
                    _warn(node, error)
            corrected.append(with_corrections(node, answer) if answer is not None else node)
        return corrected

    async def acall(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[BaseNode]:
        """Return the same with several chunks at a time."""
        places = asyncio.Semaphore(self.num_workers)

        async def correct(node: BaseNode) -> BaseNode:
            asked = question_about(node)
            if not asked:
                return node
            async with places:
                try:
                    answer = await self.llm.astructured_predict(StepCorrections, PROMPT, steps=asked)
                except Exception as error:
                    _warn(node, error)
                    return node
            return with_corrections(node, answer)

        return list(await asyncio.gather(*(correct(node) for node in nodes)))


def question_about(node: BaseNode) -> str:
    """Return what the LLM is told of a chunk: each step that can be found in its text; "" where there is none."""
    parts = []
    for step, text in step_texts(node):
        fields = step.model_dump(
            exclude_defaults=True, exclude={"page", "bbox", "refs", "parent_step_id", "step_number"}
        )
        parts.append(f"text: {text}\nfields: {fields}")
    return "\n\n".join(parts)


def step_texts(node: BaseNode) -> list[tuple[StepRecord, str]]:
    """Return the records of a chunk, each with the lines of the chunk's text that are its own: from its number to the next step's.

    Steps whose line cannot be determined (no number, or the number does not begin a line) are left out.
    """
    if not isinstance(node, TextNode):
        return []
    records = [StepRecord.model_validate(step) for step in node.metadata.get("procedure_steps", [])]
    lines = node.text.split("\n")[1:]
    starts: list[tuple[StepRecord, int]] = []
    at = 0
    for record in records:
        found = next((n for n in range(at, len(lines)) if _begins(lines, n, record.step_number)), None)
        if found is not None:
            starts.append((record, found))
            at = found + 1
    ends = [*(start for _, start in starts[1:]), len(lines)][: len(starts)]
    return [(record, "\n".join(lines[start:end]).strip()) for (record, start), end in zip(starts, ends, strict=True)]


def _begins(lines: Sequence[str], place: int, number: str) -> bool:
    return bool(number) and (lines[place].lstrip().startswith(f"{number} ") or _begins_row(lines, place, number))


def _begins_row(lines: Sequence[str], place: int, number: str) -> bool:
    """Whether the row of that number begins here.

    Its number is the value of the first column, after an empty line or the table's caption.
    """
    first = place
    while first > 0 and lines[first - 1] and ": " not in lines[first - 1]:
        first -= 1
    return lines[place].endswith(f": {number}") and (first == 0 or not lines[first - 1])


def with_corrections(node: BaseNode, answer: StepCorrections) -> BaseNode:
    """Return a copy of the node with those corrections that are in the text of their step."""
    given = {correction.step_id: correction for correction in answer.steps}
    texts = {record.step_id: text for record, text in step_texts(node)}
    records = []
    for raw in node.metadata.get("procedure_steps", []):
        record = StepRecord.model_validate(raw)
        if record.step_id in given and record.step_id in texts:
            record = corrected_record(record, given[record.step_id], texts[record.step_id])
        records.append(record.model_dump(mode="json", exclude_defaults=True))
    copy = node.model_copy(update={"metadata": {**node.metadata, "procedure_steps": records}})
    return copy if records else node


def corrected_record(record: StepRecord, correction: StepCorrection, text: str) -> StepRecord:
    """Return the record with those values of the correction that are in the step's text.

    A field is taken over as a whole: one invented value in it, and the rules' finding stays.
    """
    printed = squash(text)
    update: dict[str, Any] = {}
    for one, several in _FIELDS:
        values = getattr(correction, several)
        if values is None:
            continue
        stands = stands_as_verb if several == "actions" else stands_in
        values = [value.strip() for value in values if value.strip()]
        if not all(stands(value, printed) for value in values):
            continue
        update[one] = values[0] if values else ""
        update[several] = values if len(values) > 1 else []
    return record.model_copy(update=update)


_FIELDS = (
    ("action", "actions"),
    ("target", "targets"),
    ("condition", "conditions"),
    ("result", "results"),
    ("caution", "cautions"),
)


def stands_in(value: str, printed: str) -> bool:
    """Whether a value is a piece of a squashed text."""
    return bool(squash(value)) and squash(value) in printed


def stands_as_verb(verb: str, printed: str) -> bool:
    """Whether some form of a verb is in a squashed text: its stem, since 押す is printed as 押します."""
    word = squash(verb)
    if not word:
        return False
    if word.isascii():
        return word[: max(MIN_STEM, len(word) - 1)] in printed
    stem = _VERB_ENDING.sub("", word)
    return bool(stem) and stem in printed


def _warn(node: BaseNode, error: Exception) -> None:
    logger.warning(
        "The steps of node %s keep what the rules found: the LLM's correction failed (%s).",
        node.node_id,
        type(error).__name__,
    )
