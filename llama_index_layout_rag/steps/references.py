"""Numbers of pictures, tables, sections and chapters.

Where a text refers to them, what "図3を参照" and "see Table 2-1" mean, and captions without them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.layout import ElementKind, LayoutElement
from llama_index_layout_rag.layout.normalize import squash

_LABEL = re.compile(
    rf"[【\[［〈<(]?(?P<word>{any_of(lambda words: words.captions.reference)}\.?)(?P<number>[a-z]?\d+(?:[-.]\d+)*)"
)
_OWNERS = frozenset({ElementKind.PICTURE, ElementKind.TABLE, ElementKind.FORM})


def label_of(text: str) -> str:
    """Return the kind and number with which a caption or a reference begins, in one form ("Fig. 3" and "Figure 3" are one).

    "" where it begins with none.
    """
    match = _LABEL.match(squash(text))
    if match is None:
        return ""
    word = match.group("word")
    return (word[:3] if word.isascii() else word) + match.group("number")


def unnumbered_caption(caption: str) -> str:
    """Return a caption without its number, folded: "表 3 記号" and "表 5 記号" say the same."""
    text = squash(caption)
    match = _LABEL.match(text)
    return text if match is None else match.group("word") + text[match.end() :]


def elements_by_label(elements: Iterable[LayoutElement]) -> dict[str, list[LayoutElement]]:
    """Return the pictures, tables and forms of a document that a numbered caption names, by label, in reading order.

    Args:
        elements: All elements of the document.
    """
    known = list(elements)
    owners = {element.element_id: element for element in known if element.kind in _OWNERS}
    found: dict[str, list[LayoutElement]] = defaultdict(list)
    for caption in known:
        label = label_of(caption.text) if caption.caption_of in owners else ""
        if label and caption.caption_of is not None:
            found[label].append(owners[caption.caption_of])
    return dict(found)


def elements_meant(
    refs: Sequence[str], by_label: Mapping[str, Sequence[LayoutElement]], near: LayoutElement
) -> list[LayoutElement]:
    """Return what references mean. Where a number was given out more than once (once a chapter), the nearest is meant.

    Args:
        refs: References as printed.
        by_label: What `elements_by_label` found.
        near: The element that refers.
    """
    groups = [by_label[label] for ref in refs if (label := label_of(ref)) in by_label]
    return [min(group, key=lambda element: abs(element.seq_no - near.seq_no)) for group in groups]
