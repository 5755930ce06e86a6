"""Numbers before headings, and the document-wide chain that tells a numbered heading from a numbered step.

"3", "3.2", "3-2-1.", "第3章", "Chapter 3", "付録A", "A.1", "(1)", "①": each is a *label*. Decimal labels carry
their place in the hierarchy ("3.2" lies below "3"); the others count within whatever is above them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from llama_index_layout_rag.languages import LANGUAGES, any_of
from llama_index_layout_rag.layout.markers import BULLET, WORD, split_marker
from llama_index_layout_rag.layout.normalize import fold_text
from llama_index_layout_rag.layout.writing import (
    IDEOGRAPHS,
    KANJI_DIGITS,
    KANJI_NUMERALS,
    KANJI_NUMERALS_WITH_HUNDRED,
    LARGE_NUMERALS,
    kanji_number,
)

DECIMAL = "decimal"
CHAPTER = "chapter"
APPENDIX = "appendix"

_NUMERALS = rf"[0-9{KANJI_NUMERALS_WITH_HUNDRED}]+|[IVXLC]+"
CHAPTER_RANKS = {unit: rank for words in LANGUAGES.values() for unit, rank in words.headings.chapters.items()}
_NUMBER_WORDS = {word: value for words in LANGUAGES.values() for word, value in words.headings.number_words.items()}
_PARTICLES = "".join(words.headings.particles for words in LANGUAGES.values())
_NO_PARTICLE = rf"(?![{_PARTICLES}])"


def _chapter_units(after_number: bool) -> str:
    """Return the words for chapters of the languages that write them after (第3章) or before ("Chapter 3") the number."""
    return any_of(
        lambda words: "|".join(words.headings.chapters) if bool(words.headings.ordinal_prefix) is after_number else ""
    )


ORDINAL_PREFIX = any_of(lambda words: words.headings.ordinal_prefix)
UNITS_AFTER_NUMBER, UNITS_BEFORE_NUMBER = _chapter_units(True), _chapter_units(False)
APPENDIX_WORDS = any_of(lambda words: words.headings.appendix)
_UNIT_AFTER = re.compile(
    rf"^{ORDINAL_PREFIX}\s?(?P<n>{_NUMERALS})\s?(?P<unit>{UNITS_AFTER_NUMBER})"
    rf"{_NO_PARTICLE}[\s:：.．]*(?P<rest>.*)$",
    re.S,
)
_UNIT_BEFORE = re.compile(
    rf"^(?P<unit>{UNITS_BEFORE_NUMBER})\s+(?P<n>[0-9]+(?:\.[0-9]+)*|[IVXLC]+|{'|'.join(_NUMBER_WORDS)})\b"
    r"[\s:.\-–—]*(?P<rest>.*)$",
    re.I | re.S,
)
_APPENDIX = re.compile(
    rf"^(?P<label>{APPENDIX_WORDS}\s?(?P<n>[A-Z0-9{KANJI_NUMERALS}]{{0,3}}))(?![a-z])"
    rf"{_NO_PARTICLE}[\s:：.．\-–—]*(?P<rest>.*)$",
    re.S | re.I,
)
_DECIMAL = re.compile(r"^(?P<n>\d{1,3}(?:\s?[-.]\s?\d{1,3})*)(?P<end>[.)]?)(?P<gap>\s*)(?P<rest>.*)$", re.S)
_LETTER_DECIMAL = re.compile(r"^(?P<n>[A-Z](?:[-.]\d{1,3})+)(?P<end>[.]?)(?P<gap>\s+)(?P<rest>.*)$", re.S)
_COUNTERS = "".join(words.markers.counters for words in LANGUAGES.values()) + LARGE_NUMERALS
_QUANTITY = re.compile(
    rf"^(?:[{_COUNTERS}%％℃]|(?:mm|cm|km|kg|mg|ms|min|GB|MB|KB|kB|Hz|kHz|MHz|GHz|V|A|mA|W|kW|pt|px|dpi)\b|/|~|～|:\d"
    rf"|{any_of(lambda words: words.markers.units)})"
)
_WORD_OF_COUNTER = re.compile(rf"^[{_COUNTERS}][{IDEOGRAPHS}]")
_AFTER_COUNTER = "".join(words.markers.after_counter for words in LANGUAGES.values())
"""回路図, 本体, 点検 begin with a counter and are words; 回以上, 時間, 本目 are still quantities."""


@dataclass(frozen=True)
class Label:
    """The number before a text.

    Attributes:
        printed: As printed.
        rest: Text after it.
        style: DECIMAL, CHAPTER, APPENDIX, or the style of a list marker.
        values: The numbers, outermost first; empty for a style that does not count.
        rank: For chapters, 1 for parts down to 4; for decimals the number of numbers; else 0.
    """

    printed: str
    rest: str
    style: str
    values: tuple[int, ...]
    rank: int

    @property
    def counts(self) -> bool:
        """Whether the label holds numbers that can be counted on."""
        return bool(self.values)


def split_label(text: str) -> Label | None:
    """Return the number before a heading (or step), or None. Versions, dates and measures are none."""
    folded = fold_text(text).strip()
    if not folded:
        return None
    if unicodedata.category(text.lstrip()[0]) == "No":
        # Folding would make a plain 1 of ①.
        return _marker(text)
    return _chapter(folded) or _appendix(folded) or _decimal(folded) or _letters(folded) or _marker(folded)


def follows(previous: Sequence[int], current: Sequence[int]) -> bool:
    """Whether `current` may come right after `previous` in one numbering: the next number, a first sub-number, or a return."""
    if not previous:
        return all(value <= 1 for value in current[1:]) or len(current) == 1
    if len(current) > len(previous):
        deeper = current[len(previous) :]
        return tuple(current[: len(previous)]) == tuple(previous) and all(value in (0, 1) for value in deeper)
    head = current[:-1]
    return tuple(previous[: len(head)]) == tuple(head) and current[-1] == previous[len(head)] + 1


def _chapter(text: str) -> Label | None:
    for pattern in (_UNIT_AFTER, _UNIT_BEFORE):
        match = pattern.match(text)
        if match is None:
            continue
        unit = match.group("unit").lower()
        values = tuple(_number(part) for part in match.group("n").split("."))
        printed = text[: match.start("rest")].strip()
        return Label(printed, match.group("rest"), CHAPTER, values, CHAPTER_RANKS[unit] + len(values) - 1)
    return None


def _appendix(text: str) -> Label | None:
    match = _APPENDIX.match(text)
    if match is None or len(text) > 80:
        return None
    number = match.group("n")
    return Label(match.group("label").strip(), match.group("rest"), APPENDIX, (_number(number),) if number else (), 2)


def _decimal(text: str) -> Label | None:
    match = _DECIMAL.match(text)
    if match is None or not match.group("rest"):
        return None
    values = tuple(int(part) for part in re.split(r"[-.]", match.group("n")))
    rest, end, gap = match.group("rest"), match.group("end"), match.group("gap")
    set_off = bool(gap) and (end == "." or len(values) > 1)
    if end == ")" or rest[0].isdigit() or (_is_quantity(rest) if set_off else _QUANTITY.match(rest)):
        return None
    if len(values) == 1 and not end and not gap:
        return None
    if values[0] == 0 or any(value == 0 for value in values[1:-1]):
        return None
    if len(values) > 1 and not end and not gap and rest[0].isascii() and not (len(values) > 2 and rest[0].isupper()):
        return None
    if len(values) == 1 and rest[0] in ",、)":
        return None
    return Label(match.group("n") + end, rest, DECIMAL, values, len(values))


def _is_quantity(rest: str) -> bool:
    """Whether what stands after a number and a blank makes it a quantity: "2.5 倍以上" but not "2.5 点検"."""
    if _WORD_OF_COUNTER.match(rest) and rest[1] not in _AFTER_COUNTER:
        return False
    return bool(_QUANTITY.match(rest))


def _letters(text: str) -> Label | None:
    match = _LETTER_DECIMAL.match(text)
    if match is None or not match.group("rest"):
        return None
    parts = re.split(r"[-.]", match.group("n"))
    values = (ord(parts[0]) - 64, *(int(part) for part in parts[1:]))
    return Label(match.group("n"), match.group("rest"), "letter_decimal", values, len(values))


def _marker(text: str) -> Label | None:
    marker = split_marker(text)
    if marker is None or marker.style in (BULLET, WORD) or marker.value is None:
        return None
    return Label(marker.marker, marker.rest, marker.style, (marker.value,), 0)


_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def _number(text: str) -> int:
    if text.isdecimal():
        return int(text)
    if text.lower() in _NUMBER_WORDS:
        return _NUMBER_WORDS[text.lower()]
    if all(char in _ROMAN for char in text):
        total = 0
        for index, char in enumerate(text):
            value = _ROMAN[char]
            total += -value if index + 1 < len(text) and _ROMAN[text[index + 1]] > value else value
        return total
    if len(text) == 1 and text.isascii():
        return ord(text.upper()) - 64
    counted = kanji_number(text)
    return int("".join(str(max(0, KANJI_DIGITS.find(char))) for char in text)) if counted is None else counted
