"""SectionFirstRetriever inside LlamaIndex: sync and async, filters, parents, and what it says about its choices."""

from __future__ import annotations

import copy
from typing import Literal

import pytest
from layout_builder import manual
from llama_index.core import VectorStoreIndex
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.llms import MockLLM
from llama_index.core.query_engine import CitationQueryEngine, RetrieverQueryEngine
from llama_index.core.retrievers import QueryFusionRetriever
from llama_index.core.schema import QueryBundle, TextNode
from llama_index.core.vector_stores.types import MetadataFilter, MetadataFilters
from llama_index.vector_stores.qdrant import QdrantVectorStore
from qdrant_client import QdrantClient
from word_embedding import WordEmbedding

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.citations import Citation
from llama_index_layout_rag.layout.document import LayoutDocument
from llama_index_layout_rag.retrieval import SectionFirstRetriever
from llama_index_layout_rag.retrieval.engines.server import ServerEngine
from llama_index_layout_rag.storage import LayoutVectorStore, layout_vector_store


def printer(model: str, seconds: int, tenant: str = "a"):
    return (
        manual(f"{model} 取扱説明書", manual_id=model, model_numbers=[model])
        .heading("1. 給紙")
        .step("1.", "カセットを引き出します。")
        .step("2.", "用紙をセットします。")
        .heading("2. 初期化")
        .step("1.", f"リセットボタンを{seconds}秒間押します。")
        .text("初期化完了画面が表示されます。")
        .heading("3. コード")
        .text("コードの一覧です。")
        .table(
            [["エラーコード", "設定値", "意味"], ["008", "", "カバーが開いている"], ["", "008", "印字濃度を濃くする"]],
            caption="表 1 コード",
        )
        .heading("4. 運用")
        .text("運用の注意です。" * 30)
        .text("保管の注意です。" * 30)
        .document(tenant=tenant)
    )


@pytest.fixture(scope="module")
def store() -> LayoutVectorStore:
    embed_model = WordEmbedding()
    nodes = ProcedureNodeParser(target_chars=300).get_nodes_from_documents(
        [printer("ES-200", 5), printer("ES-300", 10, "b")]
    )
    for node in nodes:
        node.embedding = embed_model.get_text_embedding(node.get_content())
    store = layout_vector_store("manuals", client=QdrantClient(":memory:"))
    store.add(nodes)
    return store


def retriever(store: LayoutVectorStore, **options: object) -> SectionFirstRetriever:
    return SectionFirstRetriever(store, WordEmbedding(), **options)


def test_is_a_stock_retriever() -> None:
    assert BaseRetriever.__name__ in [base.__name__ for base in SectionFirstRetriever.__mro__]


def test_only_the_named_model_answers(store: LayoutVectorStore) -> None:
    results = retriever(store).retrieve("ＥＳ－２００のリセットボタンは何秒押す？")
    assert {r.metadata["manual_id"] for r in results} == {"ES-200"}
    assert "5秒間" in results[0].get_content()
    assert results[0].metadata["why"]["manual"]


def test_a_comparison_brings_both_models_first(store: LayoutVectorStore) -> None:
    results = retriever(store).retrieve("初期化のときリセットボタンを押す秒数はES-200とES-300で違う？")
    assert {r.metadata["manual_id"] for r in results[:2]} == {"ES-200", "ES-300"}
    assert {"タンを5秒間", "タンを10秒間"} == {
        w for r in results[:2] for w in ("タンを5秒間", "タンを10秒間") if w in r.get_content()
    }


def test_no_manual_named_excludes_none(store: LayoutVectorStore) -> None:
    results = retriever(store).retrieve("リセットボタンは何秒押す？")
    assert {r.metadata["manual_id"] for r in results} == {"ES-200", "ES-300"}


async def test_async_gives_the_same(store: LayoutVectorStore) -> None:
    for question in ("ES-200の初期化", "008の意味", "用紙のセット"):
        for level in ("child", "parent"):
            one = retriever(store, return_level=level)
            sync, async_ = one.retrieve(question), await one.aretrieve(question)
            assert [(r.node_id, r.score, r.metadata) for r in sync] == [
                (r.node_id, r.score, r.metadata) for r in async_
            ]


