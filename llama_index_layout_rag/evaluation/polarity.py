"""Whether a sentence says that something is done, or that it is not: "do not open the cover" against "open the cover".

Only the main clause counts: "if the lamp does not light, press reset" tells one to press. The rules are a few patterns
per language; a sentence that they do not know counts as one that says yes.
"""

from __future__ import annotations

import re

_JAPANESE = re.compile(r"[぀-ヿ㐀-鿿]")

_ASIDE = re.compile(r"\s*[（(\[［][^（）()\[\]［］]*[)）\]］]\s*$")
_LATIN_END = re.compile(r"[A-Za-z][A-Za-z ,'’]*$")
"""A Japanese sentence that ends in words of a message: "エラー: file not found"."""

_MUST = re.compile(r"(?:なければ|なくては|ないと)(?:なりません|ならない|ならず|いけません|いけない|だめ)")
"""Two negations that make a duty: 押さなければなりません."""

_NOT_JA = re.compile(
    r"(?:ません|ませんでした|ないで(?:ください|下さい)?|ないこと(?:です)?|ない(?:です|もの|よう(?:に(?:して(?:ください|下さい)|します)?)?)?"
    r"|いけません|なりません|禁止(?:です|します|されています|されている)?|できず|不可(?:です)?)$"
)

_SUBCLAUSE_EN = re.compile(r"\b(?:if|when|unless|while|until|because|so that|where)\b[^,;:]*(?:[,;:]|$)", re.IGNORECASE)
_NOT_EN = re.compile(r"\b(?:not|never|cannot|no longer|must no longer|forbidden|prohibited)\b|n[’']t\b", re.IGNORECASE)
_NOT_ONLY = re.compile(r"\bnot (?:only|just)\b", re.IGNORECASE)


def is_negative(sentence: str) -> bool:
    """Whether the main clause of a Japanese or English sentence denies or forbids."""
    plain = _ASIDE.sub("", sentence.strip().rstrip("。.!！ 　")).rstrip("。.!！」』 　")
    if _JAPANESE.search(plain):
        latin = _LATIN_END.search(plain)
        if latin and _NOT_EN.search(latin.group()):
            return True
        return bool(_NOT_JA.search(plain)) and not _MUST.search(plain)
    return bool(_NOT_EN.search(_NOT_ONLY.sub("", _SUBCLAUSE_EN.sub(" ", plain))))
