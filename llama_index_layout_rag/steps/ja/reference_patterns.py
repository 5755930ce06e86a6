# ruff: noqa: E501 - a pattern stays on one line, or it cannot be searched for
"""Numbered references of Japanese manuals: figures and tables, sections and chapters, appendices and forms."""

from __future__ import annotations

_DIGITS = r"\d+(?:\s?[-‐‑–−ー.．]\s?\d+)*"
_NUMBER = (
    rf"(?:[A-Z]{{1,2}}\s?[-‐‑–−.．]?|[-‐‑–−ー]\s?)?{_DIGITS}(?:[a-z](?![A-Za-z])|\s?[(（][a-h][)）])?"
    r"|[A-Z](?![A-Za-z0-9])|[①-⑳]|[(（]\d+[)）]"
)
"""3, 5-1, A-2, -1, 3a, 3(a), B, ②, (3)."""
_NO_COUNT = (
    r"(?!\d|[-.．]\d|\s*(?:枚|行|列(?!車)|つ|件|種|個|箇|か所|ヶ所|名|人|回|ページ|頁|段階|項目|mm|cm|kg|％|%|℃|倍|"
    r"点(?![線検滅灯火])|部(?![品分材屋])|面(?!板)|本(?![体機器装])|台(?![車座])|以上|以下))"
)
"""An amount is no number of a figure (「表3行」, 「図2点」)."""

REFERENCES = {
    # No text without one of these refers to anything: a quick look before a thorough one.
    "refs_hint": r"[\d①-⑳第録紙添式書冊料表図真]|遺|Sec|Chap|App|Ann|Fig|Tab",
    # A word and its number. `word` is repeated for the numbers that follow it (図2、3).
    "refs": (
        rf"(?P<word>(?<![代発公意合企])(?:[付附別]?[図表](?:\s?第)?|写真)|Fig(?:ure)?\.?|Table)\s*(?P<number>{_NUMBER}){_NO_COUNT}"
        # What is no picture of its own kind in every manual needs a cue.
        rf"|(?:画像|画面|イラスト|グラフ)\s?{_DIGITS}{_NO_COUNT}(?=(?:の(?:よう|とおり|通り|[①-⑳])|を?(?:ご)?(?:参照|参考|覧)|に示))"
        r"|第\s*(?:\d+|[一二三四五六七八九十]+|[IVX]+|[Ⅰ-Ⅻ])(?:[-.．]\d+)*\s*(?:章|節|項(?!目)|編|条(?:の\d+)?|部(?=\s*[「『（(]|の?「|を?(?:ご)?(?:参照|覧)))"
        r"|(?<![\d.．A-Za-z全計-])\d+(?:[-‐‑.．]\d+)*\s*(?:章(?![構立])|節(?![点約電度水]))"
        r"|(?<![\d.．A-Za-z全計-])(?<!次の)(?<!以下の)(?<!下記の)(?<!上記の)\d+(?:[-‐‑.．]\d+)*\s*項(?!目)"
        r"|(?<![一-龯ァ-ヴー])[章節項]\s*\d+(?:[-.．]\d+)*"
        r"|(?:別[紙記]|参考)?様式\s*(?:第\s*)?(?:[A-Z]?[-.]?\d+(?:[-‐‑.．]\d+)*(?:\s*号(?:の\d+)?)?|[A-Z](?![A-Za-z0-9])|[①-⑳])" + _NO_COUNT +
        rf"|(?:[付附]録|別紙|別添(?:資料)?|[付附]属書|補遺|別冊|(?:添付|参考|巻末)資料)\s*(?:第\s*)?(?:{_NUMBER}|[一二三四五六七八九十](?![一-龯])){_NO_COUNT}"
        r"|(?:Section|Sec\.|Chapter|Appendix|Annex)\s*(?:[A-Z](?:[-.]?\d+)*(?![A-Za-z])|\d+(?:[-.]\d+)*)"
    ),
    # Another number of the same word (図2、3; 表1～3).
    "refs_more": (
        rf"\s*(?:[、,・/／〜～~]|と|や|および|及び|または|又は|から)\s*(?P<number>{_DIGITS}){_NO_COUNT}"
        r"(?=\s*(?:[をにのとはでがや、。）)」』】・〜～~,/]|参照|および|及び|または|又は|など|等|$))"
    ),
    "section_number": (
        r"(?<![A-Za-z0-9_.．\-/'’:])([1-9]\d?(?:[-‐‑–−.．]\d{1,2}){1,4})(?![A-Za-z0-9_\-/%℃]|[.．]\d"
        r"|\s*(?:mm|cm|kg|V|A|Hz|秒|分|時|個|倍|版|以上|以下|から|ページ|頁)|\s*[~〜～](?!\s*「?\d{1,2}[-.．]\d))"
    ),
    # What stands in front of a number that is a version, a rating, a page, a step.
    "no_section": r"(?:[A-Za-z.]\s|バージョン|リビジョン|版|リリース|型番|品番|品名|電話|内線|規格|約|比率?|縮尺|倍率|値|手順|ステップ|STEP|Step|工程|ページ|頁)\s*[:：]?$",
    # What right behind a number makes it a section whatever stands in front (FAQ 2-3参照).
    "section_named": r"\s*[をも]?\s*(?:ご|御)?(?:参照|覧)",
    # What may stand in front of a bare number to make it a section.
    "section_lead": r"(?:参照(?:先)?[:：]|(?:詳細|詳しく)は、?(?:本書の?)?|[項章節]番号?|[（(「『]\s*[→⇒➡]|[☞☛§])\s*[「『]?\s*$",
    # What must stand behind a bare number, in its sentence, for it to be a section.
    "section_cue": (
        r"の?\s*[①-⑳]|[へに](?:進|移|戻)|の\s*[「『［【\[]|の(?:画面|一覧|手順|操作|方法|要領|作業|説明|内容|とおり|通り)"
        r"|で(?:作成|設定|登録|選択|入力|説明|述べ|準備|取得|確認|保存|出力|ダウンロード|インストール|記載|示し|決め|求め|行)[^、。]{0,8}た"
        r"|(?:[^。、]|(?<=[」』】）)\d])、){0,80}?(?:参照|参考|ご覧|御覧|お読み|を読|を見て|[章節項](?!目)|の手順|に従|と同様|と同じ|に示|に記載|に記述|で説明|のとおり|の通り)"
    ),
    # A lone chapter number is one only in front of its title and a cue: 「4 詳細を表示する」を参照.
    "chapter_number": (
        r"(?<=[「『【】［（(“\"、はのを\s])(\d{1,2})(?:[ \u3000]|[.．)）][ \u3000]?)(?![つ個種点枚回箇か本行列件名人台])(?=[一-龯ァ-ヴーA-Za-zぁ-ん][^。、」』】”\"]{1,40}[」』】”\"]?"
        r"(?:[^。、]|(?<=[」』】”\"])、){0,40}?(?:参照|参考に|覧|の手順|に従|に記載|に用意|に示|に掲載|で説明|の説明))"
    ),
}  # fmt: skip
"""All of them run over text folded character by character (`marking.fold_same_length`)."""
