"""Decides whether a Japanese item tells the user to do something: a step, and no title, entry of a list or statement.

The rules form one ordered table; the first that knows the answer decides and gives its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from llama_index_layout_rag.steps.ja.lexicon import ANNOUNCING_VERBS, POINTING_VERBS, TITLE_VERBS, Lexicon
from llama_index_layout_rag.steps.ja.recording import ItemFindings
from llama_index_layout_rag.steps.ja.sentences import CAPTION
from llama_index_layout_rag.steps.marking import MarkedText
from llama_index_layout_rag.steps.reader import StepItem

_MAX_TITLE = 16
"""Characters up to which an unnumbered 「写真を選んで取り込む」 reads as a title; longer ones tell how."""
_MAX_ANNOUNCEMENT = 60
"""Characters up to which a statement that repeats its heading announces the section; longer ones tell how."""
_MAX_BARE_ANNOUNCEMENT = 14
"""Characters up to which a lone 「検査条件を設定します。」 announces a section whatever its heading."""
_FULL_STOP = re.compile(r"[。．.](?:\s*[（(][^（）()]*[）)])?$")
_DESCRIBES = re.compile(
    r"""(?:概[要説論]|特[徴長]|仕様|諸元|用語(?:集|の説明|の定義)?|とは|仕組み|しくみ|原理|背景|(?:システム|機能|全体)構成|構成図|(?:変更|更新|改[訂版])履歴
          |(?:ファイル|ログ|コード|メッセージ|エラー)の?一覧|出力(?:データ|ファイル|結果)|できること|(?:製品|機能|システム)の?(?:ご?紹介)|[Oo]verview|OVERVIEW|[Ff]eatures)[】）)>＞》〉■◆●\s]*$
      | ^\W*(?:(?:コマンド|関数|機能|用語|項目|各部|画面|引数)の?)?(?:解説|説明)\W*$""",
    re.VERBOSE,
)
"""Headings below which a plain statement says what a thing is or what software does by itself."""
_TOPICAL = re.compile(r"に(?:ついて|関して)[】）)]?\s*$")
"""Headings below which so does one without an operation that something answers to."""
_INSTRUCTS = re.compile(
    r"""手順|方法|操作|(?:使い|つかい|やり|進め)方|インストール|セットアップ|導入|準備|手入れ|点検|交換|清掃|組み?立て?|取り?付け|取り?外し
      | (?:起動|終了|停止|実行|設定|登録|作成|編集|変更|追加|削除|検索|入力|ログイン|接続|更新|確認)[】）)]?\s*$
          | [うくぐすつぬぶむる]\s*$""",
    re.VERBOSE,
)
_OVERVIEW_VERBS = frozenset(
    ["設定する", "管理する", "運用する", "操作する", "解析する", "検索する", "閲覧する", "準備する"]
)
_OWNED_NOUN = re.compile(r"の[^をにへでがはの、。\s]{2,16}$")
_CONTENT_WORD = re.compile(r"[一-龯々]+|[ァ-ヴー]+|[A-Za-z0-9]+")


@dataclass(frozen=True)
class _Item:
    marked: MarkedText
    found: ItemFindings
    numbered: bool
    marker: str | None
    headings: Sequence[str]
    lexicon: Lexicon

    @property
    def unasked(self) -> bool:
        """Whether nothing asks the user to act and no operation has a result."""
        return not (self.found.requests or self.found.operations)

    @property
    def ends_without_stop(self) -> bool:
        return _FULL_STOP.search(self.marked.text.strip()) is None

    @property
    def manual(self) -> bool:
        return any(self.lexicon.is_manual(lemma) for lemma in self.found.actions)


def classify(marked: MarkedText, found: ItemFindings, item: StepItem, lexicon: Lexicon) -> tuple[bool, str]:
    """Return whether an item is a step, and the rule that decided.

    Args:
        marked: The item.
        found: What its sentences hold.
        item: Its text, marker and headings.
        lexicon: The words of the reader.
    """
    numbered = any(character.isalnum() for character in item.marker or "")
    candidate = _Item(marked, found, numbered, item.marker, item.section_path, lexicon)
    for rule in _RULES:
        decision = rule(candidate)
        if decision is not None:
            return decision, rule.__name__.removeprefix("_")
    return True, "statement"


def _no_action(item: _Item) -> bool | None:
    return None if item.found.actions else False


def _caption(item: _Item) -> bool | None:
    """Recognise a caption: 「図3 表示部」."""
    return False if CAPTION.match(item.marked.masked) else None


def _explained_term(item: _Item) -> bool | None:
    """Return a name on a line of its own, and below it what the thing does."""
    term, newline, _ = item.marked.masked.strip().partition("\n")
    explains = bool(newline) and item.unasked and not item.numbered and _FULL_STOP.search(term) is None
    return False if explains and not re.search(r"[ぁ-ん]{2}$|を", term) else None


def _explained_command(item: _Item) -> bool | None:
    """「並べ替え：一覧を日付順に並べ替えます」: what a command does."""
    return False if item.found.explains_label and item.unasked and not item.numbered and not item.manual else None


def _below_describing_heading(item: _Item) -> bool | None:
    """Return a plain statement about data below 「機能の概要」."""
    if item.found.requests or not item.headings or item.marked.names or item.numbered:
        return None
    if any(lemma in POINTING_VERBS for lemma in item.found.actions):
        return None
    for heading in reversed(item.headings):
        kind = _kind_of_heading(heading)
        if kind:
            describes = kind == "describes" or (kind == "topic" and not item.found.operations)
            return False if describes else None
    return None


def _announcement(item: _Item) -> bool | None:
    """「配達の区域を選択します」 below 「配達区域の選択」."""
    found = item.found
    ends = found.polite_ends == 1 or (found.plain_end and not item.ends_without_stop)
    alone = len(found.actions) == 1 and ends and item.unasked and not item.marker
    plain = alone and not found.conditions and not item.marked.names and found.actions[0] in ANNOUNCING_VERBS
    if not plain or not item.headings or len(item.marked.text) > _MAX_ANNOUNCEMENT:
        return None
    words = [word for target in found.targets for word in _CONTENT_WORD.findall(target)]
    return False if words and all(word in item.headings[-1] for word in words) else None


def _operation(item: _Item) -> bool | None:
    """Return a request, an operation with a result, an action under a condition."""
    found = item.found
    return True if found.requests or found.operations or found.conditioned or found.results else None


def _named_control(item: _Item) -> bool | None:
    return True if item.marked.names else None


def _plain_form(item: _Item) -> bool | None:
    """「項目を登録する」 without full stop is a title; 「レバーを倒す」 is a step."""
    if not item.found.plain_end or not item.ends_without_stop:
        return None
    long = item.numbered or len(item.marked.text.strip()) > _MAX_TITLE
    return (len(item.found.actions) > 1 and long) or item.manual


def _action_noun(item: _Item) -> bool | None:
    """「データの絞り込み」, 「ケーブルの接続」 are titles; 「パスワードを設定」 is a step."""
    titled = item.found.actions[-1] in TITLE_VERBS and not item.numbered and _OWNED_NOUN.search(item.marked.masked)
    if not item.found.nominal_end or not item.ends_without_stop or (item.manual and not titled):
        return None
    return "を" in item.marked.masked


def _bare_announcement(item: _Item) -> bool | None:
    """Recognise an announcement of what follows: 「検査条件を設定します。」."""
    found = item.found
    alone = len(found.actions) == 1 and found.polite_ends == 1 and not item.marker
    bare = alone and len(item.marked.text.strip()) <= _MAX_BARE_ANNOUNCEMENT
    return False if bare and found.actions[0] in _OVERVIEW_VERBS else None


@lru_cache(maxsize=256)
def _kind_of_heading(heading: str) -> str:
    """Return what a heading says of its section; empty where it says nothing."""
    if _TOPICAL.search(heading):
        return "topic"
    if _DESCRIBES.search(heading):
        return "describes"
    return "instructs" if _INSTRUCTS.search(heading) else ""


_RULES: tuple[Callable[[_Item], bool | None], ...] = (
    _no_action,
    _caption,
    _explained_term,
    _explained_command,
    _below_describing_heading,
    _announcement,
    _operation,
    _named_control,
    _plain_form,
    _action_noun,
    _bare_announcement,
)
