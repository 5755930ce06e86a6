"""Pictures of manuals without pages: files beside HTML, Markdown and AsciiDoc, parts of a Word file.

Only files below the manual's own folder are opened, and nothing is fetched: a manual is somebody else's text.
"""

from __future__ import annotations

import io
import logging
import re
import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import unquote

from llama_index_layout_rag.layout import LayoutDocument, LayoutElement

if TYPE_CHECKING:
    from PIL.Image import Image

logger = logging.getLogger(__name__)

LARGEST_FILE = 30_000_000
"""Bytes of a picture file that is opened."""

LARGEST_PICTURE = 40_000_000
"""Pixels of a picture that is decoded, as many as of a rendered page."""

WORD_SUFFIXES = (".docx", ".docm", ".dotx", ".dotm")
"""Files that are a zip with their pictures in it."""

_SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*:|^//")


def picture_content(layout: LayoutDocument, picture: LayoutElement) -> Path | BinaryIO | None:
    """Where a picture can be read: its file, or its bytes where it lies in a Word file; None where it is not at hand."""
    path = picture_file(layout, picture)
    return path if path is not None else _packed_picture(layout, picture)


def _packed_picture(layout: LayoutDocument, picture: LayoutElement) -> BinaryIO | None:
    """A picture that is a part of the Word file it was read from."""
    where = Path(layout.source.uri)
    name, part = picture.source_file or "", picture.src
    try:
        package = (where / name).resolve() if where.is_dir() else where
        inside = not where.is_dir() or package.is_relative_to(where.resolve())
        if not part or not inside or package.suffix.lower() not in WORD_SUFFIXES or not package.is_file():
            return None
        with zipfile.ZipFile(package) as archive, archive.open(part) as stream:
            data = stream.read(LARGEST_FILE + 1)
    except (OSError, KeyError, ValueError, RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error, EOFError):
        return None
    return io.BytesIO(data) if len(data) <= LARGEST_FILE else None


def picture_file(layout: LayoutDocument, picture: LayoutElement) -> Path | None:
    """The file of a picture, or None where it has none below the manual's folder on this disk."""
    source = unquote(picture.src.split("?")[0].split("#")[0]).strip()
    if not source or _SCHEME.match(source) or source.startswith("/") or "\\" in source or "\0" in source:
        return None
    where = Path(layout.source.uri)
    root = where if where.is_dir() else where.parent
    inside = Path(picture.source_file or "").parent if where.is_dir() else Path()
    try:
        path = (root / inside / source).resolve()
        if not path.is_relative_to(root.resolve()) or not path.is_file():
            return None
        return path if path.stat().st_size <= LARGEST_FILE else None
    except OSError:
        return None


def open_picture(path: Path | BinaryIO) -> Image | None:
    """The picture as RGB on white, or None (with a warning) where it cannot be decoded or is too large."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path) as image:
            if image.width * image.height > LARGEST_PICTURE:
                logger.warning("%s is too large (%d x %d pixels) and is left out.", path, *image.size)
                return None
            layered = image.convert("RGBA")
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError, ValueError, SyntaxError) as error:
        logger.warning("%s cannot be read as a picture (%s) and is left out.", path, type(error).__name__)
        return None
    ground = Image.new("RGBA", layered.size, "white")
    return Image.alpha_composite(ground, layered).convert("RGB")
