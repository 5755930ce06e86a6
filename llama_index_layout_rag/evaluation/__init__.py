"""Evaluation: evidence recall, evidence cards, strategy comparison and answer support."""

from llama_index_layout_rag.evaluation.cards import CardChunk, EvidenceCard, Failure, evidence_card
from llama_index_layout_rag.evaluation.questions import (
    EvaluationQuestion,
    EvidenceGroup,
    EvidencePlace,
    QuestionFileError,
    read_questions,
    select_questions,
)
from llama_index_layout_rag.evaluation.recall import (
    QuestionResult,
    RetrievalReport,
    aevaluate_retrieval,
    evaluate_retrieval,
    figures_of,
)
from llama_index_layout_rag.evaluation.report import figures_json, report_to_html, report_to_markdown
from llama_index_layout_rag.evaluation.strategies import (
    ChunkStrategy,
    StrategyComparison,
    StrategyNodeParser,
    StrategyResult,
    compare_strategies,
)
from llama_index_layout_rag.evaluation.support import AnswerSupportEvaluator, SentenceSupport

__all__ = [
    "AnswerSupportEvaluator",
    "CardChunk",
    "ChunkStrategy",
    "EvaluationQuestion",
    "EvidenceCard",
    "EvidenceGroup",
    "EvidencePlace",
    "Failure",
    "QuestionFileError",
    "QuestionResult",
    "RetrievalReport",
    "SentenceSupport",
    "StrategyComparison",
    "StrategyNodeParser",
    "StrategyResult",
    "aevaluate_retrieval",
    "compare_strategies",
    "evaluate_retrieval",
    "evidence_card",
    "figures_json",
    "figures_of",
    "read_questions",
    "report_to_html",
    "report_to_markdown",
    "select_questions",
]
