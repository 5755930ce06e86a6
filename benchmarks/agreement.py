"""Same content, same result: how far the readers of one document's formats agree.

    python benchmarks/agreement.py --samples DIR             JSON of layout parsers against the PDF it was made from
    python benchmarks/agreement.py --manuals DIR --pdfs DIR  Markdown against the PDF printed from it
    python benchmarks/agreement.py --samples DIR --table     what every format gives: elements by kind, pages and boxes

Agreement of sections is the share of heading paths (all headings above and the heading itself, without white space and
width) that both sides have: twice the common ones over the sum of both. Agreement of items is the same for list items, each
with its text and section path; the last column leaves the path out, so that one heading that differs does not count for every
item below it. `--show` prints what only one side has.
"""

from __future__ import annotations

import argparse
import json
import logging
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutElement, LayoutReadError, LayoutSource
from llama_index_layout_rag.layout.normalize import squash
from llama_index_layout_rag.readers import LayoutReader
from llama_index_layout_rag.readers.files import names_of_source_pdf
from llama_index_layout_rag.readers.parsers import read_parser_json

Path_ = tuple[str, ...]

_ORNAMENTS = re.compile(r"[\"'“”‘’`´*_\\☐☑☒]")
"""Signs that parsers write in several ways, leave out, or add as Markdown."""


@dataclass(frozen=True)
class Comparison:
    """What two layouts of one document have in common."""

    sections: tuple[int, int, int]
    items: tuple[int, int, int]
    texts: tuple[int, int, int]
    only_first: list[str]
    only_second: list[str]


def share(counts: tuple[int, int, int]) -> float | None:
    """Agreement from (common, first, second); None where neither has any."""
    common, first, second = counts
    return 2 * common / (first + second) if first + second else None


def key(text: str) -> str:
    """Return a text without what formats write differently."""
    return _ORNAMENTS.sub("", squash(text))


def compare(first: LayoutDocument, second: LayoutDocument, key: Callable[[str], str] = key) -> Comparison:
    """Sections and list items of two layouts."""
    one, other = _sections(first, key), _sections(second, key)
    items_one, items_other = _items(first, key), _items(second, key)
    return Comparison(
        _common(one, other),
        _common(items_one, items_other),
        _common(Counter(path[-1:] for path in items_one.elements()), Counter(p[-1:] for p in items_other.elements())),
        [" > ".join(path) for path in (one - other) + (items_one - items_other)],
        [" > ".join(path) for path in (other - one) + (items_other - items_one)],
    )


def _common(first: Counter[Path_], second: Counter[Path_]) -> tuple[int, int, int]:
    return sum((first & second).values()), first.total(), second.total()


def _sections(layout: LayoutDocument, key: Callable[[str], str]) -> Counter[Path_]:
    headings = (e for e in layout.elements if e.kind is ElementKind.SECTION_HEADER)
    return Counter((*map(key, element.section_path), key(element.text)) for element in headings)


def _items(layout: LayoutDocument, key: Callable[[str], str]) -> Counter[Path_]:
    items = (e for e in layout.elements if e.kind is ElementKind.LIST_ITEM and e.text)
    return Counter((*map(key, element.section_path), "- " + key(element.text)) for element in items)


# Pairs


@dataclass(frozen=True)
class Pair:
    """A file and the PDF of the same content; `chapters` are the sections of the file that the PDF prints, if not all."""

    path: Path
    pdf: Path
    chapters: tuple[str, ...] = ()


def sample_pairs(samples: Path) -> Iterator[Pair]:
    """JSON files and the PDFs they were made from: the PDF of the name, or the one whose name's words are all in it."""
    pdfs = {path.stem: path for path in sorted(samples.glob("**/*.pdf"))}
    for path in sorted(samples.glob("**/*.json")):
        names = [Path(name).stem for name in names_of_source_pdf(str(path))]
        found = next((pdfs[name] for name in names if name in pdfs), None) or _by_words(path, pdfs.values())
        if found is not None:
            yield Pair(path, found)


def _by_words(path: Path, pdfs: Iterable[Path]) -> Path | None:
    words = set(_WORD.findall(path.stem.lower()))
    fitting = [pdf for pdf in pdfs if pdf.parent == path.parent and set(_WORD.findall(pdf.stem.lower())) <= words]
    return max(fitting, key=lambda pdf: len(pdf.stem), default=None)


_WORD = re.compile(r"[a-z0-9]+")


def manual_pairs(manuals: Path, pdfs: Path) -> Iterator[Pair]:
    """Markdown files and the PDFs printed from them or from some of their chapters, as the PDFs' truths say."""
    for truth in sorted(pdfs.glob("*.truth.json")):
        source, _, chapters = json.loads(truth.read_text(encoding="utf-8"))["source_path"].partition(" # ")
        path, pdf = manuals / source, truth.with_name(truth.name.replace(".truth.json", ".pdf"))
        if path.is_file() and pdf.is_file():
            yield Pair(path, pdf, tuple(chapters.split(" / ")) if chapters else ())


_PRINTED_NUMBER = re.compile(r"^(?:第[0-9]+[章節]|\([0-9]+\)|[0-9]+(?:[-.][0-9]+)*\.?)")


def unnumbered(text: str) -> str:
    """Return the key of a heading without its number: the PDFs were printed with numbers of their own."""
    return _PRINTED_NUMBER.sub("", key(text))


