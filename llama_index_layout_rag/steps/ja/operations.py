"""Reads the operations of a Japanese sentence: what the user does, and what the system does in between."""

from __future__ import annotations

import re
from collections.abc import Sequence

from llama_index_layout_rag.steps.ja.clauses import COORDINATED, INSTRUCTIONS, REQUESTS, ClauseType, Predicate
from llama_index_layout_rag.steps.ja.lexicon import (
    AMBITRANSITIVE_VERBS,
    DISPLAY_VERBS,
    INTRANSITIVE_VERBS,
    MANNER_VERBS,
    NON_OPERATIONS,
    POINTING_VERBS,
    PROCESSING_VERBS,
    SIDES,
    USE_VERBS,
    Lexicon,
)
from llama_index_layout_rag.steps.ja.objects import GOAL, TOPIC, last_object_particle
from llama_index_layout_rag.steps.ja.recording import CONNECTIVE, Sentence
from llama_index_layout_rag.steps.marking import NAME, MarkedText

SUBJECT = re.compile(r"が(?![らね])(?=[^、。]*$)")
ABILITY_END = re.compile(r"(?:でき|出来|可能(?:に[なり]{1,2})?|られ)(?:ます|る|です)?$|やすくなり?[まる]")
OUTCOME_END = re.compile(r"(?<![さら])[れけせえべめねげ]ます$|(?:[くに]なり|[くに]なる|直り|直る|治り)(?:ます)?$")
_ADVERSE = re.compile(
    r"""(?:こと|場合|恐れ|おそれ)があ[るり]|フリーズ|文字化け|難し|なくな[りるっ]|[てで]しま[いうっ]|動かなく|壊れ|失われ|故障|損傷|危険
      | エラー(?:メッセージ|画面)?[^、。]{0,40}?(?:が(?:表示|発生|出)|に[なり]|となり)""",
    re.VERBOSE,
)
_DAMAGE = re.compile(
    r"^(?!.*(?:ため|ので|から)、).*(?:[てで]しま[いうっ]|(?:破損|故障|損傷|変形|断線|短絡)し|壊れ|外れやす|原因に|危険)"
)
_SUFFICES = re.compile(r"ば(?:よ|良|いい)")
_HOLDING_VERBS = frozenset(("押さえる", "押える", "おさえる", "支える", "持つ", "つまむ", "保持する", "引っ張る"))
_COMPARING_VERBS = frozenset(("見る", "比べる", "考える", "兼ねる", "合わせる", *(f"{side}にする" for side in SIDES)))
"""Verbs that with て only say how or compared with what the next thing is done."""
_PROCESSING = tuple(verb for verb in PROCESSING_VERBS if verb.endswith("する"))
_SENTENCE_END = re.compile(r"[。\n]")
_CONTROL_NOUN = re.compile(r"(?:ボタン|アイコン|チェックボックス|メニュー|タブ|リンク|キー)を")


