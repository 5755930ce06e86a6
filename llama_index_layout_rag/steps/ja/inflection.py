"""Japanese inflection: the stems of listed verbs, the inflectional suffixes after them, and the class of an unlisted verb.

An unlisted verb shows its class by its okurigana: 「拾って」 has a stem before て, 「整え、」 one in the え row. Where the
spelling leaves a choice (う, つ or る before って), the ideograph decides, and る is the default.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from llama_index_layout_rag.steps.ja.clauses import ClauseType
from llama_index_layout_rag.steps.marking import ASIDE, NAME


class Suffix(NamedTuple):
    """An inflectional suffix after a verb's stem: the clause type it marks, its pattern, and an example."""

    clause: ClauseType
    pattern: str
    example: str


_U = "[うくぐすつぬぶむる]"
"""Last kana of a dictionary form; the る of an ichidan verb comes after its stem."""
_END = r"(?=[。\s)]|$)"
_WORD = f"[一-龯ァ-ヴ{NAME}]"
_T = ClauseType
_WHEN = (
    rf"(?:[ただ]|ない|なかった|たい|{_U}|ます|ました|(?:や[すみ]|にく|づら)(?:い|く(?:なった|なる)))?"
    r"(?:の|よう(?:な)?|(?:こと|必要|おそれ|恐れ|可能性)[がの](?:ある|ない|あった))?"
    r"(?:場合|とき(?!れい|っ|びき)|時|際|ケース|さい|時点(?=で)|段階で|最中|あいだ|間)"
    r"(?![間点刻計期代違隔]|の(?!み)|が(?:あ|ござ|多|少)|もあ|と(?:は?異|は?違|同|比))"
)
_GOOD = "(?:よ|良|望まし|スムーズ|楽(?!し)|効率|便利|安[心全]|お?(?:すす|勧|薦)|無難|確実|簡単)"
_OTHER_OBJECT = f"(?!確認|判断|選択|検討|決定|検査|点検){_WORD}{{1,12}}を"
_PARTICLE = "(?:よ|ね|です|のみ|だけ(?:です)?|のです|の[はが])"
_PLAIN = f"(?:[ただ]|{_U}|ます|ました|て(?:いる|います|ある)|ない|ません)"
SUFFIXES = (
    # The first that matches decides.
    Suffix(
        _T.PROHIBITION, r"な(?:い)?で(?:下さい|ください|ほしい)|[てで]は(?:いけ|なら|だめ|ダメ)", "開けないでください"
    ),
    Suffix(_T.PROHIBITION, rf"ない(?:こと|事){_END}|るな(?=[。!\s]|$)", "開けないこと"),
    Suffix(_T.PROHIBITION, r"ないよう(?:に)?(?=注意|気|し|ご|お|十|充|願|。|$)", "開けないようにします"),
    Suffix(_T.UNNEEDED, rf"{_U}?必要[はが]?(?:ありません|な[いく]|ござ)", "開ける必要はありません"),
    Suffix(_T.UNNEEDED, r"なくて(?:も)?(?:よ|良|い|構|大丈)", "開けなくてもよい"),
    Suffix(_T.OBLIGATION, r"(?:なければ|ねば|ないと|なくては)(?:な[りら]|いけ)", "開けなければなりません"),
    Suffix(
        _T.OBLIGATION,
        rf"{_U}?必要(?:です|が(?:あ(?:り|る(?!場合|とき|時|際|ため|の|こと))|ござ))",
        "開ける必要があります",
    ),
    Suffix(_T.OBLIGATION, rf"{_U}?べき(?:です|で|。|$)", "開けるべきです"),
    Suffix(_T.UNTIL, rf"(?:{_U}|ない)?まで(?:は|に(?!に))?", "開けるまで"),
    Suffix(_T.BEFORE, rf"{_U}?(?:前|まえ)(?=[には、])", "開ける前に"),
    Suffix(_T.UNLESS, r"な(?:ければ|かったら)|ないと(?!き|同|思|言)(?=、|[^い])", "開けないと"),
    Suffix(_T.CONDITION, _WHEN, "開ける場合"),
    Suffix(_T.CONDITION, rf"(?:[ただ]|{_U}|ない|たい)(?:の)?なら(?:ば)?(?=、|{_WORD})|限り|次第", "開けるなら"),
    Suffix(_T.CONDITION, r"(?:る|ない)うち(?=に(?!は?い)|は、)", "開けないうちに"),
    Suffix(_T.THEN, r"[ただ]ところで(?=、|[一-龯ァ-ヴ])", "開けたところで"),
    Suffix(_T.EACH_TIME, rf"{_U}(?:(?:度|たび|毎|ごと)に|たび(?=、))", "開けるたびに"),
    Suffix(_T.TARA, r"(?:まし)?[ただ]ら(?=、|[^げ])", "開けたら"),
    Suffix(_T.TIME_AFTER, r"[ただ](?:の)?(?:後|あと|のち)(?:には|は|でも|も|で(?=、))", "開けた後は"),
    Suffix(_T.AFTER, r"[ただ](?:の)?(?:後|あと|のち|上|うえ)(?!の(?!ち))(?:に|で|、|,)?", "開けた後、"),
    Suffix(_T.BA, rf"(?:{_U}よう(?:に)?す)?れ?ば(?=、|[^か])(?!よ[いろ]|良|いい)", "開ければ"),
    Suffix(
        _T.STATE,
        rf"(?:[ただ]|[てで]いる|ない|る)状態{ASIDE}*(?:のまま(?:で)?|で(?:は)?(?!す|あ|な)|(?=、))",
        "開けた状態で",
    ),
    Suffix(
        _T.REQUEST,
        rf"{_U}よう(?:に)?(?:して(?:下さい|ください)|します|する(?:こと)?{_END}|ご|お願)",
        "開けるようにします",
    ),
    Suffix(
        _T.PURPOSE, rf"{_U}?(?:ため(?:には|に|の|、)|為[にの、]|には(?=、|[^い])|のに(?=[、は]|[^も]))", "開けるために"
    ),
    Suffix(_T.PURPOSE, rf"{_U}?(?:にあた(?:り|って)|ように|よう(?=、))", "開けるように"),
    Suffix(_T.MEANS, rf"(?:{_U}|た)?(?:こと|事)(?:で(?!き|は|す|な|あ)|によ(?:り|って))", "開けることで"),
    Suffix(
        _T.ABILITY,
        rf"{_U}?(?:こと|事)[がもは]?(?:でき|出来|可能)(?:(?:ます|る|です)(?:が|ので|ため)?)?",
        "開けることができます",
    ),
    Suffix(_T.ABILITY, r"[てで]?(?:頂け|いただけ)(?:ます|る)(?!よう|か|と|で)", "ご利用いただけます"),
    Suffix(
        _T.ADNOMINAL,
        r"たり(?=、|[^ま])|ての(?=[一-龯ァ-ヴ])|(?:た方|たほう|るほう|るの)が(?:楽|簡単|便利|効率)",
        "開けたり",
    ),
    Suffix(_T.CAPABILITY, r"(?:可能|やす|にく|づら)(?=です|で|な|い|く|。|$)", "開けやすい"),
    Suffix(_T.TOGETHER, rf"{_U}?と(?:ともに|共に|同時に)", "開けるとともに"),
    Suffix(_T.ADVICE, rf"{_U}こと[をが](?:お?(?:すす|勧|薦)め|推奨|望まし|心が?け|心掛け)", "開けることをお勧めします"),
    Suffix(_T.ADVICE, rf"(?:{_U}と|た(?:ほう|方)が|のが){_GOOD}", "開けるとよい"),
    Suffix(
        _T.ADVICE, r"[てで](?:も)?(?:構いません|かまいません|よい|良い|いい)(?!か)|れ?ば(?:よ|良|いい)", "開けてもよい"
    ),
    Suffix(_T.TO, rf"(?:{_U}|ます)と(?!おり|ころ|き[のはに、])(?=、|,|\s|$|[^いしもの思言呼記あ同共])", "開けると"),
    Suffix(_T.WHILE, r"ながら|つつ|[ただ]まま(?:で|の状態で)?", "開けながら"),
    Suffix(
        _T.REQUEST, r"[てで]?(?:下さい|ください|頂[きくけい]|いただ[きくけい]|ほしい|もら[いう]|願い)", "開けてください"
    ),
    Suffix(_T.REQUEST, rf"なさい|(?:ま)?しょう|{_U}?(?:こと{_END}|ものとする)", "開けること。"),
    Suffix(_T.THEN, r"[てで]から", "開けてから"),
    Suffix(_T.NEGATIVE, r"[てで]も(?=、|[^いよ良か構])", "開けても"),
    Suffix(_T.REASON, rf"{_PLAIN}(?:の(?:で|ため)|ため|為|から)", "開けるので"),
    Suffix(_T.CONTRAST, rf"{_PLAIN}(?:が|けど|けれど(?:も)?|ものの)(?=、|[^あ])", "開けますが、"),
    Suffix(
        _T.ALTERNATIVE, rf"(?:{_U}|ます)か(?=[、,]|また|もし|あるい|の(?:いずれ|どちら)|{_OTHER_OBJECT})", "開けるか、"
    ),
    Suffix(_T.ADNOMINAL, rf"ないか(?=を|どうか|、|[一-龯ご]|$)|ない(?=こと|もの|[A-Za-z]|{_WORD})", "開けない栓"),
    Suffix(_T.NEGATIVE, r"(?:ませ[んぬ](?:でした)?|ない|ず(?:に)?|なく)(?=[、。でにと]|$|\s|[^るたら])", "開けずに"),
    Suffix(_T.TE_FORM, r"[てで](?:も)?(?=、|,|\s|$|[^いあおもる。])|し(?=、)", "開けて、"),
    Suffix(_T.FINAL, rf"(?:ます|ました|[ただ]|{_U}){_PARTICLE}?(?=\s*{ASIDE}*\s*(?:[。!?！？;；\n]|$))", "開けます。"),
    Suffix(_T.FINAL, r"ます(?![かよ])|ました", "開けます"),
    Suffix(_T.ADNOMINAL, rf"[ただ]|{_U}|ない", "開ける栓"),
    Suffix(_T.CONTINUATIVE, rf"(?=、|,|および|及び|また|かつ|且つ|もし|その|さら|次|。|\s|$|{ASIDE})", "開け、"),
)
_SUFFIX = re.compile("|".join(f"(?P<s{i}>{suffix.pattern})" for i, suffix in enumerate(SUFFIXES)))
_BY_GROUP = {f"s{i}": suffix.clause for i, suffix in enumerate(SUFFIXES)}

