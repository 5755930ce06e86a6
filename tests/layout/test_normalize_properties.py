"""Folding of text: the same however often it is done, and nothing that is read gets lost."""

from __future__ import annotations

import unicodedata

from hypothesis import example, given, settings
from hypothesis import strategies as st

from llama_index_layout_rag.languages import LANGUAGES
from llama_index_layout_rag.layout.normalize import collapse_spaces, detect_language, fold_text, join_lines, squash

TEXT = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from("Ａ１ｶﾞ㈱①⼀⺟‧－—ー\u00ad\u200b\u3000　éé漢字かなカナabc"),
    ),
    max_size=60,
)
PROPERTIES = settings(derandomize=True, deadline=None, max_examples=300)


@PROPERTIES
@given(TEXT)
@example("⺟\u3099")
@example("か\u200b\u3099")
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold_text(fold_text(text)) == fold_text(text)
    assert squash(squash(text)) == squash(text)
    assert collapse_spaces(collapse_spaces(text)) == collapse_spaces(text)


@PROPERTIES
@given(TEXT)
def test_width_and_composition_do_not_matter(text: str) -> None:
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert squash(unicodedata.normalize(form, text)) == squash(text)


@PROPERTIES
@given(st.text(st.sampled_from("電源ボタンを押す abcABC123。、「」()/.%"), max_size=60))
def test_ordinary_text_is_not_changed(text: str) -> None:
    assert fold_text(text) == unicodedata.normalize("NFKC", text)


@PROPERTIES
@given(TEXT, TEXT)
def test_joined_lines_hold_every_character_but_blanks_and_the_hyphen_at_the_end(first: str, second: str) -> None:
    def visible(text: str) -> str:
        return "".join(text.split())

    joined, apart = visible(join_lines(first, second)), visible(first) + visible(second)
    if joined != apart:
        end = first.rstrip()
        assert end[-1] in "-‐\u00ad"
        assert joined == visible(end[:-1]) + visible(second)


@PROPERTIES
@given(st.text(max_size=80))
def test_every_text_has_a_language_or_none(text: str) -> None:
    assert detect_language(text) in {*LANGUAGES, "zh", None}
