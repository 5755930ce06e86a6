"""What ProcedureNodeParser makes of a manual: levels, relations, payload, ids, and blocks that keep what belongs
together."""

from __future__ import annotations

import gc
import json
import pickle
import uuid

import pytest
from layout_builder import ManualBuilder, manual
from llama_index.core.ingestion import IngestionCache, IngestionPipeline
from llama_index.core.node_parser import NodeParser
from llama_index.core.schema import BaseNode, Document, MetadataMode, NodeRelationship, TransformComponent

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.chunking.payload import NodePayload


def parse(builder: ManualBuilder, **options: object) -> list[BaseNode]:
    return ProcedureNodeParser(**options).get_nodes_from_documents([builder.document()])


def at_level(nodes: list[BaseNode], level: str) -> list[BaseNode]:
    return [node for node in nodes if node.metadata["chunk_level"] == level]


def children(nodes: list[BaseNode]) -> list[BaseNode]:
    return at_level(nodes, "child")


def steps_of(nodes: list[BaseNode]) -> list[dict]:
    return [step for node in children(nodes) for step in node.metadata.get("procedure_steps", [])]


def registration() -> ManualBuilder:
    return (
        manual()
        .header("ES-200 取扱説明書")
        .contents_line("1. 申請登録 ...... 3")
        .heading("1. 申請登録")
        .text("申請を登録する手順を説明します。")
        .step("1.", "登録ボタンを押します。")
        .text("登録画面が表示されます。")
        .step("2.", "申請区分を選択します。")
        .step("①", "「新規」を選択します。", depth=2)
        .picture("図 1-1 登録画面")
        .heading("1.1 申請の取消", level=2)
        .step("1.", "取消ボタンを押します。")
        .heading("2. エラー一覧")
        .table([["コード", "意味"], ["E-042", "紙詰まり"], ["E-04", "用紙なし"]], caption="表 2-1 エラーコード")
    )


# --- class and stock LlamaIndex ---


def test_is_a_stock_node_parser() -> None:
    names = [base.__name__ for base in ProcedureNodeParser.__mro__]
    assert NodeParser.__name__ in names
    assert TransformComponent.__name__ in names
    assert ProcedureNodeParser.class_name() == "ProcedureNodeParser"


def test_fields_of_another_version_are_left_out_with_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    written = {**ProcedureNodeParser(target_chars=500).to_dict(), "retired_option": 1}
    assert ProcedureNodeParser.from_dict(written).target_chars == 500
    assert "retired_option" in caplog.text
    with pytest.raises(TypeError, match="target_chars"):
        ProcedureNodeParser.from_dict(written, target_char=600)


def test_collector_of_cycles_is_as_it_was_after_parsing() -> None:
    parse(registration())
    assert (gc.isenabled(), gc.get_freeze_count()) == (True, 0)
    gc.freeze()
    frozen = gc.get_freeze_count()
    try:
        parse(registration())
        # Some of the frozen objects may be gone; none was thawed or joined them.
        assert 0.9 * frozen < gc.get_freeze_count() <= frozen
    finally:
        gc.unfreeze()


def test_misspelt_arguments_name_the_nearest_field() -> None:
    with pytest.raises(TypeError, match="chunk_overlap"):
        ProcedureNodeParser(chunk_overlp=10)


def test_survives_to_dict_json_and_pickle() -> None:
    parser = ProcedureNodeParser(target_chars=500)
    assert ProcedureNodeParser.from_dict(parser.to_dict()).target_chars == 500
    assert json.loads(parser.to_json())["target_chars"] == 500
    assert pickle.loads(pickle.dumps(parser)).target_chars == 500


def test_configuration_is_part_of_the_fingerprint() -> None:
    assert ProcedureNodeParser().fingerprint() == ProcedureNodeParser().fingerprint()
    assert ProcedureNodeParser(target_chars=500).fingerprint() != ProcedureNodeParser().fingerprint()


def test_limit_below_target_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"max_chars .* is smaller than target_chars"):
        ProcedureNodeParser(target_chars=500, max_chars=100)


async def test_async_gives_the_same_nodes() -> None:
    document = registration().document()
    parser = ProcedureNodeParser()
    assert await parser.aget_nodes_from_documents([document]) == parser.get_nodes_from_documents([document])


def test_pipeline_with_cache_gives_the_same_nodes_again() -> None:
    pipeline = IngestionPipeline(transformations=[ProcedureNodeParser()], cache=IngestionCache())
    first = pipeline.run(documents=[registration().document()])
    again = pipeline.run(documents=[registration().document()])
    assert [n.node_id for n in first] == [n.node_id for n in again]
    assert [n.metadata for n in first] == [n.metadata for n in again]


