"""The bitmaps and vector paths of a loaded page, including those in forms; valid under the PDFium lock only."""

from __future__ import annotations

import ctypes
import zlib
from collections.abc import Container
from itertools import filterfalse
from typing import Any

import numpy as np

from llama_index_layout_rag.layout.boxes import Box, intersection
from llama_index_layout_rag.readers.pdf.extract.calls import direct_calls, for_each
from llama_index_layout_rag.readers.pdf.extract.glyphs import PageImage, PagePath
from llama_index_layout_rag.readers.pdf.extract.page_transform import PageTransform

MAX_OBJECTS = 300_000
"""Page objects looked at on one page."""

MAX_FORM_DEPTH = 6
"""Forms inside forms that are followed; a file may nest them without end."""

MAX_SEGMENTS = 4_000
"""Segments of one path that are decoded; a path with more is a drawing anyway."""

MAX_HASHED_BYTES = 4_000_000
"""Bytes of a compressed bitmap that are hashed to recognise it on other pages."""

THIN, FEW_SEGMENTS = 3.0, 6
"""Points and segments of a path that is a line however it is drawn."""

MAX_CLIP_PATHS = 8
"""Clip paths of one object that are followed."""

UNIFORM_PIXELS_PER_BYTE = 60
"""Pixels per compressed byte from which a bitmap may be blank and is decoded."""

WHITE, SHADOW_ALPHA = 0xF8, 0x80
"""Red, green and blue from which a pixel does not show on white paper; opacity of the shadows of text boxes at most."""

_SHADE = 0x808080
_Matrix = tuple[float, float, float, float, float, float]


def read_objects(
    raw: Any, document: Any, page: Any, transform: PageTransform, size: tuple[float, float], texts: Container[int] = ()
) -> tuple[list[PageImage], list[PagePath]]:
    """Return the bitmaps and paths of a page in stream order.

    Args:
        raw, document, page: The PDFium library and the handles of file and page.
        transform: Coordinate transform of the page.
        size: Its displayed width and height in points.
        texts: Addresses of objects that are known to be text, most of a page: they are skipped.
    """
    objects = _PageObjects(raw, document, page, transform, size)
    objects.read(texts)
    return objects.images, objects.paths


