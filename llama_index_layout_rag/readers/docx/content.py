"""Content of a Word paragraph: printed text with bold words, links and pictures, and anchored text boxes, notes, comments.

Deleted and hidden text is left out, inserted text kept; of a field its result is read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from llama_index_layout_rag.readers.common import InlineWriter, Line
from llama_index_layout_rag.readers.docx.drawings import MC, Drawing, alternatives, read_drawing, read_vml
from llama_index_layout_rag.readers.docx.package import Relationship, W, attribute, is_on, value_of
from llama_index_layout_rag.readers.docx.styles import Styles
from llama_index_layout_rag.readers.docx.symbols import symbol_of, text_in_font

_HYPERLINK = re.compile(r"^\s*HYPERLINK\b(.*)$", re.IGNORECASE | re.DOTALL)
_SWITCHED = re.compile(r"\\l\s+\"([^\"]*)\"|\\l\s+(\S+)", re.IGNORECASE)
_ADDRESS = re.compile(r"^\s*\"([^\"]*)\"|^\s*([^\\\s\"]\S*)")
_SEQUENCE = re.compile(r"^\s*SEQ\s+\"?([^\s\"\\]+)", re.IGNORECASE)
_CONTENTS = re.compile(r"^\s*(?:TOC|INDEX|RD)\b", re.IGNORECASE)
_ENCLOSED = re.compile(r"^\s*EQ\s+.*?\\o\\ac\(([^,;]*)[,;](.*)\)\s*$", re.IGNORECASE | re.DOTALL)
_RUBY = re.compile(r"^\s*EQ\s+.*?\\o\\a[dclr]\(\\s\\up\s*[\d.]+\(([^()]*)\)[,;](.*)\)\s*$", re.IGNORECASE | re.DOTALL)
_CIRCLED = {
    **{str(n + 1): chr(0x2460 + n) for n in range(20)},
    **{str(n + 21): chr(0x3251 + n) for n in range(15)},
    **{str(n + 36): chr(0x32B1 + n) for n in range(15)},
}


@dataclass
class _Field:
    instruction: list[str] = field(default_factory=list)
    has_result: bool = False
    check_box: str = ""

    @property
    def text(self) -> str:
        return "".join(self.instruction)


class Fields:
    """The fields that are open at the current position of a text; they may begin and end in different paragraphs."""

    def __init__(self) -> None:
        self._open: list[_Field] = []
        self.sequences: list[str] = []

    @property
    def shows(self) -> bool:
        """Whether text at this place is printed, and not part of an instruction."""
        return all(entry.has_result for entry in self._open)

    @property
    def in_contents(self) -> bool:
        """Whether this place lies in a table of contents, a list of figures or an index."""
        return any(_CONTENTS.match(entry.text) for entry in self._open)

    @property
    def link(self) -> str:
        """Target of the innermost HYPERLINK field around this place, or ""."""
        for entry in reversed(self._open):
            match = _HYPERLINK.match(entry.text)
            if match:
                return _target(match.group(1))
        return ""

    def instruction(self, text: str) -> None:
        """Add to the instruction of the innermost field."""
        if self._open and not self._open[-1].has_result:
            self._open[-1].instruction.append(text)

    def mark(self, character: Any) -> tuple[str, str]:
        """Follow a w:fldChar.

        Returns:
            Text that a field without a result prints, and its reading where it is ruby; both "" for all others.
        """
        kind = attribute(character, "fldCharType")
        if kind == "begin":
            self._open.append(_Field(check_box=_check_box(character)))
        elif kind == "separate" and self._open:
            self._begin_result()
        elif kind == "end" and self._open:
            entry = self._open.pop()
            if entry.check_box:
                return entry.check_box, ""
            return ("", "") if entry.has_result else printed_by(entry.text)
        return "", ""

    def simple(self, instruction: str) -> None:
        """Open a w:fldSimple, whose content is its result."""
        self._open.append(_Field([instruction]))
        self._begin_result()

    def close_simple(self) -> None:
        """Close a w:fldSimple."""
        self._open.pop()

    def _begin_result(self) -> None:
        entry = self._open[-1]
        entry.has_result = True
        match = _SEQUENCE.match(entry.text)
        if match:
            self.sequences.append(match.group(1))


def printed_by(instruction: str) -> tuple[str, str]:
    """Return what an EQ field prints that Word uses for enclosed characters ("㉑") and for ruby (base, reading)."""
    match = _RUBY.match(instruction)
    if match:
        return match.group(2).strip(), match.group(1).strip()
    match = _ENCLOSED.match(instruction)
    if match is None:
        return "", ""
    frame, inner = match.group(1).strip(), re.sub(r"\\s\\(?:up|do)\s*[\d.]*\(([^()]*)\)", r"\1", match.group(2)).strip()
    inner = inner.strip()
    if frame in "○◯" and inner in _CIRCLED:
        return _CIRCLED[inner], ""
    return (f"({inner})" if inner else frame), ""


def _target(arguments: str) -> str:
    anchor = _SWITCHED.search(arguments)
    address = _ADDRESS.match(arguments)
    where = next((group for group in address.groups() if group), "") if address else ""
    place = next((group for group in anchor.groups() if group), "") if anchor else ""
    return where + (f"#{place}" if place else "")


def _check_box(character: Any) -> str:
    box = character.find(f"{W}ffData/{W}checkBox")
    if box is None:
        return ""
    checked = is_on(box, "checked")
    return "☑" if (bool(is_on(box, "default")) if checked is None else checked) else "☐"


MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"

_TRANSPARENT = frozenset(
    [f"{W}{name}" for name in ("ins", "moveTo", "smartTag", "customXml", "dir", "bdo", "sdtContent", "hyperlink")]
)
_DROPPED = frozenset([f"{W}{name}" for name in ("del", "moveFrom", "pPr", "rPr", "sdtPr", "sdtEndPr", "delText")])


@dataclass(frozen=True)
class Note:
    """A reference to a footnote or endnote: `mark` is the printed one where the author has set it himself."""

    kind: str
    number: str
    mark: str = ""


@dataclass
class Content:
    """The printed content of a paragraph and what is anchored in it."""

    writer: InlineWriter = field(default_factory=InlineWriter)
    raw: list[str] = field(default_factory=list)
    drawings: list[Drawing] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    sequences: list[str] = field(default_factory=list)
    anchor: str = ""
    in_contents: bool = False
    only_formula: bool = False
    page: int | None = None
    sizes: dict[float, int] = field(default_factory=dict)
    bold: int = 0

    def lines(self) -> list[Line]:
        """Return the printed lines; the writer is empty afterwards."""
        return self.writer.finish()

    @property
    def plain(self) -> str:
        """The text with its tabs."""
        return "".join(self.raw)

    @property
    def size(self) -> float | None:
        """Type size of most of the text, in points."""
        return max(self.sizes, key=lambda size: self.sizes[size]) if self.sizes else None

    @property
    def is_bold(self) -> bool:
        """Whether all of the text is bold, by its runs or its style."""
        count = sum(1 for character in self.plain if not character.isspace())
        return 0 < count <= self.bold


@dataclass
class Position:
    """The position of the reader: open fields, and the page in Word's last layout (None without one)."""

    fields: Fields = field(default_factory=Fields)
    page: int | None = None


