"""Automatic numbers and bullets of a Word file, counted along the text and printed as Word prints them.

Lists of one definition (w:abstractNum) share their counters; a list that starts anew (w:startOverride) sets them back when
it is first used. A level starts again after any higher one, unless w:lvlRestart says otherwise.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from llama_index_layout_rag.layout.writing import (
    HALF_WIDTH_IROHA,
    HALF_WIDTH_ORDER,
    KANJI_DIGITS,
    KANJI_PLACES,
    KATAKANA_IROHA,
    KATAKANA_N,
    KATAKANA_ORDER,
)
from llama_index_layout_rag.readers.common import OpenItem, format_number
from llama_index_layout_rag.readers.docx.package import W, attribute, is_on, number_of, value_of
from llama_index_layout_rag.readers.docx.styles import NumberReference, Styles
from llama_index_layout_rag.readers.docx.symbols import is_symbol_font, text_in_font

LEVELS = 9
_COMPATIBILITY = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_PLACE = re.compile(r"%([1-9])")


@dataclass(frozen=True)
class PrintedNumber:
    """A number or bullet before a paragraph.

    Attributes:
        text: As printed ("第1章", "(ア)", "•"); "" where the level prints nothing.
        level: Level in its list, 0-based.
        indent: Left edge of the paragraph's text in points, where the level sets it.
        tight: Whether nothing separates number and text (w:suff "nothing").
    """

    text: str
    level: int
    indent: float | None
    tight: bool


@dataclass(frozen=True)
class _Level:
    number_format: str = "decimal"
    sample: str = ""
    text: str = ""
    start: int = 1
    restart: int | None = None
    legal: bool = False
    tight: bool = False
    indent: float | None = None
    font: str = ""
    style: str | None = None
    picture: bool = False


@dataclass
class _List:
    """A w:num: its definition and what it overrides."""

    definition: int
    levels: dict[int, _Level] = field(default_factory=dict)
    starts: dict[int, int] = field(default_factory=dict)


class Numbering:
    """The lists of a file and their counters; `root` is that of its numbering part, or None."""

    def __init__(self, root: Any | None, styles: Styles) -> None:
        self._styles = styles
        self._definitions: dict[int, dict[int, _Level]] = {}
        self._links: dict[int, str] = {}
        self._lists: dict[int, _List] = {}
        self._counters: dict[int, list[int | None]] = {}
        self._used: set[int] = set()
        self.unknown_formats: set[str] = set()
        for definition in [] if root is None else root.iterfind(f"{W}abstractNum"):
            self._read_definition(definition)
        for entry in [] if root is None else root.iterfind(f"{W}num"):
            self._read_list(entry)

    def next_number(self, reference: NumberReference, style_id: str | None) -> PrintedNumber | None:
        """Count a paragraph and return what is printed before it; None where its list does not exist.

        Args:
            reference: What the paragraph or its style says.
            style_id: The style that says so: its level is then the one that the list links with this style.
        """
        entry = self._lists.get(reference.number_id)
        if entry is None:
            return None
        definition = self._resolved(entry.definition)
        levels = {**self._definitions.get(definition, {}), **entry.levels}
        level = reference.level if reference.level is not None else _linked_level(levels, style_id)
        own = levels.get(level)
        if own is None:
            return None
        counters = self._counters.setdefault(definition, [None] * LEVELS)
        if reference.number_id not in self._used:
            self._used.add(reference.number_id)
            for index in entry.starts:
                counters[index] = None
        value = counters[level]
        counters[level] = entry.starts.get(level, own.start) if value is None else value + 1
        for deeper in range(level + 1, LEVELS):
            if _restarts(levels.get(deeper, _Level()), level):
                counters[deeper] = None
        shown = [
            entry.starts.get(index, levels.get(index, _Level()).start) if count is None else count
            for index, count in enumerate(counters)
        ]
        return PrintedNumber(self._printed(own, level, levels, shown), level, own.indent, own.tight)

    def _printed(self, own: _Level, level: int, levels: dict[int, _Level], counts: list[int]) -> str:
        if own.picture:
            return "•"
        if own.number_format == "bullet":
            text = text_in_font(own.text, own.font)
            # "o" in Courier New is Word's own second bullet.
            return "◦" if text.strip() == "o" and not is_symbol_font(own.font) else text.strip()

        def number(match: re.Match[str]) -> str:
            index = int(match.group(1)) - 1
            source = levels.get(index, _Level())
            number_format = source.number_format
            number_format = "decimal" if own.legal and number_format not in ("none", "bullet") else number_format
            printed = print_number(counts[index], number_format, source.sample)
            if printed is None:
                self.unknown_formats.add(number_format)
                return str(counts[index])
            return printed

        return _PLACE.sub(number, text_in_font(own.text, own.font)).strip()

    def _read_definition(self, definition: Any) -> None:
        number = number_of(attribute(definition, "abstractNumId"))
        if number is None:
            return
        levels = {index: level for entry in definition.iterfind(f"{W}lvl") for index, level in _read_level(entry)}
        self._definitions[number] = levels
        link = value_of(definition, "numStyleLink")
        if link and not levels:
            self._links[number] = link

    def _read_list(self, entry: Any) -> None:
        number, definition = number_of(attribute(entry, "numId")), number_of(value_of(entry, "abstractNumId"))
        if number is None or definition is None:
            return
        read = _List(definition)
        for override in entry.iterfind(f"{W}lvlOverride"):
            index = number_of(attribute(override, "ilvl"))
            if index is None or not 0 <= index < LEVELS:
                continue
            for level in override.iterfind(f"{W}lvl"):
                read.levels.update(_read_level(level))
            start = number_of(value_of(override, "startOverride"))
            if start is not None:
                read.starts[index] = start
        self._lists[number] = read

    def _resolved(self, definition: int) -> int:
        """Return the definition that holds the levels: some only name a numbering style."""
        for _ in range(LEVELS):
            link = self._links.get(definition)
            if link is None:
                break
            number = self._styles.style_number(link)
            entry = self._lists.get(number) if number is not None else None
            if entry is None or entry.definition == definition:
                break
            definition = entry.definition
        return definition


def _linked_level(levels: dict[int, _Level], style_id: str | None) -> int:
    return next((index for index, level in sorted(levels.items()) if style_id and level.style == style_id), 0)


def _restarts(level: _Level, counted: int) -> bool:
    """Return whether a level starts again after a paragraph of a higher one; w:lvlRestart is 1-based, 0 for never."""
    return True if level.restart is None else level.restart != 0 and counted < level.restart


def _read_level(entry: Any) -> list[tuple[int, _Level]]:
    index = number_of(attribute(entry, "ilvl"))
    if index is None or not 0 <= index < LEVELS:
        return []
    number_format, sample = _number_format(entry)
    text = entry.find(f"{W}lvlText")
    indent = entry.find(f"{W}pPr/{W}ind")
    fonts = entry.find(f"{W}rPr/{W}rFonts")
    start = number_of(value_of(entry, "start"))
    level = _Level(
        number_format=number_format,
        sample=sample,
        text=attribute(text, "val"),
        start=0 if start is None else start,
        restart=number_of(value_of(entry, "lvlRestart")),
        legal=bool(is_on(entry, "isLgl")),
        tight=value_of(entry, "suff") == "nothing",
        indent=left_indent(indent),
        font=attribute(fonts, "ascii") or attribute(fonts, "hAnsi") or attribute(fonts, "hint"),
        style=value_of(entry, "pStyle"),
        picture=entry.find(f"{W}lvlPicBulletId") is not None,
    )
    return [(index, level)]


def _number_format(entry: Any) -> tuple[str, str]:
    """Return the format and, for Word's own formats, its sample; newer formats are given beside an older substitute."""
    for choice in entry.iterfind(f"{_COMPATIBILITY}AlternateContent/{_COMPATIBILITY}Choice"):
        custom = choice.find(f"{W}numFmt")
        if custom is not None:
            return attribute(custom, "val", "decimal"), attribute(custom, "format")
    own = entry.find(f"{W}numFmt")
    if own is None:
        own = entry.find(f".//{W}numFmt")
    return attribute(own, "val", "decimal"), attribute(own, "format")


