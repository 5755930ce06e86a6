"""English step rules: `EnglishStepReader` reads with them."""

from __future__ import annotations

from llama_index_layout_rag.steps.en.reader import EnglishStepReader

__all__ = ["EnglishStepReader"]
