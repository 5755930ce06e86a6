"""Citations: where an answer stands, and the page with the evidence framed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from llama_index.core.schema import BaseNode, NodeWithScore
from pydantic import BaseModel, ConfigDict, Field

from llama_index_layout_rag.chunking.payload import NodePayload
from llama_index_layout_rag.languages import language
from llama_index_layout_rag.layout import LayoutReadError, Region
from llama_index_layout_rag.layout.boxes import Box, expand
from llama_index_layout_rag.layout.markers import split_marker
from llama_index_layout_rag.steps import StepRecord

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem
    from PIL.Image import Image

FRAME_MARGIN = 3.0
"""Points between the evidence and its frame."""


class Citation(BaseModel):
    """The place of a piece of evidence: manual, section, step, pages, boxes and file."""

    model_config = ConfigDict(frozen=True)

    node_id: str = ""
    manual_id: str
    manual_title: str = ""
    manual_version: str = ""
    model_numbers: list[str] = Field(default_factory=list)
    section_path: list[str] = Field(default_factory=list)
    step_numbers: list[str] = Field(default_factory=list, description="As printed, in order.")
    pages: list[int] = Field(
        default_factory=list, description="Physical pages, 1-based; empty where the source has none."
    )
    regions: list[Region] = Field(
        default_factory=list, description="Boxes in points, origin top left of the displayed page."
    )
    focus_page: int | None = Field(default=None, description="Page of the best chunk, where several were joined.")
    source_uri: str = ""
    source_name: str = ""
    source_sha256: str = ""
    language: str = ""
    image_evidence: list[dict[str, Any]] = Field(
        default_factory=list,
        description="Pictures of the evidence: image_id, page, bbox, crop_path, context_crop_path …",
    )

    @classmethod
    def from_node(cls, node: BaseNode | NodeWithScore) -> Citation:
        """Return the citation of a retrieved node; only its metadata is read, so copies made by query engines do as well.

        Raises:
            ValueError: When the node was not made by `ProcedureNodeParser`.
            TypeError: When it is no node.
        """
        plain = node.node if isinstance(node, NodeWithScore) else node
        if not isinstance(plain, BaseNode):
            raise TypeError(
                f"node is a {type(plain).__name__}; give a node that a retriever or a response has returned."
            )
        if "manual_id" not in plain.metadata or "chunk_level" not in plain.metadata:
            raise ValueError(
                f"Node {plain.node_id} carries no manual_id: only nodes made by ProcedureNodeParser can be cited."
            )
        payload = NodePayload.from_metadata(plain.metadata)
        return cls(
            node_id=plain.node_id,
            manual_id=payload.manual_id,
            manual_title=payload.manual_title,
            manual_version=payload.manual_version,
            model_numbers=payload.model_numbers,
            section_path=payload.section_path,
            step_numbers=_printed_numbers(payload.procedure_steps),
            pages=payload.pages,
            regions=[Region(page=region.page, bbox=region.bbox) for region in payload.regions],
            focus_page=plain.metadata.get("focus_page"),
            source_uri=payload.source_uri,
            source_name=Path(payload.source_uri).name or str(plain.metadata.get("file_name", "")),
            source_sha256=payload.source_sha256,
            language=payload.language,
            image_evidence=payload.image_evidence,
        )

    @property
    def link(self) -> str:
        """The file at the evidence's first page (`manual.pdf#page=5`), as browsers and PDF viewers open it."""
        page = self.focus_page or next(iter(self.pages), None)
        return f"{self.source_uri}#page={page}" if page is not None else self.source_uri

    def __str__(self) -> str:
        """Return manual, section path, steps, pages and file on one line."""
        parts = [
            " > ".join([self.manual_title, *self.section_path]) if self.manual_title else " > ".join(self.section_path)
        ]
        if self.step_numbers:
            steps = ", ".join(
                f"{first}–{last}" if first != last else first for first, last in _ranges(self.step_numbers)
            )
            label = language(self.language).labels.step
            # Some manuals print the word with the number.
            parts.append(steps if steps.lower().startswith(label.lower()) else f"{label} {steps}")
        if self.pages:
            pages = ", ".join(
                f"{first}–{last}" if first != last else str(first) for first, last in _page_runs(self.pages)
            )
            parts.append(f"p. {pages}" if len(self.pages) == 1 else f"pp. {pages}")
        if self.source_name:
            parts.append(self.source_name)
        return ", ".join(part for part in parts if part)


