"""Multimodal postprocessor: retrieved chunks with image evidence become nodes with images for a model.

A vector store contains text nodes only, with the paths of crops in their metadata. Their images are added here, the one
nearest to the match first; a missing crop is rendered again from the manual.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from llama_index.core.base.llms.types import ImageBlock
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import BaseNode, MediaResource, MetadataMode, Node, NodeWithScore, QueryBundle
from pydantic import Field, model_validator

from llama_index_layout_rag.layout import (
    ElementKind,
    ImageInfo,
    LayoutDocument,
    LayoutElement,
    LayoutPage,
    LayoutSource,
    known_fields,
)
from llama_index_layout_rag.pictures.crops import (
    CropError,
    CropOptions,
    Crops,
    context_name,
    crop_name,
    cut_crops,
    is_own_crop,
    pixel_hash,
    store_crop,
)
from llama_index_layout_rag.pictures.sources import open_picture, picture_content, source_pdf

logger = logging.getLogger(__name__)

PNG = "image/png"

MAX_IMAGES = 3
"""Images of one result for a model; each costs about a thousand tokens."""

_PAGE_DISTANCE = 10_000.0
"""Points between the same position of two pages."""


class PictureNode(Node):
    """A result with several images.

    `image_resource` is the nearest one, as of every `Node`, and the others precede it in the content. The class name is
    that of `Node`, so that stores read it back as one.
    """

    further_images: list[MediaResource] = Field(default_factory=list)

    def get_content_blocks(self, metadata_mode: MetadataMode = MetadataMode.NONE) -> list[Any]:
        """Return text and images, the nearest last: engines that use one image of a node use the last."""
        blocks = super().get_content_blocks(metadata_mode)
        further = [ImageBlock(image=i.data, path=i.path, image_mimetype=i.mimetype) for i in self.further_images]
        return [*blocks[:-1], *further, *blocks[-1:]] if self.image_resource else blocks


class PictureEvidencePostprocessor(BaseNodePostprocessor):
    """Add images to retrieved picture chunks, for `RetrieverQueryEngine.from_args(..., multimodal=True)`.

    Args:
        crop_dir: Folder for missing crops that are rendered again; without one they are passed in memory.
        crops: Resolution and sizes of crops that are rendered again.
        source_uris: Paths or URLs of manuals that have moved: those in the index to the present ones.
        max_images: Images of one result at most, the nearest to the match first.
    """

    crop_dir: str | None = None
    crops: CropOptions = Field(default_factory=CropOptions)
    source_uris: dict[str, str] = Field(default_factory=dict)
    max_images: int = Field(default=MAX_IMAGES, ge=1)

    @model_validator(mode="before")
    @classmethod
    def _refuse_unknown(cls, values: Any) -> Any:
        return known_fields(values, cls)

    @classmethod
    def class_name(cls) -> str:
        """Return the name of the class in serialised form."""
        return "PictureEvidencePostprocessor"

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        return with_images(
            nodes,
            crop_dir=self.crop_dir,
            crops=self.crops,
            source_uris=self.source_uris,
            max_images=self.max_images,
        )


def with_images(
    results: Sequence[NodeWithScore],
    *,
    crop_dir: str | Path | None = None,
    crops: CropOptions | None = None,
    source_uris: dict[str, str] | None = None,
    max_images: int = MAX_IMAGES,
) -> list[NodeWithScore]:
    """Return the results, those with image evidence as `Node` with text and images; scores, ids and texts are kept.

    In the metadata of such a node, and so in its `Citation`, `image_evidence` lists the nearest first, with paths of
    existing crops. A picture that can neither be found nor rendered again is omitted with a warning; a result without
    images stays a text.
    """
    folder = Path(crop_dir) if crop_dir is not None else None
    options = crops or CropOptions()
    return [
        NodeWithScore(
            node=_with_images(result.node, folder, options, source_uris or {}, max_images), score=result.score
        )
        for result in results
    ]


def _with_images(
    node: BaseNode, folder: Path | None, options: CropOptions, moved: dict[str, str], limit: int
) -> BaseNode:
    records = [record for record in node.metadata.get("image_evidence") or [] if isinstance(record, dict)]
    records.sort(key=lambda record: _distance(record, node.metadata))
    shown: list[MediaResource] = []
    for place, record in enumerate(records[:limit]):
        try:
            image, records[place] = crop_of(node.metadata, record, folder, options, moved)
        except CropError as error:
            logger.warning("A picture is left out of an answer: %s", error)
            continue
        shown.append(image)
    if not shown:
        return node
    return PictureNode(
        id_=node.node_id,
        text_resource=MediaResource(text=node.get_content(metadata_mode=MetadataMode.NONE)),
        image_resource=shown[0],
        further_images=shown[1:],
        extra_info={**node.metadata, "image_evidence": records},
        relationships=node.relationships,
        excluded_embed_metadata_keys=node.excluded_embed_metadata_keys,
        excluded_llm_metadata_keys=node.excluded_llm_metadata_keys,
        embedding=node.embedding,
    )


def _distance(record: dict[str, Any], metadata: dict[str, Any]) -> float:
    """Return the points between a picture and the match; 0 for a picture that matches itself."""
    box, page = record.get("bbox"), record.get("page")
    regions = metadata.get("focus_regions") or metadata.get("regions") or []
    if not isinstance(page, int) or not isinstance(box, list) or len(box) != 4:
        return 0.0
    return min((_PAGE_DISTANCE * abs(r["page"] - page) + _gap(box, r["bbox"]) for r in regions), default=0.0)


def _gap(first: Sequence[float], second: Sequence[float]) -> float:
    across = max(0.0, first[0] - second[2], second[0] - first[2])
    down = max(0.0, first[1] - second[3], second[1] - first[3])
    return across + down


def crop_of(
    metadata: dict[str, Any], record: dict[str, Any], folder: Path | None, options: CropOptions, moved: dict[str, str]
) -> tuple[MediaResource, dict[str, Any]]:
    """Return the crop of one image evidence: its file, or else rendered again into `folder` or memory.

    Args:
        metadata: Metadata of the node, with the manual's file and its hash.
        record: One entry of its `image_evidence`.
        folder: Folder for missing crops.
        options: Resolution and sizes.
        moved: Present paths or URLs of manuals that have moved.

    Returns:
        The image, and the record with the paths of existing crops.

    Raises:
        CropError: If the crop is missing, and the manual is missing or is not the one that was indexed.
    """
    known = {key: path for key in _CROP_KEYS if (path := _trusted_file(record.get(key))) is not None}
    lasting = {key: value for key, value in record.items() if key not in _CROP_KEYS or key in known}
    if "crop_path" in known:
        return MediaResource(path=known["crop_path"], mimetype=PNG), lasting
    crops = _rendered(metadata, record, options, moved)
    if folder is None:
        return MediaResource(data=crops.target, mimetype=PNG), lasting
    uri, page = str(metadata.get("source_uri") or ""), int(record.get("page") or 0)
    target = store_crop(folder, crop_name(Path(uri).name, uri, page, crops.sha256, "target"), crops.target)
    paths = {"crop_path": target}
    if page:
        name = context_name(Path(uri).name, uri, page, crops.sha256, record["bbox"])
        paths["context_crop_path"] = store_crop(folder, name, crops.context)
    return MediaResource(path=Path(target), mimetype=PNG), {**lasting, **paths}


_CROP_KEYS = ("crop_path", "context_crop_path")


def _trusted_file(path: object) -> Path | None:
    """Return a path of a payload if this package wrote the file; payloads are not trusted."""
    file = Path(str(path)) if path else None
    return file if file is not None and not file.is_symlink() and is_own_crop(file) else None


def _rendered(metadata: dict[str, Any], record: dict[str, Any], options: CropOptions, moved: dict[str, str]) -> Crops:
    uri = str(metadata.get("source_uri") or "")
    source = LayoutSource(uri=moved.get(uri, uri), name=Path(uri).name, sha256=str(metadata.get("source_sha256") or ""))
    box, page = record.get("bbox"), record.get("page")
    if isinstance(page, int) and isinstance(box, list) and len(box) == 4:
        return _from_page(source, record, options)
    if record.get("src"):
        return _from_file(source, record, options)
    raise CropError(f"the image evidence {record.get('image_id')!r} of {uri} has no place on a page and no file.")


def _from_page(source: LayoutSource, record: dict[str, Any], options: CropOptions) -> Crops:
    from llama_index_layout_rag.readers.pdf import open_pdf

    page = record["page"]
    x0, y0, x1, y1 = (float(value) for value in record["bbox"])
    data = source_pdf(LayoutDocument(source=source, pages=[LayoutPage(number=1, width=1, height=1)]))
    if data is None:
        raise CropError(
            f"the crop {record.get('crop_path') or record.get('image_id')!r} is gone, and {source.uri} is no longer the "
            "PDF that was indexed; index it again, or pass its new place in source_uris."
        )
    with open_pdf(data, source.name) as document:
        if not 1 <= page <= document.page_count:
            raise CropError(f"{source.uri} has no page {page}.")
        image = document.render(page - 1, options.dpi)
        height = document.page_size(page - 1)[1]
    size = (image.width * height / image.height, height)
    context = record.get("context_bbox") or record["bbox"]
    around = (float(context[0]), float(context[1]), float(context[2]), float(context[3]))
    return cut_crops(image, (x0, y0, x1, y1), around, size, options)


def _from_file(source: LayoutSource, record: dict[str, Any], options: CropOptions) -> Crops:
    """Return the crops of a picture that is a file, in manuals without pages."""
    src = str(record["src"])
    picture = LayoutElement(
        element_id="picture",
        kind=ElementKind.PICTURE,
        image=ImageInfo(src=src),
        source_file=str(record.get("source_file") or "") or None,
    )
    content = picture_content(LayoutDocument(source=source), picture)
    image = open_picture(content) if content is not None else None
    if image is None:
        raise CropError(
            f"the picture {src!r} of {source.uri} is gone; put it back, or pass the manual's place in source_uris."
        )
    if record.get("file_sha256") not in (None, pixel_hash(image)):
        raise CropError(f"the picture {src!r} of {source.uri} has changed; index the manual again.")
    whole = (0.0, 0.0, float(image.width), float(image.height))
    return cut_crops(image, whole, whole, (image.width, image.height), options)
