"""Question files are read as written, and refused with the line that is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from llama_index_layout_rag.evaluation import QuestionFileError, read_questions, select_questions

GOOD = {
    "id": "q1",
    "lang": "ja",
    "collection": "ja",
    "type": "code",
    "question": "E-042とは？",
    "evidence": [{"group": "g1", "any_of": [{"doc": "m", "page": 3, "anchor": "カセットが開いています"}]}],
    "something_else": 1,
}


def written(tmp_path: Path, *lines: object) -> Path:
    path = tmp_path / "questions.jsonl"
    text = "\n".join(line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines)
    path.write_text(text, encoding="utf-8")
    return path


def test_reads_what_the_shared_set_holds(shared: Path) -> None:
    questions = read_questions(shared / "qa" / "questions.jsonl")
    assert len(questions) > 100
    assert any(not question.is_answerable for question in questions)


def test_reads_and_selects(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD, "", {"id": "q2", "question": "What?", "lang": "en", "type": "named"})
    first, second = read_questions(path)
    assert first.evidence[0].any_of[0].page == 3
    assert not second.is_answerable
    assert select_questions([first, second], lang="en") == [second]
    assert select_questions([first, second], kinds=["code"]) == [first]
    assert select_questions([first, second], collection="ja") == [first]


def test_a_byte_order_mark_is_no_part_of_the_first_line(tmp_path: Path) -> None:
    assert len(read_questions(written(tmp_path, "\ufeff" + json.dumps(GOOD)))) == 1


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["{broken"], "line 1: this is no JSON object"),
        ([GOOD, {"id": "q2"}], "line 2: question: Field required"),
        ([{**GOOD, "evidence": [{"group": "g", "any_of": []}]}], "line 1: evidence.0.any_of"),
        (["[1, 2]"], "line 1: the line"),
        ([GOOD, GOOD], "two questions have the id 'q1'"),
        ([""], "there are no questions in it"),
    ],
)
def test_says_which_line_is_wrong(tmp_path: Path, lines: list, said: str) -> None:
    with pytest.raises(QuestionFileError, match=r"questions\.jsonl") as caught:
        read_questions(written(tmp_path, *lines))
    assert said in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match=r"none\.jsonl: the question file cannot be read"):
        read_questions(tmp_path / "none.jsonl")
