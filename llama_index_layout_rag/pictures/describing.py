"""Descriptions of content pictures, and names of icons that neither alternative text nor OCR names.

Pictures with one cache key are requested once: the same picture twice in a section, the same icon anywhere.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Mapping

from pydantic import BaseModel

from llama_index_layout_rag.pictures.batch import (
    Batch,
    Outcome,
    PictureCache,
    PictureNote,
    PictureReport,
    VisionRun,
    ask_all,
)
from llama_index_layout_rag.pictures.crops import Crops
from llama_index_layout_rag.pictures.description import (
    ICON_PROMPT_VERSION,
    PROMPT_VERSION,
    IconContext,
    IconName,
    PictureContext,
    PictureDescription,
    description_request,
    icon_request,
    prompt_language,
)
from llama_index_layout_rag.pictures.evidence import PictureEvidence
from llama_index_layout_rag.pictures.icons import usable_name
from llama_index_layout_rag.pictures.vision import Request

MIN_ICON_SIDE = 160
"""Pixels of an icon's shorter side in the request: models divide images into tiles of 200 to 500 pixels."""


class CachedDescription(BaseModel):
    """A description and its tokens."""

    description: PictureDescription
    model: str = ""
    tokens: int = 0


def describe_pictures(
    run: VisionRun,
    contexts: Mapping[str, tuple[PictureContext, Crops]],
    evidence: dict[str, PictureEvidence],
    cache: PictureCache,
    *,
    document: str,
    report: PictureReport,
) -> None:
    """Write descriptions, or the reasons why there are none, into `evidence` and `report`.

    Args:
        run: The model and its limits.
        contexts: Context and images of content pictures, by picture.
        evidence: Evidence of all pictures of the document; updated.
        cache: Descriptions of earlier runs.
        document: Name of the document for the report.
        report: Report of the run; updated.
    """
    keys = {name: _description_key(context, crops, run.model) for name, (context, crops) in contexts.items()}
    by_key = _inverted(keys)
    batch = Batch(
        keys=by_key,
        request=lambda key: _described(*contexts[by_key[key][0]]),
        cached=lambda key: kept.description if (kept := cache.get(key, CachedDescription)) is not None else None,
        store=lambda key, answer: cache.put(
            key, CachedDescription(description=answer.value, model=run.model, tokens=answer.tokens)
        ),
        title=f"Describing pictures of {document}",
    )
    for key, outcome in ask_all(run, batch):
        names = by_key[key]
        fields: dict[str, object] = {}
        if outcome.value is not None:
            fields = {"description": outcome.value, "model": run.model, "prompt_version": PROMPT_VERSION}
            report.described += len(names)
            report.from_cache += len(names) if outcome.from_cache else len(names) - 1
        _record(outcome, names, fields, evidence, report)
        for name in names:
            report.note(outcome, PictureNote(document=document, page=evidence[name].page, image_id=name))


def name_icons(
    run: VisionRun,
    icons: Mapping[str, tuple[IconContext, Crops]],
    evidence: dict[str, PictureEvidence],
    cache: PictureCache,
    *,
    document: str,
    report: PictureReport,
) -> None:
    """Write names of icons, or the reasons why there are none, into `evidence` and `report`.

    Args:
        run: The model and its limits; an icon counts as a picture.
        icons: Context and images of icons, by picture.
        evidence: Evidence of all pictures of the document; updated.
        cache: Names of earlier runs.
        document: Name of the document for the report.
        report: Report of the run; updated.
    """
    by_key = _inverted({name: _icon_key(context, run.model) for name, (context, _) in icons.items()})
    batch = Batch(
        keys=by_key,
        request=lambda key: _named(*icons[by_key[key][0]]),
        cached=lambda key: cache.get(key, IconName),
        store=lambda key, answer: cache.put(key, answer.value),
        title=f"Naming icons of {document}",
    )
    for key, outcome in ask_all(run, batch):
        names = by_key[key]
        fields: dict[str, object] = {}
        if outcome.value is not None:
            name = usable_name(outcome.value.name)
            fields = {"name": name, "model": run.model, "prompt_version": ICON_PROMPT_VERSION}
            report.icons_named += len(names) if name else 0
        _record(outcome, names, fields, evidence, report)
        # A bitmap is reported once, however often it occurs.
        report.note(outcome, PictureNote(document=document, page=evidence[names[0]].page, image_id=names[0]))


def _record(
    outcome: Outcome[PictureDescription] | Outcome[IconName],
    names: Iterable[str],
    fields: dict[str, object],
    evidence: dict[str, PictureEvidence],
    report: PictureReport,
) -> None:
    report.count(outcome)
    for name in names:
        reasons = {"failure": outcome.failure, "left_out": outcome.left_out}
        evidence[name] = evidence[name].model_copy(update=reasons | fields)


def _described(context: PictureContext, crops: Crops) -> Request[PictureDescription]:
    return description_request(context, [png for png in (crops.target, crops.context, crops.page) if png])


def _named(context: IconContext, crops: Crops) -> Request[IconName]:
    return icon_request(context, [_enlarged(crops.target), crops.context])


def _description_key(context: PictureContext, crops: Crops, model: str) -> str:
    """Return the cache key, without page and neighbours, which change while the picture does not."""
    return _hash([crops.sha256, PROMPT_VERSION, model, context.language, *context.section_path, context.caption])


def _icon_key(context: IconContext, model: str) -> str:
    """Return the cache key, without the place of the icon."""
    return _hash(["icon", context.bitmap, ICON_PROMPT_VERSION, model, prompt_language(context.language)])


def _hash(parts: list[str]) -> str:
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()


def _inverted(keys: Mapping[str, str]) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for name, key in keys.items():
        names.setdefault(key, []).append(name)
    return names


def _enlarged(png: bytes) -> bytes:
    """Return a small icon scaled up to the size that models need."""
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        factor = -(-MIN_ICON_SIDE // max(1, min(image.size)))
        if factor <= 1:
            return png
        buffer = io.BytesIO()
        image.resize((image.width * factor, image.height * factor), Image.Resampling.LANCZOS).save(buffer, "PNG")
        return buffer.getvalue()
