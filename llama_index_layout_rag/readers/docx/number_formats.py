"""Numbers as Word prints them: every value of w:numFmt (ECMA-376 part 1, 17.18.59) that counts.

Where a format cannot write a number (the circled ones end at 20 or 50), Word prints digits, and so do we.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from llama_index_layout_rag.layout.writing import KATAKANA_IROHA, KATAKANA_ORDER
from llama_index_layout_rag.readers.common.list_markers import format_number

LARGEST = 1_000_000_000
"""Counters above are printed in digits whatever their format: repeated letters would run over pages."""

_LATIN = "abcdefghijklmnopqrstuvwxyz"
_HALF_KATAKANA = "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ"
_HALF_IROHA = "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽﾝ"
_HALF_KATAKANA = "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ"
_HALF_IROHA = "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽﾝ"
_GANADA = "가나다라마바사아자차카타파하"
_CHOSUNG = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"
_RUSSIAN = "абвгдежзиклмнопрстуфхцчшщыэюя"
_HEBREW = "אבגדהוזחטיכלמנסעפצקרשת"
_ARABIC_ALPHA = "أبتثجحخدذرزسشصضطظعغفقكلمنهوي"
_ARABIC_ABJAD = "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ"
_THAI_LETTERS = "".join(map(chr, [0x0E01, 0x0E02, 0x0E04, *range(0x0E07, 0x0E24), 0x0E25, *range(0x0E27, 0x0E2F)]))

_REPEATED_LETTERS = {
    "lowerLetter": _LATIN,
    "upperLetter": _LATIN.upper(),
    "russianLower": _RUSSIAN,
    "russianUpper": _RUSSIAN.upper(),
    "hebrew2": _HEBREW,
    "arabicAlpha": _ARABIC_ALPHA,
    "arabicAbjad": _ARABIC_ABJAD,
    "thaiLetters": _THAI_LETTERS,
}
"""After the last letter comes the first one twice (aa, bb), as Word counts."""

_CYCLES = {
    "aiueo": _HALF_KATAKANA,
    "aiueoFullWidth": KATAKANA_ORDER,
    "iroha": _HALF_IROHA,
    "irohaFullWidth": KATAKANA_IROHA + KATAKANA_ORDER[-1],
    "ganada": _GANADA,
    "chosung": _CHOSUNG,
    "chicago": "*†‡§",
}
"""After the last character comes the first one again (chicago: twice)."""

_STEMS, _BRANCHES = "甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥"
_SETS = {
    "decimalEnclosedCircle": "".join(chr(0x2460 + n) for n in range(20)),
    "decimalEnclosedCircleChinese": "".join(chr(0x2460 + n) for n in range(20)),
    "decimalEnclosedParen": "".join(chr(0x2474 + n) for n in range(20)),
    "decimalEnclosedFullstop": "".join(chr(0x2488 + n) for n in range(20)),
    "ideographEnclosedCircle": "".join(chr(0x3280 + n) for n in range(10)),
    "ideographTraditional": _STEMS,
    "ideographZodiac": _BRANCHES,
}
"""What these sets do not hold is printed in digits."""

_DIGITS = {
    "ideographDigital": "〇一二三四五六七八九",
    "taiwaneseDigital": "○一二三四五六七八九",
    "koreanDigital": "영일이삼사오육칠팔구",
    "koreanDigital2": "零一二三四五六七八九",
    "decimalFullWidth": "０１２３４５６７８９",
    "decimalFullWidth2": "０１２３４５６７８９",
    "hindiNumbers": "०१२३४५६७८९",
    "thaiNumbers": "๐๑๒๓๔๕๖๗๘๙",
}
"""Place by place, as in Arabic digits."""

_COUNTING: dict[str, tuple[str, str, str, bool]] = {
    # name: digits 0 to 9; ten, hundred, thousand; ten thousand; whether a leading one is written
    "japaneseCounting": ("〇一二三四五六七八九", "十百千", "万", False),
    "japaneseLegal": ("零壱弐参四伍六七八九", "拾百阡", "萬", True),
    "chineseCounting": ("〇一二三四五六七八九", "十百千", "万", False),
    "chineseCountingThousand": ("〇一二三四五六七八九", "十百千", "万", False),
    "taiwaneseCounting": ("○一二三四五六七八九", "十百千", "萬", False),
    "taiwaneseCountingThousand": ("○一二三四五六七八九", "十百千", "萬", False),
    "chineseLegalSimplified": ("零壹贰叁肆伍陆柒捌玖", "拾佰仟", "萬", True),
    "ideographLegalTraditional": ("零壹貳參肆伍陸柒捌玖", "拾佰仟", "萬", True),
    "koreanCounting": ("영일이삼사오육칠팔구", "십백천", "만", False),
}

_KOREAN_ONES = ("", "하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉")
_KOREAN_TENS = ("", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔")

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = [".", ".", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}


def print_number(number: int, number_format: str, sample: str = "") -> str | None:
    """A counter in a w:numFmt.

    Args:
        number: The value.
        number_format: Value of w:numFmt, such as "aiueoFullWidth".
        sample: For "custom": Word's sample of the format ("001, 002, 003, ...").

    Returns:
        The text as printed; "" for "none"; None where the format is not known, so that the caller can say so.
    """
    if number_format in ("none", "bullet"):
        return ""
    if not 0 <= number < LARGEST or number_format in ("decimal", "decimalHalfWidth"):
        return str(number)
    if number_format in _SETS:
        letters = _SETS[number_format]
        return letters[number - 1] if 1 <= number <= len(letters) else str(number)
    if number_format in _DIGITS:
        return "".join(_DIGITS[number_format][int(digit)] for digit in str(number))
    if number == 0 and (number_format in _REPEATED_LETTERS or number_format in _CYCLES):
        return "0"
    if number_format in _REPEATED_LETTERS:
        return _repeated(number, _REPEATED_LETTERS[number_format])
    if number_format in _CYCLES:
        letters = _CYCLES[number_format]
        return _repeated(number, letters) if number_format == "chicago" else letters[(number - 1) % len(letters)]
    if number_format in _COUNTING:
        return _counting(number, *_COUNTING[number_format])
    if number_format == "custom":
        return _like_sample(number, sample)
    write = _WRITERS.get(number_format)
    return write(number) if write is not None else None


def _repeated(number: int, letters: str) -> str:
    rounds, index = divmod(number - 1, len(letters))
    return letters[index] * (rounds + 1) if rounds < _MOST_REPEATS else str(number)


_MOST_REPEATS = 30
"""Word repeats a letter up to thirty times (780 items)."""


def _counting(number: int, digits: str, places: str, ten_thousand: str, leading_one: bool) -> str:
    """Ideographs with a sign for each place: 百二十三; a ten at the front has a one only in legal numbers (壱拾)."""
    if number == 0:
        return digits[0]
    if number >= 10_000:
        high, low = divmod(number, 10_000)
        rest = _counting(low, digits, places, ten_thousand, leading_one) if low else ""
        return _counting(high, digits, places, ten_thousand, leading_one) + ten_thousand + rest
    text = ""
    for power, sign in ((1000, places[2]), (100, places[1]), (10, places[0])):
        digit, number = divmod(number, power)
        if digit:
            silent = digit == 1 and not leading_one and (power < 1000 or not text)
            text += ("" if silent else digits[digit]) + sign
    return text + (digits[number] if number else "")


def _ten_thousands(number: int) -> str:
    """Digits within groups of four: 一二, 一万〇五二〇."""
    high, low = divmod(number, 10_000)
    digits = _DIGITS["ideographDigital"]
    if not high:
        return "".join(digits[int(digit)] for digit in str(low))
    tail = "".join(digits[int(digit)] for digit in f"{low:04d}") if low else ""
    return f"{_ten_thousands(high)}万{tail}"


def _like_sample(number: int, sample: str) -> str:
    first = re.match(r"\s*(\d+)", sample)
    return str(number).zfill(len(first.group(1))) if first else str(number)


def _zodiac_pairs(number: int) -> str:
    return _STEMS[(number - 1) % 10] + _BRANCHES[(number - 1) % 12] if 1 <= number <= 60 else str(number)


def _korean_native(number: int) -> str:
    return _KOREAN_TENS[number // 10] + _KOREAN_ONES[number % 10] if 1 <= number < 100 else str(number)


def _hebrew_numeral(number: int) -> str:
    if not 1 <= number < 1000:
        return str(number)
    text, rest = "", number
    for value, letter in ((400, "ת"), (300, "ש"), (200, "ר"), (100, "ק")):
        while rest >= value:
            text, rest = text + letter, rest - value
    if rest in (15, 16):
        return text + {15: "טו", 16: "טז"}[rest]
    return text + "".join(("", *"יכלמנסעפצ")[rest // 10] + ("", *"אבגדהוזחט")[rest % 10])


def _ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _words(number: int) -> str:
    if number < 20:
        return _ONES[number]
    if number < 100:
        return _TENS[number // 10] + (f"-{_ONES[number % 10]}" if number % 10 else "")
    for value, name in ((1_000_000, "million"), (1000, "thousand"), (100, "hundred")):
        if number >= value:
            rest = f" {_words(number % value)}" if number % value else ""
            return f"{_words(number // value)} {name}{rest}"
    return str(number)


def _ordinal_words(number: int) -> str:
    head, separator, last = re.match(r"^(.*?)([ -]?)([a-z]+)$", _words(number)).groups()  # type: ignore[union-attr]
    ordinal = _ORDINALS.get(last) or (last[:-1] + "ieth" if last.endswith("y") else last + "th")
    return f"{head}{separator}{ordinal}".capitalize()


_WRITERS: dict[str, Callable[[int], str]] = {
    "upperRoman": lambda number: format_number(number, "upper-roman"),
    "lowerRoman": lambda number: format_number(number, "lower-roman"),
    "decimalZero": lambda number: f"{number:02d}",
    "japaneseDigitalTenThousand": _ten_thousands,
    "ideographZodiacTraditional": _zodiac_pairs,
    "koreanLegal": _korean_native,
    "numberInDash": lambda number: f"- {number} -",
    "hex": lambda number: f"{number:X}",
    "ordinal": _ordinal,
    "cardinalText": lambda number: _words(number).capitalize(),
    "ordinalText": _ordinal_words,
    "hebrew1": _hebrew_numeral,
}
