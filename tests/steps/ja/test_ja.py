"""Japanese step rules, one row a sentence: (text, actions, targets, conditions, results, cautions); None for "not
looked at"."""

from __future__ import annotations

import re

import pytest

from llama_index_layout_rag.steps.extraction import analyze_step, condition_results, explain_step, find_cautions
from llama_index_layout_rag.steps.ja.inflection import SUFFIXES, Suffix

STEPS = [
    # a noun in front of 行う with an adverb between, or as the topic
    ("転倒混和を5回行います。", ["転倒混和する"], [], [], [], []),
    ("カバーの取り付けは、逆の順序で行ってください。", ["取り付ける"], ["カバー"], [], [], []),
    # objects in front of a manner clause or as the topic in front of a condition
    ("薬剤の注入率は、水温に応じて調整すること。", ["調整する"], ["薬剤の注入率"], ["水温に応じて"], [], []),
    # nouns made of verbs
    ("据え付けボルトと切り替えレバーを点検する。", ["点検する"], ["据え付けボルト", "切り替えレバー"], [], [], []),
    ("刺入部の腫れを観察する。", ["観察する"], ["腫れ"], [], [], []),
    # compounds and causatives
    ("純水で3回すすぎ直してください。", ["すすぎ直す"], [], [], [], []),
    ("記録用紙に書き写す。", ["書き写す"], None, [], [], []),
    ("コードを読み取らせます。", ["読み取らせる"], ["コード"], [], [], []),
    ("手順3を繰り返します。", ["繰り返す"], ["手順3"], [], [], []),
    ("リフトを上げ下げします。", ["上げ下げする"], ["リフト"], [], [], []),
    # completion told with てから, what is wanted, and how often
    ("本体が冷めてから水を抜きます。", ["抜く"], ["水"], ["本体が冷めてから"], [], []),
    ("ダイヤルを「0000」に合わせて解錠します。", ["合わせる", "解錠する"], ["ダイヤル"], [], [], []),
    ("直ちに班長を呼ぶ。", ["呼ぶ"], ["班長"], [], [], []),
    # absence as a purpose and words on signs warn of nothing
    ("たるみがないようにセットします。", ["セットする"], None, [], [], []),
    ("操作禁止札を掛けること。", ["掛ける"], ["操作禁止札"], [], [], []),
    # clauses that are chained without a comma
    ("帳票を開き値を変更する。", ["開く", "変更する"], ["帳票", "値"], [], [], []),
    ("ポータルにアクセスし「申請」リンクを選ぶ。", ["アクセスする", "選ぶ"], None, [], [], []),
    ("図面に従い配管を接続する。", ["接続する"], ["配管"], [], [], []),
    # alternatives under two conditions share one verb
    (
        "在庫があれば「出荷」を、不足している場合は「取り寄せ」を選びます。",
        ["選ぶ"],
        ["出荷", "取り寄せ"],
        ["在庫があれば", "不足している場合"],
        [],
        [],
    ),
    # an action behind an arrow, and a result behind one
    ("一覧の行をタップ → ［編集］をタップします。", ["タップする", "タップする"], None, [], [], []),
    ("［送信］を押す → 受付番号が表示されます。", ["押す"], ["送信"], [], ["受付番号が表示されます"], []),
    # one of several, all of them, and the like are no names
    ("「昼」または「夜」のいずれかを選択する。", ["選択する"], ["昼", "夜"], [], [], []),
    ("ほこりやごみなどを取り除く。", ["取り除く"], None, [], [], []),
    # the object, the field, or what is looked at
    ("ナットは対角の順に締めます。", ["締める"], ["ナット"], [], [], []),
    ("検索バーに「保守」と入力する。", ["入力する"], ["検索バー"], [], [], []),
    ("認証方式に「鍵」を選択する。", ["選択する"], ["認証方式"], [], [], []),
    ("画面下に「閉じる」ボタンがあるので押します。", ["押す"], ["閉じる"], [], [], []),
    ("パネル左下のボタンを押す。", ["押す"], [], [], [], []),
    # what is folded into one verb
    ("端子のはんだ付けを行います。", ["はんだ付けする"], ["端子"], [], [], []),
    ("ケーブルを接続し直します。", ["接続し直す"], ["ケーブル"], [], [], []),
    ("弁を閉とし、圧力を測る。", ["閉とする", "測る"], ["弁", "圧力"], [], [], []),
    ("施錠・表示（札掛け）を行うこと。", ["施錠・表示する"], None, [], [], []),
    # conditions
    ("利用目的に応じて、項目を選びます。", ["選ぶ"], ["項目"], ["利用目的に応じて"], [], []),
    ("上書きせずに閉じる場合は、［中止］を押します。", ["押す"], ["中止"], ["上書きせずに閉じる場合"], [], []),
    ("運転中に異音がした場合は、主電源を切ること。", ["切る"], ["主電源"], ["運転中に異音がした場合"], [], []),
    ("取り消す必要がある場合は、［戻す］を押します。", ["押す"], ["戻す"], ["取り消す必要がある場合"], [], []),
    ("複数台ある場合：親機を選択して登録します。", ["選択する", "登録する"], ["親機"], ["複数台ある場合"], [], []),
    ("ご質問がございましたら、窓口にご連絡ください。", ["連絡する"], ["窓口"], ["ご質問がございましたら"], [], []),
    # 〜ば tells an operation where something happens then, and a condition where another operation follows
    (
        "電球に給電すれば、自動的に温室の換気が始まります。",
        ["給電する"],
        None,
        [],
        ["自動的に温室の換気が始まります"],
        [],
    ),
    (
        "経路を設定しておけば、「出発」を押すと案内が始まります。",
        ["押す"],
        ["出発"],
        ["経路を設定しておけば"],
        ["案内が始まります"],
        [],
    ),
    ("部品が続けて落下した場合は、機械を止めること。", ["止める"], ["機械"], ["部品が続けて落下した場合"], [], []),
    ("設定変更後は［適用］を押します。", ["押す"], ["適用"], ["設定変更後"], [], []),
    ("窓際に置いてください。", ["置く"], [], [], [], []),
    ("間違いがないか確かめます。", ["確かめる"], ["間違い"], [], [], []),
    # a warning may be the reason, the manner or the remark of an operation
    ("強く押すと割れるため、軽く押してください。", ["押す"], None, [], [], ["強く押すと割れる"]),
    ("指を挟まないよう注意し、扉を閉じてください。", ["閉じる"], ["扉"], [], [], ["指を挟まないよう注意し"]),
    ("箱を両手で運んでください（落下注意）。", ["運ぶ"], ["箱"], [], [], ["落下注意"]),
    # alternatives named without a particle
    # what shall happen is no action of the reader
    ("ランプが上を向くように、基板を置きます。", ["置く"], ["基板"], [], [], []),
    # warnings behind an operation
    ("部品 取り付け 向きに注意", ["取り付ける"], ["部品"], [], [], ["向きに注意"]),
    # amounts, polite forms and names made of verbs are told apart from verbs
    (
        "リセットボタンを5秒以上長押しすると、ランプが赤く点滅し、初期設定に戻ります。",
        ["長押しする"],
        ["リセット"],
        [],
        ["ランプが赤く点滅し、初期設定に戻ります"],
        [],
    ),
    ("約30秒待ってから操作を開始してください。", ["待つ", "開始する"], ["操作"], [], [], []),
    ("契約書を2部作成し、総務課に提出する。", ["作成する", "提出する"], ["契約書"], [], [], []),
    ("単3形乾電池2本を交換します。", ["交換する"], ["単3形乾電池"], [], [], []),
    ("締め具を緩め、輪止めを掛けます。", ["緩める", "掛ける"], ["締め具", "輪止め"], [], [], []),
    ("A4用紙を横向きにセット", ["セットする"], ["A4用紙"], [], [], []),
    # what is looked at
    ("ホースの接続部から水漏れがないか確認します。", ["確認する"], None, [], [], []),
    ("温度が-18℃以下であることを1日2回確認し、表に記入する。", ["確認する", "記入する"], None, [], [], []),
    ("表2および表3の値を確認する。", ["確認する"], ["値"], [], [], []),
    # conditions begin behind an operation, a topic or an opening word, and hold both of two states
    # cautions with their consequence
    (
        "ツメを折らないように注意しながら、カバーを持ち上げます。",
        ["持ち上げる"],
        ["カバー"],
        [],
        [],
        ["ツメを折らないように注意しながら"],
    ),
    # quotation marks and the kinds of control they name
    ("「保存」ボタンを押します。", ["押す"], ["保存"], [], [], []),
    ("［OK］をクリックしてください。", ["クリックする"], ["OK"], [], [], []),
    ("【送信】キーを長押しします。", ["長押しする"], ["送信"], [], [], []),
    ("『印刷設定』タブを開く。", ["開く"], ["印刷設定"], [], [], []),
    ('"Apply"ボタンを押下', ["押下する"], ["Apply"], [], [], []),
    ("<Enter>キーを押してください。", ["押す"], ["Enter"], [], [], []),
    ("Ctrl+Sキーを押す。", ["押す"], ["Ctrl+S"], [], [], []),
    ("［］アイコンをタップします。", ["タップする"], [], [], [], []),
    # menu paths: all elements are targets
    ("［ファイル］＞［印刷］を選択します。", ["選択する"], ["ファイル", "印刷"], [], [], []),
    ("ツール→オプションをクリックします。", ["クリックする"], ["ツール", "オプション"], [], [], []),
    (
        "[設定] > [ネットワーク] > [Wi-Fi] の順にタップします。",
        ["タップする"],
        ["設定", "ネットワーク", "Wi-Fi"],
        [],
        [],
        [],
    ),
    # coordinated objects, の phrases that only locate
    ("本体とふたを水で洗います。", ["洗う"], ["本体", "ふた"], [], [], []),
    ("背面パネルのネジを外します。", ["外す"], ["ネジ"], [], [], []),
    ("パネル左下の［閉じる］をクリックします。", ["クリックする"], ["閉じる"], [], [], []),
    ("氏名、住所および電話番号を入力します。", ["入力する"], ["氏名", "住所", "電話番号"], [], [], []),
    ("ユーザー名欄に社員番号を入力します。", ["入力する"], ["ユーザー名"], [], [], []),
    # several actions
    ("電源を切り、コードを抜きます。", ["切る", "抜く"], ["電源", "コード"], [], [], []),
    ("レバーを倒してから、トレイを引き出してください。", ["倒す", "引き出す"], ["レバー", "トレイ"], [], [], []),
    (
        "カバーを開け、電池を入れ替えて、カバーを閉める。",
        ["開ける", "入れ替える", "閉める"],
        ["カバー", "電池", "カバー"],
        [],
        [],
        [],
    ),
    ("リセットボタンを押しながら電源を入れます。", ["押す", "入れる"], ["リセット", "電源"], [], [], []),
    (
        "一覧から商品を選択した後、［購入］をクリックします。",
        ["選択する", "クリックする"],
        ["商品", "購入"],
        [],
        [],
        [],
    ),
    (
        "パスワードを入力後、［ログイン］ボタンを押します。",
        ["入力する", "押す"],
        ["パスワード", "ログイン"],
        [],
        [],
        [],
    ),
    ("内容を確認した上で、承認してください。", ["確認する", "承認する"], ["内容"], [], [], []),
    # conditions first, middle, several, negated
    (
        "ランプが赤色に点灯した場合は、電源を切ってください。",
        ["切る"],
        ["電源"],
        ["ランプが赤色に点灯した場合"],
        [],
        [],
    ),
    (
        "紙が詰まったときは、後ろカバーを開けて紙を取り除きます。",
        ["開ける", "取り除く"],
        ["後ろカバー", "紙"],
        ["紙が詰まったとき"],
        [],
        [],
    ),
    ("温度が下がったら、ふたを開けます。", ["開ける"], ["ふた"], ["温度が下がったら"], [], []),
    ("音が鳴らなければ、音量を上げてください。", ["上げる"], ["音量"], ["音が鳴らなければ"], [], []),
    ("電池を交換しない場合は、次の手順に進みます。", ["進む"], None, ["電池を交換しない場合"], [], []),
    ("必要に応じて、角度を調整します。", ["調整する"], ["角度"], ["必要に応じて"], [], []),
    ("完全に止まるまで、そのまま待ちます。", ["待つ"], [], ["完全に止まるまで"], [], []),
    ("使用する前に、フィルターを取り付けます。", ["取り付ける"], ["フィルター"], ["使用する前"], [], []),
    ("ログイン後、メニューから「勤怠」を選びます。", ["選ぶ"], ["勤怠"], ["ログイン後"], [], []),
    ("電源が入った状態で、背面のスイッチを押します。", ["押す"], ["スイッチ"], ["電源が入った状態で"], [], []),
    ("初回起動時、または設定を変更した場合は、再起動してください。", ["再起動する"], [], None, [], []),
    (
        "在庫がない場合は、発注書を作成して上長に提出します。",
        ["作成する", "提出する"],
        ["発注書"],
        ["在庫がない場合"],
        [],
        [],
    ),
    # results
    (
        "［検索］をクリックすると、検索結果が表示されます。",
        ["クリックする"],
        ["検索"],
        [],
        ["検索結果が表示されます"],
        [],
    ),
    ("開始キーを押すとモーターが回転します。", ["押す"], ["開始"], [], ["モーターが回転します"], []),
    ("電源ボタンを押します。ランプが緑色に点灯します。", ["押す"], ["電源"], [], ["ランプが緑色に点灯します"], []),
    (
        "［削除］を選択することで、登録した画像が消去されます。",
        ["選択する"],
        ["削除"],
        [],
        ["登録した画像が消去されます"],
        [],
    ),
    ("［保存］をタップします。すると、一覧画面に戻ります。", ["タップする"], ["保存"], [], ["一覧画面に戻ります"], []),
    (
        "［次へ］を押すと、未登録の場合、登録画面が表示されます。",
        ["押す"],
        ["次へ"],
        ["未登録の場合"],
        ["登録画面が表示されます"],
        [],
    ),
    (
        "バーコードを読み取り、ブザーが鳴れば、完了です。",
        ["読み取る"],
        ["バーコード"],
        [],
        ["ブザーが鳴れば、完了です"],
        [],
    ),
    # cautions inside a step
    (
        "ネジを締めます。締めすぎないように注意してください。",
        ["締める"],
        ["ネジ"],
        [],
        [],
        ["締めすぎないように注意してください"],
    ),
    ("向きに注意して基板を差し込みます。", ["差し込む"], ["基板"], [], [], ["向きに注意して"]),
    (
        "ヒューズを交換します（指定品以外は使用しないでください）。",
        ["交換する"],
        ["ヒューズ"],
        [],
        [],
        ["指定品以外は使用しないでください"],
    ),
    (
        "カバーを外し、内部の端子に触れないでください。",
        ["外す"],
        ["カバー"],
        [],
        [],
        ["内部の端子に触れないでください"],
    ),
    # noun-ended instructions
    ("登録ボタンを押下", ["押下する"], ["登録"], [], [], []),
    ("サイドカバー取り付け", ["取り付ける"], ["サイドカバー"], [], [], []),
    ("コネクタの取り外し", ["取り外す"], ["コネクタ"], [], [], []),
    # obligations, politeness, light verbs, honorifics, plain forms
    ("毎日、排水フィルターを掃除する必要があります。", ["掃除する"], ["排水フィルター"], [], [], []),
    ("作業の前に手袋を着用すること。", ["着用する"], ["手袋"], None, [], []),
    ("申請書をご提出ください。", ["提出する"], ["申請書"], [], [], []),
    ("バックアップの作成を行います。", ["作成する"], ["バックアップ"], [], [], []),
    ("ソフトウェアの更新を行ってください。", ["更新する"], ["ソフトウェア"], [], [], []),
    ("スイッチを「切」にする。", None, ["スイッチ"], [], [], []),
    ("通知を有効にします。", ["有効にする"], ["通知"], [], [], []),
    ("ハンドルを右に回す", ["回す"], ["ハンドル"], [], [], []),
    ("試料を5mL量り取る。", ["量り取る"], ["試料"], [], [], []),
    ("鍋に油をひき、玉ねぎを炒める。", ["ひく", "炒める"], ["油", "玉ねぎ"], [], [], []),
    ("ランプが点灯していることを確認します。", ["確認する"], ["ランプ"], [], [], []),
    ("管理サイトにアクセスします。", ["アクセスする"], ["管理サイト"], [], [], []),
    ("販売店にお問い合わせください。", ["問い合わせる"], ["販売店"], [], [], []),
    ("しばらくお待ちください。", ["待つ"], [], [], [], []),
    # a result that is only a reason or a trigger gives way to the next operation
    (
        "［次へ］を押すと確認画面が表示されるので、［OK］を押します。",
        ["押す", "押す"],
        ["次へ", "OK"],
        [],
        ["確認画面が表示される"],
        [],
    ),
    ("完了画面が表示されると、利用者名を入力します。", ["入力する"], ["利用者名"], ["完了画面が表示されると"], [], []),
    # an object in front of an until clause, counters, second halves of compound verbs
    ("ドアを音がするまで押し込みます。", ["押し込む"], ["ドア"], ["音がするまで"], [], []),
    ("室温で5分間静置する。", ["静置する"], [], [], [], []),
    ("よく振り混ぜてください。", ["振り混ぜる"], [], [], [], []),
    ("向きを合わせるようにしてください。", ["合わせる"], ["向き"], [], [], []),
    ("利用規約にチェックを入れます。", ["入れる"], ["利用規約"], [], [], []),
    (
        "SW1を押すとLED1がON、SW2を押すとLED2がONになる。",
        ["押す", "押す"],
        ["SW1", "SW2"],
        [],
        ["LED1がON", "LED2がONになる"],
        [],
    ),
    ("暗証番号を自分の番号に合わせて書き換えてください。", ["書き換える"], ["暗証番号"], [], [], []),
    # labels: a setting is the target, a number or a remark is not
    ("用紙サイズ：A4を選択します。", ["選択する"], ["用紙サイズ"], [], [], []),
    ("手順1：電源を入れます。", ["入れる"], ["電源"], [], [], []),
    ("必要なファイルは利用者が用意します。", ["用意する"], None, [], [], []),
    # verbs that no list holds
    ("糸を針穴にくぐらせます。", ["くぐらせる"], ["糸"], [], [], []),
    ("布を二つにたたみます。", ["たたむ"], ["布"], [], [], []),
    ("余分な油を濾します。", ["濾す"], None, [], [], []),
    ("端面をケレンしてください。", ["ケレンする"], ["端面"], [], [], []),
]

