"""Steps of languages without a grammar of their own: numbered items, with the cautions that a signal word opens."""

from __future__ import annotations

import re

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.layout.markers import split_marker
from llama_index_layout_rag.layout.numbering import UNITS_BEFORE_NUMBER
from llama_index_layout_rag.steps.model import Span, StepAnalysis
from llama_index_layout_rag.steps.reader import ConditionResult, StepItem

_CAUTION = re.compile(
    rf"(?:^|(?<=[.!?] ))[^\w\s]*{any_of(lambda words: words.notices.hazards, lambda words: words.notices.section, bounded=True)}"
    r"\s*[:!\])】–—-].+",
    re.IGNORECASE | re.DOTALL,
)
"""A signal word, set off, with all that follows it: "WARNUNG: …", "Vorsicht! …"."""

_REFERENCE = re.compile(
    rf"\b(?:{any_of(lambda words: words.captions.reference)}\.?|{UNITS_BEFORE_NUMBER})"
    r"\s?[A-Z]?\d+(?:[-.]\d+)*",
    re.IGNORECASE,
)


class NumberedItemReader:
    """Takes every numbered item for a step and reads no action, target, condition or result from it."""

    def read(self, item: StepItem) -> StepAnalysis:
        """Return cautions and references, and whether the item is numbered."""
        marker = split_marker(f"{item.marker} {item.text}") if item.marker else None
        is_step = marker is not None and marker.is_ordered
        return StepAnalysis(is_step=is_step, cautions=self.find_cautions(item.text), refs=self.find_refs(item.text))

    def explain(self, item: StepItem) -> dict[str, str]:
        """Return the rules of the fields that are filled."""
        return {"is_step": "numbered item"} if self.read(item).is_step else {}

    def condition_results(self, text: str) -> list[ConditionResult]:
        """Return no pairs."""
        return []

    def is_system_sentence(self, text: str) -> bool:
        """Return False."""
        return False

    def has_condition(self, text: str) -> bool:
        """Return False."""
        return False

    def find_cautions(self, text: str) -> list[Span]:
        """Return what a signal word opens."""
        match = _CAUTION.search(text)
        return [Span(text=match.group(), start=match.start(), end=match.end())] if match is not None else []

    def find_refs(self, text: str) -> list[str]:
        """Return numbered references to figures, tables and chapters, as printed, each once."""
        return list(dict.fromkeys(match.group() for match in _REFERENCE.finditer(text)))
