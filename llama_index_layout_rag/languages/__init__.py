"""Languages as data: one module a language, and the union over languages for stages that do not know the language yet.

This folder imports nothing of the package. To add a language, write a module like `de` and name it in `LANGUAGES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from llama_index_layout_rag.languages.de import DE
from llama_index_layout_rag.languages.en import EN
from llama_index_layout_rag.languages.ja import JA
from llama_index_layout_rag.languages.language import Columns, ContentTypes, Labels, Language, Notices, Words

__all__ = [
    "FALLBACK",
    "LANGUAGES",
    "Columns",
    "ContentTypes",
    "Labels",
    "Language",
    "Notices",
    "Words",
    "alternatives",
    "any_of",
    "language",
]

LANGUAGES: dict[str, Language] = {words.code: words for words in (JA, EN, DE)}
"""All languages by code."""

FALLBACK = EN
"""Labels and prompts of manuals in a language that is not here."""


def language(code: str | None) -> Language:
    """Return the words of a language; English where the package has none for it."""
    return LANGUAGES.get(code or "", FALLBACK)


def any_of(*selected: Callable[[Language], Words], bounded: bool = False) -> str:
    """Return one group that matches the words of all languages, the longest alternative first.

    Args:
        selected: The fields, such as `lambda words: words.captions.table`.
        bounded: Whether words of languages with spaces must are between word boundaries.

    Returns:
        A non-capturing group such as `(?:Tabelle|Table|Tab|表)`, in which spaces are escaped (for `re.VERBOSE`); one that
        matches nothing where no language has words.
    """
    found: dict[str, None] = {}
    for each in LANGUAGES.values():
        for word in (word for select in selected for word in alternatives(select(each))):
            word = word.replace(" ", r"\ ")
            found[rf"\b(?:{word})\b" if bounded and each.spaced else word] = None
    return f"(?:{'|'.join(sorted(found, key=len, reverse=True))})" if found else "(?!)"


def alternatives(words: Words) -> Iterator[str]:
    """Yield the alternatives of a field: what is between the "|" outside of groups and character classes."""
    start = depth = 0
    in_class = escaped = False
    for place, sign in enumerate(words):
        if escaped:
            escaped = False
        elif sign == "\\":
            escaped = True
        elif in_class or sign == "[":
            in_class = sign != "]"
        elif sign in "()":
            depth += 1 if sign == "(" else -1
        elif sign == "|" and not depth:
            if start < place:
                yield words[start:place]
            start = place + 1
    if words[start:]:
        yield words[start:]