class ContentReader:
    """Reader of the paragraphs of one part.

    Args:
        styles: Styles of the file.
        relationships: Relationships of the part, for pictures and links.
        position: Shared by all parts that are one text.
    """

    def __init__(self, styles: Styles, relationships: Mapping[str, Relationship], position: Position) -> None:
        self.styles = styles
        self.relationships = relationships
        self.position = position

    def read(self, paragraph: Any, content: Content | None = None) -> Content:
        """Return the content of a w:p, appended to `content` where the end of the paragraph before was deleted."""
        content = content or Content()
        properties = paragraph.find(f"{W}pPr")
        content.in_contents |= self.position.fields.in_contents
        walk = _Walk(self, content, properties)
        walk.children(paragraph, "")
        content.in_contents |= self.position.fields.in_contents
        content.page = content.page or self.position.page
        content.sequences.extend(self.position.fields.sequences)
        self.position.fields.sequences = []
        bookmark = paragraph.find(f"{W}bookmarkStart")
        content.anchor = content.anchor or attribute(bookmark, "name")
        printed = sum(1 for character in content.plain if not character.isspace())
        content.only_formula = 0 < printed <= walk.formula
        return content


class _Walk:
    """One walk over a paragraph."""

    def __init__(self, reader: ContentReader, content: Content, properties: Any | None) -> None:
        self.reader = reader
        self.content = content
        self.properties = properties
        self.fields = reader.position.fields
        self.formula = 0

    def children(self, element: Any, link: str) -> None:
        for child in element:
            self.inline(child, link)

    def inline(self, element: Any, link: str) -> None:
        tag = element.tag
        if tag in _DROPPED or not isinstance(tag, str):
            return
        if tag == f"{W}r":
            self.run(element, link)
        elif tag == f"{W}hyperlink":
            self.children(element, self._link_of(element) or link)
        elif tag == f"{W}fldSimple":
            self.fields.simple(attribute(element, "instr"))
            self.children(element, link)
            self.fields.close_simple()
        elif tag == f"{W}sdt":
            if element.find(f"{W}sdtPr/{W}showingPlcHdr") is None:
                self.children(element, link)
        elif tag in _TRANSPARENT:
            self.children(element, link)
        elif tag == f"{MC}AlternateContent":
            self.alternative(element, None, link)
        elif tag in (f"{MATH}oMath", f"{MATH}oMathPara"):
            text = "".join(part.text or "" for part in element.iter(f"{MATH}t"))
            self.formula += sum(1 for character in text if not character.isspace())
            self.put(text, None, link)

    def run(self, run: Any, link: str) -> None:
        properties = run.find(f"{W}rPr")
        if self._is_hidden(properties):
            self._fields_only(run)
            return
        for child in run:
            self.run_child(child, properties, link)

    def run_child(self, child: Any, properties: Any | None, link: str) -> None:
        """Read one child of a w:r."""
        tag = child.tag
        if not isinstance(tag, str) or tag in _DROPPED:
            return
        name = tag.removeprefix(W)
        if name == "t":
            self.put(text_in_font(child.text or "", _font(properties)), properties, link)
        elif name in ("tab", "ptab"):
            self.put("\t", properties, link)
        elif name in ("br", "cr"):
            if attribute(child, "type", "textWrapping") == "textWrapping":
                self.line_break()
        elif name == "noBreakHyphen":
            self.put("-", properties, link)
        elif name == "sym":
            code = attribute(child, "char")
            self.put(symbol_of(int(code, 16), attribute(child, "font")) if _is_code(code) else "", properties, link)
        elif name == "fldChar":
            text, reading = self.fields.mark(child)
            if reading:
                self.ruby(text, reading, properties, link)
            elif text:
                self.put(text, properties, link)
        elif name == "instrText":
            self.fields.instruction(child.text or "")
        elif name == "ruby":
            self._ruby(child, properties, link)
        elif name in ("drawing", "pict", "object"):
            self.drawing(self._read_drawing(child))
        elif tag == f"{MC}AlternateContent":
            self.alternative(child, properties, link)
        elif name in ("footnoteReference", "endnoteReference"):
            self._note(child, name)
        elif name == "commentReference":
            self.content.comments.append(attribute(child, "id"))
        elif name == "lastRenderedPageBreak":
            self._page_break()

    def put(self, text: str, properties: Any | None, link: str) -> None:
        """Add printed text."""
        if not text or not self.fields.shows:
            return
        content = self.content
        if not content.raw and text.strip():
            content.page = self.reader.position.page
        content.raw.append(text)
        visible = sum(1 for character in text if not character.isspace())
        styles = self.reader.styles
        size = styles.run_size(properties, self.properties)
        if size is not None and visible:
            content.sizes[size] = content.sizes.get(size, 0) + visible
        # A word is emphasised by its own run; a bold style makes the whole paragraph bold and stresses nothing in it.
        stressed = styles.run_toggle(properties, self.properties, "b", whole=False)
        if stressed or styles.run_toggle(properties, self.properties, "b"):
            content.bold += visible
        content.writer.text(text, "bold" if stressed else "", link or self.fields.link)

    def line_break(self) -> None:
        """End the line, as Shift+Enter does."""
        if self.fields.shows:
            self.content.raw.append("\n")
            self.content.writer.line_break()

    def ruby(self, base: str, reading: str, properties: Any | None, link: str) -> None:
        """Add text with its reading printed above."""
        if self.fields.shows:
            self.content.raw.append(base)
            self.content.bold += len(base) if self.reader.styles.run_toggle(properties, self.properties, "b") else 0
            self.content.writer.ruby(base, reading, link or self.fields.link)

    def drawing(self, drawing: Drawing) -> None:
        """Add a drawing: pictures in the line to the text; floating and decorative ones and text boxes apart."""
        if drawing.is_empty:
            return
        if drawing.floating or drawing.decorative or drawing.boxes or drawing.diagrams:
            self.content.drawings.append(drawing)
            return
        if self.content.page is None:
            self.content.page = self.reader.position.page
        for image in drawing.images:
            self.content.writer.image(image)

    def alternative(self, element: Any, properties: Any | None, link: str) -> None:
        """Read the first variant that holds something: both say the same in two languages."""
        for variant in alternatives(element):
            known = [child for child in variant if isinstance(child.tag, str)]
            drawings = [self._read_drawing(child) for child in known if _local(child) in ("drawing", "pict", "object")]
            filled = [drawing for drawing in drawings if not drawing.is_empty]
            if filled:
                for drawing in filled:
                    self.drawing(drawing)
                return
            if known and not drawings:
                for child in known:
                    if _local(child) == "r" or properties is None:
                        self.inline(child, link)
                    else:
                        self.run_child(child, properties, link)
                return

    def _read_drawing(self, element: Any) -> Drawing:
        if _local(element) == "drawing":
            return read_drawing(element, self.reader.relationships)
        return read_vml(element, self.reader.relationships)

    def _link_of(self, element: Any) -> str:
        relationship = self.reader.relationships.get(element.get(_RELATIONSHIP_ID) or "")
        anchor = attribute(element, "anchor")
        address = relationship.target if relationship is not None and relationship.is_external else ""
        return address + (f"#{anchor}" if anchor else "")

    def _ruby(self, element: Any, properties: Any | None, link: str) -> None:
        base = "".join(part.text or "" for part in element.iterfind(f"{W}rubyBase//{W}t"))
        self.ruby(base, "".join(part.text or "" for part in element.iterfind(f"{W}rt//{W}t")), properties, link)

    def _note(self, element: Any, name: str) -> None:
        mark = ""
        if is_on_attribute(element, "customMarkFollows"):
            following = [part.text or "" for part in element.itersiblings(f"{W}t")]
            mark = "".join(following)
        self.content.notes.append(Note(name.removesuffix("Reference"), attribute(element, "id"), mark))

    def _page_break(self) -> None:
        if self.reader.position.page is not None:
            self.reader.position.page += 1

    def _is_hidden(self, properties: Any | None) -> bool:
        styles = self.reader.styles
        return styles.run_toggle(properties, self.properties, "vanish")

    def _fields_only(self, run: Any) -> None:
        """Follow the fields and page breaks of hidden text (Word hides the entries of an index)."""
        for child in run:
            if child.tag == f"{W}fldChar":
                self.fields.mark(child)
            elif child.tag == f"{W}instrText":
                self.fields.instruction(child.text or "")
            elif child.tag == f"{W}lastRenderedPageBreak":
                self._page_break()


_RELATIONSHIP_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def is_deleted(properties: Any | None) -> bool:
    """Return whether the end of a paragraph was deleted with tracked changes: it then continues in the next one."""
    mark = None if properties is None else properties.find(f"{W}rPr")
    return mark is not None and any(mark.find(f"{W}{name}") is not None for name in ("del", "moveFrom"))


def is_on_attribute(element: Any, name: str) -> bool:
    """Return the value of a toggle that is an attribute."""
    return attribute(element, name).lower() in ("1", "true", "on")


def _local(element: Any) -> str:
    return str(element.tag).rsplit("}", 1)[-1]


def _font(properties: Any | None) -> str:
    fonts = None if properties is None else properties.find(f"{W}rFonts")
    return attribute(fonts, "ascii") or attribute(fonts, "hAnsi")


def _is_code(text: str) -> bool:
    return 0 < len(text) <= 5 and all(character in "0123456789abcdefABCDEF" for character in text)


def paragraph_mark_hidden(properties: Any | None) -> bool:
    """Return whether the end of a paragraph is hidden: an empty hidden paragraph prints no number and is not counted."""
    mark = None if properties is None else properties.find(f"{W}rPr")
    return bool(is_on(mark, "vanish")) or value_of(mark, "specVanish") is not None
