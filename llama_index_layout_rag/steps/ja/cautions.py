"""Reads the warnings of a Japanese sentence, and keeps the operations before them or because of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from llama_index_layout_rag.steps.ja.clauses import INSTRUCTIONS, LIGHT_VERBS, ClauseType, Predicate, skip_particles
from llama_index_layout_rag.steps.ja.lexicon import MANNER_VERBS, Lexicon, alternatives
from llama_index_layout_rag.steps.ja.objects import TOPIC
from llama_index_layout_rag.steps.ja.recording import REASON_TAIL, ItemFindings, trim
from llama_index_layout_rag.steps.marking import ASIDE, MarkedText, strip_range

ReadSentence = Callable[[MarkedText, int, int, ItemFindings, "tuple[str, int] | None"], None]

_DAMAGE = """(?:破損|破壊|故障|損傷|感電|火災|発火|発煙|けが|ケガ|怪我|やけど|火傷|事故|劣化|変形|変色|腐食|誤[動作]作
    |漏電|漏水|水漏れ|漏洩|死亡|重傷|失明|窒息|転倒|転落|落下|爆発|破裂|中毒|感染|汚染|断線|短絡|ショート|過熱|焼損|消失|紛失|暴走|飛散)"""
_RISK = "(?:(?:こと|恐れ|おそれ|危険性?|可能性|場合)[がも](?:あ(?:り|る(?!場合|とき|時|際))|高)|かね(?:ま|な)|かもしれ)"
_CAUTION = rf"""
    (?P<prohibition>
        ないで(?:下さい|ください|ほしい) | [てで]は(?:いけ|なりませ|ならない|だめ|ダメ)  # 触れないでください
      | な(?<![がの]な)い(?:よう|様)(?:に(?!設計|なって|作られ|工夫|配慮|する(?:に|た|場|と|こと))|、|ご|お|$
          |(?=[一-龯ァ-ヴ]))  # 触れないように
      | 禁止(?!する(?:に|ため|場合|とき)|[札区]|タグ|表示|エリア|マーク|事項|リスト)|厳禁|禁物|べきではな|決して
          |ないこと(?={ASIDE}*$)  # 火気厳禁
      | ご遠慮(?:下さい|ください|願)|お?控え(?:て)?(?:下さい|ください)  # ご遠慮ください
      | を[^、。をはが]{{1,14}}(?<!でき)(?<!れ)(?<!いら)(?<!要ら)ない$ | は(?:絶対に|決して)?(?:再?使用し|使わ|分解し|改造し
          |行わ|放置し|近づけ|触ら|触れ)ない$  # 蓋を開けない
      | な(?<=[るうくすつむぶぐ]な)$ )  # 触るな
  | (?P<care>
        注意(?:して|する|し、|が必要|を払|します|しながら|しましょ|願|ください|下さい)|(?<!の)注意(?:$|。)  # 注意してください
      | 気を(?:つけ|付け)|気をお付け|留意(?:ください|下さい|して|する|が必要)|用心し )  # 気をつけて
  | (?P<consequence>
        (?:そうしないと|さもないと) | [るたのな](?:原因|要因)[にと]な[りる]  # 故障の原因になります
      | 危険(?:です|で(?:あ|す)|性?が?あ[りる]|を伴|な(?:ため|ので|場合)) | (?:恐れ|おそれ)があ(?!る(?:場合|とき|時|際))  # 危険です
      | (?:けが|ケガ|怪我|やけど|火傷|負傷)を(?:する|し(?!た)|負|招)  # けがをする
      | {_DAMAGE}(?:する(?!前|まで|とき|時|場合[、はに]|(?:恐れ|おそれ|可能性)の)|し(?!た|て(?:い|お|しまった)|ない|なか|に
          |ませ|まし|づら)  # 破損する
          |(?:さ[れせ]|が?(?:発生|起き|生じ)|を(?:起こ|引き起こ|招))?[^、。]{{0,4}}?{_RISK}
          |を負|につなが|に至|の(?:原因|恐れ|おそれ|可能性)|を(?:招|起こ|引き起こ)|[にと]なる)
      | (?:壊|割|折|破|焦|溶|剥が|はが)[れげけ]ます  # 壊れます
      | (?:壊|割|折|破|外|取|剥が|漏|溶|焦|燃|汚|消え|失わ|転|倒|落ち|溢|あふ)[れげえけち]?る?(?:(?:こと|恐れ|おそれ|可能性
          |場合)が|ため、|ので|てしま|やす)  # 外れやすい
      | 失われます|傷(?:が?(?:つ|付)|め)(?![かけき]?(?:な|ず|に)) )  # 傷つけます
