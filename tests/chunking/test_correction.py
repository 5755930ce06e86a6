"""An LLM may fix what the rules found, from the step's own words only."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from layout_builder import manual
from llama_index.core.llms import CompletionResponse, CompletionResponseGen, CustomLLM, LLMMetadata
from llama_index.core.schema import BaseNode

from llama_index_layout_rag.chunking.correction import StepCorrector, stands_as_verb, step_texts
from llama_index_layout_rag.chunking.parser import ProcedureNodeParser


class ScriptedLLM(CustomLLM):
    """An LLM that always says the same."""

    answer: str

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name="scripted")

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        return CompletionResponse(text=self.answer)

    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:
        raise NotImplementedError


def parsed() -> list[BaseNode]:
    builder = (
        manual("本")
        .heading("章")
        .step("1.", "赤いレバーをぐいっとやってください。")
        .text("ランプが点灯します。")
        .step("2.", "保存ボタンを押します。")
    )
    return ProcedureNodeParser().get_nodes_from_documents([builder.document()])


def steps_of(nodes: list[BaseNode]) -> dict[str, dict[str, Any]]:
    return {step["step_number"]: step for node in nodes for step in node.metadata.get("procedure_steps", [])}


def corrector(nodes: list[BaseNode], **fields: list[str]) -> StepCorrector:
    correction = {"step_id": steps_of(nodes)["2."]["step_id"], **fields}
    return StepCorrector(llm=ScriptedLLM(answer=json.dumps({"steps": [correction]}, ensure_ascii=False)))


def test_a_value_from_the_steps_own_text_is_taken() -> None:
    nodes = parsed()
    after = steps_of(corrector(nodes, targets=["保存ボタン"], actions=["押す"])(nodes))
    assert after["2."]["target"] == "保存ボタン"
    assert after["1."] == steps_of(nodes)["1."]


@pytest.mark.parametrize("field", ["targets", "conditions", "results", "cautions", "actions"])
@pytest.mark.parametrize("value", ["印刷", "ランプが点灯します", "赤いレバー"])
def test_what_the_step_does_not_say_is_dropped(field: str, value: str) -> None:
    nodes = parsed()
    assert steps_of(corrector(nodes, **{field: [value]})(nodes)) == steps_of(nodes)


def test_texts_and_ids_stay_and_the_nodes_given_are_not_changed() -> None:
    nodes = parsed()
    before = [node.to_dict() for node in nodes]
    after = corrector(nodes, targets=["ボタン"])(nodes)
    assert [(node.node_id, node.get_content()) for node in after] == [
        (node.node_id, node.get_content()) for node in nodes
    ]
    assert [node.to_dict() for node in nodes] == before


async def test_async_gives_the_same() -> None:
    nodes = parsed()
    fix = corrector(nodes, targets=["ボタン"])
    assert await fix.acall(nodes) == fix(nodes)


def test_a_failed_correction_keeps_what_the_rules_found_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    nodes = parsed()
    with caplog.at_level(logging.WARNING):
        after = StepCorrector(llm=ScriptedLLM(answer="I cannot do that."))(nodes)
    assert steps_of(after) == steps_of(nodes)
    assert "keep what the rules found" in caplog.text


def test_the_text_of_a_step_ends_where_the_next_begins() -> None:
    (node,) = [node for node in parsed() if node.metadata["chunk_level"] == "child"]
    assert [text for _, text in step_texts(node)] == [
        "1. 赤いレバーをぐいっとやってください。\nランプが点灯します。",
        "2. 保存ボタンを押します。",
    ]


@pytest.mark.parametrize(
    ("verb", "text", "stands"),
    [
        ("押す", "保存ボタンを押します。", True),
        ("設定する", "値を設定してください", True),
        ("開く", "保存ボタンを押します。", False),
        ("press", "Pressing the button", True),
        ("する", "", False),
        ("", "押す", False),
    ],
)
def test_verbs_are_found_in_any_form(verb: str, text: str, stands: bool) -> None:
    assert stands_as_verb(verb, text.replace(" ", "").lower()) is stands


def test_cache_key_names_the_model_and_holds_no_credentials() -> None:
    assert corrector(parsed()).to_dict() == {
        "class_name": "StepCorrector",
        "llm": "ScriptedLLM",
        "model": "scripted",
        "prompt_version": 1,
    }
