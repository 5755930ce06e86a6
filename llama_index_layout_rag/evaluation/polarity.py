"""Whether a sentence says that something is done, or that it is not: "do not open the cover" against "open the cover".

Only the main clause counts: "if the lamp does not light, press reset" tells one to press. The rules are a few patterns
per language; a sentence that they do not know counts as one that says yes.
"""

from __future__ import annotations

import re

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.layout.writing import IDEOGRAPHS, KANA

_JAPANESE = re.compile(rf"[{KANA}{IDEOGRAPHS}]")

_ASIDE = re.compile(r"\s*[（(\[［][^（）()\[\]［］]*[)）\]］]\s*$")
_LATIN_END = re.compile(r"[A-Za-z][A-Za-z ,'’]*$")
"""A Japanese sentence that ends in words of a message: "エラー: file not found"."""

_OBLIGATION = re.compile(any_of(lambda words: words.claims.obligation))
"""Two negations that make a duty: 押さなければなりません."""

_NEGATIVE_END = re.compile(any_of(lambda words: words.claims.negative_end) + "$")
_NEGATIVE = re.compile(any_of(lambda words: words.claims.negative), re.IGNORECASE)
_NOT_NEGATIVE = re.compile(any_of(lambda words: words.claims.not_negative), re.IGNORECASE)
_SUBCLAUSE = re.compile(rf"\b{any_of(lambda words: words.claims.subclause)}\b[^,;:]*(?:[,;:]|$)", re.IGNORECASE)


def is_negative(sentence: str) -> bool:
    """Return whether the main clause of a sentence denies or forbids."""
    plain = _ASIDE.sub("", sentence.strip().rstrip("。.!！ 　")).rstrip("。.!！」』 　")
    if _JAPANESE.search(plain):
        latin = _LATIN_END.search(plain)
        if latin and _NEGATIVE.search(latin.group()):
            return True
        return bool(_NEGATIVE_END.search(plain)) and not _OBLIGATION.search(plain)
    return bool(_NEGATIVE.search(_NOT_NEGATIVE.sub("", _SUBCLAUSE.sub(" ", plain))))
