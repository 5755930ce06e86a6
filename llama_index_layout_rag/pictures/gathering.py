"""Everything that is known of a document's pictures before a model is asked: roles, surroundings, crops and text."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from llama_index_layout_rag.layout import HEADING_KINDS, Box, LayoutDocument, LayoutElement, VisualRole
from llama_index_layout_rag.layout.boxes import clip, expand
from llama_index_layout_rag.pictures.cache import PictureCache
from llama_index_layout_rag.pictures.crops import (
    CropOptions,
    Crops,
    context_box,
    context_name,
    crop_name,
    cut_crops,
    elements_by_page,
    pictures_by_page,
    pixel_hash,
    source_pdf,
    store_crop,
)
from llama_index_layout_rag.pictures.evidence import PictureEvidence, with_roles, without_evidence
from llama_index_layout_rag.pictures.files import open_picture, picture_content
from llama_index_layout_rag.pictures.icons import icon_name
from llama_index_layout_rag.pictures.lines import LinePlace, line_of_icon
from llama_index_layout_rag.pictures.ocr import PictureText, TextLine, can_read, text_from_elements, text_from_image
from llama_index_layout_rag.pictures.roles import picture_roles
from llama_index_layout_rag.pictures.surroundings import PictureSurroundings, surroundings_of

if TYPE_CHECKING:
    from PIL.Image import Image

    from llama_index_layout_rag.readers.pdf import PdfDocument

OCR_GAIN = 1.5
"""OCR is believed over the text inside a picture's box when it read so many times as many characters: the text layer of an
annotated screenshot holds its callouts only."""

ENOUGH_TEXT = 200
"""Characters of the source's own text in a picture from which OCR is not tried."""

ICON_MARGIN, ICON_ZOOM = 1.0, 2
"""Points around an icon and the magnification at which its text is read: OCR wants letters 20 pixels high."""


ICON_CONTEXT = (160.0, 36.0)
"""Points to both sides, and above and below, that a model sees around an icon: its line and its neighbours."""


@dataclass(frozen=True)
class GatherOptions:
    """Attributes: `crop_dir` is where crops are written (None: nowhere), `keep_images` whether a model will need those of
    content pictures, `keep_icons` those of icons without a name."""

    crops: CropOptions
    crop_dir: Path | None = None
    keep_images: bool = False
    keep_icons: bool = False
    read_text: bool = True


@dataclass
class Gathered:
    """The pictures of one document, by element id."""

    layout: LayoutDocument
    evidence: dict[str, PictureEvidence] = field(default_factory=dict)
    places: dict[str, LinePlace] = field(default_factory=dict)
    images: dict[str, Crops] = field(default_factory=dict)
    icons: dict[str, Crops] = field(default_factory=dict)


def gather(layout: LayoutDocument, cache: PictureCache, options: GatherOptions) -> Gathered:
    """Roles, surroundings, crops and text of every picture; the layout is taken as if no picture had been looked at yet.

    Raises:
        CropError: When a crop cannot be written.
    """
    plain = without_evidence(layout)
    decisions = picture_roles(plain)
    content = {name for name, decision in decisions.items() if decision.role is VisualRole.CONTENT}
    around = surroundings_of(plain, content)
    gathered = Gathered(with_roles(plain, decisions))
    for element in gathered.layout.elements:
        decision = decisions.get(element.element_id)
        if decision is not None:
            record = _record(element, plain, around[element.element_id], decision.role)
            gathered.evidence[element.element_id] = record.model_copy(
                update={"host": decision.host or "", "reason": decision.reason}
            )
    wanted = [e for e in gathered.layout.elements if e.element_id in decisions and _is_wanted(e, gathered)]
    data = source_pdf(plain) if wanted else None
    if data is not None:
        _look_at_pages(gathered, data, wanted, cache, options)
    _look_at_files(gathered, [element for element in wanted if element.bbox is None], cache, options)
    for element in wanted:
        record = gathered.evidence[element.element_id]
        if record.visual_role is VisualRole.INLINE_ICON and not record.name:
            _update(gathered, element, name=icon_name(element, record.ocr.text))
    return gathered


def _is_wanted(element: LayoutElement, gathered: Gathered) -> bool:
    return gathered.evidence[element.element_id].visual_role is not VisualRole.DECORATIVE


