"""What a person sees on the page is what the reader gives: headings, items, captions, tables, furniture, reading
order."""

from __future__ import annotations

import pytest
from pdf_builder import GOTHIC, MINCHO, PdfBuilder, of_kind, read, texts

from llama_index_layout_rag.readers.pdf.extract.glyphs import RawPage, TextStyle
from llama_index_layout_rag.readers.pdf.extract.pdfium import pages_of_pdf
from llama_index_layout_rag.readers.pdf.page.page import analyse_page

SENTENCE = "この画面では、申請の内容を登録して、承認を依頼することができます。"
LONG = SENTENCE * 4


def own_text(number: int) -> str:
    """Text that stands on one page only."""
    return f"{number}番目の画面では、{number * 7}件の申請を表示します。" + LONG


def _paths(builder: PdfBuilder) -> list[tuple[str, list[str]]]:
    return [(e.text, e.section_path) for e in of_kind(builder.read(), "section_header")]


def test_numbered_headings_give_levels_and_paths() -> None:
    builder = PdfBuilder().heading("第1章 概要", 16).paragraph(LONG)
    builder.heading("1.1 動作環境", 13).paragraph(LONG).heading("1.1.1 対応機種", 11).paragraph(LONG)
    builder.heading("1.2 制限事項", 13).paragraph(LONG).heading("第2章 操作", 16).paragraph(LONG)
    assert _paths(builder) == [
        ("第1章 概要", []),
        ("1.1 動作環境", ["第1章 概要"]),
        ("1.1.1 対応機種", ["第1章 概要", "1.1 動作環境"]),
        ("1.2 制限事項", ["第1章 概要"]),
        ("第2章 操作", []),
    ]


def test_levels_stay_right_where_sizes_are_equal() -> None:
    builder = PdfBuilder()
    for heading in ("1. 準備", "1-1. 箱を開ける", "1-1-1. 部品を確認する", "1-2. 電源をつなぐ", "2. 使い方"):
        builder.heading(heading, 11).paragraph(LONG)
    levels = [element.level for element in of_kind(builder.read(), "section_header")]
    assert levels == [1, 2, 3, 2, 1]


def test_unnumbered_headings_take_levels_from_their_size() -> None:
    builder = PdfBuilder()
    for text, size in (
        ("操作マニュアル", 22),
        ("はじめに", 16),
        ("安全のために", 13),
        ("使い方", 16),
        ("電源を入れる", 13),
    ):
        builder.heading(text, size).paragraph(LONG)
    layout = builder.read()
    assert layout.title == "操作マニュアル"
    assert [(e.text, e.level) for e in of_kind(layout, "section_header")] == [
        ("はじめに", 1),
        ("安全のために", 2),
        ("使い方", 1),
        ("電源を入れる", 2),
    ]


def test_heading_that_is_only_bold_is_found_and_a_bold_label_is_not() -> None:
    builder = PdfBuilder().paragraph(LONG)
    for name in ("設定画面の見方", "検索画面の見方", "出力画面の見方"):
        builder.heading(name, 10).paragraph(LONG)
    builder.heading("【注意】", 10).paragraph(LONG)
    assert texts(builder.read(), "section_header") == ["設定画面の見方", "検索画面の見方", "出力画面の見方"]


def test_gothic_is_the_bold_face_of_text_in_mincho() -> None:
    builder = PdfBuilder(font=MINCHO).paragraph(LONG)
    for name in ("設定画面の見方", "検索画面の見方", "出力画面の見方"):
        builder.y += 22
        builder.text(builder.left, builder.y, name, 10, font=GOTHIC)
        builder.y += 16
        builder.paragraph(LONG)
    assert texts(builder.read(), "section_header") == ["設定画面の見方", "検索画面の見方", "出力画面の見方"]


def test_bold_lines_behind_squares_are_headings_and_plain_ones_are_items() -> None:
    builder = PdfBuilder().paragraph(LONG)
    for name in ("■ 安全上のご注意", "■ 各部の名前", "■ 電池の交換"):
        builder.heading(name, 10).paragraph(LONG)
    for item in ("ぬれた手で触れない。", "分解しない。"):
        builder.item("■", item)
    layout = builder.read()
    assert texts(layout, "section_header") == ["■ 安全上のご注意", "■ 各部の名前", "■ 電池の交換"]
    assert texts(layout, "list_item") == ["ぬれた手で触れない。", "分解しない。"]


