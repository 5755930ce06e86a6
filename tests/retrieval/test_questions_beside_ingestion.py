"""Questions while manuals are replaced: old or new chunks, no errors, and nothing old once the writer is done."""

from __future__ import annotations

import asyncio
import threading

import pytest
from llama_index.core.schema import Document, NodeWithScore
from word_embedding import WordEmbedding

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.retrieval import SectionFirstRetriever
from llama_index_layout_rag.storage import LayoutVectorStore, aingest, ingest, layout_vector_store

PARSER = ProcedureNodeParser(target_chars=60, max_chars=120)
QUESTION = "レバー3を押すとどうなりますか"


def manual(version: int) -> Document:
    steps = [f"{n}. レバー{n}を押します。版{version}のランプ{n}が点灯します。" for n in range(1, 7)]
    sections = [f"## {section}. 章{section}\n\n" + "\n".join(steps) for section in range(1, 5)]
    return Document(id_="doc", text="# 取扱説明書\n\n" + "\n\n".join(sections), metadata={"manual_id": "m"})


def put(store: LayoutVectorStore, version: int) -> None:
    report = ingest([manual(version)], vector_store=store, embed_model=WordEmbedding(), node_parser=PARSER)
    assert report.ok


def versions(results: list[NodeWithScore]) -> set[str]:
    found = set()
    for result in results:
        text = result.node.get_content()
        found |= {part[0] for part in text.split("版")[1:]}
    return found


@pytest.fixture(params=["child", "parent"])
def retriever(request: pytest.FixtureRequest) -> SectionFirstRetriever:
    store = layout_vector_store()
    put(store, 0)
    return SectionFirstRetriever(store, WordEmbedding(), similarity_top_k=5, return_level=request.param)


def test_eight_threads_ask_while_another_replaces_the_manual(retriever: SectionFirstRetriever) -> None:
    store = retriever._engine._store  # type: ignore[attr-defined]
    failures: list[BaseException] = []
    asked, done = [0] * 8, threading.Event()

    def ask(number: int) -> None:
        try:
            while not done.is_set():
                results = retriever.retrieve(QUESTION)
                assert results, "the manual is never gone"
                assert versions(results) <= set("01234")
                assert all(result.node.metadata["manual_id"] == "m" for result in results)
                asked[number] += 1
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for version in range(1, 5):
        put(store, version)
    done.set()
    for thread in threads:
        thread.join()
    assert not failures
    assert all(asked)
    assert versions(retriever.retrieve(QUESTION)) == {"4"}


async def test_fifty_tasks_ask_while_another_replaces_the_manual(retriever: SectionFirstRetriever) -> None:
    store = retriever._engine._store  # type: ignore[attr-defined]

    async def ask() -> set[str]:
        results = await retriever.aretrieve(QUESTION)
        assert results
        return versions(results)

    async def write() -> set[str]:
        for version in (1, 2):
            await aingest([manual(version)], vector_store=store, embed_model=WordEmbedding(), node_parser=PARSER)
        return set()

    found = await asyncio.gather(*(ask() for _ in range(25)), write(), *(ask() for _ in range(25)))
    assert set().union(*found) <= set("012")
    assert versions(await retriever.aretrieve(QUESTION)) == {"2"}


def test_a_parent_that_is_missing_gives_its_child() -> None:
    store = layout_vector_store()
    put(store, 0)
    parents = [node.node_id for node in store.get_nodes() if node.metadata["chunk_level"] == "parent"]
    assert parents
    store.delete_nodes(parents)
    asked = SectionFirstRetriever(store, WordEmbedding(), similarity_top_k=3, return_level="parent")
    levels = {result.node.metadata["chunk_level"] for result in asked.retrieve(QUESTION)}
    assert levels == {"child"}
