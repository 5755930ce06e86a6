"""Rows of tables as text: column names, merged cells, tables that go on behind a page, and odd shapes."""

from __future__ import annotations

import pytest
from layout_builder import ManualBuilder, manual
from llama_index.core.schema import BaseNode

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.chunking.tables import read_table
from llama_index_layout_rag.layout import Table, TableCell


def texts(rows: list[list[str]], header_rows: int = 1) -> list[str]:
    return [row.text for row in read_table(Table.from_rows(rows, header_rows)).rows]


def table_children(builder: ManualBuilder, **options: object) -> list[BaseNode]:
    nodes = ProcedureNodeParser(**options).get_nodes_from_documents([builder.document()])
    return [node for node in nodes if node.metadata.get("content_type") == "table"]


def test_cells_are_named_by_their_column() -> None:
    assert texts([["コード", "意味"], ["E-042", "紙詰まり"]]) == ["コード: E-042\n意味: 紙詰まり"]


def test_table_without_header_has_rows_of_one_line() -> None:
    assert texts([["電源", "AC 100 V"], ["質量", "5 kg"]], header_rows=0) == ["電源 | AC 100 V", "質量 | 5 kg"]


def test_cells_that_span_rows_are_said_in_each_row_and_spanning_headers_in_each_column() -> None:
    cells = [
        TableCell(row=0, column=0, row_span=2, text="項目", is_header=True),
        TableCell(row=0, column=1, column_span=2, text="設定値", is_header=True),
        TableCell(row=1, column=1, text="最小", is_header=True),
        TableCell(row=1, column=2, text="最大", is_header=True),
        TableCell(row=2, column=0, row_span=2, text="温度"),
        TableCell(row=2, column=1, text="10"),
        TableCell(row=2, column=2, text="20"),
        TableCell(row=3, column=1, text="30"),
        TableCell(row=3, column=2, text="40"),
    ]
    rows = read_table(Table(row_count=4, column_count=3, cells=cells)).rows
    assert [row.text for row in rows] == [
        "項目: 温度\n設定値 最小: 10\n設定値 最大: 20",
        "項目: 温度\n設定値 最小: 30\n設定値 最大: 40",
    ]


def test_a_row_with_a_sentence_is_no_header_whatever_the_source_says() -> None:
    sentence = "乾燥に使う温風の温度を決めます。布の種類を選ぶと自動で決まりますが、運転の途中でも下げられます。"
    assert texts([["3", "温風", sentence], ["4", "回転", "速さ"]])[0] == f"3 | 温風 | {sentence}"


def test_a_header_too_long_to_repeat_is_said_once_in_full() -> None:
    long = "Largest number of connections that the unit accepts"
    rows = texts([["Model", long], ["A", "8"]])
    assert rows[0] == f"Model | {long}"
    assert rows[1].startswith("Model: A\nLargest number")


@pytest.mark.parametrize("header_rows", [0, 1])
def test_numbers_that_go_on_make_a_continued_table(header_rows: int) -> None:
    first = read_table(Table.from_rows([["No", "項目", "説明"], ["1", "名前", "氏名"], ["2", "所属", "部署"]], 1))
    rest = read_table(Table.from_rows([["3", "住所", "番地"], ["4", "電話", "番号"]], header_rows), first)
    assert rest.continues
    assert [row.text for row in rest.rows] == ["No: 3\n項目: 住所\n説明: 番地", "No: 4\n項目: 電話\n説明: 番号"]


def test_a_repeated_header_is_dropped_and_another_header_begins_another_table() -> None:
    first = read_table(Table.from_rows([["コード", "意味"], ["E1", "紙"]], 1))
    again = read_table(Table.from_rows([["コード", "意味"], ["E2", "扉"]], 1), first, adjoining=True)
    other = read_table(Table.from_rows([["部品", "型番"], ["刃", "B-3"]], 1), first, adjoining=True)
    assert again.continues
    assert [row.text for row in again.rows] == ["コード: E2\n意味: 扉"]
    assert not other.continues


def test_continued_table_over_a_page_is_one_table_with_one_caption() -> None:
    builder = (
        manual("本")
        .heading("章")
        .table([["コード", "意味"], ["E-041", "紙詰まり"]], caption="表 1 エラー")
        .new_page()
        .table([["E-042", "扉が開いている"], ["E-043", "用紙なし"]], header_rows=0)
    )
    (node,) = table_children(builder)
    assert "コード: E-043\n意味: 用紙なし" in node.get_content()
    assert node.get_content().count("表 1") == 1
    assert node.metadata["pages"] == [1, 2]
    assert {"code": "e043", "column": "コード"} in node.metadata["code_cells"]


