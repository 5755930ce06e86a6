# ruff: noqa: E501 - a pattern stays on one line, or it cannot be searched for
r"""Patterns of Japanese step sentences: conditions, results, cautions, references, objects.

They run over masked text: \ue000 fills the place of a quoted name, \ue001 of an aside.
"""

from __future__ import annotations

from llama_index_layout_rag.steps.ja.cautions import CAUTIONS
from llama_index_layout_rag.steps.ja.entries import ENTRIES
from llama_index_layout_rag.steps.ja.free_conditions import FREE_CONDITIONS
from llama_index_layout_rag.steps.ja.headings import HEADINGS
from llama_index_layout_rag.steps.ja.object_patterns import OBJECTS
from llama_index_layout_rag.steps.ja.reference_patterns import REFERENCES

PATTERNS = {
    # How sentences are read.
    "label": r"\s{0,3}([^\s。、:：を][^。、:：を]{0,23}?)\s{0,3}[:：](?!//|\\)\s{0,3}(?=\S)",
    "no_label": r".*(?:場合|とき|ときは|際|時)$|(?:手順|ステップ|STEP|Step|step|注|注記|補足|備考|例|ポイント|ヒント|TIPS?|メモ|参考|NOTE|Note|操作|方法|操作方法|対処|対処方法|処置|対策|回答|[AQ])?\s*[0-9①-⑳.\-()（）]*$",
    "label_again": r"[:：]",
    # A topic of the whole sentence in front of a condition is no part of it.
    "condition_topic": r"(?:[^、。]{1,20}の結果、|[^、。をはが]{1,30}を(?:目安|参考|基準|もと|元)に、?(?=[^、。]{4})|[^、。]{1,40}(?<!場合)(?<!とき)(?:は|では|には|として|また|もしくは|または)、)",
    # Between two conditions of one verb (「はじめてのときや、移したときは」).
    "condition_joint": r"(?:や|および|及び|または|又は|もしくは|あるいは|か)、?\s*",
    "left_particle": r"(?:には|では|に|は|も) ?(?=[^ぁ-ん、 ])",
    "left_of_condition": r"\s*[にはでも]{1,2}、",
    "condition_tail": r"(?<!態)(?<!ま)(?:[はにも]|(?<!\ue001)(?<!段階)で)$",
    # No sentence without one of these holds a condition.
    "condition_hint": r"場合|とき|時|際|[ただ]ら|ば|後|あと|前|まで|応じ|状態|限り|ごと|たび|度に|中[には]|ケース|最中|次第|[うくぐすつぬぶむる]と|間|なら|ないと",
    "gapped_name": r"[はに、\s]*(?P<name>\ue000+[一-龯ァ-ヴー]{0,8})、",
    "full_stop": r"[。.](?:\s*[（(][^（）()]*[）)])?$",
    "sentence_end": r"[。\n]+|(?:(?<=ます)|(?<=した)|(?<=さい))\s+(?=(?:図|表|写真)\s*\d[\d\-.．‐–−]*\s[^。]*$)|(?:(?<=クリック)|(?<=をタップ)|(?<=を選択)|(?<=を押下)|(?<=を入力)|(?<=を確認)|(?<=ます)|(?<=する)|(?<=[をに].[すくむぶる])|(?<=ください)|(?<=下さい))\s*[→⇒⇨➡>＞]\s*(?=\S)|[!?！？]+(?!\s*と)|(?<=[ぁ-ん])[．.](?=\s|$)",
    "leading": r"(?:ます|です|ました)?(?:が|ので|けど)、|(?:万一|万が一|もしも|しかし|また|あと|なお|ただし|但し|まず|次に|つぎに|続いて|続けて|最後に|最初に|そして|その後|さらに|更に|すると|ここで|では|それでは|もし|このとき|この時|この場合|この場合に|このため|そのため|次いで|同様に|よって|したがって|従って|一方|例えば|たとえば|先に|あとは|以上で|ここでは|加えて)(?:、|,|\s)+|(?:または|あるいは|もしくは|万一|万が一|もしも|もし|仮に|まず|次に(?![進移戻])|最後に|すると|このとき|この時(?![点間期刻代])|この際|その際|また(?!は)|なお|さらに|更に|続いて|続けて|ただし|その後)(?=[^\sのがをにへとでは])",
    # Conditions without a verb in front of the marker word, and fixed phrases.
    "free_condition": "|".join(FREE_CONDITIONS),
    "reason_tail": r"(?:の(?:で|ため)|ため|から)$",
    "adverb_prefix": r"(?:色々|種々|各種|再三|一晩|一昼夜|一夜|終日|終夜|長時間|短時間|[0-9一二三四五六七八九十]+(?:か所|箇所|ヶ所|カ所)|再度|再び|改めて|以下|一度|一旦|いったん|毎回|毎日|毎月|順次|適宜|随時|都度|その都度|直接|同時|事前|別途|下記|上記|右記|左記|個別に|各自|各々|全部|全て|毎朝)(?=[一-龯ァ-ヴーA-Za-z]{2}|[熱接発略訳]$)",
    "free_until": r"(?:[一-龯][いきしちりかがわまらえけめれ]{0,2}[うくぐすつぬぶむる]|する|なる|いう)まで(?:は|に(?!に))?(?=、|[^の])",
    "told_noun": r"[にへでとかがを]\s*(?:もう一度|再度|必ず|よく|しっかり)?$",
    "caption": r"\s*(?:図|表|写真|Fig(?:ure)?\.?|Table)\s*\d[\d\-‐‑–−ー.．]*(?!\s*[をのにがはとで]|[^。]*(?:ます|下さい|ください|。))",
    "bare_condition": r"(?:こ|そ|あ)(?:の|れら?の)(?:よう(?:な|に)(?:した|する)?)?(?:場合|とき|際|時|後|前|状態で|操作後|手順後)?|(?:以下|下記|次|上記)の(?:場合|とき)|できれば|いずれの場合|場合によって.*|例えば|その後|使用前",
    "check_outcome": r"(?:正常に|正しく|問題なく|無事)[^、。]{0,12}(?:て(?:い|お)|ました|です|ます)|(?:OK|ＯＫ|オーケー|完了|完成|正常|成功|良好|合格|問題ない|問題あり[まな]|大丈夫|準備完了)\s*(?:です|$|であ|と|ませ|ん)",
    **OBJECTS,
    **CAUTIONS,
    **REFERENCES,
    **HEADINGS,
    **ENTRIES,
}  # fmt: skip

NOUN_CHARACTERS = (
    "一-龯々〆ヶァ-ヴーｦ-ﾟA-Za-zＡ-Ｚａ-ｚ0-9０-９①-⑳À-ÿα-ωΑ-Ω〜～_./\\\\:%#$&＆*+~'’@・\\-‐–－>＞→⇒□△○◯☆◎●▲▼▶◀×℃°"
)
"""Characters (as the inside of a regular expression's class) of which an object may consist."""

JOINING_BLANK = (
    r"(?<=[!-~\ue000＞→⇒]) (?=[!-~一-龯ァ-ヴ＞→⇒\ue000])|(?<=[一-龯ァ-ヴ]) (?=[!-~\ue000])|(?<=[μΩ]) (?=[0-9])"
)
"""A blank inside an object stands beside a Latin word. The text is read from right to left here."""
