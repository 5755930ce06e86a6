"""What is in the metadata of every node, and therefore in the Qdrant payload.

The contract between parsing, storage and retrieval.

The payload alone is enough to follow every relation (no docstore). Its values are flat or lists, filterable, and
free of booleans (0/1 instead), floats where integers are meant, and dots in keys, which LlamaIndex filters cannot
express.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from llama_index_layout_rag.layout.boxes import WholeBox
from llama_index_layout_rag.steps import StepRecord

SCHEMA_VERSION = 1
"""Grows when older payloads can no longer be used: a key changes its meaning, or the form of table lines changes."""


class ChunkLevel(str, Enum):
    """The four levels of nodes in one collection."""

    MANUAL = "manual"
    SECTION = "section"
    PARENT = "parent"
    CHILD = "child"

    __str__ = str.__str__


class ContentType(str, Enum):
    """What a child holds; decides how it was chunked."""

    PROCEDURE = "procedure"
    POLICY = "policy"
    CASE = "case"
    CHECKLIST = "checklist"
    TABLE = "table"
    PICTURE = "picture"
    REFERENCE = "reference"

    __str__ = str.__str__


class CodeCell(BaseModel):
    """A code in a table, with the name of the column it is in: the same code in two columns means two things."""

    model_config = ConfigDict(frozen=True)

    code: str = Field(description="In the form of lexical.codes.find_codes.")
    column: str


class RegionRecord(BaseModel):
    """A box on a page as it is in the payload; origin top left."""

    model_config = ConfigDict(frozen=True)

    page: int
    bbox: WholeBox


class RelatedElement(BaseModel):
    """A picture, table or form near a step, linked and not pasted into it."""

    model_config = ConfigDict(frozen=True)

    element_id: str
    kind: str
    page: int | None = None
    bbox: WholeBox | None = None
    why: str = Field(
        description="'reference' (named by number in a step), 'caption' (its caption is in the chunk), 'next'."
    )


class SourceRecordRef(BaseModel):
    """An element of the layout that went into the chunk."""

    model_config = ConfigDict(frozen=True)

    record_id: str
    category: str
    page: int | None = None
    bbox: WholeBox | None = None


class NodePayload(BaseModel):
    """Metadata of one node. `to_metadata` leaves empty values out, so that payloads stay small."""

    schema_version: int = SCHEMA_VERSION
    chunk_level: ChunkLevel
    manual_id: str
    manual_title: str = ""
    manual_version: str = ""
    product_names: list[str] = Field(default_factory=list)
    model_numbers: list[str] = Field(default_factory=list)
    language: str = ""
    source_uri: str = ""
    section_id: str = Field(default="", description="Node id of the section that the node belongs to, or is.")
    ancestor_ids: list[str] = Field(default_factory=list, description="Section node ids above, highest first.")
    section_path: list[str] = Field(default_factory=list)
    parent_id: str = Field(
        default="", description="Children: node id of the parent, or of the section where there is none."
    )
    child_ids: list[str] = Field(default_factory=list)
    order: int = Field(default=0, description="Place among the manual's nodes of the same level, in reading order.")
    pages: list[int] = Field(default_factory=list)
    regions: list[RegionRecord] = Field(default_factory=list)
    content_type: ContentType | None = None
    topic: str = ""
    tags: list[str] = Field(default_factory=list)
    source_categories: list[str] = Field(default_factory=list)
    text_hash: str = Field(
        default="",
        description="Hash of the text below the heading line (of the heading where there is none), folded: siblings' equal texts.",
    )
    char_count: int = Field(
        default=0, description="Children: characters of the text; segments are kept within a size by it."
    )
    codes: list[str] = Field(default_factory=list)
    code_cells: list[CodeCell] = Field(default_factory=list)
    procedure_steps: list[StepRecord] = Field(default_factory=list)
    related_elements: list[RelatedElement] = Field(default_factory=list)
    contains_picture: int = Field(default=0, description="1 for the chunk of a picture.")
    contains_image_evidence: int = Field(default=0, description="1 where `image_evidence` is filled.")
    image_evidence: list[dict[str, Any]] = Field(default_factory=list)
    source_record_refs: list[SourceRecordRef] = Field(default_factory=list)
    source_sha256: str = Field(
        default="", description="Hash of the source file; a page is shown only of the same file."
    )
    # Manual nodes only: the record of what was indexed.
    parser_fingerprint: str = Field(default="", description="Hash of the configuration that made the nodes.")
    embedding_fingerprint: str = Field(default="", description="Name of the embedding model that made the vectors.")
    complete: int = Field(default=0, description="Manual nodes: 1 once all other nodes of the manual are stored.")

    def to_metadata(self) -> dict[str, Any]:
        """Metadata of a node: JSON values only, empty ones left out."""
        always = {
            "schema_version": self.schema_version,
            "chunk_level": str(self.chunk_level),
            "section_path": self.section_path,
        }
        return self.model_dump(mode="json", exclude_defaults=True) | always

    @classmethod
    def from_metadata(cls, metadata: dict[str, Any]) -> NodePayload:
        """Return the payload of a node; keys that others have put there are passed over.

        Raises:
            pydantic.ValidationError: When the metadata is not that of a node of this package.
        """
        return cls.model_validate({key: value for key, value in metadata.items() if key in cls.model_fields})


LLM_VISIBLE_KEYS = frozenset({"manual_title", "pages"})
"""What an answering model sees beside the text, whose first line is the heading path."""
