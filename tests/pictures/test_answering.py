"""From a manual with pictures to an answer that saw them, inside stock LlamaIndex."""

from __future__ import annotations

import asyncio
import logging
import shutil
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.ingestion import IngestionCache, IngestionPipeline
from llama_index.core.query_engine import CitationQueryEngine, RetrieverQueryEngine
from llama_index.core.schema import Document, Node, NodeWithScore, TextNode
from pdf_builder import PdfBuilder
from qdrant_client import QdrantClient
from word_embedding import WordEmbedding

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.citations import Citation
from llama_index_layout_rag.pictures import PictureEvidencePostprocessor, PictureEvidenceTransform, with_images
from llama_index_layout_rag.retrieval import SectionFirstRetriever
from llama_index_layout_rag.storage import layout_vector_store
from pictures.conftest import client
from pictures.manual_with_pictures import documents, put, screen, write_manual
from pictures.vision_server import API_KEY, VisionServer, says


def picture_results(document: Any) -> list[NodeWithScore]:
    nodes = ProcedureNodeParser().get_nodes_from_documents([document])
    return [NodeWithScore(node=node, score=1.0) for node in nodes if node.metadata.get("contains_picture")]


@pytest.fixture
def manual_copy(tmp_path: Path, manual_pdf: Path) -> Path:
    return Path(shutil.copy(manual_pdf, tmp_path / "ES-200.pdf"))


def test_a_multimodal_query_engine_shows_the_picture_to_the_model(
    server: VisionServer, manual_copy: Path, tmp_path: Path
) -> None:
    store = layout_vector_store("manuals", client=QdrantClient(":memory:"))
    made = PictureEvidenceTransform(crop_dir=str(tmp_path / "crops"), ocr="never")
    pipeline = IngestionPipeline(transformations=[made, ProcedureNodeParser(), WordEmbedding()], vector_store=store)
    pipeline.run(documents=documents(manual_copy))
    retriever = SectionFirstRetriever(store, WordEmbedding(), similarity_top_k=3)
    server.script(says("設定画面1です。"))
    engine = RetrieverQueryEngine.from_args(
        retriever, llm=client(server), multimodal=True, node_postprocessors=[PictureEvidencePostprocessor()]
    )
    response = engine.query("図 1 設定画面1はどれですか？")
    assert str(response) == "設定画面1です。"
    assert server.requests[0].images
    shown = [source for source in response.source_nodes if isinstance(source.node, Node)]
    cited = [Citation.from_node(source) for source in shown if Citation.from_node(source).image_evidence]
    assert cited
    assert Path(cited[0].image_evidence[0]["crop_path"]).is_file()
    assert cited[0].pages


def test_text_query_engines_take_the_same_results(server: VisionServer, manual_copy: Path, tmp_path: Path) -> None:
    from llama_index.core import VectorStoreIndex

    store = layout_vector_store("manuals", client=QdrantClient(":memory:"))
    made = PictureEvidenceTransform(crop_dir=str(tmp_path / "crops"), ocr="never")
    IngestionPipeline(transformations=[made, ProcedureNodeParser(), WordEmbedding()], vector_store=store).run(
        documents=documents(manual_copy)
    )
    retriever = SectionFirstRetriever(store, WordEmbedding(), similarity_top_k=3)
    index = VectorStoreIndex.from_vector_store(store, embed_model=WordEmbedding())
    server.script(says("設定画面1です [1]。"))
    engine = CitationQueryEngine.from_args(index, retriever=retriever, llm=client(server))
    response = engine.query("図 1 設定画面1はどれですか？")
    assert any(Citation.from_node(source).image_evidence for source in response.source_nodes)


def test_a_crop_that_is_gone_is_rendered_again(manual_copy: Path, tmp_path: Path) -> None:
    crops = tmp_path / "crops"
    (document,) = PictureEvidenceTransform(crop_dir=str(crops), ocr="never")(documents(manual_copy))
    results = picture_results(document)
    first = with_images(results)
    assert {Path(result.node.image_resource.path).parent for result in first} == {crops.resolve()}
    shutil.rmtree(crops)
    again = with_images(results, crop_dir=tmp_path / "again")
    for result, old in zip(again, first, strict=True):
        assert Path(result.node.image_resource.path).is_file()
        assert result.node.get_content() == old.node.get_content()
        assert (result.node.node_id, result.score) == (old.node.node_id, 1.0)
    in_memory = with_images(results)
    assert all(result.node.image_resource.data for result in in_memory)


