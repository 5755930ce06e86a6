"""Page images with the boxes of a layout."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from layout_builder import manual
from PIL import ImageColor
from sample_manuals import ES_200

from llama_index_layout_rag.drawing import KIND_COLORS, LEGEND_POINTS, draw_layout
from llama_index_layout_rag.layout import ElementKind, LayoutReadError
from llama_index_layout_rag.readers.reader import LayoutReader


def has_color(image, color: str, box: tuple[float, float, float, float], dpi: int = 72) -> bool:
    """Whether a pixel of that colour lies within two pixels of a box (points)."""
    scale = dpi / 72
    x0, y0, x1, y1 = (round(v * scale) for v in box)
    pixels = np.asarray(image)[max(0, y0 - 2) : y1 + 3, max(0, x0 - 2) : x1 + 3]
    return bool(np.any(np.all(pixels == ImageColor.getrgb(color), axis=-1)))


def test_every_kind_has_a_colour() -> None:
    assert set(KIND_COLORS) == set(ElementKind)


def test_elements_are_framed_in_the_colour_of_their_kind_on_their_page() -> None:
    layout = manual().heading("1. 登録").step("1.", "押します。").new_page().text("二頁目。").layout()
    heading, step, text = layout.elements
    first, second = draw_layout(layout, dpi=72)
    assert first.size == (600, 800 + LEGEND_POINTS)
    assert has_color(first, KIND_COLORS[ElementKind.SECTION_HEADER], heading.bbox)
    assert has_color(first, KIND_COLORS[ElementKind.LIST_ITEM], step.bbox)
    assert not has_color(first, KIND_COLORS[ElementKind.TEXT], (0, 0, 600, 820))
    assert has_color(second, KIND_COLORS[ElementKind.TEXT], text.bbox)


def test_a_file_a_layout_and_a_document_give_the_same_pages(sample_manuals: dict[str, Path]) -> None:
    path = sample_manuals[ES_200]
    (document,) = LayoutReader().load_data(path)
    images = [draw_layout(source, [3], dpi=72)[0] for source in (path, LayoutReader().read(path), document)]
    assert np.array_equal(np.asarray(images[0]), np.asarray(images[1]))
    assert np.array_equal(np.asarray(images[0]), np.asarray(images[2]))


def test_pages_come_in_the_order_asked_for(sample_manuals: dict[str, Path]) -> None:
    layout = LayoutReader().read(sample_manuals[ES_200])
    forth, back = draw_layout(layout, [2, 4], dpi=40), draw_layout(layout, [4, 2], dpi=40)
    assert [np.asarray(i).tobytes() for i in forth] == [np.asarray(i).tobytes() for i in reversed(back)]
    assert len(draw_layout(layout, dpi=20)) == len(layout.pages)


def test_a_page_that_does_not_exist_is_refused(sample_manuals: dict[str, Path]) -> None:
    with pytest.raises(ValueError, match="has no page 99"):
        draw_layout(sample_manuals[ES_200], [1, 99])


def test_a_file_without_pages_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "manual.md"
    path.write_text("# 手順書\n\n1. 押します。\n", encoding="utf-8")
    with pytest.raises(ValueError, match="has no pages to draw"):
        draw_layout(path)


def test_a_changed_file_is_not_drawn_with_old_boxes(sample_manuals: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "manual.pdf"
    shutil.copy(sample_manuals[ES_200], path)
    layout = LayoutReader().read(path)
    shutil.copy(next(p for name, p in sample_manuals.items() if name != ES_200), path)
    with pytest.raises(LayoutReadError, match="has changed"):
        draw_layout(layout)
