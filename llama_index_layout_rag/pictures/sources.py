"""Image sources: the PDF that shows a document's pages, and picture files of manuals without pages.

Pictures of HTML and Markdown files are files beside them, those of Word files are parts of these. Only files below the
manual's own folder are opened, and nothing is fetched, since a manual is untrusted input.
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

from llama_index_layout_rag.layout import LayoutDocument, LayoutElement, LayoutReadError

if TYPE_CHECKING:
    from PIL.Image import Image

logger = logging.getLogger(__name__)

MAX_FILE_BYTES = 30_000_000
"""Bytes of the largest picture file that is opened."""

MAX_PIXELS = 40_000_000
"""Pixels of the largest picture that is decoded, as of a rendered page."""

WORD_SUFFIXES = (".docx", ".docm", ".dotx", ".dotm")
"""Zip files that contain their pictures."""

_SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*:|^//")


def picture_content(layout: LayoutDocument, picture: LayoutElement) -> Path | BinaryIO | None:
    """Return a picture's file, or its bytes if it is part of a Word file; None if it is not available."""
    path = picture_file(layout, picture)
    return path if path is not None else _packed_picture(layout, picture)


def _packed_picture(layout: LayoutDocument, picture: LayoutElement) -> BinaryIO | None:
    """Return a picture that is part of the Word file it was read from."""
    where = Path(layout.source.uri)
    name, part = picture.source_file or "", picture.src
    try:
        package = (where / name).resolve() if where.is_dir() else where
        inside = not where.is_dir() or package.is_relative_to(where.resolve())
        if not part or not inside or package.suffix.lower() not in WORD_SUFFIXES or not package.is_file():
            return None
        with zipfile.ZipFile(package) as archive, archive.open(part) as stream:
            data = stream.read(MAX_FILE_BYTES + 1)
    except (OSError, KeyError, ValueError, RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error, EOFError):
        return None
    return io.BytesIO(data) if len(data) <= MAX_FILE_BYTES else None


def picture_file(layout: LayoutDocument, picture: LayoutElement) -> Path | None:
    """Return the local file of a picture below the manual's folder, or None."""
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
        return path if path.stat().st_size <= MAX_FILE_BYTES else None
    except OSError:
        return None


def open_picture(path: Path | BinaryIO) -> Image | None:
    """Return the picture as RGB on white, or None (with a warning) if it cannot be decoded or is too large."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path) as image:
            if image.width * image.height > MAX_PIXELS:
                logger.warning("%s is too large (%d x %d pixels) and is left out.", path, *image.size)
                return None
            layered = image.convert("RGBA")
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError, ValueError, SyntaxError) as error:
        logger.warning("%s cannot be read as a picture (%s) and is left out.", path, type(error).__name__)
        return None
    ground = Image.new("RGBA", layered.size, "white")
    return Image.alpha_composite(ground, layered).convert("RGB")


def source_pdf(layout: LayoutDocument) -> bytes | None:
    """Return the PDF that shows the document's pages: the source itself, or the PDF beside a parser's JSON.

    Returns:
        None for a document without pages, and if the file is gone or has changed since it was read.
    """
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
