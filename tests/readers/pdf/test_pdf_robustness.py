"""Threads, damaged bytes, long documents: the reader returns or refuses, in bounded time, and equal input gives
equal output."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pdf_builder import PdfBuilder, of_kind, read, texts

from llama_index_layout_rag.layout import LayoutReadError
from llama_index_layout_rag.readers.pdf import render_page

LONG = "この画面では、申請の内容を登録して、承認を依頼することができます。" * 3


def _manual(pages: int, seed: int = 0) -> bytes:
    builder = PdfBuilder()
    for page in range(1, pages + 1):
        builder.running(f"製品マニュアル {seed}", f"{page} / {pages}").heading(f"{page} 機能{page}", 14)
        builder.item("①", f"{page}番の画面を開きます。").item("②", f"{page}番のボタンを押します。").image(120, 60)
        builder.table([["項目", "説明"], [f"件名{page}", "名前"], [f"区分{page}", "種類"]], [90, 200])
        builder.paragraph(f"{page}番目の説明です。" + LONG)
        if page < pages:
            builder.page()
    return builder.build()


def test_threads_read_what_one_thread_reads() -> None:
    files = [_manual(3, seed) for seed in range(8)]
    alone = [read(data) for data in files]
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(read, files))
    assert together == alone


def test_pages_are_drawn_while_others_are_read() -> None:
    data = _manual(3)
    with ThreadPoolExecutor(4) as pool:
        rendered = [pool.submit(render_page, data, page, 50) for page in (1, 2, 3)]
        layouts = [pool.submit(read, data) for _ in range(3)]
        assert {page.result().image.size for page in rendered} == {(414, 585)}
        assert all(layout.result() == read(data) for layout in layouts)


def test_page_that_does_not_exist_is_refused() -> None:
    with pytest.raises(LayoutReadError, match="pages 1 to 1"):
        render_page(_manual(1), 2)


def test_drawing_takes_a_path_and_names_a_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "manual.pdf"
    path.write_bytes(_manual(1))
    assert render_page(path, 1, dpi=72).image.size == (595, 842)
    with pytest.raises(LayoutReadError, match=r"missing\.pdf: the file cannot be opened"):
        render_page(tmp_path / "missing.pdf", 1)


def test_huge_page_is_drawn_within_the_pixel_limit() -> None:
    data = PdfBuilder(width=14_000, height=14_000).text(100, 100, "Plan").build()
    image, scale = render_page(data, 1, dpi=300)
    assert image.width * image.height <= 41_000_000
    assert scale == pytest.approx(image.width / 14_000)


def test_progress_is_told_page_by_page() -> None:
    from llama_index_layout_rag.layout import LayoutSource
    from llama_index_layout_rag.readers.pdf import read_pdf

    seen: list[tuple[int, int]] = []
    read_pdf(
        _manual(3), LayoutSource(uri="m.pdf", name="m.pdf"), on_page=lambda done, total: seen.append((done, total))
    )
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_ids_are_unique_and_order_is_counted() -> None:
    layout = read(_manual(4))
    assert len({element.element_id for element in layout.elements}) == len(layout.elements)
    assert [element.seq_no for element in layout.elements] == list(range(len(layout.elements)))
    for element in layout.elements:
        page = layout.page(element.page or 0)
        assert page is not None
        assert element.bbox is not None
        assert -5 <= element.bbox[0] <= element.bbox[2] <= page.width + 5
        assert -5 <= element.bbox[1] <= element.bbox[3] <= page.height + 5


_SEED_FILE = _manual(2)


def _read_or_refuse(data: bytes) -> None:
    started = time.monotonic()
    with suppress(LayoutReadError):
        assert read(data).pages
    assert time.monotonic() - started < 20


@pytest.mark.slow
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32), st.integers(1, 40))
def test_mutated_files_are_read_or_refused(seed: int, changes: int) -> None:
    generator = random.Random(seed)
    data = bytearray(_SEED_FILE)
    for _ in range(changes):
        place = generator.randrange(len(data))
        kind = generator.randrange(4)
        if kind == 0:
            data[place] = generator.randrange(256)
        elif kind == 1:
            del data[place : place + generator.randrange(1, 60)]
        elif kind == 2:
            data[place:place] = bytes(generator.randrange(256) for _ in range(generator.randrange(1, 30)))
        else:
            other = generator.randrange(len(data))
            data[place : place + 40] = data[other : other + 40]
    _read_or_refuse(bytes(data))


@pytest.mark.slow
def test_every_truncation_is_refused_or_read_whole() -> None:
    whole = texts(read(_SEED_FILE), "text")
    for end in range(0, len(_SEED_FILE), max(1, len(_SEED_FILE) // 150)):
        try:
            layout = read(_SEED_FILE[:end])
        except LayoutReadError:
            continue
        assert texts(layout, "text") == whole


@pytest.mark.slow
def test_time_grows_with_the_pages_and_no_faster() -> None:
    def seconds(pages: int) -> float:
        data = _manual(pages)
        started = time.process_time()
        layout = read(data)
        assert len(of_kind(layout, "section_header")) == pages
        return time.process_time() - started

    seconds(20)
    short, long = seconds(100), seconds(400)
    assert long < 4 * short * 1.8


def test_type_of_no_size_and_broken_bookmarks_are_survived() -> None:
    builder = PdfBuilder().bookmark("章", 0).text(100, 100, "invisible words of no size at all", 0.001)
    data = builder.text(100, 200, "Visible words on the page", 10).build()
    # Half a surrogate pair in the outline's title.
    broken = data.replace("章".encode("utf-16-be"), b"\xd8\x00")
    for variant in (data, broken):
        assert any("Visible words" in element.text for element in read(variant).elements)
