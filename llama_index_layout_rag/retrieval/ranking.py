"""From the arms' ranked lists to one ranked list of chunks: sections are scored first, then the chunks in them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from llama_index_layout_rag.layout.normalize import fold_text
from llama_index_layout_rag.lexical.tokens import query_weights, tokenize
from llama_index_layout_rag.retrieval.codes import Meaning, code_meanings
from llama_index_layout_rag.retrieval.engines.interface import Hit
from llama_index_layout_rag.retrieval.fields import FIELDS_OF_KIND, asked_field_share
from llama_index_layout_rag.retrieval.fusion import RRF_K, reciprocal_rank
from llama_index_layout_rag.retrieval.question import Question

SECTION_SIMILARITY_WEIGHT = 0.3
"""How much the section node's own rank adds to its best chunk. At equal weight a weak list ruins the ranking: heading and
opening alone find 38 % of sections at rank 1 where the best chunk finds 60 %."""

SECTION_WEIGHT = 0.3
"""How much the rank of its section adds to a chunk, against its own ranks."""

RANK_SHARE = 0.5
"""Weight of an arm's reciprocal rank beside its relative score. Ranks alone give the first hit of an arm the same weight whether
it leads by far or by a hair; relative scores alone trust one arm's outliers. On the development questions the mixture had
recall@10 0.93 where ranks alone had 0.91 and scores alone 0.93, and recall@1 0.52, 0.50 and 0.52."""

DENSE_WEIGHT, LEXICAL_WEIGHT = 1.0, 2.0
"""Weights of the arms' relative scores; manuals are asked about in their own words more often than in others."""

CODE_WEIGHT = 1.0
CODE_IS_RARE = 12
"""What a chunk gains that carries a code of the question, as long as no more than so many of the candidates do: a code names
a place more surely than any similarity."""

HEADING_WEIGHT = 0.4
"""What a chunk gains when the question says its section's heading whole: then the section is what is asked about. A share for
headings said in part did harm (recall@5 0.893 where whole headings gave 0.908 and none 0.902)."""

FIELD_WEIGHT, FIELD_RANKS = 0.1, 30
"""What a chunk gains when its steps' conditions, targets or cautions hold what the question's kind asks for, among the first
so many: a tie-break. On the development questions it changed nothing up to 0.1 and did harm above."""

FEWEST_HEADING_TOKENS = 2
"""A heading of one word ("Setup") stands in too many questions to tell anything."""

HEADINGS_KEPT = 20_000
"""Headings whose tokens are kept between questions: the same sections are candidates again and again."""

_HEADING_NUMBER = re.compile(r"^(?:第?[\d.\-]+[章節項部編]?|[(（]\d+[)）])[.:、]?\s*")


@dataclass(frozen=True)
class Candidate:
    """A chunk that an arm has found, with all that speaks for it."""

    id: str
    payload: Mapping[str, Any]
    score: float
    dense_rank: int | None
    lexical_rank: int | None
    section_rank: int = 0
    meanings: frozenset[Meaning] = frozenset()

    @property
    def section_id(self) -> str:
        """Id of the section that the chunk stands in."""
        return str(self.payload.get("section_id", ""))

    @property
    def manual_id(self) -> str:
        """Id of its manual."""
        return str(self.payload.get("manual_id", ""))

    @property
    def order(self) -> int:
        """Place among the manual's children."""
        return int(self.payload.get("order", 0))

    @property
    def char_count(self) -> int:
        """Characters of the chunk's text."""
        return int(self.payload.get("char_count", 0))


@dataclass(frozen=True)
class Arms:
    """The ranked lists of one search."""

    dense: Sequence[Hit]
    lexical: Sequence[Hit]
    sections: Sequence[Hit]


@dataclass(frozen=True)
class RankingOptions:
    """Which stages take part and how much they weigh; an ablation sets a weight to 0."""

    dense_weight: float = DENSE_WEIGHT
    lexical_weight: float = LEXICAL_WEIGHT
    rank_share: float = RANK_SHARE
    section_weight: float = SECTION_WEIGHT
    section_similarity_weight: float = SECTION_SIMILARITY_WEIGHT
    code_weight: float = CODE_WEIGHT
    heading_weight: float = HEADING_WEIGHT
    field_weight: float = FIELD_WEIGHT