@pytest.mark.parametrize(
    "written",
    [
        "(anonymous)",
        "untitled",
        "(unspecified)",
        "Microsoft Word - a.doc",
        "PowerPoint プレゼンテーション",
        "Layout 1",
        "none",
    ],
)
def test_what_a_program_wrote_as_title_is_none(written: str) -> None:
    assert PdfBuilder(title=written).paragraph(LONG).read().title is None


def test_heading_wrapped_over_two_lines_is_one_heading() -> None:
    long_heading = "2.1 申請の内容を登録して承認を依頼し、その結果を一覧の画面で確認するまでの流れについて"
    builder = PdfBuilder().heading("2. 申請", 15).paragraph(LONG)
    builder.y += 12
    for line in (long_heading[:32], long_heading[32:]):
        builder.y += 18
        builder.text(builder.left, builder.y, line, 15, bold=True)
    builder.y += 14
    builder.paragraph(LONG)
    assert long_heading in [text.replace("\n", "") for text in texts(builder.read(), "section_header")]


def test_plain_numbers_that_run_through_the_document_are_headings() -> None:
    builder = PdfBuilder()
    for number, name in enumerate(("起動方法", "機能概要", "設定ファイル", "お問い合わせ"), start=1):
        builder.item(f"{number}.", name).item("(ア)", SENTENCE, indent=22).item("(イ)", SENTENCE, indent=22)
        builder.paragraph(LONG, indent=22)
    assert texts(builder.read(), "section_header") == [
        "1. 起動方法",
        "2. 機能概要",
        "3. 設定ファイル",
        "4. お問い合わせ",
    ]


def test_numbered_titles_between_pictures_are_headings_though_one_entry_is_a_sentence() -> None:
    builder = PdfBuilder().item("1.", "本説明書は、部品を購入した方のための説明書です。")
    for number, name in enumerate(("完成した基板の外観", "回路図", "部品一覧", "組み立ての順序"), start=2):
        builder.item(f"{number}.", name).image(200, 80).paragraph(SENTENCE, indent=22).image(200, 80)
    layout = builder.read()
    assert texts(layout, "section_header") == [
        "2. 完成した基板の外観",
        "3. 回路図",
        "4. 部品一覧",
        "5. 組み立ての順序",
    ]
    assert [item.marker for item in of_kind(layout, "list_item")] == ["1."]


@pytest.mark.parametrize(
    "steps",
    [
        ("カバーを開けます。", "ねじを外す", "ケーブルを抜いてください", "基板を取り出す", "カバーを閉じます。"),
        ("電源を切る。", "カバーの取り外し", "部品を外す。", "部品の取り付け", "電源を入れる。"),
    ],
)
def test_steps_with_pictures_and_results_between_them_stay_steps(steps: tuple[str, ...]) -> None:
    builder = PdfBuilder().heading("部品の交換", 14)
    for number, step in enumerate(steps, start=1):
        builder.item(f"{number}.", step).image(200, 60).paragraph("画面が変わります。", indent=22).image(200, 60)
    layout = builder.read()
    assert not any(text in "".join(texts(layout, "section_header")) for text in steps)
    assert [item.marker for item in of_kind(layout, "list_item")] == [f"{n}." for n in range(1, len(steps) + 1)]


def test_plain_numbered_steps_stay_steps() -> None:
    builder = PdfBuilder().heading("1 登録", 14)
    for number in range(1, 6):
        builder.item(f"{number}.", "登録ボタンを押します。")
        builder.paragraph("確認画面が表示されます。", indent=22)
    layout = builder.read()
    assert texts(layout, "section_header") == ["1 登録"]
    assert [e.marker for e in of_kind(layout, "list_item")] == ["1.", "2.", "3.", "4.", "5."]


def test_plain_lines_with_versions_dates_and_measures_are_no_headings() -> None:
    builder = PdfBuilder().heading("1 仕様", 14).paragraph(LONG)
    for text in ("2.0版", "2024.1.5 改訂", "3.5 mm のプラグ", "12 V"):
        builder.paragraph(text)
    builder.heading("2 保守", 14).paragraph(LONG)
    assert texts(builder.read(), "section_header") == ["1 仕様", "2 保守"]


def test_bookmarks_give_levels_that_type_does_not_show() -> None:
    builder = PdfBuilder()
    for text, level in (("Setup", 0), ("Cables", 1), ("Power", 1), ("Operation", 0)):
        builder.y += 20
        builder.bookmark(text, level)
        builder.paragraph(text, gap=4).paragraph("The unit starts when the cable is connected to the outlet. " * 4)
    headings = of_kind(builder.read(), "section_header")
    assert [(e.text, e.level) for e in headings] == [("Setup", 1), ("Cables", 2), ("Power", 2), ("Operation", 1)]


