"""Pictures: from the pictures of a layout to evidence that can be searched and shown."""

from llama_index_layout_rag.pictures.answering import PictureEvidencePostprocessor
from llama_index_layout_rag.pictures.crops import CropError, CropOptions
from llama_index_layout_rag.pictures.description import PictureDescription
from llama_index_layout_rag.pictures.evidence import PictureEvidence, evidence_of, role_of, with_roles
from llama_index_layout_rag.pictures.report import PictureFailuresError, PictureReport
from llama_index_layout_rag.pictures.roles import is_picture, picture_roles
from llama_index_layout_rag.pictures.transform import PictureEvidenceTransform

__all__ = [
    "CropError",
    "CropOptions",
    "PictureDescription",
    "PictureEvidence",
    "PictureEvidencePostprocessor",
    "PictureEvidenceTransform",
    "PictureFailuresError",
    "PictureReport",
    "evidence_of",
    "is_picture",
    "picture_roles",
    "role_of",
    "with_roles",
]
