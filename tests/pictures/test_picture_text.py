"""Text of pictures and answers of models: labels, shapes, broken JSON, names of icons."""

from __future__ import annotations

from typing import Any

import pytest
from layout_builder import manual

from llama_index_layout_rag.layout import ElementKind
from llama_index_layout_rag.layout.elements import ImageInfo
from llama_index_layout_rag.pictures.context import surroundings_of
from llama_index_layout_rag.pictures.description import PictureDescription, parse_description
from llama_index_layout_rag.pictures.icons import icon_name, label, line_of_icon
from llama_index_layout_rag.pictures.ocr import text_from_elements, without_labels
from llama_index_layout_rag.pictures.vision import safe_reason, wait_before_retry, with_deadline


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("Docling OCR: 保存", "保存"),
        ("OCR抽出テキスト： 保存", "保存"),
        ("OCR text: Save", "Save"),
        ("保存\nキャンセル", "保存\nキャンセル"),
        ("OCR engine settings", "OCR engine settings"),
    ],
)
def test_text_of_pictures_is_labelled_once(given: str, text: str) -> None:
    assert without_labels(given) == text


def test_text_is_paired_with_its_picture_by_page_and_box() -> None:
    builder = manual().picture(bbox=(60.0, 100.0, 300.0, 200.0)).picture(bbox=(60.0, 300.0, 300.0, 400.0))
    builder._add(ElementKind.PICTURE_OCR_TEXT, "Docling OCR: 保存", bbox=(59.4, 100.0, 300.6, 200.0))
    around = surroundings_of(builder.layout(), {"e0", "e1"})
    assert text_from_elements(around["e0"].texts).text == "保存"
    assert text_from_elements(around["e0"].texts).origin == "parser"
    assert not around["e1"].texts


def test_everything_around_a_picture_is_known() -> None:
    builder = (
        manual().heading("1. 設定").step("1.", "開きます。").picture("図 1 画面", bbox=(60.0, 100.0, 540.0, 300.0))
    )
    around = surroundings_of(builder.step("2.", "閉じます。").layout(), {"e2"})["e2"]
    assert around.heading is not None
    assert around.caption is not None
    assert around.previous is not None
    assert around.following is not None
    found = [around.heading.text, around.caption.text, around.previous.text, around.following.text]
    assert found == ["1. 設定", "図 1 画面", "開きます。", "閉じます。"]


@pytest.mark.parametrize(
    ("answer", "field", "value"),
    [
        ('{"summary": "a", "keywords": "一つ"}', "keywords", ["一つ"]),
        ('{"summary": ["a", "b"]}', "summary", "a、b"),
        ('{"summary": "a", "buttons": [{"name": "保存", "kind": "button"}]}', "buttons", ["保存: button"]),
        ('{"summary": "a", "condition_results": ["text"]}', "condition_results", []),
        ('{"summary": "C:\\Users", "cautions": null}', "summary", "C:\\Users"),
        ('{"summary": "a", "fields": ["x", "y"', "fields", ["x", "y"]),
        ('{"summary": "a", "where_to_look":', "summary", "a"),
        ('{"summary": "line\nbreak"}', "summary", "line\nbreak"),
        ('thinking {not json} ... {"summary": "a"}', "summary", "a"),
    ],
)
def test_faults_of_answers_are_mended(answer: str, field: str, value: Any) -> None:
    assert getattr(parse_description(answer), field) == value


@pytest.mark.parametrize("answer", ["", "図です。", "{}", '{"other": 1}', "[]", '"text"', "{" * 1_000])
def test_what_holds_no_description_is_refused(answer: str) -> None:
    with pytest.raises(ValueError, match="no JSON object"):
        parse_description(answer)


def test_fields_that_the_schema_does_not_know_are_dropped() -> None:
    found = parse_description('{"summary": "a", "visual_role": "decorative", "ocr_text": "x"}')
    assert found == PictureDescription(summary="a")


