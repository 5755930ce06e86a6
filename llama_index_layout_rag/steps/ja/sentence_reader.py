"""Reads one sentence of a verb-final language from left to right.

Each predicate has a role from its ending (chain, condition, "and then this happens", request, …) and a doer (reader or
system); from these follow actions, conditions, results and cautions.
"""

from __future__ import annotations

from llama_index_layout_rag.steps.ja.caution_reader import CautionReader
from llama_index_layout_rag.steps.ja.condition_reader import ConditionReader
from llama_index_layout_rag.steps.ja.object_reader import ObjectFinder
from llama_index_layout_rag.steps.ja.operation_reader import OperationReader
from llama_index_layout_rag.steps.ja.predicate import (
    CHAIN_ROLES,
    CONDITION_ROLES,
    REQUEST_ROLES,
    Predicate,
    PredicateFinder,
    Role,
)
from llama_index_layout_rag.steps.ja.predicate_judge import PredicateJudge
from llama_index_layout_rag.steps.ja.reading import Reading
from llama_index_layout_rag.steps.ja.recorder import Recorder
from llama_index_layout_rag.steps.ja.rules import VerbFinalRules
from llama_index_layout_rag.steps.ja.step_judge import ItemFindings
from llama_index_layout_rag.steps.marking import MarkedText, strip_range

_TRIGGERS = frozenset({Role.TO, Role.MEANS})
"""What follows is the result of it."""
_FEATURES = frozenset({Role.ABILITY, Role.CAPABILITY})


