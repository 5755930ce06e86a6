"""Codes in a text: error codes, setting numbers, model and part numbers, each in one normalised form.

A code is found whole or not at all: E-042 is not E-04, and 008 is found inside "値008を指定". How people separate
letters from digits does not matter: "E-042", "E042", "Ｅ－０４２", "E_042", "E 042" and "ALARM:3", "alarm 3" give
"e042" and "alarm3". A separator *between digits* does matter ("2-1-5" is not "215"), and so do leading zeros ("008" is
not "8").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from llama_index_layout_rag.languages import LANGUAGES, any_of
from llama_index_layout_rag.layout.normalize import fold_text

_CODE_RUN = re.compile(r"[$#]?[a-z0-9]+(?:[-_:.~][a-z0-9]+)*")
"""Letters and digits held together by separators: e-042, m3x10, alarm:3, v1.2.3. A slash ends it. Words match too and
are sorted out afterwards: a pattern that asks for a digit takes quadratic time on long runs of letters."""

_SPACED_CODE = re.compile(r"(?<![a-z0-9$#._:-])([a-z]{1,3})[ \u3000]([0-9]{2,6}[a-z]{0,2})(?![a-z0-9]|[-_:.][0-9])")
"""Letters and digits with a blank between, as people type "ES 200"."""


def _identifiers(spaced: bool) -> str:
    """Return the nouns that make an identifier of the number after them, of languages with or without spaces."""
    return any_of(lambda words: words.questions.identifiers if words.spaced is spaced else "")


_LINK = any_of(lambda words: words.questions.identifier_links)
_NAMED_NUMBER = re.compile(
    rf"\b({_identifiers(True)})s?[ ]?{_LINK}?[ ]?[.:#]?[ ]?([0-9]{{1,5}})(?![a-z0-9]|[-_:.][0-9])"
)
"""A bare number that the word before it makes a code: "error 9", "Alarm: 3". The word is part of the code, as in
ALARM:3."""

_NAMED_SHORT_NUMBER = re.compile(rf"({_identifiers(False)}){_LINK}?[ ]?[.:#]?[ ]?([1-9][0-9]?)(?![0-9a-z]|[-_:.][0-9])")
"""The same without spaces between words, where the number is too short to be a code by itself: "エラー9", "アラームコード：3"."""

_FORMS = {noun: form for words in LANGUAGES.values() for noun, form in words.questions.identifier_forms.items()}

_SEPARATOR_BETWEEN_DIGITS = re.compile(r"(?<=[0-9])[-_:~](?=[0-9])")
_SEPARATOR = re.compile(r"[-_:~ ]|(?<=[a-z])\.(?=[0-9])")

_DIGIT = re.compile(r"[0-9]")
_RANGE = re.compile(r"[-~]")

_QUANTITY = re.compile(
    r"[0-9]+(?:[.:~-][0-9]+)*(?:st|nd|rd|th|s|x|mm|cm|m|km|um|kg|g|mg|lb|lbs|oz|ml|l|cc|v|vac|vdc|mv|kv|a|ma|ah|mah|w|kw|kwh|wh"
    r"|hz|khz|mhz|ghz|db|dba|pa|kpa|mpa|psi|bar|nm|n|min|sec|ms|h|hr|hrs|am|pm|dpi|ppm|rpm|bps|kbps|mbps|gbps|kb|mb|gb|tb|bit"
    r"|px|pt|inch|in|ft|c|f|k|yen|usd|d|fps|va|kva|j|ohm)?"
)
"""A number with or without a unit is a value and no code (10.5, 24v, 100mm), unless it is long or has a leading
zero."""

_SHORT_WORDS = frozenset(word for words in LANGUAGES.values() for word in words.short_words.split())
"""Short words before a number that are no part of a code: "in 200", "to 300", "see 12"."""

MIN_BARE_DIGITS = 3
"""A bare number is a code from three digits on; shorter ones are step and page numbers, unless they begin with a
zero."""


def find_codes(text: str) -> list[str]:
    """Return the codes in a text, normalised, each once, in the order in which they stand.

    Args:
        text: Any text; width, case and kinds of dashes do not matter.

    Returns:
        Normalised codes: lower case, separators between letters and digits removed ("e042", "es200", "m3x10",
        "alarm3", "$110", "008", "2-1-5").
    """
    return find_codes_in_folded(fold_for_codes(text))


def find_codes_in_folded(folded: str) -> list[str]:
    """Return the same for text that `fold_for_codes` has folded already."""
    if not _DIGIT.search(folded):
        return []
    joined = _SPACED_CODE.sub(_join_spaced, folded)
    named = list(_named_numbers(joined))
    if not named:
        # Most texts: where the codes stand need not be known to put them in order.
        runs = (run for run in _CODE_RUN.findall(joined) if not run.isalpha() and _is_code(run))
        return list(dict.fromkeys(map(_joined, runs)))
    return list(dict.fromkeys(code for _, code in sorted([*_located_codes(joined), *named])))


def normalize_code(text: str) -> str:
    """One code, as printed or typed, in its normalised form: "Ｅ－０４２" and "e 042" give "e042"."""
    return _joined(fold_for_codes(text).strip())


def _joined(folded: str) -> str:
    return _SEPARATOR.sub("", _SEPARATOR_BETWEEN_DIGITS.sub("\x00", folded)).replace("\x00", "-")


def fold_for_codes(text: str) -> str:
    """Text in which codes are looked for: folded, lower case, the multiplication sign of sizes written as x (M3×10)."""
    return fold_text(text).lower().replace("×", "x").replace("✕", "x")


def _join_spaced(match: re.Match[str]) -> str:
    letters, digits = match.groups()
    return match.group() if letters in _SHORT_WORDS else f"{letters}-{digits}"


def _located_codes(folded: str) -> Iterator[tuple[int, str]]:
    for match in _CODE_RUN.finditer(folded):
        run = match.group()
        if not run.isalpha() and _is_code(run):
            yield match.start(), _joined(run)


def _named_numbers(folded: str) -> Iterator[tuple[int, str]]:
    for pattern in (_NAMED_NUMBER, _NAMED_SHORT_NUMBER):
        for match in pattern.finditer(folded):
            yield match.start(), _FORMS.get(match.group(1), match.group(1)) + match.group(2)


def _is_code(run: str) -> bool:
    digits = sum(character.isdigit() for character in run)
    if not digits:
        return False
    if run[0] in "$#":
        return run[1:].isdigit() or digits < len(run) - 1
    if run.isdigit():
        return len(run) >= MIN_BARE_DIGITS or (run[0] == "0" and len(run) > 1)
    if digits + run.count(".") == len(run):
        return False
    if digits + run.count("-") == len(run):
        # 2-1-5, 44102-4: part numbers have three groups or a long one; 10-15 is a range.
        return run.count("-") > 1 or max(map(len, run.split("-"))) > 4
    return not all(map(_QUANTITY.fullmatch, _RANGE.split(run)))
