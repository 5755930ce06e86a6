"""The quickstart as a user runs it: own manuals, a question, evidence with citations, a page image, a second run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PIL import Image
from sample_manuals import LABEL_PROCEDURE

QUICKSTART = Path(__file__).parents[2] / "examples" / "quickstart.py"
QUESTION = "未承認のとき、ラベルの発行はどうなりますか？"


def run(*arguments: str) -> str:
    command = [sys.executable, str(QUICKSTART), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout


def test_own_manuals_are_indexed_once_answered_with_citations_and_framed(
    sample_manuals: dict[str, Path], tmp_path: Path
) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 cut")
    arguments = [str(sample_manuals[LABEL_PROCEDURE]), str(broken), "-q", QUESTION, "--output", str(tmp_path / "out")]
    first = run(*arguments)
    assert "1 added" in first
    assert f"=== {QUESTION}" in first
    assert "納品ラベル発行業務操作手順書 >" in first.replace("業務 操作", "業務操作")
    assert LABEL_PROCEDURE in first
    with Image.open(tmp_path / "out" / "evidence.png") as page:
        assert page.size[0] > 500
    second = run(*arguments)
    assert "1 unchanged" in second
    assert "0 embedded" in second
