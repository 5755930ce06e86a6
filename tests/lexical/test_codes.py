"""Codes are found whole, in one form, however they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llama_index_layout_rag.lexical import find_codes, normalize_code


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("E-042", ["e042"]),
        ("E042が表示されます", ["e042"]),
        ("Ｅ－０４２", ["e042"]),
        ("E‐042、E–042", ["e042"]),
        ("error e 042 is shown", ["e042"]),
        ("E-04", ["e04"]),
        ("値008を指定", ["008"]),
        ("値００８を指定", ["008"]),
        ("ES-200とＥＳ－３００、es 200", ["es200", "es300"]),
        ("ALARM:3", ["alarm3"]),
        ("Alarm 3 and error code 12", ["alarm3", "error12"]),
        ("アラーム3、エラーコード：9", ["alarm3", "error9"]),
        ("$110を設定", ["$110"]),
        ("M3×10のねじ、M3x10", ["m3x10"]),
        ("2-1-5を参照", ["2-1-5"]),
        ("FX3U-16MR/ES", ["fx3u16mr"]),
        ("HG9-X100B", ["hg9x100b"]),
        ("RS-485, IP67", ["rs485", "ip67"]),
        ("part 44102-4", ["44102-4"]),
        ("エラーコード：01", ["01"]),
    ],
)
def test_codes_are_normalised(text: str, codes: list[str]) -> None:
    assert find_codes(text) == codes


@pytest.mark.parametrize(
    "text",
    [
        "24V",
        "100mm",
        "10.5",
        "10-15",
        "20mm-30mm",
        "2.4GHz",
        "3D",
        "手順3",
        "第2章",
        "Press OK.",
        "Wi-Fi",
        "12:30",
        "",
        "---",
        "ー",
    ],
)
def test_values_words_and_step_numbers_are_no_codes(text: str) -> None:
    assert find_codes(text) == []


def test_short_words_before_numbers_are_no_part_of_a_code() -> None:
    assert find_codes("in 200 pages, to 300") == ["200", "300"]


def test_codes_stand_in_order_and_once() -> None:
    assert find_codes("E-2 B7 E-2 A1") == ["e2", "b7", "a1"]


def test_separators_between_digits_and_leading_zeros_matter() -> None:
    assert normalize_code("2-1-5") != normalize_code("215")
    assert normalize_code("008") != normalize_code("8")


@pytest.mark.parametrize("written", ["E-042", "e042", "Ｅ－０４２", "E_042", " E 042 ", "E:042"])
def test_one_code_has_one_form(written: str) -> None:
    assert normalize_code(written) == "e042"


@given(st.text(alphabet="AEeＥ0０2４4-－‐_:. $#x×mあ値\n", max_size=30))
def test_found_codes_are_found_again(text: str) -> None:
    """A code in its normalised form is a code, and itself."""
    for code in find_codes(text):
        assert code == code.lower()
        assert normalize_code(code) == code
