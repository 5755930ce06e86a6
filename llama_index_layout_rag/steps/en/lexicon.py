"""The words that a reader knows: the built-in verbs and controls with those of a user's vocabulary."""

from __future__ import annotations

from llama_index_layout_rag.steps.en.nouns import HEAD_TYPES, PROCESS_VERBS, SUFFIX_TYPES
from llama_index_layout_rag.steps.en.verbs import (
    CONTROL_VERBS,
    FREE_PARTICLES,
    HOMOGRAPHS,
    IRREGULAR,
    PARTICLE_VERBS,
    PREPOSITIONAL_VERBS,
    UNCHANGED_PARTICIPLES,
    VERBS,
)
from llama_index_layout_rag.steps.vocabulary import StepVocabulary
from llama_index_layout_rag.steps.word_lists import longest_first, merged_types

_PREFIXES = ("re-", "re", "pre-", "un", "de-", "over", "half-", "double-", "hand-", "cross-")
_MAX_LEMMAS = 50_000


class Lexicon:
    """Base forms, verb pairs and kinds of controls."""

    def __init__(self, vocabulary: StepVocabulary) -> None:
        self.verbs = VERBS | CONTROL_VERBS | {verb.lower() for verb in vocabulary.verbs}
        self.any_doer = vocabulary.any_doer
        if vocabulary.any_doer:
            self.verbs |= PROCESS_VERBS
        self.particles = _pairs(PARTICLE_VERBS)
        self.prepositional = _pairs(PREPOSITIONAL_VERBS)
        self.suffixes = longest_first(merged_types(vocabulary.suffixes, SUFFIX_TYPES))
        self.suffix_words = dict(self.suffixes)
        self.suffixes_by_end: dict[str, list[tuple[list[str], str]]] = {}
        for suffix, kind in self.suffixes:
            self.suffixes_by_end.setdefault(suffix.rpartition(" ")[2], []).append((suffix.split(" "), kind))
        self.heads = {word: kind for kind, words in HEAD_TYPES.items() for word in words.split()}
        self._lemmas: dict[str, str | None] = {}

    def lemma(self, word: str) -> str | None:
        """Return the base form of the operation verb of which a lower-case word is a form, or None."""
        if word not in self._lemmas:
            if len(self._lemmas) > _MAX_LEMMAS:
                self._lemmas.clear()
            self._lemmas[word] = self._find_lemma(word)
        return self._lemmas[word]

    def _find_lemma(self, word: str) -> str | None:
        if self.is_base(word):
            return word
        if word in IRREGULAR:
            return IRREGULAR[word]
        if word.startswith("re") and word[2:] in IRREGULAR:
            return "re" + IRREGULAR[word[2:]]
        for suffix in ("ing", "ed", "es", "s", "d"):
            stem = word.removesuffix(suffix)
            if stem == word or len(stem) < 2:
                continue
            single = stem[:-1] if len(stem) > 2 and stem[-1] == stem[-2] else ""
            for base in (stem, stem + "e", single, stem[:-1] + "y" if stem.endswith("i") else ""):
                if self.is_base(base):
                    return base
        return None

    def is_base(self, word: str) -> bool:
        """Return whether a word is the base form of a verb, listed or made of a listed one ("reweigh")."""
        if word in self.verbs:
            return True
        if not word.startswith(_PREFIXES):
            return False
        return any(len(word) - len(p) > 2 and word.startswith(p) and word[len(p) :] in self.verbs for p in _PREFIXES)

    def is_homograph(self, word: str) -> bool:
        """Return whether a verb is a noun as often ("start", "pre-start")."""
        return word in HOMOGRAPHS or (word not in self.verbs and word.rpartition("-")[2] in HOMOGRAPHS)

    def is_gerund(self, word: str) -> bool:
        """Return whether a lower-case word is the gerund of an operation verb."""
        return word.endswith("ing") and self.lemma(word) not in (None, word)  # not "swing"

    def is_participle(self, word: str) -> bool:
        """Return whether a lower-case word is the past participle of an operation verb."""
        lemma = self.lemma(word)
        if lemma is None or word.endswith("ing"):
            return False
        return word in UNCHANGED_PARTICIPLES or (word != lemma and (word.endswith("ed") or word in IRREGULAR))

    def is_third_person(self, word: str) -> bool:
        """Return whether a lower-case word is the third person of an operation verb."""
        return word.endswith("s") and self.lemma(word) not in (None, word)

    def is_phrasal(self, verb: str, particle: str) -> bool:
        """Return whether a verb and a particle are one operation ("switch on", "dole out")."""
        return particle in FREE_PARTICLES or f"{verb} {particle}" in self.particles

    def takes_preposition(self, verb: str, preposition: str) -> bool:
        """Return whether the object of a preposition is the object of the verb ("wait for")."""
        clicked = verb.endswith("click") and preposition in ("on", "in", "inside", "over", "within")
        return clicked or f"{verb} {preposition}" in self.prepositional


def _pairs(verbs_by_particle: dict[str, str]) -> frozenset[str]:
    return frozenset(f"{verb} {particle}" for particle, verbs in verbs_by_particle.items() for verb in verbs.split())
