"""Evidence recall: which facts of a question set the retriever brings, how far up, and in how many characters."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.schema import NodeWithScore
from llama_index.core.utils import get_tqdm_iterable
from pydantic import BaseModel, ConfigDict, Field

from llama_index_layout_rag.evaluation.cards import EvidenceCard, evidence_card
from llama_index_layout_rag.evaluation.matching import Found, first_place, matchable
from llama_index_layout_rag.evaluation.questions import EvaluationQuestion
from llama_index_layout_rag.evaluation.support import AnswerSupportEvaluator

RANK_CUTS = (1, 3, 5, 10)
CHAR_CUTS = (2_000, 4_000, 8_000)
"""A large chunk wins a cut by ranks through its size; it cannot win one by characters."""

TRAP_RANKS = 10
"""Results in which a wrong place counts as fallen for: what an answer is usually made from."""

Answerer = Callable[[str, Sequence[NodeWithScore]], str]
"""Gives the answer to a question from the results."""


class QuestionResult(BaseModel):
    """What became of one question."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    question: EvaluationQuestion
    found: list[Found | None] = Field(description="For each evidence group: where it was found.")
    trapped: bool | None = Field(description="Whether a trap came before all evidence; None without traps or evidence.")
    seconds: float
    confidence: float | None = None
    card: EvidenceCard

    def recall_at(self, rank: int) -> float:
        """Share of the facts that are in the first `rank` results."""
        return self._share(lambda found: found.rank <= rank)

    def recall_in(self, characters: int) -> float:
        """Share of the facts that are in the first so many characters of the results."""
        return self._share(lambda found: found.end <= characters)

    def _share(self, inside: Callable[[Found], bool]) -> float:
        return (
            sum(1 for found in self.found if found is not None and inside(found)) / len(self.found)
            if self.found
            else 0.0
        )


class RetrievalReport(BaseModel):
    """Figures of a question set, with a card per question."""

    results: list[QuestionResult]
    title: str = "Evidence recall"

    def figures(self) -> dict[str, float]:
        """All figures over the whole set, as `figures_of` names them."""
        return figures_of(self.results)

    def by_kind(self) -> dict[str, dict[str, float]]:
        """Return the figures per kind of question."""
        return _grouped(self.results, lambda result: result.question.type)

    def by_language(self) -> dict[str, dict[str, float]]:
        """Return the figures per language."""
        return _grouped(self.results, lambda result: result.question.lang)

    @property
    def cards(self) -> list[EvidenceCard]:
        """A card per question."""
        return [result.card for result in self.results]

    def __str__(self) -> str:
        return figure_table({"all": self.figures(), **self.by_language(), **self.by_kind()})


def evaluate_retrieval(
    retriever: BaseRetriever | Mapping[str, BaseRetriever],
    questions: Iterable[EvaluationQuestion],
    *,
    answerer: Answerer | None = None,
    evaluator: AnswerSupportEvaluator | None = None,
    show_progress: bool = False,
) -> RetrievalReport:
    """Ask every question and measure which facts come back.

    A fact counts as found in the first result of the right manual whose text holds one of its anchors; both sides are
    compared without white space and markup, so that the chunking does not matter.

    Args:
        retriever: Any LlamaIndex retriever whose nodes name their manual (`manual_id`, `file_name` or `file_path` in
            the metadata); or one retriever per collection that the questions name.
        questions: As `read_questions` gives them.
        answerer: Answers a question from the results, for the cards; its answers are checked for support.
        evaluator: Checks the answers; a lexical `AnswerSupportEvaluator` by default.
        show_progress: Whether to show a progress bar.

    Raises:
        ValueError: When a question names a collection that no retriever is given for.
    """
    asked = list(questions)
    _check_collections(retriever, asked)
    checker = evaluator or AnswerSupportEvaluator()
    results = []
    for question in get_tqdm_iterable(asked, show_progress, "Asking"):
        source = retriever if isinstance(retriever, BaseRetriever) else retriever[question.collection]
        started = time.perf_counter()
        nodes = source.retrieve(question.question)
        results.append(_result(question, nodes, time.perf_counter() - started, answerer, checker))
    return RetrievalReport(results=results)


async def aevaluate_retrieval(
    retriever: BaseRetriever | Mapping[str, BaseRetriever], questions: Iterable[EvaluationQuestion], **options: Any
) -> RetrievalReport:
    """`evaluate_retrieval` in a worker thread, so that the event loop stays free."""
    return await asyncio.to_thread(evaluate_retrieval, retriever, questions, **options)