class _HttpError(Exception):
    def __init__(self, status: int, headers: dict[str, str] | None = None) -> None:
        super().__init__(f"HTTP {status} at https://example.com/v1?key=secret for sk-abcdef123456")
        self.status_code = status
        self.response = type("Response", (), {"status_code": status, "headers": headers or {}})()


@pytest.mark.parametrize(
    ("error", "attempt", "seconds"),
    [
        (_HttpError(429, {"retry-after": "7"}), 0, 7.0),
        (_HttpError(429, {"retry-after": "100000"}), 0, 120.0),
        (_HttpError(429, {"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}), 0, 0.0),
        (_HttpError(429, {"retry-after": "soon"}), 1, 4.0),
        (_HttpError(500), 2, 8.0),
        (TimeoutError(), 0, 2.0),
        (ConnectionResetError(), 0, 2.0),
        (_HttpError(400), 0, None),
        (_HttpError(401), 0, None),
        (ValueError("bad"), 0, None),
    ],
)
def test_only_errors_that_pass_are_waited_for(error: Exception, attempt: int, seconds: float | None) -> None:
    assert wait_before_retry(error, attempt, 2.0) == seconds


def test_reasons_hold_no_address_and_no_key() -> None:
    reason = safe_reason(_HttpError(403))
    assert "403" in reason
    assert "secret" not in reason
    assert "abcdef" not in reason


def test_a_call_that_hangs_ends_at_its_deadline() -> None:
    import time

    with pytest.raises(TimeoutError, match="within"):
        with_deadline(lambda: time.sleep(5), 0.05)
    assert with_deadline(lambda: 3, 1.0) == 3


@pytest.mark.parametrize(
    ("named", "read", "name"),
    [
        ({"alt": "検索"}, "x", "検索"),
        ({"alt": "image12.png"}, "Save", "Save"),
        ({"alt": "画像 3"}, "", ""),
        ({"alt": "a" * 60}, "OK", "OK"),
        ({}, "×", ""),
        ({}, "Q 検索", "検索"),
        ({}, "へ閉じる", "閉じる"),
        ({}, "OK", "OK"),
        ({}, "ヘルプ", "ヘルプ"),
    ],
)
def test_icons_are_named_by_their_words(named: dict[str, str], read: str, name: str) -> None:
    (picture,) = manual().picture(image=ImageInfo(**named)).layout().elements
    assert icon_name(picture, read) == name


@pytest.mark.parametrize(
    ("name", "language", "shown"),
    [
        ("検索", "ja", "［検索アイコン］"),
        ("保存ボタン", "ja", "［保存ボタン］"),
        ("Save", "en", "[Save icon]"),
        ("Save button", "en", "[Save button]"),
    ],
)
def test_a_name_without_a_gap_says_that_it_is_an_icon(name: str, language: str, shown: str) -> None:
    assert label(name, language) == shown


def _line(
    text: str, x: float, y: float, size: float = 10
) -> list[tuple[str, float, float, float, float, float, int, int]]:
    return [(char, x + i * size, y - size, x + (i + 1) * size, y, y, 0, -1) for i, char in enumerate(text)]


def test_the_printed_line_of_an_icon_is_read_before_and_behind_it() -> None:
    glyphs = [*_line("画面右上の", 50, 100), *_line("を押します", 120, 100), *_line("次の行です", 50, 120)]
    place = line_of_icon(glyphs, (102, 88, 118, 102))
    assert place is not None
    assert (place.before, place.after) == ("画面右上の", "を押します")


def test_an_icon_in_a_cell_is_read_on_into_the_next_cell() -> None:
    glyphs = [*_line("［", 60, 100), *_line("］", 120, 100), *_line("閉じます", 200, 92), *_line("四", 20, 92)]
    place = line_of_icon(glyphs, (70, 60, 118, 104))
    assert place is not None
    assert place.text == "四 ［ ］ 閉じます"


def test_an_icon_alone_on_its_line_belongs_to_the_line_above() -> None:
    place = line_of_icon(_line("入力できるモード", 50, 100), (50, 104, 62, 116))
    assert place is not None
    assert "入力できるモード" in place.text
    assert line_of_icon(_line("遠い", 50, 100), (50, 300, 62, 312)) is None
