"""The sample manuals: what they hold, how they are made, and that their questions have the answers they claim."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest

SCRIPT = Path(__file__).parents[2] / "examples" / "sample_manuals.py"


def load_script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("sample_manuals", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up by name
    spec.loader.exec_module(module)
    return module


samples = load_script()
PRODUCT_MANUALS = (samples.ES_200, samples.ES_300, samples.EX_50)
ALL_MANUALS = (*PRODUCT_MANUALS, samples.LABEL_PROCEDURE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("manuals") / "made" / "when missing"
    assert samples.write_sample_manuals(folder) == [folder / name for name in ALL_MANUALS]
    return folder


@cache
def page_texts(path: Path) -> tuple[str, ...]:
    """The text of each page, with everything blank taken out: lines may break anywhere."""
    with pdfium.PdfDocument(path) as document:
        return tuple(squeezed(page.get_textpage().get_text_range()) for page in document)


def squeezed(text: str) -> str:
    return "".join(text.split())


def fonts(page: pdfium.PdfPage) -> Iterator[tuple[float, int, bool]]:
    """Type size, weight and whether the font is embedded, for every piece of text on the page."""
    for piece in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
        font = raw.FPDFTextObj_GetFont(piece.raw)
        size = ctypes.c_float()
        raw.FPDFTextObj_GetFontSize(piece.raw, size)
        yield round(size.value, 1), raw.FPDFFont_GetWeight(font), bool(raw.FPDFFont_GetIsEmbedded(font))


def picture_sizes(page: pdfium.PdfPage) -> list[tuple[float, float]]:
    """Width and height of the pictures on a page, in points."""
    boxes = [picture.get_bounds() for picture in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE])]
    return [(round(right - left), round(top - bottom)) for left, bottom, right, top in boxes]


def test_another_run_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "12345"}
    run = subprocess.run(
        [sys.executable, str(SCRIPT), str(tmp_path)], env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == [str(tmp_path / name) for name in ALL_MANUALS]
    for name in ALL_MANUALS:
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes(), name


@pytest.mark.parametrize("name", ALL_MANUALS)
def test_manual_is_short_and_small(folder: Path, name: str) -> None:
    assert 4 <= len(page_texts(folder / name)) <= 8
    assert (folder / name).stat().st_size < 1_000_000


@pytest.mark.parametrize(
    ("name", "page", "texts"),
    [
        (samples.ES_200, 1, ["ラベルプリンター", "ES-200", "取扱説明書", "第3版", "2025年4月"]),
        (samples.ES_200, 2, ["目次", "4.2 給紙経路の残留媒体の除去 . . . .", "- 2 -"]),
        (samples.ES_200, 4, ["(1) 幅50 mm以下のラベルの場合は", "図 2-1 設定画面", "③ パスワードを入力し"]),
        (samples.ES_200, 6, ["リセットボタンを5秒以上長押し", "表 4-2 エラーコードと設定値の一覧"]),
        (samples.ES_300, 1, ["ES-300", "第2版", "2025年6月"]),
        (samples.ES_300, 5, ["② 設定画面で［本体情報］を押し", "3.3 まとめて印刷する"]),
        (samples.ES_300, 6, ["リセットボタンを10秒以上長押し"]),
        (samples.EX_50, 1, ["Compact Label Printer", "Second edition, May 2025"]),
        (samples.EX_50, 4, ["a. For labels up to 40 mm wide", "Figure 2-1 Settings screen", "(3) Enter the password"]),
        (samples.EX_50, 7, ["E-042 The print head is too hot"]),
        (samples.LABEL_PROCEDURE, 1, ["改訂履歴", "□ 出荷指示書の承認印があること", "手順3 ［抽出］ボタンを押す"]),
        (samples.LABEL_PROCEDURE, 2, ["図1 納品ラベル発行画面", "【注意】印刷が終わるまで"]),
    ],
)
def test_page_has_its_text(folder: Path, name: str, page: int, texts: list[str]) -> None:
    text = page_texts(folder / name)[page - 1]
    assert [expected for expected in texts if squeezed(expected) not in text] == []


@pytest.mark.parametrize("name", ALL_MANUALS)
def test_every_font_is_embedded_and_has_every_character(folder: Path, name: str) -> None:
    with pdfium.PdfDocument(folder / name) as document:
        assert all(embedded for page in document for _, _, embedded in fonts(page))
    with samples.FontFile(samples.pylopdf_fonts_jp.sans_path(), lazy=True) as font:
        printable = {chr(code) for code in font.getBestCmap()}
    assert set("".join(page_texts(folder / name))) <= printable


@pytest.mark.parametrize("name", ALL_MANUALS)
def test_every_page_but_the_cover_has_the_logo(folder: Path, name: str) -> None:
    with pdfium.PdfDocument(folder / name) as document:
        logos = [(60, 16) in picture_sizes(page) for page in document]
    assert logos == [name not in PRODUCT_MANUALS, *[True] * (len(logos) - 1)]


@pytest.mark.parametrize(
    ("name", "page", "icons", "pictures"),
    # Icons: cautions count, since their warning sign is a picture in the line too.
    [(samples.ES_200, 4, 3, 1), (samples.EX_50, 5, 2, 1), (samples.LABEL_PROCEDURE, 2, 1, 1)],
)
def test_page_has_its_icons_and_screenshots(folder: Path, name: str, page: int, icons: int, pictures: int) -> None:
    with pdfium.PdfDocument(folder / name) as document:
        sizes = picture_sizes(document[page - 1])
    assert sizes.count((10, 10)) == icons
    assert len([width for width, _ in sizes if width > 200]) == pictures


@pytest.mark.parametrize("name", PRODUCT_MANUALS)
def test_code_008_stands_in_two_columns(folder: Path, name: str) -> None:
    lefts = []
    with pdfium.PdfDocument(folder / name) as document:
        for page in document:
            text = page.get_textpage()
            search = text.search("008", match_whole_word=True)
            while (found := search.get_next()) is not None:
                lefts.append(text.get_charbox(found[0])[0])
    assert len(lefts) == 2
    assert abs(lefts[0] - lefts[1]) > 100


@pytest.mark.parametrize("name", PRODUCT_MANUALS)
def test_long_table_repeats_its_header_on_the_next_page(folder: Path, name: str) -> None:
    header = "Error code Meaning and measure" if name == samples.EX_50 else "エラーコード 意味と処置"
    pages = [number for number, text in enumerate(page_texts(folder / name), 1) if squeezed(header) in text]
    assert len(pages) == 2
    assert pages[1] == pages[0] + 1


@pytest.mark.parametrize("name", PRODUCT_MANUALS)
def test_bookmarks_lead_to_the_page_of_each_heading(folder: Path, name: str) -> None:
    with pdfium.PdfDocument(folder / name) as document:
        bookmarks = [(entry.level, entry.get_title(), entry.get_dest().get_index()) for entry in document.get_toc()]
    assert [level for level, _, _ in bookmarks].count(0) == 5
    assert all(squeezed(title) in page_texts(folder / name)[page] for _, title, page in bookmarks)


def test_plain_manual_has_no_bookmarks_and_headings_one_point_above_the_text(folder: Path) -> None:
    with pdfium.PdfDocument(folder / samples.LABEL_PROCEDURE) as document:
        assert list(document.get_toc()) == []
        faces = {(size, weight > 600) for page in document for size, weight, _ in fonts(page)}
    assert (10.0, False) in faces
    assert (11.0, True) in faces
    assert (11.0, False) not in faces


@pytest.mark.parametrize(
    ("start", "end"),
    [("1.2安全上のご注意警告", "1.3各部の名称"), ("5.2廃棄と再資源化本製品", "5.3お問い合わせ窓口")],
)
def test_siblings_share_their_boilerplate_word_for_word(folder: Path, start: str, end: str) -> None:
    first, second = ("".join(page_texts(folder / name)) for name in (samples.ES_200, samples.ES_300))
    passage = first[first.index(start) : first.index(end, first.index(start))]
    assert len(passage) > 60
    assert passage in second


@pytest.mark.parametrize("question", samples.QUESTIONS, ids=lambda question: question.question)
def test_answer_stands_under_the_heading_named(folder: Path, question: samples.Question) -> None:
    """The evidence follows its section's heading, and no other heading of the manual stands between them."""
    assert (question.kind == "unanswerable") == (not question.evidence)
    for name, evidence in zip(question.files, question.evidence, strict=True):
        pages = page_texts(folder / name)
        text = "".join(pages[2:] if name in PRODUCT_MANUALS else pages)  # without cover and contents
        for upper, lower in zip(question.section_path, question.section_path[1:], strict=False):
            assert text.index(squeezed(upper)) < text.index(squeezed(lower))
        start = text.index(squeezed(question.section_path[-1]))
        assert squeezed(evidence) in text[start : next_section(text, question.section_path[-1], folder / name)]


