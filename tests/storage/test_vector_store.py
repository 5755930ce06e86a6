"""The vector store: hybrid out of the box, sync and async with either client, clear about foreign collections."""

from __future__ import annotations

import asyncio
import types
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from llama_index.core import MockEmbedding, VectorStoreIndex
from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode
from llama_index.core.vector_stores.types import (
    FilterCondition,
    FilterOperator,
    MetadataFilter,
    MetadataFilters,
    VectorStoreQuery,
    VectorStoreQueryMode,
)
from llama_index.vector_stores.qdrant import QdrantVectorStore
from qdrant_client import AsyncQdrantClient, QdrantClient, models
from qdrant_client.http.exceptions import ResponseHandlingException
from qdrant_server import server_url

from llama_index_layout_rag.storage import (
    CollectionMismatchError,
    LayoutVectorStore,
    layout_vector_store,
    local,
    payload_indexes,
)


def node(text: str, embedding: list[float], level: str | None = "child", **metadata: Any) -> TextNode:
    metadata = {**({"chunk_level": level} if level else {}), "manual_id": "m", **metadata}
    made = TextNode(id_=str(uuid.uuid5(uuid.NAMESPACE_OID, text)), text=text, embedding=embedding, metadata=metadata)
    made.excluded_embed_metadata_keys = list(metadata)
    made.relationships[NodeRelationship.SOURCE] = RelatedNodeInfo(node_id=metadata.get("document", "doc"))
    return made


NODES = [node("エラーE-042の対処", [1.0, 0.0]), node("電源を入れる", [0.0, 1.0]), node("設定を変える", [0.6, 0.8])]


def hybrid(question: str, vector: list[float], alpha: float | None = None) -> VectorStoreQuery:
    return VectorStoreQuery(
        query_embedding=vector, query_str=question, mode=VectorStoreQueryMode.HYBRID, similarity_top_k=2, alpha=alpha
    )


STORES: dict[str, Callable[[Path], LayoutVectorStore]] = {
    "in memory": lambda path: layout_vector_store("c"),
    "memory url": lambda path: layout_vector_store("c", url=":memory:"),
    "path": lambda path: layout_vector_store("c", path=str(path / "store")),
    "client only": lambda path: layout_vector_store("c", client=QdrantClient(":memory:")),
    "aclient only": lambda path: layout_vector_store("c", aclient=AsyncQdrantClient(":memory:")),
    "aclient with path": lambda path: layout_vector_store("c", aclient=AsyncQdrantClient(path=str(path / "a"))),
    "server": lambda path: layout_vector_store(f"test-{uuid.uuid4()}", url=server_url()),
    "server, client only": lambda path: layout_vector_store(f"test-{uuid.uuid4()}", client=QdrantClient(server_url())),
    "server, aclient only": lambda path: layout_vector_store(
        f"test-{uuid.uuid4()}", aclient=AsyncQdrantClient(server_url())
    ),
}


@pytest.fixture(params=list(STORES))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    made = STORES[request.param](tmp_path)
    yield made
    if made.exists():
        made.clear()


def test_everything_works_sync(store: LayoutVectorStore) -> None:
    assert not store.exists()
    assert store.query(hybrid("E-042", [1.0, 0.0])).nodes == []
    assert store.get_nodes(node_ids=[NODES[0].node_id]) == []
    store.delete("doc")
    store.delete_nodes([NODES[0].node_id])
    assert store.add([]) == []
    assert store.add(NODES) == [one.node_id for one in NODES]
    found = store.query(hybrid("E-042", [0.0, 1.0], alpha=0))
    assert found.ids is not None
    assert found.ids[0] == NODES[0].node_id
    reordered = [NODES[2].node_id, NODES[0].node_id]
    assert [one.node_id for one in store.get_nodes(node_ids=reordered)] == reordered
    store.delete_nodes([NODES[0].node_id])
    assert len(store.get_nodes()) == 2
    store.delete("doc")
    assert store.get_nodes() == []


