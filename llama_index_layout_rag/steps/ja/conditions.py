"""Reads the conditions of a Japanese sentence: where each begins, and which of them only introduce an operation."""

from __future__ import annotations

import re
from collections.abc import Sequence

from llama_index_layout_rag.steps.ja.clauses import (
    CONDITIONS,
    REQUESTS,
    ClauseType,
    Predicate,
    skip_particles,
)
from llama_index_layout_rag.steps.ja.lexicon import INTRANSITIVE_VERBS, MANNER_VERBS, USE_VERBS, Lexicon
from llama_index_layout_rag.steps.ja.objects import TOPIC
from llama_index_layout_rag.steps.ja.operations import ABILITY_END, OUTCOME_END, SUBJECT, is_visible_event
from llama_index_layout_rag.steps.ja.recording import Sentence

COMPLETED = re.compile(r"(?:完成|完了|終了|終わり|OK|おしまい)\s*(?:です|となります|だ)?$")
"""What closes a procedure: 「…すれば完成です」."""
_CHECK_OUTCOME = re.compile(
    r"(?:正常に|正しく|問題なく|無事)[^、。]{0,12}(?:てい|ました|です|ます)|(?:OK|完了|完成|正常|成功|良好|合格|問題(?:ない|ありま)|大丈夫)\s*(?:です|$|であ|と|ませ)"
)
_TIMES = frozenset({ClauseType.BEFORE, ClauseType.TIME_AFTER, ClauseType.UNTIL, ClauseType.EACH_TIME})
_IFS = frozenset({ClauseType.CONDITION, ClauseType.TARA, ClauseType.BA, ClauseType.UNLESS})
_LINKS = frozenset({ClauseType.TE_FORM, ClauseType.CONTINUATIVE})


