"""Implicit (non-imperative) instructions.

Events ("When you click X"), gerunds ("Pressing X starts Y"), passives ("X must be closed") and means ("Y can be
lowered by pressing X").
"""

from __future__ import annotations

from typing import NamedTuple

from llama_index_layout_rag.steps.en.tokens import Clause, Sentence
from llama_index_layout_rag.steps.en.verbs import (
    CONSEQUENCES,
    CONTROL_VERBS,
    EXPERIENCE_VERBS,
    UNCHANGED_PARTICIPLES,
    VAGUE_VERBS,
)
from llama_index_layout_rag.steps.en.words import (
    ADVERBS,
    AUXILIARIES,
    COORDINATORS,
    DETERMINERS,
    FINITE,
    PREPOSITIONS,
    PRONOUNS,
    QUESTIONS,
    READERS,
    RELATIVES,
)
from llama_index_layout_rag.steps.word_lists import words

EVENT_KINDS = frozenset(("when", "once", "after", "if", "means", "as"))
_PRESSES = words("click double-click press push swipe tap")
_PRESS_QUALIFIERS = words("a an the long short double single quick rapid second another triple")
_STATE_VERBS = words(
    """
allow associate base belong consider contain derive design exceed include intend involve know meet relate
    """
)
"""Verbs whose passive describes a state: "The sheet must be contained in the folder"."""
_MAX_EVENT = 5


class Passive(NamedTuple):
    """An operation whose object is the subject before it: the verb and the tokens [first, last) of the subject."""

    lemma: str
    first: int
    last: int


def event_verb(s: Sentence, clause: Clause) -> int | None:
    """Return the operation in "when you click ...", "after selecting ...", "as you type ..."."""
    for index in range(clause.first + 1, min(clause.last, clause.first + _MAX_EVENT)):
        word, before = s.words[index], s.words[index - 1]
        lemma = s.lexicon.lemma(word)
        if lemma is not None and not (word in AUXILIARIES and s.lexicon.lemma(s.words[index + 1])):
            acted = (
                before in READERS
                or before in ("have", "has")
                or s.lexicon.is_gerund(word)
                or (before in ADVERBS and index > clause.first + 1)
            )
            return index if acted and lemma not in VAGUE_VERBS and lemma not in EXPERIENCE_VERBS else None
        if word not in READERS and word not in ADVERBS and word not in ("have", "has", "are"):
            return None
    return None


def passive_event(s: Sentence, clause: Clause) -> Passive | None:
    """Return the control operation in "When OK is clicked, ..."."""
    for index in range(clause.first + 2, clause.last):
        lemma = s.lexicon.lemma(s.words[index])
        if s.words[index - 1] in ("is", "are") and lemma in CONTROL_VERBS and s.lexicon.is_participle(s.words[index]):
            named = any(s.is_name(i) for i in range(clause.first + 1, index - 1))
            return Passive(lemma or "", clause.first + 1, index - 1) if named else None
    return None


def means_verb(s: Sentence, clause: Clause) -> int | None:
    """Return the operation in "The blind can be lowered by selecting Room >> Shade": a control operation on a named thing."""
    for index in range(clause.first + 1, clause.last - 2):
        if s.words[index] == "by" and s.lexicon.is_gerund(s.words[index + 1]):
            named = any(s.is_name(i) for i in range(index + 2, clause.last))
            return index + 1 if named and s.lexicon.lemma(s.words[index + 1]) in CONTROL_VERBS else None
    return None


def gerund_effect(s: Sentence, clause: Clause) -> tuple[int, int] | None:
    """Return the operation and the verb of the effect in "Pressing X starts Y", "A long press on X opens Y"."""
    at = clause.first
    while at < clause.last - 1 and s.words[at] in _PRESS_QUALIFIERS:
        at += 1
    nominal = at > clause.first and s.words[at] in _PRESSES
    if not nominal and not (at == clause.first and s.lexicon.is_gerund(s.words[at])):
        return None
    described = False
    for index in range(at + 1, clause.last):
        word = s.words[index]
        if word in ("means", "implies", "denotes") or (word in ("is", "are") and not described):
            return None
        described = described or word in RELATIVES
        if word in CONSEQUENCES or _acts_on_object(s, index):
            bare = index == at + 1 and (s.words[index + 1] in PREPOSITIONS or s.words[index + 1] in COORDINATORS)
            thing = (
                index == at + 2
                and s.texts[at + 1].islower()
                and s.words[at + 1] not in PRONOUNS
                and not s.words[at + 1].endswith("s")
            )
            return None if bare or (thing and not nominal) or s.words[index + 1] in QUESTIONS else (at, index)
    return None


def press_effect(s: Sentence, verb: int, clause: Clause) -> int:
    """Return where the effect begins in "Long press [MENU] opens the list"; 0 where none follows."""
    press = verb + (s.words[verb] in _PRESS_QUALIFIERS)
    if s.words[press] not in _PRESSES or press + 2 >= clause.last or not s.is_name(press + 1):
        return 0
    return press + 2 if s.words[press + 2] in CONSEQUENCES or _acts_on_object(s, press + 2) else 0


def _acts_on_object(s: Sentence, at: int) -> bool:
    """Return "refreshes" in "Pressing F5 refreshes the list": a third person with its object."""
    following, before = s.words[at + 1], s.words[at - 1]
    return (
        s.lexicon.is_third_person(s.words[at])
        and (following in DETERMINERS or following in PRONOUNS)
        and before not in DETERMINERS
    )


def passive(s: Sentence, clause: Clause) -> Passive | None:
    """Return the operation in "X should be turned off", "forms are to be posted"."""
    for index in range(clause.first + 1, clause.last - 2):
        duty = s.words[index] in ("should", "must", "needs", "need", "has", "have", "may", "can") or (
            s.words[index] in ("is", "are") and s.words[index + 1] == "to"
        )
        if not duty or "be" not in s.words[index + 1 : index + 3]:
            continue
        if (index == clause.first + 1 and s.words[clause.first] in PRONOUNS) or set(
            s.words[clause.first : index]
        ) & RELATIVES:
            return None
        at = index + 2 + s.words[index + 1 : index + 3].index("be")
        while at < clause.last and s.words[at] in ADVERBS:
            at += 1
        lemma = s.lexicon.lemma(s.words[at])
        able = s.words[index] in ("may", "can")
        finite = next((i for i in range(clause.first, index) if s.words[i] in FINITE), index)
        if at >= clause.last or lemma is None or (finite != index and s.words[index - 1] not in COORDINATORS):
            return None
        if (
            lemma in EXPERIENCE_VERBS
            or lemma in VAGUE_VERBS
            or lemma in _STATE_VERBS
            or not s.lexicon.is_participle(s.words[at])
        ):
            return None
        if able and means_verb(s, clause) is None:
            return None
        if s.words[at] == lemma and lemma not in UNCHANGED_PARTICIPLES:
            return None
        following = s.words[at + 1] if at + 1 < clause.last else ""
        phrasal = s.lexicon.is_phrasal(lemma, following)
        return Passive(f"{lemma} {following}" if phrasal else lemma, _skip_place(s, clause.first, index), finite)
    return None


def _skip_place(s: Sentence, first: int, end: int) -> int:
    """Where the subject begins in "On older models the belt must be tightened"."""
    if s.words[first] not in PREPOSITIONS:
        return first
    return next((i for i in range(first + 2, end) if s.words[i] in DETERMINERS), first)
