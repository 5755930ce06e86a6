"""Write the sample manuals: four short manuals of a maker that does not exist, as PDFs.

The quickstart and the tests read them. They are laid out as real manuals are (cover, contents page, running header,
footer with a logo, numbered steps, screenshots, icons in the text, boxed cautions, ruled tables that go on over the
page), in two styles, and the same run always gives the same bytes::

    python examples/sample_manuals.py [FOLDER]      # default: examples/output/manuals

``QUESTIONS`` holds what people ask about them, with the words that a right answer must rest on.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFont

try:
    import pylopdf_fonts_jp
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import TTFont as FontFile
    from reportlab.lib import colors
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import (
        BaseDocTemplate,
        CondPageBreak,
        Flowable,
        Frame,
        HRFlowable,
        KeepTogether,
        NextPageTemplate,
        PageBreak,
        PageTemplate,
        Paragraph,
        Spacer,
        Table,
        TableStyle,
    )
    from reportlab.platypus import Image as Picture
    from reportlab.platypus.tableofcontents import TableOfContents
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"Writing the sample manuals needs the package {missing.name!r}: "
        "install the extra with pip install 'llama-index-layout-rag[examples]'."
    ) from missing

DEFAULT_FOLDER = Path(__file__).parent / "output" / "manuals"

MAKER_JA = "ハルミネ電機株式会社"
MAKER_EN = "Harumine Electric Co., Ltd."


# ---------------------------------------------------------------------------------------------------------------------
# The files, and what is asked about them
# ---------------------------------------------------------------------------------------------------------------------

ES_200 = "ES-200_manual_ja.pdf"
ES_300 = "ES-300_manual_ja.pdf"
EX_50 = "EX-50_manual_en.pdf"
LABEL_PROCEDURE = "delivery_label_procedure_ja.pdf"

Kind = Literal[
    "operation", "condition", "result", "caution", "code", "setting", "value", "comparison", "figure", "everyday",
    "unanswerable",
]  # fmt: skip


class Question(NamedTuple):
    """A question on the sample manuals, and where its answer stands.

    Attributes:
        question: As a person would type it.
        language: ``"ja"`` or ``"en"``.
        model: The model number that the question names; None when it names none, or several.
        evidence: Text that must be in the evidence found; all of it. Blanks and line ends do not count, since a line
            may break anywhere. Empty when no manual answers.
        section_path: Headings that lead to the answer, as printed; empty when no manual answers.
        files: For each piece of evidence, the manual that holds it.
        kind: What sort of question it is.
    """

    question: str
    language: Literal["ja", "en"]
    model: str | None
    evidence: tuple[str, ...]
    section_path: tuple[str, ...]
    files: tuple[str, ...]
    kind: Kind


QUESTIONS: list[Question] = [
    Question(
        "ES-200の日付を直したいのですが、設定画面でどのボタンを押しますか？",
        "ja",
        "ES-200",
        ("［日付と時刻］を押します",),
        ("2. 準備する", "2.2 日付と時刻を設定する"),
        (ES_200,),
        "operation",
    ),
    Question(
        "ES-300で用紙ガイドをラベルの幅に合わせるのは何番の手順ですか？",
        "ja",
        "ES-300",
        ("2. 用紙ガイドをつまみ、ラベルの幅に合わせます。",),
        ("2. 準備する", "2.1 用紙カセットにラベル用紙をセットする"),
        (ES_300,),
        "operation",
    ),
    Question(
        "ES-200で、選んだテンプレートが未承認だと何が表示されますか？",
        "ja",
        "ES-200",
        ("未承認の場合は、エラー一覧が表示されます",),
        ("3. 印刷する", "3.1 ラベルを印刷する"),
        (ES_200,),
        "condition",
    ),
    Question(
        "ES-200で日付と時刻を保存すると、どの画面に戻りますか？",
        "ja",
        "ES-200",
        ("「設定を保存しました」と表示され、ホーム画面に戻ります",),
        ("2. 準備する", "2.2 日付と時刻を設定する"),
        (ES_200,),
        "result",
    ),
    Question(
        "ＥＳ－３００の印刷中にしてはいけないことは何ですか？",
        "ja",
        "ES-300",
        ("印刷中は、用紙カセットを引き出さないでください",),
        ("3. 印刷する", "3.1 ラベルを印刷する"),
        (ES_300,),
        "caution",
    ),
    Question(
        "ES-200に表示されたエラーコード008の意味を教えてください。",
        "ja",
        "ES-200",
        ("トップカバーが開いています",),
        ("4. 困ったときは", "4.4 エラーコードと設定値"),
        (ES_200,),
        "code",
    ),
    Question(
        "ES-200の設定値008にすると、何がどう変わりますか？",
        "ja",
        "ES-200",
        ("印字濃度：濃い",),
        ("4. 困ったときは", "4.4 エラーコードと設定値"),
        (ES_200,),
        "setting",
    ),
    Question(
        "ES-300でE-042が出ました。どうすればよいですか？",
        "ja",
        "ES-300",
        ("印字ヘッドが高温です。電源を切り、20分待ちます",),
        ("4. 困ったときは", "4.4 エラーコードと設定値"),
        (ES_300,),
        "code",
    ),
    Question(
        "ES-200のE-04は何のエラーですか？",
        "ja",
        "ES-200",
        ("媒体が給紙経路に残っています",),
        ("4. 困ったときは", "4.4 エラーコードと設定値"),
        (ES_200,),
        "code",
    ),
    Question(
        "初期化のときにリセットボタンを長押しする時間は、ES-200とES-300で同じですか？",
        "ja",
        None,
        ("リセットボタンを5秒以上長押しします", "リセットボタンを10秒以上長押しします"),
        ("4. 困ったときは", "4.3 本体を初期化する"),
        (ES_200, ES_300),
        "comparison",
    ),
    Question(
        "ES-200とES-300では、用紙カセットに入る枚数はどう違いますか？",
        "ja",
        None,
        ("ラベル用紙を最大100枚まで入れられます", "ラベル用紙を最大250枚まで入れられます"),
        ("2. 準備する", "2.1 用紙カセットにラベル用紙をセットする"),
        (ES_200, ES_300),
        "comparison",
    ),
    Question(
        "ES-200で紙が詰まってしまいました。どうやって取ればよいですか？",
        "ja",
        "ES-200",
        ("緑色のレバーを奥へ倒します", "給紙方向にゆっくり引き抜きます"),
        ("4. 困ったときは", "4.2 給紙経路の残留媒体の除去"),
        (ES_200, ES_200),
        "everyday",
    ),
    Question(
        "ES-300の印刷確認画面の図はどこにありますか？",
        "ja",
        "ES-300",
        ("図 3-1 印刷確認画面",),
        ("3. 印刷する", "3.1 ラベルを印刷する"),
        (ES_300,),
        "figure",
    ),
    Question(
        "納品ラベルを再発行するとき、前のラベルが手元に残っていたらどうしますか？",
        "ja",
        None,
        ("発行済みのラベルが手元に残っている場合は、赤い線を引いて回収箱に入れてから再発行する",),
        ("4 再発行と取消", "4.1 ラベルの再発行"),
        (LABEL_PROCEDURE,),
        "condition",
    ),
    Question(
        "納品ラベルを発行する画面では、出荷予定日を選んだあとどのボタンを押しますか？",
        "ja",
        None,
        ("［抽出］ボタンを押す",),
        ("3 ラベルの発行", "3.1 出荷データの抽出"),
        (LABEL_PROCEDURE,),
        "operation",
    ),
    Question(
        "ES-200でファクスを送るにはどうすればよいですか？",
        "ja",
        "ES-200",
        (),
        (),
        (),
        "unanswerable",
    ),
    Question(
        "How long do I have to hold the reset button on the EX-50?",
        "en",
        "EX-50",
        ("hold down the reset button for at least 3 seconds",),
        ("4. Troubleshooting", "4.3 Restoring the factory settings"),
        (EX_50,),
        "value",
    ),
    Question(
        "What should I do if the status lamp of the EX-50 is red?",
        "en",
        "EX-50",
        ("If the lamp is red, turn the power off and wait 30 seconds",),
        ("4. Troubleshooting", "4.1 Checking the status lamp"),
        (EX_50,),
        "condition",
    ),
    Question(
        "Which button do I press on the EX-50 to save the date?",
        "en",
        "EX-50",
        ("Press [Save].",),
        ("2. Setting up", "2.2 Setting the date and time"),
        (EX_50,),
        "operation",
    ),
    Question(
        "EX-50: what does error code E-042 mean?",
        "en",
        "EX-50",
        ("The print head is too hot.",),
        ("4. Troubleshooting", "4.4 Error codes and setting values"),
        (EX_50,),
        "code",
    ),
    Question(
        "What does setting value 008 do on the EX-50?",
        "en",
        "EX-50",
        ("Print density: dark",),
        ("4. Troubleshooting", "4.4 Error codes and setting values"),
        (EX_50,),
        "setting",
    ),
    Question(
        "A label is stuck inside my EX-50. How do I get it out?",
        "en",
        "EX-50",
        ("Pull the residual media slowly towards you",),
        ("4. Troubleshooting", "4.2 Clearing residual media from the feed path"),
        (EX_50,),
        "everyday",
    ),
    Question(
        "How do I pair the EX-50 with a Bluetooth headset?",
        "en",
        "EX-50",
        (),
        (),
        (),
        "unanswerable",
    ),
]


# ---------------------------------------------------------------------------------------------------------------------
# Fonts: embedded, so that the pages look alike on every machine
# ---------------------------------------------------------------------------------------------------------------------

SANS, BOLD, SERIF = "SampleSans", "SampleSans-Bold", "SampleSerif"

# How far the outline is thickened for the bold face, in thousandths of the type size: judged by eye at 11 points.
BOLD_SPREAD = 16


@cache
def register_fonts() -> None:
    """Make the three faces known to reportlab.

    The fonts package carries PostScript outlines and one weight; reportlab embeds TrueType outlines only. So the
    glyphs that this file can need (the characters that stand in it) are converted, and a bold face is made of them.
    """
    characters = sorted(set(Path(__file__).read_text(encoding="utf-8")) - {"\n"})
    for name, source, weight in (
        (SANS, pylopdf_fonts_jp.sans_path(), 400),
        (BOLD, pylopdf_fonts_jp.sans_path(), 700),
        (SERIF, pylopdf_fonts_jp.serif_path(), 400),
    ):
        pdfmetrics.registerFont(TTFont(name, BytesIO(truetype_font(source, name, characters, weight))))
    pdfmetrics.registerFontFamily(SANS, normal=SANS, bold=BOLD, italic=SANS, boldItalic=BOLD)
    pdfmetrics.registerFontFamily(SERIF, normal=SERIF, bold=BOLD, italic=SERIF, boldItalic=BOLD)


def truetype_font(source: Path, name: str, characters: Sequence[str], weight: int) -> bytes:
    """A TrueType font with the glyphs of ``characters`` from an OpenType font with PostScript outlines.

    Args:
        source: The OpenType font.
        name: Family and PostScript name of the new font.
        characters: What it must be able to print.
        weight: 400 for the outlines as they are, 700 for thickened ones.
    """
    with FontFile(source, lazy=True) as font:
        cmap = {ord(c): font.getBestCmap()[ord(c)] for c in characters if ord(c) in font.getBestCmap()}
        order = [".notdef", *sorted(set(cmap.values()))]
        outlines = font.getGlyphSet()
        glyphs = {glyph: _truetype_glyph(outlines[glyph], weight) for glyph in order}
        advances = {glyph: outlines[glyph].width for glyph in order}
        ascent, descent = font["hhea"].ascent, font["hhea"].descent
        units = font["head"].unitsPerEm
    builder = FontBuilder(units, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(cmap)
    builder.setupGlyf(glyphs)
    # Renderers move a glyph by its left side bearing: anything but its own left edge would displace it.
    builder.setupHorizontalMetrics({glyph: (advances[glyph], getattr(glyphs[glyph], "xMin", 0)) for glyph in order})
    builder.setupHorizontalHeader(ascent=ascent, descent=descent)
    builder.setupNameTable({"familyName": name, "styleName": "Bold" if weight > 400 else "Regular", "psName": name})
    builder.setupOS2(sTypoAscender=ascent, sTypoDescender=descent, usWeightClass=weight)
    builder.setupPost()
    # No time of making: the same run gives the same bytes.
    builder.updateHead(created=0, modified=0)
    builder.font.recalcTimestamp = False
    file = BytesIO()
    builder.save(file)
    return file.getvalue()


def _truetype_glyph(outline: Any, weight: int) -> Any:
    pen = TTGlyphPen(None)
    quadratic = Cu2QuPen(pen, max_err=1.0, reverse_direction=True)
    spread = BOLD_SPREAD if weight > 400 else 0
    # Copies of one outline, a little apart, fill together: that is a thicker stroke.
    for dx, dy in ((0, 0),) if not spread else ((-spread, 0), (spread, 0), (0, -spread), (0, spread)):
        outline.draw(TransformPen(quadratic, (1, 0, 0, 1, dx, dy)))
    return pen.glyph()


# ---------------------------------------------------------------------------------------------------------------------
# Pictures, drawn with Pillow
# ---------------------------------------------------------------------------------------------------------------------

INK = (38, 50, 56)
BLUE = (21, 101, 192)
PALE = (227, 236, 245)
GREY = (176, 190, 197)
WHITE = (255, 255, 255)
RED = (198, 40, 40)
ORANGE = (239, 108, 0)


def drawn_text(draw: ImageDraw.ImageDraw, centre: tuple[float, float], text: str, size: int, fill: Any = INK) -> None:
    font = ImageFont.truetype(str(pylopdf_fonts_jp.sans_path()), size)
    draw.text(centre, text, font=font, fill=fill, anchor="mm")


def button(
    draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], text: str, size: int = 30, strong: bool = False
) -> None:
    draw.rounded_rectangle(box, radius=12, fill=BLUE if strong else WHITE, outline=BLUE, width=3)
    drawn_text(draw, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), text, size, WHITE if strong else INK)


def window(title: str, size: tuple[int, int] = (900, 520)) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """An empty screen with a title bar."""
    image = Image.new("RGB", size, PALE)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, size[0], 64), fill=INK)
    drawn_text(draw, (size[0] / 2, 32), title, 32, WHITE)
    draw.rectangle((0, 0, size[0] - 1, size[1] - 1), outline=INK, width=4)
    return image, draw


def menu_screen(title: str, choices: Sequence[str], back: str) -> Image.Image:
    """A screen with a grid of buttons."""
    image, draw = window(title)
    for index, choice in enumerate(choices):
        left, top = 40 + 420 * (index % 2), 96 + 104 * (index // 2)
        button(draw, (left, top, left + 400, top + 80), choice)
    button(draw, (40, 420, 220, 490), back, 26)
    return image


def confirm_screen(title: str, lines: Sequence[str], yes: str, no: str) -> Image.Image:
    """A screen with a preview of a label, some lines and two buttons."""
    image, draw = window(title)
    draw.rectangle((50, 100, 400, 380), fill=WHITE, outline=GREY, width=3)
    drawn_text(draw, (225, 150), "HM-0417", 40)
    for bar in range(28):
        left = 90 + bar * 10
        draw.rectangle((left, 200, left + (2, 6, 4, 7)[bar % 4], 320), fill=INK)
    drawn_text(draw, (225, 350), "4 901234 567894", 24)
    for index, line in enumerate(lines):
        drawn_text(draw, (650, 130 + 64 * index), line, 28)
    button(draw, (470, 410, 650, 485), no)
    button(draw, (680, 410, 860, 485), yes, strong=True)
    return image


def table_screen(
    title: str, header: Sequence[str], rows: Sequence[Sequence[str]], buttons: Sequence[str]
) -> Image.Image:
    """A window of a business program: a list and the buttons under it."""
    image, draw = window(title, (1000, 480))
    width = 920 // len(header)
    for row, cells in enumerate([header, *rows]):
        top = 90 + 56 * row
        for column, cell in enumerate(cells):
            box = (40 + width * column, top, 40 + width * (column + 1), top + 56)
            draw.rectangle(box, fill=GREY if row == 0 else WHITE, outline=INK, width=2)
            drawn_text(draw, (box[0] + width / 2, top + 28), cell, 24)
    for index, text in enumerate(buttons):
        button(draw, (40 + 230 * index, 400, 240 + 230 * index, 455), text, 26, strong=index == 0)
    return image


def machine(model: str, wide: bool) -> Image.Image:
    """The printer from the front, its parts numbered."""
    image = Image.new("RGB", (900, 500), WHITE)
    draw = ImageDraw.Draw(image)
    left, right = (180, 720) if wide else (240, 660)
    draw.rounded_rectangle((left, 90, right, 420), radius=30, fill=(236, 239, 241), outline=INK, width=5)
    draw.line((left, 190, right, 190), fill=INK, width=4)
    draw.rounded_rectangle((left + 60, 220, left + 250, 320), radius=8, fill=INK)
    drawn_text(draw, (left + 155, 270), model, 30, WHITE)
    draw.rectangle((left + 40, 350, right - 40, 395), fill=WHITE, outline=INK, width=4)
    draw.ellipse((right - 110, 235, right - 60, 285), fill=(46, 125, 50))
    draw.rectangle((left + 90, 170, right - 90, 186), fill=INK)
    for mark, start, end in (
        ("①", (110, 60), (left + 90, 110)),
        ("②", (110, 270), (left + 62, 270)),
        ("③", (800, 150), (right - 85, 250)),
        ("④", (800, 440), (right - 60, 375)),
    ):
        draw.line((*start, *end), fill=BLUE, width=4)
        draw.ellipse((start[0] - 28, start[1] - 28, start[0] + 28, start[1] + 28), fill=WHITE)
        drawn_text(draw, start, mark, 48, BLUE)
    return image


def icon(name: str) -> Image.Image:
    """A small icon as it is printed inside a line of text."""
    image = Image.new("RGB", (64, 64), WHITE)
    draw = ImageDraw.Draw(image)
    if name == "gear":
        for x0, y0, x1, y1 in ((28, 2, 36, 62), (2, 28, 62, 36)):
            draw.rectangle((x0 - 4, y0, x1 + 4, y1) if y1 == 62 else (x0, y0 - 4, x1, y1 + 4), fill=INK)
        draw.line((11, 11, 53, 53), fill=INK, width=14)
        draw.line((11, 53, 53, 11), fill=INK, width=14)
        draw.ellipse((11, 11, 53, 53), fill=INK)
        draw.ellipse((23, 23, 41, 41), fill=WHITE)
    elif name == "wifi":
        for radius in (30, 20, 10):
            draw.arc((32 - radius, 48 - radius, 32 + radius, 48 + radius), 225, 315, fill=BLUE, width=6)
        draw.ellipse((27, 46, 37, 56), fill=BLUE)
    elif name == "stop":
        draw.ellipse((2, 2, 62, 62), fill=RED)
        draw.rectangle((20, 20, 44, 44), fill=WHITE)
    elif name == "warning":
        draw.polygon(((32, 3), (62, 59), (2, 59)), fill=ORANGE)
        draw.rectangle((29, 22, 35, 42), fill=WHITE)
        draw.rectangle((29, 46, 35, 52), fill=WHITE)
    else:
        raise ValueError(f"There is no icon {name!r}: draw it here first.")
    return image


def logo() -> Image.Image:
    """The maker's mark in the footer of every page."""
    image = Image.new("RGB", (240, 64), WHITE)
    draw = ImageDraw.Draw(image)
    draw.ellipse((4, 8, 52, 56), fill=BLUE)
    draw.polygon(((14, 44), (28, 18), (42, 44)), fill=WHITE)
    drawn_text(draw, (148, 32), "HARUMINE", 32, BLUE)
    return image


