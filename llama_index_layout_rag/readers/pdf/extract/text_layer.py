"""The text layer of a loaded page: its characters as arrays, and their styles.

One property at a time is read from PDFium for all characters of the page, and processed as arrays. A *run*
is what one text object shows: its characters share a style.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from llama_index_layout_rag.readers.pdf.extract import stroke_width
from llama_index_layout_rag.readers.pdf.extract.calls import addresses, direct_calls, fill, for_each
from llama_index_layout_rag.readers.pdf.extract.characters import RIGHT_TO_LEFT_RANGES
from llama_index_layout_rag.readers.pdf.extract.fonts import FontMemory
from llama_index_layout_rag.readers.pdf.extract.glyphs import ASCENT, DESCENT, DIAGONAL, UPRIGHT, Glyphs, TextStyle
from llama_index_layout_rag.readers.pdf.extract.page_transform import PageTransform

MAX_GLYPHS = 400_000
"""Characters read from one page; a page that has more (a map, an attack) is cut there, with a warning."""

SMALLEST_TYPE, LARGEST_TYPE = 0.5, 5_000.0
"""Points that type sizes are held to; damaged files ask for 0, infinity and worse."""

MAX_COORDINATE = 1e6
"""Points from the page beyond which a character is not on it."""

IDEOGRAPH_CELL = 0.95
"""Em that the cell of an ideograph takes at least; a Type 3 font gives the drawn shape."""

CELL_OVERLAP = 0.15
"""Em by which the cells of two neighbouring characters may overlap; kerned pairs and slanted letters do."""

INK_ATTEMPTS, INK_SEARCH = 5, 40
"""Characters of a font whose strokes are measured at most, and among how many of its first ones they are looked for."""

_HYPHENS = (0x02, 0xFFFE)
"""PDFium's signs for a hyphen at the end of a line."""


@dataclass
class TextLayer:
    """The text of one page.

    `unmapped` counts characters without a Unicode mapping, `objects` are the addresses of the text objects.
    """

    glyphs: Glyphs = field(default_factory=lambda: Glyphs.of([]))
    styles: list[TextStyle] = field(default_factory=list)
    objects: set[int] = field(default_factory=set)
    unmapped: int = 0
    truncated: str | None = None


class PageContext(NamedTuple):
    """What reading a page needs; valid under the PDFium lock only.

    Attributes:
        raw: The PDFium library.
        document, page, text: Handles of the file, the page and its text.
        transform: How the page is shown.
        unit: Points a unit of the page.
        fonts: Fonts of the pages that are open.
    """

    raw: Any
    document: Any
    page: Any
    text: Any
    transform: PageTransform
    unit: float
    fonts: FontMemory


def read_text_layer(loaded: PageContext, tagged: bool) -> TextLayer:
    """Return characters and styles of a page; `tagged` asks for marked-content ids as well."""
    layer = TextLayer()
    count = loaded.raw.FPDFText_CountChars(loaded.text) if loaded.text else 0
    if count > MAX_GLYPHS:
        layer.truncated = f"{count:,} characters, of which the first {MAX_GLYPHS:,} were read"
    if count > 0:
        _read_characters(layer, loaded, ctypes.addressof(loaded.text.contents), min(count, MAX_GLYPHS), tagged)
    else:
        # A page without text counts as well: those before it are closed one by one.
        loaded.fonts.next_page(loaded.raw, ())
    return layer


