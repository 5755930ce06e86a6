"""A sentence as words with their offsets, and the clauses it is cut into."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from llama_index_layout_rag.steps.en.lexicon import Lexicon
from llama_index_layout_rag.steps.marking import ASIDE, NAME, MarkedText, strip_range

_TOKEN = re.compile(rf"{NAME}+|{ASIDE}+|\d+(?:,\d+)+\w*|[\w$%#&*/\\~@+.'’<>-]*[\w$%#&*/\\~@+'’>-]|[^\w\s]")
_MAX_TOKENS = 400
"""Longer sentences are tables or code run together; what follows is not read."""
_PADDING = 6
"""Empty words after the last, so that rules may look around without checking bounds (also at -1)."""


class Sentence:
    """The tokens of one sentence; a quoted name and a parenthetical are one token each.

    `words` (lower case) and `texts` (as printed) are padded with empty words at the end, which negative indexes reach too.
    """

    __slots__ = ("count", "end", "ends", "lexicon", "marked", "start", "starts", "texts", "words")

    def __init__(self, marked: MarkedText, start: int, end: int, lexicon: Lexicon) -> None:
        self.marked, self.start, self.end, self.lexicon = marked, start, end, lexicon
        matches = list(islice(_TOKEN.finditer(marked.masked, start, end), _MAX_TOKENS))
        self.count = len(matches)
        self.texts = [match[0] for match in matches] + [" "] * _PADDING
        self.words = [text.lower() for text in self.texts[: self.count]] + [""] * _PADDING
        self.starts = [match.start() for match in matches]
        self.ends = [match.end() for match in matches]

    def is_quoted(self, index: int) -> bool:
        """Return whether a token is a quoted or emphasised name."""
        return self.texts[index][0] == NAME

    def is_name(self, index: int) -> bool:
        """Return whether a token is a name: quoted, or printed with a capital."""
        return self.texts[index][0] == NAME or self.texts[index][0].isupper()

    def is_range(self, index: int) -> bool:
        """Return whether a dash joins two numbers without blanks ("4.9–5.1")."""
        if self.texts[index] not in "—–" or not 0 < index < self.count - 1:
            return False
        return self.ends[index - 1] == self.starts[index] and self.starts[index + 1] == self.ends[index]

    def range_of(self, first: int, last: int) -> tuple[int, int]:
        """Return the offsets of tokens [first, last) in the text, without blanks and stops."""
        return strip_range(self.marked.masked, self.starts[first], self.ends[last - 1])

    def text_of(self, first: int, last: int) -> str:
        """Return tokens [first, last) as printed."""
        return self.marked.text[self.starts[first] : self.ends[last - 1]]


@dataclass(slots=True)
class Clause:
    """Tokens [first, last) of a sentence; `kind` is "" for a main clause, else what its subordinator makes it."""

    first: int
    last: int
    kind: str = ""
    opens: bool = False
    """Whether it is a main clause directly after a subordinate one and its comma."""
