"""From a manual's sections to nodes: manual, section, parent and child, tied together by lean relations and payload keys."""

from __future__ import annotations

import hashlib
import itertools
import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from llama_index.core.schema import NodeRelationship, ObjectType, RelatedNodeInfo, TextNode

from llama_index_layout_rag.chunking.blocks import Block, BlockSizes, pack_blocks
from llama_index_layout_rag.chunking.content import ContentReader, heading_tags
from llama_index_layout_rag.chunking.identity import ManualIdentity
from llama_index_layout_rag.chunking.payload import (
    LLM_VISIBLE_KEYS,
    ChunkLevel,
    ContentType,
    NodePayload,
    RegionRecord,
    RelatedElement,
    SourceRecordRef,
)
from llama_index_layout_rag.chunking.picture_units import image_evidence, picture_units
from llama_index_layout_rag.chunking.section_tree import Section, build_sections, iterate_headings, shown_path
from llama_index_layout_rag.chunking.units import section_units
from llama_index_layout_rag.languages import Labels, language
from llama_index_layout_rag.layout import Box, ElementKind, LayoutDocument, LayoutElement, Region, VisualRole
from llama_index_layout_rag.layout.boxes import horizontal_overlap, intersection, union, vertical_gap, whole_box
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.lexical import find_codes
from llama_index_layout_rag.pictures import role_of
from llama_index_layout_rag.steps import StepRecorder, elements_by_label, elements_meant, unnumbered_caption

_NAMESPACE_BYTES = uuid.UUID("a2bb1c0e-7d0b-5c6b-8f53-0d9b8c3a1f52").bytes
_KEYS_SET_LATER = ("parent_id", "section_id", "ancestor_ids", "child_ids")
"""Payload keys that a node gets once its neighbours are made."""

MAX_CODES = 60
"""Codes kept per chunk: more make the payload large and say nothing (a listing of register values)."""

MAX_REGIONS_PER_PAGE = 6
"""Evidence in more scattered boxes on a page is framed as a whole."""

MAX_RELATED = 8
"""Pictures, tables and forms linked to one chunk; the nearest come first."""

MOST_CHILDREN_OF_A_PARENT = 64
"""A parent's list of children is made with it, and never longer; a section's list is made child by child."""

MERGE_GAP = 14.0
"""Boxes of one page closer than this (points; about one line) are framed as one region."""


@dataclass(frozen=True)
class NodeOptions:
    """What `ProcedureNodeParser` is configured with, for the plain functions."""

    sizes: BlockSizes
    include_parents: bool = True
    parent_children: int = 6
    step_text: str = "plain"
    opening_chars: int = 300
    contents_chars: int = 600
    parser_fingerprint: str = ""
    section_types: tuple[tuple[str, ContentType], ...] = ()
    """Patterns over the heading path and the type they give."""


@dataclass
class ManualSource:
    """One manual: its documents and who they are."""

    identity: ManualIdentity
    layouts: Sequence[LayoutDocument]
    document_ids: Sequence[str]
    metadata: Sequence[dict[str, Any]] = ()
    """The user's metadata of each document, copied to every node that comes from it."""


def manual_nodes(manual: ManualSource, recorder: StepRecorder, options: NodeOptions) -> list[TextNode]:
    """All nodes of a manual: the manual node first, then section by section the section, its parents and its children."""
    return _NodeBuilder(manual, recorder, options).build()