class _PageObjects:
    """Walks through the objects of one page; objects are addresses, as `direct_calls` takes them."""

    def __init__(self, raw: Any, document: Any, page: Any, transform: PageTransform, size: tuple[float, float]) -> None:
        self.raw, self.document, self.page, self.transform, self.size = raw, document, page, transform, size
        self.calls = direct_calls()
        self.images: list[PageImage] = []
        self.paths: list[PagePath] = []
        self._budget = MAX_OBJECTS
        # Places that PDFium writes its answers to.
        self._edges, self._edges_at = _outlets(ctypes.c_float, 4)
        self._channels, self._channels_at = _outlets(ctypes.c_uint, 4)
        self._pixels, self._pixels_at = _outlets(ctypes.c_uint, 2)
        self._modes, self._modes_at = _outlets(ctypes.c_int, 2)
        self._point, self._point_at = _outlets(ctypes.c_float, 2)
        self._matrix = raw.FS_MATRIX()
        self._matrix_at = ctypes.addressof(self._matrix)

    def read(self, texts: Container[int]) -> None:
        count = min(self.raw.FPDFPage_CountObjects(self.page), MAX_OBJECTS)
        items = for_each(self.calls.object_at, ctypes.addressof(self.page.contents), range(count))
        for item in filterfalse(texts.__contains__, items):
            self._read_object(item, None, 0)

    def _read_object(self, item: int, outer: _Matrix | None, depth: int) -> None:
        raw = self.raw
        self._budget -= 1
        if not item or self._budget < 0:
            return
        kind = self.calls.object_type(item)
        if kind == raw.FPDF_PAGEOBJ_PATH:
            self._read_path(item, outer)
        elif kind == raw.FPDF_PAGEOBJ_IMAGE:
            self._read_image(item, outer)
        elif kind == raw.FPDF_PAGEOBJ_SHADING:
            box = self._bounds(item, outer)
            if box:
                self.paths.append(PagePath(box, True, False, _SHADE, "free"))
        elif kind == raw.FPDF_PAGEOBJ_FORM and depth < MAX_FORM_DEPTH:
            self._read_form(item, outer, depth)

    def _read_form(self, item: int, outer: _Matrix | None, depth: int) -> None:
        inner = self._own_matrix(item, outer)
        for position in range(self.calls.form_count(item)):
            if self._budget < 0:
                return
            self._read_object(self.calls.form_object(item, position), inner, depth + 1)

    def _own_matrix(self, item: int, outer: _Matrix | None) -> _Matrix:
        self.calls.object_matrix(item, self._matrix_at)
        return _compose(self._matrix, outer)

    def _bounds(self, item: int, outer: _Matrix | None) -> Box | None:
        """Return an object's box on the displayed page, clipped at the page edges; None if it is off the page."""
        if not self.calls.bounds(item, *self._edges_at):
            return None
        left, bottom, right, top = (edge.value for edge in self._edges)
        if outer is None:
            x0, y0, x1, y1 = self.transform.box(left, bottom, right, top)
        else:
            corners = [self.transform.point(*_apply(outer, x, y)) for x in (left, right) for y in (bottom, top)]
            xs, ys = zip(*corners, strict=True)
            x0, y0, x1, y1 = min(xs), min(ys), max(xs), max(ys)
        width, height = self.size
        if x1 < 0 or y1 < 0 or x0 > width or y0 > height:
            return None
        return max(x0, 0.0), max(y0, 0.0), min(x1, width), min(y1, height)

    def _read_image(self, item: int, outer: _Matrix | None) -> None:
        box = self._bounds(item, outer)
        if box is None:
            return
        calls = self.calls
        width, height = self._pixels
        calls.image_size(item, *self._pixels_at)
        length = calls.image_data(item, 0, 0)
        visible = self._clipped(item, box, outer)
        if visible is None:
            return
        box = visible
        if width.value * height.value > UNIFORM_PIXELS_PER_BYTE * length and self._is_blank(item):
            return
        digest = 0
        if 0 < length <= MAX_HASHED_BYTES:
            buffer = (ctypes.c_ubyte * length)()
            calls.image_data(item, ctypes.addressof(buffer), length)
            digest = zlib.crc32(buffer)
        key = f"{width.value}x{height.value}-{length:x}-{digest:08x}"
        self.images.append(PageImage(box, key, (width.value, height.value)))

    def _read_path(self, item: int, outer: _Matrix | None) -> None:
        calls = self.calls
        calls.draw_mode(item, *self._modes_at)
        filled, stroked = bool(self._modes[0].value), bool(self._modes[1].value)
        if not filled and not stroked:
            return
        box = self._bounds(item, outer)
        if box is None:
            return
        (calls.fill_color if filled else calls.stroke_color)(item, *self._channels_at)
        red, green, blue, alpha = (channel.value for channel in self._channels)
        if alpha == 0:
            return
        color = (red << 16) | (green << 8) | blue
        count = calls.segment_count(item)
        if count <= FEW_SEGMENTS and min(box[2] - box[0], box[3] - box[1]) <= THIN:
            self.paths.append(PagePath(box, filled, stroked, color, "rect"))
            return
        shape, segments = self._shape(item, outer, count, box)
        if shape == "free" and outer is None:
            box = self._clipped(item, box, outer) or box
        self.paths.append(PagePath(box, filled, stroked, color, shape, segments))

    def _clipped(self, item: int, box: Box, outer: _Matrix | None) -> Box | None:
        """Return the part of an object's box that its clip paths leave visible, None where nothing is."""
        raw = self.raw
        path = raw.FPDFPageObj_GetClipPath(ctypes.cast(item, raw.FPDF_PAGEOBJECT))
        if not path:
            return box
        visible: Box | None = box
        for number in range(min(MAX_CLIP_PATHS, max(0, raw.FPDFClipPath_CountPaths(path)))):
            points = self._clip_points(path, number, outer)
            if points and visible is not None:
                xs, ys = zip(*points, strict=True)
                visible = intersection(visible, (min(xs), min(ys), max(xs), max(ys)))
        return visible

    def _clip_points(self, path: Any, number: int, outer: _Matrix | None) -> list[tuple[float, float]]:
        """Return the corners of one clip path on the displayed page."""
        raw = self.raw
        x, y = ctypes.c_float(), ctypes.c_float()
        points = []
        for position in range(min(MAX_SEGMENTS, max(0, raw.FPDFClipPath_CountPathSegments(path, number)))):
            segment = raw.FPDFClipPath_GetPathSegment(path, number, position)
            raw.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
            corner = (x.value, y.value) if outer is None else _apply(outer, x.value, y.value)
            points.append(self.transform.point(*corner))
        return points

    def _is_blank(self, item: int) -> bool:
        """Return whether a bitmap is white or transparent all over, or a shadow, like the backgrounds of text boxes."""
        raw = self.raw
        bitmap = raw.FPDFImageObj_GetRenderedBitmap(self.document, self.page, ctypes.cast(item, raw.FPDF_PAGEOBJECT))
        if not bitmap:
            return False
        try:
            width, height = raw.FPDFBitmap_GetWidth(bitmap), raw.FPDFBitmap_GetHeight(bitmap)
            stride = raw.FPDFBitmap_GetStride(bitmap)
            if raw.FPDFBitmap_GetFormat(bitmap) != raw.FPDFBitmap_BGRA or min(width, height) < 1:
                return False
            data = ctypes.string_at(raw.FPDFBitmap_GetBuffer(bitmap), stride * height)
        finally:
            raw.FPDFBitmap_Destroy(bitmap)
        pixels = np.frombuffer(data, np.uint8).reshape(height, stride)[:, : 4 * width].reshape(height, width, 4)
        # At its edges a bitmap is blended with its surroundings.
        inner = pixels[1:-1, 1:-1] if min(width, height) > 4 else pixels
        visible = inner[inner[..., 3] > 0]
        if not len(visible):
            return True
        shadow = visible[:, 3].max() <= SHADOW_ALPHA and (visible[:, :3] == visible[0, :3]).all()
        return bool(shadow or (visible[:, :3] >= WHITE).all())

    def _shape(self, item: int, outer: _Matrix | None, count: int, box: Box) -> tuple[str, tuple[Box, ...]]:
        """Return whether a path is a rectangle, a set of axis-parallel lines, or free, and its lines."""
        lines = self._straight_lines(item, outer, count) if count <= MAX_SEGMENTS else None
        if lines is None:
            return "free", ()
        lines = [line for line in lines if line[2] - line[0] > 0.01 or line[3] - line[1] > 0.01]
        on_edges = all(_on_edge(line, box) for line in lines)
        return ("rect", ()) if on_edges and 3 <= len(lines) <= 5 else ("lines", tuple(lines))

    def _straight_lines(self, item: int, outer: _Matrix | None, count: int) -> list[Box] | None:
        """Return the lines of a path that consists of axis-parallel lines; None for any other path."""
        calls, raw = self.calls, self.raw
        matrix = self._own_matrix(item, outer)
        lines: list[Box] = []
        current: tuple[float, float] | None = None
        start: tuple[float, float] | None = None
        for position in range(count):
            segment = calls.segment(item, position)
            kind = calls.segment_type(segment)
            if kind == raw.FPDF_SEGMENT_BEZIERTO:
                return None
            calls.segment_point(segment, *self._point_at)
            point = self.transform.point(*_apply(matrix, self._point[0].value, self._point[1].value))
            if kind == raw.FPDF_SEGMENT_MOVETO:
                start = point
            elif current is not None:
                if not _axis_parallel(current, point):
                    return None
                lines.append(_span(current, point))
            current = point
            if start is not None and calls.segment_closes(segment):
                if not _axis_parallel(current, start):
                    return None
                lines.append(_span(current, start))
                current = start
        return lines


