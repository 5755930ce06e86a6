"""Files made to harm: nothing is run, fetched or unpacked without bounds, and nothing outside of the file is read."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
import pickle
import socket
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import fsspec
import hostile_pdf
import pytest
from llama_index.core.schema import Document
from word_embedding import WordEmbedding

from llama_index_layout_rag.chunking.parser import ProcedureNodeParser
from llama_index_layout_rag.drawing import draw_layout
from llama_index_layout_rag.layout import LayoutDocument, LayoutReadError
from llama_index_layout_rag.readers.files.archives import MAX_PARTS
from llama_index_layout_rag.readers.reader import LayoutReader
from llama_index_layout_rag.retrieval import SectionFirstRetriever
from llama_index_layout_rag.storage import ingest, layout_vector_store

SECRET = "hunter2-the-secret"


class Listener:
    """A server that counts who calls."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._socket.getsockname()[1]}"
        self.calls = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.calls += 1
            connection.close()

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def listener() -> Iterator[Listener]:
    made = Listener()
    yield made
    time.sleep(0.05)
    made.close()


def everything(layout: LayoutDocument) -> str:
    return layout.model_dump_json()


@pytest.mark.parametrize("size", [1_001, 50_000])
def test_a_file_over_the_limit_is_refused_before_it_is_read(tmp_path: Path, size: int) -> None:
    path = tmp_path / "large.md"
    path.write_bytes(b"x" * size)
    with pytest.raises(LayoutReadError, match=r"large\.md: the file is larger than 1,000 bytes; raise max_file_bytes"):
        LayoutReader(max_file_bytes=1_000).read(path)
    fs = fsspec.filesystem("memory")
    fs.pipe("/hostile/large.md", b"x" * size)
    with pytest.raises(LayoutReadError, match="larger than 1,000 bytes"):
        LayoutReader(max_file_bytes=1_000).read("memory://hostile/large.md")
    path.write_bytes(b"x" * 1_000)
    assert LayoutReader(max_file_bytes=1_000).read(path).elements


def zip_of(**parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name.replace("__", "/"), data)
    return out.getvalue()


def many_parts() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(MAX_PARTS + 1):
            archive.writestr(str(number), b"")
    return out.getvalue()


@pytest.mark.parametrize("suffix", [".docx", ".pptx", ".epub", ".xlsx"])
@pytest.mark.parametrize(
    "make",
    [lambda: docx_of(PARAGRAPH % (WORD, " " * 30_000_000)), many_parts],
    ids=["a part of 30 MB in 30 KB", "50,001 parts"],
)
def test_zip_bombs_are_refused(suffix: str, make: Callable[[], bytes], tmp_path: Path) -> None:
    path = tmp_path / f"bomb{suffix}"
    path.write_bytes(make())
    started = time.process_time()
    with pytest.raises(LayoutReadError, match="not to be trusted"):
        LayoutReader().read(path)
    assert time.process_time() - started < 5


def docx_of(document: str, relationships: str = "") -> bytes:
    kinds = (
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/word/document.xml" ContentType='
        '"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
    )
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    root = (
        f'<Relationships xmlns="{package}"><Relationship Id="r1" Type="{office}/officeDocument" '
        'Target="word/document.xml"/></Relationships>'
    )
    parts = {
        "[Content_Types].xml": kinds,
        "_rels/.rels": root,
        "word/document.xml": document,
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{package}">{relationships}</Relationships>',
    }
    return zip_of(**{name.replace("/", "__"): text.encode() for name, text in parts.items()})


WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
PARAGRAPH = '<w:document xmlns:w="%s"><w:body><w:p><w:r><w:t>%s</w:t></w:r></w:p></w:body></w:document>'


