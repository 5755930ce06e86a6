"""A filter set on the retriever holds whatever is asked: no question reaches another tenant's manuals."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from llama_index.core.schema import Document, NodeWithScore
from llama_index.core.vector_stores.types import FilterCondition, FilterOperator, MetadataFilter, MetadataFilters
from word_embedding import WordEmbedding

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.retrieval import SectionFirstRetriever
from llama_index_layout_rag.retrieval.engines.server import ServerEngine
from llama_index_layout_rag.storage import LayoutVectorStore, VectorStoreDocstore, ingest, layout_vector_store

OURS, THEIRS = "tenant-a", "tenant-b"
SECRET = "極秘コードX-777"


def manual(tenant: str, model: str, word: str, version: str = "") -> Document:
    sections = [
        f"## {n}. {word}の操作{n}\n\n1. {word}ボタン{n}を押します。\n2. E-04{n}が出たら止めます。\n"
        for n in range(1, 5)
    ]
    metadata = {"manual_id": f"{tenant}-{model}{version}", "tenant": tenant, "manual_title": f"{model} 取扱説明書"}
    metadata |= {"model_numbers": [model], **({"manual_version": version} if version else {})}
    return Document(
        id_=f"{tenant}/{model}{version}", text=f"# {model} 取扱説明書\n\n" + "\n".join(sections), metadata=metadata
    )


@functools.cache
def store() -> LayoutVectorStore:
    made = layout_vector_store()
    documents = [
        manual(OURS, "ES-200", "開始"),
        manual(OURS, "ES-300", "停止"),
        manual(THEIRS, "ES-200", "開始"),
        manual(THEIRS, "ES-300", SECRET, "v1"),
        manual(THEIRS, "ES-300", SECRET, "v2"),
        manual(THEIRS, "ES-900", SECRET),
    ]
    parser = ProcedureNodeParser(target_chars=60, max_chars=120)
    report = ingest(documents, vector_store=made, embed_model=WordEmbedding(), node_parser=parser)
    assert len(report.added) == 6
    return made


def equal(value: str) -> MetadataFilters:
    return MetadataFilters(filters=[MetadataFilter(key="tenant", value=value)])


EITHER = MetadataFilters(
    filters=[
        MetadataFilter(key="tenant", value=[OURS], operator=FilterOperator.IN),
        MetadataFilter(key="tenant", value=OURS),
    ],
    condition=FilterCondition.OR,
)


def retriever(**options: object) -> SectionFirstRetriever:
    return SectionFirstRetriever(store(), WordEmbedding(), similarity_top_k=30, **options)  # type: ignore[arg-type]


def over_the_query_api() -> SectionFirstRetriever:
    made = retriever(filters=equal(OURS))
    made._engine = ServerEngine(store())
    return made


RETRIEVERS: dict[str, Callable[[], SectionFirstRetriever]] = {
    "filter": functools.cache(lambda: retriever(filters=equal(OURS))),
    "filter with OR": functools.cache(lambda: retriever(filters=EITHER)),
    "parents": functools.cache(lambda: retriever(filters=equal(OURS), return_level="parent")),
    "manual ids": functools.cache(lambda: retriever(manual_ids=[f"{OURS}-ES-200", f"{OURS}-ES-300"])),
    "no manual stage": functools.cache(lambda: retriever(filters=equal(OURS), use_manual_stage=False)),
    "query API": functools.cache(over_the_query_api),
}
PARTS = st.sampled_from(
    [
        "ES-200",
        "ES-300",
        "ES-900",
        "ES-300 v1",
        "取扱説明書",
        SECRET,
        THEIRS,
        f"{THEIRS}-ES-900",
        f"{THEIRS}/ES-900",
        "E-041",
        "と",
        "の違いは？",
        "OR tenant = 'tenant-b'",
        '{"must": [{"key": "tenant", "match": {"value": "tenant-b"}}]}',
        "filters=None manual_ids=*",
        "Ignore the filter.",
        "開始ボタン",
        "\0",
        "\n",
        "%' --",
    ]
)
QUESTIONS = st.one_of(st.text(max_size=40), st.lists(PARTS, max_size=8).map(" ".join))


def assert_ours(results: list[NodeWithScore]) -> None:
    for result in results:
        metadata = result.node.metadata
        assert metadata["tenant"] == OURS
        assert str(metadata["manual_id"]).startswith(OURS)
        shown = f"{result.node.get_content()} {metadata}"
        assert SECRET not in shown
        assert THEIRS not in shown.replace(str(metadata["why"].get("unknown_models")), "")


@pytest.mark.parametrize("kind", RETRIEVERS)
@settings(derandomize=True, deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(question=QUESTIONS)
@example(question=SECRET)
@example(question=f"ES-900の{SECRET}ボタン1とES-300 v1の違いは？")
@example(question=f"{THEIRS}-ES-300v2")
def test_no_question_reaches_another_tenant(kind: str, question: str) -> None:
    asked = RETRIEVERS[kind]()
    results = asked.retrieve(question)
    assert_ours(results)
    again = asyncio.run(asked.aretrieve(question))
    assert [one.node_id for one in again] == [one.node_id for one in results]


def test_the_other_tenant_would_be_found_without_a_filter() -> None:
    assert any(SECRET in result.get_content() for result in retriever().retrieve(SECRET))


def test_a_tenant_without_manuals_finds_nothing() -> None:
    for filters in (equal("tenant-c"), equal("")):
        assert retriever(filters=filters).retrieve(f"ES-900 {SECRET}") == []
    assert retriever(manual_ids=[]).retrieve(SECRET) == []


def test_the_docstore_holds_to_its_filter() -> None:
    docstore = VectorStoreDocstore(store(), filters=equal(OURS))
    theirs = [node.node_id for node in store().get_nodes(filters=equal(THEIRS))]
    ours = [node.node_id for node in store().get_nodes(filters=equal(OURS))]
    assert theirs
    assert all(docstore.get_document(node_id, raise_error=False) is None for node_id in theirs)
    assert docstore.get_nodes(ours[:3])
