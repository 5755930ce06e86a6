"""Steps: what one item or sentence of a manual tells the reader to do, by a reader of its own for each language."""

from llama_index_layout_rag.steps.model import StepAnalysis, StepRecord, all_spans
from llama_index_layout_rag.steps.records import RESULT_MARKS, StepRecorder
from llama_index_layout_rag.steps.references import elements_by_label, elements_meant, unnumbered_caption
from llama_index_layout_rag.steps.vocabulary import StepVocabulary

__all__ = [
    "RESULT_MARKS",
    "StepAnalysis",
    "StepRecord",
    "StepRecorder",
    "StepVocabulary",
    "all_spans",
    "elements_by_label",
    "elements_meant",
    "unnumbered_caption",
]