class _NodeBuilder:
    """Builds the nodes of one manual; keeps what all of them share and counts equal texts."""

    def __init__(self, manual: ManualSource, recorder: StepRecorder, options: NodeOptions) -> None:
        self._manual = manual
        self._identity = manual.identity
        self._recorder = recorder
        self._options = options
        self._labels: Labels = language(manual.identity.language).labels
        self._reader = ContentReader(manual.identity.language, options.section_types)
        self._by_label = [elements_by_label(layout.elements) for layout in manual.layouts]
        self._occurrences: Counter[tuple[str, ...]] = Counter()
        self._orders: Counter[ChunkLevel] = Counter()
        self._section_nodes: dict[int, TextNode] = {}
        self._path_lines: dict[tuple[str, ...], str] = {}

    def build(self) -> list[TextNode]:
        sections = [
            section
            for index, layout in enumerate(self._manual.layouts)
            for section in build_sections(layout.elements, document_index=index)
        ]
        manual = self._manual_node(sections)
        nodes = [manual]
        for section in sections:
            nodes += self._nodes_of_section(section, manual)
        return nodes

    # --- manual and sections ---

    def _manual_node(self, sections: Sequence[Section]) -> TextNode:
        top = [section.path[-1] for section in sections if section.path and section.above is None]
        identity = self._identity
        names = [name for name in [*identity.product_names, *identity.model_numbers, identity.version] if name]
        contents = _clip_words(top, self._options.contents_chars, self._labels.separator)
        text = "\n".join(part for part in (identity.title, self._labels.separator.join(names), contents) if part)
        layouts = self._manual.layouts
        hashes = [layout.source.sha256 for layout in layouts]
        return self._node(
            text,
            self._payload(
                ChunkLevel.MANUAL,
                layout_index=0,
                sha256=hashes[0] if len(hashes) == 1 else _node_id("\n".join(hashes)),
                parser_fingerprint=self._options.parser_fingerprint,
            ),
            document_index=0,
        )

    def _nodes_of_section(self, section: Section, manual: TextNode) -> list[TextNode]:
        above = self._section_nodes.get(id(section.above)) if section.above is not None else None
        node = self._section_node(section, above)
        self._section_nodes[id(section)] = node
        _link(above or manual, node)
        node.metadata["parent_id"] = (above or manual).node_id
        ancestors = [*above.metadata.get("ancestor_ids", []), above.node_id] if above is not None else []
        if ancestors:
            node.metadata["ancestor_ids"] = ancestors
        units = section_units(section.elements, self._recorder, section.path, self._reader)
        sizes = self._options.sizes.reduced_by(self._path_line(section.path))
        blocks = pack_blocks(units, sizes, self._labels)
        # Packed apart, so that evidence of pictures leaves the other chunks, and their ids, as they are.
        for unit in picture_units(section.elements, self._identity.language):
            blocks += pack_blocks([unit], sizes, self._labels)
        children = [self._child_node(section, block, node, ancestors) for block in blocks]
        _chain(children)
        parents = self._parent_nodes(section, children, node, ancestors)
        for child in parents if parents else children:
            _link(node, child)
        return [node, *parents, *children]

    def _section_node(self, section: Section, above: TextNode | None) -> TextNode:
        below = _clip_words(iterate_headings(section), self._options.opening_chars, self._labels.separator)
        opening = _opening(section.elements, self._options.opening_chars)
        text = "\n".join(part for part in (self._path_line(section.path), below, opening) if part)
        elements = [section.heading] if section.heading is not None else section.elements[:1]
        payload = self._payload(
            ChunkLevel.SECTION,
            layout_index=section.document_index,
            section_path=list(section.path),
            topic=section.path[-1] if section.path else "",
            pages=_pages([*elements, *section.elements]),
            regions=_regions(elements),
        )
        node = self._node(text, payload, document_index=section.document_index, path=section.path)
        node.metadata["section_id"] = node.node_id
        return node

    # --- children and parents ---

    def _child_node(self, section: Section, block: Block, section_node: TextNode, ancestors: list[str]) -> TextNode:
        body = block.body(self._labels, self._options.step_text)
        elements = block.elements
        steps = block.steps
        linked = {e.element_id: e for unit in block.units for e in unit.linked}
        referred = self._referred(section, block) if steps else {}
        table_ids = {unit.table_id for unit in block.units if unit.table_id}
        code_cells = list(dict.fromkeys(cell for unit in block.units for cell in unit.code_cells))
        text = f"{self._path_line(section.path)}\n{body}"
        is_picture = block.content_type is ContentType.PICTURE
        images = image_evidence(elements) if is_picture else []
        payload = self._payload(
            ChunkLevel.CHILD,
            char_count=len(text),
            layout_index=section.document_index,
            section_id=section_node.node_id,
            ancestor_ids=ancestors,
            section_path=list(section.path),
            parent_id=section_node.node_id,
            pages=_pages([*elements, *linked.values()]),
            regions=_regions(elements),
            content_type=block.content_type,
            topic=section.path[-1] if section.path else "",
            tags=heading_tags(section.path),
            source_categories=["Picture"]
            if is_picture
            else _categories(elements, has_steps=bool(steps), has_heading=section.heading is not None),
            contains_picture=int(is_picture),
            contains_image_evidence=int(bool(images)),
            image_evidence=images,
            # A section that is only a heading says its heading.
            text_hash=hashlib.sha256(
                (_said(body, elements) or squash(" ".join(section.path[-1:]))).encode()
            ).hexdigest()[:16],
            codes=find_codes(body)[:MAX_CODES],
            code_cells=code_cells[:MAX_CODES],
            procedure_steps=steps,
            related_elements=[
                _related(e, elements, referred) for name, e in (linked | referred).items() if name not in table_ids
            ][:MAX_RELATED],
            source_record_refs=[
                SourceRecordRef(record_id=e.element_id, category=_category(e), page=e.page, bbox=whole_box(e.bbox))
                for e in elements
            ],
        )
        return self._node(text, payload, section.document_index, section.path)

    def _referred(self, section: Section, block: Block) -> dict[str, LayoutElement]:
        """Return the pictures, tables and forms that the block's steps refer to by number, wherever they stand."""
        by_label = self._by_label[section.document_index]
        by_id = {element.element_id: element for element in block.elements}
        meant = [
            element
            for unit in block.units
            for step in unit.steps
            # The step of a table row has an id of its own; its element is the table, the unit's last one.
            if step.refs and (origin := unit.elements[-1] if unit.table_id else by_id.get(step.step_id))
            for element in elements_meant(step.refs, by_label, origin)
        ]
        return {element.element_id: element for element in meant}

    def _parent_nodes(
        self, section: Section, children: Sequence[TextNode], section_node: TextNode, ancestors: list[str]
    ) -> list[TextNode]:
        if not self._options.include_parents or len(children) < 2:
            for child in children:
                _set_parent(child, section_node)
            return []
        parents = []
        for start in range(0, len(children), self._options.parent_children):
            group = children[start : start + self._options.parent_children]
            line = self._path_line(section.path)
            bodies = [child.text.removeprefix(line).lstrip("\n") for child in group]
            images = [image for child in group for image in child.metadata.get("image_evidence", [])]
            payload = self._payload(
                ChunkLevel.PARENT,
                layout_index=section.document_index,
                section_id=section_node.node_id,
                ancestor_ids=ancestors,
                section_path=list(section.path),
                parent_id=section_node.node_id,
                child_ids=[child.node_id for child in group],
                contains_image_evidence=int(bool(images)),
                image_evidence=images,
                pages=sorted({page for child in group for page in child.metadata.get("pages", [])}),
                topic=section.path[-1] if section.path else "",
            )
            parent = self._node("\n\n".join([line, *bodies]), payload, section.document_index, section.path)
            for child in group:
                _link(parent, child)
                child.metadata["parent_id"] = parent.node_id
            _set_parent(parent, section_node)
            parents.append(parent)
        _chain(parents)
        return parents

    # --- shared ---

    def _path_line(self, path: Sequence[str]) -> str:
        key = tuple(path)
        if key not in self._path_lines:
            self._path_lines[key] = self._new_path_line(key)
        return self._path_lines[key]

    def _new_path_line(self, path: Sequence[str]) -> str:
        title = self._identity.title
        parts = list(path)
        if title and (not parts or squash(parts[0]) != squash(title)):
            return f"{title} > {shown_path(parts)}" if parts else title
        return shown_path(parts)

    def _payload(self, level: ChunkLevel, *, layout_index: int, sha256: str = "", **fields: Any) -> NodePayload:
        identity = self._identity
        source = self._manual.layouts[layout_index].source
        order = self._orders[level]
        self._orders[level] += 1
        return NodePayload(
            chunk_level=level,
            manual_id=identity.manual_id,
            manual_title=identity.title,
            manual_version=identity.version,
            product_names=identity.product_names if level is ChunkLevel.MANUAL else [],
            model_numbers=identity.model_numbers,
            language=identity.language,
            source_uri=source.uri,
            source_sha256=sha256 or source.sha256,
            order=order,
            **fields,
        )

    def _node(self, text: str, payload: NodePayload, document_index: int, path: Sequence[str] = ()) -> TextNode:
        document_id = self._manual.document_ids[document_index]
        key = (document_id, str(payload.chunk_level), *path, text)
        occurrence = self._occurrences[key]
        self._occurrences[key] += 1
        node_id = _node_id("\x1f".join([*key, str(occurrence)]))
        carried = self._manual.metadata[document_index] if self._manual.metadata else {}
        metadata = {**carried, **payload.to_metadata()}
        if metadata.get("file_path", "") == metadata.get("source_uri"):
            del metadata["file_path"]  # LlamaIndex's name for the same thing; every value is stored twice.
        keys = [*metadata, *(key for key in _KEYS_SET_LATER if key not in metadata)]
        node = TextNode(
            id_=node_id,
            text=text,
            metadata=metadata,
            excluded_embed_metadata_keys=keys,
            excluded_llm_metadata_keys=[key for key in keys if key not in LLM_VISIBLE_KEYS],
        )
        node.relationships[NodeRelationship.SOURCE] = _document_info(document_id)
        return node


