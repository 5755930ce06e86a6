"""Fusion of the ranked lists of one search: sections are scored first, then the chunks in them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from llama_index_layout_rag.layout.normalize import fold_text
from llama_index_layout_rag.layout.numbering import ORDINAL_PREFIX, UNITS_AFTER_NUMBER
from llama_index_layout_rag.lexical import query_weights, token_set
from llama_index_layout_rag.retrieval.engines import Hit
from llama_index_layout_rag.retrieval.question import Question, QuestionKind

RRF_K = 60
"""Damping constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009); ranks count from 0."""

RARE_CODE_CHUNKS = 12
"""The code bonus is given only while no more candidates than this carry the code: a frequent code identifies no place."""

FIELD_RANKS = 30
"""Number of first candidates that are reordered by step fields."""

MIN_HEADING_TOKENS = 2
"""Headings of fewer tokens ("Setup") occur in too many questions to count as asked for."""

CACHED_HEADINGS = 20_000
"""Number of headings kept without their number between questions."""

_HEADING_NUMBER = re.compile(rf"^(?:{ORDINAL_PREFIX}?[\d.\-]+{UNITS_AFTER_NUMBER}?|[(（]\d+[)）])[.:、]?\s*")
_CODE_NUMBER = re.compile(r"[a-z$#:.-]*?0*(\d+)")

FIELDS_BY_KIND: dict[QuestionKind, tuple[str, ...]] = {
    QuestionKind.CONDITION: ("condition", "conditions", "result", "results", "condition_results"),
    QuestionKind.OPERATION: ("action", "actions", "target", "targets", "step_number"),
    QuestionKind.PLACE: ("target", "targets", "result", "results"),
    QuestionKind.CAUTION: ("caution", "cautions"),
}
"""Fields of a step record that answer a question of that kind."""


class Meaning(NamedTuple):
    """What a code denotes: the same code in two columns, sections or manuals has two meanings."""

    code: str
    manual_id: str
    place: str
    """The section and table column, or the section alone outside tables."""


@dataclass(slots=True)
class Candidate:
    """A chunk found by at least one ranked list, with its fused score."""

    id: str
    payload: Mapping[str, Any]
    score: float
    dense_rank: int | None
    lexical_rank: int | None
    section_rank: int = 0
    meanings: frozenset[Meaning] = frozenset()

    @property
    def section_id(self) -> str:
        """Id of the section that contains the chunk."""
        return str(self.payload.get("section_id", ""))

    @property
    def manual_id(self) -> str:
        """Id of the chunk's manual."""
        return str(self.payload.get("manual_id", ""))

    @property
    def order(self) -> int:
        """Position among the manual's children."""
        return int(self.payload.get("order", 0))

    @property
    def char_count(self) -> int:
        """Number of characters of the chunk's text."""
        return int(self.payload.get("char_count", 0))


class RankedLists(NamedTuple):
    """The three ranked lists of one search: chunks by embedding, chunks by words, sections by embedding."""

    dense: Sequence[Hit]
    lexical: Sequence[Hit]
    sections: Sequence[Hit]


@dataclass(frozen=True)
class RankingOptions:
    """Weights of the ranked lists and stages, in units of the first place of one list; 0 switches a stage off.

    Measured by `benchmarks/ablations.py`.

    Args:
        dense_weight: Weight of the relative score in the dense list.
        lexical_weight: Weight of the relative score in the lexical list; questions use a manual's own words more often
            than paraphrases.
        rank_share: Weight of the reciprocal rank beside the relative score in either list. Ranks alone ignore how far
            the first hit leads, scores alone follow the outliers of one list.
        section_weight: Weight of the rank of a chunk's section.
        section_similarity_weight: Weight of the section node's own rank within the score of a section.
        code_weight: Bonus of a chunk that contains a rare code of the question.
        heading_weight: Bonus of a chunk whose section heading occurs completely in the question.
        field_weight: Bonus of a chunk whose step conditions, targets or cautions match the question; a tie-break.
        preference_weight: Bonus of a chunk of a manual that the question names uncertainly, such as by a brand.
    """

    dense_weight: float = 1.0
    lexical_weight: float = 2.0
    rank_share: float = 0.5
    section_weight: float = 0.3
    section_similarity_weight: float = 0.3
    code_weight: float = 1.0
    heading_weight: float = 0.4
    field_weight: float = 0.1
    preference_weight: float = 1.0


