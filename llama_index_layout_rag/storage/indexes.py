"""Payload indexes: every key that is filtered on, as Qdrant's strict mode demands, and the tenant index.

Payload indexes mean nothing to an embedded (local mode) collection; a server uses them for each filtered search.
"""

from __future__ import annotations

from typing import Any

from qdrant_client import models

MANUAL_ID_KEY = "manual_id"
CHUNK_LEVEL_KEY = "chunk_level"
DOC_ID_KEY = "doc_id"

KEYWORD_KEYS = (
    CHUNK_LEVEL_KEY,
    "manual_title",
    "manual_version",
    "product_names",
    "model_numbers",
    "language",
    "source_uri",
    "source_name",
    "section_id",
    "ancestor_ids",
    "section_path",
    "parent_id",
    "content_type",
    "topic",
    "tags",
    "source_categories",
    "codes",
    "code_cells[].code",
    "code_cells[].column",
)
"""Payload keys whose values are compared whole. `doc_id` is indexed by QdrantVectorStore itself."""

INTEGER_KEYS = ("pages", "order", "schema_version", "complete")
"""Payload keys that are compared and ranged over as integers."""


def payload_indexes() -> list[dict[str, Any]]:
    """The indexes in the form that QdrantVectorStore takes as `payload_indexes`.

    `manual_id` is the tenant key: a server then keeps the points of one manual together, since nearly every search is
    restricted to one manual or a few.
    """
    tenant = models.KeywordIndexParams(type=models.KeywordIndexType.KEYWORD, is_tenant=True)
    return [
        {"field_name": MANUAL_ID_KEY, "field_schema": tenant},
        *({"field_name": key, "field_schema": models.PayloadSchemaType.KEYWORD} for key in KEYWORD_KEYS),
        *({"field_name": key, "field_schema": models.PayloadSchemaType.INTEGER} for key in INTEGER_KEYS),
    ]
