"""A text as lexical tokens: pairs of Japanese characters, lightly stemmed words, codes, codes with their column.

Japanese is not cut into words: a dictionary cuts manuals' compounds and codes wrongly, and pairs of characters find 99
% of the words that are in a text (Qdrant's multilingual index finds 58 %). Kinds of tokens cannot be confused: codes
begin with "=", a code in its column is "=code@part of the column's name".
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from llama_index_layout_rag.languages import LANGUAGES
from llama_index_layout_rag.layout.normalize import fold_text
from llama_index_layout_rag.lexical.codes import find_codes_in_folded, fold_for_codes

CODE_WEIGHT = 1.5
"""How much more a whole code in a question counts than a word (beside its own, high, inverse document frequency)."""

COLUMN_WEIGHT = 0.3
"""Weight of one "code@column part" token in a question: a column name of six characters has five parts."""

HIRAGANA_WEIGHT = 0.25
"""Weight of a pair of hiragana in a question: mostly grammar ("すれ", "ばい"), rare in manuals and so with a
misleadingly high inverse document frequency (mean reciprocal rank 0.60 against 0.58 with full weight)."""

MIXED_WEIGHT = 0.5
"""Weight of a kanji beside a hiragana in a question: mostly where a verb inflects ("き忘", "押し"), which another wording does
not share. On the development questions recall@5 rose from 0.908 to 0.917 where tuned, and stayed at 0.905 where kept aside."""

LATIN_WEIGHT = 1.5
"""Weight of a word in Latin letters in a Japanese question: it is one token, where a Japanese word of its length has several
(recall@10 0.956 to 0.960 where tuned, 0.925 in both where kept aside; no more at 2)."""

IDENTIFIER_WEIGHT = 2.0
"""Weight of a word that is written as a name of software ("DebugLogOutput", "RGBLIGHT_ENABLE"): whoever types it means just it
(recall@5 0.908 to 0.917 where tuned, 0.905 in both where kept aside; no more at 3 or 4)."""

MAX_CODES_WITH_COLUMNS = 10
MAX_COLUMN_PARTS = 50
"""A question that is a pasted page must not become thousands of tokens."""

MAX_COLUMN_CHARACTERS = 40
"""Longer text before a colon is a sentence, not the name of a column."""

_JAPANESE = (
    r"\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    r"\U00020000-\U0003134f"
)
_KANA_OR_KANJI = re.compile(f"[{_JAPANESE}]")
_RUN = re.compile(rf"([{_JAPANESE}]+)|([^\W_{_JAPANESE}]+)(?:['’]s\b)?")
_SEGMENTS = re.compile(r"\n| \| ")
_CODE_SHAPED = re.compile(r"[0-9]")
_LETTERS_AND_DIGITS = re.compile(r"[a-z]{3,}|[0-9]{4,}")
_NUMBER = re.compile(r"[0-9]{1,6}")
_HIRAGANA = re.compile(r"[\u3041-\u309f]+")
_MIXED_PAIR = re.compile(r"[\u3400-\u9fff][\u3041-\u309f]|[\u3041-\u309f][\u3400-\u9fff]")
_LATIN_WORD = re.compile(r"[a-z][a-z0-9]{2,}")
_IDENTIFIER = re.compile(
    r"(?<![A-Za-z0-9_])(?:[A-Z]?[a-z]+(?:[A-Z][a-z0-9]+)+|[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+|[A-Z]{2,}[a-z]+(?:[A-Z][a-z]+)+)"
    r"(?![A-Za-z0-9_])"
)
_VOWEL = re.compile(r"[aeiouy]")

_STOP_WORDS = frozenset(word for words in LANGUAGES.values() for word in words.stop_words.split())


def fold_for_search(text: str) -> str:
    """Text as the lexical arm sees it: folded and in lower case."""
    return fold_for_codes(text)


def tokenize(text: str) -> list[str]:
    """Return the tokens of a stored text, repeated as often as they occur.

    Lines of the form "column: value" (rows of tables) give "=code@part" tokens beside the bare codes in the value, so
    that a question about a code in one column prefers that column.
    """
    folded = fold_for_search(text)
    tokens = _plain_tokens(folded)
    tokens += ["=" + code for code in find_codes_in_folded(folded)]
    if ":" in folded:
        for segment in _SEGMENTS.split(folded):
            column, colon, value = segment.partition(":")
            if colon and len(column) <= MAX_COLUMN_CHARACTERS:
                tokens += _code_column_tokens(value, column)
    return tokens


@lru_cache(maxsize=20_000)
def token_set(text: str) -> frozenset[str]:
    """Return the distinct tokens of a stored text; cached, since the same chunks are found again and again."""
    return frozenset(tokenize(text))


def query_weights(text: str) -> dict[str, float]:
    """Return the tokens of a question with their weights.

    Every token of the question is also tried as part of the column's name for every code in it.
    """
    folded = fold_for_search(text)
    counts = Counter(_plain_tokens(folded))
    identifiers = {
        token for name in _IDENTIFIER.findall(fold_text(text)) for token in _plain_tokens(fold_for_search(name))
    }
    japanese = bool(_KANA_OR_KANJI.search(folded))
    weights = {token: count * _word_weight(token, identifiers, japanese) for token, count in counts.items()}
    column_parts = [t for t in counts if _may_name_column(t) and not _HIRAGANA.fullmatch(t)][:MAX_COLUMN_PARTS]
    for number, code in enumerate(find_codes_in_folded(folded)):
        weights["=" + code] = CODE_WEIGHT
        if number < MAX_CODES_WITH_COLUMNS:
            weights.update((f"={code}@{part}", COLUMN_WEIGHT) for part in column_parts)
    return weights


def _word_weight(token: str, identifiers: set[str], japanese: bool) -> float:
    if token in identifiers:
        return IDENTIFIER_WEIGHT
    if not japanese:
        return 1.0
    if _HIRAGANA.fullmatch(token):
        return HIRAGANA_WEIGHT
    if _MIXED_PAIR.fullmatch(token):
        return MIXED_WEIGHT
    return LATIN_WEIGHT if _LATIN_WORD.fullmatch(token) else 1.0


def stem(word: str) -> str:
    """Return an English word without its commonest endings.

    Pressing, pressed, presses and press are one, settings and set too.
    """
    if len(word) < 4 or not word.isascii():
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "shes", "ches", "xes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and _VOWEL.search(word[: -len(ending)]):
            word = _undouble(word[: -len(ending)])
            break
    if word.endswith("e") and len(word) > 4:
        return word[:-1]
    return word


def _undouble(word: str) -> str:
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeioulsz" else word


def _plain_tokens(folded: str) -> list[str]:
    """Pairs of Japanese characters and words, and what joins the two kinds: "手順3" also gives "順3", "3番" gives "3番"."""
    tokens: list[str] = []
    before, before_end, before_japanese = "", -1, False
    for match in _RUN.finditer(folded):
        japanese = match.lastindex == 1
        run, start = match.group(1 if japanese else 2), match.start()
        if japanese:
            tokens += [run[i : i + 2] for i in range(len(run) - 1)] if len(run) > 1 else [run]
        elif run not in _STOP_WORDS:
            tokens.append(stem(run))
            if not run.isalpha() and not run.isdigit():
                tokens += _LETTERS_AND_DIGITS.findall(run)
        # A number beside a word means something else than the number alone: エラー3, 手順3, 3番, Alarm 3, step 3.
        if 0 <= start - before_end <= 2:
            if not japanese and _NUMBER.fullmatch(run):
                if before_japanese:
                    tokens.append(before[-2:] + run)
                elif not before.isdigit() and before.isalpha():
                    tokens.append(stem(before) + run)
            elif japanese and start == before_end and _NUMBER.fullmatch(before):
                tokens.append(before + run[0])
        before, before_end, before_japanese = run, match.end(), japanese
    return tokens


def _code_column_tokens(value: str, column: str) -> list[str]:
    codes = find_codes_in_folded(value)
    if not codes:
        return []
    parts = dict.fromkeys(filter(_may_name_column, _plain_tokens(column)))
    return [f"={code}@{part}" for code in codes for part in parts]


def _may_name_column(token: str) -> bool:
    return len(token) > 1 and not _CODE_SHAPED.search(token)
