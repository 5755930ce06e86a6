"""Sources of files: local paths and fsspec file systems, their bytes and hash, what kind of file they are, folders.

File names keep the form they have on disk (some systems write "が" as "か" and a mark); a name that is written the
other way is found all the same.
"""

from __future__ import annotations

import hashlib
import logging
import os
import posixpath
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path, PurePath
from typing import Any

from fsspec.utils import glob_translate

from llama_index_layout_rag.layout.document import LayoutSource
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.readers.files.encodings import looks_binary

logger = logging.getLogger(__name__)

PDF, HTML, MARKDOWN, TEXT, JSON, CSV, ASCIIDOC, RST, DOCX, OTHER = (
    "application/pdf",
    "text/html",
    "text/markdown",
    "text/plain",
    "application/json",
    "text/csv",
    "text/asciidoc",
    "text/x-rst",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/octet-stream",
)
"""Media types that readers exist for, and the one for everything else."""

SUFFIX_TYPES = {
    ".pdf": PDF,
    ".html": HTML,
    ".htm": HTML,
    ".xhtml": HTML,
    ".xht": HTML,
    ".md": MARKDOWN,
    ".markdown": MARKDOWN,
    ".mdown": MARKDOWN,
    ".mkd": MARKDOWN,
    ".mdx": MARKDOWN,
    ".json": JSON,
    ".csv": CSV,
    ".tsv": CSV,
    ".adoc": ASCIIDOC,
    ".asciidoc": ASCIIDOC,
    ".asc": ASCIIDOC,
    ".rst": RST,
    ".rest": RST,
    ".docx": DOCX,
    ".docm": DOCX,
    ".dotx": DOCX,
    ".dotm": DOCX,
    ".doc": DOCX,
    ".txt": TEXT,
    ".text": TEXT,
    ".log": TEXT,
}
"""Media type by suffix, in lower case."""

MAX_FILE_BYTES = 1_000_000_000
"""Size of a file that is read at all. Manuals reach 500 MB, and a file is held in memory as a whole."""

_PIECE_BYTES = 8_000_000
"""What is read of a remote file at a time, so that one that is too large is noticed early."""

_PDF_HEADER_BYTES = 1024
"""Where PDF readers search the header; some producers write a few lines before it."""

