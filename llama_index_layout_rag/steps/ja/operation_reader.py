"""Reads the operations of a verb-final sentence: what the reader does, and what the system does in between."""

from __future__ import annotations

from llama_index_layout_rag.steps.ja.object_reader import ObjectFinder
from llama_index_layout_rag.steps.ja.predicate import CHAIN_ROLES, REQUEST_ROLES, TOLD_ROLES, Predicate, Role
from llama_index_layout_rag.steps.ja.predicate_judge import PredicateJudge
from llama_index_layout_rag.steps.ja.reading import Reading
from llama_index_layout_rag.steps.ja.recorder import Recorder
from llama_index_layout_rag.steps.ja.rules import VerbFinalRules
from llama_index_layout_rag.steps.marking import NAME, MarkedText

_ABLE = frozenset({Role.ABILITY, Role.CAPABILITY})
_FOLLOWED = frozenset({Role.THEN, Role.AFTER})
_NOT_TOLD = frozenset({Role.UNNEEDED, Role.PROHIBIT, Role.REASON, Role.CONTRAST})
"""What takes back the chain in front of it, or gives a reason: nothing there is told the reader."""
_CIRCUMSTANCES = frozenset({Role.PURPOSE, Role.TOGETHER, Role.NEGATIVE})
"""What is told beside an operation: to what end, with what, without what."""
_NEAR_HEIR = 16
"""Characters behind a manner within which the verb stands that is done so."""


