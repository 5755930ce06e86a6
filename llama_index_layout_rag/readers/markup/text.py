"""Plain text and CSV as layout: paragraphs by blank lines, headings and lists where numbers or underlines show them."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from llama_index_layout_rag.layout.document import LayoutDocument, LayoutSource
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.layout.markers import split_marker
from llama_index_layout_rag.layout.numbering import CHAPTER_RANKS, ORDINAL_PREFIX, UNITS_AFTER_NUMBER
from llama_index_layout_rag.layout.writing import KANJI_NUMERALS_WITH_HUNDRED
from llama_index_layout_rag.readers.common import (
    LayoutBuilder,
    Line,
    OpenItem,
    Place,
    RichText,
    SourceCell,
    SourceRow,
    lay_out,
)
from llama_index_layout_rag.readers.files import ASCIIDOC, decode_text
from llama_index_layout_rag.readers.pdf.document.titles import model_numbers, product_name


def read_plain_text(data: bytes, source: LayoutSource, encoding: str | None = None) -> LayoutDocument:
    """Read a plain text file.

    Args:
        data: The file.
        source: Where it comes from.
        encoding: Encoding to take where the file has no byte order mark; by default it is detected.

    Raises:
        LayoutReadError: When the file is no text, cannot be decoded or is empty.
    """
    text, warnings = decode_source(data, source, encoding)
    if source.media_type == ASCIIDOC:
        warnings.append(f"{source.uri}: AsciiDoc is read as plain text; convert it with asciidoctor and read the HTML.")
        text = _MARKED_HEADING.sub(r"\n\g<0>\n", text)
    return read_sectioned_text(text, source, warnings)


def read_sectioned_text(text: str, source: LayoutSource, warnings: Sequence[str] = ()) -> LayoutDocument:
    """Read plain text that is already decoded; see `read_plain_text`."""
    if not text.strip():
        raise LayoutReadError(source.uri, "the file holds no text; nothing can be read from it.")
    builder = LayoutBuilder()
    builder.warnings.extend(warnings)
    blocks = _blocks(text)
    headings = _numbered_headings(blocks)
    underlines: list[str] = []
    for number, block in enumerate(blocks):
        rest = _underlined(block, underlines, builder)
        if len(block) == 1 and (marked := _MARKED_HEADING.match(block[0])):
            builder.heading(len(marked.group(1)), RichText(marked.group(2)), Place())
        elif number in headings and rest is block:
            builder.heading(headings[number], RichText(block[0].strip()), Place())
        elif number == 0 and rest is block and len(blocks) > 1 and _names_a_manual(block):
            builder.title(RichText(block[0].strip()), Place())
        elif rest:
            _read_block(rest, builder)
    return builder.document(source)


def read_csv(data: bytes, source: LayoutSource, encoding: str | None = None) -> LayoutDocument:
    """Read a CSV or TSV file as one table whose first row names the columns; arguments as `read_plain_text`."""
    text, warnings = decode_source(data, source, encoding)
    rows = [[cell.strip() for cell in row] for row in _csv_rows(text, source)]
    rows = [row for row in rows if any(row)]
    if not rows:
        raise LayoutReadError(source.uri, "the file holds no cells; nothing can be read from it.")
    builder = LayoutBuilder()
    builder.warnings.extend(warnings)
    table, _ = lay_out(
        [
            SourceRow([SourceCell(cell) for cell in row], is_header=n == 0 and len(rows) > 1)
            for n, row in enumerate(rows)
        ]
    )
    builder.table(table, Place())
    return builder.document(source)


def decode_source(data: bytes, source: LayoutSource, encoding: str | None) -> tuple[str, list[str]]:
    """Return the text of a file with line feeds as the only line ends, and warnings.

    Raises:
        LayoutReadError: When the file is no text, cannot be decoded, or is empty.
    """
    text, warnings = decode_text(data, source.uri, encoding)
    if not text.strip():
        raise LayoutReadError(source.uri, "the file holds no text; nothing can be read from it.")
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x1a", ""), warnings


def _csv_rows(text: str, source: LayoutSource) -> list[list[str]]:
    delimiter = "\t" if source.name.lower().endswith(".tsv") else _delimiter(text)
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))
    try:
        return list(csv.reader(io.StringIO(text), delimiter=delimiter, skipinitialspace=True))
    except csv.Error as error:
        raise LayoutReadError(source.uri, f"the CSV cannot be read ({error}); check its quotes.") from error


def _delimiter(text: str) -> str:
    """Return the character that parts most of the first lines evenly."""
    lines = [line for line in text.split("\n")[:20] if line.strip()]
    return max(
        ",;\t|",
        key=lambda character: (min((line.count(character) for line in lines), default=0), -",;\t|".index(character)),
    )


def _blocks(text: str) -> list[list[str]]:
    """Return runs of lines between blank ones."""
    blocks: list[list[str]] = []
    current: list[str] = []
    for line in text.expandtabs(4).split("\n"):
        line = line.replace("\x0c", "").rstrip()
        if line.strip():
            current.append(line)
        elif current:
            blocks.append(current)
            current = []
    if current:
        blocks.append(current)
    return blocks


_MARKED_HEADING = re.compile(r"^(={1,6})[ \t]+(\S.*?)(?:[ \t]+\1)?$", re.MULTILINE)
"""A heading of AsciiDoc and of wikis: "== Safety"."""

_UNDERLINE = re.compile(r"^\s*([=\-~^*#_+＝－―─━])\1{2,}\s*$")


def _underlined(block: list[str], seen: list[str], builder: LayoutBuilder) -> list[str]:
    """Read headings that are underlined at the beginning of a block; gives what is left of it."""
    lines = block
    if len(lines) >= 3 and _UNDERLINE.match(lines[0]) and _UNDERLINE.match(lines[2]):
        lines = lines[1:]
    if len(lines) < 2 or _UNDERLINE.match(lines[0]):
        return [line for line in block if not _UNDERLINE.match(line)] if all(map(_UNDERLINE.match, block)) else block
    match = _UNDERLINE.match(lines[1])
    if (
        match is None
        or columns(lines[1].strip()) < 0.6 * columns(lines[0].strip())
        or len(lines[0].strip()) > MAX_HEADING_CHARS
    ):
        return block
    if match.group(1) not in seen:
        seen.append(match.group(1))
    builder.heading(seen.index(match.group(1)) + 1, RichText(lines[0].strip()), Place())
    return lines[2:]


def columns(text: str) -> int:
    """Return width of a text on a terminal: full-width characters take two columns."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


