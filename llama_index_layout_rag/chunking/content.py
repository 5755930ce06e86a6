"""What kind of content a section or a paragraph is, and which paragraphs must therefore stay in one block.

A *policy* is a rule with its condition, measure and exception; a *case* is an event with the judgement, its evidence and
the result; a *checklist* is items to tick. The words that distinguish them are data (`languages`); what the user
says of a section wins.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from llama_index_layout_rag.chunking.payload import ContentType
from llama_index_layout_rag.languages import language as words_of
from llama_index_layout_rag.layout import ElementKind, LayoutElement
from llama_index_layout_rag.layout.normalize import fold_text
from llama_index_layout_rag.layout.numbering import split_label

CHECK_MARKS = frozenset("□☐☑☒✓✔❏❑⬜▢")
"""Marks of items that are ticked, the same in every language."""

MAX_TAGS = 8
"""Headings of a section path that become tags, the innermost ones."""

LONGEST_LABEL = 120
"""Characters at the beginning of a paragraph in which a label or the word for an exception stands."""


@dataclass(frozen=True)
class ContentReader:
    """Tells content types of one manual.

    Attributes:
        language: Language of the manual.
        declared: What the user says: pattern over the heading path ("1 Rules > 1.2 Leave") -> content type.
    """

    language: str = ""
    declared: tuple[tuple[str, ContentType], ...] = ()

    def declared_type(self, path: Sequence[str]) -> ContentType | None:
        """Return the type that the user gives to a section; the first pattern that is found in its path wins."""
        line = fold_text(" > ".join(path))
        return next((kind for pattern, kind in self.declared if re.search(pattern, line, re.I)), None)

    def section_type(self, path: Sequence[str]) -> ContentType | None:
        """Return the type of a section: from the user, or from the innermost heading that names one."""
        declared = self.declared_type(path)
        if declared is not None:
            return declared
        headings = _patterns(self.language).headings
        for heading in reversed(path):
            name = unnumbered(fold_text(heading))
            for kind, pattern in headings.items():
                if pattern.search(name):
                    return kind
        return None

    def is_check_item(self, item: LayoutElement) -> bool:
        """Whether a list item is one to tick."""
        return bool(item.marker) and item.marker in CHECK_MARKS

    def is_exception(self, text: str) -> bool:
        """Whether a paragraph begins as an exception from the one before it."""
        return bool(_patterns(self.language).exception.match(fold_text(text[:LONGEST_LABEL]).lstrip()))

    def is_rule(self, text: str) -> bool:
        """Whether a paragraph holds a rule with its condition and an exception from it."""
        patterns = _patterns(self.language)
        folded = fold_text(text)
        exception = patterns.inner_exception.search(folded)
        return exception is not None and patterns.condition.search(folded, 0, exception.start()) is not None

    def labelled(self, text: str) -> tuple[ContentType, bool] | None:
        """(type, whether it opens a new one) of a paragraph that begins with a label of a case or a rule."""
        patterns = _patterns(self.language)
        folded = fold_text(text[:LONGEST_LABEL])
        for kind, opener, label in patterns.labels:
            if opener.match(folded):
                return kind, True
            if label.match(folded):
                return kind, False
        return None


@dataclass(frozen=True)
class _Patterns:
    headings: Mapping[ContentType, re.Pattern[str]]
    exception: re.Pattern[str]
    inner_exception: re.Pattern[str]
    condition: re.Pattern[str]
    labels: tuple[tuple[ContentType, re.Pattern[str], re.Pattern[str]], ...]


@lru_cache(maxsize=16)
def _patterns(language: str) -> _Patterns:
    rules = words_of(language).content

    def compiled(pattern: str) -> re.Pattern[str]:
        return re.compile(f"(?:{pattern})" if pattern else r"(?!)", re.IGNORECASE)

    def label(words: str) -> re.Pattern[str]:
        return compiled(rf"\s*[【\[(<「■◆●]?\s*(?:{words})\s*(?:[】\])>」]\s*:?|:)" if words else "")

    return _Patterns(
        headings={ContentType(kind): compiled(pattern) for kind, pattern in rules.headings.items()},
        exception=compiled(rules.exception),
        inner_exception=compiled(rf"(?:^|[。.]\s*)(?:{rules.exception})" if rules.exception else ""),
        condition=compiled(rules.condition),
        labels=(
            (ContentType.CASE, label(rules.case_openers), label(rules.case_labels)),
            (ContentType.POLICY, label(rules.policy_openers), label(rules.policy_labels)),
        ),
    )


def labelled_runs(elements: Sequence[LayoutElement], reader: ContentReader) -> dict[str, tuple[str, ContentType]]:
    """Return the paragraphs and items that tell one case or one rule in labelled parts ("事象：…", "判断：…").

    Returns:
        element_id -> (element_id of the part that opens the run, type). A run needs its opening part and another one.
    """
    runs: dict[str, tuple[str, ContentType]] = {}
    run: list[LayoutElement] = []
    kind: ContentType | None = None

    def close() -> None:
        if kind is not None and len(run) > 1:
            runs.update({element.element_id: (run[0].element_id, kind) for element in run})

    for element in elements:
        is_part = element.kind in (ElementKind.TEXT, ElementKind.LIST_ITEM)
        found = reader.labelled(element.text) if is_part else None
        if found is not None and found[1]:
            close()
            run, kind = [element], found[0]
        elif found is not None and (found[0] is kind or (run and _label_fits(element, kind, reader))):
            run.append(element)
        elif run and not (is_part and len(run) > 1 and _goes_on(element)):
            close()
            run, kind = [], None
        elif run:
            run.append(element)
    close()
    return runs


def _label_fits(element: LayoutElement, kind: ContentType | None, reader: ContentReader) -> bool:
    # "対応：" is a label of cases and of rules.
    folded = fold_text(element.text)
    return any(name is kind and label.match(folded) for name, _, label in _patterns(reader.language).labels)


def _goes_on(element: LayoutElement) -> bool:
    return bool(element.list_depth) or (element.depth or 1) > 1


@lru_cache(maxsize=4096)
def unnumbered(heading: str) -> str:
    """Return a heading without its number."""
    label = split_label(heading)
    return label.rest.strip() or heading if label is not None else heading


def heading_tags(path: Sequence[str]) -> list[str]:
    """Tags of a section for filters: its headings without their numbers, each once."""
    return list(dict.fromkeys(unnumbered(heading) for heading in path))[-MAX_TAGS:]
