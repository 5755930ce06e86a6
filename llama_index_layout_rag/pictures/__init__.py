"""Pictures: from the pictures of a layout to evidence for search, answers and citations."""

from llama_index_layout_rag.pictures.batch import PictureCache, PictureFailuresError, PictureReport
from llama_index_layout_rag.pictures.crops import CropError, CropOptions
from llama_index_layout_rag.pictures.description import ConditionResult, PictureDescription
from llama_index_layout_rag.pictures.evidence import PictureEvidence, evidence_of, role_of, with_roles
from llama_index_layout_rag.pictures.ocr import PictureText
from llama_index_layout_rag.pictures.postprocessor import PictureEvidencePostprocessor, with_images
from llama_index_layout_rag.pictures.roles import is_picture, picture_roles
from llama_index_layout_rag.pictures.transform import PictureEvidenceTransform

__all__ = [
    "ConditionResult",
    "CropError",
    "CropOptions",
    "PictureCache",
    "PictureDescription",
    "PictureEvidence",
    "PictureEvidencePostprocessor",
    "PictureEvidenceTransform",
    "PictureFailuresError",
    "PictureReport",
    "PictureText",
    "evidence_of",
    "is_picture",
    "picture_roles",
    "role_of",
    "with_images",
    "with_roles",
]