def figures_of(results: Sequence[QuestionResult]) -> dict[str, float]:
    """Figures of some questions.

    `recall@k`: mean over the answerable questions of the share of facts in the first k results. `all@k`: share of
    questions with every fact there. `recall@Nc`: the same within the first N characters. `wrong_manual`: among
    questions with traps, how often a trap came first. `auc`: how well confidence tells answerable questions from the
    others.
    """
    answerable = [result for result in results if result.question.is_answerable]
    figures: dict[str, float] = {"questions": len(results), "answerable": len(answerable)}
    if answerable:
        for cut in RANK_CUTS:
            figures[f"recall@{cut}"] = statistics.mean(result.recall_at(cut) for result in answerable)
        for cut in RANK_CUTS:
            figures[f"all@{cut}"] = statistics.mean(result.recall_at(cut) == 1.0 for result in answerable)
        for cut in CHAR_CUTS:
            figures[f"recall@{cut}c"] = statistics.mean(result.recall_in(cut) for result in answerable)
    trapped = [result.trapped for result in answerable if result.trapped is not None]
    if trapped:
        figures["wrong_manual"] = statistics.mean(trapped)
    area = _confidence_area(results)
    if area is not None:
        figures["auc"] = area
    if results:
        figures["seconds_p50"] = statistics.median(result.seconds for result in results)
    return figures


def figure_table(rows: Mapping[str, Mapping[str, float]]) -> str:
    """Figures as columns of a text table; rows without an answerable question say nothing and are left out."""
    columns = ("recall@1", "recall@5", "recall@10", "all@5", "recall@4000c", "wrong_manual", "auc")
    width = max([len(name) for name in rows] + [8])
    lines = [f"{'':{width}}{'n':>5}" + "".join(f"{column:>{_column(column)}}" for column in columns)]
    for name, figures in rows.items():
        if name != "all" and not figures["answerable"]:
            continue
        cells = "".join(
            f"{figures[column]:>{_column(column)}.3f}" if column in figures else f"{'-':>{_column(column)}}"
            for column in columns
        )
        lines.append(f"{name:{width}}{figures['answerable']:>5.0f}{cells}")
    return "\n".join(lines)


def _column(name: str) -> int:
    return max(len(name), 5) + 2


def _result(
    question: EvaluationQuestion,
    nodes: Sequence[NodeWithScore],
    seconds: float,
    answerer: Answerer | None,
    checker: AnswerSupportEvaluator,
) -> QuestionResult:
    results = matchable(nodes)
    found = [first_place(group.any_of, results) for group in question.evidence]
    answer = answerer(question.question, nodes) if answerer is not None else ""
    confidence = nodes[0].node.metadata.get("confidence") if nodes else 0.0
    return QuestionResult(
        question=question,
        found=found,
        trapped=_is_trapped(question, found, first_place(question.traps, results[:TRAP_RANKS])),
        seconds=seconds,
        confidence=confidence,
        card=evidence_card(question, nodes, answer=answer, evaluator=checker),
    )


def _is_trapped(question: EvaluationQuestion, found: Sequence[Found | None], trap: Found | None) -> bool | None:
    if not question.traps or not question.evidence:
        return None
    ranks = [one.rank for one in found if one is not None]
    return trap is not None and (not ranks or trap.rank < min(ranks))


def _confidence_area(results: Sequence[QuestionResult]) -> float | None:
    """Area under the ROC curve: how often an answerable question has the higher confidence of two."""
    yes = [r.confidence for r in results if r.question.is_answerable and r.confidence is not None]
    no = [r.confidence for r in results if not r.question.is_answerable and r.confidence is not None]
    if not yes or not no:
        return None
    return sum((a > b) + 0.5 * (a == b) for a in yes for b in no) / (len(yes) * len(no))


def _grouped(results: Sequence[QuestionResult], key: Callable[[QuestionResult], str]) -> dict[str, dict[str, float]]:
    groups: dict[str, list[QuestionResult]] = {}
    for result in results:
        if key(result):
            groups.setdefault(key(result), []).append(result)
    return {name: figures_of(group) for name, group in sorted(groups.items())}


def _check_collections(
    retriever: BaseRetriever | Mapping[str, BaseRetriever], questions: Sequence[EvaluationQuestion]
) -> None:
    if isinstance(retriever, BaseRetriever):
        return
    missing = sorted({question.collection for question in questions} - set(retriever))
    if missing:
        raise ValueError(
            f"No retriever is given for the collection {', '.join(map(repr, missing))}; there are {sorted(retriever)}."
        )
