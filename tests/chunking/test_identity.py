"""Who a manual is, from the user first and its pages after."""

from __future__ import annotations

import pytest
from layout_builder import manual

from llama_index_layout_rag.chunking.identity import find_model_numbers, identify_manual


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ES-200 取扱説明書", ["ES-200"]),
        ("ＲＸ－３５００Ｂ 操作マニュアル", ["RX-3500B"]),
        ("Label Printer LP 410 User Guide", ["LP 410"]),
        ("第3版 2024年5月 V2.3 ISO 9001 準拠", []),
        ("厚さ35mm、M3x10のねじ", []),
        ("ES-200 / ES-300 共通", ["ES-200", "ES-300"]),
        ("E-001 E-002 E-003 E-004 E-005 E-006", []),
    ],
)
def test_model_numbers_of_a_cover(text: str, expected: list[str]) -> None:
    assert sorted(find_model_numbers(text)) == sorted(expected)


@pytest.mark.parametrize(
    ("cover", "version"),
    [
        ("第3版", "第3版"),
        ("Version 2.1", "Version 2.1"),
        ("V1.10 2024年", "V1.10"),
        ("Rev. 4", "Rev. 4"),
        ("2nd edition", "2nd edition"),
        ("概要", ""),
    ],
)
def test_version_of_a_cover(cover: str, version: str) -> None:
    assert identify_manual("m", [manual("手順書").text(cover).layout()]).version == version


def test_a_running_header_says_the_title_whole() -> None:
    builder = manual("ES-200").heading("1. 給紙")
    for _ in range(3):
        builder.new_page().header("ES-200 取扱説明書").text("本文")
    assert identify_manual("m", [builder.layout()]).title == "ES-200 取扱説明書"


def test_codes_of_a_first_page_are_no_models() -> None:
    errors = [["コード", "意味"], ["E-042", "紙詰まり"]]
    layout = manual("エラー一覧").heading("1. エラー").table(errors).text("E-04 が出たときは").layout()
    assert identify_manual("m", [layout]).model_numbers == []


def test_a_running_header_with_numbers_is_no_title() -> None:
    builder = manual("操作手順書").heading("1. 給紙")
    for _ in range(3):
        builder.new_page().header("操作手順書 文書番号 SOP-017 第1.1版").text("本文")
    assert identify_manual("m", [builder.layout()]).title == "操作手順書"


def test_what_the_user_says_wins() -> None:
    layout = manual("ES-200 取扱説明書", model_numbers=["ES-200"]).text("第3版").layout()
    metadata = {
        "manual_title": "青いプリンター",
        "model_numbers": "ES-250, ES-260",
        "manual_version": "2",
        "language": "en",
    }
    identity = identify_manual("m", [layout], metadata)
    assert (identity.title, identity.model_numbers, identity.version, identity.language) == (
        "青いプリンター",
        ["ES-250", "ES-260"],
        "2",
        "en",
    )
