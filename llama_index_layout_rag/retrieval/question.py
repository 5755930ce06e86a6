"""What can be told of a question without a model: its codes, its kind and its language."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum

from llama_index_layout_rag.layout.normalize import detect_language, fold_text
from llama_index_layout_rag.lexical.codes import find_codes

MAX_QUESTION_CHARS = 2_000
"""What is longer is a pasted document; its beginning is searched."""


class QuestionKind(str, Enum):
    """What a question asks for; decides which fields of the evidence count."""

    OPERATION = "operation"
    CONDITION = "condition"
    CAUTION = "caution"
    CODE = "code"
    COMPARISON = "comparison"
    SEVERAL = "several"
    PLACE = "place"


_KIND_WORDS: dict[QuestionKind, tuple[str, ...]] = {
    QuestionKind.COMPARISON: (
        r"違い|違う|異なる|異な[りっ]|比べ|比較|それぞれ|共通|同じ(?:です)?か|どちら|両方",
        r"difference|differ|compare|\bvs\.?\b|versus|\bboth\b|respectively|same (?:as|on|in)|\beach\b",
    ),
    QuestionKind.SEVERAL: (
        r"すべて|全て|全部|一覧|何種類|いくつ|それぞれ|列挙|他に|どんな場合",
        r"\ball\b|\blist\b|which (?:ones|of)|how many|what are|every",
    ),
    QuestionKind.CAUTION: (
        r"注意|気を付け|気をつけ|してはいけ|しては(?:なら|だめ|ダメ)|禁止|危険|警告|避ける",
        r"warning|caution|danger|careful|avoid|must not|should not|don'?t",
    ),
    QuestionKind.CONDITION: (
        r"場合|とき[はにの、]|時[はにの、]|たら|なければ|ないと|どんな条件|どういう条件",
        r"\bif\b|\bwhen\b|\bunless\b|what happens|in case|under what",
    ),
    QuestionKind.PLACE: (
        r"どの画面|どこ|どのメニュー|どのタブ|何画面",
        r"where|which (?:screen|menu|tab|page|window|dialog)",
    ),
    QuestionKind.OPERATION: (
        r"方法|手順|どうやって|どうすれば|どうしたら|やり方|するには|したい|押す|クリック|どのボタン|何番",
        r"how (?:do|can|to|should)|steps?\b|procedure|which (?:button|key)|press",
    ),
}
"""Words that tell what a question asks for: Japanese, English."""

_KIND_PATTERNS = {kind: re.compile("|".join(words), re.I) for kind, words in _KIND_WORDS.items()}

_NUMBER_ASKED = re.compile(
    r"(?:\b(?:number|no|code|value|error|alarm|setting|parameter|message|status|item|row|entry|type|fault)s?\.?|[#＃]|番号|値|コード|エラー|アラーム|項番|項目|設定)"
    r"[\s:は「『\"'が]{0,3}(\d{1,5})(?![\d.]|\s*(?:mm|cm|kg|%|秒|分|個|本|枚|回|度|円|つ|人|台|年|月|日|時))"
    r"|(?<![\da-z.$#_-])(\d{1,5})\s*(?:番(?!目)|とは|の意味|は何|って何|は、?どういう|[がとは]?(?:点滅|点灯|表示|出た|出る|出て))"
    r"|\b(?:an?|shows?|showing|displays?|displaying|reads?|says?|got|gives?|gave me|flash(?:es|ing)?|blink(?:s|ing)?) [\"'“「]?"
    r"(\d{1,5})(?=[\"'”」]?(?:[.,;?!](?!\d)|$| (?:on|and|mean|in|what|when|after)\b))",
    re.I,
)
"""A bare number that is asked about as a name ("number 10", "値2", "5番", "it shows a 3", "3が点滅") and not as an amount."""


@dataclass(frozen=True)
class Question:
    """A question as the stages of retrieval see it."""

    text: str
    """Folded: NFKC, dashes unified, at most `MAX_QUESTION_CHARS` characters."""
    codes: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    """Bare numbers that the question asks about as names; they fit the number of any code ("5": $5, ALARM:5, row 5)."""
    kinds: frozenset[QuestionKind] = field(default_factory=frozenset)
    language: str = ""


def analyze_question(text: str) -> Question:
    """The question's folded text, codes (in the form of `lexical.codes.find_codes`), kinds and language."""
    folded = fold_text(text).strip()[:MAX_QUESTION_CHARS]
    codes = tuple(find_codes(folded))
    kinds = {kind for kind, pattern in _KIND_PATTERNS.items() if pattern.search(folded)}
    numbers = tuple(dict.fromkeys("".join(found) for found in _NUMBER_ASKED.findall(folded)))
    if codes or numbers:
        kinds.add(QuestionKind.CODE)
    return Question(
        text=folded, codes=codes, numbers=numbers, kinds=frozenset(kinds), language=detect_language(folded) or ""
    )
