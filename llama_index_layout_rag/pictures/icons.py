"""Inline icons: the line of text that contains an icon, its position there, and its name inserted at that position.

"［検索アイコン］を押します" replaces the gap that the icon leaves in the text. Layout elements are whole paragraphs, items
and tables; the position of an icon in them follows from the characters of the page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.languages import language as words_of
from llama_index_layout_rag.layout import Box, LayoutElement, PictureState, TableCell
from llama_index_layout_rag.layout.boxes import height, overlap_share
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.layout.writing import JAPANESE, PICTOGRAMS_AS_KANA
from llama_index_layout_rag.pictures.evidence import PictureEvidence

if TYPE_CHECKING:
    from llama_index_layout_rag.readers.pdf import Glyph

MAX_NAME_CHARS = 24
"""Characters of the longest name."""

PLACE_CHARS = 8
"""Characters before or after an icon by which its position in a paragraph is found."""

SAME_LINE = 3.0
"""Maximum difference, in points, of baselines of one line."""

MIN_LINE_CHARS = 3
"""Characters; the line of a cell with fewer beside its icon ("［ ］ボ") continues in the next cell."""

MIN_ROW_CHARS = 10
"""Characters; if the lines of both cells have fewer, the next cell's neighbouring line is added."""

MAX_ABOVE = 24.0
"""Points; an icon alone on a wrapped line belongs to a line at most this far above."""

WORD_GAP = 0.3
"""Share of the character height; a wider gap between two characters is a space."""

_BRACKETS = re.compile(r"[\s［］\[\]（）()「」『』【】<>]")
_BLANKS = re.compile(r"\s+")
_UNNAMED = any_of(lambda words: words.labels.unnamed_icon[1:-1])
_EMPTY_BRACKETS = re.compile(rf"([［\[（(「『【<〈])[\s\u3000]*{_UNNAMED}?([］\])）」』】>〉])")
"""Gap of an icon: empty brackets, or the reader's placeholder."""

_OPENING, _CLOSING = ("(", "[", "{", '"', "\n"), (",", ".", ";", ":", ")", "]", "}", '"', "!", "?", "'", "\n")
"""Characters next to an English word without a space between."""

_ICON_WORD = re.compile(any_of(lambda words: words.pictures.icon), re.IGNORECASE)
_USELESS = re.compile(
    rf"^{any_of(lambda words: words.pictures.file_name)}?[\s\d_.-]*(?:\.\w{{3,4}})?$|[/\\]|^https?:", re.IGNORECASE
)


_SYMBOL = re.compile(rf"^(?:[A-Za-z0-9{PICTOGRAMS_AS_KANA}+＋×✓✕|・\W]\s*)(?=[{JAPANESE}]{{2}})")
"""A pictogram that OCR reads as a character: the magnifier before "検索" as Q, an arrow as へ."""


@dataclass(frozen=True)
class IconPlace:
    """A line of text as the parts before and after an icon."""

    before: str
    after: str

    @property
    def text(self) -> str:
        """The whole line."""
        return _BLANKS.sub(" ", f"{self.before} {self.after}").strip()


def line_of_icon(glyphs: Sequence[Glyph], box: Box) -> IconPlace | None:
    """Return the line of text that contains an icon; None if there is no text at its height or shortly above.

    Of several lines (an icon in a table cell is higher than a line) the nearest is chosen, joined with lines of the
    neighbouring cells at the same height. An icon alone on its line belongs to the line above.

    Args:
        glyphs: Characters of the page.
        box: Box of the icon in points, origin top left.
    """
    lines: dict[int, list[Glyph]] = {}
    for glyph in glyphs:
        middle = (glyph[2] + glyph[4]) / 2
        if box[1] - 2 <= middle <= box[3] + 2 and not glyph[0].isspace():
            key = next((k for k in lines if abs(k - round(glyph[5])) <= SAME_LINE), round(glyph[5]))
            lines.setdefault(key, []).append(glyph)
    if not lines:
        above = (box[0], box[1] - MAX_ABOVE, box[2], box[1])
        reaches = any(above[1] - 2 <= (g[2] + g[4]) / 2 <= above[3] and not g[0].isspace() for g in glyphs)
        line = line_of_icon(glyphs, above) if reaches else None
        return IconPlace(before=f"{line.before}{line.after}", after="") if line is not None else None
    chosen = min(lines.values(), key=lambda line: _line_distance(line, box))
    others = [line for line in lines.values() if line is not chosen]
    x = (box[0] + box[2]) / 2
    own = sorted([*_beside(chosen, others, left=True), *chosen], key=lambda glyph: glyph[1])
    before = [g for g in own if (g[1] + g[3]) / 2 < x]
    after = [[g for g in own if (g[1] + g[3]) / 2 >= x]]
    cut_short = _char_count(chosen) < MIN_LINE_CHARS
    while following := _beside(chosen, others, left=False):
        overlaps = abs(following[0][5] - chosen[0][5]) < chosen[0][4] - chosen[0][2]
        enough = sum(map(_char_count, [before, *after])) >= MIN_ROW_CHARS
        if (len(after) > 1 or not overlaps) and (enough or not cut_short):
            break
        after.append(following)
        others = [line for line in others if following[0] not in line]
    return IconPlace(
        before=_line_text(before), after=" ".join(_line_text(sorted(part, key=lambda g: g[1])) for part in after)
    )


