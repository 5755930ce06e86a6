"""Numbered references of Japanese manuals: figures and tables, sections and chapters, appendices and forms."""

from __future__ import annotations

import re
from collections.abc import Iterator

from llama_index_layout_rag.steps.marking import fold_same_length

_DIGITS = r"\d+(?:\s?[-‐‑–−ー.．]\s?\d+)*"
_NUMBER = rf"""(?:(?:[A-Z]{{1,2}}\s?[-‐‑–−.．]?|[-‐‑–−]\s?)?{_DIGITS}(?:[a-z](?![A-Za-z])|\s?[(（][a-h][)）])?
    |[A-Z](?![A-Za-z0-9])|[①-⑳]|[(（]\d+[)）])"""
"""3, 5-1, A-2, 3a, 3(a), B, ②, (3)."""
_NO_COUNT = r"""(?!\d|[-.．]\d|\s*(?:枚|行|列(?!車)|つ|件|種|個|箇|か所|名|人|回
    |ページ|頁|段階|項目|mm|cm|kg|％|%|℃|倍
    |点(?![線検])|面(?!板)|以上|以下))"""
"""An amount is no number of a figure (「表3行」, 「図2点」)."""
_CUE = r"(?:を?[ごも]?(?:参照|参考|覧)|を?(?:見て|読))"
_HINT = re.compile(r"[\d①-⑳第録紙添式書冊料表図真]|Sec|Chap|App|Ann|Fig|Tab")
"""No text without one of these refers to anything: a quick test before a thorough one."""
_LABELLED = re.compile(
    rf"""(?P<word>(?<![代発公意合企])(?:[付附別]?[図表](?:\s?第)?|写真)|Fig(?:ure)?\.?|Table)\s*
          (?P<number>{_NUMBER}){_NO_COUNT}  # 図3
      | (?:画像|画面|イラスト|グラフ)\s?{_DIGITS}{_NO_COUNT}(?=の(?:よう|とおり|通り|[①-⑳])|{_CUE}|に示)  # 画面3のように
      | 第\s*(?:\d+|[一二三四五六七八九十]+|[Ⅰ-Ⅻ])(?:[-.．]\d+)*\s*(?:[章節編条]|項(?!目))  # 第3章
      | (?<![\d.．A-Za-z全計-])(?<!次の)(?<!以下の)\d+(?:[-‐‑.．]\d+)*\s*(?:章(?![構立])|節(?![点約電度水])|項(?!目))  # 3.1項
      | (?<![一-龯ァ-ヴー])[章節項]\s*\d+(?:[-.．]\d+)*  # 項5.3
      | (?:[付附]録|別紙|別冊|別添(?:資料)?|(?:別紙|参考)?様式|[付附]属書|(?:添付|参考|巻末)資料)\s*(?:第\s*)?(?:{_NUMBER}
          |[一二三四五](?![一-龯])){_NO_COUNT}  # 付録A
      | (?:Section|Sec\.|Chapter|Appendix|Annex)\s*(?:[A-Z](?:[-.]?\d+)*(?![A-Za-z])|\d+(?:[-.]\d+)*)  # Section 3.1
    """,
    re.VERBOSE,
)
_FURTHER = re.compile(
    rf"""\s*(?:[、,・/／〜～~]|と|や|および|及び|または|又は|から)\s*(?P<number>{_DIGITS}){_NO_COUNT}
        (?=\s*(?:[をにのとはでがや、。）)」』】・〜～~,/]|参照|および|及び|または|又は|など|等|$))""",
    re.VERBOSE,
)
"""Another number of the same word (図2、3; 表1～3)."""
_SECTION_NUMBER = re.compile(
    r"""(?<![A-Za-z0-9_.．\-/'’:])([1-9]\d?(?:[-‐‑–−.．]\d{1,2}){1,4})(?![A-Za-z0-9_\-/%℃]|[.．]\d
        |\s*(?:mm|cm|kg|V|A|Hz|秒|分|時|個|倍|版|以[上下]|から|ページ|頁)|\s*[~〜～](?!\s*「?\d{1,2}[-.．]\d))""",
    re.VERBOSE,
)
_NO_SECTION = re.compile(
    r"(?:[A-Za-z.]\s|バージョン|版|リリース|型番|品番|電話|規格|約|比率?|倍率|値|手順|ステップ|STEP|Step|ページ|頁)\s*[:：]?$"
)
"""What is before a number that is a version, a rating, a page, a step."""
_REFERRED = re.compile(r"\s*[をも]?\s*[ご御]?(?:参照|覧)")
"""What makes a number a section whatever is before it (FAQ 2-3参照)."""
_SECTION_LEAD = re.compile(
    r"(?:参照(?:先)?[:：]|(?:詳細|詳しく)は、?(?:本書の?)?|[項章節]番号?|[（(「『]\s*[→⇒➡]|[☞☛§])\s*[「『]?\s*$|[（(]\s*$"
)
_SECTION_CUE = re.compile(
    rf"""の?\s*[①-⑳]|[へに](?:進|移|戻)|の\s*[「『［【\[]|の(?:画面|一覧|手順|操作|方法|要領|作業|説明|内容|とおり|通り)
      | で(?:作成|設定|登録|選択|入力|説明|述べ|準備|取得|確認|保存|出力|ダウンロード|インストール|記載|示し|決め|求め
          |行)[^、。]{{0,8}}た
      | (?:[^。、]|(?<=[」』】）)\d])、){{0,80}}?(?:{_CUE}|参照|ご覧|お読み|の手順|に従|と同[様じ]|に[示記]|で説明|の(?:とおり
          |通り))""",
    re.VERBOSE,
)
_CHAPTER_NUMBER = re.compile(
    r"""(?<=[「『【】［（(“"、はのを\s])(\d{1,2})(?:[ \u3000]|[.．)）][ \u3000]?)(?![つ個種点枚回箇か本行列件名人台])
        (?=[一-龯ァ-ヴーA-Za-zぁ-ん][^。、」』】”"]{1,40}[」』】”"]?(?:[^。、]|(?<=[」』】”"])、){0,40}?
           (?:参照|参考に|覧|の手順|に従|に記載|に用意|に示|に掲載|で説明|の説明))""",
    re.VERBOSE,
)
"""A lone chapter number before its title and a cue: 「4 詳細を表示する」を参照."""
_CAPTION = re.compile(
    r"\s*(?:図|表|写真)\s*\d[\d\-‐‑–.．]*\s+(?!および|及び|または|又は|[をのにがはとやか、])(?!.*(?:参照|ご覧|。))"
)
"""A caption, whose own number refers to nothing: 「図2-20 履歴情報の追加」."""
_LEAD = 12
"""Characters before a bare number in which a word says what it is."""