@pytest.mark.parametrize(
    "markers",
    [
        ("①", "②", "③"),
        ("❶", "❷", "❸"),
        ("(1)", "(2)", "(3)"),
        ("（１）", "（２）", "（３）"),
        ("1)", "2)", "3)"),
        ("(ア)", "(イ)", "(ウ)"),
        ("a.", "b.", "c."),
        ("i.", "ii.", "iii."),
        ("・", "・", "・"),
        ("■", "■", "■"),
        ("A-1", "A-2", "A-3"),
        ("2-1-1.", "2-1-2.", "2-1-3."),
    ],
    ids=lambda value: value[0],
)
def test_every_marker_style_makes_items_with_the_marker_as_printed(markers: tuple[str, ...]) -> None:
    builder = PdfBuilder(font=GOTHIC).heading("1 登録の手順", 14)
    for number, marker in enumerate(markers):
        builder.item(marker, own_text(number), hang=34)
    items = of_kind(builder.read(), "list_item")
    assert [item.marker for item in items] == list(markers)
    assert [item.text for item in items] == [own_text(number) for number in range(3)]


def test_step_words_are_markers_but_references_to_steps_are_not() -> None:
    builder = PdfBuilder().heading("1 登録", 14)
    builder.item("手順1", "登録画面を開きます。", hang=40).item("手順2", "登録ボタンを押します。", hang=40)
    builder.paragraph("手順1で開いた画面は、登録が終わると自動で閉じます。")
    layout = builder.read()
    assert [e.marker for e in of_kind(layout, "list_item")] == ["手順1", "手順2"]
    assert texts(layout, "text") == ["手順1で開いた画面は、登録が終わると自動で閉じます。"]


def test_nesting_and_continuation_paragraphs_keep_their_depth() -> None:
    builder = PdfBuilder().heading("1 登録", 14)
    builder.item("1.", "登録画面を開きます。").item("①", "申請区分を選択します。", indent=22)
    builder.paragraph("区分によって項目が変わります。", indent=44).item("②", "件名を入力します。", indent=22)
    builder.item("2.", "登録ボタンを押します。").paragraph(LONG)
    layout = builder.read()
    assert [(e.marker, e.depth) for e in of_kind(layout, "list_item")] == [("1.", 1), ("①", 2), ("②", 2), ("2.", 1)]
    by_text = {e.text: e for e in of_kind(layout, "text")}
    assert by_text["区分によって項目が変わります。"].list_depth == 2
    assert by_text[LONG].list_depth is None


def test_item_that_runs_over_a_page_is_one_item_with_two_regions() -> None:
    builder = PdfBuilder().heading("1 登録", 14)
    while builder.y < 740:
        builder.paragraph(SENTENCE)
    first, second = LONG[:44], LONG[44:]
    builder.y = 765
    builder.text(builder.left, builder.y, "①\u3000", 10).text(builder.left + 22, builder.y, first, 10)
    builder.page()
    builder.text(builder.left + 22, 70, second[:44], 10).text(builder.left + 22, 85, second[44:88], 10)
    builder.text(builder.left + 22, 100, second[88:], 10)
    (item,) = of_kind(builder.read(), "list_item")
    assert item.text == LONG
    assert [region.page for region in item.regions] == [1, 2]


def test_list_goes_on_after_a_picture() -> None:
    builder = PdfBuilder().heading("1 登録", 14).item("①", "画面を開きます。").image(200, 120)
    builder.caption("図 1 登録画面").item("②", "ボタンを押します。")
    layout = builder.read()
    assert [(e.marker, e.depth) for e in of_kind(layout, "list_item")] == [("①", 1), ("②", 1)]


def test_captions_name_their_picture_and_their_table() -> None:
    builder = PdfBuilder().heading("1 画面", 14).image(260, 140).caption("図 1-1 登録画面")
    builder.caption("表 1-1 項目").table([["項目", "説明"], ["件名", "申請の名前"], ["区分", "申請の種類"]], [120, 240])
    builder.paragraph("図 1-1は登録画面を示します。")
    layout = builder.read()
    picture, table = of_kind(layout, "picture")[0], of_kind(layout, "table")[0]
    assert {e.text: e.caption_of for e in of_kind(layout, "caption")} == {
        "図 1-1 登録画面": picture.element_id,
        "表 1-1 項目": table.element_id,
    }