NO_STEPS = [
    "蓋は手荒く扱っても外れないように設計しています。",
    "表側に実装すると、上の板と干渉してしまいます。",
    "元の表を削除しても、集計結果は削除されません。",
    "名簿は絞り込んだ状態で印刷することができます。",
    "以下では、初期設定が済んだ場合の手順を説明します。",
    "確認画面が表示されます。",
    "本装置は屋内専用です。",
    "グループを作成する",
    "蔵書のエクスポート",
    "初期設定",
    "図3 操作パネルの名称",
    "表2-1 エラーコード一覧",
    "詳細は第3章を参照してください。",
    "濡れた手で触らないでください。",
    "入力に誤りがある場合、エラーメッセージが表示されます。",
    "電源電圧：AC100V",
    "この機能を使うと、業務を効率化することができます。",
    "ここでは、登録の手順を説明します。",
    "分解は絶対に行わないでください。",
    "先に取り付けると調整が難しくなります。",
    "計測したデータをもとに平均値を算出します。",
    "発行者がデータを送ると、購読者に届きます。",
    "昨年の版では手順3で部品を外しました。",
    "A4サイズの用紙に対応しています。",
    "",
    "。",
]

CAUTIONS = [
    ("斜めに力が入ると、接点がはがれてしまいます。", ["斜めに力が入ると、接点がはがれてしまいます"]),
    ("接点が外れる原因になります。", ["接点が外れる原因になります"]),
    ("ぬれた手でプラグを抜き差ししない。", ["ぬれた手でプラグを抜き差ししない"]),
    ("本サービスのご利用の際はご留意ください。", ["本サービスのご利用の際はご留意ください"]),
    ("線で吸えば、余りが取れます。", []),
    ("濡れた手で触らないでください。", ["濡れた手で触らないでください"]),
    ("分解してはいけません。", ["分解してはいけません"]),
    ("感電するおそれがあります。", ["感電するおそれがあります"]),
    ("火気厳禁です。", ["火気厳禁です"]),
    ("高温部に触れないように注意する。", ["高温部に触れないように注意する"]),
    (
        "無理に引っ張らないでください。そうしないと故障する恐れがあります。",
        ["無理に引っ張らないでください", "そうしないと故障する恐れがあります"],
    ),
    ("電源を入れます。", []),
    ("空欄の場合は保存できません。", []),
]

