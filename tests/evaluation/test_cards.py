"""Which page of a chunk a person is shown."""

from __future__ import annotations

from llama_index.core.schema import NodeWithScore, TextNode

from llama_index_layout_rag.citations import Citation
from llama_index_layout_rag.evaluation import EvaluationQuestion, evidence_card
from llama_index_layout_rag.evaluation.cards import fullest_page
from llama_index_layout_rag.layout import Region

REGIONS = [
    Region(page=1, bbox=(60, 700, 100, 710)),
    Region(page=2, bbox=(60, 60, 500, 600)),
    Region(page=3, bbox=(60, 60, 500, 100)),
]


def card_of(page: int | None) -> EvaluationQuestion:
    places = [{"doc": "m", "anchor": "答え", "page": page}]
    return EvaluationQuestion.model_validate({"id": "1", "question": "？", "evidence": [{"any_of": places}]})


def node() -> NodeWithScore:
    metadata = {
        "manual_id": "m",
        "chunk_level": "child",
        "pages": [1, 2, 3],
        "regions": [{"page": r.page, "bbox": [int(v) for v in r.bbox]} for r in REGIONS],
    }
    return NodeWithScore(node=TextNode(text="これが答えです。", metadata=metadata), score=1.0)


def test_the_page_that_the_question_file_names_is_shown() -> None:
    assert evidence_card(card_of(3), [node()]).chunks[0].page == 3


def test_else_the_page_that_most_of_the_chunk_stands_on() -> None:
    assert evidence_card(card_of(None), [node()]).chunks[0].page == 2
    assert evidence_card(card_of(9), [node()]).chunks[0].page == 2


def test_without_boxes_there_is_no_page_to_prefer() -> None:
    assert fullest_page(Citation(manual_id="m", pages=[1])) is None
