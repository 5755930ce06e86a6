"""Pages that need OCR: which they are, and the recognised lines as the glyphs of such a page.

From there on a recognised page is a page like any other: its lines go through the same rules for headings, lists and
tables. OCR says nothing of type sizes and weights; both are measured on the picture and resolved over all recognised
pages of a document.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from llama_index_layout_rag.layout.boxes import Box, area, overlap_share
from llama_index_layout_rag.layout.writing import FIRST_KANA
from llama_index_layout_rag.readers.ocr import OcrLine, runs_down
from llama_index_layout_rag.readers.pdf.extract import (
    UPRIGHT,
    Glyph,
    PageImage,
    PagePath,
    RawPage,
    TextStyle,
    advance_of,
    row_glyphs,
)
from llama_index_layout_rag.readers.pdf.page.page import PageLayout
from llama_index_layout_rag.readers.pdf.page.pictures import BACKGROUND_SHARE, Picture

if TYPE_CHECKING:
    from PIL.Image import Image

OcrMode = Literal["auto", "off", "force"]

RECOGNITION_DPI = 200
"""The engine reads 99 % of the characters of 9 point type at this resolution; more costs time and reads no more."""

SCAN_SHARE, STAMPED_CHARACTERS = 0.6, 40
"""A picture over this share of the page with hardly more text than a stamped page number is a scan."""

OUTLINED_PATHS = 40
"""Drawn shapes of a page without any text or bitmap, from which its letters may have been turned into outlines."""

BOX_EM = 1.17
"""Height of the engine's boxes in em: median of 60 lines of rasterised manuals, 1.04 to 1.36."""

IDEOGRAPH_EM = 0.93
"""Height of the ink of a run of ideographs and kana in em."""

SIZE_CLASS = 0.13
"""Sizes closer than this are one: measured sizes of one type scatter by a tenth."""

BOLD_STROKES = 1.3
"""Strokes this many times as wide as the document's usual ones are bold."""

SAME_BASE = 0.25
"""Em between baselines of pieces of one row."""

_FAINT = 24
"""Grey levels that compression and paper make."""

_MARKER_CHARACTERS, _MIN_IDEOGRAPHS = 2, 2
_FONT = "recognised"
_ASCENT_ABOVE_MIDDLE = 0.37


@dataclass
class RecognisedPage:
    """A page with its recognised lines, before type sizes are reconciled; `kept` are glyphs of its own text layer."""

    raw: RawPage
    reason: str
    lines: list[OcrLine] = field(default_factory=list)
    sizes: list[float] = field(default_factory=list)
    strokes: list[float] = field(default_factory=list)
    kept: list[Glyph] = field(default_factory=list)


EMPTY, GARBLED, SCANNED, FORCED = "empty", "garbled", "scanned", "forced"


def why_recognise(raw: RawPage, layout: PageLayout) -> str | None:
    """Return why a page needs OCR (EMPTY of text, GARBLED, or SCANNED with a stamp), None if it does not."""
    if layout.garbled:
        return GARBLED
    if not layout.character_count:
        drawn = len(raw.paths) >= OUTLINED_PATHS
        return EMPTY if layout.pictures or drawn else None
    stamped = layout.character_count <= STAMPED_CHARACTERS
    return SCANNED if stamped and _scan_of(layout) is not None else None


def _scan_of(layout: PageLayout) -> Picture | None:
    """Return the bitmap that covers the page, if any."""
    least = SCAN_SHARE * layout.width * layout.height
    return next((p for p in layout.pictures if not p.drawn and area(p.box) >= least), None)


