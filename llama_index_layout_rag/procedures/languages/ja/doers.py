"""Who acts in a Japanese sentence that mostly prints no subject: the reader, or the system and things."""

from __future__ import annotations

import re

from llama_index_layout_rag.procedures.marking import NAME, MarkedText
from llama_index_layout_rag.procedures.predicates import CHAIN_ROLES, REQUEST_ROLES, TOLD_ROLES, Predicate
from llama_index_layout_rag.procedures.rules import VerbFinalRules


class DoerJudge:
    """The rules compiled once."""

    def __init__(self, rules: VerbFinalRules) -> None:
        self.rules = rules
        self.processing = tuple(verb for verb in rules.processing_verbs if verb.endswith(rules.do_verb))
        self.check_verbs = re.compile(f"(?:{rules.patterns['check_verbs']})$")
        pattern = rules.compiled
        self.by_itself = pattern("by_itself")
        self.automatic = pattern("automatic")
        self.received = pattern("received")
        self.staff_subject = pattern("staff_subject")
        self.displays, self.opened = pattern("displays"), pattern("opened")
        self.shown_when = pattern("shown_when")
        self.written_into = pattern("written_into")
        self.defines_name = pattern("defines_name")
        self.used_for = pattern("used_for")
        self.tells_of = pattern("tells_of")
        self.naming = pattern("naming")
        self.question_end = pattern("question_end")
        self.checked_end = pattern("checked_end")
        self.human_subject = pattern("human_subject")
        self.subject = pattern("subject")
        self.subject_topic = pattern("subject_topic")
        self.procedure_goal = pattern("procedure_goal")
        self.goal_mark = pattern("goal_mark")
        self.humble_offer = pattern("humble_offer")
        self.owned_quality, self.thing_topic = pattern("owned_quality"), pattern("thing_topic")
        self.program_topic, self.named_topic = pattern("program_topic"), pattern("named_topic")

    def _is_told(self, predicate: Predicate) -> bool:
        """「標準液を用いること」, 「上清を除く。」: a verb of relations that is told the reader as an operation."""
        plain = predicate.role == "final" and not predicate.polite and predicate.lemma not in self.rules.obeying_verbs
        return (plain or predicate.role in REQUEST_ROLES) and predicate.lemma in self.rules.only_requested

    def _happens(self, masked: str, predicate: Predicate) -> bool:
        """Whether a thing does what a link of a chain says."""
        return (
            not predicate.reader and self.subject.search(masked[predicate.clause_start : predicate.start]) is not None
        )

    def _says_what_for(self, predicate: Predicate, before: str) -> bool:
        """「印刷に使用します」, 「暗号のために利用する」: no object is printed; the sentence says what something is good for."""
        plain = predicate.role == "final" and predicate.lemma in self.rules.feature_verbs
        return plain and self.rules.object_mark not in before and self.used_for.search(before) is not None

    def _tells_of_thing(self, marked: MarkedText, predicate: Predicate, before: str) -> bool:
        """「監視する機能を持つ」, 「測定値は表の2行目に入る」, 「<tone> は高さを指定します」: what a thing has, does or means."""
        lemma, rules = predicate.lemma, self.rules
        told = predicate.role == "final" or predicate.role in CHAIN_ROLES
        if told and lemma in rules.program_verbs:
            return self.program_topic.search(before) is not None
        if predicate.role != "final":
            return False
        if lemma in rules.having_verbs:
            return self.owned_quality.search(before) is not None
        if lemma in rules.choosing_verbs:
            named = self.named_topic.search(before)
            return named is not None and marked.names_placeholder(predicate.clause_start + named.start("name"))
        about = lemma in rules.fitting_verbs or (lemma in rules.defining_verbs and rules.object_mark in before)
        return about and self.thing_topic.search(before) is not None

    def _shows(self, masked: str, predicate: Predicate, previous: Predicate | None, before: str) -> bool:
        """「測定値の推移を表示します」: the system shows a state or a value, and anything when it is in a state
        (「添付されている場合、一覧を表示します」); else screens, lists and files are opened by the reader, and so is
        what stands behind an operation of the reader."""
        if predicate.role != "final" or self.displays.search(predicate.lemma) is None or NAME in before:
            return False
        linked = previous is not None and previous.reader and previous.role in CHAIN_ROLES
        state = previous is not None and previous.role == "condition" and (previous.passive or previous.standing)
        if state and previous is not None and self.shown_when.fullmatch(masked, previous.end, predicate.clause_start):
            return True
        return not linked and self.opened.search(before) is None

    def reader_acts(self, marked: MarkedText, predicate: Predicate, previous: Predicate | None = None) -> bool:
        """Whether the reader does what a predicate says; its clause must be known.

        Args:
            marked: The item.
            predicate: One of its predicates.
            previous: The predicate in front of it.
        """
        masked = marked.masked
        if predicate.lemma in self.rules.ignored_verbs and not self._is_told(predicate):
            return False
        if predicate.lemma in self.rules.writing_verbs and predicate.role in ("final", "to"):
            place = masked[max(predicate.floor, predicate.clause_start) : predicate.start]
            return not predicate.standing and not predicate.passive and self.written_into.search(place) is not None
        if predicate.lemma in self.rules.naming_verbs and self.naming.search(masked[: predicate.start]):
            return False
        if self.humble_offer.search(masked, predicate.start, predicate.end) is not None:
            return False
        if predicate.role in REQUEST_ROLES:
            moved = predicate.lemma in self.rules.event_verbs and self.subject.search(
                masked[max(predicate.floor, predicate.clause_start) : predicate.start]
            )
            state = predicate.standing and predicate.role == "obligation"  # 「火が消えている必要があります」
            return not (predicate.passive or predicate.potential or moved or state)
        if predicate.role == "to" and predicate.lemma in self.rules.telling_verbs:
            return False
        if predicate.passive or predicate.potential or predicate.standing or predicate.role == "capability":
            return False
        if not predicate.lemma:
            return False
        named = NAME in masked[predicate.clause_start : predicate.start]
        processing = predicate.lemma in self.rules.processing_verbs or predicate.lemma.endswith(self.processing)
        received = predicate.role == "to" and self.received.search(predicate.lemma) is not None
        processed = received or (predicate.role == "final" and processing and not predicate.prepared)
        if processed and not named and not marked.commands:
            return False
        before = masked[predicate.clause_start : predicate.start]
        if self.defines_name.match(predicate.lemma) is not None:
            return False  # 「…を本装置とします」
        if (
            predicate.role in ("final", "nominal")
            and predicate.lemma in self.rules.feature_verbs
            and self.tells_of.search(before)
        ):
            return False  # 「本処理では、測量の成果を入力として使用します」
        if self._says_what_for(predicate, before) or self._tells_of_thing(marked, predicate, before):
            return False
        if self._shows(masked, predicate, previous, before):
            return False
        alone = self.by_itself.search(before) is not None or self.automatic.match(predicate.lemma) is not None
        if predicate.role == "final" and not named and alone:
            return False
        has_object = self.rules.object_mark in masked[max(predicate.floor, predicate.clause_start) : predicate.start]
        joined = previous is not None and not before.strip() and previous.role in CHAIN_ROLES
        if joined and previous is not None and predicate.role == "final" and self._happens(masked, previous):
            return False  # 「バッファーがあふれて停止します」
        system = self.subject_topic.search(before)
        if system is not None and (has_object or system.group()[-1] != self.rules.topic_mark):
            return False
        told_to_go = predicate.lemma in self.rules.motion_verbs and self.procedure_goal.search(before) is not None
        if predicate.role == "to" and not has_object and predicate.lemma in self.rules.omitting_verbs:
            return False  # 「省略すると、既定の値が使われます」
        if (
            predicate.role == "to"
            and not has_object
            and predicate.lemma in self.rules.ambitransitive_verbs
            and NAME not in before
        ):
            # 「設定を保存して終了すると」: in one breath with what the reader does
            linked = previous is not None and previous.reader and previous.role in CHAIN_ROLES and not before.strip()
            return linked or (self.goal_mark.search(before) is not None and self.subject.search(before) is None)
        happens = not has_object or predicate.role == "until"  # 「部品をカチッと鳴るまで押す」
        if predicate.lemma in self.rules.event_verbs and happens and not told_to_go:
            return False
        told = predicate.role in TOLD_ROLES or predicate.role in CHAIN_ROLES
        if self.human_subject.search(before) is not None or (told and self.staff_subject.search(before) is not None):
            return True
        checks = has_object or self.check_verbs.match(predicate.lemma) is not None
        if checks and self.checked_end.search(before) is not None:
            return True
        if self.question_end.search(before) is not None and predicate.lemma not in self.rules.event_verbs:
            return True
        subject = self.subject.search(masked[max(predicate.floor, predicate.clause_start) : predicate.start])
        return subject is None
