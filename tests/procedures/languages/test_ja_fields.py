"""Japanese targets, conditions and cautions: one row per construction."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.procedures.extraction import analyze_step

TARGETS = [
    # amounts, where it came with, how long it is
    ("試験管に緩衝液10mLを加えます。", ["緩衝液"]),
    ("付属のボルト2本を取り付けます。", ["ボルト"]),
    ("画面に出た8桁の番号を入力してください。", ["番号"]),
    # two objects, one verb
    ("［印刷］メニューから［部数］を選びます。", ["印刷", "部数"]),
    ("圧力を「高」、時間を「20分」に合わせてください。", ["圧力", "時間"]),
    ("伝票の品番と箱の品番とが一致していることを確認する。", ["伝票の品番", "箱の品番"]),
    ("残高が0でないことを「照会」画面で確認してください。", ["残高"]),
    # a means is no object, a topic is one
    ("電極は使用前に標準液を用いて校正すること。", ["電極"]),
    ("表示された一覧から、変更する会員の氏名をクリックします。", ["氏名"]),
]

CONDITIONS = [
    ("庫内の温度が5℃以下であることを始業前に確認し、表に書く。", ["始業前"]),
    ("ろ紙は測定前に新品を取り付けます。", ["測定前"]),
    ("皿は色別に分け、使用後は熱湯で殺菌する。", ["使用後"]),
    ("洗車機の前に車を止めます。", []),
    ("事前に部品を数えておきます。", []),
]

CAUTIONS = [
    (
        "電源が入ったまま抜くと、基板が破壊されることがあります。",
        ["電源が入ったまま抜くと、基板が破壊されることがあります"],
    ),
    ("荷崩れしないようロープを掛けます。", ["荷崩れしないよう"]),
    ("ポンプが故障した場合は、販売店に連絡してください。", []),
    ("配管に変形がないか点検します。", []),
    ("指を挟まれるおそれがあります。", ["指を挟まれるおそれがあります"]),
]


@pytest.mark.parametrize(("text", "targets"), TARGETS)
def test_targets(text: str, targets: list[str]) -> None:
    assert analyze_step(text, language="ja").targets == targets


@pytest.mark.parametrize(("text", "conditions"), CONDITIONS)
def test_conditions(text: str, conditions: list[str]) -> None:
    assert [span.text for span in analyze_step(text, language="ja").conditions] == conditions


@pytest.mark.parametrize(("text", "cautions"), CAUTIONS)
def test_cautions(text: str, cautions: list[str]) -> None:
    assert [span.text for span in analyze_step(text, language="ja").cautions] == cautions


def test_the_last_element_of_a_menu_path_told_in_words_is_the_target() -> None:
    assert analyze_step("［表示］メニューから［全画面］を選びます。", language="ja").target == "全画面"
