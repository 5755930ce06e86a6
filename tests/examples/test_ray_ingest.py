"""A folder of manuals through Ray Data: the same store as `ingest` makes, with the work done by workers."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sample_manuals import ES_200, EX_50, LABEL_PROCEDURE
from word_embedding import WordEmbedding

from llama_index_layout_rag import IngestReport, LayoutReader, LayoutVectorStore, ingest, layout_vector_store

pytest.importorskip("ray.data", reason="the extra ray is not installed", exc_type=ImportError)
pytestmark = pytest.mark.slow

TESTS, EXAMPLES = Path(__file__).parents[1], Path(__file__).parents[2] / "examples"
EMBEDDING = "word_embedding:WordEmbedding"


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    """Ray on this machine, with two workers' worth of cores."""
    import ray

    path = os.pathsep.join([str(TESTS), str(EXAMPLES)])
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": path}})
    yield
    ray.shutdown()


@pytest.fixture
def folder(sample_manuals: dict[str, Path], tmp_path: Path) -> Path:
    """Three manuals, one of them a folder of pages, and a broken file."""
    folder = tmp_path / "manuals"
    folder.mkdir()
    for name in (ES_200, EX_50):
        shutil.copy(sample_manuals[name], folder)
    pages = folder / "handbook"
    pages.mkdir()
    (pages / "a.md").write_text("# Handbook\n\n## Start\n\n1. Press [On].\n2. Wait.\n", encoding="utf-8")
    (pages / "b.md").write_text("## Stop\n\n1. Press [Off].\n", encoding="utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 cut")
    return folder


def run(folder: Path, store: LayoutVectorStore) -> dict[str, IngestReport | str]:
    from ray_ingest import ingest_folder

    return {Path(path).name: outcome for path, outcome in ingest_folder(folder, store, EMBEDDING, workers=2)}


def contents(store: LayoutVectorStore) -> dict[str, object]:
    """Ids with texts, vectors and lexical vectors."""
    points, _ = store.client.scroll(store.collection_name, limit=10_000, with_payload=True, with_vectors=True)
    return {str(point.id): (point.payload, json.dumps(point.vector, default=vars, sort_keys=True)) for point in points}


def test_workers_make_the_store_that_ingest_makes(folder: Path) -> None:
    store, plain = layout_vector_store("by_workers"), layout_vector_store("by_one")
    outcomes = run(folder, store)
    assert "truncated" in str(outcomes.pop("broken.pdf"))
    assert set(outcomes) == {ES_200, EX_50, "handbook"}
    assert all(isinstance(one, IngestReport) and len(one.added) == 1 for one in outcomes.values())

    for path in sorted(folder.iterdir()):
        if path.name != "broken.pdf":
            ingest(LayoutReader().load_data(path), vector_store=plain, embed_model=WordEmbedding())
    assert contents(store) == contents(plain)


def test_a_second_run_embeds_only_what_changed(folder: Path, sample_manuals: dict[str, Path]) -> None:
    from ray_ingest import Preparer, stored_ids

    store = layout_vector_store("twice")
    run(folder, store)
    again = run(folder, store)
    again.pop("broken.pdf")
    assert all(isinstance(one, IngestReport) and one.unchanged and not one.nodes_embedded for one in again.values())

    handbook = folder / "handbook" / "b.md"
    handbook.write_text(handbook.read_text(encoding="utf-8") + "\n## Clean\n\n1. Press [Rinse].\n", encoding="utf-8")
    shutil.copy(sample_manuals[LABEL_PROCEDURE], folder)
    import ray

    worker = Preparer(EMBEDDING, ray.put(stored_ids(store, WordEmbedding())))
    assert json.loads(worker({"path": str(folder / EX_50)})["texts"]) == []
    assert 0 < len(json.loads(worker({"path": str(folder / "handbook")})["texts"])) < 5
    third = run(folder, store)
    assert isinstance(third["handbook"], IngestReport)
    assert third["handbook"].updated
    assert isinstance(third[LABEL_PROCEDURE], IngestReport)
    assert third[LABEL_PROCEDURE].added
