"""Marks in a step's text that mean the same in every language: quoted names, asides in parentheses, sentence ends.

Everything works on a *masked* copy of the text that has the same length, so that every offset found in it is an
offset into the text itself. A quoted name becomes a run of ``NAME``, an aside a run of ``ASIDE``: no word rule can
then trip over what is in them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from llama_index_layout_rag.layout.normalize import COMPATIBILITY_FOLD
from llama_index_layout_rag.layout.writing import HIRAGANA, IDEOGRAPHS, KATAKANA

NAME = "\ue000"
"""Fills the place of a quoted or emphasised name (a button, a menu, a message)."""
ASIDE = "\ue001"
"""Fills the place of a remark in parentheses."""

_PAIRS: dict[str, str] = {
    pair[0]: pair[1]
    for pair in (
        "「」",
        "『』",
        "［］",
        "[]",
        "【】",
        "〈〉",
        "《》",
        "＜＞",
        "<>",
        "“”",
        "””",
        "‘’",
        "〔〕",
        "«»",
        "„“",
        '""',
        "＂＂",
        "``",
        "''",
        "｢｣",
        "〝〟",
    )
}
"""Opening and closing marks of a name."""
_OPENERS = re.compile("[" + re.escape("".join(_PAIRS)) + "（(]")
_LONGEST_NAME = 120
"""Characters inside one pair of quotation marks; what is longer is quoted prose or an unclosed mark."""
_LONGEST_ASIDE = 300
_URL = re.compile(r"(?:https?|ftp)://[!#-&*-;=?-Z_a-z~\[\]\\]+")
_WORDISH = re.compile(r"\w")
_CLOSES_JAPANESE = rf"(?<=[{HIRAGANA}{KATAKANA}{IDEOGRAPHS}々」』］】）])"
_WESTERN_COMMA = re.compile(_CLOSES_JAPANESE + r"(?:，|,(?!\d))")
_WESTERN_STOP = re.compile(rf"(?<=[{HIRAGANA}」』］】）)])(?:．(?![0-9０-９])|\.(?=\s|$|[^\x00-\x7f]))")
"""Full stops after kana or a closing bracket; after other characters they are in numbers and abbreviations."""


@dataclass(frozen=True)
class Name:
    """A quoted or emphasised name: the outer range carries the marks, the inner one the name itself."""

    start: int
    end: int
    inner_start: int
    inner_end: int


@dataclass
class MarkedText:
    """A text with its same-length folded and masked copies and the ranges found in it."""

    text: str
    folded: str
    masked: str
    names: dict[int, Name] = field(default_factory=dict)
    asides: list[tuple[int, int]] = field(default_factory=list)
    commands: bool = False
    """Whether the item is a short numbered one: a plain statement in it is then what the reader does."""

    def names_placeholder(self, last: int) -> bool:
        """Whether the name whose last character stands here is one in angle brackets (「<port>」)."""
        return self.folded[last] in ">＞"

    def inner(self, name: Name) -> str:
        """Return a name without the marks around it."""
        return self.text[name.inner_start : name.inner_end].strip()


def fold_same_length(text: str) -> str:
    """NFKC and radical folding character by character, leaving alone what would change its length."""
    if text.isascii():
        return text.replace("\n", " ").replace("\t", " ") if ("\n" in text or "\t" in text) else text
    folded = text.translate(_FOLDING)
    if any(mark in folded for mark in "，．,."):
        # Some Japanese manuals are punctuated 「…し，…する．」, or with the ASCII marks.
        return _WESTERN_STOP.sub("。", _WESTERN_COMMA.sub("、", folded))
    return folded


class _Folding(dict[int, str]):
    """Translation table filled on demand: a character is folded once in the life of the process."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        folded = unicodedata.normalize("NFKC", COMPATIBILITY_FOLD.get(code, character))
        # Brackets and stops keep their Japanese form, ① stays a marker and is not the number 1.
        keeps_form = character in "（）［］＜＞：；，．！？｢｣＂" or unicodedata.category(character) == "No"
        known = character if keeps_form or len(folded) != 1 else folded
        if character in "\r\t\u3000\u00a0":
            known = " "
        self[code] = known
        return known