def _node_id(name: str) -> str:
    """Return the UUID (version 5) of a name in this package's namespace: `uuid.uuid5` with the namespace's bytes at hand."""
    digest = hashlib.sha1(_NAMESPACE_BYTES + name.encode(), usedforsecurity=False).digest()
    return str(uuid.UUID(bytes=digest[:16], version=5))


def _link(parent: TextNode, child: TextNode) -> None:
    """PARENT and CHILD relations between two nodes, and the payload's list of children."""
    _set_parent(child, parent)
    children = parent.relationships.setdefault(NodeRelationship.CHILD, [])
    if isinstance(children, list):
        children.append(_info(child.node_id))
    if parent.metadata["chunk_level"] != ChunkLevel.MANUAL.value:
        # A manual's sections name it as their parent; a list of thousands would be read with every question.
        ids = parent.metadata.setdefault("child_ids", [])
        if child.node_id not in ids[-MOST_CHILDREN_OF_A_PARENT:]:
            ids.append(child.node_id)


def _set_parent(child: TextNode, parent: TextNode) -> None:
    child.relationships[NodeRelationship.PARENT] = _info(parent.node_id)


def _chain(nodes: Sequence[TextNode]) -> None:
    """PREVIOUS and NEXT among siblings."""
    for before, after in itertools.pairwise(nodes):
        before.relationships[NodeRelationship.NEXT] = _info(after.node_id)
        after.relationships[NodeRelationship.PREVIOUS] = _info(before.node_id)


