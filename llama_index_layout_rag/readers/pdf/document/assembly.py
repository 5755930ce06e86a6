"""The pages of one PDF as one document.

Furniture, contents, headings and lists are found over all pages, then the elements are made in reading order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from llama_index_layout_rag.layout.boxes import Box, overlap_share, union
from llama_index_layout_rag.layout.captions import attach_captions, is_caption
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutPage, LayoutSource
from llama_index_layout_rag.layout.elements import (
    BoxType,
    ElementKind,
    Extraction,
    ImageInfo,
    LayoutElement,
    Provenance,
    Region,
    Table,
    TextStyle,
)
from llama_index_layout_rag.layout.furniture import HEADER, Furniture, MarginLine, find_furniture
from llama_index_layout_rag.layout.language import language_of
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.layout.sections import assign_section_paths
from llama_index_layout_rag.readers.pdf.document.blocks import Block
from llama_index_layout_rag.readers.pdf.document.bracketed_headings import with_brackets_apart
from llama_index_layout_rag.readers.pdf.document.contents import mark_contents
from llama_index_layout_rag.readers.pdf.document.continuation import continues_block
from llama_index_layout_rag.readers.pdf.document.footnotes import is_footnote, raised_footnotes, referred_footnotes
from llama_index_layout_rag.readers.pdf.document.heading_levels import Heading
from llama_index_layout_rag.readers.pdf.document.headings import find_headings
from llama_index_layout_rag.readers.pdf.document.lists import ListPlace, place_lists
from llama_index_layout_rag.readers.pdf.document.outline import match_bookmarks
from llama_index_layout_rag.readers.pdf.document.paragraphs import Decision, build_blocks, join_code, join_over_breaks
from llama_index_layout_rag.readers.pdf.document.repetition import (
    place_of,
    repeated_pictures,
    repeated_texts,
    running_tables,
    running_turned_texts,
)
from llama_index_layout_rag.readers.pdf.document.rows import join_rows
from llama_index_layout_rag.readers.pdf.document.structure_tree import Role, block_role, roles_by_mcid
from llama_index_layout_rag.readers.pdf.document.tables import build_table, continues_table, joined_tables
from llama_index_layout_rag.readers.pdf.document.titles import (
    cover_page,
    find_title,
    first_heading_as_title,
    is_meaningful_title,
    model_numbers,
    product_name,
    version_of,
)
from llama_index_layout_rag.readers.pdf.document.typography import (
    OrderedPage,
    Typography,
    measure_typography,
    order_pages,
)
from llama_index_layout_rag.readers.pdf.extract import DIAGONAL, Bookmark
from llama_index_layout_rag.readers.pdf.page import Line, PageLayout, Picture, mark_bold, release_headings


def assemble(
    source: LayoutSource,
    layouts: list[PageLayout],
    bookmarks: list[Bookmark],
    metadata_title: str,
    warnings: list[str],
) -> LayoutDocument:
    """Return the document that pages make.

    Args:
        source: Where they come from.
        layouts: The pages in order; what turns out to be furniture is taken out of them.
        bookmarks: The file's own table of contents.
        metadata_title: The title in the file's properties; one that a program made up is passed over.
        warnings: What the reading of the pages has to say.
    """
    return Assembly(source, layouts, bookmarks, metadata_title, warnings).run()


class Assembly:
    """The elements of one document while they are assembled from its pages."""

    def __init__(
        self,
        source: LayoutSource,
        layouts: list[PageLayout],
        bookmarks: list[Bookmark],
        metadata_title: str,
        warnings: list[str],
    ) -> None:
        self.source, self.layouts, self.bookmarks = source, layouts, bookmarks
        self.warnings = warnings
        self.metadata_title = metadata_title if is_meaningful_title(metadata_title, source.name) else ""
        self.layout_of = {layout.number: layout for layout in layouts}
        self.elements: list[LayoutElement] = []
        self.furniture_lines: dict[int, list[tuple[Line, str]]] = defaultdict(list)
        self.repeated = repeated_pictures(layouts)
        self.running_turned = running_turned_texts(layouts)

    def prepare(self) -> tuple[list[OrderedPage], Typography]:
        """Remove page furniture, mark contents entries and return the pages in reading order with their typography."""
        mark_bold(self._all_lines(), {layout.number: layout.styles for layout in self.layouts})
        release_headings(self.layouts)
        self.furniture = self._take_furniture()
        self._take_running_tables()
        after_contents = False
        repeated = repeated_texts(self.layouts)
        for layout in self.layouts:
            after_contents = mark_contents(layout, after_contents, repeated)
        for layout in self.layouts:
            join_rows(layout)
        ordered = order_pages(self.layouts)
        return ordered, measure_typography(ordered)

    def blocks(
        self, ordered: Sequence[OrderedPage], typography: Typography, decide: Decision = continues_block
    ) -> list[Block]:
        """Return the blocks of all pages in reading order, joined over column and page breaks."""
        blocks = [block for layout, columns in ordered for block in build_blocks(layout, columns, typography, decide)]
        for block in blocks:
            if block.is_text and block.lines[0].contents is not None:
                block.contents = True
                block.contents_page = block.lines[0].contents[1]
        return with_brackets_apart(join_over_breaks(join_code(blocks)))

    def run(self) -> LayoutDocument:
        """Return the document."""
        ordered, typography = self.prepare()
        blocks = self.blocks(ordered, typography)
        roles = self._roles(blocks)
        bookmarked = match_bookmarks(self.bookmarks, blocks)
        title = find_title(blocks, typography, self.metadata_title)
        cover = cover_page(blocks, typography)
        headings = find_headings(blocks, typography, roles, bookmarked, title[0] if title else None, cover)
        if not title:
            title = first_heading_as_title(blocks, headings)
            if title:
                headings = find_headings(blocks, typography, roles, bookmarked, title[0], cover)
        headings = [heading for heading in headings if heading.index not in title]
        notes = referred_footnotes(blocks, typography.body_size) | raised_footnotes(blocks, typography.body_size)
        notes = notes - {h.index for h in headings} - set(title)
        places = place_lists(blocks, frozenset([h.index for h in headings] + title), roles, notes)
        self._emit(blocks, headings, places, title, roles, typography, notes)
        elements = assign_section_paths(attach_captions(self.elements))
        for number, element in enumerate(elements):
            element.seq_no = number
        return self._document(elements, self.furniture, [blocks[i].text for i in title])

    def _all_lines(self) -> list[Line]:
        lines: list[Line] = []
        for layout in self.layouts:
            lines += layout.lines
            lines += [line for table in layout.tables for cell in table.lines.values() for line in cell]
            lines += [line for _, line in layout.picture_lines]
        return lines

    def _take_furniture(self) -> Furniture:
        """Take running headers, footers and page numbers out of the pages' lines."""
        margins = [
            [MarginLine(line.text, line.box, line.base, line.size) for line in layout.lines] for layout in self.layouts
        ]
        heights = [layout.width if layout.vertical else layout.height for layout in self.layouts]
        titles = frozenset(squash(bookmark.title) for bookmark in self.bookmarks)
        furniture = find_furniture(margins, heights, titles)
        for page, layout in enumerate(self.layouts):
            kept = []
            for index, line in enumerate(layout.lines):
                role = furniture.roles.get((page, index))
                if role is None:
                    kept.append(line)
                else:
                    self.furniture_lines[layout.number].append((line, role))
            layout.lines = kept
        return furniture

    def _take_running_tables(self) -> None:
        for layout, table, band in running_tables(self.layouts):
            lines = [line for index in sorted(table.lines) for line in table.lines[index]]
            self.furniture_lines[layout.number] += [(line, band) for line in lines]
            layout.tables = [other for other in layout.tables if other is not table]

    def _roles(self, blocks: Sequence[Block]) -> dict[int, Role]:
        by_page = {layout.number: roles_by_mcid(layout.nodes) for layout in self.layouts if layout.nodes}
        if not by_page:
            return {}
        found = {}
        for index, block in enumerate(blocks):
            role = block_role(block, by_page) if block.is_text else None
            if role is not None:
                found[index] = role
        return found

    def _emit(
        self,
        blocks: Sequence[Block],
        headings: Sequence[Heading],
        places: dict[int, ListPlace],
        title: Sequence[int],
        roles: dict[int, Role],
        typography: Typography,
        notes: frozenset[int],
    ) -> None:
        heading_at = {heading.index: heading for heading in headings}
        page_done = 0
        last_table: tuple[Block, int] | None = None
        for index, block in enumerate(blocks):
            while page_done < block.page:
                self._emit_page_end(page_done)
                page_done += 1
                self._emit_page_start(page_done)
            if block.merged:
                continue
            if block.table is not None:
                last_table = self._emit_table(block, last_table)
            elif block.picture is not None:
                self._emit_picture(block.picture, block.page, inline=block.inline)
            elif index in title:
                if index == title[0]:
                    self._add_text(ElementKind.TITLE, [blocks[i] for i in title])
            elif index in heading_at:
                self._emit_heading(heading_at[index])
            elif index in notes:
                self._add_text(ElementKind.FOOTNOTE, [block])
            else:
                self._emit_text(block, places.get(index), roles.get(index), typography)
            if block.is_text:
                last_table = None
        while page_done < (self.layouts[-1].number if self.layouts else 0):
            self._emit_page_end(page_done)
            page_done += 1
            self._emit_page_start(page_done)
        self._emit_page_end(page_done)

    def _emit_page_start(self, page: int) -> None:
        for line, role in self.furniture_lines.get(page, ()):
            if role == HEADER:
                self._add_line(ElementKind.PAGE_HEADER, line)

    def _emit_page_end(self, page: int) -> None:
        layout = self.layout_of.get(page)
        if layout is None:
            return
        for picture in layout.pictures:
            if picture.background:
                self._emit_picture(picture, page)
        for ornament in layout.ornaments:
            fields: dict[str, Any] = {"image": ImageInfo(drawn=True), "reason": ornament.reason}
            self._add(ElementKind.DECORATIVE, ornament.text, page, layout.shown(ornament.box), fields)
        for line in layout.turned:
            slanted = line.turn == DIAGONAL
            kind = ElementKind.DECORATIVE if slanted else ElementKind.TEXT
            if not slanted and squash(line.text) in self.running_turned:
                kind = ElementKind.PAGE_HEADER
            reason = "slanted text (watermark)" if slanted else None
            self._add_line(kind, line, {"reason": reason, "metadata": {"turn": line.turn}})
        for line, role in self.furniture_lines.get(page, ()):
            if role != HEADER:
                self._add_line(ElementKind.PAGE_FOOTER, line)

    def _emit_heading(self, heading: Heading) -> None:
        element = self._add_text(ElementKind.SECTION_HEADER, [heading.block])
        element.level = heading.level
        element.origin().evidence = heading.evidence

    def _emit_text(self, block: Block, place: ListPlace | None, role: Role | None, typography: Typography) -> None:
        if block.contents:
            entry = block.lines[0].contents
            text = entry[0] if entry is not None else block.text
            self._add_text(ElementKind.TOC_ENTRY, [block], text, {"page_label": block.contents_page})
            return
        fields: dict[str, Any] = {"box": BoxType.FRAME if block.frame is not None else None}
        if block.code:
            self._add_text(ElementKind.CODE, [block], None, fields)
            return
        if place is not None and place.is_item and block.marker is not None:
            element = self._add_text(ElementKind.LIST_ITEM, [block], block.body, fields)
            self.elements[-1] = element.model_copy(update={"marker": block.marker.marker, "depth": place.depth})
            return
        if place is not None:
            fields["list_depth"] = place.depth
        named = block.lines[0].caption or is_caption(block.text)
        caption = (role is not None and role.name == "caption") or (len(block.lines) <= 4 and named)
        kind = ElementKind.CAPTION if caption else ElementKind.TEXT
        if not caption and is_footnote(block, typography.body_size):
            kind = ElementKind.FOOTNOTE
        self._add_text(kind, [block], None, fields)

    def _emit_table(self, block: Block, last: tuple[Block, int] | None) -> tuple[Block, int]:
        assert block.table is not None
        layout = self.layout_of[block.page]
        table = build_table(block.table, layout, block.page)
        box = layout.shown(block.box)
        if last is not None and continues_table(last[0], block):
            position = last[1]
            element = self.elements[position]
            if element.table is not None:
                whole = joined_tables(element.table, table)
                regions = [*element.all_regions(), Region(page=block.page, bbox=box)]
                self.elements[position] = element.model_copy(
                    update={"table": whole, "text": _table_text(whole), "regions": regions}
                )
                self._emit_table_pictures(block, element.element_id)
                return block, position
        lines = [line for cell in block.table.lines.values() for line in cell]
        fields = {"provenance": self._recognition(lines)}
        element = self._add(ElementKind.TABLE, _table_text(table), block.page, box, fields)
        position = len(self.elements) - 1
        self.elements[position] = element.model_copy(update={"table": table})
        self._emit_table_pictures(block, element.element_id)
        return block, position

    def _emit_table_pictures(self, block: Block, table_id: str) -> None:
        for picture in self.layout_of[block.page].pictures:
            if not picture.background and overlap_share(picture.box, block.box) > 0.8:
                self._emit_picture(picture, block.page, in_table=table_id)

    def _emit_picture(self, picture: Picture, page: int, inline: bool = False, in_table: str | None = None) -> None:
        layout = self.layout_of[page]
        image = ImageInfo(key=picture.key or None, pixels=picture.pixels, drawn=picture.drawn, inline=inline)
        fields: dict[str, Any] = {"image": image, "container": in_table}
        kind = ElementKind.PICTURE
        pages = self.repeated.get(place_of(picture))
        if pages is not None:
            fields["repeated_on"] = pages
            fields["reason"] = f"the same picture stands in the same place on {pages} pages"
            kind = ElementKind.DECORATIVE
        elif picture.background and layout.character_count:
            fields["reason"] = "page background"
            kind = ElementKind.DECORATIVE
        element = self._add(kind, "", page, layout.shown(picture.box), fields)
        position = layout.pictures.index(picture)
        lines = [line for owner, line in layout.picture_lines if owner == position]
        if lines:
            self._add(
                ElementKind.PICTURE_OCR_TEXT,
                "\n".join(line.text for line in lines),
                page,
                layout.shown(union(line.box for line in lines)),
                {
                    "container": element.element_id,
                    "provenance": self._recognition(lines) or Provenance(extraction=Extraction.TEXT_LAYER),
                },
            )

    def _add_line(self, kind: ElementKind, line: Line, fields: dict[str, Any] | None = None) -> None:
        element = self._add(kind, line.text, line.page, self.layout_of[line.page].shown(line.box), fields)
        self._note_provenance(element, [line])

    def _add_text(
        self,
        kind: ElementKind,
        blocks: Sequence[Block],
        text: str | None = None,
        fields: dict[str, Any] | None = None,
    ) -> LayoutElement:
        lines = [line for block in blocks for line in block.lines]
        joined = text if text is not None else " ".join(block.text for block in blocks)
        style = TextStyle(size=round(lines[0].size, 1), bold=all(line.bold for line in lines))
        regions = self._regions(lines)
        element = self._add(kind, joined, regions[0].page, regions[0].bbox, {**(fields or {}), "style": style})
        element.regions = regions if len(regions) > 1 else []
        self._note_provenance(element, lines)
        return element

    def _note_provenance(self, element: LayoutElement, lines: Sequence[Line]) -> None:
        element.provenance = self._recognition(lines) or element.provenance
        ruby = [pair for line in lines for word in line.words for pair in word.ruby]
        if ruby:
            element.metadata = {**element.metadata, "ruby": [{"text": t, "reading": r} for t, r in ruby]}
        if any(line.original is not None for line in lines):
            element.origin().original_text = "\n".join(line.original or line.text for line in lines)

    def _recognition(self, lines: Iterable[Line]) -> Provenance | None:
        """Return OCR's mean confidence for these lines, or None for lines of a text layer."""
        scores: list[float] = []
        for line in lines:
            of_page = self.layout_of[line.page].confidence or {}
            scores += [of_page[mcid] for mcid in line.mcids if mcid in of_page]
        if not scores:
            return None
        return Provenance(extraction=Extraction.OCR, confidence=round(sum(scores) / len(scores), 3))

    def _regions(self, lines: Sequence[Line]) -> list[Region]:
        """One box per page and column that the lines are in."""
        parts: list[tuple[int, list[Box]]] = []
        for line in lines:
            if parts and parts[-1][0] == line.page and line.y0 >= parts[-1][1][-1][1] - line.size:
                parts[-1][1].append(line.box)
            else:
                parts.append((line.page, [line.box]))
        return [Region(page=page, bbox=self.layout_of[page].shown(union(boxes))) for page, boxes in parts]

    def _add(
        self, kind: ElementKind, text: str, page: int, box: Box, fields: dict[str, Any] | None = None
    ) -> LayoutElement:
        rounded = tuple(round(value, 2) for value in box)
        element = LayoutElement(
            element_id=f"e{len(self.elements) + 1}",
            kind=kind,
            text=text,
            page=page,
            bbox=(rounded[0], rounded[1], rounded[2], rounded[3]),
            **(fields or {}),
        )
        self.elements.append(element)
        return element

    def _document(self, elements: list[LayoutElement], furniture: Furniture, titles: list[str]) -> LayoutDocument:
        title = " ".join(titles) or None
        running = sorted({e.text for e in elements if e.kind in (ElementKind.PAGE_HEADER, ElementKind.PAGE_FOOTER)})
        first_page = [e.text for e in elements if e.page == elements[0].page][:20] if elements else []
        name = product_name(title) if title else None
        pages = [
            LayoutPage(
                number=layout.number,
                width=round(layout.width, 2),
                height=round(layout.height, 2),
                rotation=layout.rotation,
                label=furniture.labels.get(index, layout.label),
            )
            for index, layout in enumerate(self.layouts)
        ]
        return LayoutDocument(
            source=self.source,
            title=title or (self.metadata_title or None),
            product_names=[name] if name else [],
            model_numbers=model_numbers([*titles, *running]),
            version=version_of([*titles, *first_page, *running]),
            language=language_of(elements),
            pages=pages,
            elements=elements,
            warnings=self.warnings,
        )


def _table_text(table: Table) -> str:
    """Rows as lines, cells divided by tabs: what a reader without table support sees."""
    rows = [[""] * table.column_count for _ in range(table.row_count)]
    for cell in table.cells:
        rows[cell.row][cell.column] = cell.text.replace("\n", " ")
    return "\n".join("\t".join(row) for row in rows)
