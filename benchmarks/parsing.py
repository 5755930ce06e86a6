"""Measures how fast `ProcedureNodeParser` makes nodes of manuals, beside LlamaIndex's `SentenceSplitter` in one run.

    python benchmarks/parsing.py manual.pdf folder-of-html/ notes.md

Both get what they take: the parser the layout Documents of `LayoutReader`, the splitter the same manuals as Markdown.
Reading is not measured (`benchmarks/reading.py` does), nor are embeddings. Characters are those of the Markdown.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.schema import Document

from llama_index_layout_rag import LayoutReader, ProcedureNodeParser
from llama_index_layout_rag.layout import LayoutDocument
from llama_index_layout_rag.layout.markdown import layout_to_markdown


def best_seconds(runs: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Processor seconds of the shortest of several turns of each run.

    What else the machine does counts little, and as much for one as for the other, since they take turns.
    """
    seconds: list[list[float]] = [[] for _ in runs]
    for _ in range(rounds):
        for run, measured in zip(runs, seconds, strict=True):
            started = time.process_time()
            run()
            measured.append(time.process_time() - started)
    return [min(measured) for measured in seconds]


def as_markdown(documents: list[Document]) -> list[Document]:
    """Return the same manuals as ordinary text Documents."""
    return [
        Document(text=layout_to_markdown(LayoutDocument.from_document(document)), id_=document.id_)
        for document in documents
    ]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("manuals", type=Path, nargs="+", help="files, and folders that are one manual each")
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--profile", action="store_true", help="where the parser's time goes")
    options = arguments.parse_args()
    layouts = [document for path in options.manuals for document in LayoutReader().load_data(path)]
    texts = as_markdown(layouts)
    characters = sum(len(document.text) for document in texts)
    parser, splitter = ProcedureNodeParser(), SentenceSplitter()
    ours, theirs = best_seconds(
        [lambda: parser.get_nodes_from_documents(layouts), lambda: splitter.get_nodes_from_documents(texts)],
        options.rounds,
    )
    print(f"{len(layouts)} documents, {characters:,} characters")
    print(f"ProcedureNodeParser {characters / ours:12,.0f} characters/s")
    print(f"SentenceSplitter    {characters / theirs:12,.0f} characters/s")
    print(f"ratio               {theirs / ours:12.2f}")
    if options.profile:
        profile = cProfile.Profile()
        profile.runcall(parser.get_nodes_from_documents, layouts)
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)


if __name__ == "__main__":
    main()