def test_parents_stand_once_and_a_single_child_for_itself(store: LayoutVectorStore) -> None:
    results = retriever(store, return_level="parent").retrieve("ES-200の運用と保管の注意、初期化")
    assert len({r.node_id for r in results}) == len(results)
    levels = {tuple(r.metadata["section_path"]): r.metadata["chunk_level"] for r in results}
    assert levels[("4. 運用",)] == "parent"
    parent = next(r for r in results if r.metadata["chunk_level"] == "parent")
    assert Citation.from_node(parent).regions
    assert levels[("2. 初期化",)] == "child"


def test_same_text_in_siblings_answers_once_and_names_the_other(store: LayoutVectorStore) -> None:
    results = retriever(store).retrieve("カセットを引き出して用紙をセットする")
    feed = [r for r in results if r.metadata["section_path"] == ["1. 給紙"]]
    assert len(feed) == 1
    assert {feed[0].metadata["manual_id"], feed[0].metadata["equals"][0]["manual_id"]} == {"ES-200", "ES-300"}


def test_a_code_is_found_whole(store: LayoutVectorStore) -> None:
    first = retriever(store).retrieve("ES-200 ００８")[0]
    assert first.metadata["why"]["codes"] == ["008"]
    assert {cell["column"] for cell in first.metadata["code_cells"]} == {"エラーコード", "設定値"}


def test_filters_hold_whatever_the_question_names(store: LayoutVectorStore) -> None:
    filters = MetadataFilters(filters=[MetadataFilter(key="tenant", value="b")])
    results = retriever(store, filters=filters).retrieve("ES-200のリセットボタン")
    assert results
    assert {r.metadata["tenant"] for r in results} == {"b"}


def test_a_filter_that_excludes_everything_finds_nothing(store: LayoutVectorStore) -> None:
    filters = MetadataFilters(filters=[MetadataFilter(key="tenant", value="nobody")])
    assert retriever(store, filters=filters).retrieve("リセットボタン") == []


def test_the_users_choice_of_manual_wins(store: LayoutVectorStore) -> None:
    results = retriever(store, manual_ids=["ES-300"]).retrieve("ES-200のリセットボタン")
    assert {r.metadata["manual_id"] for r in results} == {"ES-300"}


@pytest.mark.parametrize("question", ["", "   ", "？！…", "あ" * 10_000, "ES-999のエラー"])
def test_odd_questions_give_sensible_results(store: LayoutVectorStore, question: str) -> None:
    results = retriever(store).retrieve(question)
    assert len(results) <= 10
    assert all(0.0 <= r.metadata["confidence"] <= 1.0 for r in results)


def test_a_missing_collection_is_empty() -> None:
    empty = layout_vector_store("nothing", client=QdrantClient(":memory:"))
    assert retriever(empty).retrieve("リセットボタン") == []


def test_the_bundle_is_not_changed(store: LayoutVectorStore) -> None:
    bundle = QueryBundle("ES-200の初期化")
    before = copy.deepcopy(bundle)
    retriever(store).retrieve(bundle)
    assert bundle == before


def test_top_k_bounds_the_results(store: LayoutVectorStore) -> None:
    assert len(retriever(store, similarity_top_k=2).retrieve("注意")) == 2
    assert retriever(store, similarity_top_k=0).retrieve("注意") == []


def test_wrong_arguments_are_refused_with_a_sentence(store: LayoutVectorStore) -> None:
    with pytest.raises(ValueError, match="return_level is 'page'"):
        retriever(store, return_level="page")
    with pytest.raises(ValueError, match="similarity_top_k is -1"):
        retriever(store, similarity_top_k=-1)
    with pytest.raises(TypeError, match="manual_ids is the text 'big'"):
        retriever(store, manual_ids="big")
    with pytest.raises(ValueError, match="vector_store is an empty list"):
        SectionFirstRetriever([], WordEmbedding())
    with pytest.raises(TypeError, match="vector_store is a NoneType"):
        SectionFirstRetriever(None, WordEmbedding())  # type: ignore[arg-type]


def test_the_trace_names_the_manual_and_the_ranks(store: LayoutVectorStore, capsys: pytest.CaptureFixture[str]) -> None:
    retriever(store, verbose=True).retrieve("ES-200の初期化")
    trace = capsys.readouterr().out
    assert "names 'ES-200': ES-200" in trace
    assert "2. 初期化" in trace


