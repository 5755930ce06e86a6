"""What is printed in front of an instruction and is no part of it: a notice, the name of a setting, a topic, a number."""

from __future__ import annotations

from llama_index_layout_rag.steps.en.imperatives import ImperativeFinder
from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.en.sentences import SentenceReader
from llama_index_layout_rag.steps.en.tokens import Clause, split_tokens
from llama_index_layout_rag.steps.word_lists import any_of

_DASHES = ("-", "–", "—", "*", "•")
"""Bullets that are printed without a blank behind them ("-Press OK")."""


class LabelReader:
    """The label rules of a language; each tells where the text behind a label begins, or 0 without one."""

    def __init__(self, rules: VerbFirstRules, verbs: ImperativeFinder, sentences: SentenceReader) -> None:
        self.rules = rules
        self.verbs = verbs
        self.sentences = sentences
        self.notice_label = rules.compiled("notice_label", ignore_case=True)
        self.name_label, self.topic_label = rules.compiled("name_label"), rules.compiled("topic_label")

    def label_end(self, masked: str) -> int:
        """Where the text begins behind a label such as "IMPORTANT -", "Quick Wash:" or "Power supply:"; 0 without one."""
        label = self.notice_end(masked) or self.name_end(masked) or self.topic_end(masked)
        return label or int(self.has_dash(masked))

    def has_dash(self, masked: str) -> bool:
        """ "-Press OK": a bullet without a blank behind it."""
        return masked[:1] in _DASHES and masked[1:2].isupper()

    def notice_end(self, masked: str) -> int:
        """Where the text begins behind "IMPORTANT -" or "Note:"; 0 without one."""
        match = self.notice_label.match(masked)
        return match.end() if match is not None else 0

    def name_end(self, masked: str) -> int:
        """Where the text begins behind the name of a setting or command ("Quick Wash: When chosen, …"); 0 without one."""
        match = self.name_label.match(masked)
        if (
            match is None
            or match.group(1).split()[0].lower() in any_of(self.rules.control_verbs, self.rules.condition_openers)
            or self.sentences.warns(match.group())
        ):
            return 0
        return match.end()

    def topic_end(self, masked: str) -> int:
        """Where the instruction begins in "Power supply: Connect the red wire"; 0 where none follows a label."""
        match = self.topic_label.match(masked)
        if match is None or self.sentences.warns(match.group()):
            return 0
        words = match.group(1).lower().split()
        if words[0] in self.rules.control_verbs or any(word in self.rules.determiners for word in words):
            return 0
        return match.end() if self._instructs(masked, match.end()) else 0

    def _instructs(self, masked: str, start: int) -> bool:
        """Whether the sentence at `start` instructs for certain: its verb is no noun, or has an article behind it."""
        end = next((b for a, b in self.sentences.split(masked) if b > start), len(masked))
        tokens = split_tokens(masked, start, end)
        if len(tokens) < 2 or self.verbs.instruction(tokens, Clause(0, len(tokens))) is None:
            return False
        return not self.verbs.is_weak(tokens[0].lower) or tokens[1].lower in self.rules.determiners


def is_numbered(marker: str | None) -> bool:
    """Whether an item's marker is a number ("3.", "(2)")."""
    return any(character.isdigit() for character in marker or "")
