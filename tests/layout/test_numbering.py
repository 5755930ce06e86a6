"""Numbers in front of headings."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.layout.numbering import follows, split_label


@pytest.mark.parametrize(
    ("text", "style", "values", "rest"),
    [
        ("1 概要", "decimal", (1,), "概要"),
        ("1. 概要", "decimal", (1,), "概要"),
        ("1.2 動作環境", "decimal", (1, 2), "動作環境"),
        ("2-1-5. 検索する", "decimal", (2, 1, 5), "検索する"),
        ("3-2-4XML変換", "decimal", (3, 2, 4), "XML変換"),
        ("５．１　入力画面", "decimal", (5, 1), "入力画面"),
        ("第3章 操作", "chapter", (3,), "操作"),
        ("第二節 登録", "chapter", (2,), "登録"),
        ("第4章　表示する", "chapter", (4,), "表示する"),
        ("Chapter 2 Setup", "chapter", (2,), "Setup"),
        ("PART IV Operation", "chapter", (4,), "Operation"),
        ("付録A 用語", "appendix", (1,), "用語"),
        ("Appendix B Error messages", "appendix", (2,), "Error messages"),
        ("C.2.1 [BACKDROP]", "letter_decimal", (3, 2, 1), "[BACKDROP]"),
        ("(1) 統計", "paren_decimal", (1,), "統計"),
        ("4. 回路図", "decimal", (4,), "回路図"),
        ("1. 本書について", "decimal", (1,), "本書について"),
        ("1.2 点検", "decimal", (1, 2), "点検"),
        ("① 登録", "circled", (1,), "登録"),
        ("(ア) 起動", "paren_kana", (1,), "起動"),
    ],
)
def test_label_of_a_heading(text: str, style: str, values: tuple[int, ...], rest: str) -> None:
    label = split_label(text)
    assert label is not None
    assert (label.style, label.values, label.rest) == (style, values, rest)


@pytest.mark.parametrize(
    "text",
    [
        "2.5 倍以上",
        "1.5 時間ごとに確認する",
        "3. 本目のねじ",
        "12 回転",
        "概要",
        "2 年以内",
        "3.5 mm のねじ",
        "1.0版について",
        "10GB 以上",
        "第3章の手順",
        "5,000 円",
        "0.5 秒",
        "12:30 開始",
        "Part of the manual",
    ],
)
def test_quantities_dates_and_references_are_no_labels(text: str) -> None:
    label = split_label(text)
    assert label is None or label.style not in ("decimal", "chapter")


@pytest.mark.parametrize(
    ("previous", "current", "expected"),
    [
        ((), (1,), True),
        ((1,), (2,), True),
        ((1,), (1, 1), True),
        ((1, 1), (1, 2), True),
        ((1, 2, 3), (1, 3), True),
        ((1, 2, 3), (2,), True),
        ((1,), (3,), False),
        ((1,), (1, 2), False),
        ((8,), (1, 1), False),
        ((1, 2), (1, 4), False),
    ],
)
def test_chain_goes_on(previous: tuple[int, ...], current: tuple[int, ...], expected: bool) -> None:
    assert follows(previous, current) is expected
