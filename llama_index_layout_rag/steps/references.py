"""Numbers of pictures, tables, sections and chapters: where a text refers to them, what "図3を参照" and "see Table 2-1" mean,
and captions without them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from llama_index_layout_rag.layout import ElementKind, LayoutElement
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.steps.ja.rules import VerbFinalRules
from llama_index_layout_rag.steps.marking import fold_same_length

_LABEL = re.compile(
    r"[【\[［〈<(]?(?P<word>図|写真|画面|表|fig(?:ure|s|ures)?\.?|tab(?:le|les)?\.?)(?P<number>[a-z]?\d+(?:[-.]\d+)*)"
)
_LEAD = 12
"""Characters in front of a bare number in which a word tells what it is."""
_OWNERS = frozenset({ElementKind.PICTURE, ElementKind.TABLE, ElementKind.FORM})


def label_of(text: str) -> str:
    """The kind and number with which a caption or a reference begins, in one form ("Fig. 3" and "Figure 3" are one); ""
    where it begins with none."""
    match = _LABEL.match(squash(text))
    if match is None:
        return ""
    word = match.group("word")
    return (word[:3] if word.isascii() else word) + match.group("number")


def unnumbered_caption(caption: str) -> str:
    """A caption without its number, folded: "表 3 記号" and "表 5 記号" say the same."""
    text = squash(caption)
    match = _LABEL.match(text)
    return text if match is None else match.group("word") + text[match.end() :]


def elements_by_label(elements: Iterable[LayoutElement]) -> dict[str, list[LayoutElement]]:
    """The pictures, tables and forms of a document that a numbered caption names, by label, in reading order.

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
    """What references mean. Where a number was given out more than once (once a chapter), the nearest is meant.

    Args:
        refs: References as printed.
        by_label: What `elements_by_label` found.
        near: The element that refers.
    """
    groups = [by_label[label] for ref in refs if (label := label_of(ref)) in by_label]
    return [min(group, key=lambda element: abs(element.seq_no - near.seq_no)) for group in groups]


class ReferenceFinder:
    """References in the text of a verb-final language, with what stands around a bare section number to make it one."""

    def __init__(self, rules: VerbFinalRules) -> None:
        self.hint = rules.compiled("refs_hint")
        self.refs, self.more = rules.compiled("refs"), rules.compiled("refs_more")
        self.section_number, self.chapter_number = rules.compiled("section_number"), rules.compiled("chapter_number")
        self.section_lead, self.section_cue = rules.compiled("section_lead"), rules.compiled("section_cue")
        self.no_section, self.section_named = rules.compiled("no_section"), rules.compiled("section_named")

    def find(self, text: str) -> list[str]:
        """References as printed, each once, in printed order; without the blanks that Japanese type sets inside them.
        The word of several ("図2、3") stands with each."""
        if self.hint.search(text) is None:
            return []
        folded = fold_same_length(text)
        found = list(self._labelled(text, folded))
        for start, end in [*self._sections(folded), *(match.span(1) for match in self.chapter_number.finditer(folded))]:
            if not any(a < end and start < b for a, b, _ in found):
                found.append((start, end, text[start:end]))
        return list(dict.fromkeys(reference for _, _, reference in sorted(found)))

    def _labelled(self, text: str, folded: str) -> Iterator[tuple[int, int, str]]:
        """References that carry their word, with the word repeated for the numbers listed behind it."""
        for match in self.refs.finditer(folded):
            yield *match.span(), _printed(text[match.start() : match.end()])
            if match.group("word") is None:
                continue
            word = text[slice(*match.span("word"))]
            further = self.more.match(folded, match.end())
            while further is not None and _levels(further.group("number")) == _levels(match.group("number")):
                yield *further.span("number"), _printed(word + text[slice(*further.span("number"))])
                further = self.more.match(folded, further.end())

    def _sections(self, folded: str) -> Iterator[tuple[int, int]]:
        """Bare section numbers that something in front or behind makes a reference."""
        for match in self.section_number.finditer(folded):
            before = folded[max(0, match.start() - _LEAD) : match.start()]
            named = self.section_named.match(folded, match.end()) is not None
            if (self.no_section.search(before) and not named) or _is_date(match.group(1)):
                continue
            if self.section_lead.search(before) or self.section_cue.match(folded, match.end()):
                yield match.span(1)


def _printed(reference: str) -> str:
    return reference if reference.isascii() else re.sub(r"\s+", "", reference)


def _levels(number: str) -> int:
    """How many numbers a number is made of: 2 in "5-1"."""
    return len(re.findall(r"\d+", number))


def _is_date(number: str) -> bool:
    return len(number) > 7 and number[:2] in ("19", "20")
