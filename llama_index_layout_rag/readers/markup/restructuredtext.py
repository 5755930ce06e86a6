"""reStructuredText as layout: sections, lists, tables, figures, admonitions, code.

The subset that manuals use is read; an unknown directive gives its content as text. Includes are not followed.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from llama_index_layout_rag.layout.document import LayoutDocument, LayoutSource
from llama_index_layout_rag.layout.elements import BoxType, ElementKind, LayoutElement, Table
from llama_index_layout_rag.readers.common.builder import LayoutBuilder, OpenItem, Place
from llama_index_layout_rag.readers.common.inline import InlineWriter, Line, RichText
from llama_index_layout_rag.readers.common.tables import SourceCell, SourceRow, lay_out
from llama_index_layout_rag.readers.markup.text import columns, decode_source


def read_restructured_text(data: bytes, source: LayoutSource, encoding: str | None = None) -> LayoutDocument:
    """Reads a reStructuredText file; arguments and errors as `read_plain_text`."""
    text, warnings = decode_source(data, source, encoding)
    reader = _RstReader(text)
    reader.builder.warnings.extend(warnings)
    reader.read()
    reader.builder.warnings.extend(f"{source.uri}: {warning}" for warning in reader.warnings)
    return reader.builder.document(source)


_ADORNMENT = re.compile(r"^([!-/:-@\[-`{-~])\1{1,}\s*$")
_DIRECTIVE = re.compile(r"^\.\.\s+(?:\|([^|]+)\|\s+)?([\w:-]+)::(?:\s+(.*))?$")
_TARGET = re.compile(r"^\.\.\s+_`?([^:`]+)`?:\s*(.*)$")
_FOOTNOTE = re.compile(r"^\.\.\s+\[([^\]]+)\]\s*(.*)$")
_COMMENT = re.compile(r"^\.\.(?:\s|$)")
_OPTION = re.compile(r"^:([\w-]+):\s*(.*)$")
_FIELD = re.compile(r"^:([^:\n]+):(?:\s+(.*))?$")
_BULLET = re.compile(r"^([-*+•])\s+(\S.*)$")
_NUMBERED = re.compile(r"^(\(?(?:\d{1,3}|#|[a-zA-Z]|[ivxlIVXL]{2,6})[.)])\s+(\S.*)$")
_LINE_BLOCK = re.compile(r"^\|(?:\s+(.*)|)$")
_GRID = re.compile(r"^\+(?:[-=]+\+)+\s*$")
_SIMPLE = re.compile(r"^=+(?:\s+=+)+\s*$")
_ADMONITIONS = frozenset(
    ["note", "tip", "hint", "important", "warning", "caution", "danger", "error", "attention", "seealso", "admonition"]
)
_CODE = frozenset(["code", "code-block", "sourcecode", "highlight", "literalinclude", "parsed-literal", "prompt"])
_SILENT = frozenset(
    """toctree contents index highlight default-role raw meta only ifconfig tabularcolumns include class role sectnum
    rst-class versionadded currentmodule module""".split()  # noqa: SIM905
)
_READ_SILENT = frozenset(["only", "ifconfig", "class", "rst-class"])
"""Silent directives whose content is still read."""

_MAX_NESTING = 30
"""Blocks within blocks that are read; what is nested deeper is made to do harm."""


@dataclass
class _Directive:
    name: str
    argument: str
    options: dict[str, str]
    body: list[str]


class _RstReader:
    """One walk over the lines of a document."""

    def __init__(self, text: str) -> None:
        self.builder = LayoutBuilder()
        self.lines = [line.rstrip() for line in text.expandtabs(8).split("\n")]
        self.warnings: list[str] = []
        self.substitutions = _substitutions(self.lines)
        self._adornments: list[str] = []
        self._anchor = ""

    def read(self) -> None:
        self._blocks(self.lines, Place(), 0)

    def _blocks(self, lines: Sequence[str], place: Place, nesting: int) -> None:
        index = 0
        auto = 0
        while index < len(lines):
            line = lines[index]
            if not line.strip():
                index += 1
                continue
            if nesting > _MAX_NESTING:
                self.builder.paragraph(self._lines(*lines[index:]), place)
                return
            if heading := self._heading_at(lines, index):
                level, text, index = heading
                self.builder.heading(level, self._rich(text), place, self._anchor)
                self._anchor, auto = "", 0
            elif line.startswith(".."):
                index = self._explicit(lines, index, place, nesting)
            elif _GRID.match(line):
                index = self._grid_table(lines, index, place)
            elif _SIMPLE.match(line):
                index = self._simple_table(lines, index, place)
            elif _ADORNMENT.match(line) and len(line) >= 4:
                index += 1
            elif match := _BULLET.match(line):
                index = self._item(lines, index, match, "•◦▪"[min(place.depth, 2)], place, nesting)
            elif match := _NUMBERED.match(line):
                auto = auto + 1 if "#" in match.group(1) else 0
                marker = match.group(1).replace("#", str(auto)) if auto else match.group(1)
                index = self._item(lines, index, match, marker, place, nesting)
            elif _LINE_BLOCK.match(line):
                index = self._line_block(lines, index, place)
            elif match := _FIELD.match(line):
                index = self._field(lines, index, match, place, nesting)
            elif line[0] == " ":
                # Many manuals indent whole sections: it is a matter of looks.
                body, index = _indented(lines, index)
                self._blocks(body, place, nesting + 1)
            elif self._is_definition(lines, index):
                index = self._definition(lines, index, place, nesting)
            else:
                index = self._paragraph(lines, index, place)

    def _heading_at(self, lines: Sequence[str], index: int) -> tuple[int, str, int] | None:
        """Level, text and end of a heading that begins at a line, or None."""
        line = lines[index]
        following = lines[index + 1] if index + 1 < len(lines) else ""
        if _ADORNMENT.match(line) and index + 2 < len(lines) and lines[index + 2].strip() == line.strip():
            if following.strip() and not _ADORNMENT.match(following):
                return self._level(f"over{line[0]}"), following.strip(), index + 3
            return None
        if line[0] == " " or not _ADORNMENT.match(following) or _ADORNMENT.match(line):
            return None
        if columns(following) < min(columns(line), 4) or following[0] in "|":
            return None
        # Too short an underline is a warning to the tools and a heading to the reader.
        if columns(following) < 0.5 * columns(line):
            return None
        return self._level(following[0]), line.strip(), index + 2

    def _level(self, adornment: str) -> int:
        if adornment not in self._adornments:
            self._adornments.append(adornment)
        return self._adornments.index(adornment) + 1

    def _explicit(self, lines: Sequence[str], index: int, place: Place, nesting: int) -> int:
        """Reads what begins with "..": a directive, a target, a footnote, or a comment."""
        line = lines[index]
        body, end = _indented(lines, index + 1)
        if match := _DIRECTIVE.match(line):
            self._anchor = ""
            if not match.group(1):
                self._directive(_directive(match, body), place, nesting)
        elif match := _FOOTNOTE.match(line):
            text = " ".join([match.group(2), *(part.strip() for part in body)])
            self.builder.footnote(match.group(1).lstrip("#*") or match.group(1), self._rich(text.strip()))
        elif match := _TARGET.match(line):
            self._anchor = match.group(1)
            return index + 1 if not match.group(2) and not body else end
        elif not _COMMENT.match(line):
            return self._paragraph(lines, index, place)
        return end

    def _directive(self, directive: _Directive, place: Place, nesting: int) -> None:
        name = directive.name
        if name in _ADMONITIONS:
            kind = "note" if name in ("admonition", "seealso") else name
            inner = replace(place, box=BoxType.ADMONITION, admonition=kind)
            if name == "admonition" and directive.argument:
                self.builder.label(directive.argument, inner)
                directive.argument = ""
            self._blocks([directive.argument, *directive.body], inner, nesting + 1)
        elif name in ("image", "figure"):
            self._figure(directive, place, nesting)
        elif name in _CODE:
            self.builder.code("\n".join(directive.body), place, directive.argument)
        elif name == "math":
            self._formula(directive, place)
        elif name in ("table", "csv-table", "list-table"):
            self._table_directive(directive, place, nesting)
        elif name == "include":
            self.warnings.append(f"the included file {directive.argument} is not read; read its folder as one manual.")
        elif name in _SILENT:
            if name in _READ_SILENT:
                self._blocks(directive.body, place, nesting + 1)
        else:
            # Topics, sidebars, rubrics, tabs and what extensions bring: the argument is a printed title.
            if directive.argument:
                self.builder.label(self._rich(directive.argument).text, place)
            self._blocks(directive.body, place, nesting + 1)

    def _formula(self, directive: _Directive, place: Place) -> None:
        text = "\n".join(part for part in [directive.argument, *directive.body] if part.strip())
        before = len(self.builder.elements)
        self.builder.code(text, place)
        for element in self.builder.elements[before:]:
            element.kind = ElementKind.FORMULA

    def _figure(self, directive: _Directive, place: Place, nesting: int) -> None:
        attributes = {"src": directive.argument, "alt": directive.options.get("alt", "")}
        for name in ("width", "height"):
            attributes[name] = directive.options.get(name, "")
        writer = InlineWriter()
        writer.image(attributes)
        before = len(self.builder.elements)
        self.builder.paragraph(writer.finish(), place)
        picture = self.builder.elements[before]
        paragraphs = _paragraphs(directive.body)
        if directive.name == "figure" and paragraphs:
            self.builder.caption(self._rich("\n".join(paragraphs[0])), place, picture)
            for legend in paragraphs[1:]:
                self._blocks(legend, place, nesting + 1)

    def _table_directive(self, directive: _Directive, place: Place, nesting: int) -> None:
        before = len(self.builder.elements)
        if directive.name == "table":
            self._blocks(directive.body, place, nesting + 1)
        else:
            rows = _csv_rows(directive.body) if directive.name == "csv-table" else _list_rows(directive.body)
            header = directive.options.get("header")
            if header:
                rows = [*_csv_rows([header]), *rows]
            count = directive.options.get("header-rows", "")
            heads = int(count) if count.isdecimal() else int(bool(header))
            self._table([[self._cell(cell) for cell in row] for row in rows], heads, place)
        tables = [element for element in self.builder.elements[before:] if element.kind is ElementKind.TABLE]
        if directive.argument and tables:
            self._caption_above(directive.argument, place, tables[0], before)

    def _caption_above(self, text: str, place: Place, owner: LayoutElement, position: int) -> None:
        self.builder.caption(self._rich(text), place, owner)
        self.builder.elements.insert(position, self.builder.elements.pop())

    def _table(self, rows: Sequence[Sequence[str]], heads: int, place: Place) -> None:
        if not rows:
            return
        table, _ = lay_out(
            [SourceRow([SourceCell(cell) for cell in row], is_header=number < heads) for number, row in enumerate(rows)]
        )
        self.builder.table(table, place)

    def _item(
        self, lines: Sequence[str], index: int, match: re.Match[str], marker: str, place: Place, nesting: int
    ) -> int:
        """Reads a list item with all that is indented below it."""
        indent = len(match.group()) - len(match.group(2))
        body, end = _indented(lines, index + 1, indent)
        item = OpenItem(marker, place.depth + 1)
        self._blocks([match.group(2), *body], replace(place, depth=place.depth + 1, item=item), nesting + 1)
        return end

    def _field(self, lines: Sequence[str], index: int, match: re.Match[str], place: Place, nesting: int) -> int:
        body, end = _indented(lines, index + 1)
        item = OpenItem(None, place.depth + 1, term=self._rich(match.group(1)))
        inner = replace(place, depth=place.depth + 1, item=item)
        self._blocks([match.group(2) or "", *body], inner, nesting + 1)
        self.builder.open_item_without_text(inner)
        return end

    def _is_definition(self, lines: Sequence[str], index: int) -> bool:
        following = lines[index + 1] if index + 1 < len(lines) else ""
        return following[:1] == " " and bool(following.strip()) and not lines[index].endswith("::")

    def _definition(self, lines: Sequence[str], index: int, place: Place, nesting: int) -> int:
        body, end = _indented(lines, index + 1)
        term = re.sub(r"\s+:\s+.*$", "", lines[index])
        item = OpenItem(None, place.depth + 1, term=self._rich(term))
        inner = replace(place, depth=place.depth + 1, item=item)
        self._blocks(body, inner, nesting + 1)
        self.builder.open_item_without_text(inner)
        return end

    def _line_block(self, lines: Sequence[str], index: int, place: Place) -> int:
        writer = InlineWriter()
        while index < len(lines) and (match := _LINE_BLOCK.match(lines[index])):
            _write_inline(match.group(1) or "", writer, self.substitutions)
            writer.line_break()
            index += 1
        self.builder.paragraph([line for line in writer.finish() if line.rich.text or line.rich.images], place)
        return index

    def _paragraph(self, lines: Sequence[str], index: int, place: Place) -> int:
        """Reads a paragraph; one that ends with "::" is followed by a literal block."""
        end = index + 1
        while end < len(lines) and lines[end].strip() and lines[end][0] != " " and not self._heading_at(lines, end):
            end += 1
        paragraph = list(lines[index:end])
        literal = paragraph[-1].endswith("::")
        if literal:
            last = paragraph[-1][:-2].rstrip()
            paragraph[-1] = last if paragraph[-1][-3:-2] in ("", " ") else f"{last}:"
        text = [line for line in paragraph if line.strip()]
        if text:
            self.builder.paragraph(self._lines(*text), place)
        if literal:
            body, end = _indented(lines, end)
            self.builder.code("\n".join(body), place)
        return end

    def _grid_table(self, lines: Sequence[str], index: int, place: Place) -> int:
        end = index
        while end < len(lines) and lines[end][:1] in ("+", "|"):
            end += 1
        table = _grid(lines[index:end], self._cell)
        if table is None:
            self.builder.code("\n".join(lines[index:end]), place)
        else:
            self.builder.table(table, place)
        return end

    def _simple_table(self, lines: Sequence[str], index: int, place: Place) -> int:
        """Reads a simple table: columns are where the "=" of its rulers stand."""
        rulers = [index]
        end = index + 1
        while end < len(lines) and len(rulers) < 3:
            if _SIMPLE.match(lines[end]):
                rulers.append(end)
                ends_here = end + 1 == len(lines) or not lines[end + 1].strip()
                if ends_here:
                    break
            end += 1
        starts = [match.start() for match in re.finditer(r"=+", lines[index])]
        if len(rulers) == 1:
            return self._paragraph(lines, index, place)
        last = rulers[-1]
        rows: list[list[str]] = []
        heads = 0
        for number in range(index + 1, last):
            line = lines[number]
            if number in rulers:
                heads = len(rows)
                continue
            if not line.strip() or re.fullmatch(r"[-\s]+", line):
                continue
            cells = [line[s : (starts[c + 1] if c + 1 < len(starts) else None)].strip() for c, s in enumerate(starts)]
            if rows and not cells[0] and len(rows) > heads:
                rows[-1] = [f"{above}\n{cell}".strip() for above, cell in zip(rows[-1], cells, strict=True)]
            else:
                rows.append(cells)
        self._table([[self._cell(cell) for cell in row] for row in rows], heads, place)
        return last + 1

    def _cell(self, text: str) -> str:
        return "\n".join(
            " ".join(self._rich(line).text for line in part if line.strip())
            if not _BULLET.match(part[0].strip())
            else "\n".join(self._rich(line.strip()).text for line in part)
            for part in _paragraphs(text.split("\n"))
        )

    def _rich(self, text: str) -> RichText:
        rich = RichText()
        for line in self._lines(text):
            rich = rich.join(line.rich, hard=True)
        return rich

    def _lines(self, *lines: str) -> list[Line]:
        writer = InlineWriter()
        _write_inline("\n".join(lines), writer, self.substitutions)
        return [line for line in writer.finish() if line.rich.text or line.rich.images]


def _substitutions(lines: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Directives of substitutions: name to (directive, argument)."""
    found: dict[str, tuple[str, str]] = {}
    for line in lines:
        match = _DIRECTIVE.match(line)
        if match and match.group(1):
            found[match.group(1).strip().lower()] = (match.group(2), (match.group(3) or "").strip())
    return found


