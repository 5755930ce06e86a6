"""Fits and measures the two decisions of the PDF reader on labelled documents.

    python benchmarks/line_decisions.py LABELS [LABELS ...] [--write FILE]

LABELS are folders with `<name>.pdf` and `<name>.truth.json` (elements with the first and last characters of their text, or
the whole text). Lines are labelled by aligning these texts with the lines that the reader finds. Every document is predicted
by weights fitted on the others; precision, recall and accuracy are printed beside those of the weights in use.
"""

from __future__ import annotations

import argparse
import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from llama_index_layout_rag.layout import LayoutSource
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.readers.pdf.document import continuation
from llama_index_layout_rag.readers.pdf.document.assembly import Assembly
from llama_index_layout_rag.readers.pdf.document.blocks import Block
from llama_index_layout_rag.readers.pdf.document.continuation import ColumnContext, continuation_features
from llama_index_layout_rag.readers.pdf.document.typography import OrderedPage
from llama_index_layout_rag.readers.pdf.extract import open_pdf
from llama_index_layout_rag.readers.pdf.page import Line, analyse_page

START, END = 24, 16
"""Characters at the start and end of an element that truth files hold."""

REGULARISATION = 0.3
TEXT_KINDS = frozenset({"title", "heading", "list_item", "paragraph", "caption", "footnote", "note", "toc_entry"})


@dataclass
class Sample:
    """Feature vectors of one document with their labels."""

    document: str
    features: list[list[float]] = field(default_factory=list)
    labels: list[bool] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


def documents(folders: Sequence[Path]) -> Iterator[tuple[Path, dict[int, list[dict[str, Any]]]]]:
    """Yield every PDF that has labels, with its true elements by page."""
    for folder in folders:
        for truth in sorted(folder.glob("*.truth.json")):
            data = json.loads(truth.read_text(encoding="utf-8"))
            if "elements" not in data:
                pages = {int(number): elements for number, elements in data["pages"].items()}
            else:
                pages = {}
                for element in data["elements"]:
                    text = squash(element.get("text", ""))
                    record = {
                        "kind": element["type"],
                        "start": text[:START],
                        "end": text[-END:],
                        "chars": len(text),
                        "level": element.get("level"),
                    }
                    pages.setdefault(element["page"], []).append(record)
            yield truth.with_name(truth.name.replace(".truth.json", ".pdf")), pages


def assembly_of(path: Path) -> Assembly:
    """Return the assembly of a PDF's pages."""
    source = LayoutSource(uri=str(path), name=path.name, media_type="application/pdf")
    with open_pdf(path.read_bytes(), source.uri) as pdf:
        layouts = [analyse_page(*content) for content in pdf.read_pages(pdf.is_tagged()) if content is not None]
        return Assembly(source, layouts, pdf.bookmarks(), pdf.metadata_title(), [])


def label_lines(ordered: Sequence[OrderedPage], pages: dict[int, list[dict[str, Any]]]) -> dict[int, tuple[int, bool]]:
    """Return (number of the true element, whether it is the element's first line) by `id` of the line."""
    labels: dict[int, tuple[int, bool]] = {}
    for layout, columns in ordered:
        lines = [item for column in columns for item in column.items if isinstance(item, Line)]
        texts = [squash(line.text) for line in lines]
        starts = np.concatenate([[0], np.cumsum([len(text) for text in texts])]).astype(int)
        page = "".join(texts)
        position = 0
        for number, element in enumerate(pages.get(layout.number, ())):
            span = _find(element, page, position)
            if span is None:
                continue
            first, last = (int(np.searchsorted(starts, at, side="right")) - 1 for at in (span[0], span[1] - 1))
            # A marker or label precedes the text of the element on its first line.
            if span[0] - starts[first] > 14 + len(squash(element.get("label") or "")):
                continue
            for index in range(first, last + 1):
                labels[id(lines[index])] = layout.number * 1000 + number, index == first
            position = span[1]
    return labels


def _find(element: dict[str, Any], page: str, position: int) -> tuple[int, int] | None:
    """Return the span of an element in the text of its page."""
    if element["kind"] not in TEXT_KINDS or element.get("doubtful") or element.get("continued_from_previous_page"):
        return None
    start, end = squash(element.get("start") or ""), squash(element.get("end") or "")
    if not start:
        return None
    at = page.find(start, position)
    if at < 0:
        at = page.find(start)
    if at < 0:
        return None
    chars = element.get("chars", len(start))
    stop = page.find(end, max(at, at + int(0.8 * chars) - END - 4)) if end else -1
    if stop < 0 or stop + len(end) - at > 1.25 * chars + 12:
        return None
    return at, stop + len(end)


