"""Reads steps of languages whose instructions open with the verb: words from left to right, objects behind the verb.

The engine holds no word of any language; `VerbFirstRules` bring them. A sentence is cut into clauses at subordinators, commas and
conjunctions; a clause is an instruction, an operation told as an event ("When you click …", "Pressing …"), a condition, or a
statement about the system.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from llama_index_layout_rag.procedures.marking import ASIDE, NAME, MarkedText, mark_text, strip_range
from llama_index_layout_rag.procedures.rules import VerbFirstRules
from llama_index_layout_rag.procedures.steps import Span, StepAnalysis

_TOKEN = re.compile(rf"{NAME}+|{ASIDE}+|[\w$%#&*/\\~@+.'’<>-]*[\w$%#&*/\\~@+'’>-]|[^\w\s]")
_MOST_TOKENS = 400
_PATH_SIGNS = frozenset((">", ">>", "→", "->", "-->", "⇒", "»", "|", "\\"))


@dataclass
class Token:
    text: str
    lower: str
    start: int
    end: int


@dataclass
class Findings:
    actions: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    first_target: str | None = None
    first_type: str = "other"
    conditions: list[tuple[int, int]] = field(default_factory=list)
    results: list[tuple[int, int]] = field(default_factory=list)
    cautions: list[tuple[int, int]] = field(default_factory=list)
    strong: int = 0
    last_target: str = ""


CONDITION_KINDS = frozenset(("if", "when", "once", "after", "before", "until", "while", "should", "phrase"))


@dataclass
class _Reading:
    """Where the reading of one sentence stands."""

    conditional: bool = False
    instructs: bool = False
    told: bool = False
    trailing: bool = False
    statements: list[Clause] = field(default_factory=list)


@dataclass
class Clause:
    """A run of tokens [first, last) with what opens it: '' for a main clause, else the opener's kind."""

    first: int
    last: int
    kind: str = ""


