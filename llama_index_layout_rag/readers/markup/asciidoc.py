"""AsciiDoc as layout: sections, lists, tables, admonitions, pictures, code.

The subset that manuals use is read; an unknown macro stays in the text as it is written. Includes are not followed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from llama_index_layout_rag.layout.document import LayoutDocument, LayoutSource
from llama_index_layout_rag.layout.elements import BoxType, LayoutElement
from llama_index_layout_rag.readers.common.builder import LayoutBuilder, OpenItem, Place
from llama_index_layout_rag.readers.common.inline import InlineWriter, Line, RichText
from llama_index_layout_rag.readers.common.list_markers import format_number
from llama_index_layout_rag.readers.common.tables import SourceCell, SourceRow, lay_out
from llama_index_layout_rag.readers.markup.text import decode_source


def read_asciidoc(data: bytes, source: LayoutSource, encoding: str | None = None) -> LayoutDocument:
    """Reads an AsciiDoc file; arguments and errors as `read_plain_text`."""
    text, warnings = decode_source(data, source, encoding)
    reader = _AsciiDocReader(text.split("\n"))
    reader.builder.warnings.extend(warnings)
    reader.read()
    reader.builder.warnings.extend(f"{source.uri}: {warning}" for warning in reader.warnings)
    return reader.builder.document(source, version=reader.attributes.get("revnumber"))


_ATTRIBUTE = re.compile(r"^:(!?)([\w][\w-]*)(!?):\s*(.*)$")
_REFERENCE = re.compile(r"\{([\w][\w-]*)\}")
_HEADING = re.compile(r"^(={1,6}|#{1,6})\s+(\S.*?)(?:\s+\1)?\s*$")
_BLOCK_ATTRIBUTES = re.compile(r"^\[(?!\[)(.*)\]\s*$")
_ANCHOR = re.compile(r"^\[\[([^\],]+)(?:,\s*(.*))?\]\]\s*$")
_BLOCK_TITLE = re.compile(r"^\.(?![.\s])(.+)$")
_DELIMITER = re.compile(r"^(-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|`{3,}|--|[|,:!]={3,})\s*(\w*)\s*$")
_IMAGE = re.compile(r"^image::([^\[\s]+|[^\[]+)\[(.*)\]\s*$")
_ADMONITION = re.compile(r"^(NOTE|TIP|IMPORTANT|WARNING|CAUTION):\s+(.*)$")
_ITEM = re.compile(r"^[ \t]*(\*{1,6}|-|•|\.{1,6}|\d{1,3}\.|[a-zA-Z]\.|[ivxIVX]{1,6}\)|<(?:\d+|\.)>)[ \t]+(\S.*)$")
_TERM = re.compile(r"^[ \t]*(\S.*?)(:{2,4}|;;)(?:[ \t]+(\S.*))?$")
_CHECK = re.compile(r"^\[([ xX*])\]\s+")
_SKIPPED = re.compile(r"^(?://(?!/)|<<<\s*$|'{3,}\s*$|toc::|ifdef::|ifndef::|ifeval::|endif::)")
_INCLUDE = re.compile(r"^include::([^\[]+)\[")
_STYLES = ("decimal", "lower-alpha", "lower-roman", "upper-alpha", "upper-roman")
_ADMONITION_STYLES = frozenset({"NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"})
_SECTION_NUMBER_LEVELS = 3
"""Levels that AsciiDoc numbers by default (`sectnumlevels`)."""

_MAX_NESTING = 20
"""Blocks inside blocks; deeper ones are read as text."""


@dataclass
class _Pending:
    """What stands above a block: its title, attributes and anchor."""

    title: str = ""
    attributes: list[str] = field(default_factory=list)
    anchor: str = ""

    @property
    def style(self) -> str:
        return self.attributes[0].split("#")[0].split(".")[0].split("%")[0].strip() if self.attributes else ""


@dataclass
class _OpenList:
    """A list that is being read: how its markers look, how far it has counted."""

    key: str
    depth: int
    count: int = 0


class _AsciiDocReader:
    """One walk over the lines of a document."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.builder = LayoutBuilder()
        self.lines = [line.rstrip() for line in lines]
        self.attributes: dict[str, str] = {}
        self.warnings: list[str] = []
        self._numbers: list[int] = []

    def read(self) -> None:
        self._blocks(self.lines, Place(), 0)

    def _blocks(self, lines: Sequence[str], place: Place, nesting: int) -> None:
        """Reads blocks one after the other."""
        index = 0
        pending = _Pending()
        lists: list[_OpenList] = []
        item: OpenItem | None = None
        while index < len(lines):
            line = lines[index]
            if not line.strip():
                index += 1
                continue
            if self._is_silent(line):
                index += 1
                continue
            if line == "+" and item is not None:
                index += 1
                index = self._attached(lines, index, replace(place, depth=item.depth, item=item), nesting)
                continue
            if self._collects(line, pending):
                index += 1
                continue
            here = place
            if match := _HEADING.match(line):
                lists, item = [], None
                self._heading(len(match.group(1)), match.group(2), pending, place)
                index += 1
            elif match := _ITEM.match(line):
                text, index = _continued(lines, index + 1, match.group(2))
                item = self._item(match.group(1), text, lists, pending, place)
            elif (match := _TERM.match(line)) and not _DELIMITER.match(line):
                item, index = self._term(match, lines, index + 1, lists, place)
            else:
                if item is not None and not line[:1].isspace() and not _DELIMITER.match(line):
                    lists, item = [], None
                index = self._block(lines, index, pending, here, nesting)
            pending = _Pending()

    def _attached(self, lines: Sequence[str], index: int, place: Place, nesting: int) -> int:
        """Reads the block that a "+" line attaches to a list item."""
        pending = _Pending()
        while index < len(lines) and (not lines[index].strip() or self._collects(lines[index], pending)):
            index += 1
        return self._block(lines, index, pending, place, nesting) if index < len(lines) else index

    def _is_silent(self, line: str) -> bool:
        """Attribute entries, comments, conditionals: lines that print nothing."""
        if match := _ATTRIBUTE.match(line):
            off, name, off_after, value = match.groups()
            if off or off_after:
                self.attributes.pop(name, None)
            else:
                self.attributes[name] = self._filled(value)
            return True
        if match := _INCLUDE.match(line):
            self.warnings.append(f"the included file {match.group(1)} is not read; read its folder as one manual.")
            return True
        return bool(_SKIPPED.match(line))

    def _collects(self, line: str, pending: _Pending) -> bool:
        """Block titles, attribute lines and anchors: they belong to the block below."""
        if match := _ANCHOR.match(line):
            pending.anchor = match.group(1)
        elif (match := _BLOCK_ATTRIBUTES.match(line)) and not line.startswith("[ "):
            pending.attributes.extend(part.strip().strip('"') for part in _split_attributes(match.group(1)))
        elif (match := _BLOCK_TITLE.match(line)) and not _DELIMITER.match(line) and not _ITEM.match(line):
            pending.title = match.group(1)
        else:
            return False
        return True

    def _heading(self, level: int, text: str, pending: _Pending, place: Place) -> None:
        rich = self._rich(text)
        number = self._section_number(level) if pending.style not in ("discrete", "float") else ""
        if number and rich.text:
            rich = RichText(f"{number} ").join(rich, hard=False)
        self.builder.heading(level, rich, place, pending.anchor)

    def _section_number(self, level: int) -> str:
        """The number that `:sectnums:` prints before a heading, such as "2.1."."""
        depth = level - 1
        limit = self.attributes.get("sectnumlevels", "")
        deepest = int(limit) if limit.isdecimal() else _SECTION_NUMBER_LEVELS
        on = "sectnums" in self.attributes or "numbered" in self.attributes
        if not on or not 1 <= depth <= deepest:
            return ""
        self._numbers = [
            *self._numbers[: depth - 1],
            *[0] * (depth - 1 - len(self._numbers)),
            *self._numbers[depth - 1 :],
        ]
        count = (self._numbers[depth - 1] if len(self._numbers) >= depth else 0) + 1
        self._numbers = [*self._numbers[: depth - 1], count]
        return ".".join(map(str, self._numbers)) + "."

    def _item(self, mark: str, text: str, lists: list[_OpenList], pending: _Pending, place: Place) -> OpenItem:
        key = mark if mark[0] in "*-.•" else "explicit"
        while lists and key in [entry.key for entry in lists] and lists[-1].key != key:
            lists.pop()
        if not lists or lists[-1].key != key:
            start = next((a.partition("=")[2].strip('"') for a in pending.attributes if a.startswith("start=")), "1")
            lists.append(_OpenList(key, place.depth + len(lists) + 1, int(start) - 1 if start.isdecimal() else 0))
        current = lists[-1]
        current.count += 1
        metadata: dict[str, object] = {}
        marker: str | None
        if mark[0] == ".":
            marker = format_number(current.count, _STYLES[min(len(mark), len(_STYLES)) - 1]) + "."
        elif mark[0] == "<":
            marker = f"({current.count})" if mark == "<.>" else f"({mark[1:-1]})"
        elif key == "explicit":
            marker = mark
        else:
            marker = "•◦▪"[min(len(lists), 3) - 1]
            if check := _CHECK.match(text):
                metadata["checked"] = check.group(1) != " "
                marker, text = ("☐" if check.group(1) == " " else "☑"), text[check.end() :]
        item = OpenItem(marker, current.depth, metadata=metadata)
        self.builder.paragraph(self._lines(text), replace(place, depth=current.depth, item=item))
        return item

    def _term(
        self, match: re.Match[str], lines: Sequence[str], index: int, lists: list[_OpenList], place: Place
    ) -> tuple[OpenItem, int]:
        """Reads a definition "term:: text"; the text may stand on the following lines."""
        key = match.group(2)
        while lists and key in [entry.key for entry in lists] and lists[-1].key != key:
            lists.pop()
        if not lists or lists[-1].key != key:
            lists.append(_OpenList(key, place.depth + len(lists) + 1))
        text = match.group(3) or ""
        if not text:
            while index < len(lines) and not lines[index].strip():
                index += 1
            if index < len(lines) and not self._opens_block(lines[index]):
                text, index = lines[index].strip(), index + 1
        if text:
            text, index = _continued(lines, index, text)
        item = OpenItem(None, lists[-1].depth, term=self._rich(match.group(1)))
        here = replace(place, depth=lists[-1].depth, item=item)
        if text:
            self.builder.paragraph(self._lines(text), here)
        else:
            self.builder.open_item_without_text(here)
        return item, index

    def _opens_block(self, line: str) -> bool:
        patterns = (_HEADING, _ITEM, _TERM, _DELIMITER, _BLOCK_ATTRIBUTES, _IMAGE, _BLOCK_TITLE)
        return line == "+" or any(pattern.match(line) for pattern in patterns)

    def _block(self, lines: Sequence[str], index: int, pending: _Pending, place: Place, nesting: int) -> int:
        """Reads one delimited block, picture or paragraph; gives the index behind it."""
        line = lines[index]
        if match := _DELIMITER.match(line):
            end = _closing(lines, index, match.group(1))
            self._delimited(match.group(1), match.group(2), lines[index + 1 : end], pending, place, nesting)
            return end + 1
        if match := _IMAGE.match(line):
            self._picture(match, pending, place)
            return index + 1
        end = index + 1
        while end < len(lines) and lines[end].strip() and not self._ends_paragraph(lines[end]):
            if place.item is not None and _ITEM.match(lines[end]):
                break
            end += 1
        paragraph = lines[index:end]
        style = pending.style
        if match := _ADMONITION.match(line):
            paragraph, style = [match.group(2), *paragraph[1:]], match.group(1)
        if style in _ADMONITION_STYLES:
            self._boxed(style, pending, place, lambda inner: self.builder.paragraph(self._lines(*paragraph), inner))
        elif line[:1].isspace() or style in ("source", "listing", "literal"):
            self.builder.code("\n".join(paragraph), place, _language(pending))
        else:
            self._title_above(pending, place)
            self.builder.paragraph(self._lines(*paragraph), place)
        return end

    def _ends_paragraph(self, line: str) -> bool:
        return bool(
            line == "+"
            or _DELIMITER.match(line)
            or _HEADING.match(line)
            or _IMAGE.match(line)
            or _BLOCK_ATTRIBUTES.match(line)
            or _ANCHOR.match(line)
        )

    def _delimited(
        self, mark: str, info: str, body: Sequence[str], pending: _Pending, place: Place, nesting: int
    ) -> None:
        if mark.endswith("===") and mark[0] in "|,:!":
            self._table(mark[0], body, pending, place)
        elif mark[0] in "`.+" or (mark[0] == "-" and len(mark) >= 4):
            self._title_above(pending, place)
            self.builder.code("\n".join(body), place, info or _language(pending))
        elif mark[0] == "/":
            return
        elif nesting >= _MAX_NESTING:
            self.builder.paragraph(self._lines(*body), place)
        elif pending.style in _ADMONITION_STYLES:
            self._boxed(pending.style, pending, place, lambda inner: self._blocks(body, inner, nesting + 1))
        else:
            self._title_above(pending, place)
            box = {"_": BoxType.QUOTE, "*": BoxType.FRAME}.get(mark[0])
            inner = replace(place, box=box) if box else place
            self._blocks(body, inner, nesting + 1)

    def _boxed(self, style: str, pending: _Pending, place: Place, read: Callable[[Place], None]) -> None:
        inner = replace(place, box=BoxType.ADMONITION, admonition=style.lower())
        self._title_above(pending, inner)
        read(inner)

    def _title_above(self, pending: _Pending, place: Place) -> None:
        if pending.title:
            self.builder.label(self._rich(pending.title).text, place)

    def _picture(self, match: re.Match[str], pending: _Pending, place: Place) -> None:
        values = _split_attributes(match.group(2))
        attributes = {"src": self._filled(match.group(1).strip())}
        if values and "=" not in values[0]:
            attributes["alt"] = values[0].strip('" ')
        for value in values:
            name, equals, content = value.partition("=")
            if equals and name.strip() in ("width", "height", "title", "alt"):
                attributes[name.strip()] = content.strip('" ')
        writer = InlineWriter()
        writer.image(attributes)
        before = len(self.builder.elements)
        self.builder.paragraph(writer.finish(), place)
        self._caption(pending, place, self.builder.elements[before])

    def _caption(self, pending: _Pending, place: Place, owner: LayoutElement, position: int | None = None) -> None:
        if pending.title:
            self.builder.caption(self._rich(pending.title), place, owner, position)

    def _table(self, mark: str, body: Sequence[str], pending: _Pending, place: Place) -> None:
        attributes = ",".join(pending.attributes)
        columns = _column_count(pending.attributes)
        if mark == "," or "format=csv" in attributes:
            rows = [[(1, 1, cell.strip(' "')) for cell in line.split(",")] for line in body if line.strip()]
        else:
            rows = list(_table_rows(body, columns, mark if mark in "|!:" else "|"))
        lines = list(body)
        implicit = (
            len(lines) > 1
            and bool(lines[0].strip())
            and not lines[1].strip()
            and "noheader" not in attributes
            and bool(rows)
            and lines[0].count(mark) == len(rows[0])
        )
        header = "header" in attributes.replace("noheader", "") or implicit
        source_rows = [
            SourceRow(
                [SourceCell(self._cell(text), row_span, column_span) for column_span, row_span, text in row],
                is_header=header and number == 0 and len(rows) > 1,
            )
            for number, row in enumerate(rows)
        ]
        if not source_rows:
            return
        table, _ = lay_out(source_rows)
        before = len(self.builder.elements)
        added = self.builder.table(table, place)
        self._caption(pending, place, added, before)

    def _cell(self, text: str) -> str:
        paragraphs = [part for part in re.split(r"\n\s*\n", text.strip()) if part.strip()]
        cells = []
        for part in paragraphs:
            lines = part.split("\n")
            listed = any(_ITEM.match(line) for line in lines)
            joined = [line.rich.text for line in self._lines(*lines)]
            cells.append("\n".join(self._rich(line).text for line in lines) if listed else "\n".join(joined))
        return "\n".join(cells)

    def _filled(self, text: str) -> str:
        return _REFERENCE.sub(lambda match: self._value(match.group(1), match.group()), text)

    def _value(self, name: str, written: str) -> str:
        return self.attributes.get(name, _CHARACTERS.get(name, written))

    def _rich(self, text: str) -> RichText:
        rich = RichText()
        for line in self._lines(text):
            rich = rich.join(line.rich, hard=True)
        return rich

    def _lines(self, *lines: str) -> list[Line]:
        """Running text with its inline markup; a line that ends with " +" is a hard break."""
        writer = InlineWriter()
        for number, line in enumerate("\n".join(lines).split("\n")):
            if number:
                writer.text("\n")
            broken = line.endswith(" +")
            _write_inline(self._filled(line[:-2] if broken else line), writer, "", 0)
            if broken:
                writer.line_break()
        return [line for line in writer.finish() if line.rich.text or line.rich.images]


