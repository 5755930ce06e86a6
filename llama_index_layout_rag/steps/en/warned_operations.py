"""What stands beside a warning in its sentence: an operation in front of it or behind it."""

from __future__ import annotations

from llama_index_layout_rag.steps.en.clauses import ClauseSplitter
from llama_index_layout_rag.steps.en.imperatives import ImperativeFinder
from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.en.sentences import SentenceReader
from llama_index_layout_rag.steps.en.tokens import Clause, split_tokens


class WarnedOperationFinder:
    """The rules of a language for sentences that tell what to do and warn."""

    def __init__(
        self, rules: VerbFirstRules, verbs: ImperativeFinder, clauses: ClauseSplitter, sentences: SentenceReader
    ) -> None:
        self.verbs = verbs
        self.clauses = clauses
        self.sentences = sentences
        self.joint_before = rules.compiled("warning_joint", ignore_case=True)
        self.reason_joint = rules.compiled("reason_joint", ignore_case=True)
        self.joint_behind = rules.compiled("warned_joint", ignore_case=True)

    def before(self, masked: str, start: int, end: int) -> tuple[int, int] | None:
        """(end of the operation, start of the warning) where a sentence first tells what to do and then warns."""
        warning = self.sentences.caution.search(masked, start, end)
        if warning is None:
            return None
        joint = self.joint_before.search(masked, start, warning.start())
        begins = warning.start()
        if joint is None:
            joint = self.reason_joint.search(masked, start, warning.start())
            begins = joint.end() if joint is not None else begins
        if joint is None:
            return None
        tokens = split_tokens(masked, start, joint.start())
        clauses = [c for c in self.clauses.split(tokens) if not c.kind] if tokens else []
        told = any(self.verbs.instruction(tokens, clause) is not None for clause in clauses)
        return (joint.start(), begins) if told else None

    def behind(self, masked: str, start: int, end: int) -> tuple[int, int] | None:
        """(end of the warning, start of the operation) in "Be careful not to scratch it, and let it cool"."""
        joint = self.joint_behind.search(masked, start, end)
        if joint is None or "," in masked[start : joint.start()] or self.sentences.warns(masked[joint.end() : end]):
            return None
        tokens = split_tokens(masked, joint.end(), end)
        told = bool(tokens) and self.verbs.instruction(tokens, Clause(0, len(tokens))) is not None
        return (joint.start(), joint.end()) if told else None
