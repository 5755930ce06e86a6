"""Writes every picture of labelled PDFs with its role, caption and line, for a scorer of picture roles.

    python benchmarks/picture_roles.py --labels FILE.jsonl --root DIR --out PRED.jsonl [--hold-out N]

The labels only say which PDFs are read (below DIR, or below DIR/manuals). With `--hold-out 3` every third document
goes to `PRED.heldout.jsonl` and its labels to `LABELS.heldout.jsonl` beside it, so that it can be scored apart.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from llama_index_layout_rag.layout import LayoutElement, LayoutSource, VisualRole
from llama_index_layout_rag.pictures import is_picture, picture_roles
from llama_index_layout_rag.pictures.context import surroundings_of
from llama_index_layout_rag.pictures.icons import line_of_icon
from llama_index_layout_rag.readers.pdf import open_pdf, read_pdf


def predictions(path: Path, name: str) -> Iterator[dict[str, Any]]:
    """Every picture of a PDF in the form of the scorer."""
    data = path.read_bytes()
    layout = read_pdf(data, LayoutSource(uri=str(path), name=path.name, media_type="application/pdf"))
    roles = picture_roles(layout)
    content = {name for name, decision in roles.items() if decision.role is VisualRole.CONTENT}
    around = surroundings_of(layout, content)
    glyphs: dict[int, list[Any]] = {}
    with open_pdf(data, path.name) as document:
        for picture in (e for e in layout.elements if is_picture(e) and e.bbox is not None and e.page is not None):
            decision = roles[picture.element_id]
            line = ""
            if decision.role is VisualRole.INLINE_ICON:
                if picture.page not in glyphs:
                    read = document.read_page(picture.page - 1)
                    glyphs[picture.page] = list(read[0].glyphs) if read else []
                line = _line(picture, glyphs[picture.page])
            caption = around[picture.element_id].caption if decision.role is VisualRole.CONTENT else None
            yield {
                "doc": name,
                "page": picture.page,
                "bbox": list(picture.bbox),
                "role": str(decision.role),
                "caption": caption.text if caption else "",
                "line": line,
                "reason": decision.reason,
            }


def _line(picture: LayoutElement, glyphs: list[Any]) -> str:
    place = line_of_icon(glyphs, picture.bbox) if picture.bbox else None
    return place.text if place else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--labels", type=Path, required=True, help="JSON lines that name the PDFs")
    parser.add_argument("--root", type=Path, required=True, help="folder below which the PDFs lie")
    parser.add_argument("--out", type=Path, required=True, help="file for the predictions")
    parser.add_argument("--hold-out", type=int, default=0, help="put every Nth document apart")
    arguments = parser.parse_args()
    labels = [json.loads(line) for line in arguments.labels.read_text(encoding="utf-8").splitlines() if line.strip()]
    names = sorted({label["doc"] for label in labels})
    apart = set(names[arguments.hold_out - 1 :: arguments.hold_out]) if arguments.hold_out else set()
    found: list[dict[str, Any]] = []
    started = time.perf_counter()
    for name in names:
        path = next((p for p in (arguments.root / name, arguments.root / "manuals" / name) if p.is_file()), None)
        if path is None:
            parser.error(f"{name}: no such file below {arguments.root}")
        found += predictions(path, name)
    _write(arguments.out, [record for record in found if record["doc"] not in apart])
    if apart:
        _write(arguments.out.with_suffix(".heldout.jsonl"), [record for record in found if record["doc"] in apart])
        for suffix, chosen in ((".tuned", set(names) - apart), (".heldout", apart)):
            labels_file = arguments.out.with_name(arguments.labels.stem + suffix + ".jsonl")
            _write(labels_file, [label for label in labels if label["doc"] in chosen])
    print(f"{len(found)} pictures of {len(names)} documents in {time.perf_counter() - started:.1f} s")


def _write(path: Path, records: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), encoding="utf-8")


if __name__ == "__main__":
    main()
