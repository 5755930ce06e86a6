"""From PDF manuals to cited answers, on this machine, with no key and no download.

    python examples/quickstart.py                                             # the sample manuals and sample questions
    python examples/quickstart.py my-manual.pdf -q "How do I reset it?"       # your own manuals and question
    python examples/quickstart.py --llm llama_index.llms.ollama:Ollama --llm-arg model=qwen3 -q "..."

The index is kept in examples/output, so a second run embeds nothing. Without an LLM the evidence itself is printed; with one
(`--llm`, or LlamaIndex's `Settings.llm`) the answer is, with its citations.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from llama_index.core import Settings, VectorStoreIndex
from llama_index.core.llms import LLM
from llama_index.core.query_engine import CitationQueryEngine
from llama_index.core.schema import NodeWithScore

from llama_index_layout_rag import (
    Citation,
    LayoutReader,
    LayoutReadError,
    LayoutVectorStore,
    LocalEmbedding,
    ProcedureNodeParser,
    SectionFirstRetriever,
    highlight,
    ingest,
    layout_vector_store,
)
from llama_index_layout_rag.lexical import query_weights, tokenize

OUTPUT = Path(__file__).parent / "output"
SHOWN_RESULTS = 3
SHOWN_CHARS = (900, 400, 200)
"""How much of the first, second and third result is printed: the parts that share most words with the question."""
SAMPLE_QUESTIONS = 5
SAMPLE_KINDS = ("operation", "condition", "code", "comparison", "figure")


def index_manuals(paths: Sequence[Path], store: LayoutVectorStore, embed_model: LocalEmbedding) -> None:
    """Read, parse, embed and store the manuals; what is stored already is left alone, and a bad file is reported."""
    reader = LayoutReader(on_error="skip", show_progress=True)
    documents = reader.load_data([str(path) for path in paths])
    report = ingest(
        documents, vector_store=store, embed_model=embed_model, node_parser=ProcedureNodeParser(), show_progress=True
    )
    print(report)
    if reader.last_report.failed:
        print(reader.last_report, file=sys.stderr)


def print_evidence(question: str, results: Sequence[NodeWithScore]) -> None:
    """The best chunks with their citations."""
    if results:
        print(f"confidence that the manuals answer this: {results[0].node.metadata['confidence']:.2f}")
    for place, result in enumerate(results[:SHOWN_RESULTS], start=1):
        print(f"\n[{place}] {Citation.from_node(result)}")
        print("    " + excerpt(question, result.node.get_content(), SHOWN_CHARS[place - 1]).replace("\n", "\n    "))


def excerpt(question: str, text: str, characters: int) -> str:
    """The parts of a chunk (paragraphs, table rows) that share most words with the question, in their order."""
    if len(text) <= characters:
        return text
    parts = [part for part in (text.split("\n\n") if "\n\n" in text else text.split("\n")) if part.strip()]
    words = query_weights(question)
    shared = [sum(weight for word, weight in words.items() if word in set(tokenize(part))) for part in parts]
    chosen: set[int] = set()
    for number in sorted(range(len(parts)), key=lambda number: -shared[number]):
        if not chosen or sum(len(parts[one]) for one in chosen) + len(parts[number]) <= characters:
            chosen.add(number)
    lines = [parts[number][:characters] if number in chosen else "…" for number in range(len(parts))]
    return "\n".join(line for number, line in enumerate(lines) if line != "…" or lines[number - 1 : number] != ["…"])


def answer(
    question: str, retriever: SectionFirstRetriever, store: LayoutVectorStore, llm: LLM | None
) -> list[NodeWithScore]:
    """Print the answer, or the evidence where there is no LLM; returns what it stands on."""
    print(f"\n=== {question}")
    if llm is None:
        results = retriever.retrieve(question)
        print_evidence(question, results)
        return results
    index = VectorStoreIndex.from_vector_store(store, embed_model=retriever.embed_model)
    engine = CitationQueryEngine.from_args(index, llm=llm, retriever=retriever, citation_chunk_size=1024)
    response = engine.query(question)
    print(response)
    for number, source in enumerate(response.source_nodes, start=1):
        print(f"  [{number}] {Citation.from_node(source)}")
    return list(response.source_nodes)


def save_highlight(results: Sequence[NodeWithScore], target: Path) -> None:
    """Write the page of the best paged evidence, framed."""
    for result in results:
        citation = Citation.from_node(result)
        if citation.pages and citation.regions:
            highlight(citation).save(target)
            print(f"\nThe evidence of the last question, framed on its page: {target}")
            return


def configured_llm(name: str | None, arguments: Sequence[str]) -> LLM | None:
    """The LLM of `--llm module:Class`, else LlamaIndex's `Settings.llm` where an application has set one."""
    if name is None:
        return Settings._llm  # the property would resolve to OpenAI where nothing is set
    module, _, class_name = name.partition(":")
    options = dict(argument.split("=", 1) for argument in arguments)
    return getattr(importlib.import_module(module), class_name)(**options)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "manuals", nargs="*", type=Path, help="your own manuals (PDF, Markdown, HTML); default: sample manuals"
    )
    parser.add_argument("-q", "--question", action="append", help="a question; may be given several times")
    parser.add_argument("--llm", help="LlamaIndex LLM as module:Class")
    parser.add_argument("--llm-arg", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--output", type=Path, default=OUTPUT, help="folder of the index and the page image")
    args = parser.parse_args()

    args.output.mkdir(parents=True, exist_ok=True)
    paths, questions = args.manuals, args.question or []
    if not paths:
        from sample_manuals import QUESTIONS, write_sample_manuals

        paths = write_sample_manuals(args.output / "manuals")
        questions = questions or [q.question for q in QUESTIONS if q.kind in SAMPLE_KINDS][:SAMPLE_QUESTIONS]
    embed_model = LocalEmbedding()
    # One collection per set of manuals, so that your own are not mixed with the samples.
    store = layout_vector_store("own_manuals" if args.manuals else "sample_manuals", path=str(args.output / "qdrant"))
    try:
        index_manuals(paths, store, embed_model)
        retriever = SectionFirstRetriever(vector_store=store, embed_model=embed_model, similarity_top_k=5)
        llm = configured_llm(args.llm, args.llm_arg)
        if llm is None:
            print("No LLM is configured, so the evidence itself is shown (see --llm).")
        results: list[NodeWithScore] = []
        for question in questions:
            results = answer(question, retriever, store, llm)
        save_highlight(results, args.output / "evidence.png")
    except LayoutReadError as error:
        sys.exit(f"None of the manuals can be read. {error}")
    finally:
        store.client.close()  # an embedded store belongs to one process at a time


if __name__ == "__main__":
    main()
