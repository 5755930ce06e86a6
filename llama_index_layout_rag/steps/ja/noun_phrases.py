"""Reads the noun phrase before a particle: coordinated names, their owners, menu paths.

The text is read from the particle backwards, so that the phrase ends exactly where it has to and everything before it is
left alone. Quoted names win over the words around them; words that only name a kind of control are dropped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from llama_index_layout_rag.steps.ja.lexicon import HEADS, KANA_NOUNS, Lexicon, alternatives, words
from llama_index_layout_rag.steps.marking import ASIDE, NAME, MarkedText, Name

NUMBER = r"[\d一二三四五六七八九十数両]+(?:[.,〜～~-]\d+)?"
COUNTER = r"""(?:(?:[本個枚台つ組部名滴錠袋箱束足着冊杯式桁段行列回年日秒分度]|か所|ヶ所|箇所
    |種類|セット|文字|番目|か月|ヶ月|時間|週間
    |[mcknµμ]?(?:g|L|l|mol|m)|%|％)(?:間|分|目)?(?:ずつ|程度|ほど|以上|以内|以下)?)"""
AMOUNT = re.compile(rf"{NUMBER}\s?{COUNTER}", re.VERBOSE)
PRONOUN = re.compile(
    r"(?:各種|以下|次|上記|下記|前記|左記|右記|こちら|これら?|それら?|ここ|そこ|[こそ]の|同|本|上|下|もの|こと|方|の)$"
)

_NOUN_CHARACTERS = (
    "一-龯々〆ヶァ-ヴーｦ-ﾟA-Za-zＡ-Ｚａ-ｚ0-9０-９①-⑳À-ÿα-ωΑ-Ω〜～_./\\\\:%#$&＆*+"
    "~'’@・\\-‐–－>＞→⇒□△○◯☆◎●▲▼▶◀×℃°☑✓✔㈱㈲㎜㎝㎞㎏㎡㏄"
)
_INNER_BLANK = rf"(?<=[!-~{NAME}＞→⇒]) (?=[!-~一-龯ァ-ヴ＞→⇒{NAME}])|(?<=[一-龯ァ-ヴ]) (?=[!-~{NAME}])"
"""A blank inside a phrase is next to a Latin word. The text is read from right to left here."""
_VERB_BUTTONS = tuple(
    verb + control
    for verb in ["閉じる", "戻る", "次へ", "前へ", "進む", "送る", "開く", "見る", "元に戻す", "やり直す", "取り消す"]
    for control in ("ボタン", "キー", "アイコン")
)
_STEM_ENDS = "りめけきしえびみれちげせじぎねべさ"
_OKURIGANA = "[かがわまらさた]?"
_PART = rf"""(?:{alternatives([word[::-1] for word in (*KANA_NOUNS, *_VERB_BUTTONS)])}
    |[{_NOUN_CHARACTERS}{NAME}{ASIDE}]|{_INNER_BLANK.replace(" ", "[ ]")}
    |[{_STEM_ENDS}い]{_OKURIGANA}[一-龯][{_STEM_ENDS}い](?=[一-龯])  # 切り替え, 立ち上がり
    |(?<=[一-龯ァ-ヴ])[{_STEM_ENDS}]{_OKURIGANA}(?=[一-龯]{{1,2}}(?:[^一-龯をにへでとはもが]|$))  # 締め具
)
"""
_POLITE_PREFIX = r"(?:[おご](?=[をにはがのでともや、。\s]|$))?"
_UNIT = re.compile(rf"{_PART}+{_POLITE_PREFIX}", re.VERBOSE)
_UNIT_OR_STEM = re.compile(rf"(?:[{_STEM_ENDS}い](?=[一-龯ァ-ヴ]))?{_PART}+{_POLITE_PREFIX}", re.VERBOSE)
"""Before a particle of nouns a verb's stem is a noun (漏れの, 輪止めを)."""
_STEM_ALONE = re.compile(rf"[{_STEM_ENDS}い]{{1,2}}[一-龯]{{1,3}}{_PART}*", re.VERBOSE)
_KANA_OBJECT = re.compile(
    rf"(?:^|[、。\s]|(?<=[一-龯ァ-ヴー{NAME}{ASIDE}])[のにで])"
    rf"(?P<noun>(?!こと|もの|[こそあど](?:れ|こ|ちら)|ところ|ほう|いずれ|すべて|など|だけ|のみ|ため|よう)[ぁ-ん]{{2,6}}(?<![たるいうくすつぬむぶぐ]の)(?<!か)(?<!こと)(?<!もの))$"
)
"""A noun in hiragana that no list holds (おもりを, ふきんを)."""
_AND = words(
    "続いて 次に さらに 最後に それから と や および 及び または 又は もしくは あるいは 並びに ならびに かつ か"
)
_CONJUNCTION = re.compile(f"、?(?:{alternatives([word[::-1] for word in _AND])})|、|(?<= ),")
ADVERB = re.compile(
    r"""(?:.*通り|.*とおり|[月週年日]に?[\d〜～]+回.*|通常|最[後初]|一度|今回|以[下上降]|[上下]記|同様|次回?|適宜|必要|随時|再度|(?:そ|こ)の後|後|場合|時|際|毎[回日]|事前|先
        |直接|同時|全体|現在|実際|特|主|一旦|(?:基本|一般|自動|手動)的?|別途|必ず|再び|初めて|改めて|まず)$""",
    re.VERBOSE,
)
"""Words before an object that are not coordinated with it."""
LOCATION = re.compile(
    rf"""(?:.*(?:画面|(?<!売)上|下|(?<!案)内|中|外|横|側|隅|隣|端|(?<!図)面|(?<![務業理事画造全])部|欄|ウィンドウ|ウインドウ|ダイアログ|メニュー
          |ページ|タブ|一覧表?|リスト|(?:ツール|メニュー|タスク|ステータス|アドレス|スクロール|サイド|タイトル|検索)バー|パネル|左|右|奥|手前|色|タイプ)
      |各.*|先(?:程|ほど)|前[述記]?|同上|後|時|際|場合|とき|[裏表]側?|先頭|末尾|以[下上]|[上下]記|次|方|該当|対象|当該|任意|必要|その?他|別|全て?|すべて
      |左右|前後|両[方側]|同[じ様]|どちら|こちら|自[分身己]|複数|事前|別途|別売り?|市販|残り|周[囲辺り]|付近|近く|中[央心]|途中|冒頭|それぞれ
      |本(?:システム|ツール|機|装置|製品|アプリ|ソフト(?:ウェア)?|サービス)|当[社店院所]|お?手持ち|お?手元|所定|適[当切]|最[新適後初]|新規|既[存定]|現在|今回|通常
      |初期|手順[0-9①-⑳]*|別?[図表][0-9.-]*|後述|別紙|写真|例|希望|目的|第?[0-9①-⑳().．\-]+[項章節]?
      |[\w./\\~-]*\w\.[A-Za-z]\w{{0,4}}|[〜～~\d.,-]+|{NUMBER}\s?{COUNTER})$""",
    re.VERBOSE,
)
"""「XのY」: these X only say where or which, and are dropped."""
_AMOUNT_END = re.compile(rf"(?<=[^\d.A-Za-z\-])\s?(?!一式){NUMBER}\s?{COUNTER}$", re.VERBOSE)
_PARTITIVE = re.compile(
    r"(?:の(?:うち(?:の|から)?)?(?:いずれか|どちらか|どれか|両方|すべて|全て)(?:1つ|一つ)?|の?うち(?:の)?(?:1つ|一つ)|など|等|のみ|だけ)$"
)
_RELATIVE_CLAUSE = re.compile(r"るす|たし|る(?:[いあ][てで]|[れえけげせてねべめき])|た[っいしれえけげせてねべめきり]")
"""The end of a relative clause before a noun, read backwards (るす除削, たれさ示表)."""
_ATTRIBUTE = re.compile(
    r"""(?:.*(?:[さ量数率値度圧温色幅径力長高重]|状態|位置|向き|方向|種類|内容|設定|方法|手順|様子|有無|残量|解除|許可|承認|先頭|末尾|バージョン|版
        |サイズ|属性|型[番式]|一部|中身|原因|理由|結果|範囲|間隔|期限|時間|回数|詳細|履歴|内訳|明細|パラメータ|パラメーター|プロパティ|データ|情報
        |動き|流れ|汚れ|緩み|漏れ|割れ|傷|異常|[外内表裏左右上下前後横片両][側面部端]|先端|根元|縁|隙間|異音|音))$""",
    re.VERBOSE,
)
"""What a thing has rather than what it consists of: without its owner it says nothing (スペーサーの高さ)."""
_KIND_OWNER = re.compile(r".+(?:型|式|製|種|規格|仕様|サイズ)$")
"""What kind a thing is: part of its name (「薄型タイプの電池」)."""
_ADVERB_PREFIX = re.compile(
    r"(?:色々|各種|再[度び]|改めて|以下|一[度旦]|直接|同時|事前|別途|[上下]記)(?=[一-龯ァ-ヴーA-Za-z]{2})"
)
_PATH_SIGN = re.compile(r"\s*(?:→|⇒|>|＞|»)\s*")
_PATH = re.compile(r"[\w.:\\/~$%-]+[\\/.][\w.\\/-]+")
_PARTS = frozenset({"part", "connector", "switch"})
_CONTROLS = frozenset({"button", "key", "icon", "tab", "checkbox", "field", "link", "screen"})
_BARE_FIELDS = frozenset(("", "入力", "テキスト", "チェック"))
_MAX_COORDINATED = 8
_STOP = -1
"""Where reading continues when nothing further belongs to the phrase."""


