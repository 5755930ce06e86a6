"""Step records: what the language rules find in an element, in the form that is in the payload."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from llama_index_layout_rag.languages import any_of, language
from llama_index_layout_rag.layout import ElementKind, LayoutElement
from llama_index_layout_rag.layout.boxes import whole_box
from llama_index_layout_rag.layout.normalize import detect_language
from llama_index_layout_rag.layout.notices import notice_of
from llama_index_layout_rag.steps.extraction import LONGEST_TEXT, reader_of
from llama_index_layout_rag.steps.model import StepRecord, all_spans
from llama_index_layout_rag.steps.reader import StepItem, StepReader
from llama_index_layout_rag.steps.vocabulary import StepVocabulary

_NOTE = re.compile(
    rf"^\s*[（(【\[<]?\s*(?:※|{any_of(lambda words: words.notices.signal_words, lambda words: words.notices.footnote)})",
    re.I,
)
"""How a note or caution to the step above begins. The words are labels, the same in every manual of a language."""


class _Remark:
    """What a text between the steps says. Every question is answered once, and only when it is asked."""

    def __init__(self, text: str, reader: StepReader) -> None:
        self.text = text
        self._read, self._reader = text[:LONGEST_TEXT], reader

    @cached_property
    def is_system_sentence(self) -> bool:
        return self._reader.is_system_sentence(self._read)

    @cached_property
    def pairs(self) -> list[list[str]]:
        return [[condition.text, result.text] for condition, result in self._reader.condition_results(self._read)]

    @cached_property
    def cautions(self) -> list[str]:
        return [span.text for span in self._reader.find_cautions(self._read)]


class StepRecorder:
    """Makes step records for the elements of one manual.

    Args:
        language: Language of the manual, or "" to tell it from each text.
        vocabulary: Words that the user has registered.
    """

    def __init__(self, language: str = "", vocabulary: StepVocabulary | None = None) -> None:
        self._language = language
        self._vocabulary = vocabulary
        self._of_manual = reader_of("", language, vocabulary) if language else None
        self._last: _Remark | None = None

    def _reader(self, text: str) -> StepReader:
        return self._of_manual or reader_of(text, None, self._vocabulary)

    def _remark(self, text: str) -> _Remark:
        """Return what a text says; the same text is often asked twice in a row."""
        if self._last is None or self._last.text != text:
            self._last = _Remark(text, self._reader(text))
        return self._last

    def step(self, item: LayoutElement, section_path: Sequence[str]) -> StepRecord | None:
        """Return the record of a list item, or None where the item tells the reader to do nothing."""
        emphasis = tuple((span.start, span.end) for span in item.emphasis)
        text = item.text[:LONGEST_TEXT]
        analysis = self._reader(text).read(StepItem(text, item.marker, section_path, emphasis))
        if not analysis.is_step:
            return None
        conditions = [span.text for span in analysis.conditions]
        results = [span.text for span in analysis.results]
        record = StepRecord(
            step_id=item.element_id,
            step_number=item.marker or "",
            action=analysis.actions[0] if analysis.actions else "",
            actions=analysis.actions if len(analysis.actions) > 1 else [],
            target=analysis.targets[0] if analysis.targets else "",
            targets=analysis.targets if len(analysis.targets) > 1 else [],
            refs=analysis.refs,
            condition_results=[[conditions[c], results[r]] for c, r in analysis.condition_results],
            page=item.page,
            bbox=whole_box(item.bbox),
        )
        return record.with_spans(conditions, results, [span.text for span in analysis.cautions])

    def extend(self, steps: list[StepRecord], element: LayoutElement) -> list[StepRecord]:
        """Return the steps of a unit with what a text after them says of the last one.

        What the text is decides first: a notice gives cautions and nothing else, code is what the step acts on, a caption
        says nothing of it. Only of other texts the clauses are read, as condition-result pairs, result or cautions.
        """
        if not steps or element.kind in (ElementKind.CAPTION, ElementKind.PICTURE_OCR_TEXT):
            return steps
        last = steps[-1]
        if element.kind is ElementKind.CODE:
            return [*steps[:-1], _with_code(last, element.text)]
        notice = notice_of(element)
        if notice is not None:
            cautions = [notice.whole] if notice.is_hazard else self._remark(notice.text).cautions
            return [*steps[:-1], _with_more(last, [], cautions)]
        remark = self._remark(element.text)
        pairs, cautions = remark.pairs, remark.cautions
        last = last.model_copy(update={"condition_results": [*last.condition_results, *pairs]})
        says_result = not pairs and not cautions and remark.is_system_sentence
        results = [element.text.rstrip("。．. ").lstrip(RESULT_MARKS)] if says_result else []
        return [*steps[:-1], _with_more(last, results, cautions)]

    def explains_step(self, element: LayoutElement) -> bool:
        """Whether a paragraph after a step belongs to it: it says what happens then, warns, or is a note."""
        if notice_of(element) is not None:
            return True
        remark = self._remark(element.text)
        return bool(_NOTE.match(element.text) or remark.is_system_sentence or remark.pairs or remark.cautions)

    def cautions_of(self, element: LayoutElement) -> list[str]:
        """Return what an element warns of: a hazard notice as a whole, of other texts the sentences that warn."""
        notice = notice_of(element)
        if notice is not None and notice.is_hazard:
            return [notice.whole]
        return self._remark(element.text).cautions

    def cautions(self, text: str) -> list[str]:
        """Return the sentences of a text that warn or forbid."""
        return self._remark(text).cautions

    def inherited_condition(self, element: LayoutElement) -> str:
        """Return the condition in the sentence that introduces a list, which all its steps inherit; "" where there is none.

        Such a sentence often leaves the operation to the list ("If the lamp blinks red:"); it is then read as if it went on.
        """
        text = element.text[:LONGEST_TEXT].rstrip(" :：")
        reader = self._reader(text)
        if not reader.has_condition(text):
            return ""
        operation = language(self._language or detect_language(text)).labels.plain_operation
        beginning = text.rpartition(",")[0] or text  # "If …, do the following"
        for part, rest in dict.fromkeys(((text, ""), (text, operation), (beginning, operation))):
            analysis = reader.read(StepItem(part + rest))
            conditions = [span.text for span in analysis.conditions if span.end <= len(part)]
            if conditions:
                return conditions[0]
        return ""


RESULT_MARKS = "⇒→➡⇨➔➜☞►▶ "
"""Arrows that printers put before what happens after a step."""

MAX_CODE_CHARS = 200
"""Characters of a block of code that a step record names."""


def _with_code(step: StepRecord, code: str) -> StepRecord:
    """Return a step with the code below it as what it acts on."""
    named = [*all_spans(step.target, step.targets), code.strip()[:MAX_CODE_CHARS]]
    return step.model_copy(update={"target": named[0], "targets": named if len(named) > 1 else []})


def _with_more(step: StepRecord, results: list[str], cautions: list[str]) -> StepRecord:
    return step.with_spans(
        all_spans(step.condition, step.conditions),
        [*all_spans(step.result, step.results), *results],
        [*all_spans(step.caution, step.cautions), *cautions],
    )
