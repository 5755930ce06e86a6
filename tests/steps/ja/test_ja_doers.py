"""Who acts in a Japanese clause, and the rule that says so: one row a rule and side, the last predicate is judged."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.steps.ja.doers import DoerDecision, name_of
from llama_index_layout_rag.steps.ja.japanese import JA
from llama_index_layout_rag.steps.ja.predicates import JapanesePredicates
from llama_index_layout_rag.steps.marking import mark_text

DECISIONS = [
    ("代金は送料を含む。", False, "relates"),
    ("標準液を用いること。", True, "requested"),
    ("備考欄に理由を記載する。", True, "written"),
    ("本章では仕様を記載する。", False, "written"),
    ("この差を余裕と呼びます。", False, "gives_name"),
    ("後日こちらから連絡させていただきます。", False, "offered"),
    ("栓を緩めてください。", True, "requested"),
    ("火が消えている必要があります。", False, "requested"),
    ("水が抜けること。", False, "requested"),
    ("結果を比較すると、", False, "sums_up"),
    ("札が貼られています。", False, "state_or_ability"),
    ("この蓋は外しやすい。", False, "state_or_ability"),
    ("雨天の場合は、", False, "without_verb"),
    ("平均値を算出します。", False, "processed"),
    ("異常を検知すると、", False, "received"),
    ("［平均］で平均値を算出します。", True, "subject"),
    ("以下、この機械を本機とする。", False, "defines_name"),
    ("本工程では、再生紙を使用します。", False, "tells_of_use"),
    ("荷札の印刷に使用します。", False, "good_for"),
    ("Mail Gate は添付を破棄します。", False, "program_does"),
    ("温度を保つ機能を持つ。", False, "told_of_thing"),
    ("端数は右の列に入る。", False, "told_of_thing"),
    ("<size> は幅を指定します。", False, "told_of_thing"),
    ("水温の変化を表示します。", False, "shown"),
    ("記録されている場合、一覧を表示します。", False, "shown"),
    ("設定画面を表示します。", True, "subject"),
    ("数秒後に自動的に消灯します。", False, "by_itself"),
    ("桶があふれて停止します。", False, "follows_event"),
    ("サーバーが控えを作成する。", False, "system_subject"),
    ("アプリは終了する。", True, "subject"),
    ("省略すると、", False, "omitted"),
    ("起動すると、", False, "goes_on"),
    ("値を控えて終了すると、", True, "goes_on"),
    ("先頭に移動すると、", True, "goes_on"),
    ("泡が消えて色が薄れる。", False, "event"),
    ("手順3へ戻る。", True, "subject"),
    ("利用者が氏名を記入する。", True, "person_subject"),
    ("班長が施錠する。", True, "person_subject"),
    ("針が動くことを確かめる。", True, "looks_into"),
    ("傷がないか突き合わせる。", True, "looks_into"),
    ("紐を結ぶ。", True, "subject"),
    ("相手が紐を結ぶ。", False, "subject"),
]


@pytest.fixture(scope="module")
def finder() -> JapanesePredicates:
    return JapanesePredicates(JA)


@pytest.mark.parametrize(("text", "reader", "rule"), DECISIONS)
def test_the_first_rule_that_knows_tells_who_acts(
    finder: JapanesePredicates, text: str, reader: bool, rule: str
) -> None:
    marked = mark_text(text)
    *before, judged = finder.find(marked, 0, len(text))

    decision = finder.doers.decide(marked, judged, before[-1] if before else None)

    assert decision == DoerDecision(reader, rule)
    assert judged.reader is reader


def test_every_rule_has_a_row(finder: JapanesePredicates) -> None:
    rules = {name_of(rule) for rule, _, _ in finder.doers.table}

    assert rules | {"subject"} == {rule for _, _, rule in DECISIONS}
