"""The front of the step rules: language, bounds, odd text, system sentences, vocabularies, another language."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llama_index_layout_rag.steps.extraction import (
    LONGEST_TEXT,
    analyze_step,
    condition_results,
    find_cautions,
    find_refs,
    is_system_sentence,
)
from llama_index_layout_rag.steps.model import StepAnalysis
from llama_index_layout_rag.steps.numbered_items import NumberedItemReader
from llama_index_layout_rag.steps.reader import StepItem
from llama_index_layout_rag.steps.registry import reader_for, register_reader
from llama_index_layout_rag.steps.vocabulary import StepVocabulary


def test_language_is_found_from_the_text():
    assert analyze_step("登録ボタンを押します。").actions == ["押す"]
    assert analyze_step("Press the Register button.").actions == ["press"]


def test_region_of_a_language_code_does_not_matter():
    assert analyze_step("［OK］を押します。", language="ja-JP").targets == ["OK"]


def test_language_without_a_reader_has_steps_by_their_numbers_alone():
    assert reader_for("nn") is None
    assert analyze_step("Press the button.", language="nn") == StepAnalysis()
    assert analyze_step("Press the button.", language="nn", marker="2.") == StepAnalysis(is_step=True)
    assert not analyze_step("The button.", language="nn", marker="•").is_step
    assert condition_results("If it is red, it stops.", "nn") == []
    assert find_cautions("Do not open it.", "nn") == []
    assert find_refs("See Figure 3.", "nn") == ["Figure 3"]
    assert not is_system_sentence("The lamp flashes.", "nn")


SPAN_TEXTS = [
    "［確定］を押すと、承認済みの場合、確認画面が表示されます。向きに注意して差し込みます。",
    "ランプが赤い場合は、電源を切ってください（素手で触らないでください）。",
    "If the lamp is red, press Stop. The motor halts. Do not open the lid.",
    "Press Start, and the LED will flash (never touch the blade).",
]


@pytest.mark.parametrize("text", SPAN_TEXTS)
def test_spans_are_exact_pieces_of_the_text(text):
    step = analyze_step(text)
    spans = [*step.conditions, *step.results, *step.cautions]
    assert spans
    for span in spans:
        assert text[span.start : span.end] == span.text


@given(st.text(max_size=300))
@settings(max_examples=150, deadline=None)
def test_no_text_raises(text):
    for language in ("ja", "en", None):
        step = analyze_step(text, language=language, marker="①", emphasis=[(0, 5), (3, 2), (-4, 999)])
        assert step.is_step or not step.actions
        condition_results(text, language)
        is_system_sentence(text, language)
        find_cautions(text, language)
        find_refs(text, language)


MARKS = ["「", "」", "[", "]", "(", ")", "、", "。", ">", "→", "①", "※", ",", ".", " ", "\n", "\u3000"]
WORDS = ["を", "に", "の", "押す", "場合", "すると", "した後", "設定", "ボタン", "A", "1.2", "http://a.b/c"]
PIECES = [*MARKS, *WORDS, "click", "if", "when", "and", "the", "button", "make sure", "to"]


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
@settings(max_examples=200, deadline=None)
def test_no_pile_of_marks_raises(text):
    for language in ("ja", "en"):
        step = analyze_step(text, language=language)
        for span in [*step.conditions, *step.results, *step.cautions]:
            assert text[span.start : span.end] == span.text
        condition_results(text, language)


@pytest.mark.parametrize(
    "piece",
    [
        "の",
        "を押し",
        "「",
        "(",
        "［］",
        "A > ",
        "と、",
        "場合",
        "設定",
        "1-",
        "图",
        "click ",
        "if ",
        "a, ",
        "\n",
        "<",
        "\"'",
    ],
)
@pytest.mark.parametrize("language", ["ja", "en"])
def test_repeated_text_takes_linear_time(piece, language):
    text = piece * (LONGEST_TEXT // len(piece))
    started = time.perf_counter()
    analyze_step(text, language=language)
    assert time.perf_counter() - started < 2.0  # a quadratic rule needs many seconds on 4,000 characters


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "ja",
            "［検索］をクリックすると、検索結果が表示されます。条件を変更する場合は、「条件」タブを開いてください。",
        ),
        ("en", "If the lamp is red, press the Stop button and open the cover. The motor stops."),
    ],
)
def test_thousands_of_items_a_second(language, text):
    analyze_step(text, language=language)
    started = time.process_time()
    for _ in range(1_000):
        analyze_step(text, language=language)
    assert 1_000 / (time.process_time() - started) > 1_000


# --------------------------------------------------------------------------- system sentences


def pairs(text: str, language: str) -> list[tuple[str, str]]:
    return [(pair.condition.text, pair.result.text) for pair in condition_results(text, language)]


def test_conditions_and_their_results_are_never_mixed():
    text = "承認済みの場合、確認画面が表示されます。未承認の場合、エラー一覧が表示されます。"
    assert pairs(text, "ja") == [
        ("承認済みの場合", "確認画面が表示されます"),
        ("未承認の場合", "エラー一覧が表示されます"),
    ]
    text = "If the item is approved, the summary opens. If it is rejected, the error list opens."
    assert pairs(text, "en") == [
        ("If the item is approved", "the summary opens"),
        ("If it is rejected", "the error list opens"),
    ]


def test_pair_positions_are_positions_in_the_text():
    text = "在庫がある場合は発注画面が、ない場合は警告が表示されます。"
    for pair in condition_results(text, "ja"):
        assert text[pair.condition.start : pair.condition.end] == pair.condition.text
        assert text[pair.result.start : pair.result.end] == pair.result.text


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("確認画面が表示されます。", "ja", True),
        ("エラーがある場合、一覧に表示されます。", "ja", True),
        ("［OK］を押します。確認画面が表示されます。", "ja", False),
        ("The lamp turns green.", "en", True),
        ("If the tank is empty, the lamp flashes.", "en", True),
        ("Press Start. The lamp flashes.", "en", False),
        ("", "ja", False),
    ],
)
def test_system_sentences(text, language, expected):
    assert is_system_sentence(text, language) is expected


def test_cautions_of_a_box_are_found_one_by_one():
    text = "濡れた手で触らないでください。電源コードは付属品です。感電するおそれがあります。"
    assert [span.text for span in find_cautions(text, "ja")] == [
        "濡れた手で触らないでください",
        "感電するおそれがあります",
    ]


# --------------------------------------------------------------------------- vocabularies


def test_user_verbs_are_inflected():
    vocabulary = StepVocabulary(verbs=("しばる", "玉掛けする", "defrag"))
    assert analyze_step("荷をしばってください。", vocabulary=vocabulary).actions == ["しばる"]
    assert analyze_step("荷を玉掛けする", vocabulary=vocabulary).actions == ["玉掛けする"]
    assert analyze_step("When you defrag the disk, a chart appears.", vocabulary=vocabulary).actions == ["defrag"]


def test_user_suffixes_name_kinds_of_controls():
    vocabulary = StepVocabulary(suffixes={"button": ("ソフトキー", "softkey"), "lamp": ("表示灯",)})
    step = analyze_step("F1ソフトキーを押します。", vocabulary=vocabulary)
    assert (step.target, step.target_type) == ("F1", "button")
    step = analyze_step("Press the Menu softkey.", vocabulary=vocabulary)
    assert (step.target, step.target_type) == ("Menu", "button")
    assert analyze_step("運転表示灯を確認します。", vocabulary=vocabulary).target_type == "lamp"


def test_user_names_are_one_target():
    vocabulary = StepVocabulary(names=("Flex and Go",))
    assert analyze_step("Start Flex and Go.", vocabulary=vocabulary).targets == ["Flex and Go"]
    assert analyze_step("Start Flex and Go.").targets != ["Flex and Go"]


def test_user_caution_words_warn():
    vocabulary = StepVocabulary(caution_words=("要注意",))
    assert [span.text for span in find_cautions("端子は要注意。", "ja", vocabulary)] == ["端子は要注意"]


def test_vocabulary_refuses_unknown_fields():
    with pytest.raises(ValueError, match="verb"):
        StepVocabulary(verb=("x",))


class TrykReader(NumberedItemReader):
    """Knows one verb of another language."""

    def __init__(self, vocabulary: StepVocabulary) -> None:
        self.verbs = {"tryk", *vocabulary.verbs}

    def read(self, item: StepItem) -> StepAnalysis:
        first = item.text.partition(" ")[0].lower()
        return StepAnalysis(is_step=first in self.verbs, actions=[first] if first in self.verbs else [])


def test_reader_of_another_language_is_registered_by_code():
    register_reader("xx", TrykReader)
    assert analyze_step("Tryk START.", language="xx-DK").actions == ["tryk"]
    assert analyze_step("Drej START.", language="xx", vocabulary=StepVocabulary(verbs=("drej",))).actions == ["drej"]
    assert analyze_step("Press START.", language="en").actions == ["press"]
