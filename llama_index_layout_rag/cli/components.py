"""The parts that arguments name: store, embedding model, LLM, node parser, retriever, and the Documents of files."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from llama_index_layout_rag.cli.usage import UsageError

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding
    from llama_index.core.schema import Document

    from llama_index_layout_rag.readers.reader import LayoutReader
    from llama_index_layout_rag.retrieval import SectionFirstRetriever
    from llama_index_layout_rag.storage import LayoutVectorStore

API_KEY_VARIABLE = "QDRANT_API_KEY"
"""A key given as an argument would are in the list of processes and in the shell's history."""


@contextmanager
def opened_store(args: argparse.Namespace, must_exist: bool = False, write: bool = True) -> Iterator[LayoutVectorStore]:
    """Yield the store that the arguments name, closed afterwards: an embedded folder belongs to one process at a time.

    Opening an embedded store makes its folder; who does not want to write gets an empty one in memory where there is
    none.
    """
    from llama_index_layout_rag.storage import layout_vector_store

    is_url = "://" in args.store
    exists = is_url or Path(args.store).is_dir()
    if must_exist and not exists:
        raise UsageError(
            f"there is no store at {args.store}; index manuals first with layout-rag ingest --store {args.store}."
        )
    where = {"url": args.store, "api_key": os.environ.get(API_KEY_VARIABLE)} if is_url else {"path": args.store}
    store = layout_vector_store(args.collection, **(where if exists or write else {}))
    try:
        if must_exist and not store.exists():
            raise UsageError(f"the store {args.store} has no collection {args.collection!r}; index manuals first.")
        yield store
    finally:
        store.client.close()


def layout_reader(args: argparse.Namespace) -> LayoutReader:
    """Return the reader that the arguments describe; files that it cannot read are reported."""
    from llama_index_layout_rag.readers.reader import LayoutReader

    if args.manual_id and len(args.files) > 1:
        raise UsageError("--manual-id names one manual; give one file or folder with it.")
    return LayoutReader(
        on_error="skip",
        show_progress=args.progress,
        manual_id=args.manual_id,
        title=args.title,
        model_numbers=args.model or [],
    )


def read_documents(args: argparse.Namespace) -> tuple[list[Document], dict[str, str]]:
    """Return the Documents of the files given, and the files that cannot be read."""
    reader = layout_reader(args)
    documents = reader.load_data([str(file) for file in args.files])
    for warning in reader.last_report.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    return documents, {failure.uri: failure.reason for failure in reader.last_report.failed}


def retriever_over(args: argparse.Namespace, store: LayoutVectorStore) -> SectionFirstRetriever:
    """Return the retriever that the arguments describe.

    Raises:
        UsageError: When a manual is named that the store does not hold; nothing would be found in it.
    """
    from llama_index_layout_rag.retrieval import SectionFirstRetriever

    if args.manual:
        _check_manuals(args.manual, store)
    return SectionFirstRetriever(
        store,
        embedding(args),
        similarity_top_k=args.top_k,
        manual_ids=args.manual or None,
        verbose=args.trace,
    )


def _check_manuals(manual_ids: Sequence[str], store: LayoutVectorStore) -> None:
    from llama_index_layout_rag.storage import stored_manuals

    known = {manual.manual_id for manual in stored_manuals(store)}
    unknown = [manual_id for manual_id in manual_ids if manual_id not in known]
    if unknown:
        raise UsageError(f"there is no manual {unknown[0]!r}; `layout-rag manuals` lists them.")


def node_parser() -> Any:
    """Return the node parser of all commands, so that they count the same chunks."""
    from llama_index_layout_rag.chunking.parser import ProcedureNodeParser

    return ProcedureNodeParser()


def embedding(args: argparse.Namespace) -> BaseEmbedding:
    """Return the embedding model that the arguments name; LocalEmbedding by default."""
    if args.embedding is None:
        from llama_index_layout_rag.embeddings import LocalEmbedding

        return LocalEmbedding()
    model: BaseEmbedding = made(args.embedding, args.embedding_arg)
    return model


def made(name: str, arguments: Sequence[str]) -> Any:
    """Return an object of `module:Class` with NAME=VALUE arguments; values are JSON where they read as such, else text."""
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
        class_ = getattr(importlib.import_module(module_name), class_name)
    except (ImportError, AttributeError) as error:
        raise UsageError(f"{name!r} cannot be loaded ({error}); install its package, or check the name.") from error
    return class_(**options)


def _json_or_text(value: str) -> Any:
    try:
        return json.loads(value)
    except ValueError:
        return value
