"""Requests for many pictures: concurrent, within a budget, cached, and reported; a failure does not stop the others."""

from __future__ import annotations

import os
import secrets
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from llama_index.core.llms.llm import LLM
from llama_index.core.utils import get_tqdm_iterable
from pydantic import BaseModel, Field

from llama_index_layout_rag.pictures.vision import Answer, DescriptionError, Request, RequestOptions, ask, safe_reason

MAX_LISTED = 10
"""Failures that an error message lists."""

_M = TypeVar("_M", bound=BaseModel)


@dataclass
class Budget:
    """Limits of one run and what it has used, over all documents and threads."""

    max_pictures: int | None = None
    max_tokens: int | None = None
    pictures: int = 0
    tokens: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self) -> str:
        """Reserve one picture; return "", or the reason why the budget does not allow it."""
        with self._lock:
            if self.max_pictures is not None and self.pictures >= self.max_pictures:
                return f"the budget of {self.max_pictures} pictures is used up"
            if self.max_tokens is not None and self.tokens >= self.max_tokens:
                return f"the budget of {self.max_tokens} tokens is used up"
            self.pictures += 1
            return ""

    def spend(self, tokens: int) -> None:
        """Count the tokens of an answer."""
        with self._lock:
            self.tokens += tokens


@dataclass(frozen=True)
class Outcome(Generic[_M]):
    """The answer to one request, or the reason why there is none."""

    value: _M | None = None
    tokens: int = 0
    failure: str = ""
    left_out: str = ""
    from_cache: bool = False


@dataclass(frozen=True)
class Batch(Generic[_M]):
    """Requests by cache key.

    Attributes:
        keys: The keys of all requests.
        request: Returns the request of a key.
        cached: Returns the cached answer of a key, or None.
        store: Caches an answer.
        title: Title of the progress bar.
    """

    keys: Collection[str]
    request: Callable[[str], Request[_M]]
    cached: Callable[[str], _M | None]
    store: Callable[[str, Answer[_M]], None]
    title: str


@dataclass(frozen=True)
class VisionRun:
    """A vision model and the settings of one run over documents.

    Attributes:
        llm: A model that takes images.
        budget: Shared by all documents of the run.
        options: Retries and deadline.
        num_workers: Number of concurrent requests.
        show_progress: Whether to show progress bars.
    """

    llm: LLM
    budget: Budget
    options: RequestOptions
    num_workers: int
    show_progress: bool

    @property
    def model(self) -> str:
        """Name of the model."""
        return self.llm.metadata.model_name


def ask_all(run: VisionRun, batch: Batch[_M]) -> Iterator[tuple[str, Outcome[_M]]]:
    """Yield keys with their outcomes, in the order in which the answers arrive."""

    def one(key: str) -> Outcome[_M]:
        cached = batch.cached(key)
        if cached is not None:
            return Outcome(cached, from_cache=True)
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
        batch.store(key, answer)
        return Outcome(answer.value, answer.tokens)

    pool = ThreadPoolExecutor(max_workers=run.num_workers, thread_name_prefix="pictures")
    try:
        waiting = {pool.submit(one, key): key for key in batch.keys}
        for future in get_tqdm_iterable(as_completed(waiting), run.show_progress, batch.title, total=len(waiting)):
            yield waiting[future], future.result()
    finally:
        # An interrupted run sends no more requests.
        pool.shutdown(wait=True, cancel_futures=True)


class PictureCache:
    """Answers and OCR texts in a folder, or in memory if there is no folder.

    Each is a file of its own, written at once: an interrupted run continues where it stopped, and processes can share
    the folder. Failures are not cached.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """Use a folder, which is created on first use."""
        self._folder = folder
        self._memory: dict[str, str] = {}
        self._lock = threading.Lock()

    def get(self, key: str, kind: type[_M]) -> _M | None:
        """Return the value of a key, or None if it is absent or its file is broken."""
        with self._lock:
            stored = self._memory.get(key)
        try:
            if stored is None and self._folder is not None:
                stored = (self._folder / f"{key}.json").read_text(encoding="utf-8")
            return kind.model_validate_json(stored) if stored is not None else None
        except (OSError, ValueError):
            return None

    def put(self, key: str, value: BaseModel) -> None:
        """Store a value.

        Raises:
            OSError: If the folder cannot be written.
        """
        data = value.model_dump_json()
        with self._lock:
            self._memory[key] = data
        if self._folder is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        part = self._folder / f".{key}.{secrets.token_hex(4)}"
        part.write_text(data, encoding="utf-8")
        os.replace(part, self._folder / f"{key}.json")


class PictureNote(BaseModel):
    """A picture without an answer, and the reason."""

    document: str
    page: int | None = None
    image_id: str = ""
    reason: str = ""

    def __str__(self) -> str:
        """Return document, page, picture and reason."""
        place = f"{self.document}, page {self.page}" if self.page is not None else self.document
        return f"{place}, picture {self.image_id}: {self.reason}"


class PictureReport(BaseModel):
    """Counts of pictures, requests and tokens of a run, with failures."""

    content: int = 0
    inline_icons: int = 0
    decorative: int = 0
    described: int = Field(default=0, description="Pictures with a description, new or cached.")
    from_cache: int = Field(default=0, description="Described pictures that cost nothing in this run.")
    icons_named: int = Field(default=0, description="Inline icons that the model named.")
    asked: int = Field(default=0, description="Requests, with or without an answer.")
    tokens: int = Field(default=0, description="Tokens of this run; estimated if the model does not report them.")
    failures: list[PictureNote] = Field(default_factory=list)
    left_out: list[PictureNote] = Field(default_factory=list, description="Pictures beyond the budget.")

    def count(self, outcome: Outcome[Any]) -> None:
        """Count a request and its tokens."""
        self.asked += 0 if outcome.from_cache or outcome.left_out else 1
        self.tokens += outcome.tokens

    def note(self, outcome: Outcome[Any], picture: PictureNote) -> None:
        """Add a picture with the reason why it has no answer, if it has none."""
        if outcome.failure:
            self.failures.append(picture.model_copy(update={"reason": outcome.failure}))
        elif outcome.left_out:
            self.left_out.append(picture.model_copy(update={"reason": outcome.left_out}))

    def __str__(self) -> str:
        """Return the counts as one line."""
        text = (
            f"{self.content} content pictures, {self.inline_icons} icons, {self.decorative} decorative; "
            f"{self.described} described ({self.from_cache} from the cache), {self.tokens} tokens"
        )
        if self.icons_named:
            text += f"; {self.icons_named} icons named"
        if self.left_out:
            text += f"; {len(self.left_out)} left out by the budget"
        return text + (f"; {len(self.failures)} failed" if self.failures else "")


class PictureFailuresError(RuntimeError):
    """Some pictures could not be described. The others are cached: a second run requests only these.

    Attributes:
        failures: The pictures with the reasons.
    """

    def __init__(self, failures: Sequence[PictureNote]) -> None:
        """List the first failures in the message."""
        self.failures = list(failures)
        lines = [f"- {note}" for note in self.failures[:MAX_LISTED]]
        if len(self.failures) > MAX_LISTED:
            lines.append(f"- and {len(self.failures) - MAX_LISTED} more (see .failures)")
        super().__init__(
            f"{len(self.failures)} picture(s) could not be described. What was described is kept; run again to ask only "
            'for these, or set on_error="mark" to go on without them:\n' + "\n".join(lines)
        )
