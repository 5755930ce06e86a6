"""Finds the predicates of Japanese sentences: noun + する, listed verbs in any inflection, unlisted verbs by their
ending.

Japanese inflection is the only thing that is code here; the words and patterns stand in the sister modules.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable

from llama_index_layout_rag.steps.ja.action_nouns import ActionNouns, without_overlaps
from llama_index_layout_rag.steps.ja.doers import DoerJudge
from llama_index_layout_rag.steps.ja.ending_reader import EndingReader
from llama_index_layout_rag.steps.ja.inflection import (
    UNKNOWN_VERB,
    is_solid_su_verb,
    read_unknown,
    stem_table,
)
from llama_index_layout_rag.steps.ja.light_verbs import LightVerbs
from llama_index_layout_rag.steps.ja.predicate import CONDITION_ROLES, Predicate, Role
from llama_index_layout_rag.steps.ja.rules import VerbFinalRules
from llama_index_layout_rag.steps.ja.verbal_nouns import VerbalNouns
from llama_index_layout_rag.steps.marking import ASIDE, NAME, MarkedText

_LONGEST_REDONE = 12
_NOUN_WITH_DO, _DONE = 3, "し"
"""Characters of two ideographs with the stem of する, and that stem."""
_PLAIN = "る"
"""With it an え stem is a verb of its own (抜ける)."""
_WORD = 2
"""Ideographs of a word of its own in front of a listed verb."""
_SHORTEST_KANA = 3
"""Kana of a verb that may stand right behind another one's て."""
_ADVERB_ENDS = ("から", "少し", "すぐ", "やや", "ずつ", "もう一度", "ゆるやか", "丁寧", "一気", "徐々")
"""What may stand right in front of a verb in kana."""
_LEFT_OVER = re.compile("(?:のみ|だけ)?[はに]*[、, ]*")
"""What stands between a condition and the next clause (「留守にする場合のみ、」)."""