def test_document_metadata_is_not_changed_and_short_scalars_reach_the_nodes() -> None:
    document = registration().document(tenant="a", file_size=12, layout={"not": "carried"})
    before = json.dumps(document.metadata, sort_keys=True)
    nodes = ProcedureNodeParser().get_nodes_from_documents([document])
    assert json.dumps(document.metadata, sort_keys=True) == before
    assert {node.metadata["tenant"] for node in nodes} == {"a"}
    assert not any("file_size" in node.metadata or "layout" in node.metadata for node in nodes)


# --- levels, relations, ids ---


def test_four_levels_tied_by_relations_and_payload() -> None:
    nodes = parse(registration(), target_chars=60, max_chars=400)
    by_id = {node.node_id: node for node in nodes}
    (top,) = at_level(nodes, "manual")
    assert top.parent_node is None
    assert {by_id[info.node_id].metadata["chunk_level"] for info in top.child_nodes or []} == {"section"}
    for child in children(nodes):
        assert child.child_nodes is None
        assert child.parent_node is not None
        assert child.parent_node.node_id == child.metadata["parent_id"]
        assert child.node_id in by_id[child.metadata["parent_id"]].metadata["child_ids"]
        assert by_id[child.metadata["section_id"]].metadata["chunk_level"] == "section"
    for node in nodes:
        assert node.source_node is not None
        assert node.source_node.node_id == registration().document().node_id
        assert node.source_node.metadata == {}
        assert str(uuid.UUID(node.node_id)) == node.node_id
        assert NodePayload.from_metadata(node.metadata).manual_title == "ES-200 取扱説明書"


def test_children_without_a_parent_node_stand_below_their_section() -> None:
    for node in children(parse(registration(), include_parents=False)):
        assert node.metadata["parent_id"] == node.metadata["section_id"]


def test_previous_and_next_tie_siblings_only() -> None:
    nodes = parse(registration(), target_chars=50, max_chars=400)
    by_id = {node.node_id: node for node in nodes}
    assert any(NodeRelationship.NEXT in node.relationships for node in children(nodes))
    for node in nodes:
        if node.next_node is not None:
            after = by_id[node.next_node.node_id]
            assert after.metadata["section_id"] == node.metadata["section_id"]
            assert after.metadata["chunk_level"] == node.metadata["chunk_level"]
            assert after.prev_node is not None
            assert after.prev_node.node_id == node.node_id


def test_ids_are_unique_and_stable() -> None:
    first, again = parse(registration()), parse(registration())
    assert [node.node_id for node in first] == [node.node_id for node in again]
    assert len({node.node_id for node in first}) == len(first)


def test_an_inserted_step_changes_the_ids_of_its_own_block_only() -> None:
    def long_manual(extra: bool) -> ManualBuilder:
        builder = manual()
        for section in range(1, 4):
            builder.heading(f"{section}. 設定{section}").step("1.", f"設定{section}を開きます。")
            if extra and section == 2:
                builder.step("2.", "保存ボタンを押します。")
        return builder

    before = {n.node_id for n in children(parse(long_manual(False)))}
    after = {n.node_id for n in children(parse(long_manual(True)))}
    assert len(before - after) == 1


def test_equal_texts_in_one_section_are_two_chunks() -> None:
    builder = manual().heading("1. 実行")
    for _ in range(2):
        builder.step("1.", "実行ボタンを押します。" * 20)
    assert len({n.node_id for n in children(parse(builder, target_chars=100, max_chars=400))}) == 2


def test_documents_with_one_manual_id_are_one_manual() -> None:
    volumes = [manual(f"第{n}巻", manual_id="m1").heading(f"{n}. 章").text("本文です。").document() for n in (1, 2)]
    nodes = ProcedureNodeParser().get_nodes_from_documents(volumes)
    assert len(at_level(nodes, "manual")) == 1
    assert {node.metadata["manual_id"] for node in nodes} == {"m1"}
    assert {node.source_node.node_id for node in children(nodes) if node.source_node} == {v.node_id for v in volumes}


# --- sections and steps (cases.md 1-11) ---


def test_step_carries_path_number_action_and_target() -> None:
    first = steps_of(parse(registration()))[0]
    assert first["step_number"] == "1."
    assert first["action"] == "押す"
    assert first["target"] == "登録"
    assert first["page"] == 1


