"""Arguments that several commands share: of reading, the store, the embedding, retrieval and answering."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from llama_index_layout_rag.cli.usage import EXIT_CODES

DEFAULT_STORE = "layout-rag-store"


def add_command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], text: str
) -> argparse.ArgumentParser:
    """Return a command with what every command has."""
    command: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text, epilog=EXIT_CODES)
    command.set_defaults(run=run)
    command.add_argument("--json", action="store_true", help="print JSON instead of text")
    command.add_argument("--progress", action="store_true", help="show progress bars")
    command.add_argument("--verbose", action="store_true", help="log what happens")
    return command


def add_reading(command: argparse.ArgumentParser) -> None:
    """Add the arguments that say what is known of a manual that is read."""
    group = command.add_argument_group("reading")
    group.add_argument("--manual-id", help="id of the manual (with one file)")
    group.add_argument("--title", help="title of the manual")
    group.add_argument("--model", action="append", help="a model number; may be given several times")


def add_store(command: argparse.ArgumentParser) -> None:
    """Which store, and which collection of it."""
    group = command.add_argument_group("store")
    group.add_argument(
        "--store", default=DEFAULT_STORE, help="folder of an embedded Qdrant, or a server's URL (default %(default)s)"
    )
    group.add_argument("--collection", default="manuals", help="default: %(default)s")


def add_embedding(command: argparse.ArgumentParser) -> None:
    """Which embedding model."""
    group = command.add_argument_group("embedding")
    group.add_argument(
        "--embedding", metavar="MODULE:CLASS", help="LlamaIndex embedding (default: LocalEmbedding, extra local)"
    )
    group.add_argument("--embedding-arg", action="append", default=[], metavar="NAME=VALUE", help="an argument of it")


def add_retrieval(command: argparse.ArgumentParser, top_k: int = 5) -> None:
    """How many results, of which manuals, and a trace."""
    group = command.add_argument_group("retrieval")
    group.add_argument("-k", "--top-k", type=positive_number(int), default=top_k, help="results (default %(default)s)")
    group.add_argument("--manual", action="append", help="only this manual id; may be given several times")
    group.add_argument("--trace", action="store_true", help="print what the stages decided")


def add_llm(command: argparse.ArgumentParser) -> None:
    """Which LLM answers."""
    group = command.add_argument_group("answering")
    group.add_argument(
        "--llm", metavar="MODULE:CLASS", help="LlamaIndex LLM that answers; without one evidence is shown"
    )
    group.add_argument("--llm-arg", action="append", default=[], metavar="NAME=VALUE", help="an argument of it")


def positive_number(kind: Callable[[str], float]) -> Callable[[str], float]:
    """Return a type of arguments: an int or a float above 0."""

    def parse(text: str) -> float:
        try:
            value = kind(text)
        except ValueError:
            value = 0
        if not value > 0:
            raise argparse.ArgumentTypeError(f"{text!r} is no number above 0")
        return value

    return parse
