"""Writes the element lists that a structure scorer compares with the truth.

    python benchmarks/structure.py --pdfs DIR --out DIR

For every PDF in DIR one `<name>.json`: elements in reading order with kind, level, text, page, section_path, marker
and the rows of tables.
"""

from __future__ import annotations

import argparse
import json
import logging
import time
from pathlib import Path
from typing import Any

from llama_index_layout_rag.layout import ElementKind, LayoutElement, LayoutSource
from llama_index_layout_rag.readers.pdf import read_pdf

_KINDS = {ElementKind.TOC_ENTRY: "toc", ElementKind.PICTURE_OCR_TEXT: "picture_text"}


def element_record(element: LayoutElement) -> dict[str, Any]:
    """Return an element in the form the scorer reads."""
    record: dict[str, Any] = {
        "kind": _KINDS.get(element.kind, str(element.kind)),
        "text": element.text,
        "page": element.page,
        "level": element.level,
        "marker": element.marker,
        "section_path": element.section_path,
    }
    if element.table is not None:
        record["rows"] = element.table.grid()
    return record


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--pdfs", type=Path, required=True, help="folder with PDF files")
    parser.add_argument("--out", type=Path, required=True, help="folder for the element lists")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.WARNING)
    arguments.out.mkdir(parents=True, exist_ok=True)
    pages, started = 0, time.perf_counter()
    for path in sorted(arguments.pdfs.glob("*.pdf")):
        source = LayoutSource(uri=str(path), name=path.name, media_type="application/pdf")
        layout = read_pdf(path.read_bytes(), source)
        pages += len(layout.pages)
        records = [element_record(element) for element in layout.elements]
        target = arguments.out / f"{path.stem}.json"
        target.write_text(json.dumps(records, ensure_ascii=False, indent=1), encoding="utf-8")
    seconds = time.perf_counter() - started
    print(f"{pages} pages in {seconds:.2f} s ({pages / seconds:.0f} pages/s)")


if __name__ == "__main__":
    main()
