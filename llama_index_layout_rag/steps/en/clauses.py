"""Cuts sentences into clauses at subordinators, commas and conjunctions, in languages whose instructions open with
the verb."""

from __future__ import annotations

from itertools import pairwise

from llama_index_layout_rag.steps.en.imperatives import ImperativeFinder
from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.en.tokens import Clause, Token, is_name, is_range
from llama_index_layout_rag.steps.en.unmarked_clauses import UnmarkedMainFinder
from llama_index_layout_rag.steps.word_lists import any_of

_NEAR_VERB = 7
"""Tokens behind a conjunction in which the verb of a new clause is looked for, where anybody may be the doer."""
_LONGEST_OFFER = 16
"""Tokens of "Click OK to keep the changes you made or" in which the verb is looked for."""
_AMPERSAND = "&"
_LONGEST_CONJUNCTION = 5
"""Tokens of ", and then carefully"."""


class ClauseSplitter:
    """The clause rules of a language."""

    def __init__(self, rules: VerbFirstRules, verbs: ImperativeFinder) -> None:
        self.rules = rules
        self.verbs = verbs
        self.unmarked = UnmarkedMainFinder(rules, verbs)
        self.opening_words = frozenset(words.split(" ")[0] for words in rules.openers)
        self.joiners = frozenset(",:—–") | frozenset(rules.clause_joiners)

    def split(self, tokens: list[Token]) -> list[Clause]:
        """The clauses of a sentence in order; `kind` is set where a word or its form tells what a clause is."""
        clauses: list[Clause] = []
        first = position = 0
        while position < len(tokens):
            lower = tokens[position].lower
            opener, size = self.opener(tokens, position) if lower in self.opening_words else ("", 0)
            at_start = position == first
            if opener and (at_start or self._opens_here(tokens, position, opener)):
                if not at_start:
                    clauses.append(Clause(first, position))
                anew = at_start or tokens[position - 1].text in "-–—"  # it is slow - if you want more, you must pay
                clause, position = self._subordinate(tokens, position, opener, size, anew)
                clauses.append(clause)
                first = position
                continue
            if at_start:
                opening = self._leading_word(tokens, position) or self._purpose(tokens, position)
                opening = opening or self._place(tokens, position) or self._manner(tokens, position)
                if opening is not None:
                    clauses.extend(opening[0])
                    position = first = opening[1]
                    continue
            boundary = 0 if at_start or lower not in self.joiners else self._boundary(tokens, position)
            if boundary and self._goes_on_subject(tokens, first, position + boundary):
                boundary = 0
            if boundary:
                clauses.append(Clause(first, position))
                first = position + boundary
            position += boundary or 1
        if first < len(tokens):
            clauses.append(Clause(first, len(tokens)))
        for before, clause in pairwise(clauses):
            behind = clause.first - 1
            while behind > before.last and self.rules.leads(tokens[behind].text):
                behind -= 1  # When it is cold, always wear gloves
            clause.opens = bool(before.kind) and not clause.kind and tokens[behind].text in ",:"
        return clauses

    def _subordinate(
        self, tokens: list[Token], position: int, opener: str, size: int, at_start: bool
    ) -> tuple[Clause, int]:
        """A clause that a word opens, and where the next one begins."""
        last = position + size if opener == "phrase" else self._clause_end(tokens, position + size, at_start)
        behind_comma = last < len(tokens) and tokens[last].text in ",:"
        return Clause(position, last, opener), last + 1 if behind_comma else last

    def _leading_word(self, tokens: list[Token], position: int) -> tuple[list[Clause], int] | None:
        """ "Then", "First" or a sign at the start of a clause: no part of it."""
        token = tokens[position]
        leads = token.lower in self.rules.leading or self.rules.is_adverb(token.lower)
        leads = leads and position + 1 < len(tokens)
        leads = leads and not self.verbs.is_verb(token.lower, tokens, position)
        return ([], position + 1) if leads or token.text in ",:-–—" else None

    def _purpose(self, tokens: list[Token], position: int) -> tuple[list[Clause], int] | None:
        """ "To change the unit, …"."""
        told = tokens[position].lower == self.rules.infinitive and position + 1 < len(tokens)
        if not told or not self._may_be_purpose(tokens[position + 1].lower):
            return None
        last = self.unmarked.comma(tokens, position)
        main = self.unmarked.behind_place(tokens, position + 2, last)
        if not main and last == len(tokens):
            main = next((i for i in range(position + 3, last) if self.unmarked.tells(tokens, position + 1, i)), 0)
        return [Clause(position, main or last, "purpose")], main or last + 1

    def _may_be_purpose(self, lower: str) -> bool:
        others = any_of(self.rules.vague_verbs, self.rules.ignored_verbs)
        return self.verbs.lemma(lower) is not None or lower in others or lower == self.rules.copula

    def _place(self, tokens: list[Token], position: int) -> tuple[list[Clause], int] | None:
        """ "In the dialog, …", "With the engine running, …"."""
        lower = tokens[position].lower
        if lower not in self.rules.prepositions or self.verbs.is_verb(lower, tokens, position):
            return None
        if self._tells_means(tokens, position):
            last = self._clause_end(tokens, position + 1, at_start=True)
            if last < len(tokens):
                return [Clause(position, last, "means")], last + (tokens[last].text in ",:")
        last = self.unmarked.comma(tokens, position)
        main = self.unmarked.behind_place(tokens, position + 2, last)
        if main:
            return [Clause(position, main, "place")], main
        if last < len(tokens):
            return [Clause(position, last, self._adverbial_kind(tokens, position, last))], last + 1
        return None

    def _manner(self, tokens: list[Token], position: int) -> tuple[list[Clause], int] | None:
        """ "Wearing gloves, lift the tray": how it is done."""
        comma = self.unmarked.comma(tokens, position)
        if position or not self.verbs.is_gerund(tokens[position].lower) or comma + 1 >= len(tokens):
            return None
        behind = comma + 1
        while behind + 1 < len(tokens) and self.rules.leads(tokens[behind].text):
            behind += 1
        told = self.verbs.is_verb(tokens[behind].lower, tokens, behind)
        return ([Clause(position, comma, "place")], comma + 1) if told else None

    def _tells_means(self, tokens: list[Token], position: int) -> bool:
        """ "By pulling the lever, …"."""
        by = tokens[position].lower == self.rules.means_word and position + 1 < len(tokens)
        return by and self.verbs.is_gerund(tokens[position + 1].lower)

    def _adverbial_kind(self, tokens: list[Token], first: int, last: int) -> str:
        """ "With the engine running", "In an emergency" limit when; "In the dialog" only says where."""
        opener, closing = tokens[first].lower, tokens[last - 1].lower
        openers = any_of(self.rules.situation_openers, self.rules.variant_openers)
        if opener in openers and self._names_situation(tokens, first + 1, last):
            return "phrase"
        state = closing in self.rules.state_words or closing.endswith(self.rules.state_endings)
        state = state or any(self._tells_state(tokens, index) for index in range(first + 2, last - 1))
        return "phrase" if opener == self.rules.state_opener and state else "place"

    def _names_situation(self, tokens: list[Token], first: int, last: int) -> bool:
        """Whether the head of the phrase behind the preposition is the noun of a situation ("the end of the cycle")."""
        rules = self.rules
        inside = range(first, last)
        behind = next((i for i in inside if tokens[i].lower in rules.variant_nouns), last)
        told = behind + 1 < last and tokens[behind + 1].lower in rules.variant_marks
        some = behind == last - 1 and tokens[first].lower in rules.some_words
        if tokens[first - 1].lower in rules.variant_openers and (told or some):
            return True
        end = next(
            (i for i in inside if tokens[i].lower in rules.prepositions and not tokens[i].text[0].isupper()), last
        )
        limits = tokens[first - 1].lower in rules.situation_openers
        return limits and end > first and tokens[end - 1].lower in rules.situation_nouns

    def _tells_state(self, tokens: list[Token], position: int) -> bool:
        """ "With the dial set to M": a participle behind its noun, with where or how behind it."""
        rules, word = self.rules, tokens[position].lower
        lemma = self.verbs.lemma(word)
        done = lemma is not None and (
            (word.endswith(rules.state_endings) and word != lemma)
            or word in rules.unchanged_participles
            or word in rules.irregular
        )
        following = tokens[position + 1].lower
        place = following in any_of(rules.prepositions, rules.adverbs) or following == rules.infinitive
        behind_noun = tokens[position - 1].lower not in any_of(rules.determiners, rules.prepositions, rules.adverbs)
        return done and place and behind_noun and lemma not in rules.belonging_verbs

    def opener(self, tokens: list[Token], position: int) -> tuple[str, int]:
        """(kind, number of words) of the longest opener of a clause that stands here; ("", 0) where none does."""
        if tokens[position].lower not in self.opening_words:
            return "", 0
        openers = self.rules.openers
        for size in (3, 2, 1):
            if position + size > len(tokens):
                continue
            words = " ".join(t.lower for t in tokens[position : position + size])
            kind = openers.get(words)
            if kind is not None:
                return kind, size if kind else 0
        return "", 0

    def _opens_here(self, tokens: list[Token], position: int, kind: str) -> bool:
        word = tokens[position].lower
        following = tokens[position + 1].lower if position + 1 < len(tokens) else ""
        if kind in ("reason", "as", "where", "should"):
            return (tokens[position - 1].text == "," and kind != "should") or word in self.rules.certain_openers
        if word in self.rules.adverbial_openers and tokens[position - 1].lower in self.rules.standing_words:
            return False  # stop it at once
        return bool(following) or word not in self.rules.adverbial_openers

    def _clause_end(self, tokens: list[Token], position: int, at_start: bool) -> int:
        count = len(tokens)
        for index in range(position, count):
            text = tokens[index].text
            if text == ",":
                after = tokens[index + 1].lower if index + 1 < count else ""
                if after in self.rules.coordinators and at_start and self.unmarked.comma(tokens, index + 1) < count:
                    continue
                if at_start and self._lists_subjects(tokens, position, index):
                    continue
                return index
            if text in ":—–" and not is_range(tokens, index):
                return index
            if at_start and index > position + 1 and self.unmarked.tells(tokens, position, index):
                return index
            if at_start and index > position + 3:
                main = self.unmarked.begun(tokens, position, index)
                if main:
                    return main
            begins = tokens[index].lower == self.rules.then_word or tokens[index].lower in self.rules.asking_words
            if begins and index > position + 1:
                return index
            if not at_start and (self._boundary(tokens, index) or self._begins_event(tokens, index, position)):
                return index
        return count

    def _lists_subjects(self, tokens: list[Token], first: int, comma: int) -> bool:
        """ "If hunger*,* thirst or pain is reported, …": the subject of the condition goes on behind the comma."""
        rules = self.rules
        inside = [t for t in tokens[first:comma] if t.lower not in rules.determiners]
        if len(inside) != 1 or tokens[first - 1].lower not in rules.condition_openers:
            return False
        word = inside[0].lower
        verb = self.verbs.lemma(word) is not None and not self.verbs.is_weak(word)
        if verb or word in any_of(rules.finite_words, rules.adverbs, rules.auxiliaries):
            return False
        end = self.unmarked.comma(tokens, comma + 1)
        joined = any(t.lower in rules.coordinators for t in tokens[comma:end])
        return end < len(tokens) and joined and any(t.lower in rules.auxiliaries for t in tokens[comma:end])

    def _begins_event(self, tokens: list[Token], index: int, first: int) -> bool:
        """ "until it is idle *before proceeding*": a second clause of time with a gerund."""
        if self.opener(tokens, index)[0] == "phrase":
            return True  # during the run if possible
        if index < first + 2 or tokens[index].lower not in self.rules.adverbial_openers or index + 1 >= len(tokens):
            return False
        return self.verbs.is_gerund(tokens[index + 1].lower)

    def _boundary(self, tokens: list[Token], position: int) -> int:
        """How many tokens the conjunction here has when a new clause with its own verb begins behind it, else 0."""
        if tokens[position].lower not in self.joiners or is_range(tokens, position):
            return 0
        if tokens[position].text.isupper() and tokens[position - 1].text.islower():
            return 0  # the AND gate
        named = tokens[position].text == _AMPERSAND and tokens[position + 1 : position + 2]
        if named and tokens[position + 1].text[0].isupper():
            return 0  # the Start & Stop button
        if self._joins_purposes(tokens, position) or self.verbs.joined_operation(tokens, position - 1):
            return 0
        index = self._behind_conjunction(tokens, position)
        return index - position if index < len(tokens) and self._begins_clause(tokens, index) else 0

    def _joins_purposes(self, tokens: list[Token], position: int) -> bool:
        """ "turn the dial to select *or* enter", "tap it to dislodge and remove the dust": a second verb of the purpose."""
        if position < 2 or tokens[position - 2].lower != self.rules.infinitive:
            return False
        if tokens[position].lower not in self.rules.coordinators or position + 1 >= len(tokens):
            return False
        if any(token.lower == self.rules.tool_verb for token in tokens[: position - 2]):
            return False  # use the dial to move and turn the picture: what a tool is used for are operations
        verb = tokens[position + 1].lower
        ends = position + 2 >= len(tokens) or not tokens[position + 2].text[0].isalnum()
        alone = tokens[position - 1].lower in self.rules.standalone_verbs  # press A to start and hold B to stop
        shares = not alone and verb not in any_of(self.rules.control_verbs, self.rules.enter_verbs)
        return ends or (shares and self.verbs.is_base(verb) and self.verbs.is_base(tokens[position - 1].lower))

    def _joins(self, token: Token) -> bool:
        return token.lower in self.joiners

    def _behind_conjunction(self, tokens: list[Token], position: int) -> int:
        """Where what is joined begins: behind ", and then carefully"."""
        index = position
        while index < len(tokens) and index - position < _LONGEST_CONJUNCTION:
            lower = tokens[index].lower
            fills = self.rules.leads(tokens[index].text)
            if not self._joins(tokens[index]) and (not fills or self.verbs.is_verb(lower, tokens, index)):
                break
            index += 1
        return index

    def _begins_clause(self, tokens: list[Token], index: int) -> bool:
        lower = tokens[index].lower
        if self.lists_names(tokens, index):
            return False
        if (
            self.verbs.is_verb(lower, tokens, index)
            or self.opener(tokens, index)[0]
            or (lower in self.rules.reader_words and not self._names_user(tokens, index))
        ):
            return True
        if self.verbs.check_opener(tokens, index) is not None or self._begins_inserted(tokens, index):
            return True
        near = min(len(tokens), index + _NEAR_VERB)
        if self.rules.any_doer and self.verbs.done_by_anybody(tokens, index, near) is not None:
            return True
        return self._has_subject_verb(tokens, index)

    def _names_user(self, tokens: list[Token], index: int) -> bool:
        """ "select Admin or *User*": a name, and nobody who does something."""
        return tokens[index].text[0].isupper() and (index + 1 >= len(tokens) or not tokens[index + 1].text[0].isalpha())

    def lists_names(self, tokens: list[Token], index: int) -> bool:
        """ "choose Actions, *Detach Volume*": the next name in capitals, though a verb."""
        if not tokens[index].text[0].isupper():
            return False
        if self._joins_names(tokens, index) or self._offers_name(tokens, index):
            return True
        before = index - 1 - (tokens[index - 1].lower in self.rules.coordinators)
        if tokens[before].text != "," or not tokens[index].text[0].isupper() or before < 2:
            return False
        chosen = tokens[before - 2].lower in self.rules.choosing_words and tokens[before - 1].text[0].isupper()
        behind = tokens[index + 1].text[0] if index + 1 < len(tokens) else "."
        return chosen and (behind.isupper() or behind in ".,")

    def _joins_names(self, tokens: list[Token], index: int) -> bool:
        """ "in the Set Menu and *Repeat Menu* boxes"."""
        if index < 3 or index + 1 >= len(tokens) or tokens[index - 1].lower not in self.rules.coordinators:
            return False
        around = (tokens[index - 2], tokens[index], tokens[index + 1])
        named = all(token.text.istitle() and len(token.text) > 1 for token in around)
        return named and tokens[index].lower not in any_of(self.rules.control_verbs, self.rules.enter_verbs)

    def _offers_name(self, tokens: list[Token], index: int) -> bool:
        """ "click Save or *Cancel*", "press Enter to go on or *Cancel* to go back": a name, though a verb."""
        rules, token = self.rules, tokens[index]
        joint = index - 1 - (tokens[index - 1].lower == rules.then_word)
        if not token.text[0].isupper() or len(token.text) < 2 or tokens[joint].text not in rules.coordinators:
            return False
        if index + 1 < len(tokens) and not self._follows_name(token.lower, tokens[index + 1]):
            return False
        near = range(index - 3, max(-1, index - _LONGEST_OFFER), -1)
        verb = next((i for i in near if tokens[i].lower in rules.control_verbs), None)
        return verb is not None and is_name(tokens[verb + 1 + (tokens[verb + 1].lower in rules.determiners)])

    def _follows_name(self, lower: str, following: Token) -> bool:
        """Whether what stands here goes on behind a name and not behind a verb ("Save or Rename *from* the menu")."""
        rules = self.rules
        if following.lower == rules.infinitive or following.text in ".,;)":
            return True
        pair = f"{lower} {following.lower}"
        acts = lower in any_of(rules.control_verbs, rules.enter_verbs)
        acts = acts or pair in any_of(rules.particle_verbs, rules.prepositional_verbs)
        return following.lower in rules.place_prepositions and not acts

    def _begins_inserted(self, tokens: list[Token], index: int) -> bool:
        """ "and, *within 15 seconds,* press the button": a phrase between commas in front of the verb."""
        if tokens[index].lower not in self.rules.prepositions or tokens[index - 1].text != ",":
            return False
        behind = self.unmarked.comma(tokens, index) + 1
        return (
            1 < behind - index < _NEAR_VERB
            and behind < len(tokens)
            and self.verbs.is_verb(tokens[behind].lower, tokens, behind)
        )

    def _goes_on_subject(self, tokens: list[Token], first: int, behind: int) -> bool:
        """ "Deleting the logs *and the three tables* will free the disk": things of the gerund, no new clause."""
        rules = self.rules
        if not self.verbs.is_gerund(tokens[first].lower) or tokens[behind].lower not in rules.determiners:
            return False
        verbs = any_of(rules.finite_words, rules.consequence_words)
        told = next((i for i in range(first + 1, len(tokens)) if tokens[i].lower in verbs), 0)
        return told > behind and any(token.lower in rules.coordinators for token in tokens[behind - 1 : told])

    def _has_subject_verb(self, tokens: list[Token], position: int) -> bool:
        if tokens[position].lower not in self.rules.determiners:
            return False
        return any(t.lower in self.rules.finite_words for t in tokens[position + 1 : position + 8])
