"""A layout as clean Markdown: for node parsers that know nothing of layouts, and for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from llama_index_layout_rag.layout.document import LayoutDocument
from llama_index_layout_rag.layout.elements import ElementKind, ImageInfo, LayoutElement, Table

_DEEPEST_HEADING = 6


def layout_to_markdown(layout: LayoutDocument) -> str:
    """Return the body of a layout as Markdown, without running headers and footers, contents lines and ornaments.

    Headings keep their levels below the title, list items their printed markers and depth, tables their cells (spans
    are repeated in each place they cover). Pictures give their alternative text; the text printed in them stands as a
    quote below.
    """
    return "\n".join(_blocks(layout)).strip("\n") + "\n"


def table_to_markdown(table: Table) -> str:
    """Return a table as a Markdown pipe table; a table without header rows gets an empty head, which the syntax demands."""
    grid = table.grid()
    if not grid or not table.column_count:
        return ""
    headers = table.header_row_count()
    head = [_merged([row[c] for row in grid[:headers]]) for c in range(table.column_count)]
    lines = [_row(head), _row(["---"] * table.column_count)]
    lines.extend(_row(row) for row in grid[headers:])
    return "\n".join(lines)


def _blocks(layout: LayoutDocument) -> Iterator[str]:
    elements = list(layout.body())
    if layout.title and not any(element.kind is ElementKind.TITLE for element in elements):
        yield f"# {layout.title}\n"
    previous: LayoutElement | None = None
    for element in elements:
        if previous is not None and _is_item(previous) and not _is_item(element):
            yield ""
        block = _block(element)
        if block:
            yield block if _is_item(element) else f"{block}\n"
            previous = element
    if previous is not None and _is_item(previous):
        yield ""


def _is_item(element: LayoutElement) -> bool:
    return element.kind is ElementKind.LIST_ITEM


def _block(element: LayoutElement) -> str:
    kind, text = element.kind, element.text.strip()
    if kind is ElementKind.TITLE:
        return f"# {_one_line(text)}"
    if kind is ElementKind.SECTION_HEADER:
        return f"{'#' * min(1 + (element.level or 1), _DEEPEST_HEADING)} {_one_line(text)}"
    if kind is ElementKind.LIST_ITEM:
        return _item(element)
    if kind is ElementKind.TABLE and element.table is not None:
        return table_to_markdown(element.table)
    if kind is ElementKind.PICTURE:
        image = element.image or ImageInfo()
        alt = _one_line(text or image.alt or "")
        return "" if image.inline or not alt else f"![{alt}]()"
    if kind is ElementKind.PICTURE_OCR_TEXT:
        return "\n".join(f"> {line}" for line in text.splitlines())
    if kind is ElementKind.CODE:
        fence = "```" if "```" not in text else "~~~~"
        return f"{fence}{element.code_language or ''}\n{text}\n{fence}"
    if kind is ElementKind.FOOTNOTE and element.marker:
        return f"[{element.marker}] {text}"
    return _line_breaks(text)


def _item(element: LayoutElement) -> str:
    indent = "    " * (max(element.depth or 1, 1) - 1)
    marker = element.marker or "-"
    # Only "1." and "1)" number a Markdown list; every other printed marker stays in the text of a bullet item.
    lead = marker if marker.rstrip(".)").isdecimal() and marker.isascii() and marker[-1] in ".)" else "-"
    shown = "" if lead == marker or not any(character.isalnum() for character in marker) else f"{marker} "
    text = element.text.strip().replace("\n", f"\n{indent}    ")
    return f"{indent}{lead} {shown}{text}"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.strip().replace("|", "\\|").replace("\n", "<br>") for cell in cells) + " |"


def _merged(names: Iterable[str]) -> str:
    """Names of a column over several header rows, without repeating one that spans them."""
    merged: list[str] = []
    for name in names:
        if name and (not merged or merged[-1] != name):
            merged.append(name)
    return " / ".join(merged)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _line_breaks(text: str) -> str:
    return text.replace("\n", "  \n")
