"""`layout-rag`: look into a manual, index manuals, ask, audit and evaluate from the command line.

Exit codes: 0 all is well; 1 something was found or failed (a file that cannot be read, an audit finding, a recall
below what was asked for, a question that found nothing); 2 the command was used wrongly.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import json
import logging
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llama_index.core.base.embeddings.base import BaseEmbedding
    from llama_index.core.schema import BaseNode, Document, NodeWithScore

    from llama_index_layout_rag.layout import LayoutDocument, LayoutElement
    from llama_index_layout_rag.retrieval.retriever import SectionFirstRetriever
    from llama_index_layout_rag.storage.vector_store import LayoutVectorStore

logger = logging.getLogger(__name__)

OK, FOUND_PROBLEMS, USAGE = 0, 1, 2

API_KEY_VARIABLE = "QDRANT_API_KEY"
"""A key given as an argument would stand in the list of processes and in the shell's history."""

DEFAULT_STORE = "layout-rag-store"
SHOWN_CHARS = 400
TREE_TEXT_CHARS = 70


class UsageError(Exception):
    """The arguments do not go together. The message says what to give."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        arguments: Command line without the program's name; the process's own by default.

    Returns:
        The exit code.
    """
    args = _parser().parse_args(arguments)
    # What fails stands in the reports that the commands print; the log would only say it again.
    logging.basicConfig(
        level=logging.INFO if args.verbose else logging.CRITICAL, format="%(levelname)s %(name)s: %(message)s"
    )
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except UsageError as error:
        print(f"layout-rag {args.command}: {error}", file=sys.stderr)
        return USAGE
    except BrokenPipeError:
        # The reader of our output has had enough (`| head`); Python would complain when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except Exception as error:
        logger.info("The command failed.", exc_info=True)
        kind = "" if isinstance(error, ValueError | OSError | ImportError) else f"{type(error).__name__}: "
        print(f"layout-rag {args.command}: {kind}{error}", file=sys.stderr)
        return FOUND_PROBLEMS
    return code


# --- inspect ---


def inspect(args: argparse.Namespace) -> int:
    """Show what a reader sees in a file."""
    from llama_index_layout_rag.readers.reader import LayoutReader

    layout = LayoutReader(show_progress=args.progress).read(args.file)
    pages = _page_numbers(args.pages, len(layout.pages)) if args.pages else None
    images = _write_page_images(layout, pages, Path(args.images), args.dpi) if args.images else []
    shown = [e for e in layout.elements if pages is None or e.page in pages]
    if args.json:
        _print_json(
            {
                "source": layout.source.model_dump(mode="json"),
                "title": layout.title,
                "language": layout.language,
                "model_numbers": layout.model_numbers,
                "version": layout.version,
                "pages": [page.model_dump(mode="json") for page in layout.pages],
                "warnings": layout.warnings,
                "elements": [element.model_dump(mode="json", exclude_none=True) for element in shown],
                "images": [str(path) for path in images],
            }
        )
        return OK
    print("\n".join(_summary(layout)))
    print("\n".join(_tree(shown, furniture=args.furniture)))
    for path in images:
        print(f"page image: {path}")
    return OK


def _summary(layout: LayoutDocument) -> Iterator[str]:
    yield f"{layout.source.name}: {layout.title or 'no title'}"
    facts = {
        "language": layout.language,
        "models": ", ".join(layout.model_numbers),
        "version": layout.version,
        "pages": len(layout.pages) or None,
        "elements": len(layout.elements),
    }
    yield "  " + "; ".join(f"{name}: {value}" for name, value in facts.items() if value)
    for warning in layout.warnings:
        yield f"  warning: {warning}"


