"""What the kind of a question has to do with the fields of a step: who asks for a condition is answered by a condition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from llama_index_layout_rag.lexical.tokens import query_weights, tokenize
from llama_index_layout_rag.retrieval.question import Question, QuestionKind

FIELDS_OF_KIND: dict[QuestionKind, tuple[str, ...]] = {
    QuestionKind.CONDITION: ("condition", "conditions", "result", "results", "condition_results"),
    QuestionKind.OPERATION: ("action", "actions", "target", "targets", "step_number"),
    QuestionKind.PLACE: ("target", "targets", "result", "results"),
    QuestionKind.CAUTION: ("caution", "cautions"),
}
"""Fields of a step record that answer a question of that kind."""


def asked_field_share(question: Question, payload: Mapping[str, Any]) -> float:
    """Share of the question's words (by weight, from 0 to 1) that stand in the fields which its kind asks for.

    Args:
        question: The question with its kinds.
        payload: Payload of a chunk with `procedure_steps`.
    """
    names = [name for kind, fields in FIELDS_OF_KIND.items() if kind in question.kinds for name in fields]
    text = " ".join(_text(step[name]) for step in payload.get("procedure_steps", ()) for name in names if name in step)
    if not text:
        return 0.0
    words = query_weights(question.text)
    held = set(tokenize(text))
    total = sum(words.values())
    return sum(weight for word, weight in words.items() if word in held) / total if total else 0.0


def _text(value: Any) -> str:
    return value if isinstance(value, str) else " ".join(map(_text, value))
