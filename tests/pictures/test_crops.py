"""Crops: what is cut, how it is named, what is never overwritten."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from layout_builder import PAGE_HEIGHT, PAGE_WIDTH, manual
from PIL import Image

from llama_index_layout_rag.pictures.crops import (
    FRAME_COLOR,
    CropError,
    CropOptions,
    context_box,
    crop_name,
    cut_crops,
    store_crop,
)

PAGE = (PAGE_WIDTH, PAGE_HEIGHT)


def test_the_context_grows_by_the_size_of_the_picture_and_stays_on_the_page() -> None:
    layout = manual().picture(bbox=(200.0, 300.0, 300.0, 400.0)).picture(bbox=(10.0, 780.0, 30.0, 800.0)).layout()
    large, small = layout.elements
    assert context_box(large, layout.pages[0], []) == (100.0, 160.0, 400.0, 540.0)
    assert context_box(small, layout.pages[0], []) == (0.0, 732.0, 78.0, 800.0)  # 48 points at least


def test_the_context_takes_in_section_table_and_caption_and_nothing_else() -> None:
    builder = manual().heading("1. 設定").text("説明", bbox=(20.0, 40.0, 590.0, 60.0))
    builder.picture(bbox=(280.0, 300.0, 320.0, 320.0)).heading("2. 次").text("別", bbox=(20.0, 700.0, 590.0, 720.0))
    layout = builder.layout()
    box = context_box(layout.elements[2], layout.pages[0], layout.elements)
    assert (box[0], box[1], box[2]) == (20.0, 40.0, 590.0)
    assert box[3] < 700


def test_the_frame_is_red_stands_outside_the_picture_and_survives_scaling_down() -> None:
    page = Image.new("RGB", (1_200, 1_600), "white")
    page.paste("blue", (400, 600, 800, 1_000))
    picture = (200.0, 300.0, 400.0, 500.0)
    for longest in (1_400, 300):
        crops = cut_crops(page, picture, (0.0, 0.0, *PAGE), PAGE, CropOptions(context_side=longest))
        context = Image.open(io.BytesIO(crops.context))
        scale = context.width / PAGE_WIDTH
        pixels = [context.getpixel((x, round(400 * scale))) for x in range(context.width)]
        red = [x for x, pixel in enumerate(pixels) if pixel == FRAME_COLOR]
        assert len(red) >= 8  # two lines of four pixels
        assert max(x for x in red if x < context.width / 2) < 200 * scale
        assert min(x for x in red if x > context.width / 2) >= 400 * scale


def test_the_hash_depends_on_what_is_seen_only() -> None:
    page, other = Image.new("RGB", (600, 800), "white"), Image.new("RGB", (600, 800), "white")
    other.putpixel((5, 5), (0, 0, 0))
    box = (100.0, 100.0, 200.0, 200.0)
    assert (
        cut_crops(page, box, box, PAGE, CropOptions()).sha256 == cut_crops(other, box, box, PAGE, CropOptions()).sha256
    )
    other.putpixel((150, 150), (0, 0, 0))
    assert (
        cut_crops(page, box, box, PAGE, CropOptions()).sha256 != cut_crops(other, box, box, PAGE, CropOptions()).sha256
    )


def test_sizes_are_limited_and_a_small_page_is_optional() -> None:
    page = Image.new("RGB", (3_000, 4_000), "white")
    crops = cut_crops(
        page, (10.0, 10.0, 590.0, 790.0), (0.0, 0.0, *PAGE), PAGE, CropOptions(target_side=500, page_side=200)
    )
    assert max(Image.open(io.BytesIO(crops.target)).size) == 500
    assert crops.page is not None
    assert max(Image.open(io.BytesIO(crops.page)).size) == 200
    assert cut_crops(page, (10.0, 10.0, 20.0, 20.0), (0.0, 0.0, *PAGE), PAGE, CropOptions()).page is None


def test_a_picture_off_the_page_is_an_error() -> None:
    with pytest.raises(CropError, match="no area on its page"):
        cut_crops(Image.new("RGB", (60, 80)), (700.0, 10.0, 800.0, 20.0), (0.0, 0.0, *PAGE), PAGE, CropOptions())


@pytest.mark.parametrize(
    "name", ["ES-200.pdf", "取扱説明書.pdf", "../../etc/passwd", "a:b*c?.pdf", "x" * 300, "CON", ""]
)
def test_names_are_safe_and_stable(name: str) -> None:
    made = crop_name(name, "/m/" + name, 3, "ab" * 32, "target")
    assert made == crop_name(name, "/m/" + name, 3, "ab" * 32, "target")
    assert set(made) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-.")
    assert len(made) < 120
    assert made != crop_name(name, "/other/" + name, 3, "ab" * 32, "target")


def png() -> bytes:
    return cut_crops(
        Image.new("RGB", (600, 800)), (10.0, 10.0, 50.0, 50.0), (0.0, 0.0, *PAGE), PAGE, CropOptions()
    ).target


def test_crops_are_written_once_and_replace_only_crops(tmp_path: Path) -> None:
    folder = tmp_path / "crops"
    path = Path(store_crop(folder, "a-target.png", png()))
    written = path.stat().st_mtime_ns
    store_crop(folder, "a-target.png", png())
    assert path.stat().st_mtime_ns == written
    foreign = folder / "b-target.png"
    foreign.write_bytes(b"something else")
    with pytest.raises(CropError, match="no crop of this package"):
        store_crop(folder, "b-target.png", png())
    assert foreign.read_bytes() == b"something else"
    (folder / "c-target.png").symlink_to(tmp_path / "elsewhere.png")
    with pytest.raises(CropError):
        store_crop(folder, "c-target.png", png())
    assert not (tmp_path / "elsewhere.png").exists()


@pytest.mark.parametrize("name", ["../up.png", "/abs.png", "a/b.png", ".."])
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(CropError, match="leads out"):
        store_crop(tmp_path / "crops", name, png())
