"""Asking a vision model: one picture at a time, with a deadline, retries that wait as long as the server says, and an answer
that is mended before it is given up."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Generic, TypeVar

from llama_index.core.base.llms.types import ChatMessage, ChatResponse
from llama_index.core.llms.llm import LLM
from pydantic import BaseModel
from tenacity import RetryCallState, RetryError, Retrying, retry_if_exception, stop_after_attempt

logger = logging.getLogger(__name__)

LONGEST_WAIT = 120.0
"""Seconds that are waited before one retry, whatever a server asks for."""

LONGEST_REASON = 200
"""Characters of a provider's error message that are kept: some repeat the whole request."""

RETRIED_STATUS = frozenset({408, 409, 425, 429})
"""HTTP states besides the 5xx that pass."""

ESTIMATED_IMAGE_TOKENS = 1_000
"""Tokens counted for one image where the model reports no usage; models take 500 to 1,500."""

_PASSING = re.compile(
    r"timeout|timedout|connect|ratelimit|overloaded|unavailable|internalserver|protocol", re.IGNORECASE
)
_SECRET = re.compile(
    r"https?://\S+|\b(?:sk|pk|key|token)[-_][A-Za-z0-9_\-]{6,}|\bBearer\s+\S+"
    r"|(?:api[-_ ]?key|authorization|token)['\"]?\s*[:=]\s*['\"]?\S+",
    re.IGNORECASE,
)
_T = TypeVar("_T")
_M = TypeVar("_M", bound=BaseModel)


@dataclass(frozen=True)
class AskOptions:
    """Attributes: `timeout` and `retry_backoff` in seconds; the wait doubles with every retry."""

    max_retries: int = 3
    retry_backoff: float = 2.0
    timeout: float = 120.0


@dataclass(frozen=True)
class Request(Generic[_M]):
    """What is asked about one picture, and how its answer is read.

    Attributes:
        form: The pydantic model that the answer fills.
        guided: Messages for a model with structured output of its own.
        written: The same with the fields of the form listed, for every other model.
        parse: Reads an answer; raises ValueError where it holds no filled form.
        repair: Messages that ask to bring an answer into form.
        images: How many images the messages show.
    """

    form: type[_M]
    guided: Sequence[ChatMessage]
    written: Sequence[ChatMessage]
    parse: Callable[[str], _M]
    repair: Callable[[str], list[ChatMessage]]
    images: int


@dataclass(frozen=True)
class Answer(Generic[_M]):
    """A filled form and the tokens it cost (estimated where the model does not say)."""

    value: _M
    tokens: int


class DescriptionError(RuntimeError):
    """A picture could not be described. The message says why and holds no keys and no addresses."""


def ask(llm: LLM, request: Request[_M], options: AskOptions) -> Answer[_M]:
    """The answer to one request.

    A model with structured output of its own is asked through it; its failure to give a valid object, and every other
    model, leads to a plain answer that is read as JSON. An answer that cannot be read is sent back once to be put in form.

    Raises:
        DescriptionError: After the last retry, or when the answer cannot be read.
    """
    structured = _structured(llm, request, options) if llm.metadata.is_function_calling_model else None
    if structured is not None:
        return structured
    answer, tokens = _chat(llm, request.written, request.images, options)
    try:
        return Answer(request.parse(answer), tokens)
    except ValueError:
        logger.debug("The answer is no JSON; it is sent back to be put in form.")
    if not answer.strip():
        raise DescriptionError("the model gave an empty answer")
    repaired, used = _chat(llm, request.repair(answer), 0, options)
    try:
        return Answer(request.parse(repaired), tokens + used)
    except ValueError as error:
        raise DescriptionError(f"{error}, also not after it was asked to mend it") from None


def _structured(llm: LLM, request: Request[_M], options: AskOptions) -> Answer[_M] | None:
    """The answer of a model's own structured output; None where it gives no filled form."""
    asked = list(request.guided)
    try:
        model = llm.as_structured_llm(request.form)
        response = _patiently(lambda: model.chat(asked), options)
        if not isinstance(response.raw, request.form):
            return None
        written = response.raw.model_dump_json()
        return Answer(request.parse(written), _estimate(asked, written, request.images))
    except DescriptionError:
        raise
    except Exception as error:
        logger.debug("No structured answer (%s); a plain one is asked for.", type(error).__name__)
        return None


