"""Japanese words with a meaning for the step rules, and the lexicon of one reader: built-in words with those of its user."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from llama_index_layout_rag.steps.ja.inflection import Stem, stem_table
from llama_index_layout_rag.steps.vocabulary import StepVocabulary
from llama_index_layout_rag.steps.word_lists import longest_first, merged_types


def words(text: str) -> tuple[str, ...]:
    """Return the words of a list that is written with blanks between them."""
    return tuple(text.split())


GODAN_VERBS = words("""
    浮く 経つ 浮かぶ 反る 撓む 掬う むく 剥く 押す 離す 放す 回す 外す 倒す 起こす 出す 下ろす 降ろす 消す 直す 通す 移す 動かす
    戻す 渡す 返す 流す 干す 乾かす 冷やす 濡らす 足す 増やす 減らす 伸ばす 延ばす 滑らす 合わす 探す 試す 示す 記す 崩す 壊す
    溶かす 沸かす 鳴らす 照らす 揺らす 刺す 挿す 差す 指す 残す 表す 果たす 話す 貸す 剥がす 吊るす 慣らす 生かす こす 漉す 浸す
    だす けす 蒸らす 蒸す 濾す 燃やす 増す 刷る 均す 湿らす 施す 尽くす 満たす 充たす 開く 引く 置く 書く 拭く 磨く 巻く 抜く 解く
    敷く 炊く 焼く 突く 除く 履く 聞く 聴く 続く 付く 着く 届く 動く 働く 向く 乾く 描く 砕く ふく 拭う 吹く 導く 招く 抱く 省く
    裂く 割く ひく おく ぬく まく 叩く はく 掃く 弾く 蒔く 空く 繋ぐ 脱ぐ 注ぐ 研ぐ 塞ぐ 防ぐ 継ぐ 剥ぐ 濯ぐ 稼ぐ 仰ぐ 扇ぐ 急ぐ
    騒ぐ 打つ 持つ 待つ 保つ 立つ 断つ 絶つ 勝つ 撃つ 放つ 飛ぶ 運ぶ 選ぶ 呼ぶ 結ぶ 並ぶ 学ぶ 遊ぶ 叫ぶ 喜ぶ 及ぶ 読む 挟む 包む
    積む 組む 踏む 飲む 摘む 掴む 噛む かむ 刻む 沈む 含む 進む 済む 緩む 痛む 絡む 編む 汲む 囲む 頼む 揉む もむ 込む 畳む 取る
    切る 貼る 張る 塗る 握る 絞る 縛る 測る 計る 量る 守る 送る 配る 振る 折る 掘る 削る 盛る 被る 乗る 座る 捻る 擦る 練る 蹴る
    彫る 渡る 作る 造る 創る 入る 戻る 回る 終わる 始まる 止まる 閉まる 決まる 変わる なる 成る 光る 鳴る 移る 直る 曲がる 上がる
    下がる 伝わる 繋がる 広がる 残る 当たる 掛かる 割る 破る 断る 知る 走る 減る 滑る 凍る 固まる 溜まる 詰まる 嵌る 締まる 縮まる
    収まる 納まる 加わる 触る 探る 釣る 刈る 煎る 炒る 蒸る 香る とる きる はる ぬる 図る 諮る 頼る 語る 飾る 使う 洗う 縫う 吸う
    払う 補う 覆う 行う 行なう 従う 習う 買う 扱う 違う 伴う 整う 揃う 合う 問う 狙う 追う 添う 沿う 向かう 言う 思う 会う 失う 担う
    負う 振るう 競う 結う 願う 食う ある やる 焦がす 逃がす 逃す 乱す 促す 冷ます 覚ます 醒ます 起す 落とす 落す 写す 映す 囲う 伺う
    遡る 遮る 揺する 繕う 覗く 撮る 録る 採る 執る 捕る 辿る 捲る 炙る 垂らす 捌く そぐ 削ぐ 突つく 毟る 撚る 縒る 見やる 志す
    励ます 慰む 労る 託す 課す 訳す 略す 介す 脱す 発す 排す 賭す 預かる 授かる 承る 賜る 奉る 窺う 頂く 戴く 賄う 償う 敬う 弔う
    祝う 誓う 呪う 拾う 疑う 装う 雇う 養う 商う 占う 漂う 奪う 襲う 嫌う 酔う 纏う 譲る 許す 赦す 拒む 阻む 挑む 臨む 望む 営む
    慎む 惜しむ 楽しむ 悲しむ 憎む 妬む 産む 生む 剃る 反らす 逸らす 凝らす 湿す 潤す 透かす 飛ばす 潰す 担ぐ 跨ぐ 下回る 上回る
    すくう きざむ ちぎる しばる くだく はかる まぶす ずらす 見直す 裏返す 見渡す かざす はずす まわす おろす はがす ほぐす つるす
    ならす さらす なおす もどす ひたす ぬらす たおす おこす ながす のばす ほどく みがく たたく つなぐ ふさぐ すすぐ つまむ つかむ
    はさむ 差込む 書込む 読込む たたむ しぼる ねじる ひねる 区切る 仕切る こする かぶる ゆする 読取る 受取る 見張る かかる たまる
    はまる さわる くくる おくる つくる 支払う そろう 手伝う つかう あらう ならう 見習う 背負う ふるう もらう さます 見回す 名乗る
    のぞく あがる さがる まわる かわる たどる くるむ なぞる めくる はじく しごく たぐる 手繰る くぐる うがつ あぶる いぶす ゆがく
    とかす たらす こそぐ さする たわむ ゆすぐ さばく はたく つつく ふくむ むしる かじる すする かがむ もぐる うつす かえす そそぐ
    見極む 指差す 目指す まとう はらう 間引く 煮込む 見切る 裏切る 横切る しまう 仕舞う つぶす またぐ 書き記す 言い表す ほどこす
    ふさがる 滑らせる 繰り返す 取り除く 引っ掛く すり込む 放り込む 申し込む 混ぜ込む 差しこむ おしこむ はめこむ 織り込む ねじ込む
    引っ張る はぎ取る 持ち寄る 仕上がる つながる 見つかる おこなう 見計らう 見まわす 照合わす 読みだす 書きだす かき回す かき出す
    掻き出す つぎ足す 振り分く 結びつく 揺さぶる 引っぱる 引っかく くぼます へこます いたわる うるかす つっつく しゃがむ またがる
    ひっかく ゆるがす くみ出す 覆い隠す うなずく あてがう つくろう うかがう おぎなう やしなう したがう 書き留む 言い渡す 明け渡す
    染み込む しみ込む 掻き取る かき取る すり取る 飛び越す 追い越す 持ち越す 繰り越す 引っ越す 見過ごす 売り切る 膨らます 切り替わる
    入れ替わる 塗りつぶす 入れなおす 差しなおす 押しあげる もみほぐす 揉みほぐす ふくらます すりおろす 示し合わす 召し上がる
    けずり取る やり過ごす 曲がりくねる ひっくり返す 書き込む 読み込む 取り外す