def _directive(match: re.Match[str], body: list[str]) -> _Directive:
    options: dict[str, str] = {}
    argument = [match.group(3) or ""]
    index = 0
    while index < len(body) and body[index].strip():
        option = _OPTION.match(body[index])
        if option:
            options[option.group(1)] = option.group(2).strip()
        elif options:
            break
        elif match.group(2) in ("figure", "image", "table", "csv-table", "list-table"):
            argument.append(body[index].strip())
        else:
            break
        index += 1
    return _Directive(match.group(2).lower(), " ".join(argument).strip(), options, body[index:])


def _indented(lines: Sequence[str], index: int, indent: int = 0) -> tuple[list[str], int]:
    """The indented lines from `index` on, dedented by the least indent, and where they end."""
    end = index
    last = index
    while end < len(lines):
        line = lines[end]
        if line.strip():
            if len(line) - len(line.lstrip()) < max(indent, 1):
                break
            last = end + 1
        end += 1
    body = list(lines[index:last])
    least = min((len(line) - len(line.lstrip()) for line in body if line.strip()), default=0)
    return [line[least:] for line in body], last


def _paragraphs(lines: Sequence[str]) -> list[list[str]]:
    paragraphs: list[list[str]] = []
    current: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            current.append(line)
        elif current:
            paragraphs.append(current)
            current = []
    return paragraphs


