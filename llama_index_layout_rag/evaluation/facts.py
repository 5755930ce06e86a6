"""Facts of a sentence that cannot be said in other words: codes, and numbers with what they count.

"5 seconds" for "8 seconds" shares every other word with the truth, and so do "8 minutes" and the sibling model's 8
seconds. So a number must are in the source with the same unit, and what one clause says of a model must are in the
sources of one manual.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from llama_index_layout_rag.languages import LANGUAGES, alternatives, any_of
from llama_index_layout_rag.layout.normalize import fold_text
from llama_index_layout_rag.lexical import find_codes

BETWEEN_CODE_PARTS = 12
"""Characters that may are between the letters and the number of a code that a table tells in two ("Alarm code:
10")."""

_SYMBOLS = {
    "millisecond": "ms", "second": "s", "hour": "h", "millimetre": "mm", "centimetre": "cm", "metre": "m", "gram": "g",
    "kilogram": "kg", "volt": "v", "ampere": "a", "watt": "w", "percent": "%", "degree": "°c|℃", "kilobyte": "kb",
    "megabyte": "mb", "gigabyte": "gb",
}  # fmt: skip
"""Signs of units, the same in every language."""

_NAMES = [words.claims.units for words in LANGUAGES.values()]
_UNITS: dict[str, list[str]] = {
    unit: [form for forms in (_SYMBOLS, *_NAMES) for form in alternatives(forms.get(unit, ""))]
    for unit in dict.fromkeys(unit for forms in (_SYMBOLS, *_NAMES) for unit in forms)
}
"""What numbers count, in all languages, so that an answer may be in another one than its source. "分" is also the
reading of a share, "日" a date: a unit is compared only where both sides name one."""

_UNIT_OF = [
    (re.compile(rf"[ \-]?(?:{'|'.join(forms)})(?![a-z])"), name)
    for name, forms in sorted(_UNITS.items(), key=lambda entry: -max(map(len, entry[1])))
]
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_CLAUSE_END = re.compile(rf"(?<=[、;；，])|(?<=,) |{any_of(lambda words: words.claims.clause_break)}")


def missing_facts(sentence: str, families: Sequence[Sequence[str]]) -> list[str]:
    """Codes and numbers of a sentence that no manual's sources hold together.

    Each clause is looked at by itself, so that a comparison ("8 seconds on the ES-200, 5 seconds on the ES-300") may
    rest on two manuals; the names of an earlier clause hold on in those that name nothing.

    Args:
        sentence: A sentence of an answer.
        families: The sources, those of one manual together.

    Returns:
        What is missing in the manual that holds the most; a number with its unit where only that differs.
    """
    missing: list[str] = []
    for clause, names in _clauses(sentence):
        candidates: list[list[str]] = [_missing(clause, names, family) for family in families]
        fewest: list[str] = min(candidates or [_missing(clause, names, [])], key=len)
        missing.extend(fewest)
    return list(dict.fromkeys(missing))


def _clauses(sentence: str) -> list[tuple[str, list[str]]]:
    """Clauses with the names that hold on in them. One without a value belongs to the next: it says of what that speaks."""
    pieces = [piece for piece in _CLAUSE_END.split(sentence) if piece]
    says_something = _has_value if _has_value(sentence) else _names
    clauses: list[tuple[str, list[str]]] = []
    names: list[str] = []
    open_clause = ""
    for piece in pieces:
        open_clause += piece
        if says_something(open_clause):
            own = _names(open_clause)
            clauses.append((open_clause, [] if own else names))
            names, open_clause = own or names, ""
    if not open_clause:
        return clauses
    return [*clauses[:-1], (clauses[-1][0] + open_clause, clauses[-1][1])] if clauses else [(sentence, [])]


def _names(text: str) -> list[str]:
    """Codes with a letter: models, error codes, parts."""
    return [code for code in find_codes(text) if any(character.isalpha() for character in code)]


def _has_value(text: str) -> bool:
    """Whether a text holds a number that is no part of a name."""
    names = "".join(_names(text))
    return any(number not in names for number, _ in _numbers_with_units(_folded(text)))


def _missing(clause: str, names: Sequence[str], contexts: Iterable[str]) -> list[str]:
    texts = [_folded(context) for context in contexts]
    clause = _folded(clause)
    codes = {code for text in texts for code in find_codes(text)}
    wanted = dict.fromkeys([*names, *find_codes(clause)])
    missing = [code for code in wanted if code not in codes and not _told_in_parts(code, texts)]
    stated = [pair for text in texts for pair in _numbers_with_units(text)]
    for number, unit in dict.fromkeys(_numbers_with_units(clause)):
        units = [other for value, other in stated if value == number]
        if any(unit is None or other is None or other == unit for other in units):
            continue
        if not any(number in code for code in missing):
            missing.append(number if not units or unit is None else f"{number} ({unit})")
    return missing


def _folded(text: str) -> str:
    """Text in lower case with numbers without thousands separators: 1,000 is 1000."""
    return _THOUSANDS.sub("", fold_text(text).lower())


def _numbers_with_units(text: str) -> Iterator[tuple[str, str | None]]:
    """Every number of a folded text, with what it counts."""
    for match in _NUMBER.finditer(text):
        unit = next((name for pattern, name in _UNIT_OF if pattern.match(text, match.end())), None)
        yield match.group(), unit


def _told_in_parts(code: str, texts: Iterable[str]) -> bool:
    """Whether the letters and numbers of a code stand near each other, as in "5 mm" for 5mm and "Alarm code: 10"."""
    parts = [re.escape(part) for part in re.findall(r"\d+|[^\W\d_]+", code)]
    pattern = re.compile(r"(?<!\d)" + rf"\D{{0,{BETWEEN_CODE_PARTS}}}".join(parts) + r"(?!\d)", re.IGNORECASE)
    return any(pattern.search(text) for text in texts)
