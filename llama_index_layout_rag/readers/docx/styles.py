"""Styles of a Word file: what a paragraph or run inherits, and what a style's name says of its paragraphs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from llama_index_layout_rag.languages import Language, Words, any_of
from llama_index_layout_rag.readers.docx.package import W, attribute, is_on, number_of, value_of


class Role(Enum):
    """What the name of a built-in style says of a paragraph."""

    TITLE = "title"
    CAPTION = "caption"
    CONTENTS = "contents"
    CODE = "code"
    QUOTE = "quote"


_HEADING_NAME = re.compile(rf"^{any_of(lambda words: words.word_styles.heading)}\s*([1-9])$", re.IGNORECASE)


def _role_name(select: Callable[[Language], Words]) -> re.Pattern[str]:
    return re.compile(rf"^{any_of(select)}$", re.IGNORECASE)


_ROLE_NAMES = (
    (_role_name(lambda words: words.word_styles.title), Role.TITLE),
    (_role_name(lambda words: words.word_styles.caption), Role.CAPTION),
    (_role_name(lambda words: words.word_styles.contents), Role.CONTENTS),
    (_role_name(lambda words: words.word_styles.code), Role.CODE),
    (_role_name(lambda words: words.word_styles.quote), Role.QUOTE),
)
"""Built-in styles keep their English names in every language of Word; the others are names that people give."""

_MAX_CHAIN = 30
BODY_LEVEL = 9
"""Word's outline level for text."""


@dataclass(frozen=True)
class NumberReference:
    """What w:numPr says: the list, and the level (0-based) where it names one."""

    number_id: int
    level: int | None


