"""Word files (DOCX) as layout: the text as Word prints it, with automatic numbers.

The file is read with lxml and not with python-docx, which gives paragraphs as they are stored: without automatic
numbers, text boxes, notes and tracked changes, and with deleted text. Pages are those of Word's last layout, where the file
records them; there are no boxes, and so the layout has no pages of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from lxml import etree

from llama_index_layout_rag.layout.captions import is_caption
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutSource
from llama_index_layout_rag.layout.elements import BoxType, ElementKind, TextStyle
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.layout.furniture import is_page_number
from llama_index_layout_rag.layout.normalize import collapse_spaces
from llama_index_layout_rag.readers.common import (
    InlineImage,
    LayoutBuilder,
    Line,
    OpenItem,
    Place,
    RichText,
    is_notice_table,
    joined,
    lay_out,
    with_gaps,
)
from llama_index_layout_rag.readers.docx.content import (
    Content,
    ContentReader,
    Note,
    Position,
    is_deleted,
    paragraph_mark_hidden,
)
from llama_index_layout_rag.readers.docx.drawings import MC, Drawing, alternatives, diagram_texts
from llama_index_layout_rag.readers.docx.numbering import Numbering, OpenLists, PrintedNumber, left_indent, print_number
from llama_index_layout_rag.readers.docx.package import Package, W, attribute, is_on, value_of
from llama_index_layout_rag.readers.docx.styles import Role, Styles
from llama_index_layout_rag.readers.docx.tables import CellContent, cells_of, is_page_layout, read_rows, rows_of
from llama_index_layout_rag.readers.docx.typography import mark_headings, mark_title
from llama_index_layout_rag.readers.pdf.document.titles import is_meaningful_title

MAX_HEADING_CHARS = 200
"""Characters; what is longer and styled as a heading is a paragraph whose author wanted only its number or typography."""

MAX_CAPTION_CHARS = 120
"""Characters of a paragraph with a caption's counter in it that may be the caption."""

MAX_NESTING = 40
"""Tables in tables and boxes in boxes; real ones reach 5."""

_WRAPPERS = frozenset([f"{W}{name}" for name in ("ins", "moveTo", "smartTag", "customXml", "sdtContent")])


def read_docx(data: bytes, source: LayoutSource, encoding: str | None = None) -> LayoutDocument:
    """Read a Word file.

    Args:
        data: The file.
        source: Where it comes from.
        encoding: Not used; readers of text files have it.

    Raises:
        LayoutReadError: When it is encrypted, of before 2007, broken, hostile, or holds nothing to read.
    """
    package = Package(data, source.uri)
    reader = _DocumentReader(package)
    try:
        reader.read()
    except (ValueError, RecursionError, etree.LxmlError) as error:
        if isinstance(error, LayoutReadError):
            raise
        raise LayoutReadError(
            source.uri, f"it is not as Word writes files ({error}); save it again in Word."
        ) from error
    if not reader.builder.elements:
        raise LayoutReadError(source.uri, "the Word file holds no text; nothing can be read from it.")
    mark_title(reader.builder.elements)
    mark_headings(reader.builder.elements)
    properties = _core_properties(package)
    title = properties.get("title")
    # Word keeps the first line of some older document, or the template's name, as the title.
    title = title if title and is_meaningful_title(title, source.name) else None
    layout = reader.builder.document(source, metadata_title=title, version=properties.get("version"))
    layout.warnings.extend(f"{source.uri}: {warning}" for warning in reader.warnings())
    return layout


@dataclass
class _Part:
    """A part that is being read: the body, a header, the footnotes."""

    content: ContentReader
    is_text: bool = True


