"""Which ranked chunks are handed on."""

from __future__ import annotations

from typing import Any

from llama_index_layout_rag.retrieval.ranking import Candidate
from llama_index_layout_rag.retrieval.selection import MAX_PER_SECTION, select


def candidate(id_: str, score: float, manual: str = "m", section: str = "s", **payload: Any) -> Candidate:
    payload = {"manual_id": manual, "section_id": section, "text_hash": id_, **payload}
    return Candidate(id_, payload, score, dense_rank=0, lexical_rank=0, dense_score=0.9, lexical_score=1.0)


def ids(candidates: list[Candidate], top_k: int, **options: Any) -> list[str]:
    return [selected.candidate.id for selected in select(candidates, top_k, **options)]


def test_a_table_repeated_in_five_places_takes_one_and_names_the_others() -> None:
    repeats = [candidate(f"t{n}", 1 - n / 100, section=f"s{n}", text_hash="same") for n in range(5)]
    first, other = select([*repeats, candidate("other", 0.1)], 10)
    assert first.candidate.id == "t0"
    assert [equal.id for equal in first.equals] == ["t1", "t2", "t3", "t4"]
    assert other.candidate.id == "other"


def test_three_models_asked_about_have_a_passage_each_in_the_first_places_however_alike() -> None:
    chunks = [
        candidate(f"{manual}{n}", 1 - n / 10 - offset, manual=manual, text_hash=f"same{n}")
        for offset, manual in enumerate(["a", "b", "c"])
        for n in range(4)
    ]
    groups = [frozenset({"a"}), frozenset({"b"}), frozenset({"c"})]
    chosen = select(sorted(chunks, key=lambda c: -c.score), 6, groups)
    assert [selected.candidate.manual_id for selected in chosen[:3]] == ["a", "b", "c"]
    assert {selected.candidate.manual_id for selected in chosen} == {"a", "b", "c"}


def test_one_section_does_not_take_all_the_places() -> None:
    crowd = [candidate(f"c{n}", 1 - n / 100) for n in range(8)]
    chosen = ids([*crowd, candidate("elsewhere", 0.1, section="t")], 5)
    assert chosen[MAX_PER_SECTION] == "elsewhere"
    assert len(chosen) == 5


def test_every_meaning_of_a_code_keeps_a_place() -> None:
    cells = [
        candidate(f"x{n}", 1 - n / 100, section=f"s{n}", code_cells=[{"code": "008", "column": column}], codes=["008"])
        for n, column in [(0, "エラーコード"), (50, "設定値"), (60, "部品番号")]
    ]
    filler = [candidate(f"f{n}", 0.95 - n / 1000, section=f"t{n}") for n in range(20)]
    ranked = sorted([*cells, *filler], key=lambda c: -c.score)
    assert {"x0", "x50", "x60"} <= set(ids(ranked, 5, codes=["008"]))
    assert not {"x50", "x60"} & set(ids(ranked, 5))


def test_nothing_is_asked_for() -> None:
    assert ids([candidate("a", 1.0)], 0) == []
    assert ids([], 5) == []
