"""Word lists are kept by people: a word that stands twice in one would be removed once."""

from __future__ import annotations

from collections import Counter
from types import ModuleType

import pytest

from llama_index_layout_rag.steps.en import function_words, nouns, phrasal_verbs
from llama_index_layout_rag.steps.en import verbs as en_verbs


def _lists(module: ModuleType) -> dict[str, list[str]]:
    texts = {name: text for name, text in vars(module).items() if name.isupper() and isinstance(text, str)}
    separated = {
        name: text.replace("\n", "|").split("|") if "|" in text else text.split() for name, text in texts.items()
    }
    return {name: [word for word in words if word] for name, words in separated.items()}


@pytest.mark.parametrize("module", [en_verbs, phrasal_verbs, nouns, function_words], ids=lambda module: module.__name__)
def test_no_word_stands_twice_in_a_list(module: ModuleType) -> None:
    lists = _lists(module)
    assert lists
    assert {name: [word for word, count in Counter(words).items() if count > 1] for name, words in lists.items()} == {
        name: [] for name in lists
    }
