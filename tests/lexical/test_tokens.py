"""Tokens of stored texts and of questions."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llama_index_layout_rag.lexical import query_weights, tokenize
from llama_index_layout_rag.lexical.tokens import stem


def test_japanese_runs_give_pairs_of_characters() -> None:
    assert tokenize("電源ボタン") == ["電源", "源ボ", "ボタ", "タン"]


def test_single_characters_stand_alone_only_in_runs_of_one() -> None:
    assert tokenize("左 右手") == ["左", "右手"]


@pytest.mark.parametrize(
    ("words", "stemmed"),
    [
        ("press presses pressed pressing", "press"),
        ("setting settings set sets", "set"),
        ("replace replaced replacing replaces", "replac"),
        ("battery batteries", "battery"),
        ("switch switches switched", "switch"),
        ("filter's filters", "filter"),
    ],
)
def test_english_words_are_lightly_stemmed(words: str, stemmed: str) -> None:
    assert set(tokenize(words)) == {stemmed}


@pytest.mark.parametrize("word", ["status", "bus", "this", "red", "ring", "led", "process", "分"])
def test_words_that_only_look_inflected_stay(word: str) -> None:
    assert stem(word) == word


def test_codes_are_whole_tokens_beside_their_parts() -> None:
    assert "=e042" in tokenize("E-042")
    assert "=e04" not in tokenize("E-042")
    assert "=e042" in tokenize("エラーＥ－０４２が出た")


def test_width_and_case_do_not_matter() -> None:
    assert tokenize("ＥＳ－２００の電源") == tokenize("es-200の電源")
    assert tokenize("ｶﾀｶﾅ") == tokenize("カタカナ")


def test_a_number_is_joined_to_its_neighbours() -> None:
    assert "手順3" in tokenize("手順3を行う")
    assert "3番" in tokenize("3番ピン")
    assert "alarm3" in tokenize("Alarm 3")
    assert "alarm3" in tokenize("ALARM:3")


def test_codes_in_table_lines_carry_their_column() -> None:
    tokens = tokenize("エラーコード: 008\n設定値: 012")
    assert {"=008@エラ", "=008@コー", "=012@設定"} <= set(tokens)
    assert "=008@設定" not in tokens
    assert "=012@エラ" not in tokens


def test_columns_are_told_apart_within_one_line() -> None:
    tokens = tokenize("コード: 008 | 値: 012 | Status code: 777")
    assert "=008@コー" in tokens
    assert "=777@status" in tokens
    assert "=012@コー" not in tokens


def test_sentences_before_a_colon_are_no_columns() -> None:
    assert not [token for token in tokenize("次の" * 30 + ": 008") if "@" in token]


def test_question_asks_for_code_in_the_column_it_names() -> None:
    weights = query_weights("設定値の008は何ですか")
    stored = set(tokenize("設定値: 008\nエラーコード: 012"))
    other = set(tokenize("エラーコード: 008\n設定値: 012"))
    score = sum(weight for token, weight in weights.items() if token in stored)
    other_score = sum(weight for token, weight in weights.items() if token in other)
    assert score > other_score


def test_whole_codes_weigh_more_and_grammar_less_than_words_in_questions() -> None:
    weights = query_weights("E-042とはどうすればよいですか。電源")
    assert weights["=e042"] > weights["電源"] > weights["すれ"]


def test_words_of_codes_stay_findable_in_questions() -> None:
    """ "008" is found inside a Japanese run without blanks."""
    assert set(query_weights("008")) & set(tokenize("値008を指定"))


@given(st.text(max_size=60))
def test_any_text_has_tokens_without_blanks(text: str) -> None:
    for token in [*tokenize(text), *query_weights(text)]:
        assert token
        assert token == token.strip()


@given(st.lists(st.sampled_from("電源設定温度ボタン"), min_size=2, max_size=12).map("".join), st.text(max_size=10))
def test_every_word_of_a_text_is_found_by_its_pairs(word: str, around: str) -> None:
    stored = set(tokenize(f"{around} {word}を押す"))
    assert set(tokenize(word)) <= stored


@pytest.mark.parametrize(
    "text", ["a" * 20_000 + " 1", "a-" * 10_000 + " 1", "a: E-1\n" * 3_000, "e 0" * 7_000, "1." * 10_000]
)
def test_odd_long_texts_take_no_longer_than_their_length(text: str) -> None:
    """A pattern that tries every beginning needs 9 s for the first of them."""
    begin = time.perf_counter()
    tokenize(text)
    assert len(query_weights(text)) < 2_000
    assert time.perf_counter() - begin < 2


def test_names_of_software_weigh_more_than_the_words_around_them() -> None:
    weights = query_weights("DebugLogOutput を書き忘れたらどうなる？")
    assert weights["debuglogoutput"] > weights["書き"] > weights["たら"]
    assert query_weights("set RGBLIGHT_ENABLE to yes")["rgblight"] > query_weights("set the light to yes")["light"]


def test_a_latin_word_in_a_japanese_question_weighs_more_than_one_pair_of_characters() -> None:
    weights = query_weights("Vialでキーマップを変更する")
    assert weights["vial"] > weights["変更"] > weights["する"]


def test_ordinary_english_words_weigh_the_same() -> None:
    assert set(query_weights("Where is the battery cover of the Printer").values()) == {1.0}