class SentenceReader:
    """A language's rules for one sentence compiled once."""

    def __init__(self, rules: VerbFinalRules, finder: PredicateFinder, judge: PredicateJudge) -> None:
        self.rules = rules
        self.finder = finder
        self.judge = judge
        objects = ObjectFinder(rules)
        self.recorder = Recorder(rules, objects)
        self.cautions = CautionReader(rules, finder, self.recorder, self.read)
        self.conditions = ConditionReader(rules, judge, self.recorder)
        self.operations = OperationReader(rules, judge, self.recorder, objects)
        pattern = rules.compiled
        self.sentence_end = pattern("sentence_end")
        self.caption = pattern("caption")
        self.explains = pattern("explains")
        self.opinion = pattern("opinion")
        self.past = pattern("past")
        self.statement_end = pattern("statement_end")
        self.received = pattern("received")
        self.software_topic = pattern("software_topic")
        self.completion = pattern("completion")
        self.question, self.courtesy = pattern("question"), pattern("courtesy")

    def read(
        self, marked: MarkedText, start: int, end: int, found: ItemFindings, label: tuple[str, int] | None
    ) -> None:
        if start > 0 and self.caption.match(marked.masked, start, end):
            return
        clauses = [p for p in self.finder.find(marked, start, end) if p.role is not Role.ADNOMINAL]
        explains = clauses and self.explains.search(marked.masked, clauses[-1].start, end) is not None
        if explains and not (clauses[-1].reader and clauses[-1].lemma in self.rules.writing_verbs):
            return
        if self.cautions.read(marked, clauses, start, end, found):
            return
        if self.opinion.search(marked.masked, start, end) and not any(p.role in REQUEST_ROLES for p in clauses):
            return
        if self._tells_of_software(marked.masked, clauses, start, end) or (
            clauses and self._only_asks(marked.masked[start:end].rstrip())
        ):
            return
        narrated = clauses and self.past.search(marked.masked[:end].rstrip()) is not None
        narrated = narrated or (
            clauses
            and clauses[-1].role is Role.FINAL
            and self.past.search(marked.masked[: clauses[-1].end]) is not None
        )
        if narrated and not any(p.role in REQUEST_ROLES for p in clauses):
            return
        reading = Reading(marked, found, label, start, end)
        counts = len(found.actions), len(found.results), len(found.conditions)
        for index, predicate in enumerate(clauses):
            if predicate.role is Role.CAUTION:
                continue
            if predicate.role in CONDITION_ROLES:
                if predicate.role is Role.EACH and self._answered(predicate, clauses[index + 1 :]):
                    self._read_trigger(predicate, reading)
                else:
                    self.conditions.read(predicate, clauses[index + 1 :], reading)
            elif predicate.role in _TRIGGERS and (predicate.reader or predicate.role is Role.TO):
                self._read_trigger(predicate, reading)
            elif reading.result_start >= 0:
                self._read_in_result(predicate, clauses[index:], reading)
            else:
                self.operations.read(predicate, clauses[index + 1 :], reading)
            reading.previous = predicate
            if reading.closed:
                return
        if reading.pending and all(p.role in CHAIN_ROLES for p in reading.pending):
            closing = strip_range(marked.masked, reading.pending[-1].end, end)
            if self.statement_end.search(marked.masked[slice(*closing)]) and not self.completion.search(
                marked.masked[slice(*closing)]
            ):
                reading.pending = []
        self.recorder.flush(reading)
        if reading.result_start >= 0:
            self.recorder.add_result(marked, reading.result_start, end, found)
        acted, limited = len(found.actions) > counts[0], len(found.conditions) > counts[2]
        found.conditioned += acted and limited
        able = clauses and (clauses[-1].role in _FEATURES or clauses[-1].potential)
        if able and not counts[0] and not found.actions and len(found.results) == counts[1]:
            del found.conditions[counts[2] :]  # 「Aした状態で出力できます」 tells what is possible

    def _tells_of_software(self, masked: str, clauses: list[Predicate], start: int, end: int) -> bool:
        """「監視モードでは、受信した値を変換して表示します」: all that is told there is done to data, and nobody is asked."""
        acts = [p for p in clauses if p.reader]
        if not acts or self.software_topic.match(masked, start, end) is None:
            return False
        return not any(p.role in REQUEST_ROLES or p.role is Role.TO for p in acts) and all(
            p.lemma in self.rules.data_verbs or p.lemma in self.rules.command_verbs for p in acts
        )

    def _only_asks(self, sentence: str) -> bool:
        """「電源を切ってもよいですか」 asks something, 「ご了承ください」 is what is said out of courtesy."""
        return self.question.search(sentence) is not None or self.courtesy.search(sentence) is not None

    def _answered(self, predicate: Predicate, later: list[Predicate]) -> bool:
        """「押すたびに表示が切り替わります」: the system answers each time to what the reader does."""
        return predicate.reader and bool(later) and not any(p.reader for p in later)

    def _read_trigger(self, predicate: Predicate, reading: Reading) -> None:
        """「AするとB」, 「AすることでB」: what the reader does is the operation, what follows its result."""
        marked, found = reading.marked, reading.found
        if reading.result_start >= 0:
            until = predicate.clause_start
            if until == self.judge.skip(marked.masked, reading.result_start, until):
                # 「Aを押すとBがON、Cを押すと…」: the first result ends at the comma.
                until = marked.masked.rfind(self.rules.list_mark, reading.result_start, predicate.start)
                predicate.clause_start = max(until, predicate.clause_start)
            self.recorder.add_result(marked, reading.result_start, until, found)
        opened = reading.pending[0].clause_start if reading.pending else -1
        if predicate.reader and self.judge.is_no_operation(marked.masked, predicate, opened):
            reading.pending = []
            reading.closed = True
        elif not predicate.reader and self.judge.harms(marked.masked, predicate):
            reading.closed = True
        if reading.closed:
            if self.judge.harms(marked.masked, predicate):
                stop = self.sentence_end.search(marked.masked, predicate.end)
                stop_at = stop.start() if stop else len(marked.masked)
                found.cautions.append(self.recorder.trim(marked, predicate.clause_start, stop_at, leading=False))
            return
        if predicate.reader:
            reading.pending.append(predicate)
            found.operations += 1
            self.recorder.flush(reading)
        else:
            self.recorder.flush(reading)
            if predicate.lemma in self.rules.ignored_verbs or predicate.lemma in self.rules.telling_verbs:
                return
            told = marked.masked[predicate.clause_start : predicate.start].strip()
            if told or not marked.masked[: predicate.start].strip():  # a bare 「開くと、」 later on only goes on
                self.recorder.add_condition(marked, predicate.clause_start, predicate.end, found)
        reading.result_start = predicate.end
        received = not predicate.reader and self.received.search(predicate.lemma) is not None
        reading.resumes = predicate.role is Role.MEANS or not (predicate.reader or received)

    def _read_in_result(self, predicate: Predicate, rest: list[Predicate], reading: Reading) -> None:
        """Inside a result a request takes the reader back to acting. A plain last verb does so where it was only
        a trigger or a reason (「完了画面が出ると…」, 「…が表示されますので、［OK］を押します」)."""
        marked, found = reading.marked, reading.found
        requested = any(p.role in REQUEST_ROLES and p.reader for p in rest)
        if predicate.role is Role.REASON and not requested and any(p.role in REQUEST_ROLES for p in rest):
            self.recorder.add_result(marked, reading.result_start, predicate.end, found)
            reading.closed = True  # 「…が届くので、そちらを参照してください」
            return
        if (
            reading.resumes
            and rest[-1].reader
            and rest[-1].role is Role.FINAL
            and rest[-1].lemma not in self.rules.processing_verbs
        ):
            requested = True
        if not requested or not predicate.reader or predicate.role in (Role.PURPOSE, Role.ABILITY):
            if predicate.role is not Role.PURPOSE:
                reading.said_until = predicate.end
            reading.resumes = reading.resumes or predicate.role is Role.REASON
            return
        if reading.said_until > reading.result_start:
            self.recorder.add_result(marked, reading.result_start, reading.said_until, found)
        reading.result_start = -1
        found.requests += predicate.role in REQUEST_ROLES
        reading.pending.append(predicate)