async def test_everything_works_async(store: LayoutVectorStore) -> None:
    assert (await store.aquery(hybrid("E-042", [1.0, 0.0]))).nodes == []
    assert await store.aget_nodes(node_ids=[NODES[0].node_id]) == []
    await store.adelete("doc")
    await store.adelete_nodes([NODES[0].node_id])
    assert await store.async_add([]) == []
    assert await store.async_add(NODES) == [one.node_id for one in NODES]
    found = await store.aquery(hybrid("E-042", [0.0, 1.0], alpha=0))
    assert found.ids is not None
    assert found.ids[0] == NODES[0].node_id
    reordered = [NODES[2].node_id, NODES[0].node_id]
    assert [one.node_id for one in await store.aget_nodes(node_ids=reordered)] == reordered
    # Sync calls inside a running event loop work too.
    assert len(store.get_nodes()) == 3
    await store.adelete_nodes([NODES[0].node_id])
    assert len(await store.aget_nodes()) == 2
    await store.adelete("doc")
    assert await store.aget_nodes() == []
    await store.aclear()


async def test_alpha_zero_means_words_only_sync_and_async(store: LayoutVectorStore) -> None:
    store.add(NODES)
    words_only = hybrid("電源", [1.0, 0.0], alpha=0)
    sync, asynchronous = store.query(words_only), await store.aquery(words_only)
    assert sync.ids == asynchronous.ids
    assert sync.ids is not None
    assert sync.ids[0] == NODES[1].node_id
    assert asynchronous.similarities == pytest.approx(sync.similarities)


def test_only_children_and_foreign_nodes_have_lexical_vectors() -> None:
    store = layout_vector_store()
    levels = ["manual", "section", "parent", "child", None]
    store.add([node(f"電源 {level}", [1.0, 0.0], level) for level in levels])
    records, _ = store.client.scroll(store.collection_name, with_vectors=True)
    lexical = {record.payload.get("chunk_level") for record in records if "text-sparse-new" in record.vector}
    assert lexical == {"child", None}


def test_words_count_by_their_inverse_document_frequency() -> None:
    store = layout_vector_store()
    store.add([node(f"共通 {name}", [1.0, 0.0]) for name in ("稀少", "普通", "別物", "他者")])
    result = store.query(
        VectorStoreQuery(
            query_embedding=[1.0, 0.0], query_str="共通 稀少", mode=VectorStoreQueryMode.SPARSE, similarity_top_k=4
        )
    )
    assert result.nodes is not None
    assert result.similarities is not None
    assert "稀少" in result.nodes[0].get_content()
    assert result.similarities[0] > 2 * result.similarities[1]


def test_more_nodes_than_one_request_holds_are_read() -> None:
    store = layout_vector_store(batch_size=500)
    many = [node(f"文 {number}", [1.0, float(number)], order=number) for number in range(2_100)]
    store.add(many)
    assert len(store.get_nodes()) == 2_100
    assert len(store.get_nodes(limit=1_500)) == 1_500


def test_ids_and_filters_are_both_applied() -> None:
    store = layout_vector_store()
    store.add([node("a", [1.0], colour="red"), node("b", [1.0], colour="blue"), node("c", [1.0], colour="red")])
    ids = [one.node_id for one in store.get_nodes()]
    red = MetadataFilters(filters=[MetadataFilter(key="colour", value="red")])
    either = MetadataFilters(
        filters=[MetadataFilter(key="colour", value="red"), MetadataFilter(key="colour", value="green")],
        condition=FilterCondition.OR,
    )
    b = str(uuid.uuid5(uuid.NAMESPACE_OID, "b"))
    assert store.get_nodes(node_ids=[b], filters=red) == []
    assert len(store.get_nodes(node_ids=ids, filters=either)) == 2
    store.delete_nodes([b], filters=red)
    assert len(store.get_nodes()) == 3


@pytest.mark.parametrize(
    ("operator", "value", "found"),
    [
        (FilterOperator.CONTAINS, "e042", {"a", "b"}),
        (FilterOperator.ANY, ["e04", "e042"], {"a", "b", "c"}),
        (FilterOperator.ALL, ["e042", "008"], {"b"}),
        (FilterOperator.EQ, "008", {"b"}),
        (FilterOperator.NIN, ["e042", "008"], {"c"}),
    ],
)
def test_filter_operators_on_lists(operator: FilterOperator, value: Any, found: set[str]) -> None:
    store = layout_vector_store()
    codes = {"a": ["e042"], "b": ["e042", "008"], "c": ["e04"]}
    store.add([node(name, [1.0], codes=values) for name, values in codes.items()])
    filters = MetadataFilters(filters=[MetadataFilter(key="codes", value=value, operator=operator)])
    assert {one.get_content() for one in store.get_nodes(filters=filters)} == found


