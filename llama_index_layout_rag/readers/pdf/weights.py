"""Which type is bold: by the font's name where it has one, by the measured strokes where it has none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from llama_index_layout_rag.readers.pdf.glyphs import TextStyle
from llama_index_layout_rag.readers.pdf.ink import SCRIPT_STROKES, script_class
from llama_index_layout_rag.readers.pdf.lines import Line

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
    r"gothic|ゴシック|kakugo|kakug|kaku-?gothic|shingo|新ゴ|meiryo|メイリオ|sans[ -]?cjk|sans[ -]?jp", re.I
)
_MINCHO = re.compile(r"mincho|明朝|heiseimin|ryumin|リュウミン|serif[ -]?cjk|serif[ -]?jp", re.I)

MINCHO_SHARE, MOST_GOTHIC = 0.5, 0.35
"""Shares of a document's characters: text set in Mincho, and the most that Gothic takes where it is the bold face of
Mincho, as Japanese typesetting has it."""


@dataclass
class _Strokes:
    """The usual stroke width of a document in terms of ideographs, the thinnest form of each character, and whether the
    text is set in Mincho."""

    usual: float = 0.0
    thinnest: dict[str, float] = field(default_factory=dict)
    mincho: bool = False


def mark_bold(lines: Iterable[Line], styles_of_page: Mapping[int, Sequence[TextStyle]]) -> None:
    """Sets `bold` and `lead_bold` of every line, against the strokes that are usual in the document."""
    lines = list(lines)
    counts = _character_counts(lines)
    usual = _usual_strokes(counts, styles_of_page)
    usual.mincho = _is_set_in_mincho(counts, styles_of_page)
    verdicts = {
        page: [(_is_bold(style, usual), _relative_stroke(style, usual)) for style in styles]
        for page, styles in styles_of_page.items()
    }
    for line in lines:
        page_verdicts = verdicts[line.page]
        bold = plain = measured = 0
        strokes = 0.0
        lead: bool | None = None
        for word in line.words:
            for index, count in word.styles.items():
                verdict, stroke = page_verdicts[index]
                if word.doubled:
                    verdict = True
                elif verdict is None:
                    continue
                elif stroke:
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
        line.bold = bold > 0 and (all_bold or (measured == bold + plain and strokes > BOLD_STROKE * measured))
        line.lead_bold = bool(lead)


def _character_counts(lines: Iterable[Line]) -> Counter[tuple[int, int]]:
    """Characters by (page, style index)."""
    counts: Counter[tuple[int, int]] = Counter()
    for line in lines:
        page = line.page
        for word in line.words:
            for index, count in word.styles.items():
                counts[page, index] += count
    return counts


def _is_bold(style: TextStyle, usual: _Strokes) -> bool | None:
    if style.stroked:
        return True
    if style.font:
        return style.weight >= BOLD_WEIGHT or (usual.mincho and bool(_GOTHIC.search(style.font)))
    if style.ink <= 0:
        return None
    if style.ink > BOLD_SAME_CHARACTER * usual.thinnest.get(style.ink_char, style.ink):
        return True
    return _as_ideograph(style) > BOLD_STROKE * usual.usual


def _relative_stroke(style: TextStyle, usual: _Strokes) -> float:
    """Measured strokes of a font without a name against the usual ones; 0 where nothing was measured."""
    return 0.0 if style.font or style.ink <= 0 else _as_ideograph(style) / usual.usual


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
    return mincho > MINCHO_SHARE * total and gothic < MOST_GOTHIC * total


def _lower_median(values: list[tuple[float, int]]) -> float:
    values.sort()
    half, seen = sum(count for _, count in values) * 0.4, 0
    for width, count in values:
        seen += count
        if seen >= half:
            return width
    return values[-1][0]
