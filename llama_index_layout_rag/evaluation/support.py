"""Whether an answer says only what its sources say, checked without a model that writes.

Every sentence of the answer is looked for in the chunks it cites: its words, weighted like those of a question, and,
where an embedding model is given, its meaning. Codes and numbers must are in the source whatever the rest looks
like, and what the source forbids must not be told to be done.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.evaluation import BaseEvaluator, EvaluationResult
from llama_index.core.prompts.mixin import PromptDictType
from pydantic import BaseModel, ConfigDict, Field

from llama_index_layout_rag.evaluation.facts import missing_facts
from llama_index_layout_rag.evaluation.polarity import is_negative
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.lexical import query_weights, tokenize

LEXICAL_SUPPORT = 0.5
"""Share of a sentence's words, by weight, that one passage of the sources must hold. Of the sentences of 94 short
reference answers, written in words of their own, 0.5 took 0.73 for supported by the chunks of their evidence, 0.10 by
chunks of another question on the same manual and 0.02 by those of another manual (0.4: 0.86, 0.13, 0.03; 0.6: 0.60,
0.06, 0.01)."""

SEMANTIC_SUPPORT = 0.88
"""Cosine similarity to a passage that is for the words, for multilingual-e5-small, whose unrelated texts lie near
0.8: of 23 true sentences that share too few words with their source it took 15 for supported, of 26 against another
manual none (0.86: 19 and 1). Another model needs a value of its own."""

PASSAGE_SENTENCES = 3
"""A sentence of an answer draws on so many neighbouring sentences of a source at most."""

SAME_STATEMENT = 0.6
"""Share of words that a sentence of the answer and one of a source must have in common, either way, to be about the same
thing, so that "do not open" and "open" contradict each other. Below it, sentences about neighbouring steps were taken
for the same, and ones that say more besides."""

NEARLY_AS_GOOD = 0.9
"""Of several such sentences with nearly as many words in common, one that agrees is enough."""

_SENTENCE_END = re.compile(r"(?<=[。！？])(?!\s*[」』）])|(?<=[.!?])(?:\s+)(?=[^a-z])|\n+")
_CITED = re.compile(r"\s*[\[［](\d{1,3}(?:\s*[,、]\s*\d{1,3})*)[\]］]")
_CITED_BEHIND = re.compile(r"^\s*(?:[\[［]\d{1,3}(?:\s*[,、]\s*\d{1,3})*[\]］]\s*)+[.。]?")
_MARKER = re.compile(r"^\s*(?:[-*・•#>]+|\d{1,2}[.)．）]|[①-⑳])\s*")
_WORD = re.compile(r"\w")
_SOURCE_LINE = re.compile(r"\s*Source \d+:\s*$")
"""What CitationQueryEngine writes above each source."""

_SHORTEST = 2
"""Fewer letters or digits are no claim."""


class SentenceSupport(BaseModel):
    """How well one sentence of an answer is supported."""

    model_config = ConfigDict(frozen=True)

    sentence: str
    is_supported: bool
    lexical: float = Field(description="Share of its words, by weight, in the best passage.")
    semantic: float | None = Field(default=None, description="Similarity to the nearest passage; None without a model.")
    missing: list[str] = Field(
        default_factory=list,
        description="Codes and numbers that the sources of no one manual hold; with the unit where only that differs.",
    )
    contradicts: str = Field(
        default="", description="A sentence of a source that forbids what this one tells, or vice versa."
    )
    cited: list[int] = Field(default_factory=list, description="Numbers of the sources that it cites, from 1.")
    source: int | None = Field(default=None, description="The source whose passage fits best, from 1.")
    passage: str = Field(default="", description="That passage.")

    @property
    def reason(self) -> str:
        """Why it is unsupported, in a few words; empty where it is supported."""
        if self.is_supported:
            return ""
        if self.missing:
            return f"not in the sources: {', '.join(self.missing)}"
        if self.contradicts:
            return f"the source says the opposite: {self.contradicts}"
        return f"{self.lexical:.0%} of its words found"


class AnswerSupportEvaluator(BaseEvaluator):
    """Does every sentence of an answer find support in the cited chunks? A LlamaIndex evaluator without an LLM.

    A sentence is supported when its words are in a source, its codes and numbers are there too, with the same unit
    and in the sources of one manual (those whose first lines begin with the same title), and no source forbids what it
    tells. A sentence that cites sources ("… [1]", "… [2, 3]") is looked for in these only, others in all of them. `score` of
    the result is the share of supported sentences, `passing` whether that reaches `passing_score`, and `feedback`
    names the others. What an answer leaves out, and whether it fits the question, is not judged.

    Args:
        embed_model: Also compare meanings; without it an answer in other words than its source's counts as
            unsupported.
        lexical_support: Share of a sentence's words that a passage must hold, 0 to 1.
        semantic_support: Similarity that does instead, if no code or number is missing.
        passing_score: Share of supported sentences from which an answer passes.
    """

    def __init__(
        self,
        embed_model: BaseEmbedding | None = None,
        lexical_support: float = LEXICAL_SUPPORT,
        semantic_support: float = SEMANTIC_SUPPORT,
        passing_score: float = 1.0,
    ) -> None:
        self.embed_model = embed_model
        self.lexical_support = lexical_support
        self.semantic_support = semantic_support
        self.passing_score = passing_score

    def _get_prompts(self) -> PromptDictType:
        return {}

    def _update_prompts(self, prompts_dict: PromptDictType) -> None:
        """There are no prompts."""

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **kwargs: Any,
    ) -> EvaluationResult:
        """Check an answer.

        Args:
            query: The question; it is passed on and not judged.
            response: The answer.
            contexts: Texts of the chunks it was made from; "[1]" in the answer means the first.

        Raises:
            ValueError: Without an answer or contexts.
        """
        return await asyncio.to_thread(self._evaluated, query, response, contexts)

    def evaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **kwargs: Any,
    ) -> EvaluationResult:
        """Check an answer."""
        return self._evaluated(query, response, contexts)

    def check(self, answer: str, contexts: Sequence[str]) -> list[SentenceSupport]:
        """Return the support of each sentence of an answer, in order."""
        sources = [_passages(context) for context in contexts]
        return [self._supported(sentence, cited, sources, contexts) for sentence, cited in answer_sentences(answer)]

    def _evaluated(self, query: str | None, response: str | None, contexts: Sequence[str] | None) -> EvaluationResult:
        if response is None or contexts is None:
            raise ValueError(
                "AnswerSupportEvaluator needs `response` and `contexts`: the answer and the texts it rests on."
            )
        checked = self.check(response, contexts)
        unsupported = [one for one in checked if not one.is_supported]
        score = 1 - len(unsupported) / len(checked) if checked else 0.0
        return EvaluationResult(
            query=query,
            response=response,
            contexts=list(contexts),
            score=score,
            passing=bool(checked) and score >= self.passing_score,
            feedback=_feedback(checked),
            invalid_result=not checked,
            invalid_reason=None if checked else "The answer has no sentence.",
        )

    def _supported(
        self, sentence: str, cited: list[int], sources: Sequence[Sequence[str]], contexts: Sequence[str]
    ) -> SentenceSupport:
        numbers = [number for number in cited if 1 <= number <= len(sources)] or list(range(1, len(sources) + 1))
        if cited and not any(1 <= number <= len(sources) for number in cited):
            numbers = []
        passages = [(number, passage) for number in numbers for passage in sources[number - 1]]
        lexical, best = _best_lexical(sentence, [passage for _, passage in passages])
        missing = missing_facts(sentence, _by_manual([contexts[number - 1] for number in numbers]))
        contradicts = _contradicted(sentence, [passage for _, passage in passages])
        semantic = None
        if self.embed_model is not None and passages and not missing and lexical < self.lexical_support:
            semantic, nearest = self._best_semantic(sentence, [passage for _, passage in passages])
            best = nearest if semantic >= self.semantic_support else best
        fits = lexical >= self.lexical_support or (semantic is not None and semantic >= self.semantic_support)
        return SentenceSupport(
            sentence=sentence,
            is_supported=fits and not missing and not contradicts,
            lexical=round(lexical, 4),
            semantic=None if semantic is None else round(semantic, 4),
            missing=missing,
            contradicts=contradicts,
            cited=cited,
            source=passages[best][0] if passages else None,
            passage=passages[best][1] if passages else "",
        )

    def _best_semantic(self, sentence: str, passages: Sequence[str]) -> tuple[float, int]:
        assert self.embed_model is not None
        vectors = np.asarray(self.embed_model.get_text_embedding_batch([sentence, *passages]), dtype=np.float64)
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        similarities = vectors[1:] @ vectors[0]
        best = int(np.argmax(similarities))
        return float(similarities[best]), best


def answer_sentences(answer: str) -> list[tuple[str, list[int]]]:
    """Return the claims of an answer: its sentences without list and citation marks, and the numbers they cite.

    A mark after the full stop belongs to the sentence before it.
    """
    sentences: list[tuple[str, list[int]]] = []
    for piece in _SENTENCE_END.split(answer):
        behind = _CITED_BEHIND.match(piece)
        if behind and sentences:
            sentences[-1][1].extend(_numbers(behind.group()))
            piece = piece[behind.end() :]
        sentence = _MARKER.sub("", _CITED.sub("", piece)).strip()
        if len(_WORD.findall(sentence)) >= _SHORTEST:
            sentences.append((sentence, _numbers(piece)))
    return sentences


def _numbers(text: str) -> list[int]:
    return [int(number) for group in _CITED.findall(text) for number in re.findall(r"\d+", group)]


def _passages(context: str) -> list[str]:
    """Run of neighbouring sentences of a source, as long as a sentence of an answer may draw on."""
    sentences = [sentence.strip() for sentence in _SENTENCE_END.split(context) if sentence and sentence.strip()]
    if len(sentences) <= PASSAGE_SENTENCES:
        return ["\n".join(sentences)] if sentences else []
    # The heading line says what all of them are about.
    heading, body = sentences[0], sentences[1:]
    runs = range(max(1, len(body) - PASSAGE_SENTENCES + 1))
    return ["\n".join([heading, *body[start : start + PASSAGE_SENTENCES]]) for start in runs]


def _share(statement: str, text: str) -> float:
    """Share of a statement's words, by weight, that are in a text."""
    weights = query_weights(statement)
    return sum(weights[token] for token in weights.keys() & set(tokenize(text))) / (sum(weights.values()) or 1.0)


