"""Files that no reader gets through: the limits of `ingest` end them, and the others are stored."""

from __future__ import annotations

from pathlib import Path

import hostile_pdf
import pytest
from word_embedding import WordEmbedding

from llama_index_layout_rag.readers.reader import LayoutReader
from llama_index_layout_rag.storage import ingest, layout_vector_store


@pytest.mark.slow
def test_pdf_bombs_are_ended_by_the_limits_and_the_others_are_stored(tmp_path: Path) -> None:
    (tmp_path / "endless.pdf").write_bytes(hostile_pdf.laughing_forms())
    (tmp_path / "large.pdf").write_bytes(hostile_pdf.huge_stream())
    (tmp_path / "manual.pdf").write_bytes(hostile_pdf.many_objects(1))
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 20_000
    report = ingest(
        sorted(tmp_path.iterdir()),
        vector_store=layout_vector_store(),
        embed_model=WordEmbedding(),
        reader=LayoutReader(ocr="off"),
        file_timeout=20,
        file_memory=800_000_000,
    )
    reasons = {Path(path).name: reason for path, reason in report.unreadable.items()}
    assert len(report.added) == 1
    assert set(reasons) == {"endless.pdf", "large.pdf"}
    assert all("longer than 20 s" in reason or "memory" in reason for reason in reasons.values())
