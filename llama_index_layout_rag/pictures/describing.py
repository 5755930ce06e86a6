"""Descriptions of the content pictures of a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from llama_index_layout_rag.pictures.asking import Answer, Request
from llama_index_layout_rag.pictures.batch import Batch, Outcome, VisionRun, ask_all
from llama_index_layout_rag.pictures.cache import CachedDescription, PictureCache, description_key
from llama_index_layout_rag.pictures.crops import Crops
from llama_index_layout_rag.pictures.description import (
    PROMPT_VERSION,
    PictureContext,
    PictureDescription,
    description_request,
)
from llama_index_layout_rag.pictures.evidence import PictureEvidence
from llama_index_layout_rag.pictures.report import PictureNote, PictureReport


def describe_pictures(
    run: VisionRun,
    contexts: Mapping[str, tuple[PictureContext, Crops]],
    evidence: dict[str, PictureEvidence],
    cache: PictureCache,
    *,
    document: str,
    report: PictureReport,
) -> None:
    """Writes descriptions, failures and what was left out into `evidence` and `report`.

    Pictures with one key (the same picture twice in a section) are asked for once.

    Args:
        run: The model, and what may be spent on it.
        contexts: What the model is told and shown, by picture.
        evidence: Of all pictures of the document; updated.
        cache: Descriptions that were paid for before.
        document: Name of the document for the report.
        report: Of the run; updated.
    """
    model = run.model
    by_key: dict[str, list[str]] = {}
    for name, (context, crops) in contexts.items():
        key = description_key(crops.sha256, model, context.language, context.section_path, context.caption)
        by_key.setdefault(key, []).append(name)

    def request(key: str) -> Request[PictureDescription]:
        context, crops = contexts[by_key[key][0]]
        return description_request(context, [png for png in (crops.target, crops.context, crops.page) if png])

    def known(key: str) -> PictureDescription | None:
        kept = cache.description(key)
        return kept.description if kept is not None else None

    def keep(key: str, answer: Answer[PictureDescription]) -> None:
        kept = CachedDescription(description=answer.value, model=model, tokens=answer.tokens)
        cache.keep_description(key, kept)

    batch = Batch(by_key, request, known, keep, title=f"Describing pictures of {document}")
    for key, outcome in ask_all(run, batch):
        _enter(outcome, by_key[key], model, evidence, document, report)


def _enter(
    outcome: Outcome[PictureDescription],
    names: Sequence[str],
    model: str,
    evidence: dict[str, PictureEvidence],
    document: str,
    report: PictureReport,
) -> None:
    fields: dict[str, object] = {"failure": outcome.failure, "left_out": outcome.left_out}
    if outcome.value is not None:
        fields |= {"description": outcome.value, "model": model, "prompt_version": PROMPT_VERSION}
        report.described += len(names)
        report.from_cache += len(names) if outcome.from_cache else len(names) - 1
    report.count(outcome)
    for name in names:
        evidence[name] = evidence[name].model_copy(update=fields)
        report.note(outcome, PictureNote(document=document, page=evidence[name].page, image_id=name))
