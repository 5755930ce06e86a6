"""What a predicate of a verb-final sentence amounts to: an operation told as a condition, a warning, praise of a feature,
something the system shows; and whether the clause in front of a condition belongs to it.

Like the engine, the judge holds no word of any language; `VerbFinalRules` bring them. It only looks: nothing is changed.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from llama_index_layout_rag.steps.ja.predicate import (
    CHAIN_ROLES,
    CONDITION_ROLES,
    REQUEST_ROLES,
    Predicate,
    Role,
    skip_left_over,
)
from llama_index_layout_rag.steps.ja.rules import VerbFinalRules
from llama_index_layout_rag.steps.marking import NAME
from llama_index_layout_rag.steps.word_lists import any_of


class PredicateJudge:
    """Questions about one predicate, answered from its form and the text around it."""

    def __init__(self, rules: VerbFinalRules) -> None:
        self.rules = rules
        self.leading = re.compile(f"(?:{rules.patterns['leading']})+")
        self.subject = rules.compiled("subject")
        self.topic = rules.compiled("topic")
        self.sentence_end = rules.compiled("sentence_end")
        self.completion = rules.compiled("completion")
        self.only_joins = rules.compiled("only_joins")
        self.desire = rules.compiled("desire")
        self.outcome_end = rules.compiled("outcome_end")
        self.ability_end = rules.compiled("ability_end")
        self.adverse = rules.compiled("adverse")
        self.harm = rules.compiled("harm")
        self.unable = rules.compiled("unable")
        self.told_end = rules.compiled("told_end")
        self.recommended = rules.compiled("recommended")
        self.by_itself = rules.compiled("by_itself")
        self.opens_anew = rules.compiled("opens_anew")
        self.designed = rules.compiled("designed")
        self.used = rules.compiled("used")

    def skip(self, text: str, position: int, end: int) -> int:
        """The first position from `position` on that is no comma, blank or particle left over from a condition."""
        return skip_left_over(text, position, end, self.rules.left_over, self.rules.list_marks)

    def runs_on(self, masked: str, before: Predicate, predicate: Predicate) -> bool:
        """Whether a state without a verb and the condition behind it are one: no comma stands between them."""
        return not before.lemma and self.rules.list_mark not in masked[before.end : predicate.start]

    def extends_chain(self, masked: str, last: Predicate, predicate: Predicate) -> bool:
        """Whether a chain belongs to the condition behind it: 「AをBして起動する場合」, not 「測定し、規定値に満たない場合」."""
        shared = self.only_joins.fullmatch(masked, last.end, predicate.start) is not None  # 「複写、転送する場合」
        bound = last.role is Role.CHAIN and masked[last.end : last.end + 1] != self.rules.list_mark
        if predicate.role is Role.TARA and predicate.reader and bound:
            return True  # 「巻いて仮留めしたら」
        named_action = not shared and not last.light and last.noun_start == last.start  # 「…に設置、Bの場合は…」
        ends = not predicate.lemma and masked[last.end : last.end + 1] == self.rules.list_mark
        if ends or predicate.role in (Role.TARA, Role.UNTIL) or named_action:
            return False
        if self.opens_anew.match(masked, last.end) is not None:
            return False
        if predicate.reader:
            wanted = self.desire.search(masked, predicate.start, predicate.end) is not None
            return not (wanted and self._ends_before_comma(masked, last))
        state = self.subject.search(masked[predicate.clause_start : predicate.start]) or self._ends_before_comma(
            masked, last
        )
        return predicate.role is Role.CONDITION and not state

    def _ends_before_comma(self, masked: str, predicate: Predicate) -> bool:
        clause = masked[predicate.clause_start : predicate.start]
        acts = self.rules.object_mark in clause or self.topic.search(clause) is not None
        return acts and masked[predicate.end : predicate.end + 1] == self.rules.list_mark

    def becomes(self, masked: str, predicate: Predicate, later: Sequence[Predicate], chained: bool, end: int) -> bool:
        """「油を差せば滑らかになります」, 「栓をひねれば自動的に給湯します」, 「縫い合わせれば完成です」: told as a condition,
        meant as an operation."""
        rest = masked[self.skip(masked, predicate.end, end) : end]
        acts = self.rules.object_mark in masked[predicate.clause_start : predicate.start]
        if self.completion.match(rest) is not None:
            return acts or predicate.lemma not in self.rules.event_verbs
        if any(p.role is Role.TO for p in later):
            return False
        if acts and self._works_control(masked, predicate) and self._answers(masked, predicate, later):
            return True
        able = self.ability_end.search(rest) or self.outcome_end.search(rest)
        if predicate.lemma in self.rules.feature_verbs and able is not None:
            return False  # 「Aを使えば楽に運べます」 praises A
        tool = predicate.clause_start < predicate.start and self.outcome_end.search(rest) is not None
        if (chained or (acts and self._by_hand(predicate))) and self.ability_end.search(rest) is not None:
            return True  # 「湯をかけ、こすれば落とせます」
        if not acts and not chained and not tool and predicate.lemma not in self.rules.hand_verbs:
            return False
        happens = later and all(self._happens(masked, p) for p in later)
        return bool(happens) or self.outcome_end.search(rest) is not None

    def _works_control(self, masked: str, predicate: Predicate) -> bool:
        """Whether a control is pressed, or something with a name chosen."""
        named = (
            NAME in masked[predicate.clause_start : predicate.start] and predicate.lemma in self.rules.choosing_verbs
        )
        return named or predicate.lemma in self.rules.pointing_verbs

    def _answers(self, masked: str, predicate: Predicate, later: Sequence[Predicate]) -> bool:
        """「「はい」を選べば次に進みます」: all that is told up to the next condition happens of itself."""
        told = list(itertools.takewhile(lambda p: p.role not in CONDITION_ROLES, later))
        if not told or any(p.role in REQUEST_ROLES or p.role is Role.TO for p in told):
            return False
        acted = self.rules.object_mark in masked[predicate.end : told[-1].start]
        by_itself = any_of(self.rules.ambitransitive_verbs, self.rules.event_verbs, self.rules.motion_verbs)
        return not acted and all(not p.reader or p.lemma in by_itself for p in told)

    def _happens(self, masked: str, predicate: Predicate) -> bool:
        """Whether the system does something that can be seen, at the end of a sentence or in a chain to it."""
        told = predicate.role is Role.FINAL or predicate.role in CHAIN_ROLES
        return told and not predicate.reader and not predicate.potential and self.is_shown(masked, predicate)

    def harms(self, masked: str, predicate: Predicate) -> bool:
        """「濡れたまま重ねると貼り付いてしまいます」: what follows is a damage, and the sentence a warning."""
        stop = self.sentence_end.search(masked, predicate.end)
        rest = masked[predicate.end : stop.start() if stop else len(masked)]
        return predicate.role is Role.TO and self.harm.search(rest) is not None

    def is_no_operation(self, masked: str, predicate: Predicate, opened: int = -1) -> bool:
        """「先に焼くと味付けが難しくなる」 gives a reason, 「この機能を使うと…できます」 praises a feature."""
        stop = self.sentence_end.search(masked, predicate.end)
        rest = masked[predicate.end : stop.start() if stop else len(masked)]
        if predicate.role is Role.TO and (self.adverse.search(rest) or self.designed.search(rest)):
            return True
        named = NAME in masked[predicate.clause_start : predicate.start]
        if predicate.role is Role.TO and not named and self.unable.search(rest):
            return True  # 「一度削除すると復元できません」 says what is not possible then
        praised = (
            predicate.lemma in self.rules.feature_verbs and NAME not in masked[predicate.clause_start : predicate.start]
        )
        used = predicate.role is Role.MEANS and self.used.search(rest) is not None
        chained = opened >= 0 and NAME in masked[opened : predicate.start]  # 「「A」を選んで登録することで、…」
        if predicate.role is Role.MEANS and not (named or chained) and not self._by_hand(predicate):
            # 「二つの表を照らし合わせることで、誤りを検出する」 says what the software does, or what that is good for.
            return (self.told_end.search(rest) or self.ability_end.search(rest)) is not None
        recommended = praised and self.recommended.search(rest) is not None
        return recommended or ((praised or used) and self.ability_end.search(rest) is not None)

    def _by_hand(self, predicate: Predicate) -> bool:
        """Whether a verb names a movement of the hand, or has a thing do something (ショートさせる)."""
        if predicate.lemma.endswith(self.rules.do_verb):
            return predicate.lemma in any_of(self.rules.hand_verbs, self.rules.pointing_verbs)
        return predicate.lemma not in any_of(self.rules.goal_verbs, self.rules.feature_verbs)

    def is_shown(self, masked: str, predicate: Predicate, after_action: bool = False) -> bool:
        """Whether the system shows or does what the reader can see; a topic in front makes it a general statement."""
        before = masked[predicate.clause_start : predicate.start]
        happens = after_action and predicate.passive and self.subject.search(before) is not None
        if predicate.standing or not (happens or predicate.lemma in self.rules.shown_verbs):
            return False
        opening = self.leading.match(before.lstrip())
        if self.topic.search(before.lstrip(), opening.end() if opening else 0):
            return False
        if predicate.lemma in self.rules.becoming and self.subject.search(before) is None:
            return False
        if predicate.passive or predicate.lemma in self.rules.event_verbs or self.subject.search(before) is not None:
            return True
        return self.by_itself.search(before) is not None