_CHARACTERS = {
    "nbsp": " ",
    "zwsp": "",
    "empty": "",
    "sp": " ",
    "lt": "<",
    "gt": ">",
    "amp": "&",
    "plus": "+",
    "vbar": "|",
    "deg": "°",
    "startsb": "[",
    "endsb": "]",
    "caret": "^",
    "asterisk": "*",
    "tilde": "~",
    "backtick": "`",
    "apos": "'",
    "quot": '"',
    "lsquo": "‘",
    "rsquo": "’",
    "ldquo": "“",
    "rdquo": "”",
    "cpp": "C++",
}
"""Attributes that AsciiDoc predefines."""


def _continued(lines: Sequence[str], index: int, text: str) -> tuple[str, int]:
    """The text of an item with the lines that run on, and the index behind them."""
    parts = [text]
    while index < len(lines):
        line = lines[index]
        stops = (_ITEM, _HEADING, _DELIMITER, _BLOCK_ATTRIBUTES, _IMAGE, _ANCHOR, _TERM)
        if not line.strip() or line == "+" or line.startswith("//") or any(pattern.match(line) for pattern in stops):
            break
        parts.append(line.strip())
        index += 1
    return "\n".join(parts), index


def _closing(lines: Sequence[str], index: int, mark: str) -> int:
    """Index of the line that closes the block opened at `index`; the end where the author forgot it."""
    for end in range(index + 1, len(lines)):
        if lines[end].rstrip() == mark:
            return end
    return len(lines)


