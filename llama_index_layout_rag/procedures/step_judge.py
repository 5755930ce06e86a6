"""What has been found in one item of a verb-final language, and whether that makes it a step."""

from __future__ import annotations

from dataclasses import dataclass, field

from llama_index_layout_rag.procedures.findings import Findings
from llama_index_layout_rag.procedures.marking import MarkedText
from llama_index_layout_rag.procedures.predicates import PredicateFinder
from llama_index_layout_rag.procedures.rules import VerbFinalRules

_SHORTEST_STATEMENT = 14
"""A lone unmarked 「解析条件を設定します。」 up to this length announces a section; with more detail it is an
instruction."""
_LONGEST_CHAINED_TITLE = 16
"""Characters up to which an unnumbered 「ファイルを指定して読み込む」 reads as a title; longer ones tell how."""


@dataclass
class ItemFindings(Findings):
    """Adds to the findings what tells a step from a title or a statement.

    `requests` and `operations` count what the reader is asked to do and does, `conditioned` the sentences that tell both
    a condition and an action; `explained` is set where the label in front names a control; `plain_end`, `polite_ends` and
    `nominal_end` are the forms in which sentences closed; `told_noun` is set where a noun closed one that tells how.
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


class StepJudge:
    """Tells steps from titles, captions, entries of a list of settings and sentences that announce a section."""

    def __init__(self, rules: VerbFinalRules, finder: PredicateFinder) -> None:
        self.rules = rules
        self.finder = finder
        self.caption = rules.compiled("caption")
        self.full_stop = rules.compiled("full_stop")

    def is_step(self, marked: MarkedText, found: ItemFindings, marker: str | None) -> bool:
        """Whether the item tells the reader to do something.

        Args:
            marked: The item.
            found: What its sentences hold.
            marker: Its number or bullet as printed.
        """
        if not found.actions or self._explains_term(marked, found, marker):
            return False
        if self.caption.match(marked.masked):
            return False
        if found.explained and not (found.requests or found.operations or found.conditioned):
            return any(lemma in self.rules.pointing_verbs for lemma in found.lemmas)
        if found.requests or found.operations or found.conditioned or found.results or marked.names:
            return True
        text = marked.text.strip()
        numbered = any(c.isalnum() for c in marker or "")
        if found.plain_end and self.full_stop.search(text) is None:
            chained = len(found.actions) > 1 and (numbered or len(text) > _LONGEST_CHAINED_TITLE)
            return chained or any(self._by_hand(lemma) for lemma in found.lemmas)
        if found.nominal_end and self.full_stop.search(text) is None and not any(map(self._by_hand, found.lemmas)):
            return self.rules.object_mark in text or found.told_noun
        goals_only = all(lemma in self.rules.overview_verbs for lemma in found.lemmas)
        overview = (
            not marker and len(found.actions) == 1 and found.polite_ends == 1 and len(text) <= _SHORTEST_STATEMENT
        )
        return not (overview and goals_only)

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
