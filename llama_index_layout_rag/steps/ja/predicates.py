"""Finds the predicates of a Japanese sentence.

Listed verbs in any inflection, noun + する, unlisted verbs by their okurigana, nouns that name an action.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from llama_index_layout_rag.steps.ja.agents import decide_agent
from llama_index_layout_rag.steps.ja.clauses import (
    CONDITIONS,
    LIGHT_VERBS,
    PARTICLES,
    REQUESTS,
    ClauseType,
    Predicate,
    skip_particles,
)
from llama_index_layout_rag.steps.ja.inflection import AUXILIARIES, UNLISTED_VERB, Stem, suffix_at, unlisted_verb
from llama_index_layout_rag.steps.ja.lexicon import (
    INTRANSITIVE_VERBS,
    NON_OPERATIONS,
    SHORT_SAHEN_NOUNS,
    Lexicon,
    alternatives,
)
from llama_index_layout_rag.steps.marking import ASIDE, NAME, MarkedText

_STEM_END = "いきしちみりびぎえけせねめれべげじて"
_NOUN = "一-龯ァ-ヴー"
_DEVERBAL = f"[{_NOUN}]{{1,8}}[{_STEM_END}](?:[一-龯]{{1,2}}[{_STEM_END}]?)?"
"""A noun made of verb stems, with its okurigana: 取り付け, 差し替え."""

_AMOUNT = re.compile(
    r"""
    (?:(?<![0-9A-Za-z.])[0-9]+(?:\.[0-9]+)?|[もい][うま]一|一|二|三|両|数)\ ?  # 5, もう一
    (?:秒間?|分(?![割岐解類散析])間?|時間|週間|日間|回(?![転路線収数答])|度(?![数合])|枚(?!目)|本(?![目体機])|個(?![別体])|部(?![屋品分])|名(?!前)
      |箇所|か所|往復|[mckµμMG]?(?:m|L|g|A|V|W|Hz)|℃|%|％|段(?![階取差積重])|文字|ページ)  # 秒
    (?:(?:以上|以内|以下|程度|ほど|ずつ|くらい)+(?=[一-龯ァ-ヴぁ-ん])|(?=[一-龯ァ-ヴ]|すす|たた|こす|ねじ|しぼ))  # 以上
    """,
    re.VERBOSE,
)
"""An amount solid before a verb: 「5秒以上長押しする」."""

_BARE_CONDITION = re.compile(
    rf"""
      (?:場合|とき|時|際)に(?:限り|限って|のみ)(?=、|[^ぁ-ん])  # 雨天時のみ
    | (?:場合|とき|際(?<![窓壁水手瀬実間交国]際)|時(?<=[のいるただ]時)){ASIDE}*(?=[、はにも：:]|で[もは])(?!もあ)  # 雨天の場合
    | 時(?<=[{_NOUN}けりきえげめせし]時)(?<![同一当随常定何]時)(?=[、は：:]|に(?=[、は]|[{_NOUN}{NAME}]{{2}}))  # 起動時に
    | [っんいしえけげせてべめれ][ただ]ら(?=、) | (?:でし|だっ|[がはも]な(?:かっ|くなっ))たら | [がはも]あ(?:りまし
        |っ)たら  # 異常だったら
    | (?:であ|くあ|しけ|[でくがはも]なけ)れば(?!な[らり]|いけ)  # 白であれば
    | な(?<=[一-龯ァ-ヴA-Za-zいみうよ{NAME}]な)ら(?:ば)?(?=、|[一-龯ァ-ヴ{NAME}])  # 白なら
    | に(?<=[{_NOUN}]に)応じて?(?=[、{_NOUN}{NAME}]|$) | 必要(?:があれば|なら(?:ば)?)  # 必要に応じて
    | 状態{ASIDE}*で(?!す|あ|は|し)  # この状態で
    | 中(?<=[{_NOUN}]中)(?<![水空箱液気室日]中)(?:[には](?=、)|に(?<=[{_NOUN}]{{2}}中に)(?=[^ぁ-ん、]))  # 運転中に
    | [後前](?<=[{_NOUN}A-Za-z][後前])(?<![その今最直以午事手目人][後前])に?(?=、|必ず|ただちに|直ちに|すぐ|速やか)  # 終了後、
    | 後(?<=[{_NOUN}]{{2}}後)(?<![午背直最戦]後)(?<!今日後)(?:は|に(?=[{_NOUN}{NAME}]))  # 終了後に
    | 直[前後](?<=[{_NOUN}]{{2}}直[前後])に?(?=、|[{_NOUN}{NAME}])  # 起動直後に
    | 前(?<=[{_NOUN}]{{2}}前)(?<![事以直目手眼人面体]前)(?:に(?=[{_NOUN}{NAME}、])|には)  # 使用前に
    """,
    re.VERBOSE,
)
_BARE_REASON = re.compile(
    r"(?<=[いなだすたあ])の(?:で|ため)|(?<=[いな])(?:ため|が|から)(?=、)|(?<=[一-龯ァ-ヴー])のため(?=、)|(?:です|でした)が(?=、)"
)
"""Reasons without a verb: 「熱いので」, 「雨天のため、」."""

_BARE_UNTIL = re.compile(
    r"(?:する|なる|[一-龯][いきしちりかがわまらえけめれ]{0,2}[うくぐすつぬぶむる])まで(?:は|に(?!に))?(?=、|[^の])"
)
_BARE_MARKERS = (
    (ClauseType.CONDITION, _BARE_CONDITION),
    (ClauseType.UNTIL, _BARE_UNTIL),
    (ClauseType.REASON, _BARE_REASON),
)
_SAHEN = rf"""
    (?P<noun>NOUNS|[{_NOUN}々A-Za-z&＆・]{{2,24}}  # 接続する
      |(?<![おご{_NOUN}])(?<![一-龯][{_STEM_END}]){_DEVERBAL}(?={ASIDE}*(?:し[てまた、]|する))  # 取り付けする
      |(?<=[にでをはがて、])[一-龯](?=し[てまた、]|する|すれば))  # 熱する
    (?:(?<=[A-Za-z])[ ](?=し[てまた、]|する|すれ))?{ASIDE}*(?P<kana>し(?!{ASIDE}*(?:する|し[てまた、]))|する|すれ|せ(?=ず)
        |さ(?=[れせ])|でき(?=[るまなれたて]))
