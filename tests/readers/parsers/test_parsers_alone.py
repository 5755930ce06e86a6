"""A parser's JSON without its PDF: what the parser joined, flattened or mistook, told from texts, boxes and type."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import Any

import pytest

from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutSource
from llama_index_layout_rag.readers.parsers.coordinates import Coordinates, Pages
from llama_index_layout_rag.readers.parsers.draft import Draft
from llama_index_layout_rag.readers.parsers.liteparse import LITEPARSE
from llama_index_layout_rag.readers.parsers.opendataloader import OPENDATALOADER
from llama_index_layout_rag.readers.parsers.text_boundaries import item_starts

K = ElementKind
SOURCE = LayoutSource(uri="/m/manual.json", name="manual.json")
BODY = "この画面では、登録した申請の内容を確認して、承認を依頼することができます。" * 2


class Sheet:
    """A draft whose elements stand below each other on pages of 600 by 800 points; `size` is also the line height."""

    def __init__(self, named: bool = False, by_rules: bool = False) -> None:
        self.pages = Pages(Coordinates())
        self.draft, self.named = Draft({}, self.pages), named
        self.draft.rule_based = by_rules
        self.page, self.y = 1, 60.0

    def add(self, kind: ElementKind, text: str, size: float = 10, lines: int = 1, **more: Any) -> Sheet:
        width = min(480.0, len(text or "picture") * size * (1.0 if text and ord(text[0]) > 0x2E7F else 0.5) / lines)
        box = (60.0, self.y, 60.0 + width, self.y + size * (1 + 1.4 * (lines - 1)))
        self.y = box[3] + 8
        type_size = size if self.named else None
        self.draft.add(kind, text, page=self.page, bbox=box, size=type_size, **more)
        return self

    def text(self, text: str = BODY, **more: Any) -> Sheet:
        return self.add(K.TEXT, text, **more)

    def heading(self, text: str, size: float = 14, **more: Any) -> Sheet:
        return self.add(K.SECTION_HEADER, text, size, **more)

    def next_page(self) -> Sheet:
        self.page, self.y = self.page + 1, 60.0
        return self

    def read(self) -> LayoutDocument:
        for number in range(1, self.page + 1):
            self.pages.declare(number, 600, 800)
        return self.draft.document(SOURCE)


def outline(layout: LayoutDocument) -> list[tuple[int | None, str]]:
    return [(e.level, e.text) for e in layout.elements if e.kind is K.SECTION_HEADER]


def items(layout: LayoutDocument) -> list[tuple[str | None, str]]:
    return [(e.marker, e.text) for e in layout.elements if e.kind is K.LIST_ITEM]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("① 開きます。 ② 閉じます。", ["① 開きます。", "② 閉じます。"]),
        ("次の点に注意します。 ・ 向き ・ 幅", ["・ 向き", "・ 幅"]),
        ("The parts: • case • cable", ["• case", "• cable"]),
        ("手順1 開く。 手順2 閉じる。", ["手順1 開く。", "手順2 閉じる。"]),
        ("1. Note the points: a) one b) two 2. Go on.", ["1. Note the points:", "a) one", "b) two", "2. Go on."]),
        ("- Good - no action is needed", ["- Good - no action is needed"]),
        ("See step 1. It is good.", []),
        ("値は 3. または 4. です。", []),
        ("図 1-1 本体", []),
    ],
)
def test_items_in_one_text_begin_at_their_markers(text: str, pieces: list[str]) -> None:
    bounds = [*item_starts(text), len(text)]
    assert [text[start:end].strip() for start, end in pairwise(bounds)] == pieces


def test_joined_items_are_items_and_what_stands_before_them_is_text() -> None:
    layout = Sheet().text("次の点に注意します。 ・ 向きを合わせます。 ・ 幅を合わせます。").read()
    assert [e.text for e in layout.elements if e.kind is K.TEXT] == ["次の点に注意します。"]
    assert items(layout) == [("・", "向きを合わせます。"), ("・", "幅を合わせます。")]
    assert layout.elements[1].provenance.original_text.startswith("次の点")


@pytest.mark.parametrize("marker", ["1) ", "1. a. ", "(1) ", "1) 2) ", "• "])
def test_text_of_nothing_but_markers_costs_little(marker: str) -> None:
    text = (marker * 20_000)[:20_000]
    started = time.process_time()
    item_starts(text)
    assert time.process_time() - started < 10
    layout = Sheet().text(text).read()
    assert sum(len(str(e.metadata.get("original_text", ""))) for e in layout.elements) <= 200_000


def test_lines_in_brackets_head_sections_and_repeated_labels_do_not() -> None:
    heads = Sheet().text("【概要】").text("【準備】 電源を入れてください。").text("【履歴】").text().read()
    assert outline(heads) == [(1, "【概要】"), (1, "【準備】"), (1, "【履歴】")]
    labels = Sheet()
    for _ in range(3):
        labels.text("【注意】").text().text("【補足】").text()
    assert outline(labels.read()) == []


@pytest.mark.parametrize("first", ["1 Securing the data", "Securing the data"])
def test_chapter_word_in_a_box_of_its_own_belongs_to_the_heading_beside_it(first: str) -> None:
    layout = Sheet().heading(first).text("Chapter 1.").text("Data must be kept safe from loss.").read()
    assert outline(layout) == [(1, "Chapter 1. Securing the data")]


def test_the_largest_line_of_a_cover_is_the_title_and_nothing_else_there_is_a_heading() -> None:
    sheet = Sheet().text("Second edition").heading("FD-40 Operating Manual", 28).heading("Northgate Pumps", 14)
    layout = sheet.next_page().heading("Introduction").text().heading("Operation").text().read()
    assert layout.title == "FD-40 Operating Manual"
    assert outline(layout) == [(1, "Introduction"), (1, "Operation")]


def test_first_heading_larger_than_all_others_is_the_title() -> None:
    layout = Sheet().heading("加湿器 説明書", 20).heading("準備", 14).text().heading("操作", 14).text().read()
    assert layout.title == "加湿器 説明書"
    assert outline(layout) == [(1, "準備"), (1, "操作")]


def test_levels_that_contradict_the_numbers_are_those_of_the_numbers() -> None:
    layout = (
        Sheet()
        .heading("4. 検査の手順", level=2)
        .heading("4-1 受付", level=2)
        .heading("4-2 外観検査", level=3)
        .heading("5. 処置", level=2)
        .heading("5-1 合格のとき", level=2)
        .read()
    )
    assert [level for level, _ in outline(layout)] == [1, 2, 2, 1, 2]


def test_captions_and_addresses_are_no_headings() -> None:
    sheet = Sheet().heading("1 準備").text().heading("図 1-1 本体正面").add(K.PICTURE, "", 60)
    layout = sheet.heading("配布元: https://example.org/files").text().read()
    assert outline(layout) == [(1, "1 準備")]
    assert [e.text for e in layout.elements if e.kind is K.CAPTION] == ["図 1-1 本体正面"]


def test_look_alike_radicals_are_ordinary_ideographs() -> None:
    assert items(Sheet().text("⼿順1 ⾯を拭く。").read()) == [("手順1", "面を拭く。")]


SIGNAL_WORDS = ["WARNING", "⚠ CAUTION", "NOTICE", "DANGER!", "警告", "【注意】", "危険", "WARNUNG"]


@pytest.mark.parametrize("word", SIGNAL_WORDS)
@pytest.mark.parametrize("level", [None, 1])
def test_signal_words_are_labels_and_the_list_goes_on_in_its_section(word: str, level: int | None) -> None:
    sheet = Sheet().heading("4 Start-up", level=level).text("1. Open the valve.")
    sheet.heading(word, level=level).text("Hot water may squirt out.").text("2. Press START.")
    layout = sheet.heading("5 Shut-down", level=level).text().read()
    assert [text for _, text in outline(layout)] == ["4 Start-up", "5 Shut-down"]
    label = next(element for element in layout.elements if element.text == word)
    assert label.is_box_label
    assert [e.section_path for e in layout.elements if e.kind is K.LIST_ITEM] == [["4 Start-up"]] * 2


STEPS = [["Step 1: Open it", "Step 2: Vent it"], ["(1) 設定する", "(2) 確認する"], ["手順1 開く", "手順2 拭く"]]


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("level", [None, 1, 2])
def test_headings_that_are_steps_lie_below_the_section_before_them(steps: list[str], level: int | None) -> None:
    sheet = Sheet().heading("Pump P7", level=level).heading("4 Start-up", level=level)
    for step in steps:
        sheet.heading(step, level=level).text("Turn it as far as it goes.")
    layout = sheet.heading("5 Shut-down", level=level).text("Press STOP.").read()
    assert layout.title == "Pump P7"
    assert outline(layout) == [(1, "4 Start-up"), *((2, step) for step in steps), (1, "5 Shut-down")]


@pytest.mark.parametrize(
    ("first", "second", "kind", "whole"),
    [
        ("2. Vent the pump until the", "gauge shows 2 bar.", K.TEXT, "Vent the pump until the gauge shows 2 bar."),
        ("2. Vent the pump when", "no more bubbles come", K.SECTION_HEADER, "Vent the pump when no more bubbles come"),
        (
            "2. 電源を切って表示灯が",
            "すべて消えるまで待ちます。",
            K.TEXT,
            "電源を切って表示灯がすべて消えるまで待ちます。",
        ),
        ("2. Open valve V", "Close it.", K.TEXT, None),
        ("2. Open the valve.", "the lamp is on.", K.TEXT, None),
        ("2. 電源を切ります。", "すぐに離れます。", K.TEXT, None),
    ],
)
def test_an_item_that_a_page_break_has_cut_is_one(
    first: str, second: str, kind: ElementKind, whole: str | None
) -> None:
    sheet = Sheet().heading("4 Start-up").text("1. Open the suction valve.").text(first)
    sheet.add(K.PAGE_FOOTER, "12").next_page().add(K.PAGE_HEADER, "Pump P7")
    layout = sheet.add(kind, second).text("3. Press START.").read()
    assert [marker for marker, _ in items(layout)] == ["1.", "2.", "3."]
    assert items(layout)[1][1] == (whole or first[3:])
    assert any(element.text == second for element in layout.elements) is (whole is None)
    if whole:
        item = next(element for element in layout.elements if element.marker == "2.")
        assert [region.page for region in item.regions] == [1, 2]


def test_numbers_of_several_levels_with_a_full_stop_are_markers_of_items() -> None:
    sheet = Sheet().heading("7. Cleaning").add(K.LIST_ITEM, "7.1. Open the flap.").add(K.LIST_ITEM, "7.2. Brush it.")
    assert items(sheet.read()) == [("7.1.", "Open the flap."), ("7.2.", "Brush it.")]


# OpenDataLoader


def kid(kind: str, text: str, box: list[float], size: float, **more: Any) -> dict[str, Any]:
    return {"type": kind, "content": text, "page number": 1, "bounding box": box, "font size": size, **more}


def test_opendataloader_title_with_others_of_its_level_is_a_section() -> None:
    def headings(last_level: int) -> list[str]:
        kids = [
            kid("heading", "Early days", [72, 700, 300, 714], 14, **{"heading level": 1, "level": "Doctitle"}),
            kid("paragraph", "Words were written by hand.", [72, 680, 300, 692], 11),
            kid("heading", "Later days", [72, 600, 300, 614], 14, **{"heading level": last_level}),
            kid("paragraph", "Words are written by machines.", [72, 580, 300, 592], 11),
        ]
        return [text for _, text in outline(OPENDATALOADER.read({"number of pages": 1, "kids": kids}, SOURCE))]

    assert headings(last_level=1) == ["Early days", "Later days"]
    assert headings(last_level=2) == ["Later days"]


@pytest.mark.parametrize(("top", "height"), [(800.0, 842.0), (740.0, 792.0)])
def test_opendataloader_pages_are_a4_where_the_boxes_reach_above_letter(top: float, height: float) -> None:
    kids = [kid("paragraph", "Words", [72, top - 12, 300, top], 11)]
    layout = OPENDATALOADER.read({"number of pages": 1, "kids": kids}, SOURCE)
    assert layout.pages[0].height == height
    assert layout.elements[0].bbox == (72, height - top, 300, height - top + 12)


# liteparse


def piece(text: str, y: float, size: float = 10, font: str = "Noto-Regular", x: float = 60, **more: Any) -> Any:
    width = sum(size if ord(c) > 0x2E7F else size / 2 for c in text)
    place = {"x": x, "y": y, "width": width, "height": size * 1.2}
    return {"text": text, **place, "font_size": size, "font_name": font, **more}


def liteparse(pieces: list[Any], blocks: list[Any]) -> dict[str, Any]:
    return {"pages": [{"page": 1, "width": 595, "height": 842, "text_items": pieces, "blocks": blocks}]}


PIECES = [
    piece("ラベル印刷機 取扱説明書", 60, 24, "Noto-Bold"),
    piece("1 準備", 120, 16, "Noto-Bold"),
    piece("装置を水平な台の上に置いてください。電源はまだ入れません。", 146),
    piece("1.1 接続", 180, 13, "Noto-Bold"),
    piece("① 電源ケーブルを差し込みます。", 204),
    piece("② 表示灯が緑に変わるまで待ちます。", 220),
    piece("2 操作", 256, 16, "Noto-Bold"),
    piece("画面の開始を押してください。", 282),
]


def check(layout: LayoutDocument) -> None:
    assert layout.title == "ラベル印刷機 取扱説明書"
    assert outline(layout) == [(1, "1 準備"), (2, "1.1 接続"), (1, "2 操作")]
    assert items(layout) == [("①", "電源ケーブルを差し込みます。"), ("②", "表示灯が緑に変わるまで待ちます。")]


def test_liteparse_without_blocks_is_read_from_its_pieces() -> None:
    check(LITEPARSE.read(liteparse(PIECES, []), SOURCE))


def test_liteparse_blocks_that_join_and_drop_are_settled_by_the_pieces() -> None:
    def block(kind: str, text: str, y: float, height: float, **more: Any) -> dict[str, Any]:
        return {"kind": kind, "text": text, "bbox": {"x": 60, "y": y, "width": 400, "height": height}, **more}

    blocks = [
        block("heading", "1 準備", 120, 19, level=1),
        block("paragraph", f"{PIECES[2]['text']} 1.1 接続", 146, 50),
        block("paragraph", f"{PIECES[4]['text']} {PIECES[5]['text']}", 204, 28),
        block("paragraph", "画面の開始を押してください。", 282, 12),
    ]
    check(LITEPARSE.read(liteparse(PIECES, blocks), SOURCE))


def test_liteparse_names_the_size_of_scaled_text_without_its_scale() -> None:
    scaled = [{**one, "font_height": one["font_size"], "font_size": 1.0} for one in PIECES]
    check(LITEPARSE.read(liteparse(scaled, []), SOURCE))


@pytest.mark.parametrize(
    "broken", [{"font_size": "big"}, {"font_size": float("nan")}, {"fill_color": "red"}, {"mcid": "x"}, {"x": None}]
)
def test_liteparse_pieces_of_wrong_types_are_passed_over(broken: dict[str, Any]) -> None:
    layout = LITEPARSE.read(liteparse([*PIECES, {**piece("Words", 400), **broken}], []), SOURCE)
    assert layout.title == "ラベル印刷機 取扱説明書"
