"""Excerpts of long results: what answers a question may stand far down in a table."""

from __future__ import annotations

from collections.abc import Sequence

GAP = "…"


def excerpt(text: str, question: str, characters: int) -> str:
    """Return the parts of a result (paragraphs, table rows) that share most words with a question, in their order.

    Args:
        text: The result's text.
        question: The question.
        characters: About how long the excerpt may be; a shorter text comes whole.
    """
    if len(text) <= characters:
        return text
    parts = [part for part in text.split("\n\n" if "\n\n" in text else "\n") if part.strip()]
    shown = _best(parts, question, characters)
    lines: list[str] = []
    for number, part in enumerate(parts):
        if number in shown:
            lines.append(part if len(part) <= characters else part[:characters] + GAP)
        elif lines[-1:] != [GAP]:
            lines.append(GAP)
    return "\n".join(lines)


def _best(parts: Sequence[str], question: str, characters: int) -> set[int]:
    """Numbers of the parts that fit, those with most of the question's words first; always one."""
    from llama_index_layout_rag.lexical import query_weights, tokenize

    weights = query_weights(question)
    held = [set(tokenize(part)) for part in parts]
    shared = [sum(weight for word, weight in weights.items() if word in words) for words in held]
    chosen: set[int] = set()
    room = characters
    for number in sorted(range(len(parts)), key=lambda number: -shared[number]):
        if not chosen or len(parts[number]) <= room:
            chosen.add(number)
            room -= len(parts[number])
    return chosen
