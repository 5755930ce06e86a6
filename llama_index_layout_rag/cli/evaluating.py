"""`layout-rag evaluate`: evidence recall on a question file, or ways to cut manuals compared on it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

from llama_index_layout_rag.cli.arguments import (
    add_command,
    add_embedding,
    add_llm,
    add_reading,
    add_retrieval,
    add_store,
)
from llama_index_layout_rag.cli.asking import answer_from
from llama_index_layout_rag.cli.components import embedding, opened_store, read_documents, retriever_over
from llama_index_layout_rag.cli.output import print_json
from llama_index_layout_rag.cli.usage import FOUND_PROBLEMS, OK, UsageError

if TYPE_CHECKING:
    from llama_index.core.schema import NodeWithScore


def add_to(commands: Any) -> None:
    """Add `evaluate` to the commands."""
    command = add_command(commands, "evaluate", evaluate, "Measure evidence recall on a question file (JSON Lines).")
    command.add_argument(
        "questions", help="JSON Lines: id, question, lang, type, evidence [{group, any_of: [{doc, anchor}]}]"
    )
    command.add_argument("--report", metavar="FILE", help="write a report that shows the pages: FILE.html or FILE.md")
    command.add_argument("--only", metavar="COLLECTION", help="only the questions of that collection")
    command.add_argument("--type", action="append", help="only questions of that type; may be given several times")
    command.add_argument("--lang", help="only questions in that language")
    command.add_argument("--min-recall", type=float, help="exit with 1 when recall@5 is lower (0 to 1)")
    command.add_argument(
        "--compare", nargs="+", metavar="FILE", help="compare ways to cut these manuals instead of asking the store"
    )
    add_reading(command)
    add_store(command)
    add_embedding(command)
    add_retrieval(command, top_k=10)
    add_llm(command)


def evaluate(args: argparse.Namespace) -> int:
    """Measure evidence recall on a question file, or compare strategies on it."""
    from llama_index_layout_rag.evaluation import read_questions, select_questions

    questions = select_questions(
        read_questions(args.questions), collection=args.only, kinds=args.type or (), lang=args.lang
    )
    if not questions:
        raise UsageError("none of the questions is left; check --only, --type and --lang.")
    return _compare(args, questions) if args.compare else _evaluate_store(args, questions)


def _evaluate_store(args: argparse.Namespace, questions: list[Any]) -> int:
    from llama_index_layout_rag.evaluation import evaluate_retrieval, figures_json

    answerer: Callable[[str, Sequence[NodeWithScore]], str] | None = None
    with opened_store(args, must_exist=True) as store:
        retriever = retriever_over(args, store)
        if args.llm is not None:

            def answerer(question: str, results: Sequence[NodeWithScore]) -> str:
                return answer_from(results, question, args) or ""

        with redirect_stdout(sys.stderr):
            report = evaluate_retrieval(retriever, questions, answerer=answerer, show_progress=args.progress)
    if args.report:
        _write_report(report, Path(args.report))
    if args.json:
        print_json({**figures_json(report), "report": args.report})
    else:
        print(report)
        if args.report:
            print(f"\nreport: {args.report}")
    recall = report.figures().get("recall@5", 0.0)
    if args.min_recall is not None and recall < args.min_recall:
        print(f"recall@5 is {recall:.3f}, below {args.min_recall}.", file=sys.stderr)
        return FOUND_PROBLEMS
    return OK


def _write_report(report: Any, path: Path) -> None:
    from llama_index_layout_rag.evaluation import report_to_html, report_to_markdown

    if path.suffix.lower() not in (".html", ".htm", ".md"):
        raise UsageError(f"--report {path}: the name must end in .html or .md.")
    path.parent.mkdir(parents=True, exist_ok=True)
    is_html = path.suffix.lower() != ".md"
    text = report_to_html(report) if is_html else report_to_markdown(report, path.with_name(f"{path.stem}_pages"))
    path.write_text(text, encoding="utf-8")


def _compare(args: argparse.Namespace, questions: list[Any]) -> int:
    from llama_index_layout_rag.evaluation import compare_strategies

    args.files = args.compare
    documents, unread = read_documents(args)
    if unread:
        raise ValueError(f"a comparison needs every manual, and these cannot be read: {unread}")
    comparison = compare_strategies(documents, questions, embed_model=embedding(args), show_progress=args.progress)
    if args.report:
        Path(args.report).write_text(comparison.to_markdown(), encoding="utf-8")
    if args.json:
        print_json({"figures": comparison.figures(), "report": args.report})
    else:
        print(comparison)
    return OK