REFS = [
    ("図3を参照して組み立てます。", ["図3"]),
    ("部品は表 5-1 のとおりです。", ["表5-1"]),
    ("設定方法は「4.2.1 ネットワーク」を参照してください。", ["4.2.1"]),
    ("詳細は第3章をご覧ください。", ["第3章"]),
    ("①で選択した項目を削除します。", []),
    ("バージョン2.1.0をインストールします。", []),
    ("厚さは1.5mm以上必要です。", []),
]


@pytest.mark.parametrize(("text", "actions", "targets", "conditions", "results", "cautions"), STEPS)
def test_step_fields(text, actions, targets, conditions, results, cautions):
    step = analyze_step(text, language="ja")
    assert step.is_step
    if actions is not None:
        assert step.actions == actions
    if targets is not None:
        assert step.targets == targets
    if conditions is not None:
        assert [span.text for span in step.conditions] == conditions
    assert [span.text for span in step.results] == results
    assert [span.text for span in step.cautions] == cautions


@pytest.mark.parametrize("text", NO_STEPS)
def test_what_tells_the_reader_to_do_nothing_is_no_step(text):
    step = analyze_step(text, language="ja")
    assert not step.is_step
    assert (step.actions, step.conditions, step.results) == ([], [], [])


@pytest.mark.parametrize(("text", "cautions"), CAUTIONS)
def test_cautions(text, cautions):
    assert [span.text for span in analyze_step(text, language="ja").cautions] == cautions


