"""Whether answers stay when many other manuals join the collection.

    python benchmarks/haystack.py --qa DIR --manuals DIR [--others 100] [--limit-collection ja|en]

The other manuals are made from the collection's own: products renamed, sections shuffled and a part of them taken. Prints the
scorer's figures with and without them. A passage that a copy has word for word is one result, which names its equals; the line
"equals count" takes it for the original's wherever the original is among them.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence, Set
from pathlib import Path
from typing import Any

from ablations import COLUMNS, load_scorer
from embedding_cache import CachedEmbedding
from llama_index.core.schema import Document
from qdrant_client import QdrantClient
from retrieval import TOP_K, ask, read_manual

from llama_index_layout_rag import LocalEmbedding, SectionFirstRetriever, ingest, layout_vector_store
from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutElement, LayoutSource
from llama_index_layout_rag.layout.sections import assign_section_paths

MOST_SECTIONS = 8
MOST_ELEMENTS = 12


def other_manual(number: int, original: LayoutDocument, rng: random.Random) -> Document:
    """Return a manual of another product: a part of the original's sections in another order, under another name."""
    name = f"ZX-{number + 100}"
    old_names = sorted(
        {original.title or "", *original.model_numbers, *original.product_names} - {""}, key=len, reverse=True
    )
    sections = _sections(original.elements)
    rng.shuffle(sections)
    elements = [
        element.model_copy(update={"text": _renamed(element.text, old_names, name), "element_id": f"e{place}"})
        for place, element in enumerate(e for section in sections[:MOST_SECTIONS] for e in section[:MOST_ELEMENTS])
    ]
    return LayoutDocument(
        source=LayoutSource(uri=f"/others/{name}.md", name=f"{name}.md", sha256=name),
        manual_id=f"other-{number}",
        title=f"{name} {'取扱説明書' if original.language == 'ja' else 'User Manual'}",
        model_numbers=[name],
        language=original.language,
        elements=assign_section_paths(elements),
    ).to_document()


def _sections(elements: Sequence[LayoutElement]) -> list[list[LayoutElement]]:
    sections: list[list[LayoutElement]] = []
    for element in elements:
        if element.is_furniture or element.kind in (ElementKind.TITLE, ElementKind.PICTURE):
            continue
        if element.kind is ElementKind.SECTION_HEADER or not sections:
            sections.append([])
        sections[-1].append(element)
    return [section for section in sections if len(section) > 1]


def _renamed(text: str, names: Sequence[str], new: str) -> str:
    for name in names:
        text = text.replace(name, new)
    return text


def with_equals(answer: dict[str, Any], own: Set[str]) -> dict[str, Any]:
    """Return the answer with results that stand for a passage of the collection's own manuals ascribed to them."""
    results = [
        result
        | {"doc": next((doc for doc in result["equals"] if result["doc"] not in own and doc in own), result["doc"])}
        for result in answer["results"]
    ]
    return answer | {"results": results}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qa", type=Path, required=True)
    parser.add_argument("--manuals", type=Path, required=True)
    parser.add_argument("--others", type=int, default=100)
    parser.add_argument("--limit-collection")
    parser.add_argument("--cache", type=Path, default=Path(__file__).parent / "output" / "embeddings.sqlite")
    args = parser.parse_args()
    scorer = load_scorer(args.qa)
    questions = scorer.read_jsonl(args.qa / "questions.jsonl")
    embed_model = CachedEmbedding(LocalEmbedding(), args.cache)
    print(f"{'':8} {'others':>6}", *(f"{column:>13}" for column in COLUMNS))
    for name, entries in json.loads((args.qa / "collections.json").read_text(encoding="utf-8")).items():
        if args.limit_collection not in (None, name):
            continue
        documents = [document for entry in entries for document in read_manual(entry, args.manuals)]
        layouts = [LayoutDocument.from_document(document) for document in documents]
        rng = random.Random(7)
        others = [other_manual(number, rng.choice(layouts), rng) for number in range(args.others)]
        store = layout_vector_store(name, client=QdrantClient(":memory:"))
        asked = [question for question in questions if question["collection"] == name]
        for batch, count in ((documents, 0), (others, len(others))):
            ingest(batch, vector_store=store, embed_model=embed_model)
            retriever = SectionFirstRetriever(store, embed_model, similarity_top_k=TOP_K)
            strict = {question["id"]: ask(retriever, question, embed_model) for question in asked}
            own = {entry["doc"] for entry in entries}
            lenient = {id_: with_equals(answer, own) for id_, answer in strict.items()}
            for results, note in ((strict, ""), (lenient, "  equals count")):
                scores = scorer.score(asked, results)["all"]
                figures = (f"{scores.get(column, float('nan')):13.3f}" for column in COLUMNS)
                print(f"{name:8} {count:6}", *figures, note, flush=True)


if __name__ == "__main__":
    main()
