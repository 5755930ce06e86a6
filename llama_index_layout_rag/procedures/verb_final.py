"""Reads steps of languages whose verb closes the clause: a finder brings the predicates, the text in front of each is
its clause.

The engine holds no word of any language; `VerbFinalRules` and the language's predicate finder bring them. A sentence
is read from left to right. Each predicate has a role from its ending (chain, condition, "and then this happens",
request, …) and a doer (reader or system); from these follow actions, conditions, results and cautions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from llama_index_layout_rag.procedures.marking import (
    ASIDE,
    NAME,
    STOPS,
    MarkedText,
    mark_text,
    strip_range,
)
from llama_index_layout_rag.procedures.objects import ObjectFinder, Target
from llama_index_layout_rag.procedures.predicate_judge import PredicateJudge
from llama_index_layout_rag.procedures.predicates import (
    CHAIN_ROLES,
    CONDITION_ROLES,
    REQUEST_ROLES,
    TOLD_ROLES,
    Predicate,
)
from llama_index_layout_rag.procedures.references import ReferenceFinder
from llama_index_layout_rag.procedures.rules import VerbFinalRules
from llama_index_layout_rag.procedures.spans import span, spans
from llama_index_layout_rag.procedures.step_judge import ItemFindings, StepJudge
from llama_index_layout_rag.procedures.steps import Span, StepAnalysis

_SHORT_ITEM = 40
"""A numbered item up to this length commands even where its verb is one of data processing."""
_LABELLED = 80
"""Characters behind a label in which a second colon shows that it was no label."""
_SHORTEST_ASIDE = 6
_BULLETS = "※＊*>・ " + ASIDE


@dataclass
class _Reading:
    """Where the reading of one sentence stands, and what has been found so far."""

    marked: MarkedText
    found: ItemFindings
    label: tuple[str, int] | None
    start: int
    pending: list[Predicate] = field(default_factory=list)
    result_start: int = -1
    system_start: int = -1
    closed: bool = False
    resumes: bool = False
    said_until: int = -1
    previous: Predicate | None = None
    gapped: tuple[int, int] | None = None


class VerbFinalAnalyzer:
    """A language's rules compiled once."""

    def __init__(self, rules: VerbFinalRules, names: Sequence[str] = ()) -> None:
        self.rules = rules
        self.names = tuple(sorted(names, key=len, reverse=True))
        self.finder = rules.predicate_finder(rules)
        self._last: tuple[str, MarkedText, list[tuple[int, int, list[Predicate]]]] | None = None
        self.objects = ObjectFinder(rules)
        self.judge = PredicateJudge(rules)
        self.steps = StepJudge(rules, self.finder)
        self.references = ReferenceFinder(rules)
        self.processing = tuple(verb for verb in rules.processing_verbs if verb.endswith(rules.do_verb))
        self.object_mark, self.list_mark = rules.object_mark, rules.list_mark
        self.leading = re.compile(f"(?:{rules.patterns['leading']})+")
        self.bare_condition = re.compile(f"(?:{rules.patterns['bare_condition']})$")
        pattern = rules.compiled
        self.sentence_end = pattern("sentence_end")
        self.label = pattern("label")
        self.label_again = pattern("label_again")
        self.no_label = pattern("no_label")
        self.caution = pattern("caution")
        self.caution_label = pattern("caution_label")
        self.attentive = pattern("attentive")
        self.statement_end = pattern("statement_end")
        self.completion = pattern("completion")
        self.check_outcome = pattern("check_outcome")
        self.reason_tail = pattern("reason_tail")
        self.past = pattern("past")
        self.opinion = pattern("opinion")
        self.told_noun = pattern("told_noun")
        self.condition_tail = pattern("condition_tail")
        self.topic = pattern("topic")
        self.left_of_condition = pattern("left_of_condition")
        self.in_parts = pattern("in_parts")
        self.gapped_name = pattern("gapped_name")
        self.condition_hint = pattern("condition_hint")
        self.condition_topic = pattern("condition_topic")
        self.explains = pattern("explains")

    def analyze(self, text: str, marker: str | None, emphasis: Sequence[tuple[int, int]]) -> StepAnalysis:
        """Reads one item as a step; see `extraction.analyze_step`."""
        marked = mark_text(text, emphasis, self.names)
        marked.commands = bool(marker) and any(c.isalnum() for c in marker or "") and len(text) <= _SHORT_ITEM
        found = ItemFindings()
        label = self._label(marked)
        for start, end in self._sentences(marked.masked, label[1] if label else 0):
            self._read_sentence(marked, start, end, found, label)
            label = None
        for start, end in marked.asides:
            self._read_aside(marked, start, end, found)
        is_step = self.steps.is_step(marked, found, marker)
        return found.analysis(text, marked.masked, self.find_refs(text), self.sentence_end, is_step)

    def _told(self, text: str) -> tuple[MarkedText, list[tuple[int, int, list[Predicate]]]]:
        """The sentences of a text with their predicates; remembered for the next question about the same text."""
        last = self._last
        if last is not None and last[0] == text:
            return last[1], last[2]
        marked = mark_text(text)
        found = [(a, b, self.finder.find(marked, a, b)) for a, b in self._sentences(marked.masked, 0)]
        self._last = (text, marked, found)  # One assignment: safe where threads share the rules.
        return marked, found

    def condition_results(self, text: str) -> list[tuple[Span, Span]]:
        """Condition and consequence of each sentence that says what the system does under which condition."""
        marked, told = self._told(text)
        pairs: list[tuple[Span, Span]] = []
        for _, end, predicates in told:
            opened: tuple[int, int] | None = None
            for predicate in predicates:
                if predicate.role in CONDITION_ROLES or predicate.role == "to":
                    if opened is not None and predicate.start > opened[1]:
                        self._append_pair(pairs, text, opened, (opened[1], predicate.clause_start))
                    first = (
                        predicate.clause_start if opened is None or predicate.clause_start >= opened[1] else opened[0]
                    )
                    gap = self._gap(marked.masked, opened, first, predicate.start)
                    if opened is not None and gap > first:
                        self._append_pair(pairs, text, opened, (opened[1], gap))
                        first = gap + 1
                    opened = self._trim(marked, first, predicate.end)
            if opened is not None:
                self._append_pair(pairs, text, opened, (opened[1], end))
        return pairs

    def _gap(self, masked: str, opened: tuple[int, int] | None, first: int, end: int) -> int:
        """「可の場合は完了画面、不可の場合は…が表示されます」: the comma where the first consequence ends without a verb, or -1."""
        begin = self.judge.skip(masked, first, end)
        if opened is None or self.judge.skip(masked, opened[1], end) != begin:
            return -1
        return masked.rfind(self.list_mark, begin, end)

    def is_system_sentence(self, text: str) -> bool:
        """Whether the text only says what the system does: no operation of the reader stands in it."""
        seen = False
        for _, _, found in self._told(text)[1]:
            predicates = [p for p in found if p.role != "adnominal"]
            if any(p.reader and p.role not in CONDITION_ROLES and p.role != "to" for p in predicates):
                return False
            seen = seen or bool(predicates)
        return seen

    def find_cautions(self, text: str) -> list[Span]:
        """The sentences that forbid or warn."""
        marked = mark_text(text)
        found: list[tuple[int, int]] = []
        for start, end in self._sentences(marked.masked, 0):
            if self.caution.search(marked.masked, start, end) or self.caution_label.match(marked.folded, start, end):
                found.append(self._trim(marked, start, end, leading=False))
        return spans(text, found)

    def find_refs(self, text: str) -> list[str]:
        """Numbered references, as printed, each once."""
        return self.references.find(text)

    def _sentences(self, masked: str, start: int) -> list[tuple[int, int]]:
        bounds: list[tuple[int, int]] = []
        position = start
        for match in self.sentence_end.finditer(masked, start):
            if match.start() > position:
                bounds.append((position, match.start()))
            position = match.end()
        if position < len(masked):
            bounds.append((position, len(masked)))
        return bounds

    def _label(self, marked: MarkedText) -> tuple[str, int] | None:
        match = self.label.match(marked.masked)
        if match is None or self.caution_label.match(marked.folded) is not None:
            return None
        if self.no_label.match(marked.folded, match.start(1), match.end(1)) is not None:
            return None
        if self.label_again.search(marked.masked, match.end(), match.end() + _LABELLED):
            return None
        return marked.text[match.start(1) : match.end(1)], match.end()

    def _trim(self, marked: MarkedText, start: int, end: int, leading: bool = True) -> tuple[int, int]:
        start, end = strip_range(marked.masked, start, end)
        while start < end and marked.masked[start] in _BULLETS:
            start += 1
        start, end = strip_range(marked.masked, start, end)
        if leading:
            match = self.leading.match(marked.masked, start, end)
            if match is not None and match.end() < end:
                start, end = strip_range(marked.masked, match.end(), end)
        return start, end

    def _read_sentence(
        self, marked: MarkedText, start: int, end: int, found: ItemFindings, label: tuple[str, int] | None
    ) -> None:
        if start > 0 and self.steps.caption.match(marked.masked, start, end):
            return
        clauses = [p for p in self.finder.find(marked, start, end) if p.role != "adnominal"]
        if clauses and self.explains.search(marked.masked, clauses[-1].start, end):
            return
        if self._read_cautions(marked, clauses, start, end, found):
            return
        if self.opinion.search(marked.masked, start, end) and not any(
            p.role in REQUEST_ROLES or p.role == "good" for p in clauses
        ):
            return
        narrated = clauses and clauses[-1].role == "final" and self.past.search(marked.masked[: clauses[-1].end])
        if narrated and not any(p.role in REQUEST_ROLES for p in clauses):
            return
        reading = _Reading(marked, found, label, start=start)
        counts = len(found.actions), len(found.results), len(found.conditions)
        for index, predicate in enumerate(clauses):
            if predicate.role == "caution":
                continue
            if predicate.role in CONDITION_ROLES:
                self._read_condition(predicate, clauses[index + 1 :], reading, end)
            elif predicate.role in ("to", "means") and (predicate.reader or predicate.role == "to"):
                self._read_trigger(predicate, reading)
            elif reading.result_start >= 0:
                self._read_in_result(predicate, clauses[index:], reading)
            else:
                self._read_operation(predicate, clauses[index + 1 :], reading)
            reading.previous = predicate
            if reading.closed:
                return
        if reading.pending and all(p.role in CHAIN_ROLES for p in reading.pending):
            closing = strip_range(marked.masked, reading.pending[-1].end, end)
            if self.statement_end.search(marked.masked[slice(*closing)]) and not self.completion.search(
                marked.masked[slice(*closing)]
            ):
                reading.pending = []
        self._flush(reading)
        if reading.result_start >= 0:
            self._add_result(marked, reading.result_start, end, found)
        able = clauses and (clauses[-1].role in ("ability", "capability") or clauses[-1].potential)
        if able and len(found.actions) == counts[0] and len(found.results) == counts[1]:
            del found.conditions[counts[2] :]  # 「Aした状態で出力できます」 tells what is possible

    def _read_condition(self, predicate: Predicate, later: list[Predicate], reading: _Reading, end: int) -> None:
        """A condition; the chain in front of it belongs to it when the reader goes on acting (「AしてBする場合」)."""
        marked, found = reading.marked, reading.found
        if reading.result_start >= 0:
            self._add_result(marked, reading.result_start, predicate.clause_start, found)
            reading.result_start = predicate.end
        if (
            predicate.role == "ba"
            and predicate.reader
            and self.judge.becomes(marked.masked, predicate, later, bool(reading.pending), end)
        ):
            reading.pending.append(predicate)
            found.operations += 1
            self._flush(reading)
            reading.result_start = (
                predicate.end
                if self.completion.match(marked.masked[self.judge.skip(marked.masked, predicate.end, end) : end])
                is None
                else -1
            )
            return
        outcome = self.check_outcome.match(marked.masked, self.judge.skip(marked.masked, predicate.end, end))
        if outcome is not None and predicate.role in ("ba", "tara", "condition", "negcond"):
            reading.pending = [p for p in reading.pending if p.lemma not in self.rules.manner_verbs]
            self._flush(reading)
            self._add_result(marked, predicate.clause_start, end, found)
            reading.closed = True
            return
        first = self._condition_start(predicate, reading)
        first = self._behind_gap(first, predicate, reading)
        if predicate.role == "until" and later:
            if not later[0].reader and later[0].role in ("reason", "final"):
                return  # 「達するまで約20分かかるので」: the system's time, no limit of what the reader does
            first = self._until_start(marked.masked, predicate, later[0])
        before = reading.previous
        if (
            before is not None
            and before.role in CONDITION_ROLES
            and self.judge.runs_on(marked.masked, before, predicate)
        ):
            first = found.conditions.pop()[0] if found.conditions else first  # 運転中に異音がした場合
        topic = self.condition_topic.match(marked.masked, first, predicate.start)
        while topic is not None:
            first = topic.end()
            topic = self.condition_topic.match(marked.masked, first, predicate.start)
        self._add_condition(marked, first, predicate.end, found)

    def _condition_start(self, predicate: Predicate, reading: _Reading) -> int:
        """Where a condition begins: with the chain in front of it, or behind the operations that chain tells."""
        marked = reading.marked
        joined = reading.pending and all(p.role in ("chain", "stem") for p in reading.pending)
        if joined and self.judge.extends_chain(marked.masked, reading.pending[-1], predicate):
            first = reading.pending[0].clause_start
            reading.pending = []
            return first
        self._flush(reading)
        first = predicate.clause_start
        if reading.system_start >= 0 and predicate.role in ("condition", "tara", "ba", "negcond"):
            first, reading.system_start = reading.system_start, -1  # 連続して発生した場合
        if reading.previous is not None and reading.previous.role == "negative":
            first = reading.previous.clause_start  # 保存せずに終了する場合
        return first

    def _behind_gap(self, first: int, predicate: Predicate, reading: _Reading) -> int:
        """「可ならばAを、不可の場合はBを選ぶ」: A is an object of the verb behind, the second condition begins after it."""
        masked, found = reading.marked.masked, reading.found
        if not found.conditions or reading.previous is None:
            return first
        gap = masked.rfind(self.object_mark + self.list_mark, first, predicate.start)
        if gap >= 0:
            reading.gapped = (first, gap)
            return gap + len(self.object_mark + self.list_mark)
        named = self.gapped_name.match(masked, first, predicate.start)
        if named is not None:  # 「戻る場合は［戻る］、続ける場合は［次へ］を押す」
            reading.gapped = (first, named.end("name"))
            return named.end()
        return first

    def _until_start(self, masked: str, predicate: Predicate, heir: Predicate) -> int:
        """「ドアを音がするまで押す」: the object in front belongs to the verb behind, the condition begins after it."""
        segment = masked[predicate.clause_start : predicate.start]
        position = segment.find(self.object_mark)
        subject = max((segment.rfind(mark) for mark in self.rules.subject_marks), default=-1)
        if position >= 0 and (position < subject or not predicate.reader):
            start = predicate.clause_start + position + 1
            heir.clause_start = predicate.clause_start
            heir.floor = heir.clause_start
            heir.reader = heir.reader or (heir.role in ("final", "chain", "stem") and not heir.passive)
            return start
        return predicate.clause_start

    def _read_trigger(self, predicate: Predicate, reading: _Reading) -> None:
        """「AするとB」, 「AすることでB」: what the reader does is the operation, what follows its result."""
        marked, found = reading.marked, reading.found
        if reading.result_start >= 0:
            until = predicate.clause_start
            if until == self.judge.skip(marked.masked, reading.result_start, until):
                # 「Aを押すとBがON、Cを押すと…」: the first result ends at the comma.
                until = marked.masked.rfind(self.rules.list_mark, reading.result_start, predicate.start)
                predicate.clause_start = max(until, predicate.clause_start)
            self._add_result(marked, reading.result_start, until, found)
        if predicate.reader and self.judge.is_no_operation(marked.masked, predicate):
            reading.pending = []
            reading.closed = True
        elif not predicate.reader and self.judge.harms(marked.masked, predicate):
            reading.closed = True
        if reading.closed:
            if self.judge.harms(marked.masked, predicate):
                stop = self.sentence_end.search(marked.masked, predicate.end)
                stop_at = stop.start() if stop else len(marked.masked)
                found.cautions.append(self._trim(marked, predicate.clause_start, stop_at, leading=False))
            return
        if predicate.reader:
            reading.pending.append(predicate)
            found.operations += 1
            self._flush(reading)
        else:
            self._flush(reading)
            if predicate.lemma in self.rules.ignored_verbs:
                return
            if marked.masked[predicate.clause_start : predicate.start].strip():  # a bare 「開くと、」 only goes on
                self._add_condition(marked, predicate.clause_start, predicate.end, found)
        reading.result_start = predicate.end
        reading.resumes = predicate.role == "means" or not predicate.reader

    def _read_in_result(self, predicate: Predicate, rest: list[Predicate], reading: _Reading) -> None:
        """Inside a result a request takes the reader back to acting. A plain last verb does so where it was only
        a trigger or a reason (「完了画面が出ると…」, 「…が表示されますので、［OK］を押します」)."""
        marked, found = reading.marked, reading.found
        requested = any(p.role in REQUEST_ROLES and p.reader for p in rest)
        if (
            reading.resumes
            and rest[-1].reader
            and rest[-1].role == "final"
            and rest[-1].lemma not in self.rules.processing_verbs
        ):
            requested = True
        if not requested or not predicate.reader or predicate.role in ("purpose", "ability"):
            if predicate.role != "purpose":
                reading.said_until = predicate.end
            reading.resumes = reading.resumes or predicate.role == "reason"
            return
        if reading.said_until > reading.result_start:
            self._add_result(marked, reading.result_start, reading.said_until, found)
        reading.result_start = -1
        found.requests += predicate.role in REQUEST_ROLES
        reading.pending.append(predicate)

    def _read_operation(self, predicate: Predicate, later: list[Predicate], reading: _Reading) -> None:
        """A predicate outside of conditions and results: what the reader does, what the system does, or neither."""
        marked, found = reading.marked, reading.found
        role = predicate.role
        chains, closes = role in CHAIN_ROLES, role in TOLD_ROLES or role == "good"
        if role in ("ability", "capability") or predicate.potential:
            self._read_ability(predicate, reading)
        elif role in ("unneeded", "prohibit", "reason", "contrast"):
            self._read_reason(predicate, reading)
        elif role in ("purpose", "together", "negative"):
            if role == "purpose" and later:
                self._leave_object(predicate, later[0], reading)
        elif role == "then" and not predicate.reader and any(p.reader for p in later):
            self._flush(reading)
            self._add_condition(marked, predicate.clause_start, predicate.end, found)
        elif chains and predicate.lemma in self.rules.feature_verbs and later and role != "either":
            self._hand_on_object(marked.masked, predicate, later[0])
        elif predicate.reader and (chains or closes):
            self._read_act(predicate, later, reading)
        elif not predicate.reader and (role == "final" or (chains and not later)):
            self._read_event(predicate, reading)
        elif not predicate.reader and chains and reading.system_start < 0:
            reading.system_start = predicate.clause_start

    def _leave_object(self, predicate: Predicate, heir: Predicate, reading: _Reading) -> None:
        """「皮膚を綿で円を描くように拭く」: the first of two objects belongs to the verb behind the manner."""
        marked = reading.marked
        marks = [
            match.start()
            for match in self.objects.object_pattern.finditer(marked.masked, predicate.clause_start, predicate.start)
        ]
        if len(marks) > 1 and heir.reader and self.object_mark not in marked.masked[heir.clause_start : heir.start]:
            self._flush(reading)
            reading.gapped = (predicate.clause_start, marks[0])

    def _read_ability(self, predicate: Predicate, reading: _Reading) -> None:
        """「［表示］を選択して確認できます」: with a control named, the chain in front is what to do; else all is a feature."""
        marked, found = reading.marked, reading.found
        named = [p for p in reading.pending if NAME in marked.masked[max(p.clause_start, p.floor) : p.start]]
        if named:
            reading.result_start = reading.pending[-1].end
            found.operations += 1
            self._flush(reading)
        reading.pending = []

    def _read_reason(self, predicate: Predicate, reading: _Reading) -> None:
        """What need not or must not be done, or why; a reason that can be seen (「画面が開くので」) is a result."""
        marked, found = reading.marked, reading.found
        if predicate.role == "reason":
            goes = predicate.lemma in self.rules.ambitransitive_verbs
            acts = self.object_mark in marked.masked[predicate.clause_start : predicate.start]
            if (goes and not acts) or (not predicate.reader and self.judge.is_shown(marked.masked, predicate)):
                self._flush(reading)
                self._add_result(marked, predicate.clause_start, predicate.end, found)
        reading.pending = []

    def _read_act(self, predicate: Predicate, later: list[Predicate], reading: _Reading) -> None:
        """What the reader does; of a way of doing or looking only the object counts, for the verb behind."""
        marked, found = reading.marked, reading.found
        role = predicate.role
        if role == "nagara" and predicate.lemma in self.rules.manner_verbs:
            return
        if later and self.in_parts.search(marked.masked, predicate.clause_start, predicate.end):
            later[0].clause_start = predicate.clause_start
            return
        if (
            role == "chain"
            and predicate.lemma in self.rules.looking_verbs
            and later
            and not self._sets(marked, predicate)
        ):
            self._hand_on_object(marked.masked, predicate, later[0])
            return
        found.requests += role in REQUEST_ROLES
        found.nominal_end = role == "nominal"
        found.told_noun = role == "nominal" and self.told_noun.search(marked.masked[: predicate.start]) is not None
        found.plain_end = role == "final" and not predicate.polite
        found.polite_ends += role == "final" and predicate.polite
        reading.pending.append(predicate)

    def _sets(self, marked: MarkedText, predicate: Predicate) -> bool:
        """「ダイヤルを「0000」に合わせて」: with a value named, it is an operation and no way of doing the next."""
        segment = marked.masked[predicate.clause_start : predicate.start]
        position = self.objects.position(segment, 0)
        return position >= 0 and (NAME in segment[position:] or any(c.isdigit() for c in segment[position:]))

    def _read_event(self, predicate: Predicate, reading: _Reading) -> None:
        """What the system does at the end of a sentence: an operation that the reader has it do, or a result."""
        marked, found = reading.marked, reading.found
        by_control = any(NAME in marked.masked[p.clause_start : p.start] for p in reading.pending)
        linked = bool(reading.pending) and reading.pending[-1].role == "chain"
        bare = linked and not marked.masked[predicate.clause_start : predicate.start].strip()
        processing = predicate.lemma in self.rules.processing_verbs or predicate.lemma.endswith(self.processing)
        processes = not predicate.passive and processing
        if (by_control or bare) and predicate.role == "final" and processes:
            # 「データを選択して解析します」, 「『変換』を実行してGMLに変換します」: with a control named, or told in
            # one breath with what the reader does, what software does is what the reader has it do.
            reading.pending.append(predicate)
            return
        chained = all(p.role in ("chain", "stem") for p in reading.pending)
        if chained and predicate.lemma not in self.rules.obeying_verbs:
            reading.pending = []
        if self.judge.is_shown(marked.masked, predicate):
            first = predicate.clause_start if reading.system_start < 0 else reading.system_start
            self._add_result(marked, first, predicate.end, found)
        reading.system_start = -1

    def _hand_on_object(self, masked: str, predicate: Predicate, heir: Predicate) -> None:
        """「値を環境に合わせて書き換える」: the object of a chain that is no action belongs to the next verb."""
        segment = masked[predicate.clause_start : predicate.start]
        position = self.objects.position(segment, 0)
        bare = self.object_mark not in masked[heir.clause_start : heir.start]
        if position >= 0 and (bare or self.objects.goal_mark.search(segment, position) is not None):
            heir.clause_start = predicate.clause_start

    def _flush(self, reading: _Reading) -> None:
        if reading.pending:
            gapped = self.objects.named_before(reading.marked, *reading.gapped) if reading.gapped else []
            self._add_actions(reading.marked, reading.pending, reading.found, reading.label, gapped)
            reading.gapped = None
        reading.pending = []

    def _read_cautions(
        self, marked: MarkedText, clauses: list[Predicate], start: int, end: int, found: ItemFindings
    ) -> bool:
        """Records the warnings of a sentence; True when nothing but a warning stands in it.

        「注意して組み立てます」 warns only with its adverbial clause; otherwise the whole sentence is the warning.
        """
        if self.caution_label.match(marked.folded, start, end) is not None:
            found.cautions.append(self._trim(marked, start, end, leading=False))
            return self.caution.search(marked.masked, start, end) is not None
        match = self.caution.search(marked.masked, start, end)
        if match is None:
            return False
        attentive = self.attentive.match(marked.masked, match.start())
        if attentive is not None and any(p.reader and p.start >= attentive.end() for p in clauses):
            clause_start = max([start, *(p.end for p in clauses if p.end <= match.start() and p.role != "adnominal")])
            topic = self.topic.search(marked.masked, clause_start, match.start())
            clause_start = topic.end() if topic is not None else clause_start
            found.cautions.append(self._trim(marked, clause_start, attentive.end()))
            for predicate in clauses:
                if topic is None and predicate.clause_start < attentive.end() <= predicate.end:
                    predicate.clause_start = attentive.end()
                if predicate.start < attentive.end() and predicate.end > match.start():
                    predicate.role = "caution"
            return False
        start = self._operations_before_caution(marked, clauses, start, match.start(), found)
        reason = self._warning_reason(clauses, match.start())
        if reason is not None:
            first, last = self._trim(marked, start, reason.end)
            tail = self.reason_tail.search(marked.masked[first:last])
            found.cautions.append((first, first + tail.start() if tail is not None else last))
            self._read_sentence(marked, reason.end, end, found, None)
            return True
        for predicate in clauses:
            if predicate.end <= start:
                continue
            if predicate.role in ("condition", "tara", "ba") and predicate.end <= match.start():
                self._add_condition(marked, predicate.clause_start, predicate.end, found)
        found.cautions.append(self._trim(marked, start, end, leading=False))
        return True

    def _warning_reason(self, clauses: list[Predicate], warning: int) -> Predicate | None:
        """「押し込むと破損するため、ゆっくり挿入してください」: the clause that warns and is the reason of what is told."""
        for index, predicate in enumerate(clauses):
            if predicate.role in ("reason", "purpose") and predicate.end > warning:
                told = any(p.reader and p.role in TOLD_ROLES for p in clauses[index + 1 :])
                return predicate if told and predicate.clause_start <= warning else None
        return None

    def _operations_before_caution(
        self, marked: MarkedText, clauses: list[Predicate], start: int, warning: int, found: ItemFindings
    ) -> int:
        """「カバーを外し、内部に触れないでください」: the operation is read, the warning begins behind it."""
        split = start
        for predicate in clauses:
            linked = predicate.role in ("stem", "chain", "then", "after") and predicate.reader
            comma = marked.masked[predicate.end : predicate.end + 1] == self.rules.list_mark
            segment = marked.masked[predicate.clause_start : predicate.start]
            acts = self.object_mark in segment or self.topic.search(segment) is not None
            told = predicate.role == "reason" and any(p.role == "to" and p.reader for p in clauses if p.end < warning)
            if ((linked and acts) or told) and comma and predicate.end < warning:
                split = predicate.end
        for line in self.finder.nominal_line.finditer(marked.masked, split, warning):
            split = line.end()
        if split > start:
            self._read_sentence(marked, start, split, found, None)
        return split

    def _read_aside(self, marked: MarkedText, start: int, end: int, found: ItemFindings) -> None:
        inner = marked.text[start + 1 : end - 1]
        if len(inner) < _SHORTEST_ASIDE and self.caution.search(inner) is None:
            return
        inside = mark_text(inner)
        aside = ItemFindings()
        for first, last in self._sentences(inside.masked, 0):
            self._read_sentence(inside, first, last, aside, None)
        offset = start + 1
        found.cautions.extend((a + offset, b + offset) for a, b in aside.cautions)
        if aside.requests:
            found.actions.extend(aside.actions)
            found.targets.extend(aside.targets)
            found.lemmas.extend(aside.lemmas)
            found.conditions.extend((a + offset, b + offset) for a, b in aside.conditions)

    def _add_condition(self, marked: MarkedText, start: int, end: int, found: ItemFindings) -> None:
        first, last = self._trim(marked, start, end)
        while last > first and self.condition_tail.search(marked.masked, first, last) is not None:
            last -= 1
        if last > first and self.bare_condition.match(marked.masked, first, last) is None:
            found.conditions.append((first, last))

    def _add_result(self, marked: MarkedText, start: int, end: int, found: ItemFindings) -> None:
        left = self.left_of_condition.match(marked.masked, start, end)
        first, last = self._trim(marked, left.end() if left is not None else start, end)
        while last > first and marked.masked[last - 1] == ASIDE:
            last -= 1
        tail = self.reason_tail.search(marked.masked[first:last])
        if tail is not None:
            last = first + tail.start()
        if last - first >= 2:
            found.results.append((first, last))

    def _add_actions(
        self,
        marked: MarkedText,
        predicates: list[Predicate],
        found: ItemFindings,
        label: tuple[str, int] | None,
        gapped: list[Target],
    ) -> None:
        shared: list[Target] = []
        for predicate in predicates:
            requested = predicate.role in REQUEST_ROLES and predicate.lemma in self.rules.only_requested
            ignored = predicate.lemma in self.rules.ignored_verbs and not requested
            if ignored or predicate.lemma in self.rules.light_verbs:
                continue
            targets, path = self.objects.of(marked, predicate)
            targets, gapped = [*gapped, *targets], []
            if label is not None and not found.actions:
                targets, path = [Target(label[0], "field")], False
            if not targets and shared:
                targets, shared = shared, []
            if predicate.role == "nagara":
                shared = self.objects.shared(marked, predicate)
            found.actions.append(predicate.lemma)
            found.lemmas.append(predicate.lemma)
            named = [t for t in targets if t.text]
            if found.first_target is None:
                chosen = (
                    (named[-1] if path else named[0]) if named else (targets[0] if targets else Target("", "other"))
                )
                found.first_target, found.first_type = chosen.text, chosen.kind
            found.targets.extend(t.text for t in named)

    def _append_pair(
        self, pairs: list[tuple[Span, Span]], text: str, condition: tuple[int, int], result: tuple[int, int]
    ) -> None:
        start, end = strip_range(text, *result, characters=STOPS + self.rules.left_over)
        if end > start:
            pairs.append((span(text, *condition), span(text, start, end)))
