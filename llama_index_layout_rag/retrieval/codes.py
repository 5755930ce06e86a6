"""Codes of a question in a chunk: which of them it carries, and what each means there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from llama_index_layout_rag.retrieval.question import Question

_NUMBER_OF_CODE = re.compile(r"[a-z$#:.-]*?0*(\d+)")


class Meaning(NamedTuple):
    """What a code stands for: the same code in two columns, two sections or two manuals means two things."""

    code: str
    manual_id: str
    place: str
    """The table column, or the section where the code stands in no table."""


def code_meanings(question: Question, payload: Mapping[str, Any]) -> set[Meaning]:
    """The meanings of the question's codes and numbers that a chunk carries.

    Args:
        question: The question; a code must be equal, a bare number fits the number of any code.
        payload: Payload of the chunk (`codes`, `code_cells`, `manual_id`, `section_id`).
    """
    if not question.codes and not question.numbers:
        return set()
    manual_id, section_id = str(payload.get("manual_id", "")), str(payload.get("section_id", ""))
    cells = {
        Meaning(cell["code"], manual_id, f"{section_id} {cell['column']}")
        for cell in payload.get("code_cells", ())
        if _is_asked(question, cell["code"])
    }
    in_cells = {meaning.code for meaning in cells}
    plain = {code for code in payload.get("codes", ()) if code not in in_cells and _is_asked(question, code)}
    return cells | {Meaning(code, manual_id, section_id) for code in plain}


def _is_asked(question: Question, code: str) -> bool:
    if code in question.codes:
        return True
    match = _NUMBER_OF_CODE.fullmatch(code) if question.numbers else None
    return match is not None and match.group(1) in question.numbers
