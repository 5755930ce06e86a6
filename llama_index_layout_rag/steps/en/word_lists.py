"""Word lists as they are written in this package: words between blanks, phrases between bars."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(text.split())


def phrases(text: str) -> frozenset[str]:
    """The phrases of a list; a line ends a phrase as a bar does."""
    return frozenset(phrase.strip() for phrase in text.replace("\n", "|").split("|") if phrase.strip())
