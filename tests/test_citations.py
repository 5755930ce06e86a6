"""Citations of retrieved nodes, and the page with the evidence framed."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from layout_builder import manual
from llama_index.core.schema import NodeWithScore, TextNode
from pdf_builder import PdfBuilder
from sample_manuals import ES_200

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.citations import FRAME_MARGIN, Citation, highlight
from llama_index_layout_rag.layout import LayoutReadError
from llama_index_layout_rag.layout.boxes import union
from llama_index_layout_rag.readers.pdf import render_page
from llama_index_layout_rag.readers.reader import LayoutReader


def child_with(nodes: list, text: str) -> TextNode:
    return next(n for n in nodes if n.metadata["chunk_level"] == "child" and text in n.get_content())


@pytest.fixture(scope="module")
def nodes(sample_manuals: dict[str, Path]) -> list:
    documents = LayoutReader().load_data(sample_manuals[ES_200])
    return ProcedureNodeParser().get_nodes_from_documents(documents)


def test_names_manual_section_step_page_and_file() -> None:
    builder = (
        manual("ES-200 取扱説明書").heading("1. 登録").step("1.", "登録ボタンを押します。").step("2.", "保存します。")
    )
    (node,) = [
        n
        for n in ProcedureNodeParser().get_nodes_from_documents([builder.document()])
        if n.metadata["chunk_level"] == "child"
    ]
    citation = Citation.from_node(NodeWithScore(node=node, score=1.0))
    assert str(citation) == "ES-200 取扱説明書 > 1. 登録, 手順 1.–2., p. 1, ES-200 取扱説明書.pdf"
    assert citation.regions[0].page == 1
    assert citation == Citation.from_node(TextNode(id_=node.node_id, text="a copy", metadata=node.metadata))


@pytest.mark.parametrize(
    ("language", "numbers", "named"),
    [
        ("ja", ["①", "②", "③"], "手順 ①–③"),
        ("ja", ["手順1", "手順2"], "手順1–手順2"),
        ("en", ["A-1"], "step A-1"),
        ("en", ["Step 1", "Step 2"], "Step 1–Step 2"),
        ("en", ["STEP 2"], "STEP 2"),
    ],
)
def test_the_word_for_step_stands_once(language: str, numbers: list[str], named: str) -> None:
    citation = Citation(manual_id="m", manual_title="ES-200", language=language, step_numbers=numbers)
    assert str(citation) == f"ES-200, {named}"


def test_a_foreign_node_cannot_be_cited() -> None:
    with pytest.raises(ValueError, match="only nodes made by ProcedureNodeParser"):
        Citation.from_node(TextNode(text="x"))


def test_highlight_frames_the_evidence_on_its_page(nodes: list) -> None:
    node = child_with(nodes, "リセットボタン")
    citation = Citation.from_node(node)
    image = highlight(node, dpi=72, line_width=2)
    region = citation.regions[0]
    plain = render_page(citation.source_uri, region.page, dpi=72).image
    assert image.size == plain.size
    changed = np.any(np.asarray(image.convert("RGB")) != np.asarray(plain.convert("RGB")), axis=-1)
    ys, xs = np.nonzero(changed)
    boxes = [r.bbox for r in citation.regions if r.page == region.page]
    found = (xs.min(), ys.min(), xs.max(), ys.max())
    assert np.allclose(found, union(boxes), atol=FRAME_MARGIN + 2)


def test_frame_stands_right_on_a_page_that_is_drawn_smaller_than_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "drawing.pdf"
    builder = PdfBuilder(width=3370, height=3370).text(300, 300, "1. 据付け", size=40, bold=True)
    path.write_bytes(builder.text(2400, 2800, "リセットボタンを押します。", size=30).build())
    nodes = ProcedureNodeParser().get_nodes_from_documents(LayoutReader().load_data(path))
    citation = Citation.from_node(child_with(nodes, "リセットボタン"))
    image = highlight(citation, dpi=300, line_width=2)
    framed = np.asarray(image)
    ys, xs = np.nonzero((framed[..., 0] == 0xE0) & (framed[..., 1] == 0x20))
    scale = image.width / 3370
    found = np.array((xs.min(), ys.min(), xs.max(), ys.max())) / scale
    assert scale < 300 / 72
    assert np.allclose(found, citation.regions[0].bbox, atol=FRAME_MARGIN + 2)


def test_a_moved_file_is_given_as_source(nodes: list, sample_manuals: dict[str, Path], tmp_path: Path) -> None:
    moved = tmp_path / "moved.pdf"
    shutil.copy(sample_manuals[ES_200], moved)
    node = child_with(nodes, "リセットボタン")
    assert highlight(node, source=moved, dpi=36).size == highlight(node, dpi=36).size


def test_a_file_that_is_gone_asks_for_its_new_place(nodes: list, tmp_path: Path) -> None:
    node = child_with(nodes, "リセットボタン").model_copy(deep=True)
    node.metadata["source_uri"] = str(tmp_path / "gone.pdf")
    with pytest.raises(LayoutReadError, match="pass its present place as `source`"):
        highlight(node)
    with pytest.raises(LayoutReadError, match="no such file"):
        highlight(node, source=tmp_path / "elsewhere.pdf")


def test_another_file_is_refused(nodes: list, sample_manuals: dict[str, Path]) -> None:
    other = next(path for name, path in sample_manuals.items() if name != ES_200)
    with pytest.raises(LayoutReadError, match="not the file that was indexed"):
        highlight(child_with(nodes, "リセットボタン"), source=other)


def test_a_page_without_the_evidence_is_refused(nodes: list) -> None:
    with pytest.raises(ValueError, match="page 99 holds none of this evidence"):
        highlight(child_with(nodes, "リセットボタン"), page=99)


def test_a_source_without_pages_has_no_page_image(tmp_path: Path) -> None:
    path = tmp_path / "manual.md"
    path.write_text("# 手順書\n\n## 登録\n\n1. 登録ボタンを押します。\n", encoding="utf-8")
    nodes = ProcedureNodeParser().get_nodes_from_documents(LayoutReader().load_data(path))
    with pytest.raises(ValueError, match="has no page"):
        highlight(child_with(nodes, "登録ボタン"))


def test_a_row_of_a_table_over_two_pages_is_cited_where_it_stands(sample_manuals: dict[str, Path]) -> None:
    documents = LayoutReader().load_data(sample_manuals[ES_200])
    nodes = ProcedureNodeParser(target_chars=120, max_chars=400).get_nodes_from_documents(documents)
    pages = {
        tuple(Citation.from_node(node).pages)
        for node in nodes
        if node.metadata["chunk_level"] == "child" and "エラーコード: " in node.get_content()
    }
    assert {(6,), (7,)} <= pages
    first = child_with(nodes, "エラーコード: 001")
    (region,) = Citation.from_node(first).regions[-1:]
    assert region.page == 6
    assert region.bbox[3] - region.bbox[1] < 200


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [
        (["1.", "2.", "3.", "5."], "step 1.–3., 5."),
        (["1.", "2.", "19.", "20."], "step 1.–2., 19.–20."),
        (["①", "②", "③"], "step ①–③"),
        (["Step 1", "Step 2"], "Step 1–Step 2"),
        (["7.1.", "7.2."], "step 7.1., 7.2."),
        (["4."], "step 4."),
    ],
)
def test_a_citation_names_every_run_of_steps(numbers: list[str], shown: str) -> None:
    assert shown in str(Citation(manual_id="m", manual_title="M", step_numbers=numbers, language="en"))


def test_bullets_and_sub_steps_are_no_numbers_of_a_citation() -> None:
    builder = (
        manual("M", "en")
        .heading("1 Use")
        .step("1.", "Open the lid.")
        .step("•", "Press the button.")
        .step("2.", "Close the lid:")
    )
    node = child_with(
        ProcedureNodeParser().get_nodes_from_documents([builder.step("a.", "Press RESET.", depth=2).document()]), "Open"
    )
    assert Citation.from_node(node).step_numbers == ["1.", "2."]


def test_pages_with_a_gap_and_the_link_to_the_first() -> None:
    citation = Citation(manual_id="m", pages=[3, 4, 9], source_uri="/manuals/m.pdf")
    assert "pp. 3–4, 9" in str(citation)
    assert citation.link == "/manuals/m.pdf#page=3"
    assert Citation(manual_id="m", source_uri="guide.md").link == "guide.md"
