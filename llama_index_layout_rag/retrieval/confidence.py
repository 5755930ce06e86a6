"""How sure the retriever is that the manuals answer a question, from what is known without a model."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from llama_index_layout_rag.lexical.tokens import query_weights, tokenize

READ_CHUNKS = 5
"""How many of the best chunks are read for the question's words; one of them should hold most of what is asked."""

LEAST_COVERAGE = 0.05
"""Added to the coverage, whose logarithm counts: between none of a question's words and some lies more than between half of
them and all. (Ranks as well as the coverage itself, and is right about questions that share no word with any manual.)"""


@dataclass(frozen=True)
class QuestionSignals:
    """What is known of a question and its results without a model.

    Args:
        coverage: Share of the question's words (by weight) in the best single chunk, 0 to 1. Words of the manuals' titles are
            left out: they say what kind of product is asked about, and stand in every chunk.
        similarity: Cosine similarity of the best chunk to the question.
        named: Whether the question names a manual. It is then judged by that manual alone, where something similar is found
            for nearly every question.
        compares: Whether it compares. Its words are then spread over the chunks of several manuals.
        code_missing: Whether it asks about a code that no result carries.
        title_share: Share of the question's words (by weight) that stand in the manuals' titles. They make any chunk similar.
    """

    coverage: float
    similarity: float
    named: bool = False
    compares: bool = False
    code_missing: bool = False
    title_share: float = 0.0


@dataclass(frozen=True)
class ConfidenceModel:
    """Two logistic models: of a question (do the manuals answer it?), and of one of its results (does it hold an answer?).

    The defaults were fitted on 168 development questions (46 of them unanswerable, half of these near misses) with
    multilingual-e5-small; five-fold cross-validated areas under the ROC curve 0.86 for questions, 0.88 for their 1,605
    results. Answerable and unanswerable questions weigh the same in the fit: at a threshold of 0.5, 80 % of either kind are on
    their side. The similarity of another embedding model has another scale: fit `similarity` and `intercept` to questions of
    your own before you compare with a threshold; the order of the confidences is useful as it is.
    """

    coverage: float = 1.95
    similarity: float = 23.8
    named: float = -3.35
    compares: float = 2.85
    code_missing: float = -2.15
    title_share: float = -2.9
    intercept: float = -15.5
    result_question: float = 0.2
    result_relative_score: float = 6.1
    result_log_rank: float = -0.86
    result_intercept: float = -6.1

    def question_logit(self, signals: QuestionSignals) -> float:
        """Log odds that the manuals answer the question."""
        return (
            self.coverage * math.log(signals.coverage + LEAST_COVERAGE)
            + self.similarity * signals.similarity
            + self.named * signals.named
            + self.compares * signals.compares
            + self.code_missing * signals.code_missing
            + self.title_share * signals.title_share
            + self.intercept
        )

    def question_probability(self, signals: QuestionSignals) -> float:
        """Confidence from 0 to 1 that the manuals answer the question."""
        return _probability(self.question_logit(signals))

    def result_probability(self, signals: QuestionSignals, relative_score: float, place: int) -> float:
        """Confidence from 0 to 1 that one result holds (part of) the answer.

        Args:
            signals: What is known of the question.
            relative_score: The result's score divided by the first one's.
            place: Place among the results, from 1.
        """
        return _probability(
            self.result_question * self.question_logit(signals)
            + self.result_relative_score * relative_score
            + self.result_log_rank * math.log(place)
            + self.result_intercept
        )


def word_coverage(search_text: str, texts: Sequence[str], titles: Iterable[str] = ()) -> tuple[float, float]:
    """How much of a question's words the best single text holds, and how much the titles hold.

    Args:
        search_text: The question as it was searched.
        texts: The best chunks, at most `READ_CHUNKS`.
        titles: Titles of their manuals.

    Returns:
        Share of the words that are in no title, by weight, in the one of the texts that holds most of them (of all words where
        the titles hold every word); share of the words that are in a title. 0 where there is nothing to compare.
    """
    words = query_weights(search_text)
    total = sum(words.values())
    if not texts or not total:
        return 0.0, 0.0
    titled = set().union(*(tokenize(title) for title in titles))
    asked = {word: weight for word, weight in words.items() if word not in titled} or words
    coverage = max(_held_weight(asked, text) for text in texts) / sum(asked.values())
    return coverage, sum(weight for word, weight in words.items() if word in titled) / total


def _probability(logit: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, logit))))


def _held_weight(words: Mapping[str, float], text: str) -> float:
    held = set(tokenize(text))
    return sum(weight for word, weight in words.items() if word in held)
