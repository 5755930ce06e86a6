"""Numbers as Word prints them: the formats of w:numFmt (ECMA-376 part 1, 17.18.59) that Japanese and Western manuals use.

Where a format cannot write a number (the circled ones end at 20), Word prints digits, and so does this module.
"""

from __future__ import annotations

import re

from llama_index_layout_rag.layout.writing import KANJI_DIGITS, KANJI_TEN, KATAKANA_IROHA, KATAKANA_ORDER
from llama_index_layout_rag.readers.common.list_markers import format_number

_MAX_NUMBER = 1_000_000_000
"""Counters above are printed in digits whatever their format."""

_MAX_REPEATS = 30
"""Word repeats a letter up to thirty times (780 items)."""

_LATIN = "abcdefghijklmnopqrstuvwxyz"
_LETTERS = {"lowerLetter": _LATIN, "upperLetter": _LATIN.upper()}
"""After the last letter comes the first one twice (aa, bb)."""

_CYCLES = {
    "aiueo": "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ",
    "aiueoFullWidth": KATAKANA_ORDER,
    "iroha": "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽﾝ",
    "irohaFullWidth": KATAKANA_IROHA + "ン",
}
"""After the last character comes the first one again."""

_SETS = {
    "decimalEnclosedCircle": "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳",
    "decimalEnclosedParen": "⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇",
    "decimalEnclosedFullstop": "⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛",
    "ideographEnclosedCircle": "㊀㊁㊂㊃㊄㊅㊆㊇㊈㊉",
}
_DIGITS = {
    "ideographDigital": KANJI_DIGITS,
    "decimalFullWidth": "０１２３４５６７８９",
    "decimalFullWidth2": "０１２３４５６７８９",
}
"""Place by place, as in Arabic digits."""

_ROMAN = {"upperRoman": "upper-roman", "lowerRoman": "lower-roman"}


def print_number(number: int, number_format: str, sample: str = "") -> str | None:
    """Return a counter in a w:numFmt.

    Args:
        number: The value.
        number_format: Value of w:numFmt, such as "aiueoFullWidth".
        sample: For "custom": Word's sample of the format ("001, 002, 003, ...").

    Returns:
        The text as printed; "" for "none"; None where the format is not known, so that the caller can say so.
    """
    if number_format in ("none", "bullet"):
        return ""
    if not 0 <= number < _MAX_NUMBER or number_format in ("decimal", "decimalHalfWidth"):
        return str(number)
    if number_format == "custom":
        first = re.match(r"\s*(\d+)", sample)
        return str(number).zfill(len(first.group(1)) if first else 0)
    if number_format == "decimalZero":
        return f"{number:02d}"
    if number_format in _ROMAN:
        return format_number(number, _ROMAN[number_format])
    if number_format in _DIGITS:
        return "".join(_DIGITS[number_format][int(digit)] for digit in str(number))
    if number_format == "japaneseCounting":
        return _counting(number) if number < 10_000 else str(number)
    if number_format in _SETS:
        return _SETS[number_format][number - 1] if 1 <= number <= len(_SETS[number_format]) else str(number)
    if number_format in _LETTERS:
        rounds, index = divmod(number - 1, 26)
        return _LETTERS[number_format][index] * (rounds + 1) if 0 <= rounds < _MAX_REPEATS else str(number)
    if number_format in _CYCLES:
        letters = _CYCLES[number_format]
        return letters[(number - 1) % len(letters)] if number else "0"
    return None


def _counting(number: int) -> str:
    """Return a number in ideographs with a sign for each place: 百二十三."""
    text, rest = "", number
    for value, sign in ((1000, "千"), (100, "百"), (10, KANJI_TEN)):
        digit, rest = divmod(rest, value)
        text += ("" if digit == 1 else KANJI_DIGITS[digit]) + sign if digit else ""
    return text + (KANJI_DIGITS[rest] if rest or not number else "")