def _read_characters(layer: TextLayer, loaded: PageContext, text_at: int, count: int, tagged: bool) -> None:
    calls, codes = direct_calls(), _codes(text_at, count)
    objects = np.fromiter(for_each(calls.text_object, text_at, range(count)), np.uintp, count)
    x0, y0, x1, y1 = _cells(text_at, count, loaded.transform)
    shown = _join_surrogates(codes) & (objects != 0) & _on_page(x0) & _on_page(x1) & (x0 <= x1)
    printed = np.flatnonzero(shown)
    cells = [column[printed] for column in (x0, y0, x1, y1)]
    runs = _Runs(loaded, text_at, printed, objects[printed], codes[printed])
    layer.objects.update(runs.objects)
    origins = runs.origins(cells)
    style, mcid = np.full(count, -1), np.full(count, -1)
    style[printed] = runs.spread(runs.styles(layer.styles, origins[1], cells[3] - cells[1]))
    if tagged and len(printed):
        mcid[printed] = runs.spread(np.fromiter(for_each(calls.marked_content, runs.objects), np.int64))
    layer.unmapped = _replace_controls(codes, shown)
    base = np.full(count, np.nan)
    base[printed] = origins[1]
    filled = _cells_of_ems(codes[printed], cells, origins, style[printed], layer.styles)
    _end_at_next(filled, origins[1], objects[printed], style[printed], layer.styles)
    _divide_ligatures(filled, origins[1], codes[printed], objects[printed], style[printed], layer.styles)
    for column, values in zip((x0, y0, x1, y1), filled, strict=True):
        column[printed] = values
    # Blanks and line ends that PDFium infers have no object; line ends are dropped. A blank gets the position of the end
    # of the character before it.
    shown &= _on_page(base)
    before = np.maximum.accumulate(np.where(shown, np.arange(count), -1))
    inferred = (objects == 0) & (codes == 0x20) & (before >= 0)
    here = np.flatnonzero(shown | inferred)
    there = before[here]
    left = np.where(inferred[here], x1[there], x0[there])
    layer.glyphs = Glyphs(codes[here], left, y0[there], x1[there], y1[there], base[there], style[here], mcid[there])


def _codes(text_at: int, count: int) -> np.ndarray:
    """Return the UTF-16 units of all characters, in one call unless PDFium omits some."""
    buffer = np.zeros(count + 1, np.uint16)
    calls = direct_calls()
    if calls.text(text_at, 0, count, buffer.ctypes.data) == count + 1:
        return buffer[:count].astype(np.uint32)
    return np.fromiter(for_each(calls.unicode, text_at, range(count)), np.uint32, count)


def _cells(text_at: int, count: int, transform: PageTransform) -> tuple[np.ndarray, ...]:
    """Return the cells of all characters on the displayed page: x0, y0, x1, y1."""
    # left, top, right, bottom, as FS_RECTF has them
    rects = np.zeros((count, 4), np.float32)
    fill(direct_calls().loose_box, text_at, range(count), addresses(rects))
    left, top, right, bottom = rects.astype(np.float64).T
    with np.errstate(all="ignore"):
        ux, uy = transform.point(left, bottom)
        vx, vy = transform.point(right, top)
        return np.minimum(ux, vx), np.minimum(uy, vy), np.maximum(ux, vx), np.maximum(uy, vy)


def _on_page(values: np.ndarray) -> np.ndarray:
    return np.abs(values) < MAX_COORDINATE


def _join_surrogates(codes: np.ndarray) -> np.ndarray:
    """Combine UTF-16 surrogate pairs at the index of the second unit; return which indices hold a character."""
    whole = (codes < 0xD800) | (codes > 0xDFFF)
    if whole.all():
        return whole
    low = np.flatnonzero((codes[1:] >= 0xDC00) & (codes[1:] <= 0xDFFF) & (codes[:-1] >= 0xD800) & (codes[:-1] < 0xDC00))
    codes[low + 1] = 0x10000 + ((codes[low] - 0xD800) << 10) + (codes[low + 1] - 0xDC00)
    whole[low + 1] = True
    return whole


def _replace_controls(codes: np.ndarray, shown: np.ndarray) -> int:
    """Replace hyphens at line ends by hyphens and other control characters by blanks.

    Return the number of unmapped characters.
    """
    odd = shown & ((codes < 32) | (codes == 0xFFFE) | (codes == 0xFFFF) | (codes > 0x10FFFF))
    if not odd.any():
        return 0
    hyphens = odd & np.isin(codes, _HYPHENS)
    blanks = odd & ~hyphens
    unmapped = int(np.count_nonzero(blanks & ~np.isin(codes, (9, 10, 13))))
    codes[hyphens], codes[blanks] = 0x2D, 0x20
    return unmapped