def _record(
    element: LayoutElement, layout: LayoutDocument, around: PictureSurroundings, role: VisualRole
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
        heading=around.heading.text if around.heading is not None else "",
        previous=around.previous.element_id if around.previous is not None else "",
        following=around.following.element_id if around.following is not None else "",
        table=around.table.element_id if around.table is not None else "",
        caption=around.caption.text.strip() if around.caption is not None else _own_name(element),
        caption_id=around.caption.element_id if around.caption is not None else "",
        before=_printed(around.previous),
        # A heading behind the picture opens the next section and says nothing of this one.
        after="" if _is_heading(around.following) else _printed(around.following),
        ocr=text_from_elements([element, *around.texts] if element.text.strip() else around.texts),
        src=element.src if element.bbox is None else "",
        source_file=(element.source_file or "") if element.bbox is None else "",
    )


def _own_name(element: LayoutElement) -> str:
    return (element.image.title or element.image.alt or "").strip() if element.image is not None else ""


def _is_heading(element: LayoutElement | None) -> bool:
    return element is not None and element.kind in HEADING_KINDS


def _printed(element: LayoutElement | None) -> str:
    if element is None:
        return ""
    return f"{element.marker} {element.text}" if element.marker else element.text


def _update(gathered: Gathered, element: LayoutElement, **fields: Any) -> None:
    record = gathered.evidence[element.element_id]
    gathered.evidence[element.element_id] = record.model_copy(update=fields)


# --- files ---


def _look_at_files(
    gathered: Gathered, pictures: Sequence[LayoutElement], cache: PictureCache, options: GatherOptions
) -> None:
    """Pictures of manuals without pages, from their own files."""
    reads = options.read_text and can_read()
    if options.crop_dir is None and not options.keep_images and not reads:
        return
    for picture in pictures:
        content = picture_content(gathered.layout, picture)
        image = open_picture(content) if content is not None else None
        if image is None:
            continue
        box = (0.0, 0.0, float(image.width), float(image.height))
        crops = cut_crops(image, box, box, (image.width, image.height), options.crops)
        source = gathered.layout.source
        fields: dict[str, Any] = {"crop_sha256": crops.sha256, "file_sha256": pixel_hash(image)}
        if options.crop_dir is not None:
            name = crop_name(source.name, source.uri, 0, crops.sha256, "target")
            fields["crop_path"] = store_crop(options.crop_dir, name, crops.target)
        if reads:
            found = _read(gathered.evidence[picture.element_id].ocr, crops, box, cache)
            # Boxes of lines are places on a page, and there is none.
            fields["ocr"] = found.model_copy(update={"lines": [TextLine(text=line.text) for line in found.lines]})
        _update(gathered, picture, **fields)
        record = gathered.evidence[picture.element_id]
        if options.keep_images and record.visual_role is VisualRole.CONTENT:
            gathered.images[picture.element_id] = crops
        elif options.keep_icons and not icon_name(picture, record.ocr.text):
            gathered.icons[picture.element_id] = crops


# --- pages ---


def _look_at_pages(
    gathered: Gathered, data: bytes, wanted: Sequence[LayoutElement], cache: PictureCache, options: GatherOptions
) -> None:
    from llama_index_layout_rag.readers.pdf import open_pdf

    by_page = elements_by_page(gathered.layout.elements)
    reads = options.read_text and can_read()
    with open_pdf(data, gathered.layout.source.name) as document:
        for number, pictures in pictures_by_page(wanted).items():
            if number > document.page_count:
                continue
            icons = [p for p in pictures if gathered.evidence[p.element_id].visual_role is VisualRole.INLINE_ICON]
            contents = [p for p in pictures if p not in icons]
            if icons:
                _place_icons(gathered, document, number, icons)
            crops_needed = bool(contents) and (options.crop_dir is not None or options.keep_images or reads)
            icons_needed = bool(icons) and (reads or options.keep_icons)
            image = document.render(number - 1, options.crops.dpi) if crops_needed or icons_needed else None
            if image is None:
                continue
            for picture in contents:
                _look_at(gathered, picture, image, by_page.get(number, []), cache, options, reads)
            for icon in icons if reads else []:
                _read_icon(gathered, icon, image, cache)
            for icon in icons if options.keep_icons else []:
                _keep_icon(gathered, icon, image, options)


