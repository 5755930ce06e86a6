"""An embedded collection is never searched in an old state, whoever changed it and however."""

from __future__ import annotations

import asyncio
import random
import threading
import uuid
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.schema import TextNode
from llama_index.vector_stores.qdrant import QdrantVectorStore
from qdrant_client import AsyncQdrantClient, QdrantClient, models

from llama_index_layout_rag.chunking.payload import ChunkLevel
from llama_index_layout_rag.lexical import sparse_query_vectors
from llama_index_layout_rag.retrieval.engines import ListQuery, SearchEngine, engine_for
from llama_index_layout_rag.storage import LayoutVectorStore, layout_vector_store


def node(name: str, text: str, embedding: list[float], level: str = "child", **metadata: Any) -> TextNode:
    metadata = {"chunk_level": level, "manual_id": "m", **metadata}
    made = TextNode(id_=str(uuid.uuid5(uuid.NAMESPACE_OID, name)), text=text, embedding=embedding, metadata=metadata)
    made.excluded_embed_metadata_keys = list(metadata)
    return made


def lexical(question: str, **arguments: Any) -> ListQuery:
    indices, values = sparse_query_vectors([question])
    sparse = models.SparseVector(indices=indices[0], values=values[0])
    return ListQuery("lexical", ChunkLevel.CHILD, 10, sparse=sparse, **arguments)


def dense(vector: list[float]) -> ListQuery:
    return ListQuery("dense", ChunkLevel.CHILD, 10, dense=vector)


def found(engine: SearchEngine, query: ListQuery) -> list[str]:
    ids = [hit.id for hit in engine.search([query])[0]]
    nodes = engine.fetch(ids)
    return [nodes[id_].get_content() for id_ in ids]


