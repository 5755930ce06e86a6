"""`layout-rag ask`: evidence for a question, or an LLM's answer from it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any

from llama_index_layout_rag.cli.arguments import add_command, add_embedding, add_llm, add_retrieval, add_store
from llama_index_layout_rag.cli.components import made, opened_store, retriever_over
from llama_index_layout_rag.cli.excerpts import excerpt
from llama_index_layout_rag.cli.output import print_json
from llama_index_layout_rag.cli.usage import FOUND_PROBLEMS, OK

if TYPE_CHECKING:
    from llama_index.core.schema import NodeWithScore

SHOWN_CHARS = 400
"""Characters of a result that are printed; JSON output has all."""


def add_to(commands: Any) -> None:
    """Add `ask` to the commands."""
    command = add_command(commands, "ask", ask, "Ask the indexed manuals.")
    command.add_argument("question")
    command.add_argument("--highlight", metavar="PNG", help="write the page of the best evidence, framed")
    add_store(command)
    add_embedding(command)
    add_retrieval(command)
    add_llm(command)


def ask(args: argparse.Namespace) -> int:
    """Answer a question with evidence, or with an LLM from evidence."""
    from llama_index_layout_rag.citations import Citation

    with opened_store(args, must_exist=True) as store:
        retriever = retriever_over(args, store)
        # The trace of --trace is for people, and must not are in the middle of JSON.
        with redirect_stdout(sys.stderr):
            results = retriever.retrieve(args.question)
        answer = answer_from(results, args.question, args)
        cited = [(result, Citation.from_node(result)) for result in results]
        picture = _write_highlight(results, args.highlight) if args.highlight else None
    if args.json:
        print_json(
            {
                "question": args.question,
                "answer": answer,
                "confidence": results[0].node.metadata.get("confidence") if results else 0.0,
                "highlight": picture,
                "results": [
                    {
                        "node_id": result.node.node_id,
                        "score": result.score,
                        "citation": str(citation),
                        "place": citation.model_dump(mode="json"),
                        "why": result.node.metadata.get("why"),
                        "text": result.node.get_content(),
                    }
                    for result, citation in cited
                ],
            }
        )
    else:
        if results:
            print(f"confidence that the manuals answer this: {results[0].node.metadata['confidence']:.2f}")
        _print_results(
            answer, [(result.node.get_content(), str(citation)) for result, citation in cited], args.question
        )
        if picture:
            print(f"\npage with the evidence framed: {picture}")
    return OK if results else FOUND_PROBLEMS


def answer_from(results: Sequence[NodeWithScore], question: str, args: argparse.Namespace) -> str | None:
    """Return the answer of the LLM that the arguments name; None without an LLM or without evidence."""
    if args.llm is None or not results:
        return None
    from llama_index.core.response_synthesizers import get_response_synthesizer

    synthesizer = get_response_synthesizer(llm=made(args.llm, args.llm_arg))
    return str(synthesizer.synthesize(question, nodes=list(results)))


def _print_results(answer: str | None, results: Sequence[tuple[str, str]], question: str) -> None:
    if not results:
        print(f"Nothing was found for {question!r}.", file=sys.stderr)
    if answer is not None:
        print(f"{answer}\n")
    for place, (text, citation) in enumerate(results, start=1):
        print(f"[{place}] {citation}\n    " + excerpt(text, question, SHOWN_CHARS).replace("\n", "\n    "))


def _write_highlight(results: Sequence[NodeWithScore], path: str) -> str | None:
    """Return the page of the best result that has one; its path, or None."""
    from llama_index_layout_rag.citations import Citation, highlight
    from llama_index_layout_rag.evaluation.cards import fullest_page

    for result in results:
        citation = Citation.from_node(result)
        if citation.pages and citation.regions:
            # A chunk may begin with a line at the foot of one page and are on the next.
            highlight(citation, page=fullest_page(citation)).save(path)
            return path
    print("None of the results has a page to show.", file=sys.stderr)
    return None
