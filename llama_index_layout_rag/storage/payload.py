"""Payload keys of stored nodes: their indexes, and LlamaIndex's filters over them.

Qdrant's strict mode demands an index for every key that is filtered on. An embedded (local mode) collection has no
payload indexes.
"""

from __future__ import annotations

from typing import Any

from llama_index.core.vector_stores.types import FilterCondition, FilterOperator, MetadataFilter, MetadataFilters
from qdrant_client import models

MANUAL_ID_KEY = "manual_id"
CHUNK_LEVEL_KEY = "chunk_level"
DOC_ID_KEY = "doc_id"

KEYWORD_KEYS = (
    CHUNK_LEVEL_KEY, "manual_title", "manual_version", "product_names", "model_numbers", "language", "source_uri",
    "source_name", "section_id", "ancestor_ids", "section_path", "parent_id", "content_type", "topic", "tags",
    "source_categories", "codes", "code_cells[].code", "code_cells[].column",
)  # fmt: skip
"""Payload keys that are matched as whole values. `doc_id` is indexed by QdrantVectorStore itself."""

INTEGER_KEYS = ("pages", "order", "schema_version", "complete")
"""Payload keys that are matched and compared as integers."""


def payload_indexes() -> list[dict[str, Any]]:
    """Return the indexes in the form that QdrantVectorStore takes as `payload_indexes`.

    `manual_id` is the tenant key: a server then keeps the points of one manual together, since nearly every search is
    restricted to one manual or a few.
    """
    tenant = models.KeywordIndexParams(type=models.KeywordIndexType.KEYWORD, is_tenant=True)
    return [
        {"field_name": MANUAL_ID_KEY, "field_schema": tenant},
        *({"field_name": key, "field_schema": models.PayloadSchemaType.KEYWORD} for key in KEYWORD_KEYS),
        *({"field_name": key, "field_schema": models.PayloadSchemaType.INTEGER} for key in INTEGER_KEYS),
    ]


def is_value(key: str, value: str) -> models.FieldCondition:
    """Return the condition that a payload key has a value."""
    return models.FieldCondition(key=key, match=models.MatchValue(value=value))


def supported_filters(filters: MetadataFilters) -> MetadataFilters:
    """Return filters, nested ones as well, with CONTAINS, ANY and ALL expressed by EQ and IN.

    QdrantVectorStore does not support these three. Qdrant matches a value against the items of a list, so EQ on a list
    means "contains".
    """
    return MetadataFilters(filters=[_supported(one) for one in filters.filters], condition=filters.condition)


def _supported(one: MetadataFilter | MetadataFilters) -> MetadataFilter | MetadataFilters:
    if isinstance(one, MetadataFilters):
        return supported_filters(one)
    if one.operator == FilterOperator.ALL:
        values = one.value if isinstance(one.value, list) else [one.value]
        each: list[MetadataFilter | MetadataFilters] = [MetadataFilter(key=one.key, value=value) for value in values]
        return MetadataFilters(filters=each, condition=FilterCondition.AND)
    replaced = {FilterOperator.CONTAINS: FilterOperator.EQ, FilterOperator.ANY: FilterOperator.IN}
    return one.model_copy(update={"operator": replaced.get(one.operator, one.operator)})
