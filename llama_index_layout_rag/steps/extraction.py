"""What one item of a manual tells the reader to do: the front of the step rules.

`analyze_step` reads a list item or paragraph with the rules of its language; the other functions read sentences that
are no step: what the system does under which condition, warnings, references. Nothing here knows a language: rules
come from `steps`, words of the user's own from a `StepVocabulary`. Odd text never raises: it is simply
no step.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from llama_index_layout_rag.layout.language import language_code
from llama_index_layout_rag.layout.normalize import detect_language
from llama_index_layout_rag.steps.en.verb_first import VerbFirstAnalyzer
from llama_index_layout_rag.steps.ja.rules import VerbFinalRules
from llama_index_layout_rag.steps.ja.verb_final import VerbFinalAnalyzer
from llama_index_layout_rag.steps.model import Span, StepAnalysis
from llama_index_layout_rag.steps.registry import rules_for
from llama_index_layout_rag.steps.vocabulary import StepVocabulary

LONGEST_TEXT = 4_000
"""Characters of one item that are analysed. Steps of real manuals stay far below; what is longer is prose or a table
run together."""

DEFAULT_LANGUAGE = "en"
Analyzer = VerbFinalAnalyzer | VerbFirstAnalyzer


class ConditionResult(NamedTuple):
    """What happens under which condition, as said by one sentence about the system."""

    condition: Span
    result: Span


def analyze_step(
    text: str,
    *,
    language: str | None = None,
    marker: str | None = None,
    section_path: Sequence[str] = (),
    emphasis: Sequence[tuple[int, int]] = (),
    vocabulary: StepVocabulary | None = None,
) -> StepAnalysis:
    """Reads one list item or paragraph as a step.

    Args:
        text: The item as printed, without its marker; lines joined.
        language: 'ja', 'en' or a registered code; found from the text when None.
        marker: The number or bullet as printed, when the item has one.
        section_path: Headings above the item, the outermost first; in Japanese they tell whether plain statements describe
            or instruct.
        emphasis: Ranges (start, end) of `text` that are printed bold; they are read as names of controls.
        vocabulary: Words added to the built-in rules.

    Returns:
        The analysis; for an item that is no step only `cautions` and `refs` are filled.
    """
    return analyzer_for(text, language, vocabulary).analyze(text[:LONGEST_TEXT], marker, tuple(emphasis), section_path)


def condition_results(
    text: str, language: str | None = None, vocabulary: StepVocabulary | None = None
) -> list[ConditionResult]:
    """Pairs of condition and consequence in sentences such as 「未承認の場合、エラー一覧が表示されます。」."""
    found = analyzer_for(text, language, vocabulary).condition_results(text[:LONGEST_TEXT])
    return [ConditionResult(condition, result) for condition, result in found]


def is_system_sentence(text: str, language: str | None = None, vocabulary: StepVocabulary | None = None) -> bool:
    """Whether the text only says what the system does or shows: no operation of the reader stands in it."""
    return analyzer_for(text, language, vocabulary).is_system_sentence(text[:LONGEST_TEXT])


def find_cautions(text: str, language: str | None = None, vocabulary: StepVocabulary | None = None) -> list[Span]:
    """The sentences of a paragraph or box that forbid or warn."""
    return analyzer_for(text, language, vocabulary).find_cautions(text[:LONGEST_TEXT])


def find_refs(text: str, language: str | None = None) -> list[str]:
    """Numbered references to figures, tables, sections and chapters, as printed."""
    return analyzer_for(text, language, None).find_refs(text[:LONGEST_TEXT])


def analyzer_for(text: str, language: str | None, vocabulary: StepVocabulary | None) -> Analyzer:
    """The rules that texts of a language, or of this text's own, are read with. They take at most `LONGEST_TEXT`."""
    code = language or detect_language(text[:500]) or (vocabulary.language if vocabulary else None) or DEFAULT_LANGUAGE
    return _compiled(language_code(code) or DEFAULT_LANGUAGE, _frozen(vocabulary))


def _frozen(vocabulary: StepVocabulary | None) -> str:
    return vocabulary.model_dump_json() if vocabulary is not None else ""


@lru_cache(maxsize=32)
def _compiled(code: str, vocabulary: str) -> Analyzer:
    rules = rules_for(code) or rules_for(DEFAULT_LANGUAGE)
    assert rules is not None, "the default language is always registered"
    words = StepVocabulary.model_validate_json(vocabulary) if vocabulary else StepVocabulary()
    suffixes = _merged(words.suffixes, rules.suffix_types)
    patterns = dict(rules.patterns)
    if words.caution_words:
        patterns["caution"] += "|" + "|".join(map(re.escape, words.caution_words))
    if isinstance(rules, VerbFinalRules):
        changed = replace(rules, suffix_types=suffixes, patterns=patterns)
        return VerbFinalAnalyzer(changed.add_verbs(changed, words.verbs), words.names)
    verbs = rules.verbs | {verb.lower() for verb in words.verbs}
    verbs |= rules.process_verbs if words.any_doer else frozenset()
    hints = rules.caution_hints + tuple(word.lower() for word in words.caution_words)
    changed_first = replace(
        rules, suffix_types=suffixes, patterns=patterns, verbs=verbs, any_doer=words.any_doer, caution_hints=hints
    )
    return VerbFirstAnalyzer(changed_first, words.names)


def _merged(added: Mapping[str, Sequence[str]], built_in: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    kinds = dict.fromkeys([*built_in, *added])
    return {kind: (*added.get(kind, ()), *built_in.get(kind, ())) for kind in kinds}
