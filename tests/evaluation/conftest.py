"""The sample manuals in a store, and their questions in the form of a question file."""

from __future__ import annotations

from pathlib import Path

import pytest
from llama_index.core.schema import Document
from sample_manuals import QUESTIONS
from word_embedding import WordEmbedding

from llama_index_layout_rag.evaluation import EvaluationQuestion
from llama_index_layout_rag.readers.reader import LayoutReader
from llama_index_layout_rag.retrieval import SectionFirstRetriever
from llama_index_layout_rag.storage import ingest, layout_vector_store


@pytest.fixture(scope="session")
def sample_documents(sample_manuals: dict[str, Path]) -> list[Document]:
    return LayoutReader().load_data([str(path) for path in sample_manuals.values()])


@pytest.fixture(scope="session")
def sample_questions() -> list[EvaluationQuestion]:
    return [
        EvaluationQuestion.model_validate(
            {
                "id": f"s-{number:02}",
                "lang": sample.language,
                "type": sample.kind,
                "question": sample.question,
                "evidence": [
                    {"group": f"g{place}", "any_of": [{"doc": file, "anchor": text}]}
                    for place, (text, file) in enumerate(zip(sample.evidence, sample.files, strict=True), start=1)
                ],
            }
        )
        for number, sample in enumerate(QUESTIONS, start=1)
    ]


@pytest.fixture(scope="session")
def sample_retriever(sample_documents: list[Document]) -> SectionFirstRetriever:
    store = layout_vector_store("evaluation")
    ingest(sample_documents, vector_store=store, embed_model=WordEmbedding())
    return SectionFirstRetriever(store, WordEmbedding(), similarity_top_k=10)