def rank_candidates(lists: RankedLists, question: Question, options: RankingOptions) -> list[Candidate]:
    """Return all chunks of the ranked lists, best first; ties in the order of their ids.

    A chunk's own score adds, for each list, its reciprocal rank and its relative score, and bonuses for a rare code and
    for a heading that the question contains. A section scores as its best chunk plus a share of its node's rank; the
    rank of its section is then added to each chunk.
    """
    hits = {hit.id: hit for hit in [*lists.lexical, *lists.dense]}
    dense, lexical = _ListScores(lists.dense), _ListScores(lists.lexical, floor=0.0)
    asks_code = bool(question.codes or question.numbers)
    meanings = {id_: code_meanings(question, hit.payload) for id_, hit in hits.items()} if asks_code else {}
    own = {
        id_: dense.weighted(id_, options.dense_weight, options.rank_share)
        + lexical.weighted(id_, options.lexical_weight, options.rank_share)
        for id_ in hits
    }
    for id_ in _with_rare_codes(meanings):
        own[id_] += options.code_weight
    for id_ in _under_mentioned_headings(hits, question):
        own[id_] += options.heading_weight
    section_of = {id_: str(hit.payload.get("section_id", "")) for id_, hit in hits.items()}
    section_ranks = rank_sections(own, section_of, lists.sections, options.section_similarity_weight)
    candidates = [
        Candidate(
            id=id_,
            payload=hit.payload,
            score=own[id_] + options.section_weight * reciprocal_rank(section_ranks[section_of[id_]]),
            dense_rank=dense.ranks.get(id_),
            lexical_rank=lexical.ranks.get(id_),
            section_rank=section_ranks[section_of[id_]],
            meanings=meanings.get(id_, frozenset()),
        )
        for id_, hit in hits.items()
    ]
    return _reordered_by_fields(sorted(candidates, key=_sort_key), question, options.field_weight)


def reciprocal_rank(rank: int | None) -> float:
    """Return the reciprocal rank of a list entry, scaled so that the first place is 1; 0 for an absent entry."""
    return 0.0 if rank is None else RRF_K / (RRF_K + rank)


def code_meanings(question: Question, payload: Mapping[str, Any]) -> frozenset[Meaning]:
    """Return the meanings of the question's codes and numbers in a chunk.

    Args:
        question: The question; a code must be equal, a bare number matches the number of any code.
        payload: Payload of the chunk (`codes`, `code_cells`, `manual_id`, `section_id`).
    """
    manual_id, section_id = str(payload.get("manual_id", "")), str(payload.get("section_id", ""))
    in_cells = {
        Meaning(cell["code"], manual_id, f"{section_id} {cell['column']}")
        for cell in payload.get("code_cells", ())
        if _matches_code(question, cell["code"])
    }
    tabled = {meaning.code for meaning in in_cells}
    plain = {code for code in payload.get("codes", ()) if code not in tabled and _matches_code(question, code)}
    return frozenset(in_cells | {Meaning(code, manual_id, section_id) for code in plain})


def _matches_code(question: Question, code: str) -> bool:
    if code in question.codes:
        return True
    match = _CODE_NUMBER.fullmatch(code) if question.numbers else None
    return match is not None and match.group(1) in question.numbers


def _with_rare_codes(meanings: Mapping[str, frozenset[Meaning]]) -> set[str]:
    """Return the ids of chunks with a code of the question that few candidates contain."""
    chunks: dict[str, set[str]] = {}
    for id_, found in meanings.items():
        for meaning in found:
            chunks.setdefault(meaning.code, set()).add(id_)
    return {id_ for ids in chunks.values() if len(ids) <= RARE_CODE_CHUNKS for id_ in ids}


