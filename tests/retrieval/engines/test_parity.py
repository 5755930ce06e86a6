"""Both engines give the same lists: the server engine over local mode's own query path is the yardstick."""

from __future__ import annotations

import random
import uuid

import numpy as np
import pytest
from llama_index.core.schema import TextNode
from qdrant_client import models

from llama_index_layout_rag.chunking.payload import ChunkLevel
from llama_index_layout_rag.lexical import sparse_query_vectors
from llama_index_layout_rag.retrieval.engines import Hit, ListQuery, engine_for
from llama_index_layout_rag.retrieval.engines.embedded import EmbeddedEngine
from llama_index_layout_rag.retrieval.engines.server import ServerEngine
from llama_index_layout_rag.storage import LayoutVectorStore, layout_vector_store

DIMENSIONS = 16
WORDS = [
    "電源",
    "ランプ",
    "点灯",
    "設定",
    "ボタンを押す",
    "E-042",
    "008",
    "filter",
    "replace the paper",
    "注意",
    "温度",
    "ES-200",
]
LEVELS = [level.value for level in ChunkLevel]


def random_nodes(rng: random.Random, count: int) -> list[TextNode]:
    """Nodes of all levels with all sorts of payload values, a fifth of them repeats of the one before."""
    nodes: list[TextNode] = []
    for number in range(count):
        text = "\n".join(rng.choice(WORDS) + "：" + rng.choice(WORDS) for _ in range(rng.randint(1, 12)))
        embedding = [rng.gauss(0, 1) for _ in range(DIMENSIONS)]
        if nodes and rng.random() < 0.2:
            text, embedding = nodes[-1].text, list(nodes[-1].embedding or [])
        metadata = {
            "chunk_level": rng.choice([*LEVELS, "child", "child", "child"]),
            "manual_id": f"manual {number * 8 // count}",
            "order": number,
            "weight": rng.choice([1, 1.0, 2.5, True, None, "1"]),
            "pages": rng.sample(range(1, 30), rng.randint(0, 3)),
            "codes": rng.sample(["e042", "e04", "008", "es200"], rng.randint(0, 2)),
            "code_cells": [{"code": rng.choice(["008", "e042"]), "column": rng.choice(["列A", "列B"])}],
        }
        if rng.random() < 0.3:
            del metadata["codes"]
        node_id = str(uuid.UUID(int=rng.getrandbits(128)))
        node = TextNode(id_=node_id, text=text, embedding=embedding, metadata=metadata)
        node.excluded_embed_metadata_keys = list(metadata)
        nodes.append(node)
    return nodes


def random_condition(rng: random.Random, nodes: list[TextNode], depth: int = 0) -> models.Condition:
    def field(key: str, **comparison: object) -> models.FieldCondition:
        return models.FieldCondition(key=key, **comparison)

    return rng.choice(
        [
            lambda: field("manual_id", match=models.MatchValue(value=f"manual {rng.randint(0, 8)}")),
            lambda: field("manual_id", match=models.MatchAny(any=["manual 1", "manual 2", "none"])),
            lambda: field("manual_id", match=models.MatchExcept(**{"except": ["manual 1", "manual 3"]})),
            lambda: field("codes", match=models.MatchExcept(**{"except": ["e042"]})),
            lambda: field("codes", match=models.MatchValue(value="008")),
            lambda: field("weight", match=models.MatchValue(value=1)),
            lambda: field("weight", match=models.MatchValue(value=True)),
            lambda: field("weight", range=models.Range(gte=1, lt=2.6)),
            lambda: field("pages", range=models.Range(gte=rng.randint(1, 20))),
            lambda: field("pages", values_count=models.ValuesCount(gte=2)),
            lambda: field("code_cells[].column", match=models.MatchValue(value="列A")),
            lambda: models.NestedCondition(
                nested=models.Nested(
                    key="code_cells",
                    filter=models.Filter(
                        must=[
                            field("code", match=models.MatchValue(value="008")),
                            field("column", match=models.MatchValue(value="列B")),
                        ]
                    ),
                )
            ),
            lambda: models.IsEmptyCondition(is_empty=models.PayloadField(key="codes")),
            lambda: models.IsNullCondition(is_null=models.PayloadField(key="weight")),
            lambda: models.HasIdCondition(has_id=[node.node_id for node in rng.sample(nodes, min(20, len(nodes)))]),
            lambda: models.HasVectorCondition(has_vector="text-sparse-new"),
            lambda: random_filter(rng, nodes, depth + 1) if depth < 2 else field("order", range=models.Range(lt=100)),
        ]
    )()


def random_filter(rng: random.Random, nodes: list[TextNode], depth: int = 0) -> models.Filter:
    def some(most: int) -> list[models.Condition] | None:
        conditions = [random_condition(rng, nodes, depth) for _ in range(rng.randint(0, most))]
        return conditions or None

    min_should = models.MinShould(conditions=some(3) or [], min_count=1) if rng.random() < 0.1 else None
    return models.Filter(must=some(2), should=some(2), must_not=some(1), min_should=min_should)