def find_references(text: str) -> list[str]:
    """Return references as printed, each once, in printed order, without the blanks inside Japanese ones.

    The word of several ("図2、3") is repeated with each.
    """
    if _HINT.search(text) is None:
        return []
    folded = fold_same_length(text)
    found = list(_labelled(text, folded))
    bare = [*_sections(folded), *(match.span(1) for match in _CHAPTER_NUMBER.finditer(folded))]
    for start, end in bare:
        if not any(a < end and start < b for a, b, _ in found):
            found.append((start, end, text[start:end]))
    references = list(dict.fromkeys(reference for _, _, reference in sorted(found)))
    return references[1:] if _CAPTION.match(folded) else references


def _labelled(text: str, folded: str) -> Iterator[tuple[int, int, str]]:
    """Yield references that carry their word, with the word repeated for the numbers listed after it."""
    for match in _LABELLED.finditer(folded):
        yield *match.span(), _as_printed(text[slice(*match.span())])
        if match.group("word") is None:
            continue
        word = text[slice(*match.span("word"))]
        further = _FURTHER.match(folded, match.end())
        while further is not None and _levels(further.group("number")) == _levels(match.group("number")):
            yield *further.span("number"), _as_printed(word + text[slice(*further.span("number"))])
            further = _FURTHER.match(folded, further.end())


def _sections(folded: str) -> Iterator[tuple[int, int]]:
    """Yield bare section numbers that something before or after makes a reference."""
    for match in _SECTION_NUMBER.finditer(folded):
        before = folded[max(0, match.start() - _LEAD) : match.start()]
        referred = _REFERRED.match(folded, match.end()) is not None
        if (_NO_SECTION.search(before) and not referred) or (
            len(match.group(1)) > 7 and match.group(1)[:2] in ("19", "20")
        ):
            continue
        if _SECTION_LEAD.search(before) or _SECTION_CUE.match(folded, match.end()):
            yield match.span(1)


def _as_printed(reference: str) -> str:
    return reference if reference.isascii() else re.sub(r"\s+", "", reference)


def _levels(number: str) -> int:
    """Return how many numbers a number is made of: 2 in "5-1"."""
    return len(re.findall(r"\d+", number))
