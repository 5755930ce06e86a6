"""Fixtures of the picture tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.llms import LLM
from llama_index.core.schema import Document

from llama_index_layout_rag.layout import LayoutDocument, VisualRole
from llama_index_layout_rag.pictures import PictureEvidence, evidence_of
from pictures.manual_with_pictures import documents, write_manual
from pictures.vision_server import API_KEY, VisionServer, describes, vision_server


@pytest.fixture(scope="module")
def manual_pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The manual with pictures of every role."""
    return write_manual(tmp_path_factory.mktemp("manual") / "ES-200.pdf")


@pytest.fixture(scope="module")
def manual_documents(manual_pdf: Path) -> list[Document]:
    return documents(manual_pdf)


@pytest.fixture
def server() -> Iterator[VisionServer]:
    with vision_server(describes(summary="設定画面です。", keywords=["設定"])) as running:
        yield running


def client(server: VisionServer, **options: Any) -> LLM:
    """A real LlamaIndex client that does not retry by itself."""
    from llama_index.llms.openai_like import OpenAILike

    settings = {"model": "vision-1", "max_retries": 0, "timeout": 10.0, "is_chat_model": True} | options
    return OpenAILike(api_base=server.url, api_key=API_KEY, **settings)


def evidence(document: Any, role: VisualRole = VisualRole.CONTENT) -> list[PictureEvidence]:
    """The evidence of one role in a Document."""
    found = map(evidence_of, LayoutDocument.from_document(document).elements)
    return [record for record in found if record is not None and record.visual_role is role]
