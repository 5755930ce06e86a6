"""PDFium functions that are called for every character and object, through the cheapest ctypes interface.

pypdfium2's own functions wrap every pointer in an object and release the interpreter lock for calls of 100 nanoseconds.
Here pointers are plain integers and the lock is kept, which halves the time of a call; mapped over a whole page at once
(`for_each`), it takes a fifth.
"""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Callable, Iterable
from functools import cache
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np

_Call = Callable[..., Any]


class DirectCalls(NamedTuple):
    """PDFium functions that take and return addresses as integers; 0 is a missing object."""

    unicode: _Call
    text: _Call
    text_object: _Call
    loose_box: _Call
    origin: _Call
    matrix: _Call
    font: _Call
    font_size: _Call
    fill_color: _Call
    render_mode: _Call
    marked_content: _Call
    bounds: _Call
    object_at: _Call
    object_type: _Call
    draw_mode: _Call
    stroke_color: _Call
    segment_count: _Call
    segment: _Call
    segment_type: _Call
    segment_point: _Call
    segment_closes: _Call
    object_matrix: _Call
    form_count: _Call
    form_object: _Call
    bitmap_width: _Call
    bitmap_height: _Call
    bitmap_stride: _Call
    bitmap_format: _Call
    bitmap_buffer: _Call
    drawn_text: _Call
    bitmap_destroy: _Call
    image_size: _Call
    image_data: _Call


@cache
def direct_calls() -> DirectCalls:
    """Return the functions of the PDFium library that pypdfium2 has loaded."""
    import pypdfium2.raw as raw

    address, number = ctypes.c_size_t, ctypes.c_int

    def call(name: str, result: Any, *arguments: Any) -> _Call:
        place = ctypes.cast(getattr(raw, name), ctypes.c_void_p).value
        assert place is not None
        return ctypes.PYFUNCTYPE(result, *arguments)(place)

    return DirectCalls(
        unicode=call("FPDFText_GetUnicode", ctypes.c_uint, address, number),
        text=call("FPDFText_GetText", number, address, number, number, address),
        text_object=call("FPDFText_GetTextObject", address, address, number),
        loose_box=call("FPDFText_GetLooseCharBox", number, address, number, address),
        origin=call("FPDFText_GetCharOrigin", number, address, number, address, address),
        matrix=call("FPDFText_GetMatrix", number, address, number, address),
        font=call("FPDFTextObj_GetFont", address, address),
        font_size=call("FPDFTextObj_GetFontSize", number, address, address),
        fill_color=call("FPDFPageObj_GetFillColor", number, address, address, address, address, address),
        render_mode=call("FPDFTextObj_GetTextRenderMode", number, address),
        marked_content=call("FPDFPageObj_GetMarkedContentID", number, address),
        bounds=call("FPDFPageObj_GetBounds", number, address, address, address, address, address),
        object_at=call("FPDFPage_GetObject", address, address, number),
        object_type=call("FPDFPageObj_GetType", number, address),
        draw_mode=call("FPDFPath_GetDrawMode", number, address, address, address),
        stroke_color=call("FPDFPageObj_GetStrokeColor", number, address, address, address, address, address),
        segment_count=call("FPDFPath_CountSegments", number, address),
        segment=call("FPDFPath_GetPathSegment", address, address, number),
        segment_type=call("FPDFPathSegment_GetType", number, address),
        segment_point=call("FPDFPathSegment_GetPoint", number, address, address, address),
        segment_closes=call("FPDFPathSegment_GetClose", number, address),
        object_matrix=call("FPDFPageObj_GetMatrix", number, address, address),
        form_count=call("FPDFFormObj_CountObjects", number, address),
        bitmap_width=call("FPDFBitmap_GetWidth", number, address),
        bitmap_height=call("FPDFBitmap_GetHeight", number, address),
        bitmap_stride=call("FPDFBitmap_GetStride", number, address),
        bitmap_format=call("FPDFBitmap_GetFormat", number, address),
        bitmap_buffer=call("FPDFBitmap_GetBuffer", address, address),
        drawn_text=call("FPDFTextObj_GetRenderedBitmap", address, address, address, address, ctypes.c_float),
        bitmap_destroy=call("FPDFBitmap_Destroy", None, address),
        image_size=call("FPDFImageObj_GetImagePixelSize", number, address, address, address),
        image_data=call("FPDFImageObj_GetImageDataRaw", ctypes.c_ulong, address, address, ctypes.c_ulong),
        form_object=call("FPDFFormObj_GetObject", address, address, ctypes.c_ulong),
    )


def for_each(call: _Call, *arguments: Iterable[int] | int) -> Iterable[int]:
    """Return the results of a call for each index; an argument that is a single number is the same for all."""
    return map(call, *(repeat(each) if isinstance(each, int) else each for each in arguments))


def fill(call: _Call, *arguments: Iterable[int] | int) -> None:
    """Make a call for each index that writes its result to the address given as an argument."""
    deque(for_each(call, *arguments), maxlen=0)


def addresses(rows: np.ndarray, column: int = 0) -> range:
    """Return the addresses of the values in one column of a contiguous two-dimensional array, row by row."""
    start, step = rows.ctypes.data + column * rows.itemsize, rows.shape[1] * rows.itemsize
    return range(start, start + len(rows) * step, step)