def continuation_sample(name: str, assembly: Assembly, pages: dict[int, list[dict[str, Any]]]) -> Sample:
    """Return the features of every labelled line below another one; blocks are those of the truth, where it is known."""
    ordered, typography = assembly.prepare()
    labels = label_lines(ordered, pages)
    sample = Sample(name)

    def decide(line: Line, block: Block, context: ColumnContext) -> bool:
        own, above = labels.get(id(line)), labels.get(id(block.lines[-1]))
        if own is not None and (above is not None or own[1]):
            truth = above is not None and own[0] == above[0]
        elif own is None and above is not None and line.page in pages:
            truth = False
            if labels and not any(line.page * 1000 <= value[0] < line.page * 1000 + 1000 for value in labels.values()):
                return continuation.continues_block(line, block, context)
        else:
            return continuation.continues_block(line, block, context)
        sample.features.append([float(value) for value in continuation_features(line, block, context)])
        sample.labels.append(truth)
        sample.texts.append(f"{block.lines[-1].text[-40:]} / {line.text[:40]}")
        return truth

    assembly.blocks(ordered, typography, decide)
    return sample


def fit(features: np.ndarray, labels: np.ndarray, sample_weight: np.ndarray) -> np.ndarray:
    """Return the weights of a logistic regression with ridge penalty, by Newton's method."""
    weights = np.zeros(features.shape[1])
    penalty = np.full(features.shape[1], REGULARISATION)
    penalty[0] = 1e-6
    for _ in range(30):
        probability = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        gradient = features.T @ (sample_weight * (probability - labels)) + penalty * weights
        curvature = sample_weight * probability * (1 - probability)
        hessian = features.T @ (features * curvature[:, None]) + np.diag(penalty)
        step = np.linalg.solve(hessian, gradient)
        weights -= step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def figures(labels: np.ndarray, predicted: np.ndarray) -> str:
    """Return precision, recall and errors of a prediction as text."""
    hits = int((labels & predicted).sum())
    precision, recall = hits / max(1, int(predicted.sum())), hits / max(1, int(labels.sum()))
    return f"precision {precision:.4f} recall {recall:.4f} errors {int((labels != predicted).sum())} of {len(labels)}"


def report(
    title: str, names: Sequence[str], samples: Sequence[Sample], used: Sequence[float], show: bool
) -> list[float]:
    """Print the figures of one decision and return the weights fitted on all documents."""
    features = [np.array(sample.features).reshape(-1, len(names)) for sample in samples]
    labels = [np.array(sample.labels, dtype=bool) for sample in samples]
    # Documents count by the root of their lines, so that one large manual does not decide.
    weights = [np.full(len(label), 10 / max(1.0, len(label)) ** 0.5) for label in labels]
    predicted: list[np.ndarray] = []
    for index in range(len(samples)):
        rest = [i for i in range(len(samples)) if i != index]
        fitted = fit(*(np.concatenate([part[i] for i in rest]) for part in (features, labels, weights)))
        predicted.append(features[index] @ fitted > 0)
    fitted = fit(*(np.concatenate(part) for part in (features, labels, weights)))
    everything, truth = np.concatenate(features), np.concatenate(labels)
    print(f"{title}: {len(truth)} labelled, {int(truth.sum())} positive, {len(samples)} documents")
    if any(used):
        print("  in use            ", figures(truth, everything @ np.array(used) > 0))
    print("  leave one out     ", figures(truth, np.concatenate(predicted)))
    print("  fitted on all     ", figures(truth, everything @ fitted > 0))
    for sample, label, guess in zip(samples, labels, predicted, strict=True):
        wrong = np.flatnonzero(label != guess)
        print(f"    {sample.document:24} {len(wrong):4} of {len(label)}")
        for place in wrong if show else ():
            print("        ", "missed" if label[place] else "false ", sample.texts[place])
    return [float(value) for value in fitted]


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("labels", type=Path, nargs="+", help="folders with PDFs and their labels")
    parser.add_argument("--show", action="store_true", help="print the lines decided wrongly")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.ERROR)
    samples = [continuation_sample(pdf.stem, assembly_of(pdf), pages) for pdf, pages in documents(arguments.labels)]
    used = [continuation.WEIGHTS.get(name, 0.0) for name in continuation.FEATURES]
    fitted = report("continues the block above", continuation.FEATURES, samples, used, arguments.show)
    print("\n".join(f'    "{name}": {value:.2f},' for name, value in zip(continuation.FEATURES, fitted, strict=True)))


if __name__ == "__main__":
    main()
