"""The language of a manual: as files and users write its code, and as its elements tell it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from llama_index_layout_rag.languages import LANGUAGES
from llama_index_layout_rag.layout.elements import LayoutElement
from llama_index_layout_rag.layout.normalize import detect_language, fold_text

LANGUAGE_SAMPLE = 400
"""Elements whose text tells the language."""

_CODES = {alias: words.code for words in LANGUAGES.values() for alias in words.aliases}
"""What people write for the code of a language."""

_LANGUAGE_TAG = re.compile(r"[^\W\d_]+")
"""The first word of a tag, which is the language; region and script follow."""


def language_code(tag: str | None) -> str | None:
    """Return the ISO 639-1 code of a language tag as files and users write it ("ja-JP", "EN_us"), or None for an empty one.

    As a validator it runs before the field's own check and passes what is no text.
    """
    if not isinstance(tag, str):
        return tag
    first = _LANGUAGE_TAG.match(fold_text(tag).strip().lower())
    code = first.group() if first is not None else ""
    return _CODES.get(code, code) or None


def language_of(elements: Sequence[LayoutElement]) -> str | None:
    """Return the language of the running text of a document; None where nothing tells.

    A sheet of nothing but tables has hardly more text than headings, which may do without kana: the cells count there too.
    """
    sample = [element for element in elements[:LANGUAGE_SAMPLE] if not element.is_furniture]
    text = "\n".join(element.text for element in sample)
    told = detect_language(text)
    if told in LANGUAGES:
        return told
    cells = (cell.text for element in sample if element.table for cell in element.table.cells)
    return detect_language("\n".join([text, *cells]))
