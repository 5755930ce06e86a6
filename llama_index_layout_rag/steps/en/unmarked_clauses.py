"""Finds where a main clause begins that is printed without a comma behind what stands in front of it."""

from __future__ import annotations

from llama_index_layout_rag.steps.en.imperatives import ImperativeFinder
from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.en.tokens import Token
from llama_index_layout_rag.steps.marking import NAME
from llama_index_layout_rag.steps.word_lists import any_of


class UnmarkedMainFinder:
    """The rules of a language for main clauses without a comma."""

    def __init__(self, rules: VerbFirstRules, verbs: ImperativeFinder) -> None:
        self.rules = rules
        self.verbs = verbs
        self.field_words = frozenset(words.rpartition(" ")[2] for words in rules.suffix_types.get("field", ()))

    def comma(self, tokens: list[Token], position: int) -> int:
        for index in range(position, len(tokens)):
            if tokens[index].text == ",":
                return index
        return len(tokens)

    def behind_place(self, tokens: list[Token], position: int, last: int) -> int:
        """Where the instruction begins in "In the list that opens select a colour", printed without comma; 0 for none."""
        rules = self.rules
        for index in range(position, last - 1):
            before, following = tokens[index - 1], tokens[index + 1]
            obliged = following.lower in rules.main_modals or following.lower in rules.modals
            inner = any_of(rules.relative_words, rules.question_words, rules.prepositions)
            if obliged and tokens[index].lower in rules.reader_words and before.lower not in inner:
                return index  # to print a label you must choose a size
            typed = tokens[index].lower in rules.enter_verbs and self._may_type(tokens, position, index)
            if typed and f"{tokens[index].lower} {following.lower}" in rules.particle_verbs and index + 2 < last:
                following = tokens[index + 2]  # type in the word
            controls = tokens[index].lower in rules.control_verbs and tokens[index].lower not in rules.weak_verbs
            if not controls and not typed:
                continue
            object_behind = (
                following.lower in rules.determiners or following.text[0] == NAME or following.text[0].isupper()
            )
            free = before.lower in rules.finite_words or before.lower not in any_of(
                rules.prepositions, rules.determiners, rules.clause_joiners, rules.modals
            )
            if object_behind and free and before.lower not in (*rules.reader_words, rules.infinitive):
                return index
        return 0

    def _may_type(self, tokens: list[Token], first: int, index: int) -> bool:
        """ "In the Name field at the top *type* …", "In the last cell *enter* …"."""
        before = tokens[index - 1].lower
        if self.rules.leads(before) or before in any_of(self.rules.promising_modals, self.rules.main_modals):
            return False
        if any(token.lower in self.field_words for token in tokens[first:index]):
            return True
        return not self.verbs.is_weak(tokens[index].lower) and not before.endswith("s")

    def tells(self, tokens: list[Token], first: int, index: int) -> bool:
        """Whether the instruction begins here, printed without comma ("If the lamp is off *check* the fuse")."""
        rules, word = self.rules, tokens[index].lower
        if word not in rules.verbs or index + 1 >= len(tokens) or tokens[index + 1].lower not in rules.determiners:
            return False
        if self.verbs.is_weak(word) or self.comma(tokens, index) < len(tokens):
            return False
        before = tokens[index - 1].lower
        inner = any_of(rules.prepositions, rules.determiners, rules.clause_joiners, rules.modals, rules.reader_words)
        state = before in rules.state_words and tokens[index - 2].lower in rules.auxiliaries  # when the pump is off
        other = before in any_of(inner, rules.plural_doers, rules.negations) or before == rules.infinitive
        if not state and (other or rules.leads(before)):
            return False
        between = [token.lower for token in tokens[first:index]]
        if any(word in any_of(rules.letting_verbs, rules.causative_verbs, rules.relative_words) for word in between):
            return False
        return any(
            word in rules.auxiliaries or word in rules.finite_words or self.verbs.lemma(word) for word in between
        )

    def begun(self, tokens: list[Token], position: int, index: int) -> int:
        """Where the main clause begins that has its modal or copula here; 0 where this is none of a main clause."""
        lower = tokens[index].lower
        if lower in self.rules.main_modals:
            return self._main_subject(tokens, position, index)
        if self._obliges(tokens, index):
            before = tokens[position : index - 1]
            begun = any(token.lower in self.rules.reader_words for token in before)
            return index - 1 if begun else 0
        main = self._main_subject(tokens, position, index) if lower in self.rules.finite_copulas else 0
        return main if main and tokens[main - 1].lower.endswith(self.rules.state_endings[0]) else 0

    def _obliges(self, tokens: list[Token], index: int) -> bool:
        """ "If you have the old driver you *have to* remove it"."""
        behind = tokens[index + 1].lower if index + 1 < len(tokens) else ""
        before = tokens[index - 1].lower in self.rules.reader_words and tokens[index].lower in self.rules.modals
        return before and behind == self.rules.infinitive

    def _main_subject(self, tokens: list[Token], position: int, modal: int) -> int:
        """Where the main clause begins behind a condition printed without comma ("If the run succeeds the icon will
        appear")."""
        for index in range(modal - 1, max(position + 2, modal - 7), -1):
            lower = tokens[index].lower
            if lower in self.rules.determiners or lower in self.rules.reader_words:
                between = tokens[position:index]
                return (
                    index
                    if any(self.verbs.lemma(t.lower) or t.lower in self.rules.finite_words for t in between)
                    else 0
                )
        return 0
