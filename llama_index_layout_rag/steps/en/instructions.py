"""Tells which clauses of a sentence instruct, in languages whose instructions open with the verb: behind a statement a bare
verb needs a word or a condition that calls for it."""

from __future__ import annotations

from llama_index_layout_rag.steps.en.imperatives import ImperativeFinder
from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.en.tokens import Clause, Token

WARNING_KINDS = frozenset(("if", "when", "once", "before", "after", "until", "while"))
_LONGEST_REFERENCE = 4
"""Tokens of "See Figure 9" in front of "and connect the wires"."""


class InstructionFinder:
    """The rules of a language for instructions beside statements."""

    def __init__(self, rules: VerbFirstRules, verbs: ImperativeFinder) -> None:
        self.rules = rules
        self.verbs = verbs

    def of_clauses(self, tokens: list[Token], clauses: list[Clause], conditional: bool) -> dict[int, int | None]:
        """The verb of each main clause that is an instruction.

        Behind a statement a bare verb is one only when something calls for it ("…, so choose", "…, then press");
        otherwise it is a noun in a list or a second verb of the statement.
        """
        verbs: dict[int, int | None] = {}
        statements: list[Clause] = []
        stated = False
        for clause in clauses:
            if clause.kind:
                continue
            verb = self.verbs.instruction(tokens, clause, conditional)
            if verb is not None and stated and not self._is_free(tokens, clause, clauses, statements):
                verb = None
            verbs[clause.first] = verb
            if verb is not None:
                stated = False
                continue
            brief = clause.last - clause.first <= _LONGEST_REFERENCE
            refers = brief and tokens[clause.first].lower in self.rules.ignored_verbs
            stated = stated or not refers
            statements.append(clause)
        return verbs

    def _is_free(self, tokens: list[Token], clause: Clause, clauses: list[Clause], statements: list[Clause]) -> bool:
        """Whether a bare verb behind a statement is an instruction."""
        if self.rules.any_doer or tokens[clause.first].lower in self.rules.reader_words:
            return True
        return self._is_called(tokens, clause, statements) or self._opens_anew(tokens, clause, clauses)

    def _promises(self, tokens: list[Token], clause: Clause) -> bool:
        """ "The robot will stop *and then turn*": a bare verb behind goes on with what the system will do."""
        inside = tokens[clause.first : clause.last]
        modals = self.rules.promising_modals
        return inside[0].lower not in self.rules.reader_words and any(t.lower in modals for t in inside)

    def _is_called(self, tokens: list[Token], clause: Clause, statements: list[Clause]) -> bool:
        """Whether a word calls for an instruction: "…, *so* choose", "…, so first choose"."""
        before = clause.first - 1
        calling, joiners = self.rules.calling_words, self.rules.clause_joiners
        while before > 0 and tokens[before].lower not in calling:
            if tokens[before].lower in joiners or not self.rules.leads(tokens[before].text):
                return False
            before -= 1
        if before >= 0 and tokens[before].lower == self.rules.then_word:
            return not any(self._promises(tokens, statement) for statement in statements)
        return before < 0 or tokens[before].lower in calling

    def _opens_anew(self, tokens: list[Token], clause: Clause, clauses: list[Clause]) -> bool:
        """ "The lamp is green, but if it is red, *press RESET*": a condition of its own behind a conjunction."""
        if not clause.opens:
            return False
        condition = clauses[clauses.index(clause) - 1]
        joint = tokens[condition.first - 1].lower if condition.first else ""
        return condition.kind in WARNING_KINDS and (joint in self.rules.clause_joiners or joint in ",;-–—")