def _tree(elements: Sequence[LayoutElement], furniture: bool) -> Iterator[str]:
    """Headings by level, and what stands below them."""
    from llama_index_layout_rag.layout import ElementKind

    for element in elements:
        if element.is_furniture and not furniture:
            continue
        if element.kind is ElementKind.SECTION_HEADER:
            indent = "  " * ((element.level or 1) - 1)
            yield f"{indent}# {element.text}{_page_mark(element)}"
            continue
        depth = len(element.section_path) + max(0, (element.depth or 1) - 1)
        yield f"{'  ' * depth}{element.kind}: {_element_line(element)}{_page_mark(element)}"


def _element_line(element: LayoutElement) -> str:
    from llama_index_layout_rag.layout.boxes import height, width

    if element.table is not None:
        return f"{element.table.row_count} rows x {element.table.column_count} columns"
    text = " ".join(f"{element.marker or ''} {element.text}".split())
    if not text and element.bbox is not None:
        return f"{width(element.bbox):.0f} x {height(element.bbox):.0f} points"
    return text if len(text) <= TREE_TEXT_CHARS else text[:TREE_TEXT_CHARS] + "…"


def _page_mark(element: LayoutElement) -> str:
    return f"  [p. {element.page}]" if element.page is not None else ""


def _write_page_images(layout: LayoutDocument, pages: list[int] | None, folder: Path, dpi: int) -> list[Path]:
    from llama_index_layout_rag.drawing import iterate_pages

    folder.mkdir(parents=True, exist_ok=True)
    numbers = pages or [page.number for page in layout.pages]
    paths = []
    for number, image in zip(numbers, iterate_pages(layout, pages, dpi=dpi), strict=True):
        path = folder / f"page_{number:04}.png"
        image.save(path)
        paths.append(path)
    return paths


def _page_numbers(text: str, page_count: int) -> list[int]:
    """Pages of "1,4-6,9-"."""
    numbers: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d+)\s*(-\s*(\d*))?\s*", part)
        if match is None:
            raise UsageError(f"--pages {text!r} is not understood; give pages such as 1,4-6 or 10-.")
        first = int(match[1])
        last = first if match[2] is None else int(match[3] or page_count)
        numbers += range(first, last + 1)
    outside = [number for number in numbers if not 1 <= number <= page_count]
    if outside or not numbers:
        raise UsageError(f"--pages {text!r} names pages that the file does not have; it has {page_count}.")
    return list(dict.fromkeys(numbers))


# --- ingest ---


def ingest(args: argparse.Namespace) -> int:
    """Read manuals and store their chunks."""
    from llama_index_layout_rag.storage.ingest import ingest as store_manuals

    documents, unread = _read(args)
    with _opened_store(args) as store:
        report = store_manuals(
            documents,
            vector_store=store,
            embed_model=_embedding(args),
            node_parser=_node_parser(),
            show_progress=args.progress,
        )
    if args.json:
        _print_json({**vars(report), "unreadable": unread})
    else:
        print(report)
        for uri, reason in unread.items():
            print(f"not read: {uri}: {reason}", file=sys.stderr)
    return FOUND_PROBLEMS if report.failed or unread else OK


def _read(args: argparse.Namespace) -> tuple[list[Document], dict[str, str]]:
    """The Documents of the files given, and the files that cannot be read."""
    from llama_index_layout_rag.readers.reader import LayoutReader

    if args.manual_id and len(args.files) > 1:
        raise UsageError("--manual-id names one manual; give one file or folder with it.")
    reader = LayoutReader(
        on_error="skip",
        show_progress=args.progress,
        manual_id=args.manual_id,
        title=args.title,
        model_numbers=args.model or [],
    )
    documents = reader.load_data([str(file) for file in args.files])
    for warning in reader.last_report.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    return documents, {failure.uri: failure.reason for failure in reader.last_report.failed}


# --- ask ---