def _split_attributes(text: str) -> list[str]:
    """Attributes parted by commas outside of quotes."""
    return [part.strip() for part in re.findall(r"((?:[^,\"]|\"[^\"]*\")+)", text)]


def _language(pending: _Pending) -> str:
    if pending.style != "source" or len(pending.attributes) < 2:
        return ""
    return pending.attributes[1] if "=" not in pending.attributes[1] else ""


def _column_count(attributes: Sequence[str]) -> int:
    joined = ",".join(attributes)
    match = re.search(r"cols=\"?([^\"=]*?)\"?(?:,\s*\w+=|$)", joined)
    if match is None:
        return 0
    count = 0
    for part in re.split(r"[,;]", match.group(1).strip('" ')):
        repeat = re.match(r"\s*(\d+)\*", part)
        count += int(repeat.group(1)) if repeat else 1
    return min(count, 200)


_Cell = tuple[int, int, str]
"""Column span, row span, text."""


def _table_rows(body: Sequence[str], columns: int, mark: str) -> Iterator[list[_Cell]]:
    """Rows of a table; without a column count the first line with cells says how many there are."""
    escaped = re.escape(mark)
    pattern = re.compile(
        rf"(?:(?<=\s)|^)(?:(?P<repeat>\d+)\*|(?P<columns>\d+)?(?:\.(?P<rows>\d+))?\+)?(?:[<^>]?(?:\.[<^>])?)[aehlmsd]?(?<!\\){escaped}"
        rf"|(?<!\\){escaped}",
        re.MULTILINE,
    )
    text = "\n".join(body)
    matches = list(pattern.finditer(text))
    if not columns:
        first = next((line for line in body if pattern.search(line)), "")
        columns = max(
            1, sum(int(m.group("columns") or 1) * int(m.group("repeat") or 1) for m in pattern.finditer(first))
        )
    row: list[_Cell] = []
    width = 0
    covered: dict[int, int] = {}
    number = 0
    for position, match in enumerate(matches):
        end = matches[position + 1].start() if position + 1 < len(matches) else len(text)
        content = text[match.end() : end].replace(f"\\{mark}", mark)
        column_span, row_span = int(match.group("columns") or 1), int(match.group("rows") or 1)
        for _ in range(min(int(match.group("repeat") or 1), 200)):
            if width + covered.get(number, 0) >= columns and row:
                yield row
                row, width, number = [], 0, number + 1
            row.append((column_span, row_span, content))
            width += column_span
            for below in range(1, min(row_span, 500)):
                covered[number + below] = covered.get(number + below, 0) + column_span
    if row:
        yield row


