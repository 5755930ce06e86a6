"""Finds what a verb acts on in languages that mark objects with particles behind them: which particle marks it, and what
stands in for an object that is not printed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from llama_index_layout_rag.steps.ja.noun_phrases import PhraseReader, Target
from llama_index_layout_rag.steps.ja.predicate import CHAIN_ROLES, TOLD_ROLES, Predicate, Role
from llama_index_layout_rag.steps.ja.rules import VerbFinalRules
from llama_index_layout_rag.steps.marking import NAME, MarkedText
from llama_index_layout_rag.steps.word_lists import any_of

_LONGEST_OBJECT = 80
"""Characters looked at in front of a particle for the object it marks."""
_PATH_KINDS = frozenset({"menu", "tab"})
_TANGIBLE = frozenset({"key", "icon", "button"})
_NEAR_TOPIC = 12
"""Characters in front of 「〜がある」 in which a topic says whose it is (「コネクタは向きがある」)."""


class ObjectFinder:
    """The noun-phrase rules of a language compiled once."""

    def __init__(self, rules: VerbFinalRules) -> None:
        self.rules = rules
        self.phrases = PhraseReader(rules)
        self.check_verbs = re.compile(f"(?:{rules.patterns['check_verbs']})$")
        pattern = rules.compiled
        self.object_pattern, self.tick, self.in_order = pattern("object"), pattern("tick"), pattern("in_order")
        self.goal_mark, self.source_mark, self.checked_mark = (
            pattern("goal_mark"),
            pattern("source_mark"),
            pattern("checked_mark"),
        )
        self.topic, self.existing, self.quoted_input = pattern("topic"), pattern("existing"), pattern("quoted_input")
        self.source_control, self.owner_of_action = pattern("source_control"), pattern("owner_of_action")
        self.nominalised, self.pointed = pattern("nominalised"), pattern("pointed")
        self.anaphor = pattern("anaphor")
        self.light_after = pattern("light_after")
        self.chosen_value, self.each_checked = pattern("chosen_value"), pattern("each_checked")
        self.chosen_from, self.chosen_in, self.opened_name = (
            pattern("chosen_from"),
            pattern("chosen_in"),
            pattern("opened_name"),
        )
        self.amount_tail = pattern("amount_tail")
        self.turned, self.turned_so = pattern("turned"), pattern("turned_so")
        self.counted_end = pattern("counted_end")
        self.side, self.only_object = pattern("side"), pattern("only_object")
        self.works = rules.work_nouns.union(rules.action_nouns)
        self.finished, self.amount = pattern("finished"), pattern("amount_alone")
        self.counted_object = pattern("counted_object")
        self.first_topic = pattern("first_topic")
        self.brought_about = pattern("brought_about")
        self.assigned, self.works_control, self.writes = (
            pattern("assigned"),
            pattern("works_control"),
            pattern("writes"),
        )
        self.sentence_end = pattern("sentence_end")
        self.goal_takers = any_of(
            rules.goal_as_target, rules.motion_verbs, rules.event_verbs, rules.ambitransitive_verbs
        )
        self.object_mark, self.topic_mark = rules.object_mark, rules.topic_mark

    def shared(self, marked: MarkedText, predicate: Predicate) -> list[Target]:
        """「AをBを押しながら接続する」: A belongs to the verb after the 〜ながら clause."""
        segment = marked.masked[predicate.clause_start : predicate.start]
        first = segment.find(self.object_mark)
        if first < 0 or segment.rfind(self.object_mark) == first:
            return []
        return self.phrases.read(marked, predicate.clause_start, predicate.clause_start + first)[0]

    def named_before(self, marked: MarkedText, start: int, end: int) -> list[Target]:
        """The names that end at `end`, in front of an object particle."""
        return self.phrases.read(marked, start, end)[0]

    def labelled(self, label: str) -> Target:
        """「電源ボタン：長押しする」: the label in front of the colon is what is acted on, a field unless it says more."""
        named = self.phrases.typed(label)
        return named if named.kind in self.rules.suffix_types else Target(label, "field")

    def of(self, marked: MarkedText, predicate: Predicate, known: Sequence[str] = ()) -> tuple[list[Target], bool]:
        """Objects of a predicate in printed order, and whether they form a menu path; see `_read`. Where none is printed, or
        only how many, what is finished by it stands for it (「12か所ねじ止めして側板は完了です」)."""
        targets, path = self._read(marked, predicate, known)
        if predicate.role is not Role.CHAIN or any(t.text and not self.amount.fullmatch(t.text) for t in targets):
            return targets, path
        finished = self.finished.match(marked.masked, predicate.end)
        named = self.phrases.read(marked, finished.start("name"), finished.end("name"))[0] if finished else []
        return [t for t in named if t.text not in self.works] or targets, path

    def _read(self, marked: MarkedText, predicate: Predicate, known: Sequence[str]) -> tuple[list[Target], bool]:
        """Objects of a predicate in printed order, and whether they form a menu path.

        Args:
            marked: The item.
            predicate: What the reader does.
            known: Targets found so far; none of them stands in for an object that is not printed.
        """
        masked = marked.masked
        limit = predicate.noun_start if predicate.noun_start >= 0 else predicate.start
        start = max(predicate.clause_start, limit - _LONGEST_OBJECT * 2)
        segment = masked[start:limit]
        solid = self._solid(marked, predicate, start, segment.rstrip())
        if solid is not None:
            return solid
        floor = max(0, predicate.floor - start)
        position = self._object_position(predicate, segment, floor)
        listed = self._listed(marked, segment, start) if position < 0 else None
        if listed is not None:
            return listed
        named_field = self._field_of_value(marked, predicate, segment, start, position) or self._goal(
            marked, predicate, segment, start, position, floor
        )
        if named_field is not None:
            return named_field, False
        if position >= 0:
            return self._marked(marked, predicate, segment, start, position, known)
        source = self._source_control(marked, start, limit)
        if source is not None:
            return [source], False
        typed = self.quoted_input.search(segment) if predicate.lemma in self.rules.typing_verbs else None
        if typed is not None:
            return self.phrases.read(marked, start, start + typed.start())
        return self._without_object(marked, predicate, segment, start, known), False

    def _solid(
        self, marked: MarkedText, predicate: Predicate, start: int, bare: str
    ) -> tuple[list[Target], bool] | None:
        """The object of a verb that is a noun: 「設定の変更を行う」, 「サイドカバー取り付け」."""
        if self._owned_in_slip(predicate, bare):
            return self.phrases.read(marked, start, start + len(bare) - 1)
        if not predicate.light and predicate.role not in (Role.NOMINAL, Role.STEM):
            return None
        if self.owner_of_action.search(bare) and self.object_mark not in bare:
            return self.phrases.read(marked, start, start + len(bare) - 1)
        if not bare or self.object_mark in bare or self.amount_tail.search(bare):
            return None
        if self.phrases.unit.match(bare[-1]) and not self.phrases.adverbs.search(bare):
            return self.phrases.read(marked, start, start + len(bare))
        return None

    def _owned_in_slip(self, predicate: Predicate, bare: str) -> bool:
        """「点検表の確認します」: what stands in front of the noun is acted on, though を行い or を is left out."""
        noun = predicate.lemma.endswith(self.rules.do_verb) and not predicate.light
        state = predicate.lemma.endswith(self.rules.state_mark + self.rules.do_verb)
        owned = bare.endswith(self.rules.owner_mark) and bare[-2:-1] not in self.rules.joining_particles
        return noun and not state and owned and predicate.role in TOLD_ROLES | CHAIN_ROLES

    def _object_position(self, predicate: Predicate, segment: str, floor: int) -> int:
        """Where the object's mark stands, or -1; in front of a relative clause where none stands behind it
        (「荷物を指定した棚に預ける」)."""
        position = self.position(segment, floor)
        if position >= 0 or not floor or predicate.lemma in any_of(self.rules.goal_as_target, self.rules.event_verbs):
            return position
        position = self.position(segment, 0)
        if position >= 0 and self.topic.search(segment, position) is not None:
            return -1  # 「荷を縛ったロープは、張りを確かめて締める」
        return -1 if self.light_after.match(segment, max(position, 0)) else position  # 打ち粉をした台に取り出す

    def _listed(self, marked: MarkedText, segment: str, start: int) -> tuple[list[Target], bool] | None:
        """「A、B、Cの順に選択する」."""
        ordered = self.in_order.search(segment)
        if ordered is None:
            return None
        listed, path = self.phrases.read(marked, start, start + ordered.start())
        return (listed, path) if path or len(listed) > 1 else None

    def _field_of_value(
        self, marked: MarkedText, predicate: Predicate, segment: str, start: int, position: int
    ) -> list[Target] | None:
        """「方式に「A」を選択する」, 「方式を、「A」か「B」のどちらかを選択する」: the field, not the value."""
        if predicate.lemma not in self.rules.choosing_verbs or position <= 0:
            return None
        chosen = self.chosen_value.search(segment, 0, position) or self.chosen_from.search(segment, 0, position)
        if chosen is None:
            listed = self.chosen_in.search(segment, 0, position)
            return self.phrases.read(marked, start, start + listed.end("name"))[0] if listed is not None else None
        if self.opened_name.search(segment, 0, chosen.start()) is not None:
            return None  # 「開いた［書式］で［横書き］を選択する」
        targets = self.phrases.read(marked, start, start + chosen.start())[0]
        return targets if targets and targets[0].text else None

    def _marked(
        self, marked: MarkedText, predicate: Predicate, segment: str, start: int, position: int, known: Sequence[str]
    ) -> tuple[list[Target], bool]:
        """What stands in front of the object's mark; what was ticked, used or pointed at in its place."""
        assigned = list(self.assigned.finditer(segment, 0, position))
        first = start + assigned[-1].end() if assigned else start
        turned = self.turned.search(segment, 0, position)  # 「用紙の印刷面を下にして入れる」
        end = turned.start() if turned and self.turned_so.match(segment, position) else position
        targets, path = self.phrases.read(marked, first, start + end)
        if targets and self.tick.match(targets[-1].text):
            return self._ticked(marked, segment, start, position) or targets, False
        targets = self._things(predicate, targets, segment[:position])
        source = self._source_control(marked, first, start + position)
        if source is not None and not path:
            path = self._is_path(source, predicate, segment[position - 1 : position])
            targets = [source, *targets]
        targets = targets or self._checked_subject(marked, predicate, segment, start)
        nominalised = self.nominalised.search(segment[:position]) is not None
        pointed = not targets and self.phrases.pronouns.search(segment[:position]) is not None
        if (targets and targets[0].kind == "pronoun") or pointed:
            again = not nominalised and self._acted_on_again(predicate, segment[:position], known)
            targets = again or ([] if nominalised else self._antecedent(marked, predicate.clause_start))
        before = [name for match in assigned for name in self.phrases.read(marked, start, start + match.start())[0]]
        return [*before, *targets], path

    def _acted_on_again(self, predicate: Predicate, before: str, known: Sequence[str]) -> list[Target]:
        """「紙を折り、それを封筒に入れる」: what the verb in front acts on."""
        if not known or predicate.lemma in self.rules.repeating_verbs or self.anaphor.search(before) is None:
            return []
        return [Target(known[-1], self.phrases.typed(known[-1]).kind)]

    def _things(self, predicate: Predicate, targets: list[Target], text: str) -> list[Target]:
        """「キーを抜く」, 「アイコンを作る」: the word for a kind of control is a thing where no control is worked."""
        if self.works_control.match(predicate.lemma):
            return targets
        targets = [self._whole_key(target, text) for target in targets]
        if len(targets) != 1 or targets[0].text or targets[0].kind not in _TANGIBLE:
            return targets
        return [Target(self.phrases.suffixes.of(text), "part" if targets[0].kind == "key" else targets[0].kind)]

    def _whole_key(self, target: Target, text: str) -> Target:
        """「ディンプルキーを預ける」: what is not pressed is no key of a keyboard, and its kind is part of its name."""
        if target.kind != "key" or not target.text or target.text.isascii():
            return target
        wholes = (target.text + word for word in self.rules.suffix_types.get("key", ()))
        return next((Target(whole, "other") for whole in wholes if whole in text), target)

    def _is_path(self, source: Target, predicate: Predicate, last: str) -> bool:
        """「［ファイル］メニューから［保存］を選ぶ」: a path told in words, not a control that is used."""
        return last == NAME and (source.kind in _PATH_KINDS or predicate.lemma in self.rules.choosing_verbs)

    def _ticked(self, marked: MarkedText, segment: str, start: int, position: int) -> list[Target]:
        """「Xにチェックを入れる」: X is the target."""
        goal = _last(self.goal_mark, segment, 0, position)
        targets = self.phrases.read(marked, start, start + goal.start())[0] if goal is not None else []
        purpose = goal is not None and segment[goal.end() : goal.end() + 1] == self.topic_mark
        if goal is not None and not targets and not purpose:
            # 「案内を受け取るにチェックを入れる」: the label printed without marks.
            label = re.split("[、。]", marked.text[start : start + goal.start()])[-1].strip()
            targets = [Target(label, "checkbox")]
        return [Target(t.text, "checkbox") for t in targets if t.text]

    def position(self, segment: str, floor: int) -> int:
        """Where the last object mark stands from `floor` on, or -1."""
        position = -1
        for match in self.object_pattern.finditer(segment, floor):
            position = match.start()
        return position

    def _goal(
        self, marked: MarkedText, predicate: Predicate, segment: str, start: int, position: int, floor: int
    ) -> list[Target] | None:
        """A に/へ phrase that is what the verb acts on: a named field, or the goal of a verb without object."""
        entered = predicate.lemma in self.rules.enter_verbs
        written = self.writes.match(predicate.lemma) is not None
        goal_verb = position < 0 and (written or predicate.lemma in self.rules.goal_as_target)
        if not goal_verb and not entered:
            return None
        chosen = None
        for match in self.goal_mark.finditer(segment):
            if goal_verb and match.start() < floor:
                continue
            targets, _ = self.phrases.read(marked, start, start + match.start())
            if targets and (goal_verb or (targets[0].kind in ("field", "checkbox") and targets[0].text)):
                chosen = targets
        return chosen

    def _without_object(
        self, marked: MarkedText, predicate: Predicate, segment: str, start: int, known: Sequence[str]
    ) -> list[Target]:
        """What stands in for a missing object: a topic, a source, what was said to be there just before."""
        counted = self.counted_object.search(segment)
        if counted is not None:  # 「ねじ4本用意する」
            return self.phrases.read(marked, start, start + counted.start())[0]
        checked = self._checked_subject(marked, predicate, segment, start)
        if checked:
            return checked
        only = (
            self.only_object.search(segment) if predicate.reader and predicate.lemma not in self.goal_takers else None
        )
        named = self.phrases.read(marked, start, start + only.start())[0] if only is not None else []
        if named and not self.amount.fullmatch(named[-1].text):
            return named
        topics = list(self.topic.finditer(segment + " "))
        for match in reversed(topics):
            if self._stands_for_object(predicate, segment, match):
                targets, _ = self.phrases.read(marked, start, start + match.start())
                if targets and targets[0].text:
                    return targets
        if topics or predicate.lemma in any_of(self.rules.goal_as_target, self.rules.obtaining_verbs):
            return []  # 公式サイトから入手する: a source, and what is obtained is not said
        source = _last(self.source_mark, segment, 0, len(segment))
        if source is not None and source.end() >= len(segment.rstrip()):
            targets = self.phrases.read(marked, start, start + source.start())[0]
            return [target for target in targets if self.phrases.locating.match(target.text) is None]
        if predicate.role not in TOLD_ROLES | CHAIN_ROLES or predicate.lemma in self.rules.motion_verbs:
            return []
        near = max(0, predicate.clause_start - _LONGEST_OBJECT)
        topic = self._first_topic(marked, predicate, known)
        if topic:
            return topic
        brought = self.brought_about.search(marked.masked[: predicate.clause_start], near)
        if brought is not None:
            near = max(near, marked.masked.rfind(self.rules.list_mark, near, brought.start()))
            return self.phrases.read(marked, near, brought.start())[0][:1]
        goal = self.goal_mark.search(segment) is not None
        told = predicate.role in TOLD_ROLES and not goal
        there = self._existing(marked, predicate.clause_start) if told else []
        return there or self._first_topic(marked, predicate, known)

    def _stands_for_object(self, predicate: Predicate, segment: str, topic: re.Match[str]) -> bool:
        """Whether a topic is what is acted on: 「Aは」, and 「Aも」 where no goal or count says otherwise."""
        about = len(topic.group()) > len(self.topic_mark)  # 請求書については
        if about or topic.group() == self.topic_mark or predicate.light:
            return True
        counted = self.counted_end.search(segment[: topic.start()]) is not None
        if self.goal_mark.search(segment, topic.end()) is None:
            return predicate.reader and not counted
        place = self.side.search(segment[: topic.start()]) is not None  # 「右側も同じ位置に付ける」
        return predicate.reader and not (counted or place or predicate.lemma in self.goal_takers)

    def _first_topic(self, marked: MarkedText, predicate: Predicate, known: Sequence[str]) -> list[Target]:
        """「薬剤の注入率は、原水濁度に応じて調整する」: the topic in front of the condition.

        One that no verb has taken yet is also that of the last verb: 「荷物は伝票を貼って流してください」.
        """
        ended = _last(self.sentence_end, marked.masked, 0, predicate.clause_start)
        sentence = ended.end() if ended is not None else 0
        topic = self.first_topic.match(marked.masked, sentence, predicate.clause_start)
        if topic is None:
            return []
        named = self.phrases.read(marked, sentence, topic.start("mark"))[0]
        return [] if any(target.text in known for target in named) else named

    def _checked_subject(self, marked: MarkedText, predicate: Predicate, segment: str, start: int) -> list[Target]:
        """「ランプが点灯していることを確認する」: what is looked at is the subject of the clause."""
        if self.check_verbs.match(predicate.lemma) is None:
            return []
        each = [self.phrases.read(marked, start, start + m.start())[0][:1] for m in self.each_checked.finditer(segment)]
        if len(each) > 1:  # 「Aが正しいか、Bが抜けていないか」
            return [target for targets in each for target in targets]
        match = self.checked_mark.search(segment)
        if match is None:
            return []
        return self.phrases.read(marked, start, start + match.start())[0]

    def _antecedent(self, marked: MarkedText, before: int) -> list[Target]:
        """What 「こちら」 points at: the last file or quoted name printed before it."""
        files = list(re.finditer(r"[\w/\\.-]*\w\.[A-Za-z]\w{0,4}(?!\w)", marked.masked[:before], re.ASCII))
        if files:
            return [Target(files[-1].group(), "file")]
        names = [name for at, name in sorted(marked.names.items()) if at < before]
        if names:
            return [Target(marked.inner(names[-1]), "other")]
        return self._existing(marked, before)

    def _existing(self, marked: MarkedText, before: int) -> list[Target]:
        """The thing that the text in front says to be there (「見本があります。好みで直してください。」)."""
        match = _last(self.existing, marked.masked, 0, before)
        if match is None:
            pointed = _last(self.pointed, marked.masked, 0, before)
            return self.phrases.read(marked, pointed.start(), pointed.end())[0][:1] if pointed is not None else []
        topic = _last(self.topic, marked.masked, max(0, match.start() - _NEAR_TOPIC), match.start())
        end = topic.start() if topic is not None else match.start()
        return self.phrases.read(marked, max(0, end - _LONGEST_OBJECT), end)[0][:1]

    def _source_control(self, marked: MarkedText, start: int, end: int) -> Target | None:
        """「『実行』ボタンから処理を実行する」: the control that is used."""
        match = self.source_control.search(marked.masked[start:end])
        if match is None:
            return None
        kind = self.phrases.suffixes.kinds.get(match.group(2), "")
        if match.group(2) and kind not in ("button", "icon", "link", "menu", "tab"):
            return None
        name = marked.names.get(start + match.start(1))
        return Target(marked.inner(name), kind or "button") if name is not None else None


def _last(pattern: re.Pattern[str], text: str, start: int, end: int) -> re.Match[str] | None:
    found = None
    for match in pattern.finditer(text, start, end):
        found = match
    return found
