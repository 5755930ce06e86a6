"""Finds what a verb acts on in languages that mark objects with particles behind them: the noun phrase in front of
the particle.

The text is read from the particle backwards, so that the phrase ends exactly where it has to and everything in front
of it is left alone. Quoted names win over the words around them; words that only name a kind of control are dropped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from llama_index_layout_rag.procedures.marking import ASIDE, NAME, MarkedText, Name
from llama_index_layout_rag.procedures.predicates import TOLD_ROLES, Predicate
from llama_index_layout_rag.procedures.rules import VerbFinalRules

_LONGEST_OBJECT = 80
"""Characters looked at in front of a particle for the object it marks."""
_MOST_COORDINATED = 8
_NEAR_TOPIC = 12
"""Characters in front of 「〜がある」 in which a topic says whose it is (「コネクタは向きがある」)."""


@dataclass
class Target:
    """A thing acted on: its name, and what kind of thing it is."""

    text: str
    kind: str


class _LastWords:
    """Words that a name may end in, with the target type they tell; the longest one counts."""

    def __init__(self, longest_first: list[tuple[str, str]]) -> None:
        self.kinds: dict[str, str] = {}
        for word, kind in longest_first:
            self.kinds.setdefault(word, kind)
        self._sizes = sorted({len(word) for word in self.kinds}, reverse=True)

    def of(self, text: str) -> str:
        """The word that the text ends in, or an empty string."""
        return next((text[-size:] for size in self._sizes if text[-size:] in self.kinds), "")


class ObjectFinder:
    """The noun-phrase rules of a language compiled once."""

    def __init__(self, rules: VerbFinalRules) -> None:
        self.rules = rules
        words = rules.patterns
        kana, okuri = rules.continuative_end, words["okuri"]
        # A verb's stem inside a noun (締め具); behind a particle it is a verb of its own (電源を入れ画面を).
        inside = rf"|(?<=[一-龯ァ-ヴ])[{kana}]{okuri}(?=[一-龯]{{1,2}}(?:[^一-龯をにへでとはもが]|$))" if kana else ""
        hiragana = "|".join(_reversed_words(words["hiragana_nouns"]))
        # A compound of two verbs as a noun (切り替え, 立ち上がり).
        compound = rf"|[{kana}い]{okuri}[一-龯][{kana}い](?=[一-龯])" if kana else ""
        parts = f"(?:{hiragana}|[{rules.noun_characters}{NAME}{ASIDE}]|{rules.joining_blank}{inside}{compound})"
        polite = (
            f"(?:[{''.join(rules.polite_prefixes)}](?=[をにはがのでともや、。\\s]|$))?" if rules.polite_prefixes else ""
        )
        self.unit = re.compile(f"{parts}+{polite}")
        # The stem of a verb in front of a particle of nouns is a noun (腫れを, 漏れの).
        stem = rf"(?:[{kana}い](?=[一-龯ァ-ヴ]))?" if kana else ""
        self.unit_or_stem = re.compile(f"{stem}{parts}+{polite}")
        self.stem_as_noun = re.compile(rf"[{kana}い]{{1,2}}[一-龯]{{1,3}}{parts}*") if kana else None
        self.amount_end = re.compile(rules.amount_end) if rules.amount_end else None
        self.conjunction = re.compile("|".join(f"(?:{word})" for word in _reversed_words(words["and"])))
        self.suffixes = _LastWords(rules.suffixes_longest_first())
        self.heads = _LastWords(rules.heads_longest_first())
        self.pronouns = self.pronoun_end = re.compile(f"(?:{words['pronouns']})$")
        self.locating = re.compile(f"(?:{words['locating']})$")
        self.adverbs = re.compile(f"(?:{words['adverbs']})$")
        self.check_verbs = re.compile(f"(?:{words['check_verbs']})$")
        pattern = rules.compiled
        self.object_pattern, self.tick, self.in_order = pattern("object"), pattern("tick"), pattern("in_order")
        self.goal_mark, self.source_mark, self.checked_mark = (
            pattern("goal_mark"),
            pattern("source_mark"),
            pattern("checked_mark"),
        )
        self.topic, self.existing, self.quoted_input = pattern("topic"), pattern("existing"), pattern("quoted_input")
        self.adverb_prefix, self.callout, self.bare_fields = (
            pattern("adverb_prefix"),
            pattern("callout"),
            pattern("bare_fields"),
        )
        self.source_control, self.owner_of_action = pattern("source_control"), pattern("owner_of_action")
        self.path_sign, self.between_names = pattern("path_sign"), pattern("between_names")
        self.nominalised, self.pointed = pattern("nominalised"), pattern("pointed")
        self.light_after = pattern("light_after")
        self.chosen_value, self.each_checked = pattern("chosen_value"), pattern("each_checked")
        self.adjective = pattern("adjective")
        self.amount_tail = pattern("amount_tail")
        self.counted_end = pattern("counted_end")
        self.first_topic = pattern("first_topic")
        self.partitive, self.hiragana_object = pattern("partitive"), pattern("hiragana_object")
        self.object_mark, self.topic_mark = rules.object_mark, rules.topic_mark

    def shared(self, marked: MarkedText, predicate: Predicate) -> list[Target]:
        """「AをBを押しながら接続する」: A belongs to the verb after the 〜ながら clause."""
        segment = marked.masked[predicate.clause_start : predicate.start]
        first = segment.find(self.object_mark)
        if first < 0 or segment.rfind(self.object_mark) == first:
            return []
        return self._phrase(marked, predicate.clause_start, predicate.clause_start + first)[0]

    def named_before(self, marked: MarkedText, start: int, end: int) -> list[Target]:
        """The names that end at `end`, in front of an object particle."""
        return self._phrase(marked, start, end)[0]

    def of(self, marked: MarkedText, predicate: Predicate) -> tuple[list[Target], bool]:
        """Objects of a predicate in printed order, and whether they form a menu path."""
        masked = marked.masked
        limit = predicate.noun_start if predicate.noun_start >= 0 else predicate.start
        start = max(predicate.clause_start, limit - _LONGEST_OBJECT * 2)
        segment = masked[start:limit]
        bare = segment.rstrip()
        if predicate.light or predicate.role in ("nominal", "stem"):
            if self.owner_of_action.search(bare):
                return self._phrase(marked, start, start + len(bare) - 1)
            if bare and self.amount_tail.search(bare):
                bare = ""
            if bare and self.object_mark not in bare and self.unit.match(bare[-1]) and not self.adverbs.search(bare):
                return self._phrase(marked, start, start + len(bare))
        floor = max(0, predicate.floor - start)
        position = self.position(segment, floor)
        if position < 0 and floor and predicate.lemma not in self.rules.goal_as_target | self.rules.event_verbs:
            # 「ファイルを指定した場所に保存する」: the object stands in front of the relative clause.
            position = self.position(segment, 0)
            if self.light_after.match(segment, max(position, 0)):
                position = -1  # 打ち粉をした台に取り出す
        ordered = self.in_order.search(segment)
        if ordered is not None and position < 0:
            listed, path = self._phrase(marked, start, start + ordered.start())
            if path or len(listed) > 1:
                return listed, path
        chosen = self.chosen_value.search(segment, 0, position) if position > 0 else None
        if chosen is not None and predicate.lemma in self.rules.choosing_verbs:
            targets = self._phrase(marked, start, start + chosen.start())[0]
            if targets and targets[0].text:  # 「方式に「A」を選択する」: the field, not the value
                return targets, False
        named_field = self._goal(marked, predicate, segment, start, position, floor)
        if named_field is not None:
            return named_field, False
        if position >= 0:
            targets, path = self._phrase(marked, start, start + position)
            if targets and self.tick.match(targets[-1].text):
                return self._ticked(marked, segment, start, position) or targets, False
            source = self._source_control(marked, start, start + position)
            if source is not None and not path:
                targets = [source, *targets]
            if not targets:
                targets = self._checked_subject(marked, predicate, segment, start)
            if (targets and targets[0].kind == "pronoun") or (
                not targets
                and self.pronoun_end.search(segment[:position])
                and not self.nominalised.search(segment[:position])
            ):
                targets = self._antecedent(marked, predicate.clause_start)
            return targets, path
        source = self._source_control(marked, start, limit)
        if source is not None:
            return [source], False
        typed = self.quoted_input.search(segment) if predicate.lemma in self.rules.enter_verbs else None
        if typed is not None:
            return self._phrase(marked, start, start + typed.start())
        return self._without_object(marked, predicate, segment, start), False

    def _ticked(self, marked: MarkedText, segment: str, start: int, position: int) -> list[Target]:
        """「Xにチェックを入れる」: X is the target."""
        goal = _last(self.goal_mark, segment, 0, position)
        targets = self._phrase(marked, start, start + goal.start())[0] if goal is not None else []
        purpose = goal is not None and segment[goal.end() : goal.end() + 1] == self.topic_mark
        if goal is not None and not targets and not purpose:
            # 「利用規約に同意するにチェックを入れる」: the label printed without marks.
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
        goal_verb = predicate.lemma in self.rules.goal_as_target and position < 0
        if not goal_verb and predicate.lemma not in self.rules.enter_verbs:
            return None
        chosen = None
        for match in self.goal_mark.finditer(segment):
            if goal_verb and match.start() < floor:
                continue
            targets, _ = self._phrase(marked, start, start + match.start())
            if targets and (goal_verb or (targets[0].kind in ("field", "checkbox") and targets[0].text)):
                chosen = targets
        return chosen

    def _without_object(self, marked: MarkedText, predicate: Predicate, segment: str, start: int) -> list[Target]:
        """What stands in for a missing object: a topic, a source, what was said to be there just before."""
        checked = self._checked_subject(marked, predicate, segment, start)
        if checked:
            return checked
        topics = list(self.topic.finditer(segment + " "))
        for match in reversed(topics):
            also = predicate.reader and self.counted_end.search(segment[: match.start()]) is None
            also = also and self.goal_mark.search(segment, match.end()) is None
            if segment[match.start()] == self.topic_mark or predicate.light or also:
                targets, _ = self._phrase(marked, start, start + match.start())
                if targets and targets[0].text:
                    return targets
        if topics or predicate.lemma in self.rules.goal_as_target:
            return []
        source = _last(self.source_mark, segment, 0, len(segment))
        if predicate.lemma in self.rules.obtaining_verbs:
            return []  # 公式サイトから入手する: a source, and what is obtained is not said
        if source is not None and source.end() >= len(segment.rstrip()):
            targets = self._phrase(marked, start, start + source.start())[0]
            return [target for target in targets if self.locating.match(target.text) is None]
        if predicate.role in TOLD_ROLES and self.goal_mark.search(segment) is None:
            return self._existing(marked, predicate.clause_start) or self._first_topic(marked, predicate)
        return []

    def _first_topic(self, marked: MarkedText, predicate: Predicate) -> list[Target]:
        """「薬剤の注入率は、原水濁度に応じて調整する」: the topic in front of the condition."""
        topic = self.first_topic.match(marked.masked, 0, predicate.clause_start)
        if topic is None or self.object_pattern.search(marked.masked, topic.end(), predicate.clause_start):
            return []
        return self._phrase(marked, 0, topic.end() - 2)[0][:1]

    def _checked_subject(self, marked: MarkedText, predicate: Predicate, segment: str, start: int) -> list[Target]:
        """「ランプが点灯していることを確認する」: what is looked at is the subject of the clause."""
        if self.check_verbs.match(predicate.lemma) is None:
            return []
        each = [self._phrase(marked, start, start + m.start())[0][:1] for m in self.each_checked.finditer(segment)]
        if len(each) > 1:  # 「Aが正しいか、Bが抜けていないか」
            return [target for targets in each for target in targets]
        match = self.checked_mark.search(segment)
        return self._phrase(marked, start, start + match.start())[0][:1] if match is not None else []

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
        """The thing that the text in front says to be there (「設定値があります。必要に応じ変更してください。」)."""
        match = _last(self.existing, marked.masked, 0, before)
        if match is None:
            pointed = _last(self.pointed, marked.masked, 0, before)
            return self._phrase(marked, pointed.start(), pointed.end())[0][:1] if pointed is not None else []
        topic = _last(self.topic, marked.masked, max(0, match.start() - _NEAR_TOPIC), match.start())
        end = topic.start() if topic is not None else match.start()
        return self._phrase(marked, max(0, end - _LONGEST_OBJECT), end)[0][:1]

    def _source_control(self, marked: MarkedText, start: int, end: int) -> Target | None:
        """「『実行』ボタンから処理を実行する」: the control that is used."""
        match = self.source_control.search(marked.masked[start:end])
        if match is None:
            return None
        kind = self.suffixes.kinds.get(match.group(2), "")
        if match.group(2) and kind not in ("button", "icon", "link", "menu", "tab"):
            return None
        name = marked.names.get(start + match.start(1))
        return Target(marked.inner(name), kind or "button") if name is not None else None

    def _phrase(self, marked: MarkedText, start: int, end: int) -> tuple[list[Target], bool]:
        """The coordinated names in front of a particle at `end`, in printed order, and whether they form a menu
        path."""
        marks_object = marked.masked[end : end + 1] in (self.object_mark, *self.rules.subject_marks)
        end = self._before_partitive(marked.masked, start, end)
        reversed_text = marked.masked[start:end][::-1]
        found: list[Target] = []
        path = False
        position = 0
        for _ in range(_MOST_COORDINATED):
            match = self.unit.match(reversed_text, position)
            if match is None and marks_object and not position:
                match = self.unit_or_stem.match(reversed_text)
            if match is None and not position and marks_object and self.stem_as_noun:
                match = self.stem_as_noun.match(reversed_text)  # 輪止めを掛ける
            if match is None:
                unlisted = self.hiragana_object.search(marked.masked, start, end - position) if marks_object else None
                if unlisted is not None:  # おもりを, ふきんを
                    found = [Target(unlisted.group("noun"), "other"), *found]
                break
            unit_start, unit_end = end - match.end(), end - position
            following = match.end()
            while reversed_text[following : following + 1] == " ":
                following += 1
            if reversed_text[following : following + 1] == self.rules.owner_mark:
                before = self.unit.match(reversed_text, following + 1) or self.unit_or_stem.match(
                    reversed_text, following + 1
                )
                owner_start, owner_end = (
                    (end - before.end(), end - following - 1) if before else (unit_start, unit_start)
                )
                owner = marked.masked[owner_start:owner_end].strip()
                if not self._bare(marked, unit_start, unit_end):
                    kind = self._suffix_kind(marked.masked[unit_start:unit_end])
                    names, is_path = self._names(marked, owner_start, owner_end) if owner else ([], False)
                    if self.pronouns.match(owner) or (NAME not in owner and self.locating.match(owner)):
                        names = [Target("", kind)]
                    found = [*(Target(t.text, kind or t.kind) for t in names), *found]
                    path = path or is_path
                    unit_start = unit_end
                    following = before.end() if before else len(reversed_text)
                elif (
                    NAME in marked.masked[unit_start:unit_end]
                    or NAME in owner
                    or not owner
                    or self.locating.match(owner)
                ):
                    following = len(reversed_text)
                else:
                    unit_start, following = owner_start, before.end() if before else following
                    unit_start, following = self._outer_owner(marked, reversed_text, unit_start, following, end)
            if unit_start < unit_end:
                names, is_path = self._names(marked, unit_start, unit_end)
                found = [*names, *found]
                path = path or is_path
            if following >= len(reversed_text):
                break
            while reversed_text[following : following + 1] == " ":
                following += 1
            adjective = self.adjective.match(reversed_text, following)
            following = adjective.end() if adjective is not None else following
            joint = self.conjunction.match(reversed_text, following)
            if joint is None:
                break
            position = joint.end() + (reversed_text[joint.end() : joint.end() + 1] == self.rules.list_mark)
            while reversed_text[position : position + 1] == " ":
                position += 1
            upcoming = self.unit.match(reversed_text, position)
            if upcoming is not None and reversed_text[upcoming.end() : upcoming.end() + 1] in self.rules.subject_marks:
                break
            if upcoming is None or self.adverbs.match(upcoming.group()[::-1].strip()):
                break
        return found, path

    def _before_partitive(self, masked: str, start: int, end: int) -> int:
        """Where the names end in 「AまたはBのいずれかを」, 「Aなどを」."""
        while end > start and masked[end - 1] == " ":
            end -= 1
        partitive = self.partitive.search(masked, start, end)
        return partitive.start() if partitive is not None and partitive.start() > start else end

    def _outer_owner(
        self, marked: MarkedText, reversed_text: str, unit_start: int, following: int, end: int
    ) -> tuple[int, int]:
        """A second 「AのBのC」 level, when A says whose and not where."""
        if reversed_text[following : following + 1] != self.rules.owner_mark:
            return unit_start, following
        before = self.unit.match(reversed_text, following + 1)
        owner = before.group()[::-1].strip() if before else ""
        if before is None or NAME in owner or self.locating.match(owner) or self.pronouns.match(owner):
            return unit_start, len(reversed_text)
        return end - before.end(), before.end()

    def _bare(self, marked: MarkedText, start: int, end: int) -> str:
        text = marked.masked[start:end].strip()
        return "" if text in self.suffixes.kinds else text

    def _suffix_kind(self, text: str) -> str:
        return self.suffixes.kinds.get(text.strip(), "")

    def _names(self, marked: MarkedText, start: int, end: int) -> tuple[list[Target], bool]:
        unit = marked.masked[start:end]
        plain = unit.replace(ASIDE, "")
        kind = self.suffixes.kinds.get(self.suffixes.of(plain.strip()), "")
        if NAME in unit:
            names = _names_in(marked, start, end)
            targets = [Target(marked.inner(n), kind or "other") for n in names]
            between = self.between_names.search(unit) is not None or len(names) > 1
            return targets, between and len(names) > 1
        if ASIDE in unit and marked.text[start + unit.index(ASIDE)] in "（(":
            inner = marked.text[start:end][unit.index(ASIDE) + 1 : unit.rindex(ASIDE)]
            if re.fullmatch(r"[\w.:\\/~$%-]+[\\/.][\w.\\/-]+", inner):
                return [Target(inner, "file")], False
        parts = self.path_sign.split(unit)
        targets = []
        offset = start
        for part in parts:
            at = marked.masked.find(part, offset, end) if part else -1
            if at < 0:
                continue
            text = self._without_aside(marked, at, at + len(part))
            targets.append(self._typed(text))
            offset = at + len(part)
        return targets, len(targets) > 1

    def _without_aside(self, marked: MarkedText, start: int, end: int) -> str:
        masked = marked.masked[start:end]
        if ASIDE not in masked:
            return marked.text[start:end]
        rests = [m for m in re.finditer(f"[^{ASIDE}]+", masked) if m.group().strip()]
        if not rests:
            return marked.text[start:end]
        owned = masked[rests[-1].start()] == self.rules.owner_mark
        rest = rests[-1] if owned else max(rests, key=lambda m: m.end() - m.start())
        return marked.text[start + rest.start() + owned : start + rest.end()]

    def _typed(self, text: str) -> Target:
        text = self.callout.sub("", text.strip()).strip()
        prefix = self.adverb_prefix.match(text)
        text = text[prefix.end() :] if prefix else text
        amount = self.amount_end.search(text) if self.amount_end is not None else None
        text = text[: amount.start()] if amount else text
        suffix = self.suffixes.of(text)
        if suffix:
            bare, kind = text[: -len(suffix)].strip(), self.suffixes.kinds[suffix]
            # 入力欄, テキストボックス: without a name in front the kind of field is the name.
            whole = kind in ("field", "checkbox") and len(text) > 2 and self.bare_fields.match(bare) is not None
            return Target(text if whole else bare, kind)
        if self.pronouns.match(text):
            return Target("", "pronoun")
        kind = self.heads.kinds.get(self.heads.of(text), "other")
        return Target(text, kind)


def _reversed_words(pattern: str) -> list[str]:
    return sorted((re.escape(word[::-1]) for word in pattern.split("|")), key=len, reverse=True)


def _names_in(marked: MarkedText, start: int, end: int) -> list[Name]:
    return [name for at, name in sorted(marked.names.items()) if start <= at < end]


def _last(pattern: re.Pattern[str], text: str, start: int, end: int) -> re.Match[str] | None:
    found = None
    for match in pattern.finditer(text, start, end):
        found = match
    return found
