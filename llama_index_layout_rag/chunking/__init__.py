"""Chunking: a layout as manual, section, parent and child nodes, with step records and the payload that all later stages read."""

from llama_index_layout_rag.chunking.correction import StepCorrector
from llama_index_layout_rag.chunking.identity import ManualIdentity, identify_manual
from llama_index_layout_rag.chunking.parser import ProcedureNodeParser, group_by_manual
from llama_index_layout_rag.chunking.payload import (
    LLM_VISIBLE_KEYS,
    SCHEMA_VERSION,
    ChunkLevel,
    CodeCell,
    ContentType,
    NodePayload,
    RegionRecord,
)
from llama_index_layout_rag.chunking.units import MAX_LEAD_CHARS, SENTENCE_END

__all__ = [
    "LLM_VISIBLE_KEYS",
    "MAX_LEAD_CHARS",
    "SCHEMA_VERSION",
    "SENTENCE_END",
    "ChunkLevel",
    "CodeCell",
    "ContentType",
    "ManualIdentity",
    "NodePayload",
    "ProcedureNodeParser",
    "RegionRecord",
    "StepCorrector",
    "group_by_manual",
    "identify_manual",
]
