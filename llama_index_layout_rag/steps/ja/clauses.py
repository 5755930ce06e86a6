"""Clauses of a Japanese sentence: the type that an inflectional suffix gives to each, and the predicate that closes it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum


class ClauseType(str, Enum):
    """What an inflectional suffix, or a marker word, makes of the clause before it."""

    FINAL = "final"
    """Closes a sentence: 「栓を開けます。」"""
    NOMINAL = "nominal"
    """An action noun closes the item: 「栓の取り外し」"""
    REQUEST = "request"
    """「開けてください」, 「開けること。」"""
    OBLIGATION = "obligation"
    """「開ける必要があります」, 「開けなければなりません」"""
    TE_FORM = "te_form"
    """Coordinated with て: 「開けて、」"""
    CONTINUATIVE = "continuative"
    """Coordinated with the bare stem: 「開け、」"""
    THEN = "then"
    """「開けてから」"""
    AFTER = "after"
    """The next operation follows this one: 「開けた後、」"""
    WHILE = "while"
    """At the same time or in that state: 「開けながら」, 「開けたまま」"""
    ALTERNATIVE = "alternative"
    """One of several ways: 「開けるか、」"""
    CONDITION = "condition"
    """「開ける場合」, 「開けるとき」, 「開けるなら」"""
    TARA = "tara"
    """「開けたら」"""
    BA = "ba"
    """「開ければ」"""
    UNLESS = "unless"
    """「開けなければ」, 「開けないと」"""
    STATE = "state"
    """「開けた状態で」"""
    UNTIL = "until"
    """「開けるまで」"""
    BEFORE = "before"
    """「開ける前に」"""
    TIME_AFTER = "time_after"
    """A time that limits what follows: 「開けた後は」"""
    EACH_TIME = "each_time"
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
    ADVICE = "advice"
    """「開けるとよい」"""
    PROHIBITION = "prohibition"
    """「開けないでください」"""
    UNNEEDED = "unneeded"
    """「開ける必要はありません」"""
    ADNOMINAL = "adnominal"
    """A relative clause or a part of another clause: 「開ける栓」"""
    CAUTION = "caution"
    """A part of a warning that is already recorded; set while a sentence is read."""


CONDITIONS = frozenset(
    {
        ClauseType.CONDITION,
        ClauseType.TARA,
        ClauseType.BA,
        ClauseType.TIME_AFTER,
        ClauseType.STATE,
        ClauseType.UNTIL,
        ClauseType.BEFORE,
        ClauseType.UNLESS,
        ClauseType.EACH_TIME,
    }
)
COORDINATED = frozenset(
    {
        ClauseType.TE_FORM,
        ClauseType.CONTINUATIVE,
        ClauseType.THEN,
        ClauseType.AFTER,
        ClauseType.WHILE,
        ClauseType.ALTERNATIVE,
    }
)
REQUESTS = frozenset({ClauseType.REQUEST, ClauseType.OBLIGATION})
INSTRUCTIONS = REQUESTS | {ClauseType.FINAL, ClauseType.NOMINAL}


PARTICLES = "をにへでと"
"""Case particles that bind what is before a verb to it."""
LIGHT_VERBS = frozenset(("行う", "行なう", "おこなう"))
"""Verbs whose meaning is in the noun before them: 「点検を行う」 is 点検する."""


@dataclass(slots=True)
class Predicate:
    """One inflected verb: where it is printed, its dictionary form, and what its suffix says.

    Attributes:
        start: Offset of its first character.
        end: Offset after its suffix.
        lemma: The dictionary form; empty for a marker that needs no verb (「雨天の場合」).
        clause: The type of the clause that it closes.
        noun_start: Where the noun begins that carries its meaning (「設定を行う」), or -1.
        passive: Whether it is passive.
        potential: Whether it says what can be done.
        polite: Whether it ends in ます or is a request.
        light: Whether its meaning is in a noun.
        resultative: Whether it describes a state (〜ている).
        clause_start: Where its clause begins.
        floor: Where the relative clauses inside its clause end.
        by_user: Whether the user of the manual is its agent.
        agent_rule: The rule that decided so.
    """

    start: int
    end: int
    lemma: str
    clause: ClauseType
    noun_start: int = -1
    passive: bool = False
    potential: bool = False
    polite: bool = False
    light: bool = False
    resultative: bool = False
    clause_start: int = 0
    floor: int = 0
    by_user: bool = False
    agent_rule: str = ""


_AFTER_CONDITION = re.compile("(?:のみ|だけ)?[はにもで]*[、, ]*")


def skip_particles(text: str, position: int, end: int) -> int:
    """Return the first position after the particles and commas that follow a condition (「場合は、」, 「場合のみ、」)."""
    match = _AFTER_CONDITION.match(text, position, end)
    return match.end() if match is not None else position
