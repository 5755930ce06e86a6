"""What each stage of the retriever is worth on a question set: the whole, and the whole without one stage.

    python benchmarks/ablations.py --qa DIR --manuals DIR [--limit-collection ja|en] [--hold-out 3]

Takes the folders of `benchmarks/retrieval.py` and its cache of embeddings. With --hold-out N every N-th question of the file is
reported apart: it was kept aside while the weights were chosen.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

from embedding_cache import CachedEmbedding
from retrieval import TOP_K, ask, index_collection

from llama_index_layout_rag import LocalEmbedding, ProcedureNodeParser, SectionFirstRetriever
from llama_index_layout_rag.retrieval import RankingOptions

STAGES: dict[str, dict[str, Any]] = {
    "whole": {},
    "without manual stage": {"use_manual_stage": False},
    "without section stage": {
        "ranking": RankingOptions(section_weight=0.0, section_similarity_weight=0.0, heading_weight=0.0)
    },
    "without lexical arm": {"ranking": RankingOptions(lexical_weight=0.0)},
    "without dense arm": {"ranking": RankingOptions(dense_weight=0.0)},
    "without codes": {"ranking": RankingOptions(code_weight=0.0)},
    "without step fields": {"ranking": RankingOptions(field_weight=0.0)},
    "without segments": {"segment_chars": 0},
}
COLUMNS = ("recall@1", "recall@5", "all@5", "recall@10", "recall@4000c", "wrong_manual", "auc")


def load_scorer(folder: Path) -> ModuleType:
    """Return the scorer that lies beside the questions."""
    spec = importlib.util.spec_from_file_location("score_retrieval", folder / "score_retrieval.py")
    if spec is None or spec.loader is None:
        raise SystemExit(
            f"{folder / 'score_retrieval.py'} is missing; --qa must be a folder with questions and their scorer."
        )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qa", type=Path, required=True)
    parser.add_argument("--manuals", type=Path, required=True)
    parser.add_argument("--limit-collection")
    parser.add_argument("--hold-out", type=int, default=3)
    parser.add_argument("--cache", type=Path, default=Path(__file__).parent / "output" / "embeddings.sqlite")
    args = parser.parse_args()
    scorer = load_scorer(args.qa)
    questions = scorer.read_jsonl(args.qa / "questions.jsonl")
    held_out = {
        question["id"] for place, question in enumerate(questions) if place % args.hold_out == args.hold_out - 1
    }
    embed_model = CachedEmbedding(LocalEmbedding(), args.cache)
    collections = json.loads((args.qa / "collections.json").read_text(encoding="utf-8"))
    stores = {
        name: index_collection(name, entries, args.manuals, embed_model, ProcedureNodeParser())
        for name, entries in collections.items()
        if args.limit_collection in (None, name)
    }
    asked = [question for question in questions if question["collection"] in stores]
    print(f"{'':24} {'':10}", *(f"{column:>13}" for column in COLUMNS))
    for label, options in STAGES.items():
        retrievers = {
            name: SectionFirstRetriever(store, embed_model, similarity_top_k=TOP_K, **options)
            for name, store in stores.items()
        }
        results = {q["id"]: ask(retrievers[q["collection"]], q, embed_model) for q in asked}
        for part, chosen in (
            ("tuned on", [q for q in asked if q["id"] not in held_out]),
            ("kept aside", [q for q in asked if q["id"] in held_out]),
            ("together", asked),
        ):
            scores = scorer.score(chosen, results)["all"]
            print(
                f"{label:24} {part:10}",
                *(f"{scores.get(column, float('nan')):13.3f}" for column in COLUMNS),
                flush=True,
            )


if __name__ == "__main__":
    main()
