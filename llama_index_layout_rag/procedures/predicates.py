"""A predicate: one inflected verb of a sentence, with the role that its ending gives to the clause before it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from llama_index_layout_rag.procedures.marking import MarkedText

CONDITION_ROLES = frozenset({"condition", "tara", "ba", "aftercond", "state", "until", "before", "negcond", "each"})
CHAIN_ROLES = frozenset({"chain", "stem", "then", "after", "nagara", "either"})
REQUEST_ROLES = frozenset({"request", "obligation"})
TOLD_ROLES = REQUEST_ROLES | {"final", "nominal"}


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
    role: str
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
        """The predicates of one sentence in printed order, relative clauses (role "adnominal") included."""
        ...
