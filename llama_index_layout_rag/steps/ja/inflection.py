# ruff: noqa: E501 - a pattern stays on one line, or it cannot be searched for
"""How Japanese verbs inflect: every stem of a listed verb, and the class of an unlisted one.

An unlisted verb tells its class by its okurigana: 「拾って」 has a stem in front of て, 「整え、」 one in the え row. Where
the spelling leaves a choice (う, つ or る in front of って), the ideograph decides, and る is the rule.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from llama_index_layout_rag.steps.ja.rules import VerbFinalRules

U_IDEOGRAPHS = (
    "疑拾使洗縫吸払補覆行従習買扱違伴整揃合問狙追添沿言思会失伝負担競結願食這舞酔襲嫌装潤繕雇誓商養戦占奪償慕漂纏倣請迷"
    "拭弔祝笑歌唄賄賜給争闘飼患被伺救築匂叶遣"
)
"""Verbs in う whose て form is 〜って right behind the ideograph."""
U_OKURI = frozenset(
    (
        "向か",
        "行な",
        "失な",
        "味わ",
        "賑わ",
        "逆ら",
        "伴な",
        "賄な",
        "手伝",
        "敬",
        "振る",
        "計ら",
        "見計ら",
        "語ら",
        "従が",
    )
)
"""Verbs in う with okurigana in front of って."""
TSU_IDEOGRAPHS = "待持打立勝保経断絶裁撃討放育穿毀発建"
BU_IDEOGRAPHS = "飛呼遊学並結運選喜叫及転滅尊偲"
BU_OKURI = frozenset(("浮か", "忍", "綻ろ"))
GU_IDEOGRAPHS = "急防継注塞脱繋騒稼仰泳嗅研剥殺凌担削漕扇貢紡接濯薙嫁"
ONE_STEM_IDEOGRAPHS = {
    "い": "用率老悔報強射鋳居",
    "き": "起飽尽生着",
    "ぎ": "過",
    "ち": "落満朽堕",
    "び": "延浴伸帯錆滅侘",
    "み": "試省顧鑑染見",
    "り": "借降足下懲",
    "に": "似煮",
    "じ": "",
}
"""Ideographs of one-stem verbs (一段) with a stem in the い row; all others in front of ます have five stems."""
SOLID_FIRST = "取引押貼切書読呼見貸繰差振払掘吐折打吸抜持巻洗剥裏目聞"
SOLID_SECOND = "出消外戻返直離回落渡通越流起倒残指"
"""取出す, 裏返す: verbs in す written without the kana between their halves; other pairs of ideographs take する."""

_KANA_OF_E_STEM = "えけげせぜてねべめれ"
_KANA_OF_I_STEM = "いきぎしちびみり"
_POLITE = r"(?=ま[すしせ]|ましょ|ながら|つつ|た(?:い|く[なて]|けれ)|なさい|や[すき]|にく|づら|がた|続け|始め|終[えわ]|直|過ぎ|すぎ|方を|下さい|ください|次第|に(?:な[るりっれ])|し[てまた、]|する|いたし|致し)"
_NEGATIVE = r"(?=な(?:い|け|く|かっ)|ず(?:に)?|ねば|せ(?:る|ます|て|た|な|ず)|れ(?:る|ます|て|た|な|ば|ず))"
_ONE_STEM = r"(?=ま[すしせ]|[てた](?!め|く)|る|れば|な(?:い|け|く|かっ|がら|さい)|ず|つつ|られ|させ|よう|や[すき]|にく|続け|始め|終[えわ]|直|すぎ|過ぎ|下さい|ください|に(?:な[るりっれ]))"
_ADVERB = r"(?:(?<=[かしきたよなるやろすもさわ一-龯]く)|(?<=っ[ぁ-ん]り))"
"""How it is done, right in front of the verb (軽く, しっかり)."""
_PLAIN = r"(?:[うくぐすつぬぶむ]|(?<!す)る)"
_NO_VERB = r"(?!全て|初めて|改めて|極めて|決して|敢えて|併せて|予め|初め[てに]|例え|別れて|至って|追って|却って|従って|同じ|少し|但し|若し|通し|対し|関し|際し|一つ|次い|続い|引き続|先ず|何か|今まで|全く|良く|多く|近く|早く|遅く|正し|新し|少な|大き|小さ|幾つ|願い)"
_OKURI = r"[いきぎしじちびみりえけげせてねべめれかがさただとなばまやらわころもう]"
"""Kana between the ideograph and the last kana of a stem; no particle of nouns."""
_ROOT = rf"(?P<root>(?:[一-龯々]{{1,2}}[いきしちひみりぎじびえけせてねめれげべ]{{1,2}})?[一-龯々]{{1,3}}|[ぁ-ん][いきしちみりぎじびえけせてねめれげべ][一-龯々])(?P<okuri>{_OKURI}{{0,2}}?)"
UNKNOWN_VERB = (
    rf"(?:(?<=[をにがでとへはも、。お\s\ue000\ue001])|^){_NO_VERB}{_ROOT}(?:"
    r"(?P<tsu>っ(?=[てた]))|(?P<mu>ん(?=[でだ]))|(?P<ku>い(?=[てた](?!だ)))|(?P<gu>い(?=[でだ]))|(?P<su>し(?=[てた]))"
    rf"|(?P<one>[{_KANA_OF_E_STEM}{_KANA_OF_I_STEM}じ]){_ONE_STEM}"
    rf"|(?P<polite>[いきぎしちにびみり]){_POLITE}|(?P<negative>[わかがさたなばまら]){_NEGATIVE}|(?P<ba>[えけげせてねべめれ])(?=ば))"
    rf"|(?:(?<=[をにへ])|{_ADVERB}){_NO_VERB}(?P<chain_root>(?:[一-龯々]{{1,2}}[いきしちひみりぎじびえけせてねめれげべ]{{1,2}})?[一-龯々]{{1,2}}{_OKURI}{{0,2}}?)"
    rf"(?P<chain>[{_KANA_OF_E_STEM}{_KANA_OF_I_STEM}じ])(?=、)"
    rf"|(?:(?<=[をにへでと])|{_ADVERB}){_NO_VERB}(?P<plain_root>(?:[一-龯々]{{1,2}}[いきしちひみりぎじびえけせてねめれげべ]{{1,2}})?[一-龯々]{{1,3}}{_OKURI}{{0,2}}?)"
    rf"(?P<plain>{_PLAIN})(?=[。\n]|$|と、|(?:場合|とき|際|前に|まで|こと|ように|ため|には)|\s*$)"
    r"|(?<=[をにへで])(?!おい[てで]|つい[てで]|よっ|とっ|わたっ|つき|され|なって|して|あって|いて|いま)(?P<kana_root>[ぁ-ん](?:(?![をはにの]|しと)[ぁ-ん]){0,3}?)(?P<kana>ま[すし](?=[。、]|$|[たょ])|[てで](?:から|くださ|下さ|、|お[きく])|(?<=[いきぎしちびみりえけげせねべめれ])(?=、)|(?=[うくぐすつぬぶむる](?:。|$))(?P<kana_plain>.))"
)
"""An unlisted verb: behind a particle, in a form that only verbs have."""


@dataclass(frozen=True)
class Stem:
    """One stem of a verb: its dictionary form; whether it is that form itself (its last kana then belongs to the
    ending); whether it is the え stem, which with anything but ば tells what can be done; whether it is the い stem of a
    verb that has another one in front of て; whether it is the あ stem."""

    lemma: str
    dictionary_form: bool = False
    potential: bool = False
    continuative: bool = False
    negative: bool = False


def stem_table(rules: VerbFinalRules) -> dict[str, Stem]:
    """Every stem of every listed verb; one-stem verbs win where two verbs share a stem."""
    stems: dict[str, Stem] = {}
    for verb in rules.one_stem_verbs:
        if verb.endswith("る") and len(verb) > 1:
            stems.setdefault(verb[:-1], Stem(verb))
    for verb in rules.five_stem_verbs:
        row = rules.five_stem_rows.get(verb[-1])
        if row is None or len(verb) < 2:
            continue
        for place, kana in enumerate(row):
            stems.setdefault(
                verb[:-1] + kana,
                Stem(verb, potential=place == 2, continuative=place == 1 and row[1] != row[3], negative=place == 0),
            )
        stems[verb] = Stem(verb, dictionary_form=True)
    return stems


def read_unknown(match: re.Match[str]) -> tuple[str, int, int] | None:
    """Dictionary form of an unlisted verb, where it begins, and where its stem ends; None where no verb can be meant.

    Args:
        match: A match of `UNKNOWN_VERB`.
    """
    group = match.groupdict()
    if group["kana_root"] is not None:
        return _kana_verb(match)
    if group["plain_root"] is not None:
        return group["plain_root"] + group["plain"], match.start(), match.start("plain")
    if group["chain_root"] is not None and group["chain_root"].endswith("と") and group["chain"] == "し":
        return None  # 柱を目印とし、
    if group["chain_root"] is not None:
        lemma = _from_continuative(group["chain_root"], group["chain"])
        return (lemma, match.start(), match.end("chain")) if lemma else None
    root = group["root"] + group["okuri"]
    if group["tsu"]:
        return root + _before_small_tsu(group["root"], group["okuri"]), match.start(), match.end("tsu")
    if group["mu"]:
        voiced = root[-1] in BU_IDEOGRAPHS or any(root.endswith(word) for word in BU_OKURI)
        return root + ("ぶ" if voiced else "ぬ" if root[-1] == "死" else "む"), match.start(), match.end("mu")
    for row, kana in (("ku", "く"), ("gu", "ぐ"), ("su", "す")):
        if group[row]:
            if row == "su" and group["okuri"] == "と" and group["root"][-1] not in "落催":
                return None  # 見出しとして
            if row == "gu" and not group["okuri"] and root[-1] not in GU_IDEOGRAPHS:
                return None  # 良いです, 重いので
            one_stem = row == "ku" and root[-1] in ONE_STEM_IDEOGRAPHS["い"]
            return root + ("いる" if one_stem else kana), match.start(), match.end(row)
    if "し" in (group["one"], group["polite"]) and group["okuri"] == "と":
        return None  # 別売とします
    if group["one"]:
        lemma = _from_one_stem(root, group["one"], match.string[match.end() : match.end() + 1])
        return (lemma, match.start(), match.end("one")) if lemma else None
    if group["polite"]:
        humble = _HUMBLE.match(match.string, match.end("polite")) is not None
        if humble and match.string[max(0, match.start() - 1) : match.start()] not in _POLITE_PREFIXES:
            return None  # 「お預かりし」 is a verb, 「見回りし」 has する
        lemma = _from_continuative(root, group["polite"])
        return (lemma, match.start(), match.end("polite")) if lemma else None
    if group["negative"]:
        if group["negative"] == "が" and root[-1] not in GU_IDEOGRAPHS:
            return None  # 相違がない
        return root + _FROM_NEGATIVE[group["negative"]], match.start(), match.end("negative")
    return root + _FROM_CONDITIONAL[group["ba"]], match.start(), match.end("ba")


def is_solid_su_verb(noun: str) -> bool:
    """Whether two ideographs in front of し are a verb in す and no verbal noun (取出し, 裏返し; not 検出し)."""
    return len(noun) == 2 and noun[0] in SOLID_FIRST and noun[1] in SOLID_SECOND


def _before_small_tsu(root: str, okuri: str) -> str:
    if okuri:
        return "う" if root[-1] + okuri in U_OKURI else "る"
    if root[-1] in U_IDEOGRAPHS:
        return "う"
    return "つ" if root[-1] in TSU_IDEOGRAPHS else "る"


_HUMBLE = re.compile(r"し[てまた、]|する|いたし|致し")
_POLITE_PREFIXES = ("お", "ご", "御")
_FROM_NEGATIVE = dict(zip("わかがさたなばまら", "うくぐすつぬぶむる", strict=True))
_FROM_CONDITIONAL = dict(zip("えけげせてねべめれ", "うくぐすつぬぶむる", strict=True))
_CONTINUATIVE = {
    "い": "う",
    "き": "く",
    "ぎ": "ぐ",
    "し": "す",
    "ち": "つ",
    "に": "ぬ",
    "び": "ぶ",
    "み": "む",
    "り": "る",
}


def _from_continuative(root: str, kana: str) -> str | None:
    """Dictionary form from the stem in front of ます or a comma."""
    if kana in _KANA_OF_E_STEM or kana == "じ" or root[-1] in ONE_STEM_IDEOGRAPHS.get(kana, ""):
        return root + kana + "る"
    return root + _CONTINUATIVE[kana] if kana in _CONTINUATIVE else None


def _from_one_stem(root: str, kana: str, following: str) -> str | None:
    """Dictionary form where one stem serves all endings; in front of ます an い-row stem may be of five."""
    if kana in _KANA_OF_E_STEM or kana == "じ":
        return root + kana + "る"
    if root[-1] in ONE_STEM_IDEOGRAPHS.get(kana, ""):
        return root + kana + "る"
    five_stems = following not in "てたるられさずよ"
    return _from_continuative(root, kana) if five_stems else None


def _kana_verb(match: re.Match[str]) -> tuple[str, int, int] | None:
    """A verb written in kana alone (いじってください, ほぐします)."""
    root, tail = match.group("kana_root"), match.group("kana")
    if match.group("kana_plain"):
        return (root + tail, match.start(), match.end("kana_root")) if len(root) > 1 else None
    if not tail and match.string[match.start() - 1 : match.start()] != "を":
        return None
    lemma = guess_lemma(root, tail)
    return (lemma, match.start(), match.end("kana_root")) if lemma else None


def guess_lemma(stem: str, te: str) -> str | None:
    """Dictionary form of an unknown verb from its last kana in front of ます or て."""
    last = stem[-1]
    rows = {**_CONTINUATIVE, "っ": "る", "ん": "む"}
    if te[:1] in "てで" and te:
        rows = {**rows, "い": "ぐ" if te[0] == "で" else "く"}
    if last in rows and len(stem) > 1:
        return stem[:-1] + rows[last]
    return stem + "る" if last in _KANA_OF_E_STEM + "でじへ" and len(stem) > 1 else None


def with_verbs(rules: VerbFinalRules, verbs: Sequence[str]) -> VerbFinalRules:
    """The rules with a user's verbs added, each to the inflection class its ending tells."""
    one_stem, five_stem, nouns = list(rules.one_stem_verbs), list(rules.five_stem_verbs), list(rules.verbal_nouns)
    for verb in verbs:
        if verb.endswith("する"):
            nouns.append(verb[:-2])
        elif verb.endswith("る") and len(verb) > 2 and verb[-2] in "いきしちにひみりぎじびえけせてねへめれげぜでべ":
            one_stem.append(verb)
        else:
            five_stem.append(verb)
    return replace(
        rules,
        hand_verbs=rules.hand_verbs | frozenset(verbs),
        one_stem_verbs=tuple(one_stem),
        five_stem_verbs=tuple(five_stem),
        verbal_nouns=tuple(nouns),
    )
