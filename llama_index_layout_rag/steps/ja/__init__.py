"""Japanese step rules: `make_reader` makes the reader that knows them."""

from __future__ import annotations

import re
from dataclasses import replace

from llama_index_layout_rag.steps.ja.japanese import JA
from llama_index_layout_rag.steps.ja.verb_final import VerbFinalAnalyzer
from llama_index_layout_rag.steps.vocabulary import StepVocabulary
from llama_index_layout_rag.steps.word_lists import merged_types

__all__ = ["make_reader"]


def make_reader(vocabulary: StepVocabulary) -> VerbFinalAnalyzer:
    """Return the Japanese reader with the words of a vocabulary added."""
    patterns = dict(JA.patterns)
    if vocabulary.caution_words:
        patterns["caution"] += "|" + "|".join(map(re.escape, vocabulary.caution_words))
    rules = replace(JA, suffix_types=merged_types(vocabulary.suffixes, JA.suffix_types), patterns=patterns)
    return VerbFinalAnalyzer(rules.add_verbs(rules, vocabulary.verbs), vocabulary.names)