_HTML_START = re.compile(
    rb"^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
_URL = re.compile(r"^[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_DIGITS = re.compile(r"(\d+)")


class SourceFile:
    """A file that can be read: its bytes and what is known of it.

    Attributes:
        data: The bytes.
        source: Address, name, hash and media type.
        warnings: What is odd about it (a suffix that says something else).
    """

    def __init__(self, data: bytes, source: LayoutSource, warnings: Sequence[str] = ()) -> None:
        self.data = data
        self.source = source
        self.warnings = list(warnings)


def is_local(fs: Any) -> bool:
    """Return whether an fsspec file system is the local disk (or none is given)."""
    if fs is None:
        return True
    protocol = getattr(fs, "protocol", "")
    return "file" in ((protocol,) if isinstance(protocol, str) else tuple(protocol))


def resolve(path: str | PurePath, fs: Any = None) -> tuple[str, Any]:
    """Return the path in the form of its file system, and that file system (None for the local disk).

    Local paths become absolute, URLs such as "memory://manual.pdf" open their own file system, and a name in another
    Unicode form than on disk is found.

    Raises:
        LayoutReadError: When there is no such file or folder, or no such file system.
    """
    text = str(path)
    if fs is None and _URL.match(text):
        fs, text = _open_url(text)
    if is_local(fs):
        return _resolve_local(text.removeprefix("file://")), None
    stripped = fs._strip_protocol(text)
    text = stripped if isinstance(stripped, str) else text
    if not _exists(fs, text):
        raise LayoutReadError(address(text, fs), "there is no such file; check the path and the file system.")
    return text, fs


def address(path: str, fs: Any) -> str:
    """Return what a LayoutSource carries as its `uri`: the path itself on the local disk, else a URL with its protocol."""
    return path if fs is None else str(fs.unstrip_protocol(path))


def open_source(path: str | PurePath, fs: Any = None, max_bytes: int = MAX_FILE_BYTES) -> SourceFile:
    """Read a file as bytes and detect its type.

    Args:
        path: Local path, or a path or URL on an fsspec file system.
        fs: The file system; by default that of the URL, or the local disk.
        max_bytes: Size of the file at most.

    Raises:
        LayoutReadError: When the file is missing, a folder, unreadable, empty or too large.
    """
    where, fs = resolve(path, fs)
    uri = address(where, fs)
    if is_folder(where, fs):
        raise LayoutReadError(
            uri, "it is a folder, not a file; give it to LayoutReader as a whole to read it as one manual."
        )
    if fs is None and not os.path.isfile(where):
        raise LayoutReadError(uri, "it is no regular file (a pipe, a device, a link that leads nowhere); give a file.")
    try:
        data = _local_bytes(where, max_bytes) if fs is None else _remote_bytes(where, fs, max_bytes)
    except OSError as error:
        raise LayoutReadError(
            uri, f"the file cannot be opened ({error.strerror or error}); check its permissions."
        ) from error
    except Exception as error:
        if fs is None:
            raise
        raise LayoutReadError(
            uri, f"its file system cannot open it ({_first_line(error)}); check the access."
        ) from error
    if data is None:
        raise LayoutReadError(
            uri, f"the file is larger than {max_bytes:,} bytes; raise max_file_bytes of LayoutReader to read it."
        )
    name = posixpath.basename(where) if fs is not None else os.path.basename(where)
    if not data:
        raise LayoutReadError(uri, "the file is empty; nothing can be read from it.")
    media_type, warnings = sniff(data, name)
    source = LayoutSource(uri=uri, name=name, sha256=hashlib.sha256(data).hexdigest(), media_type=media_type)
    return SourceFile(data, source, [f"{uri}: {warning}" for warning in warnings])


def _local_bytes(path: str, max_bytes: int) -> bytes | None:
    """Return the bytes of a file; None where there are more than that."""
    return None if os.path.getsize(path) > max_bytes else Path(path).read_bytes()


def _remote_bytes(path: str, fs: Any, max_bytes: int) -> bytes | None:
    """Return the bytes of a file, read piece by piece, since not every file system knows the size; None where there are more."""
    data = bytearray()
    with fs.open(path, "rb") as stream:
        while piece := stream.read(_PIECE_BYTES):
            data += piece
            if len(data) > max_bytes:
                return None
    return bytes(data)


def sniff(data: bytes, name: str) -> tuple[str, list[str]]:
    """Return media type of a file, by what is in it and then by its suffix, and warnings where the two disagree."""
    suffix = PurePath(name.lower()).suffix
    by_name = SUFFIX_TYPES.get(suffix, "")
    if b"%PDF-" in data[:_PDF_HEADER_BYTES] and (by_name in ("", PDF) or looks_binary(data)):
        return PDF, [] if by_name == PDF else [
            f"the file is a PDF although it is named {suffix or 'without a suffix'}."
        ]
    if by_name == PDF:
        return PDF, []
    if _HTML_START.match(data[:_PDF_HEADER_BYTES]):
        return HTML, [] if by_name in (HTML, "") else [f"the file is HTML although it is named {suffix}."]
    if by_name:
        return by_name, []
    if data.startswith(b"PK\x03\x04") and b"word/" in data and suffix in _UNNAMED:
        return DOCX, []
    if looks_binary(data):
        return OTHER, []
    if data.lstrip()[:1] in (b"{", b"["):
        return JSON, []
    return (TEXT if suffix in _PLAIN_SUFFIXES else OTHER), []


_UNNAMED = frozenset({"", ".zip", ".bin", ".tmp"})
"""Suffixes that say nothing of what a zip holds."""

_PLAIN_SUFFIXES = frozenset({"", ".me", ".1st", ".cfg", ".ini", ".conf", ".yaml", ".yml", ".toml", ".sh", ".py"})
"""Further suffixes that are read as plain text; all others go to LlamaIndex's reader for that suffix first."""


_PARSER_SUFFIXES = re.compile(
    r"(?:[._-](?:content_list(?:_v2)?|middle|model|layout|lit|odl|docling|azure|textract|marker|output|result|parsed|res))+$",
    re.IGNORECASE,
)
"""What parsers and people put between a PDF's name and ".json"."""


def names_of_source_pdf(path: str) -> list[str]:
    """Return where the PDF that a parser's JSON was made from may lie: "a.json" and "a_content_list.json" beside "a.pdf"."""
    stem = path[: -len(PurePath(path).suffix)] if PurePath(path).suffix else path
    bases = [stem, _PARSER_SUFFIXES.sub("", stem)]
    names = [base if base.lower().endswith(".pdf") else f"{base}.pdf" for base in bases]
    return list(dict.fromkeys(names))


def is_folder(path: str, fs: Any) -> bool:
    """Return whether a resolved path is a folder."""
    return os.path.isdir(path) if fs is None else bool(fs.isdir(path))


def is_file(path: str, fs: Any) -> bool:
    """Return whether a resolved path is a file, readable or not; False where its file system does not know."""
    try:
        return os.path.isfile(path) if fs is None else bool(fs.isfile(path))
    except Exception:
        return False


def list_folder(path: str, fs: Any = None, include: Iterable[str] = ()) -> tuple[list[str], list[str]]:
    """Return files of a folder that belong to its manual, in natural order, and those that were left out.

    Args:
        path: A resolved folder.
        fs: Its file system.
        include: Patterns relative to the folder ("menu/*.html", "**/*.md"), in the order in which their files shall
        come;
            without any, all files of a suffix that a reader of this package knows, hidden ones left out.

    Returns:
        Paths relative to the folder with "/" between the parts: those to read, and those left out.
    """
    patterns = [unicodedata.normalize("NFC", pattern) for pattern in include]
    names = sorted(_walk(path, fs), key=natural_key)
    if not patterns:
        chosen = [name for name in names if PurePath(name.lower()).suffix in _FOLDER_SUFFIXES]
    else:
        ranked = [(_first_match(name, patterns), number, name) for number, name in enumerate(names)]
        chosen = [name for rank, _, name in sorted((r, n, s) for r, n, s in ranked if r is not None)]
    picked = set(chosen)
    return chosen, [name for name in names if name not in picked]


def without_lost(names: Sequence[str], folder: str, fs: Any) -> tuple[list[str], list[str]]:
    """Return those of a local folder's files that can be opened at all, and the others: links to nowhere, pipes, devices."""
    if fs is not None:
        return list(names), []
    lost = {name for name in names if not os.path.isfile(os.path.join(folder, name))}
    return [name for name in names if name not in lost], sorted(lost)


_FOLDER_SUFFIXES = frozenset(SUFFIX_TYPES) - {".json", ".log", ".asc", ".doc", ".dotx", ".dotm"}
"""What is part of a manual when a folder holds it; JSON, logs and templates beside it are rarely text to read."""


def natural_key(name: str) -> list[Any]:
    """Return the sort key: numbers by value, folders' index pages before their other pages, files before subfolders."""
    parts = unicodedata.normalize("NFC", name).split("/")
    key: list[Any] = []
    for depth, part in enumerate(parts):
        is_file = depth == len(parts) - 1
        key.append((0 if is_file and is_index_page(part) else 1 if is_file else 2, _natural(part)))
    return key


def is_index_page(name: str) -> bool:
    """Return whether a file name is that of the opening page of its folder."""
    return PurePath(name.lower()).stem in ("index", "readme", "_index", "toc", "home")


def _natural(text: str) -> list[tuple[int, int, str]]:
    return [
        (0, int(piece), "") if piece.isdecimal() and len(piece) < 19 else (1, 0, piece.lower())
        for piece in _DIGITS.split(text)
        if piece
    ]


def _first_match(name: str, patterns: Sequence[str]) -> int | None:
    name = unicodedata.normalize("NFC", name)
    return next((rank for rank, pattern in enumerate(patterns) if re.match(_translated(pattern), name)), None)


@lru_cache(maxsize=64)
def _translated(pattern: str) -> str:
    try:
        return str(glob_translate(pattern))
    except ValueError as error:
        raise LayoutReadError("(no file)", f"include={pattern!r} is no pattern ({error}).") from error


_HIDDEN = (".", "~$")
"""How names begin that are no files of a manual: hidden ones, and Word's own beside a file that is open."""


def _walk(path: str, fs: Any) -> Iterable[str]:
    if fs is None:
        for folder, subfolders, files in os.walk(path):
            subfolders[:] = [name for name in subfolders if not name.startswith(_HIDDEN)]
            for name in files:
                if not name.startswith(_HIDDEN):
                    yield Path(os.path.relpath(os.path.join(folder, name), path)).as_posix()
        return
    base = path.rstrip("/")
    for found in fs.find(path):
        relative = found[len(base) :].lstrip("/")
        if not any(part.startswith(_HIDDEN) for part in relative.split("/")):
            yield relative


def _open_url(url: str) -> tuple[Any, str]:
    import fsspec

    try:
        fs, path = fsspec.core.url_to_fs(url)
    except Exception as error:
        # Each protocol's package raises what it likes, and many are not installed.
        raise LayoutReadError(
            url, f"no file system for this URL ({_first_line(error)}); install it, or give fs=."
        ) from error
    return fs, path


def _exists(fs: Any, path: str) -> bool:
    try:
        return bool(fs.exists(path))
    except OSError:
        return False
    except Exception as error:
        raise LayoutReadError(
            address(path, fs),
            f"its file system cannot be asked ({_first_line(error)}); check the URL and the access to it.",
        ) from error


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _resolve_local(text: str) -> str:
    path = os.path.abspath(os.path.expanduser(text))
    if os.path.lexists(path):
        return path
    found = _other_unicode_form(path)
    if found is None:
        raise LayoutReadError(path, "there is no such file or folder; check the path.")
    return found


def _other_unicode_form(path: str) -> str | None:
    """Return the path on disk whose names differ only in Unicode form, or None."""
    here = Path(path).anchor or "/"
    for part in Path(path).parts[1:]:
        candidate = os.path.join(here, part)
        if not os.path.lexists(candidate):
            wanted = unicodedata.normalize("NFC", part)
            try:
                names = os.listdir(here)
            except OSError:
                return None
            match = next((name for name in names if unicodedata.normalize("NFC", name) == wanted), None)
            if match is None:
                return None
            candidate = os.path.join(here, match)
        here = candidate
    return here
