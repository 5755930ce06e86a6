"""Roles of pictures: decoration, icons in lines, evidence."""

from __future__ import annotations

import pytest
from layout_builder import ManualBuilder, manual

from llama_index_layout_rag.layout import Box, ElementKind, VisualRole
from llama_index_layout_rag.layout.elements import Extraction, ImageInfo, Provenance
from llama_index_layout_rag.pictures.context import captions_of_pictures
from llama_index_layout_rag.pictures.roles import RoleDecision, picture_roles

TEXT_LAYER = Provenance(extraction=Extraction.TEXT_LAYER)
OPERATION = "検索ボタンを押して一覧を表示します。"


def roles(builder: ManualBuilder) -> list[RoleDecision]:
    return list(picture_roles(builder.layout()).values())


def only(builder: ManualBuilder) -> RoleDecision:
    (decision,) = roles(builder)
    return decision


def test_a_small_picture_alone_in_the_margin_is_decorative() -> None:
    decision = only(manual().heading("1. 検索").text(OPERATION).picture(bbox=(480.0, 760.0, 520.0, 790.0)))
    assert decision.role is VisualRole.DECORATIVE
    assert "margin" in decision.reason


def test_an_icon_beside_operation_text_belongs_to_that_text() -> None:
    builder = manual().text(OPERATION, bbox=(100.0, 200.0, 420.0, 220.0)).picture(bbox=(430.0, 198.0, 450.0, 218.0))
    decision = only(builder)
    assert (decision.role, decision.host) == (VisualRole.INLINE_ICON, "e0")


@pytest.mark.parametrize("word", ["company logo", "Copyright 2024", "会社ロゴ", "著作権表示"])
@pytest.mark.parametrize("key", ["alt", "title"])
def test_a_small_picture_whose_words_say_logo_is_decorative(word: str, key: str) -> None:
    builder = manual().text(OPERATION).picture(bbox=(100.0, 300.0, 140.0, 330.0), image=ImageInfo(**{key: word}))
    assert only(builder).role is VisualRole.DECORATIVE


def test_a_screenshot_that_shows_a_logo_is_evidence() -> None:
    builder = manual().text(OPERATION).picture(bbox=(60.0, 300.0, 540.0, 600.0), image=ImageInfo(alt="ロゴの設定画面"))
    assert only(builder).role is VisualRole.CONTENT


@pytest.mark.parametrize(
    ("box", "role"),
    [
        ((70.0, 62.0, 110.0, 78.0), VisualRole.INLINE_ICON),
        ((70.0, 62.0, 170.0, 108.0), VisualRole.INLINE_ICON),
        ((70.0, 62.0, 190.0, 210.0), VisualRole.CONTENT),
    ],
)
def test_pictures_in_table_cells_are_signs_unless_they_are_screens(box: Box, role: VisualRole) -> None:
    builder = manual().table([["ボタン", "説明"], ["", "閉じます。"]]).picture(bbox=box, container="e0")
    assert only(builder).role is role


def test_the_same_bitmap_in_the_same_place_of_many_pages_is_decorative_and_one_icon_in_many_places_is_not() -> None:
    builder, icons = manual(), manual()
    for page in range(4):
        builder.text(OPERATION).picture(bbox=(85.0, 600.0, 194.0, 622.0), image=ImageInfo(key="k")).new_page()
        y = 100.0 + 40 * page
        icons.text(OPERATION, bbox=(60.0, y, 300.0, y + 20))
        icons.picture(bbox=(120.0, y + 2, 140.0, y + 18), image=ImageInfo(key="k", inline=True)).new_page()
    assert {decision.role for decision in roles(builder)} == {VisualRole.DECORATIVE}
    assert {decision.role for decision in roles(icons)} == {VisualRole.INLINE_ICON}


def test_a_bitmap_under_running_text_is_a_background_and_one_under_labels_is_not() -> None:
    box = (60.0, 100.0, 540.0, 200.0)

    def printed(text: str, over: Box) -> RoleDecision:
        builder = manual().picture(bbox=box)
        builder._add(ElementKind.PICTURE_OCR_TEXT, text, bbox=over, container="e0", provenance=TEXT_LAYER)
        return only(builder)

    assert printed("本書は、感染症の予防についての規定をまとめたものである。" * 4, box).role is VisualRole.DECORATIVE
    assert printed("① ② ③", (100.0, 120.0, 140.0, 130.0)).role is VisualRole.CONTENT


