"""What stands around a step goes into its record as what it is."""

from __future__ import annotations

from typing import Any

import pytest
from layout_builder import ManualBuilder, manual

from llama_index_layout_rag import ProcedureNodeParser
from llama_index_layout_rag.layout import BoxType, ElementKind


def steps(builder: ManualBuilder) -> list[dict[str, Any]]:
    nodes = ProcedureNodeParser().get_nodes_from_documents([builder.document()])
    return [s for n in nodes if n.metadata["chunk_level"] == "child" for s in n.metadata.get("procedure_steps", [])]


def saw(language: str = "en") -> ManualBuilder:
    first = "Tighten lever B." if language == "en" else "レバーBを締めます。"
    return manual("S1", language).heading("1 Depth").step("1.", first)


@pytest.mark.parametrize(
    ("language", "text", "caution"),
    [
        (
            "en",
            "Note: Never set the depth while the blade is turning.",
            "Never set the depth while the blade is turning",
        ),
        (
            "en",
            "Warning: The blade is sharp. Wear gloves if you touch it.",
            "Warning: The blade is sharp. Wear gloves if you touch it",
        ),
        (
            "ja",
            "注意：刃が回転しているときは、深さを変更しないでください。",
            "注意：刃が回転しているときは、深さを変更しないでください",
        ),
        ("ja", "【警告】通電中は、刃が回転します。", "【警告】通電中は、刃が回転します"),
    ],
)
def test_a_notice_is_a_caution_and_neither_condition_nor_result(language: str, text: str, caution: str) -> None:
    (step,) = steps(saw(language).text(text))
    assert step["caution"] == caution
    assert not {"condition", "result", "condition_results"} & step.keys()


@pytest.mark.parametrize("label", [ElementKind.SECTION_HEADER, ElementKind.TEXT])
def test_a_label_on_its_own_line_and_its_text_are_one_caution(label: ElementKind) -> None:
    builder = (
        saw()._add(label, "WARNING").text("Do not touch the blade while it is hot.").step("2.", "Close the cover.")
    )
    first, second = steps(builder)
    assert first["caution"] == "WARNING Do not touch the blade while it is hot"
    assert second["step_number"] == "2."


def test_an_admonition_without_a_printed_label_is_a_caution() -> None:
    (step,) = steps(
        saw().text("Deleting cannot be undone.", box=BoxType.ADMONITION, admonition="caution", list_depth=1)
    )
    assert step["caution"] == "CAUTION Deleting cannot be undone"
    assert "result" not in step


def test_code_below_a_step_is_its_target_and_not_its_result() -> None:
    builder = (
        manual("GW", "en")
        .heading("1 Start")
        .step("1.", "If it is down, run:")
        ._add(ElementKind.CODE, "gwctl start", list_depth=1)
    )
    (step,) = steps(builder.text("The lamp is green.", list_depth=1))
    assert (step["target"], step["result"]) == ("gwctl start", "The lamp is green")


def test_a_caption_is_no_result() -> None:
    (step,) = steps(saw()._add(ElementKind.CAPTION, "Figure 3 The lamp lights up", list_depth=1))
    assert "result" not in step


@pytest.mark.parametrize("marker", ["⇒", "▶", "→"])
def test_an_item_below_a_step_that_says_what_happens_is_its_result(marker: str) -> None:
    (step,) = steps(saw().step(marker, "The lamp turns green."))
    assert step["result"] == "The lamp turns green"
    (step,) = steps(saw().step("•", "The lamp turns green.", depth=2))
    assert step["result"] == "The lamp turns green"


def test_what_happens_under_a_condition_after_a_step_is_a_pair_and_no_condition_of_the_step() -> None:
    (step,) = steps(saw().text("If the lamp is green, the saw is ready."))
    assert step["condition_results"] == [["If the lamp is green", "the saw is ready"]]
    assert not {"condition", "result"} & step.keys()


@pytest.mark.parametrize(
    ("language", "lead_in", "sub_step", "condition"),
    [
        ("en", "If the lamp is red:", "Press RESET.", "If the lamp is red"),
        ("ja", "ランプが赤い場合：", "リセットボタンを押します。", "ランプが赤い場合"),
    ],
)
def test_sub_steps_inherit_the_condition_of_the_item_above(
    language: str, lead_in: str, sub_step: str, condition: str
) -> None:
    builder = manual("S1", language).heading("1").step("1.", lead_in).step("a.", sub_step, depth=2)
    (step,) = [s for s in steps(builder) if s["step_number"] == "a."]
    assert (step["condition"], step["parent_step_id"]) == (condition, "e1")


def test_label_of_a_tab_opens_its_panel_and_is_no_result() -> None:
    builder = (
        manual("S1", "en").heading("1 Install").step("1.", "Start the service.").text("Windows", is_box_label=True)
    )
    first, second = steps(builder.step("1.", "Restart the computer."))
    assert "result" not in first
    assert second["target"] == "computer"
