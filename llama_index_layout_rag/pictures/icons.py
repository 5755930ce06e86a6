"""Names of inline icons, and their place in the text: "［検索アイコン］を押します" where a picture left a gap."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.languages import language as words_of
from llama_index_layout_rag.layout import LayoutElement, TableCell
from llama_index_layout_rag.layout.boxes import overlap_share
from llama_index_layout_rag.layout.elements import PictureState
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.layout.writing import JAPANESE, PICTOGRAMS_AS_KANA
from llama_index_layout_rag.pictures.evidence import PictureEvidence
from llama_index_layout_rag.pictures.lines import LinePlace

LONGEST_NAME = 24
"""Characters; a longer text on a small picture is no name."""

PLACE_CHARS = 8
"""Characters before or behind an icon by which its place in a paragraph is found."""

_UNNAMED = any_of(lambda words: words.labels.unnamed_icon[1:-1])
_EMPTY_BRACKETS = re.compile(rf"([［\[（(「『【<〈])[\s\u3000]*{_UNNAMED}?([］\])）」』】>〉])")
"""Where an icon is missing: brackets around nothing, or the reader's placeholder."""

_OPENING, _CLOSING = ("(", "[", "{", '"', "\n"), (",", ".", ";", ":", ")", "]", "}", '"', "!", "?", "'", "\n")
"""What stands at an English word without a blank between."""

_ICON_WORD = re.compile(any_of(lambda words: words.pictures.icon), re.IGNORECASE)
_USELESS = re.compile(
    rf"^{any_of(lambda words: words.pictures.file_name)}?[\s\d_.-]*(?:\.\w{{3,4}})?$|[/\\]|^https?:", re.IGNORECASE
)


_SYMBOL = re.compile(rf"^(?:[A-Za-z0-9{PICTOGRAMS_AS_KANA}+＋×✓✕|・\W]\s*)(?=[{JAPANESE}]{{2}})")
"""A pictogram that OCR took for a character: the magnifier before "検索" is read as Q, an arrow as へ."""


def icon_name(picture: LayoutElement, read: str) -> str:
    """What an icon is called: its alternative text, or else the text that was read on it; empty for neither."""
    own = (picture.image.alt or "", picture.image.title or "") if picture.image is not None else ()
    return next((name for words in (*own, _SYMBOL.sub("", read)) if (name := usable_name(words))), "")


def usable_name(words: str) -> str:
    """Words as the name of an icon; empty where they are too long for one, a file name or no words."""
    name = " ".join(words.split()).strip("［］[]「」\"'")
    usable = 1 <= len(name) <= LONGEST_NAME and not _USELESS.search(name) and any(char.isalnum() for char in name)
    return name if usable else ""


def with_icon_names(
    host: LayoutElement, icons: Sequence[tuple[LayoutElement, PictureEvidence, LinePlace | None]], language: str
) -> LayoutElement:
    """The element with the names of its icons where they stand; what it said before is kept in its metadata.

    Args:
        host: The text, list item or table.
        icons: Its icons in reading order, with their evidence and, where it is known, their place in the printed line.
        language: Language of the manual.
    """
    named = [icon for icon in icons if icon[1].name]
    if not named:
        return host
    if host.table is not None:
        return _in_cells(host, named, language)
    text = host.text
    # From the end, so that a gap that was filled does not shift the ones that are still to come.
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
    """An icon's name in brackets, with the word for icon where the name does not say what it is."""
    labels = words_of(language).labels
    return (labels.named_icon if _ICON_WORD.search(name) else labels.icon).format(name=name)


def _at_place(text: str, name: str, place: LinePlace | None, language: str) -> str:
    """The text with a name at its icon's place; at the next gap, or else in front, where the place is not found."""
    spot = _spot(text, place) if place is not None else None
    gap = _EMPTY_BRACKETS.search(text, max(0, (spot or 0) - 2))
    if gap is not None and (spot is None or gap.start() - 2 <= spot <= gap.end() + 1):
        return text[: gap.start()] + _filled(gap, name) + text[gap.end() :]
    at = 0 if spot is None else spot
    # The blank that the icon left between two words becomes its name, or stays around it where words have blanks.
    before, after = text[:at].rstrip(" "), text[at:].lstrip(" ")
    blank = " " if words_of(language).spaced else ""
    left = blank if before and not before.endswith(_OPENING) else ""
    right = blank if after and not after.startswith(_CLOSING) else ""
    return f"{before}{left}{label(name, language)}{right}{after}"


def _spot(text: str, place: LinePlace) -> int | None:
    """Offset in the text of what stands right before (or right behind) the icon in its printed line."""
    for words, behind in ((place.before, True), (place.after, False)):
        key = squash(words)
        key = key[-PLACE_CHARS:] if behind else key[:PLACE_CHARS]
        if not key:
            continue
        folded, offsets = _folded(text)
        found = folded.find(key)
        if found >= 0 and folded.find(key, found + 1) < 0:
            return offsets[found + len(key) - 1] + 1 if behind else offsets[found]
    return None


def _folded(text: str) -> tuple[str, list[int]]:
    """The text as `squash` folds it, and for each of its characters the offset in the text."""
    folded, offsets = "", []
    for offset, char in enumerate(text):
        part = squash(char)
        folded += part
        offsets += [offset] * len(part)
    return folded, offsets


def _in_cells(
    host: LayoutElement, icons: Sequence[tuple[LayoutElement, PictureEvidence, LinePlace | None]], language: str
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
    """Ids of the icons of each element, in reading order."""
    hosts: dict[str, list[str]] = {}
    ordered = sorted(evidence.items(), key=lambda pair: (pair[1].page or 0, *_reading_place(pair[1])))
    for name, record in ordered:
        if record.host:
            hosts.setdefault(record.host, []).append(name)
    return hosts


def _reading_place(icon: PictureEvidence) -> tuple[float, float]:
    # Icons of one line differ by a few points in height.
    return (round(icon.bbox[3] / 6), icon.bbox[0]) if icon.bbox is not None else (0.0, float(icon.seq_no))
