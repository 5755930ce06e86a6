"""Whether a result holds a piece of evidence: the anchor's text is in it, whatever the chunking."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from llama_index.core.schema import BaseNode, NodeWithScore

from llama_index_layout_rag.evaluation.questions import EvidencePlace
from llama_index_layout_rag.layout.normalize import squash

_IGNORED = re.compile(r"[\s|*`#>\\\u00ad\ufffe\ufeff\x02]+")
"""White space, Markdown marks, soft hyphens and what PDF extractors put in their place."""


@dataclass(frozen=True)
class Found:
    """Where a fact was found.

    Attributes:
        rank: Place of the first result that holds it, from 1.
        end: Characters of the results up to the end of the anchor, put one after another without white space.
    """

    rank: int
    end: int


@dataclass(frozen=True)
class MatchableResult:
    """A result in the form that anchors are looked up in."""

    node_id: str
    names: frozenset[str]
    text: str


def comparable(text: str) -> str:
    """Text by which an anchor and a chunk are compared: NFKC, without white space, Markdown marks and soft hyphens."""
    return _IGNORED.sub("", unicodedata.normalize("NFKC", text))


def matchable(results: Iterable[NodeWithScore]) -> list[MatchableResult]:
    """Results as they are compared, best first."""
    return [
        MatchableResult(result.node.node_id, document_names(result.node), comparable(result.node.get_content()))
        for result in results
    ]


def document_names(node: BaseNode) -> frozenset[str]:
    """Everything that a question file may call the manual of a node, folded."""
    metadata = node.metadata
    source = str(metadata.get("source_uri") or metadata.get("file_path") or "")
    file = PurePath(source.rstrip("/"))
    names = (
        metadata.get("manual_id"),
        metadata.get("manual_title"),
        metadata.get("file_name"),
        source,
        file.name,
        file.stem,
        node.ref_doc_id,
    )
    return frozenset(squash(str(name)) for name in names if name)


def holds(result: MatchableResult, place: EvidencePlace) -> bool:
    """Whether a result is of the right manual and the anchor is in it."""
    return squash(place.doc) in result.names and comparable(place.anchor) in result.text


def first_place(places: Sequence[EvidencePlace], results: Sequence[MatchableResult]) -> Found | None:
    """Return the first result that holds one of the places."""
    offset = 0
    for rank, result in enumerate(results, start=1):
        ends = [_end(result, place) for place in places if holds(result, place)]
        if ends:
            return Found(rank, offset + min(ends))
        offset += len(result.text)
    return None


def locate(text: str, anchor: str) -> tuple[int, int] | None:
    """Where an anchor is in a text as it is written: offsets of its first character and after its last one.

    None where it does not are there, and in the rare case that characters fold together only as a pair.
    """
    folded: list[str] = []
    offsets: list[int] = []
    for offset, character in enumerate(text):
        for one in comparable(character):
            folded.append(one)
            offsets.append(offset)
    wanted = comparable(anchor)
    start = "".join(folded).find(wanted) if wanted else -1
    return None if start < 0 else (offsets[start], offsets[start + len(wanted) - 1] + 1)


def _end(result: MatchableResult, place: EvidencePlace) -> int:
    anchor = comparable(place.anchor)
    return result.text.find(anchor) + len(anchor)
