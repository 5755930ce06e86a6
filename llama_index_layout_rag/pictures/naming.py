"""Names of inline icons by a vision model, for icons that neither their alternative text nor OCR names.

An icon is asked for once however often it stands in the manual: by the hash of its bitmap, not of its place.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

from llama_index_layout_rag.languages import language
from llama_index_layout_rag.pictures.asking import Answer, Request
from llama_index_layout_rag.pictures.batch import Batch, Outcome, VisionRun, ask_all
from llama_index_layout_rag.pictures.cache import PictureCache
from llama_index_layout_rag.pictures.crops import Crops
from llama_index_layout_rag.pictures.description import (
    filled_forms,
    message_with_images,
    prompt_language,
    repair_messages,
)
from llama_index_layout_rag.pictures.evidence import PictureEvidence
from llama_index_layout_rag.pictures.icons import usable_name
from llama_index_layout_rag.pictures.report import PictureNote, PictureReport

ICON_PROMPT_VERSION = "1"
"""Part of the cache key; grows when the prompt or the form changes, so that icons are named anew."""

LEAST_SIDE = 160
"""Pixels of an icon's shorter side as the model sees it: models tile images from 200 to 500 pixels and miss less."""


class IconName(BaseModel):
    """What an icon is called. An empty name says that the model could not tell, and is an answer."""

    model_config = ConfigDict(extra="ignore")

    name: str = Field(default="", description="The short name by which a reader finds the sign; empty if unclear.")
    shows: str = Field(default="", description="What is drawn on it, in a few words.")

    @field_validator("*", mode="before")
    @classmethod
    def _as_text(cls, value: Any) -> str:
        return "" if value is None else str(value)


class IconContext(BaseModel):
    """One icon as the model is asked about it; `line` is the printed line it stands in."""

    model_config = ConfigDict(frozen=True)

    language: str = "en"
    section_path: list[str] = Field(default_factory=list)
    line: str = ""
    bitmap: str = Field(default="", description="What tells this bitmap from others.")


_FORM = "\n".join(f'"{name}" (string): {field.description}' for name, field in IconName.model_fields.items())


def icon_request(context: IconContext, images: list[bytes]) -> Request[IconName]:
    """What is asked about one icon; images are the enlarged icon and its surroundings, as PNG."""
    prompts = language(context.language).prompts
    material = {"section_path": context.section_path, "line": context.line}
    # As JSON, the material cannot close its own quotation and pass for a rule.
    quoted = f"{prompts.material}: {json.dumps(material, ensure_ascii=False)}"
    return Request(
        form=IconName,
        guided=message_with_images(f"{prompts.icon}\n\n{quoted}", images),
        written=message_with_images(f"{prompts.icon}\n\n{_FORM}\n\n{quoted}", images),
        parse=parse_icon_name,
        repair=lambda answer: repair_messages(answer, context.language, _FORM),
        images=len(images),
    )


def parse_icon_name(answer: str) -> IconName:
    """The name in a model's answer.

    Raises:
        ValueError: When no JSON object with a known field can be made out.
    """
    for found in filled_forms(answer, IconName):
        return found
    raise ValueError("the answer holds no JSON object with the name of an icon")


def icon_key(context: IconContext, model: str) -> str:
    """Key of an icon's name: its bitmap, the model, the language and the prompt; not where it stands."""
    parts = ["icon", context.bitmap, ICON_PROMPT_VERSION, model, prompt_language(context.language)]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()


def name_icons(
    run: VisionRun,
    icons: Mapping[str, tuple[IconContext, Crops]],
    evidence: dict[str, PictureEvidence],
    cache: PictureCache,
    *,
    document: str,
    report: PictureReport,
) -> None:
    """Writes names, failures and what was left out into `evidence` and `report`; one call for each bitmap.

    Args:
        run: The model, and what may be spent on it; an icon counts as a picture.
        icons: What the model is told and shown, by picture.
        evidence: Of all pictures of the document; updated.
        cache: Names that were paid for before.
        document: Name of the document for the report.
        report: Of the run; updated.
    """
    model = run.model
    by_key: dict[str, list[str]] = {}
    for name, (context, _) in icons.items():
        by_key.setdefault(icon_key(context, model), []).append(name)

    def request(key: str) -> Request[IconName]:
        context, crops = icons[by_key[key][0]]
        return icon_request(context, [enlarged(crops.target), crops.context])

    def keep(key: str, answer: Answer[IconName]) -> None:
        cache.keep(key, answer.value)

    batch = Batch(by_key, request, lambda key: cache.get(key, IconName), keep, title=f"Naming icons of {document}")
    for key, outcome in ask_all(run, batch):
        _enter(outcome, by_key[key], model, evidence, document, report)


def _enter(
    outcome: Outcome[IconName],
    names: list[str],
    model: str,
    evidence: dict[str, PictureEvidence],
    document: str,
    report: PictureReport,
) -> None:
    fields: dict[str, object] = {"failure": outcome.failure, "left_out": outcome.left_out}
    if outcome.value is not None:
        called = usable_name(outcome.value.name)
        fields |= {"name": called, "model": model, "prompt_version": ICON_PROMPT_VERSION}
        report.icons_named += len(names) if called else 0
    report.count(outcome)
    for name in names:
        evidence[name] = evidence[name].model_copy(update=fields)
    # One bitmap is one thing to mend, however often it stands in the manual.
    report.note(outcome, PictureNote(document=document, page=evidence[names[0]].page, image_id=names[0]))


def enlarged(png: bytes) -> bytes:
    """A small icon as large as models like it."""
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        factor = -(-LEAST_SIDE // max(1, min(image.size)))
        if factor <= 1:
            return png
        buffer = io.BytesIO()
        image.resize((image.width * factor, image.height * factor), Image.Resampling.LANCZOS).save(buffer, "PNG")
        return buffer.getvalue()
