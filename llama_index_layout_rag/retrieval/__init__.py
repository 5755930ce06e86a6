"""Retrieval: from a question to ranked passages with their reasons and confidence."""

from llama_index_layout_rag.retrieval.confidence import ConfidenceModel, QuestionSignals
from llama_index_layout_rag.retrieval.engines import ListQuery, SearchEngine, engine_for
from llama_index_layout_rag.retrieval.expansion import LLMQueryExpander, QueryExpander
from llama_index_layout_rag.retrieval.manuals import ManualIndex, ManualMatch
from llama_index_layout_rag.retrieval.question import Question, QuestionKind, analyze_question
from llama_index_layout_rag.retrieval.ranking import RankingOptions
from llama_index_layout_rag.retrieval.retriever import SectionFirstRetriever
from llama_index_layout_rag.retrieval.selection import SEGMENT_CHARS

__all__ = [
    "SEGMENT_CHARS",
    "ConfidenceModel",
    "LLMQueryExpander",
    "ListQuery",
    "ManualIndex",
    "ManualMatch",
    "QueryExpander",
    "Question",
    "QuestionKind",
    "QuestionSignals",
    "RankingOptions",
    "SearchEngine",
    "SectionFirstRetriever",
    "analyze_question",
    "engine_for",
]