def test_numbers_stay_as_printed() -> None:
    markers = ["1", "①", "(1)", "（１）", "A-1", "B-3", "手順3", "2-1-5"]
    builder = manual().heading("手順")
    for marker in markers:
        builder.step(marker, "実行ボタンを押します。")
    assert [step["step_number"] for step in steps_of(parse(builder))] == markers


def test_result_sentence_belongs_to_the_step_before_it() -> None:
    first = steps_of(parse(registration()))[0]
    assert "登録画面が表示されます" in first["result"]


def test_condition_result_pairs_attach_to_the_step_and_are_not_mixed() -> None:
    builder = (
        manual()
        .heading("1. 確認")
        .step("1.", "確認ボタンを押します。")
        .text("承認済みの場合、確認画面が表示されます。未承認の場合、エラー一覧が表示されます。")
    )
    (step,) = steps_of(parse(builder))
    assert step["condition_results"] == [
        ["承認済みの場合", "確認画面が表示されます"],
        ["未承認の場合", "エラー一覧が表示されます"],
    ]


@pytest.mark.parametrize("limit", [50, 60, 80, 120, 200])
def test_condition_steps_and_result_stay_together_or_the_condition_is_repeated(limit: int) -> None:
    builder = (
        manual("手順書")
        .heading("登録")
        .text("条件Aの場合は次を行います。")
        .step("1.", "申請区分を選択します。")
        .step("2.", "実行ボタンを押します。")
        .text("この場合は確認画面が表示されます。")
    )
    for node in children(parse(builder, target_chars=limit, max_chars=limit * 2)):
        text = node.get_content()
        if "申請区分" in text or "実行ボタン" in text:
            assert "条件A" in text
        assert ("実行ボタン" in text) == ("確認画面" in text)


def test_same_sentence_in_two_sections_is_two_steps_with_two_paths() -> None:
    builder = (
        manual()
        .heading("1. 登録")
        .step("1.", "実行ボタンを押します。")
        .heading("2. 取消")
        .step("1.", "実行ボタンを押します。")
    )
    paths = [node.metadata["section_path"] for node in children(parse(builder))]
    assert paths == [["1. 登録"], ["2. 取消"]]


def test_a_picture_is_linked_and_its_caption_is_in_the_text() -> None:
    node = next(n for n in children(parse(registration())) if "申請区分" in n.get_content())
    assert "図 1-1 登録画面" in node.get_content()
    (related,) = node.metadata["related_elements"]
    assert related["kind"] == "picture"
    assert related["page"] == 1
    assert related["why"] == "caption"
    assert len(related["bbox"]) == 4


def test_text_is_the_path_line_then_the_steps_as_printed() -> None:
    node = next(n for n in children(parse(registration())) if "取消ボタン" in n.get_content())
    assert node.get_content() == "ES-200 取扱説明書 > 1. 申請登録 > 1.1 申請の取消\n1. 取消ボタンを押します。"


def test_labelled_text_leaves_empty_fields_out() -> None:
    node = next(n for n in children(parse(registration(), step_text="labelled")) if "取消ボタン" in n.get_content())
    assert node.get_content().splitlines()[1:] == [
        "手順番号: 1.",
        "操作: 押す",
        "対象: 取消",
        "本文: 取消ボタンを押します。",
    ]


def test_labels_are_english_in_an_english_manual() -> None:
    builder = manual("ES-200 User Guide", "en").heading("1. Start").step("1.", "Press the Power button.")
    (node,) = children(parse(builder, step_text="labelled"))
    assert node.get_content().splitlines()[1:] == [
        "Step number: 1.",
        "Action: press",
        "Target: Power",
        "Text: Press the Power button.",
    ]


def test_metadata_of_a_procedure_child() -> None:
    node = next(n for n in children(parse(registration())) if "登録ボタン" in n.get_content())
    metadata = node.metadata
    assert {"ListItem", "Procedure", "SectionHeader"} <= set(metadata["source_categories"])
    assert metadata["content_type"] == "procedure"
    assert metadata["pages"] == [1]
    assert metadata["regions"][0]["page"] == 1
    assert {"record_id", "category", "page", "bbox"} <= set(metadata["source_record_refs"][0])


def test_sub_steps_name_their_step() -> None:
    steps = {step["step_number"]: step for step in steps_of(parse(registration()))}
    assert steps["①"]["parent_step_id"] == steps["2."]["step_id"]


