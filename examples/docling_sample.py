"""Write a manual of two pages as PDF, and beside it the JSON that Docling gives for such a page.

    python examples/docling_sample.py [FOLDER]      # default: examples/output/docling

Both come from one list of what stands where, so that the boxes of the JSON fit the page. The JSON has Docling's ways: boxes
from the bottom left, every heading on level 1, flat lists, texts inside a picture as its children.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL.Image import Image
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas
from sample_manuals import SANS, button, drawn_text, icon, menu_screen, register_fonts, window

NAME = "KM-7_manual_en"
DEFAULT_FOLDER = Path(__file__).parent / "output" / "docling"
WIDTH, HEIGHT = A4
LEFT = 60.0

Box = tuple[float, float, float, float]


@dataclass
class Item:
    """Something on a page: its Docling label, text or picture, and box (points, origin top left)."""

    page: int
    label: str
    box: Box
    text: str = ""
    size: float = 10.5
    image: Image | None = None
    caption: Item | None = None
    inside: list[tuple[str, Box]] = field(default_factory=list)
    """Texts of a picture with their boxes, in pixels of the picture."""
    marker: str = ""


class Pages:
    """Items put one below the other."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.page, self.top = 1, 60.0

    def turn(self) -> None:
        self.page, self.top = self.page + 1, 60.0

    def text(self, label: str, text: str, size: float = 10.5, marker: str = "", gap: float = 9.0) -> Item:
        indent = 16.0 if marker else 0.0
        shown = f"{marker} {text}".strip()
        width = pdfmetrics.stringWidth(shown, SANS, size)
        item = Item(
            self.page, label, (LEFT + indent, self.top, LEFT + indent + width, self.top + size * 1.25), text, size
        )
        item.marker = marker
        self.top += size * 1.25 + gap
        self.items.append(item)
        return item

    def picture(
        self, image: Image, width: float, caption: str = "", inside: list[tuple[str, Box]] | None = None
    ) -> Item:
        height = width * image.height / image.width
        item = Item(self.page, "picture", (LEFT + 40, self.top, LEFT + 40 + width, self.top + height), image=image)
        item.inside = inside or []
        self.items.append(item)
        self.top += height + 5
        if caption:
            item.caption = self.text("caption", caption, 9.0, gap=14.0)
        return item

    def icon_before(self, image: Image, text: Item) -> None:
        """A small picture at the beginning of a line, which makes room for it."""
        x0, y0, x1, y1 = text.box
        side = y1 - y0
        text.box = (x0 + side + 4, y0, x1 + side + 4, y1)
        self.items.insert(self.items.index(text), Item(text.page, "picture", (x0, y0, x0 + side, y1), image=image))


def wash_screen() -> Image:
    """The screen that starts the cleaning."""
    image, draw = window("Cleaning")
    drawn_text(draw, (450, 170), "Rinse water: 2 fillings", 34)
    drawn_text(draw, (450, 240), "Time left: 12 min", 34)
    button(draw, (470, 410, 650, 485), "Cancel")
    button(draw, (680, 410, 860, 485), "Start", strong=True)
    return image


MENU = ("Clean", "Descale", "Water", "Language", "Clock", "About")


