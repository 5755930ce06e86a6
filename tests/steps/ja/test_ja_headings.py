"""What the headings above a Japanese item say of it."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.steps.extraction import analyze_step

DESCRIBED = [
    ("1.2 製品の特長", "•", "温度の変化を検知して、送風量を調整する。"),
    ("エラーコード一覧", "", "読み取りに失敗した札の番号を記録します。"),
    ("出力ファイル一覧", "", "取込結果の詳細として、各処理の記録を保存します。"),
    ("用語集", "", "複数の伝票を一つの束にまとめます。"),
    ("<<概要>>", "", "扉の開閉を感知し、時刻を表に追加します。"),
    ("Overview", "•", "振動を測定し、異常を検出して通知します。"),
    # what a product makes possible
    ("1. 機能概要", "", "窓辺に設置することにより日照の変化が推測できます。登録した宛先に通知を送信できます。"),
    ("2. 特長", "", "扉に取り付けることで、開閉の回数を記録できます。"),
    # what opens by saying what a product is
]
INSTRUCTED = [
    ("機能概要", "1.", "［一覧］をクリックし、集計表を開きます。"),
    ("照合処理について", "2.", "伝票番号を入力して送信すると、差異の一覧が表示されます。"),
    ("システム概要 > 起動方法", "", "保守用の端末を構内の回線に登録します。"),
    ("出力ファイル一覧", "", "不要になったファイルは削除してください。"),
    ("製品概要", "1.", "カバーを外し、電池を入れます。"),
    ("概要", "", "初めて使用する前に、レンズを拭いてください。"),
    ("概要", "", "［設定］をクリックして、言語を選択します。"),
    ("構成", "", "これは水位を測る装置です。水槽の縁に本体を取り付け、電源ケーブルを接続します。"),
    ("構成", "", "画像を整理するためのツールです。インストーラをダウンロードし、インストールします。"),
    ("構成", "", "次に使うのは計測用のプログラムです。プログラムを起動して、値を入力します。"),
    ("構成", "", "レバーを手前に引くことで、トレイを取り外すことができます。"),
    ("出力データの確認", "1", "集計値を帳票と照合する。"),
]
ANNOUNCED = [
    ("配達区域の選択", "配達の区域を選択します。"),
    ("3.1 検査条件", "検査条件の設定を行います。"),
    ("利用者の登録", "利用者を登録します。"),
    ("メール通知", "メールの通知を設定します。"),
]
TOLD = [
    ("配達区域の選択", "3.", "配達の区域を選択します。"),
    ("配達区域の選択", "", "地図の隅にある一覧から［区域］を選択します。"),
    ("利用者の登録", "", "社員番号を入力し、利用者を登録します。"),
    ("利用者の登録", "", "利用者を登録してください。"),
    ("検査条件", "", "試料の注入量を計量器で設定します。"),
]


@pytest.mark.parametrize(("heading", "marker", "text"), DESCRIBED)
def test_a_statement_below_a_heading_that_describes_is_no_step(heading: str, marker: str, text: str) -> None:
    assert not analyze_step(text, language="ja", marker=marker, section_path=["運用", heading]).is_step


@pytest.mark.parametrize(("headings", "marker", "text"), INSTRUCTED)
def test_an_operation_is_a_step_below_any_heading(headings: str, marker: str, text: str) -> None:
    assert analyze_step(text, language="ja", marker=marker, section_path=headings.split(" > ")).is_step


@pytest.mark.parametrize(("heading", "text"), ANNOUNCED)
def test_a_lead_that_only_repeats_its_heading_is_no_step(heading: str, text: str) -> None:
    assert not analyze_step(text, language="ja", section_path=["手順書", heading]).is_step


@pytest.mark.parametrize(("heading", "marker", "text"), TOLD)
def test_what_is_numbered_asked_for_or_told_in_detail_announces_nothing(heading: str, marker: str, text: str) -> None:
    assert analyze_step(text, language="ja", marker=marker, section_path=["手順書", heading]).is_step
