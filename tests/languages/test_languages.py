"""The words of all languages as data, and that no module outside of `languages/` and `steps/<code>/` holds words of its own."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

import llama_index_layout_rag
from llama_index_layout_rag.languages import LANGUAGES, alternatives, any_of, language

PACKAGE = Path(llama_index_layout_rag.__file__).parent
WRITING_SYSTEM = {
    "layout/markers.py",
    "layout/normalize.py",
    "layout/writing.py",
}
"""Modules with orders, numerals and signs of Japanese script."""

JAPANESE = re.compile("[\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff]")
COMMENT = re.compile(r"\s+# .*$", re.MULTILINE)
"""An example in a verbose pattern."""


def _modules_without_words() -> Iterator[Path]:
    languages = {f"steps/{code}/" for code in LANGUAGES} | {"languages/"}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if name not in WRITING_SYSTEM and not name.startswith(tuple(languages)):
            yield path


def _japanese_constants(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documentation = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in documentation]
    texts = [node.value for node in constants if isinstance(node.value, str)]
    return [text for text in texts if JAPANESE.search(COMMENT.sub("", text))]


def test_words_of_a_language_are_nowhere_else() -> None:
    found = {path.relative_to(PACKAGE).as_posix(): _japanese_constants(path) for path in _modules_without_words()}
    assert {name: texts for name, texts in found.items() if texts} == {}


def _word_fields(value: Any, name: str) -> Iterator[tuple[str, str]]:
    if is_dataclass(value):
        for each in fields(value):
            yield from _word_fields(getattr(value, each.name), f"{name}.{each.name}")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _word_fields(item, f"{name}.{key}")
    elif isinstance(value, str) and not re.search(r"\.(?:labels|picture_labels|prompts)\.", name):
        yield name, value


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_field_is_a_pattern_without_capturing_groups(code: str) -> None:
    for name, words in _word_fields(LANGUAGES[code], code):
        assert re.compile(words).groups == 0, name
        assert not any(word == "" for word in alternatives(words)), name


@pytest.mark.parametrize("code", LANGUAGES)
def test_prompts_and_labels_take_their_values(code: str) -> None:
    words = language(code)
    assert "page 3" in words.prompts.picture.format(page_note="page 3")
    assert "Filter" in words.labels.icon.format(name="Filter")


def test_unknown_languages_are_labelled_in_english() -> None:
    assert language("fr") is language(None) is LANGUAGES["en"]


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("a|bc", ["a", "bc"]),
        ("a(?:b|c)|d", ["a(?:b|c)", "d"]),
        (r"[(|]x|y\|z", ["[(|]x", r"y\|z"]),
        ("", []),
    ],
)
def test_alternatives_are_cut_outside_of_groups(words: str, parts: list[str]) -> None:
    assert list(alternatives(words)) == parts


def test_union_puts_longer_words_first_and_bounds_those_of_spaced_languages() -> None:
    tables = any_of(lambda words: words.captions.table)
    assert re.match(tables, "Tabelle 1", re.IGNORECASE).group() == "Tabelle"  # type: ignore[union-attr]
    notes = re.compile(any_of(lambda words: words.notices.note, bounded=True), re.IGNORECASE)
    assert notes.search("Hinweis:")
    assert notes.search("備考欄")
    assert not notes.search("a notebook")
    assert not re.search(any_of(lambda words: ""), "anything")