def _csv_rows(lines: Sequence[str]) -> list[list[str]]:
    return [[cell.strip() for cell in row] for row in csv.reader(lines, skipinitialspace=True) if row]


def _list_rows(lines: Sequence[str]) -> list[list[str]]:
    """Rows of a list-table: "* -" begins a row, "-" a cell."""
    rows: list[list[str]] = []
    for line in lines:
        row = re.match(r"^\*\s+-(?:\s+(.*))?$", line)
        cell = re.match(r"^\s+-(?:\s(.*))?$", line)
        if row:
            rows.append([row.group(1) or ""])
        elif cell and rows and len(line) - len(line.lstrip()) <= 4:
            rows[-1].append((cell.group(1) or "").strip())
        elif rows and line.strip():
            rows[-1][-1] = f"{rows[-1][-1]}\n{line.strip()}".strip()
    return rows


_RULER = re.compile(r"\+[-=]+\+")


def _grid(lines: Sequence[str], read_cell: Callable[[str], str]) -> Table | None:
    """A grid table, whose cells are boxes drawn with "+", "-" and "|"; None where the drawing is broken."""
    width = max(map(len, lines))
    drawing = [line.ljust(width) for line in lines]
    row_edges = [number for number, line in enumerate(drawing) if _RULER.search(line)]
    column_edges = sorted({place for number in row_edges for place, sign in enumerate(drawing[number]) if sign == "+"})
    if len(column_edges) < 2 or len(row_edges) < 2:
        return None
    head = next((number for number in row_edges if "=" in drawing[number]), None)
    rows: list[SourceRow] = []
    done: set[tuple[int, int]] = set()
    for r, top in enumerate(row_edges[:-1]):
        row = SourceRow(is_header=head is not None and top < head)
        for c in range(len(column_edges) - 1):
            if (r, c) in done:
                continue
            r_end, c_end = _box_end(drawing, row_edges, column_edges, r, c)
            done.update((i, j) for i in range(r, r_end) for j in range(c, c_end))
            left, right = column_edges[c] + 1, column_edges[c_end]
            text = "\n".join(line[left:right].rstrip()[1:] for line in drawing[top + 1 : row_edges[r_end]])
            row.cells.append(SourceCell(read_cell(text), r_end - r, c_end - c))
        rows.append(row)
    return lay_out(rows)[0]


