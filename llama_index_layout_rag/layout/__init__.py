"""The document model that every stage shares: elements, boxes, section paths, text folding."""

from llama_index_layout_rag.layout.arguments import SERIALISED_KEYS, known_fields, refuse_unknown
from llama_index_layout_rag.layout.boxes import Box
from llama_index_layout_rag.layout.document import (
    LAYOUT_MEDIA_TYPE,
    LAYOUT_SCHEMA,
    LayoutDocument,
    LayoutPage,
    LayoutSource,
    document_id,
    is_layout_document,
)
from llama_index_layout_rag.layout.elements import (
    FURNITURE_KINDS,
    HEADING_KINDS,
    BoxType,
    CellAddress,
    ElementKind,
    Extraction,
    ImageInfo,
    LayoutElement,
    PictureState,
    Provenance,
    Region,
    Table,
    TableCell,
    TextSpan,
    TextStyle,
    VisualRole,
)
from llama_index_layout_rag.layout.errors import LayoutReadError

__all__ = [
    "FURNITURE_KINDS",
    "HEADING_KINDS",
    "LAYOUT_MEDIA_TYPE",
    "LAYOUT_SCHEMA",
    "SERIALISED_KEYS",
    "Box",
    "BoxType",
    "CellAddress",
    "ElementKind",
    "Extraction",
    "ImageInfo",
    "LayoutDocument",
    "LayoutElement",
    "LayoutPage",
    "LayoutReadError",
    "LayoutSource",
    "PictureState",
    "Provenance",
    "Region",
    "Table",
    "TableCell",
    "TextSpan",
    "TextStyle",
    "VisualRole",
    "document_id",
    "is_layout_document",
    "known_fields",
    "refuse_unknown",
]
