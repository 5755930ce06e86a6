"""Cuts items into sentences and tells the ones that warn, in languages whose instructions open with the verb."""

from __future__ import annotations

from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.marking import strip_range


class SentenceReader:
    """The sentence rules of a language."""

    def __init__(self, rules: VerbFirstRules) -> None:
        self.sentence_end = rules.compiled("sentence_end")
        self.signal_word = rules.compiled("signal_word", ignore_case=True)
        self.hints = rules.caution_hints
        self.caution = rules.compiled("caution", ignore_case=True)
        self.not_caution = rules.compiled("not_caution", ignore_case=True)

    def split(self, masked: str) -> list[tuple[int, int]]:
        """Ranges of the sentences of a masked text, without blanks and stops at their ends."""
        bounds: list[tuple[int, int]] = []
        position = 0
        for match in self.sentence_end.finditer(masked):
            if match.start() > position:
                bounds.append(strip_range(masked, position, match.start()))
            position = match.end()
        if position < len(masked):
            bounds.append(strip_range(masked, position, len(masked)))
        return self._with_signal_words(masked, [(a, b) for a, b in bounds if b > a])

    def _with_signal_words(self, masked: str, bounds: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """ "WARNING! Keep hands clear." is one warning: a signal word alone belongs to the sentence behind it."""
        joined: list[tuple[int, int]] = []
        for start, end in bounds:
            if joined and self.signal_word.fullmatch(masked, *joined[-1]):
                start = joined.pop()[0]
            joined.append((start, end))
        return joined

    def warns(self, sentence: str) -> bool:
        """Whether a sentence forbids or warns."""
        lower = sentence.lower()
        if not any(hint in lower for hint in self.hints):
            return False
        return self.caution.search(sentence) is not None and self.not_caution.search(sentence) is None