AUXILIARIES = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        # In the order in which they follow a stem.
        ("causative", r"(?:さ)?せ(?=る|ます|て|た|、|ら|な|ず|$)"),
        ("passive", r"(?:ら)?れ(?=る|れば|ます|まし|ませ|た|て|、|な|ず|$)"),
        (
            "aspect",
            r"[てで](?:[お置](?:[きい](?=[てまた])|(?=く)|け(?=ば))|み(?=[てるまた])"
            r"|しま(?:い(?=ま)|っ(?=[てた])|(?=う))|[い行](?:き(?=ま)|っ(?=[てた])|(?=く)))",
        ),
        ("favour", r"[てで]くれ(?=る|ます|まし|た|れば|$)"),
        ("resultative", r"[てで](?:い(?!ただ)|あ)(?=る|ます|まし|ませ|ない|なけ|なか|れば|た|り)り?"),
    )
)


def suffix_at(text: str, position: int) -> tuple[ClauseType, str] | None:
    """Return the clause type and the text of the inflectional suffix at a position, or None."""
    match = _SUFFIX.match(text, position)
    return (_BY_GROUP[match.lastgroup or ""], match.group()) if match is not None else None


GODAN_ROWS = {
    # Dictionary ending: stems before ない, ます, ば and て (で after ん, and after い from ぐ).
    "う": "わいえっ", "く": "かきけい", "ぐ": "がぎげい", "す": "さしせし", "つ": "たちてっ",
    "ぬ": "なにねん", "ぶ": "ばびべん", "む": "まみめん", "る": "らりれっ",
}  # fmt: skip


