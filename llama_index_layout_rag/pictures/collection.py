"""Collection of what is known of a document's pictures without a model: roles, context, crops and text."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from llama_index_layout_rag.layout import HEADING_KINDS, Box, LayoutDocument, LayoutElement, VisualRole
from llama_index_layout_rag.layout.boxes import clip, expand
from llama_index_layout_rag.pictures.batch import PictureCache
from llama_index_layout_rag.pictures.context import Surroundings, surroundings_of
from llama_index_layout_rag.pictures.crops import (
    CropOptions,
    Crops,
    context_box,
    context_name,
    crop_name,
    cut_crops,
    pixel_hash,
    store_crop,
)
from llama_index_layout_rag.pictures.evidence import PictureEvidence, with_roles, without_evidence
from llama_index_layout_rag.pictures.icons import IconPlace, icon_name, line_of_icon
from llama_index_layout_rag.pictures.ocr import PictureText, TextLine, can_read, text_from_elements, text_from_image
from llama_index_layout_rag.pictures.roles import picture_roles
from llama_index_layout_rag.pictures.sources import open_picture, picture_content, source_pdf

if TYPE_CHECKING:
    from PIL.Image import Image

    from llama_index_layout_rag.readers.pdf import PdfDocument

OCR_GAIN = 1.5
"""OCR text replaces the text inside a picture's box if it is longer by this factor: the text layer of an annotated
screenshot contains only its callouts."""

MAX_TEXT_FOR_OCR = 200
"""Characters of the source's own text in a picture from which OCR is skipped."""

ICON_MARGIN, ICON_ZOOM = 1.0, 2
"""Points around an icon, and its magnification for OCR, which needs letters 20 pixels high."""

ICON_CONTEXT = (160.0, 36.0)
"""Points on both sides of an icon, and above and below, in the image for the model: its line and the next ones."""


@dataclass(frozen=True)
class CollectionOptions:
    """What to collect.

    Attributes:
        crops: Resolution and sizes.
        crop_dir: Folder for crops; None writes none.
        keep_images: Whether to keep crops of content pictures for a model.
        keep_icons: Whether to keep crops of icons without a name for a model.
        read_text: Whether to use OCR.
    """

    crops: CropOptions
    crop_dir: Path | None = None
    keep_images: bool = False
    keep_icons: bool = False
    read_text: bool = True


@dataclass
class PictureCollection:
    """The pictures of one document, by element id."""

    layout: LayoutDocument
    evidence: dict[str, PictureEvidence] = field(default_factory=dict)
    places: dict[str, IconPlace] = field(default_factory=dict)
    images: dict[str, Crops] = field(default_factory=dict)
    icons: dict[str, Crops] = field(default_factory=dict)


def collect_pictures(layout: LayoutDocument, cache: PictureCache, options: CollectionOptions) -> PictureCollection:
    """Collect roles, context, crops and text of every picture, without evidence of an earlier run.

    Raises:
        CropError: If a crop cannot be written.
    """
    plain = without_evidence(layout)
    decisions = picture_roles(plain)
    content = {name for name, decision in decisions.items() if decision.role is VisualRole.CONTENT}
    surroundings = surroundings_of(plain, content)
    collection = PictureCollection(with_roles(plain, decisions))
    for element in collection.layout.elements:
        decision = decisions.get(element.element_id)
        if decision is not None:
            record = _record(element, plain, surroundings[element.element_id], decision.role)
            collection.evidence[element.element_id] = record.model_copy(
                update={"host": decision.host or "", "reason": decision.reason}
            )
    wanted = [e for e in collection.layout.elements if e.element_id in decisions and _is_wanted(e, collection)]
    data = source_pdf(plain) if wanted else None
    if data is not None:
        _collect_from_pages(collection, data, wanted, cache, options)
    _collect_from_files(collection, [element for element in wanted if element.bbox is None], cache, options)
    for element in wanted:
        record = collection.evidence[element.element_id]
        if record.visual_role is VisualRole.INLINE_ICON and not record.name:
            _update(collection, element, name=icon_name(element, record.ocr.text))
    return collection


def _is_wanted(element: LayoutElement, collection: PictureCollection) -> bool:
    return collection.evidence[element.element_id].visual_role is not VisualRole.DECORATIVE


