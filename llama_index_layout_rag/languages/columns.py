"""Names of the columns of tables that tell a procedure row by row, by language.

All patterns are matched against the whole name, folded (`layout.normalize.fold_text`), case ignored. A table may be headed in
another language than the manual is written in ("No." in Japanese, "Step" in a translation), so that all languages are tried.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ColumnNames:
    """What the columns of step tables are called in one language."""

    step_number: str
    """The number of a step."""
    number: str
    """The number of anything."""
    operation: str
    """What is done, in a table whose rows are numbered."""
    description: str
    """What is done, in a table whose rows are numbered as steps; beside other numbers it tells what a thing is."""
    remedy: str
    """What is done about the state that another column names."""
    condition: str
    """When it is done: a state, a case, a symptom."""
    result: str
    """What is to be seen afterwards."""
    caution: str
    """What is to be heeded meanwhile."""
    remark: str
    """Remarks of all kinds; only those that warn are cautions."""
    other: str
    """What no table of steps tells: controls and what they do, dates and persons of a plan."""
    nothing: str
    """Cells that say that there is nothing to say."""


COLUMN_NAMES: dict[str, ColumnNames] = {
    "ja": ColumnNames(
        step_number=r"(?:手順|作業|操作|工程|ステップ)\s*(?:番号|順序|順番|順|no\.?|№|#)?",
        number=r"(?:項目)?\s*(?:番号|順序|順番|順|no\.?|№|#)|項番",
        operation=r"(?:操作|作業|実施|手順|工程|点検|対応)(?:の?(?:内容|手順|方法|事項|項目))?|(?:操作|作業|点検)(?:要領|のしかた)|(?:実施|行う|やる)こと|やり方|方法",
        description=r"内容|説明|詳細",
        remedy=r"(?:処置|対処|対策|対応|解決|処理|復旧|措置)(?:の?(?:方法|手順|内容|策))?|対処法|(?:対処|直し)のしかた|解決策|修理方法",
        condition=r"条件|場合|状況|症状|現象|状態|事象|異常(?:の?(?:内容|現象|状態))?|トラブル(?:内容)?|こんなとき(?:は|には)?|困ったとき|故障(?:の?(?:内容|状態))?|問題|不具合(?:内容)?"
        r"|(?:エラー|警告|アラーム)?(?:メッセージ|表示)(?:内容)?|エラー(?:の?内容)?",
        result=r"(?:期待(?:される)?|実行|操作|確認|動作)?結果|期待(?:値|動作)|(?:画面|本体)の?(?:表示|動作|変化|応答)|応答|(?:完了|終了)の?状態"
        r"|確認(?:事項|内容|項目|ポイント)?|(?:判定|合格|良否)の?(?:基準|条件)|あるべき状態",
        caution=r"(?:安全上の?)?(?:注意|留意|警告|危険|禁止)(?:点|事項|ポイント)?|(?:安全|注意)(?:の?(?:ポイント|急所|要点))|安全",
        remark=r"備考|(?:作業の?)?(?:ポイント|要点|急所)|コツ|こつ|補足(?:説明)?|特記事項|参考|メモ",
        other=r"ボタン(?:名)?|キー(?:操作)?|メニュー(?:名)?|機能|名称|品名|ショートカット|期限|納期|期間|日程|電話(?:番号)?|内線|課題",
        nothing=r"[○×◯]|ok|ng|合格|不合格|良|否|済|なし|無し?|特に(?:なし|無し)|該当なし|同上|〃",
    ),
    "en": ColumnNames(
        step_number=r"(?:steps?|task|operation|sequence|seq\.?)\s*(?:no\.?|nr\.?|number|#)?",
        number=r"(?:item\s*)?(?:no\.?|nr\.?|number|#)|order",
        operation=r"(?:(?:user|operator|your|manual)\s+)?(?:actions?|operations?|activit(?:y|ies)|procedures?|instructions?|steps?|tasks?|work)"
        r"(?:\s+(?:description|steps?|to (?:take|perform|do)|details?))?|what (?:to|you) do|how to do it",
        description=r"descriptions?|details?|explanations?",
        remedy=r"(?:(?:possible|corrective|recommended|suggested|required|remedial)\s+)?(?:actions?|remed(?:y|ies)|solutions?|measures?|fix(?:es)?"
        r"|countermeasures?|corrections?|resolutions?|responses?)(?:\s+(?:to take|required|to be taken))?|what to do",
        condition=r"when|if|in case(?: of)?|conditions?|cases?|situations?|symptoms?|problems?|issues?|troubles?|faults?|failures?"
        r"|malfunctions?|(?:error|alarm|warning|fault)?\s*(?:messages?|displays?|indications?)|errors?|alarms?",
        result=r"(?:(?:expected|system|display|screen|machine|device)\s+)?(?:results?|responses?|outcomes?|behaviou?rs?|reactions?)"
        r"|what happens|you (?:will )?see|(?:acceptance )?criteri(?:on|a)|checks?(?:points?)?|confirm(?:ation)?",
        caution=r"(?:safety\s+)?(?:cautions?|warnings?|precautions?)|safety(?:\s+(?:notes?|points?|measures?))?|hazards?|dangers?|risks?",
        remark=r"(?:key |important )?(?:notes?|remarks?|points?|tips?|comments?)",
        other=r"buttons?|keys?|menus?(?: items?)?|functions?|shortcuts?|names?|owners?|assignees?"
        r"|due(?: dates?)?|deadlines?|phone(?: numbers?)?"
        r"|cycles|mnemonics?|opcodes?|versions?|releases?",
        nothing=r"ok|ng|pass(?:ed)?|fail(?:ed)?|yes|no|none|n/?a|nil|not applicable|same as above|ditto",
    ),
}