@dataclass(frozen=True)
class Stem:
    """One stem of a verb, with what its last kana says.

    Attributes:
        lemma: The dictionary form.
        dictionary_form: Whether the stem is that form itself; its last kana then belongs to the suffix.
        potential: Whether it is the え stem, which with anything but ば says what can be done.
        continuative: Whether it is the い stem of a verb that has another one before て.
        negative: Whether it is the あ stem.
    """

    lemma: str
    dictionary_form: bool = False
    potential: bool = False
    continuative: bool = False
    negative: bool = False


def stem_table(godan: Iterable[str], ichidan: Iterable[str]) -> dict[str, Stem]:
    """Return every stem of the listed verbs; ichidan verbs win where two verbs share a stem."""
    stems: dict[str, Stem] = {}
    for verb in ichidan:
        stems.setdefault(verb[:-1], Stem(verb))
    for verb in godan:
        row = GODAN_ROWS[verb[-1]]
        for place, kana in enumerate(row):
            stem = Stem(verb, potential=place == 2, continuative=place == 1 and row[1] != row[3], negative=place == 0)
            stems.setdefault(verb[:-1] + kana, stem)
        stems[verb] = Stem(verb, dictionary_form=True)
    return stems


_U_VERBS = (
    "疑拾使洗縫吸払補覆行従習買扱違伴整揃合問狙追添沿言思会失負担競結願食這舞酔襲嫌装潤繕雇誓商養戦占奪償慕漂纏倣請迷拭弔祝笑"
    "歌賄賜給争闘飼患救築匂叶遣"
)
"""Ideographs of verbs in う, whose て form is 〜って right after the ideograph."""
_U_OKURIGANA = frozenset(["向か", "行な", "失な", "味わ", "賑わ", "逆ら", "伴な", "手伝", "敬", "振る", "計ら", "語ら"])
_TSU_VERBS = "待持打立勝保経断絶裁撃討放育穿毀発建"
_BU_VERBS = "飛呼遊学並結運選喜叫及転滅尊偲"
_GU_VERBS = "急防継注塞脱繋騒稼仰泳嗅研剥殺凌担漕扇貢紡接濯薙嫁"
_ICHIDAN_I = {
    "い": "用率老悔報強射鋳居", "き": "起飽尽生着", "ぎ": "過", "ち": "落満朽堕", "び": "延浴伸帯錆滅侘",
    "み": "試省顧鑑染見", "り": "借降足下懲", "に": "似煮",
}  # fmt: skip
"""Ideographs of ichidan verbs with a stem in the い row; all others before ます are godan verbs."""

