"""Text pieces with position and typography as some parsers report them, read by the rules for PDF pages.

Some parsers keep every piece of text with its font and size beside the blocks they have made of them. As the glyphs of a
page these pieces go through all rules of the PDF reader, although the PDF itself is not at hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from llama_index_layout_rag.layout.boxes import Box
from llama_index_layout_rag.layout.document import LayoutDocument, LayoutSource
from llama_index_layout_rag.readers.pdf.document.assembly import assemble
from llama_index_layout_rag.readers.pdf.extract import (
    Glyph,
    PageImage,
    PagePath,
    RawPage,
    TaggedNode,
    TextStyle,
    face_of,
    row_glyphs,
)
from llama_index_layout_rag.readers.pdf.page import analyse_page


@dataclass(frozen=True)
class TypedPiece:
    """Text on one line in one style.

    Attributes:
        text: As printed.
        x0, x1: Left and right edge, points from the left of the page.
        base: Baseline, points from the top of the page.
        size: Type size in points.
        font: Name of the font; empty where it has none.
        color: 0xRRGGBB.
        mcid: Marked-content id, -1 if there is none.
    """

    text: str
    x0: float
    x1: float
    base: float
    size: float
    font: str = ""
    color: int = 0
    mcid: int = -1


@dataclass
class TypedPage:
    """One page of pieces, with the positions of pictures and cells.

    Attributes:
        number: 1-based.
        width, height: Points.
        pieces: In the order of the parser.
        pictures: Boxes of bitmaps.
        cells: Boxes of the cells of ruled tables.
        nodes: The structure tree, where the parser gives it.
    """

    number: int
    width: float
    height: float
    pieces: list[TypedPiece] = field(default_factory=list)
    pictures: list[Box] = field(default_factory=list)
    cells: list[Box] = field(default_factory=list)
    nodes: list[TaggedNode] = field(default_factory=list)


def read_typed_pages(pages: Sequence[TypedPage], source: LayoutSource) -> LayoutDocument:
    """Return the layout of pages of typed pieces, by the rules for PDFs."""
    layouts = [analyse_page(_raw_page(page), page.nodes) for page in pages]
    return assemble(source, layouts, [], "", [])


def _raw_page(page: TypedPage) -> RawPage:
    styles: dict[TextStyle, int] = {}
    glyphs = [glyph for piece in page.pieces for glyph in _glyphs(piece, styles)]
    images = [PageImage(box, "", (round(box[2] - box[0]), round(box[3] - box[1]))) for box in page.pictures]
    paths = [PagePath(box, False, True, 0, "rect") for box in page.cells]
    return RawPage(page.number, page.width, page.height, 0, None, glyphs, list(styles), images, paths)


def _glyphs(piece: TypedPiece, styles: dict[TextStyle, int]) -> Iterator[Glyph]:
    """Yield the characters of a piece; its style is added to `styles`."""
    name, weight, italic = face_of(piece.font)
    style = TextStyle(name, round(piece.size, 2), weight if name else 0, italic, piece.color)
    number = styles.setdefault(style, len(styles))
    yield from row_glyphs(piece.text, (piece.x0, piece.x1), piece.base, piece.size, number, piece.mcid)


def tagged_nodes(roots: Sequence[Mapping[str, object]], deepest: int) -> list[TaggedNode]:
    """Return a structure tree of {type, marked_content_ids, children} in tree order, without levels below `deepest`."""
    found: list[TaggedNode] = []
    waiting: list[tuple[Mapping[str, object], tuple[str, ...]]] = [(root, ()) for root in reversed(roots)]
    while waiting:
        node, parents = waiting.pop()
        role, ids, children = str(node.get("type", "")), node.get("marked_content_ids"), node.get("children")
        numbers = tuple(i for i in ids if isinstance(i, int)) if isinstance(ids, list) else ()
        found.append(TaggedNode(role, numbers, parents))
        if isinstance(children, list) and len(parents) < deepest:
            waiting += [(child, (*parents, role)) for child in reversed(children) if isinstance(child, Mapping)]
    return found