@dataclass
class Target:
    """A thing acted on: its name, and what kind of thing it is."""

    text: str
    kind: str


@dataclass(frozen=True)
class _Run:
    """The text before a particle, also reversed: position 0 of `backwards` is the last character."""

    marked: MarkedText
    start: int
    end: int
    backwards: str
    before_object_particle: bool

    def skip_blanks(self, position: int) -> int:
        while self.backwards[position : position + 1] == " ":
            position += 1
        return position

    def unit(self, position: int) -> re.Match[str] | None:
        """Return one name; directly before the particle also a verb's stem (腫れを, 輪止めを)."""
        match = _UNIT.match(self.backwards, position)
        if match is not None or not self.before_object_particle:
            return match
        match = _UNIT_OR_STEM.match(self.backwards, position)
        return match if match is not None or position else _STEM_ALONE.match(self.backwards)

    def any_unit(self, position: int) -> re.Match[str] | None:
        return _UNIT.match(self.backwards, position) or _UNIT_OR_STEM.match(self.backwards, position)


class NounPhrases:
    """Reads noun phrases with the words of one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.controls = lexicon.controls

    def read(self, marked: MarkedText, start: int, end: int) -> tuple[list[Target], bool]:
        """Return the coordinated names that end at `end`, in printed order, and whether they form a menu path."""
        before_object_particle = marked.masked[end : end + 1] in ("を", "が")
        end = _before_partitive(marked.masked, start, end)
        run = _Run(marked, start, end, marked.masked[start:end][::-1], before_object_particle)
        found: list[Target] = []
        path, position = False, 0
        for _ in range(_MAX_COORDINATED):
            unit = run.unit(position)
            if unit is None:
                return [*_kana_object(run, position), *found], path
            names, is_path, following = self._with_owner(run, end - unit.end(), end - position, unit.end())
            found, path = [*names, *found], path or is_path
            position = _next_member(run, following)
            if position == _STOP:
                break
        return found, path

    def typed(self, text: str) -> Target:
        """Return the target that words without quotation marks name, without adverbs, amounts and the word for its kind."""
        text = text.strip().lstrip("①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳・ ").strip()
        prefix = _ADVERB_PREFIX.match(text)
        text = _without_amount(text[prefix.end() :] if prefix else text)
        text = text[1:] if text[:1] == "各" and text not in self.controls.kinds and len(text) > 3 else text
        control, head = self.controls.at_end_of(text), HEADS.at_end_of(text)
        if control and len(head) <= len(control):
            bare, kind = text[: -len(control)].strip(), self.controls.kinds[control]
            # 入力欄, テキストボックス: without a name before it the kind of field is the name.
            whole = kind in ("field", "checkbox", "screen") and len(text) > 1 and bare in _BARE_FIELDS
            return Target(text if whole else bare, kind)
        if PRONOUN.match(text):
            return Target("", "pronoun")
        return Target(text, "file" if _PATH.fullmatch(text) else HEADS.kinds.get(head, "other"))

    def _with_owner(self, run: _Run, start: int, end: int, following: int) -> tuple[list[Target], bool, int]:
        """Return the names of a unit and its owner (「AのB」), whether they are a path, and where reading continues.

        An owner that says whose or what stays with the name; one that says where is dropped, and so is a word that only
        names a kind of control (「［OK］のボタン」).
        """
        text = run.marked.masked
        following = run.skip_blanks(following)
        if run.backwards[following : following + 1] != "の":
            return *self._names(run.marked, start, end), following
        behind = run.skip_blanks(following + 1)
        owner = run.any_unit(behind)
        owner_end = run.end - behind
        owner_start = run.end - owner.end() if owner else owner_end
        words, owner_words = text[start:end].strip(), text[owner_start:owner_end].strip()
        if not words or words in self.controls.kinds:
            names, is_path = self._names_of_control(run.marked, (owner_start, owner_end), words)
            return names, is_path, owner.end() if owner else _STOP
        if NAME in words and NAME in owner_words and self._control_kind(owner_words) in ("menu", "tab"):
            return (
                [*self._names(run.marked, owner_start, owner_end)[0], *self._names(run.marked, start, end)[0]],
                True,
                _STOP,
            )
        if NAME in words + owner_words or owner is None or not owner_words or LOCATION.match(owner_words):
            return *self._names(run.marked, start, end), _STOP
        if not _KIND_OWNER.match(owner_words) and self._only_locates(run, words, owner.end()):
            return *self._names(run.marked, start, end), _STOP
        start, following = _outer_owner(run, owner_start, owner.end())
        return *self._names(run.marked, start, end), following

    def _control_kind(self, text: str) -> str:
        return self.controls.kind_of(text.replace(ASIDE, "").strip())

    def _only_locates(self, run: _Run, head: str, owner_end: int) -> bool:
        """Return whether an owner only says which thing is meant.

        The whole of a part (「炊飯器の内ぶた」), or what a clause describes (「削除する行の見出し」). Attributes keep theirs
        (「ねじの長さ」).
        """
        head = _without_amount(head)
        if _ATTRIBUTE.match(head):
            return False
        part = len(head) > 1 and HEADS.kind_of(head) in _PARTS
        described = HEADS.kind_of(head) != "file" and _RELATIVE_CLAUSE.match(run.backwards, owner_end) is not None
        return part or described or self.controls.kind_of(head) in _CONTROLS

    def _names_of_control(self, marked: MarkedText, owner: tuple[int, int], control: str) -> tuple[list[Target], bool]:
        """「［OK］のボタン」: the owner's names with the kind of the control; 「画面のボタン」 names none."""
        kind = self.controls.kinds.get(control, "")
        text = marked.masked[slice(*owner)].strip()
        if PRONOUN.match(text) or (NAME not in text and LOCATION.match(text)):
            return [Target(control if kind in ("field", "checkbox", "screen") else "", kind)], False
        names, is_path = self._names(marked, *owner) if text else ([], False)
        return [Target(name.text, kind or name.kind) for name in names], is_path

    def _names(self, marked: MarkedText, start: int, end: int) -> tuple[list[Target], bool]:
        """Return the names of one unit: the parts of a path, the quoted names where there are any, or its words."""
        names: list[Target] = []
        offset = start
        for part in _PATH_SIGN.split(marked.masked[start:end]):
            at = marked.masked.find(part, offset, end) if part.strip() else -1
            if at >= 0:
                offset = at + len(part)
                names.extend(self._names_of_part(marked, at, offset))
        return names, len(names) > 1 and not any(plus in marked.masked[start:end] for plus in "+＋")

    def _names_of_part(self, marked: MarkedText, start: int, end: int) -> list[Target]:
        unit = marked.masked[start:end]
        if NAME in unit:
            kind = self._control_kind(unit)
            quoted = (marked.inner(name) for name in _names_in(marked, start, end))
            return [Target(name, kind or HEADS.kind_of(name, "other")) for name in quoted]
        return [_path_in_aside(marked, start, end) or self.typed(_without_aside(marked, start, end))]