@pytest.mark.parametrize(("text", "refs"), REFS)
def test_refs(text, refs):
    assert analyze_step(text, language="ja").refs == refs


def test_menu_path_has_its_last_element_as_target():
    assert analyze_step("［ファイル］→［開く］を選択します。").target == "開く"


def test_target_types():
    assert analyze_step("［OK］ボタンを押します。").target_type == "button"
    assert analyze_step("「詳細」タブを開きます。").target_type == "tab"
    assert analyze_step("電源ケーブルを抜きます。").target_type == "connector"
    assert analyze_step("Enterキーを押します。").target_type == "key"
    assert analyze_step("config.iniファイルを開きます。").target_type == "file"


def test_two_sentences_give_two_pairs():
    step = analyze_step(
        "［確定］を押すと、承認済みの場合、確認画面が表示されます。未承認の場合、エラー一覧が表示されます。"
    )
    pairs = [(step.conditions[c].text, step.results[r].text) for c, r in step.condition_results]
    assert pairs == [("承認済みの場合", "確認画面が表示されます"), ("未承認の場合", "エラー一覧が表示されます")]


def test_an_entry_of_a_list_of_settings_is_no_step() -> None:
    assert not analyze_step("Load\n楽譜を読み込みます。", language="ja").is_step
    assert analyze_step("Load\n楽譜を読み込んでください。", language="ja").is_step


