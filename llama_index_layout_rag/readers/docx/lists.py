"""How deep the items of Word lists lie, and which paragraphs without a number go on with an item.

Authors nest lists in both ways: by levels of one list, and by another list that is indented further.
"""

from __future__ import annotations

from dataclasses import dataclass

from llama_index_layout_rag.readers.common.builder import OpenItem

INDENT_TOLERANCE = 4.0
"""Points: what is indented further by more lies a level below. Word's own steps are 18 and 36 points, Japanese ones 10.5."""


@dataclass
class _Open:
    list_id: int
    level: int
    indent: float
    item: OpenItem


class OpenLists:
    """The items that are open at the present place, outermost first."""

    def __init__(self) -> None:
        self._stack: list[_Open] = []

    def begin(self, marker: str | None, list_id: int, level: int, indent: float) -> OpenItem:
        """Opens an item; `level` is that in its list, `indent` the left edge of its text in points."""
        while self._stack and not _holds(self._stack[-1], list_id, level, indent):
            self._stack.pop()
        item = OpenItem(marker, len(self._stack) + 1)
        self._stack.append(_Open(list_id, level, indent, item))
        return item

    def continued(self, indent: float) -> OpenItem | None:
        """The item that a paragraph without a number goes on with, by its indent; None where it stands for itself."""
        for entry in reversed(self._stack):
            if 0 < entry.indent <= indent + INDENT_TOLERANCE and indent > 0:
                return entry.item
        return None

    def close(self) -> None:
        """A heading ends all lists."""
        self._stack.clear()


def _holds(outer: _Open, list_id: int, level: int, indent: float) -> bool:
    if outer.list_id == list_id:
        return outer.level < level
    return outer.indent + INDENT_TOLERANCE < indent
