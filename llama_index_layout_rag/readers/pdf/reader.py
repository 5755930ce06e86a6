"""From a PDF's bytes to a LayoutDocument: pages are analysed one by one, then assembled to one document."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

from llama_index_layout_rag.layout.document import LayoutDocument, LayoutSource
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.readers.ocr import OCR_EXTRA, ocr_available, read_picture_text
from llama_index_layout_rag.readers.pdf.document.assembly import assemble
from llama_index_layout_rag.readers.pdf.extract import PageContent, PdfDocument, open_pdf
from llama_index_layout_rag.readers.pdf.page import (
    EMPTY,
    FORCED,
    GARBLED,
    RECOGNITION_DPI,
    SCAN_DPI,
    OcrMode,
    PageLayout,
    RecognisedPage,
    analyse_page,
    measure_page,
    recognised_pages,
    scanned_pictures,
    why_recognise,
)

logger = logging.getLogger(__name__)


def read_pdf(
    data: bytes,
    source: LayoutSource,
    on_page: Callable[[int, int], None] | None = None,
    ocr: OcrMode = "off",
) -> LayoutDocument:
    """Read a PDF into its elements.

    Args:
        data: The file.
        source: Where it comes from; its `uri` is used in messages.
        on_page: Called after every page with (pages done, pages in all).
        ocr: "auto" reads pages without text, with unreadable text and scans with a stamp by OCR where the extra is
            installed; "force" reads every page so, whatever its text layer says; "off" none.

    Returns:
        The layout. `warnings` names the pages that have no text, whose text layer is unreadable, that OCR read, or
        that could not be read; they are logged as well. Elements of pages that OCR read carry `ocr` and `confidence`
        (0 to 1) in their metadata.

    Raises:
        LayoutReadError: When the file is no PDF, empty, truncated, damaged, protected with a password, or has no
            pages, or when `ocr="force"` is set without the extra.
    """
    if ocr == "force" and not ocr_available():
        raise LayoutReadError(source.uri, f'ocr="force" needs {OCR_EXTRA}.')
    with open_pdf(data, source.uri) as document:
        reading = _Reading(document, ocr)
        for index, content in enumerate(document.read_pages(reading.tagged)):
            reading.add_page(index, content)
            if on_page is not None:
                on_page(index + 1, document.page_count)
        if not reading.layouts:
            raise LayoutReadError(source.uri, "none of the pages can be read; repair the PDF or export it again.")
        bookmarks = document.bookmarks()
        metadata_title = document.metadata_title()
    warnings = reading.warnings()
    for warning in warnings:
        logger.warning("%s: %s", source.uri, warning)
    return assemble(source, reading.resolved_layouts(), bookmarks, metadata_title, warnings)


class _Reading:
    """Analyses the pages of one open PDF, with OCR where needed; lives for one call of `read_pdf`."""

    def __init__(self, document: PdfDocument, ocr: OcrMode) -> None:
        self.document, self.ocr = document, ocr
        self.tagged = document.is_tagged()
        self.can_recognise = ocr != "off" and ocr_available()
        self.layouts: list[PageLayout] = []
        self.recognised: dict[int, RecognisedPage] = {}
        self.broken: list[int] = []
        self.unread: dict[int, str] = {}
        self.failures: dict[int, str] = {}

    def add_page(self, index: int, content: PageContent | None) -> None:
        """Analyse one page (0-based index); one that cannot be loaded is recorded as broken."""
        if content is None:
            self.broken.append(index + 1)
            return
        layout = analyse_page(*content)
        self.layouts.append(layout)
        reason = FORCED if self.ocr == "force" else why_recognise(content[0], layout)
        if reason is None:
            if self.can_recognise and any(picture.background for picture in layout.pictures):
                self._find_scanned_pictures(index, content)
            return
        if not self.can_recognise:
            self.unread[layout.number] = reason
            return
        logger.info("%s: page %d is read by OCR (%s).", self.document.name, layout.number, reason)
        image = self.document.render(index, RECOGNITION_DPI)
        try:
            # The engine runs for seconds a page; other readers have PDFium meanwhile.
            lines = read_picture_text(image)
        except Exception as error:
            self.failures[layout.number] = f"{type(error).__name__}: {error}"
            self.unread[layout.number] = reason
            return
        if lines or reason in (GARBLED, FORCED):
            self.recognised[layout.number] = measure_page(content[0], layout, reason, lines, image)

    def _find_scanned_pictures(self, index: int, content: PageContent) -> None:
        """Add photographs and screenshots on a scan with a text layer to the last layout."""
        if not self.document.hides_text(index):
            return
        raw, nodes = content
        found = scanned_pictures(raw, self.document.render(index, SCAN_DPI))
        if found:
            self.layouts[-1] = analyse_page(replace(raw, images=[*raw.images, *found]), nodes)

    def resolved_layouts(self) -> list[PageLayout]:
        """Return all pages in order, with recognised pages in place of their text layers."""
        resolved = {}
        for raw, confidence in recognised_pages(list(self.recognised.values())):
            layout = analyse_page(raw)
            layout.garbled, layout.confidence = False, confidence
            resolved[layout.number] = layout
        return [resolved.get(layout.number, layout) for layout in self.layouts]

    def warnings(self) -> list[str]:
        """Return warnings on pages that are missing, unreadable or read by OCR."""
        warnings = []
        count = self.document.page_count
        if self.broken:
            warnings.append(f"{_pages(self.broken)} of {count} could not be read and {_is_are(self.broken)} missing.")
        advice = self._advice()
        garbled = [number for number, reason in self.unread.items() if reason == GARBLED]
        if garbled:
            pages = _pages(garbled, lower=True)
            warnings.append(f"The text layer of {pages} is unreadable (wrong character map); {advice}.")
        # A document of one page without anything on it is worth a word; an empty page among others is not.
        alone = [layout.number for layout in self.layouts if not layout.character_count and len(self.layouts) == 1]
        empty = sorted({number for number, reason in self.unread.items() if reason == EMPTY} | set(alone))
        empty = [number for number in empty if number not in self.recognised]
        if empty:
            warnings.append(f"{_pages(empty)} {_has_have(empty)} no text layer; {advice}.")
        stamped = [number for number, reason in self.unread.items() if reason not in (GARBLED, EMPTY)]
        if stamped:
            warnings.append(f"{_pages(stamped)} {_is_are(stamped)} a scan; {advice}.")
        for number, reason in self.failures.items():
            warnings.append(f"OCR of page {number} failed ({reason}).")
        if self.recognised:
            warnings.append(self._recognised_warning())
        for layout in self.layouts:
            if layout.truncated:
                warnings.append(f"Page {layout.number} holds {layout.truncated}.")
        return warnings

    def _advice(self) -> str:
        if self.ocr == "off":
            return f'ocr="auto" reads them with {OCR_EXTRA}'
        return "their text is missing" if self.can_recognise else f"install {OCR_EXTRA} to read them"

    def _recognised_warning(self) -> str:
        numbers = list(self.recognised)
        scores = [line.confidence for page in self.recognised.values() for line in page.lines]
        certainty = f", mean confidence {sum(scores) / len(scores):.2f}" if scores else ", which found no text"
        return f"{_pages(numbers)} {_is_are(numbers, past=True)} read by OCR{certainty}."


def _has_have(numbers: Sequence[int]) -> str:
    return "has" if len(numbers) == 1 else "have"


def _is_are(numbers: Sequence[int], past: bool = False) -> str:
    if past:
        return "was" if len(numbers) == 1 else "were"
    return "is" if len(numbers) == 1 else "are"


def _pages(numbers: Sequence[int], lower: bool = False) -> str:
    """Return 'Page 3' or 'Pages 1-4, 7'."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    listed = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
    word = "Page" if len(numbers) == 1 else "Pages"
    return f"{word.lower() if lower else word} {listed}"