""")
"""Godan verbs whose dictionary form does not follow from their okurigana; all others need no list."""

ICHIDAN_VERBS = words("""
    咥える 潜める 屈める 窄める 緩める 掠める 留める 止める 備える 供える 携える 従える 控える 率いる 顧みる 鑑みる 試みる 煎じる
    報いる 悔いる 強いる 老いる 懲りる 尽きる 飽きる 朽ちる 来る 捩じる 分れる 薄れる 膨れる 入れる 付ける 着ける 点ける 開ける
    空ける 閉める 締める 上げる 下げる 掛ける 懸ける 立てる 当てる 充てる 曲げる 広げる 拡げる 伸べる 抑える 押える 支える 変える
    替える 換える 代える 加える 与える 据える 避ける 分ける 捨てる 混ぜる 溶ける 煮る 茹でる 温める 暖める 冷める 沈める 固める
    丸める 纏める 集める 決める 定める 停める 泊める 弱める 強める 高める 深める 早める 速める 進める 始める 終える 続ける 埋める
    詰める 染める 勧める 薦める 求める 認める 改める 含める 縮める 伸びる 収める 納める 治める 検める 極める 調べる 並べる 比べる
    述べる 食べる 整える 揃える 数える 教える 伝える 覚える 考える 抱える 添える 植える 届ける 預ける 設ける 助ける 受ける 逃げる
    投げる 妨げる 焦げる 挙げる 繋げる 任せる 載せる 乗せる 寄せる 見せる 着せる 被せる 慣れる 触れる 離れる 外れる 取れる 切れる
    折れる 割れる 壊れる 汚れる 流れる 倒れる 漏れる 溢れる 現れる 表れる 隠れる 垂れる 崩れる 濡れる 遅れる 別れる 忘れる 連れる
    見る 着る 似る 診る 観る 看る 省みる 用いる 降りる 下りる 起きる 生きる 過ぎる 閉じる 感じる 信じる 生じる 応じる 転じる 通じる
    準じる 封じる 綴じる 講じる 投じる 命じる 禁じる 論じる 演じる 案じる 報じる 借りる 足りる 落ちる 満ちる 延びる 帯びる 浴びる
    錆びる 滅びる 溜める 貯める 嵌める 重ねる 尋ねる 訪ねる 束ねる 兼ねる 跳ねる 撥ねる 寝る 得る 経る 出る 消える 見える 冷える
    増える 燃える 煮える 生える 映える 超える 越える 蓄える 鍛える 訴える 構える 迎える 堪える 耐える 炒める 揚げる 漬ける 撫でる
    向ける 傾ける 背ける 駆ける 伏せる 辞める 休める 静める 鎮める 清める こねる ゆでる さける くべる すえる そえる のせる ずれる
    できる 出来る つける いれる あける しめる あげる さげる かける たてる あてる まげる かえる とめる ためる はめる うめる つめる
    とじる のける わける まぜる 真似る なでる やめる 見立てる 結わえる ゆわえる くわえる ひそめる かがめる すぼめる つぼめる
    ゆるめる たわめる こそげる くるめる まるめる かすめる くぼめる へこめる とどめる 見分ける 申し出る 願い出る そなえる 甘んじる
    重んじる 軽んじる 先んじる ちぎれる きわめる そろえる すすめる ふくめる からめる 分かれる 途切れる 捕まえる 踏まえる 押さえる
    据付ける 取付ける 貼付ける 見付ける 見つける 近づける 近付ける 遠ざける 仕分ける 切替える 切換える 取替える 着替える 組立てる
    仕上げる まとめる 見極める 見定める 確かめる 見比べる 浮かべる つなげる 合わせる かぶせる 滑らせる 動かせる 休ませる 濡らせる
    あふれる ひろげる おさえる ぶつける しらべる ならべる くらべる かためる あわせる かさねる たばねる 寝かせる 煮詰める 通わせる
    仕入れる 仕掛ける 腰掛ける 心掛ける 心がける 出かける 煮つける 紐付ける 紐づける 名付ける 名づける 裏付ける 片付ける 片づける
    這わせる 効かせる 当てはめる 書き留める ねじ曲げる かき分ける 掻き分ける 選り分ける より分ける かき集める 掻き集める 教え込める
    言い伝える 申し伝える 言い添える 据え置ける あたためる 言い換える つかまえる 引っ込める 押し込める 取りつける 振り分ける
    繰り上げる 繰り下げる 折り畳める かき混ぜる 掻き混ぜる 引っ掛ける 引っかける 吊り下げる つり下げる ぶら下げる 見合わせる
    入れ忘れる たしかめる 馴染ませる なじませる 立てかける 吹きかける ふりかける ぬりつける 塗りつける すりつける 擦りつける
    押しつける 締めつける 打ちつける 貼りつける 巻きつける ひきつける とりつける 書きつける 受けつける 備えつける 植えつける
    焼きつける 関連付ける 関連づける 結びつける 位置付ける 位置づける 義務付ける かたづける 番号付ける 申し付ける 押しとどめる
    たたみかける 混ぜ合わせる なすりつける くくりつける すり合わせる 問い合わせる 気をつける 気を付ける 組み立てる 取り付ける
