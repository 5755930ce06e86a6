"""How large and bold the texts of a parser's output are set, and which of them are headings by that.

Some formats name type sizes and fonts; of the others the boxes tell the height of a line. A short line as large as the
headings is one of them although the parser calls it text, and what a parser's own rules call a heading is none where it
looks like the text around it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from llama_index_layout_rag.layout.boxes import height, width
from llama_index_layout_rag.layout.captions import is_caption
from llama_index_layout_rag.layout.elements import HEADING_KINDS, ElementKind, LayoutElement
from llama_index_layout_rag.layout.furniture import is_contents_title, is_page_number
from llama_index_layout_rag.layout.markers import split_marker
from llama_index_layout_rag.layout.normalize import detect_language, fold_text
from llama_index_layout_rag.layout.numbering import CHAPTER, DECIMAL, split_label

LARGER = 1.1
"""Type size relative to the body from which a line of a size that headings have is one."""

LARGER_BOX = 1.15
"""The same where the height of boxes tells it, which differs by a tenth between letters with and without tails."""

LIKE_BODY, LIKE_BODY_BOX = 1.05, 1.04
"""Size relative to the body up to which a line looks like the text; boxes of a bold line are no higher than it is large."""

SAME_SIZE, SAME_BOX = 0.03, 0.08
"""Share by which sizes of one class of headings differ; heights of boxes scatter more."""

FEWEST_ALIKE = 2
"""Headings of a size from which a text of that size is one."""

LONGEST_JAPANESE, LONGEST_LATIN = 40, 90
"""Characters of a line that only its size makes a heading."""

_SENTENCE_END = re.compile(r"[。．.、，,;；:：]$")


@dataclass(frozen=True)
class Looks:
    """Type of the texts by element id.

    Attributes:
        sizes: Type sizes in points, where the format names them.
        bold: Whether a text is bold, where the format tells.
        by_rules: Whether the parser tells headings and items by rules about type and words, not by a model.
    """

    sizes: Mapping[str, float]
    bold: Mapping[str, bool]
    by_rules: bool = False

    def size(self, element: LayoutElement) -> float:
        """Type size of an element, or the height of its lines; 0 where neither is known."""
        return self.sizes.get(element.element_id) or line_height(element)

    def is_bold(self, element: LayoutElement) -> bool:
        """Whether the element is known to be bold."""
        return self.bold.get(element.element_id, False)


def line_height(element: LayoutElement) -> float:
    """Height of a line in an element's box, 0 where it has none; the box may hold several lines."""
    if element.bbox is None or not element.text:
        return 0.0
    box_height, box_width = height(element.bbox), width(element.bbox)
    if not box_height or not box_width:
        return 0.0
    lines = max(1, round((ems(element.text) * box_height / box_width) ** 0.5 * 0.9))
    return round(box_height / lines, 2)


def ems(text: str) -> float:
    """About how wide a text is in type sizes: Japanese characters are as wide as high, others half as wide."""
    return sum(1.0 if ord(character) > 0x2E7F else 0.5 for character in text)


_TEXTS = frozenset({ElementKind.TEXT, ElementKind.LIST_ITEM})


def body_size(elements: Sequence[LayoutElement], looks: Looks) -> float:
    """Size that most characters of the text have; 0 where no sizes are known."""
    counts: Counter[float] = Counter()
    for element in elements:
        if element.kind in _TEXTS and (size := looks.size(element)):
            counts[round(size * 2) / 2] += len(element.text)
    return max(counts, key=lambda size: counts[size], default=0.0)


def is_body_bold(elements: Sequence[LayoutElement], looks: Looks) -> bool:
    """Whether most of the text is bold, so that bold says nothing."""
    weights = Counter[bool]()
    for element in elements:
        if element.kind in _TEXTS:
            weights[looks.is_bold(element)] += len(element.text)
    return weights[True] > weights[False]


def settle_by_look(elements: Sequence[LayoutElement], looks: Looks) -> None:
    """Headings that look like text become text, and texts that look like the headings become headings."""
    body = body_size(elements, looks)
    if not body:
        return
    named = bool(looks.sizes)
    _demote_plain(elements, looks, body, named)
    if named or not looks.by_rules:
        # Rules about type have seen the type; only the boxes are left here, which say less.
        _raise_large(elements, looks, body, named)


def _demote_plain(elements: Sequence[LayoutElement], looks: Looks, body: float, named: bool) -> None:
    """Takes back what the parser's rules about words or type call headings and what is set like the text.

    Only where other headings stand out: in a document whose headings are set like the text nothing tells them apart.
    """
    headings = [element for element in elements if element.kind is ElementKind.SECTION_HEADER]
    limit = (LIKE_BODY if named else LIKE_BODY_BOX) * body
    plain = [e for e in headings if 0 < looks.size(e) <= limit and not looks.is_bold(e) and not _is_numbered(e)]
    if len(headings) - len(plain) < FEWEST_ALIKE:
        return
    for element in plain:
        if element.provenance is not None and element.provenance.rule_based:
            element.reclassify(ElementKind.TEXT)
            element.level = None


def _is_numbered(element: LayoutElement) -> bool:
    label = split_label(element.text)
    return label is not None and label.style in (DECIMAL, CHAPTER) and label.counts


def _raise_large(elements: Sequence[LayoutElement], looks: Looks, body: float, named: bool) -> None:
    """Short lines of a size that headings have, where the parser has missed them among the others."""
    classes = [looks.size(e) for e in elements if e.kind is ElementKind.SECTION_HEADER and looks.size(e)]
    title_page = next((e.page for e in elements if e.kind is ElementKind.TITLE), None)
    begun = False
    previous: LayoutElement | None = None
    for element in elements:
        begun = begun or element.kind is ElementKind.SECTION_HEADER
        above, previous = previous, element
        # Below a heading stands its second line, on a cover what belongs to the title.
        below_heading = above is not None and above.kind in HEADING_KINDS and above.page == element.page
        if element.kind is not ElementKind.TEXT or below_heading or (element.page == title_page and not begun):
            continue
        size = looks.size(element)
        if size < (LARGER if named else LARGER_BOX) * body or not _reads_like_heading(element):
            continue
        slack = (SAME_SIZE if named else SAME_BOX) * size
        if sum(1 for known in classes if abs(known - size) <= slack) >= FEWEST_ALIKE:
            element.reclassify(ElementKind.SECTION_HEADER)


def _reads_like_heading(element: LayoutElement) -> bool:
    text = fold_text(element.text).strip()
    longest = LONGEST_JAPANESE if detect_language(text) == "ja" else LONGEST_LATIN
    if not 1 < len(text) <= longest or not any(character.isalpha() for character in text) or "\n" in text:
        return False
    if _SENTENCE_END.search(text) or "://" in text or is_caption(text) or is_page_number(text):
        return False
    return split_marker(text) is None and not is_contents_title(text)
