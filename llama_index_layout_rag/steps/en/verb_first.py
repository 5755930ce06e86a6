"""Reads steps of languages whose instructions open with the verb: words from left to right, objects behind the verb.

The engine holds no word of any language; `VerbFirstRules` bring them. A sentence is cut into clauses; a clause is an
instruction, an operation told as an event ("When you click …", "Pressing …"), a condition, or a statement about the
system.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from llama_index_layout_rag.steps.en.clauses import ClauseSplitter
from llama_index_layout_rag.steps.en.heading_judge import HeadingJudge
from llama_index_layout_rag.steps.en.imperatives import ImperativeFinder
from llama_index_layout_rag.steps.en.instructions import WARNING_KINDS, InstructionFinder
from llama_index_layout_rag.steps.en.leading_labels import LabelReader
from llama_index_layout_rag.steps.en.operations import ItemFindings, OperationRecorder
from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.en.sentences import SentenceReader
from llama_index_layout_rag.steps.en.titles import TitleJudge
from llama_index_layout_rag.steps.en.tokens import Clause, Token, clause_range, split_tokens
from llama_index_layout_rag.steps.en.told_operations import EVENT_KINDS, TOLD_KINDS, ToldOperationFinder
from llama_index_layout_rag.steps.en.warned_operations import WarnedOperationFinder
from llama_index_layout_rag.steps.marking import ASIDE, MarkedText, mark_text, strip_range
from llama_index_layout_rag.steps.model import Span, StepAnalysis
from llama_index_layout_rag.steps.reader import ConditionResult, StepItem
from llama_index_layout_rag.steps.spans import spans
from llama_index_layout_rag.steps.word_lists import any_of

_LONGEST_NAME_IN_REMARK = 2
"""Words of a remark that ends a sentence and still belongs to its condition: "when baking rye (sourdough)"."""
_LONGEST_LIMITER = 5
"""Characters of "(only if" in front of the condition that a remark is."""
_LONGEST_GERUND = 20
"""Characters of the gerund that opens an item."""
CONDITION_KINDS = frozenset(("if", "when", "once", "after", "before", "until", "while", "should", "phrase"))


@dataclass
class _Reading:
    """Where the reading of one sentence stands."""

    conditional: bool = False
    instructs: bool = False
    told: bool = False
    trailing: bool = False
    statements: list[Clause] = field(default_factory=list)


class _Told(NamedTuple):
    """A sentence with its words and clauses."""

    start: int
    end: int
    tokens: list[Token]
    clauses: list[Clause]


class VerbFirstAnalyzer:
    """A language's rules compiled once."""

    def __init__(self, rules: VerbFirstRules, names: Sequence[str] = ()) -> None:
        self.rules = rules
        self.names = tuple(sorted(names, key=len, reverse=True))
        self.verbs = ImperativeFinder(rules)
        self.instructions = InstructionFinder(rules, self.verbs)
        self.told = ToldOperationFinder(rules, self.verbs)
        self.clauses = ClauseSplitter(rules, self.verbs)
        self._last: tuple[str, MarkedText, list[_Told]] | None = None
        self.operations = OperationRecorder(rules, self.verbs, self.clauses)
        self.sentences = SentenceReader(rules)
        self.warned = WarnedOperationFinder(rules, self.verbs, self.clauses, self.sentences)
        self.labels = LabelReader(rules, self.verbs, self.sentences)
        self.headings = HeadingJudge(rules)
        self.titles = TitleJudge(rules, self.verbs, self.labels, self.headings)
        pattern = rules.compiled
        self.refs = pattern("refs")
        self.message, self.check_outcome = (
            pattern("message", ignore_case=True),
            pattern("check_outcome", ignore_case=True),
        )
        self.otherwise = pattern("otherwise", ignore_case=True)
        self.question_if, self.result_subject = (
            pattern("question_if", ignore_case=True),
            pattern("result_subject", ignore_case=True),
        )
        self.no_result = pattern("no_result", ignore_case=True)
        self.condition_hint = pattern("condition_hint", ignore_case=True)
        self.command = pattern("command")
        self.caption = pattern("caption")
        self.bare_condition = re.compile(f"(?:{rules.patterns['bare_condition']})$", re.IGNORECASE)

    def read(self, item: StepItem) -> StepAnalysis:
        """Read one item as a step; see `StepReader`."""
        text, marker, headings = item.text, item.marker, item.section_path
        marked = mark_text(text, item.emphasis, self.names)
        found = ItemFindings()
        label = self.labels.label_end(marked.masked)
        for start, end in self.sentences.split(marked.masked):
            if max(start, label) < end:
                self._read_sentence(marked, max(start, label), end, found)
        if label and found.cautions[:1] and found.cautions[0][0] == label == self.labels.notice_end(marked.masked):
            found.cautions[0] = strip_range(marked.masked, 0, found.cautions[0][1])  # IMPORTANT: Do not open it.
        for start, end in marked.asides:
            self._read_aside(marked, start, end, found)
        if not found.actions and not found.cautions:
            self._read_listed(marked, marker, found)
        is_step = bool(found.actions) and not self.titles.decide(marked, found.actions, marker, headings).is_title
        is_step = is_step and not self.headings.describes(headings)
        is_step = is_step and not self.headings.lists(headings, marked, marker)
        return found.analysis(text, marked.masked, self.find_refs(text), self.sentences.sentence_end, is_step)

    def _read_listed(self, marked: MarkedText, marker: str | None, found: ItemFindings) -> None:
        """A numbered item that tells operations by their gerunds."""
        opening = marked.masked[:_LONGEST_GERUND].split(" ", 1)[0]
        if not opening.endswith(self.rules.gerund_ending) or not any(c.isdigit() for c in marker or ""):
            return
        sentences = self.sentences.split(marked.masked)
        tokens = split_tokens(marked.masked, *sentences[0])
        verbs = self.told.listed(tokens, marked.masked.rstrip().endswith(".")) if len(sentences) == 1 else []
        for verb, behind in pairwise([*verbs, len(tokens) + 1]):
            self.operations.add(marked, tokens, verb, behind - 1, found)

    def _told(self, text: str) -> tuple[MarkedText, list[_Told]]:
        """The sentences of a text with their words and clauses; remembered for the next question about the same text."""
        last = self._last
        if last is not None and last[0] == text:
            return last[1], last[2]
        marked = mark_text(text)
        told = []
        for start, end in self.sentences.split(marked.masked):
            tokens = split_tokens(marked.masked, start, end)
            told.append(_Told(start, end, tokens, self.clauses.split(tokens)))
        self._last = (text, marked, told)  # One assignment: safe where threads share the rules.
        return marked, told

    def condition_results(self, text: str) -> list[ConditionResult]:
        """Condition and consequence of each sentence that says what the system does under which condition."""
        pairs: list[ConditionResult] = []
        marked, told = self._told(text)
        for start, end, tokens, clauses in told:
            other = self.otherwise.match(marked.masked, start, end) if pairs else None
            if other is not None:
                a, b = strip_range(text, *other.span("condition"))
                c, d = strip_range(text, other.end(), end)
                pairs.append(
                    ConditionResult(Span(text=text[a:b], start=a, end=b), Span(text=text[c:d], start=c, end=d))
                )
                continue
            subordinate = [
                c for c in clauses if c.kind in ("if", "when", "once", "after", "before", "until", "while", "should")
            ]
            main = [c for c in clauses if not c.kind]
            if not subordinate or not main:
                continue
            condition = clause_range(tokens, subordinate[0])
            result = (tokens[main[0].first].start, tokens[main[-1].last - 1].end)
            if main[-1].first > subordinate[0].first > main[0].first:
                result = clause_range(tokens, main[0])
            a, b = strip_range(text, *condition)
            c, d = strip_range(text, *result)
            pairs.append(ConditionResult(Span(text=text[a:b], start=a, end=b), Span(text=text[c:d], start=c, end=d)))
        return pairs

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
        for _, _, tokens, clauses in self._told(text)[1]:
            for clause in clauses:
                if clause.kind:
                    continue
                if self.verbs.instruction(tokens, clause) is not None:
                    return False
                seen = True
        return seen

    def find_cautions(self, text: str) -> list[Span]:
        """The sentences that forbid or warn."""
        marked = mark_text(text)
        warnings = [(a, b) for a, b in self.sentences.split(marked.masked) if self.sentences.warns(marked.masked[a:b])]
        return spans(text, [strip_range(marked.masked, a, b) for a, b in warnings])

    def find_refs(self, text: str) -> list[str]:
        """Numbered references, as printed, each once."""
        return list(dict.fromkeys(match.group().strip() for match in self.refs.finditer(text)))

    def _read_sentence(self, marked: MarkedText, start: int, end: int, found: ItemFindings) -> None:
        masked = marked.masked
        if start > 0 and self.caption.match(masked, start, end):
            return
        if self.sentences.warns(masked[start:end]):
            self._read_warning(marked, start, end, found)
            return
        tokens = split_tokens(masked, start, end)
        if not tokens:
            return
        if self.check_outcome.match(masked[start:end]):
            found.results.append((start, end))
            return
        command = self.command.search(masked, start, end)
        if command is not None and found.command_from < 0:
            found.command_from = command.end()
        clauses = self.clauses.split(tokens)
        mains = [c for c in clauses if not c.kind]
        acted, limited = len(found.actions), len(found.conditions)
        reading = _Reading(conditional=any(c.kind == "if" for c in clauses))
        verbs = self.instructions.of_clauses(tokens, clauses, reading.conditional)
        reading.instructs = any(verb is not None for verb in verbs.values())
        opening = [c for c in clauses if mains and c.first < mains[0].first]
        reading.trailing = bool(mains) and not any(c.kind in CONDITION_KINDS or c.kind in TOLD_KINDS for c in opening)
        for clause in clauses:
            if 0 <= found.command_from <= tokens[clause.first].start:
                break
            if clause.kind in CONDITION_KINDS or clause.kind in TOLD_KINDS:
                self._read_subordinate(marked, tokens, clause, reading, found, (start, end))
            elif not clause.kind:
                self._read_main(marked, tokens, clause, verbs[clause.first], reading, found)
        told_from = next((c.first for c in mains if verbs[c.first] is not None), 0) if not acted else 0
        statements = [
            c for c in reading.statements if c.last > told_from
        ]  # in front of an operation is no result of it
        shown = [self._read_statement(marked, tokens, clause, end, reading, found) for clause in statements]
        if statements and tokens[0].lower in self.rules.naming_subjects:
            self.operations.mention_named(marked, tokens, found)
        only_said = statements and not any(shown) and len(found.actions) == acted and len(found.conditions) > limited
        if only_said and not self._tells_event(masked, tokens, statements, reading.conditional):
            del found.conditions[limited:]

    def _read_statement(
        self, marked: MarkedText, tokens: list[Token], clause: Clause, end: int, reading: _Reading, found: ItemFindings
    ) -> bool:
        """Records what a statement tells as the result of the operation before; whether it is one."""
        first, last = strip_range(marked.masked, *clause_range(tokens, clause))
        told = reading.told or (found.actions and self._is_result(marked.masked[first:last]))
        if not told or self.told.explains(tokens, clause):
            return False
        if found.results and _only_joined(marked.masked[found.results[-1][1] : first], self.rules.joining_words):
            found.results[-1] = (found.results[-1][0], last)
            return True
        if reading.trailing and not reading.instructs and not reading.told:
            last = end
            found.conditions = [span for span in found.conditions if span[0] < first]
        found.results.append((first, last))
        return True

    def _tells_event(self, masked: str, tokens: list[Token], statements: list[Clause], conditional: bool) -> bool:
        """ "Once connected, the lamp turns green. Press NEXT": what happens before the operation; behind "if" something that
        the reader sees happen, and not what will be the case."""
        inside = (token.lower for clause in statements for token in tokens[clause.first : clause.last])
        if conditional and not any(word in self.rules.shown_events for word in inside):
            return False
        ranges = (clause_range(tokens, clause) for clause in statements)
        return any(self._is_result(masked[slice(*strip_range(masked, *span))]) for span in ranges)

    def _is_result(self, statement: str) -> bool:
        return self.result_subject.search(statement) is not None and self.no_result.match(statement) is None

    def _read_warning(self, marked: MarkedText, start: int, end: int, found: ItemFindings) -> None:
        """A sentence that warns, with the operation in front of the warning or behind it."""
        before = self.warned.before(marked.masked, start, end)
        if before:
            self._read_sentence(marked, start, before[0], found)
            start = before[1]
        behind = self.warned.behind(marked.masked, start, end)
        found.cautions.append((start, behind[0] if behind else end))
        self._read_when_warned(marked, *found.cautions[-1], found)
        if behind:
            self._read_sentence(marked, behind[1], end, found)

    def _read_when_warned(self, marked: MarkedText, start: int, end: int, found: ItemFindings) -> None:
        """ "Never touch it *when the lamp is on*": a condition of the step, though it limits only its warning."""
        masked = marked.masked
        tokens = split_tokens(masked, start, end)
        self.operations.mention(marked, tokens, found)
        for clause in self.clauses.split(tokens):
            first, last = strip_range(masked, *clause_range(tokens, clause), characters=" ,.;:" + ASIDE)
            limits = clause.kind in WARNING_KINDS and clause.last - clause.first > 1
            if clause.kind == "while" and self.verbs.is_gerund(tokens[min(clause.first + 1, len(tokens) - 1)].lower):
                limits = False  # a manner
            if limits and self.bare_condition.match(masked, first, last) is None:
                found.conditions.append((first, last))

    def _read_aside(self, marked: MarkedText, start: int, end: int, found: ItemFindings) -> None:
        """An alternative or a warning in parentheses: "(or press the Insert key)"."""
        inside = mark_text(marked.text[start + 1 : end - 1])
        aside = ItemFindings()
        for first, last in self.sentences.split(inside.masked):
            self._read_sentence(inside, first, last, aside)
        found.cautions.extend((a + start + 1, b + start + 1) for a, b in aside.cautions)
        if found.actions and aside.conditions and not aside.actions:
            first, last = aside.conditions[0][0], aside.conditions[-1][1]
            if first <= _LONGEST_LIMITER and last >= len(inside.text.rstrip(" .;")):
                limits = [(a + start + 1, b + start + 1) for a, b in aside.conditions]
                found.conditions = sorted([*found.conditions, *limits])
        if found.actions and len(inside.text.split()) > 1:
            found.actions.extend(aside.actions)
            found.targets.extend(aside.targets)

    def _read_subordinate(
        self,
        marked: MarkedText,
        tokens: list[Token],
        clause: Clause,
        reading: _Reading,
        found: ItemFindings,
        sentence: tuple[int, int],
    ) -> None:
        """A clause with if, when, after …: an operation told as an event, a chained operation, or a condition."""
        operation = self.told.event(tokens, clause) if clause.kind != "phrase" else None
        before = marked.masked[sentence[0] : tokens[clause.first].start].rstrip()
        if clause.kind == "if" and self.question_if.search(before):
            return
        gerund = operation is not None and self.verbs.is_gerund(tokens[operation].lower)
        bare = gerund and operation is not None and operation + 1 >= clause.last  # "After cooking": a general trigger
        triggers = any_of(self.rules.experience_verbs, self.rules.completion_verbs)
        felt = operation is not None and self.verbs.lemma(tokens[operation].lower) in triggers
        if felt or (gerund and (bare or (reading.trailing and not reading.instructs))):
            operation = None
        if clause.kind in TOLD_KINDS and operation is None:
            return
        if clause.kind == "as" and (
            reading.instructs or not self._told_with_result(marked, tokens, clause, operation or 0, sentence)
        ):
            return
        if operation is not None and not reading.instructs and clause.kind in EVENT_KINDS:
            if not self._told_with_result(marked, tokens, clause, operation, sentence):
                found.conditions.append(strip_range(marked.masked, *clause_range(tokens, clause)))
                return
            self.operations.add(marked, tokens, operation, clause.last, found)
            self.operations.add_coordinated(marked, tokens, operation + 1, clause.last, found)
            reading.told = True
            return
        if operation is not None and reading.instructs and self._is_chained(tokens, clause, operation, found):
            self.operations.add(marked, tokens, operation, clause.last, found)
            self.operations.add_coordinated(marked, tokens, operation + 1, clause.last, found)
            return
        whole = strip_range(marked.masked, *clause_range(tokens, clause), characters=" ,.;:")
        first, last = strip_range(marked.masked, *whole, characters=" ,.;:" + ASIDE)
        if self.bare_condition.match(marked.masked, first, last) is None:
            if found.actions and self.operations.only_places(tokens, clause, found.actions[-1]):
                return
            goes_on = whole[1] < sentence[1] or len(marked.text[last : whole[1]].split()) <= _LONGEST_NAME_IN_REMARK
            found.conditions.append((first, whole[1] if goes_on else last))

    def _is_chained(self, tokens: list[Token], clause: Clause, operation: int, found: ItemFindings) -> bool:
        """Whether a subordinate clause tells an operation of its own ("after removing the cover", "while holding A")."""
        if clause.kind in ("after", "means"):
            return True
        holding = self.rules.holding_verbs
        held = self.verbs.lemma(tokens[operation].lower) in holding or (
            found.actions[-1:] and found.actions[-1] in holding
        )
        return clause.kind == "while" and bool(held)

    def _told_with_result(
        self, marked: MarkedText, tokens: list[Token], clause: Clause, operation: int, sentence: tuple[int, int]
    ) -> bool:
        """Whether "when you click X, Y appears" tells an operation: something must happen, and an "if" needs a plain
        control
        operation and no error message."""
        if clause.kind == "means":
            return True
        if self.result_subject.search(marked.masked, *sentence) is None:
            return False
        plain = self.verbs.lemma(tokens[operation].lower) in self.rules.control_verbs
        return clause.kind != "if" or (plain and self.message.search(marked.masked, *sentence) is None)

    def _read_main(
        self,
        marked: MarkedText,
        tokens: list[Token],
        clause: Clause,
        verb: int | None,
        reading: _Reading,
        found: ItemFindings,
    ) -> None:
        if verb is not None:
            effect = self.told.effect_of_press(tokens, verb, clause)
            if effect:
                self.operations.add(marked, tokens, effect - 2, effect, found)
                found.results.append(strip_range(marked.masked, tokens[effect].start, tokens[clause.last - 1].end))
                return
            self.operations.add_instruction(marked, tokens, verb, clause, found)
            brought = self.told.effect_behind(tokens, verb + 1, clause.last)
            if brought:
                found.results.append(strip_range(marked.masked, tokens[brought].start, tokens[clause.last - 1].end))
            return
        gerund = self.told.gerund(tokens, clause)
        if gerund is not None:
            operation, predicate_at = gerund
            self.operations.add(marked, tokens, operation, predicate_at, found)
            self.operations.add_coordinated(marked, tokens, operation + 1, predicate_at, found)
            found.results.append(strip_range(marked.masked, tokens[predicate_at].start, tokens[clause.last - 1].end))
            return
        passive = self.told.passive(tokens, clause)
        if passive is not None:
            lemma, subject_end, subject_first = passive
            self.operations.add_passive(marked, tokens, lemma, subject_first, subject_end, found)
            return
        means = self.told.means(tokens, clause)
        if means is not None:
            self.operations.add(marked, tokens, means, clause.last, found)
            self.operations.add_coordinated(marked, tokens, means + 1, clause.last, found)
            return
        reading.statements.append(clause)


def _only_joined(between: str, joining: frozenset[str]) -> bool:
    return all(word in joining for word in re.findall(r"\w+|[^\w\s]", between.lower()))
