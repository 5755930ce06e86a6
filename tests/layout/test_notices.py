"""Signal words label what follows them, whatever a source calls them."""

from __future__ import annotations

from typing import Any

import pytest

from llama_index_layout_rag.layout import BoxType, ElementKind, LayoutElement
from llama_index_layout_rag.layout.notices import notice_of, resolve_notices, signal_word

H, T, L = ElementKind.SECTION_HEADER, ElementKind.TEXT, ElementKind.LIST_ITEM


def element(kind: ElementKind, text: str, **fields: Any) -> LayoutElement:
    return LayoutElement(element_id=text, kind=kind, text=text, **fields)


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("WARNING", "warning"),
        ("⚠ Caution", "caution"),
        ("DANGER!", "danger"),
        ("【注意】", "caution"),
        ("＜警告＞", "warning"),
        ("⚠ 危険", "danger"),
        ("Note:", "note"),
        ("NOTICE", "important"),
        ("Achtung!", "caution"),
        ("注意事項", None),
        ("Notes", None),
        ("Warnings and cautions", None),
        ("Warning lamp", None),
        ("注意深く", None),
        ("", None),
    ],
)
def test_a_signal_word_alone_is_a_label(text: str, type_: str | None) -> None:
    assert signal_word(text) == type_


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("Warning: Do not touch the blade. It is hot.", "Warning: Do not touch the blade. It is hot"),
        ("WARNING\nThe blade is sharp.", "WARNING The blade is sharp"),
        ("注意：刃に触れないでください。", "注意：刃に触れないでください"),
        ("【警告】感電します。", "【警告】感電します"),
    ],
)
def test_a_hazard_is_whole_with_its_label(text: str, whole: str) -> None:
    notice = notice_of(element(T, text))
    assert notice is not None
    assert notice.is_hazard
    assert notice.whole == whole


@pytest.mark.parametrize(
    "text", ["Warning lamp: red", "Danger zones are marked.", "注意して運びます。", "Note that it is hot."]
)
def test_sentences_that_begin_with_such_a_word_are_no_notices(text: str) -> None:
    assert notice_of(element(T, text)) is None


def test_a_heading_that_is_a_signal_word_is_no_section_and_the_list_goes_on() -> None:
    elements = [
        element(H, "4 Start", level=1),
        element(L, "Open the valve.", marker="1."),
        element(H, "WARNING", level=1),
        element(T, "Hot water squirts out."),
        element(L, "Press START.", marker="2."),
    ]
    resolved = resolve_notices(elements, "en")
    assert [(e.kind, e.text) for e in resolved[1:]] == [
        (L, "Open the valve."),
        (T, "WARNING\nHot water squirts out."),
        (L, "Press START."),
    ]
    assert all(e.section_path == ["4 Start"] for e in resolved[1:])


def test_paragraphs_of_one_box_are_one_notice_and_the_next_text_is_not() -> None:
    boxed = {"box": BoxType.ADMONITION, "admonition": "caution"}
    elements = [
        element(T, "Before you start", is_box_label=True, **boxed),
        element(T, "The logs are deleted.", **boxed),
        element(T, "They cannot be restored.", **boxed),
        element(T, "Restart the service."),
    ]
    notice, after = resolve_notices(elements, "en")
    assert notice.text == "Before you start\nThe logs are deleted.\nThey cannot be restored."
    found = notice_of(notice)
    assert found is not None
    assert (found.type, found.is_hazard) == ("caution", True)
    assert (after.text, after.box) == ("Restart the service.", None)


@pytest.mark.parametrize(("language", "label"), [("en", "WARNING"), ("ja", "警告"), ("de", "WARNUNG")])
def test_markup_without_a_printed_label_gets_the_word_of_its_language(language: str, label: str) -> None:
    (notice,) = resolve_notices([element(T, "Hot.", box=BoxType.ADMONITION, admonition="warning")], language)
    assert notice.text == f"{label}\nHot."
