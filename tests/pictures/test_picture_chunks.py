"""Pictures in chunks: evidence has a chunk, an icon joins its step, decoration goes nowhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from layout_builder import ManualBuilder, manual
from llama_index.core.schema import BaseNode, Document

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.chunking.picture_units import evidence_texts
from llama_index_layout_rag.layout import ElementKind, LayoutDocument, VisualRole
from llama_index_layout_rag.layout.elements import CellAddress, ImageInfo
from llama_index_layout_rag.pictures import (
    ConditionResult,
    PictureDescription,
    PictureEvidence,
    PictureEvidenceTransform,
    PictureReport,
    PictureText,
)

SCREEN = (60.0, 200.0, 540.0, 500.0)


def children(documents: list[Any]) -> list[BaseNode]:
    nodes = ProcedureNodeParser().get_nodes_from_documents(documents)
    return [node for node in nodes if node.metadata["chunk_level"] == "child"]


def pictures(documents: list[Any]) -> list[BaseNode]:
    return [node for node in children(documents) if node.metadata.get("content_type") == "picture"]


def looked_at(builder: ManualBuilder) -> list[Any]:
    return PictureEvidenceTransform(ocr="never")([builder.document()])


def registration() -> ManualBuilder:
    builder = manual().heading("1. 申請登録").step("1.", "登録ボタンを押します。").picture(bbox=SCREEN)
    builder.text("図 1-1 登録画面", bbox=(200.0, 505.0, 400.0, 520.0), caption_of="e2")
    builder._add(ElementKind.PICTURE_OCR_TEXT, "OCR抽出テキスト: 受付番号 A-77", bbox=SCREEN, container="e2")
    return builder.step("2.", "内容を確認します。", bbox=(60.0, 540.0, 540.0, 560.0))


def test_a_content_picture_has_a_chunk_with_its_place_and_its_text() -> None:
    (chunk,) = pictures(looked_at(registration()))
    lines = chunk.get_content().splitlines()
    assert lines[0] == "ES-200 取扱説明書 > 1. 申請登録"
    assert lines[1] == "図 1-1 登録画面"
    assert lines[2].startswith("周辺: ")
    assert lines[3] == "OCR抽出テキスト: 受付番号 A-77"
    metadata = chunk.metadata
    assert metadata["source_categories"] == ["Picture"]
    assert (metadata["contains_picture"], metadata["contains_image_evidence"]) == (1, 1)
    (image,) = metadata["image_evidence"]
    assert (image["image_id"], image["page"], image["visual_role"]) == ("e2", 1, "content")
    assert metadata["source_record_refs"][0]["category"] == "Picture"
    assert {"e1", "e3"} <= {related["element_id"] for related in metadata["related_elements"]}


def test_the_heading_of_the_next_section_is_not_around_a_picture() -> None:
    builder = manual().heading("1. 申請登録").step("1.", "登録ボタンを押します。").picture(bbox=SCREEN)
    (chunk,) = pictures(looked_at(builder.heading("2. 承認").step("1.", "承認ボタンを押します。")))
    assert "周辺: 1. 登録ボタンを押します。" in chunk.get_content()
    assert "承認" not in chunk.get_content()


def test_the_parent_of_a_picture_carries_its_evidence() -> None:
    nodes = ProcedureNodeParser().get_nodes_from_documents(looked_at(registration()))
    (parent,) = [node for node in nodes if node.metadata["chunk_level"] == "parent"]
    assert [image["image_id"] for image in parent.metadata["image_evidence"]] == ["e2"]


def test_the_text_of_a_picture_stands_in_its_own_chunk_only_and_steps_keep_their_ids() -> None:
    before = children([registration().document()])
    after = children(looked_at(registration()))
    assert sum("A-77" in node.get_content() for node in after) == 1
    step = next(node for node in after if node.metadata["content_type"] == "procedure")
    assert "e2" in {related["element_id"] for related in step.metadata["related_elements"]}
    plain = manual().heading("1. 申請登録").step("1.", "登録ボタンを押します。").picture(bbox=SCREEN)
    ids = {node.node_id for node in children([plain.document()])}
    assert ids <= {node.node_id for node in children(looked_at(plain))}
    assert len(after) == len(before) + 1


def test_a_decorative_picture_reaches_no_chunk_whether_the_transform_ran_or_not() -> None:
    builder = (
        manual().heading("1. 検索").step("1.", "検索ボタンを押します。").picture(bbox=(480.0, 760.0, 520.0, 790.0))
    )
    for documents in ([builder.document()], looked_at(builder)):
        (chunk,) = children(documents)
        assert "e2" not in str(chunk.metadata)
    kept = LayoutDocument.from_document(looked_at(builder)[0]).elements[2]
    assert kept.kind is ElementKind.DECORATIVE
    assert "margin" in kept.reason


@pytest.mark.parametrize("transformed", [True, False])
def test_an_icon_joins_the_step_it_stands_in(transformed: bool) -> None:
    builder = (
        manual()
        .heading("1. 検索")
        .step("1.", "検索ボタンを押して一覧を表示します。", bbox=(100.0, 200.0, 420.0, 220.0))
    )
    builder.picture(bbox=(430.0, 198.0, 450.0, 218.0)).step("2.", "終了します。", bbox=(100.0, 230.0, 420.0, 250.0))
    documents = looked_at(builder) if transformed else [builder.document()]
    (chunk,) = children(documents)
    refs = {ref["record_id"]: ref["category"] for ref in chunk.metadata["source_record_refs"]}
    assert refs["e2"] == "Picture"
    assert "Picture" not in chunk.metadata["source_categories"]
    assert "image_evidence" not in chunk.metadata


def test_the_name_of_an_icon_stands_in_the_text_where_the_icon_stands() -> None:
    builder = manual().heading("1. 設定").step("1.", "右上の［ ］を押します。", bbox=(100.0, 200.0, 420.0, 220.0))
    builder.picture(bbox=(160.0, 202.0, 176.0, 218.0), image=ImageInfo(inline=True, alt="歯車アイコン"))
    documents = looked_at(builder)
    (chunk,) = children(documents)
    assert "1. 右上の［歯車アイコン］を押します。" in chunk.get_content()
    assert chunk.metadata["procedure_steps"][0]["action"]
    again = PictureEvidenceTransform(ocr="never")(documents)
    assert again[0].get_content() == documents[0].get_content()


def test_icon_names_stand_in_table_cells_too() -> None:
    builder = manual().heading("1. ボタン").table([["ボタン", "説明"], ["［ ］ボタン", "画面を閉じます。"]])
    builder.picture(
        bbox=(70.0, 62.0, 90.0, 78.0), image=ImageInfo(alt="閉じる"), container="e1", cell=CellAddress(row=1, column=0)
    )
    (chunk,) = children(looked_at(builder))
    assert "［閉じる］ボタン" in chunk.get_content()


def test_a_chunk_gives_answer_context_corrections_operations_search_words_and_then_the_ocr_text() -> None:
    record = PictureEvidence(
        image_id="e1",
        visual_role=VisualRole.CONTENT,
        caption="図 1 設定画面",
        before="登録ボタンを押します。",
        ocr=PictureText(text="保 存", origin="ocr"),
        description=PictureDescription(
            retrieval_text="設定を保存する画面です。",
            surrounding_context="登録の手順で使います。",
            correction_notes=["「保 存」は「保存」"],
            operation_steps=["保存を押す"],
            condition_results=[ConditionResult(condition="未入力", result="エラー")],
            keywords=["保存", "登録"],
        ),
    )
    assert evidence_texts(record, "ja") == [
        "図 1 設定画面",
        "設定を保存する画面です。",
        "周辺: 登録の手順で使います。",
        "読み違いの訂正: 「保 存」は「保存」",
        "操作: 保存を押す",
        "条件と結果: 未入力 → エラー",
        "検索語: 保存、登録",
        "OCR抽出テキスト: 保 存",
    ]
    assert evidence_texts(record, "en")[-1] == "OCR text: 保 存"


def test_documents_keep_their_ids_and_other_nodes_pass(manual_documents: list[Document], tmp_path: Path) -> None:
    made = PictureEvidenceTransform(ocr="never", crop_dir=str(tmp_path / "crops"))
    other = Document(text="plain text")
    first, same = made([*manual_documents, other])
    assert same is other
    assert first.node_id == manual_documents[0].node_id
    assert first.metadata == manual_documents[0].metadata
    assert made.report == PictureReport(content=2, inline_icons=3, decorative=3)
    assert made([first])[0].get_content() == first.get_content()
    chunks = pictures([first])
    assert len(chunks) == 2
    for chunk in chunks:
        (image,) = chunk.metadata["image_evidence"]
        assert Path(image["crop_path"]).is_file()
        assert Path(image["context_crop_path"]).is_file()
