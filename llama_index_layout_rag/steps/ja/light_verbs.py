"""Light verbs (行う): the noun in front of them carries the meaning."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from llama_index_layout_rag.steps.ja.action_nouns import ActionNouns
from llama_index_layout_rag.steps.ja.inflection import Stem
from llama_index_layout_rag.steps.ja.predicate import Predicate, Role
from llama_index_layout_rag.steps.ja.rules import VerbFinalRules
from llama_index_layout_rag.steps.marking import MarkedText


class LightVerbs:
    """The rules compiled once."""

    def __init__(self, rules: VerbFinalRules, stems: dict[str, Stem], nouns: ActionNouns) -> None:
        self.rules = rules
        self.stems = stems
        self.nouns = nouns
        listed = "|".join(map(re.escape, sorted(rules.verbal_nouns, key=len, reverse=True)))
        self.light_object = re.compile(rules.patterns["light_object"].replace("{nouns}", listed))
        self.light_topic = rules.compiled("light_topic")
        self.light_partner = rules.compiled("light_partner")
        self.adverb_prefix = rules.compiled("adverb_prefix")

    def fold(self, marked: MarkedText, predicate: Predicate, start: int, others: Sequence[Predicate] = ()) -> None:
        """「設定を行う」 is 設定する: the noun carries the meaning; in 「試料を運ぶ作業を行う」 the verb in front of it."""
        masked = marked.masked
        before = masked[predicate.clause_start : predicate.start]
        match = self.light_object.search(before)
        if match is None:
            self._fold_named(marked, predicate, start, others)
            return
        noun = match.group(1)
        work = self._work(others, predicate.clause_start + match.start(1), noun)
        if work is not None:
            predicate.lemma, predicate.light = work.lemma, True
            predicate.noun_start = work.start if work.noun_start < 0 else work.noun_start
            predicate.floor = min(predicate.floor, work.floor)
            return
        predicate.noun_start = predicate.clause_start + match.start(1)
        for size in range(len(noun) if noun in self.stems or noun not in self.rules.verbal_nouns else 0):
            stem = self.stems.get(noun[size:])
            known = stem.lemma if stem is not None else ""
            inside = size > 0 and "一" <= noun[size - 1] <= "龯"
            if known and not inside and "ぁ" <= noun[-1] <= "ん" and known != noun[size:]:
                predicate.lemma = known
                predicate.noun_start += size
                break
        else:
            prefix = self.adverb_prefix.match(noun)
            skipped = prefix.end() if prefix else 0
            predicate.noun_start += skipped
            predicate.lemma = noun[skipped:] + self.rules.do_verb
        predicate.light = True

    def _fold_named(self, marked: MarkedText, predicate: Predicate, start: int, others: Sequence[Predicate]) -> None:
        """「事故登録」を行う, and 「抜き差しは、消灯してから行う」."""
        named = next((n for n in marked.names.values() if n.end == predicate.start - 1), None)
        if (
            named is not None
            and predicate.clause_start <= named.start
            and self.nouns.action_name.match(marked.inner(named))
        ):
            predicate.lemma = marked.inner(named) + self.rules.do_verb
            predicate.noun_start, predicate.light = named.start, True
            return
        topic = self.light_topic.search(marked.masked, start, predicate.clause_start)
        if topic is not None and not marked.masked[predicate.clause_start : predicate.start].strip():
            noun = topic.group("noun")
            work = self._work(others, topic.start("noun"), noun)
            predicate.lemma = self.nouns.nominal.get(noun, noun + self.rules.do_verb)
            if work is not None:
                predicate.lemma, predicate.noun_start = work.lemma, work.start
                predicate.clause_start, predicate.floor = work.clause_start, work.floor
            predicate.light = True

    def _work(self, others: Sequence[Predicate], noun_start: int, noun: str) -> Predicate | None:
        """The verb in front of a noun that only says that something is done (「試料を運ぶ作業」)."""
        if noun not in self.rules.work_nouns:
            return None
        return next((p for p in others if p.end == noun_start and p.role is Role.ADNOMINAL and p.reader), None)

    def add_partner(self, masked: str, predicate: Predicate, predicates: list[Predicate]) -> None:
        """「点検と清掃を行う」 tells two actions."""
        if not predicate.light or not predicate.reader:
            return
        partner = self.light_partner.search(masked, predicate.clause_start, predicate.noun_start)
        if partner is None or partner.group("noun") not in self.nouns.action_nouns:
            return
        first = replace(
            predicate,
            start=partner.start("noun"),
            noun_start=partner.start("noun"),
            end=partner.end("noun"),
            lemma=partner.group("noun") + self.rules.do_verb,
            role=Role.STEM,
        )
        predicates.insert(predicates.index(predicate), first)
