"""Vision-model client: one request about one picture, with a deadline, retries and repair of malformed answers."""

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

MAX_WAIT = 120.0
"""Maximum seconds before a retry, whatever a server asks for."""

MAX_REASON_CHARS = 200
"""Characters of a provider's error message that are kept; some repeat the whole request."""

RETRIED_STATUS = frozenset({408, 409, 425, 429})
"""HTTP status codes besides 5xx after which a request is repeated."""

ESTIMATED_IMAGE_TOKENS = 1_000
"""Tokens of an image if the model reports no usage; models count 500 to 1,500."""

_TEMPORARY = re.compile(
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
class RequestOptions:
    """Retries and deadline of requests, in seconds; the wait doubles with every retry."""

    max_retries: int = 3
    retry_backoff: float = 2.0
    timeout: float = 120.0


@dataclass(frozen=True)
class Request(Generic[_M]):
    """A request about one picture, and how its answer is parsed.

    Attributes:
        form: The pydantic model of the answer.
        guided: Messages for a model with structured output.
        written: The same with the fields listed, for other models.
        parse: Parses an answer; raises ValueError if it contains no such object.
        repair: Returns messages that ask to reformat an answer.
        images: Number of images in the messages.
    """

    form: type[_M]
    guided: Sequence[ChatMessage]
    written: Sequence[ChatMessage]
    parse: Callable[[str], _M]
    repair: Callable[[str], list[ChatMessage]]
    images: int


@dataclass(frozen=True)
class Answer(Generic[_M]):
    """A parsed answer and its tokens (estimated if the model does not report them)."""

    value: _M
    tokens: int


class DescriptionError(RuntimeError):
    """A picture could not be described. The message says why, without keys and addresses."""


def ask(llm: LLM, request: Request[_M], options: RequestOptions) -> Answer[_M]:
    """Return the answer to one request.

    Models with structured output are used through it. If they return no valid object, and for other models, a plain
    answer is parsed as JSON. An answer that cannot be parsed is sent back once to be reformatted.

    Raises:
        DescriptionError: After the last retry, or if the answer cannot be parsed.
    """
    structured = _structured(llm, request, options) if llm.metadata.is_function_calling_model else None
    if structured is not None:
        return structured
    answer, tokens = _chat(llm, request.written, request.images, options)
    try:
        return Answer(request.parse(answer), tokens)
    except ValueError:
        logger.debug("The answer is no JSON; it is sent back to be reformatted.")
    if not answer.strip():
        raise DescriptionError("the model gave an empty answer")
    repaired, used = _chat(llm, request.repair(answer), 0, options)
    try:
        return Answer(request.parse(repaired), tokens + used)
    except ValueError as error:
        raise DescriptionError(f"{error}, also not after it was asked to mend it") from None


def _structured(llm: LLM, request: Request[_M], options: RequestOptions) -> Answer[_M] | None:
    """Return the answer by a model's structured output; None if it returns no valid object."""
    asked = list(request.guided)
    try:
        model = llm.as_structured_llm(request.form)
        response = _with_retries(lambda: model.chat(asked), options)
        if not isinstance(response.raw, request.form):
            return None
        written = response.raw.model_dump_json()
        return Answer(request.parse(written), _estimate(asked, written, request.images))
    except DescriptionError:
        raise
    except Exception as error:
        logger.debug("No structured answer (%s); a plain one is requested.", type(error).__name__)
        return None


def _chat(llm: LLM, messages: Sequence[ChatMessage], images: int, options: RequestOptions) -> tuple[str, int]:
    try:
        response = _with_retries(lambda: llm.chat(list(messages)), options)
    except DescriptionError:
        raise
    except Exception as error:
        raise DescriptionError(safe_reason(error)) from None
    text = response.message.content or ""
    return text, _usage(response) or _estimate(messages, text, images)


def _with_retries(call: Callable[[], _T], options: RequestOptions) -> _T:
    """Return the result of a call, repeated after temporary errors.

    Raises:
        DescriptionError: If the last retry fails with a temporary error.
        Exception: Any other error of the call.
    """

    def wait(state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome is not None else None
        seconds = (
            wait_before_retry(error, state.attempt_number - 1, options.retry_backoff) if error is not None else None
        )
        # The message of the error may contain addresses and keys.
        logger.info("A request about a picture is repeated in %.1f s (%s).", seconds or 0.0, type(error).__name__)
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
    """Return the result of a call that may hang; a late call is abandoned in a daemon thread.

    Raises:
        TimeoutError: If the call takes longer.
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
    """Return the seconds before a call is repeated, or None if its error is not temporary.

    Args:
        error: The error of the call.
        attempt: Number of earlier retries.
        backoff: Seconds before the first retry.
    """
    status = _status(error)
    if status is not None:
        passes = status in RETRIED_STATUS or status >= 500
    else:
        names = " ".join(cls.__name__ for cls in type(error).__mro__)
        passes = isinstance(error, TimeoutError | ConnectionError) or bool(_TEMPORARY.search(names))
    if not passes:
        return None
    asked = _retry_after(error)
    return min(MAX_WAIT, asked if asked is not None else backoff * 2**attempt)


def safe_reason(error: BaseException) -> str:
    """Return an error's message without addresses and keys."""
    status = _status(error)
    kind = f"{type(error).__name__} (HTTP {status})" if status else type(error).__name__
    text = " ".join(_SECRET.sub("…", str(error)).split())[:MAX_REASON_CHARS]
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
    """Return the tokens that the model reports, in the forms of LlamaIndex's integrations; 0 if there are none."""
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
