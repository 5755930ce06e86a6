"""Folding of text for comparison and search; the original text is always kept beside the folded one.

PDF producers write some ideographs as look-alike code points: Kangxi radicals (which NFKC folds) and CJK radicals supplement
(which it does not), the hyphenation point in place of the middle dot, a dozen dashes. People type full-width letters.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from llama_index_layout_rag.languages import FALLBACK, LANGUAGES

_RADICALS = "⺁⺇⺈⺊⺌⺎⺒⺓⺕⺗⺙⺛⺝⺟⺠⺡⺣⺤⺨⺩⺪⺫⺬⺭⺮⺯⺲⺵⺶⺷⺹⺼⺽⺾⻁⻂⻃⻄⻅⻆⻈⻉⻊⻋⻌⻎⻏⻐⻑⻒⻓⻔⻖⻗⻘⻙⻚⻛⻜⻝⻟⻠⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲⻳"  # noqa: E501
_UNIFIED = "厂几刀卜小尢巳幺彑心攵旡月母民氵灬爫犭王疋罒示礻竹糸网羊羊羊耂肉臼艹虎衤覀西見角讠貝𧾷車辶辶阝钅長镸长门阝雨青韦页風飞食飠饣马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟"  # noqa: E501
COMPATIBILITY_FOLD = {ord(a): b for a, b in zip(_RADICALS, _UNIFIED, strict=True)} | {ord("\u2027"): "・"}
"""CJK Radicals Supplement (U+2E80..U+2EF3) to the unified ideograph of the same shape, and the hyphenation point that
browsers write for the katakana middle dot."""

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−－﹣ｰ"), "-")
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufffe\x02"), None)
_FOLD_AFTER = {**_DASHES, **_INVISIBLE}
_HAS_RADICAL = re.compile(f"[{''.join(map(re.escape, map(chr, COMPATIBILITY_FOLD)))}]")
_HAS_FOLDED = re.compile(f"[{''.join(map(re.escape, map(chr, _FOLD_AFTER)))}]")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f]+")
_KANA = re.compile(r"[\u3041-\u30ff\uff66-\uff9f]+")
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}")
_WORD = re.compile(r"[^\W\d_]+")


def fold_text(text: str) -> str:
    """Text for search and comparison: NFKC, radicals and dashes unified, invisible characters gone; case is kept."""
    if text.isascii():
        return text
    return _fold_line(text) if len(text) <= _LINE else _fold(text)


def _fold(text: str) -> str:
    if _HAS_RADICAL.search(text):
        text = text.translate(COMPATIBILITY_FOLD)
    text = unicodedata.normalize("NFKC", text)
    # Translating costs more than all the rest, and few texts need it. What an invisible character kept apart is put
    # together then ("か", a zero-width space and "゙").
    return unicodedata.normalize("NFKC", text.translate(_FOLD_AFTER)) if _HAS_FOLDED.search(text) else text


_LINE = 200
"""Characters of a text that is remembered folded: every line of a page is asked for several times."""

_fold_line = lru_cache(maxsize=4096)(_fold)


def squash(text: str) -> str:
    """Folded text without any white space and in lower case: two texts that read the same give the same string."""
    squashed = "".join(fold_text(text).split()).lower()
    # A mark that a blank carried ("¯" folds to a blank and a mark) follows a letter now.
    return squashed if squashed.isascii() else unicodedata.normalize("NFKC", squashed)


def collapse_spaces(text: str) -> str:
    """Text with runs of white space as single blanks."""
    return " ".join(text.split())


def _characters(runs: re.Pattern[str], text: str) -> int:
    return sum(map(len, runs.findall(text)))


def without_half_pairs(text: str) -> str:
    """Text with a replacement character for every half of a surrogate pair, which no file and no store can hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def is_cjk(character: str) -> bool:
    """Whether a character is kana or an ideograph: such text is written without blanks between words."""
    return bool(_CJK.match(character))


def join_lines(first: str, second: str) -> str:
    """Two lines of one paragraph as running text.

    No blank comes between Japanese characters; a word hyphenated at the end of the line is repaired; everything else is joined
    with one blank.
    """
    first, second = first.rstrip(), second.lstrip()
    if not first or not second:
        return first + second
    last, next_ = first[-1], second[0]
    if last == "\u00ad":
        return first[:-1] + second
    if last in "-‐" and len(first) > 1 and first[-2].islower() and next_.islower():
        return first[:-1] + second
    if _joins_without_blank(last) and _joins_without_blank(next_):
        return first + second
    if (_joins_without_blank(last) and not next_.isalnum()) or (not last.isalnum() and _joins_without_blank(next_)):
        return first + second
    return f"{first} {second}"


def _joins_without_blank(character: str) -> bool:
    # Kana, ideographs and every full-width sign (。、「」［］（）…).
    return is_cjk(character) or unicodedata.east_asian_width(character) in "WF"


def detect_language(text: str) -> str | None:
    """Return the language of a text.

    'ja' where kana make up a visible share of the letters, where Latin words do the language whose words they are
    ('en' in doubt), 'zh' for ideographs alone, else None.

    One kana in twenty letters is enough: Japanese manuals are full of Latin product names and English ones quote no kana.
    """
    sample = text[:20_000]
    kana, cjk = (0, 0) if sample.isascii() else (_characters(_KANA, sample), _characters(_CJK, sample))
    latin = _characters(_LATIN_WORD, sample)
    if kana and kana * 20 >= latin + cjk:
        return "ja"
    if latin and latin > cjk:
        return _spaced_language(sample)
    return "zh" if cjk and not kana else ("ja" if kana else None)


_SPACED = [words for words in LANGUAGES.values() if words.spaced]
_SHOWN_BY = {
    words.code: set(words.stop_words.split()).difference(*(o.stop_words.split() for o in _SPACED if o is not words))
    for words in _SPACED
}
"""Stop words that only one of the languages has."""
_OWN_LETTERS = {words.code: re.compile(f"[{words.letters}]") for words in _SPACED if words.letters}


def _spaced_language(text: str) -> str:
    """Return the language of a text in Latin letters by its commonest words and letters; English in doubt."""
    words = _WORD.findall(text.lower())
    counts = {code: sum(word in shown for word in words) for code, shown in _SHOWN_BY.items()}
    if not text.isascii():
        for code, letters in _OWN_LETTERS.items():
            counts[code] += sum(bool(letters.search(word)) for word in words)
    return max(counts, key=lambda code: (counts[code], code == FALLBACK.code))
