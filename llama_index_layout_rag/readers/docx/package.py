"""The parts of a Word file (a zip) by name and their relationships, with protection against hostile files.

Nothing is fetched and no entity is resolved. Sizes are limited by what is read, not by what the zip declares.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from lxml import etree

from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.readers.files import refuse_absurd_archive

OLE_HEADER = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""Word before 2007, and encrypted files of every version."""

MAX_XML_BYTES = 200_000_000
"""Bytes of one XML part. A manual of 1,000 pages has about 20 MB."""

_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")
"""Namespaces of the strict variant of the format; the usual ones have a year."""

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"


@dataclass(frozen=True)
class Relationship:
    """The target of a part: the last word of its type ("image"), and the part's name or an address outside."""

    kind: str
    target: str
    is_external: bool


class Package:
    """A Word file's parts.

    Attributes:
        uri: Address of the file, for messages.
        main: Name of the part that holds the text.
    """

    def __init__(self, data: bytes, uri: str) -> None:
        self.uri = uri
        self._zip = _open_zip(data, uri)
        self._names = {name.lower(): name for name in self._zip.namelist()}
        self._related: dict[str, dict[str, Relationship]] = {}
        self.main = self._main_part()

    def xml(self, name: str) -> Any | None:
        """Return the root element of an XML part, or None where the file has no such part.

        Raises:
            LayoutReadError: When the part is broken, hostile or too large.
        """
        data = self._read(name)
        return None if data is None else self._parse(data, name)

    def main_root(self) -> Any:
        """Return the root element of the part that holds the text."""
        root = self.xml(self.main)
        assert root is not None  # that the part exists is checked on opening
        return root

    def has(self, name: str) -> bool:
        """Return whether the file has such a part."""
        return name.lower() in self._names

    def relationships(self, name: str) -> dict[str, Relationship]:
        """Return the relationships of a part by id; empty where it has none."""
        if name not in self._related:
            folder, base = posixpath.split(name)
            root = self.xml(posixpath.join(folder, "_rels", f"{base}.rels"))
            self._related[name] = {} if root is None else dict(self._relationships_in(root, folder))
        return self._related[name]

    def related(self, name: str, kind: str) -> str | None:
        """Return the name of the first part of a kind ("styles") that a part points to, or None."""
        for relationship in self.relationships(name).values():
            if relationship.kind == kind and not relationship.is_external and self.has(relationship.target):
                return relationship.target
        return None

    def _relationships_in(self, root: Any, folder: str) -> Iterator[tuple[str, Relationship]]:
        for entry in root.iter(_RELATIONSHIP):
            target, external = entry.get("Target", ""), entry.get("TargetMode", "") == "External"
            if not external:
                path = unquote(target.replace("\\", "/"))
                target = posixpath.normpath(path.lstrip("/") if path.startswith("/") else posixpath.join(folder, path))
            yield entry.get("Id", ""), Relationship(entry.get("Type", "").rsplit("/", 1)[-1], target, external)

    def _main_part(self) -> str:
        root = self.xml("_rels/.rels")
        targets = [] if root is None else [r for _, r in self._relationships_in(root, "")]
        main = next(
            (r.target for r in targets if r.kind == "officeDocument" and self.has(r.target)), "word/document.xml"
        )
        if not self.has(main):
            raise LayoutReadError(
                self.uri, "it is a zip, but no Word file (it has no main document); check that it is whole and a .docx."
            )
        return self._names[main.lower()]

    def _read(self, name: str) -> bytes | None:
        entry = self._names.get(name.lower())
        if entry is None:
            return None
        try:
            with self._zip.open(entry) as stream:
                data = stream.read(MAX_XML_BYTES + 1)
        except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError) as error:
            raise LayoutReadError(
                self.uri, f"its part {name} cannot be unpacked ({error}); save the file again in Word."
            ) from error
        if len(data) > MAX_XML_BYTES:
            raise LayoutReadError(
                self.uri, f"its part {name} unpacks to an absurd size; the file is not to be trusted."
            )
        return data

    def _parse(self, data: bytes, name: str) -> Any:
        data = _STRICT.sub(rb"http://schemas.openxmlformats.org/\1/2006/", data)
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
        )
        try:
            root = etree.fromstring(data, parser)
        except (etree.XMLSyntaxError, ValueError) as error:
            raise LayoutReadError(
                self.uri, f"its part {name} is broken or nested too deeply ({error}); save the file again in Word."
            ) from error
        if root.getroottree().docinfo.doctype:
            raise LayoutReadError(
                self.uri, f"its part {name} declares a document type, which no Word file does; it is not to be trusted."
            )
        return root


def _open_zip(data: bytes, uri: str) -> zipfile.ZipFile:
    if data.startswith(OLE_HEADER):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise LayoutReadError(uri, "the Word file is encrypted; save it without a password.")
        raise LayoutReadError(uri, "it is a Word file of before 2007 (.doc); save it as .docx in Word or LibreOffice.")
    if data.lstrip().startswith(b"{\\rtf"):
        raise LayoutReadError(uri, "it is an RTF file; save it as .docx in Word or LibreOffice.")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise LayoutReadError(
            uri, f"it is no Word file, or a truncated one ({error}); check that it is a whole .docx."
        ) from error
    refuse_absurd_archive(archive, uri)
    return archive


def attribute(element: Any | None, name: str, default: str = "") -> str:
    """Return a w: attribute of an element; the default where it, or the element, is missing."""
    return default if element is None else str(element.get(W + name, default))


def value_of(parent: Any | None, name: str) -> str | None:
    """Return w:val of a w: child ("" where the child has none), or None where there is no such child."""
    child = None if parent is None else parent.find(W + name)
    return None if child is None else str(child.get(W + "val", ""))


def number_of(text: str | None) -> int | None:
    """Return a whole number from an attribute ("360", "18.5"), or None."""
    try:
        return int(float(text)) if text else None
    except (ValueError, OverflowError):
        return None


def is_on(parent: Any | None, name: str) -> bool | None:
    """Return a toggle such as w:b: True or False, or None where it is not set."""
    value = value_of(parent, name)
    return None if value is None else value.lower() not in ("0", "false", "off")
