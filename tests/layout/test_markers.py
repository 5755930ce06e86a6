"""The grammar of list markers, case by case."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.layout.markers import continues, same_bullet, split_marker


@pytest.mark.parametrize(
    ("text", "marker", "rest", "value"),
    [
        ("1. 登録", "1.", "登録", 1),
        ("１．登録", "１．", "登録", 1),
        ("1) Open", "1)", "Open", 1),
        ("(1) 登録", "(1)", "登録", 1),
        ("（１）登録", "（１）", "登録", 1),
        ("①登録", "①", "登録", 1),
        ("⑫ 登録", "⑫", "登録", 12),
        ("❸登録", "❸", "登録", 3),
        ("⑴登録", "⑴", "登録", 1),
        ("㋐登録", "㋐", "登録", 1),
        ("(ア) 登録", "(ア)", "登録", 1),
        ("（ウ）登録", "（ウ）", "登録", 3),
        ("イ) 登録", "イ)", "登録", 2),
        ("一、登録", "一、", "登録", 1),
        ("(二)登録", "(二)", "登録", 2),
        ("a. Open", "a.", "Open", 1),
        ("(b) Open", "(b)", "Open", 2),
        ("ii. Open", "ii.", "Open", 2),
        ("IV. Open", "IV.", "Open", 4),
        ("A-1 登録", "A-1", "登録", 1),
        ("B-3 登録", "B-3", "登録", 3),
        ("2-1-5. 登録", "2-1-5.", "登録", 5),
        ("手順3 登録", "手順3", "登録", 3),
        ("手順１０：登録", "手順１０：", "登録", 10),
        ("Step 2: Open", "Step 2:", "Open", 2),
        ("Step 2a: Open", "Step 2a:", "Open", 1),
        ("手順1-2 登録", "手順1-2", "登録", 2),
        ("1-b 電源を入れます", "1-b", "電源を入れます", 2),
        ("1-b Press the key", "1-b", "Press the key", 2),
        ("2.c. Close the door", "2.c.", "Close the door", 3),
        ("2a) Close the door", "2a)", "Close the door", 1),
        ("（3-A）カバーを外す", "（3-A）", "カバーを外す", 1),
        ("STEP3 登録", "STEP3", "登録", 3),
        ("・登録", "・", "登録", None),
        ("■ 登録", "■", "登録", None),
        ("- Open", "-", "Open", None),
        ("\uf0b7 Open", "\uf0b7", "Open", None),
        ("🔹 登録", "🔹", "登録", None),
    ],
)
def test_marker_is_split_off_as_printed(text: str, marker: str, rest: str, value: int | None) -> None:
    found = split_marker(text)
    assert found is not None
    assert (found.marker, found.rest, found.value) == (marker, rest, value)
    assert found.is_ordered is (value is not None)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "登録ボタンを押します。",
        "1.0版",
        "2024.1.5 改訂",
        "2024. The year",
        "3.5 mm",
        "12 V",
        "2-3 回押します",
        "35mm",
        "手順1で登録した申請",
        "手順2の画面",
        "Step 2 of the wizard",
        "Step 2a of the wizard",
        "手順1-2を繰り返します",
        "その1.5倍",
        "3-D モデル",
        "3-d view",
        "10m. away",
        "5 a.m. start",
        "-5 degrees",
        "- 12 -",
        "-----",
        "*args",
        "○○株式会社",
        "a.out",
        "e.g. this",
        "(参考) 登録",
        "(see below)",
        "※ 登録後は変更できません",
    ],
)
def test_what_only_looks_like_a_marker_is_none(text: str) -> None:
    assert split_marker(text) is None


@pytest.mark.parametrize(
    ("previous", "current", "expected"),
    [
        ("1. x", "2. x", True),
        ("1. x", "3. x", False),
        ("① x", "② x", True),
        ("① x", "2. x", False),
        ("h. x", "i. x", True),
        ("・x", "・x", True),
        ("・x", "■ x", False),
        ("手順1 x", "手順2 x", True),
    ],
)
def test_next_marker_of_a_list(previous: str, current: str, expected: bool) -> None:
    first, second = split_marker(previous), split_marker(current)
    assert first is not None
    assert second is not None
    assert continues(first, second) is expected


def test_dashes_are_one_bullet() -> None:
    assert same_bullet("–", "-")
    assert same_bullet("･", "・")
    assert not same_bullet("■", "・")
