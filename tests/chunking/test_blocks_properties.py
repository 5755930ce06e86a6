"""Chunks of any manual: every sentence is in one of them, in order, and within the sizes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from layout_builder import ManualBuilder
from llama_index.core.schema import BaseNode, NodeRelationship

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser

PROPERTIES = settings(derandomize=True, deadline=None, max_examples=60)

SENTENCES = st.sampled_from(
    [
        "電源ボタンを押します。ランプが点灯します。",
        "承認済みの場合、確認画面が表示されます。",
        "注意：手袋を着用してください。",
        "次の手順で行います。",
        "Press Start. The lamp lights up.",
        "If the door is open, close it.",
        "A long explanation of what the machine does while it waits for the operator, at some length. " * 3,
    ]
)
PIECES = st.lists(
    st.one_of(
        st.tuples(st.just("heading"), st.integers(1, 4)),
        st.tuples(st.just("text"), SENTENCES),
        st.tuples(st.just("step"), SENTENCES),
        st.tuples(st.just("table"), st.integers(1, 6)),
        st.tuples(st.just("picture"), st.booleans()),
        st.tuples(st.just("page"), st.none()),
    ),
    max_size=25,
)


def manual_of(pieces: list[tuple[str, object]]) -> tuple[ManualBuilder, list[str]]:
    """The manual, and marks that stand once in each of its parts, in order."""
    builder, marks, step = ManualBuilder("ES-200 取扱説明書"), [], 0
    for number, (kind, value) in enumerate(pieces):
        mark = f"M{number:03}X"
        if kind == "heading":
            step = 0
            builder.heading(f"章{mark}", level=int(str(value)))
        elif kind == "text":
            builder.text(f"{mark}{value}")
        elif kind == "step":
            step += 1
            builder.step(f"{step}.", f"{mark}{value}")
        elif kind == "table":
            rows = [["番号", "内容"], *([f"{n}", f"{mark}R{n}X 値"] for n in range(int(str(value))))]
            builder.table(rows)
        elif kind == "picture":
            builder.picture(f"図{mark}" if value else None)
        else:
            builder.new_page()
        if kind in ("text", "step"):
            marks.append(mark)
        elif kind == "table":
            marks += [f"{mark}R{n}X" for n in range(int(str(value)))]
    return builder, marks


def children(nodes: list[BaseNode]) -> list[BaseNode]:
    return [node for node in nodes if node.metadata["chunk_level"] == "child"]


@PROPERTIES
@given(PIECES, st.integers(50, 300))
def test_nothing_is_lost_and_the_order_is_kept(pieces: list[tuple[str, object]], target: int) -> None:
    builder, marks = manual_of(pieces)
    parser = ProcedureNodeParser(target_chars=target, max_chars=2 * target)
    texts = [node.get_content() for node in children(parser.get_nodes_from_documents([builder.document()]))]
    place = {mark: [n for n, text in enumerate(texts) if mark in text] for mark in marks}
    assert all(place.values()), "every part is in a chunk"
    first = [place[mark][0] for mark in marks]
    assert first == sorted(first)


@PROPERTIES
@given(PIECES, st.integers(50, 300))
def test_no_chunk_is_larger_than_the_limit(pieces: list[tuple[str, object]], target: int) -> None:
    builder, _ = manual_of(pieces)
    parser = ProcedureNodeParser(target_chars=target, max_chars=2 * target)
    for node in children(parser.get_nodes_from_documents([builder.document()])):
        heading, _, body = node.get_content().partition("\n")
        assert len(body) <= 2 * target + len(heading)


@PROPERTIES
@given(PIECES)
def test_relations_lead_to_nodes_and_ids_are_the_same_again(pieces: list[tuple[str, object]]) -> None:
    document = manual_of(pieces)[0].document()
    nodes = ProcedureNodeParser(target_chars=120, max_chars=240).get_nodes_from_documents([document])
    again = ProcedureNodeParser(target_chars=120, max_chars=240).get_nodes_from_documents([document])
    ids = {node.node_id for node in nodes}
    assert len(ids) == len(nodes)
    assert [node.node_id for node in again] == [node.node_id for node in nodes]
    for node in nodes:
        assert node.relationships[NodeRelationship.SOURCE].node_id == document.node_id
        assert (node.parent_node is None) == (node.metadata["chunk_level"] == "manual")
        assert node.parent_node is None or node.parent_node.node_id in ids
        assert all(child.node_id in ids for child in node.child_nodes or [])
