"""Pictures of HTML and Markdown manuals: from files below the manual's folder, and from nowhere else."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.schema import NodeWithScore, TextNode

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.pictures import PictureEvidenceTransform, with_images
from llama_index_layout_rag.readers.reader import LayoutReader
from pictures.conftest import client, evidence
from pictures.manual_with_pictures import screen
from pictures.vision_server import VisionServer


def manual(folder: Path, *sources: str) -> list[Any]:
    folder.mkdir(exist_ok=True)
    pictures = "\n\n".join(f"![設定画面]({source})" for source in sources)
    path = folder / "manual.md"
    path.write_text(f"# ES-200\n\n## 設定\n\n1. 設定を押します。\n\n{pictures}\n", encoding="utf-8")
    return LayoutReader().load_data(path)


def test_a_picture_beside_the_manual_is_shown_to_the_model(server: VisionServer, tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    screen("Screen").save(tmp_path / "m" / "a b.png")
    made = PictureEvidenceTransform(llm=client(server), ocr="never", crop_dir=str(tmp_path / "crops"))
    (record,) = evidence(made(manual(tmp_path / "m", "a%20b.png"))[0])
    assert record.description is not None
    assert Path(record.crop_path).is_file()
    assert server.requests[0].images[0].size == screen("Screen").size


@pytest.mark.parametrize(
    "source", ["../secret.png", "/etc/hostname", "http://127.0.0.1:9/x.png", "missing.png", "text.png"]
)
def test_nothing_outside_the_manual_is_opened(server: VisionServer, tmp_path: Path, source: str) -> None:
    screen("Secret").save(tmp_path / "secret.png")
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "text.png").write_text("no picture")
    made = PictureEvidenceTransform(llm=client(server), ocr="never", crop_dir=str(tmp_path / "crops"))
    records = evidence(made(manual(tmp_path / "m", source))[0])
    assert all(not record.crop_path for record in records)
    assert not server.requests


def test_a_picture_file_is_shown_at_answer_time_unless_it_is_gone_or_changed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "m"
    folder.mkdir()
    screen("Screen").save(folder / "a.png")
    made = PictureEvidenceTransform(ocr="never", crop_dir=str(tmp_path / "crops"))
    nodes = ProcedureNodeParser().get_nodes_from_documents(made(manual(folder, "a.png")))
    results = [NodeWithScore(node=node, score=1.0) for node in nodes if node.metadata.get("contains_picture")]
    assert results
    shutil.rmtree(tmp_path / "crops")
    (shown,) = with_images(results, crop_dir=tmp_path / "again")
    assert Path(shown.node.image_resource.path).is_file()
    assert "context_crop_path" not in shown.node.metadata["image_evidence"][0]
    (moved,) = with_images(results, source_uris={str(folder / "manual.md"): str(tmp_path / "elsewhere" / "manual.md")})
    assert isinstance(moved.node, TextNode)
    screen("Another").save(folder / "a.png")
    (changed,) = with_images(results)
    assert isinstance(changed.node, TextNode)
    assert "has changed" in caplog.text
    assert "is gone" in caplog.text
