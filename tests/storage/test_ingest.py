"""Ingestion: nothing embedded twice, nothing lost, nothing stale, whatever happens in between."""

from __future__ import annotations

import asyncio
import hashlib
import multiprocessing
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.embeddings import MockEmbedding
from llama_index.core.node_parser import NodeParser, SentenceSplitter
from llama_index.core.schema import BaseNode, Document
from pydantic import PrivateAttr
from qdrant_client import AsyncQdrantClient, models

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.storage import (
    CollectionMismatchError,
    LayoutVectorStore,
    adelete_manual,
    aingest,
    delete_manual,
    embedding_fingerprint,
    ingest,
    is_current,
    layout_vector_store,
)
from llama_index_layout_rag.storage import ingest as ingest_function


class HashEmbedding(BaseEmbedding):
    """Deterministic embeddings without a model; remembers what it was asked to embed."""

    size: int = 8
    seconds: float = 0.0
    _asked: list[str] = PrivateAttr(default_factory=list)

    @classmethod
    def class_name(cls) -> str:
        return "HashEmbedding"

    def _get_text_embedding(self, text: str) -> list[float]:
        self._asked.append(text)
        time.sleep(self.seconds)
        seed = int.from_bytes(hashlib.sha256((self.model_name + text).encode()).digest()[:8], "big")
        vector = np.random.default_rng(seed).normal(size=self.size)
        return (vector / np.linalg.norm(vector)).astype(np.float32).tolist()

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    def asked(self) -> list[str]:
        asked, self._asked = self._asked, []
        return asked


def manual(steps: Sequence[str], name: str = "m", **metadata: Any) -> Document:
    """A manual with a section per three steps."""
    lines: list[str] = []
    for number, step in enumerate(steps):
        if number % 3 == 0:
            lines += ["", f"# {number // 3 + 1}. 章{number // 3 + 1}", ""]
        lines.append(f"{number % 3 + 1}. {step}")
    return Document(id_=f"doc-{name}", text="\n".join(lines), metadata={"manual_id": name, **metadata})


STEPS = [f"ボタン{number}を押します。ランプ{number}が点灯します。" for number in range(12)]
CHANGED = [*STEPS[:4], "新しい手順を行います。", *STEPS[5:9], "もう一つ変えます。"]
PARSER = ProcedureNodeParser(target_chars=50, max_chars=100)


def points(store: LayoutVectorStore) -> dict[str, tuple[Any, Any]]:
    """Everything in the store, by id."""
    records, offset = store.client.scroll(store.collection_name, limit=10_000, with_vectors=True)
    assert offset is None
    return {str(record.id): (record.payload, record.vector) for record in records}


def run(store: LayoutVectorStore, model: HashEmbedding, *documents: Document) -> Any:
    return ingest(documents, vector_store=store, embed_model=model, node_parser=PARSER)