def _box_end(
    drawing: Sequence[str], row_edges: Sequence[int], column_edges: Sequence[int], row: int, column: int
) -> tuple[int, int]:
    """Row and column edge at which the box that begins at a row and column edge ends."""
    first_line = drawing[min(row_edges[row] + 1, len(drawing) - 1)]
    c_end = column + 1
    while c_end < len(column_edges) - 1 and first_line[column_edges[c_end]] not in "|+":
        c_end += 1
    left, right = column_edges[column] + 1, column_edges[c_end]
    r_end = row + 1
    while r_end < len(row_edges) - 1 and not re.fullmatch(r"[-=+]+", drawing[row_edges[r_end]][left:right]):
        r_end += 1
    return r_end, c_end


_INLINE = re.compile(
    r"(?P<literal>``(?P<literal_text>.+?)``)"
    r"|(?P<bold>(?<![\w*])\*\*(?P<bold_text>[^\s*](?:.*?[^\s])?)\*\*)"
    r"|(?P<italic>(?<![\w*])\*(?P<italic_text>[^\s*](?:[^*]*[^\s*])?)\*(?!\w))"
    r"|(?P<role>:(?P<role_name>[\w:.+-]+):`(?P<role_text>[^`]+)`)"
    r"|(?P<link>`(?P<link_text>[^`<]*?)\s*<(?P<link_to>[^>`]+)>`__?)"
    r"|(?P<reference>`(?P<reference_text>[^`]+)`(?:__?)?)"
    r"|(?P<substitution>\|(?P<substitution_name>[^\s|](?:[^|]*[^\s|])?)\|_{0,2})"
    r"|(?P<note>\[(?P<note_mark>#?[\w*]+)\]_)",
    re.DOTALL,
)
_BOLD_ROLES = frozenset(["guilabel", "menuselection", "kbd", "strong", "command"])
_ROLE_TARGET = re.compile(r"^(.*?)\s*<([^>]+)>$", re.DOTALL)


