"""Question files: what is asked, and which places of which documents hold the answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError


class EvidencePlace(BaseModel):
    """A place where a fact stands."""

    model_config = ConfigDict(frozen=True)

    doc: str = Field(description="The manual: its manual_id, file name (with or without suffix) or title.")
    anchor: str = Field(min_length=1, description="Text that is there; compared without white space and markup.")
    page: int | None = Field(default=None, description="Physical page, 1-based; for people, not for matching.")
    occurs: int = Field(default=1, description="How often the anchor is in the document, the same fact each time.")


class EvidenceGroup(BaseModel):
    """One fact that has to be found; one of its places is enough."""

    model_config = ConfigDict(frozen=True)

    group: str = ""
    any_of: list[EvidencePlace] = Field(min_length=1)


class EvaluationQuestion(BaseModel):
    """One question. Without evidence it is one that the manuals do not answer."""

    model_config = ConfigDict(frozen=True)

    id: str
    question: str = Field(min_length=1)
    lang: str = ""
    collection: str = ""
    type: str = Field(default="", description="Kind of question, for the figures per kind ('code', 'procedure' …).")
    answer: str = Field(default="", description="Short reference answer.")
    evidence: list[EvidenceGroup] = Field(default_factory=list, description="All groups are needed.")
    traps: list[EvidencePlace] = Field(
        default_factory=list, description="Places that look right and answer something else."
    )
    note: str = ""

    @property
    def is_answerable(self) -> bool:
        """Whether the manuals answer it."""
        return bool(self.evidence)


class QuestionFileError(ValueError):
    """A question file cannot be used. The message names the file, the line and what is wrong."""


def read_questions(path: str | Path) -> list[EvaluationQuestion]:
    """Return the questions of a JSON Lines file, one object a line.

    Keys beyond those of `EvaluationQuestion` are passed over.

    Raises:
        QuestionFileError: When the file cannot be read, a line is no such object, or two questions have one id.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise QuestionFileError(
            f"{path}: the question file cannot be read ({error}); give a JSON Lines file in UTF-8."
        ) from error
    questions = list(_parsed(text.split("\n"), str(path)))
    if not questions:
        raise QuestionFileError(f"{path}: there are no questions in it; write one JSON object a line.")
    _check_ids(questions, str(path))
    return questions


def select_questions(
    questions: Iterable[EvaluationQuestion],
    *,
    collection: str | None = None,
    kinds: Iterable[str] = (),
    lang: str | None = None,
) -> list[EvaluationQuestion]:
    """Return the questions of a collection, of some kinds, in a language."""
    wanted = set(kinds)
    return [
        question
        for question in questions
        if (collection is None or question.collection == collection)
        and (not wanted or question.type in wanted)
        and (lang is None or question.lang == lang)
    ]


def _parsed(lines: Iterable[str], name: str) -> Iterator[EvaluationQuestion]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield EvaluationQuestion.model_validate(json.loads(line))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "the line"
            raise QuestionFileError(f"{name}, line {number}: {where}: {first['msg']}.") from error
        except ValueError as error:
            raise QuestionFileError(f"{name}, line {number}: this is no JSON object ({error}).") from error


def _check_ids(questions: Iterable[EvaluationQuestion], name: str) -> None:
    seen: set[str] = set()
    for question in questions:
        if question.id in seen:
            raise QuestionFileError(f"{name}: two questions have the id {question.id!r}; give each its own.")
        seen.add(question.id)