def _beside(chosen: Sequence[Glyph], others: Sequence[Sequence[Glyph]], left: bool) -> list[Glyph]:
    """Return the line of the next table cell on one side; vertical centring may shift it against this one."""
    edge = min(g[1] for g in chosen) if left else max(g[3] for g in chosen)
    parts = [[g for g in line if (g[3] <= edge if left else g[1] >= edge)] for line in others]
    filled = [part for part in parts if part]
    return min(filled, key=lambda part: abs(part[0][5] - chosen[0][5])) if filled else []


def _char_count(line: Sequence[Glyph]) -> int:
    return len(_BRACKETS.sub("", "".join(g[0] for g in line)))


def _line_distance(line: Sequence[Glyph], box: Box) -> float:
    gaps = [max(box[0] - g[3], g[1] - box[2], 0.0) for g in line]
    middle = sum((g[2] + g[4]) / 2 for g in line) / len(line)
    off = abs(middle - (box[1] + box[3]) / 2)
    return min(gaps) + (off if off > 0.5 * height(box) or height(box) > 20 else 0.5 * off)


def _line_text(glyphs: Sequence[Glyph]) -> str:
    parts: list[str] = []
    for index, glyph in enumerate(glyphs):
        if index and glyph[1] - glyphs[index - 1][3] > WORD_GAP * (glyph[4] - glyph[2]):
            parts.append(" ")
        parts.append(glyph[0])
    return "".join(parts)


def icon_name(picture: LayoutElement, read: str) -> str:
    """Return an icon's alternative text, title or OCR text, whichever is the first usable name; "" if none is."""
    own = (picture.image.alt or "", picture.image.title or "") if picture.image is not None else ()
    return next((name for words in (*own, _SYMBOL.sub("", read)) if (name := usable_name(words))), "")


def usable_name(words: str) -> str:
    """Return words as the name of an icon; "" if they are too long, a file name or no words."""
    name = " ".join(words.split()).strip("［］[]「」\"'")
    usable = 1 <= len(name) <= MAX_NAME_CHARS and not _USELESS.search(name) and any(char.isalnum() for char in name)
    return name if usable else ""


def with_icon_names(
    host: LayoutElement, icons: Sequence[tuple[LayoutElement, PictureEvidence, IconPlace | None]], language: str
) -> LayoutElement:
    """Return the element with the names of its icons at their positions; the original text is kept in its state.

    Args:
        host: The text, list item or table.
        icons: Its icons in reading order, with their evidence and, if known, their position in the line of text.
        language: Language of the manual.
    """
    named = [icon for icon in icons if icon[1].name]
    if not named:
        return host
    if host.table is not None:
        return _in_cells(host, named, language)
    text = host.text
    # From the end, so that filled gaps do not shift the remaining ones.
    gaps = list(_EMPTY_BRACKETS.finditer(text))
    if len(gaps) == len(icons):
        for gap, (_, evidence, _) in reversed(list(zip(gaps, icons, strict=True))):
            if evidence.name:
                text = text[: gap.start()] + _filled(gap, evidence.name) + text[gap.end() :]
    else:
        for _, evidence, place in named:
            text = _at_place(text, evidence.name, place, language)
    return host.model_copy(update={"text": text, "picture": _state(host, text_before=host.text)})


