"""Writing systems: the orders, numerals and punctuation of Japanese script. Words of languages are in `languages`."""

from __future__ import annotations

KATAKANA_ORDER = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
"""The modern order of kana, in which lists count."""

KATAKANA_ORDER_OF_CSS = KATAKANA_ORDER.replace("ワ", "ワヰヱ")
"""The same with the letters that modern Japanese dropped, as style sheets count."""

KATAKANA_IROHA = "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス"
"""The old order."""

HALF_WIDTH_ORDER = "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ"
HALF_WIDTH_IROHA = "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽﾝ"
KATAKANA_N = "ン"
"""The orders in half width, and the letter that the old order lacks."""

KANJI_DIGITS = "〇一二三四五六七八九"
KANJI_NUMERALS = "一二三四五六七八九十"
KANJI_NUMERALS_WITH_HUNDRED = KANJI_NUMERALS + "百"
KANJI_TEN = "十"
"""Numerals of short counts, for character classes."""

KANJI_PLACES = ((1000, "千"), (100, "百"), (10, KANJI_TEN))
"""Signs of the places of a number."""

LARGE_NUMERALS = "万千百億"

JAPANESE = r"\u3041-\u30ff\u3400-\u9fff"
KANA = r"\u3041-\u3096\u30a1-\u30fa"
HIRAGANA = r"\u3041-\u3093"
KATAKANA = r"\u30a1-\u30fa\u30fc"
IDEOGRAPHS = r"\u4e00-\u9fff"
IDEOGRAPHS_AND_MARKS = r"々〆\u3400-\u9fff"
"""Ranges for character classes of regular expressions."""

FORBIDDEN_AT_LINE_START = "、。，．・：；？！」』）】］〕〉》ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;?!)]}"
"""Characters that no line of a paragraph begins with (kinsoku)."""

SINGLE_STROKE = "一ー・゠1１Iil|｜"
"""Characters of one straight stroke, whose area says nothing of the weight of their font."""

KATAKANA_LIKE_KANJI, KANJI_LIKE_KATAKANA = "カロエニ", "力口工二"
MISREAD_IN_KATAKANA, KATAKANA_MEANT = KANJI_LIKE_KATAKANA + "一べぺ", KATAKANA_LIKE_KANJI + "ーベペ"
"""Pairs that optical character recognition confuses."""

PICTOGRAMS_AS_KANA = "へくノ"
"""What optical character recognition reads for arrows and magnifiers."""

NUMERALS_BEFORE_COUNTERS = KANJI_NUMERALS + "百千数何"

FIRST_KANA, LAST_KANA = "\u3041", "\u30fa"
FIRST_IDEOGRAPH, LAST_IDEOGRAPH = "\u3400", "\u9fff"


def hiragana(katakana: str) -> str:
    """Return katakana letters as hiragana."""
    return "".join(chr(ord(letter) - 0x60) for letter in katakana)


def is_japanese(character: str) -> bool:
    """Return whether a character is kana, an ideograph or a sign between their blocks."""
    return FIRST_KANA <= character <= LAST_IDEOGRAPH


def kanji_number(text: str) -> int | None:
    """Return the value of a number up to 99 in kanji (三, 十二, 二十), or None where it is none."""
    tens, ten, ones = text.rpartition("十")
    if len(tens) > 1 or len(ones) > 1 or any(sign not in KANJI_DIGITS for sign in tens + ones):
        return None
    unit = KANJI_DIGITS.index(ones) if ones else 0
    return (KANJI_DIGITS.index(tens) if tens else 1) * 10 + unit if ten else unit if ones else None
