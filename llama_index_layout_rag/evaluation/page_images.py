"""Page images of a report, with the evidence framed."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path

from llama_index_layout_rag.citations import Citation, highlight
from llama_index_layout_rag.layout import LayoutReadError

JPEG_QUALITY = 70


class PageImages:
    """Page images with the evidence framed, each made once; a page that cannot be shown gives the reason instead."""

    def __init__(self, sources: Mapping[str, str | Path], dpi: int) -> None:
        self._sources = sources
        self._dpi = dpi
        self._made: dict[tuple[object, ...], bytes | str] = {}

    def of(self, citation: Citation, page: int | None) -> bytes | str:
        """JPEG bytes, or why there are none."""
        if not citation.pages:
            return "This source has no pages to show."
        key = (citation.source_uri, tuple((region.page, region.bbox) for region in citation.regions), page)
        if key not in self._made:
            self._made[key] = self._draw(citation, page)
        return self._made[key]

    def _draw(self, citation: Citation, number: int | None) -> bytes | str:
        source = self._sources.get(citation.manual_id)
        try:
            page = highlight(citation, source, page=number, dpi=self._dpi, line_width=3)
        except (LayoutReadError, ValueError) as error:
            return str(error)
        out = io.BytesIO()
        page.save(out, "JPEG", quality=JPEG_QUALITY)
        return out.getvalue()