class OperationReader:
    """The rules for operations compiled once."""

    def __init__(self, rules: VerbFinalRules, judge: PredicateJudge, recorder: Recorder, objects: ObjectFinder) -> None:
        self.rules = rules
        self.no_acts = rules.feature_verbs | rules.ignored_verbs
        self.judge = judge
        self.recorder = recorder
        self.objects = objects
        self.processing = tuple(verb for verb in rules.processing_verbs if verb.endswith(rules.do_verb))
        self.object_mark = rules.object_mark
        self.told_noun = rules.compiled("told_noun")
        self.aimed_at = rules.compiled("aimed_at")
        self.owned_noun = rules.compiled("owned_noun")
        self.suffices = rules.compiled("suffices")
        self.in_parts = rules.compiled("in_parts")
        self.manner = rules.compiled("manner")

    def read(self, predicate: Predicate, later: list[Predicate], reading: Reading) -> None:
        """A predicate outside of conditions and results: what the reader does, what the system does, or neither."""
        marked, found = reading.marked, reading.found
        role = predicate.role
        chains, good = role in CHAIN_ROLES, role is Role.GOOD
        if role in _ABLE or predicate.potential:
            self._read_ability(predicate, reading)
        elif good and self._suffices(marked, predicate):
            reading.pending = []
        elif role in _NOT_TOLD:
            self._read_reason(predicate, reading)
        elif role in _CIRCUMSTANCES:
            if role is Role.PURPOSE and later:
                self._leave_object(predicate, later[0], reading)
                self._place_object(marked.masked, predicate, later[0])
        elif role in _FOLLOWED and not predicate.reader and any(p.reader for p in later):
            self.recorder.flush(reading)
            self.recorder.add_condition(marked, predicate.clause_start, predicate.end, found)
        elif chains and predicate.lemma in self.no_acts and later and role is not Role.EITHER:
            self._hand_on_object(marked.masked, predicate, later[0])
        elif predicate.reader and (chains or good or role in TOLD_ROLES):
            self._read_act(predicate, later, reading)
        elif not predicate.reader and (role is Role.FINAL or (chains and not later)):
            self._read_event(predicate, reading)
        elif not predicate.reader and chains and reading.system_start < 0:
            reading.system_start = predicate.clause_start

    def _suffices(self, marked: MarkedText, predicate: Predicate) -> bool:
        """「年度ごとに一度登録すればよい」 says that it is enough; what is done by hand is told that way too."""
        if self.suffices.search(marked.masked, predicate.start, predicate.end) is None:
            return False
        by_hand = predicate.lemma in self.rules.hand_verbs or not predicate.lemma.endswith(self.rules.do_verb)
        return not by_hand and NAME not in marked.masked[predicate.clause_start : predicate.start]

    def _leave_object(self, predicate: Predicate, heir: Predicate, reading: Reading) -> None:
        """「皮膚を綿で円を描くように拭く」: the first of two objects belongs to the verb behind the manner."""
        marked = reading.marked
        marks = [
            match.start()
            for match in self.objects.object_pattern.finditer(marked.masked, predicate.clause_start, predicate.start)
        ]
        if len(marks) > 1 and heir.reader and self.object_mark not in marked.masked[heir.clause_start : heir.start]:
            self.recorder.flush(reading)
            reading.gapped.append((predicate.clause_start, marks[0]))

    def _place_object(self, masked: str, predicate: Predicate, heir: Predicate) -> None:
        """「袋を口にかぶせるように固定する」: what is placed in that manner is what the next verb acts on."""
        if predicate.lemma not in self.rules.placing_verbs or not heir.reader:
            return
        alone = masked.count(self.object_mark, predicate.clause_start, predicate.start) == 1
        bare = heir.start <= predicate.end + _NEAR_HEIR and self.object_mark not in masked[predicate.end : heir.start]
        if alone and bare and self.manner.search(masked[: predicate.end]) is not None:
            self._hand_on_object(masked, predicate, heir)

    def _read_ability(self, predicate: Predicate, reading: Reading) -> None:
        """「［表示］を選択して確認できます」: with a control named, the chain in front is what to do; else all is a feature."""
        marked, found = reading.marked, reading.found
        named = [p for p in reading.pending if self._operates(marked, p)]
        if named:
            reading.result_start = reading.pending[-1].end
            found.operations += 1
            self.recorder.flush(reading)
        reading.pending = []

    def _operates(self, marked: MarkedText, predicate: Predicate) -> bool:
        """Whether a control is worked: it has a name, or the verb says so (「項目をクリックした後、…できます」)."""
        named = NAME in marked.masked[max(predicate.clause_start, predicate.floor) : predicate.start]
        return named or predicate.lemma in self.rules.pointing_verbs

    def _read_reason(self, predicate: Predicate, reading: Reading) -> None:
        """What need not or must not be done, or why; a reason that can be seen (「画面が開くので」) is a result."""
        marked, found = reading.marked, reading.found
        if predicate.role is Role.REASON:
            goes = predicate.lemma in self.rules.ambitransitive_verbs
            acts = self.object_mark in marked.masked[predicate.clause_start : predicate.start]
            if (goes and not acts) or (not predicate.reader and self.judge.is_shown(marked.masked, predicate)):
                self.recorder.flush(reading)
                self.recorder.add_result(marked, predicate.clause_start, predicate.end, found)
        reading.pending = []

    def _read_act(self, predicate: Predicate, later: list[Predicate], reading: Reading) -> None:
        """What the reader does; of a way of doing or looking only the object counts, for the verb behind."""
        marked, found = reading.marked, reading.found
        role = predicate.role
        if role is Role.NAGARA and predicate.lemma in self.rules.manner_verbs:
            if later and predicate.lemma in self.rules.holding_verbs:
                self._hand_on_object(marked.masked, predicate, later[0])
            return
        if later and self.in_parts.search(marked.masked, predicate.clause_start, predicate.end):
            later[0].clause_start = predicate.clause_start
            return
        if (
            role is Role.CHAIN
            and predicate.lemma in self.rules.looking_verbs
            and later
            and not self._sets(marked, predicate)
        ):
            self._hand_on_object(marked.masked, predicate, later[0])
            return
        found.requests += role in REQUEST_ROLES
        final, nominal = role is Role.FINAL, role is Role.NOMINAL
        found.operations += final and predicate.prepared
        found.nominal_end = nominal
        found.told_noun = nominal and self.told_noun.search(marked.masked[: predicate.start]) is not None
        found.owned_noun = nominal and self.owned_noun.search(marked.masked[: predicate.end]) is not None
        found.plain_end = final and not predicate.polite
        found.polite_ends += final and predicate.polite
        reading.pending.append(predicate)

    def _sets(self, marked: MarkedText, predicate: Predicate) -> bool:
        """「ダイヤルを「0000」に合わせて」: with a value or a mark named, it is an operation and no way of doing the next."""
        if predicate.lemma.endswith(self.rules.state_mark + self.rules.do_verb):
            return False  # 「裏面を上にして」
        segment = marked.masked[predicate.clause_start : predicate.start]
        position = self.objects.position(segment, 0)
        aimed = position > 0 and self.objects.goal_mark.search(segment, 0, position) is not None  # 印に針を合わせて
        aimed = aimed or self.aimed_at.search(segment) is not None
        valued = NAME in segment[position:] or any(c.isdigit() for c in segment[position:])
        return position >= 0 and (aimed or valued)

    def _read_event(self, predicate: Predicate, reading: Reading) -> None:
        """What the system does at the end of a sentence: an operation that the reader has it do, or a result."""
        marked, found = reading.marked, reading.found
        by_control = any(NAME in marked.masked[p.clause_start : p.start] for p in reading.pending)
        linked = bool(reading.pending) and reading.pending[-1].role is Role.CHAIN
        bare = linked and not marked.masked[predicate.clause_start : predicate.start].strip()
        processing = predicate.lemma in self.rules.processing_verbs or predicate.lemma.endswith(self.processing)
        processes = not predicate.passive and processing
        if (by_control or bare) and predicate.role is Role.FINAL and processes:
            # 「音源を選んで解析します」, 「『書出』を押してMIDIに変換します」: with a control named, or told in
            # one breath with what the reader does, what software does is what the reader has it do.
            reading.pending.append(predicate)
            return
        chained = all(p.role in (Role.CHAIN, Role.STEM) for p in reading.pending)
        if chained and predicate.lemma not in self.rules.obeying_verbs:
            reading.pending = []
        if self.judge.is_shown(marked.masked, predicate, after_action=bool(found.actions)):
            first = predicate.clause_start if reading.system_start < 0 else reading.system_start
            self.recorder.add_result(marked, first, predicate.end, found)
        reading.system_start = -1

    def _hand_on_object(self, masked: str, predicate: Predicate, heir: Predicate) -> None:
        """「値を環境に合わせて書き換える」: the object of a chain that is no action belongs to the next verb."""
        segment = masked[predicate.clause_start : predicate.start]
        position = self.objects.position(segment, 0)
        bare = self.object_mark not in masked[heir.clause_start : heir.start]
        if position >= 0 and (bare or self.objects.goal_mark.search(segment, position) is not None):
            heir.clause_start = predicate.clause_start
