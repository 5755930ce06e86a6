"""Tells headings, captions of settings and labels in front of an instruction from the instruction itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from llama_index_layout_rag.procedures.imperatives import ImperativeFinder
from llama_index_layout_rag.procedures.marking import ASIDE, NAME, MarkedText
from llama_index_layout_rag.procedures.rules import VerbFirstRules
from llama_index_layout_rag.procedures.sentences import SentenceReader
from llama_index_layout_rag.procedures.tokens import Clause, split_tokens

_LABEL = re.compile(r"\s*\w+(?: \w+){0,2}:\s")
_TWO_WORD_LABEL = re.compile(r"\s*\w+(?: \w+){1,3}:\s")
_SETTING_NAME = rf"\s*(?:[\w /.%()&{NAME}{ASIDE}]{{1,50}}?\s+[-–—]\s+\S|[\w /.{ASIDE}]{{1,40}}?[-–—]\s+[A-Z])"
_LONGEST_TITLE = 5
_LONGEST_PLAIN_TITLE = 3
"""Words of a title without full stop, in capitals and in lower case."""


class TitleJudge:
    """The title rules of a language."""

    def __init__(self, rules: VerbFirstRules, verbs: ImperativeFinder, sentences: SentenceReader) -> None:
        self.rules = rules
        self.verbs = verbs
        self.sentences = sentences
        self.setting_name = re.compile(_SETTING_NAME)
        self.name_label, self.topic_label = rules.compiled("name_label"), rules.compiled("topic_label")
        self.notice_label = rules.compiled("notice_label", ignore_case=True)

    def label_end(self, masked: str) -> int:
        """Where the text begins behind a label such as "IMPORTANT -", "Add New:" or "Power supply:"; 0 without one."""
        return self._notice_label(masked) or self._name_label(masked) or self._topic_label(masked)

    def is_title(self, marked: MarkedText, actions: Sequence[str], marker: str | None = None) -> bool:
        """Whether what looks like an instruction is a heading or the name of a setting.

        "Test results", "Power supply: 100 V" and "Copy - copies the file" open with words that are nouns as often as
        verbs; a word that opened the first action for certain is left alone.
        """
        behind = self._notice_label(marked.masked) or self._topic_label(marked.masked)
        text = marked.masked[behind:]
        if behind:
            return self.setting_name.match(text) is not None
        words = marked.text.split()
        first = words[0].lower().strip(":") if words else ""
        opens = bool(actions) and actions[0].partition(" ")[0] == first
        compound = len(words) > 1 and self._is_compound(words)
        if opens and (compound or self.verbs.is_weak(first)) and self._names_a_thing(marked, words, first):
            return not self._is_numbered_step(words, first, marker)
        if (
            opens
            and first in self.rules.control_verbs
            and len(words) > 1
            and words[1].lower() in self.rules.determiners
        ):
            return False
        return self.setting_name.match(text) is not None and not marked.text.rstrip().endswith(":")

    def _is_numbered_step(self, words: Sequence[str], first: str, marker: str | None) -> bool:
        """ "3. Label samples": a number in front, and a thing in lower case behind what may be a verb."""
        if not any(c.isdigit() for c in marker or "") or first not in self.rules.joined_verbs or len(words) < 2:
            return False
        return words[1].islower() and not self._is_compound(words)

    def _is_compound(self, words: Sequence[str]) -> bool:
        return f"{words[0]} {words[1]}".lower().rstrip(",;:").removesuffix("s") in self.rules.compounds

    def _names_a_thing(self, marked: MarkedText, words: list[str], first: str) -> bool:
        if len(words) > 1 and words[1].lower() in self.rules.determiners:
            return False
        if _TWO_WORD_LABEL.match(marked.masked):
            return True
        if len(words) > 1 and self._is_compound(words) and not marked.text.rstrip().endswith("."):
            return len(words) <= _LONGEST_TITLE  # oil level
        if marked.names or first in self.rules.bare_object_verbs or len(words) < 2:
            return False
        if _LABEL.match(marked.masked):
            return True
        short = len(words) <= _LONGEST_TITLE and not marked.text.rstrip().endswith((".", ":", "!"))
        capitals = all(word[0].isupper() or word[0].isdigit() for word in words)
        return short and (capitals or len(words) <= _LONGEST_PLAIN_TITLE)

    def _notice_label(self, masked: str) -> int:
        """Where the text begins behind "IMPORTANT -" or "Note:"; 0 without one."""
        match = self.notice_label.match(masked)
        return match.end() if match is not None else 0

    def _topic_label(self, masked: str) -> int:
        """Where the instruction begins in "Power supply: Connect the red wire"; 0 where none follows a label."""
        match = self.topic_label.match(masked)
        if match is None or self.sentences.warns(match.group()):
            return 0
        words = match.group(1).lower().split()
        if words[0] in self.rules.control_verbs or any(word in self.rules.determiners for word in words):
            return 0
        end = next((b for a, b in self.sentences.split(masked) if b > match.end()), len(masked))
        tokens = split_tokens(masked, match.end(), end)
        told = bool(tokens) and self.verbs.instruction(tokens, Clause(0, len(tokens))) is not None
        certain = (
            told
            and len(tokens) > 1
            and (not self.verbs.is_weak(tokens[0].lower) or tokens[1].lower in self.rules.determiners)
        )
        return match.end() if certain else 0

    def _name_label(self, masked: str) -> int:
        """Where the text begins behind the name of a setting or command ("Add New: When selected, …"); 0 without one."""
        match = self.name_label.match(masked)
        if (
            match is None
            or match.group(1).split()[0].lower() in self.rules.control_verbs
            or self.sentences.warns(match.group())
        ):
            return 0
        return match.end()
