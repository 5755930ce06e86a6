"""Reads steps of languages whose verb closes the clause: a finder brings the predicates, the text in front of each is
its clause.

The engine holds no word of any language; `VerbFinalRules` and the language's predicate finder bring them. An item is
cut into sentences here; `sentence_reader` reads each of them, `step_judge` says whether the whole is a step.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from llama_index_layout_rag.steps.ja.predicate import CONDITION_ROLES, Predicate, Role
from llama_index_layout_rag.steps.ja.predicate_judge import PredicateJudge
from llama_index_layout_rag.steps.ja.rules import VerbFinalRules
from llama_index_layout_rag.steps.ja.sentence_reader import SentenceReader
from llama_index_layout_rag.steps.ja.step_judge import ItemFindings, StepJudge
from llama_index_layout_rag.steps.marking import STOPS, MarkedText, mark_text, strip_range
from llama_index_layout_rag.steps.model import Span, StepAnalysis
from llama_index_layout_rag.steps.reader import ConditionResult, StepItem
from llama_index_layout_rag.steps.references import ReferenceFinder
from llama_index_layout_rag.steps.spans import span, spans

_CONTROLS = ("button", "key", "icon", "menu", "link")
"""Kinds of control that a label names in front of what they do (「F5キー：表示を更新します」)."""
_SHORT_ITEM = 40
"""A numbered item up to this length commands even where its verb is one of data processing."""
_LABELLED = 80
"""Characters behind a label in which a second colon shows that it was no label."""
_SHORTEST_ASIDE = 6


class VerbFinalAnalyzer:
    """A language's rules compiled once."""

    def __init__(self, rules: VerbFinalRules, names: Sequence[str] = ()) -> None:
        self.rules = rules
        self.names = tuple(sorted(names, key=len, reverse=True))
        self.finder = rules.predicate_finder(rules)
        self._last: tuple[str, MarkedText, list[tuple[int, int, list[Predicate]]]] | None = None
        self.judge = PredicateJudge(rules)
        self.reader = SentenceReader(rules, self.finder, self.judge)
        self.steps = StepJudge(rules, self.finder)
        self.references = ReferenceFinder(rules)
        self.list_mark = rules.list_mark
        pattern = rules.compiled
        self.sentence_end = pattern("sentence_end")
        self.label = pattern("label")
        kinds = (word for kind in _CONTROLS for word in rules.suffix_types.get(kind, ()))
        self.control = re.compile(f"(?:{'|'.join(map(re.escape, kinds)) or '(?!)'})$")
        self.label_again = pattern("label_again")
        self.long_label = pattern("long_label")
        self.option_label, self.repeated_label = pattern("option_label"), pattern("repeated_label")
        self.defines = pattern("defines")
        self.no_label = pattern("no_label")
        self.condition_hint = pattern("condition_hint")

    def read(self, item: StepItem) -> StepAnalysis:
        """Read one item as a step; see `StepReader`."""
        text, marker, headings = item.text, item.marker, item.section_path
        marked = mark_text(text, item.emphasis, self.names)
        marked.commands = bool(marker) and any(c.isalnum() for c in marker or "") and len(text) <= _SHORT_ITEM
        found = ItemFindings()
        entry = self._entry(marked)
        label = named = entry or self._label(marked)
        sentences = self._sentences(marked.masked, label[1] if label else 0)
        found.explained = label is not None and (
            entry is not None
            or self.control.search(label[0].rstrip()) is not None
            or self._defines(marked.masked, sentences)
        )
        for start, end in sentences:
            self.reader.read(marked, start, end, found, label)
            label = None
        found.explained = found.explained or self._is_explained(marked, named, found, marker)
        for start, end in marked.asides:
            self._read_aside(marked, start, end, found)
        is_step = self.steps.is_step(marked, found, marker, headings)
        return found.analysis(text, marked.masked, self.find_refs(text), self.sentence_end, is_step)

    def _is_explained(
        self, marked: MarkedText, label: tuple[str, int] | None, found: ItemFindings, marker: str | None
    ) -> bool:
        """Whether the label in front is the name of a command or setting, and what follows says what it does."""
        if label is not None:
            return self.steps.names_command(label[0], found, marker)
        longer = self.long_label.match(marked.masked) if found.actions else None
        return longer is not None and self.steps.names_command(longer.group("label"), found, marker)

    def _defines(self, masked: str, sentences: list[tuple[int, int]]) -> bool:
        """「上限値：警報を出す温度です。」: what stands behind a label says what it means."""
        return bool(sentences) and self.defines.search(masked[slice(*sentences[0])].rstrip()) is not None

    def _told(self, text: str) -> tuple[MarkedText, list[tuple[int, int, list[Predicate]]]]:
        """The sentences of a text with their predicates; remembered for the next question about the same text."""
        last = self._last
        if last is not None and last[0] == text:
            return last[1], last[2]
        marked = mark_text(text)
        found = [(a, b, self.finder.find(marked, a, b)) for a, b in self._sentences(marked.masked, 0)]
        self._last = (text, marked, found)  # One assignment: safe where threads share the rules.
        return marked, found

    def condition_results(self, text: str) -> list[ConditionResult]:
        """Condition and consequence of each sentence that says what the system does under which condition."""
        marked, told = self._told(text)
        pairs: list[ConditionResult] = []
        for _, end, predicates in told:
            opened: tuple[int, int] | None = None
            for predicate in predicates:
                if predicate.role in CONDITION_ROLES or predicate.role is Role.TO:
                    if opened is not None and predicate.start > opened[1]:
                        self._append_pair(pairs, text, opened, (opened[1], predicate.clause_start))
                    first = (
                        predicate.clause_start if opened is None or predicate.clause_start >= opened[1] else opened[0]
                    )
                    gap = self._gap(marked.masked, opened, first, predicate.start)
                    if opened is not None and gap > first:
                        self._append_pair(pairs, text, opened, (opened[1], gap))
                        first = gap + 1
                    opened = self.reader.recorder.trim(marked, first, predicate.end)
            if opened is not None:
                self._append_pair(pairs, text, opened, (opened[1], end))
        return pairs

    def _gap(self, masked: str, opened: tuple[int, int] | None, first: int, end: int) -> int:
        """「可の場合は完了画面、不可の場合は…が表示されます」: the comma where the first consequence ends without a verb, or -1."""
        begin = self.judge.skip(masked, first, end)
        if opened is None or self.judge.skip(masked, opened[1], end) != begin:
            return -1
        return masked.rfind(self.list_mark, begin, end)

    def explain(self, item: StepItem) -> dict[str, str]:
        """Return the fields that are filled; which rule filled them is not recorded yet."""
        found = self.read(item)
        return {name: "rules" for name, value in found if value}

    def has_condition(self, text: str) -> bool:
        """Return whether a text may hold a condition; see `StepReader`."""
        return self.condition_hint.search(text) is not None

    def is_system_sentence(self, text: str) -> bool:
        """Whether the text only says what the system does: no operation of the reader stands in it."""
        seen = False
        for _, _, found in self._told(text)[1]:
            predicates = [p for p in found if p.role is not Role.ADNOMINAL]
            if any(p.reader and p.role not in CONDITION_ROLES and p.role is not Role.TO for p in predicates):
                return False
            seen = seen or bool(predicates)
        return seen

    def find_cautions(self, text: str) -> list[Span]:
        """The sentences that forbid or warn."""
        marked = mark_text(text)
        found: list[tuple[int, int]] = []
        for start, end in self._sentences(marked.masked, 0):
            if self.reader.cautions.caution.search(
                marked.masked, start, end
            ) or self.reader.cautions.caution_label.match(marked.folded, start, end):
                found.append(self.reader.recorder.trim(marked, start, end, leading=False))
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

    def _entry(self, marked: MarkedText) -> tuple[str, int] | None:
        """The name of an option or a command that an English word in front is."""
        if not marked.masked[:1].isascii():
            return None
        match = self.option_label.match(marked.masked) or self.repeated_label.match(marked.masked)
        return (match.group("label"), match.end()) if match is not None else None

    def _label(self, marked: MarkedText) -> tuple[str, int] | None:
        match = self.label.match(marked.masked)
        if match is None or self.reader.cautions.caution_label.match(marked.folded) is not None:
            return None
        if self.no_label.match(marked.folded, match.start(1), match.end(1)) is not None:
            return None
        if self.label_again.search(marked.masked, match.end(), match.end() + _LABELLED):
            return None
        return marked.text[match.start(1) : match.end(1)], match.end()

    def _read_aside(self, marked: MarkedText, start: int, end: int, found: ItemFindings) -> None:
        inner = marked.text[start + 1 : end - 1]
        if len(inner) < _SHORTEST_ASIDE and self.reader.cautions.caution.search(inner) is None:
            return
        inside = mark_text(inner)
        aside = ItemFindings()
        for first, last in self._sentences(inside.masked, 0):
            self.reader.read(inside, first, last, aside, None)
        offset = start + 1
        found.cautions.extend((a + offset, b + offset) for a, b in aside.cautions)
        if aside.requests:
            found.actions.extend(aside.actions)
            found.targets.extend(aside.targets)
            found.lemmas.extend(aside.lemmas)
            found.conditions.extend((a + offset, b + offset) for a, b in aside.conditions)

    def _append_pair(
        self, pairs: list[ConditionResult], text: str, condition: tuple[int, int], result: tuple[int, int]
    ) -> None:
        start, end = strip_range(text, *result, characters=STOPS + self.rules.left_over)
        if end > start:
            pairs.append(ConditionResult(span(text, *condition), span(text, start, end)))
