"""Verbs that a noun or an adjective makes with する: 「接続する」, 「有効にする」, 「短くする」, 「ご確認ください」."""

from __future__ import annotations

import re
from collections.abc import Iterable

from llama_index_layout_rag.steps.ja.action_nouns import ActionNouns, without_overlaps
from llama_index_layout_rag.steps.ja.ending_reader import EndingReader
from llama_index_layout_rag.steps.ja.inflection import Stem, is_solid_su_verb
from llama_index_layout_rag.steps.ja.predicate import CONDITION_ROLES, Predicate, Role
from llama_index_layout_rag.steps.ja.rules import VerbFinalRules
from llama_index_layout_rag.steps.marking import MarkedText

_STATE = ("にし", "にす", "とし", "とす")
"""A state in front of する; a sentence without one of these holds none."""
_QUALITY = ("くす", "くし")
"""An adjective in front of する; most sentences hold neither."""
_LEFT = "ままに"


class VerbalNouns:
    """The patterns compiled once."""

    def __init__(
        self, rules: VerbFinalRules, stems: dict[str, Stem], nouns: ActionNouns, endings: EndingReader
    ) -> None:
        self.rules, self.stems, self.nouns, self.endings = rules, stems, nouns, endings
        listed = "|".join(map(re.escape, sorted(rules.verbal_nouns, key=len, reverse=True)))
        self.verbal_noun = re.compile(rules.patterns["verbal_noun"].replace("{nouns}", listed))
        pattern = rules.compiled
        self.state_change, self.quality_change = pattern("state_change"), pattern("quality_change")
        self.as_it_is = pattern("as_it_is")
        self.request_noun, self.done_noun = pattern("request_noun"), pattern("done_noun")
        self.adverb_prefix, self.counter = pattern("adverb_prefix"), pattern("counter")
        self.honoured_noun, self.offered, self.set_to = pattern("honoured_noun"), pattern("offered"), pattern("set_to")

    def with_do(self, window: str, start: int) -> Iterable[Predicate]:
        """Noun + する, whatever the noun."""
        for match in self.verbal_noun.finditer(window, start):
            kana, noun = match.group("kana"), match.group("noun")
            known = noun + "し" in self.stems or noun[-2:] + "し" in self.stems or is_solid_su_verb(noun)
            # A single ideograph behind kana closes a compound verb in す (測り直し, 掻き出し).
            compound = len(noun) > 2 and "ぁ" <= noun[-2] <= "ん" and "一" <= noun[-1] <= "龯"
            if kana == "し" and (known or compound or noun[-1] in self.rules.no_verb_nouns):
                continue
            first = self._first_verb(window, match)
            # The る of する belongs to the ending, all other forms are complete stems.
            start_of_noun = match.start("noun") + first
            predicate = self.endings.read(
                window, start_of_noun, match.end() - (kana == "する"), self._do(window, match)[first:]
            )
            if predicate is not None:
                predicate.potential = kana == "でき"
                yield predicate

    def _first_verb(self, window: str, match: re.Match[str]) -> int:
        """How long a verb in front of the noun is that the pattern took for a part of it (「図に従い接続する」)."""
        noun = match.group("noun")
        if window[max(0, match.start("noun") - 1) : match.start("noun")] not in self.rules.joining_particles:
            return 0
        return next(
            (
                size
                for size in (3, 2)
                if noun[:size] in self.stems
                and len(noun) > size + 1
                and "ぁ" <= noun[size - 1] <= "ん"
                and "一" <= noun[size] <= "龯"
                and self._is_joined(noun, size)
            ),
            0,
        )

    def _is_joined(self, noun: str, size: int) -> bool:
        """Whether what follows the stem is a verbal noun of its own, of two characters at least, without kana."""
        return len(noun) - size > 1 and not any("ぁ" <= c <= "ん" for c in noun[size:])

    def _do(self, window: str, match: re.Match[str]) -> str:
        """Dictionary form of noun + する, without an adverb or a counter printed solid before it (再度接続する,
        5分間静置する)."""
        noun, at = match.group("noun"), match.start("noun")
        if len(noun) == 1 and noun not in self.rules.short_verbal_nouns:
            return noun + "す"
        prefix = self.adverb_prefix.match(noun)
        if prefix is None and at and window[at - 1].isdigit():
            prefix = self.counter.match(noun)
        noun = noun[prefix.end() :] if prefix else noun
        known = self.stems.get(noun)
        # 取り付けする is 取り付ける.
        joined = known is not None and not known.dictionary_form and noun[-1] in self.rules.continuative_end
        return known.lemma if known is not None and joined else noun + "する"

    def state_changes(self, marked: MarkedText, window: str, start: int) -> Iterable[Predicate]:
        """「有効にする」, 「［切］にする」."""
        if not any(made in window for made in _STATE):
            return
        for match in self.state_change.finditer(window, start):
            noun = marked.text[match.start("noun") : match.end("noun")]
            if (
                noun.endswith("よう")
                or (match.group("as") and noun + match.group("as") + "し" in self.stems)
                or (match.group("as") and window[match.start() - 1 : match.start()] != self.rules.object_mark)
            ):
                continue
            mark = match.group("as") or "に"
            lemma = noun.strip("「」『』［］[]【】\"'“”") + mark + self.rules.do_verb
            tail = match.end() - ((match.group("kana") or match.group("made")) == "する")
            predicate = self.endings.read(window, match.start("noun"), tail, lemma)
            if predicate is not None:
                yield predicate

    def left_as_they_are(self, window: str, start: int) -> Iterable[Predicate]:
        """「蓋は開けたままにしてください」: as it is, is an action only where it is asked for."""
        if _LEFT not in window:
            return
        for match in self.as_it_is.finditer(window, start):
            tail = match.end() - (match.group("kana") == "する")
            lemma = match.group("noun") + self.rules.state_mark + self.rules.do_verb
            predicate = self.endings.read(window, match.start("noun"), tail, lemma)
            if predicate is not None and predicate.role is Role.REQUEST:
                yield predicate

    def quality_changes(self, window: str, start: int) -> Iterable[Predicate]:
        """「音量を小さくする」, 「間隔を短くし、」: an adjective that says what a thing is made."""
        if not any(made in window for made in _QUALITY):
            return
        for match in self.quality_change.finditer(window, start):
            tail = match.end() - (match.group("kana") == "する")
            predicate = self.endings.read(window, match.start("noun"), tail, match.group("noun") + self.rules.do_verb)
            if predicate is not None:
                yield predicate

    def with_settings(self, window: str, start: int, predicates: list[Predicate]) -> list[Predicate]:
        """「…の場合は0とします」: a value that is set, when a condition says when."""
        if not any(p.role in CONDITION_ROLES for p in predicates):
            return predicates
        for match in self.set_to.finditer(window, start):
            setting = self.endings.read(
                window, match.start("kana"), match.end() - (match.group("kana") == "する"), "する"
            )
            if setting is None or any(p.start < match.end() <= p.end for p in predicates):
                continue
            has_object = self.rules.object_mark in window[predicates[-1].end : match.start()]
            setting.noun_start = match.start("value") if has_object else match.end("value")
            predicates = without_overlaps([*predicates, setting])
        return predicates

    def polite(self, window: str, start: int) -> Iterable[Predicate]:
        """「ご確認ください」 and 「確認をします」: the noun is the verb."""
        for match in self.request_noun.finditer(window, start):
            noun = match.group("noun") or match.group("bare")
            end = match.end() + len("ください")
            able = self.offered.match(window, match.end()) is not None
            role = Role.ABILITY if able else Role.REQUEST
            yield Predicate(match.start(), min(end, len(window)), noun + "する", role, polite=True)
        for match in self.honoured_noun.finditer(window, start):
            predicate = self.endings.read(window, match.start(), match.end(), match.group("noun") + "する")
            if predicate is not None:
                yield predicate
        yield from self.nouns.told_first(window, start)
        for match in self.done_noun.finditer(window, start):
            noun, redone = match.group("noun"), match.group("redo")
            prefix = self.adverb_prefix.match(noun)
            skipped = prefix.end() if prefix else 0
            noun = noun[skipped:]
            tail = match.end() - (match.group("kana") == "する")
            if redone:  # 「接続をしなおして」; its last kana is that of a verb in す
                tail += window[tail] != "す"
            lemma = self.nouns.nominal.get(noun) or noun + "する"
            predicate = self.endings.read(window, match.start("noun"), tail, lemma)
            if predicate is not None:
                predicate.lemma = noun + redone + "す" if redone else predicate.lemma
                predicate.noun_start, predicate.light = match.start("noun") + skipped, True
                yield predicate
