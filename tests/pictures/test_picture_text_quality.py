"""Quality on real manuals: what only a screenshot says is found by a question, through OCR, store and retriever."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from llama_index.core.schema import BaseNode, MetadataMode
from qdrant_client import QdrantClient
from word_embedding import WordEmbedding

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.layout import ElementKind, LayoutDocument
from llama_index_layout_rag.pictures import PictureEvidenceTransform
from llama_index_layout_rag.pictures.ocr import can_read
from llama_index_layout_rag.readers.reader import LayoutReader
from llama_index_layout_rag.retrieval import SectionFirstRetriever
from llama_index_layout_rag.storage import ingest, layout_vector_store


@pytest.mark.quality
@pytest.mark.parametrize(
    ("manual", "question", "words"),
    [
        ("plateau-tree", "クロマツの本数が出ている集計表", "クロマツ"),
        ("weko-user-search", "Riemann Sphere が出ている画面", "Riemann"),
        ("weko-user-detail", "Item Full-Upgrade の画面", "Upgrade"),
    ],
)
def test_what_only_a_screenshot_says_is_found(
    shared: Path, tmp_path: Path, manual: str, question: str, words: str
) -> None:
    if not can_read():
        pytest.skip("the extra ocr is not installed")
    documents = LayoutReader().load_data(shared / "structure" / "dev" / f"{manual}.pdf")
    layout = LayoutDocument.from_document(documents[0])
    assert not any(
        words in element.text for element in layout.elements if element.kind is not ElementKind.PICTURE_OCR_TEXT
    )
    # Reading all screenshots of a manual takes minutes; a folder given here keeps what was read between runs.
    kept = os.environ.get("PICTURE_CACHE") or str(tmp_path)
    looked_at: list[BaseNode] = PictureEvidenceTransform(cache_dir=kept)(documents)
    store = layout_vector_store("manuals", client=QdrantClient(":memory:"))
    ingest(looked_at, vector_store=store, embed_model=WordEmbedding(), node_parser=ProcedureNodeParser())  # type: ignore[arg-type]
    results = SectionFirstRetriever(store, WordEmbedding(), similarity_top_k=5).retrieve(question)
    found = [r.node for r in results if words in r.node.get_content(metadata_mode=MetadataMode.NONE)]
    assert any(node.metadata.get("image_evidence") for node in found)
