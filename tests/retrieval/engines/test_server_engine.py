"""The server engine: plain stores, missing collections, exact searches, the embedded engine's lists from a server."""

from __future__ import annotations

import asyncio
import random
import uuid
from typing import Any

import pytest
from llama_index.core.schema import TextNode
from llama_index.vector_stores.qdrant import QdrantVectorStore
from qdrant_client import AsyncQdrantClient, QdrantClient, models
from qdrant_server import is_real, server_url

from llama_index_layout_rag.chunking.payload import ChunkLevel
from llama_index_layout_rag.retrieval.engines import ListQuery, SearchEngine, engine_for
from llama_index_layout_rag.retrieval.engines.server import ServerEngine, names_a_manual
from llama_index_layout_rag.storage import layout_vector_store


def field(key: str, value: str) -> models.FieldCondition:
    return models.FieldCondition(key=key, match=models.MatchValue(value=value))


@pytest.mark.parametrize(
    ("filter", "names"),
    [
        (None, False),
        (models.Filter(must=[field("manual_id", "m")]), True),
        (models.Filter(must=field("manual_id", "m")), True),
        (models.Filter(must=[models.Filter(must=[field("manual_id", "m")]), field("tags", "x")]), True),
        (models.Filter(should=[field("manual_id", "m")]), False),
        (models.Filter(must=[field("tags", "m")]), False),
        (models.Filter(must_not=[field("manual_id", "m")]), False),
    ],
)
def test_searches_of_named_manuals_are_exact(filter: models.Filter | None, names: bool) -> None:
    assert names_a_manual(filter) is names


def test_engines_keep_the_interface() -> None:
    store = layout_vector_store()
    assert isinstance(ServerEngine(store), SearchEngine)
    assert isinstance(engine_for(store), SearchEngine)


def test_dense_only_stores_have_empty_lexical_lists(caplog: pytest.LogCaptureFixture) -> None:
    store = QdrantVectorStore("c", client=QdrantClient(":memory:"))
    store.add([TextNode(text="電源", embedding=[1.0, 0.0])])
    sparse = models.SparseVector(indices=[1], values=[1.0])
    queries = [
        ListQuery("lexical", None, 5, sparse=sparse),
        ListQuery("dense", None, 5, dense=[1.0, 0.0]),
        ListQuery("dense", ChunkLevel.CHILD, 5, dense=[1.0, 0.0]),
    ]
    for engine in (ServerEngine(store), engine_for(store)):
        lists = engine.search(queries)
        assert [len(hits) for hits in lists] == [0, 1, 0]
        assert engine.fetch([lists[1][0].id])[lists[1][0].id].get_content() == "電源"
    assert caplog.text.count("layout_vector_store") == 1


async def test_missing_collections_are_empty() -> None:
    for store in (layout_vector_store("none"), layout_vector_store("none", aclient=AsyncQdrantClient(":memory:"))):
        queries = [ListQuery("dense", ChunkLevel.CHILD, 5, dense=[1.0, 0.0])]
        for engine in (ServerEngine(store), engine_for(store)):
            assert engine.search(queries) == await engine.asearch(queries) == [[]]
            assert engine.fetch([str(uuid.uuid4())]) == await engine.afetch([str(uuid.uuid4())]) == {}
            assert engine.manuals() == await engine.amanuals() == []


def test_other_errors_are_not_swallowed() -> None:
    store = layout_vector_store()
    store.add([TextNode(text="電源", embedding=[1.0, 0.0])])
    wrong = [ListQuery("dense", None, 5, dense=[1.0, 0.0, 0.0])]
    for engine in (ServerEngine(store), engine_for(store)):
        with pytest.raises(ValueError, match=r"size|dim"):
            engine.search(wrong)
        with pytest.raises(ValueError, match="dense vector"):
            engine.search([ListQuery("dense", None, 5)])


def test_plain_store_with_one_client_is_searched_both_ways() -> None:
    client = QdrantClient(":memory:")
    store = QdrantVectorStore("c", client=client)
    store.add([TextNode(text="電源", embedding=[1.0, 0.0])])
    engine = ServerEngine(store)
    queries = [ListQuery("dense", None, 5, dense=[1.0, 0.0])]
    assert asyncio.run(engine.asearch(queries)) == engine.search(queries)
    assert len(engine.search(queries)[0]) == 1


def test_server_gives_the_embedded_engine_s_lists() -> None:
    from test_parity import assert_same, random_nodes, random_query

    rng = random.Random(3)
    nodes = random_nodes(rng, 300)
    embedded = layout_vector_store()
    embedded.add(nodes)
    server: Any = layout_vector_store(f"test-{uuid.uuid4()}", url=server_url())
    server.add(nodes)
    try:
        queries = [random_query(rng, nodes) for _ in range(200)]
        if not is_real():
            # The Python binding of Qdrant's engine takes a truth value for a number.
            queries = [query for query in queries if "value=True" not in str(query.filter)]
        answers = zip(queries, engine_for(server).search(queries), engine_for(embedded).search(queries), strict=True)
        for query, theirs, ours in answers:
            assert_same(ours, theirs, query.limit)
    finally:
        server.clear()