def _write_inline(text: str, writer: InlineWriter, substitutions: dict[str, tuple[str, str]]) -> None:
    """Writes text with its inline markup."""
    position = 0
    for match in _INLINE.finditer(text):
        writer.text(_unescaped(text[position : match.start()]))
        position = match.end()
        group = match.groupdict()
        if group["literal"]:
            writer.text(group["literal_text"], "code")
        elif group["bold"]:
            writer.text(_unescaped(group["bold_text"]), "bold")
        elif group["italic"]:
            writer.text(_unescaped(group["italic_text"]))
        elif group["role"]:
            _write_role(group["role_name"], group["role_text"], writer)
        elif group["link"]:
            writer.text(group["link_text"] or group["link_to"], href=group["link_to"])
        elif group["reference"]:
            writer.text(group["reference_text"], href=f"#{group['reference_text']}")
        elif group["substitution"]:
            kind, argument = substitutions.get(group["substitution_name"].lower(), ("", match.group()))
            if kind == "image":
                writer.image({"src": argument, "alt": group["substitution_name"]})
            else:
                writer.text(argument)
        elif group["note"]:
            writer.text(f"[{group['note_mark'].lstrip('#')}]")
    writer.text(_unescaped(text[position:]))


def _write_role(name: str, text: str, writer: InlineWriter) -> None:
    target = _ROLE_TARGET.match(text)
    shown, href = (target.group(1), target.group(2)) if target else (text, "")
    shown = shown.replace("-->", ">") if name == "menuselection" else shown
    style = "bold" if name in _BOLD_ROLES else "code" if name in ("code", "file", "literal", "option", "samp") else ""
    writer.text(shown, style, href if name in ("ref", "doc") and href else "")


def _unescaped(text: str) -> str:
    # "\ " is nothing, "\*" an asterisk; a link's plain reference ("name_") loses its mark.
    text = re.sub(r"\\(\s)", "", text)
    text = re.sub(r"\\(.)", r"\1", text)
    return re.sub(r"(?<=\w)__?(?=[\s.,;:)]|$)", "", text)