@lru_cache(maxsize=64)
def _document_info(document_id: str) -> RelatedNodeInfo:
    return RelatedNodeInfo(node_id=document_id, node_type=ObjectType.DOCUMENT)


@lru_cache(maxsize=1024)
def _info(node_id: str) -> RelatedNodeInfo:
    """Return what relations say of a node; the same object in all of them, since nothing ever changes it.

    Without metadata and hash: with them the relations of a section with 100 children weigh three times its text.
    """
    return RelatedNodeInfo(node_id=node_id, node_type=ObjectType.TEXT)


def _clip_words(words: Iterable[str], limit: int, separator: str) -> str:
    kept: list[str] = []
    used = 0
    for word in words:
        if used + len(word) > limit:
            break
        kept.append(word)
        used += len(word) + len(separator)
    return separator.join(kept)


def _opening(elements: Sequence[LayoutElement], limit: int) -> str:
    opening = ""
    for element in elements:
        text = f"{element.marker} {element.text}" if element.marker else element.text
        if text.strip():
            opening += text.strip() + "\n"
        if len(opening) >= limit:
            break
    return opening[:limit].strip()


def _pages(elements: Iterable[LayoutElement]) -> list[int]:
    return sorted(
        {region.page for e in elements for region in e.all_regions()} | {e.page for e in elements if e.page is not None}
    )