_INLINE = re.compile(
    r"(?P<pass>\+\+\+(?P<pass_text>.+?)\+\+\+|pass:[a-z,]*\[(?P<pass_macro>[^\]]*)\])"
    r"|(?P<code>``(?P<code2>.+?)``|(?<![\w`])`(?P<code1>[^`\s](?:[^`]*[^`\s])?)`(?!\w))"
    r"|(?P<bold>\*\*(?P<bold2>.+?)\*\*|(?<![\w*])\*(?P<bold1>[^\s*](?:.*?[^\s*])?)\*(?!\w))"
    r"|(?P<italic>__(?P<italic2>.+?)__|(?<![\w_])_(?P<italic1>[^\s_](?:.*?[^\s_])?)_(?!\w))"
    r"|(?P<mark>(?:\[[^\]\n]*\])?(?:##(?P<mark2>.+?)##|(?<![\w#])#(?P<mark1>[^\s#](?:[^#]*[^\s#])?)#(?!\w)))"
    r"|(?P<image>image:(?!:)(?P<image_src>[^\[\s]+)\[(?P<image_alt>[^\]]*)\])"
    r"|(?P<button>(?:btn|kbd):\[(?P<button_text>[^\]]*)\])"
    r"|(?P<menu>menu:(?P<menu_head>[^\[\n]+)\[(?P<menu_items>[^\]]*)\])"
    r"|(?P<footnote>footnote:[\w-]*\[(?P<footnote_text>[^\]]*)\])"
    r"|(?P<xref><<(?P<xref_id>[^,>\n]+)(?:,\s*(?P<xref_text>[^>\n]*))?>>|xref:(?P<xref2>[^\[\s]+)\[(?P<xref2_text>[^\]]*)\])"
    r"|(?P<link>(?:link:(?P<link_to>[^\[\s]+)|(?P<url>(?:https?|ftp|mailto)[:][^\s\[\]<>]+))\[(?P<link_text>[^\]]*)\])"
    r"|(?P<sub>~(?P<sub_text>[^~\s]+)~|\^(?P<sup_text>[^\^\s]+)\^)"
    r"|(?P<anchor>\[\[[^\]\n]+\]\])"
)
_MAX_INLINE_NESTING = 6
"""Marks within marks (*bold _and italic_*) that are resolved; the rest stays as it is written."""


