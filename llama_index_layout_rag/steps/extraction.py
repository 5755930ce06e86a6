"""What one item of a manual tells the reader to do, in whatever language it is written.

Each function picks the reader of the text's language (`registry`) and asks it. Odd text never raises: it is no step.
"""

from __future__ import annotations

from collections.abc import Sequence

from llama_index_layout_rag.layout.language import language_code
from llama_index_layout_rag.layout.normalize import detect_language
from llama_index_layout_rag.steps.model import Span, StepAnalysis
from llama_index_layout_rag.steps.numbered_items import NumberedItemReader
from llama_index_layout_rag.steps.reader import ConditionResult, StepItem, StepReader
from llama_index_layout_rag.steps.registry import reader_for
from llama_index_layout_rag.steps.vocabulary import StepVocabulary

LONGEST_TEXT = 4_000
"""Characters of one item that are read. Steps of real manuals stay far below; longer items are prose or tables."""

DEFAULT_LANGUAGE = "en"
"""Language of texts that do not show theirs."""

_SAMPLE = 500
"""Characters of a text that its language is detected from."""


def analyze_step(
    text: str,
    *,
    language: str | None = None,
    marker: str | None = None,
    section_path: Sequence[str] = (),
    emphasis: Sequence[tuple[int, int]] = (),
    vocabulary: StepVocabulary | None = None,
) -> StepAnalysis:
    """Read one list item or paragraph as a step.

    Args:
        text: The item as printed, without its marker; lines joined.
        language: 'ja', 'en' or a registered code; detected from the text when None.
        marker: The number or bullet as printed, when the item has one.
        section_path: Headings above the item, the outermost first; they help to decide whether it describes or instructs.
        emphasis: Ranges (start, end) of `text` that are printed bold; they are read as names of controls.
        vocabulary: Words added to the built-in rules.

    Returns:
        The analysis; for an item that is no step only `cautions` and `refs` are filled.
    """
    item = StepItem(text[:LONGEST_TEXT], marker, tuple(section_path), tuple(emphasis))
    return reader_of(text, language, vocabulary).read(item)


def explain_step(
    text: str,
    *,
    language: str | None = None,
    marker: str | None = None,
    section_path: Sequence[str] = (),
    vocabulary: StepVocabulary | None = None,
) -> dict[str, str]:
    """Return the name of the rule that decided each field of `analyze_step` for the same arguments."""
    item = StepItem(text[:LONGEST_TEXT], marker, tuple(section_path))
    return reader_of(text, language, vocabulary).explain(item)


def condition_results(
    text: str, language: str | None = None, vocabulary: StepVocabulary | None = None
) -> list[ConditionResult]:
    """Return pairs of condition and consequence in sentences such as 「未承認の場合、エラー一覧が表示されます。」."""
    return reader_of(text, language, vocabulary).condition_results(text[:LONGEST_TEXT])


def is_system_sentence(text: str, language: str | None = None, vocabulary: StepVocabulary | None = None) -> bool:
    """Return whether the text only describes what the system does or shows, without an instruction."""
    return reader_of(text, language, vocabulary).is_system_sentence(text[:LONGEST_TEXT])


def find_cautions(text: str, language: str | None = None, vocabulary: StepVocabulary | None = None) -> list[Span]:
    """Return the sentences of a paragraph or box that forbid or warn."""
    return reader_of(text, language, vocabulary).find_cautions(text[:LONGEST_TEXT])


def find_refs(text: str, language: str | None = None) -> list[str]:
    """Return numbered references to figures, tables, sections and chapters, as printed."""
    return reader_of(text, language, None).find_refs(text[:LONGEST_TEXT])


def reader_of(text: str, language: str | None, vocabulary: StepVocabulary | None) -> StepReader:
    """Return the reader of a language, or of the language that a text is written in.

    Args:
        text: Any text; it decides only where `language` is None or empty.
        language: Language tag of the manual.
        vocabulary: Words added to the built-in rules; its language counts where the text shows none.

    Returns:
        The language's reader, or a `NumberedItemReader` where it has none.
    """
    tag = language or detect_language(text[:_SAMPLE]) or (vocabulary.language if vocabulary else None)
    return reader_for(language_code(tag) or DEFAULT_LANGUAGE, vocabulary) or NumberedItemReader()