"""
_CHANGE = re.compile(
    rf"""
    (?P<noun>[{_NOUN}々A-Za-z]{{1,12}}(?:[りきけみめせじびち](?=に))?|[A-Za-z][A-Za-z0-9.-]{{0,15}}  # 有効にする, OFFにする
      |(?<![A-Za-z])[0-9][0-9.]*\ ?(?:℃|%|％|[A-Za-z]{{1,4}}|度|段)|同じ|(?<!{NAME}){NAME}+)  # 「切」にする
    [\s{ASIDE}]*(?P<particle>に|(?<!対象)(?<!目的)(?<!前提)(?<!基準)(?<!参考)(?<!基本)(?<!必要)(?<!条件)と(?=し(?:、|ます|て(?:下さい|ください))|する(?:。|$)))
    (?P<kana>し(?=[てまなた、])|する(?!に)|すれ(?=ば))
    | (?<![{_NOUN}])(?P<adjective>(?!全く|良く|悪く|無く|同じく|正しく|詳しく)[一-龯](?:さ|き|しく|らか|わらか)?く)  # 短くする
    (?P<do>し(?=[てまた、])|する(?!に)|すれ(?=ば))
    """,
    re.VERBOSE,
)
_POLITE_NOUN = re.compile(
    rf"""
    [ごお御](?P<noun>[{_NOUN}]{{2,8}})(?=(?:を|の(?:ほど|程)、?)?(?:よろしく|宜しく)?(?:下さい|ください|願い|お願い
        |いただ[きく]|頂[きく]))  # ご確認ください
    | (?P<bare>[{_NOUN}]{{2,8}}(?=を?お願い|願い(?:ます|たい)|ください|下さい)|(?<=[をにへで])[{_NOUN}]{{2,8}}(?=(?:いただ
        |頂)[きく]))  # 確認願います
    """,
    re.VERBOSE,
)
_NOUN_DONE = re.compile(rf"(?P<noun>[{_NOUN}A-Za-z]{{2,16}}|{_DEVERBAL})を(?P<kana>し(?=[てまなた、])|する)")
"""「確認をします」."""
_NOUN_AFTER = re.compile(
    rf"""
    (?<=を)(?P<noun>[{_NOUN}]{{2,10}}|{_DEVERBAL})後(?=[、に])  # 品名を確認後、
    | (?:(?<=[をにへと、])|(?<=[をにへと、]ご))(?P<polite>[{_NOUN}]{{2,10}})(?:の(?:上|うえ)で?|うえ)(?=、
        |[一-龯ァ-ヴ])  # ご確認のうえ、
    """,
    re.VERBOSE,
)
_NOUN_END = re.compile(
    rf"を(?:[^、。をはが{ASIDE}]{{1,15}}[にへ])?\s*(?P<noun>[{_NOUN}A-Za-z]{{2,10}}|{_DEVERBAL})\s*$"
)
"""「パスワードを設定」."""
_LIGHT_OBJECT = (
    rf"(NOUNS|[{_NOUN}々A-Za-z・]+(?:[{_STEM_END}][一-龯]{{0,2}}[{_STEM_END}]?)?)(?:の(?:み|作業|操作))?"
    rf"{ASIDE}*(?:を[^をがはも、。{NAME}]{{0,14}}|は[^をが。{NAME}]{{0,30}})$"
)
_LIGHT_PARTNER = re.compile(rf"(?P<noun>[{_NOUN}]{{2,10}})(?:と|および|及び|や|ならびに|並びに|・|、)$")
"""The first of two nouns of one light verb: 「点検と清掃を行う」."""

_ADVERB_PREFIX = re.compile(
    r"""(?:色々|種々|各種|再度|再び|改めて|以下|一度|一旦|毎[回日月朝]|順次|一晩|適宜|随時|都度|直接|同時|事前|別途|[下上左右]記|個別に|全部|全て
    |[0-9一二三四五六七八九十]+(?:か所|箇所|ヶ所))(?=[一-龯ァ-ヴーA-Za-z]{2}|[熱接発略訳]$)""",
    re.VERBOSE,
)
"""Adverbs printed solid before a sahen noun: 「再度接続する」."""
_POSTPOSITION = re.compile(
    r".?向かって(?=[左右奥正手])|に(?:おいて|ついて|よって|とって|よる|よらず|おける|わたって|かけて|つき(?=、))|と(?:して|いう|いった)|を(?:もって|めぐって)|.すべて|.あらかじめ"
)
"""Kana that are no verb before a comma or a noun."""
_COORDINATOR = r"(?=、|または|又は|もしくは|および|及び|あるいは)"
_JOINED_NOUN = re.compile(f"(?=[一-龯ァ-ヴA-Za-z{NAME}])(?!続|始|直|終|過|忘|合|得|尽|切|方|易|難|辛|込|出)")
_JOINED_VERB = re.compile(f"(?=[{_NOUN}A-Za-z{NAME}]{{1,15}}を|[{_NOUN}A-Za-z{NAME}]{{2,15}}(?:する|し[てま、]))")
_AFTER_NEGATIVE_STEM = re.compile("[なずねせれぬん]")
_AFTER_TE_STEM = re.compile(r"[てでだ]|た(?![いくがけま])")
_STATE_NOUN = re.compile(r"(?:ON|OFF|On|Off|オン|オフ|有効|無効|空|全開|全閉|水平|垂直)$")
_ASPECT_VERBS = frozenset(("直す", "なおす", "続ける", "始める", "終える", "忘れる"))
_REDONE = re.compile(r"[一-龯ァ-ヴー]{2,10}し$")
"""「接続し直す」."""
_RELATIVE_TIME = re.compile(r"に\s?(?:最初に|自動的に|同時に|必ず)?")
_SU_FIRST, _SU_SECOND = "取引押貼切書読呼見貸繰差振払掘吐折打吸抜持巻洗剥裏", "出消外戻返直離回落渡通越流起倒残指"
"""取出す, 裏返す: verbs in す written without the kana between their halves; other pairs of ideographs take する."""


class PredicateFinder:
    """The patterns for the words of one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.stems = lexicon.stems
        self._sahen = re.compile(_SAHEN.replace("NOUNS", lexicon.sahen_nouns), re.VERBOSE)
        self._light_object = re.compile(_LIGHT_OBJECT.replace("NOUNS", lexicon.sahen_nouns))
        self._first_character = re.compile("[" + re.escape("".join(sorted(lexicon.first_characters))) + "]")
        final, action = alternatives([*lexicon.final_nouns]), alternatives([*lexicon.action_nouns])
        self._final_noun = re.compile(rf"(?:(?:{final})|(?<=[にへでをもて])(?:{action}))(?=\s*[。、]?\s*$)")
        self.noun_line = re.compile(rf"(?:{final})[ \u3000]+(?=\S)")
        """An action noun that ends a line run together with the next one (「棚板 差し込み 裏表に注意」)."""
        self._linked_noun = re.compile(rf"(?:(?P<final>{final})|{action}){_COORDINATOR}")
        self._action_after = re.compile(rf"(?<=[にで])(?P<noun>{action})後(?=、)")

    def find(self, marked: MarkedText, start: int, end: int) -> list[Predicate]:
        """Return the predicates of one sentence in printed order, relative clauses (`ClauseType.ADNOMINAL`) included."""
        text = marked.masked[:end]
        text = _AMOUNT.sub(lambda match: "に" * len(match.group()), text) if _AMOUNT.search(text, start) else text
        candidates = [
            *self._sahen_verbs(text, start),
            *self._changes(marked, text, start),
            *self._listed_verbs(text, start),
            *self._nouns_as_verbs(text, start),
            *_bare_markers(text, start),
        ]
        candidates.extend(self._unlisted_verbs(text, start, candidates))
        predicates = _without_overlaps(candidates)
        self._add_final_noun(text, start, predicates)
        predicates = self._with_linked_nouns(text, start, predicates)
        self._add_noun_at_end(text, start, predicates)
        self._divide_into_clauses(marked, predicates, start)
        return predicates

    # Verbs

    def _inflected(self, text: str, start: int, stem_end: int, lemma: str) -> Predicate | None:
        """Return the verb whose stem is [start, stem_end), with its clause type; None where it cannot be a verb."""
        predicate = Predicate(start, stem_end, lemma, ClauseType.CONTINUATIVE)
        position = stem_end
        for name, pattern in AUXILIARIES:
            match = pattern.match(text, position)
            if match is None:
                continue
            position = match.end()
            predicate.passive |= name == "passive"
            predicate.resultative |= name in ("resultative", "favour")
            if name == "causative":
                lemma = lemma[:-2] + "させる" if lemma.endswith("する") else text[start:stem_end] + match.group() + "る"
                predicate.lemma = lemma
        suffix = suffix_at(text, position)
        if suffix is None:
            return predicate if position == stem_end and _is_joined_solid(text, predicate) else None
        predicate.clause, ending = suffix
        if predicate.clause is ClauseType.TE_FORM and ending[0] == "で" and text[position - 1] not in "んい":
            return None  # お持ちでない
        owned = start > 0 and text[start - 1] == "の" and not lemma.endswith("する")
        if owned and predicate.clause is ClauseType.CONTINUATIVE:
            return None
        predicate.end = max(position + len(ending), stem_end)
        predicate.polite = "ます" in ending or predicate.clause in REQUESTS
        return predicate

    def _listed_verbs(self, text: str, start: int) -> Iterable[Predicate]:
        position = start
        while (found := self._first_character.search(text, position)) is not None:
            position = found.start()
            predicate, rejected = self._listed_verb_at(text, position, start)
            if predicate is not None:
                self._join_first_half(text, predicate)
                yield predicate
                position = predicate.end if predicate.end > position + 1 else position + 1
            else:
                # A longer verb that is a noun here (組み立て) hides the shorter ones in it (立てる).
                position += max(1, rejected - 1)

    def _listed_verb_at(self, text: str, position: int, start: int) -> tuple[Predicate | None, int]:
        """Return the longest listed verb at a position, and the size of the longest stem that was none."""
        rejected = 0
        longest = min(self.lexicon.first_characters[text[position]], len(text) - position)
        for size in range(longest, 0, -1):
            stem = self.stems.get(text[position : position + size])
            if stem is None or not _may_follow(stem, text, position + size) or not _may_begin(text, position, start):
                continue
            if _POSTPOSITION.match(text, max(0, position - 1)):
                return None, rejected
            predicate = self._inflected(text, position, position + size - stem.dictionary_form, stem.lemma)
            if predicate is not None:
                if stem.potential:
                    _read_e_stem(text, predicate, position + size)
                return predicate, 0
            rejected = max(rejected, size)
        return None, rejected

    def _join_first_half(self, text: str, predicate: Predicate) -> None:
        """Join the first half of a compound verb that no list holds (量り取る)."""
        lemma = predicate.lemma
        if lemma in NON_OPERATIONS or lemma in LIGHT_VERBS or lemma.endswith("する"):
            return
        redone = _REDONE.search(text, 0, predicate.start) if lemma in _ASPECT_VERBS else None
        if redone is not None:
            predicate.start, predicate.lemma = redone.start(), redone.group() + lemma
            return
        for size in (5, 4, 3, 2):
            half = text[max(0, predicate.start - size) : predicate.start]
            first = self.stems.get(half) if len(half) == size and half[-1] in _STEM_END else None
            if first is not None and first.lemma not in NON_OPERATIONS:
                predicate.start, predicate.lemma = predicate.start - size, half + lemma
                return

    def _unlisted_verbs(self, text: str, start: int, known: Sequence[Predicate]) -> Iterable[Predicate]:
        taken = [(p.start, p.end) for p in known]
        for match in UNLISTED_VERB.finditer(text, start):
            if _POSTPOSITION.match(text, max(0, match.start() - 1)):
                continue
            verb = unlisted_verb(match)
            if verb is None or any(a < verb.stem_end and verb.start < b for a, b in taken):
                continue
            lemma, first, stem_end = verb
            inner = self.stems.get(text[first + 2 : stem_end])
            if inner is not None and not _has_kana(text[first : first + 2]):
                lemma, first = inner.lemma, first + 2  # 左右合わせて
            predicate = self._inflected(text, first, stem_end, lemma)
            if predicate is not None:
                yield predicate

    # Noun + する

    def _sahen_verbs(self, text: str, start: int) -> Iterable[Predicate]:
        for match in self._sahen.finditer(text, start):
            kana, noun = match.group("kana"), match.group("noun")
            in_su = noun + "し" in self.stems or noun[-2:] + "し" in self.stems or _is_su_verb(noun)
            # A single ideograph after kana closes a compound verb in す (測り直し).
            compound = len(noun) > 2 and _has_kana(noun[-2]) and _is_kanji(noun[-1])
            if kana == "し" and (in_su or compound or noun[-1] in "無印"):
                continue
            first = self._leading_verb(text, match)
            lemma = self._sahen_lemma(text, match)[first:]
            predicate = self._inflected(text, match.start("noun") + first, match.end() - (kana == "する"), lemma)
            if predicate is not None:
                predicate.potential = kana == "でき"
                yield predicate

    def _leading_verb(self, text: str, match: re.Match[str]) -> int:
        """Return the size of a verb's stem that the pattern took for a part of the noun (「図に従い接続する」)."""
        noun = match.group("noun")
        if text[max(0, match.start("noun") - 1) : match.start("noun")] not in PARTICLES:
            return 0
        for size in (3, 2):
            behind = noun[size:]
            if noun[:size] in self.stems and len(behind) > 1 and _has_kana(noun[size - 1]) and not _has_kana(behind):
                return size
        return 0

    def _sahen_lemma(self, text: str, match: re.Match[str]) -> str:
        """Return noun + する without an adverb printed solid before it (再度接続する)."""
        noun = match.group("noun")
        if len(noun) == 1 and noun not in SHORT_SAHEN_NOUNS:
            return noun + "す"
        prefix = _ADVERB_PREFIX.match(noun)
        noun = noun[prefix.end() :] if prefix else noun
        return self.lexicon.verb_of(noun) if _has_kana(noun[-1]) else noun + "する"  # 取り付けする is 取り付ける

    def _changes(self, marked: MarkedText, text: str, start: int) -> Iterable[Predicate]:
        """「有効にする」, 「［切］にする」, 「間隔を短くする」."""
        if not any(change in text for change in ("にし", "にす", "とし", "とす", "くし", "くす")):
            return
        for match in _CHANGE.finditer(text, start):
            group = "adjective" if match.group("adjective") else "noun"
            noun, particle = marked.text[slice(*match.span(group))], match.group("particle") or ""
            if noun.endswith("よう") or (particle == "と" and text[match.start() - 1 : match.start()] != "を"):
                continue
            kana = match.group("kana") or match.group("do")
            lemma = noun.strip("「」『』［］[]【】\"'“”") + particle + "する"
            predicate = self._inflected(text, match.start(group), match.end() - (kana == "する"), lemma)
            if predicate is not None:
                yield predicate

    # Nouns that name an action

    def _nouns_as_verbs(self, text: str, start: int) -> Iterable[Predicate]:
        """「ご確認ください」, 「確認をします」, 「仮締め後、」: the noun is the verb."""
        for match in _POLITE_NOUN.finditer(text, start):
            noun, end = match.group("noun") or match.group("bare"), min(match.end() + len("ください"), len(text))
            yield Predicate(match.start(), end, noun + "する", ClauseType.REQUEST, polite=True)
        for pattern in (_NOUN_AFTER, self._action_after):
            for match in pattern.finditer(text, start):
                noun = match.group("noun") or match.group("polite")
                at = match.start("noun") if match.group("noun") else match.start("polite")
                yield Predicate(at, match.end(), self.lexicon.verb_of(noun), ClauseType.AFTER, noun_start=at)
        for match in _NOUN_DONE.finditer(text, start):
            noun = match.group("noun")
            prefix = _ADVERB_PREFIX.match(noun)
            skipped = prefix.end() if prefix else 0
            lemma = self.lexicon.final_nouns.get(noun[skipped:]) or noun[skipped:] + "する"
            predicate = self._inflected(text, match.start("noun"), match.end() - (match.group("kana") == "する"), lemma)
            if predicate is not None:
                predicate.noun_start, predicate.light = match.start("noun") + skipped, True
                yield predicate

    def _add_final_noun(self, text: str, start: int, predicates: list[Predicate]) -> None:
        """Add the action noun that ends an instruction (「サイドカバー取り付け」, 「ボルトの締め直し」)."""
        match = self._final_noun.search(text, start)
        last = predicates[-1] if predicates else None
        if match is None:
            closes = last is not None and last.clause is ClauseType.CONTINUATIVE and not text[last.end :].strip()
            if last is not None and closes and text[last.start - 1 : last.start] == "の":
                last.clause, last.noun_start = ClauseType.NOMINAL, last.start
            return
        at, noun = match.start(), match.group()
        if last is not None and last.clause is ClauseType.CONTINUATIVE and last.start > at:
            predicates.pop()
        if not predicates or predicates[-1].end <= at:
            lemma = self.lexicon.final_nouns.get(noun, noun + "する")
            predicates.append(Predicate(at, match.end(), lemma, ClauseType.NOMINAL, noun_start=at))

    def _with_linked_nouns(self, text: str, start: int, predicates: list[Predicate]) -> list[Predicate]:
        """Add action nouns that are coordinated with the next verb (「品名を告げて注文、…」)."""
        for match in self._linked_noun.finditer(text, start):
            at, noun = match.start(), match.group()
            follows = match.group("final") and any(p.end == at for p in predicates)
            if text[at - 1] == "を" or follows:
                lemma = self.lexicon.final_nouns.get(noun, noun + "する")
                link = Predicate(at, match.end(), lemma, ClauseType.CONTINUATIVE, noun_start=at)
                predicates = _without_overlaps([*predicates, link])
        return predicates

    def _add_noun_at_end(self, text: str, start: int, predicates: list[Predicate]) -> None:
        """Add any noun after an object at the end (「パスワードを設定」)."""
        match = _NOUN_END.search(text, start)
        if match is None or (predicates and predicates[-1].end > match.start("noun")):
            return
        noun, at = match.group("noun"), match.start("noun")
        lemma = noun + "にする" if _STATE_NOUN.match(noun) else self.lexicon.final_nouns.get(noun, noun + "する")
        predicates.append(Predicate(at, match.end("noun"), lemma, ClauseType.NOMINAL, noun_start=at))

    # Clauses

    def _divide_into_clauses(self, marked: MarkedText, predicates: list[Predicate], start: int) -> None:
        """Set where the clause of each predicate begins, its light verb's noun, and its agent."""
        clause_start = floor = start
        _attach_relatives(marked.masked, predicates)
        previous: Predicate | None = None
        for predicate in list(predicates):
            predicate.clause_start, predicate.floor = clause_start, max(floor, clause_start)
            if predicate.lemma in LIGHT_VERBS:
                self._fold_light_verb(marked.masked, predicate)
            predicate.by_user, predicate.agent_rule = decide_agent(marked, predicate, previous)
            previous = predicate
            if predicate.light and predicate.by_user:
                self._add_partner(marked.masked, predicate, predicates)
            if predicate.clause is ClauseType.ALTERNATIVE and not predicate.by_user:
                predicate.clause = ClauseType.ADNOMINAL
            if predicate.clause is not ClauseType.ADNOMINAL:
                clause_start = predicate.end
                if predicate.clause in CONDITIONS:
                    clause_start = skip_particles(marked.masked, clause_start, len(marked.masked))
            floor = predicate.end

    def _fold_light_verb(self, text: str, predicate: Predicate) -> None:
        """「設定を行う」 is 設定する: the noun carries the meaning."""
        match = self._light_object.search(text[predicate.clause_start : predicate.start])
        if match is None:
            return
        noun = match.group(1)
        prefix = _ADVERB_PREFIX.match(noun)
        skipped = prefix.end() if prefix else 0
        noun = noun[skipped:]
        predicate.noun_start = predicate.clause_start + match.start(1) + skipped
        predicate.lemma = self.lexicon.verb_of(noun) if _has_kana(noun[-1]) else noun + "する"
        predicate.light = True

    def _add_partner(self, text: str, predicate: Predicate, predicates: list[Predicate]) -> None:
        """「点検と清掃を行う」 names two actions."""
        partner = _LIGHT_PARTNER.search(text, predicate.clause_start, predicate.noun_start)
        if partner is not None and partner.group("noun") in self.lexicon.action_nouns:
            at, noun = partner.start("noun"), partner.group("noun")
            clause = ClauseType.CONTINUATIVE
            first = replace(predicate, start=at, noun_start=at, end=at + len(noun), lemma=noun + "する", clause=clause)
            predicates.insert(predicates.index(predicate), first)


