"""A report people read: the figures, and a card per question with the page and the evidence framed on it."""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Iterator, Mapping
from pathlib import Path

from llama_index_layout_rag.citations import Citation, highlight
from llama_index_layout_rag.evaluation.cards import CardChunk, EvidenceCard
from llama_index_layout_rag.evaluation.recall import RetrievalReport
from llama_index_layout_rag.layout import LayoutReadError

PAGE_DPI = 80
"""Enough to read a heading and to see where on the page the frame is; about 60 kB a page."""

JPEG_QUALITY = 70
SHOWN_TEXT_CHARS = 700
SHOWN_BEFORE_CHARS = 200
"""Text shown before evidence that stands far down in a chunk."""

_COLUMNS = ("recall@1", "recall@5", "recall@10", "all@5", "recall@2000c", "recall@4000c", "wrong_manual", "auc")

_STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.6 system-ui, "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", sans-serif; margin: 2rem auto;
  max-width: 1080px; padding: 0 1rem; color: #1c2430; background: #fff; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid #dde3ea; text-align: right; }
th:first-child, td:first-child { text-align: left; }
details.card { border: 1px solid #d4dbe4; border-left: 6px solid #1b8a4b; border-radius: 6px; margin: .8rem 0; }
details.card.failed { border-left-color: #d0312d; }
summary { cursor: pointer; padding: .6rem .9rem; font-weight: 600; }
.body { padding: 0 .9rem .9rem; display: grid; grid-template-columns: minmax(0, 1fr) 340px; gap: 1.2rem; }
.body.plain { grid-template-columns: 1fr; }
.kind { color: #667; font-weight: 400; font-size: .85em; margin-left: .5em; }
.fail { background: #fdecec; border-radius: 4px; padding: .4rem .7rem; margin: .4rem 0; }
.chunk { border-top: 1px solid #e6ebf0; padding: .5rem 0; }
.chunk .head { font-size: .86em; color: #445; overflow-wrap: anywhere; }
.chunk pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; font-size: .9em; margin: .3rem 0 0; }
mark { background: #ffe58a; } .holds { color: #12703c; font-weight: 600; } .trap { color: #b3261e; font-weight: 600; }
figure { margin: 0; } figure img { width: 100%; border: 1px solid #cfd6de; } figcaption { font-size: .8em; color:
#556; } .unsupported { color: #b3261e; } .supported { color: #12703c; }
@media (max-width: 800px) { .body { grid-template-columns: 1fr; } }
"""


class _PageImages:
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


def report_to_html(
    report: RetrievalReport,
    *,
    show_pages: bool = True,
    sources: Mapping[str, str | Path] | None = None,
    dpi: int = PAGE_DPI,
) -> str:
    """The report as one HTML page without scripts and links, page images inside it.

    Args:
        report: What `evaluate_retrieval` gave.
        show_pages: Whether to show the page of the evidence (of the best result where none holds it), framed.
        sources: Where a manual's file has moved since it was indexed: manual id to path.
        dpi: Resolution of the pages.
    """
    images = _PageImages(sources or {}, dpi) if show_pages else None
    failed = sum(not card.is_fine for card in report.cards)
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{_e(report.title)}</title><style>{_STYLE}</style></head><body>',
        f"<h1>{_e(report.title)}</h1>",
        f"<p>{len(report.results)} questions, {failed} with something to look at.</p>",
        _html_figures(_figure_rows(report)),
        "<h2>Questions</h2>",
        *(_html_card(card, images) for card in report.cards),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def report_to_markdown(
    report: RetrievalReport,
    pages_folder: str | Path | None = None,
    *,
    sources: Mapping[str, str | Path] | None = None,
    dpi: int = PAGE_DPI,
) -> str:
    """The report as Markdown.

    Args:
        report: What `evaluate_retrieval` gave.
        pages_folder: Folder that page images with the evidence framed are written to; the Markdown links to them by
            the folder's name, so it belongs beside it. None writes no images.
        sources: Where a manual's file has moved since it was indexed: manual id to path.
        dpi: Resolution of the pages.
    """
    folder = Path(pages_folder) if pages_folder is not None else None
    images = _PageImages(sources or {}, dpi) if folder is not None else None
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    lines = [f"# {report.title}", "", *_markdown_figures(_figure_rows(report)), "", "## Questions"]
    for number, card in enumerate(report.cards, start=1):
        lines += ["", *_markdown_card(card)]
        chunk = _chunk_to_show(card)
        if images is None or folder is None or chunk is None or chunk.citation is None:
            continue
        page = images.of(chunk.citation, chunk.page)
        if isinstance(page, str):
            lines += ["", f"*{_m(page)}*"]
        else:
            # Numbered, not named after the question: ids come from a file and may hold anything.
            name = f"page_{number:04}.jpg"
            (folder / name).write_bytes(page)
            lines += ["", f"![{_m(chunk.place)}]({folder.name}/{name})"]
    return "\n".join(lines) + "\n"


def _figure_rows(report: RetrievalReport) -> dict[str, dict[str, float]]:
    return {"all": report.figures(), **report.by_language(), **report.by_kind()}


def _cells(figures: Mapping[str, float]) -> Iterator[str]:
    yield f"{figures['answerable']:.0f}"
    yield from (f"{figures[column]:.3f}" if column in figures else "–" for column in _COLUMNS)


def _html_figures(rows: Mapping[str, Mapping[str, float]]) -> str:
    head = "".join(f"<th>{_e(column)}</th>" for column in ("", "n", *_COLUMNS))
    body = "".join(
        f"<tr><td>{_e(name)}</td>" + "".join(f"<td>{cell}</td>" for cell in _cells(figures)) + "</tr>"
        for name, figures in rows.items()
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _markdown_figures(rows: Mapping[str, Mapping[str, float]]) -> list[str]:
    lines = ["| | n | " + " | ".join(_COLUMNS) + " |", "|---|" + "---:|" * (len(_COLUMNS) + 1)]
    return lines + [f"| {_m(name)} | " + " | ".join(_cells(figures)) + " |" for name, figures in rows.items()]


def _chunk_to_show(card: EvidenceCard) -> CardChunk | None:
    """The first result that holds evidence, else the first one."""
    return next((chunk for chunk in card.chunks if chunk.groups), card.chunks[0] if card.chunks else None)


def _html_card(card: EvidenceCard, images: _PageImages | None) -> str:
    state = "" if card.is_fine else " failed"
    figure = _html_figure(_chunk_to_show(card), images)
    inner = "".join(_html_card_text(card))
    layout = "body" if figure else "body plain"
    opened = "" if card.is_fine else " open"
    kind = " · ".join(part for part in (card.question_id, card.kind, card.lang) if part)
    return (
        f'<details class="card{state}"{opened}><summary>{_e(card.question)}<span class="kind">{_e(kind)}</span></summary>'
        f'<div class="{layout}"><div>{inner}</div>{figure}</div></details>'
    )


def _html_card_text(card: EvidenceCard) -> Iterator[str]:
    if card.reference_answer:
        yield f"<p>Expected: {_e(card.reference_answer)}</p>"
    for failure, action in zip(card.failures, card.next_actions, strict=True):
        yield f'<p class="fail"><b>{_e(str(failure))}.</b> {_e(action)}</p>'
    for anchor in card.missing:
        yield f'<p class="fail">Not found: {_e(anchor)}</p>'
    if card.answer:
        yield f"<p>Answer: {_e(card.answer)}</p><ul>"
        for sentence in card.support:
            mark = "supported" if sentence.is_supported else "unsupported"
            reason = f" ({_e(sentence.reason)})" if sentence.reason else ""
            yield f'<li class="{mark}">{mark}{reason}: {_e(sentence.sentence)}</li>'
        yield "</ul>"
        yield "".join(f"<p>{_e(citation)}</p>" for citation in card.answer_citations)
    for chunk in card.chunks:
        yield (
            f'<div class="chunk"><div class="head">{chunk.rank}. {_e(chunk.place)} · {_score(chunk)} · {_e(chunk.node_id)}'
            f"{_html_flags(chunk)}</div><pre>{_html_text(chunk)}</pre></div>"
        )


def _html_flags(chunk: CardChunk) -> str:
    flags = f' <span class="holds">holds {_e(", ".join(chunk.groups))}</span>' if chunk.groups else ""
    return flags + (' <span class="trap">trap</span>' if chunk.is_trap else "")


def _html_figure(chunk: CardChunk | None, images: _PageImages | None) -> str:
    if images is None or chunk is None or chunk.citation is None:
        return ""
    page = images.of(chunk.citation, chunk.page)
    if isinstance(page, str):
        return f"<figure><figcaption>{_e(page)}</figcaption></figure>" if chunk.citation.pages else ""
    data = base64.b64encode(page).decode()
    return (
        f'<figure><img alt="{_e(chunk.place)}" src="data:image/jpeg;base64,{data}">'
        f"<figcaption>Result {chunk.rank}, page {chunk.page}: {_e(chunk.place)}</figcaption></figure>"
    )


def _markdown_card(card: EvidenceCard) -> Iterator[str]:
    yield f"### {_m(card.question_id)}: {_m(card.question)}"
    if card.reference_answer:
        yield f"\nExpected: {_m(card.reference_answer)}"
    if card.failures:
        yield ""
    for failure, action in zip(card.failures, card.next_actions, strict=True):
        yield f"- **{failure}.** {action}"
    yield from (f"- Not found: {_m(anchor)}" for anchor in card.missing)
    if card.answer:
        yield f"\nAnswer: {_m(card.answer)}\n"
        yield from (
            f"- {'supported' if one.is_supported else f'**unsupported** ({_m(one.reason)})'}: {_m(one.sentence)}"
            for one in card.support
        )
        yield from (f"- {_m(citation)}" for citation in card.answer_citations)
    yield ""
    for chunk in card.chunks:
        flags = (f" **holds {_m(', '.join(chunk.groups))}**" if chunk.groups else "") + (
            " **trap**" if chunk.is_trap else ""
        )
        yield f"{chunk.rank}. {_m(chunk.place)} ({_score(chunk)}, `{chunk.node_id}`){flags}"


def _score(chunk: CardChunk) -> str:
    return "no score" if chunk.score is None else f"score {chunk.score:.4f}"


def _html_text(chunk: CardChunk) -> str:
    """The part of the chunk around its evidence, which is marked; its beginning where it holds none."""
    first = chunk.spans[0][0] if chunk.spans else 0
    start = max(0, first - SHOWN_BEFORE_CHARS) if first > SHOWN_TEXT_CHARS - SHOWN_BEFORE_CHARS else 0
    end = start + SHOWN_TEXT_CHARS
    parts, at = ["… "] if start else [], start
    for span_start, span_end in chunk.spans:
        if at <= span_start < end:
            span_end = min(span_end, end)
            parts += [_e(chunk.text[at:span_start]), f"<mark>{_e(chunk.text[span_start:span_end])}</mark>"]
            at = span_end
    parts += [_e(chunk.text[at:end]), " …" if end < len(chunk.text) else ""]
    return "".join(parts)


def _e(text: str) -> str:
    return html.escape(text)


def _m(text: str) -> str:
    """Text of a manual or a question inside Markdown: on one line, and no markup of its own."""
    one_line = " ".join(text.split())
    for mark in "\\`*_[]<>|":
        one_line = one_line.replace(mark, f"\\{mark}")
    return one_line


def figures_json(report: RetrievalReport) -> dict[str, object]:
    """The report's figures and cards as JSON values."""
    return {
        "figures": report.figures(),
        "by_kind": report.by_kind(),
        "by_language": report.by_language(),
        "cards": [card.model_dump(mode="json") for card in report.cards],
    }