def _cells_of_ems(
    codes: np.ndarray,
    cells: Sequence[np.ndarray],
    origins: tuple[np.ndarray, np.ndarray],
    style: np.ndarray,
    styles: Sequence[TextStyle],
) -> tuple[np.ndarray, ...]:
    """Return cells of upright text in the height of the type size; other cells are unchanged."""
    x0, y0, x1, y1 = cells
    x, base = origins
    size = np.array([each.size for each in styles] + [0.0])[style]
    upright = np.array([each.turn == UPRIGHT for each in styles] + [False])[style]
    with np.errstate(all="ignore"):
        known = upright & (np.abs(base - (y0 + y1) / 2) < size)
        left = np.where(known & (x < x0), x, x0)
        narrow = known & (codes >= 0x3040) & (codes <= 0x9FFF) & (x1 - left < 0.9 * size)
        right = np.where(narrow, np.maximum(x1, x + IDEOGRAPH_CELL * size), x1)
        return left, np.where(known, base - ASCENT * size, y0), right, np.where(known, base + DESCENT * size, y1)


def _end_at_next(
    cells: Sequence[np.ndarray],
    base: np.ndarray,
    objects: np.ndarray,
    style: np.ndarray,
    styles: Sequence[TextStyle],
) -> None:
    """End cells at the next character of the same text object where they overlap it; changes the cells.

    Tight character spacing leaves the advance widths of the font as they are, and blanks would vanish in the overlap.
    """
    x0, _, x1, _ = cells
    size = np.array([each.size for each in styles] + [0.0])[style][:-1]
    upright = np.array([each.turn == UPRIGHT for each in styles] + [False])[style][:-1]
    follows = upright & (objects[1:] == objects[:-1]) & (base[1:] == base[:-1]) & (x0[1:] > x0[:-1])
    far = follows & (x1[:-1] - x0[1:] > CELL_OVERLAP * size)
    x1[:-1][far] = x0[1:][far]


def _divide_ligatures(
    cells: Sequence[np.ndarray],
    base: np.ndarray,
    codes: np.ndarray,
    objects: np.ndarray,
    style: np.ndarray,
    styles: Sequence[TextStyle],
) -> None:
    """Divide the common cell of a ligature among its letters; changes the cells.

    Only if a letter occurs twice in the ligature, which would otherwise be taken for a doubled glyph. Vertical text is
    unchanged: parts of a cell side by side would look like columns.
    """
    x0, _, x1, _ = cells
    same = objects[1:] == objects[:-1]
    for edge in cells:
        same &= edge[1:] == edge[:-1]
    same &= x0[1:] < x1[1:]
    if not same.any():
        return
    upright = np.array([each.turn == UPRIGHT for each in styles] + [False])[style]
    same &= upright[1:] & ~_is_right_to_left(codes[1:])
    first = np.flatnonzero(np.append(True, ~same))
    after = np.append(first[1:], len(x0))
    several = np.flatnonzero(after - first > 1)
    for start, end in zip(first[several].tolist(), after[several].tolist(), strict=True):
        if len(set(codes[start:end].tolist())) == end - start or _is_written_downwards(start, end, base, objects):
            continue
        edges = np.linspace(x0[start], x1[start], end - start + 1)
        x0[start:end], x1[start:end] = edges[:-1], edges[1:]


def _is_written_downwards(start: int, end: int, base: np.ndarray, objects: np.ndarray) -> bool:
    """Return whether the neighbours of some characters are above or below them in the same text object."""
    return any(
        objects[other] == objects[start] and abs(base[other] - base[start]) > 1
        for other in (start - 1, end)
        if 0 <= other < len(base)
    )


def _is_right_to_left(codes: np.ndarray) -> np.ndarray:
    found = np.zeros(len(codes), dtype=bool)
    for first, last in RIGHT_TO_LEFT_RANGES:
        found |= (codes >= first) & (codes <= last)
    return found


_StyleKey = tuple
"""Font, colour, size, the matrix (a, b, c, d) and the render mode of a text object."""


