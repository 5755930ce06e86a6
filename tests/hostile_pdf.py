"""PDFs that are small on the disk and large, endless or deep once they are read."""

from __future__ import annotations

import io
import zlib

TEXT = b"BT /F1 12 Tf 72 720 Td (Press the red button to stop the machine.) Tj ET\n"
CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"
PAGES = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
FLATE = b"/Filter /FlateDecode"


def pdf(objects: list[bytes]) -> bytes:
    """A PDF of these objects, numbered from 1; the first is the catalog."""
    out, offsets = io.BytesIO(b"%PDF-1.7\n"), []
    out.seek(0, io.SEEK_END)
    for number, content in enumerate(objects, start=1):
        offsets.append(out.tell())
        out.write(b"%d 0 obj\n%b\nendobj\n" % (number, content))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.writelines(b"%010d 00000 n \n" % offset for offset in offsets)
    out.write(b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start))
    return out.getvalue()


def stream(data: bytes, entries: bytes = b"") -> bytes:
    return b"<< /Length %d %b >>\nstream\n%b\nendstream" % (len(data), entries, data)


def page(resources: bytes = b"") -> bytes:
    return (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> %b >> >>" % resources
    )


def packed(unit: bytes, times: int) -> bytes:
    """Something said many times over, compressed."""
    compressor = zlib.compressobj(9)
    return b"".join(compressor.compress(unit) for _ in range(times)) + compressor.flush()


def huge_stream() -> bytes:
    """A page whose content unpacks to a gigabyte, packed twice: 2 KB."""
    twice = zlib.compress(packed(b" " * 1_000_000, 1_000), 9)
    return pdf([CATALOG, PAGES, page(), stream(twice, b"/Filter [/FlateDecode /FlateDecode]"), FONT])


def laughing_forms() -> bytes:
    """Forms that draw each other ten times over, twelve levels deep: a million million texts in 4 KB."""
    objects = [CATALOG, PAGES, page(b"/XObject << /X 6 0 R >>"), stream(TEXT + b"/X Do"), FONT]
    form = b"/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> %b >>"
    objects += [stream(b"/X Do " * 10, form % (b"/XObject << /X %d 0 R >>" % number)) for number in range(7, 19)]
    return pdf([*objects, stream(TEXT, form % b"")])


def huge_image(side: int) -> bytes:
    """A page with a picture of so many pixels on each side."""
    entries = b"/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 %b" % (
        side,
        side,
        FLATE,
    )
    content = stream(TEXT + b"q 400 0 0 400 50 200 cm /I Do Q")
    objects = [CATALOG, PAGES, page(b"/XObject << /I 6 0 R >>"), content, FONT]
    return pdf([*objects, stream(packed(b"\x80" * side, side), entries)])


def deep_arrays() -> bytes:
    """An array in an array, a million deep."""
    return pdf([CATALOG, PAGES, page(), stream(TEXT), FONT, b"[" * 1_000_000 + b"]" * 1_000_000])


def page_tree_that_holds_itself() -> bytes:
    """A page tree that is its own child and says that it has two thousand million pages."""
    pages = b"<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 2000000000 >>"
    return pdf([CATALOG, pages, page(), stream(TEXT), FONT])


def many_objects(count: int) -> bytes:
    return pdf([CATALOG, PAGES, page(), stream(TEXT), FONT, *([b"<< /A 1 >>"] * count)])
