"""Texts between the steps are read with the user's words too, and records do not depend on what was asked before."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.layout import ElementKind, LayoutElement
from llama_index_layout_rag.steps.records import StepRecorder
from llama_index_layout_rag.steps.vocabulary import StepVocabulary


def _item(text: str, marker: str = "1.") -> LayoutElement:
    return LayoutElement(element_id="e", kind=ElementKind.LIST_ITEM, text=text, marker=marker)


def _text(text: str) -> LayoutElement:
    return LayoutElement(element_id="t", kind=ElementKind.TEXT, text=text)


@pytest.mark.parametrize(
    ("language", "word", "text"),
    [("ja", "取扱制限", "取扱制限:溶剤で拭いた跡が残ります。"), ("en", "keep-out", "Keep-out: solvent leaves traces.")],
)
def test_words_of_the_user_make_a_text_behind_a_step_its_caution(language: str, word: str, text: str) -> None:
    plain = StepRecorder(language)
    taught = StepRecorder(language, StepVocabulary(caution_words=(word,)))
    step = plain.step(_item("Press [Start]." if language == "en" else "[開始]を押します。"), ())
    assert step is not None
    assert plain.extend([step], _text(text))[0].caution == ""
    assert taught.explains_step(_text(text))
    assert taught.extend([step], _text(text))[0].caution == text.rstrip("。.")


def test_text_is_read_anew_when_another_came_between() -> None:
    recorder = StepRecorder("en")
    shown, warned = _text("The result screen appears."), _text("Do not switch the device off.")
    asked = [(recorder.explains_step(each), recorder.cautions(each.text)) for each in (shown, warned, shown, warned)]
    assert asked[:2] == [(True, []), (True, ["Do not switch the device off"])]
    assert asked[2:] == asked[:2]


def test_language_of_every_text_is_found_where_the_manual_tells_none() -> None:
    recorder = StepRecorder()
    japanese, english = recorder.step(_item("[保存]を押します。"), ()), recorder.step(_item("Press [Save]."), ())
    assert japanese is not None
    assert english is not None
    assert (japanese.action, english.action) == ("押す", "press")