def assert_same_points(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    assert ours.keys() == theirs.keys()
    for point_id, (payload, vector) in ours.items():
        assert payload == theirs[point_id][0]
        assert vector["text-dense"] == pytest.approx(theirs[point_id][1]["text-dense"], abs=1e-6)
        assert vector.get("text-sparse-new") == theirs[point_id][1].get("text-sparse-new")


def fresh(*documents: Document) -> dict[str, Any]:
    """What a store holds that these documents were put into at once."""
    store = layout_vector_store()
    run(store, HashEmbedding(), *documents)
    return points(store)


def test_a_new_manual_is_stored_whole() -> None:
    store, model = layout_vector_store(), HashEmbedding()
    report = run(store, model, manual(STEPS))
    nodes = PARSER.get_nodes_from_documents([manual(STEPS)])
    assert report.added == ["m"]
    assert report.nodes_written == len(nodes) == len(points(store))
    levels = [payload["chunk_level"] for payload, _ in points(store).values()]
    searched = {node.get_content() for node in nodes if node.metadata["chunk_level"] != "parent"}
    assert Counter(model.asked()) == Counter(searched)
    assert report.nodes_embedded == len(searched)
    assert "parent" in levels
    record = next(payload for payload, _ in points(store).values() if payload["chunk_level"] == "manual")
    assert record["complete"] == 1
    assert record["node_count"] == len(nodes)
    assert record["embedding_fingerprint"] == embedding_fingerprint(model)


def test_parents_point_where_their_children_do() -> None:
    store = layout_vector_store()
    ingest([manual(STEPS)], vector_store=store, embed_model=HashEmbedding(), node_parser=PARSER)
    stored = points(store)
    parents = [(payload, vector) for payload, vector in stored.values() if payload["chunk_level"] == "parent"]
    assert parents
    for payload, vector in parents:
        mean = np.mean([stored[child][1]["text-dense"] for child in payload["child_ids"]], axis=0)
        assert vector["text-dense"] == pytest.approx(mean / np.linalg.norm(mean), abs=1e-6)
        assert "text-sparse-new" not in vector


def test_an_unchanged_manual_is_neither_parsed_nor_embedded_nor_written() -> None:
    class Refusing(ProcedureNodeParser):
        def _parse_nodes(self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any) -> list[BaseNode]:
            raise AssertionError("parsed")

    store, model = layout_vector_store(), HashEmbedding()
    run(store, model, manual(STEPS))
    model.asked()
    journal = store.journal()
    assert journal is not None
    version = journal.version
    parser = Refusing(target_chars=50, max_chars=100)
    copied = manual(STEPS, file_size=3, last_modified_date="2030-01-01")
    report = ingest([copied], vector_store=store, embed_model=model, node_parser=parser)
    assert report.unchanged == ["m"]
    assert model.asked() == []
    assert journal.version == version
    assert is_current([copied], vector_store=store, embed_model=model, node_parser=PARSER)


def test_a_changed_manual_replaces_its_own_chunks_and_embeds_only_new_text() -> None:
    store, model = layout_vector_store(), HashEmbedding()
    other = manual(["別の手順です。"], name="other")
    run(store, model, manual(STEPS), other)
    before = set(points(store))
    model.asked()
    report = run(store, model, manual(CHANGED))
    assert_same_points(points(store), fresh(manual(CHANGED), other))
    assert report.updated == ["m"]
    assert report.nodes_embedded == len(model.asked()) < report.nodes_reused
    assert report.nodes_deleted == len(before - set(points(store)))


def test_changed_metadata_is_written_without_embedding() -> None:
    store, model = layout_vector_store(), HashEmbedding()
    run(store, model, manual(STEPS, tenant="a"))
    model.asked()
    report = run(store, model, manual(STEPS, tenant="b"))
    assert report.updated == ["m"]
    assert model.asked() == []
    assert {payload["tenant"] for payload, _ in points(store).values()} == {"b"}
    assert_same_points(points(store), fresh(manual(STEPS, tenant="b")))


def test_another_parser_configuration_reuses_equal_chunks() -> None:
    store, model = layout_vector_store(), HashEmbedding()
    run(store, model, manual(STEPS))
    other = ProcedureNodeParser(target_chars=50, max_chars=100, include_parents=False)
    assert not is_current([manual(STEPS)], vector_store=store, embed_model=model, node_parser=other)
    model.asked()
    report = ingest([manual(STEPS)], vector_store=store, embed_model=model, node_parser=other)
    assert report.updated == ["m"]
    assert model.asked() == []
    assert "parent" not in {payload["chunk_level"] for payload, _ in points(store).values()}


def test_another_embedding_model_embeds_everything_anew() -> None:
    store = layout_vector_store()
    run(store, HashEmbedding(model_name="one"), manual(STEPS))
    report = run(store, HashEmbedding(model_name="two"), manual(STEPS))
    assert report.nodes_reused == 0
    with pytest.raises(CollectionMismatchError, match="size 8"):
        run(store, HashEmbedding(model_name="large", size=16), manual(STEPS))
    assert not is_current(
        [manual(STEPS)], vector_store=store, embed_model=HashEmbedding(model_name="one"), node_parser=PARSER
    )


def test_chunks_missing_or_left_over_in_the_store_are_put_right() -> None:
    store, model = layout_vector_store(), HashEmbedding()
    run(store, model, manual(STEPS))
    whole = points(store)
    child = next(point_id for point_id, (payload, _) in whole.items() if payload["chunk_level"] == "child")
    store.delete_nodes([child])
    assert not is_current([manual(STEPS)], vector_store=store, embed_model=model, node_parser=PARSER)
    report = run(store, model, manual(STEPS))
    assert (report.updated, report.nodes_written) == (["m"], 2)
    assert_same_points(points(store), whole)
    stray = PARSER.get_nodes_from_documents([manual(["古い手順です。"])])[-1]
    stray.embedding = [1.0] * 8
    store.add([stray])
    assert run(store, model, manual(STEPS)).nodes_deleted == 1
    assert_same_points(points(store), whole)


def test_several_documents_make_one_manual() -> None:
    store, model = layout_vector_store(), HashEmbedding()
    volumes = [manual(STEPS[:6]), manual(STEPS[6:])]
    volumes[1].id_ = "doc-second"
    run(store, model, *volumes)
    assert sum(payload["chunk_level"] == "manual" for payload, _ in points(store).values()) == 1
    assert run(store, model, *volumes).unchanged == ["m"]
    run(store, model, volumes[0])
    assert_same_points(points(store), fresh(volumes[0]))


def test_a_document_that_moves_to_another_manual_leaves_nothing_behind() -> None:
    store, model = layout_vector_store(), HashEmbedding()
    run(store, model, manual(STEPS))
    moved = manual(STEPS)
    moved.metadata["manual_id"] = "renamed"
    model.asked()
    run(store, model, moved)
    assert_same_points(points(store), fresh(moved))


def test_a_manual_that_fails_is_reported_and_keeps_its_old_chunks(caplog: pytest.LogCaptureFixture) -> None:
    store, model = layout_vector_store(), HashEmbedding()
    run(store, model, manual(STEPS), manual(STEPS, name="n"))
    before = points(store)
    broken = Document(
        id_="doc-m", text='{"layout_schema": "llama-index-layout-rag/1", "elements": 3}', metadata={"manual_id": "m"}
    )
    report = run(store, model, broken, manual(CHANGED, name="n"))
    assert list(report.failed) == ["m"]
    assert report.updated == ["n"]
    assert "failed: m" in str(report)
    assert "'m'" in caplog.text
    kept = {point_id: point for point_id, point in points(store).items() if point[0]["manual_id"] == "m"}
    assert kept == {point_id: point for point_id, point in before.items() if point[0]["manual_id"] == "m"}


@pytest.mark.parametrize("parser", [SentenceSplitter(), SentenceSplitter(include_metadata=False)])
def test_parsers_without_our_payload_are_refused(parser: NodeParser) -> None:
    store = layout_vector_store()
    report = ingest([manual(STEPS)], vector_store=store, embed_model=HashEmbedding(), node_parser=parser)
    assert "SentenceSplitter" in report.failed["m"]
    assert "ProcedureNodeParser" in report.failed["m"]
    assert not store.exists()


def test_deleting_a_manual_leaves_nothing_of_it() -> None:
    store, model = layout_vector_store(), HashEmbedding()
    assert delete_manual("m", vector_store=store) == 0
    run(store, model, manual(STEPS), manual(STEPS, name="n"))
    half = len(points(store)) // 2
    assert delete_manual("m", vector_store=store) == half
    assert_same_points(points(store), fresh(manual(STEPS, name="n")))
    assert asyncio.run(adelete_manual("n", vector_store=store)) == half
    assert points(store) == {}


async def test_asynchronously_with_either_client() -> None:
    for store in (layout_vector_store(), layout_vector_store(aclient=AsyncQdrantClient(":memory:"))):
        for steps, expected in ((STEPS, "added"), (STEPS, "unchanged"), (CHANGED, "updated")):
            report = await aingest([manual(steps)], vector_store=store, embed_model=HashEmbedding(), node_parser=PARSER)
            assert getattr(report, expected) == ["m"]
        assert_same_points(points(store), fresh(manual(CHANGED)))


class Crash(BaseException):
    """Stands for the end of the process; no `except Exception` catches it."""


def crash_at(store: LayoutVectorStore, write: int, applied: bool) -> None:
    """Let the n-th write to the store be the last thing that happens, or the first that does not."""
    backend = store.client._client
    left = write

    def dying(method: Any) -> Any:
        def call(*args: Any, **kwargs: Any) -> Any:
            nonlocal left
            left -= 1
            if left < 0 or (left == 0 and not applied):
                raise Crash
            result = method(*args, **kwargs)
            if left == 0:
                raise Crash
            return result

        return call

    for name in ("upsert", "delete", "set_payload"):
        setattr(backend, name, dying(getattr(backend, name)))


def revive(store: LayoutVectorStore) -> None:
    backend = store.client._client
    for name in ("upsert", "delete", "set_payload"):
        backend.__dict__.pop(name, None)


def texts(stored: dict[str, Any]) -> set[str]:
    """What can be found: the ids of the children."""
    return {point_id for point_id, (payload, _) in stored.items() if payload["chunk_level"] == "child"}


@pytest.mark.parametrize("applied", [True, False], ids=["after a write", "before a write"])
@pytest.mark.parametrize("model_name", ["same", "other"])
def test_a_crash_at_any_write_leaves_old_or_new_and_is_repaired(
    applied: bool, model_name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = __import__("sys").modules[ingest_function.__module__]
    monkeypatch.setattr(module, "WRITE_BATCH", 2)
    old, new = fresh(manual(STEPS)), fresh(manual(CHANGED))
    write = 0
    while True:
        write += 1
        store, first = layout_vector_store(), HashEmbedding(model_name="same")
        run(store, first, manual(STEPS))
        model = HashEmbedding(model_name=model_name)
        crash_at(store, write, applied)
        try:
            run(store, model, manual(CHANGED))
        except Crash:
            pass
        else:
            break
        revive(store)
        found = texts(points(store))
        assert texts(old) <= found or texts(new) <= found
        # Turning back is as safe as going on.
        if write % 2:
            run(store, first, manual(STEPS))
            assert points(store).keys() == old.keys()
            run(store, model, manual(CHANGED))
        else:
            asked = Counter(model.asked())
            run(store, model, manual(CHANGED))
            asked += Counter(model.asked())
            assert asked.total() - len(asked) <= 2, "only the batch that was not written is embedded twice"
        assert run(store, model, manual(CHANGED)).unchanged == ["m"]
        reference = layout_vector_store()
        run(reference, HashEmbedding(model_name=model_name), manual(CHANGED))
        assert_same_points(points(store), points(reference))
    assert write > 5


@pytest.mark.parametrize("applied", [True, False], ids=["after a write", "before a write"])
def test_a_crash_while_a_document_moves_to_another_manual_is_repaired(applied: bool) -> None:
    moved = manual(STEPS)
    moved.metadata["manual_id"] = "renamed"
    expected = fresh(moved)
    for write in range(1, 20):
        store, model = layout_vector_store(), HashEmbedding()
        run(store, model, manual([*STEPS, "古い手順です。"]))
        crash_at(store, write, applied)
        try:
            run(store, model, moved)
        except Crash:
            revive(store)
            run(store, model, moved)
            assert_same_points(points(store), expected)
        else:
            break
    assert 2 < write < 19


def ingest_into(path: str, steps: Sequence[str]) -> None:
    store = layout_vector_store(path=path)
    run(store, HashEmbedding(seconds=0.002), manual(steps), manual(steps[::-1], name="n"))
    os._exit(0)


@pytest.mark.slow
def test_fifty_kills_leave_every_manual_whole(tmp_path: Path) -> None:
    """The process is killed at random points, fifty times, changing the manuals to and fro; then one run finishes."""
    rng = random.Random(8)
    context = multiprocessing.get_context("fork")
    versions = [STEPS, CHANGED, STEPS[:7], [*CHANGED, *STEPS]]
    killed = 0
    for kill in range(50):
        process = context.Process(target=ingest_into, args=(str(tmp_path), versions[kill % len(versions)]))
        process.start()
        process.join(rng.uniform(0.02, 0.5))
        if process.is_alive():
            killed += 1
            os.kill(process.pid or 0, signal.SIGKILL)
        process.join()
    assert killed > 20
    store = layout_vector_store(path=str(tmp_path))
    run(store, HashEmbedding(), manual(CHANGED), manual(CHANGED[::-1], name="n"))
    assert_same_points(points(store), fresh(manual(CHANGED), manual(CHANGED[::-1], name="n")))
    count = store.client.count(store.collection_name, models.Filter(must=[])).count
    assert count == len(points(store))
    store.client.close()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"documents": Document(text="電源")}, "documents is a Document; give a list"),
        ({"vector_store": None}, "vector_store is a NoneType; give what layout_vector_store"),
        ({"embed_model": None}, "embed_model is a NoneType; give a LlamaIndex embedding model"),
        ({"node_parser": "x"}, "node_parser is a str; give a ProcedureNodeParser"),
    ],
)
def test_wrong_arguments_are_refused_with_a_sentence(arguments: dict, message: str) -> None:
    correct = {"documents": [], "vector_store": layout_vector_store(), "embed_model": MockEmbedding(embed_dim=4)}
    with pytest.raises(TypeError, match=message):
        ingest(**(correct | arguments))


def test_a_collection_is_made_anew_for_another_size_after_it_was_cleared() -> None:
    store = layout_vector_store()
    ingest([Document(text="電源を入れます。", id_="a")], vector_store=store, embed_model=MockEmbedding(embed_dim=4))
    store.clear()
    report = ingest(
        [Document(text="電源を入れます。", id_="a")], vector_store=store, embed_model=MockEmbedding(embed_dim=8)
    )
    assert report.added == ["a"]


def test_manuals_of_another_embedding_model_are_told(caplog: pytest.LogCaptureFixture) -> None:
    store = layout_vector_store()
    for name in ("A", "B"):
        model = MockEmbedding(embed_dim=4, model_name=name)
        ingest([Document(text="電源を入れます。", id_=name)], vector_store=store, embed_model=model)
    assert "embedded with another model (such as 'A')" in caplog.text
