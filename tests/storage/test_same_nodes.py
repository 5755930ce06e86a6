"""However a manual is read and parsed, its nodes are the same, to the last relation."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.ingestion import IngestionCache, IngestionPipeline
from llama_index.core.schema import BaseNode, Document
from word_embedding import WordEmbedding

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.readers.reader import LayoutReader
from llama_index_layout_rag.storage import LayoutVectorStore, aingest, ingest, layout_vector_store
from llama_index_layout_rag.storage.manifest import COMPLETE_KEY, CONTENT_HASH_KEY, EMBEDDING_KEY, NODE_COUNT_KEY

SIGNATURE = {COMPLETE_KEY, CONTENT_HASH_KEY, EMBEDDING_KEY, NODE_COUNT_KEY, "parser_fingerprint"}


@pytest.fixture(scope="module")
def paths(sample_manuals: dict[str, Path]) -> list[Path]:
    return list(sample_manuals.values())


@pytest.fixture(scope="module")
def documents(paths: list[Path]) -> list[Document]:
    return LayoutReader().load_data(paths)


def plain(nodes: Sequence[BaseNode]) -> dict[str, Any]:
    """Everything of the nodes but what `ingest` signs them with."""
    values = {}
    for node in nodes:
        value = node.model_copy(update={"embedding": None}).to_dict()
        value["metadata"] = {key: value for key, value in node.metadata.items() if key not in SIGNATURE}
        for name in ("excluded_embed_metadata_keys", "excluded_llm_metadata_keys"):
            value[name] = sorted(set(value[name]) - SIGNATURE)
        values[node.node_id] = value
    return values


def pipeline(**options: Any) -> IngestionPipeline:
    return IngestionPipeline(transformations=[ProcedureNodeParser(), WordEmbedding()], **options)


def cached(documents: list[Document]) -> Sequence[BaseNode]:
    caching = pipeline(cache=IngestionCache())
    caching.run(documents=documents)
    return caching.run(documents=documents)


def stored(store: LayoutVectorStore) -> Sequence[BaseNode]:
    return store.get_nodes()


def ingested(documents: Sequence[Any], **options: Any) -> Sequence[BaseNode]:
    store = layout_vector_store()
    assert ingest(documents, vector_store=store, embed_model=WordEmbedding(), **options).ok
    return stored(store)


def ingested_async(documents: Sequence[Any]) -> Sequence[BaseNode]:
    store = layout_vector_store()
    asyncio.run(aingest(documents, vector_store=store, embed_model=WordEmbedding()))
    return stored(store)


def through_a_store(documents: list[Document]) -> Sequence[BaseNode]:
    store = layout_vector_store()
    pipeline(vector_store=store).run(documents=documents)
    return stored(store)


WAYS: dict[str, Callable[[list[Document]], Sequence[BaseNode]]] = {
    "asynchronous parser": lambda documents: asyncio.run(ProcedureNodeParser().aget_nodes_from_documents(documents)),
    "pipeline": lambda documents: pipeline().run(documents=documents),
    "asynchronous pipeline": lambda documents: asyncio.run(pipeline().arun(documents=documents)),
    "cached pipeline": cached,
    "pipeline through a store": through_a_store,
    "ingest": ingested,
    "asynchronous ingest": ingested_async,
}
SLOW_WAYS: dict[str, Callable[[list[Document]], Sequence[BaseNode]]] = {
    "pipeline in 4 processes": lambda documents: pipeline().run(documents=documents, num_workers=4),
    "ingest in 4 processes": lambda documents: ingested(documents, num_workers=4),
}


@pytest.mark.parametrize("way", [*WAYS, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW_WAYS)])
def test_every_way_gives_the_same_nodes(way: str, documents: list[Document]) -> None:
    expected = plain(ProcedureNodeParser().get_nodes_from_documents(documents))
    assert plain((WAYS | SLOW_WAYS)[way](documents)) == expected


def test_files_give_the_nodes_of_their_documents(paths: list[Path], documents: list[Document]) -> None:
    assert plain(ingested(paths)) == plain(ProcedureNodeParser().get_nodes_from_documents(documents))
    assert asyncio.run(LayoutReader().aload_data(paths)) == documents
