"""Sizes of children: fragments join their neighbours, blocks may overlap, limits count characters or tokens."""

from __future__ import annotations

import pytest
from layout_builder import ManualBuilder, manual
from llama_index.core.schema import BaseNode

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.chunking.sizes import size_measure


def children(builder: ManualBuilder, **options: object) -> list[BaseNode]:
    nodes = ProcedureNodeParser(**options).get_nodes_from_documents([builder.document()])
    return [node for node in nodes if node.metadata["chunk_level"] == "child"]


def words(text: str) -> list[str]:
    """A tokenizer for the tests: every two characters are a token."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def test_a_fragment_in_front_of_a_table_joins_it() -> None:
    builder = (
        manual("本").heading("章").text("以下に一覧を示します。").table([["コード", "意味"], ["E-042", "紙詰まり"]])
    )
    (node,) = children(builder)
    assert "以下に一覧を示します。" in node.get_content()
    assert node.metadata["content_type"] == "table"
    assert len(children(builder, min_chars=0)) == 2


def test_a_fragment_never_makes_a_block_larger_than_the_limit_nor_leaves_its_section() -> None:
    builder = (
        manual("本")
        .heading("章")
        .text("短い文。")
        .table([["列", "値"], ["a", "語" * 284]])
        .heading("次")
        .text("次の文。")
    )
    nodes = children(builder, target_chars=290, max_chars=295)
    assert max(len(node.get_content()) for node in nodes) <= 295 + len("本 > 章\n")
    assert len(nodes) == 3


def test_overlap_repeats_whole_sentences_of_the_block_before() -> None:
    builder = (
        manual("本").heading("章").text("一つ目の文です。" * 5 + "終わりの文です。").text("次の段落の文です。" * 5)
    )
    _, second = children(builder, target_chars=60, max_chars=80, chunk_overlap=10)
    assert second.get_content().splitlines()[1:] == ["終わりの文です。", "次の段落の文です。" * 5]


def test_no_overlap_by_default_and_none_between_rows_of_tables() -> None:
    rows = [["コード", "意味"], *([f"E-{n:03}", "説明" * 20] for n in range(10))]
    nodes = children(manual("本").heading("章").table(rows), target_chars=200, max_chars=400, chunk_overlap=50)
    assert sum(node.get_content().count("コード:") for node in nodes) == 10


def test_overlap_that_leaves_nothing_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"chunk_overlap .* leaves nothing of target_chars"):
        ProcedureNodeParser(target_chars=100, chunk_overlap=100)


@pytest.mark.parametrize("limit", [60, 100, 400])
def test_no_embedded_text_has_more_tokens_than_the_limit(limit: int) -> None:
    builder = (
        manual("取扱説明書")
        .heading("1. 登録の章")
        .text("条件Aの場合は次を行います。")
        .step("1.", "異常がある場合は、停止ボタンを押します。" + "詳しい説明が続きます。" * 40)
        .step("2.", "実行ボタンを押します。")
        .table([["コード", "意味"], *([f"E-{n:03}", "説明" * 30] for n in range(9))], caption="表 1 エラー")
    )
    nodes = children(builder, tokenizer=f"{__name__}:words", target_chars=min(limit, 80), max_chars=limit)
    assert max(len(words(node.get_content())) for node in nodes) <= limit
    assert sum(node.get_content().count("コード: E-") for node in nodes) >= 9


def test_tokenizer_of_llama_index_counts_tokens() -> None:
    assert 1 < size_measure("llama_index")("Press the start button.") < len("Press the start button.")


@pytest.mark.parametrize("path", ["words", "no.such.module:words", f"{__name__}:missing", f"{__name__}:pytest"])
def test_a_tokenizer_that_is_none_is_refused_with_a_sentence(path: str) -> None:
    with pytest.raises(ValueError, match="tokenizer: "):
        ProcedureNodeParser(tokenizer=path)


def test_tokenizer_is_part_of_the_fingerprint_and_survives_to_dict() -> None:
    parser = ProcedureNodeParser(tokenizer=f"{__name__}:words")
    assert parser.fingerprint() != ProcedureNodeParser().fingerprint()
    assert ProcedureNodeParser.from_dict(parser.to_dict()).tokenizer == parser.tokenizer
