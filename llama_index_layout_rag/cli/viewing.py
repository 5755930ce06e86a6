"""`layout-rag view`: a page that shows a manual beside everything that was read from it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from llama_index_layout_rag.cli.arguments import add_command, add_embedding
from llama_index_layout_rag.cli.components import embedding, node_parser
from llama_index_layout_rag.cli.output import print_json
from llama_index_layout_rag.cli.usage import OK

if TYPE_CHECKING:
    from llama_index.core.schema import Document, NodeWithScore


def add_to(commands: Any) -> None:
    """Add `view` to the commands."""
    command = add_command(
        commands, "view", view, "Write one HTML page with a manual's pages, sections, chunks, steps and pictures."
    )
    command.add_argument("file", help="PDF, Markdown, HTML, DOCX or layout parser's JSON")
    command.add_argument(
        "-o", "--output", metavar="HTML", help="the page to write (default: the file's name with .html)"
    )
    command.add_argument("--question", help="also show what is found for a question, with confidence and reasons")
    command.add_argument("--dpi", type=int, default=90, help="resolution of the page images (default %(default)s)")
    add_embedding(command)


def view(args: argparse.Namespace) -> int:
    """Write the page."""
    from llama_index_layout_rag.readers import LayoutReader
    from llama_index_layout_rag.viewer import view_layout

    document = LayoutReader(show_progress=args.progress).read(args.file).to_document()
    nodes = node_parser().get_nodes_from_documents([document])
    results = _results(args, document) if args.question else []
    target = Path(args.output or Path(args.file).with_suffix(".html").name)
    path = view_layout(document, target, nodes=nodes, results=results, dpi=args.dpi, show_progress=args.progress)
    if args.json:
        print_json({"page": str(path), "results": len(results)})
    else:
        print(f"page: {path}")
    return OK


def _results(args: argparse.Namespace, document: Document) -> list[NodeWithScore]:
    """Return what is found for the question in this manual alone, which is indexed in memory."""
    from llama_index_layout_rag.retrieval import SectionFirstRetriever
    from llama_index_layout_rag.storage import ingest, layout_vector_store

    store, model = layout_vector_store("view"), embedding(args)
    ingest([document], vector_store=store, embed_model=model, node_parser=node_parser(), show_progress=args.progress)
    return SectionFirstRetriever(store, model, similarity_top_k=10).retrieve(args.question)
