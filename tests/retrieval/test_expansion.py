"""Words that a model adds to a question."""

from __future__ import annotations

import logging
import time
from typing import Any

import pytest
from llama_index.core.base.llms.types import CompletionResponse, LLMMetadata
from llama_index.core.bridge.pydantic import Field
from llama_index.core.llms import CustomLLM
from llama_index.core.llms.callbacks import llm_completion_callback
from llama_index.core.llms.llm import LLM

from llama_index_layout_rag.retrieval.expansion import MAX_WORDS, LLMQueryExpander, QueryExpander


class WordModel(CustomLLM):
    """Answers with fixed text, after a pause, and keeps what it was asked."""

    answer: str = "ステータスランプ\n- 点滅\n・ 赤色\n点滅"
    pause: float = 0.0
    fails: bool = False
    asked: list[str] = Field(default_factory=list)

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata()

    @llm_completion_callback()
    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        self.asked.append(prompt)
        time.sleep(self.pause)
        if self.fails:
            raise RuntimeError("rate limit")
        return CompletionResponse(text=self.answer)

    @llm_completion_callback()
    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> Any:
        raise NotImplementedError


def expander(**options: Any) -> tuple[LLMQueryExpander, WordModel]:
    timeout = options.pop("timeout", 5.0)
    model = WordModel(**options)
    return LLMQueryExpander(model, timeout=timeout), model


async def test_terms_are_cleaned_deduplicated_and_cached_sync_and_async() -> None:
    words, model = expander()
    assert isinstance(words, QueryExpander)
    assert isinstance(model, LLM)
    assert words.expand("赤いランプ") == ["ステータスランプ", "点滅", "赤色"]
    assert await words.aexpand("赤いランプ") == ["ステータスランプ", "点滅", "赤色"]
    assert len(model.asked) == 1
    assert await words.aexpand("青いランプ") == ["ステータスランプ", "点滅", "赤色"]


def test_the_model_sees_the_question_only() -> None:
    words, model = expander()
    words.expand("赤いランプ")
    assert "赤いランプ" in model.asked[0]
    assert len(model.asked[0]) < 700


async def test_a_slow_model_costs_the_time_limit_and_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    words, _ = expander(pause=0.5, timeout=0.05)
    with caplog.at_level(logging.WARNING):
        started = time.perf_counter()
        assert words.expand("赤いランプ") == []
        assert time.perf_counter() - started < 0.4
    assert "added nothing" in caplog.text


async def test_a_failing_model_does_no_harm() -> None:
    words, _ = expander(fails=True)
    assert words.expand("赤いランプ") == []
    assert await words.aexpand("赤いランプ") == []


def test_at_most_so_many_terms() -> None:
    words, _ = expander(answer="\n".join(f"語{n}" for n in range(50)))
    assert len(words.expand("質問")) == MAX_WORDS


def test_a_time_limit_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="timeout is 0"):
        expander(timeout=0)