def measure_page(
    raw: RawPage, layout: PageLayout, reason: str, lines: Sequence[OcrLine], image: Image
) -> RecognisedPage:
    """Convert recognised lines from pixels to points, straighten them and measure their type.

    Args:
        raw: The page as PDFium read it.
        layout: The same page analysed.
        reason: Why the page needs OCR.
        lines: What OCR read on `image`.
        image: The whole page as displayed.
    """
    scale = raw.width / image.width
    gray = np.asarray(image.convert("L"))
    page = RecognisedPage(raw, reason)
    lean = _lean(lines)
    for line in lines:
        x0, y0, x1, y1 = line.box
        # A slanted line's box is higher than the line; the middle of a page stays where it is.
        fall = abs(line.slope) * (x1 - x0)
        middle = (y0 + y1) / 2 - lean * ((x0 + x1) / 2 - image.width / 2)
        half = max(1.0, (y1 - y0 - fall) / 2)
        box = (x0 * scale, (middle - half) * scale, x1 * scale, (middle + half) * scale)
        if reason == SCANNED and _is_covered(box, raw.glyphs):
            continue
        size = _type_size(line, box[3] - box[1], gray, scale)
        page.lines.append(line._replace(box=box))
        page.sizes.append(size)
        page.strokes.append(_stroke_width(gray, line.box, size / scale))
    if reason == SCANNED:
        page.kept = [(*glyph[:7], -1) for glyph in raw.glyphs]
    scan = _scan_of(layout) if reason != GARBLED else None
    if scan is not None:
        # The scan is the page itself: its rules are the page's, and text on it is not text in a picture.
        whole = PageImage((0.0, 0.0, raw.width, raw.height), scan.key, scan.pixels or (0, 0))
        rules = ruling_of_image(gray, scale)
        images = [whole, *(found for found in pictures_of_image(gray, scale) if not _is_ruled(found.box, rules))]
        page.raw = replace(raw, images=images, paths=[*raw.paths, *rules])
    elif reason == EMPTY and not raw.images:
        # Letters turned into outlines are no drawing.
        page.raw = replace(raw, paths=[path for path in raw.paths if path.shape != "free"])
    return page


def _is_ruled(region: Box, rules: Iterable[PagePath]) -> bool:
    """Return whether a region is a shaded table: rules run across and down most of it."""
    inside = [rule.box for rule in rules if overlap_share(rule.box, region) > 0.9]
    across = {round(box[1] / 3) for box in inside if box[2] - box[0] > RULED_SHARE * (region[2] - region[0])}
    down = {round(box[0] / 3) for box in inside if box[3] - box[1] > RULED_SHARE * (region[3] - region[1])}
    return len(across) >= MIN_ROW_RULES and len(down) >= MIN_COLUMN_RULES


