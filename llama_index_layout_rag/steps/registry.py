"""The step readers by language code. `register_reader` adds one for another language."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from llama_index_layout_rag.steps.en import EnglishStepReader
from llama_index_layout_rag.steps.ja import JapaneseStepReader
from llama_index_layout_rag.steps.reader import StepReader
from llama_index_layout_rag.steps.vocabulary import StepVocabulary

ReaderFactory = Callable[[StepVocabulary], StepReader]

_FACTORIES: dict[str, ReaderFactory] = {"en": EnglishStepReader, "ja": JapaneseStepReader}


def reader_for(code: str, vocabulary: StepVocabulary | None = None) -> StepReader | None:
    """Return the step reader of a language, or None where it has none: its manuals are chunked without step fields.

    Args:
        code: ISO 639-1 code in lower case ("en").
        vocabulary: Words that the user adds to the reader's own.
    """
    factory = _FACTORIES.get(code)
    words = vocabulary.model_dump_json() if vocabulary is not None else "{}"
    return _made(factory, words) if factory is not None else None


def register_reader(code: str, factory: ReaderFactory) -> None:
    """Register the reader of a language, or replace it, for the whole process.

    Args:
        code: ISO 639-1 code in lower case.
        factory: Makes a reader that knows the words of a vocabulary as well as its own.
    """
    _FACTORIES[code] = factory


@lru_cache(maxsize=32)
def _made(factory: ReaderFactory, vocabulary: str) -> StepReader:
    return factory(StepVocabulary.model_validate_json(vocabulary))