def png(image: Image.Image) -> BytesIO:
    file = BytesIO()
    image.save(file, "PNG")
    file.seek(0)
    return file


@cache
def _icon_folder() -> tempfile.TemporaryDirectory[str]:
    """Where the icons lie while the program runs: reportlab puts pictures into a line from files only."""
    return tempfile.TemporaryDirectory(prefix="sample-manual-icons-")


def in_line(name: str) -> str:
    """Markup that puts an icon into a paragraph."""
    file = Path(_icon_folder().name) / f"{name}.png"
    if not file.exists():
        icon(name).save(file)
    return f'<img src="{file.as_posix()}" width="10" height="10" valign="-1.5"/>'


# ---------------------------------------------------------------------------------------------------------------------
# A manual being written: headings, steps, pictures, tables in the style of the house
# ---------------------------------------------------------------------------------------------------------------------

MARGIN = 56.0
TEXT_WIDTH = A4[0] - 2 * MARGIN
STEP_INDENT = 22.0


@dataclass(frozen=True)
class Look:
    """How a manual looks. Sizes in points.

    Attributes:
        body_font: The face of the running text.
        body_size: Its size.
        heading_sizes: Type size of chapter and section headings.
        colour: Of headings, rules and table headers.
        chapter_rule: Whether a rule is drawn under a chapter heading.
        bookmarks: Whether the PDF has an outline.
        marker_indent: Room for the number of a step.
    """

    body_font: str
    body_size: float
    heading_sizes: tuple[float, float]
    colour: Any
    chapter_rule: bool
    bookmarks: bool
    marker_indent: float = STEP_INDENT