def _outlets(kind: Any, count: int) -> tuple[list[Any], list[int]]:
    """Return variables for results and their addresses."""
    variables = [kind() for _ in range(count)]
    return variables, [ctypes.addressof(variable) for variable in variables]


def _axis_parallel(first: tuple[float, float], second: tuple[float, float]) -> bool:
    return abs(first[0] - second[0]) < 0.5 or abs(first[1] - second[1]) < 0.5


def _span(first: tuple[float, float], second: tuple[float, float]) -> Box:
    return min(first[0], second[0]), min(first[1], second[1]), max(first[0], second[0]), max(first[1], second[1])


def _on_edge(line: Box, box: Box, tolerance: float = 2.5) -> bool:
    if line[2] - line[0] >= line[3] - line[1]:
        return min(abs(line[1] - box[1]), abs(line[1] - box[3])) <= tolerance
    return min(abs(line[0] - box[0]), abs(line[0] - box[2])) <= tolerance


def _compose(inner: Any, outer: _Matrix | None) -> _Matrix:
    a, b, c, d, e, f = inner.a, inner.b, inner.c, inner.d, inner.e, inner.f
    if outer is None:
        return a, b, c, d, e, f
    oa, ob, oc, od, oe, of = outer
    return (
        a * oa + b * oc,
        a * ob + b * od,
        c * oa + d * oc,
        c * ob + d * od,
        e * oa + f * oc + oe,
        e * ob + f * od + of,
    )


def _apply(matrix: _Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
