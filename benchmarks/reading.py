"""Reading speed and memory of this package and of the peers that are installed, on the same files in one run.

    python benchmarks/reading.py --pdfs DIR [--rounds 5] [--peers liteparse pymupdf-layout]
    python benchmarks/reading.py --pdfs DIR --growth 325 650 1300

Every reader runs in a process of its own over all PDFs of DIR, in turns: a machine that is busy with other things is
so for all of them. Medians over the rounds count, of the time on the clock and of the processor time of the process.
Memory is the largest resident size of that process. Peers are only measured, never needed: install them by hand.

`--growth` tells how time and memory grow with the document instead: the pages of DIR are put together and repeated to
documents of so many pages, each read once by this package in a process of its own.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import NamedTuple


def read_ours(path: Path) -> int:
    """Pages read by this package."""
    from llama_index_layout_rag.layout import LayoutSource
    from llama_index_layout_rag.readers.pdf import read_pdf

    return len(read_pdf(path.read_bytes(), LayoutSource(uri=str(path), name=path.name)).pages)


def read_liteparse(path: Path) -> int:
    """Pages read by liteparse without OCR."""
    from liteparse import LiteParse

    return len(LiteParse(ocr_enabled=False, quiet=True).parse(str(path)).pages)


def read_pymupdf(path: Path) -> int:
    """Pages read by PyMuPDF with its layout model."""
    import pymupdf.layout  # noqa: F401  (switches the layout model on)
    import pymupdf4llm

    return len(pymupdf4llm.to_markdown(str(path), page_chunks=True, use_ocr=False))


READERS: dict[str, Callable[[Path], int]] = {
    "ours": read_ours,
    "liteparse": read_liteparse,
    "pymupdf-layout": read_pymupdf,
}


class Round(NamedTuple):
    """One pass over all files."""

    pages: int
    wall: float
    cpu: float
    megabytes: float


def measure(name: str, paths: list[Path]) -> Round:
    """Read all files once; seconds on the clock and of the processor, largest resident megabytes so far."""
    wall, cpu = time.perf_counter(), time.process_time()
    pages = sum(READERS[name](path) for path in paths)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return Round(pages, wall, cpu, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit)


def measure_all(names: list[str], paths: list[Path], rounds: int) -> dict[str, list[Round]]:
    """Return rounds of every reader that is installed; a first round that only warms up is left out."""
    context = multiprocessing.get_context("spawn")
    found: dict[str, list[Round]] = {}
    with ExitStack() as stack:
        pools = {name: stack.enter_context(context.Pool(1)) for name in names}
        for name in names:
            try:
                pools[name].apply(measure, (name, paths))
                found[name] = []
            except ImportError as error:
                print(f"{name:14} not installed ({error})")
        for _ in range(rounds):
            for name, measured in found.items():
                measured.append(pools[name].apply(measure, (name, paths)))
    return found


def long_document(paths: list[Path], pages: int, target: Path) -> None:
    """Write a PDF of so many pages: those of all files, one after the other, again and again."""
    import pypdfium2 as pdfium

    document = pdfium.PdfDocument.new()
    while len(document) < pages:
        for path in paths:
            source = pdfium.PdfDocument(path)
            wanted = min(len(source), pages - len(document))
            if wanted > 0:
                document.import_pages(source, list(range(wanted)))
    document.save(target)


def measure_growth(paths: list[Path], sizes: list[int]) -> None:
    """Print seconds of the processor and megabytes beyond those of the imports for documents of growing length."""
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        for pages in sizes:
            target = Path(folder) / f"{pages}.pdf"
            long_document(paths, pages, target)
            with context.Pool(1) as pool:
                before = pool.apply(measure, ("ours", paths[:1])).megabytes
                round_ = pool.apply(measure, ("ours", [target]))
            grown = round_.megabytes - before
            print(
                f"{pages:5} pages {target.stat().st_size / 1e6:6.1f} MB file {round_.cpu:6.1f} s "
                f"{1000 * round_.cpu / pages:5.1f} ms a page {round_.megabytes:5.0f} MB, {grown / pages:.2f} MB a page"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description="Reading speed and memory.")
    parser.add_argument("--pdfs", type=Path, required=True, help="folder with PDF files, searched with its subfolders")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peers", nargs="*", default=["liteparse"], choices=["liteparse", "pymupdf-layout"])
    parser.add_argument("--growth", nargs="*", type=int, metavar="PAGES", help="lengths of documents to compare")
    arguments = parser.parse_args()
    paths = sorted(arguments.pdfs.rglob("*.pdf"))
    if arguments.growth:
        measure_growth(paths, arguments.growth)
        return
    found = measure_all(["ours", *arguments.peers], paths, arguments.rounds)
    wall: dict[str, float] = {}
    cpu: dict[str, float] = {}
    for name, measured in found.items():
        wall[name] = median(round_.pages / round_.wall for round_ in measured)
        cpu[name] = median(round_.pages / round_.cpu for round_ in measured)
        pages, memory = measured[0].pages, max(round_.megabytes for round_ in measured)
        print(
            f"{name:14} {wall[name]:8.1f} pages/s on the clock {cpu[name]:8.1f} pages/s of processor time "
            f"{memory:7.0f} MB  ({pages} pages, {len(paths)} files)"
        )
    for name in found:
        if name != "ours":
            print(
                f"ours / {name}: {wall['ours'] / wall[name]:.2f} on the clock, {cpu['ours'] / cpu[name]:.2f} processor"
            )


if __name__ == "__main__":
    main()