def _chat(llm: LLM, messages: Sequence[ChatMessage], images: int, options: AskOptions) -> tuple[str, int]:
    try:
        response = _patiently(lambda: llm.chat(list(messages)), options)
    except DescriptionError:
        raise
    except Exception as error:
        raise DescriptionError(safe_reason(error)) from None
    text = response.message.content or ""
    return text, _usage(response) or _estimate(messages, text, images)


def _patiently(call: Callable[[], _T], options: AskOptions) -> _T:
    """The result of a call, repeated while its errors are of the kind that passes.

    Raises:
        DescriptionError: When such an error is still there after the last retry.
        Exception: Any other error of the call.
    """

    def wait(state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome is not None else None
        seconds = (
            wait_before_retry(error, state.attempt_number - 1, options.retry_backoff) if error is not None else None
        )
        # The message of the error may hold addresses and keys.
        logger.info("A picture is asked for again in %.1f s (%s).", seconds or 0.0, type(error).__name__)
        return seconds or 0.0

    retrying = Retrying(
        stop=stop_after_attempt(options.max_retries + 1),
        retry=retry_if_exception(lambda error: wait_before_retry(error, 0, 0.0) is not None),
        wait=wait,
    )
    try:
        return retrying(with_deadline, call, options.timeout)
    except RetryError as error:
        last = error.last_attempt
        reason = f"{safe_reason(last.exception() or error)}, after {last.attempt_number} attempts"
        raise DescriptionError(reason) from None


def with_deadline(call: Callable[[], _T], seconds: float) -> _T:
    """The result of a call that may hang. A call that is late is left to itself in a thread that does not keep the
    process alive.

    Raises:
        TimeoutError: When the call takes longer.
    """
    outcome: list[tuple[bool, Any]] = []

    def run() -> None:
        try:
            outcome.append((True, call()))
        except BaseException as error:
            outcome.append((False, error))

    thread = threading.Thread(target=run, name="picture-description", daemon=True)
    thread.start()
    thread.join(seconds)
    if not outcome:
        raise TimeoutError(f"no answer within {seconds:g} s")
    succeeded, value = outcome[0]
    if not succeeded:
        raise value
    result: _T = value
    return result


def wait_before_retry(error: BaseException, attempt: int, backoff: float) -> float | None:
    """Seconds to wait before a call is repeated, or None when repeating it is of no use.

    Args:
        error: What the call raised.
        attempt: How often it was repeated before, from 0.
        backoff: Seconds before the first retry.
    """
    status = _status(error)
    if status is not None:
        passes = status in RETRIED_STATUS or status >= 500
    else:
        names = " ".join(cls.__name__ for cls in type(error).__mro__)
        passes = isinstance(error, TimeoutError | ConnectionError) or bool(_PASSING.search(names))
    if not passes:
        return None
    asked = _retry_after(error)
    return min(LONGEST_WAIT, asked if asked is not None else backoff * 2**attempt)


def safe_reason(error: BaseException) -> str:
    """What went wrong, without addresses and keys."""
    status = _status(error)
    kind = f"{type(error).__name__} (HTTP {status})" if status else type(error).__name__
    text = " ".join(_SECRET.sub("…", str(error)).split())[:LONGEST_REASON]
    return f"{kind}: {text}" if text else kind


def _status(error: BaseException) -> int | None:
    for holder in (error, getattr(error, "response", None)):
        status = getattr(holder, "status_code", None)
        if isinstance(status, int):
            return status
    return None


def _retry_after(error: BaseException) -> float | None:
    headers = getattr(getattr(error, "response", None), "headers", None)
    value = headers.get("retry-after") if headers is not None else None
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError):
        return None


def _usage(response: ChatResponse) -> int:
    """Tokens as the model reports them, in the ways LlamaIndex's integrations pass them on; 0 for no report."""
    extra = response.additional_kwargs or {}
    usage = getattr(response.raw, "usage", None)
    if usage is None and isinstance(response.raw, dict):
        usage = response.raw.get("usage")
    for holder in (usage, extra):
        for names in (("total_tokens",), ("prompt_tokens", "completion_tokens"), ("input_tokens", "output_tokens")):
            values = [holder.get(n) if isinstance(holder, dict) else getattr(holder, n, None) for n in names]
            if all(isinstance(value, int) for value in values):
                return sum(value for value in values if isinstance(value, int))
    return 0


def _estimate(messages: Sequence[ChatMessage], answer: str, images: int) -> int:
    characters = sum(len(message.content or "") for message in messages) + len(answer)
    return characters // 2 + images * ESTIMATED_IMAGE_TOKENS