@pytest.fixture(params=["memory", "path", "aclient"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> LayoutVectorStore:
    if request.param == "aclient":
        return layout_vector_store(aclient=AsyncQdrantClient(":memory:"))
    return layout_vector_store(path=str(tmp_path)) if request.param == "path" else layout_vector_store()


def test_every_kind_of_change_is_seen(store: LayoutVectorStore) -> None:
    engine = engine_for(store)
    assert engine.search([lexical("電源"), dense([1.0, 0.0])]) == [[], []]
    store.add([node("a", "電源を入れる", [1.0, 0.0]), node("b", "設定を変える", [0.0, 1.0])])
    assert found(engine, lexical("電源")) == ["電源を入れる"]

    store.add([node("a", "印刷を始める", [0.0, 1.0])])
    assert found(engine, lexical("電源")) == []
    assert found(engine, lexical("印刷")) == ["印刷を始める"]
    assert [hit.score for hit in engine.search([dense([1.0, 0.0])])[0]] == [0.0, 0.0]

    client, name = store.client, store.collection_name
    ids = [node("a", "", []).id_]
    client.set_payload(name, {"manual_id": "other"}, points=ids)
    only = models.Filter(must=[models.FieldCondition(key="manual_id", match=models.MatchValue(value="other"))])
    assert [hit.id for hit in engine.search([lexical("印刷", filter=only)])[0]] == ids
    client.overwrite_payload(name, {"chunk_level": "section"}, points=ids)
    assert engine.search([lexical("印刷")]) == [[]]
    client.set_payload(name, {"chunk_level": "child"}, points=ids)
    assert len(engine.search([lexical("印刷")])[0]) == 1
    client.delete_payload(name, ["chunk_level"], points=ids)
    assert engine.search([lexical("印刷")]) == [[]]
    client.set_payload(name, {"chunk_level": "child"}, points=ids)

    client.update_vectors(name, [models.PointVectors(id=ids[0], vector={"text-dense": [1.0, 0.0]})])
    assert engine.search([dense([1.0, 0.0])])[0][0].id == ids[0]
    client.delete_vectors(name, ["text-sparse-new"], points=ids)
    assert engine.search([lexical("印刷")]) == [[]]

    store.delete_nodes(ids)
    assert ids[0] not in [hit.id for hit in engine.search([dense([1.0, 0.0])])[0]]
    operation = models.DeleteOperation(delete=models.FilterSelector(filter=models.Filter(must=[])))
    client.batch_update_points(name, [operation])
    assert engine.search([lexical("設定"), dense([1.0, 0.0])]) == [[], []]
    store.add([node("c", "電源を切る", [1.0, 0.0])])
    assert found(engine, lexical("電源")) == ["電源を切る"]


def test_changes_through_other_store_objects_and_the_client_are_seen() -> None:
    client = QdrantClient(":memory:")
    store = layout_vector_store("c", client=client)
    engine = engine_for(store)
    layout_vector_store("c", client=client).add([node("a", "電源を入れる", [1.0, 0.0])])
    assert found(engine, lexical("電源")) == ["電源を入れる"]
    plain = QdrantVectorStore("c", client=client)
    plain.add([node("a", "差し替え", [1.0, 0.0])])
    assert found(engine, dense([1.0, 0.0])) == ["差し替え"]
    assert found(engine, lexical("電源")) == []
    client.delete("c", models.PointIdsList(points=[node("a", "", []).id_]))
    assert found(engine, dense([1.0, 0.0])) == []


def test_a_collection_made_anew_is_another_one() -> None:
    store = layout_vector_store()
    engine = engine_for(store)
    store.add([node("a", "電源を入れる", [1.0, 0.0])])
    assert found(engine, lexical("電源")) == ["電源を入れる"]
    store.client.delete_collection(store.collection_name)
    assert engine.search([lexical("電源")]) == [[]]
    store.add([node("a", "設定を変える", [1.0, 0.0])])
    assert found(engine, lexical("電源")) == []
    assert found(engine, lexical("設定")) == ["設定を変える"]


def test_a_dropped_and_remade_vector_is_seen() -> None:
    store = layout_vector_store()
    engine = engine_for(store)
    store.add([node("a", "電源を入れる", [1.0, 0.0])])
    assert found(engine, lexical("電源")) == ["電源を入れる"]
    backend = store.client._client
    backend.delete_vector_name(store.collection_name, "text-sparse-new")
    assert found(engine, lexical("電源")) == []


def test_engines_on_one_collection_share_one_index() -> None:
    client = QdrantClient(":memory:")
    first, second = (layout_vector_store("c", client=client) for _ in range(2))
    first.add([node("a", "電源を入れる", [1.0, 0.0])])
    for store in (first, second, first):
        assert found(engine_for(store), lexical("電源")) == ["電源を入れる"]
    journal = first.journal()
    assert journal is second.journal()
    assert journal is not None
    assert len(journal.derived) == 1


def test_manuals_are_fresh() -> None:
    store = layout_vector_store()
    engine = engine_for(store)
    assert engine.manuals() == []
    store.add([node("m", "説明書", [1.0, 0.0], level="manual", manual_title="甲")])
    assert [payload["manual_title"] for payload in engine.manuals()] == ["甲"]
    store.add([node("m", "説明書", [1.0, 0.0], level="manual", manual_title="乙")])
    assert [payload["manual_title"] for payload in engine.manuals()] == ["乙"]
    store.delete_nodes([node("m", "", []).id_])
    assert engine.manuals() == []


async def test_async_and_sync_answers_are_equal(store: LayoutVectorStore) -> None:
    rng = random.Random(1)
    await store.async_add([node(f"{i}", f"電源 設定 {i}", [rng.random(), rng.random()]) for i in range(20)])
    engine = engine_for(store)
    queries = [lexical("電源 12"), dense([0.5, 0.5])]
    assert await engine.asearch(queries) == engine.search(queries)
    ids = [hit.id for hit in engine.search(queries)[1]]
    assert [one.to_dict() for one in (await engine.afetch(ids)).values()] == [
        one.to_dict() for one in engine.fetch(ids).values()
    ]
    assert await engine.amanuals() == engine.manuals() == []


def test_readers_beside_a_writer_see_old_or_new_chunks_and_no_errors() -> None:
    """Eight threads search while one rewrites every chunk again and again."""
    store = layout_vector_store(batch_size=7)
    engine = engine_for(store)
    names = [f"n{i}" for i in range(60)]

    def version(number: int) -> list[TextNode]:
        return [node(name, f"電源 {name} 版{number}", [1.0, float(number)], edition=number) for name in names]

    store.add(version(0))
    failures: list[BaseException] = []
    done = threading.Event()

    def read() -> None:
        try:
            while not done.is_set():
                for hits in engine.search([lexical("電源"), dense([1.0, 0.0])]):
                    assert len(hits) == 10
                    for hit in hits:
                        assert f"版{hit.payload['edition']}" in hit.node().get_content()
                engine.fetch([hits[0].id])
        except BaseException as failure:
            failures.append(failure)

    readers = [threading.Thread(target=read) for _ in range(8)]
    for reader in readers:
        reader.start()
    for number in range(1, 12):
        store.add(version(number))
    done.set()
    for reader in readers:
        reader.join()
    assert not failures
    editions = {hit.payload["edition"] for hit in engine.search([lexical("電源")])[0]}
    assert editions == {11}


async def test_fifty_tasks_beside_a_writing_task(store: LayoutVectorStore) -> None:
    engine = engine_for(store)
    await store.async_add([node(f"{i}", f"電源 {i} 版0", [1.0, 0.0]) for i in range(30)])

    async def ask() -> int:
        hits = (await engine.asearch([lexical("電源")]))[0]
        return len(hits)

    async def write() -> None:
        for number in range(1, 4):
            await store.async_add([node(f"{i}", f"電源 {i} 版{number}", [1.0, 0.0]) for i in range(30)])

    counts = await asyncio.gather(*(ask() for _ in range(25)), write(), *(ask() for _ in range(25)))
    assert {count for count in counts if count is not None} == {10}
    assert all("版3" in text for text in found(engine, lexical("電源")))


def test_unknown_internals_fall_back_to_the_plain_query_path(caplog: pytest.LogCaptureFixture) -> None:
    client = QdrantClient(":memory:")
    client.create_collection(
        "c",
        vectors_config={"text-dense": models.VectorParams(size=2, distance=models.Distance.COSINE)},
        sparse_vectors_config={"text-sparse-new": models.SparseVectorParams(modifier=models.Modifier.IDF)},
    )
    # Another version of qdrant-client that has no such hook.
    client._client.collections["c"]._persist_by_id = None
    store = layout_vector_store("c", client=client)
    engine = engine_for(store)
    store.add([node("a", "電源を入れる", [1.0, 0.0]), node("m", "説明書", [1.0, 0.0], level="manual")])
    assert found(engine, lexical("電源")) == ["電源を入れる"]
    assert len(engine.manuals()) == 1
    store.delete_nodes([node("a", "", []).id_])
    assert found(engine, lexical("電源")) == []
    assert "_persist_by_id" in caplog.text
