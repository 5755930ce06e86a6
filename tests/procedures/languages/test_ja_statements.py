"""Japanese statements that look like operations: what software shows, what a command's name explains, what a manual
says about itself; one row a sentence, in the writer's own words."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.procedures.extraction import analyze_step

NO_STEPS = [
    # what a label's command does
    ("", "並べ替え：一覧を日付順に並べ替えます。"),
    ("•", "上書き保存：編集中の文書を上書き保存します。"),
    ("•", "拡大：図面を拡大します。"),
    ("•", "非表示：選んだ列を非表示にします。"),
    ("-", "元に戻す：直前の操作を取り消します。"),
    # what the manual only leads on to
    ("", "以上をまとめると次の表になります。"),
    ("②", "点検の周期をまとめると"),
    ("", "旧型と比べると、消費電力は約半分です。"),
    ("", "年額に換算すると約3万円になります。"),
    # what a whole thing or work uses
    ("", "本処理では、測量の成果を入力データとして使用します。"),
    ("", "当社では、再生紙を利用します。"),
    # what is shown without anybody's doing
    ("", "測定値の推移を表示します。"),
    ("①", "受信した警報の件数を表示します。"),
    # what somebody else does
    ("", "案内板が音声で教えてくれます。"),
    # praise
    ("", "この端末を使うと、離れた場所でも読み取れるのでおすすめです。"),
]
STEPS = [
    ("1.", "保存：設定値を保存します。", ["保存する"], ["設定値"]),
    ("•", "確認：ランプの点灯を確認します。", ["確認する"], ["ランプの点灯"]),
    ("•", "取り付け：ブラケットを取り付けます。", ["取り付ける"], ["ブラケット"]),
    ("•", "出力先：出力先のフォルダを指定します。", ["指定する"], ["出力先"]),
    ("", "設定画面を表示します。", ["表示する"], ["設定"]),
    ("", "検索条件を入力し、結果を表示します。", ["入力する", "表示する"], ["検索条件", "結果"]),
    ("2.", "在庫一覧を表示します。", ["表示する"], ["在庫一覧"]),
    ("", "荷物を預けると係員が運んでくれます。", ["預ける"], ["荷物"]),
    ("", "［単価］を選んで登録することで、見積書を検索します。", ["選ぶ", "登録する", "検索する"], ["単価", "見積書"]),
]
TARGETS = [
    ("測定器 の校正値とアクセスキーを設定", ["測定器 の校正値", "アクセスキー"]),
    ("部品を指で支えながら取り外します。", ["部品"]),
    ("パネルを手で押さえながらねじを締めます。", ["ねじ"]),
    ("軸受に注油します。", ["軸受"]),
    ("「品番 単価」などと検索すると、候補が表示されます。", ["品番 単価"]),
    ("受付にカードキーを返却します。", ["カードキー"]),
    ("app.ini のポート番号を変更します。", ["ポート番号"]),
]
CONDITIONS = [
    ("設定を変更する場合のみ、保守員の許可を受けてください。", ["設定を変更する場合"]),
    ("扉を閉めた状態（ランプ消灯）で運転ボタンを押します。", ["扉を閉めた状態（ランプ消灯）で"]),
    ("ねじをゆるめるときちんと外れます。", []),
]


@pytest.mark.parametrize(("marker", "text"), NO_STEPS)
def test_a_statement_is_no_step(marker: str, text: str) -> None:
    assert not analyze_step(text, language="ja", marker=marker).is_step


@pytest.mark.parametrize(("marker", "text", "actions", "targets"), STEPS)
def test_an_operation_beside_such_statements_is_a_step(
    marker: str, text: str, actions: list[str], targets: list[str]
) -> None:
    step = analyze_step(text, language="ja", marker=marker)
    assert (step.actions, step.targets) == (actions, targets)
    assert step.is_step


@pytest.mark.parametrize(("text", "targets"), TARGETS)
def test_targets_keep_their_owners_and_names(text: str, targets: list[str]) -> None:
    assert analyze_step(text, language="ja").targets == targets


@pytest.mark.parametrize(("text", "conditions"), CONDITIONS)
def test_conditions_end_at_their_marker(text: str, conditions: list[str]) -> None:
    assert [span.text for span in analyze_step(text, language="ja").conditions] == conditions


def test_an_adjective_is_no_verb() -> None:
    assert analyze_step("値は 0 のままで良いです。必要なら枚数を変えてください。", language="ja").actions == ["変える"]


def test_a_damage_that_only_describes_a_thing_is_no_warning() -> None:
    assert not analyze_step("地震で転倒する恐れのある棚の一覧", language="ja").cautions