def ask(args: argparse.Namespace) -> int:
    """Answer a question with evidence, or with an LLM from evidence."""
    from llama_index_layout_rag.citations import Citation

    with _opened_store(args, must_exist=True) as store:
        retriever = _retriever(args, store)
        # The trace of --trace is for people, and must not stand in the middle of JSON.
        with redirect_stdout(sys.stderr):
            results = retriever.retrieve(args.question)
        answer = _answer(args, retriever, results)
        cited = [(result, Citation.from_node(result)) for result in results]
        picture = _write_highlight(results, args.highlight) if args.highlight else None
    if args.json:
        _print_json(
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
        _print_results(
            answer, [(result.node.get_content(), str(citation)) for result, citation in cited], args.question
        )
        if picture:
            print(f"\npage with the evidence framed: {picture}")
    return OK if results else FOUND_PROBLEMS


def _answer(args: argparse.Namespace, retriever: SectionFirstRetriever, results: Sequence[NodeWithScore]) -> str | None:
    if args.llm is None or not results:
        return None
    from llama_index.core.response_synthesizers import get_response_synthesizer

    synthesizer = get_response_synthesizer(llm=_made(args.llm, args.llm_arg))
    return str(synthesizer.synthesize(args.question, nodes=list(results)))


def _print_results(answer: str | None, results: Sequence[tuple[str, str]], question: str) -> None:
    if not results:
        print(f"Nothing was found for {question!r}.", file=sys.stderr)
    if answer is not None:
        print(f"{answer}\n")
    for place, (text, citation) in enumerate(results, start=1):
        shown = text[:SHOWN_CHARS] + (" …" if len(text) > SHOWN_CHARS else "")
        print(f"[{place}] {citation}\n    " + shown.replace("\n", "\n    "))


def _write_highlight(results: Sequence[NodeWithScore], path: str) -> str | None:
    """The page of the best result that has one; its path, or None."""
    from llama_index_layout_rag.citations import Citation, highlight
    from llama_index_layout_rag.evaluation.cards import fullest_page

    for result in results:
        citation = Citation.from_node(result)
        if citation.pages and citation.regions:
            # A chunk may begin with a line at the foot of one page and stand on the next.
            highlight(citation, page=fullest_page(citation)).save(path)
            return path
    print("None of the results has a page to show.", file=sys.stderr)
    return None


# --- audit ---


def audit(args: argparse.Namespace) -> int:
    """Check the chunks of files, or of a store."""
    from llama_index_layout_rag.audit import audit_nodes

    unread: dict[str, str] = {}
    layouts = None
    if args.files:
        from llama_index_layout_rag.layout import LayoutDocument

        documents, unread = _read(args)
        nodes: list[BaseNode] = _node_parser().get_nodes_from_documents(documents)
        layouts = [LayoutDocument.from_document(document) for document in documents]
    else:
        with _opened_store(args, must_exist=True) as store:
            nodes = store.get_nodes()
    report = audit_nodes(nodes, layouts=layouts, sample_size=args.sample, seed=args.seed)
    written = {"text": report.to_text, "markdown": report.to_markdown, "csv": report.to_csv}
    with _output(args.out) as out:
        if args.json:
            _print_json({**report.model_dump(mode="json"), "unreadable": unread}, out)
        else:
            print(written[args.format]().rstrip("\n"), file=out)
    for uri, reason in unread.items():
        print(f"not read: {uri}: {reason}", file=sys.stderr)
    return OK if report.is_clean and not unread else FOUND_PROBLEMS


# --- evaluate ---


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
    with _opened_store(args, must_exist=True) as store:
        retriever = _retriever(args, store)
        if args.llm is not None:

            def answerer(question: str, results: Sequence[NodeWithScore]) -> str:
                asked = argparse.Namespace(question=question, llm=args.llm, llm_arg=args.llm_arg)
                return _answer(asked, retriever, results) or ""

        with redirect_stdout(sys.stderr):
            report = evaluate_retrieval(retriever, questions, answerer=answerer, show_progress=args.progress)
    if args.report:
        _write_report(report, Path(args.report))
    if args.json:
        _print_json({**figures_json(report), "report": args.report})
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
    documents, unread = _read(args)
    if unread:
        raise ValueError(f"a comparison needs every manual, and these cannot be read: {unread}")
    comparison = compare_strategies(documents, questions, embed_model=_embedding(args), show_progress=args.progress)
    if args.report:
        Path(args.report).write_text(comparison.to_markdown(), encoding="utf-8")
    if args.json:
        _print_json({"figures": comparison.figures(), "report": args.report})
    else:
        print(comparison)
    return OK


# --- shared ---


@contextmanager
def _opened_store(args: argparse.Namespace, must_exist: bool = False) -> Iterator[LayoutVectorStore]:
    """The store that the arguments name, closed afterwards: an embedded folder belongs to one process at a time."""
    from llama_index_layout_rag.storage.vector_store import layout_vector_store

    is_url = "://" in args.store
    if must_exist and not is_url and not Path(args.store).is_dir():
        raise UsageError(
            f"there is no store at {args.store}; index manuals first with layout-rag ingest --store {args.store}."
        )
    where = {"url": args.store, "api_key": os.environ.get(API_KEY_VARIABLE)} if is_url else {"path": args.store}
    store = layout_vector_store(args.collection, **where)
    try:
        if must_exist and not store.exists():
            raise UsageError(f"the store {args.store} has no collection {args.collection!r}; index manuals first.")
        yield store
    finally:
        store.client.close()


def _retriever(args: argparse.Namespace, store: LayoutVectorStore) -> SectionFirstRetriever:
    from llama_index_layout_rag.retrieval.retriever import SectionFirstRetriever

    return SectionFirstRetriever(
        store,
        _embedding(args),
        similarity_top_k=args.top_k,
        manual_ids=args.manual or None,
        verbose=args.trace,
    )


def _node_parser() -> Any:
    from llama_index_layout_rag.procedures.parser import ProcedureNodeParser

    return ProcedureNodeParser()


def _embedding(args: argparse.Namespace) -> BaseEmbedding:
    if args.embedding is None:
        from llama_index_layout_rag.embeddings import LocalEmbedding

        return LocalEmbedding()
    model: BaseEmbedding = _made(args.embedding, args.embedding_arg)
    return model


def _made(name: str, arguments: Sequence[str]) -> Any:
    """An object of `module:Class` with NAME=VALUE arguments; values are JSON where they read as such, else text."""
    module_name, _, class_name = name.partition(":")
    if not class_name:
        raise UsageError(f"{name!r} is not understood; give module:Class, such as llama_index.llms.ollama:Ollama.")
    options = {}
    for argument in arguments:
        key, is_pair, value = argument.partition("=")
        if not is_pair:
            raise UsageError(f"{argument!r} is not understood; give NAME=VALUE.")
        options[key] = _json_or_text(value)
    try:
        made = getattr(importlib.import_module(module_name), class_name)
    except (ImportError, AttributeError) as error:
        raise UsageError(f"{name!r} cannot be loaded ({error}); install its package, or check the name.") from error
    return made(**options)


def _json_or_text(value: str) -> Any:
    try:
        return json.loads(value)
    except ValueError:
        return value


@contextmanager
def _output(path: str | None) -> Iterator[TextIO]:
    if path is None:
        yield sys.stdout
        return
    with Path(path).open("w", encoding="utf-8", newline="") as out:
        yield out


def _print_json(value: Any, out: TextIO | None = None) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=1, default=str), file=out or sys.stdout)