def print_pairs(pairs: Iterable[Pair], key: Callable[[str], str], show: bool, alone: bool = False) -> None:
    """One line a pair, and the shares over all."""
    totals: list[tuple[int, int, int]] = [(0, 0, 0)] * 3
    print("common / in the PDF / in the file, and agreement")
    print(f"{'file':52} {'sections':>18} {'items':>18} {'texts of items':>18}")
    for pair in pairs:
        name = f"{pair.path.parent.name}/{pair.path.name}" if pair.path.suffix == ".json" else pair.pdf.name
        try:
            found = compare(*read_pair(pair, alone), key)
        except LayoutReadError as error:
            print(f"{name:52.52} left out: {error.reason}")
            continue
        counts = (found.sections, found.items, found.texts)
        print(f"{name:52.52} " + " ".join(f"{_cell(count):>18}" for count in counts))
        totals = [(a + x, b + y, c + z) for (a, b, c), (x, y, z) in zip(totals, counts, strict=True)]
        if show:
            for mark, lines in (("pdf ", found.only_first), ("file", found.only_second)):
                for line in lines:
                    print(f"    only in {mark}: {line[-150:]}")
    print(f"{'all':52} " + " ".join(f"{_cell(count):>18}" for count in totals))


def read_pair(pair: Pair, alone: bool = False) -> tuple[LayoutDocument, LayoutDocument]:
    """Return the PDF's own layout and that of the file, as far as they are of the same pages and chapters."""
    printed = LayoutReader(ocr="off").read(pair.pdf)
    layout = _alone(pair.path) if alone else LayoutReader(source_pdf=_pdf_of(pair)).read(pair.path)
    if pair.path.suffix == ".json":
        printed = _pages_in(printed, layout)
    return printed, _chapters_of(layout, pair.chapters)


def _pages_in(printed: LayoutDocument, layout: LayoutDocument) -> LayoutDocument:
    """Return the pages that a parser's file covers: some were made of the first pages of a PDF."""
    covered = {element.page for element in layout.elements}
    part = [element for element in printed.elements if element.page in covered]
    return printed.model_copy(update={"elements": part})


def _pdf_of(pair: Pair) -> str | None:
    return str(pair.pdf) if pair.path.suffix == ".json" else None


def _alone(path: Path) -> LayoutDocument:
    """Return a parser's JSON without the PDF."""
    return read_parser_json(path.read_bytes(), LayoutSource(uri=str(path), name=path.name))


def _cell(counts: tuple[int, int, int]) -> str:
    agreement = share(counts)
    return "-" if agreement is None else f"{counts[0]}/{counts[1]}/{counts[2]} {agreement:5.0%}"


def _chapters_of(layout: LayoutDocument, chapters: Sequence[str]) -> LayoutDocument:
    """Return the sections of the highest level with these headings; all of the layout where none are named."""
    if not chapters:
        return layout
    wanted = set(map(key, chapters))
    part = [
        element
        for element in layout.elements
        if key((*element.section_path, element.text)[0]) in wanted
        and (element.section_path or element.kind is ElementKind.SECTION_HEADER)
    ]
    return layout.model_copy(update={"elements": part})


# Table


def print_table(samples: Path) -> None:
    """Print what every format gives: files, elements by kind, share of elements with page and box."""
    print("| format | files | elements | by kind | with page | with box |\n|---|---|---|---|---|---|")
    for folder in sorted(path for path in samples.iterdir() if path.is_dir()):
        by_suffix: dict[str, list[LayoutElement]] = {}
        files: Counter[str] = Counter()
        for path in sorted(folder.iterdir()):
            if path.suffix not in (".json", ".pdf") or path.name.endswith("_meta.json"):
                continue
            try:
                layout = LayoutReader(ocr="off").read(path)
            except LayoutReadError as error:
                print(f"not read: {error}")
                continue
            files[path.suffix] += 1
            by_suffix.setdefault(path.suffix, []).extend(layout.elements)
        for suffix, elements in by_suffix.items():
            print(_table_row(f"{folder.name} {suffix[1:]}", files[suffix], elements))


def _table_row(name: str, files: int, elements: Sequence[LayoutElement]) -> str:
    kinds = Counter(str(element.kind) for element in elements)
    listed = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
    paged = sum(1 for element in elements if element.page is not None)
    boxed = sum(1 for element in elements if element.bbox is not None)
    count = max(1, len(elements))
    return f"| {name} | {files} | {len(elements)} | {listed} | {paged / count:.0%} | {boxed / count:.0%} |"


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=Path, help="folder with one folder of JSON and PDF files per parser")
    parser.add_argument("--manuals", type=Path, help="folder of the Markdown manuals")
    parser.add_argument("--pdfs", type=Path, help="folder of the PDFs printed from them, with their truths")
    parser.add_argument("--table", action="store_true", help="a table of what every format gives")
    parser.add_argument("--alone", action="store_true", help="read the JSON as if the PDF were not beside it")
    parser.add_argument("--show", action="store_true", help="what only one side has")
    parser.add_argument("--only", default="", help="only files whose path holds this")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.ERROR)
    if arguments.table and arguments.samples:
        print_table(arguments.samples)
    elif arguments.samples:
        pairs = [pair for pair in sample_pairs(arguments.samples) if arguments.only in str(pair.path)]
        print_pairs(pairs, key, arguments.show, arguments.alone)
    if arguments.manuals and arguments.pdfs:
        pairs = [pair for pair in manual_pairs(arguments.manuals, arguments.pdfs) if arguments.only in str(pair.pdf)]
        print_pairs(pairs, unnumbered, arguments.show)


if __name__ == "__main__":
    main()
