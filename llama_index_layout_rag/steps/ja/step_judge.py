"""What has been found in one item of a verb-final language, and whether that makes it a step."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from llama_index_layout_rag.steps.findings import Findings
from llama_index_layout_rag.steps.ja.predicate import PredicateFinder
from llama_index_layout_rag.steps.ja.rules import VerbFinalRules
from llama_index_layout_rag.steps.marking import MarkedText
from llama_index_layout_rag.steps.word_lists import any_of

_SHORTEST_STATEMENT = 14
"""A lone unmarked 「検査条件を設定します。」 up to this length announces a section; with more detail it is an
instruction."""
_LONGEST_CHAINED_TITLE = 16
"""Characters up to which an unnumbered 「写真を選んで取り込む」 reads as a title; longer ones tell how."""

_HEADINGS = 256
"""Headings remembered with what they say."""
_TOPIC, _DESCRIBES, _INSTRUCTS = "topic", "describes", "instructs"

_LONGEST_LEAD = 60
"""Characters up to which an unmarked statement that repeats its heading announces the section; longer ones tell how."""


@dataclass
class ItemFindings(Findings):
    """Adds to the findings what tells a step from a title or a statement.

    `requests` and `operations` count what the reader is asked to do and does, `conditioned` the sentences that tell both
    a condition and an action; `explained` is set where the label in front names a control or a command; `plain_end`,
    `polite_ends` and `nominal_end` are the forms in which sentences closed; `told_noun` is set where a noun closed one
    that tells how, `owned_noun` where that noun belongs to a thing (「データの絞り込み」).
    """

    requests: int = 0
    operations: int = 0
    conditioned: int = 0
    explained: bool = False
    lemmas: list[str] = field(default_factory=list)
    plain_end: bool = False
    polite_ends: int = 0
    nominal_end: bool = False
    told_noun: bool = False
    owned_noun: bool = False


class StepJudge:
    """Tells steps from titles, captions, entries of a list of settings and sentences that announce a section."""

    def __init__(self, rules: VerbFinalRules, finder: PredicateFinder) -> None:
        self.rules = rules
        self.finder = finder
        names = {name for verb in rules.command_verbs for name in _names_of(verb, rules.do_verb, rules.state_mark)}
        self.command_name = re.compile(f"(?:{'|'.join(map(re.escape, sorted(names)))})\\s*$")
        self.caption = rules.compiled("caption")
        self.full_stop = rules.compiled("full_stop")
        self.describing_heading = rules.compiled("describing_heading")
        self.whether = rules.compiled("whether")
        self.english_label = rules.compiled("english_label")
        self.entry_term = rules.compiled("entry_term")
        self.overview_heading, self.presents = rules.compiled("overview_heading"), rules.compiled("presents")
        self.machine_verbs = rules.processing_verbs | rules.data_verbs | rules.sensing_verbs | rules.program_verbs
        self.topical_heading = rules.compiled("topical_heading")
        self.instructing_heading = rules.compiled("instructing_heading")
        self.placed = rules.compiled("placed")
        self.made_able = rules.compiled("made_able")
        self.since_version = rules.compiled("since_version")
        self.parameter_heading = rules.compiled("parameter_heading")
        self.planned_heading = rules.compiled("planned_heading")
        self.asked, self.asked_marker = rules.compiled("asked"), rules.compiled("asked_marker")
        # All items of a section ask about the same heading.
        self.heading_kind = lru_cache(maxsize=_HEADINGS)(self._heading_kind)
        self.content_word = rules.compiled("content_word")

    def is_step(
        self, marked: MarkedText, found: ItemFindings, marker: str | None, headings: Sequence[str] = ()
    ) -> bool:
        """Whether the item tells the reader to do something.

        Args:
            marked: The item.
            found: What its sentences hold.
            marker: Its number or bullet as printed.
            headings: The titles above it, the outermost first.
        """
        if (
            not found.actions
            or self._is_asked(marked, marker)
            or self._explains_term(marked, found, marker)
            or self._explains_entry(marked, found, marker)
            or self._explains_setting(marked, found, marker)
        ):
            return False
        if self.caption.match(marked.masked):
            return False
        if not found.requests and self._tells_of_product(marked, found, marker, headings):
            return False
        if headings and not found.requests and self._is_told_of(marked, found, marker, headings):
            return False
        if found.explained and not (found.requests or found.operations or found.conditioned):
            return any(lemma in self.rules.pointing_verbs for lemma in found.lemmas)
        text = marked.text.strip()
        numbered = any(c.isalnum() for c in marker or "")
        if found.requests or found.operations or found.conditioned or found.results:
            return True
        if marked.names:
            return numbered or not self._titles_command(found, text)
        if found.plain_end and self.full_stop.search(text) is None:
            chained = len(found.actions) > 1 and (numbered or len(text) > _LONGEST_CHAINED_TITLE)
            return chained or any(self._by_hand(lemma) for lemma in found.lemmas)
        if self._says_what_for(marked, found, marker):
            return False
        by_hand = any(self._by_hand(lemma) and not self._names_work(lemma, found, numbered) for lemma in found.lemmas)
        if found.nominal_end and self.full_stop.search(text) is None and not by_hand:
            return self.rules.object_mark in text or found.told_noun
        goals_only = all(lemma in self.rules.overview_verbs for lemma in found.lemmas)
        overview = (
            not marker and len(found.actions) == 1 and found.polite_ends == 1 and len(text) <= _SHORTEST_STATEMENT
        )
        return not (overview and goals_only)

    def _says_what_for(self, marked: MarkedText, found: ItemFindings, marker: str | None) -> bool:
        """「音律の種類を変更する。（第2版以降）」: a command of a reference manual, and since which version it exists."""
        alone = found.plain_end and len(found.actions) == 1 and not (marker or found.conditions)
        told = alone and found.lemmas[0] in self.rules.information_verbs
        return told and self.since_version.search(marked.text) is not None

    def _is_asked(self, marked: MarkedText, marker: str | None) -> bool:
        """「Q. 保存したのに開けない。」"""
        return self.asked_marker.match(marker or "") is not None or self.asked.match(marked.folded) is not None

    def _titles_command(self, found: ItemFindings, text: str) -> bool:
        """「「下書き」を削除する」 as an entry of a list: the name of a procedure, with a name in it."""
        titled = found.plain_end and len(found.actions) == 1 and self.full_stop.search(text) is None
        lemma = found.lemmas[0]
        made_able = self.made_able.search(lemma) is not None
        return titled and (made_able or lemma in self.rules.command_verbs & self.rules.goal_verbs)

    def _explains_setting(self, marked: MarkedText, found: ItemFindings, marker: str | None) -> bool:
        """「空欄を除くかどうかを設定します」: what a setting is for, told of the setting by itself."""
        numbered = any(c.isdigit() for c in marker or "")
        alone = len(found.actions) == 1 and found.lemmas[0] in self.rules.choosing_verbs
        plain = alone and not (numbered or found.requests or found.operations or marked.names)
        return plain and self.whether.search(marked.masked) is not None

    def _explains_entry(self, marked: MarkedText, found: ItemFindings, marker: str | None) -> bool:
        """「Print All 束ねた伝票をすべて印刷します」: an entry of a reference manual, and what it does."""
        if found.requests or not (marked.text.lstrip()[:1].isascii() or marked.asides):
            return False
        if found.conditioned and found.lemmas[0] in self.rules.choosing_verbs:
            return False  # an option, and when it is chosen
        numbered = any(c.isalnum() for c in marker or "")
        by_hand = (lemma for lemma in found.lemmas if not self._is_done_to_data(lemma))
        works = numbered or any(lemma not in self.rules.command_verbs | self.rules.goal_verbs for lemma in by_hand)
        return not works and self.entry_term.match(marked.masked) is not None

    def _tells_of_product(
        self, marked: MarkedText, found: ItemFindings, marker: str | None, headings: Sequence[str]
    ) -> bool:
        """「水位を測る計器です。距離を測定して表示します。」, and in an overview 「窓辺に置くことで、気温を記録できます。」: what a
        product does, and what it makes possible."""
        if any(c.isdigit() for c in marker or "") or any(verb in self.rules.pointing_verbs for verb in found.lemmas):
            return False
        told = found.plain_end or found.polite_ends or found.nominal_end
        if found.operations and not (told or marked.names) and headings:
            return self.overview_heading.search(headings[-1]) is not None
        if not any(copula in marked.masked for copula in self.rules.copulas):
            return False
        presented = self.presents.match(marked.masked)
        if presented is None or any(at >= presented.end() for at in marked.names):
            return False
        return all(lemma in self.machine_verbs or lemma.endswith(self.rules.causative_ending) for lemma in found.lemmas)

    def _is_told_of(self, marked: MarkedText, found: ItemFindings, marker: str | None, headings: Sequence[str]) -> bool:
        """Whether the headings show that statements without a request tell of the system or announce the section."""
        if self.planned_heading.match(headings[-1]) is not None:
            return True
        numbered = any(c.isdigit() for c in marker or "")
        if not numbered and self.parameter_heading.match(headings[-1]) is not None:
            return all(self._is_done_to_data(lemma) for lemma in found.lemmas)
        if self._describes(headings, bool(found.operations)):
            return all(self._is_done_to_data(lemma) for lemma in found.lemmas)
        announced = (
            not marker
            and len(found.actions) == 1
            and found.polite_ends == 1
            and not (found.operations or found.conditions or marked.names or self.placed.search(marked.masked))
            and len(marked.text) <= _LONGEST_LEAD
            and found.lemmas[0] in self.rules.announced_verbs
        )
        return announced and self._repeats(found.targets, headings[-1])

    def _describes(self, headings: Sequence[str], operates: bool) -> bool:
        """The nearest heading that says whether its section describes or instructs decides."""
        for heading in reversed(headings):
            kind = self.heading_kind(heading)
            if kind:
                return kind == _DESCRIBES or (kind == _TOPIC and not operates)
        return False

    def _heading_kind(self, heading: str) -> str:
        """What a heading says of its section; empty where it says nothing."""
        if self.topical_heading.search(heading) is not None:
            return _TOPIC
        if self.describing_heading.search(heading) is not None:
            return _DESCRIBES
        return _INSTRUCTS if self.instructing_heading.search(heading) is not None else ""

    def _names_work(self, lemma: str, found: ItemFindings, numbered: bool) -> bool:
        """「ポンプの自動起動」, 「データの絞り込み」: what is owned by a thing is the name of a work that software does too."""
        software = lemma in self.rules.data_verbs or (lemma in self.rules.goal_verbs and not numbered)
        return found.owned_noun and software

    def _is_done_to_data(self, lemma: str) -> bool:
        """Whether software does it as well as people."""
        if lemma in any_of(self.rules.data_verbs, self.rules.sensing_verbs) or lemma.endswith(
            self.rules.causative_ending
        ):
            return True
        return not (self._by_hand(lemma) or lemma in self.rules.pointing_verbs)

    def _repeats(self, targets: Sequence[str], heading: str) -> bool:
        """Whether all words of what is acted on stand in the heading (「配達の区域を選択します」 below 「配達区域の選択」)."""
        words = [word for target in targets for word in self.content_word.findall(target)]
        return bool(words) and all(word in heading for word in words)

    def names_command(self, label: str, found: ItemFindings, marker: str | None) -> bool:
        """「並べ替え：一覧を日付順に並べ替えます」: the label names a command of the software, what follows says what it does."""
        numbered = any(c.isalnum() for c in marker or "")
        last = found.lemmas[-1] if found.lemmas else ""
        if not numbered and last in self.rules.choosing_verbs and self.english_label.match(label.strip()):
            return True
        if numbered or last not in self.rules.command_verbs:
            return False
        return self.command_name.search(label) is not None

    def _explains_term(self, marked: MarkedText, found: ItemFindings, marker: str | None) -> bool:
        """An entry of a list of settings: a name on a line of its own, and below it what the thing does."""
        term, newline, _ = marked.masked.strip().partition("\n")
        if not newline or found.requests or found.operations or any(c.isalnum() for c in marker or ""):
            return False
        return self.full_stop.search(term) is None and not self.finder.find(marked, 0, len(term))

    def _by_hand(self, lemma: str) -> bool:
        if lemma.endswith(self.rules.do_verb):
            return lemma in self.rules.hand_verbs
        return lemma not in self.rules.goal_verbs


def _names_of(verb: str, do_verb: str, state_mark: str) -> set[str]:
    """How a label names a command: 「保存する」 and 「保存」, 「並べ替える」 and 「並べ替え」, 「無効にする」 and 「無効」."""
    noun = verb.removesuffix(do_verb).removesuffix(state_mark) if verb.endswith(do_verb) else verb[:-1]
    return {verb, noun} if len(noun) > 1 else {verb}