def field_coverage(question: Question, words: Mapping[str, float], payload: Mapping[str, Any]) -> float:
    """Return the share (0 to 1, by weight) of the question's words in the step fields that its kind asks for.

    Args:
        question: The question with its kinds.
        words: Its words with their weights.
        payload: Payload of a chunk with `procedure_steps`.
    """
    names = [name for kind, fields in FIELDS_BY_KIND.items() if kind in question.kinds for name in fields]
    text = " ".join(
        _joined(step[name]) for step in payload.get("procedure_steps", ()) for name in names if name in step
    )
    if not text or not words:
        return 0.0
    held = token_set(text)
    return sum(weight for word, weight in words.items() if word in held) / sum(words.values())


def _joined(value: Any) -> str:
    return value if isinstance(value, str) else " ".join(map(_joined, value))


def _reordered_by_fields(ranked: Sequence[Candidate], question: Question, weight: float) -> list[Candidate]:
    if not weight or not question.kinds & FIELDS_BY_KIND.keys():
        return list(ranked)
    words = query_weights(question.text)
    first = [
        replace(c, score=c.score + weight * field_coverage(question, words, c.payload)) for c in ranked[:FIELD_RANKS]
    ]
    return sorted([*first, *ranked[FIELD_RANKS:]], key=_sort_key)


def _sort_key(candidate: Candidate) -> tuple[float, str]:
    return -candidate.score, candidate.id


def rank_sections(
    chunk_scores: Mapping[str, float], section_of: Mapping[str, str], sections: Sequence[Hit], similarity_weight: float
) -> dict[str, int]:
    """Return the rank, from 0, of every section with a candidate: its best chunk plus a share of its node's own rank."""
    best: dict[str, float] = {}
    for id_, score in chunk_scores.items():
        section = section_of[id_]
        best[section] = max(best.get(section, 0.0), score)
    similarity = {hit.id: rank for rank, hit in enumerate(sections)}
    for section in best:
        best[section] += similarity_weight * reciprocal_rank(similarity.get(section))
    ordered = sorted(best, key=lambda section: (-best[section], section))
    return {section: rank for rank, section in enumerate(ordered)}


class _ListScores:
    """Ranks and scores of one ranked list.

    Args:
        hits: The list, best first.
        floor: Score that counts as 0; the last hit's by default, since a cosine similarity is never near 0.
    """

    def __init__(self, hits: Sequence[Hit], floor: float | None = None) -> None:
        self.ranks = {hit.id: rank for rank, hit in enumerate(hits)}
        self._scores = {hit.id: hit.score for hit in hits}
        self._floor = floor if floor is not None else min(self._scores.values(), default=0.0)
        self._range = (max(self._scores.values(), default=0.0) - self._floor) or 1.0

    def weighted(self, id_: str, score_weight: float, rank_share: float) -> float:
        """Return the relative score plus the reciprocal rank of a hit; 0 for an absent hit or a list without weight."""
        if id_ not in self._scores or not score_weight:
            return 0.0
        relative = (self._scores[id_] - self._floor) / self._range
        return score_weight * relative + rank_share * reciprocal_rank(self.ranks[id_])


def own_heading(payload: Mapping[str, Any]) -> str:
    """Return the heading of a chunk's section, folded and without its number."""
    path = payload.get("section_path") or [""]
    return _without_number(str(path[-1]))


@lru_cache(maxsize=CACHED_HEADINGS)
def _without_number(heading: str) -> str:
    return _HEADING_NUMBER.sub("", fold_text(heading))


def _under_mentioned_headings(hits: Mapping[str, Hit], question: Question) -> list[str]:
    """Return the ids of chunks whose section heading occurs completely in the question, in any order of words."""
    words = frozenset(query_weights(question.text))
    headings = {id_: own_heading(hit.payload) for id_, hit in hits.items()}
    mentioned = {
        heading
        for heading in set(headings.values())
        if len(token_set(heading)) >= MIN_HEADING_TOKENS and token_set(heading) <= words
    }
    return [id_ for id_, heading in headings.items() if heading in mentioned]
