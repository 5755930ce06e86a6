"""The chunk audit finds what is wrong, and nothing in chunks that are right."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from layout_builder import manual
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.schema import Document, NodeRelationship, TextNode

from llama_index_layout_rag.audit import AuditRule, audit_nodes
from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.readers.reader import LayoutReader


def sample_nodes() -> list[TextNode]:
    builder = (
        manual("ES-200 取扱説明書")
        .heading("1. 登録")
        .step("1.", "登録画面を開き、申請区分を選択します。")
        .step("2.", "実行ボタンを押します。")
        .heading("2. 削除")
        .text("削除した申請は元に戻せません。管理者に相談してください。")
    )
    return ProcedureNodeParser().get_nodes_from_documents([builder.document()])


def child(nodes: list[TextNode], text: str) -> TextNode:
    return next(n for n in nodes if n.metadata["chunk_level"] == "child" and text in n.text)


def test_chunks_of_good_manuals_are_whole_and_traceable(sample_manuals: dict[str, Path]) -> None:
    reader, parser = LayoutReader(), ProcedureNodeParser()
    for path in sample_manuals.values():
        nodes = parser.get_nodes_from_documents(reader.load_data(path))
        report = audit_nodes(nodes, layouts=[reader.read(path)])
        # A label that stands alone on its page is a chunk, and rightly reported as short.
        assert {finding.rule for finding in report.findings} <= {AuditRule.TOO_SHORT}, report.to_text()
        assert len(report.findings) <= 1
        assert report.checked == sum(n.metadata["chunk_level"] == "child" for n in nodes)


def drop(key: str) -> Callable[[TextNode], None]:
    return lambda node: node.metadata.pop(key)


def put(key: str, value: object) -> Callable[[TextNode], None]:
    return lambda node: node.metadata.__setitem__(key, value)


def heading_and(body: str) -> Callable[[TextNode], None]:
    return lambda node: node.set_content(f"ES-200 取扱説明書 > 2. 削除\n{body}")


@pytest.mark.parametrize(
    ("break_it", "rule", "said"),
    [
        (drop("section_id"), AuditRule.MISSING_FIELD, "no section_id"),
        (drop("content_type"), AuditRule.MISSING_FIELD, "no content_type"),
        (drop("section_path"), AuditRule.MISSING_FIELD, "no section_path"),
        (drop("source_uri"), AuditRule.MISSING_FIELD, "no source"),
        (put("content_type", "poem"), AuditRule.MISSING_FIELD, "'poem'"),
        (heading_and(""), AuditRule.TOO_SHORT, "0 characters"),
        (heading_and("短い。"), AuditRule.TOO_SHORT, "3 characters"),
        (heading_and("長い文です。" * 400), AuditRule.TOO_LONG, "2400 characters"),
        (drop("source_record_refs"), AuditRule.UNTRACEABLE, "names no element"),
        (put("source_record_refs", [{"record_id": "e999"}]), AuditRule.UNTRACEABLE, "e999"),
        (put("regions", [{"page": 7, "bbox": [0, 0, 1, 1]}]), AuditRule.UNTRACEABLE, "pages that it does not name: 7"),
        (lambda node: node.relationships.pop(NodeRelationship.SOURCE), AuditRule.UNTRACEABLE, "no SOURCE"),
    ],
)
def test_finds_what_is_wrong(break_it: Callable[[TextNode], None], rule: AuditRule, said: str) -> None:
    layout = manual("ES-200 取扱説明書").heading("1").step("1.", "a").step("2.", "b").heading("2").text("c").layout()
    nodes = sample_nodes()
    broken = child(nodes, "元に戻せません")
    break_it(broken)
    report = audit_nodes(nodes, layouts=[layout])
    assert [(f.rule, f.node_id) for f in report.findings] == [(rule, broken.node_id)]
    assert said in report.findings[0].detail


def test_a_chunk_without_a_page_is_found_only_where_the_source_has_pages() -> None:
    nodes = sample_nodes()
    broken = child(nodes, "元に戻せません")
    broken.metadata.pop("pages")
    broken.metadata.pop("regions")
    assert "no page" in audit_nodes(nodes).findings[0].detail
    builder = Document(
        text="# 手順書\n\n## 登録\n\n1. 登録ボタンを押して、申請を送ります。\n", metadata={"file_path": "/m/a.md"}
    )
    assert audit_nodes(ProcedureNodeParser().get_nodes_from_documents([builder])).is_clean


def steps_in_two_chunks(second_text: str) -> list[TextNode]:
    """A conditional step in one chunk, its sub-step in the next."""
    nodes = sample_nodes()
    first, second = child(nodes, "実行ボタン"), child(nodes, "元に戻せません")
    second.metadata["section_id"] = first.metadata["section_id"]
    first.metadata["procedure_steps"] = [{"step_id": "s1", "step_number": "1", "condition": "承認済みの場合"}]
    second.metadata["procedure_steps"] = [{"step_id": "s2", "step_number": "a", "parent_step_id": "s1"}]
    second.set_content(f"ES-200 取扱説明書 > 1. 登録\n{second_text}")
    return nodes


def test_a_sub_step_cut_from_the_condition_of_its_step_is_found() -> None:
    report = audit_nodes(steps_in_two_chunks("a. 確認画面で［承認］を押します。"))
    (finding,) = report.findings
    assert finding.rule is AuditRule.CUT_FROM_CONDITION
    assert "承認済みの場合" in finding.detail


def test_a_sub_step_that_repeats_the_condition_is_not() -> None:
    assert audit_nodes(steps_in_two_chunks("条件: 承認済み の場合\na. 確認画面で［承認］を押します。")).is_clean


def test_the_rest_of_a_long_step_must_say_its_condition() -> None:
    long_step = (
        "".join(f"承認済みの場合、項目{n}を確認して保存ボタンを押します。" for n in range(1, 3))
        + "次に、内容を確認します。" * 200
    )
    document = manual().heading("1. 登録").step("1.", long_step).document()
    nodes = ProcedureNodeParser(target_chars=200, max_chars=400).get_nodes_from_documents([document])
    parts = [node for node in nodes if node.metadata["chunk_level"] == "child"]
    assert len(parts) > 2
    assert audit_nodes(nodes).is_clean
    parts[1].set_content(parts[1].text.replace("承認済みの場合", "……"))
    (finding,) = audit_nodes(nodes).findings
    assert finding.rule is AuditRule.CUT_FROM_CONDITION
    assert finding.node_id == parts[1].node_id


@pytest.mark.parametrize(
    ("language", "lead", "step"),
    [
        ("ja", "条件Aの場合は次を行います。", "画面{n}を開いて保存ボタンを押します。"),
        ("en", "When the lamp blinks red, follow these steps:", "Open screen {n} and press the Save button there."),
    ],
)
def test_every_chunk_of_a_list_must_say_the_condition_of_the_list(language: str, lead: str, step: str) -> None:
    builder = manual("ES-200", language=language).heading("1. X").text(lead)
    for number in range(1, 13):
        builder.step(f"{number}.", step.format(n=number))
    parser = ProcedureNodeParser(target_chars=150, max_chars=400)
    nodes = parser.get_nodes_from_documents([builder.document()])
    layouts = [builder.layout()]
    assert audit_nodes(nodes, layouts=layouts).is_clean
    later = next(n for n in nodes if n.metadata["chunk_level"] == "child" and step.format(n=12) in n.text)
    later.set_content(
        "\n".join(line for line in later.text.split("\n") if not line.startswith(("条件:", "Condition:")))
    )
    (finding,) = audit_nodes(nodes, layouts=layouts).findings
    assert finding.rule is AuditRule.CUT_FROM_CONDITION
    assert finding.node_id == later.node_id


def test_a_paragraph_between_two_steps_is_no_condition_of_the_list() -> None:
    builder = manual().heading("1. 登録").text("次の手順で登録します。").step("1.", "保存ボタンを押します。")
    builder.text("承認済みの場合、確認画面が表示されます。").step("2.", "閉じるボタンを押します。")
    nodes = ProcedureNodeParser(target_chars=50, max_chars=400).get_nodes_from_documents([builder.document()])
    assert audit_nodes(nodes, layouts=[builder.layout()]).is_clean


def test_a_condition_further_up_in_a_paragraph_does_not_introduce_the_list() -> None:
    builder = manual(language="en").heading("1. Log").text("If a path is set, it is used. These options exist:")
    builder.step("•", "Folder names the place of the log file.").step("•", "Binary writes every received byte.")
    nodes = ProcedureNodeParser(target_chars=50, max_chars=400).get_nodes_from_documents([builder.document()])
    assert audit_nodes(nodes, layouts=[builder.layout()]).is_clean


def test_an_id_used_twice_is_found() -> None:
    nodes = sample_nodes()
    report = audit_nodes([*nodes, child(nodes, "元に戻せません")])
    assert [f.rule for f in report.findings] == [AuditRule.DUPLICATE_ID]


def test_chunks_of_another_parser_are_audited_as_well() -> None:
    document = Document(text="登録画面を開きます。" * 200, metadata={"file_path": "/m/a.txt"})
    nodes = SentenceSplitter(chunk_size=200, chunk_overlap=20).get_nodes_from_documents([document])
    report = audit_nodes(nodes)
    assert report.checked == len(nodes)
    assert report.counts()[AuditRule.MISSING_FIELD] == len(nodes)


def test_the_sample_is_drawn_by_its_seed_and_not_by_the_order_of_the_nodes(sample_manuals: dict[str, Path]) -> None:
    paths = [str(path) for path in sample_manuals.values()]
    nodes = ProcedureNodeParser().get_nodes_from_documents(LayoutReader().load_data(paths))
    first = [chunk.node_id for chunk in audit_nodes(nodes, sample_size=5, seed=3).sample]
    assert first == [chunk.node_id for chunk in audit_nodes(list(reversed(nodes)), sample_size=5, seed=3).sample]
    assert first != [chunk.node_id for chunk in audit_nodes(nodes, sample_size=5, seed=4).sample]
    assert len(set(first)) == 5
    assert len(audit_nodes(nodes[:3], sample_size=50).sample) <= 3


def test_the_report_reads_as_text_markdown_and_csv() -> None:
    nodes = sample_nodes()
    broken = child(nodes, "元に戻せません")
    broken.set_content("ES-200 取扱説明書 > 2. 削除\n=1|2")
    report = audit_nodes(nodes, sample_size=1)
    assert "too short: 1" in report.to_text()
    assert "to read, 1 of 1" in str(report)
    markdown = report.to_markdown()
    assert "| too short | 1 |" in markdown
    assert "=1\\|2" in markdown, "a bar must not end the cell"
    rows = list(csv.DictReader(io.StringIO(report.to_csv())))
    assert rows[0]["node_id"] == broken.node_id
    assert rows[0]["text"] == "'=1|2", "a spreadsheet must not take it for a formula"


def test_nothing_to_audit_is_a_clean_report() -> None:
    report = audit_nodes([])
    assert report.is_clean
    assert "0 chunks checked" in report.to_text()
