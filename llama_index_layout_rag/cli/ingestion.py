"""`layout-rag ingest`, `manuals` and `delete`: what is in the store."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from llama_index_layout_rag.cli.arguments import add_command, add_embedding, add_reading, add_store
from llama_index_layout_rag.cli.components import embedding, node_parser, opened_store, read_documents
from llama_index_layout_rag.cli.output import print_json
from llama_index_layout_rag.cli.usage import FOUND_PROBLEMS, OK


def add_to(commands: Any) -> None:
    """Add `ingest` to the commands."""
    command = add_command(commands, "ingest", ingest, "Index manuals; only what has changed is embedded again.")
    command.add_argument("files", nargs="+", help="files, or folders that are one manual each")
    add_reading(command)
    add_store(command)
    add_embedding(command)


def ingest(args: argparse.Namespace) -> int:
    """Read manuals and store their chunks."""
    from llama_index_layout_rag.storage.ingest import ingest as store_manuals

    documents, unread = read_documents(args)
    with opened_store(args) as store:
        report = store_manuals(
            documents,
            vector_store=store,
            embed_model=embedding(args),
            node_parser=node_parser(),
            show_progress=args.progress,
        )
    if args.json:
        print_json({**vars(report), "unreadable": unread})
    else:
        print(report)
        for uri, reason in unread.items():
            print(f"not read: {uri}: {reason}", file=sys.stderr)
    return FOUND_PROBLEMS if report.failed or unread else OK