# --- the parser ---


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="layout-rag", description="Look into manuals, index them, ask, audit and evaluate.", epilog=_EXIT_CODES
    )
    parser.add_argument("--version", action="version", version=importlib.metadata.version("llama-index-layout-rag"))
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_inspect(commands)
    _add_ingest(commands)
    _add_ask(commands)
    _add_audit(commands)
    _add_evaluate(commands)
    return parser


_EXIT_CODES = "Exit codes: 0 all is well, 1 something failed or was found, 2 wrong usage."


def _command(commands: Any, name: str, run: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text, epilog=_EXIT_CODES)
    command.set_defaults(run=run)
    command.add_argument("--json", action="store_true", help="print JSON instead of text")
    command.add_argument("--progress", action="store_true", help="show progress bars")
    command.add_argument("--verbose", action="store_true", help="log what happens")
    return command


def _add_inspect(commands: Any) -> None:
    command = _command(
        commands, "inspect", inspect, "Show the structure of a manual: headings, steps, tables, warnings."
    )
    command.add_argument(
        "file", help="PDF, Markdown, HTML, DOCX, layout parser's JSON …, or a folder that is one manual"
    )
    command.add_argument("--pages", help="only these pages, such as 1,4-6 or 10-")
    command.add_argument("--furniture", action="store_true", help="also show headers, footers and contents lines")
    command.add_argument("--images", metavar="FOLDER", help="write page images with a box around every element")
    command.add_argument("--dpi", type=int, default=110, help="resolution of the images (default %(default)s)")


