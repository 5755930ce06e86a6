"""A read manual: pages, elements and where they come from, and the way it travels inside a LlamaIndex Document.

LlamaIndex rebuilds plain Documents from its caches and stores, drops fields of subclasses and copies metadata into every
chunk. The layout therefore travels as the Document's *text*: JSON that begins with a schema key, with a media type that says
so. A splitter that knows nothing of it would cut JSON; `ProcedureNodeParser` reads it, `LayoutReader(output="markdown")`
is for the others.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from typing import Annotated, Any

from llama_index.core.schema import Document, MediaResource
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import PydanticSerializationError

from llama_index_layout_rag.layout.elements import LayoutElement
from llama_index_layout_rag.layout.errors import LayoutReadError
from llama_index_layout_rag.layout.language import language_code
from llama_index_layout_rag.layout.normalize import without_half_pairs

LAYOUT_SCHEMA = "llama-index-layout-rag/2"
"""Value of the first key of the JSON; the number grows when the JSON can no longer be read by older code."""

LAYOUT_MEDIA_TYPE = "application/vnd.llama-index-layout-rag+json"
_LEADING_KEY = '{"layout_schema":'
_DOCUMENT_NAMESPACE = uuid.UUID("5a0f2c52-6f0d-5d57-9b1e-6f0b1d2f7a10")


class LayoutSource(BaseModel):
    """The file a layout was read from: the way back to its pages."""

    model_config = ConfigDict(frozen=True)

    uri: str = Field(description="Path, or fsspec URL, of the file.")
    name: str = Field(description="File name without its folders.")
    sha256: str = Field(default="", description="Hash of the file's bytes, checked before a page is shown as evidence.")
    media_type: str = Field(default="", description="Such as application/pdf or text/markdown.")


class LayoutPage(BaseModel):
    """One page."""

    model_config = ConfigDict(frozen=True)

    number: int = Field(ge=1, description="Physical page, 1-based.")
    width: float = Field(description="Points, as displayed.")
    height: float = Field(description="Points, as displayed.")
    rotation: int = Field(
        default=0, description="Rotation that the file asks for: 0, 90, 180 or 270 degrees clockwise."
    )
    label: str | None = Field(default=None, description="Page number as printed, where it is known ('iii', '12').")


class LayoutDocument(BaseModel):
    """One file, or several files read as one manual, as elements in reading order."""

    layout_schema: str = LAYOUT_SCHEMA
    source: LayoutSource
    manual_id: str | None = Field(default=None, description="Id of the manual that this document is a part of.")
    title: str | None = None
    product_names: list[str] = Field(default_factory=list)
    model_numbers: list[str] = Field(default_factory=list)
    version: str | None = None
    language: Annotated[str | None, BeforeValidator(language_code)] = Field(
        default=None, description="ISO 639-1 code of the main language: 'ja', 'en'; of 'ja-JP' only 'ja' is kept."
    )
    pages: list[LayoutPage] = Field(default_factory=list)
    elements: list[LayoutElement] = Field(default_factory=list)
    warnings: list[str] = Field(default_factory=list)

    def body(self) -> Iterator[LayoutElement]:
        """Return the elements that belong to the text, in reading order, without furniture."""
        return (element for element in self.elements if not element.is_furniture)

    def page(self, number: int) -> LayoutPage | None:
        """Return the page with that physical number (1-based), or None."""
        if 0 < number <= len(self.pages) and self.pages[number - 1].number == number:
            return self.pages[number - 1]
        return next((page for page in self.pages if page.number == number), None)

    def to_document(self, doc_id: str | None = None, metadata: dict[str, Any] | None = None) -> Document:
        """Return the layout as a LlamaIndex Document.

        Args:
            doc_id: Id of the Document. By default it is derived from the source's URI, never from the content: a changed
                file must replace its old self, and two equal files are two documents.
            metadata: Metadata of the Document; it is copied. None of it is meant for embeddings or prompts, since the text
                is JSON, so all its keys are excluded from both.
        """
        metadata = dict(metadata or {})
        # Known without parsing the JSON: which manual this is, and which state of its file.
        if self.manual_id:
            metadata.setdefault("manual_id", self.manual_id)
        if self.source.sha256:
            metadata.setdefault("source_sha256", self.source.sha256)
        keys = list(metadata)
        document = Document(
            id_=doc_id or document_id(self.source.uri),
            metadata=metadata,
            excluded_embed_metadata_keys=keys,
            excluded_llm_metadata_keys=keys,
        )
        # Assigned as a whole: Document.set_content would drop the media type.
        document.text_resource = MediaResource(text=self._as_json(), mimetype=LAYOUT_MEDIA_TYPE)
        return document

    def _as_json(self) -> str:
        try:
            fields = self.model_dump_json(exclude_defaults=True)
        except PydanticSerializationError:
            # Half a surrogate pair, as broken files have them, cannot be written; it is shown as unreadable.
            fields = without_half_pairs(json.dumps(self.model_dump(exclude_defaults=True), ensure_ascii=False))
        return f'{_LEADING_KEY}"{self.layout_schema}",{fields[1:]}'

    @classmethod
    def from_document(cls, document: Document) -> LayoutDocument:
        """Return the layout that a Document carries.

        Raises:
            LayoutReadError: When the Document carries no layout or one of a newer schema.
        """
        name = str(document.metadata.get("file_path") or document.id_)
        if not is_layout_document(document):
            raise LayoutReadError(name, "the Document carries no layout; read the file with LayoutReader first.")
        try:
            layout = cls.model_validate_json(document.text)
        except ValidationError as error:
            raise LayoutReadError(
                name, f"its layout JSON is broken ({error.error_count()} errors); read the file again."
            ) from error
        if layout.layout_schema != LAYOUT_SCHEMA:
            raise LayoutReadError(
                name,
                f"its layout has schema {layout.layout_schema!r}, this version reads {LAYOUT_SCHEMA!r}; read the file again.",
            )
        return layout


def document_id(uri: str) -> str:
    """Deterministic Document id (a UUID) for a path or URL."""
    return str(uuid.uuid5(_DOCUMENT_NAMESPACE, uri))


def is_layout_document(document: Document) -> bool:
    """Whether a Document's text is a layout: by media type, or by the leading key where a store has dropped the type."""
    resource = document.text_resource
    if resource is None or not resource.text:
        return False
    return resource.mimetype == LAYOUT_MEDIA_TYPE or resource.text.startswith(_LEADING_KEY)