class Styles:
    """The styles of a file; `root` is that of its styles part, or None."""

    def __init__(self, root: Any | None) -> None:
        self._styles: dict[str, Any] = {}
        self._default: dict[str, str] = {}
        self._run_defaults: Any | None = None
        self._chains: dict[tuple[str | None, str], list[Any]] = {}
        self._toggles: dict[tuple[str | None, str, str], bool | None] = {}
        self._sizes: dict[tuple[str | None, str], float | None] = {}
        for style in [] if root is None else root.iterfind(f"{W}style"):
            style_id = attribute(style, "styleId")
            self._styles.setdefault(style_id, style)
            if attribute(style, "default") in ("1", "true", "on"):
                self._default.setdefault(attribute(style, "type"), style_id)
        if root is not None:
            self._run_defaults = root.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr")

    def chain(self, style_id: str | None, kind: str = "paragraph") -> list[Any]:
        """Return a style and those it is based on, nearest first; without an id that of the file's default style."""
        known = self._chains.get((style_id, kind))
        if known is None:
            known = self._chains[style_id, kind] = list(self._follow(style_id, kind))
        return known

    def _follow(self, style_id: str | None, kind: str) -> Iterator[Any]:
        current = style_id if style_id in self._styles else self._default.get(kind)
        for _ in range(_MAX_CHAIN):
            style = self._styles.get(current or "")
            if style is None:
                return
            yield style
            current = value_of(style, "basedOn")

    def paragraph_property(self, properties: Any | None, name: str) -> Any | None:
        """Return a child of w:pPr: the paragraph's own, or what its style gives."""
        own = None if properties is None else properties.find(W + name)
        if own is not None:
            return own
        for style in self.chain(value_of(properties, "pStyle")):
            found = style.find(f"{W}pPr/{W}{name}")
            if found is not None:
                return found
        return None

    def outline_level(self, properties: Any | None) -> int | None:
        """Return the outline level of a paragraph, 1 for the highest; None for text.

        The paragraph's own level comes before its style's; a style without a level has one when its name says so.
        """
        own = number_of(value_of(properties, "outlineLvl"))
        if own is not None:
            return own + 1 if 0 <= own < BODY_LEVEL else None
        for style in self.chain(value_of(properties, "pStyle")):
            level = number_of(value_of(style.find(f"{W}pPr"), "outlineLvl"))
            if level is not None:
                return level + 1 if 0 <= level < BODY_LEVEL else None
            named = _HEADING_NAME.match(value_of(style, "name") or "")
            if named:
                return int(named.group(1))
        return None

    def role(self, properties: Any | None) -> Role | None:
        """Return what the name of the paragraph's style, or of one that it is based on, says."""
        for style in self.chain(value_of(properties, "pStyle")):
            name = value_of(style, "name") or ""
            for pattern, role in _ROLE_NAMES:
                if pattern.match(name):
                    return role
        return None

    def name(self, properties: Any | None) -> str:
        """Return the name of the paragraph's style; "" for the default one."""
        style_id = value_of(properties, "pStyle")
        style = self._styles.get(style_id or "")
        return "" if style is None or style_id == self._default.get("paragraph") else value_of(style, "name") or ""

    def number_reference(self, properties: Any | None) -> tuple[NumberReference, str | None] | None:
        """Return the list that a paragraph belongs to, and the id of the style that says so (None where it does itself)."""
        own = _number_reference(None if properties is None else properties.find(f"{W}numPr"))
        partial = own
        if own is not None and own.number_id >= 0:
            return (own, None) if own.number_id else None
        for style in self.chain(value_of(properties, "pStyle")):
            found = _number_reference(style.find(f"{W}pPr/{W}numPr"))
            if found is None or found.number_id < 0:
                continue
            if not found.number_id:
                return None
            level = partial.level if partial is not None and partial.level is not None else found.level
            return NumberReference(found.number_id, level), attribute(style, "styleId")
        return None

    def style_number(self, style_id: str) -> int | None:
        """Return the list that a numbering style names."""
        style = self._styles.get(style_id)
        found = None if style is None else _number_reference(style.find(f"{W}pPr/{W}numPr"))
        return found.number_id if found is not None and found.number_id > 0 else None

    def run_toggle(self, properties: Any | None, paragraph: Any | None, name: str, whole: bool = True) -> bool:
        """Return whether w:b, w:vanish … holds for a run.

        Args:
            properties: The run's w:rPr.
            paragraph: The w:pPr of its paragraph.
            name: Name of the toggle.
            whole: Whether the paragraph's style counts too.
        """
        own = is_on(properties, name)
        if own is not None:
            return own
        run_style = value_of(properties, "rStyle")
        found = self._style_toggle(run_style, "character", name) if run_style else None
        if found is None and whole:
            found = self._style_toggle(value_of(paragraph, "pStyle"), "paragraph", name)
            found = is_on(self._run_defaults, name) if found is None else found
        return bool(found)

    def run_size(self, properties: Any | None, paragraph: Any | None) -> float | None:
        """Return the type size of a run in points, or None where nothing names one."""
        own = _points(properties)
        if own is not None:
            return own
        run_style = value_of(properties, "rStyle")
        found = self._style_size(run_style, "character") if run_style else None
        if found is None:
            found = self._style_size(value_of(paragraph, "pStyle"), "paragraph")
        return _points(self._run_defaults) if found is None else found

    def _style_toggle(self, style_id: str | None, kind: str, name: str) -> bool | None:
        if (style_id, kind, name) not in self._toggles:
            values = (is_on(style.find(f"{W}rPr"), name) for style in self.chain(style_id, kind))
            self._toggles[style_id, kind, name] = next((value for value in values if value is not None), None)
        return self._toggles[style_id, kind, name]

    def _style_size(self, style_id: str | None, kind: str) -> float | None:
        if (style_id, kind) not in self._sizes:
            sizes = (_points(style.find(f"{W}rPr")) for style in self.chain(style_id, kind))
            self._sizes[style_id, kind] = next((size for size in sizes if size is not None), None)
        return self._sizes[style_id, kind]


def _points(properties: Any | None) -> float | None:
    half_points = number_of(value_of(properties, "sz"))
    return half_points / 2 if half_points else None


def _number_reference(properties: Any | None) -> NumberReference | None:
    """Return the reference in a w:numPr; number_id is -1 where it names only a level."""
    if properties is None:
        return None
    number_id = number_of(value_of(properties, "numId"))
    level = number_of(value_of(properties, "ilvl"))
    return NumberReference(-1 if number_id is None else number_id, level if level is None else min(max(level, 0), 8))
