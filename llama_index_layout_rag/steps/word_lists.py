"""What the rules of every language share: unions of word lists, and words ordered so that the longest matches first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache


@cache
def any_of(*words: frozenset[str]) -> frozenset[str]:
    """Return the union of word lists, made once: lists of a thousand verbs are asked for at every word of a text."""
    return frozenset().union(*words)


def longest_first(types: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    """Return (word, type) of all words, the longest first."""
    pairs = [(word, kind) for kind, words in types.items() for word in words]
    return sorted(pairs, key=lambda pair: -len(pair[0]))


def merged_types(
    added: Mapping[str, Sequence[str]], built_in: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Return a user's words of each target type before the built-in ones."""
    kinds = dict.fromkeys([*built_in, *added])
    return {kind: (*added.get(kind, ()), *built_in.get(kind, ())) for kind in kinds}


def words(text: str) -> frozenset[str]:
    """Return the words of a list that is written as text."""
    return frozenset(text.split())