@pytest.fixture
def section_with_screens(tmp_path: Path) -> NodeWithScore:
    """The context of a section with four screens, as a retriever gives it whose best chunk stands on the second page."""
    builder = PdfBuilder(title="ES-200 取扱説明書").heading("1. 設定の画面")
    for number in range(1, 5):
        builder.item(f"{number}.", f"設定{number}タブを押します。")
        put(builder, screen(f"Screen {number}"), 360, 180, builder.left, builder.y + 10)
        builder.y += 200
        builder.caption(f"図 {number} 設定画面{number}")
        if number == 2:
            builder.page()
    path = tmp_path / "ES-200.pdf"
    path.write_bytes(builder.build())
    (document,) = PictureEvidenceTransform(crop_dir=str(tmp_path / "crops"), ocr="never")(documents(path))
    nodes = ProcedureNodeParser().get_nodes_from_documents([document])
    node = next(n for n in nodes if len(n.metadata.get("image_evidence") or []) == 4)
    second = next(record for record in node.metadata["image_evidence"] if record["caption"] == "図 3 設定画面3")
    node.metadata["focus_regions"] = [{"page": second["page"], "bbox": second["bbox"]}]
    return NodeWithScore(node=node, score=1.0)


def test_all_pictures_of_a_result_are_handed_over_the_nearest_first(
    server: VisionServer, section_with_screens: NodeWithScore
) -> None:
    from llama_index.core.response_synthesizers import get_response_synthesizer

    (shown,) = with_images([section_with_screens])
    captions = [record["caption"] for record in Citation.from_node(shown).image_evidence]
    assert captions[0] == "図 3 設定画面3"
    assert captions[1] == "図 4 設定画面4"
    assert sorted(captions) == [f"図 {n} 設定画面{n}" for n in range(1, 5)]
    assert str(shown.node.image_resource.path) == shown.node.metadata["image_evidence"][0]["crop_path"]
    assert section_with_screens.node.metadata["image_evidence"][0]["caption"] == "図 1 設定画面1"
    server.script(says("設定画面3です。"))
    synthesizer = get_response_synthesizer(llm=client(server, context_window=100_000), multimodal=True)
    synthesizer.synthesize("どれですか？", [shown])
    assert len(server.requests[0].images) == 3
    (single,) = with_images([section_with_screens], max_images=1)
    synthesizer.synthesize("どれですか？", [single])
    assert len(server.requests[1].images) == 1


def test_citations_name_crops_that_exist(section_with_screens: NodeWithScore, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "crops")
    (shown,) = with_images([section_with_screens], crop_dir=tmp_path / "again", max_images=4)
    for record in Citation.from_node(shown).image_evidence:
        assert Path(record["crop_path"]).parent == (tmp_path / "again").resolve()
        assert Path(record["crop_path"]).is_file()
        assert Path(record["context_crop_path"]).is_file()
    (in_memory,) = with_images([section_with_screens])
    first = Citation.from_node(in_memory).image_evidence[0]
    assert "crop_path" not in first
    assert first["caption"] == "図 3 設定画面3"


def test_a_result_with_pictures_is_read_back_as_a_node(section_with_screens: NodeWithScore) -> None:
    from llama_index.core.storage.docstore.utils import doc_to_json, json_to_doc

    (shown,) = with_images([section_with_screens])
    again = json_to_doc(doc_to_json(shown.node))
    assert isinstance(again, Node)
    assert again.metadata["image_evidence"] == shown.node.metadata["image_evidence"]
    assert again.image_resource is not None