def test_two_captions_side_by_side_name_the_picture_above_each() -> None:
    builder = PdfBuilder().paragraph(LONG)
    top = builder.y
    builder.image(200, 120)
    builder.y = top
    builder.image(200, 120, x=330, color="#aa4477")
    builder.text(110, builder.y + 12, "図 1 左の画面", 9).text(380, builder.y + 12, "図 2 右の画面", 9)
    layout = builder.read()
    left, right = sorted(of_kind(layout, "picture"), key=lambda e: e.bbox[0] if e.bbox else 0)
    owners = {e.text: e.caption_of for e in of_kind(layout, "caption")}
    assert owners == {"図 1 左の画面": left.element_id, "図 2 右の画面": right.element_id}


def test_ruled_table_gives_cells_headers_and_no_headings() -> None:
    rows = [["コード", "意味", "処置"], ["E-042", "温度異常", "停止して冷やす"], ["1. E-043", "", "点検する"]]
    layout = PdfBuilder().heading("1 エラー", 14).table(rows, [90, 150, 200]).paragraph(LONG).read()
    (element,) = of_kind(layout, "table")
    assert element.table is not None
    assert element.table.grid() == rows
    assert element.table.header_row_count() == 1
    assert texts(layout, "section_header") == ["1 エラー"]


def test_table_over_a_page_end_is_one_table_with_one_header() -> None:
    head = ["番号", "名前"]
    builder = PdfBuilder().heading("1 部品", 14)
    builder.y = 640
    builder.table([head, *([str(n), f"部品{n}"] for n in range(1, 6))], [80, 200]).page()
    builder.table([head, *([str(n), f"部品{n}"] for n in range(6, 9))], [80, 200])
    (element,) = of_kind(builder.read(), "table")
    assert element.table is not None
    assert element.table.grid() == [head, *([str(n), f"部品{n}"] for n in range(1, 9))]
    assert [region.page for region in element.regions] == [1, 2]


def test_cell_that_spans_columns_stands_once_with_its_span() -> None:
    builder = PdfBuilder()
    x, y = builder.left, builder.y
    for row in range(4):
        builder.rule(x, y + row * 20, x + 300, y + row * 20)
    for edge in (0, 300):
        builder.rule(x + edge, y, x + edge, y + 60)
    for edge in (100, 200):
        builder.rule(x + edge, y + 20, x + edge, y + 60)
    builder.text(x + 5, y + 14, "結果", 9)
    for r in range(2):
        for c in range(3):
            builder.text(x + c * 100 + 5, y + 34 + r * 20, f"値{r}{c}", 9)
    (element,) = of_kind(builder.read(), "table")
    assert element.table is not None
    top = element.table.cells[0]
    assert (top.text, top.column_span, top.row_span) == ("結果", 3, 1)
    assert len(element.table.cells) == 7


def test_table_with_horizontal_rules_only_is_a_table() -> None:
    builder = PdfBuilder().paragraph(LONG)
    y = builder.y + 10
    for offset in (0, 20, 80):
        builder.rule(builder.left, y + offset, builder.left + 320, y + offset)
    for row, cells in enumerate(
        (("Code", "Meaning"), ("E-01", "Fan stopped"), ("E-02", "Door open"), ("E-03", "No paper"))
    ):
        for column, cell in enumerate(cells):
            builder.text(builder.left + 5 + column * 150, y + 14 + row * 19, cell, 9)
    (element,) = of_kind(builder.read(), "table")
    assert element.table is not None
    assert [row[0] for row in element.table.grid()] == ["Code", "E-01", "E-02", "E-03"]


def test_nested_list_is_no_table() -> None:
    builder = PdfBuilder().heading("1 Setup", 14)
    for number in (1, 2):
        builder.item(f"{number}.", "Open the cover.", hang=20)
        for letter in "ab":
            builder.item(f"{letter}.", "Press the tab.", indent=24, hang=20)
            builder.item("i.", "Pull.", indent=48, hang=20)
    layout = builder.read()
    assert of_kind(layout, "table") == []
    assert len(of_kind(layout, "list_item")) == 10


def test_bold_bulleted_questions_open_sections_and_bold_items_do_not() -> None:
    builder = PdfBuilder(font="Helvetica")
    questions = ["Can I import files?", "Why does it not start?", "Is there a forum?"]
    for question in questions:
        builder.y += 26
        builder.text(builder.left, builder.y, f"\u2022  {question}", 10, font="Helvetica-Bold")
        builder.y += 6
        builder.paragraph("The program reads drawings and tables and shows what they hold. " * 3, indent=14)
    assert [
        text[-len(q) :] for text, q in zip(texts(builder.read(), "section_header"), questions, strict=True)
    ] == questions
    listed = PdfBuilder(font="Helvetica").paragraph("The program reads drawings and tables. " * 5)
    for item in ("Open the lid.", "Take out the card.", "Close the lid."):
        listed.y += 15
        listed.text(listed.left, listed.y, f"\u2022  {item}", 10, font="Helvetica-Bold")
    assert not texts(listed.read(), "section_header")


