"""What can be determined of a question without a model: its codes, its kind and its language."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum

from llama_index_layout_rag.languages import LANGUAGES, any_of
from llama_index_layout_rag.layout.normalize import detect_language, fold_text
from llama_index_layout_rag.lexical.codes import find_codes

MAX_QUESTION_CHARS = 2_000
"""What is longer is a pasted document; its beginning is searched."""


class QuestionKind(str, Enum):
    """What a question asks for; decides which fields of the evidence count."""

    OPERATION = "operation"
    CONDITION = "condition"
    CAUTION = "caution"
    CODE = "code"
    COMPARISON = "comparison"
    SEVERAL = "several"
    PLACE = "place"


def _kind_pattern(kind: str) -> re.Pattern[str]:
    return re.compile(any_of(lambda words: words.questions.kinds.get(kind, "")), re.I)


_KIND_PATTERNS: dict[QuestionKind, re.Pattern[str]] = {
    kind: _kind_pattern(kind.value) for kind in QuestionKind if kind is not QuestionKind.CODE
}
"""Words that show what a question asks for."""

_LINKS = "".join(words.questions.number_links for words in LANGUAGES.values())
_NUMBER_ASKED = re.compile(
    rf"""
    (?:{any_of(lambda words: words.questions.number_names)}|[\#＃])[\s:「『"'{_LINKS}]{{0,3}}
        (\d{{1,5}})(?![\d.]|\s*(?:mm|cm|kg|%|{any_of(lambda words: words.questions.counted)}))  # alarm 3, 値2
    |(?<![\da-z.$#_-])(\d{{1,5}})\s*{any_of(lambda words: words.questions.number_asked)}  # 5番, 3が点滅
    |{any_of(lambda words: words.questions.number_shown, bounded=True)}[ ]["'“「]?
        (\d{{1,5}})(?=["'”」]?(?:[.,;?!](?!\d)|$|[ ]{any_of(lambda words: words.questions.after_shown)}\b))  # it shows a 3
    """,
    re.I | re.VERBOSE,
)
"""A bare number that is asked about as a name ("number 10", "値2", "5番", "it shows a 3", "3が点滅") and not as an amount."""


@dataclass(frozen=True)
class Question:
    """A question as the stages of retrieval see it."""

    text: str
    """Folded: NFKC, dashes unified, at most `MAX_QUESTION_CHARS` characters."""
    codes: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    """Bare numbers that the question asks about as names; they fit the number of any code ("5": $5, ALARM:5, row 5)."""
    kinds: frozenset[QuestionKind] = field(default_factory=frozenset)
    language: str = ""


def analyze_question(text: str) -> Question:
    """Return the question's folded text, codes (in the form of `lexical.codes.find_codes`), kinds and language."""
    folded = fold_text(text).strip()[:MAX_QUESTION_CHARS]
    codes = tuple(find_codes(folded))
    kinds = {kind for kind, pattern in _KIND_PATTERNS.items() if pattern.search(folded)}
    numbers = tuple(dict.fromkeys("".join(found) for found in _NUMBER_ASKED.findall(folded)))
    if codes or numbers:
        kinds.add(QuestionKind.CODE)
    return Question(
        text=folded, codes=codes, numbers=numbers, kinds=frozenset(kinds), language=detect_language(folded) or ""
    )