_E_ROW = "えけげせぜてねべめれ"
_I_ROW = "いきぎしちびみり"
_KANJI = "[一-龯々]"
_OKURIGANA = "[いきぎしじちびみりえけげせてねべめれかがさただとなばまやらわころもう]"
_FIRST_HALF = f"{_KANJI}{{1,2}}[いきしちひみりぎじびえけせてねめれげべ]{{1,2}}"
_BEFORE = r"(?<=[をにがでとへはも、。お\s" + NAME + ASIDE + "])|^"
_ADVERB = r"(?<=[かしきたよなるやろすもさわ一-龯]く)|(?<=っ[ぁ-ん]り)"
_NO_VERB = r"""(?!全て|初め[てに]|改めて|極めて|決して|併せて|予め|例え|追って|従って|同じ|少し|但し|若し|通し|対し|関し
    |際し|一つ|次い|続い|引き続|今まで|全く|良く|多く|近く|早く|遅く|正し|新し|少な|大き|小さ|願い)"""
_POLITE = r"""(?=ま[すしせ]|ましょ|ながら|つつ|た(?:い|く[なて])|なさい|や[すき]|にく|づら|続け|始め|終[えわ]|直|過ぎ|すぎ
    |方を|下さい|ください|次第|し[てまた、]|する)"""
