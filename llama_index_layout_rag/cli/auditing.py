"""`layout-rag audit`: check the chunks of files, or of a store."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from llama_index_layout_rag.cli.arguments import add_command, add_reading, add_store
from llama_index_layout_rag.cli.components import node_parser, opened_store, read_documents
from llama_index_layout_rag.cli.output import output, print_json
from llama_index_layout_rag.cli.usage import FOUND_PROBLEMS, OK

if TYPE_CHECKING:
    from llama_index.core.schema import BaseNode


def add_to(commands: Any) -> None:
    """Add `audit` to the commands."""
    command = add_command(commands, "audit", audit, "Check chunks: of files, or of the store where no file is given.")
    command.add_argument("files", nargs="*", help="files, or folders that are one manual each")
    command.add_argument("--format", choices=["text", "markdown", "csv"], default="text", help="default: %(default)s")
    command.add_argument("--out", metavar="FILE", help="write the report to a file")
    command.add_argument("--sample", type=int, default=5, help="chunks to draw for reading (default %(default)s)")
    command.add_argument("--seed", type=int, default=0, help="of the draw (default %(default)s)")
    add_reading(command)
    add_store(command)


def audit(args: argparse.Namespace) -> int:
    """Check the chunks of files, or of a store."""
    from llama_index_layout_rag.audit import audit_nodes

    unread: dict[str, str] = {}
    layouts = None
    if args.files:
        from llama_index_layout_rag.layout import LayoutDocument

        documents, unread = read_documents(args)
        nodes: list[BaseNode] = node_parser().get_nodes_from_documents(documents)
        layouts = [LayoutDocument.from_document(document) for document in documents]
    else:
        with opened_store(args, must_exist=True) as store:
            nodes = store.get_nodes()
    report = audit_nodes(nodes, layouts=layouts, sample_size=args.sample, seed=args.seed)
    written = {"text": report.to_text, "markdown": report.to_markdown, "csv": report.to_csv}
    with output(args.out) as out:
        if args.json:
            print_json({**report.model_dump(mode="json"), "unreadable": unread}, out)
        else:
            print(written[args.format]().rstrip("\n"), file=out)
    for uri, reason in unread.items():
        print(f"not read: {uri}: {reason}", file=sys.stderr)
    return OK if report.is_clean and not unread else FOUND_PROBLEMS
