"""Running lines, page numbers and contents lines, on plain lines."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.layout.furniture import (
    FOOTER,
    HEADER,
    MarginLine,
    find_furniture,
    is_contents_title,
    is_page_number,
    split_contents_line,
)


def _line(text: str, y: float, size: float = 10) -> MarginLine:
    return MarginLine(text, (60, y - size, 60 + size * len(text), y), y, size)


@pytest.mark.parametrize(
    "text", ["3", "- 3 -", "– 12 –", "3 / 20", "3/20", "Page 3 of 20", "iii", "7-45", "p. 4", "3ページ"]
)
def test_page_number(text: str) -> None:
    assert is_page_number(text)


@pytest.mark.parametrize("text", ["", "1. 概要", "2024年", "mix", "3 回", "E-042", "12 V"])
def test_no_page_number(text: str) -> None:
    assert not is_page_number(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1.1 登録 ........ 12", ("1.1 登録", "12")),
        ("第1章 概要……………3", ("第1章 概要", "3")),
        ("Preface . . . . . . . . . ix", ("Preface", "ix")),
        ("4.2 メタデータ ・・・・・・・ 8", ("4.2 メタデータ", "8")),
        ("登録 ..........", ("登録", None)),
        ("登録してください...", None),
        ("登録ボタンを押します。", None),
    ],
)
def test_contents_line(text: str, expected: tuple[str, str | None] | None) -> None:
    found = split_contents_line(text)
    if expected is None:
        assert found is None or found[1] is None
    else:
        assert found == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("目 次", True), ("目次", True), ("Table of Contents", True), ("目次を作る", False)]
)
def test_contents_title(text: str, expected: bool) -> None:
    assert is_contents_title(text) is expected


def test_numbers_that_grow_with_the_pages_are_labels() -> None:
    pages = [[_line(f"本文{n}", 300), _line(str(n + 4), 800, 8)] for n in range(4)]
    found = find_furniture(pages, [842.0] * 4)
    assert found.labels == {0: "4", 1: "5", 2: "6", 3: "7"}
    assert set(found.roles.values()) == {FOOTER}


def test_step_numbers_at_the_top_of_pages_are_no_page_numbers() -> None:
    pages = [[_line(f"{n}. 手順", 90, 11), _line(f"本文{n * n}が続きます。", 130)] for n in (1, 5, 6, 11)]
    assert find_furniture(pages, [842.0] * 4).roles == {}


def test_one_off_heading_at_the_top_is_kept_as_text() -> None:
    pages = [[_line("製品マニュアル", 30, 8), _line(f"{n}番目の見出し", 70, 16)] for n in range(5)]
    found = find_furniture(pages, [842.0] * 5)
    assert set(found.roles) == {(page, 0) for page in range(5)}
    assert set(found.roles.values()) == {HEADER}


def test_header_on_left_and_right_pages_in_turn() -> None:
    pages = [[_line("製品マニュアル" if n % 2 else "第1章 概要", 30, 8), _line(f"本文{n}", 300)] for n in range(6)]
    assert set(find_furniture(pages, [842.0] * 6).roles) == {(page, 0) for page in range(6)}


def test_repeated_first_line_of_a_paragraph_is_no_header() -> None:
    pages = [[_line("次の表を記入します。", 80), _line(f"氏名と日付{n}を書きます。", 95)] for n in range(4)]
    assert find_furniture(pages, [842.0] * 4).roles == {}