def _best_lexical(sentence: str, passages: Sequence[str]) -> tuple[float, int]:
    weights = query_weights(sentence) or dict.fromkeys(tokenize(sentence), 1.0)
    total = sum(weights.values())
    if not total or not passages:
        return 0.0, 0
    shares = [sum(weights[token] for token in weights.keys() & set(tokenize(passage))) / total for passage in passages]
    best = int(np.argmax(shares))
    return shares[best], best


def _by_manual(contexts: Sequence[str]) -> list[list[str]]:
    """Return the sources of each manual together: those whose first line begins with the same title."""
    manuals: dict[str, list[str]] = {}
    for number, context in enumerate(contexts):
        line = next((line for line in context.splitlines() if line.strip() and not _SOURCE_LINE.match(line)), "")
        title, is_path, _ = line.partition(" > ")
        manuals.setdefault(squash(title) if is_path else f"source {number}", []).append(context)
    return list(manuals.values())


def _contradicted(sentence: str, passages: Sequence[str]) -> str:
    """Return the sentence of a source that says most nearly the same, and the opposite; empty where one agrees."""
    stated = {one.strip() for passage in passages for one in _SENTENCE_END.split(passage) if one and one.strip()}
    alike = {one: _share(sentence, one) for one in sorted(stated) if _share(one, sentence) >= SAME_STATEMENT}
    best = max(alike.values(), default=0.0)
    if best < SAME_STATEMENT:
        return ""
    near = [one for one, share in alike.items() if share >= NEARLY_AS_GOOD * best]
    if any(is_negative(one) == is_negative(sentence) for one in near):
        return ""
    return max(near, key=lambda one: alike[one])


def _feedback(checked: Sequence[SentenceSupport]) -> str:
    lines = [f"{sum(one.is_supported for one in checked)} of {len(checked)} sentences are supported."]
    for one in checked:
        if not one.is_supported:
            lines.append(f"unsupported ({one.reason}): {one.sentence}")
    return "\n".join(lines)
