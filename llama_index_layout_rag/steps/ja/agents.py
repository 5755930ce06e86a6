"""Who acts in a Japanese sentence that mostly prints no subject: the user of the manual, or the system and things.

The rules form one ordered table; the first that knows the answer decides, and its name is kept with the predicate.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from llama_index_layout_rag.steps.ja.clauses import COORDINATED, REQUESTS, ClauseType, Predicate
from llama_index_layout_rag.steps.ja.lexicon import (
    AMBITRANSITIVE_VERBS,
    INTRANSITIVE_VERBS,
    NON_OPERATIONS,
    PROCESSING_VERBS,
    SUMMARY_VERBS,
    USE_VERBS,
)
from llama_index_layout_rag.steps.marking import NAME, MarkedText

MOTION_VERBS = frozenset(("戻る", "移る", "飛ぶ", "進む"))
"""Verbs of going that send the user to a step or page that is named: 「手順2に戻る」."""
WRITING_VERBS = frozenset(("記載する", "記述する", "掲載する"))
CHECKING_VERB = re.compile(
    r"""[一-龯ァ-ヴー]*(?:確認|チェック|点検|検査)する$|確かめる|調べる|見る|見極める|監視する|待つ|待機する|[測計量]る|記録する|報告する|連絡する""",
    re.VERBOSE,
)
"""Verbs of looking whether something is so."""

_PROCESSING = tuple(verb for verb in PROCESSING_VERBS if verb.endswith("する"))
_SUBJECT = re.compile(r"が(?![らね])(?=[^、。]*$)(?!.*(?:ない(?:よう|様)|[なのいたる](?:方|人)は))")
_PERSON = re.compile(
    r"(?:ユーザー?|利用者|使用者|管理者|作業者|操作者|担当者?|係員|オペレーター?|お客様|自分|ご自身)が(?=[^、。]*$)"
)
_SYSTEM = re.compile(
    r"""(?:本|当)?(?:システム|ツール|ソフト(?:ウェア)?|アプリ(?:ケーション)?|サーバー?|機能|装置|機器|デバイス|プログラム|インストーラー?|ウィザード
        |ブラウザー?|プラグイン)[はが]
      | (?:この|本|当)(?:コマンド|関数|マクロ|オプション|設定|処理|操作)[はが]""",
    re.VERBOSE,
)
_OPENED = re.compile(
    r"""(?:画面|ダイアログ|ウィンドウ|ウインドウ|メニュー|ページ|タブ|一覧表?|リスト|パネル|バー|地図|図|フォルダー?|ファイル|文書|詳細|履歴
        |プレビュー|設定|項目|欄|レイヤー?|プロンプト|ツール)を[^をがは、]{0,16}$""",
    re.VERBOSE,
)
"""What is opened with 表示する, where the system shows anything else."""
_GOAL = re.compile(r"[にへ](?!つい|より|よっ|よる|対|関|基づ|従|応)")
_STEP_AS_GOAL = re.compile(r"(?:手順|ステップ|工程|作業|項目|最初|[0-9①-⑳])[^、]{0,12}[へに]\s*$")
_CONTENT_CLAUSE = re.compile(r"(?:(?:こと|の)を|か(?:どうか)?を?|こと(?=\s*$))[^をがは、]{0,10}$")
_WRITTEN_INTO = re.compile(
    rf"(?<=[一-龯ァ-ヴーA-Za-z{NAME}])(?<!以下)(?<!下記)(?<!次)(?<![章節項])[にへ](?:[^、。はがにへ]{{0,24}}を)?\s*$"
)
_WHOLE = re.compile(rf"(?:では|には|において)、|[A-Za-zァ-ヴー{NAME}]では(?!な)")
"""A whole work, document or thing as the topic: 「本工程では、再生紙を使用します。」"""
_OFFER = re.compile(r"させて(?:いただ|頂)")


@dataclass(slots=True)
class _Clause:
    """A predicate with what the rules look at.

    Attributes:
        marked: The item.
        predicate: The predicate.
        previous: The predicate before it.
        before: The text from the beginning of its clause to the verb.
        inner: The same without the relative clauses in it: 「ボタンを」 of 「光るボタンを押す」.
        named: Whether a name in brackets precedes the verb.
        has_object: Whether an object of its own precedes the verb.
    """

    marked: MarkedText
    predicate: Predicate
    previous: Predicate | None
    before: str
    inner: str
    named: bool
    has_object: bool

    @property
    def continues_user(self) -> bool:
        """Whether the user is the agent of the clause that this one is coordinated with."""
        return self.previous is not None and self.previous.by_user and self.previous.clause in COORDINATED


def decide_agent(marked: MarkedText, predicate: Predicate, previous: Predicate | None) -> tuple[bool, str]:
    """Return whether the user is the agent of a predicate whose clause is known, and the rule that decided."""
    before = marked.masked[predicate.clause_start : predicate.start]
    inner = marked.masked[max(predicate.floor, predicate.clause_start) : predicate.start]
    clause = _Clause(marked, predicate, previous, before, inner, NAME in before, "を" in inner)
    for rule, clauses, verbs in _RULES:
        if (clauses is None or predicate.clause in clauses) and (verbs is None or predicate.lemma in verbs):
            decision = rule(clause)
            if decision is not None:
                return decision, rule.__name__.removeprefix("_")
    # Nothing but a subject of its own (「相手が紐を結ぶ」) speaks against the user.
    return _SUBJECT.search(inner) is None, "subject"


def _relates(clause: _Clause) -> bool | None:
    """「代金は送料を含む。」: a verb that only relates things or refers elsewhere; 「標準液を用いること」 is requested."""
    predicate = clause.predicate
    requested = predicate.clause in REQUESTS or (predicate.clause is ClauseType.FINAL and not predicate.polite)
    return None if requested and predicate.lemma in ("従う", "用いる", "除く") else False


def _writes(clause: _Clause) -> bool | None:
    """「備考欄に理由を記載する。」: the user writes where a place to write is named; else it is the manual that does."""
    predicate = clause.predicate
    return not predicate.resultative and not predicate.passive and _WRITTEN_INTO.search(clause.inner) is not None


def _offers(clause: _Clause) -> bool | None:
    """「後日こちらから連絡させていただきます。」: whoever wrote the manual offers to do it."""
    text, predicate = clause.marked.masked, clause.predicate
    return False if _OFFER.search(text, predicate.start, predicate.end) is not None else None


def _is_requested(clause: _Clause) -> bool | None:
    """「栓を緩めてください。」: not a request for a state (「火が消えている必要があります」) or an event (「水が抜けること」)."""
    predicate = clause.predicate
    if predicate.passive or predicate.potential:
        return False
    if predicate.resultative and predicate.clause is ClauseType.OBLIGATION:
        return False
    return predicate.lemma not in INTRANSITIVE_VERBS or _SUBJECT.search(clause.inner) is None


def _sums_up(clause: _Clause) -> bool | None:
    """「結果を比較すると、差は小さい。」: leads on to what the manual says."""
    return False


def _is_state_or_ability(clause: _Clause) -> bool | None:
    """「札が貼られています。」, 「色も選べます。」, 「この蓋は外しやすい。」: how something is, or what can be done."""
    predicate = clause.predicate
    stative = predicate.passive or predicate.potential or predicate.resultative
    return False if stative or predicate.clause is ClauseType.CAPABILITY else None


def _has_no_verb(clause: _Clause) -> bool | None:
    """「雨天の場合は」: nobody acts in a condition or reason without a verb."""
    return False


def _processes_data(clause: _Clause) -> bool | None:
    """「平均値を算出します。」: what software does to data, unless a control is named or the item is a list of commands."""
    predicate = clause.predicate
    if clause.named or clause.marked.commands:
        return None
    return False if predicate.lemma in PROCESSING_VERBS or predicate.lemma.endswith(_PROCESSING) else None


def _describes_use(clause: _Clause) -> bool | None:
    """「本工程では、再生紙を使用します。」: what a whole work, thing or document uses."""
    return False if _WHOLE.search(clause.before) is not None else None


def _is_shown(clause: _Clause) -> bool | None:
    """「水温の変化を表示します。」: the system shows a value; screens, lists and files are opened by the user."""
    if clause.named or not clause.predicate.lemma.endswith("表示する"):
        return None
    return None if clause.continues_user or _OPENED.search(clause.before) is not None else False


def _follows_event(clause: _Clause) -> bool | None:
    """「桶があふれて停止します。」: coordinated with what a thing does."""
    previous = clause.previous
    if previous is None or previous.by_user or previous.clause not in COORDINATED or clause.before.strip():
        return None
    happens = _SUBJECT.search(clause.marked.masked[previous.clause_start : previous.start]) is not None
    return False if happens else None


def _is_system(clause: _Clause) -> bool | None:
    """「サーバーが控えを作成する。」: as a topic only with an object (「アプリは終了する」 says what to do with it)."""
    system = _SYSTEM.search(clause.before)
    return False if system is not None and (clause.has_object or system.group()[-1] == "が") else None


def _starts_by_itself(clause: _Clause) -> bool | None:
    """「起動すると、音が鳴ります。」: a thing does what people do to it as well, as no object is printed."""
    if clause.has_object or clause.named:
        return None
    if clause.continues_user and not clause.before.strip():
        return True
    return _GOAL.search(clause.before) is not None and _SUBJECT.search(clause.before) is None


def _happens(clause: _Clause) -> bool | None:
    """「泡が消えて色が薄れる。」, 「カチッと鳴るまで」: what happens to things; not a way through steps (「手順3へ戻る」)."""
    predicate = clause.predicate
    if clause.has_object and predicate.clause is not ClauseType.UNTIL:
        return None
    goes = predicate.lemma in MOTION_VERBS and _STEP_AS_GOAL.search(clause.before) is not None
    return None if goes else False


def _is_person(clause: _Clause) -> bool | None:
    """「利用者が氏名を記入する。」: a person in a role is the user."""
    return True if _PERSON.search(clause.before) is not None else None


def _checks(clause: _Clause) -> bool | None:
    """「針が動くことを確かめる。」: the subject is that of what the user looks into."""
    checks = clause.has_object or CHECKING_VERB.match(clause.predicate.lemma) is not None
    return True if checks and _CONTENT_CLAUSE.search(clause.before) is not None else None


_FINAL = frozenset({ClauseType.FINAL})
_TO = frozenset({ClauseType.TO})
_RULES: tuple[tuple[Callable[[_Clause], bool | None], frozenset[ClauseType] | None, frozenset[str] | None], ...] = (
    # In the order in which they are asked, each with the clause types and the verbs that it knows (None: all).
    (_relates, None, NON_OPERATIONS),
    (_writes, _FINAL | _TO, WRITING_VERBS),
    (_offers, None, None),
    (_is_requested, REQUESTS, None),
    (_sums_up, _TO, SUMMARY_VERBS),
    (_is_state_or_ability, None, None),
    (_has_no_verb, None, frozenset({""})),
    (_processes_data, _FINAL, None),
    (_describes_use, _FINAL | {ClauseType.NOMINAL}, USE_VERBS),
    (_is_shown, _FINAL, None),
    (_follows_event, _FINAL, None),
    (_is_system, None, None),
    (_starts_by_itself, _TO, AMBITRANSITIVE_VERBS),
    (_happens, None, INTRANSITIVE_VERBS),
    (_is_person, None, None),
    (_checks, None, None),
)
"""Each rule answers True (the user acts), False (somebody or something else does) or None (it does not know)."""
