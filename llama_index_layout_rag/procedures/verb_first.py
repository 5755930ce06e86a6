"""Reads steps of languages whose instructions open with the verb: words from left to right, objects behind the verb.

The engine holds no word of any language; `VerbFirstRules` bring them. A sentence is cut into clauses; a clause is an
instruction, an operation told as an event ("When you click …", "Pressing …"), a condition, or a statement about the
system.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from llama_index_layout_rag.procedures.clauses import ClauseSplitter
from llama_index_layout_rag.procedures.findings import Findings
from llama_index_layout_rag.procedures.imperatives import ImperativeFinder
from llama_index_layout_rag.procedures.marking import ASIDE, NAME, MarkedText, mark_text, strip_range
from llama_index_layout_rag.procedures.phrases import PhraseFinder
from llama_index_layout_rag.procedures.rules import VerbFirstRules
from llama_index_layout_rag.procedures.spans import spans
from llama_index_layout_rag.procedures.steps import Span, StepAnalysis
from llama_index_layout_rag.procedures.tokens import Clause, Token, clause_range, split_tokens

_LABEL = re.compile(r"\s*\w+(?: \w+){0,2}:\s")
_TWO_WORD_LABEL = re.compile(r"\s*\w+(?: \w+){1,3}:\s")
_SETTING_NAME = rf"\s*(?:[\w /.%()&{NAME}{ASIDE}]{{1,50}}?\s+[-–—]\s+\S|[\w /.{ASIDE}]{{1,40}}?[-–—]\s+[A-Z])"
_LONGEST_TITLE = 5
_LONGEST_PLAIN_TITLE = 3
"""Words of a title without full stop, in capitals and in lower case."""
CONDITION_KINDS = frozenset(("if", "when", "once", "after", "before", "until", "while", "should", "phrase"))


@dataclass
class _Findings(Findings):
    """What has been found so far in one item, in printed order."""

    shares_object: bool = False
    waits: bool = False
    command_from: int = -1
    """Where a command begins that stands behind its instruction; nothing in it is read."""


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
        self.setting_name = re.compile(_SETTING_NAME)
        self.verbs = ImperativeFinder(rules)
        self.clauses = ClauseSplitter(rules, self.verbs)
        self._last: tuple[str, MarkedText, list[_Told]] | None = None
        self.phrases = PhraseFinder(rules, self.verbs, self.clauses)
        pattern = rules.compiled
        self.sentence_end, self.refs = pattern("sentence_end"), pattern("refs")
        self.caution, self.not_caution = pattern("caution", ignore_case=True), pattern("not_caution", ignore_case=True)
        self.message, self.check_outcome = (
            pattern("message", ignore_case=True),
            pattern("check_outcome", ignore_case=True),
        )
        self.otherwise = pattern("otherwise", ignore_case=True)
        self.question_if, self.result_subject = (
            pattern("question_if", ignore_case=True),
            pattern("result_subject", ignore_case=True),
        )
        self.condition_hint = pattern("condition_hint", ignore_case=True)
        self.warning_joint = pattern("warning_joint", ignore_case=True)
        self.caption = pattern("caption")
        self.name_label, self.topic_label = pattern("name_label"), pattern("topic_label")
        self.notice_label = pattern("notice_label", ignore_case=True)
        self.bare_condition = re.compile(f"(?:{rules.patterns['bare_condition']})$", re.IGNORECASE)

    def analyze(self, text: str, marker: str | None, emphasis: Sequence[tuple[int, int]]) -> StepAnalysis:
        """Reads one item as a step; see `extraction.analyze_step`."""
        marked = mark_text(text, emphasis, self.names)
        found = _Findings()
        label = self._notice_label(marked.masked) or self._name_label(marked.masked) or self._topic_label(marked.masked)
        for start, end in self._sentences(marked.masked):
            if max(start, label) < end:
                self._read_sentence(marked, max(start, label), end, found)
        for start, end in marked.asides:
            self._read_aside(marked, start, end, found)
        is_step = bool(found.actions) and not self._is_label(marked, found)
        return found.analysis(text, marked.masked, self.find_refs(text), self.sentence_end, is_step)

    def _notice_label(self, masked: str) -> int:
        """Where the text begins behind "IMPORTANT -" or "Note:"; 0 without one."""
        match = self.notice_label.match(masked)
        return match.end() if match is not None else 0

    def _topic_label(self, masked: str) -> int:
        """Where the instruction begins in "Power supply: Connect the red wire"; 0 where none follows a label."""
        match = self.topic_label.match(masked)
        if match is None or self._warns(match.group()):
            return 0
        words = match.group(1).lower().split()
        if words[0] in self.rules.control_verbs or any(word in self.rules.determiners for word in words):
            return 0
        end = next((b for a, b in self._sentences(masked) if b > match.end()), len(masked))
        tokens = split_tokens(masked, match.end(), end)
        told = bool(tokens) and self.verbs.instruction(tokens, Clause(0, len(tokens))) is not None
        certain = (
            told
            and len(tokens) > 1
            and (tokens[0].lower not in self.rules.weak_verbs or tokens[1].lower in self.rules.determiners)
        )
        return match.end() if certain else 0

    def _name_label(self, masked: str) -> int:
        """Where the text begins behind the name of a setting or command ("Add New: When selected, …"); 0 without one."""
        match = self.name_label.match(masked)
        if match is None or match.group(1).split()[0].lower() in self.rules.control_verbs or self._warns(match.group()):
            return 0
        return match.end()

    def _told(self, text: str) -> tuple[MarkedText, list[_Told]]:
        """The sentences of a text with their words and clauses; remembered for the next question about the same text."""
        last = self._last
        if last is not None and last[0] == text:
            return last[1], last[2]
        marked = mark_text(text)
        told = []
        for start, end in self._sentences(marked.masked):
            tokens = split_tokens(marked.masked, start, end)
            told.append(_Told(start, end, tokens, self.clauses.split(tokens)))
        self._last = (text, marked, told)  # One assignment: safe where threads share the rules.
        return marked, told

    def condition_results(self, text: str) -> list[tuple[Span, Span]]:
        """Condition and consequence of each sentence that says what the system does under which condition."""
        pairs: list[tuple[Span, Span]] = []
        marked, told = self._told(text)
        for start, end, tokens, clauses in told:
            other = self.otherwise.match(marked.masked, start, end) if pairs else None
            if other is not None:
                a, b = strip_range(text, *other.span("condition"))
                c, d = strip_range(text, other.end(), end)
                pairs.append((Span(text=text[a:b], start=a, end=b), Span(text=text[c:d], start=c, end=d)))
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
            pairs.append((Span(text=text[a:b], start=a, end=b), Span(text=text[c:d], start=c, end=d)))
        return pairs

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
        warnings = [(a, b) for a, b in self._sentences(marked.masked) if self._warns(marked.masked[a:b])]
        return spans(text, [strip_range(marked.masked, a, b) for a, b in warnings])

    def find_refs(self, text: str) -> list[str]:
        """Numbered references, as printed, each once."""
        return list(dict.fromkeys(match.group().strip() for match in self.refs.finditer(text)))

    def _sentences(self, masked: str) -> list[tuple[int, int]]:
        bounds: list[tuple[int, int]] = []
        position = 0
        for match in self.sentence_end.finditer(masked):
            if match.start() > position:
                bounds.append(strip_range(masked, position, match.start()))
            position = match.end()
        if position < len(masked):
            bounds.append(strip_range(masked, position, len(masked)))
        return [(a, b) for a, b in bounds if b > a]

    def _warns(self, sentence: str) -> bool:
        return self.caution.search(sentence) is not None and self.not_caution.search(sentence) is None

    def _operation_before_warning(self, masked: str, start: int, end: int) -> tuple[int, int] | None:
        """(end of the operation, start of the warning) where a sentence first tells what to do and then warns."""
        warning = self.caution.search(masked, start, end)
        joint = self.warning_joint.search(masked, start, warning.start()) if warning is not None else None
        if warning is None or joint is None:
            return None
        tokens = split_tokens(masked, start, joint.start())
        clauses = [c for c in self.clauses.split(tokens) if not c.kind] if tokens else []
        told = any(self.verbs.instruction(tokens, clause) is not None for clause in clauses)
        return (joint.start(), warning.start()) if told else None

    def _read_sentence(self, marked: MarkedText, start: int, end: int, found: _Findings) -> None:
        masked = marked.masked
        if start > 0 and self.caption.match(masked, start, end):
            return
        if self._warns(masked[start:end]):
            split = self._operation_before_warning(masked, start, end)
            if split:
                self._read_sentence(marked, start, split[0], found)
            found.cautions.append((split[1] if split else start, end))
            return
        tokens = split_tokens(masked, start, end)
        if not tokens:
            return
        if self.check_outcome.match(masked[start:end]):
            found.results.append((start, end))
            return
        clauses = self.clauses.split(tokens)
        mains = [c for c in clauses if not c.kind]
        reading = _Reading(conditional=any(c.kind == "if" for c in clauses))
        verbs = self._instructions(tokens, mains, reading.conditional)
        reading.instructs = any(verb is not None for verb in verbs.values())
        reading.trailing = bool(mains) and clauses[0] is mains[0]
        for clause in clauses:
            if 0 <= found.command_from <= tokens[clause.first].start:
                break
            if clause.kind in CONDITION_KINDS:
                self._read_subordinate(marked, tokens, clause, reading, found, (start, end))
            elif not clause.kind:
                self._read_main(marked, tokens, clause, verbs[clause.first], reading, found)
        for clause in reading.statements:
            a, b = strip_range(masked, *clause_range(tokens, clause))
            if reading.told or (found.actions and self.result_subject.search(masked, a, b)):
                if found.results and _only_joined(masked[found.results[-1][1] : a], self.rules.joining_words):
                    found.results[-1] = (found.results[-1][0], b)
                    continue
                if reading.trailing and not reading.instructs and not reading.told:
                    b = end
                    found.conditions = [span for span in found.conditions if span[0] < a]
                found.results.append((a, b))

    def _read_aside(self, marked: MarkedText, start: int, end: int, found: _Findings) -> None:
        """An alternative or a warning in parentheses: "(or press the Insert key)"."""
        inside = mark_text(marked.text[start + 1 : end - 1])
        aside = _Findings()
        for first, last in self._sentences(inside.masked):
            self._read_sentence(inside, first, last, aside)
        found.cautions.extend((a + start + 1, b + start + 1) for a, b in aside.cautions)
        if found.actions:
            found.actions.extend(aside.actions)
            found.targets.extend(aside.targets)

    def _instructions(self, tokens: list[Token], mains: list[Clause], conditional: bool) -> dict[int, int | None]:
        """The verb of each main clause that is an instruction.

        Behind a statement a bare verb is one only when something calls for it ("…, so choose", "…, then press");
        otherwise it is a noun in a list or a second verb of the statement.
        """
        verbs: dict[int, int | None] = {}
        stated = False
        for clause in mains:
            verb = self.verbs.instruction(tokens, clause, conditional)
            called = clause.first == 0 or tokens[clause.first - 1].lower in self.rules.calling_words
            free = called or self.rules.any_doer or tokens[clause.first].lower in self.rules.reader_words
            if verb is not None and stated and not free:
                verb = None
            verbs[clause.first] = verb
            stated = stated or verb is None
        return verbs

    def _read_subordinate(
        self,
        marked: MarkedText,
        tokens: list[Token],
        clause: Clause,
        reading: _Reading,
        found: _Findings,
        sentence: tuple[int, int],
    ) -> None:
        """A clause with if, when, after …: an operation told as an event, a chained operation, or a condition."""
        operation = self.verbs.told_operation(tokens, clause) if clause.kind != "phrase" else None
        before = marked.masked[sentence[0] : tokens[clause.first].start].rstrip()
        if clause.kind == "if" and self.question_if.search(before):
            return
        gerund = operation is not None and self.verbs.is_gerund(tokens[operation].lower)
        bare = gerund and operation is not None and operation + 1 >= clause.last  # "After cooking": a general trigger
        if gerund and (bare or (reading.trailing and not reading.instructs)):
            operation = None
        if operation is not None and not reading.instructs and clause.kind in ("when", "once", "after", "if"):
            if not self._told_with_result(marked, tokens, clause, operation, sentence):
                return
            self._add(marked, tokens, operation, clause.last, found)
            reading.told = True
            return
        held = (
            clause.kind == "while"
            and operation is not None
            and self.verbs.lemma(tokens[operation].lower) in self.rules.holding_verbs
        )
        if operation is not None and reading.instructs and (clause.kind == "after" or held):
            self._add(marked, tokens, operation, clause.last, found)
            return
        first, last = strip_range(marked.masked, *clause_range(tokens, clause), characters=" ,.;:" + ASIDE)
        if self.bare_condition.match(marked.masked, first, last) is None:
            found.conditions.append((first, last))

    def _told_with_result(
        self, marked: MarkedText, tokens: list[Token], clause: Clause, operation: int, sentence: tuple[int, int]
    ) -> bool:
        """Whether "when you click X, Y appears" tells an operation: something must happen, and an "if" needs a plain
        control
        operation and no error message."""
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
        found: _Findings,
    ) -> None:
        if verb is not None:
            self._read_instruction(marked, tokens, verb, clause, found)
            return
        gerund = self.verbs.gerund_subject(tokens, clause)
        if gerund is not None:
            operation, predicate_at = gerund
            self._add(marked, tokens, operation, predicate_at, found)
            found.results.append(strip_range(marked.masked, tokens[predicate_at].start, tokens[clause.last - 1].end))
            return
        passive = self.verbs.passive(tokens, clause)
        if passive is not None:
            lemma, subject_end, subject_first = passive
            self._add_passive(marked, tokens, lemma, subject_first, subject_end, found)
            return
        means = self.verbs.means_operation(tokens, clause)
        if means is not None:
            self._add(marked, tokens, means, clause.last, found)
            return
        reading.statements.append(clause)

    def _read_instruction(
        self, marked: MarkedText, tokens: list[Token], verb: int, clause: Clause, found: _Findings
    ) -> None:
        checks = self.verbs.check_opener(tokens, verb)
        if checks is not None:
            lemma, size = checks
            behind = verb + size
            told = behind + 1 < clause.last and tokens[behind].lower == self.rules.infinitive
            if not (told and self.verbs.lemma(tokens[behind + 1].lower)):
                self._add_checked(marked, tokens, lemma, behind, clause.last, found)
                return
            verb = behind + 1
        verb += self.verbs.reminder(tokens, verb)
        if verb >= clause.last:
            return
        if self._checks_that(tokens, verb, clause.last):
            self._add_checked(marked, tokens, tokens[verb].lower, verb + 1, clause.last, found)
            return
        self._add(marked, tokens, verb, clause.last, found)
        if tokens[verb].lower == self.rules.tool_verb:
            self._add_use(marked, tokens, verb, clause.last, found)
        for index in range(verb + 1, clause.last - 2):
            means = tokens[index].lower == self.rules.means_word and self.verbs.is_gerund(tokens[index + 1].lower)
            if means and tokens[index - 1].lower not in self.rules.coordinators:
                self._add(marked, tokens, index + 1, clause.last, found)  # attach it by melting the solder
                self._add_other_means(marked, tokens, index + 2, clause.last, found)

    def _add_other_means(
        self, marked: MarkedText, tokens: list[Token], first: int, last: int, found: _Findings
    ) -> None:
        """ "by scanning the bar code or keying in the number": the means behind the first."""
        for index in range(first, last - 1):
            joined = tokens[index].lower in self.rules.coordinators
            if joined and self.verbs.is_gerund(tokens[index + 1].lower) and self._opens_object(tokens, index + 2, last):
                self._add(marked, tokens, index + 1, last, found)

    def _opens_object(self, tokens: list[Token], position: int, last: int) -> bool:
        behind = tokens[position : min(last, position + 2)]
        return any(t.lower in self.rules.determiners or t.text[0] == NAME for t in behind)

    def _add_use(self, marked: MarkedText, tokens: list[Token], verb: int, last: int, found: _Findings) -> None:
        """ "use X to do Y": doing Y is the second action."""
        for index in range(verb + 1, last - 1):
            if tokens[index].lower == self.rules.infinitive and self.verbs.lemma(tokens[index + 1].lower):
                self._add(marked, tokens, index + 1, last, found)
                return

    def _add_checked(
        self, marked: MarkedText, tokens: list[Token], lemma: str, position: int, last: int, found: _Findings
    ) -> None:
        if position < last and tokens[position].lower in self.rules.check_joints:
            position += 1
        if position < last and tokens[position].lower in self.rules.reader_words:
            position = self._behind_participle(tokens, position + 1, last)
        end = next((i for i in range(position, last) if self._ends_subject(tokens, i, position)), last)
        names, path, _ = self.phrases.object_at(marked, tokens, position, end)
        self._record(lemma, names, path, found)

    def _ends_subject(self, tokens: list[Token], index: int, first: int) -> bool:
        """Whether the verb of a statement stands here ("are", "reads", "match")."""
        lower = tokens[index].lower
        if lower in self.rules.auxiliaries or lower in self.rules.modals:
            return True
        lemma = self.verbs.lemma(lower)
        if index > first and lower == lemma and lower not in self.rules.weak_verbs:
            return tokens[index - 1].lower.endswith("s")  # that the totals agree
        return (
            index > first + 1
            and lemma is not None
            and lower != lemma
            and lower.endswith("s")
            and lemma not in self.rules.weak_nouns
        )

    def _checks_that(self, tokens: list[Token], verb: int, last: int) -> bool:
        """ "verify that the gauge reads 40 psi": what is looked at is the subject of the clause behind."""
        following = tokens[verb + 1].lower if verb + 1 < last else ""
        return tokens[verb].lower in self.rules.check_verbs and following in self.rules.check_joints

    def _behind_participle(self, tokens: list[Token], position: int, last: int) -> int:
        """In "ensure you have installed or unpacked X": where X begins."""
        behind = position
        for index in range(position, min(last, position + 7)):
            if self.verbs.lemma(tokens[index].lower) is not None:
                behind = index + 1
            elif tokens[index].lower in self.rules.determiners:
                break
        return behind

    def _add(self, marked: MarkedText, tokens: list[Token], verb: int, last: int, found: _Findings) -> None:
        begun = tokens[verb].lower in self.rules.aspect_verbs and verb + 1 < last
        if begun and self.verbs.is_gerund(tokens[verb + 1].lower):
            verb += 1  # "start typing a name" is to type it
        lemma = self.verbs.lemma(tokens[verb].lower) or tokens[verb].lower
        if tokens[verb].lower in self.rules.verbs:
            lemma = tokens[verb].lower
        if lemma in self.rules.ignored_verbs:
            return
        lemma, position = self._with_particle(tokens, lemma, verb + 1, last)
        found.shares_object = position >= last
        if lemma in self.rules.letting_verbs:
            last = self._let_until(tokens, position, last)
        names, path, stop = self.phrases.object_at(marked, tokens, position, last)
        lemma = self._with_late_particle(tokens, lemma, stop, last)
        if names and self._is_duration(names[0][0]):
            names = names[1:]
        if lemma in self.rules.enter_verbs:
            named_field = self.phrases.named_field(marked, tokens, stop, last) or self.phrases.field_before(
                marked, tokens, verb
            )
            names = [named_field] if named_field is not None else names
        names = self._command_behind(marked, tokens, stop, names, found)
        if names and not any(text for text, _ in names):
            names = self.phrases.antecedent(marked, tokens, verb, names[0][1], bool(found.targets)) or names
        self._record(lemma, names, path, found)

    def _let_until(self, tokens: list[Token], position: int, last: int) -> int:
        """ "let the water run": where the object ends and what it does begins."""
        inside = range(position + 1, last)
        return next((i for i in inside if tokens[i].lower in self.rules.verbs and i > position + 1), last)

    def _command_behind(
        self, marked: MarkedText, tokens: list[Token], stop: int, names: list[tuple[str, str]], found: _Findings
    ) -> list[tuple[str, str]]:
        """ "Run the following command: make install": what is typed stands behind the colon."""
        bare = not names or names[0][0].lower().rpartition(" ")[2] in self.rules.command_words
        if not bare or stop >= len(tokens) or tokens[stop].text != ":" or stop + 1 >= len(tokens):
            return names
        found.command_from = tokens[stop + 1].start
        return [(marked.text[found.command_from : tokens[-1].end].strip(), "command")]

    def _is_duration(self, name: str) -> bool:
        """ "wait 10 seconds": how long, not what."""
        words = name.lower().split()
        return len(words) == 2 and words[1] in self.rules.time_words and (words[0][0].isdigit() or words[0] == "few")

    def _with_particle(self, tokens: list[Token], lemma: str, position: int, last: int) -> tuple[str, int]:
        """The verb with a particle that changes its meaning ("turn on"), and where its object begins."""
        rules = self.rules
        if position < last and f"{lemma} {tokens[position].lower}" in rules.particle_verbs:
            particle = tokens[position].lower
            dropped = particle in rules.dropped_particles.get(lemma, ())
            if not dropped and (particle not in rules.light_particles or lemma in rules.split_verbs):
                lemma = f"{lemma} {particle}"
            position += 1
        elif (
            position + 1 < last
            and tokens[position].lower in rules.adverbs
            and f"{lemma} {tokens[position + 1].lower}" in rules.particle_verbs
        ):
            lemma, position = f"{lemma} {tokens[position + 1].lower}", position + 2  # log back in
        elif (
            position + 1 < last
            and tokens[position].lower in rules.free_particles & rules.prepositions
            and tokens[position + 1].lower in rules.articles
        ):
            lemma, position = f"{lemma} {tokens[position].lower}", position + 1  # roll off the low frequencies
        if position + 1 < last and f"{lemma} {tokens[position].lower}" in rules.goal_verbs_with:
            position += 1
        return lemma, position

    def _with_late_particle(self, tokens: list[Token], lemma: str, stop: int, last: int) -> str:
        """ "turn the radio off": the particle behind the object."""
        rules = self.rules
        whole_way = tuple(t.lower for t in tokens[stop : stop + 3]) == rules.whole_way
        stop += len(rules.whole_way) * whole_way
        if stop > 0 and tokens[stop - 1].lower in rules.free_particles & rules.adverbs:
            stop -= 1  # put the cover back
        if stop >= last or f"{lemma} {tokens[stop].lower}" not in rules.particle_verbs:
            return lemma
        if whole_way and tokens[stop : stop + 1] and tokens[stop].lower in rules.dropped_particles.get(lemma, ()):
            return lemma  # press the button all the way down
        following = tokens[stop + 1].lower if stop + 1 < last else ""
        if following == rules.owner_word:
            return lemma  # swing the arm out of the way
        behind = rules.adverbs | rules.clause_joiners | rules.prepositions
        closes = not following or following in behind
        if tokens[stop].lower not in rules.free_particles and not closes:
            return lemma
        return lemma if following in rules.determiners else f"{lemma} {tokens[stop].lower}"

    def _add_passive(
        self, marked: MarkedText, tokens: list[Token], lemma: str, first: int, end: int, found: _Findings
    ) -> None:
        names, path, _ = self.phrases.object_at(marked, tokens, first, end)
        self._record(lemma, names, path, found)

    def _record(self, lemma: str, names: list[tuple[str, str]], path: bool, found: _Findings) -> None:
        found.actions.append(lemma)
        texts = [(t, k) for t, k in names if t]
        if found.first_target is None or (found.waits and not found.first_target):
            chosen = (texts[-1] if path else texts[0]) if texts else (names[0] if names else ("", "other"))
            found.first_target, found.first_type = chosen
        # "Press and hold X": a verb with nothing behind it shares the object of the next one.
        found.waits = found.shares_object and not texts
        found.targets.extend(t for t, _ in texts)

    def _is_label(self, marked: MarkedText, found: _Findings) -> bool:
        """Whether what looks like an instruction is a heading or the name of a setting.

        "Test results", "Power supply: 100 V" and "Copy - copies the file" open with words that are nouns as often as
        verbs; a word that opened the first action for certain is left alone.
        """
        behind = self._notice_label(marked.masked) or self._topic_label(marked.masked)
        text = marked.masked[behind:]
        if behind:
            return self.setting_name.match(text) is not None
        words = marked.text.split()
        first = words[0].lower().strip(":") if words else ""
        opens = bool(found.actions) and found.actions[0].partition(" ")[0] == first
        if opens and first in self.rules.weak_verbs and self._names_a_thing(marked, words, first):
            return True
        if (
            opens
            and first in self.rules.control_verbs
            and len(words) > 1
            and words[1].lower() in self.rules.determiners
        ):
            return False
        return self.setting_name.match(text) is not None and not marked.text.rstrip().endswith(":")

    def _names_a_thing(self, marked: MarkedText, words: list[str], first: str) -> bool:
        if len(words) > 1 and words[1].lower() in self.rules.determiners:
            return False
        if _TWO_WORD_LABEL.match(marked.masked):
            return True
        if marked.names or first in self.rules.bare_object_verbs or len(words) < 2:
            return False
        if _LABEL.match(marked.masked):
            return True
        short = len(words) <= _LONGEST_TITLE and not marked.text.rstrip().endswith((".", ":", "!"))
        capitals = all(word[0].isupper() or word[0].isdigit() for word in words)
        return short and (capitals or len(words) <= _LONGEST_PLAIN_TITLE)


def _only_joined(between: str, joining: frozenset[str]) -> bool:
    return all(word in joining for word in re.findall(r"\w+|[^\w\s]", between.lower()))
