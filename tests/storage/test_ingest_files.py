"""Ingestion of files: by several processes, within limits, without writing, and what becomes of files that are gone."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.schema import BaseNode, Document
from pdf_builder import PdfBuilder
from word_embedding import WordEmbedding

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.readers.reader import LayoutReader
from llama_index_layout_rag.storage import (
    IngestReport,
    LayoutVectorStore,
    StaleManual,
    WorkerStartError,
    delete_manual,
    ingest,
    layout_vector_store,
    stored_manuals,
)

MEGABYTE = 1_000_000


class TroubledReader(LayoutReader):
    """Does to its process what a file of that name says."""

    def load_data(self, *args: Any, **kwargs: Any) -> list[Document]:
        name = Path(args[0]).name
        if name.startswith("slow"):
            time.sleep(60)
        if name.startswith("killed"):
            os.kill(os.getpid(), signal.SIGKILL)
        if name.startswith("hungry"):
            bytearray(3_000 * MEGABYTE)
        if name.startswith("raising"):
            raise RuntimeError("the file is odd")
        return super().load_data(*args, **kwargs)


class TroubledParser(ProcedureNodeParser):
    """Fails on a manual that asks for it."""

    def _parse_nodes(self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any) -> list[BaseNode]:
        if any("解析できない" in node.get_content() for node in nodes):
            raise RuntimeError("no such steps")
        return super()._parse_nodes(nodes, show_progress, **kwargs)


def write_manual(folder: Path, name: str, steps: int = 6, word: str = "ボタン") -> Path:
    lines = ["# 取扱説明書 " + Path(name).stem]
    for number in range(steps):
        if number % 3 == 0:
            lines += ["", f"## {number // 3 + 1}. 章{number // 3 + 1}", ""]
        lines.append(f"{number % 3 + 1}. {word}{number}を押します。ランプ{number}が点灯します。")
    path = folder / name
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture
def manuals(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "manuals"
    folder.mkdir()
    return [write_manual(folder, f"m{number}.md", word=f"ボタン{number}-") for number in range(5)]


def run(store: LayoutVectorStore, paths: Sequence[Path], **options: Any) -> IngestReport:
    return ingest(paths, vector_store=store, embed_model=WordEmbedding(), **options)


def points(store: LayoutVectorStore) -> dict[str, tuple[Any, Any]]:
    if not store.exists():
        return {}
    records, _ = store.client.scroll(store.collection_name, limit=10_000, with_vectors=True)
    return {str(record.id): (record.payload, record.vector) for record in records}


def test_worker_processes_store_what_one_process_stores(manuals: list[Path]) -> None:
    one, several, documents = layout_vector_store(), layout_vector_store(), layout_vector_store()
    alone = run(one, manuals)
    together = run(several, manuals, num_workers=2)
    assert together.to_dict() == alone.to_dict()
    assert len(alone.added) == 5
    assert points(several) == points(one)
    run(documents, LayoutReader().load_data(manuals))
    assert points(documents) == points(one)


@pytest.mark.slow
def test_four_workers_find_documents_unchanged_that_one_has_stored(manuals: list[Path]) -> None:
    store = layout_vector_store()
    documents = LayoutReader().load_data(manuals)
    run(store, manuals)
    assert len(run(store, documents, num_workers=4).unchanged) == 5  # type: ignore[arg-type]


@pytest.mark.slow
def test_what_befalls_one_file_does_not_befall_the_others(manuals: list[Path]) -> None:
    store, folder = layout_vector_store(), manuals[0].parent
    old = write_manual(folder, "killed.md")
    run(store, [old])
    stored = points(store)
    troubled = [old, write_manual(folder, "slow.md"), write_manual(folder, "hungry.md")]
    troubled.append(write_manual(folder, "raising.md"))
    unparsable = write_manual(folder, "unparsable.md", word="解析できない")
    report = run(
        store,
        [*troubled, *manuals, unparsable, folder / "none.md"],
        reader=TroubledReader(),
        node_parser=TroubledParser(),
        num_workers=2,
        file_timeout=6,
        file_memory=1_000 * MEGABYTE,
    )
    reasons = {Path(path).name: reason for path, reason in report.unreadable.items()}
    assert len(report.added) == len(manuals)
    assert not report.ok
    assert "ended by SIGKILL" in reasons["killed.md"]
    assert "longer than 6 s" in reasons["slow.md"]
    assert "more than 1,000,000,000 bytes" in reasons["hungry.md"]
    assert "the file is odd" in reasons["raising.md"]
    assert "no such file" in reasons["none.md"]
    assert "no such steps" in next(iter(report.failed.values()))
    assert {key: points(store)[key] for key in stored} == stored
    assert report.stale == []


@pytest.mark.slow
def test_a_limit_of_time_holds_with_one_worker_too(manuals: list[Path]) -> None:
    slow = write_manual(manuals[0].parent, "slow.md")
    started = time.monotonic()
    report = run(layout_vector_store(), [slow, manuals[0]], reader=TroubledReader(), file_timeout=6)
    assert time.monotonic() - started < 55
    assert list(report.unreadable) == [str(slow)]
    assert len(report.added) == 1


@pytest.mark.slow
def test_documents_whose_parsing_takes_too_long_are_failed_manuals() -> None:
    documents = [Document(text="電源を入れます。", id_=name) for name in ("a", "b")]
    report = ingest(
        documents,
        vector_store=layout_vector_store(),
        embed_model=WordEmbedding(),
        node_parser=SlowParser(),
        file_timeout=6,
    )
    assert list(report.failed) == ["a"]
    assert report.added == ["b"]


class SlowParser(ProcedureNodeParser):
    def _parse_nodes(self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any) -> list[BaseNode]:
        if nodes[0].node_id == "a":
            time.sleep(60)
        return super()._parse_nodes(nodes, show_progress, **kwargs)


def test_a_reader_that_cannot_be_sent_to_workers_is_told(manuals: list[Path]) -> None:
    class Local(LayoutReader):
        pass

    with pytest.raises(WorkerStartError, match="num_workers=1"):
        run(layout_vector_store(), manuals, reader=Local(), num_workers=2)


@pytest.mark.slow
def test_a_script_without_its_guard_is_told_so(manuals: list[Path], tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from word_embedding import WordEmbedding\n"
        "from llama_index_layout_rag.storage import ingest, layout_vector_store\n"
        f"ingest([{str(manuals[0])!r}], vector_store=layout_vector_store(), embed_model=WordEmbedding(), file_timeout=60)\n",
        encoding="utf-8",
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, env=environment, timeout=120)
    assert done.returncode != 0
    assert '`if __name__ == "__main__":`' in done.stderr.splitlines()[-1]


def test_one_manual_of_several_files_is_read_together(manuals: list[Path]) -> None:
    store = layout_vector_store()
    report = run(store, manuals, reader=LayoutReader(manual_id="all"), num_workers=2)
    assert report.added == ["all"]
    assert {payload["manual_id"] for payload, _ in points(store).values()} == {"all"}


def test_the_same_manual_from_two_sources_is_not_stored_over_itself(manuals: list[Path]) -> None:
    class SameReader(LayoutReader):
        def load_data(self, *args: Any, **kwargs: Any) -> list[Document]:
            documents = super().load_data(*args, **kwargs)
            for document in documents:
                document.metadata["manual_id"] = "same"
            return documents

    store = layout_vector_store()
    report = run(store, manuals[:2], reader=SameReader())
    assert "two of the sources are the same manual" in report.failed["same"]
    assert "ボタン0-0" in "".join(node.get_content() for node in store.get_nodes())


def test_a_dry_run_says_what_a_run_would_do_and_writes_nothing(manuals: list[Path]) -> None:
    store = layout_vector_store()
    plan = run(store, manuals[:4], dry_run=True)
    assert not store.exists()
    done = run(store, manuals[:4])
    assert plan.to_dict() == {**done.to_dict(), "dry_run": True}

    write_manual(manuals[0].parent, "m1.md", steps=5, word="ボタン1-")
    manuals[2].unlink()
    before, version = points(store), store.journal().version  # type: ignore[union-attr]
    changed = [manuals[0], manuals[1], *manuals[3:]]
    plan = run(store, changed, dry_run=True, prune=True)
    assert points(store) == before
    assert store.journal().version == version  # type: ignore[union-attr]
    done = run(store, changed, prune=True)
    assert plan.to_dict() == {**done.to_dict(), "dry_run": True}
    assert (len(done.added), len(done.updated), len(done.unchanged), len(done.pruned)) == (1, 1, 2, 1)
    change = done.changes[done.updated[0]]
    assert change.passages_embedded > 0
    assert change.nodes_kept > 0
    assert change.source == str(manuals[1])
    assert "dry run, nothing was written" in str(plan)
    assert f"updated: {change.title}" in str(plan)


def test_manuals_whose_files_are_gone_are_named_and_deleted_only_on_demand(manuals: list[Path]) -> None:
    store = layout_vector_store()
    ids = run(store, manuals).added
    manuals[4].unlink()
    report = run(store, manuals[:1])
    assert report.stale == [StaleManual(ids[4], str(manuals[4]), reason="prune=True deletes it")]
    assert len(stored_manuals(store)) == 5
    report = run(store, manuals[:1], prune=True)
    assert report.pruned == [ids[4]]
    assert [manual.manual_id for manual in stored_manuals(store)] == sorted(ids[:4])
    assert report.nodes_deleted > 0


def test_a_folder_that_is_gone_may_come_back(manuals: list[Path], tmp_path: Path) -> None:
    store = layout_vector_store()
    run(store, manuals[:2])
    shutil.move(manuals[0].parent, tmp_path / "elsewhere")
    other = write_manual(tmp_path, "other.md")
    report = run(store, [other], prune=True)
    assert report.pruned == []
    assert len(report.stale) == 2
    assert "may come back" in str(report)
    report = run(store, sorted((tmp_path / "elsewhere").glob("m[01].md")), prune=True)
    assert len(report.pruned) == 2
    assert {manual.renamed_to for manual in report.stale} == set(report.added)


def test_a_renamed_file_is_recognised_and_not_embedded_again(manuals: list[Path]) -> None:
    store = layout_vector_store()
    [old] = run(store, manuals[:1]).added
    before = points(store)
    new_path = manuals[0].rename(manuals[0].with_name("renamed.md"))
    report = run(store, [new_path])
    [new] = report.added
    assert report.nodes_embedded == 0
    assert report.stale[0].renamed_to == new
    assert f"which is now {new}" in str(report)
    assert run(store, [new_path], prune=True).pruned == [old]
    fresh = layout_vector_store()
    run(fresh, [new_path])
    assert points(store).keys() == points(fresh).keys()
    assert not points(store).keys() & before.keys()


def test_a_renamed_file_with_a_manual_id_is_the_same_manual(manuals: list[Path]) -> None:
    store, reader = layout_vector_store(), LayoutReader(manual_id="ES-200")
    run(store, manuals[:1], reader=reader)
    new_path = manuals[0].rename(manuals[0].with_name("renamed.md"))
    report = run(store, [new_path], reader=reader)
    assert (report.updated, report.stale) == (["ES-200"], [])
    assert {payload["source_uri"] for payload, _ in points(store).values()} == {str(new_path)}


def test_a_manual_of_which_a_file_cannot_be_read_keeps_what_is_stored(tmp_path: Path) -> None:
    folder, store = tmp_path / "folder", layout_vector_store()
    folder.mkdir()
    write_manual(folder, "a.md", word="ボタンA-")
    second = write_manual(folder, "b.md", word="ボタンB-")
    reader = LayoutReader(on_error="skip")
    [manual_id] = run(store, [folder], reader=reader).added
    before = points(store)
    second.write_bytes(bytes(range(256)) * 4)
    report = run(store, [folder], reader=reader)
    assert list(report.unreadable) == [str(second)]
    assert "1 of its files cannot be read; what is stored of the manual stays" in report.failed[manual_id]
    assert points(store) == before
    assert run(store, [folder]).unreadable, "without skip nothing of the folder is read"
    assert points(store) == before
    second.unlink()
    assert run(store, [folder], reader=reader).updated == [manual_id]


def test_documents_without_files_are_never_stale() -> None:
    store = layout_vector_store()
    ingest([Document(text="電源を入れます。", id_="a")], vector_store=store, embed_model=WordEmbedding())
    report = ingest([Document(text="切ります。", id_="b")], vector_store=store, embed_model=WordEmbedding(), prune=True)
    assert report.stale == []
    assert [manual.source for manual in stored_manuals(store)] == ["", ""]


def test_stored_manuals_say_what_is_whole(manuals: list[Path]) -> None:
    store = layout_vector_store()
    assert stored_manuals(store) == []
    ids = run(store, manuals[:2]).added
    node = next(id_ for id_, (payload, _) in points(store).items() if payload["chunk_level"] == "child")
    store.delete_nodes([node])
    broken = points(store)
    assert sorted(manual.complete for manual in stored_manuals(store)) == [False, True]
    assert sum(manual.nodes for manual in stored_manuals(store)) == len(broken)
    delete_manual(ids[0], vector_store=store)
    assert [manual.manual_id for manual in stored_manuals(store)] == [ids[1]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_workers": 0}, "num_workers is 0"),
        ({"num_workers": "4"}, "num_workers is '4'"),
        ({"file_timeout": -1}, "file_timeout is -1"),
        ({"file_memory": "1GB"}, "file_memory is '1GB'"),
        ({"reader": "x"}, "reader is a str"),
    ],
)
def test_wrong_options_are_refused_with_a_sentence(options: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        run(layout_vector_store(), [], **options)


def test_a_folder_that_takes_over_manuals_of_its_files_says_so(tmp_path: Path) -> None:
    folder, store = tmp_path / "folder", layout_vector_store()
    folder.mkdir()
    for name in ("one", "two"):
        builder = PdfBuilder().heading(f"取扱説明書 {name}", 20).heading("1. 準備")
        (folder / f"{name}.pdf").write_bytes(builder.item("1.", f"電源ボタン{name}を押します。").build())
    page = write_manual(folder, "page.md")
    files = sorted(folder.iterdir())
    alone = run(store, files).changes
    ids = {Path(change.source).name: manual_id for manual_id, change in alone.items()}
    for dry_run in (True, False):
        report = run(store, [folder], dry_run=dry_run)
        assert len(report.added) == 1, "the folder is a manual that was not stored before"
        assert report.absorbed == sorted([ids["one.pdf"], ids["two.pdf"]])
        assert len([warning for warning in report.warnings if "no longer stored under its own id" in warning]) == 2
        [twice] = [warning for warning in report.warnings if "both will be found" in warning]
        assert str(page) in twice
        assert ids["page.md"] in twice
    assert {manual.manual_id for manual in stored_manuals(store)} == {*report.added, ids["page.md"]}
    delete_manual(ids["page.md"], vector_store=store)
    assert run(store, [folder]).warnings == []
