"""How the size of a text is measured: in characters, or in the tokens of the model that reads it."""

from __future__ import annotations

import importlib
from collections.abc import Callable

LLAMA_INDEX = "llama_index"
"""Name of the tokenizer that LlamaIndex's `Settings` hold."""


def size_measure(tokenizer: str | None) -> Callable[[str], int]:
    """Return the function that measures a text.

    Args:
        tokenizer: None for characters, "llama_index", or the import path "package.module:function" of a function from
            text to its tokens (a path and not the function itself, so that a parser can be stored and sent to workers).

    Raises:
        ValueError: When nothing that can be called is at the path.
    """
    if tokenizer is None:
        return len
    split = _llama_index_tokenizer() if tokenizer == LLAMA_INDEX else _imported(tokenizer)
    return lambda text: len(split(text))


def _llama_index_tokenizer() -> Callable[[str], list[int]]:
    from llama_index.core.utils import get_tokenizer

    return get_tokenizer()


def _imported(path: str) -> Callable[[str], list[int]]:
    module, _, name = path.partition(":")
    if not module or not name:
        raise ValueError(f'tokenizer: {path!r} is no import path; write it as "package.module:function".')
    try:
        found: object = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"tokenizer: nothing can be imported from {path!r}: {error}.") from error
    if not callable(found):
        raise ValueError(f"tokenizer: {path!r} is no function.")
    return found
