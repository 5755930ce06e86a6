"""Operations that are not told as instructions: events ("when you click X"), gerunds ("Pressing X starts Y"), passives ("X
must be closed")."""

from __future__ import annotations

from llama_index_layout_rag.steps.en.imperatives import ImperativeFinder
from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.en.tokens import Clause, Token
from llama_index_layout_rag.steps.marking import NAME
from llama_index_layout_rag.steps.word_lists import any_of

TOLD_KINDS = frozenset(("means", "as"))
"""Clauses that tell an operation or nothing: "by pressing F5", "as you type"."""
EVENT_KINDS = frozenset(("when", "once", "after", "if")) | TOLD_KINDS
_SHORTEST_LISTED = 4
"""Words of an item that tells an operation by its gerund."""


class ToldOperationFinder:
    """The rules of a language for operations told otherwise."""

    def __init__(self, rules: VerbFirstRules, verbs: ImperativeFinder) -> None:
        self.rules = rules
        self.verbs = verbs

    def event(self, tokens: list[Token], clause: Clause) -> int | None:
        """The operation in "when you click …", "after selecting …", "as you type …"."""
        behind = clause.last + 1
        if clause.kind == "as" and behind < len(tokens) and tokens[behind].lower in self.rules.reader_words:
            return None  # as you work with it, you will see
        for index in range(clause.first + 1, min(clause.last, clause.first + 5)):
            lower = tokens[index].lower
            lemma = self.verbs.lemma(lower)
            if lemma is None:
                if (
                    lower not in self.rules.reader_words
                    and lower not in self.rules.adverbs
                    and lower not in self.rules.perfect_words
                ):
                    return None
                continue
            previous = tokens[index - 1].lower
            qualified = previous in self.rules.adverbs and index > clause.first + 1
            if previous in self.rules.reader_words or self.verbs.is_gerund(lower) or qualified:
                return index if lemma not in self.rules.vague_verbs else None
            return None
        return None

    def explains(self, tokens: list[Token], clause: Clause) -> bool:
        """ "Since the sensor sits on top, *it will be on the left*": why a thing is so, and no effect of an operation."""
        rules = self.rules
        if tokens[0].lower not in rules.explaining_openers:
            return False
        for index in range(clause.first, clause.last - 2):
            if tokens[index].lower in rules.promising_modals and tokens[index + 1].lower == rules.copula:
                state = tokens[index + 2].lower
                return self.verbs.lemma(state) in (None, state)
        return False

    def means(self, tokens: list[Token], clause: Clause) -> int | None:
        """The operation in "The blind can be lowered by selecting Room >> Shade": a control operation on a named thing."""
        for index in range(clause.first + 1, clause.last - 2):
            if tokens[index].lower != self.rules.means_word or not self.verbs.is_gerund(tokens[index + 1].lower):
                continue
            named = any(t.text[0] == NAME or t.text[0].isupper() for t in tokens[index + 2 : clause.last])
            return (
                index + 1 if named and self.verbs.lemma(tokens[index + 1].lower) in self.rules.control_verbs else None
            )
        return None

    def gerund(self, tokens: list[Token], clause: Clause) -> tuple[int, int] | None:
        """ "Pressing X starts Y": (verb, word that tells the consequence)."""
        position = clause.first
        while position < clause.last - 1 and tokens[position].lower in self.rules.press_qualifiers:
            position += 1
        nominal = tokens[position].lower in self.rules.nominal_operations
        told = self.verbs.is_gerund(tokens[position].lower) and position == clause.first
        if not (told or (nominal and position > clause.first)) or self.verbs.lemma(tokens[position].lower) is None:
            return None
        described = False
        for index in range(position + 1, clause.last):
            if tokens[index].lower in self.rules.defining_words:
                return None  # Setting the mode to 2 means that the fan runs all day
            described = described or tokens[index].lower in any_of(self.rules.relative_words, self.rules.check_joints)
            if tokens[index].lower in self.rules.finite_copulas and not described:
                return None  # Matching guests to tables The guest is seated
            if tokens[index].lower in self.rules.consequence_words or self._tells_effect(tokens, index):
                if index == position + 1 and tokens[index + 1 : index + 2] and self._goes_on(tokens[index + 1]):
                    return None  # printing delays in lists
                return None if self._describes(tokens, position, index) else (position, index)
        return None

    def listed(self, tokens: list[Token], stops: bool) -> list[int]:
        """The gerunds of "Placing the file in the folder and restarting the service.", an item of a numbered list that tells
        operations as a sentence does: with a full stop or with "it". Without them it is a heading."""
        rules, count = self.rules, len(tokens)
        if not stops and not any(token.lower in rules.bare_pronouns for token in tokens):
            return []
        if count < _SHORTEST_LISTED or not self._lists_operation(tokens, 0):
            return []
        behind = tokens[2] if tokens[1].lower in rules.coordinators else tokens[1]
        acts = behind.lower in any_of(rules.determiners, rules.pronouns) or behind.text[0] == NAME
        if not acts and not (behind is tokens[2] and self._lists_operation(tokens, 2)):
            return []  # Mounting bracket for the wall.
        if any(token.lower in any_of(rules.finite_words, rules.finite_copulas, rules.modals) for token in tokens):
            return []
        joints = (i for i in range(1, count - 1) if tokens[i].lower in rules.coordinators or tokens[i].text == ",")
        return [0, *(i + 1 for i in joints if self._lists_operation(tokens, i + 1))]

    def _lists_operation(self, tokens: list[Token], position: int) -> bool:
        lemma = self.verbs.lemma(tokens[position].lower) if self.verbs.is_gerund(tokens[position].lower) else None
        return lemma is not None and lemma not in any_of(self.rules.vague_verbs, self.rules.experience_verbs)

    def _goes_on(self, following: Token) -> bool:
        return following.lower in any_of(self.rules.prepositions, self.rules.coordinators)

    def effect_of_press(self, tokens: list[Token], verb: int, clause: Clause) -> int:
        """Where the effect begins in "Long press [MENU] opens the list": a press named by a noun; 0 where none is told."""
        press = verb + (tokens[verb].lower in self.rules.press_qualifiers)
        named = press + 1
        if named + 1 >= clause.last or tokens[press].lower not in self.rules.nominal_operations:
            return 0
        effect = named + 1
        told = tokens[named].text[0] == NAME or tokens[named].text[0].isupper()
        third = tokens[effect].lower in self.rules.consequence_words or self._tells_effect(tokens, effect)
        return effect if told and third and effect + 1 < clause.last else 0

    def effect_behind(self, tokens: list[Token], first: int, last: int) -> int:
        """Where the effect begins in "Click RELOAD, *which updates the list*"; 0 where none is told."""
        rules = self.rules
        for index in range(first + 1, last - 2):
            if tokens[index].lower != rules.effect_word or tokens[index - 1].text != ",":
                continue
            verb = tokens[index + 1].lower
            third = (
                verb.endswith("s") and self.verbs.lemma(verb) not in (None, verb) and verb not in rules.stating_verbs
            )
            return index if third or (verb in rules.promising_modals and verb not in rules.ability_modals) else 0
        return 0

    def _describes(self, tokens: list[Token], position: int, effect: int) -> bool:
        """ "Analysing a poem shows how …" is about a text; "Sorting machine rejects …" is about a thing."""
        if effect + 1 < len(tokens) and tokens[effect + 1].lower in self.rules.question_words:
            return True
        word = tokens[position + 1]
        others = any_of(self.rules.prepositions, self.rules.determiners, self.rules.pronouns, self.rules.adverbs)
        bare = word.text.isalpha() and word.text.islower() and word.lower not in others and not word.lower.endswith("s")
        return effect == position + 2 and bare and self.verbs.is_gerund(tokens[position].lower)

    def _tells_effect(self, tokens: list[Token], index: int) -> bool:
        """ "refreshes" in "Pressing F5 refreshes the list": a verb of a third person, with its object behind it."""
        rules, lower = self.rules, tokens[index].lower
        if not lower.endswith("s") or index + 1 >= len(tokens) or self.verbs.lemma(lower) in (None, lower):
            return False
        following, before = tokens[index + 1].lower, tokens[index - 1].lower
        return (following in rules.determiners or following in rules.pronouns) and before not in rules.determiners

    def passive(self, tokens: list[Token], clause: Clause) -> tuple[str, int, int] | None:
        """ "X should be turned off": (verb, end of subject, start of subject)."""
        rules = self.rules
        for index in range(clause.first + 1, clause.last - 2):
            following = [t.lower for t in tokens[index + 1 : index + 3]]
            told = tokens[index].lower in rules.finite_copulas and following[0] == rules.infinitive  # are to be posted
            if not told and tokens[index].lower not in rules.passive_modals:
                continue
            if rules.copula not in following:
                continue
            if index == clause.first + 1 and tokens[clause.first].lower in rules.pronouns:
                return None
            return self._passive_at(tokens, clause, index, index + 2 + following.index(rules.copula))
        return None

    def _passive_at(self, tokens: list[Token], clause: Clause, modal: int, at: int) -> tuple[str, int, int] | None:
        rules = self.rules
        while at < clause.last and tokens[at].lower in rules.adverbs:
            at += 1
        finite = (i for i in range(clause.first, modal) if tokens[i].lower in rules.finite_words)
        subject_end = next(finite, modal)
        carried = tokens[modal - 1].lower in rules.coordinators  # the gauge is defective and must be replaced
        if at >= clause.last or (subject_end != modal and not carried):
            return None
        lemma = self.verbs.lemma(tokens[at].lower)
        if lemma is None or lemma in any_of(rules.experience_verbs, rules.vague_verbs, rules.state_verbs):
            return None
        if tokens[at].lower == lemma and lemma not in rules.unchanged_participles:
            return None
        following = tokens[at + 1].lower if at + 1 < clause.last else ""
        pair = f"{lemma} {following}"
        first = self._behind_place(tokens, clause.first, modal)
        return pair if pair in rules.particle_verbs else lemma, subject_end, first

    def _behind_place(self, tokens: list[Token], first: int, end: int) -> int:
        """ "On older models *the belt* must be tightened": where the subject begins, printed without comma."""
        rules = self.rules
        if tokens[first].lower not in rules.prepositions:
            return first
        for index in range(first + 2, end):
            lower, before = tokens[index].lower, tokens[index - 1].lower
            plural = before.endswith("s") and index > first + 2 and lower.isalpha() and lower not in rules.prepositions
            if lower in rules.determiners or plural:
                return index
        return first
