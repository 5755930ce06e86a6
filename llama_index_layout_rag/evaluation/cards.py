"""Evidence cards: one question, what was found for it, what failed, and what to change next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from llama_index.core.schema import NodeWithScore
from pydantic import BaseModel, ConfigDict, Field

from llama_index_layout_rag.citations import Citation
from llama_index_layout_rag.evaluation.matching import MatchableResult, document_names, holds, locate, matchable
from llama_index_layout_rag.evaluation.questions import EvaluationQuestion, EvidenceGroup, EvidencePlace
from llama_index_layout_rag.evaluation.support import AnswerSupportEvaluator, SentenceSupport
from llama_index_layout_rag.layout.boxes import area
from llama_index_layout_rag.layout.normalize import squash

CARD_CHUNKS = 5
"""Results on a card, beside those further down that hold evidence; evidence below them is found late."""

SURE_ENOUGH = 0.5
"""Confidence from which a question that no manual answers counts as answered."""


class Failure(str, Enum):
    """What went wrong with a question."""

    MISSING_EVIDENCE = "missing evidence"
    WRONG_CHUNK = "wrong chunk"
    FOUND_LATE = "found late"
    WRONG_MANUAL = "wrong manual"
    OLD_DOCUMENT = "old document"
    UNSUPPORTED_CLAIM = "unsupported claim"
    FALSE_CONFIDENCE = "confident without evidence"

    def __str__(self) -> str:
        return self.value


NEXT_ACTIONS: dict[Failure, str] = {
    Failure.MISSING_EVIDENCE: (
        "Look whether the manual is indexed and the page was read (layout-rag inspect): the text is in no result."
    ),
    Failure.WRONG_CHUNK: (
        "The right manual was found, and another place of it: look at the section's heading and the chunk's text; add the "
        "users' words as aliases or to the vocabulary."
    ),
    Failure.FOUND_LATE: (
        "The evidence stands below the first five results: see in node.metadata['why'] which stage put others first, or hand "
        "the answering model more results (similarity_top_k)."
    ),
    Failure.WRONG_MANUAL: (
        "A sibling's passage came first: give the manuals their model numbers and titles when reading, and other names as aliases."
    ),
    Failure.OLD_DOCUMENT: "An older version of the manual came first: delete it, or give both versions the same manual_id.",
    Failure.UNSUPPORTED_CLAIM: "The answer says what no cited chunk says: tighten the answering prompt, or let the model see more.",
    Failure.FALSE_CONFIDENCE: "No manual answers this, and the confidence is high: raise the threshold, or fit ConfidenceModel.",
}


class CardChunk(BaseModel):
    """A result as it is on a card."""

    model_config = ConfigDict(frozen=True)

    rank: int
    node_id: str
    score: float | None
    manual_title: str
    place: str = Field(description="The citation as people read it.")
    citation: Citation | None = Field(default=None, description="None for nodes of other parsers.")
    text: str
    groups: list[str] = Field(default_factory=list, description="The evidence groups that it holds.")
    is_trap: bool = False
    spans: list[tuple[int, int]] = Field(default_factory=list, description="Offsets of the evidence in the text.")
    page: int | None = Field(default=None, description="The page to look at: that of the evidence, if it is known.")


class CardFact(BaseModel):
    """One fact that the question needs, and where it was found."""

    model_config = ConfigDict(frozen=True)

    group: str
    anchor: str
    doc: str
    page: int | None = None
    rank: int | None = Field(default=None, description="The first result that holds it, from 1; None where none does.")


class EvidenceCard(BaseModel):
    """One question with everything needed to judge what came back."""

    question_id: str
    question: str
    lang: str = ""
    kind: str = ""
    reference_answer: str = ""
    confidence: float | None = Field(default=None, description="The retriever's, where it gives one.")
    facts: list[CardFact] = Field(
        default_factory=list, description="The evidence groups; none where no manual answers."
    )
    chunks: list[CardChunk] = Field(default_factory=list)
    missing: list[str] = Field(default_factory=list, description="Anchors of the evidence groups that no result holds.")
    answer: str = ""
    answer_citations: list[str] = Field(default_factory=list)
    support: list[SentenceSupport] = Field(default_factory=list)
    failures: list[Failure] = Field(default_factory=list)
    next_actions: list[str] = Field(default_factory=list)

    @property
    def is_fine(self) -> bool:
        """Whether nothing failed."""
        return not self.failures


def evidence_card(
    question: EvaluationQuestion,
    nodes: Sequence[NodeWithScore],
    *,
    answer: str = "",
    evaluator: AnswerSupportEvaluator | None = None,
    chunks: int = CARD_CHUNKS,
) -> EvidenceCard:
    """Return the card of a question.

    Args:
        question: The question and its evidence.
        nodes: What the retriever gave, best first. Failures are judged by all of them.
        answer: The answer that was given from them, if one was.
        evaluator: Checks the answer's sentences.
        chunks: How many results are on the card, beside those further down that hold evidence.
    """
    results = matchable(nodes)
    facts = [_fact(group, results) for group in question.evidence]
    missing = [group for group, fact in zip(question.evidence, facts, strict=True) if fact.rank is None]
    support = (
        (evaluator or AnswerSupportEvaluator()).check(answer, [n.node.get_content() for n in nodes]) if answer else []
    )
    failures = list(dict.fromkeys(_failures(question, nodes, results, missing, support)))
    if any(fact.rank is not None and fact.rank > chunks for fact in facts):
        failures.append(Failure.FOUND_LATE)
    shown = [_chunk(rank, *pair, question) for rank, pair in enumerate(zip(nodes, results, strict=True), start=1)]
    cited = {number for one in support for number in one.cited}
    return EvidenceCard(
        question_id=question.id,
        question=question.question,
        lang=question.lang,
        kind=question.type,
        reference_answer=question.answer,
        confidence=nodes[0].node.metadata.get("confidence") if nodes else None,
        facts=facts,
        chunks=[chunk for chunk in shown if chunk.rank <= chunks or chunk.groups],
        missing=[group.any_of[0].anchor for group in missing],
        answer=answer,
        answer_citations=[f"[{chunk.rank}] {chunk.place}" for chunk in shown if chunk.rank in cited],
        support=support,
        failures=failures,
        next_actions=[NEXT_ACTIONS[failure] for failure in failures],
    )


def _fact(group: EvidenceGroup, results: Sequence[MatchableResult]) -> CardFact:
    """Return a fact with its first place in the results, or else the place that the question file names first."""
    for rank, result in enumerate(results, start=1):
        place = next((place for place in group.any_of if holds(result, place)), None)
        if place is not None:
            return CardFact(group=group.group, anchor=place.anchor, doc=place.doc, page=place.page, rank=rank)
    first = group.any_of[0]
    return CardFact(group=group.group, anchor=first.anchor, doc=first.doc, page=first.page)


def _failures(
    question: EvaluationQuestion,
    nodes: Sequence[NodeWithScore],
    results: Sequence[MatchableResult],
    missing: Sequence[EvidenceGroup],
    support: Sequence[SentenceSupport],
) -> Iterator[Failure]:
    for group in missing:
        in_manual = any(squash(place.doc) in result.names for place in group.any_of for result in results)
        yield Failure.WRONG_CHUNK if in_manual else Failure.MISSING_EVIDENCE
    if question.is_answerable and _trap_comes_first(question, results):
        yield Failure.WRONG_MANUAL
    if nodes and question.is_answerable and _older_comes_first(question, nodes, results):
        yield Failure.OLD_DOCUMENT
    if any(not sentence.is_supported for sentence in support):
        yield Failure.UNSUPPORTED_CLAIM
    confidence = nodes[0].node.metadata.get("confidence") if nodes else None
    if not question.is_answerable and confidence is not None and confidence >= SURE_ENOUGH:
        yield Failure.FALSE_CONFIDENCE


def _trap_comes_first(question: EvaluationQuestion, results: Sequence[MatchableResult]) -> bool:
    for result in results:
        if any(_holds_group(result, group) for group in question.evidence):
            return False
        if any(holds(result, trap) for trap in question.traps):
            return True
    return False


def _older_comes_first(
    question: EvaluationQuestion, nodes: Sequence[NodeWithScore], results: Sequence[MatchableResult]
) -> bool:
    """Whether a result from another version of the manual of the evidence is above it."""
    evidence = next(
        (n for n, r in zip(nodes, results, strict=True) if any(_holds_group(r, g) for g in question.evidence)), None
    )
    if evidence is None:
        return False
    title, version = _title_and_version(evidence)
    for node in nodes:
        if node is evidence or not title:
            return False
        other_title, other_version = _title_and_version(node)
        is_other = document_names(node.node).isdisjoint({squash(str(evidence.node.metadata.get("manual_id", "")))})
        if is_other and other_title == title and other_version and version and other_version != version:
            return True
    return False


def _title_and_version(node: NodeWithScore) -> tuple[str, str]:
    metadata = node.node.metadata
    return squash(str(metadata.get("manual_title", ""))), str(metadata.get("manual_version", ""))


def _holds_group(result: MatchableResult, group: EvidenceGroup) -> bool:
    return any(holds(result, place) for place in group.any_of)


def _chunk(rank: int, node: NodeWithScore, result: MatchableResult, question: EvaluationQuestion) -> CardChunk:
    metadata = node.node.metadata
    citation = Citation.from_node(node) if "manual_id" in metadata and "chunk_level" in metadata else None
    source = str(metadata.get("file_name") or metadata.get("file_path") or node.node.ref_doc_id or "")
    held = [place for group in question.evidence for place in group.any_of if holds(result, place)]
    spans = [span for place in held if (span := locate(node.node.get_content(), place.anchor)) is not None]
    return CardChunk(
        rank=rank,
        node_id=node.node.node_id,
        score=node.score,
        manual_title=str(metadata.get("manual_title") or source),
        place=str(citation) if citation is not None else source,
        citation=citation,
        text=node.node.get_content(),
        groups=[group.group for group in question.evidence if _holds_group(result, group)],
        is_trap=any(holds(result, trap) for trap in question.traps),
        spans=sorted(set(spans)),
        page=_page_to_show(citation, held) if citation is not None else None,
    )


def _page_to_show(citation: Citation, held: Sequence[EvidencePlace]) -> int | None:
    """Return the page that the question file names, or the one that most of the chunk is on."""
    named = [place.page for place in held if place.page in citation.pages]
    return named[0] if named else fullest_page(citation)


def fullest_page(citation: Citation) -> int | None:
    """Return the page on which the evidence takes most room; None where it has no boxes."""
    areas: dict[int, float] = {}
    for region in citation.regions:
        areas[region.page] = areas.get(region.page, 0.0) + area(region.bbox)
    return max(areas, key=lambda page: (areas[page], -page)) if areas else None