def test_tasks_titled_in_the_plain_form_are_headings_where_much_stands_between() -> None:
    builder = PdfBuilder()
    tasks = ["1. 本体について", "2. 環境を作る", "3. 本体に書き込む", "4. 設定を保存する"]
    for task in tasks:
        builder.y += 18
        builder.text(builder.left, builder.y, task, 10)
        builder.y += 8
        for marker in ("（ア）", "（イ）", "（ウ）", "（エ）", "（オ）"):
            builder.item(marker, "画面の表示を確認します。", indent=20)
    assert texts(builder.read(), "section_header") == tasks


def test_steps_in_boxes_below_each_other_are_no_table() -> None:
    builder = PdfBuilder().heading("1. 登録", 14).paragraph(LONG)
    steps = [(0, "手順1", "［登録］を押します。"), (22, "(1)", "名前を入力します。"), (22, "(2)", "日付を選びます。")]
    for indent, marker, text in [*steps, (0, "手順2", "［保存］を押します。")]:
        builder.canvas.rect(57 + indent, builder.height - builder.y - 20, 420 - indent, 20)
        builder.text(63 + indent, builder.y + 14, f"{marker} {text}", 10)
        builder.y += 20
    layout = builder.read()
    assert not of_kind(layout, "table")
    assert [e.marker for e in of_kind(layout, "list_item")] == ["手順1", "(1)", "(2)", "手順2"]


def test_notes_below_each_other_are_texts_of_their_own() -> None:
    builder = PdfBuilder().paragraph(LONG)
    notes = ["※ 保存した内容はあとから変更できます。", "※ 一覧には20件まで表示されます。"]
    for note in notes:
        builder.y += 15
        builder.text(builder.left, builder.y, note, 10)
    assert texts(builder.read(), "text")[-2:] == notes


def test_bold_word_that_labels_a_notice_is_no_heading() -> None:
    builder = PdfBuilder()
    for name in ("設定画面の見方", "検索画面の見方", "出力画面の見方"):
        builder.heading(name, 10).paragraph(LONG).heading("注意", 10).paragraph(SENTENCE)
    assert texts(builder.read(), "section_header") == ["設定画面の見方", "検索画面の見方", "出力画面の見方"]


def test_running_lines_and_page_numbers_are_kept_as_furniture() -> None:
    builder = PdfBuilder().running("製品マニュアル", "1 / 4").heading("1 概要", 14).paragraph(LONG)
    for number in range(2, 5):
        builder.page().running("製品マニュアル", f"{number} / 4").paragraph(own_text(number))
    layout = builder.read()
    assert texts(layout, "page_header") == ["製品マニュアル"] * 4
    assert texts(layout, "page_footer") == ["1 / 4", "2 / 4", "3 / 4", "4 / 4"]
    assert [page.label for page in layout.pages] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    "printed", [["i", "ii", "iii"], ["- 5 -", "- 6 -", "- 7 -"], ["Page 1 of 3", "Page 2 of 3", "Page 3 of 3"]]
)
def test_printed_page_numbers_are_recognised(printed: list[str]) -> None:
    builder = PdfBuilder()
    for index, label in enumerate(printed):
        builder.running(footer=label).paragraph(own_text(index))
        if index < 2:
            builder.page()
    assert texts(builder.read(), "page_footer") == printed


def test_chapter_title_is_heading_once_and_running_header_elsewhere() -> None:
    builder = PdfBuilder()
    for chapter, name in enumerate(("1 概要", "2 設定", "3 運用"), start=1):
        for page in range(2):
            builder.running(header=name)
            if page == 0:
                builder.heading(name, 16)
            builder.paragraph(own_text(2 * chapter + page))
            if (chapter, page) != (3, 1):
                builder.page()
    layout = builder.read()
    assert texts(layout, "section_header") == ["1 概要", "2 設定", "3 運用"]
    assert len(of_kind(layout, "page_header")) == 6


def test_headings_that_open_pages_are_no_running_headers() -> None:
    builder = PdfBuilder()
    for number, name in enumerate(("準備", "登録", "承認", "出力"), start=1):
        builder.heading(f"{number} {name}", 16).paragraph(LONG)
        if number < 4:
            builder.page()
    assert texts(builder.read(), "section_header") == ["1 準備", "2 登録", "3 承認", "4 出力"]


