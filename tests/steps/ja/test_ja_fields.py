"""Japanese targets, conditions and cautions: one row per construction."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.steps.extraction import analyze_step

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
    # the whole of a part is dropped, the owner of an attribute is not; so are clauses and colours
    ("ベルトの張りを測り、スプリングの長さを記録する。", ["ベルトの張り", "スプリングの長さ"]),
    ("赤色のコネクタを抜きます。", ["コネクタ"]),
    ("再びカバーを閉じます。", ["カバー"]),
    # a goal without an object, a label in front of a colon, an object in front of a condition
    ("所定の用紙に記入してください。", ["用紙"]),
    ("録音ボタン：2秒間長押しします。", ["録音"]),
    ("登録用ファイル(list.csv)をエディタで開きます。", ["登録用ファイル"]),
    # a thing called like a control, the fields of a form, a path of plain and quoted names
    ("エンジンを止め、キーを抜きます。", ["エンジン", "キー"]),
    ("終わったらキーを押します。", []),
    ("品名、数量の各項目を入力します。", ["品名", "数量"]),
    ("制御盤の起動押しボタンを押す。", ["起動"]),
    ("設定メニュー→「音」→「音量」の順にタップします。", ["設定", "音", "音量"]),
    ("［編集］メニューの［置換］を選びます。", ["編集", "置換"]),
    ("件名に「報告」を入力します。", ["件名"]),
    ("サーバーの電源を入れます。", ["サーバーの電源"]),
    # the topic of the sentence for the verb that has no object of its own
    ("金網は、終業後にごみを取り除き、水で洗ってください。", ["ごみ", "金網"]),
    ("荷札のない荷物は、番号を控えて事務所に運んでください。", ["番号", "荷物"]),
    ("担当者は、鍵を預かって閉店後に保管してください。", ["鍵"]),
    # amounts alone, a path behind a word, two goals, what is brought about
    ("30分以上の暖機運転を行います。", []),
    ("赤い線を端子Aに、黒い線を端子Bにつなぎます。", ["線", "線"]),
    ("目盛りの0に針を合わせてねじを締めます。", ["針", "ねじ"]),
    # what is said about something, an object in front of "along", a drive's path, an amount that is a thing
    ("期限を過ぎた伝票については、翌月分に繰り越します。", ["伝票"]),
    ("引き出しを溝に沿って奥まで押し込みます。", ["引き出し"]),
    ("エディタで D:\\conf\\site を開きます。", ["D:\\conf\\site"]),
    ("末尾に次の2行を書き足します。", ["2行"]),
    ("張力の掛かった綱は、滑車を確かめて緩めます。", ["滑車", "綱"]),
    # stems in a series, places on a thing, a topic for a verb in a chain, nothing for こと
    ("帳票を見て、記入漏れ、書き間違い、押印漏れを調べる。", ["記入漏れ", "書き間違い", "押印漏れ"]),
    ("容器の外側を布で拭きます。", ["容器の外側"]),
    ("作業台はアルコールで拭き、水滴を取る。", ["作業台", "水滴"]),
    ("スイッチを「切」にし、無電圧であることを確かめる。", ["スイッチ"]),
    # a comma in front of "or", a field with its value, how often, options, plates of a whole
    ("A版、または、B版を読み込みます。", ["A版", "B版"]),
    ("ろ過槽は月2回、排水弁を開けて水を替える。", ["排水弁", "水"]),
    ("机の側板を外し、取っ手付き容器を置く。", ["側板", "取っ手付き容器"]),
    ("鍵の掛かっている棚は、番号を確かめて開けてください。", ["番号", "棚"]),
    ("本体横のリセットボタンを、ランプが赤く光るまで押し続けてください。", ["リセット"]),
    # a script behind a word, a reason's topic
    ("炉内は高温になっているため、電源を切って冷めるまで待ちます。", ["電源"]),
    ("使用済みフィルターを袋に入れます。", ["使用済みフィルター"]),
    # a means is no object, a topic is one
    ("電極は使用前に標準液を用いて校正すること。", ["電極"]),
    ("表示された一覧から、変更する会員の氏名をクリックします。", ["氏名"]),
]

CONDITIONS = [
    ("庫内の温度が5℃以下であることを始業前に確認し、表に書く。", ["始業前"]),
    ("ろ紙は測定前に新品を取り付けます。", ["測定前"]),
    ("皿は色別に分け、使用後は熱湯で殺菌する。", ["使用後"]),
    ("万が一異臭がする場合は、電源を切ってください。", ["異臭がする場合"]),
    ("初めて使うときや、長く保管したときは、容器をよく振ってください。", ["初めて使うとき", "長く保管したとき"]),
    ("ゆでた麺は、湯が沸いてから鍋に戻します。", ["湯が沸いてから"]),
    ("対象が試作品のときに限り、検査票を添付してください。", ["対象が試作品のときに限り"]),
    ("蓋をパチンと鳴るまで押します。", ["パチンと鳴るまで"]),
    ("沸騰直前に火を止めます。", ["沸騰直前"]),
    ("再加熱せず、当日中に使い切ります。", []),
    ("十分に冷えるまで釜に触れないでください。", []),
    ("札を確かめ、圧力が下がるまで弁に触れないでください。", ["圧力が下がるまで"]),
    ("残高は終業時に帳簿と照合する。", ["終業時"]),
    ("出荷前には、荷札を点検する。", ["出荷前"]),
    ("洗車機の前に車を止めます。", []),
    ("事前に部品を数えておきます。", []),
]

CAUTIONS = [
    (
        "弁が開いたまま外すと、配管が破裂することがあります。",
        ["弁が開いたまま外すと、配管が破裂することがあります"],
    ),
    ("荷崩れしないようロープを掛けます。", ["荷崩れしないよう"]),
    ("ポンプが故障した場合は、販売店に連絡してください。", []),
    ("配管に変形がないか点検します。", []),
    ("試料は氷で冷やし、凍結させない。", ["凍結させない"]),
    ("計り終えるまで腕を動かさない。", ["計り終えるまで腕を動かさない"]),
    ("この設定では電源は切れない。", []),
    ("印刷を禁止するには、［禁止］を選びます。", []),
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


def test_of_keys_pressed_together_the_first_is_the_target() -> None:
    step = analyze_step("［Ctrl］＋［Z］を押します。", language="ja")
    assert (step.target, step.targets) == ("Ctrl", ["Ctrl", "Z"])