def next_section(text: str, heading: str, path: Path) -> int:
    """Where the section after ``heading`` begins."""
    with pdfium.PdfDocument(path) as document:
        titles = [entry.get_title() for entry in document.get_toc()] or PROCEDURE_HEADINGS
    following = titles[titles.index(heading) + 1]
    return text.index(squeezed(following), text.index(squeezed(heading)))


PROCEDURE_HEADINGS = ["3.1 出荷データの抽出", "3.2 発行と照合", "4.1 ラベルの再発行", "4.2 発行の取消"]


def test_questions_are_of_every_kind_in_both_languages() -> None:
    assert {question.kind for question in samples.QUESTIONS} == set(samples.Kind.__args__)
    assert {question.language for question in samples.QUESTIONS} == {"ja", "en"}
    assert len({question.question for question in samples.QUESTIONS}) == len(samples.QUESTIONS) >= 20


@pytest.mark.parametrize("word", ["ファクス", "FAX", "Bluetooth", "headset"])
def test_no_manual_answers_the_unanswerable(folder: Path, word: str) -> None:
    assert not any(word.lower() in "".join(page_texts(folder / name)).lower() for name in ALL_MANUALS)


def test_unknown_icon_is_refused() -> None:
    with pytest.raises(ValueError, match="no icon 'rocket'"):
        samples.icon("rocket")