def _record(
    element: LayoutElement, layout: LayoutDocument, surroundings: Surroundings, role: VisualRole
) -> PictureEvidence:
    page = layout.page(element.page) if element.page is not None else None
    return PictureEvidence(
        image_id=element.element_id,
        visual_role=role,
        page=element.page,
        seq_no=element.seq_no,
        bbox=element.bbox,
        page_width=page.width if page is not None else None,
        page_height=page.height if page is not None else None,
        section_path=list(element.section_path),
        heading=surroundings.heading.text if surroundings.heading is not None else "",
        previous=surroundings.previous.element_id if surroundings.previous is not None else "",
        following=surroundings.following.element_id if surroundings.following is not None else "",
        table=surroundings.table.element_id if surroundings.table is not None else "",
        caption=surroundings.caption.text.strip() if surroundings.caption is not None else _own_name(element),
        caption_id=surroundings.caption.element_id if surroundings.caption is not None else "",
        before=_rendered_text(surroundings.previous),
        # A heading after the picture belongs to the next section.
        after="" if _is_heading(surroundings.following) else _rendered_text(surroundings.following),
        ocr=text_from_elements([element, *surroundings.texts] if element.text.strip() else surroundings.texts),
        src=element.src if element.bbox is None else "",
        source_file=(element.source_file or "") if element.bbox is None else "",
    )


def _own_name(element: LayoutElement) -> str:
    return (element.image.title or element.image.alt or "").strip() if element.image is not None else ""


def _is_heading(element: LayoutElement | None) -> bool:
    return element is not None and element.kind in HEADING_KINDS


def _rendered_text(element: LayoutElement | None) -> str:
    if element is None:
        return ""
    return f"{element.marker} {element.text}" if element.marker else element.text


def _update(collection: PictureCollection, element: LayoutElement, **fields: Any) -> None:
    record = collection.evidence[element.element_id]
    collection.evidence[element.element_id] = record.model_copy(update=fields)


# --- files ---


def _collect_from_files(
    collection: PictureCollection, pictures: Sequence[LayoutElement], cache: PictureCache, options: CollectionOptions
) -> None:
    """Collect pictures of manuals without pages from their own files."""
    reads = options.read_text and can_read()
    if options.crop_dir is None and not options.keep_images and not reads:
        return
    for picture in pictures:
        content = picture_content(collection.layout, picture)
        image = open_picture(content) if content is not None else None
        if image is None:
            continue
        box = (0.0, 0.0, float(image.width), float(image.height))
        crops = cut_crops(image, box, box, (image.width, image.height), options.crops)
        source = collection.layout.source
        fields: dict[str, Any] = {"crop_sha256": crops.sha256, "file_sha256": pixel_hash(image)}
        if options.crop_dir is not None:
            name = crop_name(source.name, source.uri, 0, crops.sha256, "target")
            fields["crop_path"] = store_crop(options.crop_dir, name, crops.target)
        if reads:
            found = _read(collection.evidence[picture.element_id].ocr, crops, box, cache)
            # Boxes of lines refer to a page, and there is none.
            fields["ocr"] = found.model_copy(update={"lines": [TextLine(text=line.text) for line in found.lines]})
        _update(collection, picture, **fields)
        record = collection.evidence[picture.element_id]
        if options.keep_images and record.visual_role is VisualRole.CONTENT:
            collection.images[picture.element_id] = crops
        elif options.keep_icons and not icon_name(picture, record.ocr.text):
            collection.icons[picture.element_id] = crops


# --- pages ---


def _collect_from_pages(
    collection: PictureCollection,
    data: bytes,
    wanted: Sequence[LayoutElement],
    cache: PictureCache,
    options: CollectionOptions,
) -> None:
    from llama_index_layout_rag.readers.pdf import open_pdf

    by_page = _by_page(collection.layout.elements)
    reads = options.read_text and can_read()
    with open_pdf(data, collection.layout.source.name) as document:
        for number, pictures in sorted(_by_page([p for p in wanted if p.bbox is not None]).items()):
            if number > document.page_count:
                continue
            icons = [p for p in pictures if collection.evidence[p.element_id].visual_role is VisualRole.INLINE_ICON]
            contents = [p for p in pictures if p not in icons]
            if icons:
                _locate_icons(collection, document, number, icons)
            crops_needed = bool(contents) and (options.crop_dir is not None or options.keep_images or reads)
            icons_needed = bool(icons) and (reads or options.keep_icons)
            image = document.render(number - 1, options.crops.dpi) if crops_needed or icons_needed else None
            if image is None:
                continue
            for picture in contents:
                _crop_picture(collection, picture, image, by_page.get(number, []), cache, options, reads)
            for icon in icons if reads else []:
                _read_icon(collection, icon, image, cache)
            for icon in icons if options.keep_icons else []:
                _crop_icon(collection, icon, image, options)