def _write_inline(text: str, writer: InlineWriter, style: str, nesting: int) -> None:
    """Writes text with its inline markup."""
    position = 0
    for match in _INLINE.finditer(text) if nesting < _MAX_INLINE_NESTING else ():
        if match.start() and text[match.start() - 1] == "\\":
            writer.text(text[position : match.start() - 1] + match.group(), style)
            position = match.end()
            continue
        writer.text(text[position : match.start()], style)
        position = match.end()
        _write_match(match, writer, style, nesting + 1)
    writer.text(text[position:].replace("\\]", "]"), style)


def _write_match(match: re.Match[str], writer: InlineWriter, style: str, nesting: int) -> None:
    group = match.groupdict()
    kind = match.lastgroup
    kind = next(name for name in _KINDS if group.get(name) is not None) if kind not in _KINDS else kind
    if kind == "pass":
        writer.text(group["pass_text"] or group["pass_macro"] or "", style)
    elif kind == "code":
        writer.text((group["code2"] or group["code1"]).strip("+"), f"{style} code")
    elif kind == "bold":
        _write_inline(group["bold2"] or group["bold1"], writer, f"{style} bold".strip(), nesting)
    elif kind == "italic":
        _write_inline(group["italic2"] or group["italic1"], writer, style, nesting)
    elif kind == "mark":
        _write_inline(group["mark2"] or group["mark1"], writer, style, nesting)
    elif kind == "image":
        writer.image({"src": group["image_src"], "alt": group["image_alt"].split(",")[0].strip('" ')})
    elif kind == "button":
        writer.text(group["button_text"], f"{style} bold".strip())
    elif kind == "menu":
        parts = [group["menu_head"], *(part.strip() for part in group["menu_items"].split(">"))]
        writer.text(" > ".join(part for part in parts if part), f"{style} bold".strip())
    elif kind == "footnote":
        writer.text(f" ({group['footnote_text']})", style)
    elif kind == "xref":
        target = group["xref_id"] or group["xref2"]
        writer.text(group["xref_text"] or group["xref2_text"] or target, style, f"#{target.lstrip('#')}")
    elif kind == "link":
        target = group["link_to"] or group["url"]
        writer.text(group["link_text"].split(",")[0].rstrip("^") or target, style, target)
    elif kind == "sub":
        writer.text(group["sub_text"] or group["sup_text"], style)


_KINDS = (
    "pass", "code", "bold", "italic", "mark", "image", "button", "menu", "footnote", "xref", "link", "sub", "anchor",
)  # fmt: skip