def random_query(rng: random.Random, nodes: list[TextNode]) -> ListQuery:
    level = rng.choice([None, ChunkLevel.CHILD, ChunkLevel.CHILD, ChunkLevel.SECTION])
    filter = random_filter(rng, nodes) if rng.random() < 0.8 else None
    limit = rng.choice([1, 5, 20, 1000])
    if rng.random() < 0.5:
        return ListQuery("dense", level, limit, filter, dense=[rng.gauss(0, 1) for _ in range(DIMENSIONS)])
    indices, values = sparse_query_vectors([" ".join(rng.sample(WORDS, 3))])
    return ListQuery("lexical", level, limit, filter, sparse=models.SparseVector(indices=indices[0], values=values[0]))


def assert_same(ours: list[Hit], theirs: list[Hit], limit: int) -> None:
    """Equal scores within 1e-5 of their size, and the same ids but where scores are that close."""
    assert len(ours) == len(theirs)
    our_scores = np.array([hit.score for hit in ours])
    their_scores = np.array([hit.score for hit in theirs])
    tolerance = 1e-5 * np.maximum(1, np.abs(their_scores))
    assert (np.abs(our_scores - their_scores) <= tolerance).all()
    their_score = {hit.id: hit.score for hit in theirs}
    for place, (our, their) in enumerate(zip(ours, theirs, strict=True)):
        if our.id != their.id:
            reference = their_score.get(our.id, theirs[-1].score if len(theirs) == limit else float("nan"))
            assert abs(reference - their.score) <= 2 * tolerance[place]
        assert our.payload["order"] == our.node().metadata["order"]


def engines(store: LayoutVectorStore) -> tuple[EmbeddedEngine, ServerEngine]:
    embedded = engine_for(store)
    assert isinstance(embedded, EmbeddedEngine)
    return embedded, ServerEngine(store)


def check_arms(store: LayoutVectorStore, nodes: list[TextNode], rng: random.Random, rounds: int) -> int:
    embedded, server = engines(store)
    found = 0
    for _ in range(rounds):
        queries = [random_query(rng, nodes) for _ in range(4)]
        for query, ours, theirs in zip(queries, embedded.search(queries), server.search(queries), strict=True):
            assert_same(ours, theirs, query.limit)
            found += len(ours)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_lists_are_equal_for_random_questions_and_filters(seed: int) -> None:
    rng = random.Random(seed)
    nodes = random_nodes(rng, 150)
    store = layout_vector_store()
    store.add(nodes)
    assert check_arms(store, nodes, rng, 20) > 200


def test_lists_stay_equal_while_the_collection_changes() -> None:
    rng = random.Random(11)
    nodes = random_nodes(rng, 120)
    store = layout_vector_store()
    store.add(nodes[:60])
    client, name = store.client, store.collection_name
    for step in range(20):
        kind = rng.randrange(7)
        some = [node.node_id for node in rng.sample(nodes, 5)]
        stored = [str(record.id) for record in client.retrieve(name, some)]
        if kind == 0:
            store.add(rng.sample(nodes, 10))
        elif kind == 1:
            changed = random_nodes(rng, 5)
            for node, old in zip(changed, rng.sample(nodes, 5), strict=True):
                node.id_ = old.node_id
            store.add(changed)
        elif kind == 2:
            store.delete_nodes(some)
        elif kind == 3 and stored:
            client.set_payload(name, {"manual_id": "manual 1", "codes": ["e042"]}, points=stored)
        elif kind == 4 and stored:
            client.delete_vectors(name, ["text-sparse-new"], points=stored)
        elif kind == 5 and stored:
            vector = {"text-dense": [rng.gauss(0, 1) for _ in range(DIMENSIONS)]}
            client.update_vectors(name, [models.PointVectors(id=point_id, vector=vector) for point_id in stored])
        elif kind == 6:
            client.delete(name, models.Filter(must=[random_condition(rng, nodes)]))
        check_arms(store, nodes, random.Random(step), 3)


@pytest.mark.slow
def test_lists_are_equal_over_thousands_of_questions() -> None:
    rng = random.Random(99)
    nodes = random_nodes(rng, 700)
    store = layout_vector_store()
    store.add(nodes)
    assert check_arms(store, nodes, rng, 600) > 10_000


def test_manuals_and_nodes_are_equal() -> None:
    rng = random.Random(5)
    nodes = random_nodes(rng, 80)
    store = layout_vector_store()
    store.add(nodes)
    embedded, server = engines(store)
    wanted = [nodes[3].node_id, str(uuid.uuid4()), nodes[7].node_id, nodes[3].node_id]
    ours, theirs = embedded.fetch(wanted), server.fetch(wanted)
    assert set(ours) == set(theirs) == {nodes[3].node_id, nodes[7].node_id}
    assert ours[nodes[3].node_id].to_dict() == theirs[nodes[3].node_id].to_dict()
    for filter in (None, random_filter(rng, nodes), models.Filter(must=[random_condition(rng, nodes)])):
        assert embedded.manuals(filter) == server.manuals(filter)