def test_deleting_without_selection_is_refused() -> None:
    store = layout_vector_store()
    store.add(NODES)
    with pytest.raises(ValueError, match="clear"):
        store.delete_nodes()
    assert len(store.get_nodes()) == 3


def unnamed_vectors(client: QdrantClient) -> None:
    client.create_collection("c", vectors_config=models.VectorParams(size=2, distance=models.Distance.COSINE))


def other_names(client: QdrantClient) -> None:
    client.create_collection(
        "c", vectors_config={"other": models.VectorParams(size=2, distance=models.Distance.COSINE)}
    )


def dense_only(client: QdrantClient) -> None:
    vectors = {"text-dense": models.VectorParams(size=2, distance=models.Distance.COSINE)}
    client.create_collection("c", vectors_config=vectors)


def without_idf(client: QdrantClient) -> None:
    vectors = {"text-dense": models.VectorParams(size=2, distance=models.Distance.COSINE)}
    client.create_collection(
        "c", vectors_config=vectors, sparse_vectors_config={"text-sparse-new": models.SparseVectorParams()}
    )


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (unnamed_vectors, "unnamed vector"),
        (other_names, "'other'"),
        (dense_only, "dense only"),
        (without_idf, "IDF modifier"),
    ],
)
def test_foreign_collections_are_refused_with_a_remedy(make: Callable[[QdrantClient], None], reason: str) -> None:
    client = QdrantClient(":memory:")
    make(client)
    with pytest.raises(CollectionMismatchError, match=f"(?s)'c'.*{reason}.*another collection_name"):
        layout_vector_store("c", client=client)


async def test_foreign_collections_are_refused_with_an_async_client() -> None:
    aclient = AsyncQdrantClient(":memory:")
    store = layout_vector_store("c", aclient=aclient)
    await aclient.create_collection("c", vectors_config=models.VectorParams(size=2, distance=models.Distance.COSINE))
    with pytest.raises(CollectionMismatchError, match="unnamed vector"):
        await store.aquery(hybrid("電源", [1.0, 0.0]))
    with pytest.raises(CollectionMismatchError, match="unnamed vector"):
        await store.async_add(NODES)


def test_embeddings_of_another_size_are_refused() -> None:
    store = layout_vector_store("c", embed_dim=2)
    store.add(NODES)
    with pytest.raises(CollectionMismatchError, match=r"size 2.* 3"):
        store.add([node("x", [1.0, 2.0, 3.0])])
    with pytest.raises(CollectionMismatchError, match=r"size 2.* 3"):
        store.query(hybrid("x", [1.0, 2.0, 3.0]))
    with pytest.raises(CollectionMismatchError, match="another embedding model"):
        layout_vector_store("c", client=store.client, embed_dim=3)
    with pytest.raises(ValueError, match="sizes"):
        store.add([node("x", [1.0, 2.0]), node("y", [1.0])])
    assert len(store.get_nodes()) == 3


def test_a_collection_dropped_elsewhere_is_empty_and_made_again() -> None:
    store = layout_vector_store()
    store.add(NODES)
    store.client.delete_collection(store.collection_name)
    assert store.query(hybrid("電源", [1.0, 0.0])).nodes == []
    assert store.get_nodes() == []
    store.add(NODES[:1])
    assert len(store.get_nodes()) == 1


def test_path_survives_reopening(tmp_path: Path) -> None:
    first = layout_vector_store(path=str(tmp_path))
    first.add(NODES)
    first.client.close()
    second = layout_vector_store(path=str(tmp_path), embed_dim=2)
    found = second.query(hybrid("E-042", [0.0, 1.0], alpha=0))
    assert found.ids is not None
    assert found.ids[0] == NODES[0].node_id
    second.client.close()


