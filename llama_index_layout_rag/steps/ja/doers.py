"""Who acts in a Japanese sentence that mostly prints no subject: the reader, or the system and things.

The rules stand in one ordered table; the first that knows the answer decides, and the decision names it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from llama_index_layout_rag.steps.ja.predicate import CHAIN_ROLES, REQUEST_ROLES, TOLD_ROLES, Predicate, Role
from llama_index_layout_rag.steps.ja.rules import VerbFinalRules
from llama_index_layout_rag.steps.marking import NAME, MarkedText
from llama_index_layout_rag.steps.word_lists import any_of


class DoerDecision(NamedTuple):
    """Who acts, and why."""

    reader: bool
    """Whether it is the reader."""
    rule: str
    """The rule of `DoerJudge` that decided, by its name ("requested", "by_itself")."""


@dataclass(slots=True)
class JudgedClause:
    """A predicate with what the rules look at, cut out of the item once."""

    marked: MarkedText
    predicate: Predicate
    previous: Predicate | None
    """The predicate in front of it."""
    before: str
    """The text from the beginning of its clause to the verb."""
    inner: str
    """The same without the relative clauses in it: 「ボタンを」 of 「光るボタンを押す」."""
    named: bool
    """Whether a name in brackets stands in front of the verb."""
    has_object: bool
    """Whether an object of its own stands in front of the verb."""

    @property
    def follows_reader(self) -> bool:
        """Whether the reader does what the link of the chain in front says (「綴じて」, 「開いた後」)."""
        previous = self.previous
        return previous is not None and previous.reader and previous.role in CHAIN_ROLES


DoerRule = Callable[[JudgedClause], bool | None]
"""True: the reader acts; False: somebody or something else; None: the rule does not know."""
DoerRow = tuple[DoerRule, frozenset[Role] | None, frozenset[str] | None]
_NO_VERB = frozenset({""})
"""The dictionary form of a condition or a reason that needs no verb."""


def name_of(rule: DoerRule) -> str:
    """The name under which a rule signs its decisions: that of its method."""
    return rule.__name__.removeprefix("_")


class DoerJudge:
    """The rules compiled once, and the order in which they are asked."""

    def __init__(self, rules: VerbFinalRules) -> None:
        self.rules = rules
        self.processing = tuple(verb for verb in rules.processing_verbs if verb.endswith(rules.do_verb))
        self.check_verbs = re.compile(f"(?:{rules.patterns['check_verbs']})$")
        pattern = rules.compiled
        self.by_itself = pattern("by_itself")
        self.automatic = pattern("automatic")
        self.received = pattern("received")
        self.staff_subject = pattern("staff_subject")
        self.displays, self.opened = pattern("displays"), pattern("opened")
        self.shown_when = pattern("shown_when")
        self.written_into = pattern("written_into")
        self.defines_name = pattern("defines_name")
        self.used_for = pattern("used_for")
        self.tells_of = pattern("tells_of")
        self.naming = pattern("naming")
        self.question_end = pattern("question_end")
        self.checked_end = pattern("checked_end")
        self.human_subject = pattern("human_subject")
        self.subject = pattern("subject")
        self.subject_topic = pattern("subject_topic")
        self.procedure_goal = pattern("procedure_goal")
        self.goal_mark = pattern("goal_mark")
        self.humble_offer = pattern("humble_offer")
        self.owned_quality, self.thing_topic = pattern("owned_quality"), pattern("thing_topic")
        self.program_topic, self.named_topic = pattern("program_topic"), pattern("named_topic")
        self.table = self._table()
        self.rules_by_role = {
            role: [(name_of(rule), rule, verbs) for rule, roles, verbs in self.table if roles is None or role in roles]
            for role in Role
        }

    def _table(self) -> tuple[DoerRow, ...]:
        """The rules in the order in which they are asked, each with the roles and the verbs that it judges (None: all)."""
        rules, final, to = self.rules, frozenset({Role.FINAL}), frozenset({Role.TO})
        things = any_of(rules.having_verbs, rules.choosing_verbs, rules.fitting_verbs, rules.defining_verbs)
        return (
            (self._relates, None, rules.ignored_verbs),
            (self._written, final | to, rules.writing_verbs),
            (self._gives_name, None, rules.naming_verbs),
            (self._offered, None, None),
            (self._requested, REQUEST_ROLES, None),
            (self._sums_up, to, rules.telling_verbs),
            (self._state_or_ability, None, None),
            (self._without_verb, None, _NO_VERB),
            (self._processed, final, None),
            (self._received, to, None),
            (self._defines_name, None, None),
            (self._tells_of_use, final | {Role.NOMINAL}, rules.feature_verbs),
            (self._good_for, final, rules.feature_verbs),
            (self._program_does, final | CHAIN_ROLES, rules.program_verbs),
            (self._told_of_thing, final, things),
            (self._shown, final, None),
            (self._by_itself, final, None),
            (self._follows_event, final, None),
            (self._system_subject, None, None),
            (self._omitted, to, rules.omitting_verbs),
            (self._goes_on, to, rules.ambitransitive_verbs),
            (self._event, None, rules.event_verbs),
            (self._person_subject, None, None),
            (self._looks_into, None, None),
        )

    def decide(self, marked: MarkedText, predicate: Predicate, previous: Predicate | None = None) -> DoerDecision:
        """Who does what a predicate says; its clause must be known.

        Args:
            marked: The item.
            predicate: One of its predicates.
            previous: The predicate in front of it.
        """
        clause = self._clause(marked, predicate, previous)
        for name, rule, verbs in self.rules_by_role[predicate.role]:
            if verbs is not None and predicate.lemma not in verbs:
                continue
            reader = rule(clause)
            if reader is not None:
                return DoerDecision(reader, name)
        # Nothing but a subject of its own (「相手が紐を結ぶ」) speaks against the reader.
        return DoerDecision(self.subject.search(clause.inner) is None, "subject")

    def _clause(self, marked: MarkedText, predicate: Predicate, previous: Predicate | None) -> JudgedClause:
        before = marked.masked[predicate.clause_start : predicate.start]
        inner = marked.masked[max(predicate.floor, predicate.clause_start) : predicate.start]
        return JudgedClause(
            marked, predicate, previous, before, inner, named=NAME in before, has_object=self.rules.object_mark in inner
        )

    def _relates(self, clause: JudgedClause) -> bool | None:
        """「代金は送料を含む。」: a verb that only relates things or refers elsewhere; the reader acts where such a verb is
        told as an operation (「標準液を用いること」)."""
        predicate = clause.predicate
        plain = (
            predicate.role is Role.FINAL and not predicate.polite and predicate.lemma not in self.rules.obeying_verbs
        )
        told = (plain or predicate.role in REQUEST_ROLES) and predicate.lemma in self.rules.only_requested
        return None if told else False

    def _written(self, clause: JudgedClause) -> bool:
        """「備考欄に理由を記載する。」: the reader writes where a place to write is named; else it is the manual that does
        (「本章では仕様を記載する。」)."""
        predicate = clause.predicate
        return not predicate.standing and not predicate.passive and self.written_into.search(clause.inner) is not None

    def _gives_name(self, clause: JudgedClause) -> bool | None:
        """「この差を余裕と呼びます。」: the manual gives a name."""
        named = self.naming.search(clause.marked.masked[: clause.predicate.start])
        return False if named is not None else None

    def _offered(self, clause: JudgedClause) -> bool | None:
        """「後日こちらから連絡させていただきます。」: whoever wrote the manual offers to do it."""
        predicate = clause.predicate
        offer = self.humble_offer.search(clause.marked.masked, predicate.start, predicate.end)
        return False if offer is not None else None

    def _requested(self, clause: JudgedClause) -> bool:
        """「栓を緩めてください。」: the reader is asked; not for a state (「火が消えている必要があります」), for what a thing
        goes through, or for what happens to a subject of its own (「水が抜けること」)."""
        predicate = clause.predicate
        if predicate.passive or predicate.potential or (predicate.standing and predicate.role is Role.OBLIGATION):
            return False
        return predicate.lemma not in self.rules.event_verbs or self.subject.search(clause.inner) is None

    def _sums_up(self, clause: JudgedClause) -> bool:
        """「結果を比較すると、差は小さい。」: leads on to what the manual says."""
        return False

    def _state_or_ability(self, clause: JudgedClause) -> bool | None:
        """「札が貼られています。」, 「色も選べます。」, 「この蓋は外しやすい。」: how something is, or what can be done."""
        predicate = clause.predicate
        states = predicate.passive or predicate.potential or predicate.standing or predicate.role is Role.CAPABILITY
        return False if states else None

    def _without_verb(self, clause: JudgedClause) -> bool:
        """「雨天の場合は」: nobody acts in a condition or reason without a verb."""
        return False

    def _processed(self, clause: JudgedClause) -> bool | None:
        """「平均値を算出します。」: what software does to data, unless a control is named, the item is a list of commands, or it
        is done beforehand (「算出しておきます」)."""
        predicate = clause.predicate
        if clause.named or clause.marked.commands or predicate.prepared:
            return None
        processing = predicate.lemma in self.rules.processing_verbs or predicate.lemma.endswith(self.processing)
        return False if processing else None

    def _received(self, clause: JudgedClause) -> bool | None:
        """「異常を検知すると、…」: what reaches the software, with the same exceptions for controls and commands."""
        if clause.named or clause.marked.commands:
            return None
        return False if self.received.search(clause.predicate.lemma) is not None else None

    def _defines_name(self, clause: JudgedClause) -> bool | None:
        """「以下、この機械を本機とする。」: the manual says what it will call a thing."""
        return False if self.defines_name.match(clause.predicate.lemma) is not None else None

    def _tells_of_use(self, clause: JudgedClause) -> bool | None:
        """「本工程では、再生紙を使用します。」: what a whole work, thing or document uses."""
        return False if self.tells_of.search(clause.before) is not None else None

    def _good_for(self, clause: JudgedClause) -> bool | None:
        """「荷札の印刷に使用します。」: no object is printed; the sentence says what something is good for."""
        bare = self.rules.object_mark not in clause.before
        return False if bare and self.used_for.search(clause.before) is not None else None

    def _program_does(self, clause: JudgedClause) -> bool | None:
        """「Mail Gate は添付を破棄します。」: what a program does that is named as the doer."""
        return False if self.program_topic.search(clause.before) is not None else None

    def _told_of_thing(self, clause: JudgedClause) -> bool | None:
        """「温度を保つ機能を持つ。」, 「端数は右の列に入る。」, 「<size> は幅を指定します。」: what a thing has, where it goes,
        what a placeholder stands for."""
        rules, predicate, before = self.rules, clause.predicate, clause.before
        lemma = predicate.lemma
        if lemma in rules.having_verbs:
            return False if self.owned_quality.search(before) is not None else None
        if lemma in rules.choosing_verbs:
            topic = self.named_topic.search(before)
            stands_for = topic is not None and clause.marked.names_placeholder(
                predicate.clause_start + topic.start("name")
            )
            return False if stands_for else None
        about = lemma in rules.fitting_verbs or (lemma in rules.defining_verbs and rules.object_mark in before)
        return False if about and self.thing_topic.search(before) is not None else None

    def _shown(self, clause: JudgedClause) -> bool | None:
        """「水温の変化を表示します。」: the system shows a state or a value, and anything when it is in a state
        (「記録されている場合、一覧を表示します」); else screens, lists and files are opened by the reader, and so is
        what stands behind an operation of the reader."""
        predicate, previous = clause.predicate, clause.previous
        if clause.named or self.displays.search(predicate.lemma) is None:
            return None
        if previous is not None and previous.role is Role.CONDITION and (previous.passive or previous.standing):
            joint = self.shown_when.fullmatch(clause.marked.masked, previous.end, predicate.clause_start)
            if joint is not None:
                return False
        return None if clause.follows_reader or self.opened.search(clause.before) is not None else False

    def _by_itself(self, clause: JudgedClause) -> bool | None:
        """「数秒後に自動的に消灯します。」: something happens by itself, unless a control is named."""
        if clause.named:
            return None
        alone = self.by_itself.search(clause.before) or self.automatic.match(clause.predicate.lemma)
        return False if alone is not None else None

    def _follows_event(self, clause: JudgedClause) -> bool | None:
        """「桶があふれて停止します。」: in one breath with what a thing does."""
        previous = clause.previous
        if previous is None or previous.reader or previous.role not in CHAIN_ROLES or clause.before.strip():
            return None
        happens = self.subject.search(clause.marked.masked[previous.clause_start : previous.start]) is not None
        return False if happens else None

    def _system_subject(self, clause: JudgedClause) -> bool | None:
        """「サーバーが控えを作成する。」: the system is the subject; as a topic only with an object (「アプリは終了する」 tells
        what to do with it)."""
        system = self.subject_topic.search(clause.before)
        acts = system is not None and (clause.has_object or system.group()[-1] != self.rules.topic_mark)
        return False if acts else None

    def _omitted(self, clause: JudgedClause) -> bool | None:
        """「省略すると、今日の日付になります。」: what happens where nothing is given."""
        return None if clause.has_object else False

    def _goes_on(self, clause: JudgedClause) -> bool | None:
        """「起動すると、音が鳴ります。」: a thing does what people do to it as well, as no object is printed; the reader acts in
        one breath with an operation (「値を控えて終了すると」) or with a goal in front (「先頭に移動すると」)."""
        if clause.has_object or clause.named:
            return None
        if clause.follows_reader and not clause.before.strip():
            return True
        return self.goal_mark.search(clause.before) is not None and self.subject.search(clause.before) is None

    def _event(self, clause: JudgedClause) -> bool | None:
        """「泡が消えて色が薄れる。」, 「カチッと鳴るまで」: what happens to things; not a way through the steps
        (「手順3へ戻る」)."""
        predicate = clause.predicate
        if clause.has_object and predicate.role is not Role.UNTIL:
            return None
        told_to_go = (
            predicate.lemma in self.rules.motion_verbs and self.procedure_goal.search(clause.before) is not None
        )
        return None if told_to_go else False

    def _person_subject(self, clause: JudgedClause) -> bool | None:
        """「利用者が氏名を記入する。」, 「班長が施錠する。」: a person in a role is the reader; staff only where it is told what is
        to be done, not when (「係員が来たら」)."""
        if self.human_subject.search(clause.before) is not None:
            return True
        role = clause.predicate.role
        told = role in TOLD_ROLES or role in CHAIN_ROLES
        return True if told and self.staff_subject.search(clause.before) is not None else None

    def _looks_into(self, clause: JudgedClause) -> bool | None:
        """「針が動くことを確かめる。」, 「傷がないか突き合わせる。」: the subject in front is that of what the reader
        looks into."""
        lemma = clause.predicate.lemma
        checks = clause.has_object or self.check_verbs.match(lemma) is not None
        if checks and self.checked_end.search(clause.before) is not None:
            return True
        asks = lemma not in self.rules.event_verbs and self.question_end.search(clause.before) is not None
        return True if asks else None
