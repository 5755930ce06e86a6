"""Pictures at answer time: stored text chunks with image evidence become nodes that multimodal query engines show to a model.

A vector store keeps text nodes only, with the paths of crops in their metadata. Here they get their image back; a crop that is
gone is rendered again from the manual.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import BaseNode, MediaResource, MetadataMode, Node, NodeWithScore, QueryBundle
from pydantic import Field

from llama_index_layout_rag.layout import LayoutDocument, LayoutPage, LayoutSource
from llama_index_layout_rag.pictures.crops import (
    CropError,
    CropOptions,
    Crops,
    crop_name,
    cut_crops,
    is_own_crop,
    source_pdf,
    store_crop,
)

logger = logging.getLogger(__name__)

PNG = "image/png"


class PictureEvidencePostprocessor(BaseNodePostprocessor):
    """Gives retrieved picture chunks their image, for `RetrieverQueryEngine.from_args(..., multimodal=True)`.

    Args:
        crop_dir: Folder in which crops that are gone are rendered again; without one they are passed in memory.
        crops: Resolution and sizes of crops that are rendered again.
        source_uris: Where manuals have moved since they were indexed: the path or URL in the index to the present one.
    """

    crop_dir: str | None = None
    crops: CropOptions = Field(default_factory=CropOptions)
    source_uris: dict[str, str] = Field(default_factory=dict)

    @classmethod
    def class_name(cls) -> str:
        return "PictureEvidencePostprocessor"

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        return with_images(nodes, crop_dir=self.crop_dir, crops=self.crops, source_uris=self.source_uris)


def with_images(
    results: Sequence[NodeWithScore],
    *,
    crop_dir: str | Path | None = None,
    crops: CropOptions | None = None,
    source_uris: dict[str, str] | None = None,
) -> list[NodeWithScore]:
    """The results, those with image evidence as `Node` with text and image; scores, ids and metadata stay as they are.

    A picture that can neither be found nor rendered again leaves its result a text, with a warning that says why.
    """
    folder = Path(crop_dir) if crop_dir is not None else None
    options = crops or CropOptions()
    return [
        NodeWithScore(node=_with_image(result.node, folder, options, source_uris or {}), score=result.score)
        for result in results
    ]


def _with_image(node: BaseNode, folder: Path | None, options: CropOptions, moved: dict[str, str]) -> BaseNode:
    records = node.metadata.get("image_evidence")
    if not isinstance(records, list) or not records or not isinstance(records[0], dict):
        return node
    try:
        image = crop_of(node.metadata, records[0], folder, options, moved)
    except CropError as error:
        logger.warning("A picture is left out of an answer: %s", error)
        return node
    return Node(
        id_=node.node_id,
        text_resource=MediaResource(text=node.get_content(metadata_mode=MetadataMode.NONE)),
        image_resource=image,
        extra_info=node.metadata,
        relationships=node.relationships,
        excluded_embed_metadata_keys=node.excluded_embed_metadata_keys,
        excluded_llm_metadata_keys=node.excluded_llm_metadata_keys,
        embedding=node.embedding,
    )


def crop_of(
    metadata: dict[str, Any], record: dict[str, Any], folder: Path | None, options: CropOptions, moved: dict[str, str]
) -> MediaResource:
    """The crop of one image evidence: its file, or else rendered again into `folder`, or into memory where there is none.

    Args:
        metadata: Of the node: names the manual's file and its hash.
        record: One entry of its `image_evidence`.
        folder: Where crops that are gone are written.
        options: Resolution and sizes.
        moved: Where files are that have moved.

    Raises:
        CropError: When the crop is gone and the manual is gone, too, or is another one than was indexed.
    """
    path = Path(str(record.get("crop_path") or ""))
    # A path in a payload is only a claim: nothing is shown that this package did not write.
    if record.get("crop_path") and not path.is_symlink() and is_own_crop(path):
        return MediaResource(path=path, mimetype=PNG)
    crops = _rendered(metadata, record, options, moved)
    if folder is None:
        return MediaResource(data=crops.target, mimetype=PNG)
    uri = str(metadata.get("source_uri") or "")
    name = crop_name(Path(uri).name, uri, int(record.get("page") or 0), crops.sha256, "target")
    return MediaResource(path=Path(store_crop(folder, name, crops.target)), mimetype=PNG)


def _rendered(metadata: dict[str, Any], record: dict[str, Any], options: CropOptions, moved: dict[str, str]) -> Crops:
    from llama_index_layout_rag.readers.pdf.pdfium import open_pdf

    uri = str(metadata.get("source_uri") or "")
    box, page = record.get("bbox"), record.get("page")
    if not isinstance(page, int) or not isinstance(box, list) or len(box) != 4:
        raise CropError(f"the image evidence {record.get('image_id')!r} of {uri} has no place on a page.")
    x0, y0, x1, y1 = (float(value) for value in box)
    source = LayoutSource(uri=moved.get(uri, uri), name=Path(uri).name, sha256=str(metadata.get("source_sha256") or ""))
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
        height = document.page_height(page - 1)
    size = (image.width * height / image.height, height)
    context = record.get("context_bbox") or box
    around = (float(context[0]), float(context[1]), float(context[2]), float(context[3]))
    return cut_crops(image, (x0, y0, x1, y1), around, size, options)
