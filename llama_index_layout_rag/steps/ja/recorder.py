"""Writes what has been read of a verb-final sentence into the findings of its item: actions with their targets, and
spans without the words around them."""

from __future__ import annotations

import re

from llama_index_layout_rag.steps.ja.noun_phrases import Target
from llama_index_layout_rag.steps.ja.object_reader import ObjectFinder
from llama_index_layout_rag.steps.ja.predicate import Predicate, Role
from llama_index_layout_rag.steps.ja.reading import Reading
from llama_index_layout_rag.steps.ja.rules import VerbFinalRules
from llama_index_layout_rag.steps.ja.step_judge import ItemFindings
from llama_index_layout_rag.steps.marking import ASIDE, MarkedText, strip_range

_BULLETS = "※＊*>・ " + ASIDE


class Recorder:
    """The rules for the edges of spans, compiled once."""

    def __init__(self, rules: VerbFinalRules, objects: ObjectFinder) -> None:
        self.rules = rules
        self.objects = objects
        self.leading = re.compile(f"(?:{rules.patterns['leading']})+")
        self.bare_condition = re.compile(f"(?:{rules.patterns['bare_condition']})$")
        self.condition_topic = rules.compiled("condition_topic")
        self.condition_joint = rules.compiled("condition_joint")
        self.condition_tail = rules.compiled("condition_tail")
        self.left_of_condition = rules.compiled("left_of_condition")
        self.reason_tail = rules.compiled("reason_tail")

    def trim(self, marked: MarkedText, start: int, end: int, leading: bool = True) -> tuple[int, int]:
        start, end = strip_range(marked.masked, start, end)
        while start < end and marked.masked[start] in _BULLETS:
            start += 1
        start, end = strip_range(marked.masked, start, end)
        if leading:
            match = self.leading.match(marked.masked, start, end)
            if match is not None and match.end() < end:
                start, end = strip_range(marked.masked, match.end(), end)
        return start, end

    def add_condition(self, marked: MarkedText, start: int, end: int, found: ItemFindings) -> None:
        """A condition without the topic of the whole sentence in front and the particles behind it."""
        joint = self.condition_joint.match(marked.masked, start, end) if found.conditions else None
        start = joint.end() if joint is not None else start
        topic = self.condition_topic.match(marked.masked, start, end)
        while topic is not None:
            start = topic.end()
            topic = self.condition_topic.match(marked.masked, start, end)
        first, last = self.trim(marked, start, end)
        while last > first and self.condition_tail.search(marked.masked, first, last) is not None:
            last -= 1
        if last > first and self.bare_condition.match(marked.masked, first, last) is None:
            found.conditions.append((first, last))

    def add_result(self, marked: MarkedText, start: int, end: int, found: ItemFindings) -> None:
        left = self.left_of_condition.match(marked.masked, start, end)
        first, last = self.trim(marked, left.end() if left is not None else start, end)
        while last > first and marked.masked[last - 1] == ASIDE:
            last -= 1
        tail = self.reason_tail.search(marked.masked[first:last])
        if tail is not None:
            last = first + tail.start()
        if last - first >= 2:
            found.results.append((first, last))

    def _names_act(self, label: str, lemma: str) -> bool:
        """「取り付け：カバーを取り付けます」: the label is a heading in the line and no thing that is acted on."""
        noun = lemma.removesuffix(self.rules.do_verb) if lemma.endswith(self.rules.do_verb) else lemma[:-1]
        return len(noun) > 1 and label.rstrip().endswith((noun, lemma))

    def flush(self, reading: Reading) -> None:
        if reading.pending:
            gapped = [name for gap in reading.gapped for name in self.objects.named_before(reading.marked, *gap)]
            self._add_actions(reading.marked, reading.pending, reading.found, reading.label, gapped)
            reading.gapped = []
        reading.pending = []

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
            ignored = predicate.lemma in self.rules.ignored_verbs and not predicate.reader
            if ignored or predicate.lemma in self.rules.light_verbs:
                continue
            targets, path = self.objects.of(marked, predicate, found.targets)
            targets, gapped = [*gapped, *targets], []
            if label is not None and not found.actions and not self._names_act(label[0], predicate.lemma):
                targets, path = [self.objects.labelled(label[0])], False
            if not targets and shared:
                targets, shared = shared, []
            if predicate.role is Role.NAGARA:
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
