"""How a thing is placed, turned and left in Japanese instructions; one row a sentence, in the writer's own words."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.procedures.extraction import analyze_step

ACTED_ON = [
    # where it goes, told in front of the verb
    ("カバーを溝に合わせるように取り付けます。", ["取り付ける"], ["カバー"]),
    ("ホースを継手に差し込むように接続します。", ["接続する"], ["ホース"]),
    ("袋を口にかぶせるように固定し、ひもを結びます。", ["固定する", "結ぶ"], ["袋", "ひも"]),
    ("ふたを本体にかぶせるようにして閉めます。", ["閉める"], ["ふた"]),
    # another thing than the one that is acted on
    ("はんだを溶かすように取り付けます。", ["取り付ける"], []),
    ("円を描くように拭きます。", ["拭く"], []),
    ("シャフトを穴に通すように、本体を下ろします。", ["下ろす"], ["本体"]),
    # a side that is turned
    ("用紙の印刷面を下にして、給紙カセットに入れます。", ["入れる"], ["用紙"]),
    ("そこに基板の裏面を上にして実装します。", ["実装する"], ["基板"]),
    ("レンズの面を上に向けます。", ["向ける"], ["レンズの面"]),
    # put there
    ("本体を横にして置きます。", ["置く"], ["本体"]),
    ("材料を重ねて置きます。", ["重ねる", "置く"], ["材料"]),
    ("水を沸かして置きます。", ["沸かす"], ["水"]),
    # left as it is
    ("乾燥が終わるまで、そのままにしておいてください。", ["そのままにする"], []),
    ("電源プラグは差したままにしてください。", ["差したままにする"], ["電源プラグ"]),
    ("ケーブルをつないだままにしてください。", ["つないだままにする"], ["ケーブル"]),
    ("蓋はそのままにして、ネジを外してください。", ["外す"], ["ネジ"]),
    # what a value is chosen for
    ("検索方法を、［前方一致］か［部分一致］かいずれかのラジオボタンを選択します。", ["選択する"], ["検索方法"]),
    ("公開範囲を、［全員］か［自分のみ］のいずれかを選択してください。", ["選択する"], ["公開範囲"]),
    ("［自動］か［手動］のいずれかを選択します。", ["選択する"], ["自動", "手動"]),
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
