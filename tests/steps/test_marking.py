"""Names, asides and folding: every copy of a text keeps its length."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.steps.marking import ASIDE, NAME, fold_same_length, mark_text


def names(text: str, **options: object) -> list[str]:
    marked = mark_text(text, **options)  # type: ignore[arg-type]
    return [marked.inner(name) for _, name in sorted(marked.names.items())]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("「保存」と『終了』", ["保存", "終了"]),
        ("［OK］、[NG]、【中止】", ["OK", "NG", "中止"]),
        ('Press "Start" and “Stop”.', ["Start", "Stop"]),
        ("Use `make` here.", ["make"]),
        ("「検索［詳細］」を開く", ["検索［詳細］"]),
        ("It's the user's choice.", []),
        ("値 < 5 かつ > 3", []),
        ("「閉じていない", []),
        ("［］を押す", [""]),
    ],
)
def test_quoted_names(text, expected):
    assert names(text) == expected


def test_masked_text_keeps_every_position():
    text = "［保存］（任意）を押す http://a.b/c を見る"
    marked = mark_text(text)
    assert len(marked.masked) == len(marked.folded) == len(text)
    assert marked.masked.startswith(NAME * 4 + ASIDE * 4 + "を押す")


def test_folding_keeps_length_markers_and_brackets():
    text = "ＡＢ①（ﾎﾞ）㎜㈱"
    assert len(fold_same_length(text)) == len(text)
    assert fold_same_length("ＡＢ①（１）") == "AB①（1）"


def test_emphasis_is_a_name_unless_it_is_the_whole_item():
    assert names("Press Apply All now", emphasis=[(6, 15)]) == ["Apply All"]
    assert names("Press Apply", emphasis=[(0, 11)]) == []
    assert names("Press Apply", emphasis=[(50, 60), (5, 2)]) == []


def test_product_words_are_names():
    assert names("Start Flex and Go now", names=["Flex and Go"]) == ["Flex and Go"]
