"""Reading speed and memory of this package and of the peers that are installed, on the same files in one run.

    python benchmarks/reading.py --pdfs DIR [--rounds 3] [--peers liteparse pymupdf]

Every reader runs in a process of its own, one after the other, over all PDFs of DIR; the best round counts. Memory is
the largest resident size of that process. Peers are only measured, never needed: install them by hand.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path


def read_ours(path: Path) -> int:
    """Pages read by this package."""
    from llama_index_layout_rag.layout import LayoutSource
    from llama_index_layout_rag.readers.pdf.reader import read_pdf

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


READERS: dict[str, Callable[[Path], int]] = {"ours": read_ours, "liteparse": read_liteparse, "pymupdf": read_pymupdf}


def measure(name: str, paths: list[Path], rounds: int) -> tuple[float, float, int]:
    """(pages per second of the best round, largest resident MB, pages)."""
    best, pages = 0.0, 0
    for _ in range(rounds):
        started, pages = time.perf_counter(), sum(READERS[name](path) for path in paths)
        best = max(best, pages / (time.perf_counter() - started))
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return best, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit, pages


def main() -> None:
    parser = argparse.ArgumentParser(description="Reading speed and memory.")
    parser.add_argument("--pdfs", type=Path, required=True, help="folder with PDF files, searched with its subfolders")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peers", nargs="*", default=["liteparse"], choices=["liteparse", "pymupdf"])
    arguments = parser.parse_args()
    paths = sorted(arguments.pdfs.rglob("*.pdf"))
    context = multiprocessing.get_context("spawn")
    speeds: dict[str, float] = {}
    for name in ["ours", *arguments.peers]:
        with context.Pool(1) as pool:
            try:
                speed, memory, pages = pool.apply(measure, (name, paths, arguments.rounds))
            except ImportError as error:
                print(f"{name:10} not installed ({error})")
                continue
        speeds[name] = speed
        print(f"{name:10} {speed:8.1f} pages/s {memory:7.0f} MB  ({pages} pages, {len(paths)} files)")
    if "liteparse" in speeds:
        print(f"ours / liteparse: {speeds['ours'] / speeds['liteparse']:.2f}")


if __name__ == "__main__":
    main()
