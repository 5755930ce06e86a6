"""`layout-rag ingest`, `manuals` and `delete`: put manuals into the store, see which there are, take them out."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from llama_index_layout_rag.cli.arguments import add_command, add_embedding, add_reading, add_store, positive_number
from llama_index_layout_rag.cli.components import embedding, layout_reader, node_parser, opened_store
from llama_index_layout_rag.cli.output import print_json
from llama_index_layout_rag.cli.usage import FOUND_PROBLEMS, OK

BYTES_PER_MEGABYTE = 1_000_000


def add_to(commands: Any) -> None:
    """Add `ingest`, `manuals` and `delete` to the commands."""
    _add_ingest(commands)
    manuals_command = add_command(commands, "manuals", manuals, "List the manuals of the store.")
    add_store(manuals_command)
    delete_command = add_command(commands, "delete", delete, "Delete manuals from the store.")
    delete_command.add_argument("manual_ids", nargs="+", metavar="MANUAL_ID", help="as `layout-rag manuals` lists them")
    add_store(delete_command)


def _add_ingest(commands: Any) -> None:
    command = add_command(commands, "ingest", ingest, "Index manuals; only what has changed is embedded again.")
    command.add_argument("files", nargs="+", help="files, or folders that are one manual each")
    command.add_argument("--dry-run", action="store_true", help="say what would change, and write nothing")
    command.add_argument("--prune", action="store_true", help="delete stored manuals whose files are gone")
    command.add_argument(
        "--workers",
        type=positive_number(int),
        default=1,
        metavar="N",
        help="processes that read and parse (default %(default)s)",
    )
    command.add_argument(
        "--timeout", type=positive_number(float), metavar="SECONDS", help="give up a file after so many seconds"
    )
    command.add_argument(
        "--memory", type=positive_number(float), metavar="MB", help="give up a file that needs more memory (Linux)"
    )
    add_reading(command)
    add_store(command)
    add_embedding(command)


def ingest(args: argparse.Namespace) -> int:
    """Read manuals and store their chunks."""
    from llama_index_layout_rag.storage import ingest as store_manuals

    reader = layout_reader(args)
    with opened_store(args, write=not args.dry_run) as store:
        report = store_manuals(
            [str(file) for file in args.files],
            vector_store=store,
            embed_model=embedding(args),
            node_parser=node_parser(),
            reader=reader,
            num_workers=args.workers,
            file_timeout=args.timeout,
            file_memory=None if args.memory is None else int(args.memory * BYTES_PER_MEGABYTE),
            dry_run=args.dry_run,
            prune=args.prune,
            show_progress=args.progress,
        )
    for warning in report.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    if args.json:
        print_json(report.to_dict())
    else:
        print(report)
    return OK if report.ok else FOUND_PROBLEMS


def manuals(args: argparse.Namespace) -> int:
    """List the manuals of the store."""
    from llama_index_layout_rag.storage import stored_manuals

    with opened_store(args, must_exist=True) as store:
        found = stored_manuals(store)
    if args.json:
        print_json([vars(manual) for manual in found])
        return OK
    for manual in found:
        state = "" if manual.complete else "; not whole: ingest it again"
        print(f"{manual.manual_id}: {manual.title}\n  {manual.nodes} nodes; {manual.source or 'no file'}{state}")
    return OK


def delete(args: argparse.Namespace) -> int:
    """Delete manuals from the store."""
    from llama_index_layout_rag.storage import delete_manual

    with opened_store(args, must_exist=True) as store:
        deleted = {manual_id: delete_manual(manual_id, vector_store=store) for manual_id in args.manual_ids}
    missing = [manual_id for manual_id, count in deleted.items() if not count]
    if args.json:
        print_json(deleted)
    else:
        for manual_id, count in deleted.items():
            print(f"{manual_id}: {count} nodes deleted")
    for manual_id in missing:
        print(f"there is no manual {manual_id!r}; `layout-rag manuals` lists them.", file=sys.stderr)
    return FOUND_PROBLEMS if missing else OK
