"""English step rules: `EnglishReader` reads with them."""

from __future__ import annotations

from llama_index_layout_rag.steps.en.reader import EnglishReader

__all__ = ["EnglishReader"]
