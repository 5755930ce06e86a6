"""The same content gives the same sections and items, whichever format it comes in; measured on the shared documents."""

from __future__ import annotations

from pathlib import Path

import pytest
from agreement import Pair, compare, key, manual_pairs, sample_pairs, share, unnumbered

from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutElement, LayoutSource
from llama_index_layout_rag.layout.sections import assign_section_paths

SHARED = Path(__file__).parents[3].parent / "shared"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the shared documents are not beside the project")


def layout(*entries: tuple[ElementKind, str, int | None]) -> LayoutDocument:
    elements = [
        LayoutElement(element_id=f"e{n}", kind=kind, text=text, level=level)
        for n, (kind, text, level) in enumerate(entries)
    ]
    return LayoutDocument(source=LayoutSource(uri="a", name="a"), elements=assign_section_paths(elements))


def test_paths_and_items_are_compared_and_what_differs_is_named() -> None:
    header, item = ElementKind.SECTION_HEADER, ElementKind.LIST_ITEM
    first = layout((header, "1 A", 1), (item, "Press.", None), (header, "1.1 B", 2), (item, "Wait.", None))
    second = layout((header, "１ A", 1), (item, "Press.", None), (header, "1.1 B", 1), (item, "Wait.", None))
    found = compare(first, second)
    assert (found.sections, found.items, found.texts) == ((1, 2, 2), (1, 2, 2), (2, 2, 2))
    assert found.only_first == ["1a > 1.1b", "1a > 1.1b > - wait."]
    assert share(found.sections) == 0.5
    assert share((0, 0, 0)) is None


def test_json_is_paired_with_the_pdf_of_its_name_or_its_words(tmp_path: Path) -> None:
    for name in ("a/manual.pdf", "b/manual.lit.json", "a/guide.pdf", "a/test_the_guide.pdf.json", "a/other.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    assert sorted((pair.path.name, pair.pdf.name) for pair in sample_pairs(tmp_path)) == [
        ("manual.lit.json", "manual.pdf"),
        ("test_the_guide.pdf.json", "guide.pdf"),
    ]


def total(pairs: list[Pair], which: str) -> float:
    from agreement import read_pair

    counts = [
        getattr(compare(*read_pair(pair), key if pair.path.suffix == ".json" else unnumbered), which) for pair in pairs
    ]
    return share(tuple(map(sum, zip(*counts, strict=True)))) or 0.0  # type: ignore[arg-type]


@needs_shared
@pytest.mark.quality
def test_markdown_manuals_agree_with_their_pdfs() -> None:
    pairs = list(manual_pairs(SHARED / "manuals", SHARED / "structure" / "dev"))
    assert len(pairs) >= 14
    assert total(pairs, "sections") >= 0.98
    assert total(pairs, "items") >= 0.97


@needs_shared
@pytest.mark.quality
def test_parsers_json_agrees_with_its_pdf_as_far_as_both_are_right() -> None:
    """The rest are headings that only the parser sees (some rightly), and what it has lost: see the benchmark's --show."""
    pairs = list(sample_pairs(SHARED / "samples"))
    assert len(pairs) >= 30
    assert total(pairs, "sections") >= 0.92
    assert total(pairs, "items") >= 0.88
