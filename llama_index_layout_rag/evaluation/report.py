"""A report people read: the figures, and a card per question with the page and the evidence framed on it."""

from __future__ import annotations

import base64
import html
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from llama_index_layout_rag.evaluation.cards import NEXT_ACTIONS, CardChunk, CardFact, EvidenceCard, Failure
from llama_index_layout_rag.evaluation.page_images import PageImages
from llama_index_layout_rag.evaluation.recall import RetrievalReport

PAGE_DPI = 80
"""Enough to read a heading and to see where on the page the frame is; about 60 kB a page."""

SHOWN_TEXT_CHARS = 700
SHOWN_BEFORE_CHARS = 200
"""Text shown before evidence that stands far down in a chunk."""

_COLUMNS = ("recall@1", "recall@5", "recall@10", "all@5", "recall@2000c", "recall@4000c", "wrong_manual", "auc")

FIGURES_MEAN = {
    "n": "questions that the manuals answer",
    "recall@k": "share of the facts of a question that stand in the first k results, mean over the questions",
    "all@5": "share of the questions with every fact in the first five results",
    "recall@2000c, recall@4000c": "the same recall within the first so many characters, whatever the size of the chunks",
    "wrong_manual": "how often a place that looks right and answers something else came before the evidence",
    "auc": "how often an answered question has the higher confidence of two, an answered and an unanswered one",
}

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
.facts { padding-left: 1.1rem; margin: .4rem 0; font-size: .92em; }
dl.legend { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; font-size: .86em; color: #445; }
dl.legend dt { font-weight: 600; } dl.legend dd { margin: 0; }
table.failures td, table.failures th { text-align: left; vertical-align: top; } .ids a { margin-right: .5em; }
.id { color: #99a3b0; } .chunk .head { font-size: .86em; color: #445; overflow-wrap: anywhere; }
.chunk pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; font-size: .9em; margin: .3rem 0 0; }
mark { background: #ffe58a; } .holds { color: #12703c; font-weight: 600; } .trap { color: #b3261e; font-weight: 600; }
figure { margin: 0; } figure img { width: 100%; border: 1px solid #cfd6de; } figcaption { font-size: .8em; color:
#556; } .unsupported { color: #b3261e; } .supported { color: #12703c; }
@media (max-width: 800px) { .body { grid-template-columns: 1fr; } }
"""


def report_to_html(
    report: RetrievalReport,
    *,
    show_pages: bool = True,
    sources: Mapping[str, str | Path] | None = None,
    dpi: int = PAGE_DPI,
) -> str:
    """Return the report as one HTML page without scripts and links, page images inside it.

    Args:
        report: What `evaluate_retrieval` gave.
        show_pages: Whether to show the page of the evidence (of the best result where none holds it), framed.
        sources: Where a manual's file has moved since it was indexed: manual id to path.
        dpi: Resolution of the pages.
    """
    images = PageImages(sources or {}, dpi) if show_pages else None
    failed = [card for card in report.cards if not card.is_fine]
    fine = [card for card in report.cards if card.is_fine]
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{_e(report.title)}</title><style>{_STYLE}</style></head><body>',
        f"<h1>{_e(report.title)}</h1>",
        f"<p>{_opening(report, len(failed))}</p>",
        _html_figures(_figure_rows(report)),
        '<dl class="legend">' + "".join(f"<dt>{_e(n)}</dt><dd>{_e(t)}</dd>" for n, t in FIGURES_MEAN.items()) + "</dl>",
        *([_html_failures(failed), f"<h2>To look at ({len(failed)})</h2>"] if failed else []),
        *(_html_card(card, images) for card in failed),
        *([f"<h2>Fine ({len(fine)})</h2>"] if fine else []),
        *(_html_card(card, images) for card in fine),
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
    """Return the report as Markdown.

    Args:
        report: What `evaluate_retrieval` gave.
        pages_folder: Folder that page images with the evidence framed are written to; the Markdown links to them by
            the folder's name, so it belongs beside it. None writes no images.
        sources: Where a manual's file has moved since it was indexed: manual id to path.
        dpi: Resolution of the pages.
    """
    folder = Path(pages_folder) if pages_folder is not None else None
    images = PageImages(sources or {}, dpi) if folder is not None else None
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    failed = sum(not card.is_fine for card in report.cards)
    lines = [f"# {report.title}", "", _opening(report, failed), "", *_markdown_figures(_figure_rows(report)), ""]
    lines += [f"- {name}: {text}" for name, text in FIGURES_MEAN.items()]
    lines += [*_markdown_failures(report.cards), "", "## Questions"]
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


def _opening(report: RetrievalReport, failed: int) -> str:
    unanswerable = sum(not result.question.is_answerable for result in report.results)
    told = f" ({unanswerable} that no manual answers)" if unanswerable else ""
    return f"{len(report.results)} questions{told}, {failed} with something to look at."


def _figure_rows(report: RetrievalReport) -> dict[str, dict[str, float]]:
    rows = {"all": report.figures(), **report.by_language(), **report.by_kind()}
    return {name: figures for name, figures in rows.items() if figures["answerable"]}


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


def _by_failure(cards: Iterable[EvidenceCard]) -> dict[Failure, list[EvidenceCard]]:
    """Return what failed, the most frequent first."""
    found: dict[Failure, list[EvidenceCard]] = {}
    for card in cards:
        for failure in card.failures:
            found.setdefault(failure, []).append(card)
    return dict(sorted(found.items(), key=lambda entry: -len(entry[1])))


def _html_failures(cards: Iterable[EvidenceCard]) -> str:
    """Return what failed how often, what to change, and links to the cards."""
    rows = "".join(
        f"<tr><td><b>{_e(str(failure))}</b></td><td>{len(failed)}</td><td>{_e(NEXT_ACTIONS[failure])}</td>"
        f'<td class="ids">{" ".join(_html_link(card) for card in failed)}</td></tr>'
        for failure, failed in _by_failure(cards).items()
    )
    head = "<tr><th>what failed</th><th>times</th><th>what to change next</th><th>questions</th></tr>"
    return f'<h2>What failed</h2><table class="failures"><thead>{head}</thead><tbody>{rows}</tbody></table>'


def _html_link(card: EvidenceCard) -> str:
    return f'<a href="#{_e(_anchor(card))}">{_e(card.question_id)}</a>'


def _anchor(card: EvidenceCard) -> str:
    """Name of a card within the page; ids of questions may hold anything."""
    return "card-" + "".join(character if character.isalnum() else "_" for character in card.question_id)


def _markdown_failures(cards: Iterable[EvidenceCard]) -> list[str]:
    rows = [
        f"| {failure} | {len(failed)} | {_m(NEXT_ACTIONS[failure])} | {', '.join(_m(c.question_id) for c in failed)} |"
        for failure, failed in _by_failure(cards).items()
    ]
    head = ["", "## What failed", "", "| what | times | what to change next | questions |", "|---|---:|---|---|"]
    return [*head, *rows] if rows else []


def _chunk_to_show(card: EvidenceCard) -> CardChunk | None:
    """Return the first result that holds evidence, else the first one."""
    return next((chunk for chunk in card.chunks if chunk.groups), card.chunks[0] if card.chunks else None)


def _html_card(card: EvidenceCard, images: PageImages | None) -> str:
    state = "" if card.is_fine else " failed"
    figure = _html_figure(_chunk_to_show(card), images)
    inner = "".join(_html_card_text(card))
    layout = "body" if figure else "body plain"
    opened = "" if card.is_fine else " open"
    confidence = f"confidence {card.confidence:.2f}" if card.confidence is not None else ""
    kind = " · ".join(part for part in (card.question_id, card.kind, card.lang, confidence) if part)
    summary = f'<summary>{_e(card.question)}<span class="kind">{_e(kind)}</span></summary>'
    return (
        f'<details class="card{state}" id="{_e(_anchor(card))}"{opened}>{summary}'
        f'<div class="{layout}"><div>{inner}</div>{figure}</div></details>'
    )


def _html_card_text(card: EvidenceCard) -> Iterator[str]:
    if card.reference_answer:
        yield f"<p>Expected: {_e(card.reference_answer)}</p>"
    for failure, action in zip(card.failures, card.next_actions, strict=True):
        yield f'<p class="fail"><b>{_e(str(failure))}.</b> {_e(action)}</p>'
    if card.facts:
        yield '<ul class="facts">' + "".join(f"<li>{_html_fact(fact)}</li>" for fact in card.facts) + "</ul>"
    else:
        yield "<p>No manual answers this.</p>"
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
            f'<div class="chunk"><div class="head">{chunk.rank}. {_e(chunk.place)} · {_score(chunk)}'
            f'{_html_flags(chunk)} <span class="id">{_e(chunk.node_id)}</span></div><pre>{_html_text(chunk)}</pre></div>'
        )


def _html_fact(fact: CardFact) -> str:
    found = f'<span class="holds">in result {fact.rank}</span>' if fact.rank else '<span class="trap">not found</span>'
    return f"{_e(fact.group)} {found}: “{_e(fact.anchor)}” ({_e(_place_of(fact))})"


def _place_of(fact: CardFact) -> str:
    return f"{fact.doc}, p. {fact.page}" if fact.page else fact.doc


def _html_flags(chunk: CardChunk) -> str:
    flags = f' <span class="holds">holds {_e(", ".join(chunk.groups))}</span>' if chunk.groups else ""
    return flags + (' <span class="trap">trap: looks right, answers something else</span>' if chunk.is_trap else "")


def _html_figure(chunk: CardChunk | None, images: PageImages | None) -> str:
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
    if card.failures or card.facts:
        yield ""
    for failure, action in zip(card.failures, card.next_actions, strict=True):
        yield f"- **{failure}.** {action}"
    for fact in card.facts:
        found = f"in result {fact.rank}" if fact.rank else "**not found**"
        yield f"- {_m(fact.group)} {found}: “{_m(fact.anchor)}” ({_m(_place_of(fact))})"
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
    """Return the part of the chunk around its evidence, which is marked; its beginning where it holds none."""
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
    """Return the report's figures and cards as JSON values."""
    return {
        "figures": report.figures(),
        "by_kind": report.by_kind(),
        "by_language": report.by_language(),
        "cards": [card.model_dump(mode="json") for card in report.cards],
    }
