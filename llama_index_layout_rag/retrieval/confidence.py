"""How sure the retriever is that the manuals answer a question, from what is known without a model."""

from __future__ import annotations

import math
from collections.abc import Sequence

from llama_index_layout_rag.lexical.tokens import query_weights, tokenize
from llama_index_layout_rag.retrieval.engines.interface import Hit
from llama_index_layout_rag.retrieval.question import Question
from llama_index_layout_rag.retrieval.ranking import Candidate

_READ = 3
"""How many of the best chunks together should hold what the question asks for."""


def question_confidence(question: Question, candidates: Sequence[Candidate]) -> float:
    """A number from 0 to 1, higher where the manuals are likely to answer.

    It weighs how much of the question's words stands in the best chunks, and how similar the best of them is.
    """
    if not candidates:
        return 0.0
    best = candidates[:_READ]
    words = query_weights(question.text)
    held: set[str] = set()
    for candidate in best:
        held |= set(tokenize(Hit(candidate.id, candidate.score, candidate.payload).node().get_content()))
    total = sum(words.values())
    coverage = sum(weight for word, weight in words.items() if word in held) / total if total else 0.0
    similarity = max((c.dense_score for c in best if c.dense_score is not None), default=0.0)
    return 1.0 / (1.0 + math.exp(-(4.0 * (coverage - 0.5) + 8.0 * (similarity - 0.85))))
