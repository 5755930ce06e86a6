"""Japanese statements that look like operations: what software shows, what a command's name explains, what a manual
says about itself; one row a sentence, in the writer's own words."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.steps.extraction import analyze_step

NO_STEPS = [
    # what a label's command does
    ("•", "上書き保存：編集中の文書を上書き保存します。"),
    ("•", "拡大：図面を拡大します。"),
    # what the manual only leads on to
    ("", "以上をまとめると次の表になります。"),
    ("②", "点検の周期をまとめると"),
    ("", "旧型と比べると、消費電力は約半分です。"),
    ("", "年額に換算すると約3万円になります。"),
    # what a whole thing or work uses
    ("", "本処理では、検温の結果を基準値として使用します。"),
    ("", "当社では、再生紙を利用します。"),
    # what is shown without anybody's doing
    ("", "測定値の推移を表示します。"),
    ("①", "受信した警報の件数を表示します。"),
    # what somebody else does
    ("", "案内板が音声で教えてくれます。"),
    # how a thing is made
    # what the manual writes
    ("", "詳しい分量を以下に記載します。"),
    ("", "操作方法を第3章に記載します。"),
    # what a thing needs
    ("", "起動にはライセンスが必要です。"),
    # praise
    ("", "この端末を使うと、離れた場所でも読み取れるのでおすすめです。"),
]
STEPS = [
    ("", "部品の交換日を台帳に記載する。", ["記載する"], ["部品の交換日"]),
    ("", "接続先を設定ファイルに記述します。", ["記述する"], ["接続先"]),
    ("", "点検の間隔を短くし、記録を残す。", ["短くする", "残す"], ["点検の間隔", "記録"]),
    ("", "音量を小さくしてください。", ["小さくする"], ["音量"]),
    ("", "弁を開き、栓を少しひねる。", ["開く", "ひねる"], ["弁", "栓"]),
    ("", "試験片を一晩静置する。", ["静置する"], ["試験片"]),
    ("1.", "保存：設定値を保存します。", ["保存する"], ["設定値"]),
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
    ("水温が下がるのを待って、栓を開ける。", ["水温", "栓"]),
    ("排水口の周りの泥を除去する。", ["泥"]),
    ("［設定］→［通信］→［回線］とたどり、値を確かめる。", ["設定", "通信", "回線", "値"]),
    ("軸受に注油します。", ["軸受"]),
    ("「品番 単価」などと検索すると、候補が表示されます。", ["品番 単価"]),
    ("受付にカードキーを返却します。", ["カードキー"]),
    ("app.ini のポート番号を変更します。", ["ポート番号"]),
]
CONDITIONS = [
    ("設定を変更する場合のみ、保守員の許可を受けてください。", ["設定を変更する場合"]),
    ("扉を閉めた状態（ランプ消灯）で運転ボタンを押します。", ["扉を閉めた状態（ランプ消灯）で"]),
    ("水が抜けて乾いたら、蓋を閉める。", ["水が抜けて乾いたら"]),
    ("異常がないなら、運転を再開する。", ["異常がないなら"]),
    ("警報が鳴ったなら、直ちに退避する。", ["警報が鳴ったなら"]),
    ("塗料が固まらないうちに、はみ出しを拭き取る。", ["塗料が固まらないうち"]),
    ("使用後に真水で洗う。", ["使用後"]),
    ("ボタンを押すと、起動後に一覧が表示されます。", []),
    ("三回繰り返し、それでも直らなければ部品を交換する。", ["それでも直らなければ"]),
    ("蓋を奥に突き当たるまで差し込む。", ["奥に突き当たるまで"]),
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


def test_a_time_inside_a_warning_is_part_of_it() -> None:
    step = analyze_step("停電後に急に動き出さないよう、スイッチを切る。", language="ja")
    assert (step.caution, step.actions, step.conditions) == ("停電後に急に動き出さないよう", ["切る"], [])


def test_an_adjective_is_no_verb() -> None:
    assert analyze_step("濃さは中間で良いです。必要なら枚数を変えてください。", language="ja").actions == ["変える"]


def test_a_damage_that_only_describes_a_thing_is_no_warning() -> None:
    assert not analyze_step("地震で転倒する恐れのある棚の一覧", language="ja").cautions


SOFTWARE = [
    "売上を図にすると以下のようになります。",
    "旧型の端末 Aでは表示に専用の線を使用します。",
    "ウィザードは、設定を保存します。",
    "炉の火が消えている必要があります。",
    "貯水槽があふれて停止します。",
    "このコマンドは、古い記録を消去します。",
    "台車を使えば、一人でも楽に運べます。",
    "本ツールは、古い価格を最新の価格に書き換える作業を行います。",
    "袖丈は、左右共通とします。",
    "手順を見ることで、全体の流れがつかめると思っています。",
]


@pytest.mark.parametrize("text", SOFTWARE)
def test_what_software_does_and_what_is_named_are_no_steps(text: str) -> None:
    assert not analyze_step(text, language="ja").is_step


@pytest.mark.parametrize(
    ("text", "actions", "targets"),
    [
        ("蓋を閉めておく必要があります。", ["閉める"], ["蓋"]),
        ("洗浄には中性洗剤を使います。", ["使う"], ["中性洗剤"]),
        ("青い実を洗浄し詰める。", ["洗浄する", "詰める"], ["実"]),
        ("向かって右の柱に札を掛ける。", ["掛ける"], ["札"]),
        ("向かって奥の棚に箱を置く。", ["置く"], ["箱"]),
        ("現場へ向かい、状況を報告する。", ["向かう", "報告する"], ["状況"]),
        ("上下合わせて計6本ねじ止めして戸枠は完了です。", ["ねじ止めする"], ["戸枠"]),
        ("残りの3枚を貼り付けて表紙は完成です。", ["貼り付ける"], ["表紙"]),
        ("しっかり固定して作業は完了です。", ["固定する"], []),
        ("保守モードでは、蓋を開けて部品を交換します。", ["開ける", "交換する"], ["蓋", "部品"]),
        ("用紙は印刷面を下にしてセットしてください。", ["セットする"], ["印刷面"]),
        ("用紙の大きさを B5X（たとえば B5S）にする。", ["B5Xにする"], ["用紙の大きさ"]),
        ("エラーが出たときの対処を記録します。", ["記録する"], ["対処"]),
        ("交換した後の部品を箱に戻す。", ["戻す"], ["部品"]),
        ("こまめに水を替えることを心がけてください。", ["替える"], ["水"]),
        ("ろうを再度熱すれば、柔らかくなります。", ["熱する"], ["ろう"]),
    ],
)
def test_operations_beside_them_keep_their_objects(text: str, actions: list[str], targets: list[str]) -> None:
    step = analyze_step(text, language="ja", marker="2")
    assert (step.actions, step.targets) == (actions, targets)


def test_a_title_that_speaks_of_notes_is_no_warning() -> None:
    assert not analyze_step("使用上の注意", language="ja").cautions
    assert analyze_step("足元に注意。", language="ja").caution == "足元に注意"