class _DocumentReader:
    """One walk over a file."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.builder = LayoutBuilder()
        self.styles = Styles(self._part_of("styles"))
        self.numbering = Numbering(self._part_of("numbering"), self.styles)
        self.settings = self._part_of("settings")
        self.root = package.main_root()
        paged = next(self.root.iter(f"{W}lastRenderedPageBreak"), None) is not None
        self.position = Position(page=1 if paged else None)
        self.part = _Part(ContentReader(self.styles, package.relationships(package.main), self.position))
        self.lists = OpenLists()
        self.carried: Content | None = None
        self.code: list[str] = []
        self.comments = self._numbered("comments", "comment")
        self.notes = {kind: self._numbered(f"{kind}s", kind) for kind in ("footnote", "endnote")}
        self.note_counts = {"footnote": 0, "endnote": 0}
        self.endnotes: list[tuple[str, Note]] = []
        self.read_parts: set[str] = set()
        self.left_out: set[str] = set()

    def read(self) -> None:
        body = self.root.find(f"{W}body")
        if body is None:
            raise LayoutReadError(self.package.uri, "its main part has no body; save the file again in Word.")
        for blocks, section in _sections(body):
            self._margin_parts(section, "headerReference", ElementKind.PAGE_HEADER)
            for block in blocks:
                self.block(block, Place(), 0)
            self._flush(Place())
            self._margin_parts(section, "footerReference", ElementKind.PAGE_FOOTER)
        for marker, note in self.endnotes:
            self._note_text(marker, note)

    def warnings(self) -> Iterator[str]:
        """Yield what was left out or could not be printed as Word does."""
        if self.numbering.unknown_formats:
            names = ", ".join(sorted(self.numbering.unknown_formats))
            yield f"numbers of the format {names} are given in digits."
        for what in sorted(self.left_out):
            yield f"{what} and not read."

    # Blocks

    def block(self, element: Any, place: Place, nesting: int) -> None:
        """Read a paragraph, a table, or what wraps them."""
        if nesting > MAX_NESTING:
            raise ValueError(f"tables or text boxes are nested deeper than {MAX_NESTING} levels")
        tag = element.tag
        if tag == f"{W}p":
            self.paragraph(element, place, nesting)
        elif tag == f"{W}tbl":
            self._flush(place)
            self.table(element, place, nesting)
        elif tag == f"{W}sdt":
            self.control(element, place, nesting)
        elif tag in _WRAPPERS:
            self.blocks(element, place, nesting + 1)
        elif tag == f"{MC}AlternateContent":
            self.blocks(next(alternatives(element), ()), place, nesting + 1)
        elif tag in (f"{W}altChunk", f"{W}subDoc"):
            self.left_out.add("another document is embedded as a whole")

    def blocks(self, elements: Iterable[Any], place: Place, nesting: int) -> None:
        for element in elements:
            self.block(element, place, nesting)

    def control(self, element: Any, place: Place, nesting: int) -> None:
        """Read a content control; the one around a table of contents makes contents lines of all in it."""
        properties = element.find(f"{W}sdtPr")
        gallery = value_of(properties.find(f"{W}docPartObj"), "docPartGallery") if properties is not None else None
        if properties is not None and properties.find(f"{W}showingPlcHdr") is not None:
            return
        if gallery is not None and gallery.lower() in ("table of contents", "bibliographies") and not place.furniture:
            kind = ElementKind.REFERENCE if gallery.lower() == "bibliographies" else ElementKind.TOC_ENTRY
            place = replace(place, furniture=kind, item=None)
        content = element.find(f"{W}sdtContent")
        self.blocks(() if content is None else content, place, nesting + 1)

    def paragraph(self, element: Any, place: Place, nesting: int) -> None:
        """Read a paragraph as what its style, level and number make it."""
        properties = element.find(f"{W}pPr")
        content = self.part.content.read(element, self.carried)
        self.carried = content if is_deleted(properties) else None
        if self.carried is not None:
            return
        role = self.styles.role(properties)
        if role is Role.CODE and not place.furniture and place.item is None and content.plain.strip("\n"):
            self.code.append(content.plain)
            self._anchored(content, place, nesting)
            return
        self._flush(place)
        self.builder.page = content.page
        start = len(self.builder.elements)
        number = self._number(properties, content)
        self._write(content, properties, role, number, place)
        self._note_typography(start, content)
        if content.comments and len(self.builder.elements) > start:
            self.builder.elements[start].metadata["comments"] = self._comments(content)
        self._anchored(content, self._place_after(properties, place), nesting)

    def _write(
        self, content: Content, properties: Any | None, role: Role | None, number: PrintedNumber | None, place: Place
    ) -> None:
        lines = content.lines()
        if place.furniture is ElementKind.TOC_ENTRY or (
            place.furniture is None and (content.in_contents or role is Role.CONTENTS)
        ):
            self._contents_line(content, lines, number, place)
            return
        rich = joined(lines)
        level = self.styles.outline_level(properties)
        if place.furniture is not None or not self.part.is_text:
            self.builder.paragraph(_numbered_lines(number, lines), place)
        elif role is Role.TITLE and rich.text:
            self.lists.close()
            self.builder.title(rich, place)
        elif self._is_caption(content, rich, role):
            self.builder.caption(_numbered(number, rich), place, None)
        elif level is not None and rich.text and len(rich.text) <= MAX_HEADING_CHARS and place.item is None:
            self.lists.close()
            self.builder.heading(level, _numbered(number, rich), place, content.anchor)
        elif content.only_formula and number is None:
            self.builder.formula(rich.text, place)
        elif number is not None and number.text and lines:
            self._item(lines, properties, number, place)
        else:
            self.builder.paragraph(lines, self._place_of_text(properties, role, place))

    def _item(self, lines: list[Line], properties: Any | None, number: PrintedNumber, place: Place) -> None:
        reference = self.styles.number_reference(properties)
        own = left_indent(None if properties is None else properties.find(f"{W}ind"))
        indent = own if own is not None else number.indent
        list_id = reference[0].number_id if reference is not None else 0
        item = self.lists.begin(number.text, list_id, number.level, indent or 0.0)
        self.builder.paragraph(lines, replace(place, depth=item.depth, item=item))

    def _number(self, properties: Any | None, content: Content) -> PrintedNumber | None:
        """Return the paragraph's automatic number; empty paragraphs count too, unless they are hidden."""
        found = self.styles.number_reference(properties)
        if found is None or (paragraph_mark_hidden(properties) and not content.plain.strip()):
            return None
        return self.numbering.next_number(*found)

    def _place_of_text(self, properties: Any | None, role: Role | None, place: Place) -> Place:
        if role is Role.QUOTE:
            place = replace(place, box=BoxType.QUOTE)
        item = self._continued(properties) if place.item is None else place.item
        return replace(place, item=item, depth=item.depth) if item is not None else place

    def _place_after(self, properties: Any | None, place: Place) -> Place:
        """Return the context of what is anchored in a paragraph: the item that the paragraph is or continues."""
        if place.item is not None or place.furniture is not None:
            return place
        item = self._continued(properties)
        return replace(place, item=item, depth=item.depth) if item is not None else place

    def _continued(self, properties: Any | None) -> OpenItem | None:
        indent = left_indent(self.styles.paragraph_property(properties, "ind"))
        return self.lists.continued(indent) if indent else None

    def _is_caption(self, content: Content, rich: RichText, role: Role | None) -> bool:
        if not rich.text or len(rich.text) > MAX_CAPTION_CHARS:
            return False
        return role is Role.CAPTION or (bool(content.sequences) and is_caption(rich.text))

    def _contents_line(self, content: Content, lines: list[Line], number: PrintedNumber | None, place: Place) -> None:
        """Add a line of a table of contents: its text, and the page that it names."""
        entry, _, page = content.plain.strip().rpartition("\t")
        label = page.strip() if entry and is_page_number(page) else None
        text = collapse_spaces(entry if label is not None else content.plain)
        if text:
            rich = _numbered(number, RichText(text))
            start = len(self.builder.elements)
            self.builder.paragraph([Line(rich)], replace(place, item=None, furniture=ElementKind.TOC_ENTRY))
            for element in self.builder.elements[start:]:
                element.page_label = label

    def _note_typography(self, start: int, content: Content) -> None:
        added = self.builder.elements[start:]
        for element in added:
            if element.kind in (ElementKind.TEXT, ElementKind.LIST_ITEM):
                element.style = TextStyle(size=content.size, bold=content.is_bold and len(added) == 1)

    def _flush(self, place: Place) -> None:
        """Write the lines of code collected so far as one block, and the text of a deleted last paragraph end."""
        if self.code:
            lines, self.code = self.code, []
            self.builder.code("\n".join(lines).expandtabs(8), place)
        if self.carried is not None and not place.furniture:
            content, self.carried = self.carried, None
            self.builder.paragraph(content.lines(), place)

    # What is anchored in a paragraph

    def _anchored(self, content: Content, place: Place, nesting: int) -> None:
        for drawing in content.drawings:
            self._drawing(drawing, place, nesting)
        for note in content.notes:
            self._note(note)

    def _drawing(self, drawing: Drawing, place: Place, nesting: int) -> None:
        if drawing.images:
            at = replace(place, furniture=ElementKind.DECORATIVE) if drawing.decorative else place
            pictures = self.builder.images([InlineImage(0, image) for image in drawing.images], at)
            for name in drawing.diagrams:
                self._printed_in(pictures[-1].element_id, name, place)
        start = len(self.builder.elements)
        item = None
        for box in drawing.boxes:
            boxed = replace(place, item=item, box=BoxType.TEXT_BOX)
            self.blocks(box, boxed, nesting + 1)
            self._flush(boxed)
        if drawing.images and drawing.boxes:
            # Boxes grouped with a picture are its labels: they are printed in it.
            for element in self.builder.elements[start:]:
                if element.kind in (ElementKind.TEXT, ElementKind.LIST_ITEM, ElementKind.SECTION_HEADER):
                    element.kind, element.level = ElementKind.PICTURE_OCR_TEXT, None
                    element.container = pictures[0].element_id

    def _printed_in(self, picture: str, part: str, place: Place) -> None:
        root = self.package.xml(part)
        for text in [] if root is None else diagram_texts(root):
            self.builder.printed_in_picture(text, picture, place)

    def _note(self, note: Note) -> None:
        self.note_counts[note.kind] += not note.mark
        marker = note.mark or self._note_number(note.kind)
        if note.kind == "endnote":
            self.endnotes.append((marker, note))
        else:
            self._note_text(marker, note)

    def _note_number(self, kind: str) -> str:
        properties = next(self.root.iter(f"{W}{kind}Pr"), None)
        if properties is None and self.settings is not None:
            properties = self.settings.find(f"{W}{kind}Pr")
        number_format = value_of(properties, "numFmt") or ("decimal" if kind == "footnote" else "lowerRoman")
        return print_number(self.note_counts[kind], number_format) or str(self.note_counts[kind])

    def _note_text(self, marker: str, note: Note) -> None:
        element = self.notes[note.kind].get(note.number)
        if element is None:
            self.left_out.add(f"a {note.kind} is missing in the file")
            return
        name = self.package.related(self.package.main, f"{note.kind}s") or self.package.main
        reader = ContentReader(self.styles, self.package.relationships(name), Position())
        rich = RichText()
        for paragraph in element.iter(f"{W}p"):
            rich = rich.join(joined(reader.read(paragraph).lines()), hard=True)
        if rich.text:
            self.builder.footnote(marker, rich)

    def _comments(self, content: Content) -> list[dict[str, str]]:
        """Return the comments on a paragraph, author and text; they are no text of the manual."""
        known = [self.comments[name] for name in content.comments if name in self.comments]
        return [{"author": attribute(comment, "author"), "text": _plain_text(comment)} for comment in known]

    # Tables

    def table(self, element: Any, place: Place, nesting: int) -> None:
        """Read a table; one that only frames or places its content is read as that content."""
        if nesting > MAX_NESTING:
            raise ValueError(f"tables are nested deeper than {MAX_NESTING} levels")
        rows = rows_of(element)
        if is_page_layout(element, rows) or (
            place.furniture is None and (_is_notice(rows) or self._holds_headings(element))
        ):
            for row in rows:
                for cell in cells_of(row):
                    self.blocks(cell, place, nesting + 1)
            return
        self.builder.page = self.position.page
        anchored: list[Content] = []
        pages = _RowPages(self.position)
        source_rows, contents = read_rows(
            rows, lambda cell: self.cell(cell, anchored, nesting + 1, pages), pages.begin, pages.end
        )
        table, places = lay_out(source_rows)
        if not table.cells:
            return
        placed = [(image, *spot) for spot, cell in zip(places, contents, strict=False) for image in cell.images]
        properties = element.find(f"{W}tblPr")
        described = {"alt": value_of(properties, "tblDescription"), "title": value_of(properties, "tblCaption")}
        item = self._continued(element.find(f".//{W}pPr")) if place.item is None and not place.furniture else place.item
        inside = _table_indent(properties)
        item = item if item is not None and inside else place.item
        at = replace(place, item=item) if item is not None else place
        added = self.builder.table(table, at, placed, **{name: text for name, text in described.items() if text})
        comments = [comment for content in anchored for comment in self._comments(content)]
        if comments:
            added.metadata["comments"] = comments
        for content in anchored:
            for note in content.notes:
                self._note(note)

    def cell(self, cell: Any, anchored: list[Content], nesting: int, pages: _RowPages | None = None) -> CellContent:
        """Read a cell as lines of text; lists in it print their numbers, tables in it are lines of their cells."""
        if nesting > MAX_NESTING:
            raise ValueError(f"tables are nested deeper than {MAX_NESTING} levels")
        if pages is not None:
            pages.begin_cell()
        result = CellContent()
        filled, bold = 0, 0
        for block in _cell_blocks(cell):
            if block.tag == f"{W}tbl":
                for row in rows_of(block):
                    inner = [self.cell(part, anchored, nesting + 1) for part in cells_of(row)]
                    result.lines.append("\t".join(" ".join(part.lines) for part in inner).strip())
                    result.images.extend(image for part in inner for image in part.images)
                filled += 1
                continue
            properties = block.find(f"{W}pPr")
            content = self.part.content.read(block)
            number = self._number(properties, content)
            lines = _numbered_lines(number, content.lines())
            result.lines.extend(with_gaps(line.rich) for line in lines if line.rich.text)
            result.images.extend(image for line in lines for image in line.rich.images)
            for drawing in content.drawings:
                result.images.extend(InlineImage(0, image) for image in drawing.images)
                for box in drawing.boxes:
                    result.lines.extend(self.cell(box, anchored, nesting + 1).lines)
            if content.notes or content.comments:
                anchored.append(content)
            if content.plain.strip():
                filled += 1
                bold += content.is_bold
        result.lines = [line for line in result.lines if line]
        result.bold = 0 < filled == bold
        return result

    def _holds_headings(self, table: Any) -> bool:
        return any(self.styles.outline_level(p.find(f"{W}pPr")) is not None for p in table.iter(f"{W}p"))

    # Headers and footers

    def _margin_parts(self, section: Any | None, name: str, kind: ElementKind) -> None:
        """Read a section's headers or footers, each part once."""
        for reference in [] if section is None else section.iterfind(f"{W}{name}"):
            variant = attribute(reference, "type", "default")
            unused = (variant == "first" and not is_on(section, "titlePg")) or (
                variant == "even" and not is_on(self.settings, "evenAndOddHeaders")
            )
            relationship = self.package.relationships(self.package.main).get(reference.get(_ID) or "")
            if unused or relationship is None or relationship.is_external or relationship.target in self.read_parts:
                continue
            self.read_parts.add(relationship.target)
            self._read_margin(relationship.target, kind)

    def _read_margin(self, name: str, kind: ElementKind) -> None:
        root = self.package.xml(name)
        if root is None:
            return
        body = self.part
        self.part = _Part(ContentReader(self.styles, self.package.relationships(name), Position()), is_text=False)
        self.builder.page = None
        try:
            self.blocks(root, Place(furniture=kind), 0)
        finally:
            self.part = body

    def _part_of(self, kind: str) -> Any | None:
        name = self.package.related(self.package.main, kind)
        return None if name is None else self.package.xml(name)

    def _numbered(self, kind: str, tag: str) -> dict[str, Any]:
        root = self._part_of(kind)
        return {attribute(entry, "id"): entry for entry in ([] if root is None else root.iterfind(f"{W}{tag}"))}