def test_contents_page_is_labelled_with_its_page_numbers() -> None:
    builder = PdfBuilder().heading("目次", 16)
    for name, page in (("1 概要", 2), ("1.1 動作環境", 2), ("2 操作", 3)):
        builder.y += 18
        builder.text(builder.left, builder.y, name + " " + "." * 60, 10).text(520, builder.y, str(page), 10)
    builder.page().heading("1 概要", 16).paragraph(LONG).heading("1.1 動作環境", 13).paragraph(LONG).page()
    builder.heading("2 操作", 16).paragraph(LONG)
    layout = builder.read()
    assert [(e.text, e.page_label) for e in of_kind(layout, "toc_entry")] == [
        ("目次", None),
        ("1 概要", "2"),
        ("1.1 動作環境", "2"),
        ("2 操作", "3"),
    ]
    assert texts(layout, "section_header") == ["1 概要", "1.1 動作環境", "2 操作"]


def test_contents_without_leaders_or_numbers_is_recognised_by_the_headings_it_repeats() -> None:
    builder = PdfBuilder().text(57, 80, "目次", 12)
    for index, name in enumerate(("1. 注意事項", "2. 概要", "3. 動作確認")):
        builder.text(70, 120 + index * 20, name, 10, color="#1155cc")
    for name in ("1. 注意事項", "2. 概要", "3. 動作確認"):
        builder.page().heading(name, 15).paragraph(LONG)
    layout = builder.read()
    assert len(of_kind(layout, "toc_entry")) == 4
    assert texts(layout, "section_header") == ["1. 注意事項", "2. 概要", "3. 動作確認"]


def _two_columns(reverse: bool) -> PdfBuilder:
    builder = PdfBuilder()
    builder.heading("1 概要", 14)
    pieces = []
    for column, x in enumerate((57, 310)):
        for row in range(14):
            pieces.append((x, 130 + row * 15, f"{'左右'[column]}{row:02d}" + "の段の文章がここに続いて" + "います。"))
    for x, y, text in reversed(pieces) if reverse else pieces:
        builder.text(x, y, text, 10)
    return builder


@pytest.mark.parametrize("reverse", [False, True], ids=["in order", "reversed stream"])
def test_columns_are_read_one_after_the_other_whatever_the_stream_says(reverse: bool) -> None:
    layout = _two_columns(reverse).read()
    body = "".join(texts(layout, "text"))
    assert body.index("左13") < body.index("右00")
    assert [body.index(f"左{row:02d}") for row in range(14)] == sorted(body.index(f"左{row:02d}") for row in range(14))


def _column(builder: PdfBuilder, side: str, x: float, top: float, rows: int, leading: float) -> None:
    for row in range(rows):
        builder.text(x, top + row * leading, f"{side}{row:02d}の段の文章がここに続いています。", 9)


def _read_in_columns(body: str, sides: str, rows: int) -> bool:
    places = [body.index(f"{side}{row:02d}") for side in sides for row in range(rows)]
    return places == sorted(places)


def test_columns_whose_lines_stand_at_different_heights_are_columns() -> None:
    builder = PdfBuilder()
    _column(builder, "左", 57, 130, 7, 18)
    _column(builder, "右", 310, 139, 7, 18)
    assert _read_in_columns("".join(texts(builder.read(), "text")), "左右", 7)


def test_short_page_has_the_columns_of_the_other_pages() -> None:
    builder = PdfBuilder()
    for sides in ("甲乙", "丙丁"):
        _column(builder, sides[0], 57, 130, 20, 15)
        _column(builder, sides[1], 310, 130, 20, 15)
        builder.page()
    _column(builder, "左", 57, 130, 3, 15)
    _column(builder, "右", 310, 130, 3, 15)
    assert _read_in_columns("".join(texts(builder.read(), "text")), "左右", 3)


def test_short_last_line_above_columns_ends_its_paragraph() -> None:
    builder = PdfBuilder().heading("1 概要", 14)
    wide = "この機器は、施設の設備を管理する方が、熱の利用を検討するときに使う道具です。詳しい検討を行う前の"
    builder.text(67, 120, wide, 9).text(57, 136, "判断に使います。", 9)
    _column(builder, "左", 57, 190, 12, 15)
    _column(builder, "右", 310, 190, 12, 15)
    body = texts(builder.read(), "text")
    assert body[0] == wide + "判断に使います。"
    assert _read_in_columns("".join(body), "左右", 12)


def test_wraps_are_mended_and_hyphens_removed() -> None:
    builder = PdfBuilder()
    for index, line in enumerate(("The device is configured with the docu-", "mented settings and it restarts after")):
        builder.text(57, 90 + 15 * index, line + " " * 2, 10)
    builder.right = 240
    (text,) = texts(builder.read(), "text")
    assert "documented settings" in text


