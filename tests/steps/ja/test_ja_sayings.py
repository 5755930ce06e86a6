"""What a Japanese manual asks, says of things or explains below the headings of a reference: none of it is a step."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.steps.extraction import analyze_step

SAID = [
    # what is asked
    ("", "Q.", "設定を保存して終了してもよいですか?"),
    ("", "", "どの部品を選択すればよいですか？"),
    ("", "", "控えを取っておく必要がありますか。"),
    ("", "", "Q. 電源を入れ直すと時刻が戻ってしまう。"),
    # courtesy
    ("", "", "部品を変更する場合がありますので、あらかじめご了承ください。"),
    ("", "", "ご理解とご協力をお願いいたします。"),
    # what a thing has, or where it goes
    ("", "", "2つの名称は違うものでなければならない。"),
    # what a program does, what a name stands for
    # an entry of a reference, and what it is for
    ("コマンドの説明", "", "音律の種類を変更する。"),
    # titles in a list, plans
    ("", "•", "宛名を連絡先の一覧に関連付ける"),
    # what is enough or easier, what an entry means
    ("", "", "なお、品目は年度ごとに一度登録すれば良いです。"),
    ("", "", "前の晩に採寸しておいた方が楽です。"),
    # what is shown in a state, what a search by name is like
    ("", "", "写しが綴じられている場合、写しを表示します。"),
    ("", "", "名前を指定しての検索は行えません。"),
    # what a command does
    ("解説", "", "選ばれた曲を複写する。 容量が足りないときは、空の曲名が返される。"),
    ("機能の説明", "", "伝票の番号を得る。"),
    ("戻り値", "", "重なった区間の数を返す。"),
]
DONE = [
    ("", "A.", "設定画面を開き、［初期化］を押します。", ["開く", "押す"]),
    ("", "", "最新版を使っていますか？使っていない場合は更新してください。", ["更新する"]),
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
    ("", "", "音律の種類を変更する。", ["変更する"]),
    ("", "", "不要な行を削除する。", ["削除する"]),
    ("", "", "弁を閉止する。", ["閉止する"]),
    ("", "1.", "設定値を保存する。", ["保存する"]),
    ("作業手順", "", "設定値を保存する。", ["保存する"]),
    ("", "2.", "「通知」を無効にする", ["無効にする"]),
    ("TODO", "•", "様式は管理者が決めてください。", ["決める"]),
    ("", "", "このボタンを一度押せばよい。", ["押す"]),
    ("", "", "汚れた場合は水で洗えばよい。", ["洗う"]),
    ("", "", "拡大する場合に倍率を指定します。", ["指定する"]),
    ("", "", "必要な場合に設定します。", ["設定する"]),
    ("", "", "測定が終わったときに［保存］を選択します。", ["選択する"]),
    ("", "", "画面が表示されていない場合は、一覧画面を表示します。", ["表示する"]),
    ("概要", "1.", "試料を採取し、温度を測定する。", ["採取する", "測定する"]),
    ("", "5.", "各種設定を行う。", ["設定する"]),
    ("", "", "屋外で使用するときに選択します。", ["選択する"]),
    ("3-2 献立表の追加", "", "献立表に、次の3品を登録します。", ["登録する"]),
    ("操作の説明", "", "検索条件を変更する。", ["変更する"]),
    ("解説", "", "［表示］をクリックし、一覧を更新する。", ["クリックする", "更新する"]),
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


ACTED_ON = [
    ("裏地のみ縫製してください。", ["縫製する"], ["裏地"]),
    ("破損した部品だけ交換する。", ["交換する"], ["部品"]),
    ("ねじは2本だけ締めます。", ["締める"], ["ねじ"]),
    ("初回のみ登録します。", ["登録する"], []),
    ("「納品」 から書き写した伝票を選びます。", ["選ぶ"], ["納品", "伝票"]),
    ("測候所から受け取った潮位のXMLデータを選択します。", ["選択する"], ["潮位のXMLデータ"]),
    ("USB メモリを使う場合は、LAN を選択してください。", ["選択する"], ["LAN"]),
    ("再度確認をしてから電源を入れます。", ["確認する", "入れる"], ["電源"]),
    ("金庫のディンプルキーを預けます。", ["預ける"], ["ディンプルキー"]),
    ("会員番号とクエリキーを設定してください。", ["設定する"], ["会員番号", "クエリキー"]),
    ("ファンクションキーを押します。", ["押す"], ["ファンクション"]),
    ("「F5」キーを割り当てます。", ["割り当てる"], ["F5"]),
    ("点検表の確認します。", ["確認する"], ["点検表"]),
    ("圧力計を使用して配管の検査します。", ["検査する"], ["配管"]),
    ("絞りを「A」の位置にし、シャッターを押します。", ["位置にする", "押す"], ["絞り", "シャッター"]),
]
LIMITS = [
    ("起動するとランプが点灯し、［停止］を押すと消灯します。", ["起動すると"], ["ランプが点灯し", "消灯します"]),
    ("［集計］を押すと、絞り込んだ状態で一覧が表示されます。", [], ["絞り込んだ状態で一覧が表示されます"]),
    ("扉が開いている状態で［停止］を押すと、灯りが消えます。", ["扉が開いている状態で"], ["灯りが消えます"]),
    ("起動時に表示される画面で［OK］を押します。", [], []),
    ("ボタンを押したときに鳴る音を確認する。", [], []),
    ("異常が発生した場合に運転を停止する。", ["異常が発生した場合"], []),
    ("行を追加すると、起動時に自動で更新を実行します。", ["起動時"], ["自動で更新を実行します"]),
]


@pytest.mark.parametrize(("text", "actions", "targets"), ACTED_ON)
def test_what_is_acted_on_is_found_without_its_particle(text: str, actions: list[str], targets: list[str]) -> None:
    step = analyze_step(text, language="ja")
    assert (step.actions, step.targets) == (actions, targets)


@pytest.mark.parametrize(("text", "conditions", "results"), LIMITS)
def test_how_something_is_shown_belongs_to_the_result(text: str, conditions: list[str], results: list[str]) -> None:
    step = analyze_step(text, language="ja")
    assert [span.text for span in step.conditions] == conditions
    assert [span.text for span in step.results] == results
