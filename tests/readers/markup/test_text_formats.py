"""The readers of plain text, CSV and reStructuredText."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutReadError, LayoutSource
from llama_index_layout_rag.layout.elements import TextSpan
from llama_index_layout_rag.readers.markup.restructuredtext import read_restructured_text
from llama_index_layout_rag.readers.markup.text import read_csv, read_plain_text


def read(reader: Callable[[bytes, LayoutSource], LayoutDocument], text: str, name: str = "a.txt") -> LayoutDocument:
    return reader(text.encode(), LayoutSource(uri=f"/m/{name}", name=name))


def kinds(layout: LayoutDocument) -> list[tuple[str, str]]:
    return [(element.kind.value, element.text) for element in layout.elements]


def items(layout: LayoutDocument) -> list[tuple[str | None, int | None, str]]:
    return [(e.marker, e.depth, e.text) for e in layout.elements if e.kind is ElementKind.LIST_ITEM]


def headings(layout: LayoutDocument) -> list[tuple[int | None, str]]:
    return [(e.level, e.text) for e in layout.elements if e.kind is ElementKind.SECTION_HEADER]


def test_plain_text_numbered_chain_makes_sections_and_adjacent_numbers_a_list() -> None:
    layout = read(
        read_plain_text,
        "1 概要\n\n本書の概要です。\n\n2 操作\n\n2.1 起動\n\n次の手順です。\n\n"
        "1. 電源を入れる\n2. 待つ\n\n2.2 終了\n\n切ります。\n",
    )
    assert headings(layout) == [(1, "1 概要"), (1, "2 操作"), (2, "2.1 起動"), (2, "2.2 終了")]
    assert items(layout) == [("1.", 1, "電源を入れる"), ("2.", 1, "待つ")]


def test_plain_text_spaced_list_is_no_chain_of_headings() -> None:
    assert headings(read(read_plain_text, "手順\n\n1. 開く\n\n2. 閉じる\n\n3. 捨てる\n")) == []


def test_plain_text_underlined_headings_and_chapters() -> None:
    layout = read(read_plain_text, "取扱説明書\n==========\n\n第1章 準備\n\n文。\n\n注意事項\n--------\n\n文。\n")
    assert layout.title == "取扱説明書"
    assert [text for _, text in headings(layout)] == ["第1章 準備", "注意事項"]


@pytest.mark.parametrize(
    ("first", "title"),
    [
        ("取扱説明書 QZ-310", "取扱説明書 QZ-310"),
        ("Juicer Owner's Manual", "Juicer Owner's Manual"),
        ("CONFIDENTIAL", None),
        ("QZ-310 is a juicer.", None),
        ("1. QZ-310", None),
        ("QZ-310\nsecond line", None),
    ],
)
def test_plain_text_first_line_that_names_a_manual_is_its_title(first: str, title: str | None) -> None:
    layout = read(read_plain_text, f"{first}\n\n(1) Open the lid.\n(2) Close it.\n")
    assert layout.title == title
    assert [e.text for e in layout.elements if e.kind is ElementKind.TITLE] == ([title] if title else [])


def test_plain_text_wrapped_lines_and_nested_items() -> None:
    layout = read(read_plain_text, "長い文が\n続きます。\n\n・一つ目の\n  続き\n  - 内側\n・二つ目\n")
    assert layout.elements[0].text == "長い文が続きます。"
    assert items(layout) == [("・", 1, "一つ目の続き"), ("-", 2, "内側"), ("・", 1, "二つ目")]


@pytest.mark.parametrize(
    ("text", "grid"),
    [
        ('"Code","Cause"\n"1","a, b"\n', [["Code", "Cause"], ["1", "a, b"]]),
        ("コード;原因\nE-1;過熱\n", [["コード", "原因"], ["E-1", "過熱"]]),
        ("a\tb\n1\t2\n", [["a", "b"], ["1", "2"]]),
    ],
)
def test_csv_is_a_table_with_a_header(text: str, grid: list[list[str]]) -> None:
    (element,) = read(read_csv, text, "codes.csv").elements
    assert element.table is not None
    assert element.table.grid() == grid
    assert element.table.header_row_count() == 1


def test_asciidoc_is_plain_text_with_sections_and_a_warning() -> None:
    source = LayoutSource(uri="/m/a.adoc", name="a.adoc", media_type="text/asciidoc")
    layout = read_plain_text(
        b"= User Guide\n:toc:\n\n== Setup\nText.\n\n. Press *Power*.\n\n== Use ==\n\nMore.\n", source
    )
    assert layout.title == "User Guide"
    assert headings(layout) == [(1, "Setup"), (1, "Use")]
    assert "convert it with asciidoctor" in layout.warnings[0]


RST = """.. _top:

User Guide
==========

See :guilabel:`File` and `the site <https://example.org>`_.

Setup
-----

#. Press **Power**.
#. Wait::

      make all

   - inner

.. warning::

   Hot surface.

.. figure:: panel.png
   :alt: Panel

   The panel

.. table:: Parts

   +----+-------+
   | No | Part  |
   +====+=======+
   | 1  | Plate |
   +----+-------+

====  =====
Code  Cause
====  =====
1     Heat
====  =====

Term
   Description.
"""


def test_restructured_text_blocks() -> None:
    layout = read(read_restructured_text, RST, "a.rst")
    assert layout.title == "User Guide"
    assert headings(layout) == [(1, "Setup")]
    assert items(layout) == [
        ("1.", 1, "Press Power."),
        ("2.", 1, "Wait:"),
        ("◦", 2, "inner"),
        (None, 1, "Term\nDescription."),
    ]
    by_text = {element.text: element for element in layout.elements}
    assert by_text["See File and the site."].emphasis == [TextSpan(start=4, end=8)]
    assert by_text["Hot surface."].admonition == "warning"
    assert by_text["make all"].kind is ElementKind.CODE
    grid, simple = [element for element in layout.elements if element.table]
    assert grid.table is not None
    assert simple.table is not None
    assert grid.table.grid() == [["No", "Part"], ["1", "Plate"]]
    assert simple.table.grid() == [["Code", "Cause"], ["1", "Heat"]]
    assert by_text["Parts"].caption_of == grid.element_id
    picture = next(element for element in layout.elements if element.kind is ElementKind.PICTURE)
    assert by_text["The panel"].caption_of == picture.element_id


def test_included_files_are_named_in_a_warning() -> None:
    assert "part.rst is not read" in read(read_restructured_text, "text\n\n.. include:: part.rst\n").warnings[0]


@pytest.mark.parametrize("reader", [read_plain_text, read_csv, read_restructured_text])
@pytest.mark.parametrize("data", [b" \n\n", b"\x00\x01\x02\x03" * 50])
def test_empty_and_binary_files_are_refused(reader: Callable[..., LayoutDocument], data: bytes) -> None:
    with pytest.raises(LayoutReadError, match=r"/m/a\.txt"):
        reader(data, LayoutSource(uri="/m/a.txt", name="a.txt"))
