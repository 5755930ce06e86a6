"""What the reading of one item has found so far, in any language."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from llama_index_layout_rag.steps.model import StepAnalysis
from llama_index_layout_rag.steps.spans import pair_results, spans


@dataclass
class Findings:
    """Actions and targets in printed order, and ranges of conditions, results and cautions."""

    actions: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    first_target: str | None = None
    first_type: str = "other"
    conditions: list[tuple[int, int]] = field(default_factory=list)
    results: list[tuple[int, int]] = field(default_factory=list)
    cautions: list[tuple[int, int]] = field(default_factory=list)

    def analysis(
        self, text: str, masked: str, refs: list[str], sentence_end: re.Pattern[str], is_step: bool
    ) -> StepAnalysis:
        """Return the findings as an analysis; of an item that is no step only cautions and references are kept."""
        cautions = spans(text, self.cautions)
        if not is_step:
            return StepAnalysis(cautions=cautions, refs=refs)
        conditions, results = sorted(set(self.conditions)), sorted(set(self.results))
        return StepAnalysis(
            is_step=True,
            actions=self.actions,
            targets=self.targets,
            target=self.first_target or "",
            target_type=self.first_type,
            conditions=spans(text, conditions),
            results=spans(text, results),
            cautions=cautions,
            refs=refs,
            condition_results=pair_results(masked, conditions, results, sentence_end),
        )
