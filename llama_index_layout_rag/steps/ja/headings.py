# ruff: noqa: E501 - a pattern stays on one line, or it cannot be searched for
"""What the heading above an item says of it: whether the section describes or instructs."""

from __future__ import annotations

HEADINGS = {
    # Below these a plain statement says what a thing is or what software does by itself.
    "describing_heading": r"(?:概要|概説|概論|特[徴長]|仕様|諸元|用語(?:集|の説明|の定義)?|とは|(?:しく|仕組)み|原理|背景|システム構成|機能構成|構成図|全体構成"
    r"|(?:システム|モデル|プログラム|ツール|装置|計器|センサー?)の?出力|出力(?:データ|ファイル|結果|項目|ログ)(?:の?一覧)?|(?:ファイル|ログ|コード|記号|メッセージ|エラー)の?一覧|変更履歴|更新履歴|改[訂版]履歴|できること|(?:製品|商品|機能|システム)の?(?:ご?紹介)|(?<![A-Za-z])(?:[Oo]verview|OVERVIEW|[Ff]eatures|FEATURES))[】）)>＞》〉■◆●\s]*$"
    r"|^\W*(?:(?:コマンド|関数|機能|用語|項目|仕様|各部|画面|引数)の?)?(?:解説|説明)\W*$|^\W*(?:引数|戻り値|返り値|返却値|書式|構文|文法)\W*$",
    # Below these what a thing makes possible is praise, whatever somebody does with it.
    "overview_heading": r"(?:概要|概説|特[徴長]|できること|はじめに|(?:製品|商品|機能|システム)の?(?:ご?紹介)|(?<![A-Za-z])(?:[Oo]verview|OVERVIEW|[Ff]eatures|FEATURES|[Ii]ntroduction))[】）)>＞》〉■◆●\s]*$",
    # What opens by saying what a thing is for tells of the thing.
    "presents": r"(?![^。]*のは)[^。]{0,80}?(?:ための|用の?|向けの?|[うくぐすつぬぶむる])[一-龯ァ-ヴーA-Za-z]{0,14}(?:プログラム|装置|機能|ツール|システム|ソフト(?:ウェア)?|アプリ(?:ケーション)?|サービス|機[器械]|計器|基板|センサー?|モジュール|ライブラリー?|製品|器具|コントローラー?|端末|サイト|しくみ|仕組み|ロボット|カメラ|デバイス)(?:です|である)。",
    # Below these what is not numbered says what a parameter does.
    "parameter_heading": r"^\W*(?:パラメーター?|引き?数|オプション引数|属性)\W*$",
    # Below these stands what is still to be done to the thing described, by whoever makes it.
    "planned_heading": r"^\W*(?:TODO|ToDo|今後の(?:予定|課題|対応|拡張)|ロードマップ|未対応(?:の?項目)?|既知の(?:問題|不具合))\W*$",
    # Below these so does one without an operation that something answers to.
    "topical_heading": r"に(?:ついて|関して)[】）)]?\s*$",
    # Below these it tells what to do, whatever stands above them.
    "instructing_heading": r"手順|方法|操作|(?:使い|つかい|やり|し|進め)方|インストール|セットアップ|導入|準備|手入れ|点検|交換|清掃|組み?立て?|取り?付け|取り?外し"
    r"|(?:起動|終了|停止|実行|設定|登録|作成|編集|変更|追加|削除|検索|入力|ログイン|ログアウト|ダウンロード|アップロード|接続|更新|確認)[】）)]?\s*$|[うくぐすつぬぶむる]\s*$",
    # What somebody asks in a list of questions and answers.
    "asked_marker": r"\W*(?:[QＱ]|質問|問|[Qq]uestion)\s*[0-9０-９]{0,3}[-‐.．:：)）】］\]]?\s*$",
    "asked": r"\s*[QＱ][0-9０-９]{0,3}[.．:：]",
    "content_word": r"[一-龯々]+|[ァ-ヴー]+|[A-Za-z0-9]+",
}