def test_consequences_are_cautions_of_their_own() -> None:
    spans = analyze_step("強い衝撃を与えないでください。割れてけがをすることがあります。", language="ja").cautions
    assert [span.text for span in spans] == ["強い衝撃を与えないでください", "割れてけがをすることがあります"]


def test_a_section_number_right_behind_japanese_text_is_a_reference() -> None:
    assert analyze_step("詳しい手順は7-3を参照。", language="ja").refs == ["7-3"]


SIGNAL_WORDS = [
    ("警告：高温です。素手で触らないでください。", ["警告：高温です", "素手で触らないでください"]),
    ("⚠ 注意 感電の恐れがあります。栓を抜いてください。", ["⚠ 注意 感電の恐れがあります", "栓を抜いてください"]),
    ("【危険】運転中に扉を開けると、刃が回ります。", ["【危険】運転中に扉を開けると、刃が回ります"]),
    ("危険！ 高電圧に注意", ["危険！ 高電圧に注意"]),
    ("注意：刃が回る場合は、深さを変えないでください。", ["注意：刃が回る場合は、深さを変えないでください"]),
]


@pytest.mark.parametrize(("text", "cautions"), SIGNAL_WORDS)
def test_an_item_that_a_signal_word_opens_is_a_caution_as_a_whole(text: str, cautions: list[str]) -> None:
    step = analyze_step(text, language="ja", marker="2.")
    assert (step.is_step, step.conditions, step.results) == (False, [], [])
    assert [span.text for span in step.cautions] == cautions
    assert [span.text for span in find_cautions(text, "ja")] == cautions
    assert condition_results(text, "ja") == []


