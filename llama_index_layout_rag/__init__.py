"""Layout-aware retrieval over manuals for LlamaIndex: the public names, loaded when they are first used.

Importing this package imports no PDF library, no OCR and no embedding model.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from llama_index_layout_rag.audit import AuditReport, audit_nodes
    from llama_index_layout_rag.chunking.correction import StepCorrector
    from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
    from llama_index_layout_rag.citations import Citation, highlight
    from llama_index_layout_rag.drawing import draw_layout
    from llama_index_layout_rag.embeddings import LocalEmbedding
    from llama_index_layout_rag.evaluation import (
        AnswerSupportEvaluator,
        compare_strategies,
        evaluate_retrieval,
        read_questions,
    )
    from llama_index_layout_rag.layout import LayoutDocument, LayoutElement, LayoutReadError
    from llama_index_layout_rag.pictures.answering import PictureEvidencePostprocessor
    from llama_index_layout_rag.pictures.description import PictureDescription
    from llama_index_layout_rag.pictures.transform import PictureEvidenceTransform
    from llama_index_layout_rag.readers.reader import LayoutReader
    from llama_index_layout_rag.retrieval import LLMQueryExpander, SectionFirstRetriever
    from llama_index_layout_rag.steps.vocabulary import StepVocabulary
    from llama_index_layout_rag.storage.docstore import VectorStoreDocstore
    from llama_index_layout_rag.storage.ingest import aingest, delete_manual, ingest
    from llama_index_layout_rag.storage.report import IngestReport
    from llama_index_layout_rag.storage.vector_store import LayoutVectorStore, layout_vector_store

_HOMES = {
    "AnswerSupportEvaluator": "evaluation",
    "AuditReport": "audit",
    "Citation": "citations",
    "IngestReport": "storage.report",
    "LLMQueryExpander": "retrieval",
    "LayoutDocument": "layout",
    "LayoutElement": "layout",
    "LayoutReadError": "layout",
    "LayoutReader": "readers.reader",
    "LayoutVectorStore": "storage.vector_store",
    "LocalEmbedding": "embeddings",
    "PictureDescription": "pictures.description",
    "PictureEvidencePostprocessor": "pictures.answering",
    "PictureEvidenceTransform": "pictures.transform",
    "ProcedureNodeParser": "chunking.parser",
    "SectionFirstRetriever": "retrieval",
    "StepCorrector": "chunking.correction",
    "StepVocabulary": "steps.vocabulary",
    "VectorStoreDocstore": "storage.docstore",
    "aingest": "storage.ingest",
    "audit_nodes": "audit",
    "compare_strategies": "evaluation",
    "delete_manual": "storage.ingest",
    "draw_layout": "drawing",
    "evaluate_retrieval": "evaluation",
    "highlight": "citations",
    "ingest": "storage.ingest",
    "layout_vector_store": "storage.vector_store",
    "read_questions": "evaluation",
}

__version__ = "0.1.0"
__all__ = [
    "AnswerSupportEvaluator",
    "AuditReport",
    "Citation",
    "IngestReport",
    "LLMQueryExpander",
    "LayoutDocument",
    "LayoutElement",
    "LayoutReadError",
    "LayoutReader",
    "LayoutVectorStore",
    "LocalEmbedding",
    "PictureDescription",
    "PictureEvidencePostprocessor",
    "PictureEvidenceTransform",
    "ProcedureNodeParser",
    "SectionFirstRetriever",
    "StepCorrector",
    "StepVocabulary",
    "VectorStoreDocstore",
    "aingest",
    "audit_nodes",
    "compare_strategies",
    "delete_manual",
    "draw_layout",
    "evaluate_retrieval",
    "highlight",
    "ingest",
    "layout_vector_store",
    "read_questions",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