"""
CAUTION_LABEL = re.compile(
    r"""[※■▲△⚠！!\s]*
        (?:[【\[［<＜「《]\s*(?:警告|ご?注意|危険|警告事項|注意事項|使用上の注意|重要)\s*[】\]］>＞」》][:：]?  # 【警告】
          |(?:警告|ご?注意|危険|警告事項|注意事項|使用上の注意)\s*[:：!！]  # 注意：
          |(?:警告|危険|注意)[\s\u3000]+(?=[^\s]))  # 警告 高温です
        \s*(?=.{4})""",
    re.VERBOSE,
)
"""A signal word: the sentence that it opens is a warning as a whole."""
_ATTENTIVE = re.compile(
    r"""注意(?:して|しながら|し(?=、)) | 気を(?:つけ|付け)(?:て|ながら)
      | (?<![がの])ない(?:よう|様)(?:に)?(?:[、,]?(?:十分|充分)?に?(?:ご)?(?:注意し(?:て|ながら|(?=、))|気を(?:つけ|付け)(?:て
          |ながら)))?""",
    re.VERBOSE,
)
"""An adverbial clause that warns beside an operation: 「注意して組み立てます」."""
_LIMITS = frozenset(
    {
        ClauseType.CONDITION,
        ClauseType.TARA,
        ClauseType.BA,
        ClauseType.UNTIL,
        ClauseType.BEFORE,
        ClauseType.TIME_AFTER,
    }
)
_LINKS = frozenset({ClauseType.CONTINUATIVE, ClauseType.TE_FORM, ClauseType.THEN, ClauseType.AFTER})


class CautionReader:
    """Reads warnings; `read_sentence` reads what is none."""

    def __init__(self, lexicon: Lexicon, noun_line: re.Pattern[str], read_sentence: ReadSentence) -> None:
        added = f"|(?P<added>{alternatives(lexicon.caution_words)})" if lexicon.caution_words else ""
        self._caution = re.compile(_CAUTION + added.replace(" ", "[ ]"), re.VERBOSE)
        self._noun_line = noun_line
        self._read_sentence = read_sentence

    def warns(self, text: str) -> bool:
        """Return whether a text contains a word of warning."""
        return self._caution.search(text) is not None

    def find(self, marked: MarkedText, sentences: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return the sentences that forbid or warn; after a signal word at the beginning all of them."""
        whole = labelled_sentences(marked, sentences)
        if whole:
            return [trim(marked, start, end, connective=False) for start, end in whole]
        found = []
        for start, end in sentences:
            if self._caution.search(marked.masked, start, end) or CAUTION_LABEL.match(marked.folded, start, end):
                found.append(trim(marked, start, end, connective=False))
        return found

    def read(self, marked: MarkedText, predicates: list[Predicate], start: int, end: int, found: ItemFindings) -> bool:
        """Record the warnings of a sentence; return True when it holds nothing but a warning.

        「注意して組み立てます」 warns only with its adverbial clause; otherwise the whole sentence is the warning.
        """
        if CAUTION_LABEL.match(marked.folded, start, end) is not None:
            found.add_caution(marked, *trim(marked, start, end, connective=False), rule="signal word")
            return True
        warning, rule = self._warning(marked.masked, predicates, start, end)
        if warning < 0 or _warns_in_passing(marked, predicates, start, warning, found):
            return False
        split = _operations_end(marked, predicates, start, warning)
        for line in self._noun_line.finditer(marked.masked, split, warning):
            split = line.end()
        if split > start:
            self._read_sentence(marked, start, split, found, None)
            start = split
        reason = _reason(predicates, warning)
        if reason is not None:
            first, last = trim(marked, start, reason.end)
            tail = REASON_TAIL.search(marked.masked[first:last])
            found.add_caution(marked, first, first + tail.start() if tail is not None else last, rule=rule)
            self._read_sentence(marked, reason.end, end, found, None)
            return True
        for predicate in predicates:
            if start < predicate.end <= warning and predicate.clause in _LIMITS:
                first, last = trim(marked, predicate.clause_start, predicate.end)
                found.conditions.append((first, last))
        found.add_caution(marked, *trim(marked, start, end, connective=False), rule=rule)
        return True

    def _warning(self, text: str, predicates: Sequence[Predicate], start: int, end: int) -> tuple[int, str]:
        """Return where a word of warning is, or what the user is told not to do (「動かさない。」), and the rule; else -1."""
        match = self._caution.search(text, start, end)
        if match is not None:
            return match.start(), match.lastgroup or "caution word"
        last = predicates[-1] if predicates else None
        if last is None or last.clause is not ClauseType.NEGATIVE or not last.by_user or last.potential:
            return -1, ""
        first, stop = strip_range(text, last.end, end)
        return (last.start, "prohibition") if first == stop and text[: last.end].endswith("ない") else (-1, "")


