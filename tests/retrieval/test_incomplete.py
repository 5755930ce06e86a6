"""A manual that is being stored for the first time is shown when it is whole, and not before."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from llama_index.core.schema import Document
from llama_index.core.vector_stores.types import MetadataFilter, MetadataFilters
from word_embedding import WordEmbedding

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.chunking.payload import SCHEMA_VERSION
from llama_index_layout_rag.retrieval import SectionFirstRetriever
from llama_index_layout_rag.storage import LayoutVectorStore, ingest, layout_vector_store

PARSER = ProcedureNodeParser(target_chars=50, max_chars=100)


def manual(name: str, word: str) -> Document:
    lines = [f"# {number + 1}. 章{number}\n\n1. {word}{number}を押します。\n" for number in range(80)]
    return Document(id_=f"doc-{name}", text="\n".join(lines), metadata={"manual_id": name, "tenant": name})


class Stopping(WordEmbedding):
    """Fails in the middle of a manual, when a part of it is stored."""

    texts: int = 0

    def _get_text_embedding(self, text: str) -> list[float]:
        self.texts += 1
        if self.texts > 70:
            raise ConnectionError("the embedding service is gone")
        return super()._get_text_embedding(text)


def put(store: LayoutVectorStore, document: Document, model: WordEmbedding | None = None) -> Any:
    return ingest([document], vector_store=store, embed_model=model or WordEmbedding(), node_parser=PARSER)


def manuals_found(store: LayoutVectorStore, question: str, **options: Any) -> set[str]:
    retriever = SectionFirstRetriever(store, WordEmbedding(), similarity_top_k=30, **options)
    found = {result.node.metadata["manual_id"] for result in retriever.retrieve(question)}
    assert found == {r.node.metadata["manual_id"] for r in asyncio.run(retriever.aretrieve(question))}
    return found


def test_a_half_stored_new_manual_is_hidden_until_it_is_whole() -> None:
    store = layout_vector_store()
    put(store, manual("old", "ボタン"))
    assert "gone" in put(store, manual("new", "レバー"), Stopping()).failed["new"]
    stored = {node.metadata["manual_id"] for node in store.get_nodes()}
    assert stored == {"old", "new"}, "part of it is stored"
    assert manuals_found(store, "レバー3を押す") <= {"old"}
    tenant = MetadataFilters(filters=[MetadataFilter(key="tenant", value="new")])
    assert manuals_found(store, "レバー3を押す", filters=tenant) == set()
    put(store, manual("new", "レバー"))
    assert "new" in manuals_found(store, "レバー3を押す")
    assert manuals_found(store, "レバー3を押す", filters=tenant) == {"new"}


def test_the_first_manual_of_a_collection_is_hidden_too() -> None:
    store = layout_vector_store()
    put(store, manual("new", "レバー"), Stopping())
    assert store.get_nodes()
    assert manuals_found(store, "レバー3を押す") == set()


def test_a_stored_manual_stays_while_its_new_version_is_half_stored() -> None:
    store = layout_vector_store()
    put(store, manual("m", "ボタン"))
    put(store, manual("m", "レバー"), Stopping())
    assert manuals_found(store, "ボタン3を押す") == {"m"}


def test_nodes_of_other_pipelines_need_no_manual_node() -> None:
    store, model = layout_vector_store(), WordEmbedding()
    nodes = PARSER.get_nodes_from_documents([manual("m", "ボタン")])
    children = [node for node in nodes if node.metadata["chunk_level"] == "child"]
    for node in children:
        node.embedding = model.get_text_embedding(node.get_content())
    store.add(children)
    assert manuals_found(store, "ボタン3を押す") == {"m"}


@pytest.mark.parametrize(
    ("version", "message"),
    [(0, "stored by an older version"), (SCHEMA_VERSION + 1, "stored by a newer version"), (None, "older version")],
)
def test_manuals_of_another_schema_are_told_once(
    version: int | None, message: str, caplog: pytest.LogCaptureFixture
) -> None:
    store = layout_vector_store()
    put(store, manual("m", "ボタン"))
    client, name = store.client, store.collection_name
    ids = [node.node_id for node in store.get_nodes()]
    if version is None:
        client.delete_payload(name, ["schema_version"], points=ids)
    else:
        client.set_payload(name, {"schema_version": version}, points=ids)
    retriever = SectionFirstRetriever(store, WordEmbedding())
    for _ in range(3):
        retriever.retrieve("ボタン3を押す")
    assert caplog.text.count(message) == 1
    assert "'m'" in caplog.text
    caplog.clear()
    put(store, manual("other", "レバー"))
    assert message in caplog.text
    caplog.clear()
    report = put(store, manual("m", "ボタン"))
    assert (report.updated, report.nodes_embedded) == (["m"], 0)
    retriever.retrieve("ボタン3を押す")
    assert "schema" not in caplog.text
    assert {node.metadata["schema_version"] for node in store.get_nodes()} == {SCHEMA_VERSION}
