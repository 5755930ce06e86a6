"""Headings that are steps give step records; headings without text below them are in a chunk."""

from __future__ import annotations

import pytest
from layout_builder import manual

from llama_index_layout_rag import ProcedureNodeParser
from llama_index_layout_rag.chunking.payload import ChunkLevel


def chunks(builder: object) -> list[tuple[list[str], str, list[str]]]:
    nodes = ProcedureNodeParser().get_nodes_from_documents([builder.document()])  # type: ignore[attr-defined]
    return [
        (
            n.metadata["section_path"],
            n.get_content(),
            [s.get("step_number", "") for s in n.metadata.get("procedure_steps", [])],
        )
        for n in nodes
        if n.metadata["chunk_level"] == ChunkLevel.CHILD
    ]


@pytest.mark.parametrize(
    ("language", "headings"),
    [
        ("en", ["Step 1: Open the valve", "Step 2: Vent the pump"]),
        ("en", ["(1) Open the valve", "(2) Vent the pump"]),
        ("ja", ["手順1 バルブを開けます", "手順2 ポンプの空気を抜きます"]),
        ("ja", ["（1）金額を設定します。", "（2）実行ボタンを押します。"]),
    ],
)
def test_step_headings_of_one_flat_level_are_steps_of_the_heading_before_them(
    language: str, headings: list[str]
) -> None:
    builder = manual("P7", language).heading("Start-up")
    for heading in headings:
        builder.heading(heading).text("Turn it to the left." if language == "en" else "左に回します。")
    ((path, text, numbers),) = chunks(builder.heading("Shut-down").text("Press STOP." * 30))[:1]
    assert path == ["Start-up"]
    assert len(numbers) == 2
    assert all(numbers)
    assert all(heading.split(" ", 1)[-1][-4:] in text for heading in headings)


def test_numbered_sentences_are_items_beside_items_of_the_same_list() -> None:
    builder = manual("M1", "en").heading("7. Cleaning").heading("7.1. Switch the mill off.", 2)
    builder.step("7.2.", "Open the flap.").heading("7.3. Close the flap.", 2).heading("8. Records").text(
        "Write it down."
    )
    (path, _, numbers), _ = chunks(builder)
    assert (path, numbers) == (["7. Cleaning"], ["7.1.", "7.2.", "7.3."])


@pytest.mark.parametrize("heading", ["2.1 Opening the valve", "Step 1: Mounting", "3.2 Valve"])
def test_headings_of_sections_stay(heading: str) -> None:
    builder = manual("P7", "en").heading("2 Valves").heading(heading, 2).text("The valve has two states. " * 20)
    ((path, _, numbers),) = chunks(builder)
    assert (path, numbers) == (["2 Valves", heading], [])


def test_a_step_heading_with_much_below_it_stays_a_section() -> None:
    builder = (
        manual("P7", "en").heading("Start-up").heading("Step 1: Open the valve", 2).table([["a", "b"], ["1", "2"]])
    )
    assert chunks(builder)[0][0] == ["Start-up", "Step 1: Open the valve"]


def test_empty_headings_are_lines_of_the_section_above() -> None:
    builder = (
        manual("P7", "en").heading("Parts").heading("Pump", 2).heading("Valve", 2).heading("Use").text("Open it first.")
    )
    (path, text, _), _ = chunks(builder)
    assert path == ["Parts"]
    assert text.splitlines()[1:] == ["Pump", "Valve"]