def test_a_manual_that_is_gone_or_changed_leaves_the_text(
    manual_copy: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (document,) = PictureEvidenceTransform(ocr="never")(documents(manual_copy))
    results = picture_results(document)
    write_manual(manual_copy, change="!")
    with caplog.at_level(logging.WARNING):
        left = with_images(results)
    assert all(isinstance(result.node, TextNode) for result in left)
    assert "no longer the PDF that was indexed" in caplog.text


def test_a_path_in_a_payload_shows_no_foreign_file(manual_copy: Path, tmp_path: Path) -> None:
    (document,) = PictureEvidenceTransform(ocr="never")(documents(manual_copy))
    (result, _) = picture_results(document)
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    result.node.metadata["image_evidence"][0]["crop_path"] = str(secret)
    (shown,) = with_images([result])
    assert shown.node.image_resource.path is None
    assert b"secret" not in shown.node.image_resource.data


def test_cached_uncached_and_async_runs_give_the_same_documents(
    server: VisionServer, manual_documents: list[Document], tmp_path: Path
) -> None:
    def texts(nodes: Any) -> list[tuple[str, str]]:
        return sorted((node.node_id, node.get_content()) for node in nodes)

    def made(**options: Any) -> PictureEvidenceTransform:
        settings: dict[str, Any] = {"llm": client(server), "ocr": "never", "cache_dir": str(tmp_path / "cache")}
        return PictureEvidenceTransform(**(settings | options))

    caching = IngestionPipeline(transformations=[made(), ProcedureNodeParser()], cache=IngestionCache())
    first = caching.run(documents=manual_documents)
    asked = len(server.requests)
    assert asked == 2
    assert texts(caching.run(documents=manual_documents)) == texts(first)
    plain = IngestionPipeline(transformations=[made(), ProcedureNodeParser()], disable_cache=True)
    assert texts(asyncio.run(plain.arun(documents=manual_documents))) == texts(first)
    assert len(server.requests) == asked  # every other run found the descriptions in the folder
    other = IngestionPipeline(transformations=[made(llm=client(server, model="vision-2"))], cache=caching.cache)
    other.run(documents=manual_documents)
    assert len(server.requests) == 2 * asked
    assert all(API_KEY not in str(node.to_dict()) for node in first)


def test_a_pipeline_with_a_docstore_describes_and_stores_only_what_changed(
    server: VisionServer, manual_copy: Path, tmp_path: Path
) -> None:
    from llama_index.core.ingestion import DocstoreStrategy
    from llama_index.core.storage.docstore import SimpleDocumentStore

    client_of_store = QdrantClient(":memory:")
    store = layout_vector_store("manuals", client=client_of_store)
    made = PictureEvidenceTransform(llm=client(server), ocr="never", cache_dir=str(tmp_path / "cache"))
    pipeline = IngestionPipeline(
        transformations=[made, ProcedureNodeParser(), WordEmbedding()],
        vector_store=store,
        docstore=SimpleDocumentStore(),
        docstore_strategy=DocstoreStrategy.UPSERTS,
        disable_cache=True,
    )

    def run() -> tuple[int, int, set[str]]:
        before = len(server.requests)
        made_nodes = pipeline.run(documents=documents(manual_copy))
        points, _ = client_of_store.scroll("manuals", limit=1_000)
        return len(server.requests) - before, len(made_nodes), {str(point.id) for point in points}

    asked, nodes, first = run()
    assert (asked, nodes) == (2, len(first))
    assert run() == (0, 0, first)
    write_manual(manual_copy, change="!")
    asked, nodes, changed = run()
    assert asked == 1
    assert len(changed) == nodes == len(first)


@pytest.mark.slow
def test_worker_processes_give_the_same_documents(
    server: VisionServer, manual_documents: list[Document], tmp_path: Path
) -> None:
    made = PictureEvidenceTransform(llm=client(server), ocr="never", cache_dir=str(tmp_path / "cache"))
    pipeline = IngestionPipeline(transformations=[made], disable_cache=True)
    (alone,) = pipeline.run(documents=manual_documents)
    others = pipeline.run(documents=[*manual_documents, Document(text="other")], num_workers=2)
    assert alone.get_content() in [node.get_content() for node in others]
    assert len(server.requests) == 2  # the workers found the descriptions in the folder


def test_to_dict_tells_models_and_options_apart_and_can_be_read_back(server: VisionServer) -> None:
    made = PictureEvidenceTransform(llm=client(server), ocr="never")
    assert made.to_dict() != PictureEvidenceTransform(llm=client(server, model="vision-2"), ocr="never").to_dict()
    assert made.to_dict() != PictureEvidenceTransform(llm=client(server)).to_dict()
    assert made.to_dict() == PictureEvidenceTransform(llm=client(server), ocr="never", num_workers=9).to_dict()
    assert PictureEvidenceTransform.from_dict(made.to_dict()).ocr == "never"
