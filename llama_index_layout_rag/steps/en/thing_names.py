"""Tells the name of a thing from an instruction where both open with the same word: "Test results", "Test the lamp".

The rules stand in one ordered table; the first that knows the answer decides, and the decision names it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from llama_index_layout_rag.steps.en.imperatives import ImperativeFinder
from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.marking import ASIDE, MarkedText
from llama_index_layout_rag.steps.word_lists import any_of

_LABEL = re.compile(r"\s*\w+(?: \w+){0,2}:\s")
_LONG_LABEL = re.compile(r"\s*\w+(?: \w+){1,3}:\s")
"""One to three words in front of a colon, and two to four of them."""
_TERM = re.compile(rf"\s*(?:[A-Z0-9]\w*[ -]){{2,4}}{ASIDE}+\s*")
"""Two to four words in capitals with their abbreviation in parentheses."""
_LONGEST_NOUN_PHRASE = 8
"""Words of a noun phrase without article and full stop that opens with what may be a verb."""
_LONGEST_TITLE = 5
_LONGEST_PLAIN_TITLE = 3
"""Words of a title without full stop, in capitals and in lower case."""


class ThingDecision(NamedTuple):
    """Whether an item is the name of a thing, and why."""

    is_thing: bool
    rule: str
    """The rule of `ThingJudge` that decided, by its name ("compound", "short")."""


@dataclass(slots=True)
class OpenedItem:
    """An item with what the rules look at: how it opens and how it ends."""

    marked: MarkedText
    words: Sequence[str]
    first: str
    """Its first word in lower case, without marks."""
    alone: bool
    """Whether no second instruction was found in it, so that a colon may part a label from what it labels."""
    weak: bool
    """Whether the first word is a noun as often as a verb."""
    compound: bool
    """Whether the first two words are a listed compound ("oil level")."""
    stops: bool
    """Whether it ends like a sentence."""


ThingRule = Callable[[OpenedItem], bool | None]
"""True: the name of a thing; False: none; None: the rule does not know."""


class ThingJudge:
    """The rules of a language for names of things, and the order in which they are asked."""

    def __init__(self, rules: VerbFirstRules, verbs: ImperativeFinder) -> None:
        self.rules = rules
        self.verbs = verbs
        self.table: tuple[ThingRule, ...] = (
            self._instructs,
            self._long_label,
            self._compound_with_place,
            self._compound,
            self._abbreviated,
            self._joined,
            self._process,
            self._acts_on_names,
            self._label,
            self._headed,
            self._sentence,
            self._in_capitals,
            self._short,
        )

    def decide(self, marked: MarkedText, words: Sequence[str], first: str, alone: bool) -> ThingDecision:
        """Whether an item that opens with what may be a verb is the name of a thing, or such a name in front of a colon.

        Args:
            marked: The item.
            words: Its words as printed.
            first: The first of them in lower case, without marks.
            alone: Whether no second instruction was found in it.
        """
        compound = len(words) > 1 and self.is_compound(words)
        stops = marked.text.rstrip().endswith((".", ":", "!"))
        item = OpenedItem(marked, words, first, alone, self.verbs.is_weak(first), compound, stops)
        for rule in self.table:
            is_thing = rule(item)
            if is_thing is not None:
                return ThingDecision(is_thing, rule.__name__.removeprefix("_"))
        return ThingDecision(False, "long")

    def is_compound(self, words: Sequence[str]) -> bool:
        """ "Oil level": two words that are listed as the name of a thing."""
        return f"{words[0]} {words[1]}".lower().rstrip(",;:.") in self.rules.compounds

    def is_noun_phrase(self, words: Sequence[str], first: str) -> bool:
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

    def _instructs(self, item: OpenedItem) -> bool | None:
        """ "Load", "Test the lamp", "Unscrew caps": a word alone, a verb with an article behind it, or no noun at all."""
        if len(item.words) < 2 or item.words[1].lower() in self.rules.determiners:
            return False
        return None if item.weak or item.compound or item.first in self.rules.noun_verbs else False

    def _long_label(self, item: OpenedItem) -> bool | None:
        """ "Pump test result: 3 bar": up to four words without article in front of a colon, and no instruction behind it."""
        label = _LONG_LABEL.match(item.marked.masked) if item.alone and item.weak else None
        return True if label is not None and self.rules.determiners.isdisjoint(label.group().lower().split()) else None

    def _compound_with_place(self, item: OpenedItem) -> bool | None:
        """ "Access to the cellar": the second word of the compound is a preposition. A sentence may instruct so."""
        placed = item.compound and item.words[1].lower() in self.rules.prepositions
        return True if placed and not (item.stops and item.first in self.rules.joined_verbs) else None

    def _compound(self, item: OpenedItem) -> bool | None:
        """ "Oil level of the rear axle": a listed compound, unless the item is a sentence or too long for a name."""
        return len(item.words) <= _LONGEST_NOUN_PHRASE if item.compound and not item.stops else None

    def _abbreviated(self, item: OpenedItem) -> bool | None:
        """ "Release Handle (RH)", "Contact wear index (CWI)": a term and its abbreviation."""
        masked, text = item.marked.masked, item.marked.text
        if masked[-1:] != ASIDE or item.first in self.rules.control_verbs:
            return None
        if _TERM.fullmatch(masked):
            return True
        term, _, abbreviation = text.rstrip(")").rpartition("(")
        return True if abbreviation.upper() == "".join(word[0] for word in term.upper().split()) else None

    def _joined(self, item: OpenedItem) -> bool | None:
        """ "cut and sewn edges": the word behind the joint is no second verb."""
        words = item.words
        if item.stops or len(words) < 3 or words[1].lower() not in self.rules.coordinators:
            return None
        return True if words[2].islower() and not self.verbs.is_base(words[2]) else None

    def _process(self, item: OpenedItem) -> bool | None:
        """ "Load balancing": a gerund behind what it is done to; verbs of time take one as an object ("Stop winding")."""
        words = item.words
        if len(words) != 2 or not item.weak or item.first in self.rules.gerund_verbs:
            return None
        gerund = words[1].endswith(self.rules.gerund_ending) and words[1].islower()
        return True if gerund and self.verbs.lemma(words[1]) not in (None, words[1]) else None

    def _acts_on_names(self, item: OpenedItem) -> bool | None:
        """ "Set [Mode] 2", "Drain oil": something with a name is acted on, or a verb that needs no article."""
        return False if item.marked.names or item.first in self.rules.bare_object_verbs else None

    def _label(self, item: OpenedItem) -> bool | None:
        """ "Charge: 3 bar": up to three words in front of a colon, and no instruction behind it."""
        return True if item.alone and item.weak and _LABEL.match(item.marked.masked) else None

    def _headed(self, item: OpenedItem) -> bool | None:
        """ "Spin Cycle:": short and in capitals, in front of a colon that ends the item."""
        words = item.words
        headed = words[-1].endswith(":") and len(words) <= _LONGEST_PLAIN_TITLE
        capitals = headed and all(word[0].isupper() for word in words)
        return True if capitals and item.first not in self.rules.mostly_verbs else None

    def _sentence(self, item: OpenedItem) -> bool | None:
        """ "Record totals.": what ends like a sentence is none, nor is what opens with a verb and goes on in lower case."""
        return False if item.stops or not (item.weak or item.words[1][0].isupper()) else None

    def _in_capitals(self, item: OpenedItem) -> bool | None:
        """ "Filter Change Interval 2": up to five words, each with a capital or a number."""
        capitals = len(item.words) <= _LONGEST_TITLE and all(w[0].isupper() or w[0].isdigit() for w in item.words)
        return True if capitals else None

    def _short(self, item: OpenedItem) -> bool | None:
        """ "Sample jars": up to three words; what is mostly a verb needs a plain word behind it."""
        if len(item.words) > _LONGEST_PLAIN_TITLE:
            return None
        return item.first not in self.rules.mostly_verbs or item.words[1].isalpha()
