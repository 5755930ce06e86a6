"""The report shows figures, cards and the evidence on its page, and takes no markup from manuals."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from llama_index_layout_rag.evaluation import (
    EvaluationQuestion,
    Failure,
    RetrievalReport,
    evaluate_retrieval,
    report_to_html,
    report_to_markdown,
)
from llama_index_layout_rag.retrieval import SectionFirstRetriever

HOSTILE = "<script>alert(1)</script> ![x](http://example.com/x.png) | `code`"


@pytest.fixture(scope="module")
def report(sample_retriever: SectionFirstRetriever, sample_questions: list[EvaluationQuestion]) -> RetrievalReport:
    return evaluate_retrieval(sample_retriever, sample_questions[:4])


def test_html_shows_every_question_with_the_page_of_its_evidence(report: RetrievalReport) -> None:
    page = report_to_html(report, dpi=30)
    assert all(card.question in page for card in report.cards)
    assert page.count("data:image/jpeg;base64,") == len(report.cards)
    assert "recall@4000c" in page
    HTMLParser().feed(page)


def test_what_failed_comes_first_with_what_to_change_and_links_to_the_cards() -> None:
    class Fixed(BaseRetriever):
        def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
            texts = [*(f"filler {number}" for number in range(7)), "the answer"]
            return [
                NodeWithScore(node=TextNode(text=t, metadata={"file_name": "a.pdf", "confidence": 0.9})) for t in texts
            ]

    def asked(id_: str, *anchors: str) -> EvaluationQuestion:
        groups = [
            {"group": f"g{n}", "any_of": [{"doc": "a.pdf", "anchor": a, "page": 3}]} for n, a in enumerate(anchors)
        ]
        return EvaluationQuestion.model_validate({"id": id_, "question": f"question {id_}?", "evidence": groups})

    questions = [asked("fine", "filler 0"), asked("late/1", "the answer"), asked("gone", "no such text"), asked("none")]
    report = evaluate_retrieval(Fixed(), questions)
    fine, late, gone, none = report.cards
    assert (fine.failures, late.failures) == ([], [Failure.FOUND_LATE])
    assert [fact.rank for card in (fine, late, gone) for fact in card.facts] == [1, 8, None]
    assert [chunk.rank for chunk in late.chunks] == [1, 2, 3, 4, 5, 8]
    assert none.confidence == 0.9

    page = report_to_html(report)
    assert "4 questions (1 that no manual answers), 3 with something to look at." in page
    assert page.index("question gone?") < page.index("question fine?")
    assert 'href="#card-late_1"' in page
    assert 'id="card-late_1"' in page
    assert "in result 8" in page
    assert "not found</span>: “no such text” (a.pdf, p. 3)" in page
    markdown = report_to_markdown(report)
    assert "| found late | 1 |" in markdown
    assert "**not found**: “no such text” (a.pdf, p. 3)" in markdown
    assert "recall@k" in page
    assert "recall@k" in markdown


def test_a_report_without_answerable_questions_is_still_a_report() -> None:
    report = evaluate_retrieval(HostileManual(), [EvaluationQuestion(id="1", question="?")])
    assert "No manual answers this." in report_to_html(report)
    assert report_to_markdown(report).startswith("# ")


def test_html_without_pages_has_no_images(report: RetrievalReport) -> None:
    assert "<img" not in report_to_html(report, show_pages=False)


def test_markdown_links_the_pages_it_has_written(report: RetrievalReport, tmp_path: Path) -> None:
    markdown = report_to_markdown(report, tmp_path / "pages", dpi=30)
    linked = re.findall(r"\]\(pages/(page_\d+\.jpg)\)", markdown)
    assert sorted(linked) == sorted(path.name for path in (tmp_path / "pages").iterdir())
    assert len(linked) == len(report.cards)
    assert "](pages" not in report_to_markdown(report)


class HostileManual(BaseRetriever):
    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return [
            NodeWithScore(
                node=TextNode(text=HOSTILE, metadata={"file_name": HOSTILE, "manual_title": HOSTILE}), score=None
            )
        ]


def test_text_of_manuals_and_questions_stays_text() -> None:
    question = EvaluationQuestion.model_validate(
        {"id": HOSTILE, "question": HOSTILE, "evidence": [{"any_of": [{"doc": "x", "anchor": HOSTILE}]}]}
    )
    report = evaluate_retrieval(HostileManual(), [question])
    page = report_to_html(report)
    assert "<script" not in page
    assert "<img" not in page
    markdown = report_to_markdown(report)
    assert "<script" not in markdown.replace("\\<", "")
    assert "![x]" not in markdown


def test_a_page_that_cannot_be_shown_says_why(
    sample_retriever: SectionFirstRetriever, sample_questions: list[EvaluationQuestion], tmp_path: Path
) -> None:
    report = evaluate_retrieval(sample_retriever, sample_questions[:1])
    manual_ids = {chunk.citation.manual_id for chunk in report.cards[0].chunks}
    gone = dict.fromkeys(manual_ids, tmp_path / "gone.pdf")
    page = report_to_html(report, sources=gone)
    assert "gone.pdf" in page
    assert "<img" not in page
    assert "gone.pdf" in report_to_markdown(report, tmp_path / "pages", sources=gone)


def test_evidence_far_down_in_a_chunk_is_shown_and_marked() -> None:
    class LongChunk(BaseRetriever):
        def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
            text = "前置きです。" * 400 + "ここに答えがあります。" + "後書きです。" * 400
            return [NodeWithScore(node=TextNode(text=text, metadata={"file_name": "a.pdf"}), score=1.0)]

    question = EvaluationQuestion.model_validate(
        {"id": "1", "question": "？", "evidence": [{"any_of": [{"doc": "a.pdf", "anchor": "答えがあります"}]}]}
    )
    page = report_to_html(evaluate_retrieval(LongChunk(), [question]))
    assert "ここに<mark>答えがあります</mark>。" in page
    assert page.count("前置き") < 100
