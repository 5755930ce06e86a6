"""Section paths from a heading stack: every element learns which printed headings are above it."""

from __future__ import annotations

from collections.abc import Sequence

from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement

TOP_LEVEL = 1
"""Level of a heading that says none."""


def assign_section_paths(elements: Sequence[LayoutElement]) -> list[LayoutElement]:
    """Return the elements with `section_path` set from the levels of the section headers among them.

    A heading closes every heading of its own or a lower rank before it; its own path holds the headings above it
    and not itself. The document's title is part of no path. Levels may jump (1, then 3): the deeper heading simply lies
    below the nearest higher one. Paths are rebuilt from scratch; what the elements said before is overwritten.

    Args:
        elements: In reading order.

    Returns:
        Copies, in the same order.
    """
    stack: list[tuple[int, str]] = []
    placed: list[LayoutElement] = []
    for element in elements:
        if element.kind is ElementKind.SECTION_HEADER:
            level = element.level or TOP_LEVEL
            while stack and stack[-1][0] >= level:
                stack.pop()
            placed.append(element.model_copy(update={"section_path": [text for _, text in stack]}))
            stack.append((level, element.text))
        elif element.kind is ElementKind.TITLE:
            placed.append(element.model_copy(update={"section_path": []}))
        else:
            placed.append(element.model_copy(update={"section_path": [text for _, text in stack]}))
    return placed
