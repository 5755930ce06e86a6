"""Picture evidence as units: one unit, and so one chunk, for every content picture that `PictureEvidenceTransform` looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from llama_index_layout_rag.chunking.payload import ContentType
from llama_index_layout_rag.chunking.units import Piece, Unit
from llama_index_layout_rag.languages import language as words_of
from llama_index_layout_rag.layout import ElementKind, LayoutDocument, LayoutElement, VisualRole
from llama_index_layout_rag.pictures import PictureEvidence, evidence_of, is_picture, picture_roles, role_of, with_roles

LONGEST_NEIGHBOUR = 200
"""Characters of the text before and after a picture that are in its chunk; the text itself has a chunk of its own."""


def layout_with_roles(layout: LayoutDocument) -> LayoutDocument:
    """Return the layout with the role of each picture: as the transform decided, or decided here where it did not run.

    So a decorative picture reaches no chunk, and an icon joins its step, in every pipeline.
    """
    pictures = [element for element in layout.elements if is_picture(element)]
    if not pictures or any(role_of(element) is not None for element in pictures):
        return layout
    return with_roles(layout, picture_roles(layout))


def picture_units(elements: Sequence[LayoutElement], language: str) -> list[Unit]:
    """Return a unit for each content picture with evidence, in reading order.

    Args:
        elements: Elements of one section.
        language: Language of the manual, for the labels.
    """
    by_id = {element.element_id: element for element in elements}
    units = []
    for element in elements:
        evidence = evidence_of(element) if element.kind is ElementKind.PICTURE else None
        if evidence is None or evidence.visual_role is not VisualRole.CONTENT:
            continue
        texts = evidence_texts(evidence, language)
        if texts:
            near = (evidence.caption_id, evidence.previous, evidence.following, evidence.table)
            linked = [by_id[name] for name in dict.fromkeys(near) if name in by_id]
            pieces = [Piece(text, (element,)) for text in texts]
            units.append(Unit(ContentType.PICTURE, pieces, linked=linked, alone=True))
    return units


def evidence_texts(evidence: PictureEvidence, language: str) -> list[str]:
    """Return what a picture's chunk says.

    Answer, context, corrections, operations, search words, and the verbatim OCR text under its label, each a text
    of its own; empty ones are left out.
    """
    known = words_of(language)
    separator, ocr_label = known.labels.separator, known.labels.ocr_text
    words = vars(known.picture_labels)

    def labelled(key: str, values: Iterable[str]) -> str:
        joined = separator.join(dict.fromkeys(value for value in values if value))
        return f"{words[key]}: {joined}" if joined else ""

    found = evidence.description
    neighbours = [_shortened(evidence.before, last=True), _shortened(evidence.after, last=False)]
    texts = [evidence.caption]
    if found is not None:
        texts += [found.retrieval_text or found.summary]
        texts += [labelled("context", [found.surrounding_context] if found.surrounding_context else neighbours)]
        texts += [labelled("corrections", found.correction_notes)]
        texts += [labelled("route", [" > ".join(found.menu_route)])]
        texts += [labelled("steps", found.operation_steps)]
        texts += [labelled("conditions", [f"{pair.condition} → {pair.result}" for pair in found.condition_results])]
        texts += [labelled("cautions", found.cautions), labelled("screens", found.visible_screens)]
        texts += [labelled("buttons", found.buttons), labelled("fields", found.fields)]
        texts += [labelled("values", found.values), labelled("where", [found.where_to_look])]
        texts += [labelled("words", [found.main_topic, *found.keywords, *found.query_rewrites])]
        texts += ["\n".join(found.answerable_questions)]
    else:
        texts += [labelled("context", neighbours)]
    if evidence.ocr.text:
        texts.append(f"{ocr_label}: {evidence.ocr.text}")
    return [text.strip() for text in texts if text.strip()]


def _shortened(text: str, last: bool) -> str:
    flat = " ".join(text.split())
    return flat[-LONGEST_NEIGHBOUR:] if last else flat[:LONGEST_NEIGHBOUR]


def image_evidence(elements: Iterable[LayoutElement]) -> list[dict[str, Any]]:
    """Return what is in the payload of a picture's chunk: where the picture is and where its crops lie; never image bytes."""
    records = []
    for element in elements:
        evidence = evidence_of(element) if element.kind is ElementKind.PICTURE else None
        if evidence is None or evidence.visual_role is not VisualRole.CONTENT:
            continue
        record = {
            "image_id": evidence.image_id,
            "page": evidence.page,
            "bbox": _rounded(evidence.bbox),
            "context_bbox": _rounded(evidence.context_bbox),
            "crop_path": evidence.crop_path,
            "context_crop_path": evidence.context_crop_path,
            "crop_sha256": evidence.crop_sha256,
            "src": evidence.src,
            "source_file": evidence.source_file,
            "file_sha256": evidence.file_sha256,
            "visual_role": str(evidence.visual_role),
            "caption": evidence.caption,
        }
        records.append({key: value for key, value in record.items() if value})
    return records


def _rounded(box: Sequence[float] | None) -> list[float] | None:
    return [round(value, 1) for value in box] if box is not None else None