class JapanesePredicates:
    """The rules compiled once: the table of all stems, the endings behind them, the patterns for verbal nouns."""

    def __init__(self, rules: VerbFinalRules) -> None:
        self.rules = rules
        self.doers = DoerJudge(rules)
        self.stems = stem_table(rules)
        self.longest_from: dict[str, int] = {}
        for stem in self.stems:
            self.longest_from[stem[0]] = max(len(stem), self.longest_from.get(stem[0], 0))
        self.first_characters = re.compile("[" + re.escape("".join(sorted(self.longest_from))) + "]")
        self.nouns = ActionNouns(rules, self.stems)
        self.light = LightVerbs(rules, self.stems, self.nouns)
        self.ending = EndingReader(rules)
        self.verbal = VerbalNouns(rules, self.stems, self.nouns, self.ending)
        self.nominal_line = self.nouns.nominal_line
        pattern = rules.compiled
        self.kana_half = pattern("kana_half")
        self.first_half = pattern("first_half")
        self.unknown_verb = re.compile(UNKNOWN_VERB)
        self.free_condition = pattern("free_condition")
        self.free_until = pattern("free_until")
        self.free_reason = pattern("free_reason")
        self.adverb_prefix = pattern("adverb_prefix")
        self.amount = pattern("amount")
        self.postposition = pattern("postposition")
        self.negative_form = pattern("negative_form")
        self.past_form = pattern("past_form")
        self.redoing = pattern("redoing")
        self.redone = pattern("redone")
        self.relative_time = pattern("relative_time")

    def find(self, marked: MarkedText, start: int, end: int) -> list[Predicate]:
        """The predicates of the sentence [start, end) in printed order."""
        window = self._without_amounts(marked.masked[:end])
        candidates = [
            *self.verbal.with_do(window, start),
            *self.verbal.state_changes(marked, window, start),
            *self.verbal.quality_changes(window, start),
            *self.verbal.left_as_they_are(window, start),
            *self._known_verbs(window, start),
            *self.verbal.polite(window, start),
            *self._bare_markers(window, start),
        ]
        candidates.extend(self._unknown_verbs(window, start, candidates))
        predicates = without_overlaps(candidates)
        self.nouns.add_end(window, start, predicates)
        predicates = self.nouns.with_chains(window, start, predicates)
        predicates = self.verbal.with_settings(window, start, predicates)
        self.nouns.add_noun_end(window, start, predicates)
        self.nouns.add_demanded(window, start, predicates)
        self._find_clauses(marked, predicates, start)
        return predicates

    def _without_amounts(self, window: str) -> str:
        """The window with amounts in front of a verb filled up: in 「5秒以上長押し」 the verb begins behind them."""
        return (
            self.amount.sub(lambda match: "に" * len(match.group()), window) if self.amount.search(window) else window
        )

    def _bare_markers(self, window: str, start: int) -> Iterable[Predicate]:
        """Conditions and reasons that need no verb (「Aの場合」, 「熱いので」)."""
        for role, pattern in (
            (Role.CONDITION, self.free_condition),
            (Role.UNTIL, self.free_until),
            (Role.REASON, self.free_reason),
        ):
            for match in pattern.finditer(window, start):
                yield Predicate(match.start(), match.end(), "", role)

    def _unknown_verbs(self, window: str, start: int, known: list[Predicate]) -> Iterable[Predicate]:
        """Verbs that no list holds, read from their inflection."""
        taken = [(p.start, p.end) for p in known]
        for match in self.unknown_verb.finditer(window, start):
            at = match.start()
            if any(a <= at < b for a, b in taken) or self.postposition.match(window, max(0, at - 1)):
                continue
            read = read_unknown(match)
            if read is None:
                continue
            lemma, first, tail = read
            if any(a < tail and first < b for a, b in taken):
                continue
            inner = self.stems.get(window[first + _WORD : tail])
            if inner is not None and not any("ぁ" <= c <= "ん" for c in window[first : first + _WORD]):
                lemma, first = inner.lemma, first + _WORD  # 左右合わせて
            predicate = self.ending.read(window, first, tail, lemma)
            if predicate is not None:
                yield predicate

    def _known_verbs(self, window: str, start: int) -> Iterable[Predicate]:
        position = start
        stems = self.stems
        length = len(window)
        while True:
            found = self.first_characters.search(window, position)
            if found is None:
                return
            position = found.start()
            rejected = 0
            for size in range(min(self.longest_from[found.group()], length - position), 0, -1):
                entry = stems.get(window[position : position + size])
                if entry is None:
                    continue
                if entry.continuative and self.past_form.match(window, position + size):
                    continue  # 折り + た: a verb in り has 折った
                if entry.negative and not self.negative_form.match(window, position + size):
                    continue
                lemma = entry.lemma
                if not self._may_start(window, position, start) and not self._follows_chain(
                    window, position, size, lemma
                ):
                    continue
                if self.postposition.match(window, max(0, position - 1)):
                    break
                predicate = self.ending.read(window, position, position + size - entry.dictionary_form, lemma)
                if predicate is not None and entry.potential:
                    self._read_e_stem(window, predicate, position + size)
                if predicate is not None and self._may_close_compound(lemma):
                    self._join_compound(window, predicate, lemma)
                if predicate is not None:
                    yield predicate
                    position = predicate.end - 1 if predicate.end > position + 1 else position
                    rejected = 0
                    break
                rejected = max(rejected, size)
            # A longer verb that stands here as a noun (組み立て) hides the shorter ones in it (立てる).
            position += max(1, rejected - 1)

    def _read_e_stem(self, window: str, predicate: Predicate, tail: int) -> None:
        """The え stem tells a condition in front of ば; in front of て or a comma it is a verb of its own (傷めて,
        湿らせ、); else it says what can be done (「読み込めます」)."""
        if window[tail : tail + 1] == "ば":
            return
        happens = window[predicate.start : tail] + _PLAIN
        acted_on = window[max(0, predicate.start - 1) : predicate.start] == self.rules.object_mark
        if happens in self.rules.event_verbs and not acted_on:
            predicate.lemma = happens  # 「水が抜けて」
            return
        subject = window[max(0, predicate.start - 1) : predicate.start] in self.rules.subject_marks
        if window[tail : tail + 1] in ("て", self.rules.list_mark) and not subject:
            predicate.lemma = window[predicate.start : tail] + "る"
        else:
            predicate.potential = True

    def _may_close_compound(self, lemma: str) -> bool:
        """Whether a verb may be the second half of a compound: it is short, and no compound itself (拭き + 清める)."""
        if lemma in self.rules.second_verbs or "ぁ" <= lemma[0] <= "ん":
            return True
        relation = lemma in self.rules.ignored_verbs or lemma in self.rules.light_verbs
        return not relation and not lemma.endswith(self.rules.do_verb) and sum("一" <= c <= "龯" for c in lemma) == 1

    def _adds(self, half: str, lemma: str) -> bool:
        """Whether an unlisted first half may stand in front of any verb, or only of the listed second halves; a noun
        with する is a verb of its own (「洗浄し詰める」)."""
        if len(half) == _NOUN_WITH_DO and half[-1] == _DONE and not is_solid_su_verb(half[:-1]):
            return False
        if lemma in self.rules.second_verbs:
            return True
        known = self.stems.get(half)
        return known is not None and known.lemma not in self.rules.ignored_verbs and lemma[0] >= "一"

    def _join_compound(self, window: str, predicate: Predicate, lemma: str) -> None:
        """「量り取る」: the first half of a compound verb that no list holds."""
        redone = (
            self.redone.search(window, max(0, predicate.start - _LONGEST_REDONE), predicate.start)
            if self.redoing.fullmatch(lemma)
            else None
        )
        if redone is not None:
            prefix = self.adverb_prefix.match(redone.group())
            skipped = prefix.end() if prefix else 0
            predicate.start = redone.start() + skipped
            predicate.lemma = redone.group()[skipped:] + predicate.lemma
            return
        kana = self.kana_half.search(window, max(0, predicate.start - 5), predicate.start)
        if kana is not None and predicate.lemma[0] >= "一" and not lemma.endswith(self.rules.do_verb):
            predicate.start, predicate.lemma = kana.start(1), kana.group(1) + predicate.lemma
            return
        opening = self.first_half.search(window, max(0, predicate.start - 4), predicate.start)
        if opening is not None and self._adds(opening.group(1), lemma):
            predicate.start, predicate.lemma = opening.start(1), opening.group(1) + predicate.lemma
            return
        for size in (5, 4, 3, 2):
            half = window[max(0, predicate.start - size) : predicate.start]
            first = self.stems.get(half) if len(half) == size and half[-1] in self.rules.continuative_kana else None
            if first is not None and first.lemma not in self.rules.ignored_verbs:
                predicate.start, predicate.lemma = predicate.start - size, half + predicate.lemma
                return

    def _may_start(self, window: str, position: int, start: int) -> bool:
        if position <= start:
            return True
        before, here = window[position - 1], window[position]
        if here == "あ" and before in "でて":
            return False
        if "ぁ" <= here <= "ん":
            free = before in "をにがではもと、, へりくの" + NAME + ASIDE
            return free or window.endswith(_ADVERB_ENDS, 0, position)
        return not ("一" <= before <= "龯") or window[position - 2 : position] in ("再度",)

    def _follows_chain(self, window: str, position: int, size: int, lemma: str) -> bool:
        """A verb of its own in kana behind て (動かしてなじませる), not one that only says for whom (してもらう)."""
        kana = "ぁ" <= window[position] <= "ん"
        return (
            kana and window[position - 1] == "て" and size >= _SHORTEST_KANA and lemma not in self.rules.helping_verbs
        )

    def _find_clauses(self, marked: MarkedText, predicates: list[Predicate], start: int) -> None:
        clause_start = floor = start
        self._join_relatives(marked.masked, predicates)
        before: Predicate | None = None
        for predicate in list(predicates):
            predicate.clause_start, predicate.floor = clause_start, max(floor, clause_start)
            if predicate.lemma in self.rules.light_verbs:
                self.light.fold(marked, predicate, start, predicates)
            predicate.reader = self.doers.decide(marked, predicate, before).reader
            before = predicate
            self.light.add_partner(marked.masked, predicate, predicates)
            if predicate.role is Role.EITHER and not predicate.reader:
                predicate.role = Role.ADNOMINAL
            if predicate.role is not Role.ADNOMINAL:
                clause_start = predicate.end
                if predicate.role in CONDITION_ROLES:
                    clause_start = skip_particles(marked.masked, clause_start, len(marked.masked))
            floor = predicate.end

    def _join_relatives(self, masked: str, predicates: list[Predicate]) -> None:
        """「水で湿らせて固く絞った布」: the chain in front of a relative clause is part of it when nothing parts the two."""
        for predicate, behind in itertools.pairwise(predicates):
            if (
                behind.start == predicate.end
                and behind.lemma in self.rules.light_verbs
                and predicate.role is Role.CHAIN
            ):
                repeats = predicate.lemma in self.rules.repeating_verbs  # 「塗装を重ねて行う」
                predicate.role = Role.ADNOMINAL if repeats else predicate.role
            timed = predicate.role is Role.CONDITION and behind.role is Role.ADNOMINAL
            if timed and self.relative_time.fullmatch(masked, predicate.end, behind.start):
                predicate.role = Role.ADNOMINAL
            if predicate.role is not Role.CHAIN or behind.role is not Role.ADNOMINAL:
                continue
            between = masked[predicate.end : behind.start]
            parted = any(mark in between for mark in (self.rules.list_mark, *self.rules.joining_particles))
            happens = behind.passive or behind.standing or behind.lemma in self.rules.event_verbs
            if not parted and not happens:
                predicate.role = Role.ADNOMINAL


def skip_particles(text: str, position: int, end: int) -> int:
    """The first position from `position` on behind what a condition leaves over: "only", particles, then commas; what
    stands behind a comma is a word (「場合は、はけを…」)."""
    left = _LEFT_OVER.match(text, position, end)
    return left.end() if left is not None else position