def _state(host: LayoutElement, **before: Any) -> PictureState:
    return (host.picture or PictureState()).model_copy(update=before)


def _filled(gap: re.Match[str], name: str) -> str:
    return f"{gap.group(1)}{name}{gap.group(2)}"


def label(name: str, language: str) -> str:
    """Return an icon's name in brackets, with the word for icon unless the name contains one."""
    labels = words_of(language).labels
    return (labels.named_icon if _ICON_WORD.search(name) else labels.icon).format(name=name)


def _at_place(text: str, name: str, place: IconPlace | None, language: str) -> str:
    """Return the text with a name at its icon's position, else at the next gap, else at the start."""
    spot = _spot(text, place) if place is not None else None
    gap = _EMPTY_BRACKETS.search(text, max(0, (spot or 0) - 2))
    if gap is not None and (spot is None or gap.start() - 2 <= spot <= gap.end() + 1):
        return text[: gap.start()] + _filled(gap, name) + text[gap.end() :]
    at = 0 if spot is None else spot
    # The name replaces the space that the icon left; languages with spaces have one on each side.
    before, after = text[:at].rstrip(" "), text[at:].lstrip(" ")
    blank = " " if words_of(language).spaced else ""
    left = blank if before and not before.endswith(_OPENING) else ""
    right = blank if after and not after.startswith(_CLOSING) else ""
    return f"{before}{left}{label(name, language)}{right}{after}"


def _spot(text: str, place: IconPlace) -> int | None:
    """Return the offset in the text at which the icon's line continues before or after it."""
    for words, is_before in ((place.before, True), (place.after, False)):
        key = squash(words)
        key = key[-PLACE_CHARS:] if is_before else key[:PLACE_CHARS]
        if not key:
            continue
        folded, offsets = _folded(text)
        found = folded.find(key)
        if found >= 0 and folded.find(key, found + 1) < 0:
            return offsets[found + len(key) - 1] + 1 if is_before else offsets[found]
    return None


def _folded(text: str) -> tuple[str, list[int]]:
    """Return the text folded by `squash`, and the offset of each folded character."""
    folded, offsets = "", []
    for offset, char in enumerate(text):
        part = squash(char)
        folded += part
        offsets += [offset] * len(part)
    return folded, offsets


def _in_cells(
    host: LayoutElement, icons: Sequence[tuple[LayoutElement, PictureEvidence, IconPlace | None]], language: str
) -> LayoutElement:
    if host.table is None:
        return host
    texts = [cell.text for cell in host.table.cells]
    before = list(texts)
    for picture, evidence, place in icons:
        index = _cell_of(picture, host.table.cells)
        if index is not None:
            texts[index] = _at_place(texts[index], evidence.name, place, language)
    cells = [cell.model_copy(update={"text": text}) for cell, text in zip(host.table.cells, texts, strict=True)]
    table = host.table.model_copy(update={"cells": cells})
    return host.model_copy(update={"table": table, "picture": _state(host, cells_before=before, text_before=host.text)})


def _cell_of(picture: LayoutElement, cells: Sequence[TableCell]) -> int | None:
    at = (picture.cell.row, picture.cell.column) if picture.cell is not None else None
    for index, cell in enumerate(cells):
        if picture.bbox is not None and cell.bbox is not None:
            if overlap_share(picture.bbox, cell.bbox) > 0.5:
                return index
        elif (cell.row, cell.column) == at:
            return index
    return None


def icons_by_host(evidence: Mapping[str, PictureEvidence]) -> dict[str, list[str]]:
    """Return the ids of the icons of each element, in reading order."""
    hosts: dict[str, list[str]] = {}
    ordered = sorted(evidence.items(), key=lambda pair: (pair[1].page or 0, *_reading_place(pair[1])))
    for name, record in ordered:
        if record.host:
            hosts.setdefault(record.host, []).append(name)
    return hosts


def _reading_place(icon: PictureEvidence) -> tuple[float, float]:
    # Icons of one line differ by a few points in height.
    return (round(icon.bbox[3] / 6), icon.bbox[0]) if icon.bbox is not None else (0.0, float(icon.seq_no))