def _bare_markers(text: str, start: int) -> Iterable[Predicate]:
    """Conditions and reasons that need no verb (「Aの場合」, 「熱いので」)."""
    for clause, pattern in _BARE_MARKERS:
        for match in pattern.finditer(text, start):
            yield Predicate(match.start(), match.end(), "", clause)


def _may_follow(stem: Stem, text: str, position: int) -> bool:
    """Return whether a suffix of the stem's row may follow it: 折り + た is 折る's 折った, and no stem."""
    if stem.continuative and _AFTER_TE_STEM.match(text, position):
        return False
    return not stem.negative or _AFTER_NEGATIVE_STEM.match(text, position) is not None


def _may_begin(text: str, position: int, start: int) -> bool:
    """Return whether a listed verb may begin here: not inside another word."""
    if position <= start:
        return True
    before, here = text[position - 1], text[position]
    if here == "あ" and before in "でて":
        return False
    if _has_kana(here):
        adverbs = ("から", "少し", "すぐ", "やや", "ずつ", "もう一度", "ゆるやか", "丁寧", "一気", "徐々")
        return before in "をにがではもと、, へりくの" + NAME + ASIDE or text.endswith(adverbs, 0, position)
    return not _is_kanji(before) or text[position - 2 : position] == "再度"


def _read_e_stem(text: str, predicate: Predicate, stem_end: int) -> None:
    """Read the え stem: it says what can be done (「読み込めます」), but before て it is a verb of its own (「水が抜けて」)."""
    if text[stem_end : stem_end + 1] == "ば":
        return
    verb = text[predicate.start : stem_end] + "る"
    before = text[max(0, predicate.start - 1) : predicate.start]
    if (verb in INTRANSITIVE_VERBS and before != "を") or (
        text[stem_end : stem_end + 1] in ("て", "、") and before != "が"
    ):
        predicate.lemma = verb
    else:
        predicate.potential = True


