"""`layout-rag inspect`: what a reader sees in a file."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from llama_index_layout_rag.cli.arguments import add_command
from llama_index_layout_rag.cli.output import print_json
from llama_index_layout_rag.cli.usage import OK, UsageError

if TYPE_CHECKING:
    from llama_index_layout_rag.layout import LayoutDocument, LayoutElement

TREE_TEXT_CHARS = 70
"""Characters of an element's text in the tree, so that it stays on one line of a terminal."""


def add_to(commands: Any) -> None:
    """Add `inspect` to the commands."""
    command = add_command(
        commands, "inspect", inspect, "Show the structure of a manual: headings, steps, tables, warnings."
    )
    command.add_argument(
        "file", help="PDF, Markdown, HTML, DOCX, layout parser's JSON …, or a folder that is one manual"
    )
    command.add_argument("--pages", help="only these pages, such as 1,4-6 or 10-")
    command.add_argument("--furniture", action="store_true", help="also show headers, footers and contents lines")
    command.add_argument("--images", metavar="FOLDER", help="write page images with a box around every element")
    command.add_argument("--dpi", type=int, default=110, help="resolution of the images (default %(default)s)")


def inspect(args: argparse.Namespace) -> int:
    """Show what a reader sees in a file."""
    from llama_index_layout_rag.readers.reader import LayoutReader

    layout = LayoutReader(show_progress=args.progress).read(args.file)
    pages = _page_numbers(args.pages, len(layout.pages)) if args.pages else None
    images = _write_page_images(layout, pages, Path(args.images), args.dpi) if args.images else []
    shown = [e for e in layout.elements if pages is None or e.page in pages]
    if args.json:
        print_json(
            {
                "source": layout.source.model_dump(mode="json"),
                "title": layout.title,
                "language": layout.language,
                "model_numbers": layout.model_numbers,
                "version": layout.version,
                "pages": [page.model_dump(mode="json") for page in layout.pages],
                "warnings": layout.warnings,
                "elements": [element.model_dump(mode="json", exclude_none=True) for element in shown],
                "images": [str(path) for path in images],
            }
        )
        return OK
    print("\n".join(_summary(layout)))
    print("\n".join(_tree(shown, furniture=args.furniture)))
    for path in images:
        print(f"page image: {path}")
    return OK


def _summary(layout: LayoutDocument) -> Iterator[str]:
    yield f"{layout.source.name}: {layout.title or 'no title'}"
    facts = {
        "language": layout.language,
        "models": ", ".join(layout.model_numbers),
        "version": layout.version,
        "pages": len(layout.pages) or None,
        "elements": len(layout.elements),
    }
    yield "  " + "; ".join(f"{name}: {value}" for name, value in facts.items() if value)
    for warning in layout.warnings:
        yield f"  warning: {warning}"


def _tree(elements: Sequence[LayoutElement], furniture: bool) -> Iterator[str]:
    """Headings by level, and what is below them."""
    from llama_index_layout_rag.layout import ElementKind

    for element in elements:
        if element.is_furniture and not furniture:
            continue
        if element.kind is ElementKind.SECTION_HEADER:
            indent = "  " * ((element.level or 1) - 1)
            yield f"{indent}# {element.text}{_page_mark(element)}"
            continue
        depth = len(element.section_path) + max(0, (element.depth or 1) - 1)
        yield f"{'  ' * depth}{element.kind}: {_element_line(element)}{_page_mark(element)}"


def _element_line(element: LayoutElement) -> str:
    from llama_index_layout_rag.layout.boxes import height, width

    if element.table is not None:
        return f"{element.table.row_count} rows x {element.table.column_count} columns"
    text = " ".join(f"{element.marker or ''} {element.text}".split())
    if not text and element.bbox is not None:
        return f"{width(element.bbox):.0f} x {height(element.bbox):.0f} points"
    return text if len(text) <= TREE_TEXT_CHARS else text[:TREE_TEXT_CHARS] + "…"


def _page_mark(element: LayoutElement) -> str:
    return f"  [p. {element.page}]" if element.page is not None else ""


def _write_page_images(layout: LayoutDocument, pages: list[int] | None, folder: Path, dpi: int) -> list[Path]:
    from llama_index_layout_rag.drawing import iterate_pages

    folder.mkdir(parents=True, exist_ok=True)
    numbers = pages or [page.number for page in layout.pages]
    paths = []
    for number, image in zip(numbers, iterate_pages(layout, pages, dpi=dpi), strict=True):
        path = folder / f"page_{number:04}.png"
        image.save(path)
        paths.append(path)
    return paths


def _page_numbers(text: str, page_count: int) -> list[int]:
    """Pages of "1,4-6,9-"."""
    numbers: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d+)\s*(-\s*(\d*))?\s*", part)
        if match is None:
            raise UsageError(f"--pages {text!r} is not understood; give pages such as 1,4-6 or 10-.")
        first = int(match[1])
        last = first if match[2] is None else int(match[3] or page_count)
        numbers += range(first, last + 1)
    outside = [number for number in numbers if not 1 <= number <= page_count]
    if outside or not numbers:
        raise UsageError(f"--pages {text!r} names pages that the file does not have; it has {page_count}.")
    return list(dict.fromkeys(numbers))