def test_half_width_kana_are_read_and_spans_are_those_of_the_text() -> None:
    text = "ﾊﾞﾙﾌﾞを閉じた場合は、ﾎﾞﾀﾝ［ﾃｽﾄ］を押します。"
    step = analyze_step(text, language="ja")
    assert (step.actions, step.targets) == (["押す"], ["テスト"])
    assert [(span.text, text[span.start : span.end]) for span in step.conditions] == [("ﾊﾞﾙﾌﾞを閉じた場合",) * 2]


@pytest.mark.parametrize(
    ("text", "targets", "refs"),
    [
        ("3.1を参照し、㈱表示の板を㎜単位で測ります。", ["㈱表示の板"], ["3.1"]),
        ("①②のねじを外す（図2参照）。", ["ねじ"], ["図2"]),
        ("［アイコン］を押して一覧を開きます。", ["アイコン", "一覧"], []),
        ("図2-20 履歴の追加", [], []),
        ("コンポーネントを Activate する．", ["コンポーネント"], []),
        ("max_retry に，回数を指定する．", ["max_retry"], []),
        ("＜一覧＞画面に移動して、「作成」をクリック", ["一覧", "作成"], []),
    ],
)
def test_enclosed_characters_placeholders_identifiers_and_captions(
    text: str, targets: list[str], refs: list[str]
) -> None:
    step = analyze_step(text, language="ja", marker="1.")
    assert (step.targets, step.refs) == (targets, refs)


def test_explanations_name_the_rule_of_each_field() -> None:
    explained = explain_step("［再起動］を押した場合は、［OK］をクリックすると、一覧が表示されます。", language="ja")
    assert explained == {
        "is_step": "operation",
        "conditions": "condition",
        "actions": "subject, to",
        "targets": "object particle",
        "results": "after the operation",
    }
    assert explain_step("蓋に触れないでください。", language="ja") == {
        "is_step": "no_action",
        "cautions": "prohibition",
    }


@pytest.mark.parametrize("suffix", SUFFIXES, ids=lambda suffix: suffix.pattern[:20])
def test_each_suffix_recognises_its_example(suffix: Suffix) -> None:
    # What follows decides some of them: a comma, a noun, or the end.
    assert any(re.search(suffix.pattern, suffix.example + after) for after in ("", "、", "蓋", "やか", "気", "」を"))