def rank_candidates(arms: Arms, question: Question, options: RankingOptions) -> list[Candidate]:
    """All chunks that an arm has found, best first; ties by id.

    A chunk's own score adds up, for each arm, its reciprocal rank and its relative score, and bonuses for carrying a rare
    code of the question and for standing under a heading that the question says whole. A section scores as its best chunk
    plus a share of its node's own rank; the rank of its section is then added to each chunk. Scores are in units of "first
    place of one arm".
    """
    hits = {hit.id: hit for hit in [*arms.lexical, *arms.dense]}
    dense, lexical = _ArmScores(arms.dense), _ArmScores(arms.lexical, floor=0.0)
    meanings = {id_: frozenset(code_meanings(question, hit.payload)) for id_, hit in hits.items()}
    own = {
        id_: dense.weighted(id_, options.dense_weight, options.rank_share)
        + lexical.weighted(id_, options.lexical_weight, options.rank_share)
        for id_ in hits
    }
    for id_ in _with_rare_codes(meanings):
        own[id_] += options.code_weight
    for id_ in _under_asked_headings(hits, question):
        own[id_] += options.heading_weight
    section_of = {id_: str(hit.payload.get("section_id", "")) for id_, hit in hits.items()}
    section_ranks = rank_sections(own, section_of, arms.sections, options.section_similarity_weight)
    candidates = [
        Candidate(
            id=id_,
            payload=hit.payload,
            score=own[id_] + options.section_weight * _first_place_units(section_ranks[section_of[id_]]),
            dense_rank=dense.ranks.get(id_),
            lexical_rank=lexical.ranks.get(id_),
            section_rank=section_ranks[section_of[id_]],
            meanings=meanings[id_],
        )
        for id_, hit in hits.items()
    ]
    return _with_asked_fields(sorted(candidates, key=_best_first), question, options.field_weight)


def _with_asked_fields(ranked: Sequence[Candidate], question: Question, weight: float) -> list[Candidate]:
    """The ranking with the first chunks reordered by how well their step fields fit the kind of the question."""
    if not weight or not question.kinds & FIELDS_OF_KIND.keys():
        return list(ranked)
    first = [replace(c, score=c.score + weight * asked_field_share(question, c.payload)) for c in ranked[:FIELD_RANKS]]
    return sorted([*first, *ranked[FIELD_RANKS:]], key=_best_first)


def _best_first(candidate: Candidate) -> tuple[float, str]:
    return -candidate.score, candidate.id


def rank_sections(
    chunk_scores: Mapping[str, float], section_of: Mapping[str, str], sections: Sequence[Hit], similarity_weight: float
) -> dict[str, int]:
    """The rank of every section that has a candidate, from 0: its best chunk, plus a share of the section node's own rank."""
    best: dict[str, float] = {}
    for id_, score in chunk_scores.items():
        section = section_of[id_]
        best[section] = max(best.get(section, 0.0), score)
    similarity = {hit.id: rank for rank, hit in enumerate(sections)}
    for section in best:
        best[section] += similarity_weight * _first_place_units(similarity.get(section))
    ordered = sorted(best, key=lambda section: (-best[section], section))
    return {section: rank for rank, section in enumerate(ordered)}


class _ArmScores:
    """Ranks and scores of one arm's list.

    Args:
        hits: The list, best first.
        floor: Score that counts as nothing; the last hit's by default, since a cosine is never near 0.
    """

    def __init__(self, hits: Sequence[Hit], floor: float | None = None) -> None:
        self.ranks = {hit.id: rank for rank, hit in enumerate(hits)}
        self.scores = {hit.id: hit.score for hit in hits}
        self._floor = floor if floor is not None else min(self.scores.values(), default=0.0)
        self._range = (max(self.scores.values(), default=0.0) - self._floor) or 1.0

    def weighted(self, id_: str, score_weight: float, rank_share: float) -> float:
        """Relative score and reciprocal rank of a hit; 0 where the arm did not find it or has no weight."""
        if id_ not in self.scores or not score_weight:
            return 0.0
        relative = (self.scores[id_] - self._floor) / self._range
        return score_weight * relative + rank_share * _first_place_units(self.ranks[id_])


def _first_place_units(rank: int | None) -> float:
    return reciprocal_rank(rank) * RRF_K


def _with_rare_codes(meanings: Mapping[str, frozenset[Meaning]]) -> set[str]:
    """Chunks that carry one of the question's codes which few candidates carry."""
    carriers: dict[str, set[str]] = {}
    for id_, found in meanings.items():
        for meaning in found:
            carriers.setdefault(meaning.code, set()).add(id_)
    return {id_ for ids in carriers.values() if len(ids) <= CODE_IS_RARE for id_ in ids}


def own_heading(payload: Mapping[str, Any]) -> str:
    """The heading of the section that a chunk stands in, folded and without its number."""
    path = payload.get("section_path") or [""]
    return _without_number(str(path[-1]))


@lru_cache(maxsize=HEADINGS_KEPT)
def _without_number(heading: str) -> str:
    return _HEADING_NUMBER.sub("", fold_text(heading))


@lru_cache(maxsize=HEADINGS_KEPT)
def _heading_tokens(heading: str) -> frozenset[str]:
    return frozenset(tokenize(heading))


def _under_asked_headings(hits: Mapping[str, Hit], question: Question) -> list[str]:
    """Chunks whose section's heading stands whole in the question, in any order of its words."""
    words = frozenset(query_weights(question.text))
    headings = {id_: own_heading(hit.payload) for id_, hit in hits.items()}
    asked = {
        heading
        for heading in set(headings.values())
        if len(_heading_tokens(heading)) >= FEWEST_HEADING_TOKENS and _heading_tokens(heading) <= words
    }
    return [id_ for id_, heading in headings.items() if heading in asked]
