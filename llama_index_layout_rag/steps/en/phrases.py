"""Finds what a verb acts on in languages whose objects follow the verb without a mark: the noun phrase behind the
verb."""

from __future__ import annotations

import re

from llama_index_layout_rag.steps.en.clauses import ClauseSplitter
from llama_index_layout_rag.steps.en.imperatives import ImperativeFinder
from llama_index_layout_rag.steps.en.names import NameReader
from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.en.tokens import Token, is_name, is_range
from llama_index_layout_rag.steps.marking import ASIDE, NAME, MarkedText
from llama_index_layout_rag.steps.word_lists import any_of

_PATH_SIGNS = frozenset((">", ">>", "→", "->", "-->", "⇒", "»", "|", "\\"))
_MOST_COORDINATED = 8
LONGEST_FIELD = 9
"""Words of "In the Y field," in front of a verb."""


class PhraseFinder:
    """The noun-phrase rules of a language."""

    def __init__(self, rules: VerbFirstRules, verbs: ImperativeFinder, clauses: ClauseSplitter) -> None:
        self.rules = rules
        self.verbs = verbs
        self.clauses = clauses
        self.names = NameReader(rules)
        self.shared_head = re.compile(rules.patterns["shared_head"], re.IGNORECASE)

    def object_at(
        self, marked: MarkedText, tokens: list[Token], position: int, last: int
    ) -> tuple[list[tuple[str, str]], bool, int]:
        """Names of the object that begins at `position`, whether they form a menu path, and where the object ends."""
        groups, path, end = self._groups(tokens, self._behind_qualifiers(tokens, position, last), last)
        merged = self._with_shared_heads(tokens, groups[:_MOST_COORDINATED])
        return [name for a, b in merged for name in self.names.read(marked, tokens, a, b)], path, end

    def _behind_qualifiers(self, tokens: list[Token], position: int, last: int) -> int:
        """ "use *only* the supplied adapter", "strip *about* 5 mm of insulation": where the object itself begins."""
        rules = self.rules
        pair = " ".join(t.lower for t in tokens[position : position + 2])
        if pair in rules.limiters and position + 2 < last:
            position += 2  # enter at least three characters
        behind = tokens[position + 1].lower if position + 1 < last else ""
        if behind == rules.owner_word and position + 2 < last and tokens[position + 2].lower in rules.bare_pronouns:
            return position + 2  # all of them
        if behind.isalpha() and tokens[position].lower in rules.pointing_words and behind.endswith("s"):
            position += 1  # add below names
        while position + 1 < last and tokens[position].lower in rules.adverbs:
            if tokens[position + 1].lower not in rules.determiners:
                break
            position += 1
        about = position + 1 < last and tokens[position].lower in rules.approximators
        return position + 1 if about and tokens[position + 1].text[0].isdigit() else position

    def _groups(self, tokens: list[Token], first: int, last: int) -> tuple[list[tuple[int, int]], bool, int]:
        """The coordinated parts of the object as ranges of tokens, whether they form a menu path, and where it ends."""
        groups: list[tuple[int, int]] = []
        path = False
        index = first
        if first < last and tokens[first].text.isdigit() and self._counts_times(tokens, first + 1):
            return [], False, first  # stir 2 to 3 times
        while index < last:
            begun = index > first
            if tokens[index].text in _PATH_SIGNS and begun:
                groups.append((first, index))
                path = path or len(groups) == 1
                first = index = index + 1
            elif begun and self._ends_name(tokens, index, last):
                lying = groups and f"{tokens[index].lower} {tokens[index + 1].lower}" in self.rules.lying_sides
                first = index if lying else first  # the card, label side up
                break
            elif self._ampersand(tokens, first, index, last) or self._joins_numbers(tokens, first, index, last):
                index += 1
            elif tokens[index].lower in self.rules.coordinators or tokens[index].text == ",":
                if begun:
                    groups.append((first, index))
                first = index = self._behind_coordinator(tokens, index, last)
                if index < last and self._begins_other(tokens, index):
                    break
            elif begun and self._ends_amount(tokens, first, index):
                first = index = index + 1
            elif self._between_numbers(tokens, first, index, last) or self._inside_name(tokens, first, index, last):
                index += 1
            elif tokens[index].lower in self.rules.prepositions and not tokens[index].text[0].isupper():
                index += self.names.closes(tokens, first, index, last)
                break
            elif self._opens_other(tokens, first, index):
                break
            else:
                index += 1
        if first < index <= last and (not groups or groups[-1][1] <= first):
            groups.append((first, min(index, last)))
        return groups, path, index

    def _behind_coordinator(self, tokens: list[Token], index: int, last: int) -> int:
        """Behind "and", "," or ", and"."""
        index += 1
        if index < last and tokens[index].lower in self.rules.coordinators:
            index += 1
        return index + 1 if index < last and tokens[index].lower == self.rules.then_word else index

    def _begins_other(self, tokens: list[Token], index: int) -> bool:
        """Whether behind a conjunction something begins that is no further object: a clause, a place, a verb."""
        lower = tokens[index].lower
        if self.clauses.lists_names(tokens, index):
            return False
        return (
            self._joins_gerund(tokens, index)
            or (lower in self.rules.prepositions and tokens[index].text.islower())
            or bool(self.clauses.opener(tokens, index)[0])
            or self.verbs.is_verb(lower, tokens, index)
        )

    def _ends_amount(self, tokens: list[Token], first: int, index: int) -> bool:
        """Whether "of" stands here behind an amount ("a thin layer of", "20 ml of"): the thing itself comes then."""
        rules = self.rules
        if tokens[index].lower != rules.owner_word:
            return False
        fillers = any_of(rules.quantity_words, rules.determiners, rules.vague_words)
        amount = all(t.lower in fillers for t in tokens[first:index])
        if tokens[first].lower == rules.definite and tokens[index - 1].lower in rules.counted_nouns:
            return False  # write down the number of cartons
        if amount or (tokens[first].text[0].isdigit() and index - first == 2):
            return True
        fills = any_of(rules.range_words, rules.quantity_words)
        measured = (
            self.names.measures(t) or t.text[0] in ASIDE + ".–—" or t.lower in fills for t in tokens[first:index]
        )
        return tokens[first].text[0].isdigit() and all(measured)

    def _opens_other(self, tokens: list[Token], first: int, index: int) -> bool:
        """Whether the next phrase begins here, or a sign ends this one."""
        token, rules = tokens[index], self.rules
        if index > first and self._tells_more(tokens, index):
            return True
        following = tokens[index + 1].lower if index + 1 < len(tokens) else ""
        located = token.lower in rules.locators and following in rules.determiners
        if located and index > first and tokens[index - 1].lower not in rules.determiners:
            return True
        opens = token.lower in rules.determiners or token.lower in rules.plural_doers
        if opens and index > first and token.text[0].islower():
            return True
        counts = index > first and tokens[index - 1].text.isdigit() and following.isdigit()  # pins 1 - 6
        if token.text == "-" and not counts and following == tokens[min(index + 1, len(tokens) - 1)].text:
            return True  # types - it passes; not "File - Open"
        return token.text[0] in ":;—–=?!" and not is_range(tokens, index)

    def _tells_more(self, tokens: list[Token], index: int) -> bool:
        """ "the screws *securing* the tray", "the hose *attached* to the pump": a participle behind its noun."""
        rules, lower = self.rules, tokens[index].lower
        participle = lower.endswith(rules.state_endings) or lower in rules.irregular
        participle = participle and lower not in rules.unchanged_participles
        if index + 1 >= len(tokens) or not participle or tokens[index].text[0].isupper():
            return False
        if tokens[index - 1].lower in rules.determiners:
            return False
        if lower not in rules.irregular and self.verbs.lemma(lower) in (None, lower):
            return False
        following = tokens[index + 1].lower
        if lower.endswith(rules.gerund_ending):
            pointing = lower in rules.pointing_participles and following in rules.prepositions
            return pointing or following in rules.determiners
        return following in rules.prepositions

    def _ends_name(self, tokens: list[Token], index: int, last: int) -> bool:
        """An adverb of two words ("face up"), a ratio ("1:100") or a caption ("Figure 2-1"): no part of the name."""
        rules, lower = self.rules, tokens[index].lower
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        if following is None:
            return False
        ratio = tokens[index].text.isdigit() and following.text == ":" and index + 2 < len(tokens)
        caption = lower in rules.caption_words and tokens[index].text[0].isupper() and following.text[0].isdigit()
        pair = f"{lower} {following.lower}" in rules.adverb_pairs
        if lower in rules.number_words and " ".join(t.lower for t in tokens[index + 2 : index + 5]) in rules.singly:
            return True  # restring the guitar one string at a time
        counted = tokens[index].text.isdigit() or lower in rules.number_words
        if counted and self._counts_times(tokens, index + 1):
            return True
        return pair or caption or (ratio and tokens[index + 2].text[:1].isdigit())

    def _counts_times(self, tokens: list[Token], index: int) -> bool:
        """ "invert the tube *8 to 10 times*": how often."""
        behind = [t.lower for t in tokens[index : index + 3]]
        if len(behind) == 3 and behind[0] in self.rules.range_words and behind[1].isdigit():
            behind = behind[2:]
        return bool(behind) and behind[0] in self.rules.counted_times

    def _ampersand(self, tokens: list[Token], first: int, index: int, last: int) -> bool:
        """ "Save & Close" is one name."""
        sign = tokens[index].text == "&" and first < index and index + 1 < last
        return sign and tokens[index - 1].text[0].isupper() and tokens[index + 1].text[0].isupper()

    def _inside_name(self, tokens: list[Token], first: int, index: int, last: int) -> bool:
        """ "choose Export to File": the name of a command, a verb itself, holds a preposition between capitals."""
        rules = self.rules
        if index + 1 >= last or not 0 < first < index:
            return False
        pair = f"{tokens[index - 1].lower} {tokens[index].lower}"
        behind = tokens[index + 1]
        if pair in rules.particle_verbs and tokens[index - 2].lower in rules.determiners and behind.text[0].isalpha():
            return behind.lower not in any_of(
                rules.determiners, rules.prepositions, rules.adverbs
            )  # the blow down valve
        if tokens[index].lower not in rules.name_prepositions:
            return False
        chosen = tokens[first - 1].lower in rules.choosing_words and tokens[first].lower in rules.verbs
        return chosen and tokens[first].text[0].isupper() and tokens[index + 1].text[0].isupper()

    def _joins_numbers(self, tokens: list[Token], first: int, index: int, last: int) -> bool:
        """ "terminals 7 *and* 8"."""
        if tokens[index].lower not in self.rules.coordinators and tokens[index].text != ",":
            return False
        counted = first + 1 < index and index + 1 < last and tokens[index - 1].text.isdigit()
        if not counted or not tokens[index + 1].text.isdigit():
            return False
        return index + 2 >= len(tokens) or not tokens[index + 2].text[0].isalpha() or self._goes_on(tokens[index + 2])

    def _goes_on(self, token: Token) -> bool:
        return token.lower in self.rules.prepositions or token.lower in self.rules.coordinators

    def _between_numbers(self, tokens: list[Token], first: int, index: int, last: int) -> bool:
        """ "steps 3 through 6", "3 to 4 drops"."""
        if tokens[index].lower not in self.rules.range_words:
            return False
        numbers = index + 1 < last and tokens[index - 1].text.isdigit() and tokens[index + 1].text.isdigit()
        before = tokens[index - 2].lower
        counted = before.endswith("s") or before in self.rules.numbered_words
        return numbers and (index - 1 == first or counted)

    def _joins_gerund(self, tokens: list[Token], index: int) -> bool:
        """ ", pressing …", "or keying in the number": another clause and no further object."""
        if not self.verbs.is_gerund(tokens[index].lower):
            return False
        behind = tokens[index + 1 : index + 3]
        objects = any_of(self.rules.determiners, self.rules.pronouns)
        opened = any(t.lower in objects or is_name(t) for t in behind)
        return tokens[index - 1].text == "," or opened

    def _with_shared_heads(self, tokens: list[Token], groups: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """ "oral and nasal sprays" is one object: a lone modifier shares the head that follows."""
        merged: list[tuple[int, int]] = []
        for first, last in groups:
            if merged:
                a, b = merged[-1]
                words = [
                    t
                    for t in tokens[a:b]
                    if t.lower not in self.rules.determiners and t.lower not in self.rules.adverbs
                ]
                lone = (
                    len(words) == 1 and self.shared_head.match(words[0].text) is not None and words[0].text[0] != NAME
                )
                if lone and last - first >= 2 and tokens[first].lower not in self.rules.determiners and first - b == 1:
                    merged[-1] = (a, last)
                    continue
            merged.append((first, last))
        return merged

    def named_field(self, marked: MarkedText, tokens: list[Token], position: int, last: int) -> tuple[str, str] | None:
        """ "enter X in the Y field": the field is what is acted on, not the value."""
        for index in range(position, last - 1):
            if tokens[index].lower not in self.rules.field_marks:
                continue
            names, _, _ = self.object_at(marked, tokens, index + 1, last)
            if names and names[0][1] in ("field", "checkbox") and self._has_suffix(tokens, index + 1, last):
                return names[0]
        return None

    def field_before(self, marked: MarkedText, tokens: list[Token], verb: int) -> tuple[str, str] | None:
        """ "In the Y field, enter X": the field named in front of the verb."""
        first = next((i for i in range(verb - 1, -1, -1) if tokens[i].lower in self.rules.field_marks), None)
        comma = tokens[verb - 1].text == ","
        if first is None or verb - first > LONGEST_FIELD:
            return None
        if not comma and tokens[verb - 1].lower not in self.clauses.unmarked.field_words:
            return None
        return self.named_field(marked, tokens, first, verb - comma)

    def quoted_fields(self, marked: MarkedText, tokens: list[Token], stop: int, last: int) -> list[tuple[str, str]]:
        """The fields of 'enter the code in "Coupon" or "Voucher"', named by quotation marks alone."""
        if stop + 1 >= last or tokens[stop].lower not in self.rules.entering_marks:
            return []
        first = stop + 1 + (stop + 2 < last and tokens[stop + 1].lower in self.rules.determiners)
        if tokens[first].text[0] != NAME:
            return []
        names, _, end = self.object_at(marked, tokens, first, last)
        return [(name, "field") for name, _ in names] if end >= last or tokens[end].text in ",.;" else []

    def _has_suffix(self, tokens: list[Token], first: int, last: int) -> bool:
        words = " " + " ".join(t.lower for t in tokens[first : min(last, first + 8)]) + " "
        return any(f" {word} " in words for word, kind in self.names.suffixes if kind in ("field", "checkbox"))