""")
"""Ichidan verbs of the same kind."""

SAHEN_NOUNS = words("""
    お勧め はんだづけ はんだ付け ハンダ付け ハンダづけ 半田付け 長押し ダブルクリック 右クリック 左クリック ドラッグ ドロップ
    ドラッグ&ドロップ ドラッグ＆ドロップ ドラッグアンドドロップ ドラッグ・アンド・ドロップ ねじ止め ネジ止め ねじ締め 糊付け 水洗い
    手洗い 空拭き 水拭き 乾拭き から拭き 仮止め 仮締め 本締め 増し締め 位置合わせ 位置決め 芯出し 水抜き 空気抜き エア抜き 袋詰め
    箱詰め 裏返し 棚卸し 上げ下げ 上げ下ろし 開け閉め 抜き差し 出し入れ 乗り降り つけ置き 下ごしらえ あく抜き 水切り 湯せん 下書き
    上書き 取り込み 穴あけ 穴開け 面取り バリ取り ひも付け 紐付け
""")
"""Nouns written with kana that する makes a verb; those of kanji, katakana or Latin letters need no list."""

SHORT_SAHEN_NOUNS = frozenset(
    [
        "熱",
        "発",
        "接",
        "対",
        "達",
        "属",
        "課",
        "要",
        "適",
        "有",
        "愛",
        "訳",
        "略",
        "脱",
        "察",
        "関",
        "反",
        "面",
        "記",
        "排",
        "制",
        "呈",
        "賭",
        "博",
        "託",
        "解",
        "介",
        "資",
        "供",
        "議",
    ]
)
"""Single ideographs that take する; after all others し is the stem of a verb in す (濾します is 濾す)."""

FINAL_NOUNS = words("""
    押下 選択 検索 クリック タップ ダブルクリック 右クリック 長押し 入力 実行 起動 停止 終了 確認 取り付け 取付け 取付 取り外し
    取外し 組み立て 組立て 組立 はんだ付け はんだづけ 半田付け 接続 装着 挿入 切断 固定 交換 点検 清掃 洗浄 乾燥 塗布 貼付 貼り付け
    締め付け 締付け 締付 記入 記録 報告 連絡 提出 押印 捺印 送付 送信 配布 回収 廃棄 保管 計量 測定 攪拌 撹拌 加熱 冷却 投入 充填
    開封 施錠 解錠 消毒 着用 コピー ペースト ドラッグ ドロップ ログイン ログアウト ダウンロード インストール アップロード チェック
    給油 給水 排水 注油 差し込み 抜き取り 巻き付け 取り出し 書き込み 読み込み 切り離し 再起動 電源投入 電源オン 電源オフ スクロール
    スワイプ 押し込み 増し締め 目視確認 動作確認 印刷 スキャン 検収 承認 申請 通知 返却 受領 照合 検査 調整
