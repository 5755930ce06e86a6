"""How sure the retriever is that the manuals answer a question, from what is known without a model."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from llama_index_layout_rag.lexical.tokens import query_weights, tokenize

READ_CHUNKS = 5
"""How many of the best chunks are read for the question's words; one of them should hold most of what is asked."""


@dataclass(frozen=True)
class ConfidenceModel:
    """A logistic model over three signals.

    The defaults were fitted on 168 development questions (46 of them unanswerable, half of these near misses) with
    multilingual-e5-small; five-fold cross-validated area under the ROC curve 0.83. The similarity of another embedding model
    has another scale: fit `similarity` and `intercept` to questions of your own before you compare with a threshold; the
    order of the confidences is useful as it is.
    """

    coverage: float = 5.5
    similarity: float = 19.7
    named: float = -2.3
    intercept: float = -16.0

    def probability(self, coverage: float, similarity: float, named: bool) -> float:
        """Confidence from 0 to 1.

        Args:
            coverage: Share of the question's words (by weight) in the best single chunk.
            similarity: Cosine similarity of the best chunk to the question.
            named: Whether the question names a manual. It is then judged by that manual alone, where something similar is
                found for nearly every question.
        """
        logit = self.coverage * coverage + self.similarity * similarity + self.named * named + self.intercept
        return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, logit))))


def question_confidence(
    search_text: str, texts: Sequence[str], best_similarity: float, named: bool, model: ConfidenceModel
) -> float:
    """A number from 0 to 1, higher where the manuals are likely to answer; 0 where nothing was found.

    Args:
        search_text: The question as it was searched.
        texts: The best chunks, at most `READ_CHUNKS`.
        best_similarity: Highest cosine similarity of any chunk searched.
        named: Whether the question names a manual.
        model: Weights of the signals.
    """
    words = query_weights(search_text)
    total = sum(words.values())
    if not texts or not total:
        return 0.0
    coverage = max(_held_weight(words, text) for text in texts) / total
    return model.probability(coverage, best_similarity, named)


def _held_weight(words: Mapping[str, float], text: str) -> float:
    held = set(tokenize(text))
    return sum(weight for word, weight in words.items() if word in held)