def _printed_numbers(steps: Sequence[StepRecord]) -> list[str]:
    """Return the numbers of steps as printed, without bullets; of sub-steps only where nothing else is numbered."""
    numbered = [step for step in steps if any(sign.isalnum() for sign in step.step_number)]
    whole = [step for step in numbered if not step.parent_step_id] or numbered
    return list(dict.fromkeys(step.step_number for step in whole))


def _ranges(numbers: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the first and last of every run of consecutive numbers; a number that does not count is a run of its own."""
    values = [split_marker(f"{number} x") for number in numbers]
    start = 0
    for place in range(1, len(numbers) + 1):
        before, this = values[place - 1], values[place] if place < len(numbers) else None
        counts = before is not None and this is not None and before.style == this.style and before.value is not None
        if not (counts and this is not None and before is not None and this.value == (before.value or 0) + 1):
            yield numbers[start], numbers[place - 1]
            start = place


def _page_runs(pages: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last of every run of consecutive pages."""
    start = 0
    for place in range(1, len(pages) + 1):
        if place == len(pages) or pages[place] != pages[place - 1] + 1:
            yield pages[start], pages[place - 1]
            start = place


def highlight(
    node: BaseNode | NodeWithScore | Citation,
    source: str | Path | None = None,
    *,
    page: int | None = None,
    dpi: int = 144,
    color: str = "#e02020",
    line_width: int = 4,
    fs: AbstractFileSystem | None = None,
) -> Image:
    """Return the page image with the evidence framed.

    Args:
        node: A retrieved node, or its citation.
        source: The PDF, where it has moved since it was indexed; by default the file that the citation names.
        page: Which of the evidence's pages (1-based); by default that of the best chunk, else the first that has a box.
        dpi: Resolution of the image; a page so large that it would take more than 40 million pixels is drawn smaller.
        color: Colour of the frame.
        line_width: Width of the frame in pixels.
        fs: fsspec file system that holds the file, where it is not a local one.

    Returns:
        The whole page as an RGB image.

    Raises:
        LayoutReadError: When the file is gone, is not a PDF, or is not the file that was indexed.
        ValueError: When the evidence has no page, or not the one asked for, or `dpi` is no resolution.
    """
    from PIL import ImageDraw

    from llama_index_layout_rag.readers.pdf import render_page

    if isinstance(dpi, bool) or not isinstance(dpi, int | float) or dpi <= 0:
        raise ValueError(f"dpi is {dpi!r}; give the resolution of the image, such as 144.")
    citation = node if isinstance(node, Citation) else Citation.from_node(node)
    number = _page_to_show(citation, page)
    data = _indexed_bytes(citation, source, fs)
    image, scale = render_page(data, number, dpi=dpi)
    draw = ImageDraw.Draw(image)
    for region in citation.regions:
        if region.page == number:
            draw.rectangle(
                _pixels(expand(region.bbox, FRAME_MARGIN), scale, image.size), outline=color, width=line_width
            )
    return image


def _page_to_show(citation: Citation, page: int | None) -> int:
    pages = citation.pages or sorted({region.page for region in citation.regions})
    if not pages:
        raise ValueError(f"The evidence from {citation.source_uri} has no page: its source is not a paged document.")
    if page is None:
        return citation.focus_page or next((region.page for region in citation.regions), pages[0])
    if page not in pages:
        raise ValueError(f"page {page} holds none of this evidence; it stands on {', '.join(map(str, pages))}.")
    return page


def _indexed_bytes(citation: Citation, source: str | Path | None, fs: AbstractFileSystem | None) -> bytes:
    from llama_index_layout_rag.readers.files import open_source

    uri = str(source or citation.source_uri)
    try:
        data = open_source(uri, fs).data
    except LayoutReadError as error:
        if source is not None:
            raise
        raise LayoutReadError(
            uri, "the file that was indexed cannot be read here; pass its present place as `source`."
        ) from error
    if citation.source_sha256 and hashlib.sha256(data).hexdigest() != citation.source_sha256:
        raise LayoutReadError(
            uri,
            "this is not the file that was indexed (its hash differs); index it again or pass the old file as `source`.",
        )
    return data


def _pixels(box: Box, scale: float, size: tuple[int, int]) -> tuple[int, int, int, int]:
    x0, y0, x1, y1 = (round(value * scale) for value in box)
    return max(0, x0), max(0, y0), min(size[0] - 1, x1), min(size[1] - 1, y1)