def _is_joined_solid(text: str, predicate: Predicate) -> bool:
    """「ファイルを保存し画面を閉じる」: coordinated although no comma follows the stem."""
    before = text[max(0, predicate.start - 1) : predicate.start]
    noun = before in PARTICLES and predicate.lemma.endswith("する") and len(predicate.lemma) > 3
    if noun and _JOINED_NOUN.match(text, predicate.end):
        return True
    return before == "を" and _JOINED_VERB.match(text, predicate.end) is not None


def _attach_relatives(text: str, predicates: Sequence[Predicate]) -> None:
    """「水で湿らせて固く絞った布」: what is coordinated with a relative clause is a part of it when nothing parts the two."""
    for predicate, following in pairwise(predicates):
        if following.clause is not ClauseType.ADNOMINAL:
            continue
        if predicate.clause is ClauseType.CONDITION and _RELATIVE_TIME.fullmatch(text, predicate.end, following.start):
            predicate.clause = ClauseType.ADNOMINAL  # 起動時に表示される画面
        between = text[predicate.end : following.start]
        happens = following.passive or following.resultative or following.lemma in INTRANSITIVE_VERBS
        if (
            predicate.clause is ClauseType.TE_FORM
            and not happens
            and not any(mark in between for mark in "、をにへでと")
        ):
            predicate.clause = ClauseType.ADNOMINAL


def _without_overlaps(candidates: list[Predicate]) -> list[Predicate]:
    """Return the candidates in printed order; of two that overlap the one that begins first, or else is longer."""
    kept: list[Predicate] = []
    for predicate in sorted(candidates, key=lambda p: (p.start, -p.end)):
        if not kept or predicate.start >= kept[-1].end:
            kept.append(predicate)
    return kept


def _is_su_verb(noun: str) -> bool:
    return len(noun) == 2 and noun[0] in _SU_FIRST and noun[1] in _SU_SECOND


def _has_kana(text: str) -> bool:
    return any("ぁ" <= character <= "ん" for character in text)


def _is_kanji(character: str) -> bool:
    return "一" <= character <= "龯"
