"""The command line, run in this process: what it prints, and its exit codes."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path

import pytest
from sample_manuals import ES_200, ES_300

from llama_index_layout_rag.cli import FOUND_PROBLEMS, OK, USAGE, main

EMBEDDING = ["--embedding", "word_embedding:WordEmbedding"]


@pytest.fixture(scope="module")
def store(sample_manuals: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = str(tmp_path_factory.mktemp("cli") / "store")
    files = [str(sample_manuals[ES_200]), str(sample_manuals[ES_300])]
    assert main(["ingest", *files, "--store", folder, *EMBEDDING]) == OK
    return folder


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.jsonl"
    places = [{"doc": ES_200, "anchor": "［日付と時刻］を押します"}]
    rows = [
        {
            "id": "1",
            "lang": "ja",
            "type": "operation",
            "question": "ES-200の日付を直したい",
            "evidence": [{"any_of": places}],
        },
        {"id": "2", "lang": "ja", "type": "unanswerable", "question": "ES-200の重さは？", "evidence": []},
    ]
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")
    return path


@pytest.mark.parametrize("command", ["inspect", "ingest", "manuals", "delete", "ask", "audit", "evaluate"])
def test_every_command_has_help_that_names_the_exit_codes(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == OK
    assert "Exit codes: 0" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nothing"],
        ["ask"],
        ["ask", "x", "-k", "0"],
        ["inspect"],
        ["delete"],
        ["ingest", "x", "--workers", "0"],
        ["ingest", "x", "--timeout", "a"],
    ],
)
def test_wrong_usage_is_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == USAGE


def test_inspect_shows_headings_steps_and_tables_by_level(
    sample_manuals: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["inspect", str(sample_manuals[ES_200])]) == OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{ES_200}: ")
    assert any(line.startswith("# 2. 準備する") for line in lines)
    assert any(line.startswith("  # 2.2 日付と時刻を設定する") for line in lines)
    assert any("list_item: " in line and "［日付と時刻］を押します" in line for line in lines)
    assert any("table: " in line and "columns" in line for line in lines)


def test_inspect_writes_page_images_and_json(
    sample_manuals: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [
        "inspect",
        str(sample_manuals[ES_200]),
        "--pages",
        "2-3",
        "--images",
        str(tmp_path),
        "--dpi",
        "40",
        "--json",
    ]
    assert main(arguments) == OK
    shown = json.loads(capsys.readouterr().out)
    assert {element["page"] for element in shown["elements"]} == {2, 3}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["page_0002.png", "page_0003.png"]


@pytest.mark.parametrize("pages", ["0", "99", "x", "3-1", ""])
def test_pages_that_do_not_exist_are_wrong_usage(
    pages: str, sample_manuals: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["inspect", str(sample_manuals[ES_200]), f"--pages={pages}"])
    assert code == (USAGE if pages else OK)
    assert ("--pages" in capsys.readouterr().err) is bool(pages)


def test_a_file_that_cannot_be_read_is_1_with_the_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.pdf"
    path.write_bytes(b"%PDF-1.7 nothing more")
    assert main(["inspect", str(path)]) == FOUND_PROBLEMS
    assert "broken.pdf" in capsys.readouterr().err


def test_ingest_stores_what_can_be_read_and_names_the_rest(
    sample_manuals: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 nothing more")
    arguments = [
        "ingest",
        str(broken),
        str(sample_manuals[ES_200]),
        "--store",
        str(tmp_path / "store"),
        "--json",
        *EMBEDDING,
    ]
    assert main(arguments) == FOUND_PROBLEMS
    report = json.loads(capsys.readouterr().out)
    assert len(report["added"]) == 1
    assert list(report["unreadable"]) == [str(broken)]
    assert main([*arguments[:1], *arguments[2:]]) == OK
    assert len(json.loads(capsys.readouterr().out)["unchanged"]) == 1


def test_a_dry_run_says_what_would_change_and_makes_no_store(
    sample_manuals: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "store"
    arguments = ["ingest", str(sample_manuals[ES_200]), "--store", str(folder), "--dry-run", *EMBEDDING]
    assert main(arguments) == OK
    out = capsys.readouterr().out
    assert "dry run, nothing was written; manuals: 1 added" in out
    assert "passages to embed" in out
    assert not folder.exists()
    assert main([*arguments, "--json"]) == OK
    report = json.loads(capsys.readouterr().out)
    [change] = report["changes"].values()
    assert change["state"] == "added"
    assert change["passages_embedded"] > 0
    assert report["dry_run"] is True


def test_manuals_are_listed_pruned_and_deleted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / f"{name}.md" for name in "abc"]
    for file in files:
        file.write_text(f"# 手順書{file.stem}\n\n1. ボタンを押します。\n", encoding="utf-8")
    store = ["--store", str(tmp_path / "store")]
    assert main(["ingest", *map(str, files), *store, *EMBEDDING, "--json"]) == OK
    ids = json.loads(capsys.readouterr().out)["added"]
    files[2].unlink()
    assert main(["ingest", str(files[0]), *store, *EMBEDDING]) == OK
    assert f"stale: {ids[2]}" in capsys.readouterr().out
    assert main(["ingest", str(files[0]), *store, *EMBEDDING, "--prune", "--json"]) == OK
    assert json.loads(capsys.readouterr().out)["pruned"] == [ids[2]]
    assert main(["manuals", *store]) == OK
    assert "手順書b" in capsys.readouterr().out
    assert main(["delete", ids[1], *store]) == OK
    assert main(["delete", ids[1], *store]) == FOUND_PROBLEMS
    assert "no manual" in capsys.readouterr().err
    assert main(["manuals", *store, "--json"]) == OK
    assert [manual["manual_id"] for manual in json.loads(capsys.readouterr().out)] == [ids[0]]


@pytest.mark.slow
def test_files_are_read_by_several_processes(
    sample_manuals: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["ingest", *map(str, sample_manuals.values()), "--store", str(tmp_path / "store"), *EMBEDDING]
    limits = ["--workers", "2", "--timeout", "120", "--memory", "2000"]
    assert main([*arguments, *limits, "--json"]) == OK
    assert len(json.loads(capsys.readouterr().out)["added"]) == len(sample_manuals)


def test_a_manual_id_belongs_to_one_file(sample_manuals: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(path) for path in sample_manuals.values()]
    assert main(["ingest", *files, "--manual-id", "x", *EMBEDDING]) == USAGE
    assert "--manual-id" in capsys.readouterr().err


def test_ask_gives_evidence_with_its_citation_and_its_page(
    store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "evidence.png"
    question = "ES-200の日付を直したい。どのボタンを押しますか？"
    arguments = ["ask", question, "--store", store, "-k", "3", "--highlight", str(picture), *EMBEDDING]
    assert main(arguments) == OK
    out = capsys.readouterr().out
    assert "日付と時刻" in out
    assert ES_200 in out
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert main([*arguments, "--json", "--trace"]) == OK
    answered = json.loads(capsys.readouterr().out)
    assert len(answered["results"]) == 3
    assert answered["results"][0]["place"]["pages"]
    assert 0 <= answered["confidence"] <= 1


def test_ask_with_an_llm_gives_its_answer(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    llm = ["--llm", "llama_index.core.llms:MockLLM", "--llm-arg", "max_tokens=5"]
    assert main(["ask", "ES-200の日付", "--store", store, "--json", *EMBEDDING, *llm]) == OK
    assert json.loads(capsys.readouterr().out)["answer"].split()


def test_ask_shows_the_row_that_was_asked_for_and_the_confidence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "\n".join(f"| AL-{n} | cause number {n} | remedy number {n} |" for n in range(100, 130))
    file = tmp_path / "manual.md"
    file.write_text(f"# TW-410\n\n## Alarms\n\n| Alarm | Cause | Remedy |\n|---|---|---|\n{rows}\n", encoding="utf-8")
    store = str(tmp_path / "store")
    assert main(["ingest", str(file), "--store", store, *EMBEDDING]) == OK
    capsys.readouterr()
    assert main(["ask", "What does AL-117 mean?", "--store", store, "-k", "1", *EMBEDDING]) == OK
    printed = capsys.readouterr().out
    assert "confidence that the manuals answer this: 0." in printed
    assert "Cause: cause number 117" in printed
    assert "AL-116" not in printed


def test_a_manual_that_is_not_stored_is_wrong_usage(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "x", "--store", store, "--manual", "none", *EMBEDDING]) == USAGE
    assert "there is no manual 'none'; `layout-rag manuals` lists them" in capsys.readouterr().err


def test_a_store_that_does_not_exist_is_wrong_usage_and_is_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "none"
    assert main(["ask", "x", "--store", str(missing), *EMBEDDING]) == USAGE
    assert "layout-rag ingest" in capsys.readouterr().err
    assert not missing.exists()


def test_a_collection_that_does_not_exist_is_wrong_usage(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "x", "--store", store, "--collection", "other", *EMBEDDING]) == USAGE
    assert "'other'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["WordEmbedding", "word_embedding:Nothing", "no_such_module:X"])
def test_an_embedding_that_cannot_be_loaded_is_wrong_usage(
    store: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ask", "x", "--store", store, "--embedding", name]) == USAGE
    assert name in capsys.readouterr().err


def test_audit_of_files_and_of_the_store(
    store: str, sample_manuals: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(sample_manuals[ES_200]), "--json", "--sample", "2"]) == OK
    report = json.loads(capsys.readouterr().out)
    assert report["findings"] == []
    assert len(report["sample"]) == 2
    out = tmp_path / "audit.md"
    assert main(["audit", "--store", store, "--format", "markdown", "--out", str(out)]) == OK
    assert out.read_text(encoding="utf-8").startswith("# Chunk audit")


def test_audit_findings_are_1_and_come_as_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "short.md"
    path.write_text("# 手順書\n\n## 登録\n\nなし。\n", encoding="utf-8")
    assert main(["audit", str(path), "--format", "csv", "--sample", "0"]) == FOUND_PROBLEMS
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["rule"] for row in rows] == ["too short"]


def test_evaluate_measures_writes_a_report_and_fails_below_a_recall(
    store: str, questions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["evaluate", str(questions), "--store", store, "--json", *EMBEDDING]
    assert main([*arguments, "--report", str(tmp_path / "report.html"), "--min-recall", "0.9"]) == OK
    measured = json.loads(capsys.readouterr().out)
    assert measured["figures"]["recall@5"] == 1.0
    assert len(measured["cards"]) == 2
    assert "data:image/jpeg" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert main([*arguments, "--report", str(tmp_path / "report.md")]) == OK
    assert (tmp_path / "report_pages").is_dir()
    assert main([*arguments, "--min-recall", "1.1"]) == FOUND_PROBLEMS
    assert main([*arguments, "--report", "report.docx"]) == USAGE
    assert main([*arguments, "--lang", "fr"]) == USAGE


def test_evaluate_compares_strategies(
    questions: Path, sample_manuals: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short = tmp_path / ES_200
    shutil.copy(sample_manuals[ES_200], short)
    assert main(["evaluate", str(questions), "--compare", str(short), "--json", *EMBEDDING]) == OK
    figures = json.loads(capsys.readouterr().out)["figures"]
    assert set(figures) == {"sentence", "window", "heading", "content_type", "procedure"}


def test_a_bad_question_file_is_1_with_the_line(store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text('{"id": "1"}', encoding="utf-8")
    assert main(["evaluate", str(path), "--store", store, *EMBEDDING]) == FOUND_PROBLEMS
    assert "line 1" in capsys.readouterr().err
