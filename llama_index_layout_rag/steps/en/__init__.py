"""English step rules: `make_reader` makes the reader that knows them."""

from __future__ import annotations

import re
from dataclasses import replace

from llama_index_layout_rag.steps.en.english import EN
from llama_index_layout_rag.steps.en.verb_first import VerbFirstAnalyzer
from llama_index_layout_rag.steps.vocabulary import StepVocabulary
from llama_index_layout_rag.steps.word_lists import merged_types

__all__ = ["make_reader"]


def make_reader(vocabulary: StepVocabulary) -> VerbFirstAnalyzer:
    """Return the English reader with the words of a vocabulary added."""
    patterns = dict(EN.patterns)
    if vocabulary.caution_words:
        patterns["caution"] += "|" + "|".join(map(re.escape, vocabulary.caution_words))
    verbs = EN.verbs | {verb.lower() for verb in vocabulary.verbs}
    verbs |= EN.process_verbs if vocabulary.any_doer else frozenset()
    rules = replace(
        EN,
        suffix_types=merged_types(vocabulary.suffixes, EN.suffix_types),
        patterns=patterns,
        verbs=verbs,
        any_doer=vocabulary.any_doer,
        caution_hints=EN.caution_hints + tuple(word.lower() for word in vocabulary.caution_words),
    )
    return VerbFirstAnalyzer(rules, vocabulary.names)