_FOLDING = _Folding()


def mark_text(text: str, emphasis: Sequence[tuple[int, int]] = (), names: Sequence[str] = ()) -> MarkedText:
    """Find quoted names, emphasised names and asides.

    Args:
        text: The item's text.
        names: Product words that are one name wherever they stand.
        emphasis: Ranges (start, end) that the layout prints bold or italic; they are read as names unless they hold
        most of the text.
    """
    folded = fold_same_length(text)
    marked = MarkedText(text, folded, folded)
    if "://" in folded:
        folded = _URL.sub(lambda match: ASIDE * len(match.group()), folded)
        marked.masked = folded
    position = 0
    pieces: list[str] = []
    copied = 0
    while True:
        found = _OPENERS.search(folded, position)
        if found is None:
            break
        start = found.start()
        if found.group() in "（(":
            end = _closing_parenthesis(folded, start)
            if end:
                marked.asides.append((start, end))
        else:
            end = _closing_quote(folded, start)
            if end:
                marked.names[start] = Name(start, end, start + 1, end - 1)
        if not end:
            position = start + 1
            continue
        pieces.append(folded[copied:start])
        pieces.append((ASIDE if found.group() in "（(" else NAME) * (end - start))
        position = copied = end
    if pieces:
        marked.masked = "".join(pieces) + folded[copied:]
    if emphasis:
        _mark_emphasis(marked, emphasis)
    if names:
        _mark_emphasis(marked, [match.span() for name in names for match in re.finditer(re.escape(name), folded)])
    return marked


def _closing_quote(text: str, start: int) -> int:
    opener = text[start]
    closer = _PAIRS[opener]
    inside_a_word = start > 0 and _WORDISH.match(text[start - 1]) is not None
    if opener in "'‘" and inside_a_word and text[start - 1].isascii():
        return 0
    if opener in "<＜" and (start + 1 >= len(text) or text[start + 1] in " =<＜"):
        return 0
    depth = 0
    limit = min(len(text), start + _LONGEST_NAME + 2)
    for position in range(start + 1, limit):
        character = text[position]
        if character == opener and opener != closer:
            depth += 1
        elif character == closer:
            if depth:
                depth -= 1
                continue
            after = text[position + 1 : position + 2]
            if opener in "'‘" and after.isascii() and after.isalnum():
                continue
            if opener in "<＜" and text[position - 1] in "-= <":
                return 0
            return position + 1
    return 0


def _closing_parenthesis(text: str, start: int) -> int:
    depth = 0
    for position in range(start, min(len(text), start + _LONGEST_ASIDE)):
        if text[position] in "（(":
            depth += 1
        elif text[position] in "）)":
            depth -= 1
            if not depth:
                return position + 1
    return 0


def _mark_emphasis(marked: MarkedText, emphasis: Sequence[tuple[int, int]]) -> None:
    length = len(marked.text)
    for start, end in emphasis:
        start, end = max(0, start), min(length, end)
        whole = end - start > 0.7 * length
        if end <= start or end - start > _LONGEST_NAME or whole or NAME in marked.masked[start:end]:
            continue
        if ASIDE in marked.masked[start:end]:
            continue
        marked.names[start] = Name(start, end, start, end)
        marked.masked = marked.masked[:start] + NAME * (end - start) + marked.masked[end:]


STOPS = " \u3000、,，。.．;；:：・"
"""Blanks and stops that no span begins or ends with."""


def strip_range(text: str, start: int, end: int, characters: str = STOPS) -> tuple[int, int]:
    """Return the range without blanks and stops at its two ends."""
    while start < end and text[start] in characters:
        start += 1
    while end > start and text[end - 1] in characters:
        end -= 1
    return start, end
