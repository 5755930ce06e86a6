"""The quickstart as a user runs it: own manuals, a question, evidence with citations, a page image, a second run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PIL import Image
from quickstart import excerpt
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
    assert "confidence that the manuals answer this: 0." in first or "answer this: 1.00" in first
    with Image.open(tmp_path / "out" / "evidence.png") as page:
        assert page.size[0] > 500
    second = run(*arguments)
    assert "1 unchanged" in second
    assert "0 embedded" in second


def test_manuals_none_of_which_can_be_read_end_in_one_sentence(tmp_path: Path) -> None:
    empty = tmp_path / "empty.pdf"
    empty.touch()
    command = [sys.executable, str(QUICKSTART), str(empty), "-q", QUESTION, "--output", str(tmp_path / "out")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert ended.returncode == 1
    assert (
        ended.stderr.strip().splitlines()[-1].startswith(f"None of the manuals can be read. {empty}: the file is empty")
    )
    assert "Traceback" not in ended.stderr


def test_of_a_long_result_the_parts_that_the_question_asks_about_are_printed() -> None:
    rows = [f"Error code: E-0{number}\nMeaning: meaning {number}" for number in range(40, 80)]
    shown = excerpt("What does E-042 mean?", "\n\n".join(["Manual > 4.4 Codes", *rows]), 120)
    assert "meaning 42" in shown
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert len(shown) < 150
    assert excerpt("E-042", "short", 120) == "short"
    assert excerpt("?", "x" * 500, 120) == "x" * 120
