"""Asks every question of a question set and writes what the retriever returns.

    python benchmarks/retrieval.py --qa DIR --manuals DIR --out RESULTS.jsonl [--limit-collection ja|en]

DIR of --qa holds `collections.json` (the documents of each collection: doc, path, title, models, include, encoding) and
`questions.jsonl` (id, collection, question). Each collection becomes one embedded Qdrant collection with one manual per
document. Results: one line a question, {"id", "results": [{"doc", "text"}], "seconds", "confidence"}; seconds are without
embedding the question. Vectors are kept on disk by the hash of the text (--cache), so that a second run embeds nothing.
"""

from __future__ import annotations

import argparse
import json
import logging
import time
from pathlib import Path
from typing import Any

from embedding_cache import CachedEmbedding
from llama_index.core.schema import Document, NodeWithScore
from qdrant_client import QdrantClient

from llama_index_layout_rag import (
    LayoutReader,
    LayoutVectorStore,
    LocalEmbedding,
    ProcedureNodeParser,
    SectionFirstRetriever,
    ingest,
    layout_vector_store,
)

TOP_K = 10


def read_manual(entry: dict[str, Any], manuals: Path) -> list[Document]:
    """Return the Documents of one entry of collections.json."""
    reader = LayoutReader(
        manual_id=entry["doc"],
        title=entry["title"],
        model_numbers=entry.get("models", []),
        include=entry.get("include") or [],
        encoding=entry.get("encoding"),
    )
    return reader.load_data(manuals / entry["path"])


def with_renderings(entries: list[dict[str, Any]], manuals: Path, renderings: Path) -> list[dict[str, Any]]:
    """Return the entries with the PDF in place of the source wherever `renderings` holds one (its truth file names the source)."""
    truths = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(renderings.glob("*.truth.json"))]
    pdfs = {truth["source_path"]: renderings / f"{truth['doc']}.pdf" for truth in truths}
    replaced = [
        entry | {"path": str(pdfs[entry["path"]].resolve())} if entry["path"] in pdfs else entry for entry in entries
    ]
    print(
        f"{sum(new is not old for new, old in zip(replaced, entries, strict=True))} manuals read from their PDF rendering"
    )
    return replaced


def index_collection(
    name: str, entries: list[dict[str, Any]], manuals: Path, embed_model: CachedEmbedding, parser: ProcedureNodeParser
) -> LayoutVectorStore:
    """One embedded Qdrant collection with one manual per entry."""
    started = time.perf_counter()
    documents = [document for entry in entries for document in read_manual(entry, manuals)]
    read = time.perf_counter()
    store = layout_vector_store(client=QdrantClient(":memory:"), collection_name=name)
    report = ingest(documents, vector_store=store, embed_model=embed_model, node_parser=parser, show_progress=True)
    seconds = time.perf_counter() - read
    print(f"{name}: {len(documents)} documents read in {read - started:.1f} s, indexed in {seconds:.1f} s: {report}")
    return store


def ask(retriever: SectionFirstRetriever, question: dict[str, Any], embed_model: CachedEmbedding) -> dict[str, Any]:
    """Return the result line of one question."""
    embed_model.get_query_embedding(question["question"])  # from here on it is in the cache
    started = time.perf_counter()
    found = retriever.retrieve(question["question"])
    seconds = time.perf_counter() - started
    return {
        "id": question["id"],
        "results": [as_result(node) for node in found[:TOP_K]],
        "seconds": seconds,
        "confidence": found[0].node.metadata["confidence"] if found else 0.0,
    }


def as_result(node: NodeWithScore) -> dict[str, Any]:
    """Return a result in the scorer's form: the manual and exactly what an answering model would be handed."""
    return {
        "doc": node.node.metadata["manual_id"],
        "text": node.node.get_content(),
        "why": node.node.metadata.get("why"),
        "equals": [equal["manual_id"] for equal in node.node.metadata.get("equals", ())],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qa", type=Path, required=True)
    parser.add_argument("--manuals", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--limit-collection")
    parser.add_argument(
        "--renderings", type=Path, help="folder of PDF renderings with truth files, read in place of the sources"
    )
    parser.add_argument("--cache", type=Path, default=Path(__file__).parent / "output" / "embeddings.sqlite")
    parser.add_argument("--target-chars", type=int, default=ProcedureNodeParser.model_fields["target_chars"].default)
    parser.add_argument("--step-text", choices=["plain", "labelled"], default="plain")
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    logging.basicConfig(level=logging.INFO if args.verbose else logging.WARNING)

    collections = json.loads((args.qa / "collections.json").read_text(encoding="utf-8"))
    lines = (args.qa / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line) for line in lines if line.strip()]
    embed_model = CachedEmbedding(LocalEmbedding(), args.cache)
    node_parser = ProcedureNodeParser(target_chars=args.target_chars, step_text=args.step_text)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    with args.out.open("w", encoding="utf-8") as out:
        for name, entries in collections.items():
            if args.limit_collection and name != args.limit_collection:
                continue
            if args.renderings:
                entries = with_renderings(entries, args.manuals, args.renderings)
            store = index_collection(name, entries, args.manuals, embed_model, node_parser)
            retriever = SectionFirstRetriever(vector_store=store, embed_model=embed_model, similarity_top_k=TOP_K)
            for question in questions:
                if question["collection"] == name:
                    out.write(json.dumps(ask(retriever, question, embed_model), ensure_ascii=False) + "\n")
    print(f"{args.out}: written; {embed_model.embedded} texts embedded, the rest from {args.cache}")


if __name__ == "__main__":
    main()