PRODUCT_LOOK = Look(SANS, 9.5, (17, 12.5), colors.Color(0.08, 0.4, 0.75), chapter_rule=True, bookmarks=True)
PLAIN_LOOK = Look(SERIF, 10, (11, 11), colors.black, chapter_rule=False, bookmarks=False, marker_indent=36)


@dataclass
class Manual:
    """A manual in the making: each method adds what it names to the end."""

    language: Literal["ja", "en"]
    title: str
    look: Look
    story: list[Flowable] = field(default_factory=list)

    def style(self, name: str, size: float, **more: Any) -> ParagraphStyle:
        """A paragraph style in the face of the body; ``more`` are reportlab's own settings."""
        settings: dict[str, Any] = {
            "fontName": self.look.body_font,
            "fontSize": size,
            "leading": size * 1.6,
            "wordWrap": "CJK" if self.language == "ja" else None,
        }
        return ParagraphStyle(name, **{**settings, **more})

    def paragraph(self, text: str, indent: float = 0, marker: str | None = None, space: float = 4) -> Paragraph:
        left = indent + (self.look.marker_indent if marker else 0)
        style = self.style("body", self.look.body_size, leftIndent=left, bulletIndent=indent, spaceAfter=space)
        style.bulletFontName, style.bulletFontSize = style.fontName, style.fontSize
        return Paragraph(text, style, bulletText=marker)

    def heading(self, level: int, text: str, new_page: bool = False) -> None:
        """A chapter (level 1) or section (level 2) heading, listed in the contents under the text given."""
        if new_page:
            self.story.append(PageBreak())
        size = self.look.heading_sizes[level - 1]
        style = self.style(
            f"heading{level}",
            size,
            fontName=BOLD,
            textColor=self.look.colour,
            keepWithNext=1,
            spaceBefore=12,
            spaceAfter=5,
        )
        heading = Paragraph(text, style)
        heading.contents_entry = (level, text)
        self.story.append(heading)
        if level == 1 and self.look.chapter_rule:
            rule = HRFlowable(width="100%", thickness=1.5, color=self.look.colour, spaceAfter=8)
            rule.keepWithNext = 1
            self.story.append(rule)

    def text(self, text: str, indent: float = 0) -> None:
        self.story.append(self.paragraph(text, indent))

    def steps(self, *steps: tuple[str, str], depth: int = 0) -> None:
        """Numbered items: (number as printed, text). ``depth`` 1 is inside a step."""
        for marker, text in steps:
            self.story.append(self.paragraph(text, depth * self.look.marker_indent, marker))

    def remark(self, text: str) -> None:
        """A paragraph that belongs to the step before it: a condition, a result."""
        self.story.append(self.paragraph(text, self.look.marker_indent))

    def bullets(self, *items: str, depth: int = 0, mark: str = "・") -> None:
        for item in items:
            self.story.append(self.paragraph(item, depth * 14, mark, space=2))

    def caution(self, label: str, text: str) -> None:
        """A boxed caution with its warning sign."""
        head = Paragraph(f"{in_line('warning')} <b>{label}</b>", self.style("label", self.look.body_size))
        box = Table([[head, self.paragraph(text, space=0)]], colWidths=[78, TEXT_WIDTH - 78])
        box.setStyle(
            TableStyle(
                [
                    ("BOX", (0, 0), (-1, -1), 1.2, colors.Color(0.94, 0.42, 0)),
                    ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
                ]
            )
        )
        self.story += [Spacer(0, 4), box, Spacer(0, 8)]

    def note(self, text: str) -> None:
        """A boxed remark without colour or sign."""
        box = Table([[self.paragraph(text, space=0)]], colWidths=[TEXT_WIDTH])
        box.setStyle(TableStyle([("BOX", (0, 0), (-1, -1), 0.8, colors.black)]))
        self.story += [Spacer(0, 4), box, Spacer(0, 8)]

    def figure(self, image: Image.Image, caption: str, width: float = 225) -> None:
        """A picture with its caption below."""
        picture = Picture(png(image), width=width, height=width * image.height / image.width)
        under = Paragraph(caption, self.style("caption", self.look.body_size - 1, alignment=1, spaceAfter=8))
        self.story.append(KeepTogether([Spacer(0, 4), picture, Spacer(0, 3), under]))

    def table(
        self, caption: str, header: Sequence[str], rows: Iterable[Sequence[str]], widths: Sequence[float]
    ) -> None:
        """A ruled table with its caption above; its header is printed again on the next page.

        Args:
            caption: Printed above.
            header: The cells of the first row.
            rows: The others.
            widths: Shares of the text width, one a column.
        """
        size = self.look.body_size - 1
        cell, head = self.style("cell", size), self.style("head", size, fontName=BOLD)
        cells = [[Paragraph(text, head) for text in header]]
        cells += [[Paragraph(text, cell) for text in row] for row in rows]
        table = Table(cells, colWidths=[TEXT_WIDTH * w / sum(widths) for w in widths], repeatRows=1)
        table.setStyle(
            TableStyle(
                [
                    ("GRID", (0, 0), (-1, -1), 0.6, colors.Color(0.35, 0.4, 0.42)),
                    ("BACKGROUND", (0, 0), (-1, 0), colors.Color(0.89, 0.93, 0.96)),
                    ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
                    ("TOPPADDING", (0, 0), (-1, -1), 2),
                    ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
                ]
            )
        )
        above = Paragraph(caption, self.style("caption", size, spaceBefore=6, spaceAfter=3))
        # A caption does not stay alone at the foot of a page, but a long table may begin there.
        self.story += [CondPageBreak(90), above, table, Spacer(0, 10)]

    def cover(self, product: str, model: str, kind: str, lines: Sequence[str], image: Image.Image, maker: str) -> None:
        """The first page, without header and footer."""
        centred = {"alignment": 1, "spaceAfter": 8}
        self.story += [
            Spacer(0, 70),
            Paragraph(product, self.style("product", 18, **centred)),
            Paragraph(model, self.style("model", 40, fontName=BOLD, textColor=self.look.colour, **centred)),
            Paragraph(kind, self.style("kind", 24, fontName=BOLD, **centred)),
            Spacer(0, 24),
            Picture(png(image), width=300, height=300 * image.height / image.width),
            Spacer(0, 30),
            *(Paragraph(line, self.style("line", 11, **centred)) for line in lines),
            Spacer(0, 50),
            Paragraph(maker, self.style("maker", 12, **centred)),
            NextPageTemplate("page"),
            PageBreak(),
        ]

    def contents(self, heading: str) -> None:
        """The contents page, with dot leaders."""
        self.story.append(Paragraph(heading, self.style("contents", 17, fontName=BOLD, spaceAfter=14)))
        size = self.look.body_size + 0.5
        entries = TableOfContents(dotsMinLevel=0)
        entries.levelStyles = [
            self.style("contents1", size, fontName=BOLD, spaceBefore=6),
            self.style("contents2", size, leftIndent=16),
        ]
        self.story.append(entries)

    def write(self, path: Path, header: str, footer: str, cover: bool) -> None:
        """Lay the manual out and write the PDF.

        Args:
            path: The file to write.
            header: The running header.
            footer: The page number in its form, such as ``"- {page} -"``.
            cover: Whether the first page is a cover, without header and footer.
        """
        document = _Document(str(path), self, header, footer)
        frame = Frame(MARGIN, 54, TEXT_WIDTH, A4[1] - 120, leftPadding=0, rightPadding=0, id="text")
        page = PageTemplate("page", [frame], onPageEnd=document.furniture)
        document.addPageTemplates([PageTemplate("cover", [frame]), page] if cover else [page])
        document.multiBuild(self.story)