def test_deep_paths_are_whole_in_metadata_and_shortened_in_text() -> None:
    builder = manual("本")
    for level, name in enumerate("ABCDEF", start=1):
        builder.heading(name, level=level)
    builder.text("本文")
    (node,) = [n for n in children(parse(builder)) if n.metadata["section_path"] == list("ABCDEF")]
    assert node.get_content().splitlines()[0] == "本 > A > … > D > E > F"


# --- furniture, tables, sizes ---


def test_furniture_is_in_no_chunk() -> None:
    for node in children(parse(registration())):
        assert "......" not in node.get_content()
        assert node.get_content().count("ES-200 取扱説明書") == 1  # the heading path line only


def test_table_rows_carry_their_column_names_and_codes() -> None:
    (node,) = [n for n in children(parse(registration())) if n.metadata["content_type"] == "table"]
    assert node.get_content().splitlines()[1:] == [
        "表 2-1 エラーコード",
        "コード: E-042",
        "意味: 紙詰まり",
        "",
        "コード: E-04",
        "意味: 用紙なし",
    ]
    assert node.metadata["code_cells"] == [{"code": "e042", "column": "コード"}, {"code": "e04", "column": "コード"}]
    assert {"e042", "e04"} <= set(node.metadata["codes"])


def test_long_table_is_divided_between_rows_with_its_caption_repeated() -> None:
    rows = [["コード", "意味"], *([f"E-{n:03}", "説明" * 20] for n in range(30))]
    nodes = children(
        parse(manual().heading("エラー").table(rows, caption="表 1 エラー"), target_chars=300, max_chars=600)
    )
    assert len(nodes) > 3
    assert all("表 1 エラー" in node.get_content() for node in nodes)
    assert sum(node.get_content().count("コード: E-") for node in nodes) == 30


def test_no_child_is_larger_than_the_limit_and_no_text_is_lost() -> None:
    sentence = "長い説明の文がここに続きます。"
    builder = (
        manual("本")
        .heading("章")
        .step("1.", "実行ボタンを押します。" + sentence * 60)
        .table([["列", "値"], ["a", "語" * 900]])
    )
    nodes = children(parse(builder, target_chars=200, max_chars=300))
    line = "本 > 章\n"
    assert max(len(node.get_content()) for node in nodes) <= 300 + len(line)
    text = "".join(node.get_content().removeprefix(line) for node in nodes)
    assert (
        text.count("長い説明の文がここに続きます。") >= 55
    )  # a sentence may be cut only where it is longer than the limit
    assert text.count("語") == 900


def test_continued_step_repeats_its_number_and_condition() -> None:
    builder = (
        manual("本")
        .heading("章")
        .step("3.", "異常がある場合は、停止ボタンを押します。" + "詳しい説明が続きます。" * 40)
    )
    first, second, *_ = children(parse(builder, target_chars=200, max_chars=300))
    assert "停止ボタン" in first.get_content()
    assert "手順番号: 3. （続き）" in second.get_content()
    assert "条件: 異常がある場合" in second.get_content()


def test_embedded_text_holds_no_metadata_and_an_llm_sees_title_and_pages() -> None:
    for node in parse(registration()):
        assert node.get_content(MetadataMode.EMBED) == node.get_content()
        seen = node.get_content(MetadataMode.LLM)
        assert "manual_title: ES-200 取扱説明書" in seen
        assert "regions" not in seen


# --- ordinary Documents ---


def test_accepts_ordinary_markdown() -> None:
    document = Document(text="# 取扱説明書\n\n## 登録\n\n1. 登録ボタンを押します。\n", metadata={"file_name": "a.md"})
    nodes = ProcedureNodeParser().get_nodes_from_documents([document])
    (node,) = children(nodes)
    assert node.metadata["section_path"] == ["登録"]
    assert node.metadata["procedure_steps"][0]["action"] == "押す"


def test_accepts_plain_text() -> None:
    document = Document(
        text="1. はじめに\n\n本書は操作を説明します。\n\n2. 登録\n\n① 登録ボタンを押します。\n② 保存します。\n"
    )
    nodes = ProcedureNodeParser().get_nodes_from_documents([document])
    assert any("登録ボタン" in node.get_content() for node in children(nodes))
    assert [step["step_number"] for step in steps_of(nodes)] == ["①", "②"]


def test_empty_document_gives_no_children() -> None:
    assert children(ProcedureNodeParser().get_nodes_from_documents([Document(text="")])) == []


