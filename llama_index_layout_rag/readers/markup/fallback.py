"""Files of other kinds (Word, PowerPoint, EPUB …): read by LlamaIndex's own reader, then sectioned as plain text."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path, PurePath, PurePosixPath
from typing import Any

from llama_index_layout_rag.layout.document import LayoutDocument, LayoutSource
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.readers.files import looks_binary, refuse_zip_bomb

_NO_TEXT = frozenset(
    {".jpg", ".jpeg", ".png", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".mp3", ".mp4", ".wav", ".mov"}
)
"""LlamaIndex has readers for these that download models; a picture or a recording is no manual."""


def read_with_llama_index(
    data: bytes, source: LayoutSource, where: str, fs: Any, encoding: str | None
) -> LayoutDocument:
    """Read a file with llama-index-readers-file, or as plain text where it has no reader for the suffix.

    Args:
        data: The file.
        source: Where it comes from.
        where: Its path on its file system.
        fs: fsspec file system; None for the local disk.
        encoding: Encoding of plain text.

    Raises:
        LayoutReadError: When nothing reads it.
    """
    from llama_index_layout_rag.readers.markup.text import read_plain_text, read_sectioned_text

    suffix = PurePath(source.name.lower()).suffix
    if suffix in _NO_TEXT:
        raise LayoutReadError(source.uri, f"{suffix} files hold no text to read; give the manual itself.")
    reader_class = _reader_classes().get(suffix)
    if reader_class is None:
        if looks_binary(data):
            raise LayoutReadError(
                source.uri, f"no reader for {suffix or 'this kind of'} files; convert it to PDF, HTML or Markdown."
            )
        return read_plain_text(data, source, encoding)
    refuse_zip_bomb(data, source.uri)
    try:
        with _arguments(fs) as arguments:
            path = Path(where) if fs is None else PurePosixPath(where)
            documents = reader_class().load_data(path, **arguments)
    except ImportError as error:
        raise LayoutReadError(
            source.uri, f"LlamaIndex's reader for {suffix} files needs another package: {error}"
        ) from error
    except Exception as error:
        # Readers of other packages raise whatever they like; the caller needs to know the file.
        raise LayoutReadError(
            source.uri, f"LlamaIndex's reader for {suffix} files failed ({error}); is the file whole?"
        ) from error
    text = "\n\n".join(document.text for document in documents)
    if not text.strip():
        raise LayoutReadError(source.uri, f"LlamaIndex's reader for {suffix} files found no text in it.")
    return read_sectioned_text(text, source)


def _reader_classes() -> dict[str, Any]:
    from llama_index.core import SimpleDirectoryReader

    try:
        return dict(SimpleDirectoryReader.supported_suffix_fn())
    except ImportError:
        return {}


@contextlib.contextmanager
def _arguments(fs: Any) -> Iterator[dict[str, Any]]:
    yield {} if fs is None else {"fs": fs}