def test_a_bullet_in_front_of_a_line_without_an_operation_is_decorative() -> None:
    def in_front_of(text: str) -> VisualRole:
        builder = manual().text(text, bbox=(60.0, 300.0, 250.0, 314.0))
        return only(builder.picture(bbox=(60.0, 301.0, 72.0, 313.0), image=ImageInfo(inline=True))).role

    assert in_front_of("機器との接続") is VisualRole.DECORATIVE
    assert in_front_of("をクリックします。") is VisualRole.INLINE_ICON
    assert in_front_of("［ ］マークの意味") is VisualRole.INLINE_ICON
    assert in_front_of("注意 濡れた手で触らないでください。") is VisualRole.INLINE_ICON
    assert in_front_of("Caution: hot surface") is VisualRole.INLINE_ICON


def test_pictures_without_boxes_are_judged_by_what_the_source_says() -> None:
    decisions = roles(
        manual()
        .text(OPERATION, bbox=None)
        .picture(bbox=None, image=ImageInfo(inline=True), container="e0")
        .picture(bbox=None, image=ImageInfo(alt="画面"))
        .picture(bbox=None, image=ImageInfo(alt="vendor logo"))
    )
    assert [decision.role for decision in decisions] == [
        VisualRole.INLINE_ICON,
        VisualRole.CONTENT,
        VisualRole.DECORATIVE,
    ]


def test_captions_go_to_content_pictures_on_the_side_the_document_prefers() -> None:
    builder = manual()
    for number in (1, 2, 3):
        builder.picture(bbox=(60.0, 200.0 * number - 100, 540.0, 200.0 * number))
        builder.text(f"図 {number} 画面{number}", bbox=(200.0, 200.0 * number + 40, 400.0, 200.0 * number + 55))
    found = captions_of_pictures(builder.layout(), {"e0", "e2", "e4"})
    assert {picture: caption.text for picture, caption in found.items()} == {
        "e0": "図 1 画面1",
        "e2": "図 2 画面2",
        "e4": "図 3 画面3",
    }


@pytest.mark.parametrize(
    ("text", "y", "named"),
    [
        ("ラズパイ選択", 405.0, True),
        ("<ツール構成図>", 180.0, True),
        ("次に設定画面を開きます。", 405.0, False),
        ("接続の種類", 440.0, False),
    ],
)
def test_unnumbered_lines_name_a_picture_only_when_they_are_close_and_no_sentences(
    text: str, y: float, named: bool
) -> None:
    builder = manual().picture(bbox=(60.0, 200.0, 540.0, 400.0)).text(text, bbox=(60.0, y, 200.0, y + 12))
    assert ("e0" in captions_of_pictures(builder.layout(), {"e0"})) is named


def test_a_picture_on_a_cover_is_art_and_on_the_first_page_of_a_leaflet_it_is_the_product() -> None:
    def first_page(pages: int, text: str) -> VisualRole:
        builder = manual()._add(ElementKind.TITLE, "取扱説明書").text(text).picture(bbox=(100.0, 300.0, 500.0, 700.0))
        for _ in range(pages - 1):
            builder.new_page().text(OPERATION)
        return roles(builder)[0].role

    assert first_page(20, "株式会社 見本") is VisualRole.DECORATIVE
    assert first_page(4, "株式会社 見本") is VisualRole.CONTENT
    assert first_page(20, "この図は全体の構成です。") is VisualRole.CONTENT


def test_a_picture_higher_than_a_line_beside_an_address_is_no_icon() -> None:
    builder = manual().text("〒100-0001 見本市見本町1", bbox=(60.0, 500.0, 400.0, 530.0))
    assert only(builder.picture(bbox=(420.0, 495.0, 455.0, 534.0))).role is VisualRole.CONTENT


def test_labels_spread_over_a_picture_do_not_make_it_a_background() -> None:
    box = (60.0, 100.0, 540.0, 500.0)
    builder = manual().picture(bbox=box)
    text = "\n".join(["パスワードを確認してください", "入力内容に間違いがないことを確認してください"] * 3)
    builder._add(ElementKind.PICTURE_OCR_TEXT, text, bbox=box, container="e0", provenance=TEXT_LAYER)
    assert only(builder).role is VisualRole.CONTENT


def test_a_caption_that_opens_the_next_column_names_the_last_picture_of_the_column_before() -> None:
    builder = manual().picture(bbox=(44.0, 660.0, 287.0, 760.0))
    builder._add(ElementKind.CAPTION, "図 4 受信の準備", bbox=(310.0, 62.0, 400.0, 74.0)).text(OPERATION)
    assert captions_of_pictures(builder.layout(), {"e0"})["e0"].text == "図 4 受信の準備"


def test_an_icon_that_rises_above_the_first_line_of_its_paragraph_belongs_to_it() -> None:
    builder = manual().text("To create the pattern, click the Add button.", bbox=(75.0, 82.0, 537.0, 141.0))
    decision = only(builder.picture(bbox=(455.0, 72.0, 474.0, 91.0), image=ImageInfo(inline=True)))
    assert (decision.role, decision.host) == (VisualRole.INLINE_ICON, "e0")
