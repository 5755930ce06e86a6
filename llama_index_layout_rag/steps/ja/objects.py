"""Finds what a Japanese verb acts on: the noun phrase before を, or what is in for an object that is not printed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from llama_index_layout_rag.steps.ja.agents import CHECKING_VERB, MOTION_VERBS
from llama_index_layout_rag.steps.ja.clauses import COORDINATED, INSTRUCTIONS, ClauseType, Predicate
from llama_index_layout_rag.steps.ja.lexicon import (
    AMBITRANSITIVE_VERBS,
    ENTRY_VERBS,
    GOAL_OBJECT_VERBS,
    INTRANSITIVE_VERBS,
    Lexicon,
)
from llama_index_layout_rag.steps.ja.noun_phrases import ADVERB, AMOUNT, LOCATION, PRONOUN, NounPhrases, Target
from llama_index_layout_rag.steps.marking import NAME, MarkedText

CHOOSING_VERBS = frozenset(("選択する", "選ぶ", "指定する", "設定する"))
OBJECT_PARTICLE = re.compile(
    r"を(?!参考に|参照し|[元基]に|もとに|もって|中心に|目安に|境に|例に|問わ|介し|経て|通[じし]|含め|除い|はじめ|始め|(?:用い|経由し)(?:て(?![いく])|、))"
)
"""The accusative particle, not after what is consulted, used or gone by."""
TOPIC = re.compile(r"(?:に(?:ついて|関して)は?|は(?!んだ|さみ|かり[をで]|しご|けで)|も)(?=、|[^いじめがず])")
GOAL = re.compile(
    r"まで(?=$|[おご][一-龯])|[にへ](?!つい|より|よっ|よる|対|関|基づ|従|応|沿|伴|おけ|おい|際|当た|あた)"
)

_WINDOW = 80
"""Characters before a particle in which the object is looked for."""
_CONTROL_VERB = re.compile(
    r""".*(?:押す|押下する|押し(?:続ける|する)|クリックする|タップする|タッチする|ドラッグする|スワイプする|選択する|選ぶ|指定する|開く|閉じる
        |表示(?:する|させる)|触れる|[離放]す|操作する|使う|使用する|利用する|切り替える|移動する|展開する|探す|確認する|入力する|変更する)$""",
    re.VERBOSE,
)
"""What is done to a control; what else is done to a key or an icon is done to a thing (キーを抜く)."""
_WRITING_VERB = re.compile(r"(?:手入力|入力|記入|記載|署名|捺印|押印)する|書き込む$")
_TYPING_VERBS = ENTRY_VERBS | {"検索する", "タイプする", "打つ", "たどる"}
_GOAL_TAKERS = GOAL_OBJECT_VERBS | MOTION_VERBS | INTRANSITIVE_VERBS | AMBITRANSITIVE_VERBS
_TICK = re.compile(r"(?:チェック(?:マーク)?|レ点|マーク|[☑✓✔])$")
_IN_ORDER = re.compile(r"の?(?<!手)順(?:番)?[にで]")
_SOURCE_CONTROL = re.compile(rf"({NAME}+)([一-龯ァ-ヴー]*) ?(?:から|より)")
_ONLY = re.compile(rf"(?<=[一-龯ァ-ヴーA-Za-z0-9{NAME}])(?<![回度分秒日月年時際中前後間])(?<!場合)(?:のみ|だけ)\s*$")
_CHECKED_SUBJECT = re.compile(
    r"と?(?:が(?![らっりるれろ])|は)(?=(?:[^がは、]|が[らっりるれろ])*(?:こと|か|の)[をがどう]?)|と(?=同)"
)
_CHOSEN_VALUE = re.compile(rf"(?:に|から|より|で)(?={NAME}+\s*$)")
_QUOTED_INPUT = re.compile(r"(?:など|等)?と\s*$")
_ASSIGNED = re.compile(rf"{OBJECT_PARTICLE.pattern}(?:[^ぁ-ん、。]{{1,14}}|[^、。をはが]{{1,20}}[にへ])、")
"""「Aを「1」、Bを「2」に合わせる」: an object whose verb comes after the last one."""
_FINISHED = re.compile(
    r"[、\s]*(?P<name>[^、。はがを]{1,24})は(?:これで)?(?:完了|完成|終了|終わり)(?:です|となります|だ)?\s*(?:。|$)"
)
_FIRST_TOPIC = re.compile(
    r"""(?:[^。、は]|は(?=んだ|さみ|しご|けで)){1,40}
        (?<![にでと者員係方様時際後前])(?<!場合)(?<!とき)(?<!さん)(?<!ユーザ)(?<!ユーザー)(?<!について)
        (?P<mark>(?:に(?:ついて|関して))?は)(?![^、。]{0,40}(?:ため|ので|(?<!て)から|が)、)""",
    re.VERBOSE,
)
"""A topic of the sentence, before the condition of its verb; people are no objects."""
_EXISTING = re.compile(
    r"""(?<!必要)(?<!場合)(?<!こと)(?<!恐れ)(?<!おそれ)(?<!可能性)が(?=(?:複数)?(?:あ[るり]|存在[すし]|入って|付いて|付属して|同梱され|用意され|置かれて))
      | [がは](?=(?:異な[りる]|違[いう]|分かれて)[^、。]{0,6}(?:ので|ため|から))""",
    re.VERBOSE,
)
_IDENTIFIED = re.compile(r"(?:こちら|これ)[がは][^。]{1,60}(?=です。)")
"""「こちらは足を曲げるための治具です。」"""
_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+")
_FILE_NAME = re.compile(r"[\w/\\.-]*\w\.[A-Za-z]\w{0,4}(?!\w)", re.ASCII)
_NOMINALISER = re.compile(r"[うくぐすつぬぶむるたいだ]の$|こと$")
_AMOUNT_TAIL = re.compile(
    r"(?:^|(?<=[^0-9A-Za-z.]))[0-9][0-9.,〜～~-]*\s*(?:秒間?|分間?|時間|週間|日間|回|度|箇所|か所)(?:以上|以内|程度|ほど|ずつ)*$"
)
_SIDE = re.compile(r"(?:側|方|面|箇所|片方|一方|端|部分|場合|とき|者|員|人|[度回つ日時とで何])\s*$")


class Objects(NamedTuple):
    """The objects of a verb in printed order, whether they form a menu path, and the rule that found them."""

    targets: list[Target]
    path: bool
    rule: str


class ObjectFinder:
    """Finds objects with the words of one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.phrases = NounPhrases(lexicon)
        self.controls = lexicon.controls
        self.works = lexicon.action_nouns | {"作業", "操作", "処理", "動作", "処置", "手続き"}

    def find(self, marked: MarkedText, predicate: Predicate, known: Sequence[str] = ()) -> Objects:
        """Return the objects of a predicate.

        Args:
            marked: The item.
            predicate: What the user does.
            known: Targets found so far; none of them is in for an object that is not printed.
        """
        found = self._find(marked, predicate, known)
        if predicate.clause is not ClauseType.TE_FORM or any(
            t.text and not AMOUNT.fullmatch(t.text) for t in found.targets
        ):
            return found
        finished = _FINISHED.match(marked.masked, predicate.end)  # 12か所ねじ止めして側板は完了です
        named = self.phrases.read(marked, *finished.span("name"))[0] if finished else []
        named = [target for target in named if target.text not in self.works]
        return Objects(named, False, "finished") if named else found

    def labelled(self, label: str) -> Target:
        """「電源ボタン：長押しする」: the label is what is acted on, a field unless it says more."""
        named = self.phrases.typed(label)
        return named if self.controls.at_end_of(label.strip()) else Target(label, "field")

    def shared(self, marked: MarkedText, predicate: Predicate) -> list[Target]:
        """「AをBを押しながら接続する」: A belongs to the verb after the 〜ながら clause."""
        segment = marked.masked[predicate.clause_start : predicate.start]
        first = segment.find("を")
        if first < 0 or segment.rfind("を") == first:
            return []
        return self.phrases.read(marked, predicate.clause_start, predicate.clause_start + first)[0]

    def _find(self, marked: MarkedText, predicate: Predicate, known: Sequence[str]) -> Objects:
        limit = predicate.noun_start if predicate.noun_start >= 0 else predicate.start
        start = max(predicate.clause_start, limit - _WINDOW * 2)
        segment = marked.masked[start:limit]
        compound = self._in_compound(marked, predicate, start, segment.rstrip())
        if compound is not None:
            return Objects(*compound, "noun before action noun")
        floor = max(0, predicate.floor - start)
        position = _object_particle(predicate, segment, floor)
        ordered = _IN_ORDER.search(segment) if position < 0 else None
        if ordered is not None:  # A、B、Cの順に選択する
            targets, path = self.phrases.read(marked, start, start + ordered.start())
            if path or len(targets) > 1:
                return Objects(targets, path or NAME in segment, "in order")
        field = self._field_of_value(marked, predicate, segment, start, position) or self._goal(
            marked, predicate, segment, start, position, floor
        )
        if field is not None:
            return Objects(field, False, "goal particle")
        if position >= 0:
            return Objects(
                *self._before_particle(marked, predicate, segment, start, position, known), "object particle"
            )
        source = self._source_control(marked, start, limit)
        if source is not None:
            return Objects([source], False, "source control")
        typed = _QUOTED_INPUT.search(segment) if predicate.lemma in _TYPING_VERBS else None
        if typed is not None:
            return Objects(*self.phrases.read(marked, start, start + typed.start()), "quoted input")
        return self._without_object(marked, predicate, segment, start, known)

    def _in_compound(
        self, marked: MarkedText, predicate: Predicate, start: int, before: str
    ) -> tuple[list[Target], bool] | None:
        """Return the object of a verb that is a noun: 「設定の変更を行う」, 「サイドカバー取り付け」, 「点検表の確認します」."""
        end = start + len(before)
        sahen = predicate.lemma.endswith("する") and not predicate.light and not predicate.lemma.endswith("にする")
        coordinated = predicate.clause in INSTRUCTIONS or predicate.clause in COORDINATED
        if sahen and coordinated and before.endswith("の") and before[-2:-1] not in "をにへでと":
            return self.phrases.read(marked, start, end - 1)
        if not predicate.light and predicate.clause not in (ClauseType.NOMINAL, ClauseType.CONTINUATIVE):
            return None
        if not before or "を" in before:
            return None
        if before[-1] in "のは":
            targets, path = self.phrases.read(marked, start, end - 1)
            return [target for target in targets if not AMOUNT.fullmatch(target.text)], path
        if _AMOUNT_TAIL.search(before) or not re.match(rf"[一-龯ァ-ヴーA-Za-z0-9{NAME}]", before[-1]):
            return None
        return self.phrases.read(marked, start, end) if not ADVERB.search(before) else None

    def _field_of_value(
        self, marked: MarkedText, predicate: Predicate, segment: str, start: int, position: int
    ) -> list[Target] | None:
        """「方式に「A」を選択する」: the field is acted on, not the value."""
        chosen = (
            _CHOSEN_VALUE.search(segment, 0, position) if predicate.lemma in CHOOSING_VERBS and position > 0 else None
        )
        if chosen is None:
            return None
        targets = self.phrases.read(marked, start, start + chosen.start())[0]
        field = (
            targets
            and targets[0].text
            and (
                chosen.group() == "に"
                or (targets[0].kind == "field" and not segment[: chosen.start()].endswith("メニュー"))
            )
        )
        return targets if field else None

    def _goal(
        self, marked: MarkedText, predicate: Predicate, segment: str, start: int, position: int, floor: int
    ) -> list[Target] | None:
        """Return a に or へ phrase that is acted on: a named field, or the goal of a verb without object."""
        goal_verb = position < 0 and (_WRITING_VERB.match(predicate.lemma) or predicate.lemma in GOAL_OBJECT_VERBS)
        if not goal_verb and predicate.lemma not in ENTRY_VERBS:
            return None
        chosen = None
        for match in GOAL.finditer(segment):
            if goal_verb and match.start() < floor:
                continue
            targets, _ = self.phrases.read(marked, start, start + match.start())
            if targets and (goal_verb or _is_field(targets[0])):
                chosen = targets
        return chosen

    def _before_particle(
        self, marked: MarkedText, predicate: Predicate, segment: str, start: int, position: int, known: Sequence[str]
    ) -> tuple[list[Target], bool]:
        """Return what precedes the accusative particle, or what was ticked, used or referred to in its place."""
        assigned = list(_ASSIGNED.finditer(segment, 0, position))
        first = start + assigned[-1].end() if assigned else start
        targets, path = self.phrases.read(marked, first, start + position)
        if targets and _TICK.match(targets[-1].text):
            return self._ticked(marked, segment, start, position) or targets, False
        targets = self._as_things(predicate, targets, segment[:position])
        source = self._source_control(marked, first, start + position)
        if source is not None and not path:
            names_path = source.kind in ("menu", "tab") or predicate.lemma in CHOOSING_VERBS
            path = segment[position - 1 : position] == NAME and names_path
            targets = [source, *targets]
        targets = targets or self._checked_subject(marked, predicate, segment, start)
        pronoun = not targets and PRONOUN.search(segment[:position]) is not None
        if (targets and targets[0].kind == "pronoun") or pronoun:
            if known and segment[:position].endswith(("それ", "これ")):  # 紙を折り、それを封筒に入れる
                return [Target(known[-1], self.phrases.typed(known[-1]).kind)], False
            nominalised = _NOMINALISER.search(segment[:position]) is not None
            targets = [] if nominalised else self._antecedent(marked, predicate.clause_start)
        before = [name for match in assigned for name in self.phrases.read(marked, start, start + match.start())[0]]
        return [*before, *targets], path

    def _as_things(self, predicate: Predicate, targets: list[Target], text: str) -> list[Target]:
        """「キーを抜く」, 「アイコンを作る」: the word for a kind of control is a thing where no control is worked."""
        if _CONTROL_VERB.match(predicate.lemma):
            return targets
        for target in targets:
            if target.kind == "key" and target.text and not target.text.isascii() and target.text + "キー" in text:
                target.text, target.kind = target.text + "キー", "other"
        if len(targets) == 1 and not targets[0].text and targets[0].kind in ("key", "icon", "button"):
            return [Target(self.controls.at_end_of(text), "part" if targets[0].kind == "key" else targets[0].kind)]
        return targets

    def _ticked(self, marked: MarkedText, segment: str, start: int, position: int) -> list[Target]:
        """「Xにチェックを入れる」: X is the target."""
        goal = _last(GOAL, segment, 0, position)
        targets = self.phrases.read(marked, start, start + goal.start())[0] if goal is not None else []
        return [Target(target.text, "checkbox") for target in targets if target.text]

    def _without_object(
        self, marked: MarkedText, predicate: Predicate, segment: str, start: int, known: Sequence[str]
    ) -> Objects:
        """Return what is in for a missing object: a topic, a source, what was said to exist just before."""
        checked = self._checked_subject(marked, predicate, segment, start)
        if checked:
            return Objects(checked, False, "checked subject")
        only = _ONLY.search(segment) if predicate.by_user and predicate.lemma not in _GOAL_TAKERS else None
        named = self.phrases.read(marked, start, start + only.start())[0] if only is not None else []
        if named and not AMOUNT.fullmatch(named[-1].text):
            return Objects(named, False, "only")
        topics = list(TOPIC.finditer(segment + " "))
        for match in reversed(topics):
            if _is_object(predicate, segment, match):
                targets, _ = self.phrases.read(marked, start, start + match.start())
                if targets and targets[0].text:
                    return Objects(targets, False, "topic")
        nothing = Objects([], False, "")
        if topics or predicate.lemma in GOAL_OBJECT_VERBS:
            return nothing
        if segment.rstrip().endswith("から"):
            sources = self.phrases.read(marked, start, start + segment.rindex("から"))[0]
            return Objects([source for source in sources if LOCATION.match(source.text) is None], False, "source")
        if predicate.clause not in INSTRUCTIONS | COORDINATED or predicate.lemma in MOTION_VERBS:
            return nothing
        topic = self._first_topic(marked, predicate, known)
        if topic:
            return Objects(topic, False, "topic of the sentence")
        mentioned = predicate.clause in INSTRUCTIONS and GOAL.search(segment) is None
        return Objects(self._existing(marked, predicate.clause_start) if mentioned else [], False, "said to exist")

    def _first_topic(self, marked: MarkedText, predicate: Predicate, known: Sequence[str]) -> list[Target]:
        """「薬剤の注入率は、原水濁度に応じて調整する」: the topic before the condition, unless another verb took it."""
        sentence = marked.masked.rfind("。", 0, predicate.clause_start) + 1
        topic = _FIRST_TOPIC.match(marked.masked, sentence, predicate.clause_start)
        named = self.phrases.read(marked, sentence, topic.start("mark"))[0] if topic is not None else []
        return [] if any(target.text in known for target in named) else named

    def _checked_subject(self, marked: MarkedText, predicate: Predicate, segment: str, start: int) -> list[Target]:
        """「ランプが点灯していることを確認する」: what is checked is the subject of the clause."""
        match = _CHECKED_SUBJECT.search(segment) if CHECKING_VERB.match(predicate.lemma) else None
        if match is None and CHECKING_VERB.match(predicate.lemma) and segment.endswith(("ことを", "ことをご")):
            start = marked.masked.rfind("。", 0, start) + 1  # 「値が選択できるようになっていることを確認する」
            match = _CHECKED_SUBJECT.search(marked.masked[start : predicate.start])
        return self.phrases.read(marked, start, start + match.start())[0] if match is not None else []

    def _antecedent(self, marked: MarkedText, before: int) -> list[Target]:
        """Return what 「こちら」 refers to: the last file or quoted name printed before it."""
        files = _FILE_NAME.findall(marked.masked[:before])
        if files:
            return [Target(files[-1], "file")]
        names = [name for at, name in sorted(marked.names.items()) if at < before]
        return [Target(marked.inner(names[-1]), "other")] if names else self._existing(marked, before)

    def _existing(self, marked: MarkedText, before: int) -> list[Target]:
        """Return the thing that the text before says to exist (「見本があります。好みで直してください。」)."""
        match = _last(_EXISTING, marked.masked, 0, before)
        if match is None:
            shown = _last(_IDENTIFIED, marked.masked, 0, before)
            return self.phrases.read(marked, *shown.span())[0][:1] if shown is not None else []
        topic = _last(TOPIC, marked.masked, max(0, match.start() - 12), match.start())  # コネクタは向きがある
        end = topic.start() if topic is not None else match.start()
        return self.phrases.read(marked, max(0, end - _WINDOW), end)[0][:1]

    def _source_control(self, marked: MarkedText, start: int, end: int) -> Target | None:
        """「『実行』ボタンから処理を実行する」: the control that is used."""
        match = _SOURCE_CONTROL.search(marked.masked[start:end])
        kind = self.controls.kinds.get(match.group(2), "") if match is not None else ""
        if match is None or (match.group(2) and kind not in ("button", "icon", "link", "menu", "tab")):
            return None
        name = marked.names.get(start + match.start(1))
        return Target(marked.inner(name), kind or "button") if name is not None else None


