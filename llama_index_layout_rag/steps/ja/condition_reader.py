"""Reads the conditions of a verb-final sentence: where each begins, and which of them only tell an operation."""

from __future__ import annotations

from llama_index_layout_rag.steps.ja.predicate import CONDITION_ROLES, Predicate, Role
from llama_index_layout_rag.steps.ja.predicate_judge import PredicateJudge
from llama_index_layout_rag.steps.ja.reading import Reading
from llama_index_layout_rag.steps.ja.recorder import Recorder
from llama_index_layout_rag.steps.ja.rules import VerbFinalRules

_TIMES = frozenset({Role.BEFORE, Role.AFTERCOND, Role.UNTIL, Role.EACH})
_IFS = frozenset({Role.CONDITION, Role.TARA, Role.BA, Role.NEGCOND})
"""Conditions that something may be so, not that it is at some time or in some state."""
_LINKS = frozenset({Role.CHAIN, Role.STEM})


class ConditionReader:
    """The rules for conditions compiled once."""

    def __init__(self, rules: VerbFinalRules, judge: PredicateJudge, recorder: Recorder) -> None:
        self.rules = rules
        self.judge = judge
        self.recorder = recorder
        self.object_mark, self.list_mark = rules.object_mark, rules.list_mark
        self.particles = rules.joining_particles | rules.subject_marks
        self.topic_mark = rules.compiled("topic_mark")
        self.made_so = rules.compiled("made_so")
        self.completion = rules.compiled("completion")
        self.check_outcome = rules.compiled("check_outcome")
        self.left_particle = rules.compiled("left_particle")
        self.gapped_name = rules.compiled("gapped_name")

    def read(self, predicate: Predicate, later: list[Predicate], reading: Reading) -> None:
        """A condition; the chain in front of it belongs to it when the reader goes on acting (「AしてBする場合」)."""
        marked, found, end = reading.marked, reading.found, reading.end
        if self._only_dates(predicate, later, reading):
            return
        if self._says_how(predicate, later, reading):
            return
        if reading.result_start >= 0:
            self.recorder.add_result(marked, reading.result_start, predicate.clause_start, found)
            left = self.left_particle.match(marked.masked, predicate.end, end)
            reading.result_start = left.end() if left is not None else predicate.end
        if (
            predicate.role is Role.BA
            and predicate.reader
            and self.judge.becomes(marked.masked, predicate, later, bool(reading.pending), end)
        ):
            reading.pending.append(predicate)
            found.operations += 1
            self.recorder.flush(reading)
            reading.result_start = (
                predicate.end
                if self.completion.match(marked.masked[self.judge.skip(marked.masked, predicate.end, end) : end])
                is None
                else -1
            )
            return
        outcome = self.check_outcome.match(marked.masked, self.judge.skip(marked.masked, predicate.end, end))
        if outcome is not None and predicate.role in _IFS:
            reading.pending = [p for p in reading.pending if p.lemma not in self.rules.manner_verbs]
            self.recorder.flush(reading)
            self.recorder.add_result(marked, predicate.clause_start, end, found)
            reading.closed = True
            return
        first = self._condition_start(predicate, reading)
        first = self._behind_gap(first, predicate, reading)
        if predicate.role is Role.UNTIL and later:
            if not later[0].reader and later[0].role in (Role.REASON, Role.FINAL):
                return  # 「達するまで約20分かかるので」: the system's time, no limit of what the reader does
            first = self._until_start(marked.masked, predicate, later[0])
        first = self._behind_object(first, predicate, later, reading)
        before = reading.previous
        if (
            before is not None
            and before.role in CONDITION_ROLES
            and self.judge.runs_on(marked.masked, before, predicate)
        ):
            first = found.conditions.pop()[0] if found.conditions else first  # 運転中に異音がした場合
        first = self._behind_topic(marked.masked, first, predicate)
        self.recorder.add_condition(marked, first, predicate.end, found)

    def _says_how(self, predicate: Predicate, later: list[Predicate], reading: Reading) -> bool:
        """「…を押すと、絞り込んだ状態で一覧が表示されます」: how something happens, and no limit."""
        parted = reading.marked.masked[predicate.end : predicate.end + 1] == self.list_mark
        return predicate.role is Role.STATE and not parted and bool(later) and not any(p.reader for p in later)

    def _only_dates(self, predicate: Predicate, later: list[Predicate], reading: Reading) -> bool:
        """「…すると、起動後に一覧が開きます」: a time without a verb or comma inside of what the system does or of a warning."""
        masked = reading.marked.masked
        if predicate.lemma or not later or masked[predicate.end : predicate.end + 1] == self.list_mark:
            return False
        dates = masked[predicate.end - 1 : predicate.end] in self.rules.joining_particles
        return dates and (reading.result_start >= 0 or later[0].role is Role.CAUTION)

    def _condition_start(self, predicate: Predicate, reading: Reading) -> int:
        """Where a condition begins: with the chain in front of it, or behind the operations that chain tells."""
        marked = reading.marked
        joined = reading.pending and all(p.role in _LINKS for p in reading.pending)
        if joined and self.judge.extends_chain(marked.masked, reading.pending[-1], predicate):
            bound = self._bound(reading, predicate)
            reading.pending = reading.pending[: len(reading.pending) - len(bound)]
            self.recorder.flush(reading)
            return bound[0].clause_start
        self.recorder.flush(reading)
        first = predicate.clause_start
        if reading.system_start >= 0 and predicate.role in _IFS:
            first, reading.system_start = reading.system_start, -1  # 連続して発生した場合
        before = reading.previous
        brought = before is not None and before.role is Role.PURPOSE
        if before is not None and brought and self.made_so.fullmatch(marked.masked, before.end, predicate.start):
            return before.clause_start  # 「風が通るようにした状態で」
        ends = (
            before is not None and not predicate.lemma and marked.masked[before.end : before.end + 1] == self.list_mark
        )
        if before is not None and before.role is Role.NEGATIVE and not ends:
            first = before.clause_start  # 保存せずに終了する場合
        return first

    def _bound(self, reading: Reading, predicate: Predicate) -> list[Predicate]:
        """The links of a chain that belong to the condition behind; to 〜たら only those behind the last comma."""
        pending, masked = reading.pending, reading.marked.masked
        if predicate.role is not Role.TARA:
            return pending
        parted = [i for i, p in enumerate(pending[:-1]) if masked[p.end : p.end + 1] == self.list_mark]
        return pending[parted[-1] + 1 :] if parted else pending

    def _behind_gap(self, first: int, predicate: Predicate, reading: Reading) -> int:
        """「可ならばAを、不可の場合はBを選ぶ」: A is an object of the verb behind, the second condition begins after it."""
        masked, found = reading.marked.masked, reading.found
        gap = masked.rfind(self.object_mark + self.list_mark, first, predicate.start)
        behind = gap + len(self.object_mark + self.list_mark)
        whole = self.particles & set(
            masked[behind : predicate.start]
        )  # the condition has an object or a place of its own
        if gap >= 0 and (found.conditions or whole) and predicate.role is not Role.UNTIL:
            reading.gapped.append((first, gap))  # also 「種別を、Aを使う場合はBにする」
            return behind
        if not found.conditions or reading.previous is None:
            return first
        named = self.gapped_name.match(masked, first, predicate.start)
        if named is not None:  # 「戻る場合は［戻る］、続ける場合は［次へ］を押す」
            reading.gapped.append((first, named.end("name")))
            return named.end()
        return first

    def _behind_object(self, first: int, predicate: Predicate, later: list[Predicate], reading: Reading) -> int:
        """「温度を始業前に記録する」: a marker without a verb takes no object, so the object is that of the verb behind."""
        masked = reading.marked.masked
        position = masked.rfind(self.object_mark, first, predicate.start)
        if predicate.lemma or position < 0 or not later or not later[0].reader:
            return first
        heir = later[0]
        if (
            masked[predicate.end : predicate.end + 1] == self.list_mark
            or self.object_mark in masked[predicate.end : heir.start]
        ):
            return first
        heir.clause_start = heir.floor = first
        return position + len(self.object_mark)

    def _behind_topic(self, masked: str, first: int, predicate: Predicate) -> int:
        """「フィルターは使用前に点検する」: where a time is told, the topic in front belongs to the verb behind."""
        if predicate.lemma and predicate.role not in _TIMES:
            return first
        topic = max((mark.start() for mark in self.topic_mark.finditer(masked, first, predicate.start)), default=-1)
        limits = topic > first and masked[topic - 1] not in self.rules.joining_particles
        return topic + len(self.rules.topic_mark) if limits else first

    def _until_start(self, masked: str, predicate: Predicate, heir: Predicate) -> int:
        """「ドアを音がするまで押す」: the object in front belongs to the verb behind, the condition begins after it."""
        segment = masked[predicate.clause_start : predicate.start]
        position = segment.find(self.object_mark)
        subject = max((segment.rfind(mark) for mark in self.rules.subject_marks), default=-1)
        happens = not predicate.reader or predicate.lemma in self.rules.event_verbs
        if position >= 0 and (position < subject or happens):
            start = predicate.clause_start + position + 1
            heir.clause_start = predicate.clause_start
            heir.floor = heir.clause_start
            heir.reader = heir.reader or ((heir.role is Role.FINAL or heir.role in _LINKS) and not heir.passive)
            return start
        return predicate.clause_start