def _by_page(elements: Sequence[LayoutElement]) -> dict[int, list[LayoutElement]]:
    pages: dict[int, list[LayoutElement]] = {}
    for element in elements:
        if element.page is not None:
            pages.setdefault(element.page, []).append(element)
    return pages


def _locate_icons(
    collection: PictureCollection, document: PdfDocument, number: int, icons: Sequence[LayoutElement]
) -> None:
    read = document.read_page(number - 1)
    for icon in icons if read is not None else []:
        place = line_of_icon(read[0].glyphs, icon.bbox) if read is not None and icon.bbox is not None else None
        if place is not None:
            collection.places[icon.element_id] = place


def _crop_picture(
    collection: PictureCollection,
    picture: LayoutElement,
    image: Image,
    elements: Sequence[LayoutElement],
    cache: PictureCache,
    options: CollectionOptions,
    reads: bool,
) -> None:
    page = collection.layout.page(picture.page or 0)
    if page is None or picture.bbox is None:
        return
    size = (page.width, page.height)
    context = context_box(picture, page, [*elements, *_captions(collection, picture, elements)])
    crops = cut_crops(image, picture.bbox, context, size, options.crops)
    fields: dict[str, Any] = {"crop_sha256": crops.sha256, "context_bbox": context}
    if options.crop_dir is not None:
        source = collection.layout.source
        target = crop_name(source.name, source.uri, page.number, crops.sha256, "target")
        framed = context_name(source.name, source.uri, page.number, crops.sha256, picture.bbox)
        fields["crop_path"] = store_crop(options.crop_dir, target, crops.target)
        fields["context_crop_path"] = store_crop(options.crop_dir, framed, crops.context)
    if reads:
        own = collection.evidence[picture.element_id].ocr
        fields["ocr"] = _read(own, crops, clip(expand(picture.bbox, options.crops.margin), *size), cache)
    _update(collection, picture, **fields)
    if options.keep_images:
        collection.images[picture.element_id] = crops


def _captions(
    collection: PictureCollection, picture: LayoutElement, elements: Sequence[LayoutElement]
) -> list[LayoutElement]:
    """Return the picture's caption as assigned here, which the layout may not know yet."""
    named = collection.evidence[picture.element_id].caption_id
    return [
        e.model_copy(update={"caption_of": picture.element_id}) for e in elements if named and e.element_id == named
    ]


def _read(own: PictureText, crops: Crops, box: Box, cache: PictureCache) -> PictureText:
    """Return the source's own text of a picture, unless OCR text is clearly longer."""
    if len(own.text) >= MAX_TEXT_FOR_OCR:
        return own
    from PIL import Image

    key = f"ocr-{crops.sha256}"
    found = cache.get(key, PictureText)
    if found is None:
        with Image.open(io.BytesIO(crops.target)) as target:
            found = text_from_image(target, box)
        cache.put(key, found)
    return found if len(found.text) > OCR_GAIN * len(own.text) else own


def _read_icon(collection: PictureCollection, icon: LayoutElement, image: Image, cache: PictureCache) -> None:
    record = collection.evidence[icon.element_id]
    if icon.bbox is None or record.page_width is None or record.ocr.text:
        return
    scale = image.width / record.page_width
    x0, y0, x1, y1 = (round(value * scale) for value in expand(icon.bbox, ICON_MARGIN))
    crop = image.crop((max(0, x0), max(0, y0), min(image.width, x1), min(image.height, y1)))
    if min(crop.size) < 2:
        return
    key = "ocr-" + hashlib.sha256(repr(crop.size).encode() + crop.tobytes()).hexdigest()
    found = cache.get(key, PictureText)
    if found is None:
        found = text_from_image(crop.resize((crop.width * ICON_ZOOM, crop.height * ICON_ZOOM)), icon.bbox)
        cache.put(key, found)
    if found.text:
        _update(collection, icon, ocr=found)


def _crop_icon(collection: PictureCollection, icon: LayoutElement, image: Image, options: CollectionOptions) -> None:
    record = collection.evidence[icon.element_id]
    page = collection.layout.page(icon.page or 0)
    if icon.bbox is None or page is None or icon_name(icon, record.ocr.text):
        return
    size = (page.width, page.height)
    line = clip(expand(icon.bbox, *ICON_CONTEXT), *size)
    crop_options = options.crops.model_copy(update={"margin": ICON_MARGIN, "page_side": 0})
    collection.icons[icon.element_id] = cut_crops(image, icon.bbox, line, size, crop_options)
