"""Asking for many pictures: side by side, within a budget, each thing once, none stopping the others."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from llama_index.core.llms.llm import LLM
from llama_index.core.utils import get_tqdm_iterable
from pydantic import BaseModel

from llama_index_layout_rag.pictures.asking import Answer, AskOptions, DescriptionError, Request, ask, safe_reason

_M = TypeVar("_M", bound=BaseModel)


@dataclass
class Budget:
    """How much may be spent in one run; counts over documents and threads."""

    max_pictures: int | None = None
    max_tokens: int | None = None
    pictures: int = 0
    tokens: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self) -> str:
        """Takes one picture from the budget; gives the reason when there is no room for it, else an empty text."""
        with self._lock:
            if self.max_pictures is not None and self.pictures >= self.max_pictures:
                return f"the budget of {self.max_pictures} pictures is used up"
            if self.max_tokens is not None and self.tokens >= self.max_tokens:
                return f"the budget of {self.max_tokens} tokens is used up"
            self.pictures += 1
            return ""

    def spend(self, tokens: int) -> None:
        """Counts the tokens of an answer."""
        with self._lock:
            self.tokens += tokens


@dataclass(frozen=True)
class Outcome(Generic[_M]):
    """What became of one thing that was asked for: an answer, or why there is none."""

    value: _M | None = None
    tokens: int = 0
    failure: str = ""
    left_out: str = ""
    from_cache: bool = False


@dataclass(frozen=True)
class Batch(Generic[_M]):
    """What is asked for, by cache key.

    Attributes:
        keys: One for each thing.
        request: What is asked for a key.
        known: The answer that was paid for before, or None.
        keep: Keeps a complete answer; a failure is never kept.
        title: Of the progress bar.
    """

    keys: Collection[str]
    request: Callable[[str], Request[_M]]
    known: Callable[[str], _M | None]
    keep: Callable[[str, Answer[_M]], None]
    title: str


@dataclass(frozen=True)
class VisionRun:
    """A model, and what one run over documents may spend on it.

    Attributes:
        llm: A model that takes images.
        budget: Shared by all documents of the run.
        options: Retries and deadline.
        num_workers: How many things are asked for at once.
        show_progress: Whether to show a bar.
    """

    llm: LLM
    budget: Budget
    options: AskOptions
    num_workers: int
    show_progress: bool

    @property
    def model(self) -> str:
        """Name of the model."""
        return self.llm.metadata.model_name


def ask_all(run: VisionRun, batch: Batch[_M]) -> Iterator[tuple[str, Outcome[_M]]]:
    """Keys with what became of them, in the order in which the answers arrive."""

    def one(key: str) -> Outcome[_M]:
        known = batch.known(key)
        if known is not None:
            return Outcome(known, from_cache=True)
        refusal = run.budget.take()
        if refusal:
            return Outcome(left_out=refusal)
        try:
            answer = ask(run.llm, batch.request(key), run.options)
        except DescriptionError as error:
            return Outcome(failure=str(error))
        except Exception as error:
            return Outcome(failure=safe_reason(error))
        run.budget.spend(answer.tokens)
        batch.keep(key, answer)
        return Outcome(answer.value, answer.tokens)

    pool = ThreadPoolExecutor(max_workers=run.num_workers, thread_name_prefix="pictures")
    try:
        waiting = {pool.submit(one, key): key for key in batch.keys}
        for future in get_tqdm_iterable(as_completed(waiting), run.show_progress, batch.title, total=len(waiting)):
            yield waiting[future], future.result()
    finally:
        # A run that is broken off asks for nothing more.
        pool.shutdown(wait=True, cancel_futures=True)
