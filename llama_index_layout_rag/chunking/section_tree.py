"""The sections of a manual: every heading with what is below it, up to the next heading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from llama_index_layout_rag.layout import ElementKind, LayoutElement

MAX_SHOWN_LEVELS = 4
"""A heading path deeper than this is shortened where it is shown; the metadata keeps it whole (cases.md 8)."""

MAX_SHOWN_CHARS = 160
"""A longer "heading" is a paragraph that its source calls one."""


@dataclass
class Section:
    """One section. Two sections may have the same path: headings repeat."""

    path: tuple[str, ...]
    heading: LayoutElement | None
    document_index: int
    elements: list[LayoutElement] = field(default_factory=list)
    subsections: list[Section] = field(default_factory=list)
    above: Section | None = None

    def ancestors(self) -> list[Section]:
        """Return the sections above, highest first."""
        chain: list[Section] = []
        section = self.above
        while section is not None:
            chain.append(section)
            section = section.above
        return chain[::-1]


def build_sections(elements: Iterable[LayoutElement], document_index: int = 0) -> list[Section]:
    """Return the sections of one document in reading order, each linked to the one above it.

    Text before the first heading makes a section with an empty path; it is left out where there is none.

    Args:
        elements: Elements in reading order with their section paths; furniture is passed over.
        document_index: Which of the manual's documents the elements are from.
    """
    front = Section(path=(), heading=None, document_index=document_index)
    sections = [front]
    current = front
    for element in elements:
        if element.is_furniture or element.kind is ElementKind.TITLE or element.duplicates_text:
            continue  # Key-value pairs of some parsers say again what the text says.
        if element.kind is ElementKind.SECTION_HEADER:
            current = _open_section(element, current, document_index)
            sections.append(current)
            continue
        path = tuple(element.section_path)
        if path != current.path:
            # A box or note that its source files under a section above the current one.
            current = next((s for s in [current, *current.ancestors()[::-1]] if s.path == path), current)
        current.elements.append(element)
    return [section for section in sections if section is not front or front.elements]


def _open_section(heading: LayoutElement, previous: Section, document_index: int) -> Section:
    above_path = tuple(heading.section_path)
    candidates = [previous, *previous.ancestors()[::-1]]
    above = next((s for s in candidates if s.path == above_path and s.path), None)
    section = Section(path=(*above_path, heading.text), heading=heading, document_index=document_index, above=above)
    if above is not None:
        above.subsections.append(section)
    return section


def shown_path(path: tuple[str, ...] | list[str]) -> str:
    """Return a heading path as one line: the first heading and the last three where it is deeper than `MAX_SHOWN_LEVELS`."""
    parts = [part if len(part) <= MAX_SHOWN_CHARS else f"{part[:MAX_SHOWN_CHARS]}…" for part in path]
    if len(parts) > MAX_SHOWN_LEVELS:
        parts = [parts[0], "…", *parts[-(MAX_SHOWN_LEVELS - 1) :]]
    return " > ".join(parts)


def iterate_headings(section: Section) -> Iterator[str]:
    """Yield the headings below a section, depth first."""
    for below in section.subsections:
        yield below.path[-1]
        yield from iterate_headings(below)