def test_accepts_the_json_of_docling_reader() -> None:
    docling = {
        "schema_name": "DoclingDocument",
        "version": "1.10.0",
        "name": "manual",
        "body": {"self_ref": "#/body", "children": [{"$ref": "#/texts/0"}, {"$ref": "#/texts/1"}]},
        "texts": [
            {
                "self_ref": "#/texts/0",
                "label": "section_header",
                "level": 1,
                "text": "1. 登録",
                "orig": "1. 登録",
                "prov": [],
                "children": [],
            },
            {
                "self_ref": "#/texts/1",
                "label": "list_item",
                "marker": "①",
                "enumerated": True,
                "text": "登録ボタンを押します。",
                "orig": "① 登録ボタンを押します。",
                "prov": [],
                "children": [],
            },
        ],
        "groups": [],
        "tables": [],
        "pictures": [],
        "pages": {},
    }
    nodes = ProcedureNodeParser().get_nodes_from_documents([Document(text=json.dumps(docling, ensure_ascii=False))])
    (step,) = steps_of(nodes)
    assert step["step_number"] == "①"
    assert [n.metadata["section_path"] for n in children(nodes)] == [["1. 登録"]]


def test_metadata_stays_with_its_document_in_a_manual_of_several() -> None:
    volumes = [
        manual(f"第{n}巻", manual_id="m1").heading(f"{n}. 章").text("本文です。").document(volume=n, tags_of_mine=["x"])
        for n in (1, 2)
    ]
    found = children(ProcedureNodeParser().get_nodes_from_documents(volumes))
    assert {(node.metadata["section_path"][0], node.metadata["volume"]) for node in found} == {
        ("1. 章", 1),
        ("2. 章", 2),
    }
    assert all(node.metadata["tags_of_mine"] == ["x"] for node in found)


def test_metadata_that_would_break_the_payload_is_left_out_and_told(caplog: pytest.LogCaptureFixture) -> None:
    document = (
        manual()
        .heading("1. 章")
        .text("本文です。")
        .document(order="x", pages=5, codes="E1", child_ids="z", note={"a": 1})
    )
    (node,) = children(ProcedureNodeParser().get_nodes_from_documents([document]))
    assert NodePayload.from_metadata(node.metadata).pages == [1]
    assert "['child_ids', 'codes', 'note', 'order', 'pages']" in caplog.text


def test_a_paragraph_called_a_heading_is_clipped_where_it_is_shown() -> None:
    (node,) = children(parse(manual("本").heading("長" * 20_000).text("本文")))
    assert len(node.get_content()) < 300
    assert len(node.metadata["section_path"][0]) == 20_000


@pytest.mark.parametrize("limit", [50, 80, 120])
def test_the_smallest_limits_end_and_lose_nothing(limit: int) -> None:
    step = "非常に長い条件として装置の温度が規定の範囲を超えて上昇し続けている場合は、停止ボタンを押します。" * 6
    nodes = children(
        parse(
            manual("本").heading("章").step("1.", step).table([["列", "値"], ["a", "語" * 300]]),
            target_chars=limit,
            max_chars=limit,
        )
    )
    assert "".join(n.get_content() for n in nodes).count("停止ボタン") >= 4
    assert sum(n.get_content().count("語") for n in nodes) == 300


@pytest.mark.parametrize(
    ("language", "introduction", "condition"),
    [
        ("en", "If the lamp blinks red:", "If the lamp blinks red"),
        ("en", "If the lamp blinks red, do the following:", "If the lamp blinks red"),
        ("ja", "赤く点滅した場合:", "赤く点滅した場合"),
        ("ja", "赤く点滅した場合は、次の操作を行います。", "赤く点滅した場合"),
    ],
)
def test_the_condition_that_introduces_a_list_is_repeated_in_every_block_of_it(
    language: str, introduction: str, condition: str
) -> None:
    builder = manual("本", language).heading("章").text(introduction)
    for number in range(1, 8):
        builder.step(f"{number}.", "停止ボタンを押します。" if language == "ja" else "Press the Stop button.")
    found = children(parse(builder, target_chars=60, max_chars=300))
    assert len(found) > 2
    assert all(condition in node.get_content() for node in found)


def test_an_introduction_without_a_condition_hands_on_nothing() -> None:
    builder = manual("Book", "en").heading("Parts").text("The following parts are included:")
    for number in range(1, 8):
        builder.step(f"{number}.", "Press the Stop button.")
    assert not any(
        "Condition" in node.get_content() for node in children(parse(builder, target_chars=60, max_chars=300))
    )