_ICHIDAN = r"""(?=ま[すしせ]|[てた](?!め|く)|る|れば|な(?:い|け|く|かっ|がら|さい)|ず|つつ|られ|させ|よう|や[すき]|にく|続け
    |始め|終[えわ]|直|すぎ|過ぎ|下さい|ください)"""
_NAI = r"(?=な(?:い|け|く|かっ)|ず(?:に)?|ねば|せ[るてたなず]|せます|れ[るてたばなず]|れます)"

UNLISTED_VERB = re.compile(
    rf"""
    (?:{_BEFORE}) {_NO_VERB}
    (?P<root>(?:{_FIRST_HALF})?{_KANJI}{{1,3}}) (?P<okurigana>{_OKURIGANA}{{0,2}}?)
    (?: (?P<tsu>っ(?=[てた]))  # 拾って
      | (?P<mu>ん(?=[でだ]))  # 摘んで
      | (?P<ku>い(?=[てた](?!だ)))  # 砕いて
      | (?P<gu>い(?=[でだ]))  # 紡いで
      | (?P<su>し(?=[てた]))  # 濾して
      | (?P<ichidan>[{_E_ROW}{_I_ROW}じ]){_ICHIDAN}  # 束ねて
      | (?P<polite>[いきぎしちにびみり]){_POLITE}  # 摘みます
      | (?P<negative>[わかがさたなばまら]){_NAI}  # 摘まない
      | (?P<ba>[えけげせてねべめれ])(?=ば)  # 摘めば
    )
    | (?:(?<=[をにへ])|{_ADVERB}) {_NO_VERB}  # 端を束ね、
      (?P<linked>(?:{_FIRST_HALF})?{_KANJI}{{1,2}}{_OKURIGANA}{{0,2}}?) (?P<continuative>[{_E_ROW}{_I_ROW}じ])(?=、)
    | (?:(?<=[をにへでと])|{_ADVERB}) {_NO_VERB}  # 豆を摘む。
      (?P<plain_root>(?:{_FIRST_HALF})?{_KANJI}{{1,3}}{_OKURIGANA}{{0,2}}?) (?P<plain>[うくぐすつぬぶむ]|(?<!す)る)
      (?=[。\n]|\s*$|と、|場合|とき|際|前に|まで|こと|ように|ため|には)
    | (?<=[をにへで])  # 線をいじってください
      (?!おい[てで]|つい[てで]|よっ|とっ|わたっ|され|なって|して|あって|いて|いま)
      (?P<kana>[ぁ-ん](?:(?![をはにの])[ぁ-ん]){{0,3}}?) (?=ま[すし](?:[。、たょ]|$)|[てで](?:から|くださ|下さ|、|お[きく]))
    """,
    re.VERBOSE,
)
"""A verb that no list holds: after a particle, in a form that only verbs have."""


class UnlistedVerb(NamedTuple):
    """The dictionary form of an unlisted verb and the range of its stem."""

    lemma: str
    start: int
    stem_end: int


_NEGATIVE_ENDING = dict(zip("わかがさたなばまら", "うくぐすつぬぶむる", strict=True))
_BA_ENDING = dict(zip("えけげせてねべめれ", "うくぐすつぬぶむる", strict=True))
_POLITE_ENDING = dict(zip("いきぎしちにびみり", "うくぐすつぬぶむる", strict=True))


