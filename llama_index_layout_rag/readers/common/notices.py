"""Notices in markup and Word files: which elements are the label of a warning or note, and which are its text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from llama_index_layout_rag.languages import alternatives, language
from llama_index_layout_rag.layout.elements import HEADING_KINDS, BoxType, ElementKind, LayoutElement
from llama_index_layout_rag.layout.notices import TYPES, notice_of, signal_word

_SIGNAL_WORDS_OF_HAZARDS = ("danger", "warning", "caution")
_BULLETS_OF_LABELS = "■◆●▲△□◇◎★"
_MAX_NOTICE_ELEMENTS = 40
"""Paragraphs and bullets below a heading that is a signal word."""


def is_notice_table(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether a table of up to two rows and columns is the frame of a notice; `rows` are the texts of its cells."""
    texts = [text.strip() for row in rows for text in row if text.strip()]
    if not 0 < len(texts) <= 2 or len(rows) > 2 or max(map(len, rows)) > 2:
        return False
    return signal_word(texts[0]) is not None or (len(texts) == 1 and _kind_of(texts[0]) is not None)


def mark_notices(elements: list[LayoutElement], language_code: str | None) -> list[LayoutElement]:
    """Set the box, type and labels of notices; headings that are only a signal word become labels.

    Args:
        elements: In reading order; changed in place.
        language_code: Language of the words for labels that the source shows as a sign only.
    """
    for index, element in enumerate(elements):
        if element.is_furniture:
            continue
        if element.box is BoxType.ADMONITION:
            _complete_admonition(element, language_code)
        elif (kind := signal_word(element.text) if _may_be_label(element) else None) is not None:
            _mark_label(elements, index, kind)
        elif element.kind is ElementKind.TEXT and (kind := _kind_of_paragraph(element)) is not None:
            element.box, element.admonition = element.box or BoxType.ADMONITION, kind
    return elements


def _kind_of(text: str) -> str | None:
    found = notice_of(LayoutElement(element_id="", kind=ElementKind.TEXT, text=text))
    return found.type if found is not None else None


def _kind_of_paragraph(element: LayoutElement) -> str | None:
    """Return the type of a paragraph that begins with a signal word ("Note: Never …", "**警告** …"), or None."""
    first = element.emphasis[0] if element.emphasis else None
    in_bold = signal_word(element.text[: first.end]) if first is not None and first.start <= 2 else None
    return in_bold or _kind_of(element.text)


def _word_of(kind: str | None, language_code: str | None) -> str:
    """Return the printed word for the type of an admonition; that of a note for types without a word of their own."""
    words = language(language_code).notices
    name = (kind or "note").casefold()
    if name not in [word.casefold() for word in alternatives(words.signal_words)]:
        name = next(alternatives(getattr(words, name if name in TYPES else "note")))
    return name[:1].upper() + name[1:]


def _complete_admonition(element: LayoutElement, language_code: str | None) -> None:
    """Give the label of an admonition its signal word, where the source has none or a title without one."""
    if not element.is_box_label:
        element.is_box_label = element.kind is ElementKind.TEXT and signal_word(element.text) is not None
        return
    word = _word_of(element.admonition, language_code)
    if not element.text:
        element.text = word
    elif element.admonition in _SIGNAL_WORDS_OF_HAZARDS and word.casefold() not in element.text.casefold():
        element.text = f"{word}{'：' if not language(language_code).spaced else ': '}{element.text}"


def _may_be_label(element: LayoutElement) -> bool:
    if element.kind is ElementKind.LIST_ITEM:
        return (element.marker or " ") in _BULLETS_OF_LABELS
    return element.kind in (ElementKind.TEXT, ElementKind.SECTION_HEADER)


def _mark_label(elements: Sequence[LayoutElement], index: int, kind: str) -> None:
    label = elements[index]
    is_heading = label.kind is ElementKind.SECTION_HEADER
    following = [e for e in elements[index + 1 : index + _MAX_NOTICE_ELEMENTS] if not e.is_furniture]
    after = next((element for element in following if element.kind in HEADING_KINDS), None)
    if is_heading and after is not None and (after.level or 1) > (label.level or 1):
        return  # a chapter of warnings
    noted = list(_noted(following, every=is_heading))
    if not is_heading and not noted:
        return
    if label.kind is ElementKind.LIST_ITEM:
        label.text, label.marker, label.depth = f"{label.marker}{label.text}", None, None
    label.reclassify(ElementKind.TEXT)
    label.level, label.is_box_label = None, True
    for element in (label, *noted):
        element.box, element.admonition = element.box or BoxType.ADMONITION, kind


def _noted(following: Sequence[LayoutElement], every: bool) -> Iterator[LayoutElement]:
    """Yield what a label is for: the first paragraph, or a run of bullets; below a heading all paragraphs and bullets."""
    for element in following:
        is_bullet = element.kind is ElementKind.LIST_ITEM and not any(map(str.isalnum, element.marker or ""))
        is_content = element.kind is ElementKind.TEXT or is_bullet
        if not is_content or element.box is BoxType.ADMONITION or signal_word(element.text) is not None:
            return
        yield element
        if not every and not is_bullet:
            return
