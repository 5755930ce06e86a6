"""Whether an answer says only what its sources say."""

from __future__ import annotations

import pytest
from llama_index.core.base.response.schema import Response
from llama_index.core.evaluation import BaseEvaluator
from llama_index.core.schema import NodeWithScore, TextNode
from word_embedding import WordEmbedding

from llama_index_layout_rag.evaluation import AnswerSupportEvaluator
from llama_index_layout_rag.evaluation.facts import missing_facts
from llama_index_layout_rag.evaluation.polarity import is_negative
from llama_index_layout_rag.evaluation.support import answer_sentences

RESET = "ES-200 取扱説明書 > 5.1 リセット\n1. 電源を切ります。\n2. リセットボタンを8秒間押し続けます。\nランプが緑色に点滅します。"
PAPER = (
    "ES-200 Manual > 2.1 Paper\n1. Open the front cover.\n2. Insert the cassette until it clicks. The lamp turns green."
)


@pytest.mark.parametrize(
    ("answer", "context", "supported"),
    [
        ("リセットボタンを8秒間押し続けます。", RESET, True),
        ("電源を切ってから、リセットボタンを8秒間押し続けてください。", RESET, True),
        ("リセットボタンを５秒間押し続けます。", RESET, False),
        ("リセットボタンを８秒間押し続けます。", RESET, True),
        ("サポート窓口に電話して修理を依頼します。", RESET, False),
        ("エラーE-042のときはリセットボタンを8秒間押し続けます。", RESET, False),
        ("Insert the cassette until it clicks.", PAPER, True),
        ("Open the front cover and insert the cassette until it clicks.", PAPER, True),
        ("Remove the rear panel with a screwdriver.", PAPER, False),
        ("Insert the cassette until it clicks 3 times.", PAPER, False),
        ("Use the 5mm spacer.", "Parts\nUse the 5 mm spacer for the plate.", True),
        ("Use the 5mm spacer.", "Parts\nUse the 15 mm spacer for the plate.", False),
        ("ALARM:10 means no homing.", "Alarm table\nAlarm code: 10, no homing.", True),
        ("ALARM:10 means no homing.", "Alarm table\nAlarm code: 1, no homing. Line 10.", False),
        ("E-042は紙切れです。", "エラー\nE-04: 紙切れです。値042。", False),
    ],
)
def test_a_sentence_needs_its_words_codes_and_numbers_in_the_source(answer: str, context: str, supported: bool) -> None:
    (checked,) = AnswerSupportEvaluator().check(answer, [context])
    assert checked.is_supported is supported, checked


ES_200 = (
    "ES-200 取扱説明書 > 4.3 初期化\n1. リセットボタンを8秒間押し続けます。\n"
    "注意: 印刷中は前カバーを開けないでください。\n用紙は100枚まで入ります。"
)
ES_300 = "ES-300 取扱説明書 > 4.3 初期化\n1. リセットボタンを5秒間押し続けます。\n用紙は250枚まで入ります。"
EX_50 = (
    "EX-50 Manual > 4.3 Reset\n1. Hold the reset button for 8 seconds.\n"
    "Do not open the front cover while printing.\nThe tray holds 60 sheets."
)
EX_60 = "EX-60 Manual > 4.3 Reset\n1. Hold the reset button for 5 seconds.\nThe tray holds 120 sheets."


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        # what the sources say
        ("ES-200では、リセットボタンを8秒間押し続けます。", ""),
        ("ES-300では、リセットボタンを5秒間押し続けます。", ""),
        ("リセットボタンを押す時間は、ES-200は8秒間、ES-300は5秒間です。", ""),
        ("印刷中は前カバーを開けてはいけません。", ""),
        ("On the EX-50, hold the reset button for 8 seconds.", ""),
        ("The reset button is held for 8 seconds on the EX-50, 5 seconds on the EX-60.", ""),
        ("Never open the front cover while printing.", ""),
        # another number
        ("ES-200では、リセットボタンを7秒間押し続けます。", "7"),
        ("On the EX-50, hold the reset button for 7 seconds.", "7"),
        # the number of something else
        ("ES-200では、リセットボタンを100秒間押し続けます。", "100 (second)"),
        ("On the EX-50, hold the reset button for 60 seconds.", "60 (second)"),
        ("On the EX-50, hold the reset button for 8 minutes.", "8 (minute)"),
        # the sibling's number
        ("ES-200では、リセットボタンを5秒間押し続けます。", "5"),
        ("リセットボタンを押す時間は、ES-200は5秒間、ES-300は8秒間です。", "5"),
        ("On the EX-60, hold the reset button for 8 seconds.", "ex60"),
        ("The reset button is held for 5 seconds on the EX-50, 8 seconds on the EX-60.", "5"),
        # a model that no source speaks of
        ("ES-900では、リセットボタンを8秒間押し続けます。", "es900"),
        ("On the EX-90, hold the reset button for 8 seconds.", "ex90"),
        # the opposite
        ("印刷中は前カバーを開けます。", "opposite"),
        ("Open the front cover while printing.", "opposite"),
        ("リセットボタンを8秒間押し続けないでください。", "opposite"),
        ("Do not hold the reset button for 8 seconds.", "opposite"),
    ],
)
def test_what_is_said_of_one_model_must_stand_in_its_own_manual(answer: str, reason: str) -> None:
    (checked,) = AnswerSupportEvaluator(lexical_support=0.4).check(answer, [ES_200, ES_300, EX_50, EX_60])
    assert checked.is_supported is not bool(reason), checked
    assert reason in checked.reason
    assert bool(checked.reason) is bool(reason)


