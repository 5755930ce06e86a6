"""Crops of pictures from the rendered page: the picture itself, and its surroundings with the picture framed in red.

Crops are cut from the page as a reader sees it and not from the embedded bitmap: callouts, arrows and labels lie on top of
it, masks and rotation below it.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import secrets
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from llama_index_layout_rag.layout import Box, LayoutDocument, LayoutElement, LayoutPage
from llama_index_layout_rag.layout.boxes import area, clip, expand, height, union, width

if TYPE_CHECKING:
    from PIL.Image import Image


CONTEXT_WIDTHS, CONTEXT_HEIGHTS, LEAST_CONTEXT = 1.0, 1.4, 48.0
"""The context grows by the picture's width to both sides and 1.4 times its height above and below, at least 48 points."""

FRAME_COLOR = (224, 16, 16)
FRAME_POINTS = 2.0
LEAST_FRAME_PIXELS = 4
"""Width of the red frame in points, and in pixels at least: it stays visible where a model scales the image down."""

FRAME_GAP = 2.0
"""Points between the picture and its frame, so that the frame hides nothing of it."""

SOFTWARE = "llama-index-layout-rag"
"""Written into every PNG: a file without it was not made by this package and is never overwritten."""

_UNSAFE = re.compile(r"[^A-Za-z0-9]+")
_PNG_LEVEL = 2
"""Compression of PNG: screens take a fifth less time than at levels 4 and 6, for 2 to 5 % more bytes."""

LONGEST_NAME = 40
"""Characters of a document's name in the name of a crop; path names have limits."""


class CropError(ValueError):
    """A crop cannot be made or stored. The message names the file and says what to do."""


class CropOptions(BaseModel):
    """How crops are made."""

    model_config = ConfigDict(frozen=True)

    dpi: int = Field(default=200, ge=36, le=600, description="Resolution at which pages are rendered.")
    margin: float = Field(default=4.0, ge=0, description="Points around the target.")
    target_side: int = Field(
        default=2_000, ge=64, description="Longest side of the target in pixels; larger is scaled."
    )
    context_side: int = Field(default=1_400, ge=64, description="Longest side of the context in pixels.")
    page_side: int = Field(
        default=0, ge=0, description="Longest side of a small whole page as third image; 0 for none."
    )


@dataclass(frozen=True)
class Crops:
    """The images of one picture as PNG, and the hash of the target's pixels (which does not depend on PNG)."""

    target: bytes
    context: bytes
    sha256: str
    page: bytes | None = None


def context_box(picture: LayoutElement, page: LayoutPage, elements: Iterable[LayoutElement]) -> Box:
    """Box of the context crop in points: grown around the picture, and on to what belongs to it on the page.

    Args:
        picture: Has a box on `page`.
        page: The page.
        elements: All elements of the page; those of the picture's section, its table and its caption are taken in.
    """
    if picture.bbox is None:
        raise ValueError(f"Picture {picture.element_id} has no box.")
    box = picture.bbox
    dx = max(CONTEXT_WIDTHS * width(box), LEAST_CONTEXT)
    dy = max(CONTEXT_HEIGHTS * height(box), LEAST_CONTEXT)
    grown = clip(expand(box, dx, dy), page.width, page.height)
    kin = [e.bbox for e in elements if e.bbox is not None and e.page == page.number and _belongs(e, picture)]
    return clip(union([grown, *kin]), page.width, page.height)


def _belongs(element: LayoutElement, picture: LayoutElement) -> bool:
    if element.is_furniture or element.bbox is None:
        return False
    if element.caption_of == picture.element_id or element.element_id == picture.container:
        return True
    return bool(picture.section_path) and element.section_path == picture.section_path


def cut_crops(page: Image, picture: Box, context: Box, size: tuple[float, float], options: CropOptions) -> Crops:
    """The crops of one picture from the image of its page.

    Args:
        page: The whole page as RGB.
        picture: Box of the picture in points.
        context: Box of the context in points.
        size: Width and height of the page in points; the scale of the image follows from it.
        options: Sizes.

    Raises:
        CropError: When the picture has no area on the page.
    """
    scale = page.width / size[0]
    target_box = clip(expand(picture, options.margin), *size)
    if area(clip(picture, *size)) <= 0:
        raise CropError(
            f"A picture at {tuple(round(v) for v in picture)} has no area on its page; nothing can be cropped."
        )
    target = _limited(page.crop(_pixels(target_box, scale, page.size)), options.target_side)
    return Crops(
        target=_png(target),
        context=_png(_framed(page, picture, context, scale, options.context_side)),
        sha256=pixel_hash(target),
        page=_png(_limited(page, options.page_side)) if options.page_side else None,
    )


def _framed(page: Image, picture: Box, context: Box, scale: float, longest: int) -> Image:
    from PIL import ImageDraw

    edges = _pixels(context, scale, page.size)
    image = page.crop(edges)
    shrunk = _limited(image, longest)
    factor = shrunk.width / image.width
    line = max(LEAST_FRAME_PIXELS, round(FRAME_POINTS * scale * factor))
    outer = expand(picture, FRAME_GAP)
    x0, y0, x1, y1 = (
        round((value * scale - edge) * factor)
        for value, edge in zip(outer, (edges[0], edges[1], edges[0], edges[1]), strict=True)
    )
    # The line runs outside the picture, and inside the image even where the picture touches its edge.
    box = (max(0, x0 - line), max(0, y0 - line), min(shrunk.width - 1, x1 + line), min(shrunk.height - 1, y1 + line))
    ImageDraw.Draw(shrunk).rectangle(box, outline=FRAME_COLOR, width=line)
    return shrunk


