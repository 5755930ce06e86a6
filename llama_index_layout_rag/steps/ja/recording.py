"""What has been found in one Japanese item so far, and the sentence that is being read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from llama_index_layout_rag.steps.findings import Findings
from llama_index_layout_rag.steps.ja.clauses import LIGHT_VERBS, ClauseType, Predicate
from llama_index_layout_rag.steps.ja.lexicon import NON_OPERATIONS
from llama_index_layout_rag.steps.ja.noun_phrases import Target
from llama_index_layout_rag.steps.ja.objects import ObjectFinder
from llama_index_layout_rag.steps.marking import ASIDE, MarkedText, strip_range

CONNECTIVE = re.compile(
    r"""(?:ます|です|ました)?(?:が|ので|けど)、
      | (?:万[一が]一|もしも?|しかし|また|なお|ただし|但し|まず|次に|つぎに|続[いけ]て|最[後初]に|そして|その後|さらに|更に
          |すると|ここで|では|それでは
          |こ(?:の時|のとき|のため|の場合)|そのため|同様に|よって|したがって|従って|一方|例えば|たとえば|先に|あと(?:は)?)(?:、|,|\s)+
      | (?:または|あるいは|もしくは|万[一が]一|もしも?|仮に|まず|次に(?![進移戻])|最後に|すると|このとき
          |この時(?![点間期刻代])|[この]際|また(?!は)|なお
          |さらに|更に|続[いけ]て|ただし|その後|例えば|たとえば)(?=[^\sのがをにへとでは])""",
    re.VERBOSE,
)
"""A conjunction or sentence adverb at the beginning of a clause; no part of a span."""
_BARE_CONDITION = re.compile(
    r"""(?:[こそ]の(?:よう(?:な|に(?:した|する)?))?(?:場合|とき|際|時|[後前]|状態で)?|(?:以下|下記|次|上記)の(?:場合|とき)|できれば|その後|例えば
        |場合によって.*)$""",
    re.VERBOSE,
)
_TOPIC_BEFORE = re.compile(r"[^、。]{1,40}(?<!場合)(?<!とき)(?:は|では|には|として|また|または)、")
"""A topic of the whole sentence before a condition is no part of it."""
_JOINT = re.compile(r"(?:や|および|及び|または|又は|もしくは|あるいは)、?\s*")
_CONDITION_TAIL = re.compile(rf"(?<!態)(?<!ま)(?:[はにも]|(?<!{ASIDE})(?<!段階)で)$")
REASON_TAIL = re.compile(r"(?:の(?:で|ため)|ため|から)$")
_BULLETS = "※＊*>・ " + ASIDE


class Decision(NamedTuple):
    """Why a field has a value: the field, the value, and the rule that decided."""

    field: str
    value: str
    rule: str


@dataclass
class ItemFindings(Findings):
    """Adds to the findings what distinguishes a step from a title or a statement.

    Attributes:
        decisions: The rule after each finding.
        requests: Number of requests to the user.
        operations: Number of operations whose result is stated.
        conditioned: Number of sentences with a condition and an action.
        plain_end: Whether the last action closes a sentence in the plain form.
        polite_ends: Number of actions that close a sentence in the polite form.
        nominal_end: Whether an action noun closes the item.
        explains_label: Whether the first action is the one that the label names (「並べ替え：一覧を並べ替えます」).
    """

    decisions: list[Decision] = field(default_factory=list)
    requests: int = 0
    operations: int = 0
    conditioned: int = 0
    plain_end: bool = False
    polite_ends: int = 0
    nominal_end: bool = False
    explains_label: bool = False

    def add_caution(self, marked: MarkedText, start: int, end: int, rule: str) -> None:
        """Record a caution and the rule that found it."""
        self.cautions.append((start, end))
        self.decisions.append(Decision("cautions", marked.text[start:end], rule))


def trim(marked: MarkedText, start: int, end: int, connective: bool = True) -> tuple[int, int]:
    """Return a range without stops and bullets at its ends and, where asked for, without a connective at its beginning."""
    start, end = strip_range(marked.masked, start, end)
    while start < end and marked.masked[start] in _BULLETS:
        start += 1
    start, end = strip_range(marked.masked, start, end)
    match = CONNECTIVE.match(marked.masked, start, end) if connective else None
    while match is not None and match.end() < end:
        start, end = strip_range(marked.masked, match.end(), end)
        match = CONNECTIVE.match(marked.masked, start, end)
    return start, end


@dataclass
class Sentence:
    """A sentence that is read from left to right, and the findings of its item.

    Attributes:
        marked: The item.
        found: The findings of the item.
        objects: Finds what verbs act on.
        label: A label before the sentence and where it ends (「電源ボタン：長押しする」).
        start: Offset of the first character.
        end: Offset after the last character.
        pending: Operations that are read and not yet recorded: what follows may make them part of a condition.
        result_start: Where a result begins that is being read, or -1.
        system_start: Where coordinated clauses about the system begin, or -1.
        closed: Whether nothing more is to be read.
        resumes: Whether a plain last verb after the result is an operation again.
        stated_until: Where the last clause of the result ends.
        previous: The predicate before.
        ellipsis: Ranges of objects whose verb comes after a further condition.
    """

    marked: MarkedText
    found: ItemFindings
    objects: ObjectFinder
    label: tuple[str, int] | None
    start: int
    end: int
    pending: list[Predicate] = field(default_factory=list)
    result_start: int = -1
    system_start: int = -1
    closed: bool = False
    resumes: bool = False
    stated_until: int = -1
    previous: Predicate | None = None
    ellipsis: list[tuple[int, int]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The masked text of the item."""
        return self.marked.masked

    def before(self, predicate: Predicate) -> str:
        """Return the text of a clause before its predicate."""
        return self.text[predicate.clause_start : predicate.start]

    def add_condition(self, start: int, end: int, rule: str) -> None:
        """Record a condition without the topic of the whole sentence before it and the particles after it."""
        joint = _JOINT.match(self.text, start, end) if self.found.conditions else None
        start = joint.end() if joint is not None else start
        while (topic := _TOPIC_BEFORE.match(self.text, start, end)) is not None:
            start = topic.end()
        first, last = trim(self.marked, start, end)
        while last > first and _CONDITION_TAIL.search(self.text, first, last) is not None:
            last -= 1
        if last > first and _BARE_CONDITION.match(self.text, first, last) is None:
            self.found.conditions.append((first, last))
            self.found.decisions.append(Decision("conditions", self.marked.text[first:last], rule))

    def add_result(self, start: int, end: int, rule: str) -> None:
        """Record a result without connectives, remarks in parentheses and the mark of a reason."""
        first, last = trim(self.marked, start, end)
        while last > first and self.text[last - 1] == ASIDE:
            last -= 1
        tail = REASON_TAIL.search(self.text[first:last])
        last = first + tail.start() if tail is not None else last
        if last - first >= 2:
            self.found.results.append((first, last))
            self.found.decisions.append(Decision("results", self.marked.text[first:last], rule))

    def record_operations(self) -> None:
        """Record the pending operations with their objects."""
        omitted = [target for gap in self.ellipsis for target in self.objects.phrases.read(self.marked, *gap)[0]]
        shared: list[Target] = []
        for predicate in self.pending:
            if predicate.lemma in LIGHT_VERBS or (predicate.lemma in NON_OPERATIONS and not predicate.by_user):
                continue
            targets, path, rule = self.objects.find(self.marked, predicate, self.found.targets)
            targets, omitted = [*omitted, *targets], []
            if self.label is not None and not self.found.actions:
                self.found.explains_label = _names_action(self.label[0], predicate.lemma)
                if not self.found.explains_label:
                    targets, path, rule = [self.objects.labelled(self.label[0])], False, "label"
            if not targets and shared:
                targets, shared, rule = shared, [], "shared object"
            if predicate.clause is ClauseType.WHILE:
                shared = self.objects.shared(self.marked, predicate)
            self._add_action(predicate, targets, path, rule)
        if self.pending:
            self.ellipsis = []
        self.pending = []

    def _add_action(self, predicate: Predicate, targets: list[Target], path: bool, rule: str) -> None:
        found = self.found
        found.actions.append(predicate.lemma)
        found.decisions.append(
            Decision("actions", predicate.lemma, f"{predicate.agent_rule}, {predicate.clause.value}")
        )
        named = [target for target in targets if target.text]
        if found.first_target is None:
            first = (named[-1] if path else named[0]) if named else next(iter(targets), Target("", "other"))
            found.first_target, found.first_type = first.text, first.kind
        found.targets.extend(target.text for target in named)
        found.decisions.extend(Decision("targets", target.text, rule) for target in named)


def _names_action(label: str, lemma: str) -> bool:
    """「取り付け：カバーを取り付けます」: the label is a heading in the line and no thing that is acted on."""
    noun = lemma.removesuffix("する") if lemma.endswith("する") else lemma[:-1]
    return len(noun) > 1 and label.rstrip().endswith((noun, lemma))
