"""Policies, cases and checklists keep what belongs together; what the user says of a section wins."""

from __future__ import annotations

import pytest
from layout_builder import ManualBuilder, manual
from llama_index.core.schema import BaseNode

from llama_index_layout_rag.chunking.content import ContentReader, heading_tags
from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.chunking.payload import ContentType


def children(builder: ManualBuilder, **options: object) -> list[BaseNode]:
    nodes = ProcedureNodeParser(**options).get_nodes_from_documents([builder.document()])
    return [node for node in nodes if node.metadata["chunk_level"] == "child"]


def types(nodes: list[BaseNode]) -> list[str]:
    return [node.metadata["content_type"] for node in nodes]


FILLER = "この項は部門の業務を円滑に進めるために定める。"


def test_policy_keeps_condition_measure_and_exception_in_one_block() -> None:
    builder = (
        manual("規程集")
        .heading("3 持ち出しの規則")
        .text(FILLER * 3)
        .text("機器を社外に持ち出す場合は、事前に上長の承認を得る。")
        .text("ただし、緊急の修理の場合は、事後の届出でよい。")
        .text(FILLER * 3)
    )
    nodes = children(builder, target_chars=90, max_chars=200)
    (node,) = [n for n in nodes if "ただし" in n.get_content()]
    assert "上長の承認" in node.get_content()
    assert node.metadata["content_type"] == "policy"


def test_policy_in_english() -> None:
    builder = (
        manual("Handbook", "en")
        .heading("Leave policy")
        .text("If you are ill for more than three days, send a certificate to your manager.")
        .text("Exception: contractors follow the rules of their own company.")
    )
    (node,) = children(builder)
    assert node.metadata["content_type"] == "policy"
    assert "contractors" in node.get_content()


def test_case_in_labelled_parts_is_one_block_of_its_own() -> None:
    parts = [
        "事象：印刷が途中で止まった。",
        "判断：用紙切れである。",
        "根拠：画面に001と出ていた。",
        "結果：用紙を補給し再開した。",
    ]
    builder = manual("手順書").heading("5 対応の記録").text(FILLER)
    for _ in range(2):
        for part in parts:
            builder.text(part)
    nodes = [n for n in children(builder, target_chars=50, max_chars=400) if n.metadata["content_type"] == "case"]
    assert len(nodes) == 2
    for node in nodes:
        assert all(part in node.get_content() for part in parts)


def test_case_told_as_list_items_in_english_is_one_block() -> None:
    builder = manual("Log", "en").heading("What went wrong")
    for part in (
        "Event: the pump stopped.",
        "Judgement: the fuse blew.",
        "Evidence: F3 was black.",
        "Result: F3 was replaced.",
    ):
        builder.step("-", part)
    (node,) = children(builder, target_chars=50, max_chars=400)
    assert node.metadata["content_type"] == "case"


@pytest.mark.parametrize(
    ("heading", "mark"),
    [("2.1 始業前点検表", "1."), ("2.1 確認項目", "・"), ("2.1 発行前", "□")],
    ids=["table", "items", "marks"],
)
def test_every_item_of_a_checklist_is_a_block(heading: str, mark: str) -> None:
    builder = manual("手順書").heading(heading)
    items = ["承認印があること。", "ランプが緑色に点灯していること。", "前日の記録が綴じられていること。"]
    for item in items:
        builder.step(mark, item)
    nodes = children(builder)
    assert types(nodes) == ["checklist"] * 3
    assert [[item for item in items if item in node.get_content()] for node in nodes] == [[item] for item in items]


def test_headings_that_only_hold_such_a_word_change_nothing() -> None:
    builder = (
        manual("取扱説明書")
        .heading("3 規定値の設定")
        .step("1.", "規定値を入力します。")
        .step("2.", "保存ボタンを押します。")
    )
    assert types(children(builder)) == ["procedure"]


def test_what_the_user_says_of_a_section_wins() -> None:
    builder = manual("本").heading("4 お客様の声").heading("4.2 返品", level=2).text("返品は七日以内に受け付ける。")
    (node,) = children(builder, section_types={"お客様の声 >": "policy"})
    assert node.metadata["content_type"] == "policy"


def test_section_types_are_part_of_the_fingerprint_and_survive_to_dict() -> None:
    parser = ProcedureNodeParser(section_types={"返品": "policy"})
    assert parser.fingerprint() != ProcedureNodeParser().fingerprint()
    assert ProcedureNodeParser.from_dict(parser.to_dict()).section_types == {"返品": ContentType.POLICY}


def test_a_pattern_that_is_none_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="is no regular expression"):
        ProcedureNodeParser(section_types={"(": "policy"})


def test_tags_are_the_headings_without_their_numbers() -> None:
    assert heading_tags(["第3章 保守", "3.2 清掃", "清掃"]) == ["保守", "清掃"]
    (node,) = children(manual("本").heading("1. 登録").text("本文です。"))
    assert node.metadata["topic"] == "1. 登録"
    assert node.metadata["tags"] == ["登録"]


@pytest.mark.parametrize("text", ["", "：", "事象", "ただし", "(" * 3000, "事象：" * 2000])
def test_odd_text_does_no_harm(text: str) -> None:
    reader = ContentReader("ja")
    reader.labelled(text)
    reader.is_rule(text)
    reader.is_exception(text)
    reader.section_type([text])
