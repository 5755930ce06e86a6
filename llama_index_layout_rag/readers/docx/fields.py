"""Fields of a Word file (contents, references, captions' counters): which text is a result and which an instruction."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from llama_index_layout_rag.readers.docx.package import W, attribute, is_on

_HYPERLINK = re.compile(r"^\s*HYPERLINK\b(.*)$", re.IGNORECASE | re.DOTALL)
_SWITCHED = re.compile(r"\\l\s+\"([^\"]*)\"|\\l\s+(\S+)", re.IGNORECASE)
_ADDRESS = re.compile(r"^\s*\"([^\"]*)\"|^\s*([^\\\s\"]\S*)")
_SEQUENCE = re.compile(r"^\s*SEQ\s+\"?([^\s\"\\]+)", re.IGNORECASE)
_CONTENTS = re.compile(r"^\s*(?:TOC|INDEX|RD)\b", re.IGNORECASE)
_ENCLOSED = re.compile(r"^\s*EQ\s+.*?\\o\\ac\(([^,;]*)[,;](.*)\)\s*$", re.IGNORECASE | re.DOTALL)
_RUBY = re.compile(r"^\s*EQ\s+.*?\\o\\a[dclr]\(\\s\\up\s*[\d.]+\(([^()]*)\)[,;](.*)\)\s*$", re.IGNORECASE | re.DOTALL)
_CIRCLED = {
    **{str(n + 1): chr(0x2460 + n) for n in range(20)},
    **{str(n + 21): chr(0x3251 + n) for n in range(15)},
    **{str(n + 36): chr(0x32B1 + n) for n in range(15)},
}


@dataclass
class _Field:
    instruction: list[str] = field(default_factory=list)
    has_result: bool = False
    check_box: str = ""

    @property
    def text(self) -> str:
        return "".join(self.instruction)


class Fields:
    """The fields that are open at the present place of a text; they may begin and end in different paragraphs."""

    def __init__(self) -> None:
        self._open: list[_Field] = []
        self.sequences: list[str] = []

    @property
    def shows(self) -> bool:
        """Whether text at this place is printed, and not part of an instruction."""
        return all(entry.has_result for entry in self._open)

    @property
    def in_contents(self) -> bool:
        """Whether this place lies in a table of contents, a list of figures or an index."""
        return any(_CONTENTS.match(entry.text) for entry in self._open)

    @property
    def link(self) -> str:
        """Target of the innermost HYPERLINK field around this place, or ""."""
        for entry in reversed(self._open):
            match = _HYPERLINK.match(entry.text)
            if match:
                return _target(match.group(1))
        return ""

    def instruction(self, text: str) -> None:
        """Adds to the instruction of the innermost field."""
        if self._open and not self._open[-1].has_result:
            self._open[-1].instruction.append(text)

    def mark(self, character: Any) -> tuple[str, str]:
        """Follows a w:fldChar.

        Returns:
            Text that a field without a result prints, and its reading where it is ruby; both "" for all others.
        """
        kind = attribute(character, "fldCharType")
        if kind == "begin":
            self._open.append(_Field(check_box=_check_box(character)))
        elif kind == "separate" and self._open:
            self._begin_result()
        elif kind == "end" and self._open:
            entry = self._open.pop()
            if entry.check_box:
                return entry.check_box, ""
            return ("", "") if entry.has_result else printed_by(entry.text)
        return "", ""

    def simple(self, instruction: str) -> None:
        """Opens a w:fldSimple, whose content is its result."""
        self._open.append(_Field([instruction]))
        self._begin_result()

    def close_simple(self) -> None:
        """Closes it."""
        self._open.pop()

    def _begin_result(self) -> None:
        entry = self._open[-1]
        entry.has_result = True
        match = _SEQUENCE.match(entry.text)
        if match:
            self.sequences.append(match.group(1))


def printed_by(instruction: str) -> tuple[str, str]:
    """What an EQ field prints that Word uses for enclosed characters ("㉑") and for ruby (base, reading)."""
    match = _RUBY.match(instruction)
    if match:
        return match.group(2).strip(), match.group(1).strip()
    match = _ENCLOSED.match(instruction)
    if match is None:
        return "", ""
    frame, inner = match.group(1).strip(), re.sub(r"\\s\\(?:up|do)\s*[\d.]*\(([^()]*)\)", r"\1", match.group(2)).strip()
    inner = inner.strip()
    if frame in "○◯" and inner in _CIRCLED:
        return _CIRCLED[inner], ""
    return (f"({inner})" if inner else frame), ""


def _target(arguments: str) -> str:
    anchor = _SWITCHED.search(arguments)
    address = _ADDRESS.match(arguments)
    where = next((group for group in address.groups() if group), "") if address else ""
    place = next((group for group in anchor.groups() if group), "") if anchor else ""
    return where + (f"#{place}" if place else "")


def _check_box(character: Any) -> str:
    box = character.find(f"{W}ffData/{W}checkBox")
    if box is None:
        return ""
    checked = is_on(box, "checked")
    return "☑" if (bool(is_on(box, "default")) if checked is None else checked) else "☐"