""")
"""Action nouns that may end an instruction without a verb (「登録ボタンを押下」, 「LED 取り付け」)."""

ACTION_NOUNS = frozenset(
    words("""
    選択 指定 入力 設定 登録 変更 編集 削除 追加 作成 更新 保存 複製 移動 検索 置換 転記 記入 記録 記載 押印 捺印 署名 提出 送付
    送信 返信 転送 配信 受信 申請 承認 却下 回付 回覧 差戻 依頼 連絡 報告 通報 相談 照会 照合 突合 確認 点検 検査 検品 検収 検証
    判定 測定 計測 計量 秤量 校正 較正 調整 調節 調律 補正 補充 補給 注油 給油 給水 給紙 給電 通電 接続 結線 配線 結束 固定 締結
    仮固定 装着 着脱 脱着 取付 取外 設置 据付 配置 敷設 搬入 搬出 運搬 移送 移設 撤去 撤収 収納 格納 保管 保冷 冷蔵 冷凍 解凍 加熱
    加温 冷却 乾燥 加湿 除湿 換気 通風 消毒 滅菌 殺菌 除菌 洗浄 水洗 清掃 清拭 拭浄 研磨 研削 切削 切断 裁断 穿孔 穿刺 穴開 圧着
    溶接 溶着 接着 貼付 貼布 塗布 塗装 噴霧 散布 撒布 滴下 注入 吸引 吸入 採取 採血 採水 抽出 抽薬 混合 混和 混練 攪拌 撹拌 希釈
    分注 分取 分離 濾過 静置 急冷 徐冷 放冷 遠心 培養 播種 投入 投与 投薬 投函 装填 充填 充電 放電 排出 排水 排気 脱気 脱脂 除去
    除塵 廃棄 処分 分別 分類 仕分 整理 整列 整頓 梱包 包装 封入 封緘 密封 密閉 開封 開栓 閉栓 開放 開錠 施錠 解錠 解除 遮断 投錨
    係留 積載 荷役 起動 始動 再起動 停止 終了 開始 再開 中断 中止 実行 実施 操作 運転 稼働 試運転 暖機 点火 点灯 消灯 消火 着火 交換
    取替 修理 修繕 補修 復旧 復元 回復 退避 待避 避難 誘導 案内 着席 起立 着用 着衣 脱衣 装備 携行 携帯 持参 受領 受付 受理 発行
    発注 発送 出荷 入荷 入庫 出庫 納品 納付 返品 返却 返金 入金 出金 送金 振込 支払 精算 清算 集計 計上 仕訳 記帳 起票 起案 決裁
    契約 解約 購入 注文 印刷 複写 撮影 録画 録音 再生 投影 展開 圧縮 暗号化 復号 コピー ペースト カット ドラッグ ドロップ スクロール
    スワイプ ピンチ フリック タップ クリック ダブルクリック スキャン アップロード ダウンロード インストール アンインストール
    ログイン ログアウト サインイン サインアウト アクセス チェック オン オフ セット リセット クリア キャンセル マウント アンマウント
    バックアップ リストア コンパイル ビルド デプロイ インポート エクスポート コミット プッシュ プル マージ
    """)
)
"""Action nouns that are an action without する where a conjunction, or 後, follows them."""

TITLE_VERBS = frozenset(
    words("""
    関連付ける 関連づける 紐付ける 紐づける ひもづける 乗じる 掛け合わせる 足し合わせる 隠す 設定する 登録する 作成する 検索する
    変更する 編集する 削除する 追加する 管理する 参照する 表示する 閲覧する 出力する 読み込む 書き込む エクスポートする
    インポートする 作る 使う 利用する 使用する 確認する ログインする ログアウトする インストールする アンインストールする 構築する
    準備する 用意する 実行する 保存する 更新する 申請する 承認する 公開する 送信する 受信する 印刷する 復元する バックアップする
    導入する 開始する 始める 終了する 起動する 停止する 接続する 解析する 分析する 計算する 変換する 調整する 運用する 操作する
    制御する 共有する 依頼する 確定する 取得する 知る 学ぶ 理解する 設置する 測る 測定する 計測する 見る 調べる 探す
    カスタマイズする 有効にする 無効にする 切り替える 再起動する 初期化する リセットする ダウンロードする アップロードする 交換する
    点検する 清掃する 選択する 一覧する 統計する 集計する 指定する 抽出する 判定する 生成する 発行する 連携する 設計する 開発する
    試す 書く
    """)
)
"""Verbs that name a goal: 「項目を登録する」 without full stop is a title, 「レバーを倒す」 is a step."""

INTRANSITIVE_VERBS = frozenset(
    words("""
    突き当たる 行き当たる 当たる ぶつかる 浮き出る 突き出る 飛び出す 落ち切る 滴る 垂れる 染みる 滲む にじむ 鳴り止む 空く 浮く 経つ
    浮かぶ 沈む 傾く 届く 反る 撓む たわむ 点く 灯る ともる 止む 抜ける 剥がれる はがれる 漏る 溶ける 溶け出す 焦げる 凍る 曇る 濁る
    湿る 濡れる 錆びる 腐る 傷む 縮む 膨らむ 裂ける 破れる 欠ける 引っかかる 引っ掛かる 挟まる 絡まる ずれる ぐらつく がたつく
    落ち着く 静まる 鎮まる 収束する 安定する 飽和する 結露する 凝固する 蒸発する 気化する 硬化する 劣化する 変色する 変形する
    破損する 故障する 発振する 振動する 共振する 停電する 復電する 到着する 着信する 混じる 混ざる 散る 散らばる 溢れ出る 漏れ出す
    噴き出す 吹き出す 飛び散る 煮立つ 沸く 泡立つ 目詰まりする 焼き付く 固着する 来る あがる さがる まわる かわる 冷める 折れ曲がる
    曲がりくねる ふさがる 分かれる 分れる 途切れる 薄れる 膨れる 歪む 狂う 漂う 迷う 困る 余る 属する 重なる 連なる 至る 及ぶ 高まる
    弱まる 強まる 早まる 深まる 薄まる ある 帰属する 由来する 依存する 相当する 一致する 関係する 影響する 機能する 成り立つ
    起因する 準拠する 位置する 所属する 集中する 普及する 終わる 済む なる 成る 変わる 切り替わる 切替わる 入れ替わる 始まる 止まる
    閉まる 決まる 光る 鳴る 直る 曲がる 上がる 下がる 立ち上がる 浮き上がる 伝わる つながる 繋がる 広がる 残る かかる 掛かる
    見つかる 固まる 溜まる たまる 詰まる はまる 収まる 納まる 加わる 消える 見える 聞こえる 冷える 増える 外れる 取れる 切れる
    折れる 割れる 壊れる 流れる 倒れる 漏れる 溢れる 現れる 表れる 落ちる 満ちる 伸びる 延びる できる 出来る 生じる 遷移する
    点灯する 点滅する 消灯する 完了する 発生する 存在する 異なる 動く 働く 動作する 対応する 該当する 達する 経過する 起きる 整う
    揃う そろう 付く 続く 緩む 減る 出る 移る 回る 戻る 成立する 成功する 失敗する 自動起動する 反映する 発光する 作動する 乾く
    沸騰する 鳴動する 変化する 低下する 上昇する 発熱する 発火する 膨張する 思う 違う 合う 絡む 並ぶ 言う 含む 示す 表す
    """)
)
"""Verbs whose agent is normally a thing; with an object and a request form they are still an action of the user."""

DISPLAY_VERBS = frozenset(
    words("""
    表示する 開く 閉じる なる 成る 変わる 切り替わる 切替わる 遷移する 点灯する 点滅する 消灯する 起動する 始まる 開始する 終了する
    完了する 戻る 止まる 停止する 鳴る 移動する 出る 消える 現れる 立ち上がる 追加する 登録する 保存する 削除する 更新する 作成する
    反映する 出力する 適用する 選択する 送信する 実行する 入力する 設定する 確定する 有効にする 解除する リセットする 自動起動する
    マウントする ダウンロードする インポートする 展開する 移る 回る 光る 動く 動作する 自動入力する 格納する 生成する 発行する
    接続する 届く 通知する 認識する ログアウトする ログインする 印刷する 再生する 記録する ロックする つながる 繋がる
    """)
)
"""Verbs of what the user sees the system do (〜が表示されます, 〜に切り替わります)."""

GOAL_OBJECT_VERBS = frozenset(
    words("""
    移動する 遷移する アクセスする 問い合わせる お問い合わせる ログインする サインインする 触れる 乗る 連絡する 報告する
    相談する 依頼する 触る 従う
    入る 通知する 給電する 通電する 給油する 注油する 給水する 給脂する 送電する
    """)
)
"""Verbs without を whose に or へ phrase is what they act on."""

ENTRY_VERBS = frozenset(
    words("""
    入力する 記入する 設定する 指定する 記載する 入れる 打ち込む 書く 書き込む 記述する 貼り付ける ペーストする ドラッグする
    ドロップする ドラッグ&ドロップする 変更する セットする
    """)
)
"""Verbs of entering: a field named with に is acted on, not the value in を."""

NON_OPERATIONS = frozenset(
    words("""
    参照する 対する 関する 属する 要する 有する 際する 基づく よる 応じる 用いる おすすめする お勧めする お薦めする 推奨する 除く
    従う 含む 言う 思う 経る 通じる 沿う 伴う 記す 示す 準じる 兼ねる 超える 越える 下回る 上回る 帯びる 参考にする 忘れる 怠る 誤る
    間違える 間違う 注意する 気をつける 気を付ける 説明する 紹介する 解説する 想定する 仮定する 経由する できる 出来る ある 願う
    限る 願い致す 致す いたす 頂く いただく
    """)
)
"""Verbs of relations, cross references and what the manual itself does."""

AMBITRANSITIVE_VERBS = frozenset(
    [
        "起動する",
        "終了する",
        "開始する",
        "完了する",
        "停止する",
        "再起動する",
        "移動する",
        "回転する",
        "接続する",
        "開く",
        "閉じる",
    ]
)
"""Verbs of people and things: in 「起動すると…」 without an object the agent is the thing."""

USE_VERBS = frozenset(words("つかう 使う 使用する 利用する 活用する 用いる 導入する 採用する 応用する"))
"""Verbs of using."""

ANNOUNCING_VERBS = frozenset(
    words("""
    設定する 管理する 運用する 操作する 解析する 検索する 参照する 閲覧する 説明する 準備する 登録する 作成する 変更する 編集する
    追加する 削除する 選択する 指定する 確認する 実行する 表示する 更新する
    """)
)
"""Verbs of the sentence that announces a section (「検査条件を設定します。」)."""

SUMMARY_VERBS = frozenset(
    words("""
    まとめる 言う 言い換える 比べる 比較する 考える 要約する 例える たとえる 換算する 概算する 総合する 見る 思う 加味する 勘案する
    表にする 図にする 例にする グラフにする
    """)
)
"""With と or ば they lead on to what the manual says (「以上をまとめると」)."""

MANNER_VERBS = frozenset(
    words("""
    押さえる 押える おさえる 抑える 支える 持つ つまむ 摘む 押さえつける 押え付ける 保持する 引っ張る 見る 確認する 注意する 続ける
    保つ 維持する 考える 比べる 参照する
    """)
)
"""With ながら they say how the next thing is done."""

MANUAL_VERBS = frozenset(
    words("""
    接続する 実装する 配線する 通電する 給電する 実行する 起動する 再起動する 設置する 結線する 結束する 挿抜する 抜き差しする
    差し替えする 半田付けする ハンダ付けする ハンダづけする 半田づけする ねじ止めする ネジ止めする 仮止めする 仮締めする 本締めする
    増し締めする 長押しする 水洗いする 拭き掃除する クリックする ダブルクリックする 右クリックする 左クリックする タップする
    ダブルタップする 押下する スワイプする ドラッグする ドロップする 装着する 挿入する 固定する 切断する はんだづけする
    はんだ付けする 塗布する 投入する 着用する 施錠する 解錠する 消毒する 攪拌する 撹拌する 洗浄する 廃棄する 計量する 測定する
    秤量する 加熱する 冷却する 点火する 消火する 充填する 注入する 滴下する 希釈する 混合する 静置する 遠心する 除去する 貼付する
    記入する 記録する 押印する 捺印する 締結する 注油する 給油する 給水する 排水する 抜去する 開封する 密封する 梱包する 積載する
    搬入する 搬出する 撮影する 乾燥する 研磨する 切削する 圧着する 脱脂する 噴霧する 浸漬する 採取する 穿刺する 止血する
    """)
)
"""Sahen verbs that name a movement of hand or tool; all others without full stop read as titles of procedures."""

POINTING_VERBS = frozenset(
    words("""
    クリックする ダブルクリックする 右クリックする 左クリックする タップする ダブルタップする 押す 押下する 長押しする スワイプする
    ドラッグする ピンチする フリックする
    """)
)
"""Verbs that work a control even where its name has no brackets."""

PROCESSING_VERBS = frozenset(
    words("""
    試算する 算定する 扱う 出力する 生成する 算出する 判定する 抽出する 変換する 検出する 推定する 補正する 蓄積する 解析する
    計算する 集計する 正規化する 自動生成する 自動実行する 受信する 制御する 保持する 管理する 提供する 通知する 正対化する
    再構成する 発行する 配信する 返す 評価する 分類する 分割する 統合する 応答する 送出する 付与する 補間する 間引く 推計する
    自動計算する 結合する
    """)
)
"""What software does to data; with a request, or a control named, the agent is the user."""

SIDES = frozenset(
    [
        "上",
        "下",
        "表",
        "裏",
        "前",
        "後ろ",
        "手前",
        "奥",
        "横",
        "縦",
        "上向き",
        "下向き",
        "横向き",
        "縦向き",
        "内側",
        "外側",
        "表面",
        "裏面",
        "逆",
        "逆さ",
        "逆向き",
        "向き",
        "斜め",
        "平行",
        "中心",
        "目安",
        "参考",
    ]
)
"""「裏面を上にして取り付ける」: with にして they say how the next thing is done."""

KANA_NOUNS = words("""
    か所 済み 押しボタン 後ろ 高さ 長さ 大きさ 深さ 重さ 太さ 明るさ 厚さ 強さ 速さ 硬さ 濃さ 広さ お知らせ お問い合わせ
    見積もり 手すり 取っ手
    穴あけ 割り当て お気に入り ごみ箱 ひび割れ すき間 つけ根 組み立て はんだ付け すべて 全て もう片方 もう一方 もう一端 もう一つ
    ところ 目詰まり さび止め すべり止め つなぎ目 重なり ねじ ふた はんだ ばね つまみ その辺り ねじ山 切りくず お湯 ご案内
    吸い込み口 宛て先 あて先 上ぶた 裏ぶた