def test_chunks_of_one_manual_support_a_sentence_together() -> None:
    first = "ES-200 取扱説明書 > 2.1 用紙\nダイヤルを5に合わせます。"
    second = "ES-200 取扱説明書 > 2.2 印刷\n10分待ちます。"
    sentence = "ダイヤルを5に合わせ、10分待ちます。"
    assert AnswerSupportEvaluator(lexical_support=0.4).check(sentence, [first, second])[0].is_supported
    cited_as_sources = [f"Source {number}:\n{text}" for number, text in enumerate((first, second), start=1)]
    assert AnswerSupportEvaluator(lexical_support=0.4).check(sentence, cited_as_sources)[0].is_supported


@pytest.mark.parametrize(
    ("sentence", "negative"),
    [
        ("前カバーを開けないでください。", True),
        ("前カバーを開けてはいけません。", True),
        ("分解は禁止です。", True),
        ("未承認の場合、発行できません。", True),
        ("ファイルが存在しない（File not found）", True),
        ("エラー文言: File Not Found [パス]", True),
        ("前カバーを開けます。", False),
        ("必ずリセットボタンを押さなければなりません。", False),
        ("ランプが点灯しない場合は、リセットボタンを押します。", False),
        ("Do not open the cover.", True),
        ("Don’t open the cover.", True),
        ("The label cannot be printed.", True),
        ("If the lamp does not light, press reset.", False),
        ("Press reset when the lamp does not light.", False),
        ("Not only the lamp but also the buzzer is on.", False),
        ("Open the cover.", False),
    ],
)
def test_only_the_main_clause_says_no(sentence: str, negative: bool) -> None:
    assert is_negative(sentence) is negative


@pytest.mark.parametrize(
    ("sentence", "source", "missing"),
    [
        ("Wait for 10 minutes.", "10分待ちます。", []),
        ("10分待ちます。", "Wait for 10 minutes.", []),
        ("Wait 1,000 ms.", "1000ミリ秒待ちます。", []),
        ("Wait 10 minutes.", "Waiting time: 10", []),
        ("Wait 10 minutes.", "Wait 10 seconds.", ["10 (minute)"]),
        ("5mmのねじを使います。", "5 cmの板です。", ["5 (millimetre)"]),
        ("温度は80度です。", "80℃になります。", []),
    ],
)
def test_a_number_needs_its_unit_where_both_name_one(sentence: str, source: str, missing: list[str]) -> None:
    assert missing_facts(sentence, [[source]]) == missing


def test_a_sentence_that_cites_is_looked_for_in_what_it_cites_only() -> None:
    answer = "リセットボタンを8秒間押し続けます [1]。"
    assert AnswerSupportEvaluator().check(answer, [RESET, PAPER])[0].is_supported
    (wrong,) = AnswerSupportEvaluator().check(answer, [PAPER, RESET])
    assert not wrong.is_supported
    assert wrong.cited == [1]
    assert not AnswerSupportEvaluator().check("リセットボタンを8秒間押し続けます [7]。", [RESET])[0].is_supported


@pytest.mark.parametrize(
    ("answer", "sentences"),
    [
        ("押します。離します。", [("押します。", []), ("離します。", [])]),
        ("押します[1]。離します。[2, 3]", [("押します。", [1]), ("離します。", [2, 3])]),
        ("Press it [1]. Release it. [2]", [("Press it.", [1]), ("Release it.", [2])]),
        ("1. Press it.\n2. Release it.", [("Press it.", []), ("Release it.", [])]),
        ("Use version 2.5 of the tool.", [("Use version 2.5 of the tool.", [])]),
        ("「はい。」を押します。", [("「はい。」を押します。", [])]),
        ("- 押します\n\n---\n", [("押します", [])]),
        ("", []),
    ],
)
def test_answers_are_divided_into_sentences_with_what_they_cite(answer: str, sentences: list) -> None:
    assert answer_sentences(answer) == sentences


def test_meaning_stands_for_words_but_not_for_numbers() -> None:
    lenient = AnswerSupportEvaluator(WordEmbedding(), lexical_support=1.0, semantic_support=0.3)
    reworded, wrong = lenient.check("リセットボタンを8秒間ずっと押す。リセットボタンを5秒間ずっと押す。", [RESET])
    assert reworded.is_supported
    assert reworded.lexical < 1
    assert reworded.semantic >= 0.3
    assert "リセットボタン" in reworded.passage
    assert not wrong.is_supported
    assert wrong.missing == ["5"]


async def test_is_a_llama_index_evaluator() -> None:
    evaluator = AnswerSupportEvaluator()
    assert isinstance(evaluator, BaseEvaluator)
    response = Response(
        "リセットボタンを8秒間押し続けます。それから本体を水で洗います。",
        source_nodes=[NodeWithScore(node=TextNode(text=RESET), score=1.0)],
    )
    result = evaluator.evaluate_response(query="リセットの方法は？", response=response)
    assert result.score == 0.5
    assert result.passing is False
    assert "水で洗います" in result.feedback
    assert (await evaluator.aevaluate_response(query="リセットの方法は？", response=response)) == result
    assert AnswerSupportEvaluator(passing_score=0.5).evaluate_response(response=response).passing is True
    assert evaluator.get_prompts() == {}


def test_an_answer_without_a_sentence_is_no_valid_result() -> None:
    result = AnswerSupportEvaluator().evaluate(response="…", contexts=[RESET])
    assert result.invalid_result
    assert not result.passing
    with pytest.raises(ValueError, match="needs `response` and `contexts`"):
        AnswerSupportEvaluator().evaluate(response="x")


def test_nothing_supports_an_answer_without_sources() -> None:
    (checked,) = AnswerSupportEvaluator().check("押します。", [])
    assert not checked.is_supported
    assert checked.source is None
