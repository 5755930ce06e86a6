"""Notices: paragraphs, headings and boxes that warn or note, recognised by their signal words.

A signal word ("WARNING", 注意) is the label of the text that follows and never a section, whatever a source calls it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from llama_index_layout_rag.languages import alternatives, any_of, language
from llama_index_layout_rag.layout.elements import HEADING_KINDS, BoxType, ElementKind, LayoutElement

NOTICE_KINDS = ("danger", "warning", "caution", "important", "note")
"""Kinds of notices by signal word, the most severe first (ANSI Z535.6); admonitions of a source may have other ones."""

_HAZARDS = ("danger", "warning", "caution")
_SIGN = r"[^\w?？。]{0,6}"
"""Signs and brackets around a word: ⚠ 【 ■ !"""
_BULLETS_OF_LABELS = "■◆●▲△□◇◎★"


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    groups = (f"(?P<{kind}>{any_of(lambda words, kind=kind: getattr(words.notices, kind))})" for kind in NOTICE_KINDS)  # type: ignore[misc]
    word = rf"^{_SIGN}(?:{'|'.join(groups)})"
    # "Note: Never …", "【警告】高温です", "注意　熱い", "Caution! Hot."
    separated = r"(?:\s*[:：】］\])）>＞」〕》―—–]|\s*[!！]+|[\n\u3000])\s*\S"
    return re.compile(rf"{word}{_SIGN}$", re.IGNORECASE), re.compile(word + separated, re.IGNORECASE)


def label_kind(text: str) -> str | None:
    """Return the kind of notice that a text is the label of, or None where it is more than a signal word."""
    match = _patterns()[0].match(text.strip())
    return match.lastgroup if match else None


def notice_kind(element: LayoutElement) -> str | None:
    """Return the kind of notice that a paragraph with its signal word is ("Note: Never …", "**警告** …"), or None."""
    match = _patterns()[1].match(element.text)
    if match:
        return match.lastgroup
    first = element.emphasis[0] if element.emphasis else None
    return label_kind(element.text[: first.end]) if first is not None and first.start <= 2 else None


def is_notice_table(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a table of up to two rows and columns is the frame of a notice; `rows` are the texts of its cells."""
    texts = [text for row in rows for text in row if text.strip()]
    if not texts or len(rows) > 2 or max(map(len, rows)) > 2 or len(texts) > 2:
        return False
    return label_kind(texts[0]) is not None or (len(texts) == 1 and _patterns()[1].match(texts[0]) is not None)


def mark_notices(elements: list[LayoutElement], language_code: str | None) -> list[LayoutElement]:
    """Set the box, kind and labels of notices; headings that are only a signal word become labels.

    Args:
        elements: In reading order; changed in place.
        language_code: Language of the words for labels that the source shows as a sign only.
    """
    for index, element in enumerate(elements):
        if element.is_furniture:
            continue
        if element.box is BoxType.ADMONITION:
            _complete_admonition(element, language_code)
            continue
        kind = label_kind(element.text) if _may_be_label(element) else None
        if kind is not None:
            _mark_label(elements, index, kind)
        elif element.kind is ElementKind.TEXT and (kind := notice_kind(element)) is not None:
            element.box, element.admonition = element.box or BoxType.ADMONITION, kind
    return elements


def notice_word(kind: str | None, language_code: str | None) -> str:
    """Return the printed word for a kind of notice or admonition in a language."""
    words = language(language_code).notices
    known = [word.casefold() for word in alternatives(words.signal_words)]
    name = (kind or "note").casefold()
    if name not in known:
        name = next(alternatives(getattr(words, name if name in NOTICE_KINDS else "note")))
    return name[:1].upper() + name[1:]


def _complete_admonition(element: LayoutElement, language_code: str | None) -> None:
    """Give the label of an admonition its word, where the source has none or a title without one."""
    if not element.is_box_label:
        element.is_box_label = element.kind is ElementKind.TEXT and label_kind(element.text) is not None
        return
    word = notice_word(element.admonition, language_code)
    if not element.text:
        element.text = word
    elif element.admonition in _HAZARDS and label_kind(element.text) is None and word not in element.text:
        element.text = f"{word}：{element.text}" if language(language_code).code == "ja" else f"{word}: {element.text}"


def _may_be_label(element: LayoutElement) -> bool:
    if element.kind is ElementKind.LIST_ITEM:
        return (element.marker or " ") in _BULLETS_OF_LABELS
    return element.kind in (ElementKind.TEXT, ElementKind.SECTION_HEADER)


def _mark_label(elements: Sequence[LayoutElement], index: int, kind: str) -> None:
    label = elements[index]
    was_heading = label.kind is ElementKind.SECTION_HEADER
    following = [element for element in elements[index + 1 : index + 40] if not element.is_furniture]
    if was_heading and _has_subsections(label, following):
        return
    noted = list(_noted(following, every=was_heading))
    if not was_heading and not noted:
        return
    if label.kind is ElementKind.LIST_ITEM:
        label.text, label.marker, label.depth = f"{label.marker}{label.text}", None, None
    label.reclassify(ElementKind.TEXT)
    label.level, label.is_box_label = None, True
    for element in (label, *noted):
        element.box, element.admonition = element.box or BoxType.ADMONITION, kind


def _has_subsections(heading: LayoutElement, following: Iterable[LayoutElement]) -> bool:
    after = next((element for element in following if element.kind in HEADING_KINDS), None)
    return after is not None and (after.level or 1) > (heading.level or 1)


def _noted(following: Iterable[LayoutElement], every: bool) -> Iterable[LayoutElement]:
    """Yield what a label is for: the first paragraph, or a run of bullets; below a heading all paragraphs and bullets."""
    for number, element in enumerate(following):
        is_bullet = element.kind is ElementKind.LIST_ITEM and not any(map(str.isalnum, element.marker or ""))
        if element.box is BoxType.ADMONITION or not (element.kind is ElementKind.TEXT or is_bullet):
            return
        if label_kind(element.text) is not None:
            return
        yield element
        if not every and (not is_bullet or number > 20):
            return
