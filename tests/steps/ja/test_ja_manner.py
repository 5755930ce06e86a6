"""How a thing is placed, turned and left in Japanese instructions; one row a sentence, in the writer's own words."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.steps.extraction import analyze_step

ACTED_ON = [
    # where it goes, told in front of the verb
    # another thing than the one that is acted on
    ("はんだを溶かすように取り付けます。", ["取り付ける"], []),
    ("円を描くように拭きます。", ["拭く"], []),
    ("シャフトを穴に通すように、本体を下ろします。", ["下ろす"], ["本体"]),
    # a side that is turned
    ("レンズの面を上に向けます。", ["向ける"], ["レンズの面"]),
    ("歯車の溝と軸の突起が合う向きにして、軸を差し込みます。", ["差し込む"], ["軸"]),
    ("スイッチを下向きにします。", ["下向きにする"], ["スイッチ"]),
    # a whole set is no amount
    ("工具一式を用意します。", ["用意する"], ["工具一式"]),
    # put there
    ("水を沸かして置きます。", ["沸かす"], ["水"]),
    # left as it is
    ("蓋はそのままにして、ネジを外してください。", ["外す"], ["ネジ"]),
    # what a value is chosen for
    ("［自動］か［手動］のいずれかを選択します。", ["選択する"], ["自動", "手動"]),
    ("［用紙サイズ］プルダウンから［A4］を選択します。", ["選択する"], ["用紙サイズ"]),
    ("［編集］プルダウンメニューから［置換］を選択します。", ["選択する"], ["置換"]),
    ("［表示形式］で［一覧］を選択します。", ["選択する"], ["表示形式"]),
    # what the verb in front acted on
    ("袋の口を折り、それを輪ゴムで留めます。", ["折る", "留める"], ["袋の口", "袋の口"]),
    ("ファイルを保存し、これをメールに添付します。", ["保存する", "添付する"], ["ファイル", "ファイル"]),
    ("手順書を印刷します。これを参考に、作業を進めます。", ["印刷する", "進める"], ["手順書", "作業"]),
    # what somebody forgets is not done
    ("電源を入れ直します。これを忘れると、設定が反映されません。", ["入れ直す"], ["電源"]),
    # for whom it is told
    ("配線が苦手な方はこの節を飛ばして、先に箱を組み立てます。", ["飛ばす", "組み立てる"], ["節", "箱"]),
    ("目が不自由な方は読み上げを有効にし、音量を上げます。", ["有効にする", "上げる"], ["読み上げ", "音量"]),
    # Latin names in a row
    ("端末に、curl, wgetを導入します。", ["導入する"], ["curl", "wget"]),
    ("Python, Java、Goをインストールしてください。", ["インストールする"], ["Python", "Java", "Go"]),
    ("SSID, パスワードを入力します。", ["入力する"], ["SSID", "パスワード"]),
]
CARE = [
    (
        "このとき部品が倒れないように指で支えながら行います。",
        [],
        ["このとき部品が倒れないように指で支えながら行います"],
    ),
    ("手を切らないように注意しながら行ってください。", [], ["手を切らないように注意しながら行ってください"]),
    ("液がこぼれないように静かに注ぎます。", ["注ぐ"], ["液がこぼれないように"]),
    ("傷が付かないようにそっと置きます。", ["置く"], ["傷が付かないように"]),
    ("部品が動かないように押さえながらネジを締めます。", ["締める"], ["部品が動かないように"]),
    ("強くこすると傷が付きます。", [], ["強くこすると傷が付きます"]),
    ("液漏れの要因となるため、古い電池を取り出してください。", ["取り出す"], ["液漏れの要因となる"]),
]
ANSWERED = [
    ("［保存］を押せば、後から編集できます。", ["押す"], [], ["後から編集できます"]),
    ("先に下地を塗ると、はがれにくくなります。", ["塗る"], [], ["はがれにくくなります"]),
    ("板を台に重ねて、ねじで固定すると失敗しにくいです。", ["重ねる", "固定する"], [], ["失敗しにくいです"]),
    ("問題がなければ、［完了］を押します。", ["押す"], ["問題がなければ"], []),
    ("［次へ］をクリックすれば、住所を入力します。", ["入力する"], ["［次へ］をクリックすれば"], []),
]


@pytest.mark.parametrize(("text", "actions", "targets"), ACTED_ON)
def test_the_thing_that_is_placed_is_acted_on(text: str, actions: list[str], targets: list[str]) -> None:
    step = analyze_step(text, language="ja")
    assert (step.actions, step.targets) == (actions, targets)


@pytest.mark.parametrize(("text", "actions", "cautions"), CARE)
def test_care_is_the_whole_sentence_where_nothing_else_is_named(
    text: str, actions: list[str], cautions: list[str]
) -> None:
    step = analyze_step(text, language="ja")
    assert (step.actions, [span.text for span in step.cautions]) == (actions, cautions)


@pytest.mark.parametrize(("text", "actions", "conditions", "results"), ANSWERED)
def test_what_answers_to_a_control_is_its_result(
    text: str, actions: list[str], conditions: list[str], results: list[str]
) -> None:
    step = analyze_step(text, language="ja")
    assert (step.actions, [span.text for span in step.conditions]) == (actions, conditions)
    assert [span.text for span in step.results] == results
