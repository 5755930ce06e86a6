"""What must hold of the nodes of any manual: nothing lost, nothing torn apart, nothing from the page's furniture.

The sample manuals are checked in every run; the manuals beside the repository, where they are, as a quality run.
"""

from __future__ import annotations

import itertools
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from llama_index.core.schema import BaseNode, Document

from llama_index_layout_rag import LayoutReader, ProcedureNodeParser
from llama_index_layout_rag.chunking.section_tree import build_sections
from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutElement
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.steps.records import StepRecorder

SHARED = Path(__file__).parents[2].parent / "shared"
COVERAGE = 0.995
"""Share of the characters of a manual's body that must be in some child."""

WITHOUT_TEXT = frozenset({ElementKind.PICTURE, ElementKind.TITLE})


# --- the manuals ---


def _collections() -> list[dict]:
    path = SHARED / "qa" / "collections.json"
    if not path.is_file():
        return []
    return [entry for entries in json.loads(path.read_text(encoding="utf-8")).values() for entry in entries]


def _read(entry: dict) -> list[Document]:
    reader = LayoutReader(
        manual_id=entry["doc"], title=entry["title"], include=entry.get("include") or [], encoding=entry.get("encoding")
    )
    return reader.load_data(SHARED / "manuals" / entry["path"])


@pytest.fixture(scope="module")
def sample_documents(tmp_path_factory: pytest.TempPathFactory) -> list[Document]:
    from sample_manuals import write_sample_manuals

    return LayoutReader().load_data(write_sample_manuals(tmp_path_factory.mktemp("samples")))


def test_sample_manuals_conform(sample_documents: list[Document]) -> None:
    assert sample_documents
    assert not list(violations(sample_documents))


@pytest.mark.quality
@pytest.mark.skipif(not _collections(), reason="the manuals are not beside the repository")
@pytest.mark.parametrize("entry", _collections(), ids=lambda entry: entry["doc"])
def test_real_manuals_conform(entry: dict) -> None:
    assert not list(violations(_read(entry)))


@pytest.mark.quality
@pytest.mark.parametrize("path", sorted((SHARED / "structure" / "dev").glob("*.pdf")), ids=lambda path: path.stem)
def test_pages_with_known_structure_conform(path: Path) -> None:
    assert not list(violations(LayoutReader().load_data(path)))


# --- what must hold ---


def violations(documents: list[Document]) -> Iterator[str]:
    """One line for everything that is not as it must be."""
    parser = ProcedureNodeParser()
    nodes = parser.get_nodes_from_documents(documents)
    again = parser.get_nodes_from_documents(documents)
    children = [node for node in nodes if node.metadata["chunk_level"] == "child"]
    layouts = [LayoutDocument.from_document(document) for document in documents]
    by_document = defaultdict(list)
    for child in children:
        assert child.source_node is not None
        by_document[child.source_node.node_id].append(child)
    yield from _unstable_ids(nodes, again)
    yield from _badly_tied(nodes, children)
    yield from _heavy(children)
    yield from _torn_steps(children)
    for document, layout in zip(documents, layouts, strict=True):
        own = by_document[document.node_id]
        yield from _scattered_items(layout, own, parser.max_chars)
        yield from _wrong_paths(layout, own)
        yield from _furniture(layout, own)
        yield from _parted_from_step(layout, own, parser.max_chars)
    yield from _lost_text(documents, layouts, by_document)


def _unstable_ids(nodes: list[BaseNode], again: list[BaseNode]) -> Iterator[str]:
    ids = [node.node_id for node in nodes]
    if ids != [node.node_id for node in again]:
        yield "ids differ between two runs"
    for node_id, count in Counter(ids).items():
        if count > 1:
            yield f"id {node_id} is used {count} times"


def _badly_tied(nodes: list[BaseNode], children: list[BaseNode]) -> Iterator[str]:
    above = Counter(
        child_id
        for node in nodes
        if node.metadata["chunk_level"] in ("parent", "section")
        for child_id in node.metadata.get("child_ids", [])
    )
    by_id = {node.node_id: node for node in nodes}
    for child in children:
        if above[child.node_id] != 1:
            yield f"child {child.text[:60]!r} is in {above[child.node_id]} parents"
        if child.node_id not in by_id[child.metadata["parent_id"]].metadata["child_ids"]:
            yield f"child {child.text[:60]!r} does not know its parent"


def _heavy(children: list[BaseNode]) -> Iterator[str]:
    for child in children:
        size = len(json.dumps(child.metadata, ensure_ascii=False).encode())
        if size > 6 * len(child.text.encode()) + 4096:
            yield f"payload of {size} bytes for {len(child.text.encode())} bytes of text: {child.text[:60]!r}"


