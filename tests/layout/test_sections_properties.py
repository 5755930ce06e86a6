"""Section paths: every element knows the headings above it, whatever the levels."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from llama_index_layout_rag.layout import ElementKind, LayoutElement
from llama_index_layout_rag.layout.sections import assign_section_paths

KINDS = [ElementKind.SECTION_HEADER, ElementKind.TEXT, ElementKind.LIST_ITEM, ElementKind.TABLE, ElementKind.TITLE]
SHAPES = st.lists(st.tuples(st.sampled_from(KINDS), st.none() | st.integers(1, 9)), max_size=40)
PROPERTIES = settings(derandomize=True, deadline=None, max_examples=200)


def elements_of(shapes: list[tuple[ElementKind, int | None]]) -> list[LayoutElement]:
    return [
        LayoutElement(element_id=f"e{n}", kind=kind, text=f"t{n}", seq_no=n, level=level, section_path=["stale"])
        for n, (kind, level) in enumerate(shapes)
    ]


@PROPERTIES
@given(SHAPES)
def test_nothing_is_lost_and_only_the_path_changes(shapes: list[tuple[ElementKind, int | None]]) -> None:
    elements = elements_of(shapes)
    placed = assign_section_paths(elements)
    assert [one.model_dump(exclude={"section_path"}) for one in placed] == [
        one.model_dump(exclude={"section_path"}) for one in elements
    ]
    assert assign_section_paths(placed) == placed


@PROPERTIES
@given(SHAPES)
def test_a_path_holds_headings_above_in_order_and_of_falling_rank(shapes: list[tuple[ElementKind, int | None]]) -> None:
    placed = assign_section_paths(elements_of(shapes))
    headings = {one.text: one for one in placed if one.kind is ElementKind.SECTION_HEADER}
    for one in placed:
        above = [headings[text] for text in one.section_path]
        assert [heading.seq_no for heading in above] == sorted(heading.seq_no for heading in above)
        assert all(heading.seq_no < one.seq_no for heading in above)
        levels = [heading.level or 1 for heading in above]
        assert levels == sorted(set(levels))
        if above:
            assert above[-1].section_path == one.section_path[:-1]


@PROPERTIES
@given(SHAPES)
def test_text_belongs_to_the_nearest_heading_before_it(shapes: list[tuple[ElementKind, int | None]]) -> None:
    latest: LayoutElement | None = None
    for one in assign_section_paths(elements_of(shapes)):
        if one.kind is ElementKind.SECTION_HEADER:
            latest = one
        elif one.kind is not ElementKind.TITLE:
            assert one.section_path == ([*latest.section_path, latest.text] if latest else [])
