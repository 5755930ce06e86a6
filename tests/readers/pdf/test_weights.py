"""Bold lines are told by the strokes of their glyphs where fonts have no names."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.readers.pdf.extract.glyphs import TextStyle
from llama_index_layout_rag.readers.pdf.page.bold import mark_bold
from llama_index_layout_rag.readers.pdf.page.lines import Line
from llama_index_layout_rag.readers.pdf.page.words import Word

BODY = TextStyle("", 10.0, ink=0.05, ink_char="本")


def _drawn(times: float, char: str) -> TextStyle:
    """A nameless font whose strokes are so many times as wide as those of the body."""
    return TextStyle("", 12.0, ink=0.05 * times, ink_char=char)


def _is_bold(parts: list[tuple[int, TextStyle]], doubled: bool = False) -> bool:
    """Whether a line is bold that has so many characters of every style, on a page of ordinary text."""
    styles = [BODY, *(style for _, style in parts)]
    words = [
        Word(0, 0, 10, 10, 8, 12, "文", {index: count}, doubled=doubled) for index, (count, _) in enumerate(parts, 1)
    ]
    line = Line(1, words, "文", (0, 0, 10, 10), 8, 12, styles[1])
    text = Line(1, [Word(0, 20, 10, 30, 28, 10, "本文", {0: 500})], "本文", (0, 20, 10, 30), 28, 10, BODY)
    mark_bold([line, text], {1: styles})
    assert not text.bold
    return line.bold


@pytest.mark.parametrize(
    ("parts", "bold"),
    [
        ([(6, _drawn(1.5, "概"))], True),
        ([(6, _drawn(1.1, "概"))], False),
        # One glyph of a bold face looks thin: the mean of the line says what it is.
        ([(3, _drawn(1.2, "目")), (3, _drawn(1.75, "概"))], True),
        # One glyph of a regular face looks thick: the mean says so too.
        ([(6, _drawn(1.0, "目")), (3, _drawn(1.4, "概"))], False),
        # A fat term in a line of ordinary text is no bold line.
        ([(9, _drawn(1.0, "目")), (2, _drawn(1.6, "概"))], False),
        # What has a name is not measured, and its share counts.
        ([(6, TextStyle("IPAGothic", 12.0, 400)), (3, _drawn(1.9, "概"))], False),
        ([(6, TextStyle("IPAGothic-Bold", 12.0, 700)), (1, _drawn(1.0, "概"))], True),
    ],
)
def test_line_is_bold_by_its_strokes(parts: list[tuple[int, TextStyle]], bold: bool) -> None:
    assert _is_bold(parts) is bold


def test_text_printed_twice_is_bold_whatever_its_strokes() -> None:
    assert _is_bold([(6, _drawn(1.0, "概"))], doubled=True)
