"""What is remembered of fonts lasts as long as a page that uses them is open, and no longer."""

from __future__ import annotations

import ctypes

import pytest

from llama_index_layout_rag.readers.pdf.extract.fonts import FontMemory


class Library:
    """The font functions of PDFium over fonts that a test puts at addresses of its own."""

    FPDF_FONT = ctypes.c_void_p

    def __init__(self) -> None:
        self.names: dict[int, bytes] = {}
        self.asked = 0

    def FPDFFont_GetBaseFontName(self, font: ctypes.c_void_p, buffer: object, length: int) -> int:  # noqa: N802
        name = self.names[font.value or 0] + b"\0"
        if buffer is not None:
            self.asked += 1
            ctypes.memmove(buffer, name, len(name))  # type: ignore[arg-type]
        return len(name)

    def FPDFFont_GetItalicAngle(self, font: ctypes.c_void_p, angle: object) -> int:  # noqa: N802
        return 0


@pytest.mark.parametrize(
    ("pages_before", "pages_between", "known"), [(0, 0, False), (1, 0, True), (1, 1, False), (3, 2, True)]
)
def test_font_is_known_while_a_page_with_it_is_open(pages_before: int, pages_between: int, known: bool) -> None:
    library, memory = Library(), FontMemory(pages_before)
    library.names[64] = b"ABCDEF+Mincho"
    assert memory.next_page(library, [64])[64].name == "Mincho"
    for _ in range(pages_between):
        memory.next_page(library, ())
    # The font was freed, and another one stands where it stood.
    library.names[64] = b"Gothic-Bold"
    face = memory.next_page(library, [64])[64]
    assert (face.name, face.weight) == (("Mincho", 400) if known else ("Gothic-Bold", 700))


def test_faces_are_asked_once_and_forgotten_on_demand() -> None:
    library, memory = Library(), FontMemory(2)
    library.names[64] = b"Mincho"
    for _ in range(3):
        memory.next_page(library, [64])
    assert library.asked == 1
    memory.forget()
    memory.next_page(library, [64])
    assert library.asked == 2