async def test_inside_query_engines_the_sources_can_be_cited(store: LayoutVectorStore) -> None:
    index = VectorStoreIndex.from_vector_store(store, embed_model=WordEmbedding())
    found = SectionFirstRetriever.from_defaults(index, similarity_top_k=3)
    plain = RetrieverQueryEngine.from_args(found, llm=MockLLM())
    citing = CitationQueryEngine.from_args(index, retriever=found, llm=MockLLM())
    for engine in (plain, citing):
        for response in (engine.query("ES-200の初期化"), await engine.aquery("ES-200の初期化")):
            citation = Citation.from_node(response.source_nodes[0])
            assert citation.manual_id == "ES-200"
            assert citation.section_path == ["2. 初期化"]
            assert citation.step_numbers == ["1."]
            assert citation.regions


def test_inside_a_fusion_retriever(store: LayoutVectorStore) -> None:
    fusion = QueryFusionRetriever([retriever(store)], llm=MockLLM(), num_queries=1, similarity_top_k=3)
    assert fusion.retrieve("ES-200の初期化")[0].metadata["manual_id"] == "ES-200"


async def test_the_query_api_of_a_server_gives_the_same_results(store: LayoutVectorStore) -> None:
    for level in ("child", "parent"):
        embedded, server = retriever(store, return_level=level), retriever(store, return_level=level)
        server._engine = ServerEngine(store)
        for question in ("ES-200の初期化", "008の意味", "用紙のセットと運用の注意", "ES-200とES-300の違い"):
            expected = [(r.node_id, round(r.score or 0, 4), r.metadata) for r in embedded.retrieve(question)]
            assert [(r.node_id, round(r.score or 0, 4), r.metadata) for r in server.retrieve(question)] == expected
            found = await server.aretrieve(question)
            assert [(r.node_id, round(r.score or 0, 4), r.metadata) for r in found] == expected


class Thesaurus:
    """A query expander of fixed words."""

    def expand(self, question: str) -> list[str]:
        return ["カセット"] if "引き出し" in question else []

    async def aexpand(self, question: str) -> list[str]:
        return self.expand(question)


async def test_added_words_reach_the_lexical_arm_only_at_lower_weight(store: LayoutVectorStore) -> None:
    plain, helped = retriever(store), retriever(store, query_expander=Thesaurus())
    question = "ES-200の引き出しの開け方"
    before = {r.node_id: r.metadata["why"] for r in plain.retrieve(question)}
    after = {r.node_id: r.metadata["why"] for r in helped.retrieve(question)}
    feed = next(id_ for id_, why in after.items() if why.get("lexical_rank") == 0)
    assert before.get(feed, {}).get("dense_rank") == after[feed].get("dense_rank")
    assert [r.node_id for r in await helped.aretrieve(question)] == list(after)


def test_a_filter_that_only_chunks_can_meet_leaves_the_manual_stage_alone(store: LayoutVectorStore) -> None:
    filters = MetadataFilters(filters=[MetadataFilter(key="content_type", value="table")])
    results = retriever(store, filters=filters).retrieve("ES-200のコードの意味")
    assert results
    assert {(r.metadata["manual_id"], r.metadata["content_type"]) for r in results} == {("ES-200", "table")}


@pytest.mark.parametrize("hybrid", [True, False])
async def test_a_collection_of_another_pipeline_is_searched_with_its_limits(hybrid: bool) -> None:
    embed_model = WordEmbedding()
    texts = ["電源ボタンを長押しします。", "用紙をセットします。", "リセットボタンを5秒間押します。"]
    nodes = [TextNode(text=text, embedding=embed_model.get_text_embedding(text)) for text in texts]
    client = QdrantClient(":memory:")
    store = layout_vector_store("c", client=client) if hybrid else QdrantVectorStore("c", client=client)
    store.add(nodes)
    for results in (
        retriever(store).retrieve("リセットボタンは何秒押す？"),
        await retriever(store).aretrieve("リセットボタンは何秒押す？"),
    ):
        assert results[0].get_content() == "リセットボタンを5秒間押します。"