_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


class _RowPages:
    """The pages of cells that are side by side: each begins where its row begins, the row ends where the last cell does."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.start = position.page
        self.last = position.page

    def begin(self) -> None:
        self.start = self.last = self.position.page

    def begin_cell(self) -> None:
        self._reached()
        self.position.page = self.start

    def end(self) -> None:
        self._reached()
        self.position.page = self.last

    def _reached(self) -> None:
        if self.position.page is not None and self.last is not None:
            self.last = max(self.last, self.position.page)


def _sections(body: Any) -> Iterator[tuple[list[Any], Any | None]]:
    """Yield the blocks of each section and its w:sectPr, which is in the section's last paragraph or at the end."""
    blocks: list[Any] = []
    for block in body:
        if block.tag == f"{W}sectPr":
            yield blocks, block
            blocks = []
            continue
        blocks.append(block)
        section = block.find(f"{W}pPr/{W}sectPr") if block.tag == f"{W}p" else None
        if section is not None:
            yield blocks, section
            blocks = []
    if blocks:
        yield blocks, None


def _is_notice(rows: list[Any]) -> bool:
    """Return whether a table is the frame of a notice ("WARNING" beside or above its text)."""
    return 0 < len(rows) <= 2 and is_notice_table([[_plain_text(cell) for cell in cells_of(row)] for row in rows])


