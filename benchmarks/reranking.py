"""What a reranker behind the retriever costs and brings: LlamaIndex node postprocessors over its results.

    python benchmarks/reranking.py --qa DIR --manuals DIR --out-dir DIR [--collection ja|en] [--every N]

Every N-th question of a collection is asked (files as in benchmarks/retrieval.py); its results go through each postprocessor. The
model-free ones are LlamaIndex's own. "sentences" reads the text: it embeds every line of the first ten results with the local
model and ranks by the nearest line, fused with the retriever's order. One result file a postprocessor is written for the scorer,
and its median time is printed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from embedding_cache import CachedEmbedding
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.postprocessor import LongContextReorder, SimilarityPostprocessor
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import NodeWithScore, QueryBundle
from retrieval import TOP_K, as_result, index_collection

from llama_index_layout_rag import LocalEmbedding, ProcedureNodeParser, SectionFirstRetriever

RANK_CONSTANT = 60
"""k of reciprocal rank fusion."""

READ_LINES = 12
"""Lines of a result that are embedded at most, the longest ones."""


class NearestLineReranker(BaseNodePostprocessor):
    """Ranks results by the line nearest to the question, fused with their order.

    Args:
        embed_model: Model that lines and question are embedded with.
        read_results: How many of the first results are read.
    """

    embed_model: BaseEmbedding
    read_results: int = 10

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        if query_bundle is None or not nodes:
            return nodes
        read, rest = nodes[: self.read_results], nodes[self.read_results :]
        question = np.asarray(self.embed_model.get_query_embedding(query_bundle.query_str))
        lines = [_longest_lines(node.get_content()) for node in read]
        flat = [line for of_node in lines for line in of_node]
        vectors = np.asarray(self.embed_model.get_text_embedding_batch(flat)) @ question
        ends = np.cumsum([len(of_node) for of_node in lines])
        nearest = [float(part.max()) for part in np.split(vectors, ends[:-1])]
        by_line = {place: rank for rank, place in enumerate(sorted(range(len(read)), key=lambda i: -nearest[i]))}
        order = sorted(range(len(read)), key=lambda i: -(1 / (RANK_CONSTANT + i) + 1 / (RANK_CONSTANT + by_line[i])))
        return [*(read[place] for place in order), *rest]


def _longest_lines(text: str) -> list[str]:
    path, *lines = text.split("\n")
    return sorted((line for line in lines if line.strip()), key=len, reverse=True)[:READ_LINES] or [path]


def rerank_all(
    found: Mapping[str, tuple[str, list[NodeWithScore]]], postprocessor: BaseNodePostprocessor | None, out: Path
) -> float:
    """Write the results after a postprocessor; its median seconds a question."""
    seconds = []
    with out.open("w", encoding="utf-8") as file:
        for id_, (question, nodes) in found.items():
            started = time.perf_counter()
            ranked = postprocessor.postprocess_nodes(list(nodes), query_str=question) if postprocessor else nodes
            seconds.append(time.perf_counter() - started)
            confidence = nodes[0].metadata["confidence"] if nodes else 0.0
            line: dict[str, Any] = {
                "id": id_,
                "results": [as_result(node) for node in ranked],
                "confidence": confidence,
            }
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
    return statistics.median(seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qa", type=Path, required=True)
    parser.add_argument("--manuals", type=Path, required=True)
    parser.add_argument("--out-dir", type=Path, required=True)
    parser.add_argument("--collection", default="ja")
    parser.add_argument("--every", type=int, default=4)
    parser.add_argument("--cache", type=Path, default=Path(__file__).parent / "output" / "embeddings.sqlite")
    args = parser.parse_args()

    entries = json.loads((args.qa / "collections.json").read_text(encoding="utf-8"))[args.collection]
    lines = (args.qa / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [q for q in map(json.loads, filter(str.strip, lines)) if q["collection"] == args.collection][
        :: args.every
    ]
    model = LocalEmbedding()
    cached = CachedEmbedding(model, args.cache)
    store = index_collection(args.collection, entries, args.manuals, cached, ProcedureNodeParser())
    retriever = SectionFirstRetriever(store, cached, similarity_top_k=TOP_K)
    found = {q["id"]: (q["question"], retriever.retrieve(q["question"])) for q in questions}

    args.out_dir.mkdir(parents=True, exist_ok=True)
    postprocessors: dict[str, BaseNodePostprocessor | None] = {
        "none": None,
        "similarity-cutoff": SimilarityPostprocessor(similarity_cutoff=0.5),
        "long-context-reorder": LongContextReorder(),
        "sentences": NearestLineReranker(embed_model=model),
    }
    for name, postprocessor in postprocessors.items():
        seconds = rerank_all(found, postprocessor, args.out_dir / f"{name}.jsonl")
        print(f"{name:22} {seconds * 1000:9.2f} ms a question (median of {len(found)})", flush=True)


if __name__ == "__main__":
    main()
