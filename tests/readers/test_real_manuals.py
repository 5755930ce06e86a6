"""Real manuals read well: checked where the shared data lies beside the project."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutReadError, LayoutSource
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.readers import LayoutReader
from llama_index_layout_rag.readers.markup.html import read_html
from llama_index_layout_rag.readers.markup.markdown import read_markdown
from llama_index_layout_rag.readers.markup.restructuredtext import read_restructured_text
from llama_index_layout_rag.readers.markup.text import read_plain_text

SHARED = Path(__file__).parents[2].parent / "shared"
needs_manuals = pytest.mark.skipif(
    not (SHARED / "manuals").is_dir(), reason="the shared manuals are not beside the project"
)

_PRINTED_NUMBER = re.compile(r"^(?:第[0-9]+[章節]|\([0-9]+\)|[0-9]+(?:[-.][0-9]+)*\.?)")
"""The truth was rendered with heading numbers of its own."""


def collections() -> Iterator[dict[str, Any]]:
    path = SHARED / "qa" / "collections.json"
    if path.is_file():
        for entries in json.loads(path.read_text(encoding="utf-8")).values():
            yield from (entry for entry in entries if not entry["path"].endswith(".pdf"))


@needs_manuals
@pytest.mark.quality
@pytest.mark.parametrize("entry", list(collections()), ids=lambda entry: entry["doc"])
def test_manuals_of_the_question_sets_read_as_sectioned_text(entry: dict[str, Any]) -> None:
    reader = LayoutReader(include=entry.get("include", []), encoding=entry.get("encoding"))
    layout = reader.read(SHARED / "manuals" / entry["path"])
    assert not layout.warnings
    assert not reader.last_report.failed
    body = [element for element in layout.body() if element.kind is not ElementKind.TITLE]
    assert layout.language == entry["doc"][:2]
    below_headings = [element for element in body if element.section_path or element.kind is ElementKind.SECTION_HEADER]
    assert len(below_headings) >= 0.6 * len(body)
    text = "".join(element.text for element in layout.elements)
    assert "\ufffd" not in text
    assert not re.search(
        r"</?(?:td|tr|div|span|img)\b", "".join(e.text for e in body if e.kind is not ElementKind.CODE)
    )


def truths() -> list[Path]:
    return sorted((SHARED / "structure" / "dev").glob("*.truth.json"))


@needs_manuals
@pytest.mark.quality
@pytest.mark.parametrize("path", truths(), ids=lambda path: path.name.split(".")[0])
def test_markdown_gives_the_sections_and_items_that_its_pdf_prints(path: Path) -> None:
    truth = json.loads(path.read_text(encoding="utf-8"))
    layout = LayoutReader().read(SHARED / "manuals" / truth["source_path"].partition(" # ")[0])
    for kind, ours in (("heading", ElementKind.SECTION_HEADER), ("list_item", ElementKind.LIST_ITEM)):
        wanted = [e for e in truth["elements"] if e["type"] == kind and e["text"] and not e.get("added")]
        found = sum(1 for element in wanted if _is_found(element, ours, layout))
        assert found >= 0.95 * len(wanted), f"{found} of {len(wanted)} {kind}s"


def _key(text: str) -> str:
    return _PRINTED_NUMBER.sub("", squash(text))


def _is_found(wanted: dict[str, Any], kind: ElementKind, layout: LayoutDocument) -> bool:
    path = [_key(heading) for heading in wanted["section_path"]]
    for element in layout.elements:
        if element.kind is kind and _key(element.text) == _key(wanted["text"]):
            ours = [_key(heading) for heading in element.section_path]
            # Chapters of a larger manual are the truth of a document of their own.
            if not path or ours[-len(path) :] == path:
                return True
    return False


@needs_manuals
@pytest.mark.slow
def test_a_megabyte_of_markdown_takes_seconds() -> None:
    source = max((SHARED / "manuals").glob("**/*.md"), key=lambda path: path.stat().st_size)
    data = source.read_bytes()
    data = data * (1_000_000 // len(data) + 1)
    start = time.perf_counter()
    layout = read_markdown(data, LayoutSource(uri="a.md", name="a.md"))
    read = time.perf_counter() - start
    layout.to_document()
    assert read < 12, "about 2 s on an idle core"
    assert time.perf_counter() - start - read < 2


SEED = {
    read_markdown: (
        "# T\n\n1. a **b** `c`\n   - d\n\n| x | y |\n|--|--|\n| 1 | 2 |\n\n> [!NOTE]\n> q\n\n"
        "<table><tr><td>a</td></tr></table>\n[^1]: n\n"
    ),
    read_html: (
        "<h1>T</h1><ol start=3><li>a<b>b</b><ul><li>c</ul></ol><dl><dt>t<dd>d</dl>"
        "<table><tr><th rowspan=2>x<td>y</table>"
    ),
    read_restructured_text: (
        "T\n=\n\nA\n-\n\n1. a **b**\n\n   - c\n\n.. note:: n\n\n"
        "+---+---+\n| x | y |\n+===+===+\n| 1 | 2 |\n+---+---+\n\nt\n  d\n"
    ),
    read_plain_text: "1 A\n\ntext\n\n1.1 B\n\n・ a\n  - b\n\nTitle\n=====\n\n2 C\n\nx\n",
}
PIECES = [
    "<",
    ">",
    "|",
    "**",
    "`",
    "[",
    "]",
    "\n",
    "\n\n",
    "    ",
    "<td>",
    "</li>",
    "<ul>",
    "<table>",
    "{% hint %}",
    "!!! note\n",
    ":::\n",
]
PIECES += [
    "+--+\n",
    "|===\n",
    "====\n",
    ".. image:: x\n",
    "<br>",
    "<img src=x>",
    "\x00",
    "- ",
    "1. ",
    "<dt>",
    "<dd>",
    "① ",
    "表 1 ",
    "第1章 ",
]


@pytest.mark.slow
@pytest.mark.parametrize("reader", list(SEED), ids=lambda reader: reader.__name__)
def test_mangled_files_give_a_layout_or_a_read_error(reader: Callable[[bytes, LayoutSource], LayoutDocument]) -> None:
    chance = random.Random(20)
    for _ in range(1500):
        text = SEED[reader] * chance.randrange(1, 3)
        for _ in range(chance.randrange(1, 25)):
            place = chance.randrange(len(text) + 1)
            if chance.random() < 0.3:
                text = text[:place] + text[place + chance.randrange(1, 12) :]
            else:
                text = text[:place] + chance.choice(PIECES) + text[place:]
        try:
            layout = reader(text.encode(), LayoutSource(uri="a", name="a"))
        except LayoutReadError:
            continue
        layout.to_document()
        assert len({element.element_id for element in layout.elements}) == len(layout.elements)
        for element in layout.elements:
            assert all(span.start < span.end <= len(element.text) for span in element.emphasis)