def test_entities_in_word_files_are_not_resolved(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text(SECRET)
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    for number, entities in enumerate((f'<!ENTITY x SYSTEM "{secret.as_uri()}">', f'<!ENTITY l0 "ha">{laughs}')):
        name = "x" if number == 0 else "l11"
        path = tmp_path / f"entity{number}.docx"
        path.write_bytes(docx_of(f"<!DOCTYPE d [{entities}]>" + PARAGRAPH % (WORD, f"Press &{name};")))
        started = time.process_time()
        try:
            text = everything(LayoutReader().read(path))
        except LayoutReadError as error:
            text = str(error)
        assert SECRET not in text
        assert "haha" not in text
        assert time.process_time() - started < 5


def test_what_a_file_points_to_is_not_fetched(listener: Listener, tmp_path: Path) -> None:
    url = f"http://{listener.address}"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    external = f'<Relationship Id="r9" Type="{office}/image" Target="{url}/x.png" TargetMode="External"/>'
    template = f'<Relationship Id="r8" Type="{office}/attachedTemplate" Target="{url}/t.dotm" TargetMode="External"/>'
    files = {
        "page.html": f'<html><head><base href="{url}/"><link rel="stylesheet" href="{url}/a.css">'
        f'<script src="{url}/a.js"></script></head><body><h1>Manual</h1><img src="{url}/a.png">'
        f'<iframe src="{url}/frame"></iframe><object data="{url}/o"></object><p>Press Start.</p></body></html>',
        "page.xhtml": f'<?xml version="1.0"?><!DOCTYPE html SYSTEM "{url}/x.dtd" [<!ENTITY e SYSTEM "{url}/e">]>'
        "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>Press &e; Start.</p></body></html>",
        "page.md": f"# Manual\n\n![a]({url}/a.png)\n\n<img src='{url}/b.png'>\n\nPress Start.\n",
        "page.adoc": f"= Manual\n\ninclude::{url}/part.adoc[]\n\nimage::{url}/a.png[]\n\nPress Start.\n",
        "page.rst": f"Manual\n======\n\n.. include:: {url}/part.rst\n\n.. image:: {url}/a.png\n\nPress Start.\n",
        "page.docx": docx_of(PARAGRAPH % (WORD, "Press Start."), external + template),
    }
    for name, content in files.items():
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        documents = LayoutReader().load_data(path)
        ProcedureNodeParser().get_nodes_from_documents(documents)
        assert "Start." in everything(LayoutDocument.from_document(documents[0]))
        draw_layout_or_nothing(path)
    time.sleep(0.1)
    assert listener.calls == 0


def draw_layout_or_nothing(path: Path) -> None:
    with contextlib.suppress(ValueError):  # it has no pages
        draw_layout(str(path))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page.adoc", "= Manual\n\ninclude::{secret}[]\n\nPress Start.\n"),
        ("page.rst", "Manual\n======\n\n.. include:: {secret}\n\n.. raw:: html\n   :file: {secret}\n\nPress Start.\n"),
        (
            "page.rst",
            "Manual\n======\n\n.. literalinclude:: {secret}\n\n.. csv-table:: x\n   :file: {secret}\n\nPress.\n",
        ),
        ("page.xhtml", '<!DOCTYPE html [<!ENTITY e SYSTEM "{uri}">]><html><body><p>Press &e; Start.</p></body></html>'),
        ("page.md", "# Manual\n\n[Press]({uri})\n\n{{% include '{secret}' %}}\n"),
        ("page.html", "<html><body><!--#include virtual='{secret}' --><p>Press Start.</p></body></html>"),
    ],
)
def test_other_files_are_not_read_in(name: str, text: str, tmp_path: Path) -> None:
    secret = tmp_path / "elsewhere" / "secret.txt"
    secret.parent.mkdir()
    secret.write_text(SECRET)
    path = tmp_path / name
    path.write_text(text.format(secret=secret, uri=secret.as_uri()), encoding="utf-8")
    assert SECRET not in everything(LayoutReader().read(path))