def labelled_sentences(marked: MarkedText, sentences: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the sentences of an item that a signal word opens, the first with that word; none of any other item."""
    label = CAUTION_LABEL.match(marked.folded)
    if label is None:
        return []
    rest = [(max(start, label.end()), end) for start, end in sentences if end > label.end()]
    return [(0, rest[0][1]), *rest[1:]] if rest else []


def _warns_in_passing(
    marked: MarkedText, predicates: Sequence[Predicate], start: int, warning: int, found: ItemFindings
) -> bool:
    """Record the adverbial clause of 「注意して組み立てます」 and take it out of the clauses."""
    attentive = _ATTENTIVE.match(marked.masked, warning)
    if attentive is None or not any(_acts(p) and p.start >= attentive.end() for p in predicates):
        return False
    before = [
        p.end
        for p in predicates
        if p.end <= warning and p.clause is not ClauseType.ADNOMINAL and _parts(marked.masked, p)
    ]
    clause_start = skip_particles(marked.masked, max([start, *before]), warning)
    topic = TOPIC.search(marked.masked, clause_start, warning)
    clause_start = topic.end() if topic is not None else clause_start
    found.add_caution(marked, *trim(marked, clause_start, attentive.end()), rule="adverbial clause")
    for predicate in predicates:
        if topic is None and predicate.clause_start < attentive.end() <= predicate.end:
            predicate.clause_start = attentive.end()
        if predicate.start < attentive.end() and predicate.end > warning:
            predicate.clause = ClauseType.CAUTION
    return True


def _acts(predicate: Predicate) -> bool:
    """Return whether the user does something that has a name: 「倒れないように支えながら行う」 names nothing else."""
    manner = predicate.clause is ClauseType.WHILE and predicate.lemma in MANNER_VERBS
    return predicate.by_user and predicate.lemma not in LIGHT_VERBS and not manner


def _parts(text: str, predicate: Predicate) -> bool:
    """Return whether a clause ends here; a time without verb or comma (「停電後に…しないよう」) belongs to what follows."""
    return bool(predicate.lemma) or text[predicate.end - 1] != "に" or text[predicate.end : predicate.end + 1] == "、"


def _reason(predicates: Sequence[Predicate], warning: int) -> Predicate | None:
    """「押し込むと破損するため、ゆっくり挿入してください」: the clause that warns and is the reason of what follows."""
    for index, predicate in enumerate(predicates):
        if predicate.clause in (ClauseType.REASON, ClauseType.PURPOSE) and predicate.end > warning:
            told = any(p.by_user and p.clause in INSTRUCTIONS for p in predicates[index + 1 :])
            return predicate if told and predicate.clause_start <= warning else None
    return None


def _operations_end(marked: MarkedText, predicates: Sequence[Predicate], start: int, warning: int) -> int:
    """「カバーを外し、内部に触れないでください」: where the operations end and the warning begins."""
    split = start
    for predicate in predicates:
        segment = marked.masked[split : predicate.start]
        acts = "を" in segment or TOPIC.search(segment) is not None
        comma = marked.masked[predicate.end : predicate.end + 1] == "、"
        if predicate.clause in _LINKS and predicate.by_user and acts and comma and predicate.end < warning:
            split = predicate.end
    return split