def _is_field(target: Target) -> bool:
    """Return whether a value is entered there: a named field, or an identifier (「max_retry に回数を指定する」)."""
    return (target.kind in ("field", "checkbox") and bool(target.text)) or _IDENTIFIER.fullmatch(
        target.text
    ) is not None


def _object_particle(predicate: Predicate, segment: str, floor: int) -> int:
    """Return where the object's particle is, or -1; before a relative clause where none follows (「荷を決めた棚に預ける」)."""
    position = last_object_particle(segment, floor)
    if position >= 0 or not floor or predicate.lemma in GOAL_OBJECT_VERBS or predicate.lemma in INTRANSITIVE_VERBS:
        return position
    position = segment.rfind("を、", 0, floor)  # 「荷物を、指定を受けた棚に移す」
    position = position if position >= 0 else last_object_particle(segment, 0)
    return -1 if position >= 0 and TOPIC.search(segment, position) is not None else position


def last_object_particle(segment: str, floor: int = 0) -> int:
    """Return where the last accusative particle from `floor` on is, or -1."""
    match = _last(OBJECT_PARTICLE, segment, floor, len(segment))
    return match.start() if match is not None else -1


def _is_object(predicate: Predicate, segment: str, topic: re.Match[str]) -> bool:
    """Return whether a topic is what is acted on: 「Aは」, and 「Aも」 where no goal or count says otherwise."""
    if topic.group() != "も" or predicate.light:
        return True
    if _SIDE.search(segment[: topic.start()]) is not None or not predicate.by_user:
        return False  # 「右側も同じ位置に付ける」, 「何度も」
    return GOAL.search(segment, topic.end()) is None or predicate.lemma not in _GOAL_TAKERS


def _last(pattern: re.Pattern[str], text: str, start: int, end: int) -> re.Match[str] | None:
    found = None
    for match in pattern.finditer(text, start, end):
        found = match
    return found
