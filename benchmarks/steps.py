"""Runs the step rules over labelled items and writes predictions for a scorer.

    python benchmarks/steps.py --records items.jsonl --out predictions.jsonl

Each line of the records carries `id`, `text` and, where known, `lang`, `marker` and `section_path`; each line written
carries the fields of the analysis. Nothing else of a record is read.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from llama_index_layout_rag.steps.extraction import analyze_step


def predict(record: dict[str, object]) -> dict[str, object]:
    """Return the prediction for one record."""
    step = analyze_step(
        str(record["text"]),
        language=str(record["lang"]) if record.get("lang") else None,
        marker=str(record.get("marker") or "") or None,
        section_path=[str(title) for title in record.get("section_path") or ()],  # type: ignore[attr-defined]
    )
    return {
        "id": record["id"],
        "is_step": step.is_step,
        "action": step.action,
        "actions": step.actions,
        "target": step.target,
        "target_type": step.target_type,
        "targets": step.targets,
        "condition": step.condition,
        "conditions": [span.text for span in step.conditions],
        "result": step.result,
        "results": [span.text for span in step.results],
        "caution": step.caution,
        "cautions": [span.text for span in step.cautions],
        "refs": step.refs,
    }


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--records", type=Path, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    options = arguments.parse_args()
    records = [json.loads(line) for line in options.records.read_text(encoding="utf-8").splitlines() if line.strip()]
    analyze_step("warm up", language="en")
    analyze_step("準備する", language="ja")
    started = time.perf_counter()
    predictions = [predict(record) for record in records]
    seconds = time.perf_counter() - started
    options.out.write_text(
        "".join(json.dumps(prediction, ensure_ascii=False) + "\n" for prediction in predictions), encoding="utf-8"
    )
    print(f"{len(records)} items, {len(records) / seconds:,.0f} items/s")


if __name__ == "__main__":
    main()
