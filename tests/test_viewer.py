"""The viewer: one file that holds a manual's pages and all that was read from them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from layout_builder import manual
from llama_index.core.schema import NodeWithScore
from pdf_builder import PdfBuilder

from llama_index_layout_rag import ProcedureNodeParser
from llama_index_layout_rag.cli import main
from llama_index_layout_rag.layout import LayoutDocument
from llama_index_layout_rag.viewer import view_layout

CHROMIUM = shutil.which("chromium")


def data_of(path: Path) -> dict[str, Any]:
    found = re.search(
        r'<script type="application/json" id="data">(.*?)</script>', path.read_text(encoding="utf-8"), re.DOTALL
    )
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def sample() -> LayoutDocument:
    builder = (
        manual("ES-200 取扱説明書").heading("1. 登録").step("1.", "登録ボタンを押します。確認画面が表示されます。")
    )
    return builder.text("</script><script>alert(1)</script>").picture(caption="図1 画面").layout()


def test_the_page_holds_elements_chunks_steps_pictures_and_loads_nothing(tmp_path: Path) -> None:
    path = view_layout(sample(), tmp_path / "manual.html")
    data = data_of(path)
    assert [e["label"] for e in data["elements"]][:2] == [
        "1. 登録",
        "1. 登録ボタンを押します。確認画面が表示されます。",
    ]
    assert {e["id"] for e in data["elements"]} >= {id_ for chunk in data["chunks"] for id_ in chunk["ids"]}
    (step,) = data["steps"]
    assert (step["ids"], step["fields"]["action"], step["fields"]["result"]) == (
        ["e1"],
        "押す",
        "確認画面が表示されます",
    )
    assert len(data["pictures"]) == 1
    text = path.read_text(encoding="utf-8")
    assert text.count("<script") == 2 + json.dumps(data).count("<script")
    assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", text)


def test_pages_of_a_pdf_are_in_the_file(tmp_path: Path) -> None:
    pdf = PdfBuilder()
    pdf.text(72, 80, "1. Start", size=18)
    pdf.text(72, 120, "Press the red button to start the machine.")
    (tmp_path / "m.pdf").write_bytes(pdf.build())
    (page,) = data_of(view_layout(tmp_path / "m.pdf", tmp_path / "m.html"))["pages"]
    assert page["image"].startswith("data:image/webp;base64,")


def test_results_come_with_citation_confidence_and_reasons(tmp_path: Path) -> None:
    layout = sample()
    nodes = ProcedureNodeParser().get_nodes_from_documents([layout.to_document()])
    child = next(node for node in nodes if node.metadata["chunk_level"] == "child")
    child.metadata |= {"confidence": 0.834, "why": {"manual": "named", "codes": []}}
    (result,) = data_of(view_layout(layout, tmp_path / "m.html", nodes=nodes, results=[NodeWithScore(node=child)]))[
        "results"
    ]
    assert (result["confidence"], result["why"]) == (0.83, {"manual": '"named"'})
    assert "1. 登録" in result["citation"]


def test_the_command_writes_the_page_beside_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "guide.md").write_text("# Guide\n\n1. Press [On].\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["view", "guide.md"]) == 0
    assert "guide.html" in capsys.readouterr().out
    assert data_of(tmp_path / "guide.html")["pages"] == []


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="needs chromium")
def test_a_link_to_an_element_selects_it_on_both_sides(tmp_path: Path) -> None:
    path = view_layout(sample(), tmp_path / "manual.html")
    flags = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--virtual-time-budget=3000",
        f"--user-data-dir={tmp_path / 'user'}",
    ]
    shown = subprocess.run(
        [str(CHROMIUM), *flags, "--dump-dom", f"{path.as_uri()}#e1"], capture_output=True, text=True, timeout=60
    )
    assert re.search(r'class="row\s+on"[^>]*>1\. 登録ボタン', shown.stdout)
    assert 'class="box on"' in shown.stdout
