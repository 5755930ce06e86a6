"""Whether an answer says only what its sources say, checked without a model that writes.

Every sentence of the answer is looked for in the chunks it cites: its words, weighted like those of a question, and,
where an embedding model is given, its meaning. Codes and numbers must stand in the source whatever the rest looks
like: "5 seconds" for "8 seconds" shares every other word with the truth.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.evaluation import BaseEvaluator, EvaluationResult
from llama_index.core.prompts.mixin import PromptDictType
from pydantic import BaseModel, ConfigDict, Field

from llama_index_layout_rag.layout.normalize import fold_text
from llama_index_layout_rag.lexical import find_codes, query_weights, tokenize

LEXICAL_SUPPORT = 0.5
"""Share of a sentence's words, by weight, that one passage of the sources must hold. Of the sentences of 94 short
reference answers, written in words of their own, 0.5 took 0.73 for supported by the chunks of their evidence, 0.10 by
chunks of another question on the same manual and 0.02 by those of another manual (0.4: 0.86, 0.13, 0.03; 0.6: 0.60,
0.06, 0.01)."""

BETWEEN_CODE_PARTS = 12
"""Characters that may stand between the letters and the number of a code that a table tells in two ("Alarm code:
10")."""

SEMANTIC_SUPPORT = 0.88
"""Cosine similarity to a passage that stands for the words, for multilingual-e5-small, whose unrelated texts lie near
0.8: of 23 true sentences that share too few words with their source it took 15 for supported, of 26 against another
manual none (0.86: 19 and 1). Another model needs a value of its own."""

PASSAGE_SENTENCES = 3
"""A sentence of an answer draws on so many neighbouring sentences of a source at most."""

_SENTENCE_END = re.compile(r"(?<=[。！？])(?!\s*[」』）])|(?<=[.!?])(?:\s+)(?=[^a-z])|\n+")
_CITED = re.compile(r"\s*[\[［](\d{1,3}(?:\s*[,、]\s*\d{1,3})*)[\]］]")
_CITED_BEHIND = re.compile(r"^\s*(?:[\[［]\d{1,3}(?:\s*[,、]\s*\d{1,3})*[\]］]\s*)+[.。]?")
_MARKER = re.compile(r"^\s*(?:[-*・•#>]+|\d{1,2}[.)．）]|[①-⑳])\s*")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"\w")
_SHORTEST = 2
"""Fewer letters or digits are no claim."""


class SentenceSupport(BaseModel):
    """How well one sentence of an answer is supported."""

    model_config = ConfigDict(frozen=True)

    sentence: str
    is_supported: bool
    lexical: float = Field(description="Share of its words, by weight, in the best passage.")
    semantic: float | None = Field(default=None, description="Similarity to the nearest passage; None without a model.")
    missing: list[str] = Field(default_factory=list, description="Codes and numbers that stand in none of the sources.")
    cited: list[int] = Field(default_factory=list, description="Numbers of the sources that it cites, from 1.")
    source: int | None = Field(default=None, description="The source whose passage fits best, from 1.")
    passage: str = Field(default="", description="That passage.")


class AnswerSupportEvaluator(BaseEvaluator):
    """Does every sentence of an answer find support in the cited chunks? A LlamaIndex evaluator without an LLM.

    A sentence that cites sources ("… [1]", "… [2, 3]") is looked for in these only, others in all of them. `score` of
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
        """The support of each sentence of an answer, in order."""
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
        missing = _missing_facts(sentence, [contexts[number - 1] for number in numbers])
        semantic = None
        if self.embed_model is not None and passages and not missing and lexical < self.lexical_support:
            semantic, nearest = self._best_semantic(sentence, [passage for _, passage in passages])
            best = nearest if semantic >= self.semantic_support else best
        fits = lexical >= self.lexical_support or (semantic is not None and semantic >= self.semantic_support)
        return SentenceSupport(
            sentence=sentence,
            is_supported=fits and not missing,
            lexical=round(lexical, 4),
            semantic=None if semantic is None else round(semantic, 4),
            missing=missing,
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
    """The sentences of an answer that claim something, without list markers and citation marks, and the numbers they
    cite.

    A mark behind the full stop belongs to the sentence before it.
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
    """Runs of neighbouring sentences of a source, as long as a sentence of an answer may draw on."""
    sentences = [sentence.strip() for sentence in _SENTENCE_END.split(context) if sentence and sentence.strip()]
    if len(sentences) <= PASSAGE_SENTENCES:
        return ["\n".join(sentences)] if sentences else []
    # The heading line says what all of them are about.
    heading, body = sentences[0], sentences[1:]
    runs = range(max(1, len(body) - PASSAGE_SENTENCES + 1))
    return ["\n".join([heading, *body[start : start + PASSAGE_SENTENCES]]) for start in runs]


def _best_lexical(sentence: str, passages: Sequence[str]) -> tuple[float, int]:
    weights = query_weights(sentence) or dict.fromkeys(tokenize(sentence), 1.0)
    total = sum(weights.values())
    if not total or not passages:
        return 0.0, 0
    shares = [sum(weights[token] for token in weights.keys() & set(tokenize(passage))) / total for passage in passages]
    best = int(np.argmax(shares))
    return shares[best], best


def _missing_facts(sentence: str, contexts: Iterable[str]) -> list[str]:
    """Codes and numbers of a sentence that stand in none of the sources."""
    texts = [fold_text(context) for context in contexts]
    codes = {code for text in texts for code in find_codes(text)}
    numbers = {_plain(number) for text in texts for number in _NUMBER.findall(text)}
    missing = [code for code in find_codes(sentence) if code not in codes and not _told_in_parts(code, texts)]
    rest = fold_text(sentence)
    return missing + [
        n for n in dict.fromkeys(_NUMBER.findall(rest)) if _plain(n) not in numbers and not _in_code(n, missing)
    ]


def _told_in_parts(code: str, texts: Iterable[str]) -> bool:
    """Whether the letters and numbers of a code stand near each other, as in "5 mm" for 5mm and "Alarm code: 10"."""
    parts = [re.escape(part) for part in re.findall(r"\d+|[^\W\d_]+", code)]
    pattern = re.compile(r"(?<!\d)" + rf"\D{{0,{BETWEEN_CODE_PARTS}}}".join(parts) + r"(?!\d)", re.IGNORECASE)
    return any(pattern.search(text) for text in texts)


def _in_code(number: str, codes: Sequence[str]) -> bool:
    return any(number in code for code in codes)


def _plain(number: str) -> str:
    """A number without thousands separators: 1,000 is 1000."""
    return re.sub(r",(?=\d{3})", "", number)


def _feedback(checked: Sequence[SentenceSupport]) -> str:
    lines = [f"{sum(one.is_supported for one in checked)} of {len(checked)} sentences are supported."]
    for one in checked:
        if not one.is_supported:
            reason = (
                f"not in the sources: {', '.join(one.missing)}"
                if one.missing
                else f"{one.lexical:.0%} of its words found"
            )
            lines.append(f"unsupported ({reason}): {one.sentence}")
    return "\n".join(lines)
