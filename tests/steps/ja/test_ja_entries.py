"""Entries of Japanese reference manuals: a command or setting in English, or a label, and behind it what it is or
does; and operations that only look like them."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.steps.extraction import analyze_step

ENTRIES = [
    ("-", "-v 詳細な記録を出力します。"),
    ("•", "ポンプ 1/2 の自動起動"),
    ("", "室温が 5 度を下回ると警報が鳴ります。"),
]
OPERATIONS = [
    ("", "Docker コンテナを起動します。", ["起動する"], ["Docker コンテナ"]),
    ("", "Delete キーを押します。", ["押す"], ["Delete"]),
    ("", "Save ボタンをクリックします。", ["クリックする"], ["Save"]),
    ("", "Options... を選択します。", ["選択する"], ["Options..."]),
    ("", "Visual Studio インストーラーを起動します。", ["起動する"], ["Visual Studio インストーラー"]),
    ("", "Bluetooth 機器の電源を入れます。", ["入れる"], ["Bluetooth 機器の電源"]),
    ("", "Copy 元のファイルを選択してください。", ["選択する"], ["Copy 元のファイル"]),
    ("2.", "空欄を除くかどうかを選択します。", ["選択する"], []),
    ("•", "「ネットワーク」タブを開く", ["開く"], ["ネットワーク"]),
    ("1", "「下書き」を削除する", ["削除する"], ["下書き"]),
    ("(ウ)", "ポンプの起動", ["起動する"], ["ポンプ"]),
    ("②", "LED 取り付け", ["取り付ける"], ["LED"]),
    ("", "左端のボルトの増し締め", ["増し締める"], ["ボルト"]),
]
WORK = [
    ("長ねじ4本用意し、棚板に固定します。", ["用意する", "固定する"], ["長ねじ"]),
    ("帳票の編集画面を開きます。", ["開く"], ["編集"]),
    ("側板も同じ位置にねじ止めします。", ["ねじ止めする"], ["側板"]),
    ("左側も同じ位置にねじ止めします。", ["ねじ止めする"], []),
    ("品種によって種の分量が違いますので、上記より選んでください。", ["選ぶ"], ["種の分量"]),
]
CONDITIONS = [
    ("風が通るようにした状態で、布を乾かす。", ["風が通るようにした状態で"]),
    ("台座を付けた段階で、傾きを確かめます。", ["台座を付けた段階で"]),
    ("ランプが消えたときは、にかわを塗り直す。", ["ランプが消えたとき"]),
]


@pytest.mark.parametrize(("marker", "text"), ENTRIES)
def test_an_entry_and_what_it_is_or_does_is_no_step(marker: str, text: str) -> None:
    assert not analyze_step(text, language="ja", marker=marker).is_step


@pytest.mark.parametrize(("marker", "text", "actions", "targets"), OPERATIONS)
def test_an_operation_that_opens_with_a_name_is_a_step(
    marker: str, text: str, actions: list[str], targets: list[str]
) -> None:
    step = analyze_step(text, language="ja", marker=marker)
    assert (step.is_step, step.actions, step.targets) == (True, actions, targets)


@pytest.mark.parametrize(("text", "actions", "targets"), WORK)
def test_what_is_worked_on_is_found_around_light_verbs_and_topics(
    text: str, actions: list[str], targets: list[str]
) -> None:
    step = analyze_step(text, language="ja")
    assert (step.actions, step.targets) == (actions, targets)


@pytest.mark.parametrize(("text", "conditions"), CONDITIONS)
def test_conditions_begin_and_end_where_their_clause_does(text: str, conditions: list[str]) -> None:
    assert [span.text for span in analyze_step(text, language="ja").conditions] == conditions
