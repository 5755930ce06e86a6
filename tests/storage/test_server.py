"""Ingestion into a server: what an embedded store would hold, also when several processes write and some are killed."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import threading
import uuid
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from llama_index.core.schema import Document
from qdrant_server import server_url
from word_embedding import WordEmbedding

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.retrieval import SectionFirstRetriever
from llama_index_layout_rag.storage import (
    LayoutVectorStore,
    delete_manual,
    ingest,
    layout_vector_store,
    stored_manuals,
)

PARSER = ProcedureNodeParser(target_chars=60, max_chars=120)


def manual(name: str, word: str, sections: int = 4) -> Document:
    steps = [f"{n}. {word}{n}を押します。ランプ{n}が点灯します。" for n in range(1, 7)]
    text = "\n\n".join(
        f"## {section}. {word}の章{section}\n\n" + "\n".join(steps) for section in range(1, sections + 1)
    )
    return Document(id_=f"doc-{name}", text=f"# {name} 取扱説明書\n\n{text}", metadata={"manual_id": name})


def put(store: LayoutVectorStore, *documents: Document) -> Any:
    report = ingest(documents, vector_store=store, embed_model=WordEmbedding(), node_parser=PARSER)
    assert report.ok, report
    return report


def points(store: LayoutVectorStore) -> dict[str, tuple[Any, Any]]:
    records, _ = store.client.scroll(store.collection_name, limit=10_000, with_vectors=True)
    return {str(record.id): (record.payload, record.vector) for record in records}


def assert_same_points(ours: LayoutVectorStore, theirs: LayoutVectorStore) -> None:
    left, right = points(ours), points(theirs)
    assert left.keys() == right.keys()
    for point_id, (payload, vector) in left.items():
        assert payload == right[point_id][0]
        assert vector["text-dense"] == pytest.approx(right[point_id][1]["text-dense"], abs=1e-5)
        lexical, other = vector.get("text-sparse-new"), right[point_id][1].get("text-sparse-new")
        assert (lexical is None) == (other is None)
        if lexical is not None and other is not None:
            pairs, others = (dict(zip(v.indices, v.values, strict=True)) for v in (lexical, other))
            assert pairs == pytest.approx(others, rel=1e-5)


def embedded(*documents: Document) -> LayoutVectorStore:
    store = layout_vector_store()
    put(store, *documents)
    return store


@pytest.fixture
def store() -> Iterator[LayoutVectorStore]:
    made = layout_vector_store(f"test-{uuid.uuid4()}", url=server_url())
    yield made
    if made.exists():
        made.clear()


def test_a_server_holds_what_an_embedded_store_holds(store: LayoutVectorStore) -> None:
    old, new, other = manual("m", "ボタン"), manual("m", "レバー", sections=6), manual("n", "つまみ")
    assert put(store, old, other).added == ["m", "n"]
    assert_same_points(store, embedded(old, other))
    assert put(store, old, other).unchanged == ["m", "n"]
    assert put(store, new).updated == ["m"]
    assert_same_points(store, embedded(new, other))
    assert [manual.complete for manual in stored_manuals(store)] == [True, True]
    assert delete_manual("m", vector_store=store) > 0
    assert_same_points(store, embedded(other))


async def test_questions_are_answered_alike(store: LayoutVectorStore) -> None:
    documents = [manual("ES-200", "ボタン"), manual("ES-300", "レバー"), manual("ES-400", "つまみ")]
    put(store, *documents)
    local = embedded(*documents)
    for options in ({}, {"return_level": "parent"}, {"manual_ids": ["ES-300"]}, {"segment_chars": 0}):
        ours, theirs = (SectionFirstRetriever(one, WordEmbedding(), **options) for one in (local, store))
        for question in ("ES-200のボタン3を押すと？", "レバーの章2", "ランプ5が点灯する", "ES-300とES-400の違いは？"):
            expected = [(r.node_id, pytest.approx(r.score, abs=1e-5)) for r in ours.retrieve(question)]
            assert expected
            assert [(r.node_id, r.score) for r in theirs.retrieve(question)] == expected
            assert [(r.node_id, r.score) for r in await theirs.aretrieve(question)] == expected


def test_writers_of_different_manuals_do_not_disturb_each_other(store: LayoutVectorStore) -> None:
    put(store, manual("start", "鍵"))
    versions = [[manual(f"m{n}", word) for word in ("ボタン", "レバー", "つまみ")] for n in range(4)]

    def write(documents: Sequence[Document]) -> None:
        own = layout_vector_store(store.collection_name, url=server_url())
        for document in documents:
            put(own, document)

    threads = [threading.Thread(target=write, args=(documents,)) for documents in versions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert_same_points(store, embedded(manual("start", "鍵"), *(documents[-1] for documents in versions)))


def write_manuals(url: str, collection: str, name: str, words: Sequence[str]) -> None:
    """What a process of its own does."""
    store = layout_vector_store(collection, url=url)
    for word in words:
        put(store, manual(name, word, sections=12))


def process(*arguments: Any) -> Any:
    made = multiprocessing.get_context("spawn").Process(target=write_manuals, args=arguments)
    made.start()
    return made


@pytest.mark.slow
def test_two_processes_index_different_manuals_into_one_collection(store: LayoutVectorStore) -> None:
    words = ["ボタン", "レバー", "つまみ", "鍵"]
    processes = [process(server_url(), store.collection_name, name, words) for name in ("a", "b")]
    for one in processes:
        one.join(120)
        assert one.exitcode == 0
    assert_same_points(store, embedded(*(manual(name, "鍵", sections=12) for name in ("a", "b"))))


@pytest.mark.slow
def test_kills_leave_every_manual_of_a_server_whole(store: LayoutVectorStore) -> None:
    rng = random.Random(5)
    put(store, manual("a", "鍵", sections=12), manual("b", "ボタン"))
    killed = 0
    for _ in range(8):
        writer = process(server_url(), store.collection_name, "a", ["ボタン", "レバー", "つまみ", "鍵"] * 20)
        writer.join(rng.uniform(6, 14))
        if writer.is_alive():
            killed += 1
            os.kill(writer.pid or 0, signal.SIGKILL)
        writer.join()
        assert {one.metadata["manual_id"] for one in store.get_nodes()} == {"a", "b"}
    assert killed > 3
    put(store, manual("a", "レバー", sections=12))
    assert_same_points(store, embedded(manual("a", "レバー", sections=12), manual("b", "ボタン")))
