"""Zips that unpack to more than any manual holds: refused before another package's reader unpacks them.

Nothing is unpacked to the disk here, so names in an archive lead nowhere.
"""

from __future__ import annotations

import io
import zipfile

from llama_index_layout_rag.layout.errors import LayoutReadError

MAX_PARTS = 50_000
"""Entries of the zip; a manual with 5,000 pictures has 5,050."""

MAX_UNPACKED_BYTES = 1_000_000_000
"""Bytes of all parts together, as large as a file may be that is read."""

SMALL_PART_BYTES = 10_000_000
MAX_RATIO = 500
"""Unpacked over packed bytes of a part larger than `SMALL_PART_BYTES`. Real ones reach 60; the format's own limit is 1,032."""

_ZIP_HEADER = b"PK\x03\x04"


def refuse_zip_bomb(data: bytes, uri: str) -> None:
    """Refuse a zip of absurd size; anything else passes.

    The sizes are those that the zip declares: Python's own zip reader gives no more than that.

    Raises:
        LayoutReadError: When it has too many parts, or unpacks to too much.
    """
    if not data.startswith(_ZIP_HEADER):
        return
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            refuse_absurd_archive(archive, uri)
    except LayoutReadError:
        raise
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return  # its reader says what is wrong with it


def refuse_absurd_archive(archive: zipfile.ZipFile, uri: str) -> None:
    """Refuse an open zip of absurd size; see `refuse_zip_bomb`."""
    parts = archive.infolist()
    if len(parts) > MAX_PARTS:
        raise LayoutReadError(uri, f"it has more than {MAX_PARTS:,} parts; the file is not to be trusted.")
    absurd = next((part for part in parts if _is_absurd(part)), None)
    if absurd is not None or sum(part.file_size for part in parts) > MAX_UNPACKED_BYTES:
        raise LayoutReadError(uri, "it unpacks to an absurd size; the file is not to be trusted.")


def _is_absurd(part: zipfile.ZipInfo) -> bool:
    return part.file_size > SMALL_PART_BYTES and part.file_size > MAX_RATIO * max(part.compress_size, 1)
