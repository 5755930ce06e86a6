"""Placeholders for pictures in a sentence that have no name: "Press [icon] to open the menu"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from llama_index_layout_rag.languages import language
from llama_index_layout_rag.layout.elements import ElementKind, LayoutElement, Table, TextSpan
from llama_index_layout_rag.readers.common.inline import RichText

_FILE_NAME = r"\.(?:png|jpe?g|gif|tiff?|bmp|svg)\b"
_NAMED_BEFORE = re.compile(_FILE_NAME + r"\s*$", re.IGNORECASE)
_NAMED_AFTER = re.compile(r"\s*[^\s.]+" + _FILE_NAME, re.IGNORECASE)
_OPENING, _CLOSING = tuple("［[（(「『【<〈"), tuple("］])）」』】>〉")
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*(px|pt|%)?$")
_MAX_ICON = {"px": 120, "pt": 90, "%": 20}
"""Declared width or height of a picture that is still an icon, by unit."""
_GAP = "\ufffc"
"""The object replacement character: marks an unnamed icon in a cell until the language of the file is known."""


def mark_unnamed_icons(elements: Sequence[LayoutElement], language_code: str | None) -> None:
    """Write a placeholder into each sentence with an unnamed picture, at the place of the picture."""
    placeholder = language(language_code).labels.unnamed_icon
    hosts = {element.element_id: element for element in elements if element.text}
    shifts: dict[str, int] = {}
    for element in elements:
        if element.table is not None:
            element.table = _filled_cells(element.table, placeholder)
        image, host = element.image, hosts.get(element.container or "")
        if host is None or element.kind is not ElementKind.PICTURE or image is None or image.offset is None:
            continue
        shift = shifts.get(host.element_id, 0)
        at = image.offset + shift
        given = {**element.metadata, "alt": image.alt, "title": image.title}
        if is_unnamed_icon(given, host.text, at):
            shifts[host.element_id] = shift + _insert(host, at, placeholder)
        if shift:
            element.image = image.model_copy(update={"offset": at})


def is_unnamed_icon(attributes: Mapping[str, Any], text: str, at: int) -> bool:
    """Return whether a picture without a name is a word of the sentence around it.

    One at the beginning or end of its line is a bullet or an illustration; the name of its file beside it is its name.
    """
    if attributes.get("alt") or attributes.get("title"):
        return False
    sizes = (_SIZE.match(str(attributes.get(side) or "")) for side in ("width", "height"))
    if any(size and float(size.group(1)) > _MAX_ICON[size.group(2) or "px"] for size in sizes):
        return False
    before, after = text[:at].rsplit("\n", 1)[-1], text[at:].split("\n", 1)[0]
    return bool(before.strip() and after.strip()) and not (_NAMED_BEFORE.search(before) or _NAMED_AFTER.match(after))


def with_gaps(rich: RichText) -> str:
    """Return the text of a line in a cell with a sign for each unnamed icon."""
    text = rich.text
    for image in reversed(rich.images):
        if is_unnamed_icon(image.attributes, rich.text, image.offset):
            text = text[: image.offset] + _GAP + text[image.offset :]
    return text


def _filled_cells(table: Table, placeholder: str) -> Table:
    if not any(_GAP in cell.text for cell in table.cells):
        return table
    cells = []
    for cell in table.cells:
        text = cell.text
        while (at := text.find(_GAP)) >= 0:
            before, after = text[:at], text[at + 1 :]
            text = before + _spaced(placeholder, before, after) + after
        cells.append(cell.model_copy(update={"text": text}))
    return table.model_copy(update={"cells": cells})


def _spaced(placeholder: str, before: str, after: str) -> str:
    """Return the placeholder without its brackets where the text has some, or with blanks between words."""
    if before.rstrip().endswith(_OPENING) and after.lstrip().startswith(_CLOSING):
        return placeholder[1:-1]
    if not placeholder.isascii():
        return placeholder
    right = after[:1].isalnum() or after.startswith("(")
    return f"{' ' * before[-1:].isalnum()}{placeholder}{' ' * right}"


def _insert(host: LayoutElement, at: int, placeholder: str) -> int:
    """Insert a placeholder at an offset of an element's text; return by how much the text grew."""
    before, after = host.text[:at], host.text[at:]
    placeholder = _spaced(placeholder, before, after)
    grown = len(placeholder)
    host.text = before + placeholder + after
    host.emphasis = [
        TextSpan(start=span.start + grown * (span.start >= at), end=span.end + grown * (span.end > at))
        for span in host.emphasis
    ]
    for entry in host.metadata.get("code", ()):
        entry["start"], entry["end"] = (place + grown * (place >= at) for place in (entry["start"], entry["end"]))
    return grown