""")
"""Nouns with hiragana that an object may contain; all other hiragana ends it, except the okurigana of deverbal nouns."""

CONTROL_WORDS: Mapping[str, tuple[str, ...]] = {
    "checkbox": words("チェックボックス チェック欄 チェックマーク チェック"),
    "field": words("""
        テキストボックス 入力ボックス コンボボックス リストボックス ドロップダウンリスト ドロップダウン プルダウンメニュー
        プルダウンリスト プルダウン 入力欄 各項目 各欄 フィールド スピンボックス エディットボックス 欄
    """),
    "button": words("ラジオボタン 押しボタン 押ボタン ボタン ぼたん 釦 トグル button Button"),
    "menu": words("コンテキストメニュー サブメニュー メニューバー メニュー コマンドメニュー menu"),
    "tab": words("タブ tab Tab"),
    "screen": (
        "ダイアログボックス",
        "ダイアログ",
        "ウィンドウ",
        "ウインドウ",
        "ポップアップ",
        "ページ",
        "画面",
        "ペイン",
        "screen",
        "dialog",
        "window",
    ),
    "icon": words("アイコン"),
    "link": words("ハイパーリンク リンク"),
    "key": words("キー"),
}
"""Target type to the words that only name a kind of control and are no part of a name: ボタン in 「開始ボタンを押す」."""

HEAD_NOUNS: Mapping[str, tuple[str, ...]] = {
    "other": words("""
        トップページ マイページ APIキー アクセスキー ライセンスキー プロダクトキー シークレットキー セキュリティキー 秘密キー
        公開キー 共通キー 暗号キー
        暗号化キー 主キー 外部キー 検索キー 並べ替えキー マスターキー ルームキー カードキー スペアキー 合いキー ホームページ
        ウェブページ Webページ
    """),
    "file": (
        "ファイル",
        "フォルダ",
        "フォルダー",
        "ディレクトリ",
        "データ",
        "イメージ",
        "ファームウェア",
        "スクリプト",
        "文書",
        "ドキュメント",
    ),
    "connector": words("""
        ケーブル コネクタ コネクター ジャック ポート ソケット 端子 プラグ コード コンセント 配線 ホース アダプタ アダプター 電源線
        信号線 電線 リード線 アース線 継手 カプラ カプラー チューブ パイプ 配管 端子台 スロット
    """),
    "switch": words("""
        スイッチ レバー つまみ ツマミ ノブ ジャンパ ダイヤル ハンドル バルブ コック ブレーカ ブレーカー 栓 弁 トリガー ペダル
        クランク
        切換器 開閉器 遮断器
    """),
    "link": words("URL アドレス サイト"),
    "command": words("コマンド プログラム ツール アプリ ソフト ソフトウェア"),
    "field": words("""
        プロパティ 属性 アドレスバー 検索バー 検索窓 ボックス テキストエリア 入力エリア フォーム セル 項目 値 設定 パラメータ
        パラメーター 名
        番号 ID
        パスワード 条件 保存先 出力先 宛先 接続先 送信先 転送先 参照先 期間 日付 日時 年月日 年月 開始日 終了日 金額 数量 単価
        区分 種別
        住所 件名 本文 備考 摘要 タイトル モード レベル 方式 範囲 間隔 形式 上限 下限 時刻 回数 言語 単位 理由 コメント 科目
    """),
    "part": words("""
        ねじ ネジ ビス ボルト ナット カバー ふた 蓋 フタ 基板 プレート 部品 ダイオード 抵抗 コンデンサ 電池 バッテリー フィルタ
        フィルター パッキン ベルト ギア モータ モーター センサ センサー ピン ヘッダ パネル シート LED PCB モジュール ユニット ハンダ
        はんだ キャップ ブラケット ローラ ローラー ノズル タンク 容器 ドア 扉 足 パット パッド トレイ カートリッジ 側 片方
        ランプ 表示灯
        インジケータ インジケーター ディスプレイ レンズ アンテナ スピーカー マイク ストラップ ファン ヒーター ヒータ ポンプ シリンダ
        シリンダー ピストン シャフト ベアリング 軸受 軸受け 歯車 プーリ プーリー チェーン スプリング ばね ワッシャ ワッシャー 座金
        スペーサ スペーサー Oリング Ｏリング ガスケット クリップ クランプ バンド バックル フック 金具 留め具 締め具 ストッパー
        ストッパ
        ロック ヘッド ブレード カッター ドリル バイト ホルダ ホルダー チャック ワーク テーブル ドラム トナー インク 電極
        プローブ 板 棒
        軸 管 内ぶた 中ぶた 上ぶた 天板 底板 側板 背板 棚板 つめ 爪 バケット ブーム アーム アウトリガー マウスピース 弦 ペグ
        キースイッチ キーキャップ メモリ メモリー カード ディスク ブッシュ シール ラベル カラー ピペット ローター カラム セル
    """),
}
"""Target type to the head nouns that are part of a name: ケーブル in 「延長ケーブルを巻く」 is a connector."""


class Lexicon:
    """The words of one reader: the built-in ones, and those that its user added."""

    def __init__(self, added: StepVocabulary | None = None) -> None:
        added = added or StepVocabulary()
        sahen, ichidan, godan = list(SAHEN_NOUNS), list(ICHIDAN_VERBS), list(GODAN_VERBS)
        for verb in added.verbs:
            if verb.endswith("する"):
                sahen.append(verb[:-2])
            elif verb[-1:] in "うくぐすつぬぶむる" and len(verb) > 1:
                is_ichidan = (
                    len(verb) > 2 and verb[-1] == "る" and verb[-2] in "いきしちにひみりぎじびえけせてねへめれげぜでべ"
                )
                (ichidan if is_ichidan else godan).append(verb)
        self.stems: dict[str, Stem] = stem_table(godan, ichidan)
        self.sahen_nouns = alternatives(sahen)
        self.final_nouns = {noun: self.verb_of(noun) for noun in (*FINAL_NOUNS, *sahen)}
        self.manual_verbs = MANUAL_VERBS | set(added.verbs)
        self.action_nouns = ACTION_NOUNS | {verb[:-2] for verb in self.manual_verbs if verb.endswith("する")}
        self.controls = HeadWords(merged_types(added.suffixes, CONTROL_WORDS))
        self.names: Sequence[str] = sorted(added.names, key=len, reverse=True)
        self.caution_words: Sequence[str] = added.caution_words

    def verb_of(self, noun: str) -> str:
        """Return the verb that a deverbal or sahen noun names: 取り付ける of 取り付け, 接続する of 接続."""
        stem = self.stems.get(noun)
        return stem.lemma if stem is not None and not stem.dictionary_form else noun + "する"

    def is_manual(self, lemma: str) -> bool:
        """Return whether a verb names a movement of the hand rather than a goal."""
        if lemma.endswith("する"):
            return lemma in self.manual_verbs or lemma in POINTING_VERBS
        return lemma not in TITLE_VERBS and lemma not in USE_VERBS

    @cached_property
    def first_characters(self) -> Mapping[str, int]:
        """The first characters of all stems, each with the length of the longest stem that begins with it."""
        longest: dict[str, int] = {}
        for stem in self.stems:
            longest[stem[0]] = max(len(stem), longest.get(stem[0], 0))
        return longest


class HeadWords:
    """Words that a name may end in, with the target type they give; the longest one counts."""

    def __init__(self, types: Mapping[str, Sequence[str]]) -> None:
        self.kinds: dict[str, str] = {}
        for word, kind in longest_first({kind: tuple(words) for kind, words in types.items()}):
            self.kinds.setdefault(word, kind)
        self._sizes = sorted({len(word) for word in self.kinds}, reverse=True)

    def at_end_of(self, text: str) -> str:
        """Return the word that the text ends in, or an empty string."""
        return next((text[-size:] for size in self._sizes if text[-size:] in self.kinds), "")

    def kind_of(self, text: str, default: str = "") -> str:
        """Return the target type of the word that the text ends in."""
        return self.kinds.get(self.at_end_of(text), default)


HEADS = HeadWords(HEAD_NOUNS)


def alternatives(words: Sequence[str]) -> str:
    """Return the words as the inside of a group of a regular expression, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
