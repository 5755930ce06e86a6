"""Picture evidence: everything known about one picture, kept in the state of its element.

The evidence of a content picture becomes a chunk; an inline icon adds its name to the text that contains it; a decorative
picture stays in the layout, with the reason, and is not used further.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from llama_index_layout_rag.layout import Box, ElementKind, LayoutDocument, LayoutElement, PictureState, VisualRole
from llama_index_layout_rag.pictures.description import PictureDescription
from llama_index_layout_rag.pictures.ocr import PictureText
from llama_index_layout_rag.pictures.roles import RoleDecision


class PictureEvidence(BaseModel):
    """One picture. Boxes are in points, origin top left of the displayed page."""

    model_config = ConfigDict(extra="ignore")

    image_id: str
    visual_role: VisualRole
    reason: str = ""
    page: int | None = None
    seq_no: int = 0
    bbox: Box | None = None
    page_width: float | None = None
    page_height: float | None = None
    section_path: list[str] = Field(default_factory=list)
    heading: str = Field(default="", description="The nearest heading before the picture.")
    previous: str = Field(default="", description="Element id of the text before the picture.")
    following: str = Field(default="", description="Element id of the text after it.")
    table: str = Field(default="", description="Element id of the table that contains it.")
    caption: str = ""
    caption_id: str = ""
    before: str = Field(default="", description="Text before the picture.")
    after: str = Field(default="", description="Text after the picture.")
    ocr: PictureText = Field(default_factory=PictureText, description="Recognised text, verbatim.")
    crop_path: str = ""
    context_crop_path: str = ""
    context_bbox: Box | None = None
    crop_sha256: str = ""
    src: str = Field(default="", description="Of pictures that are files: the name in the manual.")
    source_file: str = Field(default="", description="The manual's file that names it, if there are several.")
    file_sha256: str = Field(default="", description="Hash of the pixels of that file.")
    description: PictureDescription | None = Field(default=None, description="The model's description.")
    model: str = ""
    prompt_version: str = ""
    failure: str = Field(default="", description="Why a requested description is missing.")
    left_out: str = Field(default="", description="Why no description was requested: the budget.")
    name: str = Field(default="", description="Of inline icons: the name.")
    host: str = Field(default="", description="Of inline icons: element id of the text that contains them.")


def evidence_of(element: LayoutElement) -> PictureEvidence | None:
    """Return the evidence that `PictureEvidenceTransform` has stored in an element, or None."""
    kept = element.picture.evidence if element.picture is not None else None
    return PictureEvidence.model_validate(kept) if kept is not None else None


def role_of(element: LayoutElement) -> VisualRole | None:
    """Return the role of a picture, or None where it has not been decided."""
    return element.picture.role if element.picture is not None else None


def with_state(element: LayoutElement, **fields: Any) -> LayoutElement:
    """Return the element with fields of its `PictureState` set."""
    state = (element.picture or PictureState()).model_copy(update=fields)
    return element.model_copy(update={"picture": state})


def with_roles(layout: LayoutDocument, decisions: dict[str, RoleDecision]) -> LayoutDocument:
    """Return the layout with the role of each picture; decorative ones get the kind `decorative`."""

    def decided(element: LayoutElement) -> LayoutElement:
        decision = decisions.get(element.element_id)
        if decision is None:
            return element
        kind = ElementKind.DECORATIVE if decision.role is VisualRole.DECORATIVE else ElementKind.PICTURE
        changed = with_state(
            element,
            role=decision.role,
            host=decision.host or None,
            kind_before=element.kind if kind is not element.kind else None,
            reason_before=element.reason,
        )
        return changed.model_copy(update={"kind": kind, "reason": decision.reason})

    return layout.model_copy(update={"elements": [decided(element) for element in layout.elements]})


def without_evidence(layout: LayoutDocument) -> LayoutDocument:
    """Return the layout as it was before the picture stage."""
    return layout.model_copy(update={"elements": [_restored(element) for element in layout.elements]})


def _restored(element: LayoutElement) -> LayoutElement:
    state = element.picture
    if state is None:
        return element
    update: dict[str, Any] = {"picture": None}
    if state.role is not None:
        update |= {"kind": state.kind_before or element.kind, "reason": state.reason_before}
    if state.text_before is not None:
        update["text"] = state.text_before
    if state.cells_before is not None and element.table is not None:
        texts = state.cells_before
        cells = [cell.model_copy(update={"text": text}) for cell, text in zip(element.table.cells, texts, strict=True)]
        update["table"] = element.table.model_copy(update={"cells": cells})
    return element.model_copy(update=update)
