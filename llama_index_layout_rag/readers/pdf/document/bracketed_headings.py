"""Headings that are in brackets ("【概要】"), where a document sets its headings so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from llama_index_layout_rag.layout.markers import split_marker
from llama_index_layout_rag.layout.normalize import fold_text
from llama_index_layout_rag.readers.pdf.document.blocks import Block

FEWEST_BRACKETED = 3
"""Lines in brackets of their own words that are the headings of a document; fewer may be labels."""

_BRACKETED = re.compile(r"^【[^【】]+】$")


def with_brackets_apart(blocks: Sequence[Block]) -> list[Block]:
    """Blocks with lines such as "【概要】" taken off the text below them where such lines are the document's headings."""
    if not bracketed_headings(blocks):
        return list(blocks)
    apart: list[Block] = []
    for block in blocks:
        heads = (
            block.is_text and len(block.lines) > 1 and bool(_BRACKETED.match(fold_text(block.lines[0].text).strip()))
        )
        if heads and block.frame is None:
            below = replace(block, lines=block.lines[1:], breaks={at - 1 for at in block.breaks if at > 1})
            below.marker = split_marker(below.lines[0].text)
            below.gap_above = below.lines[0].y0 - block.lines[0].y1
            below.text_x = below.lines[0].x0
            below.update_box()
            block.lines, block.breaks, block.gap_below = block.lines[:1], set(), below.gap_above
            block.update_box()
            apart += [block, below]
        else:
            apart.append(block)
    return apart


def _has_space_above(block: Block) -> bool:
    return block.gap_above is None or block.gap_above > 0.55 * block.size


def bracketed_headings(blocks: Sequence[Block]) -> frozenset[int]:
    """Indexes of lines in brackets ("【概要】") that head the sections of a document.

    Each has words of its own, more space above than below, and text after it. Labels of notes and of parts that every
    section has are printed more than once.
    """
    texts = Counter(fold_text(b.text).strip() for b in blocks if b.is_text and not b.contents)
    found = [
        index
        for index, (block, following) in enumerate(pairwise(blocks))
        if block.is_text
        and _BRACKETED.match(fold_text(block.text).strip())
        and len(block.lines) == 1
        and block.frame is None
        and texts[fold_text(block.text).strip()] == 1
        and (following.is_text or following.picture is not None or following.table is not None)
        and _has_space_above(block)
        and (block.gap_below is None or block.gap_above is None or block.gap_below < block.gap_above)
    ]
    return frozenset(found) if len(found) >= FEWEST_BRACKETED else frozenset()