def _regions(elements: Iterable[LayoutElement]) -> list[RegionRecord]:
    """Boxes of the elements; neighbours on a page in one column become one box, so that a highlight frames the evidence once."""
    merged: list[Region] = []
    for region in (region for element in elements for region in element.all_regions()):
        last = merged[-1] if merged else None
        if last is not None and last.page == region.page and _adjoin(last.bbox, region.bbox):
            merged[-1] = Region(page=last.page, bbox=union([last.bbox, region.bbox]))
        else:
            merged.append(region)
    if not merged:
        return []
    pages = Counter(region.page for region in merged)
    crowded = {page for page, count in pages.items() if count > MAX_REGIONS_PER_PAGE}
    kept = [region for region in merged if region.page not in crowded]
    kept += [Region(page=page, bbox=union([r.bbox for r in merged if r.page == page])) for page in crowded]
    kept.sort(key=lambda region: region.page)
    return [RegionRecord(page=region.page, bbox=box) for region in kept if (box := whole_box(region.bbox)) is not None]


def _adjoin(upper: Box, lower: Box) -> bool:
    same_column = horizontal_overlap(upper, lower) > 0
    near = -MERGE_GAP <= vertical_gap(upper, lower) <= MERGE_GAP
    return (same_column and near) or intersection(upper, lower) is not None


_CATEGORY_NAMES = {
    ElementKind.LIST_ITEM: "ListItem",
    ElementKind.SECTION_HEADER: "SectionHeader",
    ElementKind.TITLE: "Title",
    ElementKind.TEXT: "Text",
    ElementKind.TABLE: "Table",
    ElementKind.PICTURE: "Picture",
    ElementKind.PICTURE_OCR_TEXT: "PictureOcrText",
    ElementKind.CAPTION: "Caption",
    ElementKind.FOOTNOTE: "Footnote",
    ElementKind.FORM: "Form",
    ElementKind.FORMULA: "Formula",
    ElementKind.CODE: "Code",
    ElementKind.REFERENCE: "Reference",
}


def _category(element: LayoutElement) -> str:
    return _CATEGORY_NAMES.get(element.kind, "Text")


def _categories(elements: Sequence[LayoutElement], has_steps: bool, has_heading: bool) -> list[str]:
    # What a picture in a line of text belongs to is text.
    names = list(dict.fromkeys(_category(e) for e in elements if not _is_icon(e)))
    if has_steps:
        names.append("Procedure")
    if has_heading:
        names.append("SectionHeader")
    return names


def _is_icon(element: LayoutElement) -> bool:
    return element.kind is ElementKind.PICTURE and role_of(element) is VisualRole.INLINE_ICON


def _said(body: str, elements: Sequence[LayoutElement]) -> str:
    """Return what a chunk says, folded: one table printed in several places has another caption number in each of them."""
    said = squash(body)
    for caption in (e.text for e in elements if e.kind is ElementKind.CAPTION):
        said = said.replace(squash(caption), unnumbered_caption(caption), 1)
    return said


def _related(
    element: LayoutElement, elements: Sequence[LayoutElement], referred: Mapping[str, LayoutElement]
) -> RelatedElement:
    captions = {e.caption_of for e in elements if e.caption_of}
    beside = "caption" if element.element_id in captions else "next"
    why = "reference" if element.element_id in referred else beside
    return RelatedElement(
        element_id=element.element_id, kind=str(element.kind), page=element.page, bbox=whole_box(element.bbox), why=why
    )