def left_indent(indent: Any | None) -> float | None:
    """Return the left edge that w:ind sets, in points; None where it sets none."""
    twentieths = number_of(attribute(indent, "left") or attribute(indent, "start"))
    return None if twentieths is None else twentieths / 20


_MAX_NUMBER = 1_000_000_000
"""Counters above are printed in digits whatever their format."""

_MAX_REPEATS = 30
"""Word repeats a letter up to thirty times (780 items)."""

_LATIN = "abcdefghijklmnopqrstuvwxyz"
_LETTERS = {"lowerLetter": _LATIN, "upperLetter": _LATIN.upper()}
"""After the last letter comes the first one twice (aa, bb)."""

_CYCLES = {
    "aiueo": HALF_WIDTH_ORDER,
    "aiueoFullWidth": KATAKANA_ORDER,
    "iroha": HALF_WIDTH_IROHA,
    "irohaFullWidth": KATAKANA_IROHA + KATAKANA_N,
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
    for value, sign in KANJI_PLACES:
        digit, rest = divmod(rest, value)
        text += ("" if digit == 1 else KANJI_DIGITS[digit]) + sign if digit else ""
    return text + (KANJI_DIGITS[rest] if rest or not number else "")


INDENT_TOLERANCE = 4.0
"""Points: text that is indented further by more is a level below. Word's own steps are 18 and 36 points, Japanese ones 10.5."""


@dataclass
class _Open:
    list_id: int
    level: int
    indent: float
    item: OpenItem


class OpenLists:
    """The items that are open at the current position, outermost first."""

    def __init__(self) -> None:
        self._stack: list[_Open] = []

    def begin(self, marker: str | None, list_id: int, level: int, indent: float) -> OpenItem:
        """Open an item; `level` is that in its list, `indent` the left edge of its text in points."""
        while self._stack and not _holds(self._stack[-1], list_id, level, indent):
            self._stack.pop()
        item = OpenItem(marker, len(self._stack) + 1)
        self._stack.append(_Open(list_id, level, indent, item))
        return item

    def continued(self, indent: float) -> OpenItem | None:
        """Return the item that a paragraph without a number continues, by its indent; None where it continues none."""
        for entry in reversed(self._stack):
            if 0 < entry.indent <= indent + INDENT_TOLERANCE and indent > 0:
                return entry.item
        return None

    def close(self) -> None:
        """End all lists, as a heading does."""
        self._stack.clear()


def _holds(outer: _Open, list_id: int, level: int, indent: float) -> bool:
    if outer.list_id == list_id:
        return outer.level < level
    return outer.indent + INDENT_TOLERANCE < indent