def test_kangxi_radicals_are_folded_and_the_original_is_kept() -> None:
    layout = PdfBuilder().paragraph("画⾯を⾒て⼊⼒します。").read()
    (element,) = of_kind(layout, "text")
    assert element.text == "画面を見て入力します。"
    assert element.provenance.original_text == "画⾯を⾒て⼊⼒します。"


def test_text_inside_a_picture_is_kept_apart() -> None:
    builder = PdfBuilder().paragraph(LONG)
    top = builder.y
    builder.image(300, 160, color="#eeeeee").text(120, top + 80, "検索ボタン", 9).paragraph(LONG)
    layout = builder.read()
    assert texts(layout, "picture_ocr_text") == ["検索ボタン"]
    assert of_kind(layout, "picture_ocr_text")[0].container == of_kind(layout, "picture")[0].element_id


def test_strips_of_one_picture_are_one_picture() -> None:
    builder = PdfBuilder().paragraph(LONG)
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    for strip in range(5):
        reader = ImageReader(Image.new("RGB", (300, 20), (40 * strip, 90, 120)))
        builder.canvas.drawImage(reader, 80, 500 - strip * 20, 300, 20)
    (picture,) = of_kind(builder.read(), "picture")
    assert picture.bbox == pytest.approx((80, 842 - 520, 380, 842 - 420), abs=0.5)


def test_logo_on_every_page_is_decorative() -> None:
    builder = PdfBuilder()
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    reader = ImageReader(Image.new("RGB", (60, 20), "#aa0000"))
    for number in range(1, 5):
        builder.canvas.drawImage(reader, 470, 20, 60, 20)
        builder.paragraph(own_text(number))
        if number < 4:
            builder.page()
    layout = builder.read()
    assert of_kind(layout, "picture") == []
    assert {e.repeated_on for e in of_kind(layout, "decorative")} == {4}


def test_boxes_are_points_from_the_top_left_of_the_page_as_shown() -> None:
    import io

    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import FloatObject, NameObject, NumberObject, RectangleObject

    data = PdfBuilder(width=400, height=600).text(100, 200, "Marker text", 10).build()
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    page = writer.pages[0]
    page[NameObject("/CropBox")] = RectangleObject((50, 100, 350, 550))
    page[NameObject("/Rotate")] = NumberObject(90)
    page[NameObject("/UserUnit")] = FloatObject(2)
    out = io.BytesIO()
    writer.write(out)
    layout = read(out.getvalue())
    assert (layout.pages[0].width, layout.pages[0].height, layout.pages[0].rotation) == (900, 600, 90)
    (size,) = pages_of_pdf(out.getvalue(), "turned.pdf")
    assert (size.width, size.height) == (900, 600)
    (element,) = [e for e in layout.elements if "Marker" in e.text]
    assert element.bbox is not None
    # 300 points above the crop box's lower edge is 600 from the left of the turned page; 50 from its left edge is
    # 100 down.
    assert element.bbox[0] == pytest.approx(600 - 2 * 3, abs=8)
    assert element.bbox[1] == pytest.approx(100, abs=3)


def test_vertical_writing_is_read_in_columns_from_the_right() -> None:
    columns = ("吾輩は猫である名前はまだ無い", "どこで生れたかとんと見当がつかぬ", "何でも薄暗いじめじめした所で")
    page = RawPage(1, 595, 842, 0, styles=[TextStyle("Mincho", 12.0, 400)])
    for index in reversed(range(3)):
        for row, char in enumerate(columns[index]):
            x, y = 450.0 - index * 22, 100.0 + row * 12.5
            page.glyphs.append((char, x, y, x + 12, y + 12, y + 10.5, 0, -1))
    layout = analyse_page(page)
    assert layout.vertical
    assert [line.text for line in layout.lines] == list(columns)
    first = layout.shown(layout.lines[0].box)
    assert first == pytest.approx((450, 100, 462, 100 + 12.5 * 13 + 12), abs=0.1)


def test_slanted_watermark_is_decorative() -> None:
    builder = PdfBuilder().paragraph(LONG)
    builder.canvas.saveState()
    builder.canvas.translate(200, 300)
    builder.canvas.rotate(45)
    builder.canvas.setFont("Helvetica", 60)
    builder.canvas.drawString(0, 0, "CONFIDENTIAL")
    builder.canvas.restoreState()
    layout = builder.read()
    assert "CONFIDENTIAL" in "".join(texts(layout, "decorative")).replace(" ", "")
    assert texts(layout, "text") == [LONG]


