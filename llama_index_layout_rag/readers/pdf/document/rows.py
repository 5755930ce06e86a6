"""Pieces of one printed row that belong together although a wide gap divides them."""

from __future__ import annotations

import re
from dataclasses import replace

from llama_index_layout_rag.layout.boxes import union
from llama_index_layout_rag.readers.pdf.document.continuation import structure_elements
from llama_index_layout_rag.readers.pdf.page import Line, PageLayout

MAX_NUMBER_GAP = 6.0
"""Em between the number of a heading and its text, which is set at a tab stop."""

SAME_BASELINE = 0.15
"""Em by which the baselines of one row may differ."""

_HEADING_NUMBER = re.compile(r"^[0-9０-９]{1,2}(?:[.．-][0-9０-９]{1,2})+[.．]?$|^[0-9０-９]{1,2}[.．]$")


def join_rows(layout: PageLayout) -> None:
    """Join the pieces of a row that share a structure element, and numbers with the headings after them."""
    tags = structure_elements(layout)
    lines = sorted(layout.lines, key=lambda line: (round(line.base), line.x0))
    joined: list[Line] = []
    for line in lines:
        above = joined[-1] if joined else None
        if above is not None and _is_one_row(above, line) and _belong_together(above, line, tags):
            joined[-1] = _joined(above, line)
        else:
            joined.append(line)
    if len(joined) < len(lines):
        layout.lines = joined


def _is_one_row(line: Line, other: Line) -> bool:
    size = max(line.size, other.size)
    return abs(line.base - other.base) <= SAME_BASELINE * size and other.x0 >= line.x1


def _belong_together(line: Line, other: Line, tags: dict[int, int]) -> bool:
    own, others = ({tags[mcid] for mcid in part.mcids if mcid in tags} for part in (line, other))
    if own and others:
        return own == others
    close = other.x0 - line.x1 <= MAX_NUMBER_GAP * line.size and abs(line.size - other.size) < 0.5
    return close and bool(_HEADING_NUMBER.match(line.text.strip()))


def _joined(line: Line, other: Line) -> Line:
    return replace(
        line,
        words=[*line.words, *other.words],
        text=f"{line.text} {other.text}",
        original=None,
        box=union((line.box, other.box)),
        bold=line.bold and other.bold,
        mcids=line.mcids | other.mcids,
    )