def _cell_blocks(cell: Any) -> Iterator[Any]:
    for child in cell:
        if child.tag in (f"{W}p", f"{W}tbl"):
            yield child
        elif child.tag in _WRAPPERS or child.tag == f"{W}sdt":
            yield from _cell_blocks(child)


def _numbered(number: PrintedNumber | None, rich: RichText) -> RichText:
    """Return a text with its automatic number in front, as it is printed."""
    if number is None or not number.text:
        return rich
    gap = "" if number.tight else " "
    return RichText(number.text + gap).append(rich)


def _numbered_lines(number: PrintedNumber | None, lines: list[Line]) -> list[Line]:
    if number is None or not number.text or not lines:
        return lines
    return [Line(_numbered(number, lines[0].rich), lines[0].hard), *lines[1:]]


def _plain_text(element: Any) -> str:
    paragraphs = ("".join(part.text or "" for part in p.iter(f"{W}t")) for p in element.iter(f"{W}p"))
    return "\n".join(paragraphs).strip()


def _table_indent(properties: Any | None) -> bool:
    indent = None if properties is None else properties.find(f"{W}tblInd")
    return attribute(indent, "w", "0") not in ("", "0") and not attribute(indent, "w").startswith("-")


_CORE = {
    "title": "{http://purl.org/dc/elements/1.1/}title",
    "version": "{http://schemas.openxmlformats.org/package/2006/metadata/core-properties}version",
}


def _core_properties(package: Package) -> dict[str, str]:
    root = package.xml("docProps/core.xml")
    if root is None:
        return {}
    found = {name: collapse_spaces(root.findtext(tag) or "") for name, tag in _CORE.items()}
    return {name: text for name, text in found.items() if text}
