"""What a Japanese manual asks, says of things or explains below the headings of a reference: none of it is a step."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.procedures.extraction import analyze_step

SAID = [
    # what is asked
    ("", "Q.", "設定を保存して終了してもよいですか?"),
    ("", "Q1", "画面を閉じて開き直すと表示が崩れる。"),
    ("", "", "どの部品を選択すればよいですか？"),
    ("", "", "控えを取っておく必要がありますか。"),
    ("", "", "Q. 電源を入れ直すと時刻が戻ってしまう。"),
    # courtesy
    ("", "", "ご了承の程、よろしくお願い申し上げます。"),
    ("", "", "部品を変更する場合がありますので、あらかじめご了承ください。"),
    ("", "", "ご理解とご協力をお願いいたします。"),
    # what a thing has, or where it goes
    ("", "•", "学校の備品を管理する機能を持つ。"),
    ("", "", "水質を監視し、異常を知らせる機能を併せ持つ。"),
    ("", "", "利用者は善管注意義務を負います。"),
    ("", "", "測定値は表の2行目に入る。"),
    ("", "", "2つの名称は違うものでなければならない。"),
    # what a program does, what a name stands for
    ("", "", "用紙が切れた場合、Print Manager は既定の給紙口を使用します。"),
    ("", "", '"align" コマンドは図形の位置を変えます。'),
    ("", "", "文字列 <port> は出力先のポートを指定します。"),
    ("", "", "配線表ファイルは、各端子の用途を定義します。"),
    # an entry of a reference, and what it is for
    ("", "", "max_retry 再試行の回数を設定します。"),
    ("", "", "fit_page 余白を除いた幅に合わせて図面を縮小します。"),
    ("", "•", "New / Append 新規に作るか、末尾に追加します。"),
    ("", "", "LTR/RTL/AUTO 出力する向きを選択します。"),
    ("", "", "終了コードを設定する。"),
    ("", "", "現在の時刻を得る。"),
    # what a command does
    ("解説", "", "指定した行を削除する。 削除に失敗した場合は、変数に -1 が格納される。"),
    ("機能の説明", "", "伝票の番号を得る。"),
    ("戻り値", "", "一致した件数を返す。"),
]
DONE = [
    ("", "A.", "設定画面を開き、［初期化］を押します。", ["開く", "押す"]),
    ("", "", "ご確認いただけますか？", ["確認する"]),
    ("", "", "最新版を使っていますか？使っていない場合は更新してください。", ["更新する"]),
    ("", "", "担当者に連絡していただけますか。", ["連絡する"]),
    ("", "", "ご返送のほどよろしくお願いします。", ["返送する"]),
    ("", "", "申請書の提出をお願いいたします。", ["提出する"]),
    ("", "1.", "両手で本体を持ちます。", ["持つ"]),
    ("", "", "作業者は防護服を着て室内に入る。", ["着る", "入る"]),
    ("", "", "係員は受付の後ろに入ります。", ["入る"]),
    ("", "", "Windows Update は設定画面から更新を実行します。", ["実行する"]),
    ("", "", "USB は付属のケーブルを接続します。", ["接続する"]),
    ("", "", "「数量」は個数を入力します。", ["入力する"]),
    ("", "", "管理者は利用者の権限を定義します。", ["定義する"]),
    ("", "", "config_file を編集します。", ["編集する"]),
    ("", "", "setup_db スクリプトを実行します。", ["実行する"]),
    ("", "", "TCP/IP 設定を変更します。", ["変更する"]),
    ("", "", "USB / LAN ケーブルを接続します。", ["接続する"]),
    ("", "", "試料を冷蔵庫に保存する。", ["保存する"]),
    ("", "", "弁を閉止する。", ["閉止する"]),
    ("", "1.", "設定値を保存する。", ["保存する"]),
    ("作業手順", "", "設定値を保存する。", ["保存する"]),
    ("操作の説明", "", "検索条件を変更する。", ["変更する"]),
    ("解説", "", "［表示］をクリックし、一覧を更新する。", ["クリックする", "更新する"]),
    ("解説", "", "ふたを開けて、ろ紙を取り替える。", ["開ける", "取り替える"]),
    ("解説", "", "不要な行は削除してください。", ["削除する"]),
]


@pytest.mark.parametrize(("heading", "marker", "text"), SAID)
def test_what_is_only_said_is_no_step(heading: str, marker: str, text: str) -> None:
    headings = [heading] if heading else []
    assert not analyze_step(text, language="ja", marker=marker, section_path=headings).is_step


@pytest.mark.parametrize(("heading", "marker", "text", "actions"), DONE)
def test_what_is_to_be_done_stays_a_step(heading: str, marker: str, text: str, actions: list[str]) -> None:
    headings = [heading] if heading else []
    step = analyze_step(text, language="ja", marker=marker, section_path=headings)
    assert (step.is_step, step.actions) == (True, actions)
