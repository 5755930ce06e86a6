"""List markers as a browser prints them: the number of an item in the list's own style, or the bullet of its depth."""

from __future__ import annotations

import re
from typing import Any

from llama_index_layout_rag.layout.writing import (
    KANJI_DIGITS,
    KANJI_TEN,
    KATAKANA_IROHA,
    KATAKANA_ORDER_OF_CSS,
    hiragana,
)

_BULLETS = {"disc": "•", "circle": "◦", "square": "▪"}
_DEPTH_BULLETS = ("•", "◦", "▪")
_LIST_STYLE = re.compile(r"list-style(?:-type)?\s*:\s*([a-z-]+)", re.IGNORECASE)
_TYPES = {"1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}
_LATIN = "abcdefghijklmnopqrstuvwxyz"
_ALPHABETS = {
    "lower-alpha": _LATIN,
    "lower-latin": _LATIN,
    "upper-alpha": _LATIN.upper(),
    "upper-latin": _LATIN.upper(),
    "hiragana": hiragana(KATAKANA_ORDER_OF_CSS),
    "katakana": KATAKANA_ORDER_OF_CSS,
    "hiragana-iroha": hiragana(KATAKANA_IROHA),
    "katakana-iroha": KATAKANA_IROHA,
}
_IDEOGRAPHIC_COMMA = frozenset(
    ["hiragana", "katakana", "hiragana-iroha", "katakana-iroha", "cjk-decimal", "cjk-ideographic", "japanese-informal"]
)


def marker_of(ordered_list: Any, item: Any, number: int) -> str | None:
    """Return the printed number of an item of an ordered list; None where the style prints none.

    Args:
        ordered_list: The `ol` element.
        item: The `li` element, which may have a type of its own.
        number: Value of the item.
    """
    style = _style(item) or _style(ordered_list) or "decimal"
    if style == "none":
        return None
    if style in _BULLETS:
        return _BULLETS[style]
    suffix = "、" if style in _IDEOGRAPHIC_COMMA else "."
    return format_number(number, style) + suffix


def bullet_of(unordered_list: Any, item: Any, depth: int) -> str | None:
    """Return the printed bullet of an item of an unordered list; None where the style prints none."""
    style = _style(item) or _style(unordered_list)
    if style == "none":
        return None
    return _BULLETS.get(style or "", _DEPTH_BULLETS[min(depth, len(_DEPTH_BULLETS)) - 1])


def format_number(number: int, style: str) -> str:
    """Return a number in a CSS counter style; what a style cannot write is written in digits, as browsers do."""
    if style in _ALPHABETS and number > 0:
        return _bijective(number, _ALPHABETS[style])
    if style in ("lower-roman", "upper-roman") and 0 < number < 4000:
        roman = _roman(number)
        return roman.lower() if style == "lower-roman" else roman
    if style == "decimal-leading-zero":
        return f"{number:02d}"
    if style == "cjk-decimal":
        return "".join(KANJI_DIGITS[int(digit)] for digit in str(abs(number)))
    if style in ("cjk-ideographic", "japanese-informal") and 0 < number < 100:
        tens, ones = divmod(number, 10)
        return (("" if tens == 1 else KANJI_DIGITS[tens]) + KANJI_TEN if tens else "") + (
            KANJI_DIGITS[ones] if ones else ""
        )
    return str(number)


def _style(element: Any) -> str | None:
    match = _LIST_STYLE.search(element.get("style") or "")
    if match:
        return match.group(1).lower()
    kind = element.get("type")
    return _TYPES.get(kind) or (kind.lower() if kind and kind.lower() in _BULLETS else None) if kind else None


def _bijective(number: int, alphabet: str) -> str:
    text = ""
    while number > 0:
        number, index = divmod(number - 1, len(alphabet))
        text = alphabet[index] + text
    return text


def _roman(number: int) -> str:
    text = ""
    for value, digits in _ROMAN:
        while number >= value:
            text, number = text + digits, number - value
    return text


_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9,
    "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip
