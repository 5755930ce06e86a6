"""Inflected forms of verbs: the base form of a word, and whether it is a verb at all."""

from __future__ import annotations

from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.en.tokens import Token

_MOST_LEMMAS = 50_000
"""Words remembered with their base form before the memory is cleared."""


class VerbForms:
    """The verbs of a language and their forms."""

    def __init__(self, rules: VerbFirstRules) -> None:
        self.rules = rules
        self.joined_openers = frozenset(first for first, _ in rules.joined_operations)
        self.lemmas: dict[str, str | None] = {}

    def lemma(self, word: str) -> str | None:
        """The operation verb of which this word is an inflected form, or None."""
        if word not in self.lemmas:
            if len(self.lemmas) > _MOST_LEMMAS:
                self.lemmas.clear()
            self.lemmas[word] = self._find_lemma(word)
        return self.lemmas[word]

    def _find_lemma(self, word: str) -> str | None:
        if self.is_base(word):
            return word
        if word in self.rules.irregular:
            return self.rules.irregular[word]
        for suffix in self.rules.inflections:
            if not word.endswith(suffix) or len(word) - len(suffix) < 2:
                continue
            stem = word[: -len(suffix)]
            for candidate in self.rules.base_forms(stem):
                if self.is_base(candidate):
                    return candidate
        return None

    def joined_operation(self, tokens: list[Token], position: int) -> str:
        """ "drag and drop" where two verbs printed together are one operation; "" elsewhere."""
        if position < 0 or position + 2 >= len(tokens) or tokens[position + 1].lower not in self.rules.coordinators:
            return ""
        first = self.lemma(tokens[position].lower)
        if first is None or first not in self.joined_openers:
            return ""
        pair = (first, self.lemma(tokens[position + 2].lower) or "")
        return f"{pair[0]} and {pair[1]}" if pair in self.rules.joined_operations else ""

    def is_base(self, word: str) -> bool:
        """Whether a word is the base form of a verb, listed or made of a listed one ("reweigh", "spot-check")."""
        rules = self.rules
        if word in rules.verbs:
            return True
        if any(word.endswith(a) and word.removesuffix(a) + b in rules.verbs for a, b in rules.spellings):
            return True
        if not word.startswith(rules.verb_prefixes) or word in rules.prefixed_nouns:
            return False
        return any(
            len(word) - len(p) > 2 and word.startswith(p) and word[len(p) :] in rules.verbs for p in rules.verb_prefixes
        )

    def is_weak(self, word: str) -> bool:
        """Whether a verb is a noun as often ("start", "pre-start")."""
        rules = self.rules
        if word in rules.verbs:
            return word in rules.weak_verbs
        return any(word.startswith(p) and word[len(p) :] in rules.weak_verbs for p in rules.verb_prefixes if "-" in p)

    def is_gerund(self, lower: str) -> bool:
        """Whether a word is the gerund of an operation verb."""
        return lower.endswith(self.rules.gerund_ending) and self.lemma(lower) not in (None, lower)  # not "swing"
