"""Whether an answer says only what its sources say."""

from __future__ import annotations

import pytest
from llama_index.core.base.response.schema import Response
from llama_index.core.evaluation import BaseEvaluator
from llama_index.core.schema import NodeWithScore, TextNode
from word_embedding import WordEmbedding

from llama_index_layout_rag.evaluation import AnswerSupportEvaluator
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
