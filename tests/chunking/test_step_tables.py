"""Tables that tell a procedure: rows are steps with records; tables of names, keys and values are not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from layout_builder import ManualBuilder, manual
from llama_index.core.schema import BaseNode

from llama_index_layout_rag.audit import audit_nodes
from llama_index_layout_rag.chunking.correction import step_texts
from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.citations import Citation
from llama_index_layout_rag.layout import LayoutDocument
from llama_index_layout_rag.readers.reader import LayoutReader

FILLING = [
    ["No.", "作業手順", "注意点", "確認事項"],
    ["1", "主電源スイッチをONにする。", "濡れた手で触らないでください。", "ランプ点灯"],
    ["2", "圧力が下がったら、図3のバルブ V-12 を開ける。", "なし", "「運転中」が表示される"],
    ["3", "［運転］を押し、扉を閉める。", "－", ""],
]


def children(builder: ManualBuilder, **options: object) -> list[BaseNode]:
    nodes = ProcedureNodeParser(**options).get_nodes_from_documents([builder.document()])
    return [node for node in nodes if node.metadata["chunk_level"] == "child"]


def steps(rows: list[list[str]], heading: str = "3. 充填作業", language: str = "ja") -> list[dict[str, Any]]:
    builder = manual("充填機 作業手順書", language).heading(heading).table(rows)
    return [step for node in children(builder) for step in node.metadata.get("procedure_steps", [])]


def test_numbered_rows_are_steps_with_what_the_other_columns_say() -> None:
    first, second, third = steps(FILLING)
    assert (first["step_number"], first["action"], first["target"]) == ("1", "ONにする", "主電源スイッチ")
    assert (first["caution"], first["result"]) == ("濡れた手で触らないでください", "ランプ点灯")
    assert (second["condition"], second["result"]) == ("圧力が下がったら", "「運転中」が表示される")
    assert second["refs"] == ["図3"]
    assert "caution" not in second
    assert (third["actions"], third["targets"]) == (["押す", "閉める"], ["運転", "扉"])
    assert "caution" not in third
    assert len({step["step_id"] for step in (first, second, third)}) == 3


@pytest.mark.parametrize(
    "cell",
    [
        "• Open the cover.\n• Remove the belt.",
        "• Open the cover\n• Remove the belt",
        "1. Open the cover. 2. Remove the belt.",
    ],
)
def test_items_of_a_list_in_a_cell_are_sentences(cell: str) -> None:
    rows = [["Step", "Action", "Result"], ["1", "Press STOP.", "It stops."], ["2", cell, "The wheel is free."]]
    _, second = steps(rows, "Changing the belt", "en")
    assert (second["actions"], second["targets"]) == (["open", "remove"], ["cover", "belt"])


def test_fault_table_tells_what_to_do_under_which_state() -> None:
    found = steps(
        [
            ["症状", "原因", "処置"],
            ["電源が入らない", "電源プラグが抜けている", "電源プラグを差し込んでください。"],
            ["E-042 が表示される", "フィルターの詰まり", "フィルターを清掃し、リセットボタンを押します。"],
            ["異音がする", "経年劣化", "—"],
        ],
        heading="故障かなと思ったら",
    )
    assert [(step["condition"], step["action"], step["target"]) for step in found] == [
        ("電源が入らない", "差し込む", "電源プラグ"),
        ("E-042 が表示される", "清掃する", "フィルター"),
    ]


def test_the_column_whose_cells_are_operations_is_read() -> None:
    found = steps(
        [
            ["No.", "点検項目", "点検方法", "判定基準"],
            ["1", "ベルトの張り", "ベルトの中央を指で押す。", "たわみが 10 mm 以内"],
            ["2", "油量", "レベルゲージを確認する。", "上限と下限の間"],
        ],
        heading="日常点検",
    )
    assert [(step["action"], step["result"]) for step in found] == [
        ("押す", "たわみが 10 mm 以内"),
        ("確認する", "上限と下限の間"),
    ]


def test_english_steps() -> None:
    first, second = steps(
        [
            ["Step", "Action", "Expected result", "Caution"],
            ["1", "Press the START button.", "The lamp lights.", "n/a"],
            ["2", "If the alarm sounds, close valve V-12.", "The alarm stops.", "Do not open it again."],
        ],
        heading="4. Daily inspection",
        language="en",
    )
    assert (first["step_number"], first["action"], first["result"]) == ("1", "press", "The lamp lights")
    assert "caution" not in first
    assert (second["condition"], second["caution"]) == ("If the alarm sounds", "Do not open it again")


@pytest.mark.parametrize(
    "numbers", [["A-1", "A-2"], ["STEP-1", "STEP-2"], ["1番", "2番"], ["工程1", "工程2"], ["一", "二"], ["1-1", "1-2"]]
)
def test_numbers_in_many_forms(numbers: list[str]) -> None:
    found = steps([["No.", "作業手順"], [numbers[0], "扉を開ける。"], [numbers[1], "扉を閉める。"]])
    assert [step["step_number"] for step in found] == numbers


def test_rows_of_groups_and_sums_do_not_hide_the_steps() -> None:
    found = steps(
        [
            ["No.", "作業手順", "時間"],
            ["準備作業", "準備作業", "準備作業"],
            ["1", "扉を開ける。", "1 分"],
            ["2", "扉を閉める。", "1 分"],
            ["合計", "", "2 分"],
        ]
    )
    assert [step["step_number"] for step in found] == ["1", "2"]


def test_names_of_columns_may_be_spaced_or_stand_on_two_lines() -> None:
    assert len(steps([["No.", "作 業 手 順"], ["1", "扉を開ける。"], ["2", "扉を閉める。"]])) == 2
    assert len(steps([["No.", "作業 手順"], ["1", "扉を開ける。"], ["2", "扉を閉める。"]])) == 2


def test_sheet_of_nothing_but_tables_is_read_in_its_language(tmp_path: Path) -> None:
    path = tmp_path / "sheet.md"
    path.write_text(
        "# 作業手順書\n\n## 3. 充填作業\n\n|No.|作業手順|\n|---|---|\n|1|主電源を入れる。|\n|2|扉を開ける。|\n",
        encoding="utf-8",
    )
    nodes = ProcedureNodeParser().get_nodes_from_documents(LayoutReader().load_data(path))
    assert [step["action"] for node in nodes for step in node.metadata.get("procedure_steps", [])] == [
        "入れる",
        "開ける",
    ]


@pytest.mark.parametrize("caption", [None, "表1 組立の手順"])
def test_texts_of_rows_are_their_own(caption: str | None) -> None:
    builder = (
        manual("充填機 作業手順書")
        .heading("3. 組立")
        .table(
            [
                ["No.", "作業手順", "数量", "注意点"],
                ["1", "ねじを外す。", "2", "ねじをなくさないでください。"],
                ["2", "カバーを外す。", "3", ""],
            ],
            caption=caption,
        )
    )
    (node,) = [node for node in children(builder) if node.metadata.get("procedure_steps")]
    first, second = (text for _, text in step_texts(node))
    assert "なくさない" in first
    assert "なくさない" not in second


def test_of_a_column_of_remarks_only_warnings_are_cautions() -> None:
    found = steps(
        [
            ["手順", "操作", "ポイント・注意点", "備考"],
            ["1", "カバーを外す。", "カバーを落とさないでください。", "工具は要らない。"],
            ["2", "番号を入力する。", "番号は指図書で調べる。", ""],
        ]
    )
    assert [step.get("caution") for step in found] == ["カバーを落とさないでください", None]


@pytest.mark.parametrize(
    "rows",
    [
        [
            ["No.", "名称", "説明"],
            ["1", "電源ボタン", "電源をオン／オフします。"],
            ["2", "排紙トレイ", "用紙を受けます。"],
        ],
        [["操作", "説明"], ["クリック", "項目を選択します。"], ["ドラッグ", "項目を移動します。"]],
        [["キー", "機能"], ["F1", "ヘルプを開きます。"]],
        [["No.", "操作", "設定値"], ["1", "回転数", "3,000 rpm"], ["2", "温度", "60 ℃"], ["3", "時間", "10 分"]],
        [["工程", "担当", "所要時間"], ["充填", "製造課", "30 分"]],
        [["No.", "ボタン", "操作"], ["1", "RUN", "運転を開始する。"], ["2", "STOP", "運転を停止する。"]],
        [["No.", "危険", "対策"], ["1", "転倒", "床を拭く。"], ["2", "感電", "電源を切る。"]],
        [
            ["No.", "課題", "対応", "期限"],
            ["1", "重複", "台帳を整理する。", "3 月"],
            ["2", "欠品", "在庫を補充する。", "4 月"],
        ],
        [["Item", "Description"], ["Speed", "Set the speed of the motor."]],
    ],
)
def test_tables_of_names_keys_and_values_tell_no_steps(rows: list[list[str]]) -> None:
    assert steps(rows, heading="各部の名称") == []


def test_steps_go_on_behind_the_end_of_a_page() -> None:
    builder = manual("充填機 作業手順書").heading("3. 充填作業").table(FILLING[:3]).new_page()
    builder.table([FILLING[0], FILLING[3]])
    found = [step for node in children(builder) for step in node.metadata.get("procedure_steps", [])]
    assert [step["step_number"] for step in found] == ["1", "2", "3"]


def test_chunks_stay_clean_and_say_which_steps_they_hold() -> None:
    builder = manual("充填機 作業手順書").heading("3. 充填作業").table(FILLING)
    document = builder.document()
    nodes = ProcedureNodeParser(target_chars=60, max_chars=120).get_nodes_from_documents([document])
    chunks = [node for node in nodes if node.metadata.get("procedure_steps")]
    assert len(chunks) > 1
    assert not audit_nodes(nodes, layouts=[LayoutDocument.from_document(document)], shortest=1).findings
    assert [number for node in chunks for number in Citation.from_node(node).step_numbers] == ["1", "2", "3"]
    for node in chunks:
        assert all(step.target in text for step, text in step_texts(node))


def test_figure_that_a_row_refers_to_is_linked() -> None:
    builder = manual("充填機 作業手順書").heading("3. 充填作業").table(FILLING)
    builder.heading("4. 付図").picture(caption="図3 バルブの位置")
    node = next(node for node in children(builder) if node.metadata.get("procedure_steps"))
    assert [related["why"] for related in node.metadata["related_elements"]] == ["reference"]


def test_figure_that_a_row_behind_the_page_end_refers_to_is_linked() -> None:
    rows = [["No.", "作業手順"], *[[str(n), f"図{n}のバルブ V-{n} を開ける。"] for n in range(1, 5)]]
    builder = manual("充填機 作業手順書").heading("3. 充填作業").table(rows[:3]).new_page().table([rows[0], *rows[3:]])
    builder.heading("4. 付図").picture(caption="図4 バルブの位置")
    chunks = [
        node for node in children(builder, target_chars=50, max_chars=100) if node.metadata.get("procedure_steps")
    ]
    assert [related["why"] for related in chunks[-1].metadata["related_elements"]] == ["reference"]
