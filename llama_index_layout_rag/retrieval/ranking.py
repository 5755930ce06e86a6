"""From the arms' ranked lists to one ranked list of chunks: sections are scored first, then the chunks in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from llama_index_layout_rag.retrieval.engines.interface import Hit
from llama_index_layout_rag.retrieval.fusion import reciprocal_rank

SECTION_SIMILARITY_WEIGHT = 0.3
"""How much the section node's own rank adds to its best chunk. At equal weight a weak list ruins the ranking: heading and
opening alone find 38 % of sections at rank 1 where the best chunk finds 60 %."""

SECTION_WEIGHT = 1.0
"""How much the rank of its section adds to a chunk, against its own ranks."""


@dataclass(frozen=True)
class Candidate:
    """A chunk that an arm has found, with all that speaks for it."""

    id: str
    payload: Mapping[str, Any]
    score: float
    dense_rank: int | None
    lexical_rank: int | None
    dense_score: float | None
    lexical_score: float | None
    section_rank: int = 0

    @property
    def section_id(self) -> str:
        return str(self.payload.get("section_id", ""))

    @property
    def manual_id(self) -> str:
        return str(self.payload.get("manual_id", ""))


@dataclass(frozen=True)
class Arms:
    """The ranked lists of one search."""

    dense: Sequence[Hit]
    lexical: Sequence[Hit]
    sections: Sequence[Hit]


@dataclass(frozen=True)
class RankingOptions:
    """Which stages take part; all of them unless an ablation measures one."""

    dense_weight: float = 1.0
    lexical_weight: float = 1.0
    section_weight: float = SECTION_WEIGHT
    section_similarity_weight: float = SECTION_SIMILARITY_WEIGHT


def rank_candidates(arms: Arms, options: RankingOptions) -> list[Candidate]:
    """All chunks that an arm has found, best first; ties by id.

    A chunk's own score is the reciprocal rank fusion of the dense and the lexical list. A section scores as its best chunk
    plus a share of its node's own rank; the rank of its section is then added to each chunk.
    """
    dense = {hit.id: rank for rank, hit in enumerate(arms.dense)}
    lexical = {hit.id: rank for rank, hit in enumerate(arms.lexical)}
    hits = {hit.id: hit for hit in [*arms.lexical, *arms.dense]}
    scores = {"dense": {hit.id: hit.score for hit in arms.dense}, "lexical": {hit.id: hit.score for hit in arms.lexical}}
    own = {
        id_: options.dense_weight * reciprocal_rank(dense.get(id_)) + options.lexical_weight * reciprocal_rank(lexical.get(id_))
        for id_ in hits
    }
    section_ranks = rank_sections(own, {id_: str(hit.payload.get("section_id", "")) for id_, hit in hits.items()}, arms, options)
    candidates = [
        Candidate(
            id=id_,
            payload=hit.payload,
            score=own[id_] + options.section_weight * reciprocal_rank(section_ranks[str(hit.payload.get("section_id", ""))]),
            dense_rank=dense.get(id_),
            lexical_rank=lexical.get(id_),
            dense_score=scores["dense"].get(id_),
            lexical_score=scores["lexical"].get(id_),
            section_rank=section_ranks[str(hit.payload.get("section_id", ""))],
        )
        for id_, hit in hits.items()
    ]
    return sorted(candidates, key=lambda c: (-c.score, c.id))


def rank_sections(
    chunk_scores: Mapping[str, float], section_of: Mapping[str, str], arms: Arms, options: RankingOptions
) -> dict[str, int]:
    """The rank of every section that has a candidate, from 0: its best chunk, plus a share of the section node's own rank."""
    best: dict[str, float] = {}
    for id_, score in chunk_scores.items():
        section = section_of[id_]
        best[section] = max(best.get(section, 0.0), score)
    similarity = {hit.id: rank for rank, hit in enumerate(arms.sections)}
    for section in best:
        best[section] += options.section_similarity_weight * reciprocal_rank(similarity.get(section))
    ordered = sorted(best, key=lambda section: (-best[section], section))
    return {section: rank for rank, section in enumerate(ordered)}
