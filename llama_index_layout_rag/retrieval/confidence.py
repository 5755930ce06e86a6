"""Confidence that the manuals answer a question, from signals that need no model."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from llama_index_layout_rag.lexical import query_weights, token_set

READ_CHUNKS = 5
"""Number of best chunks whose words are compared with the question's."""

CODE_RESULTS = 3
"""Number of first results in which a code column counts."""

MIN_COVERAGE = 0.05
"""Added to the coverage before its logarithm: no shared word differs from some more than half of them from all."""


@dataclass(frozen=True)
class QuestionSignals:
    """What is known of a question and its results without a model.

    Args:
        coverage: Share (0 to 1, by weight) of the question's words in the best single chunk; words of titles are left out,
            since every chunk has them.
        similarity: Cosine similarity of the best chunk to the question.
        compares: Whether the question compares; its words are then spread over the chunks of several manuals.
        code_in_column: Whether a code of the question is in a code column of a first result.
        code_missing: Whether the question contains codes and no result does.
    """

    coverage: float
    similarity: float
    compares: bool = False
    code_in_column: bool = False
    code_missing: bool = False


@dataclass(frozen=True)
class ConfidenceModel:
    """Logistic models of a question (do the manuals answer it?) and of one of its results (does it answer?).

    Fitted for multilingual-e5-small on 548 questions over four sets of manuals, 155 of them unanswerable and half of these
    near misses; area under the ROC curve 0.76 with manuals held out (0.85 on the shared sets). The values are probabilities:
    of the held-out questions at 0.2 to 0.4, 0.4 to 0.6, 0.6 to 0.8 and above, 35, 51, 69 and 90 % were answerable. Naming a
    product is no signal, so that it lowers no confidence. Other embedding models have other scales of similarity: fit
    `similarity` and `intercept` for them.
    """

    coverage: float = 0.48
    similarity: float = 17.9
    compares: float = 2.15
    code_in_column: float = 2.07
    code_missing: float = -2.08
    intercept: float = -13.9
    result_question: float = 0.2
    result_relative_score: float = 6.1
    result_log_rank: float = -0.86
    result_intercept: float = -6.1

    def question_logit(self, signals: QuestionSignals) -> float:
        """Return the log odds that the manuals answer the question."""
        return (
            self.coverage * math.log(signals.coverage + MIN_COVERAGE)
            + self.similarity * signals.similarity
            + self.compares * signals.compares
            + self.code_in_column * signals.code_in_column
            + self.code_missing * signals.code_missing
            + self.intercept
        )

    def question_probability(self, signals: QuestionSignals) -> float:
        """Return the probability that the manuals answer the question."""
        return _probability(self.question_logit(signals))

    def result_probability(self, signals: QuestionSignals, relative_score: float, place: int) -> float:
        """Return the probability that a result contains (part of) the answer.

        Args:
            signals: Signals of the question.
            relative_score: Fused score of the result divided by that of the first one.
            place: Rank of the result, from 1.
        """
        return _probability(
            self.result_question * self.question_logit(signals)
            + self.result_relative_score * relative_score
            + self.result_log_rank * math.log(place)
            + self.result_intercept
        )


def word_coverage(search_text: str, texts: Sequence[str], titles: Iterable[str] = ()) -> float:
    """Return the share (0 to 1, by weight) of a question's words in the best single text.

    Args:
        search_text: The question as it was searched.
        texts: The best chunks, at most `READ_CHUNKS`.
        titles: Titles of their manuals; their words are left out, unless they are all words of the question.
    """
    words = query_weights(search_text)
    if not texts or not words:
        return 0.0
    titled = set().union(*(token_set(title) for title in titles))
    asked = {word: weight for word, weight in words.items() if word not in titled} or words
    return max(_held_weight(asked, text) for text in texts) / sum(asked.values())


def _probability(logit: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, logit))))


def _held_weight(words: Mapping[str, float], text: str) -> float:
    held = token_set(text)
    return sum(weight for word, weight in words.items() if word in held)
