"""The viewer: one self-contained HTML page that shows a manual's pages beside everything that was read from them.

It needs no server and loads nothing from elsewhere: page images and data are inside the file (`viewer.html` is its template).
"""

from __future__ import annotations

import base64
import html
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from llama_index.core.schema import BaseNode, Document, NodeWithScore

from llama_index_layout_rag.citations import Citation
from llama_index_layout_rag.drawing import KIND_COLORS, iterate_papers, layout_of
from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutElement

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem

TEMPLATE = Path(__file__).with_name("viewer.html")

HIDDEN_AT_FIRST = (ElementKind.PAGE_HEADER, ElementKind.PAGE_FOOTER, ElementKind.TOC_ENTRY, ElementKind.DECORATIVE)
IMAGE_QUALITY = 60
"""WebP quality of page images: text of 8 points stays readable at 90 dpi, and a page takes 20 to 60 KB."""

MAX_LABEL_CHARS = 240
"""Characters of an element in the list."""


def view_layout(
    source: LayoutDocument | Document | str | Path,
    target: str | Path,
    *,
    nodes: Sequence[BaseNode] | None = None,
    results: Sequence[NodeWithScore] = (),
    dpi: int = 90,
    show_progress: bool = False,
    fs: AbstractFileSystem | None = None,
) -> Path:
    """Write a page that shows a manual as it was read.

    Args:
        source: A file, which is read with `LayoutReader`, or a layout, or the Document that carries one.
        target: The HTML file to write.
        nodes: The manual's nodes; by default they are made with `ProcedureNodeParser`.
        results: Retrieved nodes of this manual, to be shown first with their confidence and reasons.
        dpi: Resolution of the page images.
        show_progress: Whether to show a progress bar over the pages.
        fs: fsspec file system that holds the source, where it is not a local one.

    Returns:
        The path of the file.

    Raises:
        LayoutReadError: When the source cannot be read, or has changed since its layout was read.
    """
    layout = layout_of(source, fs)
    if nodes is None:
        from llama_index_layout_rag.chunking import ProcedureNodeParser

        nodes = ProcedureNodeParser().get_nodes_from_documents([layout.to_document()])
    data = {
        "title": layout.title or layout.source.name,
        "pages": list(_pages(layout, dpi, show_progress, fs)),
        "elements": [_element(element) for element in layout.elements],
        "colors": {str(kind): color for kind, color in KIND_COLORS.items()},
        "hidden_kinds": [str(kind) for kind in HIDDEN_AT_FIRST],
        "chunks": [_chunk(node) for node in nodes if node.metadata.get("chunk_level") == "child"],
        "steps": list(_steps(layout, nodes)),
        "pictures": [_picture(element) for element in layout.elements if element.kind is ElementKind.PICTURE],
        "warnings": layout.warnings,
        "results": [_result(result) for result in results],
    }
    # "</" inside the data would end the script element that holds it.
    embedded = json.dumps(data, ensure_ascii=False).replace("</", "<\\/")
    page = TEMPLATE.read_text(encoding="utf-8").replace("__TITLE__", html.escape(str(data["title"])))
    path = Path(target)
    path.write_text(page.replace("__DATA__", embedded), encoding="utf-8")
    return path


def _pages(
    layout: LayoutDocument, dpi: int, show_progress: bool, fs: AbstractFileSystem | None
) -> Iterator[dict[str, Any]]:
    from llama_index.core.utils import get_tqdm_iterable

    if not layout.pages:
        return
    papers = iterate_papers(layout, dpi=dpi, fs=fs)
    for page, paper in zip(layout.pages, get_tqdm_iterable(papers, show_progress, "Drawing pages"), strict=True):
        image = io.BytesIO()
        paper.save(image, "WEBP", quality=IMAGE_QUALITY)
        encoded = base64.b64encode(image.getvalue()).decode()
        yield {
            "number": page.number,
            "label": page.label,
            "width": page.width,
            "height": page.height,
            "image": f"data:image/webp;base64,{encoded}",
        }


def _element(element: LayoutElement) -> dict[str, Any]:
    table = f"{element.table.row_count} × {element.table.column_count}" if element.table is not None else ""
    text = " ".join(f"{element.marker or ''} {element.text or table}".split())
    return {
        "id": element.element_id,
        "kind": str(element.kind),
        "label": text[:MAX_LABEL_CHARS] or str(element.kind),
        "depth": len(element.section_path) + max(0, (element.depth or element.list_depth or 1) - 1),
        "regions": [{"page": region.page, "bbox": region.bbox} for region in element.all_regions()],
    }


def _chunk(node: BaseNode) -> dict[str, Any]:
    return {
        "text": node.get_content(),
        "ids": _element_ids(node),
        "type": node.metadata.get("content_type"),
        "pages": node.metadata.get("pages", []),
    }


def _element_ids(node: BaseNode) -> list[str]:
    return [ref["record_id"] for ref in node.metadata.get("source_record_refs", [])]


def _steps(layout: LayoutDocument, nodes: Sequence[BaseNode]) -> Iterator[dict[str, Any]]:
    texts = {element.element_id: element.text for element in layout.elements}
    for node in nodes:
        for step in node.metadata.get("procedure_steps", []) if node.metadata.get("chunk_level") == "child" else []:
            element_id = step["step_id"].partition(":row")[0]
            text = "" if ":row" in step["step_id"] else texts.get(element_id, "")
            fields = {name: value for name, value in step.items() if name not in ("step_id", "page", "bbox")}
            yield {"text": text or step.get("action", ""), "ids": [element_id], "fields": fields}


def _picture(element: LayoutElement) -> dict[str, Any]:
    state = element.picture
    evidence = state.evidence or {} if state is not None else {}
    ocr = evidence.get("ocr") or {}
    description = evidence.get("description") or {}
    return {
        "id": element.element_id,
        "caption": evidence.get("caption") or (element.image.alt if element.image is not None else None),
        "role": str(state.role) if state is not None and state.role is not None else "",
        "fields": {
            "reason": element.reason,
            "recognised_text": ocr.get("text"),
            "summary": description.get("summary"),
        },
    }


def _result(result: NodeWithScore) -> dict[str, Any]:
    metadata = result.node.metadata
    why = metadata.get("why") or {}
    return {
        "citation": str(Citation.from_node(result)),
        "text": result.node.get_content(),
        "ids": _element_ids(result.node),
        "confidence": round(float(metadata.get("confidence") or 0.0), 2),
        "why": {name: json.dumps(value, ensure_ascii=False) for name, value in why.items() if value},
    }