def test_a_table_of_its_own_caption_goes_on_from_nothing() -> None:
    builder = (
        manual("本")
        .heading("章")
        .table([["コード", "意味"], ["E-041", "紙詰まり"]], caption="表 1")
        .new_page()
        .table([["刃", "B-3"], ["軸", "C-4"]], header_rows=0, caption="表 2")
    )
    first, second = table_children(builder)
    assert "表 2" in second.get_content()
    assert "コード" not in second.get_content()
    assert "表 2" not in first.get_content()


def test_a_caption_that_says_continued_goes_on_with_the_table_before() -> None:
    rows = [["コード", "意味"], *([f"E-{n:03}", "説明" * 20] for n in range(8))]
    more = [["コード", "意味"], *([f"E-{n:03}", "説明" * 20] for n in range(8, 16))]
    builder = (
        manual("本").heading("章").table(rows, caption="表 1 エラー").new_page().table(more, caption="表 1（続き）")
    )
    nodes = table_children(builder, target_chars=200, max_chars=400)
    assert all("表 1 エラー" in node.get_content() for node in nodes)
    assert sum(node.get_content().count("コード: E-") for node in nodes) == 16


@pytest.mark.parametrize("header_rows", [1, 2])
def test_a_title_in_the_first_row_is_said_once_and_names_no_column(header_rows: int) -> None:
    cells = [TableCell(row=0, column=0, column_span=3, text="表 3 画面の項目", is_header=True)]
    for r, row in enumerate(
        [["項番", "項目", "説明"], ["1", "検索", "語を入力する"], ["2", "一覧", "結果を示す"]], start=1
    ):
        cells += [TableCell(row=r, column=c, text=text, is_header=r < header_rows) for c, text in enumerate(row)]
    rows = read_table(Table(row_count=4, column_count=3, cells=cells)).rows
    assert [row.text for row in rows] == [
        "表 3 画面の項目",
        "項番: 1\n項目: 検索\n説明: 語を入力する",
        "項番: 2\n項目: 一覧\n説明: 結果を示す",
    ]


def test_picture_in_a_cell_is_linked_to_its_row() -> None:
    rows = [["表示", "意味"], *([f"表示{n}", "説明" * 40] for n in range(8))]
    builder = manual("本").heading("章").table(rows)
    table_id = builder.layout().elements[-1].element_id
    builder.picture(metadata={"inline": True, "in_element": table_id, "row": 7, "column": 0})
    nodes = table_children(builder, target_chars=200, max_chars=400)
    with_picture = [node for node in nodes if node.metadata.get("related_elements")]
    assert ["表示6" in node.get_content() for node in with_picture] == [True]


def test_very_wide_and_very_long_tables_stay_within_the_limit() -> None:
    names = [f"列{n}" for n in range(60)]
    rows = [names, *([f"値{r}-{c}" * 3 for c in range(60)] for r in range(5))]
    nodes = table_children(manual("本").heading("章").table(rows), target_chars=300, max_chars=500)
    assert max(len(node.get_content()) for node in nodes) <= 500 + len("本 > 章\n")
    everything = "\n".join(node.get_content() for node in nodes)
    assert all(f"列{c}: 値{r}-{c}" in everything for r in range(5) for c in range(60))


@pytest.mark.parametrize("rows", [[], [[]], [["", ""]], [["only header"]]])
def test_degenerate_tables_do_no_harm(rows: list[list[str]]) -> None:
    assert isinstance(texts(rows), list)


@pytest.mark.parametrize("header_rows", [1, 2])
def test_rows_over_the_whole_width_name_the_group_of_the_rows_below(header_rows: int) -> None:
    rows = [
        ["Part", "Normal", "Dusty"],
        ["Drive"] * 3,
        ["Belt", "500 h", "200 h"],
        ["Hydraulics"] * 3,
        ["Filter", "250 h", "100 h"],
    ]
    reading = read_table(Table.from_rows(rows, header_rows))
    assert reading.names == ("Part", "Normal", "Dusty")
    assert [row.lines for row in reading.rows] == [
        ("Drive", "Part: Belt", "Normal: 500 h", "Dusty: 200 h"),
        ("Hydraulics", "Part: Filter", "Normal: 250 h", "Dusty: 100 h"),
    ]


def test_a_first_row_like_the_rows_before_is_no_header_whatever_the_source_says() -> None:
    first = read_table(Table.from_rows([["Code", "Cause"], ["E1", "No water"]], 1))
    second = read_table(Table.from_rows([["E2", "Too hot"], ["E3", "Blocked"]], 1), first, adjoining=True)
    assert second.continues
    assert [row.lines for row in second.rows] == [("Code: E2", "Cause: Too hot"), ("Code: E3", "Cause: Blocked")]
    other = read_table(Table.from_rows([["Part", "Life"], ["E3", "500 h"]], 1), first, adjoining=True)
    assert (other.continues, other.names) == (False, ("Part", "Life"))
