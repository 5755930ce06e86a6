"""Crops of a rendered page: the picture itself, and its context with the picture framed in red.

Crops are cut from the rendered page and not taken from the embedded bitmap, which lacks callouts, arrows, labels, masks
and rotation.
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

from llama_index_layout_rag.layout import Box, LayoutElement, LayoutPage
from llama_index_layout_rag.layout.boxes import area, clip, expand, height, union, width

if TYPE_CHECKING:
    from PIL.Image import Image


CONTEXT_WIDTHS, CONTEXT_HEIGHTS, MIN_CONTEXT = 1.0, 1.4, 48.0
"""The context adds the picture's width on both sides and 1.4 times its height above and below, at least 48 points."""

FRAME_COLOR = (224, 16, 16)
FRAME_POINTS = 2.0
MIN_FRAME_PIXELS = 4
"""Width of the red frame in points, and at least in pixels, so that it stays visible in scaled images."""

FRAME_GAP = 2.0
"""Points between the picture and its frame, which must not cover it."""

SOFTWARE = "llama-index-layout-rag"
"""Written into every PNG; files without it are never overwritten."""

_UNSAFE = re.compile(r"[^A-Za-z0-9]+")
_PNG_LEVEL = 2
"""PNG compression: a fifth faster on screenshots than levels 4 and 6, for 2 to 5 % more bytes."""

MAX_NAME_CHARS = 40
"""Characters of a document's name in a file name, whose length is limited."""


class CropError(ValueError):
    """A crop cannot be made or stored. The message names the file and says what to do."""


class CropOptions(BaseModel):
    """Resolution and sizes of crops."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    dpi: int = Field(default=200, ge=36, le=600, description="Resolution at which pages are rendered.")
    margin: float = Field(default=4.0, ge=0, description="Points around the target.")
    target_side: int = Field(
        default=2_000, ge=64, description="Longest side of the target in pixels; larger ones are scaled."
    )
    context_side: int = Field(default=1_400, ge=64, description="Longest side of the context in pixels.")
    page_side: int = Field(
        default=0, ge=0, description="Longest side of the whole page in pixels as third image; 0 for none."
    )


@dataclass(frozen=True)
class Crops:
    """The images of one picture as PNG, and the hash of the target's pixels."""

    target: bytes
    context: bytes
    sha256: str
    page: bytes | None = None


def context_box(picture: LayoutElement, page: LayoutPage, elements: Iterable[LayoutElement]) -> Box:
    """Return the box of the context crop in points: around the picture and the elements of the page that belong to it.

    Args:
        picture: A picture with a box on `page`.
        page: The page.
        elements: All elements of the page; the picture's section, table and caption are included.
    """
    if picture.bbox is None:
        raise ValueError(f"Picture {picture.element_id} has no box.")
    box = picture.bbox
    dx = max(CONTEXT_WIDTHS * width(box), MIN_CONTEXT)
    dy = max(CONTEXT_HEIGHTS * height(box), MIN_CONTEXT)
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
    """Return the crops of one picture from the image of its page.

    Args:
        page: The whole page as RGB.
        picture: Box of the picture in points.
        context: Box of the context in points.
        size: Width and height of the page in points, which give the scale of the image.
        options: Sizes.

    Raises:
        CropError: If the picture has no area on the page.
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
    line = max(MIN_FRAME_PIXELS, round(FRAME_POINTS * scale * factor))
    outer = expand(picture, FRAME_GAP)
    x0, y0, x1, y1 = (
        round((value * scale - edge) * factor)
        for value, edge in zip(outer, (edges[0], edges[1], edges[0], edges[1]), strict=True)
    )
    # The frame is outside the picture, and inside the image even if the picture touches its edge.
    box = (max(0, x0 - line), max(0, y0 - line), min(shrunk.width - 1, x1 + line), min(shrunk.height - 1, y1 + line))
    ImageDraw.Draw(shrunk).rectangle(box, outline=FRAME_COLOR, width=line)
    return shrunk


def _limited(image: Image, longest: int) -> Image:
    if max(image.size) <= longest:
        return image.copy()
    factor = longest / max(image.size)
    from PIL.Image import Resampling

    size = max(1, round(image.width * factor)), max(1, round(image.height * factor))
    # As sharp as the bicubic filter for downscaling, in half the time.
    return image.resize(size, Resampling.HAMMING, reducing_gap=2.0)


def _pixels(box: Box, scale: float, size: tuple[int, int]) -> tuple[int, int, int, int]:
    x0, y0 = max(0, int(box[0] * scale)), max(0, int(box[1] * scale))
    x1, y1 = min(size[0], round(box[2] * scale + 0.5)), min(size[1], round(box[3] * scale + 0.5))
    return min(x0, size[0] - 1), min(y0, size[1] - 1), max(x1, x0 + 1), max(y1, y0 + 1)


def pixel_hash(image: Image) -> str:
    """Return the hash of an image's pixels, whatever its file format."""
    return hashlib.sha256(f"{image.mode}{image.size}".encode() + image.tobytes()).hexdigest()


def _png(image: Image) -> bytes:
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_text("Software", SOFTWARE)
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=_PNG_LEVEL, pnginfo=info)
    return buffer.getvalue()


def crop_name(document: str, uri: str, page: int, sha256: str, which: str) -> str:
    """Return a file name that is valid on every system and the same for the same picture.

    Args:
        document: Name of the manual's file; only its letters and digits are used.
        uri: Path or URL of the file, which distinguishes files of one name.
        page: 1-based page.
        sha256: Hash of the target.
        which: "target", "page", or a context.
    """
    plain = unicodedata.normalize("NFKD", Path(document).stem)
    slug = _UNSAFE.sub("-", plain).strip("-")[:MAX_NAME_CHARS] or "manual"
    place = hashlib.sha256(uri.encode()).hexdigest()[:8]
    return f"{slug}-{place}-p{page:04d}-{sha256[:16]}-{which}.png"


def context_name(document: str, uri: str, page: int, sha256: str, picture: Sequence[float]) -> str:
    """Return the file name of a context crop; pictures with the same pixels on a page share the target only."""
    place = hashlib.sha256(repr(tuple(round(value) for value in picture)).encode()).hexdigest()[:6]
    return crop_name(document, uri, page, sha256, f"{place}-context")


def store_crop(folder: Path, name: str, data: bytes) -> str:
    """Write a crop into a folder, unless it has an equal one, and return its absolute path.

    Raises:
        CropError: If the name leads out of the folder, or a file of that name was not written by this package.
    """
    target = folder / name
    if Path(name).name != name or name in ("", ".", ".."):
        raise CropError(f"{name!r} is no name of a crop: it leads out of {folder}.")
    if target.is_symlink() or (target.exists() and not is_own_crop(target)):
        raise CropError(f"{target} exists and is no crop of this package; choose another folder for crops or move it.")
    if target.exists() and target.stat().st_size == len(data) and target.read_bytes() == data:
        return str(target.resolve())
    folder.mkdir(parents=True, exist_ok=True)
    # Written beside and renamed, so that other processes never read half a crop.
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
    """Return whether a file is a PNG that this package wrote."""
    try:
        with path.open("rb") as stream:
            head = stream.read(256)
    except OSError:
        return False
    return head.startswith(b"\x89PNG") and SOFTWARE.encode() in head
