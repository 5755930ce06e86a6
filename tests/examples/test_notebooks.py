"""The notebooks run from top to bottom, and show what they promise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def code_of(notebook: Path) -> list[str]:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_opens_with_what_the_reader_gets_and_shows_pictures(notebook: Path) -> None:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    assert cells[0]["cell_type"] == "markdown"
    assert "What you get" in "".join(cells[0]["source"])
    assert any("image/png" in output.get("data", {}) for cell in cells for output in cell.get("outputs", []))
    assert all(output["output_type"] != "error" for cell in cells for output in cell.get("outputs", []))


@pytest.mark.slow
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_runs(notebook: Path) -> None:
    names: dict[str, object] = {}
    for source in code_of(notebook):
        exec(compile(source, str(notebook), "exec"), names)
