"""Picture evidence: all that is known of one picture, kept in the metadata of its element.

*Evidence* of a content picture becomes a chunk of its own; an inline icon adds its name to the line it stands in; a
decorative picture is kept in the layout with the reason and goes nowhere.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from llama_index_layout_rag.layout import Box, ElementKind, LayoutDocument, LayoutElement
from llama_index_layout_rag.pictures.description import PictureDescription
from llama_index_layout_rag.pictures.ocr import PictureText
from llama_index_layout_rag.pictures.roles import RoleDecision, VisualRole

EVIDENCE_KEY = "picture_evidence"
ROLE_KEY, REASON_KEY, HOST_KEY = "visual_role", "reason", "icon_of"
"""Keys in the metadata of a picture element."""

KIND_KEY, READER_REASON_KEY = "kind_before_roles", "reason_of_reader"
TEXT_KEY, CELLS_KEY = "text_before_icons", "cells_before_icons"
"""What an element was before pictures were looked at, so that a second run begins from the same layout."""

IN_EVIDENCE_KEY = "in_picture_evidence"
"""On elements with a picture's text: the evidence that carries this text, so that it stands in one chunk only."""


class PictureEvidence(BaseModel):
    """One picture. Boxes are points, origin top left of the displayed page."""

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
    following: str = Field(default="", description="Element id of the text behind it.")
    table: str = Field(default="", description="Element id of the table that contains it.")
    caption: str = ""
    caption_id: str = ""
    before: str = Field(default="", description="Text before the picture.")
    after: str = Field(default="", description="Text behind the picture.")
    ocr: PictureText = Field(default_factory=PictureText, description="What was read in the picture, verbatim.")
    crop_path: str = ""
    context_crop_path: str = ""
    context_bbox: Box | None = None
    crop_sha256: str = ""
    src: str = Field(default="", description="Pictures that are files of their own: as the manual names the file.")
    source_file: str = Field(default="", description="The file of the manual that names it, where there are several.")
    file_sha256: str = Field(default="", description="Hash of the pixels of that file.")
    description: PictureDescription | None = Field(default=None, description="What a model understood.")
    model: str = ""
    prompt_version: str = ""
    failure: str = Field(default="", description="Why there is no description although one was asked for.")
    left_out: str = Field(default="", description="Why no description was asked for: the budget.")
    name: str = Field(default="", description="Inline icons: what the icon is called.")
    host: str = Field(default="", description="Inline icons: element id of the text they stand in.")


def evidence_of(element: LayoutElement) -> PictureEvidence | None:
    """The evidence that `PictureEvidenceTransform` left in an element, or None."""
    kept = element.metadata.get(EVIDENCE_KEY)
    return PictureEvidence.model_validate(kept) if isinstance(kept, dict) else None


def role_of(element: LayoutElement) -> VisualRole | None:
    """The role of a picture, where it has been decided."""
    role = element.metadata.get(ROLE_KEY)
    return VisualRole(role) if role in {str(known) for known in VisualRole} else None


def with_roles(layout: LayoutDocument, decisions: dict[str, RoleDecision]) -> LayoutDocument:
    """The layout with the role of each picture in its metadata; decorative ones get the kind `decorative`."""

    def decided(element: LayoutElement) -> LayoutElement:
        decision = decisions.get(element.element_id)
        if decision is None:
            return element
        metadata: dict[str, Any] = {**element.metadata, ROLE_KEY: str(decision.role), REASON_KEY: decision.reason}
        if decision.host:
            metadata[HOST_KEY] = decision.host
        kind = ElementKind.DECORATIVE if decision.role is VisualRole.DECORATIVE else ElementKind.PICTURE
        if kind is not element.kind:
            metadata[KIND_KEY] = str(element.kind)
        if REASON_KEY in element.metadata:
            metadata[READER_REASON_KEY] = element.metadata[REASON_KEY]
        return element.model_copy(update={"kind": kind, "metadata": metadata})

    return layout.model_copy(update={"elements": [decided(element) for element in layout.elements]})


def without_evidence(layout: LayoutDocument) -> LayoutDocument:
    """The layout as it was before pictures were looked at."""
    return layout.model_copy(update={"elements": [_restored(element) for element in layout.elements]})


_OWN_KEYS = (
    EVIDENCE_KEY,
    ROLE_KEY,
    HOST_KEY,
    KIND_KEY,
    READER_REASON_KEY,
    TEXT_KEY,
    CELLS_KEY,
    IN_EVIDENCE_KEY,
)


def _restored(element: LayoutElement) -> LayoutElement:
    metadata = element.metadata
    if not any(key in metadata for key in _OWN_KEYS):
        return element
    update: dict[str, Any] = {"metadata": {key: value for key, value in metadata.items() if key not in _OWN_KEYS}}
    if ROLE_KEY in metadata:
        update["metadata"].pop(REASON_KEY, None)
    if READER_REASON_KEY in metadata:
        update["metadata"][REASON_KEY] = metadata[READER_REASON_KEY]
    if KIND_KEY in metadata:
        update["kind"] = ElementKind(metadata[KIND_KEY])
    if TEXT_KEY in metadata:
        update["text"] = metadata[TEXT_KEY]
    if CELLS_KEY in metadata and element.table is not None:
        texts = metadata[CELLS_KEY]
        cells = [cell.model_copy(update={"text": text}) for cell, text in zip(element.table.cells, texts, strict=True)]
        update["table"] = element.table.model_copy(update={"cells": cells})
    return element.model_copy(update=update)
