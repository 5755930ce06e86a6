"""Segments: neighbouring chunks of one section that answer together, handed on as one result.

Chunks that stand side by side, or nearly, and are both ranked high are one answer in two pieces: the steps and the next steps,
the caution and the table below it. Joined they take one place in the results, in reading order, under one heading line (the
idea of relevant segment extraction, as dsRAG calls it, with ranks in place of tuned penalties).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from llama_index.core.schema import BaseNode, TextNode

from llama_index_layout_rag.chunking.payload import LLM_VISIBLE_KEYS
from llama_index_layout_rag.retrieval.codes import Meaning
from llama_index_layout_rag.retrieval.ranking import Candidate

SEGMENT_CHARS = 2_000
"""Size limit of a segment. On the development questions 1,000 / 1,400 / 2,000 characters gave recall@5 0.872 / 0.881 / 0.890
(0.856 without segments) and recall in the first 4,000 characters 0.933 / 0.944 / 0.931; above 2,000 nothing changes."""

JOINED_RANKS = 30
"""Only chunks ranked so high are joined to a better one: a neighbour that is merely near adds length and no evidence."""

LARGEST_GAP = 2
"""Chunks that may lie between two that are joined; they are left out and the place is marked. On the questions tuned on and kept
aside, gaps of 0 / 1 / 2 gave recall@5 0.905 / 0.908 / 0.908 and 0.893 / 0.893 / 0.905; larger ones did harm."""

GAP_MARK = "…"

_JOINED_LISTS = (
    "regions",
    "codes",
    "code_cells",
    "procedure_steps",
    "related_elements",
    "image_evidence",
    "source_record_refs",
    "source_categories",
)


@dataclass
class Segment:
    """Chunks that stand side by side; the first one is the best."""

    members: list[Candidate]
    equals: list[Candidate] = field(default_factory=list)
    """Chunks that say the same elsewhere."""

    @property
    def candidate(self) -> Candidate:
        """The best chunk, whose rank the segment has."""
        return self.members[0]

    @property
    def meanings(self) -> frozenset[Meaning]:
        """What the question's codes mean in any of the chunks."""
        return frozenset[Meaning]().union(*(member.meanings for member in self.members))

    @property
    def size(self) -> int:
        """Characters of the chunks."""
        return sum(member.char_count for member in self.members)

    def in_reading_order(self) -> list[Candidate]:
        """The chunks as they stand on the page."""
        return sorted(self.members, key=lambda member: member.order)

    def adjoins(self, candidate: Candidate) -> bool:
        """Whether a chunk of the same section stands beside these, with at most `LARGEST_GAP` chunks between."""
        if not candidate.section_id or candidate.section_id != self.candidate.section_id:
            return False  # Nodes of other pipelines know no sections.
        orders = [member.order for member in self.members]
        return min(orders) - 1 - LARGEST_GAP <= candidate.order <= max(orders) + 1 + LARGEST_GAP


def join_neighbours(
    segments: Sequence[Segment], size_limit: int = SEGMENT_CHARS, ranks: int = JOINED_RANKS
) -> list[Segment]:
    """Segments with the high-ranked neighbours joined, in the order of their best chunks.

    Args:
        segments: Single chunks, best first.
        size_limit: Characters of a segment at most; 0 joins nothing.
        ranks: How many of the first chunks may be joined.
    """
    joined: list[Segment] = []
    for rank, segment in enumerate(segments):
        room = size_limit - segment.size
        host = (
            next((s for s in joined if s.size <= room and s.adjoins(segment.candidate)), None) if rank < ranks else None
        )
        if host is None:
            joined.append(Segment(list(segment.members), list(segment.equals)))
        else:
            host.members += segment.members
            host.equals += segment.equals
    return joined


def segment_node(nodes: Sequence[BaseNode], best_id: str) -> BaseNode:
    """The nodes of a segment as one node.

    Args:
        nodes: Nodes of the chunks in reading order, at least one.
        best_id: Id of the best of them; its id, relations and metadata are kept, with the pages, boxes, steps and codes of all.
    """
    best = next((node for node in nodes if node.node_id == best_id), nodes[0])
    if len(nodes) == 1:
        return best
    heading, *_ = nodes[0].get_content().split("\n", 1)
    bodies: list[str] = []
    for place, node in enumerate(nodes):
        if place and node.metadata.get("order", 0) - nodes[place - 1].metadata.get("order", 0) > 1:
            bodies.append(GAP_MARK)
        bodies.append(node.get_content().removeprefix(heading).lstrip("\n"))
    metadata: dict[str, Any] = dict(best.metadata)
    metadata.update(joined_evidence(nodes))
    metadata["segment"] = [node.node_id for node in nodes]
    best_page = next((region["page"] for region in best.metadata.get("regions", ())), None)
    if best_page is not None:
        metadata["focus_page"] = best_page  # the segment may begin on an earlier page than what was found
        metadata["focus_regions"] = best.metadata["regions"]
    return TextNode(
        id_=best.node_id,
        text="\n".join([heading, *bodies]),
        metadata=metadata,
        relationships=dict(best.relationships),
        excluded_embed_metadata_keys=list(dict.fromkeys([*metadata, *best.excluded_embed_metadata_keys])),
        excluded_llm_metadata_keys=[
            key for key in dict.fromkeys([*metadata, *best.excluded_llm_metadata_keys]) if key not in LLM_VISIBLE_KEYS
        ],
    )


def joined_evidence(nodes: Sequence[BaseNode]) -> dict[str, Any]:
    """Pages, boxes, steps and codes of several chunks together; keys without any value are left out."""
    joined: dict[str, Any] = {}
    for key in _JOINED_LISTS:
        values = [value for node in nodes for value in node.metadata.get(key, ())]
        if values:
            joined[key] = [value for place, value in enumerate(values) if value not in values[:place]]
    pages = sorted({page for node in nodes for page in node.metadata.get("pages", ())})
    return joined | ({"pages": pages} if pages else {})
