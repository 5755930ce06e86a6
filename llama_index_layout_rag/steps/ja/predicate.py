"""A predicate: one inflected verb of a sentence, with the role that its ending gives to the clause before it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from llama_index_layout_rag.steps.marking import MarkedText


class Role(str, Enum):
    """What a verb's ending, or what stands for one, makes of the clause in front of it."""

    FINAL = "final"
    """Closes a sentence: 「栓を開けます。」"""
    NOMINAL = "nominal"
    """The name of an action closes the item: 「栓の取り外し」"""
    REQUEST = "request"
    """「開けてください」, 「開けること。」"""
    OBLIGATION = "obligation"
    """「開ける必要があります」, 「開けなければなりません」"""
    CHAIN = "chain"
    """Goes on behind て: 「開けて、」"""
    STEM = "stem"
    """Goes on behind the bare stem: 「開け、」"""
    THEN = "then"
    """「開けてから」"""
    AFTER = "after"
    """The next operation comes behind this one: 「開けた後、」"""
    NAGARA = "nagara"
    """At the same time or in that state: 「開けながら」, 「開けたまま」"""
    EITHER = "either"
    """One of several ways: 「開けるか、」"""
    CONDITION = "condition"
    """「開ける場合」, 「開けるとき」, 「開けるなら」"""
    TARA = "tara"
    """「開けたら」"""
    BA = "ba"
    """「開ければ」"""
    NEGCOND = "negcond"
    """「開けなければ」, 「開けないと」"""
    STATE = "state"
    """「開けた状態で」"""
    UNTIL = "until"
    """「開けるまで」"""
    BEFORE = "before"
    """「開ける前に」"""
    AFTERCOND = "aftercond"
    """A time that limits what follows: 「開けた後は」"""
    EACH = "each"
    """「開けるたびに」"""
    TO = "to"
    """An operation or event whose result follows: 「開けると」"""
    MEANS = "means"
    """「開けることで」"""
    PURPOSE = "purpose"
    """「開けるために」, 「開けるように」"""
    REASON = "reason"
    """「開けるので」"""
    CONTRAST = "contrast"
    """「開けますが、」"""
    NEGATIVE = "negative"
    """Without it or in spite of it: 「開けずに」, 「開けても」"""
    TOGETHER = "together"
    """「開けるとともに」"""
    ABILITY = "ability"
    """「開けることができます」"""
    CAPABILITY = "capability"
    """What a thing is like: 「開けやすい」"""
    GOOD = "good"
    """Advice: 「開けるとよい」"""
    PROHIBIT = "prohibit"
    """「開けないでください」"""
    UNNEEDED = "unneeded"
    """「開ける必要はありません」"""
    ADNOMINAL = "adnominal"
    """A relative clause or a part of another clause: 「開ける栓」"""
    CAUTION = "caution"
    """A part of a warning that is recorded already; set while a sentence is read."""


CONDITION_ROLES = frozenset(
    {
        Role.CONDITION,
        Role.TARA,
        Role.BA,
        Role.AFTERCOND,
        Role.STATE,
        Role.UNTIL,
        Role.BEFORE,
        Role.NEGCOND,
        Role.EACH,
    }
)
CHAIN_ROLES = frozenset({Role.CHAIN, Role.STEM, Role.THEN, Role.AFTER, Role.NAGARA, Role.EITHER})
REQUEST_ROLES = frozenset({Role.REQUEST, Role.OBLIGATION})
TOLD_ROLES = REQUEST_ROLES | {Role.FINAL, Role.NOMINAL}


@dataclass(slots=True)
class Predicate:
    """One inflected verb: where it stands, its dictionary form, and what its ending says.

    `clause_start` is where the clause in front of it begins, `floor` where the relative clauses inside that end;
    `prepared` is set where somebody does it beforehand (しておく).
    `noun_start` is set where the verb's meaning is in a noun (「設定を行う」). `reader` says who acts: the reader or
    the system.
    """

    start: int
    end: int
    lemma: str
    role: Role
    noun_start: int = -1
    passive: bool = False
    potential: bool = False
    polite: bool = False
    light: bool = False
    standing: bool = False
    prepared: bool = False
    clause_start: int = 0
    floor: int = 0
    reader: bool = False


def skip_left_over(text: str, position: int, end: int, particles: str, marks: str) -> int:
    """The first position from `position` on behind the particles that a condition leaves over and the commas behind
    them; what stands behind a comma is a word, whatever kana it opens with (「場合は、はけを…」)."""
    while position < end and text[position] in particles and text[position] not in marks:
        position += 1
    while position < end and text[position] in marks:
        position += 1
    return position


class PredicateFinder(Protocol):
    """What a language brings to have its predicates found."""

    nominal_line: re.Pattern[str]
    """The name of an action that ends a line run together with the next one (「棚板 差し込み 裏表に注意」)."""

    def find(self, marked: MarkedText, start: int, end: int) -> list[Predicate]:
        """The predicates of one sentence in printed order, relative clauses (`Role.ADNOMINAL`) included."""
        ...