def menu_texts() -> list[tuple[str, Box]]:
    """The buttons of the menu: two in a row, as `menu_screen` draws them."""
    places = [(40 + 420 * (index % 2), 96 + 104 * (index // 2)) for index in range(len(MENU))]
    return [(text, (x + 120, y + 18, x + 280, y + 62)) for text, (x, y) in zip(MENU, places, strict=True)]


def contents() -> list[Item]:
    """The manual, in reading order."""
    register_fonts()
    pages = Pages()
    pages.text("title", "KM-7 coffee machine: operation manual", 18.0, gap=16.0)
    pages.text("section_header", "1. Cleaning the brewing group", 14.0)
    pages.text("text", "Clean the brewing group when the lamp blinks orange, at least once a week.")
    for number, step in enumerate(
        (
            "On the home screen, press [Settings]. The menu appears (Figure 1).",
            "Press [Clean] and put one tablet into the chute.",
            "Fill the tank up to the upper mark and put a bowl below the outlet.",
        ),
        start=1,
    ):
        pages.text("list_item", step, marker=f"{number}.")
    pages.picture(
        menu_screen("Settings", MENU, "Back"),
        230.0,
        "Figure 1 Menu of the settings",
        [("Settings", (380, 12, 520, 52)), *menu_texts(), ("Back", (90, 438, 170, 472))],
    )
    pages.text("list_item", "Press [Start]. The remaining time is displayed (Figure 2).", marker="4.")
    pages.picture(
        wash_screen(),
        230.0,
        "Figure 2 While the machine is cleaning",
        [
            ("Cleaning", (375, 12, 525, 52)),
            ("Rinse water: 2 fillings", (270, 148, 630, 192)),
            ("Time left: 12 min", (305, 218, 595, 262)),
            ("Cancel", (510, 428, 610, 468)),
            ("Start", (730, 428, 810, 468)),
        ],
    )
    pages.turn()
    pages.text("section_header", "2. When something is wrong", 14.0)
    pages.text("text", "If E-12 appears, the tank is empty or not in place: fill it and push it in until it clicks.")
    pages.text("text", "If E-31 appears, the brewing group is missing: put it in and close the door.")
    pages.icon_before(icon("warning"), pages.text("text", "Do not open the door while the machine is cleaning."))
    return pages.items


def write_pdf(items: list[Item], path: Path) -> None:
    """The pages as a person sees them."""
    canvas = Canvas(str(path), pagesize=A4, invariant=1)
    for page in range(1, items[-1].page + 1):
        for item in (one for one in items if one.page == page):
            x0, y0, x1, y1 = item.box
            if item.image is not None:
                canvas.drawImage(ImageReader(item.image), x0, HEIGHT - y1, x1 - x0, y1 - y0)
            else:
                canvas.setFont(SANS, item.size)
                canvas.drawString(x0, HEIGHT - y1 + item.size * 0.3, f"{item.marker} {item.text}".strip())
        canvas.showPage()
    canvas.save()


def docling_json(items: list[Item]) -> dict[str, Any]:
    """The same pages as a DoclingDocument."""
    texts: list[dict[str, Any]] = []
    pictures: list[dict[str, Any]] = []
    groups: list[dict[str, Any]] = []
    body: dict[str, Any] = {"self_ref": "#/body", "children": [], "label": "unspecified", "content_layer": "body"}
    captions = {id(item.caption) for item in items if item.caption is not None}

    def add_text(item: Item, parent: dict[str, Any], text: str, label: str, box: Box) -> dict[str, Any]:
        node = {
            "self_ref": f"#/texts/{len(texts)}",
            "parent": {"$ref": parent["self_ref"]},
            "children": [],
            "content_layer": "body",
            "label": label,
            "prov": [provenance(item.page, box, len(text))],
            "orig": f"{item.marker} {text}".strip(),
            "text": text,
        }
        if label == "section_header":
            node["level"] = 1
        if label == "list_item":
            node |= {"enumerated": True, "marker": item.marker}
        texts.append(node)
        parent["children"].append({"$ref": node["self_ref"]})
        return node

    for item in items:
        if id(item) in captions:
            continue
        if item.image is None:
            parent = body
            if item.label == "list_item":
                if not groups or body["children"][-1]["$ref"] != groups[-1]["self_ref"]:
                    group = {"self_ref": f"#/groups/{len(groups)}", "parent": {"$ref": "#/body"}, "children": []}
                    groups.append(group | {"content_layer": "body", "name": "list", "label": "list"})
                    body["children"].append({"$ref": groups[-1]["self_ref"]})
                parent = groups[-1]
            add_text(item, parent, item.text, item.label, item.box)
            continue
        picture: dict[str, Any] = {
            "self_ref": f"#/pictures/{len(pictures)}",
            "parent": {"$ref": "#/body"},
            "children": [],
            "content_layer": "body",
            "label": "picture",
            "prov": [provenance(item.page, item.box, 0)],
            "captions": [],
            "references": [],
            "footnotes": [],
            "annotations": [],
        }
        pictures.append(picture)
        body["children"].append({"$ref": picture["self_ref"]})
        if item.caption is not None:
            node = add_text(item.caption, picture, item.caption.text, "caption", item.caption.box)
            picture["captions"].append({"$ref": node["self_ref"]})
        left, top, right, _ = item.box
        scale = (right - left) / item.image.width
        for text, (x0, y0, x1, y1) in item.inside:
            box = (left + x0 * scale, top + y0 * scale, left + x1 * scale, top + y1 * scale)
            add_text(item, picture, text, "text", box)
    return {
        "schema_name": "DoclingDocument",
        "version": "1.10.0",
        "name": NAME,
        "origin": {"mimetype": "application/pdf", "binary_hash": 0, "filename": f"{NAME}.pdf"},
        "furniture": {"self_ref": "#/furniture", "children": [], "label": "unspecified", "content_layer": "furniture"},
        "body": body,
        "groups": groups,
        "texts": texts,
        "pictures": pictures,
        "tables": [],
        "key_value_items": [],
        "form_items": [],
        "pages": {
            str(number): {"size": {"width": WIDTH, "height": HEIGHT}, "page_no": number}
            for number in range(1, items[-1].page + 1)
        },
    }


def provenance(page: int, box: Box, characters: int) -> dict[str, Any]:
    x0, y0, x1, y1 = box
    bbox = {"l": x0, "t": HEIGHT - y0, "r": x1, "b": HEIGHT - y1, "coord_origin": "BOTTOMLEFT"}
    return {"page_no": page, "bbox": bbox, "charspan": [0, characters]}


def write_docling_sample(folder: Path) -> tuple[Path, Path]:
    """Write both files.

    Returns:
        The PDF and the JSON; they have the same name, so that `LayoutReader` finds one beside the other.
    """
    folder.mkdir(parents=True, exist_ok=True)
    items = contents()
    pdf, parsed = folder / f"{NAME}.pdf", folder / f"{NAME}.json"
    write_pdf(items, pdf)
    parsed.write_text(json.dumps(docling_json(items), ensure_ascii=False, indent=1), encoding="utf-8")
    return pdf, parsed


if __name__ == "__main__":
    for written in write_docling_sample(Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_FOLDER):
        print(written)
