"""Stock LlamaIndex retrievers over nodes that live in Qdrant only."""

from __future__ import annotations

import pytest
from layout_builder import manual
from llama_index.core import StorageContext, VectorStoreIndex
from llama_index.core.postprocessor import PrevNextNodePostprocessor
from llama_index.core.retrievers import AutoMergingRetriever, RecursiveRetriever
from llama_index.core.schema import Document, IndexNode, NodeWithScore, TextNode
from llama_index.core.vector_stores.types import MetadataFilter, MetadataFilters
from word_embedding import WordEmbedding

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.citations import Citation
from llama_index_layout_rag.storage import LayoutVectorStore, VectorStoreDocstore, ingest, layout_vector_store

ONLY_CHILDREN = MetadataFilters(filters=[MetadataFilter(key="chunk_level", value="child")])
FILLER = "この操作は管理者の権限をもつ利用者だけが行えます。" * 2


def manual_documents() -> list[Document]:
    builder = manual("ES-200 取扱説明書").heading("1. 登録")
    for number in range(1, 9):
        builder.step(f"{number}.", f"登録画面の項目{number}を入力します。{FILLER}")
    builder.heading("2. 削除").step("1.", "削除ボタンを押します。")
    return [builder.document()]


@pytest.fixture(scope="module")
def store() -> LayoutVectorStore:
    store = layout_vector_store()
    parser = ProcedureNodeParser(target_chars=150, max_chars=400)
    other = manual("ES-300 取扱説明書").heading("1. 登録").step("1.", "登録ボタンを長押しします。").document()
    ingest([*manual_documents(), other], vector_store=store, embed_model=WordEmbedding(), node_parser=parser)
    return store


@pytest.fixture
def docstore(store: LayoutVectorStore) -> VectorStoreDocstore:
    return VectorStoreDocstore(store)


def stored(store: LayoutVectorStore, level: str, text: str) -> TextNode:
    nodes = store.get_nodes(filters=MetadataFilters(filters=[MetadataFilter(key="chunk_level", value=level)]))
    return next(node for node in nodes if text in node.get_content())


def test_auto_merging_puts_the_parent_in_place_of_its_children(
    store: LayoutVectorStore, docstore: VectorStoreDocstore
) -> None:
    index = VectorStoreIndex.from_vector_store(store, embed_model=WordEmbedding())
    children = index.as_retriever(similarity_top_k=8, filters=ONLY_CHILDREN)
    context = StorageContext.from_defaults(docstore=docstore, vector_store=store)
    merged = AutoMergingRetriever(children, context, simple_ratio_thresh=0.4).retrieve(
        "ES-200の登録画面の項目を入力する"
    )
    found = next(result for result in merged if "項目1" in result.node.get_content())
    assert "項目6" in found.node.get_content()
    assert found.node.metadata["chunk_level"] in ("parent", "section")
    assert all("項目" not in r.node.get_content() or r.node.metadata["chunk_level"] != "child" for r in merged)
    assert Citation.from_node(found).pages == [1]


def test_a_lone_chunk_is_merged_into_a_section_that_holds_its_text(
    store: LayoutVectorStore, docstore: VectorStoreDocstore
) -> None:
    section = stored(store, "section", "2. 削除")
    whole = docstore.get_node(section.node_id)
    assert "1. 削除ボタンを押します。" in whole.get_content()
    assert whole.parent_node is None, "a chapter or the manual must not swallow it"
    assert whole.metadata["procedure_steps"][0]["target"] == "削除"
    as_stored = VectorStoreDocstore(store, whole_sections=False).get_node(section.node_id)
    assert as_stored.get_content() == section.get_content()
    assert as_stored.parent_node is not None


def test_a_whole_section_holds_every_chunk_once_in_reading_order(
    store: LayoutVectorStore, docstore: VectorStoreDocstore
) -> None:
    text = docstore.get_node(stored(store, "section", "1. 登録").node_id).get_content()
    places = [text.index(f"項目{number}を") for number in range(1, 9)]
    assert places == sorted(places)
    assert all(text.count(f"項目{number}を") == 1 for number in range(1, 9))


def test_previous_and_next_are_added(store: LayoutVectorStore, docstore: VectorStoreDocstore) -> None:
    middle = next(n for n in [stored(store, "child", f"項目{i}を") for i in range(2, 8)] if n.prev_node and n.next_node)
    processor = PrevNextNodePostprocessor(docstore=docstore, num_nodes=1, mode="both")
    nodes = [result.node for result in processor.postprocess_nodes([NodeWithScore(node=middle, score=1.0)])]
    assert [node.node_id for node in nodes] == [middle.prev_node.node_id, middle.node_id, middle.next_node.node_id]


