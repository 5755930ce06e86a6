"""A small manual with pictures of every role, as a PDF."""

from __future__ import annotations

from pathlib import Path

from llama_index.core.schema import Document
from pdf_builder import PdfBuilder
from PIL import Image, ImageDraw
from reportlab.lib.utils import ImageReader

from llama_index_layout_rag.readers.reader import LayoutReader


def screen(title: str, width: int = 360, height: int = 180) -> Image.Image:
    """A drawn screen with a title bar and a few boxes."""
    image = Image.new("RGB", (width * 2, height * 2), "#f4f6f8")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, width * 2, 40), fill="#335577")
    draw.text((12, 8), title, fill="white", font_size=24)
    for row in range(3):
        draw.rectangle((40, 90 + 80 * row, width * 2 - 40, 140 + 80 * row), outline="#777777", width=3)
    return image


def put(builder: PdfBuilder, image: Image.Image, width: float, height: float, x: float, y: float) -> None:
    """A bitmap with its upper left corner at (x, y)."""
    builder.canvas.drawImage(ImageReader(image), x, builder.height - y - height, width, height)


def write_manual(path: Path, screens: int = 2, change: str = "") -> Path:
    """Writes the manual: a screen under each of the first sections, an icon in a step, a footer logo on every page."""
    builder = PdfBuilder(title="ES-200 取扱説明書")
    logo = Image.new("RGB", (60, 24), "#aa3333")
    for number in range(1, max(screens, 3) + 1):
        builder.heading(f"{number}. 画面{number}の設定")
        builder.item("1.", f"設定{number}タブを押します。")
        builder.y += 20
        builder.text(builder.left, builder.y, "2.", 10).text(builder.left + 22, builder.y, "画面右上の", 10)
        put(builder, Image.new("RGB", (48, 48), "#22aa55"), 14, 14, builder.left + 74, builder.y - 11)
        builder.text(builder.left + 92, builder.y, "を押して保存します。", 10)
        builder.y += 14
        if number <= screens:
            top = builder.y + 10
            put(builder, screen(f"Screen {number}{change if number == 1 else ''}"), 360, 180, builder.left, top)
            builder.y = top + 180
            builder.caption(f"図 {number} 設定画面{number}")
        put(builder, logo, 60, 24, 267, builder.height - 40)
        builder.page()
    path.write_bytes(builder.build())
    return path


def documents(path: Path) -> list[Document]:
    """The manual as the reader gives it."""
    return LayoutReader().load_data(path)
