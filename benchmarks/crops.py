"""Time and memory of roles and crops beside bare rendering of the same pages.

    python benchmarks/crops.py MANUAL.pdf [--dpi 200] [--pages 100]

With `--pages` the manual's pages are repeated until there are so many.

"bare" renders every page that has a content picture with pypdfium2 and writes it as PNG; "crops" gives every picture its role
and cuts and writes target and context of the content ones. Reading the PDF is timed apart: both need it. Each runs in a process
of its own; time is that process's processor time, which other work on the machine does not change, and memory its peak.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from llama_index_layout_rag.layout import LayoutDocument, LayoutSource, VisualRole
from llama_index_layout_rag.pictures import CropOptions, PictureCache, picture_roles
from llama_index_layout_rag.pictures.collection import CollectionOptions, collect_pictures
from llama_index_layout_rag.readers.pdf import read_pdf


def read(path: Path) -> LayoutDocument:
    """Return the layout of the manual."""
    return read_pdf(path.read_bytes(), LayoutSource(uri=str(path), name=path.name, media_type="application/pdf"))


def bare(path: Path, pages: list[int], dpi: int) -> None:
    """Render and writes the pages with pypdfium2 and Pillow alone."""
    import pypdfium2 as pdfium

    with tempfile.TemporaryDirectory() as folder:
        document = pdfium.PdfDocument(path)
        for number in pages:
            image = document[number - 1].render(scale=dpi / 72, rev_byteorder=True).to_pil()
            image.save(Path(folder) / f"{number}.png")
        document.close()


def crops(path: Path, layout: LayoutDocument, dpi: int) -> None:
    """Roles of all pictures, crops of the content ones."""
    with tempfile.TemporaryDirectory() as folder:
        options = CollectionOptions(CropOptions(dpi=dpi), crop_dir=Path(folder), read_text=False)
        collect_pictures(layout, PictureCache(), options)


def measured(name: str, path: Path, layout: LayoutDocument, pages: list[int], dpi: int, queue: Any) -> None:
    """Run one of the two and puts processor seconds and peak memory (MB) into the queue."""
    started = time.process_time()
    if name == "bare":
        bare(path, pages, dpi)
    else:
        crops(path, layout, dpi)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024)
    queue.put((time.process_time() - started, peak))


def repeated(manual: Path, pages: int, folder: Path) -> Path:
    """Return a PDF of so many pages: those of the manual over and over."""
    import pypdfium2 as pdfium

    source, long = pdfium.PdfDocument(manual), pdfium.PdfDocument.new()
    while len(long) < pages:
        long.import_pages(source, range(min(len(source), pages - len(long))))
    target = folder / f"{manual.stem}-{pages}.pdf"
    long.save(target)
    return target


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("manual", type=Path, help="a PDF with screenshots")
    parser.add_argument("--dpi", type=int, default=200)
    parser.add_argument("--pages", type=int, help="repeat the manual's pages up to this number")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        manual = arguments.manual
        compare(repeated(manual, arguments.pages, Path(folder)) if arguments.pages else manual, arguments.dpi)


def compare(manual: Path, dpi: int) -> None:
    """Run both and prints what they took."""
    started = time.process_time()
    layout = read(manual)
    print(f"reading: {len(layout.pages)} pages in {time.process_time() - started:.2f} s")
    roles = picture_roles(layout)
    content = [e for e in layout.elements if e.element_id in roles and roles[e.element_id].role is VisualRole.CONTENT]
    pages = sorted({element.page for element in content if element.page is not None})
    print(f"{len(roles)} pictures, {len(content)} of them content, on {len(pages)} pages at {dpi} dpi")
    context = multiprocessing.get_context("spawn")
    seconds = {}
    for name in ("bare", "crops"):
        queue = context.Queue()
        process = context.Process(target=measured, args=(name, manual, layout, pages, dpi, queue))
        process.start()
        seconds[name], peak = queue.get()
        process.join()
        print(f"{name:6} {seconds[name]:6.2f} s, peak memory {peak:.0f} MB")
    print(f"crops / bare: {seconds['crops'] / seconds['bare']:.2f}")


if __name__ == "__main__":
    main()
