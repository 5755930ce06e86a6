"""Which ranked chunks are handed on."""

from __future__ import annotations

import itertools
from typing import Any

from llama_index.core.schema import TextNode

from llama_index_layout_rag.retrieval.manuals import ManualMatch
from llama_index_layout_rag.retrieval.question import analyze_question
from llama_index_layout_rag.retrieval.ranking import Candidate, code_meanings
from llama_index_layout_rag.retrieval.results import segment_node
from llama_index_layout_rag.retrieval.selection import MAX_PER_SECTION, select

PLACES = itertools.count(step=10)
"""Chunks stand far apart unless a test says otherwise."""

QUESTION = analyze_question("008とは何ですか")


def candidate(id_: str, score: float, manual: str = "m", section: str = "s", **payload: Any) -> Candidate:
    payload = {"manual_id": manual, "section_id": section, "text_hash": id_, "order": next(PLACES), **payload}
    meanings = frozenset(code_meanings(QUESTION, payload))
    return Candidate(id_, payload, score, dense_rank=0, lexical_rank=0, meanings=meanings)


def ids(candidates: list[Candidate], top_k: int, **options: Any) -> list[str]:
    return [segment.candidate.id for segment in select(candidates, top_k, **options)]


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
    match = ManualMatch((frozenset({"a"}), frozenset({"b"}), frozenset({"c"})))
    chosen = select(sorted(chunks, key=lambda c: -c.score), 6, match)
    assert [segment.candidate.manual_id for segment in chosen[:3]] == ["a", "b", "c"]
    assert {segment.candidate.manual_id for segment in chosen} == {"a", "b", "c"}


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
    assert {"x0", "x50", "x60"} <= set(ids(ranked, 5))


def test_nothing_is_asked_for() -> None:
    assert ids([candidate("a", 1.0)], 0) == []
    assert ids([], 5) == []


def test_neighbours_ranked_high_are_one_result_in_reading_order() -> None:
    chunks = [
        candidate("b", 0.9, order=5, char_count=100),
        candidate("far", 0.8, order=19, char_count=100),
        candidate("a", 0.7, order=4, char_count=100),
    ]
    first, second = select(chunks, 10)
    assert [member.id for member in first.in_reading_order()] == ["a", "b"]
    assert first.candidate.id == "b"
    assert second.candidate.id == "far"


def test_segments_stay_within_their_size_and_section() -> None:
    big = [candidate("a", 0.9, order=1, char_count=900), candidate("b", 0.8, order=2, char_count=900)]
    assert len(select(big, 10, segment_chars=1_000)) == 2
    assert len(select(big, 10, segment_chars=2_000)) == 1
    assert len(select(big, 10, segment_chars=0)) == 2
    other = [candidate("a", 0.9, order=1), candidate("b", 0.8, order=2, section="t")]
    assert len(select(other, 10)) == 2


def test_the_section_of_the_same_name_in_a_sibling_stands_beside_the_first_result() -> None:
    first = candidate("a", 1.0, manual="m1", section_path=["2. 準備", "2.1 用紙をセットする"])
    others = [candidate(f"x{n}", 0.95 - n / 100, manual="m1", section=f"s{n}") for n in range(6)]
    sibling = candidate("b", 0.7, manual="m2", section_path=["3. 準備", "3.4 用紙をセットする"])
    weak = candidate("c", 0.1, manual="m3", section_path=["用紙をセットする"])
    assert ids([first, *others, sibling, weak], 5)[:2] == ["a", "b"]
    assert "c" not in ids([first, *others, sibling, weak], 5)


def test_chunks_that_nearly_adjoin_are_joined_and_the_gap_is_marked() -> None:
    def node(order: int) -> TextNode:
        return TextNode(
            id_=f"n{order}",
            text=f"手順書 > 章\n本文{order}",
            metadata={"order": order, "pages": [order], "regions": [{"page": order, "bbox": [0, 0, 9, 9]}]},
        )

    (segment,) = select([candidate("n1", 0.9, order=1, char_count=9), candidate("n4", 0.8, order=4, char_count=9)], 5)
    assert len(segment.members) == 2
    assert len(select([candidate("n1", 0.9, order=1), candidate("n6", 0.8, order=6)], 5)) == 2
    joined = segment_node([node(1), node(2), node(4)], "n4")
    assert joined.node_id == "n4"
    assert joined.get_content() == "手順書 > 章\n本文1\n本文2\n…\n本文4"
    assert joined.metadata["pages"] == [1, 2, 4]
    assert joined.metadata["segment"] == ["n1", "n2", "n4"]
    assert joined.metadata["focus_page"] == 4
