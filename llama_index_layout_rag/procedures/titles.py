"""Tells headings, captions of settings and labels in front of an instruction from the instruction itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from llama_index_layout_rag.procedures.imperatives import ImperativeFinder
from llama_index_layout_rag.procedures.marking import ASIDE, NAME, MarkedText, mark_text
from llama_index_layout_rag.procedures.rules import VerbFirstRules, any_of
from llama_index_layout_rag.procedures.sentences import SentenceReader
from llama_index_layout_rag.procedures.tokens import Clause, split_tokens

_LABEL = re.compile(r"\s*\w+(?: \w+){0,2}:\s")
_TWO_WORD_LABEL = re.compile(r"\s*\w+(?: \w+){1,3}:\s")
_SETTING_NAME = (
    rf"\s*[\w /.%()&{NAME}{ASIDE}]{{1,50}}?:?(?:(?<!\d)\s+[-–—]\s+\S|\s+[-–—]\s+[^\d\s]|\s[-–—][A-Z]|[-–—]\s+[A-Z])"
)
_TERM = re.compile(rf"\s*(?:[A-Z0-9]\w*[ -]){{2,4}}{ASIDE}+\s*")
"""Two to four words in capitals with their abbreviation in parentheses."""
_PATH = re.compile(r"\w\s*(?:>|→|\|)+\s*\w")
"""A menu path: "View > Options"."""
_DASHES = ("-", "–", "—", "*", "•")
"""Bullets that are printed without a blank behind them ("-Press OK")."""
_LONGEST_TERM = 4
"""Words of a term and the one behind it."""
_LONGEST_COMMAND = 6
"""Words of "Save As saves the file" up to its verb."""
_LONGEST_NOUN_PHRASE = 8
"""Words of a noun phrase without article and full stop that opens with what may be a verb."""
_LONGEST_ENTRY = 10
"""Words of an entry that tells what can be done."""
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
        self.describing_heading = rules.compiled("describing_heading", ignore_case=True)
        self.listing_heading = rules.compiled("listing_heading", ignore_case=True)
        self.working_heading = rules.compiled("working_heading", ignore_case=True)
        self.code_heading = rules.compiled("code_heading")
        self.code_label = rules.compiled("code_label")
        self.notice_label = rules.compiled("notice_label", ignore_case=True)

    def label_end(self, masked: str) -> int:
        """Where the text begins behind a label such as "IMPORTANT -", "Quick Wash:" or "Power supply:"; 0 without one."""
        label = self.notice_end(masked) or self._name_label(masked) or self._topic_label(masked)
        return label or int(self._has_dash(masked))

    def _has_dash(self, masked: str) -> bool:
        return masked[:1] in _DASHES and masked[1:2].isupper()

    def is_described(self, headings: Sequence[str]) -> bool:
        """Whether the section tells what was changed, who is thanked or what a function does ("parser.read(source)"): its
        base forms describe and tell the reader to do nothing."""
        if not headings:
            return False
        code = self.code_heading.fullmatch(headings[-1]) is not None
        return code or any(self.describing_heading.fullmatch(heading) for heading in headings[-2:])

    def is_entry(self, marked: MarkedText, headings: Sequence[str], marker: str | None) -> bool:
        """ "Copy and scan documents" below "Functions", "Save as" below "File menu": what can be done, and nothing to do
        now. Only a short item without number and full stop; "Click the SAVE button" is an instruction everywhere."""
        words = marked.text.split()
        if not headings or len(words) > _LONGEST_ENTRY or marked.text.rstrip()[-1:] in ".:!" or _is_numbered(marker):
            return False
        if self.listing_heading.fullmatch(headings[-1]) is None:
            return False
        told = words[0].lower() in self.rules.control_verbs
        named = bool(marked.names) or _PATH.search(marked.text) is not None
        return not (told and (named or self.rules.determiners & {word.lower() for word in words[1:-1]}))

    def is_title(
        self, marked: MarkedText, actions: Sequence[str], marker: str | None = None, headings: Sequence[str] = ()
    ) -> bool:
        """Whether what looks like an instruction is a heading or the name of a setting.

        "Test results", "Power supply: 100 V" and "Copy - copies the file" open with words that are nouns as often as
        verbs; a word that opened the first action for certain is left alone.
        """
        if self.code_label.match(marked.masked) is not None:
            return True
        behind = self.notice_end(marked.masked) or self._topic_label(marked.masked)
        text = marked.masked[behind:]
        if behind:
            return self.setting_name.match(text) is not None
        if self._has_dash(marked.masked):
            marked = mark_text(marked.text[1:])
        behind = self._name_label(marked.masked)
        if behind and ":" in marked.masked[:behind]:
            marked = mark_text(marked.text[behind:])  # BFR: Brake fluid reservoir
        words = marked.text.split()
        first = words[0].lower().rstrip(":,").removesuffix("...").removesuffix("…") if words else ""
        if not actions or actions[0].partition(" ")[0] != first:
            operates = bool(actions) and actions[0] in self.rules.press_verbs and bool(marked.names)
            return first not in self.rules.reader_words and not operates and self._is_setting(marked.masked)
        if self._says_what_it_does(words, first) or self._precedes_meaning(words, first):
            return True
        if self._is_plain_task(words, first, marker, headings):
            return False
        if not _is_numbered(marker) and len(actions) == 1 and self._is_noun_phrase(words, first):
            return True
        if self._names_a_thing(marked, words, first, labels=len(actions) == 1):
            return not self._is_numbered_step(words, first, marker)
        if first in self.rules.control_verbs and len(words) > 1 and self._begins_name(words[1], first):
            return False
        return self._is_setting(marked.masked)

    def _is_setting(self, masked: str) -> bool:
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
        if not _is_numbered(marker) or first not in self.rules.joined_verbs or len(words) < 2:
            return False
        return words[1].islower() and not self._is_compound(words)

    def _is_plain_task(self, words: Sequence[str], first: str, marker: str | None, headings: Sequence[str]) -> bool:
        """ "Test relief valve", "Switch off power" below "Maintenance"; "Delete old files" as an item anywhere: a task without
        article and full stop, as check lists print it."""
        rules = self.rules
        if len(words) < 2 or self._is_compound(words) or not words[-1][-1].isalnum():
            return False
        if any(word[0].isupper() and not word.isupper() for word in words[1:]) or rules.coordinators & set(words):
            return False
        qualified = len(words) > 2 and words[1] in rules.qualities and words[2].isalpha()
        if qualified and marker and first in any_of(rules.joined_verbs, rules.mostly_verbs):
            return True
        if not headings or self.working_heading.fullmatch(headings[-1]) is None:
            return False
        paired = len(words) > 2 and f"{first} {words[1]}" in rules.particle_verbs
        opens = any_of(rules.joined_verbs, rules.mostly_verbs)
        return qualified or paired or first in rules.tasks or (words[-1].endswith("s") and first in opens)

    def _is_compound(self, words: Sequence[str]) -> bool:
        return f"{words[0]} {words[1]}".lower().rstrip(",;:.") in self.rules.compounds

    def _names_a_thing(self, marked: MarkedText, words: list[str], first: str, labels: bool) -> bool:
        """Whether the item is the name of a thing, or (`labels`) one in front of a colon with no instruction behind it."""
        rules = self.rules
        weak = self.verbs.is_weak(first)
        compound = len(words) > 1 and self._is_compound(words)
        if len(words) < 2 or words[1].lower() in rules.determiners:
            return False
        if not (weak or compound or first in rules.noun_verbs):
            return False
        label = _TWO_WORD_LABEL.match(marked.masked) if labels and weak else None
        if label is not None and rules.determiners.isdisjoint(label.group().lower().split()):
            return True
        stops = marked.text.rstrip().endswith((".", ":", "!"))
        if compound and words[1].lower() in rules.prepositions and not (stops and first in rules.joined_verbs):
            return True  # Access to the roof
        if compound and not stops:
            return len(words) <= _LONGEST_NOUN_PHRASE  # oil level
        if marked.masked[-1:] == ASIDE and first not in rules.control_verbs and self._is_abbreviated(marked):
            return True
        joined = words[1].lower() in rules.coordinators and len(words) > 2  # cut and sewn edges
        if joined and not stops and words[2].islower() and not self.verbs.is_base(words[2]):
            return True
        process = len(words) == 2 and words[1].endswith(rules.gerund_ending) and first not in rules.gerund_verbs
        if process and weak and words[1].islower() and self.verbs.lemma(words[1].lower()) not in (None, words[1]):
            return True  # Load balancing
        if marked.names or first in rules.bare_object_verbs:
            return False
        if labels and weak and _LABEL.match(marked.masked):
            return True
        headed = words[-1].endswith(":") and first not in rules.mostly_verbs and len(words) <= _LONGEST_PLAIN_TITLE
        if headed and all(word[0].isupper() for word in words):
            return True  # Spin Cycle:
        if stops or (not weak and not words[1][0].isupper()):
            return False
        if len(words) <= _LONGEST_TITLE and all(word[0].isupper() or word[0].isdigit() for word in words):
            return True
        if len(words) <= _LONGEST_PLAIN_TITLE:
            return first not in rules.mostly_verbs or words[1].isalpha()
        return False

    def _is_abbreviated(self, marked: MarkedText) -> bool:
        """ "Trigger Delay (TD)", "Ground fault interrupter (GFI)": a term and its abbreviation."""
        if _TERM.fullmatch(marked.masked):
            return True
        term, _, abbreviation = marked.text.rstrip(")").rpartition("(")
        return abbreviation.upper() == "".join(word[0] for word in term.upper().split())

    def _is_noun_phrase(self, words: Sequence[str], first: str) -> bool:
        """ "Contact resistance of the relay", "Face shield and gloves": a thing without article, and whose it is."""
        rules = self.rules
        opens = self.verbs.is_weak(first) and first not in any_of(rules.joined_verbs, rules.mostly_verbs)
        if not opens or not 2 < len(words) <= _LONGEST_NOUN_PHRASE or not words[1].islower():
            return False
        if words[-1][-1] in ".:!" or words[1] in any_of(rules.determiners, rules.prepositions):
            return False
        joint = next((word for word in words[2:] if word in rules.prepositions), "")
        listed = any(word.endswith(",") for word in words[:3]) or bool(rules.coordinators & set(words[1:3]))
        return listed or joint in rules.noun_joints

    def notice_end(self, masked: str) -> int:
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
        """Where the text begins behind the name of a setting or command ("Quick Wash: When chosen, …"); 0 without one."""
        match = self.name_label.match(masked)
        if (
            match is None
            or match.group(1).split()[0].lower() in any_of(self.rules.control_verbs, self.rules.condition_openers)
            or self.sentences.warns(match.group())
        ):
            return 0
        return match.end()


def _is_numbered(marker: str | None) -> bool:
    return any(character.isdigit() for character in marker or "")
