"""Pictures and text boxes of a Word file: DrawingML, and its older substitute VML."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from llama_index_layout_rag.languages import any_of
from llama_index_layout_rag.layout.normalize import collapse_spaces
from llama_index_layout_rag.readers.docx.package import R, Relationship, W, number_of

WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
PIC = "{http://schemas.openxmlformats.org/drawingml/2006/picture}"
CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
V = "{urn:schemas-microsoft-com:vml}"
O = "{urn:schemas-microsoft-com:office:office}"  # noqa: E741 - the prefix that the format itself uses
_DECORATIVE = "{http://schemas.microsoft.com/office/drawing/2017/decorative}decorative"

EMU_PER_POINT = 12700
_GENERATED = re.compile(
    rf"\s*{any_of(lambda words: words.pictures.generated_alt)}\s*(?:\([^)]*\)|with \w+ confidence)?\s*$", re.IGNORECASE
)
"""How Word ends alternative texts that a model wrote; they describe the picture and name nothing."""

_VML_SIZE = re.compile(r"(?:^|;)\s*(width|height)\s*:\s*([0-9.]+(?:pt|px|in|cm|mm)?)", re.IGNORECASE)


@dataclass
class Drawing:
    """What a drawing holds.

    Attributes:
        images: Attributes of its pictures (src: name of the part, or an address outside; alt, width, height).
        boxes: Contents of its text boxes (w:txbxContent).
        diagrams: Names of parts whose texts are printed in its charts and diagrams.
        floating: Whether it is placed beside the text and not in it.
        decorative: Whether its author has marked it as meaning nothing.
    """

    images: list[dict[str, str]] = field(default_factory=list)
    boxes: list[Any] = field(default_factory=list)
    diagrams: list[str] = field(default_factory=list)
    floating: bool = False
    decorative: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether it holds neither pictures nor text boxes."""
        return not self.images and not self.boxes


def alternatives(element: Any) -> Iterator[Any]:
    """Yield the variants of an mc:AlternateContent, the newest first; only the first that can be read is meant."""
    yield from element.iterfind(f"{MC}Choice")
    yield from element.iterfind(f"{MC}Fallback")


def read_drawing(element: Any, relationships: Mapping[str, Relationship]) -> Drawing:
    """Read a w:drawing."""
    drawing = Drawing()
    for frame in element:
        if frame.tag not in (f"{WP}inline", f"{WP}anchor"):
            continue
        drawing.floating = frame.tag == f"{WP}anchor"
        properties = frame.find(f"{WP}docPr")
        if properties is not None and properties.get("hidden") in ("1", "true"):
            continue
        own = {**_described(properties), **_size(frame.find(f"{WP}extent"))}
        drawing.decorative = any(mark.get("val") in ("1", "true") for mark in frame.iter(_DECORATIVE))
        drawing.boxes.extend(_own(frame, f"{W}txbxContent"))
        pictures = list(_own(frame, f"{PIC}pic"))
        for picture in pictures:
            source = _source(picture, relationships)
            described = _described(picture.find(f"{PIC}nvPicPr/{PIC}cNvPr"))
            size = _size(picture.find(f"{PIC}spPr/{A}xfrm/{A}ext")) if len(pictures) > 1 else {}
            alone = own if len(pictures) == 1 else {}
            drawing.images.append({"src": source, **described, **size, **alone})
        for graph in (*_own(frame, f"{CHART}chart"), *_own(frame, f"{DIAGRAM}relIds")):
            relationship = relationships.get(graph.get(f"{R}id") or graph.get(f"{R}dm") or "")
            target = relationship.target if relationship is not None else ""
            drawing.images.append({"src": target, **own})
            if target:
                drawing.diagrams.append(target)
    return drawing


def read_vml(element: Any, relationships: Mapping[str, Relationship]) -> Drawing:
    """Read a w:pict or the preview of a w:object."""
    drawing = Drawing()
    for shape in _own(element, f"{V}imagedata"):
        owner = shape.getparent()
        relationship = relationships.get(shape.get(f"{R}id") or shape.get(f"{O}relid") or "")
        style = owner.get("style") or ""
        drawing.floating = "position:absolute" in style.replace(" ", "").lower()
        drawing.images.append(
            {
                "src": relationship.target if relationship is not None else "",
                **_alt(owner.get("alt") or "", ""),
                **{name.lower(): value for name, value in _VML_SIZE.findall(style)},
            }
        )
    drawing.boxes.extend(_own(element, f"{W}txbxContent"))
    drawing.floating = drawing.floating or bool(drawing.boxes)
    return drawing


def diagram_texts(root: Any) -> list[str]:
    """Return the texts of a chart or a SmartArt diagram, paragraph by paragraph."""
    texts = []
    for paragraph in root.iter(f"{A}p"):
        text = collapse_spaces("".join(part.text or "" for part in paragraph.iter(f"{A}t")))
        if text:
            texts.append(text)
    return texts


def _own(element: Any, tag: str) -> Iterator[Any]:
    """Yield the descendants of a drawing that are its own: not of a substitute for old programs, nor of text in a text box."""
    for found in element.iter(tag):
        parents = itertools.takewhile(lambda parent: parent is not element, found.iterancestors())
        if not any(parent.tag in (f"{MC}Fallback", f"{W}txbxContent") for parent in parents):
            yield found


def _source(picture: Any, relationships: Mapping[str, Relationship]) -> str:
    blip = picture.find(f"{PIC}blipFill/{A}blip")
    if blip is None:
        return ""
    for key in (f"{R}embed", f"{R}link"):
        relationship = relationships.get(blip.get(key) or "")
        if relationship is not None and relationship.target not in ("NULL", "word/NULL"):
            return relationship.target
    return ""


def _described(properties: Any | None) -> dict[str, str]:
    if properties is None:
        return {}
    return _alt(properties.get("descr") or "", properties.get("title") or "")


def _alt(text: str, title: str) -> dict[str, str]:
    plain = collapse_spaces(text)
    shortened = _GENERATED.sub("", plain)
    named = {"title": collapse_spaces(title)} if title.strip() else {}
    if shortened != plain:
        return {"generated_alt": shortened, **named} if shortened else named
    return {"alt": plain, **named} if plain else named


def _size(extent: Any | None) -> dict[str, str]:
    if extent is None:
        return {}
    sides = {"width": number_of(extent.get("cx")), "height": number_of(extent.get("cy"))}
    return {name: f"{round(value / EMU_PER_POINT, 1):g}pt" for name, value in sides.items() if value}