def _kana_object(run: _Run, position: int) -> list[Target]:
    if not run.before_object_particle:
        return []
    match = _KANA_OBJECT.search(run.marked.masked, run.start, run.end - position)
    return [Target(match.group("noun"), "other")] if match is not None else []


def _outer_owner(run: _Run, start: int, following: int) -> tuple[int, int]:
    """Return where a second 「AのBのC」 level begins, when A says whose and not where."""
    if run.backwards[following : following + 1] != "の":
        return start, following
    match = _UNIT.match(run.backwards, following + 1)
    owner = match.group()[::-1].strip() if match else ""
    if match is None or NAME in owner or LOCATION.match(owner) or PRONOUN.match(owner):
        return start, _STOP
    return run.end - match.end(), match.end()


def _next_member(run: _Run, following: int) -> int:
    """Return where the name before an "and" ends, or _STOP."""
    if following == _STOP or following >= len(run.backwards):
        return _STOP
    joint = _CONJUNCTION.match(run.backwards, run.skip_blanks(following))
    if joint is None:
        return _STOP
    position = run.skip_blanks(joint.end() + (run.backwards[joint.end() : joint.end() + 1] == "、"))
    member = run.any_unit(position)
    if (
        member is None
        or ADVERB.match(member.group()[::-1].strip())
        or run.backwards[member.end() : member.end() + 1] == "が"
    ):
        return _STOP
    return position


