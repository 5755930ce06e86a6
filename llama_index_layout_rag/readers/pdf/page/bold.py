"""Bold detection: by font name if there is one, else by measured stroke width."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.readers.pdf.extract import SCRIPT_STROKES, TextStyle, script_class
from llama_index_layout_rag.readers.pdf.page.lines import Line

BOLD_STROKE = 1.27
"""Strokes wider than the document's usual ones by this factor, script for script, are bold. Measured: bold faces of
Noto Sans CJK are 1.45 times and imitated bold of IPA Gothic and Mincho 1.4 to 1.8 times as wide; single glyphs
scatter by 0.2."""

BOLD_SAME_CHARACTER = 1.17
"""The same for one character against its thinnest form in the document, which scatters by less than 0.05."""

BOLD_WEIGHT = 600
BOLD_LINE_SHARE = 0.66
"""Share of a line's measurable characters that are bold in a bold line; one glyph in five is misjudged by its shape."""


_GOTHIC = re.compile(
    rf"gothic|kakugo|kakug|kaku-?gothic|shingo|meiryo|sans[ -]?cjk|sans[ -]?jp|{any_of(lambda words: words.sans_fonts)}",
    re.I,
)
_MINCHO = re.compile(
    rf"mincho|heiseimin|ryumin|serif[ -]?cjk|serif[ -]?jp|{any_of(lambda words: words.serif_fonts)}", re.I
)

MINCHO_SHARE, MAX_GOTHIC_SHARE = 0.5, 0.35
"""Shares of a document's characters: text set in Mincho, and the most that Gothic takes where it is the bold face of
Mincho, as Japanese typesetting has it."""


@dataclass
class _Strokes:
    """Stroke widths that are usual in a document.

    In terms of ideographs, with the thinnest form of each character, and whether its text is Mincho.
    """

    usual: float = 0.0
    thinnest: dict[str, float] = field(default_factory=dict)
    mincho: bool = False


def mark_bold(lines: Iterable[Line], styles_of_page: Mapping[int, Sequence[TextStyle]]) -> None:
    """Set `bold` and `lead_bold` of every line, relative to the usual stroke width of the document."""
    lines = list(lines)
    counts = _character_counts(lines)
    usual = _usual_strokes(counts, styles_of_page)
    usual.mincho = _is_set_in_mincho(counts, styles_of_page)
    weights = {page: [_weight(style, usual) for style in styles] for page, styles in styles_of_page.items()}
    for line in lines:
        line.bold, line.lead_bold = _line_is_bold(line, weights[line.page])


class _Weight(NamedTuple):
    """Whether a style is bold, None if unknown, and its relative stroke width, 0 if it does not count."""

    bold: bool | None
    stroke: float = 0.0


def _line_is_bold(line: Line, weights: Sequence[_Weight]) -> tuple[bool, bool]:
    """Return whether a line is bold, and whether its first word is."""
    bold = plain = measured = 0
    strokes = 0.0
    lead: bool | None = None
    for word in line.words:
        for index, count in word.styles.items():
            verdict, stroke = _PRINTED_TWICE if word.doubled else weights[index]
            if verdict is None:
                continue
            if stroke:
                measured += count
                strokes += count * stroke
            if verdict:
                bold += count
            else:
                plain += count
        if lead is None and bold + plain:
            lead = bold > plain
    all_bold = bold >= BOLD_LINE_SHARE * (bold + plain)
    # Where all was measured, the mean of the line scatters less than its glyphs do.
    by_mean = measured == bold + plain and strokes > BOLD_STROKE * measured
    return bold > 0 and (all_bold or by_mean), bool(lead)


_PRINTED_TWICE = _Weight(True)


def _character_counts(lines: Iterable[Line]) -> Counter[tuple[int, int]]:
    """Return the number of characters by (page, style index)."""
    counts: Counter[tuple[int, int]] = Counter()
    for line in lines:
        page = line.page
        for word in line.words:
            for index, count in word.styles.items():
                counts[page, index] += count
    return counts


def _weight(style: TextStyle, usual: _Strokes) -> _Weight:
    if style.stroked:
        return _Weight(True)
    if style.font:
        return _Weight(style.weight >= BOLD_WEIGHT or (usual.mincho and bool(_GOTHIC.search(style.font))))
    if style.ink <= 0:
        return _Weight(None)
    stroke = _as_ideograph(style) / usual.usual
    thicker = style.ink > BOLD_SAME_CHARACTER * usual.thinnest.get(style.ink_char, style.ink)
    return _Weight(thicker or stroke > BOLD_STROKE, stroke)


def _as_ideograph(style: TextStyle) -> float:
    return style.ink / SCRIPT_STROKES[script_class(style.ink_char)]


def _usual_strokes(
    counts: Mapping[tuple[int, int], int], styles_of_page: Mapping[int, Sequence[TextStyle]]
) -> _Strokes:
    widths: list[tuple[float, int]] = []
    strokes = _Strokes()
    for (page, index), count in counts.items():
        style = styles_of_page[page][index]
        if style.ink > 0:
            widths.append((_as_ideograph(style), count))
            strokes.thinnest[style.ink_char] = min(style.ink, strokes.thinnest.get(style.ink_char, style.ink))
    strokes.usual = _lower_median(widths) if widths else 0.0
    return strokes


def _is_set_in_mincho(counts: Mapping[tuple[int, int], int], styles_of_page: Mapping[int, Sequence[TextStyle]]) -> bool:
    mincho = gothic = 0
    kinds: dict[str, int] = {}
    for (page, index), count in counts.items():
        font = styles_of_page[page][index].font
        kind = kinds.get(font)
        if kind is None:
            kind = kinds[font] = 2 if _GOTHIC.search(font) else 1 if _MINCHO.search(font) else 0
        mincho += count * (kind == 1)
        gothic += count * (kind == 2)
    total = sum(counts.values())
    return mincho > MINCHO_SHARE * total and gothic < MAX_GOTHIC_SHARE * total


def _lower_median(values: list[tuple[float, int]]) -> float:
    values.sort()
    half, seen = sum(count for _, count in values) * 0.4, 0
    for width, count in values:
        seen += count
        if seen >= half:
            return width
    return values[-1][0]
