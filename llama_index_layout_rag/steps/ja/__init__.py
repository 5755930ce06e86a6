"""Reads the steps of Japanese manuals."""

from llama_index_layout_rag.steps.ja.reader import JapaneseStepReader

make_reader = JapaneseStepReader
"""Makes the reader for a `StepVocabulary`."""

__all__ = ["JapaneseStepReader", "make_reader"]