def _before_partitive(text: str, start: int, end: int) -> int:
    """Return where the names end in 「AまたはBのいずれかを」, 「Aなどを」."""
    while end > start and text[end - 1] == " ":
        end -= 1
    partitive = _PARTITIVE.search(text, start, end)
    return partitive.start() if partitive is not None and partitive.start() > start else end


def _path_in_aside(marked: MarkedText, start: int, end: int) -> Target | None:
    """「ファイル（conf/app.ini）」: the path is the name where the words are none."""
    unit = marked.masked[start:end]
    opening = start + unit.find(ASIDE)
    if ASIDE not in unit or unit.replace(ASIDE, "").strip() not in HEADS.kinds or marked.text[opening] not in "（(":
        return None
    inner = marked.text[opening + 1 : start + unit.rindex(ASIDE)]
    return Target(inner, "file") if _PATH.fullmatch(inner) else None


def _without_aside(marked: MarkedText, start: int, end: int) -> str:
    masked = marked.masked[start:end]
    rests = [match for match in re.finditer(f"[^{ASIDE}]+", masked) if match.group().strip()]
    if ASIDE not in masked or not rests:
        return marked.text[start:end]
    owned = masked[rests[-1].start()] == "の"
    rest = rests[-1] if owned else max(rests, key=lambda match: match.end() - match.start())
    return marked.text[start + rest.start() + owned : start + rest.end()]


def _without_amount(text: str) -> str:
    amount = _AMOUNT_END.search(text)
    return text[: amount.start()].strip() if amount else text


def _names_in(marked: MarkedText, start: int, end: int) -> list[Name]:
    return [name for at, name in sorted(marked.names.items()) if start <= at < end]
