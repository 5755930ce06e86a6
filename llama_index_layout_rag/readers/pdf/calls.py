"""The PDFium calls that are made for every character and object, in the cheapest form ctypes has.

pypdfium2's own functions wrap every pointer they take and give in an object and let go of the interpreter lock for
calls of 100 nanoseconds. Here pointers are plain integers and the lock is kept, which makes a call half as long.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

_Call = Callable[..., Any]


class DirectCalls(NamedTuple):
    """PDFium functions that take and give addresses as integers; a missing object is None."""

    unicode: _Call
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


@cache
def direct_calls() -> DirectCalls:
    """The functions of the PDFium library that pypdfium2 has loaded."""
    import pypdfium2.raw as raw

    address, number = ctypes.c_void_p, ctypes.c_int

    def call(name: str, result: Any, *arguments: Any) -> _Call:
        place = ctypes.cast(getattr(raw, name), ctypes.c_void_p).value
        assert place is not None
        return ctypes.PYFUNCTYPE(result, *arguments)(place)

    return DirectCalls(
        unicode=call("FPDFText_GetUnicode", ctypes.c_uint, address, number),
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
    )
