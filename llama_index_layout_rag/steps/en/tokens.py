"""Words of a masked sentence with their places, for languages whose words stand apart."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from llama_index_layout_rag.steps.marking import ASIDE, NAME

_TOKEN = re.compile(rf"{NAME}+|{ASIDE}+|[\w$%#&*/\\~@+.'’<>-]*[\w$%#&*/\\~@+'’>-]|[^\w\s]")
_MOST_TOKENS = 400
"""Longer sentences are tables or code run together; what stands behind is not read."""


@dataclass(slots=True)
class Token:
    """A word, a sign, or a whole quoted name or aside."""

    text: str
    lower: str
    start: int
    end: int


@dataclass(slots=True)
class Clause:
    """A run of tokens [first, last) with what opens it: '' for a main clause, else the opener's kind."""

    first: int
    last: int
    kind: str = ""
    opens: bool = False
    """Whether it is a main clause behind a subordinate one."""


def split_tokens(masked: str, start: int, end: int) -> list[Token]:
    """The tokens of the sentence [start, end)."""
    tokens = []
    for match in islice(_TOKEN.finditer(masked, start, end), _MOST_TOKENS):
        text = match[0]
        tokens.append(Token(text, text.lower(), *match.span()))
    return tokens


def is_name(token: Token) -> bool:
    """Whether a token is a name: quoted, or printed with a capital."""
    return token.text[0] == NAME or token.text[0].isupper()


def is_range(tokens: list[Token], index: int) -> bool:
    """Whether a dash stands between two numbers without blanks (4.9–5.1)."""
    if tokens[index].text not in "—–" or not 0 < index < len(tokens) - 1:
        return False
    return tokens[index - 1].end == tokens[index].start and tokens[index + 1].start == tokens[index].end


def clause_range(tokens: list[Token], clause: Clause) -> tuple[int, int]:
    """Offsets of a clause in the text."""
    return tokens[clause.first].start, tokens[clause.last - 1].end