class ConditionReader:
    """Reads conditions with the words of one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    def read(self, predicate: Predicate, later: Sequence[Predicate], sentence: Sentence) -> None:
        """Read a condition; the coordinated clause before it belongs to it when the user continues acting (「AしてBする場合」)."""
        text = sentence.text
        if _only_dates(predicate, later, sentence) or _describes_manner(predicate, later, sentence):
            return
        if sentence.result_start >= 0:
            sentence.add_result(sentence.result_start, predicate.clause_start, "before a condition")
            sentence.result_start = skip_particles(text, predicate.end, sentence.end)
        if self._is_operation(predicate, later, sentence):
            sentence.pending.append(predicate)
            sentence.found.operations += 1
            sentence.record_operations()
            rest = text[skip_particles(text, predicate.end, sentence.end) : sentence.end]
            sentence.result_start = predicate.end if COMPLETED.match(rest) is None else -1
            return
        if predicate.clause in _IFS and _CHECK_OUTCOME.match(text, skip_particles(text, predicate.end, sentence.end)):
            sentence.pending = [p for p in sentence.pending if p.lemma not in MANNER_VERBS]
            sentence.record_operations()
            sentence.add_result(predicate.clause_start, sentence.end, "check outcome")
            sentence.closed = True
            return
        first = self._start(predicate, sentence)
        first = _after_ellipsis(first, predicate, sentence)
        first = _after_object(first, predicate, later, sentence)
        previous = sentence.previous
        limited = previous is not None and previous.clause in CONDITIONS and not previous.lemma
        if previous is not None and limited and sentence.found.conditions:
            if_one = "、" not in text[previous.end : predicate.start]
            first = sentence.found.conditions.pop()[0] if if_one else first  # 運転中に異音がした場合
        first = _after_topic(text, first, predicate)
        sentence.add_condition(first, predicate.end, predicate.clause.value if predicate.lemma else "marker word")

    def _is_operation(self, predicate: Predicate, later: Sequence[Predicate], sentence: Sentence) -> bool:
        """「油を差せば滑らかになります」, 「縫い合わせれば完成です」: an operation in the form of a condition."""
        if predicate.clause is not ClauseType.BA or not predicate.by_user:
            return False
        text = sentence.text
        rest = text[skip_particles(text, predicate.end, sentence.end) : sentence.end]
        acts, chained = "を" in sentence.before(predicate), bool(sentence.pending)
        if COMPLETED.match(rest) is not None:
            return acts or predicate.lemma not in INTRANSITIVE_VERBS
        if any(p.clause is ClauseType.TO or p.clause in REQUESTS for p in later):
            return False
        outcome, able = OUTCOME_END.search(rest) is not None, ABILITY_END.search(rest) is not None
        if predicate.lemma in USE_VERBS and (able or outcome):
            return False  # 「Aを使えば楽に運べます」 praises A
        if able and (chained or (acts and self.lexicon.is_manual(predicate.lemma))):
            return True  # 「湯をかけ、こすれば落とせます」
        if not acts and not chained and predicate.lemma not in self.lexicon.manual_verbs:
            return outcome and predicate.clause_start < predicate.start
        return outcome or (bool(later) and all(is_visible_event(text, p) for p in later))

    def _start(self, predicate: Predicate, sentence: Sentence) -> int:
        """Return where a condition begins: with the coordinated clauses before it, or after the operations in them."""
        pending = sentence.pending
        if pending and all(p.clause in _LINKS for p in pending) and _continues(sentence, pending[-1], predicate):
            sentence.pending = []
            return pending[0].clause_start
        sentence.record_operations()
        first = predicate.clause_start
        if sentence.system_start >= 0 and predicate.clause in _IFS:
            first, sentence.system_start = sentence.system_start, -1  # 連続して発生した場合
        previous = sentence.previous
        if previous is not None and previous.clause is ClauseType.NEGATIVE:
            parted = not predicate.lemma and sentence.text[previous.end : previous.end + 1] == "、"
            return first if parted else previous.clause_start  # 保存せずに終了する場合
        return first


def _continues(sentence: Sentence, last: Predicate, predicate: Predicate) -> bool:
    """Return whether a coordinated clause is a part of the condition: 「複写して転送する場合」."""
    text = sentence.text
    comma = text[last.end : last.end + 1] == "、"
    shared = comma and predicate.start == last.end + 1  # 「複写、転送する場合」
    action_noun = not shared and not last.light and last.noun_start == last.start  # 「…に設置、Bの場合は…」
    if (not predicate.lemma and comma) or predicate.clause in (ClauseType.TARA, ClauseType.UNTIL) or action_noun:
        return False
    if predicate.by_user:
        return True
    clause = sentence.before(last)
    complete = comma and ("を" in clause or TOPIC.search(clause) is not None)
    return predicate.clause is ClauseType.CONDITION and not complete and not SUBJECT.search(sentence.before(predicate))


def _describes_manner(predicate: Predicate, later: Sequence[Predicate], sentence: Sentence) -> bool:
    """「…を押すと、絞り込んだ状態で一覧が表示されます」: how something happens, and no limit."""
    parted = sentence.text[predicate.end : predicate.end + 1] == "、"
    return predicate.clause is ClauseType.STATE and not parted and bool(later) and not any(p.by_user for p in later)


def _only_dates(predicate: Predicate, later: Sequence[Predicate], sentence: Sentence) -> bool:
    """「…すると、起動後に一覧が開きます」: a time without a verb or comma inside a result or a warning."""
    text = sentence.text
    if predicate.lemma or not later or text[predicate.end : predicate.end + 1] == "、":
        return False
    dates = text[predicate.end - 1 : predicate.end] == "に"
    return dates and (sentence.result_start >= 0 or later[0].clause is ClauseType.CAUTION)


def _after_ellipsis(first: int, predicate: Predicate, sentence: Sentence) -> int:
    """「可ならばAを、不可の場合はBを選ぶ」: A is an object of the last verb, the second condition begins after it."""
    gap = sentence.text.rfind("を、", first, predicate.start)
    if gap >= 0 and sentence.found.conditions and predicate.clause is not ClauseType.UNTIL:
        sentence.ellipsis.append((first, gap))
        return gap + 2
    return first


def _after_object(first: int, predicate: Predicate, later: Sequence[Predicate], sentence: Sentence) -> int:
    """「温度を始業前に記録する」, 「ドアを音がするまで押す」: the object is that of the next verb."""
    text = sentence.text
    until = predicate.clause is ClauseType.UNTIL
    position = text.rfind("を", first, predicate.start)
    if position < 0 or not later or not (later[0].by_user or until) or (predicate.lemma and not until):
        return first
    if until and predicate.by_user and text.rfind("が", first, predicate.start) < position:
        return first
    if "を" in text[predicate.end : later[0].start] or (not until and text[predicate.end : predicate.end + 1] == "、"):
        return first
    later[0].clause_start = later[0].floor = first
    later[0].by_user = later[0].by_user or (later[0].clause is ClauseType.FINAL and not later[0].passive)
    return position + 1


def _after_topic(text: str, first: int, predicate: Predicate) -> int:
    """「フィルターは使用前に点検する」: where a time is given, the topic before it belongs to the next verb."""
    if predicate.lemma and predicate.clause not in _TIMES:
        return first
    topic = text.rfind("は", first, predicate.start)
    return (
        topic + 1
        if topic > first and text[topic - 1] not in "をにへでと" and text[topic + 1 : topic + 2] != "ん"
        else first
    )
