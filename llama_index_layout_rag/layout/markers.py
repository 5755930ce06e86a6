"""The grammar of list markers: what a line of a manual may begin with to be an item or a step.

A *marker* is the number or bullet exactly as printed ("①", "(1)", "手順3", "A-1", "・"); it stays a string. Its *style*
says how it is written, and only markers of one style continue one list; its *value* is its place in the count.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from llama_index_layout_rag.languages import LANGUAGES, any_of
from llama_index_layout_rag.layout.writing import KANJI_NUMERALS, KATAKANA_ORDER, kanji_number

BULLETS = "•●○◯◎・･◆◇■□▪▫▶▷►▸▹➢➤➔✓✔☑☐‣⁃∙⚫⚪◦★☆◉❖✦➜⇒🔹🔸"
"""Characters that are a bullet wherever they begin a line, with or without a blank after them."""

_DASHES, _STARS, _WORD_BULLET = "-–—−－", "*+＊＋∗⁎", "o"
"""Characters that are a bullet only with a blank after them: "-5" and "*args" are none. Word writes its hollow bullet as
the letter "o" of a symbol font."""

_PRIVATE_USE = re.compile("[\uf000-\uf0ff]")
"""Symbol fonts (Wingdings, Symbol) put their bullets here."""

BULLET = "bullet"
WORD = "word_decimal"
CHAIN = "chain"
"""Names of the styles that other modules ask for."""

_ROMAN = {"i": 1, "v": 5, "x": 10}
_MAX_ALPHA_ROMAN = 39
"""Roman numbers up to xxxix are made of i, v and x alone; "l)" and "c)" are letters of an alphabetic list."""

_COUNTERS = "".join(words.markers.counters + words.markers.section_counters for words in LANGUAGES.values()) + "%％℃"
"""A number before one of these is a quantity, not a marker ("1-2 回")."""

_UNITS = re.compile(
    r"(?:mm|cm|km|m|kg|g|mg|[kMGT]?B|[kMG]?Hz|V|A|mA|W|kW|Ω|s|ms|min|pt|px|dpi|%)\b|"
    + any_of(lambda words: words.markers.units)
)
_STEP = any_of(lambda words: words.markers.step)
_AFTER_REFERENCE = re.compile(rf"[～〜~-]|{any_of(lambda words: words.markers.after_reference)}")


@dataclass(frozen=True)
class ListMarker:
    """A list marker and what follows it.

    Attributes:
        marker: As printed, without the blanks around it.
        rest: Text after the marker.
        style: How the marker is written, such as "circled" or "decimal_dot".
        value: Place in the count, 1-based, where the style counts; None for bullets.
    """

    marker: str
    rest: str
    style: str
    value: int | None = None

    @property
    def is_ordered(self) -> bool:
        """Whether the marker counts."""
        return self.value is not None


def split_marker(text: str) -> ListMarker | None:
    """Return the list marker at the beginning of a text, or None where there is none.

    Dates, versions, measures and quantities ("2024.1.5", "1.0版", "3.5 mm", "2-3 回") are no markers, nor is a
    reference that only begins like one ("手順1で登録した…", "Step 2 of …").
    """
    stripped = text.lstrip(" \t\u00a0\u3000")
    if not stripped:
        return None
    first = stripped[0]
    if first in _CIRCLED:
        style, value = _CIRCLED[first]
        # A Roman numeral that is one character may carry a bracket ("ⅴ)").
        end = 2 if "roman" in style and stripped[1:2] in (")", "）", ".", "．") else 1
        return ListMarker(stripped[:end], _rest(stripped, end), style, value)
    if first in BULLETS or _PRIVATE_USE.match(first):
        return _bullet(stripped)
    if first in _DASHES + _STARS or (first == _WORD_BULLET and stripped[1:2].isspace()):
        return _dash_bullet(stripped)
    if not _POSSIBLE.match(stripped):
        return None
    for style, pattern, value_of in _PATTERNS:
        match = pattern.match(stripped)
        if match is None:
            continue
        count = value_of(match.group("n"))
        if count is None or count > _LARGEST_VALUE:
            continue
        marker, following = match.group("marker").rstrip(), stripped[match.end("marker") :]
        rest = _rest(following, 0)
        if _is_quantity(style, rest, following) or _is_reference(style, marker, following):
            return None
        return ListMarker(marker, rest, style, count)
    return None


def continues(previous: ListMarker, current: ListMarker) -> bool:
    """Whether `current` is the next number of the list that `previous` belongs to.

    Two bullets of one kind continue each other.

    "i." after "h." is a letter, after nothing a Roman numeral: both readings are tried.
    """
    if previous.style == BULLET or current.style == BULLET:
        return previous.style == current.style and same_bullet(previous.marker, current.marker)
    if previous.style == current.style and previous.value is not None and current.value == previous.value + 1:
        return True
    letters = _letter_value(previous), _letter_value(current)
    return letters[0] is not None and letters[1] == letters[0] + 1 and _frame(previous.marker) == _frame(current.marker)


def same_bullet(first: str, second: str) -> bool:
    """Whether two bullets are of one kind: all dashes are one, a middle dot is one in both widths."""
    return _bullet_key(first) == _bullet_key(second)


def _bullet_key(marker: str) -> str:
    if marker in _DASHES:
        return "-"
    return {"･": "・", "•": "●", "⚫": "●", "∗": "*", "⁎": "*"}.get(marker, marker)


def _rest(text: str, start: int) -> str:
    return text[start:].lstrip(" \t\u00a0\u3000")


def _bullet(text: str) -> ListMarker | None:
    # "○○株式会社" and "■■■" are words or ornaments, and "○" alone before nothing is a mark in a form.
    if len(text) > 1 and text[1] == text[0]:
        return None
    rest = _rest(text, 1)
    return ListMarker(text[0], rest, BULLET) if rest else None


def _dash_bullet(text: str) -> ListMarker | None:
    rest = _rest(text, 1)
    if len(text) < 2 or not text[1].isspace() or not rest:
        return None
    # "- 12 -" is a page number and "-----" a rule.
    if re.fullmatch(r"\d+\s*[-–—−－]", rest) or rest[0] in _DASHES + _STARS:
        return None
    return ListMarker(text[0], rest, BULLET)


def _is_quantity(style: str, rest: str, following: str) -> bool:
    # "2. A PC …" is an item, "2.5 A" a current.
    if style != CHAIN and (style != "decimal_dot" or following[:1].isspace()):
        return False
    return bool(rest) and ((rest[0] in _COUNTERS and style == CHAIN) or bool(_UNITS.match(rest)))


def _is_reference(style: str, marker: str, following: str) -> bool:
    if style != WORD or not following or not marker[-1].isalnum():
        return False
    return bool(_AFTER_REFERENCE.match(following))


def _decimal(text: str) -> int | None:
    return int(text) if text.isdecimal() else None


def _chain_value(text: str) -> int | None:
    numbers = [int(part) for part in re.split(r"[-.．－‑‐–]", text) if part.isdecimal()]
    return numbers[-1] if numbers and all(numbers) else None


def _last_value(text: str) -> int | None:
    """Value of "3", of the last number of "1-2", of the letter of "1a"."""
    return _letter(text[-1]) if text[-1].isalpha() else _chain_value(unicodedata.normalize("NFKC", text))


def _letter(text: str) -> int | None:
    return ord(text.lower()) - ord("a") + 1


def _fullwidth_letter(text: str) -> int | None:
    folded = chr(ord(text) - 0xFEE0) if ord(text) >= 0xFF21 else text
    return _letter(folded)


def _roman(text: str) -> int | None:
    total, largest = 0, 0
    for letter in reversed(text.lower()):
        value = _ROMAN[letter]
        total += value if value >= largest else -value
        largest = max(largest, value)
    return total if total <= _MAX_ALPHA_ROMAN and _to_roman(total) == text.lower() else None


def _to_roman(number: int) -> str:
    out = ""
    for value, digits in ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        while number >= value:
            out, number = out + digits, number - value
    return out


def _kana(text: str) -> int | None:
    full = unicodedata.normalize("NFKC", text)
    if "ぁ" <= full <= "ん":
        full = chr(ord(full) + 0x60)
    # イ is second in the modern order and first in the old one; the modern one is the rule today.
    index = KATAKANA_ORDER.find(full)
    return index + 1 if index >= 0 else None


_LARGEST_VALUE = 300
"""Lists of manuals end below this; "2024. " begins a sentence about a year."""

_D = r"[0-9０-９]{1,3}"
_OPEN, _CLOSE = r"[（(〔［\[]", r"[)）〕］\]]"
_GAP = r"(?=[\s\u3000]|$|[^\x00-\x7f])"
"""After a letter a blank or a Japanese character must follow: "a.out" is no item."""

_NUMBER_END = r"(?![0-9０-９])"

_Pattern = tuple[str, re.Pattern[str], Callable[[str], "int | None"]]


def _pattern(style: str, body: str, value_of: Callable[[str], int | None]) -> _Pattern:
    return style, re.compile(rf"(?P<marker>{body})"), value_of


_PATTERNS: tuple[_Pattern, ...] = (
    _pattern(
        WORD,
        rf"{_STEP}[\s\u3000]*[-－]?"
        rf"(?P<n>{_D}(?:[-－.．]{_D}{_NUMBER_END}(?![-－.．][0-9０-９]|[{_COUNTERS}])|[a-z](?![a-z]))?)"
        rf"{_NUMBER_END}(?![.．][0-9０-９])(?:[\s\u3000]?[.:．：)）、])?",
        _last_value,
    ),
    _pattern("paren_decimal", rf"[（(]\s?(?P<n>{_D})\s?[)）]", _decimal),
    _pattern("bracket_decimal", rf"[〔［\[]\s?(?P<n>{_D})\s?[〕］\]](?=\s|[^\x00-\x7f])", _decimal),
    _pattern("paren_chain", rf"[（(](?P<n>{_D}(?:[-.－‑‐–]{_D})+)[)）]", _chain_value),
    _pattern("paren_kana", r"[（(](?P<n>[ア-ンｱ-ﾝあ-ん])[)）]", _kana),
    _pattern("paren_kanji", rf"[（(](?P<n>[{KANJI_NUMERALS}]{{1,3}})[)）]", kanji_number),
    _pattern("paren_roman", r"[（(](?P<n>[ivx]{1,5}|[IVX]{2,5})[)）]" + _GAP, _roman),
    _pattern("paren_alpha", r"[（(](?P<n>[a-zA-Zａ-ｚＡ-Ｚ])[)）]" + r"(?=[\s\u3000]|$|[^a-z])", _fullwidth_letter),
    # A letter under a number: with a sign after it, or after a hyphen a small one ("3-D" is no item). Right after the
    # number only the first letters count: "5m." and "10g." are measures.
    _pattern("sub_alpha", rf"[（(]{_D}[-－.．]?(?P<n>[a-zA-Z])[)）](?=[\s\u3000]|$|[^a-z])", _letter),
    _pattern("sub_alpha", rf"{_D}[-－.．](?P<n>[a-zA-Z])[)）.．]" + _GAP, _letter),
    _pattern("sub_alpha", rf"{_D}(?P<n>[a-f])[)）.．]" + _GAP, _letter),
    _pattern("sub_alpha", rf"{_D}[-－](?P<n>[a-z])(?=[\s\u3000]+[^\s\u3000a-z0-9])", _letter),
    _pattern(CHAIN, rf"(?P<n>{_D}(?:[-－‑‐–]{_D})+)[.．](?=[\s\u3000]|[^\x00-\x7f]|[A-Z])", _chain_value),
    _pattern(CHAIN, rf"(?P<n>{_D}(?:[-－‑‐–.．]{_D})+)(?=[\s\u3000]+\S)(?![\s\u3000]+[a-z0-9])", _chain_value),
    _pattern(
        "letter_chain", rf"[A-ZＡ-Ｚ][-－‑‐–](?P<n>{_D}(?:[-－‑‐–.]{_D})*)[.．:：]?(?=[\s\u3000]+\S)", _chain_value
    ),
    _pattern("chain_paren", rf"(?P<n>{_D}(?:[-－.．]{_D})+)[)）](?=[\s\u3000]+\S)", _chain_value),
    _pattern("decimal_dot", rf"(?P<n>{_D})[.．](?![0-9０-９])", _decimal),
    _pattern("decimal_comma", rf"(?P<n>{_D})[、](?![0-9０-９])", _decimal),
    _pattern("decimal_colon", rf"(?P<n>{_D})(?::(?=[\s\u3000])|：(?![0-9０-９]))", _decimal),
    _pattern("decimal_paren", rf"(?P<n>{_D})[)）]", _decimal),
    _pattern("kana_paren", r"(?P<n>[ア-ンｱ-ﾝ])[)）]", _kana),
    _pattern("kana_dot", r"(?P<n>[ア-ンｱ-ﾝ])[.．](?=\S|\s)", _kana),
    _pattern("kanji_comma", rf"(?P<n>[{KANJI_NUMERALS}]{{1,2}})[、．.]", kanji_number),
    _pattern("roman_dot", r"(?P<n>[ivx]{1,5}|[IVX]{1,5})[.．]" + _GAP, _roman),
    _pattern("roman_paren", r"(?P<n>[ivx]{1,5})[)）]" + _GAP, _roman),
    _pattern("upper_dot", r"(?P<n>[A-ZＡ-Ｚ])[.．]" + _GAP, _fullwidth_letter),
    _pattern("alpha_dot", r"(?P<n>[a-zａ-ｚ])[.．]" + _GAP, _fullwidth_letter),
    _pattern("alpha_paren", r"(?P<n>[a-zA-Zａ-ｚ])[)）]" + _GAP, _fullwidth_letter),
)
"""Tried in this order: what carries more signs comes before what carries fewer."""


_POSSIBLE = re.compile(
    r"[0-9０-９（(〔［\[]|[A-Za-zＡ-Ｚａ-ｚア-ンｱ-ﾝ][.)．）\-－‑‐–]|[ivxIVX]{1,5}[.)．）]"
    rf"|[{KANJI_NUMERALS}]{{1,3}}[、．.]|{_STEP}"
)
"""What every pattern begins with: most lines of a text fail here at once."""


def _circled_characters() -> dict[str, tuple[str, int]]:
    ranges = (
        ("circled", 0x2460, 20, 1),
        ("circled", 0x3251, 15, 21),
        ("circled", 0x32B1, 15, 36),
        ("paren_decimal", 0x2474, 20, 1),
        ("decimal_dot", 0x2488, 20, 1),
        ("paren_alpha", 0x249C, 26, 1),
        ("circled_upper", 0x24B6, 26, 1),
        ("circled_lower", 0x24D0, 26, 1),
        ("black_circled", 0x2776, 10, 1),
        ("black_circled", 0x24EB, 10, 11),
        ("double_circled", 0x24F5, 10, 1),
        ("sans_circled", 0x2780, 10, 1),
        ("sans_black_circled", 0x278A, 10, 1),
        ("paren_kanji", 0x3220, 10, 1),
        ("circled_kanji", 0x3280, 10, 1),
        ("circled_kana", 0x32D0, 47, 1),
        ("roman_sign", 0x2160, 12, 1),
        ("roman_small_sign", 0x2170, 12, 1),
    )
    table: dict[str, tuple[str, int]] = {}
    for style, start, count, value in ranges:
        table.update({chr(start + i): (style, value + i) for i in range(count)})
    return table


_CIRCLED = _circled_characters()
"""Single characters that are a whole marker: ① ❶ ⑴ ㋐ ㊀ Ⅰ …"""


def _letter_value(marker: ListMarker) -> int | None:
    letters = re.sub(r"[^A-Za-z]", "", marker.marker)
    counts = len(letters) == 1 and marker.value is not None and not re.search(r"\d", marker.marker)
    return _letter(letters) if counts else None


def _frame(marker: str) -> str:
    return re.sub(r"[a-z]", "a", re.sub(r"[A-Z]", "A", marker))
