"""Several files read as one manual: their order, and their elements one after the other."""

from __future__ import annotations

import hashlib
import itertools
import posixpath
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import unquote

from llama_index_layout_rag.layout.document import LayoutDocument, LayoutSource
from llama_index_layout_rag.layout.elements import HEADING_KINDS, ElementKind, Extraction, LayoutElement, Provenance
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.layout.furniture import is_contents_title
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.layout.sections import assign_section_paths
from llama_index_layout_rag.readers.files.encodings import decode_text
from llama_index_layout_rag.readers.files.sources import is_index_page
from llama_index_layout_rag.readers.pdf.document.titles import model_numbers

_NAVIGATION_FILES = (
    "SUMMARY.md",
    "_sidebar.md",
    "index.html",
    "index.htm",
    "toc.html",
    "contents.html",
    "README.md",
    "index.md",
)
"""Files that list a manual's pages, the surest first: GitBook, Docsify, HTML manuals."""

_MARKDOWN_LINK = re.compile(r"\]\(\s*<?([^)\s>]+)")
_HTML_LINK = re.compile(r"<a\b[^>]*?\bhref\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)
_EXTERNAL = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//)", re.IGNORECASE)


def navigation_order(names: Sequence[str], folder: str, fs: Any) -> list[str]:
    """Return the files of a folder in the order in which its contents page names them; that page comes first.

    The contents page is a SUMMARY.md, a sidebar or an index page in the folder, a SUMMARY.md in the one above, or else
    any page of the folder that names at least half of the files. Files that it does not name follow the file before
    them in their folder, or come last. Without such a page the natural order stays.

    Args:
        names: Paths relative to the folder, in natural order.
        folder: The resolved folder.
        fs: Its file system; None for the local disk.
    """
    best: dict[str, int] = {}
    for base, name in _candidates(names):
        ranks = _ranks(names, base, _links(f"{folder}/{base}{name}", fs))
        if len(ranks) > len(best):
            best = {**ranks, name: -1} if not base and name in names else ranks
        if len(best) * 2 >= len(names):
            break
    if len(best) * 2 < len(names):
        return list(names)
    ordered: list[tuple[int, int, str]] = []
    last: dict[str, int] = {}
    for number, name in enumerate(names):
        folder_name = posixpath.dirname(name)
        if name in best:
            last[folder_name] = best[name]
            ordered.append((best[name], -1, name))
        else:
            ordered.append((last.get(folder_name, _AFTER_ALL), number, name))
    return [name for _, _, name in sorted(ordered)]


_MAX_CANDIDATES = 100
"""Pages of a folder that are looked at for links to the others."""

_AFTER_ALL = 1 << 30
"""Rank of a file that the navigation does not name and that follows none of its folder that it does."""


def _candidates(names: Sequence[str]) -> Iterable[tuple[str, str]]:
    yield from (("", name) for name in _NAVIGATION_FILES)
    yield "../", "SUMMARY.md"
    pages = (name for name in names if "/" not in name and name not in _NAVIGATION_FILES)
    yield from (("", name) for name in itertools.islice(pages, _MAX_CANDIDATES))


def _links(path: str, fs: Any) -> list[str]:
    try:
        if fs is None:
            data = Path(path).read_bytes()
        else:
            with fs.open(posixpath.normpath(path), "rb") as stream:
                data = bytes(stream.read())
        text, _ = decode_text(data, path)
    except (OSError, LayoutReadError):
        return []
    return [link for link in (*_MARKDOWN_LINK.findall(text), *_HTML_LINK.findall(text)) if not _EXTERNAL.match(link)]


def _ranks(names: Sequence[str], base: str, links: Iterable[str]) -> dict[str, int]:
    """Return the rank of each file that a link names; `base` is where the links start, relative to the folder ("" or "../")."""
    known = {unicodedata.normalize("NFC", name): name for name in names}
    ranks: dict[str, int] = {}
    for rank, link in enumerate(links):
        target = unicodedata.normalize("NFC", unquote(link.split("#")[0].split("?")[0]))
        if not target:
            continue
        target = posixpath.normpath(target).lstrip("/")
        if base == "../":
            target = target.partition("/")[2]
        for candidate in (target, f"{target}/README.md", f"{target}/index.html", f"{target}.md"):
            if candidate in known:
                ranks.setdefault(known[candidate], rank)
                break
    return ranks


def join_manual(parts: Sequence[LayoutDocument], uri: str) -> LayoutDocument:
    """Return one layout of several files.

    Elements file after file, each with its `source_file`, section paths opened by the page's title.

    Args:
        parts: Layouts without pages, in order.
        uri: Address of the folder.
    """
    elements: list[LayoutElement] = []
    for part in parts:
        name = _relative(part.source.uri, uri)
        elements.extend(_page_elements(part, name, alone=len(parts) == 1))
    elements = assign_section_paths(elements)
    for number, element in enumerate(elements):
        element.seq_no = number
    return LayoutDocument(
        source=LayoutSource(
            uri=uri,
            name=PurePath(uri.rstrip("/")).name,
            sha256=_combined_hash(parts, uri),
            media_type=parts[0].source.media_type,
        ),
        title=_common_title(parts),
        version=next((part.version for part in parts if part.version), None),
        language=_majority(part.language for part in parts),
        elements=elements,
        warnings=[warning for part in parts for warning in part.warnings],
    )


def products_apart(parts: Sequence[LayoutDocument]) -> list[str]:
    """Return the models of the files, where they are manuals of several products rather than one manual.

    Most of the files name a model in the title, and no two the same one: volumes and pages of one manual share their
    model, or name none.
    """
    named = [models for part in parts if (models := part.model_numbers or model_numbers([part.title or ""]))]
    every = [model for models in named for model in set(models)]
    apart = len(named) > 1 and len(named) * 2 > len(parts) and len(set(every)) == len(every)
    return [models[0] for models in named] if apart else []


def _page_elements(part: LayoutDocument, name: str, alone: bool) -> list[LayoutElement]:
    prefix = f"{name}#"
    ids = {element.element_id: prefix + element.element_id for element in part.elements}
    elements = [_moved(element, ids, name) for element in part.elements]
    if alone:
        return elements
    title = next((element for element in elements if element.kind is ElementKind.TITLE), None)
    headings = [element for element in elements if element.kind is ElementKind.SECTION_HEADER]
    if title is not None:
        title.kind, title.level = ElementKind.SECTION_HEADER, 1
        deepen = headings
    elif headings and _opens_with(elements, headings[0]):
        # Several headings of the highest level: each is a chapter.
        return elements
    else:
        text = part.title or PurePath(name).stem
        title = LayoutElement(
            element_id=f"{prefix}title",
            kind=ElementKind.SECTION_HEADER,
            text=text,
            level=1,
            source_file=name,
            provenance=Provenance(extraction=Extraction.GENERATED),
        )
        deepen = headings if not headings or squash(headings[0].text) != squash(text) else []
        elements.insert(0, title)
    for element in deepen:
        element.level = (element.level or 1) + 1
    return elements


def _opens_with(elements: Iterable[LayoutElement], heading: LayoutElement) -> bool:
    first = next((element for element in elements if not element.is_furniture), None)
    return first is heading and heading.level == 1


def _moved(element: LayoutElement, ids: dict[str, str], name: str) -> LayoutElement:
    return element.model_copy(
        update={
            "element_id": ids[element.element_id],
            "caption_of": ids.get(element.caption_of or "", element.caption_of),
            "container": ids.get(element.container or "", element.container),
            "list_item": ids.get(element.list_item or "", element.list_item),
            "source_file": name,
        }
    )


def _relative(file: str, folder: str) -> str:
    base = folder.rstrip("/") + "/"
    file = file.replace("\\", "/")
    base = base.replace("\\", "/")
    return file[len(base) :] if file.startswith(base) else posixpath.basename(file)


def _combined_hash(parts: Sequence[LayoutDocument], uri: str) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(f"{_relative(part.source.uri, uri)}\0{part.source.sha256}\n".encode())
    return digest.hexdigest()


def _common_title(parts: Sequence[LayoutDocument]) -> str | None:
    """Return the title of the first page when it opens the manual; a page further in names only itself."""
    first = parts[0]
    named = is_index_page(first.source.name) or is_contents_title(PurePath(first.source.name).stem)
    only_contents = all(element.is_furniture or element.kind in HEADING_KINDS for element in first.elements)
    return first.title if len(parts) == 1 or named or only_contents else None


def _majority(values: Iterable[str | None]) -> str | None:
    counted = Counter(value for value in values if value)
    return counted.most_common(1)[0][0] if counted else None
