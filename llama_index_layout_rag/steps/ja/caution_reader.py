"""Reads the warnings of a verb-final sentence, and keeps the operations told in front of them or because of them."""

from __future__ import annotations

from collections.abc import Callable

from llama_index_layout_rag.steps.ja.predicate import TOLD_ROLES, Predicate, PredicateFinder, Role, skip_left_over
from llama_index_layout_rag.steps.ja.recorder import Recorder
from llama_index_layout_rag.steps.ja.rules import VerbFinalRules
from llama_index_layout_rag.steps.ja.step_judge import ItemFindings
from llama_index_layout_rag.steps.marking import MarkedText, strip_range

ReadSentence = Callable[[MarkedText, int, int, ItemFindings, tuple[str, int] | None], None]
_LIMITS = frozenset({Role.CONDITION, Role.TARA, Role.BA, Role.UNTIL, Role.BEFORE, Role.AFTERCOND})
"""What limits a warning is a condition; a state in it is a part of what it tells."""
_LINKS = frozenset({Role.STEM, Role.CHAIN, Role.THEN, Role.AFTER})
"""What links an operation to the warning behind it."""


class CautionReader:
    """The rules for warnings compiled once; `read_sentence` reads what is no warning."""

    def __init__(
        self, rules: VerbFinalRules, finder: PredicateFinder, recorder: Recorder, read_sentence: ReadSentence
    ) -> None:
        self.rules = rules
        self.finder = finder
        self.recorder = recorder
        self.read_sentence = read_sentence
        self.object_mark = rules.object_mark
        self.caution = rules.compiled("caution")
        self.caution_label = rules.compiled("caution_label")
        self.caution_lead = rules.compiled("caution_lead")
        self.attentive = rules.compiled("attentive")
        self.refrains = rules.compiled("refrains")
        self.topic = rules.compiled("topic")
        self.reason_tail = rules.compiled("reason_tail")

    def read(self, marked: MarkedText, clauses: list[Predicate], start: int, end: int, found: ItemFindings) -> bool:
        """Records the warnings of a sentence; True when nothing but a warning stands in it.

        「注意して組み立てます」 warns only with its adverbial clause; otherwise the whole sentence is the warning.
        """
        if self.caution_label.match(marked.folded, start, end) is not None:
            found.cautions.append(self.recorder.trim(marked, start, end, leading=False))
            return self.caution.search(marked.masked, start, end) is not None
        warning = self._warning_at(marked.masked, clauses, start, end)
        if warning < 0 or self._warns_in_passing(marked, clauses, start, warning, found):
            return False
        start = self._operations_before(marked, clauses, start, warning, found)
        reason = self._warning_reason(clauses, warning)
        if reason is not None:
            first, last = self.recorder.trim(marked, start, reason.end)
            tail = self.reason_tail.search(marked.masked[first:last])
            found.cautions.append((first, first + tail.start() if tail is not None else last))
            self.read_sentence(marked, reason.end, end, found, None)
            return True
        for predicate in clauses:
            if predicate.end > start and predicate.role in _LIMITS and predicate.end <= warning:
                self.recorder.add_condition(marked, predicate.clause_start, predicate.end, found)
        found.cautions.append(self.recorder.trim(marked, start, end, leading=False))
        return True

    def _warning_at(self, masked: str, clauses: list[Predicate], start: int, end: int) -> int:
        """Where a warning word stands, or what the reader is told not to do (「動かさない。」); -1 where neither is."""
        match = self.caution.search(masked, start, end)
        if match is not None:
            return match.start()
        last = clauses[-1] if clauses else None
        if last is None or last.role is not Role.NEGATIVE or not last.reader or last.potential:
            return -1
        closes = strip_range(masked, last.end, end)
        return last.start if closes[0] == closes[1] and self.refrains.search(masked[: last.end]) else -1

    def _warns_in_passing(
        self, marked: MarkedText, clauses: list[Predicate], start: int, warning: int, found: ItemFindings
    ) -> bool:
        """Records the adverbial clause of 「注意して組み立てます」 and takes it out of the clauses."""
        attentive = self.attentive.match(marked.masked, warning)
        if attentive is None or not any(self._acts(p) and p.start >= attentive.end() for p in clauses):
            return False
        parted = (
            p.end
            for p in clauses
            if p.end <= warning and p.role is not Role.ADNOMINAL and self._parts(marked.masked, p)
        )
        clause_start = max([start, *parted])
        # What a condition leaves behind is no topic.
        clause_start = skip_left_over(marked.masked, clause_start, warning, self.rules.left_over, self.rules.list_marks)
        lead = self.caution_lead.match(marked.masked, clause_start, warning)
        clause_start = lead.end() if lead is not None else clause_start
        topic = self.topic.search(marked.masked, clause_start, warning)
        clause_start = topic.end() if topic is not None else clause_start
        found.cautions.append(self.recorder.trim(marked, clause_start, attentive.end()))
        for predicate in clauses:
            if topic is None and predicate.clause_start < attentive.end() <= predicate.end:
                predicate.clause_start = attentive.end()
            if predicate.start < attentive.end() and predicate.end > warning:
                predicate.role = Role.CAUTION
        return True

    def _acts(self, predicate: Predicate) -> bool:
        """Whether the reader does something that has a name: 「倒れないように支えながら行う」 names nothing else."""
        named = predicate.lemma not in self.rules.light_verbs
        return (
            predicate.reader
            and named
            and (predicate.role is not Role.NAGARA or predicate.lemma not in self.rules.manner_verbs)
        )

    def _parts(self, masked: str, predicate: Predicate) -> bool:
        """Whether a clause ends here; a time without verb or comma (「停電後に…しないよう」) belongs to what follows."""
        dates = not predicate.lemma and masked[predicate.end - 1 : predicate.end] in self.rules.joining_particles
        return not dates or masked[predicate.end : predicate.end + 1] == self.rules.list_mark

    def _warning_reason(self, clauses: list[Predicate], warning: int) -> Predicate | None:
        """「押し込むと破損するため、ゆっくり挿入してください」: the clause that warns and is the reason of what is told."""
        for index, predicate in enumerate(clauses):
            if predicate.role in (Role.REASON, Role.PURPOSE) and predicate.end > warning:
                told = any(p.reader and p.role in TOLD_ROLES for p in clauses[index + 1 :])
                return predicate if told and predicate.clause_start <= warning else None
        return None

    def _operations_before(
        self, marked: MarkedText, clauses: list[Predicate], start: int, warning: int, found: ItemFindings
    ) -> int:
        """「カバーを外し、内部に触れないでください」: the operation is read, the warning begins behind it."""
        split = start
        for predicate in clauses:
            linked = predicate.role in _LINKS and predicate.reader
            comma = marked.masked[predicate.end : predicate.end + 1] == self.rules.list_mark
            segment = marked.masked[split : predicate.start]
            acts = self.object_mark in segment or self.topic.search(segment) is not None
            told = predicate.role is Role.REASON and any(
                p.role is Role.TO and p.reader for p in clauses if p.end < warning
            )
            if ((linked and acts) or told) and comma and predicate.end < warning:
                split = predicate.end
        for line in self.finder.nominal_line.finditer(marked.masked, split, warning):
            split = line.end()
        if split > start:
            self.read_sentence(marked, start, split, found, None)
        return split
