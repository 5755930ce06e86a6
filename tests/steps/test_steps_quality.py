"""Quality of the step rules on labelled items of real manuals, where the shared data lies beside the repository."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from llama_index_layout_rag.steps.extraction import analyze_step

SHARED = Path(__file__).parents[2].parent / "shared" / "steps"

# (measure, part of it) -> least figure over both languages.
FLOORS = {
    ("is_step", "f1"): 0.95,
    ("is_step", "p"): 0.92,
    ("is_step", "r"): 0.92,
    ("action_accuracy", None): 0.93,
    ("actions", "f1"): 0.90,
    ("target_relaxed", None): 0.90,
    ("target_exact", None): 0.80,
    ("targets", "f1"): 0.82,
    ("condition_presence", "f1"): 0.92,
    ("condition_overlap", "f1"): 0.90,
    ("result_presence", "f1"): 0.90,
    ("result_overlap", "f1"): 0.90,
    ("caution_presence", "f1"): 0.88,
    ("caution_overlap", "f1"): 0.88,
    ("refs", "f1"): 0.95,
}


def scorer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("score_steps", SHARED / "score_steps.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def prediction(record: dict[str, str]) -> dict[str, object]:
    step = analyze_step(record["text"], language=record["lang"], marker=record["marker"] or None)
    return {
        "id": record["id"],
        "is_step": step.is_step,
        "action": step.action,
        "actions": step.actions,
        "target": step.target,
        "targets": step.targets,
        "conditions": [span.text for span in step.conditions],
        "results": [span.text for span in step.results],
        "cautions": [span.text for span in step.cautions],
        "refs": step.refs,
    }


@pytest.mark.quality
@pytest.mark.skipif(not SHARED.is_dir(), reason="the labelled items are not beside the repository")
def test_step_rules_hold_their_figures():
    records = [json.loads(line) for line in (SHARED / "dev.jsonl").read_text(encoding="utf-8").splitlines()]
    figures = scorer().score(records, [prediction(record) for record in records])["all"]
    below = {
        key: figures[key[0]]
        for key, floor in FLOORS.items()
        if (figures[key[0]][key[1]] if key[1] else figures[key[0]]) < floor
    }
    assert not below