class VerbFirstAnalyzer:
    def __init__(self, rules: VerbFirstRules, names: Sequence[str] = ()) -> None:
        self.rules = rules
        self.names = tuple(sorted(names, key=len, reverse=True))
        p = {name: re.compile(pattern, re.IGNORECASE if name not in ("sentence_end", "refs") else 0) for name, pattern in rules.patterns.items()}
        self.sentence_end, self.caution, self.not_caution = p["sentence_end"], p["caution"], p["not_caution"]
        self.bare_condition = re.compile(f"(?:{rules.patterns['bare_condition']})$", re.IGNORECASE)
        self.message, self.check_outcome = p["message"], p["check_outcome"]
        self.question_if, self.shared_head = p["question_if"], p["shared_head"]
        self.refs, self.result_subject, self.not_instruction = p["refs"], p["result_subject"], p["not_instruction"]
        self.two_word = {pair.split(" ")[0] for pair in rules.particle_verbs}
        self.suffixes = sorted(((w, k) for k, ws in rules.suffix_types.items() for w in ws), key=lambda x: -len(x[0]))
        self.heads = {w: k for k, ws in rules.head_types.items() for w in ws}
        self.suffix_words = {w: k for w, k in self.suffixes}
        self.opening_words = frozenset(words.split(" ")[0] for words in rules.openers)
        self.lemmas: dict[str, str | None] = {}

    # ------------------------------------------------------------------ public

    def analyze(self, text: str, marker: str | None, emphasis: Sequence[tuple[int, int]]) -> StepAnalysis:
        marked = mark_text(text, emphasis, self.names)
        found = Findings()
        for start, end in self._sentences(marked.masked):
            self._read_sentence(marked, start, end, found)
        for start, end in marked.asides:
            self._read_aside(marked, start, end, found)
        cautions = _spans(text, found.cautions)
        refs = self.find_refs(text)
        if not found.actions or self._is_label(marked, found):
            return StepAnalysis(cautions=cautions, refs=refs)
        conditions, results = sorted(set(found.conditions)), sorted(set(found.results))
        return StepAnalysis(
            is_step=True,
            actions=found.actions,
            targets=found.targets,
            target=found.first_target or "",
            target_type=found.first_type,
            conditions=_spans(text, conditions),
            results=_spans(text, results),
            cautions=cautions,
            refs=refs,
            condition_results=_pairs(marked.masked, conditions, results, self.sentence_end),
        )

    def condition_results(self, text: str) -> list[tuple[Span, Span]]:
        marked = mark_text(text)
        pairs: list[tuple[Span, Span]] = []
        for start, end in self._sentences(marked.masked):
            tokens = _tokens(marked.masked, start, end)
            clauses = self._clauses(tokens)
            subordinate = [c for c in clauses if c.kind in ("if", "when", "once", "after", "before", "until", "while", "should")]
            main = [c for c in clauses if not c.kind]
            if not subordinate or not main:
                continue
            condition = _range(tokens, subordinate[0])
            result = (tokens[main[0].first].start, tokens[main[-1].last - 1].end)
            if main[-1].first > subordinate[0].first > main[0].first:
                result = _range(tokens, main[0])
            a, b = strip_range(text, *condition)
            c, d = strip_range(text, *result)
            pairs.append((Span(text=text[a:b], start=a, end=b), Span(text=text[c:d], start=c, end=d)))
        return pairs

    def is_system_sentence(self, text: str) -> bool:
        marked = mark_text(text)
        seen = False
        for start, end in self._sentences(marked.masked):
            tokens = _tokens(marked.masked, start, end)
            for clause in self._clauses(tokens):
                if clause.kind:
                    continue
                if self._instruction(tokens, clause) is not None:
                    return False
                seen = True
        return seen

    def find_cautions(self, text: str) -> list[Span]:
        marked = mark_text(text)
        return _spans(text, [strip_range(marked.masked, a, b) for a, b in self._sentences(marked.masked) if self._warns(marked.masked[a:b])])

    def find_refs(self, text: str) -> list[str]:
        return list(dict.fromkeys(match.group().strip() for match in self.refs.finditer(text)))

    # --------------------------------------------------------------- sentences

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

    def _read_sentence(self, marked: MarkedText, start: int, end: int, found: Findings) -> None:
        masked = marked.masked
        if self._warns(masked[start:end]):
            found.cautions.append((start, end))
            return
        tokens = _tokens(masked, start, end)
        if not tokens:
            return
        if self.check_outcome.match(masked[start:end]):
            found.results.append((start, end))
            return
        clauses = self._clauses(tokens)
        mains = [c for c in clauses if not c.kind]
        reading = _Reading(conditional=any(c.kind == "if" for c in clauses))
        verbs = self._instructions(tokens, mains, reading.conditional)
        reading.instructs = any(verb is not None for verb in verbs.values())
        reading.trailing = bool(mains) and clauses[0] is mains[0]
        for clause in clauses:
            if clause.kind in CONDITION_KINDS:
                self._read_subordinate(marked, tokens, clause, reading, found, (start, end))
            elif not clause.kind:
                self._read_main(marked, tokens, clause, verbs[clause.first], reading, found)
        for clause in reading.statements:
            a, b = strip_range(masked, *_range(tokens, clause))
            if reading.told or (found.actions and self.result_subject.search(masked, a, b)):
                if found.results and _only_joined(masked[found.results[-1][1] : a], self.rules.joining_words):
                    found.results[-1] = (found.results[-1][0], b)
                    continue
                if reading.trailing and not reading.instructs and not reading.told:
                    b = end
                    found.conditions = [span for span in found.conditions if span[0] < a]
                found.results.append((a, b))

    def _read_aside(self, marked: MarkedText, start: int, end: int, found: Findings) -> None:
        """An alternative or a warning in parentheses: "(or press the Insert key)"."""
        inside = mark_text(marked.text[start + 1 : end - 1])
        aside = Findings()
        for first, last in self._sentences(inside.masked):
            self._read_sentence(inside, first, last, aside)
        found.cautions.extend((a + start + 1, b + start + 1) for a, b in aside.cautions)
        if found.actions:
            found.actions.extend(aside.actions)
            found.targets.extend(aside.targets)

    def _instructions(self, tokens: list[Token], mains: list[Clause], conditional: bool) -> dict[int, int | None]:
        """The verb of each main clause that is an instruction.

        Behind a statement a bare verb is one only when something calls for it ("…, so choose", "…, then press"); otherwise it is
        a noun in a list or a second verb of the statement.
        """
        verbs: dict[int, int | None] = {}
        stated = False
        for clause in mains:
            verb = self._instruction(tokens, clause, conditional)
            called = clause.first == 0 or tokens[clause.first - 1].lower in self.rules.calling_words
            if verb is not None and stated and not called and tokens[clause.first].lower not in self.rules.reader_words:
                verb = None
            verbs[clause.first] = verb
            stated = stated or verb is None
        return verbs

    def _read_subordinate(
        self, marked: MarkedText, tokens: list[Token], clause: Clause, reading: _Reading, found: Findings, sentence: tuple[int, int]
    ) -> None:
        """A clause with if, when, after …: an operation told as an event, a chained operation, or a condition."""
        operation = self._told_operation(tokens, clause) if clause.kind != "phrase" else None
        before = marked.masked[sentence[0] : tokens[clause.first].start].rstrip()
        if clause.kind == "if" and self.question_if.search(before):
            return
        gerund = operation is not None and tokens[operation].lower.endswith("ing")
        if gerund and reading.trailing and not reading.instructs:
            operation = None
        if operation is not None and not reading.instructs and clause.kind in ("when", "once", "after", "if"):
            if not self._told_with_result(marked, tokens, clause, operation, sentence):
                return
            self._add(marked, tokens, operation, clause.last, found)
            reading.told = True
            return
        held = clause.kind == "while" and operation is not None and self._lemma(tokens[operation].lower) in self.rules.holding_verbs
        if operation is not None and reading.instructs and (clause.kind == "after" or held):
            self._add(marked, tokens, operation, clause.last, found)
            return
        first, last = strip_range(marked.masked, *_range(tokens, clause), characters=" ,.;:" + ASIDE)
        if self.bare_condition.match(marked.masked, first, last) is None:
            found.conditions.append((first, last))

    def _told_with_result(
        self, marked: MarkedText, tokens: list[Token], clause: Clause, operation: int, sentence: tuple[int, int]
    ) -> bool:
        """Whether "when you click X, Y appears" tells an operation: something must happen, and an "if" needs a plain control
        operation and no error message."""
        if self.result_subject.search(marked.masked, *sentence) is None:
            return False
        plain = self._lemma(tokens[operation].lower) in self.rules.control_verbs
        return clause.kind != "if" or plain and self.message.search(marked.masked, *sentence) is None

    def _read_main(
        self, marked: MarkedText, tokens: list[Token], clause: Clause, verb: int | None, reading: _Reading, found: Findings
    ) -> None:
        if verb is not None:
            self._read_instruction(marked, tokens, verb, clause, found)
            return
        gerund = self._gerund_subject(tokens, clause)
        if gerund is not None:
            operation, predicate_at = gerund
            self._add(marked, tokens, operation, predicate_at, found)
            found.results.append(strip_range(marked.masked, tokens[predicate_at].start, tokens[clause.last - 1].end))
            return
        passive = self._passive(tokens, clause)
        if passive is not None:
            lemma, subject_end, subject_first = passive
            self._add_passive(marked, tokens, lemma, subject_first, subject_end, found)
            return
        reading.statements.append(clause)

    # ----------------------------------------------------------------- clauses

    def _clauses(self, tokens: list[Token]) -> list[Clause]:
        clauses: list[Clause] = []
        count = len(tokens)
        first = 0
        position = 0
        while position < count:
            token = tokens[position]
            opener, size = self._opener(tokens, position)
            at_start = position == first
            if opener and (at_start or self._opens_here(tokens, position, opener)):
                if position > first:
                    clauses.append(Clause(first, position))
                last = position + size if opener == "phrase" else self._clause_end(tokens, position + size, at_start)
                clauses.append(Clause(position, last, opener))
                position = first = last + 1 if last < count and tokens[last].text in ",:" else last
                continue
            if at_start and token.lower in self.rules.leading and position + 1 < count and not self._is_verb(token.lower, tokens, position):
                position = first = position + 1
                continue
            if at_start and token.text in ",:-–—":
                position = first = position + 1
                continue
            if at_start and token.lower == "to" and position + 1 < count and self._lemma(tokens[position + 1].lower):
                last = self._comma(tokens, position)
                clauses.append(Clause(position, last, "purpose"))
                position = first = last + 1
                continue
            if at_start and token.lower in self.rules.prepositions and not self._is_verb(token.lower, tokens, position):
                last = self._comma(tokens, position)
                if last < count:
                    clauses.append(Clause(position, last, "place"))
                    position = first = last + 1
                    continue
            boundary = self._boundary(tokens, position)
            if boundary and position > first:
                clauses.append(Clause(first, position))
                position = first = position + boundary
                continue
            position += 1
        if first < count:
            clauses.append(Clause(first, count))
        return clauses

    def _opener(self, tokens: list[Token], position: int) -> tuple[str, int]:
        if tokens[position].lower not in self.opening_words:
            return "", 0
        openers = self.rules.openers
        for size in (3, 2, 1):
            if position + size > len(tokens):
                continue
            words = " ".join(t.lower for t in tokens[position : position + size])
            kind = openers.get(words)
            if kind:
                return kind, size
        return "", 0

    def _opens_here(self, tokens: list[Token], position: int, kind: str) -> bool:
        word = tokens[position].lower
        following = tokens[position + 1].lower if position + 1 < len(tokens) else ""
        if kind in ("reason", "where", "should"):
            return tokens[position - 1].text == "," and kind != "should" or word == "because"
        if word in ("before", "after", "until", "till") and not following:
            return False
        return word != "once" or following not in ("", "again")

    def _comma(self, tokens: list[Token], position: int) -> int:
        for index in range(position, len(tokens)):
            if tokens[index].text == ",":
                return index
        return len(tokens)

    def _clause_end(self, tokens: list[Token], position: int, at_start: bool) -> int:
        count = len(tokens)
        for index in range(position, count):
            text = tokens[index].text
            if text == ",":
                after = tokens[index + 1].lower if index + 1 < count else ""
                if after in ("and", "or") and at_start and self._comma(tokens, index + 1) < count:
                    continue
                return index
            if text in ":—–":
                return index
            if at_start and index > position + 3 and tokens[index].lower in self.rules.main_modals:
                main = self._main_subject(tokens, position, index)
                if main:
                    return main
            if tokens[index].lower == "then" and index > position + 1:
                return index
            if not at_start and self._boundary(tokens, index):
                return index
        return count

    def _main_subject(self, tokens: list[Token], position: int, modal: int) -> int:
        """Where the main clause begins behind a condition printed without comma ("If the run succeeds the icon will appear")."""
        for index in range(modal - 1, max(position + 2, modal - 7), -1):
            lower = tokens[index].lower
            if lower in self.rules.determiners or lower in self.rules.reader_words:
                between = tokens[position:index]
                return index if any(self._lemma(t.lower) or t.lower in self.rules.finite_words for t in between) else 0
        return 0

    def _boundary(self, tokens: list[Token], position: int) -> int:
        """How many tokens of conjunction stand here when a new clause with its own verb begins behind them."""
        count = len(tokens)
        index = position
        joined = False
        while index < count and index - position < 5:
            lower = tokens[index].lower
            if tokens[index].text in ",:—–" or lower in ("and", "or", "then", "but", "so"):
                joined = True
                index += 1
                continue
            if joined and (lower in self.rules.leading or lower in self.rules.adverbs) and not self._is_verb(lower, tokens, index):
                index += 1
                continue
            break
        if not joined or index >= count:
            return 0
        if self._is_verb(tokens[index].lower, tokens, index) or self._opener(tokens, index)[0] or tokens[index].lower in self.rules.reader_words:
            return index - position
        return index - position if self._has_subject_verb(tokens, index) else 0

    def _has_subject_verb(self, tokens: list[Token], position: int) -> bool:
        if tokens[position].lower not in self.rules.determiners:
            return False
        return any(t.lower in self.rules.finite_words for t in tokens[position + 1 : position + 8])

    # ------------------------------------------------------------------- verbs

    def _lemma(self, word: str) -> str | None:
        """The operation verb of which this word is an inflected form, or None."""
        if word not in self.lemmas:
            if len(self.lemmas) > 50_000:
                self.lemmas.clear()
            self.lemmas[word] = self._find_lemma(word)
        return self.lemmas[word]

    def _find_lemma(self, word: str) -> str | None:
        verbs = self.rules.verbs
        if word in verbs:
            return word
        if word in self.rules.irregular:
            return self.rules.irregular[word]
        for suffix in ("ing", "ed", "es", "s", "d"):
            if not word.endswith(suffix) or len(word) - len(suffix) < 2:
                continue
            stem = word[: -len(suffix)]
            for candidate in (stem, stem + "e", stem[:-1] if len(stem) > 2 and stem[-1] == stem[-2] else "", stem[:-1] + "y" if stem.endswith("i") else ""):
                if candidate in verbs:
                    return candidate
        return None

    def _is_unlisted_verb(self, lower: str, tokens: list[Token], position: int) -> bool:
        """A word that no list holds, at the start of a clause with an article behind it: "Whisk the eggs"."""
        if position + 1 >= len(tokens) or tokens[position + 1].lower not in self.rules.articles or len(lower) < 3:
            return False
        if not lower.isalpha() or lower.endswith(self.rules.no_base_endings) or lower in self.rules.no_verbs:
            return False
        return position == 0 or tokens[position - 1].lower in self.rules.joining_words

    def _is_verb(self, lower: str, tokens: list[Token], position: int) -> bool:
        """Whether an imperative stands here: a base form that is followed by what can be its object."""
        if lower not in self.rules.verbs:
            return self._is_unlisted_verb(lower, tokens, position)
        following = tokens[position + 1] if position + 1 < len(tokens) else None
        if lower in self.rules.pair_only:
            return following is not None and f"{lower} {following.lower}" in self.rules.particle_verbs
        if lower in self.rules.weak_verbs:
            if following is None:
                return True
            if following.text in "-–—:=/)":
                return False
            if following.lower == self.rules.owner_word:
                return False
            if position and tokens[position - 1].lower in self.rules.calling_words:
                return True
            return (
                following.lower in self.rules.determiners
                or following.text[0] == NAME
                or following.lower in self.rules.prepositions
                or f"{lower} {following.lower}" in self.rules.particle_verbs
                or following.text[0].isupper()
                or following.text[0] in "$/\\.<["
                or following.lower in ("it", "them", "one", "two", "three", "down", "again")
                or following.text in ",.;"
                or (position == 0 and following.lower not in ("of",))
            )
        return following is None or following.text not in "-–—=" or lower not in self.rules.weak_verbs

    def _instruction(self, tokens: list[Token], clause: Clause, conditional: bool = False) -> int | None:
        """Index of the verb the reader is told to do, or None."""
        position, last = clause.first, clause.last
        rules = self.rules
        while position < last and (tokens[position].lower in rules.leading or tokens[position].lower in rules.adverbs) and not self._is_verb(tokens[position].lower, tokens, position):
            position += 1
        if position >= last:
            return None
        word = tokens[position].lower
        if " ".join(t.lower for t in tokens[position : position + 2]) in rules.no_instructions:
            return None
        words = [t.lower for t in tokens[position : position + 6]]
        if words[:2] == ["make", "sure"] or words[:2] == ["be", "sure"] or (len(words) > 1 and words[0] in ("don't", "don’t") and words[1] == "forget"):
            return position
        if words[:3] == ["do", "not", "forget"]:
            return position
        if self._is_verb(word, tokens, position):
            return None if self._heads_a_subject(tokens, position, last) else position
        if word in rules.reader_words:
            return self._modal_verb(tokens, position + 1, last, conditional)
        return None

    def _heads_a_subject(self, tokens: list[Token], position: int, last: int) -> bool:
        """"Position type may be …": the word is part of the subject of a statement."""
        following = tokens[position + 1].lower if position + 1 < last else ""
        if following in self.rules.finite_words:
            return True
        first = tokens[position].lower
        if first not in self.rules.weak_verbs or first in self.rules.bare_object_verbs or following in self.rules.determiners:
            return False
        if following.endswith("s") and self._lemma(following) == following[:-1] and position + 2 < last and following not in self.rules.particle_verbs:
            return tokens[position + 2].lower not in self.rules.prepositions
        return any(t.lower in self.rules.finite_words for t in tokens[position + 1 : min(last, position + 5)])

    def _modal_verb(self, tokens: list[Token], position: int, last: int, conditional: bool) -> int | None:
        rules = self.rules
        obliged = tokens[position - 1].lower in ("you'll", "you’ll")
        able = False
        while position < last:
            lower = tokens[position].lower
            if lower in rules.ability_modals:
                able = True
            elif lower in rules.modals:
                obliged = True
            elif lower not in rules.modal_fillers and lower not in rules.adverbs:
                break
            position += 1
        if position >= last or not (able or obliged):
            return None
        lemma = self._lemma(tokens[position].lower)
        if lemma in self.rules.experience_verbs:
            return None
        if lemma is None and obliged and tokens[position].lower.isalpha():
            base = not tokens[position].lower.endswith(rules.no_base_endings) and tokens[position].lower not in rules.no_verbs
            return position if base and tokens[position].lower != rules.copula else None
        if lemma is None or tokens[position].lower != lemma:
            return None
        if able and not obliged and conditional:
            return position
        if able and not obliged:
            by = next((i for i in range(position, last) if tokens[i].lower == "by" and i + 1 < last and tokens[i + 1].lower.endswith("ing")), None)
            if by is not None and self._lemma(tokens[by + 1].lower):
                return by + 1
            named = any(t.text[0] == NAME for t in tokens[position:last]) or (
                lemma in rules.control_verbs and any(t.text[0].isupper() for t in tokens[position + 1 : last])
            )
            return position if named else None
        return position

    def _told_operation(self, tokens: list[Token], clause: Clause) -> int | None:
        """The operation in "when you click …", "after selecting …"."""
        for index in range(clause.first + 1, min(clause.last, clause.first + 5)):
            lower = tokens[index].lower
            lemma = self._lemma(lower)
            if lemma is None:
                if lower not in self.rules.reader_words and lower not in self.rules.adverbs and lower not in ("have", "'ve"):
                    return None
                continue
            previous = tokens[index - 1].lower
            qualified = previous in self.rules.adverbs and index > clause.first + 1
            if previous in self.rules.reader_words or lower.endswith("ing") or qualified:
                return index if lemma not in ("use", "want", "have") else None
            return None
        return None

    def _gerund_subject(self, tokens: list[Token], clause: Clause) -> tuple[int, int] | None:
        position = clause.first
        while position < clause.last - 1 and tokens[position].lower in self.rules.press_words:
            position += 1
        nominal = tokens[position].lower in self.rules.nominal_operations
        told = tokens[position].lower.endswith("ing") and position == clause.first
        if not (told or nominal and position > clause.first) or self._lemma(tokens[position].lower) is None:
            return None
        for index in range(position + 1, clause.last):
            lower = tokens[index].lower
            if lower in self.rules.consequence_words:
                return position, index
        return None

    def _passive(self, tokens: list[Token], clause: Clause) -> tuple[str, int, int] | None:
        """"X should be turned off": (verb, end of subject, start of subject)."""
        for index in range(clause.first + 1, clause.last - 2):
            if index == clause.first + 1 and tokens[clause.first].lower in self.rules.pronouns:
                return None
            if tokens[index].lower in ("should", "must", "needs", "need", "has", "have") and "be" in (tokens[index + 1].lower, tokens[index + 2].lower):
                at = index + (2 if tokens[index + 1].lower == "be" else 3)
                while at < clause.last and tokens[at].lower in self.rules.adverbs:
                    at += 1
                if at >= clause.last:
                    return None
                if any(t.lower in self.rules.finite_words for t in tokens[clause.first : index]):
                    return None
                lemma = self._lemma(tokens[at].lower)
                if lemma in self.rules.experience_verbs or lemma == "use":
                    return None
                if lemma is None or tokens[at].lower == lemma and lemma not in ("set", "put", "cut", "shut", "read"):
                    return None
                following = tokens[at + 1].lower if at + 1 < clause.last else ""
                if f"{lemma} {following}" in self.rules.particle_verbs:
                    lemma = f"{lemma} {following}"
                return lemma, index, clause.first
        return None

    # ----------------------------------------------------------------- objects

    def _read_instruction(self, marked: MarkedText, tokens: list[Token], verb: int, clause: Clause, found: Findings) -> None:
        words = [t.lower for t in tokens[verb : verb + 4]]
        if words[:2] == ["make", "sure"] or words[:2] == ["be", "sure"]:
            if len(words) > 3 and words[2] == "to" and self._lemma(words[3]):
                verb += 3
            else:
                self._add_checked(marked, tokens, "make sure" if words[0] == "make" else "be sure", verb + 2, clause.last, found)
                return
        elif "forget" in words[:3]:
            at = next((i for i in range(verb, clause.last - 1) if tokens[i].lower == "to"), None)
            if at is None:
                return
            verb = at + 1
        elif words[0] == "ensure":
            self._add_checked(marked, tokens, "ensure", verb + 1, clause.last, found)
            return
        self._add(marked, tokens, verb, clause.last, found)
        if words[0] == "use":
            for index in range(verb + 1, clause.last - 1):
                if tokens[index].lower == "to" and self._lemma(tokens[index + 1].lower):
                    self._add(marked, tokens, index + 1, clause.last, found)
                    break

    def _add_checked(self, marked: MarkedText, tokens: list[Token], lemma: str, position: int, last: int, found: Findings) -> None:
        if position < last and tokens[position].lower == "that":
            position += 1
        if position < last and tokens[position].lower in self.rules.reader_words:
            position = self._behind_participle(tokens, position + 1, last)
        end = next((i for i in range(position, last) if tokens[i].lower in ("is", "are", "has", "have", "was", "were", "can", "will", "do", "does")), last)
        names, path, _ = self._object(marked, tokens, position, end)
        self._record(lemma, names, path, found)

    def _behind_participle(self, tokens: list[Token], position: int, last: int) -> int:
        """In "ensure you have installed or unpacked X": where X begins."""
        behind = position
        for index in range(position, min(last, position + 7)):
            if self._lemma(tokens[index].lower) is not None:
                behind = index + 1
            elif tokens[index].lower in self.rules.determiners:
                break
        return behind

    def _add(self, marked: MarkedText, tokens: list[Token], verb: int, last: int, found: Findings) -> None:
        lemma = self._lemma(tokens[verb].lower) or tokens[verb].lower
        if tokens[verb].lower in self.rules.verbs:
            lemma = tokens[verb].lower
        if lemma in self.rules.ignored_verbs:
            return
        position = verb + 1
        held = False
        if lemma == "press" and position + 1 < last and tokens[position].lower == "and" and tokens[position + 1].lower == "hold":
            held = True
            position += 2
        if position < last:
            pair = f"{lemma} {tokens[position].lower}"
            if pair in self.rules.particle_verbs:
                lemma = pair if tokens[position].lower not in ("on",) or lemma in ("turn", "switch", "power", "put", "log") else lemma
                position += 1
                if lemma.endswith(" in") and position < last and tokens[position].lower == "to":
                    position += 1
        if position + 1 < last and f"{lemma} {tokens[position].lower}" in self.rules.goal_verbs_with:
            position += 1
        names, path, stop = self._object(marked, tokens, position, last)
        if stop < last and lemma.partition(" ")[2] == "" and f"{lemma} {tokens[stop].lower}" in self.rules.particle_verbs and lemma in ("turn", "switch", "power", "plug", "pull", "push", "take", "put", "fill", "shut"):
            following = tokens[stop + 1].lower if stop + 1 < last else ""
            if following not in self.rules.determiners:
                lemma = f"{lemma} {tokens[stop].lower}"
        if lemma in self.rules.enter_verbs:
            named_field = self._named_field(marked, tokens, stop, last)
            names = [named_field] if named_field is not None else names
        if names and not any(text for text, _ in names):
            names = self._antecedent(marked, tokens, verb, names[0][1], found) or names
        self._record(lemma, names, path, found)
        if held:
            found.actions.append("hold")

    def _named_field(self, marked: MarkedText, tokens: list[Token], position: int, last: int) -> tuple[str, str] | None:
        """"enter X in the Y field": the field is what is acted on, not the value."""
        if position + 1 >= last or tokens[position].lower not in self.rules.field_marks:
            return None
        names, _, _ = self._object(marked, tokens, position + 1, last)
        return names[0] if names and names[0][1] in ("field", "checkbox") and self._has_suffix(tokens, position + 1, last) else None

    def _has_suffix(self, tokens: list[Token], first: int, last: int) -> bool:
        words = " " + " ".join(t.lower for t in tokens[first : min(last, first + 8)]) + " "
        return any(f" {word} " in words for word, kind in self.suffixes if kind in ("field", "checkbox"))

    def _antecedent(
        self, marked: MarkedText, tokens: list[Token], verb: int, kind: str, found: Findings
    ) -> list[tuple[str, str]]:
        """What "the button" or "it" points at: the last name of that kind, or the last name when nothing was acted on yet."""
        position = tokens[verb].start
        for at, name in sorted(marked.names.items(), reverse=True):
            following = marked.masked[name.end : position].lstrip().lower()
            if at < position and kind != "other" and any(k == kind and following.startswith(w) for w, k in self.suffixes):
                return [(marked.inner(name), kind)]
        if kind == "other" and not found.targets:
            for token in reversed(tokens[:verb]):
                if len(token.text) > 1 and token.text[:2].isupper() and token.text[0] not in NAME + ASIDE:
                    return [(token.text, self.heads.get(token.lower, "other"))]
        return []

    def _add_passive(self, marked: MarkedText, tokens: list[Token], lemma: str, first: int, end: int, found: Findings) -> None:
        names, path, _ = self._object(marked, tokens, first, end)
        self._record(lemma, names, path, found)

    def _record(self, lemma: str, names: list[tuple[str, str]], path: bool, found: Findings) -> None:
        found.actions.append(lemma)
        texts = [(t, k) for t, k in names if t]
        if found.first_target is None:
            chosen = (texts[-1] if path else texts[0]) if texts else (names[0] if names else ("", "other"))
            found.first_target, found.first_type = chosen
        found.targets.extend(t for t, _ in texts)

    def _object(self, marked: MarkedText, tokens: list[Token], position: int, last: int) -> tuple[list[tuple[str, str]], bool, int]:
        """Names of the object that begins at `position`, whether they form a menu path, and where the object ends."""
        rules = self.rules
        groups: list[tuple[int, int]] = []
        path = False
        first = position
        index = position
        while index < last:
            token = tokens[index]
            lower = token.lower
            if token.text in _PATH_SIGNS and index > first:
                groups.append((first, index))
                path = True
                first = index = index + 1
                continue
            if lower in ("and", "or", "&") or token.text == ",":
                if index > first:
                    groups.append((first, index))
                first = index = index + 1
                if index < last and tokens[index].lower in ("and", "or"):
                    first = index = index + 1
                if index < last and (tokens[index].lower in rules.prepositions or self._opener(tokens, index)[0] or self._is_verb(tokens[index].lower, tokens, index)):
                    break
                continue
            if token.text[0] == NAME:
                index += 1
                continue
            if lower == "of" and index > first and all(t.lower in rules.quantity_words or t.lower in rules.determiners for t in tokens[first:index]):
                first = index = index + 1
                continue
            if lower in rules.prepositions and not token.text[0].isupper():
                break
            if lower in rules.determiners and index > first and not token.text[0].isupper():
                break
            if token.text[0] in ":;—–=?!":
                break
            index += 1
        if first < index <= last and (not groups or groups[-1][1] <= first):
            groups.append((first, min(index, last)))
        names = [name for a, b in self._with_shared_heads(tokens, groups[:8]) for name in self._names(marked, tokens, a, b)]
        return names, path, index

    def _with_shared_heads(self, tokens: list[Token], groups: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """"internal and external modules" is one object: a lone modifier shares the head that follows."""
        merged: list[tuple[int, int]] = []
        for first, last in groups:
            if merged:
                a, b = merged[-1]
                words = [t for t in tokens[a:b] if t.lower not in self.rules.determiners and t.lower not in self.rules.adverbs]
                lone = len(words) == 1 and self.shared_head.match(words[0].text) is not None and words[0].text[0] != NAME
                if lone and last - first >= 2 and tokens[first].lower not in self.rules.determiners and first - b == 1:
                    merged[-1] = (a, last)
                    continue
            merged.append((first, last))
        return merged

    def _names(self, marked: MarkedText, tokens: list[Token], first: int, last: int) -> list[tuple[str, str]]:
        rules = self.rules
        while first < last and (tokens[first].lower in rules.determiners or tokens[first].text[0] == ASIDE or tokens[first].lower in rules.vague_words or self._is_adverb(tokens[first].text)):
            first += 1
        owner = next((i for i in range(first, last - 1) if tokens[i].lower.endswith(("'s", "’s", "s'", "s’"))), None)
        if owner is not None:
            first = owner + 1
        while last > first and (tokens[last - 1].text[0] in ASIDE + "." or tokens[last - 1].text in rules.adverbs or self._is_adverb(tokens[last - 1].text)):
            last -= 1
        if first >= last:
            return []
        if any(t.text[0] == NAME for t in tokens[first:last]):
            tail = " ".join(t.lower for t in tokens[first:last] if t.text[0] not in NAME + ASIDE)
            kind = next((k for w, k in self.suffixes if tail.endswith(w)), "other")
            named = [marked.names[t.start] for t in tokens[first:last] if t.text[0] == NAME and t.start in marked.names]
            return [(marked.inner(n), kind) for n in named]
        words = [t.lower for t in tokens[first:last]]
        if len(words) > 1 and tokens[first].text[0] in "$-/%" and len(tokens[first].text) > 2:
            return [(tokens[first].text, "command" if tokens[first].text[0] == "-" else "other")]
        if len(words) == 1 and words[0] in rules.pronouns:
            return [("", self.suffix_words.get(words[0], "other"))]
        kind = ""
        for suffix, suffix_kind in self.suffixes:
            parts = suffix.split(" ")
            if words[-len(parts) :] == parts:
                if len(words) > len(parts):
                    last -= len(parts)
                    kind = suffix_kind
                elif suffix_kind in ("checkbox", "field", "screen", "link", "menu", "tab", "other"):
                    kind = suffix_kind
                else:
                    return [("", suffix_kind)]
                break
        text = marked.text[tokens[first].start : tokens[last - 1].end].strip(" ,.'’" if not marked.text[tokens[first].start] == "." else " ,")
        if not kind:
            kind = self.heads.get(words[-1], "other")
            if kind == "other" and re.search(r"\.\w{1,5}$", text):
                kind = "file"
        return [(text, kind)]

    def _is_adverb(self, word: str) -> bool:
        return len(word) > 4 and word.endswith(self.rules.adverb_ending) and word.islower()

    def _is_label(self, marked: MarkedText, found: Findings) -> bool:
        text = marked.masked
        words = marked.text.split()
        weak = bool(words) and words[0].lower().strip(":") in self.rules.weak_verbs - self.rules.bare_object_verbs
        if weak and not marked.names and len(words) > 1 and words[1].lower() not in self.rules.determiners:
            title = len(words) <= 5 and not marked.text.rstrip().endswith((".", ":", "!"))
            if title and (all(w[0].isupper() or w[0].isdigit() for w in words) or len(words) <= 3):
                return True
            if re.match(r"\s*\w+(?: \w+){0,2}:\s", text):
                return True
        if words and words[0].lower() in self.rules.weak_verbs and re.match(r"\s*\w+(?: \w+){1,3}:\s", text):
            return True
        return re.match(rf"\s*(?:[\w /.%()&{NAME}{ASIDE}]{{1,50}}?\s+[-–—]\s+\S|[\w /.{ASIDE}]{{1,40}}?[-–—]\s+[A-Z])", text) is not None and not marked.text.rstrip().endswith(":")


def _only_joined(between: str, joining: frozenset[str]) -> bool:
    return all(word in joining for word in re.findall(r"\w+|[^\w\s]", between.lower()))


def _tokens(masked: str, start: int, end: int) -> list[Token]:
    tokens = []
    for match in _TOKEN.finditer(masked, start, end):
        text = match.group()
        tokens.append(Token(text, text.lower(), match.start(), match.end()))
        if len(tokens) >= _MOST_TOKENS:
            break
    return tokens


def _range(tokens: list[Token], clause: Clause) -> tuple[int, int]:
    return tokens[clause.first].start, tokens[clause.last - 1].end


def _spans(text: str, ranges: Iterable[tuple[int, int]]) -> list[Span]:
    return [Span(text=text[a:b], start=a, end=b) for a, b in sorted(set(ranges)) if b > a]


def _pairs(masked: str, conditions: list[tuple[int, int]], results: list[tuple[int, int]], sentence_end: re.Pattern[str]) -> list[tuple[int, int]]:
    pairs = []
    for r, (start, _) in enumerate(results):
        before = [c for c, (_, end) in enumerate(conditions) if end <= start]
        if before and sentence_end.search(masked, conditions[before[-1]][1], start) is None:
            pairs.append((before[-1], r))
    return pairs