def test_recursive_retriever_follows_index_nodes_into_the_store(
    store: LayoutVectorStore, docstore: VectorStoreDocstore
) -> None:
    section = stored(store, "section", "2. 削除")
    pointer = IndexNode(text="消し方", index_id=section.node_id)
    entry = VectorStoreIndex([pointer], embed_model=WordEmbedding()).as_retriever()
    retriever = RecursiveRetriever("root", retriever_dict={"root": entry}, node_dict=docstore.docs)
    (result,) = retriever.retrieve("消し方は？")
    assert "削除ボタンを押します" in result.node.get_content()


async def test_async_gives_the_same_nodes(store: LayoutVectorStore, docstore: VectorStoreDocstore) -> None:
    ids = [stored(store, "section", "1. 登録").node_id, stored(store, "child", "削除ボタン").node_id]
    assert [n.to_dict() for n in await docstore.aget_nodes(ids)] == [n.to_dict() for n in docstore.get_nodes(ids)]
    assert (await docstore.aget_node(ids[0])).get_content() == docstore.get_node(ids[0]).get_content()
    assert await docstore.adocument_exists(ids[0])
    assert await docstore.aget_document("no such id", raise_error=False) is None
    infos, ainfos = docstore.get_all_ref_doc_info(), await docstore.aget_all_ref_doc_info()
    assert {key: sorted(info.node_ids) for key, info in infos.items()} == {
        k: sorted(i.node_ids) for k, i in ainfos.items()
    }
    with pytest.raises(ValueError, match="has no node"):
        await docstore.aget_document("7a8e8a8c-0000-5000-8000-000000000000")


def test_documents_are_known_by_their_nodes(store: LayoutVectorStore, docstore: VectorStoreDocstore) -> None:
    child = stored(store, "child", "削除ボタン")
    info = docstore.get_ref_doc_info(child.ref_doc_id)
    assert child.node_id in info.node_ids
    assert set(docstore.docs) == {
        node_id for one in docstore.get_all_ref_doc_info().values() for node_id in one.node_ids
    }
    assert len(docstore.docs) == len(set(docstore.docs))
    assert docstore.get_ref_doc_info("unknown") is None


def test_filters_hide_what_they_exclude(store: LayoutVectorStore) -> None:
    mine, theirs = stored(store, "child", "長押し"), stored(store, "child", "削除ボタン")
    only = MetadataFilters(filters=[MetadataFilter(key="manual_id", value=mine.metadata["manual_id"])])
    docstore = VectorStoreDocstore(store, filters=only)
    assert docstore.document_exists(mine.node_id)
    assert not docstore.document_exists(theirs.node_id)
    assert docstore.get_document(theirs.metadata["section_id"], raise_error=False) is None
    assert set(docstore.get_all_ref_doc_info()) == {mine.ref_doc_id}


def test_writes_that_change_nothing_pass_and_others_are_refused(
    store: LayoutVectorStore, docstore: VectorStoreDocstore
) -> None:
    child = stored(store, "child", "削除ボタン")
    docstore.add_documents([child])
    docstore.set_document_hash("x", "y")
    assert docstore.get_document_hash("x") is None
    docstore.delete_document("unknown", raise_error=False)
    docstore.delete_ref_doc("unknown")
    with pytest.raises(ValueError, match="store manuals with ingest"):
        docstore.add_documents([TextNode(text="new")])
    with pytest.raises(ValueError, match="delete_manual"):
        docstore.delete_document(child.node_id)
    with pytest.raises(ValueError, match="delete_manual"):
        docstore.delete_ref_doc(child.ref_doc_id)
    with pytest.raises(ValueError, match="has no node"):
        docstore.delete_document("unknown")
    assert docstore.document_exists(child.node_id)


def test_an_index_can_be_built_and_emptied_with_it() -> None:
    store = layout_vector_store()
    docstore = VectorStoreDocstore(store)
    context = StorageContext.from_defaults(docstore=docstore, vector_store=store)
    documents = manual_documents()
    index = VectorStoreIndex.from_documents(
        documents, storage_context=context, transformations=[ProcedureNodeParser()], embed_model=WordEmbedding()
    )
    assert docstore.get_ref_doc_info(documents[0].node_id) is not None
    index.delete_ref_doc(documents[0].node_id, delete_from_docstore=True)
    assert docstore.get_all_ref_doc_info() == {}


def test_a_collection_that_does_not_exist_holds_nothing() -> None:
    docstore = VectorStoreDocstore(layout_vector_store("nothing_here"))
    assert docstore.get_all_ref_doc_info() == {}
    assert docstore.get_document("7a8e8a8c-0000-5000-8000-000000000000", raise_error=False) is None