def test_two_reads_give_the_same_document() -> None:
    data = PdfBuilder().heading("1 概要", 14).paragraph(LONG).item("①", SENTENCE).image(100, 60).build()
    assert read(data) == read(data)


def test_title_product_model_and_version_are_hints_on_the_document() -> None:
    builder = PdfBuilder()
    builder.text(150, 250, "温度調節器 ES-200 取扱説明書", 22, bold=True).text(260, 300, "第2.1版", 12).page()
    builder.heading("1 概要", 14).paragraph(LONG)
    layout = builder.read()
    assert layout.title == "温度調節器 ES-200 取扱説明書"
    assert layout.product_names == ["温度調節器 ES-200"]
    assert layout.model_numbers == ["ES-200"]
    assert layout.version == "第2.1版"
    assert layout.language == "ja"


@pytest.mark.parametrize(
    ("printed", "read_as"),
    [
        ("לחץ על הכפתור", "לחץ על הכפתור"),
        ("מספר 120 ויו", "מספר 120 ויו"),
    ],
)
def test_text_from_right_to_left_is_read_in_its_own_order(printed: str, read_as: str) -> None:
    page = RawPage(1, 595, 842, 0, styles=[TextStyle("David", 12.0, 400)])
    # Numbers run from left to right within the line.
    order = [word[::-1] if word.isdigit() else word for word in printed.split(" ")]
    x = 500.0
    for char in " ".join(order):
        advance = 3.0 if char in "יו " else 6.5
        x -= advance
        page.glyphs.append((char, x, 100.0, x + advance, 113.0, 110.5, 0, -1))
    if "120" in printed:
        start = printed.index("120")
        page.glyphs[start : start + 3] = page.glyphs[start : start + 3][::-1]
    assert [line.text for line in analyse_page(page).lines] == [read_as]


def test_title_block_in_a_ruled_table_on_every_page_is_a_header() -> None:
    builder = PdfBuilder()
    for number in range(1, 5):
        builder.y = 20
        builder.table(
            [["作業手順書", "文書番号 HM-017", f"{number}/4"], ["承認 山田", "第2版", "改訂日"]], [200, 160, 120]
        )
        builder.heading(f"{number}. 手順その{number}").paragraph(own_text(number))
        builder.table([["部品", "個数"], [f"ねじ{number}", "2本"]], [200, 100])
        if number < 4:
            builder.page()
    layout = builder.read()
    assert texts(layout, "page_header").count("文書番号 HM-017") == 4
    assert len(of_kind(layout, "table")) == 4


def _columns(rows: list[tuple[str, ...]], font: str | None = None) -> PdfBuilder:
    builder = PdfBuilder().heading("1. 仕様", 14).paragraph(LONG)
    for row in rows:
        builder.y += 18
        for x, text in zip((60, 220, 360), row, strict=True):
            builder.text(x, builder.y, text, 10, font=font)
    builder.y += 10
    return builder.paragraph(LONG)


def test_table_with_neither_rules_nor_caption_is_a_table() -> None:
    rows = [
        ("項目", "定格値", "備考"),
        ("電源電圧", "5 Volt", "USB 給電"),
        ("消費電流", "120 mA", "最大値"),
        ("動作温度", "0-40 deg", "結露なし"),
    ]
    (table,) = of_kind(_columns(rows).read(), "table")
    assert table.table is not None
    assert [tuple(row) for row in table.table.grid()] == rows


def test_indexes_and_code_in_columns_are_no_tables() -> None:
    index = [(f"Valve {n}", f"Cover {n + 20}", f"Screw {n + 40}") for n in range(1, 7)]
    assert not of_kind(_columns(index).read(), "table")
    code = [("LOAD", f"R{n}", "STORE") for n in range(1, 7)]
    assert not of_kind(_columns(code, font="Courier").read(), "table")


def test_lines_below_the_title_of_a_cover_are_no_sections() -> None:
    builder = PdfBuilder()
    for y, text, size in (
        (150, "ラベルプリンター", 20),
        (190, "LP-210", 30),
        (230, "取扱説明書", 20),
        (500, "第3版 2025年4月", 12),
        (520, "必ずお読みください", 12),
    ):
        builder.y = y
        builder.caption(text, size)
    builder.page().heading("1. はじめに", 14).paragraph(LONG).heading("2. 使い方", 14).paragraph(LONG)
    layout = builder.read()
    assert layout.title == "ラベルプリンター LP-210 取扱説明書"
    assert texts(layout, "section_header") == ["1. はじめに", "2. 使い方"]
