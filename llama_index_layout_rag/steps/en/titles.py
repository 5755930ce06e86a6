"""Tells headings and captions of settings from instructions that open with the same words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from llama_index_layout_rag.steps.en.heading_judge import HeadingJudge
from llama_index_layout_rag.steps.en.imperatives import ImperativeFinder
from llama_index_layout_rag.steps.en.leading_labels import LabelReader, is_numbered
from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.en.thing_names import ThingJudge
from llama_index_layout_rag.steps.marking import ASIDE, NAME, MarkedText, mark_text
from llama_index_layout_rag.steps.word_lists import any_of

_SETTING_NAME = (
    rf"\s*[\w /.%()&{NAME}{ASIDE}]{{1,50}}?:?(?:(?<!\d)\s+[-–—]\s+\S|\s+[-–—]\s+[^\d\s]|\s[-–—][A-Z]|[-–—]\s+[A-Z])"
)
_LONGEST_TERM = 4
"""Words of a term and the one behind it."""
_LONGEST_COMMAND = 6
"""Words of "Save As saves the file" up to its verb."""


class TitleDecision(NamedTuple):
    """Whether what looks like an instruction is a heading or the name of a setting, and why."""

    is_title: bool
    rule: str
    """The rule that decided: one of `TitleJudge`, or of `ThingJudge` where the item is the name of a thing."""


class TitleJudge:
    """The title rules of a language."""

    def __init__(
        self, rules: VerbFirstRules, verbs: ImperativeFinder, labels: LabelReader, headings: HeadingJudge
    ) -> None:
        self.rules = rules
        self.verbs = verbs
        self.labels = labels
        self.headings = headings
        self.things = ThingJudge(rules, verbs)
        self.setting_name = re.compile(_SETTING_NAME)
        self.code_label = rules.compiled("code_label")

    def decide(
        self, marked: MarkedText, actions: Sequence[str], marker: str | None = None, headings: Sequence[str] = ()
    ) -> TitleDecision:
        """Whether what looks like an instruction is a heading or the name of a setting.

        "Test results", "Power supply: 100 V" and "Copy - copies the file" open with words that are nouns as often as
        verbs; a word that opened the first action for certain is left alone.
        """
        if self.code_label.match(marked.masked) is not None:
            return TitleDecision(True, "code_label")
        behind = self.labels.notice_end(marked.masked) or self.labels.topic_end(marked.masked)
        if behind:
            return TitleDecision(self.setting_name.match(marked.masked[behind:]) is not None, "labelled")
        marked = self._behind_label(marked)
        words = marked.text.split()
        first = words[0].lower().rstrip(":,").removesuffix("...").removesuffix("…") if words else ""
        if not actions or actions[0].partition(" ")[0] != first:
            return TitleDecision(self._is_other_setting(marked, actions, first), "other_opening")
        return self._decide_opened(marked, words, first, len(actions) == 1, marker, headings)

    def _behind_label(self, marked: MarkedText) -> MarkedText:
        """The item without a dash or a name in front of a colon ("BFR: Brake fluid reservoir")."""
        if self.labels.has_dash(marked.masked):
            marked = mark_text(marked.text[1:])
        behind = self.labels.name_end(marked.masked)
        return mark_text(marked.text[behind:]) if behind and ":" in marked.masked[:behind] else marked

    def _is_other_setting(self, marked: MarkedText, actions: Sequence[str], first: str) -> bool:
        """Whether an item is the name of a setting whose first word is not its first action ("Auto print - prints all"):
        none that speaks of the reader, or has a key with a name pressed."""
        operates = bool(actions) and actions[0] in self.rules.press_verbs and bool(marked.names)
        return first not in self.rules.reader_words and not operates and self._is_setting(marked.masked)

    def _decide_opened(
        self,
        marked: MarkedText,
        words: Sequence[str],
        first: str,
        alone: bool,
        marker: str | None,
        headings: Sequence[str],
    ) -> TitleDecision:
        """The decision where the first word opens the first action; `alone` where that is the only one."""
        if self._says_what_it_does(words, first):
            return TitleDecision(True, "says_what_it_does")
        if self._precedes_meaning(words, first):
            return TitleDecision(True, "precedes_meaning")
        if self._is_plain_task(words, first, marker, headings):
            return TitleDecision(False, "plain_task")
        if alone and not is_numbered(marker) and self.things.is_noun_phrase(words, first):
            return TitleDecision(True, "noun_phrase")
        thing = self.things.decide(marked, words, first, alone)
        if thing.is_thing:
            step = self._is_numbered_step(words, first, marker)
            return TitleDecision(not step, "numbered_step" if step else thing.rule)
        if first in self.rules.control_verbs and len(words) > 1 and self._begins_name(words[1], first):
            return TitleDecision(False, "works_control")
        return TitleDecision(self._is_setting(marked.masked), "setting")

    def _is_setting(self, masked: str) -> bool:
        """ "Fold - folds each sheet twice": a name, a dash, and what it means."""
        name = self.setting_name.match(masked)
        if name is None or masked.rstrip().endswith(":"):
            return False
        return self.rules.finite_copulas.isdisjoint(name.group().lower().split())  # it *is* shut - if you hear …

    def _begins_name(self, word: str, verb: str) -> bool:
        """ "Press the", "Select File - Open": what a setting is not called ("Toggle lamp - turns green")."""
        return word.lower() in self.rules.determiners or (verb in self.rules.choosing_words and word[0].isupper())

    def _precedes_meaning(self, words: Sequence[str], first: str) -> bool:
        """ "archive True if …", "stretch Print label …", "Fold If chosen, …": a term, and what it means run on behind it."""
        rules = self.rules
        if first in rules.control_verbs:
            return False
        if words[0][0].isupper() and any(w == words[0] and b.isalpha() for b, w in pairwise(words[1:_LONGEST_COMMAND])):
            return True  # Shuffle deck Shuffle deck.
        if len(words) > 3 and words[1] in rules.command_words and words[2][0].isupper() and words[2][1:].islower():
            return self.verbs.is_base(words[2].lower())  # Laundry command Print the tickets
        for before, word, behind in zip(words, words[1:_LONGEST_TERM], words[2:], strict=False):
            lower = word.lower()
            if len(word) < 2 or not word[1:].islower() or not word[0].isupper() or not before.isalpha():
                continue
            small = words[0][0].islower()
            told = small and (lower in rules.determiners or (behind.islower() and self.verbs.is_base(lower)))
            if told or lower in rules.meaning_openers:
                return True
        return False

    def _says_what_it_does(self, words: Sequence[str], first: str) -> bool:
        """ "Mute [source]- Mutes the source", "Fold... Folds a leaflet": a command, and the same verb of a third person."""
        told = (w.lower().lstrip("(") for w in words[1:_LONGEST_COMMAND] if w.endswith("s"))
        return any(w != first and self.verbs.lemma(w) == first for w in told)

    def _is_numbered_step(self, words: Sequence[str], first: str, marker: str | None) -> bool:
        """ "3. Label samples": a number in front, and a thing in lower case behind what may be a verb."""
        if not is_numbered(marker) or first not in self.rules.joined_verbs or len(words) < 2:
            return False
        return words[1].islower() and not self.things.is_compound(words)

    def _is_plain_task(self, words: Sequence[str], first: str, marker: str | None, headings: Sequence[str]) -> bool:
        """ "Test relief valve", "Switch off power" below "Maintenance"; "Delete old files" as an item anywhere: a task without
        article and full stop, as check lists print it."""
        rules = self.rules
        if len(words) < 2 or self.things.is_compound(words) or not words[-1][-1].isalnum():
            return False
        if any(word[0].isupper() and not word.isupper() for word in words[1:]) or rules.coordinators & set(words):
            return False
        qualified = len(words) > 2 and words[1] in rules.qualities and words[2].isalpha()
        if qualified and marker and first in any_of(rules.joined_verbs, rules.mostly_verbs):
            return True
        if not self.headings.has_work_done(headings):
            return False
        paired = len(words) > 2 and f"{first} {words[1]}" in rules.particle_verbs
        opens = any_of(rules.joined_verbs, rules.mostly_verbs)
        return qualified or paired or first in rules.tasks or (words[-1].endswith("s") and first in opens)
