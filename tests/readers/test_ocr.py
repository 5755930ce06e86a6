"""Text on pictures: the engine's lines in reading order, look-alikes repaired."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from llama_index_layout_rag.readers.ocr import (
    OcrLine,
    ocr_available,
    read_picture_text,
    repair_look_alikes,
    runs_down,
)
from llama_index_layout_rag.readers.pdf import render_page


@pytest.mark.parametrize(
    ("read", "repaired"),
    [
        ("パスワードを入カしてください", "パスワードを入力してください"),
        ("入カ欄", "入力欄"),
        ("排出ロを清掃する", "排出口を清掃する"),
        ("加エ開始", "加工開始"),
        ("ユ一ザ名", "ユーザ名"),
        ("メ二ュー", "メニュー"),
        ("ラべルの幅", "ラベルの幅"),
        ("サーバへログイン", "サーバへログイン"),
        ("一カ所に集める", "一カ所に集める"),
        ("検索カテゴリ", "検索カテゴリ"),
        ("組立工程", "組立工程"),
        ("ユーザ一覧", "ユーザ一覧"),
        ("カバーを開ける", "カバーを開ける"),
    ],
)
def test_look_alikes_are_told_by_their_neighbours(read: str, repaired: str) -> None:
    assert repair_look_alikes(read) == repaired


def test_a_page_runs_down_when_most_characters_do() -> None:
    column, row = OcrLine("縦書きの長い行です", (0, 0, 20, 180), 1.0, True), OcrLine("12", (0, 0, 20, 20), 1.0)
    assert runs_down([column, row])
    assert not runs_down([row, row])


def test_without_the_engine_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "rapidocr", None)
    monkeypatch.setattr("llama_index_layout_rag.readers.ocr._engine", None)
    assert not ocr_available()
    with pytest.raises(ImportError, match=r"llama-index-layout-rag\[ocr\]"):
        read_picture_text(Image.new("RGB", (40, 40), "white"))


@pytest.mark.slow
def test_lines_of_a_picture_come_with_boxes_and_confidence(sample_manuals: dict[str, Path]) -> None:
    pytest.importorskip("rapidocr")
    path = next(path for name, path in sample_manuals.items() if name.endswith(".pdf"))
    image = render_page(path, 2, 200).image
    lines = read_picture_text(image)
    assert len(lines) > 5
    assert all(0 <= line.confidence <= 1 for line in lines)
    assert all(0 <= line.box[0] < line.box[2] <= image.width and 0 <= line.box[1] < line.box[3] for line in lines)
    tops = [line.box[1] for line in lines]
    assert tops[0] == min(tops)
    assert read_picture_text(Image.new("L", (200, 100), 255)) == []