class _Document(BaseDocTemplate):
    """Numbers the pages, gathers contents and bookmarks, and draws what every page has."""

    def __init__(self, filename: str, manual: Manual, header: str, footer: str) -> None:
        super().__init__(filename, pagesize=A4, title=manual.title, author="Harumine Electric", invariant=1)
        self.manual, self.header, self.footer = manual, header, footer
        self.chapter = ""

    def beforeDocument(self) -> None:  # noqa: N802 (reportlab's name)
        # The manual is laid out several times, until the page numbers of the contents page stand.
        self.chapter = ""

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 (reportlab's name)
        entry = getattr(flowable, "contents_entry", None)
        if entry is None:
            return
        level, text = entry
        if level == 1:
            self.chapter = text
        key = f"section-{text}"
        self.canv.bookmarkPage(key)
        if self.manual.look.bookmarks:
            self.canv.addOutlineEntry(text, key, level - 1)
        self.notify("TOCEntry", (level - 1, text, self.page, key))

    def furniture(self, canvas: Canvas, document: BaseDocTemplate) -> None:
        """Running header, rule, logo and page number."""
        canvas.saveState()
        canvas.setFont(self.manual.look.body_font, 8)
        canvas.setStrokeColor(self.manual.look.colour)
        canvas.drawString(MARGIN, A4[1] - 40, self.header)
        if self.manual.look.chapter_rule:
            canvas.drawRightString(A4[0] - MARGIN, A4[1] - 40, self.chapter)
        canvas.setLineWidth(0.5)
        canvas.line(MARGIN, A4[1] - 46, A4[0] - MARGIN, A4[1] - 46)
        mark = Picture(png(logo()), width=60, height=16)
        mark.drawOn(canvas, MARGIN, 26)
        canvas.drawCentredString(A4[0] / 2, 30, self.footer.format(page=document.page))
        canvas.restoreState()


# ---------------------------------------------------------------------------------------------------------------------
# ES-200 and ES-300: two models of one family, so nearly the same manual twice (Japanese)
# ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Printer:
    """Where the manuals of the two models differ."""

    model: str
    edition: str
    document_number: str
    cassette_sheets: int
    label_width_mm: int
    batch_copies: int
    speed_mm: int
    reset_seconds: int
    cooling_minutes: int
    cleaning_sheets: str
    wide: bool


PRINTER_200 = Printer("ES-200", "第3版　2025年4月", "HM-ES200-03J", 100, 80, 99, 100, 5, 10, "5,000", wide=False)
PRINTER_300 = Printer("ES-300", "第2版　2025年6月", "HM-ES300-02J", 250, 112, 500, 150, 10, 20, "10,000", wide=True)


def write_printer_manual(printer: Printer, path: Path) -> None:
    """The manual of a printer of the ES family."""
    manual = Manual("ja", f"ラベルプリンター {printer.model} 取扱説明書", PRODUCT_LOOK)
    manual.cover(
        "ラベルプリンター",
        printer.model,
        "取扱説明書",
        [printer.edition, f"文書番号　{printer.document_number}", "ご使用の前に、必ず本書をお読みください。"],
        machine(printer.model, printer.wide),
        MAKER_JA,
    )
    manual.contents("目次")
    _printer_introduction(manual, printer)
    _printer_setting_up(manual, printer)
    _printer_printing(manual, printer)
    _printer_troubleshooting(manual, printer)
    _printer_maintenance(manual, printer)
    manual.write(path, f"{printer.model} 取扱説明書", "- {page} -", cover=True)


def _printer_introduction(manual: Manual, printer: Printer) -> None:
    manual.heading(1, "1. はじめに", new_page=True)
    manual.heading(2, "1.1 本書について")
    manual.text(
        f"本書は、ラベルプリンター {printer.model} の準備、印刷、お手入れの方法を説明しています。"
        "画面に表示されるボタンは［印刷］のように角かっこで囲んで示します。"
        "画面の図は説明のためのもので、実際の表示と一部異なることがあります。"
    )
    manual.heading(2, "1.2 安全上のご注意")
    manual.caution("警告", "電源コードを傷つけたり、束ねたりしないでください。火災や感電の原因になります。")
    manual.caution("注意", "印刷した直後の印字ヘッドは高温です。手を触れないでください。やけどの原因になります。")
    manual.bullets("水のかかる場所や、湯気の当たる場所に置かないでください。", "電源プラグは次のように扱ってください。")
    manual.bullets(
        "ぬれた手で抜き差ししないでください。",
        "プラグを持って抜いてください。コードを引っ張らないでください。",
        depth=1,
        mark="–",
    )
    manual.bullets("本体の通風口をふさがないでください。壁から10 cm以上離して設置してください。")
    manual.heading(2, "1.3 各部の名称と仕様")
    manual.figure(machine(printer.model, printer.wide), "図 1-1 各部の名称", width=150)
    manual.table(
        "表 1-1 各部のはたらき",
        ["番号", "名称", "はたらき"],
        [
            ["①", "トップカバー", "給紙経路の点検と、印字ヘッドの清掃のときに開けます。"],
            ["②", "操作パネル", "画面に触れて操作します。"],
            ["③", "ステータスランプ", "本体の状態を色で知らせます（4.1を参照）。"],
            ["④", "用紙カセット", "ラベル用紙を入れます。"],
        ],
        [1, 3, 8],
    )
    manual.table(
        "表 1-2 主な仕様",
        ["項目", "内容"],
        [
            ["用紙カセット容量", f"{printer.cassette_sheets}枚"],
            ["ラベルの幅", f"25～{printer.label_width_mm} mm"],
            ["印刷速度", f"毎秒{printer.speed_mm} mm"],
            ["インターフェース", "USB、無線LAN、有線LAN" if printer.wide else "USB、無線LAN"],
        ],
        [4, 8],
    )


def _printer_setting_up(manual: Manual, printer: Printer) -> None:
    manual.heading(1, "2. 準備する", new_page=True)
    manual.heading(2, "2.1 用紙カセットにラベル用紙をセットする")
    manual.text(f"用紙カセットには、ラベル用紙を最大{printer.cassette_sheets}枚まで入れられます。")
    manual.steps(
        ("1.", "用紙カセットを手前に引き出します。"),
        ("2.", "用紙ガイドをつまみ、ラベルの幅に合わせます。"),
    )
    manual.steps(
        ("(1)", "幅50 mm以下のラベルの場合は、内側の溝に合わせます。"),
        ("(2)", "幅50 mmを超えるラベルの場合は、外側の溝に合わせます。"),
        depth=1,
    )
    manual.caution("注意", "用紙ガイドをラベルに強く押し当てないでください。印字がずれる原因になります。")
    manual.steps(
        ("3.", "印字面を上にして、ラベル用紙を入れます。"),
        ("4.", "用紙カセットを「カチッ」と音がするまで押し込みます。「用紙の準備ができました」と表示されます。"),
    )
    manual.remark("表示されない場合は、用紙カセットを引き出して、手順2からやり直してください。")
    manual.heading(2, "2.2 日付と時刻を設定する")
    manual.steps(("1.", f"ホーム画面で［{in_line('gear')}］を押します。設定画面が表示されます（図 2-1）。"))
    manual.figure(
        menu_screen("設定", ["日付と時刻", "無線LAN", "印字濃度", "言語", "自動電源オフ", "本体情報"], "戻る"),
        "図 2-1 設定画面",
    )
    manual.steps(
        ("2.", "［日付と時刻］を押します。"),
        ("3.", "［＋］または［－］を押して、年月日と時刻を合わせます。"),
        ("4.", "［保存］を押します。「設定を保存しました」と表示され、ホーム画面に戻ります。"),
    )
    manual.heading(2, "2.3 無線LANに接続する")
    manual.steps(
        ("①", f"設定画面で［{in_line('wifi')} 無線LAN］を押します。ネットワークの一覧が表示されます。"),
        ("②", "接続するネットワークの名前を選びます。"),
        ("③", "パスワードを入力し、［接続］を押します。"),
    )
    manual.remark("接続できた場合は、ホーム画面のアンテナのマークが青色に変わります。")
    manual.remark("接続できない場合は、E-101が表示されます。パスワードを確認し、②からやり直してください。")
    if printer.wide:
        manual.heading(2, "2.4 有線LANに接続する")
        manual.steps(
            ("①", "LANケーブルを背面のLAN端子に差し込みます。"),
            ("②", "設定画面で［本体情報］を押し、IPアドレスが表示されていることを確認します。"),
        )
        manual.remark("IPアドレスを固定する場合は、ネットワークの管理者に番号を確認してから［手動設定］を押します。")


def _printer_printing(manual: Manual, printer: Printer) -> None:
    manual.heading(1, "3. 印刷する")
    manual.heading(2, "3.1 ラベルを印刷する")
    manual.caution("注意", "印刷中は、用紙カセットを引き出さないでください。用紙が破れ、故障の原因になります。")
    manual.steps(
        ("1.", "ホーム画面で［テンプレート］を押します。テンプレートの一覧が表示されます。"),
        ("2.", "印刷するテンプレートを選び、［次へ］を押します。"),
    )
    manual.remark(
        "承認済みの場合は、印刷確認画面が表示されます（図 3-1）。未承認の場合は、エラー一覧が表示されます。"
        "エラー一覧が表示されたときは、［戻る］を押し、承認済みのテンプレートを選び直してください。"
    )
    manual.figure(
        confirm_screen(
            "印刷の確認", ["テンプレート：納品用", "枚数：12", "印字濃度：標準", "状態：承認済み"], "印刷", "戻る"
        ),
        "図 3-1 印刷確認画面",
    )
    manual.steps(
        ("3.", f"枚数を入力します。一度に印刷できるのは{printer.batch_copies}枚までです。"),
        ("4.", "［印刷］を押します。印刷が始まり、残りの枚数が表示されます。"),
    )
    manual.heading(2, "3.2 印刷を中止する")
    manual.steps(
        ("1.", f"印刷中の画面で［{in_line('stop')}］を押します。「印刷を中止しますか？」と表示されます。"),
        ("2.", "［はい］を押します。印刷中のラベルが排出されてから止まります。"),
    )
    manual.remark("残りのデータを消さずに止める場合は、［はい］ではなく［一時停止］を押します。")
    if printer.wide:
        manual.heading(2, "3.3 まとめて印刷する")
        manual.text("複数のテンプレートを、登録した順に続けて印刷できます。")
        manual.steps(
            ("1.", "テンプレートの一覧で［選択］を押します。"),
            ("2.", "印刷する順にテンプレートに触れます。"),
            ("3.", "［まとめて印刷］を押します。"),
        )
        manual.steps(
            ("(1)", "用紙の幅が同じ場合は、続けて印刷されます。"),
            ("(2)", "用紙の幅が異なる場合は、用紙の交換を求める画面が表示されます。"),
            depth=1,
        )


ERROR_AND_SETTING_HEADER_JA = ["エラーコード", "意味と処置", "設定値", "設定の内容"]


def _printer_codes(printer: Printer) -> list[list[str]]:
    """Error codes and setting values side by side: 008 stands in both columns and means two things."""
    return [
        ["001", "用紙がありません。用紙カセットに補給します。", "001", "言語：日本語"],
        ["002", "リボンがありません。新しいリボンに交換します。", "002", "言語：英語"],
        ["004", "用紙ガイドがずれています。ラベルの幅に合わせます。", "005", "自動電源オフ：10分"],
        ["006", "用紙の残りが少なくなりました。補給用の用紙を用意します。", "006", "自動電源オフ：30分"],
        ["008", "トップカバーが開いています。音がするまで閉めます。", "007", "印字濃度：標準"],
        ["009", "用紙カセットが外れています。奥まで押し込みます。", "008", "印字濃度：濃い"],
        ["012", "テンプレートが壊れています。もう一度登録します。", "009", "印字濃度：うすい"],
        ["015", "日付が設定されていません。2.2の手順で設定します。", "011", "ラベルの向き：縦"],
        ["021", "USBメモリーを読み取れません。抜いて差し直します。", "012", "ラベルの向き：横"],
        ["E-04", "媒体が給紙経路に残っています。4.2の手順で取り除きます。", "014", "操作音：小"],
        ["E-042", f"印字ヘッドが高温です。電源を切り、{printer.cooling_minutes}分待ちます。", "015", "操作音：大"],
        ["E-043", "印字ヘッドの温度を測れません。お問い合わせ窓口へご連絡ください。", "016", "操作音：なし"],
        ["E-050", "カッターの刃が戻りません。電源を入れ直します。", "018", "画面の明るさ：暗い"],
        ["E-061", "モーターに負荷がかかっています。用紙の重なりを直します。", "019", "画面の明るさ：明るい"],
        ["E-077", "内部の時計が止まっています。電池の交換を依頼します。", "021", "単位：mm"],
        ["E-101", "無線LANに接続できません。パスワードを確認します。", "022", "単位：インチ"],
        ["E-102", "IPアドレスが重複しています。管理者に確認します。", "024", "印刷の履歴：残す"],
        ["E-110", "サーバーの証明書が期限切れです。管理者に確認します。", "025", "印刷の履歴：残さない"],
    ]


def _printer_troubleshooting(manual: Manual, printer: Printer) -> None:
    manual.heading(1, "4. 困ったときは", new_page=True)
    manual.heading(2, "4.1 ランプの表示を確認する")
    manual.table(
        "表 4-1 ステータスランプの色と状態",
        ["ランプ", "状態", "処置"],
        [
            ["緑色に点灯", "印刷できます。", "処置は必要ありません。"],
            ["橙色に点滅", "媒体が給紙経路に残っています。", "4.2の手順で取り除きます。"],
            ["赤色に点灯", "エラーが起きています。", "画面のコードを確認し、表 4-2を参照します。"],
            ["消灯", "電源が入っていません。", "電源プラグと電源スイッチを確認します。"],
        ],
        [3, 4, 6],
    )
    manual.heading(2, "4.2 給紙経路の残留媒体の除去")
    manual.text("媒体が給紙経路に残留すると、印刷が止まり、E-04が表示されます。次の手順で除去してください。")
    manual.steps(
        ("1.", "電源スイッチを切り、電源プラグを抜きます。"),
        ("2.", "トップカバーを開けます。"),
    )
    manual.steps(
        ("(1)", "緑色のレバーを奥へ倒します。"),
        ("(2)", "残留している媒体を、給紙方向にゆっくり引き抜きます。"),
        depth=1,
    )
    manual.remark("途中で破れた場合は、付属のピンセットで破片を取り除きます。")
    manual.steps(
        ("3.", "緑色のレバーを戻し、トップカバーを閉めます。"),
        ("4.", "電源を入れます。ランプが緑色に点灯し、ホーム画面が表示されます。"),
    )
    manual.heading(2, "4.3 本体を初期化する")
    manual.caution("警告", "初期化すると、登録したテンプレートと設定はすべて消えます。元に戻すことはできません。")
    manual.steps(
        ("1.", "電源を入れたまま、背面の小さなふたを外します。"),
        ("2.", f"先の細いもので、リセットボタンを{printer.reset_seconds}秒以上長押しします。ランプが3回点滅します。"),
        ("3.", "「初期化しますか？」と表示されたら、［実行］を押します。再起動し、言語の選択画面が表示されます。"),
    )
    manual.heading(2, "4.4 エラーコードと設定値")
    manual.text(
        "エラーコードは、異常が起きたときに画面の右上に表示されます。"
        "設定値は、設定画面の［番号で設定］に入力する番号です。同じ番号でも意味が異なります。"
    )
    manual.table(
        "表 4-2 エラーコードと設定値の一覧",
        ERROR_AND_SETTING_HEADER_JA,
        _printer_codes(printer),
        [2.5, 8.6, 1.7, 4],
    )


def _printer_maintenance(manual: Manual, printer: Printer) -> None:
    manual.heading(1, "5. お手入れと廃棄")
    manual.heading(2, "5.1 印字ヘッドを清掃する")
    manual.text(f"{printer.cleaning_sheets}枚を印刷するごとに、印字ヘッドを清掃してください。")
    manual.caution("注意", "清掃の前に電源を切り、印字ヘッドが冷めるまで待ってください。")
    manual.steps(
        ("1.", "トップカバーを開けます。"),
        ("2.", "付属のクリーニングペンで、印字ヘッドの表面を一方向に拭きます。"),
        ("3.", "1分ほど乾かしてから、トップカバーを閉めます。"),
    )
    manual.heading(2, "5.2 廃棄と再資源化")
    manual.text(
        "本製品を廃棄するときは、お住まいの地域の条例に従ってください。本体には電池が内蔵されています。"
        "電池を取り外さずに、そのまま回収拠点にお持ちください。"
    )
    manual.heading(2, "5.3 お問い合わせ窓口")
    manual.text("修理のご依頼の前に、表 4-2の処置をお試しください。それでも直らない場合は、次の窓口へご連絡ください。")
    manual.table(
        "表 5-1 お問い合わせ窓口",
        ["窓口", "受付時間", "ご用意いただくもの"],
        [
            ["修理受付センター", "平日 9:00～17:30", "製造番号、画面に表示されたコード"],
            ["消耗品受付センター", "平日 9:00～17:00", "型番、必要な数量"],
        ],
        [4, 4, 6],
    )


# ---------------------------------------------------------------------------------------------------------------------
# EX-50: the small printer for other countries (English)
# ---------------------------------------------------------------------------------------------------------------------


def write_compact_manual(path: Path) -> None:
    """The English manual of the EX-50."""
    manual = Manual("en", "EX-50 Compact Label Printer Operation Manual", PRODUCT_LOOK)
    manual.cover(
        "Compact Label Printer",
        "EX-50",
        "Operation Manual",
        ["Second edition, May 2025", "Document number HM-EX50-02E", "Read this manual before you use the printer."],
        machine("EX-50", wide=False),
        MAKER_EN,
    )
    manual.contents("Contents")
    _compact_introduction(manual)
    _compact_setting_up(manual)
    _compact_printing(manual)
    _compact_troubleshooting(manual)
    _compact_maintenance(manual)
    manual.write(path, "EX-50 Operation Manual", "{page}", cover=True)


def _compact_introduction(manual: Manual) -> None:
    manual.heading(1, "1. Introduction", new_page=True)
    manual.heading(2, "1.1 About this manual")
    manual.text(
        "This manual explains how to set up, use and clean the EX-50. Buttons on the screen are written in square "
        "brackets, for example [Print]. The screens shown may differ slightly from those of your printer."
    )
    manual.heading(2, "1.2 Safety")
    manual.caution("WARNING", "Do not damage the power cord. A damaged cord can cause fire or electric shock.")
    manual.caution("CAUTION", "The print head is hot right after printing. Do not touch it.")
    manual.bullets("Keep the printer away from water and steam.", "Handle the power plug as follows:", mark="•")
    manual.bullets(
        "Never touch it with wet hands.", "Hold the plug, not the cord, when you pull it out.", depth=1, mark="–"
    )
    manual.heading(2, "1.3 Parts and specifications")
    manual.figure(machine("EX-50", wide=False), "Figure 1-1 Parts of the printer", width=200)
    manual.table(
        "Table 1-1 Specifications",
        ["Item", "Value"],
        [
            ["① Top cover", "Opens for cleaning and for clearing the feed path"],
            ["② Operation panel", "Touch screen, 3.5 inches"],
            ["③ Status lamp", "Green, orange, red"],
            ["④ Paper tray", "Holds up to 60 label sheets, 25 to 58 mm wide"],
            ["Printing speed", "80 mm per second"],
        ],
        [4, 8],
    )


def _compact_setting_up(manual: Manual) -> None:
    manual.heading(1, "2. Setting up", new_page=True)
    manual.heading(2, "2.1 Loading label sheets")
    manual.text("The paper tray holds up to 60 label sheets.")
    manual.steps(
        ("1.", "Pull out the paper tray."), ("2.", "Pinch the paper guide and slide it to the width of the labels.")
    )
    manual.steps(
        ("a.", "For labels up to 40 mm wide, use the inner groove."),
        ("b.", "For wider labels, use the outer groove."),
        depth=1,
    )
    manual.caution(
        "CAUTION", "Do not press the paper guide hard against the labels. They bend, and the print is displaced."
    )
    manual.steps(
        ("3.", "Insert the sheets with the printing side up."),
        ("4.", "Push the tray in until it clicks. The message “Paper is ready” appears."),
    )
    manual.remark("If the message does not appear, pull the tray out again and repeat from step 2.")
    manual.heading(2, "2.2 Setting the date and time")
    manual.steps(("1.", f"On the home screen, press [{in_line('gear')}]. The settings screen appears (Figure 2-1)."))
    manual.figure(
        menu_screen(
            "Settings",
            ["Date and time", "Wireless LAN", "Print density", "Language", "Auto power off", "About"],
            "Back",
        ),
        "Figure 2-1 Settings screen",
    )
    manual.steps(
        ("2.", "Press [Date and time]."),
        ("3.", "Press [+] or [-] until the date and the time are right."),
        ("4.", "Press [Save]. The message “Settings saved” appears, and the home screen returns."),
    )
    manual.heading(2, "2.3 Connecting to a wireless LAN")
    manual.steps(
        ("(1)", f"On the settings screen, press [{in_line('wifi')} Wireless LAN]. A list of networks appears."),
        ("(2)", "Select your network."),
        ("(3)", "Enter the password and press [Connect]."),
    )
    manual.remark("If the connection succeeds, the antenna mark on the home screen turns blue.")
    manual.remark("If the connection fails, E-101 is displayed. Check the password and repeat from (2).")


def _compact_printing(manual: Manual) -> None:
    manual.heading(1, "3. Printing")
    manual.heading(2, "3.1 Printing a label")
    manual.caution(
        "CAUTION", "Do not pull out the paper tray during printing. The paper tears and can damage the printer."
    )
    manual.steps(
        ("1.", "On the home screen, press [Templates]. The list of templates appears."),
        ("2.", "Select a template and press [Next]."),
    )
    manual.remark(
        "If the template is approved, the confirmation screen appears (Figure 3-1). "
        "If it is not approved, the error list appears. Press [Back] and select an approved template."
    )
    manual.figure(
        confirm_screen(
            "Confirm", ["Template: Delivery", "Copies: 12", "Density: standard", "State: approved"], "Print", "Back"
        ),
        "Figure 3-1 Confirmation screen",
    )
    manual.steps(
        ("3.", "Enter the number of copies, up to 50."),
        ("4.", "Press [Print]. Printing starts, and the number of labels left is shown."),
    )
    manual.heading(2, "3.2 Canceling a print job")
    manual.steps(
        ("1.", f"During printing, press [{in_line('stop')}]. The message “Cancel printing?” appears."),
        ("2.", "Press [Yes]. The label in progress is ejected, and then the printer stops."),
    )
    manual.remark("To stop without deleting the remaining labels, press [Pause] instead of [Yes].")


def _compact_troubleshooting(manual: Manual) -> None:
    manual.heading(1, "4. Troubleshooting", new_page=True)
    manual.heading(2, "4.1 Checking the status lamp")
    manual.bullets(
        "If the lamp is green, the printer is ready.",
        "If the lamp is blinking orange, media remain in the feed path. See 4.2.",
        "If the lamp is red, turn the power off and wait 30 seconds, then turn it on again. "
        "If it is still red, look up the code on the screen in Table 4-1.",
        mark="•",
    )
    manual.heading(2, "4.2 Clearing residual media from the feed path")
    manual.text("When media remain in the feed path, printing stops and E-04 is displayed.")
    manual.steps(("1.", "Turn the power off and unplug the printer."), ("2.", "Open the top cover."))
    manual.steps(
        ("a.", "Push the green lever back."),
        ("b.", "Pull the residual media slowly towards you."),
        depth=1,
    )
    manual.remark("If the media tear, remove the pieces with the tweezers supplied.")
    manual.steps(
        ("3.", "Return the lever and close the top cover."),
        ("4.", "Turn the power on. The lamp lights green, and the home screen appears."),
    )
    manual.heading(2, "4.3 Restoring the factory settings")
    manual.caution("WARNING", "All templates and settings are deleted. They cannot be brought back.")
    manual.steps(
        ("1.", "Leave the power on and remove the small lid on the back."),
        ("2.", "With a thin pin, hold down the reset button for at least 3 seconds. The lamp blinks three times."),
        ("3.", "When “Restore factory settings?” appears, press [OK]. The language screen appears after the restart."),
    )
    manual.heading(2, "4.4 Error codes and setting values")
    manual.text(
        "An error code is shown at the top right of the screen when something is wrong. "
        "A setting value is a number that you enter under [Set by number]. The same number means different things."
    )
    manual.table(
        "Table 4-1 Error codes and setting values",
        ["Error code", "Meaning and measure", "Setting value", "Setting"],
        [
            ["001", "No paper. Fill the paper tray.", "001", "Language: Japanese"],
            ["002", "No ribbon. Insert a new ribbon.", "002", "Language: English"],
            ["004", "The paper guide is out of place. Set it to the label width.", "005", "Auto power off: 10 min"],
            ["008", "The top cover is open. Close it until it clicks.", "007", "Print density: standard"],
            ["009", "The paper tray is missing. Push it in fully.", "008", "Print density: dark"],
            ["012", "The template is damaged. Register it again.", "009", "Print density: light"],
            ["E-04", "Media remain in the feed path. Remove them as in 4.2.", "014", "Key sound: low"],
            ["E-042", "The print head is too hot. Turn the power off and wait 15 minutes.", "015", "Key sound: high"],
            ["E-050", "The cutter does not return. Turn the power off and on.", "018", "Screen: dark"],
            ["E-101", "No wireless LAN connection. Check the password.", "021", "Unit: mm"],
            ["E-102", "The IP address is used twice. Ask your administrator.", "022", "Unit: inch"],
        ],
        [2.2, 7.4, 2.6, 4.4],
    )


def _compact_maintenance(manual: Manual) -> None:
    manual.heading(1, "5. Maintenance")
    manual.heading(2, "5.1 Cleaning the print head")
    manual.text("Clean the print head after every 3,000 labels.")
    manual.caution("CAUTION", "Turn the power off and let the print head cool before you clean it.")
    manual.steps(
        ("1.", "Open the top cover."),
        ("2.", "Wipe the surface of the print head in one direction with the cleaning pen."),
        ("3.", "Let it dry for about one minute and close the top cover."),
    )
    manual.heading(2, "5.2 Disposal and recycling")
    manual.text(
        "Follow the rules of your region when you dispose of this product. A battery is built into the printer. "
        "Take the printer to a collection point with the battery inside."
    )


# ---------------------------------------------------------------------------------------------------------------------
# A work procedure of a shipping office, in a plain style: no cover, no bookmarks, headings hardly larger than the text
# ---------------------------------------------------------------------------------------------------------------------


def write_label_procedure(path: Path) -> None:
    """The Japanese operating procedure for delivery labels."""
    manual = Manual("ja", "納品ラベル発行業務 操作手順書", PLAIN_LOOK)
    manual.story.append(
        Paragraph("納品ラベル発行業務　操作手順書", manual.style("title", 16, fontName=BOLD, alignment=1, spaceAfter=8))
    )
    manual.table(
        "改訂履歴",
        ["版", "改訂日", "改訂の内容"],
        [
            ["1.0", "2024年10月1日", "新規作成"],
            ["1.1", "2025年5月12日", "4.1に、手元にラベルが残っている場合の処理を追加"],
        ],
        [1, 3, 8],
    )
    _procedure_purpose_and_checks(manual)
    _procedure_issue(manual)
    _procedure_printer_change(manual)
    _procedure_reissue_and_cases(manual)
    manual.write(path, "納品ラベル発行業務 操作手順書　文書番号 HM-SOP-017　第1.1版", "{page}", cover=False)


def _procedure_purpose_and_checks(manual: Manual) -> None:
    manual.heading(1, "1 目的と適用範囲")
    manual.text(
        "出荷センターの発行担当者が、販売管理システムから納品ラベルを発行するときの手順を定める。"
        "ラベルプリンターの操作は、各機種の取扱説明書による。"
    )
    manual.heading(1, "2 発行前の確認")
    manual.heading(2, "2.1 確認項目")
    manual.bullets(
        "出荷指示書の承認印があること。",
        "ラベルプリンターのランプが緑色に点灯していること。",
        "前日の発行記録が綴じられていること。",
        mark="□",
    )
    manual.heading(2, "2.2 発行の条件")
    manual.text(
        "出荷指示書が承認済みの場合に限り、納品ラベルを発行する。未承認の場合は、発行せずに出荷管理者へ差し戻す。"
        "ただし、緊急出荷の場合は、出荷管理者の口頭の承認で発行し、当日中に承認印を受ける。"
    )


def _procedure_issue(manual: Manual) -> None:
    manual.heading(1, "3 ラベルの発行")
    manual.heading(2, "3.1 出荷データの抽出")
    manual.steps(
        ("手順1", "販売管理システムのメニューで［出荷］－［納品ラベル］を選択する。納品ラベル発行画面が表示される。"),
        ("手順2", "出荷予定日を選択する。"),
        ("手順3", "［抽出］ボタンを押す。該当する出荷データの一覧が表示される（図1）。"),
    )
    manual.remark("一覧に何も表示されない場合は、出荷予定日と担当倉庫を確認する。")
    manual.figure(
        table_screen(
            "納品ラベル発行",
            ["選択", "受注番号", "納品先", "個数", "状態"],
            [
                ["✓", "R-10421", "東第一倉庫", "12", "未発行"],
                ["✓", "R-10422", "港町営業所", "3", "未発行"],
                ["", "R-10425", "北工場", "40", "発行済み"],
                ["", "R-10430", "山手店", "8", "未承認"],
            ],
            ["発行", "抽出", "再発行", "取消"],
        ),
        "図1 納品ラベル発行画面",
        width=330,
    )
    manual.heading(2, "3.2 発行と照合")
    manual.steps(
        ("①", "発行する行の「選択」欄にチェックを付ける。"),
        ("②", "［発行］ボタンを押す。確認メッセージが表示される。"),
    )
    manual.steps(
        ("(1)", "件数が正しい場合は、［はい］を押す。"),
        ("(2)", "件数が異なる場合は、［いいえ］を押し、①からやり直す。"),
        depth=1,
    )
    manual.note("【注意】印刷が終わるまで、ほかの端末で同じ出荷データを開かないこと。ラベルが二重に発行される。")
    manual.steps(
        ("③", "印刷されたラベルの受注番号と個数を、出荷指示書と照合する。"),
        ("④", "照合した担当者が、発行記録に署名する。"),
    )
    manual.table(
        "表1 状態の表示と処理",
        ["状態", "意味", "処理"],
        [
            ["未発行", "ラベルはまだ印刷されていない。", "3.2の手順で発行する。"],
            ["発行済み", "ラベルは印刷されている。", "再発行が必要な場合は4.1による。"],
            ["未承認", "出荷指示書が承認されていない。", "出荷管理者へ差し戻す。"],
            ["取消", "出荷が取り消されている。", "発行しない。"],
        ],
        [2, 5, 5],
    )


def _procedure_printer_change(manual: Manual) -> None:
    manual.heading(2, "3.3 使用するプリンターの切り替え")
    manual.text("いつものプリンターが使えない場合は、次の手順でほかのプリンターに切り替える。")
    manual.steps(
        ("手順1", f"画面右上の［{in_line('gear')}］を押す。印刷設定の画面が表示される（図2）。"),
        ("手順2", "［プリンター］欄で、切り替え先のプリンターを選択する。"),
    )
    manual.steps(
        ("(1)", "ランプの表示が「待機中」の場合は、そのまま手順3に進む。"),
        ("(2)", "ランプの表示が「エラー」の場合は、別のプリンターを選択する。"),
        depth=1,
    )
    manual.figure(
        table_screen(
            "印刷設定",
            ["プリンター", "設置場所", "ランプの表示"],
            [["P-01", "1階 発行窓口", "エラー"], ["P-02", "1階 荷受場", "待機中"], ["P-03", "2階 事務室", "待機中"]],
            ["適用", "試し印刷", "閉じる"],
        ),
        "図2 印刷設定の画面",
        width=330,
    )
    manual.steps(
        ("手順3", "［試し印刷］ボタンを押し、文字がかすれていないことを確認する。"),
        ("手順4", "［適用］ボタンを押す。納品ラベル発行画面に戻る。"),
    )
    manual.note("【注意】切り替えは、その日の業務が終わると元に戻る。翌日も使う場合は、もう一度切り替えること。")


def _procedure_reissue_and_cases(manual: Manual) -> None:
    manual.heading(1, "4 再発行と取消")
    manual.heading(2, "4.1 ラベルの再発行")
    manual.text(
        "汚れ、破れ、紛失のときに限り再発行する。発行済みのラベルが手元に残っている場合は、赤い線を引いて回収箱に入れ"
        "てから再発行する。紛失した場合は、紛失届を出荷管理者に提出し、承認を受けてから再発行する。"
    )
    manual.steps(
        ("手順1", "図1の画面で、「発行済み」の行を選択する。"),
        ("手順2", "［再発行］ボタンを押し、再発行の理由を選択する。"),
        ("手順3", "［はい］を押す。ラベルの右上に「再」の文字が印刷される。"),
    )
    manual.heading(2, "4.2 発行の取消")
    manual.steps(
        ("手順1", "取り消す行を選択し、［取消］ボタンを押す。"),
        ("手順2", "出荷管理者が、暗証番号を入力する。状態が「未発行」に戻る。"),
    )
    manual.note("【注意】配送業者に引き渡した後は、取消ができない。返品の手続きを行うこと。")
    manual.heading(1, "5 事例")
    manual.heading(2, "5.1 ラベルの個数が出荷指示書と異なる")
    manual.text("事象：出荷指示書は12個であるが、ラベルが11枚しか印刷されなかった。")
    manual.text("判断：用紙切れの後、印刷が再開されていない。")
    manual.text("根拠：プリンターの画面にエラーコード001が表示されていた。")
    manual.text("結果：用紙を補給し、不足の1枚を4.1の手順で再発行した。")
    manual.heading(2, "5.2 宛先が古いまま印刷された")
    manual.text("事象：移転した納品先の、前の住所が印刷された。")
    manual.text("判断：納品先台帳の更新より前に抽出している。")
    manual.text("根拠：抽出は9時、台帳の更新は10時であった。")
    manual.text("結果：もう一度抽出し、前のラベルを回収箱に入れて再発行した。")
    manual.heading(1, "6 記録の保管")
    manual.table(
        "表2 記録と保管期間",
        ["記録", "保管場所", "保管期間"],
        [
            ["発行記録", "発行窓口の書庫", "1年"],
            ["紛失届", "出荷管理者の机", "3年"],
            ["再発行の一覧", "販売管理システム", "5年"],
        ],
        [4, 4, 3],
    )
    manual.text("保管期間を過ぎた記録は、出荷管理者が確認してから溶解処理に出す。")


# ---------------------------------------------------------------------------------------------------------------------


def write_sample_manuals(folder: Path) -> list[Path]:
    """Write the four manuals into ``folder``, which is made when it is not there; files of the same name are replaced.

    Returns:
        The files: ES-200 and ES-300 (Japanese), EX-50 (English), and a work procedure in a plain style (Japanese).
    """
    folder.mkdir(parents=True, exist_ok=True)
    register_fonts()
    write_printer_manual(PRINTER_200, folder / ES_200)
    write_printer_manual(PRINTER_300, folder / ES_300)
    write_compact_manual(folder / EX_50)
    write_label_procedure(folder / LABEL_PROCEDURE)
    return [folder / name for name in (ES_200, ES_300, EX_50, LABEL_PROCEDURE)]


if __name__ == "__main__":
    for written in write_sample_manuals(Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_FOLDER):
        print(written)
