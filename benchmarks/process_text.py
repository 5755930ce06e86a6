"""A second opinion on English: activities and conditions in the process descriptions of PET.

    python benchmarks/process_text.py fold_0_test.jsonl fold_1_test.jsonl ...

PET (Bellan et al., 2022) labels prose about who does what in a business process, most of it in the third person ("the
customer office sends the questionnaire"). The step rules look for what the *reader* is told to do;
`StepVocabulary(any_doer=True)` has them take what anybody does. Sentence by sentence, an activity counts as found where
its verb is, a condition where half of the words of both spans are the same.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from llama_index_layout_rag.steps.extraction import analyze_step, condition_results
from llama_index_layout_rag.steps.vocabulary import StepVocabulary

ANYBODY = StepVocabulary(any_doer=True)


def sentences(document: dict[str, Any]) -> Iterator[tuple[str, list[str], list[set[str]]]]:
    """(text, gold activities, words of each gold condition) of each sentence."""
    tokens = document["tokens"]
    for number, group in groupby(range(len(tokens)), key=lambda index: tokens[index]["sentence_id"]):
        indices = list(group)
        here = [mention for mention in document["mentions"] if mention["sentence_id"] == number]
        words = {
            kind: [[tokens[indices[i]]["text"].lower() for i in m["token_indices"]] for m in here if m["ner"] == kind]
            for kind in ("Activity", "Condition Specification")
        }
        activities = [" ".join(activity) for activity in words["Activity"]]
        conditions = [set(condition) for condition in words["Condition Specification"]]
        yield " ".join(tokens[i]["text"] for i in indices), activities, conditions


def same_verb(activity: str, action: str) -> bool:
    """Whether an inflected activity ("sends", "is checked") holds the action's verb."""
    verb = action.partition(" ")[0]
    stem = verb[: max(3, len(verb) - 1)]
    return any(word.startswith(stem) for word in activity.split())


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("files", type=Path, nargs="+")
    counts: Counter[str] = Counter()
    for path in arguments.parse_args().files:
        for line in path.read_text(encoding="utf-8").splitlines():
            for text, activities, conditions in sentences(json.loads(line)):
                step = analyze_step(text, language="en", vocabulary=ANYBODY)
                spans = step.conditions or [pair.condition for pair in condition_results(text, "en")]
                _count(counts, "activity", activities, step.actions, same_verb)
                found = [set(span.text.lower().split()) for span in spans]
                _count(counts, "condition", conditions, found, lambda a, b: 2 * len(a & b) >= max(len(a), len(b)))
    for kind in ("activity", "condition"):
        hits, gold, said = (counts[f"{kind} {name}"] for name in ("hits", "gold", "said"))
        print(
            f"{kind:10} P {hits / max(1, said):.2f} R {hits / max(1, gold):.2f} F1 {2 * hits / max(1, gold + said):.2f}"
        )


def _count(counts: Counter[str], kind: str, gold: list[Any], said: list[Any], same: Any) -> None:
    left = list(said)
    counts[f"{kind} gold"] += len(gold)
    counts[f"{kind} said"] += len(said)
    for item in gold:
        match = next((other for other in left if same(item, other)), None)
        if match is not None:
            left.remove(match)
            counts[f"{kind} hits"] += 1


if __name__ == "__main__":
    main()