def _place_icons(gathered: Gathered, document: PdfDocument, number: int, icons: Sequence[LayoutElement]) -> None:
    read = document.read_page(number - 1)
    for icon in icons if read is not None else []:
        place = line_of_icon(read[0].glyphs, icon.bbox) if read is not None and icon.bbox is not None else None
        if place is not None:
            gathered.places[icon.element_id] = place


def _look_at(
    gathered: Gathered,
    picture: LayoutElement,
    image: Image,
    elements: Sequence[LayoutElement],
    cache: PictureCache,
    options: GatherOptions,
    reads: bool,
) -> None:
    page = gathered.layout.page(picture.page or 0)
    if page is None or picture.bbox is None:
        return
    size = (page.width, page.height)
    context = context_box(picture, page, [*elements, *_captions(gathered, picture, elements)])
    crops = cut_crops(image, picture.bbox, context, size, options.crops)
    fields: dict[str, Any] = {"crop_sha256": crops.sha256, "context_bbox": context}
    if options.crop_dir is not None:
        source = gathered.layout.source
        target = crop_name(source.name, source.uri, page.number, crops.sha256, "target")
        around = context_name(source.name, source.uri, page.number, crops.sha256, picture.bbox)
        fields["crop_path"] = store_crop(options.crop_dir, target, crops.target)
        fields["context_crop_path"] = store_crop(options.crop_dir, around, crops.context)
    if reads:
        own = gathered.evidence[picture.element_id].ocr
        fields["ocr"] = _read(own, crops, clip(expand(picture.bbox, options.crops.margin), *size), cache)
    _update(gathered, picture, **fields)
    if options.keep_images:
        gathered.images[picture.element_id] = crops


def _captions(gathered: Gathered, picture: LayoutElement, elements: Sequence[LayoutElement]) -> list[LayoutElement]:
    """The picture's caption as found here; the layout may not know yet whom it names."""
    named = gathered.evidence[picture.element_id].caption_id
    return [
        e.model_copy(update={"caption_of": picture.element_id}) for e in elements if named and e.element_id == named
    ]


def _read(own: PictureText, crops: Crops, box: Box, cache: PictureCache) -> PictureText:
    """The picture's text: the source's own, unless OCR reads clearly more."""
    if len(own.text) >= ENOUGH_TEXT:
        return own
    import io

    from PIL import Image

    found = cache.text(crops.sha256)
    if found is None:
        with Image.open(io.BytesIO(crops.target)) as target:
            found = text_from_image(target, box)
        cache.keep_text(crops.sha256, found)
    return found if len(found.text) > OCR_GAIN * len(own.text) else own


def _read_icon(gathered: Gathered, icon: LayoutElement, image: Image, cache: PictureCache) -> None:
    record = gathered.evidence[icon.element_id]
    if icon.bbox is None or record.page_width is None or record.ocr.text:
        return
    scale = image.width / record.page_width
    x0, y0, x1, y1 = (round(value * scale) for value in expand(icon.bbox, ICON_MARGIN))
    crop = image.crop((max(0, x0), max(0, y0), min(image.width, x1), min(image.height, y1)))
    if min(crop.size) < 2:
        return
    key = hashlib.sha256(repr(crop.size).encode() + crop.tobytes()).hexdigest()
    found = cache.text(key)
    if found is None:
        found = text_from_image(crop.resize((crop.width * ICON_ZOOM, crop.height * ICON_ZOOM)), icon.bbox)
        cache.keep_text(key, found)
    if found.text:
        _update(gathered, icon, ocr=found)


def _keep_icon(gathered: Gathered, icon: LayoutElement, image: Image, options: GatherOptions) -> None:
    record = gathered.evidence[icon.element_id]
    page = gathered.layout.page(icon.page or 0)
    if icon.bbox is None or page is None or icon_name(icon, record.ocr.text):
        return
    size = (page.width, page.height)
    line = clip(expand(icon.bbox, *ICON_CONTEXT), *size)
    crop_options = options.crops.model_copy(update={"margin": ICON_MARGIN, "page_side": 0})
    gathered.icons[icon.element_id] = cut_crops(image, icon.bbox, line, size, crop_options)
