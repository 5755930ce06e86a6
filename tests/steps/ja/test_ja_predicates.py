"""Japanese predicates: verbs told by their inflection, nouns with する, who acts, and what kind of act is told; one row
a sentence, in the writer's own words."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.steps.extraction import analyze_step

ACTIONS = [
    # unlisted verbs, by what stands in front of て and た
    ("破片を掬って袋に移す。", ["掬う", "移す"]),
    ("断線を疑ってください。", ["疑う"]),
    ("帯を解いて巻き直す。", ["解く", "巻き直す"]),
    ("板を毟り取って捨てる。", ["毟り取る", "捨てる"]),
    # one stem or five, in front of ます, ない and a comma
    ("袖口を軽く湿らせ、汚れを叩き出す。", ["湿らせる", "叩き出す"]),
    ("紐を固く結わえ、端を切る。", ["結わえる", "切る"]),
    ("表面を撫でつつ水をかける。", ["撫でる", "かける"]),
    ("皮をむかずに茹でる。", ["茹でる"]),
    # compounds of two short verbs
    ("傷口を拭き清めてから縛る。", ["拭き清める", "縛る"]),
    ("紙を折りたたみます。", ["折りたたむ"]),
    ("紐をしっかり締める。", ["締める"]),
    # causatives
    ("試料を氷上で融解させます。", ["融解させる"]),
    # nouns with kana in front of する
    ("レバーを半押しします。", ["半押しする"]),
    ("下地を空塗りしてから仕上げる。", ["空塗りする", "仕上げる"]),
    ("棚を色分けし、札を付ける。", ["色分けする", "付ける"]),
    ("値を一覧に読み込み確認します。", ["確認する"]),
    # what is honoured and what is humble
    ("印鑑をお預かりし、印影を確かめる。", ["預かる", "確かめる"]),
    ("鍵を受付へ返却いただきますようお願いします。", ["返却する"]),
    ("書類をご確認のうえ、署名欄にご記入ください。", ["確認する", "記入する"]),
    # nouns that are told as actions
    ("宛名を印刷または転記し、封筒を閉じる。", ["印刷する", "転記する", "閉じる"]),
    ("弁を閉止のうえ風上に退避する。", ["閉止する", "退避する"]),
    ("台座を奥へスライド。", ["スライドする"]),
    ("ねじを仮締め後、本締めする。", ["仮締めする", "本締めする"]),
    # a chain in front of a relative clause is part of it
    ("棚板を、水で湿らせて固く絞った布で拭く。", ["拭く"]),
    # verbs of relations that are told as operations
    ("校正には標準器を用いること。", ["用いる"]),
    ("上澄みを除く。", ["除く"]),
    # a light verb's noun: as the topic, as a name, one of two
    ("軸受の点検と清掃を行う。", ["点検する", "清掃する"]),
    # who acts is printed
    # told in one breath
    ("端を持ち上げたところで止める。", ["持ち上げる", "止める"]),
    # a question in front of a verb is what that verb looks into
]

NO_STEPS = [
    "消耗品は無償で交換させていただきます。",
    "会員の方は割引をご利用いただけます。",
    "本製品をお買い上げいただきありがとうございます。",
    "一覧は画面から選べます。",
    "両者を連結することで、索引を生成します。",
]


@pytest.mark.parametrize(("text", "actions"), ACTIONS)
def test_actions_are_told_by_inflection(text, actions):
    step = analyze_step(text, language="ja", marker="1")
    assert step.is_step
    assert step.actions == actions


@pytest.mark.parametrize("text", NO_STEPS)
def test_what_the_maker_or_the_system_does_is_no_step(text):
    assert not analyze_step(text, language="ja").is_step


@pytest.mark.parametrize(
    ("text", "actions", "conditions", "results"),
    [
        ("つまみを回すたびに、画面が切り替わります。", ["回す"], [], ["画面が切り替わります"]),
        ("部品を外すごとに、箱に入れてください。", ["入れる"], ["部品を外すごと"], []),
        ("蓋が開けにくいときは、縁を温めます。", ["温める"], ["蓋が開けにくいとき"], []),
        ("内圧が1 MPaを超えた時点で弁を閉じる。", ["閉じる"], ["内圧が1 MPaを超えた時点"], []),
        ("ローターが止まったのち蓋を開ける。", ["開ける"], ["ローターが止まったのち"], []),
        ("浮子が少し浮くまで上げる。", ["上げる"], ["浮子が少し浮くまで"], []),
        ("設定を保存して終了すると、端末が立ち上がります。", ["保存する", "終了する"], [], ["端末が立ち上がります"]),
        ("栓を音が鳴るまで差し込む。", ["差し込む"], ["音が鳴るまで"], []),
        ("名簿を複写、転送する場合は、［編集］を押します。", ["押す"], ["名簿を複写、転送する場合"], []),
        ("切換弁を開側に倒せば、水量を調節できます。", ["倒す"], [], ["水量を調節できます"]),
        ("項目をクリックした後、値を変更できます。", ["クリックする"], [], ["値を変更できます"]),
    ],
)
def test_endings_tell_operations_from_conditions(text, actions, conditions, results):
    step = analyze_step(text, language="ja", marker="1")
    assert step.actions == actions
    assert [span.text for span in step.conditions] == conditions
    assert [span.text for span in step.results] == results
