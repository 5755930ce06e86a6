"""Notices: warnings, cautions and notes with their signal word, whatever a source calls them.

A signal word ("WARNING", 注意) labels the text that follows it. It is never the heading of a section, and the list that it
interrupts continues after the notice.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from llama_index_layout_rag.languages import Notices, alternatives, any_of, language
from llama_index_layout_rag.layout.elements import BoxType, ElementKind, LayoutElement
from llama_index_layout_rag.layout.normalize import fold_text
from llama_index_layout_rag.layout.sections import assign_section_paths

HAZARDS = frozenset({"danger", "warning", "caution", "important"})
"""Types of notices that warn; the others inform."""

TYPES = ("danger", "warning", "caution", "important", "note")

MAX_LABEL_CHARS = 24
"""Characters of a label with its signs and brackets."""

_OPENING = rf"[\W_]*?{any_of(lambda words: words.notices.honorific)}?"
_CLOSING = r"\s*[】\])）>＞」］〉》≫]*\s*"
_ADMONITIONS = {"attention": "caution", "error": "warning", "tip": "note", "hint": "note", "info": "note"}
"""Types that markup languages have beside ours."""


@dataclass(frozen=True)
class Notice:
    """What a text warns or informs of.

    Attributes:
        type: One of `TYPES`.
        label: The signal word as printed, with its signs; empty where only the source's markup says the type.
        text: The text after the label.
        separator: What is printed between the two.
    """

    type: str
    label: str
    text: str
    separator: str = " "

    @property
    def is_hazard(self) -> bool:
        """Whether the notice warns."""
        return self.type in HAZARDS

    @property
    def whole(self) -> str:
        """Label and text as printed, on one line, without the final full stop."""
        text = f"{self.label}{self.separator}{self.text}" if self.label else self.text
        return " ".join(text.split()).rstrip("。．. ")


@cache
def _words() -> dict[str, str]:
    def of(type_: str) -> str:
        return any_of(lambda words: getattr(words.notices, type_))

    return {type_: of(type_) for type_ in TYPES}


@cache
def _label_pattern() -> re.Pattern[str]:
    types = "|".join(f"(?P<{type_}>{words})" for type_, words in _words().items())
    return re.compile(
        rf"{_OPENING}(?:{types}){_CLOSING}(?P<end>[!！:：]|\n|$|(?<=[】\])）>＞」］〉》≫]))", re.IGNORECASE
    )


def signal_word(text: str) -> str | None:
    """Return the type of a text that is nothing but a signal word with its signs ("⚠ WARNING", 【注意】), else None."""
    if len(text) > MAX_LABEL_CHARS:
        return None
    found = _label_pattern().match(fold_text(text).strip())
    return _type_of(found) if found is not None and found.end() == len(fold_text(text).strip()) else None


def notice_of(element: LayoutElement) -> Notice | None:
    """Return the notice that an element is, or None.

    A signal word at the beginning decides, followed by a colon, a closing bracket or the end of its line; else the type
    that the source's markup gives.
    """
    head = element.text[: 2 * MAX_LABEL_CHARS]
    found = _label_pattern().match(head) if element.text else None
    if found is not None and found.end() <= MAX_LABEL_CHARS:
        label, rest = element.text[: found.end()], element.text[found.end() :]
        space = " " if label[-1:].isspace() or rest[:1].isspace() else ""
        return Notice(_type_of(found), label.strip(), rest.strip(), space)
    if element.admonition:
        type_ = _ADMONITIONS.get(element.admonition, element.admonition)
        return Notice(type_ if type_ in TYPES else "note", "", element.text)
    return None


def _type_of(found: re.Match[str]) -> str:
    return next(type_ for type_ in TYPES if found.group(type_) is not None)


def resolve_notices(elements: Sequence[LayoutElement], language_code: str | None = None) -> list[LayoutElement]:
    """Return the elements with every notice as one element that begins with its signal word.

    Headings that are nothing but a signal word lose their rank, and section paths are rebuilt without them. Where the
    source's markup says the type and programs print the word ("> [!CAUTION]"), it is added.

    Args:
        elements: In reading order.
        language_code: Language of added signal words.
    """
    elements = _with_signal_words(elements, language(language_code).notices)
    labels = {e.element_id: kind for e in elements if (kind := _label_type(e)) is not None}
    if not labels:
        return elements
    demoted = any(e.kind is ElementKind.SECTION_HEADER for e in elements if e.element_id in labels)
    resolved = [_as_label(e, labels[e.element_id]) if e.element_id in labels else e for e in elements]
    return _joined(assign_section_paths(resolved) if demoted else resolved)


def _with_signal_words(elements: Sequence[LayoutElement], words: Notices) -> list[LayoutElement]:
    """Return the elements with a label before the first one of every admonition that has none."""
    result: list[LayoutElement] = []
    inside: str | None = None
    for element in elements:
        opens = element.admonition is not None and inside is None
        inside = element.admonition
        if opens and not element.is_box_label and element.kind is ElementKind.TEXT:
            notice = notice_of(element)
            if notice is not None and not notice.label:
                word = next(alternatives(getattr(words, notice.type)))
                element = element.model_copy(update={"text": f"{word.upper()}\n{element.text}", "emphasis": []})
        result.append(element)
    return result


def _label_type(element: LayoutElement) -> str | None:
    """Return the type of notice that an element is the label of, or None."""
    if element.kind is ElementKind.LIST_ITEM and any(sign.isalnum() for sign in element.marker or ""):
        return None
    if element.kind not in (ElementKind.SECTION_HEADER, ElementKind.TEXT, ElementKind.LIST_ITEM):
        return None
    return signal_word(element.text) or (element.admonition if element.is_box_label else None)


def _as_label(element: LayoutElement, type_: str) -> LayoutElement:
    update = {
        "kind": ElementKind.TEXT,
        "level": None,
        "marker": None,
        "depth": None,
        "box": element.box or BoxType.ADMONITION,
        "admonition": element.admonition or type_,
        "is_box_label": True,
    }
    return element.model_copy(update=update)


def _joined(elements: Sequence[LayoutElement]) -> list[LayoutElement]:
    kept: list[LayoutElement] = []
    notice: int | None = None
    for element in elements:
        is_text = element.kind is ElementKind.TEXT and not element.is_box_label
        if notice is not None and is_text and _goes_on(kept[notice], element):
            kept[notice] = _with_text(kept[notice], element)
            continue
        if element.is_box_label:
            notice = len(kept)
        elif not element.is_furniture and element.kind is not ElementKind.PICTURE:
            notice = None
        kept.append(element)
    return kept


def _goes_on(notice: LayoutElement, element: LayoutElement) -> bool:
    """Whether a paragraph belongs to the notice above it: the first one does, further ones in the same box."""
    return notice.is_box_label or (element.box is not None and element.box is notice.box)


def _with_text(notice: LayoutElement, element: LayoutElement) -> LayoutElement:
    update = {
        "text": f"{notice.text}\n{element.text}",
        "is_box_label": False,
        "box": element.box or notice.box,
        "list_depth": element.list_depth if notice.list_depth is None else notice.list_depth,
        "regions": [*notice.all_regions(), *element.all_regions()],
        "emphasis": [],
    }
    return notice.model_copy(update=update)
