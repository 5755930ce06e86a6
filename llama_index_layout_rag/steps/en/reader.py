"""`EnglishStepReader`: sentences are cut into clauses.

A clause is an instruction, an implicit instruction, a condition or a statement about the system.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from llama_index_layout_rag.steps.en import implicit, operations
from llama_index_layout_rag.steps.en.clauses import split_clauses
from llama_index_layout_rag.steps.en.imperatives import find_instructions, instruction_at
from llama_index_layout_rag.steps.en.lexicon import Lexicon
from llama_index_layout_rag.steps.en.operations import ItemFindings
from llama_index_layout_rag.steps.en.results import is_outcome, tells_result
from llama_index_layout_rag.steps.en.sentences import (
    SENTENCE_END,
    CautionFinder,
    notice_end,
    signal_end,
    split_sentences,
)
from llama_index_layout_rag.steps.en.titles import heading_rule, label_end, title_rule
from llama_index_layout_rag.steps.en.tokens import Clause, Sentence
from llama_index_layout_rag.steps.en.verbs import CONTROL_VERBS, ENTER_VERBS, SHOWN_EVENTS
from llama_index_layout_rag.steps.en.words import CONDITION_KINDS, DETERMINERS, JOINING
from llama_index_layout_rag.steps.marking import ASIDE, MarkedText, mark_text, strip_range
from llama_index_layout_rag.steps.model import Span, StepAnalysis
from llama_index_layout_rag.steps.reader import ConditionResult, StepItem
from llama_index_layout_rag.steps.spans import span, spans
from llama_index_layout_rag.steps.vocabulary import StepVocabulary

_CAPTION = re.compile(
    r"\s*(?:Fig(?:ure)?\.?|Table|Photo|Screenshot|Listing)\s*[A-Z]?\d+(?:[-.–]\d+)*(?:[.:]?\s+(?![a-z])|[.:]|\s*$)"
    r"|\s*(?:Page )?\d+(?: of \d+)?$"
)
"""A caption or page number that was printed after an item."""
_CONDITION_HINT = re.compile(
    r"\b(?:if|when\w*|unless|once|after|before|until|till|while|soon|case|event|long|upon|during|time|needed|necessary|required"
    r"|desired|possible|applicable|appropriate|available|prior|with)\b",
    re.IGNORECASE,
)
_BARE_CONDITION = re.compile(
    r"""
    in\ (?:this|that|these|those|such|each|either|both|all|most|some|any|other)\ (?:cases?|states?|conditions?|events?|modes?)
    | (?:after|before|until|upon|once|when|if)\ (?:that|this|then|so|not|now|which|all|(?:this|the|each|every)\ (?:step|time|point))
    | (?:before|after)\ (?:it|them|another) | if\ any | if\ at\ all | when\ in\ doubt | as\ soon\ as\ possible
    | as\ (?:shown|described|follows|indicated|above|below)\b.*
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Conditions that name nothing: "in this case"."""
_QUESTION_IF = re.compile(
    r"\b(?:see|check|determine|know|verify|decide|tell|test|find out|confirm|ask|wonder|specify|specifies|indicates?)$",
    re.IGNORECASE,
)
_ERROR = re.compile(r"\b(?:errors?|warnings?|messages?)\b", re.IGNORECASE)
_OTHERWISE = re.compile(r"\s*(?P<condition>otherwise|in (?:all|any) other cases?),?\s+", re.IGNORECASE)
_WARNING_JOINT = re.compile(
    r"""
    (?:(?:,|;|\s[-–—])\s+|\s(?=(?:as|because|since)\s)) (?:(?:but|and|so|then|please|while|always|as|because|since|for|or)\s+)*
    (?P<subject>(?:it|the|this|you|heat)\s(?:\w+\s){0,4})?$
    """,
    re.VERBOSE,
)
"""What joins a warning to the operation before it: "Close the lid, being careful not to ..."."""
_OPERATION_JOINT = re.compile(r",\s+(?:and|then|and then)\s+", re.IGNORECASE)
_REFERENCES = re.compile(
    r"""
    \b(?:[Ff]ig(?:ure|s)?\.?|FIG(?:URE)?\.?|[Ff]igures|[Tt]ables?|TABLE|[Ss]ections?|SECTION|Sec\.|[Cc]hapters?|CHAPTER
        |[Aa]ppendix|APPENDIX|[Aa]nnex|Ch\.|[Pp]hotos?)
      \s*(?:[A-Z](?:[-.]?\d+)*(?![a-z])|\d+(?:\s?[-–.]\s?\d+)*[a-zA-Z]?\b)                            # Figure 3-1, Appendix B
    | (?:(?<=\b[Ss]ee\ )|(?<=\b[Rr]efer\ to\ )) \d+(?:\.\d+)+\b(?!\s*(?:mm|cm|kg|V|A|Hz|%|°))       # see 3.1
    | (?<=described\ in\ )\d+(?:\.\d+)+\b | (?<=ections\ \d\ and\ )\d+\b | (?<=ections\ \d\.\d\ and\ )\d+(?:\.\d+)*\b
    | (?<=[“"‘])\d+(?:\.\d+)+(?=\.?\ [A-Z]) | (?<=[a-z]\ \()\d+(?:\.\d+)+(?=\))                     # valve (2.1)
    """,
    re.VERBOSE,
)
_MAX_REMARK = 2
"""Words of a parenthetical that ends a sentence and still belongs to its condition: "when baking rye (sourdough)"."""
_MAX_LIMITER = 5
"""Characters of "(only if" before the condition that a parenthetical is."""
_WARNING_KINDS = CONDITION_KINDS - {"phrase"}


@dataclass
class _Reading:
    """The state of the reading of one sentence."""

    conditional: bool
    instructs: bool
    trailing: bool
    """Whether no condition precedes its first main clause."""
    event: bool = False
    """Whether an event ("when you click X") was read as an operation, so that statements are its results."""
    statements: list[Clause] = field(default_factory=list)


class EnglishStepReader:
    """Reads English steps; see `StepReader`.

    Args:
        vocabulary: The user's own words.
    """

    def __init__(self, vocabulary: StepVocabulary | None = None) -> None:
        words = vocabulary or StepVocabulary()
        self._names = tuple(sorted(words.names, key=len, reverse=True))
        self._lexicon = Lexicon(words)
        self._cautions = CautionFinder(words.caution_words)
        self._last: tuple[str, MarkedText, list[tuple[Sentence, list[Clause]]]] | None = None

    def read(self, item: StepItem) -> StepAnalysis:
        """Read one item as a step; see `StepReader`."""
        return self._read(item)[0]

    def explain(self, item: StepItem) -> dict[str, str]:
        """Return the rule that decided each field; see `StepReader`."""
        return self._read(item)[1]

    def has_condition(self, text: str) -> bool:
        """Return whether a text may hold a condition; see `StepReader`."""
        return _CONDITION_HINT.search(text) is not None

    def condition_results(self, text: str) -> list[ConditionResult]:
        """Return condition and consequence of each sentence about the system; see `StepReader`."""
        pairs: list[ConditionResult] = []
        marked, sentences = self._parsed(text)
        for s, clauses in sentences:
            other = _OTHERWISE.match(marked.masked, s.start, s.end) if pairs else None
            if other is not None:
                result = strip_range(text, other.end(), s.end)
                pairs.append(ConditionResult(span(text, *other.span("condition")), span(text, *result)))
                continue
            conditions = [clause for clause in clauses if clause.kind in _WARNING_KINDS]
            mains = [clause for clause in clauses if not clause.kind]
            if not conditions or not mains or self._cautions.rule(marked.masked[s.start : s.end]):
                continue
            between = mains[-1].first > conditions[0].first > mains[0].first
            result = s.range_of(mains[0].first, mains[0 if between else -1].last)
            pairs.append(
                ConditionResult(span(text, *s.range_of(conditions[0].first, conditions[0].last)), span(text, *result))
            )
        return pairs

    def is_system_sentence(self, text: str) -> bool:
        """Return whether a text only describes what the system does; see `StepReader`."""
        mains = [(s, clause) for s, clauses in self._parsed(text)[1] for clause in clauses if not clause.kind]
        return bool(mains) and all(instruction_at(s, clause) is None for s, clause in mains)

    def find_cautions(self, text: str) -> list[Span]:
        """Return the sentences that forbid or warn; after a signal word at the start all of them as one."""
        masked = mark_text(text).masked
        if signal_end(masked):
            return spans(text, [strip_range(masked, 0, len(masked))])
        label = notice_end(masked)
        sentences = ((max(start, label), end) for start, end in split_sentences(masked))
        return spans(text, [(start, end) for start, end in sentences if self._cautions.rule(masked[start:end])])

    def find_refs(self, text: str) -> list[str]:
        """Return numbered references; see `StepReader`."""
        return list(dict.fromkeys(match.group().strip() for match in _REFERENCES.finditer(text)))

    def _parsed(self, text: str) -> tuple[MarkedText, list[tuple[Sentence, list[Clause]]]]:
        """Return the sentences of a text with their clauses; remembered for the next question about the same text."""
        last = self._last
        if last is None or last[0] != text:
            marked = mark_text(text)
            sentences = [Sentence(marked, start, end, self._lexicon) for start, end in split_sentences(marked.masked)]
            last = self._last = (text, marked, [(s, split_clauses(s)) for s in sentences if s.count])
        return last[1], last[2]

    def _read(self, item: StepItem) -> tuple[StepAnalysis, dict[str, str]]:
        marked = mark_text(item.text, item.emphasis, self._names)
        masked = marked.masked
        found = ItemFindings()
        if signal_end(masked) and self._cautions.rule(masked) == "signal_word":
            found.cautions.append(strip_range(masked, 0, len(masked)))
            found.decided("cautions", "signal_word")
        else:
            label = label_end(masked, self._lexicon, self._cautions)
            for start, end in split_sentences(masked):
                if max(start, label) < end:
                    self._read_sentence(marked, max(start, label), end, found)
            for start, end in marked.asides:
                self._read_parenthetical(marked, start, end, found)
        refs = self.find_refs(item.text)
        if refs:
            found.decided("refs", "reference")
        rule = self._no_step_rule(marked, item, found) if found.actions else "no_instruction"
        analysis = found.analysis(item.text, masked, refs, SENTENCE_END, not rule)
        filled = {name: reason for name, reason in found.rules.items() if getattr(analysis, name)}
        return analysis, {"is_step": rule or found.rules["actions"], **filled}

    def _no_step_rule(self, marked: MarkedText, item: StepItem, found: ItemFindings) -> str:
        rule = title_rule(marked, found.actions, item.marker, item.section_path, self._lexicon)
        return rule or heading_rule(item.section_path, marked, item.marker)

    def _read_sentence(self, marked: MarkedText, start: int, end: int, found: ItemFindings) -> None:
        masked = marked.masked
        if start > 0 and _CAPTION.match(masked, start, end):
            return
        caution = self._cautions.rule(masked[start:end])
        if caution:
            self._read_warning(marked, start, end, caution, found)
            return
        s = Sentence(marked, start, end, self._lexicon)
        if not s.count:
            return
        if is_outcome(masked[start:end]):
            found.results.append((start, end))
            found.decided("results", "check_outcome")
            return
        clauses = split_clauses(s)
        mains = [clause for clause in clauses if not clause.kind]
        verbs = find_instructions(s, clauses, any(c.kind in ("if", "when", "once") for c in clauses))
        opening = [
            c for c in clauses if mains and c.first < mains[0].first and c.kind in (*CONDITION_KINDS, "means", "as")
        ]
        reading = _Reading(
            any(c.kind == "if" for c in clauses),
            any(v is not None for v in verbs.values()),
            bool(mains) and not opening,
        )
        acted, limited = len(found.actions), len(found.conditions)
        for clause in clauses:
            if 0 <= found.command_from <= s.starts[clause.first]:
                break
            if clause.kind in CONDITION_KINDS or clause.kind in ("means", "as"):
                self._read_subordinate(s, clause, reading, found)
            elif not clause.kind:
                self._read_main(s, clause, verbs[clause.first], reading, found)
        instructed = next((c.first for c in mains if verbs[c.first] is not None), 0) if not acted else 0
        statements = [c for c in reading.statements if c.last > instructed]
        shown = [self._read_statement(s, clause, reading, found) for clause in statements]
        if (
            statements
            and not any(shown)
            and len(found.actions) == acted
            and not self._limits_later(s, statements, reading)
        ):
            del found.conditions[limited:]

    def _limits_later(self, s: Sentence, statements: list[Clause], reading: _Reading) -> bool:
        """Recognise "Once connected, the lamp turns green. Press NEXT": the condition of an event before the operation."""
        if reading.conditional and not any(
            word in SHOWN_EVENTS for c in statements for word in s.words[c.first : c.last]
        ):
            return False
        return any(tells_result(s, clause.first, clause.last) for clause in statements)

    def _read_statement(self, s: Sentence, clause: Clause, reading: _Reading, found: ItemFindings) -> bool:
        """Record a statement as the result of the operation before it; return whether it is one."""
        first, last = s.range_of(clause.first, clause.last)
        between = (
            s.marked.masked[found.results[-1][1] : first].lower().replace(",", " , ").split() if found.results else []
        )
        if between and all(word in JOINING for word in between):
            found.results[-1] = (found.results[-1][0], last)
            return True
        if not reading.event and not (found.actions and tells_result(s, clause.first, clause.last)):
            return False
        if reading.trailing and not reading.instructs and not reading.event:
            last = s.end  # the statement with its own condition
            found.conditions = [condition for condition in found.conditions if condition[0] < first]
        found.results.append((first, last))
        found.decided("results", "effect_of_event" if reading.event else "statement")
        return True

    def _read_warning(self, marked: MarkedText, start: int, end: int, rule: str, found: ItemFindings) -> None:
        """Read a sentence that warns, with the operation before the warning or after it."""
        masked = marked.masked
        warns = start + self._cautions.start(masked[start:end])
        joint = _WARNING_JOINT.search(masked, start, warns)
        if joint is not None and self._instructs(marked, start, joint.start()):
            self._read_sentence(marked, start, joint.start(), found)
            start = joint.start("subject") if joint["subject"] else warns
        behind = _OPERATION_JOINT.search(masked, start, end)
        if behind is not None and (
            "," in masked[start : behind.start()] or self._cautions.rule(masked[behind.end() : end])
        ):
            behind = None
        if behind is not None and not self._instructs(marked, behind.end(), end):
            behind = None
        found.cautions.append((start, behind.start() if behind else end))
        found.decided("cautions", rule)
        if rule != "signal_word":
            self._read_condition_of_warning(Sentence(marked, *found.cautions[-1], self._lexicon), found)
        if behind is not None:
            self._read_sentence(marked, behind.end(), end, found)

    def _instructs(self, marked: MarkedText, start: int, end: int) -> bool:
        s = Sentence(marked, start, end, self._lexicon)
        return any(instruction_at(s, clause) is not None for clause in split_clauses(s) if not clause.kind)

    def _read_condition_of_warning(self, s: Sentence, found: ItemFindings) -> None:
        """Recognise "Never touch it when the lamp is on": a condition of the step, though it limits only its warning."""
        for clause in split_clauses(s):
            first, last = strip_range(
                s.marked.masked, *s.range_of(clause.first, clause.last), characters=" ,.;:" + ASIDE
            )
            limits = clause.kind in _WARNING_KINDS and clause.last - clause.first > 1
            manner = clause.kind == "while" and self._lexicon.is_gerund(s.words[clause.first + 1])
            if limits and not manner and not _BARE_CONDITION.fullmatch(s.marked.masked, first, last):
                found.conditions.append((first, last))
                found.decided("conditions", "condition_of_warning")

    def _read_parenthetical(self, marked: MarkedText, start: int, end: int, found: ItemFindings) -> None:
        """Read an alternative, a condition or a warning in parentheses: "(or press the Insert key)"."""
        inside = mark_text(marked.text[start + 1 : end - 1])
        aside = ItemFindings()
        for first, last in split_sentences(inside.masked):
            self._read_sentence(inside, first, last, aside)
        found.cautions.extend((a + start + 1, b + start + 1) for a, b in aside.cautions)
        if not found.actions:
            return
        whole = bool(aside.conditions) and aside.conditions[-1][1] >= len(inside.text.rstrip(" .;"))
        if whole and not aside.actions and aside.conditions[0][0] <= _MAX_LIMITER:
            limits = [(a + start + 1, b + start + 1) for a, b in aside.conditions]
            found.conditions = sorted([*found.conditions, *limits])
            found.decided("conditions", "parenthetical")
        if len(inside.text.split()) > 1:
            found.actions.extend(aside.actions)
            found.targets.extend(aside.targets)

    def _read_subordinate(self, s: Sentence, clause: Clause, reading: _Reading, found: ItemFindings) -> None:
        """Read a clause with if, when, after ...: an event that is an operation, a chained operation, or a condition."""
        masked = s.marked.masked
        if clause.kind == "if" and _QUESTION_IF.search(masked[s.start : s.starts[clause.first]].rstrip()):
            return
        if clause.kind in implicit.EVENT_KINDS and not reading.instructs:
            passive = implicit.passive_event(s, clause)
            if (
                passive is not None
                and clause.kind != "if"
                and not reading.trailing
                and self._shows_effect(s, clause, passive.lemma)
            ):
                names, path, _ = operations.object_at(s, passive.first, passive.last)
                operations.record(passive.lemma, names, path, found, "passive_event")
                reading.event = True
                return
        verb = implicit.event_verb(s, clause) if clause.kind != "phrase" else None
        gerund = verb is not None and self._lexicon.is_gerund(s.words[verb])
        if verb is not None and gerund and (verb + 1 >= clause.last or (reading.trailing and not reading.instructs)):
            verb = None  # "After cooking": a general trigger
        if verb is not None and self._lexicon.lemma(s.words[verb]) in ("finish", "complete"):
            verb = None
        if verb is not None and self._is_operation(s, clause, verb, reading, found):
            rule = "chained" if reading.instructs else "event"
            operations.add_operation(s, verb, clause.last, found, rule)
            operations.add_coordinated(s, verb + 1, clause.last, found)
            reading.event = not reading.instructs
            return
        if clause.kind in ("means", "as"):
            return
        self._add_condition(s, clause, found)

    def _is_operation(self, s: Sentence, clause: Clause, verb: int, reading: _Reading, found: ItemFindings) -> bool:
        """Whether the operation in a subordinate clause is one of the step and no condition."""
        lemma = self._lexicon.lemma(s.words[verb]) or ""
        if not reading.instructs:
            return clause.kind in implicit.EVENT_KINDS and self._shows_effect(s, clause, lemma)
        if clause.kind in ("after", "means"):
            return bool(found.actions) is False or clause.kind == "means"
        holding = ("hold", "press", "push", "keep", "hover")
        return clause.kind == "while" and (lemma in holding or found.actions[-1:] in ([verb] for verb in holding))

    def _shows_effect(self, s: Sentence, clause: Clause, lemma: str) -> bool:
        """Whether "when you click X, Y appears" is an operation: something happens, and an "if" needs a control."""
        if clause.kind == "means":
            return True
        rest = [(0, clause.first), (min(clause.last + 1, s.count), s.count)]
        if not any(last > first and tells_result(s, first, last) for first, last in rest):
            return False
        return clause.kind != "if" or (lemma in CONTROL_VERBS and not _ERROR.search(s.marked.masked, s.start, s.end))

    def _add_condition(self, s: Sentence, clause: Clause, found: ItemFindings) -> None:
        masked = s.marked.masked
        whole = strip_range(masked, *s.range_of(clause.first, clause.last), characters=" ,.;:")
        first, last = strip_range(masked, *whole, characters=" ,.;:" + ASIDE)
        if clause.last - clause.first < 2 or _BARE_CONDITION.fullmatch(masked, first, last):
            return
        inside = [i for i in range(clause.first + 1, clause.last) if s.words[i] not in DETERMINERS]
        placed = found.actions[-1:] and found.actions[-1] in ENTER_VERBS | {"insert", "add", "place"}
        if clause.kind in ("before", "after") and placed and all(s.is_quoted(i) for i in inside):
            return  # put "0" before "-": where, and not when
        goes_on = whole[1] < s.end or len(s.marked.text[last : whole[1]].split()) <= _MAX_REMARK
        found.conditions.append((first, whole[1] if goes_on else last))
        found.decided("conditions", f"subordinator_{clause.kind}")

    def _read_main(self, s: Sentence, clause: Clause, verb: int | None, reading: _Reading, found: ItemFindings) -> None:
        effect = 0
        if verb is not None:
            effect = implicit.press_effect(s, verb, clause)
            if effect:
                operations.add_operation(s, effect - 2, effect, found, "press_effect")
            else:
                operations.add_instruction(s, verb, clause, found)
        elif (gerund := implicit.gerund_effect(s, clause)) is not None:
            operations.add_operation(s, gerund[0], gerund[1], found, "gerund")
            operations.add_coordinated(s, gerund[0] + 1, gerund[1], found)
            effect = gerund[1]
        elif (passive := implicit.passive(s, clause)) is not None:
            names, path, _ = operations.object_at(s, passive.first, passive.last)
            operations.record(passive.lemma, names, path, found, "passive")
            means = implicit.means_verb(s, clause)
            if means is not None:
                operations.add_operation(s, means, clause.last, found, "means")
        elif (means := implicit.means_verb(s, clause)) is not None:
            operations.add_operation(s, means, clause.last, found, "means")
            operations.add_coordinated(s, means + 1, clause.last, found)
        else:
            reading.statements.append(clause)
        if effect:
            found.results.append(s.range_of(effect, clause.last))
            found.decided("results", "effect")