def _lean(lines: Sequence[OcrLine]) -> float:
    """Return the rotation of the whole page: median slope of its long lines."""
    slopes = sorted(line.slope for line in lines if line.box[2] - line.box[0] > 8 * (line.box[3] - line.box[1]))
    return slopes[len(slopes) // 2] if len(slopes) >= 3 else 0.0


def _is_covered(box: Box, glyphs: Iterable[Glyph]) -> bool:
    """Return whether the text layer has text at a position."""
    return any(overlap_share((g[1], g[2], g[3], g[4]), box) > 0.5 for g in glyphs if not g[0].isspace())


def _type_size(line: OcrLine, height: float, gray: np.ndarray, scale: float) -> float:
    """Return the type size in points: by the height of ideographs, else by that of the engine's box (`height`, points)."""
    x0, y0, x1, y1 = line.box
    if line.vertical:
        return max(1.0, (x1 - x0) * scale / BOX_EM)
    by_box = max(1.0, height / BOX_EM)
    # Markers in front (①, 【, ■) are often set larger than the text.
    rest = line.text[_MARKER_CHARACTERS:]
    if sum(char >= FIRST_KANA for char in rest) < _MIN_IDEOGRAPHS:
        return by_box
    start = x0 + (x1 - x0) * sum(map(advance_of, line.text[:_MARKER_CHARACTERS])) / sum(map(advance_of, line.text))
    ink = _ink_of(gray, (start, y0, x1, y1))
    rows = np.flatnonzero(ink.any(axis=1)) if ink.size else ink
    if not rows.size:
        return by_box
    return max(1.0, min(by_box, float(rows[-1] - rows[0] + 1) * scale / IDEOGRAPH_EM))


def _ink_of(gray: np.ndarray, box: Box) -> np.ndarray:
    """Return the difference of the pixels of a box from its background."""
    x0, y0, x1, y1 = (max(0, round(value)) for value in box)
    crop = gray[y0:y1, x0:x1].astype(np.int32)
    if not crop.size:
        return crop
    ink = np.abs(crop - int(np.median(crop)))
    ink[ink < _FAINT] = 0
    return ink


def _stroke_width(gray: np.ndarray, box: Box, em: float) -> float:
    """Return the mean stroke width of a line in em, 0 if it cannot be measured."""
    ink = _ink_of(gray, box)
    if ink.size < 16 or em < 4:
        return 0.0
    edges = float(np.abs(ink[1:] - ink[:-1]).sum() + np.abs(ink[:, 1:] - ink[:, :-1]).sum())
    return 2 * float(ink.sum()) / edges / em if edges else 0.0


def recognised_pages(pages: Sequence[RecognisedPage]) -> list[tuple[RawPage, dict[int, float]]]:
    """Return the pages with recognised lines as glyphs, and the confidence of each line by marked-content id.

    All recognised pages of one document are given together, since their type sizes are inferred from each other.
    """
    class_of = _size_classes(pages)
    usual = _usual_stroke(pages)
    return [_with_glyphs(page, class_of, usual) for page in pages]


def _size_classes(pages: Sequence[RecognisedPage]) -> dict[float, float]:
    """Map measured sizes to classes: the most frequent size takes its neighbours, then the next one does."""
    counts: Counter[float] = Counter()
    for page in pages:
        for line, size in zip(page.lines, page.sizes, strict=True):
            counts[round(size * 2) / 2] += len(line.text)
    smooth = {size: sum(counts.get(size + step, 0) for step in (-0.5, 0.0, 0.5)) for size in counts}
    classes: list[float] = []
    for size in sorted(counts, key=lambda s: (-smooth[s], s)):
        if all(abs(size - known) > SIZE_CLASS * known for known in classes):
            classes.append(size)
    return {size: min(classes, key=lambda known: (abs(known - size) / known, known)) for size in counts}


def _usual_stroke(pages: Sequence[RecognisedPage]) -> float:
    widths = sorted(
        (stroke, len(line.text))
        for page in pages
        for line, stroke in zip(page.lines, page.strokes, strict=True)
        if stroke > 0
    )
    half, seen = sum(count for _, count in widths) / 2, 0
    for stroke, count in widths:
        seen += count
        if seen >= half:
            return stroke
    return 0.0


def _with_glyphs(page: RecognisedPage, class_of: dict[float, float], usual: float) -> tuple[RawPage, dict[int, float]]:
    styles = list(page.raw.styles) if page.kept else []
    known: dict[TextStyle, int] = {}
    glyphs = list(page.kept)
    confidence: dict[int, float] = {}
    column_page = runs_down(page.lines)
    bases = _bases(page, class_of)
    for number, (line, measured, stroke) in enumerate(zip(page.lines, page.sizes, page.strokes, strict=True)):
        size = class_of[round(measured * 2) / 2]
        weight = 700 if usual and stroke > BOLD_STROKES * usual else 400
        turn = 90 if line.vertical and not column_page else UPRIGHT
        style = TextStyle(_FONT, size, weight, turn=turn)
        if style not in known:
            known[style] = len(styles)
            styles.append(style)
        confidence[number] = line.confidence
        if line.vertical:
            glyphs += _column_glyphs(line, known[style], number)
        else:
            edges = line.box[0], line.box[2]
            glyphs += row_glyphs(line.text, edges, bases[number], size, known[style], number)
    return replace(page.raw, glyphs=glyphs, styles=styles, unmapped=0), confidence


def _bases(page: RecognisedPage, class_of: dict[float, float]) -> dict[int, float]:
    """Return baselines, equal for the pieces of one row."""
    bases: dict[int, float] = {}
    order = []
    for number, (line, measured) in enumerate(zip(page.lines, page.sizes, strict=True)):
        size = class_of[round(measured * 2) / 2]
        order.append(((line.box[1] + line.box[3]) / 2 + _ASCENT_ABOVE_MIDDLE * size, size, number))
    previous: tuple[float, float] | None = None
    for base, size, number in sorted(order):
        if previous is not None and base - previous[0] < SAME_BASE * min(size, previous[1]):
            base = previous[0]
        else:
            previous = base, size
        bases[number] = base
    return bases


def _column_glyphs(line: OcrLine, style: int, number: int) -> Iterable[Glyph]:
    x0, y0, x1, y1 = line.box
    step = (y1 - y0) / len(line.text)
    for index, char in enumerate(line.text):
        bottom = y0 + (index + 1) * step
        yield char, x0, bottom - step, x1, bottom, bottom - 0.12 * step, style, number


MIN_ROW_RULE, MIN_COLUMN_RULE, MAX_RULE_WIDTH = 30.0, 15.0, 3.0
"""Points: shorter strokes are parts of letters, thicker ones are areas."""

RULED_SHARE, MIN_ROW_RULES, MIN_COLUMN_RULES = 0.6, 3, 2
"""Share of a region that a rule of a table takes, and how many rules run across and down."""

_INK_LEVELS = (128, 215)
"""Grey values below which a pixel is ink: dark lines on shaded cells, and light grey lines on paper."""

_MAX_RUNS = 20_000
"""Runs that are looked at; photographs have more, and no rules."""


def ruling_of_image(gray: np.ndarray, scale: float) -> list[PagePath]:
    """Return the straight lines of a scanned page as thin filled rectangles in points.

    Args:
        gray: The page, 0 is black.
        scale: Points per pixel.
    """
    found: list[PagePath] = []
    for level in _INK_LEVELS:
        ink = gray < level
        rows = _long_runs(ink, MIN_ROW_RULE / scale, MAX_RULE_WIDTH / scale)
        columns = _long_runs(ink.T, MIN_COLUMN_RULE / scale, MAX_RULE_WIDTH / scale)
        boxes = rows + [(y0, x0, y1, x1) for x0, y0, x1, y1 in columns]
        found += [
            PagePath((x0 * scale, y0 * scale, x1 * scale, y1 * scale), True, False, 0, "rect")
            for x0, y0, x1, y1 in boxes
        ]
    return found


def _long_runs(ink: np.ndarray, shortest: float, thickest: float) -> list[Box]:
    """Return the boxes of long and thin horizontal runs of ink."""
    length = max(2, round(shortest))
    if ink.shape[1] <= length:
        return []
    sums = np.zeros((ink.shape[0], ink.shape[1] + 1), dtype=np.int32)
    np.cumsum(ink, axis=1, out=sums[:, 1:])
    full = (sums[:, length:] - sums[:, :-length]) == length
    edges = np.diff(np.pad(full, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    starts, ends = np.argwhere(edges == 1), np.argwhere(edges == -1)
    open_boxes: list[list[float]] = []
    done: list[list[float]] = []
    for (y, x0), (_, x1) in list(zip(starts.tolist(), ends.tolist(), strict=True))[:_MAX_RUNS]:
        x1 += length - 1
        done += [box for box in open_boxes if box[3] < y]
        open_boxes = [box for box in open_boxes if box[3] >= y]
        partner = next((box for box in open_boxes if min(box[2], x1) - max(box[0], x0) > 0.7 * (x1 - x0)), None)
        if partner is None:
            open_boxes.append([x0, y, x1, y + 1])
        else:
            partner[0], partner[2], partner[3] = min(partner[0], x0), max(partner[2], x1), y + 1
    return [(b[0], b[1], b[2], b[3]) for b in [*done, *open_boxes] if b[3] - b[1] <= thickest]


PAPER_TOLERANCE = 12
"""Grey levels around the paper's that are paper."""

PICTURE_GAP, SMALLEST_SCANNED_PICTURE = 4.0, 40.0
"""Points that join the parts of a picture (lines of text are further apart), and its least width and height."""

SCAN_DPI = 100
"""Resolution at which pictures are looked for on scans that bring their text along; they are larger than half an inch."""

PICTURE_INK = 0.3
"""Share of a region that is not paper in a picture; type covers 5 to 20 %, a table with a shaded head up to 25 %."""


def scanned_pictures(raw: RawPage, image: Image) -> list[PageImage]:
    """Return the pictures on a scanned page that has a text layer; a page that is one picture has none.

    Args:
        raw: The page as PDFium read it.
        image: The whole page as displayed.
    """
    regions = pictures_of_image(np.asarray(image.convert("L")), raw.width / image.width)
    return [region for region in regions if area(region.box) <= BACKGROUND_SHARE * raw.width * raw.height]


def pictures_of_image(gray: np.ndarray, scale: float) -> list[PageImage]:
    """Return photographs and screenshots on a scanned page: regions that are mostly not paper.

    Args:
        gray: The page, 0 is black.
        scale: Points per pixel.
    """
    import cv2  # comes with the OCR engine

    paper = int(np.bincount(gray.ravel(), minlength=256).argmax())
    ink = (np.abs(gray.astype(np.int16) - paper) > PAPER_TOLERANCE).astype(np.uint8)
    reach = max(1, round(PICTURE_GAP / scale))
    joined = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined)
    found = []
    for x, y, across, down in (tuple(int(value) for value in stats[index][:4]) for index in range(1, count)):
        if min(across, down) * scale < SMALLEST_SCANNED_PICTURE:
            continue
        if ink[y : y + down, x : x + across].mean() >= PICTURE_INK:
            box = (x * scale, y * scale, (x + across) * scale, (y + down) * scale)
            found.append(PageImage(box, "", (across, down)))
    return found
