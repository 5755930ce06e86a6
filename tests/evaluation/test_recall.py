"""Evidence recall over the sample manuals, and its agreement with the scorer of the shared question set."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from llama_index_layout_rag.evaluation import (
    EvaluationQuestion,
    Failure,
    aevaluate_retrieval,
    evaluate_retrieval,
    figures_json,
    read_questions,
)
from llama_index_layout_rag.evaluation.cards import NEXT_ACTIONS
from llama_index_layout_rag.evaluation.matching import locate
from llama_index_layout_rag.retrieval import SectionFirstRetriever


class FixedRetriever(BaseRetriever):
    """Gives the same passages for every question: (doc, text) pairs, best first."""

    def __init__(self, *passages: tuple[str, str], **metadata: Any) -> None:
        super().__init__()
        self._passages = passages
        self._metadata = metadata

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return [
            NodeWithScore(
                node=TextNode(id_=f"n{place}", text=text, metadata={"file_name": doc, **self._metadata}),
                score=1 / (place + 1),
            )
            for place, (doc, text) in enumerate(self._passages)
        ]


def asked(*anchors: str, traps: tuple[str, ...] = (), doc: str = "a.pdf", **fields: Any) -> EvaluationQuestion:
    return EvaluationQuestion.model_validate(
        {
            "id": "q",
            "question": "質問",
            "evidence": [{"group": f"g{n}", "any_of": [{"doc": doc, "anchor": a}]} for n, a in enumerate(anchors)],
            "traps": [{"doc": "b.pdf", "anchor": trap} for trap in traps],
            **fields,
        }
    )


def test_a_fact_counts_where_its_text_stands_in_the_right_manual() -> None:
    retriever = FixedRetriever(("b.pdf", "ボタンを押します"), ("a.pdf", "**ボタン**を\n 押します"), ("a.pdf", "ランプ"))
    (result,) = evaluate_retrieval(retriever, [asked("ボタンを押します", "ランプ", "無い文")]).results
    assert [found and found.rank for found in result.found] == [2, 3, None]
    assert result.found[0].end == len("ボタンを押します") * 2
    assert (result.recall_at(1), result.recall_at(2), result.recall_at(3)) == (0, 1 / 3, 2 / 3)
    assert result.recall_in(8) == 0
    assert result.recall_in(16) == 1 / 3


@pytest.mark.parametrize("doc", ["a", "a.pdf", "A.PDF", "/m/a.pdf"])
def test_a_question_file_may_name_the_file_with_or_without_suffix(doc: str) -> None:
    retriever = FixedRetriever(("a.pdf", "ボタン"), file_path="/m/a.pdf")
    assert evaluate_retrieval(retriever, [asked("ボタン", doc=doc)]).figures()["recall@1"] == 1.0


@pytest.mark.parametrize(
    ("passages", "question", "failures"),
    [
        ([("a.pdf", "ボタン")], asked("ボタン"), []),
        ([("a.pdf", "別の文")], asked("ボタン"), [Failure.WRONG_CHUNK]),
        ([("b.pdf", "別の文")], asked("ボタン"), [Failure.MISSING_EVIDENCE]),
        ([], asked("ボタン"), [Failure.MISSING_EVIDENCE]),
        ([("b.pdf", "罠"), ("a.pdf", "ボタン")], asked("ボタン", traps=("罠",)), [Failure.WRONG_MANUAL]),
        ([("a.pdf", "ボタン"), ("b.pdf", "罠")], asked("ボタン", traps=("罠",)), []),
        ([("a.pdf", "ボタン")], asked(traps=("罠",)), []),
    ],
)
def test_a_card_says_what_failed_and_what_to_do(
    passages: list[tuple[str, str]], question: EvaluationQuestion, failures: list[Failure]
) -> None:
    (card,) = evaluate_retrieval(FixedRetriever(*passages), [question]).cards
    assert card.failures == failures
    assert card.next_actions == [NEXT_ACTIONS[failure] for failure in failures]
    assert [chunk.node_id for chunk in card.chunks] == [f"n{place}" for place in range(len(passages))]


def test_every_failure_has_a_next_action() -> None:
    assert set(NEXT_ACTIONS) == set(Failure)


def test_an_older_version_above_the_evidence_is_an_old_document() -> None:
    class TwoVersions(FixedRetriever):
        def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
            results = super()._retrieve(query_bundle)
            for version, result in zip(("1.0", "2.0"), results, strict=True):
                result.node.metadata |= {
                    "manual_title": "取扱説明書",
                    "manual_version": version,
                    "manual_id": f"v{version}",
                }
            return results

    retriever = TwoVersions(("old.pdf", "5秒間押します"), ("new.pdf", "8秒間押します"))
    (card,) = evaluate_retrieval(retriever, [asked("8秒間押します", doc="new.pdf")]).cards
    assert card.failures == [Failure.OLD_DOCUMENT]


def test_confidence_in_a_question_that_no_manual_answers_is_a_failure() -> None:
    (card,) = evaluate_retrieval(FixedRetriever(("a.pdf", "x"), confidence=0.9), [asked()]).cards
    assert card.failures == [Failure.FALSE_CONFIDENCE]
    assert evaluate_retrieval(FixedRetriever(("a.pdf", "x"), confidence=0.1), [asked()]).cards[0].is_fine


def test_an_unsupported_answer_is_on_the_card() -> None:
    retriever = FixedRetriever(("a.pdf", "取扱説明書\nボタンを8秒間押します。"))
    report = evaluate_retrieval(
        retriever, [asked("ボタン")], answerer=lambda question, results: "ボタンを8秒間押します [1]。次に水で洗います。"
    )
    (card,) = report.cards
    assert card.failures == [Failure.UNSUPPORTED_CLAIM]
    assert [one.is_supported for one in card.support] == [True, False]
    assert card.answer_citations == ["[1] a.pdf"]


def test_each_question_is_asked_of_its_own_collection() -> None:
    retrievers = {"ja": FixedRetriever(("a.pdf", "ボタン")), "en": FixedRetriever(("a.pdf", "button"))}
    questions = [asked("ボタン", id="1", collection="ja"), asked("button", id="2", collection="en")]
    assert evaluate_retrieval(retrievers, questions).figures()["recall@1"] == 1.0
    with pytest.raises(ValueError, match="No retriever is given for the collection 'fr'"):
        evaluate_retrieval(retrievers, [asked("x", collection="fr")])


def test_no_questions_give_an_empty_report() -> None:
    assert evaluate_retrieval(FixedRetriever(), []).figures() == {"questions": 0, "answerable": 0}


async def test_sample_questions_per_kind_and_language(
    sample_retriever: SectionFirstRetriever, sample_questions: list[EvaluationQuestion]
) -> None:
    report = evaluate_retrieval(sample_retriever, sample_questions)
    assert report.figures()["recall@10"] >= 0.9
    assert set(report.by_language()) == {"ja", "en"}
    assert sum(figures["questions"] for figures in report.by_kind().values()) == len(sample_questions)
    assert "code" in str(report)
    assert figures_json(report)["cards"][0]["chunks"][0]["citation"]["manual_title"]
    again = await aevaluate_retrieval(sample_retriever, sample_questions)
    assert [card.model_dump() for card in again.cards] == [card.model_dump() for card in report.cards]


def test_figures_agree_with_the_scorer_of_the_shared_set(shared: Path) -> None:
    spec = importlib.util.spec_from_file_location("score_retrieval", shared / "qa" / "score_retrieval.py")
    scorer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scorer)
    path = shared / "qa" / "questions.jsonl"
    questions = read_questions(path)
    # Results made from the questions themselves: evidence, traps and noise at varying places.
    passages: dict[str, list[tuple[str, str]]] = {}
    for number, question in enumerate(questions):
        places = [group.any_of[0] for group in question.evidence] + list(question.traps)
        rows = [(place.doc, f"前置き {number}\n| {place.anchor} |") for place in places]
        rows = rows[number % 3 :] + [("noise", "無関係な文 " * 50)] * (number % 4) + rows[: number % 3]
        passages[question.question] = rows[:8]

    class ByQuestion(FixedRetriever):
        def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
            return FixedRetriever(*passages[query_bundle.query_str])._retrieve(query_bundle)

    ours = evaluate_retrieval(ByQuestion(), questions).figures()
    results = {q.id: {"results": [{"doc": doc, "text": text} for doc, text in passages[q.question]]} for q in questions}
    theirs = scorer.score(scorer.read_jsonl(path), results)["all"]
    for name in ("recall@1", "recall@3", "recall@10", "all@5", "recall@2000c", "recall@4000c", "wrong_manual"):
        assert ours[name] == pytest.approx(theirs[name], abs=1e-4), name
    assert 0.2 < ours["recall@1"] < 0.9, "the comparison must not be of all or nothing"


@pytest.mark.parametrize(
    ("text", "anchor", "found"),
    [
        ("まず、**ボタン**を\n 押します。", "ボタンを押します", "ボタン**を\n 押します"),
        ("ＥＳ－２００の電源", "ES-200", "ＥＳ－２００"),
        ("| 008 | 紙切れ |", "008紙切れ", "008 | 紙切れ"),
        ("㍉単位", "ミリ単位", "㍉単位"),
        ("別の文", "ボタン", None),
        ("文", "**", None),
    ],
)
def test_evidence_is_located_in_the_text_as_written(text: str, anchor: str, found: str | None) -> None:
    span = locate(text, anchor)
    assert (text[span[0] : span[1]] if span else None) == found