def _add_ingest(commands: Any) -> None:
    command = _command(commands, "ingest", ingest, "Index manuals; only what has changed is embedded again.")
    command.add_argument("files", nargs="+", help="files, or folders that are one manual each")
    _add_reading(command)
    _add_store(command)
    _add_embedding(command)


def _add_ask(commands: Any) -> None:
    command = _command(commands, "ask", ask, "Ask the indexed manuals.")
    command.add_argument("question")
    command.add_argument("--highlight", metavar="PNG", help="write the page of the best evidence, framed")
    _add_store(command)
    _add_embedding(command)
    _add_retrieval(command)
    _add_llm(command)


def _add_audit(commands: Any) -> None:
    command = _command(commands, "audit", audit, "Check chunks: of files, or of the store where no file is given.")
    command.add_argument("files", nargs="*", help="files, or folders that are one manual each")
    command.add_argument("--format", choices=["text", "markdown", "csv"], default="text", help="default: %(default)s")
    command.add_argument("--out", metavar="FILE", help="write the report to a file")
    command.add_argument("--sample", type=int, default=5, help="chunks to draw for reading (default %(default)s)")
    command.add_argument("--seed", type=int, default=0, help="of the draw (default %(default)s)")
    _add_reading(command)
    _add_store(command)


def _add_evaluate(commands: Any) -> None:
    command = _command(commands, "evaluate", evaluate, "Measure evidence recall on a question file (JSON Lines).")
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
    _add_reading(command)
    _add_store(command)
    _add_embedding(command)
    _add_retrieval(command, top_k=10)
    _add_llm(command)


def _add_reading(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("reading")
    group.add_argument("--manual-id", help="id of the manual (with one file)")
    group.add_argument("--title", help="title of the manual")
    group.add_argument("--model", action="append", help="a model number; may be given several times")


def _add_store(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("store")
    group.add_argument(
        "--store", default=DEFAULT_STORE, help="folder of an embedded Qdrant, or a server's URL (default %(default)s)"
    )
    group.add_argument("--collection", default="manuals", help="default: %(default)s")


def _add_embedding(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("embedding")
    group.add_argument(
        "--embedding", metavar="MODULE:CLASS", help="LlamaIndex embedding (default: LocalEmbedding, extra local)"
    )
    group.add_argument("--embedding-arg", action="append", default=[], metavar="NAME=VALUE", help="an argument of it")


def _add_retrieval(command: argparse.ArgumentParser, top_k: int = 5) -> None:
    group = command.add_argument_group("retrieval")
    group.add_argument("-k", "--top-k", type=int, default=top_k, help="results (default %(default)s)")
    group.add_argument("--manual", action="append", help="only this manual id; may be given several times")
    group.add_argument("--trace", action="store_true", help="print what the stages decided")


def _add_llm(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("answering")
    group.add_argument(
        "--llm", metavar="MODULE:CLASS", help="LlamaIndex LLM that answers; without one evidence is shown"
    )
    group.add_argument("--llm-arg", action="append", default=[], metavar="NAME=VALUE", help="an argument of it")


if __name__ == "__main__":
    sys.exit(main())
