"""Nouns that tell an action without する: at the end of an instruction, as a link of a chain, in front of 後."""

from __future__ import annotations

import re
from collections.abc import Iterable

from llama_index_layout_rag.steps.ja.inflection import Stem
from llama_index_layout_rag.steps.ja.predicate import CONDITION_ROLES, Predicate, Role
from llama_index_layout_rag.steps.ja.rules import VerbFinalRules

_AGAIN = "再"
"""In front of the name of any action (再発行)."""


class ActionNouns:
    """The lists of verbal nouns compiled once."""

    def __init__(self, rules: VerbFinalRules, stems: dict[str, Stem]) -> None:
        self.rules, self.stems = rules, stems
        self.nominal = dict(_nominal_lemmas(rules, stems))
        nominal = "|".join(map(re.escape, sorted(self.nominal, key=len, reverse=True)))
        self.nominal_end = re.compile(rf"(?:{nominal})(?=\s*[。、]?\s*$)")
        self.nominal_line = re.compile(rf"(?:{nominal})[ \u3000]+(?=\S)")
        self.nominal_chain = re.compile(rf"(?:{nominal})(?={rules.patterns['coordinated']})")
        self.action_nouns = _action_nouns(rules)
        acted = "|".join(map(re.escape, sorted(self.action_nouns, key=len, reverse=True)))
        self.action_name = re.compile(rf"[一-龯ァ-ヴー]{{0,6}}(?:{acted})$")
        self.action_noun = re.compile(rf"(?:{acted})(?={rules.patterns['coordinated']})")
        self.action_after = re.compile(
            rf"(?<=[にで])(?P<noun>{acted})後(?=、)|(?P<told>[一-龯ァ-ヴー]{{0,6}}?(?:{acted}))(?:の上(?=、)|のうえ(?=[、一-龯ァ-ヴ]))"
        )
        self.action_end = re.compile(rf"(?<=[にへでをもて])(?:{acted})(?=\s*[。、]?\s*$)")
        self.demand, self.demanded = rules.demand, rules.compiled("demanded")
        self.owned_end = rules.compiled("owned_end")
        self.after_mark = rules.compiled("after_mark")
        self.noun_after = rules.compiled("noun_after")
        self.noun_end = rules.compiled("noun_end")
        self.state_words = rules.compiled("state_words")

    def told_first(self, window: str, start: int) -> Iterable[Predicate]:
        """「仮締め後、…」, 「閉止のうえ…」: an action that is done before another one."""
        told_after = self.after_mark.search(window, start) is not None
        patterns = (self.action_after, self.noun_after) if told_after else (self.noun_after,)
        for pattern in patterns:
            for match in pattern.finditer(window, start):
                told = match.groupdict()
                noun = told.get("noun") or told.get("told") or told["asked"]
                verb = self.stems.get(noun) if told.get("asked") else None
                lemma = verb.lemma if verb is not None else noun + self.rules.do_verb
                yield Predicate(match.start(), match.end(), lemma, Role.AFTER, noun_start=match.start())

    def add_end(self, window: str, start: int, predicates: list[Predicate]) -> None:
        """An instruction that ends in the name of an action (「サイドカバー取り付け」)."""
        ending = self.nominal_end.search(window, start) or self.action_end.search(window, start)
        if ending is None:
            self._close_with_stem(window, predicates)
            return
        if predicates and predicates[-1].role is Role.STEM and predicates[-1].start > ending.start():
            predicates.pop()
        if not predicates or predicates[-1].end <= ending.start():
            at = ending.start()
            lemma = self.nominal.get(ending.group(), ending.group() + self.rules.do_verb)
            predicates.append(Predicate(at, ending.end(), lemma, Role.NOMINAL, noun_start=at))

    def _close_with_stem(self, window: str, predicates: list[Predicate]) -> None:
        """「ボルトの締め直し」: a verb's stem that belongs to a thing and ends the line is a noun."""
        last = predicates[-1] if predicates else None
        if last is not None and last.role is Role.STEM and not window[last.end :].strip():
            owner = self.owned_end.search(window, 0, last.start) is not None
            last.role, last.noun_start = (Role.NOMINAL, last.start) if owner else (last.role, last.noun_start)

    def with_chains(self, window: str, start: int, predicates: list[Predicate]) -> list[Predicate]:
        """「品名を告げて注文、…」: the name of an action as a link of a chain."""
        found = [*self.nominal_chain.finditer(window, start), *self.action_noun.finditer(window, start)]
        for ending in found:
            at, noun = ending.start(), ending.group()
            listed = noun in self.nominal
            if window[at - 1] == self.rules.object_mark or (listed and any(p.end == at for p in predicates)):
                lemma = self.nominal.get(noun, noun + self.rules.do_verb)
                link = Predicate(at, ending.end(), lemma, Role.STEM, noun_start=at)
                predicates = without_overlaps([*predicates, link])
        return predicates

    def add_demanded(self, window: str, start: int, predicates: list[Predicate]) -> None:
        """「基板を替えた場合は、校正が必要です」: what is to be done when a condition holds."""
        if self.demand not in window or not any(p.role in CONDITION_ROLES for p in predicates):
            return
        match = self.demanded.search(window, start)
        if match is None or not {match.group("noun"), match.group("noun").removeprefix(_AGAIN)} & self.action_nouns:
            return
        at, noun = match.start("noun"), match.group("noun")
        lemma = self.nominal.get(noun, noun + self.rules.do_verb)
        predicates[:] = [p for p in predicates if p.end <= at or p.role in CONDITION_ROLES]
        predicates.append(Predicate(at, match.end(), lemma, Role.OBLIGATION, noun_start=at, light=True))

    def add_noun_end(self, window: str, start: int, predicates: list[Predicate]) -> None:
        """「パスワードを設定」: any noun behind an object at the end."""
        match = self.noun_end.search(window, start)
        if match is None or (predicates and predicates[-1].end > match.start("noun")):
            return
        noun, at = match.group("noun"), match.start("noun")
        ending = "にする" if self.state_words.match(noun) else "する"
        predicates.append(
            Predicate(at, match.end("noun"), self.nominal.get(noun, noun + ending), Role.NOMINAL, noun_start=at)
        )


def _nominal_lemmas(rules: VerbFinalRules, stems: dict[str, Stem]) -> Iterable[tuple[str, str]]:
    for noun in (*rules.nominal_actions, *rules.verbal_nouns):
        known = stems.get(noun)
        yield noun, known.lemma if known else noun + "する"


def _action_nouns(rules: VerbFinalRules) -> set[str]:
    """Verbal nouns that name what people do."""
    listed = {verb[: -len(rules.do_verb)] for verb in rules.hand_verbs if verb.endswith(rules.do_verb)}
    return listed | set(rules.action_nouns)


def without_overlaps(candidates: list[Predicate]) -> list[Predicate]:
    """The candidates in printed order; of two that overlap the one that begins first, or else is longer."""
    candidates.sort(key=lambda p: (p.start, -p.end))
    kept: list[Predicate] = []
    for predicate in candidates:
        if kept and predicate.start < kept[-1].end:
            continue
        kept.append(predicate)
    return kept
