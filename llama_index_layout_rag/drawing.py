"""Page images with the boxes of a layout, so that a person sees at once what the reader saw."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from llama_index.core.schema import Document

from llama_index_layout_rag.layout import (
    Box,
    ElementKind,
    LayoutDocument,
    LayoutElement,
    LayoutPage,
    LayoutReadError,
)
from llama_index_layout_rag.layout.boxes import POINTS_PER_INCH

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

KIND_COLORS: dict[ElementKind, str] = {
    ElementKind.TITLE: "#b00020",
    ElementKind.SECTION_HEADER: "#d81b60",
    ElementKind.TEXT: "#1e66d0",
    ElementKind.LIST_ITEM: "#12864a",
    ElementKind.TABLE: "#8e24aa",
    ElementKind.PICTURE: "#e65100",
    ElementKind.PICTURE_OCR_TEXT: "#f9a825",
    ElementKind.CAPTION: "#00838f",
    ElementKind.FOOTNOTE: "#5d4037",
    ElementKind.FORM: "#6a1b9a",
    ElementKind.FORMULA: "#37474f",
    ElementKind.CODE: "#455a64",
    ElementKind.REFERENCE: "#795548",
    ElementKind.TOC_ENTRY: "#9e9e9e",
    ElementKind.PAGE_HEADER: "#9e9e9e",
    ElementKind.PAGE_FOOTER: "#9e9e9e",
    ElementKind.DECORATIVE: "#bdbdbd",
}
"""Warm for headings, green for steps, grey for what belongs to the page and not to the text."""

LABEL_POINTS = 7.0
LEGEND_POINTS = 20.0
"""Height of the line of colours below the page."""


def draw_layout(
    source: LayoutDocument | Document | str | Path,
    pages: Iterable[int] | None = None,
    *,
    dpi: int = 110,
    fs: AbstractFileSystem | None = None,
) -> list[Image]:
    """Return the pages with a box around every element, coloured by kind and numbered in reading order.

    Headings also show their level, list items their depth and captions the number of what they name. A line below the
    page says which colour is which kind.

    Args:
        source: A file, which is read with `LayoutReader`, or a layout, or the Document that carries one.
        pages: Which pages (1-based); all by default.
        dpi: Resolution of the images.
        fs: fsspec file system that holds the file, where it is not a local one.

    Returns:
        One RGB image a page, in the order of `pages`. Pages whose file is no PDF are drawn on white paper.

    Raises:
        LayoutReadError: When the file cannot be read, or has changed since its layout was read.
        ValueError: When the source has no pages, or not the one asked for.
    """
    return list(iterate_pages(layout_of(source, fs), pages, dpi=dpi, fs=fs))


def iterate_pages(
    layout: LayoutDocument, pages: Iterable[int] | None = None, *, dpi: int = 110, fs: AbstractFileSystem | None = None
) -> Iterator[Image]:
    """`draw_layout` one page at a time: a long manual's images together would fill the memory."""
    numbers = {element.element_id: element.seq_no for element in layout.elements}
    sheets = _pages_to_draw(layout, pages)
    for sheet, paper in zip(sheets, iterate_papers(layout, sheets, dpi=dpi, fs=fs), strict=True):
        yield _drawn(paper, layout.elements, sheet, numbers, dpi)


def iterate_papers(
    layout: LayoutDocument,
    pages: Sequence[LayoutPage] | None = None,
    *,
    dpi: int = 110,
    fs: AbstractFileSystem | None = None,
) -> Iterator[Image]:
    """Yield the pages of a layout as they look, without boxes; white paper where the source is no PDF."""
    data = _pdf_bytes(layout, fs)
    for page in layout.pages if pages is None else pages:
        yield _paper(page, data, dpi)


def layout_of(source: LayoutDocument | Document | str | Path, fs: AbstractFileSystem | None) -> LayoutDocument:
    """Return the layout of a file, which is read with `LayoutReader`, of a Document, or itself."""
    if isinstance(source, LayoutDocument):
        return source
    if isinstance(source, Document):
        return LayoutDocument.from_document(source)
    from llama_index_layout_rag.readers.reader import LayoutReader

    return LayoutReader().read(source, fs)