class _Runs:
    """The text objects of one page in stream order, with their styles.

    Browsers write a text object for every character, so objects are queried as little as possible: those of one font,
    height and line share a style, and only the first of them, their lead, is queried.
    """

    def __init__(
        self, loaded: PageContext, text_at: int, printed: np.ndarray, objects: np.ndarray, codes: np.ndarray
    ) -> None:
        self.loaded, self.text_at, self.printed = loaded, text_at, printed
        self.starts = _changes(objects)
        self.lengths = np.diff(np.append(self.starts, len(objects)))
        self.objects: list[int] = objects[self.starts].tolist()
        self.codes: list[int] = codes[self.starts].tolist()
        self.fonts = np.fromiter(for_each(direct_calls().font, self.objects), np.uintp, len(self.starts))
        fonts, font_of = np.unique(self.fonts, return_inverse=True)
        self._faces = loaded.fonts.next_page(loaded.raw, fonts.tolist())
        self.nameless = np.array([not face.name for face in self._faces.values()], dtype=bool)[font_of]
        self._unmeasured = np.array([not loaded.fonts.is_measured(font) for font in self._faces], dtype=bool)[font_of]
        self._sizes: dict[_StyleKey, tuple[float, int]] = {}

    def origins(self, cells: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Return x and y of the origin of every character.

        A text object keeps its baseline, unless it is a Type 3 font or written downwards: then only its first character
        is queried, and the others begin where their cells do.
        """
        x, y = cells[0].copy(), np.zeros(len(cells[0]))
        queried = self.spread(self.nameless)
        queried[1:] |= np.abs(np.diff(cells[1])) > 1
        queried[self.starts] = True
        places = np.flatnonzero(queried)
        points = np.zeros((len(places), 2), np.float64)
        fill(
            direct_calls().origin, self.text_at, self.printed[places].tolist(), addresses(points), addresses(points, 1)
        )
        with np.errstate(all="ignore"):
            x[places], transformed = self.loaded.transform.point(points[:, 0], points[:, 1])
        y[:] = transformed[np.cumsum(queried) - 1] if len(places) else 0
        return x, y

    def _find_leads(self, base: np.ndarray, height: np.ndarray) -> None:
        """Set `leads`, the runs that are queried, and `lead_of`, the lead of each run."""
        heads = _changes(self.fonts, base, height)
        number: dict[tuple, int] = {}
        keys = zip(*(column[heads].tolist() for column in (self.fonts, base, height)), strict=True)
        groups = [number.setdefault(key, len(number)) for key in keys]
        self.lead_of = np.repeat(np.array(groups, dtype=np.int64), np.diff(np.append(heads, len(base))))
        firsts = dict(zip(reversed(groups), reversed(heads.tolist()), strict=True))
        self.leads = [firsts[group] for group in range(len(number))]

    def spread(self, values: np.ndarray) -> np.ndarray:
        """Return values of runs as values of characters."""
        return np.repeat(values, self.lengths)

    def styles(self, found: list[TextStyle], bases: np.ndarray, heights: np.ndarray) -> np.ndarray:
        """Return the style index of every run; the styles are appended to `found`.

        Args:
            found: Gets the styles.
            bases: Baselines of the characters.
            heights: Heights of their cells.
        """
        # One font may occur in two sizes on a line; boxes of Type 3 fonts, which have no name, do not show the size.
        height = np.where(self.nameless, 0, np.round(2 * heights[self.starts]))
        self._find_leads(np.round(2 * bases[self.starts]), height)
        keys = self._style_keys()
        page = self.loaded
        document_at, page_at = (ctypes.addressof(handle.contents) for handle in (page.document, page.page))
        page.fonts.measure(document_at, page_at, self._specimens(keys))
        index: dict[TextStyle, int] = {}
        known: dict[_StyleKey, int] = {}
        numbers = []
        for key in keys:
            number = known.get(key)
            if number is None:
                number = known[key] = index.setdefault(self._style(key), len(index))
            numbers.append(number)
        found += index
        return np.array(numbers, dtype=np.int64)[self.lead_of]

    def _style_keys(self) -> list[_StyleKey]:
        """Return font, colour, size, matrix and render mode of every lead."""
        calls = direct_calls()
        objects = [self.objects[lead] for lead in self.leads]
        sizes = np.zeros((len(objects), 1), np.float32)
        fill(calls.font_size, objects, addresses(sizes))
        channels = np.zeros((len(objects), 4), np.uint32)
        fill(calls.fill_color, objects, *(addresses(channels, channel) for channel in range(4)))
        # The character's own matrix holds those of the forms around it, the object's does not.
        matrices = np.zeros((len(objects), 6), np.float32)
        first = self.printed[self.starts[self.leads]].tolist()
        fill(calls.matrix, self.text_at, first, addresses(matrices))
        colors = (channels[:, 0] << 16) | (channels[:, 1] << 8) | channels[:, 2]
        columns = self.fonts[self.leads], colors, sizes[:, 0], *matrices.T[:4]
        modes = for_each(calls.render_mode, objects)
        return list(zip(*(column.tolist() for column in columns), modes, strict=True))

    def _size_and_turn(self, key: _StyleKey) -> tuple[float, int]:
        """Return type size and direction, computed once."""
        known = self._sizes.get(key)
        if known is not None:
            return known
        _, _, size, a, b, c, d, _ = key
        transform = self.loaded.transform
        dx, dy = transform.direction(a, b)
        # The height of the letters is what a reader sees; condensed type is narrower, not smaller.
        up_x, up_y = transform.direction(c, d)
        points = abs(size) * ((up_x * up_x + up_y * up_y) ** 0.5 or (dx * dx + dy * dy) ** 0.5)
        points = min(points, LARGEST_TYPE) if points > SMALLEST_TYPE else SMALLEST_TYPE
        self._sizes[key] = points, _turn(dx, dy)
        return self._sizes[key]

    def _style(self, key: _StyleKey) -> TextStyle:
        font, color, *_, mode = key
        name, weight, italic = self._faces[font]
        points, turn = self._size_and_turn(key)
        stroke, char = self.loaded.fonts.stroke_of(font)
        return TextStyle(name, round(points, 1), weight, italic, color, turn, stroke, char, mode == 2 or mode == 6)

    def _specimens(self, keys: Sequence[_StyleKey]) -> Iterator[stroke_width.Specimen]:
        """Yield some text objects of every unmeasured font that begin with a character suitable for measuring."""
        if not self._unmeasured.any():
            return
        telling = {code for code in set(self.codes) if stroke_width.script_class(chr(code))}
        runs = [
            run
            for first_runs in self._first_runs_of_fonts()
            for run in islice((run for run in first_runs if self.codes[run] in telling), INK_ATTEMPTS)
        ]
        objects = [self.objects[run] for run in runs]
        edges = np.zeros((len(runs), 4), np.float32)
        found = list(for_each(direct_calls().bounds, objects, *(addresses(edges, edge) for edge in range(4))))
        fonts, leads = self.fonts[runs].tolist(), self.lead_of[runs].tolist()
        for run, font, lead, seen, (left, bottom, right, top) in zip(
            runs, fonts, leads, found, edges.tolist(), strict=True
        ):
            if seen:
                em = self._size_and_turn(keys[lead])[0] / self.loaded.unit
                size = (right - left) / em, (top - bottom) / em
                yield stroke_width.Specimen(font, self.objects[run], self.codes[run], em, *size)

    def _first_runs_of_fonts(self) -> list[list[int]]:
        """Return the first runs of unmeasured fonts in page order, since addresses change from run to run."""
        unmeasured = np.flatnonzero(self._unmeasured)
        order = unmeasured[np.argsort(self.fonts[unmeasured], kind="stable")]
        starts = _changes(self.fonts[order]).tolist()
        spans = zip(starts, [*starts[1:], len(order)], strict=True)
        return sorted(order[start : min(end, start + INK_SEARCH)].tolist() for start, end in spans)


def _changes(*columns: np.ndarray) -> np.ndarray:
    """Return the indices at which one of the columns begins or changes."""
    changes = np.ones(len(columns[0]), dtype=bool)
    changes[1:] = columns[0][1:] != columns[0][:-1]
    for column in columns[1:]:
        changes[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(changes)


def _turn(dx: float, dy: float) -> int:
    if abs(dy) <= 0.1 * abs(dx):
        return UPRIGHT if dx > 0 else 180
    if abs(dx) <= 0.1 * abs(dy):
        return 90 if dy > 0 else 270
    return DIAGONAL
