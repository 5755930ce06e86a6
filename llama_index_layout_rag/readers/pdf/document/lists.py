"""Lists: which blocks are items, how deep they lie, and which paragraphs belong to the item above them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from llama_index_layout_rag.layout.markers import BULLET, CHAIN, ListMarker, continues, same_bullet
from llama_index_layout_rag.readers.pdf.document.blocks import Block
from llama_index_layout_rag.readers.pdf.document.structure_tree import Role

INDENT = 0.6
"""Em by which a nested item or a continuation paragraph stands further right than the marker it belongs to."""

SET_BACK = 1.6
"""Em by which an item may stand off the ones before it when its number continues with theirs."""

NOT_ITEMS = frozenset({"※", "＊"})
"""Signs of notes: they begin a line like a marker but count nothing and list nothing."""


@dataclass
class _Open:
    x: float
    text_x: float
    marker: ListMarker
    page: int


@dataclass(frozen=True)
class ListPlace:
    """Place of a block in a list: `depth` from 1, and whether it is an item or continues with one."""

    depth: int
    is_item: bool


def place_lists(
    blocks: Sequence[Block], headings: frozenset[int], roles: dict[int, Role], notes: frozenset[int] = frozenset()
) -> dict[int, ListPlace]:
    """List places by block index. A heading closes every list; pictures, tables, captions and footnotes close none."""
    places: dict[int, ListPlace] = {}
    stack: list[_Open] = []
    for index, block in enumerate(blocks):
        if index in headings:
            stack = []
            continue
        if not block.is_text or block.contents or index in notes:
            continue
        role = roles.get(index)
        marker = block.marker
        if marker is not None and is_item_marker(marker, role):
            _open_item(stack, block, marker)
            places[index] = ListPlace(len(stack), True)
            continue
        if stack and block.frame is None:
            depth = _depth_of_continuation(stack, block)
            if depth:
                places[index] = ListPlace(depth, False)
    return places


def is_item_marker(marker: ListMarker, role: Role | None = None) -> bool:
    """Whether a marker makes an item: notes do not, and "3.2" in plain type is a reference more often than a step."""
    if marker.marker in NOT_ITEMS or not marker.rest:
        return False
    if role is not None and role.name == "item":
        return True
    return not (marker.style == CHAIN and "." in marker.marker.rstrip("."))


def _open_item(stack: list[_Open], block: Block, marker: ListMarker) -> None:
    x, size = _offset(block), block.size or 10.0
    depth = _continued(stack, marker, x, size)
    if depth is not None:
        del stack[depth + 1 :]
        stack[depth] = _Open(x, block.text_x - block.x0 + x, marker, block.page)
        return
    while stack and stack[-1].x > x + INDENT * size:
        stack.pop()
    if stack and abs(stack[-1].x - x) <= INDENT * size and not _nests(stack[-1].marker, marker):
        stack.pop()
    stack.append(_Open(x, block.text_x - block.x0 + x, marker, block.page))


def _continued(stack: Sequence[_Open], marker: ListMarker, x: float, size: float) -> int | None:
    """Position of the open list that an item continues with: of its kind at its indent, else the one it counts on in.

    "10." may stand a little further left than "9."; only then does the indent not decide.
    """
    for reach, by_number in ((INDENT, False), (INDENT, True), (SET_BACK, True)):
        for depth in range(len(stack) - 1, -1, -1):
            known = stack[depth]
            if abs(known.x - x) > reach * size:
                continue
            if by_number and marker.style != BULLET and continues(known.marker, marker):
                return depth
            if not by_number and _same_kind(known.marker, marker):
                return depth
    return None


def _same_kind(known: ListMarker, marker: ListMarker) -> bool:
    if known.style != marker.style:
        return False
    return marker.style != BULLET or same_bullet(known.marker, marker.marker)


def _nests(outer: ListMarker, inner: ListMarker) -> bool:
    """Whether a marker at the same indent opens a list inside the item above.

    It starts to count anew, or bullets below numbers.
    """
    if inner.style == BULLET:
        return outer.style != BULLET
    return inner.value == 1 and outer.value is not None and outer.style != inner.style


def _offset(block: Block) -> float:
    """Indent from the left edge of the column, so that lists run on over columns and pages."""
    return block.x0 - block.column[0]


def _depth_of_continuation(stack: Sequence[_Open], block: Block) -> int:
    x, size = _offset(block), block.size or 10.0
    for depth in range(len(stack), 0, -1):
        if x >= stack[depth - 1].x + INDENT * size:
            return depth
    return 0
