# ruff: noqa: E501 - a pattern stays on one line, or it cannot be searched for
"""Entries of Japanese reference manuals: a command or setting printed in English, or a label, and what it is or does."""

from __future__ import annotations

_COMMANDS = (
    "Abort Add Adjust Align Allow Apply Assign Attach Auto Back Browse Cancel Center Change Clear Clone Close Collapse Compare "
    "Configure Connect Convert Copy Create Cut Deselect Disable Disconnect Discard Display Download Duplicate Edit Enable Erase Exit "
    "Expand Export Extract Fill Filter Find Flip Forward Freeze Generate Group Hide Ignore Import Include Insert Install Invert Join "
    "Keep Limit Link Listen Load Lock Log Logoff Maximize Merge Minimize Mirror Modify Move Mute New Open Overwrite Paste Pause Play "
    "Preview Print Quit Read Rebuild Receive Recent Record Redo Reduce Refresh Reload Remove Rename Repeat Replace Reset Resize "
    "Restart Restore Resume Reverse Revert Rotate Run Save Scale Scan Search Select Send Set Share Show Shut Skip Sort Split Start "
    "Stop Submit Suspend Swap Switch Sync Test Toggle Transfer Trim Undo Ungroup Uninstall Unlock Update Upload Use Verify View Wrap "
    "Write Zoom"
)
_CONTROLS = (
    "キー|ボタン|アイコン|メニュー|タブ|リンク|コマンド|画面|ダイアログ|ウィンドウ|ページ|チェック|欄|フォルダ|ファイル"
)
_PROGRAMS = "環境|ブランチ|リポジトリ|テーブル|コンテナ|サービス|サーバ|スクリプト|プログラム|変数|関数|プロジェクト|データ|マクロ|クラス|モジュール|パッケージ|ライブラリ|ディレクトリ"
"""Things that an identifier in front is the name of (「setup_db スクリプトを実行します」)."""

ENTRIES = {
    # "Print All 束ねた伝票をすべて印刷します": a command's name, and behind it, without a particle, what it does; also
    # options (-v) and names that end in small letters or dots (Lap count, Options...).
    "entry_term": rf"\s*(?:(?:{'|'.join(_COMMANDS.split())})\b(?![^。]{{0,30}}(?:{_CONTROLS}))[^ぁ-ん一-龯ァ-ヴ。\n]*(?=[一-龯ァ-ヴ]|それぞれ|この|その)"
    rf"|[A-Z][A-Za-z]*(?: [A-Za-z]+)* [a-z]{{2,}}(?: ?[(（\ue001][^一-龯]*)? ?(?=[一-龯ァ-ヴ]|[A-Z]{{2,}}[一-龯ァ-ヴ])(?!{_CONTROLS})"
    r"|[A-Z][A-Za-z0-9]*(?: [A-Za-z0-9]+)*(?: ?(?:\.\.\.|…))(?! ?[をでにのとがはも、。]) ?"
    rf"|[A-Z][A-Za-z]*(?: [A-Za-z]+)* ?\ue001+ ?(?=[一-龯ァ-ヴ])(?!{_CONTROLS})"
    # "/G=<倍率> 音量の倍率を指定する", 「音色（ToneSet） 鳴らす音色の組を指定します」
    # "max_retry 再試行の回数を設定します", "Loop / Once 反復して再生するか、一度だけ再生します"
    rf"|[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+ (?=[一-龯ァ-ヴ])(?!{_CONTROLS}|{_PROGRAMS})"
    rf"|[A-Z][\w-]*(?:(?: / [A-Z][\w-]*)+|(?:/[A-Z][\w-]*){{2,}}) (?=[一-龯])(?!{_CONTROLS}|各)"
    r"|/[A-Za-z?][\w-]{0,24}(?:[=:]\S*)?(?: \ue000+)* "
    r"|[一-龯ァ-ヴーA-Za-z0-9の・]{2,24}\ue001+[ \u3000]+(?=[一-龯ァ-ヴ])"
    r"|--?[a-z][\w-]* ?(?=[一-龯ァ-ヴ]))",
    # Behind what a command does: since or up to which version it exists.
    "since_version": r"[（(]\s*(?:(?:バージョン|版|[Vv]er(?:sion)?\.?|[Vv])\s*[0-9０-９][\d.]*|第[0-9０-９.]+版)\s*(?:以降|以上|以前|未満|より|から|まで)[^（）()]{0,8}[）)]\s*$",
    # 「空欄を除くかどうかを設定します」
    "whether": r"(?:か(?:どうか|否か)|か、?[^、。をはが]{1,16}ないか)を?[^、。をはが]{0,12}(?:設定|指定|選択|選[びぶ]|決め)(?:し|する|ます)",
    # A label, whatever stands in it; one that is all English names a setting of software.
    "long_label": r"\s{0,3}(?P<label>[^。：:]{2,40}?)\s{0,3}[：:]\s{0,3}(?=[^\s/])",
    # "Watermark 紙面に透かしを重ねたいときは選択してください": an option in front of when it is chosen.
    "option_label": r"\s*(?P<label>[A-Z][!-~]*(?: [!-~]+)*?)(?: ?\ue001+)? (?=[ァ-ヴ一-龯ぁ-ん])(?=[^。を]{0,60}(?:を[^。を]{1,40})?(?:場合|とき|際|時)(?:は|に|には|にのみ|のみ)?、?(?:選択|指定|チェック)し(?:て(?:下さい|ください)|ます))",
    # "Mute Mute ボタンを押すと…": the entry's name, and the sentence that begins with it.
    "repeated_label": r"\s*(?P<label>[A-Z][!-~]*(?: [!-~]+)*) (?=(?P=label)[ をのはでに一-龯ァ-ヴ])",
    "english_label": r"[A-Z][A-Za-z0-9.+-]*(?: [A-Za-z0-9.+-]+){1,4}$",
    # 「上限値：警報を出す温度です。」: what the label means; what follows goes on with that.
    "defines": r"(?:[一-龯ァ-ヴー\ue000]|もの|こと|ところ)(?:です|である|だ|になります|となります|のこと(?:です)?|を(?:表|示|指)(?:す|します))?$",
}
