"""`layout-rag`: look into a manual, index manuals, ask, audit and evaluate from the command line.

Exit codes: 0 all is well; 1 something was found or failed (a file that cannot be read, an audit finding, a recall
below what was asked for, a question that found nothing); 2 the command was used wrongly.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import logging
import os
import sys
from collections.abc import Sequence

from llama_index_layout_rag.cli import asking, auditing, evaluating, ingestion, inspection, viewing
from llama_index_layout_rag.cli.usage import EXIT_CODES, FOUND_PROBLEMS, OK, USAGE, UsageError

__all__ = ["FOUND_PROBLEMS", "OK", "USAGE", "UsageError", "main"]

logger = logging.getLogger(__name__)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        arguments: Command line without the program's name; the process's own by default.

    Returns:
        The exit code.
    """
    args = _parser().parse_args(arguments)
    # What fails is in the reports that the commands print; the log would only say it again.
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="layout-rag", description="Look into manuals, index them, ask, audit and evaluate.", epilog=EXIT_CODES
    )
    parser.add_argument("--version", action="version", version=importlib.metadata.version("llama-index-layout-rag"))
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    inspection.add_to(commands)
    viewing.add_to(commands)
    ingestion.add_to(commands)
    asking.add_to(commands)
    auditing.add_to(commands)
    evaluating.add_to(commands)
    return parser