def _limited(image: Image, longest: int) -> Image:
    if max(image.size) <= longest:
        return image.copy()
    factor = longest / max(image.size)
    from PIL.Image import Resampling

    size = max(1, round(image.width * factor)), max(1, round(image.height * factor))
    # For scaling down as sharp as the bicubic filter in half the time.
    return image.resize(size, Resampling.HAMMING, reducing_gap=2.0)


def _pixels(box: Box, scale: float, size: tuple[int, int]) -> tuple[int, int, int, int]:
    x0, y0 = max(0, int(box[0] * scale)), max(0, int(box[1] * scale))
    x1, y1 = min(size[0], round(box[2] * scale + 0.5)), min(size[1], round(box[3] * scale + 0.5))
    return min(x0, size[0] - 1), min(y0, size[1] - 1), max(x1, x0 + 1), max(y1, y0 + 1)


def pixel_hash(image: Image) -> str:
    """Hash of what is seen, whatever the file format."""
    return hashlib.sha256(f"{image.mode}{image.size}".encode() + image.tobytes()).hexdigest()


def _png(image: Image) -> bytes:
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_text("Software", SOFTWARE)
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=_PNG_LEVEL, pnginfo=info)
    return buffer.getvalue()


# --- files ---


def crop_name(document: str, uri: str, page: int, sha256: str, which: str) -> str:
    """A file name that is safe on every system and the same for the same picture.

    Args:
        document: Name of the manual's file; only its letters and digits are used.
        uri: Where the file lies: two files of one name get different names.
        page: 1-based page.
        sha256: Hash of the target.
        which: "target", "page", or what tells one context from another.
    """
    plain = unicodedata.normalize("NFKD", Path(document).stem)
    slug = _UNSAFE.sub("-", plain).strip("-")[:LONGEST_NAME] or "manual"
    place = hashlib.sha256(uri.encode()).hexdigest()[:8]
    return f"{slug}-{place}-p{page:04d}-{sha256[:16]}-{which}.png"


def context_name(document: str, uri: str, page: int, sha256: str, picture: Sequence[float]) -> str:
    """The file name of a context crop: two pictures with the same pixels on a page have one target and two contexts."""
    place = hashlib.sha256(repr(tuple(round(value) for value in picture)).encode()).hexdigest()[:6]
    return crop_name(document, uri, page, sha256, f"{place}-context")


def store_crop(folder: Path, name: str, data: bytes) -> str:
    """Writes a crop below `folder` and gives its absolute path. An equal file is left alone; nothing foreign is replaced.

    Raises:
        CropError: When the name leads out of the folder, or something that this package did not write stands there.
    """
    target = folder / name
    if Path(name).name != name or name in ("", ".", ".."):
        raise CropError(f"{name!r} is no name of a crop: it leads out of {folder}.")
    if target.is_symlink() or (target.exists() and not is_own_crop(target)):
        raise CropError(f"{target} exists and is no crop of this package; choose another folder for crops or move it.")
    if target.exists() and target.stat().st_size == len(data) and target.read_bytes() == data:
        return str(target.resolve())
    folder.mkdir(parents=True, exist_ok=True)
    # Written beside and renamed, so that another process never reads half a crop.
    part = folder / f".{name}.{secrets.token_hex(4)}"
    try:
        part.write_bytes(data)
        os.replace(part, target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise CropError(
            f"{target} cannot be written ({error.strerror or error}); check the folder for crops."
        ) from error
    return str(target.resolve())


def is_own_crop(path: Path) -> bool:
    """Whether a file is a PNG that this package wrote."""
    try:
        with path.open("rb") as stream:
            head = stream.read(256)
    except OSError:
        return False
    return head.startswith(b"\x89PNG") and SOFTWARE.encode() in head


# --- pages ---


def source_pdf(layout: LayoutDocument) -> bytes | None:
    """Bytes of the PDF that shows the document's pages: the source itself, or the PDF beside a parser's JSON.

    None where there is none (a document without pages, or a file that is gone). A PDF that changed since it was read is
    none either: its boxes would frame something else.
    """
    from llama_index_layout_rag.layout import LayoutReadError
    from llama_index_layout_rag.readers.files import names_of_source_pdf, open_source

    if not layout.pages:
        return None
    try:
        source = open_source(layout.source.uri)
    except LayoutReadError:
        return None
    if source.data.lstrip()[:5] == b"%PDF-" or source.source.media_type == "application/pdf":
        unchanged = not layout.source.sha256 or source.source.sha256 == layout.source.sha256
        return source.data if unchanged else None
    for name in names_of_source_pdf(layout.source.uri):
        try:
            return open_source(name).data
        except LayoutReadError:
            continue
    return None


def elements_by_page(elements: Iterable[LayoutElement]) -> dict[int, list[LayoutElement]]:
    """Elements that have a page, by page."""
    pages: dict[int, list[LayoutElement]] = {}
    for element in elements:
        if element.page is not None:
            pages.setdefault(element.page, []).append(element)
    return pages


def pictures_by_page(pictures: Sequence[LayoutElement]) -> dict[int, list[LayoutElement]]:
    """Pictures with a box, by page in order: each page is rendered once."""
    return dict(sorted(elements_by_page(p for p in pictures if p.bbox is not None).items()))