def stored(name: str, *documents: LayoutDocument) -> LayoutVectorStore:
    nodes = ProcedureNodeParser(target_chars=300).get_nodes_from_documents(list(documents))
    for node in nodes:
        node.embedding = WordEmbedding().get_text_embedding(node.get_content())
    store = layout_vector_store(name, client=QdrantClient(":memory:"))
    store.add(nodes)
    return store


@pytest.mark.parametrize("level", ["child", "parent"])
async def test_several_collections_are_searched_as_one(
    store: LayoutVectorStore, level: Literal["child", "parent"]
) -> None:
    apart = [stored("old", printer("ES-200", 5)), stored("new", printer("ES-300", 10, "b"))]
    several = SectionFirstRetriever(apart, WordEmbedding(), return_level=level)
    for question in ("ES-200のリセットボタン", "ES-300の初期化", "リセットボタンは何秒押す？", "008の意味"):
        results = several.retrieve(question)
        together = retriever(store, return_level=level).retrieve(question)
        assert {r.node_id for r in results[:3]} == {r.node_id for r in together[:3]}
        assert [(r.node_id, r.score) for r in await several.aretrieve(question)] == [
            (r.node_id, r.score) for r in results
        ]


def test_a_filter_holds_in_every_collection() -> None:
    apart = [stored("old", printer("ES-200", 5)), stored("new", printer("ES-300", 10, "b"))]
    filters = MetadataFilters(filters=[MetadataFilter(key="tenant", value="b")])
    results = SectionFirstRetriever(apart, WordEmbedding(), filters=filters).retrieve("ES-200のリセットボタン")
    assert {r.metadata["tenant"] for r in results} == {"b"}


def test_a_collection_of_another_pipeline_may_stand_beside() -> None:
    text = "トナーは青い箱に入っています。"
    other = layout_vector_store("notes", client=QdrantClient(":memory:"))
    other.add([TextNode(text=text, embedding=WordEmbedding().get_text_embedding(text))])
    several = SectionFirstRetriever([stored("manuals", printer("ES-200", 5)), other], WordEmbedding())
    assert several.retrieve("トナーは何色の箱に入っている？")[0].get_content() == text


def test_a_code_that_no_manual_has_lowers_the_confidence(store: LayoutVectorStore) -> None:
    known = retriever(store).retrieve("エラーコード008の意味")[0].metadata
    unknown = retriever(store).retrieve("エラーコード777の意味")[0].metadata
    assert unknown["confidence"] < known["confidence"]
    assert 0.0 <= known["result_confidence"] <= 1.0


def test_symbols_alone_are_never_answered(store: LayoutVectorStore) -> None:
    assert all(r.metadata["confidence"] < 0.01 for r in retriever(store).retrieve("？！…"))


def test_sections_that_are_only_a_heading_are_not_equal() -> None:
    document = manual("Stand").heading("1. Attach the foot").picture().heading("2. Fold the arm").picture().document()
    results = retriever(stored("stand", document)).retrieve("attach foot fold arm")
    assert {tuple(r.metadata["section_path"]) for r in results} >= {("1. Attach the foot",), ("2. Fold the arm",)}
    assert all("equals" not in r.metadata for r in results)


def test_options_are_keywords_and_unknown_ones_are_refused(store: LayoutVectorStore) -> None:
    with pytest.raises(TypeError):
        SectionFirstRetriever(store, WordEmbedding(), 5)  # type: ignore[misc]
    with pytest.raises(TypeError, match="top_k"):
        SectionFirstRetriever(store, WordEmbedding(), top_k=5)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="top_k"):
        SectionFirstRetriever.from_defaults(VectorStoreIndex.from_vector_store(store, WordEmbedding()), top_k=5)


def test_scores_are_probabilities_that_never_rise_and_low_confidence_returns_nothing(store: LayoutVectorStore) -> None:
    results = retriever(store).retrieve("リセットボタンを押す秒数")
    scores = [result.score for result in results]
    assert all(0.0 <= score <= 1.0 for score in scores)
    assert scores == sorted(scores, reverse=True)
    confidence = results[0].metadata["confidence"]
    assert retriever(store, min_confidence=(1 + confidence) / 2).retrieve("リセットボタンを押す秒数") == []
    assert retriever(store, min_confidence=confidence / 2).retrieve("リセットボタンを押す秒数")
    with pytest.raises(ValueError, match="probability from 0 to 1"):
        retriever(store, min_confidence=2.0)
