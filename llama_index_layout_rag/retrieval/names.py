"""Product names as comparable words: "ＥＳ－２００ＷⅡ", "es200w II" and "ES 200 W 2" are the same words.

Letters and digits are separate words, so that a suffix is a word of its own: an ES-200 lacks the "w" of an ES-200W, and an
ES-2000 shares no number with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from llama_index_layout_rag.languages import LANGUAGES, any_of
from llama_index_layout_rag.layout.normalize import fold_text

_WORD = re.compile(
    r"(?<=[a-z])-?(?P<wildcard>\d{1,2}x{1,2}\d?)(?![a-z\d])"  # the digits of N3xx, E3x0
    rf"|(?P<generation>{any_of(lambda words: words.titles.generation)})"
    r"|(?P<plus>(?<=[a-z0-9])\++(?![a-z0-9]))"  # S10+
    r"|(?P<plain>\d+(?:\.\d+)*|[\u30a1-\u30fa\u30fc]{2,}|[\u4e00-\u9fff\u3005]+|[\u3041-\u3096]{3,}"
    r"|[^\W\d_\u3005\u3041-\u30fc\u4e00-\u9fff]+)"
)
_NOT_DIGITS = re.compile(r"\D")
_JAPANESE = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")

_ROMAN = {"ii": "2", "iii": "3", "iv": "4", "vi": "6", "vii": "7", "viii": "8", "ix": "9"}
"""Roman numerals after a name. I, V and X are read as letters."""

_SPELLINGS = {spelling: word for words in LANGUAGES.values() for spelling, word in words.titles.name_spellings.items()}

_SUFFIXED = re.compile(
    rf"(mk|mark|[a-z]{{3,}}(?=[pmlu])|[\u30a1-\u30fc]{{2,}}(?=[\u30a1-\u30fc]{{2}}))"
    rf"(i{{2,3}}|iv|pro|plus|mini|max|lite|ultra|{any_of(lambda words: words.titles.attached_suffixes)})"
)
"""A name with its suffix: MkII, RouterPro, ルーターミニ."""

ORDINAL_WORDS = frozenset({"mk", "v", "rev", "gen", "type", "no"})
"""Words that only number a product."""

VARIANT_WORDS = frozenset(word for words in LANGUAGES.values() for word in words.titles.variants.split())
"""Words that name a variant of a product."""


@dataclass(frozen=True)
class NameWord:
    """One word of a name or a question.

    Args:
        text: The normalised word in lower case.
        start: Offset of its first character in the folded text.
        end: Offset after its last character.
        joined: Whether it follows the word before it directly or after a hyphen.
        proper: Whether it is written as a name: with a capital, or in Latin letters within Japanese text.
    """

    text: str
    start: int
    end: int
    joined: bool = False
    proper: bool = False


def name_words(text: str) -> list[NameWord]:
    """Return the words of a name or question; one or two hiragana are no word.

    Args:
        text: Any text.
    """
    folded = fold_text(text)
    lowered = _lowered(folded)
    japanese = bool(_JAPANESE.search(folded))
    words: list[NameWord] = []
    for word, start, end in _located(lowered):
        between = lowered[words[-1].end : start] if words else " "
        numbered = bool(words) and words[-1].text in ORDINAL_WORDS
        joined = bool(words) and (between in ("", "-", "_") or (between == "." and numbered))
        written = folded[start:end]
        if written == "a" and not (joined or numbered):  # the article
            continue
        proper = word.isascii() and word[0].isalpha() and (japanese or written != written.lower())
        if word in _ROMAN and words and (joined or written.isupper()):
            word = _ROMAN[word]
        words.append(NameWord(_SPELLINGS.get(word, word), start, end, joined, proper))
    return words


def is_variant(words: Sequence[str], place: int) -> bool:
    """Return whether a word of a name distinguishes a variant or version: a number, "Pro", "Mk", the e of S10e.

    Args:
        words: Words of a name.
        place: Index of the word.
    """
    word = words[place]
    if len(word) == 1 and word.isascii() and word.isalpha():
        return place > 0 and (words[place - 1][0].isdigit() or words[place - 1] in ORDINAL_WORDS)
    return word[0].isdigit() or word in VARIANT_WORDS or word in ORDINAL_WORDS


def same_word(asked: str, known: str) -> bool:
    """Return whether a word of a question equals a word of a name, in which x may stand for any digit (N3xx)."""
    if asked == known:
        return True
    return known[0].isdigit() and "x" in known and bool(re.fullmatch(known.replace("x", r"\d"), asked))


def _located(lowered: str) -> Iterator[tuple[str, int, int]]:
    for match in _WORD.finditer(lowered):
        kind, start, end = str(match.lastgroup), match.start(), match.end()
        suffixed = _SUFFIXED.fullmatch(match[kind]) if kind == "plain" else None
        if kind == "generation":
            yield "gen", start, start
            yield _NOT_DIGITS.sub("", match[kind]), start, end
        elif suffixed:
            yield suffixed[1], start, start + suffixed.end(1)
            yield suffixed[2], start + suffixed.end(1), end
        else:
            yield ("plus" if kind == "plus" else match[kind]), match.start(kind), end


def _lowered(text: str) -> str:
    """Return the text in lower case with all offsets unchanged ("İ" would become two characters)."""
    return "".join(lower if len(lower := character.lower()) == 1 else character for character in text)
