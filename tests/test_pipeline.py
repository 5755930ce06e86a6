"""The whole way inside stock LlamaIndex: SimpleDirectoryReader, IngestionPipeline, vector store, retriever."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from llama_index.core import SimpleDirectoryReader
from llama_index.core.ingestion import DocstoreStrategy, IngestionCache, IngestionPipeline
from llama_index.core.schema import BaseNode, Document, NodeRelationship
from llama_index.core.storage.docstore import SimpleDocumentStore
from qdrant_client import QdrantClient
from sample_manuals import QUESTIONS, Question
from word_embedding import WordEmbedding

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.readers.reader import LayoutReader
from llama_index_layout_rag.retrieval import SectionFirstRetriever
from llama_index_layout_rag.storage import LayoutVectorStore, layout_vector_store


@pytest.fixture(scope="module")
def documents(sample_manuals: dict[str, Path]) -> list[Document]:
    folder = next(iter(sample_manuals.values())).parent
    return SimpleDirectoryReader(str(folder), file_extractor={".pdf": LayoutReader()}, raise_on_error=True).load_data()


def pipeline(store: LayoutVectorStore | None = None, **options: object) -> IngestionPipeline:
    return IngestionPipeline(transformations=[ProcedureNodeParser(), WordEmbedding()], vector_store=store, **options)


def memory_store() -> LayoutVectorStore:
    return layout_vector_store("manuals", client=QdrantClient(":memory:"))


def texts(nodes: list[BaseNode]) -> list[tuple[str, str]]:
    return sorted((node.node_id, node.get_content()) for node in nodes)


def changed(document: Document) -> Document:
    """The same Document after its file has lost its last heading and what follows."""
    from llama_index_layout_rag.layout import LayoutDocument

    layout = LayoutDocument.from_document(document)
    layout.elements = layout.elements[: len(layout.elements) // 2]
    return layout.to_document(doc_id=document.node_id, metadata={**document.metadata, "source_sha256": "changed"})


def test_a_stock_pipeline_stores_manuals_that_answer(documents: list[Document]) -> None:
    store = memory_store()
    pipeline(store).run(documents=documents)
    retriever = SectionFirstRetriever(store, WordEmbedding(), similarity_top_k=5)
    answerable = [q for q in QUESTIONS if q.evidence]
    found = [q for q in answerable if _is_answered(q, retriever)]
    # The embedding of the tests knows no meaning; everyday words for official terms are beyond it.
    assert len(found) >= 0.8 * len(answerable)


def _is_answered(question: Question, retriever: SectionFirstRetriever) -> bool:
    evidence = squash("".join(result.get_content() for result in retriever.retrieve(question.question)))
    return all(squash(text) in evidence for text in question.evidence)


def test_cached_uncached_parallel_and_async_runs_give_the_same_nodes(documents: list[Document]) -> None:
    plain = pipeline().run(documents=documents)
    caching = pipeline(cache=IngestionCache())
    caching.run(documents=documents)
    assert texts(caching.run(documents=documents)) == texts(plain)
    assert texts(pipeline().run(documents=documents, num_workers=2)) == texts(plain)
    assert texts(asyncio.run(pipeline().arun(documents=documents))) == texts(plain)
    assert {node.node_id: node.metadata for node in caching.run(documents=documents)} == {
        n.node_id: n.metadata for n in plain
    }


def test_every_node_has_its_document_as_source(documents: list[Document]) -> None:
    ids = {document.node_id for document in documents}
    for node in pipeline().run(documents=documents):
        assert node.relationships[NodeRelationship.SOURCE].node_id in ids


def test_nodes_come_back_from_the_store_as_they_went_in(documents: list[Document]) -> None:
    store = memory_store()
    nodes = {node.node_id: node for node in pipeline(store).run(documents=documents)}
    for stored in store.get_nodes(list(nodes)):
        original = nodes[stored.node_id]
        assert stored.metadata == original.metadata
        assert stored.relationships == original.relationships
        assert stored.get_content() == original.get_content()


def test_what_is_stored_of_a_child_stays_in_proportion_to_its_text(documents: list[Document]) -> None:
    store = memory_store()
    pipeline(store).run(documents=documents)
    points, _ = store.client.scroll("manuals", limit=10_000)
    for point in points:
        if point.payload["chunk_level"] == "child":
            text = json.loads(point.payload["_node_content"])["text"]
            stored = len(json.dumps(point.payload, ensure_ascii=False).encode())
            own = len(
                json.dumps(
                    {k: v for k, v in point.payload.items() if k != "_node_content"}, ensure_ascii=False
                ).encode()
            )
            assert own <= 6 * len(text.encode()) + 4_096, (own, text)
            assert stored <= 12 * len(text.encode()) + 8_192, (stored, text)  # LlamaIndex stores the metadata twice


def test_an_upsert_replaces_a_changed_manual_and_leaves_no_orphan(documents: list[Document]) -> None:
    store, docstore = memory_store(), SimpleDocumentStore()
    upserting = pipeline(store, docstore=docstore, docstore_strategy=DocstoreStrategy.UPSERTS)
    upserting.run(documents=documents)
    before = {node.node_id for node in store.get_nodes()}
    upserting.run(documents=documents)
    assert {node.node_id for node in store.get_nodes()} == before
    new = changed(documents[0])
    upserting.run(documents=[new, *documents[1:]])
    expected = {node.node_id for node in ProcedureNodeParser().get_nodes_from_documents([new, *documents[1:]])}
    assert {node.node_id for node in store.get_nodes()} == expected


def test_deleting_a_document_leaves_nothing_of_it(documents: list[Document]) -> None:
    store = memory_store()
    pipeline(store).run(documents=documents)
    store.delete(documents[0].node_id)
    sources = {node.relationships[NodeRelationship.SOURCE].node_id for node in store.get_nodes()}
    assert sources == {document.node_id for document in documents[1:]}