def unlisted_verb(match: re.Match[str]) -> UnlistedVerb | None:
    """Return the verb that a match of `UNLISTED_VERB` means, or None where it means none."""
    group = match.groupdict()
    if group["plain_root"]:
        return UnlistedVerb(group["plain_root"] + group["plain"], match.start(), match.start("plain"))
    if group["linked"]:
        if group["linked"].endswith("と") and group["continuative"] == "し":
            return None  # 柱を目印とし、
        lemma = _from_continuative(group["linked"], group["continuative"])
        return UnlistedVerb(lemma, match.start(), match.end()) if lemma else None
    if group["kana"]:
        lemma = _from_kana(group["kana"], match.string[match.end()])
        return UnlistedVerb(lemma, match.start(), match.end()) if lemma else None
    lemma = _from_okurigana(group, match.string[match.end() : match.end() + 1])
    return UnlistedVerb(lemma, match.start(), match.end()) if lemma else None


def _from_okurigana(group: dict[str, str | None], following: str) -> str | None:
    """Return the dictionary form of a verb with an ideograph, from the kana before its suffix."""
    kanji, okurigana = group["root"] or "", group["okurigana"] or ""
    root = kanji + okurigana
    if okurigana == "と" and "し" in (group["su"], group["ichidan"], group["polite"]) and kanji[-1] not in "落催":
        return None  # 見出しとして, 別売とします
    if group["tsu"]:
        if okurigana:
            return root + ("う" if kanji[-1] + okurigana in _U_OKURIGANA else "る")
        return root + ("う" if kanji[-1] in _U_VERBS else "つ" if kanji[-1] in _TSU_VERBS else "る")
    if group["mu"]:
        return root + ("ぶ" if root[-1] in _BU_VERBS or root.endswith("浮か") else "む")
    if group["ku"]:
        return root + ("いる" if root[-1] in _ICHIDAN_I["い"] else "く")
    if group["gu"]:
        return root + "ぐ" if okurigana or root[-1] in _GU_VERBS else None  # 重いので
    if group["su"]:
        return root + "す"
    if group["ichidan"]:
        return _from_ichidan(root, group["ichidan"], following)
    if group["polite"]:
        return _from_continuative(root, group["polite"])
    if group["negative"]:
        lacks = group["negative"] == "が" and root[-1] not in _GU_VERBS  # 相違がない
        return None if lacks else root + _NEGATIVE_ENDING[group["negative"]]
    return root + _BA_ENDING[group["ba"] or ""]


def _from_continuative(root: str, kana: str) -> str | None:
    """Return the dictionary form from the stem before ます or a comma."""
    if kana in _E_ROW or kana == "じ" or root[-1] in _ICHIDAN_I.get(kana, ""):
        return root + kana + "る"
    return root + _POLITE_ENDING[kana] if kana in _POLITE_ENDING else None


def _from_ichidan(root: str, kana: str, following: str) -> str | None:
    """Return the dictionary form where one stem serves all suffixes; before ます an い-row stem may be a godan verb's."""
    if kana in _E_ROW or kana == "じ" or root[-1] in _ICHIDAN_I.get(kana, ""):
        return root + kana + "る"
    return _from_continuative(root, kana) if following not in "てたるられさずよ" else None


def _from_kana(stem: str, following: str) -> str | None:
    """Return the dictionary form of a verb in kana alone (いじってください, ほぐします)."""
    if len(stem) < 2:
        return None
    endings = {**_POLITE_ENDING, "っ": "る", "ん": "む"}
    if following in "てで":
        endings["い"] = "ぐ" if following == "で" else "く"
    if stem[-1] in endings:
        return stem[:-1] + endings[stem[-1]]
    return stem + "る" if stem[-1] in _E_ROW + "でじへ" else None
