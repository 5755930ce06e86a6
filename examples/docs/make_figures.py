"""Draw the figures of the documentation: drawings as SVG, pages of the sample manuals as PNG.

    python examples/docs/make_figures.py            # into examples/docs/pages/images

The figures are committed, so that the site can be built without this script; run it again when what they show changes.
"""

from __future__ import annotations

import html
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).parent
IMAGES = HERE / "pages" / "images"
sys.path.insert(0, str(HERE.parent))

INK, GREY, LINE, PALE, BLUE, GREEN, ORANGE, RED = (
    "#1c2430", "#5a6675", "#8b97a6", "#f3f6fa", "#1e66d0", "#12864a", "#c25700", "#c62828",
)  # fmt: skip
FONT = "system-ui, 'Segoe UI', 'Noto Sans', 'Noto Sans CJK JP', 'Hiragino Sans', sans-serif"
LINE_HEIGHT = 17
COLOURS = 128
"""Colours of a page image: print on white paper needs no more, and the file is a fourth."""


class Drawing:
    """An SVG being written: boxes with lines of text, arrows, notes. Pixels, origin top left."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self.head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img" font-family="{FONT}" font-size="13"><title>{html.escape(title)}</title>'
            '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
            f'orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="{LINE}"/></marker></defs>'
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
        )
        self.parts: list[str] = []

    def text(self, x: float, y: float, text: str, colour: str = INK, anchor: str = "start", **style: str) -> None:
        extra = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in style.items())
        self.parts.append(
            f'<text x="{x}" y="{y}" fill="{colour}" text-anchor="{anchor}"{extra}>{html.escape(text)}</text>'
        )

    def box(
        self,
        place: tuple[float, float, float, float],
        lines: Sequence[str],
        colour: str = BLUE,
        dashed: bool = False,
    ) -> None:
        """A rounded box (x, y, width, height); the first line is bold, the others are small."""
        x, y, width, height = place
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self.parts.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="7" fill="{PALE}" stroke="{colour}" '
            f'stroke-width="1.6"{dash}/>'
        )
        top = y + (height - LINE_HEIGHT * len(lines)) / 2 + 13
        for number, line in enumerate(lines):
            style = {"font_weight": "600"} if number == 0 else {"font_size": "12"}
            self.text(x + width / 2, top + LINE_HEIGHT * number, line, INK if number == 0 else GREY, "middle", **style)

    def arrow(self, *points: tuple[float, float]) -> None:
        path = " ".join(f"{x},{y}" for x, y in points)
        self.parts.append(
            f'<polyline points="{path}" fill="none" stroke="{LINE}" stroke-width="1.6" marker-end="url(#tip)"/>'
        )

    def note(self, x: float, y: float, lines: Sequence[str], anchor: str = "middle") -> None:
        for number, line in enumerate(lines):
            self.text(x, y + 15 * number, line, GREY, anchor, font_size="12")

    def write(self, path: Path) -> None:
        path.write_text(self.head + "".join(self.parts) + "</svg>\n", encoding="utf-8")


def flow() -> Drawing:
    """From the file to the cited answer."""
    drawing = Drawing(980, 300, "The way of a manual: from the file to the cited answer")
    top, low = 46, 196
    for place, lines, colour, dashed in (
        ((20, top, 150, 60), ["Manual", "PDF, HTML, JSON …"], GREY, False),
        ((220, top, 150, 60), ["LayoutReader", "structure of the page"], BLUE, False),
        ((410, top, 210, 60), ["PictureEvidenceTransform", "optional: pictures"], BLUE, True),
        ((660, top, 190, 60), ["ProcedureNodeParser", "steps, rows, sections"], BLUE, False),
        ((660, low, 190, 60), ["Qdrant", "dense and lexical vectors"], ORANGE, False),
        ((410, low, 210, 60), ["SectionFirstRetriever", "manual, section, place"], BLUE, False),
        ((220, low, 150, 60), ["Query engine", "any of LlamaIndex's"], GREY, False),
        ((20, low, 150, 60), ["Cited answer", "page with a frame"], GREEN, False),
    ):
        drawing.box(place, lines, colour, dashed)
    for start, end in ((170, 220), (370, 410), (620, 660)):
        drawing.arrow((start, top + 30), (end, top + 30))
    drawing.arrow((755, top + 60), (755, low))
    for start, end in ((660, 620), (410, 370), (220, 170)):
        drawing.arrow((start, low + 30), (end, low + 30))
    drawing.note(295, 28, ["a Document per file"])
    drawing.note(755, 28, ["manual, section, parent, child nodes"])
    drawing.note(767, 130, ["ingest(): embeds only what is new,", "replaces a manual whole"], "start")
    drawing.note(515, 276, ["a question becomes three ranked lists"])
    return drawing


def levels() -> Drawing:
    """The four levels of nodes."""
    drawing = Drawing(980, 400, "Four levels of nodes in one collection")
    rows = (
        (30, "manual", ["found by its names,", "and by meaning"]),
        (120, "section", ["searched by meaning"]),
        (220, "parent", ["never searched:", "the context to answer from"]),
        (320, "child", ["searched by meaning", "and by words"]),
    )
    for y, name, note in rows:
        drawing.text(20, y + 22, name, INK, font_weight="600")
        drawing.note(20, y + 40, note, "start")
    drawing.box((480, 24, 220, 48), ["ES-200 manual", "title, models, version, contents"], GREEN)
    drawing.box((250, 116, 300, 48), ["Manual > 4 Troubleshooting", "heading path, headings below, opening text"], BLUE)
    drawing.box((640, 116, 300, 48), ["Manual > 5 Maintenance", "heading path, headings below, opening text"], BLUE)
    drawing.box((330, 216, 220, 48), ["up to six children", "of one section, together"], GREY)
    drawing.box((200, 316, 150, 54), ["procedure", "steps 1–4"], ORANGE)
    drawing.box((370, 316, 150, 54), ["procedure", "steps 5–7"], ORANGE)
    drawing.box((540, 316, 150, 54), ["table rows", "column: value"], ORANGE)
    drawing.box((715, 316, 150, 54), ["picture", "a section's only child"], ORANGE)
    for start, end in (
        ((590, 72), (400, 116)),
        ((590, 72), (790, 116)),
        ((400, 164), (440, 216)),
        ((440, 264), (275, 316)),
        ((440, 264), (445, 316)),
        ((440, 264), (615, 316)),
        ((790, 164), (790, 316)),
    ):
        drawing.arrow(start, end)
    return drawing


def search() -> Drawing:
    """What becomes of a question."""
    drawing = Drawing(980, 380, "How a question is searched")
    drawing.box((20, 20, 280, 54), ["“E-042 on the ES-200: which step?”", "widths and dashes folded"], GREY)
    drawing.box(
        (20, 112, 280, 64),
        ["1  Which manual?", "chosen > model or title named > unknown", "named: the others are left out"],
    )
    drawing.box((360, 20, 250, 46), ["sections by meaning", "heading path and opening"], GREEN)
    drawing.box((360, 82, 250, 46), ["chunks by meaning", "children of these manuals"], ORANGE)
    drawing.box((360, 144, 250, 46), ["chunks by words", "bigrams, words, whole codes"], ORANGE)
    drawing.box((690, 66, 270, 78), ["2  Rank", "ranks of the lists fused (RRF),", "chunks of the best sections first"])
    drawing.box(
        (690, 206, 270, 96),
        ["3  Choose", "a place per named manual,", "a place per meaning of a code,", "repeats give up theirs"],
    )
    drawing.box((360, 218, 250, 72), ["4  Join", "neighbours that were both found", "become one result"])
    drawing.box(
        (20, 218, 280, 72),
        ["Results with citations", "why: ranks of every stage", "confidence: do the manuals answer?"],
        GREEN,
    )
    drawing.arrow((160, 74), (160, 112))
    drawing.arrow((300, 144), (330, 144), (330, 43), (360, 43))
    drawing.arrow((330, 105), (360, 105))
    drawing.arrow((300, 144), (330, 144), (330, 167), (360, 167))
    drawing.arrow((610, 43), (650, 43), (650, 95), (690, 95))
    drawing.arrow((610, 105), (690, 105))
    drawing.arrow((610, 167), (650, 167), (650, 115), (690, 115))
    drawing.arrow((825, 144), (825, 206))
    drawing.arrow((690, 254), (610, 254))
    drawing.arrow((360, 254), (300, 254))
    drawing.note(
        490, 330, ["No model reads body text while searching; an LLM, where one is given, sees the question only."]
    )
    return drawing


def ingest_order() -> Drawing:
    """Why a stopped run loses nothing."""
    drawing = Drawing(980, 190, "The order in which ingest writes")
    steps = (
        (["1  Ask", "which chunks the", "store has"], BLUE),
        (["2  Embed", "only the missing", "ones"], BLUE),
        (["3  Write", "new chunks beside", "the old ones"], ORANGE),
        (["4  Record", "the manual's node", "vouches for all"], GREEN),
        (["5  Delete", "what the manual no", "longer has"], RED),
    )
    for number, (lines, colour) in enumerate(steps):
        x = 20 + 192 * number
        drawing.box((x, 24, 160, 76), lines, colour)
        if number:
            drawing.arrow((x - 32, 62), (x, 62))
    drawing.note(
        490,
        132,
        [
            "Stopped anywhere, the store holds the old chunks, the new ones, or both, and no record that vouches for them:"
        ],
    )
    drawing.note(490, 150, ["the next run finishes the work and embeds only what is still missing."])
    return drawing


def page_images(folder: Path) -> None:
    """Pages of the sample manuals as the reader sees them, the evidence of an answer, and the crops of a picture."""
    from PIL import Image
    from sample_manuals import EX_50, write_sample_manuals

    from llama_index_layout_rag import (
        LayoutReader,
        PictureEvidenceTransform,
        ProcedureNodeParser,
        draw_layout,
        highlight,
    )

    with tempfile.TemporaryDirectory() as work:
        paths = write_sample_manuals(Path(work))
        manual = next(path for path in paths if path.name == EX_50)
        pictures = PictureEvidenceTransform(crop_dir=f"{work}/crops", ocr="never")
        nodes = ProcedureNodeParser().get_nodes_from_documents(pictures(LayoutReader().load_data(manual)))
        steps = next(
            node for node in nodes if "hold down the reset button" in node.text and node.metadata.get("procedure_steps")
        )
        save(draw_layout(manual, pages=[4], dpi=88)[0], folder / "layout.png")
        save(highlight(steps, dpi=72), folder / "evidence.png")
        screen = next(
            record for node in nodes for record in node.metadata.get("image_evidence", []) if record["page"] == 4
        )
        for key, name in (("crop_path", "crop.png"), ("context_crop_path", "context_crop.png")):
            image = Image.open(screen[key])
            image.thumbnail((560, 560))
            save(image, folder / name)


def save(image: object, path: Path) -> None:
    image.convert("RGB").quantize(COLOURS).save(path, optimize=True)  # type: ignore[attr-defined]


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name, draw in (("flow", flow), ("levels", levels), ("search", search), ("ingest", ingest_order)):
        draw().write(IMAGES / f"{name}.svg")
    page_images(IMAGES)


if __name__ == "__main__":
    main()
