"""HTML pages as layout: headings, paragraphs, nested lists with the markers a browser prints, tables with spans, pictures.

Nothing is fetched: pictures stay references, scripts and styles are dropped. The Markdown reader renders to HTML and
comes through here too, so that HTML inside Markdown and Markdown inside HTML are one case.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from llama_index_layout_rag.layout.captions import is_caption
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutSource
from llama_index_layout_rag.layout.elements import BoxType, ElementKind
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.layout.normalize import collapse_spaces
from llama_index_layout_rag.readers.common import (
    MAX_ROWS,
    InlineImage,
    InlineWriter,
    LayoutBuilder,
    Line,
    OpenItem,
    Place,
    RichText,
    SourceCell,
    SourceRow,
    is_notice_table,
    joined,
    lay_out,
    with_gaps,
)
from llama_index_layout_rag.readers.files import decode_text
from llama_index_layout_rag.readers.markup.html_tree import (
    BLOCKS,
    BOLD,
    CODE,
    DROPPED,
    HEADINGS,
    PICTURES,
    admonition_of,
    attach_tab_labels,
    cells_of,
    classes_of,
    code_language,
    declared_encoding,
    definition_parts,
    elements_with_blocks,
    furniture_of,
    icon_label,
    is_bold_cell,
    is_box_label,
    is_page_layout,
    item_metadata,
    language_of_page,
    list_markers,
    named_anchor,
    parse_html,
    picture_attributes,
    preformatted,
    rows_of,
    run_of_definitions,
    span_of,
    text_of,
    title_of_page,
)

_READ_APART = "data-layout-read-apart"
"""Set on elements that their parent reads itself (a figcaption by its figure)."""

_MAX_DEPTH = 150
"""Nested elements that are still distinguished; what is nested deeper is read as plain text. Real pages stay below 60."""


def read_html(data: bytes, source: LayoutSource, encoding: str | None = None) -> LayoutDocument:
    """Read an HTML page.

    Args:
        data: The file.
        source: Where it comes from.
        encoding: Encoding to take where the file has no byte order mark; by default the declared or the detected one.

    Raises:
        LayoutReadError: When the text cannot be decoded or holds nothing to read.
    """
    text, warnings = decode_text(data, source.uri, encoding, declared=declared_encoding(data))
    root = parse_html(text, source.uri)
    builder = LayoutBuilder()
    builder.warnings.extend(warnings)
    read_tree(root, builder, source.uri)
    return builder.document(source, language=language_of_page(root), metadata_title=title_of_page(root))


def read_tree(root: Any, builder: LayoutBuilder, uri: str) -> None:
    """Read a parsed page into the builder, in reading order.

    Raises:
        LayoutReadError: When elements are nested too deeply for the stack that is left.
    """
    body = root.find("body") if root.tag == "html" else root
    body = root if body is None else body
    attach_tab_labels(body)
    try:
        _PageReader(builder, body).read()
    except RecursionError as error:
        raise LayoutReadError(uri, "its elements are nested too deeply; check the file.") from error


@dataclass
class _Run:
    """Inline state of a walk: bold and code styles and the enclosing link."""

    style: str = ""
    href: str = ""


class _PageReader:
    """One walk over a page."""

    def __init__(self, builder: LayoutBuilder, body: Any) -> None:
        self.builder = builder
        self.body = body
        self.holds_block = elements_with_blocks(body)
        self._cell_markers: dict[Any, dict[Any, str | None]] = {}

    def read(self) -> None:
        self.flow(self.body, Place(), 0)

    def flow(self, parent: Any, place: Place, depth: int) -> None:
        """Read block content: runs of inline content become paragraphs, blocks are read one by one."""
        if depth > _MAX_DEPTH:
            self._paragraph_of_text(parent, place)
            return
        writer = InlineWriter()
        writer.text(parent.text or "")
        strays = [child for child in parent if child.tag in ("dt", "dd")] if parent.tag != "dl" else []
        for child in parent:
            if not isinstance(child.tag, str):
                pass
            elif self._is_block(child):
                self.builder.paragraph(writer.finish(), place)
                if not strays or child.tag not in ("dt", "dd"):
                    self.block(child, place, depth + 1)
                elif child is strays[0] or child.getprevious().tag not in ("dt", "dd"):
                    # Terms outside of a list, where the author has closed it too early.
                    self.definition_parts(run_of_definitions(child), place, depth + 1)
            else:
                self.inline(child, writer, _Run(), depth + 1)
            writer.text(child.tail or "")
        self.builder.paragraph(writer.finish(), place)

    def block(self, element: Any, place: Place, depth: int) -> None:
        """Read one block element."""
        tag = element.tag
        place = self._place_of(element, place)
        if tag in DROPPED or tag == "hr" or element.get(_READ_APART):
            return
        if tag in HEADINGS:
            rich = joined(self.lines_of(element, depth))
            self.builder.heading(HEADINGS[tag], rich, place, element.get("id") or named_anchor(element))
        elif tag in ("ul", "ol", "menu", "dir"):
            self.item_list(element, place, depth)
        elif tag == "dl":
            self.definitions(element, place, depth)
        elif tag == "table":
            self.table(element, place, depth)
        elif tag in ("pre", "xmp", "listing", "plaintext"):
            self.builder.code(preformatted(element), place, code_language(element))
        elif tag == "figure":
            self.figure(element, place, depth)
        elif is_box_label(element):
            self.builder.label(joined(self.lines_of(element, depth)).text, place)
        elif tag == "div" and "footnote-definition" in classes_of(element):
            self.builder.footnote(element.get("data-mark", ""), joined(self.lines_of(element, depth)))
        else:
            self.flow(element, place, depth)

    # Lists

    def item_list(self, element: Any, place: Place, depth: int) -> None:
        """Read a list; markers are printed ones (`data-marker`) or what a browser prints."""
        self.builder.open_item_without_text(place)
        inner = replace(place, depth=place.depth + 1)
        items = [child for child in element if child.tag == "li"]
        markers = iter(list_markers(element, items, inner.depth))
        writer = InlineWriter()
        writer.text(element.text or "")
        for child in element:
            if not isinstance(child.tag, str):
                pass
            elif child.tag == "li":
                self.builder.paragraph(writer.finish(), place)
                item = OpenItem(next(markers), inner.depth, metadata=item_metadata(child))
                self.flow(child, replace(self._place_of(child, inner), item=item), depth + 1)
            elif self._is_block(child):
                # A list directly inside a list is invalid and common: it is nested.
                self.builder.paragraph(writer.finish(), place)
                self.block(child, inner if child.tag in ("ul", "ol", "dl") else place, depth + 1)
            else:
                self.inline(child, writer, _Run(), depth + 1)
            writer.text(child.tail or "")
        self.builder.paragraph(writer.finish(), place)

    def definitions(self, element: Any, place: Place, depth: int) -> None:
        """Read a definition list: a term and the first paragraph of its description are one item."""
        self.definition_parts(definition_parts(element), place, depth)

    def definition_parts(self, parts: Iterable[Any], place: Place, depth: int) -> None:
        """Read terms and descriptions that follow each other."""
        self.builder.open_item_without_text(place)
        inner = replace(place, depth=place.depth + 1)
        term = RichText()
        for child in parts:
            if child.tag == "dt":
                term = (
                    term.join(joined(self.lines_of(child, depth)), hard=True)
                    if term.text
                    else joined(self.lines_of(child, depth))
                )
                continue
            if child.tag == "dd":
                item = OpenItem(None, inner.depth, term=term if term.text else None)
                here = replace(inner, item=item)
                before = len(self.builder.elements)
                self.flow(child, here, depth + 1)
                if len(self.builder.elements) == before:
                    self.builder.open_item_without_text(here)
                term = RichText()
            else:
                self.block(child, inner, depth + 1)
        if term.text:
            self.builder.open_item_without_text(replace(inner, item=OpenItem(None, inner.depth, term=term)))

    # Tables

    def table(self, element: Any, place: Place, depth: int) -> None:
        """Read a table; one that only lays out the page is read as a flow of its cells."""
        rows = list(rows_of(element))[:MAX_ROWS]
        if not rows:
            self.flow(element, place, depth + 1)
            return
        if is_page_layout(element, rows) or self._is_notice(rows, place):
            for cell in (cell for row in rows for cell in cells_of(row)):
                if place.admonition and "icon" in classes_of(cell) and (label := icon_label(cell)):
                    self.builder.label(label, place)
                else:
                    self.flow(cell, place, depth + 1)
            return
        source_rows: list[SourceRow] = []
        cell_images: list[list[InlineImage]] = []
        for row in rows:
            source_row = SourceRow(is_header=row.getparent().tag == "thead" or "header" in classes_of(row))
            for cell in cells_of(row):
                text, images = self.cell(cell, depth + 1)
                source_row.cells.append(
                    SourceCell(
                        text,
                        span_of(cell, "rowspan", MAX_ROWS),
                        span_of(cell, "colspan", 1000),
                        cell.tag == "th" or is_bold_cell(cell),
                    )
                )
                cell_images.append(images)
            source_rows.append(source_row)
        captions = [joined(self.lines_of(child, depth)) for child in element if child.tag == "caption"]
        if len(source_rows) > 1 and len(source_rows[0].cells) == 1 and is_caption(source_rows[0].cells[0].text):
            captions.append(RichText(source_rows[0].cells[0].text))
            source_rows, cell_images = source_rows[1:], cell_images[1:]
        table, places = lay_out(source_rows)
        if not table.cells:
            return
        placed = [(image, *spot) for spot, found in zip(places, cell_images, strict=False) for image in found]
        start = len(self.builder.elements)
        added = self.builder.table(table, place, placed)
        for position, caption in enumerate(captions, start):
            self.builder.caption(caption, place, added, position)

    def _is_notice(self, rows: list[Any], place: Place) -> bool:
        """Return whether a table is the frame of a notice: its class or its first word says so."""
        if len(rows) > 2 or max(len(row) for row in rows) > 2:
            return False
        texts = [[collapse_spaces(text_of(cell)) for cell in cells_of(row)] for row in rows]
        return place.admonition is not None or is_notice_table(texts)

    def cell(self, cell: Any, depth: int) -> tuple[str, list[InlineImage]]:
        """Return text of a table cell, one line per paragraph or item, and the pictures in it."""
        lines = self.lines_of(cell, depth)
        text = "\n".join(with_gaps(line.rich) for line in lines if line.rich.text)
        return text, [image for line in lines for image in line.rich.images]

    def figure(self, element: Any, place: Place, depth: int) -> None:
        """Read a figure; its figcaption names the first picture or table in it."""
        start = len(self.builder.elements)
        captions = list(element.iter("figcaption"))
        for child in captions:
            child.set(_READ_APART, "1")
        self.flow(element, place, depth)
        owners = (ElementKind.PICTURE, ElementKind.TABLE)
        owner = next((added for added in self.builder.elements[start:] if added.kind in owners), None)
        for child in captions:
            self.builder.caption(joined(self.lines_of(child, depth)), place, owner)

    # Inline content

    def lines_of(self, element: Any, depth: int) -> list[Line]:
        """Return all content of an element as lines; blocks in it begin lines of their own."""
        writer = InlineWriter()
        writer.text(element.text or "")
        for child in element:
            if isinstance(child.tag, str):
                self.inline(child, writer, _Run(), depth + 1)
            writer.text(child.tail or "")
        return [line for line in writer.finish() if line.rich.text or line.rich.images]

    def inline(self, element: Any, writer: InlineWriter, run: _Run, depth: int) -> None:
        """Add an inline element to the running text."""
        tag = element.tag
        if tag in DROPPED or (tag == "a" and "headerlink" in classes_of(element)):
            return
        if tag == "br":
            writer.line_break(hard="soft" not in classes_of(element))
            return
        if tag in PICTURES or (tag == "input" and element.get("type") == "image"):
            if depth <= _MAX_DEPTH:
                attributes = picture_attributes(element)
                if attributes:
                    writer.image(attributes)
            return
        if tag == "input":
            writer.text(element.get("value", "") if element.get("type") in ("button", "submit", "reset") else "")
            return
        if depth > _MAX_DEPTH:
            writer.text("".join(element.itertext()), run.style, run.href)
            return
        if tag == "ruby":
            self._ruby(element, writer, run)
            return
        style = f"{run.style} bold" if tag in BOLD and "bold" not in run.style else run.style
        style = f"{style} code" if tag in CODE and "code" not in style else style
        inner = _Run(style.strip(), element.get("href", "") if tag == "a" else run.href)
        starts_line = tag in BLOCKS and not _opens_item(element)
        if starts_line:
            writer.line_break()
        if tag == "li":
            writer.text(f"{self._marker_in_parent(element) or ''} ")
        writer.text(element.text or "", inner.style, inner.href)
        for child in element:
            if isinstance(child.tag, str):
                self.inline(child, writer, inner, depth + 1)
            writer.text(child.tail or "", inner.style, inner.href)
        if starts_line:
            writer.line_break()
        elif tag in ("option", "td", "th"):
            writer.text(" ")

    def _ruby(self, element: Any, writer: InlineWriter, run: _Run) -> None:
        base: list[str] = [element.text or ""]
        reading: list[str] = []
        for child in element:
            (reading if child.tag == "rt" else [] if child.tag in ("rp", "rtc") else base).append(text_of(child))
            base.append(child.tail or "")
        writer.ruby(collapse_spaces("".join(base)), collapse_spaces("".join(reading)), run.href)

    def _marker_in_parent(self, item: Any) -> str | None:
        """Return marker of an item of a list inside a table cell or heading, where lists are only lines of text."""
        parent = item.getparent()
        if parent not in self._cell_markers:
            items = [child for child in parent if child.tag == "li"]
            self._cell_markers[parent] = dict(zip(items, list_markers(parent, items, 1), strict=True))
        return self._cell_markers[parent].get(item)

    def _paragraph_of_text(self, element: Any, place: Place) -> None:
        writer = InlineWriter()
        writer.text("".join(element.itertext()))
        self.builder.paragraph(writer.finish(), place)

    def _is_block(self, element: Any) -> bool:
        return element.tag in BLOCKS or element in self.holds_block

    def _place_of(self, element: Any, place: Place) -> Place:
        classes = classes_of(element)
        if place.furniture is None:
            furniture = furniture_of(element, classes)
            if furniture is not None:
                return replace(place, furniture=furniture, item=None)
        if element.tag == "blockquote":
            kind = admonition_of(classes)
            return replace(place, box=BoxType.ADMONITION if kind else BoxType.QUOTE, admonition=kind)
        kind = admonition_of(classes) if element.tag in ("div", "aside", "section", "p", "table") else None
        return replace(place, box=BoxType.ADMONITION, admonition=kind) if kind else place


def _opens_item(element: Any) -> bool:
    """Return whether an element is the first content of a list item, which is printed after the marker."""
    parent = element.getparent()
    return parent is not None and parent.tag == "li" and parent[0] is element and not (parent.text or "").strip()