MAX_HEADING_CHARS = 80
"""Characters; what is longer and begins with a number is a paragraph."""

_CHAPTER = re.compile(rf"^{ORDINAL_PREFIX}\s*[0-9０-９{KANJI_NUMERALS_WITH_HUNDRED}]+\s*({UNITS_AFTER_NUMBER})")
_CHAIN = re.compile(r"^(\d{1,3}(?:[.\-．－]\d{1,3}){0,5})[.．]?(?:\s+|\u3000+)\S")
_SENTENCE_END = re.compile(r"[。．.!?！？:：;；,、]$")


def _names_a_manual(block: Sequence[str]) -> bool:
    """Return whether a block is one line that names a model or ends in a word for manual.

    As the first of a file it is the title. Other first lines (a date, "CONFIDENTIAL") would name the manual worse than
    its file does.
    """
    line = block[0].strip()
    if len(block) > 1 or len(line) > MAX_HEADING_CHARS or _SENTENCE_END.search(line) or split_marker(line) is not None:
        return False
    return bool(model_numbers([line])) or product_name(line) is not None


@dataclass(frozen=True)
class _Candidate:
    block: int
    numbers: tuple[int, ...]
    level: int


def _numbered_headings(blocks: Sequence[Sequence[str]]) -> dict[int, int]:
    """Return blocks (index to level) that are numbered headings.

    Single short lines whose numbers continue each other, text in between.

    "1." followed at once by "2." is a list; "1. … 1.1 … 2." over paragraphs is a chain of headings.
    """
    candidates = [
        candidate for number, block in enumerate(blocks) if (candidate := _candidate(number, block)) is not None
    ]
    chained = {c.block: c.level for c in candidates if not c.numbers}
    numbered = [c for c in candidates if c.numbers]
    known = {c.numbers for c in numbered}
    for position, candidate in enumerate(numbered):
        *above, last = candidate.numbers
        follows = last == 1 or (*above, last - 1) in known
        nested = not above or tuple(above) in known
        alone = (
            position + 1 == len(numbered)
            or numbered[position + 1].block > candidate.block + 1
            or len(numbered[position + 1].numbers) != len(candidate.numbers)
        )
        if follows and nested and alone:
            chained[candidate.block] = candidate.level
    deep = any(len(c.numbers) > 1 and c.block in chained for c in numbered)
    singles = sum(1 for c in numbered if c.block in chained)
    # One lone "1. …" proves nothing.
    if not deep and singles < 2:
        chained = {
            block: level
            for block, level in chained.items()
            if not any(c.block == block and c.numbers for c in candidates)
        }
    return chained


def _candidate(number: int, block: Sequence[str]) -> _Candidate | None:
    if len(block) != 1:
        return None
    line = block[0].strip()
    if len(line) > MAX_HEADING_CHARS or _SENTENCE_END.search(line):
        return None
    chapter = _CHAPTER.match(line)
    if chapter:
        return _Candidate(number, (), max(1, CHAPTER_RANKS[chapter.group(1)] - 1))
    match = _CHAIN.match(unicodedata.normalize("NFKC", line))
    if match is None:
        return None
    numbers = tuple(int(part) for part in re.split(r"[.\-]", unicodedata.normalize("NFKC", match.group(1))))
    return _Candidate(number, numbers, len(numbers))


def _read_block(block: Sequence[str], builder: LayoutBuilder) -> None:
    """Read a block line by line: marked lines are items, nested by their indent; other lines are one paragraph."""
    indents: list[int] = []
    paragraph: list[Line] = []
    item: tuple[OpenItem, RichText] | None = None

    def close() -> None:
        nonlocal item, paragraph
        if item is not None:
            opened, rich = item
            builder.paragraph([Line(rich)], Place(depth=opened.depth, item=opened))
        elif paragraph:
            builder.paragraph(paragraph, Place())
        item, paragraph = None, []

    for line in block:
        indent = columns(line) - columns(line.lstrip())
        marker = split_marker(line)
        if marker is not None and marker.rest:
            close()
            while indents and indents[-1] > indent:
                indents.pop()
            if not indents or indents[-1] < indent:
                indents.append(indent)
            item = OpenItem(marker.marker, len(indents)), RichText(marker.rest)
        elif item is not None and (indent > indents[-1] or not indents[-1]):
            item = item[0], item[1].join(RichText(line.strip()), hard=False)
        else:
            if item is not None:
                close()
            paragraph.append(Line(RichText(line.strip()), hard=False))
    close()
