"""Single characters: symbol fonts, look-alike radicals, and text layers with a wrong character map."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

from llama_index_layout_rag.layout.normalize import COMPATIBILITY_FOLD

_KANGXI = {code: unicodedata.normalize("NFKC", chr(code)) for code in range(0x2F00, 0x2FD6)}
_RADICAL_FOLD = COMPATIBILITY_FOLD | _KANGXI
_HAS_RADICAL = re.compile("[\u2e80-\u2fd5\u2027]")

_SYMBOL_FONT = re.compile(r"wingding|webding|dingbat|symbol", re.IGNORECASE)
_PICTURE_FONT = re.compile(r"wingding|webding", re.IGNORECASE)
"""Fonts that hold no letters at all: whatever code a sign has, it is one."""

_SYMBOLS = {
    "l": "●", "m": "○", "n": "■", "o": "□", "p": "□", "q": "□", "r": "□", "t": "◆", "u": "◆", "v": "❖", "w": "◆",
    "x": "☒", "\xa7": "▪", "\xa8": "▫", "\xb7": "•", "\xd8": "➢", "\xe0": "→", "\xe8": "➔", "\xf0": "⇒", "\xfc": "✓",
    "\xfe": "☑", "\x9f": "•", "\x9e": "·"
}  # fmt: skip
"""Letters of Wingdings and Symbol that manuals use as bullets, and what they look like."""

TYPEWRITER = re.compile(r"courier|mono|consol|menlo|typewriter|code", re.IGNORECASE)
"""Names of fonts that code is set in."""

RIGHT_TO_LEFT_RANGES = (0x0590, 0x08FF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFF)
"""First and last code points of Hebrew, Arabic and their presentation forms."""

_RIGHT_TO_LEFT = "".join(f"{chr(first)}-{chr(last)}" for first, last in RIGHT_TO_LEFT_RANGES)
HAS_RIGHT_TO_LEFT = re.compile(f"[{_RIGHT_TO_LEFT}]")
_RIGHT_TO_LEFT_RUN = re.compile(f"[{_RIGHT_TO_LEFT}](?:[^A-Za-z0-9]*[{_RIGHT_TO_LEFT}])*")
_LEFT_TO_RIGHT_RUN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 .,:/%_+-]*[A-Za-z0-9%])?")


def logical_text(text: str) -> str:
    """Return a line in logical order, given its characters from left to right: Hebrew and Arabic are reversed."""
    if not HAS_RIGHT_TO_LEFT.search(text):
        return text
    letters = sum(char.isalpha() for char in text)
    if 2 * len(HAS_RIGHT_TO_LEFT.findall(text)) >= letters:
        return _LEFT_TO_RIGHT_RUN.sub(lambda match: match.group()[::-1], text[::-1])
    return _RIGHT_TO_LEFT_RUN.sub(lambda match: match.group()[::-1], text)


def fold_radicals(text: str) -> str:
    """Return a text with Kangxi and supplement radicals replaced by the ordinary ideographs they look like."""
    return text.translate(_RADICAL_FOLD) if _HAS_RADICAL.search(text) else text


def symbol_text(text: str, font: str) -> str:
    """Return a short text of a symbol font as the signs it shows; such fonts map to private-use characters as well."""
    first = text[:1]
    if first and "\uf000" <= first <= "\uf0ff":
        return _SYMBOLS.get(chr(ord(first) - 0xF000), "•") + text[1:]
    if len(text) == 1 and first in _SYMBOLS and _SYMBOL_FONT.search(font):
        return _SYMBOLS[first]
    if len(text) == 1 and "\x20" < first <= "\xff" and _PICTURE_FONT.search(font):
        return "•"
    return text


_MIN_CHARACTERS = 20
"""Fewer characters say nothing about a page."""

_MAX_UNREADABLE = 0.25
"""Share of private-use, unassigned, control and replacement characters from which a text layer is unreadable."""

_FOREIGN_SHARE = 0.04
_SUSPECT = re.compile(r"[^\x00-\u052f\u2000-\u2fff\u3000-\u9fff\uff00-\uffef]|[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_SCRIPT_RANGES = (
    ("hebrew", 0x0590, 0x05FF), ("arabic", 0x0600, 0x06FF), ("syriac", 0x0700, 0x08FF), ("indic", 0x0900, 0x0DFF),
    ("southeast", 0x0E00, 0x109F), ("georgian", 0x10A0, 0x10FF), ("ethiopic", 0x1200, 0x139F),
    ("american", 0x13A0, 0x16FF), ("hangul", 0x1100, 0x11FF), ("hangul", 0xAC00, 0xD7AF), ("armenian", 0x0530, 0x058F),
    ("yi", 0xA000, 0xA4CF), ("mongolian", 0x1700, 0x18AF), ("rare", 0xA500, 0xABFF), ("forms", 0xFB00, 0xFDFF),
)  # fmt: skip
"""Blocks that no manual mixes: three of them on one page mean that the text layer is wrong."""


def is_garbled(text: str, unmapped: int = 0) -> bool:
    """Return whether the text layer of a page is unreadable: a font with a wrong or missing ToUnicode map.

    Args:
        text: The characters of the page.
        unmapped: How many of them PDFium could not map to a character at all.
    """
    total = len(text) - text.count(" ") + unmapped
    if total < _MIN_CHARACTERS:
        return False
    kinds = Counter(_kind(char, ord(char)) for char in _SUSPECT.findall(text))
    unreadable = kinds["unreadable"] + unmapped
    if unreadable > _MAX_UNREADABLE * total:
        return True
    least = _FOREIGN_SHARE * total
    foreign = [kind for kind, count in kinds.items() if kind not in ("", "unreadable") and count > least]
    mixed = sum(count for kind, count in kinds.items() if kind)
    return len(foreign) >= 3 or (len(foreign) >= 2 and mixed > _MAX_UNREADABLE * total and unreadable > 0)


def _kind(char: str, code: int) -> str:
    if 0x3000 <= code <= 0x9FFF or 0xFF00 <= code <= 0xFFEF:
        return ""
    if 0xE000 <= code <= 0xF8FF:
        return "" if 0xF000 <= code <= 0xF0FF else "unreadable"
    for name, first, last in _SCRIPT_RANGES:
        if first <= code <= last:
            return name
    return "unreadable" if code == 0xFFFD or unicodedata.category(char) in ("Cn", "Co", "Cc") else ""
