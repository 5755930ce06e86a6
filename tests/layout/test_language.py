"""The language of a manual: its code in one form, and what its elements tell."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.layout.language import language_code
from llama_index_layout_rag.readers.reader import LayoutReader


@pytest.mark.parametrize(
    ("tag", "code"),
    [
        ("ja-JP", "ja"),
        ("EN_us", "en"),
        (" ja ", "ja"),
        ("Japanese", "ja"),
        ("zh-Hant-TW", "zh"),
        ("日本語", "ja"),
        ("ja, en", "ja"),
        ("ｊａ", "ja"),
        ("", None),
        (None, None),
    ],
)
def test_language_tags_have_one_form(tag: str | None, code: str | None) -> None:
    assert language_code(tag) == code


def test_language_that_is_no_text_is_refused() -> None:
    with pytest.raises(ValidationError, match="language"):
        LayoutReader(language=5)


@pytest.mark.parametrize("tag", ["ja", "ja-JP", "JA"])
def test_rules_and_labels_are_those_of_the_language_however_it_is_written(tag: str, tmp_path: Path) -> None:
    path = tmp_path / "manual.md"
    path.write_text("# 手順書\n\n## 登録\n\n1. ［登録］ボタンを押します。\n2. 画面を閉じます。\n", encoding="utf-8")
    documents = LayoutReader(language=tag).load_data(path)
    nodes = ProcedureNodeParser(step_text="labelled").get_nodes_from_documents(documents)
    assert {node.metadata["language"] for node in nodes} == {"ja"}
    assert any("操作対象: 登録" in node.get_content() or "対象: 登録" in node.get_content() for node in nodes)