def test_an_async_client_of_a_server_connects_only_when_used() -> None:
    aclient = AsyncQdrantClient(url="http://127.0.0.1:1", check_compatibility=False)
    store = layout_vector_store(aclient=aclient)
    assert store.journal() is None
    with pytest.raises(ResponseHandlingException):
        store.get_nodes()


@pytest.mark.parametrize("text", ["電源を入れる", "\\u3042 と書く", "半分\ud800"])
def test_nodes_are_stored_written_out_and_come_back_as_they_were(text: str) -> None:
    store = layout_vector_store()
    stored = node(text.encode("utf-8", "surrogatepass").decode("utf-8", "replace"), [1.0, 0.0], topic="章")
    stored.set_content(text)
    store.add([stored])
    [found] = store.get_nodes()
    assert found.get_content() == text
    assert found.metadata == stored.metadata
    if text.isprintable():
        payload = store.client.retrieve(store.collection_name, [stored.node_id])[0].payload
        assert text.replace("\\", "\\\\") in payload["_node_content"]


def test_places_are_not_mixed() -> None:
    with pytest.raises(ValueError, match="path and url"):
        layout_vector_store(path="x", url="http://localhost")
    with pytest.raises(ValueError, match=r"client.*path"):
        LayoutVectorStore("c")


def test_payload_indexes_cover_what_is_filtered_on() -> None:
    keys = {index["field_name"]: index["field_schema"] for index in payload_indexes()}
    assert keys["manual_id"].is_tenant
    assert {"chunk_level", "section_id", "ancestor_ids", "codes", "content_type", "model_numbers", "pages"} <= set(keys)


def test_stock_index_and_plain_store_work_on_the_same_collection() -> None:
    store = layout_vector_store()
    embed_model = MockEmbedding(embed_dim=4)
    plain_nodes = [TextNode(text="電源を入れる"), TextNode(text="設定を変える")]
    VectorStoreIndex.from_vector_store(store, embed_model=embed_model).insert_nodes(plain_nodes)
    index = VectorStoreIndex.from_vector_store(store, embed_model=embed_model)
    retriever = index.as_retriever(vector_store_query_mode="hybrid", similarity_top_k=1, alpha=0.0)
    assert retriever.retrieve("設定")[0].get_content() == "設定を変える"
    assert asyncio.run(retriever.aretrieve("設定"))[0].get_content() == "設定を変える"
    plain = QdrantVectorStore(store.collection_name, client=store.client)
    assert len(plain.get_nodes() or []) == 2


@pytest.mark.parametrize("part", local.PRIVATE_PARTS)
def test_embedded_collections_without_a_private_part_have_no_journal(
    part: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The private parts of qdrant-client that the journal relies on; this fails if a new version renames one."""
    client = QdrantClient(":memory:")
    client.create_collection("c", models.VectorParams(size=2, distance=models.Distance.COSINE))
    collection = local.local_collection(local.local_backend(client), "c")
    assert collection is not None
    assert hasattr(collection, part)
    others = {name: getattr(collection, name) for name in local.PRIVATE_PARTS if name != part}
    assert local.journal_of(types.SimpleNamespace(**others)) is None
    assert f"no {part}" in caplog.text
    assert local.journal_of(collection) is local.journal_of(collection) is not None


def test_queries_find_children_and_foreign_nodes_unless_levels_are_asked_for() -> None:
    store = layout_vector_store()
    levels = ["manual", "section", "parent", "child", None]
    store.add([node(f"level {level}", [1.0, 0.1 * place], level) for place, level in enumerate(levels)])
    sections = MetadataFilters(filters=[MetadataFilter(key="chunk_level", value="section")])

    def found(asked: LayoutVectorStore, filters: MetadataFilters | None = None) -> set[str]:
        query = VectorStoreQuery(query_embedding=[1.0, 0.0], similarity_top_k=9, filters=filters)
        answers = [asked.query(query), asyncio.run(asked.aquery(query))]
        (texts,) = {frozenset(one.get_content() for one in answer.nodes or ()) for answer in answers}
        return set(texts)

    assert found(store) == {"level child", "level None"}
    assert found(store, sections) == {"level section"}
    everything = layout_vector_store(client=store.client, search_all_levels=True)
    assert len(found(everything)) == len(levels)