def _torn_steps(children: list[BaseNode]) -> Iterator[str]:
    """Conditions, results and cautions of a step stand in its child, or in the next one where the step itself is
    divided."""
    following = {child.node_id: after for child, after in itertools.pairwise(children)}
    for child in children:
        text = squash(child.text)
        after = following.get(child.node_id)
        if after is not None and _ids(child)[-1:] == _ids(after)[:1]:
            text += squash(after.text)
        for step in child.metadata.get("procedure_steps", []):
            for name in ("condition", "result", "caution"):
                for span in step.get(name + "s") or [step.get(name, "")]:
                    if squash(span) not in text:
                        yield f"{name} {span[:60]!r} is not in the child of step {step.get('step_number')!r}"


def _ids(child: BaseNode) -> list[str]:
    return [ref["record_id"] for ref in child.metadata.get("source_record_refs", [])]


def _scattered_items(layout: LayoutDocument, children: list[BaseNode], limit: int) -> Iterator[str]:
    counts = Counter(record_id for child in children for record_id in set(_ids(child)))
    for element in layout.body():
        if element.kind is not ElementKind.LIST_ITEM or element.metadata.get("repeats_text"):
            continue
        if element.text.strip() and counts[element.element_id] != 1 and len(element.text) <= limit:
            yield f"item {element.element_id} {element.text[:60]!r} is in {counts[element.element_id]} children"


def _wrong_paths(layout: LayoutDocument, children: list[BaseNode]) -> Iterator[str]:
    home = {
        element.element_id: list(section.path)
        for section in build_sections(layout.elements)
        for element in [*([section.heading] if section.heading is not None else []), *section.elements]
    }
    has_front = any(path == [] for path in home.values())
    for child in children:
        path = child.metadata.get("section_path")
        if not path and not has_front:
            yield f"child {child.text[:60]!r} has no section path"
        for record_id in _ids(child):
            if home.get(record_id) != path:
                yield f"element {record_id} of section {home.get(record_id)} is in a child of {path}"


def _furniture(layout: LayoutDocument, children: list[BaseNode]) -> Iterator[str]:
    furniture = {element.element_id for element in layout.elements if element.is_furniture}
    for child in children:
        for record_id in furniture.intersection(_ids(child)):
            yield f"furniture {record_id} is in a child"


def _parted_from_step(layout: LayoutDocument, children: list[BaseNode], limit: int) -> Iterator[str]:
    """What explains or warns right behind a step is in a child with it."""
    recorder = StepRecorder(layout.language or "")
    homes = defaultdict(set)
    for child in children:
        for record_id in _ids(child):
            homes[record_id].add(child.node_id)
    steps = {step["step_id"] for child in children for step in child.metadata.get("procedure_steps", [])}
    for section in build_sections(layout.elements):
        for before, after in zip(section.elements, section.elements[1:], strict=False):
            behind_step = before.element_id in steps and after.kind is ElementKind.TEXT and after.text.strip()
            if not behind_step or len(before.text) + len(after.text) > limit // 2:
                continue
            if recorder.explains_step(after) and not homes[before.element_id] & homes[after.element_id]:
                yield f"{after.text[:60]!r} is parted from step {before.text[:60]!r}"


def _lost_text(
    documents: list[Document], layouts: list[LayoutDocument], by_document: dict[str, list[BaseNode]]
) -> Iterator[str]:
    total, lost = 0, []
    for document, layout in zip(documents, layouts, strict=True):
        everything = "\n".join(squash(child.text) for child in by_document[document.node_id])
        for element in layout.body():
            for text in _texts(element):
                total += len(text)
                if text not in everything:
                    lost.append(_missing(text, everything))
    missing = sum(map(len, lost))
    if missing > (1 - COVERAGE) * total:
        longest = sorted((piece for piece in lost if piece), key=len)[-3:]
        yield f"{missing} of {total} characters are in no child, such as {[piece[:60] for piece in longest]}"


def _texts(element: LayoutElement) -> Iterator[str]:
    if element.kind in WITHOUT_TEXT or element.metadata.get("repeats_text"):
        return
    texts = [cell.text for cell in element.table.cells] if element.table is not None else [element.text]
    for text in texts:
        if squash(text):
            yield squash(text)


def _missing(text: str, everything: str, window: int = 20) -> str:
    """The parts of a divided text that are nowhere, in windows of a few characters."""
    pieces = (text[start : start + window] for start in range(0, len(text), window))
    return "".join(piece for piece in pieces if piece not in everything and piece[: window // 2] not in everything)
