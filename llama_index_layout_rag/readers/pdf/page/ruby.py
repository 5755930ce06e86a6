"""Ruby (furigana): small kana above ideographs give their reading and are no line of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from llama_index_layout_rag.layout.writing import FIRST_KANA, IDEOGRAPHS_AND_MARKS, LAST_KANA
from llama_index_layout_rag.readers.pdf.page.words import Word

MAX_RUBY_SIZE = 0.62
"""Size of ruby relative to the word below it at most; half the size is usual."""

MIN_RISE, MAX_RISE = 0.7, 1.7
"""Em of the word below between its baseline and that of its ruby."""

MIN_OVERLAP = 0.6
"""Share of the width of a ruby word that is above the word below it."""

_KANA = re.compile(f"[{FIRST_KANA}-{LAST_KANA}ー・]+")
_IDEOGRAPHS = re.compile(f"[{IDEOGRAPHS_AND_MARKS}]+")


def attach_ruby(words: list[Word]) -> list[Word]:
    """Return the words without ruby; the ideographs below ruby take it as their reading.

    Args:
        words: Words of one page or direction.
    """
    largest = max((word.size for word in words), default=0.0)
    small = [word for word in words if word.size <= MAX_RUBY_SIZE * largest and _KANA.fullmatch(word.text)]
    attached = {id(ruby) for ruby in small if _attach(ruby, words)}
    return [word for word in words if id(word) not in attached] if attached else words


def _attach(ruby: Word, words: Sequence[Word]) -> bool:
    """Give a reading to the ideographs below it; return whether there are any."""
    width = max(0.01, ruby.x1 - ruby.x0)
    for word in words:
        rise = word.base - ruby.base
        if ruby.size > MAX_RUBY_SIZE * word.size or not MIN_RISE * word.size <= rise <= MAX_RISE * word.size:
            continue
        if min(word.x1, ruby.x1) - max(word.x0, ruby.x0) < MIN_OVERLAP * width:
            continue
        place = ((ruby.x0 + ruby.x1) / 2 - word.x0) / max(0.01, word.x1 - word.x0) * len(word.text)
        for run in _IDEOGRAPHS.finditer(word.text):
            if run.start() - 0.5 <= place <= run.end() + 0.5:
                word.ruby = (*word.ruby, (run.group(), ruby.text))
                return True
    return False