class OperationReader:
    """Reads operations with the words of one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    def read(self, predicate: Predicate, later: Sequence[Predicate], sentence: Sentence) -> None:
        """Read a predicate outside of conditions and results: what the user does, what the system does, or neither."""
        clause = predicate.clause
        coordinated = clause in COORDINATED
        if clause in (ClauseType.ABILITY, ClauseType.CAPABILITY) or predicate.potential:
            self._read_ability(sentence)
        elif clause is ClauseType.ADVICE and self._only_suffices(predicate, sentence):
            sentence.pending = []
        elif clause in (ClauseType.UNNEEDED, ClauseType.PROHIBITION, ClauseType.REASON, ClauseType.CONTRAST):
            _read_reason(predicate, sentence)
        elif clause in (ClauseType.PURPOSE, ClauseType.TOGETHER, ClauseType.NEGATIVE):
            pass  # To what end, with what or without what something is done.
        elif clause in (ClauseType.THEN, ClauseType.AFTER) and not predicate.by_user and any(p.by_user for p in later):
            sentence.record_operations()
            sentence.add_condition(predicate.clause_start, predicate.end, "event before the operation")
        elif (
            clause is ClauseType.AFTER
            and predicate.noun_start >= 0
            and later
            and later[-1].passive
            and not any(p.by_user for p in later)
        ):
            sentence.add_condition(predicate.clause_start, predicate.end, "action noun before an event")
        elif coordinated and later and (predicate.lemma in USE_VERBS or predicate.lemma in NON_OPERATIONS):
            if clause is not ClauseType.ALTERNATIVE:
                _pass_on_object(sentence.text, predicate, later[0])
        elif predicate.by_user and (coordinated or clause is ClauseType.ADVICE or clause in INSTRUCTIONS):
            self._read_action(predicate, later, sentence)
        elif not predicate.by_user and (clause is ClauseType.FINAL or (coordinated and not later)):
            _read_event(predicate, sentence)
        elif not predicate.by_user and coordinated and sentence.system_start < 0:
            sentence.system_start = predicate.clause_start

    def is_no_operation(self, marked: MarkedText, predicate: Predicate, chain_start: int) -> bool:
        """「先に焼くと味付けが難しくなる」 gives a reason, 「この機能を使うと…できます」 praises a feature."""
        text = marked.masked
        rest = rest_of_sentence(text, predicate)
        if predicate.clause is ClauseType.TO and _ADVERSE.search(rest):
            return True
        named = NAME in text[predicate.clause_start : predicate.start]
        able = ABILITY_END.search(rest) is not None
        if predicate.clause is ClauseType.MEANS and not self.lexicon.is_manual(predicate.lemma):
            chained = chain_start >= 0 and NAME in text[chain_start : predicate.start]
            control = _CONTROL_NOUN.search(text, predicate.clause_start, predicate.start) is not None
            if not (named or chained or control):
                return able or rest.rstrip("。").endswith(
                    ("する", "します")
                )  # 「照らし合わせることで、誤りを検出する」
        return predicate.lemma in USE_VERBS and not named and able

    def _only_suffices(self, predicate: Predicate, sentence: Sentence) -> bool:
        """「年度ごとに一度登録すればよい」 says that it is enough; what is done by hand is advised that way too."""
        if _SUFFICES.search(sentence.text, predicate.start, predicate.end) is None:
            return False
        manual = predicate.lemma in self.lexicon.manual_verbs or not predicate.lemma.endswith("する")
        return not manual and NAME not in sentence.before(predicate)

    def _read_ability(self, sentence: Sentence) -> None:
        """「［表示］を選択して確認できます」: with a control named, the clauses before are operations; else all is a feature."""
        text = sentence.text
        for predicate in sentence.pending:
            named = NAME in text[max(predicate.clause_start, predicate.floor) : predicate.start]
            if named or predicate.lemma in POINTING_VERBS:
                sentence.result_start = sentence.pending[-1].end
                sentence.found.operations += 1
                sentence.record_operations()
                break
        sentence.pending = []

    def _read_action(self, predicate: Predicate, later: Sequence[Predicate], sentence: Sentence) -> None:
        """Read what the user does; of a manner only the object counts, for the next verb."""
        found, clause = sentence.found, predicate.clause
        if clause is ClauseType.WHILE and predicate.lemma in MANNER_VERBS:
            if later and predicate.lemma in _HOLDING_VERBS:
                _pass_on_object(sentence.text, predicate, later[0])
            return
        compares = clause is ClauseType.TE_FORM and predicate.lemma in _COMPARING_VERBS
        if compares and later and not _sets_value(sentence.before(predicate), predicate):
            _pass_on_object(sentence.text, predicate, later[0])
            return
        final = clause is ClauseType.FINAL
        found.requests += clause in REQUESTS
        found.nominal_end = clause is ClauseType.NOMINAL
        found.plain_end = final and not predicate.polite
        found.polite_ends += final and predicate.polite
        sentence.pending.append(predicate)


def rest_of_sentence(text: str, predicate: Predicate) -> str:
    """Return the text after a predicate up to the end of its sentence."""
    stop = _SENTENCE_END.search(text, predicate.end)
    return text[predicate.end : stop.start() if stop else len(text)]


def causes_damage(text: str, predicate: Predicate) -> bool:
    """「濡れたまま重ねると貼り付いてしまいます」: what follows is a damage, and the sentence a warning."""
    return predicate.clause is ClauseType.TO and _DAMAGE.search(rest_of_sentence(text, predicate)) is not None


def is_visible_event(text: str, predicate: Predicate) -> bool:
    """Return whether the system does something that can be seen, at the end of a sentence or coordinated with that."""
    ends = predicate.clause is ClauseType.FINAL or predicate.clause in COORDINATED
    return ends and not predicate.by_user and not predicate.potential and _is_shown(text, predicate)


def _is_shown(text: str, predicate: Predicate, after_action: bool = False) -> bool:
    """Return whether the user sees what happens; a topic before it makes it a general statement."""
    before = text[predicate.clause_start : predicate.start].lstrip()
    subject = SUBJECT.search(before) is not None
    happens = after_action and predicate.passive and subject
    if predicate.resultative or not (happens or predicate.lemma in DISPLAY_VERBS):
        return False
    opening = CONNECTIVE.match(before)
    if TOPIC.search(before, opening.end() if opening else 0) or (predicate.lemma in ("なる", "成る") and not subject):
        return False
    return predicate.passive or predicate.lemma in INTRANSITIVE_VERBS or subject


def _read_reason(predicate: Predicate, sentence: Sentence) -> None:
    """Drop what need not or must not be done; a reason that can be seen (「画面が開くので」) is a result."""
    if predicate.clause is ClauseType.REASON:
        starts = predicate.lemma in AMBITRANSITIVE_VERBS and "を" not in sentence.before(predicate)
        if starts or (not predicate.by_user and _is_shown(sentence.text, predicate, after_action=True)):
            sentence.record_operations()
            sentence.add_result(predicate.clause_start, predicate.end, "visible reason")
    sentence.pending = []


def _read_event(predicate: Predicate, sentence: Sentence) -> None:
    """Read what the system does at the end of a sentence: an operation that the user has it do, or a result."""
    pending = sentence.pending
    by_control = any(NAME in sentence.before(p) for p in pending)
    bare = bool(pending) and pending[-1].clause is ClauseType.TE_FORM and not sentence.before(predicate).strip()
    processes = predicate.lemma in PROCESSING_VERBS or predicate.lemma.endswith(_PROCESSING)
    if (by_control or bare) and predicate.clause is ClauseType.FINAL and processes and not predicate.passive:
        sentence.pending.append(predicate)  # 「音源を選んで解析します」, 「『書出』を押してMIDIに変換します」
        return
    linked = all(p.clause in (ClauseType.TE_FORM, ClauseType.CONTINUATIVE) for p in pending)
    if linked and predicate.lemma not in ("従う", "参照する", "注意する"):  # 「窓を開け、掲示に従います」
        sentence.pending = []
    if _is_shown(sentence.text, predicate, after_action=bool(sentence.found.actions)):
        first = predicate.clause_start if sentence.system_start < 0 else sentence.system_start
        sentence.add_result(first, predicate.end, "visible event")
    sentence.system_start = -1


def _sets_value(before: str, predicate: Predicate) -> bool:
    """「ダイヤルを「0000」に合わせて」: with a value or a mark named, it is an operation and no manner."""
    if predicate.lemma.endswith("にする"):
        return False  # 「裏面を上にして」
    position = last_object_particle(before)
    aimed = position > 0 and GOAL.search(before, 0, position) is not None  # 印に針を合わせて
    valued = NAME in before[position:] or any(c.isdigit() for c in before[position:])
    return position >= 0 and (aimed or valued)


def _pass_on_object(text: str, predicate: Predicate, heir: Predicate) -> None:
    """「値を環境に合わせて書き換える」: the object of a manner belongs to the next verb."""
    segment = text[predicate.clause_start : predicate.start]
    position = last_object_particle(segment)
    bare = "を" not in text[heir.clause_start : heir.start]
    if position >= 0 and (bare or GOAL.search(segment, position) is not None):
        heir.clause_start = predicate.clause_start
