"""Captions find their owners, and every element learns the headings above it."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.layout import ElementKind, LayoutElement
from llama_index_layout_rag.layout.captions import attach_captions, caption_owner_kind, is_caption
from llama_index_layout_rag.layout.sections import assign_section_paths


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("図 3-2 設定画面", ElementKind.PICTURE),
        ("図１ 設定画面", ElementKind.PICTURE),
        ("図 5‑64［識別子］画面", ElementKind.PICTURE),
        ("写真2 背面", ElementKind.PICTURE),
        ("Fig. 4-10 Rear side", ElementKind.PICTURE),
        ("Figure 7-26. Self-locking nuts", ElementKind.PICTURE),
        ("表1 部品", ElementKind.TABLE),
        ("Table B.1 – continued from previous page", ElementKind.TABLE),
        ("図1に示す。", None),
        ("図3は画面です。", None),
        ("図4 参照", None),
        ("表 2のとおり設定します。", None),
        ("Figure 3 shows the main screen", None),
        ("Table of contents", None),
        ("表示する画面を選びます。", None),
        ("図書館の利用方法", None),
    ],
)
def test_caption_is_told_from_reference(text: str, kind: ElementKind | None) -> None:
    assert caption_owner_kind(text) is kind
    assert is_caption(text) is (kind is not None)


def _element(
    number: int, kind: str, text: str = "", box: tuple[float, float, float, float] | None = None
) -> LayoutElement:
    return LayoutElement(element_id=f"e{number}", kind=ElementKind(kind), text=text, page=1 if box else None, bbox=box)


def test_caption_above_a_table_and_below_a_picture() -> None:
    elements = [
        _element(1, "picture", box=(50, 100, 300, 200)),
        _element(2, "text", "図 1 画面", (100, 205, 200, 215)),
        _element(3, "text", "表 1 項目", (100, 225, 200, 235)),
        _element(4, "table", box=(50, 240, 300, 300)),
    ]
    owners = {e.text: (e.kind, e.caption_of) for e in attach_captions(elements) if e.text}
    assert owners == {"図 1 画面": (ElementKind.CAPTION, "e1"), "表 1 項目": (ElementKind.CAPTION, "e4")}


def test_two_captions_between_two_pictures_do_not_share_one_owner() -> None:
    elements = [
        _element(1, "picture", box=(50, 100, 300, 200)),
        _element(2, "caption", "図 1 上", (100, 205, 200, 215)),
        _element(3, "picture", box=(50, 220, 300, 320)),
        _element(4, "caption", "図 2 下", (100, 325, 200, 335)),
    ]
    assert [e.caption_of for e in attach_captions(elements) if e.text] == ["e1", "e3"]


def test_without_boxes_the_neighbour_in_reading_order_owns() -> None:
    elements = [
        _element(1, "text", "本文"),
        _element(2, "picture"),
        _element(3, "text", "図 1 画面"),
        _element(4, "text", "本文"),
    ]
    attached = attach_captions(elements)
    assert attached[2].caption_of == "e2"
    assert attached[0].caption_of is None


def test_caption_without_an_owner_stays_what_it_is() -> None:
    (element,) = attach_captions([_element(1, "text", "図 1 画面", (100, 205, 200, 215))])
    assert (element.kind, element.caption_of) == (ElementKind.TEXT, None)


def _heading(text: str, level: int | None) -> LayoutElement:
    return LayoutElement(element_id=text, kind=ElementKind.SECTION_HEADER, text=text, level=level)


def test_section_paths_follow_the_heading_stack() -> None:
    body = LayoutElement(element_id="b", kind=ElementKind.TEXT, text="本文")
    title = LayoutElement(element_id="t", kind=ElementKind.TITLE, text="マニュアル")
    elements = [
        title,
        body,
        _heading("1", 1),
        body,
        _heading("1.1.1", 3),
        body,
        _heading("1.2", 2),
        body,
        _heading("2", None),
        body,
    ]
    assert [e.section_path for e in assign_section_paths(elements)] == [
        [],
        [],
        [],
        ["1"],
        ["1"],
        ["1", "1.1.1"],
        ["1"],
        ["1", "1.2"],
        [],
        ["2"],
    ]
    assert elements[5].section_path == []