def test_scripts_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(
        "<html><body onload=\"x('evil1')\"><script>document.write('evil2')</script><p>Press Start.</p>"
        "<noscript>evil3</noscript><template>evil4</template><a href=\"javascript:x('evil5')\">go</a>"
        '<svg><script>evil6</script></svg><style>p{content:"evil7"}</style></body></html>',
        encoding="utf-8",
    )
    nodes = ProcedureNodeParser().get_nodes_from_documents(LayoutReader().load_data(path))
    text = "\n".join(node.get_content() for node in nodes)
    assert "Press Start." in text
    assert "evil" not in text


class Bomb:
    """What runs when it is unpickled."""

    def __reduce__(self) -> tuple[Callable[[str], int], tuple[str]]:
        return os.mkdir, (str(Path(os.environ["HOSTILE_MARK"])),)


@pytest.mark.parametrize("suffix", [".json", ".pkl", ".pdf", ".txt", ".md", ""])
def test_pickles_are_not_loaded(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "executed"
    monkeypatch.setenv("HOSTILE_MARK", str(mark))
    path = tmp_path / f"file{suffix}"
    path.write_bytes(pickle.dumps(Bomb()))
    with pytest.raises(LayoutReadError):
        LayoutReader().read(path)
    assert not mark.exists()


@pytest.mark.parametrize("depth", [1_000, 200_000])
def test_json_nested_without_end_is_refused(depth: int, tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * depth + "]" * depth)
    with pytest.raises(LayoutReadError):
        LayoutReader().read(path)


def test_html_nested_without_end_is_read_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.html"
    path.write_text("<html><body>" + "<div>" * 100_000 + "<p>Press Start.</p>")
    started = time.process_time()
    with contextlib.suppress(LayoutReadError):
        LayoutReader().read(path)
    assert time.process_time() - started < 20


@pytest.mark.parametrize(
    "make",
    [hostile_pdf.deep_arrays, hostile_pdf.page_tree_that_holds_itself, lambda: hostile_pdf.many_objects(100_000)],
    ids=["deep arrays", "endless page tree", "many objects"],
)
def test_pdf_structures_without_end_are_read_in_bounded_time(make: Callable[[], bytes], tmp_path: Path) -> None:
    path = tmp_path / "odd.pdf"
    path.write_bytes(make())
    started = time.process_time()
    layout = LayoutReader(ocr="off").read(path)
    assert "red button" in everything(layout)
    assert len(layout.pages) == 1
    assert time.process_time() - started < 10


@pytest.mark.slow
def test_a_picture_of_20000_pixels_a_side_is_drawn_small(tmp_path: Path) -> None:
    path = tmp_path / "picture.pdf"
    path.write_bytes(hostile_pdf.huge_image(20_000))
    assert path.stat().st_size < 1_000_000
    started = time.process_time()
    [image] = draw_layout(str(path))
    assert image.width * image.height < 3_000_000
    assert time.process_time() - started < 20


def test_no_text_of_a_manual_is_logged_at_info_level(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    for name, text in {
        "a.md": f"# {SECRET} A\n\n1. Press {SECRET} B.\n\n![x]({SECRET}.png)\n",
        "b.html": f"<h1>{SECRET} A</h1><ol><li>Press {SECRET} B.</li></ol>",
        "c.json": json.dumps([{"type": "text", "text": f"{SECRET} C", "page_idx": 0, "bbox": [0, 0, 1, 1]}]),
    }.items():
        (tmp_path / name).write_text(text)
    documents: list[Document] = LayoutReader(on_error="skip").load_data(sorted(tmp_path.iterdir()))
    store = layout_vector_store()
    report = ingest(documents, vector_store=store, embed_model=WordEmbedding())
    assert len(report.added) == 3
    results = SectionFirstRetriever(store, WordEmbedding()).retrieve(f"What about {SECRET}?")
    assert any(SECRET in result.get_content() for result in results)
    ours = [record for record in caplog.records if record.name.startswith("llama_index_layout_rag")]
    assert not [record.getMessage() for record in ours if SECRET in record.getMessage()]