def _pages_to_draw(layout: LayoutDocument, pages: Iterable[int] | None) -> list[LayoutPage]:
    if not layout.pages:
        raise ValueError(f"{layout.source.uri} has no pages to draw: its format is not a paged one.")
    if pages is None:
        return list(layout.pages)
    found = [(number, layout.page(number)) for number in pages]
    missing = [str(number) for number, page in found if page is None]
    if missing:
        raise ValueError(
            f"{layout.source.uri} has no page {', '.join(missing)}; "
            f"it has {layout.pages[0].number} to {layout.pages[-1].number}."
        )
    return [page for _, page in found if page is not None]


def _pdf_bytes(layout: LayoutDocument, fs: AbstractFileSystem | None) -> bytes | None:
    """Return the bytes of the PDF that the layout was read from; None where it was read from something else."""
    if layout.source.media_type != "application/pdf":
        return None
    from llama_index_layout_rag.readers.files import open_source

    data = open_source(layout.source.uri, fs).data
    if layout.source.sha256 and hashlib.sha256(data).hexdigest() != layout.source.sha256:
        raise LayoutReadError(layout.source.uri, "the file has changed since its layout was read; read it again.")
    return data


def _paper(page: LayoutPage, data: bytes | None, dpi: int) -> Image:
    """Return the page as it looks, or white paper of its size."""
    if data is not None:
        from llama_index_layout_rag.readers.pdf import render_page

        return render_page(data, page.number, dpi=dpi).image
    from PIL import Image

    scale = dpi / POINTS_PER_INCH
    return Image.new("RGB", (max(1, round(page.width * scale)), max(1, round(page.height * scale))), "white")


def _drawn(
    paper: Image, elements: Iterable[LayoutElement], page: LayoutPage, numbers: dict[str, int], dpi: int
) -> Image:
    from PIL import Image, ImageDraw

    # Very large pages are rendered smaller than asked for, so the scale comes from the image.
    scale = paper.width / page.width
    sheet = Image.new("RGB", (paper.width, paper.height + round(LEGEND_POINTS * scale)), "white")
    sheet.paste(paper)
    draw = ImageDraw.Draw(sheet, "RGBA")
    font = _font(LABEL_POINTS * scale)
    kinds: list[ElementKind] = []
    for element in elements:
        for region in element.all_regions():
            if region.page == page.number:
                _draw_box(draw, _scaled(region.bbox, scale), element, _label(element, numbers), font)
                kinds.append(element.kind)
    _draw_legend(draw, list(dict.fromkeys(kinds)), paper.height, scale, font)
    return sheet


def _draw_box(draw: ImageDraw, box: Box, element: LayoutElement, label: str, font: FreeTypeFont | ImageFont) -> None:
    color = KIND_COLORS[element.kind]
    draw.rectangle(box, outline=color, fill=f"{color}1a", width=2)
    x0, y0, x1, y1 = draw.textbbox((0, 0), label, font=font)
    # Left of the box where there is room, so that the label hides none of the text.
    left = max(0.0, box[0] - (x1 - x0) - 4)
    draw.rectangle((left, box[1], left + x1 - x0 + 4, box[1] + y1 - y0 + 4), fill=color)
    draw.text((left + 2 - x0, box[1] + 2 - y0), label, fill="white", font=font)


def _label(element: LayoutElement, numbers: dict[str, int]) -> str:
    label = str(element.seq_no)
    if element.kind is ElementKind.SECTION_HEADER:
        return f"{label} H{element.level or 1}"
    if element.kind is ElementKind.LIST_ITEM and (element.depth or 1) > 1:
        return f"{label} d{element.depth}"
    if element.caption_of in numbers:
        return f"{label}>{numbers[element.caption_of]}"
    return label


def _draw_legend(
    draw: ImageDraw, kinds: Iterable[ElementKind], top: int, scale: float, font: FreeTypeFont | ImageFont
) -> None:
    x, middle = 6.0 * scale, top + LEGEND_POINTS * scale / 2
    size = LABEL_POINTS * scale
    for kind in kinds:
        draw.rectangle((x, middle - size / 2, x + size, middle + size / 2), fill=KIND_COLORS[kind])
        draw.text((x + size * 1.4, middle), str(kind), fill="#222222", font=font, anchor="lm")
        x += size * 2.4 + draw.textlength(str(kind), font=font)


def _scaled(box: Box, scale: float) -> Box:
    x0, y0, x1, y1 = box
    # Sources that write corners in any order exist; PIL refuses them.
    return min(x0, x1) * scale, min(y0, y1) * scale, max(x0, x1) * scale, max(y0, y1) * scale


def _font(pixels: float) -> FreeTypeFont | ImageFont:
    from PIL import ImageFont

    return ImageFont.load_default(size=max(8.0, pixels))
